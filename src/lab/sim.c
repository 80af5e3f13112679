// sim.c: the loop that plays games, and the threads around it.
//
// Threads take games in small batches from one counter. Each adds up its own
// integers; the sums are joined at the end, so who played what does not matter.
#include "lab/sim.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BATCH 16

typedef struct sim_job {
    const vg_sim_plan *plan;
    _Alignas(16) unsigned char start[VG_MAX_STATE]; // the state before the first deal
    atomic_uint_fast64_t next, done;
    pthread_mutex_t lock; // for `each`, and with `finished` for the end
    pthread_cond_t finished;
    int running;
} sim_job;

typedef struct worker {
    sim_job *job;
    vg_sim_result sum;
    uint64_t *length;   // games by number of decisions, 0..max_length
    vg_sim_step *steps; // of the game being played; NULL unless somebody wants them
    vg_rng chance, who, bot[VG_MAX_SEATS];
    vg_mind *mind[VG_MAX_SEATS]; // NULL for random ones, who need none
    _Alignas(16) unsigned char state[VG_MAX_STATE], view[VG_MAX_STATE];
} worker;

double vg_sim_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

// A seed for stream `lane` of a run, far from the run's own seed and from its neighbours'.
static uint64_t lane_seed(uint64_t seed, int lane)
{
    uint64_t z = seed + 0x9e3779b97f4a7c15u * (uint64_t)(lane + 1);
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

// What the bot of `seat` does with these moves; 0: it would rather wait (an opportunity).
static vg_move choose(worker *w, const vg_game *game, int seat, const vg_move *list, int count)
{
    if (!w->mind[seat]) return list[vg_rng_below(&w->bot[seat], (uint32_t)count)];
    vg_game_view(game, w->state, seat, w->view);
    return vg_mind_choose(w->mind[seat], game, w->view, seat, list, count, &w->bot[seat]);
}

// Who moves now, and what. Seats with an opportunity are heard before the seat that is asked,
// in an order drawn for this move, since nothing tells who would be quicker; a random bot takes
// one opportunity in two, or it would never let one pass.
static vg_move next_move(worker *w, const vg_game *game, vg_ask ask, int *seat)
{
    vg_move list[VG_MAX_LEGAL];
    int seats = w->job->plan->setup.seats;
    int from = ask.also ? (int)vg_rng_below(&w->who, (uint32_t)seats) : 0;
    for (int i = 0; ask.also && i < seats; i++) {
        int p = (from + i) % seats;
        if (!(ask.also >> p & 1) || p == ask.actor) continue;
        int count = game->legal(w->state, p, list);
        if (count == 0 || (!w->mind[p] && vg_rng_below(&w->who, 2) == 0)) continue;
        vg_move m = choose(w, game, p, list, count);
        if (!m) continue;
        *seat = p;
        return m;
    }
    *seat = ask.actor;
    int count = game->legal(w->state, ask.actor, list);
    return count ? choose(w, game, ask.actor, list, count) : 0;
}

// Plays one game to its end; gives what went wrong, or NULL.
static const char *play(worker *w, uint64_t number, int *moves, int *decisions)
{
    const vg_sim_plan *plan = w->job->plan;
    const vg_game *game = plan->game;
    vg_rng_seed(&w->chance, plan->seed, number);
    for (int p = 0; p < plan->setup.seats; p++)
        vg_rng_seed(&w->bot[p], lane_seed(plan->seed, p), number);
    vg_rng_seed(&w->who, lane_seed(plan->seed, VG_MAX_SEATS), number);
    memcpy(w->state, w->job->start, game->state_size);

    for (*moves = *decisions = 0;; ++*moves) {
        vg_ask ask = game->ask(w->state);
        if (ask.actor == VG_NOBODY) return NULL;
        if (*moves == game->max_length) return "the game is longer than max_length";
        vg_move m;
        int seat = VG_CHANCE;
        if (ask.actor == VG_CHANCE) {
            m = game->chance(w->state, &w->chance);
        } else {
            m = next_move(w, game, ask, &seat);
            if (m == 0) return "a seat is asked and has no move";
            ++*decisions;
        }
        if (w->steps) w->steps[*moves] = (vg_sim_step){.move = m, .seat = (int8_t)seat};
        game->apply(w->state, seat, m, NULL);
        if (plan->check) {
            const char *broken = game->check(w->state);
            if (broken) {
                ++*moves;
                return broken;
            }
        }
    }
}

static void count_winners(worker *w, const vg_score *score)
{
    int seats = w->job->plan->setup.seats, winners = 0;
    for (int p = 0; p < seats; p++) winners += score->rank[p] == 1;
    w->sum.draws += winners > 1;
    for (int p = 0; p < seats; p++) {
        w->sum.score[p] += score->points[p];
        if (score->rank[p] != 1) continue;
        w->sum.wins[p] += winners == 1;
        w->sum.share[p] += (uint64_t)(VG_SIM_WIN / winners);
    }
}

static void play_and_count(worker *w, uint64_t number)
{
    const vg_sim_plan *plan = w->job->plan;
    int moves, decisions;
    const char *wrong = play(w, number, &moves, &decisions);
    w->sum.games++;
    w->sum.moves += (uint64_t)moves;
    w->sum.decisions += (uint64_t)decisions;
    w->length[decisions]++;
    vg_score score = {0};
    plan->game->score(w->state, &score);
    if (!wrong) {
        count_winners(w, &score);
    } else {
        if (w->sum.stuck == 0 || number < w->sum.stuck_number) {
            w->sum.stuck_number = number;
            w->sum.stuck_why = wrong;
        }
        w->sum.stuck++;
    }
    if (!plan->each) return;
    pthread_mutex_lock(&w->job->lock);
    plan->each(plan->with, &(vg_sim_game){.number = number,
                                          .state = w->state,
                                          .score = &score,
                                          .step = w->steps,
                                          .step_count = moves,
                                          .stuck = wrong != NULL});
    pthread_mutex_unlock(&w->job->lock);
}

static void *work(void *at)
{
    worker *w = at;
    sim_job *job = w->job;
    uint64_t games = job->plan->games;
    for (;;) {
        uint64_t from = atomic_fetch_add(&job->next, BATCH);
        if (from >= games) break;
        uint64_t to = games - from < BATCH ? games : from + BATCH;
        for (uint64_t i = from; i < to; i++) play_and_count(w, i);
        atomic_fetch_add(&job->done, to - from);
    }
    pthread_mutex_lock(&job->lock);
    job->running--;
    pthread_cond_signal(&job->finished);
    pthread_mutex_unlock(&job->lock);
    return NULL;
}

// Waits for the workers, telling how far they are five times a second.
static void watch(sim_job *job)
{
    pthread_mutex_lock(&job->lock);
    while (job->running > 0) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 200 * 1000 * 1000;
        if (until.tv_nsec >= 1000 * 1000 * 1000) {
            until.tv_nsec -= 1000 * 1000 * 1000;
            until.tv_sec++;
        }
        pthread_cond_timedwait(&job->finished, &job->lock, &until);
        if (!job->plan->progress) continue;
        pthread_mutex_unlock(&job->lock);
        job->plan->progress(job->plan->with, atomic_load(&job->done), job->plan->games);
        pthread_mutex_lock(&job->lock);
    }
    pthread_mutex_unlock(&job->lock);
}

