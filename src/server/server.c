// server.c: start, stop, the loop's handles, logs and figures.
#include "server/parts.h"

#include "base/system.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

enum { TICK_MS = 1000, STOP_TICKS = 100, BACKLOG = 1024 };

server_options server_normal(void)
{
    return (server_options){.listen = "127.0.0.1:8080",
                            .more_ports = 9,
                            .db = "veglia.db",
                            .max_connections = 20000,
                            .max_per_address = 0,
                            .max_rooms = 20000,
                            .max_makes = 30,
                            .max_rate = 20,
                            .idle = 120,
                            .bot_delay = 700,
                            .bot_threads = 1,
                            .sandbox = true};
}

// ---- small things --------------------------------------------------------------

int64_t server_wall(void)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

void server_random(void *out, size_t n) { randombytes_buf(out, n); }

void server_log(server *s, const char *level, const char *event, const char *pairs, ...)
{
    if (!s->options.log || (s->options.quiet && strcmp(level, "info") == 0)) return;
    char when[32], line[1024];
    time_t now = time(NULL);
    struct tm utc;
    gmtime_r(&now, &utc);
    strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", &utc);
    line[0] = '\0';
    if (pairs) {
        va_list args;
        va_start(args, pairs);
        vsnprintf(line, sizeof line, pairs, args);
        va_end(args);
    }
    fprintf(s->options.log, "{\"at\":\"%s\",\"level\":\"%s\",\"event\":\"%s\"%s%s}\n", when, level,
            event, line[0] ? "," : "", line);
    fflush(s->options.log);
}

bool server_may_make(server *s, const char *address)
{
    uint64_t now = uv_now(&s->loop);
    maker *oldest = &s->makers[0], *m = NULL;
    for (int i = 0; i < SERVER_MAKERS && !m; i++) {
        if (strcmp(s->makers[i].address, address) == 0) m = &s->makers[i];
        if (s->makers[i].at < oldest->at) oldest = &s->makers[i];
    }
    double most = s->options.max_makes;
    if (!m) {
        m = oldest;
        vg_text text = VG_TEXT(m->address);
        vg_text_add(&text, address);
        m->credit = most;
        m->at = now;
    }
    m->credit += (double)(now - m->at) * most / 60000;
    m->at = now;
    if (m->credit > most) m->credit = most;
    if (m->credit < 1) return false;
    m->credit -= 1;
    return true;
}

static long resident_pages(void)
{
    long size = 0, resident = 0;
    FILE *in = fopen("/proc/self/statm", "r");
    if (!in) return 0;
    if (fscanf(in, "%ld %ld", &size, &resident) != 2) resident = 0;
    fclose(in);
    return resident;
}

