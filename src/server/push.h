// push.h: a word to somebody who is away, through the service of their browser's maker (Web Push):
// what it is sealed with (RFC 8291), whose it is (VAPID, RFC 8292), and where it may go.
//
// Where it goes is an address a stranger gave us, and we are to call it: docs/decisions/0012.
#ifndef VG_SERVER_PUSH_H
#define VG_SERVER_PUSH_H

#include "base/lang.h"
#include "base/text.h"

#include <netdb.h>
#include <sys/types.h>

enum {
    PUSH_ENDPOINT = 512, // characters of an address at most
    PUSH_TO = 640,       // ... with the two keys behind it, and a NUL
    PUSH_POINT = 65,     // bytes of a public key
    PUSH_AUTH = 16,
    PUSH_KEY_TEXT = 88, // a public key in base64url and its NUL
    PUSH_WORDS = 1024,  // bytes of a message, which is filled up to PUSH_FILLED
    PUSH_FILLED = 512,
    PUSH_REQUEST = 4096,
    PUSH_CONTACT = 200
};

// Where a browser wants its messages: "ENDPOINT P256DH AUTH", as its PushSubscription says.
typedef struct push_target {
    bool tls;
    int port;
    char host[256];
    char origin[300];
    char path[PUSH_ENDPOINT + 1];
    uint8_t key[PUSH_POINT], auth[PUSH_AUTH];
} push_target;
// Reads it; false if it does not have that form. Says nothing of whether it may be called.
bool push_read(const char *to, push_target *out);
// May it be called, as far as its name goes? https at its usual port, and no other; but for
// `near_by`, an origin ("http://127.0.0.1:9000") the operator has named.
bool push_may_call(const push_target *target, const char *near_by);
// Is this an address of the wide net, and not one of ours?
bool push_is_far(const struct sockaddr *address);
// "mailto:somebody@example.org" or an https address: whom a service may ask about us.
bool push_contact_ok(const char *contact);

// The pair of keys we are known by to the services, from the secret of the database: so all servers
// on it have the same.
typedef struct push_key push_key;
push_key *push_key_new(const char *secret); // NULL: no memory
void push_key_free(push_key *k);
const char *push_key_text(const push_key *k); // the public one, as browsers want it

// A request as it goes over the wire: `words` for nobody but `target`. `topic` lets a newer message
// take the place of an older one not yet delivered. False if the target's key is none.
bool push_request(const push_key *k, const char *contact, const push_target *target,
                  const char *words, const char *topic, int64_t now, vg_text *out);
// Only for its test: the same with salt and key of ours given.
bool push_seal(const push_target *target, const uint8_t salt[16], const uint8_t own[32],
               const char *words, size_t filled, vg_text *out);

// ---- push_call.c: who calls ----

// A process of its own does, which has neither the tables nor a socket people come by; the server
// calls nobody. Begun before anything else is; it ends with the server.
typedef struct push_caller {
    int fd; // -1: none
    pid_t pid;
} push_caller;
bool push_caller_begin(push_caller *c, const char *near_by, bool sandbox, vg_lang lang,
                       vg_text *why);
void push_caller_end(push_caller *c);
// False: too much is waiting already.
bool push_caller_send(const push_caller *c, uint64_t number, const push_target *target,
                      const vg_text *request);
typedef struct push_answer {
    uint64_t number;
    int32_t status; // of HTTP; 0: it could not be reached, or may not be called
} push_answer;
// False: none is there now. `gone`: there will never be one again.
bool push_caller_next(const push_caller *c, push_answer *out, bool *gone);

#endif
