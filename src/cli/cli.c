// cli.c: options, complaints, setups and files for all subcommands.
#include "cli/cli.h"

#include "base/system.h"
#include "server/store.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_OPTIONS 32

enum { ID_HELP = 1000, ID_LANG, ID_VERSION };

static const cli_option common[] = {
    {ID_LANG, "lang", "it|en",
     VG_WORDS("la lingua (o nella variabile VEGLIA_LANG)",
              "the language (or in the variable VEGLIA_LANG)")},
    {ID_HELP, "h help", NULL, VG_WORDS("mostra questo aiuto", "shows this help")},
    {ID_VERSION, "V version", NULL, VG_WORDS("la versione del programma", "the program's version")},
};
enum { COMMON = sizeof common / sizeof common[0] };

// Somebody's program among the bots, where CLI_ALL_BOTS are taken.
static const vg_bot_name program_bot = {
    .name = "cmd:COMMAND",
    .what = VG_WORDS("un tuo programma, in qualsiasi linguaggio: docs/bot-protocol.md",
                     "a program of yours, in any language: docs/bot-protocol.md")};

static char letter_of(const cli_option *o)
{
    return o->name[0] && o->name[1] == ' ' ? o->name[0] : '\0';
}

const char *cli_option_name(const cli_option *o) { return letter_of(o) ? o->name + 2 : o->name; }

// What stands for a value in a usage line: written in English in the tables, shown in the language
// that is wanted. Those that read alike in both are here too: a test wants every one.
static const vg_words placeholders[] = {
    VG_WORDS("CARTA", "CARD"),
    VG_WORDS("COMANDO", "COMMAND"),
    VG_WORDS("CARTELLA", "DIR"),
    VG_WORDS("FILE", "FILE"),
    VG_WORDS("DA", "FROM"),
    VG_WORDS("GIOCO", "GAME"),
    VG_WORDS("HEX", "HEX"),
    VG_WORDS("HOST", "HOST"),
    VG_WORDS("ID", "ID"),
    VG_WORDS("NOME", "KEY"),
    VG_WORDS("ELENCO", "LIST"),
    VG_WORDS("SCOPO", "AIM"),
    VG_WORDS("MIB", "MIB"),
    VG_WORDS("MS", "MS"),
    VG_WORDS("NOME", "NAME"),
    VG_WORDS("RETE", "NET"),
    VG_WORDS("OPZIONE", "OPTION"),
    VG_WORDS("PARTE", "PART"),
    VG_WORDS("NUMERO", "PATH"),
    VG_WORDS("PERSONA", "PERSON"),
    VG_WORDS("PORTA", "PORT"),
    VG_WORDS("VERBALE", "RECORD"),
    VG_WORDS("DATA", "DATE"),
    VG_WORDS("POSTO", "SEAT"),
    VG_WORDS("POSTI", "SEATS"),
    VG_WORDS("SECONDI", "SECONDS"),
    VG_WORDS("SIM", "SIM"),
    VG_WORDS("A", "TO"),
    VG_WORDS("URL", "URL"),
    VG_WORDS("VALORE", "VALUE"),
    VG_WORDS("RECAPITO", "CONTACT"),
    VG_WORDS("ORIGINE", "ORIGIN"),
};

static bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }

const char *cli_shape(const cli *c, const char *english, vg_text *out)
{
    vg_text_clear(out);
    for (const char *at = english; *at;) {
        size_t n = 0;
        while (is_capital(at[n])) n++;
        const char *word = NULL;
        for (size_t i = 0; n > 0 && i < sizeof placeholders / sizeof placeholders[0]; i++) {
            const char *en = placeholders[i].in[VG_EN];
            if (strlen(en) == n && memcmp(en, at, n) == 0) word = placeholders[i].in[c->lang];
        }
        if (n == 0) n = 1;
        if (word)
            vg_text_add(out, word);
        else
            vg_text_bytes(out, at, n);
        at += n;
    }
    return out->at;
}

