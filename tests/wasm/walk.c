// walk.c: random games, every position hashed into one number.
#include "walk.h"

#include "base/rng.h"
#include "bots/net.h"

#include <string.h>

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

// The positions of one game, but at most so many; gives how many are still wanted.
static int judge(const vg_game *game, int seats, vg_rng *rng, int wanted, uint64_t *hash)
{
    static uint64_t state[VG_MAX_STATE / 8];
    vg_setup how;
    vg_setup_normal(game, seats, &how);
    const vg_net *net = vg_net_of(game, seats);
    vg_sight *sight = net ? vg_sight_new(game, seats) : NULL;
    if (!net) return wanted;
    if (!sight || game->setup(state, &how, VG_EN, NULL) != VG_OK) wanted = 0;
    for (int n = 0; wanted > 0 && game->ask(state).actor != VG_NOBODY; n++) {
        vg_move list[VG_MAX_LEGAL];
        int actor = game->ask(state).actor;
        if (n % 5 == 0) {
            float value[VG_MAX_SEATS] = {0};
            uint32_t bits[VG_MAX_SEATS];
            vg_net_chances(net, sight, state, n / 5 % seats, value);
            memcpy(bits, value, sizeof bits);
            for (int p = 0; p < seats; p++) *hash = (*hash ^ bits[p]) * UINT64_C(0x100000001b3);
            wanted--;
        }
        vg_move m = actor == VG_CHANCE
                        ? game->chance(state, rng)
                        : list[vg_rng_below(rng, (uint32_t)game->legal(state, actor, list))];
        game->apply(state, actor, m, NULL);
    }
    vg_sight_free(sight);
    return wanted;
}

uint64_t vg_walk_judged(const vg_game *game)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    int choices = game->max_seats - game->min_seats + 1, wanted = VG_WALK_JUDGED;
    for (int i = 0; wanted > 0 && i < VG_WALK_JUDGED; i++) {
        vg_rng rng;
        vg_rng_seed(&rng, 11, (uint64_t)i);
        wanted =
            judge(game, game->min_seats + i % choices, &rng, wanted < 100 ? wanted : 100, &hash) +
            (wanted < 100 ? 0 : wanted - 100);
    }
    return wanted < VG_WALK_JUDGED ? hash : 0;
}
