// server.h: `veglia serve`: one process with the web client, the protocol and the data.
#ifndef VG_SERVER_SERVER_H
#define VG_SERVER_SERVER_H

#include "base/lang.h"
#include "base/text.h"

#include <stdio.h>

typedef struct server_options {
    const char *listen;  // "127.0.0.1:8080", "[::1]:8080", ":8080"; see server_listen_ok
    int more_ports;      // if that port is taken, so many after it are tried
    const char *db;      // the SQLite file, or "postgresql://..."
    const char *control; // the operator's socket; NULL: beside the file
    const char *peer;    // where other servers on the database reach this one; as `listen`
    const char
        *base_url;   // "https://veglia.example.org" (server_url_ok); NULL: what the browser says
    const char *web; // folder of the web client; NULL: none
    int max_connections;
    int max_per_address;
    int max_rooms;        // in memory
    int max_makes;        // tables made per minute and address
    int max_rate;         // messages per second and connection
    int max_work;         // milliseconds of work per second and address; 0: any
    int max_queued;       // MiB held for all connections, to be sent or handled
    int idle;             // seconds until a table nobody looks at leaves memory
    int reveal;           // seconds people have to reveal their salts
    int bot_delay;        // milliseconds a bot takes at least, so that people can follow
    int bot_threads;      //
    bool trust_proxy;     // X-Forwarded-For says who calls
    bool sandbox;         // seccomp
    const char *push;     // whom push services may ask about us (push_contact_ok); NULL: no notices
    const char *push_to;  // an origin that may be called though it is near, or without TLS
    int push_after;       // seconds somebody who is asked may be away before a notice
    FILE *log;            // one JSON object a line; NULL: none
    const char *log_path; // opened anew on SIGHUP; NULL: not a file
    bool quiet;           // only warnings and errors in the log
    vg_lang lang;         // of `why`
    void (*ready)(void *arg, const char *address); // called once it listens; NULL is fine
    void *ready_arg;
} server_options;

// The name of a Unix socket at `path`, into `out`. `folder` is a descriptor the name needs, or -1.
// NULL if there is none.
#define CONTROL_PATH 108
const char *control_path(const char *path, char out[CONTROL_PATH], int *folder);

// A fresh token of a person, and what the server keeps of it. Needs sodium_init.
#define SERVER_TOKEN 33
void server_token(char token[SERVER_TOKEN], uint8_t hash[32]);

server_options server_normal(void);
// Can it be listened at, as far as its form goes? Is this an address people can open, without a
// path?
bool server_listen_ok(const char *spec);
bool server_url_ok(const char *url);
// Serves until SIGINT or SIGTERM. False, and `why`, if it could not begin.
bool server_run(const server_options *options, vg_text *why);

#endif
