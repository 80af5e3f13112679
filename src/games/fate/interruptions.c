// interruptions.c: the thirteen interruption cards (FeL-61).
//
// Playing one spends it at once; its effect waits as a FATE_PHASE_RESOLVE frame while a
// FATE_PHASE_HUSHING window asks the other seats, clockwise, whether they cancel it. Cancelling is
// itself an interruption and opens a window of its own (FeL-55). A window asks every seat that
// might hold the answer for all that everybody knows: one with cards in hand, as long as not all
// copies of the answer lie open in the discards (FeL-67).
#include "games/fate/fate.h"

static int card_of(int effect)
{
    for (int c = FATE_CARD_COUNT - 1; c > 0; c--)
        if (fate_cards[c].effect == effect) return c;
    assert(false);
    return 0;
}

bool fate_might_hold(const fate_state *s, int seat, int effect)
{
    int card = card_of(effect);
    return s->hand_count[seat] && s->discard[card] < fate_copies(s, card);
}

// The values a last joker with dust can be changed to (FeL-54): not what it is, not one that breaks
// the series, not one that completes it.
static int shapes(const fate_state *s, int path, int card, vg_move out[], int n)
{
    int length = s->story_length[path];
    const fate_told *story = &s->told[fate_story_start(s, path)], *last = &story[length - 1];
    if (!fate_is_joker(last->card) || fate_bare(last)) return n;
    uint32_t rest = fate_story_values(s, path, length - 1);
    for (int v = 1; v <= 5; v++) {
        if (v == last->value) continue;
        if (length == 1 && v != 1 && v != 5) continue;
        if (length > 1 && (v < story[length - 2].value - 1 || v > story[length - 2].value + 1))
            continue;
        if ((rest | 1u << v) == FATE_ALL_VALUES) continue;
        if (s->equals && length > 2 && v == story[length - 2].value && v == story[length - 3].value)
            continue; // FeL-33d
        out[n++] = VG_MOVE(FATE_MOVE_PLAY, card, fate_aim(path, v), 0);
    }
    return n;
}

static int plays_of(const fate_state *s, int seat, int card, vg_move out[], int n)
{
    int phase = fate_asked(s);
    bool in_turn = fate_free_moment(phase),
         late = phase == FATE_PHASE_DISCARD; // after the checkpoint
    switch ((fate_effect)fate_cards[card].effect) {
    case FATE_LEGEND: break;
    case FATE_WHITE_NIGHT:
    case FATE_FIREFLIES:
        if (in_turn) out[n++] = VG_MOVE(FATE_MOVE_PLAY, card, 0, 0);
        break;
    case FATE_SECOND_TALE: // FeL-56
        if (in_turn && !late && !s->hat) out[n++] = VG_MOVE(FATE_MOVE_PLAY, card, 0, 0);
        break;
    case FATE_FICKLE_WIND:
        if (phase == FATE_PHASE_MOVE || phase == FATE_PHASE_WIND)
            out[n++] = VG_MOVE(FATE_MOVE_PLAY, card, 0, 0);
        break;
    case FATE_HUSH:
        if (phase == FATE_PHASE_HUSHING) out[n++] = VG_MOVE(FATE_MOVE_PLAY, card, 0, 0);
        break;
    case FATE_SHORTCUT: // FeL-56
        for (int i = 0; phase == FATE_PHASE_TURN && i < s->ring_count; i++)
            out[n++] = VG_MOVE(FATE_MOVE_PLAY, card, fate_aim(i, 0), 0);
        break;
    case FATE_UNRAVEL:
        for (int i = 0; in_turn && i < s->ring_count; i++)
            if (s->story_length[i]) out[n++] = VG_MOVE(FATE_MOVE_PLAY, card, fate_aim(i, 0), 0);
        break;
    case FATE_OFFERING: // FeL-53; dust taken back serves from the next turn on (FS-26)
        for (int i = 0; in_turn && !(late && s->recalled) && i < s->ring_count; i++)
            for (int k = 1; s->story_length[i] && k <= 3 && k <= s->dust[seat]; k++)
                out[n++] = VG_MOVE(FATE_MOVE_PLAY, card, fate_aim(i, k), 0);
        break;
    case FATE_SHAPE_SHIFT:
        for (int i = 0; in_turn && i < s->ring_count; i++)
            if (s->story_length[i]) n = shapes(s, i, card, out, n);
        break;
    case FATE_EFFECT_COUNT: break;
    }
    return n;
}

