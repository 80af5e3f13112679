// net.c: sockets of a client, without a loop of their own: who uses them polls.
#include "cli/net.h"

#include "base/clock.h"
#include "cli/line.h"
#include "server/http.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <wslay/wslay.h>

enum {
    MAX_ANSWER = 8 << 20,  // bytes of an HTTP answer: a record is the longest
    MAX_MESSAGE = 4 << 20, // of one message
    MAX_HEAD = 16 << 10,
    CONNECT_MS = 5000,
    ANSWER_MS = 15000
};

// ---- addresses -----------------------------------------------------------------------

static bool all_of(const char *text, size_t n, const char *set) { return strspn(text, set) >= n; }

bool net_parse(const cli *c, const char *url, net_place *out)
{
    static const char hosts[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_:[]";
    static const char words[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    *out = (net_place){.tls = false};
    const char *at = url;
    if (strncasecmp(at, "https://", 8) == 0) {
        out->tls = true;
        at += 8;
    } else if (strncasecmp(at, "http://", 7) == 0) {
        at += 7;
    }
    size_t n = strcspn(at, "/?#");
    const char *rest = at + n, *end = at + n, *port = NULL;
    if (*at == '[') {
        const char *bracket = memchr(at, ']', n);
        if (bracket && bracket[1] == ':') port = bracket + 2;
        if (bracket) end = bracket + 1;
    } else {
        for (const char *k = at; k < rest; k++)
            if (*k == ':') {
                port = k + 1;
                end = k;
                break;
            }
    }
    bool good = end > at && (size_t)(end - at) < sizeof out->host && all_of(at, n, hosts);
    size_t digits = port ? (size_t)(rest - port) : 0;
    good &= !port || (digits > 0 && digits < 6 && strspn(port, "0123456789") == digits);
    if (good) {
        bool bracketed = *at == '[';
        snprintf(out->host, sizeof out->host, "%.*s", (int)(end - at) - 2 * bracketed,
                 at + bracketed);
        snprintf(out->port, sizeof out->port, "%.*s", port ? (int)digits : 3,
                 port       ? port
                 : out->tls ? "443"
                            : "80");
    }
    if (good && strncmp(rest, "/t/", 3) == 0) {
        size_t id = strspn(rest + 3, words);
        good = id == 13;
        snprintf(out->table, sizeof out->table, "%.*s", (int)id, rest + 3);
        rest += 3 + id;
        const char *key = strstr(rest, "#k=");
        if (key && all_of(key + 3, strlen(key + 3), words))
            snprintf(out->token, sizeof out->token, "%s", key + 3);
    } else {
        good &= *rest == '\0' || strcmp(rest, "/") == 0;
    }
    if (!good)
        cli_complain(c, "\"%s\" non è un indirizzo come http://host:8080/t/TAVOLO",
                     "\"%s\" is not an address like http://host:8080/t/TABLE", url);
    return good;
}

// As URLs and heads have it: "[::1]:8080"; without the port everybody expects.
static void put_host(const net_place *p, vg_text *out)
{
    vg_text_printf(out, strchr(p->host, ':') ? "[%s]" : "%s", p->host);
    if (strcmp(p->port, p->tls ? "443" : "80") != 0) vg_text_printf(out, ":%s", p->port);
}

void net_address(const net_place *p, const char *table, vg_text *out)
{
    vg_text_add(out, p->tls ? "https://" : "http://");
    put_host(p, out);
    if (*table) vg_text_printf(out, "/t/%s", table);
}

// ---- connections ---------------------------------------------------------------------

typedef struct net_link {
    int fd;
    pid_t helper; // that speaks TLS; 0: none
} net_link;

static void hang_up(net_link *l)
{
    if (l->fd >= 0) close(l->fd);
    if (l->helper > 0) {
        kill(l->helper, SIGTERM);
        waitpid(l->helper, NULL, 0);
    }
    *l = (net_link){.fd = -1};
}

// Waits for `events`; false when the time is up or a signal wants us to leave.
static bool ready(int fd, short events, double until)
{
    for (;;) {
        double left = until - vg_clock();
        struct pollfd p[2] = {{.fd = fd, .events = events},
                              {.fd = cli_signal_fd(), .events = POLLIN}};
        if (left <= 0 || cli_leaving()) return false;
        int n = poll(p, 2, (int)(left * 1000) + 1);
        if (n > 0 && p[1].revents) cli_signal_seen();
        if (n > 0 && p[0].revents) return true;
        if (n < 0 && errno != EINTR) return false;
    }
}

static void quiet_fd(int fd)
{
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
}

static int dial(const net_place *p, const char **why)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *list = NULL;
    int fd = -1, err = getaddrinfo(p->host, p->port, &hints, &list);
    if (err) *why = gai_strerror(err);
    double until = vg_clock() + CONNECT_MS / 1000.0;
    for (struct addrinfo *a = list; a && fd < 0; a = a->ai_next) {
        int one = 1, failed = 0;
        socklen_t size = sizeof failed;
        fd = socket(a->ai_family, a->ai_socktype, a->ai_protocol);
        if (fd < 0) continue;
        quiet_fd(fd);
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        if (connect(fd, a->ai_addr, a->ai_addrlen) == 0) break;
        failed = errno;
        if (failed == EINPROGRESS) {
            failed = ETIMEDOUT;
            if (ready(fd, POLLOUT, until)) getsockopt(fd, SOL_SOCKET, SO_ERROR, &failed, &size);
        }
        if (failed == 0) break;
        *why = strerror(failed);
        close(fd);
        fd = -1;
    }
    if (list) freeaddrinfo(list);
    return fd;
}

// TLS by a program that is there, or not.
static net_link dial_tls(const net_place *p, const char **why)
{
    int end[2];
    char where[300];
    net_link l = {.fd = -1};
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, end) != 0) return l;
    snprintf(where, sizeof where, strchr(p->host, ':') ? "[%s]:%s" : "%s:%s", p->host, p->port);
    l.helper = fork();
    if (l.helper == 0) {
        int none = open("/dev/null", O_WRONLY);
        dup2(end[1], STDIN_FILENO);
        dup2(end[1], STDOUT_FILENO);
        if (none >= 0) dup2(none, STDERR_FILENO);
        close(end[0]);
        close(end[1]);
        // Not to be ended by the Ctrl-C that is meant for us.
        setpgid(0, 0);
        execlp("openssl", "openssl", "s_client", "-quiet", "-verify_return_error",
               "-verify_hostname", p->host, "-servername", p->host, "-connect", where,
               (char *)NULL);
        _exit(127);
    }
    close(end[1]);
    l.fd = end[0];
    quiet_fd(l.fd);
    if (l.helper < 0) {
        l.helper = 0;
        *why = strerror(errno);
        hang_up(&l);
    }
    return l;
}

