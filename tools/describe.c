// describe.c: the notation and the chance of a game, as Markdown, from the game's own tables and
// from games walked at random. tools/describe puts what it prints into docs/notation.md and
// docs/chance.md.
//
//   describe quest notation
//   describe quest chance
//   describe quest events     for docs/views.md
//   describe quest views      views as JSON, one a line: what docs/protocol.schema.json is held to
#include "engine/game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_KINDS = 64, MAX_ASKS = 64, ENOUGH = 40, MOST = 4000 };

typedef struct found {
    char text[VG_MAX_MOVE_TEXT], label[256]; // an example, and what people read for it
    uint64_t asks;                           // bit per question it answers
    bool free;                               // seen of a seat that was not asked
} found;

typedef struct walk {
    const vg_game *game;
    const vg_notation *notation;
    found kind[MAX_KINDS];
    uint64_t asked; // bit per question that came up
    int seen;       // kinds
    bool views;     // are to be printed
    vg_rng rng;
    _Alignas(16) unsigned char state[VG_MAX_STATE];
} walk;

static void note(walk *w, int seat, vg_move m, vg_ask ask)
{
    found *f = &w->kind[vg_move_kind(m)];
    f->asks |= 1ull << ask.kind;
    f->free |= seat != ask.actor;
    if (f->text[0]) return;
    w->seen++;
    vg_text text = VG_TEXT(f->text), label = VG_TEXT(f->label);
    w->game->move_text(w->state, m, &text);
    _Alignas(16) unsigned char view[VG_MAX_STATE];
    vg_game_view(w->game, w->state, seat < 0 ? VG_WATCHER : seat, view);
    vg_voice voice = {.lang = VG_EN, .reader = seat < 0 ? VG_WATCHER : seat};
    w->game->move_label(seat < 0 ? w->state : view, m, &voice, &label);
}

static bool prepared(walk *w, const vg_setup *how)
{
    char buffer[256];
    vg_text why = VG_TEXT(buffer);
    return w->game->setup(w->state, how, VG_EN, &why) == VG_OK;
}

// Any setup the game accepts.
static void set_up(walk *w, int number)
{
    const vg_game *g = w->game;
    vg_setup how;
    int seats = g->min_seats + number % (g->max_seats - g->min_seats + 1);
    do {
        vg_setup_normal(g, seats, &how);
        for (int i = 0; number >= 3 && i < g->option_count; i++) {
            const vg_option *o = &g->options[i];
            how.option[i] =
                (int16_t)(o->min + (int)vg_rng_below(&w->rng, (uint32_t)(o->max - o->min + 1)));
        }
    } while (!prepared(w, &how));
}

static void print_view(const walk *w, int seat)
{
    _Alignas(16) unsigned char view[VG_MAX_STATE];
    vg_game_view(w->game, w->state, seat, view);
    vg_voice voice = {.lang = VG_EN, .reader = seat};
    vg_text text = vg_text_heap();
    vg_json json = vg_json_to(&text);
    w->game->print(view, &voice, &json);
    puts(text.at);
    vg_text_release(&text);
}

// Some positions as a seat, a watcher, and after the end everybody sees them.
static void print_views(const walk *w, vg_ask ask)
{
    print_view(w, ask.actor >= 0 ? ask.actor : VG_WATCHER);
    if (ask.actor != VG_NOBODY) return;
    vg_voice voice = {.lang = VG_EN, .reader = VG_WATCHER};
    vg_text text = vg_text_heap();
    vg_json json = vg_json_to(&text);
    w->game->print(w->state, &voice, &json);
    puts(text.at);
    vg_text_release(&text);
}

