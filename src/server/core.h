// core.h: the server itself, to its own files.
//
// One thread runs the libuv loop and owns all of this. The store's writer, the
// loaders and the thinkers work on copies and report through uv_async or
// uv_queue_work.
#ifndef VG_SERVER_CORE_H
#define VG_SERVER_CORE_H

#include "server/budget.h"
#include "server/files.h"
#include "server/hall.h"
#include "server/push.h"
#include "server/server.h"
#include "server/store.h"
#include "server/thinkers.h"

// How long things took: how many up to each bound (server.c), how many in all and their sum.
enum { HISTOGRAM_BOUNDS = 10 };
typedef struct histogram {
    uint64_t up_to[HISTOGRAM_BOUNDS], count;
    double seconds;
} histogram;
void histogram_add(histogram *h, double seconds);

enum {
    SERVER_CALLERS = 4096,
    SERVER_SPOTS = 4096,
    SERVER_LEVELS = 16,
    SERVER_REASONS = 24,
    SERVER_PUSHES = 64, // notices under way
    SERVER_SPARES = 64  // buffers kept for whoever is told something next
};

struct server {
    server_options options;
    uv_loop_t loop;
    uv_tcp_t listener;
    uv_pipe_t control;                  // the operator's socket
    uv_tcp_t peers;                     // where other servers carry what is ours
    bool shared;                        // there may be other servers: store.h
    bool held;                          // the database is away, and everybody was told
    uint64_t held_at;                   // uv_now
    uint64_t held_failure;              // which it was: store_figures.failures
    uint64_t known_servers, known_term; // as of when orphans were last looked for
    int relays;
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
    push_caller caller;
    push_key *push; // NULL: nobody is told anything while away
    uv_poll_t push_poll;
    struct push_call {   // under way
        uint64_t number; // 0: none
        uint64_t table;
        int person;
        char *to; // owned
    } calls[SERVER_PUSHES];
    uint64_t push_numbers;
    bucket pushes;
    files *files;
    conn *conns, *out, *buried;
    spot *spots[SERVER_SPOTS], *dirty;
    sleeper *sleepers;
    size_t sleeper_count, sleeper_cap;
    int conn_count, spot_count, jobs, hints;
    struct day_job *day_jobs; // days.c: whose line is on its way to disk
    store_write *day_lines;   // ... and those that are there, or are not; owned
    int days_at_work;         // ... and how many are read or played again
    int spots_freed;          // since memory was last given back
    uint64_t conn_numbers, questions;
    bucket looks;                           // of all who do not sit anywhere
    caller *callers[SERVER_CALLERS], crowd; // by address; of all beyond what we keep apart
    int caller_count;
    int server_count; // that share the database, as of the last tick; 0 as 1
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
            dropped_slow, dropped_silent, dropped_rate, bytes_out, thoughts, waited, notices,
            notices_failed, notices_dropped, pushes_gone;
    } count;
    uint64_t began;
};
// "127.0.0.1:8080" as an address.
bool server_address(const char *spec, struct sockaddr_storage *out);
// Wall time in milliseconds.
int64_t server_wall(void);
// One structured line: event and "key":value pairs already JSON (or NULL).
void server_log(server *s, const char *level, const char *event, const char *pairs, ...)
    VG_PRINTF(4, 5);
void server_random(void *out, size_t n);
void server_refused(server *s, const char *code); // a command or request, counted by reason
void server_metrics(server *s, vg_text *out);

#endif
