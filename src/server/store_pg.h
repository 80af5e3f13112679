// store_pg.h: what the two files of the PostgreSQL keeper share: entries are in store_pg.c, whose a
// table is and which servers live in store_pg_nodes.c.
#ifndef VG_SERVER_STORE_PG_H
#define VG_SERVER_STORE_PG_H

#include "server/store_kind.h"

#include <libpq-fe.h>
#include <pthread.h>

enum {
    HEADS = 1 << 14, // remembered; what is forgotten is asked for
    MOST_PEERS = 128
};

typedef struct head {
    uint64_t table, epoch;
    uint32_t count;
    uint64_t sum;
} head;

typedef struct base {
    char *where, *name, *peer, *version; // name NULL: not a server
    vg_lang lang;
    char secret[STORE_SECRET];

    PGconn *writer; // the writer's thread
    bool doubtful;  // the last batch may be there or not

    pthread_mutex_t read_lock;
    PGconn *reader;

    pthread_mutex_t lock; // of everything below
    pthread_cond_t stopped;
    pthread_t beater;
    bool beats, stop;
    int64_t node;           // our row; 0: none
    int64_t renewed;        // when that was last asked for, and done: milliseconds of our clock
    uint64_t term, servers; // servers: from 1 on
    char peers[MOST_PEERS][STORE_PEER];
    int peer_count;
    PGresult *listed, *others; // as of the last beat: the list of tables; peer and news of each
    char news[STORE_NEWS];
    size_t news_length;
    uint64_t bytes;
    head heads[HEADS];
} base;

// ---- store_pg.c ----
PGconn *pg_connect(const char *where, vg_text *why); // NULL: see `why`
bool pg_good(const PGresult *r);
// What went wrong, on one line and without what would break a line of the log.
void pg_complain(const PGconn *db, const PGresult *r, vg_text *why);
bool pg_run(PGconn *db, const char *sql, vg_text *why);
// A statement with at most four numbers (0 stands for NULL where it says nullif); rows come in
// binary.
PGresult *pg_ask(PGconn *db, const char *sql, int count, const int64_t numbers[]);
int64_t pg_number(const PGresult *r, int row, int column);
// The same on the reader's connection, once more on a fresh one when the old one turns out to be
// broken. NULL: it is away. The caller holds read_lock.
PGresult *pg_ask_reader(base *b, const char *sql, int count, const int64_t numbers[], vg_text *why);
void pg_set_head(base *b, head h);

// ---- store_pg_nodes.c ----
bool pg_nodes_begin(base *b, vg_text *why); // takes our place among the servers, and keeps it
void pg_nodes_end(base *b);                 // what is ours is anybody's now
store_whose pg_own(void *k, uint64_t table, store_claim *out, vg_text *why);
store_whose pg_pass_on(void *k, uint64_t table, store_claim *claim, vg_text *why);
bool pg_adopt(void *k, store_each_table *each, void *arg, vg_text *why);
uint64_t pg_term(void *k);
bool pg_sure(void *k);
uint64_t pg_servers(void *k, int *count);
bool pg_lives(void *k, const char *peer);
const char *pg_secret(void *k);
void pg_listed(void *k, store_each_line *each, void *arg);
void pg_tell(void *k, const void *news, size_t length);
void pg_heard(void *k, store_each_news *each, void *arg);
uint64_t pg_bytes(void *k);

#endif
