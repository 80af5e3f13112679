// odds.c: how likely each outcome of chance is.
//
// Rules say how to draw, not what is how likely. But every outcome is one draw of one number below
// some n (docs/chance.md), so the first word of the generator decides it, and the words that give
// one outcome lie side by side: where they end is found by halving.
#include "engine/odds.h"

#include <string.h>

static const uint64_t words = 1ull << 32;

// A generator whose next word is `word`: xoshiro256** gives rotl(s[1] * 5, 7) * 9, and odd numbers
// have inverses.
static vg_rng next_is(uint64_t word)
{
    uint64_t of_9 = 0x8e38e38e38e38e39u, of_5 = 0xcccccccccccccccdu;
    return (vg_rng){.s = {1, vg_rotl64((word << 32) * of_9, 64 - 7) * of_5, 1, 1}};
}

// What comes of this word; or of the next, where vg_rng_below refuses it and draws again: of those
// that give one number it refuses the first alone.
static vg_move drawn(const vg_game *game, const void *state, uint64_t word)
{
    vg_move m;
    for (int i = 0; i < 2; i++) {
        vg_rng rng = next_is(word + (uint64_t)i), once = rng;
        m = game->chance(state, &rng);
        vg_rng_next(&once);
        if (memcmp(rng.s, once.s, sizeof rng.s) == 0) break;
    }
    return m;
}

// The first word past those that give `m`, as `from` does.
static uint64_t end_of(const vg_game *game, const void *state, vg_move m, uint64_t from)
{
    uint64_t low = from, high = words - 1;
    if (drawn(game, state, high) == m) return words;
    while (high - low > 1) {
        uint64_t middle = (low + high) / 2;
        if (drawn(game, state, middle) == m)
            low = middle;
        else
            high = middle;
    }
    return high;
}

void vg_odds(const vg_game *game, const void *state, const vg_move *list, int count,
             double odds[VG_MAX_LEGAL])
{
    memset(odds, 0, (size_t)count * sizeof *odds);
    for (uint64_t from = 0, end; from < words; from = end) {
        vg_move m = drawn(game, state, from);
        end = end_of(game, state, m, from);
        int i = 0;
        while (i < count && list[i] != m) i++;
        assert(i < count);
        odds[i] += (double)(end - from) / (double)words;
    }
}
