// store_sqlite.c: the store in one SQLite file.
//
// The log is one table in order of arrival: appending touches only its last
// page, which an index by table would not. Instead each row points to the
// table's row before it, and a table is read along that chain. The newest row
// of each table (its head) is kept in memory and written to `tables` now and
// then together with `mark`, the last row accounted for; after a crash the rows
// past the mark are read again.
#include "server/store_kind.h"

#include "base/system.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sodium.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    MARK_EVERY = 4096,  // rows between marks: the most a start has to read again
    HEADS_KEPT = 65536, // in memory; more are forgotten at the next mark
    WAL_PAGES = 4000,
    BUSY_MS = 5000
};

typedef struct head {
    uint64_t table; // 0: free slot
    int64_t seq;    // of its newest row; 0: none
    uint32_t count;
    uint64_t sum;
    bool dirty; // newer than `tables` says
} head;

typedef struct file {
    char *path;
    vg_lang lang;  // of reasons
    bool replayed; // live tables were given once

    // The writer's own, and during open the opener's.
    sqlite3 *db;
    sqlite3_stmt *begin, *commit, *rollback, *insert, *make, *status, *find, *save_head, *save_mark,
        *version;
    int64_t seq;      // the newest row
    int64_t versions; // SQLite's count of what other processes changed
    head *heads;
    size_t head_cap, head_count;
    uint32_t unmarked; // rows since the mark
    char secret[STORE_SECRET];

    pthread_mutex_t read_lock;
    sqlite3 *reader;
} file;

// ---- SQLite, shortened ---------------------------------------------------------

// Step i makes of a database of version i one of version i + 1: never changed, only added to.
// (Files of before there were versions are of version 0 and have all of the first.)
static const char *const steps[] = {
    "CREATE TABLE IF NOT EXISTS tables(id INTEGER PRIMARY KEY, made INTEGER NOT NULL,"
    " changed INTEGER NOT NULL, status INTEGER NOT NULL, head INTEGER NOT NULL,"
    " count INTEGER NOT NULL, sum INTEGER NOT NULL);"
    "CREATE TABLE IF NOT EXISTS log(seq INTEGER PRIMARY KEY, tab INTEGER NOT NULL,"
    " n INTEGER NOT NULL, prev INTEGER NOT NULL, at INTEGER NOT NULL, sum INTEGER NOT NULL,"
    " entry TEXT NOT NULL);"
    "CREATE TABLE IF NOT EXISTS mark(one INTEGER PRIMARY KEY CHECK(one = 1), seq INTEGER NOT NULL);"
    "INSERT OR IGNORE INTO mark VALUES(1, 0);",
    "CREATE TABLE IF NOT EXISTS about(one INTEGER PRIMARY KEY CHECK(one = 1), secret TEXT NOT "
    "NULL);",
};
enum { VERSION = sizeof steps / sizeof steps[0] };

// What went wrong with the database, in the words of who reads it.
static const char *problem(sqlite3 *db, int rc, vg_lang lang)
{
    if (db) rc = sqlite3_errcode(db);
    if (lang == VG_EN) return db ? sqlite3_errmsg(db) : sqlite3_errstr(rc);
    switch (rc & 0xff) {
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB: return "il file è rovinato, o non è un database";
    case SQLITE_CANTOPEN: return "il database non si apre";
    case SQLITE_READONLY: return "il database è in sola lettura";
    case SQLITE_PERM: return "manca il permesso";
    case SQLITE_FULL: return "il disco è pieno";
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return "il database è in uso";
    case SQLITE_IOERR: return "il disco non risponde come deve";
    case SQLITE_NOMEM: return "non c'è memoria";
    default: return "il database non risponde come deve";
    }
}

// It holds the secrets of running games: nobody else's business, whatever the folder is like. By
// name only: closing a descriptor of the file would drop SQLite's locks on it.
static void keep_private(const char *path)
{
    static const char *const suffix[] = {"", "-wal", "-shm"};
    struct stat st;
    for (int i = 0; i < 3; i++) {
        char name[1100];
        if (snprintf(name, sizeof name, "%s%s", path, suffix[i]) >= (int)sizeof name) return;
        if (lstat(name, &st) == 0 && S_ISREG(st.st_mode) && st.st_mode & 077)
            chmod(name, st.st_mode & 0700);
    }
}

