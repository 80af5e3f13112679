// mind.c: the rules of FantasyMind. apply() carries out one decision and then
// settle() runs everything that needs none, until a question stands open on top
// of the stack. An empty stack means that a turn has ended.
#include "games/mind/mind.h"

#include <string.h>

// ---- setup -------------------------------------------------------------------

vg_err mind_setup(void *state, const vg_setup *how, vg_lang lang, vg_text *why)
{
    (void)lang;
    mind_state *s = state;
    memset(s, 0, sizeof *s);
    const mind_edition *e = &mind_editions[how->edition];
    const char *wrong = mind_edition_check(e);
    if (wrong) {
        vg_text_add(why, wrong);
        return VG_ERR_SETUP;
    }
    s->seats = how->seats;
    s->edition = how->edition;
    s->challenger_wins_ties = (uint8_t)how->option[0];
    s->random_characters = (uint8_t)how->option[1];
    int removed = how->seats <= 4 ? 2 : how->seats <= 6 ? 1 : 0; // MS-03
    for (int c = 1; c <= MIND_COLOURS; c++) s->bank[c] = (uint8_t)(MIND_COPIES - removed);
    for (int k = 1; k < MIND_KINDS; k++) s->pile[k] = (uint8_t)mind_copies(e, k);
    s->pile_count = MIND_COFFERS;
    if (how->first < 0) {
        s->first = 0xff;
        vg_push(&s->stack, MIND_FIRST, 0, 0, 0);
    } else {
        s->first = s->turn = (uint8_t)how->first;
        vg_push(&s->stack, MIND_DEAL, s->first, 0, 0);
    }
    return VG_OK;
}

// ---- counting ----------------------------------------------------------------

static int least(int a, int b) { return a < b ? a : b; }

int mind_row_start(const mind_state *s, int r)
{
    int at = 0;
    for (int i = 0; i < r; i++) at += s->length[i];
    return at;
}

static int sum8(const uint8_t n[8])
{
    uint64_t eight;
    memcpy(&eight, n, sizeof eight);
    return (int)(eight * 0x0101010101010101u >> 56); // no sum here comes near 256
}

int mind_stone_count(const mind_state *s, int seat) { return sum8(s->stones[seat]); }

uint32_t mind_others(const mind_state *s, int seat, int parity, int stones)
{
    uint32_t found = 0;
    for (int p = 0; p < s->seats; p++)
        if (p != seat && mind_parity(s, p) == parity && mind_stone_count(s, p) >= stones)
            found |= 1u << p;
    return found;
}

// Seats that could still be paired: those the die calls, less those already in a pair (FM-14).
static uint32_t unpaired(const mind_state *s, int roller, int parity)
{
    uint32_t seats = mind_others(s, roller, parity, 2); // FM-13
    for (int i = 0; i < s->pair_count; i++) seats &= ~(1u << s->pair[i][0] | 1u << s->pair[i][1]);
    return seats;
}

// Rows of two or more coffers that no pair has yet (FM-15).
static uint32_t untaken_rows(const mind_state *s)
{
    uint32_t rows = 0;
    for (int r = 0; r < s->row_count; r++)
        if (s->length[r] >= 2) rows |= 1u << r;
    for (int i = 0; i < s->pair_count; i++)
        if (s->pair_row[i]) rows &= ~(1u << (s->pair_row[i] - 1));
    return rows;
}

uint32_t mind_free_rows(const mind_state *s)
{
    uint32_t rows = untaken_rows(s);
    // FM-42: the roller's pair comes first, so only it can meet a table without a row of two.
    if (!rows && s->pair_count == 1) rows = (1u << s->row_count) - 1;
    return rows;
}

void mind_count_row(const mind_state *s, int row, uint8_t count[8])
{
    memset(count, 0, 8);
    const uint8_t *card = &s->card[mind_row_start(s, row)];
    for (int i = 0; i < s->length[row]; i++) count[mind_colour_of(card[i])]++;
}

int mind_match(const mind_state *s, int seat, const uint8_t count[8], int colour)
{
    const mind_character_def *c = mind_character_of(s, seat);
    int shown = 0;
    for (int k = 0; k < 4; k++) shown += c->shows[k] == colour;
    return least(shown, count[colour]);
}

int mind_strength(const mind_state *s, int seat, const uint8_t count[8])
{
    uint8_t both[8];
    for (int c = 0; c < 8; c++) // nobody has stones of no colour, so blanks add nothing
        both[c] = s->stones[seat][c] < count[c] ? s->stones[seat][c] : count[c];
    return sum8(both);
}

int mind_matches(const mind_state *s, int seat, const uint8_t count[8])
{
    // Depicted stones are sorted: the n-th of a colour needs n coffers of it.
    const uint8_t *shows = mind_character_of(s, seat)->shows;
    int sum = 0, before = 0;
    for (int k = 0; k < 4; k++) {
        before = k && shows[k] == shows[k - 1] ? before + 1 : 0;
        sum += shows[k] && count[shows[k]] > before;
    }
    return sum;
}

