// show.c: the table of FantasyMind for people at a terminal, for front ends as
// JSON, and the catalogue of its pieces.
#include "games/mind/mind.h"

static void say_coffers(const uint8_t *card, int count, vg_lang lang, vg_text *out)
{
    for (int i = 0; i < count; i++)
        vg_text_printf(out, "%s %s%s", i ? "," : "",
                       mind_stones[mind_colour_of(card[i])].one.in[lang],
                       mind_has_gift(card[i]) ? "+" : "");
}

// " 2 rubies, 1 opal"
static void say_stones(const uint8_t stones[8], vg_lang lang, vg_text *out)
{
    bool any = false;
    for (int c = 1; c <= MIND_COLOURS; c++) {
        if (!stones[c]) continue;
        vg_text_add(out, any ? ", " : " ");
        mind_say_stones(c, stones[c], lang, out);
        any = true;
    }
    if (!any) vg_text_add(out, lang == VG_IT ? " nessuna" : " none");
}

static void show_rows(const mind_state *s, vg_lang lang, vg_text *out)
{
    bool it = lang == VG_IT;
    for (int r = 0; r < s->row_count; r++) {
        vg_text_printf(out, it ? "Riga %d:" : "Row %d:", r + 1);
        say_coffers(&s->card[mind_row_start(s, r)], s->length[r], lang, out);
        vg_text_char(out, '\n');
    }
    vg_text_printf(out, it ? "Mazzo: %d" : "Pile: %d", s->pile_count + s->bottom_count);
    if (s->bottom_count) {
        vg_text_add(out, it ? "; in fondo, nell'ordine:" : "; at the bottom, in order:");
        say_coffers(s->bottom, s->bottom_count, lang, out);
    }
    vg_text_add(out, it ? "\nBanco:" : "\nBank:");
    say_stones(s->bank, lang, out);
    vg_text_char(out, '\n');
}

// Name, character, parity; what it looks for; what it has; how its best row stands.
static void show_seat(const mind_state *s, int p, const vg_voice *voice, vg_text *out)
{
    vg_lang lang = voice->lang;
    bool it = lang == VG_IT;
    const mind_character_def *c = mind_character_of(s, p);
    vg_text_add(out, vg_voice_name(voice, p));
    if (p == voice->reader && voice->name[p]) vg_text_add(out, it ? " (tu)" : " (you)");
    if (s->character[p]) {
        vg_text_printf(out, it ? ", %s, valore %d %s; cerca" : ", %s, value %d %s; seeks",
                       c->name.in[lang], c->value, mind_parity_words[c->value & 1].in[lang]);
        for (int k = 0; k < 4 && c->shows[k]; k++)
            vg_text_printf(out, "%s %s", k ? "," : "", mind_stones[c->shows[k]].one.in[lang]);
    }
    vg_text_add(out, it ? "; pietre:" : "; stones:");
    say_stones(s->stones[p], lang, out);
    if (s->character[p] && s->row_count) {
        mind_standing best = mind_best(s, p);
        vg_text_printf(out, it ? "; migliore la riga %d: %d" : "; best row %d: %d", best.row + 1,
                       best.match);
        if (best.stones) vg_text_printf(out, it ? ", spareggio %d" : ", tie-break %d", best.stones);
    }
    vg_text_char(out, '\n');
}

void mind_show(const void *view, const vg_voice *voice, vg_text *out)
{
    const mind_state *s = view;
    bool it = voice->lang == VG_IT;
    if (s->row_count) show_rows(s, voice->lang, out);
    for (int p = 0; p < s->seats; p++) show_seat(s, p, voice, out);
    for (int i = 0; i < s->pair_count; i++) {
        vg_text_printf(out, it ? "Sfida: %s contro %s" : "Challenge: %s against %s",
                       vg_voice_name(voice, s->pair[i][0]), vg_voice_name(voice, s->pair[i][1]));
        if (s->pair_row[i])
            vg_text_printf(out, it ? " sulla riga %d" : " on row %d", s->pair_row[i]);
        vg_text_char(out, '\n');
    }
    if (s->face && s->turn == voice->reader)
        vg_text_printf(out, it ? "Il tuo turno, dado %d\n" : "Your turn, die %d\n", s->face);
    else if (s->face)
        vg_text_printf(out, it ? "Turno di %s, dado %d\n" : "%s's turn, die %d\n",
                       vg_voice_name(voice, s->turn), s->face);
}

