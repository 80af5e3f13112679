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

// A number for each resource, a byte each, reckoned with at once. None comes near 128.
typedef uint32_t four;

static four one(int resource) { return (four)1 << 8 * resource; }
static int of(four n, int resource) { return (int)(n >> 8 * resource & 255); }
static four four_of(const uint8_t n[QUEST_RESOURCES])
{
    return (four)n[3] << 24 | (four)n[2] << 16 | (four)n[1] << 8 | n[0]; // one load
}
static int sum(four n) { return (int)(n * 0x01010101u >> 24); }
// Of each the lesser number.
static four both(four a, four b)
{
    const four high = 0x80808080u;
    four more = (((a | high) - b) & high) >> 7; // a 1 where a has as many as b or more
    return a ^ ((a ^ b) & more * 255);
}

// A position with what is asked of it again and again.
typedef struct look {
    const quest_state *s;
    const quest_mission *mission;
    struct player {
        four hand;
        uint32_t own;            // slots of its missions
        bool known;              // this state shows the hand of the seat
        uint8_t guess;           // cards of an unknown hand that fit any mission
        uint8_t reach;           // a mission that misses more it cannot fill
        uint8_t special;         // QL-09
        uint8_t pair[2], stands; // QL-12: these two stand for that one
        int points;              // of missions completed, less those superseded
        float turns;             // it still has in which it can put cards
    } player[QUEST_SEATS];
} look;

// A number for each seat, reckoned with at once; and what is seen of them all.
typedef float each __attribute__((vector_size(QUEST_SEATS * sizeof(float))));
typedef each features[QUEST_FEATURES];

// The seat `i` after `seat`.
static int after(const quest_state *s, int seat, int i)
{
    int p = seat + i;
    return p < s->seats ? p : p - s->seats;
}

static float turns_left(const quest_state *s, int seat, float cards)
{
    int before = seat < s->turn ? seat - s->turn + s->seats : seat - s->turn; // seats before it
    bool now = before == 0 && s->phase == QUEST_PHASE_PUT;
    if (s->ending)
        return now || (before > 0 && before <= s->last_left) ||
               (before == 0 && s->last_left == s->seats);
    return cards / (float)s->seats + 1 + (float)now;
}

static int count(const uint8_t n[QUEST_KINDS])
{
    return sum(four_of(n)) + sum(four_of(n + 4)) + sum(four_of(n + 8)) + n[12] + n[13];
}

static void look_at(const quest_state *s, look *l)
{
    l->s = s;
    l->mission = quest_cards(s)->mission;
    float cards = s->deck_count; // still to be drawn
    if (s->decks == 1)           // and about what is discarded until the first deck ends
        cards += (float)(s->deck_count / 3 + count(s->discard));
    for (int i = 0; i < s->seats; i++) {
        const quest_hero *hero = quest_hero_of(s, i);
        struct player *p = &l->player[i];
        p->hand = four_of(s->hand[i]);
        p->known = count(s->hand[i]) == s->hand_count[i];
        p->guess = !p->known && s->hand_count[i] >= 3;
        p->reach = (uint8_t)(sum(p->hand) + p->guess + 1); // QL-09
        p->special = hero->special;
        p->pair[0] = hero->pair[0];
        p->pair[1] = hero->pair[1];
        p->stands = hero->pair_for;
        p->points = 0;
        p->own = 0;
        p->turns = turns_left(s, i, cards);
    }
    for (int m = 0; m < QUEST_MISSIONS; m++) {
        if (s->won[m]) l->player[s->won[m] - 1].points += l->mission[m].points;
        if (s->beaten[m]) l->player[s->beaten[m] - 1].points -= l->mission[m].points;
    }
    for (uint32_t table = s->table; table; table &= table - 1)
        l->player[s->slot[vg_lowest(table)].owner - 1].own |= table & -table;
}

// How many cards `seat` still has to find to meet these needs, `left` in all, out of `hand`; `use`
// gets the cards of the hand that would go.
static inline int lack(const look *l, int seat, four hand, four missing, int left, int mission,
                       four *use)
{
    const struct player *p = &l->player[seat];
    int need = left - (mission == p->special) - p->guess;
    four fits = both(hand, missing);
    int have = sum(fits);
    if (have > need) { // it needs fewer than it asks for
        four some = 0;
        for (int r = 0; r < QUEST_RESOURCES && need > 0; r++)
            for (int n = of(fits, r); n > 0 && need > 0; n--, need--) some += one(r);
        *use = some;
        return 0;
    }
    *use = fits;
    need -= have;
    int a = p->pair[0], b = p->pair[1];
    if (need > 0 && of(missing, p->stands) > of(fits, p->stands) && of(hand - fits, a) > (a == b) &&
        of(hand - fits, b) > 0) { // QL-12
        need--;
        *use += one(a) + one(b);
    }
    return need;
}

