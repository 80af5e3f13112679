// report_change.c: before and after: what a change of numbers did, in pairs of equal games.
#include "lab/report_parts.h"

#include <stdlib.h>
#include <string.h>

#define MOST_CHANGES 2048
#define MOST_LEVEL   6 // rows without a change that stand open

// ---- what can be compared --------------------------------------------------------

// What was asked for but the changed numbers, as text.
static void read_frame(const vg_simfile *f, vg_text *out)
{
    vg_json_doc doc;
    if (vg_json_read(&doc, f->about.at, f->about.len)) {
        vg_json j = vg_json_to(out);
        static const char *const keys[] = {"game",  "rules_version", "options", "seats",
                                           "first", "bots",          "rotate",  "duplicate"};
        vg_json_open(&j, '{');
        for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
            int at = vg_json_find(&doc, 0, keys[i]);
            if (at < 0) continue;
            vg_json_key(&j, keys[i]);
            vg_json_copy(&doc, at, &j);
        }
        vg_json_close(&j, '}');
    }
    vg_json_release(&doc);
}

bool report_comparable(const vg_simfile *files, int count)
{
    if (count < 2) return false;
    vg_text first = vg_text_heap();
    read_frame(&files[0], &first);
    bool same = true, changed = false;
    for (int i = 0; i < count; i++) {
        vg_text other = vg_text_heap();
        read_frame(&files[i], &other);
        same = same && strcmp(first.at, other.at) == 0;
        vg_text_release(&other);
        vg_json_doc doc;
        if (vg_json_read(&doc, files[i].about.at, files[i].about.len))
            changed = changed || vg_json_find(&doc, 0, "overrides") >= 0;
        vg_json_release(&doc);
    }
    vg_text_release(&first);
    return same && changed;
}

// The lines that changed numbers of a run; calls `take` with each.
static void each_override(const vg_simfile *f, void (*take)(void *with, const char *line),
                          void *with)
{
    vg_json_doc doc;
    if (vg_json_read(&doc, f->about.at, f->about.len)) {
        int at = vg_json_find(&doc, 0, "overrides");
        for (int i = 0; i < vg_json_count(&doc, at); i++) {
            char line[256];
            vg_text text = VG_TEXT(line);
            if (vg_json_get_string(&doc, vg_json_item(&doc, at, i), &text)) take(with, line);
        }
    }
    vg_json_release(&doc);
}

// "quest.mission.medusa.boats=2" touches "medusa".
static void note_touched(void *with, const char *line)
{
    changes *c = with;
    const char *from = strchr(line, '.');
    from = from ? strchr(from + 1, '.') : NULL;
    size_t n = from ? strcspn(from + 1, ".=") : 0;
    if (!n || n >= sizeof c->touched[0] || c->touched_count == MOST_TOUCHED) return;
    char *slug = c->touched[c->touched_count];
    memcpy(slug, from + 1, n);
    slug[n] = '\0';
    for (int i = 0; i < c->touched_count; i++)
        if (strcmp(c->touched[i], slug) == 0) return;
    c->touched_count++;
}

static bool is_touched(const changes *c, const char *slug)
{
    for (int i = 0; i < c->touched_count; i++)
        if (strcmp(c->touched[i], slug) == 0) return true;
    return false;
}

// ---- the changes -----------------------------------------------------------------

static void add(changes *c, kind k, const char *label, const vg_ratio *after,
                const vg_ratio *before, bool share)
{
    if (c->count == MOST_CHANGES) return;
    change *x = &c->all[c->count];
    *x = (change){.kind = k, .group = "", .scale = share ? 100 : 1, .decimals = share ? 1 : 2};
    vg_text text = VG_TEXT(x->label);
    vg_text_add(&text, label);
    bool bounded = share && k != WORTH;
    x->was = bounded ? vg_ratio_share(before) : vg_ratio_mean(before);
    x->e = bounded ? vg_ratio_share(after) : vg_ratio_mean(after);
    x->by = vg_ratio_change(after, before);
    if (x->was.n && x->e.n) c->count++;
}

