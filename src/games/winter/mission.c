// mission.c: missions are generated, started, joined, fed with cards, counted and remembered.
//
// One MISSION frame lives as long as the mission. Its b holds the stage (low
// four bits) and a cursor over the seats, clockwise from the starter (high).
#include "games/winter/rules.h"

static void go_to(vg_frame *f, winter_stage stage) { f->b = (uint8_t)stage; }
static int cursor(const vg_frame *f) { return f->b >> 4; }

int winter_running(const winter_state *s)
{
    for (int i = 0; i < s->stack.count; i++)
        if (s->stack.frame[i].phase == WINTER_PHASE_MISSION) return s->stack.frame[i].a;
    return 0;
}

// ---- generating (WT-42 to WT-44) ----

int winter_target_moves(const winter_state *s, int mission, int kind, vg_move out[])
{
    uint8_t where[WINTER_PLACES];
    int count = 0, n = 0;
    for (int c = 1; winter_missions[mission].on_tale && c <= WINTER_TALES; c++)
        if (s->where[c]) where[count++] = (uint8_t)(WINTER_ON + c); // WT-08: travels with her
    for (int x = 1; !winter_missions[mission].on_tale && x <= WINTER_PLACES; x++) {
        bool taken = false; // WT-09: one token in the frame of a place
        for (int t = 1; t < WINTER_MISSION_COUNT; t++) taken |= s->token[t] == x;
        if (!taken) where[count++] = (uint8_t)x;
    }
    for (int i = 0; i < count; i++)
        out[n++] = kind == WINTER_MOVE_SET ? VG_MOVE(kind, where[i], 0, 0)
                                           : VG_MOVE(kind, mission, where[i], 0);
    if (kind == WINTER_MOVE_GENERATE && mission == WINTER_REPRISAL)
        n += winter_aim_moves(s, out + n);
    return n;
}

void winter_set_token(winter_state *s, int mission, int where)
{
    s->token[mission] = (uint8_t)where;
    // WT-07: one Artefact mission; with either token on the board the other is out.
    if (mission == WINTER_RELIC_S) s->token[WINTER_RELIC_W] = WINTER_OUT;
    if (mission == WINTER_RELIC_W) s->token[WINTER_RELIC_S] = WINTER_OUT;
}

int winter_action_moves(const winter_state *s, int c, vg_move out[])
{
    int side = winter_side_of(c), n = 0;
    for (int t = 1; t < WINTER_MISSION_COUNT; t++)
        if (winter_missions[t].side == side && s->token[t] == WINTER_POOL)
            n += winter_target_moves(s, t, WINTER_MOVE_GENERATE, out + n);
    for (int t = 1; t < WINTER_MISSION_COUNT; t++)
        if (winter_missions[t].side == side && winter_mission_space(s, t) == s->where[c])
            out[n++] = VG_MOVE(WINTER_MOVE_RESOLVE, t, 0, 0);
    if (s->speech && side == WINTER_WINTER) // WT-76
        for (int d = 1; d <= WINTER_TALES; d++)
            if (winter_is_ready(s, d)) out[n++] = VG_MOVE(WINTER_MOVE_SPEECH, d, 0, 0);
    return n;
}

void winter_generate(winter_state *s, int mission, int where, int aim, vg_events *ev)
{
    int seat = vg_pop(&s->stack).seat;
    winter_set_token(s, mission, where);
    if (mission == WINTER_REPRISAL) s->aim = (uint8_t)aim;
    vg_emit(ev, WINTER_EVENT_GENERATED, seat, mission, where, aim, 0);
}

// ---- the stages ----

void winter_resolve(winter_state *s, int mission, vg_events *ev)
{
    vg_frame act = vg_pop(&s->stack);
    int seat = act.seat, c = act.a;
    vg_pop(&s->stack); // its hand limit comes after the mission (WT-17)
    s->part[seat] = (uint8_t)c;
    s->bearer = (uint8_t)(s->token[mission] > WINTER_ON ? s->token[mission] - WINTER_ON : 0);
    vg_push(&s->stack, WINTER_PHASE_MISSION, seat, mission, WINTER_ST_JUDGE);
    vg_emit(ev, WINTER_EVENT_RESOLVING, seat, mission, s->where[c], c, 0);
}

