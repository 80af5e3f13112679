// batch.c: many games stepped at once into the caller's arrays.
//
// Games are dealt out to the threads in even parts and never meet, so the result does not depend on
// how many threads there are. Threads live for one call: nothing of a batch runs while nobody asks,
// and a program may fork.
//
// A game draws in the order in which the lab does (sim.c), each seat from its own stream: what is
// left to lot here is the same game there.
#include "lab/sim.h"
#include "lib/parts.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_THREADS = 64, MAX_COUNT = 1 << 24 };

typedef struct place {
    uint64_t seed, number;
    vg_rng chance, who, seat[VG_MAX_SEATS];
    int actor;         // who is heard now
    uint16_t others;   // seats with an opportunity who have not been heard
    int8_t from;       // with whom they begin
    bool free;         // who is heard need not act
    int32_t decisions; // in this game
    int count;
    vg_move list[VG_MAX_LEGAL]; // what the actor may do, and the numbers of that
    int32_t action[VEGLIA_MAX_ACTIONS];
} place;

typedef struct part {
    struct veglia_batch *batch;
    int from, to, refused;
    pthread_t thread;
} part;

struct veglia_batch {
    const vg_game *game;
    vg_setup setup;
    int seats, count, threads, numbers, actions;
    const vg_sight *sight;
    place *place;
    unsigned char *state;
    _Alignas(16) unsigned char start[VG_MAX_STATE]; // before the first deal
    part part[MAX_THREADS];
    // What the threads are at.
    const int32_t *action; // NULL: left to lot
    int steps;
    void *array[VEGLIA_ARRAYS];
};

static void *state_of(const veglia_batch *b, int i)
{
    return b->state + (size_t)i * b->game->state_size;
}

// ---- who acts ------------------------------------------------------------------------

// The next who has something to do: seats with an opportunity first, then the one that is asked.
static void hear(veglia_batch *b, place *g, const void *state)
{
    for (int p; (p = vg_take_seat(&g->others, g->from)) >= 0;) {
        g->count = b->game->legal(state, p, g->list);
        if (g->count == 0) continue;
        g->actor = p;
        g->free = true;
        return;
    }
    g->actor = b->game->ask(state).actor;
    g->free = false;
    g->count = b->game->legal(state, g->actor, g->list);
}

// Lets chance play, then asks. False: the game is over.
static bool go_on(veglia_batch *b, place *g, void *state)
{
    vg_ask ask;
    while ((ask = b->game->ask(state)).actor == VG_CHANCE)
        b->game->apply(state, VG_CHANCE, b->game->chance(state, &g->chance), NULL);
    if (ask.actor == VG_NOBODY) return false;
    g->others = vg_out_of_turn(ask);
    g->from = ask.also ? (int8_t)vg_rng_below(&g->who, (uint32_t)b->seats) : 0;
    hear(b, g, state);
    return true;
}

static void begin(veglia_batch *b, place *g, void *state)
{
    memcpy(state, b->start, b->game->state_size);
    vg_rng_seed(&g->chance, g->seed, g->number);
    vg_sim_lane(&g->who, g->seed, VG_MAX_SEATS, g->number);
    for (int p = 0; p < b->seats; p++) vg_sim_lane(&g->seat[p], g->seed, p, g->number);
    g->decisions = 0;
    go_on(b, g, state);
}

// ---- one step --------------------------------------------------------------------------

enum { WAIT = -1, NONE = -2 }; // beside places of a list

// Which of the list it is.
static int chosen(veglia_batch *b, place *g, int32_t action)
{
    if (action == b->actions - 1) return g->free ? WAIT : NONE;
    for (int k = 0; k < g->count; k++)
        if (g->action[k] == action) return k;
    return NONE;
}

static int drawn(place *g)
{
    if (g->free && vg_rng_below(&g->who, 2) == 0) return WAIT;
    return (int)vg_rng_below(&g->seat[g->actor], (uint32_t)g->count);
}

