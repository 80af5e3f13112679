// tune.c: `veglia tune`: searches the numbers of an edition for what a designer wants of the game.
//
// From the printed numbers it goes a step at a time, always the one that helps most, and only where
// the paired difference is clear; steps are half a range at first, since small ones are hard to
// tell from chance, and are halved when none helps; where one number alone cannot change (a deck
// keeps its size) another gives what it takes. Whoever looks at many tries finds some that only
// seem better: what is told at the end comes of games that the search did not see.
#include "cli/lab.h"

#include "lab/aim.h"
#include "lab/report.h"

#include <stdlib.h>
#include <string.h>

enum { ID_GAMES = 1, ID_BOTS, ID_AIM, ID_TRIES, ID_OUTPUT, ID_PAGE, ID_FORCE };
enum { MAX_NUMBERS = 16, MAX_TRIES = 1000 };

static const cli_option options[] = {
    CLI_SETUP_OPTIONS,
    {ID_AIM, "aim", "AIM",
     VG_WORDS("che cosa si vuole: places, hero, decisions=200, comeback_from_last=15; anche più "
              "volte (places)",
              "what is wanted: places, hero, decisions=200, comeback_from_last=15; repeatable "
              "(places)")},
    {ID_GAMES, "games", "N",
     VG_WORDS("quante partite per prova (2000)", "how many games for each try (2000)")},
    {ID_TRIES, "tries", "N", VG_WORDS("al più tante prove (60)", "at most so many tries (60)")},
    {ID_BOTS, "bots", "LIST",
     VG_WORDS("un bot per tutti, o uno per posto (greedy)",
              "one bot for all, or one a seat (greedy)")},
    LAB_RUN_OPTIONS,
    {ID_OUTPUT, "o output", "FILE",
     VG_WORDS("dove scrivere i numeri trovati, per --edition-file",
              "where to write the numbers found, for --edition-file")},
    {ID_PAGE, "page", "FILE.html",
     VG_WORDS("una pagina su che cosa è cambiato", "a page about what changed")},
    CLI_FORCE_OPTION(ID_FORCE),
};

// A number that may change.
typedef struct knob {
    char path[128];
    long from, to, printed;
} knob;

typedef struct search {
    cli *c;
    vg_sim_plan plan;
    knob knob[MAX_NUMBERS];
    int knobs;
    vg_aim aim[VG_MAX_AIMS];
    int aims;
    int tries, most; // made; allowed
    cli_progress progress;
    long now[MAX_NUMBERS];
    vg_simfile best; // with the numbers as they are now
} search;

// The lines of an edition: only what is not as printed.
static void put_lines(const search *s, const long *value, vg_text *out)
{
    for (int i = 0; i < s->knobs; i++)
        if (value[i] != s->knob[i].printed)
            vg_text_printf(out, "%s=%ld\n", s->knob[i].path, value[i]);
}

// Plays with these numbers. False: they cannot be, or the world failed; nothing is said.
static bool play(search *s, const long *value, vg_simfile *f)
{
    vg_text lines = vg_text_heap();
    bool hushed = s->c->hushed;
    put_lines(s, value, &lines);
    s->plan.setup.edition = 0;
    s->c->hushed = true;
    char none[1] = "";
    bool good = !lines.cut && lab_play_tuned(s->c, &s->plan, "", lines.at ? lines.at : none, f);
    s->c->hushed = hushed;
    vg_text_release(&lines);
    return good;
}

static double off(const search *s, const vg_simfile *f)
{
    return vg_aim_off(s->aim, s->aims, f->tally, f->game, f->seats);
}

static vg_estimate change(const search *s, const vg_simfile *after, const vg_simfile *before)
{
    return vg_aim_change(s->aim, s->aims, after->tally, before->tally, after->game, after->seats);
}

// "+1,2 (da 0,5 a 1,9)".
static void put_change(const cli *c, const vg_estimate *e, vg_text *out)
{
    vg_put_number(out, e->value, 2, true, c->lang);
    vg_text_add(out, cli_in(c, " (da ", " ("));
    vg_put_number(out, e->low, 2, true, c->lang);
    vg_text_add(out, cli_in(c, " a ", " to "));
    vg_put_number(out, e->high, 2, true, c->lang);
    vg_text_char(out, ')');
}

