// view.c: who may know what in FantasyMind, and how well a seat stands.
//
// Everything is known to everybody. What is in the covered pile follows from
// what lies on the table, and its order is not in the state at all, so there is
// nothing to blank and nothing to guess.
#include "games/mind/mind.h"

#include <math.h>

#define ROW(name) VG_FIELD(mind_state, name, VG_ALL)
const vg_field mind_fields[] = {
    ROW(stack),
    ROW(card),
    ROW(bottom),
    ROW(pile),
    ROW(stones),
    ROW(bank),
    ROW(character),
    ROW(pair),
    ROW(pair_row),
    ROW(length),
    ROW(row_count),
    ROW(card_count),
    ROW(pile_count),
    ROW(bottom_count),
    ROW(pair_count),
    ROW(seats),
    ROW(first),
    ROW(turn),
    ROW(edition),
    ROW(face),
    ROW(challenger_wins_ties),
    ROW(random_characters),
    ROW(spare),
};
#undef ROW
static_assert(sizeof mind_fields / sizeof mind_fields[0] == MIND_FIELDS, "MIND_FIELDS in mind.h");

void mind_resample(void *view, int seat, vg_rng *rng) { (void)view, (void)seat, (void)rng; }

// Coffers of each colour, row by row: counted once and read for every seat.
typedef struct rows {
    uint8_t count[MIND_ROWS][8];
} rows;

// Stones that will change hands when the announced pairs have fought: what the newest pair's row
// will be is still open, so that pair is taken to fight where the roller is best off.
static int pending_stones(const mind_state *s, const rows *t, int seat)
{
    int sum = 0;
    for (int i = 0; i < s->pair_count; i++) {
        int a = s->pair[i][0], b = s->pair[i][1], edge = -64;
        if (a != seat && b != seat) continue;
        uint32_t on = s->pair_row[i] ? 1u << (s->pair_row[i] - 1) : mind_free_rows(s);
        for (; on; on &= on - 1) {
            const uint8_t *count = t->count[vg_lowest(on)];
            int of = mind_strength(s, a, count) - mind_strength(s, b, count);
            if (of > edge) edge = of;
        }
        if (edge == 0 && i == 0 && s->challenger_wins_ties) edge = 1;
        int won = (edge > 0) - (edge < 0);
        sum += a == seat ? won : -won;
    }
    vg_frame f = s->stack.frame[s->stack.count - 1];
    if (f.phase == MIND_PAY && f.seat == seat) sum -= f.a;
    if (f.phase == MIND_GIVE && f.seat == seat) sum--;
    if ((f.phase == MIND_GIVE && f.a == seat) || (f.phase == MIND_SOURCE && f.seat == seat)) sum++;
    return sum;
}

// What an open decision is worth to the seat that has it. Without this a bot that may repeat its
// roll would see nothing in a 5 or a 6 before it has used it.
static int opportunity(const mind_state *s, int seat)
{
    vg_frame f = s->stack.frame[s->stack.count - 1];
    if (f.seat != seat) return 0;
    switch ((mind_phase)f.phase) {
    case MIND_LIFT: return 120;
    case MIND_RETURN: return 60;
    case MIND_FOE: return 6;
    case MIND_BESIDE: {
        uint8_t one[8] = {0};
        one[mind_colour_of(f.a)] = 1;
        return mind_matches(s, seat, one) ? 90 : 30;
    }
    case MIND_NEW: return 10;
    case MIND_OVER:
    case MIND_FIRST:
    case MIND_DEAL:
    case MIND_CHOOSE:
    case MIND_ASSIGN:
    case MIND_OPEN:
    case MIND_ROLL:
    case MIND_AGAIN:
    case MIND_DRAW:
    case MIND_PAY:
    case MIND_ROW:
    case MIND_PAIR:
    case MIND_FIGHT:
    case MIND_SOURCE:
    case MIND_GIVE:
    case MIND_SET:
    case MIND_PARITY:
    case MIND_PHASE_COUNT: return 0;
    }
    return 0;
}

// How strong the claim of a seat is, in coffers that match its character on its best row. A stone
// that counts on that row is worth a quarter, as ties are common; a second row a tenth, for a
// single 5 or 6 can break up the best.
static float claim(const mind_state *s, const rows *t, int seat)
{
    if (!s->character[seat]) return 0;
    int best = 0, second = 0;
    for (int r = 0; r < s->row_count; r++) {
        int worth = 4 * mind_matches(s, seat, t->count[r]) + mind_strength(s, seat, t->count[r]);
        if (worth > best) {
            second = best;
            best = worth;
        } else if (worth > second) {
            second = worth;
        }
    }
    int stones = mind_stone_count(s, seat) + pending_stones(s, t, seat);
    return ((float)best + 0.1f * (float)second + 0.2f * (float)stones) / 4;
}

// The chance to win, with every seat's claim in the scales. How much claims count grows as the pile
// shrinks: fitted to 2,500 games of greedy bots with 3 and 5 seats, in which the standing with ten
// coffers to come said next to nothing.
float mind_evaluate(const void *view, int seat)
{
    const mind_state *s = view;
    rows t;
    for (int r = 0; r < s->row_count; r++) mind_count_row(s, r, t.count[r]);
    float left = (float)(s->pile_count + s->bottom_count);
    float weight = 2.8f / (1 + left) + 0.04f, sum = 1;
    float mine = claim(s, &t, seat) + (float)opportunity(s, seat) / 128;
    for (int p = 0; p < s->seats; p++)
        if (p != seat) sum += expf(weight * (claim(s, &t, p) - mine));
    return 1 / sum;
}
