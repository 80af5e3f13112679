// goals.c: the module Obiettivi. Secret objectives become memories of their own.
//
// Whoever could hold a fitting objective, by what everybody knows, is asked:
// the question itself must not betray a card.
#include "games/winter/rules.h"

bool winter_goal_slot_free(const winter_state *s) // WT-81
{
    for (int i = 0; i < winter_memories(s); i++)
        if (!s->memory[i].colour && winter_ed(s)->icon[i]) return true;
    return false;
}

static bool is_link(int goal) { return winter_goal_places(goal) == 2; }
static bool is_raid(int goal) { return winter_goal_places(goal) == 1; }

int winter_goal_left(const winter_state *s, uint8_t left[WINTER_GOAL_COUNT], int side)
{
    int total = 0;
    for (int g = 0; g < WINTER_GOAL_COUNT; g++) {
        int n = winter_goals[g].side == side ? winter_ed(s)->copies[g] - s->goal_away[g] : 0;
        for (int p = 0; n && p < s->seats; p++) {
            n -= s->goal[p][side] == g;
            n -= s->goal_stage[p][side] == 3 && s->goal_open[p][side] == g;
            n -= s->goal_pile[p][g];
        }
        left[g] = (uint8_t)n;
        total += n;
    }
    return total;
}

int winter_goal_draws(const winter_state *s, int side, vg_move out[])
{
    uint8_t left[WINTER_GOAL_COUNT];
    int n = 0;
    winter_goal_left(s, left, side);
    for (int g = 1; g < WINTER_GOAL_COUNT; g++)
        if (left[g]) out[n++] = VG_MOVE(WINTER_MOVE_GOAL, g, 0, 0);
    return n;
}

vg_move winter_any_goal(const winter_state *s, int side, vg_rng *rng) // copies weigh
{
    uint8_t left[WINTER_GOAL_COUNT];
    int total = winter_goal_left(s, left, side);
    return VG_MOVE(WINTER_MOVE_GOAL, vg_rng_pick(rng, left, WINTER_GOAL_COUNT, (uint32_t)total), 0,
                   0);
}

// WT-85: soldiers stand in more places than tales.
static bool garrison(const winter_state *s)
{
    uint32_t places[2] = {0, 0};
    for (int c = 1; c < WINTER_CHAR_COUNT; c++)
        if (winter_is_place(s->where[c])) places[winter_side_of(c)] |= 1u << s->where[c];
    return vg_bits(places[WINTER_WINTER]) > vg_bits(places[WINTER_SPRING]);
}

// WT-88, WT-112: a standing soldier of this seat there?
static bool soldier_at(const winter_state *s, int seat, int space)
{
    for (int c = WINTER_TALES + 1; c < WINTER_CHAR_COUNT; c++)
        if (winter_seat_of(s, c) == seat && s->where[c] == space && !winter_lies(s, c)) return true;
    return false;
}

uint16_t winter_goal_chances(const winter_state *s)
{
    uint16_t seats = 0;
    if (!s->option[WINTER_OPT_GOALS] || !winter_goal_slot_free(s)) return 0;
    bool held = garrison(s);
    for (int p = 0; p < s->seats; p++) {
        bool raid = false;
        for (int g = 1; g < WINTER_GOAL_COUNT; g++)
            raid |= is_raid(g) && winter_ed(s)->copies[g] &&
                    soldier_at(s, p, winter_ed(s)->place[g][0]);
        if (s->goal_stage[p][WINTER_WINTER] == 1 && (held || raid)) seats |= (uint16_t)(1u << p);
    }
    return seats;
}

int winter_goal_free_moves(const winter_state *s, int seat, vg_move out[])
{
    int goal = s->goal[seat][WINTER_WINTER], n = 0;
    if (!s->option[WINTER_OPT_GOALS]) return 0;
    if (s->goal_stage[seat][WINTER_WINTER] == 1 && winter_goal_slot_free(s)) {
        bool raid = is_raid(goal) && soldier_at(s, seat, winter_ed(s)->place[goal][0]) &&
                    winter_count(&s->hand[seat]) >= 2;
        if (raid || (goal == WINTER_GARRISON && garrison(s)))
            out[n++] = VG_MOVE(WINTER_MOVE_DECLARE, WINTER_WINTER, 0, 0);
    }
    vg_frame f = s->stack.frame[s->stack.count - 1];
    if (f.phase != WINTER_PHASE_ACT || f.seat != seat) return n;
    int side = winter_side_of(f.a), stage = s->goal_stage[seat][side];
    if (winter_able(s, f.a, WINTER_AIM) && !(f.b & WINTER_ACT_SWAPPED) &&
        (stage == 1 || stage == 2)) // WT-95: also one that lies, it is no movement and no action
        out[n++] = VG_MOVE(WINTER_MOVE_SWAP, 0, 0, 0);
    int link = s->goal[seat][WINTER_SPRING], at = s->where[f.a];
    if (side == WINTER_SPRING && stage == 1 && is_link(link) && // WT-86: may be shown on the way
        (winter_ed(s)->place[link][0] == at || winter_ed(s)->place[link][1] == at))
        out[n++] = VG_MOVE(WINTER_MOVE_SHOW, WINTER_SPRING, 0, 0);
    return n;
}

