// chart.c: dots, whiskers and columns. Colours and type come from the page's style sheet.
#include "lab/chart.h"

#include "lab/figures.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define MAX_BIN 32

void vg_html(vg_text *out, const char *s)
{
    for (; *s; s++) {
        if (*s == '&')
            vg_text_add(out, "&amp;");
        else if (*s == '<')
            vg_text_add(out, "&lt;");
        else if (*s == '>')
            vg_text_add(out, "&gt;");
        else if (*s == '"')
            vg_text_add(out, "&quot;");
        else
            vg_text_char(out, *s);
    }
}

static const char *in(vg_lang lang, const char *it, const char *en)
{
    return lang == VG_IT ? it : en;
}

// Steps of 1, 2 or 5 times a power of ten, about `wanted` of them over `span`.
static double step_for(double span, int wanted)
{
    double rough = span / wanted, ten = pow(10, floor(log10(rough)));
    double m = rough / ten;
    return ten * (m < 1.5 ? 1 : m < 3.5 ? 2 : m < 7.5 ? 5 : 10);
}

static int decimals_for(double step) { return step >= 1 ? 0 : step >= 0.1 ? 1 : 2; }

static void open_figure(vg_text *out, const vg_chart *c)
{
    vg_text_add(out, "<figure><figcaption><h3>");
    vg_html(out, c->title);
    vg_text_add(out, "</h3>");
    if (c->note) {
        vg_text_add(out, "<p>");
        vg_html(out, c->note);
        vg_text_add(out, "</p>");
    }
    vg_text_add(out, "</figcaption>\n");
}

// What stands between `marks` is typed as it is.
static void put_caveat(vg_text *out, const vg_chart *c)
{
    if (!c->caveat) return;
    vg_text_add(out, "<p class=k>");
    bool code = false;
    for (const char *s = c->caveat; *s; s++) {
        if (*s == '`') {
            code = !code;
            vg_text_add(out, code ? "<code>" : "</code>");
        } else {
            vg_html(out, (char[]){*s, '\0'});
        }
    }
    vg_text_add(out, "</p>");
}

static void close_figure(vg_text *out) { vg_text_add(out, "</figure>\n"); }

void vg_chart_span(vg_text *out, const vg_estimate *e, double scale, int decimals, bool sign,
                   vg_lang lang)
{
    if (e->few) {
        vg_text_add(out, in(lang, "troppo pochi casi", "too few cases"));
        return;
    }
    if (lang == VG_IT) vg_text_add(out, "da ");
    vg_put_number(out, e->low * scale, decimals, sign, lang);
    vg_text_add(out, in(lang, " a ", " to "));
    vg_put_number(out, e->high * scale, decimals, sign, lang);
}

void vg_chart_value(vg_text *out, const vg_estimate *e, double scale, int decimals, bool sign,
                    vg_lang lang)
{
    vg_put_number(out, e->value * scale, decimals, sign, lang);
    vg_text_add(out, " (");
    vg_chart_span(out, e, scale, decimals, sign, lang);
    vg_text_char(out, ')');
}

void vg_chart_value_html(vg_text *out, const vg_estimate *e, double scale, int decimals, bool sign,
                         const char *unit, vg_lang lang)
{
    vg_put_number(out, e->value * scale, decimals, sign, lang);
    vg_text_add(out, unit);
    vg_text_add(out, " <span class=i>(");
    if (e->low == e->high && !e->few)
        vg_text_add(out, in(lang, "sempre", "always"));
    else
        vg_chart_span(out, e, scale, decimals, sign, lang);
    vg_text_add(out, ")</span>");
}

// The ends of the axis and its steps.
typedef struct axis {
    double low, high, step;
} axis;

static void stretch(axis *a, const vg_estimate *e, double scale)
{
    a->low = fmin(a->low, (e->few ? e->value : e->low) * scale);
    a->high = fmax(a->high, (e->few ? e->value : e->high) * scale);
}

