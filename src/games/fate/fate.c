// fate.c: the turn of Fate e Leggende: draw, roll, move, look, tell, checkpoint, discard.
//
// apply() does what was decided and calls settle(), which runs everything that needs no decision
// until a question stands open on top of the stack. A turn is a chain of frames, each pushing the
// next: DEAL, TURN, ROLL, (WIND) MOVE, LOOK, (SWAP) TELL, CHECK, DISCARD; an empty stack means
// the next seat's turn.
#include "games/fate/fate.h"

#include <string.h>

enum { OPT_DUST, OPT_SUPPLEMENT, OPT_EQUALS, OPT_CAP, OPT_BASE, OPT_ACCORD, OPT_PAUSE, OPT_COUNT };

static vg_err setup(void *state, const vg_setup *how, vg_lang lang, vg_text *why)
{
    (void)lang, (void)why;
    fate_state *s = state;
    memset(s, 0, sizeof *s);
    s->seats = how->seats;
    s->edition = how->edition;
    s->first = FATE_NONE;
    s->purse = (uint8_t)(how->option[OPT_DUST] ? 10 : 20); // FeL-01
    s->optional = (uint8_t)how->option[OPT_SUPPLEMENT];
    s->equals = (uint8_t)how->option[OPT_EQUALS];
    s->cap = (uint8_t)how->option[OPT_CAP];
    s->strict = (uint8_t)how->option[OPT_BASE];
    s->accord = (uint8_t)how->option[OPT_ACCORD];
    s->pause = (uint8_t)how->option[OPT_PAUSE];
    s->ring_count = (uint8_t)(10 + 3 * (how->seats - 2)); // FS-04
    for (int c = 1; c < FATE_CARD_COUNT; c++) {
        s->deck[c] = (uint8_t)fate_copies(s, c);
        s->deck_count = (uint8_t)(s->deck_count + s->deck[c]);
    }
    s->object_deck = (1u << FATE_OBJECTS) - 1;
    s->object_deck_count = FATE_OBJECTS;
    for (int p = 0; p < s->seats; p++) s->dust[p] = s->purse;
    s->round = 1;
    s->tells = 1;
    fate_know_nothing(s);
    // The stack is read from its top: the start, the forest, the hands, the first turn's draw.
    int first = how->first < 0 ? 0 : how->first;
    vg_push(&s->stack, FATE_TURN, first, 0, 0);
    vg_push(&s->stack, FATE_DEAL, first, 1, 0);
    for (int p = s->seats - 1; p >= 0; p--)
        vg_push(&s->stack, FATE_DEAL, p, FATE_HAND_LIMIT, 0); // FS-05
    vg_push(&s->stack, FATE_FOREST, 0, 0, 0);
    if (how->first < 0)
        vg_push(&s->stack, FATE_FIRST, 0, 0, 0);
    else
        s->first = s->turn = (uint8_t)first;
    return VG_OK;
}

vg_ask fate_ask(const void *state)
{
    const fate_state *s = state;
    vg_frame f = fate_top(s);
    switch ((fate_phase)f.phase) {
    case FATE_OVER: return (vg_ask){.actor = VG_NOBODY, .kind = f.phase};
    case FATE_FIRST:
    case FATE_FOREST:
    case FATE_DEAL:
    case FATE_ROLL:
    case FATE_GIFT: return (vg_ask){.actor = VG_CHANCE, .kind = f.phase};
    case FATE_TURN:
    case FATE_MOVE:
    case FATE_LOOK:
    case FATE_SWAP:
    case FATE_TELL:
    case FATE_EXTRA:
    case FATE_PAY:
    case FATE_BLAME:
    case FATE_SET:
    case FATE_DISCARD:
    case FATE_PICK:
    case FATE_EXCHANGE: return (vg_ask){.actor = (int8_t)f.seat, .kind = f.phase};
    case FATE_WIND:
    case FATE_HUSHING: return (vg_ask){.actor = (int8_t)f.seat, .kind = f.phase, .window = 1};
    case FATE_VOTE: return (vg_ask){.actor = (int8_t)f.seat, .kind = f.phase, .vote = 1};
    case FATE_FINISH:
    case FATE_CHECK:
    case FATE_RESOLVE:
    case FATE_PHASE_COUNT: break;
    }
    assert(false);
    return (vg_ask){0};
}

// ---- what may be done -------------------------------------------------------

