// show.c: the table of F.A.T.A. for people (lines of at most 80 columns) and
// for front ends (JSON). What a perfect memory would add is shown only with the
// option memory-aid; one's own cards always are.
#include "engine/drawing.h"
#include "games/fata/fata.h"

#include <stdio.h>
#include <string.h>

// Does this state hold the hand (a view holds only the owner's)?
static bool has_hand(const fata_state *s, int seat)
{
    return vg_sum(s->hand[seat], FATA_CARDS) == s->hand_count[seat];
}

static bool has_treasures(const fata_state *s, int seat)
{
    return vg_bits(s->down[seat]) == s->down_count[seat];
}

// ---- lines -------------------------------------------------------------------------

// What each vision of a row does where it lies, its number and its centre.
static void say_row(vg_text *out, const fata_state *s, int seat, int row, vg_lang lang)
{
    vg_text_printf(out, lang == VG_IT ? "  fila %c:" : "  row %c:", 'A' + row);
    for (int i = 0; i < fata_row_length(s, seat, row); i++) {
        const fata_card *c = &fata_ed(s)->card[s->row[seat][row][i]];
        vg_text_add(out, i ? " | " : " ");
        if (i == 0) vg_text_printf(out, "%s, ", fata_types[c->type].name.in[lang]);
        if (i == 1) vg_text_printf(out, "%s, ", fata_subjects[c->subject].name.in[lang]);
        vg_text_printf(out, "%d, %s", c->number, fata_centres[c->centre].name.in[lang]);
    }
    vg_text_add(out, fata_row_length(s, seat, row) ? "\n" : " -\n");
}

// The rivals are one cycle: told once round, from its first lineage back to it.
static void say_people(vg_text *out, const fata_state *s, vg_lang lang)
{
    const fata_edition *ed = fata_ed(s);
    int from = vg_lowest((uint32_t)fata_lineages_in_play(ed, s->seats)), at = from;
    vg_text_add(out, lang == VG_IT ? "Ogni stirpe caccia la seguente: "
                                   : "Each lineage hunts the next: ");
    do {
        vg_text_printf(out, "%s, ", ed->lineage[at].colour.in[lang]);
        at = fata_character_of(ed, s->seats, at)->rival;
    } while (at != from);
    vg_text_printf(out, "%s\n", ed->lineage[from].colour.in[lang]);
}

static void say_seat(vg_text *out, const fata_state *s, int p, const vg_voice *voice)
{
    const fata_edition *ed = fata_ed(s);
    vg_lang lang = voice->lang;
    bool it = lang == VG_IT;
    vg_text_add(out, vg_voice_name(voice, p));
    if (p == voice->reader && voice->name[p]) vg_text_add(out, it ? " (tu)" : " (you)");
    if (!fata_in_play(s, p)) {
        vg_text_printf(out, it ? ": fuori dal gioco, era %s\n" : ": out of the game, was %s\n",
                       ed->lineage[s->shown[p]].name);
        return;
    }
    int lineage = s->shown[p] ? s->shown[p] : s->lineage[p];
    if (lineage)
        vg_text_printf(out, ": %s (%s)%s", ed->lineage[lineage].name,
                       ed->lineage[lineage].colour.in[lang],
                       s->shown[p] ? "" : (it ? ", in segreto" : ", in secret"));
    char hand[8], down[8], stars[8];
    snprintf(hand, sizeof hand, "%d", s->hand_count[p]);
    snprintf(down, sizeof down, "%d", s->down_count[p]);
    snprintf(stars, sizeof stars, "%d", fata_sum(s, p) + (p == s->turn ? s->stars : 0));
    const char *const counts[] = {hand, down, stars};
    vg_text_fill(out,
                 it ? ": {0} {0?carta|carte}, {1} {1?tesoro coperto|tesori coperti}, le file "
                      "mostrano {2}"
                    : ": {0} {0?card|cards}, {1} {1?treasure|treasures} face down, rows show {2}",
                 counts, 3);
    if (p == s->turn && s->aside_count)
        vg_text_printf(out, it ? ", %d da parte" : ", %d aside", s->aside_count);
    if (s->ward[p]) vg_text_printf(out, ", %s", ed->card[FATA_DEW_VEIL].name.in[lang]);
    if (s->charm && p == s->turn) vg_text_printf(out, ", %s", ed->card[s->charm].name.in[lang]);
    vg_text_char(out, '\n');
    if (s->up[p]) {
        vg_text_add(out, it ? "  scoperti: " : "  face up: ");
        fata_say_set(out, ed, s->up[p], lang);
        vg_text_char(out, '\n');
    }
    if (s->down_count[p] && has_treasures(s, p)) {
        vg_text_add(out, it ? "  coperti: " : "  face down: ");
        fata_say_set(out, ed, s->down[p], lang);
        vg_text_char(out, '\n');
    }
    for (int r = 0; r < 2 && voice->width < VG_DRAWING_LEAST; r++) say_row(out, s, p, r, lang);
    if (!has_hand(s, p)) return;
    for (int k = 1; k < FATA_CARDS; k++)
        for (int i = 0; i < s->hand[p][k]; i++) {
            vg_text_add(out, it ? "  in mano: " : "  in hand: ");
            fata_say_card(out, ed, k, lang);
            if (fata_is_charm(k)) vg_text_printf(out, ": %s", ed->card[k].text.in[lang]);
            vg_text_char(out, '\n');
        }
}

