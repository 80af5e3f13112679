// store_pg_nodes.c: which servers share the database, and whose a table is.
//
// A server has one row in `nodes` and keeps it alive by a beat a second; a table has an owner and
// an epoch. A row that has not beaten for LEASE may be deleted by anybody, and a table whose owner
// has no row is free. So a server learns from its own beat (no row) that nothing is its own any
// more. Only the database's clock is compared with. Nobody is dead because the database was away:
// `about` keeps when somebody last beat and since when there was no GAP; after one everybody has a
// LEASE's time.
#include "server/store_pg.h"

#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>

#define LEASE "interval '3 seconds'"
#define GAP   "interval '2 seconds'" // more than a beat, less than a lease
#define NOW   "clock_timestamp()"
// A server's row is too old, and the database was there all the time for it to be renewed.
#define EXPIRED                                                                                    \
    "(until < " NOW " AND EXISTS (SELECT FROM veglia.about WHERE pulse > " NOW " - " GAP           \
    " AND since + " LEASE " < " NOW "))"

enum {
    BEAT_MS = 1000,
    LEASE_MS = 3000, // as LEASE; how long we are sure of it, by our own clock
    AWAY_MS = 200,   // between tries to reach the database
    ADOPT = 64,
    SIZE_EVERY = 60 // beats between looks at the database's size
};

// ---- whose a table is ------------------------------------------------------------------------

static int64_t node_of(base *b, uint64_t *term)
{
    pthread_mutex_lock(&b->lock);
    int64_t node = b->node;
    *term = b->term;
    pthread_mutex_unlock(&b->lock);
    return node;
}

store_whose pg_own(void *k, uint64_t table, store_claim *out, vg_text *why)
{
    base *b = k;
    enum { TRIES = 5 };
    store_whose whose = STORE_UNKNOWN;
    for (int i = 0; i < TRIES && whose == STORE_UNKNOWN; i++) {
        int64_t node = node_of(b, &out->term);
        pthread_mutex_lock(&b->read_lock);
        PGresult *r = pg_ask_reader(
            b,
            "WITH dead AS (DELETE FROM veglia.nodes n USING veglia.tables t WHERE t.id = $1::int8"
            " AND n.id = t.owner AND n.id <> $2::int8 AND " EXPIRED " RETURNING n.id)"
            " UPDATE veglia.tables t SET epoch = t.epoch + 1, owner = nullif($2::int8, 0)"
            " WHERE t.id = $1::int8 AND (t.owner = $2::int8 OR t.owner IN (SELECT id FROM dead)"
            " OR NOT EXISTS (SELECT FROM veglia.nodes n WHERE n.id = t.owner))"
            " RETURNING t.epoch, t.count, t.sum",
            2, (int64_t[]){(int64_t)table, node}, why);
        bool ours = r && PQntuples(r) == 1;
        if (ours) {
            out->epoch = (uint64_t)pg_number(r, 0, 0);
            pg_set_head(b, (head){table, out->epoch, (uint32_t)pg_number(r, 0, 1),
                                  (uint64_t)pg_number(r, 0, 2)});
            whose = STORE_OURS;
        }
        bool asked = r != NULL;
        PQclear(r);
        r = ours || !asked
                ? NULL
                : pg_ask_reader(b,
                                "SELECT n.peer FROM veglia.tables t LEFT JOIN veglia.nodes n"
                                " ON n.id = t.owner WHERE t.id = $1::int8",
                                1, (int64_t[]){(int64_t)table}, why);
        if (r && PQntuples(r) == 0) whose = STORE_NOBODYS;
        if (r && PQntuples(r) == 1 && !PQgetisnull(r, 0, 0)) {
            snprintf(out->peer, sizeof out->peer, "%s", PQgetvalue(r, 0, 0));
            whose = STORE_THEIRS;
        }
        PQclear(r);
        pthread_mutex_unlock(&b->read_lock);
        if (!asked) break;
    }
    if (whose == STORE_UNKNOWN && why->len == 0) vg_text_add(why, "PostgreSQL");
    return whose;
}

store_whose pg_pass_on(void *k, uint64_t table, store_claim *claim, vg_text *why)
{
    base *b = k;
    if (!b->name) return STORE_OURS;
    pthread_mutex_lock(&b->read_lock);
    PGresult *r = pg_ask_reader(
        b,
        "WITH we AS (SELECT version FROM veglia.nodes WHERE id = $3::int8),"
        " o AS (SELECT n.id, n.peer FROM veglia.nodes n, we, veglia.tables t WHERE t.id = $1::int8"
        " AND n.version <> we.version AND n.version IS DISTINCT FROM t.refused AND n.until > " NOW
        " LIMIT 1)"
        " UPDATE veglia.tables t SET epoch = t.epoch + 1, owner = o.id, refused = we.version"
        " FROM o, we WHERE t.id = $1::int8 AND t.epoch = $2::int8 RETURNING o.peer",
        3, (int64_t[]){(int64_t)table, (int64_t)claim->epoch, node_of(b, &claim->term)}, why);
    pthread_mutex_unlock(&b->read_lock);
    bool passed = r && PQntuples(r) == 1;
    if (passed) snprintf(claim->peer, sizeof claim->peer, "%s", PQgetvalue(r, 0, 0));
    PQclear(r);
    return passed ? STORE_THEIRS : STORE_OURS;
}

