// fate.c: the turn of Fate e Leggende: draw, roll, move, look, tell, checkpoint, discard.
//
// A turn is a chain of frames, each pushing the next: DEAL, TURN, ROLL, (WIND) MOVE, LOOK, (SWAP)
// TELL, CHECK, DISCARD; an empty stack means the next seat's turn. fate.def says what is asked in
// each phase, and what settles by itself.
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
    vg_push(&s->stack, FATE_PHASE_TURN, first, 0, 0);
    vg_push(&s->stack, FATE_PHASE_DEAL, first, 1, 0);
    for (int p = s->seats - 1; p >= 0; p--)
        vg_push(&s->stack, FATE_PHASE_DEAL, p, FATE_HAND_LIMIT, 0); // FS-05
    vg_push(&s->stack, FATE_PHASE_FOREST, 0, 0, 0);
    if (how->first < 0)
        vg_push(&s->stack, FATE_PHASE_FIRST, 0, 0, 0);
    else
        s->first = s->turn = (uint8_t)first;
    return VG_OK;
}

// ---- what may be done -------------------------------------------------------

static int list_one(int kind, vg_move out[], int n)
{
    out[n] = VG_MOVE(kind, 0, 0, 0);
    return n + 1;
}

// The two answers to a question, this one first.
static int list_both(int kind, int one, vg_move out[])
{
    out[0] = VG_MOVE(kind, one, 0, 0);
    out[1] = VG_MOVE(kind, !one, 0, 0);
    return 2;
}

static int list_starts(const fate_state *s, vg_move out[])
{
    for (int p = 0; p < s->seats; p++) out[p] = VG_MOVE(FATE_MOVE_START, p, 0, 0);
    return s->seats;
}

static int list_draws(const fate_state *s, vg_move out[])
{
    int n = 0;
    for (int c = 1; c < FATE_CARD_COUNT; c++)
        if (s->deck[c]) out[n++] = VG_MOVE(FATE_MOVE_DRAW, c, 0, 0);
    return n;
}

static vg_move draw_any(const fate_state *s, vg_rng *rng)
{
    return VG_MOVE(FATE_MOVE_DRAW, vg_rng_pick(rng, s->deck, FATE_KINDS, s->deck_count), 0, 0);
}

static int list_rolls(const fate_state *s, vg_move out[])
{
    int n = 0;
    for (int d = 1; d <= 6; d++)
        if (fate_editions[s->edition].sides[d]) out[n++] = VG_MOVE(FATE_MOVE_DIE, d, 0, 0);
    return n;
}

static vg_move roll_any(const fate_state *s, vg_rng *rng)
{
    return VG_MOVE(FATE_MOVE_DIE, vg_rng_pick(rng, fate_editions[s->edition].sides, 7, 6), 0, 0);
}

static int list_objects(const fate_state *s, vg_move out[])
{
    int n = 0;
    for (uint32_t left = s->object_deck; left; left &= left - 1)
        out[n++] = VG_MOVE(FATE_MOVE_OBJECT, vg_lowest(left), 0, 0);
    return n;
}

static int each_hand_card(const fate_state *s, int seat, int kind, vg_move out[], int n)
{
    for (int i = 0; i < s->hand_count[seat]; i++)
        if (i == 0 || s->hand[seat][i] != s->hand[seat][i - 1])
            out[n++] = VG_MOVE(kind, s->hand[seat][i], 0, 0);
    return n;
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
    if (fate_may_propose(s, seat)) out[n++] = VG_MOVE(FATE_MOVE_PROPOSE, 0, 0, 0);
    return n;
}

static int list_turn(const fate_state *s, int seat, vg_move out[])
{
    int n = list_one(FATE_MOVE_ROLL, out, 0);
    if (fate_has(s, seat, FATE_HAT)) {
        uint8_t hat[FATE_TINTS];
        int count = fate_reveals(s, seat, FATE_HAT, hat);
        for (int i = 0; i < count; i++) out[n++] = VG_MOVE(FATE_MOVE_HAT, hat[i], 0, 0);
    }
    return at_any_moment(s, seat, out, n);
}

static int list_window(const fate_state *s, int seat, vg_move out[])
{
    return fate_interruptions(s, seat, out, list_one(FATE_MOVE_PASS, out, 0));
}

static int list_swaps(const fate_state *s, int seat, vg_move out[])
{
    return each_hand_card(s, seat, FATE_MOVE_SWAP, out, list_one(FATE_MOVE_KEEP, out, 0));
}

static int list_rivals(const fate_state *s, int seat, vg_move out[])
{
    for (int i = 1; i < s->seats; i++)
        out[i - 1] = VG_MOVE(FATE_MOVE_BLAME, (seat + i) % s->seats, 0, 0);
    return s->seats - 1;
}

static int list_discards(const fate_state *s, int seat, vg_move out[])
{
    bool must = s->hand_count[seat] > FATE_HAND_LIMIT;
    int n = must ? each_hand_card(s, seat, FATE_MOVE_DISCARD, out, 0) : 0;
    n = at_any_moment(s, seat, out, n);
    return must ? n : list_one(FATE_MOVE_DONE, out, n);
}

