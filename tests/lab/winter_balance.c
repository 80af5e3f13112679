// winter_balance.c: is either faction of Winter Tales too good? Bots play every combination of the
// modules; who wins, and what the games were won with, is printed. Without a Writer no faction may
// win less than LEAST of the games beyond doubt.
//
//     winter_balance [GAMES] [SEATS] [MODULES] [BOT] [SEED] [KEY=VALUE]...
//
// 100 games, 4 and 6 seats (0: both), all eight combinations, greedy, seed 1. MODULES: `-` for
// none, or some of P, O and A; `all` for every combination. Options as on the command line.
#include "games/winter/rules.h"
#include "lab/sim.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEAST 0.4
#define DOUBT 1.7 // times the interval printed: one chance in a thousand

typedef struct counts {
    uint64_t wins[3];        // by winter_side
    uint64_t missions[2][4]; // by the faction of the mission and the colour of its memory
    uint64_t goals[WINTER_GOAL_COUNT], dealt[WINTER_GOAL_COUNT];
    uint64_t epilogue[2];  // cards played in it
    uint64_t beaten, held; // conflicts lost and won by tales
    uint64_t sprung[3];    // traps: the soldier goes on, goes back, lies
    uint64_t covered[2], rescues[2], chapters, capped;
    uint64_t even[3]; // epilogues that ended in a tie, by who won them
    vg_setup setup;
} counts;

static void count_event(counts *c, const winter_state *before, const vg_event *e)
{
    switch (e->kind) {
    case WINTER_EVENT_MEMORY:
        c->missions[winter_missions[e->arg[2]].side][e->arg[1]]++;
        if (before->memory[e->arg[0] - 1].goal)
            c->covered[winter_goals[before->memory[e->arg[0] - 1].goal].side]++;
        break;
    case WINTER_EVENT_SCORED: c->goals[e->arg[0]]++; break;
    case WINTER_EVENT_BEATEN: c->beaten++; break;
    case WINTER_EVENT_HELD: c->held++; break;
    case WINTER_EVENT_SPRUNG:
        c->sprung[e->arg[1] > e->arg[2] ? 2 : e->arg[1] == e->arg[2]]++;
        break;
    case WINTER_EVENT_RESCUED: c->rescues[winter_side_of(e->arg[0])]++; break;
    case WINTER_EVENT_EPILOGUE: c->capped += e->arg[0] != 0; break;
    case WINTER_EVENT_WON:
        c->wins[e->arg[0]]++;
        c->even[e->arg[0]] += e->arg[1] == e->arg[2];
        break;
    default: break;
    }
}

static void count_game(void *with, const vg_sim_game *g)
{
    counts *c = with;
    static winter_state s;
    static vg_events ev;
    vg_setup how = c->setup;
    if (winter_game.setup(&s, &how, VG_EN, NULL) != VG_OK) abort();
    for (int i = 0; i < g->step_count; i++) {
        winter_state before = s;
        ev.count = 0;
        winter_game.apply(&s, g->step[i].seat, g->step[i].move, &ev);
        for (int k = 0; k < ev.count; k++) count_event(c, &before, &ev.event[k]);
        if (vg_move_kind(g->step[i].move) == WINTER_MOVE_GOAL)
            c->dealt[vg_move_a(g->step[i].move)]++;
    }
    for (int side = 0; side < 2; side++) c->epilogue[side] += (uint64_t)winter_count(&s.laid[side]);
    c->chapters += s.chapter;
}