// Who listens: a seat other than the teller, or everyone else in turn (WT-12, WT-55).
static void ask_judge(winter_state *s, int teller, int round)
{
    int how = s->option[WINTER_OPT_JUDGE];
    if (how == WINTER_JUDGE_VOTE)
        vg_push(&s->stack, WINTER_PHASE_JUDGE, winter_after(s, teller, 1), 1, round << 4);
    else if (how >= WINTER_JUDGE_SEAT && how - WINTER_JUDGE_SEAT != teller)
        vg_push(&s->stack, WINTER_PHASE_JUDGE, how - WINTER_JUDGE_SEAT, s->seats - 1, round << 4);
}

static bool stands_by(const winter_state *s, int seat, int space)
{
    for (int c = 1; c < WINTER_CHAR_COUNT; c++)
        if (winter_seat_of(s, c) == seat && s->where[c] == space && !winter_lies(s, c)) return true;
    return false;
}

void winter_totals(const winter_state *s, int total[2])
{
    for (int side = 0; side < 2; side++) total[side] = winter_count(&s->laid[side]);
    for (int p = 0; p < s->seats; p++) {
        int c = s->part[p];
        if (c && winter_able(s, c, WINTER_PLOT)) total[winter_side_of(c)]++; // WT-50, WT-93
    }
    if (s->relic_used) total[winter_side_of(s->relic)]++;
}

// The one who picks the memory of a won mission (WT-51, WT-102).
static int chooser(const winter_state *s, int active, int side)
{
    int best = -1, most = -1, equal = 0;
    for (int p = 0; p < s->seats; p++) {
        if (!s->part[p] || winter_side_of(s->part[p]) != side) continue;
        if (s->laid_by[p] > most) {
            most = s->laid_by[p];
            best = p;
            equal = 0;
        } else if (s->laid_by[p] == most) {
            equal++;
        }
    }
    if (best >= 0 && !equal) return best;
    return winter_has_writer(s) ? winter_writer(s) : active;
}

// The mission is decided: the starter ends the tale, then the memory is made.
static void decide(winter_state *s, vg_frame *f, int colour, const int total[2], vg_events *ev)
{
    int seat = f->seat, mission = f->a;
    s->fresh = (winter_memory){.colour = (uint8_t)colour, .mission = (uint8_t)mission};
    go_to(f, WINTER_ST_MEMORY);
    vg_emit(ev, WINTER_EVENT_RESULT, seat, mission, total[0], total[1], colour);
    vg_push(&s->stack, WINTER_PHASE_CONCLUDE, seat, mission, 0);
}

static void count_up(winter_state *s, vg_frame *f, vg_events *ev)
{
    int total[2];
    winter_totals(s, total);
    int colour = total[0] > total[1]   ? WINTER_FOR_SPRING
                 : total[1] > total[0] ? WINTER_FOR_WINTER
                                       : WINTER_NEUTRAL;
    decide(s, f, colour, total, ev);
}

static void make_memory(winter_state *s, vg_frame *f, vg_events *ev)
{
    int active = f->seat, colour = s->fresh.colour;
    s->token[f->a] = WINTER_DONE;
    go_to(f, WINTER_ST_POWER);
    if (colour == WINTER_NEUTRAL) { // WT-101
        vg_push(&s->stack, WINTER_PHASE_SLOT, active, 0, 0);
        return;
    }
    int side = colour == WINTER_FOR_SPRING ? WINTER_SPRING : WINTER_WINTER;
    int who = chooser(s, active, side);
    vg_push(&s->stack, WINTER_PHASE_SLOT, who, 0, 0);
    if (!winter_none(&s->laid[side]))
        vg_push(&s->stack, WINTER_PHASE_REMEMBER, who, side, 0);
    else if (winter_refill(s, ev)) // WT-52
        vg_push(&s->stack, WINTER_PHASE_REVEAL, who, 0, 0);
}

// Clears the table; the epilogue, or everybody who drew for the mission trims (WT-17, WT-116).
static void finish(winter_state *s, vg_events *ev)
{
    vg_frame f = vg_pop(&s->stack);
    winter_pour(&s->discard, &s->laid[0]); // WT-58
    winter_pour(&s->discard, &s->laid[1]);
    int joined = s->joined;
    for (int p = 0; p < WINTER_SEATS; p++) s->laid_by[p] = s->part[p] = 0;
    s->joined = s->relic_used = s->bearer = 0;
    if (f.a == WINTER_REPRISAL) s->aim = 0; // won or not
    s->fresh = (winter_memory){0};
    if (winter_track_full(s)) {
        winter_epilogue_start(s, s->initiator, 0, ev);
        return;
    }
    for (int i = s->seats - 1; i >= 0; i--) {
        int seat = winter_after(s, f.seat, i);
        if (i == 0 || joined >> seat & 1) vg_push(&s->stack, WINTER_PHASE_TRIM, seat, 0, 0);
    }
}

