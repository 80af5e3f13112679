// know.c: what a perfect memory keeps of cards out of sight (FeL-65).
//
// Discards are open, so everybody knows what a shuffled deck holds. Of every card out of sight, and
// of every card in a hand or in the wood, it is kept from which shuffle it may come: that follows
// from what all have seen. Besides, each seat remembers where cards can be, and so does somebody
// who only watches: those not seen since a shuffle, all alike; those it knew in the wood and saw
// another take, each for itself; and those of several copies (alike.c).
//
// Where nobody will ever guess (fate_forget) the deck comes from no shuffle, and nothing is kept.
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

// ---- memories -------------------------------------------------------------------

const fate_memory *fate_memory_of(const fate_state *s, int seat)
{
    return seat < 0 ? &s->watched : &s->memory[seat];
}

// In a view those of others are off.
static fate_memory *next_memory(fate_state *s, int *seat)
{
    while (++*seat < s->seats)
        if (s->memory[*seat].on) return &s->memory[*seat];
    return *seat == s->seats && s->watched.on ? &s->watched : NULL;
}

static int twin(const fate_state *s, int card)
{
    for (int i = 0; i < FATE_ALIKE && s->twin[i]; i++)
        if (s->twin[i] == card) return i;
    return -1;
}

static int spied_card(uint32_t spied) { return (int)(spied >> 24); }

static void forget(fate_memory *m, int i)
{
    memmove(&m->spied[i], &m->spied[i + 1], (size_t)(FATE_SPIED - 1 - i) * sizeof m->spied[0]);
    m->spied[FATE_SPIED - 1] = 0;
}

static void forget_card(fate_memory *m, int card)
{
    for (int i = 0; i < FATE_SPIED && m->spied[i]; i++)
        if (spied_card(m->spied[i]) == card) forget(m, i--);
}

// One too many: the oldest can be wherever others of its shuffle can.
static void spy(fate_state *s, fate_memory *m, int card, uint32_t at)
{
    int n = 0;
    while (n < FATE_SPIED && m->spied[n]) n++;
    if (n == FATE_SPIED) {
        int from = s->from[fate_copy(s, spied_card(m->spied[0]))];
        if (from) m->where[__builtin_ctz((unsigned)from)] |= m->spied[0] & 0xffffff;
        forget(m, 0);
        n--;
    }
    m->spied[n] = at | (uint32_t)card << 24;
}

static void clear_place(fate_memory *m, int place)
{
    for (int i = 0; i < FATE_SHUFFLES; i++) m->where[i] &= ~fate_bit(place);
    for (int i = 0; i < FATE_SPIED && m->spied[i]; i++) m->spied[i] &= ~fate_bit(place);
}

uint32_t fate_where(const fate_memory *m, int card, unsigned from)
{
    for (int i = 0; i < FATE_SPIED && m->spied[i]; i++)
        if (spied_card(m->spied[i]) == card) return m->spied[i] & 0xffffff;
    return from ? m->where[__builtin_ctz(from)] : 0;
}

static int of_card(const fate_state *s, int seat, int card)
{
    int n = 0;
    for (int i = 0; i < s->hand_count[seat]; i++) n += s->hand[seat][i] == card;
    return n;
}

static void begin_memory(const fate_state *s, fate_memory *m, int seat)
{
    int size[FATE_AT_DECK + 1] = {0};
    uint32_t at = 0;
    for (int p = 0; p < s->seats; p++) size[p] = p == seat ? 0 : s->hand_count[p];
    size[FATE_AT_DECK] = s->deck_count;
    for (int i = 0; i <= FATE_AT_DECK; i++)
        if (size[i]) at |= fate_bit(i);
    for (int i = 0; i < s->ring_count; i++)
        if (s->ring[i] && !(s->ring_known[i] >> seat & 1)) at |= fate_bit(FATE_AT_WOOD + i);
    *m = (fate_memory){.on = 1, .where = {at}};
    for (int k = 0; k < FATE_ALIKE && s->twin[k]; k++) {
        int card = s->twin[k], all = fate_copies(s, card) - s->discard[card];
        for (int i = 0; i < s->told_count; i++) all -= s->told[i].card == card;
        for (int i = 0; i < s->ring_count; i++)
            all -= s->ring[i] == card && s->ring_known[i] >> seat & 1;
        if (seat < s->seats) all -= of_card(s, seat, card);
        fate_alike_begin(m, k, at, all, size);
    }
}

static void begin_memories(fate_state *s)
{
    memset(s->memory, 0, sizeof s->memory);
    memset(s->twin, 0, sizeof s->twin);
    for (int c = 1, n = 0; c < FATE_CARD_COUNT && n < FATE_ALIKE; c++)
        if (fate_copies(s, c) > 1) s->twin[n++] = (uint8_t)c;
    for (int p = 0; p < s->seats; p++) begin_memory(s, &s->memory[p], p);
    begin_memory(s, &s->watched, FATE_SEATS);
}

// ---- what happens -----------------------------------------------------------------

