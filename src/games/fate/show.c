// show.c: the table for eyes and ears (show) and for programs (print, catalog).
#include "engine/drawing.h"
#include "games/fate/fate.h"

#include <string.h>

static const vg_words fairies[FATE_SEATS] = {
    VG_WORDS("fata rosa", "pink fairy"),
    VG_WORDS("fata verde", "green fairy"),
    VG_WORDS("fata azzurra", "azure fairy"),
    VG_WORDS("fata gialla", "yellow fairy"),
};

static void show_seat(const fate_state *s, int p, const vg_voice *voice, vg_text *out)
{
    bool it = voice->lang == VG_IT;
    vg_text_printf(out, "%s%s, %s, %s %d: ", s->turn == p ? "> " : "  ", vg_voice_name(voice, p),
                   fairies[p].in[voice->lang], it ? "carta" : "card", s->at[p]);
    vg_text_printf(out,
                   it ? "polvere %d, in mano %d, oro %d, viola %d\n"
                      : "dust %d, hand %d, gold %d, violet %d\n",
                   s->dust[p], s->hand_count[p], s->gold[p], s->marks[p]);
    uint32_t known = fate_owned(s, p);
    int hidden = s->object_count[p] - vg_bits(known);
    if (!s->object_count[p]) return;
    // Shoes, wand, wings, hat: five colours of each.
    static const char *const covered[] = {" (coperte)", " (coperta)", " (coperte)", " (coperto)"};
    vg_text_add(out, it ? "    oggetti:" : "    objects:");
    for (int o = 0; o < FATE_OBJECTS; o++) {
        if (!(known >> o & 1)) continue;
        vg_text_printf(out, " %s%s;", fate_objects[o].name.in[voice->lang],
                       s->object_up[p] >> o & 1 ? ""
                       : it                     ? covered[fate_object_kind(o)]
                                                : " (face down)");
    }
    vg_text_printf(out, it ? " coperti %d\n" : " face down %d\n", hidden);
}

static void show_dust(const fate_state *s, const uint8_t *dust, const vg_voice *voice, vg_text *out)
{
    bool later = false;
    for (int p = 0; p < s->seats; p++) {
        if (!dust[p]) continue;
        vg_text_printf(out, "%s%s %d", later ? ", " : "", vg_voice_name(voice, p), dust[p]);
        later = true;
    }
}

static void show_story(const fate_state *s, int path, const vg_voice *voice, vg_text *out)
{
    bool it = voice->lang == VG_IT;
    int start = fate_story_start(s, path);
    uint8_t sum[FATE_SEATS] = {0};
    vg_text_printf(out, it ? "    storia %s:" : "    %s story:",
                   fate_story_colour[s->story_colour[path]].in[voice->lang]);
    for (int i = start; i < start + s->story_length[path]; i++) {
        const fate_told *told = &s->told[i];
        vg_text_printf(out, "%s %s", i > start ? " >" : "",
                       fate_cards[told->card].title.in[voice->lang]);
        if (told->value)
            vg_text_printf(out, " %d", told->value);
        else
            vg_text_add(out, " ?");
        if (fate_bare(told)) vg_text_add(out, it ? " (jolly senza polvere)" : " (joker, no dust)");
        for (int p = 0; p < s->seats; p++) sum[p] = (uint8_t)(sum[p] + told->dust[p]);
    }
    vg_text_char(out, '\n');
    if (!vg_sum(sum, FATE_SEATS)) return;
    vg_text_add(out, it ? "    polvere: " : "    dust: ");
    show_dust(s, sum, voice, out);
    vg_text_char(out, '\n');
}

