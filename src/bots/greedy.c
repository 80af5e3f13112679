// greedy.c: trying each move in a few worlds, and going on with what looks best.
#include "bots/greedy.h"

#include <string.h>

enum { CHAIN = 4 };

// Plays `m`, then lets chance play until a seat is asked or the game is over; gives who is.
static int play(const vg_game *game, void *world, int seat, vg_move m, vg_rng *rng)
{
    game->apply(world, seat, m, NULL);
    int actor;
    while ((actor = game->ask(world).actor) == VG_CHANCE)
        game->apply(world, VG_CHANCE, game->chance(world, rng), NULL);
    return actor;
}

// What `world`, in which `actor` is asked, is worth to `seat` once it has gone on with its own
// chain of decisions as well as it can see, at most `depth` of them. Only what is compared is
// judged: not a position in the middle of the chain, and none where there is but one move.
static double chain_value(const vg_eye *eye, void *world, int actor, int seat, int depth,
                          vg_rng *rng)
{
    const vg_game *game = eye->game;
    _Alignas(16) unsigned char room[2][VG_MAX_STATE];
    void *spare = room[0], *best = room[1];
    double top = -1;
    for (; depth > 0 && actor == seat; depth--) {
        vg_move list[VG_MAX_LEGAL];
        int count = vg_thin(game, list, game->legal(world, seat, list));
        top = -1;
        if (count == 1) {
            actor = play(game, world, seat, list[0], rng);
            continue;
        }
        for (int i = 0; i < count; i++) {
            void **at = i + 1 < count ? &spare : &world, *after = *at; // the last needs no copy
            if (at == &spare) vg_copy_world(game, after, world);
            int next = play(game, after, seat, list[i], rng);
            double v = (double)vg_worth(eye, after, seat);
            if (v <= top) continue;
            top = v;
            actor = next;
            *at = best;
            best = after;
        }
        void *done = world;
        world = best;
        best = done;
    }
    return top < 0 ? (double)vg_worth(eye, world, seat) : top;
}

void vg_greedy_values(const vg_eye *eye, const void *view, int seat, const vg_move *list, int count,
                      bool waits, int worlds, double value[VG_MAX_LEGAL + 1], vg_rng *rng)
{
    const vg_game *game = eye->game;
    _Alignas(16) unsigned char world[VG_MAX_STATE], after[VG_MAX_STATE];
    for (int i = 0; i <= count; i++) value[i] = 0;
    for (int w = 0; w < worlds; w++) {
        memcpy(world, view, game->state_size);
        game->resample(world, seat, rng);
        if (game->forget) game->forget(world);
        if (waits) value[count] += (double)vg_worth(eye, world, seat) / worlds;
        for (int i = 0; i < count; i++) {
            vg_copy_world(game, after, world);
            int actor = play(game, after, seat, list[i], rng);
            value[i] += chain_value(eye, after, actor, seat, CHAIN, rng) / worlds;
        }
    }
}
