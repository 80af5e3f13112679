// load.c: many people at many tables, in one process beside the server's.
//
//     load PORT [--tables 500] [--seats 4] [--seconds 10] [--rate 0] [--game quest]
//     load PORT --echo [--connections 2000] [--seconds 10]
//
// Every seat is a WebSocket. Whoever is asked plays a random move of its list as soon as it has
// its view (or so that all tables together make --rate moves a second), and the time until the
// acknowledgement is counted: by then the move is on disk and has been sent to the whole table.
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { MAX_LATENCIES = 1 << 22, BUFFER = 1 << 16 };

typedef struct peer {
    int fd, table, index; // index 0 is the host
    char *in;
    size_t length, cap;
    double sent, due; // when it sent its move; when it may send the next
    bool waiting;     // for an answer
    int step;         // host, after the end: 1 again, 2 deal
    unsigned counter;
    char move[128]; // to be sent when due
    char at[16];
    int sent_at; // log entries when the move on its way was chosen
} peer;

static double clock_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int port;
static uint64_t rng_state = 88172645463325252u;
static uint32_t roll(uint32_t n)
{
    rng_state ^= rng_state << 13;
    rng_state ^= rng_state >> 7;
    rng_state ^= rng_state << 17;
    return (uint32_t)(rng_state >> 33) % n;
}

static void die(const char *what)
{
    fprintf(stderr, "load: %s: %s\n", what, strerror(errno));
    exit(1);
}

static int dial(void)
{
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM, 0), one = 1;
    if (fd < 0 || connect(fd, (struct sockaddr *)&a, sizeof a) != 0) die("connect");
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    return fd;
}

static void put(int fd, const char *data, size_t n)
{
    while (n > 0) {
        ssize_t w = write(fd, data, n);
        if (w < 0 && (errno == EAGAIN || errno == EINTR)) continue;
        if (w <= 0) die("write");
        data += w;
        n -= (size_t)w;
    }
}

// One request on a connection of its own; the whole answer in `out`.
static void post(const char *path, const char *body, char *out, size_t cap)
{
    char head[1024];
    int fd = dial(),
        n = snprintf(head, sizeof head,
                     "POST %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Type: application/json\r\n"
                     "Content-Length: %zu\r\nConnection: close\r\n\r\n%s",
                     path, port, strlen(body), body);
    put(fd, head, (size_t)n);
    size_t got = 0;
    for (ssize_t r; (r = read(fd, out + got, cap - 1 - got)) > 0;) got += (size_t)r;
    out[got] = '\0';
    close(fd);
    if (strncmp(out, "HTTP/1.1 200", 12) != 0) {
        fprintf(stderr, "load: %s\n", out);
        exit(1);
    }
}

static void copy_until(const char *from, const char *mark, char stop, char *out, size_t cap)
{
    const char *at = strstr(from, mark);
    size_t n = 0;
    if (!at) die(mark);
    for (at += strlen(mark); at[n] && at[n] != stop && n + 1 < cap; n++) out[n] = at[n];
    out[n] = '\0';
}

static void upgrade(peer *p, const char *path, const char *cookie)
{
    char head[1024];
    p->fd = dial();
    int n =
        snprintf(head, sizeof head,
                 "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\n"
                 "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                 "Sec-WebSocket-Version: 13\r\n%s%s%s\r\n",
                 path, port, cookie ? "Cookie: " : "", cookie ? cookie : "", cookie ? "\r\n" : "");
    put(p->fd, head, (size_t)n);
    size_t got = 0;
    char c, *tail = head;
    while (got < sizeof head - 1 && read(p->fd, &c, 1) == 1) {
        head[got++] = c;
        if (got >= 4 && memcmp(tail + got - 4, "\r\n\r\n", 4) == 0) break;
    }
    head[got] = '\0';
    if (!strstr(head, " 101 ")) {
        fprintf(stderr, "load: no upgrade: %s\n", head);
        exit(1);
    }
    p->in = malloc(p->cap = BUFFER);
    if (!p->in) die("memory");
}