bool pg_adopt(void *k, store_each_table *each, void *arg, vg_text *why)
{
    base *b = k;
    uint64_t term;
    int64_t node = node_of(b, &term);
    if (node == 0) return true;
    pthread_mutex_lock(&b->read_lock);
    PGresult *r = pg_ask_reader(
        b,
        "UPDATE veglia.tables SET epoch = epoch + 1, owner = $1::int8 WHERE id IN"
        " (SELECT id FROM veglia.tables t WHERE status <= 1 AND NOT EXISTS"
        " (SELECT FROM veglia.nodes n WHERE n.id = t.owner) LIMIT $2::int8 FOR UPDATE SKIP LOCKED)"
        " RETURNING id",
        2, (int64_t[]){node, ADOPT}, why);
    pthread_mutex_unlock(&b->read_lock);
    for (int i = 0; r && i < PQntuples(r); i++)
        if (!each(arg, (uint64_t)pg_number(r, i, 0))) break;
    PQclear(r);
    return r != NULL;
}

uint64_t pg_term(void *k)
{
    uint64_t term;
    node_of(k, &term);
    return term;
}

// Also goes on while the machine sleeps.
static int64_t clock_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_BOOTTIME, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

bool pg_sure(void *k)
{
    base *b = k;
    pthread_mutex_lock(&b->lock);
    bool sure = clock_ms() - b->renewed < LEASE_MS;
    pthread_mutex_unlock(&b->lock);
    return sure;
}

uint64_t pg_servers(void *k, int *count)
{
    base *b = k;
    pthread_mutex_lock(&b->lock);
    uint64_t servers = b->servers;
    *count = b->peer_count + 1;
    pthread_mutex_unlock(&b->lock);
    return servers;
}

bool pg_lives(void *k, const char *peer)
{
    base *b = k;
    bool lives = false;
    pthread_mutex_lock(&b->lock);
    for (int i = 0; i < b->peer_count && !lives; i++) lives = strcmp(b->peers[i], peer) == 0;
    pthread_mutex_unlock(&b->lock);
    return lives;
}

const char *pg_secret(void *k) { return ((const base *)k)->secret; }

void pg_listed(void *k, store_each_line *each, void *arg)
{
    base *b = k;
    pthread_mutex_lock(&b->lock);
    for (int i = 0; b->listed && i < PQntuples(b->listed); i++)
        each(arg, (uint64_t)pg_number(b->listed, i, 0), pg_number(b->listed, i, 1),
             PQgetvalue(b->listed, i, 2));
    pthread_mutex_unlock(&b->lock);
}

void pg_tell(void *k, const void *news, size_t length)
{
    base *b = k;
    if (length > sizeof b->news) length = sizeof b->news;
    pthread_mutex_lock(&b->lock);
    memcpy(b->news, news, length);
    b->news_length = length;
    pthread_mutex_unlock(&b->lock);
}

void pg_heard(void *k, store_each_news *each, void *arg)
{
    base *b = k;
    pthread_mutex_lock(&b->lock);
    for (int i = 0; b->others && i < PQntuples(b->others); i++)
        each(arg, PQgetvalue(b->others, i, 1), (size_t)PQgetlength(b->others, i, 1));
    pthread_mutex_unlock(&b->lock);
}

uint64_t pg_bytes(void *k)
{
    base *b = k;
    pthread_mutex_lock(&b->lock);
    uint64_t bytes = b->bytes;
    pthread_mutex_unlock(&b->lock);
    return bytes;
}

// ---- the beat ----------------------------------------------------------------------------------

// Our row, anew. Who was here under our name is gone: we have its port.
static bool enlist(base *b, PGconn *db, vg_text *why)
{
    const char *values[] = {b->name, b->peer, b->version};
    int64_t asked = clock_ms();
    PGresult *r = PQexecParams(db,
                               "WITH old AS (DELETE FROM veglia.nodes WHERE name = $1)"
                               " INSERT INTO veglia.nodes(name, peer, version, until)"
                               " VALUES($1, $2, $3, " NOW " + " LEASE ") RETURNING id",
                               3, NULL, values, NULL, NULL, 0);
    bool ok = pg_good(r) && PQntuples(r) == 1;
    if (!ok) pg_complain(db, r, why);
    if (ok) {
        pthread_mutex_lock(&b->lock);
        b->node = pg_number(r, 0, 0);
        b->renewed = asked;
        b->term++;
        pthread_mutex_unlock(&b->lock);
    }
    PQclear(r);
    return ok;
}

static bool same_peers(const base *b, const PGresult *r)
{
    if (PQntuples(r) != b->peer_count) return false;
    for (int i = 0; i < b->peer_count; i++)
        if (strcmp(b->peers[i], PQgetvalue(r, i, 0)) != 0) return false;
    return true;
}