static int list_picks(const fate_state *s, int but, vg_move out[])
{
    int n = 0;
    for (int i = 0; i < s->ring_count; i++)
        if (i != but) out[n++] = VG_MOVE(FATE_MOVE_PICK, i, 0, 0);
    return n;
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

void fate_throw(fate_state *s, int seat, int card)
{
    fate_know_shown(s, seat, card);
    fate_drop_card(s, seat, card);
    s->discard[card]++;
    s->discard_count++;
}

static void draw_card(fate_state *s, int card, vg_events *ev)
{
    vg_frame *f = vg_top(&s->stack);
    s->deck[card]--;
    s->deck_count--;
    if (f->phase == FATE_PHASE_FOREST) {
        s->ring[f->a] = (uint8_t)card;
        fate_know_laid(s, f->a);
        vg_emit(ev, FATE_EVENT_FOREST, VG_CHANCE, f->a, 0, 0, 0);
        if (++f->a == s->ring_count) vg_pop(&s->stack);
        return;
    }
    fate_add_card(s, f->seat, card);
    fate_know_drawn(s, f->seat, card);
    vg_emit_veiled(ev, &fate_rows, VG_TO(f->seat), FATE_EVENT_DREW, f->seat, (vg_args){.a = card});
    f->a--;
}

// ---- the course of the game ---------------------------------------------------

static void end(fate_state *s, int how, vg_events *ev)
{
    memset(&s->stack, 0, sizeof s->stack);
    vg_push(&s->stack, FATE_PHASE_OVER, 0, 0, 0);
    s->ending = (uint8_t)how;
    vg_emit(ev, FATE_EVENT_ENDED, VG_NOBODY, how, 0, 0, 0);
    for (int p = 0; p < s->seats; p++) { // everything is shown to be counted (FS-42)
        for (uint32_t left = s->object[p] & ~s->object_shown[p]; left; left &= left - 1)
            vg_emit(ev, FATE_EVENT_SHOWN, p, vg_lowest(left), 0, 0, 0);
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
    vg_push(&s->stack, FATE_PHASE_TURN, s->turn, 0, 0);
    vg_push(&s->stack, FATE_PHASE_DEAL, s->turn, 1, 0);
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
        s->stack.frame[s->stack.count - 2].a = 1; // of the FATE_PHASE_DISCARD below
        if (s->object_deck_count) {
            vg_push(&s->stack, FATE_PHASE_GIFT, p, 0, 0);
            return;
        }
        vg_emit(ev, FATE_EVENT_NO_GIFT, p, 0, 0, 0, 0);
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

// ---- is there a question after all? ---------------------------------------------

static bool can_draw(fate_state *s, vg_frame f, vg_events *ev)
{
    if (f.a && !s->deck_count && s->discard_count) { // FS-09
        vg_emit(ev, FATE_EVENT_SHUFFLED, VG_CHANCE, s->discard_count, 0, 0, 0);
        fate_know_shuffled(s);
        memcpy(s->deck, s->discard, sizeof s->deck);
        memset(s->discard, 0, sizeof s->discard);
        s->deck_count = s->discard_count;
        s->discard_count = 0;
    }
    if (f.a && s->deck_count) return true;
    vg_pop(&s->stack); // drawn, or nothing left to draw (FeL-33a)
    return false;
}

// FeL-63: where the checkpoint changed the table the turn is ended by its owner, if for all that
// everybody knows there is something left to do.
static bool ends_by_hand(fate_state *s, vg_frame f)
{
    if (s->hand_count[f.seat] > FATE_HAND_LIMIT) return true;
    if (f.a && (s->hand_count[f.seat] || s->object_count[f.seat])) return true;
    vg_pop(&s->stack);
    return false;
}

// Once it is back with who proposed, everybody has agreed.
static bool goes_round(fate_state *s, vg_frame f, vg_events *ev)
{
    if (f.seat == f.a) end(s, FATE_END_ACCORD, ev);
    return f.seat != f.a;
}

static void blame(fate_state *s, int seat, int whom, vg_events *ev)
{
    vg_pop(&s->stack);
    s->marks[whom]++;
    vg_emit(ev, FATE_EVENT_BLAMED, seat, whom, 0, 0, 0);
}

static bool has_rivals(fate_state *s, vg_frame f, vg_events *ev)
{
    if (s->seats > 2) return true;
    blame(s, f.seat, 1 - f.seat, ev); // there is only one opponent
    return false;
}

// ---- moves -------------------------------------------------------------------------

// From the question answered to the next one of the turn.
static void go_on(fate_state *s, int phase, int seat)
{
    vg_pop(&s->stack);
    vg_push(&s->stack, phase, seat, 0, 0);
}

static void start(fate_state *s, int seat, vg_events *ev)
{
    vg_pop(&s->stack);
    s->first = s->turn = (uint8_t)seat;
    s->stack.frame[0].seat = s->stack.frame[1].seat = (uint8_t)seat; // the first turn, its draw
    vg_emit(ev, FATE_EVENT_START, seat, 0, 0, 0, 0);
}

static void roll(fate_state *s, int die, vg_events *ev)
{
    int seat = vg_pop(&s->stack).seat;
    vg_emit(ev, FATE_EVENT_ROLLED, seat, die, 0, 0, 0);
    vg_push(&s->stack, FATE_PHASE_MOVE, seat, die, 0);
    vg_push(&s->stack, FATE_PHASE_WIND, (seat + 1) % s->seats, 0, 0);
}

static void receive(fate_state *s, int object, vg_events *ev)
{
    int seat = vg_pop(&s->stack).seat;
    s->object_deck &= ~(1u << object);
    s->object_deck_count--;
    s->object[seat] |= 1u << object;
    s->object_count[seat]++;
    s->late[seat]++;
    s->fresh[seat] = (uint8_t)(object + 1);
    vg_emit_veiled(ev, &fate_rows, VG_TO(seat), FATE_EVENT_GIFT, seat, (vg_args){.a = object});
    vg_push(&s->stack, FATE_PHASE_SET, seat, 0, 0);
}

// FeL-45
static void lay(fate_state *s, int seat, bool up, vg_events *ev)
{
    int object = s->fresh[seat] - 1;
    vg_pop(&s->stack);
    vg_emit(ev, FATE_EVENT_SET, seat, up ? object : VG_VEILED, 0, 0, 0);
    if (up) {
        s->object_up[seat] |= 1u << object;
        s->object_shown[seat] |= 1u << object;
    }
    s->fresh[seat] = 0;
}

static void turn_over(fate_state *s, int seat, int object, bool up, vg_events *ev)
{
    s->turnings++;
    if (up) {
        fate_turn_up(s, seat, object, ev);
    } else {
        s->object_up[seat] &= ~(1u << object);
        vg_emit(ev, FATE_EVENT_COVERED, seat, object, 0, 0, 0);
    }
}

// FeL-32: no movement, no look, no legend
static void rummage(fate_state *s, int seat, int hat, vg_events *ev)
{
    fate_use(s, seat, FATE_HAT, hat, ev);
    vg_emit(ev, FATE_EVENT_HAT, seat, 0, 0, 0, 0);
    s->hat = 1;
    s->tells = 0;
    go_on(s, FATE_PHASE_TELL, seat);
    vg_push(&s->stack, FATE_PHASE_DEAL, seat, 2, 0);
}

static void done(fate_state *s, int seat)
{
    if (vg_pop(&s->stack).phase == FATE_PHASE_DISCARD) return;
    vg_push(&s->stack, FATE_PHASE_DISCARD, seat, 0, 0);
    vg_push(&s->stack, FATE_PHASE_CHECK, seat, 0, 0);
}

static void pay_extra(fate_state *s, bool yes)
{
    vg_frame f = vg_pop(&s->stack);
    if (yes) vg_push(&s->stack, FATE_PHASE_PAY, f.seat, f.a, FATE_NONE);
}

static void discard(fate_state *s, int seat, int card, vg_events *ev)
{
    fate_throw(s, seat, card);
    vg_emit(ev, FATE_EVENT_DISCARDED, seat, card, 0, 0, 0);
}

static void ask_next(fate_state *s)
{
    vg_frame *f = vg_top(&s->stack);
    f->seat = (uint8_t)((f->seat + 1) % s->seats);
}

static void propose(fate_state *s, int seat, vg_events *ev)
{
    s->proposed[seat] = s->round;
    vg_emit(ev, FATE_EVENT_PROPOSED, seat, 0, 0, 0, 0);
    vg_push(&s->stack, FATE_PHASE_VOTE, (seat + 1) % s->seats, seat, 0);
}

// FeL-47: one refusal settles it
static void vote(fate_state *s, int seat, bool yes, vg_events *ev)
{
    vg_emit(ev, FATE_EVENT_VOTED, seat, yes, 0, 0, 0);
    if (yes)
        ask_next(s);
    else
        vg_pop(&s->stack);
}

#define VG_STATE fate_state
#include "engine/play.h"

// ---- the table of the game ------------------------------------------------------

static int first(const void *state)
{
    const fate_state *s = state;
    return s->first == FATE_NONE ? -1 : s->first;
}

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
    .kept = {offsetof(fate_state, memory), offsetof(fate_state, shuffle)},
    .turn_at = offsetof(fate_state, turn),
    .options = options,
    .option_count = OPT_COUNT,
    .editions = editions,
    .edition_count = 1,
    VG_ROWS,
    .fields = fate_fields,
    .field_count = FATE_FIELD_COUNT,
    .gists = fate_gists,
    .gist_count = FATE_GIST_COUNT,
    .gist = fate_gist,
    .rules = fate_rules,
    .setup = setup,
    .score = fate_score,
    .first = first,
    .resample = fate_resample,
    .forget = fate_forget,
    .evaluate = fate_evaluate,
    .why = fate_why,
    .show = fate_show,
    .print = fate_print,
    .catalog = fate_catalog,
    .dump = fate_dump,
    .edit = fate_edit,
    .check = fate_check,
    .tuning = &fate_tuning,
    .facts = fate_facts,
    .saga = &fate_saga,
    .board = fate_board,
};
