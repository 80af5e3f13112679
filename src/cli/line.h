// line.h: lines typed by a person: edited on a terminal, with what was typed
// before; read as they are from anything else.
#ifndef VG_CLI_LINE_H
#define VG_CLI_LINE_H

#include "base/text.h"

enum { CLI_HISTORY = 64 };

typedef struct cli_line {
    char *text; // what was typed last, without its newline; "" at first
    size_t cap;
    char *history[CLI_HISTORY]; // history_count of them, the oldest first; owned
    int history_count;
} cli_line;

// Writes `prompt` and reads a line into `l->text`; `keep` puts it into the history. False at the
// end of input, when stdout is broken, or when a signal asks us to leave.
bool cli_line_read(cli_line *l, const char *prompt, bool keep);
// As above, and not kept; a prompt for people, wrapped on a terminal. Releases it.
bool cli_line_ask(cli_line *l, vg_text *prompt);
// Somebody else sits down: what was typed before is not his business.
void cli_line_forget(cli_line *l);
void cli_line_release(cli_line *l);

// Lets SIGINT, SIGTERM and SIGHUP end cli_line_read instead of the program.
void cli_catch_signals(void);
// Such a signal has come.
bool cli_leaving(void);

#endif