static axis axis_for(const vg_chart *c, const vg_chart_row *row, int count)
{
    double first = (c->has_line ? c->line : row[0].e.value) * c->scale;
    axis a = {.low = first, .high = first};
    for (int i = 0; i < count; i++) {
        stretch(&a, &row[i].e, c->scale);
        if (row[i].paired) stretch(&a, &row[i].was, c->scale);
    }
    if (a.high - a.low < 1e-9) a.high = a.low + 1;
    a.step = step_for(a.high - a.low, 3);
    a.low = floor(a.low / a.step + 1e-9) * a.step;
    a.high = ceil(a.high / a.step - 1e-9) * a.step;
    return a;
}

static double at(const axis *a, double x) { return (x - a->low) / (a->high - a->low) * 100; }

static void put_mark(vg_text *out, const axis *a, const vg_estimate *e, double scale,
                     const char *class)
{
    if (!e->few)
        vg_text_printf(out, "<line class=\"w %s\" x1=%.1f%% x2=%.1f%% y1=13 y2=13 />", class,
                       at(a, e->low * scale), at(a, e->high * scale));
    vg_text_printf(out, "<circle class=\"%s%s\" cx=%.1f%% cy=13 r=4.5 />", class,
                   e->few ? " few" : "", at(a, e->value * scale));
}

// How many rows would lie off the line though nothing is the matter.
static void put_alarms(vg_text *out, const vg_chart *c, const vg_chart_row *row, int count)
{
    int sure = 0;
    for (int i = 0; i < count; i++) sure += !row[i].e.few;
    if (!c->has_line || c->quiet || sure < 6) return;
    int alarms = (sure + 10) / 20;
    vg_text_printf(out, "<p class=k>");
    if (c->lang == VG_IT)
        vg_text_printf(out,
                       alarms > 1 ? "Di %d intervalli, circa %d mancano la linea per puro caso.</p>"
                                  : "Di %d intervalli, %d può mancare la linea per puro caso.</p>",
                       sure, alarms ? alarms : 1);
    else
        vg_text_printf(out,
                       alarms > 1 ? "Of %d intervals, about %d miss the line by mere chance.</p>"
                                  : "Of %d intervals, %d may miss the line by mere chance.</p>",
                       sure, alarms ? alarms : 1);
}

static void put_open(vg_text *out, const vg_chart *c)
{
    vg_text_add(out, in(c->lang, "<p class=k>Per leggere la partita n. N: ",
                        "<p class=k>To read game no. N: "));
    vg_text_add(out, "<code class=l>");
    vg_html(out, c->open);
    vg_text_add(out, "</code></p>");
}

// From each row to games one can read.
static void put_games(vg_text *out, const vg_chart *c, const vg_chart_row *row, int count)
{
    int some = 0;
    for (int i = 0; i < count; i++) some += row[i].game[0] != 0;
    if (!some || !c->open) return;
    vg_text_printf(out, "<details><summary>%s</summary><table><tr><th><th>%s<th>%s<th>%s",
                   in(c->lang, "Partite da leggere", "Games to read"),
                   in(c->lang, "tipica, n.", "typical, no."),
                   in(c->lang, "la più bassa, n.", "lowest, no."),
                   in(c->lang, "la più alta, n.", "highest, no."));
    for (int i = 0; i < count; i++) {
        if (!row[i].game[0]) continue;
        vg_text_add(out, "<tr><th>");
        vg_html(out, row[i].label);
        for (int k = 0; k < 3; k++)
            vg_text_printf(out, "<td>%llu", (unsigned long long)row[i].game[k] - 1);
    }
    vg_text_add(out, "</table>");
    put_open(out, c);
    vg_text_add(out, "</details>");
}

// The head of a table of rows: the axis, and what stands in the columns.
static void open_table(vg_text *out, const vg_chart *c, const axis *a, bool paired)
{
    vg_text_printf(out, "<table class=\"c%s\" style=\"--g:%.3f%%\"><tr><th><td class=\"p x\"><i>",
                   paired ? " v" : "", 100 * a->step / (a->high - a->low));
    vg_html(out, c->value_name);
    vg_text_add(out, "</i><svg>");
    for (double x = a->low; x < a->high + a->step / 2; x += a->step) {
        double p = at(a, x);
        vg_text_printf(out, "<text x=%.1f%% y=11%s>", p,
                       p < 1    ? " text-anchor=start"
                       : p > 99 ? " text-anchor=end"
                                : "");
        vg_put_number(out, fabs(x) < a->step / 1e6 ? 0 : x, decimals_for(a->step), false, c->lang);
        vg_text_add(out, "</text>");
    }
    vg_text_add(out, "</svg><th>");
    vg_html(out, paired ? in(c->lang, "cambia\u00a0di", "changes\u00a0by") : c->value_name);
    vg_text_printf(out, "<th>%s<th class=n>", in(c->lang, "intervallo al 95 %", "95 % interval"));
    vg_html(out, c->count_name);
}

