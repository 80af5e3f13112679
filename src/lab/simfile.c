// simfile.c: the JSON and the CSV of a simulation.
#include "lab/simfile.h"

#include <string.h>

// What makes two files parts of one run, in the order they are written.
static const char *const about_keys[] = {
    "game",   "rules_version", "edition",   "overrides", "options", "seats", "first", "bots",
    "budget", "rotate",        "duplicate", "measured",  "swap",    "games", "seed"};
enum { ABOUT_KEYS = sizeof about_keys / sizeof about_keys[0] };

void vg_simfile_release(vg_simfile *f)
{
    vg_text_release(&f->about);
    vg_tally_free(f->tally);
    f->tally = NULL;
}

static double ratio(double a, uint64_t b) { return b ? a / (double)b : 0; }
static uint64_t ended(const vg_tally *t) { return t->games - t->stuck; }

// ---- figures ---------------------------------------------------------------

typedef struct figure {
    const char *name;
    double value;
    int decimals;
} figure;

enum { FIGURES = 10 };

static void figures(const vg_tally *t, figure out[FIGURES])
{
    const figure made[FIGURES] = {
        {"decisions_per_turn", ratio((double)t->decisions, t->turns), 4},
        {"turns", ratio((double)t->turns, t->games), 4},
        {"branching", ratio((double)t->choices, t->decisions), 4},
        {"forced", ratio((double)t->forced, t->decisions), 6},
        {"lead_changes", ratio((double)t->lead_changes, t->decided), 4},
        {"winner_led_at_half", ratio((double)t->half_led, t->decided), 6},
        {"comeback", ratio((double)t->decided - (double)t->half_led, t->decided), 6},
        {"comeback_from_last", ratio((double)t->half_last, t->decided), 6},
        {"runaway", ratio((double)t->early_kept, t->decided), 6},
        {"early_leader_keeps", ratio((double)t->early_kept, t->early), 6},
    };
    memcpy(out, made, sizeof made);
}

static void interval(const vg_sums *s, double by, double *low, double *high)
{
    double m = vg_sums_share(s) / by, h = vg_sums_share_half(s) / by;
    *low = m - h < 0 ? 0 : m - h;
    *high = m + h > 1 ? 1 : m + h;
}

static void put_span(vg_json *j, const char *key, double low, double high, int decimals)
{
    vg_json_put_open(j, key, '[');
    vg_json_number(j, low, decimals);
    vg_json_number(j, high, decimals);
    vg_json_close(j, ']');
}

// ---- JSON ------------------------------------------------------------------

static void put_seats(const vg_simfile *f, vg_json *j)
{
    const vg_tally *t = f->tally;
    uint64_t games = ended(t);
    vg_json_put_open(j, "wins", '[');
    for (int p = 0; p < f->seats; p++) vg_json_int(j, (int64_t)t->wins[p]);
    vg_json_close(j, ']');
    vg_json_put_int(j, "draws", (int64_t)t->draws);
    vg_json_put_open(j, "win_share", '[');
    for (int p = 0; p < f->seats; p++) vg_json_number(j, vg_sums_share(&t->seat[p]), 6);
    vg_json_close(j, ']');
    vg_json_put_open(j, "win_share_95", '[');
    for (int p = 0; p < f->seats; p++) {
        double low, high;
        vg_sim_interval(vg_sums_share(&t->seat[p]), games, &low, &high);
        vg_json_open(j, '[');
        vg_json_number(j, low, 6);
        vg_json_number(j, high, 6);
        vg_json_close(j, ']');
    }
    vg_json_close(j, ']');
    vg_json_put_open(j, "mean_score", '[');
    for (int p = 0; p < f->seats; p++) vg_json_number(j, vg_sums_points(&t->seat[p]), 4);
    vg_json_close(j, ']');
}

