// train.c: TD(lambda) with self-play.
//
// What was found out on the way, at Quest for Legend with two seats, is in docs/bots.md. All sums
// are made lane by lane in a fixed order, so that wider registers change no bit.
#include "lab/train.h"

#include "base/bytes.h"
#include "base/wide.h"
#include "bots/judge.h"
#include "lab/arena.h"
#include "lab/figures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define RATE       2e-3f // of Adam at first...
#define RATE_LAST  0.1f  // ...and at the end by this much
#define EXPLORE    0.05  // share of moves played by lot in every second game, at first...
#define LESS       0.04  // ...and so much less at the end
#define KEEP_MEAN  0.0005f
#define FIRST_MEAN 10.0f // steps from which on the mean is one of several
#define SPREAD     0.1f  // of the weights at first

enum { LANES = 8, MOST_MOVES = 20000, CHECKPOINT = 3, MAX_GAMES = 1000000000 };
static const char magic[4] = {'V', 'G', 'S', 'C'};

typedef float lanes __attribute__((vector_size(LANES * sizeof(float))));

// An input that is not zero.
typedef struct lit {
    uint16_t input;
    uint8_t seat; // vg_inputs.seat: those of one seat are together, everybody's first
    float value;
} lit;

// What the units say, of everybody or of each seat.
typedef float of_units[VG_MAX_SEATS][VG_NET_UNITS];

// A position as a seat saw it.
typedef struct position {
    size_t from; // first of its inputs
    int count;
    float chance[VG_MAX_SEATS]; // what the net thought then, the seat first
    bool cut;                   // what followed was not what the net would have played
} position;

struct vg_school {
    vg_school_plan plan;
    vg_inputs *in;
    vg_sight *sight[VG_MAX_SEATS + 1];
    uint64_t games, steps;
    int outputs;          // one where each seat has units of its own
    bool open;            // vg_open_game, with units for each seat: all see the same
    vg_mind *rival;       // plan.against awake; NULL: it plays against itself
    char measured_by[32]; // the bot of the curve
    size_t size; // floats of each of these: inputs, units, outputs and biases one after another
    float *weight, *mean, *slope, *first, *second;
    uint8_t *touched; // by input: has a slope
    uint16_t *touch;  // ... which
    int touch_count;
    lit *lit; // of all positions of a game
    size_t lit_count, lit_room;
    position *seen[VG_MAX_SEATS];
    int seen_count[VG_MAX_SEATS], seen_room;
    double loss;
    uint64_t loss_count;
    vg_school_point point[VG_SCHOOL_POINTS];
    int points;
};

static float *units_of(const vg_school *s, float *all)
{
    return all + (size_t)s->in->count * (size_t)s->plan.units;
}
static float *outputs_of(const vg_school *s, float *all)
{
    return units_of(s, all) + s->plan.units;
}
static float *biases_of(const vg_school *s, float *all)
{
    return outputs_of(s, all) + (size_t)s->outputs * (size_t)s->plan.units;
}

// ---- the network ---------------------------------------------------------------------

// One more, after those of its seat: nearly always the last.
static void put_in(lit *list, int count, lit one)
{
    for (; count && list[count - 1].seat > one.seat; count--) list[count] = list[count - 1];
    list[count] = one;
}

// The inputs of what `viewer` knows, at most two a place.
static int look(const vg_school *s, int seats, const void *state, int viewer,
                lit out[2 * VG_MAX_OBSERVED])
{
    vg_lit seen[VG_MAX_OBSERVED];
    int count = vg_inputs_look(s->in, s->sight[seats], state, viewer, seen), n = 0;
    for (int i = 0; i < count; i++) {
        int place = seen[i].place, input = s->in->first[place];
        uint8_t seat = s->in->seat[place];
        bool counted = s->in->whole[place] > 1;
        float times = counted ? 1 : (float)vg_input_times(seen[i].count);
        put_in(out, n++, (lit){(uint16_t)input, seat, times});
        if (!counted) continue;
        float share = (float)vg_input_share(s->in, place, seen[i].count) / 16;
        put_in(out, n++, (lit){(uint16_t)(input + 1), seat, share});
    }
    return n;
}

// How many of these, from the first on, are of this seat.
static int of_seat(const lit *x, int count, int seat)
{
    int n = 0;
    while (n < count && x[n].seat == seat) n++;
    return n;
}

