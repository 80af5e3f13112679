// measure.h: looks on while a game is played, and adds what it saw to a tally.
//
// Standings are taken at the end of every turn (a run of decisions by one
// seat) from the game's own score(): what the result would be if it ended there.
#ifndef VG_LAB_MEASURE_H
#define VG_LAB_MEASURE_H

#include "lab/tally.h"

#define VG_PAIR_KINDS 32 // most kinds in a group of pairs; asserted

// A card that chance gave to a seat.
typedef struct vg_draw {
    int move;  // its number in the game, 0-based
    int trait; // in the tally
    int8_t seat;
} vg_draw;

typedef struct vg_measure {
    vg_tally *tally;
    vg_events events; // of the newest move: give it to apply()
    vg_draw *draw;    // draw_count of them
    vg_draw *take;    // take_count: what seats took by their own move, out of several
    int draw_count, take_count;
    uint8_t (*rank)[VG_MAX_SEATS]; // at the end of each turn
    int turns;
    uint64_t number;                 // of this game
    int lot;                         // of this game
    int seat;                        // whose run of decisions this is; VG_NOBODY before the first
    int event_times[VG_TALLY_KINDS]; // in this game
    struct {
        int trait;
        int seat;
    } * had; // what was marked in this game, each once
    int had_count, longest;
    uint16_t *had_by; // by trait: seats, as bits
    // Two of the game's group of pairs with one seat are a trait too: places in the tally.
    int pair_kind[VG_PAIR_KINDS], pair_kinds;
    int16_t pair[VG_PAIR_KINDS][VG_PAIR_KINDS]; // place + 1; 0: not met yet
} vg_measure;

// NULL if there is no memory. Owned: vg_measure_free. `tally` is borrowed.
vg_measure *vg_measure_new(const vg_game *game, vg_tally *tally);
void vg_measure_free(vg_measure *m); // NULL is fine

void vg_measure_begin(vg_measure *m, uint64_t number, int lot);
// Before a seat's move, chosen among `count`.
void vg_measure_decision(vg_measure *m, const vg_game *game, const void *state, int seats,
                         vg_ask ask, int seat, int count);
// After move number `number`, of `seat` or VG_CHANCE.
void vg_measure_applied(vg_measure *m, const vg_game *game, int seat, int number);
// At the end of a game that ended as it should; shares in VG_WIN-ths.
void vg_measure_end(vg_measure *m, const vg_game *game, const void *state, int seats,
                    const vg_score *score, const int share[VG_MAX_SEATS]);

// The place of a trait in a tally.
int vg_measure_place(vg_tally *tally, const vg_trait *x);
// What `events` say was drawn: the trait in `tally`, or -1; by whom in `*seat`.
int vg_measure_drawn(vg_tally *tally, const vg_game *game, const vg_events *events, int *seat);

#endif
