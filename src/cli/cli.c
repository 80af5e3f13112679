// cli.c: options, complaints, setups and files for all subcommands.
#include "cli/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_OPTIONS 32

enum { ID_HELP = 1000, ID_LANG };

static const cli_option common[] = {
    {ID_LANG, "lang", "it|en", VG_WORDS("la lingua", "the language")},
    {ID_HELP, "help", NULL, VG_WORDS("mostra questo aiuto", "shows this help")},
};
enum { COMMON = sizeof common / sizeof common[0] };

static const cli_option *option_at(const cli_command *command, int i)
{
    return i < command->option_count ? &command->options[i] : &common[i - command->option_count];
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
    va_start(args, en);
    if (c->lang == VG_IT)
        vsnprintf(sentence, sizeof sentence, it, args);
    else
        vsnprintf(sentence, sizeof sentence, en, args);
    va_end(args);
    // What the user wrote may hold anything; a complaint is one line and never drives a terminal.
    vg_text text = VG_TEXT(safe);
    vg_text_clean(&text, sentence, strlen(sentence), (int)sizeof sentence);
    fflush(stdout); // what was said before comes before
    fprintf(stderr, c->command ? "veglia %s: %s\n" : "veglia%s: %s\n",
            c->command ? c->command->name : "", safe);
}

void cli_say(const cli *c, const char *it, const char *en, ...)
{
    va_list args;
    va_start(args, en);
    if (c->lang == VG_IT)
        vprintf(it, args);
    else
        vprintf(en, args);
    va_end(args);
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

void cli_help(const cli *c, FILE *out)
{
    const cli_command *command = c->command;
    fprintf(out, "%s: veglia %s %s\n\n", cli_in(c, "Uso", "Usage"), command->name, command->usage);
    vg_text text = vg_text_heap();
    cli_wrap(command->what.in[c->lang], 79, 0, &text);
    if (command->more.in[c->lang]) {
        vg_text_char(&text, '\n');
        cli_markdown(command->more.in[c->lang], 79, false, &text);
    }
    vg_text_printf(&text, "\n%s:\n", cli_in(c, "Opzioni", "Options"));
    for (int i = 0; i < command->option_count + COMMON; i++) {
        const cli_option *o = option_at(command, i);
        char left[64], line[256];
        snprintf(left, sizeof left, "--%s%s%s", o->name, o->value ? " " : "",
                 o->value ? o->value : "");
        snprintf(line, sizeof line, "  %-20s %s", left, o->what.in[c->lang]);
        cli_wrap(line, 79, 23, &text);
    }
    fputs(text.at, out);
    vg_text_release(&text);
    fprintf(out, "\n%s:\n", cli_in(c, "Esempio", "Example"));
    for (const char *at = command->example; *at;) {
        size_t n = strcspn(at, "\n");
        fprintf(out, "  %.*s\n", (int)n, at);
        at += n + (at[n] == '\n');
    }
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
        vg_text_printf(out, "%s--%s", i ? ", " : "", option_at(c->command, i)->name);
}

static void refuse_option(cli *c, int found, int id, const char *given)
{
    char names[1024];
    vg_text list = VG_TEXT(names);
    say_option_names(c, &list);
    const cli_option *o = NULL;
    for (int i = 0; i < c->command->option_count + COMMON; i++)
        if (option_at(c->command, i)->id == id) o = option_at(c->command, i);
    if (found == ':' && o)
        cli_complain(c, "--%s vuole un valore: %s", "--%s wants a value: %s", o->name, o->value);
    else if (o)
        cli_complain(c, "--%s non vuole un valore", "--%s takes no value", o->name);
    else
        cli_complain(c, "non c'è l'opzione \"%s\"; ci sono: %s",
                     "there is no option \"%s\"; there are: %s", given, names);
    wrong(c);
}

int cli_next(cli *c)
{
    struct option table[MAX_OPTIONS + 1] = {0};
    int count = c->command->option_count + COMMON, output = 0;
    assert(count <= MAX_OPTIONS);
    for (int i = 0; i < count; i++) {
        const cli_option *o = option_at(c->command, i);
        if (strcmp(o->name, "output") == 0) output = o->id; // the one option with a letter
        table[i] =
            (struct option){o->name, o->value ? required_argument : no_argument, NULL, o->id};
    }
    if (c->done) return 0;
    opterr = 0;
    int at = optind;
    int id = getopt_long(c->argc, c->argv, output ? ":ho:" : ":h", table, NULL);
    if (id == -1) return 0;
    if (id == 'o') id = output;
    c->value = optarg;
    switch (id) {
    case 'h':
    case ID_HELP:
        cli_help(c, stdout);
        c->done = true;
        c->status = CLI_OK;
        return 0;
    case ID_LANG: {
        int lang = vg_lang_find(optarg);
        if (lang >= 0) {
            c->lang = (vg_lang)lang;
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
    cli_complain(c, "\"%s\" è di troppo; uso: veglia %s %s",
                 "\"%s\" is too much; usage: veglia %s %s", extra, c->command->name,
                 c->command->usage);
    return false;
}

bool cli_number(const cli *c, const char *what, const char *text, uint64_t min, uint64_t max,
                uint64_t *out)
{
    errno = 0;
    char *end = NULL;
    unsigned long long n = *text >= '0' && *text <= '9' ? strtoull(text, &end, 10) : 0;
    if (end && *end == '\0' && errno == 0 && n >= min && n <= max) {
        *out = n;
        return true;
    }
    cli_complain(c, "%s vuole un numero da %llu a %llu, non \"%s\"",
                 "%s wants a number from %llu to %llu, not \"%s\"", what, (unsigned long long)min,
                 (unsigned long long)max, text);
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
    char names[512];
    vg_text list = VG_TEXT(names);
    for (int i = 0; i < game->edition_count; i++) {
        if (strcmp(game->editions[i], name) == 0) {
            *out = (uint8_t)i;
            return true;
        }
        vg_text_printf(&list, "%s%s", i ? ", " : "", game->editions[i]);
    }
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
        if (!cli_number(c, "--first", said->first, 0, (uint64_t)out->seats - 1, &n)) return false;
        out->first = (int8_t)n;
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

const char *cli_option_word(const vg_option *o, int value, char buffer[16])
{
    if (o->names) return o->names[value - o->min];
    snprintf(buffer, 16, "%d", value);
    return buffer;
}

void cli_options_json(const vg_game *game, const vg_setup *setup, vg_json *j)
{
    vg_json_open(j, '{');
    for (int i = 0; i < game->option_count; i++) {
        char word[16];
        vg_json_put_string(j, game->options[i].key,
                           cli_option_word(&game->options[i], setup->option[i], word));
    }
    vg_json_close(j, '}');
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
                     strerror(failed));
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
                     strerror(failed));
    }
    vg_text_release(&name);
    return good;
}
