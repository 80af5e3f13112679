// worlds.c: nothing a seat is told may depend on what it may not know.
//
// Two worlds are alike to p when p's views of them are the same bytes. From any
// position resample() gives a second world alike to p, and different moves of
// somebody else give futures to compare. docs/testing.md argues the three laws.
#include "laws.h"

#include <string.h>

// Events that show something on purpose which the state does not remember as known. One row each,
// with the reason: everything else that p hears must be in p's view.
static const struct shown {
    const char *game, *event;
} shown[] = {
#define SHOWN(game, event, why) {game, event},
#include "shown.def"
#undef SHOWN
    {NULL, NULL},
};

static bool may_show(const vg_game *game, int kind)
{
    for (const struct shown *s = shown; s->game; s++)
        if (strcmp(s->game, game->id) == 0 && strcmp(s->event, game->events[kind]) == 0)
            return true;
    return false;
}

// What p hears of `ev`: without the addressees, which no front end passes on.
static int hear(const vg_events *ev, int p, vg_event out[VG_MAX_EVENTS])
{
    int n = 0;
    for (int i = 0; i < ev->count; i++) {
        if (!(ev->event[i].to & (p == VG_WATCHER ? VG_TO_WATCHERS : VG_TO(p)))) continue;
        out[n] = ev->event[i];
        out[n++].to = 0;
    }
    return n;
}

typedef struct future {
    world after, view;
    vg_events ev;
    vg_event heard[VG_MAX_EVENTS];
    int count;
} future;

static void look_ahead(const trial *t, const world *before, int seat, vg_move m, int p, future *f)
{
    step(t, before, seat, m, &f->after, &f->ev);
    vg_game_view(t->game, f->after.at, p, f->view.at);
    f->count = hear(&f->ev, p, f->heard);
}

static bool heard_same(const future *a, const future *b)
{
    return a->count == b->count &&
           memcmp(a->heard, b->heard, (size_t)a->count * sizeof a->heard[0]) == 0;
}

// The first kind of event that differs; 0 if only listed showings do.
static int told(const trial *t, const future *a, const future *b)
{
    for (int i = 0; i < a->count || i < b->count; i++) {
        if (i < a->count && i < b->count &&
            memcmp(&a->heard[i], &b->heard[i], sizeof a->heard[0]) == 0)
            continue;
        int kind = i < a->count ? a->heard[i].kind : b->heard[i].kind;
        if (!may_show(t->game, kind)) return kind;
    }
    return 0;
}

static void move_name(const trial *t, const world *w, vg_move m, char out[VG_MAX_MOVE_TEXT])
{
    vg_text text = vg_text_over(out, VG_MAX_MOVE_TEXT);
    vg_move_text(t->game, w->at, m, &text);
}

// Two futures of worlds that are alike to p. `same_move`: one move played in two worlds.
static void compare(trial *t, int seat, int p, const future *a, const future *b, bool same_move,
                    const char *name)
{
    bool views = same_world(t, &a->view, &b->view), words = heard_same(a, b);
    // What one's own move does to what one knows is foreseen, or it is flagged as learned. The end
    // of the game is a flag of its own: it may lay everything open.
    bool bared_a = a->ev.learned || t->game->ask(a->after.at).actor == VG_NOBODY;
    bool bared_b = b->ev.learned || t->game->ask(b->after.at).actor == VG_NOBODY;
    if (seat == p && (!bared_a || !bared_b)) {
        if (bared_a != bared_b)
            broken(t, "seat %d, \"%s\": learned depends on what the seat cannot know (law 1)", p,
                   name);
        else if (!views)
            broken(t, "seat %d learns something by \"%s\" (%s), but it is not flagged (law 1)", p,
                   name, difference(t->game, &a->view, &b->view));
        else if (!words)
            broken(t, "seat %d hears something new by \"%s\" (%s), but it is not flagged (law 1)",
                   p, name, t->game->events[told(t, a, b) ? told(t, a, b) : a->heard[0].kind]);
        return;
    }
    // Whoever cannot see a difference may not hear one...
    if (views && !words && !same_world(t, &a->after, &b->after) && told(t, a, b))
        broken(t, "seat %d hears in \"%s\" of \"%s\" by %d what its view hides (law 2)", p,
               t->game->events[told(t, a, b)], name, seat);
    // ...and whoever comes to see one is told, when chance or a hidden card made it.
    if (!views && words && (same_move || seat == VG_CHANCE))
        broken(t, "seat %d sees after \"%s\" by %d what no event told it: %s (law 3)", p, name,
               seat, difference(t->game, &a->view, &b->view));
}

