// evaluate.c: how a position of Quest for Legend looks to a seat.
//
// Every mission on the table is worth its points times the chance that its
// owner completes it, less its points times the chance that it stays unfinished.
// Those chances come from how many cards the owner still lacks, how many turns
// are left, and who could spoil it before the owner's next turn. Other hands are
// used where they are known (a resampled world) and guessed on average where not.
#include "games/quest/quest.h"

#include <math.h>

// Weights, chosen by play of variants against each other.
#define NOW      0.97f // a mission its owner can finish in the phase he is in
#define NEXT     0.90f // ... on his next turn
#define PER_LACK 0.85f // each card still to be found
#define PER_TURN 0.22f // useful cards found in a turn
#define WILLING  0.55f // a rival who can spoil a mission does
#define SPOILED  0.35f // of the missions that fail, those spoiled (which cost nothing)
#define IN_HAND  0.22f // a resource in hand
#define TO_START 0.10f // each point of a mission in hand that may still be started

// A position with what is asked of it again and again.
typedef struct look {
    const quest_state *s;
    bool known[QUEST_SEATS];  // this state shows the hand of the seat
    float turns[QUEST_SEATS]; // turns the seat still has in which it can put cards
} look;

// How many cards `seat` would still have to find to fill this slot.
static int lack(const look *l, int seat, int at)
{
    const quest_state *s = l->s;
    const quest_slot *q = &s->slot[at];
    const quest_hero *hero = quest_hero_of(s, seat);
    int need = q->left - (at >> 1 == hero->special);
    if (!l->known[seat]) return need - (s->hand_count[seat] >= 3); // about one of them fits
    int spare[QUEST_RESOURCES], short_of[QUEST_RESOURCES];
    for (int r = 0; r < QUEST_RESOURCES; r++) {
        int use = s->hand[seat][r] < q->missing[r] ? s->hand[seat][r] : q->missing[r];
        spare[r] = s->hand[seat][r] - use;
        short_of[r] = q->missing[r] - use;
        need -= use;
    }
    int a = hero->pair[0], b = hero->pair[1];
    if (need > 0 && short_of[hero->pair_for] > 0 && spare[a] > (a == b) && spare[b] > 0) need--;
    return need > 0 ? need : 0;
}

static float turns_left(const quest_state *s, int seat, float cards)
{
    int after = (seat - s->turn + s->seats) % s->seats; // seats that come before it
    bool now = after == 0 && s->phase == QUEST_PUT;
    if (s->ending)
        return now || (after > 0 && after <= s->last_left) ||
               (after == 0 && s->last_left == s->seats);
    return cards / (float)s->seats + 1 + (float)now;
}

static look look_at(const quest_state *s)
{
    look l = {.s = s};
    float cards = s->deck_count; // still to be drawn
    if (s->decks == 1) {
        int back = s->deck_count / 3; // about what is discarded until the first deck ends
        for (int k = 0; k < QUEST_KINDS; k++) back += s->discard[k];
        cards += (float)back;
    }
    for (int p = 0; p < s->seats; p++) {
        l.known[p] = quest_knows_hand(s, p);
        l.turns[p] = turns_left(s, p, cards);
    }
    return l;
}

// Could a rival of the owner fill this mission before its owner's next turn?
static float threat(const look *l, int at)
{
    const quest_state *s = l->s;
    int owner = s->slot[at].owner - 1;
    float safe = 1;
    for (int i = s->phase != QUEST_PUT; i < s->seats; i++) {
        int p = (s->turn + i) % s->seats;
        if (p == owner) break;
        if (!quest_allies(s, p, owner) && lack(l, p, at) == 0) safe *= 1 - WILLING;
    }
    return 1 - safe;
}

