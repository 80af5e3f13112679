// fake.c: see fake.h.
#include "fake.h"

#include "server/relay.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

server *fake;
vg_rng fake_rng;
long fake_thoughts;
int fake_disk_fails;
uint32_t (*fake_takes)(const thought *q);
void (*fake_thinks)(thought *q);
void (*fake_asked)(const thought *q);
void (*fake_stored)(uint64_t table, const char *entry);

static uint64_t now = 5000;
static const int64_t wall = 1763241000000;

void fake_check(const char *what, const char *where, int line, bool good, const char *format, ...)
{
    if (good) return;
    va_list args;
    va_start(args, format);
    printf("%s:%d: %.100s: ", where, line, what);
    if (format) vprintf(format, args);
    va_end(args);
    printf("\n");
    fflush(stdout);
    abort();
}

static void *grow(void *at, size_t size)
{
    void *grown = realloc(at, size);
    if (!grown) abort();
    return grown;
}

// ---- libuv -------------------------------------------------------------------------

typedef struct clockwork {
    struct clockwork *next;
    uv_timer_t *timer;
    uv_timer_cb fires;
    uint64_t due;
} clockwork;
static clockwork *timers;
typedef struct closing {
    struct closing *next;
    uv_handle_t *handle;
    uv_close_cb done;
} closing;
static closing *closings;
typedef struct labour {
    struct labour *next;
    uv_work_t *work;
    uv_work_cb does;
    uv_after_work_cb after;
} labour;
static labour *labours;

uint64_t uv_now(const uv_loop_t *loop)
{
    (void)loop;
    return now;
}

int uv_timer_init(uv_loop_t *loop, uv_timer_t *timer)
{
    (void)loop;
    timer->u.fd = (int)fake->questions; // what is older was asked by an earlier spot of that table
    return 0;
}

int uv_timer_stop(uv_timer_t *timer)
{
    for (clockwork **at = &timers; *at; at = &(*at)->next)
        if ((*at)->timer == timer) {
            clockwork *gone = *at;
            *at = gone->next;
            free(gone);
            break;
        }
    return 0;
}

int uv_timer_start(uv_timer_t *timer, uv_timer_cb fires, uint64_t timeout, uint64_t repeat)
{
    (void)repeat;
    uv_timer_stop(timer);
    clockwork *one = malloc(sizeof *one);
    *one = (clockwork){timers, timer, fires, now + timeout};
    timers = one;
    return 0;
}

void uv_close(uv_handle_t *handle, uv_close_cb done)
{
    uv_timer_stop((uv_timer_t *)handle);
    closing *one = malloc(sizeof *one);
    *one = (closing){closings, handle, done};
    closings = one;
}

int uv_queue_work(uv_loop_t *loop, uv_work_t *work, uv_work_cb does, uv_after_work_cb after)
{
    (void)loop;
    labour *one = malloc(sizeof *one);
    *one = (labour){labours, work, does, after};
    labours = one;
    return 0;
}

static bool timers_fire(void)
{
    for (clockwork *one = timers; one; one = one->next)
        if (one->due <= now) {
            uv_timer_t *timer = one->timer;
            uv_timer_cb fires = one->fires;
            uv_timer_stop(timer);
            fires(timer);
            return true;
        }
    return false;
}

// ---- the store ---------------------------------------------------------------------

typedef struct shelf {
    uint64_t table;
    char **entry;
    int64_t *at;
    uint32_t count, cap;
    uint8_t status;
    int round, links; // of the chain, as anybody was last told
    char head[2 * VG_SHA256_BYTES + 3];
} shelf;
struct store {
    shelf *shelf;
    size_t count;
    store_write *appended, *done;
    bool adopted; // since the start
};
static store disk;

static shelf *shelf_of(uint64_t table)
{
    for (size_t i = 0; i < disk.count; i++)
        if (disk.shelf[i].table == table) return &disk.shelf[i];
    return NULL;
}

store_write *store_write_new(size_t length, const char *listing)
{
    (void)listing; // there is one server
    store_write *w = calloc(1, sizeof *w + length + 1);
    if (w) w->length = length, w->status = STORE_SAME;
    return w;
}

void store_append(store *s, store_write *w)
{
    store_write **end = &s->appended;
    while (*end) end = &(*end)->next;
    w->next = NULL;
    *end = w;
}

