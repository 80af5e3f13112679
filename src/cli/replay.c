// replay.c: `veglia replay` and `veglia verify`: what a record tells, and whether its chance was
// honest.
#include "cli/session.h"

#include <string.h>

enum { ID_SEAT = 1, ID_ALL, ID_JSON };

vg_table *cli_load(const cli *c, int operand)
{
    const char *path = cli_operand(c, operand);
    if (!path) {
        cli_complain(c, "manca il verbale; uso: veglia %s %s",
                     "no record was named; usage: veglia %s %s", c->command->name,
                     c->command->usage);
        return NULL;
    }
    vg_text record = vg_text_heap();
    vg_table *table = NULL;
    if (cli_read(c, path, VG_MAX_RECORD, &record)) {
        char buffer[512];
        vg_text why = VG_TEXT(buffer);
        table = vg_table_load(record.at ? record.at : "", record.len, c->lang, NULL, &why);
        if (!table) cli_complain(c, "%s: %s", "%s: %s", path, buffer);
    }
    vg_text_release(&record);
    return table;
}

// ---- replay ------------------------------------------------------------------

static void replay_json(vg_table *table, int viewer, vg_lang lang)
{
    const vg_game *game = vg_table_game(table);
    int seats = vg_table_setup(table)->seats;
    vg_text text = vg_text_heap();
    vg_json j = vg_json_to(&text);
    vg_json_open(&j, '{');
    vg_json_put_string(&j, "game", game->id);
    vg_json_put_int(&j, "rules_version", game->rules_version);
    vg_json_put_int(&j, "seats", seats);
    vg_json_put_open(&j, "names", '[');
    for (int p = 0; p < seats; p++) vg_json_string(&j, vg_table_seat_name(table, p));
    vg_json_close(&j, ']');
    vg_json_put_int(&j, "games", vg_table_games(table));
    vg_json_put_bool(&j, "over", vg_table_match_over(table));
    vg_json_key(&j, "viewer");
    if (viewer >= 0)
        vg_json_int(&j, viewer);
    else
        vg_json_string(&j, viewer == VG_EVERYTHING ? "all" : "watcher");
    vg_json_key(&j, "events");
    vg_table_events_json(table, viewer, lang, 0, &j);
    vg_json_key(&j, "table");
    vg_table_json(table, viewer, lang, &j);
    vg_json_close(&j, '}');
    cli_put(&text);
}

static void replay_lines(vg_table *table, int viewer, vg_lang lang)
{
    int width = cli_width() - 1, number = 0, count = vg_table_log_count(table);
    vg_text text = vg_text_heap();
    for (int i = 0, next; i < count; i = next) {
        vg_log_entry e;
        vg_table_log(table, i, &e);
        if (e.game != number && vg_table_games(table) > 1)
            vg_text_printf(&text, lang == VG_IT ? "%sPartita %d di %d.\n" : "%sGame %d of %d.\n",
                           number ? "\n" : "", e.game, vg_table_games(table));
        number = e.game;
        next = cli_tell(table, i, viewer, lang, width, &text);
    }
    if (vg_table_over(table)) {
        vg_text_add(&text, lang == VG_IT ? "\nPunteggio finale:\n" : "\nFinal score:\n");
        cli_score_sheet(table, viewer >= 0 ? viewer : VG_WATCHER, lang, width, &text);
    } else {
        vg_text_add(&text,
                    lang == VG_IT ? "\nLa partita non è finita.\n" : "\nThe game is not over.\n");
    }
    if (vg_table_games(table) > 1)
        cli_match_sheet(table, viewer >= 0 ? viewer : VG_WATCHER, lang, &text);
    fputs(text.at, stdout);
    vg_text_release(&text);
}

