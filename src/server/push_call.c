// push_call.c: the process that calls push services, and the server's end of the line to it.
//
// What it is told are requests already written and sealed, and it says how they were answered: one
// packet each way. It has no tables, no keys, no people; of the server's sandbox it has all but the
// ban on calling. Whoever would break into it finds nothing, and whoever would break into the
// server can still call nobody but https services of the wide net through it, in one short request
// of which only a number comes back.
#include "server/push.h"

#include "server/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    CALLERS = 4, // so many calls at once
    PATIENCE_MS = 5000,
    LINE = 3, // the descriptor it has
    WAITING = 64 * 1024
};

// A packet to it: this, and the request.
typedef struct order {
    uint64_t number;
    int32_t port;
    uint8_t tls;
    char host[256];
    char origin[300];
} order;

// ---- the process ------------------------------------------------------------------

static const char *nearby;
static SSL_CTX *trust;

static int64_t milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static bool wait_for(int fd, short what, int64_t until)
{
    struct pollfd p = {.fd = fd, .events = what};
    int64_t left = until - milliseconds();
    return left > 0 && poll(&p, 1, (int)left) > 0;
}

// To the first address that is far enough away, by that very address: a name that leads elsewhere
// when it is asked again leads nowhere.
static int reach(const order *o, bool near_by, int64_t until)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *all = NULL;
    char port[8];
    int fd = -1;
    snprintf(port, sizeof port, "%d", (int)o->port);
    if (getaddrinfo(o->host, port, &hints, &all) != 0) return -1;
    for (const struct addrinfo *a = all; a && fd < 0; a = a->ai_next) {
        if (!near_by && !push_is_far(a->ai_addr)) continue;
        fd = socket(a->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
        int wrong = 0;
        socklen_t length = sizeof wrong;
        bool ok =
            fd >= 0 && (connect(fd, a->ai_addr, a->ai_addrlen) == 0 ||
                        (errno == EINPROGRESS && wait_for(fd, POLLOUT, until) &&
                         getsockopt(fd, SOL_SOCKET, SO_ERROR, &wrong, &length) == 0 && wrong == 0));
        if (ok || fd < 0) continue;
        close(fd);
        fd = -1;
    }
    freeaddrinfo(all);
    return fd;
}

// One step of a conversation, through TLS or without: true once it has got on; `more` says how far.
typedef struct talk {
    int fd;
    SSL *ssl;
    int64_t until;
} talk;

static bool again(const talk *t, int rc)
{
    if (t->ssl) {
        int what = SSL_get_error(t->ssl, rc);
        if (what == SSL_ERROR_WANT_READ) return wait_for(t->fd, POLLIN, t->until);
        return what == SSL_ERROR_WANT_WRITE && wait_for(t->fd, POLLOUT, t->until);
    }
    return false;
}

static bool greet(talk *t, const char *host)
{
    t->ssl = SSL_new(trust);
    if (!t->ssl || SSL_set_tlsext_host_name(t->ssl, host) != 1 ||
        SSL_set1_host(t->ssl, host) != 1 || SSL_set_fd(t->ssl, t->fd) != 1)
        return false;
    int rc;
    while ((rc = SSL_connect(t->ssl)) != 1)
        if (!again(t, rc)) return false;
    return true;
}

static bool tell(const talk *t, const char *bytes, size_t n)
{
    while (n > 0) {
        int rc =
            t->ssl ? SSL_write(t->ssl, bytes, (int)n) : (int)send(t->fd, bytes, n, MSG_NOSIGNAL);
        if (rc > 0) {
            bytes += rc;
            n -= (size_t)rc;
        } else if (t->ssl ? !again(t, rc)
                          : errno != EAGAIN || !wait_for(t->fd, POLLOUT, t->until)) {
            return false;
        }
    }
    return true;
}

// The status of the answer, of which nothing else is read; 0: there was none.
static int hear(const talk *t)
{
    char line[64] = "";
    size_t n = 0;
    while (n < sizeof line - 1 && !strchr(line, '\n')) {
        int rc = t->ssl ? SSL_read(t->ssl, line + n, (int)(sizeof line - 1 - n))
                        : (int)recv(t->fd, line + n, sizeof line - 1 - n, 0);
        if (rc > 0) {
            n += (size_t)rc;
            line[n] = '\0';
        } else if (rc == 0 && !t->ssl) {
            break;
        } else if (t->ssl ? !again(t, rc) : errno != EAGAIN || !wait_for(t->fd, POLLIN, t->until)) {
            break;
        }
    }
    int status = 0;
    return sscanf(line, "HTTP/1.%*1d %3d", &status) == 1 && status >= 200 ? status : 0;
}

