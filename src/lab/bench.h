// bench.h: how fast a game's rules are, on one core.
//
// Whole random games give the speed that matters; the parts (copying, listing
// moves, views, guesses, laws) are timed on positions taken from such games.
// Every figure is processor time and the median of several rounds, since other
// programs run too.
#ifndef VG_LAB_BENCH_H
#define VG_LAB_BENCH_H

#include "engine/game.h"

// The same rules written without the engine, as a measure. Plays `games` random games and adds up
// decisions by seats, and a checksum that keeps the compiler from leaving work out.
typedef void vg_bench_bare(uint64_t games, uint64_t seed, uint64_t *decisions, int64_t *checksum);

typedef struct vg_bench_row {
    const vg_game *game;
    int seats;
    double games_per_second, decisions_per_second; // random play, chance included in the time
    double length;                                 // decisions in a game, mean
    double decision_ns;                            // a decision with the chance around it
    double copy_ns, legal_ns, view_ns;             // one call on one position
    double resample_ns;                            // copy of a view included
    double check_ns;
    double law_ns;      // a position put through the main laws: check(), and for each seat view,
                        // resample, view again and compare
    double bare_ns;     // a decision of the bare loop, measured in turn with decision_ns; 0: none
    double bare_length; // decisions in a game: near `length`, or it is another game
    double bare_ratio;  // decision_ns / bare_ns, median over the rounds; 0: none
} vg_bench_row;

// Measures for about `seconds` of processor time; `bare` may be NULL. `progress` is told now and
// then which part is done, 0 to 1; NULL is fine. On error says why: the setup
// is refused, or memory or threads cannot be had.
VG_MUST_USE vg_err vg_bench_run(const vg_game *game, int seats, double seconds, vg_bench_bare *bare,
                                vg_lang lang, vg_bench_row *out, vg_text *why,
                                void (*progress)(void *with, double part), void *with);

#endif
