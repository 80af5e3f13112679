// alike.c: where the copies of a card can be of which there are several (FeL-65).
//
// Copies cannot be told apart, so what an observer knows of them is how many can be where. That is
// kept for every such card as a set of places, and as limits: at most so many of them all lie in
// these places. Whatever happens to a card out of sight - one of the cards of a place goes to
// another, nobody sees which - turns limits into limits, and so does everything that is seen; so
// they say exactly what the past allows. (The possible distributions are the integer flows of one
// good through the places, and limits are the cuts.) Limits that follow from others are not kept.
//
// Copies the observer sees, in its hand or in the wood, are not counted here.
#include "games/fate/fate.h"

// Places are bits: hands, the deck, the wood, and a card that has left one place for the next.
enum { DECK = FATE_AT_DECK, ALL = FATE_AT_ALL, AIR = FATE_AT_WOOD + FATE_RING };
enum { ROOM = 16 };
typedef struct copies {
    uint32_t at;
    int most[ALL + 1]; // in each hand and in the deck; ALL: how many there are
    int count;
    struct limit {
        uint32_t at;
        int most;
    } limit[ROOM];
} copies;

static void load(copies *c, const fate_memory *m, int k)
{
    c->at = m->alike[k].at;
    c->count = 0;
    for (int i = 0; i <= ALL; i++) c->most[i] = fate_most(m->alike[k], i);
    for (int i = 0; i < FATE_LIMITS && m->limit[i]; i++)
        if (fate_limit_of(m->limit[i]) == k)
            c->limit[c->count++] =
                (struct limit){fate_limit_at(m->limit[i]), fate_limit_most(m->limit[i])};
}

static void remove_limit(copies *c, int i) { c->limit[i] = c->limit[--c->count]; }

static void gone(copies *c, uint32_t places)
{
    c->at &= ~places;
    for (int i = 0; i < c->count; i++) c->limit[i].at &= ~places;
    for (int p = 0; p < ALL; p++)
        if (places >> p & 1) c->most[p] = 0;
}

static void add_limit(copies *c, uint32_t at, int most)
{
    if (most < c->most[ALL] && c->count < ROOM) c->limit[c->count++] = (struct limit){at, most};
}

// Does it follow from what is known of single places, and from up to `others` limits but `l`, that
// there are at most so many in these places?
static bool follows(const copies *c, int l, uint32_t at, int most, int others)
{
    int sum = 0;
    for (uint32_t left = at; left; left &= left - 1) {
        int place = vg_lowest(left);
        sum += place < ALL ? c->most[place] : 1;
    }
    if (sum <= most) return true;
    for (int i = 0; others && i < c->count; i++)
        if (i != l && c->limit[i].most <= most && c->limit[i].at & at &&
            follows(c, l, at & ~c->limit[i].at, most - c->limit[i].most, others - 1))
            return true;
    return false;
}

static void tidy(copies *c)
{
    for (int p = 0; p < ALL; p++)
        if (c->most[p] > c->most[ALL]) c->most[p] = c->most[ALL];
    for (int i = 0; i < c->count; i++) {
        struct limit l = c->limit[i];
        if (l.most > 0) continue;
        gone(c, l.at);
        i = -1; // no more of it, and no more of this limit
        for (int k = 0; k < c->count; k++)
            if (!c->limit[k].at) remove_limit(c, k--);
    }
    if (!c->most[ALL]) gone(c, c->at);
    for (int i = 0; i < c->count; i++) {
        uint32_t at = c->limit[i].at;
        if (at & (at - 1) || !at || vg_lowest(at) >= ALL) continue;
        if (c->limit[i].most < c->most[vg_lowest(at)]) c->most[vg_lowest(at)] = c->limit[i].most;
        remove_limit(c, i--);
    }
    for (int i = 0; i < c->count; i++)
        if (c->limit[i].most >= c->most[ALL] || follows(c, i, c->limit[i].at, c->limit[i].most, 2))
            remove_limit(c, i--);
}

