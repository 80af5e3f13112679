// notation.c: Fate e Leggende as the lines that scenarios read (dump) and write (edit).
#include "games/fate/fate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- dump -----------------------------------------------------------------------

static void dump_objects(vg_text *out, const char *key, int p, uint32_t objects)
{
    vg_text_printf(out, "%s %d:", key, p);
    for (int o = 0; o < FATE_OBJECTS; o++)
        if (objects >> o & 1) vg_text_printf(out, " %s", fate_objects[o].slug);
    vg_text_char(out, '\n');
}

static void dump_owners(const fate_state *s, vg_text *out, const uint8_t *dust)
{
    for (int p = 0; p < s->seats; p++) vg_text_printf(out, p ? ".%d" : "%d", dust[p]);
}

static bool any(const uint8_t *dust) { return vg_sum(dust, FATE_SEATS) != 0; }

static void dump_seat(const fate_state *s, int p, vg_text *out)
{
    vg_text_printf(out, "hand %d:", p);
    for (int i = 0; i < FATE_HAND && s->hand[p][i]; i++)
        vg_text_printf(out, " %s", fate_cards[s->hand[p][i]].slug);
    vg_text_printf(out, "\ncards %d: %d\n", p, s->hand_count[p]);
    dump_objects(out, "objects", p, fate_owned(s, p));
    dump_objects(out, "shown", p, s->object_shown[p]);
    dump_objects(out, "up", p, s->object_up[p]);
    vg_text_printf(out, "owned %d: %d\n", p, s->object_count[p]);
    vg_text_printf(out, "dust %d: %d\nat %d: %d\n", p, s->dust[p], p, s->at[p]);
    vg_text_printf(out, "gold %d: %d\nmarks %d: %d\n", p, s->gold[p], p, s->marks[p]);
}

static void dump_path(const fate_state *s, int path, vg_text *out)
{
    vg_text_printf(out, "ring %d: %s\n", path, fate_cards[s->ring[path]].slug);
    if (s->ring_known[path]) {
        vg_text_printf(out, "known %d:", path);
        for (int p = 0; p < s->seats; p++)
            if (s->ring_known[path] >> p & 1) vg_text_printf(out, " %d", p);
        vg_text_char(out, '\n');
    }
    if (s->story_length[path]) {
        vg_text_printf(out, "story %d: %s", path, fate_colour_slug[s->story_colour[path]]);
        int start = fate_story_start(s, path);
        for (int i = start; i < start + s->story_length[path]; i++) {
            const fate_told *t = &s->told[i];
            vg_text_printf(out, " %s", fate_cards[t->card].slug);
            if (fate_is_joker(t->card) && t->value) vg_text_printf(out, "=%d", t->value);
            if (!any(t->dust)) continue;
            vg_text_char(out, '/');
            dump_owners(s, out, t->dust);
        }
        vg_text_char(out, '\n');
    }
    if (any(s->aside[path])) {
        vg_text_printf(out, "aside %d: ", path);
        dump_owners(s, out, s->aside[path]);
        vg_text_char(out, '\n');
    }
}

void fate_dump(const void *state, vg_text *out)
{
    const fate_state *s = state;
    vg_text_printf(out, "turn: %d\nround: %d\ntells: %d\nwhite: %d\nending: %s\n", s->turn,
                   s->round, s->tells, s->white, fate_ending_slug[s->ending]);
    for (int p = 0; p < s->seats; p++) dump_seat(s, p, out);
    for (int i = 0; i < s->ring_count; i++) dump_path(s, i, out);
    vg_text_printf(out, "deck-count: %d\nobjects-left: %d\ndeck:", s->deck_count,
                   s->object_deck_count);
    vg_pile_text(&fate_rows, FATE_SET_CARD, s->deck, out);
    vg_text_add(out, "discards:");
    vg_pile_text(&fate_rows, FATE_SET_CARD, s->discard, out);
}

// ---- edit -----------------------------------------------------------------------

// Takes a card of the deck, else of the discards; 0: both are empty.
static int any_card(fate_state *s)
{
    for (int c = 1; c < FATE_CARD_COUNT; c++) {
        if (!s->deck[c]) continue;
        s->deck[c]--;
        s->deck_count--;
        return c;
    }
    for (int c = 1; c < FATE_CARD_COUNT; c++) {
        if (!s->discard[c]) continue;
        s->discard[c]--;
        s->discard_count--;
        return c;
    }
    return 0;
}

