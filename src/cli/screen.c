// screen.c: the desk as a full-screen table: keys, mouse and the loop. It sleeps until something is
// typed, something happens at the table or a signal comes.
#include "cli/screen.h"

#include "base/clock.h"
#include "cli/line.h"

#define HOLD_SECONDS 0.4 // a curtain and a score stay at least as long

#include <curses.h>
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <term.h>
#include <unistd.h>
#include <wchar.h>

#undef columns // term.h has common words for itself
#undef lines
#undef buttons

bool screen_wanted(bool plain)
{
    int err = 0;
    if (plain || !cli_interactive()) return false;
    // Where no language was set up, terminals still speak UTF-8.
    if (strcmp(nl_langinfo(CODESET), "ANSI_X3.4-1968") == 0) setlocale(LC_CTYPE, "C.UTF-8");
    if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0) return false;
    if (setupterm(NULL, STDOUT_FILENO, &err) != OK) return false;
    return cursor_address != NULL;
}

// ---- names of cards, for marking -------------------------------------------------------

static void take_names(screen *s)
{
    vg_json_doc doc;
    vg_text name = vg_text_heap();
    bool good = s->d->cards.len && vg_json_read(&doc, s->d->cards.at, s->d->cards.len);
    s->name = good ? calloc((size_t)doc.count + 1, sizeof *s->name) : NULL;
    for (int i = 0; s->name && i < doc.count; i++) {
        if (doc.node[i].type != VG_JSON_OBJECT) continue;
        vg_text_clear(&name);
        if (!vg_json_get_string(&doc, vg_json_find(&doc, i, "name"), &name) || name.len < 3)
            continue;
        bool known = false;
        for (int k = 0; k < s->names && !known; k++) known = strcmp(s->name[k], name.at) == 0;
        if (!known && (s->name[s->names] = strdup(name.at))) s->names++;
    }
    if (s->d->cards.len) vg_json_release(&doc);
    vg_text_release(&name);
}

// ---- pages -----------------------------------------------------------------------------

static int page_width(void) { return (COLS > 100 ? 96 : COLS - 2) - 1; }

static void open_page(screen *s, const char *it, const char *en, vg_text *text)
{
    vg_text_clear(&s->page_title);
    vg_text_add(&s->page_title, cli_in(s->d->c, it, en));
    vg_text_release(&s->page_text);
    s->page_text = *text;
    s->page.top = 0;
}

static void close_page(screen *s)
{
    vg_text_release(&s->page_text);
    s->page_text = vg_text_heap();
}

static void heading(vg_text *out, const char *words)
{
    vg_text_printf(out, "%s%s\n", out->len ? "\n" : "", words);
}

