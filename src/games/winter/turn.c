// turn.c: preparing the game, turns, activations, chapters, and everything drawn by chance.
#include "games/winter/rules.h"

#include <string.h>

// ---- preparing (WS-10 to WS-20) ----

// The first seat of a faction, clockwise from the first Spring player.
static int first_of(const winter_state *s, winter_side side)
{
    return winter_after(s, s->first, side == WINTER_WINTER);
}

static int narrator_of_opening(const winter_state *s) // WT-06
{
    if (winter_has_writer(s)) return winter_writer(s);
    int judge = s->option[WINTER_OPT_JUDGE] - WINTER_JUDGE_SEAT;
    return judge >= 0 ? judge : s->first;
}

static int share(const winter_state *s, int seat) // WT-10; of the end of a chapter too
{
    return winter_faction(s, seat) == WINTER_WRITER ? s->seats / 2 : 4;
}

static int first_hand(const winter_state *s, int seat) // WT-136
{
    bool winter = winter_faction(s, seat) == WINTER_WINTER;
    return winter ? s->option[WINTER_OPT_WINTER_HAND] : share(s, seat);
}

void winter_begin(winter_state *s, int first, vg_events *ev)
{
    s->first = (uint8_t)first;
    // The first turn is one seat on: Spring's, or Winter's (WT-134).
    s->turn =
        (uint8_t)winter_after(s, first, s->option[WINTER_OPT_WINTER_FIRST] ? 0 : s->seats - 1);
    s->chapter = 1;
    vg_emit(ev, WINTER_EVENT_START, first, 0, 0, 0, 0);
    // Read from the top: objectives, characters, opening missions, the opening, hands.
    for (int i = s->seats - 1; i >= 0; i--) {
        int seat = winter_after(s, first, i);
        vg_push(&s->stack, WINTER_PHASE_DEAL, seat, first_hand(s, seat), 0);
    }
    vg_push(&s->stack, WINTER_PHASE_INTRO, narrator_of_opening(s), 0, 0);
    vg_push(&s->stack, WINTER_PHASE_OPEN, 0, WINTER_WINTER, 0);
    vg_push(&s->stack, WINTER_PHASE_OPEN, 0, WINTER_SPRING, 0);
    int each = winter_quota[s->seats][0];
    vg_push(&s->stack, WINTER_PHASE_DRAFT, first, s->seats * each, 0);
    if (s->option[WINTER_OPT_GOALS])
        vg_push(&s->stack, WINTER_PHASE_GOAL, first, (int)winter_faction(s, first), 0);
}

static void draft_legal(const winter_state *s, int seat, winter_list *l) // WT-03
{
    winter_side faction = winter_faction(s, seat);
    int own[2] = {0, 0};
    for (int c = 1; c < WINTER_CHAR_COUNT; c++)
        if (winter_seat_of(s, c) == seat) own[winter_side_of(c)]++;
    for (int c = 1; c < WINTER_CHAR_COUNT; c++) {
        int side = winter_side_of(c);
        bool mine =
            faction == WINTER_WRITER ? own[side] < winter_quota[s->seats][1] : side == (int)faction;
        if (mine && !s->owner[c]) winter_put(l, WINTER_MOVE_TAKE, c, 0, 0);
    }
}

static void pose_legal(const winter_state *s, int c, winter_list *l) // WT-04
{
    bool tale = winter_side_of(c) == WINTER_SPRING;
    for (int x = 1; x < WINTER_SPACE_COUNT; x++) {
        bool taken = false;
        for (int d = 1; d < WINTER_CHAR_COUNT; d++) taken |= s->where[d] == x;
        if (winter_is_place(x) == tale && !taken) winter_put(l, WINTER_MOVE_POSE, x, 0, 0);
    }
}

// ---- chance ----

int winter_chance_moves(const winter_state *s, vg_frame f, winter_list *l)
{
    if (f.phase == WINTER_PHASE_FIRST) {
        for (int p = 0; p < s->seats; p++) winter_put(l, WINTER_MOVE_START, p, 0, 0);
    } else if (f.phase == WINTER_PHASE_GOAL) {
        uint8_t left[WINTER_GOAL_COUNT];
        winter_goal_left(s, left, f.a);
        for (int g = 1; g < WINTER_GOAL_COUNT; g++)
            if (left[g]) winter_put(l, WINTER_MOVE_GOAL, g, 0, 0);
    } else if (f.phase == WINTER_PHASE_OPEN) {
        for (int t = 1; t < WINTER_MISSION_COUNT; t++)
            if (winter_missions[t].side == f.a && s->token[t] == WINTER_POOL)
                winter_put(l, WINTER_MOVE_OPEN, t, 0, 0);
    } else {
        winter_put_cards(l, WINTER_MOVE_DRAW, &s->deck);
    }
    return l->count;
}