static bool play(int seats, unsigned modules, uint64_t games, const char *bot, uint64_t seed,
                 char **options)
{
    char room[256];
    vg_text why = VG_TEXT(room);
    static counts c;
    c = (counts){0};
    vg_sim_plan plan = {.game = &winter_game,
                        .games = games,
                        .seed = seed,
                        .threads = 1,
                        .each = count_game,
                        .with = &c};
    vg_setup_normal(&winter_game, seats, &plan.setup);
    for (int i = 0; i < 3; i++) plan.setup.option[WINTER_OPT_POWERS + i] = modules >> i & 1;
    for (char **set = options; *set; set++)
        if (vg_setup_option(&winter_game, &plan.setup, *set, VG_EN, &why) != VG_OK) {
            fprintf(stderr, "%s\n", room);
            exit(2);
        }
    c.setup = plan.setup;
    for (int p = 0; p < seats; p++)
        if (vg_bot_parse(bot, VG_EN, &plan.bot[p], NULL) != VG_OK) abort();
    vg_sim_result result;
    if (vg_sim_run(&plan, VG_EN, &result, NULL) != VG_OK) abort();
    double n = (double)games, half[2];
    printf("%d seats, modules %s%s%s%s,", seats, modules ? "" : "-", modules & 1 ? "P" : "",
           modules & 2 ? "O" : "", modules & 4 ? "A" : "");
    for (char **set = options; *set; set++) printf(" %s,", *set);
    printf(" %llu games of %s, %llu stuck\n   ", (unsigned long long)games, bot,
           (unsigned long long)result.stuck);
    for (int side = 0; side < 2 + seats % 2; side++) {
        double share = (double)c.wins[side] / n;
        double h = 1.96 * sqrt(share * (1 - share) / n);
        if (side < 2) half[side] = h;
        printf(" %s %.1f %% (%.1f to %.1f)", ((const char *[]){"Spring", "Winter", "Writer"})[side],
               100 * share, 100 * (share - h), 100 * (share + h));
    }
    printf(
        "\n    a game: chapters %.1f, capped %.2f, epilogue cards %.1f : %.1f, ties %.2f : %.2f\n",
        (double)c.chapters / n, (double)c.capped / n, (double)c.epilogue[0] / n,
        (double)c.epilogue[1] / n, (double)c.even[0] / n, (double)c.even[1] / n);
    printf("    memories S/W/neutral: of Spring's missions %.2f %.2f %.2f, of Winter's %.2f %.2f "
           "%.2f, covered S %.2f W %.2f\n",
           (double)c.missions[0][1] / n, (double)c.missions[0][2] / n, (double)c.missions[0][3] / n,
           (double)c.missions[1][1] / n, (double)c.missions[1][2] / n, (double)c.missions[1][3] / n,
           (double)c.covered[0] / n, (double)c.covered[1] / n);
    printf("    conflicts lost %.2f, won %.2f; traps passed %.2f, drawn %.2f, won %.2f; rescues "
           "%.2f : %.2f\n",
           (double)c.beaten / n, (double)c.held / n, (double)c.sprung[0] / n,
           (double)c.sprung[1] / n, (double)c.sprung[2] / n, (double)c.rescues[0] / n,
           (double)c.rescues[1] / n);
    if (modules & 2) {
        double sum[2] = {0, 0};
        printf("   ");
        for (int g = 1; g < WINTER_GOAL_COUNT; g++) {
            printf(" %s %.2f", winter_goals[g].slug,
                   c.dealt[g] ? (double)c.goals[g] / (double)c.dealt[g] : 0);
            sum[winter_goals[g].side] += (double)c.goals[g] / n;
        }
        printf("\n    objectives a game %.2f : %.2f\n", sum[0], sum[1]);
    }
    fflush(stdout);
    bool bad = result.stuck > 0;
    for (int side = 0; side < 2 && seats % 2 == 0; side++)
        bad |= (double)c.wins[side] / n + DOUBT * half[side] < LEAST;
    return bad;
}

int main(int argc, char **argv)
{
    uint64_t games = argc > 1 ? strtoull(argv[1], NULL, 10) : 100;
    int only = argc > 2 ? atoi(argv[2]) : 0;
    const char *modules = argc > 3 ? argv[3] : "all", *bot = argc > 4 ? argv[4] : "greedy";
    uint64_t seed = argc > 5 ? strtoull(argv[5], NULL, 10) : 1;
    bool bad = false;
    for (int seats = 3; seats <= WINTER_SEATS; seats++) {
        if (only ? seats != only : seats % 2) continue;
        for (unsigned m = 0; m < 8; m++) {
            unsigned want = 0;
            for (const char *x = modules; *x; x++)
                want |= *x == 'P' ? 1u : *x == 'O' ? 2u : *x == 'A' ? 4u : 0u;
            if (strcmp(modules, "all") == 0 || want == m)
                bad |= play(seats, m, games, bot, seed, argc > 6 ? argv + 6 : argv + argc);
        }
    }
    return bad;
}
