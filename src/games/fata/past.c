// past.c: how treasures came where they are in this round.
//
// Everybody sees a treasure that somebody takes from the middle, and who gets one of whose later;
// only some see which one it is. The state keeps all this in order, and which it was for those who
// saw it. To imagine where treasures lie is to let it happen again: what nobody saw is chosen anew
// by chance, and what is known of later must still be able to come. So a guess is a possible one,
// and as likely as chance makes it.
//
// What must come later is kept, for each moment, as sets of treasures that can be in a place then,
// worked out backwards. Each treasure by itself can go on from there; all together need not, so the
// choices are a search, which hardly ever turns back.
#include "games/fata/fata.h"

#include <string.h>

// A move: from, to (places), the treasure or 0, and
enum {
    MOVED,
    HALF,    // of a bargain: the next is the other half, and both were chosen before
    POOLED,  // all before `from`
    REVEALED // `from`; in place of the treasure, which of its five were turned up
};
static int entry(int kind, int from, int to, int id)
{
    return from | to << 3 | id << 6 | kind << 11;
}
static int kind_of(int e) { return e >> 11; }
static int from_of(int e) { return e & 7; }
static int to_of(int e) { return e >> 3 & 7; }
static int id_of(int e) { return e >> 6 & 31; }

static void add(fata_state *s, int e, int which, int see)
{
    if (s->moved_count >= FATA_PAST) {
        memset(s->moved, 0, sizeof s->moved);
        memset(s->which, 0, sizeof s->which);
        memset(s->saw, 0, sizeof s->saw);
        s->moved_count = FATA_PAST + 1;
        return;
    }
    s->which[s->moved_count] = (uint8_t)which;
    s->saw[s->moved_count] = (uint8_t)see;
    s->moved[s->moved_count++] = (uint16_t)e;
}

void fata_past_begin(fata_state *s)
{
    memset(s->moved, 0, sizeof s->moved);
    memset(s->which, 0, sizeof s->which);
    memset(s->saw, 0, sizeof s->saw);
    s->moved_count = 0;
}

static void add_move(fata_state *s, int kind, int id, int from, int to, int see)
{
    bool open = see == (1 << s->seats) - 1;
    add(s, entry(kind, from, to, open ? id : 0), open ? 0 : id, open ? 0 : see);
}

void fata_past_moved(fata_state *s, int id, int from, int to, int see)
{
    if (!s->shuffle) return;
    add_move(s, MOVED, id, from, to, see);
}

void fata_past_traded(fata_state *s, int p, int given, int q, int received)
{
    if (!s->shuffle) return;
    const fata_treasure *treasure = fata_ed(s)->treasure;
    int all = (1 << s->seats) - 1, two = 1 << p | 1 << q;
    add_move(s, HALF, given, p, q, treasure[given].lineage == s->shown[q] ? all : two);
    add_move(s, MOVED, received, q, p, treasure[received].lineage == s->shown[p] ? all : two);
}

void fata_past_pooled(fata_state *s, int seat)
{
    if (!s->shuffle) return;
    add(s, entry(POOLED, seat, FATA_POOL, 0), 0, 0);
}

void fata_past_revealed(fata_state *s, int seat)
{
    if (!s->shuffle) return;
    int turned = 0, n = 0;
    for (uint32_t left = fata_of_colour(s->shown[seat]); left; left &= left - 1, n++)
        turned |= (int)(s->up[seat] >> vg_lowest(left) & 1) << n;
    add(s, entry(REVEALED, seat, 0, turned), 0, 0);
}

static uint32_t turned_up(int e, uint32_t colour)
{
    uint32_t set = 0;
    for (int n = 0; colour; colour &= colour - 1, n++)
        if (id_of(e) >> n & 1) set |= colour & -colour;
    return set;
}

void fata_past_open(fata_state *s)
{
    fata_past_begin(s);
    for (int p = 0; p < s->seats; p++)
        if (s->shown[p]) add(s, entry(REVEALED, p, 0, 0), 0, 0);
    for (int p = 0; p < s->seats; p++)
        for (uint32_t left = s->down[p] | s->up[p]; left; left &= left - 1)
            fata_past_moved(s, vg_lowest(left), FATA_MIDDLE, p, (1 << s->seats) - 1);
}

// ---- again ------------------------------------------------------------------------

typedef struct again {
    uint32_t colour[FATA_SEATS];              // treasures of the colour each seat has shown
    uint32_t in[FATA_PLACES];                 // what is where at the present moment
    uint32_t may[FATA_PAST + 1][FATA_PLACES]; // what can be where before each move
    uint32_t shut[FATA_PAST];                 // what would have been seen, or lay face up
    uint16_t moved[FATA_PAST];
    uint8_t which[FATA_PAST];
    int count, steps;
} again;

enum { STEPS = 20000 }; // random play needs 8

