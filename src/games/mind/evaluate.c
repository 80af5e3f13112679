// evaluate.c: how well a seat of FantasyMind stands.
#include "games/mind/colours.h"

#include <math.h>

// Stones that will change hands when the announced pairs have fought: what the newest pair's row
// will be is still open, so that pair is taken to fight where the roller is best off.
static int pending_stones(const mind_state *s, const mind_colours *row_of, int seat)
{
    int sum = 0;
    for (int i = 0; i < s->pair_count; i++) {
        int a = s->pair[i][0], b = s->pair[i][1], edge = -64;
        if (a != seat && b != seat) continue;
        uint32_t on = s->pair_row[i] ? 1u << (s->pair_row[i] - 1) : mind_free_rows(s);
        for (; on; on &= on - 1) {
            mind_colours row = row_of[vg_lowest(on)];
            int of = mind_total(mind_both(mind_colours_of(s->stones[a]), row)) -
                     mind_total(mind_both(mind_colours_of(s->stones[b]), row));
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
    if (f.phase == MIND_PHASE_BESIDE &&
        mind_both(mind_depicted(s, seat), mind_one(mind_colour_of(f.a))))
        return 90;
    return worth[f.phase];
}

// How strong the claim of a seat is, in coffers that match its character on its best row. A stone
// that counts on that row is worth a quarter, as ties are common; a second row a tenth, for a
// single 5 or 6 can break up the best.
static float claim(const mind_state *s, const mind_colours *row_of, int seat)
{
    if (!s->character[seat]) return 0;
    int best, second;
    mind_colours shown = mind_depicted(s, seat), stones = mind_colours_of(s->stones[seat]);
    mind_best_two(shown, stones, row_of, s->row_count, &best, &second);
    int own = mind_total(stones) + pending_stones(s, row_of, seat);
    return ((float)best + 0.1f * (float)second + 0.2f * (float)own) / 4;
}

// Every seat's claim in the scales. How much claims count grows as the pile shrinks: fitted to
// 2,500 games of greedy bots with 3 and 5 seats, in which the standing with ten coffers to come
// said next to nothing.
typedef struct scales {
    float weight, claim[MIND_SEATS];
} scales;

static scales weigh(const mind_state *s)
{
    mind_colours rows[MIND_ROWS + 1];
    mind_count_rows(s, rows);
    rows[s->row_count] = 0;
    scales of = {.weight = 2.8f / (1 + (float)(s->pile_count + s->bottom_count)) + 0.04f};
    for (int p = 0; p < s->seats; p++) of.claim[p] = claim(s, rows, p);
    return of;
}

static float chance_to_win(const mind_state *s, const scales *of, int seat)
{
    float mine = of->claim[seat] + (float)opportunity(s, seat) / 128, sum = 1;
    for (int p = 0; p < s->seats; p++)
        if (p != seat) sum += expf(of->weight * (of->claim[p] - mine));
    return 1 / sum;
}

float mind_evaluate(const void *view, int seat)
{
    scales of = weigh(view);
    return chance_to_win(view, &of, seat);
}

void mind_outlook(const void *state, float value[VG_MAX_SEATS])
{
    scales of = weigh(state);
    for (int p = 0; p < ((const mind_state *)state)->seats; p++)
        value[p] = chance_to_win(state, &of, p);
}
