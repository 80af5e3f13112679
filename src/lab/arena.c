// arena.c: rounds, ratings, and when to stop.
//
// Line-ups: with as many bots as seats there is one. With fewer, the seats are
// filled in turn and every bot begins one line-up, so that all have as many
// seats in a round. With more, every choice of as many bots as seats is one.
//
// Ratings are Bradley and Terry's: in a game every two bots of different name
// have met, and the better rank has won. The intervals come from drawing the
// rounds again with repetition (a bootstrap, from a fixed seed).
//
// Stopping early looks at the result only now and then (after 16 rounds, then
// each time half as many more), and asks for what one look in a thousand would
// show by chance (3.29 standard errors, and Student's due for few rounds); in
// practice there are fewer than twenty looks.
//
// The games of a round begin alike: the luck of the deal and of the first turns falls on all, and
// less and less of it does the further they part. So luck is taken off by when it came, and how
// much of each is fitted to the rounds, for each round to others than itself: however badly it
// fits, luck is 0 on average and so is a multiple of it that does not know the round. So the
// adjusted share is right on average, and its spread is honest. The luck of bots' own lots has one
// weight of its own.
#include "lab/arena.h"

#include "base/clock.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SURE       3.29
#define Z95        1.959963984540054
#define DRAWS      400 // rounds drawn again, so many times
#define MAX_LINEUP 70  // choices of 4 of 8, the most there are
#define PARTS      8   // of the rounds: each is adjusted by what fits the others
#define FEW        40  // rounds of which nothing is fitted
#define TIMES      6   // of a game, each with as much luck as another, and a weight of its own
#define WEIGHTS    (TIMES + 1) // and one for bots' own lots
#define ROUNDS_FOR 24          // rounds a weight must have to be fitted by

// What one round gave: by entry the share of wins and points over its seats, and who beat whom.
typedef struct a_round {
    float share[VG_MAX_SEATS], points[VG_MAX_SEATS], luck[VG_LUCK_PARTS][VG_MAX_SEATS];
    float beat[VG_MAX_SEATS][VG_MAX_SEATS];
    uint16_t seats[VG_MAX_SEATS]; // how often it sat
} a_round;

typedef struct arena {
    const vg_arena_plan *plan;
    uint8_t lineup[MAX_LINEUP][VG_MAX_SEATS];
    int lineups;
    int current;          // line-up being played
    uint64_t first;       // round number of game 0 of the slice
    a_round *round;       // of all rounds so far
    uint64_t *lost;       // by entry
    uint64_t done, slice; // games before this slice; of the whole plan
} arena;

static void choose_lineups(arena *a, int entries, int seats)
{
    if (entries <= seats) {
        a->lineups = entries == seats ? 1 : entries;
        for (int l = 0; l < a->lineups; l++)
            for (int p = 0; p < seats; p++) a->lineup[l][p] = (uint8_t)((l + p) % entries);
        return;
    }
    for (unsigned set = 0; set < 1u << entries; set++) {
        if (vg_bits(set) != seats) continue;
        int p = 0;
        for (int i = 0; i < entries; i++)
            if (set >> i & 1) a->lineup[a->lineups][p++] = (uint8_t)i;
        a->lineups++;
    }
}

static int entry_at(const arena *a, const vg_sim_game *g, int seat)
{
    return a->lineup[a->current][g->player[seat]];
}

static void count_game(void *with, const vg_sim_game *g)
{
    arena *a = with;
    int seats = a->plan->setup.seats, winners = 0;
    a_round *r = &a->round[g->number / vg_sim_round(seats)];
    // Whoever lost its seat has lost the game, whatever greedy made of it.
    uint8_t rank[VG_MAX_SEATS];
    for (int p = 0; p < seats; p++) {
        rank[p] = g->lost >> p & 1 ? VG_MAX_SEATS + 1 : g->score->rank[p];
        winners += g->score->rank[p] == 1;
        a->lost[entry_at(a, g, p)] += g->lost >> p & 1;
    }
    for (int p = 0; p < seats; p++) {
        int e = entry_at(a, g, p);
        r->seats[e]++;
        r->points[e] += g->score->points[p];
        if (rank[p] == 1) r->share[e] += 1 / (float)winners;
        for (int part = 0; g->luck && part < VG_LUCK_PARTS; part++)
            r->luck[part][e] += (float)g->luck[part][p];
        for (int q = 0; q < seats; q++) {
            int other = entry_at(a, g, q);
            if (other == e) continue;
            r->beat[e][other] += rank[p] < rank[q] ? 1 : rank[p] == rank[q] ? 0.5f : 0;
        }
    }
}

static void pass_progress(void *with, uint64_t done, uint64_t games)
{
    const arena *a = with;
    (void)games;
    if (a->plan->progress) a->plan->progress(a->plan->with, a->done + done, a->slice);
}

