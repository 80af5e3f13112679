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
    for (int o = 0; o < FATE_OBJECTS; o++)
        if (s->object[seat] >> o & 1)
            out[n++] = VG_MOVE(s->object_up[seat] >> o & 1 ? FATE_DO_COVER : FATE_DO_SHOW, o, 0, 0);
    return n;
}

void fate_turn_up(fate_state *s, int seat, int object, vg_events *ev)
{
    s->object_up[seat] |= 1u << object;
    s->object_shown[seat] |= 1u << object;
    vg_emit(ev, FATE_EV_SHOWN, seat, object, 0, 0, 0);
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
        if (t != seat && (owned & fate_of_tint(t))) out[n++] = (uint8_t)(t + 1);
    if (owned & fate_of_tint(seat)) out[n++] = (uint8_t)(seat + 1);
    return n;
}

void fate_use(fate_state *s, int seat, int kind, int tint, vg_events *ev)
{
    uint32_t owned = s->object[seat] & fate_of_kind(kind);
    if (owned & s->object_up[seat]) return;
    if (tint) owned &= fate_of_tint(tint - 1);
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
                        VG_MOVE(FATE_DO_MOVE, die + delta, back, fate_reveal(shoe[i], wing[k]));
    }
    return n;
}

void fate_walk(fate_state *s, int seat, int die, vg_move m, vg_events *ev)
{
    int total = vg_move_a(m), back = vg_move_b(m), delta = total - die, reveal = vg_move_c(m);
    if (delta & 1) fate_use(s, seat, FATE_SHOES, fate_reveal_one(reveal), ev);
    if (delta > 1 || delta < -1) fate_use(s, seat, FATE_WINGS, fate_reveal_wings(reveal), ev);
    s->at[seat] = (uint8_t)fate_step(s, s->at[seat], back ? -total : total);
    s->stride = (uint8_t)(total | back << 4);
    vg_emit(ev, FATE_EV_MOVED, seat, total, back, s->at[seat], 0);
}

// ---- looking and exchanging ---------------------------------------------------

int fate_lookings(const fate_state *s, int seat, vg_move out[])
{
    int n = 0, at = s->at[seat];
    out[n++] = VG_MOVE(FATE_DO_LOOK, at, 0, 0);
    if (fate_has(s, seat, FATE_WAND)) { // FeL-31
        uint8_t wand[FATE_TINTS];
        int count = fate_reveals(s, seat, FATE_WAND, wand);
        for (int side = -1; side <= 1; side += 2)
            for (int i = 0; i < count; i++)
                out[n++] = VG_MOVE(FATE_DO_LOOK, fate_step(s, at, side), 0, wand[i]);
    }
    out[n++] = VG_MOVE(FATE_DO_SKIP, 0, 0, 0);
    return n;
}

void fate_see(fate_state *s, int seat, int path, vg_events *ev)
{
    s->ring_known[path] |= (uint8_t)(1u << seat);
    fate_know_seen(s, seat, path);
    vg_learned(ev);
    vg_emit_to(ev, VG_TO(seat), FATE_EV_LOOKED, seat, (vg_args){path, s->ring[path], 0, 0},
               (vg_args){.a = path});
}

// FeL-60: that there was an exchange, and where, is seen by all; the two cards only by who made it.
// The others' knowledge of this place is gone with the card (FeL-65).
void fate_swap(fate_state *s, int seat, int path, int card, vg_events *ev)
{
    int taken = s->ring[path];
    fate_know_swapped(s, seat, path);
    fate_drop_card(s, seat, card);
    fate_add_card(s, seat, taken);
    s->ring[path] = (uint8_t)card;
    s->ring_known[path] = (uint8_t)(1u << seat);
    s->swapped |= FATE_SWAPPED;
    vg_emit_to(ev, VG_TO(seat), FATE_EV_SWAPPED, seat, (vg_args){path, card, taken, 0},
               (vg_args){.a = path});
}

// FeL-57: everybody sees which two change places, so what each knew goes with the cards.
void fate_exchange(fate_state *s, int seat, int a, int b, vg_events *ev)
{
    uint8_t card = s->ring[a], known = s->ring_known[a];
    fate_know_moved(s, a, b);
    s->ring[a] = s->ring[b];
    s->ring_known[a] = s->ring_known[b];
    s->ring[b] = card;
    s->ring_known[b] = known;
    s->swapped |= FATE_EXCHANGED;
    vg_emit(ev, FATE_EV_EXCHANGED, seat, a, b, 0, 0);
}
