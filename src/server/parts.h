// parts.h: the inside of the server, shared by its files; see each for what it does.
//
// One thread runs the libuv loop and owns all of this. The store's writer, the
// loaders and the thinkers work on copies and report through uv_async or
// uv_queue_work.
#ifndef VG_SERVER_PARTS_H
#define VG_SERVER_PARTS_H

#include "bots/advise.h"
#include "server/http.h"
#include "server/room.h"
#include "server/server.h"
#include "server/store.h"

#include <uv.h>
#include <wslay/wslay.h>

#define SERVER_MAX_MESSAGE  8192
#define SERVER_MAX_QUEUE    (4u << 20)  // bytes a slow reader may let pile up
#define SERVER_MAX_AHEAD    8           // commands of one person waiting at one table
#define SERVER_MAX_WAITING  24          // of all who do not sit there
#define SERVER_MAX_WATCHERS 4000        // connections of who does not sit there
#define SERVER_MAX_DEVICES  16          // connections of one person at one table
#define SERVER_MAX_HINTS    32          // being thought about
#define SERVER_MAX_JOBS     8           // old records being read for somebody
#define SERVER_BEHIND       (64u << 10) // bytes unread from which on a reader is not told more
#define SERVER_SPARES       64          // buffers kept for whoever is told something next
#define SERVER_SPARE_SIZE   65536       // larger ones are given back
#define SERVER_PROTOCOL     1

typedef struct server server;
typedef struct conn conn;
typedef struct spot spot;
typedef struct caller caller;

// How long things took: how many up to each bound (server.c), how many in all and their sum.
enum { HISTOGRAM_BOUNDS = 10 };
typedef struct histogram {
    uint64_t up_to[HISTOGRAM_BOUNDS], count;
    double seconds;
} histogram;
void histogram_add(histogram *h, double seconds);
enum { SERVER_REASONS = 24 };

// ---- files.c: the web client, in memory ----
typedef struct files files;
typedef struct file {
    char *path; // "/assets/x.js"
    const char *type;
    char *data, *gzip; // gzip NULL where it does not help
    size_t length, gzip_length;
    char etag[20];
    bool lasting; // its name changes with its content
} file;
files *files_load(const char *folder, vg_lang lang, vg_text *why); // NULL: cannot be read
void files_free(files *f);
const file *files_find(const files *f, http_part path);

// ---- thinkers.c: bots on threads of their own ----
typedef struct thought {
    struct thought *next;
    uint64_t table, number, question; // all by number: nothing here can be left dangling
    uint32_t rank;          // who goes first: lower. People's tables, then who is looked at
    uint32_t cost;          // milliseconds it will take, as far as is known
    uint64_t after, finish; // its place in the line: thinkers.c
    uint32_t took;          // filled in: milliseconds
    int seat, count;
    vg_search_info *hint; // filled in for a person who asked what to do; NULL: a bot decides. Owned
    uint64_t asker;       // conn.number, and its command:
    char id[41];
    const vg_game *game;
    vg_bot bot;
    uint64_t seed;
    vg_move list[VG_MAX_LEGAL], chosen;
    _Alignas(16) uint8_t view[VG_MAX_STATE];
} thought;
typedef struct thinkers thinkers;
thinkers *thinkers_new(int threads, void (*wake)(void *), void *arg);
void thinkers_free(thinkers *t); // drops what is queued; waits for who is thinking
void thinkers_ask(thinkers *t, thought *q);
// Takes a bot's question out of the line. False if it is not in it (any more).
bool thinkers_forget(thinkers *t, uint64_t number);
int thinkers_waiting(thinkers *t);      // questions nobody thinks about yet
thought *thinkers_collect(thinkers *t); // like store_collect; thought_free each
void thought_free(thought *q);

// ---- hall_budget.c: what anybody may ask of a table ----
// A bucket that drains by itself: what was spent, and when that was. All zero is empty.
typedef struct bucket {
    float spent;
    uint32_t at; // milliseconds, going round
} bucket;
typedef enum purse { // commands that write, chat, names, looking; a bucket each
    PURSE_ACT,
    PURSE_TALK,
    PURSE_NAME,
    PURSE_LOOK,
    PURSE_COUNT
} purse;
bool bucket_take(bucket *b, uint64_t now, double per_second, double most, double cost);