// So many lanes: a constant, so that the sums stay in registers.
static inline __attribute__((always_inline)) void add_lanes(const float *weight, const float *unit,
                                                            const lit *x, int count, float *out,
                                                            size_t units, const int blocks)
{
    lanes sum[VG_NET_UNITS / LANES];
    for (int b = 0; b < blocks; b++) memcpy(&sum[b], unit + b * LANES, sizeof sum[b]);
    for (int i = 0; i < count; i++) {
        const lanes *w = (const lanes *)(const void *)(weight + x[i].input * units);
        for (int b = 0; b < blocks; b++) sum[b] += x[i].value * w[b];
    }
    for (int b = 0; b < blocks; b++) memcpy(out + b * LANES, &sum[b], sizeof sum[b]);
}

VG_WIDE static void add_up(const float *weight, const float *unit, int units, const lit *x,
                           int count, float *out)
{
    size_t n = (size_t)units;
    switch (units / LANES) {
    case 8: add_lanes(weight, unit, x, count, out, n, 8); break;
    case 4: add_lanes(weight, unit, x, count, out, n, 4); break;
    default: // none of those we use
        for (int at = 0; at < units; at += LANES)
            add_lanes(weight + at, unit + at, x, count, out + at, n, 1);
    }
}

static inline __attribute__((always_inline)) float dot(const float *a, const float *b, int count)
{
    lanes sum = {0};
    for (int i = 0; i < count; i += LANES) {
        lanes x, y;
        memcpy(&x, a + i, sizeof x);
        memcpy(&y, b + i, sizeof y);
        sum += x * y;
    }
    float all = 0;
    for (int i = 0; i < LANES; i++) all += sum[i];
    return all;
}

// The chances of so many who can win, the viewer first, and what the units say.
VG_WIDE static void think(const vg_school *s, int rivals, const lit *x, int count, of_units unit,
                          float chance[VG_MAX_SEATS])
{
    int units = s->plan.units, all = of_seat(x, count, 0), each = s->in->each;
    float top = -1e9f, sum = 0, start[VG_NET_UNITS];
    add_up(s->weight, units_of(s, s->weight), units, x, all, each ? start : unit[0]);
    const float *output = outputs_of(s, s->weight), *bias = biases_of(s, s->weight);
    for (int o = 0; o < rivals; o++) {
        float *its = unit[each ? o : 0];
        x += all, count -= all;
        all = each ? of_seat(x, count, o + 1) : 0;
        if (each) add_up(s->weight, start, units, x, all, its);
        for (int u = 0; u < units && (each || !o); u++) its[u] = its[u] > 0 ? its[u] : 0;
        int from = each ? 0 : o;
        chance[o] = bias[from] + dot(its, output + from * units, units);
        if (chance[o] > top) top = chance[o];
    }
    for (int o = 0; o < rivals; o++) sum += chance[o] = expf(chance[o] - top);
    for (int o = 0; o < rivals; o++) chance[o] /= sum;
}

VG_WIDE static void add_slopes(float *slope, int units, const lit *x, int count, const float *down)
{
    lanes d[VG_NET_UNITS / LANES];
    int blocks = units / LANES;
    for (int b = 0; b < blocks; b++) memcpy(&d[b], down + b * LANES, sizeof d[b]);
    for (int i = 0; i < count; i++) {
        lanes *w = (lanes *)(void *)(slope + (size_t)x[i].input * (size_t)units);
        for (int b = 0; b < blocks; b++) w[b] += x[i].value * d[b];
    }
}

// Adds the slope of the log loss at one position.
VG_WIDE static void learn(vg_school *s, int rivals, const position *q,
                          const float target[VG_MAX_SEATS])
{
    int units = s->plan.units, each = s->in->each;
    _Alignas(32) of_units unit, down = {0};
    float chance[VG_MAX_SEATS], all[VG_NET_UNITS] = {0};
    const lit *x = s->lit + q->from;
    think(s, rivals, x, q->count, unit, chance);
    const float *output = outputs_of(s, s->weight);
    float *slope = outputs_of(s, s->slope), *bias = biases_of(s, s->slope);
    for (int o = 0; o < rivals; o++) {
        float d = chance[o] - target[o];
        int from = each ? 0 : o, to = each ? o : 0;
        bias[from] += each ? 0 : d; // the same for all says nothing, and rounding moves it far
        for (int u = 0; u < units; u++) {
            slope[from * units + u] += d * unit[to][u];
            down[to][u] += d * output[from * units + u];
        }
    }
    float *start = units_of(s, s->slope);
    for (int o = 0; o < (each ? rivals : 1); o++)
        for (int u = 0; u < units; u++) {
            if (unit[o][u] <= 0) down[o][u] = 0;
            start[u] += down[o][u];
            all[u] += down[o][u];
        }
    for (int i = 0; i < q->count; i++) {
        if (s->touched[x[i].input]) continue;
        s->touched[x[i].input] = 1;
        s->touch[s->touch_count++] = x[i].input;
    }
    int count = of_seat(x, q->count, 0);
    add_slopes(s->slope, units, x, count, all);
    for (int o = 0, at = count; o < rivals && at < q->count; o++, at += count) {
        count = of_seat(x + at, q->count - at, o + 1);
        add_slopes(s->slope, units, x + at, count, down[o]);
    }
}

