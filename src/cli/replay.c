// replay.c: `veglia replay`: what a record tells.
#include "cli/line.h"
#include "cli/session.h"

#include <string.h>

enum { ID_SEAT = 1, ID_ALL, ID_JSON, ID_WATCH };

void cli_lacks_record(const cli *c)
{
    char shape[512];
    vg_text usage = VG_TEXT(shape);
    cli_complain(c, "manca il verbale; uso: veglia %s %s",
                 "no record was named; usage: veglia %s %s", c->command->name,
                 cli_shape(c, c->command->usage, &usage));
}

bool cli_tune_record(const cli *c, const char *path, const char *record)
{
    const vg_game *game = NULL;
    int number = 1;
    for (const char *at = record; at && *at; number++) {
        char line[256], buffer[1024];
        size_t n = strcspn(at, "\n");
        vg_text why = VG_TEXT(buffer);
        snprintf(line, sizeof line, "%.*s", (int)(n < 255 ? n : 255), at);
        at += n + (at[n] == '\n');
        if (n == 0 || strchr("*0123456789", *line)) break; // the moves
        line[strcspn(line, "\r")] = '\0';
        if (strncmp(line, "game ", 5) == 0 && (game = vg_game_find(line + 5))) vg_game_untune(game);
        if (!game || strncmp(line, "change ", 7) != 0) continue;
        if (vg_game_tune(game, line + 7, c->lang, &why) != VG_OK) {
            cli_complain(c, "%s:%d: %s", "%s:%d: %s", path, number, buffer);
            return false;
        }
    }
    const vg_words *wrong = game && game->tuning && game->tuning->used && game->tuning->check
                                ? game->tuning->check(game->tuning->edition)
                                : NULL;
    if (wrong) cli_complain(c, "%s: %s", "%s: %s", path, wrong->in[c->lang]);
    return !wrong;
}

vg_table *cli_load(const cli *c, int operand, vg_text *other)
{
    const char *path = cli_operand(c, operand);
    if (!path) {
        cli_lacks_record(c);
        return NULL;
    }
    vg_text record = vg_text_heap();
    vg_table *table = NULL;
    if (cli_read(c, path, VG_MAX_RECORD, &record) && cli_tune_record(c, path, record.at)) {
        char buffer[512];
        vg_text why = VG_TEXT(buffer);
        vg_err err;
        table = vg_table_load(record.at ? record.at : "", record.len, c->lang, &err, &why);
        if (!table && other && err == VG_ERR_VERSION && record.len)
            vg_text_bytes(other, record.at, record.len);
        else if (!table)
            cli_complain(c, "%s: %s", "%s: %s", path, buffer);
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

static void replay_lines(const cli *c, vg_table *table, int viewer)
{
    int width = cli_width() - 1, number = 0;
    vg_text text = vg_text_heap();
    desk d;
    desk_init(&d, c, NULL, NULL);
    desk_take_table(&d, table, viewer >= 0 ? viewer : VG_WATCHER);
    desk_take_log(&d, table, viewer, 0);
    for (int i = 0; i < d.heard_count;) {
        int game = d.heard[i].game;
        if (game != number && d.games > 1)
            vg_text_printf(&text, cli_in(c, "%sPartita %d di %d.\n", "%sGame %d of %d.\n"),
                           number ? "\n" : "", game, d.games);
        number = game;
        desk_tell(&d, &i, width, &text);
    }
    vg_text_add(&text,
                d.over ? cli_in(c, "\nPunteggio finale:\n", "\nFinal score:\n")
                       : cli_in(c, "\nLa partita non è finita.\n", "\nThe game is not over.\n"));
    desk_score(&d, width, &text);
    fputs(text.at, stdout);
    vg_text_release(&text);
    desk_release(&d);
}

static int run_replay(cli *c)
{
    const char *seat = NULL;
    bool all = false, json = false, watch = false;
    for (int id; (id = cli_next(c)) != 0;) {
        if (id == ID_SEAT) seat = c->value;
        if (id == ID_ALL) all = true;
        if (id == ID_JSON) json = true;
        if (id == ID_WATCH) watch = true;
    }
    if (c->done) return c->status;
    if (!cli_at_most(c, 1)) return CLI_WRONG;
    if (seat && all) {
        cli_complain(c, "--seat e --all non vanno insieme", "--seat and --all do not go together");
        return CLI_WRONG;
    }
    if (watch && (all || json)) {
        cli_complain(c, "--watch non va con --all né con --json",
                     "--watch goes neither with --all nor with --json");
        return CLI_WRONG;
    }
    if (watch && !screen_wanted(false)) {
        cli_complain(c, "--watch vuole un terminale", "--watch wants a terminal");
        return CLI_WRONG;
    }
    vg_table *table = cli_load(c, 0, NULL);
    if (!table) return CLI_WRONG;
    int viewer = all ? VG_EVERYTHING : VG_WATCHER, status = CLI_OK;
    if (seat && !cli_seat(c, "--seat", seat, vg_table_setup(table)->seats, &viewer))
        status = CLI_WRONG;
    if (watch) cli_catch_signals();
    if (status == CLI_OK && watch)
        status = cli_watch(c, table, viewer);
    else if (status == CLI_OK && json)
        replay_json(table, viewer, c->lang);
    else if (status == CLI_OK)
        replay_lines(c, table, viewer);
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
    {ID_WATCH, "watch", NULL,
     VG_WORDS("mossa dopo mossa, a tutto schermo: velocità, pausa, gli occhi di ogni posto",
              "move by move, full screen: speed, pause, the eyes of any seat")},
};

const cli_command cli_replay = {
    .name = "replay",
    .usage = "RECORD [--seat N|--all] [--watch|--json]",
    .what = VG_WORDS("Racconta la partita di un verbale", "Tells the game of a record"),
    .more =
        VG_WORDS("\"-\" come verbale legge dall'ingresso.", "\"-\" as record reads from input."),
    .example = "veglia replay partita.veglia --seat 1",
    .options = replay_options,
    .option_count = sizeof replay_options / sizeof replay_options[0],
    .run = run_replay,
};
