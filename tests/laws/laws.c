// laws.c: plays every game at random and checks the laws at every position.
//
//     laws [--game ID] [--games N] [--positions N] [--seats N] [--seed N] [--at N] [--coverage]
//          [--reach DIR]
//
// With both --games and --positions the first limit reached ends the run.
// A trial is fixed by the seed and its number: --at plays that one again.
#include "laws.h"

#include "games.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static struct settings {
    const char *game;
    const char *reach; // scenarios that may reach what play does not
    long games, positions, seats, at;
    uint64_t seed;
    bool coverage;
} want = {.seed = 1, .at = -1};

void broken(trial *t, const char *format, ...)
{
    if (t->failed) return;
    t->failed = true;
    va_list args;
    va_start(args, format);
    printf("%s, %d seats", t->game->id, t->how.seats);
    for (int i = 0; i < t->game->option_count; i++)
        if (t->how.option[i] != t->game->options[i].normal)
            printf(", %s=%d", t->game->options[i].key, t->how.option[i]);
    printf(", move %d: ", t->moves);
    vprintf(format, args);
    printf("\n    again with: laws --game %s --seed %llu --at %d\n", t->game->id,
           (unsigned long long)t->seed, t->number);
    va_end(args);
}

const char *difference(const vg_game *game, const world *a, const world *b)
{
    for (int i = 0; i < game->field_count; i++) {
        const vg_field *f = &game->fields[i];
        if (memcmp((const uint8_t *)a->at + f->offset, (const uint8_t *)b->at + f->offset,
                   f->size) != 0)
            return f->name;
    }
    return "nothing";
}

bool same_ask(vg_ask a, vg_ask b)
{
    return a.actor == b.actor && a.kind == b.kind && a.also == b.also && a.window == b.window;
}

static void reset(vg_events *ev)
{
    ev->count = 0;
    ev->learned = ev->overflow = false;
}

void step(const trial *t, const world *before, int seat, vg_move m, world *after, vg_events *ev)
{
    memcpy(after->at, before->at, t->game->state_size);
    if (ev) reset(ev);
    t->game->apply(after->at, seat, m, ev);
}

static void set_guard(const trial *t, world *w)
{
    memset((uint8_t *)w->at + t->game->state_size, 0xa5, LAWS_GUARD);
}

static bool guard_holds(const trial *t, const world *w)
{
    const uint8_t *g = (const uint8_t *)w->at + t->game->state_size;
    for (int i = 0; i < LAWS_GUARD; i++)
        if (g[i] != 0xa5) return false;
    return true;
}

// ---- setups ------------------------------------------------------------------

// Values of an option worth trying: all of a short range, else both ends.
static int option_values(const vg_option *o)
{
    return o->max - o->min < 8 ? o->max - o->min + 1 : 2;
}

static int option_value(const vg_option *o, int i)
{
    return o->max - o->min < 8 ? o->min + i : i ? o->max : o->min;
}

// Variant 0 is the normal game; then each edition, each preset, then each value of each option.
static int variants(const vg_game *g)
{
    int n = g->edition_count + g->preset_count;
    for (int i = 0; i < g->option_count; i++) n += option_values(&g->options[i]);
    return n;
}

static void vary(const vg_game *g, int variant, vg_setup *how)
{
    if (variant < g->edition_count) {
        how->edition = (uint8_t)variant;
        return;
    }
    variant -= g->edition_count;
    if (variant < g->preset_count) {
        char yes[64], room[256];
        vg_text why = VG_TEXT(room);
        snprintf(yes, sizeof yes, "%s=yes", g->presets[variant].key);
        if (vg_setup_option(g, how, yes, VG_EN, &why) != VG_OK) abort(); // check_game has looked
        return;
    }
    variant -= g->preset_count;
    for (int i = 0; i < g->option_count; i++) {
        int n = option_values(&g->options[i]);
        if (variant < n) {
            how->option[i] = (int16_t)option_value(&g->options[i], variant);
            return;
        }
        variant -= n;
    }
}

// Seats go round fastest, then variants: every other round is the normal game; in later rounds
// several options are changed at once.
static void plan(trial *t)
{
    const vg_game *g = t->game;
    int range = g->max_seats - g->min_seats + 1, round = t->number / range;
    int seats = want.seats ? (int)want.seats : g->min_seats + t->number % range;
    vg_setup_normal(g, seats, &t->how);
    int count = variants(g);
    if (round % 2) {
        vary(g, round / 2 % count, &t->how);
        for (int extra = round / 2 / count; extra > 0 && extra < 4; extra--)
            vary(g, (int)vg_rng_below(&t->dice, (uint32_t)count), &t->how);
    }
    t->how.first = (int8_t)(t->number % 3 == 0 ? -1 : t->number % seats);
    t->seats = seats;
}

