// relay.c: a connection whose table another server has: its bytes are carried there and back.
//
// The request goes on with two headers more: who called, and the secret by which servers know each
// other. From the first byte of the answer on we do not look at what is carried: the other server
// reads the frames, pings, and says when it is over.
#include "server/relay.h"

#include "server/core.h"

#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    RETRY_MS = 200,
    CONNECT_MS = 2000,     // a cut cable says nothing
    UNHEARD_MS = 10000,    // what was sent and nobody took: the same
    IDLE_S = 5,            // of silence, then it is looked whether anybody is there
    PATIENCE_MS = 10000,   // more than a lease
    MOST_MISSED = 1,       // who has just come is known by the next beat
    MOST_AHEAD = 64 * 1024 // bytes on their way
};

struct relay {
    uv_tcp_t tcp;
    uv_connect_t connect;
    uv_timer_t timer;
    conn *c; // reffed; NULL: gone
    char peer[STORE_PEER];
    bool opened, paused;
    int missed;  // ticks since its server was last known to live
    int closing; // handles still open once it ends
};

static char read_buffer[16384]; // one loop, one read at a time

static void closed(uv_handle_t *handle)
{
    relay *r = handle->data;
    if (--r->closing == 0) free(r);
}

static void relay_free(relay *r)
{
    conn *c = r->c;
    if (!c) return;
    r->c = NULL;
    c->relay = NULL;
    c->s->relays--;
    r->closing = 2;
    uv_close((uv_handle_t *)&r->tcp, closed);
    uv_close((uv_handle_t *)&r->timer, closed);
    conn_unref(c);
}

void relay_end(conn *c)
{
    if (c->relay) relay_free(c->relay);
}

static void busy(conn *c)
{
    c->relayed_at = 0;
    api_refuse(c, 503, "BUSY", "Il tavolo sta passando a un altro servizio: riprova fra poco",
               "The table is moving to another server: try again in a while");
}

static void try_again(uv_timer_t *timer)
{
    relay *r = timer->data;
    conn *c = r->c;
    conn_ref(c);
    relay_free(r);
    conn_retry(c);
    conn_unref(c);
}

// The other server is not there, or went before it answered. What was asked and may have been done
// is not asked twice.
static void failed(relay *r)
{
    conn *c = r->c;
    bool late = uv_now(&c->s->loop) - c->relayed_at > PATIENCE_MS;
    if (c->mode != CONN_WAITING) {
        conn_drop(c); // and relay_end
    } else if (late || (r->opened && c->request.method == HTTP_POST)) {
        conn_ref(c);
        relay_free(r);
        busy(c);
        conn_unref(c);
    } else {
        uv_read_stop((uv_stream_t *)&r->tcp);
        uv_timer_start(&r->timer, try_again, RETRY_MS, 0);
    }
}

typedef struct write_job {
    uv_write_t request;
    relay *r;
    char data[];
} write_job;

static void written(uv_write_t *request, int status)
{
    write_job *job = request->data;
    relay *r = job->r;
    free(job);
    if (!r->c) return; // it ended: closing its handle brought us here
    if (status < 0)
        failed(r);
    else
        conn_go_on(r->c);
}

static void carry(relay *r, const char *data, size_t length)
{
    write_job *job = malloc(sizeof *job + length);
    if (!job) {
        conn_drop(r->c);
        return;
    }
    job->r = r;
    job->request.data = job;
    memcpy(job->data, data, length);
    uv_buf_t buf = uv_buf_init(job->data, (unsigned)length);
    if (uv_write(&job->request, (uv_stream_t *)&r->tcp, &buf, 1, written) == 0) return;
    free(job);
    failed(r);
}

static void alloc(uv_handle_t *handle, size_t size, uv_buf_t *buf)
{
    (void)handle;
    (void)size;
    *buf = uv_buf_init(read_buffer, sizeof read_buffer);
}

static void answered(uv_stream_t *stream, ssize_t n, const uv_buf_t *buf)
{
    relay *r = stream->data;
    conn *c = r->c;
    if (n == 0 || !c) return;
    if (n < 0) {
        if (c->mode == CONN_RELAY)
            conn_finish(c);
        else
            failed(r);
        return;
    }
    conn_ref(c);
    if (c->mode == CONN_WAITING) conn_carried(c);
    if (c->mode == CONN_RELAY) conn_pass(c, buf->base, (size_t)n);
    if (c->relay && conn_behind(c)) {
        r->paused = true;
        uv_read_stop(stream);
    }
    conn_unref(c);
}

