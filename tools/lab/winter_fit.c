// winter_fit.c: finds the weights of Winter Tales' outlook (outlook.def).
//
//     winter_fit [GAMES] [SEED]      200 games a table
//
// Searching bots play at every table of the list below, some with a little noise, so that positions
// good and bad are seen; much of it would spoil the epilogue, where every card counts. Where a turn
// begins, what winter_see() tells is set against who won in the end: an ordered logit (Spring,
// Writer, Winter) for each number of memories missing, by Fisher scoring. One game in eight is left
// out and says how well it went. The weights change how the bots play: run it again with the new
// ones until they settle.
#include "games/winter/rules.h"
#include "lab/sim.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = WINTER_FACTS, MENDS = 2 * WINTER_FACTS, N = MENDS + 2 }; // weights of one fit
#define RIDGE 8.0 // keeps what is hardly ever seen near 0

typedef struct row {
    float x[N]; // the facts of both sides, then for the Writer 1 and his cards; without one 0
    uint8_t late, winner;
    bool left_out;
} row;

typedef struct rows {
    row *of;
    size_t count, room;
    vg_setup setup;
    uint64_t wins[3];
} rows;

static void add_position(rows *to, const winter_state *s, int winner, bool left_out)
{
    if (to->count == to->room) {
        to->room = to->room ? 2 * to->room : 1 << 14;
        to->of = realloc(to->of, to->room * sizeof to->of[0]);
        if (!to->of) abort();
    }
    float fact[2][WINTER_FACTS];
    row *r = &to->of[to->count++];
    *r = (row){
        .late = (uint8_t)winter_see(s, fact), .winner = (uint8_t)winner, .left_out = left_out};
    memcpy(r->x, fact, sizeof fact);
    if (!winter_has_writer(s)) return;
    int held = winter_count(&s->hand[winter_writer(s)]);
    r->x[MENDS] = 1;
    r->x[MENDS + 1] = (float)(held < 9 ? held : 9);
}

static void add_game(void *with, const vg_sim_game *g)
{
    rows *to = with;
    winter_state s;
    const winter_state *end = g->state;
    if (!end->winner || winter_game.setup(&s, &to->setup, VG_EN, NULL) != VG_OK) return;
    to->wins[end->winner - 1]++;
    for (int i = 0, turn = -1; i < g->step_count; i++) {
        if (s.stack.count == 1 && s.stack.frame[0].phase == WINTER_PHASE_TURN && s.turn != turn)
            add_position(to, &s, end->winner - 1, g->number % 8 == 7);
        turn = s.turn;
        winter_game.apply(&s, g->step[i].seat, g->step[i].move, NULL);
    }
}

static void play(rows *to, int seats, const char *modules, uint64_t games, float noise,
                 uint64_t seed)
{
    vg_sim_plan plan = {.game = &winter_game,
                        .games = games,
                        .seed = seed,
                        .threads = 1,
                        .each = add_game,
                        .with = to};
    vg_setup_normal(&winter_game, seats, &plan.setup);
    plan.setup.option[WINTER_OPT_POWERS] = strchr(modules, 'P') != NULL;
    plan.setup.option[WINTER_OPT_GOALS] = strchr(modules, 'O') != NULL;
    plan.setup.option[WINTER_OPT_ABILITIES] = strchr(modules, 'A') != NULL;
    to->setup = plan.setup;
    memset(to->wins, 0, sizeof to->wins);
    for (int p = 0; p < seats; p++) {
        if (vg_bot_parse("search", VG_EN, &plan.bot[p], NULL) != VG_OK) abort();
        plan.bot[p].noise = noise;
    }
    vg_sim_result out;
    if (vg_sim_run(&plan, VG_EN, &out, NULL) != VG_OK) abort();
    fprintf(stderr, "%d seats, modules %s, noise %.2f: Spring %lu, Winter %lu, Writer %lu\n", seats,
            modules, (double)noise, (unsigned long)to->wins[0], (unsigned long)to->wins[1],
            (unsigned long)to->wins[2]);
}

// ---- the fit ----

// The chances of the three, and how each grows with the odds and with what the Writer can mend.
typedef struct chances {
    double p[3], by_odds[3], by_mends[3];
} chances;

static chances tell(const double w[N], const row *r)
{
    double odds = 0,
           mends = r->x[MENDS] > 0 ? w[MENDS] + w[MENDS + 1] * (double)r->x[MENDS + 1] : 0;
    if (r->x[MENDS] > 0 && mends < 0.05) mends = 0.05;
    for (int i = 0; i < MENDS; i++) odds += w[i] * (double)r->x[i];
    double spring = 1 / (1 + exp(mends - odds)), winter = 1 / (1 + exp(mends + odds));
    double a = spring * (1 - spring), b = winter * (1 - winter), rest = 1 - spring - winter;
    return (chances){{spring, winter, rest > 1e-9 ? rest : 1e-9}, {a, -b, b - a}, {-a, -b, a + b}};
}

