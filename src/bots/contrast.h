// contrast.h: why one move is better than another, in the game's own sentences.
//
// Games are played on from the same possible worlds and with the same luck after either move, and
// what happens in them is counted. What happens much oftener after one of them, and goes with
// better or worse chances, is a reason. It comes from the seat's view alone.
#ifndef VG_BOTS_CONTRAST_H
#define VG_BOTS_CONTRAST_H

#include "bots/judge.h"

enum { VG_MAX_REASONS = 3 };

typedef enum vg_reason_kind {
    VG_REASON_EVENT, // this happens
    VG_REASON_OFTEN, // ... so many times
    VG_REASON_AHEAD, // `seat` ends before whose choice it is; that one's own: its side wins
    VG_REASON_POINTS // how many points `seat` has in the end
} vg_reason_kind;

typedef struct vg_reason {
    uint8_t kind;   // vg_reason_kind
    int8_t seat;    // AHEAD, POINTS
    vg_event event; // EVENT, OFTEN
    bool soon;      // ... within two rounds
    // After either move: in how many of a hundred games; OFTEN, POINTS: how many in a game.
    double good, poor;
} vg_reason;

// Why `good` (a move of `seat`, whose view this is; 0: to wait) is better than `poor`, the
// weightiest reason first; gives how many. `worlds` games are played after each move.
int vg_contrast(const vg_game *game, const void *view, int seat, vg_move good, vg_move poor,
                int worlds, vg_rng *rng, vg_reason out[VG_MAX_REASONS]);

// One sentence about a choice of `seat`. `poor` is how the worse move is called, with its
// preposition: "con la tua" / "with yours".
void vg_reason_text(const vg_game *game, const void *view, const vg_reason *reason, int seat,
                    const vg_voice *voice, const vg_words *poor, vg_text *out);

#endif
