// cli.h: what the subcommands of `veglia` share: options as tables, one help
// printer, one way to complain, setups, files, progress.
//
// cli_commands, with each command's table of options, and vg_bot_names are the
// one list of what there is: --help, `veglia help --json` and the check of
// docs/cli.md come from it.
//
// Exit status: 0 it went well; 1 the answer is no, or the world failed; 2 the
// command line or an input file is wrong, and nothing was done.
#ifndef VG_CLI_CLI_H
#define VG_CLI_CLI_H

#include "bots/bot.h"
#include "engine/game.h"

#include <stdio.h>

enum { CLI_OK = 0, CLI_NO = 1, CLI_WRONG = 2 };

typedef struct cli_option {
    int id;            // the subcommand's own, > 0
    const char *name;  // without the dashes; "o output" has a letter too
    const char *value; // what stands after it: "N", or "[FILE]" if it may; NULL: a switch
    vg_words what;     // one line
} cli_option;

// Which bots a command's --bots takes.
typedef enum cli_bots_kind { CLI_NO_BOTS, CLI_OUR_BOTS, CLI_ALL_BOTS } cli_bots_kind;

typedef struct cli cli;

typedef struct cli_command {
    const char *name;
    const char *usage;         // what follows the name: "GAME [OPTION]..."
    vg_words what;             // one line
    vg_words more;             // a paragraph for --help; both NULL: none
    const char *example;       // whole lines without a final newline
    const cli_option *options; // option_count of them; --lang and --help are everybody's
    int option_count;
    cli_bots_kind bots;
    int (*run)(cli *c); // gives the exit status
} cli_command;

// One call of one subcommand.
struct cli {
    const cli_command *command;
    vg_lang lang;
    const char *program; // how we were called, as a shell wants it: hints can be copied
    bool lang_said;      // by --lang or VEGLIA_LANG
    bool lang_known;     // said, or the system's is one of ours
    int argc;
    char **argv;       // [0] is the subcommand's name
    const char *value; // of the option cli_next just gave
    bool hushed;       // no complaints: whoever calls says it himself
    bool done;         // the options said it all (help, or a mistake): return `status`
    int status;
};

// ---- the command line ----

// The next option's id, or 0 when only operands are left (or `done`). Use it as
//     for (int id; (id = cli_next(c)) != 0;) switch (id) ...
//     if (c->done) return c->status;
int cli_next(cli *c);
// Operand `i`, or NULL.
const char *cli_operand(const cli *c, int i);
int cli_operand_count(const cli *c);
// Complains about operands past the first `most`: false, and CLI_WRONG is due.
bool cli_at_most(const cli *c, int most);

// Reads all of `text` as a number of [min, max]; complains in the name of `what` otherwise.
bool cli_number(const cli *c, const char *what, const char *text, uint64_t min, uint64_t max,
                uint64_t *out);
// The game of this id. Complains with the list of games and gives NULL otherwise; `id` NULL: none
// was named.
const vg_game *cli_game(const cli *c, const char *id);

// ---- setups: --seats, --option, --edition, --first ----

typedef struct cli_setup {
    const char *seats, *edition, *first; // NULL: not said
    const char *option[VG_MAX_OPTIONS];
    int option_count;
} cli_setup;

#define CLI_FORCE_OPTION(id)                                                                       \
    {                                                                                              \
        id, "force", NULL,                                                                         \
            VG_WORDS("sovrascrive un file che c'è già", "overwrites a file that is there already") \
    }

#define CLI_FACE_OPTIONS(plain, brief)                                                             \
    {plain, "plain", NULL,                                                                         \
     VG_WORDS("riga per riga, anche in un terminale", "line by line, also in a terminal")},        \
    {                                                                                              \
        brief, "brief", NULL,                                                                      \
            VG_WORDS("riga per riga e in breve, per chi ascolta: il tavolo solo a richiesta (t)",  \
                     "line by line and in brief, for the ear: the table only on request (t)")      \
    }

enum { CLI_SEATS = 900, CLI_OPTION, CLI_EDITION, CLI_FIRST };
#define CLI_SETUP_OPTIONS                                                                          \
    {CLI_SEATS, "seats", "N",                                                                      \
     VG_WORDS("quanti posti ha il tavolo", "how many seats the table has")},                       \
        {CLI_FIRST, "first", "SEAT",                                                               \
         VG_WORDS("chi comincia, da 1 (senza: decide il caso)",                                    \
                  "who starts, from 1 (default: chance decides)")},                                \
        {CLI_EDITION, "edition", "NAME",                                                           \
         VG_WORDS("un'altra edizione del gioco", "another edition of the game")},                  \
    {                                                                                              \
        CLI_OPTION, "option", "KEY=VALUE",                                                         \
            VG_WORDS("una variante del gioco, anche più volte (veglia games GIOCO le elenca)",     \
                     "a variant of the game, repeatable (veglia games GAME lists them)")           \
    }

// Takes option `id` if it is one of the four; false otherwise. Too many --option: `c` is done.
bool cli_setup_take(cli *c, cli_setup *said, int id);
// Makes the setup, `seats` many unless said otherwise. False after complaining.
bool cli_setup_make(const cli *c, const cli_setup *said, const vg_game *game, int seats,
                    vg_setup *out);
// A seat as people write it, from 1, into 0-based `*out`. False after complaining.
bool cli_seat(const cli *c, const char *what, const char *text, int seats, int *out);
// "random,greedy,random", or one for all; NULL is `normal`. False after complaining.
bool cli_bots(const cli *c, const char *said, int seats, const char *normal,
              vg_bot out[VG_MAX_SEATS]);
