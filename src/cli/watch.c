// watch.c: a record as a desk: it is played again move by move, for any pair of eyes.
#include "base/clock.h"
#include "cli/session.h"

#include <curses.h>
#include <string.h>

typedef struct watch {
    const cli *c;
    vg_table *whole; // the record
    vg_table *now;   // the same, as far as it is shown
    int viewer;
    int speed; // index into seconds[]
    bool paused;
    double due; // vg_clock() of the next move
    desk d;
} watch;

static const double seconds[] = {4, 2, 1, 0.5, 0.2, 0.05};
enum { SPEEDS = sizeof seconds / sizeof seconds[0], NORMAL = 2 };

// The table of the record before its first move; NULL without memory.
static vg_table *begin(const watch *w)
{
    vg_table_plan plan = *vg_table_plan_of(w->whole);
    vg_text none = {0};
    plan.dice = VG_DICE_SCRIPT;
    vg_table *t = vg_table_new(&plan, &none);
    for (int p = 0; t && p < plan.setup.seats; p++) {
        const char *name = vg_table_seat_name(w->whole, p);
        vg_err err = name ? vg_table_name(t, p, name) : VG_OK;
        if (!err) err = vg_table_bot(t, p, vg_table_seat_bot(w->whole, p));
        (void)err; // what one record took another takes
    }
    if (t) vg_table_start(t);
    return t;
}

// Plays the next entry. False at the end.
static bool advance(watch *w)
{
    int at = vg_table_log_count(w->now);
    vg_log_entry e;
    if (at >= vg_table_log_count(w->whole)) return false;
    vg_table_log(w->whole, at, &e);
    if (e.game > vg_table_game_number(w->now) && vg_table_next_game(w->now) != VG_OK) return false;
    if (vg_table_play(w->now, e.seat, e.text, w->c->lang, NULL) != VG_OK) return false;
    if (e.narration && vg_table_narrate(w->now, e.seat, at, e.narration) != VG_OK) return true;
    return true;
}

// What follows by itself belongs to the move: on to where somebody decides.
static bool advance_move(watch *w)
{
    vg_log_entry e;
    if (!advance(w)) return false;
    for (int at; (at = vg_table_log_count(w->now)) < vg_table_log_count(w->whole);) {
        vg_table_log(w->whole, at, &e);
        if (e.seat != VG_CHANCE || !advance(w)) break;
    }
    return true;
}

static void show(watch *w)
{
    desk *d = &w->d;
    int count = vg_table_log_count(w->whole), at = vg_table_log_count(w->now);
    desk_take_table(d, w->now, w->viewer);
    desk_take_log(d, w->now, w->viewer, 0);
    desk_drop_choices(d); // nobody plays here
    d->undo = 0;
    d->state = at == count && d->over && d->match_over ? DESK_OVER : DESK_WAIT;
    vg_text_clear(&d->status);
    vg_text_printf(&d->status, "%s%s %d/%d · %s", w->paused ? "‖ " : "▸ ",
                   w->viewer >= 0 ? desk_name(d, w->viewer)
                                  : cli_in(w->c, "chi guarda", "a spectator"),
                   at, count, cli_in(w->c, "velocità", "speed"));
    vg_text_printf(&d->status, " %d", w->speed + 1);
}

// Goes to where the log has at most `count` entries.
static void seek(watch *w, int count)
{
    if (count < vg_table_log_count(w->now)) {
        vg_table *again = begin(w);
        if (!again) return;
        vg_table_free(w->now);
        w->now = again;
        advance_move(w); // the deal
    }
    while (vg_table_log_count(w->now) < count && advance_move(w)) {
    }
    show(w);
}

static void draw(desk *d)
{
    watch *w = d->self;
    desk_take_lines(d, w->now, w->viewer, VG_NOW, &d->board);
}

static void step(desk *d)
{
    watch *w = d->self;
    bool end = vg_table_log_count(w->now) == vg_table_log_count(w->whole);
    double now = vg_clock();
    if (!w->paused && !end && now >= w->due) {
        advance_move(w);
        show(w);
        w->due = now + seconds[w->speed];
    }
    end = vg_table_log_count(w->now) == vg_table_log_count(w->whole);
    d->timeout = w->paused || end ? -1 : (int)((w->due - now) * 1000) + 1;
    if (d->timeout < -1) d->timeout = 0;
}

// The entries before the last move that is shown.
static int one_back(const watch *w)
{
    int at = vg_table_log_count(w->now);
    vg_log_entry e;
    do {
        if (at == 0) return 0;
        vg_table_log(w->whole, --at, &e);
    } while (e.seat == VG_CHANCE);
    return at;
}

static bool key(desk *d, int c, bool *known)
{
    watch *w = d->self;
    int seats = vg_table_setup(w->whole)->seats;
    *known = true;
    if (c == ' ') {
        w->paused = !w->paused;
        w->due = vg_clock();
    } else if (c == KEY_RIGHT || c == KEY_LEFT) {
        w->paused = true;
        if (c == KEY_RIGHT)
            advance_move(w);
        else
            seek(w, one_back(w));
    } else if (c == KEY_HOME || c == KEY_END) {
        w->paused = true;
        seek(w, c == KEY_HOME ? 0 : vg_table_log_count(w->whole));
    } else if (c == '+' || c == '-') {
        w->speed += c == '+' ? 1 : -1;
        if (w->speed < 0) w->speed = 0;
        if (w->speed >= SPEEDS) w->speed = SPEEDS - 1;
        w->due = vg_clock() + seconds[w->speed];
    } else if (c >= '0' && c <= '0' + seats) {
        w->viewer = c == '0' ? VG_WATCHER : c - '1';
        desk_hear_from(d, 0);
        desk_hear_end(d);
    } else {
        *known = false;
        return false;
    }
    show(w);
    return true;
}

static int leave(desk *d)
{
    (void)d;
    return CLI_OK;
}

static const desk_ways ways = {.step = step, .draw = draw, .key = key, .leave = leave};

int cli_watch(const cli *c, vg_table *whole, int viewer)
{
    watch w = {.c = c, .whole = whole, .viewer = viewer, .speed = NORMAL};
    w.now = begin(&w);
    if (!w.now) return CLI_NO;
    desk_init(&w.d, c, &ways, &w);
    desk_take_book(&w.d, whole);
    vg_text_add(&w.d.keys,
                cli_in(c,
                       "Spazio pausa  ← → una mossa  Inizio Fine  + - velocità  1 2… occhi di un "
                       "posto, 0 di chi guarda  Q esci",
                       "Space pause  ← → a move  Home End  + - speed  1 2… a seat's eyes, 0 a "
                       "spectator's  Q leave"));
    advance_move(&w); // the deal
    show(&w);
    w.due = vg_clock() + seconds[w.speed];
    int status = screen_run(&w.d);
    vg_table_free(w.now);
    desk_release(&w.d);
    return status;
}