static void pass_lost(void *with, uint64_t number, int seat, int player, const char *why)
{
    const arena *a = with;
    if (a->plan->lost)
        a->plan->lost(a->plan->with, number, seat, a->lineup[a->current][player], why);
}

// Plays rounds from..to of every line-up.
static vg_err play(arena *a, uint64_t from, uint64_t to, vg_lang lang, vg_text *why)
{
    const vg_arena_plan *plan = a->plan;
    uint64_t size = vg_sim_round(plan->setup.seats), reached;
    vg_tally *tally = vg_tally_new(plan->game->max_length);
    vg_err err = tally ? VG_OK : VG_ERR_SYSTEM;
    for (a->current = 0; !err && a->current < a->lineups; a->current++) {
        vg_sim_plan sim = {.game = plan->game,
                           .setup = plan->setup,
                           .budget = plan->budget,
                           .games = to * size,
                           .from = from * size,
                           .to = to * size,
                           .seed = plan->seed,
                           .threads = plan->threads,
                           .rotate = true,
                           .duplicate = true,
                           .luck = plan->luck,
                           .progress = pass_progress,
                           .each = count_game,
                           .lost = pass_lost,
                           .with = a};
        for (int p = 0; p < plan->setup.seats; p++) {
            sim.bot[p] = plan->bot[a->lineup[a->current][p]];
            sim.command[p] = plan->command[a->lineup[a->current][p]];
        }
        err = vg_sim_play(&sim, lang, tally, &reached, why);
        a->done += (to - from) * size;
    }
    if (!err && tally->stuck) {
        vg_text_printf(why, "number %llu: %s", (unsigned long long)tally->stuck_number,
                       tally->stuck_why);
        err = VG_ERR_SYSTEM;
    }
    vg_tally_free(tally);
    return err;
}

// Bradley and Terry's ratings of these results as Elo, their mean 0. One more drawn game between
// every two keeps a bot that never lost within reach.
static void rate(double beat[VG_MAX_SEATS][VG_MAX_SEATS], int entries, double elo[])
{
    double strength[VG_MAX_SEATS];
    for (int i = 0; i < entries; i++) strength[i] = 1;
    for (int turn = 0; turn < 500; turn++) {
        double product = 0, moved = 0;
        for (int i = 0; i < entries; i++) {
            double wins = 0, met = 0;
            for (int k = 0; k < entries; k++) {
                if (k == i) continue;
                wins += beat[i][k] + 0.5;
                met += (beat[i][k] + beat[k][i] + 1) / (strength[i] + strength[k]);
            }
            double now = wins / met;
            moved = fmax(moved, fabs(log(now / strength[i])));
            strength[i] = now;
            product += log(now);
        }
        for (int i = 0; i < entries; i++) strength[i] /= exp(product / entries);
        if (moved < 1e-6) break;
    }
    for (int i = 0; i < entries; i++) elo[i] = 400 * log10(strength[i]);
}

static int by_value(const void *x, const void *y)
{
    double a = *(const double *)x, b = *(const double *)y;
    return (a > b) - (a < b);
}

static void rate_all(const arena *a, uint64_t rounds, vg_arena_result *out)
{
    static _Thread_local double drawn[VG_MAX_SEATS][DRAWS];
    int entries = a->plan->entries;
    vg_rng rng;
    vg_rng_seed(&rng, 0x617265, 0); // the same rounds give the same intervals
    for (int d = -1; d < DRAWS; d++) {
        double beat[VG_MAX_SEATS][VG_MAX_SEATS] = {{0}}, elo[VG_MAX_SEATS];
        for (uint64_t n = 0; n < rounds; n++) {
            const a_round *r = &a->round[d < 0 ? n : vg_rng_below(&rng, (uint32_t)rounds)];
            for (int i = 0; i < entries; i++)
                for (int k = 0; k < entries; k++) beat[i][k] += (double)r->beat[i][k];
        }
        // One more game, won by either: rounds that were all alike do not make it certain.
        for (int i = 0; d >= 0 && i < entries; i++)
            for (int k = 0; k < i; k++) {
                if (vg_rng_below(&rng, 2))
                    beat[i][k]++;
                else
                    beat[k][i]++;
            }
        rate(beat, entries, elo);
        for (int i = 0; i < entries; i++) {
            if (d < 0)
                out->entry[i].elo = elo[i];
            else
                drawn[i][d] = elo[i];
        }
    }
    for (int i = 0; i < entries; i++) {
        qsort(drawn[i], DRAWS, sizeof(double), by_value);
        out->entry[i].elo_low = drawn[i][DRAWS / 40];
        out->entry[i].elo_high = drawn[i][DRAWS - 1 - DRAWS / 40];
    }
}

