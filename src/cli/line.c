// line.c: a small line editor.
//
// The terminal is in our hands only while a line is typed, so nothing is left
// behind if we are ended meanwhile. A letter at the end of the line is written
// as it is; only changes before the end draw the line anew: a screen reader
// hears what was typed and no more. docs/decisions/0005-line-editor.md.
#include "cli/line.h"

#include "cli/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#define MAX_TYPED 4096 // bytes; no command or tale is longer
#define ESCAPE_MS 50   // within which the rest of a key's sequence comes

// ---- signals -----------------------------------------------------------------

static volatile sig_atomic_t leaving;
static int told[2] = {-1, -1}; // a pipe: poll must not miss what came just before it

static void tell(int number)
{
    int was = errno;
    if (number != SIGWINCH) leaving = 1;
    (void)!write(told[1], "", 1);
    errno = was;
}

bool cli_pipe(int end[2])
{
    if (pipe(end) != 0) return false;
    for (int i = 0; i < 2; i++) {
        fcntl(end[i], F_SETFD, FD_CLOEXEC);
        fcntl(end[i], F_SETFL, O_NONBLOCK);
    }
    return true;
}

void cli_catch_signals(void)
{
    struct sigaction action = {.sa_handler = tell}; // no SA_RESTART: reading must stop
    if (told[0] < 0 && !cli_pipe(told)) told[0] = told[1] = -1;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
    sigaction(SIGWINCH, &action, NULL);
}

bool cli_leaving(void) { return leaving; }

int cli_signal_fd(void) { return told[0]; }

void cli_signal_seen(void)
{
    char bytes[64];
    while (read(told[0], bytes, sizeof bytes) > 0) {
    }
}

// ---- what was typed before ---------------------------------------------------

static void remember(cli_line *l)
{
    int n = l->history_count;
    if (!*l->text || (n && strcmp(l->history[n - 1], l->text) == 0)) return;
    char *copy = strdup(l->text);
    if (!copy) return;
    if (n == CLI_HISTORY) {
        free(l->history[0]);
        memmove(l->history, l->history + 1, sizeof l->history - sizeof l->history[0]);
        l->history_count--;
    }
    l->history[l->history_count++] = copy;
}

void cli_line_forget(cli_line *l)
{
    while (l->history_count) free(l->history[--l->history_count]);
}

cli_line cli_line_new(void) { return (cli_line){.fd = -1, .timeout = -1}; }

void cli_line_release(cli_line *l)
{
    cli_line_forget(l);
    free(l->text);
    free(l->ahead);
    *l = cli_line_new();
}

// ---- the editor --------------------------------------------------------------

typedef struct editor {
    cli_line *line;
    const char *prompt; // its last line
    char text[MAX_TYPED + 1];
    size_t length, at; // bytes; the cursor is before text[at]
    int row;           // the cursor's, from the row of the prompt
    int past;          // index into the history; history_count: the line being typed
    char draft[MAX_TYPED + 1];
} editor;

static void put(const char *bytes, size_t n)
{
    while (n > 0) {
        ssize_t done = write(STDOUT_FILENO, bytes, n);
        if (done < 0 && errno == EINTR && !leaving) continue;
        if (done <= 0) return;
        bytes += done;
        n -= (size_t)done;
    }
}

static void put_text(const char *text) { put(text, strlen(text)); }

static int column_of(const editor *e, size_t at)
{
    return cli_columns(e->prompt, strlen(e->prompt)) + cli_columns(e->text, at);
}

// Draws the line anew, the cursor where it belongs.
static void draw(editor *e)
{
    int width = cli_width_of(STDOUT_FILENO), end = column_of(e, e->length),
        here = column_of(e, e->at);
    char move[32];
    if (e->row > 0) {
        snprintf(move, sizeof move, "\033[%dA", e->row);
        put_text(move);
    }
    put_text("\r\033[J");
    put_text(e->prompt);
    put(e->text, e->length);
    if (end > 0 && end % width == 0) put_text("\r\n"); // terminals wait with the wrap
    if (end / width > here / width) {
        snprintf(move, sizeof move, "\033[%dA", end / width - here / width);
        put_text(move);
    }
    put_text("\r");
    if (here % width > 0) {
        snprintf(move, sizeof move, "\033[%dC", here % width);
        put_text(move);
    }
    e->row = here / width;
}

// Takes the line away, so that others may write; and puts it back.
static void draw_over(void *self)
{
    editor *e = self;
    char move[32];
    if (e->row > 0) {
        snprintf(move, sizeof move, "\033[%dA", e->row);
        put_text(move);
    }
    put_text("\r\033[J");
    e->row = 0;
}

static void draw_again(void *self) { draw(self); }

static size_t before(const editor *e, size_t at)
{
    while (at > 0 && ((unsigned char)e->text[--at] & 0xc0) == 0x80) {
    }
    return at;
}

static size_t after(const editor *e, size_t at)
{
    if (at < e->length) at++;
    while (at < e->length && ((unsigned char)e->text[at] & 0xc0) == 0x80) at++;
    return at;
}