// Takes one copy of `card` from the deck, the discards, the forest or another hand (in this order);
// a place left empty gets the first card of the deck. False if it lies in a story.
static bool fetch(fate_state *s, int card)
{
    if (s->deck[card]) {
        s->deck[card]--;
        s->deck_count--;
        return true;
    }
    if (s->discard[card]) {
        s->discard[card]--;
        s->discard_count--;
        return true;
    }
    for (int i = 0; i < s->ring_count; i++) {
        if (s->ring[i] != card) continue;
        s->ring[i] = (uint8_t)any_card(s);
        s->ring_known[i] = 0;
        return s->ring[i] != 0;
    }
    for (int p = 0; p < s->seats; p++)
        for (int i = 0; i < s->hand_count[p]; i++) {
            if (s->hand[p][i] != card) continue;
            int other = any_card(s);
            fate_drop_card(s, p, card);
            if (other) fate_add_card(s, p, other);
            return other != 0;
        }
    return false;
}

static void to_deck(fate_state *s, int card)
{
    s->deck[card]++;
    s->deck_count++;
}

// The next word of *at; false at the end of the line.
static bool next(const char **at, char word[64])
{
    int used = 0;
    if (sscanf(*at, "%63s%n", word, &used) != 1) return false;
    *at += used;
    return true;
}

static int find_card(const char *word)
{
    return vg_set_find(&fate_rows, FATE_SET_CARD, NULL, word);
}

// The object if it is one of these; -1 otherwise.
static int find_object(const char *word, uint32_t among)
{
    int o = vg_set_find(&fate_rows, FATE_SET_OBJECT, NULL, word);
    return o >= 0 && among >> o & 1 ? o : -1;
}

static vg_err refuse(vg_text *why, const char *what, const char *word)
{
    vg_text_printf(why, "%s: \"%s\"", what, word);
    return VG_ERR_SYNTAX;
}

static vg_err edit_hand(fate_state *s, int p, const char *at, vg_text *why)
{
    char word[64];
    while (s->hand_count[p]) {
        to_deck(s, s->hand[p][0]);
        fate_drop_card(s, p, s->hand[p][0]);
    }
    while (next(&at, word)) {
        int card = find_card(word);
        if (card < 0 || s->hand_count[p] == 6 || !fetch(s, card))
            return refuse(why, "this card cannot be had", word);
        fate_add_card(s, p, card);
    }
    return VG_OK;
}

// "3.0.1": the dust of each owner, taken from its hand.
static bool edit_dust(fate_state *s, const char *text, uint8_t dust[FATE_SEATS])
{
    for (int p = 0; p < s->seats; p++) {
        char *end;
        long k = strtol(text, &end, 10);
        if (end == text || k < 0 || k > s->dust[p]) return false;
        dust[p] = (uint8_t)k;
        s->dust[p] = (uint8_t)(s->dust[p] - k);
        text = end + (*end == '.');
    }
    return !*text;
}

static void clear_story(fate_state *s, int path)
{
    while (s->story_length[path]) {
        int last = fate_last(s, path), card = s->told[last].card;
        for (int p = 0; p < s->seats; p++)
            s->dust[p] = (uint8_t)(s->dust[p] + s->told[last].dust[p]);
        memset(s->told[last].dust, 0, FATE_SEATS);
        fate_take_off(s, path, NULL);
        s->discard[card]--;
        s->discard_count--;
        to_deck(s, card);
    }
}