static void put_row(vg_text *out, const vg_chart *c, const axis *a, const vg_chart_row *row)
{
    const vg_estimate *shown = row->paired ? &row->change : &row->e;
    bool sign = row->paired || c->sign;
    if (row->heading) {
        vg_text_add(out, "<tr class=t><th colspan=5>");
        vg_html(out, row->heading);
    }
    vg_text_add(out, "<tr><th>");
    vg_html(out, row->label);
    if (row->detail && *row->detail) {
        vg_text_add(out, " <small>");
        vg_html(out, row->detail);
        vg_text_add(out, "</small>");
    }
    vg_text_add(out, "<td class=p><svg aria-hidden=true>");
    if (c->has_line) // longer than any row: the cell cuts it
        vg_text_printf(out, "<line class=f x1=%.1f%% x2=%.1f%% y1=-99 y2=125 />",
                       at(a, c->line * c->scale), at(a, c->line * c->scale));
    if (row->paired) put_mark(out, a, &row->was, c->scale, "o");
    put_mark(out, a, &row->e, c->scale, "");
    vg_text_add(out, "</svg><td>");
    if (row->base) {
        vg_text_printf(out, "–<td>%s", in(c->lang, "da qui si parte", "the starting point"));
    } else {
        vg_put_number(out, shown->value * c->scale, c->decimals, sign, c->lang);
        vg_text_add(out, "<td>");
        vg_chart_span(out, shown, c->scale, c->decimals, sign, c->lang);
    }
    vg_text_printf(out, "<td class=n>%llu", (unsigned long long)shown->n);
}

void vg_chart_rows(vg_text *out, const vg_chart *c, const vg_chart_row *row, int count)
{
    if (count == 0) return;
    axis a = axis_for(c, row, count);
    bool paired = row[0].paired;
    int open = count - c->folded;
    open_figure(out, c);
    if (open) open_table(out, c, &a, paired);
    for (int i = 0; i < open; i++) put_row(out, c, &a, &row[i]);
    if (open) vg_text_add(out, "</table>");
    if (c->folded) {
        vg_text_add(out, "<details><summary>");
        vg_html(out, c->fold_name);
        vg_text_add(out, "</summary>");
        open_table(out, c, &a, paired);
        for (int i = open; i < count; i++) put_row(out, c, &a, &row[i]);
        vg_text_add(out, "</table></details>");
    }
    if (c->has_line && c->line_name) {
        vg_text_add(out, "<p class=k>");
        vg_text_add(out, in(c->lang, "Linea tratteggiata: ", "Dashed line: "));
        vg_html(out, c->line_name);
        vg_text_add(out, ", ");
        vg_put_number(out, c->line * c->scale, c->decimals, false, c->lang);
        vg_text_add(out, ".</p>");
    }
    if (paired)
        vg_text_printf(out, "<p class=k>%s%s</p>",
                       row[0].base
                           ? in(c->lang, "Cerchio vuoto: la prima prova. Cerchio pieno: questa. ",
                                "Hollow dot: the first run. Full dot: this one. ")
                           : in(c->lang, "Cerchio vuoto: prima. Cerchio pieno: dopo. ",
                                "Hollow dot: before. Full dot: after. "),
                       in(c->lang, "Le cifre: il cambiamento, con il suo intervallo.",
                          "The figures: the change, with its interval."));
    put_alarms(out, c, row, paired ? 0 : count);
    put_caveat(out, c);
    if (c->left_out) {
        vg_text_add(out, "<p class=k>");
        vg_html(out, c->left_out);
        vg_text_add(out, "</p>");
    }
    put_games(out, c, row, open ? open : count);
    close_figure(out);
}

