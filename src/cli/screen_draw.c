// screen_draw.c: draws the desk. Everything is drawn anew each time into curses' memory; only what
// differs from what stands on the terminal is written.
#include "cli/screen.h"

#include "engine/drawing.h"

#include <curses.h>
#include <string.h>
#include <strings.h>
#include <wchar.h>

enum { PAIR_PLAIN, PAIR_SEAT, PAIR_CARD = PAIR_SEAT + VG_MAX_SEATS, PAIR_DIM, PAIR_BAD };

// Told apart from white and from black alike (4.2 : 1 and more), whatever the terminal's ground is.
static const short seat_rich[VG_MAX_SEATS] = {29, 63, 163, 30, 131, 97, 64, 132};
static const short seat_plain[VG_MAX_SEATS] = {COLOR_GREEN, COLOR_BLUE, COLOR_MAGENTA, COLOR_CYAN,
                                               COLOR_RED,   COLOR_CYAN, COLOR_GREEN,   COLOR_BLUE};

void screen_colours(screen *s)
{
    s->colour =
        cli_colour(stdout) && has_colors() && start_color() == OK && use_default_colors() == OK;
    if (!s->colour) return;
    s->rich = COLORS >= 256;
    for (int p = 0; p < VG_MAX_SEATS; p++)
        init_pair((short)(PAIR_SEAT + p), s->rich ? seat_rich[p] : seat_plain[p], -1);
    init_pair(PAIR_CARD, s->rich ? 130 : COLOR_YELLOW, -1);
    init_pair(PAIR_DIM, s->rich ? 243 : -1, -1);
    init_pair(PAIR_BAD, s->rich ? 160 : COLOR_RED, -1);
}

static attr_t ink(const screen *s, int pair)
{
    return s->colour ? (attr_t)COLOR_PAIR(pair) : A_NORMAL;
}

static void pen(attr_t attr) { attrset((int)attr); }

static attr_t dim(const screen *s) { return s->rich ? ink(s, PAIR_DIM) : A_DIM; }

// ---- words ---------------------------------------------------------------------------

static void put_bytes(const char *text, size_t n)
{
    char line[1024];
    if (n >= sizeof line) n = sizeof line - 1;
    memcpy(line, text, n);
    line[n] = '\0';
    addstr(line);
}

// `attr` with its own colour, if it has one, instead of that of `base`.
static attr_t over(attr_t base, attr_t attr)
{
    if (attr & A_COLOR) base &= ~A_COLOR;
    return base | attr;
}

// The bytes of `text` that fit into `columns`.
static size_t fitting(const char *text, size_t n, int columns)
{
    size_t at = 0;
    int used = 0;
    while (at < n) {
        uint32_t c = 0;
        size_t length = vg_utf8_decode(text + at, n - at, &c);
        int wide = length ? wcwidth((wchar_t)c) : 1;
        if (wide < 0) wide = 0;
        if (used + wide > columns) break;
        used += wide;
        at += length ? length : 1;
    }
    return at;
}

static void put_at(int y, int x, int columns, const char *text)
{
    if (columns <= 0) return;
    move(y, x);
    put_bytes(text, fitting(text, strlen(text), columns));
}

