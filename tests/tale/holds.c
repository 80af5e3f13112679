// holds.c: the facts of a tale held against the events of the record they came from.
#include "holds.h"

#include <string.h>

bool event_of(vg_table *table, int entry, int kind, int seat, int a, int b)
{
    vg_log_entry e;
    vg_table_log(table, entry, &e);
    for (int i = 0; i < e.event_count; i++) {
        const vg_event *x = vg_table_event(table, e.event_first + i);
        if (x->kind == kind && (seat < 0 || x->seat == seat) && (a < 0 || x->arg[0] == a) &&
            (b < 0 || x->arg[1] == b))
            return true;
    }
    return false;
}

bool won(vg_table *table, int seat)
{
    vg_score score = {0};
    if (!vg_table_over(table)) return false;
    vg_table_score(table, &score);
    return seat >= 0 && score.rank[seat] == 1;
}

int seat_of(const uint8_t *person, int seats, int who)
{
    for (int p = 0; p < seats; p++)
        if (person[p] == who) return p;
    return -1;
}

bool holds(vg_table *table, const vg_fact *fact)
{
    static const struct {
        const char *id;
        bool (*holds)(vg_table *table, const vg_fact *fact);
    } games[] = {{"winter", winter_holds},
                 {"fate", fate_holds},
                 {"quest", quest_holds},
                 {"mind", mind_holds},
                 {"fata", fata_holds}};
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++)
        if (strcmp(vg_table_game(table)->id, games[i].id) == 0) return games[i].holds(table, fact);
    return false;
}