void vg_chart_bins(vg_text *out, const vg_chart *c, const vg_chart_bin *bin, int count)
{
    if (count == 0) return;
    int first = bin[0].at, span = bin[count - 1].at - first + 1, size = 1;
    while ((span + size - 1) / size > MAX_BIN) size += size < 5 ? 1 : 5;
    int columns = (span + size - 1) / size;
    uint64_t sum[MAX_BIN] = {0}, game[MAX_BIN] = {0}, total = 0, most = 1;
    double mean = 0;
    for (int i = 0; i < count; i++) {
        uint64_t *s = &sum[(bin[i].at - first) / size];
        *s += bin[i].n;
        if (!game[(bin[i].at - first) / size]) game[(bin[i].at - first) / size] = bin[i].game;
        total += bin[i].n;
        mean += (double)bin[i].at * (double)bin[i].n;
        if (*s > most) most = *s;
    }
    mean /= total ? (double)total : 1;
    const double TALL = 150, TOP = 20, LEFT = 9; // LEFT in percent
    double top = (double)most * 100 / (double)(total ? total : 1), step = step_for(top, 3);
    top = ceil(top / step) * step;
    double wide = (100.0 - LEFT) / columns;
    open_figure(out, c);
    vg_text_printf(out, "<svg class=h role=img aria-label=\"");
    vg_html(out, c->title);
    vg_text_add(out, "\">");
    for (double y = 0; y < top + step / 2; y += step) {
        double h = TOP + TALL - y / top * TALL;
        vg_text_printf(out,
                       "<line class=g x1=%.0f%% x2=100%% y1=%.1f y2=%.1f /><text class=e x=%.0f%% "
                       "y=%.1f>",
                       LEFT, h, h, LEFT - 1, h + 4);
        vg_put_number(out, y, decimals_for(step), false, c->lang);
        vg_text_add(out, "</text>");
    }
    for (int i = 0; i < columns; i++) {
        double tall = (double)sum[i] * 100 / (double)(total ? total : 1) / top * TALL;
        vg_text_printf(out, "<rect x=%.2f%% y=%.1f width=%.2f%% height=%.1f />",
                       LEFT + (i + 0.08) * wide, TOP + TALL - tall, wide * 0.84, tall);
        int every = (columns + 7) / 8;
        if (i % every) continue;
        double x = LEFT + (i + 0.5) * wide;
        if (x > 97 && every * wide < 13) continue; // no room beside the one before
        vg_text_printf(out, "<text x=%.2f%% y=%.0f%s>", x > 97 ? 100 : x, TOP + TALL + 16,
                       x > 97 ? " text-anchor=end" : "");
        vg_put_number(out, first + i * size, 0, false, c->lang);
        vg_text_add(out, "</text>");
    }
    double x = LEFT + ((mean - first) / size + 0.5 / size) * wide;
    vg_text_printf(out,
                   "<line class=f x1=%.2f%% x2=%.2f%% y1=%.0f y2=%.0f /><text x=%.2f%% y=12%s>%s ",
                   x, x, TOP - 4, TOP + TALL, x,
                   x > 85   ? " text-anchor=end"
                   : x < 15 ? " text-anchor=start"
                            : "",
                   in(c->lang, "media", "mean"));
    vg_put_number(out, mean, c->decimals, false, c->lang);
    vg_text_add(out, "</text></svg>\n<p class=x>");
    vg_html(out, c->count_name);
    vg_text_add(out, in(c->lang, " (in orizzontale); ", " (across); "));
    vg_html(out, c->value_name);
    vg_text_add(out, in(c->lang,
                        ", % (in verticale)</p><details><summary>Tabella</summary>"
                        "<table><tr><th>",
                        ", % (upwards)</p><details><summary>Table</summary><table><tr><th>"));
    vg_html(out, c->count_name);
    vg_text_add(out, "<th>");
    vg_html(out, c->value_name);
    vg_text_add(out, "<th>%");
    if (bin[0].game)
        vg_text_add(out, in(c->lang, "<th>una di queste, n.", "<th>one of these, no."));
    for (int i = 0; i < columns; i++) {
        if (sum[i] == 0) continue;
        vg_text_add(out, "<tr><th>");
        vg_put_number(out, first + i * size, 0, false, c->lang);
        if (size > 1) {
            vg_text_add(out, in(c->lang, " a ", " to "));
            vg_put_number(out, first + i * size + size - 1, 0, false, c->lang);
        }
        vg_text_printf(out, "<td>%llu<td>", (unsigned long long)sum[i]);
        vg_put_number(out, (double)sum[i] * 100 / (double)total, 1, false, c->lang);
        if (game[i]) vg_text_printf(out, "<td>%llu", (unsigned long long)(game[i] - 1));
    }
    vg_text_add(out, "</table>");
    if (bin[0].game && c->open) put_open(out, c);
    vg_text_add(out, "</details>");
    put_caveat(out, c);
    close_figure(out);
}