mind_standing mind_best(const mind_state *s, int seat)
{
    mind_standing best = {0};
    for (int r = 0; r < s->row_count; r++) {
        uint8_t count[8];
        mind_count_row(s, r, count);
        int match = mind_matches(s, seat, count), stones = mind_strength(s, seat, count);
        if (r == 0 || match > best.match || (match == best.match && stones > best.stones))
            best = (mind_standing){(uint8_t)r, (uint8_t)match, (uint8_t)stones};
    }
    return best;
}

// ---- who is asked, and what he may do -------------------------------------------

// The question of each phase, for each seat a frame can name. It is a table because ask() is the
// most frequent call of all, and a struct put together byte by byte stalls whoever reads it whole.
#define SEAT(phase)                                                                                \
    [phase] = {{0, phase, 0, 0, 0}, {1, phase, 0, 0, 0}, {2, phase, 0, 0, 0}, {3, phase, 0, 0, 0}, \
               {4, phase, 0, 0, 0}, {5, phase, 0, 0, 0}, {6, phase, 0, 0, 0}, {7, phase, 0, 0, 0}}
#define CHANCE(phase)                                                                              \
    [phase] = {{VG_CHANCE, phase, 0, 0, 0}, {VG_CHANCE, phase, 0, 0, 0},                           \
               {VG_CHANCE, phase, 0, 0, 0}, {VG_CHANCE, phase, 0, 0, 0},                           \
               {VG_CHANCE, phase, 0, 0, 0}, {VG_CHANCE, phase, 0, 0, 0},                           \
               {VG_CHANCE, phase, 0, 0, 0}, {VG_CHANCE, phase, 0, 0, 0}}
static const vg_ask questions[][MIND_SEATS] = {
    [MIND_OVER] = {{VG_NOBODY, MIND_OVER, 0, 0, 0}},
    CHANCE(MIND_FIRST),
    CHANCE(MIND_DEAL),
    SEAT(MIND_CHOOSE),
    CHANCE(MIND_ASSIGN),
    CHANCE(MIND_OPEN),
    CHANCE(MIND_ROLL),
    SEAT(MIND_AGAIN),
    CHANCE(MIND_DRAW),
    SEAT(MIND_NEW),
    SEAT(MIND_BESIDE),
    SEAT(MIND_PAY),
    SEAT(MIND_FOE),
    SEAT(MIND_ROW),
    SEAT(MIND_PAIR),
    [MIND_FIGHT] = {{0, 0, 0, 0, 0}}, // settled without a question
    SEAT(MIND_SOURCE),
    SEAT(MIND_GIVE),
    SEAT(MIND_LIFT),
    SEAT(MIND_SET),
    SEAT(MIND_RETURN),
    CHANCE(MIND_PARITY),
};
#undef SEAT
#undef CHANCE
static_assert(sizeof questions / sizeof questions[0] == MIND_PHASE_COUNT, "one a phase");

vg_ask mind_ask(const void *state)
{
    const mind_state *s = state;
    const vg_frame *f = &s->stack.frame[s->stack.count - 1];
    assert(f->phase != MIND_FIGHT);
    return questions[f->phase][f->seat];
}

static int list_characters(const mind_state *s, vg_move out[])
{
    uint32_t taken = 0;
    for (int p = 0; p < s->seats; p++) taken |= 1u << s->character[p];
    int n = 0;
    for (int c = 1; c <= MIND_CHARACTERS; c++)
        if (!(taken >> c & 1)) out[n++] = VG_MOVE(MIND_M_CHARACTER, c, 0, 0);
    return n;
}

static int list_stones(const uint8_t stones[8], int kind, vg_move out[])
{
    int n = 0;
    for (int c = 1; c <= MIND_COLOURS; c++)
        if (stones[c]) out[n++] = VG_MOVE(kind, c, 0, 0);
    return n;
}

// Both ends of every row but `except`.
static int list_ends(const mind_state *s, int kind, int except, vg_move out[])
{
    int n = 0;
    for (int r = 0; r < s->row_count; r++) {
        if (r == except) continue;
        out[n++] = VG_MOVE(kind, r, 0, 0);
        out[n++] = VG_MOVE(kind, r, 1, 0);
    }
    return n;
}

// Any coffer on the table; equal ones of a row are one choice.
static int list_coffers(const mind_state *s, int kind, vg_move out[])
{
    int n = 0, at = 0;
    for (int r = 0; r < s->row_count; r++) {
        uint32_t kinds = 0;
        for (int i = 0; i < s->length[r]; i++) kinds |= 1u << s->card[at++];
        for (; kinds; kinds &= kinds - 1) out[n++] = VG_MOVE(kind, r, vg_lowest(kinds), 0);
    }
    return n;
}

static int list_bits(uint32_t bits, int kind, vg_move out[])
{
    int n = 0;
    for (; bits; bits &= bits - 1) out[n++] = VG_MOVE(kind, vg_lowest(bits), 0, 0);
    return n;
}

// FM-49: further pairs in any order; each is offered once, by its lower seat.
static int list_pairs(const mind_state *s, int roller, int parity, vg_move out[])
{
    if (s->pair_count == MIND_PAIRS || !untaken_rows(s)) return 0;
    uint32_t seats = unpaired(s, roller, parity);
    int n = 0;
    for (int p = 0; p < s->seats; p++)
        for (int q = p + 1; seats >> p & 1 && q < s->seats; q++)
            if (seats >> q & 1) out[n++] = VG_MOVE(MIND_M_PAIR, p, q, 0);
    return n;
}