const cli_option *cli_option_at(const cli_command *command, int i)
{
    int own = command ? command->option_count : 0;
    return i < own ? &command->options[i] : i < own + COMMON ? &common[i - own] : NULL;
}

// ---- speaking --------------------------------------------------------------

const char *cli_in(const cli *c, const char *it, const char *en)
{
    return c->lang == VG_IT ? it : en;
}

void cli_complain(const cli *c, const char *it, const char *en, ...)
{
    char sentence[2048], safe[4096];
    va_list args;
    if (c->hushed) return;
    va_start(args, en);
    if (c->lang == VG_IT)
        vsnprintf(sentence, sizeof sentence, it, args);
    else
        vsnprintf(sentence, sizeof sentence, en, args);
    va_end(args);
    // What the user wrote may hold anything; a complaint is one line and never drives a terminal.
    vg_text text = VG_TEXT(safe), line = vg_text_heap(), out = vg_text_heap();
    vg_text_clean(&text, sentence, strlen(sentence), (int)sizeof sentence);
    fflush(stdout); // what was said before comes before
    vg_text_printf(&line, c->command ? "veglia %s: %s" : "veglia%s: %s",
                   c->command ? c->command->name : "", safe);
    if (isatty(STDERR_FILENO))
        cli_wrap(line.at, cli_width_of(STDERR_FILENO) - 1, 2, &out);
    else
        vg_text_printf(&out, "%s\n", line.at);
    if (!out.cut) fputs(out.at, stderr);
    vg_text_release(&line);
    vg_text_release(&out);
}

const char *cli_errno(const cli *c, int number) { return vg_system_text(number, c->lang); }

void cli_say(const cli *c, const char *it, const char *en, ...)
{
    va_list args, again;
    va_start(args, en);
    va_copy(again, args);
    const char *pattern = cli_in(c, it, en);
    int n = c->lang == VG_IT ? vsnprintf(NULL, 0, it, args) : vsnprintf(NULL, 0, en, args);
    char *buffer = n >= 0 ? malloc((size_t)n + 1) : NULL;
    vg_text text = vg_text_heap();
    if (buffer) {
        if (pattern == it)
            vsnprintf(buffer, (size_t)n + 1, it, again);
        else
            vsnprintf(buffer, (size_t)n + 1, en, again);
        vg_text_add(&text, buffer);
    }
    free(buffer);
    va_end(again);
    va_end(args);
    cli_put_lines(&text);
}

void cli_put(vg_text *text)
{
    if (text->len) fwrite(text->at, 1, text->len, stdout);
    putchar('\n');
    vg_text_release(text);
}

int cli_finish(const cli *c, int status)
{
    if (fflush(stdout) == 0 && !ferror(stdout)) return status;
    cli_complain(c, "non riesco a scrivere il risultato", "the result cannot be written");
    return status == CLI_OK ? CLI_NO : status;
}

void cli_offer_languages(const cli *c)
{
    if (!c->lang_known)
        cli_say(c, "English: --lang en or VEGLIA_LANG=en / Italiano: --lang it o VEGLIA_LANG=it\n",
                "English: --lang en or VEGLIA_LANG=en / Italiano: --lang it o VEGLIA_LANG=it\n");
}

// What is written on the left of a help line: "-o, --output FILE".
static void option_left(const cli *c, const cli_option *o, char out[64])
{
    char letter[8] = "", shape[64];
    vg_text value = VG_TEXT(shape);
    if (letter_of(o)) snprintf(letter, sizeof letter, "-%c, ", letter_of(o));
    snprintf(out, 64, "%s--%s%s%s", letter, cli_option_name(o), o->value ? " " : "",
             cli_shape(c, o->value ? o->value : "", &value));
}

static void help_line(vg_text *out, const char *left, const char *right)
{
    vg_text_printf(out, "  %-20s  %s\n", left, right);
}

