// null.c: a bot is never clearly stronger than itself: null ARENAS ROUNDS [GAME]
//
// Identical bots under different names meet in ARENAS short arenas of ROUNDS rounds, in every game
// with every number of seats: how often is the first told apart from the second? Then together with
// a bot that is not like them, which tells them apart wrongly if one always sits behind it. More
// than 2 % fails.
#include "lab/arena.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool try(const vg_game *game, int seats, int arenas, uint64_t rounds, bool mixed)
{
    int clear = 0;
    double share[VG_MAX_SEATS] = {0};
    for (int i = 0; i < arenas; i++) {
        vg_arena_plan plan = {.game = game,
                              .entries = mixed ? 3 : seats,
                              .seed = (uint64_t)i + 1,
                              .threads = 1,
                              .early = true};
        for (int k = 0; k < plan.entries; k++)
            plan.bot[k].kind = mixed && k == 2 ? VG_BOT_GREEDY : VG_BOT_RANDOM;
        vg_setup_normal(game, seats, &plan.setup);
        plan.games = rounds * vg_arena_round(&plan);
        vg_arena_result r;
        char buffer[256];
        vg_text why = VG_TEXT(buffer);
        if (vg_arena_run(&plan, VG_EN, &r, &why) != VG_OK) {
            fprintf(stderr, "%s\n", buffer);
            exit(1);
        }
        clear += r.entry[0].apart >> 1 & 1;
        for (int k = 0; k < plan.entries; k++) share[k] += r.entry[k].share / arenas;
    }
    bool good = clear * 50 <= arenas;
    printf("%-7s %d seats%s: told apart in %d of %d arenas (mean shares %.1f and %.1f %%)%s\n",
           game->id, seats, mixed ? ", and greedy" : "", clear, arenas, share[0] * 100,
           share[1] * 100, good ? "" : "  TOO OFTEN");
    fflush(stdout);
    return good;
}

int main(int argc, char **argv)
{
    int arenas = argc > 1 ? atoi(argv[1]) : 20;
    uint64_t rounds = argc > 2 ? (uint64_t)atoi(argv[2]) : 24;
    bool good = true;
    for (int g = 0; vg_games[g]; g++) {
        if (argc > 3 && strcmp(argv[3], vg_games[g]->id) != 0) continue;
        for (int s = vg_games[g]->min_seats; s <= vg_games[g]->max_seats; s++)
            good = try(vg_games[g], s, arenas, rounds, false) && good;
        good = try(vg_games[g], 3, arenas / 5, rounds, true) && good; // greedy takes its time
    }
    return good ? 0 : 1;
}