static int chance_moves(const mind_state *s, vg_frame f, vg_move out[])
{
    if (f.phase == MIND_FIRST) return list_bits((1u << s->seats) - 1, MIND_M_START, out);
    if (f.phase == MIND_DEAL) return list_stones(s->bank, MIND_M_DEAL, out);
    if (f.phase == MIND_ASSIGN) return list_characters(s, out);
    if (f.phase == MIND_ROLL || f.phase == MIND_PARITY) {
        uint32_t faces = 0;
        for (int i = 1; i <= 6; i++) faces |= (uint32_t)(mind_edition_of(s)->sides[i] != 0) << i;
        return list_bits(faces, MIND_M_ROLL, out);
    }
    if (!s->pile_count) { // FM-22: what lies at the bottom comes in its order
        out[0] = VG_MOVE(MIND_M_DRAW, s->bottom[0], 0, 0);
        return 1;
    }
    int n = 0;
    for (int k = 1; k < MIND_KINDS; k++)
        if (s->pile[k]) out[n++] = VG_MOVE(MIND_M_DRAW, k, 0, 0);
    return n;
}

int mind_legal(const void *state, int seat, vg_move out[VG_MAX_LEGAL])
{
    const mind_state *s = state;
    vg_frame f = s->stack.frame[s->stack.count - 1];
    vg_ask ask = mind_ask(s);
    if (ask.actor != seat || seat == VG_NOBODY) return 0;
    if (seat == VG_CHANCE) return chance_moves(s, f, out);
    int n = 0;
    switch ((mind_phase)f.phase) {
    case MIND_CHOOSE: return list_characters(s, out);
    case MIND_AGAIN:
        out[n++] = VG_MOVE(MIND_M_KEEP, 0, 0, 0);
        out[n++] = VG_MOVE(MIND_M_AGAIN, 0, 0, 0);
        return n;
    case MIND_NEW:
        out[n++] = VG_MOVE(MIND_M_ABOVE, 0, 0, 0);
        out[n++] = VG_MOVE(MIND_M_BELOW, 0, 0, 0);
        return n;
    case MIND_BESIDE: return list_ends(s, MIND_M_BESIDE, -1, out);
    case MIND_PAY: return list_stones(s->stones[seat], MIND_M_PAY, out);
    case MIND_FOE: return list_bits(mind_others(s, seat, f.a, 2), MIND_M_FOE, out);
    case MIND_ROW: return list_bits(mind_free_rows(s), MIND_M_ROW, out);
    case MIND_PAIR:
        n = list_pairs(s, seat, f.a, out);
        out[n++] = VG_MOVE(MIND_M_DONE, 0, 0, 0);
        return n;
    case MIND_SOURCE: return list_bits(mind_others(s, seat, f.a, f.b), MIND_M_FROM, out);
    case MIND_GIVE: return list_stones(s->stones[seat], MIND_M_GIVE, out);
    case MIND_LIFT: return list_coffers(s, MIND_M_LIFT, out);
    case MIND_SET: return list_ends(s, MIND_M_SET, f.a, out);
    case MIND_RETURN: return list_coffers(s, MIND_M_RETURN, out);
    case MIND_OVER:
    case MIND_FIRST:
    case MIND_DEAL:
    case MIND_ASSIGN:
    case MIND_OPEN:
    case MIND_ROLL:
    case MIND_DRAW:
    case MIND_FIGHT:
    case MIND_PARITY:
    case MIND_PHASE_COUNT: break;
    }
    assert(false);
    return 0;
}

vg_move mind_chance(const void *state, vg_rng *rng)
{
    const mind_state *s = state;
    vg_frame f = s->stack.frame[s->stack.count - 1];
    switch ((mind_phase)f.phase) {
    case MIND_ROLL:
    case MIND_PARITY:
        return VG_MOVE(MIND_M_ROLL, vg_rng_pick(rng, mind_edition_of(s)->sides, 6), 0, 0);
    case MIND_FIRST: return VG_MOVE(MIND_M_START, vg_rng_below(rng, s->seats), 0, 0);
    case MIND_DEAL:
        return VG_MOVE(MIND_M_DEAL, vg_rng_pick(rng, s->bank, (uint32_t)sum8(s->bank)), 0, 0);
    case MIND_OPEN:
    case MIND_DRAW:
        if (!s->pile_count) return VG_MOVE(MIND_M_DRAW, s->bottom[0], 0, 0);
        return VG_MOVE(MIND_M_DRAW, vg_rng_pick(rng, s->pile, s->pile_count), 0, 0);
    case MIND_ASSIGN: {
        vg_move list[MIND_CHARACTERS];
        return list[vg_rng_below(rng, (uint32_t)list_characters(s, list))];
    }
    case MIND_OVER:
    case MIND_CHOOSE:
    case MIND_AGAIN:
    case MIND_NEW:
    case MIND_BESIDE:
    case MIND_PAY:
    case MIND_FOE:
    case MIND_ROW:
    case MIND_PAIR:
    case MIND_FIGHT:
    case MIND_SOURCE:
    case MIND_GIVE:
    case MIND_LIFT:
    case MIND_SET:
    case MIND_RETURN:
    case MIND_PHASE_COUNT: break;
    }
    assert(false);
    return 0;
}

