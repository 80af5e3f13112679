// gist.c: what the cards of Quest for Legend come to, for who learns from positions as numbers.
//
// Of every mission on the table, by whose it is: how much it misses, and how much the viewer would
// still have to find for it; of those in hand, how near they are; the points so far, and how long
// the game will last. To find out that these cards are just what that mission lacks takes a learner
// ten times as many games. Little of what matters is left out, so that a net can do with this.
#include "games/quest/quest.h"

#define OWNED (QUEST_SEATS * QUEST_MISSIONS)
enum {
    MOST_LEFT = 6,                    // more count the same
    FAR = 4,                          // lacks so many cards, or more
    LEFT = 0,                         // [owner, mission]: resources still missing, less 1
    LACK = LEFT + OWNED * MOST_LEFT,  // ... that the viewer does not hold
    READY = LACK + OWNED * (FAR + 1), // none: the viewer may put now; it is his last turn; later
    MISSING = READY + OWNED * 3,      // [owner, mission, resource]
    START = MISSING + OWNED * QUEST_RESOURCES,   // [mission] in hand: lacks so many; is of no use
    POINTS = START + QUEST_MISSIONS * (FAR + 2), // [seat]
    AHEAD = POINTS + QUEST_SEATS,                // of each
    HAND = AHEAD + QUEST_SEATS,                  // [resource]
    UNSEEN = HAND + QUEST_RESOURCES, // [resource] that may be drawn yet, or are in other hands
    GONE = UNSEEN + QUEST_RESOURCES, // [mission] completed
    HELD = GONE + QUEST_MISSIONS,    // [seat] cards
    HERO = HELD + QUEST_SEATS,       // [seat, hero]
    DRAWS = HERO + QUEST_SEATS * QUEST_HEROES, // left of this deck
    TIME = DRAWS + 1,                          // first deck; second; last turns
    TURN = TIME + 3,                           // [seat] whose
    TOP_POINTS = 16,
};

const vg_gist quest_gists[] = {
    {"left", OWNED *MOST_LEFT, 1, QUEST_TWINS},
    {"lack", OWNED *(FAR + 1), 1, QUEST_TWINS},
    {"ready", OWNED * 3, 1, QUEST_TWINS},
    {"missing", OWNED *QUEST_RESOURCES, 4, QUEST_TWINS},
    {"start", QUEST_MISSIONS *(FAR + 2), 1, 1},
    {"points", QUEST_SEATS, TOP_POINTS, 1},
    {"ahead", QUEST_SEATS, TOP_POINTS, 1},
    {"hand", QUEST_RESOURCES, 4, 1},
    {"unseen", QUEST_RESOURCES, TOP_POINTS, 1},
    {"gone", QUEST_MISSIONS, 1, 1},
    {"held", QUEST_SEATS, QUEST_HAND + 1, 1},
    {"hero", QUEST_SEATS *QUEST_HEROES, 1, 1},
    {"draws", 1, QUEST_CARDS, 1},
    {"time", 3, 1, 1},
    {"turn", QUEST_SEATS, 1, 1},
};
static_assert(sizeof quest_gists / sizeof quest_gists[0] == QUEST_GIST_COUNT, "all of them");

// Cards that `seat` would have to find to meet these needs, `left` in all.
static int lack(const quest_state *s, int seat, const uint8_t missing[QUEST_RESOURCES], int left,
                int mission)
{
    const quest_hero *hero = quest_hero_of(s, seat);
    const uint8_t *hand = s->hand[seat];
    uint8_t fits[QUEST_RESOURCES];
    int need = left - (mission == hero->special); // QL-09
    for (int r = 0; r < QUEST_RESOURCES; r++) {
        fits[r] = hand[r] < missing[r] ? hand[r] : missing[r];
        need -= fits[r];
    }
    if (need <= 0) return 0;
    int a = hero->pair[0], b = hero->pair[1], stands = hero->pair_for; // QL-12
    if (missing[stands] > fits[stands] && hand[a] - fits[a] > (a == b) && hand[b] > fits[b]) need--;
    return need < FAR ? need : FAR;
}

