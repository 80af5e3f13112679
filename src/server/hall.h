// hall.h: rooms in memory. hall_parts.h has what its files share.
#ifndef VG_SERVER_HALL_H
#define VG_SERVER_HALL_H

#include "server/api.h"
#include "server/bucket.h"
#include "server/room.h"

#define SERVER_MAX_WATCHERS 4000 // connections of who does not sit there
#define SERVER_MAX_DEVICES  16   // connections of one person at one table

typedef enum purse { // commands that write, chat, names, looking; a bucket each
    PURSE_ACT,
    PURSE_TALK,
    PURSE_NAME,
    PURSE_LOOK,
    PURSE_COUNT
} purse;

typedef struct waiting {
    struct waiting *next;
    conn *c;       // reffed
    int person;    // who sits here; -1: one of the others
    char *message; // owned; NULL: its HTTP request
    size_t length;
} waiting;

enum { SPOT_COMERS = 16 };

// A room in memory, and all that does not outlast it. The hall owns it; whoever works for it
// elsewhere (the store, a loader, a thinker) knows its table by number and looks it up again.
struct spot {
    uint64_t id;
    room *room; // NULL: being loaded, or there is none
    server *s;
    spot *next; // in its hash chain
    conn *conns;
    uint8_t stored;       // room_status on disk
    uint64_t epoch, term; // by which it is ours, and when it became so: store.h
    uint64_t listed;      // its line in the list, as a number, as the others have it; 0: none
    bool loading, in_flight, making, dead;
    bool dirty_table, dirty_state, dirty_telling, queued;
    bool recount; // somebody who does not play came or went
    spot *next_dirty;
    ticket ticket; // of what is in flight: one entry at a time
    waiting *first, **last;
    int waiting_count; // of who does not sit here
    uv_timer_t timer;
    // budgets
    bucket purse[ROOM_PEOPLE][PURSE_COUNT],
        others[PURSE_COUNT]; // others: who does not sit, together
    uint8_t waits[ROOM_PEOPLE];
    bucket joins;
    struct comer { // who came from where: a hash of the address
        uint64_t from;
        bucket joins;
        bool banned;
    } comers[SPOT_COMERS];
    uint64_t from[ROOM_PEOPLE]; // where each was last seen joining
    // the open question
    uint64_t question;  // its number, never used again: what was thought about another is void
    int64_t asked_at;   // uv_now when its clock began; may lie before the loop's beginning
    uint64_t answer_at; // uv_now when bots answer; 0: not drawn yet
    uint64_t step;      // and if they are late, then every so many milliseconds
    uint16_t offered;   // seats whose bots were offered the opportunity
    bool expired;       // its clock ran out and was dealt with:
    bool skipping;      // by letting a bot take this decision
    uint64_t thought;   // number of the one under way; 0: none
    vg_move held;       // a bot's answer waiting for its time; 0: none
    int held_seat;      //
    uint64_t line;      // its place among those who think: thought.after
    uint32_t usual[VG_MAX_SEATS];     // milliseconds the seat's bot takes, as far as is known
    uint64_t hinted_at[VG_MAX_SEATS]; // uv_now of the last hint
    uint64_t noticed;                 // the turn somebody was told of, or has seen: hall_push.c
    struct {
        uint64_t at; // uv_now; 0: never, or there has been a sign of life since
        bucket rate;
    } notices[ROOM_PEOPLE];
    int tale_seat, tale_entry;      // the bot's move just played, to be told; seat -1: none
    uint64_t told_at[VG_MAX_SEATS]; // uv_now of the last "telling"
    uint64_t reveal_by;             // uv_now when salts must be there; 0: none is awaited
    uint64_t looked_at;             // uv_now when somebody was last here
    uint64_t host_gone;             // uv_now since when the host is missing; 0: here
};

// The spot of a table in memory, or NULL and `c` will be handled again when it is loaded (or
// `missing` is set: there is none).
spot *hall_find(server *s, uint64_t id, conn *c, bool *missing);
void hall_make(conn *c, const room_plan *plan, uint64_t id, const char *token);
void hall_join(conn *c, spot *sp, int person, const char *name, const uint8_t *hash,
               const char *token);
// Is all of the table on disk? If not, `c` will be handled again when it is (or has been refused).
bool hall_settled(conn *c, spot *sp);
// Is there room for one more connection? If not, `c` has been answered.
bool hall_may_enter(conn *c, spot *sp, int person);
void hall_enter(conn *c, spot *sp, int person, uint32_t since);
void hall_leave(conn *c);
void hall_caught_up(conn *c); // it has read what it was told: now what it missed
void hall_message(conn *c, const char *text, size_t length);
void hall_durable(server *s); // the store has something to collect
void hall_thought(server *s); // the thinkers have
void hall_flush(server *s);
void hall_tick(server *s);
void hall_push_begin(server *s); // notices to who is away
void hall_push_end(server *s);
void hall_push_key(conn *c); // tells what browsers want to know of us
void hall_close(server *s);
void hall_forget(server *s, uint64_t id); // a table that was removed from the database
bool hall_begin(server *s, vg_text *why); // begins to replay live tables nobody has
bool hall_busy(const server *s);          // something is on its way to disk
void hall_list_json(server *s, vg_text *out);
void hall_room_json(spot *sp, int person, vg_lang lang, vg_text *out);
// Later: tells about the record of a round through conn_answer.
void hall_record(conn *c, spot *sp, int round);

// A listed table, remembered while it is not in memory.
typedef struct sleeper {
    uint64_t id;
    int64_t wake; // wall time its clock runs out; 0: never
    int64_t made;
    char *listing; // its line in the list of tables; NULL: not listed. Owned
} sleeper;

#endif