static int chance_moves(const fate_state *s, vg_move out[])
{
    int n = 0, phase = fate_top(s).phase;
    if (phase == FATE_FIRST)
        for (int p = 0; p < s->seats; p++) out[n++] = VG_MOVE(FATE_DO_START, p, 0, 0);
    else if (phase == FATE_ROLL)
        for (int d = 1; d <= 6; d++) {
            if (fate_editions[s->edition].sides[d]) out[n++] = VG_MOVE(FATE_DO_DIE, d, 0, 0);
        }
    else if (phase == FATE_GIFT)
        for (int o = 0; o < FATE_OBJECTS; o++) {
            if (s->object_deck >> o & 1) out[n++] = VG_MOVE(FATE_DO_OBJECT, o, 0, 0);
        }
    else
        for (int c = 1; c < FATE_CARD_COUNT; c++)
            if (s->deck[c]) out[n++] = VG_MOVE(FATE_DO_DRAW, c, 0, 0);
    return n;
}

static int each_hand_card(const fate_state *s, int seat, int kind, vg_move out[], int n)
{
    for (int i = 0; i < s->hand_count[seat]; i++)
        if (i == 0 || s->hand[seat][i] != s->hand[seat][i - 1])
            out[n++] = VG_MOVE(kind, s->hand[seat][i], 0, 0);
    return n;
}

bool fate_free_moment(const fate_state *s)
{
    int phase = fate_top(s).phase;
    return phase == FATE_TURN || phase == FATE_MOVE || phase == FATE_LOOK || phase == FATE_TELL ||
           phase == FATE_DISCARD;
}

bool fate_may_propose(const fate_state *s, int seat)
{
    return s->accord && s->round >= s->accord &&
           (!s->proposed[seat] || s->round >= s->proposed[seat] + s->pause);
}

// What may be done at any moment of one's own turn.
static int at_any_moment(const fate_state *s, int seat, vg_move out[], int n)
{
    n = fate_interruptions(s, seat, out, n);
    n = fate_turnings(s, seat, out, n);
    if (fate_may_propose(s, seat)) out[n++] = VG_MOVE(FATE_DO_PROPOSE, 0, 0, 0);
    return n;
}

int fate_legal(const void *state, int seat, vg_move out[VG_MAX_LEGAL])
{
    const fate_state *s = state;
    vg_frame f = fate_top(s);
    if (seat == VG_NOBODY || fate_ask(s).actor != seat) return 0;
    if (seat == VG_CHANCE) return chance_moves(s, out);
    int n = 0, low, high;
    switch ((fate_phase)f.phase) {
    case FATE_TURN:
        out[n++] = VG_MOVE(FATE_DO_ROLL, 0, 0, 0);
        if (fate_has(s, seat, FATE_HAT)) {
            uint8_t hat[FATE_TINTS];
            int count = fate_reveals(s, seat, FATE_HAT, hat);
            for (int i = 0; i < count; i++) out[n++] = VG_MOVE(FATE_DO_HAT, 0, 0, hat[i]);
        }
        n = at_any_moment(s, seat, out, n);
        break;
    case FATE_MOVE:
        n = fate_movements(s, seat, f.a, out);
        n = at_any_moment(s, seat, out, n);
        break;
    case FATE_LOOK:
        n = fate_lookings(s, seat, out);
        n = at_any_moment(s, seat, out, n);
        break;
    case FATE_SWAP:
        out[n++] = VG_MOVE(FATE_DO_KEEP, 0, 0, 0);
        n = each_hand_card(s, seat, FATE_DO_SWAP, out, n);
        break;
    case FATE_TELL:
        n = fate_tells(s, seat, out, n);
        n = at_any_moment(s, seat, out, n);
        out[n++] = VG_MOVE(FATE_DO_DONE, 0, 0, 0);
        break;
    case FATE_EXTRA:
        out[n++] = VG_MOVE(FATE_DO_EXTRA, 1, 0, 0);
        out[n++] = VG_MOVE(FATE_DO_EXTRA, 0, 0, 0);
        break;
    case FATE_PAY:
        fate_pay_range(s, &low, &high);
        for (int k = low; k <= high; k++) out[n++] = VG_MOVE(FATE_DO_TAKE, k, f.b, 0);
        break;
    case FATE_BLAME:
        for (int i = 1; i < s->seats; i++)
            out[n++] = VG_MOVE(FATE_DO_BLAME, (seat + i) % s->seats, 0, 0);
        break;
    case FATE_SET:
        out[n++] = VG_MOVE(FATE_DO_LAY, 0, 0, 0);
        out[n++] = VG_MOVE(FATE_DO_LAY, 1, 0, 0);
        break;
    case FATE_DISCARD:
        if (s->hand_count[seat] > FATE_HAND_LIMIT)
            n = each_hand_card(s, seat, FATE_DO_DISCARD, out, n);
        n = at_any_moment(s, seat, out, n);
        if (s->hand_count[seat] <= FATE_HAND_LIMIT) out[n++] = VG_MOVE(FATE_DO_DONE, 0, 0, 0);
        break;
    case FATE_PICK:
        for (int i = 0; i < s->ring_count; i++)
            if (i != f.a) out[n++] = VG_MOVE(FATE_DO_PICK, i, 0, 0);
        break;
    case FATE_EXCHANGE:
        out[n++] = VG_MOVE(FATE_DO_LEAVE, 0, 0, 0);
        out[n++] = VG_MOVE(FATE_DO_EXCHANGE, 0, 0, 0);
        break;
    case FATE_WIND:
    case FATE_HUSHING:
        out[n++] = VG_MOVE(FATE_DO_PASS, 0, 0, 0);
        n = fate_interruptions(s, seat, out, n);
        break;
    case FATE_VOTE:
        out[n++] = VG_MOVE(FATE_DO_VOTE, 0, 0, 0);
        out[n++] = VG_MOVE(FATE_DO_VOTE, 1, 0, 0);
        break;
    case FATE_OVER:
    case FATE_FIRST:
    case FATE_FOREST:
    case FATE_DEAL:
    case FATE_ROLL:
    case FATE_FINISH:
    case FATE_GIFT:
    case FATE_CHECK:
    case FATE_RESOLVE:
    case FATE_PHASE_COUNT: break;
    }
    return n;
}

