// hall.c: the rooms in memory: commands and durability.
//
// At each table one entry at a time is on its way to disk; what comes meanwhile
// waits its turn. So whatever is shown or acknowledged is on disk, and when the
// disk fails there is nothing to take back: the room is dropped from memory and
// read again.
#include "server/hall_parts.h"

#include "server/days.h"
#include "server/message.h"
#include "server/relay.h"
#include "server/room_parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define SERVER_MAX_AHEAD   8  // commands of one person waiting at one table
#define SERVER_MAX_WAITING 24 // of all who do not sit there

// ---- finding -----------------------------------------------------------------------

static spot **chain(server *s, uint64_t id) { return &s->spots[id % SERVER_SPOTS]; }

spot *spot_find(server *s, uint64_t id)
{
    spot *sp = *chain(s, id);
    while (sp && sp->id != id) sp = sp->next;
    return sp;
}

spot *spot_new(server *s, uint64_t id)
{
    spot *sp = calloc(1, sizeof *sp);
    if (!sp) return NULL;
    sp->id = id;
    sp->s = s;
    sp->last = &sp->first;
    sp->tale_seat = -1;
    sp->timer.data = sp;
    uv_timer_init(&s->loop, &sp->timer);
    sp->question = ++s->questions;
    sp->looked_at = uv_now(&s->loop);
    sp->asked_at = (int64_t)sp->looked_at;
    sp->next = *chain(s, id);
    *chain(s, id) = sp;
    s->spot_count++;
    return sp;
}

static void timer_closed(uv_handle_t *handle) { free(handle->data); }

void spot_free(spot *sp)
{
    server *s = sp->s;
    assert(!sp->loading && !sp->in_flight);
    while (sp->conns) conn_close(sp->conns, 1013);
    spot_drop_waiting(sp);
    ticket_drop(&sp->ticket);
    if (sp->thought) thinkers_forget(s->thinkers, sp->thought);
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
    s->spots_freed++;
    room_free(sp->room);
    sp->room = NULL;
    uv_close((uv_handle_t *)&sp->timer, timer_closed);
}

void spot_dirty(spot *sp)
{
    if (sp->queued) return;
    sp->queued = true;
    sp->next_dirty = sp->s->dirty;
    sp->s->dirty = sp;
}

void spot_touch(spot *sp)
{
    sp->dirty_table = true;
    spot_dirty(sp);
}

// ---- waiting -----------------------------------------------------------------------

static bool sits(const spot *sp, const conn *c)
{
    return c->spot == sp && c->person >= 0 && sp->room && sp->room->people[c->person].seat >= 0;
}

// Everybody who sits has places of his own; the others share some.
bool spot_wait(spot *sp, conn *c, const char *text, size_t length)
{
    bool other = !sits(sp, c);
    int person = other ? -1 : c->person;
    if (other ? sp->waiting_count >= SERVER_MAX_WAITING || c->waiting >= SERVER_MAX_AHEAD
              : sp->waits[person] >= SERVER_MAX_AHEAD)
        return false;
    waiting *w = calloc(1, sizeof *w);
    char *copy = text ? malloc(length + 1) : NULL;
    if (!w || (text && !copy)) {
        free(w);
        free(copy);
        return false;
    }
    if (copy) memcpy(copy, text, length);
    *w = (waiting){.c = c, .person = person, .message = copy, .length = length};
    conn_ref(c);
    *sp->last = w;
    sp->last = &w->next;
    if (other)
        sp->waiting_count++;
    else
        sp->waits[person]++;
    c->waiting++;
    if (!text) c->mode = CONN_WAITING;
    return true;
}

static waiting *take_waiting(spot *sp)
{
    waiting *w = sp->first;
    if (!w) return NULL;
    sp->first = w->next;
    if (!sp->first) sp->last = &sp->first;
    if (w->person < 0)
        sp->waiting_count--;
    else
        sp->waits[w->person]--;
    w->c->waiting--;
    return w;
}

static void waiting_free(waiting *w)
{
    conn_unref(w->c);
    free(w->message);
    free(w);
}

void spot_drop_waiting(spot *sp)
{
    for (waiting *w; (w = take_waiting(sp));) waiting_free(w);
}

static void handle(spot *sp, conn *c, message *m);

// A command that waited: it was sound when it came.
static void handle_waiting(spot *sp, const waiting *w)
{
    message m;
    const char *code = NULL;
    vg_text none = {0};
    if (message_read(w->message, w->length, w->c->lang, &m, &code, &none)) handle(sp, w->c, &m);
}

// Goes on until one of them has put something in flight.
void spot_serve(spot *sp)
{
    while (sp->first && !sp->in_flight && !sp->loading && !sp->dead) {
        waiting *w = take_waiting(sp);
        if (!w->message)
            conn_retry(w->c);
        else if (w->c->spot == sp)
            handle_waiting(sp, w);
        waiting_free(w);
    }
}

// ---- storing -----------------------------------------------------------------------

void ticket_drop(ticket *t)
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
        tell_ok(c, t->id, false);
    if (c && t->since) histogram_add(&sp->s->acks, (double)(uv_hrtime() - t->since) / 1e9);
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

