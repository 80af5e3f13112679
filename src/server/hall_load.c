// hall_load.c: how rooms come into memory and leave it.
#include "server/hall_parts.h"

#include "server/relay.h"

#include <malloc.h>
#include <stdlib.h>

enum { TELLING_MS = 20000, TRIM_AFTER = 200 };

// ---- loading -----------------------------------------------------------------------

typedef struct load_job {
    uv_work_t work;
    server *s;
    uint64_t id;
    room *room;
    store_whose whose;
    store_claim claim;
    char why[256];
} load_job;

static bool load_entry(void *arg, const store_entry *e)
{
    return room_read_entry(arg, e->text, e->at);
}

room *hall_read(store *st, uint64_t id, int round, vg_text *why)
{
    room_reader *rd = room_read_begin(id, round);
    if (!rd) return NULL;
    store_found found = store_read(st, id, load_entry, rd, why);
    room *r = room_read_end(rd);
    if (r) room_show(r);
    if (found == STORE_FOUND || found == STORE_MISSING) return r;
    room_free(r);
    if (found == STORE_AWAY) return NULL;
    // It is there and cannot be read: whoever comes should be told.
    r = calloc(1, sizeof *r);
    if (!r) return NULL;
    r->id = id;
    r->round = 1;
    room_show(r);
    vg_text text = VG_TEXT(r->frozen);
    vg_text_printf(&text,
                   "I dati di questo tavolo sono rovinati. The data of this table are damaged. "
                   "(%.120s)",
                   why->at);
    return r;
}

static void load_work(uv_work_t *work)
{
    load_job *job = work->data;
    vg_text why = VG_TEXT(job->why);
    job->whose = store_own(job->s->store, job->id, &job->claim, &why);
    if (job->whose == STORE_OURS) job->room = hall_read(job->s->store, job->id, 0, &why);
    if (job->room && job->room->frozen[0] && !job->why[0]) // our rules, not its data
        job->whose = store_pass_on(job->s->store, job->id, &job->claim, &why);
    if (job->whose == STORE_THEIRS && job->room) {
        room_free(job->room);
        job->room = NULL;
    }
}

static void forget_sleeper(server *s, uint64_t id)
{
    for (size_t i = 0; i < s->sleeper_count; i++) {
        if (s->sleepers[i].id != id) continue;
        free(s->sleepers[i].listing);
        s->sleepers[i] = s->sleepers[--s->sleeper_count];
        return;
    }
}

// What its clock should have woken could not be loaded now.
static void wake_later(server *s, uint64_t id)
{
    enum { AGAIN_MS = 10000 };
    for (size_t i = 0; i < s->sleeper_count; i++)
        if (s->sleepers[i].id == id && s->sleepers[i].wake == 0 && !s->sleepers[i].listing)
            s->sleepers[i].wake = server_wall() + AGAIN_MS;
}

static void note_frozen(server *s, const room *r)
{
    char id[ROOM_ID], quoted[400];
    vg_text text = VG_TEXT(quoted);
    vg_json j = vg_json_to(&text);
    room_id_text(r->id, id);
    vg_json_string(&j, r->frozen);
    s->count.frozen++;
    server_log(s, "warning", "frozen", "\"table\":\"%.4s...\",\"why\":%s", id, quoted);
}

static void load_done(uv_work_t *work, int status)
{
    load_job *job = work->data;
    server *s = job->s;
    spot *sp = spot_find(s, job->id);
    load_job did = *job;
    room *r = did.room;
    (void)status;
    s->jobs--;
    free(job);
    if (!sp) {
        room_free(r);
        return;
    }
    sp->loading = false;
    sp->room = r;
    sp->epoch = did.claim.epoch;
    sp->term = did.claim.term;
    if (did.whose == STORE_THEIRS) {
        forget_sleeper(s, sp->id);
        spot_elsewhere(sp, did.claim.peer);
        return;
    }
    if (!r && did.whose != STORE_NOBODYS && did.why[0]) { // the database is away
        wake_later(s, sp->id);
        spot_fail(sp);
        return;
    }
    if (!r) {
        spot_serve(sp); // hall_find tells them that it is missing
        spot_free(sp);
        return;
    }
    s->count.loaded++;
    forget_sleeper(s, sp->id);
    sp->stored = (uint8_t)room_status_of(r);
    if (r->frozen[0]) note_frozen(s, r);
    spot_resume(sp, server_wall() - r->asked);
    spot_noticed(sp);
    spot_serve(sp);
    if (!sp->dead) spot_advance(sp);
}

