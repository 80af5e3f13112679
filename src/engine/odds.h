// odds.h: how likely each outcome of chance is.
#ifndef VG_ENGINE_ODDS_H
#define VG_ENGINE_ODDS_H

#include "engine/game.h"

// How likely each of the outcomes that chance lists in this whole state is: right to a billionth,
// and they add up to 1.
void vg_odds(const vg_game *game, const void *state, const vg_move *list, int count,
             double odds[VG_MAX_LEGAL]);

#endif