void spot_fail(spot *sp)
{
    sp->in_flight = false;
    sp->dead = true;
    if (sp->ticket.c) refuse_storage(sp->ticket.c, sp->ticket.id);
    for (waiting *w; (w = take_waiting(sp));) {
        message m = {0};
        char why[256];
        vg_text text = VG_TEXT(why);
        const char *code = NULL;
        if (w->message && message_read(w->message, w->length, VG_IT, &m, &code, &text))
            refuse_storage(w->c, m.command.id);
        else if (!w->message)
            refuse_storage(w->c, "");
        waiting_free(w);
    }
    while (sp->conns) {
        tell_notice(sp->conns, "STORAGE", storage_it, storage_en);
        conn_close(sp->conns, 1013);
    }
    spot_free(sp);
}

bool spot_over(spot *sp)
{
    if (sp->loading || sp->in_flight || sp->dead || sp->term == store_term(sp->s->store))
        return false;
    spot_free(sp);
    return true;
}

void spot_elsewhere(spot *sp, const char *peer)
{
    for (waiting *w; (w = take_waiting(sp));) {
        if (!w->message && w->c->mode == CONN_WAITING) relay_begin(w->c, peer);
        waiting_free(w);
    }
    spot_free(sp);
}

// Its line in the list of tables if the others have another: "" if it is listed no more. NULL: none
// but we keep a list, or nothing changed.
static const char *new_listing(spot *sp, vg_text *text)
{
    if (!sp->s->shared) return NULL;
    const room *r = sp->room;
    uint64_t hash = 0;
    if (r->listed && room_status_of(r) <= ROOM_PLAYING) {
        hall_put_listing(r, text);
        hash = 1469598103934665603u;
        for (size_t i = 0; i < text->len; i++)
            hash = (hash ^ (uint8_t)text->at[i]) * 1099511628211u;
    }
    if (hash == sp->listed) return NULL;
    sp->listed = hash;
    return hash ? text->at : "";
}

void spot_store(spot *sp, const vg_text *entry)
{
    vg_text listing = vg_text_heap();
    store_write *w = store_write_new(entry->len, new_listing(sp, &listing));
    vg_text_release(&listing);
    sp->in_flight = true;
    if (!w || entry->cut) {
        free(w);
        sp->dead = true; // hall_tick buries it
        return;
    }
    uint8_t status = (uint8_t)room_status_of(sp->room);
    w->table = sp->id;
    w->epoch = sp->epoch;
    w->n = sp->room->seq - 1;
    w->at = server_wall();
    if (status != sp->stored || w->n == 0) w->status = status;
    if (status != sp->stored) sp->dirty_table = true;
    sp->stored = status;
    memcpy(w->text, entry->at, entry->len);
    store_append(sp->s->store, w);
}

void hall_durable(server *s)
{
    for (store_write *w = store_collect(s->store), *next; w; w = next) {
        next = w->next;
        if (w->table >= DAYS_NUMBERS) { // no table's
            w->next = s->day_lines;
            s->day_lines = w;
            continue;
        }
        spot *sp = spot_find(s, w->table);
        bool ok = w->ok;
        if (!ok) {
            store_figures figures;
            store_look(s->store, &figures);
            server_log(s, "error", "storage", "\"conflict\":%s,\"why\":\"%s\"",
                       w->conflict ? "true" : "false", figures.why);
        }
        free(w);
        if (!sp) continue;
        if (!ok) {
            spot_fail(sp);
            continue;
        }
        sp->in_flight = false;
        sp->making = false;
        room_show(sp->room);
        spot_tale(sp);
        tell_all(sp);
        ticket_ok(sp);
        tell_gone(sp);
        for (conn *c = sp->conns, *then; c; c = then) { // while what was written is at hand
            then = c->spot_next;
            conn_flush(c);
        }
        spot_serve(sp);
        if (!sp->dead) spot_advance(sp);
    }
}

bool hall_busy(const server *s)
{
    for (int i = 0; i < SERVER_SPOTS; i++)
        for (const spot *sp = s->spots[i]; sp; sp = sp->next)
            if (sp->in_flight || sp->loading) return true;
    return false;
}

// ---- commands ----------------------------------------------------------------------

void spot_note(spot *sp, int verb)
{
    enum { NOTHING = 0, TABLE = 1, STATE = 2, TELLING = 4, ASKED = 8 };
    static const uint8_t again[ROOM_VERB_COUNT] = {
#define ENTRY(id, name, text, who, when, book, lines, told, ...) [ROOM_DO_##id] = told,
#define SIGN(id, name, text, who, when, told, ...)               [ROOM_DO_##id] = told,
#define LOOK(id, ...)                                            [ROOM_DO_##id] = NOTHING,
#include "server/verbs.def"
    };
    int told = again[verb];
    if (told & ASKED) spot_question(sp, verb);
    if (told & TABLE) sp->dirty_table = true;
    if (told & STATE) sp->dirty_state = true;
    if (told & TELLING) sp->dirty_telling = true;
    spot_dirty(sp);
}