void winter_mission_settle(winter_state *s, vg_events *ev)
{
    vg_frame *f = vg_top(&s->stack);
    int mission = f->a, active = f->seat, turn = cursor(f);
    switch ((winter_stage)(f->b & 15)) {
    case WINTER_ST_JUDGE:
        f->b = WINTER_ST_JOIN | 1 << 4;
        ask_judge(s, active, 0);
        return;
    case WINTER_ST_JOIN: { // WT-45
        if (turn == s->seats) {
            go_to(f, WINTER_ST_LEAD);
            return;
        }
        f->b = (uint8_t)(f->b + (1 << 4));
        int seat = winter_after(s, active, turn);
        int space = winter_mission_space(s, mission); // WT-105: or who could help somebody up there
        if (winter_has_ready(s, seat) || (space && winter_rescue_seats(s, space) >> seat & 1))
            vg_push(&s->stack, WINTER_PHASE_JOIN, seat, 0, 0);
        return;
    }
    case WINTER_ST_LEAD:
        f->b = WINTER_ST_PART | 1 << 4;
        vg_push(&s->stack, WINTER_PHASE_LEAD, active, 0, 0);
        return;
    case WINTER_ST_PART: // WT-47
        if (turn == s->seats) {
            go_to(f, WINTER_ST_LAST);
            return;
        }
        f->b = (uint8_t)(f->b + (1 << 4));
        if (stands_by(s, winter_after(s, active, turn), winter_mission_space(s, mission)))
            vg_push(&s->stack, WINTER_PHASE_PART, winter_after(s, active, turn), 0, 0);
        return;
    case WINTER_ST_LAST:
        go_to(f, WINTER_ST_COUNT);
        vg_push(&s->stack, WINTER_PHASE_LAST, active, 0, 0);
        return;
    case WINTER_ST_COUNT: count_up(s, f, ev); return;
    case WINTER_ST_MEMORY: make_memory(s, f, ev); return;
    case WINTER_ST_POWER: // WT-103: the power acts before the epilogue may begin
        go_to(f, WINTER_ST_END);
        if (s->option[WINTER_OPT_POWERS])
            winter_power_arise(s, active, mission, s->fresh.colour, ev);
        return;
    case WINTER_ST_END: finish(s, ev); return;
    }
}

// ---- the questions ----

int winter_lay_moves(const winter_state *s, int seat, vg_move out[])
{
    int n = 0;
    out[n++] = VG_MOVE(WINTER_MOVE_DONE, 0, 0, 0);
    n += winter_card_moves(&s->hand[seat], WINTER_MOVE_PLAY, out + n);
    if (s->relic && s->part[seat] == s->relic && !s->relic_used) // WT-74
        out[n++] = VG_MOVE(WINTER_MOVE_PLAY, WINTER_RELIC, 0, 0);
    return n;
}

bool winter_track_full(const winter_state *s)
{
    for (int i = 0; i < winter_memories(s); i++)
        if (!s->memory[i].colour) return false;
    return true;
}

// WT-53, WT-82: an empty slot left of the tile; a mission may also cover an objective's memory.
int winter_slot_moves(const winter_state *s, bool mission, vg_move out[])
{
    int n = 0;
    for (int i = 0; i < winter_memories(s); i++) {
        const winter_memory *x = &s->memory[i];
        bool free = !x->colour && (mission || winter_ed(s)->icon[i]);
        if (free || (mission && x->goal)) out[n++] = VG_MOVE(WINTER_MOVE_SLOT, i + 1, 0, 0);
    }
    return n;
}

int winter_judge_moves(vg_frame f, vg_move out[])
{
    out[0] = VG_MOVE(WINTER_MOVE_ACCEPT, 0, 0, 0);
    out[1] = VG_MOVE(f.b >> 4 ? WINTER_MOVE_REFUSE : WINTER_MOVE_RETELL, 0, 0, 0);
    return 2;
}

int winter_join_moves(const winter_state *s, int seat, vg_move out[])
{
    int n = 0;
    out[n++] = VG_MOVE(WINTER_MOVE_PASS, 0, 0, 0);
    for (int c = 1; c < WINTER_CHAR_COUNT; c++)
        if (winter_is_ready(s, c) && winter_seat_of(s, c) == seat)
            out[n++] = VG_MOVE(WINTER_MOVE_JOIN, c, 0, 0);
    return n;
}

