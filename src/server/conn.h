// conn.h: sockets.
#ifndef VG_SERVER_CONN_H
#define VG_SERVER_CONN_H

#include "base/lang.h"
#include "base/text.h"
#include "server/bucket.h"
#include "server/http.h"

#include <uv.h>
#include <wslay/wslay.h>

typedef struct server server;
typedef struct spot spot;
typedef struct caller caller;
typedef struct conn conn;
typedef struct relay relay;

typedef enum conn_mode { CONN_HTTP, CONN_WAITING, CONN_WS, CONN_RELAY, CONN_CLOSED } conn_mode;
struct conn {
    union {
        uv_handle_t handle;
        uv_stream_t stream;
        uv_tcp_t tcp;
        uv_pipe_t pipe; // the operator's
    } io;
    server *s;
    uint64_t number;     // never used again
    int refs;            // those who may still answer it
    bool control;        // came by the control socket
    bool peer;           // came from another server: relay.h
    relay *relay;        // goes to another server
    uint64_t relayed_at; // uv_now since when it should; 0: it need not
    conn_mode mode;
    char address[46];
    char *in; // HTTP: bytes not yet parsed
    size_t in_length, in_cap;
    vg_text out;
    size_t frame;                 // where in `out` the message being written begins
    bool out_queued, close_after; // in the server's list; close once all is written
    const char *body;             // the rest of a file on its way; borrowed
    size_t body_left;             //
    int writes;                   // uv_write under way
    size_t unsent, pending;       // bytes libuv holds for it now; at the last progress
    uint64_t moved;               // uv_now of the last progress of what is to be sent
    conn *next_out, *prev, *next; // all connections
    uint64_t heard;               // uv_now
    uint64_t began;               // uv_now when the request in `in` began to come
    bool partial;                 // ... of which more is to come
    bool reading, ended;          // the client will send no more
    double credit;                // messages it may send now
    uint64_t credit_at;
    vg_text inbox;     // messages that wait to be handled: head and text, one after the other
    size_t inbox_from; // the first of them
    uint64_t since;    // uv_hrtime when the one being handled came
    // budget.c
    caller *caller; // its address's; NULL: the operator's, without bounds
    double used;    // microseconds, fading
    uint64_t used_at;
    bool lined, later; // in line; its request is to be tried again later
    int level;         // of use, when it came in line
    uint64_t lined_at; // uv_now when it came, or last moved up
    bool heavy;        // is served at the expense of all who use much
    conn *next_lined;
    http_request request; // of `in`, while CONN_WAITING or handled
    wslay_event_context_ptr ws;
    const uint8_t *feed; // bytes being fed to wslay
    size_t feed_length;
    // CONN_WS
    spot *spot;
    conn *spot_prev, *spot_next;
    int person;
    int waiting; // its commands waiting at the table
    vg_lang lang;
    bool greeted, want_table, want_state;
    int lines;          // columns for the table as lines (room_viewer)
    uint32_t seq, chat; // known to it
    bucket look;        // of who has no name
};
void conn_accept(server *s);
void conn_accept_operator(server *s); // from the control socket
void conn_answer(conn *c, int status, const char *type, const char *more, const char *body,
                 size_t length); // one HTTP answer; `more`: header lines or NULL
// The same with a body that outlives the connection, which is not copied.
void conn_answer_file(conn *c, const char *type, const char *more, const char *body, size_t length);
void conn_upgrade(conn *c); // answers the handshake; from now on CONN_WS
// One text message, written in place: NULL if nobody would read it, else conn_end must follow.
vg_text *conn_begin(conn *c);
void conn_end(conn *c);
void conn_flush(conn *c);           // now rather than at the end of this turn
void conn_close(conn *c, int code); // WebSocket: code; else at once
void conn_drop(conn *c);            // at once
void conn_ref(conn *c);
void conn_unref(conn *c);
void conn_flush_all(server *s);
void conn_bury(server *s); // frees those nobody refers to any more
void conn_tick(server *s);
void conn_serve(conn *c);        // does the next thing it asked for; called by budget_run
bool conn_behind(const conn *c); // it does not read what it was told: it hears more when it has
void conn_retry(conn *c);        // CONN_WAITING: its request can be handled now
void conn_go_on(conn *c);        // sees to it that what it asked for is served
void conn_accept_peer(server *s);
// Another server has begun to answer: from now on CONN_RELAY. What it says; and no more.
void conn_carried(conn *c);
void conn_pass(conn *c, const char *data, size_t length);
void conn_finish(conn *c);

#endif
