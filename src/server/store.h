// store.h: what has to survive: for every table a list of entries, only ever appended to.
//
// An entry is text the store does not read. Appending is compare-and-append: a
// write names its place in the table's list, and is refused if that place is
// not the next one, so that nothing is doubled or lost whoever writes. Writes
// are put on disk in batches by one thread: whatever gathered during a turn of
// the loop and during the last commit goes into the next. Each entry carries a checksum over all
// before it.
//
// A second implementation (PostgreSQL, several nodes) needs these functions and
// no more; nothing else in the server knows SQLite.
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
    bool ok;        // filled in: it is on disk
    bool conflict;  // filled in: refused because `n` was not the next place
    int64_t at;     // milliseconds since 1970
    void *owner;    // the caller's
    size_t length;
    char text[]; // length bytes and a NUL
} store_write;

// Opens or makes the database and its writer. `wake(wake_arg)` is called from the writer's thread
// whenever there is something to collect. NULL on error, and `why` says so in `lang`, as all calls
// below do.
store *store_open(const char *path, vg_lang lang, void (*wake)(void *), void *wake_arg,
                  vg_text *why);
// Finishes what was queued and closes. NULL is fine.
void store_close(store *s);

// A write with room for `length` bytes and a NUL, of a table whose status stays as it is, all else
// zero; NULL without memory.
store_write *store_write_new(size_t length);
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
// Gives the table's entries in order; `each` may stop by returning false. Any thread, one caller at
// a time. False if there is no such table (`why` stays empty) or it cannot be read.
bool store_read(store *s, uint64_t table, bool (*each)(void *arg, const store_entry *e), void *arg,
                vg_text *why);

typedef struct store_row {
    uint64_t table;
    int64_t made, changed; // `changed` is of the last change of status
    uint8_t status;
} store_row;
// Gives every table, oldest first. Same terms as store_read.
bool store_list(store *s, bool (*each)(void *arg, const store_row *row), void *arg, vg_text *why);

// Copies the whole database to a new file while it is in use. Any thread.
bool store_backup(store *s, const char *to, vg_text *why);
// Puts a backup in the place of the database at `path`, which nobody may have open. What was there
// is kept beside it, under the name `aside` gets (nothing if there was nothing).
bool store_restore(const char *path, const char *from, vg_lang lang, vg_text *aside, vg_text *why);
// Takes a table out for good. Not while the table is in anybody's memory.
bool store_remove(store *s, uint64_t table, vg_text *why);

#define STORE_BOUNDS 10
extern const double store_bounds[STORE_BOUNDS]; // seconds, for all histograms
// Counters for operation; may be read at any time.
typedef struct store_figures {
    uint64_t entries, commits, failures;
    bool failing;                        // the last commit failed
    uint32_t queue;                      // entries waiting for the disk
    uint64_t commit_up_to[STORE_BOUNDS]; // commits that took up to store_bounds[i] seconds
    double commit_seconds;
    uint64_t bytes; // on disk, with what is not yet in its place
    char why[160];
} store_figures;
void store_look(store *s, store_figures *out);

#endif
