// conn.c: sockets: bytes in, requests and messages out, and nobody waits for anybody.
//
// What is to be sent gathers in `out` and leaves once per turn of the loop (at a table where an
// entry has just reached the disk: when that table has been told), so that a state and its
// acknowledgement are one packet. wslay reads frames and answers pings and closes; data frames from
// the server need no masking and are written here.
#include "server/parts.h"

#include <stdlib.h>
#include <string.h>

enum {
    HEAD_MS = 10000,  // to send a whole request
    KEEP_MS = 60000,  // between requests
    PING_MS = 30000,  // docs/protocol.md
    SILENT_MS = 75000 // docs/protocol.md
};

// ---- life --------------------------------------------------------------------------

void conn_ref(conn *c) { c->refs++; }

// Whoever let go of it last may still be looking at it: it is freed when this turn of the loop
// ends.
void conn_unref(conn *c)
{
    if (--c->refs > 0) return;
    c->next_out = c->s->buried;
    c->s->buried = c;
}

void conn_bury(server *s)
{
    for (conn *c = s->buried, *next; c; c = next) {
        next = c->next_out;
        free(c->in);
        vg_text_release(&c->out);
        if (c->ws) wslay_event_context_free(c->ws);
        free(c);
    }
    s->buried = NULL;
}

static void closed(uv_handle_t *handle) { conn_unref(handle->data); }

void conn_drop(conn *c)
{
    if (c->mode == CONN_CLOSED) return;
    if (c->spot) hall_leave(c);
    c->mode = CONN_CLOSED;
    if (c->prev)
        c->prev->next = c->next;
    else
        c->s->conns = c->next;
    if (c->next) c->next->prev = c->prev;
    c->s->conn_count--;
    uv_close((uv_handle_t *)&c->tcp, closed);
}

// ---- writing -----------------------------------------------------------------------

static void queue_out(conn *c)
{
    if (c->out_queued) return;
    c->out_queued = true;
    conn_ref(c);
    c->next_out = c->s->out;
    c->s->out = c;
}

static void close_if_done(conn *c)
{
    if (c->mode != CONN_CLOSED && c->close_after && c->writes == 0 && c->out.len == 0) conn_drop(c);
}

typedef struct write_job {
    uv_write_t request;
    conn *c;
    vg_text data;
} write_job;

static void written(uv_write_t *request, int status)
{
    write_job *job = request->data;
    conn *c = job->c;
    c->writes--;
    vg_text_release(&job->data);
    free(job);
    if (status < 0)
        conn_drop(c);
    else
        close_if_done(c);
    conn_unref(c);
}

// Thousands of connections are silent while one is told something: buffers are lent, not owned.
static void borrow_buffer(conn *c)
{
    server *s = c->s;
    if (c->out.cap == 0 && s->spare_count > 0) c->out = s->spares[--s->spare_count];
}

static void return_buffer(server *s, vg_text *text)
{
    if (s->spare_count < SERVER_SPARES && text->cap > 0 && text->cap <= SERVER_SPARE_SIZE) {
        vg_text_clear(text);
        s->spares[s->spare_count++] = *text;
        *text = vg_text_heap();
    }
    vg_text_release(text);
}

void conn_flush(conn *c)
{
    if (c->mode == CONN_CLOSED) return;
    if (c->out.len == 0) {
        close_if_done(c);
        return;
    }
    c->s->count.bytes_out += c->out.len;
    size_t sent = 0;
    if (c->writes == 0) {
        uv_buf_t buf = uv_buf_init(c->out.at, (unsigned)c->out.len);
        int n = uv_try_write((uv_stream_t *)&c->tcp, &buf, 1);
        if (n > 0) sent = (size_t)n;
        if (n < 0 && n != UV_EAGAIN) {
            conn_drop(c);
            return;
        }
    }
    if (sent == c->out.len) {
        return_buffer(c->s, &c->out);
        close_if_done(c);
        return;
    }
    write_job *job = calloc(1, sizeof *job);
    if (!job ||
        uv_stream_get_write_queue_size((uv_stream_t *)&c->tcp) + c->out.len > SERVER_MAX_QUEUE) {
        free(job);
        c->s->count.dropped_slow++;
        conn_drop(c);
        return;
    }
    job->c = c;
    job->data = c->out;
    job->request.data = job;
    c->out = vg_text_heap();
    uv_buf_t buf = uv_buf_init(job->data.at + sent, (unsigned)(job->data.len - sent));
    conn_ref(c);
    c->writes++;
    if (uv_write(&job->request, (uv_stream_t *)&c->tcp, &buf, 1, written) == 0) return;
    c->writes--;
    vg_text_release(&job->data);
    free(job);
    conn_drop(c);
    conn_unref(c);
}