static void help_bots(const cli *c, vg_text *out)
{
    char shape[64];
    vg_text name = VG_TEXT(shape);
    vg_text_printf(out, "\nBot (--bots):\n");
    for (const vg_bot_name *b = vg_bot_names; b->name; b++)
        help_line(out, b->name, b->what.in[c->lang]);
    if (c->command->bots == CLI_ALL_BOTS)
        help_line(out, cli_shape(c, program_bot.name, &name), program_bot.what.in[c->lang]);
}

void cli_help(const cli *c)
{
    const cli_command *command = c->command;
    char shape[512];
    vg_text text = vg_text_heap(), page = vg_text_heap(), usage = VG_TEXT(shape);
    vg_text_printf(&text, "%s: veglia %s %s\n\n%s\n", cli_in(c, "Uso", "Usage"), command->name,
                   cli_shape(c, command->usage, &usage), command->what.in[c->lang]);
    if (command->more.in[c->lang]) vg_text_printf(&text, "\n%s\n", command->more.in[c->lang]);
    vg_text_printf(&text, "\n%s:\n", cli_in(c, "Opzioni", "Options"));
    for (int i = 0; i < command->option_count + COMMON; i++) {
        const cli_option *o = cli_option_at(command, i);
        char left[64];
        option_left(c, o, left);
        help_line(&text, left, o->what.in[c->lang]);
    }
    if (command->bots) help_bots(c, &text);
    int width = cli_width() - 1;
    cli_wrap_lines(text.at, width < 79 ? width : 79, &page);
    vg_text_release(&text);
    fputs(page.at, stdout);
    vg_text_release(&page);
    printf("\n%s:\n", cli_in(c, "Esempio", "Example"));
    for (const char *at = command->example; *at;) { // as it stands, to be copied
        size_t n = strcspn(at, "\n");
        printf("  %.*s\n", (int)n, at);
        at += n + (at[n] == '\n');
    }
    if (!c->lang_known) putchar('\n');
    cli_offer_languages(c);
}

// ---- the same for programs ---------------------------------------------------

static void put_words(vg_json *j, const char *key, const vg_words *words)
{
    if (words->in[VG_IT]) vg_json_put_words(j, key, words);
}

static void put_options(vg_json *j, const cli_option *options, int count)
{
    vg_json_put_open(j, "options", '[');
    for (int i = 0; i < count; i++) {
        const char letter[2] = {letter_of(&options[i]), '\0'};
        vg_json_open(j, '{');
        vg_json_put_string(j, "name", cli_option_name(&options[i]));
        if (*letter) vg_json_put_string(j, "letter", letter);
        if (options[i].value) vg_json_put_string(j, "value", options[i].value);
        put_words(j, "what", &options[i].what);
        vg_json_close(j, '}');
    }
    vg_json_close(j, ']');
}

void cli_help_json(void)
{
    static const char *const kinds[] = {"none", "ours", "all"};
    vg_text text = vg_text_heap();
    vg_json j = vg_json_to(&text);
    vg_json_open(&j, '{');
    vg_json_put_string(&j, "version", VG_VERSION);
    put_options(&j, common, COMMON);
    vg_json_put_open(&j, "commands", '[');
    for (int i = 0; cli_commands[i]; i++) {
        const cli_command *command = cli_commands[i];
        vg_json_open(&j, '{');
        vg_json_put_string(&j, "name", command->name);
        vg_json_put_string(&j, "usage", command->usage);
        put_words(&j, "what", &command->what);
        put_words(&j, "more", &command->more);
        vg_json_put_string(&j, "example", command->example);
        vg_json_put_string(&j, "bots", kinds[command->bots]);
        put_options(&j, command->options, command->option_count);
        vg_json_close(&j, '}');
    }
    vg_json_close(&j, ']');
    vg_json_put_open(&j, "bots", '[');
    for (const vg_bot_name *b = vg_bot_names;; b = b->name ? b + 1 : b) {
        const vg_bot_name *one = b->name ? b : &program_bot;
        vg_json_open(&j, '{');
        vg_json_put_string(&j, "name", one->name);
        put_words(&j, "what", &one->what);
        vg_json_close(&j, '}');
        if (!b->name) break;
    }
    vg_json_close(&j, ']');
    vg_json_put_open(&j, "values", '[');
    for (size_t i = 0; i < sizeof placeholders / sizeof placeholders[0]; i++)
        vg_json_words(&j, &placeholders[i]);
    vg_json_close(&j, ']');
    vg_json_close(&j, '}');
    cli_put(&text);
}

