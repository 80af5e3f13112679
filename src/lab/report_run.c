// report_run.c: the charts of one run: causes first, then what merely goes together.
#include "lab/report_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *report_open(const page *p) { return p->open.len ? p->open.at : NULL; }

// Games to read of one row, `mean` being what a typical one has.
static void set_games(vg_chart_row *row, const vg_examples *x, double mean)
{
    row->game[0] = vg_examples_typical(x, mean);
    row->game[1] = x->game[VG_EXAMPLE_LEAST];
    row->game[2] = x->game[VG_EXAMPLE_MOST];
}

vg_chart report_win_chart(const page *p, const char *title, const char *note)
{
    return (vg_chart){.lang = p->lang,
                      .title = title,
                      .note = note,
                      .value_name = in(p, "vittorie, %", "wins, %"),
                      .count_name = in(p, "casi", "cases"),
                      .scale = 100,
                      .decimals = 1,
                      .has_line = true,
                      .line = 1.0 / p->f->seats,
                      .line_name = in(p, "la parte equa", "the fair share"),
                      .open = report_open(p)};
}

// ---- seats, order of play, bots ----------------------------------------------

void report_place(const page *p, int place, vg_text *out)
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
        report_place(p, i, &text);
        row[i] = (vg_chart_row){.label = label[i], .e = vg_sums_share(&t->place[i])};
        set_games(&row[i], &t->place_games[i], vg_sums_points(&t->place[i]).value);
    }
    vg_chart c = report_win_chart(p, in(p, "Vittorie per ordine di gioco", "Wins by order of play"),
                                  in(p, "Chi comincia è il primo.", "Who starts is first."));
    if (p->f->game->factions)
        c.note = in(p,
                    "Chi comincia è il primo. I posti di una fazione vincono insieme, e a ogni "
                    "fazione toccano sempre gli stessi.",
                    "Who starts is first. The seats of a faction win together, and each faction "
                    "always has the same ones.");
    vg_chart_rows(p->out, &c, row, p->f->seats);
    if (p->f->game->factions) return; // points are wins there
    for (int i = 0; i < p->f->seats; i++) row[i].e = vg_sums_points(&t->place[i]);
    c = (vg_chart){.lang = p->lang,
                   .title = in(p, "Punti per ordine di gioco", "Points by order of play"),
                   .value_name = in(p, "punti in media", "mean points"),
                   .count_name = in(p, "casi", "cases"),
                   .scale = 1,
                   .decimals = 2};
    vg_chart_rows(p->out, &c, row, p->f->seats);
}

// The bots, if they are not all alike.
static void put_players(const page *p, const vg_json_doc *about)
{
    char label[VG_MAX_SEATS][192];
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
        row[i] = (vg_chart_row){.label = label[i], .e = vg_sums_share(&p->f->tally->player[i])};
        set_games(&row[i], &p->f->tally->player_games[i],
                  vg_sums_points(&p->f->tally->player[i]).value);
    }
    if (alike) return;
    vg_chart c = report_win_chart(p, in(p, "Vittorie per bot", "Wins by bot"), NULL);
    if (!vg_json_get_bool(about, vg_json_find(about, 0, "rotate")))
        c.caveat = in(p, "I bot non hanno cambiato posto: conta anche dove sedevano (`--rotate`).",
                      "The bots kept their seats: where they sat counts too (`--rotate`).");
    vg_chart_rows(p->out, &c, row, p->f->seats);
}

// ---- traits ------------------------------------------------------------------

static int by_value(const void *a, const void *b)
{
    const vg_chart_row *x = a, *y = b;
    if (x->e.few != y->e.few) return x->e.few ? 1 : -1;
    return (x->e.value < y->e.value) - (x->e.value > y->e.value);
}

// The 3 of "punti 3, barche 1", with its sign; where it begins, in `at`.
static long first_number(const char *s, size_t *at)
{
    const char minus[] = "\u2212";
    size_t n = sizeof minus - 1;
    *at = strcspn(s, "0123456789");
    bool negative = *at >= n && memcmp(s + *at - n, minus, n) == 0;
    long number = strtol(s + *at, NULL, 10);
    if (negative) *at -= n;
    return negative ? -number : number;
}

// As the cards themselves stand: those of one kind of number together, the highest first.
static int by_card(const void *a, const void *b)
{
    const vg_chart_row *x = a, *y = b;
    const char *one = x->detail ? x->detail : "", *two = y->detail ? y->detail : "";
    size_t n, m;
    long i = first_number(one, &n), k = first_number(two, &m);
    int order = n == m ? memcmp(one, two, n) : strcmp(one, two);
    if (order) return order;
    if (i != k) return i < k ? 1 : -1;
    return strcmp(x->label, y->label);
}

