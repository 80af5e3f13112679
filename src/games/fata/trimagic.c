// trimagic.c: step B. The first vision of a complete row says what happens, the
// second to whom, the third how often. A trimagic is a chain of picks, each of
// one target (and one treasure); after the last its row is discarded.
//
// Also here: what happens to opponents left without cards, which only the
// discarding trimagic can do (no charm touches a hand: FA-24).
#include "games/fata/fata.h"

static const fata_card *part(const fata_state *s, int seat, int row, int which)
{
    return &fata_ed(s)->card[s->row[seat][row][which]];
}

static int complete_rows(const fata_state *s, int seat)
{
    return (s->row[seat][0][2] ? 1 : 0) | (s->row[seat][1][2] ? 2 : 0);
}

void fata_step_b(fata_state *s, vg_events *ev)
{
    int seat = vg_pop(&s->stack).seat;
    int complete = complete_rows(s, seat);
    if (complete == 0) {
        vg_push(&s->stack, FATA_PHASE_STEP_C, seat, 0, 0);
        // FA-63: he holds a treasure he did not hold when he last could reveal himself, or could
        // not reveal himself then, for it was the first round.
        if (s->gained && s->round == 2 && !s->shown[seat])
            vg_push(&s->stack, FATA_PHASE_LAST, seat, 0, 0);
        return;
    }
    vg_push(&s->stack, FATA_PHASE_STEP_B, seat, 0, 0);
    if (complete == 3) // FA-15
        vg_push(&s->stack, FATA_PHASE_ORDER, seat, 0, 0);
    else
        fata_cast(s, seat, complete - 1, ev);
}

int fata_order_moves(const fata_state *s, int seat, vg_move *out)
{
    int n = 0;
    for (int r = 0; r < 2; r++)
        if (complete_rows(s, seat) >> r & 1) out[n++] = VG_MOVE(FATA_MOVE_ROW, r, 0, 0);
    return n;
}

void fata_cast(fata_state *s, int seat, int row, vg_events *ev)
{
    const fata_card *type = part(s, seat, row, 0), *subject = part(s, seat, row, 1),
                    *power = part(s, seat, row, 2);
    s->hit = 0;
    vg_emit(ev, FATA_EVENT_CAST, seat, type->type, subject->subject, power->number, 0);
    vg_push(&s->stack, FATA_PHASE_CAST_END, seat, row, 0);
    vg_push(&s->stack, FATA_PHASE_CAST, seat, row, power->number << 4);
}

// Who may be named now, as bits.
static uint32_t cast_targets(const fata_state *s, vg_frame f)
{
    uint32_t all = fata_all_in_play(s);
    int subject = part(s, f.seat, f.a, 1)->subject, first = (f.b & 15) - 1;
    if (subject == FATA_S_TWO) return all; // FA-17, FA-18
    if (first >= 0) return 1u << first;    // one player only
    if (subject == FATA_S_ANY) return all;
    return 1u << fata_next_seat(s, f.seat) | 1u << fata_before_seat(s, f.seat); // FA-19
}

int fata_cast_moves(const fata_state *s, vg_frame f, vg_move *out)
{
    int n = 0;
    uint32_t targets = cast_targets(s, f);
    if (part(s, f.seat, f.a, 0)->type == FATA_T_TAKE)
        n = fata_take_moves(s, f.seat, targets, out);
    else
        for (int i = 0; i < s->seats; i++) {
            int p = (f.seat + i) % s->seats;
            if (targets >> p & 1) out[n++] = VG_MOVE(FATA_MOVE_ON, p, 0, 0);
        }
    if ((f.b & 15) || s->zero_ok) out[n++] = VG_MOVE(FATA_MOVE_STOP, 0, 0, 0); // FA-16
    return n;
}

void fata_cast_pick(fata_state *s, vg_frame f, int target, int treasure, vg_events *ev)
{
    int left = (f.b >> 4) - 1;
    s->named = (uint8_t)(target + 1);
    if (left) vg_push(&s->stack, FATA_PHASE_CAST, f.seat, f.a, left << 4 | (target + 1));
    switch ((fata_type)part(s, f.seat, f.a, 0)->type) {
    case FATA_T_DRAW: fata_draw(s, target, 1, 0); return;         // FA-20
    case FATA_T_TAKE: fata_take(s, treasure, target, ev); return; // FA-21
    case FATA_T_ROB:
        // FA-22, FA-52, FA-57
        if (target == f.seat || s->ward[target] || !s->down_count[target])
            vg_emit(ev, FATA_EVENT_MISSED, f.seat, target, 0, 0, 0);
        else
            vg_push(&s->stack, FATA_PHASE_ROB, f.seat, target, 0);
        return;
    case FATA_T_DROP:
        if (s->hand_count[target] == 0) {
            vg_emit(ev, FATA_EVENT_MISSED, f.seat, target, 0, 0, 0);
            return;
        }
        s->hit |= (uint8_t)(1 << target);
        vg_push(&s->stack, FATA_PHASE_LOSE, target, 0, 0);
        return;
    }
}