// A new and empty file that is ours alone. False if there is something already.
static bool make_private(const char *path)
{
    int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0) return false;
    close(fd);
    return true;
}

static sqlite3 *connect_db(const char *path, vg_lang lang, vg_text *why)
{
    make_private(path);
    keep_private(path);
    sqlite3 *db = NULL;
    int rc = sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL);
    if (rc == SQLITE_OK) {
        sqlite3_busy_timeout(db, BUSY_MS);
        rc = sqlite3_exec(db, "PRAGMA journal_mode=WAL", NULL, NULL, NULL);
    }
    if (rc == SQLITE_OK) rc = sqlite3_exec(db, "PRAGMA synchronous=FULL", NULL, NULL, NULL);
    if (rc == SQLITE_OK) {
        sqlite3_wal_autocheckpoint(db, WAL_PAGES);
        return db;
    }
    vg_text_printf(why, "%s: %s", path, problem(db, rc, lang));
    sqlite3_close(db);
    return NULL;
}

static bool prepare(sqlite3 *db, const char *sql, sqlite3_stmt **out)
{
    return sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, out, NULL) == SQLITE_OK;
}

// Steps a statement that gives no rows.
static bool run(sqlite3_stmt *stmt)
{
    int rc = sqlite3_step(stmt);
    sqlite3_reset(stmt);
    return rc == SQLITE_DONE || rc == SQLITE_ROW;
}

static bool upgrade(file *s, vg_text *why)
{
    sqlite3_stmt *stmt = NULL;
    int version = -1;
    if (prepare(s->db, "PRAGMA user_version", &stmt) && sqlite3_step(stmt) == SQLITE_ROW)
        version = sqlite3_column_int(stmt, 0);
    sqlite3_finalize(stmt);
    if (version > VERSION)
        vg_text_printf(why,
                       s->lang == VG_IT ? "%s: è di una Veglia più nuova"
                                        : "%s: it belongs to a newer Veglia",
                       s->path);
    bool ok = version >= 0 && version <= VERSION;
    for (; ok && version < VERSION; version++) {
        char sql[2048];
        int n = snprintf(sql, sizeof sql, "BEGIN IMMEDIATE;%s PRAGMA user_version=%d;COMMIT",
                         steps[version], version + 1);
        ok = n < (int)sizeof sql && sqlite3_exec(s->db, sql, NULL, NULL, NULL) == SQLITE_OK;
    }
    return ok;
}

// What only this database has: made once.
static bool read_secret(file *s)
{
    uint8_t bytes[(STORE_SECRET - 1) / 2];
    char hex[STORE_SECRET];
    sqlite3_stmt *stmt = NULL;
    if (sodium_init() < 0) return false;
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(hex, sizeof hex, bytes, sizeof bytes);
    bool ok = prepare(s->db, "INSERT OR IGNORE INTO about VALUES(1, ?)", &stmt) &&
              sqlite3_bind_text(stmt, 1, hex, -1, SQLITE_STATIC) == SQLITE_OK && run(stmt);
    sqlite3_finalize(stmt);
    stmt = NULL;
    ok =
        ok && prepare(s->db, "SELECT secret FROM about", &stmt) && sqlite3_step(stmt) == SQLITE_ROW;
    if (ok) snprintf(s->secret, sizeof s->secret, "%s", (const char *)sqlite3_column_text(stmt, 0));
    sqlite3_finalize(stmt);
    return ok;
}

static const char *file_secret(void *k) { return ((const file *)k)->secret; }

static bool prepare_all(file *s)
{
    return prepare(s->db, "BEGIN IMMEDIATE", &s->begin) && prepare(s->db, "COMMIT", &s->commit) &&
           prepare(s->db, "ROLLBACK", &s->rollback) &&
           prepare(s->db, "INSERT INTO log VALUES(?,?,?,?,?,?,?)", &s->insert) &&
           prepare(s->db, "INSERT INTO tables VALUES(?1,?2,?2,?3,0,0,0)", &s->make) &&
           prepare(s->db, "UPDATE tables SET status=?2, changed=?3 WHERE id=?1", &s->status) &&
           prepare(s->db, "SELECT head, count, sum FROM tables WHERE id=?", &s->find) &&
           prepare(s->db, "UPDATE tables SET head=?2, count=?3, sum=?4 WHERE id=?1",
                   &s->save_head) &&
           prepare(s->db, "UPDATE mark SET seq=?", &s->save_mark) &&
           prepare(s->db, "PRAGMA data_version", &s->version);
}

