// report_live.c: the report's figures while the games are still being played, for a page that draws
// them itself: what wins how often, printed and changed, and whether the two are told apart.
#include "lab/report_parts.h"

#include <stdlib.h>
#include <string.h>

#define COLUMNS 40 // of a histogram

typedef struct live {
    const page *p;
    const vg_simfile *before, *after; // the same where nothing was changed
    vg_json *j;
    int among; // figures that are looked at
} live;

static bool compared(const live *l) { return l->before != l->after; }

// [value, low, high]; without the bounds where nobody can say how sure it is.
static void put_estimate(vg_json *j, const char *key, const vg_estimate *e, double scale)
{
    vg_json_put_open(j, key, '[');
    vg_json_number(j, e->value * scale, 4);
    if (!e->few) {
        vg_json_number(j, e->low * scale, 4);
        vg_json_number(j, e->high * scale, 4);
    }
    vg_json_close(j, ']');
}

// What the figure would be if all were even; 0: nobody can say.
static double fair_of(const live *l, const change *x)
{
    if (x->kind == PLACE) return l->after->game->factions ? 0 : 1.0 / l->after->seats;
    if (x->kind != CHANCE) return 0;
    int at = vg_tally_find(l->after->tally, x->group, x->slug, x->label, x->label);
    return vg_tally_fair(l->after->game, &l->after->tally->trait[at], l->after->seats);
}

static void put_row(const live *l, const change *x)
{
    vg_json *j = l->j;
    double fair = fair_of(l, x);
    vg_json_open(j, '{');
    vg_json_put_string(j, "label", x->label);
    vg_json_put_string(j, "detail", x->detail);
    vg_json_put_int(j, "decimals", x->decimals);
    vg_json_put_bool(j, "touched", x->touched);
    vg_json_put_int(j, "cases", (int64_t)x->was.n);
    if (fair > 0) vg_json_put_number(j, "fair", fair * x->scale, 4);
    put_estimate(j, "was", &x->was, x->scale);
    if (compared(l)) {
        put_estimate(j, "now", &x->e, x->scale);
        put_estimate(j, "by", &x->by, x->scale);
        vg_json_put_bool(j, "told", !x->by.few && vg_estimate_off(&x->by, 0, l->among));
        double games = x->scale > 1 && !x->by.few ? report_games_for_one(l->after, x) : 0;
        if (games > (double)l->after->tally->games) {
            char text[32];
            vg_text about = VG_TEXT(text);
            report_games(l->p, games, &about);
            vg_json_put_string(j, "needs", text);
        }
    } else if (fair > 0) {
        vg_json_put_bool(j, "told", !x->was.few && vg_estimate_off(&x->was, fair, l->among));
    }
    vg_json_close(j, '}');
}

// Is it shown? What merely goes together with winning only of the cards that were changed.
static bool is_shown(const live *l, const change *x)
{
    if (x->kind == PLACE || x->kind == PACE) return true;
    if (x->kind == CHANCE) return vg_group(x->group)->rank <= 3;
    return compared(l) && x->touched;
}

// Groups stand in the order of their kinds, those of chance as charts do; rows as they were found.
static int rank_of(const change *x)
{
    return (int)x->kind * 16 + (x->kind == CHANCE ? vg_group(x->group)->rank : 0);
}

static bool is_same_group(const change *x, const change *y)
{
    return x->kind == y->kind && (x->kind != CHANCE || strcmp(x->group, y->group) == 0);
}

static void put_group(const live *l, const changes *c, const change *first)
{
    vg_json *j = l->j;
    vg_chart chart = report_change_chart(l->p, first->kind);
    vg_json_open(j, '{');
    vg_json_put_string(j, "title",
                       first->kind == CHANCE ? vg_group(first->group)->title.in[l->p->lang]
                                             : chart.title);
    vg_json_put_string(j, "unit", chart.value_name);
    if (chart.caveat) vg_json_put_string(j, "caveat", chart.caveat);
    vg_json_put_open(j, "rows", '[');
    for (const change *x = first; x < c->all + c->count; x++)
        if (is_same_group(first, x) && is_shown(l, x)) put_row(l, x);
    vg_json_close(j, ']');
    vg_json_close(j, '}');
}

