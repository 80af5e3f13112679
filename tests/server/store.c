// The store's contract, held to by both keepers: server_store FILE, or server_store
// postgresql://...
#include "server/store_kind.h"

#include <libpq-fe.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char *where;
static bool shared;
static char why_text[256];
static vg_text why;

#define CHECK(what)                                                                                \
    do {                                                                                           \
        if (!(what)) {                                                                             \
            fprintf(stderr, "%s:%d: %s (%s)\n", __FILE__, __LINE__, #what, why_text);              \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

static store *open_as(const char *name, const char *peer)
{
    why = VG_TEXT(why_text);
    store_node node = {.name = name, .peer = peer, .version = peer};
    store *s = store_open(where, VG_EN, name ? &node : NULL, NULL, NULL, &why);
    CHECK(s);
    return s;
}

// What it takes to do it behind the store's back.
static void sql(const char *text)
{
    if (shared) {
        PGconn *db = PQconnectdb(where);
        PGresult *r = PQexec(db, text);
        if (PQresultStatus(r) != PGRES_COMMAND_OK && PQresultStatus(r) != PGRES_TUPLES_OK)
            snprintf(why_text, sizeof why_text, "%.200s", PQerrorMessage(db));
        CHECK(PQresultStatus(r) == PGRES_COMMAND_OK || PQresultStatus(r) == PGRES_TUPLES_OK);
        PQclear(r);
        PQfinish(db);
    } else {
        sqlite3 *db;
        CHECK(sqlite3_open(where, &db) == SQLITE_OK);
        CHECK(sqlite3_exec(db, text, NULL, NULL, NULL) == SQLITE_OK);
        sqlite3_close(db);
    }
}

static store_write *entry(uint64_t table, uint32_t n, uint64_t epoch, const char *text)
{
    store_write *w = store_write_new(strlen(text), NULL);
    w->table = table;
    w->n = n;
    w->epoch = epoch;
    w->at = 1000 + n;
    memcpy(w->text, text, strlen(text));
    return w;
}

// Sends what was appended and waits for `count` of them; gives them in order.
static store_write *done(store *s, int count)
{
    store_write *all = NULL, **end = &all;
    store_send(s);
    while (count > 0) {
        for (store_write *w = store_collect(s); w; w = w->next) {
            *end = w;
            end = &w->next;
            count--;
        }
        if (count > 0) nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL);
    }
    return all;
}

typedef enum outcome { OK, CONFLICT, FAILED } outcome;

static outcome put(store *s, uint64_t table, uint32_t n, uint64_t epoch, const char *text)
{
    store_append(s, entry(table, n, epoch, text));
    store_write *w = done(s, 1);
    outcome out = w->ok ? OK : w->conflict ? CONFLICT : FAILED;
    CHECK(!(w->ok && w->conflict));
    free(w);
    return out;
}

typedef struct heard {
    char text[256];
    uint32_t count;
} heard;

static bool hear(void *arg, const store_entry *e)
{
    heard *h = arg;
    CHECK(e->n == h->count && e->at == 1000 + e->n && e->text[e->length] == '\0');
    h->count++;
    strncat(h->text, e->text, sizeof h->text - strlen(h->text) - 1);
    return true;
}

static heard read_all(store *s, uint64_t table, store_found expected)
{
    heard h = {0};
    why = VG_TEXT(why_text);
    CHECK(store_read(s, table, hear, &h, &why) == expected);
    CHECK((why.len > 0) == (expected == STORE_DAMAGED));
    return h;
}

static bool count_row(void *arg, const store_row *row)
{
    int *seen = arg;
    seen[0]++;
    if (row->table == 8) seen[1] = row->status;
    return true;
}

static uint64_t own(store *s, uint64_t table)
{
    store_claim claim;
    why = VG_TEXT(why_text);
    CHECK(store_own(s, table, &claim, &why) == STORE_OURS);
    CHECK(claim.term == store_term(s));
    return claim.epoch;
}

// ---- what holds for any ------------------------------------------------------------------

static void entries(void)
{
    store *s = open_as(NULL, NULL);
    read_all(s, 7, STORE_MISSING);
    CHECK(put(s, 7, 1, 1, "no table") == CONFLICT);
    CHECK(put(s, 7, 0, 1, "zero ") == OK);
    CHECK(put(s, 7, 0, 1, "again") == CONFLICT);
    CHECK(put(s, 7, 2, 1, "a gap") == CONFLICT);
    CHECK(put(s, 7, 1, 1, "\xc3\xa8 'quoted' \"{},\\\" ") == OK);
    CHECK(put(s, 7, 1, 1, "doubled") == CONFLICT);
    // One batch: a table made and gone on with, another, and something that does not fit.
    store_append(s, entry(8, 0, 1, "a"));
    store_append(s, entry(9, 0, 1, "x"));
    store_append(s, entry(8, 1, 1, "b"));
    store_append(s, entry(9, 3, 1, "no"));
    store_append(s, entry(8, 2, 1, "c"));
    store_append(s, entry(9, 1, 1, "y"));
    int i = 0;
    for (store_write *w = done(s, 6), *next; w; w = next, i++) {
        next = w->next;
        CHECK(w->ok == (i != 3) && w->conflict == (i == 3));
        free(w);
    }
    CHECK(strcmp(read_all(s, 7, STORE_FOUND).text, "zero \xc3\xa8 'quoted' \"{},\\\" ") == 0);
    CHECK(strcmp(read_all(s, 8, STORE_FOUND).text, "abc") == 0);
    CHECK(strcmp(read_all(s, 9, STORE_FOUND).text, "xy") == 0);
    store_write *w = entry(8, 3, 1, "d");
    w->status = STORE_OVER;
    store_append(s, w);
    free(done(s, 1));
    store_close(s); // and all is there when it is opened again
    s = open_as(NULL, NULL);
    CHECK(strcmp(read_all(s, 8, STORE_FOUND).text, "abcd") == 0);
    int seen[2] = {0};
    why = VG_TEXT(why_text);
    CHECK(store_list(s, count_row, seen, &why) && seen[0] == 3 && seen[1] == STORE_OVER);
    CHECK(put(s, 8, 4, own(s, 8), "e") == OK);
    // Somebody else writes as well: the place is compared where it is written, not where it is
    // known.
    store *other = open_as(NULL, NULL);
    uint64_t epoch = own(s, 9);
    CHECK(put(s, 9, 2, epoch, "z") == OK && put(other, 9, 3, epoch, "!") == OK);
    CHECK(put(s, 9, 3, epoch, "at the same place") == CONFLICT);
    CHECK(strcmp(read_all(s, 9, STORE_FOUND).text, "xyz!") == 0);
    store_close(other);
    CHECK(store_remove(s, 9, &why));
    read_all(s, 9, STORE_MISSING);
    CHECK(put(s, 9, 2, 1, "gone") == CONFLICT);
    store_figures figures;
    store_look(s, &figures);
    CHECK(figures.entries == 2 && !figures.failing && !figures.holding && figures.queue == 0);
    store_close(s);
}

// Many tables, more entries than a statement takes: each there once, in order.
static void many(void)
{
    enum { TABLES = 1500, ENTRIES = 3 };
    store *s = open_as(NULL, NULL);
    for (int n = 0; n < ENTRIES; n++)
        for (int t = 0; t < TABLES; t++)
            store_append(s, entry(100000 + (uint64_t)t * 7, (uint32_t)n, 1, "m"));
    for (store_write *w = done(s, TABLES * ENTRIES), *next; w; w = next) {
        next = w->next;
        CHECK(w->ok);
        free(w);
    }
    for (int t = 0; t < TABLES; t += 50)
        CHECK(read_all(s, 100000 + (uint64_t)t * 7, STORE_FOUND).count == ENTRIES);
    store_close(s);
}

static void damage(void)
{
    store *s = open_as(NULL, NULL);
    for (uint32_t n = 0; n < 4; n++) {
        CHECK(put(s, 20, n, 1, "good ") == OK);
        CHECK(put(s, 21, n, 1, "good ") == OK);
    }
    store_close(s);
    sql(shared ? "UPDATE veglia.log SET entry = 'bad' WHERE tab = 20 AND n = 2"
               : "UPDATE log SET entry = 'bad' WHERE tab = 20 AND n = 2");
    sql(shared ? "DELETE FROM veglia.log WHERE tab = 21 AND n = 3"
               : "DELETE FROM log WHERE tab = 21 AND n = 3");
    s = open_as(NULL, NULL);
    read_all(s, 20, STORE_DAMAGED);
    read_all(s, 21, STORE_DAMAGED);
    CHECK(strcmp(read_all(s, 7, STORE_FOUND).text, "zero \xc3\xa8 'quoted' \"{},\\\" ") == 0);
    CHECK(store_remove(s, 20, &why) && store_remove(s, 21, &why));
    store_close(s);
}

// A database of before is brought up to date with what is in it; one of after is left alone.
static void versions(void)
{
    if (shared) {
        sql("UPDATE veglia.about SET version = 1; ALTER TABLE veglia.tables DROP COLUMN listing;"
            "ALTER TABLE veglia.about DROP COLUMN pulse, DROP COLUMN since;"
            "ALTER TABLE veglia.tables DROP COLUMN refused; ALTER TABLE veglia.nodes DROP COLUMN "
            "news, DROP COLUMN version");
        store *s = open_as(NULL, NULL);
        CHECK(strcmp(read_all(s, 8, STORE_FOUND).text, "abcde") == 0);
        store_write *w = store_write_new(1, "{}");
        w->table = 8, w->n = 5, w->epoch = own(s, 8), w->at = 1005, w->text[0] = 'f';
        store_append(s, w);
        w = done(s, 1);
        CHECK(w->ok);
        free(w);
        store_close(s);
    } else {
        sql("PRAGMA user_version = 0");
        store *s = open_as(NULL, NULL);
        CHECK(strcmp(read_all(s, 8, STORE_FOUND).text, "abcde") == 0);
        CHECK(put(s, 8, 5, 1, "f") == OK);
        store_close(s);
    }
    sql(shared ? "UPDATE veglia.about SET version = version + 1" : "PRAGMA user_version = 1000");
    why = VG_TEXT(why_text);
    CHECK(!store_open(where, VG_EN, NULL, NULL, NULL, &why) && strstr(why_text, "newer"));
    sql(shared ? "UPDATE veglia.about SET version = version - 1" : "PRAGMA user_version = 1");
}

static void copies(const char *other)
{
    store *s = open_as(NULL, NULL), *to = store_open(other, VG_EN, NULL, NULL, NULL, &why);
    uint64_t figures[2];
    why = VG_TEXT(why_text);
    CHECK(to && store_copy(s, to, figures, &why) && figures[0] == 2 && figures[1] == 8);
    CHECK(strcmp(read_all(to, 8, STORE_FOUND).text, "abcdef") == 0);
    int seen[2] = {0};
    CHECK(store_list(to, count_row, seen, &why) && seen[0] == 2 && seen[1] == STORE_OVER);
    // Once more changes nothing; what has gone on meanwhile follows; what is another is left alone.
    CHECK(store_copy(s, to, figures, &why) && figures[0] == 2 && figures[1] == 8);
    CHECK(put(s, 8, 6, own(s, 8), "g") == OK);
    CHECK(store_copy(s, to, figures, &why) && figures[1] == 9);
    CHECK(put(to, 7, 2, own(to, 7), "another") == OK);
    CHECK(!store_copy(s, to, figures, &why) && strstr(why_text, "another"));
    why = VG_TEXT(why_text);
    CHECK(strcmp(read_all(to, 8, STORE_FOUND).text, "abcdefg") == 0);
    CHECK(store_remove(to, 7, &why));
    // And back, to where all of it is already.
    CHECK(store_copy(to, s, figures, &why) && figures[0] == 1);
    store_close(to);
    store_close(s);
}

// ---- several servers ------------------------------------------------------------------------

static bool note(void *arg, uint64_t table)
{
    uint64_t *list = arg;
    list[++list[0]] = table;
    return true;
}

static void until(bool (*so)(store *s), store *s)
{
    for (int i = 0; i < 200 && !so(s); i++)
        nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    CHECK(so(s));
}

static bool alone(store *s)
{
    int count;
    store_servers(s, &count);
    return count == 1;
}

static uint64_t term_before;
static bool lost(store *s) { return store_term(s) != term_before; }
static int listed_count;
static void count_line(void *arg, uint64_t table, int64_t made, const char *line)
{
    (void)arg;
    if (table != 30) return;
    CHECK(made == 1000 && strcmp(line, "{\"id\":1}") == 0);
    listed_count++;
}

static int news_count;
static void count_news(void *arg, const void *news, size_t length)
{
    (void)arg;
    if (length == 0) return; // it has none
    CHECK(length == STORE_NEWS && *(const char *)news == 'a');
    news_count++;
}

static void owners(void)
{
    store *a = open_as("a", "10.0.0.1:1"), *b = open_as("b", "10.0.0.2:1");
    store_claim claim;
    CHECK(store_secret(a)[0] && strcmp(store_secret(a), store_secret(b)) == 0);
    CHECK(store_own(a, 12345, &claim, &why) == STORE_NOBODYS);
    store_write *made = store_write_new(1, "{\"id\":1}");
    made->table = 30, made->epoch = STORE_FIRST_EPOCH, made->at = 1000, made->text[0] = '0';
    store_append(a, made);
    free(done(a, 1));
    // Who made it has it.
    CHECK(store_own(b, 30, &claim, &why) == STORE_THEIRS && strcmp(claim.peer, "10.0.0.1:1") == 0);
    CHECK(put(a, 30, 1, STORE_FIRST_EPOCH, "1") == OK);
    uint64_t first = own(a, 30); // a claim of our own begins a new epoch as well
    CHECK(first > STORE_FIRST_EPOCH && put(a, 30, 2, STORE_FIRST_EPOCH, "stale") == CONFLICT);
    CHECK(put(a, 30, 2, first, "2") == OK);
    CHECK(put(b, 30, 3, first + 1, "guessed") == CONFLICT);
    static char news[STORE_NEWS];
    memset(news, 'a', sizeof news);
    store_tell(a, news, sizeof news);
    nanosleep(&(struct timespec){.tv_sec = 2, .tv_nsec = 300000000}, NULL);
    store_heard(b, count_news, NULL);
    store_heard(a, count_news, NULL); // not its own
    CHECK(news_count == 1);
    CHECK(store_lives(b, "10.0.0.1:1") && !store_lives(b, "10.0.0.3:1"));
    store_listed(b, count_line, NULL);
    CHECK(listed_count == 1);
    // The lease ends: as if `a` had slept. Its place is the next one, nobody has written since;
    // only the epoch is over.
    term_before = store_term(a);
    sql("UPDATE veglia.nodes SET until = '-infinity' WHERE name = 'a'");
    uint64_t second;
    while (store_own(b, 30, &claim, &why) != STORE_OURS) { // `a` may have beaten in between
        why = VG_TEXT(why_text);
        nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
        sql("UPDATE veglia.nodes SET until = '-infinity' WHERE name = 'a'");
    }
    second = claim.epoch;
    CHECK(second == first + 1);
    CHECK(put(a, 30, 3, first, "fenced") == CONFLICT);
    CHECK(put(b, 30, 3, second, "3") == OK);
    CHECK(put(a, 30, 4, first, "fenced") == CONFLICT);
    CHECK(strcmp(read_all(a, 30, STORE_FOUND).text, "0123") == 0);
    until(lost, a); // its beat tells it
    CHECK(store_own(a, 30, &claim, &why) == STORE_THEIRS && strcmp(claim.peer, "10.0.0.2:1") == 0);
    // Who stops hands over at once.
    CHECK(put(b, 31, 0, STORE_FIRST_EPOCH, "0") == OK);
    store_close(b);
    CHECK(put(a, 31, 1, own(a, 31), "1") == OK);
    until(alone, a);
    uint64_t list[80] = {0};
    CHECK(store_adopt(a, note, list, &why) && list[0] >= 1); // 30 and what nobody ever had
    list[0] = 0;
    CHECK(store_adopt(a, note, list, &why) && list[0] == 0);
    // Under the same name: the one before is dead, whatever its lease says.
    b = open_as("a", "10.0.0.1:1");
    CHECK(put(b, 30, 4, own(b, 30), "4") == OK);
    store_close(a);
    store_close(b);
}

// A table our rules do not understand goes to who has others, and is not sent round.
static void passed_on(void)
{
    store *a = open_as("a", "10.0.0.1:1"), *b = open_as("b", "10.0.0.2:1");
    store_claim claim;
    CHECK(store_own(a, 31, &claim, &why) == STORE_OURS);
    uint64_t before = claim.epoch;
    CHECK(store_pass_on(a, 31, &claim, &why) == STORE_THEIRS &&
          strcmp(claim.peer, "10.0.0.2:1") == 0);
    CHECK(put(a, 31, 2, before, "fenced") == CONFLICT);
    CHECK(store_own(a, 31, &claim, &why) == STORE_THEIRS);
    CHECK(store_own(b, 31, &claim, &why) == STORE_OURS);
    CHECK(store_pass_on(b, 31, &claim, &why) == STORE_OURS); // `a` has refused it
    CHECK(put(b, 31, 2, claim.epoch, "2") == OK);
    store_close(a);
    store_close(b);
}

// The connection breaks while something is written: it is there once, and said to be.
static store *broken;
static void *breaks(void *arg)
{
    (void)arg;
    for (int i = 0; i < 12; i++) {
        nanosleep(&(struct timespec){.tv_nsec = 30000000}, NULL);
        sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = "
            "'veglia'");
    }
    return NULL;
}

static void held(void)
{
    broken = open_as("a", "10.0.0.1:1");
    CHECK(put(broken, 40, 0, STORE_FIRST_EPOCH, "x") == OK);
    uint64_t epoch = own(broken, 40);
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, breaks, NULL) == 0);
    uint32_t n = 1;
    for (; n < 200; n++) CHECK(put(broken, 40, n, epoch, "x") == OK);
    pthread_join(thread, NULL);
    CHECK(put(broken, 40, n, epoch, "x") == OK);
    CHECK(read_all(broken, 40, STORE_FOUND).count == n + 1);
    store_close(broken);
}

int main(int argc, char **argv)
{
    char folder[] = "/tmp/veglia-store-XXXXXX", file[64], other[64];
    CHECK(mkdtemp(folder));
    snprintf(file, sizeof file, "%s/a.db", folder);
    snprintf(other, sizeof other, "%s/b.db", folder);
    where = argc > 1 ? argv[1] : file;
    shared = store_is_shared(where);
    entries();
    damage();
    versions();
    copies(other);
    if (shared) owners();
    if (shared) passed_on();
    if (shared) held();
    many();
    char command[96];
    snprintf(command, sizeof command, "rm -r %s", folder);
    CHECK(system(command) == 0);
    return 0;
}