void winter_goal_ask(winter_state *s, int seat, int side, winter_occasion occasion)
{
    if (!s->option[WINTER_OPT_GOALS] || !winter_goal_slot_free(s)) return;
    if (s->goal_stage[seat][side] == 1) // what is shown already cannot be one of these (WT-110)
        vg_push(&s->stack, WINTER_PHASE_CLAIM, seat, side, (int)occasion);
}

void winter_goal_entered(winter_state *s, int tale, int space)
{
    if (!s->option[WINTER_OPT_GOALS]) return;
    int mover = winter_seat_of(s, tale);
    for (int i = s->seats - 1; i >= 1; i--) { // WT-112: never one's own tale
        int p = winter_after(s, mover, i), stage = s->goal_stage[p][WINTER_WINTER];
        bool could = (stage == 1 && !(s->no_spy >> p & 1)) ||
                     (stage == 2 && s->goal_open[p][WINTER_WINTER] == WINTER_SPY);
        bool there = false;
        for (int c = WINTER_TALES + 1; c < WINTER_CHAR_COUNT; c++)
            there |= winter_seat_of(s, c) == p && s->where[c] == space;
        if (could && there)
            vg_push(&s->stack, WINTER_PHASE_CLAIM, p, WINTER_WINTER | tale << 4, WINTER_OCC_SPY);
    }
}

// Could (or does) this objective join the place where she stands with one she came through?
static bool joins(const winter_state *s, int goal, int at, int level)
{
    const uint8_t *place = winter_ed(s)->place[goal];
    int other = place[0] == at ? place[1] : place[1] == at ? place[0] : 0;
    return other && s->walked[level] >> (other - 1) & 1;
}

static bool linked(const winter_state *s, int goal)
{
    for (int i = s->stack.count - 1; i >= 0; i--) {
        vg_frame f = s->stack.frame[i];
        if (f.phase == WINTER_PHASE_ACT)
            return joins(s, goal, s->where[f.a], (f.b & WINTER_ACT_GUEST) != 0);
    }
    return false;
}

void winter_goal_linked(winter_state *s)
{
    vg_frame act = *vg_top(&s->stack);
    if (!s->option[WINTER_OPT_GOALS] || act.phase != WINTER_PHASE_ACT || !winter_goal_slot_free(s))
        return;
    if (winter_side_of(act.a) != WINTER_SPRING || !winter_is_place(s->where[act.a])) return;
    int stage = s->goal_stage[act.seat][WINTER_SPRING];
    bool could = false;
    for (int g = WINTER_LINK_TC; g < WINTER_GOAL_COUNT; g++)
        could |= winter_ed(s)->copies[g] && linked(s, g);
    if (stage == 2) could = linked(s, s->goal_open[act.seat][WINTER_SPRING]);
    if (could && (stage == 1 || stage == 2))
        vg_push(&s->stack, WINTER_PHASE_CLAIM, act.seat, WINTER_SPRING, WINTER_OCC_LINK);
}

bool winter_goal_fits(const winter_state *s, vg_frame f, int seat)
{
    int goal = s->goal[seat][f.a & 15];
    switch ((winter_occasion)f.b) {
    case WINTER_OCC_BOUNTY: return goal == WINTER_BOUNTY;
    case WINTER_OCC_STAND: return goal == WINTER_STAND;
    case WINTER_OCC_AID: return goal == WINTER_AID;
    case WINTER_OCC_SPY: return goal == WINTER_SPY;
    case WINTER_OCC_LINK: return is_link(goal) && linked(s, goal);
    case WINTER_OCC_COUNT: break;
    }
    return false;
}

int winter_claim_moves(const winter_state *s, vg_frame f, int seat, vg_move out[])
{
    bool fits = winter_goal_fits(s, f, seat);
    int n = 0;
    if (fits) out[n++] = VG_MOVE(WINTER_MOVE_DECLARE, f.a & 15, 0, 0);
    if (!fits || f.b != WINTER_OCC_SPY) out[n++] = VG_MOVE(WINTER_MOVE_PASS, 0, 0, 0); // WT-84
    return n;
}

void winter_show_goal(winter_state *s, int seat, int side, vg_events *ev)
{
    s->goal_open[seat][side] = s->goal[seat][side];
    s->goal_stage[seat][side] = 2;
    if (side == WINTER_WINTER) s->no_spy &= (uint8_t) ~(1u << seat);
    vg_emit(ev, WINTER_EVENT_SHOWN, seat, s->goal[seat][side], 0, 0, 0);
}

static void score(winter_state *s, int seat, int side, vg_events *ev)
{
    vg_learned(ev);
    vg_push(&s->stack, WINTER_PHASE_GOALSLOT, seat, side, 0);
    winter_show_goal(s, seat, side, ev);
}

