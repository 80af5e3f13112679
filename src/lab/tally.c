// tally.c: sums, joined and written and read back.
#include "lab/tally.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- tallies ---------------------------------------------------------------

vg_tally *vg_tally_new(int longest)
{
    vg_tally *t = calloc(1, sizeof *t);
    if (!t) return NULL;
    t->longest = longest;
    t->length = calloc((size_t)longest + 1, sizeof t->length[0]);
    t->length_game = calloc((size_t)longest + 1, sizeof t->length_game[0]);
    if (t->length && t->length_game) return t;
    vg_tally_free(t);
    return NULL;
}

void vg_tally_free(vg_tally *t)
{
    if (!t) return;
    free(t->length);
    free(t->length_game);
    free(t);
}

void vg_tally_first(uint64_t *first, uint64_t number)
{
    if (*first == 0 || number + 1 < *first) *first = number + 1;
}

static void join_first(uint64_t *sum, uint64_t one)
{
    if (one) vg_tally_first(sum, one - 1);
}

// Is `value` of game `number` + 1 further out than what is there? Of equals the first game.
static void further(vg_examples *x, int at, uint64_t game, int value, int sign)
{
    int more = sign * (value - x->value[at]);
    if (x->game[at] && (more < 0 || (more == 0 && x->game[at] < game))) return;
    x->game[at] = game;
    x->value[at] = value;
}

static void earlier(vg_examples *x, int at, uint64_t game, int value)
{
    if (x->game[at] && x->game[at] < game) return;
    x->game[at] = game;
    x->value[at] = value;
}

void vg_examples_add(vg_examples *x, int lot, uint64_t number, int value)
{
    earlier(x, lot % VG_EXAMPLES, number + 1, value);
    further(x, VG_EXAMPLE_LEAST, number + 1, value, -1);
    further(x, VG_EXAMPLE_MOST, number + 1, value, 1);
}

static void join_examples(vg_examples *sum, const vg_examples *one)
{
    for (int i = 0; i < VG_EXAMPLES; i++)
        if (one->game[i]) earlier(sum, i, one->game[i], one->value[i]);
    for (int i = VG_EXAMPLE_LEAST; i <= VG_EXAMPLE_MOST; i++)
        if (one->game[i])
            further(sum, i, one->game[i], one->value[i], i == VG_EXAMPLE_MOST ? 1 : -1);
}

