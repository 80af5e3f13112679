// walk.c: random games, every position hashed into one number.
#include "walk.h"

#include "base/rng.h"

// False if the game cannot be set up, stands still or does not end.
static bool play(const vg_game *game, const vg_setup *how, vg_rng *rng, uint64_t *hash,
                 uint64_t *moves)
{
    static uint64_t state[VG_MAX_STATE / 8];
    char buffer[256];
    vg_text why = VG_TEXT(buffer);
    if (game->setup(state, how, VG_EN, &why) != VG_OK) return false;
    for (int n = 0; n <= game->max_length; n++, ++*moves) {
        vg_ask ask = game->ask(state);
        if (ask.actor == VG_NOBODY) {
            *hash = (*hash ^ vg_game_hash(game, state)) * UINT64_C(0x100000001b3);
            return true;
        }
        vg_move list[VG_MAX_LEGAL];
        vg_move m;
        if (ask.actor == VG_CHANCE) {
            m = game->chance(state, rng);
        } else {
            int count = game->legal(state, ask.actor, list);
            if (count == 0) return false;
            m = list[vg_rng_below(rng, (uint32_t)count)];
        }
        game->apply(state, ask.actor, m, NULL);
        *hash = (*hash ^ m) * UINT64_C(0x100000001b3);
    }
    return false;
}

uint64_t vg_walk(const vg_game *game, uint64_t seed, int games, uint64_t *moves)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325), count = 0;
    int choices = game->max_seats - game->min_seats + 1;
    for (int i = 0; i < games; i++) {
        vg_rng rng;
        vg_setup how;
        vg_rng_seed(&rng, seed, (uint64_t)i);
        vg_setup_normal(game, game->min_seats + i % choices, &how);
        if (!play(game, &how, &rng, &hash, &count)) return 0;
    }
    if (moves) *moves = count;
    return count ? hash : 0;
}
