// tally.c: sums, joined and written and read back.
#include "lab/tally.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double z95 = 1.959963984540054;

// ---- sums ------------------------------------------------------------------

void vg_sums_add(vg_sums *s, int64_t share, int64_t points)
{
    s->n++;
    s->share += share;
    s->share2 += share * share;
    s->points += points;
    s->points2 += points * points;
}

static void join_sums(vg_sums *sum, const vg_sums *one)
{
    sum->n += one->n;
    sum->share += one->share;
    sum->share2 += one->share2;
    sum->points += one->points;
    sum->points2 += one->points2;
}

static double mean(int64_t sum, uint64_t n) { return n ? (double)sum / (double)n : 0; }

static double half(int64_t sum, int64_t sum2, uint64_t n)
{
    if (n < 2) return 0;
    double m = mean(sum, n), spread = ((double)sum2 - m * (double)sum) / (double)(n - 1);
    return spread > 0 ? z95 * sqrt(spread / (double)n) : 0;
}

double vg_sums_share(const vg_sums *s) { return mean(s->share, s->n) / VG_WIN; }
double vg_sums_points(const vg_sums *s) { return mean(s->points, s->n); }
double vg_sums_share_half(const vg_sums *s) { return half(s->share, s->share2, s->n) / VG_WIN; }
double vg_sums_points_half(const vg_sums *s) { return half(s->points, s->points2, s->n); }

void vg_sim_interval(double share, uint64_t games, double *low, double *high)
{
    *low = 0;
    *high = 1;
    if (games == 0) return;
    double n = (double)games, zz = z95 * z95;
    double middle = (share + zz / (2 * n)) / (1 + zz / n);
    double width = z95 / (1 + zz / n) * sqrt(share * (1 - share) / n + zz / (4 * n * n));
    *low = middle - width < 0 ? 0 : middle - width;
    *high = middle + width > 1 ? 1 : middle + width;
}

// ---- tallies ---------------------------------------------------------------

vg_tally *vg_tally_new(int longest)
{
    vg_tally *t = calloc(1, sizeof *t);
    if (!t) return NULL;
    t->longest = longest;
    t->length = calloc((size_t)longest + 1, sizeof t->length[0]);
    if (t->length) return t;
    free(t);
    return NULL;
}

void vg_tally_free(vg_tally *t)
{
    if (!t) return;
    free(t->length);
    free(t);
}

void vg_tally_stuck(vg_tally *t, uint64_t number, const char *why)
{
    if (t->stuck == 0 || number < t->stuck_number) {
        t->stuck_number = number;
        snprintf(t->stuck_why, sizeof t->stuck_why, "%s", why);
    }
    t->stuck++;
}

static unsigned hash(const char *group, const char *slug)
{
    unsigned h = 2166136261u;
    for (const char *s = group; *s; s++) h = (h ^ (unsigned char)*s) * 16777619u;
    h = (h ^ '.') * 16777619u;
    for (const char *s = slug; *s; s++) h = (h ^ (unsigned char)*s) * 16777619u;
    return h;
}

int vg_tally_find(vg_tally *t, const char *group, const char *slug, const char *it, const char *en)
{
    unsigned i = hash(group, slug) % VG_TALLY_TRAITS;
    for (;; i = (i + 1) % VG_TALLY_TRAITS) {
        vg_tally_trait *x = &t->trait[i];
        if (strcmp(x->slug, slug) == 0 && strcmp(x->group, group) == 0) return (int)i;
        if (x->group[0]) continue;
        assert(t->trait_count < VG_TALLY_TRAITS / 2);
        t->trait_count++;
        snprintf(x->group, sizeof x->group, "%s", group);
        snprintf(x->slug, sizeof x->slug, "%s", slug);
        snprintf(x->name[VG_IT], VG_TALLY_NAME, "%s", it);
        snprintf(x->name[VG_EN], VG_TALLY_NAME, "%s", en);
        return (int)i;
    }
}

static int by_name(const void *a, const void *b)
{
    const vg_tally_trait *x = *(const vg_tally_trait *const *)a,
                         *y = *(const vg_tally_trait *const *)b;
    int group = strcmp(x->group, y->group);
    return group ? group : strcmp(x->slug, y->slug);
}

int vg_tally_sorted(const vg_tally *t, const vg_tally_trait **out)
{
    int count = 0;
    for (int i = 0; i < VG_TALLY_TRAITS; i++)
        if (t->trait[i].group[0]) out[count++] = &t->trait[i];
    // NOLINTNEXTLINE(bugprone-sizeof-expression): it is pointers that are sorted
    qsort(out, (size_t)count, sizeof out[0], by_name);
    return count;
}

