// room.c: a room out of its entries.
//
// An entry is text: a first line "VERB PERSON ID ..." and for what moves the
// game the lines of the record that it added. Reading collects those lines
// back into a record and lets the engine load it, so that a stored table and a
// record are the same thing and go through the same gate.
#include "server/room.h"

#include "server/room_parts.h"

#include <stdlib.h>
#include <string.h>

const char *const room_absent_names[ROOM_ABSENT_COUNT] = {"wait", "skip", "bot"};

const char *const room_verb_names[ROOM_VERB_COUNT] = {
#define X(name, word) [ROOM_DO_##name] = word,
    ROOM_VERBS(X)
#undef X
};

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

// ---- folding ---------------------------------------------------------------------

uint64_t room_id_hash(const char *id)
{
    uint64_t hash = 0xcbf29ce484222325u; // FNV-1a: ids come from one person, who only fools himself
    for (; *id; id++) hash = (hash ^ (uint8_t)*id) * 0x100000001b3u;
    return hash;
}

void room_name_chairs(room *r)
{
    if (!r->table) return;
    for (int p = 0; p < r->seats; p++) {
        const room_chair *c = &r->chair[p];
        const char *name = c->kind == ROOM_PERSON ? r->people[c->person].name
                           : c->kind == ROOM_BOT  ? bot_names[p]
                                                  : "";
        (void)!vg_table_name(r->table, p, name); // it was cleaned when it came
    }
}

static void leave(room *r, int seat)
{
    room_chair *c = &r->chair[seat];
    if (c->kind == ROOM_PERSON) r->people[c->person].seat = -1;
    *c = (room_chair){
        .kind = ROOM_EMPTY, .person = -1, .asker = -1, .left = c->left, .knew = c->knew};
}

static bool in_play(const room *r) { return r->dealt; }

static void take(room *r, int seat, int person)
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