static void disconnect(file *s)
{
    sqlite3_stmt **all[] = {&s->begin,  &s->commit, &s->rollback,  &s->insert,    &s->make,
                            &s->status, &s->find,   &s->save_head, &s->save_mark, &s->version};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        sqlite3_finalize(*all[i]);
        *all[i] = NULL;
    }
    sqlite3_close(s->db);
    s->db = NULL;
}

// ---- heads -----------------------------------------------------------------------

static head *slot(head *heads, size_t cap, uint64_t table)
{
    size_t i = (size_t)(table * 0x9e3779b97f4a7c15u >> 20) % cap;
    while (heads[i].table && heads[i].table != table) i = (i + 1) % cap;
    return &heads[i];
}

static bool grow_heads(file *s)
{
    size_t cap = s->head_cap ? s->head_cap * 2 : 1024;
    head *grown = calloc(cap, sizeof *grown);
    if (!grown) return false;
    for (size_t i = 0; i < s->head_cap; i++)
        if (s->heads[i].table) *slot(grown, cap, s->heads[i].table) = s->heads[i];
    free(s->heads);
    s->heads = grown;
    s->head_cap = cap;
    return true;
}

// The head of a table, from memory or from `tables`. NULL with `missing` set if there is no such
// table, NULL alone if it cannot be read. Borrowed until the next call.
static head *find_head(file *s, uint64_t table, bool *missing)
{
    if (s->head_count * 2 >= s->head_cap && !grow_heads(s)) return NULL;
    head *h = slot(s->heads, s->head_cap, table);
    if (h->table) return h;
    head found = {.table = table};
    sqlite3_bind_int64(s->find, 1, (int64_t)table);
    int rc = sqlite3_step(s->find);
    if (rc == SQLITE_ROW) {
        found.seq = sqlite3_column_int64(s->find, 0);
        found.count = (uint32_t)sqlite3_column_int64(s->find, 1);
        found.sum = (uint64_t)sqlite3_column_int64(s->find, 2);
    }
    sqlite3_reset(s->find);
    *missing = rc == SQLITE_DONE;
    if (rc != SQLITE_ROW) return NULL;
    *h = found;
    s->head_count++;
    return h;
}

static void set_head(file *s, head *h, int64_t seq, uint32_t count, uint64_t sum)
{
    s->unmarked++;
    h->dirty = true;
    h->seq = seq;
    h->count = count;
    h->sum = sum;
}

// Writes the heads to `tables`, inside a transaction.
static bool save_heads(file *s)
{
    bool ok = true;
    for (size_t i = 0; ok && i < s->head_cap; i++) {
        const head *h = &s->heads[i];
        if (!h->table || !h->dirty) continue;
        sqlite3_bind_int64(s->save_head, 1, (int64_t)h->table);
        sqlite3_bind_int64(s->save_head, 2, h->seq);
        sqlite3_bind_int64(s->save_head, 3, h->count);
        sqlite3_bind_int64(s->save_head, 4, (int64_t)h->sum);
        ok = run(s->save_head);
    }
    sqlite3_bind_int64(s->save_mark, 1, s->seq);
    return ok && run(s->save_mark);
}

static void forget_heads(file *s)
{
    memset(s->heads, 0, s->head_cap * sizeof *s->heads);
    s->head_count = 0;
}

// The heads are on disk now.
static void marked(file *s)
{
    s->unmarked = 0;
    for (size_t i = 0; i < s->head_cap; i++) s->heads[i].dirty = false;
    if (s->head_count > HEADS_KEPT) forget_heads(s);
}

// Brings heads and mark to disk.
static bool mark(file *s)
{
    if (s->unmarked == 0) return true;
    if (run(s->begin) && save_heads(s) && run(s->commit)) {
        marked(s);
        return true;
    }
    run(s->rollback);
    return false;
}

