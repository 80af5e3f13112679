// template.c: the rules of Candles. apply() does what was decided and calls
// settle(), which runs everything that needs no decision until a question
// stands open on top of the stack.
#include "games/template/template.h"

#include <string.h>

vg_err candle_setup(void *state, const vg_setup *how, vg_lang lang, vg_text *why)
{
    (void)lang, (void)why;
    candle_state *s = state;
    memset(s, 0, sizeof *s);
    s->seats = how->seats;
    s->first = 0xff;
    for (int k = 1; k <= CANDLE_KINDS; k++) s->deck[k] = CANDLE_COPIES;
    s->deck_count = CANDLE_KINDS * CANDLE_COPIES;
    // The stack is read from its top: first the start, then the middle, then the hands.
    vg_push(&s->stack, CANDLE_TURN, 0, 0, 0);
    for (int i = CANDLE_HAND * how->seats - 1; i >= 0; i--)
        vg_push(&s->stack, CANDLE_DEAL, i % how->seats, 0, 0);
    for (int i = CANDLE_MIDDLE - 1; i >= 0; i--) vg_push(&s->stack, CANDLE_HIDE, 0, i, 0);
    if (how->first < 0) {
        vg_push(&s->stack, CANDLE_FIRST, 0, 0, 0);
    } else {
        s->first = s->turn = (uint8_t)how->first;
        s->stack.frame[0].seat = s->turn;
    }
    return VG_OK;
}

vg_ask candle_ask(const void *state)
{
    const candle_state *s = state;
    vg_frame f = s->stack.frame[s->stack.count - 1];
    switch ((candle_phase)f.phase) {
    case CANDLE_OVER: return (vg_ask){.actor = VG_NOBODY, .kind = f.phase};
    case CANDLE_FIRST:
    case CANDLE_HIDE:
    case CANDLE_DEAL: return (vg_ask){.actor = VG_CHANCE, .kind = f.phase};
    case CANDLE_TURN: return (vg_ask){.actor = (int8_t)f.seat, .kind = f.phase};
    case CANDLE_WINDOW: return (vg_ask){.actor = (int8_t)f.seat, .kind = f.phase, .window = 1};
    case CANDLE_PHASE_COUNT: break;
    }
    assert(false);
    return (vg_ask){0};
}

static int chance_moves(const candle_state *s, vg_frame f, vg_move out[])
{
    int n = 0;
    if (f.phase == CANDLE_FIRST)
        for (int p = 0; p < s->seats; p++) out[n++] = VG_MOVE(CANDLE_START, p, 0, 0);
    else
        for (int k = 1; k <= CANDLE_KINDS; k++)
            if (s->deck[k]) out[n++] = VG_MOVE(CANDLE_DRAW, k, 0, 0);
    return n;
}

int candle_legal(const void *state, int seat, vg_move out[VG_MAX_LEGAL])
{
    const candle_state *s = state;
    vg_frame f = s->stack.frame[s->stack.count - 1];
    if (candle_ask(s).actor != seat || seat == VG_NOBODY) return 0;
    if (seat == VG_CHANCE) return chance_moves(s, f, out);
    int n = 0;
    if (f.phase == CANDLE_WINDOW) {
        out[n++] = VG_MOVE(CANDLE_PASS, 0, 0, 0);
        if (s->hand[seat][6]) out[n++] = VG_MOVE(CANDLE_SNUFF, 0, 0, 0);
        return n;
    }
    for (int k = 1; k <= CANDLE_KINDS; k++)
        if (s->hand[seat][k]) out[n++] = VG_MOVE(CANDLE_PLAY, k, 0, 0);
    for (int i = 0; i < CANDLE_MIDDLE; i++)
        if (!(s->middle_seen[i] >> seat & 1)) out[n++] = VG_MOVE(CANDLE_PEEK, i, 0, 0);
    return n;
}

vg_move candle_chance(const void *state, vg_rng *rng)
{
    const candle_state *s = state;
    if (s->stack.frame[s->stack.count - 1].phase == CANDLE_FIRST)
        return VG_MOVE(CANDLE_START, vg_rng_below(rng, s->seats), 0, 0);
    return VG_MOVE(CANDLE_DRAW, vg_rng_pick(rng, s->deck, s->deck_count), 0, 0);
}

// Runs what needs no decision: turns of empty hands pass, the last one ends the game.
static void settle(candle_state *s)
{
    while (s->stack.count == 0) {
        int next = -1;
        for (int i = 1; i <= s->seats && next < 0; i++)
            if (s->hand_count[(s->turn + i) % s->seats]) next = (s->turn + i) % s->seats;
        if (next < 0) {
            vg_push(&s->stack, CANDLE_OVER, 0, 0, 0);
            return;
        }
        s->turn = (uint8_t)next;
        vg_push(&s->stack, CANDLE_TURN, next, 0, 0);
    }
}

static void take(candle_state *s, int seat, int kind)
{
    s->hand[seat][kind]--;
    s->hand_count[seat]--;
}