uint64_t vg_examples_typical(const vg_examples *x, double mean)
{
    int best = -1;
    for (int i = 0; i < VG_EXAMPLES; i++)
        if (x->game[i] && (best < 0 || fabs(x->value[i] - mean) < fabs(x->value[best] - mean)))
            best = i;
    return best < 0 ? 0 : x->game[best];
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

// Is `slug` one of the two of "one/two"?
static bool part_of(const char *pair, const char *slug)
{
    size_t n = strlen(slug), first = strcspn(pair, "/");
    if (n == first && memcmp(pair, slug, n) == 0) return true;
    return pair[first] && strcmp(pair + first + 1, slug) == 0;
}

// Have these two ever been together?
static bool together(const vg_tally *t, const char *one, const char *two)
{
    for (int i = 0; i < VG_TALLY_TRAITS; i++)
        if (strcmp(t->trait[i].group, "pair") == 0 && part_of(t->trait[i].slug, one) &&
            part_of(t->trait[i].slug, two))
            return true;
    return false;
}

vg_estimate vg_tally_beyond(const vg_tally *t, const vg_game *game, const vg_tally_trait *pair,
                            int seats)
{
    const vg_tally_trait *part[2] = {NULL, NULL};
    for (int i = 0, k = 0; i < VG_TALLY_TRAITS && k < 2; i++)
        if (strcmp(t->trait[i].group, game->pairs) == 0 && part_of(pair->slug, t->trait[i].slug))
            part[k++] = &t->trait[i];
    if (!part[0] || !part[1]) return (vg_estimate){.few = true};
    vg_ratio both = vg_sums_of_share(&pair->with), one = vg_sums_of_share(&part[0]->with),
             two = vg_sums_of_share(&part[1]->with), base = {0};
    for (int i = 0; i < VG_LOTS; i++) {
        base.n[i] = seats * (double)t->pace[VG_PACE_games][i];
        base.y[i] = (double)t->pace[VG_PACE_games][i];
    }
    // Of a faction that wins more, everybody does, and nobody the more for it: what its members win
    // is what these two are measured by.
    if (game->factions) {
        vg_sums all = part[0]->with;
        for (int i = 0; i < VG_TALLY_TRAITS; i++)
            if (&t->trait[i] != part[0] && strcmp(t->trait[i].group, game->pairs) == 0 &&
                together(t, part[0]->slug, t->trait[i].slug))
                vg_sums_join(&all, &t->trait[i].with);
        base = vg_sums_of_share(&all);
    }
    return vg_ratio_beyond(&both, &one, &two, &base);
}

static bool is_faction(const vg_game *game, const vg_tally_trait *x)
{
    return game->factions && strcmp(x->group, "faction") == 0;
}

vg_estimate vg_tally_share(const vg_tally *t, const vg_game *game, const vg_tally_trait *x)
{
    if (!is_faction(game, x)) return vg_sums_share(&x->with);
    vg_ratio r = vg_sums_of_share(&x->with);
    for (int i = 0; i < VG_LOTS; i++) r.n[i] = (double)t->pace[VG_PACE_games][i];
    return vg_ratio_share(&r);
}

double vg_tally_fair(const vg_game *game, const vg_tally_trait *x, int seats)
{
    if (!game->factions) return 1.0 / seats;
    if (seats % 2) return 0;
    return is_faction(game, x) ? 0.5 : 1.0 / seats;
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

uint64_t vg_tally_sum(const uint64_t lots[VG_LOTS])
{
    uint64_t sum = 0;
    for (int i = 0; i < VG_LOTS; i++) sum += lots[i];
    return sum;
}

vg_ratio vg_tally_ratio(const uint64_t y[VG_LOTS], const uint64_t n[VG_LOTS], double unit)
{
    vg_ratio r;
    for (int i = 0; i < VG_LOTS; i++) {
        r.y[i] = (double)y[i] / unit;
        r.n[i] = (double)n[i];
    }
    return r;
}

static void add_lots(uint64_t sum[VG_LOTS], const uint64_t one[VG_LOTS])
{
    for (int i = 0; i < VG_LOTS; i++) sum[i] += one[i];
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
        vg_sums_join(&sum->seat[p], &one->seat[p]);
        vg_sums_join(&sum->place[p], &one->place[p]);
        vg_sums_join(&sum->player[p], &one->player[p]);
        vg_sums_join(&sum->adjusted[p], &one->adjusted[p]);
        join_examples(&sum->place_games[p], &one->place_games[p]);
        join_examples(&sum->player_games[p], &one->player_games[p]);
    }
    if (one->stuck) {
        uint64_t before = sum->stuck;
        vg_tally_stuck(sum, one->stuck_number, one->stuck_why);
        sum->stuck = before + one->stuck;
    }
    for (int n = 0; n <= sum->longest; n++) {
        sum->length[n] += one->length[n];
        join_first(&sum->length_game[n], one->length_game[n]);
    }
    for (int k = 0; k < VG_PACE_COUNT; k++) add_lots(sum->pace[k], one->pace[k]);
    for (int i = 0; i < VG_TALLY_POINTS; i++) {
        sum->points[i] += one->points[i];
        join_first(&sum->points_game[i], one->points_game[i]);
    }
    for (int k = 0; k < VG_TALLY_KINDS; k++) {
        add_lots(sum->ask[k].n, one->ask[k].n);
        add_lots(sum->ask[k].choices, one->ask[k].choices);
        add_lots(sum->event[k].times, one->event[k].times);
        add_lots(sum->event[k].games, one->event[k].games);
        join_examples(&sum->event[k].seen, &one->event[k].seen);
    }
    for (int i = 0; i < VG_TALLY_DECILES; i++) {
        sum->settled[i] += one->settled[i];
        join_first(&sum->settled_game[i], one->settled_game[i]);
    }
    for (int i = 0; i < VG_TALLY_TRAITS; i++) {
        const vg_tally_trait *x = &one->trait[i];
        if (!x->group[0]) continue;
        vg_tally_trait *into =
            &sum->trait[vg_tally_find(sum, x->group, x->slug, x->name[VG_IT], x->name[VG_EN])];
        into->times += x->times;
        vg_sums_join(&into->with, &x->with);
        vg_sums_join(&into->swap, &x->swap);
        join_examples(&into->games, &x->games);
        join_examples(&into->swaps, &x->swaps);
    }
}

static const char *const pace_names[VG_PACE_COUNT] = {
#define X(name) #name,
    VG_PACES(X)
#undef X
};

// ---- writing ---------------------------------------------------------------

// [n, share, points] of each lot, one after the other; nothing where there was nothing.
static void put_sums(vg_json *j, const vg_sums *s)
{
    vg_json_open(j, '[');
    for (int i = 0; i < VG_LOTS && vg_sums_n(s); i++) {
        vg_json_int(j, s->lot[i].n);
        vg_json_int(j, s->lot[i].share);
        vg_json_int(j, s->lot[i].points);
    }
    vg_json_close(j, ']');
}

// [number, value] of each, one after the other, -1 where there is none; nothing if there is none
// at all.
static void put_examples(vg_json *j, const vg_examples *x)
{
    vg_json_open(j, '[');
    for (int i = 0; i < VG_EXAMPLES + 2 && x->game[VG_EXAMPLE_MOST]; i++) {
        vg_json_int(j, (int64_t)x->game[i] - 1);
        vg_json_int(j, x->value[i]);
    }
    vg_json_close(j, ']');
}

static void put_all_examples(vg_json *j, const char *key, const vg_examples *x, int count)
{
    vg_json_put_open(j, key, '[');
    for (int i = 0; i < count; i++) put_examples(j, &x[i]);
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

static void put_lots(vg_json *j, const uint64_t n[VG_LOTS])
{
    vg_json_open(j, '[');
    for (int i = 0; i < VG_LOTS && vg_tally_sum(n); i++) vg_json_int(j, (int64_t)n[i]);
    vg_json_close(j, ']');
}

// [[bin, count, number of the first game], ...] of the bins that are not empty.
static void put_bins(vg_json *j, const char *key, const uint64_t *n, const uint64_t *game,
                     int count, int lowest)
{
    vg_json_put_open(j, key, '[');
    for (int i = 0; i < count; i++) {
        if (!n[i]) continue;
        vg_json_open(j, '[');
        vg_json_int(j, i + lowest);
        vg_json_int(j, (int64_t)n[i]);
        vg_json_int(j, (int64_t)game[i] - 1);
        vg_json_close(j, ']');
    }
    vg_json_close(j, ']');
}

// {"slug": [[times by lot], [games or choices by lot]], ...}
static void put_kinds(const vg_tally *t, const vg_game *game, bool events, vg_json *j)
{
    vg_json_put_open(j, events ? "events" : "asks", '{');
    for (int k = 0; k < (events ? game->event_count : game->ask_count); k++) {
        const char *slug = events ? game->events[k] : game->asks[k].name;
        // An event that never fires is news.
        if (!slug || (events ? k == 0 : vg_tally_sum(t->ask[k].n) == 0)) continue;
        vg_json_put_open(j, slug, '[');
        put_lots(j, events ? t->event[k].times : t->ask[k].n);
        put_lots(j, events ? t->event[k].games : t->ask[k].choices);
        if (events) put_examples(j, &t->event[k].seen);
        vg_json_close(j, ']');
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
        vg_json_key(j, "games");
        put_examples(j, &x->games);
        vg_json_key(j, "swaps");
        put_examples(j, &x->swaps);
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
    if (vg_sums_n(&t->adjusted[0])) put_all_sums(j, "adjusted", t->adjusted, seats);
    put_all_examples(j, "place_games", t->place_games, seats);
    put_all_examples(j, "player_games", t->player_games, seats);
    vg_json_put_int(j, "stuck", (int64_t)t->stuck);
    vg_json_put_int(j, "stuck_number", (int64_t)t->stuck_number);
    vg_json_put_string(j, "stuck_why", t->stuck_why);
    put_bins(j, "length", t->length, t->length_game, t->longest + 1, 0);
    vg_json_put_open(j, "pace", '{');
    for (int k = 0; k < (measured ? VG_PACE_COUNT : VG_PACE_turns); k++) {
        vg_json_key(j, pace_names[k]);
        put_lots(j, t->pace[k]);
    }
    vg_json_close(j, '}');
    if (measured) {
        put_bins(j, "points", t->points, t->points_game, VG_TALLY_POINTS, VG_TALLY_LOWEST);
        put_kinds(t, game, false, j);
        put_kinds(t, game, true, j);
        put_bins(j, "settled", t->settled, t->settled_game, VG_TALLY_DECILES, 0);
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

// The whole numbers of array `at`: none, or `count`.
static void get_row(source *s, int at, int64_t *out, int count)
{
    int found = vg_json_count(s->doc, at);
    if (at < 0 || s->doc->node[at].type != VG_JSON_ARRAY || (found && found != count))
        s->good = false;
    for (int i = 0; s->good && i < found; i++)
        if (!vg_json_get_int(s->doc, at + 1 + i, &out[i])) s->good = false; // numbers hold nothing
}

static void get_sums(source *s, int at, vg_sums *out)
{
    int64_t row[3 * VG_LOTS] = {0};
    get_row(s, at, row, 3 * VG_LOTS);
    for (int i = 0; i < VG_LOTS; i++) {
        out->lot[i].n = row[3 * i];
        out->lot[i].share = row[3 * i + 1];
        out->lot[i].points = row[3 * i + 2];
        if (row[3 * i] < 0) s->good = false;
    }
}

static void get_examples(source *s, int at, vg_examples *out)
{
    int64_t row[2 * (VG_EXAMPLES + 2)] = {0};
    bool some = vg_json_count(s->doc, at) > 0;
    get_row(s, at, row, 2 * (VG_EXAMPLES + 2));
    for (int i = 0; some && i < VG_EXAMPLES + 2; i++) {
        int64_t game = row[2 * i], value = row[2 * i + 1];
        if (game < -1 || game == INT64_MAX || value < INT32_MIN / 2 || value > INT32_MAX / 2)
            s->good = false;
        else
            out->game[i] = (uint64_t)(game + 1);
        out->value[i] = (int32_t)value;
    }
}

static void take_all_examples(source *s, const char *key, vg_examples *out)
{
    int at = vg_json_find(s->doc, s->at, key), count = vg_json_count(s->doc, at);
    if (count < 1 || count > VG_MAX_SEATS) s->good = false;
    for (int i = 0; s->good && i < count; i++)
        get_examples(s, vg_json_item(s->doc, at, i), &out[i]);
}

static void get_lots(source *s, int at, uint64_t out[VG_LOTS])
{
    int64_t row[VG_LOTS] = {0};
    get_row(s, at, row, VG_LOTS);
    for (int i = 0; i < VG_LOTS; i++) {
        out[i] = (uint64_t)row[i];
        if (row[i] < 0) s->good = false;
    }
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

static void take_bins(source *s, const char *key, uint64_t *out, uint64_t *game, int count,
                      int lowest)
{
    int at = vg_json_find(s->doc, s->at, key), child = at + 1;
    for (int i = 0; s->good && i < vg_json_count(s->doc, at); i++) {
        int64_t bin = item(s, child, 0) - lowest, n = item(s, child, 1), first = item(s, child, 2);
        if (bin < 0 || bin >= count || n < 0 || first < -1 || first == INT64_MAX) s->good = false;
        if (s->good) {
            out[bin] = (uint64_t)n;
            game[bin] = (uint64_t)(first + 1);
        }
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
        get_lots(s, vg_json_item(s->doc, row, 0), events ? t->event[k].times : t->ask[k].n);
        get_lots(s, vg_json_item(s->doc, row, 1), events ? t->event[k].games : t->ask[k].choices);
        if (events) get_examples(s, vg_json_item(s->doc, row, 2), &t->event[k].seen);
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
        get_examples(s, vg_json_find(s->doc, child, "games"), &x->games);
        get_examples(s, vg_json_find(s->doc, child, "swaps"), &x->swaps);
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
    if (vg_json_find(doc, at, "adjusted") >= 0) take_all_sums(&s, "adjusted", t->adjusted);
    take_all_examples(&s, "place_games", t->place_games);
    take_all_examples(&s, "player_games", t->player_games);
    t->stuck = take(&s, "stuck");
    t->stuck_number = take(&s, "stuck_number");
    vg_text why = VG_TEXT(t->stuck_why);
    s.good &= vg_json_get_string(doc, vg_json_find(doc, at, "stuck_why"), &why);
    take_bins(&s, "length", t->length, t->length_game, t->longest + 1, 0);
    int pace = vg_json_find(doc, at, "pace");
    bool measured = vg_json_find(doc, pace, "turns") >= 0;
    for (int k = 0; k < (measured ? VG_PACE_COUNT : VG_PACE_turns); k++)
        get_lots(&s, vg_json_find(doc, pace, pace_names[k]), t->pace[k]);
    if (!measured) return s.good;
    take_bins(&s, "points", t->points, t->points_game, VG_TALLY_POINTS, VG_TALLY_LOWEST);
    take_kinds(&s, t, game, false);
    take_kinds(&s, t, game, true);
    take_bins(&s, "settled", t->settled, t->settled_game, VG_TALLY_DECILES, 0);
    take_traits(&s, t);
    return s.good;
}