static void say_try(search *s, int i, long value, const vg_estimate *e)
{
    char buffer[128];
    vg_text text = VG_TEXT(buffer);
    put_change(s->c, e, &text);
    cli_progress_end(&s->progress);
    cli_say(s->c, "  %s=%ld  %s\n", "  %s=%ld  %s\n", s->knob[i].path, value, buffer);
}

// Tries these numbers; keeps them in `found`, with their games, if they help more than what is
// there. False: they cannot be.
static bool try_out(search *s, const long *value, int moved, long found[MAX_NUMBERS],
                    vg_simfile *most, double *gain)
{
    vg_simfile f;
    s->tries++;
    if (!play(s, value, &f)) {
        vg_simfile_release(&f);
        return false;
    }
    vg_estimate e = change(s, &f, &s->best);
    say_try(s, moved, value[moved], &e);
    if (e.high < 0 && e.value < *gain) {
        vg_simfile_release(most);
        *most = f;
        *gain = e.value;
        memcpy(found, value, (size_t)s->knobs * sizeof *value);
    } else {
        vg_simfile_release(&f);
    }
    cli_progress_show(&s->progress, (uint64_t)s->tries, (uint64_t)s->most);
    return true;
}

static bool inside(const knob *k, long value) { return value >= k->from && value <= k->to; }

// One step: every number up and down by `width`, or as far as it goes; the clearest help is taken.
// False: nothing helps.
static bool step(search *s, long width)
{
    long found[MAX_NUMBERS], value[MAX_NUMBERS];
    vg_simfile most = {0};
    double gain = 0;
    for (int i = 0; i < s->knobs; i++)
        for (int way = -1; way <= 1 && s->tries < s->most; way += 2) {
            const knob *k = &s->knob[i];
            memcpy(value, s->now, sizeof value);
            value[i] += way * width;
            value[i] = value[i] < k->from ? k->from : value[i] > k->to ? k->to : value[i];
            long by = value[i] - s->now[i];
            if (!by) continue;
            if (try_out(s, value, i, found, &most, &gain)) continue;
            for (int other = 0; other < s->knobs && s->tries < s->most; other++) {
                if (other == i || !inside(&s->knob[other], s->now[other] - by)) continue;
                value[other] -= by;
                try_out(s, value, i, found, &most, &gain);
                value[other] += by;
            }
        }
    if (!most.tally) return false;
    memcpy(s->now, found, (size_t)s->knobs * sizeof *found);
    vg_simfile_release(&s->best);
    s->best = most;
    return true;
}

// What each aim looks at, before and after.
static void say_moved(const search *s, const vg_simfile *before, const vg_simfile *after)
{
    for (int i = 0; i < s->aims; i++) {
        vg_text was = vg_text_heap(), is = vg_text_heap();
        vg_aim_show(&s->aim[i], before->tally, before->game, before->seats, s->c->lang, &was);
        vg_aim_show(&s->aim[i], after->tally, after->game, after->seats, s->c->lang, &is);
        cli_say(s->c, "  %s prima: %s\n  %s dopo: %s\n", "  %s before: %s\n  %s after: %s\n",
                s->aim[i].name, was.at ? was.at : "", s->aim[i].name, is.at ? is.at : "");
        vg_text_release(&was);
        vg_text_release(&is);
    }
}