// ---- a step --------------------------------------------------------------------------

typedef struct adam {
    float rate, scale, one, two;
} adam;

VG_WIDE static void descend(const adam *a, float *weight, float *first, float *second, float *slope,
                            size_t count)
{
    for (size_t i = 0; i < count; i++) {
        float d = slope[i] * a->scale;
        first[i] = 0.9f * first[i] + 0.1f * d;
        second[i] = 0.999f * second[i] + 0.001f * d * d;
        weight[i] -= a->rate * first[i] * a->one / (sqrtf(second[i] * a->two) + 1e-8f);
        slope[i] = 0;
    }
}

VG_WIDE static void approach(float *mean, const float *weight, size_t count, float by)
{
    for (size_t i = 0; i < count; i++) mean[i] += by * (weight[i] - mean[i]);
}

static void step(vg_school *s, int positions)
{
    s->steps++;
    double n = (double)s->steps, gone = (double)s->games / (double)s->plan.games;
    adam a = {.rate = RATE * powf(RATE_LAST, (float)gone),
              .scale = 1 / (float)(positions ? positions : 1),
              .one = (float)(1 / (1 - pow(0.9, n))),
              .two = (float)(1 / (1 - pow(0.999, n)))};
    size_t units = (size_t)s->plan.units;
    for (int i = 0; i < s->touch_count; i++) {
        size_t at = s->touch[i] * units;
        s->touched[s->touch[i]] = 0;
        descend(&a, s->weight + at, s->first + at, s->second + at, s->slope + at, units);
    }
    s->touch_count = 0;
    size_t rest = (size_t)s->in->count * units;
    descend(&a, s->weight + rest, s->first + rest, s->second + rest, s->slope + rest,
            s->size - rest);
    float by = FIRST_MEAN / (float)s->steps;
    approach(s->mean, s->weight, s->size, by > 1 ? 1 : by < KEEP_MEAN ? KEEP_MEAN : by);
}

// ---- a game --------------------------------------------------------------------------

// Are only some of the seats kept at each position?
static bool by_turns(const vg_school *s, int seats) { return seats > 2 && !s->open && !s->rival; }

// Keeps what each of some seats knows; against itself as many a move, whatever the number of seats.
static bool record(vg_school *s, int seats, uint32_t own, const void *state, vg_rng *rng)
{
    int rivals = vg_rivals(s->plan.game, state, seats);
    for (int p = 0; p < seats; p++) {
        if (!(own >> p & 1)) continue;
        if (by_turns(s, seats) && vg_rng_below(rng, (uint32_t)seats) >= 2) continue;
        if (s->seen_count[p] == s->seen_room) continue;
        if (s->lit_count + 2 * VG_MAX_OBSERVED > s->lit_room) {
            size_t room = s->lit_room * 2;
            lit *more = realloc(s->lit, room * sizeof *more);
            if (!more) return false;
            s->lit = more;
            s->lit_room = room;
        }
        _Alignas(32) of_units unit;
        position *q = &s->seen[p][s->seen_count[p]++];
        *q = (position){.from = s->lit_count};
        q->count = look(s, seats, state, p, s->lit + q->from);
        s->lit_count += (size_t)q->count;
        think(s, rivals, s->lit + q->from, q->count, unit, q->chance);
    }
    return true;
}

// What `state` is worth to `seat`.
static float worth(const vg_school *s, int seats, const void *state, int seat)
{
    const vg_game *game = s->plan.game;
    _Alignas(32) of_units unit;
    float value[VG_MAX_SEATS];
    if (game->ask(state).actor == VG_NOBODY) {
        vg_judge(&(vg_eye){.game = game, .seats = seats}, state, 1u << seat, value);
        return value[seat];
    }
    lit x[2 * VG_MAX_OBSERVED];
    think(s, vg_rivals(game, state, seats), x, look(s, seats, state, seat, x), unit, value);
    return value[0];
}