void fate_know_nothing(fate_state *s)
{
    memset(s->from, 0, sizeof s->from);
    memset(s->hand_from, 0, sizeof s->hand_from);
    memset(s->ring_from, 0, sizeof s->ring_from);
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
    begin_memories(s);
}

void fate_forget(void *state) { ((fate_state *)state)->shuffle = 0; }

// A card went from the deck to a place.
static void leave_deck(const fate_state *s, fate_memory *m, int place)
{
    for (int i = 0; i < FATE_SHUFFLES; i++)
        if (m->where[i] & fate_bit(FATE_AT_DECK)) m->where[i] |= fate_bit(place);
    if (!s->deck_count) clear_place(m, FATE_AT_DECK);
}

void fate_know_laid(fate_state *s, int path)
{
    if (!s->shuffle) return;
    s->ring_from[path] = s->shuffle;
    int p = -1;
    for (fate_memory *m; (m = next_memory(s, &p));) {
        leave_deck(s, m, FATE_AT_WOOD + path);
        fate_alike_laid(m, path, s->deck_count + 1);
    }
}

void fate_know_drawn(fate_state *s, int seat, int card)
{
    if (!s->shuffle) return;
    vg_shuffles_add(s->hand_from[seat], s->hand_count[seat] - 1, s->shuffle);
    vg_bound_more(&s->most[seat], s->shuffle);
    int p = -1, deck = s->deck_count + 1, it = twin(s, card);
    for (fate_memory *m; (m = next_memory(s, &p));) {
        if (p == seat) {
            if (deck == 1) clear_place(m, FATE_AT_DECK);
            fate_alike_seen(m, FATE_AT_DECK, deck, it);
        } else {
            leave_deck(s, m, seat);
            fate_alike_drawn(m, seat, deck);
        }
    }
}

void fate_know_shown(fate_state *s, int seat, int card)
{
    if (!s->shuffle) return;
    uint16_t *copy = &s->from[fate_copy(s, card)], of;
    int count = fate_copies(s, card), had = s->hand_count[seat];
    of = vg_shuffles_take(copy, count, all_shuffles(s->hand_from[seat], had));
    vg_shuffles_sort(copy, count); // those in sight, 0, come first
    vg_shuffles_take(s->hand_from[seat], had, of);
    vg_bound_fewer(&s->most[seat], of);
    int p = -1, it = twin(s, card);
    for (fate_memory *m; (m = next_memory(s, &p));) {
        forget_card(m, card);
        if (had == 1) clear_place(m, seat);
        fate_alike_seen(m, seat, had, it);
    }
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
    int p = -1, at = __builtin_ctz(shuffle);
    for (fate_memory *m; (m = next_memory(s, &p));) {
        if (two) m->where[__builtin_ctz(two)] |= m->where[at];
        m->where[at] = 0;
    }
    return (uint16_t)shuffle;
}

void fate_know_shuffled(fate_state *s)
{
    if (!s->shuffle) return;
    s->shuffle = free_shuffle(s);
    for (int c = 1, at = 0; c < FATE_CARD_COUNT; at += fate_copies(s, c++)) {
        uint16_t *copy = &s->from[at];
        int count = fate_copies(s, c);
        vg_shuffles_sort(copy, count);
        for (int i = 0; i < s->discard[c]; i++) copy[i] = s->shuffle; // those in sight come first
        vg_shuffles_sort(copy, count);
    }
    int p = -1;
    for (fate_memory *m; (m = next_memory(s, &p));) {
        m->where[__builtin_ctz(s->shuffle)] = fate_bit(FATE_AT_DECK);
        for (int k = 0; k < FATE_ALIKE && s->twin[k]; k++)
            fate_alike_shuffled(m, k, s->discard[s->twin[k]]);
    }
}

// Where a card can be after one of the `size` cards of a hand was exchanged for that of a place.
static uint32_t swapped(uint32_t at, int hand, int place, int size)
{
    uint32_t held = at >> hand & 1, there = at >> place & 1;
    at &= ~(fate_bit(hand) | fate_bit(place));
    return at | held << place | (there | (held & (size > 1))) << hand;
}

// Which card of the hand goes into the wood nobody else sees: any of them.
void fate_know_swapped(fate_state *s, int seat, int path)
{
    if (!s->shuffle) return;
    uint16_t taken = s->ring_from[path];
    s->ring_from[path] = vg_shuffles_take(s->hand_from[seat], s->hand_count[seat], 0xffff);
    vg_shuffles_add(s->hand_from[seat], s->hand_count[seat] - 1, taken);
    vg_bound_fewer(&s->most[seat], s->ring_from[path]);
    vg_bound_more(&s->most[seat], taken);
    vg_bound_within(&s->most[seat], s->hand_from[seat], s->hand_count[seat]);
    int p = -1, size = s->hand_count[seat], card = s->ring[path], it = twin(s, card);
    for (fate_memory *m; (m = next_memory(s, &p));) {
        if (p == seat) continue;
        bool knew = s->ring_known[path] >> p & 1;
        for (int i = 0; i < FATE_SHUFFLES; i++)
            m->where[i] = swapped(m->where[i], seat, FATE_AT_WOOD + path, size);
        for (int i = 0; i < FATE_SPIED && m->spied[i]; i++)
            m->spied[i] = swapped(m->spied[i], seat, FATE_AT_WOOD + path, size);
        if (knew && fate_copies(s, card) == 1) spy(s, m, card, fate_bit(seat));
        fate_alike_swapped(m, seat, size, path, knew ? it : -1);
    }
}