// ---- the command line ------------------------------------------------------

static void wrong(cli *c)
{
    c->done = true;
    c->status = CLI_WRONG;
}

static void say_option_names(const cli *c, vg_text *out)
{
    for (int i = 0; i < c->command->option_count + COMMON; i++)
        vg_text_printf(out, "%s--%s", i ? ", " : "", cli_option_name(cli_option_at(c->command, i)));
}

// The options that begin as "--se" or "--se=3" does: how many.
static int say_alike(const cli *c, const char *given, vg_text *out)
{
    int alike = 0;
    if (strncmp(given, "--", 2) != 0) return 0;
    size_t n = strcspn(given + 2, "=");
    for (int i = 0; i < c->command->option_count + COMMON; i++) {
        const cli_option *o = cli_option_at(c->command, i);
        if (strncmp(cli_option_name(o), given + 2, n) != 0) continue;
        vg_text_printf(out, "%s--%s", alike++ ? ", " : "", cli_option_name(o));
    }
    return alike;
}

static void refuse_option(cli *c, int found, int id, const char *given)
{
    char names[1024], some[1024], shape[64];
    vg_text list = VG_TEXT(names), few = VG_TEXT(some), value = VG_TEXT(shape);
    say_option_names(c, &list);
    const cli_option *o = NULL;
    for (int i = 0; i < c->command->option_count + COMMON; i++) {
        const cli_option *one = cli_option_at(c->command, i);
        if (one->id == id || (letter_of(one) && letter_of(one) == id)) o = one;
    }
    if (found == ':' && o)
        cli_complain(c, "--%s vuole un valore: %s", "--%s wants a value: %s", cli_option_name(o),
                     cli_shape(c, o->value, &value));
    else if (o)
        cli_complain(c, "--%s non vuole un valore", "--%s takes no value", cli_option_name(o));
    else if (say_alike(c, given, &few) > 1)
        cli_complain(c, "\"%s\" può essere %s: scrivi l'opzione intera",
                     "\"%s\" could be %s: write the option out", given, some);
    else
        cli_complain(c, "non c'è l'opzione \"%s\"; ci sono: %s",
                     "there is no option \"%s\"; there are: %s", given, names);
    wrong(c);
}

int cli_next(cli *c)
{
    struct option table[MAX_OPTIONS + 1] = {0};
    char letters[2 * MAX_OPTIONS + 2] = ":";
    vg_text add = VG_TEXT(letters);
    vg_text_char(&add, ':');
    int count = c->command->option_count + COMMON;
    assert(count <= MAX_OPTIONS);
    for (int i = 0; i < count; i++) {
        const cli_option *o = cli_option_at(c->command, i);
        int wants = !o->value            ? no_argument
                    : o->value[0] == '[' ? optional_argument
                                         : required_argument;
        table[i] = (struct option){cli_option_name(o), wants, NULL, o->id};
        if (!letter_of(o)) continue;
        vg_text_char(&add, letter_of(o));
        if (o->value) vg_text_char(&add, ':');
    }
    if (c->done) return 0;
    opterr = 0;
    int at = optind;
    int id = getopt_long(c->argc, c->argv, letters, table, NULL);
    if (id == -1) return 0;
    const cli_option *found = NULL;
    for (int i = 0; i < count; i++) {
        const cli_option *o = cli_option_at(c->command, i);
        if (o->id == id || (letter_of(o) && letter_of(o) == id)) found = o;
    }
    if (found) id = found->id;
    // A value that may be left out may also stand in the next word.
    if (found && found->value && found->value[0] == '[' && !optarg && optind < c->argc &&
        c->argv[optind][0] != '-')
        optarg = c->argv[optind++];
    c->value = optarg;
    switch (id) {
    case ID_HELP:
    case ID_VERSION:
        if (id == ID_HELP)
            cli_help(c);
        else
            printf("veglia %s\n", VG_VERSION);
        c->done = true;
        c->status = CLI_OK;
        return 0;
    case ID_LANG: {
        int lang = vg_lang_find(optarg);
        if (lang >= 0) {
            c->lang = (vg_lang)lang; // main saw it already, unless it is not the first
            return cli_next(c);
        }
        cli_complain(c, "non so la lingua \"%s\"; ci sono: it, en",
                     "there is no language \"%s\"; there are: it, en", optarg);
        wrong(c);
        return 0;
    }
    case '?':
    case ':':
        // A bad letter inside "-xyz" leaves optind on it; a bad word was passed over.
        refuse_option(c, id, optopt, c->argv[optind > at ? optind - 1 : optind]);
        return 0;
    }
    return id;
}

