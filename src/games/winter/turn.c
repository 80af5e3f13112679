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
    if (winter_faction(s, seat) != WINTER_WINTER) return share(s, seat);
    int hand = s->option[WINTER_OPT_WINTER_HAND], modules = winter_modules(s);
    if (hand != WINTER_HAND_TABLE) return hand;
    if (modules == 3) return winter_large(s) ? 3 : 5;
    return winter_large(s) && !modules ? 5 : 4;
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

int winter_draft_moves(const winter_state *s, int seat, vg_move out[]) // WT-03
{
    int n = 0;
    winter_side faction = winter_faction(s, seat);
    int own[2] = {0, 0};
    for (int c = 1; c < WINTER_CHAR_COUNT; c++)
        if (winter_seat_of(s, c) == seat) own[winter_side_of(c)]++;
    for (int c = 1; c < WINTER_CHAR_COUNT; c++) {
        int side = winter_side_of(c);
        bool mine =
            faction == WINTER_WRITER ? own[side] < winter_quota[s->seats][1] : side == (int)faction;
        if (mine && !s->owner[c]) out[n++] = VG_MOVE(WINTER_MOVE_TAKE, c, 0, 0);
    }
    return n;
}

int winter_pose_moves(const winter_state *s, int c, vg_move out[]) // WT-04
{
    int n = 0;
    bool tale = winter_side_of(c) == WINTER_SPRING;
    for (int x = 1; x < WINTER_SPACE_COUNT; x++) {
        bool taken = false;
        for (int d = 1; d < WINTER_CHAR_COUNT; d++) taken |= s->where[d] == x;
        if (winter_is_place(x) == tale && !taken) out[n++] = VG_MOVE(WINTER_MOVE_POSE, x, 0, 0);
    }
    return n;
}

void winter_take(winter_state *s, int seat, int c, vg_events *ev)
{
    vg_frame *f = vg_top(&s->stack);
    s->owner[c] = (uint8_t)(seat + 1);
    s->ready |= (uint16_t)(1u << c);
    vg_emit(ev, WINTER_EVENT_TOOK, seat, c, 0, 0, 0);
    if (--f->a)
        f->seat = (uint8_t)winter_after(s, seat, 1);
    else
        vg_pop(&s->stack);
    vg_push(&s->stack, WINTER_PHASE_POSE, seat, c, 0);
}

void winter_pose(winter_state *s, int space, vg_events *ev)
{
    vg_frame f = vg_pop(&s->stack);
    s->where[f.a] = (uint8_t)space;
    vg_emit(ev, WINTER_EVENT_POSED, f.seat, f.a, space, 0, 0);
}

void winter_set_opening(winter_state *s, int where, vg_events *ev)
{
    vg_frame f = vg_pop(&s->stack);
    winter_set_token(s, f.a, where);
    vg_emit(ev, WINTER_EVENT_SET, f.seat, f.a, where, 0, 0);
}

// ---- chance ----

int winter_first_moves(const winter_state *s, vg_move out[])
{
    for (int p = 0; p < s->seats; p++) out[p] = VG_MOVE(WINTER_MOVE_START, p, 0, 0);
    return s->seats;
}

int winter_open_moves(const winter_state *s, int side, vg_move out[])
{
    int n = 0;
    for (int t = 1; t < WINTER_MISSION_COUNT; t++)
        if (winter_missions[t].side == side && s->token[t] == WINTER_POOL)
            out[n++] = VG_MOVE(WINTER_MOVE_OPEN, t, 0, 0);
    return n;
}