// "story 4: gold g1-lethe/1.0 j-gb=2": colour, then cards in order, each with a joker's value and
// the dust beside it.
static vg_err edit_story(fate_state *s, int path, const char *at, vg_text *why)
{
    char word[64];
    clear_story(s, path);
    if (!next(&at, word)) return VG_OK;
    int colour = vg_set_find(&fate_rows, FATE_SET_COLOUR, NULL, word);
    s->story_colour[path] = (uint8_t)(colour < 0 ? FATE_NO_COLOUR : colour);
    while (next(&at, word)) {
        char *rest = word + strcspn(word, "=/"), mark = *rest;
        *rest = '\0';
        int card = find_card(word);
        if (card < 0 || !fate_cards[card].bars || !fetch(s, card)) // there is room for legends only
            return refuse(why, "this card cannot be had", word);
        int slot = fate_story_start(s, path) + s->story_length[path];
        memmove(&s->told[slot + 1], &s->told[slot],
                (size_t)(s->told_count - slot) * sizeof s->told[0]);
        fate_told *t = &s->told[slot];
        *t = (fate_told){.card = (uint8_t)card, .value = fate_def(s, card)->value};
        s->told_count++;
        s->story_length[path]++;
        if (mark == '=') {
            t->value = (uint8_t)atoi(rest + 1);
            rest += rest[1] ? 2 : 1;
            mark = *rest;
        }
        if (mark && !edit_dust(s, rest + 1, t->dust))
            return refuse(why, "this dust cannot be had", word);
    }
    fate_wither(s, path, NULL);
    return VG_OK;
}

static vg_err edit_aside(fate_state *s, int path, const char *at, vg_text *why)
{
    char word[64];
    for (int p = 0; p < s->seats; p++) {
        s->dust[p] = (uint8_t)(s->dust[p] + s->aside[path][p]);
        s->aside[path][p] = 0;
    }
    if (next(&at, word) && !edit_dust(s, word, s->aside[path]))
        return refuse(why, "no such dust", word);
    return VG_OK;
}

// "dust 0: 4": what is too much goes beside path card 0, what is missing comes from beside the
// path.
static vg_err edit_purse(fate_state *s, int p, int wanted, vg_text *why)
{
    if (wanted < 0 || wanted > s->purse) return refuse(why, "no such dust", "");
    for (int i = 0; i < s->ring_count; i++) {
        s->dust[p] = (uint8_t)(s->dust[p] + s->aside[i][p]);
        s->aside[i][p] = 0;
    }
    if (s->dust[p] < wanted) return refuse(why, "the rest lies on stories", "");
    s->aside[0][p] = (uint8_t)(s->dust[p] - wanted);
    s->dust[p] = (uint8_t)wanted;
    return VG_OK;
}

static vg_err edit_objects(fate_state *s, int p, const char *at, vg_text *why)
{
    char word[64];
    s->object_deck |= s->object[p];
    s->object_deck_count = (uint8_t)(s->object_deck_count + s->object_count[p]);
    s->object[p] = s->object_shown[p] = s->object_up[p] = 0;
    s->object_count[p] = 0;
    while (next(&at, word)) {
        int o = find_object(word, s->object_deck);
        if (o < 0) return refuse(why, "no such object", word);
        s->object_deck &= ~(1u << o);
        s->object_deck_count--;
        s->object[p] |= 1u << o;
        s->object_count[p]++;
    }
    return VG_OK;
}

static vg_err edit_shown(fate_state *s, int p, const char *at, bool up, vg_text *why)
{
    char word[64];
    uint32_t set = 0;
    while (next(&at, word)) {
        int o = find_object(word, s->object[p]);
        if (o < 0) return refuse(why, "not owned", word);
        set |= 1u << o;
    }
    s->object_up[p] = up ? set : s->object_up[p] & set;
    s->object_shown[p] = up ? s->object_shown[p] | set : set;
    return VG_OK;
}

// "deck: ..." or "discards: ...": the pile holds exactly these; what it held goes to the other one.
static vg_err edit_pile(fate_state *s, bool deck, const char *at, vg_text *why)
{
    uint8_t wanted[FATE_KINDS] = {0};
    if (!vg_pile_read(&fate_rows, FATE_SET_CARD, at, wanted, why)) return VG_ERR_SYNTAX;
    for (int c = 1; c < FATE_CARD_COUNT; c++)
        for (int n = 0; n < wanted[c]; n++)
            if (!fetch(s, c)) return refuse(why, "this card cannot be had", fate_cards[c].slug);
    uint8_t *pile = deck ? s->deck : s->discard, *other = deck ? s->discard : s->deck;
    uint8_t *count = deck ? &s->deck_count : &s->discard_count;
    uint8_t *other_count = deck ? &s->discard_count : &s->deck_count;
    *other_count = (uint8_t)(*other_count + *count);
    *count = 0;
    for (int c = 0; c < FATE_CARD_COUNT; c++) {
        other[c] = (uint8_t)(other[c] + pile[c]);
        pile[c] = wanted[c];
        *count = (uint8_t)(*count + wanted[c]);
    }
    return VG_OK;
}

