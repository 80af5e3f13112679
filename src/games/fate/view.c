// view.c: who may know what, and how to guess the rest.
//
// Public are the acts: who looked where, who exchanged where, what lies face up. The knowledge
// masks of the forest therefore are public and the cards are not. What else follows from what a
// seat has seen is kept by know.c, and guesses keep to it (FeL-65).
#include "games/fate/fate.h"

#include "base/hidden.h"

#include <string.h>

static const vg_field told_parts[] = {
    VG_PART(fate_told, card, VG_PIECE(CARD)),
    VG_PART(fate_told, value, VG_ONE_OF(1, 5)),
    VG_PART_ROW(fate_told, dust, VG_BY(SEAT), VG_UP_TO(20)),
};

const vg_field fate_fields[] = {
    VG_ONE(stack, VG_ALL, VG_STACK),
    VG_ROW(object, VG_OWNER, VG_BY(SEAT), VG_HEAP(OBJECT)),
    VG_ROW(object_shown, VG_ALL, VG_BY(SEAT), VG_BITS(OBJECT)),
    VG_ROW(object_up, VG_ALL, VG_BY(SEAT), VG_BITS(OBJECT)),
    VG_ONE(object_deck, VG_NOBODY_KNOWS, VG_HEAP(OBJECT)),
    VG_ROW(memory, VG_OWNER, VG_BY(SEAT), VG_PLUMBING), // for guesses: know.c
    VG_ONE(watched, VG_ALL, VG_PLUMBING),
    VG_CUT_LAST(told, VG_ALL, VG_TIMES(FATE_RING), story_length, VG_PARTS(told_parts)),
    VG_ROW(hand, VG_OWNER, VG_BY(SEAT), VG_LIST(CARD)),
    VG_ONE(deck, VG_NOBODY_KNOWS, VG_PILE(CARD)),
    VG_ONE(discard, VG_ALL, VG_PILE(CARD)),
    VG_ROW_KNOWN(ring, ring_known, VG_TIMES(FATE_RING), VG_PIECE(CARD)),
    VG_ROW(ring_known, VG_ALL, VG_TIMES(FATE_RING), VG_BITS(SEAT)),
    VG_ROW(story_length, VG_ALL, VG_TIMES(FATE_RING), VG_UP_TO(FATE_LAID)),
    VG_ROW(story_colour, VG_ALL, VG_TIMES(FATE_RING), VG_A(COLOUR)),
    VG_GRID(aside, VG_ALL, VG_TIMES(FATE_RING), VG_BY(SEAT), VG_UP_TO(20)),
    VG_ROW(fresh, VG_OWNER, VG_BY(SEAT), VG_AFTER_0(OBJECT)),
    VG_ROW(hand_count, VG_ALL, VG_BY(SEAT), VG_UP_TO(FATE_HAND)),
    VG_ROW(object_count, VG_ALL, VG_BY(SEAT), VG_UP_TO(FATE_OBJECTS)),
    VG_ROW(dust, VG_ALL, VG_BY(SEAT), VG_UP_TO(20)),
    VG_ROW(at, VG_ALL, VG_BY(SEAT), VG_ONE_OF(0, FATE_RING - 1)),
    VG_ROW(gold, VG_ALL, VG_BY(SEAT), VG_UP_TO(FATE_LAID)),
    VG_ROW(marks, VG_ALL, VG_BY(SEAT), VG_UP_TO(FATE_LAID)),
    VG_ONE(deck_count, VG_ALL, VG_UP_TO(FATE_COPIES)),
    VG_ONE(discard_count, VG_ALL, VG_UP_TO(FATE_COPIES)),
    VG_ONE(object_deck_count, VG_ALL, VG_UP_TO(FATE_OBJECTS)),
    VG_ONE(told_count, VG_ALL, VG_UP_TO(FATE_LAID)),
    VG_ONE(seats, VG_ALL, VG_PLUMBING),
    VG_ONE(first, VG_ALL, VG_A(SEAT)),
    VG_ONE(turn, VG_ALL, VG_A(SEAT)),
    VG_ONE(ring_count, VG_ALL, VG_PLUMBING),
    VG_ONE(round, VG_ALL, VG_UP_TO(255)),
    VG_ONE(tells, VG_ALL, VG_UP_TO(16)),
    VG_ONE(hat, VG_ALL, VG_FLAG),
    VG_ONE(stride, VG_ALL, VG_ONE_OF(1, 31)),
    VG_ONE(swapped, VG_ALL, VG_FLAGS(2)),
    VG_ONE(told_round, VG_ALL, VG_FLAG),
    VG_ONE(white, VG_ALL, VG_FLAG),
    VG_ONE(turnings, VG_ALL, VG_UP_TO(FATE_TURNINGS)),
    VG_ONE(recalled, VG_ALL, VG_FLAG),
    VG_ROW(proposed, VG_ALL, VG_BY(SEAT), VG_UP_TO(255)),
    VG_ONE(ending, VG_ALL, VG_A(ENDING)),
    VG_ONE(edition, VG_ALL, VG_PLUMBING),
    VG_ONE(purse, VG_ALL, VG_UP_TO(20)),
    VG_ONE(optional, VG_ALL, VG_FLAG),
    VG_ONE(equals, VG_ALL, VG_FLAG),
    VG_ONE(strict, VG_ALL, VG_FLAG),
    VG_ONE(cap, VG_ALL, VG_UP_TO(255)),
    VG_ONE(accord, VG_ALL, VG_UP_TO(255)),
    VG_ONE(pause, VG_ALL, VG_UP_TO(255)),
    VG_ONE(from, VG_ALL, VG_PLUMBING), // for guesses: know.c
    VG_ONE(hand_from, VG_ALL, VG_PLUMBING),
    VG_ONE(ring_from, VG_ALL, VG_PLUMBING),
    VG_ROW(late, VG_ALL, VG_BY(SEAT), VG_UP_TO(FATE_OBJECTS)),
    VG_ONE(shuffle, VG_ALL, VG_PLUMBING),
    VG_ONE(most, VG_ALL, VG_PLUMBING),
    VG_ONE(twin, VG_ALL, VG_PLUMBING),
    VG_ONE(spare, VG_ALL, VG_PLUMBING),
};
static_assert(sizeof fate_fields / sizeof fate_fields[0] == FATE_FIELD_COUNT, "FATE_FIELD_COUNT");

