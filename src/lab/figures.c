// figures.c: which figures there are, and what each is made of.
#include "lab/figures.h"

#include "lab/words.h"

#include <stdio.h>
#include <string.h>

// How long people need: seconds for a choice, for a move that is the only one, and where a piece of
// the story is told.
#define THINK 6.0
#define NOD   2.0
#define TELL  30.0

typedef struct figure_def {
    const char *slug;
    vg_words name;
    vg_pace y, n;
    double unit; // y is counted in these
    bool share, measured;
    int decimals;
} figure_def;

static const figure_def defs[] = {
    {"decisions", VG_WORDS("decisioni a partita", "decisions a game"), VG_PACE_decisions,
     VG_PACE_games, 1, false, false, 1},
    {"shared_wins", VG_WORDS("vittorie divise fra più posti, %", "wins shared by several seats, %"),
     VG_PACE_shared, VG_PACE_games, 1, true, false, 1},
    {"turns", VG_WORDS("turni a partita", "turns a game"), VG_PACE_turns, VG_PACE_games, 1, false,
     true, 1},
    {"decisions_per_turn", VG_WORDS("decisioni a turno", "decisions a turn"), VG_PACE_decisions,
     VG_PACE_turns, 1, false, true, 2},
    {"branching", VG_WORDS("mosse fra cui scegliere", "moves to choose from"), VG_PACE_choices,
     VG_PACE_decisions, 1, false, true, 2},
    {"forced", VG_WORDS("decisioni obbligate, %", "forced decisions, %"), VG_PACE_forced,
     VG_PACE_decisions, 1, true, true, 1},
    {"lead_changes", VG_WORDS("cambi in testa a partita", "lead changes a game"),
     VG_PACE_lead_changes, VG_PACE_decided, 1, false, true, 2},
    {"half_leader",
     VG_WORDS("partite in cui a metà uno solo è in testa, %",
              "games in which one alone leads at half time, %"),
     VG_PACE_half_led, VG_PACE_games, 1, true, true, 1},
    {"half_leader_wins",
     VG_WORDS("di queste, quante ne vince chi era in testa, %",
              "of these, how many that leader wins, %"),
     VG_PACE_half_won, VG_PACE_half_led, VG_WIN, true, true, 1},
    {"comeback_from_last",
     VG_WORDS("chi vince era ultimo a metà, %", "the winner was last at half time, %"),
     VG_PACE_half_last, VG_PACE_decided, 1, true, true, 1},
    {"runaway",
     VG_WORDS("fughe: in testa da un quarto fino alla fine, %",
              "runaways: ahead from a quarter to the end, %"),
     VG_PACE_early_kept, VG_PACE_decided, 1, true, true, 1},
    {"early_leader_keeps",
     VG_WORDS("chi è solo in testa dopo un quarto ci resta, %",
              "who leads alone after a quarter stays ahead, %"),
     VG_PACE_early_kept, VG_PACE_early, 1, true, true, 1},
};

static void finish(vg_figure *f, bool share)
{
    f->estimate = share ? vg_ratio_share(&f->ratio) : vg_ratio_mean(&f->ratio);
    f->scale = share ? 100 : 1;
}

int vg_figures(const vg_tally *t, const vg_game *game, int seats, bool measured,
               vg_figure out[VG_FIGURES])
{
    int count = 0;
    for (size_t i = 0; i < sizeof defs / sizeof defs[0]; i++) {
        const figure_def *d = &defs[i];
        if ((d->measured && !measured) || vg_tally_sum(t->pace[d->n]) == 0) continue;
        // Where factions win, every win is shared: that says nothing.
        if (d->y == VG_PACE_shared && t->draws == t->games) continue;
        vg_figure *f = &out[count++];
        *f = (vg_figure){.slug = d->slug, .name = d->name, .decimals = d->decimals};
        f->ratio = vg_tally_ratio(t->pace[d->y], t->pace[d->n], d->unit);
        finish(f, d->share);
        if (strcmp(d->slug, "turns") != 0) continue;
        // Beside the turns: times round the table, and how long people would need.
        vg_figure *rounds = &out[count++], *minutes = &out[count++];
        *rounds = (vg_figure){.slug = "rounds",
                              .name = VG_WORDS("giri di tavolo a partita", "times round the table"),
                              .decimals = 1};
        rounds->ratio = vg_tally_ratio(t->pace[VG_PACE_turns], t->pace[VG_PACE_games], seats);
        finish(rounds, false);
        *minutes =
            (vg_figure){.slug = "minutes",
                        .name = VG_WORDS("minuti, a 6 secondi per scelta e 2 per mossa obbligata",
                                         "minutes, at 6 seconds a choice and 2 a forced move"),
                        .decimals = 1};
        minutes->ratio = vg_tally_ratio(t->pace[VG_PACE_decisions], t->pace[VG_PACE_games], 1);
        for (int l = 0; l < VG_LOTS; l++) {
            double forced = (double)t->pace[VG_PACE_forced][l];
            minutes->ratio.y[l] = ((minutes->ratio.y[l] - forced) * THINK + forced * NOD) / 60;
        }
        for (int k = 0; k < game->ask_count; k++) {
            if (!game->asks[k].name || !vg_ask_tells(game, game->asks[k].name)) continue;
            minutes->name = (vg_words)VG_WORDS(
                "minuti, a 6 secondi per scelta, 2 per mossa obbligata e 30 dove "
                "si racconta",
                "minutes, at 6 seconds a choice, 2 a forced move and 30 where "
                "something is told");
            for (int l = 0; l < VG_LOTS; l++)
                minutes->ratio.y[l] += (double)t->ask[k].n[l] * (TELL - THINK) / 60;
        }
        finish(minutes, false);
    }
    assert(count <= VG_FIGURES);
    return count;
}

void vg_put_number(vg_text *out, double x, int decimals, bool sign, vg_lang lang)
{
    char text[48];
    snprintf(text, sizeof text, sign ? "%+.*f" : "%.*f", decimals, x);
    bool zero = strspn(text, "+-0.") == strlen(text);
    size_t digits = strcspn(text + strspn(text, "+-"), "."), left = digits; // before the point
    for (const char *s = text; *s; s++) {
        if ((*s == '-' || *s == '+') && zero) continue;
        if (*s == '-') {
            vg_text_add(out, "\u2212");
            continue;
        }
        vg_text_char(out, *s == '.' && lang == VG_IT ? ',' : *s);
        if (*s == '+' || left == 0) continue;
        if (--left > 0 && left % 3 == 0 && digits > 4) // 1000, 10,000
            vg_text_char(out, lang == VG_IT ? '.' : ',');
    }
}
