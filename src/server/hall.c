// hall.c: the rooms in memory: loading, commands, durability, and who is told what when.
//
// At each table one entry at a time is on its way to disk; what comes meanwhile
// waits its turn. So whatever is shown or acknowledged is on disk, and when the
// disk fails there is nothing to take back: the room is dropped from memory and
// read again.
#include "server/hall_parts.h"

#include "server/room_parts.h"

#include <stdlib.h>
#include <string.h>

enum {
    AHEAD_FACTOR = 3,   // bots leave people this much longer to seize an opportunity
    TELLING_MS = 20000, // docs/protocol.md
    HINT_MS = 2000,     // docs/protocol.md
    GRACE_MS = 30000    // at least this much of a clock is left after a restart
};

// ---- finding -----------------------------------------------------------------------

static spot **chain(server *s, uint64_t id) { return &s->spots[id % SERVER_SPOTS]; }

static spot *look_up(server *s, uint64_t id)
{
    spot *sp = *chain(s, id);
    while (sp && sp->id != id) sp = sp->next;
    return sp;
}

static spot *spot_new(server *s, uint64_t id)
{
    spot *sp = calloc(1, sizeof *sp);
    if (!sp) return NULL;
    sp->id = id;
    sp->s = s;
    sp->last = &sp->first;
    sp->tale_seat = -1;
    sp->timer.data = sp;
    uv_timer_init(&s->loop, &sp->timer);
    sp->looked_at = sp->asked_at = uv_now(&s->loop);
    sp->next = *chain(s, id);
    *chain(s, id) = sp;
    s->spot_count++;
    return sp;
}

static void timer_closed(uv_handle_t *handle) { free(handle->data); }

// Out of memory with it. Nothing may be in flight, no thought under way, nobody waiting.
static void spot_free(spot *sp)
{
    server *s = sp->s;
    while (sp->conns) conn_close(sp->conns, 1013);
    for (spot **at = chain(s, sp->id); *at; at = &(*at)->next)
        if (*at == sp) {
            *at = sp->next;
            break;
        }
    for (spot **at = &s->dirty; *at; at = &(*at)->next_dirty)
        if (*at == sp) {
            *at = sp->next_dirty;
            break;
        }
    s->spot_count--;
    room_free(sp->room);
    sp->room = NULL;
    uv_close((uv_handle_t *)&sp->timer, timer_closed);
}

static void mark_dirty(spot *sp)
{
    if (sp->queued) return;
    sp->queued = true;
    sp->next_dirty = sp->s->dirty;
    sp->s->dirty = sp;
}

static void touch_table(spot *sp)
{
    sp->dirty_table = true;
    mark_dirty(sp);
}

// ---- waiting -----------------------------------------------------------------------

static bool wait_at(spot *sp, conn *c, const char *text, size_t length)
{
    if (sp->waiting_count >= SERVER_MAX_WAITING || c->waiting >= SERVER_MAX_AHEAD) return false;
    waiting *w = calloc(1, sizeof *w);
    char *copy = text ? malloc(length + 1) : NULL;
    if (!w || (text && !copy)) {
        free(w);
        free(copy);
        return false;
    }
    if (copy) memcpy(copy, text, length);
    *w = (waiting){.c = c, .message = copy, .length = length};
    conn_ref(c);
    *sp->last = w;
    sp->last = &w->next;
    sp->waiting_count++;
    c->waiting++;
    if (!text) c->mode = CONN_WAITING;
    return true;
}

static void handle_message(conn *c, const char *text, size_t length);

// Goes on with those who wait, until one of them has put something in flight.
static void serve_waiting(spot *sp)
{
    while (sp->first && !sp->in_flight && !sp->loading && !sp->dead) {
        waiting *w = sp->first;
        sp->first = w->next;
        if (!sp->first) sp->last = &sp->first;
        sp->waiting_count--;
        w->c->waiting--;
        if (!w->message)
            conn_retry(w->c);
        else if (w->c->spot == sp)
            handle_message(w->c, w->message, w->length);
        conn_unref(w->c);
        free(w->message);
        free(w);
    }
}

// ---- storing -----------------------------------------------------------------------

static void ticket_drop(ticket *t)
{
    if (t->c) conn_unref(t->c);
    free(t->more);
    free(t->body);
    *t = (ticket){0};
}

static void ticket_ok(spot *sp)
{
    ticket *t = &sp->ticket;
    conn *c = t->c;
    if (c && c->mode == CONN_WAITING)
        conn_answer(c, t->status, "application/json", t->more, t->body,
                    t->body ? strlen(t->body) : 0);
    else if (c && c->spot == sp)
        tell_ok(c, t->id, sp->room->seq, false);
    ticket_drop(t);
}

