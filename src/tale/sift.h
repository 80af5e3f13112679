// sift.h: threads of a story found in its facts: what opens one, what closes it.
#ifndef VG_TALE_SIFT_H
#define VG_TALE_SIFT_H

#include "engine/tale.h"

typedef struct vg_unit {
    uint8_t kind;
    uint8_t who, whom, place, task; // as far as the kind has them
    int opened, closed;             // ids of facts; closed -1: never
} vg_unit;

enum { VG_MAX_UNITS = 192 };

// The threads in facts `first` to `end`, in the order they open. Gives how many; what does not fit
// is left out.
int vg_sift(const vg_saga *saga, const vg_fact *fact, int first, int end,
            vg_unit out[VG_MAX_UNITS]);

#endif