static void add_trait(const page *p, changes *c, kind k, const vg_tally_trait *a,
                      const vg_ratio *after, const vg_ratio *before, bool share)
{
    int at = c->count;
    add(c, k, a->name[p->lang], after, before, share);
    if (c->count == at) return;
    change *x = &c->all[at];
    x->group = a->group;
    memcpy(x->slug, a->slug, sizeof x->slug);
    vg_text detail = VG_TEXT(x->detail);
    if (k == OFTEN || k == CHOSEN) {
        vg_text_add(&detail, vg_group(a->group)->done.in[p->lang]);
        vg_text_add(&detail, "; ");
    }
    if (vg_group(a->group)->rank != 3) report_numbers(p, a->slug, &detail); // a stone is no coffer
    x->touched = is_touched(c, a->slug);
}

static void compare_traits(const page *p, changes *c, const vg_simfile *before,
                           const vg_simfile *after)
{
    const vg_tally_trait *x[VG_TALLY_TRAITS];
    int count = vg_tally_sorted(before->tally, x);
    for (int i = 0; i < count; i++) {
        int at = vg_tally_find(after->tally, x[i]->group, x[i]->slug, x[i]->name[VG_IT],
                               x[i]->name[VG_EN]);
        const vg_tally_trait *a = &after->tally->trait[at];
        vg_ratio ra = vg_sums_of_share(&a->with), rb = vg_sums_of_share(&x[i]->with);
        const vg_group_words *w = vg_group(a->group);
        if (w->rank == 0) continue; // pairs
        bool drawn = strcmp(a->group, "drawn") == 0;
        if (strcmp(a->group, "faction") == 0 && after->game->factions)
            for (int l = 0; l < VG_LOTS; l++) { // as one: of all games
                ra.n[l] = (double)after->tally->pace[VG_PACE_games][l];
                rb.n[l] = (double)before->tally->pace[VG_PACE_games][l];
            }
        add_trait(p, c, w->chosen ? CHOSEN : drawn ? DRAWN : CHANCE, a, &ra, &rb, true);
        if (w->chosen) {
            for (int l = 0; l < VG_LOTS; l++) {
                ra.y[l] = (double)a->with.lot[l].n;
                rb.y[l] = (double)x[i]->with.lot[l].n;
                ra.n[l] = (double)after->tally->pace[VG_PACE_games][l];
                rb.n[l] = (double)before->tally->pace[VG_PACE_games][l];
            }
            add_trait(p, c, OFTEN, a, &ra, &rb, false);
        }
        ra = vg_sums_of_share(&a->swap);
        rb = vg_sums_of_share(&x[i]->swap);
        int worth = c->count;
        add_trait(p, c, WORTH, a, &ra, &rb, true);
        if (c->count > worth && (vg_sums_gain(&a->swap).few || vg_sums_gain(&x[i]->swap).few))
            c->all[worth].by.few = c->all[worth].e.few = true;
    }
}

bool report_compare(const page *p, changes *c, const vg_simfile *before, const vg_simfile *after)
{
    *c = (changes){.all = calloc(MOST_CHANGES, sizeof(change))};
    if (!c->all) return false;
    each_override(before, note_touched, c);
    each_override(after, note_touched, c);
    for (int i = 0; i < before->seats; i++) {
        char label[40];
        vg_text text = VG_TEXT(label);
        report_place(p, i, &text);
        vg_ratio a = vg_sums_of_share(&after->tally->place[i]),
                 b = vg_sums_of_share(&before->tally->place[i]);
        add(c, PLACE, label, &a, &b, true);
    }
    bool measured = before->measured && after->measured;
    if (measured) compare_traits(p, c, before, after);
    vg_figure was[VG_FIGURES], now[VG_FIGURES];
    int n = vg_figures(before->tally, before->game, before->seats, measured, was),
        m = vg_figures(after->tally, after->game, after->seats, measured, now);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < m; k++)
            if (strcmp(was[i].slug, now[k].slug) == 0) {
                add(c, PACE, now[k].name.in[p->lang], &now[k].ratio, &was[i].ratio,
                    now[k].scale > 1);
                c->all[c->count - 1].decimals = now[k].decimals ? now[k].decimals : 1;
            }
    return true;
}