static void before(const again *t, int i, uint32_t *may)
{
    int e = t->moved[i], from = from_of(e), to = to_of(e);
    uint32_t only = 0;
    switch (kind_of(e)) {
    case MOVED:
    case HALF:
        if (t->which[i]) only = may[to] & 1u << t->which[i];
        if (!t->which[i]) may[from] |= may[to] & ~t->shut[i];
        break;
    case POOLED:
        may[from] = may[to];
        may[to] = 0;
        return;
    case REVEALED:
        only = turned_up(e, t->colour[from]);
        may[from] &= ~t->colour[from];
        break;
    default: return;
    }
    for (int p = 0; only && p < FATA_PLACES; p++) may[p] &= ~only;
    may[from] |= only;
}

// Everything as `seat` knows it, and what follows from that for each moment before.
static void recall(again *t, const fata_state *s, int seat)
{
    uint32_t now[FATA_SEATS] = {0}, hidden = fata_treasures_in_play(fata_ed(s), s->seats);
    memset(t->in, 0, sizeof t->in);
    t->in[FATA_MIDDLE] = hidden;
    t->steps = 0;
    t->count = s->moved_count;
    for (int p = 0; p < s->seats; p++) t->colour[p] = fata_of_colour(s->shown[p]);
    for (int i = 0; i < t->count; i++) {
        int e = s->moved[i], from = from_of(e), to = to_of(e);
        t->moved[i] = s->moved[i];
        t->which[i] = (uint8_t)(s->which[i] ? s->which[i] : id_of(e));
        if (kind_of(e) == REVEALED) now[from] = t->colour[from];
        t->shut[i] = (from < FATA_SEATS ? now[from] : 0) | (to < FATA_SEATS ? now[to] : 0);
    }
    uint32_t *end = t->may[t->count];
    memset(end, 0, sizeof t->may[0]);
    end[FATA_MIDDLE] = s->pile;
    for (int i = 0; i < FATA_MARKET; i++)
        if (s->market[i]) end[FATA_MIDDLE] |= 1u << s->market[i];
    hidden &= ~end[FATA_MIDDLE];
    for (int p = 0; p < s->seats; p++) hidden &= ~(s->up[p] | (p == seat ? s->down[p] : 0));
    for (int p = 0; p < s->seats; p++)
        end[p] = s->up[p] | (p == seat ? s->down[p] : s->down_count[p] ? hidden : 0);
    end[FATA_POOL] = s->pool_count ? hidden : 0;
    for (int i = t->count - 1; i >= 0; i--) {
        memcpy(t->may[i], t->may[i + 1], sizeof t->may[i]);
        before(t, i, t->may[i]);
    }
}

// Everything from move `i` on.
static bool happen(again *t, int i, vg_rng *rng)
{
    for (; i < t->count; i++) {
        int e = t->moved[i], from = from_of(e), to = to_of(e);
        if (kind_of(e) == REVEALED) continue;
        if (kind_of(e) == POOLED) {
            t->in[to] = t->in[from];
            t->in[from] = 0;
            continue;
        }
        if (!t->which[i]) break;
        t->in[from] &= ~(1u << t->which[i]);
        t->in[to] |= 1u << t->which[i];
    }
    if (i == t->count) return true;
    const uint32_t *later = t->may[i + 1];
    int from = from_of(t->moved[i]), to = to_of(t->moved[i]);
    uint32_t must = t->in[from] & ~later[from], can = t->in[from] & later[to] & ~t->shut[i];
    if (i && kind_of(t->moved[i - 1]) == HALF) can &= ~(1u << t->which[i - 1]);
    if (must & (must - 1)) return false;
    if (must) can &= must;
    uint32_t in[FATA_PLACES];
    memcpy(in, t->in, sizeof in);
    while (can && t->steps++ < STEPS) {
        uint32_t one = can;
        for (uint32_t n = vg_rng_below(rng, (uint32_t)vg_bits(can)); n; n--) one &= one - 1;
        one &= -one;
        can &= ~one;
        t->which[i] = (uint8_t)vg_lowest(one);
        t->in[from] &= ~one;
        t->in[to] |= one;
        if (happen(t, i + 1, rng)) return true;
        memcpy(t->in, in, sizeof in);
    }
    t->which[i] = 0;
    return false;
}

bool fata_past_imagine(fata_state *s, int seat, vg_rng *rng)
{
    if (s->moved_count > FATA_PAST) return false;
    again t;
    recall(&t, s, seat);
    if (!happen(&t, 0, rng)) return false;
    for (int i = 0; i < t.count; i++)
        if (s->saw[i]) s->which[i] = t.which[i];
    for (int p = 0; p < s->seats; p++) s->down[p] = t.in[p] & ~s->up[p];
    s->pool = t.in[FATA_POOL];
    return true;
}

const char *fata_past_check(const fata_state *s)
{
    if (s->moved_count > FATA_PAST) return NULL;
    again t;
    recall(&t, s, -1);
    for (int i = 0; i < t.count; i++)
        if ((s->saw[i] != 0) != (s->which[i] != 0)) return "a treasure's move is not known";
    if (!happen(&t, 0, NULL)) // nothing is left to chance
        return "treasures cannot have moved so";
    for (int p = 0; p < s->seats; p++)
        if (t.in[p] != (s->down[p] | s->up[p])) return "treasures moved elsewhere";
    return t.in[FATA_POOL] == s->pool ? NULL : "treasures moved elsewhere";
}