// ---- conn.c: sockets ----
typedef enum conn_mode { CONN_HTTP, CONN_WAITING, CONN_WS, CONN_CLOSED } conn_mode;
struct conn {
    union {
        uv_handle_t handle;
        uv_stream_t stream;
        uv_tcp_t tcp;
        uv_pipe_t pipe; // the operator's
    } io;
    server *s;
    uint64_t number; // never used again
    int refs;        // those who may still answer it
    bool control;    // came by the control socket
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

// ---- control.c: the operator's socket ----
bool control_handle(conn *c); // false: it is not an order
void control_begin(server *s);

// ---- budget.c: whose turn it is ----
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

// ---- api.c: HTTP ----
typedef struct ticket ticket;
void api_handle(conn *c); // c->request is whole; may end in CONN_WAITING and be called again
vg_lang api_lang(const http_request *r);
// Where `c` calls from, as far as can be told.
const char *api_caller(const conn *c, char buffer[46]);
// Fills in what to answer `c` with once its token is on disk.
void api_ticket(conn *c, uint64_t id, int person, const char *token, ticket *out);
void api_refuse(conn *c, int status, const char *code, const char *it, const char *en);

// ---- hall*.c: rooms in memory ----

struct ticket {        // whom to tell when an entry is on disk
    conn *c;           // reffed; NULL: nobody
    char id[41];       // CONN_WS
    char *more, *body; // CONN_WAITING: owned
    int status;
    uint64_t since; // uv_hrtime when the command came; 0: not counted
};

typedef struct waiting {
    struct waiting *next;
    conn *c;       // reffed
    int person;    // who sits here; -1: one of the others
    char *message; // owned; NULL: its HTTP request
    size_t length;
} waiting;

enum { SPOT_COMERS = 16 };

// A room in memory, and all that does not outlast it. The hall owns it; whoever works for it
// elsewhere (the store, a loader, a thinker) knows its table by number and looks it up again.
struct spot {
    uint64_t id;
    room *room; // NULL: being loaded, or there is none
    server *s;
    spot *next; // in its hash chain
    conn *conns;
    uint8_t stored; // room_status on disk
    bool loading, in_flight, making, dead;
    bool dirty_table, dirty_state, dirty_telling, queued;
    bool recount; // somebody who does not play came or went
    spot *next_dirty;
    ticket ticket; // of what is in flight: one entry at a time
    waiting *first, **last;
    int waiting_count; // of who does not sit here
    uv_timer_t timer;
    // budgets
    bucket purse[ROOM_PEOPLE][PURSE_COUNT],
        others[PURSE_COUNT]; // others: who does not sit, together
    uint8_t waits[ROOM_PEOPLE];
    bucket joins;
    struct comer { // who came from where: a hash of the address
        uint64_t from;
        bucket joins;
        bool banned;
    } comers[SPOT_COMERS];
    uint64_t from[ROOM_PEOPLE]; // where each was last seen joining
    // the open question
    uint64_t question;  // its number, never used again: what was thought about another is void
    int64_t asked_at;   // uv_now when its clock began; may lie before the loop's beginning
    uint64_t answer_at; // uv_now when bots answer; 0: not drawn yet
    uint64_t step;      // and if they are late, then every so many milliseconds
    uint16_t offered;   // seats whose bots were offered the opportunity
    bool expired;       // its clock ran out and was dealt with:
    bool skipping;      // by letting a bot take this decision
    uint64_t thought;   // number of the one under way; 0: none
    vg_move held;       // a bot's answer waiting for its time; 0: none
    int held_seat;      //
    uint64_t line;      // its place among those who think: thought.after
    uint32_t usual[VG_MAX_SEATS];     // milliseconds the seat's bot takes, as far as is known
    uint64_t hinted_at[VG_MAX_SEATS]; // uv_now of the last hint
    int tale_seat, tale_entry;        // the bot's move just played, to be told; seat -1: none
    uint64_t told_at[VG_MAX_SEATS];   // uv_now of the last "telling"
    uint64_t reveal_by;               // uv_now when salts must be there; 0: none is awaited
    uint64_t looked_at;               // uv_now when somebody was last here
    uint64_t host_gone;               // uv_now since when the host is missing; 0: here
};

// The spot of a table in memory, or NULL and `c` will be handled again when it is loaded (or
// `missing` is set: there is none).
spot *hall_find(server *s, uint64_t id, conn *c, bool *missing);
void hall_make(conn *c, const room_plan *plan, uint64_t id, const char *token);
void hall_join(conn *c, spot *sp, int person, const char *name, const uint8_t *hash,
               const char *token);
// Is all of the table on disk? If not, `c` will be handled again when it is (or has been refused).
bool hall_settled(conn *c, spot *sp);
// Is there room for one more connection? If not, `c` has been answered.
bool hall_may_enter(conn *c, spot *sp, int person);
void hall_enter(conn *c, spot *sp, int person, uint32_t since);
void hall_leave(conn *c);
void hall_caught_up(conn *c); // it has read what it was told: now what it missed
void hall_message(conn *c, const char *text, size_t length);
void hall_durable(server *s); // the store has something to collect
void hall_thought(server *s); // the thinkers have
void hall_flush(server *s);
void hall_tick(server *s);
void hall_close(server *s);
void hall_forget(server *s, uint64_t id); // a table that was removed from the database
bool hall_begin(server *s, vg_text *why); // begins to replay live tables
bool hall_busy(const server *s);          // something is on its way to disk
void hall_list_json(server *s, vg_text *out);
void hall_room_json(spot *sp, int person, vg_lang lang, vg_text *out);
// Later: tells about the record of a round through conn_answer.
void hall_record(conn *c, spot *sp, int round);

// A listed table, remembered while it is not in memory.
typedef struct sleeper {
    uint64_t id;
    int64_t wake; // wall time its clock runs out; 0: never
    int64_t made;
    char *listing; // its line in the list of tables; NULL: not listed. Owned
} sleeper;

// ---- message.c: JSON from outside ----
// Reads one command. On error false with a refusal code and why; `id` holds the id if there was
// one. `hold` keeps what `out` borrows: message_release.
typedef struct message {
    room_command command;
    void *hold;
} message;
bool message_read(const char *text, size_t length, vg_lang lang, message *out, const char **code,
                  vg_text *why);
void message_release(message *m);
// Reads the body that makes a table. Bots, names, options are checked.
bool message_plan(const char *text, size_t length, vg_lang lang, room_plan *out, const char **code,
                  vg_text *why);
// Reads {"key":"value"}: one string of an object.
bool message_string(const char *text, size_t length, const char *key, char *out, size_t cap);

// ---- server.c ----
enum { SERVER_CALLERS = 4096, SERVER_SPOTS = 4096, SERVER_LEVELS = 16 };

struct server {
    server_options options;
    uv_loop_t loop;
    uv_tcp_t listener;
    uv_pipe_t control; // the operator's socket
    int control_folder;
    char name[64]; // this machine's
    uv_prepare_t prepare;
    uv_timer_t tick;
    uv_async_t wake_store, wake_thought;
    uv_signal_t sigint, sigterm, sighup;
    int notify;                // systemd's socket, or -1
    bool watchdog;             // systemd wants signs of life
    int statm;                 // /proc/self/statm, or -1
    uint64_t turn_at, idle_at; // nanoseconds: when this turn of the loop began, idle until then
    bool stopping, draining, replaying; // draining: no new tables
    int lock;                           // file that says the database is ours
    store *store;
    thinkers *thinkers;
    files *files;
    conn *conns, *out, *buried;
    spot *spots[SERVER_SPOTS], *dirty;
    sleeper *sleepers;
    size_t sleeper_count, sleeper_cap;
    int conn_count, spot_count, jobs, hints;
    int spots_freed; // since memory was last given back
    uint64_t conn_numbers, questions;
    bucket looks;                           // of all who do not sit anywhere
    caller *callers[SERVER_CALLERS], crowd; // by address; of all beyond what we keep apart
    int caller_count;
    conn_line lines[SERVER_LEVELS], later;
    int lined;
    double heavy; // microseconds those who use most may use now
    uint64_t heavy_at;
    uv_idle_t idle;
    uv_timer_t later_timer;
    size_t queued; // bytes held for all connections, to be read or handled
    vg_text spares[SERVER_SPARES];
    int spare_count;
    histogram turns, acks; // how long a turn of the loop took; from a command to its ok
    struct {
        uint64_t refused_for[SERVER_REASONS];
        uint64_t accepted, refused, requests, messages, moves, refusals, made, loaded, frozen,
            dropped_slow, dropped_silent, dropped_rate, bytes_out, thoughts, waited;
    } count;
    uint64_t began;
};
// Wall time in milliseconds.
int64_t server_wall(void);
// One structured line: event and "key":value pairs already JSON (or NULL).
void server_log(server *s, const char *level, const char *event, const char *pairs, ...)
    VG_PRINTF(4, 5);
void server_random(void *out, size_t n);
void server_refused(server *s, const char *code); // a command or request, counted by reason
void server_metrics(server *s, vg_text *out);
// Before any thread begins: only these folders may be opened from now on (NULL: none).
bool server_cage(const char *const folders[], int count, vg_lang lang, vg_text *why);
// Before the loop begins: rings of the kernel's would do calls behind the sandbox's back, and libuv
// would keep them.
bool server_no_rings(vg_lang lang, vg_text *why);
// The rest, when all that is to be listened at is open.
bool server_sandbox(vg_lang lang, vg_text *why);

#endif