// A move of `seat`, or 0: rather wait. Chance is not rolled: the net knows what a roll to come is
// worth. Tried in a world the seat thinks possible, for a move may show what it cannot know.
static vg_move choose(const vg_school *s, int seats, const void *state, int seat, bool waits,
                      double explore, bool *by_lot, vg_rng *rng)
{
    const vg_game *game = s->plan.game;
    vg_move list[VG_MAX_LEGAL], best = 0;
    int count = vg_thin(game, list, game->legal(state, seat, list));
    *by_lot = false;
    if (count == 0 || (count == 1 && !waits)) return count ? list[0] : 0;
    if (explore > 0 && vg_rng_next(rng) < (uint32_t)(explore * 4294967295.0)) {
        uint32_t i = vg_rng_below(rng, (uint32_t)(count + waits));
        *by_lot = true;
        return i < (uint32_t)count ? list[i] : 0;
    }
    _Alignas(16) unsigned char world[VG_MAX_STATE], after[VG_MAX_STATE];
    vg_game_view(game, state, seat, world);
    game->resample(world, seat, rng);
    if (game->forget) game->forget(world);
    float top = waits ? worth(s, seats, world, seat) : -1;
    for (int i = 0; i < count; i++) {
        memcpy(after, world, game->state_size);
        game->apply(after, seat, list[i], NULL);
        float v = worth(s, seats, after, seat);
        if (v <= top) continue;
        top = v;
        best = list[i];
    }
    return best;
}

// The move of the bot it learns against, or 0: rather wait.
static vg_move answer(const vg_school *s, const void *state, int seat, vg_rng *rng)
{
    const vg_game *game = s->plan.game;
    _Alignas(16) unsigned char view[VG_MAX_STATE];
    vg_move list[VG_MAX_LEGAL];
    vg_game_view(game, state, seat, view);
    int count = game->legal(view, seat, list);
    return count ? vg_mind_choose(s->rival, game, view, seat, list, count, rng) : 0;
}

// The seats the net plays and learns from, bits: against itself all, or one that tells of all.
static uint32_t own_seats(const vg_school *s, int seats, const void *state)
{
    const vg_game *game = s->plan.game;
    if (!s->rival) return s->open ? 1 : (1u << seats) - 1;
    int rivals = vg_rivals(game, state, seats);
    uint32_t own = 0;
    for (int p = 0; p < seats; p++)
        if ((game->faction ? game->faction(state, p) : p) == (int)(s->games / 2 % (uint64_t)rivals))
            own |= 1u << p;
    return own;
}

// The first position of a game with the options that vary as the lot says; as usual where they do
// not go together.
static void set_up(const vg_school *s, int seats, unsigned char *state, vg_rng *rng)
{
    const vg_game *game = s->plan.game;
    vg_setup usual, how;
    vg_setup_normal(game, seats, &usual);
    how = usual;
    for (uint32_t left = s->plan.vary; left; left &= left - 1) {
        const vg_option *o = &game->options[vg_lowest(left)];
        uint32_t above = vg_rng_below(rng, (uint32_t)(o->max - o->min + 1));
        how.option[vg_lowest(left)] = (int16_t)(o->min + (int)above);
    }
    char buffer[256];
    vg_text why = VG_TEXT(buffer);
    memset(state, 0, VG_MAX_STATE);
    vg_err err = game->setup(state, &how, VG_EN, &why);
    if (err != VG_OK) err = game->setup(state, &usual, VG_EN, &why);
    assert(err == VG_OK);
    (void)err;
}

static void play(vg_school *s, int seats, double explore, unsigned char *state, vg_rng *rng)
{
    const vg_game *game = s->plan.game;
    set_up(s, seats, state, rng);
    s->lit_count = 0;
    memset(s->seen_count, 0, sizeof s->seen_count);
    for (int moves = 0; moves < MOST_MOVES; moves++) {
        vg_ask ask = game->ask(state);
        uint32_t own = own_seats(s, seats, state);
        if (ask.actor == VG_NOBODY || !record(s, seats, own, state, rng)) return;
        if (ask.actor == VG_CHANCE) {
            game->apply(state, VG_CHANCE, game->chance(state, rng), NULL);
            continue;
        }
        uint16_t others = vg_out_of_turn(ask);
        int from = others ? (int)vg_rng_below(rng, (uint32_t)seats) : 0, seat;
        bool by_lot, waits;
        vg_move m;
        do {
            seat = vg_take_seat(&others, from);
            waits = seat >= 0;
            if (!waits) seat = ask.actor;
            if (s->rival && !(own >> seat & 1)) {
                m = answer(s, state, seat, rng);
                continue;
            }
            m = choose(s, seats, state, seat, waits, explore, &by_lot, rng);
            for (int p = 0; by_lot && p < seats; p++)
                if (s->seen_count[p]) s->seen[p][s->seen_count[p] - 1].cut = true;
        } while (!m && waits);
        game->apply(state, seat, m, NULL);
    }
}