// ---- sentences -------------------------------------------------------------------

static int by_chance(const void *a, const void *b)
{
    const change *x = *(const change *const *)a, *y = *(const change *const *)b;
    if (x->touched != y->touched) return x->touched ? -1 : 1;
    if (x->touched && x->kind != y->kind) return x->kind < y->kind ? -1 : 1;
    double p = vg_estimate_chance(&x->by, 0), q = vg_estimate_chance(&y->by, 0);
    return (p > q) - (p < q);
}

static void say_change(const page *p, const change *x)
{
    bool up = x->by.value > 0, points = x->scale > 1;
    vg_text_add(p->out, "<li>");
    vg_text label = vg_text_heap();
    vg_html(&label, x->label);
    switch (x->kind) {
    case WORTH:
        vg_text_printf(p->out,
                       up ? in(p, "Pescare %s vale più di prima", "Drawing %s is worth more now")
                          : in(p, "Pescare %s vale meno di prima", "Drawing %s is worth less now"),
                       label.at);
        break;
    case DRAWN:
        vg_text_printf(p->out,
                       up ? in(p, "Chi pesca %s vince più di prima", "Who draws %s wins more now")
                          : in(p, "Chi pesca %s vince meno di prima", "Who draws %s wins less now"),
                       label.at);
        break;
    case OFTEN:
        vg_text_printf(
            p->out,
            up ? in(p, "%s (%s) capita più spesso di prima", "%s (%s) comes up more often now")
               : in(p, "%s (%s) capita meno spesso di prima", "%s (%s) comes up less often now"),
            label.at, vg_group(x->group)->done.in[p->lang]);
        break;
    case PACE:
        vg_text_printf(p->out, up ? in(p, "Sale: %s", "Up: %s") : in(p, "Scende: %s", "Down: %s"),
                       label.at);
        break;
    case PLACE:
    case CHANCE:
    case CHOSEN:
    case KINDS:
        vg_text_printf(p->out,
                       up ? in(p, "%s vince più di prima", "%s wins more now")
                          : in(p, "%s vince meno di prima", "%s wins less now"),
                       label.at);
    }
    vg_text_add(p->out, ": ");
    vg_chart_value_html(p->out, &x->by, x->scale, x->decimals, true, "", p->lang);
    if (x->kind == OFTEN)
        vg_text_add(p->out, in(p, " volte a partita", " times a game"));
    else if (points)
        vg_text_add(p->out, in(p, " punti percentuali", " percentage points"));
    vg_text_add(p->out, ".");
    vg_text_release(&label);
}

typedef struct line_list {
    const page *p;
    const vg_game *game;
    vg_text *out;
    int count;
    bool brief; // without the card, which stands elsewhere
} line_list;

static void put_value(const line_list *l, const char *word, int number)
{
    if (word)
        vg_card_name(l->game, "", word, l->p->lang, l->out);
    else
        vg_put_number(l->out, number, 0, false, l->p->lang);
}

// "Medusa: barche 3 (stampato 1)"
static void list_line(void *with, const char *line)
{
    line_list *l = with;
    vg_change x;
    if (l->count++) vg_text_add(l->out, "; ");
    if (!vg_game_change(l->game, line, &x)) {
        vg_text_add(l->out, line);
        return;
    }
    if (!l->brief) {
        vg_card_name(l->game, x.group, x.slug, l->p->lang, l->out);
        vg_text_add(l->out, ": ");
    }
    vg_text_printf(l->out, "%s ", x.name->in[l->p->lang]);
    put_value(l, x.now_word, x.now);
    if (x.was == x.now) vg_text_add(l->out, in(l->p, " (come stampato)", " (as printed)"));
    if (x.was == x.now || l->brief) return;
    vg_text_add(l->out, in(l->p, " (stampato ", " (printed "));
    put_value(l, x.was_word, x.was);
    vg_text_char(l->out, ')');
}

