// report.c: which charts a page has, in which words.
#include "lab/report_parts.h"

#include <stdlib.h>
#include <string.h>

static const char style[] =
    ":root{--paper:#f6efe0;--ink:#2a2320;--soft:#6b5f55;--line:#d8ccb4;--ember:#b4472e}"
    "@media(prefers-color-scheme:dark){:root{--paper:#191a20;--ink:#efe6d2;--soft:#b3a893;"
    "--line:#3a3a42;--ember:#e2724f}}"
    "@media print{:root{--paper:#fff;--ink:#000;--soft:#444;--line:#bbb;--ember:#8a2f1a}"
    "figure,tr,section{break-inside:avoid}h2,h3,.t{break-after:avoid}*{print-color-adjust:exact}}"
    "body{background:var(--paper);color:var(--ink);font:17px/1.5 Georgia,'Times New Roman',serif;"
    "max-width:50rem;margin:2rem auto;padding:0 1rem}"
    "h1,h2,h3{line-height:1.2;font-weight:600}h1{font-size:2rem}"
    "h2{margin-top:3rem;border-top:3px solid var(--ember);padding-top:.6rem}"
    "a{color:var(--ember)}h3{margin:.2rem 0;font-size:1.1rem}p{margin:.3rem 0;max-width:42rem}"
    ".s,.k,.x,figcaption p{color:var(--soft)}figure{margin:2rem 0}"
    ".k,.x{font-size:.9rem}p.x{text-align:center;font:13px system-ui,sans-serif}"
    "ul{padding-left:1.2rem}li{margin:.3rem 0}"
    ".b{border:2px solid var(--ember);border-radius:.5rem;padding:.6rem 1rem;margin:1.5rem 0}"
    ".b h2{margin:.2rem 0;border:0;padding:0;font-size:1.2rem}"
    "svg{font:13px system-ui,sans-serif;fill:var(--ink);text-anchor:middle}"
    "svg.h{width:100%;height:196px}svg text{fill:var(--soft)}svg .e{text-anchor:end}"
    "rect,circle{fill:var(--ember)}circle.o{fill:var(--paper);stroke:var(--soft);stroke-width:2}"
    "circle.few{opacity:.4}.g{stroke:var(--line)}.w{stroke:var(--ember);stroke-width:2.5}"
    ".w.o{stroke:var(--soft);stroke-width:1.5}"
    ".f{stroke:var(--ink);stroke-dasharray:4 3}"
    "table{border-collapse:collapse;font:14px/1.4 system-ui,sans-serif;"
    "font-variant-numeric:tabular-nums;margin:.4rem 0}"
    "td,th{padding:.1rem .7rem .1rem 0;text-align:right;border-bottom:1px solid var(--line);"
    "font-weight:400}th:first-child{text-align:left}"
    "tr:first-child th{color:var(--soft)}small{color:var(--soft)}"
    ".c{width:100%}.c td.p{width:40%;padding:0;background:repeating-linear-gradient(90deg,"
    "var(--line) 0 1px,transparent 1px var(--g))}.c td:not(.p){white-space:nowrap}"
    ".c td.p+*{padding-left:.9rem}.c td.x{background:none}"
    ".c i{display:block;text-align:center;font-style:normal;color:var(--soft)}"
    ".c svg{display:block;width:100%;height:26px;overflow:visible}.c .x svg{height:14px}"
    ".c td.p:not(.x){clip-path:inset(0 -9px)}.i{white-space:nowrap}"
    ".c .t th{color:var(--soft);font-style:italic;padding-top:.5rem}"
    "@media(max-width:40rem){.c,.c tbody{display:block}.c tr{display:grid;"
    "grid-template-columns:1fr auto auto;border-bottom:1px solid var(--line);padding:.2rem 0}"
    ".c td,.c th{border:0}.c td.p{grid-area:2/1/3/4;width:auto;margin:0 .3rem}.n{display:none}"
    ".c tr:first-child th{display:none}.c .t{display:block}"
    ".o td,.o th{padding-right:.4rem}td.i{font-size:.85em}"
    ".a .i{display:block;font-size:.85em}}"
    ".m{font-weight:700}code{white-space:nowrap;font-size:.9em}code.l{white-space:normal;"
    "overflow-wrap:anywhere}"
    ".d{margin:2rem 0}.d "
    "figure{margin-top:.5rem}.o{overflow-x:auto;margin:0 0 "
    "1.5rem}summary{color:var(--soft);font:14px "
    "system-ui,sans-serif;cursor:pointer}";

