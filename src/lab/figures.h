// figures.h: the figures of a run that are neither seats nor cards: length,
// pace, leads. One list for the page, the terminal, JSON and CSV.
#ifndef VG_LAB_FIGURES_H
#define VG_LAB_FIGURES_H

#include "lab/tally.h"

#define VG_FIGURES 16

typedef struct vg_figure {
    const char *slug;
    vg_words name;
    double scale; // 100: a share, shown in percent
    int decimals; // as it is shown
    vg_ratio ratio;
    vg_estimate estimate;
} vg_figure;

// Those that can be told of this run; gives their count.
int vg_figures(const vg_tally *t, const vg_game *game, int seats, bool measured,
               vg_figure out[VG_FIGURES]);

// "12,5" or "12.5", with a minus as long as a plus; `sign`: always with one.
void vg_put_number(vg_text *out, double x, int decimals, bool sign, vg_lang lang);

#endif
