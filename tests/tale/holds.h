// holds.h: does a record hold a fact? Asked of its events, not of who made facts of them.
#ifndef VG_TESTS_TALE_HOLDS_H
#define VG_TESTS_TALE_HOLDS_H

#include "engine/table.h"

bool holds(vg_table *table, const vg_fact *fact);

// A game each, in files of their own.
bool winter_holds(vg_table *table, const vg_fact *fact);
bool fate_holds(vg_table *table, const vg_fact *fact);
bool quest_holds(vg_table *table, const vg_fact *fact);
bool mind_holds(vg_table *table, const vg_fact *fact);
bool fata_holds(vg_table *table, const vg_fact *fact);

// An event of this kind about `seat` (-1: anybody) with these arguments (-1: any).
bool event_of(vg_table *table, int entry, int kind, int seat, int a, int b);
bool won(vg_table *table, int seat); // by the rules' own count
// The seat that plays a person; -1: none.
int seat_of(const uint8_t *person, int seats, int who);

#endif
