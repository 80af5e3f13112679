// fata.c: F.A.T.A. as a machine: setup, who is asked what, the lists of moves,
// chance, and the loop that runs whatever needs no decision.
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
    vg_push(&s->stack, FATA_NEXT, 0, 2, 0);
    for (int p = s->seats - 1; p >= 0; p--) fata_draw(s, p, FATA_START_HAND, 0);
    for (int i = FATA_MARKET - 1; i >= 0; i--) fata_refill(s, i);
    vg_push(&s->stack, FATA_LINEAGE, 0, 0, 0);
    if (how->first < 0)
        vg_push(&s->stack, FATA_FIRST, 0, 0, 0);
    else
        s->first = s->turn = (uint8_t)how->first;
    return VG_OK;
}

vg_ask fata_ask(const void *state)
{
    const fata_state *s = state;
    vg_frame f = s->stack.frame[s->stack.count - 1];
    switch ((fata_phase)f.phase) {
    case FATA_OVER: return (vg_ask){.actor = VG_NOBODY, .kind = f.phase};
    case FATA_FIRST:
    case FATA_LINEAGE:
    case FATA_REVEAL:
    case FATA_DEAL:
    case FATA_TRADE:
    case FATA_ROB:
    case FATA_LOSE:
    case FATA_SHARE: return (vg_ask){.actor = VG_CHANCE, .kind = f.phase};
    case FATA_TURN:
    case FATA_TARGET:
    case FATA_TAKE:
    case FATA_ORDER:
    case FATA_CAST:
    case FATA_LAST:
    case FATA_TRIM: return (vg_ask){.actor = (int8_t)f.seat, .kind = f.phase};
    case FATA_CHARM_END:
    case FATA_STEP_A:
    case FATA_STEP_B:
    case FATA_CAST_END:
    case FATA_FALL:
    case FATA_STEP_C:
    case FATA_NEXT:
    case FATA_PHASE_COUNT: break;
    }
    assert(false);
    return (vg_ask){0};
}

// ---- chance ------------------------------------------------------------------

// Lineages nobody has been dealt yet, as bits.
static uint32_t lineages_left(const fata_state *s)
{
    uint32_t left = (uint32_t)fata_lineages_in_play(fata_ed(s), s->seats);
    for (int p = 0; p < s->seats; p++) left &= ~(1u << s->lineage[p]);
    return left;
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
    for (int k = 1; k < FATA_CARDS; k++)
        if (count[k]) out[n++] = VG_MOVE(kind, k, 0, 0);
    return n;
}

static int chance_moves(const fata_state *s, vg_frame f, vg_move *out)
{
    int n = 0;
    switch ((fata_phase)f.phase) {
    case FATA_FIRST: return list_bits((1u << s->seats) - 1, FATA_M_START, out);
    case FATA_LINEAGE: return list_bits(lineages_left(s), FATA_M_LINEAGE, out);
    case FATA_REVEAL:
        n = list_bits(s->pile, FATA_M_SHOW, out);
        if (n <= FATA_BOTTOM) out[n++] = VG_MOVE(FATA_M_SHOW, FATA_QUEEN, 0, 0);
        return n;
    case FATA_DEAL: return list_counts(fata_stock(s, &n), FATA_M_DRAW, out);
    case FATA_LOSE: return list_counts(s->hand[f.seat], FATA_M_LOSE, out);
    case FATA_ROB: return list_bits(s->down[f.a], FATA_M_ROB, out);
    case FATA_SHARE: return list_bits(s->pool, FATA_M_SHARE, out);
    case FATA_TRADE:
        for (uint32_t x = s->down[f.seat]; x; x &= x - 1)
            for (uint32_t y = s->down[f.a]; y; y &= y - 1)
                out[n++] = VG_MOVE(FATA_M_TRADE, vg_lowest(x), vg_lowest(y), 0);
        return n;
    case FATA_OVER:
    case FATA_TURN:
    case FATA_TARGET:
    case FATA_TAKE:
    case FATA_ORDER:
    case FATA_CAST:
    case FATA_LAST:
    case FATA_TRIM:
    case FATA_CHARM_END:
    case FATA_STEP_A:
    case FATA_STEP_B:
    case FATA_CAST_END:
    case FATA_FALL:
    case FATA_STEP_C:
    case FATA_NEXT:
    case FATA_PHASE_COUNT: break;
    }
    return 0;
}

