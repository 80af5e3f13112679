// evaluate.c: how well a seat of FantasyMind stands.
#include "games/mind/mind.h"

#include <math.h>
#include <string.h>

// How many of each colour, a byte each, reckoned with at once.
typedef uint64_t colours;

static colours colours_of(const uint8_t n[8])
{
    colours all;
    memcpy(&all, n, sizeof all);
    return all;
}

// One of a colour; nothing for blanks.
static colours one(int colour)
{
    static const uint8_t n[8][8] = {{0},       {[1] = 1}, {[2] = 1}, {[3] = 1},
                                    {[4] = 1}, {[5] = 1}, {[6] = 1}, {[7] = 1}};
    return colours_of(n[colour]);
}

// Of each colour the lesser number; all of them are below 128.
static colours both(colours a, colours b)
{
    const colours high = 0x8080808080808080u;
    colours more = (((a | high) - b) & high) >> 7; // a 1 where a has as many as b or more
    return a ^ ((a ^ b) & more * 255);
}

static int total(colours n) { return (int)(n * 0x0101010101010101u >> 56); }

// What the character of a seat shows.
static colours depicted(const mind_state *s, int seat)
{
    const uint8_t *shows = mind_character_of(s, seat)->shows;
    return one(shows[0]) + one(shows[1]) + one(shows[2]) + one(shows[3]);
}

// Coffers of each colour, row by row: counted once and read for every seat.
typedef struct rows {
    colours count[MIND_ROWS];
} rows;

static rows count_rows(const mind_state *s)
{
    colours before[MIND_COFFERS + 1]; // in all rows, before each coffer
    rows t;
    before[0] = 0;
    for (int i = 0; i < s->card_count; i++)
        before[i + 1] = before[i] + one(mind_colour_of(s->card[i]));
    for (int r = 0, from = 0; r < s->row_count; from += s->length[r++])
        t.count[r] = before[from + s->length[r]] - before[from];
    return t;
}

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
            colours row = t->count[vg_lowest(on)];
            int of = total(both(colours_of(s->stones[a]), row)) -
                     total(both(colours_of(s->stones[b]), row));
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
    if (f.phase == MIND_PHASE_BESIDE && both(depicted(s, seat), one(mind_colour_of(f.a))))
        return 90;
    return worth[f.phase];
}

// How strong the claim of a seat is, in coffers that match its character on its best row. A stone
// that counts on that row is worth a quarter, as ties are common; a second row a tenth, for a
// single 5 or 6 can break up the best.
static float claim(const mind_state *s, const rows *t, int seat)
{
    if (!s->character[seat]) return 0;
    int best = 0, second = 0;
    colours shown = depicted(s, seat), stones = colours_of(s->stones[seat]);
    for (int r = 0; r < s->row_count; r++) {
        int worth = total(4 * both(shown, t->count[r]) + both(stones, t->count[r]));
        int lesser = worth < best ? worth : best;
        if (lesser > second) second = lesser;
        if (worth > best) best = worth;
    }
    int own = total(stones) + pending_stones(s, t, seat);
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
    rows t = count_rows(s);
    scales of = {.weight = 2.8f / (1 + (float)(s->pile_count + s->bottom_count)) + 0.04f};
    for (int p = 0; p < s->seats; p++) of.claim[p] = claim(s, &t, p);
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