// How luck is taken off in the rounds of a part, by what fits all others.
typedef struct fitted {
    int times;                   // how many there are
    uint8_t when[VG_LUCK_PARTS]; // which of them a part of luck belongs to
    double by[WEIGHTS];          // how much of it is taken off
} fitted;

// Times of a game between which luck of one kind of entry `i` is shared out evenly, in all rounds
// but these.
static void choose_times(const arena *a, uint64_t rounds, int i, uint64_t part, int kind, int times,
                         fitted *f)
{
    double size[VG_LUCK_WHENS] = {0}, all = 0, before = 0;
    int first = kind * VG_LUCK_WHENS;
    for (uint64_t k = 0; k < rounds; k++)
        for (int c = 0; c < VG_LUCK_WHENS && k % PARTS != part; c++) {
            double luck = (double)a->round[k].luck[first + c][i];
            size[c] += luck * luck;
        }
    for (int c = 0; c < VG_LUCK_WHENS; c++) all += size[c];
    for (int c = 0; c < VG_LUCK_WHENS; c++) {
        int when = all > 0 ? (int)((before + size[c] / 2) / all * times) : 0;
        f->when[first + c] = (uint8_t)(f->times + (when < times ? when : times - 1));
        before += size[c];
    }
    f->times += times;
}

static void luck_of(const a_round *r, int i, const fitted *f, double luck[WEIGHTS])
{
    for (int t = 0; t < WEIGHTS; t++) luck[t] = 0;
    for (int c = 0; c < VG_LUCK_PARTS; c++) luck[f->when[c]] += (double)r->luck[c][i];
}

// Solves the equations row by row; a row that says nothing gives 0.
static void solve(double m[WEIGHTS][WEIGHTS + 1], int n, double out[WEIGHTS])
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) {
            if (k == i || m[i][i] <= 0) continue;
            double by = m[k][i] / m[i][i];
            for (int c = i; c <= n; c++) m[k][c] -= by * m[i][c];
        }
    for (int i = 0; i < n; i++) out[i] = m[i][i] > 0 ? m[i][n] / m[i][i] : 0;
}

// What leaves the least spread; a weight is taken to be about 0, give or take 1, before anything is
// known.
static fitted fit(const arena *a, uint64_t rounds, int i, uint64_t part)
{
    fitted f = {.by = {1, 1}};
    int wanted = rounds < FEW ? 1 : (int)(rounds / ROUNDS_FOR);
    choose_times(a, rounds, i, part, VG_LUCK_DRAWS, wanted < TIMES ? wanted : TIMES, &f);
    choose_times(a, rounds, i, part, VG_LUCK_LOTS, 1, &f);
    if (rounds < FEW) return f;
    double n = 0, mean[WEIGHTS + 1] = {0}, m[WEIGHTS][WEIGHTS + 1] = {{0}}, spread = 0;
    for (uint64_t k = 0; k < rounds; k++) {
        double x[WEIGHTS + 1];
        if (k % PARTS == part) continue;
        luck_of(&a->round[k], i, &f, x);
        x[f.times] = (double)a->round[k].share[i];
        n++;
        for (int c = 0; c <= f.times; c++) mean[c] += x[c];
        for (int c = 0; c < f.times; c++)
            for (int d = 0; d <= f.times; d++) m[c][d] += x[c] * x[d];
        spread += x[f.times] * x[f.times];
    }
    spread = (spread - mean[f.times] * mean[f.times] / n) / n;
    for (int c = 0; c < f.times; c++) {
        for (int d = 0; d <= f.times; d++) m[c][d] -= mean[c] * mean[d] / n;
        m[c][c] += spread;
    }
    solve(m, f.times, f.by);
    return f;
}

// Mean and standard error of the share of the win less luck, a seat.
static double spread_adjusted(const arena *a, uint64_t rounds, int i, double *error)
{
    double sum = 0, sum2 = 0, n = (double)rounds;
    for (uint64_t part = 0; part < PARTS; part++) {
        fitted f = fit(a, rounds, i, part);
        for (uint64_t k = part; k < rounds; k += PARTS) {
            const a_round *r = &a->round[k];
            double x = (double)r->share[i], luck[WEIGHTS];
            luck_of(r, i, &f, luck);
            for (int t = 0; t < f.times; t++) x -= f.by[t] * luck[t];
            x /= r->seats[i];
            sum += x;
            sum2 += x * x;
        }
    }
    double mean = sum / n, var = rounds > 1 ? (sum2 - sum * mean) / (n - 1) : 0;
    *error = var > 0 ? sqrt(var / n) : 0;
    return mean;
}