static void play(walk *w, int number)
{
    const vg_game *g = w->game;
    vg_rng_seed(&w->rng, 17, (uint64_t)number);
    set_up(w, number);
    for (;;) {
        vg_ask ask = g->ask(w->state);
        w->asked |= 1ull << ask.kind;
        if (w->views && (ask.actor == VG_NOBODY || !vg_rng_below(&w->rng, 64))) print_views(w, ask);
        if (ask.actor == VG_NOBODY) return;
        vg_move list[VG_MAX_LEGAL];
        // Once in a while a seat that is not asked, but could act.
        int seat = ask.actor;
        for (int p = 0; p < g->max_seats; p++)
            if (ask.also >> p & 1 && g->legal(w->state, p, list) && !vg_rng_below(&w->rng, 3))
                seat = p;
        int count = g->legal(w->state, seat, list);
        for (int i = 0; i < count; i++) note(w, seat, list[i], ask);
        g->apply(w->state, seat,
                 seat == VG_CHANCE ? g->chance(w->state, &w->rng)
                                   : list[vg_rng_below(&w->rng, (uint32_t)count)],
                 NULL);
    }
}

static void events(walk *w)
{
    printf("| type | args |\n|---|---|\n");
    for (int i = 1; i < w->game->event_count; i++)
        printf("| `%s` | %s |\n", w->game->events[i], w->notation->args[i]);
}

static void views(walk *w)
{
    for (int n = 0; n < ENOUGH; n++) play(w, n);
}

static void explore(walk *w)
{
    int kinds = w->notation->form_count - 1;
    for (int n = 0; n < ENOUGH || (w->seen < kinds && n < MOST); n++) play(w, n);
    for (int k = 1; k <= kinds; k++)
        if (!w->kind[k].text[0]) {
            fprintf(stderr, "describe: no game has a move \"%s\"\n", w->notation->forms[k]);
            exit(1);
        }
}

// "`put RESOURCE SLOT`": the bars of a Markdown table must not be ours.
static void print_form(const char *form)
{
    for (;;) {
        const char *bar = strstr(form, " | ");
        printf("`%.*s`", bar ? (int)(bar - form) : (int)strlen(form), form);
        if (!bar) return;
        printf(", ");
        form = bar + 3;
    }
}

static void print_asks(const walk *w, uint64_t asks)
{
    for (int a = 0, any = 0; a < w->game->ask_count; a++)
        if (asks >> a & 1)
            printf("%s`%s` %s", any++ ? ", " : "", w->game->asks[a].name, w->game->asks[a].rule);
}

static void print_set(const walk *w, const vg_set *set)
{
    printf("```kinds %s %s\n", w->game->id, set->name);
    for (int i = 0; i < set->count; i++) {
        char slug[64] = "", extra[128] = "";
        vg_text a = VG_TEXT(slug), b = VG_TEXT(extra);
        set->slug(i, &a);
        if (set->note) set->note(i, &b);
        printf("%s %d%s%s\n", slug, set->copies ? set->copies(i) : 1, b.len ? " " : "", extra);
    }
    printf("```\n");
}

static void notation(walk *w)
{
    const vg_notation *n = w->notation;
    explore(w);
    printf("| word | means |\n|---|---|\n");
    for (int i = 0; i < n->set_count; i++) {
        printf("| `%s` | %s", n->sets[i].name, n->sets[i].what);
        for (int k = 0; k < n->sets[i].count && n->sets[i].count <= 20; k++) {
            char slug[64];
            vg_text text = VG_TEXT(slug);
            n->sets[i].slug(k, &text);
            printf("%s`%s`", k ? " " : ": ", slug);
        }
        if (n->sets[i].count > 20) printf(": one of %d, listed in chance.md", n->sets[i].count);
        printf(" |\n");
    }
    for (int chance = 0; chance < 2; chance++) {
        printf("\n| %s | for example | in words | answers |\n|---|---|---|---|\n",
               chance ? "chance" : "seats");
        for (int k = 1; k < n->form_count; k++) {
            const found *f = &w->kind[k];
            bool by_chance = false, by_seat = f->free;
            for (int a = 0; a < w->game->ask_count; a++) {
                bool drawn = false;
                for (int i = 0; i < n->draw_count; i++) drawn |= n->draws[i].ask == a;
                if (f->asks >> a & 1) *(drawn ? &by_chance : &by_seat) = true;
            }
            if (!(chance ? by_chance : by_seat)) continue;
            printf("| ");
            print_form(n->forms[k]);
            printf(" | `%s` | %s | ", f->text, f->label);
            print_asks(w, f->asks);
            printf("%s |\n", f->free ? "; also out of turn" : "");
        }
    }
}