int fate_interruptions(const fate_state *s, int seat, vg_move out[], int n)
{
    const uint8_t *hand = s->hand[seat];
    int count = s->hand_count[seat], i = count;
    while (i && hand[i - 1] >= FATE_I_WHITE_NIGHT) i--; // they are the last of a hand
    for (int last = 0; i < count; i++) {
        int card = hand[i];
        if (card != last && fate_cards[card].effect) n = plays_of(s, seat, card, out, n);
        last = card;
    }
    return n;
}

void fate_play(fate_state *s, int seat, int card, int aim, vg_events *ev)
{
    int next = (seat + 1) % s->seats;
    vg_frame *f = vg_top(&s->stack);
    if (f->phase == FATE_PHASE_WIND || f->phase == FATE_PHASE_HUSHING) f->seat = (uint8_t)next;
    fate_throw(s, seat, card);
    vg_emit(ev, FATE_EVENT_PLAYED, seat, card, aim, 0, 0);
    vg_push(&s->stack, FATE_PHASE_RESOLVE, seat, card, aim & ~FATE_AIMED);
    vg_push(&s->stack, FATE_PHASE_HUSHING, next, seat, 0);
}

void fate_resolve(fate_state *s, vg_events *ev)
{
    vg_frame f = vg_pop(&s->stack);
    int path = fate_aim_path(f.b), number = fate_aim_number(f.b);
    switch ((fate_effect)fate_cards[f.a].effect) {
    case FATE_LEGEND:
    case FATE_EFFECT_COUNT: assert(false); break;
    case FATE_WHITE_NIGHT: s->white = 1; break;
    case FATE_SECOND_TALE: s->tells++; break;
    case FATE_FICKLE_WIND:
        while (vg_top(&s->stack)->phase != FATE_PHASE_MOVE) vg_pop(&s->stack);
        vg_pop(&s->stack);
        vg_push(&s->stack, FATE_PHASE_ROLL, s->turn, 0, 0);
        break;
    case FATE_UNRAVEL: fate_take_off(s, path, ev); break;
    case FATE_SHORTCUT:
        vg_pop(&s->stack); // the FATE_PHASE_TURN it was played in
        s->at[f.seat] = (uint8_t)path;
        vg_push(&s->stack, FATE_PHASE_LOOK, f.seat, 0, 0);
        break;
    case FATE_OFFERING:
        s->dust[f.seat] = (uint8_t)(s->dust[f.seat] - number);
        s->aside[path][f.seat] = (uint8_t)(s->aside[path][f.seat] + number);
        if (!s->dust[f.seat] && vg_top(&s->stack)->phase == FATE_PHASE_DISCARD)
            vg_push(&s->stack, FATE_PHASE_CHECK, f.seat, 0,
                    0); // FeL-63: the last dust, after the first
        break;
    case FATE_HUSH: {
        vg_pop(&s->stack); // the window it was played in
        vg_frame target = vg_pop(&s->stack);
        assert(target.phase == FATE_PHASE_RESOLVE);
        vg_emit(ev, FATE_EVENT_CANCELLED, target.seat, target.a, 0, 0, 0);
        break;
    }
    case FATE_FIREFLIES: vg_push(&s->stack, FATE_PHASE_PICK, f.seat, FATE_NONE, 0); break;
    case FATE_SHAPE_SHIFT: {
        s->told[fate_last(s, path)].value = (uint8_t)number;
        vg_emit(ev, FATE_EVENT_DECLARED, f.seat, path, number, s->story_colour[path], 0);
        break;
    }
    }
}