static vg_move chance(const void *state, vg_rng *rng)
{
    const fate_state *s = state;
    switch ((fate_phase)fate_top(s).phase) {
    case FATE_FIRST: return VG_MOVE(FATE_DO_START, vg_rng_below(rng, s->seats), 0, 0); // FeL-42
    case FATE_ROLL:
        return VG_MOVE(FATE_DO_DIE, vg_rng_pick(rng, fate_editions[s->edition].sides, 6), 0, 0);
    case FATE_GIFT: {
        uint32_t left = s->object_deck;
        for (uint32_t skip = vg_rng_below(rng, s->object_deck_count); skip; skip--)
            left &= left - 1;
        return VG_MOVE(FATE_DO_OBJECT, vg_lowest(left), 0, 0);
    }
    case FATE_FOREST:
    case FATE_DEAL: break;
    case FATE_OVER:
    case FATE_TURN:
    case FATE_WIND:
    case FATE_MOVE:
    case FATE_LOOK:
    case FATE_SWAP:
    case FATE_TELL:
    case FATE_EXTRA:
    case FATE_PAY:
    case FATE_FINISH:
    case FATE_BLAME:
    case FATE_SET:
    case FATE_CHECK:
    case FATE_DISCARD:
    case FATE_VOTE:
    case FATE_HUSHING:
    case FATE_RESOLVE:
    case FATE_PICK:
    case FATE_EXCHANGE:
    case FATE_PHASE_COUNT: assert(false);
    }
    return VG_MOVE(FATE_DO_DRAW, vg_rng_pick(rng, s->deck, s->deck_count), 0, 0);
}

// ---- small acts --------------------------------------------------------------

void fate_add_card(fate_state *s, int seat, int card)
{
    assert(s->hand_count[seat] < FATE_HAND);
    int i = s->hand_count[seat]++;
    for (; i > 0 && s->hand[seat][i - 1] > card; i--) s->hand[seat][i] = s->hand[seat][i - 1];
    s->hand[seat][i] = (uint8_t)card;
}

void fate_drop_card(fate_state *s, int seat, int card)
{
    int i = 0;
    while (s->hand[seat][i] != card) i++;
    assert(i < s->hand_count[seat]);
    int last = --s->hand_count[seat];
    for (; i < last; i++) s->hand[seat][i] = s->hand[seat][i + 1];
    s->hand[seat][last] = 0;
}

