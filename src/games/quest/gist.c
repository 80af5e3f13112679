// gist.c: what the cards of Quest for Legend come to, for who learns from positions as numbers.
//
// Of every mission on the table, by whose it is: how much it misses, and how much the viewer would
// still have to find for it; of those in hand, how near they are; the points so far, and how long
// the game will last. To find out that these cards are just what that mission lacks takes a learner
// ten times as many games. Little of what matters is left out, so that a net can do with this.
#include "engine/gist.h"
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

static int bounded(int n) { return vg_between(n, -TOP_POINTS, TOP_POINTS); }

static void see_mission(const quest_state *s, int viewer, int at, vg_lit **out)
{
    const quest_slot *q = &s->slot[at];
    int turn = q->owner - 1 - viewer, mission = at / QUEST_TWINS;
    int of = (turn < 0 ? turn + s->seats : turn) * QUEST_MISSIONS + mission;
    int lacks = lack(s, viewer, q->missing, q->left, mission);
    if (q->left) vg_light_step(out, LEFT + of * MOST_LEFT, q->left - 1, MOST_LEFT);
    vg_light(out, LACK + of * (FAR + 1) + lacks, 1);
    bool now = s->turn == viewer && s->phase == QUEST_PHASE_PUT;
    if (!lacks) vg_light(out, READY + of * 3 + (now ? 0 : s->ending ? 1 : 2), 1);
    for (int r = 0; r < QUEST_RESOURCES; r++)
        vg_light(out, MISSING + of * QUEST_RESOURCES + r, q->missing[r] < 4 ? q->missing[r] : 4);
}

static void see_card(const quest_state *s, int viewer, int mission, vg_lit **out)
{
    const quest_mission *q = &quest_cards(s)->mission[mission];
    bool vain = s->done >> mission & 1;
    for (int c = 0; c < QUEST_TWINS; c++)
        vain = vain || s->slot[mission * QUEST_TWINS + c].owner == viewer + 1;
    int lacks = FAR + 1;
    if (!vain) lacks = lack(s, viewer, q->need, vg_sum(q->need, QUEST_RESOURCES), mission);
    vg_light(out, START + mission * (FAR + 2) + lacks, 1);
}

int quest_gist(const void *view, int viewer, vg_lit *out)
{
    const quest_state *s = view;
    vg_lit *at = out;
    int points[QUEST_SEATS] = {0}, unseen[QUEST_RESOURCES] = {0};
    if (!s->hero[s->seats - 1]) return 0;
    for (uint32_t table = s->table; table; table &= table - 1) {
        int slot = vg_lowest(table);
        see_mission(s, viewer, slot, &at);
        for (int r = 0; r < QUEST_RESOURCES; r++) unseen[r] -= s->slot[slot].laid[r];
    }
    uint64_t held = vg_kinds_in(s->hand[viewer] + QUEST_RESOURCES, QUEST_MISSIONS);
    for (; held; held &= held - 1) see_card(s, viewer, vg_first_kind(held), &at);
    for (uint32_t done = s->done; done; done &= done - 1) {
        int m = vg_lowest(done), worth = quest_cards(s)->mission[m].points;
        vg_light(&at, GONE + m, 1);
        points[s->won[m] - 1] += worth;
        if (s->beaten[m]) points[s->beaten[m] - 1] -= worth;
    }
    for (int i = 0; i < s->seats; i++) {
        int p = viewer + i < s->seats ? viewer + i : viewer + i - s->seats;
        vg_light(&at, POINTS + i, bounded(points[p]));
        vg_light(&at, AHEAD + i, bounded(points[viewer] - points[p]));
        vg_light(&at, HELD + i, s->hand_count[p]);
        vg_light(&at, HERO + i * QUEST_HEROES + s->hero[p] - 1, 1);
        vg_light(&at, TURN + i, p == s->turn);
    }
    for (int r = 0; r < QUEST_RESOURCES; r++) {
        int hand = s->hand[viewer][r];
        unseen[r] += quest_cards(s)->resource[r].copies - hand - s->discard[r] - s->aside[r];
        vg_light(&at, HAND + r, hand < 4 ? hand : 4);
        vg_light(&at, UNSEEN + r, bounded(unseen[r]));
    }
    vg_light(&at, DRAWS, s->deck_count);
    vg_light(&at, TIME + (s->ending ? 2 : s->decks == 2 || s->one_deck), 1);
    return (int)(at - out);
}
