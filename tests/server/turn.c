// turn.c: who is served next when there is more to do than time: who used little goes first, and
// nobody waits for ever. Time is the test's own: a run depends on nothing else.
#include "server/core.h"

#include <stdio.h>
#include <stdlib.h>

enum { LIGHT = 40, SERVE_US = 100 };

static server s;
static conn light[LIGHT], other;
static uint64_t micros;
static long lights_served, others_served;

// ---- what budget.c calls ----

uint64_t uv_now(const uv_loop_t *loop)
{
    (void)loop;
    return micros / 1000;
}
uint64_t uv_hrtime(void) { return micros * 1000; }
int uv_idle_start(uv_idle_t *idle, uv_idle_cb cb)
{
    (void)idle, (void)cb;
    return 0;
}
int uv_idle_stop(uv_idle_t *idle)
{
    (void)idle;
    return 0;
}
void conn_ref(conn *c) { c->refs++; }
void conn_unref(conn *c) { c->refs--; }

void conn_serve(conn *c)
{
    micros += SERVE_US;
    ++*(c == &other ? &others_served : &lights_served);
}

// ---- the test ----

static void want(bool good, const char *what)
{
    if (good) return;
    printf("%s\n", what);
    exit(1);
}

static void begin(double used)
{
    micros += 60000000;
    lights_served = others_served = 0;
    for (int i = 0; i <= LIGHT; i++) {
        conn *c = i < LIGHT ? &light[i] : &other;
        char address[16];
        snprintf(address, sizeof address, "10.0.0.%d", i + 1);
        *c = (conn){.s = &s, .mode = CONN_WS};
        c->caller = budget_caller(&s, address);
    }
    budget_charge(&other, used);
}

// The light ones ask again as soon as they were answered, and so keep the loop busy for good.
static void crowd(long turns)
{
    for (long i = 0; i < turns; i++) {
        for (int k = 0; k < LIGHT; k++) budget_line(&light[k]);
        budget_run(&s);
    }
}

int main(void)
{
    // Without these no address is bounded: only the order counts.
    s.options.max_work = 0;
    s.options.max_makes = 10;

    begin(100000);
    budget_line(&other);
    crowd(2);
    want(lights_served > 0 && others_served == 0, "who used much goes before who used little");
    crowd(2000);
    want(others_served == 1, "who used much is never served");
    crowd(50); // it does not ask again
    want(others_served == 1 && other.refs == 0, "who was served is still in line");

    // As good as equal, but across the edge between two levels.
    begin(0);
    crowd(2000);
    budget_charge(&other, light[0].used * 1.1);
    budget_line(&other);
    long before = lights_served;
    while (others_served == 0 && lights_served - before < 50 * LIGHT) crowd(1);
    want(others_served == 1, "one a little busier than the others starves");
    budget_end(&s);
    budget_free(&s);
    return 0;
}