void conn_flush_all(server *s)
{
    for (conn *c; (c = s->out);) {
        s->out = c->next_out;
        c->out_queued = false;
        conn_flush(c);
        conn_unref(c);
    }
}

// Room for the head of most frames: whoever begins does not know the length yet.
enum { FRAME_HEAD = 4 };

vg_text *conn_begin(conn *c)
{
    if (c->mode != CONN_WS || c->close_after) return NULL;
    borrow_buffer(c);
    c->frame = c->out.len;
    vg_text_bytes(&c->out, "\x81\x7e..", FRAME_HEAD);
    return &c->out;
}

void conn_end(conn *c)
{
    vg_text *out = &c->out;
    size_t length = out->len - c->frame - FRAME_HEAD;
    if (out->cut) { // half a frame would spoil all that follows
        out->len = 0;
        conn_drop(c);
        return;
    }
    if (length < 126) {
        char *head = out->at + c->frame;
        head[1] = (char)length;
        memmove(head + 2, head + FRAME_HEAD, length + 1);
        out->len -= 2;
    } else if (length < 65536) {
        char *head = out->at + c->frame;
        head[2] = (char)(length >> 8);
        head[3] = (char)length;
    } else {
        vg_text_bytes(out, "......", 6);
        char *head = out->at + c->frame;
        memmove(head + 10, head + FRAME_HEAD, length);
        head[1] = 127;
        for (int i = 0; i < 8; i++) head[2 + i] = (char)(length >> (56 - 8 * i));
    }
    if (out->len > SERVER_MAX_QUEUE) { // asks for more than it could read: do not write it first
        c->s->count.dropped_slow++;
        conn_drop(c);
        return;
    }
    queue_out(c);
}

void conn_send(conn *c, const char *text, size_t length)
{
    vg_text *out = conn_begin(c);
    if (!out) return;
    vg_text_bytes(out, text, length);
    conn_end(c);
}

void conn_close(conn *c, int code)
{
    if (c->mode == CONN_CLOSED || c->close_after) return;
    if (c->mode != CONN_WS) {
        conn_drop(c);
        return;
    }
    if (wslay_event_queue_close(c->ws, (uint16_t)code, NULL, 0) == 0) wslay_event_send(c->ws);
    if (c->spot) hall_leave(c);
    c->close_after = true;
    queue_out(c);
}

// Headers for pages and everything else we serve: nothing from anywhere but here.
static const char policy[] =
    "Content-Security-Policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "
    "style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; "
    "font-src 'self'; media-src 'self'; connect-src 'self'; worker-src 'self' blob:; "
    "manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n";

// Takes the request that was answered out of `in`.
static void consume(conn *c)
{
    size_t used = c->request.head_length + c->request.body_length;
    c->in_length -= used;
    memmove(c->in, c->in + used, c->in_length);
}

void conn_retry(conn *c)
{
    if (c->mode != CONN_WAITING) return;
    c->mode = CONN_HTTP;
    conn_resume(c);
}

void conn_answer(conn *c, int status, const char *type, const char *more, const char *body,
                 size_t length)
{
    if (c->mode != CONN_HTTP && c->mode != CONN_WAITING) return;
    bool keep = c->request.keep_alive && !c->s->stopping && status < 500 && status != 400;
    http_head(&c->out, status, type, length, keep);
    vg_text_add(&c->out, policy);
    if (more) vg_text_add(&c->out, more);
    if (!more || !strstr(more, "Cache-Control"))
        vg_text_add(&c->out, "Cache-Control: no-store\r\n");
    vg_text_add(&c->out, "\r\n");
    if (c->request.method != HTTP_HEAD && status != 304 && length)
        vg_text_bytes(&c->out, body, length);
    if (!keep) c->close_after = true;
    c->heard = uv_now(&c->s->loop);
    queue_out(c);
    if (c->mode == CONN_WAITING) {
        c->mode = CONN_HTTP;
        consume(c);
        conn_resume(c);
    }
}

// ---- WebSocket ---------------------------------------------------------------------