static void put(store_write *w)
{
    shelf *on = shelf_of(w->table);
    if (!on) {
        disk.shelf = grow(disk.shelf, (disk.count + 1) * sizeof *disk.shelf);
        on = &disk.shelf[disk.count++];
        *on = (shelf){.table = w->table};
    }
    w->conflict = w->n != on->count;
    w->ok = !w->conflict && (int)vg_rng_below(&fake_rng, 1000) >= fake_disk_fails;
    if (!w->ok) return;
    if (on->count == on->cap) {
        on->cap = on->cap ? on->cap * 2 : 16;
        on->entry = grow(on->entry, on->cap * sizeof *on->entry);
        on->at = grow(on->at, on->cap * sizeof *on->at);
    }
    on->entry[on->count] = strdup(w->text);
    on->at[on->count++] = w->at;
    if (w->status != STORE_SAME) on->status = w->status;
    if (fake_stored) fake_stored(w->table, w->text);
}

static bool disk_turns(void)
{
    if (!disk.appended) return false;
    store_write *w = disk.appended, **end = &disk.done;
    disk.appended = w->next;
    w->next = NULL;
    put(w);
    CHECK(!w->conflict, "two writers of one entry");
    while (*end) end = &(*end)->next;
    *end = w;
    hall_durable(fake);
    return true;
}

store_write *store_collect(store *s)
{
    store_write *w = s->done;
    s->done = NULL;
    return w;
}

store_found store_read(store *s, uint64_t table, bool (*each)(void *arg, const store_entry *e),
                       void *arg, vg_text *why)
{
    (void)s;
    (void)why;
    const shelf *on = shelf_of(table);
    for (uint32_t i = 0; on && i < on->count; i++) {
        store_entry e = {i, on->at[i], on->entry[i], strlen(on->entry[i])};
        if (!each(arg, &e)) break;
    }
    return on ? STORE_FOUND : STORE_MISSING;
}

bool store_adopt(store *s, bool (*each)(void *arg, uint64_t table), void *arg, vg_text *why)
{
    (void)why;
    for (size_t i = 0; i < disk.count && !s->adopted; i++)
        if (disk.shelf[i].count > 0 && disk.shelf[i].status <= STORE_PLAYING &&
            !each(arg, disk.shelf[i].table))
            return false;
    s->adopted = true;
    return true;
}

store_whose store_own(store *s, uint64_t table, store_claim *out, vg_text *why)
{
    (void)s;
    (void)table;
    (void)why;
    *out = (store_claim){.epoch = STORE_FIRST_EPOCH};
    return STORE_OURS;
}

store_whose store_pass_on(store *s, uint64_t table, store_claim *claim, vg_text *why)
{
    (void)s;
    (void)table;
    (void)claim;
    (void)why;
    return STORE_OURS;
}

uint64_t store_term(store *s)
{
    (void)s;
    return 0;
}

bool store_sure(store *s)
{
    (void)s;
    return true;
}

uint64_t store_servers(store *s, int *count)
{
    (void)s;
    *count = 1;
    return 0;
}

void store_listed(store *s, void (*each)(void *arg, uint64_t table, int64_t made, const char *line),
                  void *arg)
{
    (void)s;
    (void)each;
    (void)arg;
}

void relay_begin(conn *c, const char *peer)
{
    (void)c;
    (void)peer;
    CHECK(false, "there is one server");
}

void relay_tick(server *s) { (void)s; }

const char *store_secret(store *s)
{
    (void)s;
    return "fake";
}

void store_look(store *s, store_figures *out)
{
    (void)s;
    *out = (store_figures){0};
}

uint32_t fake_entries(uint64_t table)
{
    const shelf *on = shelf_of(table);
    return on ? on->count : 0;
}

room *fake_read(uint64_t table)
{
    char buffer[256];
    vg_text why = VG_TEXT(buffer);
    return hall_read(&disk, table, 0, &why);
}

// ---- thinkers ----------------------------------------------------------------------

typedef struct doing {
    thought *q;
    uint64_t due;
} doing;
static doing *minds;
static size_t mind_count, mind_cap;
static thought *thought_done;

void thought_free(thought *q)
{
    free(q->hint);
    free(q);
}

void thinkers_ask(thinkers *t, thought *q)
{
    (void)t;
    CHECK(q->hint || fake_thoughts_of(q->table) == 0, "a second thought at one table");
    if (mind_count == mind_cap) {
        mind_cap = mind_cap ? mind_cap * 2 : 16;
        minds = grow(minds, mind_cap * sizeof *minds);
    }
    q->finish = q->after + q->cost;
    q->took = fake_takes ? fake_takes(q) : q->cost;
    minds[mind_count++] = (doing){q, now + q->took};
    fake_thoughts++;
    if (fake_asked) fake_asked(q);
}