// What the thing under the cursor is, the rule of the moment, and the keys.
static void help(screen *s)
{
    const desk *d = s->d;
    vg_text out = vg_text_heap(), about = vg_text_heap(), cards = vg_text_heap();
    int width = page_width();
    if (s->focus == FOCUS_BOARD) {
        size_t n = 0;
        const char *line = screen_line(&s->board_text, s->board_line, &n);
        if (line) vg_text_bytes(&about, line, n);
    } else if (screen_choices(s) > 0) {
        vg_text_add(&about, screen_label(s, s->pick));
    }
    vg_text named = vg_text_heap(); // with what a drawing calls by shorter names
    vg_text_add(&named, about.len ? about.at : "");
    for (int k = 0; s->focus == FOCUS_BOARD && k < s->marks; k++)
        if (s->mark[k].line == s->board_line) vg_text_printf(&named, " %s", s->mark[k].words);
    desk_explain(d, named.at, width, &cards);
    vg_text_release(&named);
    if (cards.len) {
        cli_wrap(about.at + strspn(about.at, " "), width, 2, &out);
        vg_text_add(&out, cards.at);
    }
    if (d->rule[0]) {
        vg_text_clear(&cards);
        desk_rule(d, d->rule, width, false, &cards);
        if (out.len) vg_text_char(&out, '\n');
        vg_text_printf(
            &out,
            cli_in(d->c, "La regola di questo momento (%s):\n", "The rule of this moment (%s):\n"),
            d->rule);
        vg_text_add(&out, cards.len ? cards.at : "");
    }
    heading(&out, cli_in(d->c, "I tasti:", "The keys:"));
    cli_wrap_lines(
        cli_in(d->c,
               "  frecce, numeri  scelgono; le lettere cercano fra le mosse; Invio gioca\n"
               "  mouse           un clic sceglie, anche sul disegno; un altro gioca; la rotella "
               "scorre\n"
               "  Tab             passa da mosse a tavolo a cronaca; sul tavolo ? spiega la riga\n"
               "  Pag su, giù     scorre la cronaca\n"
               "  U               torna indietro di una mossa\n"
               "  C               un consiglio: che cosa farebbe un bot forte\n"
               "  A               passa finché non ti si chiede altro\n"
               "  N               racconta la tua ultima mossa\n"
               "  < >             il tavolo com'era, una mossa alla volta\n"
               "  L, R            tutto quello che è successo; tutte le regole\n"
               "  Ctrl-L          ridisegna\n"
               "  Q, Ctrl-C       esci; la partita è salvata\n",
               "  arrows, numbers  choose; letters look among the moves; Enter plays\n"
               "  mouse            a click chooses, on a drawing too; another plays; the wheel "
               "scrolls\n"
               "  Tab              from moves to table to story; on the table ? explains a line\n"
               "  Page Up, Down    scroll the story\n"
               "  U                takes back a move\n"
               "  C                counsel: what a strong bot would do\n"
               "  A                passes until you are asked something else\n"
               "  N                tells the story of your last move\n"
               "  < >              the table as it was, a move at a time\n"
               "  L, R             everything that happened; all the rules\n"
               "  Ctrl-L           draws anew\n"
               "  Q, Ctrl-C        leave; the game is saved\n"),
        width, &out);
    vg_text_clear(&cards);
    desk_explain(d, d->board.len ? d->board.at : "", width, &cards);
    if (cards.len) {
        heading(&out, cli_in(d->c, "Che cosa c'è sul tavolo:", "What there is on the table:"));
        vg_text_add(&out, cards.at);
    }
    open_page(s, "Aiuto", "Help", &out);
    vg_text_release(&about);
    vg_text_release(&cards);
}

static void story(screen *s)
{
    vg_text out = vg_text_heap();
    for (int i = 0; i < s->d->heard_count;) desk_tell(s->d, &i, page_width(), &out);
    if (!out.len) {
        vg_text_release(&out);
        return;
    }
    open_page(s, "Tutto quello che è successo", "Everything that happened", &out);
    s->page.top = 1 << 20; // the newest
}

static void rules(screen *s)
{
    vg_text out = vg_text_heap();
    desk_rule(s->d, NULL, page_width(), false, &out);
    if (out.len)
        open_page(s, "Le regole", "The rules", &out);
    else
        vg_text_release(&out);
}

// ---- choosing --------------------------------------------------------------------------

static void play_pick(screen *s)
{
    desk *d = s->d;
    int may = d->state == DESK_MAY;
    if (s->pick >= screen_choices(s)) return;
    int count = d->log_count;
    d->advised = -1;
    if (may && s->pick == 0) {
        d->ways->pass(d);
        return;
    }
    if (d->ways->play(d, d->choice[s->pick - may].move)) {
        s->since = count + 1;
        s->log_free = false;
    }
}

// A number is typed digit by digit: what it means so far is under the cursor.
static void digit(screen *s, int n)
{
    int from = s->d->state == DESK_MAY ? 0 : 1, count = screen_choices(s);
    s->digits = s->digits * 10 + n;
    if (s->digits - from >= count || s->digits > 999) s->digits = n;
    if (s->digits >= from && s->digits - from < count) s->pick = s->digits - from;
    s->focus = FOCUS_CHOICES;
}