static const char storage_it[] = "Non riesco a salvare: quello che hai fatto non vale. Riprova fra "
                                 "poco";
static const char storage_en[] = "Saving failed: what you did does not count. Try again in a while";

static void refuse_storage(conn *c, const char *id)
{
    if (c->mode == CONN_WAITING)
        api_refuse(c, 503, "STORAGE", storage_it, storage_en);
    else if (c->mode == CONN_WS)
        tell_no(c, id, "STORAGE", room_pick(c->lang, storage_it, storage_en));
}

// Whoever is still thinking about it frees it in the end.
static void spot_free_dead(spot *sp)
{
    if (!sp->thought && sp->hints == 0) spot_free(sp);
}

// What the room holds in memory is not on disk: forget it. Those who look come back and see what
// is.
static void spot_fail(spot *sp)
{
    sp->in_flight = false;
    sp->dead = true;
    if (sp->ticket.c) refuse_storage(sp->ticket.c, sp->ticket.id);
    ticket_drop(&sp->ticket);
    while (sp->first) {
        waiting *w = sp->first;
        sp->first = w->next;
        w->c->waiting--;
        message m = {0};
        char why[256];
        vg_text text = VG_TEXT(why);
        const char *code = NULL;
        if (w->message && message_read(w->message, w->length, VG_IT, &m, &code, &text))
            refuse_storage(w->c, m.command.id);
        else if (!w->message)
            refuse_storage(w->c, "");
        message_release(&m);
        conn_unref(w->c);
        free(w->message);
        free(w);
    }
    while (sp->conns) {
        tell_notice(sp->conns, "STORAGE", storage_it, storage_en);
        conn_close(sp->conns, 1013);
    }
    spot_free_dead(sp);
}

// Sends the newest entry of the room to disk.
static void spot_store(spot *sp, const vg_text *entry)
{
    store_write *w = store_write_new(entry->len);
    sp->in_flight = true;
    if (!w || entry->cut) {
        free(w);
        sp->dead = true; // hall_tick buries it
        return;
    }
    uint8_t status = (uint8_t)room_status_of(sp->room);
    w->table = sp->id;
    w->n = sp->room->seq - 1;
    w->at = server_wall();
    w->owner = sp;
    if (status != sp->stored || w->n == 0) w->status = status;
    if (status != sp->stored) sp->dirty_table = true;
    sp->stored = status;
    memcpy(w->text, entry->at, entry->len);
    store_append(sp->s->store, w);
}

// A new question may stand open: clocks and bots begin anew.
static void new_question(spot *sp)
{
    sp->question++;
    sp->asked_at = uv_now(&sp->s->loop);
    sp->offered = 0;
    sp->expired = false;
    sp->held = 0;
    sp->dirty_state = true;
}

static void advance(spot *sp);
static void tell_tale(spot *sp);

void hall_durable(server *s)
{
    for (store_write *w = store_collect(s->store), *next; w; w = next) {
        next = w->next;
        spot *sp = w->owner;
        bool ok = w->ok;
        if (!ok) {
            store_figures figures;
            store_look(s->store, &figures);
            server_log(s, "error", "storage", "\"conflict\":%s,\"why\":\"%s\"",
                       w->conflict ? "true" : "false", figures.why);
        }
        free(w);
        if (!ok) {
            spot_fail(sp);
            continue;
        }
        sp->in_flight = false;
        sp->making = false;
        tell_tale(sp);
        tell_all(sp);
        ticket_ok(sp);
        for (conn *c = sp->conns, *then; c; c = then) { // while what was written is at hand
            then = c->spot_next;
            conn_flush(c);
        }
        serve_waiting(sp);
        if (!sp->dead) advance(sp);
    }
}

bool hall_busy(const server *s)
{
    for (int i = 0; i < SERVER_SPOTS; i++)
        for (const spot *sp = s->spots[i]; sp; sp = sp->next)
            if (sp->in_flight || sp->loading || sp->thought || sp->hints) return true;
    return false;
}

static const char *ask_hint(spot *sp, const conn *c, const char *id);

// ---- commands ----------------------------------------------------------------------

static bool changes_game(int verb)
{
    return verb == ROOM_DO_MOVE || verb == ROOM_DO_UNDO || verb == ROOM_DO_DEAL ||
           verb == ROOM_DO_NEXT || verb == ROOM_DO_AGAIN;
}