void report_changed(const page *p, const vg_simfile *f)
{
    vg_text lines = vg_text_heap();
    line_list l = {.p = p, .game = f->game, .out = &lines};
    each_override(f, list_line, &l);
    if (l.count) vg_text_add(p->out, ", ");
    vg_html(p->out, l.count == 1 ? lines.at
                    : l.count    ? in(p, "numeri cambiati", "changed numbers")
                                 : "");
    vg_text_release(&lines);
}

static void say_numbers(const page *p, const vg_simfile *f)
{
    vg_text lines = vg_text_heap();
    line_list l = {.p = p, .game = f->game, .out = &lines};
    each_override(f, list_line, &l);
    vg_html(p->out, l.count ? lines.at : in(p, "i numeri stampati", "the printed numbers"));
    vg_text_release(&lines);
}

double report_games_for_one(const vg_simfile *f, const change *x)
{
    double need = vg_estimate_needs(&x->by, 0.01);
    return need > 0 && x->by.n ? need / (double)x->by.n * (double)f->tally->games : 0;
}

// The card that was changed, if nothing about it is clear: how many games would show it?
static void say_unclear(const page *p, const vg_simfile *f, const change *x)
{
    double games = report_games_for_one(f, x);
    vg_text_add(p->out, "<li>");
    vg_html(p->out, x->label);
    vg_text_add(p->out, in(p, ": quanto vale pescarla non cambia in modo che si veda, ",
                           ": what drawing it is worth does not visibly change, "));
    vg_chart_value_html(p->out, &x->by, 100, 1, true, "", p->lang);
    if (games > 0) {
        vg_text_add(p->out,
                    in(p, "; per ±1 punto servono circa ", "; for ±1 point it takes about "));
        report_games(p, games, p->out);
        vg_text_add(p->out, in(p, " partite", " games"));
    }
    vg_text_add(p->out, ".");
}

int report_change_says(page *p, const vg_simfile *files, int count, int most)
{
    changes c;
    const vg_simfile *last = &files[count - 1];
    report_turn_to(p, last);
    if (!report_compare(p, &c, &files[0], last)) return 0;
    vg_text_add(p->out, count > 2 ? in(p, "<li>La prima prova, ", "<li>The first run, ")
                                  : in(p, "<li>È cambiato: ", "<li>Changed: "));
    if (count > 2) {
        say_numbers(p, &files[0]);
        vg_text_add(p->out, in(p, ", e l'ultima, ", ", and the last, "));
    }
    say_numbers(p, last);
    vg_text_add(p->out, count > 2 ? in(p, ", a confronto.", ", compared.") : ".");
    int said = 1, sure = 0, among = 0, kept = 0;
    const change **order = calloc((size_t)(c.count ? c.count : 1), sizeof order[0]);
    for (int i = 0; order && i < c.count; i++) {
        // What merely goes together proves nothing, and is in its own chart.
        if (c.all[i].kind == CHOSEN || c.all[i].by.few) continue;
        order[kept++] = &c.all[i];
        among++;
    }
    // NOLINTNEXTLINE(bugprone-sizeof-expression): it is pointers that are sorted
    if (order) qsort(order, (size_t)kept, sizeof order[0], by_chance);
    // First the changed cards, and what cannot be seen of them yet; then whatever else moved.
    for (int pass = 0; pass < 2; pass++) {
        bool worth = false;
        const char *often = ""; // the card of which it was said last
        for (int i = 0; order && i < kept; i++) {
            const change *x = order[i];
            bool off = vg_estimate_off(&x->by, 0, among);
            if (pass == 0) sure += off;
            if (x->touched != (pass == 0)) continue;
            if (x->touched) off = vg_estimate_off(&x->by, 0, 1);
            if (!off || said >= most - 1) continue;
            if (x->kind == OFTEN && strcmp(x->slug, often) == 0) continue; // once is enough
            if (x->kind == OFTEN) often = x->slug;
            worth = worth || x->kind == WORTH;
            say_change(p, x);
            said++;
        }
        for (int i = 0; order && i < kept && pass == 0 && !worth && said < most - 1; i++) {
            if (!order[i]->touched || order[i]->kind != WORTH) continue;
            say_unclear(p, last, order[i]);
            said++;
            worth = true;
        }
    }
    vg_text_printf(
        p->out,
        in(p,
           "<li>Su %d confronti ne sembrerebbero diversi circa %d per puro caso; reggono anche a "
           "questa riserva: %d.",
           "<li>Of %d comparisons about %d would look different by mere chance; those that stand "
           "even so: %d."),
        among, (among + 10) / 20, sure);
    free(order);
    free(c.all);
    return said + 1;
}

