// budget.h: whose turn it is.
#ifndef VG_SERVER_BUDGET_H
#define VG_SERVER_BUDGET_H

#include "server/conn.h"

struct caller { // what an address has
    caller *next;
    uint8_t key[16]; // IPv4 as ::ffff:a.b.c.d; of IPv6 the first 64 bits
    int conns;
    double used;   // microseconds of work, fading
    double credit; // microseconds it may use before it waits
    double makes;  // tables it may make now
    uint64_t at, made_at;
};
typedef struct conn_line {
    conn *first, *last;
} conn_line;
void budget_begin(server *s);
caller *budget_caller(server *s, const char *address); // never NULL
void budget_hold(conn *c, caller *p);       // counts `c` among its connections; NULL: none
bool budget_may_make(caller *p, server *s); // a table; false if it made too many lately
void budget_charge(conn *c, double micros);
bool budget_owes(conn *c);  // its address used more than it may, and it not the least of it
void budget_line(conn *c);  // it has something to be served
void budget_later(conn *c); // the same, but not at once
void budget_run(server *s);
void budget_tick(server *s);
void budget_end(server *s);
void budget_free(server *s);

#endif
