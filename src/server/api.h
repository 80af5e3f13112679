// api.h: HTTP.
#ifndef VG_SERVER_API_H
#define VG_SERVER_API_H

#include "server/conn.h"

typedef struct ticket { // whom to tell when an entry is on disk
    conn *c;            // reffed; NULL: nobody
    char id[41];        // CONN_WS
    char *more, *body;  // CONN_WAITING: owned
    int status;
    uint64_t since; // uv_hrtime when the command came; 0: not counted
} ticket;

void api_handle(conn *c); // c->request is whole; may end in CONN_WAITING and be called again
vg_lang api_lang(const http_request *r);
// Where `c` calls from, as far as can be told.
const char *api_caller(const conn *c, char buffer[46]);
// Fills in what to answer `c` with once its token is on disk.
void api_ticket(conn *c, uint64_t id, int person, const char *token, ticket *out);
void api_refuse(conn *c, int status, const char *code, const char *it, const char *en);
void api_too_many(conn *c); // connections of its address

#endif
