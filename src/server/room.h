// room.h: a table with the people around it: who is who, who sits where, chat, rounds.
//
// A room is what its entries say: room_read folds them one after another, and
// a command, once found good, becomes one more entry. It knows no sockets, no
// clock and no disk; what must not survive a restart (who is connected, who is
// telling) lies in fields marked so and belongs to hall.c.
#ifndef VG_SERVER_ROOM_H
#define VG_SERVER_ROOM_H

#include "bots/bot.h"
#include "engine/table.h"
#include "tale/tale.h"

#define ROOM_ID        14 // characters of a table's name and its NUL
#define ROOM_PEOPLE    24
#define ROOM_CHAT      100 // messages kept at hand
#define ROOM_DONE      256 // commands remembered for each person: docs/protocol.md, a repeat
#define ROOM_BANNED    16  // tokens that may not come back
#define ROOM_HASH      32  // of a person's token
#define ROOM_COLOURS   8   // people may choose from (web/src/colours.ts)
#define ROOM_PUSHES    4   // devices of a person that want to be told of their turn
#define ROOM_SAID      400 // characters of a chat message
#define ROOM_WORDS     400 // bytes that name a thing
#define ROOM_MAX_PACE  1209600
#define ROOM_BOT_SPEC  24
#define ROOM_BOT_MILLI 3000 // longest thought of a bot
#define ROOM_BOT_SIMS  20000

typedef enum room_status {
    ROOM_OPEN,
    ROOM_PLAYING,
    ROOM_OVER,
    ROOM_CLOSED,
    ROOM_FROZEN
} room_status;
typedef enum room_kind { ROOM_EMPTY, ROOM_PERSON, ROOM_BOT } room_kind;
typedef enum room_absent { ROOM_WAIT, ROOM_SKIP, ROOM_STAND_IN, ROOM_ABSENT_COUNT } room_absent;
extern const char *const room_absent_names[ROOM_ABSENT_COUNT];

// What is written down about a table is counted by its kind, and each has a limit of its own: so no
// talk, and nobody's coming and going, can fill the pages the moves need.
#define ROOM_BOOKS(X)                                                                              \
    X(GAME, 60000)  /* moves, deals, closing: a match of nine */                                   \
    X(SEATS, 10000) /* taken back, told, sitting down, standing up */                              \
    X(TALK, 20000)  /* chat, names, joining */                                                     \
    X(HOST, 5000)   /* what only the host does */
typedef enum room_book {
#define X(name, most) ROOM_BOOK_##name,
    ROOM_BOOKS(X)
#undef X
        ROOM_BOOK_COUNT
} room_book;

typedef struct room_person {
    char name[VG_MAX_NAME * 4 + 1];
    uint8_t hash[ROOM_HASH];
    int8_t seat;                   // -1: none
    bool gone;                     // removed by the host: the number is free for somebody else
    bool muted;                    //
    bool salted;                   // a hash for the next deal is here
    bool unheard;                  // did not reveal: no more part in chance in this round
    uint8_t salt[VG_SHA256_BYTES]; // the hash
    uint64_t *done;                // a ring of hashes of command ids; grows to ROOM_DONE. Owned
    uint16_t done_count, done_cap, done_next;
    char *push[ROOM_PUSHES]; // "LANG ENDPOINT P256DH AUTH" (push.h), the oldest first. Owned
    int push_count;
    uint8_t colour;   // not kept: chosen by this person, up to ROOM_COLOURS; 0: none
    uint16_t here;    // not kept: connections
    uint64_t left_at; // not kept: when the last of them went, as hall.c counts
} room_person;

typedef struct room_chair {
    uint8_t kind;                  // room_kind
    int8_t person;                 // ROOM_PERSON
    bool left;                     // whoever sat here has left the game in play
    uint32_t knew;                 // people who have been this seat in this round: a bit each
    bool ahead, stand_in, telling; // not kept
    int8_t asker;                  // not kept: who asks for this seat, left in play; -1: nobody
    uint32_t agreed; // not kept: seated people who let the asker have it, or a bot stand in
    vg_bot bot;      // ROOM_BOT
    uint8_t called;  // ... and which of the bots' names it has, wherever it sits
    char spec[ROOM_BOT_SPEC];
} room_chair;

