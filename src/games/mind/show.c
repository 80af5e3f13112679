// show.c: the table of FantasyMind for people at a terminal, for front ends as
// JSON, and the catalogue of its pieces.
#include "games/mind/mind.h"

#include <string.h>

// Writes words one after another.
typedef struct flow {
    vg_text *out;
    bool begun; // something stands on this line
} flow;

static void put(flow *f, const char *word)
{
    if (f->begun) vg_text_char(f->out, ' ');
    vg_text_add(f->out, word);
    f->begun = true;
}

static void end_line(flow *f)
{
    vg_text_char(f->out, '\n');
    f->begun = false;
}

// One word or a few that stay together, with what follows them.
static void put_with(flow *f, const char *word, const char *after)
{
    char buffer[64];
    vg_text text = VG_TEXT(buffer);
    vg_text_add(&text, word);
    vg_text_add(&text, after);
    put(f, buffer);
}

static void put_coffers(flow *f, const uint8_t *card, int count, vg_lang lang)
{
    for (int i = 0; i < count; i++) {
        const char *gift = mind_has_gift(card[i]) ? "+" : "", *comma = i + 1 < count ? "," : "";
        char after[4];
        vg_text text = VG_TEXT(after);
        vg_text_add(&text, gift);
        vg_text_add(&text, comma);
        put_with(f, mind_stones[mind_colour_of(card[i])].one.in[lang], after);
    }
}

// "Bank: 2 rubies, 1 opal", the label never alone at the end of a line.
static void put_stones(flow *f, const char *label, const uint8_t stones[8], vg_lang lang)
{
    char buffer[64];
    vg_text text = VG_TEXT(buffer);
    int kinds = 0;
    for (int c = 1; c <= MIND_COLOURS; c++) kinds += stones[c] > 0;
    vg_text_printf(&text, "%s ", label);
    if (!kinds) put_with(f, buffer, lang == VG_IT ? "nessuna" : "none");
    for (int c = 1; c <= MIND_COLOURS; c++) {
        if (!stones[c]) continue;
        const mind_stone_def *stone = &mind_stones[c];
        vg_text_printf(&text, "%d %s", stones[c],
                       (stones[c] == 1 ? stone->one : stone->many).in[lang]);
        put_with(f, buffer, --kinds ? "," : "");
        vg_text_clear(&text);
    }
}

static void show_rows(const mind_state *s, const vg_voice *voice, vg_text *out)
{
    bool it = voice->lang == VG_IT;
    for (int r = 0; r < s->row_count; r++) {
        char head[32];
        vg_text text = VG_TEXT(head);
        vg_text_printf(&text, it ? "Riga %d:" : "Row %d:", r + 1);
        flow f = {out, false};
        put(&f, head);
        put_coffers(&f, &s->card[mind_row_start(s, r)], s->length[r], voice->lang);
        end_line(&f);
    }
    int left = s->pile_count + s->bottom_count;
    flow f = {out, false};
    char head[64];
    vg_text text = VG_TEXT(head);
    vg_text_printf(&text, it ? "Mazzo: %d%s" : "Pile: %d%s", left, s->bottom_count ? ";" : "");
    put(&f, head);
    if (s->bottom_count) {
        put(&f, it ? "in fondo, nell'ordine:" : "at the bottom, in order:");
        put_coffers(&f, s->bottom, s->bottom_count, voice->lang);
    }
    end_line(&f);
    f = (flow){out, false};
    put_stones(&f, it ? "Banco:" : "Bank:", s->bank, voice->lang);
    end_line(&f);
}

// Name, character, parity; what it looks for; what it has; how its best row stands.
static void show_seat(const mind_state *s, int p, const vg_voice *voice, vg_text *out)
{
    bool it = voice->lang == VG_IT;
    vg_lang lang = voice->lang;
    flow f = {out, false};
    char buffer[160];
    vg_text text = VG_TEXT(buffer);
    vg_text_add(&text, vg_voice_name(voice, p));
    if (p == voice->reader && voice->name[p]) vg_text_add(&text, it ? " (tu)" : " (you)");
    const mind_character_def *c = mind_character_of(s, p);
    if (s->character[p])
        vg_text_printf(&text, it ? ", %s, valore %d %s;" : ", %s, value %d %s;", c->name.in[lang],
                       c->value, c->value & 1 ? (it ? "dispari" : "odd") : (it ? "pari" : "even"));
    else
        vg_text_add(&text, ";");
    put(&f, buffer);
    if (s->character[p]) {
        put(&f, it ? "cerca" : "seeks");
        for (int k = 0; k < 4 && c->shows[k]; k++) {
            bool last = k == 3 || !c->shows[k + 1];
            put_with(&f, mind_stones[c->shows[k]].one.in[lang], last ? ";" : ",");
        }
    }
    put_stones(&f, it ? "pietre:" : "stones:", s->stones[p], lang);
    if (s->character[p] && s->row_count) {
        mind_standing best = mind_best(s, p);
        vg_text_clear(&text);
        vg_text_printf(&text, it ? "; migliore la riga %d: %d" : "; best row %d: %d", best.row + 1,
                       best.match);
        if (best.stones)
            vg_text_printf(&text, it ? ", spareggio %d" : ", tie-break %d", best.stones);
        // The semicolon belongs to the words before it.
        vg_text_char(f.out, ';');
        put(&f, buffer + 2);
    }
    end_line(&f);
}

void mind_show(const void *view, const vg_voice *voice, vg_text *out)
{
    const mind_state *s = view;
    bool it = voice->lang == VG_IT;
    if (s->row_count) show_rows(s, voice, out);
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

static void print_stones(vg_json *out, const char *key, const uint8_t stones[8])
{
    vg_json_put_open(out, key, '[');
    for (int c = 1; c <= MIND_COLOURS; c++)
        for (int n = 0; n < stones[c]; n++) vg_json_string(out, mind_stones[c].slug);
    vg_json_close(out, ']');
}

static void print_seat(const mind_state *s, int p, vg_json *out)
{
    vg_json_open(out, '{');
    vg_json_key(out, "character");
    vg_json_string(out, s->character[p] ? mind_character_of(s, p)->slug : NULL);
    print_stones(out, "stones", s->stones[p]);
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
    vg_frame f = s->stack.frame[s->stack.count - 1];
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
    print_stones(out, "bank", s->bank);
    vg_json_put_open(out, "seats", '[');
    for (int p = 0; p < s->seats; p++) print_seat(s, p, out);
    vg_json_close(out, ']');
    vg_json_put_int(out, "turn", s->turn);
    vg_json_put_int(out, "die", s->face);
    if (f.phase == MIND_NEW || f.phase == MIND_BESIDE)
        vg_json_put_string(out, "hand", mind_coffer_slugs[f.a]);
    if (f.phase == MIND_SET) { // which coffer is being moved: its row and its place in it
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
    vg_json_put_string(out, "parity", c->value & 1 ? "odd" : "even");
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
