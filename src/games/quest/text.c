// text.c: Quest for Legend in notation: moves, and the lines that scenarios
// read and write. `medusa@1` is the Medusa mission of seat 1; if that seat has
// both copies on the table, `medusa@1.2` is the one it started later.
#include "games/quest/quest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- notation ------------------------------------------------------------------

void quest_slot_text(const quest_state *s, int slot, vg_text *out)
{
    const quest_slot *q = &s->slot[slot];
    vg_text_add(out, quest_cards(s)->mission[slot >> 1].slug);
    vg_text_char(out, '@');
    vg_text_int(out, q->owner - 1);
    if ((slot & 1) && q[-1].owner == q->owner) vg_text_add(out, ".2");
}

void quest_move_text(const void *state, vg_move m, vg_text *out)
{
    const quest_state *s = state;
    const quest_edition *e = quest_cards(s);
    int a = vg_move_a(m), b = vg_move_b(m);
    switch ((quest_move)vg_move_kind(m)) {
    case QUEST_M_FIRST: vg_text_printf(out, "first %d", a); return;
    case QUEST_M_HERO: vg_text_printf(out, "hero %d %s", a, e->hero[b].slug); return;
    case QUEST_M_DRAW: vg_text_printf(out, "draw %s", quest_kind_slug(e, a)); return;
    case QUEST_M_PUT:
        vg_text_printf(out, "put %s ", e->resource[a].slug);
        quest_slot_text(s, b, out);
        return;
    case QUEST_M_PAIR:
        vg_text_add(out, "pair ");
        quest_slot_text(s, a, out);
        return;
    case QUEST_M_DECLARE:
        vg_text_add(out, "declare ");
        quest_slot_text(s, a, out);
        return;
    case QUEST_M_START: vg_text_printf(out, "start %s", e->mission[a].slug); return;
    case QUEST_M_DISCARD: vg_text_printf(out, "discard %s", quest_kind_slug(e, a)); return;
    case QUEST_M_DONE: vg_text_add(out, "done"); return;
    }
}

// ---- dump ----------------------------------------------------------------------

static void list(const quest_edition *e, const uint8_t *count, int kinds, vg_text *out)
{
    for (int k = 0; k < kinds; k++)
        for (int n = 0; n < count[k]; n++) vg_text_printf(out, " %s", quest_kind_slug(e, k));
    vg_text_char(out, '\n');
}

static void list_owned(const quest_edition *e, const uint8_t *owner, int seat, vg_text *out)
{
    for (int m = 0; m < QUEST_MISSIONS; m++)
        if (owner[m] == seat + 1) vg_text_printf(out, " %s", e->mission[m].slug);
    vg_text_char(out, '\n');
}

static const char *const phase_names[QUEST_PHASE_COUNT] = {
    [QUEST_OVER] = "over", [QUEST_FIRST] = "first",     [QUEST_HERO] = "hero",
    [QUEST_DEAL] = "deal", [QUEST_PUT] = "put",         [QUEST_START] = "start",
    [QUEST_DRAW] = "draw", [QUEST_DISCARD] = "discard",
};

void quest_dump(const void *state, vg_text *out)
{
    const quest_state *s = state;
    const quest_edition *e = quest_cards(s);
    vg_text_printf(out, "phase: %s\nturn: %d\n", phase_names[s->phase], s->turn);
    for (int p = 0; p < s->seats; p++) {
        if (s->hero[p]) vg_text_printf(out, "hero %d: %s\n", p, quest_hero_of(s, p)->slug);
        vg_text_printf(out, "hand-count %d: %d\nhand %d:", p, s->hand_count[p], p);
        list(e, s->hand[p], QUEST_KINDS, out);
        vg_text_printf(out, "completed %d:", p);
        list_owned(e, s->won, p, out);
        vg_text_printf(out, "superseded %d:", p);
        list_owned(e, s->beaten, p, out);
    }
    for (uint32_t table = s->table; table; table &= table - 1) {
        int at = vg_lowest(table);
        vg_text_add(out, "under ");
        quest_slot_text(s, at, out);
        vg_text_char(out, ':');
        list(e, s->slot[at].laid, QUEST_RESOURCES, out);
        vg_text_add(out, "missing ");
        quest_slot_text(s, at, out);
        vg_text_char(out, ':');
        list(e, s->slot[at].missing, QUEST_RESOURCES, out);
    }
    vg_text_printf(out, "decks: %d\ndeck-count: %d\ndeck:", s->decks, s->deck_count);
    list(e, s->deck, QUEST_KINDS, out);
    vg_text_add(out, "discard:");
    list(e, s->discard, QUEST_KINDS, out);
    vg_text_add(out, "aside:");
    list(e, s->aside, QUEST_RESOURCES, out);
    if (s->decks == 2) {
        vg_text_add(out, "second:");
        list(e, s->second, QUEST_KINDS, out);
        for (int p = 0; p < s->seats; p++) {
            vg_text_printf(out, "drew %d:", p);
            list(e, s->drew[p], QUEST_KINDS, out);
        }
    }
    if (s->ending) vg_text_printf(out, "last: %d\n", s->last_left);
}

