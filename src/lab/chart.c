// chart.c: lines, dots and columns. Colours and type come from the page's style sheet.
#include "lab/chart.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define WIDTH   720
#define LABEL   200 // room for labels at the left
#define ROW     22
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

void vg_html_number(vg_text *out, double x, int decimals, bool sign, vg_lang lang)
{
    char text[48];
    snprintf(text, sizeof text, sign ? "%+.*f" : "%.*f", decimals, x);
    bool zero = strspn(text, "+-0.") == strlen(text);
    for (const char *s = text; *s; s++) {
        if (*s == '-' && zero) continue;
        if (*s == '-')
            vg_text_add(out, "\u2212"); // a minus as long as the plus
        else if (*s == '+' && zero)
            continue;
        else
            vg_text_char(out, *s == '.' && lang == VG_IT ? ',' : *s);
    }
}

// Steps of 1, 2 or 5 times a power of ten, about `wanted` of them over `span`.
static double step_for(double span, int wanted)
{
    double rough = span / wanted, ten = pow(10, floor(log10(rough)));
    double m = rough / ten;
    return ten * (m < 1.5 ? 1 : m < 3.5 ? 2 : m < 7.5 ? 5 : 10);
}

static int decimals_for(double step) { return step >= 1 ? 0 : step >= 0.1 ? 1 : 2; }

static void open_figure(vg_text *out, const vg_chart *c, int height)
{
    vg_text_add(out, "<figure><figcaption><h3>");
    vg_html(out, c->title);
    vg_text_add(out, "</h3>");
    if (c->note) {
        vg_text_add(out, "<p>");
        vg_html(out, c->note);
        vg_text_add(out, "</p>");
    }
    vg_text_printf(out, "</figcaption>\n<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"",
                   WIDTH, height);
    vg_html(out, c->title);
    vg_text_add(out, "\">");
}

static void head_table(vg_text *out, const vg_chart *c, const char *first)
{
    vg_text_add(out, "</svg>\n<details open><summary>");
    vg_text_add(out, c->lang == VG_IT ? "Tabella" : "Table");
    vg_text_add(out, "</summary><table><tr><th>");
    vg_html(out, first);
    vg_text_add(out, "<th>");
    vg_html(out, c->value_name);
}

static void close_figure(vg_text *out) { vg_text_add(out, "</table></details></figure>\n"); }

static void put_cell(vg_text *out, const vg_chart *c, double x)
{
    vg_text_add(out, "<td>");
    vg_html_number(out, x * c->scale, c->decimals, c->sign, c->lang);
}

// "a – b", in one cell.
static void put_span(vg_text *out, const vg_chart *c, double low, double high)
{
    put_cell(out, c, low);
    vg_text_add(out, c->lang == VG_IT ? " a " : " to ");
    vg_html_number(out, high * c->scale, c->decimals, c->sign, c->lang);
}

