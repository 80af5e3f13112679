// possible.c: plays every game at random and asks, again and again, what a seat thinks possible:
// a world that resample() makes must be one that everything the seat has heard allows.
//
//     possible [--game ID] [--seats N] [--worlds N] [--seed N] [--at N]
//
// --worlds is for each number of seats. A trial is fixed by seats, seed and number: --at plays that
// one again. docs/testing.md states the law.
#include "possible.h"

#include "games.h"

#include <stdio.h>
#include <stdlib.h>

static struct settings {
    const char *game;
    long worlds, seats, at;
    uint64_t seed;
} want = {.worlds = 2000, .seed = 1, .at = -1};

// Where nothing is shuffled twice and what was shown stays in sight, as in the template, check()
// says it all. A new game begins with this; one with a memory wants an oracle of its own.
static const char *possible_if_sound(const witness *w, const void *world)
{
    return vg_check(w->game, world);
}

// FantasyMind hides nothing: the only possible world is the table as everybody sees it.
static const char *possible_if_open(const witness *w, const void *world)
{
    return memcmp(world, w->table, w->game->state_size) == 0 ? NULL : "an open table is another";
}

typedef const char *oracle(const witness *w, const void *world);
static const struct {
    const char *game;
    oracle *ask;
} oracles[] = {
    {"mind", possible_if_open}, {"quest", possible_quest},   {"fate", possible_fate},
    {"fata", possible_fata},    {"winter", possible_winter},
};

static oracle *oracle_of(const vg_game *g)
{
    for (size_t i = 0; i < sizeof oracles / sizeof oracles[0]; i++)
        if (strcmp(oracles[i].game, g->id) == 0) return oracles[i].ask;
    return possible_if_sound;
}

enum { EARS = VG_MAX_SEATS + 1, HEARD = 1 << 18 };

// What each seat, and a watcher last, has heard.
static vg_event heard[EARS][HEARD];
static int heard_count[EARS];
static const int watcher = VG_MAX_SEATS;

enum { SHUFFLES = 1024 };
static uint64_t *tables[SHUFFLES]; // watchers' views just before a shuffle
static int table_count;

// Is there a shuffle among these events?
static bool shuffles(const vg_game *g, const vg_events *ev)
{
    for (int i = 0; i < ev->count; i++)
        if (strstr(g->events[ev->event[i].kind], "shuffled")) return true;
    return false;
}

static void hear(const vg_events *ev, int seats)
{
    for (int i = 0; i < ev->count; i++)
        for (int p = 0; p < EARS; p++) {
            if (p >= seats && p != watcher) continue;
            if (!(ev->event[i].to & (p == watcher ? VG_TO_WATCHERS : VG_TO(p)))) continue;
            if (heard_count[p] < HEARD) heard[p][heard_count[p]++] = ev->event[i];
        }
}

typedef struct trial {
    const vg_game *game;
    vg_setup how;
    uint64_t fresh[VG_MAX_STATE / 8], state[VG_MAX_STATE / 8];
    long number, worlds, wrong;
    vg_rng dice, doubts;
} trial;

// One world as seat `p` may imagine it.
static void imagine(trial *t, int p)
{
    static uint64_t world[VG_MAX_STATE / 8];
    int seat = p == watcher ? VG_WATCHER : p;
    static uint64_t table[VG_MAX_STATE / 8];
    witness w = {t->game, seat, heard[p], heard_count[p], table, (const void *const *)tables};
    vg_game_view(t->game, t->state, VG_WATCHER, table);
    vg_game_view(t->game, t->state, seat, world);
    t->game->resample(world, seat, &t->doubts);
    oracle *ask = oracle_of(t->game);
    const char *why = ask(&w, world), *truth = ask(&w, t->state);
    t->worlds++;
    if (truth) {
        printf("the witness is wrong: %s\n", truth);
        exit(1);
    }
    if (!why) return;
    if (t->wrong++ < 5)
        printf("%s, %d seats: impossible for %d: %s\n    again with: possible --game %s --seats %d "
               "--seed %llu --at %ld\n",
               t->game->id, t->how.seats, seat, why, t->game->id, t->how.seats,
               (unsigned long long)want.seed, t->number);
}

static void vary(trial *t, int o)
{
    const vg_option *option = &t->game->options[o];
    uint32_t values = (uint32_t)(option->max - option->min + 1);
    t->how.option[o] = (int16_t)(option->min + (int)vg_rng_below(&t->dice, values));
}

