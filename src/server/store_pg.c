// store_pg.c: the store in a database of PostgreSQL's, which several servers may share.
//
// A batch is one statement whatever its length: arrays go in, the tables that took their entry come
// out. It moves the table's row on and inserts the entry only where place and epoch are the current
// ones, so the check and the write cannot come apart: a server that slept through its lease
// changes nothing. When the connection breaks nobody knows whether the statement was carried out:
// the batch is held, and on the new connection first asked after.
#include "server/store_pg.h"

#include "base/system.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    MOST = 512,     // entries a statement
    SEEN = 1 << 16, // bits
    INT2 = 21,
    INT4 = 23,
    INT8 = 20,
    BYTES = 17,
    TEXT = 25
};

// Step i makes of a database of version i one of version i + 1: never changed, only added to.
// A server needs no right to change the schema once it is there.
static const char *const steps[] = {
    "CREATE TABLE veglia.tables(id bigint PRIMARY KEY, made bigint NOT NULL, changed bigint NOT "
    "NULL,"
    " status smallint NOT NULL, count integer NOT NULL, sum bigint NOT NULL, epoch bigint NOT NULL,"
    " owner bigint) WITH (fillfactor = 60);"
    "CREATE TABLE veglia.log(tab bigint, n integer, at bigint NOT NULL, sum bigint NOT NULL,"
    " epoch bigint NOT NULL, entry bytea NOT NULL, PRIMARY KEY(tab, n));"
    "CREATE TABLE veglia.nodes(id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
    " name text NOT NULL, peer text NOT NULL, until timestamptz NOT NULL);"
    "CREATE INDEX live ON veglia.tables(owner) WHERE status <= 1;",
    "ALTER TABLE veglia.tables ADD COLUMN listing text;"
    "CREATE INDEX listed ON veglia.tables(made) WHERE listing IS NOT NULL;",
    "ALTER TABLE veglia.about ADD COLUMN pulse timestamptz NOT NULL DEFAULT '-infinity',"
    " ADD COLUMN since timestamptz NOT NULL DEFAULT '-infinity';"
    "ALTER TABLE veglia.nodes ADD COLUMN version text NOT NULL DEFAULT '';"
    "ALTER TABLE veglia.tables ADD COLUMN refused text;", // by the rules of which version
    "ALTER TABLE veglia.nodes ADD COLUMN news bytea;"};
enum { VERSION = sizeof steps / sizeof steps[0] };

// ---- libpq, shortened -----------------------------------------------------------------

void pg_complain(const PGconn *db, const PGresult *r, vg_text *why)
{
    const char *said = r ? PQresultErrorMessage(r) : PQerrorMessage(db);
    if (!said[0]) said = PQerrorMessage(db);
    for (; *said && *said != '\n'; said++)
        vg_text_char(why,
                     *said == '"' || *said == '\\' || (unsigned char)*said < ' ' ? '\'' : *said);
    if (why->len == 0) vg_text_add(why, "PostgreSQL");
}

// Is it the database that is not there, rather than what we asked of it?
static bool away(const PGconn *db, const PGresult *r)
{
    if (PQstatus(db) != CONNECTION_OK) return true;
    const char *code = r ? PQresultErrorField(r, PG_DIAG_SQLSTATE) : NULL;
    if (!code) return true;
    static const char *const passing[] = {"08", "57P", "25006", "40",
                                          "55P03"}; // gone, going, a standby, again, later
    for (size_t i = 0; i < sizeof passing / sizeof passing[0]; i++)
        if (strncmp(code, passing[i], strlen(passing[i])) == 0) return true;
    return false;
}

// What the database says by itself is not for our standard error.
static void unheard(void *arg, const char *message)
{
    (void)arg;
    (void)message;
}