// What of the room has to be told again.
static void note_change(spot *sp, int verb)
{
    if (changes_game(verb)) new_question(sp);
    if (verb == ROOM_DO_TELL) sp->dirty_state = true;
    if (verb == ROOM_DO_TELLING) sp->dirty_telling = true;
    if (verb != ROOM_DO_MOVE && verb != ROOM_DO_UNDO && verb != ROOM_DO_TELL &&
        verb != ROOM_DO_TELLING && verb != ROOM_DO_SAY)
        sp->dirty_table = true;
    if (verb == ROOM_DO_NAME || verb == ROOM_DO_SIT || verb == ROOM_DO_STAND ||
        verb == ROOM_DO_BOT || verb == ROOM_DO_SWAP || verb == ROOM_DO_SALT)
        sp->dirty_state = true;
    mark_dirty(sp);
}

// A person gave a sign of life: the bot that stood in steps back.
static void welcome_back(spot *sp, int person)
{
    if (person < 0) return;
    int seat = sp->room->people[person].seat;
    if (seat < 0 || !sp->room->chair[seat].stand_in) return;
    sp->room->chair[seat].stand_in = false;
    new_question(sp);
    touch_table(sp);
}

static void handle_message(conn *c, const char *text, size_t length)
{
    spot *sp = c->spot;
    room *r = sp->room;
    char why_text[1024];
    vg_text why = VG_TEXT(why_text);
    const char *code = NULL;
    message m;
    if (!message_read(text, length, c->lang, &m, &code, &why)) {
        tell_no(c, m.command.id, code, why_text);
        message_release(&m);
        return;
    }
    welcome_back(sp, c->person);
    const char *id = m.command.id;
    if (m.command.verb == ROOM_DO_SYNC) {
        c->want_table = c->want_state = true;
        c->seq = 0;
        tell_all(sp);
        tell_ok(c, id, r->seq, false);
        message_release(&m);
        return;
    }
    if (m.command.verb == ROOM_DO_WHY || m.command.verb == ROOM_DO_PAST) {
        tell_look(sp, c, &m.command);
        message_release(&m);
        return;
    }
    if (c->person < 0) {
        tell_no(c, id, "WHO",
                room_pick(c->lang, "Prima entra al tavolo con un nome",
                          "Join the table with a name first"));
        message_release(&m);
        return;
    }
    if (m.command.verb == ROOM_DO_HINT) {
        code = ask_hint(sp, c, id);
        if (code)
            tell_no(c, id, code,
                    room_pick(c->lang, "Un consiglio si chiede quando tocca a te, uno per volta",
                              "Ask for a hint when you may move, one at a time"));
        message_release(&m);
        return;
    }
    if (m.command.verb == ROOM_DO_AGAIN) server_random(m.command.secret, sizeof m.command.secret);
    vg_text entry = vg_text_heap();
    room_answer answer = {.why = &why};
    int verb = m.command.verb;
    room_do(r, c->person, &m.command, c->lang, server_wall(), &entry, &answer);
    if (answer.code) {
        tell_no(c, id, answer.code, why_text);
    } else if (answer.again) {
        tell_ok(c, id, r->seq, true);
    } else {
        note_change(sp, verb);
        int seat = r->people[c->person].seat;
        if (verb == ROOM_DO_TELLING && seat >= 0) sp->told_at[seat] = uv_now(&sp->s->loop);
        if (entry.len == 0) {
            tell_all(sp);
            tell_ok(c, id, r->seq, false);
            advance(sp);
        } else {
            if (verb == ROOM_DO_MOVE) sp->s->count.moves++;
            sp->ticket.c = c;
            conn_ref(c);
            memcpy(sp->ticket.id, id, sizeof sp->ticket.id);
            spot_store(sp, &entry);
        }
    }
    vg_text_release(&entry);
    message_release(&m);
}

void hall_message(conn *c, const char *text, size_t length)
{
    spot *sp = c->spot;
    if (!sp) return;
    if (!sp->in_flight && !sp->first)
        handle_message(c, text, length);
    else if (!wait_at(sp, c, text, length))
        tell_no(c, "", "BUSY",
                room_pick(c->lang, "Troppi comandi insieme", "Too many commands at once"));
}

// Something the server itself does at a table.
static void server_does(spot *sp, const room_command *command)
{
    char why_text[512];
    vg_text why = VG_TEXT(why_text), entry = vg_text_heap();
    room_answer answer = {.why = &why};
    room_do(sp->room, -1, command, sp->room->lang, server_wall(), &entry, &answer);
    if (!answer.code && entry.len > 0) {
        note_change(sp, command->verb);
        spot_store(sp, &entry);
    }
    vg_text_release(&entry);
}

// ---- bots, clocks, answers ahead ---------------------------------------------------

static void timer_fired(uv_timer_t *timer) { advance(timer->data); }

