// desk.h: what one reader has before him of a table, wherever it is played.
//
// A table of this program (session.c), of a server (online.c) or of a record
// (watch.c) fills the desk with what it may know: vg_table_json, events and the
// lines of `show`. Two faces show it and send back what the person does: lines.c
// and screen.c. So no face knows a game or a table, and neither can show more
// than the reader may see. Every word comes in through desk_clean: nothing that
// was typed or received can steer a terminal.
#ifndef VG_CLI_DESK_H
#define VG_CLI_DESK_H

#include "base/json_read.h"
#include "cli/cli.h"
#include "engine/table.h"

enum { DESK_NAME = VG_MAX_NAME * 4 + 1, DESK_MAX_HEARD = 50000 };
enum { DESK_DRAWN = 47 }; // columns the smallest full screen has for a drawing

typedef enum desk_state {
    DESK_WAIT,    // others decide
    DESK_ASKED,   // the reader decides
    DESK_MAY,     // another is asked, and the reader may step in
    DESK_CURTAIN, // the screen is passed to `next`
    DESK_ENDED,   // this game is over, and the next can be dealt
    DESK_OVER,    // everything is
    DESK_LOBBY,   // at a server, before the deal
    DESK_LEFT     // nothing more will come
} desk_state;

typedef enum desk_kind { DESK_EVENT, DESK_TALE, DESK_CHAT, DESK_NOTE } desk_kind;

typedef struct desk_heard {
    int entry; // of the log; -1 for what was said beside the game
    int game;
    int seat;
    desk_kind kind;
    bool chance; // chance did it
    bool told;   // the reader has had it
    char *text;  // owned
} desk_heard;

typedef struct desk_choice {
    char *label, *move; // owned
} desk_choice;

typedef struct desk_line {
    int seat, points;
    char *text; // owned
} desk_line;

typedef struct desk desk;

// What a person can do. False: `said` has why. NULL: not at such a table.
typedef struct desk_ways {
    void (*step)(desk *d); // takes in what has happened, and goes on as far as nobody is waited for
    bool (*play)(desk *d, const char *move);
    bool (*undo)(desk *d);
    void (*pass)(desk *d);  // DESK_MAY: lets it go
    bool (*hint)(desk *d);  // the answer comes in `said`; until then `thinking`
    bool (*go_on)(desk *d); // lifts the curtain; deals, or deals the next game
    bool (*narrate)(desk *d, const char *text);
    bool (*say)(desk *d, const char *text);     // to the others at the table
    bool (*let_in)(desk *d);                    // lets those step in who may out of turn
    bool (*save)(desk *d, const char *path);    // "": where it always is
    bool (*ahead)(desk *d, bool on);            // passes whatever can be passed, until asked more
    bool (*past)(desk *d, int at);              // how it stood with `at` entries: into `then`
    void (*draw)(desk *d);                      // `board` again, now that `width` is another
    bool (*key)(desk *d, int key, bool *known); // what only such a table understands
    int (*leave)(desk *d);                      // on leaving, when the face is off: exit status
} desk_ways;

struct desk {
    const cli *c;
    const desk_ways *ways;
    void *self;
    int fd;      // readable: `step` has something to do; -1: nothing
    int timeout; // milliseconds after which it has, too; -1: none
    bool more;   // it has right now
    bool online; // people elsewhere: one may type while others decide
    bool brief;  // the table only when asked for
    bool ahead;  // it passes by itself
    int width;   // columns for drawings (engine/drawing.h); 0: this face has lines only

    desk_state state;
    int reader; // a seat, or VG_WATCHER
    int next;   // DESK_CURTAIN: for whom
    int people; // how many share this screen

    // From vg_table_json: desk_take_now.
    char game[32], title[64], rule[16];
    int seats, number, games, actor, log_count, undo;
    uint16_t also, bots;
    bool over, match_over, window, tells;
    char name[VG_MAX_SEATS][DESK_NAME]; // "": gave none
    vg_text prompt;
    desk_choice choice[VG_MAX_LEGAL];
    int choices;
    bool scored, matched;
    int32_t points[VG_MAX_SEATS], match_points[VG_MAX_SEATS];
    int rank[VG_MAX_SEATS], match_rank[VG_MAX_SEATS];
    desk_line line[VG_MAX_SCORE]; // of the score sheet
    int lines;