bool winter_refill(winter_state *s, vg_events *ev)
{
    if (!winter_none(&s->deck)) return true;
    if (winter_none(&s->discard)) return false;
    winter_renewed(s);
    winter_pour(&s->deck, &s->discard);
    s->deck_left = (uint8_t)winter_count(&s->deck);
    vg_emit(ev, WINTER_EVENT_SHUFFLED, VG_CHANCE, 0, 0, 0, 0);
    return true;
}

// The next objective to be dealt at the start: seat by seat, two for the Writer (WT-80).
static void next_goal(winter_state *s, vg_frame *f)
{
    if (f->b == 1) { // a swap: one card only
        vg_pop(&s->stack);
        return;
    }
    if (winter_faction(s, f->seat) == WINTER_WRITER && f->a == WINTER_SPRING) {
        f->a = WINTER_WINTER;
        return;
    }
    int seat = winter_after(s, f->seat, 1);
    winter_side faction = winter_faction(s, seat);
    if (seat == s->first) {
        vg_pop(&s->stack);
        return;
    }
    f->seat = (uint8_t)seat;
    f->a = faction == WINTER_WINTER ? WINTER_WINTER : WINTER_SPRING;
}

void winter_chance_apply(winter_state *s, vg_move m, vg_events *ev)
{
    vg_frame *f = vg_top(&s->stack);
    int a = vg_move_a(m), seat = f->seat;
    switch (f->phase) {
    case WINTER_PHASE_FIRST:
        vg_pop(&s->stack);
        winter_begin(s, a, ev);
        return;
    case WINTER_PHASE_GOAL:
        s->goal[seat][f->a] = (uint8_t)a;
        s->goal_stage[seat][f->a] = 1;
        vg_emit_to(ev, VG_TO(seat), WINTER_EVENT_GOAL, seat, (vg_args){.a = a, .b = f->a},
                   (vg_args){.b = f->a});
        next_goal(s, f);
        return;
    case WINTER_PHASE_OPEN: {
        // WT-05: Spring's is placed by the first Winter player and the other way round.
        int placer = winter_has_writer(s)
                         ? winter_writer(s)
                         : first_of(s, f->a == WINTER_SPRING ? WINTER_WINTER : WINTER_SPRING);
        vg_pop(&s->stack);
        vg_push(&s->stack, WINTER_PHASE_SET, placer, a, 0);
        vg_emit(ev, WINTER_EVENT_OPENED, placer, a, 0, 0, 0);
        return;
    }
    case WINTER_PHASE_REVEAL: // WT-52
        winter_drop(&s->deck, a);
        s->deck_left--;
        s->fresh.card = (uint8_t)a;
        vg_pop(&s->stack);
        vg_emit(ev, WINTER_EVENT_REMEMBERED, seat, a, s->fresh.colour, s->fresh.mission, 0);
        return;
    case WINTER_PHASE_DEAL:
        winter_drop(&s->deck, a);
        winter_add(&s->hand[seat], a);
        s->deck_left--;
        s->held[seat]++;
        f->a--;
        vg_emit_to(ev, VG_TO(seat), WINTER_EVENT_DREW, seat, (vg_args){.a = a}, (vg_args){0});
        return;
    default: assert(false);
    }
}

// ---- turns ----

void winter_activate(winter_state *s, int seat, int c, int flags, vg_events *ev)
{
    bool stays = flags & WINTER_ACT_GUEST && s->option[WINTER_OPT_STAY_READY] && // WT-132
                 winter_side_of(c) == WINTER_WINTER &&
                 winter_missions[winter_running(s)].side == WINTER_SPRING;
    if (!stays) s->ready &= (uint16_t) ~(1u << c);
    vg_push(&s->stack, WINTER_PHASE_ACT, seat, c, flags);
    vg_push(&s->stack, WINTER_PHASE_DEAL, seat, winter_able(s, c, WINTER_LORE) ? 4 : 3, 0); // WT-94
    int level = (flags & WINTER_ACT_GUEST) != 0, at = s->where[c];
    s->walked[level] = winter_is_place(at) ? (uint8_t)(1u << (at - 1)) : 0;
    vg_emit(ev, WINTER_EVENT_ACTIVATED, seat, c, at, level, 0);
}

// Ends the chapter: everyone draws, from the seat that acts next (WT-116); all are ready again.
static void end_chapter(winter_state *s, vg_events *ev)
{
    int next = winter_after(s, s->turn, 1);
    int cap = s->option[WINTER_OPT_CHAPTERS];
    if (s->chapter >= (cap ? cap : WINTER_MAX_CHAPTERS)) { // WT-68
        winter_epilogue_start(s, next, 1, ev);
        return;
    }
    s->chapter++;
    s->hope_used = 0;
    for (int c = 1; c < WINTER_CHAR_COUNT; c++)
        if (s->owner[c] && !(s->dead >> c & 1)) s->ready |= (uint16_t)(1u << c);
    for (int i = s->seats - 1; i >= 0; i--) {
        int seat = winter_after(s, next, i);
        vg_push(&s->stack, WINTER_PHASE_DEAL, seat, share(s, seat), 0);
    }
    vg_emit(ev, WINTER_EVENT_CHAPTER, VG_NOBODY, s->chapter, 0, 0, 0);
}

