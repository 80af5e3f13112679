// simfile.c: the JSON and the CSV of a simulation.
#include "lab/simfile.h"

#include "lab/figures.h"
#include "lab/sim.h"

#include <stdio.h>
#include <string.h>

// What makes two files parts of one run, in the order they are written.
static const char *const about_keys[] = {
    "game",   "rules_version", "edition",   "overrides", "options", "seats",     "first", "bots",
    "budget", "rotate",        "duplicate", "measured",  "swap",    "swap_card", "games", "seed"};
enum { ABOUT_KEYS = sizeof about_keys / sizeof about_keys[0] };

void vg_simfile_release(vg_simfile *f)
{
    vg_text_release(&f->about);
    vg_tally_free(f->tally);
    f->tally = NULL;
}

static void put_span(vg_json *j, const vg_estimate *e, int decimals)
{
    vg_json_open(j, '[');
    vg_json_number(j, e->low, decimals);
    vg_json_number(j, e->high, decimals);
    vg_json_close(j, ']');
}

// "win_share": 0.25, "win_share_95": [0.2, 0.3], and "few": true where the interval is not to be
// trusted.
static void put_estimate(vg_json *j, const char *key, const vg_estimate *e, int decimals)
{
    char name[64];
    snprintf(name, sizeof name, "%s_95", key);
    vg_json_put_number(j, key, e->value, decimals);
    vg_json_key(j, name);
    put_span(j, e, decimals);
}

static void put_few(vg_json *j, const vg_estimate *e)
{
    if (e->few) vg_json_put_bool(j, "few", true);
}

// ---- JSON ------------------------------------------------------------------

static void put_seats(const vg_simfile *f, vg_json *j)
{
    const vg_tally *t = f->tally;
    vg_json_put_open(j, "wins", '[');
    for (int p = 0; p < f->seats; p++) vg_json_int(j, (int64_t)t->wins[p]);
    vg_json_close(j, ']');
    vg_json_put_int(j, "draws", (int64_t)t->draws);
    vg_estimate share[VG_MAX_SEATS];
    for (int p = 0; p < f->seats; p++) share[p] = vg_sums_share(&t->seat[p]);
    vg_json_put_open(j, "win_share", '[');
    for (int p = 0; p < f->seats; p++) vg_json_number(j, share[p].value, 6);
    vg_json_close(j, ']');
    vg_json_put_open(j, "win_share_95", '[');
    for (int p = 0; p < f->seats; p++) put_span(j, &share[p], 6);
    vg_json_close(j, ']');
    vg_json_put_open(j, "mean_score", '[');
    for (int p = 0; p < f->seats; p++) vg_json_number(j, vg_sums_points(&t->seat[p]).value, 4);
    vg_json_close(j, ']');
}

static void put_players(const vg_simfile *f, vg_json *j)
{
    vg_json_put_open(j, "players", '[');
    for (int p = 0; p < f->seats; p++) {
        vg_estimate share = vg_sums_share(&f->tally->player[p]);
        vg_json_open(j, '{');
        vg_json_put_int(j, "player", p);
        put_estimate(j, "win_share", &share, 6);
        if (vg_sums_n(&f->tally->adjusted[p])) {
            vg_estimate adjusted = vg_sums_gain(&f->tally->adjusted[p]);
            put_estimate(j, "win_share_adjusted", &adjusted, 6);
        }
        vg_json_put_number(j, "mean_score", vg_sums_points(&f->tally->player[p]).value, 4);
        put_few(j, &share);
        if (f->tally->lost[p]) vg_json_put_int(j, "lost_seat", (int64_t)f->tally->lost[p]);
        vg_json_close(j, '}');
    }
    vg_json_close(j, ']');
}

static void put_swap(const vg_tally_trait *x, vg_json *j)
{
    vg_estimate share = vg_sums_gain(&x->swap), points = vg_sums_points(&x->swap);
    vg_json_put_open(j, "swapped", '{');
    vg_json_put_int(j, "pairs", (int64_t)share.n);
    put_estimate(j, "win_share", &share, 6);
    put_estimate(j, "score", &points, 4);
    put_few(j, &share);
    vg_json_close(j, '}');
}

