// template.c: the rules of Candles. A move takes the question it answers off the stack and puts
// there what comes of it; template.def says which function carries it out.
#include "games/template/template.h"

#include <string.h>

vg_err template_setup(void *state, const vg_setup *how, vg_lang lang, vg_text *why)
{
    (void)lang, (void)why;
    template_state *s = state;
    memset(s, 0, sizeof *s);
    s->seats = how->seats;
    s->first = 0xff;
    for (int k = 1; k <= TEMPLATE_KINDS; k++) s->deck[k] = TEMPLATE_COPIES;
    s->deck_count = TEMPLATE_KINDS * TEMPLATE_COPIES;
    // The stack is read from its top: first the start, then the middle, then the hands.
    vg_push(&s->stack, TEMPLATE_PHASE_TURN, 0, 0, 0);
    for (int i = TEMPLATE_HAND * how->seats - 1; i >= 0; i--)
        vg_push(&s->stack, TEMPLATE_PHASE_DEAL, i % how->seats, 0, 0);
    for (int i = TEMPLATE_MIDDLE - 1; i >= 0; i--) vg_push(&s->stack, TEMPLATE_PHASE_HIDE, 0, i, 0);
    if (how->first < 0) {
        vg_push(&s->stack, TEMPLATE_PHASE_FIRST, 0, 0, 0);
    } else {
        s->first = s->turn = (uint8_t)how->first;
        s->stack.frame[0].seat = s->turn;
    }
    return VG_OK;
}

static int first_moves(const template_state *s, vg_move out[])
{
    for (int p = 0; p < s->seats; p++) out[p] = VG_MOVE(TEMPLATE_MOVE_START, p, 0, 0);
    return s->seats;
}

static int draw_moves(const template_state *s, vg_move out[])
{
    int n = 0;
    for (int k = 1; k <= TEMPLATE_KINDS; k++)
        if (s->deck[k]) out[n++] = VG_MOVE(TEMPLATE_MOVE_DRAW, k, 0, 0);
    return n;
}

static vg_move draw_any(const template_state *s, vg_rng *rng)
{
    return VG_MOVE(TEMPLATE_MOVE_DRAW, vg_rng_pick(rng, s->deck, 8, s->deck_count), 0, 0);
}

static int window_moves(const template_state *s, int seat, vg_move out[])
{
    int n = 0;
    out[n++] = VG_MOVE(TEMPLATE_MOVE_PASS, 0, 0, 0);
    if (s->hand[seat][6]) out[n++] = VG_MOVE(TEMPLATE_MOVE_SNUFF, 0, 0, 0);
    return n;
}

static int turn_moves(const template_state *s, int seat, vg_move out[])
{
    int n = 0;
    for (int k = 1; k <= TEMPLATE_KINDS; k++)
        if (s->hand[seat][k]) out[n++] = VG_MOVE(TEMPLATE_MOVE_PLAY, k, 0, 0);
    for (int i = 0; i < TEMPLATE_MIDDLE; i++)
        if (!(s->middle_seen[i] >> seat & 1)) out[n++] = VG_MOVE(TEMPLATE_MOVE_PEEK, i, 0, 0);
    return n;
}

// Nothing is left to do of a turn: the next seat with candles has one; if there is none, it is
// over.
static void next_turn(template_state *s)
{
    int next = -1;
    for (int i = 1; i <= s->seats && next < 0; i++)
        if (s->hand_count[(s->turn + i) % s->seats]) next = (s->turn + i) % s->seats;
    if (next >= 0) s->turn = (uint8_t)next;
    vg_push(&s->stack, next < 0 ? TEMPLATE_PHASE_OVER : TEMPLATE_PHASE_TURN, next < 0 ? 0 : next, 0,
            0);
}

static void start(template_state *s, int seat, vg_events *ev)
{
    vg_pop(&s->stack);
    s->first = s->turn = (uint8_t)seat;
    s->stack.frame[0].seat = s->turn;
    vg_emit(ev, TEMPLATE_EVENT_START, seat, 0, 0, 0, 0);
}

static void draw(template_state *s, int kind, vg_events *ev)
{
    vg_frame f = vg_pop(&s->stack);
    s->deck[kind]--;
    s->deck_count--;
    if (f.phase == TEMPLATE_PHASE_HIDE) {
        s->middle[f.a] = (uint8_t)kind;
        vg_emit(ev, TEMPLATE_EVENT_HID, VG_CHANCE, f.a, 0, 0, 0);
    } else {
        s->hand[f.seat][kind]++;
        s->hand_count[f.seat]++;
        vg_emit_veiled(ev, &template_rows, VG_TO(f.seat), TEMPLATE_EVENT_DREW, f.seat,
                       (vg_args){.a = kind});
    }
}