// ---- one game ----------------------------------------------------------------

// One of the seat's moves: uniformly, or in every other game by kind first, which gets rare kinds
// played more often. Votes to end the game mostly fail, or few games would see their middle.
static vg_move choose(trial *t, int seat)
{
    vg_move list[VG_MAX_LEGAL];
    int count = t->game->legal(t->state.at, seat, list);
    if (count <= 0) return 0;
    if (t->game->ask(t->state.at).vote && vg_rng_below(&t->dice, 8)) return list[0];
    vg_move m = list[vg_rng_below(&t->dice, (uint32_t)count)];
    if (t->number / 2 % 2 == 0) return m;
    int kind[256], kinds = 0;
    for (int i = 0; i < count; i++) {
        int k = vg_move_kind(list[i]), j = 0;
        while (j < kinds && kind[j] != k) j++;
        if (j == kinds) kind[kinds++] = k;
    }
    int k = kind[vg_rng_below(&t->dice, (uint32_t)kinds)];
    while (vg_move_kind(m) != k) m = list[vg_rng_below(&t->dice, (uint32_t)count)];
    return m;
}

// Who moves now: the actor, or sometimes a seat that has an opportunity.
static int mover(trial *t, vg_ask ask)
{
    if (!ask.also || vg_rng_below(&t->dice, 4)) return ask.actor;
    int p = (int)vg_rng_below(&t->dice, (uint32_t)t->seats);
    vg_move list[VG_MAX_LEGAL];
    return ask.also >> p & 1 && t->game->legal(t->state.at, p, list) > 0 ? p : ask.actor;
}

static void play(trial *t, int seat, vg_move m, entry *e)
{
    static vg_events ev, again;
    world first, second, kept = t->state;
    set_guard(t, &first);
    set_guard(t, &second);
    step(t, &t->state, seat, m, &first, &ev);
    step(t, &t->state, seat, m, &second, &again);
    if (!same_world(t, &first, &second) || ev.count != again.count ||
        memcmp(ev.event, again.event, (size_t)ev.count * sizeof ev.event[0]) != 0)
        broken(t, "the same move on equal states gives different results");
    step(t, &t->state, seat, m, &second, NULL);
    if (!same_world(t, &first, &second)) broken(t, "without events the move does something else");
    if (!guard_holds(t, &first)) broken(t, "a move wrote past the state");
    if (!same_world(t, &kept, &t->state)) broken(t, "a move on a copy changed the original");
    int began = t->game->first(t->state.at);
    t->state = first;
    t->moves++;
    if (began >= 0 && t->game->first(t->state.at) != began) broken(t, "first() changed");
    e->learned = ev.learned;
    check_events(t, &ev);
}

// Does a state that keeps nothing for guesses ask and list the same, and stay sound?
static bool plays_alike(const vg_game *g, const world *w, const world *forgetful)
{
    vg_move one[VG_MAX_LEGAL], two[VG_MAX_LEGAL];
    vg_ask ask = g->ask(w->at);
    if (!same_ask(ask, g->ask(forgetful->at)) || vg_check(g, forgetful->at)) return false;
    if (ask.actor == VG_NOBODY) {
        vg_score end = {0}, other = {0};
        g->score(w->at, &end);
        g->score(forgetful->at, &other);
        return memcmp(&end, &other, sizeof end) == 0;
    }
    int count = g->legal(w->at, ask.actor, one);
    return count == g->legal(forgetful->at, ask.actor, two) &&
           memcmp(one, two, (size_t)count * sizeof one[0]) == 0;
}

// The log, as text and from the same setup, gives the same bytes; and who forgets plays the same.
static void replay(trial *t, const entry *log, int count)
{
    world w = t->fresh, forgetful = t->fresh;
    if (t->game->forget) t->game->forget(forgetful.at);
    for (int i = 0; i < count; i++) {
        vg_move m = vg_game_parse(t->game, w.at, log[i].seat, log[i].text);
        if (!m) {
            broken(t, "replay: \"%s\" by %d is refused at move %d", log[i].text, log[i].seat, i);
            return;
        }
        t->game->apply(w.at, log[i].seat, m, NULL);
        if (!t->game->forget) continue;
        t->game->apply(forgetful.at, log[i].seat, m, NULL);
        if (plays_alike(t->game, &w, &forgetful)) continue;
        broken(t, "who forgets plays otherwise after \"%s\", move %d", log[i].text, i);
        return;
    }
    if (!same_world(t, &w, &t->state)) broken(t, "the replayed log ends elsewhere");
}

