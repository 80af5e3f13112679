// term.c: what the subcommands know about terminals: width, colour, wrapped
// text and a progress bar. No cursor games: plain lines read well by ear too.
#include "cli/cli.h"

#include "base/clock.h"
#include "lab/sim.h"

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

int cli_width(void)
{
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
    return size.ws_col < 40 ? 40 : size.ws_col > 100 ? 100 : size.ws_col;
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

// ---- Markdown --------------------------------------------------------------

// How a line opens: "- ", "3. ", "> " or plain; gives the columns of its mark.
static size_t list_mark(const char *s)
{
    if ((s[0] == '-' || s[0] == '*' || s[0] == '+') && s[1] == ' ') return 2;
    size_t digits = strspn(s, "0123456789");
    if (digits && digits < 3 && s[digits] == '.' && s[digits + 1] == ' ') return digits + 2;
    return 0;
}

static bool starts_block(const char *s)
{
    return *s == '\0' || *s == '\n' || *s == '#' || *s == '|' || *s == '>' ||
           strncmp(s, "```", 3) == 0 || list_mark(s);
}

// Is this block marked, <!-- QL-04 QL-05 -->, as speaking of `rule`?
static bool speaks_of(const char *block, size_t length, const char *rule)
{
    size_t n = strlen(rule);
    bool mark = false;
    for (size_t i = 0; i + n <= length; i++) {
        if (strncmp(block + i, "<!--", 4) == 0) mark = true;
        if (strncmp(block + i, "-->", 3) == 0) mark = false;
        if (mark && strncmp(block + i, rule, n) == 0 && (block[i + n] == ' ' || !block[i + n]))
            return true;
    }
    return false;
}

// The text without such marks.
static void drop_marks(const char *s, size_t length, vg_text *out)
{
    for (const char *end = s + length; s < end;) {
        const char *mark = strstr(s, "<!--"), *after = mark ? strstr(mark, "-->") : NULL;
        if (!after || mark >= end) {
            vg_text_bytes(out, s, (size_t)(end - s));
            return;
        }
        size_t n = (size_t)(mark - s);
        while (n > 0 && s[n - 1] == ' ') n--;
        vg_text_bytes(out, s, n);
        s = after + 3;
    }
}

// Takes the marks out of a paragraph; bold becomes an escape if colour is wanted. The escape
// holds no space, so wrapping keeps words whole; its columns are few enough not to matter.
static void strip_marks(const char *s, bool colour, vg_text *out)
{
    bool strong = false;
    for (; *s; s++) {
        if (s[0] == '*' && s[1] == '*') {
            strong = !strong;
            if (colour) vg_text_add(out, strong ? "\033[1m" : "\033[22m");
            s++;
        } else if (*s != '`' && !(*s == '*' && s[1] != ' ')) {
            vg_text_char(out, *s);
        }
    }
    if (strong && colour) vg_text_add(out, "\033[22m");
}

static void heading(const char *s, bool colour, vg_text *out)
{
    s += strspn(s, "# ");
    vg_text line = vg_text_heap();
    strip_marks(s, false, &line);
    vg_text_printf(out, colour ? "\033[1m%s\033[22m\n" : "%s\n", line.len ? line.at : "");
    for (int i = cli_columns(s, strlen(s)); !colour && i > 0; i--) vg_text_char(out, '-');
    if (!colour) vg_text_char(out, '\n');
    vg_text_release(&line);
}

void cli_markdown(const char *markdown, int width, bool colour, vg_text *out)
{
    cli_rule(markdown, NULL, width, colour, out);
}

void cli_rule(const char *markdown, const char *rule, int width, bool colour, vg_text *out)
{
    vg_text block = vg_text_heap(), bare = vg_text_heap(), plain = vg_text_heap();
    bool code = false, section = false; // the heading above was marked
    for (const char *at = markdown; *at;) {
        size_t n = strcspn(at, "\n"), indent = strspn(at, " ");
        if (strncmp(at + indent, "```", 3) == 0) {
            code = !code;
            at += n + (at[n] == '\n');
            continue;
        }
        if (code || at[indent] == '|' || n == indent) { // as it stands
            if (!rule || (n > indent && (section || speaks_of(at, n, rule)))) {
                if (n > indent) drop_marks(at, n, out);
                vg_text_char(out, '\n');
            }
            at += n + (at[n] == '\n');
            continue;
        }
        vg_text_clear(&block);
        vg_text_bytes(&block, at, n);
        at += n + (at[n] == '\n');
        bool title = block.at[0] == '#';
        while (!title && !starts_block(at + strspn(at, " "))) { // its other lines
            at += strspn(at, " ");
            n = strcspn(at, "\n");
            vg_text_char(&block, ' ');
            vg_text_bytes(&block, at, n);
            at += n + (at[n] == '\n');
        }
        bool wanted = !rule || speaks_of(block.at, block.len, rule);
        if (title) section = rule && wanted;
        if (!wanted && !section) continue;
        vg_text_clear(&bare);
        vg_text_clear(&plain);
        drop_marks(block.at, block.len, &bare);
        if (title) {
            heading(bare.at, colour, out);
        } else {
            strip_marks(bare.len ? bare.at : "", colour, &plain);
            cli_wrap(plain.len ? plain.at : "", width, (int)(indent + list_mark(block.at + indent)),
                     out);
        }
    }
    vg_text_release(&block);
    vg_text_release(&bare);
    vg_text_release(&plain);
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
    char bar[31];
    for (int i = 0; i < 30; i++) bar[i] = i < (int)(part * 30) ? '#' : '.';
    bar[30] = '\0';
    fprintf(stderr, "\r[%s] %3.0f %%", bar, part * 100);
    if (part > 0) {
        long left = (long)((now - p->started) * (1 - part) / part + 0.5);
        fprintf(stderr, p->lang == VG_IT ? "  ancora %ld:%02ld " : "  %ld:%02ld to go ", left / 60,
                left % 60);
    }
    fprintf(stderr, "\033[K");
    fflush(stderr);
}

void cli_progress_end(cli_progress *p)
{
    if (p->drawn) fprintf(stderr, "\r\033[K");
    p->drawn = false;
}
