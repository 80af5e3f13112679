// arena.h: bots against each other until it is clear which is stronger.
//
// The unit of everything is the round: one deal of chance, and every line-up
// of the bots in two orders and every rotation of the seats over it. Luck of the
// deal, of the seat and of the neighbours falls on all alike, and rounds are independent of each
// other, so intervals are made from the spread between rounds.
#ifndef VG_LAB_ARENA_H
#define VG_LAB_ARENA_H

#include "lab/sim.h"

typedef struct vg_arena_plan {
    const vg_game *game;
    vg_setup setup;
    int entries; // 2..VG_MAX_SEATS
    vg_bot bot[VG_MAX_SEATS];
    const char *command[VG_MAX_SEATS]; // as in vg_sim_plan
    uint32_t budget;
    uint64_t games, seed; // at most so many games, and no less than a round has
    int threads;
    bool early; // stop when the answer is clear
    bool luck;  // weigh what luck gave too
    // As in vg_sim_plan; `player` is the index of the entry.
    void (*progress)(void *with, uint64_t done, uint64_t games);
    void (*lost)(void *with, uint64_t number, int seat, int player, const char *why);
    void *with;
} vg_arena_plan;

typedef struct vg_arena_entry {
    double elo, elo_low, elo_high; // 0 is the mean of all entries; 95 %
    double share, low, high;       // of the wins of a game, for each seat it had; 95 %
    // The same less what luck gave, 95 %, and how many times fewer rounds it takes for as narrow
    // an interval: nothing unless luck was weighed.
    double adjusted, adjusted_low, adjusted_high, fewer;
    double points; // mean score
    uint64_t lost; // games in which it lost its seat: counted as lost
    // By entry: how often it was ahead where the two met, half for a tie, and 95 %.
    double ahead[VG_MAX_SEATS], ahead_low[VG_MAX_SEATS], ahead_high[VG_MAX_SEATS];
    uint8_t apart; // bit per entry: told apart from it beyond doubt
} vg_arena_entry;

typedef struct vg_arena_result {
    uint64_t games, rounds;
    double fair; // the share of equals
    bool clear;  // every entry differs from every other, or the fair share, beyond doubt
    double seconds;
    vg_arena_entry entry[VG_MAX_SEATS];
} vg_arena_result;

#define VG_ARENA_FIRST_LOOK 16 // rounds before any answer is clear

// How many games a round has.
uint64_t vg_arena_round(const vg_arena_plan *plan);

// At least a round must be wanted.
VG_MUST_USE vg_err vg_arena_run(const vg_arena_plan *plan, vg_lang lang, vg_arena_result *out,
                                vg_text *why);

#endif