// ---- edit ----------------------------------------------------------------------

static int find_mission(const quest_edition *e, const char *word, size_t n)
{
    for (int m = 0; m < QUEST_MISSIONS; m++)
        if (strlen(e->mission[m].slug) == n && !memcmp(e->mission[m].slug, word, n)) return m;
    return -1;
}

int quest_find_kind(const quest_edition *e, const char *word, size_t n)
{
    for (int k = 0; k < QUEST_KINDS; k++)
        if (strlen(quest_kind_slug(e, k)) == n && !memcmp(quest_kind_slug(e, k), word, n)) return k;
    return -1;
}

// Reads "boat boat crew*3" into counts; false if a word is no card of the first `kinds`.
static bool read_cards(const quest_edition *e, const char *at, int kinds, uint8_t *count,
                       vg_text *why)
{
    for (;;) {
        at += strspn(at, " ");
        size_t n = strcspn(at, " *");
        if (n == 0) return true;
        int k = quest_find_kind(e, at, n);
        if (k < 0 || k >= kinds) {
            vg_text_printf(why, "\"%.*s\" is no card that can be here", (int)n, at);
            return false;
        }
        at += n;
        long times = 1;
        if (*at == '*') {
            char *end;
            times = strtol(at + 1, &end, 10);
            if (end == at + 1 || times < 0 || times > QUEST_CARDS) {
                vg_text_add(why, "a count between 0 and 64 follows the star");
                return false;
            }
            at = end;
        }
        if (count[k] + times > QUEST_CARDS) {
            vg_text_add(why, "there are 64 cards in all");
            return false;
        }
        count[k] = (uint8_t)(count[k] + times);
    }
}

static bool fetch(quest_state *s, int kind, int keep)
{
    const vg_cards all = {s->deck,     &s->deck_count, s->discard, s->hand[0],
                          QUEST_KINDS, s->seats,       QUEST_KINDS};
    return vg_cards_fetch(&all, kind, keep);
}

static void to_deck(quest_state *s, const uint8_t *count, int kinds)
{
    for (int k = 0; k < kinds; k++) {
        s->deck[k] = (uint8_t)(s->deck[k] + count[k]);
        s->deck_count = (uint8_t)(s->deck_count + count[k]);
    }
}

// Empties `zone` into the deck and fills it with `want`.
static bool refill(quest_state *s, uint8_t *zone, const uint8_t *want, int kinds, int keep,
                   vg_text *why)
{
    to_deck(s, zone, kinds);
    memset(zone, 0, (size_t)kinds);
    for (int k = 0; k < kinds; k++)
        for (int n = 0; n < want[k]; n++) {
            if (!fetch(s, k, keep)) {
                vg_text_printf(why, "no %s is left for this", quest_kind_slug(quest_cards(s), k));
                return false;
            }
            zone[k]++;
        }
    return true;
}

static bool edit_hand(quest_state *s, int seat, const char *cards, vg_text *why)
{
    uint8_t want[QUEST_KINDS] = {0};
    if (!read_cards(quest_cards(s), cards, QUEST_KINDS, want, why)) return false;
    s->hand_count[seat] = 0;
    if (!refill(s, s->hand[seat], want, QUEST_KINDS, seat, why)) return false;
    for (int k = 0; k < QUEST_KINDS; k++)
        s->hand_count[seat] = (uint8_t)(s->hand_count[seat] + want[k]);
    return true;
}

// "deck: boat": what is not named goes to the discards.
static bool edit_deck(quest_state *s, const char *cards, vg_text *why)
{
    uint8_t want[QUEST_KINDS] = {0};
    if (!read_cards(quest_cards(s), cards, QUEST_KINDS, want, why)) return false;
    for (int k = 0; k < QUEST_KINDS; k++) {
        s->discard[k] = (uint8_t)(s->discard[k] + s->deck[k]);
        s->deck[k] = 0;
    }
    s->deck_count = 0;
    for (int k = 0; k < QUEST_KINDS; k++) {
        if (s->discard[k] < want[k]) {
            vg_text_printf(why, "no %s is left for this", quest_kind_slug(quest_cards(s), k));
            return false;
        }
        s->discard[k] = (uint8_t)(s->discard[k] - want[k]);
    }
    to_deck(s, want, QUEST_KINDS);
    return true;
}