// A row as it lies: what the first does, whom the second means, then numbers and centres.
static void draw_row(const fata_state *s, int p, int row, vg_lang lang, vg_text *cell)
{
    char words[16], seen[2] = {(char)('A' + row), '\0'};
    vg_text named = VG_TEXT(words);
    vg_text_printf(&named, lang == VG_IT ? "fila %s" : "row %s", seen);
    if (p == s->turn)
        vg_draw_named(cell, words, seen);
    else
        vg_text_add(cell, seen);
    for (int i = 0; i < fata_row_length(s, p, row); i++) {
        const fata_card *c = &fata_ed(s)->card[s->row[p][row][i]];
        vg_text_char(cell, '\n');
        if (i == 0) vg_text_printf(cell, "%s ", fata_types[c->type].name.in[lang]);
        if (i == 1) vg_text_printf(cell, "%s ", fata_subjects[c->subject].name.in[lang]);
        vg_text_printf(cell, "★%d %s", c->number, fata_centres[c->centre].name.in[lang]);
    }
}

// The treasures in the middle, then every seat's two rows side by side.
static void draw_rows(const fata_state *s, const vg_voice *voice, vg_text *out)
{
    vg_drawing d;
    bool it = voice->lang == VG_IT;
    vg_drawing_start(&d, 1 + s->seats, FATA_MARKET, voice->width);
    for (int i = 0; i < FATA_MARKET; i++) {
        if (!s->market[i]) continue;
        const fata_treasure *t = &fata_ed(s)->treasure[s->market[i]];
        char seen[48];
        vg_text text = VG_TEXT(seen);
        vg_text_printf(&text, "◆ %s ", fata_ed(s)->lineage[t->lineage].colour.in[voice->lang]);
        vg_text_number(&text, t->value);
        vg_draw_named(&d.cell[0][i], t->name.in[voice->lang], seen);
        vg_text_printf(&d.cell[0][i], "\n%s", t->name.in[voice->lang]);
    }
    for (int p = 0; p < s->seats; p++) {
        vg_text *cell = &d.cell[1 + p][0];
        int lineage = s->shown[p] ? s->shown[p] : s->lineage[p];
        vg_text_add(cell, p == s->turn ? "▸" : "");
        vg_draw_plain(cell, vg_voice_name(voice, p));
        vg_text_char(cell, '\n');
        if (lineage)
            vg_text_printf(cell, "%s\n", fata_ed(s)->lineage[lineage].colour.in[voice->lang]);
        if (!fata_in_play(s, p)) {
            vg_text_add(cell, it ? "fuori dal gioco" : "out of the game");
            continue;
        }
        vg_text_printf(cell, it ? "stelle %d" : "stars %d",
                       fata_sum(s, p) + (p == s->turn ? s->stars : 0));
        for (int r = 0; r < 2; r++) draw_row(s, p, r, voice->lang, &d.cell[1 + p][1 + r]);
        d.right[1 + p][0] = d.right[1 + p][1] = true;
    }
    vg_drawing_end(&d, out);
}

// With the memory aid: what the reader knows of this seat for certain.
static void say_memory(vg_text *out, const fata_state *s, int p, const vg_voice *voice)
{
    int v = voice->reader;
    if (!s->memory || v < 0 || v == p || !fata_in_play(s, p)) return;
    uint32_t sure = fata_known_treasures(s, v, p);
    if (sure) {
        vg_text_add(out, voice->lang == VG_IT ? "  ricordi: " : "  you remember: ");
        fata_say_set(out, fata_ed(s), sure, voice->lang);
        vg_text_char(out, '\n');
    }
    for (int k = 1; k < FATA_CARDS; k++)
        for (int i = 0; i < fata_known_copies(s, v, k, p); i++) {
            vg_text_add(out, voice->lang == VG_IT ? "  ricordi: " : "  you remember: ");
            fata_say_card(out, fata_ed(s), k, voice->lang);
            vg_text_char(out, '\n');
        }
}