static void show_path(const fate_state *s, int path, const vg_voice *voice, vg_text *out)
{
    bool it = voice->lang == VG_IT;
    bool here = false, aside = vg_sum(s->aside[path], FATE_SEATS);
    for (int p = 0; p < s->seats; p++) here |= s->at[p] == path;
    if (!here && !s->ring[path] && !s->story_length[path] && !aside) return;
    vg_text_printf(out, "  %2d:", path);
    if (s->ring[path]) {
        vg_text_char(out, ' ');
        fate_card_name(s, s->ring[path], voice->lang, out);
    }
    for (int p = 0; p < s->seats; p++)
        if (s->at[p] == path) vg_text_printf(out, " [%s]", vg_voice_name(voice, p));
    vg_text_char(out, '\n');
    if (s->story_length[path]) show_story(s, path, voice, out);
    if (!aside) return;
    vg_text_add(out, it ? "    polvere accanto: " : "    dust beside: ");
    show_dust(s, s->aside[path], voice, out);
    vg_text_char(out, '\n');
}

// ---- drawn -------------------------------------------------------------------------

enum { ACROSS = 4 }; // cards along the upper and the lower edge

// One card of the wood: who stands there, what of it is known, the story told there.
static void draw_path(const fate_state *s, int path, const vg_voice *voice, vg_text *cell)
{
    char words[32], seen[8];
    vg_text named = VG_TEXT(words), number = VG_TEXT(seen);
    vg_text_printf(&named, voice->lang == VG_IT ? "carta %d" : "card %d", path);
    vg_text_printf(&number, "%d", path);
    vg_draw_named(cell, words, seen);
    for (int p = 0; p < s->seats; p++)
        if (s->at[p] == path) {
            vg_text_add(cell, " ▲");
            vg_draw_plain(cell, vg_voice_name(voice, p));
        }
    vg_text_char(cell, '\n');
    if (s->ring[path]) {
        const fate_card_def *known = &fate_cards[s->ring[path]];
        vg_text_printf(cell, "(%s)\n", known->title.in[voice->lang]);
    }
    if (s->story_length[path]) {
        int start = fate_story_start(s, path);
        vg_text_add(cell, fate_story_colour[s->story_colour[path]].in[voice->lang]);
        for (int i = start; i < start + s->story_length[path]; i++)
            vg_text_printf(cell, i > start ? "›%d" : " %d", s->told[i].value);
        vg_text_char(cell, '\n');
    }
    int dust = vg_sum(s->aside[path], FATE_SEATS), start = fate_story_start(s, path);
    for (int i = start; i < start + s->story_length[path]; i++)
        dust += vg_sum(s->told[i].dust, FATE_SEATS);
    if (dust) vg_text_printf(cell, "✦%d\n", dust);
}

// The wood as it lies: clockwise from the upper left corner.
static void draw_wood(const fate_state *s, const vg_voice *voice, vg_text *out)
{
    vg_drawing d;
    int rows = (s->ring_count + 1) / 2 + 2 - ACROSS, places = 2 * (ACROSS + rows) - 4;
    vg_drawing_start(&d, rows, ACROSS, voice->width);
    for (int i = 0; i < places; i++) {
        int side = ACROSS - 1, down = rows - 1, r, c;
        if (i < side) {
            r = 0;
            c = i;
            d.right[r][c] = true;
        } else if (i < side + down) {
            r = i - side;
            c = side;
            d.below[r][c] = true;
        } else if (i < 2 * side + down) {
            r = down;
            c = 2 * side + down - i;
            d.right[r][c - 1] = true;
        } else {
            r = 2 * (side + down) - i;
            c = 0;
            d.below[r - 1][c] = true;
        }
        if (i < s->ring_count) draw_path(s, i, voice, &d.cell[r][c]);
    }
    vg_drawing_end(&d, out);
}

// A hand as far as the view holds it: one's own, or all of them after the game.
static void show_hand(const fate_state *s, int p, const vg_voice *voice, vg_text *out)
{
    bool it = voice->lang == VG_IT;
    if (!s->hand[p][0]) return;
    if (p == voice->reader)
        vg_text_add(out, it ? "La tua mano:\n" : "Your hand:\n");
    else
        vg_text_printf(out, it ? "La mano di %s:\n" : "The hand of %s:\n", vg_voice_name(voice, p));
    for (int i = 0; i < s->hand_count[p]; i++) {
        const fate_card_def *d = &fate_cards[s->hand[p][i]];
        vg_text_add(out, "  ");
        fate_card_name(s, s->hand[p][i], voice->lang, out);
        vg_text_char(out, '\n');
        if (!d->bars) vg_text_printf(out, "    %s\n", d->text.in[voice->lang]);
    }
}