static void put_players(const vg_simfile *f, vg_json *j)
{
    vg_json_put_open(j, "players", '[');
    for (int p = 0; p < f->seats; p++) {
        const vg_sums *s = &f->tally->player[p];
        double low, high, by = (double)f->unit;
        interval(s, by, &low, &high);
        vg_json_open(j, '{');
        vg_json_put_int(j, "player", p);
        vg_json_put_number(j, "win_share", vg_sums_share(s) / by, 6);
        put_span(j, "win_share_95", low, high, 6);
        vg_json_put_number(j, "mean_score", vg_sums_points(s) / by, 4);
        if (f->tally->lost[p]) vg_json_put_int(j, "lost_seat", (int64_t)f->tally->lost[p]);
        vg_json_close(j, '}');
    }
    vg_json_close(j, ']');
}

static void put_swap(const vg_tally_trait *x, vg_json *j)
{
    double m = vg_sums_share(&x->swap), h = vg_sums_share_half(&x->swap);
    double points = vg_sums_points(&x->swap), points_half = vg_sums_points_half(&x->swap);
    vg_json_put_open(j, "swapped", '{');
    vg_json_put_int(j, "pairs", (int64_t)x->swap.n);
    vg_json_put_number(j, "win_share", m, 6);
    put_span(j, "win_share_95", m - h, m + h, 6);
    vg_json_put_number(j, "score", points, 4);
    put_span(j, "score_95", points - points_half, points + points_half, 4);
    vg_json_close(j, '}');
}

static void put_by(const vg_simfile *f, vg_json *j)
{
    const vg_tally_trait *sorted[VG_TALLY_TRAITS];
    int count = vg_tally_sorted(f->tally, sorted);
    vg_json_put_open(j, "by", '[');
    for (int i = 0; i < count; i++) {
        const vg_tally_trait *x = sorted[i];
        double low, high, points = vg_sums_points(&x->with), half = vg_sums_points_half(&x->with);
        interval(&x->with, 1, &low, &high);
        vg_json_open(j, '{');
        vg_json_put_string(j, "group", x->group);
        vg_json_put_string(j, "slug", x->slug);
        vg_json_put_int(j, "seats", (int64_t)x->with.n);
        vg_json_put_int(j, "times", (int64_t)x->times);
        vg_json_put_number(j, "win_share", vg_sums_share(&x->with), 6);
        put_span(j, "win_share_95", low, high, 6);
        vg_json_put_number(j, "mean_score", points, 4);
        put_span(j, "mean_score_95", points - half, points + half, 4);
        if (x->swap.n) put_swap(x, j);
        vg_json_close(j, '}');
    }
    vg_json_close(j, ']');
}

void vg_simfile_write(const vg_simfile *f, vg_text *out)
{
    const vg_tally *t = f->tally;
    vg_json_doc about;
    bool good = vg_json_read(&about, f->about.at, f->about.len);
    assert(good);
    vg_json j = vg_json_to(out);
    vg_json_open(&j, '{');
    for (int i = 0; good && i < ABOUT_KEYS; i++) {
        int at = vg_json_find(&about, 0, about_keys[i]);
        if (at < 0) continue;
        vg_json_key(&j, about_keys[i]);
        vg_json_copy(&about, at, &j);
    }
    vg_json_release(&about);
    if (f->from != 0 || f->to != f->games) {
        vg_json_put_open(&j, "part", '[');
        vg_json_int(&j, (int64_t)f->from);
        vg_json_int(&j, (int64_t)f->to);
        vg_json_close(&j, ']');
    }
    vg_json_put_int(&j, "threads", f->threads);
    vg_json_put_number(&j, "seconds", f->seconds, 6);
    vg_json_put_int(&j, "decisions", (int64_t)t->decisions);
    vg_json_put_int(&j, "moves", (int64_t)t->moves);
    put_seats(f, &j);
    put_players(f, &j);
    vg_json_put_open(&j, "length", '{');
    vg_json_put_int(&j, "min", vg_tally_length(t, 0));
    vg_json_put_number(&j, "mean", ratio((double)t->decisions, t->games), 4);
    vg_json_put_int(&j, "p95", vg_tally_length(t, 95));
    vg_json_put_int(&j, "max", vg_tally_length(t, 100));
    vg_json_close(&j, '}');
    if (f->measured) {
        figure made[FIGURES];
        figures(t, made);
        vg_json_put_open(&j, "pace", '{');
        for (int i = 0; i < FIGURES; i++)
            vg_json_put_number(&j, made[i].name, made[i].value, made[i].decimals);
        vg_json_close(&j, '}');
        put_by(f, &j);
    }
    vg_json_put_int(&j, "stuck", (int64_t)t->stuck);
    if (t->stuck) {
        vg_json_put_open(&j, "first_stuck", '{');
        vg_json_put_int(&j, "number", (int64_t)t->stuck_number);
        vg_json_put_string(&j, "why", t->stuck_why);
        vg_json_close(&j, '}');
    }
    vg_tally_write(t, f->game, f->seats, f->measured, &j);
    vg_json_close(&j, '}');
}

