// judge.h: small things every bot needs.
#ifndef VG_BOTS_JUDGE_H
#define VG_BOTS_JUDGE_H

#include "engine/game.h"

// How many seats play in this state (a whole one, not a view).
int vg_seats_of(const vg_game *game, const void *state);

// What the end of a game, or the position it stopped in, is worth to each of `seats` seats, 0..1.
void vg_judge(const vg_game *game, const void *state, int seats, float value[VG_MAX_SEATS]);

// A number around 0, most within 1: noise for levels that are not to play their best.
double vg_jitter(vg_rng *rng);

#endif