static size_t word_before(const editor *e)
{
    size_t at = e->at;
    while (at > 0 && e->text[at - 1] == ' ') at--;
    while (at > 0 && e->text[at - 1] != ' ') at--;
    return at;
}

static size_t word_after(const editor *e)
{
    size_t at = e->at;
    while (at < e->length && e->text[at] == ' ') at++;
    while (at < e->length && e->text[at] != ' ') at++;
    return at;
}

static void go(editor *e, size_t at)
{
    e->at = at;
    draw(e);
}

static void cut(editor *e, size_t from, size_t to)
{
    if (from == to) return;
    memmove(e->text + from, e->text + to, e->length - to + 1);
    e->length -= to - from;
    go(e, from);
}

static void insert(editor *e, const char *bytes, size_t n)
{
    if (e->length + n > MAX_TYPED) return;
    memmove(e->text + e->at + n, e->text + e->at, e->length - e->at + 1);
    memcpy(e->text + e->at, bytes, n);
    e->length += n;
    e->at += n;
    int width = cli_width_of(STDOUT_FILENO);
    if (e->at == e->length && column_of(e, e->at) % width != 0)
        put(bytes, n);
    else
        draw(e);
    e->row = column_of(e, e->at) / width;
}

// Goes `step` lines back or on in what was typed before.
static void recall(editor *e, const cli_line *l, int step)
{
    int to = e->past + step;
    if (to < 0 || to > l->history_count) return;
    if (e->past == l->history_count) memcpy(e->draft, e->text, e->length + 1);
    e->past = to;
    const char *line = to == l->history_count ? e->draft : l->history[to];
    snprintf(e->text, sizeof e->text, "%s", line);
    e->length = strlen(e->text);
    go(e, e->length);
}

// Waits for something to read. False: nothing comes, or we are to leave. Whoever may write
// meanwhile does so between `clear` and `redraw`.
static bool wait_typed(cli_line *l, int timeout, void (*clear)(void *), void (*redraw)(void *),
                       void *self)
{
    for (;;) {
        struct pollfd p[3] = {{.fd = STDIN_FILENO, .events = POLLIN},
                              {.fd = cli_signal_fd(), .events = POLLIN},
                              {.fd = l->wake ? l->fd : -1, .events = POLLIN}};
        if (leaving) return false;
        bool idle = timeout < 0 && l->wake && l->timeout >= 0;
        int n = poll(p, 3, idle ? l->timeout : timeout);
        if (n == 0 && !idle) return false;
        if (n < 0 && errno != EINTR) return false;
        if (n < 0) continue;
        if (p[1].revents) cli_signal_seen();
        if (p[2].revents || n == 0) {
            if (clear) clear(self);
            l->wake(l->self);
            fflush(stdout);
            if (redraw) redraw(self);
            if (l->stop) return false;
        }
        if (p[0].revents) return !leaving;
    }
}

// The next byte typed; -1 at the end, or when we are to leave, or when none comes in time.
static int next_byte(editor *e, bool soon)
{
    unsigned char c;
    while (wait_typed(e->line, soon ? ESCAPE_MS : -1, draw_over, draw_again, e)) {
        ssize_t got = read(STDIN_FILENO, &c, 1);
        if (got == 1) return c;
        if (got == 0 || errno != EINTR) return -1;
    }
    return -1;
}

// A key that sends more than one byte: arrows, Home, End, Delete, words.
static void special(editor *e, const cli_line *l)
{
    int c = next_byte(e, true), number = 0, modifier = 0;
    if (c == 'b') go(e, word_before(e));
    if (c == 'f') go(e, word_after(e));
    if (c != '[' && c != 'O') return;
    while ((c = next_byte(e, true)) >= '0' && c <= '9') number = number * 10 % 1000 + c - '0';
    if (c == ';')
        while ((c = next_byte(e, true)) >= '0' && c <= '9') modifier = c - '0';
    bool word = modifier == 5 || modifier == 3;
    switch (c) {
    case 'A': recall(e, l, -1); break;
    case 'B': recall(e, l, 1); break;
    case 'C': go(e, word ? word_after(e) : after(e, e->at)); break;
    case 'D': go(e, word ? word_before(e) : before(e, e->at)); break;
    case 'H': go(e, 0); break;
    case 'F': go(e, e->length); break;
    case '~':
        if (number == 1 || number == 7) go(e, 0);
        if (number == 4 || number == 8) go(e, e->length);
        if (number == 3) cut(e, e->at, after(e, e->at));
        break;
    default: break;
    }
}

// A letter of several bytes that begins with `first`.
static void letter(editor *e, int first)
{
    char bytes[4] = {(char)first};
    size_t n = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
    for (size_t i = 1; i < n; i++) {
        int c = next_byte(e, true);
        if (c < 0 || (c & 0xc0) != 0x80) return;
        bytes[i] = (char)c;
    }
    uint32_t code = 0;
    if (vg_utf8_decode(bytes, n, &code) == n) insert(e, bytes, n);
}

#define KEY(letter) ((letter)&31) // with Ctrl

typedef enum typed { MORE, DONE, END, SUSPEND } typed;