    vg_text board;  // the table as lines
    vg_text then;   // as it was, while `past` is asked for
    int then_at;    // with so many entries; -1: nobody looks back
    vg_text status; // one line: who is thinking, what the connection does
    vg_text said;   // the answer to what was done last
    vg_text invite; // what one might tell of what was just played
    vg_text keys;   // what `ways->key` understands, for the last line
    bool thinking;  // a hint is on its way
    bool bad;       // `said` is a refusal
    unsigned lobby; // grows when what is to be done before or after the game changes
    int advised;    // the choice a bot would make; -1: nobody asked
    desk_heard *heard;
    int heard_count, heard_cap;
    int heard_aside; // behind them, while they come anew: desk_hear_from
    vg_text intro;   // who sits here, and what chance is bound to
    vg_text rules;   // Markdown, in the reader's language
    vg_text cards;   // the catalogue, JSON
};

void desk_init(desk *d, const cli *c, const desk_ways *ways, void *self);
void desk_release(desk *d);

// ---- what comes in ----

// Appends the lines of `text` without anything that could steer a terminal: line breaks and the
// spaces a line begins with stay, and all those of a drawing. At most `max_chars` code points.
void desk_clean(vg_text *out, const char *text, size_t n, int max_chars);
// Of a document from outside, cleaned: a string, one line of at most `max_chars`, into `out`, which
// it empties first; a member that is a number of [min, max]; a member that is a short word.
bool desk_get_text(const vg_json_doc *doc, int at, int max_chars, vg_text *out);
int desk_get_int(const vg_json_doc *doc, int at, const char *key, int min, int max, int otherwise);
void desk_get_word(const vg_json_doc *doc, int at, const char *key, char *out, size_t cap);
void desk_drop_choices(desk *d);
void desk_add_choice(desk *d, const char *move, const char *label);
// What vg_table_json wrote, node `at`. False if it is not such an object.
bool desk_take_now(desk *d, const vg_json_doc *doc, int at);
// The same where it is text, and `events` not needed.
bool desk_take_json(desk *d, const char *json, size_t n);
// The lines of a table of ours, now (VG_NOW) or as they were, cleaned, into `out`.
bool desk_take_lines(const desk *d, vg_table *table, int viewer, int at, vg_text *out);
// What was heard from entry `from` on comes anew: desk_hear for each, then desk_hear_end. What was
// told before is not news again.
void desk_hear_from(desk *d, int from);
void desk_hear(desk *d, desk_heard what, const char *text, size_t n);
void desk_hear_end(desk *d);
// Array of events, as vg_table_events_json writes them.
void desk_take_events(desk *d, const vg_json_doc *doc, int at, int from);
// The events of a table of ours that `viewer` may have, from entry `from` on.
void desk_take_log(desk *d, vg_table *table, int viewer, int from);
// What a strong bot thinks of each choice: `said` tells it.
typedef struct desk_advice {
    unsigned long visits; // possible games it tried
    double value;         // of which it won this part
} desk_advice;
void desk_take_advice(desk *d, const desk_advice *advice, int count);
// Something said beside the game.
void desk_note(desk *d, desk_kind kind, const char *text);
void desk_says(desk *d, bool bad, const char *it, const char *en);

// ---- what goes out ----

vg_voice desk_voice(const desk *d); // borrows the names
// The name of `seat` as people read it; "" for no seat.
const char *desk_name(const desk *d, int seat);
// What was heard from `*i` on, a line each, wrapped: one sentence, or the whole run of chance that
// begins there, where sentences that repeat are told once. `*i` is what comes after.
void desk_tell(desk *d, int *i, int width, vg_text *out);
// Every seat by rank, and every line that made its points; then the match.
void desk_score(const desk *d, int width, vg_text *out);
// What there is to know about the cards named in `text`: "Medusa (punti 4 ...): ..." a line each.
void desk_explain(const desk *d, const char *text, int width, vg_text *out);
// Does a word of `line` begin with `word`, however it is written?
bool desk_speaks_of(const char *line, const char *word);
// The reader's own lines of the table, with what stands under them; what is held only, if
// `hand_only`.
void desk_own(const desk *d, bool hand_only, int width, vg_text *out);
// The rule of the moment, or `rule`; NULL: all of them.
void desk_rule(const desk *d, const char *rule, int width, bool colour, vg_text *out);
// The lines of `text` (the board) wrapped.
void desk_fold(const char *text, int width, vg_text *out);

// Waits until `step` has something to do, something is typed (`typing`) or a signal came. True if
// something was typed.
bool desk_wait(const desk *d, bool typing, int timeout);

// ---- the faces ----
int lines_run(desk *d);
bool screen_wanted(bool plain); // is there a terminal that can?
int screen_run(desk *d);

#endif
