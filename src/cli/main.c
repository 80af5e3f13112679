// main.c: finds the subcommand and calls it.
#include "cli/cli.h"

#include <fcntl.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const cli_command *const cli_commands[] = {
    &cli_play,   &cli_join,   &cli_host,  &cli_tables, &cli_games, &cli_rules,    &cli_cards,
    &cli_replay, &cli_review, &cli_book,  &cli_serve,  &cli_admin, &cli_verify,   &cli_sim,
    &cli_merge,  &cli_report, &cli_sweep, &cli_tune,   &cli_arena, &cli_scenario, &cli_describe,
    &cli_bench,  &cli_train,  &cli_net,   NULL,
};

// --lang anywhere on the line, then VEGLIA_LANG, then the environment in POSIX's order, then
// Italian.
static void choose_lang(cli *c, int argc, char **argv)
{
    const char *said = getenv("VEGLIA_LANG");
    for (int i = argc - 1; i >= 1; i--) {
        if (strncmp(argv[i], "--lang=", 7) == 0 && vg_lang_find(argv[i] + 7) >= 0)
            said = argv[i] + 7;
        if (strcmp(argv[i], "--lang") == 0 && i + 1 < argc && vg_lang_find(argv[i + 1]) >= 0)
            said = argv[i + 1];
        if (strcmp(argv[i], "--") == 0) said = getenv("VEGLIA_LANG");
    }
    if (said && vg_lang_find(said) >= 0) {
        c->lang = (vg_lang)vg_lang_find(said);
        c->lang_said = c->lang_known = true;
        return;
    }
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    for (int i = 0; i < 3; i++) {
        const char *value = getenv(names[i]);
        if (!value || !*value) continue;
        char code[8]; // "en" of "en_GB.UTF-8"
        snprintf(code, sizeof code, "%.*s", (int)strcspn(value, "_.@"), value);
        int lang = vg_lang_find(code);
        c->lang_known = lang >= 0;
        if (lang >= 0) c->lang = (vg_lang)lang;
        return;
    }
}

static void guide(const cli *c)
{
    cli_offer_languages(c);
    static const struct {
        vg_words command, what;
    } first[] = {
        {VG_WORDS("play", "play"), VG_WORDS("gioca: ti chiede a che cosa e con quanti",
                                            "play: it asks you what, and with how many")},
        {VG_WORDS("games", "games"), VG_WORDS("che cosa si gioca", "what there is to play")},
        {VG_WORDS("rules GIOCO", "rules GAME"), VG_WORDS("le regole", "the rules")},
    };
    vg_text text = vg_text_heap();
    vg_text_add(&text,
                cli_in(c, "Veglia: giochi italiani di fate e leggende, da giocare davvero.\n\n",
                       "Veglia: Italian games of fairies and legends, for real play.\n\n"));
    for (int i = 0; i < 3; i++) // as we were called, so that it can be copied
        vg_text_printf(&text, "  %s %-11s  %s\n", c->program, first[i].command.in[c->lang],
                       first[i].what.in[c->lang]);
    vg_text_add(&text, cli_in(c, "\nTutti i comandi:\n", "\nAll commands:\n"));
    for (int i = 0; cli_commands[i]; i++)
        vg_text_printf(&text, "  %-10s  %s\n", cli_commands[i]->name,
                       cli_commands[i]->what.in[c->lang]);
    vg_text_add(&text, cli_in(c, "\n\"veglia COMANDO --help\" spiega ciascuno, con un esempio.\n",
                              "\n\"veglia COMMAND --help\" explains each, with an example.\n"));
    cli_put_lines(&text);
}

// The commands that begin with `name`, or all of them if none does: how many began so.
static int list_commands(const char *name, vg_text *out)
{
    int alike = 0;
    for (int i = 0; cli_commands[i] && *name; i++) {
        if (strncmp(cli_commands[i]->name, name, strlen(name)) != 0) continue;
        vg_text_printf(out, "%s%s", alike++ ? ", " : "", cli_commands[i]->name);
    }
    for (int i = 0; alike == 0 && cli_commands[i]; i++)
        vg_text_printf(out, "%s%s", i ? ", " : "", cli_commands[i]->name);
    return alike;
}

static int refuse_command(const cli *c, const char *name)
{
    char names[512];
    vg_text list = VG_TEXT(names);
    if (list_commands(name, &list) > 0)
        cli_complain(c, "\"%s\" può essere: %s", "\"%s\" could be: %s", name, names);
    else
        cli_complain(c, "non c'è il comando \"%s\"; ci sono: %s",
                     "there is no command \"%s\"; there are: %s", name, names);
    return CLI_WRONG;
}

static const cli_command *find(const char *name)
{
    for (int i = 0; cli_commands[i]; i++)
        if (strcmp(cli_commands[i]->name, name) == 0) return cli_commands[i];
    return NULL;
}

// If the caller closed one of the three standard files, the next one opened would take its place
// and our words would go into it. A file of the wrong direction keeps the place and still fails.
static void keep_standard_files(void)
{
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) < 0) (void)!open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
}

// Does what the command line says: the exit status.
static int obey(cli *c, int argc, char **argv)
{
    int at = 1; // global options before the subcommand
    while (at < argc && argv[at][0] == '-' && argv[at][1]) {
        if (strcmp(argv[at], "--lang") == 0 && at + 1 < argc && vg_lang_find(argv[at + 1]) >= 0) {
            at += 2;
        } else if (strncmp(argv[at], "--lang=", 7) == 0 && vg_lang_find(argv[at] + 7) >= 0) {
            at++;
        } else {
            break;
        }
    }
    const char *name = at < argc ? argv[at] : "help";
    if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0) {
        printf("veglia %s\n", VG_VERSION);
        return CLI_OK;
    }
    bool help = strcmp(name, "help") == 0 || strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0;
    if (help && at + 1 < argc && strcmp(argv[at + 1], "--json") == 0) {
        cli_help_json();
        return CLI_OK;
    }
    if (help && at + 1 < argc && strcmp(argv[at + 1], "--complete") == 0) {
        cli_complete(c, argc - at - 2, argv + at + 2);
        return CLI_OK;
    }
    if (help) {
        const char *topic = at + 1 < argc && argv[at + 1][0] != '-' ? argv[at + 1] : NULL;
        if (!topic) {
            guide(c);
            return CLI_OK;
        }
        c->command = find(topic);
        if (!c->command) return refuse_command(c, topic);
        cli_help(c);
        return CLI_OK;
    }
    const cli_command *command = find(name);
    if (!command) return refuse_command(c, name);
    c->command = command;
    c->argc = argc - at;
    c->argv = argv + at;
    return command->run(c);
}

int main(int argc, char **argv)
{
    keep_standard_files();
    setlocale(LC_CTYPE, ""); // numbers stay as C writes them
    vg_text called = vg_text_heap();
    cli c = {.lang = VG_IT, .program = "veglia"}; // so called it was found on the PATH
    choose_lang(&c, argc, argv);
    if (argc > 0 && strchr(argv[0], '/')) c.program = cli_quoted(argv[0], &called);
    int status = cli_finish(&c, obey(&c, argc, argv));
    vg_text_release(&called);
    return status;
}
