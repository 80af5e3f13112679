// server.c: start, stop, the loop's handles, logs and figures.
#include "server/core.h"
#include "server/days.h"

#include "server/control.h"
#include "server/sandbox.h"

#include "base/system.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { TICK_MS = 1000, STOP_TICKS = 100, BACKLOG = 1024 };

server_options server_normal(void)
{
    return (server_options){.listen = "127.0.0.1:8080",
                            .more_ports = 9,
                            .db = "veglia.db",
                            .control = "veglia.db.sock",
                            .peer = "127.0.0.1:0",
                            .max_connections = 20000,
                            .max_per_address = 256,
                            .max_rooms = 20000,
                            .max_makes = 30,
                            .max_rate = 20,
                            .max_work = 200,
                            .max_queued = 64,
                            .idle = 120,
                            .reveal = 10,
                            .push_after = 10,
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

void histogram_add(histogram *h, double seconds)
{
    for (int i = 0; i < HISTOGRAM_BOUNDS; i++) h->up_to[i] += seconds <= store_bounds[i];
    h->count++;
    h->seconds += seconds;
}

// Every code a refusal may have (docs/protocol.md); the last is for any other.
static const char *const reasons[] = {"FORMAT",  "UNKNOWN",   "WHO",    "WHEN",  "STALE",
                                      "BUSY",    "STORAGE",   "CLOSED", "SETUP", "SYNTAX",
                                      "ILLEGAL", "NOT_YOU",   "OVER",   "UNDO",  "LIMIT",
                                      "SYSTEM",  "NOT_FOUND", "ORIGIN", "OTHER"};
enum { REASONS = sizeof reasons / sizeof reasons[0] };
_Static_assert((int)REASONS <= (int)SERVER_REASONS, "room for every reason");

void server_refused(server *s, const char *code)
{
    int i = 0;
    while (i < REASONS - 1 && strcmp(reasons[i], code) != 0) i++;
    s->count.refused_for[i]++;
    s->count.refusals++;
}

// ---- figures ---------------------------------------------------------------------

static uint64_t resident(const server *s)
{
    char text[64] = "";
    long size = 0, pages = 0;
    if (s->statm < 0 || pread(s->statm, text, sizeof text - 1, 0) <= 0) return 0;
    if (sscanf(text, "%ld %ld", &size, &pages) != 2) return 0;
    return (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

static void put_histogram(vg_text *out, const char *name, const char *help,
                          const uint64_t up_to[HISTOGRAM_BOUNDS], uint64_t count, double seconds)
{
    vg_text_printf(out, "# HELP %s %s\n# TYPE %s histogram\n", name, help, name);
    for (int i = 0; i < HISTOGRAM_BOUNDS; i++)
        vg_text_printf(out, "%s_bucket{le=\"%g\"} %llu\n", name, store_bounds[i],
                       (unsigned long long)up_to[i]);
    vg_text_printf(out, "%s_bucket{le=\"+Inf\"} %llu\n%s_sum %.6f\n%s_count %llu\n", name,
                   (unsigned long long)count, name, seconds, name, (unsigned long long)count);
}

static uint64_t in_play(const server *s)
{
    uint64_t count = 0;
    for (int i = 0; i < SERVER_SPOTS; i++)
        for (const spot *sp = s->spots[i]; sp; sp = sp->next)
            count += sp->conns && sp->room && room_status_of(sp->room) == ROOM_PLAYING;
    return count;
}

void server_metrics(server *s, vg_text *out)
{
    store_figures figures;
    int servers;
    store_look(s->store, &figures);
    store_servers(s->store, &servers);
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
        {"veglia_waited_total", "counter", "Times a client over its budget had to wait",
         s->count.waited},
        {"veglia_queued_bytes", "gauge", "Bytes held for clients, to be sent or handled",
         s->queued},
        {"veglia_store_entries_total", "counter", "Entries put on disk", figures.entries},
        {"veglia_store_commits_total", "counter", "Commits", figures.commits},
        {"veglia_store_failures_total", "counter", "Commits that failed", figures.failures},
        {"veglia_store_failing", "gauge", "1 while the disk does not take entries",
         figures.failing},
        {"veglia_uptime_seconds", "gauge", "Seconds since the start",
         (uv_now(&s->loop) - s->began) / 1000},
        {"process_resident_memory_bytes", "gauge", "Resident memory", resident(s)},
        {"veglia_tables_in_play", "gauge", "Games in play that somebody looks at", in_play(s)},
        {"veglia_servers", "gauge", "Servers on the database that live", (uint64_t)servers},
        {"veglia_relays", "gauge", "Connections carried to another server", (uint64_t)s->relays},
        {"veglia_terms_total", "counter", "How often this server took its place among them",
         store_term(s->store)},
        {"veglia_notices_total", "counter", "Notices push services took", s->count.notices},
        {"veglia_notices_failed_total", "counter", "Notices they did not take",
         s->count.notices_failed},
        {"veglia_notices_dropped_total", "counter", "Notices not sent: too many at once",
         s->count.notices_dropped},
        {"veglia_pushes_gone_total", "counter", "Devices that want no more notices",
         s->count.pushes_gone},
        {"veglia_draining", "gauge", "1 while no new tables are opened", s->draining},
        {"veglia_replaying", "gauge", "1 while live tables are read after the start", s->replaying},
        {"veglia_addresses", "gauge", "Addresses remembered", (uint64_t)s->caller_count},
        {"veglia_line", "gauge", "Clients whose turn has not come", (uint64_t)s->lined},
        {"veglia_bot_queue", "gauge", "Questions waiting for a bot's thread",
         (uint64_t)thinkers_waiting(s->thinkers)},
        {"veglia_store_queue", "gauge", "Entries waiting for the disk", figures.queue},
        {"veglia_store_bytes", "gauge", "Size of the database", figures.bytes},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        vg_text_printf(out, "# HELP %s %s\n# TYPE %s %s\n%s %llu\n", rows[i].name, rows[i].help,
                       rows[i].name, rows[i].type, rows[i].name, (unsigned long long)rows[i].value);
    vg_text_add(out, "# HELP veglia_refused_total Commands and requests refused, by reason\n"
                     "# TYPE veglia_refused_total counter\n");
    for (int i = 0; i < REASONS; i++)
        vg_text_printf(out, "veglia_refused_total{code=\"%s\"} %llu\n", reasons[i],
                       (unsigned long long)s->count.refused_for[i]);
    put_histogram(out, "veglia_ack_seconds", "From a command to its acknowledgement", s->acks.up_to,
                  s->acks.count, s->acks.seconds);
    put_histogram(out, "veglia_commit_seconds", "What a commit took", figures.commit_up_to,
                  figures.commits, figures.commit_seconds);
    put_histogram(out, "veglia_turn_seconds", "What a turn of the loop took, without waiting",
                  s->turns.up_to, s->turns.count, s->turns.seconds);
}

// ---- the loop ------------------------------------------------------------------

static void on_connection(uv_stream_t *listener, int status)
{
    if (status == 0) conn_accept(listener->data);
}

static void on_prepare(uv_prepare_t *prepare)
{
    server *s = prepare->data;
    budget_run(s);
    hall_flush(s);
    store_send(s->store);
    conn_flush_all(s);
    conn_bury(s);
    uint64_t now = uv_hrtime(), idle = uv_metrics_idle_time(&s->loop);
    if (s->turn_at)
        histogram_add(&s->turns, (double)(now - s->turn_at - (idle - s->idle_at)) / 1e9);
    s->turn_at = now;
    s->idle_at = idle;
}

// systemd's way of being told things: words on a socket it names.
static void notify(server *s, const char *what)
{
    if (s->notify >= 0) (void)!send(s->notify, what, strlen(what), MSG_NOSIGNAL | MSG_DONTWAIT);
}

static void notify_open(server *s)
{
    const char *path = getenv("NOTIFY_SOCKET"), *watchdog = getenv("WATCHDOG_USEC");
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    s->notify = -1;
    if (!path || (path[0] != '/' && path[0] != '@') || strlen(path) >= sizeof to.sun_path) return;
    memcpy(to.sun_path, path, strlen(path));
    if (path[0] == '@') to.sun_path[0] = '\0';
    s->notify = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    socklen_t length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(path));
    if (s->notify >= 0 && connect(s->notify, (struct sockaddr *)&to, length) != 0) {
        close(s->notify);
        s->notify = -1;
    }
    s->watchdog = s->notify >= 0 && watchdog;
}

static void on_tick(uv_timer_t *timer)
{
    server *s = timer->data;
    conn_tick(s);
    hall_tick(s);
    budget_tick(s);
    if (s->shared) budget_share(s);
    if (s->watchdog) notify(s, "WATCHDOG=1");
}

static void on_stored(uv_async_t *async)
{
    hall_durable(async->data);
    days_durable(async->data);
}
static void on_thought(uv_async_t *async) { hall_thought(async->data); }
static void wake(void *async) { uv_async_send(async); }

static void on_stop_tick(uv_timer_t *timer)
{
    server *s = timer->data;
    static int ticks; // one stop per process
    if ((!hall_busy(s) && !days_busy(s) && s->jobs == 0) || ++ticks > STOP_TICKS) uv_stop(&s->loop);
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
    notify(s, "STOPPING=1");
    s->stopping = true;
    uv_close((uv_handle_t *)&s->listener, NULL);
    if (s->shared) uv_close((uv_handle_t *)&s->peers, NULL);
    for (conn *c = s->conns, *next; c; c = next) {
        next = c->next;
        if (c->mode == CONN_WS) conn_close(c, 1001);
        if (c->mode == CONN_RELAY) conn_drop(c);
    }
    uv_timer_start(&s->tick, on_stop_tick, 50, 50);
}

// The log begins anew under its name, after it was moved away. Without a log file it says that the
// terminal is gone: then we go as well, as on Ctrl-C.
static void on_hangup(uv_signal_t *signal, int number)
{
    server *s = signal->data;
    if (s->options.log_path) {
        FILE *fresh = freopen(s->options.log_path, "a", s->options.log);
        if (!fresh) s->options.log = NULL;
        server_log(s, "info", "log", "\"reopened\":true");
    } else if (isatty(STDIN_FILENO) || isatty(STDERR_FILENO)) {
        on_signal(signal, number);
    }
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

bool server_address(const char *spec, struct sockaddr_storage *out)
{
    char host[64];
    int port;
    return read_listen(spec, host, &port) && make_address(host, port, out);
}

bool server_listen_ok(const char *spec)
{
    struct sockaddr_storage address;
    return server_address(spec, &address);
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

// Two servers on one file would not know of each other's people.
static bool lock_db(server *s, vg_text *why)
{
    char path[1024];
    if (s->shared) return true;
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

static void folder_of(const char *path, char out[1024])
{
    const char *slash = strrchr(path, '/');
    snprintf(out, 1024, "%.*s", slash ? (int)(slash - path + 1) : 1, slash ? path : ".");
}

// From here on the only files are those beside the database and beside the log.
static bool cage(const server *s, vg_text *why)
{
    char db[1024], log[1024];
    folder_of(s->shared ? s->options.control : s->options.db, db);
    if (s->options.log_path) folder_of(s->options.log_path, log);
    const char *const folders[] = {db, log};
    return server_cage(folders, s->options.log_path ? 2 : 1, s->shared ? s->options.db : NULL,
                       s->options.lang, why);
}

static void on_peer(uv_stream_t *listener, int status)
{
    if (status == 0) conn_accept_peer(listener->data);
}

// Where other servers find us: into `peer`.
static bool listen_to_peers(server *s, char peer[STORE_PEER], vg_text *why)
{
    struct sockaddr_storage address;
    int length = sizeof address;
    char host[48];
    int rc =
        server_address(s->options.peer, &address) ? uv_tcp_init(&s->loop, &s->peers) : UV_EINVAL;
    s->peers.data = s;
    if (rc == 0) rc = uv_tcp_bind(&s->peers, (struct sockaddr *)&address, 0);
    if (rc == 0) rc = uv_listen((uv_stream_t *)&s->peers, BACKLOG, on_peer);
    if (rc == 0) rc = uv_tcp_getsockname(&s->peers, (struct sockaddr *)&address, &length);
    if (rc) {
        vg_text_printf(why, "%s: %s", s->options.peer,
                       s->options.lang == VG_IT ? vg_system_text(-rc, VG_IT) : uv_strerror(rc));
        return false;
    }
    uv_ip_name((struct sockaddr *)&address, host, sizeof host);
    bool six = address.ss_family == AF_INET6;
    snprintf(peer, STORE_PEER, six ? "[%s]:%d" : "%s:%d", host,
             ntohs(six ? ((struct sockaddr_in6 *)&address)->sin6_port
                       : ((struct sockaddr_in *)&address)->sin_port));
    return true;
}

static bool open_store(server *s, vg_text *why)
{
    char peer[STORE_PEER], name[128];
    struct sockaddr_storage address;
    int length = sizeof address;
    if (s->shared) {
        if (!listen_to_peers(s, peer, why)) return false;
        // This machine and this port: who was here before is dead.
        uv_tcp_getsockname(&s->listener, (struct sockaddr *)&address, &length);
        snprintf(name, sizeof name, "%s:%d", s->name,
                 ntohs(address.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&address)->sin6_port
                                                     : ((struct sockaddr_in *)&address)->sin_port));
    }
    s->store = store_open(
        s->options.db, s->options.lang,
        s->shared ? &(store_node){.name = name, .peer = peer, .version = VG_VERSION} : NULL, wake,
        &s->wake_store, why);
    return s->store;
}

static bool begin(server *s, vg_text *why)
{
    s->began = uv_now(&s->loop);
    uv_async_init(&s->loop, &s->wake_store, on_stored);
    uv_async_init(&s->loop, &s->wake_thought, on_thought);
    uv_prepare_init(&s->loop, &s->prepare);
    uv_timer_init(&s->loop, &s->tick);
    budget_begin(s);
    uv_signal_init(&s->loop, &s->sigint);
    uv_signal_init(&s->loop, &s->sigterm);
    uv_signal_init(&s->loop, &s->sighup);
    uv_loop_configure(&s->loop, UV_METRICS_IDLE_TIME);
    s->wake_store.data = s->wake_thought.data = s->prepare.data = s->tick.data = s;
    s->sigint.data = s->sigterm.data = s->sighup.data = s;
    if (gethostname(s->name, sizeof s->name - 1) != 0) s->name[0] = '\0';
    s->statm = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    notify_open(s);
    if (!listen_at(s, why)) return false;
    if (s->options.web) {
        s->files = files_load(s->options.web, s->options.lang, why);
        if (!s->files) return false;
    }
    if (!lock_db(s, why)) return false;
    if (s->options.sandbox && !cage(s, why)) return false;
    if (!open_store(s, why)) return false;
    hall_push_begin(s);
    control_begin(s);
    s->thinkers = thinkers_new(s->options.bot_threads, wake, &s->wake_thought);
    if (!s->thinkers) {
        vg_text_add(why, vg_system_text(ENOMEM, s->options.lang));
        return false;
    }
    uv_prepare_start(&s->prepare, on_prepare);
    uv_timer_start(&s->tick, on_tick, TICK_MS, TICK_MS);
    uv_signal_start(&s->sigint, on_signal, SIGINT);
    uv_signal_start(&s->sigterm, on_signal, SIGTERM);
    uv_signal_start(&s->sighup, on_hangup, SIGHUP);
    // From here on nothing else can be listened at.
    if (s->options.sandbox && !server_sandbox(s->shared, s->options.lang, why)) return false;
    if (!hall_begin(s, why)) return false;
    notify(s, "READY=1");
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
    push_caller line = {.fd = -1}; // before anything is open or another thread begun
    if (options->push &&
        !push_caller_begin(&line, options->push_to, options->sandbox, options->lang, why))
        return false;
    server *s = NULL;
    if ((options->sandbox && !server_no_rings(options->lang, why)) || !(s = calloc(1, sizeof *s))) {
        if (why->len == 0) vg_text_add(why, vg_system_text(ENOMEM, options->lang));
        push_caller_end(&line);
        return false;
    }
    s->caller = line;
    s->options = *options;
    s->shared = store_is_shared(options->db);
    s->lock = s->control_folder = s->notify = s->statm = -1;
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
    days_close(s);
    thinkers_free(s->thinkers);
    hall_push_end(s);
    while (s->conns) conn_drop(s->conns);
    budget_end(s);
    conn_flush_all(s);
    store_close(s->store); // what was queued still reaches the disk
    if (ok) server_log(s, "info", "stopped", NULL);
    uv_walk(&s->loop, close_handle, NULL);
    uv_run(&s->loop, UV_RUN_DEFAULT);
    uv_loop_close(&s->loop);
    conn_bury(s);
    budget_free(s);
    files_free(s->files);
    if (s->lock >= 0) close(s->lock);
    if (s->control_folder >= 0) close(s->control_folder);
    if (s->notify >= 0) close(s->notify);
    if (s->statm >= 0) close(s->statm);
    while (s->spare_count > 0) vg_text_release(&s->spares[--s->spare_count]);
    free(s);
    return ok;
}
