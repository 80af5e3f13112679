// treasures.c: the three treasures in the middle, those before a seat, the
// Queen and the score.
//
// The pile is a set: all of it is public but its order. Its last four treasures
// lie with the Queen, so she can be the next card exactly when four or fewer
// treasures are left (may_show in fata.c); until then any treasure can be.
#include "games/fata/fata.h"

void fata_refill(fata_state *s, int place) { vg_push(&s->stack, FATA_PHASE_REVEAL, 0, place, 0); }

static void sort_market(fata_state *s)
{
    uint8_t *m = s->market;
    for (int i = 1; i < FATA_MARKET; i++)
        for (int j = i; j > 0 && m[j] && m[j - 1] > m[j]; j--) {
            uint8_t t = m[j];
            m[j] = m[j - 1];
            m[j - 1] = t;
        }
}

void fata_turned_up(fata_state *s, int id, vg_events *ev)
{
    int place = vg_pop(&s->stack).a;
    if (id == FATA_QUEEN) {
        fata_queen(s, false, ev);
        return;
    }
    s->pile &= ~(1u << id);
    s->market[place] = (uint8_t)id;
    vg_emit(ev, FATA_EVENT_SHOWN, VG_CHANCE, id, 0, 0, 0);
    if (s->market[0] && s->market[1] && s->market[2]) sort_market(s);
}

// Before a seat, face up if it is of the colour the seat has shown: 1 if so.
static int lay(fata_state *s, int seat, int id)
{
    if (seat == s->turn) s->gained = 1;
    if (s->shown[seat] == fata_ed(s)->treasure[id].lineage) { // FA-58
        s->up[seat] |= 1u << id;
        return 1;
    }
    s->down[seat] |= 1u << id;
    s->down_count[seat]++;
    return 0;
}

static void lift(fata_state *s, int seat, int id)
{
    s->down[seat] &= ~(1u << id);
    s->down_count[seat]--;
}

void fata_take(fata_state *s, int id, int to, vg_events *ev)
{
    int place = 0;
    while (s->market[place] != id) place++;
    s->market[place] = 0;
    s->idle = 0;
    s->taken = 1;
    int face_up = lay(s, to, id);
    fata_know_treasure(s, id, face_up ? 0 : 1 << to); // FA-59: everyone watched
    fata_past_moved(s, id, FATA_MIDDLE, to, (1 << s->seats) - 1);
    if (to == s->turn)
        vg_emit(ev, FATA_EVENT_TOOK, to, id, face_up, 0, 0);
    else
        vg_emit(ev, FATA_EVENT_GAVE, s->turn, to, id, face_up, 0);
    fata_refill(s, place);
}

void fata_rob(fata_state *s, int id, vg_events *ev)
{
    vg_frame f = vg_pop(&s->stack);
    int thief = f.seat, victim = f.a;
    uint16_t see = VG_TO(thief) | VG_TO(victim);
    lift(s, victim, id);
    int face_up = lay(s, thief, id); // FA-22
    if (face_up)
        fata_know_treasure(s, id, 0);
    else
        fata_know_mixed(s, id, 1 << victim, 1 << thief, see);
    fata_know_deduce(s);
    fata_past_moved(s, id, victim, thief, face_up ? (1 << s->seats) - 1 : see);
    vg_emit_veiled(ev, &fata_rows, face_up ? VG_TO_ALL : see, FATA_EVENT_ROBBED, thief,
                   (vg_args){victim, id, face_up, 0});
}

void fata_trade(fata_state *s, int given, int received, vg_events *ev)
{
    vg_frame f = vg_pop(&s->stack);
    int p = f.seat, q = f.a;
    fata_know_traded(s, p, given, q, received);
    fata_past_traded(s, p, given, q, received);
    lift(s, p, given);
    lift(s, q, received);
    int up_q = lay(s, q, given), up_p = lay(s, p, received); // FA-55
    if (up_q) fata_know_treasure(s, given, 0);
    if (up_p) fata_know_treasure(s, received, 0);
    fata_know_deduce(s);
    vg_emit_to(ev, VG_TO(p) | VG_TO(q), FATA_EVENT_TRADED, p, (vg_args){q, given, received, 0},
               (vg_args){q, up_q ? given : VG_VEILED, up_p ? received : VG_VEILED, 0});
}

void fata_share(fata_state *s, int id, vg_events *ev)
{
    vg_frame *f = vg_top(&s->stack);
    int seat = f->seat;
    f->seat = (uint8_t)fata_next_seat(s, seat);
    s->pool &= ~(1u << id);
    s->pool_count--;
    int face_up = lay(s, seat, id); // FA-27
    if (face_up)
        fata_know_treasure(s, id, 0);
    else
        fata_know_mixed(s, id, FATA_AT_POOL, 1 << seat, 1 << seat);
    fata_know_deduce(s);
    fata_past_moved(s, id, FATA_POOL, seat, face_up ? (1 << s->seats) - 1 : 1 << seat);
    vg_emit_veiled(ev, &fata_rows, face_up ? VG_TO_ALL : VG_TO(seat), FATA_EVENT_SHARED, seat,
                   (vg_args){id, face_up, 0, 0});
}

