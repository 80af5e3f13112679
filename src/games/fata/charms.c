// charms.c: what the nine charms do. A charm that must touch something may only
// be played while there is something to touch: FA-61.
#include "games/fata/fata.h"

static bool needs_target(int kind)
{
    return kind == FATA_GLASS_EYE || kind == FATA_COLD_BREATH || kind == FATA_TWIRL ||
           kind == FATA_BLIND_BARGAIN || kind == FATA_HOMECOMING;
}

// FA-37: it stays on the table, a Veil of Dew before its owner, the others until the turn is over.
static bool lasts(int kind)
{
    return kind == FATA_DEW_VEIL || kind == FATA_THIRD_SIGHT || kind == FATA_FALLING_STAR;
}

bool fata_charm_playable(const fata_state *s, int seat, int kind)
{
    vg_move list[VG_MAX_LEGAL];
    return !needs_target(kind) || fata_charm_targets(s, seat, kind, list) > 0;
}

// FA-54: the last visions of two rows of equal length that belong to different players.
static int swap_targets(const fata_state *s, vg_move *out)
{
    int n = 0;
    for (int i = 0; i < 2 * s->seats; i++)
        for (int j = i + 1; j < 2 * s->seats; j++) {
            int length = fata_row_length(s, i / 2, i % 2);
            if (!length || i / 2 == j / 2 || length != fata_row_length(s, j / 2, j % 2)) continue;
            out[n++] = VG_MOVE(FATA_MOVE_SWAP, fata_last_vision(s, i / 2, i % 2),
                               fata_last_vision(s, j / 2, j % 2), 0);
        }
    return n;
}

int fata_charm_targets(const fata_state *s, int seat, int kind, vg_move *out)
{
    int n = 0;
    if (kind == FATA_TWIRL) return swap_targets(s, out);
    for (int i = 0; i < s->seats; i++) {
        int p = (seat + i) % s->seats;
        if (!fata_in_play(s, p)) continue;
        bool other = p != seat;
        if (kind == FATA_GLASS_EYE && other && s->hand_count[p])
            out[n++] = VG_MOVE(FATA_MOVE_ON, p, 0, 0);
        // FA-52, FA-55
        if (kind == FATA_BLIND_BARGAIN && other && s->down_count[seat] && s->down_count[p] &&
            !s->ward[p])
            out[n++] = VG_MOVE(FATA_MOVE_ON, p, 0, 0);
        for (int r = 0; r < 2; r++)
            if (fata_last_vision(s, p, r) &&
                ((kind == FATA_COLD_BREATH && other) || (kind == FATA_HOMECOMING && !other)))
                out[n++] = VG_MOVE(FATA_MOVE_CARD, fata_last_vision(s, p, r), 0, 0);
    }
    return n;
}

void fata_charm_play(fata_state *s, int seat, int kind, vg_events *ev)
{
    s->stage = 1;
    s->charm = (uint8_t)kind;
    fata_leave_hand(s, seat, kind);
    vg_emit(ev, FATA_EVENT_CHARM, seat, kind, 0, 0, 0);
    // After the effect the charm is discarded and a card drawn for it, so these lie lower.
    fata_draw(s, seat, 1, 1);
    if (!lasts(kind)) vg_push(&s->stack, FATA_PHASE_CHARM_END, seat, 0, 0);
    switch ((fata_charm)kind) {
    case FATA_TWIN_DREAM: fata_draw(s, seat, 2, 0); return; // FA-53
    case FATA_DEW_VEIL:
        s->ward[seat] = 1;
        s->charm = 0;
        return;
    case FATA_THIRD_SIGHT: s->limit++; return;
    case FATA_FALLING_STAR: s->stars++; return; // FA-51
    case FATA_GLASS_EYE:
    case FATA_COLD_BREATH:
    case FATA_TWIRL:
    case FATA_BLIND_BARGAIN:
    case FATA_HOMECOMING: vg_push(&s->stack, FATA_PHASE_TARGET, seat, kind, 0); return;
    case FATA_CHARM_BEFORE: break;
    }
    assert(false);
}

// Where on the table a vision lies last in its row; legal moves name no other.
static uint8_t *find(fata_state *s, int kind, int *owner)
{
    int i = 0;
    for (; fata_last_vision(s, i / 2, i % 2) != kind; i++) assert(i < 2 * s->seats - 1);
    *owner = i / 2;
    return &s->row[i / 2][i % 2][fata_row_length(s, i / 2, i % 2) - 1];
}

static void look(fata_state *s, int seat, int whose, vg_events *ev)
{
    fata_know_looked(s, seat, whose);
    s->named = (uint8_t)(whose + 1);
    vg_learned(ev);
    vg_emit(ev, FATA_EVENT_PEEKED, seat, whose, 0, 0, 0);
    for (int k = 1; k < FATA_CARDS; k++)
        for (int i = 0; i < s->hand[whose][k]; i++)
            vg_emit_only(ev, VG_TO(seat), FATA_EVENT_SAW, seat, (vg_args){.a = whose, .b = k});
}

void fata_charm_end(fata_state *s)
{
    if (s->charm) s->discard[s->charm]++;
    s->charm = 0;
}

void fata_charm_target(fata_state *s, vg_frame f, int a, int b, vg_events *ev)
{
    int seat = f.seat, owner = 0, other = 0;
    switch ((fata_charm)f.a) {
    case FATA_GLASS_EYE: look(s, seat, a, ev); return;
    case FATA_COLD_BREATH:
        *find(s, a, &owner) = 0;
        s->discard[a]++;
        vg_emit(ev, FATA_EVENT_DISPELLED, seat, owner, a, 0, 0);
        return;
    case FATA_TWIRL: {
        uint8_t *x = find(s, a, &owner), *y = find(s, b, &other);
        *x = (uint8_t)b;
        *y = (uint8_t)a;
        vg_emit(ev, FATA_EVENT_SWAPPED, seat, owner, other, a, b);
        return;
    }
    case FATA_BLIND_BARGAIN: vg_push(&s->stack, FATA_PHASE_TRADE, seat, a, 0); return;
    case FATA_HOMECOMING:
        *find(s, a, &owner) = 0;
        s->hand[seat][a]++;
        s->hand_count[seat]++;
        fata_know_returned(s, a, seat);
        vg_emit(ev, FATA_EVENT_BACK, seat, a, 0, 0, 0);
        return;
    case FATA_TWIN_DREAM:
    case FATA_DEW_VEIL:
    case FATA_THIRD_SIGHT:
    case FATA_FALLING_STAR:
    case FATA_CHARM_BEFORE: break;
    }
    assert(false);
}
