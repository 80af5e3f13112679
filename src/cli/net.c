// net.c: sockets of a client, without a loop of their own: who uses them polls.
#include "cli/net.h"

#include "base/clock.h"
#include "cli/line.h"
#include "server/http.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>
#include <sys/socket.h>
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
    SSL *tls; // NULL: in the clear
} net_link;

static void hang_up(net_link *l)
{
    if (l->tls) {
        (void)SSL_shutdown(l->tls);
        SSL_free(l->tls);
    }
    if (l->fd >= 0) close(l->fd);
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

static int dial(const net_place *p, vg_text *why)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *list = NULL;
    int fd = -1, err = getaddrinfo(p->host, p->port, &hints, &list);
    const char *reason = err ? gai_strerror(err) : NULL;
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
        reason = strerror(failed);
        close(fd);
        fd = -1;
    }
    if (list) freeaddrinfo(list);
    if (fd < 0 && reason) {
        vg_text_clear(why);
        vg_text_add(why, reason);
    }
    return fd;
}

// Why a certificate was refused, and what its reader can do about it.
static void say_certificate(const cli *c, long verdict, vg_text *why)
{
    vg_text_clear(why);
    switch (verdict) {
    case X509_V_ERR_CERT_HAS_EXPIRED:
        vg_text_add(why, cli_in(c, "il certificato è scaduto: chi tiene il server lo rinnovi",
                                "its certificate has expired: who runs the server must renew it"));
        return;
    case X509_V_ERR_CERT_NOT_YET_VALID:
        vg_text_add(why, cli_in(c, "il certificato non vale ancora: guarda l'ora del computer",
                                "its certificate is not valid yet: look at this computer's clock"));
        return;
    case X509_V_ERR_HOSTNAME_MISMATCH:
    case X509_V_ERR_IP_ADDRESS_MISMATCH:
        vg_text_add(why, cli_in(c,
                                "il certificato è di un altro nome: scrivi l'indirizzo come sta "
                                "nell'invito",
                                "its certificate is for another name: write the address as the "
                                "invitation has it"));
        return;
    default:
        vg_text_printf(why,
                       cli_in(c,
                              "nessuno di cui questo computer si fida garantisce il suo "
                              "certificato (%s). Se il server è di chi conosci, fatti dare il file "
                              "del certificato e metti SSL_CERT_FILE=FILE davanti al comando",
                              "nobody this computer trusts vouches for its certificate (%s). If "
                              "you know who runs the server, ask for the certificate's file and "
                              "put SSL_CERT_FILE=FILE before the command"),
                       X509_verify_cert_error_string(verdict));
    }
}

// Is it an address in numbers? Certificates name those differently.
static bool is_address(const char *host)
{
    unsigned char bytes[sizeof(struct in6_addr)];
    return inet_pton(AF_INET, host, bytes) == 1 || inet_pton(AF_INET6, host, bytes) == 1;
}

static SSL *new_tls(void)
{
    SSL_CTX *context = SSL_CTX_new(TLS_client_method());
    if (!context) return NULL;
    SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
    SSL_CTX_set_default_verify_paths(context); // and SSL_CERT_FILE, SSL_CERT_DIR
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER, NULL);
    SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    signal(SIGPIPE, SIG_IGN); // the library writes by write(2)
    SSL *tls = SSL_new(context);
    SSL_CTX_free(context); // kept by `tls`
    return tls;
}

// Agrees on keys with who proves to be `p->host`. False: nothing of ours was sent.
static bool start_tls(const cli *c, const net_place *p, net_link *l, double until, vg_text *why)
{
    l->tls = new_tls();
    bool named = l->tls && SSL_set_fd(l->tls, l->fd) == 1;
    if (named && is_address(p->host))
        named = X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(l->tls), p->host) == 1;
    else if (named)
        named =
            SSL_set1_host(l->tls, p->host) == 1 && SSL_set_tlsext_host_name(l->tls, p->host) == 1;
    if (!named) {
        vg_text_clear(why);
        vg_text_add(why, cli_in(c, "manca la memoria", "out of memory"));
        return false;
    }
    for (;;) {
        ERR_clear_error();
        int done = SSL_connect(l->tls), wants = SSL_get_error(l->tls, done);
        if (done == 1) return true;
        if (wants == SSL_ERROR_WANT_READ && ready(l->fd, POLLIN, until)) continue;
        if (wants == SSL_ERROR_WANT_WRITE && ready(l->fd, POLLOUT, until)) continue;
        long verdict = SSL_get_verify_result(l->tls);
        if (verdict != X509_V_OK) {
            say_certificate(c, verdict, why);
        } else if (wants == SSL_ERROR_SSL) {
            vg_text_clear(why);
            vg_text_add(why, cli_in(c,
                                    "lì non si parla https; forse l'indirizzo comincia con "
                                    "http://",
                                    "nobody speaks https there; perhaps the address begins with "
                                    "http://"));
        }
        return false;
    }
}