static bool edit_owned(quest_state *s, uint8_t *owner, int seat, const char *cards, vg_text *why)
{
    uint8_t want[QUEST_KINDS] = {0};
    if (!read_cards(quest_cards(s), cards, QUEST_KINDS, want, why)) return false;
    for (int m = 0; m < QUEST_MISSIONS; m++) {
        int k = QUEST_RESOURCES + m;
        if (owner[m] == seat + 1) {
            owner[m] = 0;
            s->deck[k]++;
            s->deck_count++;
        }
        if (!want[k]) continue;
        if (want[k] > 1 || owner[m] || !fetch(s, k, -1)) {
            vg_text_printf(why, "no %s is left for this", quest_kind_slug(quest_cards(s), k));
            return false;
        }
        owner[m] = (uint8_t)(seat + 1);
    }
    s->done = 0;
    for (int m = 0; m < QUEST_MISSIONS; m++)
        if (s->won[m]) s->done = (uint16_t)(s->done | 1u << m);
    return true;
}

int quest_find_slot(const quest_state *s, const char *word, size_t n)
{
    size_t name = strcspn(word, "@");
    if (name + 1 >= n || word[name + 1] < '0' || word[name + 1] >= '0' + s->seats) return -1;
    int mission = find_mission(quest_cards(s), word, name), seat = word[name + 1] - '0';
    bool later = n == name + 4 && memcmp(word + name + 2, ".2", 2) == 0;
    if (mission < 0 || (n != name + 2 && !later)) return -1;
    for (int c = 0; c < QUEST_TWINS; c++) {
        const quest_slot *q = &s->slot[mission * QUEST_TWINS + c];
        if (q->owner != seat + 1) continue;
        if (later && !(c == 1 && q[-1].owner == q->owner)) continue;
        return mission * QUEST_TWINS + c;
    }
    return -2 - mission * 4 - seat;
}

// "under medusa@1: favour": the mission lies there with these cards; its needs follow from them.
static bool edit_under(quest_state *s, const char *word, size_t n, const char *cards, vg_text *why)
{
    uint8_t want[QUEST_RESOURCES] = {0};
    int at = quest_find_slot(s, word, n);
    if (at == -1 || !read_cards(quest_cards(s), cards, QUEST_RESOURCES, want, why)) {
        if (at == -1) vg_text_add(why, "a mission on the table is named like medusa@1");
        return false;
    }
    if (at < 0) {
        int mission = (-2 - at) / 4, seat = (-2 - at) % 4;
        if (s->done >> mission & 1 || !fetch(s, QUEST_RESOURCES + mission, -1)) {
            vg_text_add(why, "no copy of that mission can be put on the table");
            return false;
        }
        at = quest_lay_mission(s, seat, mission);
    }
    quest_slot *q = &s->slot[at];
    if (!refill(s, q->laid, want, QUEST_RESOURCES, -1, why)) return false;
    q->left = q->open = 0;
    for (int r = 0; r < QUEST_RESOURCES; r++) {
        int need = quest_cards(s)->mission[at >> 1].need[r];
        q->missing[r] = (uint8_t)(need > want[r] ? need - want[r] : 0);
        q->left = (uint8_t)(q->left + q->missing[r]);
        q->open = (uint8_t)(q->open | (q->missing[r] != 0) << r);
    }
    return true;
}

// "missing medusa@1: boat": for what lies there as a pair.
static bool edit_missing(quest_state *s, const char *word, size_t n, const char *cards,
                         vg_text *why)
{
    uint8_t want[QUEST_RESOURCES] = {0};
    int at = quest_find_slot(s, word, n);
    if (at < 0) {
        vg_text_add(why, "no such mission is on the table");
        return false;
    }
    if (!read_cards(quest_cards(s), cards, QUEST_RESOURCES, want, why)) return false;
    quest_slot *q = &s->slot[at];
    q->left = q->open = 0;
    for (int r = 0; r < QUEST_RESOURCES; r++) {
        q->missing[r] = want[r];
        q->left = (uint8_t)(q->left + want[r]);
        q->open = (uint8_t)(q->open | (want[r] != 0) << r);
    }
    return true;
}

static bool edit_hero(quest_state *s, int seat, const char *word, vg_text *why)
{
    word += strspn(word, " ");
    for (int h = 0; h < QUEST_HEROES; h++) {
        size_t n = strlen(quest_cards(s)->hero[h].slug);
        if (strncmp(word, quest_cards(s)->hero[h].slug, n) || word[n + strspn(word + n, " ")])
            continue;
        for (int p = 0; p < s->seats; p++) // whoever has it takes this seat's hero instead
            if (s->hero[p] == h + 1) s->hero[p] = s->hero[seat];
        s->hero[seat] = (uint8_t)(h + 1);
        return true;
    }
    vg_text_add(why, "a hero is hercules, ulysses, perseus or jason");
    return false;
}