// ---- guessing -------------------------------------------------------------------

// Cards out of sight are dealt to rooms: the deck, each path card, each hand by the shuffle its
// cards come from.
enum { DECK = FATE_AT_DECK, WOOD };
static void open_rooms(const fate_state *s, int seat, vg_deal *d)
{
    for (int i = 0; i < s->ring_count; i++) // during the deal only some are filled
        if (s->ring_from[i] && !s->ring[i]) vg_deal_room(d, WOOD + i, s->ring_from[i], 1);
    for (int p = 0; p < s->seats; p++)
        for (int i = 0, n = 1; p != seat && i < s->hand_count[p]; i += n, n = 1) {
            while (i + n < s->hand_count[p] && s->hand_from[p][i + n] == s->hand_from[p][i]) n++;
            vg_deal_room(d, p, s->hand_from[p][i], n);
        }
    vg_deal_room(d, DECK, s->shuffle, s->deck_count);
    memcpy(d->most, s->most, sizeof s->most);
}

// Copies of one card out of sight, by the shuffles they may come from.
typedef struct copies {
    int count;
    uint16_t from[8];
} copies;

// One of those that have something in common with `from`, at random, leaves the others. 0: none
// has.
static unsigned pick_copy(copies *of, unsigned from, vg_rng *rng)
{
    int fits = 0, at = -1;
    for (int i = 0; i < of->count; i++) {
        if (!(of->from[i] & from)) continue;
        fits++;
        if (fits == 1 || vg_rng_below(rng, (uint32_t)fits) == 0) at = i;
    }
    if (at < 0) return 0;
    unsigned picked = of->from[at];
    of->from[at] = of->from[--of->count];
    return picked;
}