// Letters look for the next choice with a word that begins so; the same letter again, for the one
// after.
static void find(screen *s, char letter)
{
    int count = screen_choices(s);
    size_t n = strlen(s->find);
    bool same = n == 1 && s->find[0] == letter;
    if (!same && n + 1 < sizeof s->find) {
        s->find[n] = letter;
        s->find[n + 1] = '\0';
    }
    for (int tries = 0; tries < 2; tries++) {
        for (int i = 0; i < count; i++) {
            int at = (s->pick + i + (same || n == 0 ? 1 : 0)) % count;
            if (!desk_speaks_of(screen_label(s, at), s->find)) continue;
            s->pick = at;
            s->focus = FOCUS_CHOICES;
            return;
        }
        s->find[0] = letter; // a new word, then
        s->find[1] = '\0';
    }
}

static void move_pick(screen *s, int key)
{
    int count = screen_choices(s), rows = (count + s->columns - 1) / (s->columns ? s->columns : 1);
    int to = s->pick;
    if (!count) return;
    if (key == KEY_UP) to = to > 0 ? to - 1 : count - 1;
    if (key == KEY_DOWN) to = to + 1 < count ? to + 1 : 0;
    if (key == KEY_LEFT && to - rows >= 0) to -= rows;
    if (key == KEY_RIGHT && to + rows < count) to += rows;
    if (key == KEY_HOME) to = 0;
    if (key == KEY_END) to = count - 1;
    s->pick = to;
}

// ---- looking back ----------------------------------------------------------------------

static void look_back(screen *s, int step)
{
    desk *d = s->d;
    int at = d->then_at < 0 ? d->log_count : d->then_at;
    if (!d->ways->past) return;
    for (int tries = 0; tries < 400; tries++) {
        at += step;
        if (at >= d->log_count || at < 0) break;
        // Only moments after something this reader heard of.
        bool heard = false;
        for (int i = 0; i < d->heard_count && !heard; i++)
            heard = d->heard[i].entry == at - (step < 0 ? 0 : 1);
        if (heard && d->ways->past(d, at)) {
            d->then_at = at;
            return;
        }
    }
    if (step > 0) d->then_at = -1;
}

// ---- typing ----------------------------------------------------------------------------

static void type(screen *s, wint_t c, bool special)
{
    desk *d = s->d;
    size_t n = strlen(s->typed);
    if (!special && (c == '\n' || c == '\r')) {
        bool tale = s->typing == TYPE_TALE;
        s->typing = TYPE_NOTHING;
        if (n && tale) d->ways->narrate(d, s->typed);
        if (n && !tale) d->ways->say(d, s->typed);
        return;
    }
    if (!special && c == 27) {
        s->typing = TYPE_NOTHING;
        return;
    }
    if ((special && c == KEY_BACKSPACE) || (!special && (c == 127 || c == 8))) {
        while (n > 0 && ((unsigned char)s->typed[--n] & 0xc0) == 0x80) {
        }
        s->typed[n] = '\0';
        return;
    }
    if (special || c < ' ' || n + 5 > sizeof s->typed) return;
    char bytes[8];
    mbstate_t state = {0};
    size_t length = wcrtomb(bytes, (wchar_t)c, &state);
    if (length == (size_t)-1 || length > 4) return;
    memcpy(s->typed + n, bytes, length);
    s->typed[n + length] = '\0';
}

static void start_typing(screen *s, screen_typing what)
{
    s->typing = what;
    s->typed[0] = '\0';
}

// ---- the mouse -------------------------------------------------------------------------

static bool inside(const screen_panel *p, int y, int x)
{
    return y >= p->y && y < p->y + p->height && x >= p->x && x < p->x + p->width;
}

static void obey_key(screen *s, wint_t c, bool special);

static void scroll_panel(screen *s, screen_panel *p, int step)
{
    p->top += step;
    if (p == &s->log) s->log_free = true;
}

