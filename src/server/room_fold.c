// room_fold.c: what an entry makes of a room.
//
// An entry is text: a first line "VERB PERSON ID ..." and for what moves the
// game the lines of the record that it added (room_read.c). A command becomes
// part of the room by the very code that will read it from disk.
#include "server/room.h"

#include "server/room_parts.h"

#include <stdlib.h>
#include <string.h>

uint64_t room_id_hash(const char *id)
{
    uint64_t hash = 0xcbf29ce484222325u; // FNV-1a: ids come from one person, who only fools himself
    for (; *id; id++) hash = (hash ^ (uint8_t)*id) * 0x100000001b3u;
    return hash;
}

static void leave(room *r, int seat)
{
    room_chair *c = &r->chair[seat];
    if (c->kind == ROOM_PERSON) r->people[c->person].seat = -1;
    *c = (room_chair){
        .kind = ROOM_EMPTY, .person = -1, .asker = -1, .left = c->left, .knew = c->knew};
}

static bool in_play(const room *r) { return r->dealt; }

void room_take(room *r, int seat, int person)
{
    room_person *who = &r->people[person];
    if (who->seat >= 0) leave(r, who->seat);
    leave(r, seat);
    r->chair[seat].kind = ROOM_PERSON;
    r->chair[seat].person = (int8_t)person;
    r->chair[seat].left = false;
    if (in_play(r)) r->chair[seat].knew |= 1u << person;
    who->seat = (int8_t)seat;
}

// The name of that seat, or the next no bot has.
static uint8_t free_name(const room *r, int seat)
{
    int name = seat;
    for (int p = 0; p < r->seats; p++) {
        if (p == seat || r->chair[p].kind != ROOM_BOT || r->chair[p].called != name) continue;
        name = (name + 1) % VG_MAX_SEATS;
        p = -1; // from the first chair again
    }
    return (uint8_t)name;
}

bool room_put_bot(room *r, int seat, const char *spec)
{
    leave(r, seat);
    if (strcmp(spec, "-") == 0) return true;
    room_chair *c = &r->chair[seat];
    vg_text none = {0};
    vg_text text = VG_TEXT(c->spec);
    vg_text_add(&text, spec);
    c->kind = ROOM_BOT;
    c->called = free_name(r, seat);
    return vg_bot_parse(spec, VG_EN, &c->bot, &none) == VG_OK;
}

// Puts everyone on chair `to[p]`; salts go with people.
static void move_chairs(room *r, const int to[VG_MAX_SEATS])
{
    room_chair old[VG_MAX_SEATS];
    memcpy(old, r->chair, sizeof old);
    for (int p = 0; p < r->seats; p++) {
        r->chair[to[p]] = old[p];
        r->chair[to[p]].ahead = r->chair[to[p]].stand_in = r->chair[to[p]].telling = false;
        r->chair[to[p]].asker = -1;
        if (old[p].kind == ROOM_PERSON) r->people[old[p].person].seat = (int8_t)to[p];
    }
}

// Somebody new, under the next number or in the place of one who has no seat and no rights here.
bool room_add_person(room *r, long number, const char *name, const uint8_t hash[ROOM_HASH])
{
    if (number == r->people_count) {
        if (r->people_count == ROOM_PEOPLE) return false;
        room_person *grown = realloc(r->people, (size_t)(r->people_count + 1) * sizeof *grown);
        if (!grown) return false;
        r->people = grown;
        grown[r->people_count++] = (room_person){.seat = -1};
    }
    room_person *who = &r->people[number];
    if (who->seat >= 0) return false;
    free(who->done);
    room_forget_pushes(who);
    *who = (room_person){.seat = -1};
    for (int p = 0; p < r->seats; p++) { // what the one before knew and was asked
        r->chair[p].knew &= ~(1u << number);
        r->chair[p].agreed &= ~(1u << number);
        if (r->chair[p].asker == number) r->chair[p].asker = -1;
    }
    vg_text text = VG_TEXT(who->name);
    vg_text_add(&text, name);
    memcpy(who->hash, hash, ROOM_HASH);
    return true;
}

static bool add_said(room *r, int person, const char *text, int64_t at)
{
    if (!r->chat) r->chat = calloc(ROOM_CHAT, sizeof *r->chat);
    char *copy = r->chat ? strdup(text) : NULL;
    if (!copy) return false;
    room_said *said = &r->chat[r->chat_count % ROOM_CHAT];
    free(said->text);
    *said = (room_said){.person = (int8_t)person, .text = copy, .at = at};
    memcpy(said->name, r->people[person].name, sizeof said->name);
    r->chat_count++;
    return true;
}

