// budget_share.c: what addresses use of all servers together.
//
// Once a second a server tells the others which addresses use much of it, and hears the same of
// them; that travels with the beat (store_pg_nodes.c), so it costs no statement, and nobody's move
// waits for it. An address that has more than a part of any of its limits is told about, the
// heaviest first. It is named by a number that only the servers' secret leads to, and that is
// overwritten a second later. What is done with it: budget.c.
#include "server/budget.h"

#include "base/bytes.h"
#include "server/core.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum {
    ITEM = 8 + 5 * 4, // bytes: key, then connections, doors, makes, work, use
    MOST_TOLD = STORE_NEWS / ITEM,
    UNTOLD = 4, // what nobody is told of is, at all servers together, at most one part in so many
    LEVELS = 64,
    MILLI = 1000 // makes go in thousandths
};

typedef struct sharing {
    server *s;
    unsigned char key[crypto_shorthash_KEYBYTES];
} sharing;

static uint64_t name_of(const sharing *w, const caller *p)
{
    unsigned char out[crypto_shorthash_BYTES];
    uint64_t name = 0;
    crypto_shorthash(out, p->key, sizeof p->key, w->key);
    memcpy(&name, out, sizeof name);
    return name;
}

static double ratio(double part, double whole) { return whole > 0 ? part / whole : 0; }

// The greatest part it has of any of its limits.
static double weight(const server *s, const caller *p)
{
    double made = ratio(s->options.max_makes - p->makes, s->options.max_makes),
           work = ratio(budget_most_work(s) - p->credit, budget_most_work(s)),
           doors = ratio(p->conns - p->carried, s->options.max_per_address);
    double most = made > work ? made : work;
    return most > doors ? most : doors;
}

static int level_of(double weight)
{
    double level = weight * LEVELS;
    return level >= LEVELS - 1 ? LEVELS - 1 : level > 0 ? (int)level : 0;
}

static uint32_t whole(double n) { return n <= 0 ? 0 : n < 4e9 ? (uint32_t)n : 4000000000u; }

static void put_item(const sharing *w, const caller *p, vg_text *out)
{
    const uint32_t numbers[] = {whole(p->conns), whole(p->conns - p->carried),
                                whole((w->s->options.max_makes - p->makes) * MILLI),
                                whole(budget_most_work(w->s) - p->credit), whole(p->used)};
    vg_bytes_put(out, name_of(w, p), 8);
    for (int i = 0; i < 5; i++) vg_bytes_put(out, numbers[i], 4);
}

static void tell(const sharing *w)
{
    server *s = w->s;
    int at[LEVELS] = {0}, cut = LEVELS - 1, count = 0;
    double least = 1.0 / (UNTOLD * s->server_count);
    for (int i = 0; i < SERVER_CALLERS; i++)
        for (caller *p = s->callers[i]; p; p = p->next) {
            if (weight(s, p) < least) continue;
            budget_settle(s, p); // not of all: who is idle is to be forgotten
            if (weight(s, p) >= least) at[level_of(weight(s, p))]++;
        }
    for (int told = at[cut]; cut > 0 && told + at[cut - 1] <= MOST_TOLD; cut--) told += at[cut - 1];
    char buffer[STORE_NEWS + 1];
    vg_text out = VG_TEXT(buffer);
    for (int i = 0; i < SERVER_CALLERS; i++)
        for (caller *p = s->callers[i]; p; p = p->next) {
            double heavy = weight(s, p);
            p->told = heavy >= least && level_of(heavy) >= cut && count < MOST_TOLD;
            count += p->told;
            if (p->told) put_item(w, p, &out);
        }
    store_tell(s->store, out.at, out.len);
}

// ---- what the others say ---------------------------------------------------------------

typedef struct item {
    uint64_t name;
    uint32_t conns, doors, makes, work, used;
} item;
typedef struct heard {
    item *items;
    size_t count, cap;
} heard;

static void hear(void *arg, const void *news, size_t length)
{
    heard *h = arg;
    vg_bytes in = {.at = news, .left = length};
    while (in.left >= ITEM && h->count < h->cap) {
        item *it = &h->items[h->count++];
        it->name = vg_bytes_take(&in, 8);
        uint32_t *const to[] = {&it->conns, &it->doors, &it->makes, &it->work, &it->used};
        for (int i = 0; i < 5; i++) *to[i] = (uint32_t)vg_bytes_take(&in, 4);
    }
}

static int by_name(const void *a, const void *b)
{
    uint64_t x = ((const item *)a)->name, y = ((const item *)b)->name;
    return x < y ? -1 : x > y;
}

static void take_in(const sharing *w, caller *p, const heard *h)
{
    const item wanted = {.name = name_of(w, p)};
    p->made.others = p->doors.others = p->others_spent = p->others_used = 0;
    p->others_conns = 0;
    if (h->count == 0) return;
    const item *end = h->items + h->count,
               *it = bsearch(&wanted, h->items, h->count, sizeof wanted, by_name);
    if (!it) return;
    while (it > h->items && it[-1].name == wanted.name) it--;
    for (; it < end && it->name == wanted.name; it++) { // each server's
        p->made.others += (double)it->makes / MILLI;
        p->doors.others += it->doors;
        p->others_spent += it->work;
        p->others_used += it->used;
        p->others_conns += it->conns < 1000000 ? (int)it->conns : 1000000;
    }
}

static void remember(const server *s, caller *p)
{
    memmove(p->made.past + 1, p->made.past, sizeof p->made.past - sizeof p->made.past[0]);
    memmove(p->doors.past + 1, p->doors.past, sizeof p->doors.past - sizeof p->doors.past[0]);
    p->made.past[0] = (float)(s->options.max_makes - p->makes);
    p->doors.past[0] = (float)(p->conns - p->carried);
}

void budget_share(server *s)
{
    sharing w = {.s = s};
    crypto_generichash(w.key, sizeof w.key, (const unsigned char *)store_secret(s->store),
                       strlen(store_secret(s->store)), NULL, 0);
    store_servers(s->store, &s->server_count);
    heard h = {.cap = (size_t)(s->server_count > 1 ? s->server_count - 1 : 0) * MOST_TOLD};
    h.items = h.cap ? malloc(h.cap * sizeof *h.items) : NULL;
    if (!h.items) h.cap = 0;
    store_heard(s->store, hear, &h);
    if (h.count) qsort(h.items, h.count, sizeof *h.items, by_name);
    for (int i = 0; i < SERVER_CALLERS; i++)
        for (caller *p = s->callers[i]; p; p = p->next) {
            take_in(&w, p, &h);
            remember(s, p);
        }
    free(h.items);
    tell(&w);
}
