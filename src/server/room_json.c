// room_json.c: what a viewer is told. docs/protocol.md describes each message.
//
// Everything about the game comes from the engine's own writers, which see no
// more than the viewer's view; what is added here is known to everyone.
#include "server/room.h"

#include "server/room_parts.h"

static const char *const status_names[] = {"open", "playing", "over", "closed", "frozen"};
static const char *const kind_names[] = {"empty", "person", "bot"};

void room_put_maybe(vg_json *j, const char *key, int n)
{
    vg_json_key(j, key);
    if (n >= 0)
        vg_json_int(j, n);
    else
        vg_json_null(j);
}

static void put_agreed(vg_json *j, const room *r, const room_chair *c, const char *key)
{
    vg_json_put_open(j, key, '[');
    for (int i = 0; i < r->people_count; i++)
        if (c->agreed >> i & 1) vg_json_int(j, i);
    vg_json_close(j, ']');
}

static void put_chair(vg_json *j, const room *r, int p)
{
    const room_chair *c = &r->chair[p];
    vg_json_open(j, '{');
    vg_json_put_int(j, "seat", p);
    vg_json_put_string(j, "kind", kind_names[c->kind]);
    room_put_maybe(j, "person", c->kind == ROOM_PERSON ? c->person : -1);
    vg_json_put_string(j, "bot", c->kind == ROOM_BOT ? c->spec : NULL);
    vg_json_put_string(j, "name", r->table ? vg_table_seat_name(r->table, p) : NULL);
    vg_json_put_bool(j, "here",
                     c->kind == ROOM_BOT || (c->kind == ROOM_PERSON && r->people[c->person].here));
    vg_json_put_bool(j, "stand_in", c->kind != ROOM_BOT && r->dealt && room_bot_plays(r, p));
    vg_json_put_bool(j, "salted", room_salted(r, p));
    vg_json_put_bool(j, "left", c->left && c->kind != ROOM_PERSON);
    if (c->asker >= 0) {
        vg_json_put_open(j, "asked", '{');
        vg_json_put_int(j, "person", c->asker);
        put_agreed(j, r, c, "agreed");
        vg_json_close(j, '}');
    }
    if (c->kind == ROOM_PERSON && c->agreed) put_agreed(j, r, c, "stead");
    vg_json_close(j, '}');
}

void room_show(room *r)
{
    uint8_t head[VG_SHA256_BYTES];
    r->shown = (room_mark){.round = r->round};
    if (!r->table || !vg_table_head(r->table, head)) return;
    r->shown.links = vg_table_links(r->table);
    vg_hex(head, sizeof head, r->shown.head);
}

void room_open(const room *r, const char *type, vg_json *j)
{
    vg_json_open(j, '{');
    vg_json_put_string(j, "type", type);
    vg_json_put_int(j, "round", r->shown.round);
    vg_json_put_int(j, "links", r->shown.links);
    vg_json_put_string(j, "head", r->shown.head[0] ? r->shown.head : NULL);
}

// What chance is bound to: docs/randomness.md.
static void put_luck(vg_json *j, const room *r)
{
    char hex[2 * VG_SHA256_BYTES + 1];
    uint8_t commitment[VG_SHA256_BYTES];
    vg_table_commitment(r->table, commitment);
    vg_hex(commitment, sizeof commitment, hex);
    vg_text frame = vg_text_heap();
    if (r->dealing || r->dealt) vg_table_frame(r->table, &frame);
    uint16_t waits = r->dealing ? vg_table_missing(r->table) : 0;
    vg_json_put_open(j, "luck", '{');
    vg_json_put_string(j, "commit", hex);
    vg_json_put_int(j, "voids", vg_table_voids(r->table));
    vg_json_put_bool(j, "dealing", r->dealing);
    vg_json_put_string(j, "frame", frame.len ? frame.at : NULL);
    vg_json_put_open(j, "waits", '[');
    for (int p = 0; p < r->seats; p++)
        if (waits >> p & 1) vg_json_int(j, p);
    vg_json_close(j, ']');
    vg_json_put_open(j, "unheard", '[');
    for (int i = 0; i < r->people_count; i++)
        if (r->people[i].unheard && !r->people[i].gone) vg_json_int(j, i);
    vg_json_close(j, ']');
    vg_json_close(j, '}');
    vg_text_release(&frame);
}

