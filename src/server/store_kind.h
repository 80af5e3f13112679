// store_kind.h: what a kind of database does for the store: store_sqlite.c, store_pg.c.
#ifndef VG_SERVER_STORE_KIND_H
#define VG_SERVER_STORE_KIND_H

#include "server/store.h"

typedef enum store_wrote {
    STORE_WROTE,  // all that is no conflict is on disk
    STORE_FAILED, // nothing is
    STORE_HOLD    // nobody knows: to be written again, as it is, when the database is back
} store_wrote;

typedef bool store_each_entry(void *arg, const store_entry *e);
typedef bool store_each_row(void *arg, const store_row *row);
typedef bool store_each_table(void *arg, uint64_t table);
typedef void store_each_line(void *arg, uint64_t table, int64_t made, const char *line);
typedef void store_each_news(void *arg, const void *news, size_t length);

typedef struct store_kind {
    void *(*open)(const char *where, vg_lang lang, const store_node *node, vg_text *why);
    void (*close)(void *k);
    // The writer's thread: a batch, of which each that is on disk becomes `ok`; and what is to be
    // done when it ends.
    store_wrote (*write)(void *k, store_write *batch, char why[160]);
    void (*rest)(void *k);
    store_found (*read)(void *k, uint64_t table, store_each_entry *each, void *arg, vg_text *why);
    bool (*list)(void *k, store_each_row *each, void *arg, vg_text *why);
    bool (*remove)(void *k, uint64_t table, vg_text *why);
    // What a copy has to take over beside the entries.
    bool (*stamp)(void *k, const store_row *row, vg_text *why);
    bool (*backup)(void *k, const char *to, vg_text *why); // NULL: by store_copy
    bool (*adopt)(void *k, store_each_table *each, void *arg, vg_text *why);
    uint64_t (*bytes)(void *k);
    const char *(*secret)(void *k);
    // NULL where there is one server only:
    store_whose (*own)(void *k, uint64_t table, store_claim *out, vg_text *why);
    store_whose (*pass_on)(void *k, uint64_t table, store_claim *claim, vg_text *why);
    uint64_t (*term)(void *k);
    bool (*sure)(void *k);
    uint64_t (*servers)(void *k, int *count);
    bool (*lives)(void *k, const char *peer);
    void (*listed)(void *k, store_each_line *each, void *arg);
    void (*tell)(void *k, const void *news, size_t length);
    void (*heard)(void *k, store_each_news *each, void *arg);
} store_kind;
extern const store_kind store_sqlite, store_pg;

// The checksum of an entry over the one before it.
uint64_t store_sum(uint64_t before, uint64_t table, uint32_t n, int64_t at, const char *text,
                   size_t length);
bool store_stamp(store *s, const store_row *row, vg_text *why);

#endif