static void say_market(vg_text *out, const fata_state *s, vg_lang lang)
{
    vg_text_add(out, lang == VG_IT ? "Nel mezzo:\n" : "In the middle:\n");
    for (int i = 0; i < FATA_MARKET; i++) {
        if (!s->market[i]) continue;
        vg_text_add(out, "  ");
        fata_say_treasure(out, fata_ed(s), s->market[i], lang);
        vg_text_char(out, '\n');
    }
}

void fata_show(const void *view, const vg_voice *voice, vg_text *out)
{
    const fata_state *s = view;
    const fata_edition *ed = fata_ed(s);
    bool it = voice->lang == VG_IT;
    vg_text_printf(out,
                   it ? "Smazzata %d. Mazzo: %d carte, scarti: %d. Tesori nel mazzo: %d\n"
                      : "Round %d. Deck: %d cards, discards: %d. Treasures in the pile: %d\n",
                   s->round, s->deck_count, vg_sum(s->discard, FATA_CARDS), vg_bits(s->pile));
    bool drawn = voice->width >= VG_DRAWING_LEAST;
    if (drawn) draw_rows(s, voice, out);
    say_people(out, s, voice->lang);
    if (!drawn) say_market(out, s, voice->lang);
    if (s->memory) {
        vg_text_add(out, it ? "  ancora nel mazzo: " : "  still in the pile: ");
        for (uint32_t left = s->pile, i = 0; left; left &= left - 1, i++) {
            const fata_treasure *t = &ed->treasure[vg_lowest(left)];
            if (i && i % 6 == 0) vg_text_add(out, "\n    ");
            vg_text_printf(out, "%s %d ", ed->lineage[t->lineage].colour.in[voice->lang], t->value);
        }
        vg_text_char(out, '\n');
    }
    for (int p = 0; p < s->seats; p++) {
        say_seat(out, s, p, voice);
        say_memory(out, s, p, voice);
        if (s->round == 2 && fata_in_play(s, p))
            vg_text_printf(out, it ? "  prima smazzata: %d punti\n" : "  first round: %d points\n",
                           s->points[p]);
    }
}

// ---- JSON ----------------------------------------------------------------------------

static void put_set(vg_json *out, const char *key, const fata_state *s, uint32_t set)
{
    vg_json_put_open(out, key, '[');
    for (; set; set &= set - 1) vg_json_string(out, fata_ed(s)->treasure[vg_lowest(set)].slug);
    vg_json_close(out, ']');
}

static void put_cards(vg_json *out, const char *key, const uint8_t *count)
{
    vg_pile_json(&fata_rows, FATA_SET_CARD, key, count, out);
}

static void print_memory(vg_json *out, const fata_state *s, int p, int v)
{
    uint8_t count[64] = {0};
    for (int k = 1; k < FATA_CARDS; k++) count[k] = (uint8_t)fata_known_copies(s, v, k, p);
    put_set(out, "known_treasures", s, fata_known_treasures(s, v, p));
    put_cards(out, "known_hand", count);
}

static void print_seat(vg_json *out, const fata_state *s, int p, const vg_voice *voice)
{
    const fata_edition *ed = fata_ed(s);
    vg_json_open(out, '{');
    vg_json_put_bool(out, "in_play", fata_in_play(s, p));
    vg_json_put_int(out, "hand_count", s->hand_count[p]);
    if (has_hand(s, p)) put_cards(out, "hand", s->hand[p]);
    vg_json_put_int(out, "aside_count", p == s->turn ? s->aside_count : 0);
    vg_json_put_open(out, "rows", '[');
    for (int r = 0; r < 2; r++) {
        vg_json_open(out, '[');
        for (int i = 0; i < fata_row_length(s, p, r); i++)
            vg_json_string(out, fata_card_slug(s, s->row[p][r][i]));
        vg_json_close(out, ']');
    }
    vg_json_close(out, ']');
    vg_json_put_int(out, "stars", fata_sum(s, p) + (p == s->turn ? s->stars : 0));
    vg_json_put_int(out, "down_count", s->down_count[p]);
    if (has_treasures(s, p)) put_set(out, "down", s, s->down[p]);
    put_set(out, "up", s, s->up[p]);
    vg_json_put_string(out, "shown", s->shown[p] ? ed->lineage[s->shown[p]].slug : NULL);
    if (s->lineage[p]) {
        const fata_character *c = fata_character_of(ed, s->seats, s->lineage[p]);
        vg_json_put_string(out, "lineage", ed->lineage[s->lineage[p]].slug);
        vg_json_put_string(out, "character", c->name);
        vg_json_put_string(out, "rival", ed->lineage[c->rival].slug);
    }
    vg_json_put_bool(out, "ward", s->ward[p]);
    if (s->round == 2) vg_json_put_int(out, "round1", s->points[p]);
    if (s->memory && voice->reader >= 0 && voice->reader != p)
        print_memory(out, s, p, voice->reader);
    vg_json_close(out, '}');
}