// The open question as `seat` sees it; NULL if there is nothing for it to decide.
static thought *thought_of(spot *sp, int seat)
{
    room *r = sp->room;
    thought *q = calloc(1, sizeof *q);
    if (!q) return NULL;
    q->count = vg_table_legal(r->table, seat, q->list);
    if (q->count == 0) {
        free(q);
        return NULL;
    }
    q->spot = sp;
    q->question = sp->question;
    q->seat = seat;
    q->game = vg_table_game(r->table);
    server_random(&q->seed, sizeof q->seed);
    memcpy(q->view, vg_table_view(r->table, seat), q->game->state_size);
    return q;
}

static void think_about(spot *sp, int seat, const vg_bot *bot)
{
    thought *q = thought_of(sp, seat);
    if (!q) return;
    q->bot = *bot;
    sp->thought = q;
    sp->s->count.thoughts++;
    thinkers_ask(sp->s->thinkers, q);
}

// A person would like to know what a bot would do. Thinking costs: one at a time for a seat.
static const char *ask_hint(spot *sp, const conn *c, const char *id)
{
    server *s = sp->s;
    int seat = sp->room->people[c->person].seat;
    uint64_t now = uv_now(&s->loop);
    if (seat < 0) return "WHO";
    if (room_status_of(sp->room) != ROOM_PLAYING) return "WHEN";
    if (s->hints >= SERVER_MAX_HINTS || now < sp->hinted_at[seat]) return "BUSY";
    thought *q = thought_of(sp, seat);
    if (!q) return "WHEN";
    q->hint = calloc(1, sizeof *q->hint);
    if (!q->hint) {
        free(q);
        return "SYSTEM";
    }
    q->asker = c->number;
    memcpy(q->id, id, sizeof q->id);
    sp->hinted_at[seat] = UINT64_MAX; // until it is answered
    sp->hints++;
    s->hints++;
    s->count.thoughts++;
    thinkers_ask(s->thinkers, q);
    return NULL;
}

static const vg_bot *bot_of(const room *r, int seat)
{
    static const vg_bot stand_in = {.kind = VG_BOT_GREEDY};
    return r->chair[seat].kind == ROOM_BOT ? &r->chair[seat].bot : &stand_in;
}

void hall_thought(server *s)
{
    for (thought *q = thinkers_collect(s->thinkers), *next; q; q = next) {
        next = q->next;
        spot *sp = q->spot;
        if (q->hint) {
            sp->hints--;
            s->hints--;
            sp->hinted_at[q->seat] = uv_now(&s->loop) + HINT_MS;
        } else {
            sp->thought = NULL;
        }
        if (sp->dead) {
            spot_free_dead(sp);
        } else if (q->hint) {
            tell_hint(sp, q);
        } else {
            if (q->question == sp->question && q->chosen) {
                sp->held = q->chosen;
                sp->held_seat = q->seat;
            }
            advance(sp);
        }
        thought_free(q);
    }
}

static void play_held(spot *sp)
{
    vg_text entry = vg_text_heap();
    vg_move m = sp->held;
    int before = vg_table_log_count(sp->room->table);
    sp->held = 0;
    bool still =
        room_bot_plays(sp->room, sp->held_seat) || sp->expired; // somebody may have sat down
    if (still && room_bot_move(sp->room, sp->held_seat, m, server_wall(), &entry)) {
        sp->s->count.moves++;
        if (sp->room->chair[sp->held_seat].kind == ROOM_BOT) {
            sp->tale_seat = sp->held_seat;
            sp->tale_entry = before;
        }
        note_change(sp, ROOM_DO_MOVE);
        spot_store(sp, &entry);
    }
    vg_text_release(&entry);
}

// What a bot has played is on disk: now it tells it, if the sheet asks for that. Both are shown
// together, when this is on disk too.
static void tell_tale(spot *sp)
{
    int seat = sp->tale_seat;
    sp->tale_seat = -1;
    if (seat < 0) return;
    vg_text entry = vg_text_heap();
    if (room_bot_tells(sp->room, seat, sp->tale_entry, server_wall(), &entry)) {
        note_change(sp, ROOM_DO_TELL);
        spot_store(sp, &entry);
    }
    vg_text_release(&entry);
}

// Is there a person who could seize an opportunity now?
static bool person_may(const room *r, uint16_t also)
{
    for (int p = 0; p < r->seats; p++)
        if (also >> p & 1 && !room_bot_plays(r, p)) return true;
    return false;
}

static bool can_pass(const room *r, int seat)
{
    return vg_game_parse(vg_table_game(r->table), vg_table_state(r->table), seat, "pass") != 0;
}