void report_turn_to(page *p, const vg_simfile *f)
{
    p->f = f;
    p->tuned = p->known = false;
    vg_game_untune(f->game);
    vg_json_doc about;
    if (vg_json_read(&about, f->about.at, f->about.len)) {
        char word[256];
        vg_text text = VG_TEXT(word);
        int at = vg_json_find(&about, 0, "overrides");
        p->known = vg_json_get_string(&about, vg_json_find(&about, 0, "edition"), &text) &&
                   (at >= 0 || strcmp(word, f->game->editions[0]) == 0);
        for (int i = 0; i < vg_json_count(&about, at); i++) {
            char buffer[512];
            vg_text line = VG_TEXT(word), why = VG_TEXT(buffer);
            p->tuned = vg_json_get_string(&about, vg_json_item(&about, at, i), &line) &&
                       vg_game_tune(f->game, word, p->lang, &why) == VG_OK;
            p->known = p->known && p->tuned;
        }
    }
    vg_json_release(&about);
}

void report_numbers(const page *p, const char *slug, vg_text *out)
{
    if (p->known) vg_game_numbers(p->f->game, slug, p->tuned, p->lang, out);
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
    vg_text_add(p->out, " <span class=i>");
    vg_put_number(p->out, value, 2, false, p->lang);
    vg_text_add(p->out, " (");
    vg_put_number(p->out, e.low * fair, 2, false, p->lang);
    vg_text_add(p->out, "–");
    vg_put_number(p->out, e.high * fair, 2, false, p->lang);
    vg_text_add(p->out, ")</span>");
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
    report_place(p, best, &text);
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

// The setup a run was played with, as far as its options go.
static void read_options(const vg_simfile *f, const vg_json_doc *about, vg_setup *out)
{
    int options = vg_json_find(about, 0, "options");
    vg_setup_normal(f->game, f->seats, out);
    for (int i = 0; i < f->game->option_count; i++) {
        char word[96];
        vg_text text = VG_TEXT(word);
        int at = vg_json_find(about, options, f->game->options[i].key);
        int64_t number = 0;
        vg_text_printf(&text, "%s=", f->game->options[i].key);
        if (vg_json_get_int(about, at, &number))
            vg_text_int(&text, (long)number);
        else if (!vg_json_get_string(about, at, &text))
            continue;
        char buffer[256];
        vg_text why = VG_TEXT(buffer);
        if (vg_setup_option(f->game, out, word, VG_EN, &why) != VG_OK) continue; // as usual, then
    }
}

// "Quest for Legend, 2 seats, greedy": the game if there are several, each bot once, changed
// numbers mentioned.
void report_name(const page *p, const vg_simfile *f)
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
        vg_setup how;
        read_options(f, &about, &how);
        for (int i = 0; i < f->game->preset_count; i++) {
            if (!vg_preset_holds(f->game, &f->game->presets[i], &how)) continue;
            vg_text_add(p->out, ", ");
            vg_html(p->out, f->game->presets[i].name.in[p->lang]);
        }
    }
    vg_json_release(&about);
    report_changed(p, f);
}