bool thinkers_forget(thinkers *t, uint64_t number)
{
    (void)t;
    if (vg_rng_below(&fake_rng, 2)) return false; // somebody is at it already
    for (size_t i = 0; i < mind_count; i++)
        if (minds[i].q->number == number && !minds[i].q->hint) {
            thought_free(minds[i].q);
            minds[i] = minds[--mind_count];
            fake_thoughts--;
            return true;
        }
    return false;
}

thought *thinkers_collect(thinkers *t)
{
    (void)t;
    thought *q = thought_done;
    thought_done = NULL;
    return q;
}

void fake_dismiss(void)
{
    while (mind_count > 0) {
        if (minds[--mind_count].q->hint) fake->hints--;
        thought_free(minds[mind_count].q);
    }
    fake_thoughts = 0;
}

long fake_thoughts_of(uint64_t table)
{
    const spot *sp = spot_find(fake, table);
    long count = 0;
    for (size_t i = 0; sp && i < mind_count; i++)
        count += minds[i].q->table == table && !minds[i].q->hint &&
                 minds[i].q->number > (uint64_t)sp->timer.u.fd;
    return count;
}

static bool thinkers_turn(void)
{
    for (size_t i = 0; i < mind_count; i++) {
        if (minds[i].due > now) continue;
        thought *q = minds[i].q;
        minds[i] = minds[--mind_count];
        fake_thoughts--;
        if (fake_thinks)
            fake_thinks(q);
        else if (!q->hint && vg_rng_below(&fake_rng, 10) > 0)
            q->chosen = q->list[vg_rng_below(&fake_rng, (uint32_t)q->count)];
        else if (!q->hint)
            q->chosen = q->list[0];
        q->next = NULL;
        thought_done = q;
        hall_thought(fake);
        return true;
    }
    return false;
}

// ---- connections -------------------------------------------------------------------

static client *client_of(conn *c) { return (client *)(void *)c; }

void conn_ref(conn *c) { c->refs++; }
void conn_unref(conn *c)
{
    CHECK(c->refs > 0);
    c->refs--;
}

vg_text *conn_begin(conn *c)
{
    if (c->mode != CONN_WS) return NULL;
    vg_text_clear(&c->out);
    return &c->out;
}

// Every message says how far the chain is, and that only grows, whatever becomes of disk and
// server: so nobody is told of what is not on disk yet.
static void follow_chain(uint64_t table, const char *text)
{
    shelf *on = shelf_of(table);
    int round, links;
    char head[sizeof on->head];
    CHECK(sscanf(text, "{\"type\":\"%*[a-z]\",\"round\":%d,\"links\":%d,\"head\":%66[^,}]", &round,
                 &links, head) == 3,
          "%.160s", text);
    int more = round != on->round ? round - on->round : links - on->links;
    CHECK(more > 0 || (more == 0 && strcmp(head, on->head) == 0), "%d %d %s, then %.160s",
          on->round, on->links, on->head, text);
    CHECK((head[0] == 'n') == (links == 0), "%.160s", text);
    on->round = round;
    on->links = links;
    strcpy(on->head, head);
}

static void heard(client *who, const char *text, size_t length)
{
    follow_chain(who->c.spot->id, text);
    who->messages++;
    who->bytes += (long)length;
    const char *id = strstr(text, "\"id\":\"");
    static const char *const answers[] = {"{\"type\":\"ok\"", "{\"type\":\"no\"",
                                          "{\"type\":\"hint\"", "{\"type\":\"why\"",
                                          "{\"type\":\"past\""};
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        if (strncmp(text, answers[i], strlen(answers[i])) != 0) continue;
        who->answered++;
        who->code[0] = who->answer_id[0] = '\0';
        if (id && strncmp(text, "{\"type\":\"table\"", 15) != 0)
            sscanf(id + 6, "%40[^\"]", who->answer_id);
        if (i == 1) sscanf(strstr(text, "\"code\":\"") + 8, "%15[^\"]", who->code);
    }
    if (who->look) who->look(who, text, length);
    if (who->heard.cap == 0 && who->heard.len == 0) return; // nobody asked for it to be kept
    vg_text_bytes(&who->heard, text, length);
    vg_text_char(&who->heard, '\n');
}

void conn_end(conn *c) { heard(client_of(c), c->out.at, c->out.len); }

void conn_flush(conn *c) { (void)c; }
bool conn_behind(const conn *c)
{
    (void)c; // everybody reads
    return false;
}