bool spot_load(spot *sp)
{
    load_job *job = calloc(1, sizeof *job);
    if (!job) return false;
    *job = (load_job){.s = sp->s, .id = sp->id};
    job->work.data = job;
    sp->loading = true;
    sp->s->jobs++;
    uv_queue_work(&sp->s->loop, &job->work, load_work, load_done);
    return true;
}

spot *hall_find(server *s, uint64_t id, conn *c, bool *missing)
{
    spot *sp = spot_find(s, id);
    if (sp && s->shared && spot_over(sp)) sp = NULL;
    if (sp && !sp->loading && !sp->dead) {
        // While it is made, or was just found missing, there is nothing to find.
        *missing = !sp->room || sp->making;
        return *missing ? NULL : sp;
    }
    if (!sp) {
        if (s->spot_count >= s->options.max_rooms || s->stopping || !(sp = spot_new(s, id))) {
            api_refuse(c, 503, "BUSY", "Troppa gente: riprova fra poco",
                       "Too many people: try again in a while");
            return NULL;
        }
        if (!spot_load(sp)) {
            spot_free(sp);
            *missing = true;
            return NULL;
        }
    }
    if (sp->dead || !spot_wait(sp, c, NULL, 0))
        api_refuse(c, 503, "BUSY", "Riprova fra poco", "Try again in a while");
    return NULL;
}

// ---- memory and time ---------------------------------------------------------------

// Keeps what must be known of a room that is not in memory.
static void put_to_sleep(server *s, const room *r, int64_t left)
{
    room_status status = room_status_of(r);
    bool listed = r->listed && status <= ROOM_PLAYING && !s->shared; // else the store lists it
    bool ticking = r->pace >= HALL_LONG_PACE && r->absent != ROOM_WAIT && room_waits_for(r) >= 0;
    if (!listed && !ticking) return;
    if (s->sleeper_count == s->sleeper_cap) {
        size_t cap = s->sleeper_cap ? s->sleeper_cap * 2 : 64;
        sleeper *grown = realloc(s->sleepers, cap * sizeof *grown);
        if (!grown) return;
        s->sleepers = grown;
        s->sleeper_cap = cap;
    }
    sleeper *one = &s->sleepers[s->sleeper_count++];
    *one = (sleeper){.id = r->id, .made = r->made, .wake = ticking ? server_wall() + left : 0};
    if (!listed) return;
    vg_text text = vg_text_heap();
    hall_put_listing(r, &text);
    one->listing = text.at;
}

// Who is host while the host is away: rather somebody who plays. In play nobody else: room_do.c.
static int heir_of(const room *r)
{
    int heir = -1;
    for (int i = 0; i < r->people_count; i++) {
        if (r->people[i].here == 0 || r->people[i].gone) continue;
        if (heir < 0 || (r->people[heir].seat < 0 && r->people[i].seat >= 0)) heir = i;
    }
    return heir;
}

static void pass_host_on(spot *sp, uint64_t now)
{
    room *r = sp->room;
    if (r->host < r->people_count && r->people[r->host].here > 0) {
        sp->host_gone = 0;
        return;
    }
    if (sp->host_gone == 0) sp->host_gone = now;
    // As long as a table would stay in memory without anybody: a reload is no farewell.
    if (now - sp->host_gone < (uint64_t)sp->s->options.idle * 1000 || sp->in_flight) return;
    int heir = heir_of(r);
    if (heir < 0) return;
    sp->host_gone = 0;
    spot_does(sp, &(room_command){.verb = ROOM_DO_HOST, .seat = -1, .person = heir});
}