static bool letter(unsigned char c)
{
    return c >= 0x80 || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

// Does `word` stand at text[at], not inside a longer one?
static bool word_at(const char *text, size_t n, size_t at, const char *word)
{
    size_t length = strlen(word);
    if (length == 0 || at + length > n || strncasecmp(text + at, word, length) != 0) return false;
    bool open = at == 0 || !letter((unsigned char)text[at - 1]) ||
                (unsigned char)text[at - 1] >= 0x80; // a quotation mark
    return open && (at + length == n || !letter((unsigned char)text[at + length]) ||
                    (unsigned char)text[at + length] >= 0x80);
}

// What the choice under the cursor speaks of: the same names are marked on the table.
typedef struct hot {
    const char *word[SCREEN_HOTS];
    int count;
} hot;

static hot hot_words(const screen *s)
{
    hot h = {.count = 0};
    const char *label = s->pick < screen_choices(s) ? screen_label(s, s->pick) : "";
    size_t n = strlen(label);
    for (int i = 0; i < s->names && h.count < SCREEN_HOTS; i++)
        for (size_t at = 0; at < n; at++) {
            if (!word_at(label, n, at, s->name[i])) continue;
            h.word[h.count++] = s->name[i];
            break;
        }
    return h;
}

// One line with its seats, cards and marks, in at most `columns`.
static void put_rich(const screen *s, int y, int x, int columns, const char *text, size_t n,
                     attr_t base, const hot *marks)
{
    static const char *const open[] = {"«", "“"}, *const closed[] = {"»", "”"};
    const desk *d = s->d;
    bool tale = base & A_ITALIC;
    if (columns <= 0) return;
    n = fitting(text, n, columns);
    move(y, x);
    for (size_t at = 0; at < n;) {
        size_t length = 0;
        bool card = false;
        attr_t attr = base;
        for (int i = 0; marks && i < marks->count && !length; i++)
            if (word_at(text, n, at, marks->word[i])) {
                length = strlen(marks->word[i]);
                attr = A_BOLD | A_UNDERLINE | ink(s, PAIR_CARD);
            }
        for (int p = 0; p < d->seats && !length; p++) {
            const char *name = desk_name(d, p);
            size_t whole = strlen(name); // as it is written: "you" is anybody
            if (!word_at(text, n, at, name) || strncmp(text + at, name, whole) != 0) continue;
            length = whole;
            attr = over(base, A_BOLD | ink(s, PAIR_SEAT + p));
        }
        for (int q = 0; q < 2 && !length && !tale; q++) {
            size_t mark = strlen(open[q]);
            if (at + mark > n || strncmp(text + at, open[q], mark) != 0) continue;
            const char *end = strstr(text + at, closed[q]);
            length = end && end < text + n ? (size_t)(end - text) + mark - at : n - at;
            if (length > 80 + mark * 2) length = 0; // a tale, not a card
            attr = over(base, ink(s, PAIR_CARD));
            card = true;
        }
        if (at == 0 && !length && !tale) { // a name that began on the line before
            for (int q = 0; q < 2 && !length; q++) {
                const char *end = strstr(text, closed[q]), *begin = strstr(text, open[q]);
                if (!end || end >= text + n || (begin && begin < end)) continue;
                at = strspn(text, " ");
                put_bytes(text, at);
                length = (size_t)(end - text) + strlen(closed[q]) - at;
                attr = over(base, ink(s, PAIR_CARD));
            }
            if (length > 80) length = 0;
        }
        if (!length) {
            uint32_t c;
            length = vg_utf8_decode(text + at, n - at, &c);
            if (!length) length = 1;
        }
        for (int i = 0; card && marks && i < marks->count; i++) // inside its quotation marks
            if (strlen(marks->word[i]) <= length && strstr(text + at, marks->word[i]) &&
                strstr(text + at, marks->word[i]) < text + at + length)
                attr |= A_BOLD | A_UNDERLINE;
        pen(attr);
        put_bytes(text + at, length);
        at += length;
    }
    pen(A_NORMAL);
}

const char *screen_line(const vg_text *text, int i, size_t *n)
{
    const char *at = text->len ? text->at : "";
    for (; *at; i--) {
        *n = strcspn(at, "\n");
        if (i == 0) return at;
        at += *n + (at[*n] == '\n');
    }
    return NULL;
}

// ---- drawings --------------------------------------------------------------------------

// A line of a drawing, without what only names things: those are noted.
static void take_drawn(screen *s, const char *line, size_t n, int number)
{
    vg_text *out = &s->board_text;
    size_t begin = out->len;
    for (size_t i = strlen(VG_DRAWN); i < n;) {
        const char *bar = line[i] == '{' ? memchr(line + i, '|', n - i) : NULL;
        const char *shut = bar ? memchr(bar, '}', n - (size_t)(bar - line)) : NULL;
        if (!shut) {
            vg_text_char(out, line[i++]);
            continue;
        }
        size_t seen = (size_t)(shut - bar) - 1;
        if (s->marks < SCREEN_MARKS) {
            screen_mark *m = &s->mark[s->marks++];
            *m = (screen_mark){.line = number,
                               .x = cli_columns(out->at + begin, out->len - begin),
                               .columns = cli_columns(bar + 1, seen),
                               .at = out->len - begin,
                               .length = seen};
            snprintf(m->words, sizeof m->words, "%.*s", (int)(bar - line - (long)i - 1),
                     line + i + 1);
        }
        vg_text_bytes(out, bar + 1, seen);
        i = (size_t)(shut - line) + 1;
    }
    vg_text_char(out, '\n');
}

// The table as it stands in its panel: lines folded, drawings as they are.
static void fold_board(screen *s, const vg_text *shown, int width)
{
    vg_text one = vg_text_heap();
    int lines = 0;
    vg_text_clear(&s->board_text);
    s->marks = 0;
    for (const char *at = shown->len ? shown->at : ""; *at;) {
        size_t n = strcspn(at, "\n");
        if (strncmp(at, VG_DRAWN, strlen(VG_DRAWN)) == 0) {
            take_drawn(s, at, n, lines++);
        } else {
            size_t before = s->board_text.len;
            vg_text_clear(&one);
            vg_text_bytes(&one, at, n);
            desk_fold(n ? one.at : "\n", width, &s->board_text);
            for (size_t i = before; i < s->board_text.len; i++)
                lines += s->board_text.at[i] == '\n';
        }
        at += n + (at[n] == '\n');
    }
    vg_text_release(&one);
}

bool screen_speaks_of(const screen *s, int i, const screen_mark *mark)
{
    const char *label = screen_label(s, i);
    size_t n = strlen(label);
    for (size_t at = 0; at < n; at++)
        if (word_at(label, n, at, mark->words)) return true;
    return false;
}

// What choices speak of is underlined, what the one under the cursor speaks of stands out.
static void draw_marks(const screen *s)
{
    const screen_panel *p = &s->board;
    int count = screen_choices(s);
    for (int k = 0; k < s->marks && s->d->then_at < 0; k++) {
        const screen_mark *m = &s->mark[k];
        int row = m->line - p->top;
        if (row < 0 || row >= p->height) continue;
        bool on = count && screen_speaks_of(s, s->pick, m), any = on;
        for (int i = 0; i < count && !any; i++) any = screen_speaks_of(s, i, m);
        size_t n = 0;
        const char *line = screen_line(&s->board_text, m->line, &n);
        if (!line) continue;
        pen(on    ? A_REVERSE | A_BOLD | ink(s, PAIR_CARD)
            : any ? A_BOLD | A_UNDERLINE | ink(s, PAIR_CARD)
                  : A_BOLD);
        move(p->y + row, p->x + 1 + m->x);
        put_bytes(line + m->at, m->length);
    }
    pen(A_NORMAL);
}

static int count_lines(const vg_text *text)
{
    int lines = 0;
    for (size_t i = 0; i < text->len; i++) lines += text->at[i] == '\n';
    return lines;
}

// ---- frames --------------------------------------------------------------------------

static void rule(const screen *s, int y, int x, int width, const char *title, bool focus)
{
    pen(dim(s));
    for (int i = 0; i < width; i++) mvaddstr(y, x + i, "─");
    if (*title && width > 6) {
        pen(focus ? A_BOLD | ink(s, PAIR_CARD) : A_BOLD);
        put_at(y, x + 2, 1, " ");
        put_at(y, x + 3, width - 6, title);
        addstr(" ");
    }
    pen(A_NORMAL);
}

// How much of a panel lies above and below what is shown.
static void more_marks(const screen *s, const screen_panel *p)
{
    char text[32];
    pen(A_BOLD | dim(s));
    if (p->top > 0) {
        snprintf(text, sizeof text, " ↑%d ", p->top);
        put_at(p->y - 1, p->x + p->width - 6, 6, text);
    }
    int below = p->lines - p->top - p->height;
    if (below > 0) {
        snprintf(text, sizeof text, " ↓%d ", below);
        put_at(p->y + p->height - 1, p->x + p->width - 6, 6, text);
    }
    pen(A_NORMAL);
}

static void clamp(screen_panel *p)
{
    if (p->top > p->lines - p->height) p->top = p->lines - p->height;
    if (p->top < 0) p->top = 0;
}

// ---- the title -----------------------------------------------------------------------

static void draw_title(const screen *s)
{
    const desk *d = s->d;
    attr_t bar = A_REVERSE | A_BOLD;
    vg_text left = vg_text_heap(), right = vg_text_heap();
    vg_text_printf(&left, " %s", d->title);
    if (d->games > 1)
        vg_text_printf(&left, cli_in(d->c, " · partita %d di %d", " · game %d of %d"), d->number,
                       d->games);
    if (d->then_at >= 0)
        vg_text_printf(&right, cli_in(d->c, "Com'era: %d di %d ", "As it was: %d of %d "),
                       d->then_at, d->log_count);
    else if (d->status.len)
        vg_text_printf(&right, "%s ", d->status.at);
    else if (d->thinking)
        vg_text_add(&right, cli_in(d->c, "Ci penso… ", "Let me think… "));
    else if (d->state == DESK_ASKED)
        vg_text_add(&right, cli_in(d->c, "Tocca a te ", "Your turn "));
    else if (d->state == DESK_MAY)
        vg_text_add(&right, cli_in(d->c, "Puoi intervenire ", "You may step in "));
    else if (d->state == DESK_WAIT && d->actor >= 0)
        vg_text_printf(&right, cli_in(d->c, "Decide %s ", "%s decides "), desk_name(d, d->actor));
    pen(bar);
    mvhline(0, 0, ' ', COLS);
    put_at(0, 0, COLS, left.at);
    int columns = right.len ? cli_columns(right.at, right.len) : 0;
    int x = cli_columns(left.at, left.len) + 2;
    pen(A_REVERSE);
    for (int p = 0; p < d->seats; p++) {
        char name[DESK_NAME + 8];
        bool actor = p == d->actor && !d->over;
        snprintf(name, sizeof name, "%s%s", actor ? "▸" : " ", desk_name(d, p));
        int wide = cli_columns(name, strlen(name));
        if (x + wide + 1 > COLS - columns - 1) break;
        pen(actor ? bar : A_REVERSE);
        put_at(0, x, wide, name);
        x += wide + 1;
    }
    if (columns) {
        pen(bar);
        put_at(0, COLS - columns, columns, right.at);
    }
    pen(A_NORMAL);
    vg_text_release(&left);
    vg_text_release(&right);
}

// ---- board and log -------------------------------------------------------------------

// Moves the board so that what the choice under the cursor speaks of is seen.
static void show_marked(screen *s, const hot *marks)
{
    screen_panel *p = &s->board;
    s->marked = s->pick;
    for (int k = 0; k < s->marks && s->pick < screen_choices(s); k++) {
        int line = s->mark[k].line;
        if (!screen_speaks_of(s, s->pick, &s->mark[k])) continue;
        if (line < p->top || line >= p->top + p->height) p->top = line - p->height / 3;
        return;
    }
    if (s->marks) return; // a drawing stays where it is
    for (int i = 0; i < p->lines; i++) {
        size_t n = 0;
        const char *line = screen_line(&s->board_text, i, &n);
        for (int k = 0; line && k < marks->count; k++) {
            size_t at = 0;
            while (at < n && !word_at(line, n, at, marks->word[k])) at++;
            if (at == n) continue;
            if (i < p->top || i >= p->top + p->height) p->top = i - p->height / 3;
            return;
        }
    }
}

// What is in hand, always in sight where the table is longer than its room.
static void draw_hand(const screen *s, const vg_text *hand, int rows, int y)
{
    if (rows < 2) return;
    hot marks = hot_words(s);
    pen(dim(s));
    for (int x = 1; x < s->board.width - 1; x++) mvaddstr(y, x, "┄");
    pen(A_NORMAL);
    for (int i = 0; i + 1 < rows; i++) {
        size_t n = 0;
        const char *line = screen_line(hand, i, &n);
        if (line) put_rich(s, y + 1 + i, 1, s->board.width - 2, line, n, A_BOLD, &marks);
    }
}

// The lines of a hand as one paragraph.
static void hand_text(const desk *d, int width, vg_text *out)
{
    vg_text lines = vg_text_heap(), one = vg_text_heap();
    desk_own(d, true, 10000, &lines);
    const char *first = lines.len ? lines.at : "";
    size_t head = strcspn(first, ":\n"); // "in hand:", said once
    for (const char *at = first; *at;) {
        size_t n = strcspn(at, "\n"), skip = 0;
        if (at > first && first[head] == ':' && strncmp(at, first, head + 1) == 0)
            skip = head + 1 + strspn(at + head + 1, " ");
        if (one.len) vg_text_add(&one, one.at[one.len - 1] == ':' ? " " : " · ");
        vg_text_bytes(&one, at + skip, n - skip);
        at += n + (at[n] == '\n');
    }
    if (one.len) cli_wrap(one.at, width, 2, out);
    vg_text_release(&lines);
    vg_text_release(&one);
}

static void draw_board(screen *s)
{
    const desk *d = s->d;
    screen_panel *p = &s->board;
    hot marks = hot_words(s);
    if (s->board_line >= p->lines) s->board_line = p->lines ? p->lines - 1 : 0;
    if (s->focus == FOCUS_BOARD && s->board_line < p->top) p->top = s->board_line;
    if (s->focus == FOCUS_BOARD && s->board_line >= p->top + p->height)
        p->top = s->board_line - p->height + 1;
    if (s->focus == FOCUS_CHOICES && s->marked != s->pick) show_marked(s, &marks);
    clamp(p);
    rule(s, p->y - 1, p->x, p->width,
         d->then_at >= 0          ? cli_in(d->c, "Il tavolo com'era", "The table as it was")
         : d->state == DESK_LOBBY ? cli_in(d->c, "Chi c'è", "Who is here")
                                  : cli_in(d->c, "Il tavolo", "The table"),
         s->focus == FOCUS_BOARD);
    for (int i = 0; i < p->height; i++) {
        size_t n = 0;
        const char *line = screen_line(&s->board_text, p->top + i, &n);
        if (!line) break;
        const char *words = line + strspn(line, " >");
        const char *me = d->reader >= 0 ? desk_name(d, d->reader) : "";
        bool mine = *me && word_at(words, n - (size_t)(words - line), 0, me);
        bool cursor = s->focus == FOCUS_BOARD && p->top + i == s->board_line;
        if (cursor) put_at(p->y + i, p->x, 1, "▸");
        put_rich(s, p->y + i, p->x + 1, p->width - 2, line, n, mine || cursor ? A_BOLD : A_NORMAL,
                 &marks);
    }
    draw_marks(s);
    more_marks(s, p);
}

static void draw_log(screen *s)
{
    desk *d = s->d;
    screen_panel *p = &s->log;
    vg_text all = vg_text_heap(), one = vg_text_heap();
    // A letter before each line says how it is drawn.
    for (int i = 0; i < d->heard_count;) {
        const desk_heard *h = &d->heard[i];
        if (d->then_at >= 0 && h->entry >= d->then_at) {
            i++;
            continue;
        }
        char look = h->kind == DESK_TALE   ? 't'
                    : h->kind == DESK_CHAT ? 'c'
                    : h->kind == DESK_NOTE ? 'o'
                    : h->entry >= s->since ? 'n'
                                           : 'o';
        vg_text_clear(&one);
        desk_tell(d, &i, p->width - 2, &one);
        for (const char *at = one.at; *at;) {
            size_t n = strcspn(at, "\n");
            vg_text_char(&all, look);
            vg_text_bytes(&all, at, n);
            vg_text_char(&all, '\n');
            at += n + (at[n] == '\n');
        }
    }
    p->lines = count_lines(&all);
    if (!s->log_free) p->top = p->lines - p->height;
    clamp(p);
    if (p->top >= p->lines - p->height) s->log_free = false;
    rule(s, p->y - 1, p->x, p->width, cli_in(d->c, "Che cosa succede", "What happens"),
         s->focus == FOCUS_LOG);
    for (int i = 0; i < p->height; i++) {
        size_t n = 0;
        const char *line = screen_line(&all, p->top + i, &n);
        if (!line) break;
        attr_t attr = *line == 'o'   ? dim(s)
                      : *line == 't' ? A_ITALIC
                      : *line == 'c' ? A_BOLD
                                     : A_NORMAL;
        put_rich(s, p->y + i, p->x + 1, p->width - 1, line + 1, n - 1, attr, NULL);
    }
    more_marks(s, p);
    vg_text_release(&all);
    vg_text_release(&one);
}

// ---- what is asked -------------------------------------------------------------------

int screen_choices(const screen *s)
{
    const desk *d = s->d;
    if (d->state == DESK_MAY) return d->choices + 1;
    return d->state == DESK_ASKED || d->state == DESK_LOBBY || d->state == DESK_OVER ? d->choices
                                                                                     : 0;
}

const char *screen_label(const screen *s, int i)
{
    const desk *d = s->d;
    if (d->state == DESK_MAY && i == 0) return cli_in(d->c, "Lascia andare", "Let it go");
    return d->choice[i - (d->state == DESK_MAY)].label;
}

static void prompt_text(const screen *s, vg_text *out)
{
    const desk *d = s->d;
    const char *words = d->prompt.len ? d->prompt.at : "";
    if (d->state == DESK_MAY) words = cli_in(d->c, "Puoi intervenire ora.", "You may step in now.");
    cli_wrap(words, COLS - 3, 0, out);
}

static void draw_choices(screen *s)
{
    screen_panel *p = &s->choices;
    int count = screen_choices(s), from = s->d->state == DESK_MAY ? 0 : 1;
    if (s->pick >= count) s->pick = count ? count - 1 : 0;
    int rows = p->height, columns = s->columns, per_page = rows * columns;
    s->per_page = rows;
    // Column after column, a page at a time, so that the cursor does not scroll what it reads.
    int total_rows = (count + columns - 1) / columns;
    int row = columns == 1 ? s->pick : s->pick % (total_rows ? total_rows : 1);
    if (row < s->first) s->first = row;
    if (row >= s->first + rows) s->first = row - rows + 1;
    if (s->first > total_rows - rows) s->first = total_rows > rows ? total_rows - rows : 0;
    (void)per_page;
    int width = p->width / columns;
    for (int c = 0; c < columns; c++)
        for (int r = 0; r < rows; r++) {
            int i = c * total_rows + s->first + r;
            if (s->first + r >= total_rows || i >= count) continue;
            char mark[16];
            bool on = i == s->pick && s->focus == FOCUS_CHOICES;
            const char *label = screen_label(s, i);
            snprintf(mark, sizeof mark, "%s%2d ", i == s->pick ? "▸" : " ", i + from);
            int y = p->y + r, x = p->x + c * width;
            attr_t attr = on ? A_REVERSE | A_BOLD : A_NORMAL;
            if (i + 0 == s->d->advised + (s->d->state == DESK_MAY)) attr |= A_BOLD | A_UNDERLINE;
            pen(attr);
            put_at(y, x, width, mark);
            size_t fit = fitting(label, strlen(label), width - 5);
            if (on) {
                put_at(y, x + 4, width - 5, label);
                int used = 4 + cli_columns(label, fit);
                for (int k = used; k < width - 1; k++) mvaddch(y, x + k, ' ');
            } else {
                put_rich(s, y, x + 4, width - 5, label, strlen(label), attr, NULL);
            }
            pen(attr);
            if (label[fit]) mvaddstr(y, x + width - 2, "…");
            pen(A_NORMAL);
        }
    screen_panel shown = *p;
    shown.top = s->first;
    shown.lines = total_rows;
    more_marks(s, &shown);
}

// ---- the last lines ------------------------------------------------------------------

static void message_text(const screen *s, vg_text *out)
{
    const desk *d = s->d;
    vg_text line = vg_text_heap();
    if (s->typing == TYPE_TALE)
        vg_text_printf(&line, "%s%s", cli_in(d->c, "Racconta: ", "Tell: "), s->typed);
    else if (s->typing == TYPE_CHAT)
        vg_text_printf(&line, "%s%s", cli_in(d->c, "Di': ", "Say: "), s->typed);
    else if (d->said.len)
        vg_text_add(&line, d->said.at);
    else if (s->find[0])
        vg_text_printf(&line, "%s%s", cli_in(d->c, "Cerca: ", "Find: "), s->find);
    else if (screen_choices(s) > 0 &&
             cli_columns(screen_label(s, s->pick), strlen(screen_label(s, s->pick))) >
                 COLS / s->columns - 5)
        vg_text_add(&line, screen_label(s, s->pick)); // what does not fit stands here whole
    else if (d->invite.len)
        vg_text_printf(&line,
                       cli_in(d->c, "Se vuoi, raccontalo (N). %s", "Tell it if you like (N). %s"),
                       d->invite.at);
    if (line.len) cli_wrap(line.at, COLS - 3, 2, out);
    if (s->typing && out->len && out->at[out->len - 1] == '\n') out->at[--out->len] = '\0';
    if (s->typing) vg_text_add(out, "▏\n");
    vg_text_release(&line);
}

static void button(screen *s, int y, int *x, int key, const char *name, const char *what)
{
    int wide = cli_columns(name, strlen(name)) + 1 + cli_columns(what, strlen(what));
    if (!*what || *x + wide > s->keys_end) return;
    pen(A_BOLD);
    put_at(y, *x, wide, name);
    pen(dim(s));
    addstr(" ");
    addstr(what);
    pen(A_NORMAL);
    if (s->buttons < 16) {
        s->button[s->buttons].from = *x;
        s->button[s->buttons].to = *x + wide;
        s->button[s->buttons++].key = key;
    }
    *x += wide + 2;
}

static void draw_keys(screen *s)
{
    const desk *d = s->d;
    const cli *c = d->c;
    int x = 1, y = LINES - 1;
    s->buttons = 0;
    s->keys_end = COLS - 1;
    if (s->typing) {
        button(s, y, &x, '\n', cli_in(c, "Invio", "Enter"), cli_in(c, "manda", "sends"));
        button(s, y, &x, 27, "Esc", cli_in(c, "lascia stare", "drops it"));
        return;
    }
    if (s->page_text.len) {
        button(s, y, &x, 27, "Esc", cli_in(c, "chiude", "closes"));
        button(s, y, &x, KEY_NPAGE, "↑ ↓", cli_in(c, "scorre", "scrolls"));
        return;
    }
    if (d->keys.len) {
        pen(dim(s));
        put_at(y, x, COLS - 2, d->keys.at);
        pen(A_NORMAL);
        return;
    }
    const char *leave = cli_in(c, "esci", "leave"); // always there, at the end
    int last = COLS - 3 - (int)strlen(leave);
    button(s, y, &last, 'Q', "Q", leave);
    s->keys_end = COLS - 5 - (int)strlen(leave);
    button(s, y, &x, '\n', cli_in(c, "Invio", "Enter"),
           s->score && d->state == DESK_ENDED ? cli_in(c, "la prossima", "next game")
           : s->score && !d->online           ? cli_in(c, "fine", "the end")
           : !screen_choices(s)               ? ""
           : d->state == DESK_LOBBY           ? cli_in(c, "sceglie", "chooses")
                                              : cli_in(c, "gioca", "plays"));
    button(s, y, &x, '?', "?", cli_in(c, "aiuto", "help"));
    if (d->undo > 0) button(s, y, &x, 'U', "U", cli_in(c, "indietro", "undo"));
    if (d->state == DESK_ASKED) button(s, y, &x, 'C', "C", cli_in(c, "consiglio", "counsel"));
    if (d->ways->say) button(s, y, &x, '/', "/", cli_in(c, "parla", "talk"));
    if (d->tells && d->reader >= 0) button(s, y, &x, 'N', "N", cli_in(c, "racconta", "tell"));
    button(s, y, &x, '\t', "Tab", cli_in(c, "riquadri", "panels"));
    button(s, y, &x, 'L', "L", cli_in(c, "storia", "story"));
    if (d->ways->past) button(s, y, &x, '<', "< >", cli_in(c, "com'era", "look back"));
    button(s, y, &x, 'R', "R", cli_in(c, "regole", "rules"));
}

// ---- whole screens -------------------------------------------------------------------

static void centred(int y, const char *text, attr_t attr)
{
    vg_text lines = vg_text_heap();
    cli_wrap(text, COLS - 8, 0, &lines);
    pen(attr);
    for (int i = 0;; i++) {
        size_t n = 0;
        const char *line = screen_line(&lines, i, &n);
        if (!line) break;
        move(y + i, (COLS - cli_columns(line, n)) / 2);
        put_bytes(line, n);
    }
    pen(A_NORMAL);
    vg_text_release(&lines);
}

static void draw_small(const screen *s)
{
    char text[160];
    snprintf(text, sizeof text,
             cli_in(s->d->c, "Il tavolo vuole %d colonne e %d righe: qui sono %d e %d.",
                    "The table wants %d columns and %d lines: here are %d and %d."),
             SCREEN_WIDTH, SCREEN_HEIGHT, COLS, LINES);
    if (LINES < 1) return;
    put_at(LINES / 2, 0, COLS, text);
    if (LINES / 2 + 1 < LINES)
        put_at(LINES / 2 + 1, 0, COLS,
               cli_in(s->d->c, "Allarga la finestra, o gioca con --plain. Q esce.",
                      "Make the window larger, or play with --plain. Q leaves."));
}

static void draw_curtain(const screen *s)
{
    const desk *d = s->d;
    vg_text words = vg_text_heap();
    vg_text_printf(&words, cli_in(d->c, "È il turno di %s", "%s is to move"), d->name[d->next]);
    centred(LINES / 2 - 2, words.at, A_BOLD | ink(s, PAIR_SEAT + d->next));
    centred(LINES / 2,
            cli_in(d->c, "Quando sei davanti allo schermo, premi Invio.",
                   "When you are at the screen, press Enter."),
            A_NORMAL);
    vg_text_release(&words);
}

// A page over the whole middle: help, rules, the story so far, the score.
static void draw_page(screen *s, const char *title, const vg_text *text, bool rich)
{
    screen_panel *p = &s->page;
    *p = (screen_panel){.y = 2,
                        .x = COLS > 100 ? (COLS - 96) / 2 : 1,
                        .height = LINES - 3,
                        .width = COLS > 100 ? 96 : COLS - 2,
                        .top = p->top,
                        .lines = count_lines(text)};
    clamp(p);
    rule(s, 1, 0, COLS, title, true);
    for (int i = 0; i < p->height; i++) {
        size_t n = 0;
        const char *line = screen_line(text, p->top + i, &n);
        if (!line) break;
        bool head = rich && n > 1 && line[0] >= '1' && line[0] <= '9' && line[1] == '.';
        put_rich(s, p->y + i, p->x, p->width, line, n, head ? A_BOLD : A_NORMAL, NULL);
    }
    more_marks(s, p);
}

static void draw_score(screen *s)
{
    const desk *d = s->d;
    vg_text sheet = vg_text_heap();
    desk_score(d, (COLS > 100 ? 96 : COLS - 2) - 1, &sheet);
    if (d->state == DESK_ENDED)
        vg_text_printf(&sheet, "\n%s\n",
                       cli_in(d->c, "Invio: la prossima partita.", "Enter: the next game."));
    else if (!d->online)
        vg_text_printf(&sheet, "\n%s\n", cli_in(d->c, "Invio: fine.", "Enter: the end."));
    draw_page(s, cli_in(d->c, "Punteggio finale", "Final score"), &sheet, true);
    vg_text_release(&sheet);
}

int screen_board_width(void)
{
    return COLS - (COLS >= 132 ? 52 : COLS >= 110 ? 44 : COLS * 38 / 100) - 1;
}

static void draw_table(screen *s)
{
    desk *d = s->d;
    vg_text prompt = vg_text_heap(), message = vg_text_heap();
    prompt_text(s, &prompt);
    int count = screen_choices(s), longest = 0;
    for (int i = 0; i < count; i++) {
        const char *label = screen_label(s, i);
        int columns = cli_columns(label, strlen(label));
        if (columns > longest) longest = columns;
    }
    s->columns = COLS / 3 - 6 >= longest && count > 6   ? 3
                 : COLS / 2 - 6 >= longest && count > 3 ? 2
                                                        : 1;
    message_text(s, &message);
    int asked = count_lines(&prompt), told = count_lines(&message);
    if (asked > 2) asked = 2;
    if (told > 4) told = 4;
    int rows = (count + s->columns - 1) / s->columns, room = LINES - 4 - asked - told;
    s->board.width = screen_board_width();
    int log_width = COLS - s->board.width - 1;
    vg_text hand = vg_text_heap();
    const vg_text *shown = d->then_at >= 0 ? &d->then : &d->board;
    fold_board(s, shown, s->board.width - 2);
    s->board.lines = count_lines(&s->board_text);
    // Where not all of it fits, the table has more room than the moves.
    if (rows + s->board.lines > room && rows > room * 2 / 5 + 1) {
        int least = room - s->board.lines;
        rows = room * 2 / 5 + 1 > least ? room * 2 / 5 + 1 : least;
    }
    if (rows > room - 3) rows = room - 3;
    if (rows < 0) rows = 0;
    int bottom = LINES - 1 - told - rows - asked, held = 0; // below the middle; rows of the hand
    int middle = bottom - 3;
    if (s->board.lines > middle) {
        hand_text(d, s->board.width - 2, &hand);
        held = count_lines(&hand) + 1;
        if (held > middle / 3) held = middle / 3;
        if (!hand.len || held < 2) held = 0;
    }
    s->board.y = 2;
    s->board.x = 0;
    s->board.height = middle - held > 1 ? middle - held : 1;
    s->log = (screen_panel){.y = 2,
                            .x = COLS - log_width,
                            .height = middle > 1 ? middle : 1,
                            .width = log_width,
                            .top = s->log.top};
    s->choices = (screen_panel){.y = bottom + asked, .x = 0, .height = rows, .width = COLS};
    draw_hand(s, &hand, held, 2 + s->board.height);
    vg_text_release(&hand);
    draw_board(s);
    draw_log(s);
    pen(dim(s));
    for (int y = 2; y < bottom - 1; y++) mvaddstr(y, s->log.x - 1, "│");
    mvaddstr(1, s->log.x - 1, "┬");
    pen(A_NORMAL);
    rule(s, bottom - 1, 0, COLS, "", false);
    pen(dim(s));
    mvaddstr(bottom - 1, s->log.x - 1, "┴");
    pen(A_NORMAL);
    for (int i = 0; i < asked; i++) {
        size_t n = 0;
        const char *line = screen_line(&prompt, i, &n);
        bool mine = d->state != DESK_WAIT;
        if (line) put_rich(s, bottom + i, 1, COLS - 2, line, n, mine ? A_BOLD : dim(s), NULL);
    }
    draw_choices(s);
    for (int i = 0; i < told; i++) {
        size_t n = 0;
        const char *line = screen_line(&message, i, &n);
        attr_t attr = d->said.len && d->bad && !s->typing ? A_BOLD | ink(s, PAIR_BAD)
                      : s->typing                         ? A_NORMAL
                                                          : A_ITALIC;
        if (line) put_rich(s, LINES - 1 - told + i, 1, COLS - 2, line, n, attr, NULL);
    }
    vg_text_release(&prompt);
    vg_text_release(&message);
}

void screen_draw(screen *s)
{
    desk *d = s->d;
    erase();
    if (COLS < SCREEN_WIDTH || LINES < SCREEN_HEIGHT) {
        draw_small(s);
    } else if (d->state == DESK_CURTAIN) {
        draw_curtain(s);
    } else {
        draw_title(s);
        if (s->page_text.len)
            draw_page(s, s->page_title.at, &s->page_text, false);
        else if (s->score)
            draw_score(s);
        else
            draw_table(s);
        draw_keys(s);
    }
    refresh();
}
