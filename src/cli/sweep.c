// sweep.c: `veglia sweep`: one number of an edition through a range, compared value by value.
#include "cli/lab.h"

#include "lab/report.h"

#include <stdlib.h>
#include <string.h>

enum { ID_GAMES = 1, ID_BOTS, ID_SWAP_CARD, ID_OUTPUT, ID_FORCE };

static const cli_option options[] = {
    CLI_SETUP_OPTIONS,
    {ID_GAMES, "games", "N",
     VG_WORDS("quante partite per valore (1000)", "how many games for each value (1000)")},
    {ID_BOTS, "bots", "LIST",
     VG_WORDS("un bot per tutti, o uno per posto (greedy)",
              "one bot for all, or one a seat (greedy)")},
    LAB_RUN_OPTIONS,
    {ID_SWAP_CARD, "swap-card", "CARD",
     VG_WORDS("quanto vale questa carta (senza: quella che cambia)",
              "what this card is worth (default: the one that changes)")},
    {ID_OUTPUT, "o output", "FILE.html",
     VG_WORDS("dove scrivere la pagina (senza: sull'uscita)",
              "where to write the page (default: stdout)")},
    CLI_FORCE_OPTION(ID_FORCE),
};

typedef struct watch {
    cli_progress progress;
    uint64_t before, total;
} watch;

static void show_progress(void *with, uint64_t done, uint64_t total)
{
    watch *w = with;
    (void)total;
    cli_progress_show(&w->progress, w->before + done, w->total);
}

static int run(cli *c)
{
    cli_setup said = {0};
    lab_run how = {0};
    const char *games = "1000", *bots = "greedy", *output = NULL;
    vg_sim_plan plan = {.measure = true};
    bool force = false;
    for (int id; (id = cli_next(c)) != 0;) {
        if (cli_setup_take(c, &said, id) || lab_run_take(c, &how, id)) continue;
        switch (id) {
        case ID_GAMES: games = c->value; break;
        case ID_BOTS: bots = c->value; break;
        case ID_SWAP_CARD: plan.swap_card = c->value; break;
        case ID_OUTPUT: output = c->value; break;
        case ID_FORCE: force = true; break;
        }
    }
    if (c->done) return c->status;
    lab_player players[VG_MAX_SEATS];
    char path[128];
    long from = 0, to = 0;
    if (!cli_at_most(c, 2) || !(plan.game = cli_game(c, cli_operand(c, 0))) ||
        !lab_range(c, cli_operand(c, 1), path, &from, &to) ||
        !cli_setup_make(c, &said, plan.game, plan.game->min_seats, &plan.setup) ||
        !cli_number(c, "--games", games, 1, UINT64_C(1000000000), &plan.games) ||
        !lab_run_make(c, &how, &plan.seed, &plan.threads, &plan.budget) ||
        !lab_seat(c, plan.game, bots, plan.setup.seats, players) ||
        (plan.swap_card && !lab_card(c, "--swap-card", plan.swap_card, plan.game, &plan.setup)) ||
        (output && !cli_can_make(c, output, force)))
        return CLI_WRONG;
    plan.swap = true;
    for (int p = 0; p < plan.setup.seats; p++) {
        plan.bot[p] = players[p].bot;
        if (!players[p].command) continue;
        cli_complain(c, "sweep rigioca le partite: non con programmi esterni",
                     "sweep plays games again: not with external programs");
        return CLI_WRONG;
    }
    char line[160];
    vg_change change;
    snprintf(line, sizeof line, "%s=%ld", path, from);
    if (!plan.swap_card && vg_game_change(plan.game, line, &change)) plan.swap_card = change.slug;

    int count = (int)(to - from) + 1, made = 0;
    vg_simfile *files = calloc((size_t)count, sizeof files[0]);
    watch w = {.progress = cli_progress_start(c), .total = plan.games * (uint64_t)count};
    plan.progress = show_progress;
    plan.with = &w;
    bool good = files != NULL;
    for (; good && made < count; made++) {
        snprintf(line, sizeof line, "%s=%ld", path, from + made);
        good = lab_play_tuned(c, &plan, path, line, &files[made]);
        w.before += plan.games;
    }
    cli_progress_end(&w.progress);
    int status = good ? CLI_OK : CLI_WRONG;
    if (good) {
        vg_text page = vg_text_heap();
        vg_report_write(files, count, NULL, 0, c->lang, &page);
        if (!output) fwrite(page.at, 1, page.len, stdout);
        if (page.cut || (output && !cli_write(c, output, page.at, page.len, false)))
            status = CLI_NO;
        vg_text_release(&page);
    }
    for (int i = 0; i < made; i++) vg_simfile_release(&files[i]);
    free(files);
    return status;
}

const cli_command cli_sweep = {
    .name = "sweep",
    .usage = "GAME PATH=FROM..TO [--seats N] [--games N] [-o FILE.html]",
    .what = VG_WORDS("Prova i valori di un numero e li confronta",
                     "Tries the values of a number and compares them"),
    .more = VG_WORDS("Gioca le stesse partite con ogni valore e ne fa una pagina: che cosa cambia "
                     "da un valore all'altro, con gli intervalli. docs/lab.md spiega le misure.",
                     "Plays the same games with every value and makes a page of it: what changes "
                     "from one value to the next, with intervals. docs/lab.md explains the "
                     "measures."),
    .example = "veglia sweep quest quest.mission.medusa.points=3..6 --seats 3 -o medusa.html",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .bots = CLI_OUR_BOTS,
    .run = run,
};