void vg_chart_rows(vg_text *out, const vg_chart *c, const vg_chart_row *row, int count)
{
    double low = c->has_line ? c->line : row[0].e.low, high = c->has_line ? c->line : row[0].e.high;
    for (int i = 0; i < count; i++) {
        low = fmin(low, row[i].e.low);
        high = fmax(high, row[i].e.high);
    }
    low *= c->scale;
    high *= c->scale;
    if (high - low < 1e-9) high = low + 1;
    double step = step_for(high - low, 6);
    low = floor(low / step) * step;
    high = ceil(high / step) * step;
    int height = count * ROW + 34;
    double across = (WIDTH - LABEL - 24) / (high - low);
#define AT(x) (LABEL + 8 + ((x)-low) * across)
    open_figure(out, c, height);
    for (double x = low; x < high + step / 2; x += step) {
        vg_text_printf(out, "<path class=g d=\"M%.1f 4V%d\"/><text class=t x=%.1f y=%d>", AT(x),
                       count * ROW + 8, AT(x), count * ROW + 24);
        vg_html_number(out, fabs(x) < step / 1e6 ? 0 : x, decimals_for(step), false, c->lang);
        vg_text_add(out, "</text>");
    }
    if (c->has_line)
        vg_text_printf(out, "<path class=f d=\"M%.1f 4V%d\"/>", AT(c->line * c->scale),
                       count * ROW + 8);
    for (int i = 0; i < count; i++) {
        int y = i * ROW + ROW / 2 + 4;
        vg_text_printf(out, "<text class=l x=%d y=%d>", LABEL, y + 4);
        vg_html(out, row[i].label);
        vg_text_printf(out,
                       "</text><path class=w d=\"M%.1f %dH%.1f\"/><circle cx=%.1f cy=%d r=4 />",
                       AT(row[i].e.low * c->scale), y, AT(row[i].e.high * c->scale),
                       AT(row[i].e.value * c->scale), y);
    }
#undef AT
    head_table(out, c, "");
    vg_text_add(out, c->lang == VG_IT ? "<th>intervallo al 95 %<th>" : "<th>95 % interval<th>");
    vg_html(out, c->count_name);
    for (int i = 0; i < count; i++) {
        vg_text_add(out, "<tr><th>");
        vg_html(out, row[i].label);
        put_cell(out, c, row[i].e.value);
        put_span(out, c, row[i].e.low, row[i].e.high);
        vg_text_printf(out, "<td>%llu", (unsigned long long)row[i].e.n);
    }
    if (c->has_line && c->line_name) {
        vg_text_add(out, "<tr class=f><th>");
        vg_html(out, c->line_name);
        put_cell(out, c, c->line);
        vg_text_add(out, "<td><td>");
    }
    close_figure(out);
}

void vg_chart_bins(vg_text *out, const vg_chart *c, const vg_chart_bin *bin, int count)
{
    if (count == 0) return;
    int first = bin[0].at, span = bin[count - 1].at - first + 1;
    int size = 1;
    while ((span + size - 1) / size > MAX_BIN) size += size < 5 ? 1 : 5;
    int columns = (span + size - 1) / size;
    uint64_t sum[MAX_BIN] = {0}, total = 0, most = 1;
    for (int i = 0; i < count; i++) {
        uint64_t *s = &sum[(bin[i].at - first) / size];
        *s += bin[i].n;
        total += bin[i].n;
        if (*s > most) most = *s;
    }
    enum { TALL = 150 };
    double wide = (double)(WIDTH - 40) / columns;
    open_figure(out, c, TALL + 36);
    for (int i = 0; i < columns; i++) {
        double tall = (double)sum[i] / (double)most * (double)TALL;
        vg_text_printf(out, "<rect x=%.1f y=%.1f width=%.1f height=%.1f />", 20 + i * wide + 1,
                       TALL + 8 - tall, wide - 2, tall);
        if (i % ((columns + 11) / 12)) continue;
        vg_text_printf(out, "<text class=t x=%.1f y=%d>", 20 + (i + 0.5) * wide, TALL + 26);
        vg_html_number(out, first + i * size, 0, false, c->lang);
        vg_text_add(out, "</text>");
    }
    vg_text_printf(out, "<path class=a d=\"M20 %dH%d\"/>", TALL + 8, WIDTH - 20);
    head_table(out, c, c->count_name);
    vg_text_add(out, "<th>%");
    for (int i = 0; i < columns; i++) {
        if (sum[i] == 0) continue;
        vg_text_add(out, "<tr><th>");
        vg_html_number(out, first + i * size, 0, false, c->lang);
        if (size > 1) {
            vg_text_add(out, c->lang == VG_IT ? " a " : " to ");
            vg_html_number(out, first + i * size + size - 1, 0, false, c->lang);
        }
        vg_text_printf(out, "<td>%llu<td>", (unsigned long long)sum[i]);
        vg_html_number(out, (double)sum[i] * 100 / (double)total, 1, false, c->lang);
    }
    close_figure(out);
}