// ---- CSV -------------------------------------------------------------------

// `wilson`: the interval of a plain share, as the JSON and the page have it for seats and places.
static void csv_row(vg_text *out, const char *group, const char *slug, uint64_t times,
                    const vg_sums *s, double by, bool wilson, const vg_sums *swap, uint64_t lost)
{
    double low, high, points = vg_sums_points(s) / by, half = vg_sums_points_half(s) / by;
    if (wilson)
        vg_sim_interval(vg_sums_share(s), s->n, &low, &high);
    else
        interval(s, by, &low, &high);
    vg_text_printf(out, "%s,%s,,%llu,%llu,%.6f,%.6f,%.6f,%.4f,%.4f,%.4f", group, slug,
                   (unsigned long long)s->n, (unsigned long long)times, vg_sums_share(s) / by, low,
                   high, points, points - half, points + half);
    if (swap && swap->n)
        vg_text_printf(out, ",%llu,%.6f,%.6f,%.4f,%.4f", (unsigned long long)swap->n,
                       vg_sums_share(swap), vg_sums_share_half(swap), vg_sums_points(swap),
                       vg_sums_points_half(swap));
    else
        vg_text_add(out, ",,,,,");
    vg_text_printf(out, lost ? ",%llu\n" : ",\n", (unsigned long long)lost);
}

void vg_simfile_csv(const vg_simfile *f, vg_text *out)
{
    const vg_tally *t = f->tally;
    vg_text_add(out, "group,slug,value,n,times,win_share,win_low,win_high,score,score_low,"
                     "score_high,swap_pairs,swap_win,swap_win_half,swap_score,swap_score_half,"
                     "lost_seat\n");
    const struct {
        const char *name;
        const vg_sums *sums;
        double by;
    } part[] = {
        {"seat", t->seat, 1}, {"place", t->place, 1}, {"player", t->player, (double)f->unit}};
    for (int k = 0; k < 3; k++)
        for (int p = 0; p < f->seats; p++) {
            char slug[8];
            vg_text text = VG_TEXT(slug);
            vg_text_int(&text, p);
            csv_row(out, part[k].name, slug, part[k].sums[p].n, &part[k].sums[p], part[k].by, k < 2,
                    NULL, k == 2 ? t->lost[p] : 0);
        }
    if (!f->measured) return;
    const vg_tally_trait *sorted[VG_TALLY_TRAITS];
    int count = vg_tally_sorted(t, sorted);
    for (int i = 0; i < count; i++)
        csv_row(out, sorted[i]->group, sorted[i]->slug, sorted[i]->times, &sorted[i]->with, 1,
                false, &sorted[i]->swap, 0);
    for (int k = 1; k < f->game->event_count; k++)
        if (f->game->events[k])
            vg_text_printf(out, "event,%s,,%llu,%llu,,,,,,,,,,,,\n", f->game->events[k],
                           (unsigned long long)t->event[k].games,
                           (unsigned long long)t->event[k].times);
    figure made[FIGURES];
    figures(t, made);
    for (int i = 0; i < FIGURES; i++)
        vg_text_printf(out, "pace,%s,%.*f,,,,,,,,,,,,,,\n", made[i].name, made[i].decimals,
                       made[i].value);
}

// ---- reading and joining -----------------------------------------------------