static net_link dial_place(const net_place *p, const char **why)
{
    if (p->tls) return dial_tls(p, why);
    return (net_link){.fd = dial(p, why)};
}

static bool send_all(int fd, const char *bytes, size_t n, double until)
{
    while (n > 0) {
        ssize_t done = send(fd, bytes, n, MSG_NOSIGNAL);
        if (done < 0 && errno != EAGAIN && errno != EINTR) return false;
        if (done < 0 && !ready(fd, POLLOUT, until)) return false;
        if (done > 0) {
            bytes += done;
            n -= (size_t)done;
        }
    }
    return true;
}

// Reads more into `in`; false at the end, an error, too much or too late.
static bool receive(int fd, vg_text *in, size_t most, double until)
{
    char bytes[16384];
    for (;;) {
        ssize_t got = recv(fd, bytes, sizeof bytes, 0);
        if (got > 0 && in->len + (size_t)got <= most) {
            vg_text_bytes(in, bytes, (size_t)got);
            return true;
        }
        if (got >= 0 || (errno != EAGAIN && errno != EINTR)) return false;
        if (!ready(fd, POLLIN, until)) return false;
    }
}

static void put_head(const net_place *p, const char *method, const char *path, const char *token,
                     vg_text *out)
{
    vg_text_printf(out, "%s %s HTTP/1.1\r\nHost: ", method, path);
    put_host(p, out);
    vg_text_add(out, "\r\n");
    if (token && *token) vg_text_printf(out, "Cookie: veglia=%s\r\n", token);
}

