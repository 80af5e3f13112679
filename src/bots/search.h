// search.h: tree search over what a seat does not know.
//
// Each world the search thinks possible is played with every move still in the
// race, so that moves are compared on the same cards and the same luck. Below
// the first move one shared tree grows: its nodes are what the searching seat
// has *observed* (the events it may have), not what truly happened, so a hidden
// draw or a secret choice of an opponent never splits it and the search cannot
// plan on what it will not know. Positions are judged only where a turn begins.
//
// All memory is one arena taken when the search is made. With a budget in
// simulations the same view, seed and number of threads give the same move.
#ifndef VG_BOTS_SEARCH_H
#define VG_BOTS_SEARCH_H

#include "bots/net.h"

typedef struct vg_search vg_search;

typedef struct vg_search_plan {
    uint32_t simulations; // 0: no limit but time
    uint32_t millis;      // 0: no limit but simulations
    uint8_t threads;      // 1..8, kept for the next choice; each grows a tree of its own
    uint8_t turns;        // turns it looks ahead, the one being played included; 0: three
    bool round;           // ... and at least to the end of its own next turn
    uint8_t worlds;       // greedy's opinion of the moves is asked in so many of them; 0: one
    const vg_net *net; // judges positions where it knows the number of seats; NULL: the game's own
    float noise;       // how far off, in chances of winning, it may judge a move
} vg_search_plan;

typedef struct vg_search_info {
    uint64_t simulations; // really done
    double seconds;
    uint32_t visits[VG_MAX_LEGAL]; // by index into the list of moves
    float value[VG_MAX_LEGAL];     // chance of winning expected of it, 0 to 1; 0 if not tried
    float wait;                    // ... of rather waiting, where the seat may
} vg_search_info;

// Room for `nodes` positions per thread. NULL if there is no memory. Owned: vg_search_free.
vg_search *vg_search_new(uint32_t nodes, int threads);
void vg_search_free(vg_search *search); // NULL is fine

// One of the `count` > 0 moves; 0 (rather wait) only where the seat is not the one asked. `info`
// may be NULL. One caller at a time.
vg_move vg_search_choose(vg_search *search, const vg_search_plan *plan, const vg_game *game,
                         const void *view, int seat, const vg_move *list, int count, vg_rng *rng,
                         vg_search_info *info);

#endif