uint32_t vg_tally_length(const vg_tally *t, int percent)
{
    uint64_t seen = 0, wanted = t->games - t->games * (uint64_t)(100 - percent) / 100;
    if (wanted < 1) wanted = 1;
    for (int n = 0; n <= t->longest; n++) {
        seen += t->length[n];
        if (seen >= wanted) return (uint32_t)n;
    }
    return 0;
}

void vg_tally_join(vg_tally *sum, const vg_tally *one)
{
    assert(sum->longest == one->longest);
    sum->games += one->games;
    sum->decisions += one->decisions;
    sum->moves += one->moves;
    sum->draws += one->draws;
    for (int p = 0; p < VG_MAX_SEATS; p++) {
        sum->wins[p] += one->wins[p];
        sum->lost[p] += one->lost[p];
        join_sums(&sum->seat[p], &one->seat[p]);
        join_sums(&sum->place[p], &one->place[p]);
        join_sums(&sum->player[p], &one->player[p]);
    }
    if (one->stuck) {
        uint64_t before = sum->stuck;
        vg_tally_stuck(sum, one->stuck_number, one->stuck_why);
        sum->stuck = before + one->stuck;
    }
    for (int n = 0; n <= sum->longest; n++) sum->length[n] += one->length[n];
    sum->turns += one->turns;
    sum->choices += one->choices;
    sum->forced += one->forced;
    for (int i = 0; i < VG_TALLY_POINTS; i++) sum->points[i] += one->points[i];
    for (int k = 0; k < VG_TALLY_KINDS; k++) {
        sum->ask[k].n += one->ask[k].n;
        sum->ask[k].choices += one->ask[k].choices;
        sum->event[k].times += one->event[k].times;
        sum->event[k].games += one->event[k].games;
    }
    sum->decided += one->decided;
    sum->lead_changes += one->lead_changes;
    sum->half_led += one->half_led;
    sum->half_last += one->half_last;
    sum->early += one->early;
    sum->early_kept += one->early_kept;
    for (int i = 0; i < VG_TALLY_DECILES; i++) sum->settled[i] += one->settled[i];
    for (int i = 0; i < VG_TALLY_TRAITS; i++) {
        const vg_tally_trait *x = &one->trait[i];
        if (!x->group[0]) continue;
        vg_tally_trait *into =
            &sum->trait[vg_tally_find(sum, x->group, x->slug, x->name[VG_IT], x->name[VG_EN])];
        into->times += x->times;
        join_sums(&into->with, &x->with);
        join_sums(&into->swap, &x->swap);
    }
}

// ---- writing ---------------------------------------------------------------

static void put_sums(vg_json *j, const vg_sums *s)
{
    vg_json_open(j, '[');
    vg_json_int(j, (int64_t)s->n);
    vg_json_int(j, s->share);
    vg_json_int(j, s->share2);
    vg_json_int(j, s->points);
    vg_json_int(j, s->points2);
    vg_json_close(j, ']');
}

static void put_all_sums(vg_json *j, const char *key, const vg_sums *s, int count)
{
    vg_json_put_open(j, key, '[');
    for (int i = 0; i < count; i++) put_sums(j, &s[i]);
    vg_json_close(j, ']');
}

static void put_list(vg_json *j, const char *key, const uint64_t *n, int count)
{
    vg_json_put_open(j, key, '[');
    for (int i = 0; i < count; i++) vg_json_int(j, (int64_t)n[i]);
    vg_json_close(j, ']');
}

static void put_pair(vg_json *j, int64_t a, int64_t b)
{
    vg_json_open(j, '[');
    vg_json_int(j, a);
    vg_json_int(j, b);
    vg_json_close(j, ']');
}

// [[bin, count], ...] of the bins that are not empty.
static void put_bins(vg_json *j, const char *key, const uint64_t *n, int count, int lowest)
{
    vg_json_put_open(j, key, '[');
    for (int i = 0; i < count; i++)
        if (n[i]) put_pair(j, i + lowest, (int64_t)n[i]);
    vg_json_close(j, ']');
}

// {"slug": [a, b], ...} of the kinds that were met.
static void put_kinds(const vg_tally *t, const vg_game *game, bool events, vg_json *j)
{
    vg_json_put_open(j, events ? "events" : "asks", '{');
    for (int k = 0; k < (events ? game->event_count : game->ask_count); k++) {
        const char *slug = events ? game->events[k] : game->asks[k].name;
        int64_t a = (int64_t)(events ? t->event[k].times : t->ask[k].n);
        int64_t b = (int64_t)(events ? t->event[k].games : t->ask[k].choices);
        if (!slug || (events ? k == 0 : a == 0)) continue; // an event that never fires is news
        vg_json_key(j, slug);
        put_pair(j, a, b);
    }
    vg_json_close(j, '}');
}

