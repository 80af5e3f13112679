// search_speed.c: simulations a second of processor time, over all decisions of whole games.
//
//     search_speed GAME SEATS GAMES SIMULATIONS [TURNS]
#include "bots/search.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double seconds_used(void) { return (double)clock() / CLOCKS_PER_SEC; }

int main(int argc, char **argv)
{
    const vg_game *game = argc > 4 ? vg_game_find(argv[1]) : NULL;
    if (!game) {
        fprintf(stderr, "usage: search_speed GAME SEATS GAMES SIMULATIONS [TURNS]\n");
        return 2;
    }
    vg_setup how;
    vg_setup_normal(game, atoi(argv[2]), &how);
    how.first = -1;
    vg_search_plan plan = {.simulations = (uint32_t)strtoul(argv[4], NULL, 10),
                           .threads = 1,
                           .turns = argc > 5 ? (uint8_t)atoi(argv[5]) : 0};
    vg_search *search = vg_search_new(plan.simulations + 16, 1);
    uint64_t simulations = 0, decisions = 0;
    double thinking = 0;
    for (int number = 0; search && number < atoi(argv[3]); number++) {
        _Alignas(16) unsigned char state[VG_MAX_STATE], view[VG_MAX_STATE];
        vg_rng rng;
        vg_rng_seed(&rng, 1, (uint64_t)number);
        if (game->setup(state, &how, VG_EN, NULL) != VG_OK) return 1;
        for (int seat; (seat = game->ask(state).actor) != VG_NOBODY;) {
            vg_move list[VG_MAX_LEGAL], m;
            if (seat == VG_CHANCE) {
                m = game->chance(state, &rng);
            } else {
                vg_search_info info;
                int count = game->legal(state, seat, list);
                vg_game_view(game, state, seat, view);
                double start = seconds_used();
                m = vg_search_choose(search, &plan, game, view, seat, list, count, &rng, &info);
                if (info.simulations) {
                    thinking += seconds_used() - start;
                    simulations += info.simulations;
                    decisions++;
                }
            }
            game->apply(state, seat, m, NULL);
        }
    }
    vg_search_free(search);
    printf("%s, %d seats: %lu simulations at %lu decisions, %.0f a second\n", game->name, how.seats,
           (unsigned long)simulations, (unsigned long)decisions, (double)simulations / thinking);
    return 0;
}
