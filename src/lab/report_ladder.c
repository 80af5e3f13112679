// report_ladder.c: how much skill counts: the bots of an arena as the steps of a ladder.
#include "lab/report_parts.h"

#include <stdio.h>
#include <string.h>

// "search:200 è davanti a greedy il 71,3 % (da 66,0 a 76,1) delle volte."
void report_ladder_says(const page *p, const vg_ladder *l)
{
    const int top = l->count - 1;
    vg_text_add(p->out, "<li>");
    vg_text_add(p->out, in(p, "Fra ", "Between "));
    vg_html(p->out, l->step[0].bot);
    vg_text_add(p->out, in(p, " e ", " and "));
    vg_html(p->out, l->step[top].bot);
    vg_text_add(p->out, in(p, " ci sono ", " lie "));
    vg_put_number(p->out, l->step[top].elo.value - l->step[0].elo.value, 0, false, p->lang);
    vg_text_add(p->out, in(p, " punti Elo; ", " points of Elo; "));
    vg_html(p->out, l->step[top].bot);
    vg_text_add(p->out, in(p, " sta davanti a ", " is ahead of "));
    vg_html(p->out, l->step[top - 1].bot);
    vg_text_add(p->out, in(p, " nel ", " in "));
    vg_chart_value_html(p->out, &l->step[top].over, 100, 1, false, " %", p->lang);
    vg_text_add(p->out, in(p, " delle partite.", " of the games."));
}

void report_ladder(const page *p, const vg_ladder *l)
{
    vg_chart_row row[VG_MAX_SEATS];
    char label[VG_MAX_SEATS][2 * VG_LADDER_SPEC + 16];
    vg_text_printf(p->out, "<h2>%s", in(p, "Quanto conta la bravura", "How much skill counts"));
    if (!p->one) vg_text_printf(p->out, ": %s", l->game->name);
    vg_text_printf(p->out, "</h2>\n<p class=s>");
    vg_text_printf(p->out,
                   in(p,
                      "%d posti, %llu partite in %llu giri: in ogni giro ogni bot siede a ogni "
                      "posto sullo stesso caso.",
                      "%d seats, %llu games in %llu rounds: in a round every bot has every seat "
                      "over the same chance."),
                   l->seats, (unsigned long long)l->games, (unsigned long long)l->rounds);
    vg_text_add(p->out, "</p>\n");
    for (int i = 0; i < l->count; i++)
        row[i] = (vg_chart_row){.label = l->step[i].bot, .e = l->step[i].elo};
    vg_chart c = {.lang = p->lang,
                  .title = in(p, "La scala dei bot", "The ladder of bots"),
                  .note = in(p,
                             "Più la curva sale, più chi pensa meglio vince; dove si appiattisce, "
                             "pensare di più non serve, o questi bot non sanno farne uso.",
                             "The steeper the curve, the more whoever thinks better wins; where it "
                             "is flat, more thinking does not help, or these bots cannot use it."),
                  .value_name = "Elo",
                  .count_name = in(p, "giri", "rounds"),
                  .scale = 1,
                  .sign = true};
    vg_chart_curve(p->out, &c, row, l->count);
    for (int i = 1; i < l->count; i++) {
        snprintf(label[i], sizeof label[i], in(p, "%s contro %s", "%s against %s"), l->step[i].bot,
                 l->step[i - 1].bot);
        row[i - 1] = (vg_chart_row){.label = label[i], .e = l->step[i].over};
    }
    c = (vg_chart){.lang = p->lang,
                   .title =
                       in(p, "Ogni gradino contro quello sotto", "Each step against the one below"),
                   .value_name = in(p, "davanti, %", "ahead, %"),
                   .count_name = in(p, "giri", "rounds"),
                   .scale = 100,
                   .decimals = 1,
                   .has_line = true,
                   .line = 0.5,
                   .line_name = in(p, "alla pari", "even")};
    vg_chart_rows(p->out, &c, row, l->count - 1);
}
