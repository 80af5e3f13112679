// outlook.c: who will probably win, told where a turn begins.
//
// The search ends its simulations there. Then nothing is half done, so plain
// facts tell more than evaluate.c can, which must compare any two positions:
// their weights (outlook.def) are fitted to who won games of searching bots. In
// the epilogue all is settled but the telling: everybody lays every card.
#include "games/winter/rules.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Who stands where, as bits.
typedef struct crowd {
    unsigned in_town, ready; // characters; ready ones that stand
    uint32_t all[2], set[2]; // spaces where somebody of a side stands, where one that is ready does
} crowd;

static uint32_t spaces_of(const winter_state *s, unsigned people)
{
    uint32_t spaces = 0;
    for (; people; people &= people - 1) spaces |= 1u << s->where[vg_lowest(people)];
    return spaces;
}

static crowd gather(const winter_state *s)
{
    crowd x = {.in_town = (unsigned)vg_kinds_in(s->where, WINTER_CHAR_COUNT)};
    unsigned stand = x.in_town & ~(unsigned)s->lying;
    x.ready = stand & s->ready;
    for (int side = 0; side < 2; side++) {
        x.all[side] = spaces_of(s, stand & winter_people(side));
        x.set[side] = spaces_of(s, x.ready & winter_people(side));
    }
    return x;
}

// ---- facts ----

static void see_hands(const winter_state *s, uint8_t fact[2][WINTER_FACTS])
{
    int cards[2] = {0, 0}, over[2] = {0, 0};
    for (int i = 0, p = s->first; i < s->seats - winter_has_writer(s); i++) {
        int kept = s->held[p] < WINTER_HAND_LIMIT ? s->held[p] : WINTER_HAND_LIMIT;
        cards[i % 2] += kept;
        over[i % 2] += s->held[p] - kept;
        p = winter_after(s, p, 1);
    }
    for (int side = 0; side < 2; side++) {
        fact[side][WINTER_F_CARDS] = (uint8_t)cards[side];
        fact[side][WINTER_F_OVER] = (uint8_t)over[side];
    }
    winter_side turn = winter_faction(s, s->turn);
    if (turn != WINTER_WRITER) fact[turn][WINTER_F_TURN] = 1;
}

static void see_people(const winter_state *s, const crowd *x, int side, uint8_t fact[WINTER_FACTS])
{
    unsigned own = winter_people(side) & x->in_town, lying = own & s->lying;
    fact[WINTER_F_READY] = (uint8_t)vg_bits(own & x->ready);
    if (!lying) return;
    fact[WINTER_F_LYING] = (uint8_t)vg_bits(lying & ~(unsigned)s->ready);
    fact[WINTER_F_LYING_READY] = (uint8_t)vg_bits(lying & s->ready);
}

// A mission on the board: who could start it, what with, and who could come in the way.
static void see_mission(const winter_state *s, const crowd *x, int side, int at,
                        uint8_t fact[WINTER_FACTS])
{
    const uint32_t *near = winter_near(s, at);
    bool mine = x->all[side] >> at & 1, foe = x->all[!side] >> at & 1;
    if (!(x->set[side] & near[0])) {
        if (mine && !foe) fact[WINTER_F_HELD]++;
        if (foe && !mine) fact[WINTER_F_FOE_ONLY]++;
        fact[x->set[side] & near[1]   ? WINTER_F_NEAR_1
             : x->set[side] & near[2] ? WINTER_F_NEAR_2
                                      : WINTER_F_FAR]++;
        return;
    }
    int foes = 0, cards = 0;
    bool now = false;
    for (unsigned left = x->ready & winter_people(!side); left; left &= left - 1)
        foes += (int)(near[1] >> s->where[vg_lowest(left)] & 1);
    for (unsigned left = x->ready & winter_people(side); left; left &= left - 1) {
        int c = vg_lowest(left), seat = winter_seat_of(s, c);
        if (!(near[0] >> s->where[c] & 1)) continue;
        now |= seat == s->turn;
        if (s->held[seat] > cards) cards = s->held[seat];
    }
    if (cards > WINTER_HAND_LIMIT) cards = WINTER_HAND_LIMIT;
    fact[foe ? WINTER_F_DISPUTED : WINTER_F_HELD_READY]++;
    fact[WINTER_F_HELD_CARDS] = (uint8_t)(fact[WINTER_F_HELD_CARDS] + cards);
    fact[WINTER_F_FOES_NEAR] = (uint8_t)(fact[WINTER_F_FOES_NEAR] + foes);
    if (now) fact[foe ? WINTER_F_NOW_DISPUTED : WINTER_F_NOW] = 1;
}

// Where a side could put a mission of its own, and start it.
static void see_places(const winter_state *s, const crowd *x, int side, uint8_t fact[WINTER_FACTS])
{
    enum { PLACES = (1 << (WINTER_PLACES + 1)) - 2 };
    fact[WINTER_F_SPREAD] = (uint8_t)vg_bits(x->all[side]);
    if (!fact[WINTER_F_SUPPLY]) return;
    uint32_t own = x->all[side] & PLACES, alone = own & ~x->all[!side], ready = x->set[side];
    fact[WINTER_F_MIXED] = (uint8_t)vg_bits(own & x->all[!side] & ready);
    fact[WINTER_F_ALONE_READY] = (uint8_t)vg_bits(alone & ready);
    fact[WINTER_F_ALONE] = (uint8_t)vg_bits(alone & ~ready);
    for (uint32_t left = alone & ready; left; left &= left - 1)
        if (!(x->set[!side] & winter_near(s, vg_lowest(left))[1])) fact[WINTER_F_SAFE]++;
}

int winter_see_board(const winter_state *s, uint8_t fact[2][WINTER_FACTS])
{
    crowd x = gather(s);
    int missing = winter_memories(s);
    memset(fact, 0, 2 * WINTER_FACTS);
    for (int i = 0; i < WINTER_SLOTS; i++) {
        winter_memory m = s->memory[i];
        int worth = m.goal ? WINTER_F_GOAL_MEMORY : WINTER_F_MEMORY;
        missing -= m.colour != 0;
        if (m.colour == WINTER_FOR_SPRING) fact[WINTER_SPRING][worth]++;
        if (m.colour == WINTER_FOR_WINTER) fact[WINTER_WINTER][worth]++;
    }
    see_hands(s, fact);
    for (int side = 0; side < 2; side++) fact[side][WINTER_F_SUPPLY] = WINTER_MISSION_COUNT / 2;
    for (uint64_t left = vg_kinds_in(s->token, WINTER_MISSION_COUNT); left; left &= left - 1) {
        int t = vg_first_kind(left), side = winter_missions[t].side;
        int at = winter_mission_space(s, t);
        fact[side][WINTER_F_SUPPLY]--;
        if (at) see_mission(s, &x, side, at, fact[side]);
    }
    for (int side = 0; side < 2; side++) {
        see_people(s, &x, side, fact[side]);
        see_places(s, &x, side, fact[side]);
    }
    return missing;
}

int winter_see(const winter_state *s, float fact[2][WINTER_FACTS])
{
    uint8_t board[2][WINTER_FACTS];
    int missing = winter_see_board(s, board);
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < WINTER_FACTS; i++) fact[side][i] = board[side][i];
        fact[side][WINTER_F_AMBITION] = winter_ambitions(s, side);
    }
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
