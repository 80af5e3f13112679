// load.c: many people at many tables, in one process beside the server's.
//
//     load PORT [--tables 500] [--seats 4] [--seconds 10] [--rate 0] [--game quest] [--games 1]
//          [--one-address] [--watchers 0]
//     load PORT --echo [--connections 2000] [--seconds 10]
//
// Every seat is a WebSocket. Whoever is asked plays a random move of its list as soon as it has
// its view (or so that all tables together make --rate moves a second), and the time until the
// acknowledgement is counted: by then the move is on disk and has been sent to the whole table.
// With --server PID the processor time of that process, by thread, is set against the moves. With
// --steps N it is reported after every N moves until the first match is over: does a late move
// cost more than an early one?
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { MAX_LATENCIES = 1 << 22, BUFFER = 1 << 16, SITTERS = 16, MAX_THREADS = 16 };

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
static bool one_address;
static char first_table[32];
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

// Every table has an address of its own on the loopback, as people have: the server's budgets are
// by address.
static int dial(int table)
{
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)},
                       from = {.sin_family = AF_INET};
    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    from.sin_addr.s_addr =
        one_address ? htonl(INADDR_LOOPBACK)
                    : htonl(0x7f640001u + (uint32_t)(table / 250) * 256 + (uint32_t)(table % 250));
    int fd = socket(AF_INET, SOCK_STREAM, 0), one = 1;
    setsockopt(fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &one, sizeof one);
    if (fd < 0 || bind(fd, (struct sockaddr *)&from, sizeof from) != 0 ||
        connect(fd, (struct sockaddr *)&a, sizeof a) != 0)
        die("connect");
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
static void post(int table, const char *path, const char *body, char *out, size_t cap)
{
    char head[1024];
    int fd = dial(table),
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
    p->fd = dial(p->table);
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
    memset(frame + head - 4, 0, 4);    // a mask of zeros is a mask
    memcpy(frame + head, text, n + 1); // its NUL is not sent
    put(p->fd, frame, head + n);
}

// ---- figures -------------------------------------------------------------------

static float *latency;
static size_t latencies;
static bool echo, counting;
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
}

// ---- processor time ------------------------------------------------------------

typedef struct use {
    int thread;
    char name[32];
    double seconds;
} use;

static int server_pid;

static double client_time(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void read_line(const char *folder, int thread, const char *file, char *out, size_t cap)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%d/%s", folder, thread, file);
    FILE *f = fopen(path, "r");
    out[0] = '\0';
    if (f && fgets(out, (int)cap, f)) out[strcspn(out, "\n")] = '\0';
    if (f) fclose(f);
}

// What each of the server's threads has used so far, to the nanosecond.
static int server_use(use out[MAX_THREADS])
{
    char folder[64], line[128];
    int count = 0;
    snprintf(folder, sizeof folder, "/proc/%d/task", server_pid);
    DIR *dir = server_pid > 0 ? opendir(folder) : NULL;
    for (const struct dirent *e; dir && count < MAX_THREADS && (e = readdir(dir));) {
        if (e->d_name[0] == '.') continue;
        use *u = &out[count++];
        u->thread = atoi(e->d_name);
        read_line(folder, u->thread, "comm", u->name, sizeof u->name);
        read_line(folder, u->thread, "schedstat", line, sizeof line);
        u->seconds = strtod(line, NULL) * 1e-9;
    }
    if (dir) closedir(dir);
    return count;
}

static double server_time(void)
{
    use all[MAX_THREADS];
    double sum = 0;
    for (int i = server_use(all); i-- > 0;) sum += all[i].seconds;
    return sum;
}

static use use_before[MAX_THREADS];
static int use_count;
static double client_before;

static void report_use(void)
{
    use after[MAX_THREADS];
    int count = server_use(after);
    double moves = (double)latencies, sum = 0;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < use_count; k++)
            if (use_before[k].thread == after[i].thread) after[i].seconds -= use_before[k].seconds;
    for (int i = 0; i < count; i++) sum += after[i].seconds;
    if (count > 0)
        printf("processor, us a %s: server %.1f (", echo ? "message" : "move", sum / moves * 1e6);
    const char *comma = "";
    for (int i = 0; i < count; i++) {
        if (after[i].seconds / moves < 1e-7) continue;
        printf("%s%s %.1f", comma, after[i].name, after[i].seconds / moves * 1e6);
        comma = ", ";
    }
    if (count > 0) printf("), all clients %.1f\n", (client_time() - client_before) / moves * 1e6);
}

// Moves early and late in a match: processor time of the server against the log's length.
static uint64_t step_moves, step_sum;
static double step_from;

static void report_step(void)
{
    double now = server_time();
    if (step_moves > 0 && server_pid > 0)
        printf("  around entry %4llu: %6.1f us a move (%llu moves)\n",
               (unsigned long long)(step_sum / step_moves),
               (now - step_from) / (double)step_moves * 1e6, (unsigned long long)step_moves);
    step_moves = step_sum = 0;
    step_from = now;
}

// ---- playing -------------------------------------------------------------------

