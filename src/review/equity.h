// equity.h: what a position is worth to every seat with all cards open, and what chance gave.
//
// One function of the whole state, the same bytes for the same state. Where the game is over it is
// the share of the win. Where chance is asked it *is* the expectation over all that may come, so
// that luck is what came less what was to be expected, and nothing is left over: along a game the
// differences add up to the result less the start (docs/review.md).
#ifndef VG_REVIEW_EQUITY_H
#define VG_REVIEW_EQUITY_H

#include "bots/judge.h"

typedef struct vg_equity {
    vg_eye eye;
    // Where somebody decides, `tries` times so many turns are played, this one included, by what
    // looks best at once, and what comes of it is judged. No tries: the position itself is.
    int tries, turns;
    bool chains;             // ... or as greedy plays, who foresees its own chain of decisions
    float off[VG_MAX_SEATS]; // how far off each seat then judges: weak bots go on weakly
    // Runs of chance with no more ends than this are reckoned exactly, others by so many draws.
    int ends;
    uint64_t seed; // of those draws
} vg_equity;

// `net` may be NULL: evaluate() and outlook() judge. It is borrowed. vg_equity_close.
void vg_equity_open(vg_equity *e, const vg_game *game, int seats, const vg_net *net);
void vg_equity_close(vg_equity *e);

// By seat, 0 to 1.
void vg_equity_at(const vg_equity *e, const void *state, double value[VG_MAX_SEATS]);

// Luck is what came against what might have come: every try is played on from both, with the same
// luck from there on. 0 on average if what might have come is drawn as what came was.
//
// Of a run of chance from `before` to `after`.
void vg_equity_drawn(const vg_equity *e, const void *before, const void *after,
                     double value[VG_MAX_SEATS]);
// Of move `m` of `seat` against these others, in turn.
void vg_equity_moved(const vg_equity *e, const void *state, int seat, vg_move m,
                     const vg_move *other, int count, double value[VG_MAX_SEATS]);

// The share of the win of each seat in a finished game: wholly each where seats win together.
void vg_equity_won(const vg_game *game, const vg_score *score, int seats,
                   double value[VG_MAX_SEATS]);

#endif