static void run_out(spot *sp, int actor)
{
    sp->expired = true;
    room_chair *chair = &sp->room->chair[actor];
    switch ((room_absent)sp->room->absent) {
    case ROOM_WAIT:
    case ROOM_ABSENT_COUNT: return;
    case ROOM_SKIP:
        if (can_pass(sp->room, actor))
            server_does(
                sp, &(room_command){.verb = ROOM_DO_MOVE, .seat = actor, .at = -1, .text = "pass"});
        else
            think_about(sp, actor, bot_of(sp->room, actor));
        return;
    case ROOM_STAND_IN:
        chair->stand_in = true;
        touch_table(sp);
        return;
    }
}

static void sooner(uint64_t *due, uint64_t then)
{
    if (then < *due) *due = then;
}

// Does whatever nobody has to be waited for, or sets the timer for when it is due. Answers given
// ahead and bots' answers come after the same wait whatever there is to answer, so that how long it
// takes tells nothing of a hand.
static void advance(spot *sp)
{
    room *r = sp->room;
    if (!r || sp->in_flight || sp->loading || sp->dead || sp->s->stopping) return;
    if (room_status_of(r) != ROOM_PLAYING) return;
    uint64_t now = uv_now(&sp->s->loop), due = UINT64_MAX;
    vg_ask ask = vg_table_ask(r->table);
    uint64_t wait = (uint64_t)sp->s->options.bot_delay;
    if (person_may(r, (uint16_t)(ask.also & ~(ask.actor >= 0 ? 1u << ask.actor : 0u))))
        wait *= AHEAD_FACTOR;
    uint64_t answer_at = sp->asked_at + wait;
    int actor = ask.actor;

    if (actor >= 0 && !ask.window && r->chair[actor].ahead) {
        r->chair[actor].ahead = false; // it is this seat's turn
        touch_table(sp);
    }
    room_clock clock = spot_clock(sp);
    if (clock.runs && !sp->expired && clock.left == 0) {
        run_out(sp, actor);
        if (sp->in_flight) return;
    }
    for (int p = 0; p < r->seats && !sp->thought && !sp->held; p++) {
        if (p == actor || !(ask.also >> p & 1) || sp->offered >> p & 1) continue;
        if (!room_bot_plays(r, p)) continue;
        sp->offered = (uint16_t)(sp->offered | 1u << p);
        think_about(sp, p, bot_of(r, p));
    }
    if (actor >= 0 && room_bot_plays(r, actor) && !sp->thought && !sp->held)
        think_about(sp, actor, bot_of(r, actor));
    if (sp->held) {
        if (now >= answer_at) {
            play_held(sp);
            return;
        }
        sooner(&due, answer_at);
    }
    if (actor >= 0 && ask.window && r->chair[actor].ahead && !room_bot_plays(r, actor)) {
        if (now >= answer_at) {
            server_does(
                sp, &(room_command){.verb = ROOM_DO_MOVE, .seat = actor, .at = -1, .text = "pass"});
            return;
        }
        sooner(&due, answer_at);
    }
    if (clock.runs && !sp->expired) sooner(&due, now + (uint64_t)clock.left);
    if (due == UINT64_MAX)
        uv_timer_stop(&sp->timer);
    else
        uv_timer_start(&sp->timer, timer_fired, due > now ? due - now : 1, 0);
}

// ---- loading -----------------------------------------------------------------------

typedef struct load_job {
    uv_work_t work;
    server *s;
    uint64_t id;
    int round;
    spot *spot; // a room to load, or NULL:
    conn *c;    // whom to give the record of `round`; reffed
    room *room;
    char why[256];
} load_job;

static bool load_entry(void *arg, const store_entry *e)
{
    return room_read_entry(arg, e->text, e->at);
}

static room *load_room(store *st, uint64_t id, int round, vg_text *why)
{
    room_reader *rd = room_read_begin(id, round);
    if (!rd) return NULL;
    bool ok = store_read(st, id, load_entry, rd, why);
    room *r = room_read_end(rd);
    if (ok || why->len == 0) return r;
    // It is there and cannot be read: whoever comes should be told.
    room_free(r);
    r = calloc(1, sizeof *r);
    if (!r) return NULL;
    r->id = id;
    r->round = 1;
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
    job->room = load_room(job->s->store, job->id, job->round, &why);
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
    spot *sp = job->spot;
    server *s = job->s;
    (void)status;
    s->jobs--;
    sp->loading = false;
    sp->room = job->room;
    free(job);
    if (!sp->room) {
        serve_waiting(sp); // hall_find tells them that it is missing
        spot_free(sp);
        return;
    }
    s->count.loaded++;
    forget_sleeper(s, sp->id);
    room *r = sp->room;
    sp->stored = (uint8_t)room_status_of(r);
    if (r->frozen[0]) note_frozen(s, r);
    // The clock goes on where it was, but nobody loses by our absence.
    uint64_t now = uv_now(&s->loop);
    int64_t limit = (int64_t)r->pace * 1000, gone = server_wall() - r->changed;
    if (gone > limit - GRACE_MS) gone = limit - GRACE_MS;
    if (gone < 0) gone = 0;
    sp->asked_at = (uint64_t)gone < now ? now - (uint64_t)gone : 0;
    serve_waiting(sp);
    if (!sp->dead) advance(sp);
}