PGconn *pg_connect(const char *where, vg_text *why)
{
    // What the address says comes later and wins.
    const char *const names[] = {"connect_timeout",
                                 "tcp_user_timeout",
                                 "keepalives_idle",
                                 "target_session_attrs",
                                 "fallback_application_name",
                                 "dbname",
                                 NULL};
    const char *const values[] = {"3", "5000", "5", "read-write", "veglia", where, NULL};
    PGconn *db = PQconnectdbParams(names, values, 1);
    PQsetNoticeProcessor(db, unheard, NULL);
    static const char settings[] = "SET synchronous_commit = on; SET lock_timeout = '5s';"
                                   " SET client_min_messages = warning";
    if (PQstatus(db) == CONNECTION_OK) {
        // A host may ask for more than `on` (remote_apply), never for less.
        PGresult *r = PQexec(db, "SELECT current_setting('synchronous_commit')");
        const char *had = PQntuples(r) == 1 ? PQgetvalue(r, 0, 0) : "";
        bool more = strcmp(had, "remote_apply") == 0;
        PQclear(r);
        PQclear(PQexec(db, more ? strchr(settings, ';') + 1 : settings));
    }
    if (PQstatus(db) == CONNECTION_OK) return db;
    pg_complain(db, NULL, why);
    PQfinish(db);
    return NULL;
}

