// complete.c: `veglia help --complete WORD...`: what the last word could become.
//
// The shells' completions (packaging/completions) only ask this and show the
// answer, so that they can offer nothing the tables of options do not have. A
// line is a word, a tab and what it means; a line without a word asks for a
// "file" or a "dir" instead.
#include "cli/cli.h"

#include <string.h>

typedef struct completion {
    vg_lang lang;
    const char *typed;   // the word to be completed
    const vg_game *game; // the first one named on the line, or NULL
    char head[256];      // what of `typed` stays before any offer: "--bots=greedy,"
} completion;

static void offer(const completion *at, const char *word, const char *what)
{
    size_t n = strlen(at->head);
    if (strncmp(word, at->typed + n, strlen(at->typed + n)) == 0)
        printf("%s%s\t%s\n", at->head, word, what);
}

static void offer_files(bool folders) { puts(folders ? "\tdir" : "\tfile"); }

static void offer_games(const completion *at)
{
    for (int i = 0; vg_games[i]; i++) offer(at, vg_games[i]->id, vg_games[i]->tagline.in[at->lang]);
}

static void offer_numbers(const completion *at, int from, int to)
{
    for (int i = from; i <= to; i++) {
        char word[16];
        snprintf(word, sizeof word, "%d", i);
        offer(at, word, "");
    }
}

// "it|en": one of these words.
static void offer_choices(const completion *at, const char *shape)
{
    for (const char *one = shape; *one;) {
        char word[32];
        size_t n = strcspn(one, "|]");
        snprintf(word, sizeof word, "%.*s", (int)n, one);
        offer(at, word, "");
        one += n + (one[n] != '\0');
    }
}

static void offer_bots(completion *at, cli_bots_kind kind)
{
    const char *comma = strrchr(at->typed, ',');
    if (comma) snprintf(at->head, sizeof at->head, "%.*s", (int)(comma - at->typed + 1), at->typed);
    for (const vg_bot_name *b = vg_bot_names; b->name; b++)
        offer(at, b->name, b->what.in[at->lang]);
    if (kind == CLI_ALL_BOTS) offer(at, "cmd:", "");
}

static void offer_variants(const completion *at)
{
    for (int i = 0; i < at->game->option_count; i++) {
        const vg_option *o = &at->game->options[i];
        for (int v = o->min; v <= o->max; v++) {
            char word[64], number[16];
            snprintf(word, sizeof word, "%s=%s", o->key, vg_option_word(o, v, number));
            offer(at, word, o->what.in[at->lang]);
        }
    }
    for (int i = 0; i < at->game->preset_count; i++) {
        char word[64];
        snprintf(word, sizeof word, "%s=yes", at->game->presets[i].key);
        offer(at, word, at->game->presets[i].what.in[at->lang]);
    }
}

static bool is(const char *shape, const char *word)
{
    return strncmp(shape, word, strlen(word)) == 0;
}

// What may stand where a usage line has `shape`: "GAME", "[GAME]...", "FILE.csv".
static void offer_shape(const completion *at, const char *shape)
{
    if (*shape == '[') shape++;
    if (is(shape, "GAME"))
        offer_games(at);
    else if (is(shape, "DIR"))
        offer_files(true);
    else if (is(shape, "FILE") || is(shape, "RECORD") || strstr(shape, ".json"))
        offer_files(false);
    else if (strchr(shape, '|'))
        offer_choices(at, shape);
}

static void offer_value(completion *at, const cli_command *command, const cli_option *o)
{
    const char *name = cli_option_name(o);
    if (command && command->bots && strcmp(name, "bots") == 0)
        offer_bots(at, command->bots);
    else if (at->game && strcmp(name, "seats") == 0)
        offer_numbers(at, at->game->min_seats, at->game->max_seats);
    else if (at->game && strcmp(name, "first") == 0)
        offer_numbers(at, 1, at->game->max_seats);
    else if (at->game && strcmp(name, "option") == 0)
        offer_variants(at);
    else if (at->game && strcmp(name, "edition") == 0)
        for (int i = 0; i < at->game->edition_count; i++) offer(at, at->game->editions[i], "");
    else
        offer_shape(at, o->value);
}

static void offer_options(const completion *at, const cli_command *command)
{
    const cli_option *o;
    for (int i = 0; (o = cli_option_at(command, i)); i++) {
        char word[64];
        snprintf(word, sizeof word, "--%s", cli_option_name(o));
        offer(at, word, o->what.in[at->lang]);
    }
}

