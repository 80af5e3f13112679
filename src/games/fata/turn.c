// turn.c: the turn but for its trimagics: charm or exchange, steal, play, then
// step A (a treasure for three stars) and step C (set-aside cards, hand limit).
#include "games/fata/fata.h"

int fata_next_seat(const fata_state *s, int seat)
{
    uint32_t all = fata_all_in_play(s), after = all & ~1u << seat;
    return vg_lowest(after ? after : all);
}

int fata_before_seat(const fata_state *s, int seat)
{
    do seat = (seat + s->seats - 1) % s->seats;
    while (!fata_in_play(s, seat));
    return seat;
}

int fata_sum(const fata_state *s, int seat)
{
    const fata_card *card = fata_ed(s)->card;
    return card[fata_last_vision(s, seat, 0)].number + card[fata_last_vision(s, seat, 1)].number;
}

bool fata_star_step_ahead(const fata_state *s)
{
    for (int i = 0; i < s->stack.count; i++) {
        int phase = s->stack.frame[i].phase;
        if (phase == FATA_PHASE_TURN || phase == FATA_PHASE_STEP_A || phase == FATA_PHASE_TAKE)
            return true;
    }
    return false;
}

// ---- cards in and out of hands -------------------------------------------------

void fata_draw(fata_state *s, int seat, int count, int aside)
{
    if (count > 0) vg_push(&s->stack, FATA_PHASE_DEAL, seat, count, aside);
}

static void reshuffle(fata_state *s, vg_events *ev)
{
    int n = fata_stock_count(s);
    fata_know_reshuffled(s);
    for (int k = 1; k < FATA_CARDS; k++) {
        s->deck[k] = s->discard[k];
        s->discard[k] = 0;
    }
    s->deck_count = (uint8_t)n;
    vg_emit(ev, FATA_EVENT_RESHUFFLED, VG_CHANCE, n, 0, 0, 0);
}

void fata_drawn(fata_state *s, int kind, vg_events *ev)
{
    vg_frame f = vg_pop(&s->stack);
    if (s->deck_count == 0) reshuffle(s, ev);
    s->deck[kind]--;
    s->deck_count--;
    if (f.b) {
        s->aside[kind]++;
        s->aside_count++;
        fata_know_set_aside(s);
        vg_emit(ev, FATA_EVENT_ASIDE, f.seat, 0, 0, 0, 0);
    } else {
        s->hand[f.seat][kind]++;
        s->hand_count[f.seat]++;
        s->latest[f.seat] = (uint8_t)kind; // the hand alone would not tell which came last
        fata_know_drawn(s, kind, f.seat);
        vg_emit_veiled(ev, &fata_rows, VG_TO(f.seat), FATA_EVENT_DREW, f.seat,
                       (vg_args){.a = kind});
    }
    fata_draw(s, f.seat, f.a - 1, f.b);
}

void fata_leave_hand(fata_state *s, int seat, int kind)
{
    s->hand[seat][kind]--;
    s->hand_count[seat]--;
    fata_know_left(s, kind, seat);
}

void fata_lose(fata_state *s, int seat, int kind)
{
    fata_leave_hand(s, seat, kind);
    s->discard[kind]++;
}

// ---- the turn --------------------------------------------------------------------

void fata_begin_turn(fata_state *s, int seat, vg_events *ev)
{
    s->turn = (uint8_t)seat;
    fata_charm_end(s); // FA-37: what lasted for a turn is over
    s->stage = s->played = s->stars = s->gained = s->taken = 0;
    s->limit = 2;
    vg_push(&s->stack, FATA_PHASE_TURN, seat, 0, 0);
    vg_emit(ev, FATA_EVENT_TURN, seat, 0, 0, 0, 0);
    if (!s->ward[seat]) return;
    s->ward[seat] = 0; // FA-37: it lasted until now
    s->discard[FATA_DEW_VEIL]++;
    vg_emit(ev, FATA_EVENT_ENDED, seat, FATA_DEW_VEIL, 0, 0, 0);
}

void fata_next_turn(fata_state *s, vg_events *ev)
{
    int in_play = s->seats - vg_bits(s->out);
    if (s->patience && !s->taken && ++s->idle >= s->patience * in_play) { // FA-60
        vg_push(&s->stack, FATA_PHASE_NEXT, s->turn, 1, 0);
        fata_queen(s, true, ev);
        return;
    }
    fata_begin_turn(s, fata_next_seat(s, s->turn), ev);
}

static bool beats(int a, int b) { return a && b && b == a % 3 + 1; }

// FA-09 to FA-13: the last vision of another's row, to the same position of one's own.
static int steal_moves(const fata_state *s, int seat, vg_move *out)
{
    int n = 0, mine[2];
    const fata_card *card = fata_ed(s)->card;
    for (int r = 0; r < 2; r++) mine[r] = card[fata_last_vision(s, seat, r)].centre;
    for (int i = 1; i < s->seats; i++) {
        int q = (seat + i) % s->seats;
        if (s->ward[q]) continue; // FA-52
        for (int r = 0; r < 2; r++) {
            int loot = fata_last_vision(s, q, r), centre = card[loot].centre;
            if (!loot || !(beats(mine[0], centre) || beats(mine[1], centre))) continue;
            for (int to = 0; to < 2; to++)
                if (fata_row_length(s, seat, to) == fata_row_length(s, q, r) - 1)
                    out[n++] = VG_MOVE(FATA_MOVE_STEAL, loot, to, q);
        }
    }
    return n;
}

