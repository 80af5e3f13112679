// fata.c: F.A.T.A. as a machine: setup, the moves that belong to no file of their own, and whatever
// needs no decision.
//
// Everything unfinished is a frame on the stack, newest on top. When the Queen
// interrupts the first round she only pushes three reveals: the turn goes on
// below them as it stood (FA-01).
#include "games/fata/fata.h"

#include <string.h>

static vg_err setup(void *state, const vg_setup *how, vg_lang lang, vg_text *why)
{
    (void)lang, (void)why;
    fata_state *s = state;
    memset(s, 0, sizeof *s);
    s->seats = how->seats;
    s->edition = how->edition;
    s->zero_ok = (uint8_t)how->option[FATA_OPTION_ZERO];
    s->patience = (uint8_t)how->option[FATA_OPTION_PATIENCE];
    s->memory = (uint8_t)how->option[FATA_OPTION_MEMORY];
    s->winner = s->first = FATA_NO_SEAT;
    s->round = 1;
    s->pile = fata_treasures_in_play(fata_ed(s), s->seats);
    for (int k = 1; k < FATA_CARDS; k++) s->deck[k] = (uint8_t)fata_copies(k);
    s->deck_count = FATA_COPIES;
    fata_know_start(s);
    // Read from the top: who starts, characters, treasures, hands, and the first turn.
    vg_push(&s->stack, FATA_PHASE_NEXT, 0, 2, 0);
    for (int p = s->seats - 1; p >= 0; p--) fata_draw(s, p, FATA_START_HAND, 0);
    for (int i = FATA_MARKET - 1; i >= 0; i--) fata_refill(s, i);
    vg_push(&s->stack, FATA_PHASE_LINEAGE, 0, 0, 0);
    if (how->first < 0)
        vg_push(&s->stack, FATA_PHASE_FIRST, 0, 0, 0);
    else
        s->first = s->turn = (uint8_t)how->first;
    return VG_OK;
}

// ---- what may be done ----------------------------------------------------------

// Lineages nobody has been dealt yet, as bits.
static uint32_t lineages_left(const fata_state *s)
{
    uint32_t left = (uint32_t)fata_lineages_in_play(fata_ed(s), s->seats);
    for (int p = 0; p < s->seats; p++) left &= ~(1u << s->lineage[p]);
    return left;
}

static int only(int kind, vg_move *out)
{
    out[0] = VG_MOVE(kind, 0, 0, 0);
    return 1;
}

static int list_bits(uint32_t set, int kind, vg_move *out)
{
    int n = 0;
    for (; set; set &= set - 1) out[n++] = VG_MOVE(kind, vg_lowest(set), 0, 0);
    return n;
}

static int list_counts(const uint8_t *count, int kind, vg_move *out)
{
    int n = 0;
    for (uint64_t left = vg_kinds_in(count, 64); left; left &= left - 1)
        out[n++] = VG_MOVE(kind, vg_first_kind(left), 0, 0);
    return n;
}

static int list_stock(const fata_state *s, vg_move *out)
{
    return list_counts(fata_stock(s), FATA_MOVE_DRAW, out);
}

// What may be turned up next. (A treasure of the pile, or the Queen: treasures.c.)
static uint32_t may_show(const fata_state *s)
{
    return s->pile | (vg_bits(s->pile) <= FATA_BOTTOM ? 1u << FATA_QUEEN : 0);
}

static int list_trades(const fata_state *s, vg_frame f, vg_move *out)
{
    int n = 0;
    for (uint32_t x = s->down[f.seat]; x; x &= x - 1)
        for (uint32_t y = s->down[f.a]; y; y &= y - 1)
            out[n++] = VG_MOVE(FATA_MOVE_TRADE, vg_lowest(x), vg_lowest(y), 0);
    return n;
}

// FA-32: whenever he decides something in his turn of the second round.
static int reveal_moves(const fata_state *s, vg_frame f, int seat, vg_move *out)
{
    bool may = seat == f.seat && s->round == 2 && !s->shown[seat];
    return may ? only(FATA_MOVE_REVEAL, out) : 0;
}

// Game cards have copies; everything else is single, so its outcomes are equally likely.
static vg_move any_bit(uint32_t set, int kind, vg_rng *rng)
{
    for (uint32_t n = vg_rng_below(rng, (uint32_t)vg_bits(set)); n; n--) set &= set - 1;
    return VG_MOVE(kind, vg_lowest(set), 0, 0);
}

static vg_move draw_any(const fata_state *s, vg_rng *rng)
{
    uint32_t n = (uint32_t)fata_stock_count(s);
    return VG_MOVE(FATA_MOVE_DRAW, vg_rng_pick(rng, fata_stock(s), 64, n), 0, 0);
}