// ---- charts ----------------------------------------------------------------------

static int by_size(const void *a, const void *b)
{
    const change *x = a, *y = b;
    if (x->kind != y->kind) return x->kind < y->kind ? -1 : 1;
    if (x->kind == PLACE) return strcmp(x->label, y->label);
    if (x->touched != y->touched) return x->touched ? -1 : 1;
    double p = x->by.few ? 2 : vg_estimate_chance(&x->by, 0),
           q = y->by.few ? 2 : vg_estimate_chance(&y->by, 0);
    if (p != q) return p < q ? -1 : 1;
    return strcmp(x->label, y->label);
}

vg_chart report_change_chart(const page *p, kind k)
{
    const char *wins = in(p, "vittorie, %", "wins, %");
    const struct {
        const char *title, *axis, *caveat;
    } word[KINDS] = {
        [WORTH] = {in(p, "Quanto vale pescarla", "What drawing it is worth"),
                   in(p, "vittorie, punti %", "wins, % points"),
                   in(p, "La causa: la stessa partita con questa carta e con un'altra.",
                      "The cause: the same game with this card and with another.")},
        [PLACE] = {in(p, "Ordine di gioco", "Order of play"), wins, NULL},
        [CHANCE] = {in(p, "Quello che dà il caso", "What chance gives"), wins, NULL},
        [DRAWN] = {in(p, "Chi ha pescato la carta", "Who drew the card"), wins, NULL},
        [OFTEN] = {in(p, "Quanto spesso capita", "How often it comes up"),
                   in(p, "volte a partita", "times a game"), NULL},
        [CHOSEN] =
            {in(p, "Chi ci è arrivato", "Who got there"), wins,
             in(p,
                "Non dice che cosa fa vincere: se una carta costa di più, ci arriva solo "
                "chi era già avanti, e la sua cifra può salire mentre la carta perde valore.",
                "It does not say what makes one win: when a card costs more, only those who "
                "were ahead get there, and its figure may rise while the card loses value.")},
        [PACE] = {in(p, "Ritmo", "Pace"), "", NULL},
    };
    return (vg_chart){.lang = p->lang,
                      .title = word[k].title,
                      .value_name = word[k].axis,
                      .caveat = word[k].caveat,
                      .count_name = in(p, "casi", "cases"),
                      .scale = k == OFTEN ? 1 : 100,
                      .decimals = k == OFTEN ? 2 : 1,
                      .sign = k == WORTH};
}

static void put_pace(const page *p, const change *x, int count)
{
    vg_text_printf(p->out,
                   "<h3>%s</h3><div class=o><table><tr><th><th class=n>%s<th>%s<th>%s<th>%s",
                   in(p, "Ritmo", "Pace"), in(p, "prima", "before"), in(p, "dopo", "after"),
                   in(p, "cambia di", "changes by"), in(p, "intervallo al 95 %", "95 % interval"));
    for (int i = 0; i < count; i++, x++) {
        vg_text_add(p->out, "<tr><th>");
        vg_html(p->out, x->label);
        vg_text_add(p->out, "<td class=n>");
        vg_put_number(p->out, x->was.value * x->scale, x->decimals, false, p->lang);
        vg_text_add(p->out, "<td>");
        vg_put_number(p->out, x->e.value * x->scale, x->decimals, false, p->lang);
        vg_text_add(p->out, "<td>");
        vg_put_number(p->out, x->by.value * x->scale, x->decimals, true, p->lang);
        vg_text_add(p->out, "<td class=i>");
        vg_chart_span(p->out, &x->by, x->scale, x->decimals, true, p->lang);
    }
    vg_text_add(p->out, "</table></div>\n");
}