void server_metrics(server *s, vg_text *out)
{
    store_figures figures;
    store_look(s->store, &figures);
    const struct {
        const char *name, *type, *help;
        uint64_t value;
    } rows[] = {
        {"veglia_connections", "gauge", "Open connections", (uint64_t)s->conn_count},
        {"veglia_tables_in_memory", "gauge", "Tables in memory", (uint64_t)s->spot_count},
        {"veglia_connections_accepted_total", "counter", "Connections accepted", s->count.accepted},
        {"veglia_connections_refused_total", "counter", "Connections refused", s->count.refused},
        {"veglia_http_requests_total", "counter", "HTTP requests", s->count.requests},
        {"veglia_messages_total", "counter", "WebSocket messages received", s->count.messages},
        {"veglia_refusals_total", "counter", "Commands refused", s->count.refusals},
        {"veglia_moves_total", "counter", "Moves made", s->count.moves},
        {"veglia_tables_made_total", "counter", "Tables made", s->count.made},
        {"veglia_tables_loaded_total", "counter", "Tables loaded", s->count.loaded},
        {"veglia_tables_frozen_total", "counter", "Tables found unplayable", s->count.frozen},
        {"veglia_thoughts_total", "counter", "Questions put to bots", s->count.thoughts},
        {"veglia_dropped_slow_total", "counter", "Slow readers dropped", s->count.dropped_slow},
        {"veglia_dropped_silent_total", "counter", "Silent clients dropped",
         s->count.dropped_silent},
        {"veglia_dropped_rate_total", "counter", "Floods dropped", s->count.dropped_rate},
        {"veglia_bytes_sent_total", "counter", "Bytes sent", s->count.bytes_out},
        {"veglia_store_entries_total", "counter", "Entries put on disk", figures.entries},
        {"veglia_store_commits_total", "counter", "Commits", figures.commits},
        {"veglia_store_failures_total", "counter", "Commits that failed", figures.failures},
        {"veglia_store_failing", "gauge", "1 while the disk does not take entries",
         figures.failing},
        {"veglia_uptime_seconds", "gauge", "Seconds since the start",
         (uv_now(&s->loop) - s->began) / 1000},
        {"process_resident_memory_bytes", "gauge", "Resident memory",
         (uint64_t)resident_pages() * (uint64_t)sysconf(_SC_PAGESIZE)},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        vg_text_printf(out, "# HELP %s %s\n# TYPE %s %s\n%s %llu\n", rows[i].name, rows[i].help,
                       rows[i].name, rows[i].type, rows[i].name, (unsigned long long)rows[i].value);
}

// ---- the loop ------------------------------------------------------------------

static void on_connection(uv_stream_t *listener, int status)
{
    if (status == 0) conn_accept(listener->data);
}

static void on_prepare(uv_prepare_t *prepare)
{
    server *s = prepare->data;
    hall_flush(s);
    store_send(s->store);
    conn_flush_all(s);
    conn_bury(s);
}

static void on_tick(uv_timer_t *timer)
{
    server *s = timer->data;
    conn_tick(s);
    hall_tick(s);
}

static void on_stored(uv_async_t *async) { hall_durable(async->data); }
static void on_thought(uv_async_t *async) { hall_thought(async->data); }
static void wake(void *async) { uv_async_send(async); }

static void on_stop_tick(uv_timer_t *timer)
{
    server *s = timer->data;
    static int ticks; // one stop per process
    if ((!hall_busy(s) && s->jobs == 0) || ++ticks > STOP_TICKS) uv_stop(&s->loop);
}

// Stops listening, says goodbye, waits for what is on its way to disk.
static void on_signal(uv_signal_t *signal, int number)
{
    server *s = signal->data;
    if (s->stopping) {
        uv_stop(&s->loop);
        return;
    }
    server_log(s, "info", "stopping", "\"signal\":%d", number);
    s->stopping = true;
    uv_close((uv_handle_t *)&s->listener, NULL);
    for (conn *c = s->conns, *next; c; c = next) {
        next = c->next;
        if (c->mode == CONN_WS) conn_close(c, 1001);
    }
    uv_timer_start(&s->tick, on_stop_tick, 50, 50);
}

static void close_handle(uv_handle_t *handle, void *arg)
{
    (void)arg;
    if (!uv_is_closing(handle)) uv_close(handle, NULL);
}

static const char *in(const server *s, const char *it, const char *en)
{
    return s->options.lang == VG_IT ? it : en;
}

// ---- where to listen -----------------------------------------------------------

// "127.0.0.1:8080", "[::1]:8080" or ":8080".
static bool read_listen(const char *spec, char host[64], int *port)
{
    const char *colon = strrchr(spec, ':');
    size_t n = colon ? (size_t)(colon - spec) : 0,
           digits = colon ? strspn(colon + 1, "0123456789") : 0;
    if (!colon || digits == 0 || digits > 5 || colon[1 + digits] || n >= 64) return false;
    *port = atoi(colon + 1);
    if (n >= 2 && spec[0] == '[' && spec[n - 1] == ']') spec++, n -= 2;
    snprintf(host, 64, "%.*s", (int)n, spec);
    if (n == 0) snprintf(host, 64, "::");
    if (strcmp(host, "localhost") == 0) snprintf(host, 64, "127.0.0.1");
    return *port <= 65535;
}

static bool make_address(const char *host, int port, struct sockaddr_storage *out)
{
    return uv_ip4_addr(host, port, (struct sockaddr_in *)out) == 0 ||
           uv_ip6_addr(host, port, (struct sockaddr_in6 *)out) == 0;
}

bool server_listen_ok(const char *spec)
{
    char host[64];
    int port;
    struct sockaddr_storage address;
    return read_listen(spec, host, &port) && make_address(host, port, &address);
}

bool server_url_ok(const char *url)
{
    const char *host = strncmp(url, "https://", 8) == 0  ? url + 8
                       : strncmp(url, "http://", 7) == 0 ? url + 7
                                                         : "";
    size_t n = strspn(host, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-:[]");
    return n > 0 && n < 256 && host[n + strspn(host + n, "/")] == '\0';
}

static int bind_to(server *s, const char *host, int port)
{
    struct sockaddr_storage address;
    int rc = make_address(host, port, &address) ? uv_tcp_init(&s->loop, &s->listener) : UV_EINVAL;
    if (rc) return rc;
    s->listener.data = s;
    rc = uv_tcp_bind(&s->listener, (struct sockaddr *)&address, 0);
    if (rc == 0) rc = uv_listen((uv_stream_t *)&s->listener, BACKLOG, on_connection);
    if (rc == 0) return 0;
    uv_close((uv_handle_t *)&s->listener, NULL);
    uv_run(&s->loop, UV_RUN_NOWAIT); // the handle may be used again once it is closed
    return rc;
}

// Takes the port, or one of the next ones. Whoever calls from now on waits until we are ready.
static bool listen_at(server *s, vg_text *why)
{
    char host[64];
    int port = 0, rc = UV_EINVAL;
    if (read_listen(s->options.listen, host, &port)) {
        int last = port + (port ? s->options.more_ports : 0);
        for (; port <= last && (rc = bind_to(s, host, port)) == UV_EADDRINUSE; port++) {
        }
    }
    if (rc == UV_EADDRINUSE)
        vg_text_printf(why,
                       s->options.more_ports
                           ? in(s, "%s e le porte dopo sono occupate; scegline una con --listen",
                                "%s and the ports after it: address already in use; choose one "
                                "with --listen")
                           : in(s, "%s è occupato; scegli un'altra porta con --listen",
                                "%s: address already in use; choose another port with --listen"),
                       s->options.listen);
    else if (rc)
        vg_text_printf(why, "%s: %s", s->options.listen,
                       s->options.lang == VG_IT ? vg_system_text(-rc, VG_IT) : uv_strerror(rc));
    return rc == 0;
}

// Says where people find us.
static void announce(server *s)
{
    char host[64], shown[128];
    int port = 0, length = sizeof(struct sockaddr_storage);
    struct sockaddr_storage address;
    read_listen(s->options.listen, host, &port);
    uv_tcp_getsockname(&s->listener, (struct sockaddr *)&address, &length);
    port = address.ss_family == AF_INET6 ? ntohs(((struct sockaddr_in6 *)&address)->sin6_port)
                                         : ntohs(((struct sockaddr_in *)&address)->sin_port);
    bool any = strcmp(host, "::") == 0 || strcmp(host, "0.0.0.0") == 0;
    snprintf(shown, sizeof shown, strchr(host, ':') && !any ? "http://[%s]:%d" : "http://%s:%d",
             any ? "localhost" : host, port);
    server_log(s, "info", "listening", "\"address\":\"%s\",\"version\":\"%s\"", shown, VG_VERSION);
    if (s->options.ready) s->options.ready(s->options.ready_arg, shown);
}

// Two servers on one database would not know of each other's people.
static bool lock_db(server *s, vg_text *why)
{
    char path[1024];
    snprintf(path, sizeof path, "%s.lock", s->options.db);
    s->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (s->lock >= 0 && flock(s->lock, LOCK_EX | LOCK_NB) == 0) return true;
    if (s->lock >= 0 && errno == EWOULDBLOCK)
        vg_text_printf(why,
                       in(s, "i tavoli in %s sono di un'altra Veglia accesa",
                          "%s is in use by another server"),
                       s->options.db);
    else
        vg_text_printf(why, "%s: %s", path, vg_system_text(errno, s->options.lang));
    return false;
}

static bool begin(server *s, vg_text *why)
{
    s->began = uv_now(&s->loop);
    uv_async_init(&s->loop, &s->wake_store, on_stored);
    uv_async_init(&s->loop, &s->wake_thought, on_thought);
    uv_prepare_init(&s->loop, &s->prepare);
    uv_timer_init(&s->loop, &s->tick);
    uv_signal_init(&s->loop, &s->sigint);
    uv_signal_init(&s->loop, &s->sigterm);
    s->wake_store.data = s->wake_thought.data = s->prepare.data = s->tick.data = s;
    s->sigint.data = s->sigterm.data = s;
    if (!listen_at(s, why)) return false;
    if (s->options.web) {
        s->files = files_load(s->options.web, s->options.lang, why);
        if (!s->files) return false;
    }
    if (!lock_db(s, why)) return false;
    s->store = store_open(s->options.db, s->options.lang, wake, &s->wake_store, why);
    if (!s->store || !hall_begin(s, why)) return false;
    s->thinkers = thinkers_new(s->options.bot_threads, wake, &s->wake_thought);
    if (!s->thinkers) {
        vg_text_add(why, vg_system_text(ENOMEM, s->options.lang));
        return false;
    }
    if (s->options.sandbox && !server_sandbox(s->options.lang, why)) return false;
    uv_prepare_start(&s->prepare, on_prepare);
    uv_timer_start(&s->tick, on_tick, TICK_MS, TICK_MS);
    uv_signal_start(&s->sigint, on_signal, SIGINT);
    uv_signal_start(&s->sigterm, on_signal, SIGTERM);
    announce(s);
    return true;
}

bool server_run(const server_options *options, vg_text *why)
{
    if (sodium_init() < 0) {
        vg_text_add(why, options->lang == VG_IT ? "il sistema non dà numeri casuali"
                                                : "no randomness from the system");
        return false;
    }
    server *s = calloc(1, sizeof *s);
    if (!s) {
        vg_text_add(why, vg_system_text(ENOMEM, options->lang));
        return false;
    }
    s->options = *options;
    s->lock = -1;
    signal(SIGPIPE, SIG_IGN);
    uv_loop_init(&s->loop);
    bool ok = begin(s, why);
    if (ok) {
        uv_run(&s->loop, UV_RUN_DEFAULT);
        hall_flush(s);
        conn_flush_all(s);
    }
    s->stopping = true;
    hall_close(s);
    thinkers_free(s->thinkers);
    while (s->conns) conn_drop(s->conns);
    conn_flush_all(s);
    store_close(s->store); // what was queued still reaches the disk
    if (ok) server_log(s, "info", "stopped", NULL);
    uv_walk(&s->loop, close_handle, NULL);
    uv_run(&s->loop, UV_RUN_DEFAULT);
    uv_loop_close(&s->loop);
    conn_bury(s);
    files_free(s->files);
    if (s->lock >= 0) close(s->lock);
    while (s->spare_count > 0) vg_text_release(&s->spares[--s->spare_count]);
    free(s);
    return ok;
}