// The bot as --bots reads it, in `buffer`.
const char *cli_bot_word(const vg_bot *bot, char buffer[32]);

// ---- speaking ----

// One of the two, by language.
const char *cli_in(const cli *c, const char *it, const char *en);
// One sentence on stderr: "veglia sim: ..." in the language of the two that is wanted.
#define CLI_TWO __attribute__((format(printf, 2, 4), format(printf, 3, 4)))
void cli_complain(const cli *c, const char *it, const char *en, ...) CLI_TWO;
// printf to stdout, in the language that is wanted; a terminal gets its lines wrapped.
void cli_say(const cli *c, const char *it, const char *en, ...) CLI_TWO;
// What errno means, in the language that is wanted.
const char *cli_errno(const cli *c, int number);
// Where the system's language is none of ours: one line that offers both.
void cli_offer_languages(const cli *c);
// A usage line, or what an option wants, in the language that is wanted: "GIOCO [--seats N]". Into
// `out`, which it empties first.
const char *cli_shape(const cli *c, const char *english, vg_text *out);
void cli_help(const cli *c);
// All commands, options and bots as JSON.
void cli_help_json(void);
// Prints what the last of `words`, those after the program's name, could become.
void cli_complete(const cli *c, int count, char **words);
// Option `i` of `command`, everybody's after its own; NULL past the last. Without a command:
// everybody's.
const cli_option *cli_option_at(const cli_command *command, int i);
const char *cli_option_name(const cli_option *o); // without its letter
// Writes `text` and a newline to stdout and releases it.
void cli_put(vg_text *text);
// Flushes stdout: `status`, or CLI_NO and a complaint if something could not be written.
int cli_finish(const cli *c, int status);

// ---- terminals ----

bool cli_colour(FILE *out); // a terminal, and neither NO_COLOR nor TERM=dumb
bool cli_interactive(void); // both ends are a terminal that can do more than write lines
int cli_width(void);        // columns of the terminal at stdout, 40..100; 80 if there is none
int cli_width_of(int fd);   // as they are; 80 if it is no terminal
// Writes Markdown as wrapped plain lines, headings and **strong** words in bold if `colour`.
void cli_markdown(const char *markdown, int width, bool colour, vg_text *out);
// The Markdown as it stands, but without the marks of rules in it.
void cli_bare_markdown(const char *markdown, vg_text *out);
// Only what is marked as speaking of `rule` (`<!-- QL-04 -->`); NULL: everything.
void cli_rule(const char *markdown, const char *rule, int width, bool colour, vg_text *out);
// Writes one paragraph wrapped at `width`, later lines after `hang` spaces. Ends with a newline.
void cli_wrap(const char *line, int width, int hang, vg_text *out);
// The same for several lines, each hanging where its second column begins ("  -o FILE  where to");
// the last one ends as it does in `lines`.
void cli_wrap_lines(const char *lines, int width, vg_text *out);
// Writes a text for people to stdout and releases it: wrapped if that is a terminal.
void cli_put_lines(vg_text *text);
// Shows it with $PAGER, or less, or as it is; releases it.
void cli_page(vg_text *text);
// Columns that UTF-8 text takes: code points, which is right for our languages.
int cli_columns(const char *s, size_t n);

// A bar with the time still to go, on stderr when that is a terminal and a second has passed.
typedef struct cli_progress {
    vg_lang lang;
    double started, shown;
    bool wanted, drawn;
} cli_progress;
cli_progress cli_progress_start(const cli *c);
void cli_progress_show(cli_progress *p, uint64_t done, uint64_t total);
void cli_progress_end(cli_progress *p); // wipes the bar

// ---- files ----

// Can a file be put at `path`? False after complaining: CLI_WRONG is due.
bool cli_can_write(const cli *c, const char *path);
// As above, for -o: what is there already is refused without --force.
bool cli_can_make(const cli *c, const char *path, bool force);
// All of `path` ("-": stdin), at most `most` bytes. False after complaining; CLI_WRONG is due.
bool cli_read(const cli *c, const char *path, size_t most, vg_text *out);
// Writes `path` whole or not at all: a new file beside it, then renamed. A `dear` file is for its
// owner's eyes alone and is on the disk when this returns. False after complaining.
bool cli_write(const cli *c, const char *path, const char *bytes, size_t n, bool dear);

// ---- the subcommands ----

extern const char *const cli_bot_names[VG_MAX_SEATS]; // what bots are called, in order

// A file of ours in the user's state folder, in `path`; beside us for who has no home. `make`: with
// the folders above it.
const char *cli_data_file(const char *name, bool make, char path[512]);
// The socket of the server on a database: beside it, or where data files are.
const char *cli_control(const char *db, bool make, char path[600]);
// Makes the folders above `path`; what cannot be made, writing will complain about.
void cli_make_folders(const char *path);
// A word as a shell wants it, into `out`, which it empties first.
const char *cli_quoted(const char *word, vg_text *out);

extern const cli_command *const cli_commands[]; // NULL ends it
extern const cli_command cli_play, cli_games, cli_rules, cli_cards, cli_replay, cli_review,
    cli_verify, cli_sim, cli_scenario, cli_bench, cli_serve, cli_merge, cli_admin, cli_book,
    cli_arena, cli_report, cli_sweep, cli_tune, cli_describe, cli_join, cli_tables, cli_host,
    cli_train, cli_net;

#endif
