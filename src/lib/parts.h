// parts.h: what the files of the library share.
#ifndef VG_LIB_PARTS_H
#define VG_LIB_PARTS_H

#include "engine/game.h"
#include "lib/veglia.h"

#define LIB_PUBLIC __attribute__((visibility("default")))

const vg_game *lib_game(const veglia_game *game);
const void *lib_state(const veglia_state *state);
// Lets chance play until somebody is asked; gives who.
int lib_roll(const vg_game *game, void *at, vg_rng *rng);
// Each seat's share of the win.
void lib_shares(const vg_game *game, const void *at, int seats, double share[VG_MAX_SEATS]);

#endif
