// line.c: who thinks next: people's tables first, fair shares by table, quick bots behind no slow
// one.
#include "engine/table.h"
#include "server/thinkers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void wake(void *arg) { (void)arg; }

static void ask(thinkers *t, uint64_t table, uint32_t rank, uint32_t millis, uint64_t after)
{
    static vg_table *game;
    if (!game) {
        vg_table_plan plan = {.game = vg_game_find("quest"), .games = 1, .dice = VG_DICE_SEED};
        vg_setup_normal(plan.game, 2, &plan.setup);
        vg_text none = {0};
        game = vg_table_new(&plan, &none);
        if (!game) abort();
        vg_table_start(game);
    }
    thought *q = calloc(1, sizeof *q);
    q->game = vg_table_game(game);
    static uint64_t numbers;
    q->table = table;
    q->number = ++numbers;
    q->rank = rank;
    q->cost = millis;
    q->after = after;
    q->seat = vg_table_ask(game).actor;
    q->count = vg_table_legal(game, q->seat, q->list);
    memcpy(q->view, vg_table_view(game, q->seat), q->game->state_size);
    q->bot = (vg_bot){.kind = VG_BOT_GREEDY};
    if (millis > 50) { // nothing to choose from is still a slow bot's question
        vg_text none = {0};
        if (vg_bot_parse("search:120ms", VG_EN, &q->bot, &none)) abort();
    }
    thinkers_ask(t, q);
}

// The tables in the order they were answered.
static void collect(thinkers *t, uint64_t order[], int count)
{
    for (int got = 0; got < count;) {
        for (thought *q = thinkers_collect(t), *next; q; q = next) {
            next = q->next;
            order[got++] = q->table;
            thought_free(q);
        }
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
}

static int place(const uint64_t order[], int count, uint64_t table)
{
    for (int i = 0; i < count; i++)
        if (order[i] == table) return i;
    return -1;
}

static void want(bool good, const char *what)
{
    if (good) return;
    printf("%s\n", what);
    exit(1);
}

int main(void)
{
    thinkers *t = thinkers_new(1, wake, NULL);
    uint64_t order[16];
    // Five tables of slow bots nobody looks at, one a person plays at, one somebody watches.
    ask(t, 99, 0, 120, 0); // somebody is being thought about already
    ask(t, 1, 2, 120, 0);
    ask(t, 2, 2, 120, 0);
    ask(t, 10, 1, 120, 0);
    ask(t, 20, 0, 120, 0);
    for (uint64_t i = 3; i <= 5; i++) ask(t, i, 2, 120, 0);
    collect(t, order, 8);
    want(place(order, 8, 20) <= 1, "a table people play at waits behind others");
    want(place(order, 8, 10) <= 2, "a table somebody looks at waits behind one nobody does");
    // A table that has had much waits for one that has had nothing.
    ask(t, 1, 0, 120, 0);
    ask(t, 2, 0, 120, 100000);
    ask(t, 2, 0, 120, 100120);
    ask(t, 3, 0, 120, 0);
    ask(t, 2, 0, 120, 100240);
    collect(t, order, 5);
    want(place(order, 5, 3) <= 1, "the share of a table is not fair");
    // A quick bot does not even wait for the slow one that is being thought about.
    for (uint64_t i = 1; i <= 6; i++) ask(t, i, 0, 120, 0);
    ask(t, 30, 2, 5, 0);
    collect(t, order, 7);
    want(place(order, 7, 30) <= 2, "a quick bot waits behind slow ones");
    thinkers_free(t);
    return 0;
}
