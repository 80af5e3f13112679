// net.h: a client's end of docs/protocol.md: single HTTP requests, and a WebSocket.
//
// Whatever comes is bounded here and judged by who reads it. With https nothing is
// sent to a server whose certificate this system does not trust.
#ifndef VG_CLI_NET_H
#define VG_CLI_NET_H

#include "cli/cli.h"

typedef struct net_place {
    bool tls;
    char host[256], port[8];
    char table[16]; // id of the table; "" if the address is a server's
    char token[64]; // of a person, from a recovery link; "" if it has none
} net_place;

// "http://host:8080/t/ID#k=TOKEN", "host:8080", "https://veglia.example". False after complaining.
bool net_parse(const cli *c, const char *url, net_place *out);
// The address of a table for people, appended.
void net_address(const net_place *p, const char *table, vg_text *out);

// One request; `token` and `body` may be NULL. The status of the answer, whose body is in `answer`,
// or 0 after complaining.
int net_request(const cli *c, const net_place *p, const char *method, const char *path,
                const char *token, const char *body, vg_text *answer);

typedef struct net_socket net_socket;
// NULL if it cannot be, and `why` says a few words. Owned.
net_socket *net_open(const cli *c, const net_place *p, const char *path, const char *token,
                     vg_text *why);
void net_close(net_socket *s); // NULL is fine
int net_fd(const net_socket *s);
// Sends one text message; what the socket does not take now goes with net_read.
void net_send(net_socket *s, const char *text, size_t n);
// Reads what there is, calling `got` for each message. False: it is closed; `*code` is the close
// code, or 0.
bool net_read(net_socket *s, void (*got)(void *self, const char *text, size_t n), void *self,
              int *code);

#endif
