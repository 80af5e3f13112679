// budget.c: whose turn it is.
//
// What comes from outside is not handled when it is read but stands in line, and between two looks
// at the sockets the loop works at most TURN_US on it. Who has used little processor time lately
// goes first: an honest table does not notice a flood, whose clients wait behind each other; but
// who has waited moves up, or two alike in all but a microsecond would be served and starved. What
// was used is counted by connection and by address (of IPv6 the first 64 bits: that is what one
// household gets), and fades. An address that used more than its share waits as well, or rather
// those of its connections that used more than an equal part of it: others may be behind the same
// address. And a flood that comes from everywhere at once gets, all together, no more than a part
// of the processor.
//
// Servers that share a database tell each other once a second what addresses use (budget_share.c),
// and an address has of all of them together what it would have of one. What comes back to it comes
// back where it was spent, in proportion; where the others do not know of it, an equal part for
// each server. And what they cannot have heard of yet is at most an equal part of what was left.
#include "server/budget.h"

#include "server/core.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    TURN_US = 1000,
    LATER_MS = 25,
    AGE_MS = 50, // who has waited so long goes with those one level better
    HEAVY = 8,   // from this level on (8 ms of a second) all together have HEAVY_MS
    MOST_CALLERS = 65536,
    FORGET_MS = 120000
};
static const double FADE_MS = 1000, // half of what was used counts no more
    SAVE_S = 2,                     // an address may use this many seconds' worth at once
    OWN_FACTOR = 16, // a connection of a busy address counts as this many like itself
    LEVEL_US = 64,   // of use; each level after the first is twice the one before
    HEAVY_MS = 400,  // a second, wherever they come from
    HEAVY_US = 8000; // and so much of it at once

static double faded(double used, uint64_t from, uint64_t now)
{
    return now > from ? used * exp2(-(double)(now - from) / FADE_MS) : used;
}

// ---- callers: what an address has and uses ------------------------------------------

double budget_most_work(const server *s) { return s->options.max_work * 1000.0 * SAVE_S; }

// Of what comes back to an address in a while, the part that comes back here.
static double part_here(const server *s, const caller *p, double here, double others)
{
    if (s->server_count <= 1) return 1;
    if (!p->told) return 1.0 / s->server_count;
    return here + others > 0 ? here / (here + others) : 1;
}

// May it have one more of what it has `here` of?
static bool pool_has(const server *s, const pool *p, double here, double most)
{
    double left = most - here - p->others, lately = 0;
    if (left < 1) return false;
    if (s->server_count <= 1) return true;
    for (int i = 0; i < POOL_TICKS; i++)
        if (here - (double)p->past[i] > lately) lately = here - (double)p->past[i];
    return lately < 1 || (left + lately) / s->server_count - lately >= 1;
}

// Fills in the first bytes that tell addresses apart; text that is no address is all one.
static void key_of(const char *address, uint8_t key[16])
{
    memset(key, 0, 16);
    if (uv_inet_pton(AF_INET, address, key + 12) == 0) {
        key[10] = key[11] = 0xff;
        return;
    }
    if (uv_inet_pton(AF_INET6, address, key) != 0) {
        memset(key, 0, 16);
        return;
    }
    static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff};
    if (memcmp(key, mapped, sizeof mapped) != 0) memset(key + 8, 0, 8);
}

static caller **chain(server *s, const uint8_t key[16])
{
    uint64_t h = 1469598103934665603u;
    for (int i = 0; i < 16; i++) h = (h ^ key[i]) * 1099511628211u;
    return &s->callers[h % SERVER_CALLERS];
}

