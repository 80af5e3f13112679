// clang-format off
// play.h: ask, legal, chance and apply of a game, from its rows. Included once, at the end of the
// file that has the functions the rows name; VG_STATE is the type of the state. Rows are written in
// terms of
//
//     s         the state
//     f         the frame of the open question: the top of s->stack, or VG_TOP(s) if that is defined
//     seat      who moves
//     out       where moves are listed
//     rng       what a pick of chance is drawn from
//     m         the move, and a, b, c its arguments
//     ev        the events

#ifndef VG_TOP
#define VG_STACKED
#define VG_TOP(s) ((s)->stack.frame[(s)->stack.count - 1])
#endif

// Once in each function and once in the loop of at_random, where more is known: who hears it, who asks.
#define VG_HERE static inline __attribute__((always_inline))

vg_frame VG_FN(top)(const void *state)
{
    const VG_STATE *s = state;
    return VG_TOP(s);
}

// Where somebody else is asked, or in another way.
VG_HERE vg_ask amended(const VG_STATE *s, vg_frame f, vg_ask ask)
{
    switch (f.phase) {
#define QUESTION(id, change) case VG_ID(PHASE_##id): change; break;
#include "engine/pass.h"
    default: break;
    }
    (void)s;
    return ask;
}

// Who is asked, opportunities aside. Asking comes before every move, and copying an answer is quicker
// than making one: they are all here, by phase and by the seat of the frame.
#define ASKED(who, id, w) {.actor = (who), .kind = VG_ID(PHASE_##id), .window = (w)}
#define ASKED_ALL(id, who) [VG_ID(PHASE_##id)] = {                                          \
    ASKED(who, id, 0), ASKED(who, id, 0), ASKED(who, id, 0), ASKED(who, id, 0),             \
    ASKED(who, id, 0), ASKED(who, id, 0), ASKED(who, id, 0), ASKED(who, id, 0)},
#define ASKED_EACH(id, w) [VG_ID(PHASE_##id)] = {                                           \
    ASKED(0, id, w), ASKED(1, id, w), ASKED(2, id, w), ASKED(3, id, w),                     \
    ASKED(4, id, w), ASKED(5, id, w), ASKED(6, id, w), ASKED(7, id, w)},
VG_HERE vg_ask question(const VG_STATE *s, vg_frame f)
{
    static const vg_ask questions[][VG_MAX_SEATS] = {
#define OVER(id, ...)   ASKED_ALL(id, VG_NOBODY)
#define CHANCE(id, ...) ASKED_ALL(id, VG_CHANCE)
#define ASK(id, ...)    ASKED_EACH(id, 0)
#define WINDOW(id, ...) ASKED_EACH(id, 1)
#define WORK(id, ...)   ASKED_EACH(id, 0)
#include "engine/pass.h"
    };
    return amended(s, f, questions[f.phase][f.seat % VG_MAX_SEATS]);
}

// Who may act besides whom is asked.
VG_HERE vg_ask with_others(const VG_STATE *s, vg_ask ask)
{
    (void)s;
#define FREE(who, moves) if (ask.actor >= 0) ask.also |= (uint16_t)((who) & ~(1u << ask.actor));
#include "engine/pass.h"
    return ask;
}

int VG_FN(seats_of)(const void *state) { return ((const VG_STATE *)state)->seats; }

int VG_FN(actor)(const void *state)
{
    const VG_STATE *s = state;
    return question(s, VG_TOP(s)).actor;
}

vg_ask VG_FN(ask)(const void *state)
{
    const VG_STATE *s = state;
    return with_others(s, question(s, VG_TOP(s)));
}

VG_HERE int list_outcomes(const VG_STATE *s, vg_frame f, vg_move out[VG_MAX_LEGAL])
{
    switch (f.phase) {
#define CHANCE(id, slug, rule, moves, ...) case VG_ID(PHASE_##id): return moves;
#include "engine/pass.h"
    default: return 0;
    }
}

// For a seat; `actor` is who is asked.
VG_HERE int list_moves(const VG_STATE *s, vg_frame f, int actor, int seat, vg_move out[VG_MAX_LEGAL])
{
    int before = 0, n = 0;
    if (actor == seat) {
        switch (f.phase) {
#define ASK(id, slug, rule, moves, ...)    case VG_ID(PHASE_##id): n = moves; break;
#define WINDOW(id, slug, rule, moves, ...) case VG_ID(PHASE_##id): n = moves; break;
#include "engine/pass.h"
        default: break;
        }
    }
#define FREE(who, moves) if (actor >= 0) before += n, out += n, n = (moves);
#include "engine/pass.h"
    return before + n;
}

