// hall_people.c: making tables, joining them, coming and going.
#include "server/hall_parts.h"

#include "server/room_parts.h"

void hall_make(conn *c, const room_plan *plan, uint64_t id, const char *token)
{
    server *s = c->s;
    char why_text[512];
    vg_text why = VG_TEXT(why_text), entry = vg_text_heap();
    spot *sp = NULL;
    room_reader *rd = NULL;
    if (!room_first_entry(plan, &entry, &why)) {
        api_refuse(c, 400, "SETUP", why_text, why_text);
    } else if (s->spot_count >= s->options.max_rooms || spot_find(s, id) ||
               !(rd = room_read_begin(id, 0)) || !(sp = spot_new(s, id))) {
        api_refuse(c, 503, "BUSY", "Troppa gente: riprova fra poco",
                   "Too many people: try again in a while");
        if (rd) room_free(room_read_end(rd));
    } else {
        room_read_entry(rd, entry.at, server_wall());
        sp->room = room_read_end(rd);
        sp->making = true;
        sp->epoch = STORE_FIRST_EPOCH;
        sp->term = store_term(s->store);
        c->mode = CONN_WAITING;
        sp->ticket.c = c;
        conn_ref(c);
        api_ticket(c, id, 0, token, &sp->ticket);
        s->count.made++;
        spot_store(sp, &entry);
    }
    vg_text_release(&entry);
}

bool hall_settled(conn *c, spot *sp)
{
    if (!sp->in_flight) return true;
    if (!spot_wait(sp, c, NULL, 0))
        api_refuse(c, 503, "BUSY", "Riprova fra poco", "Try again in a while");
    return false;
}

void hall_join(conn *c, spot *sp, int person, const char *name, const uint8_t *hash,
               const char *token)
{
    if (!hall_settled(c, sp)) return;
    if (person < 0 && !spot_may_join(sp, c)) {
        api_refuse(c, 429, "BUSY", "Arriva troppa gente insieme: riprova fra un minuto",
                   "Too many people are coming at once: try again in a minute");
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
        if (person < 0) spot_joined(sp, c, number);
        spot_note(sp, ROOM_DO_NAME);
        spot_store(sp, &entry);
    }
    vg_text_release(&entry);
}

bool hall_may_enter(conn *c, spot *sp, int person)
{
    const room *r = sp->room;
    bool sits = person >= 0 && r->people[person].seat >= 0;
    bool alone = person < 0 || r->people[person].here < SERVER_MAX_DEVICES;
    if (alone && (sits || spot_watchers(sp) < SERVER_MAX_WATCHERS)) return true;
    api_refuse(c, 503, "BUSY", "A questo tavolo guarda già troppa gente",
               "Too many people are looking at this table already");
    return false;
}

// Somebody came or went. Where many look on, everybody is told of those who do not play once a
// second at most (hall_tick): else who comes and goes all the time makes work for thousands.
static void spot_presence(spot *sp, int person)
{
    enum { CROWD = 32 };
    bool plays = person >= 0 && sp->room->people[person].seat >= 0;
    if (plays || spot_watchers(sp) <= CROWD) {
        spot_touch(sp);
    } else {
        sp->recount = true;
        spot_dirty(sp); // who has just come is told all the same
    }
}

void hall_enter(conn *c, spot *sp, int person, uint32_t since)
{
    room *r = sp->room;
    if (!sp->conns && r->pace < HALL_LONG_PACE && !sp->expired)
        spot_resume(sp, (int64_t)uv_now(&sp->s->loop) - sp->asked_at);
    c->spot = sp;
    c->person = person;
    c->seq = since;
    c->spot_prev = NULL;
    c->spot_next = sp->conns;
    if (sp->conns) sp->conns->spot_prev = c;
    sp->conns = c;
    if (person >= 0) {
        r->people[person].here++;
        spot_welcome(sp, person);
    }
    spot_presence(sp, person);
    spot_advance(sp);
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
    sp->looked_at = uv_now(&sp->s->loop);
    if (c->person >= 0 && r->people[c->person].here > 0 && --r->people[c->person].here == 0) {
        r->people[c->person].left_at = sp->looked_at;
        for (int p = 0; p < r->seats; p++) {
            if (r->chair[p].asker == c->person) r->chair[p].asker = -1;
            if (r->people[c->person].seat == p) {
                r->chair[p].telling = false;
                r->chair[p].agreed = 0;
            }
        }
    }
    spot_presence(sp, c->person);
}