typedef struct room_said {
    int8_t person;
    char name[VG_MAX_NAME * 4 + 1]; // as it was then
    char *text;                     // owned
    int64_t at;
} room_said;

// A place in the chain of a round (docs/randomness.md).
typedef struct room_mark {
    int round, links;
    char head[2 * VG_SHA256_BYTES + 1]; // "" before the deal
} room_mark;

typedef struct room {
    uint64_t id;
    uint32_t seq;    // entries so far
    room_mark shown; // not kept: how far the chain is on disk, which people may see: room_show
    int64_t made;    // when
    int64_t changed; // when the game last moved on
    // When the open question was asked; what time was spent on futures taken back counts as well.
    int64_t asked;
    uint32_t spent[VG_MAX_UNDO]; // milliseconds each of the newest moves took, a ring
    uint32_t spent_count;        // ever, less those taken back
    uint32_t popped;             // what the move taken back last had taken
    int64_t elapsed; // not kept: what the clock says the move being made took; -1: see `asked`
    uint32_t used[ROOM_BOOK_COUNT]; // entries by kind
    vg_table *table;                // owned; NULL only when frozen
    vg_teller *teller;              // of what bots have to tell; NULL until one has. Owned
    int round;                      // 1-based
    bool dealing;                   // the frame is fixed, salts are being revealed
    bool dealt, closed;
    char frozen[320]; // why, in Italian and English; "" if it is not
    char game[24];    // id; known even when frozen
    vg_lang lang;
    bool listed, shut; // shut: nobody new may join
    int32_t pace;      // seconds for a decision; 0: no clock
    uint8_t absent;    // room_absent
    int8_t host;       // person
    uint8_t banned[ROOM_BANNED][ROOM_HASH];
    uint32_t banned_count; // ever
    int people_count;
    room_person *people; // owned
    room_chair chair[VG_MAX_SEATS];
    int seats;
    room_said *chat;     // a ring of ROOM_CHAT; NULL while nobody has spoken. Owned
    uint32_t chat_count; // ever
    // keep[i]: entry number i of this room left this many log entries of its round as they were;
    // UINT32_MAX: all. So a viewer who knows the room up to `seq` can be told what it missed.
    uint32_t *keep; // owned
    size_t keep_cap;
} room;

// ---- names of tables ----
void room_id_text(uint64_t id, char out[ROOM_ID]);
// 0 if it is not a name as room_id_text writes it.
uint64_t room_id_parse(const char *text, size_t length);

// ---- making and reading ----
typedef struct room_plan {
    vg_table_plan table; // VG_DICE_SECRET, with its secret
    vg_lang lang;
    bool listed;
    int32_t pace;
    uint8_t absent;
    char name[VG_MAX_NAME * 4 + 1]; // the maker's, cleaned
    uint8_t hash[ROOM_HASH];
    int seat;                              // of the maker; -1: none
    char bot[VG_MAX_SEATS][ROOM_BOT_SPEC]; // ""; or a spec room_bot accepted
} room_plan;
// Writes the first entry of a room. False (and `why`) if the game cannot be set up like that.
bool room_first_entry(const room_plan *plan, vg_text *entry, vg_text *why);
// Reads a bot's spec, within what a server can afford. Refused as vg_bot_parse does.
VG_MUST_USE vg_err room_bot(const char *spec, vg_lang lang, vg_bot *out, vg_text *why);

typedef struct room_reader room_reader;
// Folds a room out of its entries. `round` > 0 stops at the end of that round. Owned: room_read_end
// gives the room and frees the reader. NULL without memory.
room_reader *room_read_begin(uint64_t id, int round);
// False when no more is wanted, or the entry makes no sense (room_read_end then freezes the room).
bool room_read_entry(room_reader *rd, const char *text, int64_t at);
// NULL without memory or without any entry. A room that cannot be played is frozen and says why.
room *room_read_end(room_reader *rd);
void room_free(room *r); // NULL is fine