int VG_FN(legal)(const void *state, int seat, vg_move out[VG_MAX_LEGAL])
{
    const VG_STATE *s = state;
    vg_frame f = VG_TOP(s);
    if (seat < 0) return seat == VG_CHANCE ? list_outcomes(s, f, out) : 0;
    return list_moves(s, f, question(s, f).actor, seat, out);
}

// For picks: any of the outcomes, each as likely as the others.
static inline vg_move any_outcome(const VG_STATE *s, vg_frame f, vg_rng *rng)
{
    vg_move out[VG_MAX_LEGAL];
    return out[vg_rng_below(rng, (uint32_t)list_outcomes(s, f, out))];
}
#define VG_ANY any_outcome(s, f, rng)

VG_HERE vg_move outcome(const VG_STATE *s, vg_frame f, vg_rng *rng)
{
    switch (f.phase) {
#define CHANCE(id, slug, rule, moves, pick, ...) case VG_ID(PHASE_##id): return pick;
#include "engine/pass.h"
    default: assert(false); return 0;
    }
}

vg_move VG_FN(chance)(const void *state, vg_rng *rng)
{
    const VG_STATE *s = state;
    return outcome(s, VG_TOP(s), rng);
}

#ifdef VG_STACKED
// Works off what needs no decision, as far as it goes; `by` made the last move.
VG_HERE void settle(VG_STATE *s, int by, vg_events *ev)
{
    (void)by, (void)ev;
    for (bool open = false; !open;) {
        if (s->stack.count == 0) {
#define IDLE(go_on) go_on;
#include "engine/pass.h"
            continue;
        }
        vg_frame f = VG_TOP(s);
        switch (f.phase) {
#define WORK(id, work)     case VG_ID(PHASE_##id): work; break;
#define SETTLE(id, stands) case VG_ID(PHASE_##id): open = (stands); break;
#include "engine/pass.h"
        default: open = true; break;
        }
    }
}
#endif

VG_HERE void carry_out(VG_STATE *s, vg_frame f, int seat, vg_move m, vg_events *ev)
{
    int a = vg_move_a(m), b = vg_move_b(m), c = vg_move_c(m);
    (void)f, (void)a, (void)b, (void)c;
#define BEFORE(what) what;
#include "engine/pass.h"
    switch (vg_move_kind(m)) {
#define MOVE(id, form, one, two, three, apply, ...) case VG_ID(MOVE_##id): apply; break;
#include "engine/pass.h"
    default: assert(false);
    }
#ifdef VG_STACKED
    settle(s, seat, ev);
#endif
#define AFTER(what) what;
#include "engine/pass.h"
}

void VG_FN(apply)(void *state, int seat, vg_move m, vg_events *ev)
{
    VG_STATE *s = state;
    carry_out(s, VG_TOP(s), seat, m, ev);
}

#ifndef __wasm__ // pages leave nothing to lot
// For at_random: the move that lots make where a seat is asked, and whose it is. 0: there is none.
VG_HERE vg_move any_move(const VG_STATE *s, vg_frame f, vg_lots *lots, int *seat)
{
    vg_move list[VG_MAX_LEGAL];
    vg_ask ask = with_others(s, amended(s, f, (vg_ask){.actor = (int8_t)f.seat}));
    uint16_t others = ask.also;
    int count = 0, from = others ? (int)vg_rng_below(lots->who, lots->seats) : 0;
    *seat = ask.actor;
    for (int p; !count && (p = vg_take_seat(&others, from)) >= 0;) {
        count = list_moves(s, f, ask.actor, p, list);
        if (count && vg_rng_below(lots->who, 2) == 0) count = 0; // lets it pass
        if (count) *seat = p;
    }
    if (!count) count = list_moves(s, f, ask.actor, ask.actor, list);
    if (!count) return 0;
    lots->decisions++;
    return list[vg_rng_below(lots->seat[*seat], (uint32_t)count)];
}

// What ask, legal, chance and apply do in turn, for games in which all is left to lot and nobody
// listens: most of the lab's. As one loop it asks once a move, by the phase alone, and has no
// events.
bool VG_FN(at_random)(void *state, vg_lots *lots)
{
    VG_STATE *s = state;
    for (; lots->moves < lots->most; lots->moves++) {
        vg_frame f = VG_TOP(s);
        int seat = VG_CHANCE;
        vg_move m;
        switch (f.phase) {
#define OVER(id, ...) case VG_ID(PHASE_##id): return true;
#include "engine/pass.h"
#define CHANCE(id, ...) case VG_ID(PHASE_##id):
#include "engine/pass.h"
            m = outcome(s, f, lots->chance);
            break;
        default: m = any_move(s, f, lots, &seat); break;
        }
        if (!m) return false;
        carry_out(s, f, seat, m, NULL);
    }
    return question(s, VG_TOP(s)).actor == VG_NOBODY;
}
#endif
// clang-format on
