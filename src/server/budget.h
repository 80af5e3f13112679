// budget.h: whose turn it is.
#ifndef VG_SERVER_BUDGET_H
#define VG_SERVER_BUDGET_H

#include "server/conn.h"

// Of what all servers together let one address have: what it has at others, as last heard, and what
// it had here at the last ticks.
enum { POOL_TICKS = 4 }; // by then the others have heard of it
typedef struct pool {
    double others;
    float past[POOL_TICKS];
} pool;

struct caller { // what an address has
    caller *next;
    uint8_t key[16]; // IPv4 as ::ffff:a.b.c.d; of IPv6 the first 64 bits
    int conns;
    int carried;   // of these, those that came through another server and count there
    double used;   // microseconds of work, fading
    double credit; // microseconds it may use before it waits
    double makes;  // tables it may make now
    uint64_t at, made_at;
    pool made, doors;                 // of tables; of connections that are not carried
    double others_spent, others_used; // of credit; as `used`
    int others_conns;                 //
    bool told;                        // the other servers know of it
};
typedef struct conn_line {
    conn *first, *last;
} conn_line;
void budget_begin(server *s);
caller *budget_caller(server *s, const char *address); // never NULL
void budget_hold(conn *c, caller *p);       // counts `c` among its connections; NULL: none
bool budget_may_make(caller *p, server *s); // a table; false if it made too many lately
bool budget_may_come(const caller *p, const server *s); // one connection more
bool budget_crowded(const conn *c); // a WebSocket that is one too many of whom a proxy speaks for
void budget_charge(conn *c, double micros);
bool budget_owes(conn *c);  // its address used more than it may, and it not the least of it
void budget_line(conn *c);  // it has something to be served
void budget_later(conn *c); // the same, but not at once
void budget_run(server *s);
void budget_tick(server *s);
void budget_settle(server *s, caller *p); // what came back to it since
double budget_most_work(const server *s); // microseconds an address may use at once
void budget_share(server *s);             // budget_share.c: once a second, with the other servers
void budget_end(server *s);
void budget_free(server *s);

#endif
