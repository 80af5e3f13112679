// holds.h: does a record hold a fact? Asked of its events, not of who made facts of them.
#ifndef VG_TESTS_TALE_HOLDS_H
#define VG_TESTS_TALE_HOLDS_H

#include "engine/table.h"

bool holds(vg_table *table, const vg_fact *fact);

#endif