void conn_close(conn *c, int code)
{
    if (c->mode == CONN_CLOSED) return;
    if (c->spot) hall_leave(c);
    c->mode = CONN_CLOSED;
    client_of(c)->closed = code;
}

void conn_drop(conn *c) { conn_close(c, 1006); }

void conn_answer(conn *c, int status, const char *type, const char *more, const char *body,
                 size_t length)
{
    (void)type;
    (void)more;
    (void)body;
    (void)length;
    client_of(c)->status = status;
    if (c->mode == CONN_WAITING) c->mode = CONN_HTTP;
}

vg_lang api_lang(const http_request *r)
{
    (void)r;
    return VG_IT;
}

const char *api_caller(const conn *c, char buffer[46])
{
    (void)buffer;
    return c->address;
}

void api_refuse(conn *c, int status, const char *code, const char *it, const char *en)
{
    client *who = client_of(c);
    CHECK(it && *it && en && *en);
    who->status = status;
    snprintf(who->code, sizeof who->code, "%s", code);
    if (c->mode == CONN_WAITING) c->mode = CONN_HTTP;
}

void api_ticket(conn *c, uint64_t id, int person, const char *token, ticket *out)
{
    (void)c;
    (void)id;
    (void)person;
    (void)token;
    out->status = 200;
    out->body = strdup("{}");
}

void fake_hash(const char *token, uint8_t hash[ROOM_HASH])
{
    memset(hash, 7, ROOM_HASH);
    snprintf((char *)hash, ROOM_HASH, "%s", token);
}

// What the HTTP side does with a request for a table.
static void request(client *who)
{
    bool missing = false;
    uint8_t hash[ROOM_HASH];
    fake_hash(who->token, hash);
    spot *sp = hall_find(fake, who->table, &who->c, &missing);
    if (!sp) {
        if (missing) who->status = 404;
        return;
    }
    int person = room_find(sp->room, hash);
    if (who->want == WANT_JOIN) {
        hall_join(&who->c, sp, person, who->name, hash, who->token);
    } else if (who->want == WANT_RECORD) {
        hall_record(&who->c, sp, 0);
    } else if (hall_may_enter(&who->c, sp, person)) {
        who->c.mode = CONN_WS;
        who->status = 101;
        hall_enter(&who->c, sp, person, 0);
    }
}

void conn_retry(conn *c)
{
    if (c->mode != CONN_WAITING) return;
    c->mode = CONN_HTTP;
    request(client_of(c));
}

client *fake_client(const char *token, const char *address)
{
    static uint64_t numbers;
    client *who = calloc(1, sizeof *who);
    who->c.s = fake;
    who->c.refs = 1;
    who->c.number = ++numbers;
    who->c.person = -1;
    who->c.lang = numbers % 2 ? VG_IT : VG_EN;
    who->c.out = vg_text_heap();
    snprintf(who->token, sizeof who->token, "%s", token);
    snprintf(who->c.address, sizeof who->c.address, "%s", address);
    return who;
}

void fake_drop(client *who) { conn_drop(&who->c); }

void fake_forget(client *who)
{
    fake_drop(who);
    fake_settle();
    CHECK(who->c.refs == 1, "%d references to a connection that is gone", who->c.refs);
    vg_text_release(&who->c.out);
    vg_text_release(&who->heard);
    free(who);
}

static void ask_for(client *who, unsigned want, uint64_t table, const char *name)
{
    CHECK(who->c.mode != CONN_WS);
    if (who->c.mode == CONN_WAITING) return;
    who->c.mode = CONN_HTTP;
    who->c.person = -1;
    who->c.s = fake;
    who->c.greeted = false;
    who->c.chat = 0;
    who->closed = who->status = 0;
    who->want = want;
    who->table = table;
    who->name = name;
    request(who);
}

void fake_join(client *who, uint64_t table, const char *name)
{
    ask_for(who, WANT_JOIN, table, name);
}
void fake_enter(client *who, uint64_t table) { ask_for(who, WANT_ENTER, table, NULL); }

uint64_t fake_make(client *who, room_plan *plan)
{
    uint64_t id = vg_rng_next(&fake_rng) >> 1 | 1;
    for (int i = 0; i < VG_SECRET; i++) plan->table.secret[i] = (uint8_t)vg_rng_next(&fake_rng);
    plan->table.dice = VG_DICE_SECRET;
    if (plan->table.games == 0) plan->table.games = 1;
    fake_hash(who->token, plan->hash);
    who->c.s = fake;
    who->c.mode = CONN_HTTP;
    who->c.person = -1;
    who->c.greeted = false;
    who->status = who->closed = 0;
    hall_make(&who->c, plan, id, who->token);
    fake_settle();
    if (who->status != 200) return 0;
    fake_enter(who, id);
    fake_settle();
    return id;
}