const char *cli_operand(const cli *c, int i)
{
    return optind + i < c->argc ? c->argv[optind + i] : NULL;
}

int cli_operand_count(const cli *c) { return c->argc - optind; }

bool cli_at_most(const cli *c, int most)
{
    const char *extra = cli_operand(c, most);
    if (!extra) return true;
    char shape[512];
    vg_text usage = VG_TEXT(shape);
    cli_complain(c, "\"%s\" è di troppo; uso: veglia %s %s",
                 "\"%s\" is too much; usage: veglia %s %s", extra, c->command->name,
                 cli_shape(c, c->command->usage, &usage));
    return false;
}

bool cli_number(const cli *c, const char *what, const char *text, uint64_t min, uint64_t max,
                uint64_t *out)
{
    char buffer[2048];
    vg_text why = VG_TEXT(buffer);
    if (vg_read_number(what, text, min, max, c->lang, out, &why)) return true;
    cli_complain(c, "%s", "%s", buffer);
    return false;
}

const vg_game *cli_game(const cli *c, const char *id)
{
    const vg_game *game = id ? vg_game_find(id) : NULL;
    if (game) return game;
    char names[512];
    vg_text list = VG_TEXT(names);
    for (int i = 0; vg_games[i]; i++) vg_text_printf(&list, "%s%s", i ? ", " : "", vg_games[i]->id);
    if (id)
        cli_complain(c, "non c'è il gioco \"%s\"; ci sono: %s",
                     "there is no game \"%s\"; there are: %s", id, names);
    else
        cli_complain(c, "manca il gioco; ci sono: %s", "no game was named; there are: %s", names);
    return NULL;
}

// ---- setups ----------------------------------------------------------------

bool cli_setup_take(cli *c, cli_setup *said, int id)
{
    switch (id) {
    case CLI_SEATS: said->seats = c->value; return true;
    case CLI_EDITION: said->edition = c->value; return true;
    case CLI_FIRST: said->first = c->value; return true;
    case CLI_OPTION:
        if (said->option_count < VG_MAX_OPTIONS) {
            said->option[said->option_count++] = c->value;
        } else {
            cli_complain(c, "al massimo %d volte --option", "at most %d times --option",
                         VG_MAX_OPTIONS);
            wrong(c);
        }
        return true;
    }
    return false;
}

static bool find_edition(const cli *c, const vg_game *game, const char *name, uint8_t *out)
{
    int found = vg_edition_find(game, name);
    if (found >= 0) {
        *out = (uint8_t)found;
        return true;
    }
    char names[512];
    vg_text list = VG_TEXT(names);
    for (int i = 0; i < game->edition_count; i++)
        vg_text_printf(&list, "%s%s", i ? ", " : "", game->editions[i]);
    cli_complain(c, "%s non ha l'edizione \"%s\"; ci sono: %s",
                 "%s has no edition \"%s\"; there are: %s", game->name, name, names);
    return false;
}