static void take(template_state *s, int seat, int kind)
{
    s->hand[seat][kind]--;
    s->hand_count[seat]--;
}

static void play(template_state *s, int seat, int kind, vg_events *ev)
{
    vg_pop(&s->stack);
    take(s, seat, kind);
    s->row[seat][kind]++;
    vg_emit(ev, TEMPLATE_EVENT_PLAYED, seat, kind, 0, 0, 0);
    if (s->deck_count) vg_push(&s->stack, TEMPLATE_PHASE_DEAL, seat, 0, 0);
    // Everyone is asked, whether he holds a 6 or not: asking must not betray a hand.
    for (int i = s->seats - 1; kind == 6 && i >= 1; i--)
        vg_push(&s->stack, TEMPLATE_PHASE_WINDOW, (seat + i) % s->seats, seat, 0);
}

static void peek(template_state *s, int seat, int place, vg_events *ev)
{
    vg_pop(&s->stack);
    s->middle_seen[place] |= (uint8_t)(1u << seat);
    vg_learned(ev);
    vg_emit_veiled(ev, &template_rows, VG_TO(seat), TEMPLATE_EVENT_PEEKED, seat,
                   (vg_args){.a = place, .b = s->middle[place]});
    if (s->deck_count) vg_push(&s->stack, TEMPLATE_PHASE_DEAL, seat, 0, 0);
}

static void snuff(template_state *s, int seat, vg_events *ev)
{
    int whose = vg_pop(&s->stack).a;
    take(s, seat, 6);
    s->row[whose][6]--;
    s->gone[6] = (uint8_t)(s->gone[6] + 2);
    while (s->stack.count && vg_top(&s->stack)->phase == TEMPLATE_PHASE_WINDOW) vg_pop(&s->stack);
    vg_emit(ev, TEMPLATE_EVENT_SNUFFED, seat, whose, 0, 0, 0);
}

#define VG_STATE template_state
#include "engine/play.h"

void template_score(const void *state, vg_score *out)
{
    const template_state *s = state;
    for (int p = 0; p < s->seats; p++)
        for (int k = 1; k <= TEMPLATE_KINDS; k++)
            if (s->row[p][k])
                vg_score_add(out, p, TEMPLATE_SCORE_ROW, k * s->row[p][k], k, s->row[p][k]);
    for (int p = 0; p < s->seats; p++) {
        out->rank[p] = 1;
        for (int q = 0; q < s->seats; q++)
            if (out->points[q] > out->points[p]) out->rank[p]++;
    }
}

const char *template_check(const void *state)
{
    const template_state *s = state;
    if (s->stack.count == 0) return "no question is open";
    if (vg_sum(s->deck, sizeof s->deck) != s->deck_count) return "the deck's count is wrong";
    for (int p = 0; p < s->seats; p++)
        if (vg_sum(s->hand[p], sizeof s->hand[p]) != s->hand_count[p])
            return "a hand's count is wrong";
    return NULL;
}

static int template_first(const void *state)
{
    const template_state *s = state;
    return s->first == 0xff ? -1 : s->first;
}

static const char *const editions[] = {"classic"};
extern const char *const template_rules[];

const vg_game template_game = {
    .id = "template",
    .name = "Candles",
    .tagline = VG_WORDS("Un gioco minuscolo da copiare", "A tiny game to copy"),
    .rules_version = 1,
    .min_seats = 2,
    .max_seats = TEMPLATE_SEATS,
    .minutes = 5,
    .max_length = 120, // 12 cards drawn and played, 12 peeks, 2 windows of 3, and the start
    .state_size = sizeof(template_state),
    .turn_at = offsetof(template_state, turn),
    .editions = editions,
    .edition_count = 1,
    VG_ROWS,
    .fields = template_fields,
    .field_count = 12,
    .rules = template_rules,
    .setup = template_setup,
    .score = template_score,
    .first = template_first,
    .resample = template_resample,
    .evaluate = template_evaluate,
    .why = template_why,
    .show = template_show,
    .dump = template_dump,
    .edit = template_edit,
    .check = template_check,
};