static void finish(veglia_batch *b, int i, place *g, void *state)
{
    double share[VG_MAX_SEATS];
    int32_t points[VG_MAX_SEATS];
    uint8_t *ended = b->array[VEGLIA_ENDED];
    float *reward = b->array[VEGLIA_REWARD];
    int32_t *all = b->array[VEGLIA_POINTS], *length = b->array[VEGLIA_LENGTH];
    lib_shares(b->game, state, b->seats, share, points);
    if (ended) ended[i] = 1;
    if (length) length[i] = g->decisions;
    for (int p = 0; p < b->seats; p++) {
        size_t at = (size_t)i * (size_t)b->seats + (size_t)p;
        if (reward) reward[at] = (float)share[p];
        if (all) all[at] = points[p];
    }
    g->number += (uint64_t)b->count;
    begin(b, g, state);
}

// Wipes what the step before said.
static void clear(veglia_batch *b, int i)
{
    uint8_t *ended = b->array[VEGLIA_ENDED], *refused = b->array[VEGLIA_REFUSED];
    float *reward = b->array[VEGLIA_REWARD];
    int32_t *points = b->array[VEGLIA_POINTS], *length = b->array[VEGLIA_LENGTH];
    size_t seats = (size_t)b->seats, at = (size_t)i * seats;
    if (ended) ended[i] = 0;
    if (refused) refused[i] = 0;
    if (length) length[i] = 0;
    if (reward) memset(reward + at, 0, seats * sizeof *reward);
    if (points) memset(points + at, 0, seats * sizeof *points);
}

// The mask holds the ones of the list before this one: only they are wiped.
static void unmask(veglia_batch *b, int i, const place *g)
{
    uint8_t *mask = b->array[VEGLIA_MASK];
    if (!mask) return;
    mask += (size_t)i * (size_t)b->actions;
    for (int k = 0; k < g->count; k++) mask[g->action[k]] = 0;
    mask[b->actions - 1] = 0;
}

static void look(veglia_batch *b, int i, place *g, const void *state)
{
    int8_t *seat = b->array[VEGLIA_SEAT];
    float *observation = b->array[VEGLIA_OBSERVATION];
    uint8_t *mask = b->array[VEGLIA_MASK];
    int32_t *legal = b->array[VEGLIA_LEGAL], *count = b->array[VEGLIA_LEGAL_COUNT];
    uint64_t *number = b->array[VEGLIA_NUMBER];
    vg_sight_number(b->sight, g->actor, g->list, g->count, g->action);
    g->action[g->count] = b->actions - 1;
    int all = g->count + g->free;
    if (seat) seat[i] = (int8_t)g->actor;
    if (number) number[i] = g->number;
    if (observation)
        vg_observe(b->sight, state, g->actor, observation + (size_t)i * (size_t)b->numbers);
    if (count) count[i] = all;
    if (legal)
        memcpy(legal + (size_t)i * VEGLIA_MAX_ACTIONS, g->action, (size_t)all * sizeof *legal);
    if (!mask) return;
    mask += (size_t)i * (size_t)b->actions;
    for (int k = 0; k < all; k++) mask[g->action[k]] = 1;
}

// False: refused.
static bool step(veglia_batch *b, int i)
{
    place *g = &b->place[i];
    void *state = state_of(b, i);
    clear(b, i);
    int k = b->action ? chosen(b, g, b->action[i]) : drawn(g);
    if (k == NONE) {
        if (b->array[VEGLIA_REFUSED]) ((uint8_t *)b->array[VEGLIA_REFUSED])[i] = 1;
        return false;
    }
    unmask(b, i, g);
    if (k == WAIT) {
        hear(b, g, state);
    } else {
        g->decisions++;
        b->game->apply(state, g->actor, g->list[k], NULL);
        if (!go_on(b, g, state)) finish(b, i, g, state);
    }
    look(b, i, g, state);
    return true;
}

// ---- all of them --------------------------------------------------------------------------

static void *work(void *argument)
{
    part *p = argument;
    p->refused = 0;
    for (int s = 0; s < p->batch->steps; s++)
        for (int i = p->from; i < p->to; i++) p->refused += !step(p->batch, i);
    return NULL;
}

// All parts at once, the last of them here.
static int work_all(veglia_batch *b, const int32_t *action, int steps)
{
    int started = 0, refused = 0;
    b->action = action;
    b->steps = steps;
    while (started < b->threads - 1 &&
           pthread_create(&b->part[started].thread, NULL, work, &b->part[started]) == 0)
        started++;
    for (int i = started; i < b->threads; i++) work(&b->part[i]);
    for (int i = 0; i < started; i++) pthread_join(b->part[i].thread, NULL);
    for (int i = 0; i < b->threads; i++) refused += b->part[i].refused;
    return refused;
}

