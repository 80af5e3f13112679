// epilogue.c: the last tale, where every hand is spent and memories weigh three each; and the
// score.
#include "games/winter/rules.h"

void winter_epilogue_start(winter_state *s, int initiator, int capped, vg_events *ev)
{
    // WT-59: whatever was going on is dropped; nobody trims.
    while (s->stack.count) vg_pop(&s->stack);
    winter_pour(&s->discard, &s->laid[0]);
    winter_pour(&s->discard, &s->laid[1]);
    for (int p = 0; p < WINTER_SEATS; p++) s->laid_by[p] = s->part[p] = s->bid[p] = 0;
    s->fight = (winter_fight){0};
    s->fresh = (winter_memory){0};
    s->joined = s->relic_used = s->follow = s->bearer = 0;
    s->initiator = (uint8_t)initiator;
    vg_push(&s->stack, WINTER_PHASE_EPILOGUE, initiator, 0, 0);
    if (winter_faction(s, initiator) == WINTER_WRITER) // WT-61: he opens, and plays at the end
        vg_push(&s->stack, WINTER_PHASE_INTRO, initiator, 1, 0);
    vg_emit(ev, WINTER_EVENT_EPILOGUE, initiator, capped, 0, 0, 0);
}

int winter_lead(const winter_state *s) // WT-137
{
    int lead = s->option[WINTER_OPT_WINTER_LEAD];
    return lead != WINTER_LEAD_TABLE ? lead : winter_large(s) && !winter_modules(s);
}

void winter_epilogue_totals(const winter_state *s, int total[2])
{
    for (int side = 0; side < 2; side++) {
        total[side] = s->told ? winter_count(&s->laid[side]) : 0;
        for (int i = 0; i < WINTER_SLOTS; i++) // WT-65
            if (s->memory[i].colour == (side ? WINTER_FOR_WINTER : WINTER_FOR_SPRING))
                total[side] += 3;
    }
    total[WINTER_WINTER] += winter_lead(s);
}

// The side that would win now; -1: shared.
static int leader_now(const winter_state *s)
{
    int total[2];
    winter_epilogue_totals(s, total);
    if (total[0] != total[1]) return total[0] > total[1] ? WINTER_SPRING : WINTER_WINTER;
    if (winter_has_writer(s)) return WINTER_WRITER; // WT-64
    bool begun = s->winner || s->told ||
                 (s->stack.count && s->stack.frame[0].phase == WINTER_PHASE_EPILOGUE);
    return begun ? (int)winter_faction(s, s->initiator) : -1;
}

// The next to speak: from the initiator clockwise, the Writer after everyone (WT-61); -1: nobody.
static int next_teller(const winter_state *s)
{
    for (int i = 0; i < s->seats; i++) {
        int seat = winter_after(s, s->initiator, i);
        if (!(s->told >> seat & 1) && winter_faction(s, seat) != WINTER_WRITER) return seat;
    }
    if (winter_has_writer(s) && !(s->told >> winter_writer(s) & 1)) return winter_writer(s);
    return -1;
}

void winter_epilogue_settle(winter_state *s, vg_events *ev)
{
    int seat = next_teller(s);
    if (seat >= 0) {
        s->told |= (uint8_t)(1u << seat);
        vg_push(&s->stack, WINTER_PHASE_FINALE, seat, 0, 0);
        return;
    }
    if (!s->winner) {
        int total[2], leader = leader_now(s);
        winter_epilogue_totals(s, total);
        s->winner = (uint8_t)(1 + leader);
        vg_emit(ev, WINTER_EVENT_WON, VG_NOBODY, leader, total[0], total[1], 0);
        vg_push(&s->stack, WINTER_PHASE_CLOSE, s->initiator, 0, 0); // WT-63
        return;
    }
    vg_pop(&s->stack);
    vg_push(&s->stack, WINTER_PHASE_OVER, 0, 0, 0);
}

// WT-62: the Writer may lay half of what he held when his turn came, rounded down.
static bool writer_may(const winter_state *s, int seat)
{
    int held = winter_count(&s->hand[seat]) + s->laid_by[seat];
    return s->laid_by[seat] < held / 2;
}

