// arena.c: `veglia arena`: which bot is stronger, and how sure that is.
#include "cli/lab.h"

#include "lab/arena.h"
#include "lab/figures.h"

#include <string.h>

enum { ID_GAMES = 1, ID_BOTS, ID_ALL, ID_LUCK, ID_JSON };

static const cli_option options[] = {
    CLI_SETUP_OPTIONS,
    {ID_BOTS, "bots", "LIST",
     VG_WORDS("i bot che si sfidano, da 2 a 8: greedy,search,cmd:./mio.py",
              "the bots that compete, 2 to 8: greedy,search,cmd:./mine.py")},
    {ID_GAMES, "games", "N",
     VG_WORDS("al massimo quante partite, almeno un giro (2000)",
              "how many games at most, at least a round (2000)")},
    {ID_ALL, "all", NULL,
     VG_WORDS("le gioca tutte, anche se la risposta è già chiara",
              "plays them all, even when the answer is clear")},
    LAB_LUCK_OPTION(ID_LUCK),
    LAB_RUN_OPTIONS,
    LAB_BUDGET_OPTION,
    {ID_JSON, "json", NULL, VG_WORDS("per i programmi", "for programs")},
};

typedef struct watch {
    const cli *c;
    cli_progress progress;
    const lab_player *player;
} watch;

static void show_progress(void *with, uint64_t done, uint64_t total)
{
    watch *w = with;
    cli_progress_show(&w->progress, done, total);
}

static void say_lost(void *with, uint64_t number, int seat, int entry, const char *why)
{
    watch *w = with;
    cli_progress_end(&w->progress);
    cli_complain(w->c, "partita %llu, posto %d: %s perde il posto, gioca greedy: %s",
                 "game %llu, seat %d: %s loses its seat, greedy plays on: %s",
                 (unsigned long long)number, seat + 1, w->player[entry].spec, why);
}

// The same share without what luck gave, under it.
static void put_adjusted(const cli *c, const vg_arena_entry *e, vg_text *out)
{
    vg_text_add(out,
                cli_in(c, "                senza la fortuna il ", "                without luck "));
    vg_put_number(out, e->adjusted * 100, 1, false, c->lang);
    vg_text_add(out, cli_in(c, " % (da ", " % ("));
    vg_put_number(out, e->adjusted_low * 100, 1, false, c->lang);
    vg_text_add(out, cli_in(c, " a ", " to "));
    vg_put_number(out, e->adjusted_high * 100, 1, false, c->lang);
    vg_text_add(out, cli_in(c, "): bastano partite ", "): "));
    vg_put_number(out, e->fewer, 1, false, c->lang);
    vg_text_add(out, cli_in(c, " volte meno\n", " times fewer games will do\n"));
}

static void print_lines(const cli *c, const vg_arena_plan *plan, const vg_arena_result *r,
                        const lab_player *players)
{
    const char *rounds = r->rounds == 1 ? cli_in(c, "giro", "round") : cli_in(c, "giri", "rounds");
    cli_say(c, "%s, %d posti: %llu partite in %llu %s\n", "%s, %d seats: %llu games in %llu %s\n",
            plan->game->name, plan->setup.seats, (unsigned long long)r->games,
            (unsigned long long)r->rounds, rounds);
    for (int i = 0; i < plan->entries; i++) {
        const vg_arena_entry *e = &r->entry[i];
        char lost[64] = "";
        if (e->lost)
            snprintf(lost, sizeof lost,
                     cli_in(c, "  posto perso in %llu partite", "  lost its seat in %llu games"),
                     (unsigned long long)e->lost);
        vg_text out = vg_text_heap();
        vg_text_printf(&out,
                       cli_in(c, "  %-12s  Elo %+5.0f (da %+.0f a %+.0f)  vince il ",
                              "  %-12s  Elo %+5.0f (%+.0f to %+.0f)  wins "),
                       players[i].spec, e->elo, e->elo_low, e->elo_high);
        vg_put_number(&out, e->share * 100, 1, false, c->lang);
        vg_text_add(&out, cli_in(c, " % (da ", " % ("));
        vg_put_number(&out, e->low * 100, 1, false, c->lang);
        vg_text_add(&out, cli_in(c, " a ", " to "));
        vg_put_number(&out, e->high * 100, 1, false, c->lang);
        vg_text_printf(&out, ")%s\n", lost);
        if (plan->luck) put_adjusted(c, e, &out);
        cli_put_lines(&out);
    }
    vg_text fair = vg_text_heap();
    vg_put_number(&fair, r->fair * 100, 1, false, c->lang);
    cli_say(c, "Alla pari sarebbe il %s %%.\n", "Equals would win %s %%.\n", fair.at);
    vg_text_release(&fair);
    if (r->clear)
        cli_say(c, "La risposta è chiara.\n", "The answer is clear.\n");
    else if (r->rounds < VG_ARENA_FIRST_LOOK)
        cli_say(c, "Per una risposta chiara servono almeno %d giri: %llu partite.\n",
                "A clear answer takes at least %d rounds: %llu games.\n", VG_ARENA_FIRST_LOOK,
                (unsigned long long)(VG_ARENA_FIRST_LOOK * vg_arena_round(plan)));
    else
        cli_say(c, "La risposta non è ancora chiara: servono più partite, o sono alla pari.\n",
                "The answer is not clear yet: more games are needed, or they are even.\n");
}