static int call(const order *o, const char *request, size_t length)
{
    push_target target = {.tls = o->tls, .port = o->port};
    memcpy(target.host, o->host, sizeof target.host);
    memcpy(target.origin, o->origin, sizeof target.origin);
    if (!push_may_call(&target, nearby)) return 0;
    talk t = {.until = milliseconds() + PATIENCE_MS};
    t.fd = reach(o, nearby && strcmp(nearby, o->origin) == 0, t.until);
    if (t.fd < 0) return 0;
    int status = (!o->tls || greet(&t, o->host)) && tell(&t, request, length) ? hear(&t) : 0;
    SSL_free(t.ssl);
    ERR_clear_error();
    close(t.fd);
    return status;
}

static void *work(void *arg)
{
    struct {
        order o;
        char request[PUSH_REQUEST];
    } packet;
    (void)arg;
    for (;;) {
        ssize_t n = recv(LINE, &packet, sizeof packet, 0);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) _exit(0); // the server is gone
        push_answer answer = {0};
        if ((size_t)n > sizeof packet.o) {
            packet.o.host[sizeof packet.o.host - 1] = '\0';
            packet.o.origin[sizeof packet.o.origin - 1] = '\0';
            answer.number = packet.o.number;
            answer.status = call(&packet.o, packet.request, (size_t)n - sizeof packet.o);
        }
        (void)!send(LINE, &answer, sizeof answer, MSG_NOSIGNAL);
    }
    return NULL;
}

// Says '+' once it is ready, or why it cannot be.
static void run(bool sandbox, vg_lang lang)
{
    char buffer[256] = "";
    vg_text why = VG_TEXT(buffer);
    prctl(PR_SET_NAME, "veglia-push");
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGINT, SIG_IGN); // it goes when the server does
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
    setenv("RES_OPTIONS", "timeout:2 attempts:2", 1);
    trust = SSL_CTX_new(TLS_client_method());
    bool ok = trust && SSL_CTX_set_min_proto_version(trust, TLS1_2_VERSION) == 1 &&
              SSL_CTX_set_default_verify_paths(trust) == 1;
    if (ok) SSL_CTX_set_verify(trust, SSL_VERIFY_PEER, NULL);
    if (!ok) vg_text_add(&why, "TLS");
    if (ok && sandbox)
        ok = server_cage(NULL, 0, "", lang, &why) && server_no_rings(lang, &why) &&
             server_sandbox(true, lang, &why);
    if (!ok) {
        (void)!send(LINE, buffer, strlen(buffer), MSG_NOSIGNAL);
        _exit(1);
    }
    (void)!send(LINE, "+", 1, MSG_NOSIGNAL);
    for (int i = 1; i < CALLERS; i++) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, work, NULL) == 0) pthread_detach(thread);
    }
    work(NULL);
}

// ---- the server's end -------------------------------------------------------------

bool push_caller_begin(push_caller *c, const char *near_by, bool sandbox, vg_lang lang,
                       vg_text *why)
{
    int line[2];
    char said[256] = "";
    *c = (push_caller){.fd = -1};
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, line) != 0) return false;
    nearby = near_by;
    c->pid = fork();
    if (c->pid == 0) {
        int own = fcntl(line[1], F_DUPFD, LINE + 2);
        if (dup2(own, LINE) != LINE) _exit(1);
        for (int fd = LINE + 1; fd < 256; fd++) close(fd);
        run(sandbox, lang);
        _exit(0);
    }
    close(line[1]);
    c->fd = line[0];
    ssize_t n = c->pid > 0 ? recv(c->fd, said, sizeof said - 1, 0) : -1;
    if (n == 1 && said[0] == '+') {
        int most = WAITING;
        setsockopt(c->fd, SOL_SOCKET, SO_SNDBUF, &most, sizeof most);
        fcntl(c->fd, F_SETFL, O_NONBLOCK);
        return true;
    }
    vg_text_printf(why, "--push: %s", said);
    push_caller_end(c);
    return false;
}

void push_caller_end(push_caller *c)
{
    if (c->fd >= 0) close(c->fd);
    c->fd = -1;
    if (c->pid > 0) {
        kill(c->pid, SIGKILL); // whatever it was about: nobody waits for it
        waitpid(c->pid, NULL, 0);
    }
    c->pid = 0;
}

bool push_caller_send(const push_caller *c, uint64_t number, const push_target *target,
                      const vg_text *request)
{
    struct {
        order o;
        char request[PUSH_REQUEST];
    } packet = {.o = {.number = number, .port = target->port, .tls = target->tls}};
    if (c->fd < 0 || request->len > sizeof packet.request) return false;
    memcpy(packet.o.host, target->host, sizeof target->host);
    memcpy(packet.o.origin, target->origin, sizeof target->origin);
    memcpy(packet.request, request->at, request->len);
    size_t n = sizeof packet.o + request->len;
    return send(c->fd, &packet, n, MSG_NOSIGNAL | MSG_DONTWAIT) == (ssize_t)n;
}

bool push_caller_next(const push_caller *c, push_answer *out, bool *gone)
{
    ssize_t n = recv(c->fd, out, sizeof *out, MSG_DONTWAIT);
    *gone = n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR);
    return n == (ssize_t)sizeof *out;
}
