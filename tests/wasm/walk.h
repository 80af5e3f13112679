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

// Positions of such games, with each number of seats in turn, as the net of the game judges them
// for each seat in turn; 0: it has no net. Bits that differ would let bots play another move.
enum { VG_WALK_JUDGED = 1000 };
uint64_t vg_walk_judged(const vg_game *game);

#endif