// What is clicked on a drawing chooses the next choice that speaks of it; an only one, clicked
// again, is played.
static bool pick_marked(screen *s, int y, int x)
{
    int line = s->board.top + y - s->board.y, count = screen_choices(s);
    for (int k = 0; k < s->marks; k++) {
        const screen_mark *m = &s->mark[k];
        int from = s->board.x + 1 + m->x;
        if (m->line != line || x < from || x >= from + m->columns) continue;
        for (int i = 1; i <= count; i++) {
            int at = (s->pick + i) % count;
            if (!screen_speaks_of(s, at, m)) continue;
            bool again = at == s->pick && s->focus == FOCUS_CHOICES;
            s->pick = at;
            s->focus = FOCUS_CHOICES;
            if (again) play_pick(s);
            return true;
        }
    }
    return false;
}

static void mouse(screen *s)
{
    MEVENT e;
    if (getmouse(&e) != OK) return;
    bool page = s->page_text.len || s->score;
    screen_panel *under = page                          ? &s->page
                          : inside(&s->board, e.y, e.x) ? &s->board
                          : inside(&s->log, e.y, e.x)   ? &s->log
                                                        : NULL;
    if (e.bstate & (BUTTON4_PRESSED | BUTTON5_PRESSED)) {
        int step = e.bstate & BUTTON4_PRESSED ? -3 : 3;
        if (under)
            scroll_panel(s, under, step);
        else
            move_pick(s, step < 0 ? KEY_UP : KEY_DOWN);
        return;
    }
    if (!(e.bstate & (BUTTON1_PRESSED | BUTTON1_CLICKED | BUTTON1_DOUBLE_CLICKED))) return;
    for (int i = 0; e.y == LINES - 1 && i < s->buttons; i++)
        if (e.x >= s->button[i].from && e.x < s->button[i].to) {
            int key = s->button[i].key;
            obey_key(s, (wint_t)key, key > 255);
            return;
        }
    if (s->d->state == DESK_CURTAIN || s->score) {
        obey_key(s, '\n', false);
        return;
    }
    if (page) return;
    if (under == &s->board && pick_marked(s, e.y, e.x)) return;
    if (under == &s->board) {
        s->focus = FOCUS_BOARD;
        s->board_line = s->board.top + e.y - s->board.y;
    } else if (under == &s->log) {
        s->focus = FOCUS_LOG;
    } else if (inside(&s->choices, e.y, e.x)) {
        int count = screen_choices(s), columns = s->columns ? s->columns : 1;
        int rows = (count + columns - 1) / columns;
        int row = s->first + e.y - s->choices.y, column = e.x / (s->choices.width / columns);
        int i = column * rows + row;
        if (row >= rows || i >= count) return;
        bool again = i == s->pick && s->focus == FOCUS_CHOICES;
        s->focus = FOCUS_CHOICES;
        s->pick = i;
        if (again || e.bstate & BUTTON1_DOUBLE_CLICKED) play_pick(s);
    }
}

// ---- keys ------------------------------------------------------------------------------

static bool scrolls(screen *s, screen_panel *p, wint_t c, bool special)
{
    if (special && c == KEY_UP)
        scroll_panel(s, p, -1);
    else if (special && c == KEY_DOWN)
        scroll_panel(s, p, 1);
    else if (special && c == KEY_PPAGE)
        scroll_panel(s, p, -(p->height - 1));
    else if (special && c == KEY_NPAGE)
        scroll_panel(s, p, p->height - 1);
    else if (special && c == KEY_HOME)
        scroll_panel(s, p, -p->top);
    else if (special && c == KEY_END)
        scroll_panel(s, p, p->lines);
    else
        return false;
    return true;
}

static void page_key(screen *s, wint_t c, bool special)
{
    if (scrolls(s, &s->page, c, special)) return;
    if (!special && c == ' ') {
        scroll_panel(s, &s->page, s->page.height - 1);
        return;
    }
    if (!special && (c == 27 || c == '\n' || c == '\r' || c == 'q' || c == 'Q' || c == '?'))
        close_page(s);
}

