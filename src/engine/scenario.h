// scenario.h: plays a short script against the rules and says where they part.
//
// A scenario shows one rule to a reader who has never seen the code:
//
//     # TC-02  One lights only what one holds.
//     game template seats=2 first=0
//     given hand 0: 2 5
//     ! 0 play 6 -> TC-02
//     > 0 play 5
//     expect row 0: 5
//
// docs/testing.md lists the words. The runner goes straight through vg_game; it
// reads no files and prints nothing.
#ifndef VG_ENGINE_SCENARIO_H
#define VG_ENGINE_SCENARIO_H

#include "engine/game.h"

// Where the scenario's `game` line looks its game up: vg_game_find, or a test's own function that
// knows more games.
typedef const vg_game *vg_scenario_find(const char *id);

// Runs the script of `len` bytes at `text`. On the first line that does not hold, `why` has
// "name:line: what was expected, what was found" and the result is not VG_OK: VG_ERR_SYNTAX if the
// line cannot be read, VG_ERR_ILLEGAL if the game does otherwise.
VG_MUST_USE vg_err vg_scenario_run(const char *text, size_t len, const char *name,
                                   vg_scenario_find *find, vg_text *why);

#endif
