// bot.h: players that are not people.
//
// A bot is a pure function of a view, a seed and a budget: it never receives a
// state, so it cannot know more than the seat it plays for.
#ifndef VG_BOTS_BOT_H
#define VG_BOTS_BOT_H

#include "engine/game.h"

typedef struct vg_bot {
    const char *name; // "random", "greedy": on the command line and in reports
    vg_words what;    // one line
    // One of the `count` > 0 legal moves `list` of `seat`, whose view this is.
    vg_move (*choose)(const vg_game *game, const void *view, int seat, const vg_move *list,
                      int count, vg_rng *rng);
} vg_bot;

extern const vg_bot vg_bot_random, vg_bot_greedy;
extern const vg_bot *const vg_bots[];        // NULL-terminated
const vg_bot *vg_bot_find(const char *name); // NULL if there is none

#endif