static void go_on(screen *s)
{
    desk *d = s->d;
    if (vg_clock() < s->hold) return;
    if (d->state == DESK_CURTAIN || d->state == DESK_ENDED) {
        d->ways->go_on(d);
        s->score = false;
        s->focus = FOCUS_CHOICES;
        s->log_free = false;
        s->board.top = 0;
        s->pick = 0;
    } else if (d->state == DESK_OVER && d->choices == 0) {
        s->leave = true;
    } else if (d->state == DESK_OVER) {
        s->score = false; // at a server there is something to choose
    }
}

static void command_key(screen *s, wint_t c)
{
    desk *d = s->d;
    switch (c) {
    case '?': help(s); return;
    case 'Q': s->leave = true; return;
    case 'L': story(s); return;
    case 'R': rules(s); return;
    case 'U':
        if (d->ways->undo) d->ways->undo(d);
        return;
    case 'C':
        if (d->ways->hint) d->ways->hint(d);
        return;
    case 'A':
        if (d->ways->ahead) d->ways->ahead(d, !d->ahead);
        return;
    case 'N':
        if (d->ways->narrate && d->reader >= 0) start_typing(s, TYPE_TALE);
        return;
    case '/':
        if (d->ways->say) start_typing(s, TYPE_CHAT);
        return;
    case 'I':
        if (d->ways->let_in) d->ways->let_in(d);
        return;
    case 'S':
        if (d->ways->save) d->ways->save(d, "");
        return;
    case '<': look_back(s, -1); return;
    case '>': look_back(s, 1); return;
    case CTRL('L'): clearok(curscr, TRUE); return;
    case '\t': s->focus = (screen_focus)((s->focus + 1) % 3); return;
    case 27:
        s->focus = FOCUS_CHOICES;
        d->then_at = -1;
        s->digits = 0;
        s->find[0] = '\0';
        vg_text_clear(&d->said);
        vg_text_clear(&d->invite);
        if (d->scored && (d->state == DESK_ENDED || d->state == DESK_OVER)) s->score = !s->score;
        return;
    case '\n':
    case '\r':
        if (s->focus == FOCUS_BOARD)
            help(s);
        else if (screen_choices(s) > 0)
            play_pick(s);
        else
            go_on(s);
        return;
    default:
        if (c >= '0' && c <= '9')
            digit(s, (int)(c - '0'));
        else if (c >= 'a' && c <= 'z')
            find(s, (char)c);
        else if (c == ' ' && s->find[0])
            find(s, ' ');
    }
}

static void obey_key(screen *s, wint_t c, bool special)
{
    desk *d = s->d;
    if (special && c == KEY_MOUSE) {
        mouse(s);
        return;
    }
    if (special && c == KEY_ENTER) {
        special = false;
        c = '\n';
    }
    if (s->typing) {
        type(s, c, special);
        return;
    }
    if (COLS < SCREEN_WIDTH || LINES < SCREEN_HEIGHT) {
        s->leave |= !special && c == 'Q';
        return;
    }
    if (d->state == DESK_CURTAIN) {
        if (!special && (c == '\n' || c == '\r')) go_on(s);
        s->leave |= !special && c == 'Q';
        return;
    }
    if (s->page_text.len) {
        page_key(s, c, special);
        return;
    }
    // What was said has been read; what was typed goes on being typed.
    if (c != CTRL('L')) vg_text_clear(&d->said);
    bool number = !special && c >= '0' && c <= '9',
         word = !special && ((c >= 'a' && c <= 'z') || c == ' ');
    if (!number) s->digits = 0;
    if (!word) s->find[0] = '\0';
    bool known = false;
    if (d->ways->key) d->ways->key(d, special || c < 256 ? (int)c : 0, &known);
    if (known) return;
    if (s->score) {
        if (scrolls(s, &s->page, c, special)) return;
        if (!special && (c == '\n' || c == '\r')) {
            go_on(s);
            return;
        }
        if (!special && c == '\t') c = 27; // to the table and back
    } else if (special) {
        if (c == KEY_BTAB)
            s->focus = (screen_focus)((s->focus + 2) % 3);
        else if (s->focus == FOCUS_LOG && scrolls(s, &s->log, c, special))
            return;
        else if (c == KEY_PPAGE || c == KEY_NPAGE)
            scrolls(s, s->focus == FOCUS_BOARD ? &s->board : &s->log, c, special);
        else if (s->focus == FOCUS_BOARD && (c == KEY_UP || c == KEY_DOWN))
            s->board_line += c == KEY_UP ? (s->board_line > 0 ? -1 : 0) : 1;
        else if (s->focus == FOCUS_BOARD && c == KEY_HOME)
            s->board_line = 0;
        else if (s->focus == FOCUS_BOARD && c == KEY_END)
            s->board_line = s->board.lines;
        else
            move_pick(s, (int)c);
        return;
    }
    if (!special) command_key(s, c);
}