void fata_reveal(fata_state *s, int seat, vg_events *ev)
{
    s->shown[seat] = s->lineage[seat];
    uint32_t own = s->down[seat] & fata_of_colour(s->shown[seat]);
    for (uint32_t left = own; left; left &= left - 1) {
        lift(s, seat, vg_lowest(left));
        fata_know_treasure(s, vg_lowest(left), 0);
    }
    s->up[seat] |= own;
    fata_know_not_own(s, seat);
    fata_know_deduce(s);
    fata_past_revealed(s, seat);
    vg_emit(ev, FATA_EVENT_REVEALED, seat, s->lineage[seat], fata_first_of(s->up[seat]),
            fata_more_of(s->up[seat]), 0);
}

void fata_finish(fata_state *s, vg_events *ev)
{
    fata_charm_end(s);
    fata_merge(s, s->turn, ev); // FA-34
    while (s->stack.count) vg_pop(&s->stack);
    s->hit = s->gained = 0;
    vg_push(&s->stack, FATA_PHASE_OVER, 0, 0, 0);
}

void fata_queen(fata_state *s, bool impatient, vg_events *ev)
{
    vg_learned(ev); // when she came of herself the last `end` cannot be taken back
    vg_emit(ev, FATA_EVENT_QUEEN, VG_CHANCE, s->round, impatient, 0, 0);
    if (s->round == 2) {
        fata_finish(s, ev);
        return;
    }
    // FA-01 to FA-04: face values only, everything returns, and whatever was going on lies
    // untouched on the stack below the three new treasures.
    for (int p = 0; p < s->seats; p++) {
        s->points[p] = (int8_t)fata_face_value(s, s->down[p]);
        vg_emit(ev, FATA_EVENT_ROUND, p, s->points[p], fata_first_of(s->down[p]),
                fata_more_of(s->down[p]), 0);
        s->down[p] = 0;
        s->down_count[p] = 0;
        for (int id = 1; id <= FATA_TREASURES; id++) s->may_treasure[p][id] = 0;
    }
    fata_past_begin(s);
    s->round = 2;
    s->idle = 0;
    s->gained = 1; // FA-01: what is left of this turn is of the second round, in which one may
                   // reveal oneself
    s->pile = fata_treasures_in_play(fata_ed(s), s->seats);
    for (int i = FATA_MARKET - 1; i >= 0; i--) {
        s->market[i] = 0;
        fata_refill(s, i);
    }
}

// ---- score -------------------------------------------------------------------

static uint32_t own_colour(const fata_state *s, int seat)
{
    return fata_of_colour(s->lineage[seat]) & (s->down[seat] | s->up[seat]);
}

static void score_seat(const fata_state *s, int p, vg_score *out)
{
    uint32_t all = s->down[p] | s->up[p];
    if (!fata_in_play(s, p)) { // FA-28
        vg_score_add(out, p, FATA_SCORE_OUT, 0, 0, 0);
        return;
    }
    if (s->winner == p) // who is only left alone has shown that he did not hunt the last: FA-62
        vg_score_add(out, p, s->never[p] ? FATA_SCORE_ALONE : FATA_SCORE_RIVAL, 0, 0, 0);
    if (s->round == 1) { // FA-04
        vg_score_add(out, p, FATA_SCORE_FIRST, fata_face_value(s, all), vg_bits(all), 0);
        return;
    }
    vg_score_add(out, p, FATA_SCORE_ROUND1, s->points[p], 0, 0);
    if (s->shown[p]) { // FA-33
        int n = vg_bits(s->up[p]);
        vg_score_add(out, p, FATA_SCORE_OWN, fata_own_points(n), n, 0);
        all &= ~s->up[p];
    }
    vg_score_add(out, p, FATA_SCORE_OTHER, fata_face_value(s, all), vg_bits(all), 0);
    int cards = s->hand_count[p] + (p == s->turn ? s->aside_count : 0);
    vg_score_add(out, p, FATA_SCORE_HAND, cards, cards, 0);
}

// Does p stand before q? FA-40 breaks ties.
static bool before(const fata_state *s, const vg_score *out, int p, int q)
{
    if ((s->winner == p) != (s->winner == q)) return s->winner == p;
    if (fata_in_play(s, p) != fata_in_play(s, q)) return fata_in_play(s, p);
    if (out->points[p] != out->points[q]) return out->points[p] > out->points[q];
    if (s->round == 1 || !fata_in_play(s, p)) return false;
    uint32_t mine = own_colour(s, p), theirs = own_colour(s, q);
    if (vg_bits(mine) != vg_bits(theirs)) return vg_bits(mine) > vg_bits(theirs);
    return fata_face_value(s, mine) > fata_face_value(s, theirs);
}

void fata_score(const void *state, vg_score *out)
{
    const fata_state *s = state;
    for (int p = 0; p < s->seats; p++) score_seat(s, p, out);
    for (int p = 0; p < s->seats; p++) {
        out->rank[p] = 1;
        bool tied = false;
        for (int q = 0; q < s->seats; q++) {
            if (q == p) continue;
            if (before(s, out, q, p)) out->rank[p]++;
            tied |= out->points[q] == out->points[p] && fata_in_play(s, p) && fata_in_play(s, q);
        }
        if (!tied || s->round == 1 || fata_ask(s).actor != VG_NOBODY) continue;
        uint32_t own = own_colour(s, p);
        vg_score_add(out, p, FATA_SCORE_TIE, 0, vg_bits(own), fata_face_value(s, own));
    }
}