static vg_move chance(const void *state, vg_rng *rng)
{
    const fata_state *s = state;
    vg_frame f = s->stack.frame[s->stack.count - 1];
    // Game cards have copies; everything else is single, so its outcomes are equally likely.
    int n;
    const uint8_t *stock = fata_stock(s, &n);
    if (f.phase == FATA_DEAL)
        return VG_MOVE(FATA_M_DRAW, vg_rng_pick(rng, stock, (uint32_t)n), 0, 0);
    if (f.phase == FATA_LOSE)
        return VG_MOVE(FATA_M_LOSE, vg_rng_pick(rng, s->hand[f.seat], s->hand_count[f.seat]), 0, 0);
    vg_move list[VG_MAX_LEGAL];
    return list[vg_rng_below(rng, (uint32_t)chance_moves(s, f, list))];
}

// ---- moves -------------------------------------------------------------------

int fata_legal(const void *state, int seat, vg_move out[VG_MAX_LEGAL])
{
    const fata_state *s = state;
    vg_frame f = s->stack.frame[s->stack.count - 1];
    if (fata_ask(s).actor != seat || seat == VG_NOBODY) return 0;
    if (seat == VG_CHANCE) return chance_moves(s, f, out);
    int n = 0;
    switch ((fata_phase)f.phase) {
    case FATA_TURN: n = fata_turn_moves(s, seat, out); break;
    case FATA_TARGET: n = fata_charm_targets(s, seat, f.a, out); break;
    case FATA_TAKE:
        n = fata_take_moves(s, seat, ~(uint32_t)s->out & ((1u << s->seats) - 1), out); // FA-07
        break;
    case FATA_ORDER: n = fata_order_moves(s, seat, out); break;
    case FATA_CAST: n = fata_cast_moves(s, f, out); break;
    case FATA_LAST: out[n++] = VG_MOVE(FATA_M_END, 0, 0, 0); break;
    case FATA_TRIM: n = list_counts(s->hand[seat], FATA_M_DISCARD, out); break;
    case FATA_OVER:
    case FATA_FIRST:
    case FATA_LINEAGE:
    case FATA_REVEAL:
    case FATA_DEAL:
    case FATA_TRADE:
    case FATA_ROB:
    case FATA_LOSE:
    case FATA_SHARE:
    case FATA_CHARM_END:
    case FATA_STEP_A:
    case FATA_STEP_B:
    case FATA_CAST_END:
    case FATA_FALL:
    case FATA_STEP_C:
    case FATA_NEXT:
    case FATA_PHASE_COUNT: break;
    }
    // FA-32: whenever he decides something in his turn of the second round.
    if (s->round == 2 && !s->shown[seat]) out[n++] = VG_MOVE(FATA_M_REVEAL, 0, 0, 0);
    return n;
}

