// report.c: which charts a page has, in which words.
#include "lab/report.h"

#include "lab/chart.h"
#include "lab/figures.h"

#include <stdlib.h>
#include <string.h>

#define MOST_ROWS 24 // of one chart: the best and the worst half of these

static const char style[] =
    ":root{--paper:#f6efe0;--ink:#2a2320;--soft:#6b5f55;--line:#d8ccb4;--ember:#b4472e}"
    "@media(prefers-color-scheme:dark){:root{--paper:#191a20;--ink:#efe6d2;--soft:#b3a893;"
    "--line:#3a3a42;--ember:#e2724f}}"
    "@media print{:root{--paper:#fff;--ink:#000;--soft:#444;--line:#bbb;--ember:#8a2f1a}"
    "figure,tr{break-inside:avoid}}"
    "body{background:var(--paper);color:var(--ink);font:17px/1.5 Georgia,'Times New Roman',serif;"
    "max-width:46rem;margin:2rem auto;padding:0 1rem}"
    "h1,h2,h3{line-height:1.2;font-weight:600}h1{font-size:2rem}"
    "h2{margin-top:3rem;border-top:3px solid var(--ember);padding-top:.6rem}"
    "a{color:var(--ember)}h3{margin:.2rem 0;font-size:1.1rem}p{margin:.3rem 0;max-width:40rem}"
    ".s,figcaption p{color:var(--soft)}figure{margin:2rem 0;overflow-x:auto}"
    "svg{width:100%;min-width:32rem;height:auto;font:13px system-ui,sans-serif;fill:var(--ink)}"
    "rect,circle{fill:var(--ember)}.g{stroke:var(--line)}.a{stroke:var(--ink)}"
    ".w{stroke:var(--ember);stroke-width:2.5}.f{stroke:var(--ink);stroke-dasharray:4 3}"
    ".t{text-anchor:middle;fill:var(--soft)}.l{text-anchor:end}"
    "table{border-collapse:collapse;font:14px/1.4 system-ui,sans-serif;"
    "font-variant-numeric:tabular-nums;margin:.4rem 0}"
    "td,th{padding:.1rem .7rem .1rem 0;text-align:right;border-bottom:1px solid var(--line);"
    "font-weight:400}th:first-child{text-align:left}tr:first-child "
    "th:not(:only-of-type){color:var(--soft)}"
    "tr.f *{font-style:italic}.m{font-weight:700}"
    ".o{overflow-x:auto}summary{color:var(--soft);font:14px system-ui,sans-serif;cursor:pointer}";

// What groups of traits are called; a group not named here is called by its slug.
typedef struct group_word {
    const char *slug;
    vg_words title;
} group_word;
static const group_word groups[] = {
    {"hero", VG_WORDS("Vittorie per eroe", "Wins by hero")},
    {"character", VG_WORDS("Vittorie per personaggio", "Wins by character")},
    {"faction", VG_WORDS("Vittorie per fazione", "Wins by faction")},
    {"lineage", VG_WORDS("Vittorie per stirpe", "Wins by lineage")},
    {"parity", VG_WORDS("Vittorie per parità del personaggio", "Wins by parity of the character")},
    {"first-stone", VG_WORDS("Vittorie per prima pietra", "Wins by first stone")},
    {"treasure", VG_WORDS("Vittorie di chi ha preso un tesoro", "Wins of who took a treasure")},
    {"completed", VG_WORDS("Vittorie di chi ha completato", "Wins of who completed")},
    {"superseded", VG_WORDS("Vittorie di chi è stato superato", "Wins of who was superseded")},
    {"drawn", VG_WORDS("Vittorie di chi ha pescato la carta", "Wins of who drew the card")},
    {"played", VG_WORDS("Vittorie di chi ha giocato la carta", "Wins of who played the card")},
};

static const char *group_title(const char *slug, vg_lang lang)
{
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++)
        if (strcmp(groups[i].slug, slug) == 0) return groups[i].title.in[lang];
    return slug;
}

typedef struct page {
    vg_text *out;
    vg_lang lang;
    const vg_simfile *f;
    bool one; // all runs are of one game
} page;

static const char *in(const page *p, const char *it, const char *en)
{
    return p->lang == VG_IT ? it : en;
}

static double percent(uint64_t part, uint64_t whole)
{
    return whole ? (double)part * 100 / (double)whole : 0;
}

