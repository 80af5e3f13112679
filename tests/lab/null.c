// null.c: a bot is never clearly stronger than itself: null ARENAS ROUNDS [GAME]
//
// Identical bots under two names meet in ARENAS short arenas of ROUNDS rounds, in every game with
// every number of seats; then together with a third bot that is not like them, which is what tells
// them apart wrongly if somebody always sits behind the weak one. More than 2 % of "clear" fails.
#include "lab/arena.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool try(const vg_game *game, int seats, int arenas, uint64_t rounds, bool mixed)
{
    int clear = 0;
    double share[3] = {0};
    for (int i = 0; i < arenas; i++) {
        vg_arena_plan plan = {
            .game = game,
            .entries = mixed ? 3 : 2,
            .bot = {{.kind = VG_BOT_RANDOM}, {.kind = VG_BOT_RANDOM}, {.kind = VG_BOT_GREEDY}},
            .seed = (uint64_t)i + 1,
            .threads = 1,
            .early = true};
        vg_setup_normal(game, seats, &plan.setup);
        plan.games = rounds * vg_arena_round(&plan);
        vg_arena_result r;
        char buffer[256];
        vg_text why = VG_TEXT(buffer);
        if (vg_arena_run(&plan, VG_EN, &r, &why) != VG_OK) {
            fprintf(stderr, "%s\n", buffer);
            exit(1);
        }
        clear += r.clear;
        for (int k = 0; k < plan.entries; k++) share[k] += r.entry[k].share / arenas;
    }
    bool good = clear * 50 <= arenas;
    printf("%-7s %d seats%s: clear in %d of %d arenas (mean shares %.1f and %.1f %%)%s\n", game->id,
           seats, mixed ? ", and greedy" : "", clear, arenas, share[0] * 100, share[1] * 100,
           good ? "" : "  TOO OFTEN");
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
    }
    // One is enough to show it, and greedy takes its time.
    const vg_game *quest = vg_game_find("quest");
    if (argc <= 3 || strcmp(argv[3], "quest") == 0)
        good = try(quest, 3, arenas / 5, rounds, true) && good;
    return good ? 0 : 1;
}