static bool edit_phase(quest_state *s, const char *word, vg_text *why)
{
    word += strspn(word, " ");
    if (!strncmp(word, "put", 3)) {
        s->phase = QUEST_PUT;
    } else if (!strncmp(word, "start", 5) && !s->ending) {
        s->phase = QUEST_START;
    } else {
        vg_text_add(why, "the phase can be put, or start before the last round");
        return false;
    }
    return true;
}

static bool edit_number(quest_state *s, const char *key, int n, vg_text *why)
{
    if (!strcmp(key, "turn") && n >= 0 && n < s->seats) {
        s->turn = (uint8_t)n;
        return true;
    }
    if (!strcmp(key, "decks") && (n == 1 || n == 2)) {
        s->decks = (uint8_t)n;
        return true;
    }
    if (!strcmp(key, "last") && n >= 0 && n < s->seats) {
        s->decks = 2;
        s->ending = 1;
        s->last_left = (uint8_t)n;
        s->phase = QUEST_PUT;
        return true;
    }
    vg_text_add(why, "turn is a seat, decks is 1 or 2, last is how many last turns follow");
    return false;
}

static bool edit_line(quest_state *s, const char *line, vg_text *why)
{
    char key[16];
    int used = 0, seat = 0;
    if (sscanf(line, "%15[a-z-] %d:%n", key, &seat, &used) == 2 && used) {
        if (seat < 0 || seat >= s->seats) {
            vg_text_add(why, "there is no such seat");
            return false;
        }
        if (!strcmp(key, "hand")) return edit_hand(s, seat, line + used, why);
        if (!strcmp(key, "hero")) return edit_hero(s, seat, line + used, why);
        if (!strcmp(key, "completed")) return edit_owned(s, s->won, seat, line + used, why);
        if (!strcmp(key, "superseded")) return edit_owned(s, s->beaten, seat, line + used, why);
    }
    used = 0;
    if (sscanf(line, "%15[a-z-]:%n", key, &used) == 1 && used) {
        uint8_t want[QUEST_KINDS] = {0};
        if (!strcmp(key, "deck")) return edit_deck(s, line + used, why);
        if (!strcmp(key, "discard"))
            return read_cards(quest_cards(s), line + used, QUEST_KINDS, want, why) &&
                   refill(s, s->discard, want, QUEST_KINDS, -1, why);
        if (!strcmp(key, "aside"))
            return read_cards(quest_cards(s), line + used, QUEST_RESOURCES, want, why) &&
                   refill(s, s->aside, want, QUEST_RESOURCES, -1, why);
        if (!strcmp(key, "phase")) return edit_phase(s, line + used, why);
        return edit_number(s, key, atoi(line + used), why);
    }
    size_t n = strcspn(line, " "), word = strcspn(line + n, ":");
    if (line[n] && line[n + word]) {
        const char *name = line + n + 1, *cards = line + n + word + 1;
        if (!strncmp(line, "under ", 6)) return edit_under(s, name, word - 1, cards, why);
        if (!strncmp(line, "missing ", 8)) return edit_missing(s, name, word - 1, cards, why);
    }
    vg_text_add(why, "what can be given: hand, hero, completed, superseded SEAT; under, missing "
                     "MISSION@SEAT; deck, discard, aside, phase, turn, decks, last");
    return false;
}

vg_err quest_edit(void *state, const char *line, vg_text *why)
{
    quest_state s = *(quest_state *)state;
    if (s.phase != QUEST_PUT && s.phase != QUEST_START && s.phase != QUEST_DISCARD) {
        vg_text_add(why, "a position is given when a seat is asked");
        return VG_ERR_SYNTAX;
    }
    if (!edit_line(&s, line, why)) return VG_ERR_SYNTAX;
    // The second deck is taken as shuffled just now: nobody remembers a draw from it.
    memset(s.drew, 0, sizeof s.drew);
    memset(s.drew_count, 0, sizeof s.drew_count);
    memset(s.second, 0, sizeof s.second);
    memset(s.shown, 0, sizeof s.shown);
    s.shown_count = 0;
    if (s.decks == 2) memcpy(s.second, s.deck, sizeof s.second);
    const char *wrong = quest_check(&s);
    if (wrong) {
        vg_text_add(why, wrong);
        return VG_ERR_SYNTAX;
    }
    *(quest_state *)state = s;
    return VG_OK;
}