// ---- coffers on the table --------------------------------------------------------

static void insert(mind_state *s, int at, int kind)
{
    memmove(&s->card[at + 1], &s->card[at], (size_t)(s->card_count - at));
    s->card[at] = (uint8_t)kind;
    s->card_count++;
}

static void add_row(mind_state *s, bool below, int kind)
{
    assert(s->row_count < MIND_ROWS);
    if (!below) memmove(&s->length[1], &s->length[0], s->row_count);
    s->length[below ? s->row_count : 0] = 1;
    s->row_count++;
    insert(s, below ? s->card_count : 0, kind);
}

static void add_to_row(mind_state *s, int row, bool right, int kind)
{
    insert(s, mind_row_start(s, row) + (right ? s->length[row] : 0), kind);
    s->length[row]++;
}

// Takes the coffer at place `at` of `card` away. Gives true if its row is gone with it.
static bool remove_card(mind_state *s, int row, int at)
{
    memmove(&s->card[at], &s->card[at + 1], (size_t)(s->card_count - at - 1));
    s->card[--s->card_count] = 0;
    if (--s->length[row]) return false;
    memmove(&s->length[row], &s->length[row + 1], (size_t)(s->row_count - row - 1));
    s->length[--s->row_count] = 0;
    return true;
}

// The leftmost coffer of this kind in a row, as a place in `card`.
static int find_card(const mind_state *s, int row, int kind)
{
    int at = mind_row_start(s, row);
    while (s->card[at] != kind) at++;
    return at;
}

static int draw(mind_state *s, int kind)
{
    if (s->pile_count) {
        s->pile[kind]--;
        s->pile_count--;
        return kind;
    }
    assert(s->bottom_count && s->bottom[0] == kind);
    memmove(&s->bottom[0], &s->bottom[1], (size_t)(s->bottom_count - 1));
    s->bottom[--s->bottom_count] = 0;
    return kind;
}

// ---- what the die brings ----------------------------------------------------------

// A stone from one heap to another: between seats, or a seat and the bank.
static void pass_stone(uint8_t from[8], uint8_t to[8], int colour)
{
    assert(from[colour]);
    from[colour]--;
    to[colour]++;
}

// After a coffer lies on the table: its gift (FM-10), and the end when it was the last (FM-25).
static void placed(mind_state *s, int seat, int kind, vg_events *ev)
{
    int colour = mind_colour_of(kind);
    if (mind_has_gift(kind)) {
        bool there = s->bank[colour] > 0;
        if (there) pass_stone(s->bank, s->stones[seat], colour);
        vg_emit(ev, there ? MIND_EV_GIFT : MIND_EV_NO_GIFT, seat, colour, 0, 0, 0);
    }
    if (s->pile_count + s->bottom_count == 0) {
        memset(&s->stack, 0, sizeof s->stack); // FM-08: a second coffer that is not there
        vg_push(&s->stack, MIND_OVER, 0, 0, 0);
        vg_emit(ev, MIND_EV_OVER, VG_NOBODY, 0, 0, 0, 0);
    }
}

static void nothing(int seat, mind_nothing why, vg_events *ev)
{
    vg_emit(ev, MIND_EV_NOTHING, seat, (int)why, 0, 0, 0);
}

// Someone of this parity with enough stones must give one; the roller says who (FM-19, FM-23).
static void demand_stone(mind_state *s, int seat, int parity, int enough, vg_events *ev)
{
    if (mind_others(s, seat, parity, enough))
        vg_push(&s->stack, MIND_SOURCE, seat, parity, enough);
    else
        nothing(seat, MIND_NO_SOURCE, ev);
}

static void challenge(mind_state *s, int seat, int parity, vg_events *ev)
{
    if (mind_others(s, seat, parity, 2)) // FM-12, FM-13
        vg_push(&s->stack, MIND_FOE, seat, parity, 0);
    else
        nothing(seat, MIND_NO_FOE, ev);
}

// Carries out the face that counts. The branch is chosen by the stones held now (FM-11).
static void resolve(mind_state *s, int seat, vg_events *ev)
{
    int stones = mind_stone_count(s, seat), face = s->face;
    switch (face) {
    case 1:
    case 2:
        if (stones >= 5) { // FM-04: exactly five pays on a 2 as well
            vg_push(&s->stack, MIND_PAY, seat, 2, 0);
        } else if (face == 1) {
            bool full = s->row_count == MIND_ROWS; // FM-06
            vg_push(&s->stack, MIND_DRAW, seat, full ? MIND_BESIDE : MIND_NEW, 0);
        } else { // FM-41: the second is drawn when the first lies on the table
            vg_push(&s->stack, MIND_DRAW, seat, MIND_BESIDE, 0);
            vg_push(&s->stack, MIND_DRAW, seat, MIND_BESIDE, 0);
        }
        return;
    case 3:
    case 4:
        if (stones >= 2)
            challenge(s, seat, face & 1, ev);
        else
            demand_stone(s, seat, face & 1, 4, ev); // FM-19
        return;
    case 5:
        if (s->row_count >= 2)
            vg_push(&s->stack, MIND_LIFT, seat, 0, 0); // FM-20
        else if (stones >= 2)
            vg_push(&s->stack, MIND_PAY, seat, 1, 0); // FM-21
        else
            nothing(seat, MIND_ONE_ROW, ev);
        return;
    default:
        if (s->card_count >= 5)
            vg_push(&s->stack, MIND_RETURN, seat, 0, 0); // FM-22
        else if (stones <= 2)
            vg_push(&s->stack, MIND_PARITY, seat, 0, 0); // FM-23
        else
            nothing(seat, MIND_FEW_CARDS, ev); // FM-24
        return;
    }
}

