// simfile.h: a simulation as JSON: what was played, what was counted, and the
// figures made of it. Whole runs, shards and checkpoints are all such files,
// which is why any of them can be continued, merged or reported on.
#ifndef VG_LAB_SIMFILE_H
#define VG_LAB_SIMFILE_H

#include "lab/tally.h"

typedef struct vg_simfile {
    vg_text about; // one JSON object: what was asked for. Equal bytes: parts of one run
    const vg_game *game;
    int seats;
    uint64_t games, seed; // of the whole run
    uint64_t unit;        // games that belong together
    uint64_t from, to;    // which of them are counted here
    bool measured;
    int threads;
    double seconds;
    vg_tally *tally; // owned
} vg_simfile;

void vg_simfile_release(vg_simfile *f);

// Appends the whole file without a final newline.
void vg_simfile_write(const vg_simfile *f, vg_text *out);
// The same figures as lines of comma-separated values.
void vg_simfile_csv(const vg_simfile *f, vg_text *out);

// Reads one, false and a reason if it is none. Release it either way.
bool vg_simfile_read(vg_simfile *f, const char *text, size_t n, vg_lang lang, vg_text *why);

// Adds `next`, which must begin where `f` ends, to `f`. False and a reason otherwise, `f`
// untouched.
bool vg_simfile_join(vg_simfile *f, const vg_simfile *next, vg_lang lang, vg_text *why);

#endif
