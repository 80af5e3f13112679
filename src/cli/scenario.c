// scenario.c: `veglia scenario`: plays scenario files against the rules.
#include "engine/scenario.h"

#include "cli/cli.h"

#define MAX_FILE (1u << 20)

static int run(cli *c)
{
    for (int id; (id = cli_next(c)) != 0;) {
    }
    if (c->done) return c->status;
    if (cli_operand_count(c) == 0) {
        cli_complain(c, "manca il file dello scenario", "no scenario file was named");
        return CLI_WRONG;
    }
    int status = CLI_OK, good = 0;
    for (int i = 0; cli_operand(c, i); i++) {
        const char *path = cli_operand(c, i);
        char buffer[1024];
        vg_text why = VG_TEXT(buffer), script = vg_text_heap();
        vg_err err = VG_OK;
        if (!cli_read(c, path, MAX_FILE, &script)) {
            status = CLI_WRONG;
        } else if ((err = vg_scenario_run(script.at ? script.at : "", script.len, path,
                                          vg_game_find, &why)) != VG_OK) {
            fflush(stdout);
            fprintf(stderr, "%s\n", buffer);
            if (err == VG_ERR_SYNTAX)
                status = CLI_WRONG;
            else if (status == CLI_OK)
                status = CLI_NO;
        } else {
            good++;
        }
        vg_text_release(&script);
    }
    if (status == CLI_WRONG) return status;
    cli_say(c, "%d scenari su %d vanno come scritto\n", "%d of %d scenarios go as written\n", good,
            cli_operand_count(c));
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
