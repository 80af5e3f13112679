// mind.c: the rules of FantasyMind: what may be done, and what each move of mind.def does. An empty
// stack means that a turn has ended.
#include "games/mind/colours.h"

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
        vg_push(&s->stack, MIND_PHASE_FIRST, 0, 0, 0);
    } else {
        s->first = s->turn = (uint8_t)how->first;
        vg_push(&s->stack, MIND_PHASE_DEAL, s->first, 0, 0);
    }
    return VG_OK;
}

// ---- counting ----------------------------------------------------------------

// Where each row ends in `card`, a byte a row.
static uint64_t row_ends(const mind_state *s) { return vg_sums_of(vg_eight(s->length, MIND_ROWS)); }

int mind_row_start(const mind_state *s, int r) { return (int)(row_ends(s) << 8 >> 8 * r & 255); }

// The row of the coffer at a place of `card`: so many have ended there.
static int row_of(const mind_state *s, int at)
{
    return (int)(vg_sums_of(vg_not_above(row_ends(s), (uint32_t)at)) >> 56);
}

int mind_stone_count(const mind_state *s, int seat)
{
    return mind_total(mind_colours_of(s->stones[seat]));
}

uint32_t mind_others(const mind_state *s, int seat, int parity, int stones)
{
    uint32_t found = 0;
    for (int p = 0; p < s->seats; p++) { // both are luck, which no branch could foresee
        int called = mind_parity(s, p) == parity, enough = mind_stone_count(s, p) >= stones;
        found |= (uint32_t)(called & enough) << p;
    }
    return found & ~(1u << seat);
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

static mind_standing best_of(const mind_state *s, const mind_colours row[MIND_ROWS], int seat)
{
    mind_standing best = {0};
    for (int r = 0; r < s->row_count; r++) {
        int match = mind_matches(s, seat, row[r]), stones = mind_strength(s, seat, row[r]);
        if (r == 0 || match > best.match || (match == best.match && stones > best.stones))
            best = (mind_standing){(uint8_t)r, (uint8_t)match, (uint8_t)stones};
    }
    return best;
}

mind_standing mind_best(const mind_state *s, int seat)
{
    mind_colours row[MIND_ROWS];
    mind_count_rows(s, row);
    return best_of(s, row, seat);
}

// ---- what may be done -----------------------------------------------------------

static int list_characters(const mind_state *s, vg_move out[])
{
    uint32_t taken = 0;
    for (int p = 0; p < s->seats; p++) taken |= 1u << s->character[p];
    int n = 0;
    for (int c = 1; c <= MIND_CHARACTERS; c++)
        if (!(taken >> c & 1)) out[n++] = VG_MOVE(MIND_MOVE_CHARACTER, c, 0, 0);
    return n;
}

static int list_stones(const uint8_t stones[8], int kind, vg_move out[])
{
    return vg_list_set(out, vg_some_of(vg_eight(stones, 8)), 8, VG_MOVE(kind, 0, 0, 0));
}

// Both ends of every row but `except`.
static int list_ends(const mind_state *s, int kind, int except, vg_move out[])
{
    int n = 0;
    for (int r = 0; r < s->row_count; r++) {
        out[n] = VG_MOVE(kind, r, 0, 0);
        out[n + 1] = VG_MOVE(kind, r, 1, 0);
        n += 2 * (r != except); // else written over
    }
    return n;
}

// Any coffer on the table; equal ones of a row are one choice.
static int list_coffers(const mind_state *s, int kind, vg_move out[])
{
    uint32_t kinds[MIND_ROWS] = {0}; // in each row
    for (int i = 0; i < s->card_count; i++) kinds[row_of(s, i)] |= 1u << s->card[i];
    int n = 0;
    for (int r = 0; r < s->row_count; r++)
        n += vg_list_set_after(out + n, kinds[r], MIND_KINDS, VG_MOVE(kind, r, 0, 0), 1);
    return n;
}

static int list_bits(uint32_t bits, int kind, vg_move out[])
{
    return vg_list_set(out, bits, 8, VG_MOVE(kind, 0, 0, 0));
}

// FM-49: further pairs in any order; each is offered once, by its lower seat.
static int list_pairs(const mind_state *s, int roller, int parity, vg_move out[])
{
    if (s->pair_count == MIND_PAIRS || !untaken_rows(s)) return 0;
    uint32_t seats = unpaired(s, roller, parity);
    int n = 0;
    for (int p = 0; p < s->seats; p++)
        for (int q = p + 1; seats >> p & 1 && q < s->seats; q++)
            if (seats >> q & 1) out[n++] = VG_MOVE(MIND_MOVE_PAIR, p, q, 0);
    return n;
}

static int list_pairs_or_done(const mind_state *s, vg_frame f, vg_move out[])
{
    int n = list_pairs(s, f.seat, f.a, out);
    out[n++] = VG_MOVE(MIND_MOVE_DONE, 0, 0, 0);
    return n;
}

static int list_two(int one, int other, vg_move out[])
{
    out[0] = VG_MOVE(one, 0, 0, 0);
    out[1] = VG_MOVE(other, 0, 0, 0);
    return 2;
}

static int list_draws(const mind_state *s, vg_move out[])
{
    if (!s->pile_count) { // FM-22: what lies at the bottom comes in its order
        out[0] = VG_MOVE(MIND_MOVE_DRAW, s->bottom[0], 0, 0);
        return 1;
    }
    int n = 0;
    for (int k = 1; k < MIND_KINDS; k++)
        if (s->pile[k]) out[n++] = VG_MOVE(MIND_MOVE_DRAW, k, 0, 0);
    return n;
}

static vg_move draw_any(const mind_state *s, vg_rng *rng)
{
    int kind = s->pile_count ? vg_rng_pick(rng, s->pile, MIND_KINDS, s->pile_count) : s->bottom[0];
    return VG_MOVE(MIND_MOVE_DRAW, kind, 0, 0);
}

static vg_move deal_any(const mind_state *s, vg_rng *rng)
{
    return VG_MOVE(MIND_MOVE_DEAL,
                   vg_rng_pick(rng, s->bank, 8, (uint32_t)mind_total(mind_colours_of(s->bank))), 0,
                   0);
}

static int list_rolls(const mind_state *s, vg_move out[])
{
    uint32_t faces = 0;
    for (int i = 1; i <= 6; i++) faces |= (uint32_t)(mind_edition_of(s)->sides[i] != 0) << i;
    return list_bits(faces, MIND_MOVE_ROLL, out);
}

static vg_move roll_any(const mind_state *s, vg_rng *rng)
{
    return VG_MOVE(MIND_MOVE_ROLL, vg_rng_pick(rng, mind_edition_of(s)->sides, 7, 6), 0, 0);
}

// ---- coffers on the table --------------------------------------------------------

// All places are written, whichever they are: how many move is luck, which no branch could foresee.
static void insert(mind_state *s, int at, int kind)
{
    uint8_t was[1 + MIND_COFFERS] = {0};
    memcpy(was + 1, s->card, MIND_COFFERS);
    for (uint8_t i = 0; i < MIND_COFFERS; i++) s->card[i] = i < (uint8_t)at ? was[1 + i] : was[i];
    s->card[at] = (uint8_t)kind;
    s->card_count++;
}

static void add_row(mind_state *s, bool below, int kind)
{
    assert(s->row_count < MIND_ROWS);
    if (!below) memmove(&s->length[1], &s->length[0], MIND_ROWS - 1);
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
    uint8_t was[MIND_COFFERS + 1] = {0};
    memcpy(was, s->card, MIND_COFFERS);
    for (uint8_t i = 0; i < MIND_COFFERS; i++) s->card[i] = i < (uint8_t)at ? was[i] : was[i + 1];
    s->card_count--;
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

static void uncover(mind_state *s, int kind)
{
    if (s->pile_count) {
        s->pile[kind]--;
        s->pile_count--;
        return;
    }
    assert(s->bottom_count && s->bottom[0] == kind);
    memmove(&s->bottom[0], &s->bottom[1], (size_t)(s->bottom_count - 1));
    s->bottom[--s->bottom_count] = 0;
}

// ---- what the die brings ----------------------------------------------------------

// A stone from one heap to another: between seats, or a seat and the bank.
static void pass_stone(uint8_t from[8], uint8_t to[8], int colour)
{
    assert(from[colour]);
    mind_colours less = mind_colours_of(from) - mind_one(colour);
    mind_colours more = mind_colours_of(to) + mind_one(colour);
    memcpy(from, &less, sizeof less); // as a word, as it will be read
    memcpy(to, &more, sizeof more);
}

// After a coffer lies on the table: its gift (FM-10), and the end when it was the last (FM-25).
static void placed(mind_state *s, int seat, int kind, vg_events *ev)
{
    int colour = mind_colour_of(kind);
    if (mind_has_gift(kind)) {
        bool there = s->bank[colour] > 0;
        if (there) pass_stone(s->bank, s->stones[seat], colour);
        vg_emit(ev, there ? MIND_EVENT_GIFT : MIND_EVENT_NO_GIFT, seat, colour, 0, 0, 0);
    }
    if (s->pile_count + s->bottom_count == 0) {
        memset(&s->stack, 0, sizeof s->stack); // FM-08: a second coffer that is not there
        vg_push(&s->stack, MIND_PHASE_OVER, 0, 0, 0);
        vg_emit(ev, MIND_EVENT_OVER, VG_NOBODY, 0, 0, 0, 0);
    }
}

static void nothing(int seat, mind_nothing why, vg_events *ev)
{
    vg_emit(ev, MIND_EVENT_NOTHING, seat, (int)why, 0, 0, 0);
}

// Someone of this parity with enough stones must give one; the roller says who (FM-19, FM-23).
static void demand_stone(mind_state *s, int seat, int parity, int enough, vg_events *ev)
{
    if (mind_others(s, seat, parity, enough))
        vg_push(&s->stack, MIND_PHASE_SOURCE, seat, parity, enough);
    else
        nothing(seat, MIND_NO_SOURCE, ev);
}

static void challenge(mind_state *s, int seat, int parity, vg_events *ev)
{
    if (mind_others(s, seat, parity, 2)) // FM-12, FM-13
        vg_push(&s->stack, MIND_PHASE_FOE, seat, parity, 0);
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
            vg_push(&s->stack, MIND_PHASE_PAY, seat, 2, 0);
        } else if (face == 1) {
            bool full = s->row_count == MIND_ROWS; // FM-06
            vg_push(&s->stack, MIND_PHASE_DRAW, seat, full ? MIND_PHASE_BESIDE : MIND_PHASE_NEW, 0);
        } else { // FM-41: the second is drawn when the first lies on the table
            vg_push(&s->stack, MIND_PHASE_DRAW, seat, MIND_PHASE_BESIDE, 0);
            vg_push(&s->stack, MIND_PHASE_DRAW, seat, MIND_PHASE_BESIDE, 0);
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
            vg_push(&s->stack, MIND_PHASE_LIFT, seat, 0, 0); // FM-20
        else if (stones >= 2)
            vg_push(&s->stack, MIND_PHASE_PAY, seat, 1, 0); // FM-21
        else
            nothing(seat, MIND_ONE_ROW, ev);
        return;
    default:
        if (s->card_count >= 5)
            vg_push(&s->stack, MIND_PHASE_RETURN, seat, 0, 0); // FM-22
        else if (stones <= 2)
            vg_push(&s->stack, MIND_PHASE_PARITY, seat, 0, 0); // FM-23
        else
            nothing(seat, MIND_FEW_CARDS, ev); // FM-24
        return;
    }
}

// Takes the first announced pair off the list and lets it fight (FM-16 to FM-18).
static void fight(mind_state *s, vg_events *ev)
{
    if (!s->pair_count) {
        vg_pop(&s->stack);
        return;
    }
    int a = s->pair[0][0], b = s->pair[0][1], row = s->pair_row[0] - 1;
    bool challenger = a == s->turn; // the roller's own pair is the first
    memmove(&s->pair[0], &s->pair[1], sizeof s->pair - sizeof s->pair[0]);
    memmove(&s->pair_row[0], &s->pair_row[1], sizeof s->pair_row - 1);
    s->pair_count--;
    memset(s->pair[MIND_PAIRS - 1], 0, sizeof s->pair[0]);
    s->pair_row[MIND_PAIRS - 1] = 0;

    mind_colours coffers = mind_count_row(s, row);
    int of_a = mind_strength(s, a, coffers), of_b = mind_strength(s, b, coffers);
    // FM-17, FM-48: only the roller is a challenger.
    bool tie = of_a == of_b && !(s->challenger_wins_ties && challenger);
    if (tie) {
        vg_emit(ev, MIND_EVENT_TIED, a, b, of_a, row, 0);
        return;
    }
    bool first = of_a >= of_b;
    int winner = first ? a : b, loser = first ? b : a;
    vg_emit(ev, MIND_EVENT_WON, winner, loser, first ? of_a : of_b, first ? of_b : of_a, row);
    vg_push(&s->stack, MIND_PHASE_GIVE, loser, winner, 0);
}

static void deal_next(mind_state *s, int dealt)
{
    if (dealt < MIND_DEAL_STONES * s->seats) {
        vg_push(&s->stack, MIND_PHASE_DEAL, (s->first + dealt / MIND_DEAL_STONES) % s->seats, dealt,
                0);
        return;
    }
    vg_push(&s->stack, s->random_characters ? MIND_PHASE_ASSIGN : MIND_PHASE_CHOOSE, s->first, 0,
            0); // FM-44
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
        vg_emit(ev, MIND_EVENT_ONE_PARITY, VG_NOBODY, odd > 0, odd ? 4 : 3, 0, 0);
    vg_push(&s->stack, MIND_PHASE_OPEN, s->first, 0, 0);
}

static void next_turn(mind_state *s) // MS-05: the next seat rolls
{
    s->turn = (uint8_t)(s->turn + 1 == s->seats ? 0 : s->turn + 1);
    s->face = 0;
    vg_push(&s->stack, MIND_PHASE_ROLL, s->turn, 0, 0);
}

// ---- carrying out a move ------------------------------------------------------------

static void start(mind_state *s, int seat, vg_events *ev)
{
    vg_pop(&s->stack);
    s->first = s->turn = (uint8_t)seat;
    vg_emit(ev, MIND_EVENT_START, seat, 0, 0, 0, 0);
    deal_next(s, 0);
}

static void deal(mind_state *s, vg_frame f, int colour, vg_events *ev)
{
    vg_pop(&s->stack);
    pass_stone(s->bank, s->stones[f.seat], colour);
    vg_emit(ev, MIND_EVENT_DEALT, f.seat, colour, 0, 0, 0);
    deal_next(s, f.a + 1);
}

static void choose(mind_state *s, vg_frame f, int character, vg_events *ev)
{
    vg_pop(&s->stack);
    s->character[f.seat] = (uint8_t)character;
    vg_emit(ev, MIND_EVENT_CHARACTER, f.seat, character, 0, 0, 0);
    choose_next(s, f.phase, f.a + 1, ev);
}

static void roll(mind_state *s, vg_frame f, int face, vg_events *ev)
{
    vg_pop(&s->stack);
    if (f.phase == MIND_PHASE_PARITY) {
        vg_emit(ev, MIND_EVENT_PARITY, f.seat, face, face & 1, 0, 0);
        demand_stone(s, f.seat, face & 1, 3, ev); // FM-23
        return;
    }
    s->face = (uint8_t)face;
    vg_emit(ev, MIND_EVENT_ROLLED, f.seat, face, f.a, 0, 0);
    if (f.a == 0 && face == mind_character_of(s, f.seat)->value) // FM-03
        vg_push(&s->stack, MIND_PHASE_AGAIN, f.seat, 0, 0);
    else
        resolve(s, f.seat, ev);
}

static void keep(mind_state *s, int seat, vg_events *ev)
{
    vg_pop(&s->stack);
    vg_emit(ev, MIND_EVENT_KEPT, seat, s->face, 0, 0, 0);
    resolve(s, seat, ev);
}

static void roll_again(mind_state *s, int seat)
{
    vg_pop(&s->stack);
    vg_push(&s->stack, MIND_PHASE_ROLL, seat, 1, 0);
}

static void draw(mind_state *s, vg_frame f, int kind, vg_events *ev)
{
    vg_pop(&s->stack);
    uncover(s, kind);
    if (f.phase == MIND_PHASE_OPEN) { // nobody placed it, so nobody has its gift (FM-47)
        vg_emit(ev, MIND_EVENT_OPENED, VG_NOBODY, kind, 0, 0, 0);
        add_row(s, true, kind);
        s->turn = s->first;
        vg_push(&s->stack, MIND_PHASE_ROLL, s->first, 0, 0);
        return;
    }
    vg_emit(ev, MIND_EVENT_DREW, f.seat, kind, 0, 0, 0);
    vg_push(&s->stack, f.a, f.seat, kind, 0);
}

static void new_row(mind_state *s, vg_frame f, bool below, vg_events *ev)
{
    vg_pop(&s->stack);
    add_row(s, below, f.a);
    vg_emit(ev, MIND_EVENT_NEW_ROW, f.seat, f.a, below ? s->row_count - 1 : 0, 0, 0);
    placed(s, f.seat, f.a, ev);
}

static void beside(mind_state *s, vg_frame f, int row, bool right, vg_events *ev)
{
    vg_pop(&s->stack);
    add_to_row(s, row, right, f.a);
    vg_emit(ev, MIND_EVENT_BESIDE, f.seat, f.a, row, right, 0);
    placed(s, f.seat, f.a, ev);
}

static void pay(mind_state *s, vg_frame f, int colour, vg_events *ev)
{
    vg_pop(&s->stack);
    pass_stone(s->stones[f.seat], s->bank, colour);
    vg_emit(ev, MIND_EVENT_PAID, f.seat, colour, 0, 0, 0);
    if (f.a > 1) vg_push(&s->stack, MIND_PHASE_PAY, f.seat, f.a - 1, 0);
}

static void announce(mind_state *s, vg_frame f, int a, int b)
{
    assert(s->pair_count < MIND_PAIRS);
    s->pair[s->pair_count][0] = (uint8_t)a;
    s->pair[s->pair_count][1] = (uint8_t)b;
    s->pair_count++;
    vg_pop(&s->stack);
    vg_push(&s->stack, MIND_PHASE_ROW, f.seat, f.a, 0);
}

static void assign_row(mind_state *s, vg_frame f, int row, vg_events *ev)
{
    int i = s->pair_count - 1;
    s->pair_row[i] = (uint8_t)(row + 1);
    vg_emit(ev, MIND_EVENT_PAIRED, s->pair[i][0], s->pair[i][1], row, 0, 0);
    vg_pop(&s->stack);
    vg_push(&s->stack, MIND_PHASE_PAIR, f.seat, f.a, 0);
}

static void let_them_fight(mind_state *s, vg_frame f)
{
    vg_pop(&s->stack);
    vg_push(&s->stack, MIND_PHASE_FIGHT, f.seat, 0, 0);
}

// Can one more pair be named? If not they fight.
static bool more_pairs(mind_state *s, vg_frame f)
{
    vg_move list[VG_MAX_LEGAL];
    if (list_pairs(s, f.seat, f.a, list)) return true;
    let_them_fight(s, f);
    return false;
}

static void ask_stone(mind_state *s, int seat, int from, vg_events *ev)
{
    vg_pop(&s->stack);
    vg_emit(ev, MIND_EVENT_ASKED, seat, from, 0, 0, 0);
    vg_push(&s->stack, MIND_PHASE_GIVE, from, seat, 0);
}

static void give(mind_state *s, vg_frame f, int colour, vg_events *ev)
{
    vg_pop(&s->stack);
    pass_stone(s->stones[f.seat], s->stones[f.a], colour);
    vg_emit(ev, MIND_EVENT_GAVE, f.seat, f.a, colour, 0, 0);
}

static void lift(mind_state *s, int seat, int row, int kind)
{
    vg_pop(&s->stack);
    vg_push(&s->stack, MIND_PHASE_SET, seat, row, find_card(s, row, kind));
}

static void move_card(mind_state *s, vg_frame f, int to, bool right, vg_events *ev)
{
    vg_pop(&s->stack);
    int from = f.a, kind = s->card[f.b];
    vg_emit(ev, MIND_EVENT_MOVED, f.seat, kind, from, to, right);
    if (remove_card(s, from, f.b) && to > from) to--; // FM-20: an empty row is gone
    add_to_row(s, to, right, kind);
}

static void return_card(mind_state *s, int seat, int row, int kind, vg_events *ev)
{
    vg_pop(&s->stack);
    vg_emit(ev, MIND_EVENT_RETURNED, seat, kind, row, 0, 0);
    remove_card(s, row, find_card(s, row, kind));
    s->bottom[s->bottom_count++] = (uint8_t)kind; // FM-22
}

#define VG_STATE mind_state
#include "engine/play.h"

// ---- the end ---------------------------------------------------------------------------

// FM-26, FM-27, FM-43: matches of the best row first, then own stones on it.
void mind_score(const void *state, vg_score *out)
{
    const mind_state *s = state;
    mind_standing best[MIND_SEATS];
    mind_colours row[MIND_ROWS];
    mind_count_rows(s, row);
    for (int p = 0; p < s->seats; p++) best[p] = best_of(s, row, p);
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
        mind_colours its = row[best[p].row], matches = mind_both(mind_depicted(s, p), its);
        mind_colours stones = mind_both(mind_colours_of(s->stones[p]), its);
        for (int c = 1; c <= MIND_COLOURS; c++) {
            int match = mind_of_colour(matches, c);
            if (match) vg_score_add(out, p, MIND_SCORE_MATCH, match, best[p].row, c);
        }
        if (!best[p].match) vg_score_add(out, p, MIND_SCORE_UNMATCHED, 0, best[p].row, 0);
        for (int c = 1; tied && c <= MIND_COLOURS; c++) {
            int own = mind_of_colour(stones, c);
            if (own) vg_score_add(out, p, MIND_SCORE_STONES, 0, best[p].row, mind_heap(c, own));
        }
    }
}

