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
    memset(s->most, 0, sizeof s->most);
    s->shuffle = 1;
    for (int c = 1, at = 0; c < FATE_CARD_COUNT; at += fate_copies(s, c++)) {
        int hidden = fate_copies(s, c) - s->discard[c];
        for (int i = 0; i < s->told_count; i++) hidden -= s->told[i].card == c;
        for (int i = fate_copies(s, c) - hidden; i < fate_copies(s, c); i++) s->from[at + i] = 1;
    }
    for (int p = 0; p < s->seats; p++)
        for (int i = 0; i < s->hand_count[p]; i++) s->hand_from[p][i] = 1;
    for (int p = 0; p < s->seats; p++) s->most[p] = (vg_bound)s->hand_count[p];
    for (int i = 0; i < s->ring_count; i++) s->ring_from[i] = s->ring[i] != 0;
}

void fate_know_drawn(fate_state *s, int seat)
{
    vg_shuffles_add(s->hand_from[seat], s->hand_count[seat] - 1, s->shuffle);
    vg_bound_more(&s->most[seat], s->shuffle);
}

// Forgets entry `i` of `seat`.
static void forget(fate_state *s, int seat, int i)
{
    fate_spied *list = s->spied[seat];
    memmove(&list[i], &list[i + 1], (size_t)(FATE_SPIED - 1 - i) * sizeof list[0]);
    list[FATE_SPIED - 1] = (fate_spied){0};
}

// What was spied into this hand is not there any more.
static void empty_hand(fate_state *s, int seat)
{
    for (int p = 0; p < s->seats; p++)
        for (int i = 0; i < FATE_SPIED; i++) s->spied[p][i].hands &= (uint8_t) ~(1 << seat);
}

void fate_know_shown(fate_state *s, int seat, int card)
{
    uint16_t *copy = &s->from[fate_copy(s, card)], of;
    int count = fate_copies(s, card), had = s->hand_count[seat];
    of = vg_shuffles_take(copy, count, all_shuffles(s->hand_from[seat], had));
    vg_shuffles_sort(copy, count); // those in sight, 0, come first
    vg_shuffles_take(s->hand_from[seat], had, of);
    vg_bound_fewer(&s->most[seat], of);
    for (int p = 0; p < s->seats; p++)
        for (int i = 0; i < FATE_SPIED; i++)
            if (s->spied[p][i].card == card && s->spied[p][i].hands >> seat & 1) forget(s, p, i--);
    if (had == 1) empty_hand(s, seat);
}

static void tidy(uint16_t *set, int count, unsigned used, unsigned two)
{
    for (int i = 0; i < count; i++) set[i] &= (uint16_t)used;
    if (two) vg_shuffles_join(set, count, two);
}

// A bit that nothing out of sight comes from; if there is none, two that can hardly be told apart
// are taken for one.
static uint16_t free_shuffle(fate_state *s)
{
    // The deck is empty: what no card comes from no place holds, and the other way round.
    unsigned used = all_shuffles(s->ring_from, FATE_RING), two = 0;
    for (int p = 0; p < s->seats; p++) used |= all_shuffles(s->hand_from[p], s->hand_count[p]);
    used &= all_shuffles(s->from, FATE_COPIES);
    if (used == 0xffff) {
        uint16_t places[FATE_RING + FATE_SEATS * FATE_HAND];
        memcpy(places, s->ring_from, sizeof s->ring_from);
        memcpy(places + FATE_RING, s->hand_from, sizeof s->hand_from);
        two = vg_shuffles_alike(places, FATE_RING + FATE_SEATS * FATE_HAND, used);
    }
    unsigned shuffle = two ? two & (two - 1) : ~used & (used + 1);
    tidy(s->from, FATE_COPIES, used, two);
    tidy(s->ring_from, FATE_RING, used, two);
    for (int p = 0; p < s->seats; p++) {
        tidy(s->hand_from[p], s->hand_count[p], used, two);
        vg_shuffles_sort(s->hand_from[p], s->hand_count[p]);
        if (two) vg_bound_join(&s->most[p], two);
        vg_bound_clear(&s->most[p], shuffle);
    }
    return (uint16_t)shuffle;
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
    vg_bound_fewer(&s->most[seat], s->ring_from[path]);
    vg_bound_more(&s->most[seat], taken);
    vg_bound_within(&s->most[seat], s->hand_from[seat], s->hand_count[seat]);
    for (int p = 0; p < s->seats; p++) {
        if (p == seat) continue;
        int n = 0;
        for (; n < FATE_SPIED && s->spied[p][n].card; n++) {
            fate_spied *e = &s->spied[p][n];
            bool there = e->ring >> path & 1, held = e->hands >> seat & 1;
            if (held && s->hand_count[seat] == 1) e->hands &= (uint8_t) ~(1 << seat);
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

const char *fate_know_check(const fate_state *s)
{
    uint16_t from[FATE_KINDS] = {0}; // of legends: of these there is one each
    for (int c = 1, at = 0; c < FATE_CARD_COUNT; at += fate_copies(s, c++))
        if (fate_copies(s, c) == 1) from[c] = s->from[at];
    for (int p = 0; p < s->seats; p++) {
        vg_bound held = 0;
        for (int i = 0; i < s->hand_count[p]; i++) {
            unsigned of = from[s->hand[p][i]];
            vg_bound_more(&held, of);
            if (of && vg_bound_of(held, of) > vg_bound_of(s->most[p], of))
                return "a hand holds more of a shuffle than it can have got";
        }
    }
    return NULL;
}