static void add(vg_sim_result *sum, const vg_sim_result *one)
{
    sum->games += one->games;
    sum->decisions += one->decisions;
    sum->moves += one->moves;
    sum->draws += one->draws;
    for (int p = 0; p < VG_MAX_SEATS; p++) {
        sum->wins[p] += one->wins[p];
        sum->share[p] += one->share[p];
        sum->score[p] += one->score[p];
    }
    if (one->stuck && (sum->stuck == 0 || one->stuck_number < sum->stuck_number)) {
        sum->stuck_number = one->stuck_number;
        sum->stuck_why = one->stuck_why;
    }
    sum->stuck += one->stuck;
}

static void measure_lengths(worker *const *workers, int count, int longest, vg_sim_result *out)
{
    uint64_t seen = 0, wanted = out->games - out->games / 20; // nearest rank of 95 %
    out->length_min = UINT32_MAX;
    for (int n = 0; n <= longest; n++) {
        uint64_t here = 0;
        for (int i = 0; i < count; i++) here += workers[i]->length[n];
        if (here == 0) continue;
        if (out->length_min == UINT32_MAX) out->length_min = (uint32_t)n;
        if (seen < wanted && seen + here >= wanted) out->length_p95 = (uint32_t)n;
        out->length_max = (uint32_t)n;
        seen += here;
    }
    if (out->length_min == UINT32_MAX) out->length_min = 0;
}