static vg_chart win_chart(const page *p, const char *title, const char *note)
{
    return (vg_chart){.lang = p->lang,
                      .title = title,
                      .note = note,
                      .value_name = in(p, "vittorie, %", "wins, %"),
                      .count_name = in(p, "osservazioni", "observations"),
                      .scale = 100,
                      .decimals = 1,
                      .has_line = true,
                      .line = 1.0 / p->f->seats,
                      .line_name = in(p, "alla pari", "fair share")};
}

// ---- seats, order of play, bots ----------------------------------------------

static void place_name(const page *p, int place, vg_text *out)
{
    static const char *const ends[VG_MAX_SEATS] = {"st", "nd", "rd", "th", "th", "th", "th", "th"};
    vg_text_printf(out, "%d%s", place + 1, in(p, "º a giocare", ends[place]));
    if (p->lang == VG_EN) vg_text_add(out, " to play");
}

static void put_places(const page *p)
{
    char label[VG_MAX_SEATS][40];
    vg_chart_row row[VG_MAX_SEATS];
    const vg_tally *t = p->f->tally;
    for (int i = 0; i < p->f->seats; i++) {
        vg_text text = VG_TEXT(label[i]);
        place_name(p, i, &text);
        row[i] = (vg_chart_row){.label = label[i], .e = vg_sums_share(&t->place[i])};
    }
    vg_chart c = win_chart(p, in(p, "Vittorie per ordine di gioco", "Wins by order of play"),
                           in(p,
                              "Chi comincia è il primo. La linea tratteggiata è la parte di chi "
                              "non ha né vantaggio né svantaggio.",
                              "Who starts is first. The dashed line is the share of somebody with "
                              "neither advantage nor handicap."));
    vg_chart_rows(p->out, &c, row, p->f->seats);
    for (int i = 0; i < p->f->seats; i++) row[i].e = vg_sums_points(&t->place[i]);
    c = (vg_chart){.lang = p->lang,
                   .title = in(p, "Punti per ordine di gioco", "Points by order of play"),
                   .value_name = in(p, "punti in media", "mean points"),
                   .count_name = in(p, "osservazioni", "observations"),
                   .scale = 1,
                   .decimals = 2};
    vg_chart_rows(p->out, &c, row, p->f->seats);
}

// The bots, if they are not all alike.
static void put_players(const page *p, const vg_json_doc *about)
{
    char label[VG_MAX_SEATS][128];
    vg_chart_row row[VG_MAX_SEATS];
    bool alike = true;
    int bots = vg_json_find(about, 0, "bots");
    for (int i = 0; i < p->f->seats; i++) {
        vg_text text = VG_TEXT(label[i]);
        (void)vg_json_get_string(about, vg_json_item(about, bots, i), &text);
        alike = alike && strcmp(label[i], label[0]) == 0;
        if (p->f->tally->lost[i])
            vg_text_printf(
                &text, in(p, " (posto perso in %llu partite)", " (lost its seat in %llu games)"),
                (unsigned long long)p->f->tally->lost[i]);
        row[i] = (vg_chart_row){label[i], vg_sums_share(&p->f->tally->player[i])};
    }
    if (alike) return;
    vg_chart c = win_chart(p, in(p, "Vittorie per bot", "Wins by bot"), NULL);
    vg_chart_rows(p->out, &c, row, p->f->seats);
}

// ---- traits ------------------------------------------------------------------

static int by_value(const void *a, const void *b)
{
    double x = ((const vg_chart_row *)a)->e.value, y = ((const vg_chart_row *)b)->e.value;
    return (x < y) - (x > y);
}

// The rows in order of value; of many only the ends.
static int keep_ends(vg_chart_row *row, int count)
{
    qsort(row, (size_t)count, sizeof row[0], by_value);
    if (count <= MOST_ROWS) return count;
    memmove(row + MOST_ROWS / 2, row + count - MOST_ROWS / 2, MOST_ROWS / 2 * sizeof row[0]);
    return MOST_ROWS;
}

