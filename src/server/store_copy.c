// store_copy.c: all tables of one store into another, of whatever kinds.
#include "server/store_kind.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { AT_ONCE = 1000 }; // entries

typedef struct copy {
    store *to;
    uint64_t table, sum;
    uint32_t count; // entries gone through
    uint32_t there; // entries `to` has already
    uint64_t epoch;
    int sent;
    bool failed;
} copy;

typedef struct tables {
    store_row *row;
    size_t count, cap;
} tables;

static bool note_row(void *arg, const store_row *row)
{
    tables *all = arg;
    if (all->count == all->cap) {
        all->cap = all->cap ? all->cap * 2 : 256;
        store_row *grown = realloc(all->row, all->cap * sizeof *grown);
        if (!grown) return false;
        all->row = grown;
    }
    all->row[all->count++] = *row;
    return true;
}

static bool add_up(void *arg, const store_entry *e)
{
    copy *c = arg;
    c->sum = store_sum(c->sum, c->table, e->n, e->at, e->text, e->length);
    c->count++;
    return true;
}

// Waits for all that was sent.
static void settle(copy *c)
{
    store_send(c->to);
    while (c->sent > 0) {
        store_write *w = store_collect(c->to);
        if (!w) nanosleep(&(struct timespec){.tv_nsec = 500000}, NULL);
        for (store_write *next; w; w = next) {
            next = w->next;
            c->failed |= !w->ok;
            c->sent--;
            free(w);
        }
    }
}

static bool write_entry(void *arg, const store_entry *e)
{
    copy *c = arg;
    if (e->n < c->there) return true;
    store_write *w = store_write_new(e->length, NULL);
    if (!w) {
        c->failed = true;
        return false;
    }
    w->table = c->table;
    w->n = e->n;
    w->at = e->at;
    w->epoch = c->epoch;
    memcpy(w->text, e->text, e->length);
    store_append(c->to, w);
    if (++c->sent >= AT_ONCE) settle(c);
    return !c->failed;
}

static bool copy_table(store *from, store *to, const store_row *row, uint64_t figures[2],
                       vg_text *why)
{
    copy had = {.table = row->table}, c = {.to = to, .table = row->table},
         source = {.table = row->table}, target = {.table = row->table};
    store_found found = store_read(to, row->table, add_up, &had, why);
    if (found == STORE_DAMAGED || found == STORE_AWAY) return false;
    store_claim claim;
    c.there = had.count;
    c.epoch = STORE_FIRST_EPOCH;
    if (found == STORE_FOUND) {
        if (store_own(to, row->table, &claim, why) != STORE_OURS) {
            if (why->len == 0) vg_text_add(why, "a server has the table open");
            return false;
        }
        c.epoch = claim.epoch;
    }
    found = store_read(from, row->table, write_entry, &c, why);
    settle(&c);
    if (found != STORE_FOUND || c.failed || !store_stamp(to, row, why)) return false;
    // What is there now is what was there: each sum is over all entries before it.
    return store_read(from, row->table, add_up, &source, why) == STORE_FOUND &&
           store_read(to, row->table, add_up, &target, why) == STORE_FOUND &&
           source.count == target.count && source.sum == target.sum &&
           (figures[0]++, figures[1] += target.count, true);
}

bool store_copy(store *from, store *to, uint64_t figures[2], vg_text *why)
{
    tables all = {0};
    figures[0] = figures[1] = 0;
    bool ok = store_list(from, note_row, &all, why);
    for (size_t i = 0; ok && i < all.count; i++) {
        ok = copy_table(from, to, &all.row[i], figures, why);
        if (!ok && why->len == 0)
            vg_text_printf(why, "table %llx: it is another there",
                           (unsigned long long)all.row[i].table);
    }
    free(all.row);
    return ok;
}