void relay_caught_up(conn *c)
{
    relay *r = c->relay;
    if (!r || !r->paused || conn_behind(c)) return;
    r->paused = false;
    uv_read_start((uv_stream_t *)&r->tcp, alloc, answered);
}

void relay_heard(conn *c, const char *data, size_t length)
{
    if (c->relay) carry(c->relay, data, length);
}

bool relay_full(const conn *c) { return c->relay && c->relay->tcp.write_queue_size > MOST_AHEAD; }

static bool ours(const char *line, size_t length, bool upgrade)
{
    static const char *const names[] = {
        "x-forwarded-for:", "x-veglia-node:", "x-veglia-operator:", "connection:"};
    for (int i = 0; i < 4 - upgrade; i++)
        if (length >= strlen(names[i]) && strncasecmp(line, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

// The request as it came, but for what we say ourselves.
static void put_request(const conn *c, vg_text *out)
{
    const http_request *q = &c->request;
    char address[46];
    const char *end = c->in + q->head_length - 2; // before the empty line
    for (const char *line = c->in, *next; line < end; line = next) {
        next = (const char *)memchr(line, '\n', (size_t)(end - line)) + 1;
        if (!ours(line, (size_t)(next - line), q->connection_upgrade))
            vg_text_bytes(out, line, (size_t)(next - line));
    }
    vg_text_printf(out, "X-Forwarded-For: %s\r\nX-Veglia-Node: %s\r\n%s%s\r\n",
                   api_caller(c, address), store_secret(c->s->store),
                   c->control ? "X-Veglia-Operator: yes\r\n" : "",
                   q->connection_upgrade ? "" : "Connection: close\r\n");
    vg_text_bytes(out, c->in + q->head_length, q->body_length);
}

// A server the database hears and we do not is no reason to wait for ever: the caller may reach it
// through another one.
static void watch_path(relay *r)
{
    int fd, unheard = UNHEARD_MS;
    if (uv_fileno((uv_handle_t *)&r->tcp, &fd) != 0) return;
    setsockopt(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &unheard, sizeof unheard);
    uv_tcp_keepalive(&r->tcp, 1, IDLE_S);
}

static void too_late(uv_timer_t *timer) { failed(timer->data); }

static void connected(uv_connect_t *request, int status)
{
    relay *r = request->data;
    if (!r->c) return;
    uv_timer_stop(&r->timer);
    if (status < 0 || r->c->mode != CONN_WAITING) {
        failed(r);
        return;
    }
    r->opened = true;
    uv_tcp_nodelay(&r->tcp, 1);
    watch_path(r);
    vg_text text = vg_text_heap();
    put_request(r->c, &text);
    uv_read_start((uv_stream_t *)&r->tcp, alloc, answered);
    carry(r, text.at, text.len);
    vg_text_release(&text);
}

void relay_begin(conn *c, const char *peer)
{
    server *s = c->s;
    struct sockaddr_storage address;
    if (c->peer) { // it was carried once: whoever sent it will look again
        conn_drop(c);
        return;
    }
    if (c->request.connection_upgrade && budget_crowded(c)) {
        api_too_many(c);
        return;
    }
    relay *r = server_address(peer, &address) ? calloc(1, sizeof *r) : NULL;
    if (!r) {
        busy(c);
        return;
    }
    if (c->relayed_at == 0) c->relayed_at = uv_now(&s->loop);
    r->c = c;
    conn_ref(c);
    c->relay = r;
    s->relays++;
    snprintf(r->peer, sizeof r->peer, "%s", peer);
    uv_tcp_init(&s->loop, &r->tcp);
    uv_timer_init(&s->loop, &r->timer);
    r->tcp.data = r->timer.data = r->connect.data = r;
    uv_timer_start(&r->timer, too_late, CONNECT_MS, 0);
    if (uv_tcp_connect(&r->connect, &r->tcp, (struct sockaddr *)&address, connected) != 0)
        failed(r);
}

void relay_tick(server *s)
{
    for (conn *c = s->conns, *next; c; c = next) {
        next = c->next;
        relay *r = c->relay;
        if (!r || uv_is_active((uv_handle_t *)&r->timer)) continue;
        r->missed = store_lives(s->store, r->peer) ? 0 : r->missed + 1;
        if (r->missed > MOST_MISSED) failed(r);
    }
}
