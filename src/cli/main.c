// main.c: finds the subcommand and calls it.
#include "cli/cli.h"

#include <fcntl.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const cli_command *const commands[] = {
    &cli_play,  &cli_games,  &cli_rules, &cli_cards,    &cli_replay,
    &cli_book,  &cli_serve,  &cli_admin, &cli_verify,   &cli_sim,
    &cli_merge, &cli_report, &cli_arena, &cli_scenario, &cli_bench,
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

// --lang anywhere on the line, then the environment in POSIX's order, then Italian.
static vg_lang choose_lang(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--") == 0) break;
        const char *said = NULL;
        if (strcmp(argv[i], "--lang") == 0 && i + 1 < argc) said = argv[i + 1];
        if (strncmp(argv[i], "--lang=", 7) == 0) said = argv[i] + 7;
        if (said && vg_lang_find(said) >= 0) return (vg_lang)vg_lang_find(said);
    }
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    for (int i = 0; i < 3; i++) {
        const char *value = getenv(names[i]);
        if (!value || !*value) continue;
        return strncmp(value, "en", 2) == 0 ? VG_EN : VG_IT;
    }
    return VG_IT;
}

static void guide(const cli *c)
{
    cli_say(c,
            "Veglia: giochi italiani di fate e leggende, da giocare davvero.\n\n"
            "  veglia play             gioca: ti chiede a che cosa e con quanti\n"
            "  veglia games            che cosa si gioca\n"
            "  veglia rules GIOCO      le regole\n"
            "\nTutti i comandi:\n",
            "Veglia: Italian games of fairies and legends, for real play.\n\n"
            "  veglia play             play: it asks you what, and with how many\n"
            "  veglia games            what there is to play\n"
            "  veglia rules GAME       the rules\n"
            "\nAll commands:\n");
    for (int i = 0; i < COMMANDS; i++)
        printf("  %-10s %s\n", commands[i]->name, commands[i]->what.in[c->lang]);
    cli_say(c, "\n\"veglia COMANDO --help\" spiega ciascuno, con un esempio.\n",
            "\n\"veglia COMMAND --help\" explains each, with an example.\n");
}

static int refuse_command(const cli *c, const char *name)
{
    char names[512];
    vg_text list = VG_TEXT(names);
    for (int i = 0; i < COMMANDS; i++)
        vg_text_printf(&list, "%s%s", i ? ", " : "", commands[i]->name);
    cli_complain(c, "non c'è il comando \"%s\"; ci sono: %s",
                 "there is no command \"%s\"; there are: %s", name, names);
    return CLI_WRONG;
}

static const cli_command *find(const char *name)
{
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i]->name, name) == 0) return commands[i];
    return NULL;
}

// If the caller closed one of the three standard files, the next one opened would take its place
// and our words would go into it. A file of the wrong direction keeps the place and still fails.
static void keep_standard_files(void)
{
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) < 0) (void)!open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
}

int main(int argc, char **argv)
{
    keep_standard_files();
    setlocale(LC_CTYPE, ""); // numbers stay as C writes them
    cli c = {.lang = choose_lang(argc, argv)};

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
    if (strcmp(name, "--version") == 0) {
        printf("veglia %s\n", VG_VERSION);
        return cli_finish(&c, CLI_OK);
    }
    bool help = strcmp(name, "help") == 0 || strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0;
    if (help) {
        const char *topic = at + 1 < argc && argv[at + 1][0] != '-' ? argv[at + 1] : NULL;
        if (!topic) {
            guide(&c);
            return cli_finish(&c, CLI_OK);
        }
        c.command = find(topic);
        if (!c.command) return refuse_command(&c, topic);
        cli_help(&c, stdout);
        return cli_finish(&c, CLI_OK);
    }
    const cli_command *command = find(name);
    if (!command) return refuse_command(&c, name);
    c.command = command;
    c.argc = argc - at;
    c.argv = argv + at;
    return cli_finish(&c, command->run(&c));
}