// Cuts a number off `*s`: -1 if there is none ("-" too).
long room_cut_number(char **s)
{
    char *at = *s, *end;
    long n = *at >= '0' && *at <= '9' ? strtol(at, &end, 10) : -1;
    size_t skip = strcspn(at, " ");
    *s = at + skip + (at[skip] == ' ');
    return n > 1000000000 ? -1 : n;
}

char *room_cut_word(char **s)
{
    char *at = *s;
    size_t n = strcspn(at, " ");
    *s = at + n + (at[n] == ' ');
    at[n] = '\0';
    return at;
}

static bool valid_seat(const room *r, long seat) { return seat >= 0 && seat < r->seats; }
static bool valid_person(const room *r, long p)
{
    return p >= 0 && p < r->people_count && !r->people[p].gone;
}

// Nothing is taken back beyond this.
static void forget_spent(room *r, int64_t at)
{
    r->spent_count = 0;
    r->asked = at;
}

static void note_move(room *r, int64_t at)
{
    int64_t took = r->elapsed >= 0 ? r->elapsed : at - r->asked;
    int64_t most = (int64_t)r->pace * 1000;
    r->spent[r->spent_count++ % VG_MAX_UNDO] = (uint32_t)(took < 0 ? 0 : took > most ? most : took);
    r->asked = at;
}

// Whoever takes a move back has spent on this decision what both took.
static void note_undo(room *r)
{
    r->popped = r->spent_count > 0 ? r->spent[--r->spent_count % VG_MAX_UNDO] : 0;
    r->asked -= r->popped;
}

static void remove_person(room *r, int person, bool ban)
{
    room_person *who = &r->people[person];
    who->gone = true;
    who->muted = false;
    room_forget_pushes(who);
    if (ban) memcpy(r->banned[r->banned_count++ % ROOM_BANNED], who->hash, ROOM_HASH);
}

// A seat somebody leaves: in play a bot goes on in his place, `spec`.
static bool vacate(room *r, int seat, const char *spec)
{
    if (!in_play(r)) {
        leave(r, seat);
        return true;
    }
    r->chair[seat].left = true;
    return room_put_bot(r, seat, *spec ? spec : "-"); // entries of earlier versions name none
}

// A salt is for one deal.
static void use_hashes(room *r)
{
    for (int i = 0; i < r->people_count; i++) r->people[i].salted = false;
}

static void begin_play(room *r, int64_t at)
{
    r->dealing = false;
    r->dealt = true;
    forget_spent(r, at);
    for (int p = 0; p < r->seats; p++) {
        room_chair *c = &r->chair[p];
        c->left = false;
        c->knew = c->kind == ROOM_PERSON ? 1u << c->person : 0;
    }
}

static bool ends_in(const char *line, const char *word)
{
    size_t n = strlen(line), m = strlen(word);
    return n > m && line[n - m - 1] == ' ' && strcmp(line + n - m, word) == 0;
}

// ---- the verbs --------------------------------------------------------------------

// The first line of an entry, after VERB PERSON ID. What follows it is the game's.
typedef struct line {
    room *r;
    long person;
    char *rest;
    int64_t at;
} line;

static bool speaks(const line *l) { return valid_person(l->r, l->person); }

static bool fold_move(line *l)
{
    note_move(l->r, l->at);
    return true;
}

static bool fold_undo(line *l)
{
    note_undo(l->r);
    return true;
}

static bool fold_tell(line *l)
{
    (void)l; // the table keeps it
    return true;
}

static bool fold_next(line *l)
{
    forget_spent(l->r, l->at);
    return true;
}

static bool fold_say(line *l)
{
    return speaks(l) && add_said(l->r, (int)l->person, l->rest, l->at);
}

static bool fold_name(line *l)
{
    if (!speaks(l)) return false;
    vg_text text = VG_TEXT(l->r->people[l->person].name);
    vg_text_add(&text, l->rest);
    return true;
}

// WHOM ON LANG ENDPOINT P256DH AUTH
static bool fold_push(line *l)
{
    long whom = room_cut_number(&l->rest), on = room_cut_number(&l->rest);
    const char *to = strchr(l->rest, ' ');
    if (!valid_person(l->r, whom) || !to) return false;
    room_person *who = &l->r->people[whom];
    int at = room_push_find(l->r, (int)whom, to + 1);
    if (at < 0 && on == 1 && who->push_count == ROOM_PUSHES) at = 0; // the oldest gives way
    if (at >= 0) {
        free(who->push[at]);
        memmove(&who->push[at], &who->push[at + 1],
                (size_t)(--who->push_count - at) * sizeof who->push[0]);
    }
    if (on != 1) return true;
    char *copy = strdup(l->rest);
    if (copy) who->push[who->push_count++] = copy;
    return copy;
}