// Questions that answer themselves by what lies open: no slot is left for the objective, or the spy
// is shown already and this is the second tale (WT-84, WT-110).
bool winter_claim_stands(winter_state *s)
{
    vg_frame f = *vg_top(&s->stack);
    bool spy = f.b == WINTER_OCC_SPY, shown = s->goal_stage[f.seat][WINTER_WINTER] != 1;
    bool open = spy ? !shown && !(s->no_spy >> f.seat & 1) : winter_goal_slot_free(s);
    if (open) return true;
    vg_pop(&s->stack);
    if (spy && s->goal_stage[f.seat][WINTER_WINTER] == 2 && s->spied[f.seat] != f.a >> 4 &&
        winter_goal_slot_free(s))
        vg_push(&s->stack, WINTER_PHASE_GOALSLOT, f.seat, WINTER_WINTER, 0);
    return false;
}

void winter_raid(winter_state *s, vg_events *ev)
{
    vg_frame f = vg_pop(&s->stack);
    score(s, f.seat, WINTER_WINTER, ev);
}

// The objective goes to the pile: everybody knows it if it was shown, and else at most that it was
// no Spy.
static void throw_away(winter_state *s, int seat, int side)
{
    int old = s->goal[seat][side];
    bool no_spy = side == WINTER_WINTER && s->no_spy >> seat & 1;
    if (s->goal_stage[seat][side] == 2) {
        s->goal_away[old]++;
    } else {
        s->goal_pile[seat][old]++;
        s->thrown[seat][no_spy                  ? WINTER_THROWN_NO_SPY
                        : side == WINTER_WINTER ? WINTER_THROWN_WINTER
                                                : WINTER_THROWN_SPRING]++;
    }
    s->goal[seat][side] = s->goal_open[seat][side] = s->goal_stage[seat][side] = 0;
    if (side == WINTER_SPRING) return;
    s->spied[seat] = 0;
    s->no_spy &= (uint8_t) ~(1u << seat);
}

static void shuffle_in(winter_state *s, int side)
{
    for (int g = 1; g < WINTER_GOAL_COUNT; g++) {
        if (winter_goals[g].side != side) continue;
        s->goal_away[g] = 0;
        for (int p = 0; p < s->seats; p++) s->goal_pile[p][g] = 0;
    }
    for (int p = 0; p < s->seats; p++) {
        if (side == WINTER_SPRING) s->thrown[p][WINTER_THROWN_SPRING] = 0;
        if (side == WINTER_WINTER)
            s->thrown[p][WINTER_THROWN_WINTER] = s->thrown[p][WINTER_THROWN_NO_SPY] = 0;
    }
}

void winter_swap(winter_state *s, int seat, vg_events *ev) // WT-113
{
    vg_frame *f = vg_top(&s->stack);
    int side = winter_side_of(f->a), old = s->goal[seat][side];
    uint8_t left[WINTER_GOAL_COUNT];
    f->b |= WINTER_ACT_SWAPPED;
    throw_away(s, seat, side);
    if (winter_goal_left(s, left, side) == 0) shuffle_in(s, side);
    vg_push(&s->stack, WINTER_PHASE_GOAL, seat, side, 1);
    vg_emit_veiled(ev, &winter_rows, VG_TO(seat), WINTER_EVENT_SWAPPED, seat,
                   (vg_args){.a = old, .b = side});
}

void winter_goal_slot(winter_state *s, int slot, vg_events *ev)
{
    vg_frame f = vg_pop(&s->stack);
    int seat = f.seat, side = f.a & 15, goal = s->goal[seat][side];
    s->goal[seat][side] = 0;
    s->goal_stage[seat][side] = 3;
    s->memory[slot - 1] = (winter_memory){
        .colour = side == WINTER_SPRING ? WINTER_FOR_SPRING : WINTER_FOR_WINTER,
        .goal = (uint8_t)goal,
    };
    s->bookmark = (uint8_t)slot;
    s->initiator = (uint8_t)seat;
    vg_emit(ev, WINTER_EVENT_SCORED, seat, goal, slot, 0, 0);
    if (winter_track_full(s)) winter_epilogue_start(s, seat, 0, ev); // WT-83
}

void winter_declare(winter_state *s, int seat, int side, vg_events *ev)
{
    vg_frame f = *vg_top(&s->stack);
    if (f.phase != WINTER_PHASE_CLAIM && is_raid(s->goal[seat][side])) {
        vg_push(&s->stack, WINTER_PHASE_RAID, seat, 0, 0);
        vg_push(&s->stack, WINTER_PHASE_SPEND, seat, 2, WINTER_SPEND_RAID);
        return;
    }
    if (f.phase == WINTER_PHASE_CLAIM) vg_pop(&s->stack);
    if (f.phase != WINTER_PHASE_CLAIM || f.b != WINTER_OCC_SPY) {
        score(s, seat, side, ev);
        return;
    }
    s->spied[seat] = (uint8_t)(f.a >> 4);
    winter_show_goal(s, seat, side, ev);
}

void winter_no_claim(winter_state *s, vg_events *ev)
{
    vg_frame f = vg_pop(&s->stack);
    if (f.b != WINTER_OCC_SPY) return;
    s->no_spy |= (uint8_t)(1u << f.seat); // WT-84: or he must show it
    vg_emit(ev, WINTER_EVENT_NO_SPY, f.seat, 0, 0, 0, 0);
}