void fate_know_seen(fate_state *s, int seat, int path)
{
    if (!s->shuffle) return;
    fate_memory *m = &s->memory[seat];
    if (!m->on) return;
    forget_card(m, s->ring[path]);
    clear_place(m, FATE_AT_WOOD + path);
    fate_alike_seen(m, FATE_AT_WOOD + path, 1, twin(s, s->ring[path]));
}

void fate_know_moved(fate_state *s, int a, int b)
{
    if (!s->shuffle) return;
    uint16_t from = s->ring_from[a];
    s->ring_from[a] = s->ring_from[b];
    s->ring_from[b] = from;
    int p = -1, x = FATE_AT_WOOD + a, y = FATE_AT_WOOD + b;
    for (fate_memory *m; (m = next_memory(s, &p));) {
        for (int i = 0; i < FATE_SHUFFLES; i++) m->where[i] = fate_exchanged(m->where[i], x, y);
        for (int i = 0; i < FATE_SPIED && m->spied[i]; i++)
            m->spied[i] = fate_exchanged(m->spied[i], x, y);
        fate_alike_moved(m, a, b);
    }
}

// Where the copies of a card are that this seat does not see.
static int unseen(const fate_state *s, int seat, int card, uint8_t at[FATE_AT_WOOD + FATE_RING])
{
    int all = s->deck[card];
    memset(at, 0, FATE_AT_WOOD + FATE_RING);
    at[FATE_AT_DECK] = s->deck[card];
    for (int p = 0; p < s->seats; p++)
        if (p != seat) all += at[p] = (uint8_t)of_card(s, p, card);
    for (int i = 0; i < s->ring_count; i++)
        if (!(s->ring_known[i] >> seat & 1)) all += at[FATE_AT_WOOD + i] = s->ring[i] == card;
    return all;
}

static const char *check_alike(const fate_state *s, const fate_memory *m, int k, int seat)
{
    uint8_t at[FATE_AT_WOOD + FATE_RING];
    fate_alike a = m->alike[k];
    if (unseen(s, seat, s->twin[k], at) != fate_most(a, FATE_AT_ALL))
        return "copies are miscounted";
    for (int x = 0; x < FATE_AT_WOOD + FATE_RING; x++) {
        if (at[x] && !(a.at >> x & 1)) return "a copy is where it cannot have come";
        if (x <= FATE_AT_DECK && at[x] > fate_most(a, x)) return "a place holds too many copies";
    }
    for (int i = 0; i < FATE_LIMITS && m->limit[i]; i++) {
        if (fate_limit_of(m->limit[i]) != k) continue;
        int n = 0;
        for (uint32_t left = fate_limit_at(m->limit[i]); left; left &= left - 1)
            n += at[vg_lowest(left)];
        if (n > fate_limit_most(m->limit[i])) return "places hold too many copies together";
    }
    return NULL;
}

// `from`: of cards of one copy, out of sight.
static const char *check_memory(const fate_state *s, const fate_memory *m, int seat,
                                const uint16_t from[FATE_KINDS])
{
    if (!m->on) return NULL;
    bool right = true;
    for (int c = 1; c < FATE_CARD_COUNT; c++)
        if (s->deck[c] && from[c]) right &= fate_where(m, c, from[c]) >> FATE_AT_DECK & 1;
    for (int p = 0; p < s->seats; p++)
        for (int i = 0; p != seat && i < s->hand_count[p]; i++) {
            int c = s->hand[p][i];
            if (from[c]) right &= fate_where(m, c, from[c]) >> p & 1;
        }
    for (int i = 0; i < s->ring_count; i++) {
        int c = s->ring[i];
        if (from[c] && !(s->ring_known[i] >> seat & 1))
            right &= fate_where(m, c, from[c]) >> (FATE_AT_WOOD + i) & 1;
    }
    if (!right) return "a card is where it cannot have come";
    const char *wrong = NULL;
    for (int k = 0; k < FATE_ALIKE && s->twin[k] && !wrong; k++) wrong = check_alike(s, m, k, seat);
    return wrong;
}

const char *fate_know_check(const fate_state *s)
{
    if (!s->shuffle) return NULL;
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
    const char *wrong = NULL;
    for (int p = 0; p < s->seats && !wrong; p++) wrong = check_memory(s, &s->memory[p], p, from);
    return wrong ? wrong : check_memory(s, &s->watched, FATE_SEATS, from);
}
