// twin.h: another world behind the same eyes.
//
// A page that keeps its own table knows everything and shows its reader a part. Change all that
// the reader may not know, and what it is shown must be the same, letter by letter: the tests of
// the browser table do so.
#ifndef VG_TEST_TWIN_H
#define VG_TEST_TWIN_H

#include "engine/table.h"

// Changes in `table` whatever `viewer` (a seat or VG_WATCHER) may not know: the state becomes
// another world that is alike to it; events it did not hear, notations and chance to come are
// others. Play can go on; the record is spoiled. Nothing changes once the game is over. Writes
// {"secret":[...],"hidden":[...],"changed":[...]}: the fields of the state that are not open to
// everybody, those of which something is hidden now, and those that differ in the new world.
void vg_twin(vg_table *table, int viewer, uint32_t seed, vg_json *out);

#endif