// Learns the heads from the rows past the mark.
static bool recover(file *s)
{
    sqlite3_stmt *rows = NULL;
    forget_heads(s);
    s->unmarked = 0;
    bool ok = prepare(s->db,
                      "SELECT seq, tab, n, sum FROM log WHERE seq > (SELECT seq FROM mark)"
                      " ORDER BY seq",
                      &rows);
    int rc = SQLITE_ERROR;
    while (ok && (rc = sqlite3_step(rows)) == SQLITE_ROW) {
        bool missing = false;
        head *h = find_head(s, (uint64_t)sqlite3_column_int64(rows, 1), &missing);
        if (missing) continue; // its table was removed
        if (!h) break;
        set_head(s, h, sqlite3_column_int64(rows, 0), (uint32_t)sqlite3_column_int64(rows, 2) + 1,
                 (uint64_t)sqlite3_column_int64(rows, 3));
    }
    sqlite3_finalize(rows);
    if (!ok || rc != SQLITE_DONE) return false;
    ok = prepare(s->db, "SELECT max((SELECT ifnull(max(seq),0) FROM log), seq) FROM mark", &rows) &&
         sqlite3_step(rows) == SQLITE_ROW;
    if (ok) s->seq = sqlite3_column_int64(rows, 0);
    sqlite3_finalize(rows);
    return ok;
}

// Somebody else may write too (veglia admin): then what we remember is old. In a transaction.
static bool refresh(file *s)
{
    bool ok = sqlite3_step(s->version) == SQLITE_ROW;
    int64_t versions = ok ? sqlite3_column_int64(s->version, 0) : 0;
    sqlite3_reset(s->version);
    if (!ok || versions == s->versions) return ok;
    s->versions = versions;
    return recover(s);
}

// ---- writing -----------------------------------------------------------------------

// One write inside a transaction. False if the database failed; a conflict is no failure.
static bool write_one(file *s, store_write *w)
{
    if (w->n == 0) {
        sqlite3_bind_int64(s->make, 1, (int64_t)w->table);
        sqlite3_bind_int64(s->make, 2, w->at);
        sqlite3_bind_int(s->make, 3, w->status == STORE_SAME ? STORE_OPEN : w->status);
        int rc = sqlite3_step(s->make);
        sqlite3_reset(s->make);
        if (rc == SQLITE_CONSTRAINT) {
            w->conflict = true;
            return true;
        }
        if (rc != SQLITE_DONE) return false;
    }
    bool missing = false;
    head *h = find_head(s, w->table, &missing);
    if (!h && !missing) return false;
    if (missing || h->count != w->n) {
        w->conflict = true;
        return true;
    }
    uint64_t sum = store_sum(h->sum, w->table, w->n, w->at, w->text, w->length);
    sqlite3_bind_int64(s->insert, 1, s->seq + 1);
    sqlite3_bind_int64(s->insert, 2, (int64_t)w->table);
    sqlite3_bind_int64(s->insert, 3, w->n);
    sqlite3_bind_int64(s->insert, 4, h->seq);
    sqlite3_bind_int64(s->insert, 5, w->at);
    sqlite3_bind_int64(s->insert, 6, (int64_t)sum);
    sqlite3_bind_text(s->insert, 7, w->text, (int)w->length, SQLITE_STATIC);
    if (!run(s->insert)) return false;
    set_head(s, h, ++s->seq, w->n + 1, sum);
    if (w->n > 0 && w->status != STORE_SAME) {
        sqlite3_bind_int64(s->status, 1, (int64_t)w->table);
        sqlite3_bind_int(s->status, 2, w->status);
        sqlite3_bind_int64(s->status, 3, w->at);
        if (!run(s->status)) return false;
    }
    return true;
}