// Takes the first announced pair off the list and lets it fight (FM-16 to FM-18).
static void fight(mind_state *s, vg_events *ev)
{
    int a = s->pair[0][0], b = s->pair[0][1], row = s->pair_row[0] - 1;
    bool challenger = a == s->turn; // the roller's own pair is the first
    memmove(&s->pair[0], &s->pair[1], sizeof s->pair - sizeof s->pair[0]);
    memmove(&s->pair_row[0], &s->pair_row[1], sizeof s->pair_row - 1);
    s->pair_count--;
    memset(s->pair[MIND_PAIRS - 1], 0, sizeof s->pair[0]);
    s->pair_row[MIND_PAIRS - 1] = 0;

    uint8_t count[8];
    mind_count_row(s, row, count);
    int of_a = mind_strength(s, a, count), of_b = mind_strength(s, b, count);
    // FM-17, FM-48: only the roller is a challenger.
    bool tie = of_a == of_b && !(s->challenger_wins_ties && challenger);
    if (tie) {
        vg_emit(ev, MIND_EV_TIED, a, b, of_a, 0, row);
        return;
    }
    bool first = of_a >= of_b;
    int winner = first ? a : b, loser = first ? b : a;
    vg_emit(ev, MIND_EV_WON, winner, loser, first ? of_a : of_b, first ? of_b : of_a, row);
    vg_push(&s->stack, MIND_GIVE, loser, winner, 0);
}

static void deal_next(mind_state *s, int dealt)
{
    if (dealt < MIND_DEAL_STONES * s->seats) {
        vg_push(&s->stack, MIND_DEAL, (s->first + dealt / MIND_DEAL_STONES) % s->seats, dealt, 0);
        return;
    }
    vg_push(&s->stack, s->random_characters ? MIND_ASSIGN : MIND_CHOOSE, s->first, 0, 0); // FM-44
}

static void choose_next(mind_state *s, int phase, int chosen, vg_events *ev)
{
    if (chosen < s->seats) {
        vg_push(&s->stack, phase, (s->first + chosen) % s->seats, chosen, 0);
        return;
    }
    int odd = 0;
    for (int p = 0; p < s->seats; p++) odd += mind_parity(s, p);
    if (odd == 0 || odd == s->seats) // FM-31
        vg_emit(ev, MIND_EV_ONE_PARITY, VG_NOBODY, odd > 0, 0, 0, 0);
    vg_push(&s->stack, MIND_OPEN, s->first, 0, 0);
}

// Runs what needs no decision.
static void settle(mind_state *s, vg_events *ev)
{
    for (;;) {
        if (s->stack.count == 0) { // MS-05: the next seat rolls
            s->turn = (uint8_t)((s->turn + 1) % s->seats);
            s->face = 0;
            vg_push(&s->stack, MIND_ROLL, s->turn, 0, 0);
            return;
        }
        vg_frame f = *vg_top(&s->stack);
        if (f.phase == MIND_PAIR) {
            vg_move list[VG_MAX_LEGAL];
            if (list_pairs(s, f.seat, f.a, list)) return;
            vg_pop(&s->stack);
            vg_push(&s->stack, MIND_FIGHT, f.seat, 0, 0);
        } else if (f.phase == MIND_FIGHT) {
            if (s->pair_count)
                fight(s, ev);
            else
                vg_pop(&s->stack);
        } else {
            return;
        }
    }
}

// ---- carrying out a move ------------------------------------------------------------

static void rolled(mind_state *s, vg_frame f, int face, vg_events *ev)
{
    if (f.phase == MIND_PARITY) {
        vg_emit(ev, MIND_EV_PARITY, f.seat, face, 0, 0, 0);
        demand_stone(s, f.seat, face & 1, 3, ev); // FM-23
        return;
    }
    s->face = (uint8_t)face;
    vg_emit(ev, MIND_EV_ROLLED, f.seat, face, f.a, 0, 0);
    if (f.a == 0 && face == mind_character_of(s, f.seat)->value) // FM-03
        vg_push(&s->stack, MIND_AGAIN, f.seat, 0, 0);
    else
        resolve(s, f.seat, ev);
}

static void drawn(mind_state *s, vg_frame f, int kind, vg_events *ev)
{
    draw(s, kind);
    if (f.phase == MIND_OPEN) { // nobody placed it, so nobody has its gift (FM-47)
        vg_emit(ev, MIND_EV_OPENED, VG_NOBODY, kind, 0, 0, 0);
        add_row(s, true, kind);
        s->turn = s->first;
        vg_push(&s->stack, MIND_ROLL, s->first, 0, 0);
        return;
    }
    vg_emit(ev, MIND_EV_DREW, f.seat, kind, 0, 0, 0);
    vg_push(&s->stack, f.a, f.seat, kind, 0);
}