void candle_apply(void *state, int seat, vg_move m, vg_events *ev)
{
    candle_state *s = state;
    vg_frame f = vg_pop(&s->stack);
    int a = vg_move_a(m);
    switch ((candle_move)vg_move_kind(m)) {
    case CANDLE_START:
        s->first = s->turn = (uint8_t)a;
        s->stack.frame[0].seat = s->turn;
        vg_emit(ev, CANDLE_EV_START, a, 0, 0, 0, 0);
        break;
    case CANDLE_DRAW:
        s->deck[a]--;
        s->deck_count--;
        if (f.phase == CANDLE_HIDE) {
            s->middle[f.a] = (uint8_t)a;
            vg_emit(ev, CANDLE_EV_HID, VG_CHANCE, f.a, 0, 0, 0);
        } else {
            s->hand[f.seat][a]++;
            s->hand_count[f.seat]++;
            vg_emit_to(ev, VG_TO(f.seat), CANDLE_EV_DREW, f.seat, (vg_args){.a = a}, (vg_args){0});
        }
        break;
    case CANDLE_PLAY:
        take(s, seat, a);
        s->row[seat][a]++;
        vg_emit(ev, CANDLE_EV_PLAYED, seat, a, 0, 0, 0);
        if (s->deck_count) vg_push(&s->stack, CANDLE_DEAL, seat, 0, 0);
        // Everyone is asked, whether he holds a 6 or not: asking must not betray a hand.
        for (int i = s->seats - 1; a == 6 && i >= 1; i--)
            vg_push(&s->stack, CANDLE_WINDOW, (seat + i) % s->seats, seat, 0);
        break;
    case CANDLE_PEEK:
        s->middle_seen[a] |= (uint8_t)(1u << seat);
        vg_learned(ev);
        vg_emit_to(ev, VG_TO(seat), CANDLE_EV_PEEKED, seat, (vg_args){a, s->middle[a], 0, 0},
                   (vg_args){.a = a});
        if (s->deck_count) vg_push(&s->stack, CANDLE_DEAL, seat, 0, 0);
        break;
    case CANDLE_SNUFF:
        take(s, seat, 6);
        s->row[f.a][6]--;
        s->gone[6] = (uint8_t)(s->gone[6] + 2);
        while (s->stack.count && vg_top(&s->stack)->phase == CANDLE_WINDOW) vg_pop(&s->stack);
        vg_emit(ev, CANDLE_EV_SNUFFED, seat, f.a, 0, 0, 0);
        break;
    case CANDLE_PASS: break;
    }
    settle(s);
}

void candle_score(const void *state, vg_score *out)
{
    const candle_state *s = state;
    for (int p = 0; p < s->seats; p++)
        for (int k = 1; k <= CANDLE_KINDS; k++)
            if (s->row[p][k]) vg_score_add(out, p, 1, k * s->row[p][k], k, s->row[p][k]);
    for (int p = 0; p < s->seats; p++) {
        out->rank[p] = 1;
        for (int q = 0; q < s->seats; q++)
            if (out->points[q] > out->points[p]) out->rank[p]++;
    }
}

const char *candle_check(const void *state)
{
    const candle_state *s = state;
    if (s->stack.count == 0) return "no question is open";
    int deck = 0;
    for (int k = 1; k <= CANDLE_KINDS; k++) {
        int n = s->deck[k] + s->gone[k];
        deck += s->deck[k];
        for (int i = 0; i < CANDLE_MIDDLE; i++) n += s->middle[i] == k;
        for (int p = 0; p < s->seats; p++) n += s->hand[p][k] + s->row[p][k];
        if (n != CANDLE_COPIES) return "a candle was lost or doubled";
    }
    if (deck != s->deck_count) return "the deck's count is wrong";
    for (int p = 0; p < s->seats; p++) {
        int hand = 0;
        for (int k = 1; k <= CANDLE_KINDS; k++) hand += s->hand[p][k];
        if (hand != s->hand_count[p]) return "a hand's count is wrong";
    }
    return NULL;
}

static int candle_first(const void *state)
{
    const candle_state *s = state;
    return s->first == 0xff ? -1 : s->first;
}

static const vg_ask_def asks[CANDLE_PHASE_COUNT] = {
    [CANDLE_OVER] = {"over", "TC-04"}, [CANDLE_FIRST] = {"first", "TC-01"},
    [CANDLE_HIDE] = {"hide", "TC-01"}, [CANDLE_DEAL] = {"draw", "TC-02"},
    [CANDLE_TURN] = {"turn", "TC-02"}, [CANDLE_WINDOW] = {"snuff", "TC-03"},
};

static const char *const events[CANDLE_EVENT_COUNT] = {
    [CANDLE_EV_START] = "start",   [CANDLE_EV_HID] = "hid",       [CANDLE_EV_DREW] = "drew",
    [CANDLE_EV_PLAYED] = "played", [CANDLE_EV_PEEKED] = "peeked", [CANDLE_EV_SNUFFED] = "snuffed",
};

static const char *const editions[] = {"classic"};
extern const char *const template_rules[];

const vg_game template_game = {
    .id = "template",
    .name = "Candles",
    .tagline = VG_WORDS("Un gioco minuscolo da copiare", "A tiny game to copy"),
    .rules_version = 1,
    .min_seats = 2,
    .max_seats = CANDLE_SEATS,
    .minutes = 5,
    .max_length = 120, // 12 cards drawn and played, 12 peeks, 2 windows of 3, and the start
    .state_size = sizeof(candle_state),
    .turn_at = offsetof(candle_state, turn),
    .editions = editions,
    .edition_count = 1,
    .asks = asks,
    .ask_count = CANDLE_PHASE_COUNT,
    .events = events,
    .event_count = CANDLE_EVENT_COUNT,
    .fields = candle_fields,
    .field_count = 12,
    .rules = template_rules,
    .notation = &candle_notation,
    .setup = candle_setup,
    .ask = candle_ask,
    .legal = candle_legal,
    .chance = candle_chance,
    .apply = candle_apply,
    .score = candle_score,
    .first = candle_first,
    .resample = candle_resample,
    .evaluate = candle_evaluate,
    .move_text = candle_move_text,
    .move_label = candle_move_label,
    .prompt = candle_prompt,
    .event_text = candle_event_text,
    .score_text = candle_score_text,
    .why_not = candle_why_not,
    .show = candle_show,
    .print = candle_print,
    .catalog = candle_catalog,
    .dump = candle_dump,
    .edit = candle_edit,
    .check = candle_check,
};