// Puts a batch on disk, all or nothing (but for conflicts). Says why not.
static store_wrote file_write(void *k, store_write *batch, char why[160])
{
    file *s = k;
    vg_text text = vg_text_over(why, 160);
    if (!s->db) {
        // After a failure everything starts afresh: what the disk says is what happened.
        s->db = connect_db(s->path, VG_EN, &text);
        if (!s->db) return STORE_FAILED;
        s->versions = -1;
        if (!prepare_all(s)) {
            vg_text_add(&text, sqlite3_errmsg(s->db));
            disconnect(s);
            return STORE_FAILED;
        }
    }
    bool ok = run(s->begin) && refresh(s);
    for (store_write *w = batch; ok && w; w = w->next) ok = write_one(s, w);
    bool due = s->unmarked >= MARK_EVERY;
    if (ok && due) ok = save_heads(s);
    ok = ok && run(s->commit);
    if (ok) {
        if (due) marked(s);
        for (store_write *w = batch; w; w = w->next) w->ok = !w->conflict;
        return STORE_WROTE;
    }
    vg_text_add(&text, sqlite3_errmsg(s->db));
    run(s->rollback);
    disconnect(s);
    return STORE_FAILED;
}

static void file_rest(void *k)
{
    file *s = k;
    if (s->db) mark(s); // only saves time at the next start
}

// ---- opening and closing -------------------------------------------------------------

static void file_close(void *k)
{
    file *s = k;
    disconnect(s);
    sqlite3_close(s->reader);
    pthread_mutex_destroy(&s->read_lock);
    free(s->heads);
    free(s->path);
    free(s);
}

static void *file_open(const char *path, vg_lang lang, const store_node *node, vg_text *why)
{
    file *s = calloc(1, sizeof *s);
    (void)node; // the file is one server's: its lock
    if (!s) return NULL;
    s->lang = lang;
    s->versions = -1;
    pthread_mutex_init(&s->read_lock, NULL);
    s->path = strdup(path);
    if (s->path && grow_heads(s)) s->db = connect_db(path, lang, why);
    if (s->db) {
        if (upgrade(s, why) && read_secret(s) && prepare_all(s) && recover(s) && mark(s)) return s;
        if (why->len == 0) vg_text_printf(why, "%s: %s", path, problem(s->db, 0, lang));
    }
    file_close(s);
    return NULL;
}

static uint64_t file_bytes(void *k)
{
    const file *s = k;
    struct stat st;
    char wal[1100];
    snprintf(wal, sizeof wal, "%s-wal", s->path);
    uint64_t bytes = stat(s->path, &st) == 0 ? (uint64_t)st.st_size : 0;
    if (stat(wal, &st) == 0) bytes += (uint64_t)st.st_size;
    return bytes;
}

// ---- reading ---------------------------------------------------------------------------

// The newest row of `table` as the reader's connection sees it: the head saved, or one of the rows
// past the mark. 0: there is no such table; -1: it cannot be read.
static int64_t newest_row(sqlite3 *db, uint64_t table)
{
    int64_t seq = -1;
    sqlite3_stmt *stmt = NULL;
    if (prepare(db,
                "SELECT max(t.head, ifnull((SELECT max(seq) FROM log WHERE seq >"
                " (SELECT seq FROM mark) AND tab = t.id), 0)) FROM tables t WHERE t.id = ?",
                &stmt)) {
        sqlite3_bind_int64(stmt, 1, (int64_t)table);
        int rc = sqlite3_step(stmt);
        if (rc == SQLITE_ROW) seq = sqlite3_column_int64(stmt, 0);
        if (rc == SQLITE_DONE) seq = 0;
    }
    sqlite3_finalize(stmt);
    return seq;
}

typedef struct kept {
    uint32_t n;
    int64_t at;
    uint64_t sum;
    char *text;
    size_t length;
} kept;