static bool fold_hash(line *l)
{
    if (!speaks(l)) return false;
    room_person *who = &l->r->people[l->person];
    who->salted = *l->rest != '\0';
    return !*l->rest || vg_unhex(l->rest, who->salt, VG_SHA256_BYTES) == 0;
}

static bool fold_sit(line *l)
{
    long seat = room_cut_number(&l->rest);
    if (!valid_seat(l->r, seat) || !speaks(l)) return false;
    const room_chair *chair = &l->r->chair[seat];
    if (chair->kind != ROOM_EMPTY && !chair->left) return false;
    room_take(l->r, (int)seat, (int)l->person);
    return true;
}

// SEAT BOT
static bool fold_stand(line *l)
{
    long seat = room_cut_number(&l->rest);
    if (!valid_seat(l->r, seat)) return false;
    const room_chair *chair = &l->r->chair[seat];
    if (chair->kind == ROOM_PERSON) l->r->people[chair->person].salted = false;
    return vacate(l->r, (int)seat, l->rest);
}

// SEAT NEWCOMER "with" PEOPLE: all who sit
static bool fold_agree(line *l)
{
    long seat = room_cut_number(&l->rest), newcomer = room_cut_number(&l->rest);
    if (!valid_seat(l->r, seat) || !valid_person(l->r, newcomer) || !l->r->chair[seat].left)
        return false;
    room_take(l->r, (int)seat, (int)newcomer);
    return true;
}

// WHOM BANNED BOT
static bool fold_kick(line *l)
{
    long whom = room_cut_number(&l->rest), banned = room_cut_number(&l->rest);
    if (!valid_person(l->r, whom)) return false;
    int seat = l->r->people[whom].seat;
    if (seat >= 0 && !vacate(l->r, seat, l->rest)) return false;
    remove_person(l->r, (int)whom, banned == 1);
    return true;
}

static bool fold_mute(line *l)
{
    long whom = room_cut_number(&l->rest);
    if (!valid_person(l->r, whom)) return false;
    l->r->people[whom].muted = room_cut_number(&l->rest) == 1;
    return true;
}

// WHOM HASH
static bool fold_token(line *l)
{
    long whom = room_cut_number(&l->rest);
    return valid_person(l->r, whom) && vg_unhex(l->rest, l->r->people[whom].hash, ROOM_HASH) == 0;
}

static bool fold_door(line *l)
{
    l->r->shut = room_cut_number(&l->rest) == 0;
    return true;
}

// SEAT BOT, or "-"
static bool fold_bot(line *l)
{
    long seat = room_cut_number(&l->rest);
    return valid_seat(l->r, seat) && room_put_bot(l->r, (int)seat, l->rest);
}

static bool fold_swap(line *l)
{
    long a = room_cut_number(&l->rest), b = room_cut_number(&l->rest);
    if (!valid_seat(l->r, a) || !valid_seat(l->r, b)) return false;
    int to[VG_MAX_SEATS];
    for (int p = 0; p < l->r->seats; p++) to[p] = p == a ? (int)b : p == b ? (int)a : p;
    move_chairs(l->r, to);
    return true;
}

static bool fold_list(line *l)
{
    l->r->listed = room_cut_number(&l->rest) == 1;
    return true;
}

static bool fold_host(line *l)
{
    long whom = room_cut_number(&l->rest);
    if (!valid_person(l->r, whom)) return false;
    l->r->host = (int8_t)whom;
    return true;
}

// "frame", "frame dealt"; form 1: anything else
static bool fold_deal(line *l)
{
    bool framed = strncmp(l->rest, ROOM_DEAL_FRAMED, sizeof ROOM_DEAL_FRAMED - 1) == 0;
    l->r->dealing = true;
    use_hashes(l->r);
    if (!framed || ends_in(l->rest, ROOM_DEALT)) begin_play(l->r, l->at);
    return true;
}

// SEAT SALT, and "dealt" if it is the last
static bool fold_reveal(line *l)
{
    if (!l->r->dealing) return false;
    if (ends_in(l->rest, ROOM_DEALT)) begin_play(l->r, l->at);
    return true;
}