caller *budget_caller(server *s, const char *address)
{
    uint8_t key[16];
    key_of(address, key);
    caller *p = *chain(s, key);
    while (p && memcmp(p->key, key, sizeof key) != 0) p = p->next;
    if (p) return p;
    p = s->caller_count < MOST_CALLERS ? calloc(1, sizeof *p) : NULL;
    if (!p) return &s->crowd; // the many share one
    uint64_t now = uv_now(&s->loop);
    *p = (caller){.next = *chain(s, key),
                  .credit = budget_most_work(s),
                  .makes = s->options.max_makes,
                  .at = now,
                  .made_at = now};
    memcpy(p->key, key, sizeof key);
    *chain(s, key) = p;
    s->caller_count++;
    return p;
}

static void settle(server *s, caller *p)
{
    uint64_t now = uv_now(&s->loop);
    double most = budget_most_work(s);
    p->credit += (double)(now - p->at) * s->options.max_work * // a millisecond brings 1/1000 of it
                 part_here(s, p, most - p->credit, p->others_spent);
    if (p->credit > most) p->credit = most;
    p->used = faded(p->used, p->at, now);
    p->at = now;
}

void budget_hold(conn *c, caller *p)
{
    if (c->caller == p) return;
    if (c->caller) {
        c->caller->conns--;
        c->caller->carried -= c->peer;
    }
    c->caller = p;
    if (!p) return;
    // Who comes with many others has done what they do.
    settle(c->s, p);
    c->used = p->used / (p->conns + 1);
    c->used_at = p->at;
    p->conns++;
    p->carried += c->peer;
}

void budget_settle(server *s, caller *p)
{
    uint64_t now = uv_now(&s->loop);
    double most = s->options.max_makes;
    p->makes += (double)(now - p->made_at) * most / 60000 *
                part_here(s, p, most - p->makes, p->made.others);
    p->made_at = now;
    if (p->makes > most) p->makes = most;
    settle(s, p);
}

bool budget_may_make(caller *p, server *s)
{
    double most = s->options.max_makes;
    budget_settle(s, p);
    if (!pool_has(s, &p->made, most - p->makes, most)) return false;
    p->makes -= 1;
    return true;
}

bool budget_may_come(const caller *p, const server *s)
{
    int most = s->options.max_per_address;
    return most == 0 || pool_has(s, &p->doors, p->conns - p->carried, most);
}

bool budget_crowded(const conn *c)
{
    const caller *p = c->caller;
    const server_options *o = &c->s->options;
    if (!p || o->max_per_address == 0) return false;
    if (c->peer) return p->conns > o->max_per_address; // whoever carries it has looked closer
    // It is counted already.
    return o->trust_proxy &&
           !pool_has(c->s, &p->doors, p->conns - p->carried - 1, o->max_per_address);
}

void budget_charge(conn *c, double micros)
{
    caller *p = c->caller;
    if (!p) return;
    uint64_t now = uv_now(&c->s->loop);
    c->used = faded(c->used, c->used_at, now) + micros;
    c->used_at = now;
    settle(c->s, p);
    p->used += micros;
    p->credit -= micros;
    if (c->heavy) c->s->heavy -= micros;
}

bool budget_owes(conn *c)
{
    caller *p = c->caller;
    if (!p || c->s->options.max_work == 0) return false;
    settle(c->s, p);
    return p->credit < p->others_spent &&
           faded(c->used, c->used_at, p->at) * 2 * (p->conns + p->others_conns) >
               p->used + p->others_used;
}

void budget_tick(server *s)
{
    uint64_t now = uv_now(&s->loop);
    for (int i = 0; i < SERVER_CALLERS; i++)
        for (caller **at = &s->callers[i]; *at;) {
            caller *p = *at;
            bool idle = p->conns == 0 && now - p->at > FORGET_MS && now - p->made_at > FORGET_MS;
            if (idle) {
                *at = p->next;
                free(p);
                s->caller_count--;
            } else {
                at = &p->next;
            }
        }
}

// ---- the line ----------------------------------------------------------------------

static int level_of(const conn *c)
{
    const caller *p = c->caller;
    if (!p) return 0;
    uint64_t now = uv_now(&c->s->loop);
    double used = faded(p->used, p->at, now),
           own = faded(c->used, c->used_at, now) * OWN_FACTOR / LEVEL_US;
    used /= LEVEL_US;
    if (own < used) used = own;
    int level = 0;
    while (used >= 1 && level < SERVER_LEVELS - 1) used /= 2, level++;
    return level;
}