long fake_send(client *who, const char *command)
{
    char buffer[2048];
    int n = snprintf(buffer, sizeof buffer, "{\"id\":\"c%ld\",%s}", ++who->sent, command);
    CHECK(n < (int)sizeof buffer);
    hall_message(&who->c, buffer, (size_t)n);
    return who->sent;
}

const char *fake_do(client *who, const char *command)
{
    long before = who->answered;
    fake_send(who, command);
    for (int i = 0; i < 100000 && who->answered == before && who->c.mode == CONN_WS; i++) {
        fake_turn();
        if (who->answered == before && i > 50) fake_pass(10);
    }
    return who->code[0] ? who->code : NULL;
}

// ---- time --------------------------------------------------------------------------

uint64_t fake_now(void) { return now; }
void server_refused(server *s, const char *code)
{
    (void)code;
    s->count.refusals++;
}
void histogram_add(histogram *h, double seconds)
{
    h->count++;
    h->seconds += seconds;
}
int64_t server_wall(void) { return wall + (int64_t)now; }
void server_random(void *out, size_t n)
{
    for (size_t i = 0; i < n; i++) ((uint8_t *)out)[i] = (uint8_t)vg_rng_next(&fake_rng);
}
void server_log(server *s, const char *level, const char *event, const char *pairs, ...)
{
    (void)s;
    (void)level;
    (void)event;
    (void)pairs;
}

static bool turn(void)
{
    bool did = disk_turns();
    did = thinkers_turn() || did;
    did = timers_fire() || did;
    if (labours) {
        labour *one = labours;
        labours = one->next;
        one->does(one->work);
        one->after(one->work, 0);
        free(one);
        did = true;
    }
    while (closings) {
        closing *one = closings;
        closings = one->next;
        one->done(one->handle);
        free(one);
    }
    did |= fake->dirty != NULL;
    hall_flush(fake);
    return did;
}

void fake_turn(void) { turn(); }

void fake_settle(void)
{
    while (turn()) {
    }
}

void fake_pass(uint64_t millis)
{
    uint64_t end = now + millis;
    while (now < end) {
        uint64_t next = end, tick = now / 1000 * 1000 + 1000;
        if (tick < next) next = tick;
        for (const clockwork *one = timers; one; one = one->next)
            if (one->due < next) next = one->due;
        for (size_t i = 0; i < mind_count; i++)
            if (minds[i].due < next) next = minds[i].due;
        if (next > now) now = next;
        if (now == tick) hall_tick(fake);
        fake_settle();
    }
}

// ---- beginning and end -------------------------------------------------------------

static void start(void)
{
    fake = calloc(1, sizeof *fake);
    fake->store = &disk;
    fake->options = (server_options){
        .max_rooms = 20000, .max_rate = 20, .max_makes = 30, .idle = 120, .bot_delay = 700};
    char buffer[256];
    vg_text why = VG_TEXT(buffer);
    CHECK(hall_begin(fake, &why), "%s", buffer);
}

void fake_begin(uint64_t seed)
{
    vg_rng_seed(&fake_rng, seed, 0);
    start();
}

static void stop(void)
{
    hall_close(fake);
    for (store_write *w; (w = disk.appended);) disk.appended = w->next, free(w);
    while (labours || closings) turn();
    for (store_write *w; (w = disk.done);) disk.done = w->next, free(w);
    fake_dismiss();
    CHECK(!timers && fake->spot_count == 0);
    free(fake);
}

void fake_restart(void)
{
    server_options options = fake->options;
    stop();
    disk.adopted = false;
    start();
    fake->options = options;
}

void fake_end(void)
{
    stop();
    for (size_t i = 0; i < disk.count; i++) {
        for (uint32_t k = 0; k < disk.shelf[i].count; k++) free(disk.shelf[i].entry[k]);
        free(disk.shelf[i].entry);
        free(disk.shelf[i].at);
    }
    free(disk.shelf);
    disk = (store){0};
    free(minds);
    minds = NULL;
    mind_count = mind_cap = 0;
    fake_disk_fails = 0;
    fake_takes = NULL;
    fake_thinks = NULL;
    fake_asked = NULL;
    fake_stored = NULL;
}
