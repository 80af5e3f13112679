// strength.c: how one bot fares against another, for the table in docs/bots.md.
//
//     strength GAME SEATS GAMES BOT RIVAL [SEED [teams]]
//
// BOT sits in one seat and RIVAL in all others; every deal is played once from each seat. With
// `teams`, where two factions sit in turn, BOT has all seats of one: once of each. Prints a row of
// the table: BOT's share of the wins with its 95 % interval, the fair share, the seconds.
#include "lab/sim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    char buffer[256];
    vg_text why = vg_text_over(buffer, sizeof buffer);
    const vg_game *game = argc > 5 ? vg_game_find(argv[1]) : NULL;
    vg_bot bot, rival;
    if (!game || vg_bot_parse(argv[4], VG_EN, &bot, &why) != VG_OK ||
        vg_bot_parse(argv[5], VG_EN, &rival, &why) != VG_OK) {
        fprintf(stderr, "usage: strength GAME SEATS GAMES BOT RIVAL [SEED [teams]]\n%s\n", buffer);
        return 2;
    }
    int seats = atoi(argv[2]);
    bool teams = argc > 7 && strcmp(argv[7], "teams") == 0;
    if (argc > 7 && (!teams || !game->factions || seats % 2)) {
        fprintf(stderr, "strength: teams need a game of factions and an even number of seats\n");
        return 2;
    }
    int sides = teams ? 2 : seats; // who has BOT: each seat, or each faction
    uint64_t games = 0, share = 0, stuck = 0;
    double seconds = 0, low, high;
    for (int side = 0; side < sides; side++) {
        vg_sim_plan plan = {.game = game,
                            .games = strtoul(argv[3], NULL, 10) / (uint64_t)sides,
                            .seed = argc > 6 ? strtoul(argv[6], NULL, 10) : 1,
                            .threads = 1};
        vg_setup_normal(game, seats, &plan.setup);
        plan.setup.first = -1;
        for (int p = 0; p < seats; p++) plan.bot[p] = p % sides == side ? bot : rival;
        vg_sim_result out;
        if (vg_sim_run(&plan, VG_EN, &out, &why) != VG_OK) {
            fprintf(stderr, "strength: %s\n", buffer);
            return 1;
        }
        games += out.games;
        for (int p = side; p < seats; p += sides) share += out.share[p];
        stuck += out.stuck;
        seconds += out.seconds;
    }
    double part = (double)share / VG_SIM_WIN / (double)games;
    vg_sim_interval(part, games, &low, &high);
    printf("| %s | %d | %s : %s | %.1f %% (%.1f to %.1f) | %.1f %% | %lu | %.2f |\n", game->name,
           seats, argv[4], argv[5], 100 * part, 100 * low, 100 * high, 100.0 / sides,
           (unsigned long)games, seconds / (double)games);
    return stuck != 0;
}