static void put_groups(const live *l, const changes *c)
{
    vg_json_put_open(l->j, "groups", '[');
    for (int rank = 0; rank < KINDS * 16; rank++)
        for (const change *x = c->all; x < c->all + c->count; x++) {
            bool first = rank_of(x) == rank && is_shown(l, x);
            for (const change *y = c->all; first && y < x; y++)
                first = !(is_same_group(x, y) && is_shown(l, y));
            if (first) put_group(l, c, x);
        }
    vg_json_close(l->j, ']');
}

// ---- distributions ---------------------------------------------------------------

static double mean_of(const uint64_t *n, int count, int lowest, uint64_t *total)
{
    double sum = 0;
    *total = 0;
    for (int i = 0; i < count; i++) {
        *total += n[i];
        sum += (double)(i + lowest) * (double)n[i];
    }
    return *total ? sum / (double)*total : 0;
}

static void put_columns(vg_json *j, const char *key, const uint64_t *n, int lowest, int from,
                        int size, int columns, int count)
{
    uint64_t total;
    double mean = mean_of(n, count, lowest, &total);
    vg_json_put_open(j, key, '{');
    vg_json_put_number(j, "mean", mean, 2);
    vg_json_put_open(j, "percent", '[');
    for (int c = 0; c < columns; c++) {
        uint64_t sum = 0;
        for (int i = from + c * size; i < from + (c + 1) * size && i < count; i++) sum += n[i];
        vg_json_number(j, total ? (double)sum * 100 / (double)total : 0, 3);
    }
    vg_json_close(j, ']');
    vg_json_close(j, '}');
}

// How often each number was seen, both runs over one axis.
static void put_bins(const live *l, const char *title, const char *unit, const uint64_t *was,
                     const uint64_t *now, int count, int lowest)
{
    int from = 0, last = count - 1, size = 1;
    while (from < last && !was[from] && !now[from]) from++;
    while (last > from && !was[last] && !now[last]) last--;
    while ((last - from + size) / size > COLUMNS) size += size < 5 ? 1 : 5;
    int columns = (last - from + size) / size;
    vg_json_open(l->j, '{');
    vg_json_put_string(l->j, "title", title);
    vg_json_put_string(l->j, "unit", unit);
    vg_json_put_int(l->j, "from", from + lowest);
    vg_json_put_int(l->j, "size", size);
    put_columns(l->j, "was", was, lowest, from, size, columns, count);
    if (compared(l)) put_columns(l->j, "now", now, lowest, from, size, columns, count);
    vg_json_close(l->j, '}');
}

void report_live(page *p, const vg_simfile *files, int count, vg_json *j)
{
    changes c;
    live l = {.p = p, .before = &files[0], .after = &files[count - 1], .j = j};
    report_turn_to(p, l.after);
    if (!report_compare(p, &c, l.before, l.after)) return;
    for (int i = 0; i < c.count; i++)
        l.among += is_shown(&l, &c.all[i]) && !(compared(&l) ? c.all[i].by.few : c.all[i].was.few);
    if (l.among < 1) l.among = 1;
    put_groups(&l, &c);
    free(c.all);
    const vg_tally *was = l.before->tally, *now = l.after->tally;
    vg_json_put_open(j, "bins", '[');
    put_bins(&l, in(p, "Durata", "Length"), in(p, "decisioni", "decisions"), was->length,
             now->length, now->longest + 1, 0);
    if (!p->f->game->factions) // there points are wins
        put_bins(&l, in(p, "Punti finali", "Final points"), in(p, "punti", "points"), was->points,
                 now->points, VG_TALLY_POINTS, VG_TALLY_LOWEST);
    vg_json_close(j, ']');
    vg_json_put_int(j, "stuck", (int64_t)(was->stuck + (compared(&l) ? now->stuck : 0)));
}
