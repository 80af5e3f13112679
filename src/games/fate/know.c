// know.c: what a perfect memory keeps of cards out of sight (FeL-65).
//
// Discards are open, so everybody knows what a shuffled deck holds. Of every card out of sight, and
// of every card in a hand or in the wood, it is kept from which shuffle it may come: that follows
// from what all have seen. Besides, each seat remembers the cards it knew in the wood and saw
// another take: where those can be now.
#include "games/fate/fate.h"

#include "base/hidden.h"

#include <string.h>

int fate_copy(const fate_state *s, int card)
{
    int n = 0;
    for (int c = 1; c < card; c++) n += fate_copies(s, c);
    return n;
}

static uint16_t all_shuffles(const uint16_t *set, int count)
{
    uint16_t all = 0;
    for (int i = 0; i < count; i++) all |= set[i];
    return all;
}

void fate_know_nothing(fate_state *s)
{
    memset(s->from, 0, sizeof s->from);
    memset(s->hand_from, 0, sizeof s->hand_from);
    memset(s->ring_from, 0, sizeof s->ring_from);
    memset(s->spied, 0, sizeof s->spied);
    memset(s->late, 0, sizeof s->late);
    s->shuffle = 1;
    for (int c = 1, at = 0; c < FATE_CARD_COUNT; at += fate_copies(s, c++)) {
        int hidden = fate_copies(s, c) - s->discard[c];
        for (int i = 0; i < s->told_count; i++) hidden -= s->told[i].card == c;
        for (int i = fate_copies(s, c) - hidden; i < fate_copies(s, c); i++) s->from[at + i] = 1;
    }
    for (int p = 0; p < s->seats; p++)
        for (int i = 0; i < s->hand_count[p]; i++) s->hand_from[p][i] = 1;
    for (int i = 0; i < s->ring_count; i++) s->ring_from[i] = s->ring[i] != 0;
}

void fate_know_drawn(fate_state *s, int seat)
{
    vg_shuffles_add(s->hand_from[seat], s->hand_count[seat] - 1, s->shuffle);
}

// Forgets entry `i` of `seat`.
static void forget(fate_state *s, int seat, int i)
{
    fate_spied *list = s->spied[seat];
    memmove(&list[i], &list[i + 1], (size_t)(FATE_SPIED - 1 - i) * sizeof list[0]);
    list[FATE_SPIED - 1] = (fate_spied){0};
}

void fate_know_shown(fate_state *s, int seat, int card)
{
    uint16_t *copy = &s->from[fate_copy(s, card)], of;
    int count = fate_copies(s, card), had = s->hand_count[seat];
    of = vg_shuffles_take(copy, count, all_shuffles(s->hand_from[seat], had));
    vg_shuffles_sort(copy, count); // those in sight, 0, come first
    vg_shuffles_take(s->hand_from[seat], had, of);
    for (int p = 0; p < s->seats; p++)
        for (int i = 0; i < FATE_SPIED; i++)
            if (s->spied[p][i].card == card && s->spied[p][i].hands >> seat & 1) forget(s, p, i--);
}

// A bit that nothing out of sight comes from; if there is none the two oldest are taken for one.
static uint16_t free_shuffle(fate_state *s)
{
    // The deck is empty: what no card comes from no place holds, and the other way round.
    unsigned used = all_shuffles(s->ring_from, FATE_RING);
    for (int p = 0; p < s->seats; p++) used |= all_shuffles(s->hand_from[p], s->hand_count[p]);
    used &= all_shuffles(s->from, FATE_COPIES);
    bool full = used == 0xffff;
    uint16_t *sets = s->from;
    size_t size =
        offsetof(fate_state, ring_from) + sizeof s->ring_from - offsetof(fate_state, from);
    for (size_t i = 0; i < size / sizeof sets[0]; i++) { // the three arrays are one after the other
        sets[i] &= (uint16_t)used;
        if (full && sets[i] & 2) sets[i] = (uint16_t)((sets[i] & ~2u) | 1);
    }
    for (int p = 0; p < s->seats; p++) vg_shuffles_sort(s->hand_from[p], s->hand_count[p]);
    return (uint16_t)(full ? 2 : ~used & (used + 1));
}

void fate_know_shuffled(fate_state *s)
{
    s->shuffle = free_shuffle(s);
    for (int c = 1, at = 0; c < FATE_CARD_COUNT; at += fate_copies(s, c++)) {
        uint16_t *copy = &s->from[at];
        int count = fate_copies(s, c);
        vg_shuffles_sort(copy, count);
        for (int i = 0; i < s->discard[c]; i++) copy[i] = s->shuffle; // those in sight come first
        vg_shuffles_sort(copy, count);
    }
}

// Which card of the hand goes into the wood nobody else sees: any of them.
void fate_know_swapped(fate_state *s, int seat, int path)
{
    uint16_t taken = s->ring_from[path];
    s->ring_from[path] = vg_shuffles_take(s->hand_from[seat], s->hand_count[seat], 0xffff);
    vg_shuffles_add(s->hand_from[seat], s->hand_count[seat] - 1, taken);
    for (int p = 0; p < s->seats; p++) {
        if (p == seat) continue;
        int n = 0;
        for (; n < FATE_SPIED && s->spied[p][n].card; n++) {
            fate_spied *e = &s->spied[p][n];
            bool there = e->ring >> path & 1, held = e->hands >> seat & 1;
            if (there) e->hands |= (uint8_t)(1 << seat);
            e->ring = (uint16_t)((e->ring & ~(1u << path)) | (unsigned)held << path);
        }
        if (!(s->ring_known[path] >> p & 1)) continue;
        if (n == FATE_SPIED) forget(s, p, 0), n--;
        s->spied[p][n] = (fate_spied){.card = s->ring[path], .hands = (uint8_t)(1 << seat)};
    }
}

void fate_know_seen(fate_state *s, int seat, int path)
{
    for (int i = 0; i < FATE_SPIED && s->spied[seat][i].card; i++) {
        fate_spied *e = &s->spied[seat][i];
        if (!(e->ring >> path & 1)) continue;
        if (e->card == s->ring[path])
            forget(s, seat, i--); // found again
        else
            e->ring &= (uint16_t) ~(1u << path);
    }
}

void fate_know_moved(fate_state *s, int a, int b)
{
    uint16_t from = s->ring_from[a];
    s->ring_from[a] = s->ring_from[b];
    s->ring_from[b] = from;
    for (int p = 0; p < s->seats; p++)
        for (int i = 0; i < FATE_SPIED; i++) {
            uint16_t *ring = &s->spied[p][i].ring, at = *ring;
            *ring =
                (uint16_t)((at & ~(1u << a | 1u << b)) | (at >> a & 1u) << b | (at >> b & 1u) << a);
        }
}