static void put_last(conn_line *l, conn *c)
{
    c->next_lined = NULL;
    *(l->last ? &l->last->next_lined : &l->first) = c;
    l->last = c;
}

static conn *take_first(conn_line *l)
{
    conn *c = l->first;
    if (!c) return NULL;
    l->first = c->next_lined;
    if (!l->first) l->last = NULL;
    return c;
}

static void keep_turning(uv_idle_t *idle) { (void)idle; } // so that the loop does not wait

void budget_line(conn *c)
{
    server *s = c->s;
    if (c->lined) return;
    c->lined = true;
    conn_ref(c);
    c->level = level_of(c);
    c->lined_at = uv_now(&s->loop);
    put_last(&s->lines[c->level], c);
    s->lined++;
    if (s->lined == 1) uv_idle_start(&s->idle, keep_turning);
}

static void later_over(uv_timer_t *timer)
{
    server *s = timer->data;
    conn_line all = s->later;
    s->later = (conn_line){0};
    for (conn *c; (c = take_first(&all));) {
        c->lined = false;
        budget_line(c);
        conn_unref(c);
    }
}

void budget_later(conn *c)
{
    server *s = c->s;
    if (c->lined) return;
    c->lined = true;
    conn_ref(c);
    if (!s->later.first) uv_timer_start(&s->later_timer, later_over, LATER_MS, 0);
    put_last(&s->later, c);
}

static void move_up(server *s)
{
    uint64_t now = uv_now(&s->loop);
    for (int i = 1; i < SERVER_LEVELS; i++)
        for (conn *c; (c = s->lines[i].first) && now - c->lined_at >= AGE_MS;) {
            take_first(&s->lines[i]);
            c->lined_at = now;
            put_last(&s->lines[i - 1], c);
        }
}

void budget_run(server *s)
{
    if (s->lined == 0) return;
    move_up(s);
    uint64_t from = uv_hrtime(), begun = from;
    s->heavy += (double)(from - s->heavy_at) / 1e6 * HEAVY_MS;
    if (s->heavy > HEAVY_US) s->heavy = HEAVY_US;
    s->heavy_at = from;
    for (int i = 0; s->lined > 0 && i < SERVER_LEVELS;) {
        conn *c = take_first(&s->lines[i]);
        if (!c) {
            i++;
            continue;
        }
        s->lined--;
        c->lined = false;
        if (c->mode != CONN_CLOSED && (budget_owes(c) || (c->level >= HEAVY && s->heavy < 0))) {
            s->count.waited++;
            budget_later(c);
        } else if (c->mode != CONN_CLOSED) {
            c->heavy = c->level >= HEAVY && s->options.max_work > 0;
            conn_serve(c);
            uint64_t now = uv_hrtime();
            budget_charge(c, (double)(now - from) / 1000);
            from = now;
        }
        conn_unref(c);
        if (from - begun > TURN_US * 1000) break;
    }
    if (s->lined == 0) uv_idle_stop(&s->idle);
}

void budget_begin(server *s)
{
    uv_idle_init(&s->loop, &s->idle);
    uv_timer_init(&s->loop, &s->later_timer);
    s->idle.data = s->later_timer.data = s;
}

// Nobody is served any more.
void budget_end(server *s)
{
    for (int i = -1; i < SERVER_LEVELS; i++)
        for (conn *c; (c = take_first(i < 0 ? &s->later : &s->lines[i]));) {
            c->lined = false;
            conn_unref(c);
        }
    s->lined = 0;
}

void budget_free(server *s)
{
    for (int i = 0; i < SERVER_CALLERS; i++)
        for (caller *p = s->callers[i], *next; p; p = next) {
            next = p->next;
            free(p);
        }
}
