// markdown.c: our Markdown pages as lines of a terminal.
#include "cli/cli.h"

#include <string.h>

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

// ---- tables ----------------------------------------------------------------

enum { MAX_CELLS = 8, MAX_ROWS = 64 };

typedef struct table {
    vg_text cell[MAX_ROWS][MAX_CELLS]; // without marks
    int rows, columns;
} table;

// Takes the rows at `at` in, but not the rule under the heading. Gives what follows them.
static const char *read_table(const char *at, const char *rule, bool section, table *t)
{
    *t = (table){.rows = 0};
    for (; *at == '|' && t->rows < MAX_ROWS; at += strcspn(at, "\n"), at += *at == '\n') {
        size_t n = strcspn(at, "\n");
        if (at[1 + strspn(at + 1, " :-")] == '|' && strchr(" -:", at[1])) continue;
        bool head = t->rows == 0;
        if (rule && !head && !section && !speaks_of(at, n, rule)) continue;
        vg_text line = vg_text_heap(), plain = vg_text_heap();
        drop_marks(at, n, &line);
        strip_marks(line.at, false, &plain);
        int k = 0;
        for (char *from = plain.at + 1; *from && k < MAX_CELLS; k++) {
            size_t length = strcspn(from, "|"), end = length, begin = strspn(from, " ");
            if (!from[length] && begin >= length) break; // after the last bar
            while (end > begin && from[end - 1] == ' ') end--;
            t->cell[t->rows][k] = vg_text_heap();
            vg_text_bytes(&t->cell[t->rows][k], from + begin, end > begin ? end - begin : 0);
            from += length + (from[length] == '|');
        }
        if (k > t->columns) t->columns = k;
        t->rows++;
        vg_text_release(&line);
        vg_text_release(&plain);
    }
    return at;
}

static const char *cell(const table *t, int row, int k)
{
    return t->cell[row][k].len ? t->cell[row][k].at : "";
}

// In columns if the terminal is wide enough, the last one wrapped; otherwise each row as a list.
static void put_table(const table *t, int width, vg_text *out)
{
    int wide[MAX_CELLS] = {0}, before = 0;
    for (int r = 0; r < t->rows; r++)
        for (int k = 0; k < t->columns; k++) {
            int n = cli_columns(cell(t, r, k), strlen(cell(t, r, k)));
            if (n > wide[k]) wide[k] = n;
        }
    for (int k = 0; k + 1 < t->columns; k++) before += wide[k] + 2;
    bool columns = before <= width / 2 || before + wide[t->columns - 1] <= width;
    vg_text line = vg_text_heap();
    for (int r = columns ? 0 : 1; r < t->rows; r++) {
        vg_text_clear(&line);
        for (int k = 0; columns && k + 1 < t->columns; k++) {
            const char *s = cell(t, r, k);
            vg_text_printf(&line, "%s%*s", s, wide[k] + 2 - cli_columns(s, strlen(s)), "");
        }
        if (columns) {
            vg_text_add(&line, cell(t, r, t->columns - 1));
            cli_wrap(line.at, width, before, out);
            continue;
        }
        cli_wrap(cell(t, r, 0), width, 2, out);
        for (int k = 1; k < t->columns; k++) {
            vg_text_clear(&line);
            vg_text_printf(&line, "  %s: %s", cell(t, 0, k), cell(t, r, k));
            cli_wrap(line.at, width, 4, out);
        }
    }
    vg_text_release(&line);
}

static void free_table(table *t)
{
    for (int r = 0; r < t->rows; r++)
        for (int k = 0; k < t->columns; k++) vg_text_release(&t->cell[r][k]);
}

// ---- pages -----------------------------------------------------------------

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

void cli_bare_markdown(const char *markdown, vg_text *out)
{
    drop_marks(markdown, strlen(markdown), out);
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
        if (at[0] == '|' && !code) {
            table t;
            at = read_table(at, rule, section, &t);
            if (t.rows > (rule ? 1 : 0)) put_table(&t, width, out);
            free_table(&t);
            continue;
        }
        if (code || n == indent) { // as it stands
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
