// evaluate.c: how a position of Quest for Legend looks to a seat.
//
// A seat's prospects are a sum of simple facts about it (quest_feature), each
// times a weight: the points it may still expect. The weights are fitted to the
// final points of games bots played against each other (tools/lab/quest_fit.c).
// Cards that will complete a mission are set aside for it before the rest of the
// hand is looked at, so that putting them down one by one changes nothing until
// the last: positions in the middle of a turn compare fairly with those after it.
// Other hands are used where they are known (a resampled world) and guessed on
// average where not.
#include "games/quest/quest.h"

#include <math.h>
#include <string.h>

static const float weight[QUEST_FEATURES] = {
#define FEATURE(id, points) [QUEST_F_##id] = points,
#include "games/quest/weights.def"
#undef FEATURE
};

#define PER_TURN 0.22f // useful cards found in a turn

// A position with what is asked of it again and again.
typedef struct look {
    const quest_state *s;
    bool known[QUEST_SEATS];  // this state shows the hand of the seat
    float turns[QUEST_SEATS]; // turns the seat still has in which it can put cards
} look;

static float turns_left(const quest_state *s, int seat, float cards)
{
    int after = (seat - s->turn + s->seats) % s->seats; // seats that come before it
    bool now = after == 0 && s->phase == QUEST_PHASE_PUT;
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
        int n = 0;
        for (int k = 0; k < QUEST_KINDS; k++) n += s->hand[p][k];
        l.known[p] = n == s->hand_count[p];
        l.turns[p] = turns_left(s, p, cards);
    }
    return l;
}

// How many cards `seat` still has to find to meet these needs out of `hand`; `use` gets the cards
// of the hand that would go.
static int lack(const look *l, int seat, const uint8_t hand[QUEST_RESOURCES],
                const uint8_t missing[QUEST_RESOURCES], int left, int mission,
                uint8_t use[QUEST_RESOURCES])
{
    const quest_state *s = l->s;
    const quest_hero *hero = quest_hero_of(s, seat);
    int need = left - (mission == hero->special);
    memset(use, 0, QUEST_RESOURCES);
    if (!l->known[seat]) need -= s->hand_count[seat] >= 3; // about one of them fits
    for (int r = 0; r < QUEST_RESOURCES && need > 0; r++) {
        int n = hand[r] < missing[r] ? hand[r] : missing[r];
        if (n > need) n = need;
        use[r] = (uint8_t)n;
        need -= n;
    }
    int a = hero->pair[0], b = hero->pair[1], given = hero->pair_for;
    if (need > 0 && missing[given] > use[given] && hand[a] - use[a] > (a == b) &&
        hand[b] > use[b]) {
        need--;
        use[a]++;
        use[b]++;
    }
    return need > 0 ? need : 0;
}

static int lack_at(const look *l, int seat, const uint8_t hand[QUEST_RESOURCES], int at,
                   uint8_t use[QUEST_RESOURCES])
{
    const quest_slot *q = &l->s->slot[at];
    return lack(l, seat, hand, q->missing, q->left, at >> 1, use);
}

static float points_at(const quest_state *s, int at)
{
    return quest_cards(s)->mission[at >> 1].points;
}

static int sum(const uint8_t n[QUEST_RESOURCES]) { return n[0] + n[1] + n[2] + n[3]; }

// Could a rival of the owner fill this mission before its owner's next turn?
static bool at_risk(const look *l, int at)
{
    const quest_state *s = l->s;
    int owner = s->slot[at].owner - 1;
    uint8_t use[QUEST_RESOURCES];
    for (int i = s->phase != QUEST_PHASE_PUT; i < s->seats; i++) {
        int p = (s->turn + i) % s->seats;
        if (p == owner) return false;
        if (!quest_allies(s, p, owner) && lack_at(l, p, s->hand[p], at, use) == 0) return true;
    }
    return false;
}