static void draw_card(fate_state *s, int card, vg_events *ev)
{
    vg_frame *f = vg_top(&s->stack);
    s->deck[card]--;
    s->deck_count--;
    if (f->phase == FATE_FOREST) {
        s->ring[f->a] = (uint8_t)card;
        s->ring_from[f->a] = s->shuffle;
        vg_emit(ev, FATE_EV_FOREST, VG_CHANCE, f->a, 0, 0, 0);
        if (++f->a == s->ring_count) vg_pop(&s->stack);
        return;
    }
    fate_add_card(s, f->seat, card);
    fate_know_drawn(s, f->seat);
    vg_emit_to(ev, VG_TO(f->seat), FATE_EV_DREW, f->seat, (vg_args){.a = card}, (vg_args){0});
    f->a--;
}

// ---- the course of the game ---------------------------------------------------

static void end(fate_state *s, int how, vg_events *ev)
{
    memset(&s->stack, 0, sizeof s->stack);
    vg_push(&s->stack, FATE_OVER, 0, 0, 0);
    s->ending = (uint8_t)how;
    vg_emit(ev, FATE_EV_ENDED, VG_NOBODY, how, 0, 0, 0);
    for (int p = 0; p < s->seats; p++) { // everything is shown to be counted (FS-42)
        for (int o = 0; o < FATE_OBJECTS; o++)
            if ((s->object[p] & ~s->object_shown[p]) >> o & 1)
                vg_emit(ev, FATE_EV_SHOWN, p, o, 0, 0, 0);
        s->object_shown[p] = s->object[p];
        s->fresh[p] = 0;
    }
    vg_learned(ev);
}

static void next_turn(fate_state *s, vg_events *ev)
{
    s->turn = (uint8_t)((s->turn + 1) % s->seats);
    if (s->turn == s->first) { // a round is over (FeL-33, FeL-58)
        if (!s->told_round && !s->deck_count && !s->discard_count) {
            end(s, FATE_END_LOCK, ev);
            return;
        }
        if (s->round >= s->cap) {
            end(s, FATE_END_CAP, ev);
            return;
        }
        s->round++;
        s->told_round = 0;
    }
    s->tells = 1;
    s->hat = 0;
    s->stride = 0;
    s->swapped = 0;
    s->turnings = 0;
    s->recalled = 0;
    vg_push(&s->stack, FATE_TURN, s->turn, 0, 0);
    vg_push(&s->stack, FATE_DEAL, s->turn, 1, 0);
}

// The checkpoint, from the active seat on: whoever has no dust in hand gets an object and all its
// dust back (FeL-07, FeL-08, FeL-09, FeL-51). Then the game may be over (FeL-36, FeL-37).
static void checkpoint(fate_state *s, vg_events *ev)
{
    vg_frame *f = vg_top(&s->stack);
    while (f->a < s->seats) {
        int p = (s->turn + f->a++) % s->seats;
        if (s->dust[p]) continue;
        fate_recall(s, p, ev);
        if (p == s->turn) s->recalled = 1;
        s->stack.frame[s->stack.count - 2].a = 1; // of the FATE_DISCARD below
        if (s->object_deck_count) {
            vg_push(&s->stack, FATE_GIFT, p, 0, 0);
            return;
        }
        vg_emit(ev, FATE_EV_NO_GIFT, p, 0, 0, 0, 0);
    }
    vg_pop(&s->stack);
    for (int p = 0; p < s->seats;
         p++) // that play goes on tells something about four hidden objects
        if (s->object_count[p] >= 4) vg_learned(ev);
    for (int p = 0; p < s->seats; p++) {
        if (!fate_four_kinds(s->object[p])) continue;
        end(s, FATE_END_FOUR, ev);
        return;
    }
    memset(s->late, 0, sizeof s->late);
    if (!s->object_deck_count) end(s, FATE_END_EMPTY, ev);
}

// Moves a window on to the next seat that might hold an answer; false when all were asked.
static bool window(fate_state *s, int last, int effect)
{
    vg_frame *f = vg_top(&s->stack);
    for (; f->seat != last; f->seat = (uint8_t)((f->seat + 1) % s->seats))
        if (fate_might_hold(s, f->seat, effect)) return true;
    vg_pop(&s->stack);
    return false;
}