static void say(peer *p, const char *text)
{
    char frame[512];
    size_t n = strlen(text), head = n < 126 ? 6 : 8;
    frame[0] = (char)0x81;
    if (n < 126) {
        frame[1] = (char)(0x80 | n);
    } else {
        frame[1] = (char)(0x80 | 126);
        frame[2] = (char)(n >> 8);
        frame[3] = (char)n;
    }
    memset(frame + head - 4, 0, 4); // a mask of zeros is a mask
    memcpy(frame + head, text, n);
    put(p->fd, frame, head + n);
}

// ---- figures -------------------------------------------------------------------

static float *latency;
static size_t latencies;
static float *early, *late; // of moves 0..49 of a game, and of those from 150 on
static size_t earlies, lates;
static uint64_t bytes, messages, refused, games;

static int by_size(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static void report(const char *what, double seconds)
{
    if (latencies == 0) die("nothing happened");
    qsort(latency, latencies, sizeof *latency, by_size);
    printf("%s: %.0f/s, p50 %.2f ms, p99 %.2f ms, max %.1f ms; %.1f MB/s to clients, %llu refused, "
           "%llu games over\n",
           what, (double)latencies / seconds, (double)latency[latencies / 2] * 1e3,
           (double)latency[latencies * 99 / 100] * 1e3, (double)latency[latencies - 1] * 1e3,
           (double)bytes / seconds / 1e6, (unsigned long long)refused, (unsigned long long)games);
    if (earlies < 100 || lates < 100) return;
    qsort(early, earlies, sizeof *early, by_size);
    qsort(late, lates, sizeof *late, by_size);
    printf("of a game's first 50 entries: p50 %.2f ms; past its 150th: p50 %.2f ms\n",
           (double)early[earlies / 2] * 1e3, (double)late[lates / 2] * 1e3);
}

// ---- playing -------------------------------------------------------------------

static double interval; // between moves of one table; 0: none
static bool echo, counting;

static void send_move(peer *p)
{
    char text[300];
    snprintf(text, sizeof text, "{\"id\":\"m%u\",\"do\":\"move\",\"move\":\"%s\",\"at\":%s}",
             p->counter++, p->move, p->at);
    say(p, text);
    p->waiting = true;
    p->sent = clock_now();
    p->sent_at = atoi(p->at);
    p->move[0] = '\0';
}

static void host_step(peer *p, const char *verb)
{
    char text[64];
    snprintf(text, sizeof text, "{\"id\":\"h%u\",\"do\":\"%s\"}", p->counter++, verb);
    say(p, text);
}

static void answered(peer *p)
{
    double now = clock_now();
    if (p->waiting && counting && latencies < MAX_LATENCIES)
        latency[latencies++] = (float)(now - p->sent);
    if (p->waiting && counting && !echo) {
        if (p->sent_at < 50 && earlies < MAX_LATENCIES) early[earlies++] = (float)(now - p->sent);
        if (p->sent_at > 150 && lates < MAX_LATENCIES) late[lates++] = (float)(now - p->sent);
    }
    p->waiting = false;
}

// A view: if it is for us to move, choose.
static void read_state(peer *p, const char *m)
{
    const char *now = strstr(m, "\"now\":{");
    if (!now) return;
    const char *you = strstr(now, "\"you\":"), *ask = strstr(now, "\"ask\":{\"actor\":");
    const char *moves = strstr(now, "\"moves\":["),
               *end = moves ? strstr(moves, "\"undo\":") : NULL;
    const char *over = strstr(now, "\"match_over\":true"),
               *count = end ? strstr(end, "\"log_count\":") : NULL;
    if (!you || !ask || !moves || !end || !count) return;
    if (over && over < ask) {
        if (p->index == 0 && p->step == 0) {
            games++;
            p->step = 1;
            host_step(p, "again");
        }
        return;
    }
    int seat = atoi(you + 6), actor = ask[15] >= '0' && ask[15] <= '9' ? atoi(ask + 15) : -1;
    p->move[0] = '\0';
    if (seat != actor) return;
    const char *at[256];
    int n = 0;
    for (const char *s = moves; n < 256 && (s = strstr(s, "{\"move\":\"")) && s < end; s += 9)
        at[n++] = s + 9;
    if (n == 0) return;
    const char *chosen = at[roll((uint32_t)n)];
    size_t length = strcspn(chosen, "\"");
    if (length >= sizeof p->move) return;
    memcpy(p->move, chosen, length);
    p->move[length] = '\0';
    size_t digits = strspn(count + 12, "0123456789");
    memcpy(p->at, count + 12, digits);
    p->at[digits] = '\0';
    // The state comes before the acknowledgement of the move that led to it.
    if (interval == 0) {
        if (!p->waiting) send_move(p);
        return;
    }
    p->due = clock_now() + interval * (0.5 + (double)roll(1000) / 1000);
}

static void read_message(peer *p, char *m)
{
    messages++;
    if (echo) {
        answered(p);
        say(p, "{\"id\":\"m1\",\"do\":\"move\",\"move\":\"put boat medusa@0\",\"at\":123}");
        p->waiting = true;
        p->sent = clock_now();
        return;
    }
    if (strncmp(m, "{\"type\":\"state\"", 15) == 0) {
        read_state(p, m);
    } else if (strncmp(m, "{\"type\":\"ok\"", 12) == 0) {
        answered(p);
        if (p->move[0] && interval == 0) send_move(p);
        if (p->step == 1) {
            p->step = 2;
            host_step(p, "deal");
        } else if (p->step == 2) {
            p->step = 0;
        }
    } else if (strncmp(m, "{\"type\":\"no\"", 12) == 0) {
        refused++;
        if (refused < 4) fprintf(stderr, "load: %s\n", m);
        p->waiting = false;
        p->step = 0;
    }
}

static void hear(peer *p)
{
    if (p->cap - p->length < BUFFER / 2) {
        p->in = realloc(p->in, p->cap *= 2);
        if (!p->in) die("memory");
    }
    ssize_t n = recv(p->fd, p->in + p->length, p->cap - p->length - 1, MSG_DONTWAIT);
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (n <= 0) die("the server hung up");
    bytes += (uint64_t)n;
    p->length += (size_t)n;
    size_t at = 0;
    while (p->length - at >= 2) {
        const uint8_t *h = (const uint8_t *)p->in + at;
        size_t size = h[1] & 127, head = 2;
        if (size == 126) {
            head = 4;
            if (p->length - at < head) break;
            size = (size_t)h[2] << 8 | h[3];
        } else if (size == 127) {
            head = 10;
            if (p->length - at < head) break;
            size = 0;
            for (int i = 0; i < 8; i++) size = size << 8 | h[2 + i];
        }
        if (p->length - at < head + size) break;
        char *text = p->in + at + head, kept = text[size];
        text[size] = '\0';
        if ((h[0] & 15) == 1) read_message(p, text);
        if ((h[0] & 15) == 9) {
            char pong[6] = {(char)0x8a, (char)0x80};
            put(p->fd, pong, 6);
        }
        text[size] = kept;
        at += head + size;
    }
    memmove(p->in, p->in + at, p->length - at);
    p->length -= at;
}

static void sit_down(peer *peers, int tables, int seats, const char *game)
{
    char answer[4096], cookie[128], id[32], path[128], body[256];
    for (int t = 0; t < tables; t++) {
        peer *host = &peers[t * seats];
        snprintf(body, sizeof body, "{\"game\":\"%s\",\"seats\":%d,\"name\":\"Anna\",\"sit\":0}",
                 game, seats);
        post("/api/tables", body, answer, sizeof answer);
        copy_until(answer, "\"id\":\"", '"', id, sizeof id);
        for (int i = 0; i < seats; i++) {
            peer *p = host + i;
            p->table = t;
            p->index = i;
            if (i > 0) {
                snprintf(path, sizeof path, "/api/tables/%s/join", id);
                post(path, "{\"name\":\"Carlo\"}", answer, sizeof answer);
            }
            copy_until(answer, "Set-Cookie: ", ';', cookie, sizeof cookie);
            snprintf(path, sizeof path, "/api/tables/%s/ws?lang=it", id);
            upgrade(p, path, cookie);
            if (i == 0) continue;
            snprintf(body, sizeof body, "{\"id\":\"s\",\"do\":\"sit\",\"seat\":%d}", i);
            say(p, body);
        }
    }
}

int main(int argc, char **argv)
{
    int tables = 500, seats = 4, connections = 2000;
    double seconds = 10, rate = 0;
    const char *game = "quest";
    port = argc > 1 ? atoi(argv[1]) : 0;
    for (int i = 2; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : "0";
        if (strcmp(argv[i], "--tables") == 0) tables = atoi(value);
        if (strcmp(argv[i], "--seats") == 0) seats = atoi(value);
        if (strcmp(argv[i], "--connections") == 0) connections = atoi(value);
        if (strcmp(argv[i], "--seconds") == 0) seconds = atof(value);
        if (strcmp(argv[i], "--rate") == 0) rate = atof(value);
        if (strcmp(argv[i], "--game") == 0) game = value;
        if (strcmp(argv[i], "--echo") == 0) echo = true;
    }
    if (port <= 0) {
        fprintf(stderr, "usage: load PORT [--tables N] [--seats N] [--seconds N] [--rate N] "
                        "[--game ID] | --echo [--connections N]\n");
        return 2;
    }
    int count = echo ? connections : tables * seats;
    peer *peers = calloc((size_t)count, sizeof *peers);
    latency = malloc(MAX_LATENCIES * sizeof *latency);
    early = malloc(MAX_LATENCIES * sizeof *early);
    late = malloc(MAX_LATENCIES * sizeof *late);
    int ep = epoll_create1(0);
    if (!peers || !latency || !early || !late || ep < 0) die("start");
    if (rate > 0) interval = tables / rate;
    double began = clock_now();
    if (echo)
        for (int i = 0; i < count; i++) upgrade(&peers[i], "/", NULL);
    else
        sit_down(peers, tables, seats, game);
    for (int i = 0; i < count; i++) {
        struct epoll_event e = {.events = EPOLLIN, .data.ptr = &peers[i]};
        if (epoll_ctl(ep, EPOLL_CTL_ADD, peers[i].fd, &e) != 0) die("epoll");
    }
    printf("%d connections after %.1f s\n", count, clock_now() - began);
    double settle = clock_now() + 1.5, start = 0, end = 0;
    bool dealt = false;
    for (;;) {
        struct epoll_event ready[256];
        int n = epoll_wait(ep, ready, 256, interval > 0 ? 1 : 100);
        for (int i = 0; i < n; i++) hear(ready[i].data.ptr);
        double now = clock_now();
        if (interval > 0)
            for (int i = 0; i < count; i++)
                if (peers[i].move[0] && !peers[i].waiting && now >= peers[i].due)
                    send_move(&peers[i]);
        if (!dealt && now > settle) {
            dealt = true;
            for (int i = 0; i < count; i++) {
                if (echo)
                    say(&peers[i], "{}");
                else if (peers[i].index == 0)
                    host_step(&peers[i], "deal");
            }
            start = now + 1; // a second to get going
        }
        if (dealt && !counting && now > start) {
            counting = true;
            start = now;
            end = now + seconds;
            bytes = 0;
        }
        if (counting && now > end) {
            report(echo       ? "echo"
                   : rate > 0 ? "moves, paced"
                              : "moves, as fast as it goes",
                   now - start);
            return 0;
        }
    }
}
