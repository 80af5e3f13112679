// fake.h: a hall without sockets, disk, threads or clock, for tests of what happens at tables.
//
// Everything hall*.c calls outside itself is here in its place: connections keep what they are
// told, the store is a list in memory, thinkers answer when told to, and time goes by when it is
// let. libuv's few functions are stood in for as well, so that a run depends on its seed alone.
#ifndef VG_TEST_FAKE_H
#define VG_TEST_FAKE_H

#include "server/hall_parts.h"

typedef struct client { // somebody with a browser
    conn c;
    char token[12];
    const char *name;
    enum { WANT_NOTHING, WANT_JOIN, WANT_ENTER, WANT_RECORD } want;
    uint64_t table;
    int status;          // of the last HTTP answer; 0: none yet
    int closed;          // the close code; 0: open
    long sent, answered; // commands, and answers to them
    char code[16];       // of the last refusal; "" if the last answer was none
    char answer_id[41];  // of the last answer
    vg_text heard;       // every message, a line each
    long messages, bytes;
    void (*look)(struct client *who, const char *message, size_t length); // NULL is fine
} client;

extern server *fake;
extern vg_rng fake_rng;
extern long fake_thoughts;  // under way
extern int fake_disk_fails; // in so many thousand writes
extern uint32_t (*fake_takes)(
    const thought *q);                  // milliseconds a thought takes; NULL: what it costs
extern void (*fake_thinks)(thought *q); // fills in the answer; NULL: any move, now and then none
extern void (*fake_stored)(uint64_t table, const char *entry); // sees every entry; NULL is fine
extern void (*fake_asked)(const thought *q); // sees every question put to a bot; NULL is fine

void fake_begin(uint64_t seed);
void fake_restart(void); // as after kill -9: only the store is left
void fake_end(void);

uint64_t fake_now(void);
// One turn of the loop: what is due comes back from the disk, loaders and thinkers, and is told.
void fake_turn(void);
void fake_settle(void);          // turns until nothing more comes of it; time stands still
void fake_pass(uint64_t millis); // time goes by, with turns and ticks in it
long fake_thoughts_of(uint64_t table);
void fake_dismiss(void);               // nobody thinks about anything any more
uint32_t fake_entries(uint64_t table); // on disk

client *fake_client(const char *token, const char *address);
void fake_drop(client *who);   // the browser is closed
void fake_forget(client *who); // and forgotten: frees
// Makes a table and lets the maker in. 0 if it cannot be set up like that.
uint64_t fake_make(client *who, room_plan *plan);
void fake_join(client *who, uint64_t table, const char *name);
void fake_enter(client *who, uint64_t table);
// Sends one command: JSON without id and braces, "\"do\":\"deal\"". Gives its number.
long fake_send(client *who, const char *command);
// The same, until it is answered: the refusal's code, or NULL if it was done.
const char *fake_do(client *who, const char *command);
// A room as it is on disk. Owned: room_free.
room *fake_read(uint64_t table);
void fake_hash(const char *token, uint8_t hash[ROOM_HASH]);

// CHECK(good) or CHECK(good, format, ...): says what does not hold, and ends the run.
#define CHECK(...) fake_check(#__VA_ARGS__, __FILE__, __LINE__, __VA_ARGS__, (const char *)NULL)
void fake_check(const char *what, const char *where, int line, bool good, const char *format, ...);

#endif
