// sim.h: many games between bots, counted.
//
// Game number i of a run takes its chance from vg_rng_seed(seed, i) and each
// seat's bot has a stream of its own, and everything counted is an integer: so
// the result is the same for any number of threads. Random bots run on the
// state itself; every other bot is given its seat's view and nothing else.
#ifndef VG_LAB_SIM_H
#define VG_LAB_SIM_H

#include "bots/bot.h"
#include "engine/game.h"

#define VG_SIM_MAX_THREADS 256
#define VG_SIM_WIN         840 // one win in whole units: divisible by any number of winners, 1..8

// One move of a finished game.
typedef struct vg_sim_step {
    vg_move move;
    int8_t seat; // VG_CHANCE for chance
} vg_sim_step;

// A game as it ended. Borrowed for the time of the call.
typedef struct vg_sim_game {
    uint64_t number; // 0-based
    const void *state;
    const vg_score *score;
    const vg_sim_step *step; // step_count of them, chance included
    int step_count;
    bool stuck; // it did not end: `score` is only the standing
} vg_sim_game;

typedef struct vg_sim_plan {
    const vg_game *game;
    vg_setup setup;
    vg_bot bot[VG_MAX_SEATS]; // one a seat
    uint64_t games, seed;
    int threads; // 1..VG_SIM_MAX_THREADS
    bool check;  // run the game's check() after every move (slow)
    // Now and then, from the calling thread. NULL is fine.
    void (*progress)(void *with, uint64_t done, uint64_t games);
    // Once a game, one call at a time but in no order, from any thread. NULL is fine.
    void (*each)(void *with, const vg_sim_game *game);
    void *with;
} vg_sim_plan;

typedef struct vg_sim_result {
    uint64_t games;               // played
    uint64_t decisions;           // by seats
    uint64_t moves;               // chance included
    uint64_t draws;               // games won by several seats together
    uint64_t wins[VG_MAX_SEATS];  // alone
    uint64_t share[VG_MAX_SEATS]; // in VG_SIM_WIN-ths of a win, shared wins in equal parts
    int64_t score[VG_MAX_SEATS];  // sum of points
    uint32_t length_min, length_p95, length_max; // decisions in a game
    uint64_t stuck;        // games that did not end within max_length, or broke a rule
    uint64_t stuck_number; // the first of them, by number
    const char *stuck_why; // and what happened: English, for programmers; NULL when none
    double seconds;
} vg_sim_result;

// Plays. On error says why and `out` is unspecified: the setup is refused, or memory or threads
// cannot be had.
VG_MUST_USE vg_err vg_sim_run(const vg_sim_plan *plan, vg_lang lang, vg_sim_result *out,
                              vg_text *why);

// 95 % interval (Wilson's) of a share of `games` games; 0..1 when there were none.
void vg_sim_interval(double share, uint64_t games, double *low, double *high);

// Seconds on a clock that only runs forward.
double vg_sim_clock(void);

#endif