static bool refuse(vg_text *why, vg_lang lang, const char *it, const char *en)
{
    vg_text_add(why, lang == VG_IT ? it : en);
    return false;
}

static bool read_about(vg_simfile *f, const vg_json_doc *doc)
{
    vg_json j = vg_json_to(&f->about);
    vg_json_open(&j, '{');
    for (int i = 0; i < ABOUT_KEYS; i++) {
        int at = vg_json_find(doc, 0, about_keys[i]);
        if (at < 0) continue;
        vg_json_key(&j, about_keys[i]);
        vg_json_copy(doc, at, &j);
    }
    vg_json_close(&j, '}');
    char id[32];
    vg_text text = VG_TEXT(id);
    if (!vg_json_get_string(doc, vg_json_find(doc, 0, "game"), &text)) return false;
    f->game = vg_game_find(id);
    int64_t seats = 0, games = 0, version = 0;
    if (!f->game || !vg_json_get_int(doc, vg_json_find(doc, 0, "seats"), &seats) ||
        !vg_json_get_int(doc, vg_json_find(doc, 0, "games"), &games) ||
        !vg_json_get_int(doc, vg_json_find(doc, 0, "rules_version"), &version))
        return false;
    if (version != f->game->rules_version || seats < f->game->min_seats ||
        seats > f->game->max_seats || games < 1)
        return false;
    if (!vg_json_get_uint(doc, vg_json_find(doc, 0, "seed"), &f->seed)) return false;
    f->seats = (int)seats;
    f->games = f->to = (uint64_t)games;
    f->measured = vg_json_get_bool(doc, vg_json_find(doc, 0, "measured"));
    bool whole = vg_json_get_bool(doc, vg_json_find(doc, 0, "duplicate"));
    f->unit = whole ? (uint64_t)seats : 1;
    int part = vg_json_find(doc, 0, "part");
    if (part < 0) return true;
    return vg_json_get_uint(doc, vg_json_item(doc, part, 0), &f->from) &&
           vg_json_get_uint(doc, vg_json_item(doc, part, 1), &f->to) && f->from <= f->to &&
           f->to <= f->games && f->from % f->unit == 0 && f->to % f->unit == 0;
}

bool vg_simfile_read(vg_simfile *f, const char *text, size_t n, vg_lang lang, vg_text *why)
{
    *f = (vg_simfile){.about = vg_text_heap()};
    vg_json_doc doc;
    bool good = vg_json_read(&doc, text, n) && read_about(f, &doc);
    if (good) {
        int64_t threads = 1;
        (void)vg_json_get_int(&doc, vg_json_find(&doc, 0, "threads"), &threads);
        f->threads = (int)threads;
        f->seconds = vg_json_get_number(&doc, vg_json_find(&doc, 0, "seconds"), 0);
        f->tally = vg_tally_new(f->game->max_length);
        good = f->tally &&
               vg_tally_read(f->tally, f->game, &doc, vg_json_find(&doc, 0, "counts")) &&
               f->tally->games == f->to - f->from;
    }
    vg_json_release(&doc);
    if (good) return true;
    return refuse(why, lang, "non è il risultato di una simulazione di questa versione",
                  "it is not the result of a simulation by this version");
}

bool vg_simfile_join(vg_simfile *f, const vg_simfile *next, vg_lang lang, vg_text *why)
{
    if (f->about.len != next->about.len || memcmp(f->about.at, next->about.at, f->about.len) != 0)
        return refuse(why, lang, "non è una parte della stessa simulazione",
                      "it is not a part of the same simulation");
    if (next->from != f->to) {
        vg_text_printf(why,
                       lang == VG_IT        ? next->from < f->to
                                                  ? "le partite da %llu in poi ci sono due volte"
                                                  : "mancano le partite da %llu in poi"
                       : next->from < f->to ? "the games from %llu on are there twice"
                                            : "the games from %llu on are missing",
                       (unsigned long long)(next->from < f->to ? next->from : f->to));
        return false;
    }
    vg_tally_join(f->tally, next->tally);
    f->to = next->to;
    f->seconds += next->seconds;
    if (next->threads > f->threads) f->threads = next->threads;
    return true;
}