static void put_group(const page *p, const vg_tally_trait *const *x, int count)
{
    vg_chart_row *row = calloc((size_t)count, sizeof row[0]);
    if (!row) return;
    int rows = 0, swaps = 0;
    for (int i = 0; i < count; i++) {
        vg_estimate e = vg_sums_share(&x[i]->with);
        if (e.n) row[rows++] = (vg_chart_row){x[i]->name[p->lang], e};
    }
    const char *few = in(p, "Le prime e le ultime; le altre sono nel file della simulazione.",
                         "The first and the last; the rest is in the file of the simulation.");
    vg_chart c = win_chart(p, group_title(x[0]->group, p->lang), rows > MOST_ROWS ? few : NULL);
    rows = keep_ends(row, rows);
    if (rows) vg_chart_rows(p->out, &c, row, rows);
    for (int i = 0; i < count; i++) {
        vg_estimate e = vg_sums_gain(&x[i]->swap);
        if (e.n) row[swaps++] = (vg_chart_row){x[i]->name[p->lang], e};
    }
    c = (vg_chart){.lang = p->lang,
                   .title = in(p, "Quanto vale pescarla", "What drawing it is worth"),
                   .note = in(p,
                              "La stessa partita giocata due volte, con quella carta e con "
                              "un'altra al suo posto: punti percentuali di vittoria in più.",
                              "The same game played twice, with that card and with another in its "
                              "place: percentage points of winning gained."),
                   .value_name = in(p, "vittorie, punti %", "wins, % points"),
                   .count_name = in(p, "coppie", "pairs"),
                   .scale = 100,
                   .decimals = 1,
                   .sign = true,
                   .has_line = true};
    swaps = keep_ends(row, swaps);
    if (swaps) vg_chart_rows(p->out, &c, row, swaps);
    free(row);
}

static void put_traits(const page *p)
{
    const vg_tally_trait *x[VG_TALLY_TRAITS];
    int count = vg_tally_sorted(p->f->tally, x);
    for (int from = 0, to; from < count; from = to) {
        for (to = from + 1; to < count && strcmp(x[to]->group, x[from]->group) == 0;) to++;
        put_group(p, x + from, to - from);
    }
}

// ---- length, points, leads -----------------------------------------------------

static void put_bins(const page *p, const char *title, const char *note, const char *what,
                     const char *who, const uint64_t *n, int count, int lowest)
{
    vg_chart_bin *bin = calloc((size_t)count, sizeof bin[0]);
    int bins = 0;
    for (int i = 0; bin && i < count; i++)
        if (n[i]) bin[bins++] = (vg_chart_bin){.at = i + lowest, .n = n[i]};
    vg_chart c = {.lang = p->lang, .title = title, .note = note, .value_name = who};
    c.count_name = what;
    vg_chart_bins(p->out, &c, bin, bins);
    free(bin);
}

static void put_pace(const page *p)
{
    const vg_tally *t = p->f->tally;
    put_bins(p, in(p, "Durata", "Length"), NULL, in(p, "decisioni", "decisions"),
             in(p, "partite", "games"), t->length, t->longest + 1, 0);
    if (!p->f->measured) return;
    put_bins(p, in(p, "Punti finali", "Final points"), NULL, in(p, "punti", "points"),
             in(p, "posti", "seats"), t->points, VG_TALLY_POINTS, VG_TALLY_LOWEST);
    put_bins(
        p, in(p, "Quando si decide", "When it is decided"),
        in(p,
           "In quale decimo della partita chi vince passa in testa per non lasciarla più. Molto "
           "a sinistra: partite in fuga; molto a destra: tutto all'ultimo.",
           "In which tenth of the game the winner takes the lead for good. Far left: runaway "
           "games; far right: all at the last moment."),
        in(p, "decimo", "tenth"), in(p, "partite", "games"), t->settled, VG_TALLY_DECILES, 1);
    vg_text_printf(p->out, "<h3>%s</h3><table>", in(p, "Ritmo", "Pace"));
    vg_figure made[VG_FIGURES];
    int count = vg_figures(t, p->f->seats, true, made);
    for (int i = 0; i < count; i++) {
        const vg_figure *f = &made[i];
        vg_text_add(p->out, "<tr><th>");
        vg_html(p->out, f->name.in[p->lang]);
        vg_text_add(p->out, "<td>");
        vg_put_number(p->out, f->estimate.value * f->scale, f->decimals, false, p->lang);
    }
    vg_text_add(p->out, "</table>\n");
}

// ---- what happens --------------------------------------------------------------

