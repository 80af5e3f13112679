// aim.c: how far a game is from what is wanted, and how sure that is.
//
// An aim is no sum, so its error is not the spread of the lots but the jackknife's: each lot is
// left out once. Runs over the same chance leave out the same games, so the difference is a paired
// one.
#include "lab/aim.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NO_LOT = -1, MAX_PARTS = 64 };

// What an aim looks at: shares to be even, or one figure.
typedef struct parts {
    vg_ratio ratio[MAX_PARTS];
    vg_words name[MAX_PARTS];
    int count;
    double scale; // 100: in percent
    int decimals;
} parts;

bool vg_aim_read(const char *text, vg_aim *out)
{
    size_t n = strcspn(text, "=");
    char *end = NULL;
    if (n == 0 || n >= sizeof out->name || strspn(text, "abcdefghijklmnopqrstuvwxyz_-") != n)
        return false;
    *out = (vg_aim){.even = !text[n]};
    memcpy(out->name, text, n);
    if (out->even) return true;
    out->wanted = strtod(text + n + 1, &end);
    return end > text + n + 1 && !*end && out->wanted > 0 && out->wanted < 1e6;
}

static void add_part(parts *p, const vg_sums *sums, vg_words name)
{
    if (p->count == MAX_PARTS) return;
    p->name[p->count] = name;
    p->ratio[p->count++] = vg_sums_of_share(sums);
}

// Shares of this group of traits; of "places" those of the order of play.
static void shares_of(const vg_aim *aim, const vg_tally *t, const vg_game *game, int seats,
                      parts *out)
{
    *out = (parts){.scale = 100, .decimals = 1};
    if (strcmp(aim->name, "places") == 0) {
        for (int p = 0; p < seats; p++) add_part(out, &t->place[p], (vg_words)VG_WORDS("", ""));
        return;
    }
    const vg_tally_trait **sorted = malloc(VG_TALLY_TRAITS * sizeof(vg_tally_trait *));
    int count = sorted ? vg_tally_sorted(t, sorted) : 0;
    for (int i = 0; i < count; i++) {
        if (strcmp(sorted[i]->group, aim->name) != 0) continue;
        vg_words name = VG_WORDS(sorted[i]->name[VG_IT], sorted[i]->name[VG_EN]);
        add_part(out, &sorted[i]->with, name);
        // A faction wins as one: vg_tally_share.
        bool faction = game->factions && strcmp(aim->name, "faction") == 0;
        for (int k = 0; faction && k < VG_LOTS; k++)
            out->ratio[out->count - 1].n[k] = (double)t->pace[VG_PACE_games][k];
    }
    free(sorted);
}

static void parts_of(const vg_aim *aim, const vg_tally *t, const vg_game *game, int seats,
                     parts *out)
{
    vg_figure figure[VG_FIGURES];
    if (aim->even) {
        shares_of(aim, t, game, seats, out);
        return;
    }
    int count = vg_figures(t, game, seats, true, figure);
    *out = (parts){0};
    for (int i = 0; i < count; i++) {
        if (strcmp(figure[i].slug, aim->name) != 0) continue;
        out->scale = figure[i].scale;
        out->decimals = figure[i].decimals;
        out->name[0] = figure[i].name;
        out->ratio[out->count++] = figure[i].ratio;
    }
}

// The figure without one lot. False: there is nothing in it.
static bool value_of(const vg_ratio *r, int without, double *out)
{
    double y = 0, n = 0;
    for (int i = 0; i < VG_LOTS; i++) {
        if (i == without) continue;
        y += r->y[i];
        n += r->n[i];
    }
    *out = n > 0 ? y / n : 0;
    return n > 0;
}

static double off(const vg_aim *aim, const parts *p, int without)
{
    double value[MAX_PARTS], mean = 0, sum = 0;
    int count = 0;
    for (int i = 0; i < p->count; i++) count += value_of(&p->ratio[i], without, &value[count]);
    if (!count) return 0;
    if (!aim->even) {
        double miss = fabs(value[0] * p->scale - aim->wanted);
        return p->scale > 1 ? miss : 100 * miss / aim->wanted;
    }
    for (int i = 0; i < count; i++) mean += value[i] / count;
    for (int i = 0; i < count; i++) sum += (value[i] - mean) * (value[i] - mean) / count;
    return 100 * sqrt(sum);
}

double vg_aim_off(const vg_aim *aims, int count, const vg_tally *t, const vg_game *game, int seats)
{
    double sum = 0;
    parts p;
    for (int i = 0; i < count; i++) {
        parts_of(&aims[i], t, game, seats, &p);
        sum += off(&aims[i], &p, NO_LOT);
    }
    return sum;
}

vg_estimate vg_aim_change(const vg_aim *aims, int count, const vg_tally *after,
                          const vg_tally *before, const vg_game *game, int seats)
{
    double without[VG_LOTS] = {0}, mean = 0, spread = 0;
    vg_estimate e = {.n = after->games, .freedom = VG_LOTS - 1, .few = after->games < 2 * VG_LOTS};
    parts a, b;
    for (int i = 0; i < count; i++) {
        parts_of(&aims[i], after, game, seats, &a);
        parts_of(&aims[i], before, game, seats, &b);
        e.value += off(&aims[i], &a, NO_LOT) - off(&aims[i], &b, NO_LOT);
        for (int k = 0; k < VG_LOTS; k++) without[k] += off(&aims[i], &a, k) - off(&aims[i], &b, k);
    }
    for (int k = 0; k < VG_LOTS; k++) mean += without[k] / VG_LOTS;
    for (int k = 0; k < VG_LOTS; k++) spread += (without[k] - mean) * (without[k] - mean);
    e.error = sqrt(spread * (VG_LOTS - 1) / VG_LOTS);
    double half = vg_student(1.959964, e.freedom) * e.error;
    e.low = e.value - half;
    e.high = e.value + half;
    return e;
}

bool vg_aim_told(const vg_aim *aim, const vg_tally *t, const vg_game *game, int seats,
                 vg_text *choices)
{
    parts p;
    parts_of(aim, t, game, seats, &p);
    if (p.count > (aim->even ? 1 : 0)) return true;
    vg_figure figure[VG_FIGURES];
    const vg_tally_trait **sorted = malloc(VG_TALLY_TRAITS * sizeof(vg_tally_trait *));
    int traits = sorted ? vg_tally_sorted(t, sorted) : 0;
    vg_text_add(choices, "places");
    for (int i = 0; i < traits; i++)
        if (strcmp(sorted[i]->group, "pair") != 0 &&
            (i == 0 || strcmp(sorted[i]->group, sorted[i - 1]->group) != 0))
            vg_text_printf(choices, ", %s", sorted[i]->group);
    free(sorted);
    int count = vg_figures(t, game, seats, true, figure);
    for (int i = 0; i < count; i++) vg_text_printf(choices, ", %s=N", figure[i].slug);
    return false;
}

void vg_aim_show(const vg_aim *aim, const vg_tally *t, const vg_game *game, int seats, vg_lang lang,
                 vg_text *out)
{
    parts p;
    parts_of(aim, t, game, seats, &p);
    for (int i = 0; i < p.count; i++) {
        double value;
        if (!value_of(&p.ratio[i], NO_LOT, &value)) continue;
        if (i) vg_text_add(out, ", ");
        if (aim->even && *p.name[i].in[lang]) vg_text_printf(out, "%s ", p.name[i].in[lang]);
        vg_put_number(out, value * p.scale, p.decimals, false, lang);
    }
}