// The numbers found, over games that the search did not see. The exit status.
static int tell(search *s, const char *output, const char *page)
{
    const cli *c = s->c;
    vg_simfile two[2];
    memset(two, 0, sizeof two);
    long printed[MAX_NUMBERS];
    vg_text lines = vg_text_heap();
    put_lines(s, s->now, &lines);
    for (int i = 0; i < s->knobs; i++) printed[i] = s->knob[i].printed;
    s->plan.seed += UINT64_C(0x9e3779b9);
    int status = play(s, printed, &two[0]) && play(s, s->now, &two[1]) ? CLI_OK : CLI_NO;
    cli_progress_end(&s->progress);
    if (status == CLI_OK) {
        char buffer[128], was[32], is[32];
        vg_text text = VG_TEXT(buffer), before = VG_TEXT(was), after = VG_TEXT(is);
        vg_estimate e = change(s, &two[1], &two[0]);
        put_change(c, &e, &text);
        vg_put_number(&before, off(s, &two[0]), 2, false, c->lang);
        vg_put_number(&after, off(s, &two[1]), 2, false, c->lang);
        cli_say(c,
                "\nDopo %d prove, i numeri trovati:\n%s\nIn partite nuove: lontano %s prima e %s "
                "dopo, %s\n",
                "\nAfter %d tries, the numbers found:\n%s\nIn new games: off by %s before and %s "
                "after, %s\n",
                s->tries, lines.at, was, is, buffer);
        say_moved(s, &two[0], &two[1]);
        if (e.high >= 0)
            cli_say(c, "Non è chiaro che aiutino: più partite (--games) lo direbbero.\n",
                    "It is not clear that they help: more games (--games) would tell.\n");
    }
    if (status == CLI_OK && output && !cli_write(c, output, lines.at, lines.len, false))
        status = CLI_NO;
    if (status == CLI_OK && page) {
        vg_text html = vg_text_heap();
        vg_report_write(two, 2, NULL, 0, c->lang, &html);
        if (html.cut || !cli_write(c, page, html.at, html.len, false)) status = CLI_NO;
        vg_text_release(&html);
    }
    vg_text_release(&lines);
    for (int i = 0; i < 2; i++) vg_simfile_release(&two[i]);
    return status;
}

// The numbers of the command line. False after complaining.
static bool take_knobs(search *s)
{
    int count = cli_operand_count(s->c) - 1;
    if (count < 1 || count > MAX_NUMBERS) {
        cli_complain(
            s->c, "servono da 1 a %d numeri da cambiare, come quest.mission.medusa.points=3..6",
            "it takes 1 to %d numbers to change, as quest.mission.medusa.points=3..6", MAX_NUMBERS);
        return false;
    }
    for (; s->knobs < count; s->knobs++) {
        knob *k = &s->knob[s->knobs];
        char line[160];
        vg_change change;
        if (!lab_range(s->c, cli_operand(s->c, s->knobs + 1), k->path, &k->from, &k->to))
            return false;
        for (int i = 0; i < 2; i++) { // both ends must be possible by themselves
            char buffer[512];
            vg_text why = VG_TEXT(buffer);
            snprintf(line, sizeof line, "%s=%ld", k->path, i ? k->to : k->from);
            vg_err err = vg_game_tune(s->plan.game, line, s->c->lang, &why);
            if (err != VG_OK) cli_complain(s->c, "%s", "%s", buffer);
            if (err != VG_OK) return false;
        }
        if (!vg_game_change(s->plan.game, line, &change)) return false;
        vg_game_untune(s->plan.game);
        k->printed = s->now[s->knobs] = change.was;
        if (!inside(k, k->printed)) {
            cli_complain(s->c, "%s è stampato %ld: l'intervallo deve comprenderlo",
                         "%s is printed %ld: the range must hold it", k->path, k->printed);
            return false;
        }
    }
    return true;
}

// The search itself, once the command line is understood. The exit status.
static int look(search *s, const char *output, const char *page)
{
    if (!play(s, s->now, &s->best)) {
        cli_complain(s->c, "queste partite non si possono giocare", "these games cannot be played");
        return CLI_WRONG;
    }
    for (int i = 0; i < s->aims; i++) {
        vg_text choices = vg_text_heap();
        bool told = vg_aim_told(&s->aim[i], s->best.tally, s->best.game, s->best.seats, &choices);
        if (!told)
            cli_complain(s->c, "--aim: non c'è \"%s\"; ci sono: %s",
                         "--aim: there is no \"%s\"; there are: %s", s->aim[i].name, choices.at);
        vg_text_release(&choices);
        if (!told) return CLI_WRONG;
    }
    char buffer[32];
    vg_text text = VG_TEXT(buffer);
    vg_put_number(&text, off(s, &s->best), 2, false, s->c->lang);
    cli_say(s->c, "%s, %d posti, %llu partite per prova: lontano %s\n",
            "%s, %d seats, %llu games a try: off by %s\n", s->plan.game->name, s->plan.setup.seats,
            (unsigned long long)s->plan.games, buffer);
    long width = 1;
    for (int i = 0; i < s->knobs; i++)
        if ((s->knob[i].to - s->knob[i].from) / 2 > width)
            width = (s->knob[i].to - s->knob[i].from) / 2;
    while (s->tries < s->most && width > 0) {
        if (!step(s, width)) {
            width /= 2;
            continue;
        }
        vg_text lines = vg_text_heap();
        put_lines(s, s->now, &lines);
        for (char *at = lines.at; at && *at; at++)
            if (*at == '\n') *at = ' ';
        cli_say(s->c, "meglio: %s\n", "better: %s\n", lines.at ? lines.at : "");
        vg_text_release(&lines);
    }
    bool found = false;
    for (int i = 0; i < s->knobs; i++) found |= s->now[i] != s->knob[i].printed;
    if (found) return tell(s, output, page);
    cli_progress_end(&s->progress);
    cli_say(s->c, "Dopo %d prove nulla aiuta con chiarezza: i numeri restano quelli stampati.\n",
            "After %d tries nothing clearly helps: the numbers stay as printed.\n", s->tries);
    return CLI_NO;
}