static void put_traits(const vg_tally *t, vg_json *j)
{
    const vg_tally_trait *sorted[VG_TALLY_TRAITS];
    int count = vg_tally_sorted(t, sorted);
    vg_json_put_open(j, "traits", '[');
    for (int i = 0; i < count; i++) {
        const vg_tally_trait *x = sorted[i];
        vg_json_open(j, '{');
        vg_json_put_string(j, "group", x->group);
        vg_json_put_string(j, "slug", x->slug);
        for (int l = 0; l < VG_LANG_COUNT; l++)
            vg_json_put_string(j, vg_lang_code((vg_lang)l), x->name[l]);
        vg_json_put_int(j, "times", (int64_t)x->times);
        vg_json_key(j, "with");
        put_sums(j, &x->with);
        vg_json_key(j, "swap");
        put_sums(j, &x->swap);
        vg_json_close(j, '}');
    }
    vg_json_close(j, ']');
}

void vg_tally_write(const vg_tally *t, const vg_game *game, int seats, bool measured, vg_json *j)
{
    vg_json_put_open(j, "counts", '{');
    vg_json_put_int(j, "games", (int64_t)t->games);
    vg_json_put_int(j, "decisions", (int64_t)t->decisions);
    vg_json_put_int(j, "moves", (int64_t)t->moves);
    vg_json_put_int(j, "draws", (int64_t)t->draws);
    put_list(j, "wins", t->wins, seats);
    put_list(j, "lost", t->lost, seats);
    put_all_sums(j, "seat", t->seat, seats);
    put_all_sums(j, "place", t->place, seats);
    put_all_sums(j, "player", t->player, seats);
    vg_json_put_int(j, "stuck", (int64_t)t->stuck);
    vg_json_put_int(j, "stuck_number", (int64_t)t->stuck_number);
    vg_json_put_string(j, "stuck_why", t->stuck_why);
    put_bins(j, "length", t->length, t->longest + 1, 0);
    if (measured) {
        vg_json_put_int(j, "turns", (int64_t)t->turns);
        vg_json_put_int(j, "choices", (int64_t)t->choices);
        vg_json_put_int(j, "forced", (int64_t)t->forced);
        put_bins(j, "points", t->points, VG_TALLY_POINTS, VG_TALLY_LOWEST);
        put_kinds(t, game, false, j);
        put_kinds(t, game, true, j);
        vg_json_put_int(j, "decided", (int64_t)t->decided);
        vg_json_put_int(j, "lead_changes", (int64_t)t->lead_changes);
        vg_json_put_int(j, "half_led", (int64_t)t->half_led);
        vg_json_put_int(j, "half_last", (int64_t)t->half_last);
        vg_json_put_int(j, "early", (int64_t)t->early);
        vg_json_put_int(j, "early_kept", (int64_t)t->early_kept);
        put_list(j, "settled", t->settled, VG_TALLY_DECILES);
        put_traits(t, j);
    }
    vg_json_close(j, '}');
}

// ---- reading ---------------------------------------------------------------

typedef struct source {
    const vg_json_doc *doc;
    int at;
    bool good;
} source;

static uint64_t get(source *s, int at)
{
    uint64_t n = 0;
    if (!vg_json_get_uint(s->doc, at, &n)) s->good = false;
    return n;
}

static uint64_t take(source *s, const char *key)
{
    return get(s, vg_json_find(s->doc, s->at, key));
}

static int64_t item(source *s, int at, int i)
{
    int64_t n = 0;
    if (!vg_json_get_int(s->doc, vg_json_item(s->doc, at, i), &n)) s->good = false;
    return n;
}

static void get_sums(source *s, int at, vg_sums *out)
{
    int64_t n = item(s, at, 0);
    if (n < 0) s->good = false;
    *out = (vg_sums){(uint64_t)n, item(s, at, 1), item(s, at, 2), item(s, at, 3), item(s, at, 4)};
}

static void take_all_sums(source *s, const char *key, vg_sums *out)
{
    int at = vg_json_find(s->doc, s->at, key), count = vg_json_count(s->doc, at);
    if (count < 1 || count > VG_MAX_SEATS) s->good = false;
    for (int i = 0; s->good && i < count; i++) get_sums(s, vg_json_item(s->doc, at, i), &out[i]);
}