// Does what waits on the stack until somebody, or chance, is asked.
static void settle(fata_state *s, vg_events *ev)
{
    for (int n;;) {
        vg_frame f = *vg_top(&s->stack);
        switch ((fata_phase)f.phase) {
        case FATA_OVER:
        case FATA_FIRST:
        case FATA_REVEAL:
        case FATA_TRADE:
        case FATA_ROB:
        case FATA_LOSE:
        case FATA_TAKE:
        case FATA_ORDER:
        case FATA_CAST:
        case FATA_LAST: return;
        case FATA_TARGET:
            // Revealing oneself may have taken the last treasure a bargain could give: FA-61.
            if (fata_charm_playable(s, f.seat, f.a)) return;
            vg_pop(&s->stack);
            break;
        case FATA_LINEAGE:
            if (f.seat < s->seats) return;
            vg_pop(&s->stack);
            break;
        case FATA_DEAL:
            fata_stock(s, &n);
            if (n) return;
            vg_pop(&s->stack); // FA-38
            break;
        case FATA_SHARE:
            if (s->pool_count) return;
            vg_pop(&s->stack);
            break;
        case FATA_TURN:
            // Whoever may play no more visions has nothing left to choose.
            if (s->played < s->limit) return;
            vg_pop(&s->stack);
            vg_push(&s->stack, FATA_STEP_A, f.seat, 0, 0);
            break;
        case FATA_TRIM:
            if (s->hand_count[f.seat] > FATA_HAND_LIMIT) return;
            vg_pop(&s->stack);
            break;
        case FATA_CHARM_END:
            vg_pop(&s->stack);
            fata_charm_end(s);
            break;
        case FATA_STEP_A:
            vg_pop(&s->stack);
            vg_push(&s->stack, FATA_STEP_B, f.seat, 0, 0);
            if (fata_sum(s, f.seat) + s->stars >= FATA_STARS) // FA-05 to FA-07, FA-51
                vg_push(&s->stack, FATA_TAKE, f.seat, 0, 0);
            break;
        case FATA_STEP_B:
            vg_pop(&s->stack);
            fata_step_b(s, f.seat, ev);
            break;
        case FATA_CAST_END:
            vg_pop(&s->stack);
            fata_cast_end(s, f.seat, f.a, ev);
            break;
        case FATA_FALL:
            vg_pop(&s->stack);
            fata_fall(s, f.seat, f.a);
            break;
        case FATA_STEP_C:
            vg_pop(&s->stack);
            fata_step_c(s, f.seat, ev);
            break;
        case FATA_NEXT:
            vg_pop(&s->stack);
            if (f.a == 2)
                fata_begin_turn(s, s->first, ev);
            else if (f.a == 1)
                fata_begin_turn(s, fata_next_seat(s, s->turn), ev);
            else
                fata_next_turn(s, ev);
            break;
        case FATA_PHASE_COUNT: assert(false); return;
        }
    }
}

// What the decision or the outcome itself does; `f` was on top and is already off the stack.
static void act(fata_state *s, int seat, vg_frame f, vg_move m, vg_events *ev)
{
    int a = vg_move_a(m), b = vg_move_b(m), c = vg_move_c(m);
    switch ((fata_move)vg_move_kind(m)) {
    case FATA_M_START:
        s->first = s->turn = (uint8_t)a;
        vg_emit(ev, FATA_EV_START, a, 0, 0, 0, 0);
        return;
    case FATA_M_LINEAGE:
        s->lineage[f.seat] = (uint8_t)a;
        vg_emit_to(ev, VG_TO(f.seat), FATA_EV_LINEAGE, f.seat, (vg_args){.a = a}, (vg_args){0});
        vg_push(&s->stack, FATA_LINEAGE, f.seat + 1, 0, 0);
        return;
    case FATA_M_SHOW: fata_show(s, f.a, a, ev); return;
    case FATA_M_DRAW: fata_drawn(s, f, a, ev); return;
    case FATA_M_TRADE: fata_trade(s, f.seat, a, f.a, b, ev); return;
    case FATA_M_ROB: fata_rob(s, f.seat, f.a, a, ev); return;
    case FATA_M_LOSE:
        fata_lose(s, f.seat, a);
        vg_emit(ev, FATA_EV_LOST, f.seat, a, 0, 0, 0);
        return;
    case FATA_M_SHARE:
        vg_push(&s->stack, FATA_SHARE, fata_next_seat(s, f.seat), f.a, 0);
        fata_share(s, f.seat, a, ev);
        return;
    case FATA_M_CHARM:
        vg_push(&s->stack, FATA_TURN, seat, 0, 0);
        fata_charm_play(s, seat, a, ev);
        return;
    case FATA_M_EXCHANGE:
        vg_push(&s->stack, FATA_TURN, seat, 0, 0);
        fata_exchange(s, seat, ev);
        return;
    case FATA_M_STEAL:
        vg_push(&s->stack, FATA_TURN, seat, 0, 0);
        fata_steal(s, seat, a, b, c, ev);
        return;
    case FATA_M_PLAY:
        vg_push(&s->stack, FATA_TURN, seat, 0, 0);
        fata_play(s, seat, a, b, ev);
        return;
    case FATA_M_END:
        if (f.phase == FATA_TURN) vg_push(&s->stack, FATA_STEP_A, seat, 0, 0);
        return;
    case FATA_M_REVEAL:
        // The question stands as it was; a last chance to reveal oneself is then used up.
        if (f.phase != FATA_LAST) vg_push(&s->stack, f.phase, f.seat, f.a, f.b);
        fata_reveal(s, seat, ev);
        return;
    case FATA_M_ON:
    case FATA_M_CARD:
    case FATA_M_SWAP:
        if (f.phase == FATA_TARGET)
            fata_charm_target(s, seat, f.a, m, ev);
        else
            fata_cast_pick(s, f, m, ev);
        return;
    case FATA_M_KEEP:
    case FATA_M_GIVE:
        if (f.phase == FATA_TAKE)
            fata_take(s, a, vg_move_kind(m) == FATA_M_KEEP ? seat : b, ev);
        else
            fata_cast_pick(s, f, m, ev);
        return;
    case FATA_M_STOP: s->named = 0; return;
    case FATA_M_ROW: fata_cast(s, seat, a, ev); return;
    case FATA_M_DISCARD:
        vg_push(&s->stack, FATA_TRIM, seat, 0, 0);
        fata_lose(s, seat, a);
        vg_emit(ev, FATA_EV_DISCARDED, seat, a, 0, 0, 0);
        return;
    }
}

