// echo.c: the least a WebSocket server on libuv and wslay can do: what comes is sent back. The
// limit that `veglia serve` is measured against (bench/server/run).
#include "server/http.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>
#include <wslay/wslay.h>

typedef struct peer {
    uv_tcp_t tcp;
    wslay_event_context_ptr ws;
    char head[HTTP_MAX_HEAD];
    size_t length;
    const uint8_t *feed;
    size_t left;
} peer;

static uv_loop_t *loop;

static ssize_t take(wslay_event_context_ptr ctx, uint8_t *buf, size_t n, int flags, void *arg)
{
    peer *p = arg;
    (void)flags;
    if (p->left == 0) {
        wslay_event_set_error(ctx, WSLAY_ERR_WOULDBLOCK);
        return -1;
    }
    if (n > p->left) n = p->left;
    memcpy(buf, p->feed, n);
    p->feed += n;
    p->left -= n;
    return (ssize_t)n;
}

static ssize_t give(wslay_event_context_ptr ctx, const uint8_t *data, size_t n, int flags,
                    void *arg)
{
    peer *p = arg;
    (void)ctx;
    (void)flags;
    uv_buf_t buf = uv_buf_init((char *)data, (unsigned)n);
    int sent = uv_try_write((uv_stream_t *)&p->tcp, &buf, 1);
    return sent < 0 ? -1 : sent;
}

static void message(wslay_event_context_ptr ctx, const struct wslay_event_on_msg_recv_arg *m,
                    void *arg)
{
    (void)arg;
    if (wslay_is_ctrl_frame(m->opcode)) return;
    struct wslay_event_msg out = {m->opcode, m->msg, m->msg_length};
    wslay_event_queue_msg(ctx, &out);
}

static void closed(uv_handle_t *h)
{
    peer *p = h->data;
    if (p->ws) wslay_event_context_free(p->ws);
    free(p);
}

static void alloc(uv_handle_t *h, size_t n, uv_buf_t *buf)
{
    static char shared[65536];
    (void)h;
    (void)n;
    *buf = uv_buf_init(shared, sizeof shared);
}

static void heard(uv_stream_t *stream, ssize_t n, const uv_buf_t *buf)
{
    static const struct wslay_event_callbacks callbacks = {
        .recv_callback = take, .send_callback = give, .on_msg_recv_callback = message};
    peer *p = stream->data;
    if (n < 0) {
        uv_close((uv_handle_t *)stream, closed);
        return;
    }
    if (p->ws) {
        p->feed = (const uint8_t *)buf->base;
        p->left = (size_t)n;
        wslay_event_recv(p->ws);
        wslay_event_send(p->ws);
        return;
    }
    if (p->length + (size_t)n > sizeof p->head) return;
    memcpy(p->head + p->length, buf->base, (size_t)n);
    p->length += (size_t)n;
    http_request r;
    if (http_parse(p->head, p->length, &r) != 0 || !r.ws_key.at) return;
    char answer[512];
    vg_text text = VG_TEXT(answer);
    http_upgrade(&text, r.ws_key);
    uv_buf_t out = uv_buf_init(answer, (unsigned)text.len);
    uv_try_write(stream, &out, 1);
    wslay_event_context_server_init(&p->ws, &callbacks, p);
}

static void accepted(uv_stream_t *listener, int status)
{
    peer *p = calloc(1, sizeof *p);
    if (status || !p) return;
    uv_tcp_init(loop, &p->tcp);
    p->tcp.data = p;
    uv_accept(listener, (uv_stream_t *)&p->tcp);
    uv_tcp_nodelay(&p->tcp, 1);
    uv_read_start((uv_stream_t *)&p->tcp, alloc, heard);
}

int main(int argc, char **argv)
{
    struct sockaddr_in a;
    uv_tcp_t listener;
    signal(SIGPIPE, SIG_IGN);
    loop = uv_default_loop();
    uv_ip4_addr("127.0.0.1", argc > 1 ? atoi(argv[1]) : 8090, &a);
    uv_tcp_init(loop, &listener);
    if (uv_tcp_bind(&listener, (struct sockaddr *)&a, 0) ||
        uv_listen((uv_stream_t *)&listener, 1024, accepted))
        return 1;
    puts("ready");
    fflush(stdout);
    return uv_run(loop, UV_RUN_DEFAULT);
}
