// compare.c: a fixed piece of work, and the time it took: what bench/compare runs in turn, linked
// with the library of one commit and of another. So it uses only what both have.
//
//     compare GAME SEATS random|greedy GAMES          whole games
//     compare GAME SEATS search POSITIONS             1,000 simulations at each
//     compare GAME SEATS threads POSITIONS            3,000 with one thread, and with two
//
// Prints how many games or simulations, and seconds: of processor time, but with threads of the
// clock. Then, for games, how many decisions; for threads the seconds of two.
#include "bots/search.h"
#include "lab/sim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SIMULATIONS = 1000, THREADED = 3000, APART = 24 };

static double seconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

// Goes on at random to a position where a seat may choose; a new game where one ends.
static int next_choice(const vg_game *game, const vg_setup *how, void *state, vg_rng *rng,
                       vg_move *list)
{
    for (uint32_t left = 1 + vg_rng_below(rng, APART);;) {
        int seat = game->ask(state).actor, count = 0;
        if (seat == VG_NOBODY) {
            if (game->setup(state, how, VG_EN, NULL) != VG_OK) exit(1);
            continue;
        }
        if (seat != VG_CHANCE) count = game->legal(state, seat, list);
        if (count > 1 && --left == 0) return count;
        vg_move m =
            seat == VG_CHANCE ? game->chance(state, rng) : list[vg_rng_below(rng, (uint32_t)count)];
        game->apply(state, seat, m, NULL);
    }
}

static void think(const vg_game *game, const vg_setup *how, int positions, bool threads)
{
    _Alignas(16) unsigned char state[VG_MAX_STATE], view[VG_MAX_STATE];
    vg_search *search = vg_search_new(THREADED + 16, 2);
    if (!search || game->setup(state, how, VG_EN, NULL) != VG_OK) exit(1);
    vg_rng walk;
    vg_rng_seed(&walk, 7, 0);
    uint64_t done = 0;
    double spent[2] = {0, 0};
    for (int i = 0; i < positions; i++) {
        vg_move list[VG_MAX_LEGAL];
        int count = next_choice(game, how, state, &walk, list), seat = game->ask(state).actor;
        vg_game_view(game, state, seat, view);
        for (int two = 0; two <= threads; two++) {
            vg_search_plan plan = {.simulations = threads ? THREADED : SIMULATIONS,
                                   .threads = (uint8_t)(1 + two),
                                   .turns = 3};
            vg_search_info info;
            vg_rng rng;
            vg_rng_seed(&rng, 9, (uint64_t)i);
            clockid_t clock = threads ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID;
            double from = seconds(clock);
            vg_search_choose(search, &plan, game, view, seat, list, count, &rng, &info);
            spent[two] += seconds(clock) - from;
            done += info.simulations;
        }
    }
    vg_search_free(search);
    printf("%llu simulations %.6f %.6f\n", (unsigned long long)done, spent[0], spent[1]);
}

static void play(const vg_game *game, const vg_setup *how, bool greedy, uint64_t games)
{
    vg_sim_plan plan = {.game = game, .setup = *how, .games = games, .threads = 1, .seed = 1};
    for (int p = 0; p < how->seats; p++)
        plan.bot[p] = (vg_bot){.kind = greedy ? VG_BOT_GREEDY : VG_BOT_RANDOM};
    vg_sim_result r;
    double from = seconds(CLOCK_PROCESS_CPUTIME_ID);
    if (vg_sim_run(&plan, VG_EN, &r, NULL) != VG_OK) exit(1);
    from = seconds(CLOCK_PROCESS_CPUTIME_ID) - from;
    printf("%llu games %.6f %llu\n", (unsigned long long)r.games, from,
           (unsigned long long)r.decisions);
}

int main(int argc, char **argv)
{
    const vg_game *game = argc == 5 ? vg_game_find(argv[1]) : NULL;
    if (!game) {
        fprintf(stderr, "usage: compare GAME SEATS random|greedy|search|threads COUNT\n");
        return 2;
    }
    char buffer[256];
    vg_text why = VG_TEXT(buffer);
    vg_setup how;
    vg_setup_normal(game, atoi(argv[2]), &how);
    // Where seats at random would agree to end before the game has begun, they may not agree.
    vg_err none = vg_setup_option(game, &how, "accord=0", VG_EN, &why);
    (void)none; // an older Fate e Leggende, and every other game, has no such option
    if (strcmp(argv[3], "random") == 0 || strcmp(argv[3], "greedy") == 0)
        play(game, &how, argv[3][0] == 'g', (uint64_t)atoll(argv[4]));
    else
        think(game, &how, atoi(argv[4]), argv[3][0] == 't');
    return 0;
}
