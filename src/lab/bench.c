// bench.c: rounds of random games, and the parts timed on positions from them.
#include "lab/bench.h"

#include "lab/sim.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ROUNDS    7
#define POSITIONS 256

// Positions at which a seat is asked, spread over a few random games.
typedef struct positions {
    unsigned char (*state)[VG_MAX_STATE];
    unsigned char (*view)[VG_MAX_STATE]; // what the asked seat knows
    int8_t seat[POSITIONS];
    int count;
} positions;

// Seconds of processor time this program has used: what other programs do does not count.
static double cpu(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double values[ROUNDS])
{
    qsort(values, ROUNDS, sizeof values[0], by_value);
    return values[ROUNDS / 2];
}

static void gather(positions *at, const vg_game *game, const void *start)
{
    vg_rng rng, pick;
    _Alignas(16) unsigned char state[VG_MAX_STATE];
    vg_rng_seed(&pick, 77, 0);
    for (uint64_t number = 0; at->count < POSITIONS; number++) {
        vg_rng_seed(&rng, 7, number);
        memcpy(state, start, game->state_size);
        for (int moves = 0; moves < game->max_length && at->count < POSITIONS; moves++) {
            vg_ask ask = game->ask(state);
            if (ask.actor == VG_NOBODY) break;
            vg_move list[VG_MAX_LEGAL], m;
            if (ask.actor == VG_CHANCE) {
                m = game->chance(state, &rng);
            } else {
                if (vg_rng_below(&pick, 8) == 0) { // far enough apart to be unlike each other
                    memcpy(at->state[at->count], state, game->state_size);
                    vg_game_view(game, state, ask.actor, at->view[at->count]);
                    at->seat[at->count++] = ask.actor;
                }
                int count = game->legal(state, ask.actor, list);
                m = list[vg_rng_below(&rng, (uint32_t)count)];
            }
            game->apply(state, ask.actor, m, NULL);
        }
    }
}

typedef enum part { COPY, LEGAL, VIEW, RESAMPLE, CHECK, LAW, PART_COUNT } part;

// Does one part once on position `i`; gives something that depends on it.
static unsigned do_part(part what, const vg_game *game, const positions *at, int i, int seats,
                        unsigned char *scratch, unsigned char *second, vg_rng *rng)
{
    vg_move list[VG_MAX_LEGAL];
    switch (what) {
    case COPY: memcpy(scratch, at->state[i], game->state_size); return scratch[0];
    case LEGAL: return (unsigned)game->legal(at->state[i], at->seat[i], list) + list[0];
    case VIEW: vg_game_view(game, at->state[i], at->seat[i], scratch); return scratch[0];
    case RESAMPLE:
        memcpy(scratch, at->view[i], game->state_size);
        game->resample(scratch, at->seat[i], rng);
        return scratch[0];
    case CHECK: return vg_check(game, at->state[i]) != NULL;
    case LAW: {
        unsigned broken = vg_check(game, at->state[i]) != NULL;
        for (int p = 0; p < seats; p++) {
            _Alignas(16) unsigned char again[VG_MAX_STATE];
            vg_game_view(game, at->state[i], p, scratch);
            memcpy(second, scratch, game->state_size);
            game->resample(second, p, rng);
            vg_game_view(game, second, p, again);
            broken += memcmp(scratch, again, game->state_size) != 0;
        }
        return broken;
    }
    case PART_COUNT: break;
    }
    return 0;
}

// Nanoseconds of one call of a part: all positions again and again for `seconds`.
static double time_part(part what, const vg_game *game, const positions *at, int seats,
                        double seconds)
{
    _Alignas(16) static _Thread_local unsigned char scratch[VG_MAX_STATE], second[VG_MAX_STATE];
    volatile unsigned sink = 0;
    vg_rng rng;
    vg_rng_seed(&rng, 5, (uint64_t)what);
    uint64_t calls = 0;
    double from = cpu(), now;
    do {
        unsigned sum = 0;
        for (int i = 0; i < at->count; i++) {
            sum += do_part(what, game, at, i, seats, scratch, second, &rng);
            // The bytes must really be made: the compiler may not see that nobody reads them.
            __asm__ volatile("" : : "r"(scratch) : "memory");
        }
        sink = sink + sum;
        calls += (uint64_t)at->count;
        now = cpu();
    } while (now - from < seconds);
    return (now - from) * 1e9 / (double)calls;
}