// Learns from the game just played; gives from how many positions.
static int review(vg_school *s, int seats, const void *state, vg_rng *rng)
{
    const vg_game *game = s->plan.game;
    vg_score score = {0};
    int winners = 0, used = 0, rivals = vg_rivals(game, state, seats);
    game->score(state, &score);
    for (int p = 0; p < seats; p++) winners += score.rank[p] == 1;
    // Where only some positions are kept a step from one to the next is a longer one.
    float lambda = (float)pow(s->plan.lambda, by_turns(s, seats) ? seats / 2.0 : 1);
    for (int p = 0; p < seats; p++) {
        float end[VG_MAX_SEATS] = {0}, target[VG_MAX_SEATS];
        for (int k = 0; k < seats; k++)
            if (score.rank[k] == 1) end[vg_rival(game, state, seats, p, k)] += 1 / (float)winners;
        memcpy(target, end, sizeof target);
        for (int t = s->seen_count[p] - 1; t >= 0; t--) {
            const position *q = &s->seen[p][t];
            for (int k = 0; k < rivals; k++)
                s->loss -= (double)(end[k] * logf(q->chance[k] + 1e-6f));
            s->loss_count++;
            if (q->cut) {
                memcpy(target, q->chance, sizeof target);
                continue;
            }
            if (vg_rng_below(rng, 2)) {
                learn(s, rivals, q, target);
                used++;
            }
            for (int k = 0; k < rivals; k++)
                target[k] = (1 - lambda) * q->chance[k] + lambda * target[k];
        }
    }
    return used;
}

uint64_t vg_school_step(vg_school *s)
{
    int used = 0, range = s->plan.max_seats - s->plan.min_seats + 1;
    _Alignas(16) unsigned char state[VG_MAX_STATE];
    for (int i = 0; i < s->plan.step; i++, s->games++) {
        vg_rng rng;
        vg_rng_seed(&rng, s->plan.seed, s->games);
        double gone = (double)s->games / (double)s->plan.games;
        int seats = s->plan.min_seats + (int)(s->games / 2 % (uint64_t)range);
        play(s, seats, s->games % 2 ? EXPLORE - LESS * gone : 0, state, &rng);
        used += review(s, seats, state, &rng);
    }
    step(s, used);
    return s->games;
}

uint64_t vg_school_done(const vg_school *s) { return s->games; }

// ---- making and keeping ------------------------------------------------------------------

static void *zeroes(size_t count, size_t size)
{
    size_t bytes = (count * size + 63) / 64 * 64;
    void *at = aligned_alloc(64, bytes);
    if (at) memset(at, 0, bytes);
    return at;
}

// Room for everything, all of it zero.
static vg_school *room_for(const vg_school_plan *plan)
{
    vg_school *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->plan = *plan;
    s->in = vg_inputs_new(plan->game);
    bool good = s->in != NULL;
    if (good) {
        s->outputs = s->in->each ? 1 : plan->max_seats;
        s->open = s->in->each && vg_open_game(plan->game);
        size_t units = (size_t)plan->units;
        s->size = (size_t)s->in->count * units + units + (size_t)s->outputs * (units + 1);
        s->touched = zeroes((size_t)s->in->count, 1);
        s->touch = zeroes((size_t)s->in->count, sizeof s->touch[0]);
        good = s->touched && s->touch;
    }
    float **part[] = {&s->weight, &s->mean, &s->slope, &s->first, &s->second};
    for (int i = 0; i < 5 && good; i++) good = (*part[i] = zeroes(s->size, sizeof(float))) != NULL;
    vg_text name = VG_TEXT(s->measured_by);
    vg_bot_spec(plan->against ? plan->against : &(vg_bot){.kind = VG_BOT_GREEDY}, &name);
    if (plan->against) good = (s->rival = vg_mind_new(plan->against)) != NULL && good;
    s->lit_room = 1u << 18;
    s->seen_room = plan->game->max_length < 4096 ? plan->game->max_length : 4096;
    s->lit = malloc(s->lit_room * sizeof s->lit[0]);
    good = good && s->lit;
    for (int p = 0; p < plan->max_seats && good; p++)
        good = (s->seen[p] = calloc((size_t)s->seen_room, sizeof s->seen[0][0])) != NULL;
    for (int n = plan->min_seats; n <= plan->max_seats && good; n++)
        good = (s->sight[n] = vg_sight_new(plan->game, n)) != NULL;
    if (good) return s;
    vg_school_free(s);
    return NULL;
}