static int light(vg_lit *out, int n, int place, int count)
{
    if (!count) return n;
    out[n] = (vg_lit){(uint16_t)place, (int16_t)count};
    return n + 1;
}

static int bounded(int n)
{
    return n > TOP_POINTS ? TOP_POINTS : n < -TOP_POINTS ? -TOP_POINTS : n;
}

static int see_mission(const quest_state *s, int viewer, int at, vg_lit *out, int n)
{
    const quest_slot *q = &s->slot[at];
    int turn = q->owner - 1 - viewer, mission = at / QUEST_TWINS;
    int of = (turn < 0 ? turn + s->seats : turn) * QUEST_MISSIONS + mission;
    int lacks = lack(s, viewer, q->missing, q->left, mission);
    int left = q->left > MOST_LEFT ? MOST_LEFT : q->left;
    if (left) n = light(out, n, LEFT + of * MOST_LEFT + left - 1, 1);
    n = light(out, n, LACK + of * (FAR + 1) + lacks, 1);
    bool now = s->turn == viewer && s->phase == QUEST_PHASE_PUT;
    if (!lacks) n = light(out, n, READY + of * 3 + (now ? 0 : s->ending ? 1 : 2), 1);
    for (int r = 0; r < QUEST_RESOURCES; r++)
        n = light(out, n, MISSING + of * QUEST_RESOURCES + r,
                  q->missing[r] < 4 ? q->missing[r] : 4);
    return n;
}

static int see_card(const quest_state *s, int viewer, int mission, vg_lit *out, int n)
{
    const quest_mission *q = &quest_cards(s)->mission[mission];
    bool vain = s->done >> mission & 1;
    for (int c = 0; c < QUEST_TWINS; c++)
        vain = vain || s->slot[mission * QUEST_TWINS + c].owner == viewer + 1;
    int lacks = FAR + 1;
    if (!vain) lacks = lack(s, viewer, q->need, vg_sum(q->need, QUEST_RESOURCES), mission);
    return light(out, n, START + mission * (FAR + 2) + lacks, 1);
}

int quest_gist(const void *view, int viewer, vg_lit *out)
{
    const quest_state *s = view;
    int points[QUEST_SEATS] = {0}, unseen[QUEST_RESOURCES] = {0}, n = 0;
    if (!s->hero[s->seats - 1]) return 0;
    for (uint32_t table = s->table; table; table &= table - 1) {
        int at = vg_lowest(table);
        n = see_mission(s, viewer, at, out, n);
        for (int r = 0; r < QUEST_RESOURCES; r++) unseen[r] -= s->slot[at].laid[r];
    }
    for (int m = 0; m < QUEST_MISSIONS; m++) {
        if (s->hand[viewer][QUEST_RESOURCES + m]) n = see_card(s, viewer, m, out, n);
        if (s->won[m]) points[s->won[m] - 1] += quest_cards(s)->mission[m].points;
        n = light(out, n, GONE + m, s->done >> m & 1);
        if (s->beaten[m]) points[s->beaten[m] - 1] -= quest_cards(s)->mission[m].points;
    }
    for (int i = 0; i < s->seats; i++) {
        int p = viewer + i < s->seats ? viewer + i : viewer + i - s->seats;
        n = light(out, n, POINTS + i, bounded(points[p]));
        n = light(out, n, AHEAD + i, bounded(points[viewer] - points[p]));
        n = light(out, n, HELD + i, s->hand_count[p]);
        n = light(out, n, HERO + i * QUEST_HEROES + s->hero[p] - 1, 1);
        n = light(out, n, TURN + i, p == s->turn);
    }
    for (int r = 0; r < QUEST_RESOURCES; r++) {
        int hand = s->hand[viewer][r];
        unseen[r] += quest_cards(s)->resource[r].copies - hand - s->discard[r] - s->aside[r];
        n = light(out, n, HAND + r, hand < 4 ? hand : 4);
        n = light(out, n, UNSEEN + r, bounded(unseen[r]));
    }
    n = light(out, n, DRAWS, s->deck_count);
    return light(out, n, TIME + (s->ending ? 2 : s->decks == 2), 1);
}