static void tick_spot(spot *sp, uint64_t now)
{
    room *r = sp->room;
    if (sp->dead && sp->in_flight) {
        spot_fail(sp);
        return;
    }
    if (!r || sp->loading || sp->dead) return;
    if (sp->s->shared && spot_over(sp)) return;
    for (int p = 0; p < r->seats; p++)
        if (r->chair[p].telling && now - sp->told_at[p] > TELLING_MS) {
            r->chair[p].telling = false;
            sp->dirty_telling = true;
            spot_dirty(sp);
        }
    if (sp->recount) spot_touch(sp);
    sp->recount = false;
    spot_notices(sp, now);
    if (sp->conns) {
        if (room_status_of(r) <= ROOM_OVER) pass_host_on(sp, now);
        return;
    }
    bool idle = now - sp->looked_at > (uint64_t)sp->s->options.idle * 1000;
    if (!idle || sp->in_flight || sp->first) return;
    put_to_sleep(sp->s, r, spot_clock(sp).left);
    spot_free(sp);
}

static void wake_sleepers(server *s)
{
    int64_t now = server_wall();
    for (size_t i = 0; i < s->sleeper_count; i++) {
        sleeper *one = &s->sleepers[i];
        if (one->wake == 0 || one->wake > now || spot_find(s, one->id)) continue;
        one->wake = 0;
        spot *sp = spot_new(s, one->id);
        if (!sp) return;
        if (!spot_load(sp)) {
            spot_free(sp);
            return;
        }
    }
}

