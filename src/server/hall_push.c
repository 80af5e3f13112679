// hall_push.c: who is asked and away is told so, once a turn, on the devices that want it.
//
// Told is that it is their turn and where, and nothing of what they would see there. Whoever was
// here while the question stood open knows it already. Of a game of days (HALL_LONG_PACE) people
// are told though they look: the page may have lain open behind others since yesterday, and if it
// is really looked at it keeps the notice to itself (web/src/sw.js).
#include "server/hall_parts.h"

#include "server/room_parts.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum {
    AGAIN_MS = 600000, // who was told and did not come is not told of the next turn before
    MOST_AT_ONCE = 5   // of one person at a table; then one a minute
};
static const double all_per_second = 20, all_at_once = 100; // of the whole server

// The turn that is on, as a number.
static uint64_t turn_of(const room *r)
{
    return (uint64_t)r->round << 40 | (uint64_t)vg_table_game_number(r->table) << 32 |
           (uint32_t)vg_table_log_count(r->table);
}

static void say(const room *r, vg_lang lang, int64_t left, vg_text *out)
{
    char id[ROOM_ID], path[24];
    const vg_game *game = vg_game_find(r->game);
    room_id_text(r->id, id);
    vg_text text = VG_TEXT(path);
    vg_text_printf(&text, "/t/%s", id);
    vg_json j = vg_json_to(out);
    vg_json_open(&j, '{');
    vg_json_put_string(&j, "title", game ? game->name : r->game);
    vg_json_put_string(&j, "body", room_pick(lang, "Tocca a te.", "It is your turn."));
    vg_json_put_string(&j, "lang", vg_lang_code(lang));
    vg_json_put_string(&j, "path", path);
    vg_json_key(&j, "until"); // when the clock runs out
    if (left > 0)
        vg_json_int(&j, server_wall() + left);
    else
        vg_json_null(&j);
    vg_json_close(&j, '}');
}

