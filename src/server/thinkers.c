// thinkers.c: bots think on threads of their own, behind everybody else in line for the processor.
#include "server/parts.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MAX_THREADS = 16, POLITE = 10, HINT_MILLIS = 1500 };

struct thinkers {
    pthread_t thread[MAX_THREADS];
    int count;
    void (*wake)(void *);
    void *arg;
    pthread_mutex_t lock;
    pthread_cond_t work;
    bool stop;
    thought *queued, **queued_end, *done, **done_end;
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

static void *worker(void *arg)
{
    thinkers *t = arg;
    prctl(PR_SET_NAME, "veglia-bot");
    setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), POLITE);
    pthread_mutex_lock(&t->lock);
    while (!t->stop) {
        thought *q = t->queued;
        if (!q) {
            pthread_cond_wait(&t->work, &t->lock);
            continue;
        }
        t->queued = q->next;
        if (!t->queued) t->queued_end = &t->queued;
        pthread_mutex_unlock(&t->lock);
        think(q);
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
    t->queued_end = &t->queued;
    t->done_end = &t->done;
    pthread_mutex_init(&t->lock, NULL);
    pthread_cond_init(&t->work, NULL);
    while (t->count < threads && t->count < MAX_THREADS &&
           pthread_create(&t->thread[t->count], NULL, worker, t) == 0)
        t->count++;
    if (t->count > 0) return t;
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
    q->next = NULL;
    pthread_mutex_lock(&t->lock);
    *t->queued_end = q;
    t->queued_end = &q->next;
    pthread_cond_signal(&t->work);
    pthread_mutex_unlock(&t->lock);
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