void winter_next_turn(winter_state *s, vg_events *ev)
{
    s->walked[0] = s->walked[1] = s->relic_passed = 0;
    if (!s->ready) {
        end_chapter(s, ev);
        return;
    }
    for (;;) { // WT-14: a seat with nothing ready is skipped
        s->turn = (uint8_t)winter_after(s, s->turn, 1);
        if (winter_has_ready(s, s->turn) || winter_power_instead(s, s->turn)) break;
        vg_emit(ev, WINTER_EVENT_SKIPPED, s->turn, 0, 0, 0, 0);
    }
    vg_push(&s->stack, WINTER_PHASE_TURN, s->turn, 0, 0);
}

void winter_turn_legal(const winter_state *s, vg_frame f, int seat, winter_list *l)
{
    switch (f.phase) {
    case WINTER_PHASE_DRAFT: draft_legal(s, seat, l); return;
    case WINTER_PHASE_POSE: pose_legal(s, f.a, l); return;
    case WINTER_PHASE_SET: winter_put_targets(s, f.a, WINTER_MOVE_SET, l); return;
    case WINTER_PHASE_INTRO: winter_put(l, WINTER_MOVE_TELL, 0, 0, 0); return;
    case WINTER_PHASE_TURN:
        for (int c = 1; c < WINTER_CHAR_COUNT; c++)
            if (winter_is_ready(s, c) && winter_seat_of(s, c) == seat)
                winter_put(l, WINTER_MOVE_ACTIVATE, c, 0, 0);
        if (!l->count) winter_put(l, WINTER_MOVE_PASS, 0, 0, 0);
        winter_power_turn_legal(s, seat, l);
        return;
    case WINTER_PHASE_TRIM:
        if (winter_count(&s->hand[seat]) > WINTER_HAND_LIMIT)
            winter_put_cards(l, WINTER_MOVE_SPEND, &s->hand[seat]);
        else
            winter_put(l, WINTER_MOVE_DONE, 0, 0, 0);
        return;
    default: assert(false);
    }
}

void winter_turn_apply(winter_state *s, int seat, vg_move m, vg_events *ev)
{
    vg_frame *f = vg_top(&s->stack);
    int a = vg_move_a(m);
    switch (f->phase) {
    case WINTER_PHASE_DRAFT:
        s->owner[a] = (uint8_t)(seat + 1);
        s->ready |= (uint16_t)(1u << a);
        vg_emit(ev, WINTER_EVENT_TOOK, seat, a, 0, 0, 0);
        if (--f->a)
            f->seat = (uint8_t)winter_after(s, seat, 1);
        else
            vg_pop(&s->stack);
        vg_push(&s->stack, WINTER_PHASE_POSE, seat, a, 0);
        return;
    case WINTER_PHASE_POSE:
        s->where[f->a] = (uint8_t)a;
        vg_emit(ev, WINTER_EVENT_POSED, seat, f->a, a, 0, 0);
        vg_pop(&s->stack);
        return;
    case WINTER_PHASE_SET: {
        int mission = f->a;
        vg_pop(&s->stack);
        winter_set_token(s, mission, a);
        vg_emit(ev, WINTER_EVENT_SET, seat, mission, a < WINTER_ON ? a : 0,
                a < WINTER_ON ? 0 : a - WINTER_ON, 0);
        return;
    }
    case WINTER_PHASE_INTRO:
        vg_pop(&s->stack);
        vg_emit(ev, WINTER_EVENT_INTRO, seat, 0, 0, 0, 0);
        return;
    case WINTER_PHASE_TURN:
        vg_pop(&s->stack);
        if (vg_move_kind(m) == WINTER_MOVE_PASS) {
            vg_emit(ev, WINTER_EVENT_SKIPPED, seat, 0, 0, 0, 0);
            return;
        }
        vg_push(&s->stack, WINTER_PHASE_TRIM, seat, 0, 0);
        winter_activate(s, seat, a, 0, ev);
        return;
    case WINTER_PHASE_TRIM:
        if (vg_move_kind(m) == WINTER_MOVE_SPEND) winter_throw(s, seat, a);
        vg_emit(ev, WINTER_EVENT_TRIMMED, seat, a, 0, 0, 0);
        if (winter_count(&s->hand[seat]) <= WINTER_HAND_LIMIT) {
            vg_pop(&s->stack);
            return;
        }
        f->b = 1;
        vg_emit(ev, WINTER_EVENT_OVER, seat, 0, 0, 0, 0);
        return;
    default: assert(false);
    }
}
