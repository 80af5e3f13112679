// chart.h: the two charts of a report, as inline SVG with a table under each.
#ifndef VG_LAB_CHART_H
#define VG_LAB_CHART_H

#include "base/lang.h"
#include "base/text.h"
#include "lab/sums.h"

// Appends `s` safe inside HTML text and attributes.
void vg_html(vg_text *out, const char *s);
// Appends a number as the language writes it: "12,5" or "12.5"; sign: always with one.
void vg_html_number(vg_text *out, double x, int decimals, bool sign, vg_lang lang);

// One row of a chart of intervals.
typedef struct vg_chart_row {
    const char *label;
    vg_estimate e;
} vg_chart_row;

typedef struct vg_chart {
    vg_lang lang;
    const char *title, *note; // note may be NULL
    const char *value_name;   // heads the column of values: "win share, %"
    const char *count_name;   // heads the column of observations
    double scale;             // values are shown times this
    int decimals;
    bool sign;     // values are differences
    bool has_line; // a dashed line to compare with...
    double line;   // ...here
    const char *line_name;
} vg_chart;

// Values with their intervals, one under the other.
void vg_chart_rows(vg_text *out, const vg_chart *chart, const vg_chart_row *row, int count);

// How often each whole number was seen, as columns; joined where there are many.
typedef struct vg_chart_bin {
    int at;
    uint64_t n;
} vg_chart_bin;
void vg_chart_bins(vg_text *out, const vg_chart *chart, const vg_chart_bin *bin, int count);

#endif