// Which side of the line a figure is on, even though it is one of `among`; 0: nobody can say.
static int side(const vg_chart *c, const vg_chart_row *row, int among)
{
    if (!vg_estimate_off(&row->e, c->line, among)) return 0;
    return row->e.value > c->line ? 1 : -1;
}

// Draws what can be told apart from the line in order of value, and the rest in the order of the
// cards, under a heading that says so. Of many rows only what is clear is open. Those of too few
// cases are left out.
static void put_rows(const page *p, const vg_chart *chart, vg_chart_row *row, int count)
{
    vg_chart c = *chart;
    qsort(row, (size_t)count, sizeof row[0], by_value);
    int sure = 0;
    while (sure < count && !row[sure].e.few) sure++;
    char left_out[160], fold[160];
    vg_text text = VG_TEXT(left_out);
    if (sure < count) {
        vg_text_printf(&text,
                       in(p, "Con troppo pochi casi, e non mostrate: %d.",
                          "With too few cases, and not shown: %d."),
                       count - sure);
        c.left_out = left_out;
    }
    vg_chart_row *kept = calloc((size_t)sure + 1, sizeof kept[0]);
    if (!kept) return;
    bool many = sure > MOST_ROWS;
    int part[3] = {0}, at = 0; // above, level, below
    for (int i = 0; i < sure; i++) part[c.has_line ? 1 - side(&c, &row[i], sure) : 0]++;
    static const int open[] = {0, 1, 2}, folded[] = {0, 2, 1}; // which part comes when
    for (int k = 0; k < 3; k++) {
        int which = many ? folded[k] : open[k], from = at;
        for (int i = 0; i < sure; i++)
            if ((c.has_line ? 1 - side(&c, &row[i], sure) : 0) == which) kept[at++] = row[i];
        if (at == from) continue;
        if (which == 1) qsort(kept + from, (size_t)(at - from), sizeof kept[0], by_card);
        if (c.has_line && which == 0)
            kept[from].heading = in(p, "Chiaramente sopra la linea", "Clearly above the line");
        if (which == 1)
            kept[from].heading = in(p, "Non si distinguono dalla linea: il loro ordine non conta",
                                    "Not told apart from the line: their order means nothing");
        if (which == 2)
            kept[from].heading = in(p, "Chiaramente sotto la linea", "Clearly below the line");
    }
    if (many && part[1]) {
        c.folded = part[1];
        vg_text fold_text = VG_TEXT(fold);
        vg_text_printf(&fold_text,
                       part[0] + part[2]
                           ? in(p, "Altre %d righe: non si distinguono dalla linea",
                                "%d more rows: not told apart from the line")
                           : in(p, "Tutte le %d righe: nessuna si distingue dalla linea",
                                "All %d rows: none can be told apart from the line"),
                       part[1]);
        c.fold_name = fold;
    }
    if (sure)
        vg_chart_rows(p->out, &c, kept, sure);
    else if (count)
        vg_text_printf(p->out, "<h3>%s</h3><p class=k>%s</p>\n", c.title,
                       in(p, "Troppo pochi casi per dire qualcosa: più partite.",
                          "Too few cases to say anything: more games."));
    free(kept);
}

typedef struct rows {
    vg_chart_row row[VG_TALLY_TRAITS / 2];
    char detail[VG_TALLY_TRAITS / 2][80];
    int count;
} rows;

