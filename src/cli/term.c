// term.c: what the subcommands know about terminals: width, colour, wrapped
// text, a pager and a progress bar. No cursor games: plain lines read well by ear too.
#include "cli/cli.h"

#include "base/clock.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static bool dumb(void)
{
    const char *term = getenv("TERM");
    return !term || !*term || strcmp(term, "dumb") == 0;
}

bool cli_colour(FILE *out)
{
    const char *no = getenv("NO_COLOR"); // no-color.org: any value but the empty one
    return isatty(fileno(out)) && !(no && *no) && !dumb();
}

bool cli_interactive(void) { return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && !dumb(); }

int cli_width_of(int fd)
{
    struct winsize size;
    return ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 ? 80 : size.ws_col;
}

int cli_width(void)
{
    int width = cli_width_of(STDOUT_FILENO);
    return width < 40 ? 40 : width > 100 ? 100 : width;
}

int cli_columns(const char *s, size_t n)
{
    int columns = 0;
    for (size_t i = 0; i < n; i++) columns += ((unsigned char)s[i] & 0xc0) != 0x80;
    return columns;
}

void cli_wrap(const char *line, int width, int hang, vg_text *out)
{
    // Leading spaces are the first line's own; after that one word at a time.
    size_t indent = strspn(line, " ");
    vg_text_bytes(out, line, indent);
    int column = (int)indent;
    bool fresh = true; // nothing on this line yet
    for (const char *at = line + indent; *at;) {
        size_t gap = strspn(at, " "), n = strcspn(at + gap, " ");
        if (n == 0) break;
        int columns = cli_columns(at + gap, n);
        if (!fresh && column + (int)gap + columns > width) {
            vg_text_printf(out, "\n%*s", hang, "");
            column = hang;
        } else {
            vg_text_bytes(out, at, gap);
            column += (int)gap;
        }
        vg_text_bytes(out, at + gap, n);
        column += columns;
        fresh = false;
        at += gap + n;
    }
    vg_text_char(out, '\n');
}

// Where the second column of a line begins: after two spaces or more that follow a word.
static int second_column(const char *line, int width)
{
    size_t i = strspn(line, " ");
    const char *gap = strstr(line + i, "  ");
    if (!gap) return (int)i;
    int column = cli_columns(line, (size_t)(gap - line) + strspn(gap, " "));
    return column <= width / 2 ? column : (int)i + 4;
}

void cli_wrap_lines(const char *lines, int width, vg_text *out)
{
    vg_text line = vg_text_heap();
    for (const char *at = lines; *at;) {
        size_t n = strcspn(at, "\n");
        vg_text_clear(&line);
        vg_text_bytes(&line, at, n);
        if (n) cli_wrap(line.at, width, second_column(line.at, width), out);
        if (n && at[n] != '\n') { // a prompt: what is typed stands beside it
            out->len--;
            while (n > 0 && at[n - 1] == ' ') vg_text_char(out, ' '), n--;
            break;
        }
        if (!n) vg_text_char(out, '\n');
        at += n + (at[n] == '\n');
    }
    vg_text_release(&line);
}

void cli_put_lines(vg_text *text)
{
    vg_text page = vg_text_heap();
    bool wrap = isatty(STDOUT_FILENO) && text->len;
    if (wrap) cli_wrap_lines(text->at, cli_width() - 1, &page);
    const vg_text *shown = wrap ? &page : text;
    if (shown->len) fwrite(shown->at, 1, shown->len, stdout);
    vg_text_release(&page);
    vg_text_release(text);
}

void cli_page(vg_text *text)
{
    const char *pager = getenv("PAGER");
    bool terminal = cli_interactive();
    FILE *out = NULL;
    if (terminal) {
        fflush(stdout);
        setenv("LESS", "FRX", 0);
        if (pager && *pager)
            out = popen(pager, "w");
        else // what is there is there: less, or nothing but the text
            out = popen("if command -v less >/dev/null; then exec less; else exec cat; fi", "w");
    }
    fwrite(text->at, 1, text->len, out ? out : stdout);
    if (out) pclose(out);
    vg_text_release(text);
}

// ---- progress --------------------------------------------------------------

cli_progress cli_progress_start(const cli *c)
{
    return (cli_progress){
        .lang = c->lang, .started = vg_clock(), .wanted = isatty(STDERR_FILENO) && !dumb()};
}

void cli_progress_show(cli_progress *p, uint64_t done, uint64_t total)
{
    double now = vg_clock();
    if (!p->wanted || total == 0 || now - p->started < 1 || now - p->shown < 0.2) return;
    p->shown = now;
    p->drawn = true;
    double part = (double)done / (double)total;
    char bar[31], left[32] = "";
    if (part > 0) {
        long more = (long)((now - p->started) * (1 - part) / part + 0.5);
        snprintf(left, sizeof left, p->lang == VG_IT ? "  ancora %ld:%02ld" : "  %ld:%02ld to go",
                 more / 60, more % 60);
    }
    // One line whatever the terminal's width: a bar that wraps would leave a line at every step.
    int width = cli_width_of(STDERR_FILENO) - 1, room = width - 9 - (int)strlen(left);
    int length = room < 30 ? room : 30;
    if (length >= 4) {
        for (int i = 0; i < length; i++) bar[i] = i < (int)(part * length) ? '#' : '.';
        fprintf(stderr, "\r[%.*s] %3.0f %%%s\033[K", length, bar, part * 100, left);
    } else {
        fprintf(stderr, "\r%3.0f %%\033[K", part * 100);
    }
    fflush(stderr);
}

void cli_progress_end(cli_progress *p)
{
    if (p->drawn) fprintf(stderr, "\r\033[K");
    p->drawn = false;
}
