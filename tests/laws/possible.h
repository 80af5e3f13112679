// possible.h: could the world that somebody imagines be the true one?
//
// A witness hears of one game exactly what one seat (or a watcher) hears, from the first deal on,
// with a perfect memory. Asked about a world, it goes through all it heard again and says what in
// that world cannot be, or NULL. It knows nothing of what the game itself remembers.
#ifndef VG_TESTS_POSSIBLE_H
#define VG_TESTS_POSSIBLE_H

#include "engine/game.h"

typedef struct witness {
    const vg_game *game;
    int seat;              // VG_WATCHER: a watcher
    const vg_event *heard; // from the first deal on
    int count;
    const void *table; // as everybody sees it now
    // ...and just before each move that shuffled discards into a deck.
    const void *const *shuffled;
} witness;

// One for each game; each gets a whole world that looks to the witness as the true one does.
const char *possible_quest(const witness *w, const void *world);
const char *possible_fate(const witness *w, const void *world);
const char *possible_fata(const witness *w, const void *world);
const char *possible_winter(const witness *w, const void *world);

#endif
