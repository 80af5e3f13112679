// chart.h: the charts of a report. A chart of intervals is a table with a drawn
// column: it is read, printed and squeezed onto a phone like any other table.
// Drawings are inline SVG in percent of their width, so letters never shrink.
#ifndef VG_LAB_CHART_H
#define VG_LAB_CHART_H

#include "base/lang.h"
#include "base/text.h"
#include "lab/sums.h"

// Appends `s` safe inside HTML text and attributes.
void vg_html(vg_text *out, const char *s);

// One row of a chart of intervals.
typedef struct vg_chart_row {
    const char *label, *detail; // detail: small beside the label; NULL: none
    const char *heading;        // over this row: what it and those below have in common; or NULL
    vg_estimate e;
    bool paired; // `was` stands before and the column of values shows the change
    bool base;   // the others are compared with this one
    vg_estimate was, change;
    uint64_t game[3]; // to read: a typical one, the lowest, the highest; numbers + 1, 0: none
} vg_chart_row;

typedef struct vg_chart {
    vg_lang lang;
    const char *title, *note; // note may be NULL
    const char *caveat;       // under the chart: what it does not say; may be NULL
    const char *left_out;     // under the chart: what is not shown; may be NULL
    const char *value_name;   // the axis, and the column of values: "win share, %"
    const char *count_name;   // heads the column of observations
    double scale;             // values are shown times this
    int decimals;
    bool sign;             // values are differences
    bool quiet;            // how many miss the line by chance is said elsewhere
    int folded;            // so many of the last rows are only seen by who asks...
    const char *fold_name; // ...and this is what they are
    bool has_line;         // a dashed line to compare with...
    double line;           // ...here
    const char *line_name;
    const char *open; // the command that writes a game to read; NULL: no game can be named
} vg_chart;

// Values with their intervals, one under the other; says how many would lie off the line by chance.
void vg_chart_rows(vg_text *out, const vg_chart *chart, const vg_chart_row *row, int count);

// Values of a few things in their order, joined by a line from left to right.
void vg_chart_curve(vg_text *out, const vg_chart *chart, const vg_chart_row *row, int count);

// How often each whole number was seen, as columns; joined where there are many.
typedef struct vg_chart_bin {
    int at;
    uint64_t n;
    uint64_t game; // number + 1 of a game there; 0: not known
} vg_chart_bin;
void vg_chart_bins(vg_text *out, const vg_chart *chart, const vg_chart_bin *bin, int count);

// "36,5 (da 33,0 a 40,1)", or "36,5 (troppo pochi casi)".
void vg_chart_value(vg_text *out, const vg_estimate *e, double scale, int decimals, bool sign,
                    vg_lang lang);
// "da 33,0 a 40,1", or why there is no interval.
void vg_chart_span(vg_text *out, const vg_estimate *e, double scale, int decimals, bool sign,
                   vg_lang lang);
// The same for a page, where the interval stays on one line, and `unit` stands after the value.
void vg_chart_value_html(vg_text *out, const vg_estimate *e, double scale, int decimals, bool sign,
                         const char *unit, vg_lang lang);

#endif