// The same for all messages of a table, and nothing to find it by.
static void topic_of(const server *s, uint64_t table, char out[23])
{
    uint8_t hash[VG_SHA256_BYTES];
    vg_sha256 sha;
    const char *secret = store_secret(s->store);
    vg_sha256_init(&sha);
    vg_sha256_feed(&sha, "veglia topic 1\n", 15);
    vg_sha256_feed(&sha, secret, strlen(secret));
    vg_sha256_feed(&sha, &table, sizeof table);
    vg_sha256_done(&sha, hash);
    sodium_bin2base64(out, 23, hash, 16, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

static struct push_call *free_call(server *s)
{
    for (int i = 0; i < SERVER_PUSHES; i++)
        if (s->calls[i].number == 0) return &s->calls[i];
    return NULL;
}

static void send_one(spot *sp, int person, const char *push, int64_t left)
{
    server *s = sp->s;
    push_target target;
    char words_text[PUSH_WORDS], topic[23], request_text[PUSH_REQUEST];
    vg_text words = VG_TEXT(words_text), request = VG_TEXT(request_text);
    const char *to = strchr(push, ' ') + 1;
    struct push_call *under_way = free_call(s);
    bool fits =
        under_way && bucket_take(&s->pushes, uv_now(&s->loop), all_per_second, all_at_once, 1);
    say(sp->room, strncmp(push, "en", 2) == 0 ? VG_EN : VG_IT, left, &words);
    topic_of(s, sp->id, topic);
    if (!push_read(to, &target) || !push_may_call(&target, s->options.push_to) ||
        !push_request(s->push, s->options.push, &target, words_text, topic, server_wall(),
                      &request)) {
        s->count.notices_failed++;
        return;
    }
    uint64_t number = ++s->push_numbers;
    char *copy = fits ? strdup(to) : NULL;
    if (!copy || !push_caller_send(&s->caller, number, &target, &request)) {
        free(copy);
        s->count.notices_dropped++;
        return;
    }
    *under_way = (struct push_call){number, sp->id, person, copy};
}

static bool is_long(const room *r) { return r->pace >= HALL_LONG_PACE; }

void spot_notices(spot *sp, uint64_t now)
{
    room *r = sp->room;
    server *s = sp->s;
    int seat = s->push && !sp->in_flight ? room_waits_for(r) : -1;
    if (seat < 0 || r->chair[seat].kind != ROOM_PERSON || sp->noticed == turn_of(r)) return;
    int person = r->chair[seat].person;
    const room_person *who = &r->people[person];
    if (who->push_count == 0) return;
    if (who->here && !is_long(r)) {
        sp->noticed = turn_of(r);
        return;
    }
    if ((int64_t)now - sp->asked_at < (int64_t)s->options.push_after * 1000) return;
    sp->noticed = turn_of(r);
    uint64_t before = sp->notices[person].at;
    if (before && now - before < AGAIN_MS) return;
    if (!bucket_take(&sp->notices[person].rate, now, 1.0 / 60, MOST_AT_ONCE, 1)) return;
    sp->notices[person].at = now;
    for (int i = 0; i < who->push_count; i++)
        send_one(sp, person, who->push[i], spot_clock(sp).left);
}

void spot_noticed(spot *sp)
{
    room *r = sp->room;
    if (!r->table || room_waits_for(r) < 0) return;
    bool old = server_wall() - r->asked > (int64_t)sp->s->options.push_after * 1000 + 1000;
    if (old) sp->noticed = turn_of(r);
}

bool spot_awaited(const spot *sp)
{
    const room *r = sp->room;
    for (int p = 0; sp->s->push && is_long(r) && p < r->seats; p++) {
        const room_chair *c = &r->chair[p];
        if (c->kind == ROOM_PERSON && !c->stand_in && r->people[c->person].push_count) return true;
    }
    return false;
}

bool spot_push_ok(conn *c, const room_command *command)
{
    push_target target;
    const server *s = c->s;
    if (!command->on || !command->text || !push_read(command->text, &target))
        return true; // room_do
    if (!s->push)
        tell_no(
            c, command->id, "WHEN",
            room_pick(c->lang, "Questo servizio non manda avvisi", "This server sends no notices"));
    else if (!push_may_call(&target, s->options.push_to))
        tell_no(c, command->id, "WHO",
                room_pick(c->lang, "Gli avvisi vanno solo per https a servizi della rete",
                          "Notices go by https only, to services of the wide net"));
    else
        return true;
    return false;
}

// ---- answers ----------------------------------------------------------------------

// A service does not know the device any more, or not as one of ours: it is told nothing again.
static void forget_device(server *s, const struct push_call *done)
{
    spot *sp = spot_find(s, done->table);
    if (!sp || !sp->room || sp->loading || sp->in_flight || sp->dead)
        return; // it will say so again
    if (done->person >= sp->room->people_count ||
        room_push_find(sp->room, done->person, done->to) < 0)
        return;
    s->count.pushes_gone++;
    spot_does(sp, &(room_command){
                      .verb = ROOM_DO_PUSH, .seat = -1, .person = done->person, .text = done->to});
}

static void take_answer(server *s, const push_answer *answer)
{
    for (int i = 0; i < SERVER_PUSHES; i++) {
        struct push_call *done = &s->calls[i];
        if (done->number == 0 || done->number != answer->number) continue;
        bool took = answer->status >= 200 && answer->status < 300;
        if (took)
            s->count.notices++;
        else
            s->count.notices_failed++;
        if (answer->status == 404 || answer->status == 410 || answer->status == 401 ||
            answer->status == 403)
            forget_device(s, done);
        if (!took) server_log(s, "info", "push", "\"status\":%d", (int)answer->status);
        free(done->to);
        *done = (struct push_call){0};
    }
}

static void on_push(uv_poll_t *poll, int status, int events)
{
    server *s = poll->data;
    push_answer answer;
    bool gone = status < 0;
    (void)events;
    while (!gone && push_caller_next(&s->caller, &answer, &gone)) take_answer(s, &answer);
    if (!gone) return;
    uv_poll_stop(poll);
    push_key_free(s->push);
    s->push = NULL;
    server_log(s, "error", "push", "\"gone\":true");
}

void hall_push_begin(server *s)
{
    if (s->caller.fd < 0) return;
    if (uv_poll_init(&s->loop, &s->push_poll, s->caller.fd) != 0) return;
    s->push = push_key_new(store_secret(s->store));
    if (!s->push) return;
    s->push_poll.data = s;
    uv_poll_start(&s->push_poll, UV_READABLE, on_push);
}

void hall_push_end(server *s)
{
    if (s->push) uv_poll_stop(&s->push_poll);
    push_key_free(s->push);
    s->push = NULL;
    for (int i = 0; i < SERVER_PUSHES; i++) free(s->calls[i].to);
    push_caller_end(&s->caller);
}

void hall_push_key(conn *c)
{
    vg_text body = vg_text_heap();
    vg_json j = vg_json_to(&body);
    vg_json_open(&j, '{');
    vg_json_put_string(&j, "key", c->s->push ? push_key_text(c->s->push) : NULL);
    vg_json_close(&j, '}');
    conn_answer(c, 200, "application/json", NULL, body.at, body.len);
    vg_text_release(&body);
}
