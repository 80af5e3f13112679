// flood.c: clients that mean harm, many in one process: bench/server/flood and
// tests/server/flood.py.
//
//     flood PORT KIND [--connections 64] [--seconds 10] [--table ID] [--path /big.bin]
//           [--addresses 1] [--base 2]
//
// KIND is `get` (asks for PATH as often as the socket takes it, and reads), `deaf` (half of them
// watch TABLE and keep asking for everything, half ask for PATH; none ever reads) or `sync`
// (watches TABLE, asks for everything as fast as it may, and reads). The connections come from that
// many addresses of the loopback, 127.0.BASE.1 on; who is dropped comes back.
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { MAX = 4096, AHEAD = 100, RATE = 18, BACK_MS = 200 };

typedef enum kind { GET, DEAF, SYNC } kind;
typedef struct attacker {
    int fd;
    bool watches, reads, open; // open: the WebSocket's handshake was sent
    uint64_t back;             // when to come back
    uint64_t next;             // when to ask again
    size_t half;               // of the next question already sent
    unsigned number;
} attacker;

static int port, addresses = 1, base = 2;
static const char *table = "", *path = "/";
static uint64_t got, asked, dropped;

static uint64_t now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

static int dial(int index)
{
    struct sockaddr_in a = {.sin_family = AF_INET}, to = {.sin_family = AF_INET};
    int n = index % addresses, one = 1;
    a.sin_addr.s_addr = htonl(0x7f000000u | (uint32_t)base << 8 | (uint32_t)(n / 250) << 16 |
                              (uint32_t)(n % 250 + 1));
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    to.sin_port = htons((uint16_t)port);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    if (fd < 0) return -1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    setsockopt(fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &one, sizeof one);
    if (bind(fd, (struct sockaddr *)&a, sizeof a) != 0 ||
        (connect(fd, (struct sockaddr *)&to, sizeof to) != 0 && errno != EINPROGRESS)) {
        close(fd);
        return -1;
    }
    return fd;
}

static void drop(attacker *a, uint64_t now)
{
    if (a->fd >= 0) {
        close(a->fd);
        dropped++;
    }
    a->fd = -1;
    a->open = false;
    a->half = 0;
    a->back = now + BACK_MS;
}

// Sends `n` bytes of which a part may have gone before. True when all are gone.
static bool push(attacker *a, const char *data, size_t n, uint64_t now)
{
    ssize_t w = send(a->fd, data + a->half, n - a->half, MSG_NOSIGNAL);
    if (w < 0) {
        if (errno != EAGAIN && errno != ENOTCONN && errno != EINPROGRESS) drop(a, now);
        return false;
    }
    a->half += (size_t)w;
    if (a->half < n) return false;
    a->half = 0;
    asked++;
    return true;
}

static void ask(attacker *a, uint64_t now)
{
    static char gets[AHEAD * 128];
    static size_t gets_length;
    if (gets_length == 0)
        for (int i = 0; i < AHEAD; i++)
            gets_length += (size_t)snprintf(gets + gets_length, 128,
                                            "GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", path);
    char text[400];
    if (!a->watches) {
        push(a, gets, gets_length, now);
        return;
    }
    if (!a->open) {
        int n = snprintf(
            text, sizeof text,
            "GET /api/tables/%s/ws HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n",
            table, port);
        a->open = push(a, text, (size_t)n, now);
        a->next = now + 50;
        return;
    }
    if (now < a->next) return;
    memset(text, 0, 6);
    int n = snprintf(text + 6, 100, "{\"id\":\"s%07u\",\"do\":\"sync\"}", a->number);
    text[0] = (char)0x81;
    text[1] = (char)(0x80 | n);
    if (push(a, text, (size_t)n + 6, now)) {
        a->number++;
        a->next = now + 1000 / RATE;
    }
}

int main(int argc, char **argv)
{
    int count = 64;
    double seconds = 10;
    if (argc < 3) {
        fprintf(stderr,
                "usage: flood PORT get|deaf|sync [--connections N] [--seconds N] [--table ID] "
                "[--path P] [--addresses N] [--base N]\n");
        return 2;
    }
    port = atoi(argv[1]);
    kind what = strcmp(argv[2], "get") == 0 ? GET : strcmp(argv[2], "deaf") == 0 ? DEAF : SYNC;
    for (int i = 3; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--connections") == 0) count = atoi(argv[i + 1]);
        if (strcmp(argv[i], "--seconds") == 0) seconds = atof(argv[i + 1]);
        if (strcmp(argv[i], "--table") == 0) table = argv[i + 1];
        if (strcmp(argv[i], "--path") == 0) path = argv[i + 1];
        if (strcmp(argv[i], "--addresses") == 0) addresses = atoi(argv[i + 1]);
        if (strcmp(argv[i], "--base") == 0) base = atoi(argv[i + 1]);
    }
    static attacker all[MAX];
    static struct pollfd fds[MAX];
    static char sink[1 << 18];
    if (count > MAX) count = MAX;
    for (int i = 0; i < count; i++)
        all[i] = (attacker){
            .fd = -1, .watches = what == SYNC || (what == DEAF && i % 2), .reads = what != DEAF};
    uint64_t end = now_ms() + (uint64_t)(seconds * 1000);
    for (uint64_t now; (now = now_ms()) < end;) {
        for (int i = 0; i < count; i++) {
            attacker *a = &all[i];
            if (a->fd < 0 && now >= a->back) {
                a->fd = dial(i);
                if (a->fd < 0) a->back = now + BACK_MS;
            }
            if (a->fd >= 0) ask(a, now);
            fds[i] = (struct pollfd){
                .fd = a->fd,
                .events = (short)((a->reads ? POLLIN : 0) | (a->watches ? 0 : POLLOUT))};
        }
        // Not faster than a thousand times a second: the harm is to be the server's, not ours.
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
        poll(fds, (nfds_t)count, 10);
        for (int i = 0; i < count; i++) {
            attacker *a = &all[i];
            if (a->fd < 0) continue;
            if (fds[i].revents & (POLLERR | POLLHUP)) {
                drop(a, now);
                continue;
            }
            for (int k = 0; a->reads && fds[i].revents & POLLIN && k < 4; k++) {
                ssize_t n = recv(a->fd, sink, sizeof sink, MSG_DONTWAIT);
                if (n == 0 || (n < 0 && errno != EAGAIN)) {
                    drop(a, now);
                    break;
                }
                if (n < 0) break;
                got += (uint64_t)n;
            }
        }
    }
    printf("%s: %llu questions, %.1f MB/s read, dropped %llu times\n", argv[2],
           (unsigned long long)asked, (double)got / seconds / 1e6, (unsigned long long)dropped);
    return 0;
}