// If there is no room for all limits the loosest is forgotten.
static void store(copies *c, fate_memory *m, int k)
{
    tidy(c);
    m->alike[k] = (fate_alike){.at = c->at};
    for (int i = 0; i <= ALL; i++) m->alike[k].most |= (uint32_t)c->most[i] << 4 * i;
    int n = 0, used = 0;
    for (; used < FATE_LIMITS && m->limit[used]; used++)
        if (fate_limit_of(m->limit[used]) != k) m->limit[n++] = m->limit[used];
    while (n + c->count > FATE_LIMITS) {
        int loosest = 0;
        for (int i = 1; i < c->count; i++)
            if (c->limit[i].most >= c->limit[loosest].most) loosest = i;
        remove_limit(c, loosest);
    }
    for (int i = 0; i < c->count; i++)
        m->limit[n++] = fate_limit(k, c->limit[i].at, c->limit[i].most);
    for (; n < used; n++) m->limit[n] = 0;
}

// One of the `size` cards in `from` (a hand or the deck) goes to `to`, which is empty.
static void leave(copies *c, int from, int size, int to)
{
    if (!(c->at & fate_bit(from))) return;
    add_limit(c, fate_bit(from), c->most[from]);
    c->at |= fate_bit(to);
    for (int i = 0; i < c->count; i++)
        if (c->limit[i].at & fate_bit(from)) c->limit[i].at |= fate_bit(to);
    if (size == 1)
        gone(c, fate_bit(from));
    else if (c->most[from] >= size)
        c->most[from] = size - 1;
}

// The card in the air comes into a hand.
static void arrive(copies *c, int hand)
{
    if (!(c->at & fate_bit(AIR))) return;
    bool held = c->at & fate_bit(hand);
    c->at = (c->at & ~fate_bit(AIR)) | fate_bit(hand);
    if (!held) {
        for (int i = 0; i < c->count; i++)
            if (c->limit[i].at & fate_bit(AIR)) c->limit[i].at ^= fate_bit(AIR) | fate_bit(hand);
        c->most[hand] = 1;
        return;
    }
    // A limit for both holds on. What has a limit of the hand and one of the card in the air has
    // the two together; each of them for itself now is without the hand.
    int before = c->count, most = c->most[hand] + 1;
    for (int i = -1; i < before; i++) {
        struct limit a = i < 0 ? (struct limit){fate_bit(hand), c->most[hand]} : c->limit[i];
        if (!(a.at & fate_bit(hand)) || a.at & fate_bit(AIR)) continue;
        for (int k = -1; k < before; k++) {
            struct limit b = k < 0 ? (struct limit){fate_bit(AIR), 1} : c->limit[k];
            if (b.at & fate_bit(hand) || !(b.at & fate_bit(AIR))) continue;
            if (i >= 0 || k >= 0) add_limit(c, (a.at | b.at) & ~fate_bit(AIR), a.most + b.most);
        }
    }
    for (int i = 0; i < before; i++) {
        struct limit *l = &c->limit[i];
        if (l->at & fate_bit(hand) && l->at & fate_bit(AIR)) {
            if (l->most < most) most = l->most;
        } else {
            l->at &= ~fate_bit(hand);
        }
        l->at &= ~fate_bit(AIR);
    }
    c->most[hand] = most;
}

// `more` copies come into the reckoning, all in a place that was empty.
static void join(copies *c, int place, int more)
{
    if (c->most[ALL]) {
        int all = c->most[ALL];
        c->most[ALL] += more;
        add_limit(c, c->at, all);
    } else {
        c->most[ALL] = more;
    }
    c->at |= fate_bit(place);
    if (place < ALL) c->most[place] = more;
}

// One copy of `place` is seen.
static void seen(copies *c, int place)
{
    c->most[ALL]--;
    for (int i = 0; i < c->count; i++)
        if (c->limit[i].at & fate_bit(place)) c->limit[i].most--;
    if (place >= ALL || --c->most[place] == 0) gone(c, fate_bit(place));
}

// One of the `size` cards in this place was seen to be another.
static void other(copies *c, int place, int size)
{
    if (size == 1)
        gone(c, fate_bit(place));
    else if (c->most[place] >= size)
        c->most[place] = size - 1;
}