static int play_moves(const fata_state *s, int seat, uint64_t visions, vg_move *out)
{
    int n = 0, length[2] = {fata_row_length(s, seat, 0), fata_row_length(s, seat, 1)};
    if (s->played == s->limit) return 0;
    for (; visions; visions &= visions - 1)
        for (int r = 0; r < 2; r++)
            // Two empty rows are the same row: FA-64.
            if (length[r] < 3 && !(r == 1 && length[0] + length[1] == 0))
                out[n++] = VG_MOVE(FATA_MOVE_PLAY, vg_first_kind(visions), r, 0);
    return n;
}

int fata_turn_moves(const fata_state *s, int seat, vg_move *out)
{
    int n = 0;
    uint64_t held = vg_kinds_in(s->hand[seat], 64), visions = (2ull << FATA_VISIONS) - 1;
    if (s->stage == 0) {
        for (uint64_t charms = held & ~visions; charms; charms &= charms - 1)
            if (fata_charm_playable(s, seat, vg_first_kind(charms)))
                out[n++] = VG_MOVE(FATA_MOVE_CHARM, vg_first_kind(charms), 0, 0);
        if (s->hand_count[seat]) out[n++] = VG_MOVE(FATA_MOVE_EXCHANGE, 0, 0, 0);
    }
    if (s->stage <= 1) n += steal_moves(s, seat, out + n);
    n += play_moves(s, seat, held & visions, out + n);
    out[n++] = VG_MOVE(FATA_MOVE_END, 0, 0, 0);
    return n;
}

void fata_exchange(fata_state *s, int seat, vg_events *ev)
{
    int n = s->hand_count[seat];
    s->stage = 1;
    vg_emit(ev, FATA_EVENT_EXCHANGED, seat, n, 0, 0, 0);
    for (uint64_t left = vg_kinds_in(s->hand[seat], 64); left; left &= left - 1)
        for (int k = vg_first_kind(left); s->hand[seat][k];) {
            fata_lose(s, seat, k);
            vg_emit(ev, FATA_EVENT_DISCARDED, seat, k, 0, 0, 0);
        }
    fata_draw(s, seat, n == 1 ? 1 : n - 1, 0); // FA-36
}

void fata_steal(fata_state *s, int seat, int kind, int row, int victim, vg_events *ev)
{
    s->stage = 2;
    for (int r = 0; r < 2; r++)
        if (fata_last_vision(s, victim, r) == kind)
            s->row[victim][r][fata_row_length(s, victim, r) - 1] = 0;
    s->row[seat][row][fata_row_length(s, seat, row)] = (uint8_t)kind;
    vg_emit(ev, FATA_EVENT_STOLE, seat, victim, kind, row, 0);
}

void fata_play(fata_state *s, int seat, int kind, int row, vg_events *ev)
{
    s->stage = 2;
    s->played++;
    fata_leave_hand(s, seat, kind);
    s->row[seat][row][fata_row_length(s, seat, row)] = (uint8_t)kind;
    vg_emit(ev, FATA_EVENT_PLAYED, seat, kind, row, 0, 0);
    fata_draw(s, seat, 1, 1);
}

int fata_take_moves(const fata_state *s, int seat, uint32_t targets, vg_move *out)
{
    int n = 0;
    for (int i = 0; i < s->seats; i++) {
        int p = (seat + i) % s->seats;
        if (!(targets >> p & 1)) continue;
        for (int j = 0; j < FATA_MARKET; j++)
            out[n++] = p == seat ? VG_MOVE(FATA_MOVE_KEEP, s->market[j], 0, 0)
                                 : VG_MOVE(FATA_MOVE_GIVE, s->market[j], p, 0);
    }
    return n;
}

void fata_merge(fata_state *s, int seat, vg_events *ev)
{
    if (s->aside_count == 0) return;
    vg_learned(ev);
    vg_emit(ev, FATA_EVENT_MERGED, seat, s->aside_count, 0, 0, 0);
    s->hand_count[seat] = (uint8_t)(s->hand_count[seat] + s->aside_count);
    s->aside_count = 0;
    fata_know_merged(s, seat, s->aside);
    for (int k = 1; ev && k < FATA_CARDS; k++)
        for (int i = 0; i < s->aside[k]; i++)
            vg_emit_only(ev, VG_TO(seat), FATA_EVENT_DREW, seat, (vg_args){.a = k});
    for (int k = 0; k < 64; k++) { // all at once
        s->hand[seat][k] = (uint8_t)(s->hand[seat][k] + s->aside[k]);
        s->aside[k] = 0;
    }
}

void fata_step_c(fata_state *s, vg_events *ev)
{
    int seat = vg_pop(&s->stack).seat;
    fata_merge(s, seat, ev);
    vg_push(&s->stack, FATA_PHASE_NEXT, seat, 0, 0);
    if (s->hand_count[seat] > FATA_HAND_LIMIT)
        vg_push(&s->stack, FATA_PHASE_TRIM, seat, 0, 0); // FA-39
}