static net_link dial_place(const cli *c, const net_place *p, vg_text *why)
{
    net_link l = {.fd = dial(p, why)};
    if (l.fd >= 0 && p->tls && !start_tls(c, p, &l, vg_clock() + ANSWER_MS / 1000.0, why))
        hang_up(&l);
    return l;
}

// As send() and recv() do: -1 with EAGAIN when it would have to wait.
static ssize_t put_bytes(net_link *l, const void *bytes, size_t n)
{
    if (!l->tls) return send(l->fd, bytes, n, MSG_NOSIGNAL);
    size_t done = 0;
    ERR_clear_error();
    if (SSL_write_ex(l->tls, bytes, n, &done)) return (ssize_t)done;
    int wants = SSL_get_error(l->tls, 0);
    errno = wants == SSL_ERROR_WANT_READ || wants == SSL_ERROR_WANT_WRITE ? EAGAIN : EPIPE;
    return -1;
}

static ssize_t take_bytes(net_link *l, void *bytes, size_t n)
{
    if (!l->tls) return recv(l->fd, bytes, n, 0);
    size_t got = 0;
    ERR_clear_error();
    if (SSL_read_ex(l->tls, bytes, n, &got)) return (ssize_t)got;
    int wants = SSL_get_error(l->tls, 0);
    if (wants == SSL_ERROR_ZERO_RETURN) return 0;
    errno = wants == SSL_ERROR_WANT_READ || wants == SSL_ERROR_WANT_WRITE ? EAGAIN : EPIPE;
    return -1;
}

static bool send_all(net_link *l, const char *bytes, size_t n, double until)
{
    while (n > 0) {
        ssize_t done = put_bytes(l, bytes, n);
        if (done < 0 && errno != EAGAIN && errno != EINTR) return false;
        if (done < 0 && !ready(l->fd, POLLOUT, until)) return false;
        if (done > 0) {
            bytes += done;
            n -= (size_t)done;
        }
    }
    return true;
}

// Reads more into `in`; false at the end, an error, too much or too late.
static bool receive(net_link *l, vg_text *in, size_t most, double until)
{
    char bytes[16384];
    for (;;) {
        ssize_t got = take_bytes(l, bytes, sizeof bytes);
        if (got > 0 && in->len + (size_t)got <= most) {
            vg_text_bytes(in, bytes, (size_t)got);
            return true;
        }
        if (got >= 0 || (errno != EAGAIN && errno != EINTR)) return false;
        if (!ready(l->fd, POLLIN, until)) return false;
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
    vg_text why = vg_text_heap();
    vg_text_add(&why, cli_in(c, "nessuna risposta", "no answer"));
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
    net_link l = dial_place(c, p, &why);
    if (l.fd >= 0 && send_all(&l, out.at, out.len, until)) {
        const char *end = NULL;
        while (!end && receive(&l, &in, MAX_HEAD + MAX_ANSWER, until))
            end = strstr(in.at, "\r\n\r\n");
        if (end && strncmp(in.at, "HTTP/1.", 7) == 0) {
            size_t head = (size_t)(end - in.at) + 4;
            long length = content_length(in.at, head);
            while ((length < 0 || in.len < head + (size_t)length) &&
                   receive(&l, &in, MAX_HEAD + MAX_ANSWER, until)) {
            }
            if (length >= 0 && in.len >= head + (size_t)length) {
                status = atoi(in.at + 9);
                vg_text_bytes(answer, in.at + head, (size_t)length);
            }
        }
    }
    hang_up(&l);
    if (status == 0)
        cli_complain(c, p->tls ? "%s non risponde in modo sicuro: %s" : "%s non risponde: %s",
                     p->tls ? "%s does not answer safely: %s" : "%s does not answer: %s", p->host,
                     why.at);
    vg_text_release(&why);
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
    ssize_t got = take_bytes(&s->link, out, n);
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
    ssize_t done = put_bytes(&s->link, data, n);
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
    bool good = send_all(&s->link, out.at, out.len, until);
    while (good && !end && receive(&s->link, &s->in, MAX_HEAD, until))
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
    vg_text_clear(why);
    vg_text_add(why, cli_in(c, "nessuna risposta", "no answer"));
    net_socket *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->in = vg_text_heap();
    s->link = dial_place(c, p, why);
    if (s->link.fd >= 0 && shake(s, p, path, token) &&
        wslay_event_context_client_init(&s->ws, &callbacks, s) == 0) {
        wslay_event_config_set_max_recv_msg_length(s->ws, MAX_MESSAGE);
        return s;
    }
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
