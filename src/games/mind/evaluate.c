// evaluate.c: how well a seat of FantasyMind stands.
#include "games/mind/mind.h"

#include <math.h>

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
    if (f.phase == MIND_PHASE_PAY && f.seat == seat) sum -= f.a;
    if (f.phase == MIND_PHASE_GIVE && f.seat == seat) sum--;
    if ((f.phase == MIND_PHASE_GIVE && f.a == seat) ||
        (f.phase == MIND_PHASE_SOURCE && f.seat == seat))
        sum++;
    return sum;
}

// What an open decision is worth to the seat that has it. Without this a bot that may repeat its
// roll would see nothing in a 5 or a 6 before it has used it.
static int opportunity(const mind_state *s, int seat)
{
    static const uint8_t worth[MIND_PHASE_COUNT] = {
        [MIND_PHASE_LIFT] = 120, [MIND_PHASE_RETURN] = 60, [MIND_PHASE_BESIDE] = 30,
        [MIND_PHASE_NEW] = 10,   [MIND_PHASE_FOE] = 6,
    };
    vg_frame f = s->stack.frame[s->stack.count - 1];
    if (f.seat != seat) return 0;
    uint8_t one[8] = {0};
    one[mind_colour_of(f.a)] = 1;
    if (f.phase == MIND_PHASE_BESIDE && mind_matches(s, seat, one)) return 90;
    return worth[f.phase];
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