LIB_PUBLIC int veglia_batch_step(veglia_batch *batch, const int32_t *action)
{
    return work_all(batch, action, 1);
}

LIB_PUBLIC void veglia_batch_random(veglia_batch *batch, int steps)
{
    work_all(batch, NULL, steps);
}

LIB_PUBLIC int veglia_batch_bind(veglia_batch *batch, int array, void *at)
{
    if (array < 0 || array >= VEGLIA_ARRAYS) return 0;
    batch->array[array] = at;
    if (array == VEGLIA_MASK && at) memset(at, 0, (size_t)batch->count * (size_t)batch->actions);
    for (int i = 0; at && i < batch->count; i++) {
        clear(batch, i);
        look(batch, i, &batch->place[i], state_of(batch, i));
    }
    return 1;
}

LIB_PUBLIC int veglia_batch_reset(veglia_batch *batch, int i, uint64_t seed, uint64_t number)
{
    if (i < 0 || i >= batch->count) return 0;
    place *g = &batch->place[i];
    g->seed = seed;
    g->number = number;
    clear(batch, i);
    unmask(batch, i, g);
    begin(batch, g, state_of(batch, i));
    look(batch, i, g, state_of(batch, i));
    return 1;
}

LIB_PUBLIC veglia_state *veglia_batch_state(const veglia_batch *batch, int i)
{
    if (i < 0 || i >= batch->count) return NULL;
    veglia_state *s = lib_new(batch->game, &batch->setup);
    if (!s) return NULL;
    s->rng = batch->place[i].chance;
    s->moves = 1; // they are not known: too late to remember them
    memcpy(s->at, state_of(batch, i), batch->game->state_size);
    return s;
}

// ---- making and freeing --------------------------------------------------------------------

static void say(const char *what, char *why, size_t room)
{
    vg_text text = vg_text_heap();
    vg_text_add(&text, what);
    lib_give(&text, why, room);
}

LIB_PUBLIC veglia_batch *veglia_batch_new(const veglia_game *game, const char *setup, int count,
                                          uint64_t seed, int threads, char *why, size_t room)
{
    const vg_game *g = lib_game(game);
    _Alignas(16) unsigned char start[VG_MAX_STATE];
    vg_setup how;
    if (count < 1 || count > MAX_COUNT || threads < 1 || threads > MAX_THREADS) {
        say("a batch has 1 to 16777216 games and 1 to 64 threads", why, room);
        return NULL;
    }
    if (!lib_prepare(g, setup, &how, start, why, room)) return NULL;
    veglia_batch *b = calloc(1, sizeof *b);
    place *places = b ? calloc((size_t)count, sizeof *places) : NULL;
    unsigned char *states = aligned_alloc(16, ((size_t)count * g->state_size + 15) / 16 * 16);
    const vg_sight *sight = lib_sight(g, how.seats);
    if (!b || !places || !states || !sight) {
        say(vg_err_text(VG_ERR_SYSTEM, VG_EN), why, room);
        free(states);
        free(places);
        free(b);
        return NULL;
    }
    *b = (veglia_batch){.game = g,
                        .setup = how,
                        .seats = how.seats,
                        .count = count,
                        .threads = threads < count ? threads : count,
                        .numbers = vg_observed_count(g),
                        .actions = vg_moves_bound(g) + 1,
                        .sight = sight,
                        .place = places,
                        .state = states};
    memcpy(b->start, start, g->state_size);
    lib_hold(g, &how, 1);
    for (int t = 0; t < b->threads; t++)
        b->part[t] = (part){.batch = b,
                            .from = (int)((int64_t)count * t / b->threads),
                            .to = (int)((int64_t)count * (t + 1) / b->threads)};
    for (int i = 0; i < count; i++) {
        places[i].seed = seed;
        places[i].number = (uint64_t)i;
        begin(b, &places[i], state_of(b, i));
        look(b, i, &places[i], state_of(b, i));
    }
    return b;
}

LIB_PUBLIC void veglia_batch_free(veglia_batch *batch)
{
    if (!batch) return;
    lib_hold(batch->game, &batch->setup, -1);
    free(batch->place);
    free(batch->state);
    free(batch);
}