static vg_err edit_ring(fate_state *s, int path, const char *at, vg_text *why)
{
    char word[64] = "";
    if (!s->ring[path]) return refuse(why, "the forest is not laid yet", "");
    to_deck(s, s->ring[path]);
    s->ring[path] = 0;
    s->ring_known[path] = 0;
    int card = next(&at, word) ? find_card(word) : -1;
    if (card < 0 || !fetch(s, card)) return refuse(why, "this card cannot be had", word);
    s->ring[path] = (uint8_t)card;
    return VG_OK;
}

static vg_err edit_known(fate_state *s, int path, const char *at, vg_text *why)
{
    char word[64];
    s->ring_known[path] = 0;
    while (next(&at, word)) {
        int p = atoi(word);
        if (p < 0 || p >= s->seats) return refuse(why, "no such seat", word);
        s->ring_known[path] |= (uint8_t)(1u << p);
    }
    return VG_OK;
}

static vg_err edit_number(fate_state *s, const char *key, int value, vg_text *why)
{
    if (value < 0 || value > 200) return refuse(why, "out of bounds", key);
    if (strcmp(key, "white") == 0)
        s->white = value != 0;
    else if (strcmp(key, "round") == 0 && value > 0)
        s->round = (uint8_t)value;
    else if (strcmp(key, "tells") == 0 && value < 4)
        s->tells = (uint8_t)value;
    else
        return refuse(why, "this cannot be given", key);
    return VG_OK;
}

static vg_err edit_line(fate_state *s, const char *line, vg_text *why)
{
    char key[16] = "";
    int i = -1, used = 0;
    if (sscanf(line, "%15[a-z-]:%n", key, &used) == 1 && used) {
        const char *rest = line + used;
        if (strcmp(key, "deck") == 0) return edit_pile(s, true, rest, why);
        if (strcmp(key, "discards") == 0) return edit_pile(s, false, rest, why);
        return edit_number(s, key, atoi(rest), why);
    }
    if (sscanf(line, "%15[a-z-] %d:%n", key, &i, &used) != 2 || !used || i < 0)
        return refuse(why, "this cannot be given", line);
    const char *rest = line + used;
    int value = atoi(rest);
    if (i < s->ring_count) {
        if (strcmp(key, "ring") == 0) return edit_ring(s, i, rest, why);
        if (strcmp(key, "known") == 0) return edit_known(s, i, rest, why);
        if (strcmp(key, "story") == 0) return edit_story(s, i, rest, why);
        if (strcmp(key, "aside") == 0) return edit_aside(s, i, rest, why);
    }
    if (i >= s->seats) return refuse(why, "no such seat or key", line);
    if (strcmp(key, "hand") == 0) return edit_hand(s, i, rest, why);
    if (strcmp(key, "objects") == 0) return edit_objects(s, i, rest, why);
    if (strcmp(key, "shown") == 0) return edit_shown(s, i, rest, false, why);
    if (strcmp(key, "up") == 0) return edit_shown(s, i, rest, true, why);
    if (strcmp(key, "dust") == 0) return edit_purse(s, i, value, why);
    uint8_t *number = strcmp(key, "at") == 0      ? s->at
                      : strcmp(key, "gold") == 0  ? s->gold
                      : strcmp(key, "marks") == 0 ? s->marks
                                                  : NULL;
    if (!number || value < 0 || value >= (number == s->at ? s->ring_count : 100))
        return refuse(why, "this cannot be given", line);
    number[i] = (uint8_t)value;
    return VG_OK;
}

vg_err fate_edit(void *state, const char *line, vg_text *why)
{
    fate_state s = *(fate_state *)state;
    vg_err err = edit_line(&s, line, why);
    if (err) return err;
    fate_know_nothing(&s);
    const char *wrong = vg_check(&fate_game, &s);
    if (wrong) {
        vg_text_add(why, wrong);
        return VG_ERR_ILLEGAL;
    }
    *(fate_state *)state = s;
    return VG_OK;
}