static inline int lack_at(const look *l, int seat, four hand, int at, four *use)
{
    const quest_slot *q = &l->s->slot[at];
    return lack(l, seat, hand, four_of(q->missing), q->left, at >> 1, use);
}

static float points_at(const look *l, int at) { return l->mission[at >> 1].points; }

// Could a rival of the owner fill this mission before its owner's next turn?
static bool at_risk(const look *l, int at)
{
    const quest_state *s = l->s;
    int owner = s->slot[at].owner - 1;
    four use;
    for (int i = s->phase != QUEST_PHASE_PUT; i < s->seats; i++) {
        int p = after(s, s->turn, i);
        if (p == owner) return false;
        if (!quest_allies(s, p, owner) && lack_at(l, p, l->player[p].hand, at, &use) == 0)
            return true;
    }
    return false;
}

// Sets aside the cards of missions that can be completed, dearest first: they leave `hand`. Gives
// those missions, a bit per slot, and what each of the others lacks then.
static uint32_t set_aside(const look *l, int seat, uint32_t own, four *hand,
                          uint8_t lacks[QUEST_SLOTS])
{
    uint32_t ready = 0;
    for (;;) {
        four use, best = 0;
        int pick = -1;
        for (uint32_t left = own; left; left &= left - 1) {
            int at = vg_lowest(left);
            if (pick >= 0 && points_at(l, at) <= points_at(l, pick)) continue;
            lacks[at] = (uint8_t)lack_at(l, seat, *hand, at, &use);
            if (lacks[at]) continue;
            pick = at;
            best = use;
        }
        if (pick < 0) return ready;
        *hand -= best;
        ready |= 1u << pick;
        own &= ~(3u << (pick & ~1)); // QL-06: one of one's own twins at most
    }
}

static void see_own_mission(const look *l, int seat, int at, uint32_t ready, int missing,
                            features f)
{
    const quest_state *s = l->s;
    float points = points_at(l, at), turns = l->player[seat].turns;
    int twin = at ^ 1;
    bool is_ready = ready >> at & 1, twins = s->table >> twin & 1;
    bool own_twin = twins && s->slot[twin].owner - 1 == seat;
    four use;
    if (turns <= 0) { // NOLINT(bugprone-branch-clone): the order of the questions matters
        f[QUEST_F_LOST][seat] += points;
    } else if (own_twin && !is_ready && (at & 1 || ready >> twin & 1)) { // QL-07
        f[QUEST_F_OWN_TWIN][seat] += points;
        return;
    } else if (is_ready) {
        bool now = s->turn == seat && s->phase == QUEST_PHASE_PUT;
        f[now              ? QUEST_F_READY_NOW
          : at_risk(l, at) ? QUEST_F_READY_RISKY
                           : QUEST_F_READY][seat] += points;
        if (s->ending && !now) f[QUEST_F_READY_LAST][seat] += points;
    } else if (s->ending) {
        f[QUEST_F_LOST][seat] += points;
    } else {
        float time = turns * PER_TURN / (float)missing;
        int kind = missing == 1 ? QUEST_F_LACK_1 : missing == 2 ? QUEST_F_LACK_2 : QUEST_F_LACK_3;
        f[kind][seat] += points;
        f[kind + 1][seat] += points * (time < 1 ? time : 1);
    }
    if (!twins || own_twin || turns <= 0) return;
    int rival = s->slot[twin].owner - 1;
    int theirs = lack_at(l, rival, l->player[rival].hand, twin, &use);
    f[theirs < missing ? QUEST_F_TWIN_BEHIND : QUEST_F_TWIN_AHEAD][seat] += points;
}

static void see_rival_mission(const look *l, int seat, int at, features f)
{
    const quest_state *s = l->s;
    four use;
    if (s->slot[at].left > l->player[seat].reach) return;
    if (lack_at(l, seat, l->player[seat].hand, at, &use)) return;
    if (s->turn == seat && s->phase == QUEST_PHASE_PUT) {
        f[QUEST_F_SPOIL][seat] += points_at(l, at);
        f[QUEST_F_SPOIL_CARDS][seat] += (float)sum(use);
    } else {
        f[QUEST_F_SPOIL_LATER][seat] += points_at(l, at);
    }
}

