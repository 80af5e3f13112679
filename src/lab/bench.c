// bench.c: rounds of games, and the parts timed on positions from them.
#include "lab/bench.h"

#include "bots/judge.h"
#include "bots/search.h"
#include "lab/sim.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define ROUNDS      7
#define POSITIONS   256
#define STRIDE      37   // from a position to the next for the search: they are unlike each other
#define SIMULATIONS 100  // as the bot "search" does
#define THREADED    3000 // ... and where threads are to pay

const vg_bench_figure vg_bench_figures[VG_BENCH_COUNT] = {
#define X(id, key, decimals, better, it, en)                                                       \
    [VG_BENCH_##id] = {(key), (decimals), (better), VG_WORDS(it, en)},
    VG_BENCH_FIGURES(X)
#undef X
};

static const vg_bench_id parts[] = {VG_BENCH_COPY,  VG_BENCH_LEGAL,    VG_BENCH_EVALUATE,
                                    VG_BENCH_VIEW,  VG_BENCH_RESAMPLE, VG_BENCH_WORLD,
                                    VG_BENCH_CHECK, VG_BENCH_LAW};

// Positions at which a seat is asked, spread over a few random games.
typedef struct positions {
    unsigned char (*state)[VG_MAX_STATE];
    unsigned char (*view)[VG_MAX_STATE]; // what the asked seat knows
    int8_t seat[POSITIONS];
    int count;
    vg_eye eye;
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

// Does one part once on position `i`; gives something that depends on it.
static unsigned do_part(vg_bench_id what, const vg_game *game, const positions *at, int i,
                        int seats, unsigned char *scratch, unsigned char *second, vg_rng *rng)
{
    vg_move list[VG_MAX_LEGAL];
    if (what == VG_BENCH_COPY) {
        memcpy(scratch, at->state[i], game->state_size);
        return scratch[0];
    }
    if (what == VG_BENCH_LEGAL)
        return (unsigned)game->legal(at->state[i], at->seat[i], list) + list[0];
    if (what == VG_BENCH_EVALUATE) return vg_worth(&at->eye, at->state[i], at->seat[i]) > 0.5f;
    if (what == VG_BENCH_VIEW) {
        vg_game_view(game, at->state[i], at->seat[i], scratch);
        return scratch[0];
    }
    if (what == VG_BENCH_RESAMPLE || what == VG_BENCH_WORLD) {
        if (what == VG_BENCH_RESAMPLE)
            memcpy(scratch, at->view[i], game->state_size);
        else
            vg_game_view(game, at->state[i], at->seat[i], scratch);
        game->resample(scratch, at->seat[i], rng);
        return scratch[0];
    }
    unsigned broken = vg_check(game, at->state[i]) != NULL;
    for (int p = 0; what == VG_BENCH_LAW && p < seats; p++) {
        _Alignas(16) unsigned char again[VG_MAX_STATE];
        vg_game_view(game, at->state[i], p, scratch);
        memcpy(second, scratch, game->state_size);
        game->resample(second, p, rng);
        vg_game_view(game, second, p, again);
        broken += memcmp(scratch, again, game->state_size) != 0;
    }
    return broken;
}

// Nanoseconds of one call of a part: all positions again and again for `seconds`.
static double time_part(vg_bench_id what, const vg_game *game, const positions *at, int seats,
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

// Whole games of the bots of `plan`, as many as take `seconds`, and at least `least`.
static vg_err time_games(const vg_sim_plan *plan, uint64_t least, double seconds, vg_lang lang,
                         double *game_s, double *decision_ns, double *length, vg_text *why)
{
    vg_sim_plan one = *plan;
    vg_sim_result r;
    one.games = least;
    do { // grow until a round is long enough to measure
        double from = cpu();
        vg_err err = vg_sim_run(&one, lang, &r, why);
        if (err) return err;
        r.seconds = cpu() - from;
        if (r.seconds >= seconds) break;
        double grow = seconds / (r.seconds > 1e-6 ? r.seconds : 1e-6) * 1.1;
        one.games = 1 + (uint64_t)((double)one.games * (grow > 100   ? 100
                                                        : grow < 1.5 ? 1.5
                                                                     : grow));
    } while (true);
    *game_s = (double)r.games / r.seconds;
    *decision_ns = r.seconds * 1e9 / (double)r.decisions;
    *length = (double)r.decisions / (double)r.games;
    return VG_OK;
}

// Lets the search choose at one position after another for `seconds` of processor time.
static void time_search(vg_search *search, const vg_game *game, const positions *at, double seconds,
                        double *simulations_s, double *decision_s)
{
    const vg_search_plan plan = {.simulations = SIMULATIONS, .threads = 1, .turns = 3};
    vg_search_info info;
    uint64_t done = 0;
    int asked = 0;
    double from = cpu(), now;
    do {
        vg_move list[VG_MAX_LEGAL];
        vg_rng rng;
        vg_rng_seed(&rng, 9, (uint64_t)asked);
        int i = asked++ * STRIDE % at->count, count = game->legal(at->view[i], at->seat[i], list);
        vg_search_choose(search, &plan, game, at->view[i], at->seat[i], list, count, &rng, &info);
        done += info.simulations;
        now = cpu();
    } while (now - from < seconds || !done);
    *simulations_s = (double)done / (now - from);
    *decision_s = (now - from) / asked;
}

// By how many times two threads make a search of many simulations quicker, at the first position
// from `*next` on where there is something to choose. By the clock on the wall.
static double time_threads(vg_search *search, const vg_game *game, const positions *at, int *next)
{
    double seconds[2] = {0, 0};
    for (; seconds[0] <= 0 || seconds[1] <= 0; *next = (*next + STRIDE) % at->count) {
        for (int two = 0; two < 2; two++) {
            const vg_search_plan plan = {
                .simulations = THREADED, .threads = (uint8_t)(1 + two), .turns = 3};
            const void *view = at->view[*next];
            vg_search_info info;
            vg_move list[VG_MAX_LEGAL];
            vg_rng rng;
            vg_rng_seed(&rng, 9, 9);
            int seat = at->seat[*next], count = game->legal(view, seat, list);
            vg_search_choose(search, &plan, game, view, seat, list, count, &rng, &info);
            seconds[two] = info.seconds;
        }
    }
    return seconds[0] / seconds[1];
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
    vg_setup_normal(game, seats, &plan.setup);
    _Alignas(16) unsigned char start[VG_MAX_STATE];
    vg_err err = vg_setup_check(game, &plan.setup, lang, why);
    if (!err) err = game->setup(start, &plan.setup, lang, why);
    if (err) return err;
    positions at = {.state = malloc(sizeof *at.state * POSITIONS),
                    .view = malloc(sizeof *at.view * POSITIONS)};
    vg_search *search = vg_search_new(THREADED + 16, 2);
    if (!at.state || !at.view || !search) {
        vg_text_add(why, vg_err_text(VG_ERR_SYSTEM, lang));
        err = VG_ERR_SYSTEM;
        goto out;
    }
    gather(&at, game, start);
    vg_eye_open(&at.eye, game, seats, NULL);

    // A quarter of the time each for random games (shared with the bare loop), for greedy ones, for
    // the search and for the parts.
    double round[VG_BENCH_COUNT][ROUNDS] = {0}, share = seconds / 4 / ROUNDS, length, greedy_ns;
    bool two = sysconf(_SC_NPROCESSORS_ONLN) > 1;
    for (int i = 0, next = 0; i < ROUNDS; i++) {
        plan.seed = (uint64_t)i + 1;
        if (progress) progress(with, (double)i / ROUNDS);
        double half = share / (bare ? 2 : 1);
        for (int p = 0; p < seats; p++) plan.bot[p] = (vg_bot){.kind = VG_BOT_RANDOM};
        err = time_games(&plan, 32, half, lang, &round[VG_BENCH_GAMES][i],
                         &round[VG_BENCH_DECISION][i], &round[VG_BENCH_LENGTH][i], why);
        if (err) goto out;
        round[VG_BENCH_DECISIONS][i] = 1e9 / round[VG_BENCH_DECISION][i];
        if (bare) {
            round[VG_BENCH_BARE][i] =
                time_bare(bare, (uint64_t)(round[VG_BENCH_GAMES][i] * half) + 1, plan.seed, half,
                          &round[VG_BENCH_BARE_LENGTH][i]);
            round[VG_BENCH_BARE_RATIO][i] = round[VG_BENCH_DECISION][i] / round[VG_BENCH_BARE][i];
        }
        for (int p = 0; p < seats; p++) plan.bot[p] = (vg_bot){.kind = VG_BOT_GREEDY};
        err =
            time_games(&plan, 1, share, lang, &round[VG_BENCH_GREEDY][i], &greedy_ns, &length, why);
        if (err) goto out;
        double decision_s;
        time_search(search, game, &at, share, &round[VG_BENCH_SIMULATIONS][i], &decision_s);
        round[VG_BENCH_SEARCH][i] = 1 / (decision_s * length);
        if (two) round[VG_BENCH_THREADS][i] = time_threads(search, game, &at, &next);
        for (int p = 0; p < (int)(sizeof parts / sizeof parts[0]); p++)
            round[parts[p]][i] =
                time_part(parts[p], game, &at, seats, share / (sizeof parts / sizeof parts[0]));
    }
    for (int f = 0; f < VG_BENCH_COUNT; f++) out->figure[f] = median(round[f]);
out:
    vg_eye_close(&at.eye);
    vg_search_free(search);
    free(at.state);
    free(at.view);
    return err;
}