static double interval;  // between moves of one table; 0: none
static int match = 1;    // games
static double *next_due; // of each table
static bool finished;    // some match is over

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
    if (p->waiting) {
        step_moves++;
        step_sum += (uint64_t)p->sent_at;
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
            finished = true;
            p->step = 1;
            host_step(p, "again");
        }
        return;
    }
    if (match > 1 && p->index == 0 && p->step == 0 && (over = strstr(now, "\"over\":true")) &&
        over < ask) {
        games++;
        p->step = 2; // what is answered is all there is
        host_step(p, "next");
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
    // A table that is late makes up for it: what was asked for is what is offered.
    p->due = next_due[p->table];
    next_due[p->table] += interval * (0.5 + (double)roll(1000) / 1000);
}

static void read_message(peer *p, char *m)
{
    messages++;
    if (p->index < 0) return;
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

typedef struct sitting {
    pthread_t thread;
    peer *peers;
    int first, count, seats;
    const char *game;
} sitting;

static void sit_down(peer *host, int table, int seats, const char *game)
{
    char answer[4096], cookie[128], id[32], path[128], body[256];
    snprintf(body, sizeof body,
             "{\"game\":\"%s\",\"seats\":%d,\"games\":%d,\"name\":\"Anna\",\"sit\":0}", game, seats,
             match);
    post(table, "/api/tables", body, answer, sizeof answer);
    copy_until(answer, "\"id\":\"", '"', id, sizeof id);
    if (table == 0) memcpy(first_table, id, sizeof first_table);
    for (int i = 0; i < seats; i++) {
        peer *p = host + i;
        p->table = table;
        p->index = i;
        if (i > 0) {
            snprintf(path, sizeof path, "/api/tables/%s/join", id);
            post(table, path, "{\"name\":\"Carlo\"}", answer, sizeof answer);
        }
        copy_until(answer, "Set-Cookie: ", ';', cookie, sizeof cookie);
        snprintf(path, sizeof path, "/api/tables/%s/ws?lang=it", id);
        upgrade(p, path, cookie);
        if (i == 0) continue;
        snprintf(body, sizeof body, "{\"id\":\"s\",\"do\":\"sit\",\"seat\":%d}", i);
        say(p, body);
    }
}

static void *sit_some(void *arg)
{
    const sitting *s = arg;
    for (int t = s->first; t < s->first + s->count; t++)
        sit_down(&s->peers[t * s->seats], t, s->seats, s->game);
    return NULL;
}

// Several at once, so that this takes seconds and not a minute.
static void sit_all(peer *peers, int tables, int seats, const char *game)
{
    sitting some[SITTERS];
    for (int i = 0; i < SITTERS; i++) {
        int first = tables * i / SITTERS, end = tables * (i + 1) / SITTERS;
        some[i] = (sitting){
            .peers = peers, .first = first, .count = end - first, .seats = seats, .game = game};
        if (pthread_create(&some[i].thread, NULL, sit_some, &some[i]) != 0) die("thread");
    }
    for (int i = 0; i < SITTERS; i++) pthread_join(some[i].thread, NULL);
}

int main(int argc, char **argv)
{
    int tables = 500, seats = 4, connections = 2000;
    int watchers = 0; // without a name, at the first table
    double seconds = 10, rate = 0;
    int steps = 0;
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
        if (strcmp(argv[i], "--games") == 0) match = atoi(value);
        if (strcmp(argv[i], "--server") == 0) server_pid = atoi(value);
        if (strcmp(argv[i], "--steps") == 0) steps = atoi(value);
        if (strcmp(argv[i], "--one-address") == 0) one_address = true;
        if (strcmp(argv[i], "--watchers") == 0) watchers = atoi(value);
        if (strcmp(argv[i], "--echo") == 0) echo = true;
    }
    if (port <= 0) {
        fprintf(stderr, "usage: load PORT [--tables N] [--seats N] [--seconds N] [--rate N] "
                        "[--game ID] | --echo [--connections N]\n");
        return 2;
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    int count = echo ? connections : tables * seats + watchers;
    peer *peers = calloc((size_t)count, sizeof *peers);
    latency = malloc(MAX_LATENCIES * sizeof *latency);
    next_due = calloc((size_t)tables, sizeof *next_due);
    int ep = epoll_create1(0);
    if (!peers || !next_due || !latency || ep < 0) die("start");
    if (rate > 0) interval = tables / rate;
    double began = clock_now();
    if (echo)
        for (int i = 0; i < count; i++) {
            peers[i].table = i / 4;
            upgrade(&peers[i], "/", NULL);
        }
    else
        sit_all(peers, tables, seats, game);
    for (int i = tables * seats; !echo && i < count; i++) {
        char path[128];
        peers[i].table = tables + i / 4; // only its address
        peers[i].index = -1;
        snprintf(path, sizeof path, "/api/tables/%s/ws?lang=it", first_table);
        upgrade(&peers[i], path, NULL);
        for (int k = 0; i % 20 == 0 && k <= i; k++)
            hear(&peers[k]); // the server drops who does not
    }
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
            for (int t = 0; t < tables; t++) next_due[t] = now + interval * roll(1000) / 1000;
            step_from = server_time();
        }
        if (dealt && !counting && now > start) {
            counting = true;
            start = now;
            end = now + seconds;
            bytes = 0;
            use_count = server_use(use_before);
            client_before = client_time();
        }
        if (steps > 0 && dealt && (step_moves >= (uint64_t)steps || finished)) report_step();
        if (steps > 0 && (finished || (counting && now > end))) return 0;
        if (counting && now > end) {
            report(echo       ? "echo"
                   : rate > 0 ? "moves, paced"
                              : "moves, as fast as it goes",
                   now - start);
            report_use();
            return 0;
        }
    }
}