int winter_part_moves(const winter_state *s, int seat, vg_move out[])
{
    int n = 0, space = winter_mission_space(s, winter_running(s));
    out[n++] = VG_MOVE(WINTER_MOVE_PASS, 0, 0, 0);
    for (int c = 1; c < WINTER_CHAR_COUNT; c++)
        if (winter_seat_of(s, c) == seat && s->where[c] == space && !winter_lies(s, c))
            out[n++] = VG_MOVE(WINTER_MOVE_WITH, c, 0, 0);
    return n;
}

// The listeners have spoken: more than half of them must want it (WT-118).
static void judged(winter_state *s, vg_frame f, vg_events *ev)
{
    int wanting = f.b & 15,
        listeners = s->option[WINTER_OPT_JUDGE] == WINTER_JUDGE_VOTE ? s->seats - 1 : 1;
    vg_frame *mission = vg_top(&s->stack);
    if (2 * wanting <= listeners) {
        vg_emit(ev, WINTER_EVENT_JUDGED, mission->seat, 0, 0, 0, 0);
        return;
    }
    if (f.b >> 4) { // WT-119: the telling fails, and with it the mission
        int side = winter_missions[mission->a].side, none[2] = {0, 0};
        vg_emit(ev, WINTER_EVENT_JUDGED, mission->seat, 2, 0, 0, 0);
        decide(s, mission, side == WINTER_SPRING ? WINTER_FOR_WINTER : WINTER_FOR_SPRING, none, ev);
        return;
    }
    vg_emit(ev, WINTER_EVENT_JUDGED, mission->seat, 1, 0, 0, 0);
    int teller = mission->seat;
    if (s->option[WINTER_OPT_AUTO_FAIL] && s->bookmark) ask_judge(s, teller, 1);
    vg_push(&s->stack, WINTER_PHASE_RETELL, teller, 0, 0);
}

void winter_judge(winter_state *s, bool accept, vg_events *ev)
{
    vg_frame *f = vg_top(&s->stack);
    if (!accept) f->b++;
    if (f->a < s->seats - 1) {
        f->a++;
        f->seat = (uint8_t)winter_after(s, f->seat, 1);
        return;
    }
    judged(s, vg_pop(&s->stack), ev);
}

void winter_join(winter_state *s, int seat, int c, vg_events *ev)
{
    vg_pop(&s->stack);
    s->joined |= (uint8_t)(1u << seat);
    winter_activate(s, seat, c, WINTER_ACT_GUEST, ev);
}

void winter_part(winter_state *s, int seat, int c, vg_events *ev)
{
    vg_pop(&s->stack);
    s->part[seat] = (uint8_t)c;
    vg_push(&s->stack, WINTER_PHASE_LAY, seat, 0, 0);
    vg_emit(ev, WINTER_EVENT_PART, seat, c, winter_side_of(c), 0, 0);
}

void winter_lay(winter_state *s, int seat, int card, vg_events *ev)
{
    int c = s->part[seat], side = winter_side_of(c); // WT-48
    s->laid_by[seat]++;
    if (card == WINTER_RELIC) {
        s->relic_used = 1;
    } else {
        winter_leave(s, seat, card);
        winter_add(&s->laid[side], card);
    }
    vg_emit(ev, WINTER_EVENT_PLAYED, seat, card, side, c, 0);
    if (vg_top(&s->stack)->phase == WINTER_PHASE_LAST) vg_pop(&s->stack); // WT-49
}

// A card laid by the winners, or the top one of the deck, becomes the memory.
void winter_remember(winter_state *s, int card, vg_events *ev)
{
    vg_frame f = vg_pop(&s->stack);
    if (f.phase == WINTER_PHASE_REMEMBER) winter_drop(&s->laid[f.a], card);
    s->fresh.card = (uint8_t)card;
    vg_emit(ev, WINTER_EVENT_REMEMBERED, f.seat, card, s->fresh.colour, s->fresh.mission, 0);
}

void winter_put_memory(winter_state *s, int seat, int slot, vg_events *ev)
{
    vg_pop(&s->stack);
    s->memory[slot - 1] = s->fresh;
    s->bookmark = (uint8_t)slot;
    s->initiator = (uint8_t)seat; // WT-60
    vg_emit(ev, WINTER_EVENT_MEMORY, seat, slot, s->fresh.colour, s->fresh.mission, s->fresh.card);
}
