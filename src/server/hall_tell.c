// hall_tell.c: what is said to the people at a table, and when. docs/protocol.md has the words.
#include "server/hall_parts.h"

#include "server/room_parts.h"

#include <string.h>

#define SERVER_PROTOCOL 1

// Begins a message to one of the table; tell_end must follow unless it is NULL: nobody would read
// it.
static vg_text *tell_begin(conn *c, const char *type, vg_json *j)
{
    vg_text *out = c->spot ? conn_begin(c) : NULL;
    if (!out) return NULL;
    *j = vg_json_to(out);
    room_open(c->spot->room, type, j);
    return out;
}

static void tell_end(conn *c, vg_json *j)
{
    vg_json_close(j, '}');
    conn_end(c);
}

void tell_no(conn *c, const char *id, const char *code, const char *why)
{
    vg_json j;
    server_refused(c->s, code);
    if (!tell_begin(c, "no", &j)) return;
    vg_json_put_string(&j, "id", id[0] ? id : NULL);
    vg_json_put_string(&j, "code", code);
    vg_json_put_string(&j, "why", why);
    tell_end(c, &j);
}

void tell_ok(conn *c, const char *id, bool again)
{
    vg_json j;
    if (!tell_begin(c, "ok", &j)) return;
    vg_json_put_string(&j, "id", id);
    vg_json_put_int(&j, "seq", c->spot->room->seq);
    if (again) vg_json_put_bool(&j, "again", true);
    tell_end(c, &j);
}

void tell_notice(conn *c, const char *code, const char *it, const char *en)
{
    vg_json j;
    if (!tell_begin(c, "notice", &j)) return;
    vg_json_put_string(&j, "code", code);
    vg_json_put_string(&j, "why", room_pick(c->lang, it, en));
    tell_end(c, &j);
}

static room_viewer viewer_of(const conn *c, const room *r)
{
    return (room_viewer){.person = c->person,
                         .seat = c->person >= 0 ? r->people[c->person].seat : -1,
                         .lang = c->lang,
                         .lines = c->lines};
}

static void tell_hello(conn *c, const room_viewer *v)
{
    char id[ROOM_ID];
    vg_json j;
    if (!tell_begin(c, "hello", &j)) return;
    room_id_text(c->spot->id, id);
    vg_json_put_int(&j, "protocol", SERVER_PROTOCOL);
    vg_json_put_string(&j, "server", VG_VERSION);
    vg_json_put_string(&j, "table", id);
    room_put_maybe(&j, "person", v->person);
    room_put_maybe(&j, "seat", v->seat);
    tell_end(c, &j);
}

int spot_watchers(const spot *sp)
{
    int count = 0;
    for (const conn *c = sp->conns; c; c = c->spot_next)
        count += c->person < 0 || sp->room->people[c->person].seat < 0;
    return count;
}

// What is said to many at once: everybody without a seat sees the same in one language, and those
// without a name have the same place at the table. It is written once and copied.
typedef struct said {
    vg_text text;
    bool filled;
    uint32_t since; // of a state
} said;
typedef struct telling {
    spot *sp;
    room_clock clock;
    int watchers; // -1: not counted, for it takes a look at everybody
    said table[VG_LANG_COUNT], state[VG_LANG_COUNT];
} telling;

static void put_table(telling *t, conn *c, const room_viewer *v)
{
    vg_text *out = conn_begin(c);
    if (!out) return;
    said *kept = &t->table[v->lang];
    if (t->watchers < 0) t->watchers = spot_watchers(t->sp);
    if (v->person >= 0) {
        room_table_json(t->sp->room, v, t->watchers, out);
    } else {
        if (!kept->filled) room_table_json(t->sp->room, v, t->watchers, &kept->text);
        kept->filled = true;
        vg_text_bytes(out, kept->text.at, kept->text.len);
    }
    conn_end(c);
}

static void put_state(telling *t, conn *c, const room_viewer *v)
{
    vg_text *out = conn_begin(c);
    if (!out) return;
    said *kept = &t->state[v->lang];
    if (v->seat >= 0 || v->lines) {
        room_state_json(t->sp->room, v, c->seq, &t->clock, out);
    } else {
        if (!kept->filled || kept->since != c->seq) {
            vg_text_clear(&kept->text);
            room_state_json(t->sp->room, v, c->seq, &t->clock, &kept->text);
        }
        kept->filled = true;
        kept->since = c->seq;
        vg_text_bytes(out, kept->text.at, kept->text.len);
    }
    conn_end(c);
}

static void tell(telling *t, conn *c)
{
    spot *sp = t->sp;
    room *r = sp->room;
    vg_text *out;
    room_viewer v = viewer_of(c, r);
    if (!c->greeted) {
        c->greeted = c->want_table = c->want_state = true;
        tell_hello(c, &v);
    } else if (conn_behind(c) && sp->ticket.c != c) { // whose command it was is told before the ok
        c->want_table |= sp->dirty_table;
        c->want_state |= sp->dirty_state || sp->dirty_telling;
        return;
    }
    if (sp->dirty_table || c->want_table) put_table(t, c, &v);
    if (r->table && (sp->dirty_state || c->want_state)) {
        put_state(t, c, &v);
        c->seq = r->seq;
    } else if (sp->dirty_telling && (out = conn_begin(c))) {
        room_telling_json(r, out);
        conn_end(c);
    }
    if (c->chat < r->chat_count && (out = conn_begin(c))) {
        room_chat_json(r, c->chat, out);
        conn_end(c);
        c->chat = r->chat_count;
    }
    c->want_table = c->want_state = false;
}

