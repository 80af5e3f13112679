// conn.c: sockets: bytes in, requests and messages out, and nobody waits for anybody.
//
// What comes in stands in line (budget.c) and is served one request or message at a time, and only
// to who reads what it was answered: an HTTP request when the answer before it has left, a message
// while less than SERVER_BEHIND is unread. Who is behind is not told more either; when it has
// caught up it gets what it missed as one message (hall_tell.c). So no connection holds much
// memory, and its socket fills up instead.
//
// What is to be sent gathers in `out` and leaves once per turn of the loop (at a table where an
// entry has just reached the disk: when that table has been told), so that a state and its
// acknowledgement are one packet. wslay reads frames and answers pings and closes; data frames from
// the server need no masking and are written here.
#include "server/conn.h"

#include "server/api.h"
#include "server/core.h"
#include "server/relay.h"

#include <netinet/tcp.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#define SERVER_MAX_MESSAGE 8192
#define SERVER_MAX_QUEUE   (4u << 20)  // bytes a slow reader may let pile up
#define SERVER_BEHIND      (64u << 10) // bytes unread from which on a reader is not told more
#define SERVER_SPARE_SIZE  65536       // larger ones are given back

enum {
    HEAD_MS = 10000,   // to send a whole request
    KEEP_MS = 60000,   // between requests
    PING_MS = 30000,   // docs/protocol.md
    SILENT_MS = 75000, // docs/protocol.md
    STALL_MS = 20000,  // docs/protocol.md: without reading anything of what is sent
    TIGHT_MS = 1500,   // the same, and for a whole request, when memory is short
    RATE_MS = 60000,   // who would have to wait for longer to be heard is a flood
    PIECE = 65536,     // of a file, at a time
    PIECE_US = 200,    // what it costs the network: a gigabit a second is all of HEAVY_MS
    MOST_IN = HTTP_MAX_HEAD + HTTP_MAX_BODY,
    BURST = 3, // seconds' worth of messages may come at once
    ACCEPT_US = 50
};

// Bytes of its answers the client has not taken.
static size_t unread(const conn *c) { return c->unsent + c->out.len; }

static bool memory_short(const server *s)
{
    return s->queued > (size_t)s->options.max_queued << 20;
}

bool conn_behind(const conn *c)
{
    return c->unsent > 0 && (unread(c) > SERVER_BEHIND || memory_short(c->s));
}

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
        s->queued -= c->in_cap + c->inbox.cap;
        free(c->in);
        vg_text_release(&c->out);
        vg_text_release(&c->inbox);
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
    relay_end(c);
    c->mode = CONN_CLOSED;
    if (c->prev)
        c->prev->next = c->next;
    else
        c->s->conns = c->next;
    if (c->next) c->next->prev = c->prev;
    c->s->conn_count--;
    budget_hold(c, NULL);
    uv_close(&c->io.handle, closed);
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

static bool all_sent(const conn *c)
{
    return c->writes == 0 && c->out.len == 0 && c->body_left == 0;
}

// All it was told has left: on with what it asks, or with closing.
static void caught_up(conn *c)
{
    if (c->mode == CONN_CLOSED) return;
    if (c->close_after && all_sent(c)) {
        conn_drop(c);
        return;
    }
    if (c->mode == CONN_WS && !c->close_after) hall_caught_up(c);
    if (c->mode == CONN_RELAY) relay_caught_up(c);
    conn_go_on(c);
}

typedef struct write_job {
    uv_write_t request;
    conn *c;
    vg_text data; // owned; empty for a piece of a file
    size_t length;
} write_job;

static void written(uv_write_t *request, int status)
{
    write_job *job = request->data;
    conn *c = job->c;
    c->writes--;
    c->unsent -= job->length;
    c->s->queued -= job->data.cap;
    c->moved = uv_now(&c->s->loop);
    vg_text_release(&job->data);
    free(job);
    if (status < 0)
        conn_drop(c);
    else if (c->writes == 0)
        caught_up(c);
    conn_unref(c);
}