// Most of the time there are no limits, and none come of a card that leaves a place in which all
// copies may be, and still may be then: that is quickly done.
static bool is_plain(const fate_memory *m, int k, int from, int size)
{
    fate_alike a = m->alike[k];
    if (a.at & fate_bit(from) &&
        (fate_most(a, from) < fate_most(a, ALL) || fate_most(a, from) >= size))
        return false;
    for (int i = 0; i < FATE_LIMITS && m->limit[i]; i++)
        if (fate_limit_of(m->limit[i]) == k) return false;
    return true;
}

static void come_plainly(fate_alike *a, int hand)
{
    a->at |= fate_bit(hand);
    if (fate_most(*a, hand) < fate_most(*a, ALL)) a->most += 1u << 4 * hand;
}

// ---- what happens -------------------------------------------------------------------

void fate_alike_begin(fate_memory *m, int k, uint32_t at, int all, const int size[ALL])
{
    copies c = {.at = all ? at : 0};
    c.most[ALL] = all;
    for (int p = 0; p < ALL; p++)
        if (c.at & fate_bit(p)) c.most[p] = size[p];
    store(&c, m, k);
}

void fate_alike_shuffled(fate_memory *m, int k, int more)
{
    if (!more) return;
    copies c;
    load(&c, m, k);
    join(&c, DECK, more);
    store(&c, m, k);
}

void fate_alike_laid(fate_memory *m, int path, int deck)
{
    for (int k = 0; k < FATE_ALIKE; k++) {
        if (!(m->alike[k].at & fate_bit(DECK))) continue;
        if (is_plain(m, k, DECK, deck)) {
            m->alike[k].at |= fate_bit(FATE_AT_WOOD + path);
            continue;
        }
        copies c;
        load(&c, m, k);
        leave(&c, DECK, deck, FATE_AT_WOOD + path);
        store(&c, m, k);
    }
}

void fate_alike_drawn(fate_memory *m, int seat, int deck)
{
    for (int k = 0; k < FATE_ALIKE; k++) {
        if (!(m->alike[k].at & fate_bit(DECK))) continue;
        if (is_plain(m, k, DECK, deck)) {
            come_plainly(&m->alike[k], seat);
            continue;
        }
        copies c;
        load(&c, m, k);
        leave(&c, DECK, deck, AIR);
        arrive(&c, seat);
        store(&c, m, k);
    }
}

void fate_alike_seen(fate_memory *m, int place, int size, int it)
{
    for (int k = 0; k < FATE_ALIKE; k++) {
        fate_alike a = m->alike[k];
        if (!(a.at & fate_bit(place))) continue;
        if (k != it && place < ALL && fate_most(a, place) < size) continue; // nothing new
        copies c;
        load(&c, m, k);
        if (k == it)
            seen(&c, place);
        else
            other(&c, place, size);
        store(&c, m, k);
    }
}

void fate_alike_moved(fate_memory *m, int a, int b)
{
    a += FATE_AT_WOOD, b += FATE_AT_WOOD;
    for (int k = 0; k < FATE_ALIKE; k++) m->alike[k].at = fate_exchanged(m->alike[k].at, a, b);
    for (int i = 0; i < FATE_LIMITS; i++) m->limit[i] = fate_exchanged(m->limit[i], a, b);
}

void fate_alike_swapped(fate_memory *m, int seat, int size, int path, int it)
{
    path += FATE_AT_WOOD;
    for (int k = 0; k < FATE_ALIKE; k++) {
        uint32_t at = m->alike[k].at;
        if (k != it && !(at & (fate_bit(seat) | fate_bit(path)))) continue;
        if (k != it && is_plain(m, k, seat, size)) {
            m->alike[k].at = (at & ~fate_bit(path)) | (at >> seat & 1) << path;
            if (at & fate_bit(path)) come_plainly(&m->alike[k], seat);
            continue;
        }
        copies c;
        load(&c, m, k);
        c.at = fate_exchanged(c.at, path, AIR);
        for (int i = 0; i < c.count; i++) c.limit[i].at = fate_exchanged(c.limit[i].at, path, AIR);
        if (k == it) join(&c, AIR, 1);
        leave(&c, seat, size, path);
        arrive(&c, seat);
        store(&c, m, k);
    }
}