static void apply(void *state, int seat, vg_move m, vg_events *ev)
{
    fata_state *s = state;
    if (seat == s->turn) s->gained = 0;
    vg_frame f = vg_pop(&s->stack);
    act(s, seat, f, m, ev);
    settle(s, ev);
}

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
        int n = s->deck[k] + s->aside[k] + s->discard[k] + (s->charm == k);
        deck += s->deck[k];
        aside += s->aside[k];
        for (int p = 0; p < s->seats; p++) {
            n += s->hand[p][k] + (k == FATA_DEW_VEIL && s->ward[p]);
            for (int i = 0; i < 6; i++) n += s->row[p][i / 3][i % 3] == k;
        }
        if (n != fata_copies(k)) return "a card was lost or doubled";
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
    uint32_t seen = s->pile | s->pool, doubled = s->pile & s->pool;
    for (int p = 0; p < s->seats; p++) {
        doubled |= (seen & (s->down[p] | s->up[p])) | (s->down[p] & s->up[p]);
        seen |= s->down[p] | s->up[p];
        if (vg_bits(s->down[p]) != s->down_count[p]) return "a count of treasures is wrong";
        for (int id = 1; id <= FATA_TREASURES; id++) {
            bool own = fata_ed(s)->treasure[id].lineage == s->shown[p];
            if (s->up[p] >> id & 1 && !own) return "only treasures of one's colour lie face up";
            if (own && fata_in_play(s, p) && s->down[p] >> id & 1)
                return "a revealed seat hides a treasure of its colour";
        }
    }
    for (int i = 0; i < FATA_MARKET; i++) {
        if (!s->market[i]) continue;
        doubled |= seen & 1u << s->market[i];
        seen |= 1u << s->market[i];
    }
    if (doubled || seen != fata_treasures_in_play(fata_ed(s), s->seats))
        return "a treasure was lost or doubled";
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