void fata_print(const void *view, const vg_voice *voice, vg_json *out)
{
    const fata_state *s = view;
    const fata_edition *ed = fata_ed(s);
    vg_json_open(out, '{');
    vg_json_put_int(out, "round", s->round);
    vg_json_put_int(out, "turn", s->turn);
    vg_json_put_int(out, "stage", s->stage);
    vg_json_put_int(out, "played", s->played);
    vg_json_put_int(out, "limit", s->limit);
    vg_json_put_int(out, "idle", s->idle);
    vg_json_put_int(out, "deck", s->deck_count);
    put_cards(out, "discards", s->discard);
    if (s->charm) vg_json_put_string(out, "charm", fata_card_slug(s, s->charm));
    vg_json_put_open(out, "market", '[');
    for (int i = 0; i < FATA_MARKET; i++)
        if (s->market[i]) vg_json_string(out, ed->treasure[s->market[i]].slug);
    vg_json_close(out, ']');
    vg_json_put_int(out, "pile_count", vg_bits(s->pile));
    if (s->memory) put_set(out, "pile", s, s->pile);
    vg_json_put_open(out, "rivals", '{');
    for (int i = 0; i < 12; i++)
        if (ed->character[i].seats == s->seats)
            vg_json_put_string(out, ed->lineage[ed->character[i].lineage].slug,
                               ed->lineage[ed->character[i].rival].slug);
    vg_json_close(out, '}');
    if (s->winner != FATA_NO_SEAT) vg_json_put_int(out, "winner", s->winner);
    vg_json_put_open(out, "seats", '[');
    for (int p = 0; p < s->seats; p++) print_seat(out, s, p, voice);
    vg_json_close(out, ']');
    vg_json_close(out, '}');
}

void fata_catalog(int edition, vg_lang lang, vg_json *out)
{
    const fata_edition *ed = &fata_editions[edition];
    vg_json_open(out, '{');
    vg_json_put_open(out, "cards", '[');
    for (int k = 1; k < FATA_CARDS; k++) {
        const fata_card *c = &ed->card[k];
        vg_json_open(out, '{');
        vg_json_put_string(out, "slug", c->slug);
        vg_json_put_string(out, "name", c->name.in[lang]);
        vg_json_put_string(out, "text", c->text.in[lang]);
        vg_json_put_int(out, "copies", fata_copies(k));
        vg_json_put_string(out, "kind", fata_is_charm(k) ? "charm" : "vision");
        if (!fata_is_charm(k)) {
            vg_json_put_string(out, "type", fata_types[c->type].slug);
            vg_json_put_string(out, "subject", fata_subjects[c->subject].slug);
            vg_json_put_int(out, "number", c->number);
            vg_json_put_string(out, "centre", fata_centres[c->centre].slug);
        }
        vg_json_close(out, '}');
    }
    vg_json_close(out, ']');
    vg_json_put_open(out, "treasures", '[');
    for (int id = 1; id <= FATA_TREASURES; id++) {
        vg_json_open(out, '{');
        vg_json_put_string(out, "slug", ed->treasure[id].slug);
        vg_json_put_string(out, "name", ed->treasure[id].name.in[lang]);
        vg_json_put_string(out, "lineage", ed->lineage[ed->treasure[id].lineage].slug);
        vg_json_put_int(out, "value", ed->treasure[id].value);
        vg_json_close(out, '}');
    }
    vg_json_close(out, ']');
    vg_json_put_open(out, "lineages", '[');
    for (int i = 1; i <= FATA_LINEAGES; i++) {
        vg_json_open(out, '{');
        vg_json_put_string(out, "slug", ed->lineage[i].slug);
        vg_json_put_string(out, "name", ed->lineage[i].name);
        vg_json_put_string(out, "colour", ed->lineage[i].colour.in[lang]);
        vg_json_close(out, '}');
    }
    vg_json_close(out, ']');
    vg_json_put_open(out, "characters", '[');
    for (int i = 0; i < 12; i++) {
        const fata_character *c = &ed->character[i];
        char line[128];
        vg_text text = VG_TEXT(line);
        vg_text_printf(&text,
                       lang == VG_IT ? "Della stirpe %s, a caccia della stirpe %s."
                                     : "Of the lineage %s, hunting the lineage %s.",
                       ed->lineage[c->lineage].name, ed->lineage[c->rival].name);
        vg_json_open(out, '{');
        vg_json_put_int(out, "seats", c->seats);
        vg_json_put_string(out, "name", c->name);
        vg_json_put_string(out, "text", line);
        vg_json_put_string(out, "lineage", ed->lineage[c->lineage].slug);
        vg_json_put_string(out, "rival", ed->lineage[c->rival].slug);
        vg_json_close(out, '}');
    }
    vg_json_close(out, ']');
    vg_json_close(out, '}');
}