// The length the head promises; -1 if it says none.
static long content_length(const char *head, size_t n)
{
    for (const char *at = head; at < head + n;) {
        const char *line = memchr(at, '\n', (size_t)(head + n - at));
        if (strncasecmp(at, "content-length:", 15) == 0) return strtol(at + 15, NULL, 10);
        if (!line) break;
        at = line + 1;
    }
    return -1;
}

int net_request(const cli *c, const net_place *p, const char *method, const char *path,
                const char *token, const char *body, vg_text *answer)
{
    const char *why = cli_in(c, "nessuna risposta", "no answer");
    double until = vg_clock() + ANSWER_MS / 1000.0;
    vg_text out = vg_text_heap(), in = vg_text_heap();
    int status = 0;
    vg_text_clear(answer);
    put_head(p, method, path, token, &out);
    vg_text_add(&out, "Connection: close\r\n");
    if (body)
        vg_text_printf(&out, "Content-Type: application/json\r\nContent-Length: %zu\r\n",
                       strlen(body));
    vg_text_printf(&out, "\r\n%s", body ? body : "");
    net_link l = dial_place(p, &why);
    if (l.fd >= 0 && send_all(l.fd, out.at, out.len, until)) {
        const char *end = NULL;
        while (!end && receive(l.fd, &in, MAX_HEAD + MAX_ANSWER, until))
            end = strstr(in.at, "\r\n\r\n");
        if (end && strncmp(in.at, "HTTP/1.", 7) == 0) {
            size_t head = (size_t)(end - in.at) + 4;
            long length = content_length(in.at, head);
            while ((length < 0 || in.len < head + (size_t)length) &&
                   receive(l.fd, &in, MAX_HEAD + MAX_ANSWER, until)) {
            }
            if (length >= 0 && in.len >= head + (size_t)length) {
                status = atoi(in.at + 9);
                vg_text_bytes(answer, in.at + head, (size_t)length);
            }
        }
    }
    hang_up(&l);
    if (status == 0)
        cli_complain(c,
                     p->tls ? "%s non risponde in modo sicuro: %s (per https serve il programma "
                              "openssl, e un certificato valido)"
                            : "%s non risponde: %s",
                     p->tls ? "%s does not answer safely: %s (https needs the program openssl, and "
                              "a good certificate)"
                            : "%s does not answer: %s",
                     p->host, why);
    vg_text_release(&out);
    vg_text_release(&in);
    return status;
}

// ---- the WebSocket -------------------------------------------------------------------

struct net_socket {
    net_link link;
    wslay_event_context_ptr ws;
    vg_text in; // came with the handshake, and not read yet
    size_t in_at;
    bool broken;
    int code;
    void (*got)(void *self, const char *text, size_t n);
    void *self;
};

static ssize_t ws_recv(wslay_event_context_ptr ws, uint8_t *out, size_t n, int flags, void *self)
{
    net_socket *s = self;
    (void)flags;
    if (s->in_at < s->in.len) {
        size_t part = s->in.len - s->in_at < n ? s->in.len - s->in_at : n;
        memcpy(out, s->in.at + s->in_at, part);
        s->in_at += part;
        return (ssize_t)part;
    }
    ssize_t got = recv(s->link.fd, out, n, 0);
    if (got > 0) return got;
    bool later = got < 0 && (errno == EAGAIN || errno == EINTR);
    if (!later) s->broken = true;
    wslay_event_set_error(ws, later ? WSLAY_ERR_WOULDBLOCK : WSLAY_ERR_CALLBACK_FAILURE);
    return -1;
}

static ssize_t ws_send(wslay_event_context_ptr ws, const uint8_t *data, size_t n, int flags,
                       void *self)
{
    net_socket *s = self;
    (void)flags;
    ssize_t done = send(s->link.fd, data, n, MSG_NOSIGNAL);
    if (done >= 0) return done;
    bool later = errno == EAGAIN || errno == EINTR;
    if (!later) s->broken = true;
    wslay_event_set_error(ws, later ? WSLAY_ERR_WOULDBLOCK : WSLAY_ERR_CALLBACK_FAILURE);
    return -1;
}

static int ws_mask(wslay_event_context_ptr ws, uint8_t *out, size_t n, void *self)
{
    (void)ws;
    (void)self;
    return getrandom(out, n, 0) == (ssize_t)n ? 0 : -1;
}

