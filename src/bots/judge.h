// judge.h: small things every bot needs.
#ifndef VG_BOTS_JUDGE_H
#define VG_BOTS_JUDGE_H

#include "engine/game.h"

// How many seats play in this state (a whole one, not a view).
int vg_seats_of(const vg_game *game, const void *state);

// What the end of a game, or the position it stopped in, is worth to each of `seats` seats, 0..1.
void vg_judge(const vg_game *game, const void *state, int seats, float value[VG_MAX_SEATS]);

// Are two moves the same to the rules?
bool vg_same(const vg_game *game, vg_move a, vg_move b);
// Thins a list of moves, in place, to one of each that are the same to the rules, without those by
// which nothing is gained; gives the count.
int vg_thin(const vg_game *game, vg_move *list, int count);
// One of the moves in the list that are the same as `m` to the rules, `m` among them, evenly.
vg_move vg_any_like(const vg_game *game, const vg_move *list, int count, vg_move m, vg_rng *rng);

// A number around 0, most within 1: noise for levels that are not to play their best.
double vg_jitter(vg_rng *rng);

#endif
