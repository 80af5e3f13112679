// outlook.c: who will probably win, told where a turn begins.
//
// The search ends its simulations there. Then nothing is half done, so plain
// facts tell more than evaluate.c can, which must compare any two positions:
// their weights (outlook.def) are fitted to who won games of searching bots. In
// the epilogue all is settled but the telling: everybody lays every card.
#include "games/winter/rules.h"

#include <math.h>
#include <stdlib.h>

// Standing characters of each side in each space.
typedef struct crowd {
    uint8_t all[2][WINTER_SPACE_COUNT], ready[2][WINTER_SPACE_COUNT];
    int hand[WINTER_SEATS];
} crowd;

static void gather(const winter_state *s, crowd *x)
{
    *x = (crowd){0};
    for (int p = 0; p < s->seats; p++) x->hand[p] = s->held[p];
    for (int c = 1; c < WINTER_CHAR_COUNT; c++) {
        if (!s->where[c] || winter_lies(s, c)) continue;
        x->all[winter_side_of(c)][s->where[c]]++;
        x->ready[winter_side_of(c)][s->where[c]] += winter_is_ready(s, c);
    }
}

// ---- facts ----

static void see_hands(const winter_state *s, const crowd *x, float fact[2][WINTER_FACTS])
{
    for (int p = 0; p < s->seats; p++) {
        winter_side side = winter_faction(s, p);
        if (side == WINTER_WRITER) continue;
        int kept = x->hand[p] < WINTER_HAND_LIMIT ? x->hand[p] : WINTER_HAND_LIMIT;
        fact[side][WINTER_F_CARDS] += (float)kept;
        fact[side][WINTER_F_OVER] += (float)(x->hand[p] - kept);
        fact[side][WINTER_F_TURN] += p == s->turn;
    }
}

static void see_people(const winter_state *s, float fact[2][WINTER_FACTS])
{
    for (int c = 1; c < WINTER_CHAR_COUNT; c++) {
        bool ready = winter_is_ready(s, c);
        if (!s->where[c]) continue;
        if (winter_lies(s, c))
            fact[winter_side_of(c)][ready ? WINTER_F_LYING_READY : WINTER_F_LYING]++;
        else
            fact[winter_side_of(c)][WINTER_F_READY] += ready;
    }
}

// A mission on the board: who could start it, what with, and who could come in the way.
static void see_mission(const winter_state *s, const crowd *x, int mission, int at,
                        float fact[WINTER_FACTS])
{
    int side = winter_missions[mission].side, nearest = 9, foes = 0, cards = 0;
    const uint8_t *steps = winter_distances(s, at);
    bool mine = x->all[side][at], foe = x->all[!side][at], now = false;
    for (int c = 1; c < WINTER_CHAR_COUNT; c++) {
        if (!s->where[c] || winter_lies(s, c) || !winter_is_ready(s, c)) continue;
        int price = winter_price(steps[s->where[c]], 0), seat = winter_seat_of(s, c);
        if (winter_side_of(c) != side) {
            foes += price <= 1;
            continue;
        }
        if (price < nearest) nearest = price;
        if (price) continue;
        now |= seat == s->turn;
        if (x->hand[seat] > cards) cards = x->hand[seat];
    }
    if (nearest == 0) {
        fact[foe ? WINTER_F_DISPUTED : WINTER_F_HELD_READY]++;
        fact[WINTER_F_HELD_CARDS] += (float)(cards < WINTER_HAND_LIMIT ? cards : WINTER_HAND_LIMIT);
        fact[WINTER_F_FOES_NEAR] += (float)foes;
        if (now) fact[foe ? WINTER_F_NOW_DISPUTED : WINTER_F_NOW] = 1;
        return;
    }
    if (mine && !foe) fact[WINTER_F_HELD]++;
    if (foe && !mine) fact[WINTER_F_FOE_ONLY]++;
    fact[nearest == 1 ? WINTER_F_NEAR_1 : nearest == 2 ? WINTER_F_NEAR_2 : WINTER_F_FAR]++;
}

// Where a side could put a mission of its own, and start it.
static void see_places(const winter_state *s, const crowd *x, int side, float fact[WINTER_FACTS])
{
    for (int at = 1; at < WINTER_SPACE_COUNT; at++) fact[WINTER_F_SPREAD] += x->all[side][at] > 0;
    for (int at = 1; at <= WINTER_PLACES && fact[WINTER_F_SUPPLY] > 0; at++) {
        if (!x->all[side][at]) continue;
        if (x->all[!side][at]) {
            fact[WINTER_F_MIXED] += x->ready[side][at] > 0;
            continue;
        }
        fact[x->ready[side][at] ? WINTER_F_ALONE_READY : WINTER_F_ALONE]++;
        const uint8_t *steps = winter_distances(s, at);
        bool safe = x->ready[side][at];
        for (int from = 1; from < WINTER_SPACE_COUNT; from++)
            if (steps[from] <= 2 && x->ready[!side][from]) safe = false;
        fact[WINTER_F_SAFE] += safe;
    }
}