// Hands libuv what the socket did not take. `data` changes hands. False: the connection is dropped.
static bool write_later(conn *c, vg_text *data, const char *at, size_t length)
{
    write_job *job = calloc(1, sizeof *job);
    if (!job || c->unsent + length > SERVER_MAX_QUEUE) {
        free(job);
        c->s->count.dropped_slow++;
        conn_drop(c);
        return false;
    }
    job->c = c;
    if (data) {
        job->data = *data;
        *data = vg_text_heap();
    }
    job->length = length;
    job->request.data = job;
    uv_buf_t buf = uv_buf_init((char *)(uintptr_t)at, (unsigned)length);
    if (c->unsent == 0) c->moved = uv_now(&c->s->loop);
    c->unsent += length;
    c->s->queued += job->data.cap;
    conn_ref(c);
    c->writes++;
    if (uv_write(&job->request, &c->io.stream, &buf, 1, written) == 0) return true;
    c->writes--;
    c->unsent -= length;
    c->s->queued -= job->data.cap;
    vg_text_release(&job->data);
    free(job);
    conn_drop(c);
    conn_unref(c);
    return false;
}

// How much of it the socket takes at once; -1: the connection was dropped.
static ssize_t write_now(conn *c, const char *at, size_t length)
{
    if (c->writes > 0) return 0;
    uv_buf_t buf = uv_buf_init((char *)(uintptr_t)at, (unsigned)length);
    int n = uv_try_write(&c->io.stream, &buf, 1);
    if (n >= 0 || n == UV_EAGAIN) return n > 0 ? n : 0;
    conn_drop(c);
    return -1;
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
    if (c->out.len > 0) {
        c->s->count.bytes_out += c->out.len;
        ssize_t sent = write_now(c, c->out.at, c->out.len);
        if (sent < 0) return;
        if ((size_t)sent < c->out.len) {
            write_later(c, &c->out, c->out.at + sent, c->out.len - (size_t)sent);
            return;
        }
        return_buffer(c->s, &c->out);
    }
    if (c->writes == 0 && (c->mode != CONN_WS || c->close_after)) caught_up(c);
}

// The next piece of the file it asked for.
static void send_piece(conn *c)
{
    size_t length = c->body_left < PIECE ? c->body_left : PIECE;
    const char *at = c->body;
    ssize_t sent = write_now(c, at, length);
    if (sent < 0) return;
    c->body += length;
    c->body_left -= length;
    c->s->count.bytes_out += length;
    budget_charge(c, (double)length * (double)PIECE_US / (double)PIECE);
    if ((size_t)sent < length)
        write_later(c, NULL, at + sent, length - (size_t)sent);
    else
        caught_up(c);
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
    c->began = uv_now(&c->s->loop); // of what follows
}

static void handle_request(conn *c);

void conn_retry(conn *c)
{
    if (c->mode != CONN_WAITING) return;
    c->mode = CONN_HTTP;
    handle_request(c);
}

// The head of an answer, and what follows from having answered.
static void answer_head(conn *c, int status, const char *type, const char *more, size_t length)
{
    bool keep =
        c->request.keep_alive && !c->s->stopping && status < 500 && status != 400 && status != 408;
    http_head(&c->out, status, type, length, keep);
    vg_text_add(&c->out, policy);
    if (more) vg_text_add(&c->out, more);
    if (!more || !strstr(more, "Cache-Control"))
        vg_text_add(&c->out, "Cache-Control: no-store\r\n");
    vg_text_add(&c->out, "\r\n");
    if (!keep) c->close_after = true;
    c->heard = uv_now(&c->s->loop);
    queue_out(c);
}

void conn_answer(conn *c, int status, const char *type, const char *more, const char *body,
                 size_t length)
{
    if (c->mode != CONN_HTTP && c->mode != CONN_WAITING) return;
    answer_head(c, status, type, more, length);
    if (c->request.method != HTTP_HEAD && status != 304 && length)
        vg_text_bytes(&c->out, body, length);
    if (c->mode == CONN_WAITING) {
        c->mode = CONN_HTTP;
        consume(c);
    }
}

