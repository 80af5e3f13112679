// parts.h: what the files of the library share.
#ifndef VG_LIB_PARTS_H
#define VG_LIB_PARTS_H

#include "engine/game.h"
#include "engine/observe.h"
#include "lib/veglia.h"

#define LIB_PUBLIC __attribute__((visibility("default")))

typedef struct lib_step {
    vg_move move;
    int8_t seat;
} lib_step;

struct veglia_state {
    const vg_game *game;
    vg_setup setup;
    vg_rng rng;
    int moves;      // made so far
    lib_step *kept; // max_length of them: veglia_keep; NULL: they are not remembered
    _Alignas(16) unsigned char at[VG_MAX_STATE];
};

const vg_game *lib_game(const veglia_game *game);
// How to look at positions of this game: made once and kept for good. NULL: no memory.
const vg_sight *lib_sight(const vg_game *game, int seats);
// Writes as much of the text as fits, and releases it; gives how long it is.
size_t lib_give(vg_text *text, char *out, size_t room);
// Reads a setup and prepares a state. False after saying why.
bool lib_prepare(const vg_game *game, const char *words, vg_setup *how, void *state, char *why,
                 size_t room);
// A state of this game, zeroed but for these. NULL: no memory.
veglia_state *lib_new(const vg_game *game, const vg_setup *how);
// Counts the handles of the changed edition, which must not change under them.
void lib_hold(const vg_game *game, const vg_setup *how, int by);
// Each seat's share of the win, and points.
void lib_shares(const vg_game *game, const void *at, int seats, double share[VG_MAX_SEATS],
                int32_t points[VG_MAX_SEATS]);

#endif