void room_table_json(const room *r, const room_viewer *v, int watchers, vg_text *out)
{
    vg_json writer = vg_json_to(out), *j = &writer;
    const vg_game *game = vg_game_find(r->game);
    char id[ROOM_ID];
    room_id_text(r->id, id);
    room_open(r, "table", j);
    vg_json_put_int(j, "seq", r->seq);
    vg_json_put_string(j, "id", id);
    vg_json_put_string(j, "game", r->game);
    vg_json_put_string(j, "name", game ? game->name : r->game);
    const vg_setup *setup = r->table ? &vg_table_plan_of(r->table)->setup : NULL;
    vg_json_put_string(j, "edition", setup && game ? game->editions[setup->edition] : NULL);
    if (setup && game) vg_setup_put(game, setup, j);
    vg_json_put_int(j, "games", r->table ? vg_table_games(r->table) : 1);
    vg_json_put_bool(j, "shared", r->table && vg_table_plan_of(r->table)->shared);
    vg_json_put_string(j, "status", status_names[room_status_of(r)]);
    vg_json_put_string(j, "why", r->frozen[0] ? r->frozen : NULL);
    vg_json_put_bool(j, "listed", r->listed);
    vg_json_put_bool(j, "door", !r->shut);
    vg_json_put_string(j, "lang", vg_lang_code(r->lang));
    vg_json_put_int(j, "host", r->host);
    vg_json_put_open(j, "pace", '{');
    vg_json_put_int(j, "seconds", r->pace);
    vg_json_put_string(j, "absent", room_absent_names[r->absent]);
    vg_json_close(j, '}');
    vg_json_put_open(j, "chairs", '[');
    for (int p = 0; p < r->seats; p++) put_chair(j, r, p);
    vg_json_close(j, ']');
    vg_json_put_open(j, "people", '[');
    for (int i = 0; i < r->people_count; i++) {
        if (r->people[i].gone) continue;
        vg_json_open(j, '{');
        vg_json_put_int(j, "person", i);
        vg_json_put_string(j, "name", r->people[i].name);
        room_put_maybe(j, "seat", r->people[i].seat);
        vg_json_put_bool(j, "here", r->people[i].here > 0);
        if (r->people[i].muted) vg_json_put_bool(j, "muted", true);
        if (r->people[i].colour) vg_json_put_int(j, "colour", r->people[i].colour);
        vg_json_close(j, '}');
    }
    vg_json_close(j, ']');
    vg_json_put_int(j, "watchers", watchers);
    if (r->table) put_luck(j, r);
    vg_json_put_open(j, "you", '{');
    room_put_maybe(j, "person", v->person);
    room_put_maybe(j, "seat", v->seat);
    vg_json_put_bool(j, "host", v->person >= 0 && v->person == r->host);
    vg_json_put_bool(j, "ahead", v->seat >= 0 && r->chair[v->seat].ahead);
    vg_json_close(j, '}');
    vg_json_close(j, '}');
}

static void put_telling(vg_json *j, const room *r, const char *key)
{
    vg_json_put_open(j, key, '[');
    for (int p = 0; p < r->seats; p++)
        if (r->chair[p].telling) vg_json_int(j, p);
    vg_json_close(j, ']');
}

// The table as the lines of a terminal, for who asked for them.
static void put_lines(vg_json *j, room *r, const room_viewer *v, int viewer, int count)
{
    vg_text lines = vg_text_heap();
    if (v->lines &&
        vg_table_lines(r->table, viewer, v->lang, count, v->lines > 1 ? v->lines : 0, &lines))
        vg_json_put_string(j, "lines", lines.at);
    vg_text_release(&lines);
}

void room_state_json(room *r, const room_viewer *v, uint32_t since, const room_clock *clock,
                     vg_text *out)
{
    vg_json writer = vg_json_to(out), *j = &writer;
    uint32_t from = room_from(r, since);
    // Who only watches sees everything once there is nothing left to hide.
    int viewer = v->seat >= 0 ? v->seat : vg_table_over(r->table) ? VG_EVERYTHING : VG_WATCHER;
    if (viewer == VG_EVERYTHING) from = 0; // what was hidden is told now
    room_open(r, "state", j);
    vg_json_put_int(j, "seq", r->seq);
    vg_json_put_int(j, "from", from);
    vg_json_key(j, "events");
    vg_table_events_json(r->table, viewer, v->lang, (int)from, j);
    vg_json_key(j, "now");
    vg_table_json(r->table, viewer, v->lang, j);
    put_lines(j, r, v, viewer, VG_NOW);
    vg_json_key(j, "clock");
    if (clock->runs) {
        vg_json_open(j, '{');
        vg_json_put_int(j, "seat", clock->seat);
        vg_json_put_int(j, "limit", clock->limit);
        vg_json_put_int(j, "left", clock->left);
        vg_json_close(j, '}');
    } else {
        vg_json_null(j);
    }
    put_telling(j, r, "telling");
    vg_json_close(j, '}');
}

bool room_chat_json(const room *r, uint32_t from, vg_text *out)
{
    uint32_t oldest = r->chat_count > ROOM_CHAT ? r->chat_count - ROOM_CHAT : 0;
    if (from < oldest) from = oldest;
    if (from >= r->chat_count) return false;
    vg_json writer = vg_json_to(out), *j = &writer;
    room_open(r, "chat", j);
    vg_json_put_open(j, "items", '[');
    for (uint32_t i = from; i < r->chat_count; i++) {
        const room_said *said = &r->chat[i % ROOM_CHAT];
        vg_json_open(j, '{');
        vg_json_put_int(j, "n", i);
        vg_json_put_int(j, "person", said->person);
        vg_json_put_string(j, "name", said->name);
        vg_json_put_string(j, "text", said->text);
        vg_json_put_int(j, "at", said->at);
        vg_json_close(j, '}');
    }
    vg_json_close(j, ']');
    vg_json_close(j, '}');
    return true;
}

void room_telling_json(const room *r, vg_text *out)
{
    vg_json writer = vg_json_to(out), *j = &writer;
    room_open(r, "telling", j);
    put_telling(j, r, "seats");
    vg_json_close(j, '}');
}

void room_why_json(room *r, const room_viewer *v, const char *id, const char *words, vg_text *out)
{
    vg_json writer = vg_json_to(out), *j = &writer;
    room_open(r, "why", j);
    vg_json_put_string(j, "id", id);
    vg_table_put_why(r->table, v->seat, words, v->lang, j);
    vg_json_close(j, '}');
}

void room_past_json(room *r, const room_viewer *v, const char *id, int count, vg_text *out)
{
    vg_json writer = vg_json_to(out), *j = &writer;
    room_open(r, "past", j);
    vg_json_put_string(j, "id", id);
    vg_json_key(j, "now");
    int viewer = v->seat >= 0 ? v->seat : VG_WATCHER;
    if (!vg_table_past_json(r->table, viewer, v->lang, count, j)) vg_json_null(j);
    put_lines(j, r, v, viewer, count);
    vg_json_close(j, '}');
}