static void new_row(mind_state *s, int seat, int kind, bool below, vg_events *ev)
{
    add_row(s, below, kind);
    vg_emit(ev, MIND_EV_NEW_ROW, seat, kind, below ? s->row_count - 1 : 0, 0, 0);
    placed(s, seat, kind, ev);
}

static void announce(mind_state *s, int a, int b)
{
    assert(s->pair_count < MIND_PAIRS);
    s->pair[s->pair_count][0] = (uint8_t)a;
    s->pair[s->pair_count][1] = (uint8_t)b;
    s->pair_count++;
}

static void assign_row(mind_state *s, int row, vg_events *ev)
{
    int i = s->pair_count - 1;
    s->pair_row[i] = (uint8_t)(row + 1);
    vg_emit(ev, MIND_EV_PAIRED, s->pair[i][0], s->pair[i][1], row, 0, 0);
}

static void move_card(mind_state *s, int seat, vg_frame f, int to, bool right, vg_events *ev)
{
    int from = f.a, kind = s->card[f.b];
    vg_emit(ev, MIND_EV_MOVED, seat, kind, from, to, right);
    if (remove_card(s, from, f.b) && to > from) to--; // FM-20: an empty row is gone
    add_to_row(s, to, right, kind);
}

static void return_card(mind_state *s, int seat, int row, int kind, vg_events *ev)
{
    vg_emit(ev, MIND_EV_RETURNED, seat, kind, row, 0, 0);
    remove_card(s, row, find_card(s, row, kind));
    s->bottom[s->bottom_count++] = (uint8_t)kind; // FM-22
}

void mind_apply(void *state, int seat, vg_move m, vg_events *ev)
{
    mind_state *s = state;
    vg_frame f = vg_pop(&s->stack);
    int a = vg_move_a(m), b = vg_move_b(m);
    switch ((mind_move)vg_move_kind(m)) {
    case MIND_M_START:
        s->first = s->turn = (uint8_t)a;
        vg_emit(ev, MIND_EV_START, a, 0, 0, 0, 0);
        deal_next(s, 0);
        break;
    case MIND_M_DEAL:
        pass_stone(s->bank, s->stones[f.seat], a);
        vg_emit(ev, MIND_EV_DEALT, f.seat, a, 0, 0, 0);
        deal_next(s, f.a + 1);
        break;
    case MIND_M_CHARACTER:
        s->character[f.seat] = (uint8_t)a;
        vg_emit(ev, MIND_EV_CHARACTER, f.seat, a, 0, 0, 0);
        choose_next(s, f.phase, f.a + 1, ev);
        break;
    case MIND_M_DRAW: drawn(s, f, a, ev); break;
    case MIND_M_ROLL: rolled(s, f, a, ev); break;
    case MIND_M_KEEP:
        vg_emit(ev, MIND_EV_KEPT, seat, s->face, 0, 0, 0);
        resolve(s, seat, ev);
        break;
    case MIND_M_AGAIN: vg_push(&s->stack, MIND_ROLL, seat, 1, 0); break;
    case MIND_M_ABOVE:
    case MIND_M_BELOW: new_row(s, seat, f.a, vg_move_kind(m) == MIND_M_BELOW, ev); break;
    case MIND_M_BESIDE:
        add_to_row(s, a, b, f.a);
        vg_emit(ev, MIND_EV_BESIDE, seat, f.a, a, b, 0);
        placed(s, seat, f.a, ev);
        break;
    case MIND_M_PAY:
        pass_stone(s->stones[seat], s->bank, a);
        vg_emit(ev, MIND_EV_PAID, seat, a, 0, 0, 0);
        if (f.a > 1) vg_push(&s->stack, MIND_PAY, seat, f.a - 1, 0);
        break;
    case MIND_M_FOE:
        announce(s, seat, a);
        vg_push(&s->stack, MIND_ROW, seat, f.a, 0);
        break;
    case MIND_M_ROW:
        assign_row(s, a, ev);
        vg_push(&s->stack, MIND_PAIR, seat, f.a, 0);
        break;
    case MIND_M_PAIR:
        announce(s, a, b);
        vg_push(&s->stack, MIND_ROW, seat, f.a, 0);
        break;
    case MIND_M_DONE: vg_push(&s->stack, MIND_FIGHT, seat, 0, 0); break;
    case MIND_M_FROM:
        vg_emit(ev, MIND_EV_ASKED, seat, a, 0, 0, 0);
        vg_push(&s->stack, MIND_GIVE, a, seat, 0);
        break;
    case MIND_M_GIVE:
        pass_stone(s->stones[seat], s->stones[f.a], a);
        vg_emit(ev, MIND_EV_GAVE, seat, f.a, a, 0, 0);
        break;
    case MIND_M_LIFT: vg_push(&s->stack, MIND_SET, seat, a, find_card(s, a, b)); break;
    case MIND_M_SET: move_card(s, seat, f, a, b, ev); break;
    case MIND_M_RETURN: return_card(s, seat, a, b, ev); break;
    case MIND_MOVE_COUNT: assert(false);
    }
    settle(s, ev);
}