spot *hall_find(server *s, uint64_t id, conn *c, bool *missing)
{
    spot *sp = look_up(s, id);
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
        load_job *job = calloc(1, sizeof *job);
        if (!job) {
            spot_free(sp);
            *missing = true;
            return NULL;
        }
        *job = (load_job){.s = s, .id = id, .spot = sp};
        job->work.data = job;
        sp->loading = true;
        s->jobs++;
        uv_queue_work(&s->loop, &job->work, load_work, load_done);
    }
    if (sp->dead || !wait_at(sp, c, NULL, 0))
        api_refuse(c, 503, "BUSY", "Riprova fra poco", "Try again in a while");
    return NULL;
}

// ---- making, joining, coming and going ---------------------------------------------

void hall_make(conn *c, const room_plan *plan, uint64_t id, const char *token)
{
    server *s = c->s;
    char why_text[512];
    vg_text why = VG_TEXT(why_text), entry = vg_text_heap();
    spot *sp = NULL;
    room_reader *rd = NULL;
    if (!room_first_entry(plan, &entry, &why)) {
        api_refuse(c, 400, "SETUP", why_text, why_text);
    } else if (s->spot_count >= s->options.max_rooms || look_up(s, id) ||
               !(rd = room_read_begin(id, 0)) || !(sp = spot_new(s, id))) {
        api_refuse(c, 503, "BUSY", "Troppa gente: riprova fra poco",
                   "Too many people: try again in a while");
        if (rd) room_free(room_read_end(rd));
    } else {
        room_read_entry(rd, entry.at, server_wall());
        sp->room = room_read_end(rd);
        sp->making = true;
        c->mode = CONN_WAITING;
        sp->ticket.c = c;
        conn_ref(c);
        api_ticket(c, id, 0, token, &sp->ticket);
        s->count.made++;
        spot_store(sp, &entry);
    }
    vg_text_release(&entry);
}

void hall_join(conn *c, spot *sp, int person, const char *name, const uint8_t *hash,
               const char *token)
{
    if (sp->in_flight) {
        if (!wait_at(sp, c, NULL, 0))
            api_refuse(c, 503, "BUSY", "Riprova fra poco", "Try again in a while");
        return;
    }
    char why_text[512];
    vg_text why = VG_TEXT(why_text), entry = vg_text_heap();
    room_answer answer = {.why = &why};
    vg_lang lang = api_lang(&c->request);
    int number = room_join(sp->room, person, name, hash, lang, server_wall(), &entry, &answer);
    if (number < 0) {
        api_refuse(c, 409, answer.code, why_text, why_text);
    } else {
        c->mode = CONN_WAITING;
        sp->ticket.c = c;
        conn_ref(c);
        api_ticket(c, sp->id, number, token, &sp->ticket);
        note_change(sp, ROOM_DO_NAME);
        spot_store(sp, &entry);
    }
    vg_text_release(&entry);
}

void hall_enter(conn *c, spot *sp, int person, uint32_t since)
{
    room *r = sp->room;
    c->spot = sp;
    c->person = person;
    c->seq = since;
    c->spot_prev = NULL;
    c->spot_next = sp->conns;
    if (sp->conns) sp->conns->spot_prev = c;
    sp->conns = c;
    if (person >= 0) {
        r->people[person].here++;
        welcome_back(sp, person);
    }
    touch_table(sp);
    advance(sp);
}

void hall_leave(conn *c)
{
    spot *sp = c->spot;
    room *r = sp->room;
    c->spot = NULL;
    if (c->spot_prev)
        c->spot_prev->spot_next = c->spot_next;
    else
        sp->conns = c->spot_next;
    if (c->spot_next) c->spot_next->spot_prev = c->spot_prev;
    if (c->person >= 0 && r->people[c->person].here > 0) r->people[c->person].here--;
    int seat = c->person >= 0 ? r->people[c->person].seat : -1;
    if (seat >= 0 && r->people[c->person].here == 0) r->chair[seat].telling = false;
    sp->looked_at = uv_now(&sp->s->loop);
    touch_table(sp);
}

// ---- lists and records -------------------------------------------------------------