int winter_finale_moves(const winter_state *s, int seat, vg_move out[])
{
    int n = 0;
    out[n++] = VG_MOVE(WINTER_MOVE_DONE, 0, 0, 0);
    if (winter_faction(s, seat) != WINTER_WRITER)
        return n + winter_card_moves(&s->hand[seat], WINTER_MOVE_PLAY, out + n);
    for (int side = 0; writer_may(s, seat) && side < 2; side++)
        for (int card = 1; card <= WINTER_CARDS; card++)
            if (winter_has(&s->hand[seat], card) && (!s->part[seat] || s->part[seat] == 1 + side))
                out[n++] = VG_MOVE(WINTER_MOVE_PLAY, card, 1 + side, 0);
    return n;
}

int winter_mark_moves(const winter_state *s, vg_move out[])
{
    int n = 0;
    for (int i = 0; i < WINTER_SLOTS; i++)
        if (s->memory[i].colour && i + 1 != s->bookmark)
            out[n++] = VG_MOVE(WINTER_MOVE_MARK, i + 1, 0, 0);
    return n;
}

int winter_close_moves(const winter_state *s, vg_frame f, vg_move out[])
{
    int n = 0;
    out[n++] = VG_MOVE(WINTER_MOVE_CLOSE, 0, 0, 0);
    for (int p = 0; !f.a && p < s->seats; p++)
        if (p != f.seat && (int)winter_faction(s, p) == s->winner - 1)
            out[n++] = VG_MOVE(WINTER_MOVE_HAND, p, 0, 0);
    return n;
}

void winter_tell_finale(winter_state *s, int seat, int card, int side, vg_events *ev)
{
    winter_side faction = winter_faction(s, seat);
    if (faction != WINTER_WRITER) side = (int)faction;
    s->part[seat] = (uint8_t)(1 + side);
    s->laid_by[seat]++;
    winter_leave(s, seat, card);
    winter_add(&s->laid[side], card);
    vg_emit(ev, WINTER_EVENT_PLAYED, seat, card, side, 0, 0);
}

void winter_finale_done(winter_state *s, vg_events *ev)
{
    vg_move marks[VG_MAX_LEGAL];
    int seat = vg_pop(&s->stack).seat;
    vg_emit(ev, WINTER_EVENT_FINALE_DONE, seat, 0, 0, 0, 0);
    if (s->option[WINTER_OPT_EPILOGUE_MARK] && s->laid_by[seat] && // WT-66
        winter_mark_moves(s, marks))
        vg_push(&s->stack, WINTER_PHASE_MARK, seat, 0, 0);
}

void winter_mark(winter_state *s, int slot, vg_events *ev)
{
    int seat = vg_pop(&s->stack).seat;
    s->bookmark = (uint8_t)slot;
    vg_emit(ev, WINTER_EVENT_MARKED, seat, slot, 0, 0, 0);
}

void winter_hand_over(winter_state *s, int to, vg_events *ev)
{
    vg_frame *f = vg_top(&s->stack);
    vg_emit(ev, WINTER_EVENT_HANDED, f->seat, to, 0, 0, 0);
    f->seat = (uint8_t)to;
    f->a = 1;
}

// Winners have one point, the others none; the lines with 0 points say what was weighed.
void winter_score(const void *state, vg_score *out)
{
    const winter_state *s = state;
    if (s->first == 0xff) {
        for (int p = 0; p < s->seats; p++) out->rank[p] = 1;
        return;
    }
    int leader = leader_now(s), winners = 0, total[2];
    winter_epilogue_totals(s, total);
    for (int p = 0; p < s->seats; p++) winners += (int)winter_faction(s, p) == leader;
    for (int p = 0; p < s->seats; p++) {
        bool wins = (int)winter_faction(s, p) == leader;
        for (int side = 0; side < 2; side++) {
            int memories = 0;
            for (int i = 0; i < WINTER_SLOTS; i++)
                memories += s->memory[i].colour == (side ? WINTER_FOR_WINTER : WINTER_FOR_SPRING);
            int cards = s->told ? winter_count(&s->laid[side]) : 0;
            vg_score_add(out, p, side ? WINTER_SCORE_WINTER : WINTER_SCORE_SPRING, 0, memories,
                         cards);
        }
        if (winter_lead(s)) vg_score_add(out, p, WINTER_SCORE_LEAD, 0, winter_lead(s), 0);
        vg_score_add(out, p, WINTER_SCORE_SUM, 0, total[0], total[1]);
        if (wins) vg_score_add(out, p, WINTER_SCORE_WON, 1, leader, 0);
        out->rank[p] = (uint8_t)(wins || leader < 0 ? 1 : 1 + winners);
    }
}