// ---- invariants ----------------------------------------------------------------------

static const char *check_stones(const mind_state *s)
{
    for (int p = 0; p < s->seats; p++)
        if (s->stones[p][0]) return "a stone has no colour";
    return s->bank[0] ? "a stone in the bank has no colour" : NULL;
}

static const char *check_coffers(const mind_state *s)
{
    int lengths = 0;
    for (int i = 0; i < MIND_COFFERS; i++) {
        if ((s->card[i] != 0) != (i < s->card_count)) return "the table's count is wrong";
        if ((s->bottom[i] != 0) != (i < s->bottom_count)) return "the bottom's count is wrong";
    }
    if (vg_sum(s->pile, MIND_KINDS) != s->pile_count || s->pile[0])
        return "the pile's count is wrong";
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
    if (s->stack.frame[s->stack.count - 1].phase == MIND_PHASE_OVER && s->stack.count > 1)
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
    .fields = mind_fields,
    .field_count = MIND_FIELDS,
    .gists = mind_gists,
    .gist_count = MIND_GIST_COUNT,
    .gist_each = MIND_GIST_EACH,
    .gist = mind_gist,
    .rules = mind_rules,
    VG_ROWS,
    .setup = mind_setup,
    .score = mind_score,
    .first = mind_first,
    .resample = mind_resample,
    .evaluate = mind_evaluate,
    .outlook = mind_outlook,
    .why = mind_why,
    .show = mind_show,
    .print = mind_print,
    .catalog = mind_catalog,
    .dump = mind_dump,
    .edit = mind_edit,
    .check = mind_check,
    .traits = mind_traits,
    .pairs = "drawn",
    .tuning = &mind_tuning,
    .facts = mind_facts,
    .saga = &mind_saga,
};