// Sets aside the cards of missions that can be completed, dearest first: they leave `hand`. Gives
// those missions, a bit per slot.
static uint32_t set_aside(const look *l, int seat, uint32_t own, uint8_t hand[QUEST_RESOURCES])
{
    uint32_t ready = 0;
    for (;;) {
        uint8_t use[QUEST_RESOURCES], best[QUEST_RESOURCES];
        int pick = -1;
        for (uint32_t left = own; left; left &= left - 1) {
            int at = vg_lowest(left);
            if (pick >= 0 && points_at(l->s, at) <= points_at(l->s, pick)) continue;
            if (lack_at(l, seat, hand, at, use)) continue;
            pick = at;
            memcpy(best, use, sizeof best);
        }
        if (pick < 0) return ready;
        for (int r = 0; r < QUEST_RESOURCES; r++) hand[r] = (uint8_t)(hand[r] - best[r]);
        ready |= 1u << pick;
        own &= ~(3u << (pick & ~1)); // QL-06: one of one's own twins at most
    }
}

static void see_own_mission(const look *l, int seat, int at, uint32_t ready,
                            const uint8_t hand[QUEST_RESOURCES], float f[QUEST_FEATURES])
{
    const quest_state *s = l->s;
    float points = points_at(s, at), turns = l->turns[seat];
    int twin = at ^ 1, missing = 0;
    bool is_ready = ready >> at & 1, twins = s->table >> twin & 1;
    bool own_twin = twins && s->slot[twin].owner - 1 == seat;
    uint8_t use[QUEST_RESOURCES];
    if (turns <= 0) { // NOLINT(bugprone-branch-clone): the order of the questions matters
        f[QUEST_F_LOST] += points;
    } else if (own_twin && !is_ready && (at & 1 || ready >> twin & 1)) { // QL-07
        f[QUEST_F_OWN_TWIN] += points;
        return;
    } else if (is_ready) {
        bool now = s->turn == seat && s->phase == QUEST_PHASE_PUT;
        f[now ? QUEST_F_READY_NOW : at_risk(l, at) ? QUEST_F_READY_RISKY : QUEST_F_READY] += points;
        if (s->ending && !now) f[QUEST_F_READY_LAST] += points;
    } else if (s->ending) {
        f[QUEST_F_LOST] += points;
    } else {
        missing = lack_at(l, seat, hand, at, use);
        if (missing == 0) missing = 1; // only with cards another mission wants
        float time = turns * PER_TURN / (float)missing;
        int kind = missing == 1 ? QUEST_F_LACK_1 : missing == 2 ? QUEST_F_LACK_2 : QUEST_F_LACK_3;
        f[kind] += points;
        f[kind + 1] += points * (time < 1 ? time : 1);
    }
    if (!twins || own_twin || turns <= 0) return;
    int rival = s->slot[twin].owner - 1;
    int theirs = lack_at(l, rival, s->hand[rival], twin, use);
    f[theirs < missing ? QUEST_F_TWIN_BEHIND : QUEST_F_TWIN_AHEAD] += points;
}

static void see_rival_mission(const look *l, int seat, int at, float f[QUEST_FEATURES])
{
    const quest_state *s = l->s;
    uint8_t use[QUEST_RESOURCES];
    if (lack_at(l, seat, s->hand[seat], at, use)) return;
    if (s->turn == seat && s->phase == QUEST_PHASE_PUT) {
        f[QUEST_F_SPOIL] += points_at(s, at);
        f[QUEST_F_SPOIL_CARDS] += (float)sum(use);
    } else {
        f[QUEST_F_SPOIL_LATER] += points_at(s, at);
    }
}