static typed obey(editor *e, const cli_line *l)
{
    int c = next_byte(e, false);
    switch (c) {
    case -1: return END;
    case '\r':
    case '\n': return DONE;
    case KEY('A'): go(e, 0); break;
    case KEY('E'): go(e, e->length); break;
    case KEY('B'): go(e, before(e, e->at)); break;
    case KEY('F'): go(e, after(e, e->at)); break;
    case KEY('P'): recall(e, l, -1); break;
    case KEY('N'): recall(e, l, 1); break;
    case KEY('D'):
        if (e->length == 0) return END;
        cut(e, e->at, after(e, e->at));
        break;
    case KEY('H'):
    case 127: cut(e, before(e, e->at), e->at); break;
    case KEY('K'): cut(e, e->at, e->length); break;
    case KEY('U'): cut(e, 0, e->at); break;
    case KEY('W'): cut(e, word_before(e), e->at); break;
    case KEY('L'):
        put_text("\033[H\033[2J");
        e->row = 0;
        draw(e);
        break;
    case KEY('Z'): return SUSPEND;
    case 27: special(e, l); break;
    default:
        if (c >= ' ') letter(e, c);
        break;
    }
    return MORE;
}

static bool take_terminal(struct termios *was)
{
    if (tcgetattr(STDIN_FILENO, was) != 0) return false;
    struct termios raw = *was;
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO | IEXTEN); // ISIG stays: Ctrl-C is still a signal
    raw.c_iflag &= ~(tcflag_t)(IXON | ICRNL);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    raw.c_cc[VSUSP] = _POSIX_VDISABLE; // we must give the terminal back first
    return tcsetattr(STDIN_FILENO, TCSADRAIN, &raw) == 0;
}

static bool edit(cli_line *l, const char *prompt)
{
    struct termios was;
    const char *last = strrchr(prompt, '\n');
    editor e = {.line = l, .prompt = last ? last + 1 : prompt, .past = l->history_count};
    if (!take_terminal(&was)) return false;
    // The prompt stands already; where it wrapped, drawing must know.
    e.row = column_of(&e, 0) / cli_width_of(STDOUT_FILENO);
    typed now;
    while ((now = obey(&e, l)) == MORE || now == SUSPEND) {
        if (now == MORE) continue;
        tcsetattr(STDIN_FILENO, TCSADRAIN, &was);
        raise(SIGTSTP);
        if (!take_terminal(&was)) return false;
        e.row = 0;
        draw(&e);
    }
    if (now == DONE) {
        if (e.at != e.length) go(&e, e.length);
        put_text("\n");
    }
    tcsetattr(STDIN_FILENO, TCSADRAIN, &was);
    char *text = now == DONE ? realloc(l->text, e.length + 1) : NULL;
    if (!text) return false;
    memcpy(text, e.text, e.length + 1);
    l->text = text;
    return true;
}

// A line of input that is no terminal, as long as it may be.
static bool read_plain(cli_line *l)
{
    bool ended = false;
    for (;;) {
        char *end = l->ahead_count ? memchr(l->ahead, '\n', l->ahead_count) : NULL;
        size_t n = end ? (size_t)(end - l->ahead) : l->ahead_count;
        if (end || (ended && n > 0)) {
            char *text = realloc(l->text, n + 1);
            if (!text) return false;
            memcpy(text, l->ahead, n);
            text[n] = '\0';
            while (n > 0 && text[n - 1] == '\r') text[--n] = '\0';
            size_t used = end ? (size_t)(end - l->ahead) + 1 : l->ahead_count;
            memmove(l->ahead, l->ahead + used, l->ahead_count - used);
            l->ahead_count -= used;
            l->text = text;
            return true;
        }
        if (ended || !wait_typed(l, -1, NULL, NULL, NULL)) return false;
        if (l->ahead_cap - l->ahead_count < MAX_TYPED) {
            char *more = realloc(l->ahead, l->ahead_cap + 2 * MAX_TYPED);
            if (!more) return false;
            l->ahead = more;
            l->ahead_cap += 2 * MAX_TYPED;
        }
        ssize_t got = read(STDIN_FILENO, l->ahead + l->ahead_count, MAX_TYPED);
        if (got < 0 && errno == EINTR) continue;
        ended = got <= 0;
        if (got > 0) l->ahead_count += (size_t)got;
    }
}

bool cli_line_read(cli_line *l, const char *prompt, bool keep)
{
    fputs(prompt, stdout);
    fflush(stdout);
    if (leaving || ferror(stdout)) return false;
    bool good = (cli_interactive() ? edit(l, prompt) : read_plain(l)) && !leaving;
    if (good && keep) remember(l);
    return good;
}

bool cli_line_ask(cli_line *l, vg_text *prompt)
{
    vg_text page = vg_text_heap();
    if (isatty(STDOUT_FILENO))
        cli_wrap_lines(prompt->at, cli_width() - 1, &page);
    else
        vg_text_add(&page, prompt->at);
    bool good = cli_line_read(l, page.at, false);
    vg_text_release(&page);
    vg_text_release(prompt);
    return good;
}
