// store.h: what has to survive: for every table a list of entries, only ever appended to.
//
// An entry is text the store does not read. Appending is compare-and-append: a
// write names its place in the table's list, and is refused if that place is
// not the next one, so that nothing is doubled or lost whoever writes. Writes
// are put on disk in batches by one thread: whatever gathered during a turn of
// the loop and during the last commit goes into the next. Each entry carries a checksum over all
// before it.
//
// There are two keepers (store_kind.h): a file of SQLite's, which is one server's, and a database
// of PostgreSQL's, which several servers may share. Then a table is one server's at a time: who
// claims it gets its epoch, every write carries it, and one with an older epoch is refused by the
// very statement that would have written it. Who is alive is judged by the database's clock alone.
#ifndef VG_SERVER_STORE_H
#define VG_SERVER_STORE_H

#include "base/lang.h"
#include "base/text.h"

typedef struct store store;

// What of a table is known without reading it.
typedef enum store_status {
    STORE_OPEN,    // before the deal
    STORE_PLAYING, //
    STORE_OVER,    // a rematch may follow
    STORE_CLOSED,  // nothing more may happen
    STORE_SAME = 255
} store_status;

typedef struct store_write {
    struct store_write *next;
    uint64_t table; // 1..2^63-1
    uint32_t n;     // the place of this entry, 0-based; 0 makes the table
    uint8_t status; // store_status from now on
    uint64_t epoch; // by which the table is ours: store_claim; of a new one STORE_FIRST_EPOCH
    bool ok;        // filled in: it is on disk
    bool conflict;  // filled in: refused because `n` was not the next place, or the epoch is over
    int64_t at;     // milliseconds since 1970
    const char *listing; // the table's line in the list, from now on; "": none; NULL: as it was
    size_t length;
    char text[]; // length bytes and a NUL
} store_write;

enum {
    STORE_FIRST_EPOCH = 1,
    STORE_PEER = 64,
    STORE_SECRET = 65,
    STORE_NEWS = 1800 // stays in its row: PostgreSQL moves what is over 2,000 elsewhere
};

// May several servers share it? `where` is a file, or a "postgresql://..." (libpq's URI).
bool store_is_shared(const char *where);

// A server that shares a database, to the others.
typedef struct store_node {
    const char *name;    // who comes back under the same name takes its own place
    const char *peer;    // where the others reach it, "10.0.0.1:8090"
    const char *version; // whose rules it plays by
} store_node;

// Opens or makes the database and its writer. `node` NULL: not a server. `wake(wake_arg)` is called
// from the writer's thread whenever there is something to collect. NULL on error, and `why` says so
// in `lang`, as all calls below do.
store *store_open(const char *where, vg_lang lang, const store_node *node, void (*wake)(void *),
                  void *wake_arg, vg_text *why);
// Finishes what was queued and closes. NULL is fine.
void store_close(store *s);

// A write with room for `length` bytes and a NUL, of a table whose status stays as it is, with a
// copy of `listing` (or NULL), all else zero; NULL without memory.
store_write *store_write_new(size_t length, const char *listing);
// Takes a write, which the store owns until it is collected. Nothing happens before store_send.
void store_append(store *s, store_write *w);
// Hands what was appended to the writer, together: so they share a commit. Never waits.
void store_send(store *s);
// All writes that are done, oldest first, linked by `next`; the caller frees each. NULL: none.
store_write *store_collect(store *s);

typedef struct store_entry {
    uint32_t n;
    int64_t at;
    const char *text; // borrowed during the call
    size_t length;
} store_entry;
typedef enum store_found {
    STORE_MISSING, // there is no such table
    STORE_FOUND,   //
    STORE_DAMAGED, // it is there and cannot be read: `why`
    STORE_AWAY     // the database cannot be asked now: `why`
} store_found;
// Gives the table's entries in order; `each` may stop by returning false. Any thread, one caller at
// a time.
store_found store_read(store *s, uint64_t table, bool (*each)(void *arg, const store_entry *e),
                       void *arg, vg_text *why);