// SEATS of those who did not reveal "frame"
static bool fold_void(line *l)
{
    room *r = l->r;
    if (!r->dealing) return false;
    r->dealing = false;
    for (long seat; (seat = room_cut_number(&l->rest)) >= 0;)
        if (valid_seat(r, seat) && r->chair[seat].kind == ROOM_PERSON)
            r->people[r->chair[seat].person].unheard = true;
    return true;
}

// everybody one seat on
static bool fold_again(line *l)
{
    room *r = l->r;
    int to[VG_MAX_SEATS];
    for (int p = 0; p < r->seats; p++) {
        if (r->chair[p].left) leave(r, p); // a bot played on for who left: the seat is free
        to[p] = (p + 1) % r->seats;
    }
    move_chairs(r, to);
    for (int p = 0; p < r->seats; p++) {
        r->chair[p].left = false;
        r->chair[p].knew = 0;
    }
    for (int i = 0; i < r->people_count; i++) r->people[i].unheard = false;
    use_hashes(r);
    forget_spent(r, l->at);
    r->dealt = r->dealing = false;
    r->round++;
    return true;
}

static bool fold_close(line *l)
{
    l->r->closed = true;
    return true;
}

// "join PERSON ID HASH NAME": not a command, and so not in verbs.def.
static bool fold_join(line *l)
{
    room *r = l->r;
    uint8_t hash[ROOM_HASH];
    const char *hex = room_cut_word(&l->rest);
    if (vg_unhex(hex, hash, ROOM_HASH) != 0) return false;
    bool place = l->person == r->people_count ||
                 (l->person >= 0 && l->person < r->people_count && l->person != r->host);
    return place && room_add_person(r, l->person, l->rest, hash);
}

static const struct {
    bool (*fold)(line *l); // NULL: never stored
    int8_t book;
} verbs[ROOM_VERB_COUNT] = {
#define ENTRY(id, name, text, who, when, book, ...)                                                \
    [ROOM_DO_##id] = {fold_##name, ROOM_BOOK_##book},
#define SIGN(id, ...) [ROOM_DO_##id] = {NULL, -1},
#define LOOK(id, ...) [ROOM_DO_##id] = {NULL, -1},
#include "server/verbs.def"
};

int room_book_of(int verb) { return verbs[verb].book; }

bool room_keep(room *r, uint32_t kept)
{
    if (r->seq == r->keep_cap) {
        size_t cap = r->keep_cap ? r->keep_cap * 2 : 64;
        uint32_t *grown = realloc(r->keep, cap * sizeof *grown);
        if (!grown) return false;
        r->keep = grown;
        r->keep_cap = cap;
    }
    r->keep[r->seq++] = kept;
    return true;
}

// The newest ROOM_DONE ids; the ring grows with use, for most people do little.
static void remember_id(room_person *who, const char *id)
{
    if (who->done_next == who->done_cap && who->done_cap < ROOM_DONE) {
        uint16_t cap = who->done_cap ? (uint16_t)(who->done_cap * 2) : 16;
        uint64_t *grown = realloc(who->done, cap * sizeof *grown);
        if (grown) {
            who->done = grown;
            who->done_cap = cap;
        }
    }
    if (who->done_cap == 0) return; // no memory
    if (who->done_next >= who->done_cap) who->done_next = 0;
    who->done[who->done_next++] = room_id_hash(id);
    if (who->done_count < who->done_cap) who->done_count++;
}

bool room_fold(room *r, char *text, uint32_t kept, int64_t at)
{
    const char *word = room_cut_word(&text);
    line l = {.r = r, .at = at};
    l.person = room_cut_number(&text);
    const char *id = room_cut_word(&text);
    l.rest = text;
    int verb = room_verb_find(word);
    bool ok = false;
    if (strcmp(word, "join") == 0) {
        ok = fold_join(&l);
        r->used[ROOM_BOOK_TALK]++;
    } else if (strcmp(word, "salt") == 0) {
        ok = true; // form 1, where a salt was a seat's and of no interest to the room
        r->used[ROOM_BOOK_SEATS]++;
    } else if (verb < ROOM_VERB_COUNT && verbs[verb].fold) {
        ok = verbs[verb].fold(&l);
        r->used[verbs[verb].book]++;
    }
    if (ok && valid_person(r, l.person) && strcmp(id, "-") != 0)
        remember_id(&r->people[l.person], id);
    if (kept != UINT32_MAX) r->changed = at;
    return ok && room_keep(r, kept);
}