vg_move winter_any_card(const winter_state *s, vg_rng *rng)
{
    uint32_t at = vg_rng_below(rng, (uint32_t)winter_count(&s->deck));
    return VG_MOVE(WINTER_MOVE_DRAW, winter_nth(&s->deck, (int)at), 0, 0);
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

void winter_goal_drawn(winter_state *s, int goal, vg_events *ev)
{
    vg_frame *f = vg_top(&s->stack);
    int seat = f->seat, side = f->a;
    s->goal[seat][side] = (uint8_t)goal;
    s->goal_stage[seat][side] = 1;
    vg_emit_veiled(ev, &winter_rows, VG_TO(seat), WINTER_EVENT_GOAL, seat,
                   (vg_args){.a = goal, .b = side});
    next_goal(s, f);
}

// WT-05: Spring's is placed by the first Winter player and the other way round.
void winter_open(winter_state *s, int mission, vg_events *ev)
{
    vg_frame f = vg_pop(&s->stack);
    int placer = winter_has_writer(s)
                     ? winter_writer(s)
                     : first_of(s, f.a == WINTER_SPRING ? WINTER_WINTER : WINTER_SPRING);
    vg_push(&s->stack, WINTER_PHASE_SET, placer, mission, 0);
    vg_emit(ev, WINTER_EVENT_OPENED, placer, mission, 0, 0, 0);
}

void winter_draw(winter_state *s, int card, vg_events *ev)
{
    vg_frame *f = vg_top(&s->stack);
    int seat = f->seat;
    winter_drop(&s->deck, card);
    s->deck_left--;
    if (f->phase == WINTER_PHASE_REVEAL) { // WT-52
        winter_remember(s, card, ev);
        return;
    }
    winter_add(&s->hand[seat], card);
    s->held[seat]++;
    f->a--;
    vg_emit_veiled(ev, &winter_rows, VG_TO(seat), WINTER_EVENT_DREW, seat, (vg_args){.a = card});
}

// Are there cards to deal still, and any to be had?
bool winter_deal_stands(winter_state *s, vg_events *ev)
{
    vg_frame f = *vg_top(&s->stack);
    if (f.a && winter_refill(s, ev)) return true;
    if (f.a) vg_emit(ev, WINTER_EVENT_SHORT, f.seat, 0, 0, 0, 0); // WT-18
    vg_pop(&s->stack);
    return false;
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

int winter_turn_moves(const winter_state *s, int seat, vg_move out[])
{
    int n = 0;
    for (int c = 1; c < WINTER_CHAR_COUNT; c++)
        if (winter_is_ready(s, c) && winter_seat_of(s, c) == seat)
            out[n++] = VG_MOVE(WINTER_MOVE_ACTIVATE, c, 0, 0);
    if (!n) out[n++] = VG_MOVE(WINTER_MOVE_PASS, 0, 0, 0);
    return n + winter_power_turn_moves(s, seat, out + n);
}

void winter_take_turn(winter_state *s, int seat, int c, vg_events *ev)
{
    vg_pop(&s->stack);
    vg_push(&s->stack, WINTER_PHASE_TRIM, seat, 0, 0);
    winter_activate(s, seat, c, 0, ev);
}

int winter_trim_moves(const winter_state *s, int seat, vg_move out[])
{
    if (winter_count(&s->hand[seat]) > WINTER_HAND_LIMIT)
        return winter_card_moves(&s->hand[seat], WINTER_MOVE_SPEND, out);
    out[0] = VG_MOVE(WINTER_MOVE_DONE, 0, 0, 0);
    return 1;
}

// Is the hand above the limit? Then everybody is told.
static bool above_limit(winter_state *s, int seat, vg_events *ev)
{
    if (winter_count(&s->hand[seat]) <= WINTER_HAND_LIMIT) {
        vg_pop(&s->stack);
        return false;
    }
    vg_top(&s->stack)->b = 1;
    vg_emit(ev, WINTER_EVENT_OVER, seat, 0, 0, 0, 0);
    return true;
}

void winter_trim(winter_state *s, int seat, int card, vg_events *ev)
{
    if (card) winter_throw(s, seat, card);
    vg_emit(ev, WINTER_EVENT_TRIMMED, seat, card, 0, 0, 0);
    above_limit(s, seat, ev);
}

// `by` made the last move: a hand limit that does not bind its own owner passes in silence, but
// nobody else's move may tell that a hand is small (WT-11).
bool winter_trim_stands(winter_state *s, int by, vg_events *ev)
{
    vg_frame f = *vg_top(&s->stack);
    if (f.seat != by || f.b) return true;
    return above_limit(s, by, ev);
}