// Games left to lot are the games that the single functions play.
static void check_lots(trial *t)
{
    const vg_game *g = t->game;
    vg_rng one[VG_MAX_SEATS + 2],
        two[VG_MAX_SEATS + 2]; // the seats', then chance's and who is first
    vg_rng *chance = &one[VG_MAX_SEATS], *who = &one[VG_MAX_SEATS + 1];
    vg_lots lots = {.chance = &two[VG_MAX_SEATS],
                    .who = &two[VG_MAX_SEATS + 1],
                    .seats = (uint32_t)t->seats,
                    .most = g->max_length};
    for (int i = 0; i < VG_MAX_SEATS + 2; i++) vg_rng_seed(&one[i], t->seed + 9, (uint64_t)i);
    memcpy(two, one, sizeof two);
    for (int p = 0; p < t->seats; p++) lots.seat[p] = &two[p];
    world w = t->fresh, other = t->fresh;
    int moves = 0;
    for (vg_ask ask; (ask = g->ask(w.at)).actor != VG_NOBODY && moves < g->max_length; moves++) {
        vg_move list[VG_MAX_LEGAL], m = 0;
        int seat = ask.actor;
        uint16_t others = vg_out_of_turn(ask);
        int from = ask.also ? (int)vg_rng_below(who, (uint32_t)t->seats) : 0;
        for (int p; seat >= 0 && !m && (p = vg_take_seat(&others, from)) >= 0;) {
            int count = g->legal(w.at, p, list);
            if (!count || vg_rng_below(who, 2) == 0) continue;
            m = list[vg_rng_below(&one[p], (uint32_t)count)];
            seat = p;
        }
        if (seat == VG_CHANCE) m = g->chance(w.at, chance);
        if (!m) m = list[vg_rng_below(&one[seat], (uint32_t)g->legal(w.at, seat, list))];
        g->apply(w.at, seat, m, NULL);
    }
    if (!g->at_random(other.at, &lots)) broken(t, "left to lot, the game does not end");
    if (moves != lots.moves || !same_world(t, &w, &other))
        broken(t, "left to lot, the game ends elsewhere: %s", difference(g, &w, &other));
}

// Plays one game; gives the positions checked.
static long run(trial *t)
{
    const vg_game *g = t->game;
    vg_rng_seed(&t->dice, t->seed, (uint64_t)t->number * 2);
    vg_rng_seed(&t->doubts, t->seed, (uint64_t)t->number * 2 + 1);
    plan(t);
    char buffer[256];
    vg_text why = VG_TEXT(buffer);
    memset(t->state.at, 0xee, sizeof t->state.at); // setup must not rely on zeroes
    vg_err err = vg_setup_check(g, &t->how, VG_EN, &why);
    if (err == VG_OK) err = g->setup(t->state.at, &t->how, VG_EN, &why);
    if (err != VG_OK) {
        // Options may exclude each other or a number of seats; the normal game is always possible.
        if (why.len == 0) broken(t, "setup is refused without a reason");
        bool normal = t->how.edition == 0;
        for (int i = 0; i < g->option_count; i++)
            normal = normal && t->how.option[i] == g->options[i].normal;
        if (normal) broken(t, "the normal setup is refused: %s", buffer);
        return 0;
    }
    t->fresh = t->state;
    entry *log = calloc(g->max_length + 1u, sizeof *log);
    if (t->number == 0) check_game(t);
    for (;;) {
        t->thorough = vg_rng_below(&t->doubts, 8) == 0 || t->moves < 2;
        vg_ask ask = g->ask(t->state.at);
        if (ask.actor == VG_NOBODY) t->thorough = true;
        check_position(t);
        if (t->failed || ask.actor == VG_NOBODY) break;
        if (t->moves >= g->max_length) {
            broken(t, "the game goes on after max_length (%d) moves", g->max_length);
            break;
        }
        int seat = mover(t, ask);
        vg_move m = seat == VG_CHANCE ? g->chance(t->state.at, &t->dice) : choose(t, seat);
        entry *e = &log[t->moves];
        vg_text text = VG_TEXT(e->text);
        vg_move_text(g, t->state.at, m, &text);
        e->seat = seat;
        e->before = vg_game_hash(g, t->state.at);
        if (vg_game_parse(g, t->state.at, seat, e->text) != m) {
            broken(t, "chance gives \"%s\", which is not among its moves", e->text);
            break;
        }
        check_worlds(t, seat, m);
        if (t->failed) break;
        play(t, seat, m, e);
        if (t->failed) break;
    }
    if (!t->failed) replay(t, log, t->moves);
    if (!t->failed) check_lots(t);
    if (!t->failed && t->number % 4 == 0) check_table(t, log, t->moves);
    free(log);
    return t->moves + 1;
}

