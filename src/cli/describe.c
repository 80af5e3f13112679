// describe.c: `veglia describe`: what a game is made of, from its own tables and from games walked
// at random. As Markdown, for docs/notation.md, docs/chance.md and docs/views.md (tools/describe
// puts it there), or as JSON.
#include "cli/cli.h"
#include "engine/observe.h"

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
    int kinds; // of moves, from 1
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
    vg_move_text(w->game, w->state, m, &text);
    _Alignas(16) unsigned char view[VG_MAX_STATE];
    vg_game_view(w->game, w->state, seat < 0 ? VG_WATCHER : seat, view);
    vg_voice voice = {.lang = VG_EN, .reader = seat < 0 ? VG_WATCHER : seat};
    vg_move_label(w->game, seat < 0 ? w->state : view, m, &voice, &label);
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
    vg_print(w->game, view, &voice, &json);
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
    vg_print(w->game, w->state, &voice, &json);
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
    for (int i = 1; i < w->game->event_count; i++) {
        char buffer[160];
        vg_text args = VG_TEXT(buffer);
        vg_event_form(w->game, i, &args);
        printf("| `%s` | %s |\n", w->game->events[i], buffer);
    }
}

static void views(walk *w)
{
    for (int n = 0; n < ENOUGH; n++) play(w, n);
}

static void explore(walk *w)
{
    for (int n = 0; n < ENOUGH || (w->seen < w->kinds - 1 && n < MOST); n++) play(w, n);
    for (int k = 1; k < w->kinds; k++)
        if (!w->kind[k].text[0]) {
            vg_text form = vg_text_heap();
            vg_form(w->game, k, &form);
            fprintf(stderr, "describe: no game has a move \"%s\"\n", form.at);
            exit(CLI_NO);
        }
}

// "`put RESOURCE SLOT`": the bars of a Markdown table must not be ours.
static void print_form(const vg_game *game, int kind)
{
    char buffer[512];
    vg_text text = VG_TEXT(buffer);
    vg_form(game, kind, &text);
    const char *form = buffer;
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

// ---- sets ------------------------------------------------------------------

// Set number `i` from 1, as far as it can be told without a table; false: it only speaks of another
// in its own way.
static bool look_up(const vg_game *game, int i, vg_set *out)
{
    *out = game->rows->set[i];
    if (out->at_table) out->count = 0;
    return !out->like;
}

static void spell(const vg_game *game, int set, int k, vg_text *out)
{
    vg_set_spell(game->rows, set, NULL, game->rows->set[set].from + k, out);
}

// Does a move of one of these kinds (bits) name the set?
static bool named(const walk *w, uint64_t kinds, const char *set)
{
    size_t n = strlen(set);
    for (int k = 1; k < w->kinds; k++) {
        char form[512];
        vg_text text = VG_TEXT(form);
        vg_form(w->game, k, &text);
        for (const char *at = form; kinds >> k & 1 && (at = strstr(at, set)); at += n)
            if (at > form && at[-1] == ' ' && (at[n] == ' ' || at[n] == '\0')) return true;
    }
    return false;
}

// Copies in the box; none of what only an edition of one's own has.
static int copies(const vg_set *set, int k) { return set->copies ? set->copies(set->from + k) : 1; }

static void print_set(const walk *w, int at, const vg_set *set)
{
    printf("```kinds %s %s\n", w->game->id, set->name);
    for (int i = 0; i < set->count; i++) {
        char slug[64] = "", extra[128] = "";
        vg_text a = VG_TEXT(slug), b = VG_TEXT(extra);
        if (!copies(set, i)) continue;
        spell(w->game, at, i, &a);
        if (set->note) set->note(set->from + i, &b);
        printf("%s %d%s%s\n", slug, copies(set, i), b.len ? " " : "", extra);
    }
    printf("```\n");
}

static void notation(walk *w)
{
    explore(w);
    printf("| word | means |\n|---|---|\n");
    for (int i = 1; i < w->game->rows->set_count; i++) {
        vg_set set;
        if (!look_up(w->game, i, &set) || !named(w, ~0ull, set.name)) continue;
        printf("| `%s` | %s", set.name, set.what);
        for (int k = 0; k < set.count && set.count <= 20; k++) {
            char slug[64];
            vg_text text = VG_TEXT(slug);
            spell(w->game, i, k, &text);
            printf("%s`%s`", k ? " " : ": ", slug);
        }
        int boxed = 0;
        for (int k = 0; k < set.count; k++) boxed += copies(&set, k) > 0;
        if (set.count > 20) printf(": one of %d, listed in chance.md", boxed);
        printf(" |\n");
    }
    for (int chance = 0; chance < 2; chance++) {
        printf("\n| %s | for example | in words | answers |\n|---|---|---|---|\n",
               chance ? "chance" : "seats");
        for (int k = 1; k < w->kinds; k++) {
            const found *f = &w->kind[k];
            bool by_chance = false, by_seat = f->free;
            for (int a = 0; a < w->game->ask_count; a++) {
                vg_chance_row row;
                bool drawn = vg_chance_asked(w->game, a, &row);
                if (f->asks >> a & 1) *(drawn ? &by_chance : &by_seat) = true;
            }
            if (!(chance ? by_chance : by_seat)) continue;
            printf("| ");
            print_form(w->game, k);
            printf(" | `%s` | %s | ", f->text, f->label);
            print_asks(w, f->asks);
            printf("%s |\n", f->free ? "; also out of turn" : "");
        }
    }
}

// ---- chance ----------------------------------------------------------------

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
    explore(w);
    uint64_t drawn = 0; // kinds of move by chance
    printf("For records with `rules %d`.\n\n", w->game->rules_version);
    printf("| asked | move | n counts | goes to | rule |\n|---|---|---|---|---|\n");
    for (int a = 0; a < w->game->ask_count; a++) {
        vg_chance_row row;
        if (!vg_chance_asked(w->game, a, &row)) continue;
        printf("| `%s` | ", w->game->asks[a].name);
        for (int k = 1; k < w->kinds; k++) {
            if (!(w->kind[k].asks >> a & 1)) continue;
            drawn |= 1ull << k;
            print_form(w->game, k);
        }
        printf(" | %s | %s | %s |\n", row.of, row.to, w->game->asks[a].rule);
    }
    printf(
        "\nThe chance before the first turn with normal options when seat 1 starts: each question, "
        "and the seats its outcomes are about, in order (… where seats decide).\n\n"
        "| seats | |\n|---|---|\n");
    for (int seats = w->game->min_seats; seats <= w->game->max_seats; seats++) print_deal(w, seats);
    printf("\nThe kinds, in the order in which a draw walks through them, with their copies:\n");
    for (int i = 1; i < w->game->rows->set_count; i++) {
        vg_set set;
        if (!look_up(w->game, i, &set) || !set.count) continue;
        if (!set.note && !named(w, drawn, set.name)) continue;
        printf("\n`%s`%s%s:\n\n", set.name, set.noted ? ", then " : "", set.noted ? set.noted : "");
        print_set(w, i, &set);
    }
}