static vg_move lose_any(const fata_state *s, int seat, vg_rng *rng)
{
    return VG_MOVE(FATA_MOVE_LOSE, vg_rng_pick(rng, s->hand[seat], 64, s->hand_count[seat]), 0, 0);
}

// ---- moves -------------------------------------------------------------------

static void start(fata_state *s, int seat, vg_events *ev)
{
    vg_pop(&s->stack);
    s->first = s->turn = (uint8_t)seat;
    vg_emit(ev, FATA_EVENT_START, seat, 0, 0, 0, 0);
}

static void deal_lineage(fata_state *s, vg_frame f, int lineage, vg_events *ev)
{
    s->lineage[f.seat] = (uint8_t)lineage;
    vg_emit_veiled(ev, &fata_rows, VG_TO(f.seat), FATA_EVENT_LINEAGE, f.seat,
                   (vg_args){.a = lineage});
    vg_top(&s->stack)->seat++;
}

static void lose(fata_state *s, int kind, vg_events *ev)
{
    int seat = vg_pop(&s->stack).seat;
    fata_lose(s, seat, kind);
    vg_emit(ev, FATA_EVENT_LOST, seat, kind, 0, 0, 0);
}

static void end(fata_state *s)
{
    vg_frame f = vg_pop(&s->stack);
    if (f.phase == FATA_PHASE_TURN) vg_push(&s->stack, FATA_PHASE_STEP_A, f.seat, 0, 0);
}

// The question stands as it was; a last chance to reveal oneself is then used up.
static void reveal(fata_state *s, vg_frame f, vg_events *ev)
{
    if (f.phase == FATA_PHASE_LAST) vg_pop(&s->stack);
    fata_reveal(s, f.seat, ev);
}

// Of a charm or a trimagic.
static void pick(fata_state *s, int a, int b, vg_events *ev)
{
    vg_frame f = vg_pop(&s->stack);
    if (f.phase == FATA_PHASE_TARGET)
        fata_charm_target(s, f, a, b, ev);
    else
        fata_cast_pick(s, f, a, 0, ev);
}

static void take(fata_state *s, int id, int to, vg_events *ev)
{
    vg_frame f = vg_pop(&s->stack);
    if (f.phase == FATA_PHASE_TAKE)
        fata_take(s, id, to, ev);
    else
        fata_cast_pick(s, f, to, id, ev);
}

static void cast_row(fata_state *s, int row, vg_events *ev)
{
    int seat = vg_pop(&s->stack).seat;
    fata_cast(s, seat, row, ev);
}

static void stop(fata_state *s)
{
    vg_pop(&s->stack);
    s->named = 0;
}

static void discard(fata_state *s, int seat, int kind, vg_events *ev)
{
    fata_lose(s, seat, kind);
    vg_emit(ev, FATA_EVENT_DISCARDED, seat, kind, 0, 0, 0);
}

// ---- what needs no decision ------------------------------------------------------

// A question that is none any more.
static bool drop(fata_state *s)
{
    vg_pop(&s->stack);
    return false;
}

static void charm_end(fata_state *s)
{
    vg_pop(&s->stack);
    fata_charm_end(s);
}

static void step_a(fata_state *s)
{
    int seat = vg_pop(&s->stack).seat;
    vg_push(&s->stack, FATA_PHASE_STEP_B, seat, 0, 0);
    if (fata_sum(s, seat) + s->stars >= FATA_STARS) // FA-05 to FA-07, FA-51
        vg_push(&s->stack, FATA_PHASE_TAKE, seat, 0, 0);
}

static void next(fata_state *s, vg_events *ev)
{
    int how = vg_pop(&s->stack).a;
    if (how == 2)
        fata_begin_turn(s, s->first, ev);
    else if (how == 1)
        fata_begin_turn(s, fata_next_seat(s, s->turn), ev);
    else
        fata_next_turn(s, ev);
}

#define VG_STATE fata_state
#include "engine/play.h"

static int first(const void *state)
{
    const fata_state *s = state;
    return s->first == FATA_NO_SEAT ? -1 : s->first;
}

// ---- soundness -----------------------------------------------------------------

static const char *check_cards(const fata_state *s)
{
    int deck = 0, aside = 0;
    for (int k = 1; k < FATA_CARDS; k++) {
        deck += s->deck[k];
        aside += s->aside[k];
    }
    if (deck != s->deck_count || aside != s->aside_count) return "a pile's count is wrong";
    for (int p = 0; p < s->seats; p++) {
        int hand = 0;
        for (int k = 1; k < FATA_CARDS; k++) hand += s->hand[p][k];
        if (hand != s->hand_count[p]) return "a hand's count is wrong";
        for (int r = 0; r < 2; r++)
            for (int i = 0; i < 3; i++) {
                if (s->row[p][r][i] > FATA_VISIONS) return "only visions lie in rows";
                if (i && s->row[p][r][i] && !s->row[p][r][i - 1]) return "a row has a gap";
            }
    }
    return NULL;
}