// ---- looking ----
room_status room_status_of(const room *r);
// The seat a bot decides for now: a bot's, an absent person's, an empty one where a bot may step
// in.
bool room_bot_plays(const room *r, int seat);
// From which log entry on a viewer who knew the room up to `since` must be told again.
uint32_t room_from(const room *r, uint32_t since);
// The seat whose person is asked now, which a clock would be for; -1: none.
int room_waits_for(const room *r);
// The person with this token's hash, or -1. Takes the same time wherever it is found.
int room_find(const room *r, const uint8_t hash[ROOM_HASH]);
bool room_is_banned(const room *r, const uint8_t hash[ROOM_HASH]);
bool room_has_people(const room *r); // sitting at it
int room_seats_taken(const room *r);

// ---- commands: verbs.def ----
typedef enum room_verb {
#define ENTRY(id, ...) ROOM_DO_##id,
#define SIGN(id, ...)  ROOM_DO_##id,
#define LOOK(id, ...)  ROOM_DO_##id,
#include "server/verbs.def"
    ROOM_VERB_COUNT
} room_verb;
extern const char *const room_verb_names[ROOM_VERB_COUNT];
int room_verb_find(const char *word); // ROOM_VERB_COUNT: there is none

typedef struct room_command {
    char id[41];                               // "" for what the server does itself
    uint8_t verb;                              // room_verb
    int seat, with, person, entry, at, colour; // -1: not given
    bool on;
    uint8_t by; // vg_by, of a move the server makes
    // move, text, name, hash, salt, bot, words; NULL: null or not given. Borrowed
    const char *text;
    uint8_t secret[VG_SECRET]; // ROOM_DO_AGAIN: fresh, by the caller
} room_command;

typedef struct room_answer {
    const char *code; // of docs/protocol.md; NULL: done
    bool again;       // it had been done before; nothing to store
    vg_text *why;     // where a refusal is explained; by the caller
} room_answer;

// Does what `person` (-1: the server itself) commands. Done: the room has changed and `entry` holds
// the text to store, or nothing if there is nothing to store. Refused: nothing has changed.
void room_do(room *r, int person, const room_command *c, vg_lang lang, int64_t now, vg_text *entry,
             room_answer *answer);
// A move of a bot, chosen from vg_table_legal. False if it is no longer legal. `by` is how it comes
// to move there, if the seat is not its own.
bool room_bot_move(room *r, int seat, vg_move m, vg_by by, int64_t now, vg_text *entry);
// The bot of `seat` tells its move, log entry `at`. False if there is nothing to tell.
bool room_bot_tells(room *r, int seat, int at, int64_t now, vg_text *entry);
// A new person, or -1 if there are too many; an existing one gets another name. Where all numbers
// are given, whoever has been away longest, without a seat, gives way.
int room_join(room *r, int person, const char *name, const uint8_t hash[ROOM_HASH], vg_lang lang,
              int64_t now, vg_text *entry, room_answer *answer);

// Which of the person's devices that is; -1: none.
int room_push_find(const room *r, int person, const char *to);

// ---- messages ----
typedef struct room_viewer {
    int person, seat; // -1: none
    vg_lang lang;
    int lines; // columns for the table as lines: 0 not wanted, 1 never drawn
} room_viewer;
typedef struct room_clock {
    bool runs;
    int seat;
    int64_t limit, left; // milliseconds
} room_clock;
// Everything in the room is on disk: messages carry the chain as it is now.
void room_show(room *r);
// Begins a message. Each has its type and how far the chain is, whatever it is about, so that
// nobody can be told of another past than everybody else without a trace.
void room_open(const room *r, const char *type, vg_json *j);
void room_table_json(const room *r, const room_viewer *v, int watchers, vg_text *out);
// Needs a table.
void room_state_json(room *r, const room_viewer *v, uint32_t since, const room_clock *clock,
                     vg_text *out);
// Messages from number `from` on; false if there are none.
bool room_chat_json(const room *r, uint32_t from, vg_text *out);
void room_telling_json(const room *r, vg_text *out);
// Why the viewer's seat can do nothing with what `words` name; an earlier moment of the game. Both
// answer the command `id`. The table must have been dealt.
void room_why_json(room *r, const room_viewer *v, const char *id, const char *words, vg_text *out);
void room_past_json(room *r, const room_viewer *v, const char *id, int count, vg_text *out);
// The error's name in the protocol.
const char *room_code(vg_err err);

#endif
