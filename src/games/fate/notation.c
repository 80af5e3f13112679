// notation.c: moves as text, and the state as lines that scenarios read (dump) and write (edit).
#include "games/fate/fate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const fate_colour_slug[FATE_COLOURS] = {"none", "gold", "blue", "violet"};
const char *const fate_object_kind_slug[] = {"shoes", "wand", "wings", "hat"};
const char *const fate_tint_slug[FATE_TINTS] = {"pink", "green", "azure", "yellow", "white"};
static const char *const ending_slug[FATE_ENDING_COUNT] = {"none",   "four", "empty",
                                                           "accord", "lock", "cap"};

void fate_object_slug(vg_text *out, int object)
{
    vg_text_printf(out, "%s-%s", fate_object_kind_slug[fate_object_kind(object)],
                   fate_tint_slug[fate_object_tint(object)]);
}

int fate_card_find(const char *slug, size_t n)
{
    for (int c = 1; c < FATE_CARD_COUNT; c++)
        if (strlen(fate_cards[c].slug) == n && memcmp(fate_cards[c].slug, slug, n) == 0) return c;
    return 0;
}

int fate_object_find(const char *slug, size_t n)
{
    for (int o = 0; o < FATE_OBJECTS; o++) {
        char buffer[24];
        vg_text text = VG_TEXT(buffer);
        fate_object_slug(&text, o);
        if (text.len == n && memcmp(buffer, slug, n) == 0) return o;
    }
    return -1;
}

// ---- moves ----------------------------------------------------------------------

static void as_text(vg_text *out, int as)
{
    if (fate_as_colour(as)) vg_text_printf(out, " %s", fate_colour_slug[fate_as_colour(as)]);
    vg_text_printf(out, " %d", fate_as_value(as));
}

static void reveal_text(vg_text *out, int kind, int tint)
{
    if (!tint) return;
    vg_text_char(out, ' ');
    fate_object_slug(out, kind * FATE_TINTS + tint - 1);
}

static void play_text(vg_text *out, vg_move m)
{
    int effect = fate_cards[vg_move_a(m)].effect, aim = vg_move_b(m);
    vg_text_printf(out, "play %s", fate_cards[vg_move_a(m)].slug);
    if (!vg_move_c(m)) return;
    vg_text_printf(out, " %d", fate_aim_path(aim));
    if (effect == FATE_OFFERING || effect == FATE_SHAPE_SHIFT)
        vg_text_printf(out, " %d", fate_aim_number(aim));
}

void fate_move_text(const void *state, vg_move m, vg_text *out)
{
    (void)state;
    int a = vg_move_a(m), b = vg_move_b(m), c = vg_move_c(m);
    switch ((fate_move)vg_move_kind(m)) {
    case FATE_DO_START: vg_text_printf(out, "start %d", a); return;
    case FATE_DO_DRAW: vg_text_printf(out, "draw %s", fate_cards[a].slug); return;
    case FATE_DO_DIE: vg_text_printf(out, "die %d", a); return;
    case FATE_DO_OBJECT:
        vg_text_add(out, "object ");
        fate_object_slug(out, a);
        return;
    case FATE_DO_ROLL: vg_text_add(out, "roll"); return;
    case FATE_DO_HAT:
        vg_text_add(out, "hat");
        reveal_text(out, FATE_HAT, c);
        return;
    case FATE_DO_MOVE:
        if (a == 0)
            vg_text_add(out, "move 0");
        else
            vg_text_printf(out, "move %s %d", b ? "ccw" : "cw", a);
        reveal_text(out, FATE_SHOES, fate_reveal_one(c));
        reveal_text(out, FATE_WINGS, fate_reveal_wings(c));
        return;
    case FATE_DO_LOOK:
        vg_text_printf(out, "look %d", a);
        reveal_text(out, FATE_WAND, c);
        return;
    case FATE_DO_SKIP: vg_text_add(out, "skip"); return;
    case FATE_DO_SWAP: vg_text_printf(out, "swap %s", fate_cards[a].slug); return;
    case FATE_DO_KEEP: vg_text_add(out, "keep"); return;
    case FATE_DO_TELL:
        vg_text_printf(out, "tell %s", fate_cards[a].slug);
        if (b) as_text(out, b);
        if (c) {
            vg_text_add(out, " after");
            as_text(out, c);
        }
        return;
    case FATE_DO_DONE: vg_text_add(out, "done"); return;
    case FATE_DO_EXTRA: vg_text_add(out, a ? "extra" : "no-extra"); return;
    case FATE_DO_TAKE: vg_text_printf(out, "take %d from %d", a, b); return;
    case FATE_DO_BLAME: vg_text_printf(out, "blame %d", a); return;
    case FATE_DO_LAY: vg_text_add(out, a ? "lay up" : "lay down"); return;
    case FATE_DO_DISCARD: vg_text_printf(out, "discard %s", fate_cards[a].slug); return;
    case FATE_DO_SHOW:
        vg_text_add(out, "show ");
        fate_object_slug(out, a);
        return;
    case FATE_DO_COVER:
        vg_text_add(out, "cover ");
        fate_object_slug(out, a);
        return;
    case FATE_DO_PLAY: play_text(out, m); return;
    case FATE_DO_PASS: vg_text_add(out, "pass"); return;
    case FATE_DO_PROPOSE: vg_text_add(out, "propose"); return;
    case FATE_DO_VOTE: vg_text_add(out, a ? "agree" : "refuse"); return;
    case FATE_DO_PICK: vg_text_printf(out, "pick %d", a); return;
    case FATE_DO_EXCHANGE: vg_text_add(out, "exchange"); return;
    case FATE_DO_LEAVE: vg_text_add(out, "leave"); return;
    }
}