static void add_row(const page *p, rows *r, const vg_tally_trait *x, const vg_estimate *e,
                    const vg_examples *games, double mean)
{
    if (e->n == 0) return;
    vg_text detail = VG_TEXT(r->detail[r->count]);
    detail.at[0] = '\0';
    // A stone is no coffer, though it is called like one.
    if (vg_group(x->group)->rank != 3) report_numbers(p, x->slug, &detail);
    r->row[r->count] =
        (vg_chart_row){.label = x->name[p->lang], .detail = r->detail[r->count], .e = *e};
    set_games(&r->row[r->count], games, mean);
    r->count++;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// About how many games bring the middle one of these to +-1 point; 0: nobody can say.
static double games_for_one(const page *p, const rows *r)
{
    double need[VG_TALLY_TRAITS / 2];
    int count = 0;
    for (int i = 0; i < r->count; i++) {
        const vg_estimate *e = &r->row[i].e;
        double pairs = vg_estimate_needs(e, 0.01);
        if (pairs > 0) need[count++] = pairs / (double)e->n * (double)p->f->tally->games;
    }
    if (count == 0) return 0;
    qsort(need, (size_t)count, sizeof need[0], by_size);
    return need[count / 2];
}

// Cards of the same numbers together: "valore 3". Few games say more about five kinds of treasure
// than about twenty-five treasures. Nothing where every card has numbers of its own.
static int pool(const page *p, const vg_tally_trait *const *x, int count, rows *r)
{
    if (!vg_group(x[0]->group)->chosen) return r->count = 0; // copies are no worth
    vg_sums *sum = calloc((size_t)count, sizeof sum[0]);
    int kinds = 0, cards = 0;
    for (int i = 0; sum && i < count; i++) {
        char numbers[80] = "";
        vg_text text = VG_TEXT(numbers);
        report_numbers(p, x[i]->slug, &text);
        if (!vg_sums_n(&x[i]->swap) || !text.len || strchr(numbers, ',')) continue;
        int k = 0;
        while (k < kinds && strcmp(r->detail[k], numbers) != 0) k++;
        if (k == kinds) snprintf(r->detail[kinds++], sizeof r->detail[0], "%s", numbers);
        vg_sums_join(&sum[k], &x[i]->swap);
        cards++;
    }
    for (int k = 0; k < kinds; k++) {
        r->row[k] = (vg_chart_row){
            .label = r->detail[k], .detail = r->detail[k], .e = vg_sums_gain(&sum[k])};
    }
    free(sum);
    qsort(r->row, (size_t)kinds, sizeof r->row[0], by_card);
    for (int k = 0; k < kinds; k++) r->row[k].detail = NULL;
    bool sure = false;
    for (int k = 0; k < kinds; k++) sure = sure || !r->row[k].e.few;
    return r->count = sure && kinds > 1 && cards >= 2 * kinds ? kinds : 0;
}

bool report_slope(const page *p, const vg_tally_trait *const *x, int count, vg_estimate *out)
{
    if (!vg_group(x[0]->group)->chosen) return false;
    const vg_sums *gain[VG_TALLY_TRAITS];
    double value[VG_TALLY_TRAITS];
    int n = 0;
    for (int i = 0; i < count; i++) {
        char numbers[80] = "";
        vg_text text = VG_TEXT(numbers);
        size_t at;
        report_numbers(p, x[i]->slug, &text);
        if (!vg_sums_n(&x[i]->swap) || !text.len) continue;
        if (strchr(numbers, ',')) return false; // which of its numbers?
        value[n] = (double)first_number(numbers, &at);
        gain[n++] = &x[i]->swap;
    }
    *out = vg_sums_slope(gain, value, n);
    return n > 1;
}

void report_games(const page *p, double games, vg_text *out)
{
    double round = games > 20000 ? 10000 : games > 2000 ? 1000 : 100;
    vg_put_number(out, (double)(long)(games / round + 0.5) * round, 0, false, p->lang);
}

// All of one number together, with what a point more of it is worth.
static bool put_pool(const page *p, const vg_chart *chart, const vg_tally_trait *const *x,
                     int count, rows *r)
{
    if (!pool(p, x, count, r)) return false;
    vg_chart c = *chart;
    c.title = in(p, "Quanto vale prenderlo, per valore", "What taking it is worth, by value");
    c.open = NULL;
    char said[300];
    vg_text text = VG_TEXT(said);
    vg_estimate slope;
    c.caveat = NULL;
    if (report_slope(p, x, count, &slope) && !slope.few) {
        vg_text_add(&text, in(p, "Un punto di valore in più: ", "One more point of value: "));
        vg_chart_value(&text, &slope, 100, 1, true, p->lang);
        vg_text_add(&text,
                    in(p, " punti percentuali di vittoria", " percentage points of winning"));
        double need = vg_estimate_needs(&slope, 0.01);
        vg_text_add(&text, vg_estimate_off(&slope, 0, 1)
                               ? "."
                               : in(p, ": non è chiaro.", ": that is not clear."));
        if (need > (double)slope.n) {
            vg_text_add(&text, in(p, " Per ±1 servono circa ", " For ±1 it takes about "));
            report_games(p, need / (double)slope.n * (double)p->f->tally->games, &text);
            vg_text_add(&text, in(p, " partite.", " games."));
        }
        c.caveat = said;
    }
    vg_chart_rows(p->out, &c, r->row, r->count);
    return true;
}

static void list_swaps(const page *p, const vg_tally_trait *const *x, int count, rows *r)
{
    r->count = 0;
    for (int i = 0; i < count; i++) {
        vg_estimate e = vg_sums_gain(&x[i]->swap);
        add_row(p, r, x[i], &e, &x[i]->swaps, e.value * VG_WIN);
    }
}

// What a card is worth: the game played with it and with another in its place.
static void put_swaps(const page *p, const vg_tally_trait *const *x, int count, rows *r)
{
    bool chosen = vg_group(x[0]->group)->chosen;
    list_swaps(p, x, count, r);
    if (r->count == 0) return;
    char need[200] = "";
    vg_text text = VG_TEXT(need);
    double games = games_for_one(p, r);
    if (games > 0) {
        bool one = r->count == 1; // asked for by --swap-card
        vg_text_add(&text,
                    one ? in(p, "Per ±1 punto servono circa ", "For ±1 point it takes about ")
                        : in(p, "Per ±1 punto su ognuna servono circa ",
                             "For ±1 point on each it takes about "));
        report_games(p, games, &text);
        vg_text_add(&text, one ? in(p, " partite.", " games.")
                               : in(p, " partite; su una sola molte meno, con `--swap-card`.",
                                    " games; for a single one far fewer, with `--swap-card`."));
    }
    vg_chart c = {.lang = p->lang,
                  .title = chosen ? in(p, "Quanto vale prenderlo", "What taking it is worth")
                                  : in(p, "Quanto vale pescarla", "What drawing it is worth"),
                  .note = chosen
                              ? in(p,
                                   "La stessa partita giocata con questo e con un altro, tirati "
                                   "a sorte fra quelli che c'erano: punti percentuali di "
                                   "vittoria in più. È la causa, non una coincidenza.",
                                   "The same game played with this one and with another, both "
                                   "drawn by lot among those on offer: percentage points of "
                                   "winning gained. It is the cause, not a coincidence.")
                              : in(p,
                                   "La stessa partita giocata con questa carta e con un'altra al "
                                   "suo posto: punti percentuali di vittoria in più. È la "
                                   "causa, non una coincidenza.",
                                   "The same game played with this card and with another in its "
                                   "place: percentage points of winning gained. It is the cause, "
                                   "not a coincidence."),
                  .caveat = text.len ? need : NULL,
                  .value_name = in(p, "vittorie, punti %", "wins, % points"),
                  .count_name = in(p, "coppie", "pairs"),
                  .scale = 100,
                  .decimals = 1,
                  .sign = true,
                  .has_line = true,
                  .open = report_open(p)};
    if (chosen && put_pool(p, &c, x, count, r))
        c.note = in(p, "Lo stesso, uno per uno.", "The same, one by one.");
    list_swaps(p, x, count, r);
    put_rows(p, &c, r->row, r->count);
}

static void put_group(const page *p, const vg_tally_trait *const *x, int count, rows *r)
{
    const vg_group_words *words = vg_group(x[0]->group);
    r->count = 0;
    for (int i = 0; i < count; i++) {
        vg_estimate e = vg_tally_share(p->f->tally, p->f->game, x[i]);
        // What everybody has says nothing.
        if (vg_sums_n(&x[i]->with) == p->f->tally->games * (uint64_t)p->f->seats) continue;
        add_row(p, r, x[i], &e, &x[i]->games, vg_sums_points(&x[i]->with).value);
    }
    vg_chart c = report_win_chart(p, words->title.in[p->lang], NULL);
    c.line = vg_tally_fair(p->f->game, x[0], p->f->seats);
    c.has_line = c.line > 0;
    if (words->chosen)
        c.caveat =
            in(p,
               "Non dice che cosa fa vincere: chi è già avanti ci arriva più spesso, e chi è "
               "indietro prende quello che resta.",
               "It does not say what makes one win: who is ahead gets there more often, and "
               "who is behind takes what is left.");
    else if (strcmp(x[0]->group, "drawn") == 0)
        c.caveat =
            in(p,
               "È il caso che dà le carte, ma chi gioca più a lungo ne pesca di più, e quasi "
               "tutti pescano quelle comuni.",
               "Chance deals the cards, but who plays longer draws more of them, and almost "
               "everybody draws the common ones.");
    bool cause = false; // measured above: then this is for whoever asks
    for (int i = 0; i < count; i++) cause = cause || vg_sums_n(&x[i]->swap);
    cause = cause && words->chosen;
    if (cause)
        vg_text_printf(
            p->out, "<details class=d><summary>%s: %s</summary>", words->title.in[p->lang],
            in(p, "che cosa va insieme, non la causa", "what goes together, not the cause"));
    if (r->count) put_rows(p, &c, r->row, r->count);
    if (cause) vg_text_add(p->out, "</details>\n");
}

// Of a hundred pairs some are far off by mere chance: only those are shown that stand even so.
static void put_pairs(const page *p, const vg_tally_trait *const *x, int count, rows *r)
{
    const char *group = p->f->game->pairs;
    r->count = 0;
    for (int i = 0; group && i < count; i++) {
        vg_estimate e = vg_tally_beyond(p->f->tally, p->f->game, x[i], p->f->seats);
        if (!e.few) add_row(p, r, x[i], &e, &x[i]->games, vg_sums_points(&x[i]->with).value);
    }
    if (r->count < 3) return;
    qsort(r->row, (size_t)r->count, sizeof r->row[0], by_value);
    int all = r->count, kept = 0;
    for (int i = 0; i < all; i++)
        if (vg_estimate_off(&r->row[i].e, 0, all)) r->row[kept++] = r->row[i];
    char note[400];
    vg_text text = VG_TEXT(note);
    vg_text_add(&text, in(p,
                          "Chi ha tutt'e due vince più (o meno) di quanto facciano pensare l'una e "
                          "l'altra da sole? ",
                          "Does who has both win more (or less) than the one and the other alone "
                          "would suggest? "));
    const char *title = in(p, "Coppie", "Pairs");
    if (!kept) {
        vg_text_printf(&text,
                       in(p, "Di %d coppie nessuna si distingue dal caso.",
                          "Of %d pairs none can be told from chance."),
                       all);
        vg_text_printf(p->out, "<figure><h3>%s</h3><p class=s>%s</p></figure>\n", title, note);
        return;
    }
    vg_text_printf(&text,
                   in(p, "Di %d coppie, quelle che non sono caso: %d.",
                      "Of %d pairs, those that are not chance: %d."),
                   all, kept);
    if (kept > MOST_ROWS) {
        memmove(r->row + MOST_ROWS / 2, r->row + kept - MOST_ROWS / 2,
                MOST_ROWS / 2 * sizeof r->row[0]);
        kept = MOST_ROWS;
        vg_text_printf(&text, in(p, " Qui le %d alle estremità.", " Here the %d at the ends."),
                       kept);
    }
    const vg_group_words *w = vg_group(group);
    vg_chart c = {.lang = p->lang,
                  .title = title,
                  .note = note,
                  .caveat = w->chosen || strcmp(group, "drawn") == 0
                                ? in(p,
                                     "Non dice che cosa fa vincere: chi gioca più a lungo, o è "
                                     "avanti, ne ha di più.",
                                     "It does not say what makes one win: who plays longer, or is "
                                     "ahead, has more of them.")
                                : NULL,
                  .value_name = in(p, "vittorie, punti %", "wins, % points"),
                  .count_name = in(p, "casi", "cases"),
                  .scale = 100,
                  .decimals = 1,
                  .sign = true,
                  .has_line = true,
                  .quiet = true,
                  .open = report_open(p)};
    vg_chart_rows(p->out, &c, r->row, kept);
}

// Each group of traits in its order: first what was measured by playing again, then the rest.
static void put_traits(const page *p)
{
    const vg_tally_trait *x[VG_TALLY_TRAITS];
    rows *r = calloc(1, sizeof *r);
    int count = r ? vg_tally_sorted(p->f->tally, x) : 0;
    for (int pass = 0; pass < 11; pass++)
        for (int from = 0, to; from < count; from = to) {
            for (to = from + 1; to < count && strcmp(x[to]->group, x[from]->group) == 0;) to++;
            if (pass == 0) put_swaps(p, x + from, to - from, r);
            if (pass > 0 && vg_group(x[from]->group)->rank == pass)
                put_group(p, x + from, to - from, r);
            if (pass == 10 && vg_group(x[from]->group)->rank == 0)
                put_pairs(p, x + from, to - from, r);
        }
    free(r);
}

// ---- length, points, leads -----------------------------------------------------

static void put_bins(const page *p, const char *title, const char *note, const char *what,
                     const char *who, const uint64_t *n, const uint64_t *game, int count,
                     int lowest)
{
    vg_chart_bin *bin = calloc((size_t)count, sizeof bin[0]);
    int bins = 0;
    for (int i = 0; bin && i < count; i++)
        if (n[i])
            bin[bins++] = (vg_chart_bin){.at = i + lowest, .n = n[i], .game = game ? game[i] : 0};
    vg_chart c = {.lang = p->lang,
                  .title = title,
                  .note = note,
                  .value_name = who,
                  .count_name = what,
                  .decimals = 1,
                  .open = report_open(p)};
    char read[200] = "";
    vg_text text = VG_TEXT(read);
    if (bins && bin[0].game && c.open) {
        uint64_t total = 0, seen = 0;
        int middle = 0;
        for (int i = 0; i < bins; i++) total += bin[i].n;
        while (middle < bins - 1 && (seen += bin[middle].n) * 2 < total) middle++;
        unsigned long long low = bin[0].game, half = bin[middle].game, high = bin[bins - 1].game;
        vg_text_printf(&text,
                       in(p,
                          "Da leggere: la partita n. %llu sta in mezzo, le n. %llu e %llu alle "
                          "estremità; la tabella dice come.",
                          "To read: game no. %llu is in the middle, nos. %llu and %llu are at the "
                          "ends; the table says how."),
                       half - 1, low - 1, high - 1);
        c.caveat = read;
    }
    vg_chart_bins(p->out, &c, bin, bins);
    free(bin);
}

static void put_pace(const page *p)
{
    const vg_tally *t = p->f->tally;
    vg_figure made[VG_FIGURES];
    int count = vg_figures(t, p->f->game, p->f->seats, p->f->measured, made);
    vg_text_printf(p->out, "<h3>%s</h3><div class=o><table><tr><th><th>%s<th>%s",
                   in(p, "Ritmo", "Pace"), in(p, "in\u00a0media", "mean"),
                   in(p, "intervallo al 95 %", "95 % interval"));
    for (int i = 0; i < count; i++) {
        const vg_figure *f = &made[i];
        vg_text_add(p->out, "<tr><th>");
        vg_html(p->out, f->name.in[p->lang]);
        if (strcmp(f->slug, "minutes") == 0)
            vg_text_printf(p->out, in(p, " (sulla scatola: %d)", " (on the box: %d)"),
                           p->f->game->minutes);
        vg_text_add(p->out, "<td>");
        vg_put_number(p->out, f->estimate.value * f->scale, f->decimals, false, p->lang);
        vg_text_add(p->out, "<td class=i>");
        vg_chart_span(p->out, &f->estimate, f->scale, f->decimals, false, p->lang);
    }
    vg_text_add(p->out, "</table></div>\n");
    put_bins(p, in(p, "Durata", "Length"), NULL, in(p, "decisioni", "decisions"),
             in(p, "partite", "games"), t->length, t->length_game, t->longest + 1, 0);
    if (!p->f->measured || p->f->game->factions) return; // there points are wins
    put_bins(p, in(p, "Punti finali", "Final points"), NULL, in(p, "punti", "points"),
             in(p, "posti", "seats"), t->points, t->points_game, VG_TALLY_POINTS, VG_TALLY_LOWEST);
    put_bins(
        p, in(p, "Quando si decide", "When it is decided"),
        in(p,
           "In quale decimo della partita chi vince da solo passa in testa per non lasciarla più. "
           "Molto a sinistra: partite in fuga; molto a destra: tutto all'ultimo.",
           "In which tenth of the game a lone winner takes the lead for good. Far left: runaway "
           "games; far right: all at the last moment."),
        in(p, "decimo", "tenth"), in(p, "partite", "games"), t->settled, t->settled_game,
        VG_TALLY_DECILES, 1);
}

// ---- what happens --------------------------------------------------------------

static const char *event_name(const page *p, const char *slug)
{
    const vg_event_words *w = vg_event_word(p->f->game, slug);
    return w ? w->what.in[p->lang] : slug;
}

static void put_never(const page *p)
{
    const vg_tally *t = p->f->tally;
    bool any = false;
    for (int k = 1; k < p->f->game->event_count; k++) {
        const char *slug = p->f->game->events[k];
        if (!slug || vg_tally_sum(t->event[k].times)) continue;
        if (!any)
            vg_text_printf(p->out, "<h3>%s</h3><p class=s>%s</p><ul>",
                           in(p, "Mai visto in queste partite", "Never seen in these games"),
                           in(p,
                              "Può volerci un modulo, un'opzione, un altro numero di posti o più "
                              "partite: non è detto che la regola sia inutile.",
                              "It may take a module, an option, another number of seats or more "
                              "games: it does not follow that the rule is useless."));
        any = true;
        const vg_event_words *w = vg_event_word(p->f->game, slug);
        vg_text_add(p->out, "<li>");
        vg_html(p->out, event_name(p, slug));
        if (w && *w->rule) vg_text_printf(p->out, " <span class=i>(%s)</span>", w->rule);
        if (w && w->needs.in[p->lang]) {
            vg_text_add(p->out, in(p, ". Ci vuole: ", ". It takes: "));
            vg_html(p->out, w->needs.in[p->lang]);
        }
    }
    if (any) vg_text_add(p->out, "</ul>\n");
}

static void put_events(const page *p)
{
    const vg_tally *t = p->f->tally;
    vg_chart_row row[VG_TALLY_KINDS];
    int shown = 0, always = 0;
    vg_text list = vg_text_heap();
    for (int k = 1; k < p->f->game->event_count; k++) {
        const char *slug = p->f->game->events[k];
        uint64_t games = vg_tally_sum(t->event[k].games);
        if (!slug || !games) continue;
        if (games == t->games) {
            vg_text_printf(&list, "%s%s", always++ ? ", " : "", event_name(p, slug));
            continue;
        }
        vg_ratio r = vg_tally_ratio(t->event[k].games, t->pace[VG_PACE_games], 1);
        row[shown] = (vg_chart_row){.label = event_name(p, slug), .e = vg_ratio_share(&r)};
        set_games(&row[shown++], &t->event[k].seen,
                  (double)vg_tally_sum(t->event[k].times) / (double)games);
    }
    qsort(row, (size_t)shown, sizeof row[0], by_value);
    vg_text note = vg_text_heap();
    if (always)
        vg_text_printf(&note, "%s %s.", in(p, "In ogni partita:", "In every game:"), list.at);
    vg_chart c = {.lang = p->lang,
                  .title = in(p, "Che cosa succede", "What happens"),
                  .note = note.len ? note.at : NULL,
                  .value_name = in(p, "partite, %", "games, %"),
                  .count_name = in(p, "partite", "games"),
                  .scale = 100,
                  .decimals = 1,
                  .open = report_open(p)};
    vg_chart_rows(p->out, &c, row, shown);
    vg_text_release(&list);
    vg_text_release(&note);
    put_never(p);
}

static void put_asks(const page *p)
{
    const vg_tally *t = p->f->tally;
    vg_text_printf(p->out, "<h3>%s</h3><div class=o><table class=a><tr><th><th>%s<th>%s",
                   in(p, "Che cosa si decide", "What is decided"),
                   in(p, "volte a partita", "times a game"),
                   in(p, "mosse fra cui scegliere", "moves to choose from"));
    for (int k = 0; k < p->f->game->ask_count; k++) {
        const char *slug = p->f->game->asks[k].name;
        if (!slug || !vg_tally_sum(t->ask[k].n)) continue;
        const vg_words *w = vg_ask_word(p->f->game, slug);
        vg_ratio times = vg_tally_ratio(t->ask[k].n, t->pace[VG_PACE_games], 1);
        vg_ratio moves = vg_tally_ratio(t->ask[k].choices, t->ask[k].n, 1);
        vg_estimate a = vg_ratio_mean(&times), b = vg_ratio_mean(&moves);
        vg_text_add(p->out, "<tr><th>");
        vg_html(p->out, w ? w->in[p->lang] : slug);
        vg_text_add(p->out, "<td>");
        vg_chart_value_html(p->out, &a, 1, a.value < 10 ? 2 : 1, false, "", p->lang);
        vg_text_add(p->out, "<td>");
        vg_chart_value_html(p->out, &b, 1, b.value < 10 ? 2 : 1, false, "", p->lang);
    }
    vg_text_add(p->out, "</table></div>\n");
}

// The value of an option that is not as usual; false if it is.
static bool changed_option(const vg_json_doc *about, int options, const vg_option *o, vg_text *out)
{
    char usual[16];
    vg_text normal = VG_TEXT(usual);
    int64_t number = 0;
    int at = vg_json_find(about, options, o->key);
    if (vg_json_get_int(about, at, &number))
        vg_text_int(out, (long)number);
    else if (!vg_json_get_string(about, at, out))
        return false;
    if (o->names)
        vg_text_add(&normal, o->names[o->normal - o->min]);
    else
        vg_text_int(&normal, o->normal);
    return strcmp(out->at, usual) != 0;
}

static void put_about(const page *p, const vg_json_doc *about)
{
    char word[256];
    vg_text_add(p->out, "<p class=s>");
    vg_text_printf(p->out, in(p, "%llu partite, seme %llu, bot: ", "%llu games, seed %llu, bots: "),
                   (unsigned long long)p->f->tally->games, (unsigned long long)p->f->seed);
    const struct {
        const char *key, *before;
    } list[] = {{"bots", ""}, {"overrides", in(p, "; numeri cambiati: ", "; changed numbers: ")}};
    for (int k = 0; k < 2; k++) {
        int at = vg_json_find(about, 0, list[k].key);
        for (int i = 0; i < vg_json_count(about, at); i++) {
            char last[256];
            snprintf(last, sizeof last, "%s", i ? word : "");
            vg_text text = VG_TEXT(word);
            (void)vg_json_get_string(about, vg_json_item(about, at, i), &text);
            if (i && strcmp(last, word) == 0) continue; // "greedy", not "greedy, greedy"
            vg_text_add(p->out, i ? ", " : list[k].before);
            vg_html(p->out, word);
        }
    }
    // Options that are not as usual, in the game's own words.
    int options = vg_json_find(about, 0, "options");
    for (int i = 0; i < p->f->game->option_count; i++) {
        const vg_option *o = &p->f->game->options[i];
        vg_text text = VG_TEXT(word);
        if (!changed_option(about, options, o, &text)) continue;
        vg_text_add(p->out, "; ");
        vg_html(p->out, o->what.in[p->lang]);
        vg_text_add(p->out, ": ");
        vg_html(p->out, word);
    }
    vg_text_add(p->out, "</p>\n");
}

// What was asked for, word by word as the command line and the lab's page (src/wasm/lab.c) both
// know it: "seats", "3". Changed numbers are not among them.
static void each_word(const page *p, const vg_json_doc *about,
                      void (*take)(vg_text *out, const char *key, const char *value), vg_text *out)
{
    char word[256], number[24];
    const struct {
        const char *key;
        unsigned long long n;
    } sizes[] = {
        {"seats", (unsigned long long)p->f->seats}, {"games", p->f->games}, {"seed", p->f->seed}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        snprintf(number, sizeof number, "%llu", sizes[i].n);
        take(out, sizes[i].key, number);
    }
    int64_t first = -1;
    if (vg_json_get_int(about, vg_json_find(about, 0, "first"), &first) && first >= 0) {
        snprintf(number, sizeof number, "%d", (int)first + 1);
        take(out, "first", number);
    }
    int options = vg_json_find(about, 0, "options"), bots = vg_json_find(about, 0, "bots");
    for (int i = 0; i < p->f->game->option_count; i++) {
        const vg_option *o = &p->f->game->options[i];
        vg_text value = VG_TEXT(word);
        if (!changed_option(about, options, o, &value)) continue;
        char pair[320];
        snprintf(pair, sizeof pair, "%s=%s", o->key, word);
        take(out, "option", pair);
    }
    bool alike = true;
    char first_bot[256];
    vg_text list = vg_text_heap();
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < (pass && alike ? 1 : vg_json_count(about, bots)); i++) {
            vg_text text = VG_TEXT(word);
            (void)vg_json_get_string(about, vg_json_item(about, bots, i), &text);
            if (i == 0) snprintf(first_bot, sizeof first_bot, "%s", word);
            alike = alike && strcmp(word, first_bot) == 0;
            if (pass) vg_text_printf(&list, "%s%s", i ? "," : "", word);
        }
    take(out, "bots", list.at ? list.at : "");
    vg_text_release(&list);
    if (vg_json_get_bool(about, vg_json_find(about, 0, "rotate"))) take(out, "rotate", NULL);
}

