// greedy.h: what moves are worth to who looks through its own chain of decisions.
#ifndef VG_BOTS_GREEDY_H
#define VG_BOTS_GREEDY_H

#include "bots/judge.h"

// The worth of each of the `count` moves of `seat`, whose view this is, in chances of winning: the
// mean over `worlds` possible worlds of how the seat stands once it has gone on as well as it can
// see while it is still its own turn to choose. value[count]: to wait, if it `waits`.
void vg_greedy_values(const vg_eye *eye, const void *view, int seat, const vg_move *list, int count,
                      bool waits, int worlds, double value[VG_MAX_LEGAL + 1], vg_rng *rng);

// The same in the world at hand, a whole state that has forgotten (vg_copy_world): the move that
// looks best to who judges `noise` off, chance being rolled the same for every move. 0: it has
// none.
vg_move vg_greedy_look(const vg_eye *eye, const void *state, int seat, float noise, vg_rng *rng);

#endif