static void print_json(const vg_arena_plan *plan, const vg_arena_result *r,
                       const lab_player *players)
{
    vg_text text = vg_text_heap();
    vg_json j = vg_json_to(&text);
    vg_json_open(&j, '{');
    vg_json_put_string(&j, "game", plan->game->id);
    vg_json_put_int(&j, "rules_version", plan->game->rules_version);
    vg_json_key(&j, "options");
    vg_plan_options(plan->game, &plan->setup, &j);
    vg_json_put_int(&j, "seats", plan->setup.seats);
    vg_json_put_int(&j, "games", (int64_t)r->games);
    vg_json_put_int(&j, "rounds", (int64_t)r->rounds);
    vg_json_put_number(&j, "fair_share", r->fair, 6);
    vg_json_put_bool(&j, "clear", r->clear);
    vg_json_put_number(&j, "seconds", r->seconds, 3);
    vg_json_put_open(&j, "bots", '[');
    for (int i = 0; i < plan->entries; i++) {
        const vg_arena_entry *e = &r->entry[i];
        vg_json_open(&j, '{');
        vg_json_put_string(&j, "bot", players[i].spec);
        vg_json_put_number(&j, "elo", e->elo, 1);
        vg_json_put_open(&j, "elo_95", '[');
        vg_json_number(&j, e->elo_low, 1);
        vg_json_number(&j, e->elo_high, 1);
        vg_json_close(&j, ']');
        vg_json_put_number(&j, "win_share", e->share, 6);
        vg_json_put_open(&j, "win_share_95", '[');
        vg_json_number(&j, e->low, 6);
        vg_json_number(&j, e->high, 6);
        vg_json_close(&j, ']');
        if (plan->luck) {
            vg_json_put_number(&j, "win_share_adjusted", e->adjusted, 6);
            vg_json_put_open(&j, "win_share_adjusted_95", '[');
            vg_json_number(&j, e->adjusted_low, 6);
            vg_json_number(&j, e->adjusted_high, 6);
            vg_json_close(&j, ']');
            vg_json_put_number(&j, "fewer_games", e->fewer, 3);
        }
        vg_json_put_number(&j, "mean_score", e->points, 4);
        vg_json_put_int(&j, "lost_seat", (int64_t)e->lost);
        vg_json_put_open(&j, "ahead", '[');
        for (int k = 0; k < plan->entries; k++) vg_json_number(&j, k == i ? 0.5 : e->ahead[k], 6);
        vg_json_close(&j, ']');
        vg_json_put_open(&j, "ahead_95", '[');
        for (int k = 0; k < plan->entries; k++) {
            vg_json_open(&j, '[');
            vg_json_number(&j, k == i ? 0.5 : e->ahead_low[k], 6);
            vg_json_number(&j, k == i ? 0.5 : e->ahead_high[k], 6);
            vg_json_close(&j, ']');
        }
        vg_json_close(&j, ']');
        vg_json_put_open(&j, "apart_from", '[');
        for (int k = 0; k < plan->entries; k++)
            if (e->apart >> k & 1) vg_json_int(&j, k);
        vg_json_close(&j, ']');
        vg_json_close(&j, '}');
    }
    vg_json_close(&j, ']');
    vg_json_close(&j, '}');
    cli_put(&text);
}