static const vg_ask_def asks[FATA_PHASE_COUNT] = {
    [FATA_OVER] = {"over", "TS-28"},
    [FATA_FIRST] = {"first", "FA-43"},
    [FATA_LINEAGE] = {"lineage", "TS-04"},
    [FATA_REVEAL] = {"reveal", "FA-08"},
    [FATA_DEAL] = {"draw", "TS-09"},
    [FATA_TRADE] = {"trade", "FA-55"},
    [FATA_ROB] = {"rob", "FA-22"},
    [FATA_LOSE] = {"lose", "FA-23"},
    [FATA_SHARE] = {"share", "FA-27"},
    [FATA_TURN] = {"turn", "TS-09"},
    [FATA_TARGET] = {"target", "FA-61"},
    [FATA_TAKE] = {"take", "FA-07"},
    [FATA_ORDER] = {"order", "FA-15"},
    [FATA_CAST] = {"cast", "FA-16"},
    [FATA_LAST] = {"last", "FA-32"},
    [FATA_TRIM] = {"trim", "FA-39"},
    [FATA_CHARM_END] = {NULL, ""},
    [FATA_STEP_A] = {NULL, ""},
    [FATA_STEP_B] = {NULL, ""},
    [FATA_CAST_END] = {NULL, ""},
    [FATA_FALL] = {NULL, ""},
    [FATA_STEP_C] = {NULL, ""},
    [FATA_NEXT] = {NULL, ""},
};

static const char *const events[FATA_EVENT_COUNT] = {
    [FATA_EV_START] = "start",
    [FATA_EV_LINEAGE] = "lineage",
    [FATA_EV_SHOWN] = "shown",
    [FATA_EV_DREW] = "drew",
    [FATA_EV_ASIDE] = "aside",
    [FATA_EV_RESHUFFLED] = "reshuffled",
    [FATA_EV_TURN] = "turn",
    [FATA_EV_CHARM] = "charm",
    [FATA_EV_ENDED] = "ended",
    [FATA_EV_EXCHANGED] = "exchanged",
    [FATA_EV_DISCARDED] = "discarded",
    [FATA_EV_PEEKED] = "peeked",
    [FATA_EV_SAW] = "saw",
    [FATA_EV_DISPELLED] = "dispelled",
    [FATA_EV_SWAPPED] = "swapped",
    [FATA_EV_TRADED] = "traded",
    [FATA_EV_BACK] = "back",
    [FATA_EV_STOLE] = "stole",
    [FATA_EV_PLAYED] = "played",
    [FATA_EV_TOOK] = "took",
    [FATA_EV_GAVE] = "gave",
    [FATA_EV_CAST] = "cast",
    [FATA_EV_ROBBED] = "robbed",
    [FATA_EV_MISSED] = "missed",
    [FATA_EV_LOST] = "lost",
    [FATA_EV_SPENT] = "spent",
    [FATA_EV_REDRAWS] = "redraws",
    [FATA_EV_OUT] = "out",
    [FATA_EV_SHARED] = "shared",
    [FATA_EV_REVEALED] = "revealed",
    [FATA_EV_MERGED] = "merged",
    [FATA_EV_QUEEN] = "queen",
    [FATA_EV_ROUND] = "round",
    [FATA_EV_RIVAL] = "rival",
    [FATA_EV_ALONE] = "alone",
};

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
    .turn_at = offsetof(fata_state, turn),
    .options = options,
    .option_count = FATA_OPTION_COUNT,
    .editions = editions,
    .edition_count = 1,
    .asks = asks,
    .ask_count = FATA_PHASE_COUNT,
    .events = events,
    .event_count = FATA_EVENT_COUNT,
    .fields = fata_fields,
    .field_count = FATA_FIELD_COUNT,
    .rules = fata_rules,
    .notation = &fata_notation,
    .setup = setup,
    .ask = fata_ask,
    .legal = fata_legal,
    .chance = chance,
    .apply = apply,
    .score = fata_score,
    .first = first,
    .resample = fata_resample,
    .evaluate = fata_evaluate,
    .move_text = fata_move_text,
    .move_label = fata_move_label,
    .prompt = fata_prompt,
    .event_text = fata_event_text,
    .score_text = fata_score_text,
    .why_not = fata_why_not,
    .show = fata_show_table,
    .print = fata_print,
    .catalog = fata_catalog,
    .dump = fata_dump,
    .edit = fata_edit,
    .check = fata_check,
    .traits = fata_traits,
    .pairs = "treasure",
    .marks = fata_marks,
    .tuning = &fata_tuning,
};