// The option this word gives, and whether its value is still to come. "--seats=3" brings it along.
static const cli_option *option_of(const cli_command *command, const char *word, bool *wants)
{
    const cli_option *o;
    size_t n = strcspn(word, "=");
    for (int i = 0; (o = cli_option_at(command, i)); i++) {
        const char *name = cli_option_name(o);
        bool letter = name > o->name && word[1] == o->name[0] && !word[2];
        bool whole = is(word, "--") && strlen(name) == n - 2 && memcmp(name, word + 2, n - 2) == 0;
        if (!letter && !whole) continue;
        *wants = o->value && word[n] != '=';
        return o;
    }
    return NULL;
}

// Operand number `i` by the usage line. Where that is a choice of orders ("list|export ID|..."),
// `order` is the one that stands first on the line.
static void offer_operand(completion *at, const cli_command *command, const char *order, int i)
{
    const char *usage = command->usage;
    bool orders = strcspn(usage, "|") < strcspn(usage, " ");
    for (const char *one = usage; orders && *one; one += strcspn(one, "|"), one += *one == '|') {
        char word[32];
        size_t n = strcspn(one, "| ");
        snprintf(word, sizeof word, "%.*s", (int)n, one);
        if (i == 0)
            offer(at, word, "");
        else if (strcmp(word, order) == 0)
            usage = one;
    }
    if (orders && (i == 0 || usage == command->usage)) return;
    for (const char *shape = usage;; i--) {
        size_t n = strcspn(shape, orders ? " |" : " ");
        bool last = shape[n] != ' ' || is(shape + n, " -") || is(shape + n, " [-") ||
                    is(shape + n, " [OPTION");
        if (is(shape, "-") || is(shape, "[-") || is(shape, "[OPTION")) return;
        bool many = n > 3 && memcmp(shape + n - 3, "...", 3) == 0;
        if (i == 0 || many) {
            char one[64];
            snprintf(one, sizeof one, "%.*s", (int)n, shape);
            offer_shape(at, one);
            return;
        }
        if (last) return;
        shape += n + 1;
    }
}

static void offer_commands(const completion *at)
{
    for (int i = 0; cli_commands[i]; i++)
        offer(at, cli_commands[i]->name, cli_commands[i]->what.in[at->lang]);
}

void cli_complete(const cli *c, int count, char **words)
{
    completion at = {.lang = c->lang, .typed = count > 0 ? words[count - 1] : ""};
    const cli_command *command = NULL;
    const cli_option *pending = NULL; // its value is the next word
    const char *order = NULL;
    int operands = 0;
    bool help = false, plain = false; // after "--" there are no options
    for (int i = 0; i + 1 < count; i++) {
        const char *word = words[i];
        bool wants = false;
        if (pending && !(pending->value[0] == '[' && word[0] == '-')) {
            pending = NULL;
        } else if (!plain && word[0] == '-' && word[1]) {
            plain = strcmp(word, "--") == 0;
            const cli_option *o = option_of(command, word, &wants);
            pending = wants ? o : NULL;
        } else if (!command) {
            help = help || strcmp(word, "help") == 0;
            for (int k = 0; cli_commands[k]; k++)
                if (strcmp(cli_commands[k]->name, word) == 0) command = cli_commands[k];
        } else {
            pending = NULL;
            if (operands++ == 0) order = word;
            for (int k = 0; !at.game && vg_games[k]; k++)
                if (strcmp(vg_games[k]->id, word) == 0) at.game = vg_games[k];
        }
    }
    const char *equals = strchr(at.typed, '=');
    bool dashes = !plain && at.typed[0] == '-', wants;
    if (strlen(at.typed) >= sizeof at.head || (help && command)) return;
    if (pending && !(pending->value[0] == '[' && dashes)) {
        offer_value(&at, command, pending);
    } else if (dashes && equals) {
        const cli_option *o = option_of(command, at.typed, &wants);
        snprintf(at.head, sizeof at.head, "%.*s", (int)(equals - at.typed + 1), at.typed);
        if (o && o->value) offer_value(&at, command, o);
    } else if (dashes) {
        offer_options(&at, command);
    } else if (command) {
        offer_operand(&at, command, order, operands);
    } else {
        offer_commands(&at);
        if (!help) offer(&at, "help", "");
    }
}