// ---- dump -----------------------------------------------------------------------

static void dump_objects(vg_text *out, const char *key, int p, uint32_t objects)
{
    vg_text_printf(out, "%s %d:", key, p);
    for (int o = 0; o < FATE_OBJECTS; o++) {
        if (!(objects >> o & 1)) continue;
        vg_text_char(out, ' ');
        fate_object_slug(out, o);
    }
    vg_text_char(out, '\n');
}

static void dump_owners(const fate_state *s, vg_text *out, const uint8_t *dust)
{
    for (int p = 0; p < s->seats; p++) vg_text_printf(out, p ? ".%d" : "%d", dust[p]);
}

static bool any(const uint8_t *dust)
{
    for (int p = 0; p < FATE_SEATS; p++)
        if (dust[p]) return true;
    return false;
}

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

static void dump_counts(vg_text *out, const char *key, const uint8_t *count)
{
    vg_text_printf(out, "%s:", key);
    for (int c = 1; c < FATE_CARD_COUNT; c++)
        for (int n = 0; n < count[c]; n++) vg_text_printf(out, " %s", fate_cards[c].slug);
    vg_text_char(out, '\n');
}

void fate_dump(const void *state, vg_text *out)
{
    const fate_state *s = state;
    vg_text_printf(out, "turn: %d\nround: %d\ntells: %d\nwhite: %d\nending: %s\n", s->turn,
                   s->round, s->tells, s->white, ending_slug[s->ending]);
    for (int p = 0; p < s->seats; p++) dump_seat(s, p, out);
    for (int i = 0; i < s->ring_count; i++) dump_path(s, i, out);
    vg_text_printf(out, "deck-count: %d\nobjects-left: %d\n", s->deck_count, s->object_deck_count);
    dump_counts(out, "deck", s->deck);
    dump_counts(out, "discards", s->discard);
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

// The next word of *at, its length in *n; NULL at the end.
static const char *word(const char **at, size_t *n)
{
    const char *w = *at + strspn(*at, " ");
    *n = strcspn(w, " ");
    *at = w + *n;
    return *n ? w : NULL;
}

static vg_err refuse(vg_text *why, const char *what, const char *w, size_t n)
{
    vg_text_printf(why, "%s: \"%.*s\"", what, (int)n, w);
    return VG_ERR_SYNTAX;
}

static vg_err edit_hand(fate_state *s, int p, const char *at, vg_text *why)
{
    size_t n;
    while (s->hand_count[p]) {
        to_deck(s, s->hand[p][0]);
        fate_drop_card(s, p, s->hand[p][0]);
    }
    for (const char *w; (w = word(&at, &n));) {
        int card = fate_card_find(w, n);
        if (!card || s->hand_count[p] == 6 || !fetch(s, card))
            return refuse(why, "this card cannot be had", w, n);
        fate_add_card(s, p, card);
    }
    return VG_OK;
}

// "3.0.1": the dust of each owner, taken from its hand.
static bool edit_dust(fate_state *s, const char *text, size_t n, uint8_t dust[FATE_SEATS])
{
    const char *end = text + n;
    for (int p = 0; p < s->seats; p++) {
        char *next;
        long k = strtol(text, &next, 10);
        if (next == text || next > end || k < 0 || k > s->dust[p]) return false;
        dust[p] = (uint8_t)k;
        s->dust[p] = (uint8_t)(s->dust[p] - k);
        text = next + (*next == '.');
    }
    return text == end;
}

static void clear_story(fate_state *s, int path)
{
    while (s->story_length[path]) {
        int last = fate_story_start(s, path) + s->story_length[path] - 1;
        int card = s->told[last].card;
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
    size_t n;
    clear_story(s, path);
    const char *w = word(&at, &n);
    if (!w) return VG_OK;
    int colour = FATE_VIOLET;
    while (colour &&
           (strlen(fate_colour_slug[colour]) != n || memcmp(fate_colour_slug[colour], w, n)))
        colour--;
    s->story_colour[path] = (uint8_t)colour;
    while ((w = word(&at, &n))) {
        size_t name = strcspn(w, "=/ ");
        int card = fate_card_find(w, name < n ? name : n);
        if (!card || !fetch(s, card)) return refuse(why, "this card cannot be had", w, n);
        int slot = fate_story_start(s, path) + s->story_length[path];
        memmove(&s->told[slot + 1], &s->told[slot],
                (size_t)(s->told_count - slot) * sizeof s->told[0]);
        fate_told *t = &s->told[slot];
        *t = (fate_told){.card = (uint8_t)card, .value = fate_def(s, card)->value};
        s->told_count++;
        s->story_length[path]++;
        if (name < n && w[name] == '=') {
            t->value = (uint8_t)atoi(w + name + 1);
            name += 2;
        }
        if (name < n && !edit_dust(s, w + name + 1, n - name - 1, t->dust))
            return refuse(why, "this dust cannot be had", w, n);
    }
    fate_wither(s, path, NULL);
    return VG_OK;
}

static vg_err edit_aside(fate_state *s, int path, const char *at, vg_text *why)
{
    size_t n;
    for (int p = 0; p < s->seats; p++) {
        s->dust[p] = (uint8_t)(s->dust[p] + s->aside[path][p]);
        s->aside[path][p] = 0;
    }
    const char *w = word(&at, &n);
    if (w && !edit_dust(s, w, n, s->aside[path])) return refuse(why, "no such dust", w, n);
    return VG_OK;
}

// "dust 0: 4": what is too much goes beside path card 0, what is missing comes from beside the
// path.
static vg_err edit_purse(fate_state *s, int p, int wanted, vg_text *why)
{
    if (wanted < 0 || wanted > s->purse) return refuse(why, "no such dust", "", 0);
    for (int i = 0; i < s->ring_count; i++) {
        s->dust[p] = (uint8_t)(s->dust[p] + s->aside[i][p]);
        s->aside[i][p] = 0;
    }
    if (s->dust[p] < wanted) return refuse(why, "the rest lies on stories", "", 0);
    s->aside[0][p] = (uint8_t)(s->dust[p] - wanted);
    s->dust[p] = (uint8_t)wanted;
    return VG_OK;
}

static vg_err edit_objects(fate_state *s, int p, const char *at, vg_text *why)
{
    size_t n;
    s->object_deck |= s->object[p];
    s->object_deck_count = (uint8_t)(s->object_deck_count + s->object_count[p]);
    s->object[p] = s->object_shown[p] = s->object_up[p] = 0;
    s->object_count[p] = 0;
    for (const char *w; (w = word(&at, &n));) {
        int o = fate_object_find(w, n);
        if (o < 0 || !(s->object_deck >> o & 1)) return refuse(why, "no such object", w, n);
        s->object_deck &= ~(1u << o);
        s->object_deck_count--;
        s->object[p] |= 1u << o;
        s->object_count[p]++;
    }
    return VG_OK;
}

static vg_err edit_shown(fate_state *s, int p, const char *at, bool up, vg_text *why)
{
    size_t n;
    uint32_t set = 0;
    for (const char *w; (w = word(&at, &n));) {
        int o = fate_object_find(w, n);
        if (o < 0 || !(s->object[p] >> o & 1)) return refuse(why, "not owned", w, n);
        set |= 1u << o;
    }
    s->object_up[p] = up ? set : s->object_up[p] & set;
    s->object_shown[p] = up ? s->object_shown[p] | set : set;
    return VG_OK;
}

// "deck: ..." or "discards: ...": the pile holds exactly these; what it held goes to the other one.
static vg_err edit_pile(fate_state *s, bool deck, const char *at, vg_text *why)
{
    size_t n;
    uint8_t wanted[FATE_KINDS] = {0};
    for (const char *w; (w = word(&at, &n));) {
        int card = fate_card_find(w, n);
        if (!card || !fetch(s, card)) return refuse(why, "this card cannot be had", w, n);
        wanted[card]++;
    }
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
    size_t n = 0;
    const char *w = word(&at, &n);
    int card = w ? fate_card_find(w, n) : 0;
    if (!s->ring[path]) return refuse(why, "the forest is not laid yet", "", 0);
    to_deck(s, s->ring[path]);
    s->ring[path] = 0;
    s->ring_known[path] = 0;
    if (!card || !fetch(s, card)) return refuse(why, "this card cannot be had", w ? w : "", n);
    s->ring[path] = (uint8_t)card;
    return VG_OK;
}

static vg_err edit_known(fate_state *s, int path, const char *at, vg_text *why)
{
    size_t n;
    s->ring_known[path] = 0;
    for (const char *w; (w = word(&at, &n));) {
        int p = atoi(w);
        if (p < 0 || p >= s->seats) return refuse(why, "no such seat", w, n);
        s->ring_known[path] |= (uint8_t)(1u << p);
    }
    return VG_OK;
}

static vg_err edit_number(fate_state *s, const char *key, int value, vg_text *why)
{
    if (value < 0 || value > 200) return refuse(why, "out of bounds", key, strlen(key));
    if (strcmp(key, "white") == 0)
        s->white = value != 0;
    else if (strcmp(key, "round") == 0 && value > 0)
        s->round = (uint8_t)value;
    else if (strcmp(key, "tells") == 0 && value < 4)
        s->tells = (uint8_t)value;
    else
        return refuse(why, "this cannot be given", key, strlen(key));
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
        return refuse(why, "this cannot be given", line, strlen(line));
    const char *rest = line + used;
    int value = atoi(rest);
    if (i < s->ring_count) {
        if (strcmp(key, "ring") == 0) return edit_ring(s, i, rest, why);
        if (strcmp(key, "known") == 0) return edit_known(s, i, rest, why);
        if (strcmp(key, "story") == 0) return edit_story(s, i, rest, why);
        if (strcmp(key, "aside") == 0) return edit_aside(s, i, rest, why);
    }
    if (i >= s->seats) return refuse(why, "no such seat or key", line, strlen(line));
    if (strcmp(key, "hand") == 0) return edit_hand(s, i, rest, why);
    if (strcmp(key, "objects") == 0) return edit_objects(s, i, rest, why);
    if (strcmp(key, "shown") == 0) return edit_shown(s, i, rest, false, why);
    if (strcmp(key, "up") == 0) return edit_shown(s, i, rest, true, why);
    if (strcmp(key, "dust") == 0) return edit_purse(s, i, value, why);
    if (strcmp(key, "at") == 0 && value >= 0 && value < s->ring_count) {
        s->at[i] = (uint8_t)value;
        return VG_OK;
    }
    if (strcmp(key, "gold") == 0 && value >= 0 && value < 100) {
        s->gold[i] = (uint8_t)value;
        return VG_OK;
    }
    if (strcmp(key, "marks") == 0 && value >= 0 && value < 100) {
        s->marks[i] = (uint8_t)value;
        return VG_OK;
    }
    return refuse(why, "this cannot be given", line, strlen(line));
}

vg_err fate_edit(void *state, const char *line, vg_text *why)
{
    fate_state s = *(fate_state *)state;
    vg_err err = edit_line(&s, line, why);
    if (err) return err;
    fate_know_nothing(&s);
    const char *wrong = fate_check(&s);
    if (wrong) {
        vg_text_add(why, wrong);
        return VG_ERR_ILLEGAL;
    }
    *(fate_state *)state = s;
    return VG_OK;
}
