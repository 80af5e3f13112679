// quest_bare.c: Quest for Legend, four seats, random play, as one would write
// it by hand for nothing else and for speed: fixed arrays, a list of moves made
// without branches, no interface, no events, no records, no hidden information. Same rules as
// src/games/quest, same cards, same generator. `veglia bench` divides the engine's time by this
// one's.
#include "quest_bare.h"

#include "base/rng.h"

#include <string.h>

enum { SEATS = 4, RESOURCES = 4, MISSIONS = 10, KINDS = 14, HAND = 5 };

enum {
#define RESOURCE(id, ...) id,
#define MISSION(id, ...)  id,
#define HERO(id, ...)
#include "games/quest/cards.def"
#undef RESOURCE
#undef MISSION
#undef HERO
};

#define MISSION(...)
#define HERO(...)
#define RESOURCE(id, slug, letter, copies, ...) copies,
static const uint8_t resource_copies[RESOURCES] = {
#include "games/quest/cards.def"
};
#undef RESOURCE
#undef MISSION

#define RESOURCE(...)
#define MISSION(id, slug, i, a, c, e, points, ...) {{i, a, c, e}, i + a + c + e, points},
static const struct mission {
    uint8_t need[RESOURCES], total, points;
} missions[MISSIONS] = {
#include "games/quest/cards.def"
};
#undef MISSION
#undef HERO

#define MISSION(...)
#define HERO(id, slug, special, pair0, pair1, stands, ...)                                         \
    {special - RESOURCES, {pair0, pair1}, stands},
static const struct hero {
    uint8_t special, pair[2], stands_for;
} heroes[4] = {
#include "games/quest/cards.def"
};
#undef RESOURCE
#undef MISSION
#undef HERO

typedef struct open_mission {
    uint8_t mission, owner, left;
    uint8_t open; // bit r: missing[r] > 0
    uint8_t missing[RESOURCES], laid[RESOURCES];
} open_mission;

typedef struct bare {
    open_mission table[2 * MISSIONS];
    int table_count;
    uint8_t hand[SEATS][KINDS], hand_count[SEATS];
    struct hero hero[SEATS];
    uint8_t deck[64], discard[64];
    int deck_count, discard_count, decks;
    uint8_t completed[MISSIONS];
    int completed_count;
    int points[SEATS]; // of completed and superseded missions
} bare;

enum { DONE, PUT, PAIR, DECLARE, START, DISCARD };
// Kind, card and place of a move, a byte each.
typedef uint32_t move;
static move of(int kind, int card, int at) { return (move)(kind | card << 8 | at << 16); }
static int kind_of(move m) { return (int)(m & 255); }
static int card_of(move m) { return (int)(m >> 8 & 255); }
static int at_of(move m) { return (int)(m >> 16); }

static void shuffle(uint8_t *cards, int n, vg_rng *rng)
{
    for (int i = n - 1; i > 0; i--) {
        int j = (int)vg_rng_below(rng, (uint32_t)i + 1);
        uint8_t c = cards[i];
        cards[i] = cards[j];
        cards[j] = c;
    }
}

static void draw(bare *b, int p)
{
    b->hand[p][b->deck[--b->deck_count]]++;
    b->hand_count[p]++;
}

static void deal(bare *b, int first, vg_rng *rng)
{
    memset(b, 0, sizeof *b);
    uint8_t order[4] = {0, 1, 2, 3};
    shuffle(order, 4, rng);
    for (int p = 0; p < SEATS; p++) b->hero[p] = heroes[order[p]];
    for (int r = 0; r < RESOURCES; r++)
        for (int i = 0; i < resource_copies[r]; i++) b->deck[b->deck_count++] = (uint8_t)r;
    for (int m = 0; m < MISSIONS; m++)
        for (int i = 0; i < 2; i++) b->deck[b->deck_count++] = (uint8_t)(RESOURCES + m);
    shuffle(b->deck, b->deck_count, rng);
    b->decks = 1;
    for (int i = 0; i < HAND * SEATS; i++) draw(b, (first + i) % SEATS);
}

static int put_moves(const bare *b, int p, move *list)
{
    const struct hero *h = &b->hero[p];
    const uint8_t *hand = b->hand[p];
    int a = h->pair[0], c = h->pair[1], n = 0;
    int pair = ((hand[a] > (a == c)) & (hand[c] > 0)) << h->stands_for, held = 0;
    for (int r = 0; r < RESOURCES; r++) held |= (hand[r] != 0) << r;
    for (int i = 0; i < b->table_count; i++) {
        const open_mission *q = &b->table[i];
        for (int r = 0; r < RESOURCES; r++) {
            list[n] = of(PUT, r, i);
            n += (q->open & held) >> r & 1;
        }
        list[n] = of(PAIR, 0, i);
        n += (q->open & pair) != 0;
        list[n] = of(DECLARE, 0, i);
        n += (q->mission == h->special) & (q->left == 1);
    }
    list[n++] = of(DONE, 0, 0);
    return n;
}

static int start_moves(const bare *b, int p, move *list)
{
    int n = 0;
    for (int m = 0; m < MISSIONS; m++) {
        list[n] = of(START, m, 0);
        n += (b->hand[p][RESOURCES + m] != 0) & !b->completed[m];
    }
    list[n++] = of(DONE, 0, 0);
    return n;
}

static int discard_moves(const bare *b, int p, move *list)
{
    int n = 0;
    for (int k = 0; k < KINDS; k++) {
        list[n] = of(DISCARD, k, 0);
        n += b->hand[p][k] != 0;
    }
    return n;
}

static void discard(bare *b, int card) { b->discard[b->discard_count++] = (uint8_t)card; }