static void worker_free(worker *w)
{
    if (!w) return;
    for (int p = 0; p < VG_MAX_SEATS; p++) vg_mind_free(w->mind[p]);
    free(w->length);
    free(w->steps);
    free(w);
}

static worker *worker_new(sim_job *job)
{
    size_t longest = job->plan->game->max_length;
    worker *w = calloc(1, sizeof *w);
    if (!w) return NULL;
    w->job = job;
    w->length = calloc(longest + 1, sizeof w->length[0]);
    if (job->plan->each) w->steps = calloc(longest + 1, sizeof w->steps[0]);
    bool awake = true;
    for (int p = 0; p < job->plan->setup.seats; p++) {
        if (job->plan->bot[p].kind == VG_BOT_RANDOM) continue;
        w->mind[p] = vg_mind_new(&job->plan->bot[p]);
        awake = awake && w->mind[p];
    }
    if (awake && w->length && (w->steps || !job->plan->each)) return w;
    worker_free(w);
    return NULL;
}

vg_err vg_sim_run(const vg_sim_plan *plan, vg_lang lang, vg_sim_result *out, vg_text *why)
{
    assert(plan->threads >= 1 && plan->threads <= VG_SIM_MAX_THREADS);
    *out = (vg_sim_result){0};
    sim_job job = {.plan = plan};
    vg_err err = vg_setup_check(plan->game, &plan->setup, lang, why);
    if (!err) err = plan->game->setup(job.start, &plan->setup, lang, why);
    if (err) return err;

    worker *workers[VG_SIM_MAX_THREADS];
    pthread_t threads[VG_SIM_MAX_THREADS];
    pthread_mutex_init(&job.lock, NULL);
    pthread_cond_init(&job.finished, NULL);
    double started = vg_sim_clock();
    int count = 0;
    while (count < plan->threads) {
        worker *w = worker_new(&job);
        if (!w) break;
        pthread_mutex_lock(&job.lock);
        job.running++;
        pthread_mutex_unlock(&job.lock);
        if (pthread_create(&threads[count], NULL, work, w) != 0) {
            pthread_mutex_lock(&job.lock);
            job.running--;
            pthread_mutex_unlock(&job.lock);
            worker_free(w);
            break;
        }
        workers[count++] = w;
    }
    // Fewer threads than wished for give the same games; none cannot give any.
    watch(&job);
    for (int i = 0; i < count; i++) pthread_join(threads[i], NULL);
    for (int i = 0; i < count; i++) add(out, &workers[i]->sum);
    out->seconds = vg_sim_clock() - started;
    measure_lengths(workers, count, plan->game->max_length, out);
    for (int i = 0; i < count; i++) worker_free(workers[i]);
    pthread_cond_destroy(&job.finished);
    pthread_mutex_destroy(&job.lock);
    if (count > 0) return VG_OK;
    vg_text_add(why, vg_err_text(VG_ERR_SYSTEM, lang));
    return VG_ERR_SYSTEM;
}

void vg_sim_interval(double share, uint64_t games, double *low, double *high)
{
    *low = 0;
    *high = 1;
    if (games == 0) return;
    double n = (double)games, z = 1.959963984540054, zz = z * z;
    double middle = (share + zz / (2 * n)) / (1 + zz / n);
    double half = z / (1 + zz / n) * sqrt(share * (1 - share) / n + zz / (4 * n * n));
    *low = middle - half < 0 ? 0 : middle - half;
    *high = middle + half > 1 ? 1 : middle + half;
}
