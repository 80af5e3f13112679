// thinkers.c: bots think on threads of their own, behind everybody else in line for the processor.
//
// Who is next: tables where people play before those that are only looked at; among equals the
// shares are fair by table. As in fair queueing, a question's place in line is where its table
// stood and what it will cost further on, so that who asks little is never behind who asks much.
// One thread more takes only what is quick: a quick bot does not wait for a slow one to finish
// either.
#include "server/thinkers.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { MAX_THREADS = 16, POLITE = 10, HINT_MILLIS = 1500, LIGHT_MS = 50, LEAST_MS = 5 };

struct thinkers {
    pthread_t thread[MAX_THREADS + 1];
    int count;
    int started;  // the first of them takes only what is quick
    uint64_t now; // how far the line has come: thought.finish of the newest taken
    void (*wake)(void *);
    void *arg;
    pthread_mutex_t lock;
    pthread_cond_t work;
    bool stop;
    thought *queued, *done, **done_end;
};

static void think(thought *q)
{
    vg_rng rng;
    vg_rng_seed(&rng, q->seed, 0);
    if (q->hint) {
        vg_advise(q->game, q->view, q->seat, q->list, q->count, HINT_MILLIS, &rng, q->hint);
        return;
    }
    vg_mind *mind = vg_mind_new(&q->bot);
    if (mind)
        q->chosen = vg_mind_choose(mind, q->game, q->view, q->seat, q->list, q->count, &rng);
    else
        q->chosen = q->list[0]; // no memory to think with: still no reason to stop the game
    vg_mind_free(mind);
}

static bool before(const thought *a, const thought *b)
{
    if (a->rank != b->rank) return a->rank < b->rank;
    return a->finish != b->finish ? a->finish < b->finish : a->number < b->number;
}

// Takes the next one out of the line. NULL: there is none.
static thought *take(thinkers *t, bool light)
{
    thought **best = NULL;
    for (thought **at = &t->queued; *at; at = &(*at)->next)
        if ((!light || (*at)->cost <= LIGHT_MS) && (!best || before(*at, *best))) best = at;
    if (!best) return NULL;
    thought *q = *best;
    *best = q->next;
    if (q->finish - q->cost > t->now) t->now = q->finish - q->cost;
    return q;
}

static uint32_t milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint32_t)((uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000);
}

static void *worker(void *arg)
{
    thinkers *t = arg;
    prctl(PR_SET_NAME, "veglia-bot");
    setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), POLITE);
    pthread_mutex_lock(&t->lock);
    bool light = t->started++ == 0;
    while (!t->stop) {
        thought *q = take(t, light);
        if (!q) {
            pthread_cond_wait(&t->work, &t->lock);
            continue;
        }
        pthread_mutex_unlock(&t->lock);
        uint32_t began = milliseconds();
        think(q);
        q->took = milliseconds() - began;
        pthread_mutex_lock(&t->lock);
        q->next = NULL;
        *t->done_end = q;
        t->done_end = &q->next;
        t->wake(t->arg);
    }
    pthread_mutex_unlock(&t->lock);
    return NULL;
}

thinkers *thinkers_new(int threads, void (*wake)(void *), void *arg)
{
    thinkers *t = calloc(1, sizeof *t);
    if (!t) return NULL;
    t->wake = wake;
    t->arg = arg;
    t->done_end = &t->done;
    pthread_mutex_init(&t->lock, NULL);
    pthread_cond_init(&t->work, NULL);
    if (threads > MAX_THREADS) threads = MAX_THREADS;
    while (t->count < threads + 1 && pthread_create(&t->thread[t->count], NULL, worker, t) == 0)
        t->count++;
    if (t->count > 1) return t; // one for what is quick, one for the rest
    thinkers_free(t);
    return NULL;
}

void thought_free(thought *q)
{
    free(q->hint);
    free(q);
}

static void free_list(thought *q)
{
    for (thought *next; q; q = next) {
        next = q->next;
        thought_free(q);
    }
}

void thinkers_free(thinkers *t)
{
    if (!t) return;
    pthread_mutex_lock(&t->lock);
    t->stop = true;
    pthread_cond_broadcast(&t->work);
    pthread_mutex_unlock(&t->lock);
    for (int i = 0; i < t->count; i++) pthread_join(t->thread[i], NULL);
    free_list(t->queued);
    free_list(t->done);
    pthread_mutex_destroy(&t->lock);
    pthread_cond_destroy(&t->work);
    free(t);
}

void thinkers_ask(thinkers *t, thought *q)
{
    pthread_mutex_lock(&t->lock);
    if (q->cost < LEAST_MS) q->cost = LEAST_MS;
    q->finish = (q->after > t->now ? q->after : t->now) + q->cost;
    q->next = t->queued;
    t->queued = q;
    pthread_cond_broadcast(&t->work);
    pthread_mutex_unlock(&t->lock);
}

bool thinkers_forget(thinkers *t, uint64_t number)
{
    thought *found = NULL;
    pthread_mutex_lock(&t->lock);
    for (thought **at = &t->queued; *at && !found; at = &(*at)->next)
        if ((*at)->number == number && !(*at)->hint) {
            found = *at;
            *at = found->next;
            break;
        }
    pthread_mutex_unlock(&t->lock);
    if (found) thought_free(found);
    return found != NULL;
}

int thinkers_waiting(thinkers *t)
{
    int count = 0;
    pthread_mutex_lock(&t->lock);
    for (const thought *q = t->queued; q; q = q->next) count++;
    pthread_mutex_unlock(&t->lock);
    return count;
}

thought *thinkers_collect(thinkers *t)
{
    pthread_mutex_lock(&t->lock);
    thought *done = t->done;
    t->done = NULL;
    t->done_end = &t->done;
    pthread_mutex_unlock(&t->lock);
    return done;
}