static const char *check_treasures(const fata_state *s)
{
    for (int p = 0; p < s->seats; p++) {
        if (vg_bits(s->down[p]) != s->down_count[p]) return "a count of treasures is wrong";
        for (int id = 1; id <= FATA_TREASURES; id++) {
            bool own = fata_ed(s)->treasure[id].lineage == s->shown[p];
            if (s->up[p] >> id & 1 && !own) return "only treasures of one's colour lie face up";
            if (own && fata_in_play(s, p) && s->down[p] >> id & 1)
                return "a revealed seat hides a treasure of its colour";
        }
    }
    if (vg_bits(s->pool) != s->pool_count) return "the pool's count is wrong";
    return NULL;
}

static const char *check_people(const fata_state *s)
{
    uint32_t used = 0;
    for (int p = 0; p < s->seats; p++) {
        if (s->lineage[p] && used >> s->lineage[p] & 1) return "two seats of one lineage";
        used |= 1u << s->lineage[p];
        if (s->shown[p] && s->shown[p] != s->lineage[p]) return "a seat shows what it is not";
        if (s->lineage[p] && s->never[p] >> s->lineage[p] & 1) return "a seat is what it cannot be";
        if (!fata_in_play(s, p) && (s->hand_count[p] || s->row[p][0][0] || s->row[p][1][0]))
            return "an eliminated seat has cards";
    }
    if (s->round == 1 && s->out) return "nobody is eliminated in the first round";
    return NULL;
}

const char *fata_check(const void *state)
{
    const fata_state *s = state;
    if (s->stack.count == 0) return "no question is open";
    const char *wrong = check_cards(s);
    if (!wrong) wrong = check_treasures(s);
    if (!wrong) wrong = check_people(s);
    return wrong ? wrong : fata_know_check(s);
}

// ---- the game ------------------------------------------------------------------

static const char *const no_yes[] = {"no", "yes"};

static const vg_option options[FATA_OPTION_COUNT] = {
    [FATA_OPTION_ZERO] = {"trimagic-zero", 0, 1, 0, no_yes,
                          VG_WORDS("una trimagia può anche non colpire nessuna carta",
                                   "a trimagic may also touch no card at all"),
                          "FA-16"},
    [FATA_OPTION_PATIENCE] = {"patience", 0, 6, FATA_PATIENCE, NULL,
                              VG_WORDS("turni a testa senza tesori, dopo i quali arriva la Regina "
                                       "(0: non arriva mai da sola)",
                                       "turns each without a treasure before the Queen comes (0: "
                                       "she never comes by herself)"),
                              "FA-60"},
    [FATA_OPTION_MEMORY] = {"memory-aid", 0, 1, 0, no_yes,
                            VG_WORDS("mostra ciò che una memoria perfetta ricorderebbe",
                                     "shows what a perfect memory would remember"),
                            "FA-59"},
};

static const char *const editions[] = {"classic", "custom"};
extern const char *const fata_rules[];

const vg_game fata_game = {
    .id = "fata",
    .name = "F.A.T.A.",
    .tagline = VG_WORDS("Stirpi segrete a caccia di tesori nel bosco sacro",
                        "Secret lineages hunt treasures in the sacred wood"),
    .rules_version = 3,
    .min_seats = 3,
    .max_seats = FATA_SEATS,
    .minutes = 40,
    .max_length = 65535, // see RULES.md, "How long a game can be"
    .state_size = sizeof(fata_state),
    .kept = {offsetof(fata_state, from), offsetof(fata_state, shuffle)},
    .turn_at = offsetof(fata_state, turn),
    .options = options,
    .option_count = FATA_OPTION_COUNT,
    .editions = editions,
    .edition_count = 1,
    VG_ROWS,
    .fields = fata_fields,
    .field_count = FATA_FIELD_COUNT,
    .gists = fata_gists,
    .gist_count = FATA_GIST_COUNT,
    .gist_each = FATA_GIST_EACH,
    .gist = fata_gist,
    .rules = fata_rules,
    .setup = setup,
    .score = fata_score,
    .first = first,
    .resample = fata_resample,
    .forget = fata_forget,
    .why = fata_why,
    .show = fata_show,
    .print = fata_print,
    .catalog = fata_catalog,
    .dump = fata_dump,
    .edit = fata_edit,
    .check = fata_check,
    .traits = fata_traits,
    .pairs = "treasure",
    .tuning = &fata_tuning,
    .facts = fata_facts,
    .saga = &fata_saga,
};
