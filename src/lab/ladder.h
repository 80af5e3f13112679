// ladder.h: what an arena found, read back from its JSON for a page: how much better each bot is
// than the one below it. The distance between the steps is the skill a game rewards.
#ifndef VG_LAB_LADDER_H
#define VG_LAB_LADDER_H

#include "engine/game.h"
#include "lab/sums.h"

#define VG_LADDER_SPEC 96

typedef struct vg_ladder {
    const vg_game *game;
    int seats, count;
    uint64_t games, rounds;
    struct {
        char bot[VG_LADDER_SPEC];
        vg_estimate elo, share; // of the wins, for each seat it had
        vg_estimate over;       // how often it is ahead of the bot before it in this list
    } step[VG_MAX_SEATS];       // the weakest first
} vg_ladder;

// Reads one, false if it is none.
bool vg_ladder_read(vg_ladder *l, const char *text, size_t n);

#endif