bool pg_good(const PGresult *r)
{
    ExecStatusType status = PQresultStatus(r);
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

bool pg_run(PGconn *db, const char *sql, vg_text *why)
{
    PGresult *r = PQexec(db, sql);
    bool ok = pg_good(r);
    if (!ok) pg_complain(db, r, why);
    PQclear(r);
    return ok;
}

PGresult *pg_ask(PGconn *db, const char *sql, int count, const int64_t numbers[])
{
    char text[4][24];
    const char *values[4];
    for (int i = 0; i < count; i++) {
        snprintf(text[i], sizeof text[i], "%lld", (long long)numbers[i]);
        values[i] = text[i];
    }
    return PQexecParams(db, sql, count, NULL, values, NULL, NULL, 1);
}

int64_t pg_number(const PGresult *r, int row, int column)
{
    const char *at = PQgetvalue(r, row, column);
    if (PQfformat(r, column) == 0) return strtoll(at, NULL, 10);
    uint64_t n = 0;
    for (int i = 0; i < PQgetlength(r, row, column); i++) n = n << 8 | (unsigned char)at[i];
    return (int64_t)n;
}

// ---- arrays, as PostgreSQL reads them in binary ------------------------------------------

static void put32(vg_text *t, uint32_t n)
{
    char b[4] = {(char)(n >> 24), (char)(n >> 16), (char)(n >> 8), (char)n};
    vg_text_bytes(t, b, 4);
}

static void put64(vg_text *t, uint64_t n)
{
    put32(t, (uint32_t)(n >> 32));
    put32(t, (uint32_t)n);
}

static void array_begin(vg_text *t, uint32_t type, int count)
{
    *t = vg_text_heap();
    put32(t, 1); // dimension
    put32(t, 1); // there may be NULL
    put32(t, type);
    put32(t, (uint32_t)count);
    put32(t, 1); // counted from
}

static void add_number(vg_text *t, uint32_t type, uint64_t n)
{
    put32(t, type == INT8 ? 8 : type == INT4 ? 4 : 2);
    if (type == INT8)
        put64(t, n);
    else if (type == INT4)
        put32(t, (uint32_t)n);
    else
        vg_text_bytes(t, (char[]){(char)(n >> 8), (char)n}, 2);
}

static void add_bytes(vg_text *t, const char *at, size_t length)
{
    put32(t, at ? (uint32_t)length : UINT32_MAX);
    if (at) vg_text_bytes(t, at, length);
}

// ---- writing ----------------------------------------------------------------------------

enum { MAKE, APPEND, THERE, HEAD, STATEMENTS };
enum { COLUMNS = 8 };
static const char *const statements[STATEMENTS] = {
    [MAKE] =
        "WITH w AS (SELECT * FROM unnest($1::int8[], $2::int4[], $3::int8[], $4::int2[], "
        "$5::int8[],"
        " $6::int8[], $7::bytea[], $8::text[]) AS w(tab, n, at, status, sum, epoch, entry, "
        "listing)),"
        " t AS (INSERT INTO veglia.tables(id, made, changed, status, count, sum, epoch, owner, "
        "listing)"
        " SELECT tab, at, at, CASE status WHEN 255 THEN 0 ELSE status END, 1, sum, epoch, $9::int8,"
        " nullif(listing, '') FROM w ON CONFLICT DO NOTHING RETURNING id)"
        " INSERT INTO veglia.log(tab, n, at, sum, epoch, entry)"
        " SELECT tab, n, at, sum, epoch, entry FROM w JOIN t ON t.id = tab RETURNING tab",
    [APPEND] =
        "WITH w AS (SELECT * FROM unnest($1::int8[], $2::int4[], $3::int8[], $4::int2[], "
        "$5::int8[],"
        " $6::int8[], $7::bytea[], $8::text[]) AS w(tab, n, at, status, sum, epoch, entry, "
        "listing)),"
        " t AS (UPDATE veglia.tables t SET count = w.n + 1, sum = w.sum,"
        " status = CASE w.status WHEN 255 THEN t.status ELSE w.status END,"
        " changed = CASE w.status WHEN 255 THEN t.changed ELSE w.at END,"
        " listing = CASE WHEN w.listing IS NULL THEN t.listing ELSE nullif(w.listing, '') END"
        " FROM w WHERE t.id = w.tab AND t.count = w.n AND t.epoch = w.epoch RETURNING t.id)"
        " INSERT INTO veglia.log(tab, n, at, sum, epoch, entry)"
        " SELECT tab, n, at, sum, epoch, entry FROM w JOIN t ON t.id = tab RETURNING tab",
    // Of an epoch there is one writer, who writes a place once.
    [THERE] =
        "SELECT w.tab FROM unnest($1::int8[], $2::int4[], $3::int8[], $4::int2[], $5::int8[],"
        " $6::int8[], $7::bytea[], $8::text[]) AS w(tab, n, at, status, sum, epoch, entry, listing)"
        " JOIN veglia.log l ON l.tab = w.tab AND l.n = w.n AND l.epoch = w.epoch AND l.at = w.at"
        " AND l.entry = w.entry",
    [HEAD] = "SELECT count, sum, epoch FROM veglia.tables WHERE id = $1::int8",
};

static bool prepare(PGconn *db, vg_text *why)
{
    bool ok = pg_run(db,
                     "SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off;"
                     " SET enable_hashjoin = off; SET enable_mergejoin = off",
                     why);
    for (int i = 0; ok && i < STATEMENTS; i++) {
        char name[8];
        snprintf(name, sizeof name, "s%d", i);
        PGresult *r = PQprepare(db, name, statements[i], 0, NULL);
        ok = pg_good(r);
        if (!ok) pg_complain(db, r, why);
        PQclear(r);
    }
    return ok;
}

static head *slot(base *b, uint64_t table)
{
    return &b->heads[(table * 0x9e3779b97f4a7c15u >> 32) % HEADS];
}

void pg_set_head(base *b, head h)
{
    pthread_mutex_lock(&b->lock);
    *slot(b, h.table) = h;
    pthread_mutex_unlock(&b->lock);
}

// The head of a table as the epoch of who writes has it. False: the database did not answer.
// `out->count` is not what is wanted where there is none, or not of this epoch.
static bool find_head(base *b, uint64_t table, uint64_t epoch, head *out, vg_text *why, bool *gone)
{
    pthread_mutex_lock(&b->lock);
    *out = *slot(b, table);
    pthread_mutex_unlock(&b->lock);
    if (out->table == table && out->epoch == epoch) return true;
    char id[24];
    const char *values[] = {id};
    snprintf(id, sizeof id, "%lld", (long long)table);
    PGresult *r = PQexecPrepared(b->writer, "s3", 1, values, NULL, NULL, 0);
    bool ok = pg_good(r);
    *out = (head){.table = table, .epoch = epoch, .count = UINT32_MAX};
    if (ok && PQntuples(r) == 1 && (uint64_t)pg_number(r, 0, 2) == epoch) {
        out->count = (uint32_t)pg_number(r, 0, 0);
        out->sum = (uint64_t)pg_number(r, 0, 1);
    }
    if (!ok) {
        *gone = away(b->writer, r);
        pg_complain(b->writer, r, why);
    }
    PQclear(r);
    return ok;
}

typedef struct piece { // of a batch: one entry a table
    store_write *w[MOST];
    uint64_t sum[MOST];
    int count;
    uint8_t seen[SEEN / 8];
} piece;

static PGresult *send_piece(base *b, int statement, const piece *p)
{
    static const uint32_t types[COLUMNS] = {INT8, INT4, INT8, INT2, INT8, INT8, BYTES, TEXT};
    vg_text column[COLUMNS];
    for (int i = 0; i < COLUMNS; i++) array_begin(&column[i], types[i], p->count);
    for (int i = 0; i < p->count; i++) {
        const store_write *w = p->w[i];
        const uint64_t numbers[] = {w->table,  w->n,      (uint64_t)w->at,
                                    w->status, p->sum[i], w->epoch};
        for (int k = 0; k < 6; k++) add_number(&column[k], types[k], numbers[k]);
        add_bytes(&column[6], w->text, w->length);
        add_bytes(&column[7], w->listing, w->listing ? strlen(w->listing) : 0);
    }
    const char *values[COLUMNS + 1];
    int lengths[COLUMNS + 1], formats[COLUMNS + 1];
    bool cut = false;
    for (int i = 0; i < COLUMNS; i++) {
        values[i] = column[i].at;
        lengths[i] = (int)column[i].len;
        formats[i] = 1;
        cut |= column[i].cut;
    }
    char owner[24], name[8];
    pthread_mutex_lock(&b->lock);
    snprintf(owner, sizeof owner, "%lld", (long long)b->node);
    pthread_mutex_unlock(&b->lock);
    values[COLUMNS] = strcmp(owner, "0") == 0 ? NULL : owner;
    lengths[COLUMNS] = formats[COLUMNS] = 0;
    snprintf(name, sizeof name, "s%d", statement);
    PGresult *r = cut ? NULL
                      : PQexecPrepared(b->writer, name, COLUMNS + (statement == MAKE), values,
                                       lengths, formats, 1);
    for (int i = 0; i < COLUMNS; i++) vg_text_release(&column[i]);
    return r;
}

// The tables that came back took their entry; the others have a conflict, unless it was only asked.
static void take_answer(base *b, const piece *p, const PGresult *r, bool asked)
{
    int rows = PQntuples(r), from = 0;
    for (int i = 0; i < p->count; i++) {
        store_write *w = p->w[i];
        for (int k = 0; k < rows && !w->ok; k++) { // they come in the order they went, mostly
            if ((uint64_t)pg_number(r, (from + k) % rows, 0) != w->table) continue;
            w->ok = true;
            from = (from + k + 1) % rows;
        }
        if (w->ok && !asked)
            pg_set_head(b, (head){w->table, w->epoch, w->n + 1, p->sum[i]});
        else if (w->ok || !asked)
            pg_set_head(b, (head){.table = w->table}); // ask again
        if (!w->ok && !asked) w->conflict = true;
    }
}

// Takes what can go in one statement off the batch: all that make tables, or all that do not, each
// table once; and gives where to go on. False: the database did not answer.
static bool cut_piece(base *b, store_write **from, int statement, piece *p, vg_text *why,
                      bool *gone)
{
    memset(p->seen, 0, sizeof p->seen);
    p->count = 0;
    store_write *w = *from;
    for (; w && p->count < MOST; w = w->next) {
        if (w->ok || w->conflict) continue;
        if (statement != THERE && (w->n == 0) != (statement == MAKE)) continue;
        uint32_t bit = (uint32_t)(w->table * 0x9e3779b97f4a7c15u >> 40) % SEEN;
        if (p->seen[bit / 8] >> bit % 8 & 1) break;
        p->seen[bit / 8] |= (uint8_t)(1u << bit % 8);
        uint64_t before = 0;
        if (statement == APPEND) {
            head h;
            if (!find_head(b, w->table, w->epoch, &h, why, gone)) return false;
            w->conflict = h.count != w->n;
            if (w->conflict) continue;
            before = h.sum;
        }
        p->sum[p->count] = store_sum(before, w->table, w->n, w->at, w->text, w->length);
        p->w[p->count++] = w;
    }
    *from = w;
    return true;
}

static bool send_all(base *b, store_write *batch, int statement, piece *p, vg_text *why, bool *gone)
{
    while (batch) {
        if (!cut_piece(b, &batch, statement, p, why, gone)) return false;
        if (p->count == 0) continue;
        PGresult *r = send_piece(b, statement, p);
        bool ok = r && pg_good(r);
        if (ok) take_answer(b, p, r, statement == THERE);
        if (!ok) {
            *gone = r && away(b->writer, r);
            pg_complain(b->writer, r, why);
        }
        PQclear(r);
        if (!ok) return false;
    }
    return true;
}

static store_wrote base_write(void *k, store_write *batch, char why[160])
{
    base *b = k;
    vg_text text = vg_text_over(why, 160);
    bool gone = true, ok = true;
    if (!b->writer) {
        b->writer = pg_connect(b->where, &text);
        ok = b->writer && prepare(b->writer, &text);
    }
    piece *p = ok ? malloc(sizeof *p) : NULL;
    ok = p && (!b->doubtful || send_all(b, batch, THERE, p, &text, &gone));
    // Makes first: an entry may follow its table's first in one batch.
    ok = ok && send_all(b, batch, MAKE, p, &text, &gone) &&
         send_all(b, batch, APPEND, p, &text, &gone);
    free(p);
    b->doubtful = !ok && (gone || b->doubtful);
    if (ok) return STORE_WROTE;
    if (b->writer && PQstatus(b->writer) != CONNECTION_OK) gone = true;
    PQfinish(b->writer);
    b->writer = NULL;
    return gone ? STORE_HOLD : STORE_FAILED;
}

static void base_rest(void *k) { (void)k; }

// ---- reading ------------------------------------------------------------------------------

PGresult *pg_ask_reader(base *b, const char *sql, int count, const int64_t numbers[], vg_text *why)
{
    for (int i = 0; i < 2; i++) {
        bool fresh = !b->reader;
        if (fresh) b->reader = pg_connect(b->where, why);
        if (!b->reader) return NULL;
        PGresult *r = pg_ask(b->reader, sql, count, numbers);
        if (pg_good(r)) return r;
        bool gone = away(b->reader, r);
        if (fresh || !gone) pg_complain(b->reader, r, why);
        PQclear(r);
        PQfinish(b->reader);
        b->reader = NULL;
        if (fresh || !gone) return NULL;
    }
    return NULL;
}

static bool check_row(const PGresult *r, int i, uint64_t table, uint64_t *sum, store_entry *e)
{
    *e = (store_entry){.n = (uint32_t)pg_number(r, i, 0),
                       .at = pg_number(r, i, 1),
                       .text = PQgetvalue(r, i, 3), // libpq puts a NUL behind it
                       .length = (size_t)PQgetlength(r, i, 3)};
    *sum = store_sum(*sum, table, e->n, e->at, e->text, e->length);
    return !PQgetisnull(r, i, 0) && e->n == (uint32_t)i && (uint64_t)pg_number(r, i, 2) == *sum;
}

static store_found base_read(void *k, uint64_t table, store_each_entry *each, void *arg,
                             vg_text *why)
{
    base *b = k;
    pthread_mutex_lock(&b->read_lock);
    PGresult *r =
        pg_ask_reader(b,
                      "SELECT l.n, l.at, l.sum, l.entry, t.count, t.sum FROM veglia.tables t"
                      " LEFT JOIN veglia.log l ON l.tab = t.id WHERE t.id = $1::int8 ORDER BY l.n",
                      1, (int64_t[]){(int64_t)table}, why);
    pthread_mutex_unlock(&b->read_lock);
    if (!r) return STORE_AWAY;
    int rows = PQntuples(r);
    // All of it is looked at before any of it is given.
    uint64_t sum = 0;
    bool ok = true, more = true;
    for (int pass = 0; pass < 2; pass++, sum = 0)
        for (int i = 0; ok && more && i < rows; i++) {
            store_entry e;
            ok = check_row(r, i, table, &sum, &e);
            if (!ok) vg_text_printf(why, "entry %d does not match its checksum", i);
            if (ok && pass == 1) more = each(arg, &e);
            if (ok && pass == 0 && i == rows - 1 &&
                (pg_number(r, i, 4) != rows || (uint64_t)pg_number(r, i, 5) != sum)) {
                vg_text_printf(why, "entries are missing after %d", i);
                ok = false;
            }
        }
    PQclear(r);
    return !ok ? STORE_DAMAGED : rows > 0 ? STORE_FOUND : STORE_MISSING;
}

static bool base_list(void *k, store_each_row *each, void *arg, vg_text *why)
{
    base *b = k;
    pthread_mutex_lock(&b->read_lock);
    PGresult *r = pg_ask_reader(
        b, "SELECT id, made, changed, status FROM veglia.tables ORDER BY made, id", 0, NULL, why);
    pthread_mutex_unlock(&b->read_lock);
    for (int i = 0; r && i < PQntuples(r); i++) {
        store_row row = {.table = (uint64_t)pg_number(r, i, 0),
                         .made = pg_number(r, i, 1),
                         .changed = pg_number(r, i, 2),
                         .status = (uint8_t)pg_number(r, i, 3)};
        if (!each(arg, &row)) break;
    }
    PQclear(r);
    return r != NULL;
}

static bool change(base *b, const char *sql, int count, const int64_t numbers[], vg_text *why)
{
    pthread_mutex_lock(&b->read_lock);
    PGresult *r = pg_ask_reader(b, sql, count, numbers, why);
    pthread_mutex_unlock(&b->read_lock);
    PQclear(r);
    return r != NULL;
}

static bool base_remove(void *k, uint64_t table, vg_text *why)
{
    return change(k,
                  "WITH t AS (DELETE FROM veglia.tables WHERE id = $1::int8)"
                  " DELETE FROM veglia.log WHERE tab = $1::int8",
                  1, (int64_t[]){(int64_t)table}, why);
}

static bool base_stamp(void *k, const store_row *row, vg_text *why)
{
    return change(k,
                  "UPDATE veglia.tables SET made = $2::int8, changed = $3::int8, status = $4::int2"
                  " WHERE id = $1::int8",
                  4, (int64_t[]){(int64_t)row->table, row->made, row->changed, row->status}, why);
}

// ---- opening and closing ---------------------------------------------------------------------

// The schema, as new as we know it; and what servers know each other by.
static bool upgrade(base *b, PGconn *db, vg_text *why)
{
    int version = 0;
    PGresult *r = PQexec(db, "SELECT version, secret FROM veglia.about");
    bool there = pg_good(r) && PQntuples(r) == 1;
    if (there) {
        version = (int)pg_number(r, 0, 0);
        snprintf(b->secret, sizeof b->secret, "%s", PQgetvalue(r, 0, 1));
    }
    PQclear(r);
    if (version > VERSION) {
        vg_text_add(why, b->lang == VG_IT ? "il database è di una Veglia più nuova"
                                          : "the database belongs to a newer Veglia");
        return false;
    }
    if (version == VERSION) return true;
    // One at a time; whoever waited finds it done.
    uint8_t bytes[32];
    char hex[STORE_SECRET], sql[512];
    if (sodium_init() < 0) return false;
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(hex, sizeof hex, bytes, sizeof bytes);
    snprintf(
        sql, sizeof sql,
        "CREATE SCHEMA IF NOT EXISTS veglia; CREATE TABLE IF NOT EXISTS veglia.about("
        "one integer PRIMARY KEY CHECK(one = 1), version integer NOT NULL, secret text NOT NULL);"
        "INSERT INTO veglia.about VALUES(1, 0, '%s') ON CONFLICT DO NOTHING",
        hex);
    bool ok = pg_run(db, "BEGIN; SELECT pg_advisory_xact_lock(86734)", why) && pg_run(db, sql, why);
    r = ok ? PQexec(db, "SELECT version, secret FROM veglia.about") : NULL;
    ok = ok && pg_good(r) && PQntuples(r) == 1;
    if (ok) {
        version = (int)pg_number(r, 0, 0);
        snprintf(b->secret, sizeof b->secret, "%s", PQgetvalue(r, 0, 1));
    }
    PQclear(r);
    for (; ok && version < VERSION; version++) ok = pg_run(db, steps[version], why);
    snprintf(sql, sizeof sql, "UPDATE veglia.about SET version = %d; COMMIT", version);
    ok = ok && pg_run(db, sql, why);
    if (ok) return true;
    PQclear(PQexec(db, "ROLLBACK"));
    vg_text_add(why, b->lang == VG_IT
                         ? " (chi possiede le tabelle le prepara: veglia admin list --db"
                           " postgresql://PROPRIETARIO@...)"
                         : " (who owns the tables makes them ready: veglia admin list --db"
                           " postgresql://OWNER@...)");
    return false;
}

static void base_close(void *k)
{
    base *b = k;
    pg_nodes_end(b);
    PQfinish(b->writer);
    PQfinish(b->reader);
    PQclear(b->listed);
    PQclear(b->others);
    pthread_mutex_destroy(&b->lock);
    pthread_mutex_destroy(&b->read_lock);
    pthread_cond_destroy(&b->stopped);
    free(b->where);
    free(b->name);
    free(b->peer);
    free(b->version);
    free(b);
}

static void *base_open(const char *where, vg_lang lang, const store_node *node, vg_text *why)
{
    base *b = calloc(1, sizeof *b);
    if (!b) return NULL;
    b->lang = lang;
    pthread_mutex_init(&b->lock, NULL);
    pthread_mutex_init(&b->read_lock, NULL);
    pthread_condattr_t attr;
    pthread_condattr_init(&attr);
    pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    pthread_cond_init(&b->stopped, &attr);
    pthread_condattr_destroy(&attr);
    b->servers = 1;
    b->where = strdup(where);
    b->name = node ? strdup(node->name) : NULL;
    b->peer = node ? strdup(node->peer) : NULL;
    b->version = node ? strdup(node->version) : NULL;
    bool ok = b->where && (!node || (b->name && b->peer && b->version));
    if (ok) b->reader = pg_connect(where, why);
    ok = b->reader && upgrade(b, b->reader, why);
    if (ok && node) ok = pg_nodes_begin(b, why);
    if (ok) return b;
    base_close(b);
    return NULL;
}

const store_kind store_pg = {.open = base_open,
                             .close = base_close,
                             .write = base_write,
                             .rest = base_rest,
                             .read = base_read,
                             .list = base_list,
                             .remove = base_remove,
                             .stamp = base_stamp,
                             .adopt = pg_adopt,
                             .bytes = pg_bytes,
                             .own = pg_own,
                             .pass_on = pg_pass_on,
                             .term = pg_term,
                             .sure = pg_sure,
                             .servers = pg_servers,
                             .lives = pg_lives,
                             .secret = pg_secret,
                             .listed = pg_listed,
                             .tell = pg_tell,
                             .heard = pg_heard};