// Our row anew, with what the others shall hear.
static PGresult *renew(base *b, PGconn *db, int64_t node)
{
    char id[24], news[STORE_NEWS];
    snprintf(id, sizeof id, "%lld", (long long)node);
    pthread_mutex_lock(&b->lock);
    int length = (int)b->news_length;
    memcpy(news, b->news, b->news_length);
    pthread_mutex_unlock(&b->lock);
    const char *values[] = {id, length ? news : NULL};
    return PQexecParams(db,
                        "UPDATE veglia.nodes SET until = " NOW " + " LEASE ", news = $2::bytea"
                        " WHERE id = $1::int8",
                        2, NULL, values, (int[]){0, length}, (int[]){0, 1}, 1);
}

// Shows that we live, and learns who else does. False: the connection is broken.
static bool beat(base *b, PGconn *db, uint64_t beats)
{
    char buffer[160];
    vg_text why = VG_TEXT(buffer);
    uint64_t term;
    int64_t node = node_of(b, &term), asked = clock_ms();
    PGresult *r = renew(b, db, node);
    bool ok = pg_good(r), lost = ok && strcmp(PQcmdTuples(r), "0") == 0;
    PQclear(r);
    if (ok && !lost) {
        pthread_mutex_lock(&b->lock);
        b->renewed = asked;
        pthread_mutex_unlock(&b->lock);
    }
    if (lost) ok = enlist(b, db, &why);
    ok = ok &&
         pg_run(db,
                "UPDATE veglia.about SET pulse = " NOW ", since = CASE WHEN pulse > " NOW " - " GAP
                " THEN since ELSE " NOW " END",
                &why) &&
         pg_run(db, "DELETE FROM veglia.nodes WHERE " EXPIRED, &why);
    if (!ok) return false;
    node = node_of(b, &term);
    PGresult *others =
        pg_ask(db, "SELECT peer, news FROM veglia.nodes WHERE id <> $1::int8 ORDER BY id LIMIT 128",
               1, &node);
    PGresult *listed =
        PQexec(db, "SELECT id, made, listing FROM veglia.tables WHERE listing IS NOT NULL"
                   " ORDER BY made DESC LIMIT 100");
    r = beats % SIZE_EVERY ? NULL
                           : PQexec(db, "SELECT pg_total_relation_size('veglia.log')"
                                        " + pg_total_relation_size('veglia.tables')");
    ok = pg_good(others) && pg_good(listed);
    pthread_mutex_lock(&b->lock);
    if (ok && !same_peers(b, others)) {
        b->peer_count = PQntuples(others) < MOST_PEERS ? PQntuples(others) : MOST_PEERS;
        for (int i = 0; i < b->peer_count; i++)
            snprintf(b->peers[i], STORE_PEER, "%s", PQgetvalue(others, i, 0));
        b->servers++;
    }
    if (ok) {
        PGresult *old[] = {b->listed, b->others};
        b->listed = listed, b->others = others;
        listed = old[0], others = old[1];
    }
    if (r && pg_good(r)) b->bytes = (uint64_t)pg_number(r, 0, 0);
    pthread_mutex_unlock(&b->lock);
    PQclear(r);
    PQclear(others);
    PQclear(listed);
    return ok;
}

static void *beater(void *arg)
{
    base *b = arg;
    PGconn *db = NULL;
    prctl(PR_SET_NAME, "veglia-beat");
    pthread_mutex_lock(&b->lock);
    for (uint64_t beats = 0; !b->stop;) {
        pthread_mutex_unlock(&b->lock);
        char buffer[160];
        vg_text why = VG_TEXT(buffer);
        if (!db) db = pg_connect(b->where, &why);
        bool ok = db && beat(b, db, beats);
        beats += ok;
        if (!ok) {
            PQfinish(db);
            db = NULL;
        }
        struct timespec until;
        clock_gettime(CLOCK_MONOTONIC, &until);
        int64_t ns = until.tv_nsec + (int64_t)(ok ? BEAT_MS : AWAY_MS) * 1000000;
        until.tv_sec += ns / 1000000000;
        until.tv_nsec = ns % 1000000000;
        pthread_mutex_lock(&b->lock);
        if (!b->stop) pthread_cond_timedwait(&b->stopped, &b->lock, &until);
    }
    pthread_mutex_unlock(&b->lock);
    // What is ours is anybody's now.
    int64_t node = b->node;
    if (db) PQclear(pg_ask(db, "DELETE FROM veglia.nodes WHERE id = $1::int8", 1, &node));
    PQfinish(db);
    return NULL;
}

bool pg_nodes_begin(base *b, vg_text *why)
{
    b->beats = enlist(b, b->reader, why) && beat(b, b->reader, 0) &&
               pthread_create(&b->beater, NULL, beater, b) == 0;
    return b->beats;
}

void pg_nodes_end(base *b)
{
    if (!b->beats) return;
    pthread_mutex_lock(&b->lock);
    b->stop = true;
    pthread_cond_signal(&b->stopped);
    pthread_mutex_unlock(&b->lock);
    pthread_join(b->beater, NULL);
}
