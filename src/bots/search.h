// search.h: tree search over what a seat does not know.
//
// Each simulation fills the view with a world the seat thinks possible, walks
// one shared tree as far as it goes, grows it by one node, and judges the
// position reached for every seat. Nodes are what the searching seat has
// *observed* (the events it may have), not what truly happened, so a hidden
// draw or a secret choice of an opponent never splits the tree: the search
// cannot plan on what it will not know.
//
// All memory is one arena taken when the search is made. With one thread and a
// budget in simulations the same view and seed give the same move.
#ifndef VG_BOTS_SEARCH_H
#define VG_BOTS_SEARCH_H

#include "engine/game.h"

typedef struct vg_search vg_search;

typedef struct vg_search_plan {
    uint32_t simulations; // 0: no limit but time
    uint32_t millis;      // 0: no limit but simulations
    uint8_t threads;      // 1..8; each grows a tree of its own, visits are added up
    float explore;        // weight of what was tried little; 0: the normal one
} vg_search_plan;

typedef struct vg_search_info {
    uint64_t simulations; // really done
    double seconds;
    uint32_t visits[VG_MAX_LEGAL]; // by index into the list of moves
    float value[VG_MAX_LEGAL];     // mean value for the seat, 0..1
} vg_search_info;

// Room for `nodes` positions per thread. NULL if there is no memory. Owned: vg_search_free.
vg_search *vg_search_new(uint32_t nodes, int threads);
void vg_search_free(vg_search *search); // NULL is fine

// One of the `count` > 0 moves. `info` may be NULL. One caller at a time.
vg_move vg_search_choose(vg_search *search, const vg_search_plan *plan, const vg_game *game,
                         const void *view, int seat, const vg_move *list, int count, vg_rng *rng,
                         vg_search_info *info);

// How many seats play in this state (a whole one, not a view).
int vg_seats_of(const vg_game *game, const void *state);
// What the end of a game, or the position it stopped in, is worth to each of `seats` seats, 0..1.
void vg_judge(const vg_game *game, const void *state, int seats, float value[VG_MAX_SEATS]);

#endif