// Runs everything that needs no decision, until a question stands open.
static void settle(fate_state *s, vg_events *ev)
{
    for (;;) {
        if (s->stack.count == 0) {
            next_turn(s, ev);
            continue;
        }
        vg_frame f = fate_top(s);
        switch ((fate_phase)f.phase) {
        case FATE_OVER:
        case FATE_FIRST:
        case FATE_FOREST:
        case FATE_TURN:
        case FATE_ROLL:
        case FATE_MOVE:
        case FATE_LOOK:
        case FATE_SWAP:
        case FATE_TELL:
        case FATE_EXTRA:
        case FATE_GIFT:
        case FATE_SET:
        case FATE_PICK:
        case FATE_EXCHANGE: return;
        case FATE_DEAL:
            if (f.a && !s->deck_count && s->discard_count) { // FS-09
                vg_emit(ev, FATE_EV_SHUFFLED, VG_CHANCE, s->discard_count, 0, 0, 0);
                fate_know_shuffled(s);
                memcpy(s->deck, s->discard, sizeof s->deck);
                memset(s->discard, 0, sizeof s->discard);
                s->deck_count = s->discard_count;
                s->discard_count = 0;
            }
            if (f.a && s->deck_count) return;
            vg_pop(&s->stack); // drawn, or nothing left to draw (FeL-33a)
            break;
        case FATE_WIND:
            if (window(s, s->turn, FATE_FICKLE_WIND)) return;
            break;
        case FATE_HUSHING:
            if (window(s, f.a, FATE_HUSH)) return;
            break;
        case FATE_PAY:
            if (fate_pay_settle(s, ev)) return;
            break;
        case FATE_FINISH:
            vg_pop(&s->stack);
            fate_finish(s, f.seat, ev);
            break;
        case FATE_BLAME:
            if (s->seats > 2) return;
            vg_pop(&s->stack); // there is only one opponent
            s->marks[1 - f.seat]++;
            vg_emit(ev, FATE_EV_BLAMED, f.seat, 1 - f.seat, 0, 0, 0);
            break;
        case FATE_CHECK: checkpoint(s, ev); break;
        case FATE_DISCARD:
            // FeL-63: where the checkpoint changed the table the turn is ended by its owner, if for
            // all that everybody knows there is something left to do.
            if (s->hand_count[f.seat] > FATE_HAND_LIMIT) return;
            if (f.a && (s->hand_count[f.seat] || s->object_count[f.seat])) return;
            vg_pop(&s->stack);
            break;
        case FATE_VOTE:
            if (f.seat != f.a) return;
            end(s, FATE_END_ACCORD, ev);
            return;
        case FATE_RESOLVE: fate_resolve(s, ev); break;
        case FATE_PHASE_COUNT: assert(false); return;
        }
    }
}