// From which shuffles each card of the own hand may come, so that all can have come at once: where
// there are several of a card, one possibility at random. False if there is none.
static bool place_own(const fate_state *s, int seat, uint16_t from[FATE_HAND], vg_rng *rng)
{
    int several = 0;
    for (int i = 0; i < s->hand_count[seat]; i++) several += fate_copies(s, s->hand[seat][i]) > 1;
    if (!several) return true; // nobody asks
    vg_deal d = {.count = 0};
    for (int i = 0; i < s->hand_count[seat]; i++) {
        int card = s->hand[seat][i];
        const uint16_t *copy = &s->from[fate_copy(s, card)];
        unsigned of = 0;
        uint64_t may = 0;
        for (int k = 0; k < fate_copies(s, card); k++) of |= copy[k];
        for (int k = 0; k < s->hand_count[seat]; k++)
            if (s->hand_from[seat][k] & of) may |= 1ull << k;
        vg_deal_add(&d, i, of, may);
        d.room[i] = 1;
    }
    if (!vg_deal_out(&d, rng)) return false;
    for (int i = 0; i < d.count; i++) from[d.what[i]] = s->hand_from[seat][d.at[i]];
    return true;
}

// Which of several copies are those that this seat sees is in doubt: takes one possibility away.
// False if there is none.
static bool take_seen(const fate_state *s, int seat, int card, const uint16_t *own, copies *of,
                      vg_rng *rng)
{
    for (int i = 0; i < s->ring_count; i++)
        if (s->ring[i] == card && !pick_copy(of, s->ring_from[i], rng)) return false;
    for (int i = 0; seat >= 0 && i < s->hand_count[seat]; i++)
        if (s->hand[seat][i] == card && !pick_copy(of, own[i], rng)) return false;
    return true;
}

// How many copies of a card can be where, as it is remembered.
static void limit_copies(const fate_state *s, const fate_memory *m, int k, vg_deal *d)
{
    fate_alike a = m->alike[k];
    for (int place = 0; place <= DECK; place++) {
        int most = fate_most(a, place), size = place < DECK ? s->hand_count[place] : s->deck_count;
        if (a.at >> place & 1 && most < size && most < fate_most(a, FATE_AT_ALL))
            vg_deal_limit(d, s->twin[k], vg_deal_rooms(d, 0xffff, 1u << place), most);
    }
    for (int i = 0; i < FATE_LIMITS && m->limit[i]; i++)
        if (fate_limit_of(m->limit[i]) == k)
            vg_deal_limit(d, s->twin[k], vg_deal_rooms(d, 0xffff, fate_limit_at(m->limit[i])),
                          fate_limit_most(m->limit[i]));
}

// False if it cannot be. `lost`: nothing is known but the numbers.
static bool deal_cards(const fate_state *s, int seat, bool lost, vg_deal *d, vg_rng *rng)
{
    const fate_memory *m = fate_memory_of(s, seat);
    uint8_t placed[FATE_KINDS] = {0}; // copies this seat sees and not everybody
    for (int i = 0; i < s->ring_count; i++) placed[s->ring[i]]++;
    for (int i = 0; seat >= 0 && i < s->hand_count[seat]; i++) placed[s->hand[seat][i]]++;
    uint16_t own[FATE_HAND];
    memset(own, 0xff, sizeof own);
    if (seat >= 0 && !lost && !place_own(s, seat, own, rng)) return false;
    for (int c = 1, at = 0, n, k = 0; c < FATE_CARD_COUNT; at += n, c++) {
        n = fate_copies(s, c);
        if (n == 1) {
            unsigned from = lost ? 0xffff : s->from[at];
            if (s->from[at] && !placed[c])
                vg_deal_card(d, c, from, from, lost ? ~0u : fate_where(m, c, from));
            continue;
        }
        copies of = {.count = 0};
        for (int i = 0; i < n; i++)
            if (s->from[at + i]) of.from[of.count++] = s->from[at + i];
        bool followed = k < FATE_ALIKE && s->twin[k] == c;
        if (lost) {
            of.count -= placed[c];
        } else {
            if (placed[c] && !take_seen(s, seat, c, own, &of, rng)) return false;
            if (followed) limit_copies(s, m, k, d);
        }
        for (int i = 0; i < of.count; i++) {
            unsigned from = lost ? 0xffff : of.from[i];
            vg_deal_card(d, c, from, from, !lost && followed ? m->alike[k].at : ~0u);
        }
        k += followed;
    }
    d->bounded = lost ? 0 : s->seats;
    return vg_deal_out(d, rng);
}