static void say_option(vg_text *out, const char *key, const char *value)
{
    vg_text_printf(out, value ? " --%s %s" : " --%s", key, value);
}

// The command that writes one game of this run: "veglia sim quest --seats 3 ... --shard N+1/1000
// --records .".
static void find_command(page *p, const vg_json_doc *about)
{
    vg_text *out = &p->open;
    vg_text_clear(out);
    if (p->f->unit != 1) return; // games of a round are not parted
    vg_text_printf(out, "veglia sim %s", p->f->game->id);
    each_word(p, about, say_option, out);
    if (vg_json_find(about, 0, "overrides") >= 0) vg_text_add(out, " --edition-file FILE");
    vg_text_printf(out, " --shard N+1/%llu --records .; veglia replay %s-%d-%llu-N.veglia",
                   (unsigned long long)p->f->games, p->f->game->id, p->f->seats,
                   (unsigned long long)p->f->seed);
}

static void say_link(vg_text *out, const char *key, const char *value)
{
    vg_text_printf(out, "%c%s=%s", strchr(out->at, '?') ? '&' : '?', key, value ? value : "yes");
}

// Where the same is played in a page, to change its numbers and look on.
static void put_link(const page *p, const vg_json_doc *about)
{
    if (p->f->unit != 1 || strstr(p->f->about.at, "\"cmd:")) return; // a page starts no programs
    vg_text link = vg_text_heap();
    vg_text_printf(&link, "/lab/%s", p->f->game->id);
    each_word(p, about, say_link, &link);
    int list = vg_json_find(about, 0, "overrides");
    for (int i = 0; i < vg_json_count(about, list); i++) {
        char line[256];
        vg_text text = VG_TEXT(line);
        if (vg_json_get_string(about, vg_json_item(about, list, i), &text))
            say_link(&link, "set", line);
    }
    vg_text_printf(p->out, "<p class=k>%s <code class=l>",
                   in(p, "Dal vivo, cambiando i numeri, nella pagina di <code>veglia serve</code>:",
                      "Live, with numbers to change, in the page of <code>veglia serve</code>:"));
    vg_html(p->out, link.at);
    vg_text_add(p->out, "</code></p>\n");
    vg_text_release(&link);
}

void report_run(page *p, int number)
{
    vg_json_doc about;
    bool good = vg_json_read(&about, p->f->about.at, p->f->about.len);
    assert(good);
    vg_text_printf(p->out, "<h2 id=r%d>", number);
    report_name(p, p->f);
    vg_text_add(p->out, "</h2>\n");
    if (good) put_about(p, &about);
    if (good) put_link(p, &about);
    if (good) find_command(p, &about);
    put_places(p);
    if (good) put_players(p, &about);
    vg_json_release(&about);
    if (p->f->measured) put_traits(p);
    put_pace(p);
    if (!p->f->measured) return;
    put_events(p);
    put_asks(p);
}
