// scenario.c: `veglia scenario`: plays scenario files against the rules.
#include "engine/scenario.h"

#include "cli/cli.h"

#include <string.h>

#define MAX_FILE  (1u << 20)
#define MAX_GAMES 16

// The scenarios of one game; NULL: of none that could be read.
typedef struct tally {
    const vg_game *game;
    int good, all;
} tally;

// The game a scenario names in its `game` line, or NULL.
static const vg_game *game_of(const char *script)
{
    for (const char *at = script; at; at = strchr(at, '\n'), at = at ? at + 1 : at) {
        char id[32];
        if (sscanf(at, "game %31[a-z0-9-]", id) == 1) return vg_game_find(id);
    }
    return NULL;
}

static void count(tally all[MAX_GAMES + 1], const vg_game *game, bool good)
{
    int i = 0;
    while (i < MAX_GAMES && all[i].all && all[i].game != game) i++;
    all[i].game = game;
    all[i].all++;
    all[i].good += good;
}

// One line; of several games, one for each before it.
static void sum_up(const cli *c, const tally all[MAX_GAMES + 1])
{
    int good = 0, total = 0, games = 0;
    for (; games <= MAX_GAMES && all[games].all; games++) {
        good += all[games].good;
        total += all[games].all;
    }
    for (int i = 0; games > 1 && i < games; i++)
        cli_say(c, "  %-10s  %d su %d\n", "  %-10s  %d of %d\n",
                all[i].game ? all[i].game->id : "?", all[i].good, all[i].all);
    cli_say(c, "%d scenari su %d vanno come scritto\n", "%d of %d scenarios go as written\n", good,
            total);
}

static int run(cli *c)
{
    for (int id; (id = cli_next(c)) != 0;) {
    }
    if (c->done) return c->status;
    if (cli_operand_count(c) == 0) {
        cli_complain(c, "manca il file dello scenario", "no scenario file was named");
        return CLI_WRONG;
    }
    tally all[MAX_GAMES + 1] = {{NULL, 0, 0}};
    int status = CLI_OK;
    for (int i = 0; cli_operand(c, i); i++) {
        const char *path = cli_operand(c, i);
        char buffer[1024];
        vg_text why = VG_TEXT(buffer), script = vg_text_heap();
        vg_err err = VG_ERR_SYNTAX;
        if (cli_read(c, path, MAX_FILE, &script)) {
            err = vg_scenario_run(script.at ? script.at : "", script.len, path, vg_game_find, &why);
            if (err) {
                fflush(stdout);
                fprintf(stderr, "%s\n", buffer);
            }
        }
        if (err == VG_ERR_SYNTAX)
            status = CLI_WRONG;
        else if (err && status == CLI_OK)
            status = CLI_NO;
        count(all, game_of(script.len ? script.at : ""), err == VG_OK);
        vg_text_release(&script);
    }
    if (status != CLI_WRONG || cli_operand_count(c) > 1) sum_up(c, all);
    return status;
}

const cli_command cli_scenario = {
    .name = "scenario",
    .usage = "FILE...",
    .what = VG_WORDS("Gioca file di scenario e dice dove le regole fanno altro",
                     "Plays scenario files and says where the rules do otherwise"),
    .more = VG_WORDS("Finisce con 1 se le regole fanno altro, con 2 se un file non si legge.",
                     "Exit status 1 if the rules do otherwise, 2 if a file cannot be read."),
    .example = "veglia scenario tests/scenarios/quest/*.txt",
    .run = run,
};