static void put_by(const vg_simfile *f, vg_json *j)
{
    const vg_tally_trait *sorted[VG_TALLY_TRAITS];
    int count = vg_tally_sorted(f->tally, sorted);
    vg_json_put_open(j, "by", '[');
    for (int i = 0; i < count; i++) {
        const vg_tally_trait *x = sorted[i];
        vg_estimate share = vg_sums_share(&x->with), points = vg_sums_points(&x->with);
        vg_json_open(j, '{');
        vg_json_put_string(j, "group", x->group);
        vg_json_put_string(j, "slug", x->slug);
        vg_json_put_int(j, "seats", (int64_t)share.n);
        vg_json_put_int(j, "times", (int64_t)x->times);
        put_estimate(j, "win_share", &share, 6);
        put_estimate(j, "mean_score", &points, 4);
        put_few(j, &share);
        if (vg_sums_n(&x->swap)) put_swap(x, j);
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
    vg_ratio length = vg_tally_ratio(t->pace[VG_PACE_decisions], t->pace[VG_PACE_games], 1);
    vg_estimate mean = vg_ratio_mean(&length);
    put_estimate(&j, "mean", &mean, 4);
    vg_json_put_int(&j, "p95", vg_tally_length(t, 95));
    vg_json_put_int(&j, "max", vg_tally_length(t, 100));
    vg_json_close(&j, '}');
    if (f->measured) {
        vg_figure made[VG_FIGURES];
        int count = vg_figures(t, f->game, f->seats, true, made);
        vg_json_put_open(&j, "pace", '{');
        for (int i = 0; i < count; i++) put_estimate(&j, made[i].slug, &made[i].estimate, 6);
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

static void csv_estimate(vg_text *out, const vg_estimate *e, int decimals)
{
    vg_text_printf(out, ",%.*f,%.*f,%.*f", decimals, e->value, decimals, e->low, decimals, e->high);
}

static void csv_row(vg_text *out, const char *group, const char *slug, uint64_t times,
                    const vg_sums *s, const vg_sums *swap, uint64_t lost)
{
    vg_estimate share = vg_sums_share(s), points = vg_sums_points(s);
    vg_text_printf(out, "%s,%s,,,,%llu,%llu", group, slug, (unsigned long long)share.n,
                   (unsigned long long)times);
    csv_estimate(out, &share, 6);
    csv_estimate(out, &points, 4);
    if (swap && vg_sums_n(swap)) {
        vg_estimate gain = vg_sums_gain(swap), more = vg_sums_points(swap);
        vg_text_printf(out, ",%llu", (unsigned long long)gain.n);
        csv_estimate(out, &gain, 6);
        csv_estimate(out, &more, 4);
    } else {
        vg_text_add(out, ",,,,,,,");
    }
    vg_text_printf(out, lost ? ",%llu\n" : ",\n", (unsigned long long)lost);
}

static const char *const no_sums = ",,,,,,,,,,,,,,";

void vg_simfile_csv(const vg_simfile *f, vg_text *out)
{
    const vg_tally *t = f->tally;
    vg_text_add(out, "group,slug,value,value_low,value_high,n,times,win_share,win_low,win_high,"
                     "score,score_low,score_high,swap_pairs,swap_win,swap_win_low,swap_win_high,"
                     "swap_score,swap_score_low,swap_score_high,lost_seat\n");
    const struct {
        const char *name;
        const vg_sums *sums;
    } part[] = {{"seat", t->seat}, {"place", t->place}, {"player", t->player}};
    for (int k = 0; k < 3; k++)
        for (int p = 0; p < f->seats; p++) {
            char slug[8];
            vg_text text = VG_TEXT(slug);
            vg_text_int(&text, p);
            csv_row(out, part[k].name, slug, vg_sums_n(&part[k].sums[p]), &part[k].sums[p], NULL,
                    k == 2 ? t->lost[p] : 0);
        }
    if (!f->measured) return;
    const vg_tally_trait *sorted[VG_TALLY_TRAITS];
    int count = vg_tally_sorted(t, sorted);
    for (int i = 0; i < count; i++)
        csv_row(out, sorted[i]->group, sorted[i]->slug, sorted[i]->times, &sorted[i]->with,
                &sorted[i]->swap, 0);
    for (int k = 1; k < f->game->event_count; k++) {
        if (!f->game->events[k]) continue;
        vg_ratio games = vg_tally_ratio(t->event[k].games, t->pace[VG_PACE_games], 1);
        vg_estimate e = vg_ratio_share(&games);
        vg_text_printf(out, "event,%s", f->game->events[k]);
        csv_estimate(out, &e, 6);
        vg_text_printf(out, ",%llu,%llu%s\n", (unsigned long long)vg_tally_sum(t->event[k].games),
                       (unsigned long long)vg_tally_sum(t->event[k].times), no_sums);
    }
    vg_figure made[VG_FIGURES];
    int figures = vg_figures(t, f->game, f->seats, true, made);
    for (int i = 0; i < figures; i++) {
        vg_text_printf(out, "pace,%s", made[i].slug);
        csv_estimate(out, &made[i].estimate, 6);
        vg_text_printf(out, ",%llu,%s\n", (unsigned long long)made[i].estimate.n, no_sums);
    }
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
    f->unit = whole ? vg_sim_round((int)seats) : 1;
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
