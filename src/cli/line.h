// line.h: lines typed by a person: edited on a terminal, with what was typed
// before; read as they are from anything else.
#ifndef VG_CLI_LINE_H
#define VG_CLI_LINE_H

#include "base/text.h"

enum { CLI_HISTORY = 64 };

typedef struct cli_line {
    char *text;                 // what was typed last, without its newline; "" at first
    char *history[CLI_HISTORY]; // history_count of them, the oldest first; owned
    int history_count;
    // While a line is typed: when `fd` is readable (-1: never) or a signal came, `wake` may write
    // whole lines; the line being typed is taken away before and drawn again after. NULL: nothing.
    int fd;
    int timeout; // milliseconds after which `wake` is called too; -1: none
    void (*wake)(void *self);
    void *self;
    bool stop; // set by `wake`: nothing typed matters any more
    // What was read of input that is no terminal, and not used yet.
    char *ahead; // owned
    size_t ahead_count, ahead_cap;
} cli_line;

cli_line cli_line_new(void);

// Writes `prompt` and reads a line into `l->text`; `keep` puts it into the history. False at the
// end of input, when stdout is broken, or when a signal asks us to leave.
bool cli_line_read(cli_line *l, const char *prompt, bool keep);
// As above, and not kept; a prompt for people, wrapped on a terminal. Releases it.
bool cli_line_ask(cli_line *l, vg_text *prompt);
// Somebody else sits down: what was typed before is not his business.
void cli_line_forget(cli_line *l);
void cli_line_release(cli_line *l);

// A pipe that nobody waits at and no child gets; false if there is none.
bool cli_pipe(int end[2]);
// Lets SIGINT, SIGTERM and SIGHUP end cli_line_read instead of the program, and SIGWINCH tell.
void cli_catch_signals(void);
// Such a signal has come.
bool cli_leaving(void);
// Readable when a signal has come, until cli_signal_seen.
int cli_signal_fd(void);
void cli_signal_seen(void);

#endif