// Walks the chain from its newest row; the rows come out newest first. False: see `why`.
static bool walk(sqlite3 *db, uint64_t table, int64_t seq, kept **out, size_t *count, vg_text *why)
{
    sqlite3_stmt *stmt = NULL;
    size_t cap = 0;
    bool ok =
        prepare(db, "SELECT n, prev, at, sum, entry FROM log WHERE seq = ? AND tab = ?", &stmt);
    while (ok && seq > 0) {
        sqlite3_bind_int64(stmt, 1, seq);
        sqlite3_bind_int64(stmt, 2, (int64_t)table);
        int rc = sqlite3_step(stmt);
        ok = rc == SQLITE_ROW;
        if (!ok) {
            if (rc == SQLITE_DONE) vg_text_printf(why, "row %lld is missing", (long long)seq);
            break;
        }
        if (*count == cap) {
            cap = cap ? cap * 2 : 64;
            kept *grown = realloc(*out, cap * sizeof *grown);
            ok = grown != NULL;
            if (!ok) break;
            *out = grown;
        }
        int64_t prev = sqlite3_column_int64(stmt, 1);
        const char *text = (const char *)sqlite3_column_text(stmt, 4);
        size_t length = (size_t)sqlite3_column_bytes(stmt, 4);
        char *copy = malloc(length + 1);
        ok = text && copy && prev < seq;
        if (ok) memcpy(copy, text, length);
        if (copy) copy[length] = '\0';
        (*out)[(*count)++] = (kept){.n = (uint32_t)sqlite3_column_int64(stmt, 0),
                                    .at = sqlite3_column_int64(stmt, 2),
                                    .sum = (uint64_t)sqlite3_column_int64(stmt, 3),
                                    .text = copy,
                                    .length = length};
        sqlite3_reset(stmt);
        seq = prev;
    }
    if (!ok && why->len == 0) vg_text_add(why, sqlite3_errmsg(db));
    sqlite3_finalize(stmt);
    return ok;
}

static bool read_table(file *s, uint64_t table, kept **rows, size_t *count, vg_text *why)
{
    if (!s->reader) {
        s->reader = connect_db(s->path, s->lang, why);
        if (!s->reader) return false;
    }
    // One transaction, so that head and chain are of one moment.
    bool ok = sqlite3_exec(s->reader, "BEGIN", NULL, NULL, NULL) == SQLITE_OK;
    int64_t seq = ok ? newest_row(s->reader, table) : -1;
    if (seq < 0) vg_text_add(why, sqlite3_errmsg(s->reader));
    ok = seq > 0 && walk(s->reader, table, seq, rows, count, why);
    sqlite3_exec(s->reader, "COMMIT", NULL, NULL, NULL);
    uint64_t sum = 0;
    for (size_t i = *count; ok && i-- > 0;) {
        const kept *k = &(*rows)[i];
        sum = store_sum(sum, table, k->n, k->at, k->text, k->length);
        ok = k->n == *count - 1 - i && k->sum == sum;
        if (!ok) vg_text_printf(why, "entry %u does not match its checksum", k->n);
    }
    if (!ok && seq != 0) { // whatever it was, begin with a fresh connection next time
        sqlite3_close(s->reader);
        s->reader = NULL;
    }
    return ok;
}

static store_found file_read(void *k, uint64_t table, store_each_entry *each, void *arg,
                             vg_text *why)
{
    file *s = k;
    kept *rows = NULL;
    size_t count = 0;
    pthread_mutex_lock(&s->read_lock);
    bool ok = read_table(s, table, &rows, &count, why);
    pthread_mutex_unlock(&s->read_lock);
    for (size_t i = count; ok && i-- > 0;) {
        store_entry e = {.n = rows[i].n, .at = rows[i].at, rows[i].text, rows[i].length};
        if (!each(arg, &e)) break;
    }
    for (size_t i = 0; i < count; i++) free(rows[i].text);
    free(rows);
    return ok ? STORE_FOUND : why->len ? STORE_DAMAGED : STORE_MISSING;
}

static bool file_list(void *k, store_each_row *each, void *arg, vg_text *why)
{
    file *s = k;
    pthread_mutex_lock(&s->read_lock);
    sqlite3_stmt *stmt = NULL;
    int rc = SQLITE_ERROR;
    if (!s->reader) s->reader = connect_db(s->path, s->lang, why);
    if (s->reader &&
        prepare(s->reader, "SELECT id, made, changed, status FROM tables ORDER BY made", &stmt)) {
        while ((rc = sqlite3_step(stmt)) == SQLITE_ROW) {
            store_row row = {.table = (uint64_t)sqlite3_column_int64(stmt, 0),
                             .made = sqlite3_column_int64(stmt, 1),
                             .changed = sqlite3_column_int64(stmt, 2),
                             .status = (uint8_t)sqlite3_column_int(stmt, 3)};
            if (!each(arg, &row)) {
                rc = SQLITE_DONE;
                break;
            }
        }
    }
    if (rc != SQLITE_DONE && s->reader) vg_text_add(why, problem(s->reader, 0, s->lang));
    sqlite3_finalize(stmt);
    pthread_mutex_unlock(&s->read_lock);
    return rc == SQLITE_DONE;
}