bool cli_setup_make(const cli *c, const cli_setup *said, const vg_game *game, int seats,
                    vg_setup *out)
{
    uint64_t n = (uint64_t)seats;
    if (said->seats && !cli_number(c, "--seats", said->seats, game->min_seats, game->max_seats, &n))
        return false;
    vg_setup_normal(game, (int)n, out);
    if (said->edition && !find_edition(c, game, said->edition, &out->edition)) return false;
    if (said->first) {
        int seat;
        if (!cli_seat(c, "--first", said->first, out->seats, &seat)) return false;
        out->first = (int8_t)seat;
    }
    char buffer[512];
    vg_text why = VG_TEXT(buffer);
    vg_err err = VG_OK;
    for (int i = 0; i < said->option_count && !err; i++)
        err = vg_setup_option(game, out, said->option[i], c->lang, &why);
    if (!err) err = vg_setup_check(game, out, c->lang, &why);
    if (!err) { // some combinations only the game itself can judge
        _Alignas(16) unsigned char state[VG_MAX_STATE];
        err = game->setup(state, out, c->lang, &why);
    }
    if (!err) return true;
    const char *sentence = why.len ? buffer : vg_err_text(err, c->lang);
    cli_complain(c, "%s", "%s", sentence);
    return false;
}

bool cli_seat(const cli *c, const char *what, const char *text, int seats, int *out)
{
    uint64_t n = 0;
    if (!cli_number(c, what, text, 1, (uint64_t)seats, &n)) return false;
    *out = (int)n - 1;
    return true;
}

bool cli_bots(const cli *c, const char *said, int seats, const char *normal,
              vg_bot out[VG_MAX_SEATS])
{
    int count = 0;
    for (const char *at = said ? said : normal; at;) {
        char spec[64], buffer[512];
        vg_text why = VG_TEXT(buffer);
        size_t n = strcspn(at, ",");
        snprintf(spec, sizeof spec, "%.*s", (int)n, at);
        vg_bot bot;
        if (vg_bot_parse(spec, c->lang, &bot, &why) != VG_OK) {
            cli_complain(c, "%s", "%s", buffer);
            return false;
        }
        if (count < VG_MAX_SEATS) out[count] = bot;
        count++;
        at = at[n] ? at + n + 1 : NULL;
    }
    if (count != 1 && count != seats) {
        cli_complain(c, "--bots vuole un bot, o uno per ognuno dei %d posti, non %d",
                     "--bots wants one bot, or one for each of the %d seats, not %d", seats, count);
        return false;
    }
    for (int p = 1; count == 1 && p < seats; p++) out[p] = out[0];
    return true;
}

const char *cli_bot_word(const vg_bot *bot, char buffer[32])
{
    vg_text text = vg_text_over(buffer, 32);
    vg_bot_spec(bot, &text);
    return buffer;
}

// ---- files -----------------------------------------------------------------

void cli_make_folders(const char *path)
{
    char folder[1024];
    snprintf(folder, sizeof folder, "%s", path);
    for (char *at = folder + 1; *folder && (at = strchr(at, '/')) != NULL; at++) {
        *at = '\0';
        mkdir(folder, 0700);
        *at = '/';
    }
}

const char *cli_data_file(const char *name, bool make, char path[512])
{
    const char *home = getenv("HOME"), *state = getenv("XDG_STATE_HOME");
    if (state && state[0] == '/')
        snprintf(path, 512, "%s/veglia/%s", state, name);
    else if (home && home[0] == '/')
        snprintf(path, 512, "%s/.local/state/veglia/%s", home, name);
    else
        snprintf(path, 512, "%s", name);
    if (make) cli_make_folders(path);
    return path;
}

const char *cli_control(const char *db, bool make, char path[600])
{
    if (store_is_shared(db)) return cli_data_file("veglia.sock", make, path);
    snprintf(path, 600, "%s.sock", db);
    return path;
}