static vg_err time_games(const vg_sim_plan *plan, double seconds, vg_lang lang, double *game_s,
                         double *decision_ns, double *length, vg_text *why)
{
    vg_sim_plan one = *plan;
    vg_sim_result r;
    one.games = 32;
    do { // grow until a round is long enough to measure
        double from = cpu();
        vg_err err = vg_sim_run(&one, lang, &r, why);
        if (err) return err;
        r.seconds = cpu() - from;
        if (r.seconds >= seconds) break;
        double grow = seconds / (r.seconds > 1e-6 ? r.seconds : 1e-6) * 1.1;
        one.games = (uint64_t)((double)one.games * (grow > 100 ? 100 : grow < 1.5 ? 1.5 : grow));
    } while (true);
    *game_s = (double)r.games / r.seconds;
    *decision_ns = r.seconds * 1e9 / (double)r.decisions;
    *length = (double)r.decisions / (double)r.games;
    return VG_OK;
}

static double time_bare(vg_bench_bare *bare, uint64_t games, uint64_t seed, double seconds,
                        double *length)
{
    static volatile int64_t sink; // what the bare loop computed is wanted
    for (;; games *= 2) {
        uint64_t decisions = 0;
        int64_t checksum = 0;
        double from = cpu();
        bare(games, seed, &decisions, &checksum);
        double spent = cpu() - from;
        sink = sink + checksum;
        *length = (double)decisions / (double)games;
        if (spent >= seconds / 2) return spent * 1e9 / (double)decisions;
    }
}

vg_err vg_bench_run(const vg_game *game, int seats, double seconds, vg_bench_bare *bare,
                    vg_lang lang, vg_bench_row *out, vg_text *why,
                    void (*progress)(void *with, double part), void *with)
{
    *out = (vg_bench_row){.game = game, .seats = seats};
    vg_sim_plan plan = {.game = game, .threads = 1};
    for (int p = 0; p < seats; p++) plan.bot[p] = (vg_bot){.kind = VG_BOT_RANDOM};
    vg_setup_normal(game, seats, &plan.setup);
    _Alignas(16) unsigned char start[VG_MAX_STATE];
    vg_err err = vg_setup_check(game, &plan.setup, lang, why);
    if (!err) err = game->setup(start, &plan.setup, lang, why);
    if (err) return err;
    positions at = {.state = malloc(sizeof *at.state * POSITIONS),
                    .view = malloc(sizeof *at.view * POSITIONS)};
    if (!at.state || !at.view) {
        vg_text_add(why, vg_err_text(VG_ERR_SYSTEM, lang));
        err = VG_ERR_SYSTEM;
        goto out;
    }
    gather(&at, game, start);

    // Half of the time for whole games (shared with the bare loop), half for the parts.
    double games_s[ROUNDS], decision[ROUNDS], bares[ROUNDS], ratio[ROUNDS],
        parts[PART_COUNT][ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
        plan.seed = (uint64_t)i + 1;
        if (progress) progress(with, (double)i / ROUNDS);
        double share = seconds / 2 / ROUNDS / (bare ? 2 : 1);
        err = time_games(&plan, share, lang, &games_s[i], &decision[i], &out->length, why);
        if (err) goto out;
        if (bare) {
            bares[i] = time_bare(bare, (uint64_t)(games_s[i] * share) + 1, plan.seed, share,
                                 &out->bare_length);
            ratio[i] = decision[i] / bares[i];
        }
        for (part p = COPY; p < PART_COUNT; p++)
            parts[p][i] = time_part(p, game, &at, seats, seconds / (2 * ROUNDS * (int)PART_COUNT));
    }
    out->games_per_second = median(games_s);
    out->decision_ns = median(decision);
    out->decisions_per_second = 1e9 / out->decision_ns;
    out->copy_ns = median(parts[COPY]);
    out->legal_ns = median(parts[LEGAL]);
    out->view_ns = median(parts[VIEW]);
    out->resample_ns = median(parts[RESAMPLE]);
    out->check_ns = median(parts[CHECK]);
    out->law_ns = median(parts[LAW]);
    if (bare) out->bare_ns = median(bares);
    if (bare) out->bare_ratio = median(ratio);
out:
    free(at.state);
    free(at.view);
    return err;
}