static bool put_bot(room *r, int seat, const char *spec)
{
    leave(r, seat);
    if (strcmp(spec, "-") == 0) return true;
    room_chair *c = &r->chair[seat];
    vg_text none = {0};
    vg_text text = VG_TEXT(c->spec);
    vg_text_add(&text, spec);
    c->kind = ROOM_BOT;
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
static bool add_person(room *r, long number, const char *name, const uint8_t hash[ROOM_HASH])
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
static long cut_number(char **s)
{
    char *at = *s, *end;
    long n = *at >= '0' && *at <= '9' ? strtol(at, &end, 10) : -1;
    size_t skip = strcspn(at, " ");
    *s = at + skip + (at[skip] == ' ');
    return n > 1000000000 ? -1 : n;
}

static char *cut_word(char **s)
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
    return put_bot(r, seat, *spec ? spec : "-"); // entries of earlier versions name none
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

// What the first line of an entry says of the room; `rest` is after VERB PERSON ID. Game lines are
// not its business.
static bool fold_room(room *r, int verb, long person, char *rest, int64_t at)
{
    long a, b;
    vg_text text;
    switch ((room_verb)verb) {
    case ROOM_DO_TELL: return true;
    case ROOM_DO_MOVE: note_move(r, at); return true;
    case ROOM_DO_UNDO: note_undo(r); return true;
    case ROOM_DO_NEXT: forget_spent(r, at); return true;
    case ROOM_DO_TELLING:
    case ROOM_DO_AHEAD:
    case ROOM_DO_ASK:
    case ROOM_DO_HINT:
    case ROOM_DO_WHY:
    case ROOM_DO_PAST:
    case ROOM_DO_SYNC:
    case ROOM_VERB_COUNT: return false; // never stored
    case ROOM_DO_SAY: return valid_person(r, person) && add_said(r, (int)person, rest, at);
    case ROOM_DO_NAME:
        if (!valid_person(r, person)) return false;
        text = VG_TEXT(r->people[person].name);
        vg_text_add(&text, rest);
        return true;
    case ROOM_DO_HASH:
        if (!valid_person(r, person)) return false;
        r->people[person].salted = *rest != '\0';
        return !*rest || vg_unhex(rest, r->people[person].salt, VG_SHA256_BYTES) == 0;
    case ROOM_DO_SIT:
        a = cut_number(&rest);
        if (!valid_seat(r, a) || !valid_person(r, person)) return false;
        if (r->chair[a].kind != ROOM_EMPTY && !r->chair[a].left) return false;
        take(r, (int)a, (int)person);
        return true;
    case ROOM_DO_STAND:
        a = cut_number(&rest);
        if (!valid_seat(r, a)) return false;
        if (r->chair[a].kind == ROOM_PERSON) r->people[r->chair[a].person].salted = false;
        return vacate(r, (int)a, rest);
    case ROOM_DO_AGREE: // SEAT NEWCOMER "with" PEOPLE: all who sit
        a = cut_number(&rest);
        b = cut_number(&rest);
        if (!valid_seat(r, a) || !valid_person(r, b) || !r->chair[a].left) return false;
        take(r, (int)a, (int)b);
        return true;
    case ROOM_DO_KICK: // WHOM BANNED BOT
        a = cut_number(&rest);
        b = cut_number(&rest);
        if (!valid_person(r, a)) return false;
        if (r->people[a].seat >= 0 && !vacate(r, r->people[a].seat, rest)) return false;
        remove_person(r, (int)a, b == 1);
        return true;
    case ROOM_DO_MUTE:
        a = cut_number(&rest);
        if (!valid_person(r, a)) return false;
        r->people[a].muted = cut_number(&rest) == 1;
        return true;
    case ROOM_DO_TOKEN: // WHOM HASH
        a = cut_number(&rest);
        return valid_person(r, a) && vg_unhex(rest, r->people[a].hash, ROOM_HASH) == 0;
    case ROOM_DO_DOOR: r->shut = cut_number(&rest) == 0; return true;
    case ROOM_DO_BOT: a = cut_number(&rest); return valid_seat(r, a) && put_bot(r, (int)a, rest);
    case ROOM_DO_SWAP: {
        a = cut_number(&rest);
        b = cut_number(&rest);
        if (!valid_seat(r, a) || !valid_seat(r, b)) return false;
        int to[VG_MAX_SEATS];
        for (int p = 0; p < r->seats; p++) to[p] = p == a ? (int)b : p == b ? (int)a : p;
        move_chairs(r, to);
        return true;
    }
    case ROOM_DO_LIST: r->listed = cut_number(&rest) == 1; return true;
    case ROOM_DO_HOST:
        a = cut_number(&rest);
        if (!valid_person(r, a)) return false;
        r->host = (int8_t)a;
        return true;
    case ROOM_DO_DEAL: // "frame", "frame dealt"; form 1: anything else
        b = strncmp(rest, ROOM_DEAL_FRAMED, sizeof ROOM_DEAL_FRAMED - 1) == 0;
        r->dealing = true;
        use_hashes(r);
        if (!b || ends_in(rest, ROOM_DEALT)) begin_play(r, at);
        return true;
    case ROOM_DO_REVEAL: // SEAT SALT, and "dealt" if it is the last
        if (!r->dealing) return false;
        if (ends_in(rest, ROOM_DEALT)) begin_play(r, at);
        return true;
    case ROOM_DO_VOID: // SEATS of those who did not reveal "frame"
        if (!r->dealing) return false;
        r->dealing = false;
        while ((a = cut_number(&rest)) >= 0)
            if (valid_seat(r, a) && r->chair[a].kind == ROOM_PERSON)
                r->people[r->chair[a].person].unheard = true;
        return true;
    case ROOM_DO_AGAIN: {
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
        forget_spent(r, at);
        r->dealt = r->dealing = false;
        r->round++;
        return true;
    }
    case ROOM_DO_CLOSE: r->closed = true; return true;
    }
    return false;
}

static bool keep_at(room *r, uint32_t kept)
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

// "join PERSON ID HASH NAME"
static bool fold_join(room *r, long person, char *rest)
{
    uint8_t hash[ROOM_HASH];
    const char *hex = cut_word(&rest);
    if (vg_unhex(hex, hash, ROOM_HASH) != 0) return false;
    bool place =
        person == r->people_count || (person >= 0 && person < r->people_count && person != r->host);
    return place && add_person(r, person, rest, hash);
}

room_book room_book_of(int verb)
{
    switch ((room_verb)verb) {
    case ROOM_DO_MOVE:
    case ROOM_DO_DEAL:
    case ROOM_DO_REVEAL:
    case ROOM_DO_VOID:
    case ROOM_DO_NEXT:
    case ROOM_DO_AGAIN:
    case ROOM_DO_CLOSE: return ROOM_BOOK_GAME;
    case ROOM_DO_SAY:
    case ROOM_DO_NAME: return ROOM_BOOK_TALK;
    case ROOM_DO_BOT:
    case ROOM_DO_SWAP:
    case ROOM_DO_LIST:
    case ROOM_DO_HOST:
    case ROOM_DO_KICK:
    case ROOM_DO_MUTE:
    case ROOM_DO_TOKEN:
    case ROOM_DO_DOOR: return ROOM_BOOK_HOST;
    case ROOM_DO_UNDO:
    case ROOM_DO_TELL:
    case ROOM_DO_HASH:
    case ROOM_DO_SIT:
    case ROOM_DO_STAND:
    case ROOM_DO_AGREE:
    case ROOM_DO_TELLING:
    case ROOM_DO_AHEAD:
    case ROOM_DO_ASK:
    case ROOM_DO_HINT:
    case ROOM_DO_WHY:
    case ROOM_DO_PAST:
    case ROOM_DO_SYNC:
    case ROOM_VERB_COUNT: break;
    }
    return ROOM_BOOK_SEATS;
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

bool room_fold(room *r, char *line, uint32_t kept, int64_t at)
{
    const char *word = cut_word(&line);
    long person = cut_number(&line);
    const char *id = cut_word(&line);
    bool ok = false;
    if (strcmp(word, "join") == 0) {
        ok = fold_join(r, person, line);
        r->used[ROOM_BOOK_TALK]++;
    } else if (strcmp(word, "salt") == 0) {
        ok = true; // form 1, where a salt was a seat's and of no interest to the room
        r->used[ROOM_BOOK_SEATS]++;
    } else {
        for (int v = 0; v < ROOM_VERB_COUNT; v++) {
            if (strcmp(word, room_verb_names[v]) != 0) continue;
            ok = fold_room(r, v, person, line, at);
            r->used[room_book_of(v)]++;
        }
    }
    if (ok && valid_person(r, person) && strcmp(id, "-") != 0) remember_id(&r->people[person], id);
    if (kept != UINT32_MAX) r->changed = at;
    return ok && keep_at(r, kept);
}

bool room_salted(const room *r, int seat)
{
    const room_chair *c = &r->chair[seat];
    if (r->table && (r->dealing || r->dealt)) return vg_table_hashed(r->table) >> seat & 1;
    if (c->kind != ROOM_PERSON) return false;
    return r->people[c->person].salted && !r->people[c->person].unheard;
}

void room_bot_salt(const room *r, int seat, char out[ROOM_BOT_SALT])
{
    vg_text text = vg_text_over(out, ROOM_BOT_SALT);
    vg_text_printf(&text, "bot:%s", r->chair[seat].spec);
}

// ---- reading ---------------------------------------------------------------------

typedef struct told {
    int seat, entry;
    char *text;
} told;

struct room_reader {
    room *r;
    int round; // to stop after; 0: none
    bool broken, stopped;
    uint32_t entries;
    vg_text header, salts, moves, secret; // of the round being read
    size_t *line;                         // where each log entry begins in `moves`
    size_t count, cap;
    told *told;
    size_t told_count, told_cap;
};

room_reader *room_read_begin(uint64_t id, int round)
{
    room_reader *rd = calloc(1, sizeof *rd);
    room *r = calloc(1, sizeof *r);
    if (!rd || !r) {
        free(rd);
        free(r);
        return NULL;
    }
    r->id = id;
    r->round = 1;
    r->elapsed = -1;
    for (int p = 0; p < VG_MAX_SEATS; p++) r->chair[p].person = r->chair[p].asker = -1;
    rd->r = r;
    rd->round = round;
    rd->header = vg_text_heap();
    rd->salts = vg_text_heap();
    rd->moves = vg_text_heap();
    rd->secret = vg_text_heap();
    return rd;
}

static void forget_told(room_reader *rd, size_t from_entry)
{
    size_t kept = 0;
    for (size_t i = 0; i < rd->told_count; i++) {
        if ((size_t)rd->told[i].entry >= from_entry)
            free(rd->told[i].text);
        else
            rd->told[kept++] = rd->told[i];
    }
    rd->told_count = kept;
}

// A record's head: what stands before the blank line, and the secret after it.
static bool read_header(room_reader *rd, const char *record)
{
    const char *blank = strstr(record, "\n\n"), *game = strstr(record, "\ngame ");
    const char *seats = strstr(record, "\nseats ");
    if (!blank || !game || !seats || strncmp(blank + 2, "secret ", 7) != 0) return false;
    vg_text_clear(&rd->header);
    vg_text_clear(&rd->salts);
    vg_text_clear(&rd->moves);
    vg_text_clear(&rd->secret);
    vg_text_bytes(&rd->header, record, (size_t)(blank - record) + 1);
    vg_text_add(&rd->secret, blank + 2);
    rd->count = 0;
    forget_told(rd, 0);
    vg_text id = VG_TEXT(rd->r->game);
    vg_text_bytes(&id, game + 6, strcspn(game + 6, "\n"));
    long n = strtol(seats + 7, NULL, 10);
    if (n < 1 || n > VG_MAX_SEATS) return false;
    rd->r->seats = (int)n;
    return true;
}

// "make LANG LISTED SECONDS ABSENT HASH SEAT NAME", "bots SPEC...", the record's head.
static bool read_make(room_reader *rd, char *line, char *rest, int64_t at)
{
    room *r = rd->r;
    uint8_t hash[ROOM_HASH];
    cut_word(&line);
    int lang = vg_lang_find(cut_word(&line));
    r->lang = lang < 0 ? VG_IT : (vg_lang)lang;
    r->listed = cut_number(&line) == 1;
    long pace = cut_number(&line);
    r->pace = pace < 0 ? 0 : (int32_t)pace;
    const char *absent = cut_word(&line);
    for (int i = 0; i < ROOM_ABSENT_COUNT; i++)
        if (strcmp(absent, room_absent_names[i]) == 0) r->absent = (uint8_t)i;
    const char *hex = cut_word(&line);
    long seat = cut_number(&line);
    char *bots = rest, *end = strchr(rest, '\n');
    if (strncmp(bots, "bots", 4) != 0 || !end) return false;
    *end = '\0';
    if (!read_header(rd, end + 1)) return false;
    cut_word(&bots);
    for (int p = 0; p < r->seats; p++)
        if (!put_bot(r, p, cut_word(&bots))) return false;
    if (vg_unhex(hex, hash, ROOM_HASH) != 0 || !add_person(r, 0, line, hash)) return false;
    if (valid_seat(r, seat)) take(r, (int)seat, 0);
    r->made = r->changed = r->asked = at;
    return keep_at(r, 0);
}

static bool read_lines(room_reader *rd, const char *lines)
{
    while (*lines) {
        size_t n = strcspn(lines, "\n");
        if (lines[0] != '=') {
            if (rd->count == rd->cap) {
                size_t cap = rd->cap ? rd->cap * 2 : 256;
                size_t *grown = realloc(rd->line, cap * sizeof *grown);
                if (!grown) return false;
                rd->line = grown;
                rd->cap = cap;
            }
            rd->line[rd->count++] = rd->moves.len;
        }
        vg_text_bytes(&rd->moves, lines, n);
        vg_text_char(&rd->moves, '\n');
        lines += n + (lines[n] == '\n');
    }
    return true;
}

static bool read_tell(room_reader *rd, char *rest)
{
    long seat = cut_number(&rest), entry = cut_number(&rest);
    if (seat < 0 || entry < 0 || (size_t)entry >= rd->count) return false;
    if (rd->told_count == rd->told_cap) {
        size_t cap = rd->told_cap ? rd->told_cap * 2 : 16;
        told *grown = realloc(rd->told, cap * sizeof *grown);
        if (!grown) return false;
        rd->told = grown;
        rd->told_cap = cap;
    }
    char *copy = strdup(rest);
    if (!copy) return false;
    told *one = &rd->told[rd->told_count++];
    one->seat = (int)seat;
    one->entry = (int)entry;
    one->text = copy;
    return true;
}

// The words after "VERB PERSON ID ".
static char *after_head(char *line)
{
    for (int i = 0; i < 3; i++) {
        line += strcspn(line, " ");
        line += *line == ' ';
    }
    return line;
}

// One line a seat: a later salt takes the place of an earlier one.
static void read_salt(room_reader *rd, int seat, const char *salt)
{
    char head[32];
    vg_text text = VG_TEXT(head);
    vg_text_printf(&text, "salt %d ", seat);
    char *old = rd->salts.len ? strstr(rd->salts.at, head) : NULL;
    if (old) {
        size_t length = strcspn(old, "\n") + 1;
        memmove(old, old + length, strlen(old + length) + 1);
        rd->salts.len -= length;
    }
    if (*salt) vg_text_printf(&rd->salts, "%s%s\n", head, salt);
}

static void read_bot_salts(room_reader *rd)
{
    for (int p = 0; p < rd->r->seats; p++) {
        char salt[ROOM_BOT_SALT];
        if (rd->r->chair[p].kind != ROOM_BOT) continue;
        room_bot_salt(rd->r, p, salt);
        read_salt(rd, p, salt);
    }
}

static const char form_one[] = "veglia record 1\n";

static bool old_form(const room_reader *rd)
{
    return strncmp(rd->header.at, form_one, sizeof form_one - 1) == 0;
}

// The header as it was dealt with, up to a blank line: what follows it, NULL if there is none.
static char *read_frame(room_reader *rd, char *text)
{
    char *blank = strstr(text, "\n\n");
    if (!blank) return NULL;
    vg_text_clear(&rd->header);
    vg_text_clear(&rd->salts);
    vg_text_bytes(&rd->header, text, (size_t)(blank - text) + 1);
    return blank + 2;
}

// "SEAT SALT", and maybe "dealt"
static void read_reveal(room_reader *rd, const char *args)
{
    size_t seat = strcspn(args, " "), salt = 0;
    if (args[seat]) salt = strcspn(args + seat + 1, " ");
    vg_text_add(&rd->salts, "salt ");
    vg_text_bytes(&rd->salts, args, seat + 1 + salt);
    vg_text_char(&rd->salts, '\n');
}

// A table that was made in form 1 and not dealt yet is dealt in today's; its salts are gone.
static void renew_form(room_reader *rd)
{
    if (rd->r->dealt || !old_form(rd)) return;
    rd->header.at[sizeof form_one - 3] = '2';
    vg_text_clear(&rd->salts);
}

static bool read_verb(room_reader *rd, char *line, char *rest, int64_t at)
{
    uint32_t kept = UINT32_MAX;
    bool ok = true;
    if (strncmp(line, "move ", 5) == 0 || strncmp(line, "next ", 5) == 0 ||
        strncmp(line, "deal ", 5) == 0 || strncmp(line, "reveal ", 7) == 0 ||
        strncmp(line, "void ", 5) == 0) {
        kept = (uint32_t)rd->count;
        if (line[0] == 'r') read_reveal(rd, after_head(line));
        if (line[0] == 'v' || (line[0] == 'd' && strncmp(after_head(line), ROOM_DEAL_FRAMED,
                                                         sizeof ROOM_DEAL_FRAMED - 1) == 0))
            rest = read_frame(rd, rest);
        ok = rest && read_lines(rd, rest);
        if (line[0] == 'd' && strcmp(after_head(line), ROOM_DEAL_SALTED) == 0) read_bot_salts(rd);
    } else if (strncmp(line, "undo ", 5) == 0) {
        ok = rd->count > 0;
        if (ok) rd->count--;
        if (ok && old_form(rd)) {
            rd->moves.len = rd->line[rd->count];
            rd->moves.at[rd->moves.len] = '\0';
        } else if (ok) {
            vg_text_printf(&rd->moves, "%ld undo\n", strtol(after_head(line), NULL, 10));
        }
        if (ok) forget_told(rd, rd->count);
        kept = (uint32_t)rd->count;
    } else if (strncmp(line, "tell ", 5) == 0) {
        char *args = after_head(line), *number = args + strcspn(args, " ");
        kept = (uint32_t)strtoul(number, NULL, 10);
        ok = read_tell(rd, args);
    } else if (strncmp(line, "again ", 6) == 0) {
        if (rd->round == rd->r->round) {
            rd->stopped = true;
            return false;
        }
        kept = 0;
        ok = read_header(rd, rest);
    } else if (strncmp(line, "salt ", 5) == 0 && old_form(rd)) {
        char *args = after_head(line);
        long seat = strtol(args, NULL, 10);
        args += strcspn(args, " ");
        read_salt(rd, (int)seat, args + (*args == ' '));
    }
    return ok && room_fold(rd->r, line, kept, at);
}

bool room_read_entry(room_reader *rd, const char *text, int64_t at)
{
    if (rd->broken || rd->stopped) return false;
    char *copy = strdup(text);
    if (!copy) {
        rd->broken = true;
        return false;
    }
    char *rest = strchr(copy, '\n');
    if (rest) *rest++ = '\0';
    bool ok = rd->entries++ == 0
                  ? strncmp(copy, "make ", 5) == 0 && rest && read_make(rd, copy, rest, at)
                  : read_verb(rd, copy, rest ? rest : copy + strlen(copy), at);
    free(copy);
    if (!ok && !rd->stopped) rd->broken = true;
    return ok;
}

static void freeze(room *r, const char *it, const char *en, const char *why)
{
    vg_text text = VG_TEXT(r->frozen);
    vg_text_printf(&text, "%s %s (%.160s)", it, en, why);
}

static void append(vg_text *to, const vg_text *from)
{
    if (from->len > 0) vg_text_bytes(to, from->at, from->len);
}

// Lets the engine play the round's record.
static void load_table(room_reader *rd)
{
    room *r = rd->r;
    char buffer[512];
    vg_text why = VG_TEXT(buffer), record = vg_text_heap();
    renew_form(rd);
    append(&record, &rd->header);
    append(&record, &rd->salts);
    vg_text_char(&record, '\n');
    append(&record, &rd->moves);
    append(&record, &rd->secret);
    vg_err err = VG_OK;
    r->table = vg_table_load(record.at, record.len, VG_EN, &err, &why);
    vg_text_release(&record);
    for (size_t i = 0; r->table && i < rd->told_count; i++)
        if (vg_table_narrate(r->table, rd->told[i].seat, rd->told[i].entry, rd->told[i].text)) {
            vg_text_add(&why, "narration");
            err = VG_ERR_RECORD;
        }
    if (r->table && !err) err = vg_table_verify(r->table, VG_EN, &why);
    if (!err && r->table) {
        room_name_chairs(r);
        return;
    }
    vg_table_free(r->table);
    r->table = NULL;
    if (err == VG_ERR_VERSION)
        freeze(r, "Questa partita segue una versione delle regole che qui non c'è più.",
               "This game follows a version of the rules that is no longer here.", buffer);
    else
        freeze(r, "Questa partita non si può più rigiocare.", "This game cannot be replayed.",
               buffer);
}

room *room_read_end(room_reader *rd)
{
    room *r = rd->r;
    if (rd->entries == 0 || (rd->broken && r->seats == 0)) {
        room_free(r);
        r = NULL;
    } else if (rd->broken) {
        freeze(r, "I dati di questo tavolo sono rovinati.", "The data of this table are damaged.",
               "entry");
    } else {
        load_table(rd);
    }
    vg_text_release(&rd->header);
    vg_text_release(&rd->salts);
    vg_text_release(&rd->moves);
    vg_text_release(&rd->secret);
    forget_told(rd, 0);
    free(rd->told);
    free(rd->line);
    free(rd);
    return r;
}

void room_free(room *r)
{
    if (!r) return;
    for (int i = 0; r->chat && i < ROOM_CHAT; i++) free(r->chat[i].text);
    free(r->chat);
    vg_teller_free(r->teller);
    vg_table_free(r->table);
    for (int i = 0; i < r->people_count; i++) free(r->people[i].done);
    free(r->people);
    free(r->keep);
    free(r);
}

// ---- looking -----------------------------------------------------------------------

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
