// bots.c: the list of bots, and the two simple ones.
//
// greedy looks one small decision ahead: it tries each move in a few worlds it
// thinks possible and keeps the one after which it stands best on average.
#include "bots/bot.h"

#include <string.h>

#define GREEDY_WORLDS 8

static vg_move choose_random(const vg_game *game, const void *view, int seat, const vg_move *list,
                             int count, vg_rng *rng)
{
    (void)game, (void)view, (void)seat;
    return list[vg_rng_below(rng, (uint32_t)count)];
}

const vg_bot vg_bot_random = {
    .name = "random",
    .what = VG_WORDS("gioca una mossa qualsiasi", "plays any move"),
    .choose = choose_random,
};

// Lets chance play until a seat is asked or the game is over.
static void roll(const vg_game *game, void *world, vg_rng *rng)
{
    while (game->ask(world).actor == VG_CHANCE)
        game->apply(world, VG_CHANCE, game->chance(world, rng), NULL);
}

static vg_move choose_greedy(const vg_game *game, const void *view, int seat, const vg_move *list,
                             int count, vg_rng *rng)
{
    if (count == 1) return list[0];
    _Alignas(16) unsigned char world[VG_MAX_STATE], after[VG_MAX_STATE];
    double value[VG_MAX_LEGAL] = {0};
    for (int w = 0; w < GREEDY_WORLDS; w++) {
        memcpy(world, view, game->state_size);
        game->resample(world, seat, rng);
        for (int i = 0; i < count; i++) {
            memcpy(after, world, game->state_size);
            game->apply(after, seat, list[i], NULL);
            roll(game, after, rng);
            value[i] += (double)game->evaluate(after, seat);
        }
    }
    int best = 0, equal = 1;
    for (int i = 1; i < count; i++) {
        if (value[i] > value[best] + 1e-9) {
            best = i;
            equal = 1;
        } else if (value[i] > value[best] - 1e-9 && vg_rng_below(rng, (uint32_t)++equal) == 0) {
            best = i; // equals are chosen evenly, or bots would favour the top of every list
        }
    }
    return list[best];
}

const vg_bot vg_bot_greedy = {
    .name = "greedy",
    .what = VG_WORDS("gioca la mossa che gli pare migliore subito",
                     "plays the move that looks best at once"),
    .choose = choose_greedy,
};

const vg_bot *const vg_bots[] = {&vg_bot_random, &vg_bot_greedy, NULL};

const vg_bot *vg_bot_find(const char *name)
{
    for (int i = 0; vg_bots[i]; i++)
        if (strcmp(vg_bots[i]->name, name) == 0) return vg_bots[i];
    return NULL;
}