int winter_see_board(const winter_state *s, float fact[2][WINTER_FACTS])
{
    crowd x;
    gather(s, &x);
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < WINTER_FACTS; i++) fact[side][i] = 0;
    int missing = winter_memories(s);
    for (int i = 0; i < WINTER_SLOTS; i++) {
        winter_memory m = s->memory[i];
        int worth = m.goal ? WINTER_F_GOAL_MEMORY : WINTER_F_MEMORY;
        missing -= m.colour != 0;
        if (m.colour == WINTER_FOR_SPRING) fact[WINTER_SPRING][worth]++;
        if (m.colour == WINTER_FOR_WINTER) fact[WINTER_WINTER][worth]++;
    }
    see_hands(s, &x, fact);
    see_people(s, fact);
    for (int t = 1; t < WINTER_MISSION_COUNT; t++) {
        int side = winter_missions[t].side, at = winter_mission_space(s, t);
        if (s->token[t] == WINTER_POOL) fact[side][WINTER_F_SUPPLY]++;
        if (at) see_mission(s, &x, t, at, fact[side]);
    }
    for (int side = 0; side < 2; side++) see_places(s, &x, side, fact[side]);
    return missing;
}

int winter_see(const winter_state *s, float fact[2][WINTER_FACTS])
{
    int missing = winter_see_board(s, fact);
    for (int side = 0; side < 2; side++) fact[side][WINTER_F_AMBITION] = winter_ambitions(s, side);
    fact[WINTER_SPRING][WINTER_F_POWERS] = winter_power_points(s);
    fact[WINTER_SPRING][WINTER_F_EVEN] = 1;
    fact[WINTER_WINTER][WINTER_F_MEMORY] += (float)winter_lead(s) / 3; // a memory is three points
    return missing >= WINTER_LATE ? 0 : WINTER_LATE - (missing > 1 ? missing : 1);
}

// ---- chances ----

// By how many memories are missing.
static const float weight[WINTER_FACTS][2][WINTER_LATE] = {
#define FACT(id, s3, s2, s1, w3, w2, w1) [WINTER_F_##id] = {{s3, s2, s1}, {w3, w2, w1}},
#include "games/winter/outlook.def"
#undef FACT
};
static const float writer[2][WINTER_LATE] = {
#define WRITER(a3, a2, a1, b3, b2, b1) {a3, a2, a1}, {b3, b2, b1},
#include "games/winter/outlook.def"
#undef WRITER
};

static float chance(float odds) { return 1 / (1 + expf(-odds)); }

static void share_out(const winter_state *s, const float of[3], float value[VG_MAX_SEATS])
{
    for (int p = 0; p < s->seats; p++) value[p] = of[winter_faction(s, p)];
}

bool winter_settled(const void *state)
{
    const winter_state *s = state;
    return s->stack.frame[0].phase == WINTER_PHASE_EPILOGUE;
}

// Who wins if everybody lays what he may: there is nothing to save cards for.
static int winner(const winter_state *s)
{
    if (s->winner) return s->winner - 1;
    int total[2], spare = 0;
    winter_epilogue_totals(s, total);
    for (int p = 0; p < s->seats; p++) {
        winter_side side = winter_faction(s, p);
        int held = winter_count(&s->hand[p]);
        if (!winter_to_tell(s, p)) continue;
        if (side == WINTER_WRITER)
            spare = (held + s->laid_by[p]) / 2 - s->laid_by[p]; // WT-62
        else
            total[side] += held;
    }
    int lead = total[0] - total[1];
    if (winter_has_writer(s) && abs(lead) <= spare) return WINTER_WRITER;
    return lead > 0   ? WINTER_SPRING
           : lead < 0 ? WINTER_WINTER
                      : (int)winter_faction(s, s->initiator);
}

// Without a Writer the odds are Spring's. With one each faction must win by more than he can mend:
// Spring's chance is that of odds so much lower, Winter's of the opposite odds so much lower.
void winter_outlook(const void *state, float value[VG_MAX_SEATS])
{
    const winter_state *s = state;
    float of[3] = {0, 0, 0}, fact[2][WINTER_FACTS], odds = 0, mends = 0;
    if (winter_settled(s)) {
        of[winner(s)] = 1;
        share_out(s, of, value);
        return;
    }
    if (s->stack.count != 1 || s->stack.frame[0].phase != WINTER_PHASE_TURN) { // stopped on the way
        for (int p = 0; p < s->seats; p++) value[p] = winter_evaluate(s, p);
        return;
    }
    int late = winter_see(s, fact);
    for (int i = 0; i < WINTER_FACTS; i++)
        odds += fact[0][i] * weight[i][0][late] + fact[1][i] * weight[i][1][late];
    if (winter_has_writer(s)) {
        int held = winter_count(&s->hand[winter_writer(s)]);
        mends = writer[0][late] + writer[1][late] * (float)(held < 9 ? held : 9);
        if (mends < 0.05f) mends = 0.05f;
    }
    of[WINTER_SPRING] = chance(odds - mends);
    of[WINTER_WINTER] = chance(-odds - mends);
    of[WINTER_WRITER] = 1 - of[WINTER_SPRING] - of[WINTER_WINTER];
    share_out(s, of, value);
}