static void remove_mission(bare *b, int at) { b->table[at] = b->table[--b->table_count]; }

static void finish(bare *b, int p, int at)
{
    open_mission q = b->table[at];
    remove_mission(b, at);
    if (q.owner != p) {
        discard(b, RESOURCES + q.mission);
        for (int r = 0; r < RESOURCES; r++)
            for (int i = 0; i < q.laid[r]; i++) discard(b, r);
        return;
    }
    b->completed[q.mission] = 1;
    b->completed_count++;
    b->points[p] += missions[q.mission].points;
    for (int i = 0; i < b->table_count; i++) {
        if (b->table[i].mission != q.mission) continue;
        b->points[b->table[i].owner] -= missions[q.mission].points;
        remove_mission(b, i);
        break;
    }
}

static void lay(bare *b, int p, int at, int r)
{
    b->hand[p][r]--;
    b->hand_count[p]--;
    b->table[at].laid[r]++;
}

static void fill(bare *b, int p, int at, int r)
{
    open_mission *q = &b->table[at];
    if (--q->missing[r] == 0) q->open &= (uint8_t) ~(1u << r);
    q->left--;
    if (q->left <= (q->mission == b->hero[p].special)) finish(b, p, at);
}

static void play(bare *b, int p, move m)
{
    const struct hero *h = &b->hero[p];
    int card = card_of(m), at = at_of(m);
    switch (kind_of(m)) {
    case PUT:
        lay(b, p, at, card);
        fill(b, p, at, card);
        break;
    case PAIR:
        lay(b, p, at, h->pair[0]);
        lay(b, p, at, h->pair[1]);
        fill(b, p, at, h->stands_for);
        break;
    case DECLARE: finish(b, p, at); break;
    case START: {
        b->hand[p][RESOURCES + card]--;
        b->hand_count[p]--;
        open_mission *q = &b->table[b->table_count++];
        *q = (open_mission){
            .mission = (uint8_t)card, .owner = (uint8_t)p, .left = missions[card].total};
        memcpy(q->missing, missions[card].need, sizeof q->missing);
        for (int r = 0; r < RESOURCES; r++)
            q->open |= (uint8_t)((missions[card].need[r] != 0) << r);
        break;
    }
    case DISCARD:
        b->hand[p][card]--;
        b->hand_count[p]--;
        discard(b, card);
        break;
    case DONE: break;
    }
}

static int can_put(const bare *b, int p)
{
    if (b->hand_count[p]) return b->table_count > 0;
    for (int i = 0; i < b->table_count; i++)
        if (b->table[i].mission == b->hero[p].special && b->table[i].left == 1) return 1;
    return 0;
}

static uint64_t put_phase(bare *b, int p, vg_rng *rng)
{
    move list[128], m;
    uint64_t decisions = 0;
    if (!can_put(b, p)) return 0;
    do {
        int n = put_moves(b, p, list);
        m = list[vg_rng_below(rng, (uint32_t)n)];
        play(b, p, m);
        decisions++;
    } while (kind_of(m) != DONE && b->completed_count < MISSIONS);
    return decisions;
}

static uint64_t start_phase(bare *b, int p, vg_rng *rng)
{
    move list[16], m;
    uint64_t decisions = 0;
    if (!b->hand_count[p]) return 0;
    do {
        int n = start_moves(b, p, list);
        m = list[vg_rng_below(rng, (uint32_t)n)];
        play(b, p, m);
        decisions++;
    } while (kind_of(m) != DONE);
    return decisions;
}

// 1 once the last card of the second deck (or of the first, if nothing was discarded) is drawn.
static int draw_phase(bare *b, int p, vg_rng *rng)
{
    draw(b, p);
    if (b->deck_count) return 0;
    if (b->decks == 2 || !b->discard_count) return 1;
    memcpy(b->deck, b->discard, (size_t)b->discard_count);
    b->deck_count = b->discard_count;
    b->discard_count = 0;
    b->decks = 2;
    shuffle(b->deck, b->deck_count, rng);
    return 0;
}

static uint64_t discard_phase(bare *b, int p, vg_rng *rng)
{
    move list[KINDS];
    if (b->hand_count[p] <= HAND) return 0;
    int n = discard_moves(b, p, list);
    play(b, p, list[vg_rng_below(rng, (uint32_t)n)]);
    return 1;
}

static uint64_t play_game(bare *b, vg_rng *rng)
{
    uint64_t decisions = 0;
    int p = (int)vg_rng_below(rng, SEATS), last = 0;
    deal(b, p, rng);
    for (; !last; p = (p + 1) % SEATS) {
        decisions += put_phase(b, p, rng);
        if (b->completed_count == MISSIONS) return decisions;
        decisions += start_phase(b, p, rng);
        last = draw_phase(b, p, rng);
        decisions += discard_phase(b, p, rng);
    }
    for (int i = 0; i < SEATS && b->completed_count < MISSIONS; i++, p = (p + 1) % SEATS)
        decisions += put_phase(b, p, rng);
    return decisions;
}

void quest_bare_run(uint64_t games, uint64_t seed, uint64_t *decisions, int64_t *checksum)
{
    *decisions = 0;
    *checksum = 0;
    for (uint64_t g = 0; g < games; g++) {
        bare b;
        vg_rng rng;
        vg_rng_seed(&rng, seed, g);
        *decisions += play_game(&b, &rng);
        for (int i = 0; i < b.table_count; i++)
            b.points[b.table[i].owner] -= missions[b.table[i].mission].points;
        for (int p = 0; p < SEATS; p++) *checksum += b.points[p];
    }
}
