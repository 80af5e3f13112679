// advise.h: what a strong bot thinks of each move, for a person who asks.
#ifndef VG_BOTS_ADVISE_H
#define VG_BOTS_ADVISE_H

#include "bots/search.h"

// Thinks for at most `millis`. False, and no move tried, if there is no memory to think with.
bool vg_advise(const vg_game *game, const void *view, int seat, const vg_move *list, int count,
               uint32_t millis, vg_rng *rng, vg_search_info *info);

#endif