// What is left of the hand: resources by how many alike, missions by how far from ready.
static void see_hand(const look *l, int seat, uint32_t own, four hand, features f)
{
    const quest_state *s = l->s;
    float turns = l->player[seat].turns, keep = turns > 4 ? 1 : turns / 4;
    if (!l->player[seat].known) {
        f[QUEST_F_RESOURCE][seat] += keep * 0.7f * s->hand_count[seat];
        f[QUEST_F_START_2][seat] +=
            keep * s->hand_count[seat]; // a third of the cards, three points each
    }
    for (int r = 0; r < QUEST_RESOURCES; r++) {
        int n = of(hand, r);
        f[QUEST_F_RESOURCE][seat] += keep * (float)n;
        f[QUEST_F_SECOND][seat] += n == 2 ? keep : 0;
        f[QUEST_F_MORE][seat] += n > 2 ? keep * (float)(n - 2) : 0;
    }
    for (int m = 0; m < QUEST_MISSIONS; m++) {
        int n = s->hand[seat][QUEST_RESOURCES + m];
        if (!n) continue;
        if (s->done >> m & 1 || own >> (m * QUEST_TWINS) & 3) {
            f[QUEST_F_DEAD][seat] += keep * (float)n;
            continue;
        }
        const quest_mission *mission = &l->mission[m];
        four use;
        four need = four_of(mission->need);
        int missing = lack(l, seat, hand, need, sum(need), m, &use);
        int kind = missing > 1 ? QUEST_F_START_2 : missing ? QUEST_F_START_1 : QUEST_F_START_0;
        f[kind][seat] += keep * mission->points;
    }
    if (s->turn == seat)
        f[s->phase == QUEST_PHASE_PUT ? QUEST_F_PUTS : QUEST_F_STARTS][seat] += keep;
}

static void see(const look *l, int seat, features f)
{
    const quest_state *s = l->s;
    uint32_t own = l->player[seat].own, rivals = s->table & ~own;
    if (s->pairs) rivals &= ~l->player[seat ^ 2].own;
    for (; rivals; rivals &= rivals - 1) see_rival_mission(l, seat, vg_lowest(rivals), f);
    four hand = l->player[seat].hand;
    uint8_t lacks[QUEST_SLOTS] = {0};
    uint32_t ready = set_aside(l, seat, own, &hand, lacks);
    f[QUEST_F_CARDS][seat] += (float)(sum(l->player[seat].hand) - sum(hand));
    for (uint32_t left = own; left; left &= left - 1)
        see_own_mission(l, seat, vg_lowest(left), ready, s->ending ? 0 : lacks[vg_lowest(left)], f);
    see_hand(l, seat, own, hand, f);
    f[QUEST_F_POINTS][seat] += (float)l->player[seat].points;
}

void quest_see(const quest_state *s, int seat, float out[QUEST_FEATURES])
{
    look l;
    features f = {0};
    look_at(s, &l);
    see(&l, seat, f);
    for (int i = 0; i < QUEST_FEATURES; i++) out[i] = f[i][seat];
}

static void worths(const look *l, float out[QUEST_SEATS])
{
    features f;
    each own = {0};
    for (int i = 0; i < QUEST_FEATURES; i++) f[i] = own;
    for (int p = 0; p < l->s->seats; p++) see(l, p, f);
    for (int i = 0; i < QUEST_FEATURES; i++) own += weight[i] * f[i];
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

// What a lead over the rivals says, of all seats' worths.
static float chance_to_win(const look *l, const float worth[QUEST_SEATS], int seat)
{
    const quest_state *s = l->s;
    float best = -1000, all = 0;
    int rivals = 0;
    for (int p = 0; p < s->seats; p++) {
        if (quest_allies(s, p, seat)) continue;
        rivals++;
        all += worth[p];
        if (worth[p] > best) best = worth[p];
    }
    float lead = worth[seat] - 0.6f * best - 0.4f * all / (float)rivals;
    float width = 2 + 0.1f * l->player[seat].turns; // an early lead says less
    return 0.02f + 0.96f / (1 + expf(-lead / width));
}

float quest_evaluate(const void *view, int seat)
{
    const quest_state *s = view;
    if (s->phase == QUEST_PHASE_OVER) return final_worth(s, seat);
    if (!s->hero[s->seats - 1]) return 1 / (float)s->seats;
    float worth[QUEST_SEATS];
    look l;
    look_at(s, &l);
    worths(&l, worth);
    return chance_to_win(&l, worth, seat);
}

void quest_outlook(const void *state, float value[VG_MAX_SEATS])
{
    const quest_state *s = state;
    float worth[QUEST_SEATS];
    look l;
    look_at(s, &l);
    worths(&l, worth);
    for (int p = 0; p < s->seats; p++) value[p] = chance_to_win(&l, worth, p);
}
