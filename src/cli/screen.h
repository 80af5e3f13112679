// screen.h: the full-screen table, shared by what draws it and what obeys keys.
#ifndef VG_CLI_SCREEN_H
#define VG_CLI_SCREEN_H

#include "cli/desk.h"

enum { SCREEN_WIDTH = 80, SCREEN_HEIGHT = 24 }; // what it takes at least
enum { SCREEN_TYPED = 600 };                    // code points of what can be typed
enum { SCREEN_HOTS = 8, SCREEN_MARKS = 64 };

typedef enum screen_focus { FOCUS_CHOICES, FOCUS_BOARD, FOCUS_LOG } screen_focus;
typedef enum screen_typing { TYPE_NOTHING, TYPE_TALE, TYPE_CHAT } screen_typing;

// A panel that scrolls: which of its lines is the first shown, and how many there are.
typedef struct screen_panel {
    int y, x, height, width; // where it is
    int top, lines;
} screen_panel;

// Something of a drawing that choices may speak of (engine/drawing.h).
typedef struct screen_mark {
    int line, x, columns; // of the folded board
    size_t at, length;    // its bytes in that line
    char words[64];       // what labels call it
} screen_mark;

typedef struct screen {
    desk *d;
    bool colour, rich; // rich: 256 colours
    screen_focus focus;
    int pick;  // the choice under the cursor; with DESK_MAY 0 lets it go
    int first; // the first choice shown
    int columns, per_page;
    int digits;    // a number being typed
    char find[32]; // letters being typed
    int board_line;
    int marked;    // the choice whose names the board was last moved to
    bool log_free; // scrolled by hand: it does not follow
    int since;     // the first log entry after the last thing this person did
    int asked_at;  // log entries when the choices were first shown
    int asked_state;
    int advised; // the counsel that was seen
    screen_panel board, log, choices, page;
    vg_text page_text; // an opened page: help, rules, everything that happened; empty: none
    vg_text page_title;
    bool score; // the score sheet is shown
    screen_typing typing;
    char typed[SCREEN_TYPED * 4 + 1];
    char **name; // of all cards, for marking; owned
    int names;
    bool leave;
    double hold; // vg_clock() before which nobody goes on
    // Where the last line's keys can be clicked.
    struct {
        int from, to, key;
    } button[16];
    int buttons, keys_end;
    vg_text board_text; // as it is folded now, for the cursor on it
    screen_mark mark[SCREEN_MARKS];
    int marks;
} screen;

// The columns of the board's panel.
int screen_board_width(void);
// Does choice `i` speak of what is marked?
bool screen_speaks_of(const screen *s, int i, const screen_mark *mark);

void screen_draw(screen *s);
void screen_colours(screen *s);
// The choices as they are listed: with DESK_MAY one more in front.
int screen_choices(const screen *s);
const char *screen_label(const screen *s, int i);
// Line `i` of a folded text, NULL past the last; its length without the newline.
const char *screen_line(const vg_text *text, int i, size_t *n);

#endif