// Mean and standard error of what `of` says about each round.
static double spread(const arena *a, uint64_t rounds, int i, int k, double *error)
{
    double sum = 0, sum2 = 0;
    for (uint64_t n = 0; n < rounds; n++) {
        const a_round *r = &a->round[n];
        double met = (double)(r->beat[i][k] + r->beat[k][i]);
        double x = k == i    ? (double)r->share[i] / r->seats[i]
                   : met > 0 ? (double)r->beat[i][k] / met - 0.5
                             : 0;
        sum += x;
        sum2 += x * x;
    }
    double n = (double)rounds, mean = sum / n;
    double var = rounds > 1 ? (sum2 - sum * mean) / (n - 1) : 0;
    *error = var > 0 ? sqrt(var / n) : 0;
    return mean;
}

// Have these two been told apart beyond doubt?
static bool are_apart(const arena *a, uint64_t rounds, int i, int k)
{
    if (rounds < VG_ARENA_FIRST_LOOK) return false;
    double error, edge = spread(a, rounds, i, k, &error);
    return fabs(edge) > vg_student(SURE, (int)rounds - 1) * error && edge != 0;
}

static bool is_clear(const arena *a, uint64_t rounds)
{
    for (int i = 0; i < a->plan->entries; i++)
        for (int k = 0; k < i; k++)
            if (!are_apart(a, rounds, i, k)) return false;
    return true;
}

static void sum_up(const arena *a, uint64_t rounds, vg_arena_result *out)
{
    const vg_arena_plan *plan = a->plan;
    for (int i = 0; i < plan->entries; i++) {
        vg_arena_entry *e = &out->entry[i];
        double error, points = 0, seats = 0;
        e->share = spread(a, rounds, i, i, &error);
        double half = vg_student(Z95, (int)rounds - 1) * error;
        e->low = fmax(0, e->share - half);
        e->high = fmin(1, e->share + half);
        if (error == 0) vg_sim_interval(e->share, rounds, &e->low, &e->high);
        if (plan->luck) {
            double rest;
            e->adjusted = spread_adjusted(a, rounds, i, &rest);
            half = vg_student(Z95, (int)rounds - 1) * rest;
            e->adjusted_low = e->adjusted - half;
            e->adjusted_high = e->adjusted + half;
            e->fewer = rest > 0 ? error * error / (rest * rest) : 0;
        }
        for (uint64_t n = 0; n < rounds; n++) {
            points += (double)a->round[n].points[i];
            seats += a->round[n].seats[i];
        }
        e->points = seats > 0 ? points / seats : 0;
        e->lost = a->lost[i];
        for (int k = 0; k < plan->entries; k++) {
            if (k == i) continue;
            if (are_apart(a, rounds, i, k)) e->apart = (uint8_t)(e->apart | 1u << k);
            double mean = 0.5 + spread(a, rounds, i, k, &error);
            half = vg_student(Z95, (int)rounds - 1) * error;
            e->ahead[k] = mean;
            e->ahead_low[k] = fmax(0, mean - half);
            e->ahead_high[k] = fmin(1, mean + half);
            if (error == 0) vg_sim_interval(mean, rounds, &e->ahead_low[k], &e->ahead_high[k]);
        }
    }
    rate_all(a, rounds, out);
    out->rounds = rounds;
    out->games = rounds * vg_sim_round(plan->setup.seats) * (uint64_t)a->lineups;
    out->fair = 1.0 / plan->setup.seats;
    out->clear = is_clear(a, rounds);
}

uint64_t vg_arena_round(const vg_arena_plan *plan)
{
    arena a = {.plan = plan};
    choose_lineups(&a, plan->entries, plan->setup.seats);
    return vg_sim_round(plan->setup.seats) * (uint64_t)a.lineups;
}

vg_err vg_arena_run(const vg_arena_plan *plan, vg_lang lang, vg_arena_result *out, vg_text *why)
{
    assert(plan->entries >= 2 && plan->entries <= VG_MAX_SEATS);
    *out = (vg_arena_result){0};
    uint64_t lost[VG_MAX_SEATS] = {0};
    arena a = {.plan = plan, .lost = lost};
    choose_lineups(&a, plan->entries, plan->setup.seats);
    uint64_t size = vg_arena_round(plan);
    uint64_t most = plan->games / size, rounds = 0;
    assert(most >= 1);
    a.slice = most * size;
    a.round = calloc(most, sizeof a.round[0]);
    if (!a.round) return VG_ERR_SYSTEM;
    double started = vg_clock();
    vg_err err = VG_OK;
    while (!err && rounds < most && !(plan->early && is_clear(&a, rounds))) {
        uint64_t next = rounds < VG_ARENA_FIRST_LOOK ? VG_ARENA_FIRST_LOOK : rounds + rounds / 2;
        if (!plan->early || next > most) next = most;
        err = play(&a, rounds, next, lang, why);
        rounds = next;
    }
    if (!err) sum_up(&a, rounds, out);
    out->seconds = vg_clock() - started;
    free(a.round);
    return err;
}