// Options go round with the number of the game; every other game is the normal one, and every
// eighth has all of them changed at once.
static bool begin(trial *t, int seats)
{
    const vg_game *g = t->game;
    vg_rng_seed(&t->dice, want.seed, (uint64_t)t->number * 2);
    vg_rng_seed(&t->doubts, want.seed, (uint64_t)t->number * 2 + 1);
    vg_setup_normal(g, seats, &t->how);
    if (t->number % 2 && g->option_count) vary(t, (int)(t->number / 2 % g->option_count));
    for (int o = 0; t->number % 8 == 3 && o < g->option_count; o++) vary(t, o);
    char buffer[256];
    vg_text why = VG_TEXT(buffer);
    memset(heard_count, 0, sizeof heard_count);
    table_count = 0;
    if (g->setup(t->fresh, &t->how, VG_EN, &why) != VG_OK) return false;
    memcpy(t->state, t->fresh, g->state_size);
    return true;
}

// One random game, a world for somebody at about one position in three.
static void play(trial *t, int seats, long enough)
{
    const vg_game *g = t->game;
    if (!begin(t, seats)) return;
    for (int moves = 0; moves < g->max_length && t->worlds < enough; moves++) {
        vg_ask ask = g->ask(t->state);
        if (ask.actor == VG_NOBODY) return;
        int seat = ask.actor;
        vg_move list[VG_MAX_LEGAL], m;
        if (ask.also && vg_rng_below(&t->dice, 4) == 0) {
            int p = (int)vg_rng_below(&t->dice, (uint32_t)seats);
            if (ask.also >> p & 1 && g->legal(t->state, p, list) > 0) seat = p;
        }
        if (seat == VG_CHANCE) {
            m = g->chance(t->state, &t->dice);
        } else {
            int count = g->legal(t->state, seat, list);
            m = list[vg_rng_below(&t->dice, (uint32_t)count)];
            if (ask.vote && vg_rng_below(&t->dice, 8)) m = list[0];
        }
        static vg_events ev;
        static uint64_t before[VG_MAX_STATE / 8];
        vg_game_view(g, t->state, VG_WATCHER, before);
        ev.count = 0;
        g->apply(t->state, seat, m, &ev);
        if (shuffles(g, &ev) && table_count < SHUFFLES) {
            if (!tables[table_count]) tables[table_count] = malloc(VG_MAX_STATE);
            if (!tables[table_count]) abort();
            memcpy(tables[table_count++], before, g->state_size);
        }
        hear(&ev, seats);
        if (vg_rng_below(&t->doubts, 3)) continue;
        int p = (int)vg_rng_below(&t->doubts, (uint32_t)seats + 1);
        imagine(t, p == seats ? watcher : p);
    }
}

static bool run_game(const vg_game *g)
{
    static trial t;
    bool ok = true;
    for (int seats = g->min_seats; seats <= g->max_seats; seats++) {
        if (want.seats && seats != want.seats) continue;
        long number = want.at >= 0 ? want.at : 0;
        t = (trial){.game = g};
        for (; t.worlds < want.worlds; number++) {
            t.number = number;
            play(&t, seats, want.worlds);
            if (want.at >= 0) break;
        }
        printf("%s, %d seats: %ld worlds in %ld games, %ld impossible%s\n", g->id, seats, t.worlds,
               number, t.wrong, oracle_of(g) == possible_if_sound ? " (by check() alone)" : "");
        fflush(stdout);
        ok = ok && !t.wrong;
    }
    return ok;
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i += 2) {
        if (i + 1 == argc) argv[i] = "";
        if (strcmp(argv[i], "--game") == 0) {
            want.game = argv[i + 1];
        } else if (strcmp(argv[i], "--seats") == 0) {
            want.seats = strtol(argv[i + 1], NULL, 10);
        } else if (strcmp(argv[i], "--worlds") == 0) {
            want.worlds = strtol(argv[i + 1], NULL, 10);
        } else if (strcmp(argv[i], "--seed") == 0) {
            want.seed = strtoull(argv[i + 1], NULL, 10);
        } else if (strcmp(argv[i], "--at") == 0) {
            want.at = strtol(argv[i + 1], NULL, 10);
        } else {
            fprintf(stderr, "usage: possible [--game ID] [--seats N] [--worlds N] [--seed N] "
                            "[--at N]\n");
            return 2;
        }
    }
    bool ok = true, any = false;
    for (int i = 0; test_game(i); i++) {
        if (want.game && strcmp(want.game, test_game(i)->id) != 0) continue;
        any = true;
        if (!run_game(test_game(i))) ok = false;
    }
    if (!any) fprintf(stderr, "possible: there is no game \"%s\"\n", want.game);
    return ok && any ? 0 : 1;
}