static void ws_message(wslay_event_context_ptr ws, const struct wslay_event_on_msg_recv_arg *m,
                       void *self)
{
    net_socket *s = self;
    (void)ws;
    if (m->opcode == WSLAY_CONNECTION_CLOSE) s->code = m->status_code;
    if (m->opcode == WSLAY_TEXT_FRAME && s->got)
        s->got(s->self, (const char *)m->msg, m->msg_length);
}

// Asks for the handshake. False: it was refused, or is not right.
static bool shake(net_socket *s, const net_place *p, const char *path, const char *token)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnop";
    double until = vg_clock() + ANSWER_MS / 1000.0;
    char key[25] = "", expected[256];
    uint8_t bytes[22];
    vg_text out = vg_text_heap(), answer = VG_TEXT(expected);
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes) return false;
    for (int i = 0; i < 21; i++) key[i] = letters[bytes[i] % 42];
    memcpy(key + 21, "A==", 3); // sixteen bytes
    put_head(p, "GET", path, token, &out);
    vg_text_printf(&out,
                   "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                   "Sec-WebSocket-Key: %s\r\n\r\n",
                   key);
    http_upgrade(&answer, (http_part){.at = key, .length = 24});
    // "Sec-WebSocket-Accept: " and 28 letters are the end of what we ourselves would answer.
    answer.at[answer.len - 4] = '\0';
    const char *accept = answer.at + answer.len - 4 - 28, *end = NULL;
    bool good = send_all(s->link.fd, out.at, out.len, until);
    while (good && !end && receive(s->link.fd, &s->in, MAX_HEAD, until))
        end = strstr(s->in.at, "\r\n\r\n");
    vg_text_release(&out);
    if (!end || strncmp(s->in.at, "HTTP/1.1 101", 12) != 0) return false;
    const char *said = strstr(s->in.at, accept);
    s->in_at = (size_t)(end - s->in.at) + 4;
    return said && said < end;
}

net_socket *net_open(const cli *c, const net_place *p, const char *path, const char *token,
                     vg_text *why)
{
    static const struct wslay_event_callbacks callbacks = {.recv_callback = ws_recv,
                                                           .send_callback = ws_send,
                                                           .genmask_callback = ws_mask,
                                                           .on_msg_recv_callback = ws_message};
    const char *reason = cli_in(c, "nessuna risposta", "no answer");
    net_socket *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->in = vg_text_heap();
    s->link = dial_place(p, &reason);
    if (s->link.fd >= 0 && shake(s, p, path, token) &&
        wslay_event_context_client_init(&s->ws, &callbacks, s) == 0) {
        wslay_event_config_set_max_recv_msg_length(s->ws, MAX_MESSAGE);
        return s;
    }
    vg_text_add(why, reason);
    net_close(s);
    return NULL;
}

void net_close(net_socket *s)
{
    if (!s) return;
    if (s->ws) {
        if (!s->broken) {
            s->got = NULL;
            wslay_event_queue_close(s->ws, 1000, NULL, 0);
            (void)wslay_event_send(s->ws);
        }
        wslay_event_context_free(s->ws);
    }
    hang_up(&s->link);
    vg_text_release(&s->in);
    free(s);
}

int net_fd(const net_socket *s) { return s->link.fd; }

void net_send(net_socket *s, const char *text, size_t n)
{
    struct wslay_event_msg message = {
        .opcode = WSLAY_TEXT_FRAME, .msg = (const uint8_t *)text, .msg_length = n};
    if (wslay_event_queue_msg(s->ws, &message) != 0 || wslay_event_send(s->ws) != 0)
        s->broken = true;
}

bool net_read(net_socket *s, void (*got)(void *self, const char *text, size_t n), void *self,
              int *code)
{
    s->got = got;
    s->self = self;
    do {
        if (wslay_event_recv(s->ws) != 0) s->broken = true;
    } while (!s->broken && s->in_at < s->in.len);
    if (!s->broken && wslay_event_want_write(s->ws) && wslay_event_send(s->ws) != 0)
        s->broken = true;
    s->got = NULL;
    *code = s->code;
    return !s->broken && !wslay_event_get_close_received(s->ws) && wslay_event_want_read(s->ws);
}