void fate_apply(void *state, int seat, vg_move m, vg_events *ev)
{
    fate_state *s = state;
    vg_frame *f = vg_top(&s->stack), was = *f;
    int a = vg_move_a(m);
    switch ((fate_move)vg_move_kind(m)) {
    case FATE_DO_START:
        vg_pop(&s->stack);
        s->first = s->turn = (uint8_t)a;
        s->stack.frame[0].seat = s->stack.frame[1].seat = (uint8_t)a; // the first turn, its draw
        vg_emit(ev, FATE_EV_START, a, 0, 0, 0, 0);
        break;
    case FATE_DO_DRAW: draw_card(s, a, ev); break;
    case FATE_DO_DIE:
        vg_pop(&s->stack);
        vg_emit(ev, FATE_EV_ROLLED, was.seat, a, 0, 0, 0);
        vg_push(&s->stack, FATE_MOVE, was.seat, a, 0);
        vg_push(&s->stack, FATE_WIND, (was.seat + 1) % s->seats, 0, 0);
        break;
    case FATE_DO_OBJECT:
        vg_pop(&s->stack);
        s->object_deck &= ~(1u << a);
        s->object_deck_count--;
        s->object[was.seat] |= 1u << a;
        s->object_count[was.seat]++;
        s->late[was.seat]++;
        s->fresh[was.seat] = (uint8_t)(a + 1);
        vg_emit_to(ev, VG_TO(was.seat), FATE_EV_GIFT, was.seat, (vg_args){.a = a + 1},
                   (vg_args){0});
        vg_push(&s->stack, FATE_SET, was.seat, 0, 0);
        break;
    case FATE_DO_ROLL:
        vg_pop(&s->stack);
        vg_push(&s->stack, FATE_ROLL, seat, 0, 0);
        break;
    case FATE_DO_HAT: // FeL-32: no movement, no look, no legend
        vg_pop(&s->stack);
        fate_use(s, seat, FATE_HAT, vg_move_c(m), ev);
        vg_emit(ev, FATE_EV_HAT, seat, 0, 0, 0, 0);
        s->hat = 1;
        s->tells = 0;
        vg_push(&s->stack, FATE_TELL, seat, 0, 0);
        vg_push(&s->stack, FATE_DEAL, seat, 2, 0);
        break;
    case FATE_DO_MOVE:
        vg_pop(&s->stack);
        fate_walk(s, seat, was.a, m, ev);
        vg_push(&s->stack, FATE_LOOK, seat, 0, 0);
        break;
    case FATE_DO_LOOK:
        vg_pop(&s->stack);
        if (a != s->at[seat]) fate_use(s, seat, FATE_WAND, vg_move_c(m), ev);
        fate_see(s, seat, a, ev);
        vg_push(&s->stack, FATE_SWAP, seat, a, 0);
        break;
    case FATE_DO_SWAP: fate_swap(s, seat, was.a, a, ev); // fall through
    case FATE_DO_KEEP:
    case FATE_DO_SKIP:
        vg_pop(&s->stack);
        vg_push(&s->stack, FATE_TELL, seat, 0, 0);
        break;
    case FATE_DO_TELL: fate_tell(s, seat, m, ev); break;
    case FATE_DO_DONE:
        vg_pop(&s->stack);
        if (was.phase == FATE_DISCARD) break;
        vg_push(&s->stack, FATE_DISCARD, seat, 0, 0);
        vg_push(&s->stack, FATE_CHECK, seat, 0, 0);
        break;
    case FATE_DO_EXTRA:
        vg_pop(&s->stack);
        if (a) vg_push(&s->stack, FATE_PAY, seat, was.a, FATE_NONE);
        break;
    case FATE_DO_TAKE:
        fate_spend(s, seat, was.b, a, s->at[seat], ev);
        f->a = (uint8_t)(f->a - a);
        f->b = (uint8_t)((f->b + 1) % s->seats);
        break;
    case FATE_DO_BLAME:
        vg_pop(&s->stack);
        s->marks[a]++;
        vg_emit(ev, FATE_EV_BLAMED, seat, a, 0, 0, 0);
        break;
    case FATE_DO_LAY: { // FeL-45
        vg_pop(&s->stack);
        uint32_t object = 1u << (s->fresh[seat] - 1);
        vg_emit(ev, FATE_EV_SET, seat, a ? s->fresh[seat] : 0, 0, 0, 0);
        if (a) {
            s->object_up[seat] |= object;
            s->object_shown[seat] |= object;
        }
        s->fresh[seat] = 0;
        break;
    }
    case FATE_DO_DISCARD:
        fate_know_shown(s, seat, a);
        fate_drop_card(s, seat, a);
        s->discard[a]++;
        s->discard_count++;
        vg_emit(ev, FATE_EV_DISCARDED, seat, a, 0, 0, 0);
        break;
    case FATE_DO_SHOW:
        fate_turn_up(s, seat, a, ev);
        s->turnings++;
        break;
    case FATE_DO_COVER:
        s->object_up[seat] &= ~(1u << a);
        s->turnings++;
        vg_emit(ev, FATE_EV_COVERED, seat, a, 0, 0, 0);
        break;
    case FATE_DO_PLAY: fate_play(s, seat, m, ev); break;
    case FATE_DO_PASS: f->seat = (uint8_t)((f->seat + 1) % s->seats); break;
    case FATE_DO_PROPOSE:
        s->proposed[seat] = s->round;
        vg_emit(ev, FATE_EV_PROPOSED, seat, 0, 0, 0, 0);
        vg_push(&s->stack, FATE_VOTE, (seat + 1) % s->seats, seat, 0);
        break;
    case FATE_DO_VOTE: // FeL-47: one refusal settles it
        vg_emit(ev, FATE_EV_VOTED, seat, a, 0, 0, 0);
        if (a)
            f->seat = (uint8_t)((f->seat + 1) % s->seats);
        else
            vg_pop(&s->stack);
        break;
    case FATE_DO_PICK:
        vg_pop(&s->stack);
        fate_see(s, seat, a, ev);
        if (was.a == FATE_NONE)
            vg_push(&s->stack, FATE_PICK, seat, a, 0);
        else
            vg_push(&s->stack, FATE_EXCHANGE, seat, was.a, a);
        break;
    case FATE_DO_EXCHANGE:
        vg_pop(&s->stack);
        fate_exchange(s, seat, was.a, was.b, ev);
        break;
    case FATE_DO_LEAVE:
        vg_pop(&s->stack);
        vg_emit(ev, FATE_EV_LEFT, seat, was.a, was.b, 0, 0);
        break;
    }
    settle(s, ev);
}

