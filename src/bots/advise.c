// advise.c: the hints of the server and the browser.
#include "bots/advise.h"

enum { SIMULATIONS = 3000 };

bool vg_advise(const vg_game *game, const void *view, int seat, const vg_move *list, int count,
               uint32_t millis, vg_rng *rng, vg_search_info *info)
{
    const vg_search_plan plan = {
        .simulations = SIMULATIONS, .millis = millis, .threads = 1, .round = true};
    vg_search *search = vg_search_new(SIMULATIONS + 16, 1);
    *info = (vg_search_info){0};
    if (!search) return false;
    vg_search_choose(search, &plan, game, view, seat, list, count, rng, info);
    vg_search_free(search);
    return true;
}