static int run_replay(cli *c)
{
    const char *seat = NULL;
    bool all = false, json = false;
    for (int id; (id = cli_next(c)) != 0;) {
        if (id == ID_SEAT) seat = c->value;
        if (id == ID_ALL) all = true;
        if (id == ID_JSON) json = true;
    }
    if (c->done) return c->status;
    if (!cli_at_most(c, 1)) return CLI_WRONG;
    if (seat && all) {
        cli_complain(c, "--seat e --all non vanno insieme", "--seat and --all do not go together");
        return CLI_WRONG;
    }
    vg_table *table = cli_load(c, 0);
    if (!table) return CLI_WRONG;
    int viewer = all ? VG_EVERYTHING : VG_WATCHER, status = CLI_OK;
    if (seat && !cli_seat(c, "--seat", seat, vg_table_setup(table)->seats, &viewer))
        status = CLI_WRONG;
    if (status == CLI_OK && json)
        replay_json(table, viewer, c->lang);
    else if (status == CLI_OK)
        replay_lines(table, viewer, c->lang);
    vg_table_free(table);
    return status;
}

static const cli_option replay_options[] = {
    {ID_SEAT, "seat", "N",
     VG_WORDS("come l'ha vista il posto N, da 1 (senza: uno spettatore)",
              "as seat N saw it, from 1 (default: a spectator)")},
    {ID_ALL, "all", NULL,
     VG_WORDS("tutto, anche le carte nascoste", "everything, hidden cards too")},
    {ID_JSON, "json", NULL, VG_WORDS("per i programmi", "for programs")},
};

const cli_command cli_replay = {
    .name = "replay",
    .usage = "RECORD [--seat N|--all] [--json]",
    .what = VG_WORDS("Racconta la partita di un verbale", "Tells the game of a record"),
    .more =
        VG_WORDS("\"-\" come verbale legge dall'ingresso.", "\"-\" as record reads from input."),
    .example = "veglia replay partita.veglia --seat 1",
    .options = replay_options,
    .option_count = 3,
    .run = run_replay,
};

// ---- verify ------------------------------------------------------------------

// One of the records named; the exit status it alone would have.
static int verify(const cli *c, int operand)
{
    vg_table *table = cli_load(c, operand);
    if (!table) return CLI_WRONG;
    char buffer[512];
    vg_text why = VG_TEXT(buffer);
    int chance = 0, count = vg_table_log_count(table);
    for (int i = 0; i < count; i++) {
        vg_log_entry e;
        vg_table_log(table, i, &e);
        chance += e.seat == VG_CHANCE;
    }
    bool seeded = vg_table_plan_of(table)->dice == VG_DICE_SEED;
    vg_err err = vg_table_verify(table, c->lang, &why);
    vg_table_free(table);
    if (err) {
        cli_complain(c, "%s: %s", "%s: %s", cli_operand(c, operand),
                     why.len ? buffer : vg_err_text(err, c->lang));
        return CLI_NO;
    }
    if (cli_operand_count(c) > 1) printf("%s: ", cli_operand(c, operand));
    cli_say(c, "Tutto torna: %d mosse secondo le regole; i %d esiti del caso vengono %s.\n",
            "All is well: %d moves by the rules; the %d outcomes of chance come %s.\n",
            count - chance, chance,
            seeded ? cli_in(c, "dal seme scritto", "from the seed as written")
                   : cli_in(c, "dal segreto promesso all'inizio",
                            "from the secret promised at the start"));
    return CLI_OK;
}

// All of them, each with its own answer; the worst one counts.
static int run_verify(cli *c)
{
    for (int id; (id = cli_next(c)) != 0;) {
    }
    if (c->done) return c->status;
    int status = CLI_OK;
    for (int i = 0; i == 0 || cli_operand(c, i); i++) {
        int one = verify(c, i);
        if (one > status) status = one;
    }
    return status;
}

const cli_command cli_verify = {
    .name = "verify",
    .usage = "RECORD...",
    .what = VG_WORDS("Controlla che in un verbale mosse e caso siano onesti",
                     "Checks that the moves and chance of a record are honest"),
    .more =
        VG_WORDS("Finisce con 1 se il caso non viene dal segreto, con 2 se il verbale non si "
                 "legge o una mossa non è permessa.",
                 "Exit status 1 if chance does not come from the secret, 2 if the record cannot "
                 "be read or a move is not allowed."),
    .example = "veglia verify partita.veglia",
    .run = run_verify,
};
