// store.c: the queue to the writer, and the writer: the same for every kind of database.
#include "server/store_kind.h"

#include "base/sha256.h"
#include "base/system.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>

enum {
    GATHER_US = 2000, // between commits while several write: a commit costs more than a move
    SLOW_MS = 2000,   // a write that takes longer waits for the database
    HOLD_MS = 100,    // between tries while the database is away
    LAST_TRIES = 20   // of a writer that is to stop
};

struct store {
    const store_kind *kind;
    void *k;
    void (*wake)(void *);
    void *wake_arg;
    pthread_t writer;
    bool writer_runs;

    store_write *gathered, **gathered_end; // the caller's, until store_send

    pthread_mutex_t lock; // of everything below
    pthread_cond_t work;
    store_write *queued, **queued_end, *done, **done_end;
    bool stop;
    int64_t busy; // since when it writes, in microseconds; 0: it does not
    store_figures figures;
};

uint64_t store_sum(uint64_t before, uint64_t table, uint32_t n, int64_t at, const char *text,
                   size_t length)
{
    uint8_t bytes[28], hash[VG_SHA256_BYTES];
    uint64_t numbers[] = {before, table, (uint64_t)at};
    for (int i = 0; i < 24; i++) bytes[i] = (uint8_t)(numbers[i / 8] >> i % 8 * 8);
    for (int i = 0; i < 4; i++) bytes[24 + i] = (uint8_t)(n >> i * 8);
    vg_sha256 sha;
    vg_sha256_init(&sha);
    vg_sha256_feed(&sha, bytes, sizeof bytes);
    vg_sha256_feed(&sha, text, length);
    vg_sha256_done(&sha, hash);
    uint64_t sum = 0;
    for (int i = 0; i < 8; i++) sum |= (uint64_t)hash[i] << i * 8;
    return sum;
}

// ---- writing -----------------------------------------------------------------------

const double store_bounds[STORE_BOUNDS] = {0.001, 0.002, 0.005, 0.01, 0.02,
                                           0.05,  0.1,   0.25,  0.5,  1};

static int64_t micros(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

static void pause_ms(int64_t ms)
{
    nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000}, NULL);
}

// Writes a batch, however long the database is away; but not when we are to stop.
static store_wrote write_batch(store *s, store_write *batch, char why[160])
{
    for (int last = 0;;) {
        why[0] = '\0';
        store_wrote wrote = s->kind->write(s->k, batch, why);
        if (wrote != STORE_HOLD) return wrote;
        pthread_mutex_lock(&s->lock);
        bool stop = s->stop;
        s->figures.failures += !s->figures.holding;
        s->figures.failing = s->figures.holding = true;
        memcpy(s->figures.why, why, sizeof s->figures.why);
        pthread_mutex_unlock(&s->lock);
        if (stop && ++last > LAST_TRIES) return STORE_FAILED;
        pause_ms(HOLD_MS);
    }
}

static void *writer(void *arg)
{
    store *s = arg;
    int64_t begun = 0;   // the last commit
    uint64_t shared = 0; // entries in it
    prctl(PR_SET_NAME, "veglia-disk");
    pthread_mutex_lock(&s->lock);
    for (;;) {
        while (!s->queued && !s->stop) pthread_cond_wait(&s->work, &s->lock);
        if (!s->queued) break;
        int64_t early = shared > 1 ? begun + GATHER_US - micros() : 0;
        if (early > 0 && !s->stop) {
            pthread_mutex_unlock(&s->lock);
            nanosleep(&(struct timespec){.tv_nsec = early * 1000}, NULL);
            pthread_mutex_lock(&s->lock);
        }
        s->busy = begun = micros();
        store_write *batch = s->queued, *last = NULL;
        s->queued = NULL;
        s->queued_end = &s->queued;
        pthread_mutex_unlock(&s->lock);

        char why[160] = "";
        bool ok = write_batch(s, batch, why) == STORE_WROTE;
        uint64_t count = 0;
        for (store_write *w = batch; w; w = w->next) {
            count += w->ok;
            last = w;
        }

        shared = count;
        pthread_mutex_lock(&s->lock);
        s->busy = 0;
        s->figures.failing = !ok;
        s->figures.holding = false;
        memcpy(s->figures.why, why, sizeof why);
        s->figures.entries += count;
        s->figures.commits += ok;
        s->figures.failures += !ok;
        double took = (double)(micros() - begun) / 1e6;
        s->figures.commit_seconds += ok ? took : 0;
        for (int i = 0; ok && i < STORE_BOUNDS; i++)
            s->figures.commit_up_to[i] += took <= store_bounds[i];
        *s->done_end = batch;
        s->done_end = &last->next;
        pthread_mutex_unlock(&s->lock);
        if (s->wake) s->wake(s->wake_arg);
        pthread_mutex_lock(&s->lock);
    }
    pthread_mutex_unlock(&s->lock);
    s->kind->rest(s->k);
    return NULL;
}

store_write *store_write_new(size_t length, const char *listing)
{
    size_t more = listing ? strlen(listing) + 1 : 0;
    store_write *w = calloc(1, sizeof *w + length + 1 + more);
    if (!w) return NULL;
    w->length = length;
    w->status = STORE_SAME;
    if (listing) w->listing = memcpy(w->text + length + 1, listing, more);
    return w;
}