// What a row stands under: the order of what has not clearly changed means nothing.
static const char *heading(const page *p, const change *x, int among)
{
    if (x->kind == PLACE) return NULL;
    if (x->touched) return in(p, "Quello che hai cambiato", "What you changed");
    return vg_estimate_off(&x->by, 0, among)
               ? in(p, "Cambiato chiaramente", "Clearly changed")
               : in(p, "Non si vede un cambiamento: il loro ordine non conta",
                    "No change to be seen: their order means nothing");
}

static void put_pair(page *p, const vg_simfile *before, const vg_simfile *after)
{
    changes c;
    report_turn_to(p, after);
    if (!report_compare(p, &c, before, after)) return;
    qsort(c.all, (size_t)c.count, sizeof c.all[0], by_size);
    for (int from = 0, to; from < c.count; from = to) {
        for (to = from; to < c.count && c.all[to].kind == c.all[from].kind;) to++;
        vg_chart_row row[MOST_ROWS];
        int rows = 0, few = 0;
        int level = 0; // rows in which no change is to be seen
        const char *last = NULL;
        for (int i = from; i < to && rows < MOST_ROWS; i++) {
            const change *x = &c.all[i];
            if (x->by.few && !x->touched) { // nobody can say what became of it
                few++;
                continue;
            }
            const char *head = heading(p, x, to - from);
            bool same = head && last && strcmp(head, last) == 0;
            last = head;
            level += head && !x->touched && !vg_estimate_off(&x->by, 0, to - from);
            row[rows++] = (vg_chart_row){.label = x->label,
                                         .heading = same ? NULL : head,
                                         .detail = x->detail,
                                         .e = x->e,
                                         .paired = true,
                                         .was = x->was,
                                         .change = x->by};
        }
        vg_chart chart = report_change_chart(p, c.all[from].kind);
        if (to - from > MOST_ROWS)
            chart.note = in(p, "Le prime 24; le altre sono nei file delle simulazioni.",
                            "The first 24; the rest is in the files of the simulations.");
        char left_out[120];
        vg_text text = VG_TEXT(left_out);
        vg_text_printf(&text,
                       in(p, "Con troppo pochi casi, e non mostrate: %d.",
                          "With too few cases, and not shown: %d."),
                       few);
        if (few) chart.left_out = left_out;
        char fold[120], caveat[200];
        vg_text fold_text = VG_TEXT(fold);
        vg_text_printf(&fold_text,
                       level < rows ? in(p, "Altre %d righe: non si vede un cambiamento",
                                         "%d more rows: no change to be seen")
                                    : in(p, "Tutte le %d righe: non si vede un cambiamento",
                                         "All %d rows: no change to be seen"),
                       level);
        if (level > MOST_LEVEL) {
            chart.folded = level;
            chart.fold_name = fold;
        }
        double games = c.all[from].kind == WORTH ? report_games_for_one(after, &c.all[from]) : 0;
        if (games > (double)after->tally->games && c.all[from].touched) {
            vg_text more = VG_TEXT(caveat);
            vg_text_add(&more, chart.caveat);
            vg_text_add(&more,
                        in(p, " Per ±1 punto servono circa ", " For ±1 point it takes about "));
            report_games(p, games, &more);
            vg_text_add(&more, in(p, " partite.", " games."));
            chart.caveat = caveat;
        }
        if (c.all[from].kind == PACE)
            put_pace(p, c.all + from, to - from);
        else
            vg_chart_rows(p->out, &chart, row, rows);
    }
    free(c.all);
}