// ---- JSON ----------------------------------------------------------------------------

static void print_coffers(vg_json *out, const uint8_t *card, int count)
{
    vg_json_open(out, '[');
    for (int i = 0; i < count; i++) vg_json_string(out, mind_coffer_slugs[card[i]]);
    vg_json_close(out, ']');
}

static void print_seat(const mind_state *s, int p, vg_json *out)
{
    vg_json_open(out, '{');
    vg_json_key(out, "character");
    vg_json_string(out, s->character[p] ? mind_character_of(s, p)->slug : NULL);
    vg_pile_json(&mind_rows, MIND_SET_STONE, "stones", s->stones[p], out);
    if (s->character[p] && s->row_count) {
        mind_standing best = mind_best(s, p);
        vg_json_put_open(out, "best", '{');
        vg_json_put_int(out, "row", best.row);
        vg_json_put_int(out, "match", best.match);
        vg_json_put_int(out, "stones", best.stones);
        vg_json_close(out, '}');
    }
    vg_json_close(out, '}');
}

void mind_print(const void *view, const vg_voice *voice, vg_json *out)
{
    (void)voice;
    const mind_state *s = view;
    vg_frame f = mind_top(s);
    vg_json_open(out, '{');
    vg_json_put_open(out, "rows", '[');
    for (int r = 0; r < s->row_count; r++)
        print_coffers(out, &s->card[mind_row_start(s, r)], s->length[r]);
    vg_json_close(out, ']');
    vg_json_put_int(out, "left", s->pile_count + s->bottom_count);
    // What the covered pile still holds: anyone could count it, nobody knows the order.
    vg_json_put_open(out, "pile", '{');
    for (int k = 1; k < MIND_KINDS; k++)
        if (s->pile[k]) vg_json_put_int(out, mind_coffer_slugs[k], s->pile[k]);
    vg_json_close(out, '}');
    vg_json_key(out, "bottom");
    print_coffers(out, s->bottom, s->bottom_count);
    vg_pile_json(&mind_rows, MIND_SET_STONE, "bank", s->bank, out);
    vg_json_put_open(out, "seats", '[');
    for (int p = 0; p < s->seats; p++) print_seat(s, p, out);
    vg_json_close(out, ']');
    vg_json_put_int(out, "turn", s->turn);
    vg_json_put_int(out, "die", s->face);
    if (mind_in_hand(s)) vg_json_put_string(out, "hand", mind_coffer_slugs[mind_in_hand(s)]);
    if (f.phase == MIND_PHASE_SET) { // which coffer is being moved: its row and its place in it
        vg_json_put_open(out, "lifted", '[');
        vg_json_int(out, f.a);
        vg_json_int(out, f.b - mind_row_start(s, f.a));
        vg_json_close(out, ']');
    }
    vg_json_put_open(out, "pairs", '[');
    for (int i = 0; i < s->pair_count; i++) {
        vg_json_open(out, '{');
        vg_json_put_int(out, "a", s->pair[i][0]);
        vg_json_put_int(out, "b", s->pair[i][1]);
        if (s->pair_row[i]) vg_json_put_int(out, "row", s->pair_row[i] - 1);
        vg_json_close(out, '}');
    }
    vg_json_close(out, ']');
    vg_json_close(out, '}');
}

