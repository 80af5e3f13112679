// plan.h: what a simulation is asked to play, in words: changed numbers read, and what was asked
// written down. The command line and the page both go through here.
#ifndef VG_LAB_PLAN_H
#define VG_LAB_PLAN_H

#include "lab/sim.h"

// Changes numbers of the game's edition as the lines of `text`, which are spoiled, say, and sets
// the setup's edition to the tuned one. `changes` gets a JSON array of what was changed. False with
// the reason: which line of `name`, or what the whole breaks.
bool vg_plan_tune(const char *name, char *text, const vg_game *game, vg_setup *setup, vg_lang lang,
                  vg_text *changes, vg_text *why);

// The numbers an edition may change, each {"path":"quest.mission.medusa.points","group":"mission",
// "card":its name,"name":"punti","min","max","normal"}; where the values are no numbers, "values"
// has what each is written and called.
void vg_plan_numbers(const vg_game *game, vg_lang lang, vg_json *j);

// How a table is set, every value as it is written after --option: {"pairs":"no",...}
void vg_plan_options(const vg_game *game, const vg_setup *setup, vg_json *j);

// What was asked for, as the JSON object that every part of a run shares. `changes` may be empty.
void vg_plan_about(const vg_sim_plan *plan, const vg_text *changes, vg_text *out);

#endif