void conn_answer_file(conn *c, const char *type, const char *more, const char *body, size_t length)
{
    if (c->mode != CONN_HTTP) return;
    answer_head(c, 200, type, more, length);
    if (c->request.method == HTTP_HEAD) return;
    c->body = body;
    c->body_left = length;
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

// A bucket of messages that refills by the second. What came too soon waits.
static void refill(conn *c)
{
    uint64_t now = uv_now(&c->s->loop);
    double rate = c->s->options.max_rate, most = rate * (double)BURST;
    c->credit += (double)(now - c->credit_at) * rate / 1000;
    c->credit_at = now;
    if (c->credit > most) c->credit = most;
}

typedef struct letter { // in the inbox, before its text
    uint64_t since;
    size_t length;
} letter;

static void ws_message(wslay_event_context_ptr ctx, const struct wslay_event_on_msg_recv_arg *m,
                       void *arg)
{
    conn *c = arg;
    (void)ctx;
    if (c->mode != CONN_WS || c->close_after) return;
    refill(c);
    c->credit -= 1; // pings cost as well
    if (c->credit < -(double)c->s->options.max_rate * (double)RATE_MS / 1000) {
        c->s->count.dropped_rate++;
        conn_close(c, 1008);
        return;
    }
    if (wslay_is_ctrl_frame(m->opcode)) return;
    if (m->opcode != WSLAY_TEXT_FRAME) {
        conn_close(c, 1003);
        return;
    }
    letter head = {.since = uv_hrtime(), .length = m->msg_length};
    size_t cap = c->inbox.cap;
    if (cap == 0 && c->s->spare_count > 0) c->inbox = c->s->spares[--c->s->spare_count];
    vg_text_bytes(&c->inbox, (const char *)&head, sizeof head);
    vg_text_bytes(&c->inbox, (const char *)m->msg, m->msg_length);
    c->s->queued += c->inbox.cap - cap;
    if (c->inbox.cut) conn_drop(c);
}

static bool has_letter(const conn *c) { return c->inbox_from < c->inbox.len; }

// Handles the oldest message of the inbox.
static void open_letter(conn *c)
{
    letter head;
    memcpy(&head, c->inbox.at + c->inbox_from, sizeof head);
    const char *text = c->inbox.at + c->inbox_from + sizeof head;
    c->inbox_from += sizeof head + head.length;
    c->since = head.since;
    c->s->count.messages++;
    hall_message(c, text, head.length);
    if (has_letter(c)) return;
    c->s->queued -= c->inbox.cap;
    c->inbox_from = 0;
    return_buffer(c->s, &c->inbox);
}

static void feed(conn *c, const char *data, size_t length)
{
    c->feed = (const uint8_t *)data;
    c->feed_length = length;
    conn_ref(c);
    int rc = wslay_event_recv(c->ws);
    if (c->mode == CONN_WS && wslay_event_want_write(c->ws)) wslay_event_send(c->ws);
    if (c->mode == CONN_WS && !c->close_after)
        c->ended |=
            rc != 0 || wslay_event_get_close_received(c->ws) || !wslay_event_want_read(c->ws);
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
    c->credit = c->s->options.max_rate * BURST;
    c->credit_at = c->heard = uv_now(&c->s->loop);
}

// ---- serving -----------------------------------------------------------------------

// Reads from the socket only what there is room for; the rest stays with who sent it.
static void set_reading(conn *c);

void conn_go_on(conn *c)
{
    if (c->mode == CONN_WS && !c->close_after) {
        bool behind = conn_behind(c);
        if (has_letter(c) && !(c->ended && behind)) {
            if (!behind) budget_line(c);
        } else if (c->ended) {
            if (c->spot) hall_leave(c);
            c->close_after = true;
            queue_out(c);
        }
    } else if (c->mode == CONN_HTTP && c->body_left > 0) {
        if (c->writes == 0 && c->out.len == 0) budget_line(c);
    } else if (c->mode == CONN_HTTP && !c->close_after && all_sent(c)) {
        if (c->in_length > 0 && !c->partial)
            budget_line(c);
        else if (c->ended)
            conn_drop(c);
    }
    set_reading(c);
}

// ---- for another server ------------------------------------------------------------------

void conn_carried(conn *c)
{
    c->relayed_at = 0;
    if (c->ended && c->request.connection_upgrade) { // nobody is there any more
        conn_drop(c);
        return;
    }
    consume(c);
    c->mode = CONN_RELAY;
    if (c->in_length > 0) relay_heard(c, c->in, c->in_length);
    c->s->queued -= c->in_cap;
    free(c->in);
    c->in = NULL;
    c->in_length = c->in_cap = 0;
}

void conn_pass(conn *c, const char *data, size_t length)
{
    borrow_buffer(c);
    vg_text_bytes(&c->out, data, length);
    if (c->out.cut)
        conn_drop(c);
    else
        queue_out(c);
}

void conn_finish(conn *c)
{
    c->close_after = true;
    queue_out(c);
}

// Is what came at the servers' own door from one of them?
static bool from_server(const conn *c)
{
    const char *secret = store_secret(c->s->store);
    http_part said = c->request.node;
    return secret[0] && said.length == strlen(secret) &&
           sodium_memcmp(said.at, secret, said.length) == 0;
}

// While the database has not said that we live, nobody is answered from memory; but who asks how we
// are, or for a file.
static bool unsure(const conn *c)
{
    return c->s->shared && !store_sure(c->s->store) &&
           (c->mode == CONN_WS ||
            (c->request.path.length > 4 && memcmp(c->request.path.at, "/api", 4) == 0));
}

// The request at the beginning of `in`, if it is whole.
static void handle_request(conn *c)
{
    server *s = c->s;
    int status = http_parse(c->in, c->in_length, &c->request);
    c->partial = status < 0;
    if (status < 0) return;
    if (c->peer && status == 0) {
        if (!from_server(c)) status = 403;
        c->control = status == 0 && c->request.operator.at;
    }
    if ((s->options.trust_proxy || c->peer) && !c->control) { // only now we know who asks
        char address[46];
        budget_hold(c, budget_caller(s, api_caller(c, address)));
        if (status == 0 && budget_owes(c)) {
            budget_later(c);
            return;
        }
    }
    if (status == 0 && unsure(c)) {
        budget_later(c);
        return;
    }
    s->count.requests++;
    if (status > 0) {
        c->request.keep_alive = false;
        conn_answer(c, status, NULL, NULL, NULL, 0);
        return;
    }
    conn_ref(c);
    c->later = false;
    api_handle(c);
    if (c->later && c->mode == CONN_HTTP) {
        s->count.requests--; // it counts when it is handled
        budget_later(c);
    } else if (c->mode == CONN_HTTP || c->mode == CONN_WS) {
        consume(c);
    }
    if (c->mode == CONN_WS) {
        size_t n = c->in_length;
        c->in_length = 0;
        if (n > 0) feed(c, c->in, n);
        s->queued -= c->in_cap;
        free(c->in);
        c->in = NULL;
        c->in_cap = 0;
    }
    conn_unref(c);
}

void conn_serve(conn *c)
{
    if (c->mode == CONN_WS && !c->close_after && has_letter(c) && !conn_behind(c)) {
        refill(c);
        if (c->credit < 1 || unsure(c)) {
            c->s->count.waited++;
            budget_later(c);
            return;
        }
        c->credit -= 1;
        c->heard = uv_now(&c->s->loop);
        open_letter(c);
    } else if (c->mode == CONN_HTTP && c->body_left > 0) {
        if (c->writes == 0 && c->out.len == 0) send_piece(c);
    } else if (c->mode == CONN_HTTP && !c->close_after && c->in_length > 0 && all_sent(c)) {
        handle_request(c);
    }
    conn_go_on(c);
}

// ---- reading -----------------------------------------------------------------------

static char read_buffer[16384]; // one loop, one read at a time

static void alloc(uv_handle_t *handle, size_t size, uv_buf_t *buf)
{
    const conn *c = handle->data;
    size_t space =
        c->mode == CONN_WS || c->mode == CONN_RELAY ? sizeof read_buffer : MOST_IN - c->in_length;
    (void)size;
    if (space > sizeof read_buffer) space = sizeof read_buffer;
    *buf = uv_buf_init(read_buffer, (unsigned)space);
}

static void heard(uv_stream_t *stream, ssize_t n, const uv_buf_t *buf)
{
    conn *c = stream->data;
    if (n == 0 || c->mode == CONN_CLOSED) return;
    if (n < 0) {
        if (n != UV_EOF || c->close_after || c->mode == CONN_RELAY) {
            conn_drop(c);
            return;
        }
        c->ended = true; // what it asked before it left is still done
        conn_go_on(c);
        return;
    }
    c->heard = uv_now(&c->s->loop);
    if (c->close_after) return; // what comes after a close is not read
    if (c->mode == CONN_RELAY) {
        relay_heard(c, buf->base, (size_t)n);
        if (c->mode != CONN_CLOSED) conn_go_on(c);
        return;
    }
    if (c->mode == CONN_WS) {
        feed(c, buf->base, (size_t)n);
        if (c->mode != CONN_CLOSED) conn_go_on(c);
        return;
    }
    if (c->in_length + (size_t)n > c->in_cap) {
        size_t cap = c->in_length + (size_t)n + 1024;
        char *grown = realloc(c->in, cap);
        if (!grown) {
            conn_drop(c);
            return;
        }
        c->s->queued += cap - c->in_cap;
        c->in = grown;
        c->in_cap = cap;
        if (c->mode == CONN_WAITING) // its parts point into what was moved
            http_parse(c->in, c->in_length, &c->request);
    }
    if (c->in_length == 0) c->began = c->heard;
    memcpy(c->in + c->in_length, buf->base, (size_t)n);
    c->in_length += (size_t)n;
    c->partial = false;
    conn_go_on(c);
}

static void set_reading(conn *c)
{
    if (c->mode == CONN_CLOSED) return;
    bool want = !c->ended && (c->mode == CONN_RELAY ? !relay_full(c)
                              : c->mode == CONN_WS  ? c->inbox.len < sizeof read_buffer &&
                                                         !(has_letter(c) && conn_behind(c))
                                                   : c->in_length < MOST_IN);
    if (want == c->reading) return;
    c->reading = want;
    if (want)
        uv_read_start(&c->io.stream, alloc, heard);
    else
        uv_read_stop(&c->io.stream);
}

// ---- accepting ---------------------------------------------------------------------

static conn *conn_new(server *s)
{
    conn *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    c->s = s;
    c->refs = 1;
    c->number = ++s->conn_numbers;
    c->person = -1;
    c->out = c->inbox = vg_text_heap();
    c->mode = CONN_CLOSED;
    return c;
}

static void conn_begin_reading(conn *c)
{
    server *s = c->s;
    c->mode = CONN_HTTP;
    c->moved = c->heard = uv_now(&s->loop);
    c->next = s->conns;
    if (s->conns) s->conns->prev = c;
    s->conns = c;
    s->conn_count++;
    set_reading(c);
}

// The kernel, too, holds only so much for who does not read.
static void bound_kernel(conn *c)
{
    uv_os_fd_t fd;
    int most = SERVER_BEHIND * 2;
    if (uv_fileno(&c->io.handle, &fd) == 0)
        setsockopt(fd, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &most, sizeof most);
}

void conn_accept(server *s)
{
    conn *c = conn_new(s);
    if (!c) return;
    uv_tcp_init(&s->loop, &c->io.tcp);
    c->io.tcp.data = c;
    bool ok = uv_accept((uv_stream_t *)&s->listener, &c->io.stream) == 0;
    struct sockaddr_storage peer;
    int length = sizeof peer;
    if (ok && uv_tcp_getpeername(&c->io.tcp, (struct sockaddr *)&peer, &length) == 0)
        uv_ip_name((struct sockaddr *)&peer, c->address, sizeof c->address);
    if (ok && s->conn_count >= s->options.max_connections) ok = false;
    if (ok && !s->options.trust_proxy) { // else the proxy's connections serve many people
        caller *p = budget_caller(s, c->address);
        if (!budget_may_come(p, s)) ok = false;
        if (ok) budget_hold(c, p);
        if (ok) budget_charge(c, ACCEPT_US);
    }
    if (!ok || s->stopping) {
        s->count.refused++;
        budget_hold(c, NULL);
        uv_close(&c->io.handle, closed);
        return;
    }
    s->count.accepted++;
    uv_tcp_nodelay(&c->io.tcp, 1);
    bound_kernel(c);
    conn_begin_reading(c);
}

void conn_accept_peer(server *s)
{
    conn *c = conn_new(s);
    if (!c) return;
    uv_tcp_init(&s->loop, &c->io.tcp);
    c->io.tcp.data = c;
    c->peer = true;
    if (uv_accept((uv_stream_t *)&s->peers, &c->io.stream) != 0 || s->stopping ||
        s->conn_count >= s->options.max_connections) {
        uv_close(&c->io.handle, closed);
        return;
    }
    uv_tcp_nodelay(&c->io.tcp, 1);
    bound_kernel(c);
    conn_begin_reading(c);
}

void conn_accept_operator(server *s)
{
    conn *c = conn_new(s);
    if (!c) return;
    uv_pipe_init(&s->loop, &c->io.pipe, 0);
    c->io.pipe.data = c;
    c->control = true;
    if (uv_accept((uv_stream_t *)&s->control, &c->io.stream) != 0 || s->stopping) {
        uv_close(&c->io.handle, closed);
        return;
    }
    conn_begin_reading(c);
}

// ---- time --------------------------------------------------------------------------

// How long it may do nothing more.
static uint64_t patience(const conn *c)
{
    if (c->close_after) return HEAD_MS;
    if (c->mode == CONN_RELAY) return UINT64_MAX; // the other server knows
    return c->mode == CONN_WS ? SILENT_MS : KEEP_MS;
}

void conn_tick(server *s)
{
    uint64_t now = uv_now(&s->loop);
    bool tight = memory_short(s);
    for (conn *c = s->conns, *next; c; c = next) {
        next = c->next;
        size_t left = uv_stream_get_write_queue_size(&c->io.stream);
        if (left != c->pending) c->moved = now;
        c->pending = left;
        uint64_t last = c->mode == CONN_WS || c->heard > c->moved ? c->heard : c->moved;
        uint64_t silent = now - last;
        if (left > 0 && now - c->moved > (tight ? TIGHT_MS : STALL_MS)) {
            s->count.dropped_slow++;
            conn_drop(c);
        } else if (silent > patience(c)) {
            s->count.dropped_silent++;
            conn_drop(c);
        } else if (c->mode == CONN_HTTP && c->partial && !c->close_after &&
                   now - c->began > (tight ? TIGHT_MS : HEAD_MS)) {
            s->count.dropped_silent++;
            c->request = (http_request){0};
            conn_answer(c, 408, NULL, NULL, NULL, 0);
        } else if (c->mode == CONN_WS && !c->close_after && silent > PING_MS &&
                   silent % PING_MS < 1000) {
            struct wslay_event_msg ping = {.opcode = WSLAY_PING};
            if (wslay_event_queue_msg(c->ws, &ping) == 0) wslay_event_send(c->ws);
        }
    }
}