static void catalog_stone(const mind_stone_def *stone, vg_lang lang, vg_json *out)
{
    char letter[2] = {stone->letter, 0};
    vg_json_open(out, '{');
    vg_json_put_string(out, "slug", stone->slug);
    vg_json_put_string(out, "name", stone->one.in[lang]);
    vg_json_put_string(out, "plural", stone->many.in[lang]);
    vg_json_put_string(out, "letter", letter);
    vg_json_put_string(out, "shape", stone->shape);
    vg_json_put_string(out, "shape_name", stone->shape_name.in[lang]);
    vg_json_put_string(out, "colour_name", stone->colour_name.in[lang]);
    vg_json_put_string(out, "light", stone->light);
    vg_json_put_string(out, "dark", stone->dark);
    vg_json_put_int(out, "copies", MIND_COPIES);
    vg_json_close(out, '}');
}

static void catalog_character(const mind_character_def *c, vg_lang lang, vg_json *out)
{
    vg_json_open(out, '{');
    vg_json_put_string(out, "slug", c->slug);
    vg_json_put_string(out, "name", c->name.in[lang]);
    vg_json_put_string(out, "text", c->text.in[lang]);
    vg_json_put_int(out, "value", c->value);
    vg_json_put_string(out, "parity", mind_parity_slugs[c->value & 1]);
    vg_json_put_open(out, "stones", '[');
    for (int k = 0; k < 4 && c->shows[k]; k++) vg_json_string(out, mind_stones[c->shows[k]].slug);
    vg_json_close(out, ']');
    vg_json_close(out, '}');
}

static void catalog_coffer(const mind_edition *e, int kind, vg_lang lang, vg_json *out)
{
    bool it = lang == VG_IT, gift = mind_has_gift(kind);
    const mind_stone_def *stone = &mind_stones[mind_colour_of(kind)];
    char name[64], body[200];
    vg_text n = VG_TEXT(name), b = VG_TEXT(body);
    if (kind == MIND_BLANK) {
        vg_text_add(&n, it ? "Scrigno vuoto" : "Empty coffer");
        vg_text_add(&b, it ? "Non mostra pietre e non conta per nessuno."
                           : "Shows no stone and counts for nobody.");
    } else {
        vg_text_printf(&n, it ? "Scrigno di %s" : "Coffer of %s", stone->many.in[lang]);
        vg_text_printf(&b, it ? "Vale %s nella sua riga." : "Is worth %s in its row.",
                       stone->a.in[lang]);
        if (gift)
            vg_text_printf(&b,
                           it ? " Chi lo posa riceve %s dal banco, se ce n'è."
                              : " Whoever places it gets %s from the bank, if there is one.",
                           stone->a.in[lang]);
    }
    vg_json_open(out, '{');
    vg_json_put_string(out, "slug", mind_coffer_slugs[kind]);
    vg_json_put_string(out, "name", name);
    vg_json_put_string(out, "text", body);
    vg_json_put_string(out, "stone", kind == MIND_BLANK ? NULL : stone->slug);
    vg_json_put_bool(out, "gift", gift);
    vg_json_put_int(out, "copies", mind_copies(e, kind));
    vg_json_close(out, '}');
}

void mind_catalog(int edition, vg_lang lang, vg_json *out)
{
    const mind_edition *e = &mind_editions[edition];
    vg_json_open(out, '{');
    vg_json_put_open(out, "stones", '[');
    for (int c = 1; c <= MIND_COLOURS; c++) catalog_stone(&mind_stones[c], lang, out);
    vg_json_close(out, ']');
    vg_json_put_open(out, "characters", '[');
    for (int i = 1; i <= MIND_CHARACTERS; i++) catalog_character(&e->character[i], lang, out);
    vg_json_close(out, ']');
    vg_json_put_open(out, "coffers", '[');
    for (int k = 1; k < MIND_KINDS; k++) catalog_coffer(e, k, lang, out);
    vg_json_close(out, ']');
    vg_json_close(out, '}');
}