static void put_events(const page *p)
{
    const vg_tally *t = p->f->tally;
    vg_chart_row row[VG_TALLY_KINDS];
    int rows = 0;
    for (int k = 1; k < p->f->game->event_count; k++) {
        if (!p->f->game->events[k]) continue;
        vg_ratio games = vg_tally_ratio(t->event[k].games, t->pace[VG_PACE_games], 1);
        row[rows++] = (vg_chart_row){p->f->game->events[k], vg_ratio_share(&games)};
    }
    if (rows == 0) return;
    qsort(row, (size_t)rows, sizeof row[0], by_value);
    vg_chart c = {.lang = p->lang,
                  .title = in(p, "Che cosa succede", "What happens"),
                  .note =
                      in(p, "In quante partite capita ogni evento delle regole. Zero: mai visto.",
                         "In how many games each event of the rules occurs. Zero: never seen."),
                  .value_name = in(p, "partite, %", "games, %"),
                  .count_name = in(p, "volte in tutto", "times in all"),
                  .scale = 100,
                  .decimals = 1};
    vg_chart_rows(p->out, &c, row, rows);
}

static void put_asks(const page *p)
{
    const vg_tally *t = p->f->tally;
    vg_text_printf(p->out, "<h3>%s</h3><table><tr><th><th>%s<th>%s",
                   in(p, "Che cosa si decide", "What is decided"),
                   in(p, "volte a partita", "times a game"), in(p, "scelte", "choices"));
    for (int k = 0; k < p->f->game->ask_count; k++) {
        uint64_t n = vg_tally_sum(t->ask[k].n);
        if (!n || !p->f->game->asks[k].name) continue;
        vg_text_add(p->out, "<tr><th>");
        vg_html(p->out, p->f->game->asks[k].name);
        vg_text_add(p->out, "<td>");
        vg_html_number(p->out, (double)n / (double)t->games, 2, false, p->lang);
        vg_text_add(p->out, "<td>");
        vg_html_number(p->out, (double)vg_tally_sum(t->ask[k].choices) / (double)n, 2, false,
                       p->lang);
    }
    vg_text_add(p->out, "</table>\n");
}

// ---- how fair it is --------------------------------------------------------------

// What an edition of ours must keep: no place in the order of play, and nothing in `group`, may win
// more than `limit` times its fair share.
typedef struct target {
    const char *game, *group; // NULL: the places alone
    double limit;
    bool even; // the group is compared with even numbers of seats only
} target;
static const target targets[] = {
    {.game = "quest", .group = "hero", .limit = 1.25},
    {.game = "mind", .group = "character", .limit = 1.25},
    {.game = "fata", .limit = 1.2},
    {.game = "fate", .limit = 1.15},
    // Of two factions with as many seats each, neither wins more than six games in ten.
    {.game = "winter", .group = "faction", .limit = 1.2, .even = true},
};

static void put_multiple(const page *p, const char *label, const vg_sums *s, double limit)
{
    vg_estimate e = vg_sums_share(s);
    double fair = p->f->seats, value = e.value * fair;
    vg_text_add(p->out, value > limit ? "<td class=m>" : "<td>");
    vg_html(p->out, label);
    vg_text_char(p->out, ' ');
    vg_html_number(p->out, value, 2, false, p->lang);
    vg_text_add(p->out, " (");
    vg_html_number(p->out, e.low * fair, 2, false, p->lang);
    vg_text_add(p->out, "–");
    vg_html_number(p->out, e.high * fair, 2, false, p->lang);
    vg_text_char(p->out, ')');
}

static void put_highest(const page *p, const target *t)
{
    const vg_tally *tally = p->f->tally;
    int best = 0;
    for (int i = 1; i < p->f->seats; i++)
        if (vg_sums_share(&tally->place[i]).value > vg_sums_share(&tally->place[best]).value)
            best = i;
    char label[40];
    vg_text text = VG_TEXT(label);
    place_name(p, best, &text);
    put_multiple(p, label, &tally->place[best], t->limit);
    if (!t->group) return;
    const vg_tally_trait *x[VG_TALLY_TRAITS], *top = NULL;
    int count = vg_tally_sorted(tally, x);
    for (int i = 0; i < count; i++)
        if (strcmp(x[i]->group, t->group) == 0 && vg_sums_n(&x[i]->with) > 1 &&
            !(t->even && p->f->seats % 2) &&
            (!top || vg_sums_share(&x[i]->with).value > vg_sums_share(&top->with).value))
            top = x[i];
    if (top)
        put_multiple(p, top->name[p->lang], &top->with, t->limit);
    else
        vg_text_add(p->out, "<td>");
}