void store_append(store *s, store_write *w)
{
    w->next = NULL;
    w->ok = w->conflict = false;
    *s->gathered_end = w;
    s->gathered_end = &w->next;
}

void store_send(store *s)
{
    if (!s->gathered) return;
    pthread_mutex_lock(&s->lock);
    *s->queued_end = s->gathered;
    s->queued_end = s->gathered_end;
    pthread_cond_signal(&s->work);
    pthread_mutex_unlock(&s->lock);
    s->gathered = NULL;
    s->gathered_end = &s->gathered;
}

store_write *store_collect(store *s)
{
    pthread_mutex_lock(&s->lock);
    store_write *done = s->done;
    s->done = NULL;
    s->done_end = &s->done;
    pthread_mutex_unlock(&s->lock);
    return done;
}

void store_look(store *s, store_figures *out)
{
    pthread_mutex_lock(&s->lock);
    *out = s->figures;
    if (s->busy && micros() - s->busy > (int64_t)SLOW_MS * 1000) out->failing = out->holding = true;
    out->queue = 0;
    for (const store_write *w = s->queued; w; w = w->next) out->queue++;
    pthread_mutex_unlock(&s->lock);
    out->bytes = s->kind->bytes(s->k);
}

// ---- opening and closing -------------------------------------------------------------

bool store_is_shared(const char *where)
{
    return strncmp(where, "postgresql://", 13) == 0 || strncmp(where, "postgres://", 11) == 0;
}

store *store_open(const char *where, vg_lang lang, const store_node *node, void (*wake)(void *),
                  void *wake_arg, vg_text *why)
{
    store *s = calloc(1, sizeof *s);
    if (!s) {
        vg_text_add(why, vg_system_text(ENOMEM, lang));
        return NULL;
    }
    s->kind = store_is_shared(where) ? &store_pg : &store_sqlite;
    s->wake = wake;
    s->wake_arg = wake_arg;
    s->gathered_end = &s->gathered;
    s->queued_end = &s->queued;
    s->done_end = &s->done;
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->work, NULL);
    s->k = s->kind->open(where, lang, node, why);
    s->writer_runs = s->k && pthread_create(&s->writer, NULL, writer, s) == 0;
    if (s->writer_runs) return s;
    if (why->len == 0) vg_text_add(why, vg_system_text(ENOMEM, lang));
    store_close(s);
    return NULL;
}

void store_close(store *s)
{
    if (!s) return;
    store_send(s);
    pthread_mutex_lock(&s->lock);
    s->stop = true;
    pthread_cond_signal(&s->work);
    pthread_mutex_unlock(&s->lock);
    if (s->writer_runs) pthread_join(s->writer, NULL);
    for (store_write *w = store_collect(s), *next; w; w = next) {
        next = w->next;
        free(w);
    }
    if (s->k) s->kind->close(s->k);
    pthread_mutex_destroy(&s->lock);
    pthread_cond_destroy(&s->work);
    free(s);
}

// ---- what the kinds do --------------------------------------------------------------------

store_found store_read(store *s, uint64_t table, store_each_entry *each, void *arg, vg_text *why)
{
    return s->kind->read(s->k, table, each, arg, why);
}

bool store_list(store *s, store_each_row *each, void *arg, vg_text *why)
{
    return s->kind->list(s->k, each, arg, why);
}

bool store_remove(store *s, uint64_t table, vg_text *why)
{
    return s->kind->remove(s->k, table, why);
}

bool store_stamp(store *s, const store_row *row, vg_text *why)
{
    return s->kind->stamp(s->k, row, why);
}

bool store_adopt(store *s, store_each_table *each, void *arg, vg_text *why)
{
    return s->kind->adopt(s->k, each, arg, why);
}

store_whose store_own(store *s, uint64_t table, store_claim *out, vg_text *why)
{
    *out = (store_claim){.epoch = STORE_FIRST_EPOCH};
    return s->kind->own ? s->kind->own(s->k, table, out, why) : STORE_OURS;
}

store_whose store_pass_on(store *s, uint64_t table, store_claim *claim, vg_text *why)
{
    return s->kind->pass_on ? s->kind->pass_on(s->k, table, claim, why) : STORE_OURS;
}

uint64_t store_term(store *s) { return s->kind->term ? s->kind->term(s->k) : 0; }

bool store_sure(store *s) { return !s->kind->sure || s->kind->sure(s->k); }

uint64_t store_servers(store *s, int *count)
{
    *count = 1;
    return s->kind->servers ? s->kind->servers(s->k, count) : 0;
}

bool store_lives(store *s, const char *peer)
{
    return s->kind->lives && s->kind->lives(s->k, peer);
}

const char *store_secret(store *s) { return s->kind->secret(s->k); }

void store_listed(store *s, store_each_line *each, void *arg)
{
    if (s->kind->listed) s->kind->listed(s->k, each, arg);
}

void store_tell(store *s, const void *news, size_t length)
{
    if (s->kind->tell) s->kind->tell(s->k, news, length);
}

void store_heard(store *s, store_each_news *each, void *arg)
{
    if (s->kind->heard) s->kind->heard(s->k, each, arg);
}

bool store_backup(store *s, const char *to, vg_text *why)
{
    if (s->kind->backup) return s->kind->backup(s->k, to, why);
    uint64_t figures[2];
    store *file = store_open(to, VG_EN, NULL, NULL, NULL, why);
    bool ok = file && store_copy(s, file, figures, why);
    store_close(file);
    return ok;
}
