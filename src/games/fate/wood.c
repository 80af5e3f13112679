// wood.c: walking in the wood, looking at its cards and exchanging them, and the objects that help.
//
// Everybody sees where a fairy goes, where she looks and that she exchanges a card; the cards
// themselves are known to the seats in ring_known[].
#include "games/fate/fate.h"

// ---- objects ----------------------------------------------------------------

// FS-40, FeL-62: any object, as often as one likes, up to a number nobody needs.
int fate_turnings(const fate_state *s, int seat, vg_move out[], int n)
{
    if (s->turnings == FATE_TURNINGS) return n;
    for (uint32_t left = s->object[seat]; left; left &= left - 1) {
        int o = vg_lowest(left);
        out[n++] = VG_MOVE(s->object_up[seat] >> o & 1 ? FATE_MOVE_COVER : FATE_MOVE_SHOW, o, 0, 0);
    }
    return n;
}

void fate_turn_up(fate_state *s, int seat, int object, vg_events *ev)
{
    s->object_up[seat] |= 1u << object;
    s->object_shown[seat] |= 1u << object;
    vg_emit(ev, FATE_EVENT_SHOWN, seat, object, 0, 0, 0);
}

// FeL-30: one that lies face up serves, else one that everybody has seen before; only among objects
// nobody knows is it the owner's choice which one to show.
int fate_reveals(const fate_state *s, int seat, int kind, uint8_t out[FATE_TINTS])
{
    uint32_t owned = s->object[seat] & fate_of_kind(kind);
    if (owned & s->object_shown[seat] || vg_bits(owned) == 1) {
        out[0] = 0;
        return 1;
    }
    int n = 0;
    for (int t = FATE_WHITE; t >= FATE_PINK; t--)
        if (t != seat && (owned & fate_of_tint(t))) out[n++] = (uint8_t)(kind * FATE_TINTS + t + 1);
    if (owned & fate_of_tint(seat)) out[n++] = (uint8_t)(kind * FATE_TINTS + seat + 1);
    return n;
}

void fate_use(fate_state *s, int seat, int kind, int object, vg_events *ev)
{
    uint32_t owned = s->object[seat] & fate_of_kind(kind);
    if (owned & s->object_up[seat]) return;
    if (object) owned &= 1u << (object - 1);
    if (owned & s->object_shown[seat]) owned &= s->object_shown[seat];
    assert(owned);
    fate_turn_up(s, seat, vg_lowest(owned), ev);
}

// ---- walking ----------------------------------------------------------------

// FS-10..FS-13, FeL-28: the die, one more or less with shoes, two more or less with wings, both
// with both; never below nothing, and never anything in between.
int fate_movements(const fate_state *s, int seat, int die, vg_move out[])
{
    bool shoes = fate_has(s, seat, FATE_SHOES), wings = fate_has(s, seat, FATE_WINGS);
    static const uint8_t none[1];
    uint8_t pairs[2][FATE_TINTS];
    int n = 0, count[2] = {0};
    if (shoes) count[0] = fate_reveals(s, seat, FATE_SHOES, pairs[0]);
    if (wings) count[1] = fate_reveals(s, seat, FATE_WINGS, pairs[1]);
    for (int delta = -3; delta <= 3; delta++) {
        bool odd = delta & 1, far = delta > 1 || delta < -1;
        if ((odd && !shoes) || (far && !wings) || die + delta < 0) continue;
        const uint8_t *shoe = odd ? pairs[0] : none, *wing = far ? pairs[1] : none;
        for (int i = 0; i < (odd ? count[0] : 1); i++)
            for (int k = 0; k < (far ? count[1] : 1); k++)
                for (int back = 0; back < (die + delta ? 2 : 1); back++)
                    out[n++] =
                        VG_MOVE(FATE_MOVE_MOVE, fate_stride(die + delta, back), shoe[i], wing[k]);
    }
    return n;
}