// ---- the end ---------------------------------------------------------------------------

// FM-26, FM-27, FM-43: matches of the best row first, then own stones on it.
void mind_score(const void *state, vg_score *out)
{
    const mind_state *s = state;
    mind_standing best[MIND_SEATS];
    for (int p = 0; p < s->seats; p++) best[p] = mind_best(s, p);
    for (int p = 0; p < s->seats; p++) {
        bool tied = false;
        out->rank[p] = 1;
        for (int q = 0; q < s->seats; q++) {
            bool equal = best[q].match == best[p].match;
            tied |= equal && q != p;
            if (best[q].match > best[p].match || (equal && best[q].stones > best[p].stones))
                out->rank[p]++;
        }
        if (s->row_count == 0) continue;
        uint8_t count[8];
        mind_count_row(s, best[p].row, count);
        for (int c = 1; c <= MIND_COLOURS; c++) {
            int match = mind_match(s, p, count, c);
            if (match) vg_score_add(out, p, MIND_SC_MATCH, match, best[p].row, c);
        }
        if (!best[p].match) vg_score_add(out, p, MIND_SC_NONE, 0, best[p].row, 0);
        for (int c = 1; tied && c <= MIND_COLOURS; c++) {
            int own = least(s->stones[p][c], count[c]);
            if (own) vg_score_add(out, p, MIND_SC_STONES, 0, best[p].row << 4 | c, own);
        }
    }
}

// ---- invariants ----------------------------------------------------------------------

static const char *check_stones(const mind_state *s)
{
    int removed = s->seats <= 4 ? 2 : s->seats <= 6 ? 1 : 0;
    for (int c = 1; c <= MIND_COLOURS; c++) {
        int n = s->bank[c];
        for (int p = 0; p < s->seats; p++) n += s->stones[p][c];
        if (n != MIND_COPIES - removed) return "a stone was lost or doubled";
    }
    for (int p = 0; p < s->seats; p++)
        if (s->stones[p][0]) return "a stone has no colour";
    return s->bank[0] ? "a stone in the bank has no colour" : NULL;
}

static const char *check_coffers(const mind_state *s)
{
    int count[MIND_KINDS] = {0}, lengths = 0, pile = 0;
    for (int i = 0; i < MIND_COFFERS; i++) {
        if ((s->card[i] != 0) != (i < s->card_count)) return "the table's count is wrong";
        if ((s->bottom[i] != 0) != (i < s->bottom_count)) return "the bottom's count is wrong";
        count[s->card[i]]++;
        count[s->bottom[i]]++;
    }
    for (int k = 1; k < MIND_KINDS; k++) {
        count[k] += s->pile[k];
        pile += s->pile[k];
    }
    if (pile != s->pile_count || s->pile[0]) return "the pile's count is wrong";
    // The coffer being placed lies in the frame that asks where.
    vg_frame f = s->stack.frame[s->stack.count - 1];
    if (f.phase == MIND_NEW || f.phase == MIND_BESIDE) count[f.a]++;
    for (int k = 1; k < MIND_KINDS; k++)
        if (count[k] != mind_copies(mind_edition_of(s), k)) return "a coffer was lost or doubled";
    for (int r = 0; r < MIND_ROWS; r++) {
        if ((s->length[r] != 0) != (r < s->row_count)) return "an empty row among the rows";
        lengths += s->length[r];
    }
    return lengths == s->card_count ? NULL : "the rows do not add up to the table";
}

static const char *check_pairs(const mind_state *s)
{
    uint32_t seats = 0, rows = 0;
    for (int i = 0; i < MIND_PAIRS; i++) {
        if (i >= s->pair_count) {
            if (s->pair[i][0] | s->pair[i][1] | s->pair_row[i]) return "a pair past the last";
            continue;
        }
        uint32_t two = 1u << s->pair[i][0] | 1u << s->pair[i][1];
        if (vg_bits(two) != 2 || seats & two) return "a seat fights twice";
        if (s->pair_row[i] && rows >> s->pair_row[i] & 1) return "two pairs on one row";
        if (s->pair_row[i] > s->row_count) return "a pair on no row";
        seats |= two;
        rows |= 1u << s->pair_row[i];
    }
    return NULL;
}

const char *mind_check(const void *state)
{
    const mind_state *s = state;
    if (s->stack.count == 0) return "no question is open";
    if (s->stack.frame[s->stack.count - 1].phase == MIND_OVER && s->stack.count > 1)
        return "business left after the end";
    uint32_t taken = 0;
    for (int p = 0; p < MIND_SEATS; p++) {
        if (s->character[p] > MIND_CHARACTERS || (p >= s->seats && s->character[p]))
            return "no such character";
        if (s->character[p] && taken >> s->character[p] & 1) return "a character twice";
        taken |= 1u << s->character[p];
    }
    const char *wrong = check_stones(s);
    if (!wrong) wrong = check_coffers(s);
    if (!wrong) wrong = check_pairs(s);
    return wrong;
}

// ---- the game ------------------------------------------------------------------------

static int mind_first(const void *state)
{
    const mind_state *s = state;
    return s->first == 0xff ? -1 : s->first;
}