static int first(const void *state)
{
    const fate_state *s = state;
    return s->first == FATE_NONE ? -1 : s->first;
}

// For bots: an object is turned up by using it, and what covering it again hides everybody has
// seen; and whoever proposes to end gains nothing, for the others agree just where they win.
static vg_move plain_move(vg_move m)
{
    int kind = vg_move_kind(m);
    return kind == FATE_DO_SHOW || kind == FATE_DO_COVER || kind == FATE_DO_PROPOSE ? 0 : m;
}

// ---- the table of the game ------------------------------------------------------

// Phases that only settle are never asked and have no name.
static const vg_ask_def asks[FATE_PHASE_COUNT] = {
    [FATE_OVER] = {"over", "FS-41"},          [FATE_FIRST] = {"first", "FeL-42"},
    [FATE_FOREST] = {"forest", "FS-04"},      [FATE_DEAL] = {"draw", "FS-09"},
    [FATE_TURN] = {"turn", "FS-08"},          [FATE_ROLL] = {"roll", "FS-10"},
    [FATE_WIND] = {"wind", "FeL-61"},         [FATE_MOVE] = {"move", "FS-10"},
    [FATE_LOOK] = {"look", "FS-15"},          [FATE_SWAP] = {"swap", "FS-15"},
    [FATE_TELL] = {"tell", "FS-16"},          [FATE_EXTRA] = {"extra", "FeL-02"},
    [FATE_PAY] = {"pay", "FeL-04"},           [FATE_BLAME] = {"blame", "FeL-27"},
    [FATE_GIFT] = {"gift", "FeL-09"},         [FATE_SET] = {"lay", "FeL-45"},
    [FATE_DISCARD] = {"discard", "FS-33"},    [FATE_VOTE] = {"vote", "FeL-47"},
    [FATE_HUSHING] = {"hush", "FeL-55"},      [FATE_PICK] = {"pick", "FeL-57"},
    [FATE_EXCHANGE] = {"exchange", "FeL-57"},
};

static const char *const events[FATE_EVENT_COUNT] = {
    [FATE_EV_START] = "start",
    [FATE_EV_FOREST] = "forest",
    [FATE_EV_DREW] = "drew",
    [FATE_EV_SHUFFLED] = "shuffled",
    [FATE_EV_ROLLED] = "rolled",
    [FATE_EV_HAT] = "hat",
    [FATE_EV_MOVED] = "moved",
    [FATE_EV_LOOKED] = "looked",
    [FATE_EV_SWAPPED] = "swapped",
    [FATE_EV_BEGAN] = "began",
    [FATE_EV_TOLD] = "told",
    [FATE_EV_DECLARED] = "declared",
    [FATE_EV_PAID] = "paid",
    [FATE_EV_WAIVED] = "waived",
    [FATE_EV_COMPLETED] = "completed",
    [FATE_EV_CHAPTER] = "chapter",
    [FATE_EV_GOLD] = "gold",
    [FATE_EV_BLAMED] = "blamed",
    [FATE_EV_GIFT] = "gift",
    [FATE_EV_NO_GIFT] = "no-gift",
    [FATE_EV_SET] = "set",
    [FATE_EV_SHOWN] = "shown",
    [FATE_EV_COVERED] = "covered",
    [FATE_EV_RECALLED] = "recalled",
    [FATE_EV_WITHERED] = "withered",
    [FATE_EV_PLAYED] = "played",
    [FATE_EV_CANCELLED] = "cancelled",
    [FATE_EV_UNRAVELED] = "unraveled",
    [FATE_EV_EXCHANGED] = "exchanged",
    [FATE_EV_LEFT] = "left",
    [FATE_EV_DISCARDED] = "discarded",
    [FATE_EV_PROPOSED] = "proposed",
    [FATE_EV_VOTED] = "voted",
    [FATE_EV_ENDED] = "ended",
};