static int run(cli *c)
{
    cli_setup said = {0};
    lab_run how = {0};
    const char *games = "2000", *bots = NULL;
    bool json = false;
    vg_arena_plan plan = {.early = true};
    for (int id; (id = cli_next(c)) != 0;) {
        if (cli_setup_take(c, &said, id) || lab_run_take(c, &how, id)) continue;
        switch (id) {
        case ID_GAMES: games = c->value; break;
        case ID_BOTS: bots = c->value; break;
        case ID_ALL: plan.early = false; break;
        case ID_LUCK: plan.luck = true; break;
        case ID_JSON: json = true; break;
        }
    }
    if (c->done) return c->status;
    lab_player players[VG_MAX_SEATS];
    if (!cli_at_most(c, 1) || !(plan.game = cli_game(c, cli_operand(c, 0))) ||
        !cli_setup_make(c, &said, plan.game, plan.game->min_seats, &plan.setup) ||
        !cli_number(c, "--games", games, 1, 10000000, &plan.games) ||
        !lab_run_make(c, &how, &plan.seed, &plan.threads, &plan.budget))
        return CLI_WRONG;
    plan.entries = lab_players(c, plan.game, plan.setup.seats, bots ? bots : "greedy,random",
                               VG_MAX_SEATS, players);
    if (plan.entries == 0) return CLI_WRONG;
    if (plan.entries == 1) {
        cli_complain(c, "--bots ne vuole almeno due", "--bots wants at least two");
        return CLI_WRONG;
    }
    uint64_t round = vg_arena_round(&plan);
    if (plan.games < round) {
        cli_complain(c,
                     "un giro di questi bot, ognuno a ogni posto, è di %llu partite: --games vuole "
                     "almeno %llu, non %llu",
                     "a round of these bots, each in every seat, takes %llu games: --games wants "
                     "at least %llu, not %llu",
                     (unsigned long long)round, (unsigned long long)round,
                     (unsigned long long)plan.games);
        return CLI_WRONG;
    }
    if (!lab_try(c, players, plan.entries)) return CLI_WRONG;
    for (int i = 0; i < plan.entries; i++) {
        plan.bot[i] = players[i].bot;
        plan.command[i] = players[i].command;
    }
    watch w = {.c = c, .progress = cli_progress_start(c), .player = players};
    plan.progress = show_progress;
    plan.lost = say_lost;
    plan.with = &w;
    char buffer[256];
    vg_text why = VG_TEXT(buffer);
    vg_arena_result result;
    vg_err err = vg_arena_run(&plan, c->lang, &result, &why);
    cli_progress_end(&w.progress);
    if (err) {
        cli_complain(c, "%s", "%s", why.len ? buffer : vg_err_text(err, c->lang));
        return CLI_NO;
    }
    if (json)
        print_json(&plan, &result, players);
    else
        print_lines(c, &plan, &result, players);
    return CLI_OK;
}

const cli_command cli_arena = {
    .name = "arena",
    .usage = "GAME --bots A,B,... [--seats N] [--games N] [OPTION]...",
    .what = VG_WORDS("Fa sfidare i bot e dice quale è più forte",
                     "Lets bots compete and says which is stronger"),
    .more = VG_WORDS(
        "Un giro fa sedere ogni bot a ogni posto sullo stesso caso. Elo e intervalli al 95 % "
        "vengono dai giri interi. Si ferma quando la risposta è chiara: docs/lab.md.",
        "A round seats every bot in every seat over the same chance. Elo and 95 % intervals "
        "come from whole rounds. It stops when the answer is clear: docs/lab.md."),
    .example = "veglia arena quest --seats 3 --bots greedy,random,cmd:./mybot.py",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .bots = CLI_ALL_BOTS,
    .run = run,
};
