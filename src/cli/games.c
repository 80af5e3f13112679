// games.c: `veglia games`, `veglia rules` and `veglia cards`: what there is to play.
#include "cli/cli.h"

#include <string.h>
#include <unistd.h>

enum { ID_JSON = 1, ID_EDITION };

static const cli_option json_option[] = {
    {ID_JSON, "json", NULL, VG_WORDS("per i programmi", "for programs")},
};

// ---- games -----------------------------------------------------------------

static void put_wrapped(vg_text *line)
{
    vg_text out = vg_text_heap();
    cli_wrap(line->at, cli_width() - 1, 4, &out);
    fputs(out.at, stdout);
    vg_text_release(&out);
    vg_text_release(line);
}

// One game with its variants.
static void describe(const cli *c, const vg_game *game)
{
    cli_say(c, "%s (%s)\n%s\nDa %d a %d posti, circa %d minuti.\n",
            "%s (%s)\n%s\n%d to %d seats, about %d minutes.\n", game->name, game->id,
            game->tagline.in[c->lang], game->min_seats, game->max_seats, game->minutes);
    vg_text editions = vg_text_heap();
    vg_text_add(&editions, cli_in(c, "Edizioni (--edition):", "Editions (--edition):"));
    for (int i = 0; i < game->edition_count; i++)
        vg_text_printf(&editions, "%s %s", i ? "," : "", game->editions[i]);
    vg_text_char(&editions, '\n');
    cli_put_lines(&editions);
    if (game->option_count)
        cli_say(c, "Varianti (--option CHIAVE=VALORE; il valore normale per primo):\n",
                "Variants (--option KEY=VALUE; the normal value first):\n");
    for (int i = 0; i < game->option_count; i++) {
        const vg_option *o = &game->options[i];
        char word[16];
        vg_text line = vg_text_heap();
        vg_text_printf(&line, "  %s=%s", o->key, vg_option_word(o, o->normal, word));
        for (int v = o->min; o->names && v <= o->max; v++)
            if (v != o->normal) vg_text_printf(&line, "|%s", o->names[v - o->min]);
        if (!o->names) vg_text_printf(&line, " (%d..%d)", o->min, o->max);
        vg_text_printf(&line, ": %s", o->what.in[c->lang]);
        if (o->rule && *o->rule) vg_text_printf(&line, " (%s)", o->rule);
        put_wrapped(&line);
    }
    for (int i = 0; i < game->preset_count; i++) {
        const vg_preset *preset = &game->presets[i];
        vg_text line = vg_text_heap();
        vg_text_printf(&line, "  %s=no|yes: %s. %s.", preset->key, preset->name.in[c->lang],
                       preset->what.in[c->lang]);
        vg_text_add(&line, cli_in(c, " Imposta", " It sets"));
        for (const char *const *set = preset->sets; *set; set++)
            vg_text_printf(&line, "%s %s", set == preset->sets ? "" : ",", *set);
        if (*preset->rule) vg_text_printf(&line, " (%s)", preset->rule);
        put_wrapped(&line);
    }
}

static int run_games(cli *c)
{
    bool json = false;
    for (int id; (id = cli_next(c)) != 0;) json = true;
    if (c->done) return c->status;
    if (!cli_at_most(c, 1)) return CLI_WRONG;
    const vg_game *one = NULL;
    if (cli_operand(c, 0) && !(one = cli_game(c, cli_operand(c, 0)))) return CLI_WRONG;
    if (json) {
        vg_text text = vg_text_heap();
        vg_json j = vg_json_to(&text);
        if (!one) vg_json_open(&j, '[');
        for (int i = 0; vg_games[i]; i++)
            if (!one || one == vg_games[i]) vg_game_put(vg_games[i], &j);
        if (!one) vg_json_close(&j, ']');
        cli_put(&text);
        return CLI_OK;
    }
    if (one) {
        describe(c, one);
        return CLI_OK;
    }
    for (int i = 0; vg_games[i]; i++) {
        const vg_game *g = vg_games[i];
        cli_say(c, "%-8s  %s, da %d a %d posti, circa %d minuti\n          %s\n",
                "%-8s  %s, %d to %d seats, about %d minutes\n          %s\n", g->id, g->name,
                g->min_seats, g->max_seats, g->minutes, g->tagline.in[c->lang]);
    }
    return CLI_OK;
}

const cli_command cli_games = {
    .name = "games",
    .usage = "[GAME] [--json]",
    .what = VG_WORDS("Elenca i giochi, o descrive un gioco e le sue varianti",
                     "Lists the games, or describes one and its variants"),
    .example = "veglia games\nveglia games --json",
    .options = json_option,
    .option_count = 1,
    .run = run_games,
};

// ---- rules -----------------------------------------------------------------

static int run_rules(cli *c)
{
    for (int id; (id = cli_next(c)) != 0;) {
    }
    if (c->done) return c->status;
    if (!cli_at_most(c, 1)) return CLI_WRONG;
    const vg_game *game = cli_game(c, cli_operand(c, 0));
    if (!game) return CLI_WRONG;
    vg_text text = vg_text_heap();
    if (!isatty(STDOUT_FILENO)) { // whoever reads it from a file gets the Markdown
        cli_bare_markdown(game->rules[c->lang], &text);
        fwrite(text.at, 1, text.len, stdout);
        vg_text_release(&text);
        return CLI_OK;
    }
    cli_markdown(game->rules[c->lang], cli_width() - 1, cli_colour(stdout), &text);
    cli_page(&text);
    return CLI_OK;
}

const cli_command cli_rules = {
    .name = "rules",
    .usage = "GAME [--lang it|en]",
    .what = VG_WORDS("Spiega le regole di un gioco", "Explains the rules of a game"),
    .example = "veglia rules quest",
    .run = run_rules,
};

// ---- cards -----------------------------------------------------------------

static int run_cards(cli *c)
{
    cli_setup said = {0};
    for (int id; (id = cli_next(c)) != 0;)
        if (id == ID_EDITION) said.edition = c->value;
    if (c->done) return c->status;
    if (!cli_at_most(c, 1)) return CLI_WRONG;
    const vg_game *game = cli_game(c, cli_operand(c, 0));
    vg_setup setup;
    if (!game || !cli_setup_make(c, &said, game, game->min_seats, &setup)) return CLI_WRONG;
    vg_text text = vg_text_heap();
    vg_json j = vg_json_to(&text);
    vg_catalog(game, setup.edition, c->lang, &j);
    cli_put(&text);
    return CLI_OK;
}

static const cli_option cards_options[] = {
    {ID_EDITION, "edition", "NAME", VG_WORDS("un'altra edizione", "another edition")},
    {ID_JSON, "json", NULL,
     VG_WORDS("per i programmi (è già così)", "for programs (it always is)")},
};

const cli_command cli_cards = {
    .name = "cards",
    .usage = "GAME [--edition NAME] [--lang it|en]",
    .what = VG_WORDS("Elenca carte e pezzi di un gioco, in JSON",
                     "Lists the cards and pieces of a game, as JSON"),
    .example = "veglia cards quest --lang en",
    .options = cards_options,
    .option_count = 2,
    .run = run_cards,
};