static uint64_t whole_steps(const vg_school *s, uint64_t games)
{
    uint64_t step = (uint64_t)s->plan.step;
    return (games + step - 1) / step * step;
}

vg_school *vg_school_new(const vg_school_plan *plan)
{
    assert(plan->step >= 1 && plan->step <= VG_SCHOOL_STEP);
    assert(plan->units >= LANES && plan->units <= VG_NET_UNITS && plan->units % LANES == 0);
    vg_school *s = room_for(plan);
    if (!s) return NULL;
    s->plan.games = whole_steps(s, plan->games);
    vg_rng rng;
    vg_rng_seed(&rng, plan->seed, UINT64_MAX);
    size_t units = (size_t)plan->units, rest = (size_t)s->in->count * units;
    for (size_t i = 0; i < rest; i++) s->weight[i] = (float)vg_jitter(&rng) * SPREAD;
    float *output = outputs_of(s, s->weight);
    for (size_t i = 0; i < (size_t)s->outputs * units; i++)
        output[i] = (float)vg_jitter(&rng) * SPREAD;
    memcpy(s->mean, s->weight, s->size * sizeof(float));
    return s;
}

void vg_school_free(vg_school *s)
{
    if (!s) return;
    for (int p = 0; p < VG_MAX_SEATS; p++) free(s->seen[p]);
    for (int n = 0; n <= VG_MAX_SEATS; n++) vg_sight_free(s->sight[n]);
    free(s->weight);
    free(s->mean);
    free(s->slope);
    free(s->first);
    free(s->second);
    free(s->touched);
    free(s->touch);
    free(s->lit);
    free(s->in);
    vg_mind_free(s->rival);
    free(s);
}

const vg_school_plan *vg_school_is(const vg_school *s) { return &s->plan; }
const char *vg_school_rival(const vg_school *s) { return s->measured_by; }

void vg_school_extend(vg_school *s, uint64_t games)
{
    if (games > s->plan.games) s->plan.games = whole_steps(s, games);
}

void vg_school_net(const vg_school *s, vg_text *out)
{
    const vg_school_plan *p = &s->plan;
    vg_net_about about = {.rules_version = p->game->rules_version,
                          .observation = s->in->hash,
                          .min_seats = (uint8_t)p->min_seats,
                          .max_seats = (uint8_t)p->max_seats,
                          .games = s->games,
                          .seed = p->seed};
    size_t n = strlen(p->game->id);
    assert(n < sizeof about.game);
    memcpy(about.game, p->game->id, n);
    // What was never seen is still as it was made: noise.
    float *known = malloc(s->size * sizeof(float));
    if (!known) return;
    memcpy(known, s->mean, s->size * sizeof(float));
    size_t units = (size_t)p->units;
    for (size_t i = 0; i < (size_t)s->in->count; i++) {
        bool met = false;
        for (size_t u = 0; u < units; u++) met = met || s->second[i * units + u] > 0;
        if (!met) memset(known + i * units, 0, units * sizeof(float));
    }
    vg_net_write(&about,
                 &(vg_net_weights){.inputs = s->in->count,
                                   .units = p->units,
                                   .outputs = s->outputs,
                                   .input = known,
                                   .unit = units_of(s, known),
                                   .output = outputs_of(s, known),
                                   .bias = biases_of(s, known)},
                 out);
    free(known);
}

static void put(vg_text *out, uint64_t n) { vg_bytes_put(out, n, 8); }

static void put_double(vg_text *out, double x)
{
    uint64_t n;
    memcpy(&n, &x, sizeof n);
    put(out, n);
}

void vg_school_write(const vg_school *s, vg_text *out)
{
    vg_school_net(s, out);
    vg_text_bytes(out, magic, sizeof magic);
    put(out, CHECKPOINT);
    put(out, s->plan.games);
    put(out, s->games);
    put(out, s->steps);
    put(out, (uint64_t)s->plan.step);
    put(out, s->plan.vary);
    put_double(out, s->plan.lambda);
    put_double(out, s->loss);
    put(out, s->loss_count);
    put(out, (uint64_t)s->points);
    for (int i = 0; i < s->points; i++) {
        const vg_school_point *p = &s->point[i];
        put(out, p->games);
        const double of[] = {p->loss, p->ahead, p->low, p->high};
        for (int k = 0; k < 4; k++) put_double(out, of[k]);
    }
    const float *part[] = {s->weight, s->mean, s->first, s->second};
    for (int i = 0; i < 4; i++) vg_text_bytes(out, (const char *)part[i], s->size * sizeof(float));
}

static uint64_t take(vg_bytes *b) { return vg_bytes_take(b, 8); }