static void take_list(source *s, const char *key, uint64_t *out, int most)
{
    int at = vg_json_find(s->doc, s->at, key), count = vg_json_count(s->doc, at);
    if (count < 1 || count > most) s->good = false;
    for (int i = 0; s->good && i < count; i++) out[i] = get(s, vg_json_item(s->doc, at, i));
}

static void take_bins(source *s, const char *key, uint64_t *out, int count, int lowest)
{
    int at = vg_json_find(s->doc, s->at, key), child = at + 1;
    for (int i = 0; s->good && i < vg_json_count(s->doc, at); i++) {
        int64_t bin = item(s, child, 0) - lowest, n = item(s, child, 1);
        if (bin < 0 || bin >= count || n < 0) s->good = false;
        if (s->good) out[bin] = (uint64_t)n;
        child = s->doc->node[child].next;
    }
}

static void take_kinds(source *s, vg_tally *t, const vg_game *game, bool events)
{
    int at = vg_json_find(s->doc, s->at, events ? "events" : "asks");
    for (int k = 0; s->good && k < (events ? game->event_count : game->ask_count); k++) {
        const char *slug = events ? game->events[k] : game->asks[k].name;
        int row = slug ? vg_json_find(s->doc, at, slug) : -1;
        if (row < 0) continue;
        uint64_t a = (uint64_t)item(s, row, 0), b = (uint64_t)item(s, row, 1);
        if (events) {
            t->event[k].times = a;
            t->event[k].games = b;
        } else {
            t->ask[k].n = a;
            t->ask[k].choices = b;
        }
    }
}

static void take_traits(source *s, vg_tally *t)
{
    int at = vg_json_find(s->doc, s->at, "traits"), child = at + 1,
        count = vg_json_count(s->doc, at);
    if (count > VG_TALLY_TRAITS / 2) s->good = false;
    for (int i = 0; s->good && i < count; i++, child = s->doc->node[child].next) {
        char word[4][VG_TALLY_NAME];
        static const char *const key[4] = {"group", "slug", "it", "en"};
        for (int k = 0; k < 4; k++) {
            vg_text text = VG_TEXT(word[k]);
            if (!vg_json_get_string(s->doc, vg_json_find(s->doc, child, key[k]), &text))
                s->good = false;
        }
        if (!s->good || !word[0][0] || strlen(word[0]) >= 24 || strlen(word[1]) >= 40) {
            s->good = false;
            return;
        }
        vg_tally_trait *x = &t->trait[vg_tally_find(t, word[0], word[1], word[2], word[3])];
        x->times = get(s, vg_json_find(s->doc, child, "times"));
        get_sums(s, vg_json_find(s->doc, child, "with"), &x->with);
        get_sums(s, vg_json_find(s->doc, child, "swap"), &x->swap);
    }
}

bool vg_tally_read(vg_tally *t, const vg_game *game, const vg_json_doc *doc, int at)
{
    source s = {.doc = doc, .at = at, .good = true};
    t->games = take(&s, "games");
    t->decisions = take(&s, "decisions");
    t->moves = take(&s, "moves");
    t->draws = take(&s, "draws");
    take_list(&s, "wins", t->wins, VG_MAX_SEATS);
    take_list(&s, "lost", t->lost, VG_MAX_SEATS);
    take_all_sums(&s, "seat", t->seat);
    take_all_sums(&s, "place", t->place);
    take_all_sums(&s, "player", t->player);
    t->stuck = take(&s, "stuck");
    t->stuck_number = take(&s, "stuck_number");
    vg_text why = VG_TEXT(t->stuck_why);
    s.good &= vg_json_get_string(doc, vg_json_find(doc, at, "stuck_why"), &why);
    take_bins(&s, "length", t->length, t->longest + 1, 0);
    if (vg_json_find(doc, at, "turns") < 0) return s.good;
    t->turns = take(&s, "turns");
    t->choices = take(&s, "choices");
    t->forced = take(&s, "forced");
    take_bins(&s, "points", t->points, VG_TALLY_POINTS, VG_TALLY_LOWEST);
    take_kinds(&s, t, game, false);
    take_kinds(&s, t, game, true);
    t->decided = take(&s, "decided");
    t->lead_changes = take(&s, "lead_changes");
    t->half_led = take(&s, "half_led");
    t->half_last = take(&s, "half_last");
    t->early = take(&s, "early");
    t->early_kept = take(&s, "early_kept");
    take_list(&s, "settled", t->settled, VG_TALLY_DECILES);
    take_traits(&s, t);
    return s.good;
}