void fate_walk(fate_state *s, int seat, int stride, int shoes, int wings, vg_events *ev)
{
    int total = fate_stride_total(stride), delta = total - vg_pop(&s->stack).a;
    if (delta & 1) fate_use(s, seat, FATE_SHOES, shoes, ev);
    if (delta > 1 || delta < -1) fate_use(s, seat, FATE_WINGS, wings, ev);
    s->at[seat] = (uint8_t)fate_step(s, s->at[seat], fate_stride_back(stride) ? -total : total);
    s->stride = (uint8_t)stride;
    vg_emit(ev, FATE_EVENT_MOVED, seat, stride, s->at[seat], 0, 0);
    vg_push(&s->stack, FATE_PHASE_LOOK, seat, 0, 0);
}

// ---- looking and exchanging ---------------------------------------------------

int fate_lookings(const fate_state *s, int seat, vg_move out[])
{
    int n = 0, at = s->at[seat];
    out[n++] = VG_MOVE(FATE_MOVE_LOOK, at, 0, 0);
    if (fate_has(s, seat, FATE_WAND)) { // FeL-31
        uint8_t wand[FATE_TINTS];
        int count = fate_reveals(s, seat, FATE_WAND, wand);
        for (int side = -1; side <= 1; side += 2)
            for (int i = 0; i < count; i++)
                out[n++] = VG_MOVE(FATE_MOVE_LOOK, fate_step(s, at, side), wand[i], 0);
    }
    out[n++] = VG_MOVE(FATE_MOVE_SKIP, 0, 0, 0);
    return n;
}

static void see(fate_state *s, int seat, int path, vg_events *ev)
{
    s->ring_known[path] |= (uint8_t)(1u << seat);
    fate_know_seen(s, seat, path);
    vg_learned(ev);
    vg_emit_veiled(ev, &fate_rows, VG_TO(seat), FATE_EVENT_LOOKED, seat,
                   (vg_args){path, s->ring[path], 0, 0});
}

void fate_look(fate_state *s, int seat, int path, int wand, vg_events *ev)
{
    vg_pop(&s->stack);
    if (path != s->at[seat]) fate_use(s, seat, FATE_WAND, wand, ev);
    see(s, seat, path, ev);
    vg_push(&s->stack, FATE_PHASE_SWAP, seat, path, 0);
}

// FeL-60: that there was an exchange, and where, is seen by all; the two cards only by who made it.
// The others' knowledge of this place is gone with the card (FeL-65).
void fate_swap(fate_state *s, int seat, int card, vg_events *ev)
{
    int path = vg_pop(&s->stack).a, taken = s->ring[path];
    fate_know_swapped(s, seat, path);
    fate_drop_card(s, seat, card);
    fate_add_card(s, seat, taken);
    s->ring[path] = (uint8_t)card;
    s->ring_known[path] = (uint8_t)(1u << seat);
    s->swapped |= FATE_SWAPPED;
    vg_emit_veiled(ev, &fate_rows, VG_TO(seat), FATE_EVENT_SWAPPED, seat,
                   (vg_args){path, card, taken, 0});
    vg_push(&s->stack, FATE_PHASE_TELL, seat, 0, 0);
}

void fate_pick(fate_state *s, int seat, int path, vg_events *ev)
{
    int first = vg_pop(&s->stack).a;
    see(s, seat, path, ev);
    if (first == FATE_NONE)
        vg_push(&s->stack, FATE_PHASE_PICK, seat, path, 0);
    else
        vg_push(&s->stack, FATE_PHASE_EXCHANGE, seat, first, path);
}

// FeL-57: everybody sees which two change places, so what each knew goes with the cards.
void fate_exchange(fate_state *s, int seat, vg_events *ev)
{
    vg_frame f = vg_pop(&s->stack);
    int a = f.a, b = f.b;
    uint8_t card = s->ring[a], known = s->ring_known[a];
    fate_know_moved(s, a, b);
    s->ring[a] = s->ring[b];
    s->ring_known[a] = s->ring_known[b];
    s->ring[b] = card;
    s->ring_known[b] = known;
    s->swapped |= FATE_EXCHANGED;
    vg_emit(ev, FATE_EVENT_EXCHANGED, seat, a, b, 0, 0);
}

void fate_leave(fate_state *s, int seat, vg_events *ev)
{
    vg_frame f = vg_pop(&s->stack);
    vg_emit(ev, FATE_EVENT_LEFT, seat, f.a, f.b, 0, 0);
}