static void put_summary(const page *p, const vg_simfile *files, int count)
{
    vg_text_printf(p->out, "<div class=o><table><tr><th>%s<th>%s<th>%s<th>%s<th>%s<th class=n>%s",
                   in(p, "simulazione", "simulation"), in(p, "partite", "games"),
                   in(p, "chi comincia vince, %", "who starts wins, %"), in(p, "alla pari", "fair"),
                   in(p, "decisioni", "decisions"), in(p, "vittorie divise, %", "shared wins, %"));
    for (int i = 0; i < count; i++) {
        const vg_tally *t = files[i].tally;
        vg_text_printf(p->out, "<tr><th><a href=\"#r%d\">", i);
        report_name(p, &files[i]);
        vg_text_printf(p->out, "</a><td>%llu<td class=i>", (unsigned long long)t->games);
        vg_estimate first = vg_sums_share(&t->place[0]);
        vg_put_number(p->out, first.value * 100, 1, false, p->lang);
        vg_text_add(p->out, " ± ");
        vg_put_number(p->out, (first.high - first.low) * 50, 1, false, p->lang);
        vg_text_add(p->out, "<td>");
        vg_put_number(p->out, 100.0 / files[i].seats, 1, false, p->lang);
        vg_text_add(p->out, "<td>");
        vg_put_number(p->out, t->games ? (double)t->decisions / (double)t->games : 0, 1, false,
                      p->lang);
        vg_text_add(p->out, "<td class=n>");
        if (files[i].game->factions) // every win is a faction's
            vg_text_add(p->out, "–");
        else
            vg_put_number(p->out, t->games ? (double)t->draws * 100 / (double)t->games : 0, 1,
                          false, p->lang);
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
    vg_put_number(p->out, t->limit, 2, false, p->lang);
    vg_text_printf(p->out, "%s</p>\n<div class=\"o a\"><table><tr><th>%s<th>%s",
                   in(p,
                      ": chi lo passa è in grassetto, e può essere caso se il suo intervallo "
                      "comincia più sotto.",
                      ": who does is bold, and it may be chance if the interval begins below."),
                   in(p, "simulazione", "simulation"), in(p, "ordine di gioco", "order of play"));
    if (t->group) vg_text_printf(p->out, "<th>%s", vg_group(t->group)->title.in[p->lang]);
    for (int i = 0; i < count; i++) {
        report_turn_to(p, &files[i]);
        vg_text_printf(p->out, "<tr><th><a href=\"#r%d\">", i);
        report_name(p, p->f);
        vg_text_add(p->out, "</a>");
        put_highest(p, t);
    }
    vg_text_add(p->out, "</table></div>\n");
}

// ---- what the page tells -----------------------------------------------------------

// The most striking of many figures.
typedef struct finding {
    const vg_simfile *f;
    char label[VG_TALLY_NAME];
    vg_estimate e;
    double chance, fair;
    int among;
} finding;

static void offer(finding *best, const vg_simfile *f, const char *label, const vg_estimate *e,
                  double from)
{
    double chance = vg_estimate_chance(e, from);
    best->among++;
    if (best->f && chance >= best->chance) return;
    best->f = f;
    best->e = *e;
    best->chance = chance;
    best->fair = from;
    vg_text text = VG_TEXT(best->label);
    vg_text_clear(&text);
    vg_text_add(&text, label);
}

// "Ercole vince più della sua parte, con 3 posti, greedy: 38,1 % (da 35,0 a 41,3), alla pari 33,3
// %."
static void say_finding(const page *p, const finding *x)
{
    double fair = x->fair;
    vg_text_add(p->out, "<li>");
    vg_html(p->out, x->label);
    vg_text_add(p->out,
                x->e.value > fair
                    ? in(p, " vince più della sua parte (", " wins more than its share (")
                    : in(p, " vince meno della sua parte (", " wins less than its share ("));
    report_name(p, x->f);
    vg_text_add(p->out, "): ");
    vg_chart_value_html(p->out, &x->e, 100, 1, false, " %", p->lang);
    vg_text_add(p->out, in(p, ", alla pari ", ", fair is "));
    vg_put_number(p->out, fair * 100, 1, false, p->lang);
    vg_text_add(p->out, " %.");
}

static void say_places(const page *p, const vg_simfile *files, int count)
{
    finding best = {0};
    for (int i = 0; i < count; i++)
        for (int k = 0; k < files[i].seats; k++) {
            char label[40];
            vg_text text = VG_TEXT(label);
            report_place(p, k, &text);
            vg_estimate e = vg_sums_share(&files[i].tally->place[k]);
            offer(&best, &files[i], label, &e, 1.0 / files[i].seats);
        }
    if (best.f && best.chance * best.among < 0.05)
        say_finding(p, &best);
    else
        vg_text_printf(p->out, "<li>%s",
                       in(p, "Nessuno è chiaramente avvantaggiato dall'ordine di gioco.",
                          "Nobody is clearly helped by the order of play."));
}

// What chance gives a seat: heroes, characters, lineages.
static void say_heroes(const page *p, const vg_simfile *files, int count)
{
    finding best = {0};
    for (int i = 0; i < count; i++) {
        const vg_tally_trait *x[VG_TALLY_TRAITS];
        int n = files[i].measured ? vg_tally_sorted(files[i].tally, x) : 0;
        for (int k = 0; k < n; k++) {
            const vg_group_words *w = vg_group(x[k]->group);
            double fair = vg_tally_fair(files[i].game, x[k], files[i].seats);
            if (w->chosen || w->rank < 1 || w->rank > 2 || fair <= 0) continue;
            // Who is of a faction wins with it: of the rest nothing could be told apart.
            if (files[i].game->factions && w->rank > 1) continue;
            vg_estimate e = vg_tally_share(files[i].tally, files[i].game, x[k]);
            offer(&best, &files[i], x[k]->name[p->lang], &e, fair);
        }
    }
    if (!best.f) return;
    if (best.chance * best.among < 0.05)
        say_finding(p, &best);
    else
        vg_text_printf(
            p->out,
            in(p,
               "<li>Fra %d confronti, niente di quello che si è (eroe, personaggio, "
               "stirpe, fazione) è chiaramente troppo forte o troppo debole.",
               "<li>Among %d comparisons, nothing that one is (hero, character, lineage, "
               "faction) is clearly too strong or too weak."),
            best.among);
}

// "Un punto di valore in più ... vale +3,8 (da +0,7 a +7,0) punti percentuali di vittoria": of the
// run that knows best. False if none does, or it is not as `clear` as is wanted.
static bool say_slope(page *p, const vg_simfile *files, int count, bool clear)
{
    const vg_simfile *from = NULL;
    vg_estimate best = {0};
    for (int i = 0; i < count; i++) {
        const vg_tally_trait *x[VG_TALLY_TRAITS];
        int n = files[i].measured ? vg_tally_sorted(files[i].tally, x) : 0;
        report_turn_to(p, &files[i]);
        for (int k = 0, to; k < n; k = to) {
            for (to = k + 1; to < n && strcmp(x[to]->group, x[k]->group) == 0;) to++;
            vg_estimate e;
            if (!report_slope(p, x + k, to - k, &e) || e.few) continue;
            if (from && e.error >= best.error) continue;
            best = e;
            from = &files[i];
        }
    }
    if (!from || vg_estimate_off(&best, 0, 1) != clear) return false;
    vg_text_add(p->out, in(p, "<li>Un punto di valore in più di quel che si prende (",
                           "<li>One more point of value of what is taken ("));
    report_name(p, from);
    vg_text_add(p->out, clear ? in(p, ") vale ", ") is worth ")
                              : in(p, ") non cambia le vittorie in modo che si veda: ",
                                   ") does not visibly change who wins: "));
    vg_chart_value_html(p->out, &best, 100, 1, true, "", p->lang);
    vg_text_add(p->out, in(p, " punti percentuali di vittoria.", " percentage points of winning."));
    return true;
}

static void say_cards(page *p, const vg_simfile *files, int count)
{
    finding best = {0};
    int swaps = 0;
    for (int i = 0; i < count; i++) {
        const vg_tally_trait *x[VG_TALLY_TRAITS];
        int n = files[i].measured ? vg_tally_sorted(files[i].tally, x) : 0;
        for (int k = 0; k < n; k++) {
            vg_estimate e = vg_sums_gain(&x[k]->swap);
            if (e.n == 0) continue;
            swaps++;
            offer(&best, &files[i], x[k]->name[p->lang], &e, 0);
        }
    }
    if (!swaps || say_slope(p, files, count, true)) return; // what holds for all comes first
    if (best.chance * best.among >= 0.05) {
        if (say_slope(p, files, count, false)) return;
        vg_text_printf(p->out, "<li>%s",
                       in(p,
                          "Nessuna carta si distingue per valore: ci vogliono più partite, o le "
                          "carte si equivalgono.",
                          "No card stands out in worth: it takes more games, or the cards are as "
                          "good as each other."));
        return;
    }
    vg_text_add(p->out, "<li>");
    vg_text_add(p->out, in(p, "La carta che pesa di più è ", "The card that weighs most is "));
    vg_html(p->out, best.label);
    vg_text_add(p->out, " (");
    report_name(p, best.f);
    vg_text_add(p->out, "): ");
    vg_chart_value_html(p->out, &best.e, 100, 1, true, "", p->lang);
    vg_text_add(p->out,
                in(p, " punti percentuali di vittoria a chi la riceve al posto di un'altra.",
                   " percentage points of winning to who gets it instead of another."));
}

static void say_pace(const page *p, const vg_simfile *f)
{
    vg_figure made[VG_FIGURES];
    int n = vg_figures(f->tally, f->game, f->seats, f->measured, made);
    const vg_figure *minutes = NULL, *rounds = NULL, *half = NULL;
    for (int i = 0; i < n; i++) {
        if (strcmp(made[i].slug, "minutes") == 0) minutes = &made[i];
        if (strcmp(made[i].slug, "rounds") == 0) rounds = &made[i];
        if (strcmp(made[i].slug, "half_leader_wins") == 0) half = &made[i];
    }
    if (!minutes || !rounds) return;
    vg_text_add(p->out, in(p, "<li>Una partita (", "<li>A game ("));
    report_name(p, f);
    vg_text_add(p->out, in(p, ") fa circa ", ") goes about "));
    vg_put_number(p->out, rounds->estimate.value, 0, false, p->lang);
    vg_text_add(p->out, in(p, " giri di tavolo, ", " times round the table, "));
    vg_put_number(p->out, minutes->estimate.value, 0, false, p->lang);
    vg_text_printf(p->out,
                   in(p, " minuti di sole decisioni (sulla scatola %d)",
                      " minutes of deciding alone (on the box %d)"),
                   f->game->minutes);
    if (half) {
        vg_text_add(p->out, in(p, "; chi è in testa a metà vince il ",
                               "; who leads at half time "
                               "wins "));
        vg_put_number(p->out, half->estimate.value * 100, 0, false, p->lang);
        vg_text_add(p->out, in(p, " % delle volte (alla pari ", " % of the time (fair is "));
        vg_put_number(p->out, f->game->factions ? 50 : 100.0 / f->seats, 0, false, p->lang);
        vg_text_add(p->out, " %)");
    }
    vg_text_add(p->out, ".");
}

// Weak bots are weak judges.
static bool say_judge(const page *p, const vg_simfile *files, int count)
{
    for (int i = 0; i < count; i++)
        if (strstr(files[i].about.at, "\"search") || strstr(files[i].about.at, "\"cmd:"))
            return false;
    vg_text_printf(p->out, "<li>%s",
                   in(p,
                      "Hanno giocato bot che non guardano avanti: prima di cambiare una carta "
                      "rifai la prova con <code>--bots search:300</code>.",
                      "The bots that played do not look ahead: before you change a card try again "
                      "with <code>--bots search:300</code>."));
    return true;
}

// At most five sentences, made from the figures.
static void say_all(page *p, const vg_simfile *files, int count, const vg_ladder *ladders,
                    int ladder_count)
{
    if (report_comparable(files, count)) {
        (void)report_change_says(p, files, count, 4);
    } else if (count == 0) {
        for (int i = 0; i < ladder_count && i < 5; i++) report_ladder_says(p, &ladders[i]);
    } else {
        if (!files[0].game->factions) say_places(p, files, count); // places are factions there
        if (p->one) say_heroes(p, files, count);
        if (p->one) say_cards(p, files, count);
        const vg_simfile *most = &files[0]; // the run that knows best
        for (int i = 1; i < count; i++)
            if (files[i].measured && files[i].tally->games > most->tally->games) most = &files[i];
        say_pace(p, most);
    }
    bool judged = count && say_judge(p, files, count);
    if (count && !judged && ladder_count && !ladders[0].step[1].over.few &&
        !report_comparable(files, count))
        report_ladder_says(p, &ladders[0]); // the fifth at most
}

// A line never begins with the sign of "95 %".
static void bind_percents(const char *s, vg_text *out)
{
    for (; *s; s++) {
        if (s[0] == ' ' && s[1] == '%')
            vg_text_add(out, "\u00a0");
        else
            vg_text_char(out, *s);
    }
}

void vg_report_write(const vg_simfile *files, int count, const vg_ladder *ladders, int ladder_count,
                     vg_lang lang, vg_text *into)
{
    vg_text whole = vg_text_heap(), *out = &whole;
    page p = {.out = out, .lang = lang, .f = files, .open = vg_text_heap()};
    p.one = true;
    const vg_game *game = count ? files[0].game : ladders[0].game;
    for (int i = 0; i < count; i++) p.one = p.one && files[i].game == game;
    for (int i = 0; i < ladder_count; i++) p.one = p.one && ladders[i].game == game;
    const char *title = p.one ? game->name : "Veglia";
    vg_text_printf(out,
                   "<!doctype html>\n<html lang=%s><meta charset=utf-8>"
                   "<meta name=viewport content=\"width=device-width\">"
                   "<meta name=color-scheme content=\"light dark\"><title>",
                   vg_lang_code(lang));
    vg_html(out, title);
    vg_text_printf(out, "%s</title>\n<style>%s</style>\n<h1>", in(&p, ": equilibrio", ": balance"),
                   style);
    vg_html(out, title);
    vg_text_printf(
        out, "</h1>\n<p class=s>%s</p>\n",
        in(&p,
           "Partite giocate dai bot di Veglia. Accanto alle cifre c'è l'intervallo al 95 %: "
           "se contiene la linea tratteggiata, la differenza può essere caso. \"Troppo "
           "pochi casi\": non si può dire quanto sia sicura.",
           "Games played by Veglia's bots. Beside the figures stands the 95 % interval: "
           "where it holds the dashed line, the difference may be chance. \"Too few "
           "cases\": nobody can say how sure it is."));
    vg_text_printf(out, "<section class=b><h2>%s</h2><ul>",
                   in(&p, "Che cosa dice questa pagina", "What this page tells you"));
    say_all(&p, files, count, ladders, ladder_count);
    vg_text_add(out, "</ul></section>\n");
    if (report_comparable(files, count)) report_change(&p, files, count);
    if (count) put_summary(&p, files, count);
    if (p.one && count) put_targets(&p, files, count);
    for (int i = 0; i < ladder_count; i++) report_ladder(&p, &ladders[i]);
    for (int i = 0; i < count; i++) {
        report_turn_to(&p, &files[i]);
        report_run(&p, i);
    }
    if (count) vg_game_untune(p.f->game);
    vg_text_release(&p.open);
    vg_text_add(out, "</html>\n");
    bind_percents(whole.at, into);
    into->cut = into->cut || whole.cut;
    vg_text_release(&whole);
}

void vg_report_live(const vg_simfile *files, int count, vg_lang lang, vg_json *j)
{
    vg_text says = vg_text_heap(), bound = vg_text_heap();
    page p = {.out = &says, .lang = lang, .f = files, .one = true};
    say_all(&p, files, count, NULL, 0);
    bind_percents(says.at ? says.at : "", &bound);
    vg_json_open(j, '{');
    vg_json_put_int(j, "games", (int64_t)files[0].tally->games);
    vg_json_put_string(j, "says", bound.at ? bound.at : "");
    report_live(&p, files, count, j);
    vg_json_close(j, '}');
    vg_game_untune(files[0].game);
    vg_text_release(&says);
    vg_text_release(&bound);
}