// What the mission in this slot is worth to its owner, in points.
static float mission_worth(const look *l, int at)
{
    const quest_state *s = l->s;
    int owner = s->slot[at].owner - 1, missing = lack(l, owner, at);
    float points = quest_cards(s)->mission[at >> 1].points, turns = l->turns[owner];
    if (turns <= 0) return -points;
    float risk = threat(l, at), spoils = SPOILED, p;
    bool now = s->turn == owner && s->phase == QUEST_PUT;
    if (missing == 0) {
        p = now ? NOW : NEXT * (1 - risk);
    } else {
        float time = turns * PER_TURN / (float)missing;
        p = (time < 1 ? time * time : 1) * (1 - risk);
        for (int i = 0; i < missing; i++) p *= PER_LACK;
        if (s->ending) p = 0;
    }
    int other = at ^ 1;
    if (s->table >> other & 1 && !(now && missing == 0)) { // the twin may come first
        int rival = lack(l, s->slot[other].owner - 1, other);
        p *= rival < missing ? 0.35f : rival == missing ? 0.5f : 0.8f;
        if (s->slot[other].owner == s->slot[at].owner && (at & 1)) p = 0; // QL-07: one's own
        spoils = SPOILED / 2;
    }
    float spoiled = risk + (1 - risk) * (s->ending ? 0 : spoils);
    return points * (p - (1 - p) * (1 - spoiled));
}

// What the hand is good for beyond the missions on the table.
static float hand_worth(const look *l, int seat)
{
    const quest_state *s = l->s;
    float turns = l->turns[seat], keep = turns > 4 ? 1 : turns / 4;
    if (!l->known[seat]) return keep * IN_HAND * 0.8f * s->hand_count[seat];
    float worth = 0;
    for (int r = 0; r < QUEST_RESOURCES; r++) { // the third and later copies help less
        int n = s->hand[seat][r];
        worth += IN_HAND * (float)(n < 3 ? n : 2) + IN_HAND * 0.4f * (float)(n < 3 ? 0 : n - 2);
    }
    for (int m = 0; m < QUEST_MISSIONS; m++)
        if (s->hand[seat][QUEST_RESOURCES + m] && !(s->done >> m & 1))
            worth += TO_START * quest_cards(s)->mission[m].points;
    return worth * keep;
}

static void worths(const look *l, float out[QUEST_SEATS])
{
    const quest_state *s = l->s;
    float own[QUEST_SEATS] = {0};
    for (int m = 0; m < QUEST_MISSIONS; m++) {
        float points = quest_cards(s)->mission[m].points;
        if (s->won[m]) own[s->won[m] - 1] += points;
        if (s->beaten[m]) own[s->beaten[m] - 1] -= points;
    }
    for (uint32_t table = s->table; table; table &= table - 1) {
        int at = vg_lowest(table);
        own[s->slot[at].owner - 1] += mission_worth(l, at);
    }
    for (int p = 0; p < s->seats; p++) own[p] += hand_worth(l, p);
    for (int p = 0; p < s->seats; p++) out[p] = own[p] + (s->pairs ? own[p ^ 2] : 0);
}

// 1 for a win alone, shared among equals, and a trace of the points so that losing well is better.
static float final_worth(const quest_state *s, int seat)
{
    vg_score score = {0};
    quest_score(s, &score);
    int winners = 0;
    for (int p = 0; p < s->seats; p++) winners += score.rank[p] == 1;
    if (s->pairs) winners /= 2;
    float points = (float)score.points[seat] / 100;
    if (points > 1) points = 1;
    if (points < -1) points = -1;
    float won = score.rank[seat] == 1 ? 1 / (float)winners : 0;
    return 0.02f + 0.96f * won + 0.02f * points;
}

float quest_evaluate(const void *view, int seat)
{
    const quest_state *s = view;
    if (s->phase == QUEST_OVER) return final_worth(s, seat);
    if (!s->hero[s->seats - 1]) return 1 / (float)s->seats;
    float worth[QUEST_SEATS], best = -1000, sum = 0;
    look l = look_at(s);
    worths(&l, worth);
    int rivals = 0;
    for (int p = 0; p < s->seats; p++) {
        if (quest_allies(s, p, seat)) continue;
        rivals++;
        sum += worth[p];
        if (worth[p] > best) best = worth[p];
    }
    float lead = worth[seat] - 0.6f * best - 0.4f * sum / (float)rivals;
    float width = 3 + 0.5f * l.turns[seat]; // an early lead says less
    return 0.02f + 0.96f / (1 + expf(-lead / width));
}