// What hundreds of tables held lies in pieces all over the heap: the system may have it back.
static void give_memory_back(server *s)
{
    if (s->spots_freed < TRIM_AFTER) return;
    s->spots_freed = 0;
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

static bool replay_begin(server *s, bool first, vg_text *why);

// While the database is away moves wait for it: that is said once. Who waits for long had better
// look whether another server can be reached that reaches it.
static void tell_held(server *s, uint64_t now)
{
    enum { LONG_MS = 15000 };
    store_figures figures;
    store_look(s->store, &figures);
    bool holds = figures.holding || !store_sure(s->store);
    bool begins = holds && (!s->held || figures.failures != s->held_failure);
    bool is_long = !begins && s->held && now - s->held_at > LONG_MS;
    if (begins) s->held_at = now;
    s->held_failure = figures.failures; // it may have come and gone between two ticks
    s->held = holds;
    for (conn *c = s->conns, *next; c && (begins || is_long); c = next) {
        next = c->next;
        if (c->mode != CONN_WS) continue;
        if (begins)
            tell_notice(c, "HOLD", "Per ora non si salva: le mosse aspettano, niente va perso",
                        "Nothing can be saved for now: moves wait, nothing is lost");
        else
            conn_close(c, 1013);
    }
}

// What is to be known of the other servers.
static void tick_shared(server *s, uint64_t now)
{
    char buffer[256];
    vg_text why = VG_TEXT(buffer);
    int count;
    uint64_t servers = store_servers(s->store, &count), term = store_term(s->store);
    if (term != s->known_term) {
        server_log(s, "warning", "lease", "\"lost\":true");
        s->known_servers = 0; // what was ours is anybody's
    }
    s->known_term = term;
    if (servers != s->known_servers && !s->replaying && !s->stopping) {
        s->known_servers = servers;
        replay_begin(s, false, &why);
    }
    tell_held(s, now);
    relay_tick(s);
}

void hall_tick(server *s)
{
    uint64_t now = uv_now(&s->loop);
    if (s->shared) tick_shared(s, now);
    for (int i = 0; i < SERVER_SPOTS; i++)
        for (spot *sp = s->spots[i], *next; sp; sp = next) {
            next = sp->next;
            tick_spot(sp, now);
        }
    if (!s->stopping) wake_sleepers(s);
    give_memory_back(s);
}

void hall_forget(server *s, uint64_t id)
{
    spot *sp = spot_find(s, id);
    forget_sleeper(s, id);
    if (!sp) return;
    while (sp->conns) conn_close(sp->conns, 4001);
    if (!sp->in_flight && !sp->loading)
        spot_free(sp); // else the disk will refuse, and it goes then
}

// ---- beginning and end -------------------------------------------------------------

// Live tables are read once at the start, and when another server has left some: are they still
// what the rules make of them, which are listed, whose clock runs? On another thread, some at a
// time, while people already come: who asks for a table has it loaded as always.
enum { REPLAY_AT_ONCE = 64 };
typedef struct replay {
    uv_work_t work;
    server *s;
    uint64_t *id; // owned
    size_t count, cap, next, live;
    int frozen;
    bool first; // since the start
    room *read[REPLAY_AT_ONCE];
    int read_count;
} replay;

static bool note_live(void *arg, uint64_t table)
{
    replay *all = arg;
    if (all->count == all->cap) {
        all->cap = all->cap ? all->cap * 2 : 256;
        uint64_t *grown = realloc(all->id, all->cap * sizeof *grown);
        if (!grown) return false;
        all->id = grown;
    }
    all->id[all->count++] = table;
    return true;
}

static void replay_work(uv_work_t *work)
{
    replay *all = work->data;
    char buffer[256];
    vg_text said = VG_TEXT(buffer);
    if (all->next == all->count) {
        all->next = all->count = 0;
        store_adopt(all->s->store, note_live, all, &said);
    }
    for (all->read_count = 0; all->read_count < REPLAY_AT_ONCE && all->next < all->count;) {
        vg_text_clear(&said);
        room *r = hall_read(all->s->store, all->id[all->next++], 0, &said);
        if (r) all->read[all->read_count++] = r;
    }
}

static void replay_done(uv_work_t *work, int status)
{
    replay *all = work->data;
    server *s = all->s;
    (void)status;
    s->jobs--;
    for (int i = 0; i < all->read_count; i++) {
        room *r = all->read[i];
        all->frozen += r->frozen[0] != '\0';
        if (spot_find(s, r->id)) {
            // Somebody came meanwhile: what is in memory is newer.
        } else if (r->frozen[0]) {
            note_frozen(s, r);
        } else {
            int64_t left = (int64_t)r->pace * 1000 - (server_wall() - r->asked);
            if (s->shared) forget_sleeper(s, r->id); // it may have been ours before
            put_to_sleep(s, r, left > HALL_GRACE_MS ? left : HALL_GRACE_MS);
        }
        room_free(r);
    }
    all->live += (size_t)all->read_count;
    if (all->count > 0 && !s->stopping) {
        s->jobs++;
        uv_queue_work(&s->loop, &all->work, replay_work, replay_done);
        return;
    }
    if (all->live > 0 || all->first)
        server_log(s, all->frozen ? "warning" : "info", "replayed", "\"live\":%zu,\"frozen\":%d",
                   all->live, all->frozen);
    s->replaying = false;
    free(all->id);
    free(all);
}

static bool replay_begin(server *s, bool first, vg_text *why)
{
    replay *all = calloc(1, sizeof *all);
    if (!all || (first && !store_adopt(s->store, note_live, all, why))) {
        if (all) free(all->id);
        free(all);
        return false;
    }
    all->s = s;
    all->first = first;
    all->work.data = all;
    s->replaying = true;
    s->jobs++;
    uv_queue_work(&s->loop, &all->work, replay_work, replay_done);
    return true;
}

bool hall_begin(server *s, vg_text *why)
{
    int count;
    s->known_servers = store_servers(s->store, &count);
    s->known_term = store_term(s->store);
    return replay_begin(s, true, why);
}

void hall_close(server *s)
{
    for (int i = 0; i < SERVER_SPOTS; i++)
        while (s->spots[i]) {
            spot *sp = s->spots[i];
            sp->in_flight = sp->loading = false; // nobody will come back with it
            while (sp->conns) conn_drop(sp->conns);
            spot_free(sp);
        }
    for (size_t i = 0; i < s->sleeper_count; i++) free(s->sleepers[i].listing);
    free(s->sleepers);
    s->sleepers = NULL;
    s->sleeper_count = s->sleeper_cap = 0;
}