static int rival_of(const fata_state *s, int seat)
{
    const fata_character *c = fata_character_of(fata_ed(s), s->seats, s->lineage[seat]);
    return c ? c->rival : 0;
}

// FA-25, FA-28: out of the game, character up, rows gone.
static void eliminate(fata_state *s, int seat, vg_events *ev)
{
    s->out |= (uint8_t)(1 << seat);
    s->shown[seat] = s->lineage[seat];
    vg_learned(ev);
    vg_emit(ev, FATA_EVENT_OUT, seat, s->lineage[seat], 0, 0, 0);
    for (int r = 0; r < 2; r++)
        for (int i = 0; i < 3; i++) {
            if (s->row[seat][r][i]) s->discard[s->row[seat][r][i]]++;
            s->row[seat][r][i] = 0;
        }
    if (s->ward[seat]) s->discard[FATA_DEW_VEIL]++;
    s->ward[seat] = 0;
}

// The hands that `seat` has emptied with this trimagic.
static void fall(fata_state *s, int seat, uint32_t fallen, vg_events *ev)
{
    if (s->round == 1) {
        // FA-25: clockwise from the left of the active player, so the last is pushed first.
        for (int i = s->seats - 1; i >= 1; i--)
            if (fallen >> (seat + i) % s->seats & 1) fata_draw(s, (seat + i) % s->seats, 1, 0);
        for (int i = 1; i < s->seats; i++)
            if (fallen >> (seat + i) % s->seats & 1)
                vg_emit(ev, FATA_EVENT_REDRAWS, (seat + i) % s->seats, 0, 0, 0, 0);
        return;
    }
    int rival = FATA_NO_SEAT;
    for (int i = 1; i < s->seats; i++) {
        int p = (seat + i) % s->seats;
        if (!(fallen >> p & 1)) continue;
        eliminate(s, p, ev);
        if (s->lineage[p] == rival_of(s, seat)) rival = p;
        s->never[seat] |= (uint8_t)(1 << fata_hunter_of(fata_ed(s), s->seats, s->lineage[p]));
    }
    if (rival != FATA_NO_SEAT) { // FA-26, FA-31
        s->winner = (uint8_t)seat;
        s->never[seat] = 0;
        if (!s->shown[seat]) fata_reveal(s, seat, ev);
        vg_emit(ev, FATA_EVENT_RIVAL, seat, rival, 0, 0, 0);
    } else if (s->seats - vg_bits(s->out) == 1) { // FA-30
        s->winner = (uint8_t)seat;
        vg_emit(ev, FATA_EVENT_ALONE, seat, 0, 0, 0, 0);
    } else {
        vg_push(&s->stack, FATA_PHASE_FALL, seat, (int)fallen, 0);
        return;
    }
    fata_finish(s, ev);
}

void fata_cast_end(fata_state *s, vg_events *ev)
{
    vg_frame f = vg_pop(&s->stack);
    int seat = f.seat, row = f.a;
    uint32_t fallen = 0;
    for (int p = 0; p < s->seats; p++) // FA-23, FA-24
        if (p != seat && s->hit >> p & 1 && s->hand_count[p] == 0) fallen |= 1u << p;
    s->hit = 0;
    for (int i = 0; i < 3; i++) {
        s->discard[s->row[seat][row][i]]++;
        s->row[seat][row][i] = 0;
    }
    vg_emit(ev, FATA_EVENT_SPENT, seat, row, 0, 0, 0);
    if (fallen) fall(s, seat, fallen, ev);
}

// FA-27, FA-56: the treasures of one of the fallen after the other, shuffled, one by one.
void fata_fall(fata_state *s)
{
    vg_frame f = vg_pop(&s->stack);
    int seat = f.seat, fallen = f.a;
    if (!fallen) return;
    int p = (seat + 1) % s->seats;
    while (!(fallen >> p & 1)) p = (p + 1) % s->seats;
    vg_push(&s->stack, FATA_PHASE_FALL, seat, fallen & ~(1 << p), 0);
    uint32_t all = s->down[p] | s->up[p];
    if (!all) return;
    fata_know_pooled(s, p);
    fata_past_pooled(s, p);
    s->pool = all;
    s->pool_count = (uint8_t)vg_bits(all);
    s->down[p] = s->up[p] = 0;
    s->down_count[p] = 0;
    vg_push(&s->stack, FATA_PHASE_SHARE, fata_next_seat(s, seat), seat, 0);
}