// ---- the loop --------------------------------------------------------------------------

static void fit(void)
{
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || !size.ws_row || !size.ws_col) return;
    if (size.ws_row == LINES && size.ws_col == COLS) return;
    resizeterm(size.ws_row, size.ws_col);
}

// As many columns as the panel has are for drawings.
static void make_room(desk *d)
{
    int width = screen_board_width() - 2;
    if (width == d->width) return;
    d->width = width;
    if (d->ways->draw) d->ways->draw(d);
}

// A question that was not there before: the cursor begins anew.
static void notice(screen *s)
{
    desk *d = s->d;
    if (d->advised >= 0 && d->advised != s->advised) s->pick = d->advised + (d->state == DESK_MAY);
    s->advised = d->advised;
    if (s->asked_at == d->log_count && s->asked_state == (int)d->state) return;
    if (s->asked_at != d->log_count) d->then_at = -1;
    if (s->asked_state != (int)d->state &&
        (d->state == DESK_CURTAIN || d->state == DESK_ENDED || d->state == DESK_OVER)) {
        // What was typed before it was seen is not for this.
        flushinp();
        s->hold = vg_clock() + HOLD_SECONDS;
        s->score = d->state != DESK_CURTAIN && d->scored;
        s->page.top = 0;
    }
    if (d->state != DESK_ENDED && d->state != DESK_OVER) s->score = false;
    s->asked_at = d->log_count;
    s->asked_state = (int)d->state;
    s->pick = s->first = 0;
    s->board.top = 0;
    s->marked = -1;
    d->advised = -1;
}

static void wipe(screen *s)
{
    for (int i = 0; i < s->names; i++) free(s->name[i]);
    free(s->name);
    vg_text_release(&s->page_text);
    vg_text_release(&s->page_title);
    vg_text_release(&s->board_text);
}

int screen_run(desk *d)
{
    screen s = {.d = d,
                .columns = 1,
                .since = 0,
                .asked_at = -1,
                .advised = -1,
                .page_text = vg_text_heap(),
                .page_title = vg_text_heap(),
                .board_text = vg_text_heap()};
    int silent = 0; // reads in a row that gave nothing: the terminal is gone
    fflush(stdout);
    SCREEN *terminal = newterm(NULL, stdout, stdin);
    if (!terminal) {
        wipe(&s);
        return lines_run(d);
    }
    screen_colours(&s);
    take_names(&s);
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    set_escdelay(25);
    curs_set(0);
    mouseinterval(0);
    mousemask(BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
    d->width = screen_board_width() - 2;
    while (!cli_leaving() && !s.leave && d->state != DESK_LEFT && silent < 3) {
        d->ways->step(d);
        notice(&s);
        fit();
        make_room(d);
        screen_draw(&s);
        if (!desk_wait(d, true, -1)) continue;
        wint_t c;
        int kind;
        silent++;
        while (!s.leave && (kind = get_wch(&c)) != ERR) {
            silent = 0;
            if (kind == KEY_CODE_YES && c == KEY_RESIZE) continue;
            obey_key(&s, c, kind == KEY_CODE_YES);
            // A key may have changed what is asked: the next one is for what will be seen.
            if (d->state == DESK_WAIT || d->more) break;
        }
    }
    endwin();
    delscreen(terminal);
    wipe(&s);
    return d->ways->leave(d);
}
