// notation.c: Quest for Legend as the lines that scenarios read and write. `medusa@1` is the Medusa
// mission of seat 1; if that seat has both copies on the table, `medusa@1.2` is the one it started
// later.
#include "games/quest/quest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- dump ----------------------------------------------------------------------

static void list_owned(const quest_edition *e, const uint8_t *owner, int seat, vg_text *out)
{
    for (int m = 0; m < QUEST_MISSIONS; m++)
        if (owner[m] == seat + 1) vg_text_printf(out, " %s", e->mission[m].slug);
    vg_text_char(out, '\n');
}

void quest_dump(const void *state, vg_text *out)
{
    const quest_state *s = state;
    const quest_edition *e = quest_cards(s);
    vg_text_printf(out, "phase: %s\nturn: %d\n", quest_asks[s->phase].name, s->turn);
    for (int p = 0; p < s->seats; p++) {
        if (s->hero[p]) vg_text_printf(out, "hero %d: %s\n", p, quest_hero_of(s, p)->slug);
        vg_text_printf(out, "hand-count %d: %d\nhand %d:", p, s->hand_count[p], p);
        vg_pile_text(&quest_rows, QUEST_SET_CARD, s->hand[p], out);
        vg_text_printf(out, "completed %d:", p);
        list_owned(e, s->won, p, out);
        vg_text_printf(out, "superseded %d:", p);
        list_owned(e, s->beaten, p, out);
    }
    for (uint32_t table = s->table; table; table &= table - 1) {
        int at = vg_lowest(table);
        vg_text_add(out, "under ");
        vg_set_spell(&quest_rows, QUEST_SET_SLOT, s, at, out);
        vg_text_char(out, ':');
        vg_pile_text(&quest_rows, QUEST_SET_RESOURCE, s->slot[at].laid, out);
        vg_text_add(out, "missing ");
        vg_set_spell(&quest_rows, QUEST_SET_SLOT, s, at, out);
        vg_text_char(out, ':');
        vg_pile_text(&quest_rows, QUEST_SET_RESOURCE, s->slot[at].missing, out);
    }
    vg_text_printf(out, "decks: %d\ndeck-count: %d\ndeck:", s->decks, s->deck_count);
    vg_pile_text(&quest_rows, QUEST_SET_CARD, s->deck, out);
    vg_text_add(out, "discard:");
    vg_pile_text(&quest_rows, QUEST_SET_CARD, s->discard, out);
    vg_text_add(out, "aside:");
    vg_pile_text(&quest_rows, QUEST_SET_RESOURCE, s->aside, out);
    if (s->decks == 2) {
        vg_text_add(out, "second:");
        vg_pile_text(&quest_rows, QUEST_SET_CARD, s->second, out);
        for (int p = 0; p < s->seats; p++) {
            vg_text_printf(out, "drew %d:", p);
            vg_pile_text(&quest_rows, QUEST_SET_CARD, s->drew[p], out);
        }
    }
    if (s->ending) vg_text_printf(out, "last: %d\n", s->last_left);
}

// ---- edit ----------------------------------------------------------------------

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
    if (!vg_pile_read(&quest_rows, QUEST_SET_CARD, cards, want, why)) return false;
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
    if (!vg_pile_read(&quest_rows, QUEST_SET_CARD, cards, want, why)) return false;
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
    if (!vg_pile_read(&quest_rows, QUEST_SET_CARD, cards, want, why)) return false;
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

// The slot of "medusa@1" or "medusa@1.2", which is put there if `lay` and it can be; -1: none.
static int find_slot(quest_state *s, const char *word, size_t n, bool lay, vg_text *why)
{
    char one[24];
    vg_text text = VG_TEXT(one);
    vg_text_bytes(&text, word, n);
    int at = vg_set_find(&quest_rows, QUEST_SET_SLOT, s, one);
    int owned = vg_set_find(&quest_rows, QUEST_SET_OWNED, s, one);
    int mission = owned / QUEST_SEATS, seat = owned % QUEST_SEATS;
    if (at >= 0) return at;
    if (!lay) {
        vg_text_add(why, "no such mission is on the table");
    } else if (owned < 0 || seat >= s->seats) {
        vg_text_add(why, "a mission on the table is named like medusa@1");
    } else if (s->done >> mission & 1 || !fetch(s, QUEST_RESOURCES + mission, -1)) {
        vg_text_add(why, "no copy of that mission can be put on the table");
    } else {
        return quest_lay_mission(s, seat, mission);
    }
    return -1;
}

// "under medusa@1: favour": the mission lies there with these cards; its needs follow from them.
static bool edit_under(quest_state *s, const char *word, size_t n, const char *cards, vg_text *why)
{
    uint8_t want[QUEST_RESOURCES] = {0};
    if (!vg_pile_read(&quest_rows, QUEST_SET_RESOURCE, cards, want, why)) return false;
    int at = find_slot(s, word, n, true, why);
    if (at < 0) return false;
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
    int at = find_slot(s, word, n, false, why);
    if (at < 0 || !vg_pile_read(&quest_rows, QUEST_SET_RESOURCE, cards, want, why)) return false;
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
        s->phase = QUEST_PHASE_PUT;
    } else if (!strncmp(word, "start", 5) && !s->ending) {
        s->phase = QUEST_PHASE_START;
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
        s->phase = QUEST_PHASE_PUT;
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
            return vg_pile_read(&quest_rows, QUEST_SET_CARD, line + used, want, why) &&
                   refill(s, s->discard, want, QUEST_KINDS, -1, why);
        if (!strcmp(key, "aside"))
            return vg_pile_read(&quest_rows, QUEST_SET_RESOURCE, line + used, want, why) &&
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
    if (s.phase != QUEST_PHASE_PUT && s.phase != QUEST_PHASE_START &&
        s.phase != QUEST_PHASE_DISCARD) {
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
    const char *wrong = vg_check(&quest_game, &s);
    if (wrong) {
        vg_text_add(why, wrong);
        return VG_ERR_SYNTAX;
    }
    *(quest_state *)state = s;
    return VG_OK;
}