static const char *const dust_names[] = {"20", "10"};
static const char *const supplement_names[] = {"compulsory", "optional"};
static const char *const equals_names[] = {"free", "two"};
static const char *const base_names[] = {"waived", "strict"};

static const vg_option options[OPT_COUNT] = {
    [OPT_DUST] = {"dust", 0, 1, 0, dust_names,
                  VG_WORDS("Quanta polvere di stelle ha ogni fata: 20, o 10 per una partita breve",
                           "How much star dust each fairy has: 20, or 10 for a short game"),
                  "FeL-01"},
    [OPT_SUPPLEMENT] = {"supplement", 0, 1, 0, supplement_names,
                        VG_WORDS("La quota suppletiva di chi chiude una storia: dovuta o a scelta",
                                 "The supplement for closing a story: compulsory or optional"),
                        "FeL-02"},
    [OPT_EQUALS] = {"equals", 0, 1, 0, equals_names,
                    VG_WORDS(
                        "Valori uguali di fila in una storia: quanti si vuole o al massimo due",
                        "Equal values in a row: as many as you like, or two at most"),
                    "FeL-33"},
    [OPT_CAP] = {"cap", 10, 150, 120, NULL,
                 VG_WORDS("L'ultimo giro: dopo si contano i punti",
                          "The last round: after it the points are counted"),
                 "FeL-33"},
    [OPT_BASE] = {"base", 0, 1, 0, base_names,
                  VG_WORDS("Se nessuno ha abbastanza polvere: il resto è condonato, o la carta non "
                           "si può giocare",
                           "When nobody has dust enough: the rest is waived, or the card cannot be "
                           "played"),
                  "FeL-05"},
    [OPT_ACCORD] = {"accord", 0, 150, 1, NULL,
                    VG_WORDS("Da quale giro si può proporre di finire di comune accordo (0: mai)",
                             "From which round one may propose to end by common accord (0: never)"),
                    "FeL-64"},
    [OPT_PAUSE] = {"accord-pause", 1, 150, 1, NULL,
                   VG_WORDS("Dopo quanti giri chi ha proposto di finire può proporlo di nuovo",
                            "After how many rounds whoever proposed to end may propose it again"),
                   "FeL-64"},
};

static const char *const editions[] = {"classic", "custom"};
extern const char *const fate_rules[];

const vg_game fate_game = {
    .id = "fate",
    .name = "Fate e Leggende",
    .tagline = VG_WORDS("Fatine nel bosco narrano leggende a prezzo di polvere di stelle",
                        "Fairies in the wood tell legends at the price of star dust"),
    .rules_version = 2,
    .min_seats = 2,
    .max_seats = FATE_SEATS,
    .minutes = 60,
    // 150 rounds of 4 turns, each of at most 24 turnings, a vote and 50 moves more: far above what
    // was seen.
    .max_length = 48000,
    .state_size = sizeof(fate_state),
    .turn_at = offsetof(fate_state, turn),
    .options = options,
    .option_count = OPT_COUNT,
    .editions = editions,
    .edition_count = 1,
    .asks = asks,
    .ask_count = FATE_PHASE_COUNT,
    .events = events,
    .event_count = FATE_EVENT_COUNT,
    .fields = fate_fields,
    .field_count = FATE_FIELD_COUNT,
    .rules = fate_rules,
    .notation = &fate_notation,
    .setup = setup,
    .ask = fate_ask,
    .legal = fate_legal,
    .chance = chance,
    .apply = fate_apply,
    .score = fate_score,
    .first = first,
    .resample = fate_resample,
    .evaluate = fate_evaluate,
    .plain_move = plain_move,
    .move_text = fate_move_text,
    .move_label = fate_move_label,
    .prompt = fate_prompt,
    .event_text = fate_event_text,
    .score_text = fate_score_text,
    .why_not = fate_why_not,
    .show = fate_show,
    .print = fate_print,
    .catalog = fate_catalog,
    .dump = fate_dump,
    .edit = fate_edit,
    .check = fate_check,
    .marks = fate_marks,
    .tuning = &fate_tuning,
    .told = fate_told_beat,
    .board = fate_board,
};