static double take_double(vg_bytes *r)
{
    uint64_t n = take(r);
    double x;
    memcpy(&x, &n, sizeof x);
    return x;
}

vg_school *vg_school_read(const vg_game *game, const vg_bot *against, const void *bytes, size_t n,
                          vg_lang lang, vg_text *why)
{
    vg_net_about is;
    size_t end;
    vg_net *net = vg_net_read(game, bytes, n, lang, why); // does it fit?
    if (!net) return NULL;
    vg_net_free(net);
    if (vg_net_about_read(bytes, n, lang, &is, &end, why) != VG_OK) return NULL;
    vg_bytes r = {(const uint8_t *)bytes + end, n - end, false};
    char mark[4] = {0};
    vg_bytes_copy(&r, mark, sizeof mark);
    if (memcmp(mark, magic, sizeof mark) != 0 || take(&r) != CHECKPOINT) {
        vg_text_add(why, lang == VG_IT
                             ? "questa rete sa giocare ma non può imparare ancora: ne resta solo "
                               "quello che serve a giocare"
                             : "this net can play but not go on learning: only what play needs is "
                               "left of it");
        return NULL;
    }
    vg_school *s = room_for(&(vg_school_plan){.game = game,
                                              .min_seats = is.min_seats,
                                              .max_seats = is.max_seats,
                                              .units = is.units,
                                              .games = take(&r),
                                              .seed = is.seed,
                                              .against = against});
    if (!s) {
        vg_text_add(why, vg_err_text(VG_ERR_SYSTEM, lang));
        return NULL;
    }
    s->games = take(&r);
    s->steps = take(&r);
    uint64_t each = take(&r);
    s->plan.step = (int)(each & 1023);
    uint64_t vary = take(&r);
    s->plan.vary = (uint32_t)vary;
    s->plan.lambda = take_double(&r);
    s->loss = take_double(&r);
    s->loss_count = take(&r);
    uint64_t points = take(&r);
    bool sound = s->plan.games <= MAX_GAMES && s->games <= s->plan.games && s->plan.games > 0 &&
                 each >= 1 && each <= VG_SCHOOL_STEP && vary >> game->option_count == 0 &&
                 s->games % each == 0 && s->plan.lambda >= 0 && s->plan.lambda <= 1 &&
                 points <= VG_SCHOOL_POINTS;
    for (uint64_t i = 0; i < points && sound; i++) {
        vg_school_point *p = &s->point[s->points++];
        p->games = take(&r);
        p->loss = take_double(&r);
        p->ahead = take_double(&r);
        p->low = take_double(&r);
        p->high = take_double(&r);
    }
    float *part[] = {s->weight, s->mean, s->first, s->second};
    for (int i = 0; i < 4; i++) {
        vg_bytes_copy(&r, part[i], s->size * sizeof(float));
        for (size_t k = 0; k < s->size; k++) sound = sound && isfinite(part[i][k]);
    }
    for (size_t k = 0; k < s->size; k++) sound = sound && s->second[k] >= 0;
    if (sound && !r.cut && !r.left) return s;
    vg_text_add(why, lang == VG_IT ? "questa rete è rovinata" : "this net is damaged");
    vg_school_free(s);
    return NULL;
}

// ---- the curve ---------------------------------------------------------------------------

vg_err vg_school_measure(vg_school *s, uint64_t games, vg_lang lang, vg_text *why)
{
    if (s->points == VG_SCHOOL_POINTS) return VG_OK;
    vg_school_point *p = &s->point[s->points];
    *p = (vg_school_point){.games = s->games,
                           .loss = s->loss_count ? s->loss / (double)s->loss_count : 0};
    vg_arena_plan plan = {.game = s->plan.game, .entries = 2, .seed = 1, .threads = 1};
    vg_setup_normal(s->plan.game, s->plan.min_seats, &plan.setup);
    uint64_t round = vg_arena_round(&plan);
    vg_err err = VG_OK;
    if (games >= round) {
        vg_text bytes = vg_text_heap();
        vg_school_net(s, &bytes);
        vg_net *net = vg_net_read(s->plan.game, bytes.at, bytes.len, lang, why);
        vg_text_release(&bytes);
        if (!net) return VG_ERR_SYSTEM;
        plan.games = games;
        plan.bot[0] = (vg_bot){.kind = VG_BOT_GREEDY, .net = net};
        plan.bot[1] = s->plan.against ? *s->plan.against : (vg_bot){.kind = VG_BOT_GREEDY};
        vg_arena_result result;
        err = vg_arena_run(&plan, lang, &result, why);
        vg_net_free(net);
        if (!err) {
            p->ahead = result.entry[0].ahead[1];
            p->low = result.entry[0].ahead_low[1];
            p->high = result.entry[0].ahead_high[1];
        }
    }
    if (err) return err;
    s->loss = 0;
    s->loss_count = 0;
    s->points++;
    return VG_OK;
}

