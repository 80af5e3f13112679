// view.c: who may know what in Quest for Legend, and how to guess the rest.
#include "games/quest/quest.h"

#include <string.h>

#define ROW(name, who) VG_FIELD(quest_state, name, who)
#define OWN(name)      VG_FIELD_OWNED(quest_state, name)
const vg_field quest_fields[] = {
    ROW(table, VG_ALL),         ROW(done, VG_ALL),
    ROW(phase, VG_ALL),         ROW(turn, VG_ALL),
    ROW(slot, VG_ALL),          OWN(hand),
    ROW(deck, VG_NOBODY_KNOWS), ROW(discard, VG_ALL),
    ROW(second, VG_ALL),        OWN(drew),
    ROW(aside, VG_ALL),         ROW(won, VG_ALL),
    ROW(beaten, VG_ALL),        ROW(hand_count, VG_ALL),
    ROW(drew_count, VG_ALL),    ROW(hero, VG_ALL),
    ROW(deck_count, VG_ALL),    ROW(decks, VG_ALL),
    ROW(ending, VG_ALL),        ROW(last_left, VG_ALL),
    ROW(dealt, VG_ALL),         ROW(seats, VG_ALL),
    ROW(edition, VG_ALL),       ROW(first, VG_ALL),
    ROW(pairs, VG_ALL),         ROW(partner_help, VG_ALL),
    ROW(tie_break, VG_ALL),     ROW(spare, VG_NOBODY_KNOWS),
};
#undef ROW
#undef OWN
static_assert(sizeof quest_fields / sizeof quest_fields[0] == QUEST_FIELD_COUNT, "all fields");

typedef struct pool {
    uint8_t count[QUEST_KINDS];
    uint32_t total;
} pool;

static int pick(pool *from, vg_rng *rng)
{
    int k = vg_rng_pick(rng, from->count, from->total--);
    from->count[k]--;
    return k;
}

// All cards less those this seat can place: the other hands and the deck.
static pool hidden(const quest_state *s, int seat)
{
    pool out = {0};
    for (int k = 0; k < QUEST_KINDS; k++) {
        int m = k - QUEST_RESOURCES, n = -s->discard[k];
        if (seat >= 0) n -= s->hand[seat][k];
        if (m < 0) {
            n += quest_cards(s)->resource[k].copies - s->aside[k];
            for (int at = 0; at < QUEST_SLOTS; at++) n -= s->slot[at].laid[k];
        } else {
            n += QUEST_TWINS - (s->won[m] != 0) - (s->beaten[m] != 0);
            for (int c = 0; c < QUEST_TWINS; c++) n -= s->slot[m * QUEST_TWINS + c].owner != 0;
        }
        out.count[k] = (uint8_t)n;
        out.total += (uint32_t)n;
    }
    return out;
}

// QL-32: the undrawn rest of the second deck is part of what was shuffled, less what this seat drew
// of it; what is left of that the others drew.
static void guess_second(quest_state *s, int seat, pool *unseen, vg_rng *rng)
{
    pool rest = {0}, fit = {0};
    for (int k = 0; k < QUEST_KINDS; k++) {
        rest.count[k] = (uint8_t)(s->second[k] - (seat >= 0 ? s->drew[seat][k] : 0));
        rest.total += rest.count[k];
        fit.count[k] = rest.count[k] < unseen->count[k] ? rest.count[k] : unseen->count[k];
        fit.total += fit.count[k];
    }
    for (int i = 0; i < s->deck_count; i++) {
        int k = pick(&fit, rng);
        s->deck[k]++;
        rest.count[k]--;
        rest.total--;
        unseen->count[k]--;
        unseen->total--;
    }
    for (int p = 0; p < s->seats; p++)
        for (int i = 0; p != seat && i < s->drew_count[p]; i++) s->drew[p][pick(&rest, rng)]++;
}

void quest_resample(void *view, int seat, vg_rng *rng)
{
    quest_state *s = view;
    pool unseen = hidden(s, seat);
    if (s->decks == 2) guess_second(s, seat, &unseen, rng);
    for (int p = 0; p < s->seats; p++)
        for (int i = 0; p != seat && i < s->hand_count[p]; i++) s->hand[p][pick(&unseen, rng)]++;
    if (s->decks == 1) memcpy(s->deck, unseen.count, sizeof s->deck);
}