void fate_show(const void *view, const vg_voice *voice, vg_text *out)
{
    const fate_state *s = view;
    bool it = voice->lang == VG_IT;
    vg_text_printf(out,
                   it ? "Giro %d. Oggetti da trovare: %d. Mazzo: %d, scarti: %d.%s\n"
                      : "Round %d. Objects to find: %d. Deck: %d, discards: %d.%s\n",
                   s->round, s->object_deck_count, s->deck_count, s->discard_count,
                   !s->white ? ""
                   : it      ? " Notte bianca."
                             : " White night.");
    if (voice->width >= VG_DRAWING_LEAST) draw_wood(s, voice, out);
    for (int p = 0; p < s->seats; p++) show_seat(s, p, voice, out);
    vg_text_printf(out,
                   it ? "Bosco di %d carte, da 0 a %d in senso orario; qui ciò che si sa:\n"
                      : "A wood of %d cards, 0 to %d clockwise; here is what is known:\n",
                   s->ring_count, s->ring_count - 1);
    for (int i = 0; i < s->ring_count; i++) show_path(s, i, voice, out);
    for (int p = 0; p < s->seats; p++) show_hand(s, p, voice, out);
}

// ---- for programs ------------------------------------------------------------------

static void print_owners(const fate_state *s, vg_json *out, const char *key, const uint8_t *dust)
{
    vg_json_put_open(out, key, '[');
    for (int p = 0; p < s->seats; p++) vg_json_int(out, dust[p]);
    vg_json_close(out, ']');
}

static void print_seat(const fate_state *s, int p, vg_json *out)
{
    vg_json_open(out, '{');
    vg_json_put_int(out, "dust", s->dust[p]);
    vg_json_put_int(out, "at", s->at[p]);
    vg_json_put_int(out, "gold", s->gold[p]);
    vg_json_put_int(out, "marks", s->marks[p]);
    vg_json_put_int(out, "hand_count", s->hand_count[p]);
    vg_json_put_open(out, "hand", '[');
    for (int i = 0; i < FATE_HAND && s->hand[p][i]; i++)
        vg_json_string(out, fate_cards[s->hand[p][i]].slug);
    vg_json_close(out, ']');
    vg_json_put_int(out, "object_count", s->object_count[p]);
    vg_json_put_open(out, "objects", '[');
    for (int o = 0; o < FATE_OBJECTS; o++) {
        if (!(fate_owned(s, p) >> o & 1)) continue;
        vg_json_open(out, '{');
        vg_json_put_string(out, "slug", fate_objects[o].slug);
        vg_json_put_bool(out, "up", s->object_up[p] >> o & 1);
        vg_json_put_bool(out, "shown", s->object_shown[p] >> o & 1);
        vg_json_close(out, '}');
    }
    vg_json_close(out, ']');
    vg_json_close(out, '}');
}

static void print_path(const fate_state *s, int path, vg_json *out)
{
    vg_json_open(out, '{');
    vg_json_key(out, "card");
    vg_json_string(out, s->ring[path] ? fate_cards[s->ring[path]].slug : NULL);
    vg_json_put_open(out, "known", '[');
    for (int p = 0; p < s->seats; p++)
        if (s->ring_known[path] >> p & 1) vg_json_int(out, p);
    vg_json_close(out, ']');
    print_owners(s, out, "aside", s->aside[path]);
    vg_json_put_string(out, "colour", fate_colour_slug[s->story_colour[path]]);
    vg_json_put_open(out, "story", '[');
    int start = fate_story_start(s, path);
    for (int i = start; i < start + s->story_length[path]; i++) {
        vg_json_open(out, '{');
        vg_json_put_string(out, "card", fate_cards[s->told[i].card].slug);
        vg_json_put_int(out, "value", s->told[i].value);
        vg_json_put_bool(out, "bare", fate_bare(&s->told[i]));
        print_owners(s, out, "dust", s->told[i].dust);
        vg_json_close(out, '}');
    }
    vg_json_close(out, ']');
    vg_json_close(out, '}');
}