static ssize_t ws_recv(wslay_event_context_ptr ctx, uint8_t *buf, size_t length, int flags,
                       void *arg)
{
    conn *c = arg;
    (void)flags;
    if (c->feed_length == 0) {
        wslay_event_set_error(ctx, WSLAY_ERR_WOULDBLOCK);
        return -1;
    }
    size_t n = length < c->feed_length ? length : c->feed_length;
    memcpy(buf, c->feed, n);
    c->feed += n;
    c->feed_length -= n;
    return (ssize_t)n;
}

static ssize_t ws_send(wslay_event_context_ptr ctx, const uint8_t *data, size_t length, int flags,
                       void *arg)
{
    conn *c = arg;
    (void)ctx;
    (void)flags;
    vg_text_bytes(&c->out, (const char *)data, length);
    queue_out(c);
    return (ssize_t)length;
}

// A bucket of messages that refills by the second.
static bool may_speak(conn *c)
{
    uint64_t now = uv_now(&c->s->loop);
    double rate = c->s->options.max_rate, most = rate * 3;
    c->credit += (double)(now - c->credit_at) * rate / 1000;
    c->credit_at = now;
    if (c->credit > most) c->credit = most;
    if (c->credit < 1) return false;
    c->credit -= 1;
    return true;
}

static void ws_message(wslay_event_context_ptr ctx, const struct wslay_event_on_msg_recv_arg *m,
                       void *arg)
{
    conn *c = arg;
    (void)ctx;
    if (c->mode != CONN_WS || c->close_after) return;
    if (wslay_is_ctrl_frame(m->opcode)) {
        if (!may_speak(c)) { // pings cost as well
            c->s->count.dropped_rate++;
            conn_close(c, 1008);
        }
        return;
    }
    if (m->opcode != WSLAY_TEXT_FRAME) {
        conn_close(c, 1003);
        return;
    }
    if (!may_speak(c)) {
        c->s->count.dropped_rate++;
        conn_close(c, 1008);
        return;
    }
    c->s->count.messages++;
    hall_message(c, (const char *)m->msg, m->msg_length);
}

static void feed(conn *c, const char *data, size_t length)
{
    c->feed = (const uint8_t *)data;
    c->feed_length = length;
    conn_ref(c);
    int rc = wslay_event_recv(c->ws);
    if (c->mode == CONN_WS && wslay_event_want_write(c->ws)) wslay_event_send(c->ws);
    if (c->mode == CONN_WS) {
        bool over =
            rc != 0 || wslay_event_get_close_received(c->ws) || !wslay_event_want_read(c->ws);
        if (over && !c->close_after) {
            if (c->spot) hall_leave(c);
            c->close_after = true;
            queue_out(c);
        }
    }
    c->feed_length = 0;
    conn_unref(c);
}

void conn_upgrade(conn *c)
{
    static const struct wslay_event_callbacks callbacks = {
        .recv_callback = ws_recv, .send_callback = ws_send, .on_msg_recv_callback = ws_message};
    if (wslay_event_context_server_init(&c->ws, &callbacks, c) != 0) {
        conn_drop(c);
        return;
    }
    wslay_event_config_set_max_recv_msg_length(c->ws, SERVER_MAX_MESSAGE);
    http_upgrade(&c->out, c->request.ws_key);
    queue_out(c);
    c->mode = CONN_WS;
    c->credit = c->s->options.max_rate * 3;
    c->credit_at = c->heard = uv_now(&c->s->loop);
}

// ---- reading -----------------------------------------------------------------------

// Goes through the requests in `in`.
void conn_resume(conn *c)
{
    while (c->mode == CONN_HTTP && !c->close_after && c->in_length > 0) {
        int status = http_parse(c->in, c->in_length, &c->request);
        if (status < 0) return;
        c->s->count.requests++;
        if (status > 0) {
            c->request.keep_alive = false;
            conn_answer(c, status, NULL, NULL, NULL, 0);
            return;
        }
        conn_ref(c);
        api_handle(c);
        bool waits = c->mode == CONN_WAITING;
        if (!waits && c->mode != CONN_CLOSED) consume(c);
        if (c->mode == CONN_WS && c->in_length > 0) {
            size_t n = c->in_length;
            c->in_length = 0;
            feed(c, c->in, n);
        }
        conn_unref(c);
        if (waits) return;
    }
}

static char read_buffer[65536]; // one loop, one read at a time

static void alloc(uv_handle_t *handle, size_t size, uv_buf_t *buf)
{
    (void)handle;
    (void)size;
    *buf = uv_buf_init(read_buffer, sizeof read_buffer);
}

