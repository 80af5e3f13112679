// quest_bare.c: Quest for Legend, four seats, random play, as one would write
// it by hand for nothing else: fixed arrays, a list of moves, no interface, no
// events, no records, no hidden information. Same rules as src/games/quest, same
// cards, same generator. `veglia bench` divides the engine's time by this one's.
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
typedef struct move {
    uint8_t kind, card, at;
} move;

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
    int has_pair = a == c ? hand[a] >= 2 : hand[a] && hand[c];
    for (int i = 0; i < b->table_count; i++) {
        const open_mission *q = &b->table[i];
        for (int r = 0; r < RESOURCES; r++)
            if (hand[r] && q->missing[r]) list[n++] = (move){PUT, (uint8_t)r, (uint8_t)i};
        if (has_pair && q->missing[h->stands_for]) list[n++] = (move){PAIR, 0, (uint8_t)i};
        if (q->mission == h->special && q->left == 1) list[n++] = (move){DECLARE, 0, (uint8_t)i};
    }
    list[n++] = (move){DONE, 0, 0};
    return n;
}

static int start_moves(const bare *b, int p, move *list)
{
    int n = 0;
    for (int m = 0; m < MISSIONS; m++)
        if (b->hand[p][RESOURCES + m] && !b->completed[m]) list[n++] = (move){START, (uint8_t)m, 0};
    list[n++] = (move){DONE, 0, 0};
    return n;
}

static int discard_moves(const bare *b, int p, move *list)
{
    int n = 0;
    for (int k = 0; k < KINDS; k++)
        if (b->hand[p][k]) list[n++] = (move){DISCARD, (uint8_t)k, 0};
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
    q->missing[r]--;
    q->left--;
    if (q->left <= (q->mission == b->hero[p].special)) finish(b, p, at);
}

static void play(bare *b, int p, move m)
{
    const struct hero *h = &b->hero[p];
    switch (m.kind) {
    case PUT:
        lay(b, p, m.at, m.card);
        fill(b, p, m.at, m.card);
        break;
    case PAIR:
        lay(b, p, m.at, h->pair[0]);
        lay(b, p, m.at, h->pair[1]);
        fill(b, p, m.at, h->stands_for);
        break;
    case DECLARE: finish(b, p, m.at); break;
    case START: {
        b->hand[p][RESOURCES + m.card]--;
        b->hand_count[p]--;
        open_mission *q = &b->table[b->table_count++];
        *q = (open_mission){.mission = m.card, .owner = (uint8_t)p, .left = missions[m.card].total};
        memcpy(q->missing, missions[m.card].need, sizeof q->missing);
        break;
    }
    case DISCARD:
        b->hand[p][m.card]--;
        b->hand_count[p]--;
        discard(b, m.card);
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
    } while (m.kind != DONE && b->completed_count < MISSIONS);
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
    } while (m.kind != DONE);
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
