// external.h: a bot that is somebody else's program, spoken to in lines on its
// standard input and output (docs/bot-protocol.md).
//
// It is told views, never states. It is trusted with nothing: whatever it does
// wrong ends in one sentence, and the caller finds somebody else for the seat.
#ifndef VG_LAB_EXTERNAL_H
#define VG_LAB_EXTERNAL_H

#include "engine/game.h"

typedef struct vg_external vg_external;

// Does not start it yet. `command` is for the shell, borrowed. Reasons are given in `lang`. NULL if
// there is no memory.
vg_external *vg_external_new(const char *command, uint32_t budget_ms, vg_lang lang);
// Asks it to quit, and ends it and all it started if it does not. NULL is fine.
void vg_external_free(vg_external *x);

// Starts the program, if it is not running, and waits until it is ready. False: it failed, `why`
// says how, and it is not running.
bool vg_external_start(vg_external *x, vg_text *why);
// A new game begins, in which it has this seat; starts the program if need be. False: as above.
bool vg_external_begin(vg_external *x, const vg_game *game, const vg_setup *setup, int seat,
                       vg_text *why);
// One of the moves. 0 with `*wait`: it would rather wait, which only `may_wait` allows. 0 without:
// as above.
vg_move vg_external_choose(vg_external *x, const vg_game *game, const void *view, int seat,
                           const vg_move *list, int count, bool may_wait, bool *wait, vg_text *why);
// How the game ended. Never fails.
void vg_external_end(vg_external *x, const vg_score *score, int seats);

#endif