static void put_listing(const room *r, vg_text *out)
{
    char id[ROOM_ID];
    static const char *const names[] = {"open", "playing", "over", "closed", "frozen"};
    vg_json writer = vg_json_to(out), *j = &writer;
    room_id_text(r->id, id);
    vg_json_open(j, '{');
    vg_json_put_string(j, "id", id);
    vg_json_put_string(j, "game", r->game);
    vg_json_put_string(j, "status", names[room_status_of(r)]);
    vg_json_put_int(j, "seats", r->seats);
    vg_json_put_int(j, "taken", room_seats_taken(r));
    vg_json_put_open(j, "names", '[');
    for (int p = 0; p < r->seats; p++)
        vg_json_string(j, r->table ? vg_table_seat_name(r->table, p) : NULL);
    vg_json_close(j, ']');
    vg_json_put_int(j, "round", r->round);
    vg_json_put_int(j, "made", r->made);
    vg_json_close(j, '}');
}

void hall_list_json(server *s, vg_text *out)
{
    enum { MOST = 100 };
    int shown = 0;
    vg_text_add(out, "{\"tables\":[");
    for (int i = 0; i < SERVER_SPOTS && shown < MOST; i++)
        for (const spot *sp = s->spots[i]; sp && shown < MOST; sp = sp->next) {
            if (!sp->room || sp->making || !sp->room->listed) continue;
            if (room_status_of(sp->room) > ROOM_PLAYING) continue;
            if (shown++) vg_text_char(out, ',');
            put_listing(sp->room, out);
        }
    for (size_t i = s->sleeper_count; i-- > 0 && shown < MOST;) {
        if (!s->sleepers[i].listing) continue;
        if (shown++) vg_text_char(out, ',');
        vg_text_add(out, s->sleepers[i].listing);
    }
    vg_text_add(out, "]}");
}

void hall_room_json(spot *sp, int person, vg_lang lang, vg_text *out)
{
    room_viewer v = {
        .person = person, .seat = person >= 0 ? sp->room->people[person].seat : -1, .lang = lang};
    room_table_json(sp->room, &v, spot_watchers(sp), out);
}

static void answer_record(conn *c, const room *r)
{
    vg_text out = vg_text_heap();
    char more[96], id[ROOM_ID];
    room_id_text(r->id, id);
    vg_table_record(r->table, false, &out);
    vg_text head = VG_TEXT(more);
    vg_text_printf(&head, "Content-Disposition: attachment; filename=\"%.6s-%d.veglia\"\r\n", id,
                   r->round);
    conn_answer(c, 200, "text/plain; charset=utf-8", more, out.at, out.len);
    vg_text_release(&out);
}

static void record_done(uv_work_t *work, int status)
{
    load_job *job = work->data;
    conn *c = job->c;
    (void)status;
    job->s->jobs--;
    if (c->mode == CONN_WAITING) {
        if (job->room && job->room->table && job->room->round == job->round)
            answer_record(c, job->room);
        else
            api_refuse(c, 404, "NOT_FOUND", "Questo giro non c'è", "There is no such round");
    }
    room_free(job->room);
    conn_unref(c);
    free(job);
}

void hall_record(conn *c, spot *sp, int round)
{
    const room *r = sp->room;
    bool over = r->table && vg_table_match_over(r->table) && !sp->in_flight;
    int newest = over ? r->round : r->round - 1;
    if (round == 0) round = newest;
    if (round < 1 || round > newest) {
        api_refuse(c, 403, "WHEN", "Il verbale si apre quando la partita è finita",
                   "The record opens when the game is over");
        return;
    }
    if (round == r->round) {
        answer_record(c, r);
        return;
    }
    load_job *job = calloc(1, sizeof *job);
    if (!job) return;
    *job = (load_job){.s = c->s, .id = sp->id, .round = round, .c = c};
    job->work.data = job;
    conn_ref(c);
    c->mode = CONN_WAITING;
    c->s->jobs++;
    uv_queue_work(&c->s->loop, &job->work, load_work, record_done);
}

// ---- memory and time ---------------------------------------------------------------

// Keeps what must be known of a room that is not in memory.
static void put_to_sleep(server *s, const room *r, int64_t left)
{
    room_status status = room_status_of(r);
    bool listed = r->listed && status <= ROOM_PLAYING;
    bool ticking = r->pace > 0 && status == ROOM_PLAYING && r->absent != ROOM_WAIT;
    if (!listed && !ticking) return;
    if (s->sleeper_count == s->sleeper_cap) {
        size_t cap = s->sleeper_cap ? s->sleeper_cap * 2 : 64;
        sleeper *grown = realloc(s->sleepers, cap * sizeof *grown);
        if (!grown) return;
        s->sleepers = grown;
        s->sleeper_cap = cap;
    }
    sleeper *one = &s->sleepers[s->sleeper_count++];
    *one = (sleeper){.id = r->id, .wake = ticking ? server_wall() + left : 0};
    if (!listed) return;
    vg_text text = vg_text_heap();
    put_listing(r, &text);
    one->listing = text.at;
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
    int heir = -1;
    for (int i = 0; i < r->people_count; i++) {
        if (r->people[i].here == 0) continue;
        if (heir < 0 || (r->people[heir].seat < 0 && r->people[i].seat >= 0)) heir = i;
    }
    if (heir < 0) return;
    sp->host_gone = 0;
    server_does(sp, &(room_command){.verb = ROOM_DO_HOST, .seat = -1, .person = heir});
}