static int run(cli *c)
{
    cli_setup said = {0};
    lab_run how = {0};
    const char *games = "2000", *bots = "greedy", *output = NULL, *page = NULL, *tries = "60";
    search s = {.c = c, .plan = {.measure = true}};
    bool force = false, aimed = true;
    for (int id; (id = cli_next(c)) != 0;) {
        if (cli_setup_take(c, &said, id) || lab_run_take(c, &how, id)) continue;
        switch (id) {
        case ID_GAMES: games = c->value; break;
        case ID_TRIES: tries = c->value; break;
        case ID_BOTS: bots = c->value; break;
        case ID_AIM:
            aimed = aimed && s.aims < VG_MAX_AIMS && vg_aim_read(c->value, &s.aim[s.aims]);
            s.aims += aimed;
            break;
        case ID_OUTPUT: output = c->value; break;
        case ID_PAGE: page = c->value; break;
        case ID_FORCE: force = true; break;
        }
    }
    if (c->done) return c->status;
    if (!aimed) {
        cli_complain(c, "--aim si scrive come places, hero o decisions=200, al più %d volte",
                     "--aim is written like places, hero or decisions=200, at most %d times",
                     VG_MAX_AIMS);
        return CLI_WRONG;
    }
    if (!s.aims) vg_aim_read("places", &s.aim[s.aims++]);
    lab_player players[VG_MAX_SEATS];
    uint64_t most = 0;
    if (!(s.plan.game = cli_game(c, cli_operand(c, 0))) ||
        !cli_setup_make(c, &said, s.plan.game, s.plan.game->min_seats, &s.plan.setup) ||
        !cli_number(c, "--games", games, VG_LOTS, UINT64_C(1000000000), &s.plan.games) ||
        !cli_number(c, "--tries", tries, 1, MAX_TRIES, &most) ||
        !lab_run_make(c, &how, &s.plan.seed, &s.plan.threads, &s.plan.budget) ||
        !lab_seat(c, s.plan.game, bots, s.plan.setup.seats, players) || !take_knobs(&s) ||
        (output && !cli_can_make(c, output, force)) || (page && !cli_can_make(c, page, force)))
        return CLI_WRONG;
    for (int p = 0; p < s.plan.setup.seats; p++) {
        s.plan.bot[p] = players[p].bot;
        s.plan.command[p] = players[p].command;
    }
    s.most = (int)most;
    s.progress = cli_progress_start(c);
    int status = look(&s, output, page);
    vg_simfile_release(&s.best);
    return status;
}

const cli_command cli_tune = {
    .name = "tune",
    .usage = "GAME PATH=FROM..TO... [--aim AIM]... [--seats N] [--games N] [-o FILE]",
    .what = VG_WORDS("Cerca i numeri che danno al gioco ciò che si vuole",
                     "Searches for the numbers that give a game what is wanted"),
    .more = VG_WORDS(
        "Parte dai numeri stampati e prova un passo alla volta, con le stesse partite; tiene solo "
        "ciò "
        "che aiuta con chiarezza, e alla fine lo misura in partite nuove. docs/lab.md spiega gli "
        "scopi.",
        "Begins with the printed numbers and tries a step at a time, over the same games; it keeps "
        "only what clearly helps, and in the end measures it over new games. docs/lab.md explains "
        "the "
        "aims."),
    .example = "veglia tune quest quest.mission.medusa.points=1..8 --aim hero -o found.txt",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .bots = CLI_OUR_BOTS,
    .run = run,
};