static telling telling_begin(spot *sp)
{
    telling t = {.sp = sp, .clock = spot_clock(sp), .watchers = -1};
    for (int i = 0; i < VG_LANG_COUNT; i++) t.table[i].text = t.state[i].text = vg_text_heap();
    return t;
}

static void telling_end(telling *t)
{
    for (int i = 0; i < VG_LANG_COUNT; i++) {
        vg_text_release(&t->table[i].text);
        vg_text_release(&t->state[i].text);
    }
}

void tell_all(spot *sp)
{
    if (sp->in_flight || !sp->room || sp->dead) return;
    telling t = telling_begin(sp);
    for (conn *c = sp->conns, *next; c; c = next) {
        next = c->spot_next;
        tell(&t, c);
    }
    telling_end(&t);
    sp->dirty_table = sp->dirty_state = sp->dirty_telling = false;
}

void tell_gone(spot *sp)
{
    for (conn *c = sp->conns, *next; c; c = next) {
        next = c->spot_next;
        if (c->person < 0 || !sp->room->people[c->person].gone) continue;
        tell_notice(c, "GONE", "Chi ospita ti ha mandato via da questo tavolo",
                    "The host has sent you away from this table");
        conn_close(c, 4003);
    }
}

void hall_caught_up(conn *c)
{
    spot *sp = c->spot;
    if (!sp || sp->in_flight || !sp->room || sp->dead) return; // tell_all will
    if (!c->want_table && !c->want_state && c->chat == sp->room->chat_count) return;
    telling t = telling_begin(sp);
    tell(&t, c);
    telling_end(&t);
}

void hall_flush(server *s)
{
    for (spot *sp; (sp = s->dirty);) {
        s->dirty = sp->next_dirty;
        sp->queued = false;
        tell_all(sp);
    }
}

// The connection that asked, if it is still there.
static conn *asker_of(const spot *sp, const thought *q)
{
    conn *c = sp->conns;
    while (c && c->number != q->asker) c = c->spot_next;
    return c;
}

// Answers who asked what to do: every move and what the bot thinks of it.
void tell_hint(spot *sp, const thought *q)
{
    conn *c = asker_of(sp, q);
    room *r = sp->room;
    if (!c) return;
    if (q->question != sp->question || room_status_of(r) != ROOM_PLAYING) {
        tell_no(c, q->id, "STALE",
                room_pick(c->lang, "Nel frattempo è successo qualcosa: chiedi di nuovo",
                          "Something has happened meanwhile: ask again"));
        return;
    }
    vg_json writer, *j = &writer;
    if (!tell_begin(c, "hint", j)) return;
    vg_voice voice = vg_table_voice(r->table, q->seat, c->lang);
    vg_json_put_string(j, "id", q->id);
    vg_json_put_open(j, "moves", '[');
    for (int i = 0; i < q->count; i++) {
        char move[VG_MAX_MOVE_TEXT], label[256];
        vg_text text = VG_TEXT(move), words = VG_TEXT(label);
        vg_move_text(q->game, q->view, q->list[i], &text);
        vg_move_label(q->game, q->view, q->list[i], &voice, &words);
        vg_json_open(j, '{');
        vg_json_put_string(j, "move", move);
        vg_json_put_string(j, "label", label);
        vg_json_put_int(j, "value", (int64_t)(q->hint->value[i] * 1000));
        vg_json_put_int(j, "visits", q->hint->visits[i]);
        vg_json_close(j, '}');
    }
    vg_json_close(j, ']');
    tell_end(c, j);
}

// What a look is refused with; NULL if it is fine.
static const char *look_refused(const room *r, const room_viewer *v, const room_command *command)
{
    if (command->verb == ROOM_DO_WHY && v->seat < 0) return "WHO";
    if (command->verb == ROOM_DO_WHY && (!command->text || !command->text[0])) return "FORMAT";
    if (command->verb == ROOM_DO_WHY && strlen(command->text) > ROOM_WORDS) return "LIMIT";
    if (command->verb == ROOM_DO_PAST && command->at < 0) return "FORMAT";
    room_status status = room_status_of(r);
    return status == ROOM_PLAYING || status == ROOM_OVER ? NULL : "WHEN";
}

void tell_look(spot *sp, conn *c, const room_command *command)
{
    room *r = sp->room;
    room_viewer v = viewer_of(c, r);
    const char *code = look_refused(r, &v, command);
    if (code) {
        tell_no(c, command->id, code,
                room_pick(c->lang, "Si chiede di una cosa del tavolo, a partita cominciata",
                          "Ask about something on the table, once the game has begun"));
        return;
    }
    vg_text *out = conn_begin(c);
    if (!out) return;
    if (command->verb == ROOM_DO_WHY)
        room_why_json(r, &v, command->id, command->text, out);
    else
        room_past_json(r, &v, command->id, command->at, out);
    conn_end(c);
}
