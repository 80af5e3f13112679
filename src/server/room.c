// room.c: a room as it stands: names, who sits where, what is asked.
#include "server/room.h"

#include "server/room_parts.h"

#include <stdlib.h>
#include <string.h>

const char *const room_absent_names[ROOM_ABSENT_COUNT] = {"wait", "skip", "bot"};

const char *const room_verb_names[ROOM_VERB_COUNT] = {
#define ENTRY(id, name, ...) [ROOM_DO_##id] = #name,
#define SIGN(id, name, ...)  [ROOM_DO_##id] = #name,
#define LOOK(id, name, ...)  [ROOM_DO_##id] = #name,
#include "server/verbs.def"
};

int room_verb_find(const char *word)
{
    int v = 0;
    while (v < ROOM_VERB_COUNT && strcmp(word, room_verb_names[v]) != 0) v++;
    return v;
}

// What a bot at the table is called: nobody should wonder who "seat 2" is.
static const char *const bot_names[VG_MAX_SEATS] = {"Rosa", "Berto", "Lucia", "Nino",
                                                    "Elda", "Remo",  "Ada",   "Gino"};

// ---- names of tables -----------------------------------------------------------

static const char id_letters[] = "abcdefghijklmnopqrstuvwxyz234567";

void room_id_text(uint64_t id, char out[ROOM_ID])
{
    for (int i = 0; i < ROOM_ID - 1; i++) out[i] = id_letters[id >> (60 - 5 * i) & 31];
    out[ROOM_ID - 1] = '\0';
}

uint64_t room_id_parse(const char *text, size_t length)
{
    if (length != ROOM_ID - 1) return 0;
    uint64_t id = 0;
    for (size_t i = 0; i < length; i++) {
        const char *letter = text[i] ? strchr(id_letters, text[i]) : NULL;
        if (!letter || (i == 0 && letter - id_letters > 7)) return 0;
        id = id << 5 | (uint64_t)(letter - id_letters);
    }
    return id;
}

// ---- looking -----------------------------------------------------------------------

void room_name_chairs(room *r)
{
    if (!r->table) return;
    for (int p = 0; p < r->seats; p++) {
        const room_chair *c = &r->chair[p];
        const char *name = c->kind == ROOM_PERSON ? r->people[c->person].name
                           : c->kind == ROOM_BOT  ? bot_names[c->called]
                                                  : "";
        (void)!vg_table_name(r->table, p, name); // it was cleaned when it came
    }
}

bool room_salted(const room *r, int seat)
{
    const room_chair *c = &r->chair[seat];
    if (r->table && (r->dealing || r->dealt)) return vg_table_hashed(r->table) >> seat & 1;
    if (c->kind != ROOM_PERSON) return false;
    return r->people[c->person].salted && !r->people[c->person].unheard;
}

room_status room_status_of(const room *r)
{
    if (r->frozen[0] || !r->table) return ROOM_FROZEN;
    if (r->closed) return ROOM_CLOSED;
    if (!r->dealt) return ROOM_OPEN;
    return vg_table_match_over(r->table) ? ROOM_OVER : ROOM_PLAYING;
}

bool room_bot_plays(const room *r, int seat)
{
    const room_chair *c = &r->chair[seat];
    if (c->kind == ROOM_BOT) return true;
    if (c->kind == ROOM_EMPTY) return r->absent == ROOM_STAND_IN;
    return c->stand_in;
}

uint32_t room_from(const room *r, uint32_t since)
{
    uint32_t from = UINT32_MAX;
    if (since > r->seq) since = 0;
    for (uint32_t i = since; i < r->seq; i++)
        if (r->keep[i] < from) from = r->keep[i];
    uint32_t count = r->table ? (uint32_t)vg_table_log_count(r->table) : 0;
    return from < count ? from : count;
}

int room_find(const room *r, const uint8_t hash[ROOM_HASH])
{
    int found = -1;
    for (int i = 0; i < r->people_count; i++) {
        uint8_t differ = 0;
        for (int k = 0; k < ROOM_HASH; k++) differ |= (uint8_t)(hash[k] ^ r->people[i].hash[k]);
        if (differ == 0 && !r->people[i].gone) found = i;
    }
    return found;
}

bool room_is_banned(const room *r, const uint8_t hash[ROOM_HASH])
{
    bool found = false;
    for (uint32_t i = 0; i < ROOM_BANNED && i < r->banned_count; i++)
        found = memcmp(r->banned[i], hash, ROOM_HASH) == 0 || found;
    return found;
}

int room_push_find(const room *r, int person, const char *to)
{
    const room_person *who = &r->people[person];
    for (int i = 0; i < who->push_count; i++)
        if (strcmp(strchr(who->push[i], ' ') + 1, to) == 0) return i;
    return -1;
}

void room_forget_pushes(room_person *who)
{
    while (who->push_count > 0) free(who->push[--who->push_count]);
}

bool room_has_people(const room *r)
{
    for (int p = 0; p < r->seats; p++)
        if (r->chair[p].kind == ROOM_PERSON) return true;
    return false;
}

int room_waits_for(const room *r)
{
    if (room_status_of(r) != ROOM_PLAYING) return -1;
    int actor = vg_table_ask(r->table).actor;
    return actor >= 0 && !room_bot_plays(r, actor) ? actor : -1;
}

int room_seats_taken(const room *r)
{
    int taken = 0;
    for (int p = 0; p < r->seats; p++) taken += r->chair[p].kind != ROOM_EMPTY;
    return taken;
}

void room_free(room *r)
{
    if (!r) return;
    for (int i = 0; r->chat && i < ROOM_CHAT; i++) free(r->chat[i].text);
    free(r->chat);
    vg_teller_free(r->teller);
    vg_table_free(r->table);
    for (int i = 0; i < r->people_count; i++) {
        free(r->people[i].done);
        room_forget_pushes(&r->people[i]);
    }
    free(r->people);
    free(r->keep);
    free(r);
}
