// walk.h: many random games of one game boiled down to one number.
//
// The same source is in the browser build and in the native `walk` program:
// equal numbers mean that both play by the very same rules, and the time it
// takes compares their speed.
#ifndef VG_TEST_WALK_H
#define VG_TEST_WALK_H

#include "engine/game.h"

// Plays `games` random games with each number of seats in turn. `moves` (NULL is fine) gets how
// many moves that took. 0 if one of them cannot be set up, leaves the seat it asks without a move,
// or does not end.
uint64_t vg_walk(const vg_game *game, uint64_t seed, int games, uint64_t *moves);

#endif