// A range: one chart for each thing about the changed cards, one row for each run, compared with
// the first run.
static void put_range(page *p, const vg_simfile *files, int count)
{
    changes *c = calloc((size_t)count, sizeof c[0]);
    vg_chart_row *row = calloc((size_t)count, sizeof row[0]);
    vg_text *label = calloc((size_t)count, sizeof label[0]);
    for (int i = 0; c && row && label && i < count; i++) {
        report_turn_to(p, &files[i]);
        label[i] = vg_text_heap();
        line_list l = {.p = p, .game = p->f->game, .out = &label[i]};
        each_override(&files[i], list_line, &l);
        if (l.count == 1) { // as in a sweep: the card is in the title
            vg_text_clear(&label[i]);
            l = (line_list){.p = p, .game = l.game, .out = l.out, .brief = true};
            each_override(&files[i], list_line, &l);
        }
        if (l.count == 0) vg_text_add(&label[i], in(p, "come stampato", "as printed"));
        report_compare(p, &c[i], &files[0], &files[i]);
    }
    const changes *last = c && row && label ? &c[count - 1] : NULL;
    if (last && last->all) qsort(last->all, (size_t)last->count, sizeof(change), by_size);
    for (int k = 0; last && k < last->count; k++) {
        const change *x = &last->all[k];
        if (!x->touched && x->kind != PACE) continue;
        if (x->kind == PACE && strncmp(x->label, in(p, "decisioni a partita", "decisions a game"),
                                       sizeof x->label) != 0)
            continue;
        int rows = 0;
        for (int i = 0; i < count; i++)
            for (int m = 0; m < c[i].count; m++) {
                const change *y = &c[i].all[m];
                if (y->kind != x->kind || strcmp(y->label, x->label) != 0 ||
                    strcmp(y->group, x->group) != 0)
                    continue;
                row[rows++] = (vg_chart_row){.label = label[i].at,
                                             .e = y->e,
                                             .paired = true,
                                             .base = i == 0,
                                             .was = y->was,
                                             .change = y->by};
            }
        vg_chart chart = report_change_chart(p, x->kind);
        char title[160];
        vg_text text = VG_TEXT(title);
        bool pace = x->kind == PACE; // "Ritmo: decisioni a partita", else the card first
        vg_text_printf(&text, "%s%s %s", pace ? chart.title : x->label, pace ? ":" : ".",
                       pace ? x->label : chart.title);
        if (x->kind == OFTEN || x->kind == CHOSEN)
            vg_text_printf(&text, " (%s)", vg_group(x->group)->done.in[p->lang]);
        chart.title = title;
        chart.scale = x->scale;
        chart.decimals = x->decimals;
        if (x->kind == PACE) chart.value_name = x->label;
        vg_chart_rows(p->out, &chart, row, rows);
    }
    for (int i = 0; c && i < count; i++) free(c[i].all);
    for (int i = 0; label && i < count; i++) vg_text_release(&label[i]);
    free(c);
    free(row);
    free(label);
}

void report_change(page *p, const vg_simfile *files, int count)
{
    vg_text_printf(
        p->out, "<h2>%s</h2>\n<p class=s>%s</p>\n",
        count > 2 ? in(p, "Che cosa cambia, valore per valore", "What changes, value by value")
                  : in(p, "Che cosa è cambiato", "What changed"),
        files[0].seed == files[count - 1].seed
            ? in(p,
                 "Le stesse partite, con lo stesso caso, prima e dopo: le differenze sono "
                 "in coppia.",
                 "The same games, over the same chance, before and after: the differences "
                 "are paired.")
            : in(p,
                 "Partite con semi diversi: le differenze non sono in coppia, e con lo "
                 "stesso seme gli intervalli sarebbero più stretti.",
                 "Games of different seeds: the differences are not paired, and with one "
                 "seed the intervals would be narrower."));
    if (count > 2)
        put_range(p, files, count);
    else
        put_pair(p, &files[0], &files[1]);
}