typedef struct store_row {
    uint64_t table;
    int64_t made, changed; // `changed` is of the last change of status
    uint8_t status;
} store_row;
// Gives every table, oldest first. Same terms as store_read.
bool store_list(store *s, bool (*each)(void *arg, const store_row *row), void *arg, vg_text *why);

// ---- several servers, one database -------------------------------------------------------

typedef struct store_claim {
    uint64_t epoch;        // for the writes of who has it
    uint64_t term;         // store_term when it was claimed
    char peer[STORE_PEER]; // whose it is, if it is not ours
} store_claim;
typedef enum store_whose { STORE_OURS, STORE_THEIRS, STORE_NOBODYS, STORE_UNKNOWN } store_whose;
// Makes the table ours unless another server has it that lives. STORE_NOBODYS: there is no such
// table; STORE_UNKNOWN: the database cannot be asked now (`why`). Any thread.
store_whose store_own(store *s, uint64_t table, store_claim *out, vg_text *why);
// We cannot play it by our rules: a server of another version may, unless it has said the same
// before. STORE_THEIRS: it has it now. STORE_OURS: there is none.
store_whose store_pass_on(store *s, uint64_t table, store_claim *claim, vg_text *why);
// Gives some of the tables before or in play that nobody has, which are ours from now on; none if
// all are taken. Any thread. False: see `why`.
bool store_adopt(store *s, bool (*each)(void *arg, uint64_t table), void *arg, vg_text *why);
// Changes when we were taken for dead: then nothing that was claimed before is ours.
uint64_t store_term(store *s);
// Has the database lately said that we live? If not, what we have in memory may be old: writes are
// refused by themselves, but who is answered from it might be told what no longer holds.
bool store_sure(store *s);
// Changes when a server came or went.
uint64_t store_servers(store *s, int *count);
bool store_lives(store *s, const char *peer); // a server others reach there, as far as we know
const char *store_secret(store *s); // what servers on it know each other by, and nobody else
// What the other servers shall hear of us, a moment later; `length` at most STORE_NEWS. And what
// they said last, each apart.
void store_tell(store *s, const void *news, size_t length);
void store_heard(store *s, void (*each)(void *arg, const void *news, size_t length), void *arg);
// Gives the list of tables as it was a moment ago, newest first; nothing if there is one server.
void store_listed(store *s, void (*each)(void *arg, uint64_t table, int64_t made, const char *line),
                  void *arg);

// ---- looking after it ------------------------------------------------------------------------

// Copies the whole database to a new file of SQLite's while it is in use. Any thread.
bool store_backup(store *s, const char *to, vg_text *why);
// Puts a backup in the place of the database at `path`, which nobody may have open. What was there
// is kept beside it, under the name `aside` gets (nothing if there was nothing).
bool store_restore(const char *path, const char *from, vg_lang lang, vg_text *aside, vg_text *why);
// Takes a table out for good. Not while the table is in anybody's memory.
bool store_remove(store *s, uint64_t table, vg_text *why);
// Copies every table of `from` to `to`, where it may be already (whole, or begun by a copy that was
// cut off), and compares both entry by entry. `figures`: how many tables and entries.
bool store_copy(store *from, store *to, uint64_t figures[2], vg_text *why);

#define STORE_BOUNDS 10
extern const double store_bounds[STORE_BOUNDS]; // seconds, for all histograms
// Counters for operation; may be read at any time.
typedef struct store_figures {
    uint64_t entries, commits, failures;
    bool failing;                        // the last commit failed
    bool holding;                        // ... and its writes wait for the database to come back
    uint32_t queue;                      // entries waiting for the disk
    uint64_t commit_up_to[STORE_BOUNDS]; // commits that took up to store_bounds[i] seconds
    double commit_seconds;
    uint64_t bytes; // on disk, with what is not yet in its place
    char why[160];
} store_figures;
void store_look(store *s, store_figures *out);

#endif
