// batch.c: many games stepped at once into the caller's arrays.
//
// Games are dealt out to the threads in even parts and never meet, so the result does not depend on
// how many threads there are.
#include "lib/veglia.h"

#include "engine/observe.h"
#include "lib/parts.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_THREADS = 64 };

typedef struct one_game {
    vg_rng rng;
    int actor;
} one_game;

typedef struct part {
    struct veglia_batch *batch;
    int from, to;
    pthread_t thread;
    int refused;
    uint64_t ended;
} part;

struct veglia_batch {
    const vg_game *game;
    int seats, count, threads, numbers, actions;
    vg_sight *sight;
    one_game *one;
    unsigned char *state, *start; // count × state_size; one before the first deal
    part part[MAX_THREADS];
    // What the threads are at.
    const int32_t *action; // NULL: draw
    bool play;
    veglia_arrays out;
};

static void *state_of(veglia_batch *b, int i) { return b->state + (size_t)i * b->game->state_size; }

static void begin(veglia_batch *b, int i)
{
    memcpy(state_of(b, i), b->start, b->game->state_size);
    b->one[i].actor = lib_roll(b->game, state_of(b, i), &b->one[i].rng);
}

static void look(veglia_batch *b, int i)
{
    const veglia_arrays *out = &b->out;
    const void *state = state_of(b, i);
    int actor = b->one[i].actor;
    if (out->actor) out->actor[i] = (int8_t)actor;
    if (out->observation)
        vg_observe(b->sight, state, actor, out->observation + (size_t)i * (size_t)b->numbers);
    if (!out->mask) return;
    vg_move list[VG_MAX_LEGAL];
    int32_t number[VG_MAX_LEGAL];
    uint8_t *mask = out->mask + (size_t)i * (size_t)b->actions;
    int n = b->game->legal(state, actor, list);
    vg_moves_number(b->game, b->seats, actor, list, n, number);
    memset(mask, 0, (size_t)b->actions);
    for (int k = 0; k < n; k++) mask[number[k]] = 1;
}

// The move to make, or 0: it is refused.
static vg_move chosen(veglia_batch *b, int i, const vg_move *list, int count)
{
    if (!b->action) return list[vg_rng_below(&b->one[i].rng, (uint32_t)count)];
    return vg_moves_numbered(b->game, b->seats, b->one[i].actor, list, count, b->action[i]);
}

static void finish(veglia_batch *b, part *p, int i)
{
    double share[VG_MAX_SEATS];
    lib_shares(b->game, state_of(b, i), b->seats, share);
    if (b->out.ended) b->out.ended[i] = 1;
    for (int k = 0; b->out.reward && k < b->seats; k++)
        b->out.reward[(size_t)i * (size_t)b->seats + (size_t)k] = (float)share[k];
    p->ended++;
    begin(b, i);
}

static void step(veglia_batch *b, part *p, int i)
{
    vg_move list[VG_MAX_LEGAL];
    one_game *g = &b->one[i];
    void *state = state_of(b, i);
    if (b->out.ended) b->out.ended[i] = 0;
    if (b->out.reward)
        memset(b->out.reward + (size_t)i * (size_t)b->seats, 0, (size_t)b->seats * sizeof(float));
    vg_move m = chosen(b, i, list, b->game->legal(state, g->actor, list));
    if (!m) {
        p->refused++;
        return;
    }
    b->game->apply(state, g->actor, m, NULL);
    g->actor = lib_roll(b->game, state, &g->rng);
    if (g->actor == VG_NOBODY) finish(b, p, i);
}

static void *work(void *argument)
{
    part *p = argument;
    p->refused = 0;
    for (int i = p->from; i < p->to; i++) {
        if (p->batch->play) step(p->batch, p, i);
        look(p->batch, i);
    }
    return NULL;
}

// All parts at once, the last of them here.
static void work_all(veglia_batch *b, const veglia_arrays *out)
{
    static const veglia_arrays none;
    b->out = out ? *out : none;
    int started = 0;
    while (started < b->threads - 1 &&
           pthread_create(&b->part[started].thread, NULL, work, &b->part[started]) == 0)
        started++;
    for (int i = started; i < b->threads; i++) work(&b->part[i]);
    for (int i = 0; i < started; i++) pthread_join(b->part[i].thread, NULL);
}

LIB_PUBLIC veglia_batch *veglia_batch_new(const veglia_game *game, const char *setup, int count,
                                          uint64_t seed, int threads, char *why, size_t room)
{
    veglia_state *first = veglia_new(game, setup, seed, why, room);
    if (!first) return NULL;
    veglia_batch *b = calloc(1, sizeof *b);
    const vg_game *g = lib_game(game);
    count = count < 1 ? 1 : count;
    if (b) {
        *b = (veglia_batch){.game = g,
                            .seats = veglia_seats(first),
                            .count = count,
                            .threads = threads < 1             ? 1
                                       : threads > MAX_THREADS ? MAX_THREADS
                                       : threads > count       ? count
                                                               : threads,
                            .numbers = vg_observed_count(g),
                            .actions = vg_moves_bound(g),
                            .sight = vg_sight_new(g, veglia_seats(first)),
                            .one = calloc((size_t)count, sizeof(one_game)),
                            .state =
                                aligned_alloc(16, ((size_t)count * g->state_size + 15) / 16 * 16),
                            .start = aligned_alloc(16, (g->state_size + 15) / 16 * 16)};
    }
    if (!b || !b->sight || !b->one || !b->state || !b->start) {
        veglia_batch_free(b);
        veglia_free(first);
        return NULL;
    }
    memcpy(b->start, lib_state(first), g->state_size);
    veglia_free(first);
    for (int t = 0; t < b->threads; t++)
        b->part[t] = (part){.batch = b,
                            .from = (int)((int64_t)count * t / b->threads),
                            .to = (int)((int64_t)count * (t + 1) / b->threads)};
    for (int i = 0; i < count; i++) {
        vg_rng_seed(&b->one[i].rng, seed, (uint64_t)i);
        begin(b, i);
    }
    return b;
}

LIB_PUBLIC void veglia_batch_free(veglia_batch *batch)
{
    if (!batch) return;
    vg_sight_free(batch->sight);
    free(batch->one);
    free(batch->state);
    free(batch->start);
    free(batch);
}

LIB_PUBLIC void veglia_batch_look(veglia_batch *batch, const veglia_arrays *out)
{
    batch->play = false;
    work_all(batch, out);
}

LIB_PUBLIC int veglia_batch_step(veglia_batch *batch, const int32_t *action,
                                 const veglia_arrays *out)
{
    int refused = 0;
    batch->play = true;
    batch->action = action;
    work_all(batch, out);
    for (int t = 0; t < batch->threads; t++) refused += batch->part[t].refused;
    return refused;
}

LIB_PUBLIC void veglia_batch_random(veglia_batch *batch, const veglia_arrays *out)
{
    batch->play = true;
    batch->action = NULL;
    work_all(batch, out);
}

LIB_PUBLIC uint64_t veglia_batch_ended(const veglia_batch *batch)
{
    uint64_t ended = 0;
    for (int t = 0; t < batch->threads; t++) ended += batch->part[t].ended;
    return ended;
}