static void heard(uv_stream_t *stream, ssize_t n, const uv_buf_t *buf)
{
    conn *c = stream->data;
    if (n < 0) {
        conn_drop(c);
        return;
    }
    if (n == 0 || c->mode == CONN_CLOSED) return;
    c->heard = uv_now(&c->s->loop);
    if (c->close_after) return; // what comes after a close is not read
    if (c->mode == CONN_WS) {
        feed(c, buf->base, (size_t)n);
        return;
    }
    size_t most = HTTP_MAX_HEAD + HTTP_MAX_BODY;
    if (c->in_length + (size_t)n > most) n = (ssize_t)(most - c->in_length);
    if (n == 0) { // pipelining more than we hold
        conn_drop(c);
        return;
    }
    if (c->in_length + (size_t)n > c->in_cap) {
        size_t cap = c->in_length + (size_t)n + 1024;
        char *grown = realloc(c->in, cap);
        if (!grown) {
            conn_drop(c);
            return;
        }
        c->in = grown;
        c->in_cap = cap;
        if (c->mode == CONN_WAITING) // its parts point into what was moved
            http_parse(c->in, c->in_length, &c->request);
    }
    memcpy(c->in + c->in_length, buf->base, (size_t)n);
    c->in_length += (size_t)n;
    conn_resume(c);
    if (c->mode == CONN_WS && c->in) {
        free(c->in);
        c->in = NULL;
        c->in_length = c->in_cap = 0;
    }
}

// ---- accepting ---------------------------------------------------------------------

static int from_address(const server *s, const char *address)
{
    int count = 0;
    for (const conn *c = s->conns; c; c = c->next) count += strcmp(c->address, address) == 0;
    return count;
}

void conn_accept(server *s)
{
    conn *c = calloc(1, sizeof *c);
    if (!c) return;
    c->s = s;
    c->refs = 1;
    c->number = ++s->conn_numbers;
    c->person = -1;
    c->out = vg_text_heap();
    c->tcp.data = c;
    uv_tcp_init(&s->loop, &c->tcp);
    c->mode = CONN_CLOSED;
    bool ok = uv_accept((uv_stream_t *)&s->listener, (uv_stream_t *)&c->tcp) == 0;
    struct sockaddr_storage peer;
    int length = sizeof peer;
    if (ok && uv_tcp_getpeername(&c->tcp, (struct sockaddr *)&peer, &length) == 0)
        uv_ip_name((struct sockaddr *)&peer, c->address, sizeof c->address);
    if (ok && s->conn_count >= s->options.max_connections) ok = false;
    if (ok && !s->options.trust_proxy && s->options.max_per_address > 0 &&
        s->conn_count >= s->options.max_per_address &&
        from_address(s, c->address) >= s->options.max_per_address)
        ok = false;
    if (!ok || s->stopping) {
        s->count.refused++;
        uv_close((uv_handle_t *)&c->tcp, closed);
        return;
    }
    c->mode = CONN_HTTP;
    c->opened = c->heard = uv_now(&s->loop);
    c->next = s->conns;
    if (s->conns) s->conns->prev = c;
    s->conns = c;
    s->conn_count++;
    s->count.accepted++;
    uv_tcp_nodelay(&c->tcp, 1);
    uv_read_start((uv_stream_t *)&c->tcp, alloc, heard);
}

void conn_tick(server *s)
{
    uint64_t now = uv_now(&s->loop);
    for (conn *c = s->conns, *next; c; c = next) {
        next = c->next;
        uint64_t silent = now - c->heard;
        uint64_t most = c->close_after            ? HEAD_MS
                        : c->mode == CONN_WS      ? SILENT_MS
                        : c->mode == CONN_WAITING ? KEEP_MS
                        : c->in_length            ? HEAD_MS
                                                  : KEEP_MS;
        if (c->mode == CONN_HTTP && c->in_length && now - c->opened > HEAD_MS && silent > 1000)
            silent = most + 1;
        if (silent > most) {
            s->count.dropped_silent++;
            conn_drop(c);
        } else if (c->mode == CONN_WS && !c->close_after && silent > PING_MS &&
                   silent % PING_MS < 1000) {
            struct wslay_event_msg ping = {.opcode = WSLAY_PING};
            if (wslay_event_queue_msg(c->ws, &ping) == 0) wslay_event_send(c->ws);
        }
    }
}
