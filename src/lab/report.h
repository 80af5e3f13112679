// report.h: simulations as one page for people: charts, a table under each.
//
// The page is one HTML file that needs nothing else: no script, no font, no
// network. It follows the reader's light or dark setting and prints on paper.
#ifndef VG_LAB_REPORT_H
#define VG_LAB_REPORT_H

#include "lab/ladder.h"
#include "lab/simfile.h"

// Appends the page about simulations and arenas, in this order; there is one of either at least.
void vg_report_write(const vg_simfile *files, int count, const vg_ladder *ladders, int ladder_count,
                     vg_lang lang, vg_text *out);

// The figures of a page that looks on while games are played, as one JSON object (report_live.c):
// of one run, or of two that differ by changed numbers only.
void vg_report_live(const vg_simfile *files, int count, vg_lang lang, vg_json *j);

#endif