int vg_school_curve(const vg_school *s, const vg_school_point **out)
{
    *out = s->point;
    return s->points;
}

void vg_school_json(const vg_school *s, vg_json *j)
{
    vg_json_open(j, '{');
    vg_json_put_string(j, "game", s->plan.game->id);
    vg_json_put_int(j, "rules_version", s->plan.game->rules_version);
    vg_json_put_int(j, "min_seats", s->plan.min_seats);
    vg_json_put_int(j, "max_seats", s->plan.max_seats);
    vg_json_put_int(j, "units", s->plan.units);
    vg_json_put_int(j, "games", (int64_t)s->games);
    vg_json_put_int(j, "seed", (int64_t)s->plan.seed);
    vg_json_put_number(j, "lambda", s->plan.lambda, 4);
    vg_json_put_int(j, "step", s->plan.step);
    vg_json_put_string(j, "ahead_of", s->measured_by);
    vg_json_put_open(j, "curve", '[');
    for (int i = 0; i < s->points; i++) {
        const vg_school_point *p = &s->point[i];
        vg_json_open(j, '{');
        vg_json_put_int(j, "games", (int64_t)p->games);
        vg_json_put_number(j, "loss", p->loss, 4);
        if (p->high > 0) {
            vg_json_put_number(j, "ahead", p->ahead, 4);
            vg_json_put_number(j, "low", p->low, 4);
            vg_json_put_number(j, "high", p->high, 4);
        }
        vg_json_close(j, '}');
    }
    vg_json_close(j, ']');
    vg_json_close(j, '}');
}

void vg_school_svg(const vg_school *s, vg_lang lang, vg_text *out)
{
    enum { WIDE_BY = 640, HIGH_BY = 320, LEFT = 56, TOP = 40, RIGHT = 16, BOTTOM = 44 };
    double across = WIDE_BY - LEFT - RIGHT, down = HIGH_BY - TOP - BOTTOM;
    uint64_t most = s->points ? s->point[s->points - 1].games : 1;
    vg_text_printf(out,
                   "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
                   "font-family=\"sans-serif\" font-size=\"13\">\n"
                   "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n",
                   WIDE_BY, HIGH_BY, WIDE_BY, HIGH_BY);
    vg_text_printf(out,
                   lang == VG_IT
                       ? "<text x=\"%d\" y=\"22\">%s, %d-%d posti: quante volte batte %s, "
                         "%%, e partite giocate</text>\n"
                       : "<text x=\"%d\" y=\"22\">%s, %d to %d seats: how often it beats "
                         "%s, %%, by games played</text>\n",
                   LEFT, s->plan.game->name, s->plan.min_seats, s->plan.max_seats, s->measured_by);
    for (int i = 0; i <= 4; i++) {
        double y = TOP + down * (1 - i / 4.0);
        vg_text_printf(out,
                       "<path d=\"M%d %.1fH%d\" stroke=\"%s\"/><text x=\"%d\" y=\"%.1f\" "
                       "text-anchor=\"end\">%d</text>\n",
                       LEFT, y, WIDE_BY - RIGHT, i == 2 ? "#888" : "#ddd", LEFT - 8, y + 4, i * 25);
    }
    vg_text line = vg_text_heap();
    for (int i = 0; i < s->points; i++) {
        const vg_school_point *p = &s->point[i];
        double x = LEFT + across * (double)p->games / (double)most;
        if (p->high <= 0) continue;
        vg_text_printf(&line, "%s%.1f %.1f", line.len ? "L" : "M", x, TOP + down * (1 - p->ahead));
        vg_text_printf(out, "<path d=\"M%.1f %.1fV%.1f\" stroke=\"#7aa\" stroke-width=\"2\"/>\n", x,
                       TOP + down * (1 - p->low), TOP + down * (1 - p->high));
        if (i == 0 || i == s->points - 1 || p->games * 2 == most)
            vg_text_printf(out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"%s\">%llu</text>\n", x,
                           HIGH_BY - BOTTOM + 20, i == s->points - 1 ? "end" : "middle",
                           (unsigned long long)p->games);
    }
    if (line.len)
        vg_text_printf(out, "<path d=\"%s\" fill=\"none\" stroke=\"#155\" stroke-width=\"2\"/>\n",
                       line.at);
    vg_text_release(&line);
    vg_text_add(out, "</svg>\n");
}