const char *cli_quoted(const char *word, vg_text *out)
{
    vg_text_clear(out);
    if (word[strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-")]) {
        vg_text_char(out, '\'');
        for (const char *at = word; *at; at++)
            vg_text_bytes(out, *at == '\'' ? "'\\''" : at, *at == '\'' ? 4 : 1);
        vg_text_char(out, '\'');
    } else {
        vg_text_add(out, word);
    }
    return out->at;
}

bool cli_can_write(const cli *c, const char *path)
{
    struct stat about;
    vg_text folder = vg_text_heap();
    const char *slash = strrchr(path, '/');
    if (slash)
        vg_text_bytes(&folder, path, (size_t)(slash - path) + 1);
    else
        vg_text_add(&folder, ".");
    int failed = access(folder.at, W_OK) != 0 ? errno : 0;
    vg_text_release(&folder);
    if (!failed && stat(path, &about) == 0 && S_ISDIR(about.st_mode)) failed = EISDIR;
    if (!failed) return true;
    cli_complain(c, "non riesco a scrivere %s: %s", "%s cannot be written: %s", path,
                 cli_errno(c, failed));
    return false;
}

bool cli_can_make(const cli *c, const char *path, bool force)
{
    if (!cli_can_write(c, path)) return false;
    if (force || access(path, F_OK) != 0) return true;
    cli_complain(c, "%s esiste già: scegli un altro nome, o --force per sovrascriverlo",
                 "%s exists already: choose another name, or --force to overwrite it", path);
    return false;
}

bool cli_read(const cli *c, const char *path, size_t most, vg_text *out)
{
    bool from_stdin = strcmp(path, "-") == 0;
    FILE *in = from_stdin ? stdin : fopen(path, "rb");
    struct stat about;
    if (in && fstat(fileno(in), &about) == 0 && S_ISDIR(about.st_mode)) {
        errno = EISDIR;
        if (!from_stdin) fclose(in);
        in = NULL;
    }
    char chunk[65536];
    size_t n = 0;
    errno = in ? 0 : errno;
    while (in && out->len <= most && (n = fread(chunk, 1, sizeof chunk, in)) > 0)
        vg_text_bytes(out, chunk, n);
    int failed = !in || ferror(in) || out->cut ? (errno ? errno : EIO) : 0;
    if (in && !from_stdin) fclose(in);
    if (failed) {
        cli_complain(c, "non riesco a leggere %s: %s", "%s cannot be read: %s", path,
                     cli_errno(c, failed));
        return false;
    }
    if (out->len > most) {
        cli_complain(c, "%s è troppo grande: al massimo %zu byte",
                     "%s is too big: at most %zu bytes", path, most);
        return false;
    }
    return true;
}

bool cli_write(const cli *c, const char *path, const char *bytes, size_t n, bool dear)
{
    vg_text name = vg_text_heap();
    vg_text_printf(&name, "%s.XXXXXX", path);
    int fd = name.cut ? -1 : mkstemp(name.at);
    bool made = fd >= 0;
    FILE *out = made ? fdopen(fd, "wb") : NULL;
    bool good = out && fwrite(bytes, 1, n, out) == n && fflush(out) == 0;
    if (good && dear) good = fsync(fd) == 0;
    if (good && !dear) { // mkstemp gives 0600; this is what open would have given
        mode_t mask = umask(0);
        umask(mask);
        good = fchmod(fd, 0666 & ~mask) == 0;
    }
    int failed = good ? 0 : errno;
    if (out && fclose(out) != 0 && good) {
        good = false;
        failed = errno;
    } else if (!out && made) {
        close(fd);
    }
    if (good && rename(name.at, path) != 0) {
        good = false;
        failed = errno;
    }
    if (!good) {
        if (made) unlink(name.at);
        cli_complain(c, "non riesco a scrivere %s: %s", "%s cannot be written: %s", path,
                     cli_errno(c, failed));
    }
    vg_text_release(&name);
    return good;
}