static const vg_ask_def asks[MIND_PHASE_COUNT] = {
    [MIND_OVER] = {"over", "FM-25"},     [MIND_FIRST] = {"first", "FM-34"},
    [MIND_DEAL] = {"deal", "MS-03"},     [MIND_CHOOSE] = {"choose", "FM-44"},
    [MIND_ASSIGN] = {"assign", "FM-30"}, [MIND_OPEN] = {"open", "MS-04"},
    [MIND_ROLL] = {"roll", "MS-05"},     [MIND_AGAIN] = {"again", "FM-03"},
    [MIND_DRAW] = {"draw", "FM-41"},     [MIND_NEW] = {"new-row", "FM-06"},
    [MIND_BESIDE] = {"beside", "FM-07"}, [MIND_PAY] = {"pay", "FM-05"},
    [MIND_FOE] = {"foe", "FM-13"},       [MIND_ROW] = {"row", "FM-15"},
    [MIND_PAIR] = {"pair", "FM-14"},     [MIND_FIGHT] = {NULL, "FM-16"},
    [MIND_SOURCE] = {"source", "FM-19"}, [MIND_GIVE] = {"give", "FM-18"},
    [MIND_LIFT] = {"lift", "FM-20"},     [MIND_SET] = {"set", "FM-20"},
    [MIND_RETURN] = {"return", "FM-22"}, [MIND_PARITY] = {"parity", "FM-23"},
};

static const char *const events[MIND_EVENT_COUNT] = {
    [MIND_EV_START] = "start",
    [MIND_EV_DEALT] = "dealt",
    [MIND_EV_CHARACTER] = "character",
    [MIND_EV_ONE_PARITY] = "one-parity",
    [MIND_EV_OPENED] = "opened",
    [MIND_EV_ROLLED] = "rolled",
    [MIND_EV_KEPT] = "kept",
    [MIND_EV_DREW] = "drew",
    [MIND_EV_NEW_ROW] = "new-row",
    [MIND_EV_BESIDE] = "beside",
    [MIND_EV_GIFT] = "gift",
    [MIND_EV_NO_GIFT] = "no-gift",
    [MIND_EV_PAID] = "paid",
    [MIND_EV_PAIRED] = "paired",
    [MIND_EV_WON] = "won",
    [MIND_EV_TIED] = "tied",
    [MIND_EV_ASKED] = "asked",
    [MIND_EV_GAVE] = "gave",
    [MIND_EV_MOVED] = "moved",
    [MIND_EV_RETURNED] = "returned",
    [MIND_EV_PARITY] = "parity",
    [MIND_EV_NOTHING] = "nothing",
    [MIND_EV_OVER] = "over",
};

static const char *const tie_names[] = {"none", "challenger"};
static const char *const character_names[] = {"choose", "random"};
static const vg_option options[] = {
    {
        .key = "ties",
        .max = 1,
        .names = tie_names,
        .what = VG_WORDS("se una sfida finisce pari: nessuno cede niente, o vince chi ha tirato "
                         "il dado",
                         "when a challenge is tied: nobody gives anything, or whoever rolled wins"),
        .rule = "FM-17",
    },
    {
        .key = "characters",
        .max = 1,
        .names = character_names,
        .what = VG_WORDS("i personaggi si scelgono a turno, o toccano in sorte",
                         "characters are chosen in turn, or dealt by chance"),
        .rule = "FM-30",
    },
};

static const char *const editions[MIND_EDITIONS + 1] = {"classic", "custom"};
extern const char *const mind_rules[];

const vg_game mind_game = {
    .id = "mind",
    .name = "FantasyMind",
    .tagline = VG_WORDS("Le pietre: righe di scrigni, sfide e un dado che comanda",
                        "The stones: rows of coffers, challenges and a die that rules"),
    .rules_version = 2,
    .min_seats = 3,
    .max_seats = MIND_SEATS,
    .minutes = 40,
    // No rule ends a game that keeps rolling 6; RULES.md, "How long a game is", says why a game of
    // 20,000 moves will not be seen.
    .max_length = 20000,
    .state_size = sizeof(mind_state),
    .turn_at = offsetof(mind_state, turn),
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .editions = editions,
    .edition_count = MIND_EDITIONS,
    .asks = asks,
    .ask_count = MIND_PHASE_COUNT,
    .events = events,
    .event_count = MIND_EVENT_COUNT,
    .fields = mind_fields,
    .field_count = MIND_FIELDS,
    .rules = mind_rules,
    .notation = &mind_notation,
    .setup = mind_setup,
    .ask = mind_ask,
    .legal = mind_legal,
    .chance = mind_chance,
    .apply = mind_apply,
    .score = mind_score,
    .first = mind_first,
    .resample = mind_resample,
    .evaluate = mind_evaluate,
    .move_text = mind_move_text,
    .move_label = mind_move_label,
    .prompt = mind_prompt,
    .event_text = mind_event_text,
    .score_text = mind_score_text,
    .why_not = mind_why_not,
    .show = mind_show,
    .print = mind_print,
    .catalog = mind_catalog,
    .dump = mind_dump,
    .edit = mind_edit,
    .check = mind_check,
    .traits = mind_traits,
    .pairs = "drawn",
    .marks = mind_marks,
    .tuning = &mind_tuning,
};