// A world alike to p, at random; checked to be one.
static bool imagine(trial *t, int p, const world *view, world *out)
{
    const vg_game *g = t->game;
    *out = *view;
    vg_rng same = t->doubts;
    g->resample(out->at, p, &t->doubts);
    const char *wrong = vg_check(g, out->at);
    if (wrong) {
        broken(t, "resample for %d: check(): %s", p, wrong);
        return false;
    }
    world again;
    vg_game_view(g, out->at, p, again.at);
    if (!same_world(t, &again, view)) {
        broken(t, "resample for %d changes what it knows (%s)", p, difference(g, &again, view));
        return false;
    }
    if (!same_ask(g->ask(out->at), g->ask(view->at)))
        broken(t, "resample for %d asks otherwise", p);
    again = *view;
    g->resample(again.at, p, &same);
    if (!same_world(t, &again, out)) broken(t, "resample for %d is not a function of its dice", p);
    return !t->failed;
}

// What is foreseen stays so, and is worth the same, wherever one's own move leads by itself.
static void check_foreseen(trial *t, int p, const world *view, const future *a, const future *b,
                           const char *name)
{
    const vg_game *g = t->game;
    int actor = g->ask(a->after.at).actor;
    if (!g->foreseen || !g->foreseen(view->at, p) || a->ev.learned || actor < 0) return;
    if (actor == p && !g->foreseen(a->view.at, p))
        broken(t, "seat %d: after \"%s\" what it is worth is not foreseen any more", p, name);
    if (g->evaluate(a->after.at, p) != g->evaluate(b->after.at, p))
        broken(t, "seat %d: \"%s\" is not worth the same in every world", p, name);
}

static void check_alike(trial *t, int p, int seat, vg_move m, const char *name)
{
    const vg_game *g = t->game;
    static future a, b;
    world view, other;
    vg_move list[VG_MAX_LEGAL];
    vg_game_view(g, t->state.at, p, view.at);
    if (!imagine(t, p, &view, &other)) return;
    look_ahead(t, &t->state, seat, m, p, &a);
    int count = g->legal(other.at, seat, list);
    // The same move in the other world, where it is possible there.
    for (int i = 0; i < count; i++) {
        if (list[i] != m) continue;
        look_ahead(t, &other, seat, m, p, &b);
        compare(t, seat, p, &a, &b, true, name);
        if (seat == p) check_foreseen(t, p, &view, &a, &b, name);
        const char *wrong = vg_check(g, b.after.at);
        if (wrong) broken(t, "\"%s\" in a world resampled for %d: check(): %s", name, p, wrong);
    }
    if (seat == p || count == 0 || t->failed) return;
    // Another move of the same seat, or another outcome, here and there.
    vg_move n = list[vg_rng_below(&t->doubts, (uint32_t)count)];
    if (n != m) {
        look_ahead(t, &other, seat, n, p, &b);
        compare(t, seat, p, &a, &b, false, name);
    }
    count = g->legal(t->state.at, seat, list);
    n = list[vg_rng_below(&t->doubts, (uint32_t)count)];
    if (n != m) {
        look_ahead(t, &t->state, seat, n, p, &b);
        compare(t, seat, p, &a, &b, false, name);
    }
}

void check_worlds(trial *t, int seat, vg_move m)
{
    char name[VG_MAX_MOVE_TEXT];
    move_name(t, &t->state, m, name);
    check_alike(t, VG_WATCHER, seat, m, name);
    for (int p = 0; p < t->seats && !t->failed; p++) check_alike(t, p, seat, m, name);
}