// ---- the command -----------------------------------------------------------

// A position and moves as numbers (engine/observe.h).
static int observation(const vg_game *game, bool json)
{
    vg_text out = vg_text_heap();
    if (json) {
        vg_json j = vg_json_to(&out);
        vg_observed_describe(game, &j);
    } else {
        for (int i = 0; i < vg_observed_count(game); i++) {
            vg_text_printf(&out, "%d ", i);
            vg_observed_name(game, i, &out);
            vg_text_char(&out, '\n');
        }
    }
    cli_put(&out);
    return CLI_OK;
}

enum { ID_JSON = 1 };

static int run(cli *c)
{
    static walk w;
    bool json = false;
    for (int id; (id = cli_next(c)) != 0;) json |= id == ID_JSON;
    if (c->done) return c->status;
    if (!cli_at_most(c, 2)) return CLI_WRONG;
    w.game = cli_game(c, cli_operand(c, 0));
    if (!w.game) return CLI_WRONG;
    const char *what = cli_operand(c, 1) ? cli_operand(c, 1) : "notation";
    if (!strcmp(what, "observation")) return observation(w.game, json);
    if (json) {
        vg_text text = vg_text_heap();
        vg_json j = vg_json_to(&text);
        vg_game_describe(w.game, &j);
        cli_put(&text);
        return CLI_OK;
    }
    w.views = !strcmp(what, "views");
    void (*print)(walk *) = !strcmp(what, "notation") ? notation
                            : !strcmp(what, "chance") ? chance
                            : !strcmp(what, "events") ? events
                            : w.views                 ? views
                                                      : NULL;
    if (!print) {
        cli_complain(
            c, "si descrive notation, chance, events, views o observation, non \"%s\"",
            "what is described is notation, chance, events, views or observation, not \"%s\"",
            what);
        return CLI_WRONG;
    }
    w.kinds = w.game->rows->move_count;
    print(&w);
    return CLI_OK;
}

static const cli_option options[] = {
    {ID_JSON, "json", NULL,
     VG_WORDS("insiemi, mosse, eventi, domande e campi, per i programmi",
              "sets, moves, events, questions and fields, for programs")},
};

const cli_command cli_describe = {
    .name = "describe",
    .usage = "GAME [notation|chance|events|views|observation] [--json]",
    .what = VG_WORDS("Dice di che cosa è fatto un gioco, per chi programma",
                     "Says what a game is made of, for who programs"),
    .example = "veglia describe quest --json",
    .options = options,
    .option_count = 1,
    .run = run,
};