// ---- all games -----------------------------------------------------------------

static void report(const vg_game *g, const coverage *c)
{
    printf("  asks:");
    for (int i = 0; i < g->ask_count; i++)
        if (g->asks[i].name) printf(" %s=%llu", g->asks[i].name, (unsigned long long)c->ask[i]);
    printf("\n  events:");
    for (int i = 1; i < g->event_count; i++)
        printf(" %s=%llu", g->events[i], (unsigned long long)c->event[i]);
    printf("\n  moves offered:");
    for (int i = 0; i < c->words; i++)
        printf(" %s=%llu", c->name[i], (unsigned long long)c->word[i]);
    printf("\n");
}

// Every kind of question and event must occur, in random play or in a scenario.
static long unreached(const vg_game *g, coverage *c)
{
    long missing = 0;
    spy_on_scenarios(g, want.reach, c);
    for (int i = 0; i < g->ask_count; i++)
        if (g->asks[i].name && !c->ask[i])
            missing += printf("%s: never asked: %s\n", g->id, g->asks[i].name) > 0;
    for (int i = 1; i < g->event_count; i++)
        if (!c->event[i]) missing += printf("%s: never happened: %s\n", g->id, g->events[i]) > 0;
    return missing;
}

// True if no law was broken.
static bool run_game(const vg_game *g)
{
    static trial t;
    static coverage seen;
    memset(&seen, 0, sizeof seen);
    long positions = 0, longest = 0, failures = 0;
    int number = want.at >= 0 ? (int)want.at : 0;
    bool tty = isatty(STDERR_FILENO);
    for (int games = 0;; games++, number++) {
        // At the first bound reached; games alone are bounded by default.
        bool enough = want.positions && positions >= want.positions;
        if (games >= (want.at >= 0 ? 1 : want.games) || enough) break;
        memset(&t, 0, sizeof t);
        t.game = g;
        t.number = number;
        t.seed = want.seed;
        t.seen = &seen;
        positions += run(&t);
        if (t.moves > longest) longest = t.moves;
        failures += t.failed;
        if (failures == 5) break;
        if (tty && games % 16 == 0) fprintf(stderr, "\r%s: %ld positions ", g->id, positions);
    }
    if (tty) fprintf(stderr, "\r\033[K");
    printf("%s: %ld positions, longest game %ld of %d moves, %ld broken\n", g->id, positions,
           longest, g->max_length, failures);
    if (want.coverage) report(g, &seen);
    if (want.reach) failures += unreached(g, &seen);
    fflush(stdout);
    return failures == 0;
}

static long argument(int argc, char **argv, int *i)
{
    if (++*i < argc) return strtol(argv[*i], NULL, 10);
    fprintf(stderr, "laws: %s needs a number\n", argv[argc - 1]);
    exit(2);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--game") == 0 && i + 1 < argc) {
            want.game = argv[++i];
        } else if (strcmp(argv[i], "--reach") == 0 && i + 1 < argc) {
            want.reach = argv[++i];
        } else if (strcmp(argv[i], "--games") == 0) {
            want.games = argument(argc, argv, &i);
        } else if (strcmp(argv[i], "--positions") == 0) {
            want.positions = argument(argc, argv, &i);
        } else if (strcmp(argv[i], "--seats") == 0) {
            want.seats = argument(argc, argv, &i);
        } else if (strcmp(argv[i], "--seed") == 0) {
            want.seed = (uint64_t)argument(argc, argv, &i);
        } else if (strcmp(argv[i], "--at") == 0) {
            want.at = argument(argc, argv, &i);
        } else if (strcmp(argv[i], "--coverage") == 0) {
            want.coverage = true;
        } else {
            fprintf(stderr, "usage: laws [--game ID] [--games N] [--positions N] [--seats N] "
                            "[--seed N] [--at N] [--coverage] [--reach DIR]\n");
            return 2;
        }
    }
    if (want.games <= 0) want.games = want.positions ? INT_MAX : 60;
    bool ok = true, any = false;
    for (int i = 0; test_game(i); i++) {
        if (want.game && strcmp(want.game, test_game(i)->id) != 0) continue;
        any = true;
        if (!run_game(test_game(i))) ok = false;
    }
    if (!any) fprintf(stderr, "laws: there is no game \"%s\"\n", want.game);
    return ok && any ? 0 : 1;
}