static void tick_spot(spot *sp, uint64_t now)
{
    room *r = sp->room;
    if (sp->dead && sp->in_flight && !sp->thought && sp->hints == 0) {
        spot_fail(sp);
        return;
    }
    if (!r || sp->loading || sp->dead) return;
    for (int p = 0; p < r->seats; p++)
        if (r->chair[p].telling && now - sp->told_at[p] > TELLING_MS) {
            r->chair[p].telling = false;
            sp->dirty_telling = true;
            mark_dirty(sp);
        }
    if (sp->conns) {
        if (room_status_of(r) <= ROOM_OVER) pass_host_on(sp, now);
        return;
    }
    bool idle = now - sp->looked_at > (uint64_t)sp->s->options.idle * 1000;
    if (!idle || sp->in_flight || sp->thought || sp->hints || sp->held || sp->first) return;
    put_to_sleep(sp->s, r, spot_clock(sp).left);
    spot_free(sp);
}

static void wake_sleepers(server *s)
{
    int64_t now = server_wall();
    for (size_t i = 0; i < s->sleeper_count; i++) {
        sleeper *one = &s->sleepers[i];
        if (one->wake == 0 || one->wake > now || look_up(s, one->id)) continue;
        one->wake = 0;
        spot *sp = spot_new(s, one->id);
        load_job *job = calloc(1, sizeof *job);
        if (!sp || !job) {
            free(job);
            return;
        }
        *job = (load_job){.s = s, .id = one->id, .spot = sp};
        job->work.data = job;
        sp->loading = true;
        s->jobs++;
        uv_queue_work(&s->loop, &job->work, load_work, load_done);
    }
}

void hall_tick(server *s)
{
    uint64_t now = uv_now(&s->loop);
    for (int i = 0; i < SERVER_SPOTS; i++)
        for (spot *sp = s->spots[i], *next; sp; sp = next) {
            next = sp->next;
            tick_spot(sp, now);
        }
    if (!s->stopping) wake_sleepers(s);
}

// ---- beginning and end -------------------------------------------------------------

typedef struct live {
    uint64_t *id;
    size_t count, cap;
    bool failed;
} live;

static bool note_live(void *arg, const store_row *row)
{
    live *all = arg;
    if (row->status > STORE_PLAYING) return true;
    if (all->count == all->cap) {
        all->cap = all->cap ? all->cap * 2 : 256;
        uint64_t *grown = realloc(all->id, all->cap * sizeof *grown);
        if (!grown) return false;
        all->id = grown;
    }
    all->id[all->count++] = row->table;
    return true;
}

bool hall_begin(server *s, vg_text *why)
{
    live all = {0};
    bool ok = store_list(s->store, note_live, &all, why);
    int frozen = 0;
    for (size_t i = 0; ok && i < all.count; i++) {
        char buffer[256];
        vg_text said = VG_TEXT(buffer);
        room *r = load_room(s->store, all.id[i], 0, &said);
        if (!r) continue;
        if (r->frozen[0]) {
            note_frozen(s, r);
            frozen++;
        } else {
            int64_t left = (int64_t)r->pace * 1000 - (server_wall() - r->changed);
            put_to_sleep(s, r, left > GRACE_MS ? left : GRACE_MS);
        }
        room_free(r);
    }
    if (ok)
        server_log(s, frozen ? "warning" : "info", "replayed", "\"live\":%zu,\"frozen\":%d",
                   all.count, frozen);
    free(all.id);
    return ok;
}

void hall_close(server *s)
{
    for (int i = 0; i < SERVER_SPOTS; i++)
        while (s->spots[i]) {
            spot *sp = s->spots[i];
            ticket_drop(&sp->ticket);
            while (sp->first) {
                waiting *w = sp->first;
                sp->first = w->next;
                conn_unref(w->c);
                free(w->message);
                free(w);
            }
            while (sp->conns) conn_drop(sp->conns);
            spot_free(sp);
        }
    for (size_t i = 0; i < s->sleeper_count; i++) free(s->sleepers[i].listing);
    free(s->sleepers);
    s->sleepers = NULL;
    s->sleeper_count = 0;
}
