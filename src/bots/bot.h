// bot.h: players that are not people.
//
// A bot is a pure function of a view, a seed and a budget: it never receives a
// state, so it cannot know more than the seat it plays for. A vg_bot says how
// to play (a plain value, parsed from "greedy" or "search:2000"); a vg_mind is
// a bot awake, with the memory it thinks in.
#ifndef VG_BOTS_BOT_H
#define VG_BOTS_BOT_H

#include "bots/net.h"

typedef enum vg_bot_kind { VG_BOT_RANDOM, VG_BOT_GREEDY, VG_BOT_SEARCH } vg_bot_kind;

enum { VG_LEVELS = 8 }; // steps of the ladder for people

typedef struct vg_bot {
    vg_bot_kind kind;
    uint32_t simulations; // search: 0 means time alone counts
    uint32_t millis;      // search: 0 means simulations alone count
    uint8_t threads;      // search
    uint8_t turns;        // search: how many turns it looks ahead, the one being played included
    bool round;           // search: ... and at least to the end of its own next turn
    uint8_t worlds;       // search: in how many it asks greedy's opinion first; 0: one
    float noise;          // how far off, in chances of winning, it may judge a move
    uint8_t level;        // of VG_LEVELS, the strongest last: how far off is the game's; 0: none
    const vg_net *net;    // by what it judges positions; borrowed. NULL: the game's own
} vg_bot;

// The bots one can name, for help texts: {"greedy", what it is}. NULL name ends the list.
typedef struct vg_bot_name {
    const char *name;
    vg_words what;
    vg_bot bot;
} vg_bot_name;
extern const vg_bot_name vg_bot_names[];

// Reads a name of the list, or one of former lists, or "search:2000" (simulations) or
// "search:500ms". On error `out` is untouched and `why` names the choices.
VG_MUST_USE vg_err vg_bot_parse(const char *spec, vg_lang lang, vg_bot *out, vg_text *why);
// Appends what vg_bot_parse reads.
void vg_bot_spec(const vg_bot *bot, vg_text *out);

// How far off it judges positions of this game, in chances of winning.
float vg_bot_noise(const vg_bot *bot, const vg_game *game);

typedef struct vg_mind vg_mind;

// NULL only if there is no memory. Owned: vg_mind_free. One thread at a time.
vg_mind *vg_mind_new(const vg_bot *bot);
void vg_mind_free(vg_mind *mind); // NULL is fine

// One of the `count` > 0 moves of `seat`, whose view this is. Where the seat is not the one asked
// (an opportunity) the answer may be 0: rather wait.
vg_move vg_mind_choose(vg_mind *mind, const vg_game *game, const void *view, int seat,
                       const vg_move *list, int count, vg_rng *rng);

#endif