static void solve(double a[N][N], double b[N])
{
    for (int i = 0; i < N; i++)
        for (int k = 0; k < N; k++) {
            double times = k == i ? 0 : a[k][i] / a[i][i];
            if (times == 0) continue;
            for (int c = i; c < N; c++) a[k][c] -= times * a[i][c];
            b[k] -= times * b[i];
        }
    for (int i = 0; i < N; i++) b[i] /= a[i][i];
}

static void step_nearer(const rows *from, int late, double w[N], double pace)
{
    static double a[N][N], b[N];
    memset(a, 0, sizeof a);
    for (int i = 0; i < N; i++) {
        a[i][i] = i >= MENDS ? 0.01 : RIDGE;
        b[i] = -a[i][i] * w[i];
    }
    for (size_t k = 0; k < from->count; k++) {
        const row *r = &from->of[k];
        if (r->late != late || r->left_out) continue;
        chances c = tell(w, r);
        bool writer = r->x[MENDS] > 0;
        double oo = 1e-6, om = 0, mm = 0, odds = c.by_odds[r->winner] / c.p[r->winner],
               mends = c.by_mends[r->winner] / c.p[r->winner];
        for (int i = 0; i < 2 + writer; i++) {
            oo += c.by_odds[i] * c.by_odds[i] / c.p[i];
            om += c.by_odds[i] * c.by_mends[i] / c.p[i];
            mm += c.by_mends[i] * c.by_mends[i] / c.p[i];
        }
        for (int i = 0; i < N; i++) {
            double x = (double)r->x[i];
            if (x == 0) continue;
            b[i] += x * (i < MENDS ? odds : mends);
            for (int j = 0; j < N; j++)
                a[i][j] += x * (double)r->x[j] *
                           (i < MENDS && j < MENDS     ? oo
                            : i >= MENDS && j >= MENDS ? mm
                                                       : om);
        }
    }
    solve(a, b);
    for (int i = 0; i < N; i++) w[i] += pace * b[i];
}

int main(int argc, char **argv)
{
    static const struct {
        int seats;
        const char *modules;
        float noise;
        int times;
    } table[] = {
        {4, "-", 0, 4},     {4, "-", 0.03f, 2}, {4, "P", 0.02f, 1}, {4, "O", 0.02f, 1},
        {4, "A", 0.02f, 1}, {4, "POA", 0, 2},   {6, "-", 0, 1},     {6, "-", 0.03f, 1},
        {6, "POA", 0, 1},   {3, "-", 0, 3},     {3, "POA", 0, 1},   {5, "-", 0, 2},
        {5, "POA", 0, 1},   {7, "-", 0, 1},
    };
    static const char *const names[WINTER_FACTS] = {
#define FACT(id, ...) #id,
#include "games/winter/outlook.def"
#undef FACT
    };
    uint64_t games = argc > 1 ? strtoul(argv[1], NULL, 10) : 200;
    uint64_t seed = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;
    static rows all;
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        play(&all, table[i].seats, table[i].modules, games * (uint64_t)table[i].times,
             table[i].noise, seed + i);
    static double w[WINTER_LATE][N];
    for (int late = 0; late < WINTER_LATE; late++) {
        w[late][MENDS] = 1;
        for (int i = 0; i < 25; i++) step_nearer(&all, late, w[late], i < 5 ? 0.5 : 1);
        double loss[2] = {0, 0}, count[2] = {0, 0};
        for (size_t k = 0; k < all.count; k++) {
            const row *r = &all.of[k];
            if (r->late != late) continue;
            loss[r->left_out] -= log(tell(w[late], r).p[r->winner]);
            count[r->left_out]++;
        }
        fprintf(stderr, "%d missing: %.0f positions, log loss %.4f, on games left out %.4f\n",
                WINTER_LATE - late, count[0] + count[1], loss[0] / count[0], loss[1] / count[1]);
    }
    for (int i = 0; i <= SIDE; i++) { // the facts, then the Writer
        bool facts = i < SIDE;
        if (facts)
            printf("FACT(%s, ", names[i]);
        else
            printf("WRITER(");
        for (int k = 0; k < 2 * WINTER_LATE; k++) {
            int second = k / WINTER_LATE, at = facts ? i + second * SIDE : MENDS + second;
            printf("%.3ff%s", w[k % WINTER_LATE][at], k < 2 * WINTER_LATE - 1 ? ", " : ")\n");
        }
    }
    return 0;
}
