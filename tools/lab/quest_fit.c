// quest_fit.c: finds the weights of Quest for Legend's evaluation (weights.def).
//
//     quest_fit [GAMES]      1,500 games at each of four levels of noise, two seats
//
// Greedy bots play with more and less noise, so that positions good and bad are seen. At one
// decision in three the difference of what quest_see() tells of the two seats is set against the
// difference of their final points (least squares; points already made count as they are). The
// weights change how the bots play: run it again with the new ones until they settle.
#include "games/quest/quest.h"
#include "lab/sim.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = QUEST_FEATURES - 1 }; // all but the points already made

typedef struct sums {
    vg_setup setup;
    double a[N][N + 1]; // the normal equations, the right side last
    uint64_t seen;
} sums;

static void add_position(sums *to, const quest_state *s, const vg_score *score)
{
    float mine[QUEST_FEATURES], theirs[QUEST_FEATURES];
    quest_see(s, 0, mine);
    quest_see(s, 1, theirs);
    double rest = score->points[0] - score->points[1] - (double)(mine[0] - theirs[0]);
    for (int i = 0; i < N; i++) {
        double x = (double)(mine[i + 1] - theirs[i + 1]);
        for (int k = 0; k < N; k++) to->a[i][k] += x * (double)(mine[k + 1] - theirs[k + 1]);
        to->a[i][N] += x * rest;
    }
    to->seen++;
}

static void add_game(void *with, const vg_sim_game *g)
{
    sums *to = with;
    quest_state s;
    if (quest_setup(&s, &to->setup, VG_EN, NULL) != VG_OK) abort();
    for (int i = 0; i < g->step_count; i++) {
        if (g->step[i].seat >= 0 && ((uint64_t)i + g->number) % 3 == 0)
            add_position(to, &s, g->score);
        quest_apply(&s, g->step[i].seat, g->step[i].move, NULL);
    }
}

static void solve(sums *of)
{
    for (int i = 0; i < N; i++) of->a[i][i] += 20; // what is hardly ever seen stays near 0
    for (int i = 0; i < N; i++)
        for (int row = 0; row < N; row++) {
            double times = row == i ? 0 : of->a[row][i] / of->a[i][i];
            for (int k = i; k <= N && row != i; k++) of->a[row][k] -= times * of->a[i][k];
        }
}

int main(int argc, char **argv)
{
    static const char *const names[QUEST_FEATURES] = {
#define FEATURE(id, points) #id,
#include "games/quest/weights.def"
#undef FEATURE
    };
    static const float noise[] = {0, 0.01f, 0.02f, 0.05f};
    static sums all;
    vg_setup_normal(&quest_game, 2, &all.setup);
    all.setup.first = -1;
    for (int i = 0; i < 4; i++) {
        vg_sim_plan plan = {.game = &quest_game,
                            .setup = all.setup,
                            .games = argc > 1 ? strtoul(argv[1], NULL, 10) : 1500,
                            .seed = 1 + (uint64_t)i,
                            .threads = 1,
                            .each = add_game,
                            .with = &all};
        for (int p = 0; p < 2; p++) {
            if (vg_bot_parse("greedy", VG_EN, &plan.bot[p], NULL) != VG_OK) abort();
            plan.bot[p].noise = noise[i];
        }
        vg_sim_result out;
        if (vg_sim_run(&plan, VG_EN, &out, NULL) != VG_OK) return 1;
    }
    solve(&all);
    printf("%lu positions\nFEATURE(%s, 1.000f)\n", (unsigned long)all.seen, names[0]);
    for (int i = 0; i < N; i++)
        printf("FEATURE(%s, %.3ff)\n", names[i + 1], all.a[i][N] / all.a[i][i]);
    return 0;
}