void spot_welcome(spot *sp, int person)
{
    if (person < 0) return;
    int seat = sp->room->people[person].seat;
    sp->notices[person].at = 0;
    if (seat < 0) return;
    sp->room->chair[seat].agreed = 0;
    if (!sp->room->chair[seat].stand_in) return;
    sp->room->chair[seat].stand_in = false;
    // The decision whose time ran out stays the bot's: coming back winds up no clock.
    if (sp->expired && vg_table_ask(sp->room->table).actor == seat) sp->skipping = true;
    spot_touch(sp);
}

// Answers that change nothing: true if the command was one of them.
static bool handle_look(spot *sp, conn *c, const room_command *command)
{
    const char *code;
    switch (command->verb) {
    case ROOM_DO_SYNC:
        c->want_table = c->want_state = true;
        c->seq = 0;
        spot_dirty(sp);
        tell_all(sp);
        tell_ok(c, command->id, false);
        return true;
    case ROOM_DO_WHY:
    case ROOM_DO_PAST: tell_look(sp, c, command); return true;
    case ROOM_DO_HINT:
        code = c->person < 0 ? "WHO" : spot_hint(sp, c, command->id);
        if (code)
            tell_no(c, command->id, code,
                    room_pick(c->lang, "Un consiglio si chiede quando tocca a te, uno per volta",
                              "Ask for a hint when you may move, one at a time"));
        return true;
    default: return false;
    }
}

static void busy(conn *c, const char *id)
{
    tell_no(c, id, "BUSY",
            room_pick(c->lang, "Troppi comandi insieme: aspetta un momento",
                      "Too many commands at once: wait a moment"));
}

static void handle_command(spot *sp, conn *c, room_command *command)
{
    room *r = sp->room;
    char why_text[1024];
    vg_text why = VG_TEXT(why_text), entry = vg_text_heap();
    room_answer answer = {.why = &why};
    int verb = command->verb, person = c->person;
    if (verb == ROOM_DO_PUSH && !spot_push_ok(c, command)) return;
    if (verb == ROOM_DO_AGAIN) server_random(command->secret, sizeof command->secret);
    r->elapsed = (int64_t)uv_now(&sp->s->loop) - sp->asked_at;
    room_do(r, person, command, c->lang, server_wall(), &entry, &answer);
    if (answer.code) {
        tell_no(c, command->id, answer.code, why_text);
    } else if (answer.again) {
        tell_ok(c, command->id, true);
    } else {
        int seat = r->people[person].seat;
        if (verb == ROOM_DO_TELLING && seat >= 0) sp->told_at[seat] = uv_now(&sp->s->loop);
        if (verb == ROOM_DO_KICK && command->on) spot_ban(sp, command->person);
        if (entry.len == 0) {
            if (verb == ROOM_DO_AGREE) verb = ROOM_DO_ASK; // not all have said so yet
            spot_note(sp, verb);
            tell_all(sp);
            tell_ok(c, command->id, false);
            spot_advance(sp);
        } else {
            spot_note(sp, verb);
            if (verb == ROOM_DO_MOVE) sp->s->count.moves++;
            sp->ticket.c = c;
            conn_ref(c);
            sp->ticket.since = c->since;
            memcpy(sp->ticket.id, command->id, sizeof sp->ticket.id);
            spot_store(sp, &entry);
        }
    }
    vg_text_release(&entry);
}

static void handle(spot *sp, conn *c, message *m)
{
    spot_welcome(sp, c->person);
    if (handle_look(sp, c, &m->command)) return;
    if (c->person >= 0)
        handle_command(sp, c, &m->command);
    else
        tell_no(c, m->command.id, "WHO",
                room_pick(c->lang, "Prima entra al tavolo con un nome",
                          "Join the table with a name first"));
}

// What a message costs is paid when it comes, before it may wait for anything.
void hall_message(conn *c, const char *text, size_t length)
{
    spot *sp = c->spot;
    if (!sp || (sp->s->shared && spot_over(sp))) return;
    message m;
    char why_text[256];
    vg_text why = VG_TEXT(why_text);
    const char *code = NULL;
    if (!message_read(text, length, c->lang, &m, &code, &why))
        tell_no(c, m.command.id, code, why_text);
    else if (!spot_may(sp, c, &m.command))
        busy(c, m.command.id);
    else if (!sp->in_flight && !sp->first)
        handle(sp, c, &m);
    else if (!spot_wait(sp, c, text, length))
        busy(c, m.command.id);
}

void spot_does(spot *sp, const room_command *command)
{
    char why_text[512];
    vg_text why = VG_TEXT(why_text), entry = vg_text_heap();
    room_answer answer = {.why = &why};
    sp->room->elapsed = (int64_t)uv_now(&sp->s->loop) - sp->asked_at;
    room_do(sp->room, -1, command, sp->room->lang, server_wall(), &entry, &answer);
    if (!answer.code && entry.len > 0) {
        spot_note(sp, command->verb);
        spot_store(sp, &entry);
    }
    vg_text_release(&entry);
}