// ---- chance ----------------------------------------------------------------

static bool names(const char *form, const char *set)
{
    size_t n = strlen(set);
    for (const char *at = form; (at = strstr(at, set)); at += n)
        if (at > form && at[-1] == ' ' && (at[n] == ' ' || at[n] == '\0')) return true;
    return false;
}

// The chance of the first turn's preparation, in order: which seat each outcome is about.
static void print_deal(walk *w, int seats)
{
    const vg_game *g = w->game;
    vg_setup how;
    vg_setup_normal(g, seats, &how);
    if (!prepared(w, &how)) abort();
    printf("| %d |", seats);
    for (int last = -1, nobody = 0, first = 1;; first = 0) {
        vg_ask ask = g->ask(w->state);
        const char *name = g->asks[ask.kind].name;
        bool begun = !strcmp(name, "turn") || !strcmp(name, "put") || !strcmp(name, "start") ||
                     !strcmp(name, "roll");
        int now = ask.actor == VG_CHANCE ? ask.kind : MAX_ASKS; // what seats decide is not told
        if (begun || now != last) {
            if (nobody > 1) printf(" ×%d", nobody);
            nobody = 0;
            if (begun) break;
            printf(now < MAX_ASKS ? " `%s`" : " …", name);
        }
        vg_move list[VG_MAX_LEGAL];
        int count = g->legal(w->state, ask.actor, list);
        static vg_events ev;
        memset(&ev, 0, sizeof ev);
        g->apply(w->state, ask.actor, list[first && count > 1], &ev);
        last = now;
        if (now == MAX_ASKS) continue;
        if (ev.count && ev.event[0].seat >= 0)
            printf(" %d", ev.event[0].seat);
        else
            nobody++;
    }
    printf(" |\n");
}

static void chance(walk *w)
{
    const vg_notation *n = w->notation;
    explore(w);
    printf("For records with `rules %d`.\n\n", w->game->rules_version);
    printf("| asked | move | n counts | goes to | rule |\n|---|---|---|---|---|\n");
    for (int i = 0; i < n->draw_count; i++) {
        const vg_chance_row *row = &n->draws[i];
        printf("| `%s` | ", w->game->asks[row->ask].name);
        for (int k = 1; k < n->form_count; k++)
            if (w->kind[k].asks >> row->ask & 1) print_form(n->forms[k]);
        printf(" | %s | %s | %s |\n", row->of, row->to, w->game->asks[row->ask].rule);
    }
    printf(
        "\nThe chance before the first turn with normal options when seat 1 starts: each question, "
        "and the seats its outcomes are about, in order (… where seats decide).\n\n"
        "| seats | |\n|---|---|\n");
    for (int seats = w->game->min_seats; seats <= w->game->max_seats; seats++) print_deal(w, seats);
    printf("\nThe kinds, in the order in which a draw walks through them, with their copies:\n");
    for (int i = 0; i < n->set_count; i++) {
        bool drawn = n->sets[i].note != NULL;
        for (int d = 0; d < n->draw_count; d++)
            for (int k = 1; k < n->form_count; k++)
                drawn |=
                    w->kind[k].asks >> n->draws[d].ask & 1 && names(n->forms[k], n->sets[i].name);
        if (!drawn || !n->sets[i].count) continue;
        printf("\n`%s`%s%s:\n\n", n->sets[i].name, n->sets[i].noted ? ", then " : "",
               n->sets[i].noted ? n->sets[i].noted : "");
        print_set(w, &n->sets[i]);
    }
}

int main(int argc, char **argv)
{
    static walk w;
    w.game = argc == 3 ? vg_game_find(argv[1]) : NULL;
    const char *what = argc == 3 ? argv[2] : "";
    w.views = !strcmp(what, "views");
    void (*print)(walk *) = !strcmp(what, "notation") ? notation
                            : !strcmp(what, "chance") ? chance
                            : !strcmp(what, "events") ? events
                            : w.views                 ? views
                                                      : NULL;
    if (!w.game || !print) {
        fprintf(stderr, "usage: describe GAME notation|chance|events|views\n");
        return 2;
    }
    w.notation = w.game->notation;
    print(&w);
    return 0;
}