static bool file_backup(void *k, const char *to, vg_text *why)
{
    const file *s = k;
    // VACUUM INTO refuses to overwrite and gives one compact file of one moment.
    sqlite3 *db = connect_db(s->path, s->lang, why);
    if (!db) return false;
    sqlite3_stmt *stmt = NULL;
    if (!make_private(to)) {
        vg_text_printf(why, "%s: %s", to, vg_system_text(errno, s->lang));
        sqlite3_close(db);
        return false;
    }
    bool ok = prepare(db, "VACUUM INTO ?", &stmt);
    if (ok) {
        sqlite3_bind_text(stmt, 1, to, -1, SQLITE_STATIC);
        ok = run(stmt);
    }
    if (!ok) {
        vg_text_printf(why, "%s: %s", to, problem(db, 0, s->lang));
        unlink(to);
    }
    sqlite3_finalize(stmt);
    sqlite3_close(db);
    return ok;
}

static bool file_remove(void *k, uint64_t table, vg_text *why)
{
    const file *s = k;
    sqlite3 *db = connect_db(s->path, s->lang, why);
    if (!db) return false;
    sqlite3_stmt *row = NULL, *entry = NULL;
    int64_t seq = newest_row(db, table);
    bool ok = seq >= 0 && sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL) == SQLITE_OK &&
              prepare(db, "SELECT prev FROM log WHERE seq=? AND tab=?", &row) &&
              prepare(db, "DELETE FROM log WHERE seq=? AND tab=?", &entry);
    while (ok && seq > 0) {
        sqlite3_bind_int64(row, 1, seq);
        sqlite3_bind_int64(row, 2, (int64_t)table);
        sqlite3_bind_int64(entry, 1, seq);
        sqlite3_bind_int64(entry, 2, (int64_t)table);
        int64_t prev = sqlite3_step(row) == SQLITE_ROW ? sqlite3_column_int64(row, 0) : 0;
        sqlite3_reset(row);
        ok = run(entry);
        seq = prev;
    }
    sqlite3_finalize(row);
    sqlite3_finalize(entry);
    if (ok && prepare(db, "DELETE FROM tables WHERE id=?", &row)) {
        sqlite3_bind_int64(row, 1, (int64_t)table);
        ok = run(row);
        sqlite3_finalize(row);
        ok = ok && sqlite3_exec(db, "COMMIT", NULL, NULL, NULL) == SQLITE_OK;
    }
    if (!ok) vg_text_printf(why, "%s: %s", s->path, problem(db, 0, s->lang));
    sqlite3_close(db);
    return ok;
}

static bool file_stamp(void *k, const store_row *row, vg_text *why)
{
    const file *s = k;
    sqlite3 *db = connect_db(s->path, s->lang, why);
    sqlite3_stmt *stmt = NULL;
    if (!db) return false;
    bool ok = prepare(db, "UPDATE tables SET made=?2, changed=?3, status=?4 WHERE id=?1", &stmt);
    if (ok) {
        sqlite3_bind_int64(stmt, 1, (int64_t)row->table);
        sqlite3_bind_int64(stmt, 2, row->made);
        sqlite3_bind_int64(stmt, 3, row->changed);
        sqlite3_bind_int(stmt, 4, row->status);
        ok = run(stmt);
    }
    if (!ok) vg_text_printf(why, "%s: %s", s->path, problem(db, 0, s->lang));
    sqlite3_finalize(stmt);
    sqlite3_close(db);
    return ok;
}

// All that are live, once: at the start nobody has any.
typedef struct adoption {
    store_each_table *each;
    void *arg;
} adoption;

static bool adopt_row(void *arg, const store_row *row)
{
    const adoption *to = arg;
    return row->status > STORE_PLAYING || to->each(to->arg, row->table);
}