// ---- the page ------------------------------------------------------------------

static void put_strings(vg_text *out, const vg_json_doc *doc, int at)
{
    for (int i = 0; i < vg_json_count(doc, at); i++) {
        char word[256];
        vg_text text = VG_TEXT(word);
        (void)vg_json_get_string(doc, vg_json_item(doc, at, i), &text);
        if (i) vg_text_add(out, ", ");
        vg_html(out, word);
    }
}

// "Quest for Legend, 2 seats, greedy": the game if there are several, each bot once, changed
// numbers mentioned.
static void put_name(const page *p, const vg_simfile *f)
{
    vg_json_doc about;
    if (!p->one) {
        vg_html(p->out, f->game->name);
        vg_text_add(p->out, ", ");
    }
    vg_text_printf(p->out, in(p, "%d posti", "%d seats"), f->seats);
    if (vg_json_read(&about, f->about.at, f->about.len)) {
        char bot[VG_MAX_SEATS][256];
        int bots = vg_json_find(&about, 0, "bots"), count = vg_json_count(&about, bots);
        for (int i = 0; i < count && i < VG_MAX_SEATS; i++) {
            vg_text text = VG_TEXT(bot[i]);
            int same = 0;
            (void)vg_json_get_string(&about, vg_json_item(&about, bots, i), &text);
            while (strcmp(bot[same], bot[i]) != 0) same++;
            if (same < i) continue;
            vg_text_add(p->out, ", ");
            vg_html(p->out, bot[i]);
        }
        if (vg_json_find(&about, 0, "overrides") >= 0)
            vg_text_add(p->out, in(p, ", numeri cambiati", ", changed numbers"));
    }
    vg_json_release(&about);
}

static void put_about(const page *p, const vg_json_doc *about)
{
    vg_text_add(p->out, "<p class=s>");
    vg_text_printf(p->out, in(p, "%llu partite, seme %llu, bot: ", "%llu games, seed %llu, bots: "),
                   (unsigned long long)p->f->tally->games, (unsigned long long)p->f->seed);
    put_strings(p->out, about, vg_json_find(about, 0, "bots"));
    int options = vg_json_find(about, 0, "options");
    for (int i = 0; i < vg_json_count(about, options); i++) {
        int at = vg_json_item(about, options, i);
        char word[64];
        vg_text text = VG_TEXT(word);
        (void)vg_json_get_string(about, at, &text);
        vg_text_add(p->out, "; ");
        vg_text_bytes(p->out, about->node[at].key, about->node[at].key_len);
        vg_text_add(p->out, " = ");
        vg_html(p->out, word);
    }
    int changes = vg_json_find(about, 0, "overrides");
    if (vg_json_count(about, changes)) {
        vg_text_add(p->out, in(p, "; numeri cambiati: ", "; changed numbers: "));
        put_strings(p->out, about, changes);
    }
    vg_text_add(p->out, "</p>\n");
}

static void put_run(const page *p, int number)
{
    vg_json_doc about;
    bool good = vg_json_read(&about, p->f->about.at, p->f->about.len);
    assert(good);
    vg_text_printf(p->out, "<h2 id=r%d>", number);
    put_name(p, p->f);
    vg_text_add(p->out, "</h2>\n");
    if (good) put_about(p, &about);
    put_places(p);
    if (good) put_players(p, &about);
    vg_json_release(&about);
    if (p->f->measured) put_traits(p);
    put_pace(p);
    if (!p->f->measured) return;
    put_events(p);
    put_asks(p);
}