enum { TRIES = 64 };

static void guess_cards(fate_state *s, int seat, vg_rng *rng)
{
    vg_deal empty = {.count = 0}, d;
    open_rooms(s, seat, &empty);
    bool right = false;
    for (int i = 0; i < TRIES && !right; i++) { // better a vague guess than none
        d = empty;
        right = deal_cards(s, seat, i == TRIES - 1, &d, rng);
    }
    assert(right);
    for (int p = 0; p < FATE_SEATS; p++)
        if (p != seat) s->hand_count[p] = 0;
    for (int i = 0; i < d.count; i++) {
        int place = d.place[d.at[i]], card = d.what[i];
        if (place < DECK)
            fate_add_card(s, place, card);
        else if (place == DECK)
            s->deck[card]++;
        else
            s->ring[place - WOOD] = (uint8_t)card;
    }
}

static uint32_t pick_bits(uint32_t from, int count, vg_rng *rng)
{
    uint32_t picked = 0;
    for (; count > 0; count--) {
        uint32_t rest = from & ~picked;
        for (uint32_t skip = vg_rng_below(rng, (uint32_t)vg_bits(rest)); skip; skip--)
            rest &= rest - 1;
        picked |= rest & -rest;
    }
    return picked;
}

// Whoever had four kinds at a checkpoint has ended the game: what a seat had then lacked one.
static bool may_own(const fate_state *s, int p, uint32_t objects)
{
    if (!fate_four_kinds(objects) || fate_asked(s) == FATE_PHASE_OVER) return true;
    for (int k = FATE_SHOES; k <= FATE_HAT; k++)
        if (vg_bits(objects & fate_of_kind(k)) <= s->late[p]) return true;
    return false;
}

static void guess_objects(fate_state *s, int seat, vg_rng *rng)
{
    uint32_t unseen = (1u << FATE_OBJECTS) - 1;
    for (int p = 0; p < s->seats; p++) unseen &= ~fate_owned(s, p);
    s->object_deck = unseen;
    for (int p = 0; p < s->seats; p++) {
        if (p == seat) continue;
        int hidden = s->object_count[p] - vg_bits(s->object_shown[p]);
        uint32_t guess = pick_bits(s->object_deck, hidden, rng);
        // At random, if that may be; else without one kind that was never seen here.
        for (int k = (int)vg_rng_below(rng, 4), n = 0;
             n < 4 && !may_own(s, p, s->object_shown[p] | guess); n++, k = (k + 1) % 4) {
            uint32_t rest = s->object_deck & ~fate_of_kind(k);
            if (s->object_shown[p] & fate_of_kind(k) || vg_bits(rest) < hidden) continue;
            guess = pick_bits(rest, hidden, rng);
        }
        s->object_deck &= ~guess;
        s->object[p] = s->object_shown[p] | guess;
    }
    vg_frame f = fate_top(s);
    if (f.phase == FATE_PHASE_SET && f.seat != seat)
        s->fresh[f.seat] =
            (uint8_t)(1 +
                      vg_lowest(pick_bits(s->object[f.seat] & ~s->object_shown[f.seat], 1, rng)));
}

void fate_resample(void *view, int seat, vg_rng *rng)
{
    guess_cards(view, seat, rng);
    guess_objects(view, seat, rng);
}