static bool file_adopt(void *k, store_each_table *each, void *arg, vg_text *why)
{
    file *s = k;
    if (s->replayed) return true;
    s->replayed = true;
    return file_list(k, adopt_row, &(adoption){each, arg}, why);
}

const store_kind store_sqlite = {.open = file_open,
                                 .close = file_close,
                                 .write = file_write,
                                 .rest = file_rest,
                                 .read = file_read,
                                 .list = file_list,
                                 .remove = file_remove,
                                 .stamp = file_stamp,
                                 .backup = file_backup,
                                 .adopt = file_adopt,
                                 .bytes = file_bytes,
                                 .secret = file_secret};

// ---- putting a backup back -----------------------------------------------------------

// Is it a database of ours, whole?
static bool sound(const char *path, vg_lang lang, vg_text *why)
{
    sqlite3 *db = NULL;
    sqlite3_stmt *stmt = NULL;
    char said[160] = "";
    int rc = sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL);
    if (rc == SQLITE_OK && prepare(db, "PRAGMA integrity_check", &stmt) &&
        sqlite3_step(stmt) == SQLITE_ROW)
        snprintf(said, sizeof said, "%s", (const char *)sqlite3_column_text(stmt, 0));
    sqlite3_finalize(stmt);
    bool ok =
        strcmp(said, "ok") == 0 &&
        sqlite3_exec(db, "SELECT id, head FROM tables LIMIT 1; SELECT seq, entry FROM log LIMIT 1",
                     NULL, NULL, NULL) == SQLITE_OK;
    if (!ok)
        vg_text_printf(why, "%s: %s", path,
                       said[0] && strcmp(said, "ok") != 0 ? said : problem(db, 0, lang));
    sqlite3_close(db);
    return ok;
}

static bool copy_file(const char *from, int out)
{
    char buffer[65536];
    int in = open(from, O_RDONLY | O_CLOEXEC);
    ssize_t n = in < 0 ? -1 : 0;
    while (in >= 0 && (n = read(in, buffer, sizeof buffer)) > 0)
        for (ssize_t at = 0, w; at < n; at += w)
            if ((w = write(out, buffer + at, (size_t)(n - at))) <= 0) {
                close(in);
                return false;
            }
    if (in >= 0) close(in);
    return n == 0 && fsync(out) == 0;
}

static void sync_folder(const char *path)
{
    char folder[1024];
    const char *slash = strrchr(path, '/');
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path + 1) : 1,
             slash ? path : ".");
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return;
    fsync(fd);
    close(fd);
}

bool store_restore(const char *path, const char *from, vg_lang lang, vg_text *aside, vg_text *why)
{
    static const char *const suffix[] = {"-wal", "-shm", ""};
    char fresh[1100], old[1100], name[1110], moved[1120];
    struct stat st;
    snprintf(fresh, sizeof fresh, "%s.new", path);
    if (!sound(from, lang, why)) return false;
    unlink(fresh);
    int out = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    bool ok = out >= 0 && copy_file(from, out);
    // Who runs the server must be able to read it, also when root puts it back.
    if (ok && stat(path, &st) == 0 && geteuid() == 0) ok = fchown(out, st.st_uid, st.st_gid) == 0;
    if (!ok) vg_text_printf(why, "%s: %s", fresh, vg_system_text(errno, lang));
    if (out >= 0) close(out);
    // What was there goes aside whole, its -wal first: beside another database it would be read
    // into it.
    snprintf(old, sizeof old, "%s.before-%lld", path, (long long)time(NULL));
    for (int i = 0; ok && i < 3; i++) {
        snprintf(name, sizeof name, "%s%s", path, suffix[i]);
        snprintf(moved, sizeof moved, "%s%s", old, suffix[i]);
        if (rename(name, moved) == 0) {
            if (i == 2) vg_text_add(aside, old);
        } else if (errno != ENOENT) {
            vg_text_printf(why, "%s: %s", name, vg_system_text(errno, lang));
            ok = false;
        }
    }
    if (ok && rename(fresh, path) != 0) {
        vg_text_printf(why, "%s: %s", path, vg_system_text(errno, lang));
        ok = false;
    }
    if (!ok) unlink(fresh);
    sync_folder(path);
    return ok;
}