void fate_print(const void *view, const vg_voice *voice, vg_json *out)
{
    (void)voice;
    const fate_state *s = view;
    vg_json_open(out, '{');
    vg_json_put_int(out, "turn", s->turn);
    vg_json_put_int(out, "round", s->round);
    vg_json_put_int(out, "cap", s->cap);
    vg_json_put_int(out, "purse", s->purse);
    vg_json_put_int(out, "tells", s->tells);
    int die = 0; // while it counts: from the roll to the movement
    for (int i = 0; i < s->stack.count; i++)
        if (s->stack.frame[i].phase == FATE_PHASE_MOVE) die = s->stack.frame[i].a;
    vg_json_put_int(out, "die", die);
    vg_json_put_bool(out, "white", s->white);
    vg_json_put_int(out, "deck", s->deck_count);
    vg_json_put_int(out, "objects", s->object_deck_count);
    vg_pile_json(&fate_rows, FATE_SET_CARD, "discards", s->discard, out);
    vg_json_put_open(out, "seats", '[');
    for (int p = 0; p < s->seats; p++) print_seat(s, p, out);
    vg_json_close(out, ']');
    vg_json_put_open(out, "ring", '[');
    for (int i = 0; i < s->ring_count; i++) print_path(s, i, out);
    vg_json_close(out, ']');
    vg_json_close(out, '}');
}

void fate_catalog(int edition, vg_lang lang, vg_json *out)
{
    static const char *const kinds[] = {"shoes", "wand", "wings", "hat"};
    static const char *const tints[FATE_TINTS] = {"pink", "green", "azure", "yellow", "white"};
    const fate_card_def *cards = fate_editions[edition].card;
    vg_json_open(out, '{');
    vg_json_put_open(out, "cards", '[');
    for (int c = 1; c < FATE_CARD_COUNT; c++) {
        if (c == FATE_NEW && !cards[c].copies) continue;
        vg_json_open(out, '{');
        vg_json_put_string(out, "slug", cards[c].slug);
        vg_json_put_string(out, "name", cards[c].title.in[lang]);
        vg_json_put_string(out, "text", cards[c].text.in[lang]);
        vg_json_put_string(out, "kind",
                           !cards[c].bars   ? "interruption"
                           : cards[c].value ? "legend"
                                            : "joker");
        vg_json_put_open(out, "colours", '[');
        for (int k = FATE_GOLD; k <= FATE_VIOLET; k++)
            if (cards[c].bars >> k & 1) vg_json_string(out, fate_colour_slug[k]);
        vg_json_close(out, ']');
        vg_json_put_int(out, "value", cards[c].value);
        vg_json_put_int(out, "copies", cards[c].copies);
        vg_json_close(out, '}');
    }
    vg_json_close(out, ']');
    vg_json_put_open(out, "objects", '[');
    for (int o = 0; o < FATE_OBJECTS; o++) {
        vg_json_open(out, '{');
        vg_json_put_string(out, "slug", fate_objects[o].slug);
        vg_json_put_string(out, "name", fate_objects[o].name.in[lang]);
        vg_json_put_string(out, "kind", kinds[fate_object_kind(o)]);
        vg_json_put_string(out, "colour", tints[fate_object_tint(o)]);
        vg_json_close(out, '}');
    }
    vg_json_close(out, ']');
    vg_json_put_open(out, "fairies", '[');
    for (int p = 0; p < FATE_SEATS; p++) vg_json_string(out, fairies[p].in[lang]);
    vg_json_close(out, ']');
    vg_json_close(out, '}');
}