static void put_summary(const page *p, const vg_simfile *files, int count)
{
    vg_text_printf(p->out, "<div class=o><table><tr><th>%s<th>%s<th>%s<th>%s<th>%s<th>%s",
                   in(p, "simulazione", "simulation"), in(p, "partite", "games"),
                   in(p, "chi comincia vince, %", "who starts wins, %"), in(p, "alla pari", "fair"),
                   in(p, "decisioni", "decisions"), in(p, "vittorie divise, %", "shared wins, %"));
    for (int i = 0; i < count; i++) {
        const vg_tally *t = files[i].tally;
        vg_text_printf(p->out, "<tr><th><a href=\"#r%d\">", i);
        put_name(p, &files[i]);
        vg_text_printf(p->out, "</a><td>%llu<td>", (unsigned long long)t->games);
        vg_estimate first = vg_sums_share(&t->place[0]);
        vg_html_number(p->out, first.value * 100, 1, false, p->lang);
        vg_text_add(p->out, " ± ");
        vg_html_number(p->out, (first.high - first.low) * 50, 1, false, p->lang);
        vg_text_add(p->out, "<td>");
        vg_html_number(p->out, 100.0 / files[i].seats, 1, false, p->lang);
        vg_text_add(p->out, "<td>");
        vg_html_number(p->out, t->games ? (double)t->decisions / (double)t->games : 0, 1, false,
                       p->lang);
        vg_text_add(p->out, "<td>");
        vg_html_number(p->out, percent(t->draws, t->games), 1, false, p->lang);
    }
    vg_text_add(p->out, "</table></div>\n");
}

// The places and heroes that win most, beside what they may win at most. For runs of one game.
static void put_targets(page *p, const vg_simfile *files, int count)
{
    const target *t = NULL;
    for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++)
        if (strcmp(targets[i].game, files[0].game->id) == 0) t = &targets[i];
    if (!t) return;
    vg_text_printf(p->out, "<h2>%s</h2>\n<p>", in(p, "Chi vince di più", "Who wins most"));
    vg_text_add(p->out, in(p,
                           "Vittorie come multiplo della parte equa, con l'intervallo al 95 %. "
                           "Il più alto fra tanti sta sopra 1 anche se nessuno ha un vantaggio. "
                           "Nessuno deve passare ",
                           "Wins as a multiple of the fair share, with the 95 % interval. The "
                           "highest of many is above 1 even if nobody has an advantage. Nobody "
                           "should pass "));
    vg_html_number(p->out, t->limit, 2, false, p->lang);
    vg_text_printf(p->out, "%s</p>\n<div class=o><table><tr><th>%s<th>%s",
                   in(p,
                      ": chi lo passa è in grassetto, e può essere caso se il suo intervallo "
                      "comincia più sotto.",
                      ": who does is bold, and it may be chance if the interval begins below."),
                   in(p, "simulazione", "simulation"), in(p, "ordine di gioco", "order of play"));
    if (t->group) vg_text_printf(p->out, "<th>%s", group_title(t->group, p->lang));
    for (int i = 0; i < count; i++) {
        p->f = &files[i];
        vg_text_printf(p->out, "<tr><th><a href=\"#r%d\">", i);
        put_name(p, p->f);
        vg_text_add(p->out, "</a>");
        put_highest(p, t);
    }
    vg_text_add(p->out, "</table></div>\n");
}

void vg_report_write(const vg_simfile *files, int count, vg_lang lang, vg_text *out)
{
    page p = {.out = out, .lang = lang, .f = files};
    p.one = true;
    for (int i = 1; i < count; i++) p.one = p.one && files[i].game == files[0].game;
    const char *title = p.one ? files[0].game->name : "Veglia";
    vg_text_printf(out,
                   "<!doctype html>\n<html lang=%s><meta charset=utf-8>"
                   "<meta name=viewport content=\"width=device-width\">"
                   "<meta name=color-scheme content=\"light dark\"><title>",
                   vg_lang_code(lang));
    vg_html(out, title);
    vg_text_printf(out, "%s</title>\n<style>%s</style>\n<h1>", in(&p, ": equilibrio", ": balance"),
                   style);
    vg_html(out, title);
    vg_text_printf(out, "</h1>\n<p class=s>%s</p>\n",
                   in(&p,
                      "Partite giocate dai bot di Veglia. Ogni cifra ha il suo intervallo al 95 %: "
                      "se contiene la linea tratteggiata, la differenza può essere caso.",
                      "Games played by Veglia's bots. Every figure has its 95 % interval: where it "
                      "holds the dashed line, the difference may be chance."));
    put_summary(&p, files, count);
    if (p.one) put_targets(&p, files, count);
    for (int i = 0; i < count; i++) {
        p.f = &files[i];
        put_run(&p, i);
    }
    vg_text_add(out, "</html>\n");
}