// What is left of the hand: resources by how many alike, missions by how far from ready.
static void see_hand(const look *l, int seat, uint32_t own, const uint8_t hand[QUEST_RESOURCES],
                     float f[QUEST_FEATURES])
{
    const quest_state *s = l->s;
    float keep = l->turns[seat] > 4 ? 1 : l->turns[seat] / 4;
    if (!l->known[seat]) {
        f[QUEST_F_RESOURCE] += keep * 0.7f * s->hand_count[seat];
        f[QUEST_F_START_2] += keep * s->hand_count[seat]; // a third of the cards, three points each
    }
    for (int r = 0; r < QUEST_RESOURCES; r++) {
        int n = hand[r];
        f[QUEST_F_RESOURCE] += keep * (float)n;
        if (n == 2) f[QUEST_F_SECOND] += keep;
        if (n > 2) f[QUEST_F_MORE] += keep * (float)(n - 2);
    }
    for (int m = 0; m < QUEST_MISSIONS; m++) {
        int n = s->hand[seat][QUEST_RESOURCES + m];
        if (!n) continue;
        if (s->done >> m & 1 || own >> (m * QUEST_TWINS) & 3) {
            f[QUEST_F_DEAD] += keep * (float)n;
            continue;
        }
        const quest_mission *mission = &quest_cards(s)->mission[m];
        uint8_t use[QUEST_RESOURCES];
        int left = sum(mission->need), missing = lack(l, seat, hand, mission->need, left, m, use);
        int kind = missing > 1 ? QUEST_F_START_2 : missing ? QUEST_F_START_1 : QUEST_F_START_0;
        f[kind] += keep * mission->points;
    }
    if (s->turn == seat) f[s->phase == QUEST_PHASE_PUT ? QUEST_F_PUTS : QUEST_F_STARTS] += keep;
}

static void see(const look *l, int seat, float f[QUEST_FEATURES])
{
    const quest_state *s = l->s;
    uint32_t own = 0;
    uint8_t hand[QUEST_RESOURCES];
    for (uint32_t table = s->table; table; table &= table - 1) {
        int at = vg_lowest(table), owner = s->slot[at].owner - 1;
        if (owner == seat)
            own |= 1u << at;
        else if (!quest_allies(s, seat, owner))
            see_rival_mission(l, seat, at, f);
    }
    memcpy(hand, s->hand[seat], sizeof hand);
    uint32_t ready = set_aside(l, seat, own, hand);
    f[QUEST_F_CARDS] += (float)(sum(s->hand[seat]) - sum(hand));
    for (uint32_t left = own; left; left &= left - 1)
        see_own_mission(l, seat, vg_lowest(left), ready, hand, f);
    see_hand(l, seat, own, hand, f);
    for (int m = 0; m < QUEST_MISSIONS; m++) {
        float points = quest_cards(s)->mission[m].points;
        if (s->won[m] == seat + 1) f[QUEST_F_POINTS] += points;
        if (s->beaten[m] == seat + 1) f[QUEST_F_POINTS] -= points;
    }
}

void quest_see(const quest_state *s, int seat, float out[QUEST_FEATURES])
{
    look l = look_at(s);
    memset(out, 0, QUEST_FEATURES * sizeof out[0]);
    see(&l, seat, out);
}

static void worths(const look *l, float out[QUEST_SEATS])
{
    float own[QUEST_SEATS] = {0};
    for (int p = 0; p < l->s->seats; p++) {
        float f[QUEST_FEATURES] = {0};
        see(l, p, f);
        for (int i = 0; i < QUEST_FEATURES; i++) own[p] += weight[i] * f[i];
    }
    for (int p = 0; p < l->s->seats; p++) out[p] = own[p] + (l->s->pairs ? own[p ^ 2] : 0);
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
    if (s->phase == QUEST_PHASE_OVER) return final_worth(s, seat);
    if (!s->hero[s->seats - 1]) return 1 / (float)s->seats;
    float worth[QUEST_SEATS], best = -1000, all = 0;
    look l = look_at(s);
    worths(&l, worth);
    int rivals = 0;
    for (int p = 0; p < s->seats; p++) {
        if (quest_allies(s, p, seat)) continue;
        rivals++;
        all += worth[p];
        if (worth[p] > best) best = worth[p];
    }
    float lead = worth[seat] - 0.6f * best - 0.4f * all / (float)rivals;
    float width = 2 + 0.1f * l.turns[seat]; // an early lead says less
    return 0.02f + 0.96f / (1 + expf(-lead / width));
}