void vg_chart_curve(vg_text *out, const vg_chart *c, const vg_chart_row *row, int count)
{
    const double TALL = 150, TOP = 14, LEFT = 12; // LEFT in percent
    if (count == 0) return;
    axis a = axis_for(c, row, count);
    double wide = (100 - LEFT) / count, last = 0;
    open_figure(out, c);
    vg_text_add(out, "<svg class=h role=img aria-label=\"");
    vg_html(out, c->title);
    vg_text_add(out, "\">");
    for (double y = a.low; y < a.high + a.step / 2; y += a.step) {
        double h = TOP + TALL * (1 - at(&a, y) / 100);
        vg_text_printf(out,
                       "<line class=g x1=%.0f%% x2=100%% y1=%.1f y2=%.1f /><text class=e x=%.0f%% "
                       "y=%.1f>",
                       LEFT, h, h, LEFT - 1, h + 4);
        vg_put_number(out, fabs(y) < a.step / 1e6 ? 0 : y, decimals_for(a.step), c->sign, c->lang);
        vg_text_add(out, "</text>");
    }
    for (int i = 0; i < count; i++) {
        const vg_estimate *e = &row[i].e;
        double x = LEFT + (i + 0.5) * wide,
               y = TOP + TALL * (1 - at(&a, e->value * c->scale) / 100);
        if (i)
            vg_text_printf(out, "<line class=f x1=%.1f%% x2=%.1f%% y1=%.1f y2=%.1f />", x - wide, x,
                           last, y);
        if (!e->few)
            vg_text_printf(out, "<line class=w x1=%.1f%% x2=%.1f%% y1=%.1f y2=%.1f />", x, x,
                           TOP + TALL * (1 - at(&a, e->low * c->scale) / 100),
                           TOP + TALL * (1 - at(&a, e->high * c->scale) / 100));
        vg_text_printf(out, "<circle cx=%.1f%% cy=%.1f r=4.5 /><text x=%.1f%% y=%.0f>", x, y, x,
                       TOP + TALL + 20);
        vg_html(out, row[i].label);
        vg_text_add(out, "</text>");
        last = y;
    }
    vg_text_add(out, "</svg>\n<p class=x>");
    vg_html(out, c->value_name);
    vg_text_printf(out, "%s</p><details><summary>%s</summary><table><tr><th><th>",
                   in(c->lang, " (in verticale), con l'intervallo al 95 %",
                      " (upwards), with the 95 % interval"),
                   in(c->lang, "Tabella", "Table"));
    vg_html(out, c->value_name);
    vg_text_printf(out, "<th>%s<th>", in(c->lang, "intervallo al 95 %", "95 % interval"));
    vg_html(out, c->count_name);
    for (int i = 0; i < count; i++) {
        vg_text_add(out, "<tr><th>");
        vg_html(out, row[i].label);
        vg_text_add(out, "<td>");
        vg_put_number(out, row[i].e.value * c->scale, c->decimals, c->sign, c->lang);
        vg_text_add(out, "<td>");
        vg_chart_span(out, &row[i].e, c->scale, c->decimals, c->sign, c->lang);
        vg_text_printf(out, "<td>%llu", (unsigned long long)row[i].e.n);
    }
    vg_text_add(out, "</table></details>");
    put_caveat(out, c);
    close_figure(out);
}
