// plan.h: what of a game's facts is told, in which order, with which sentence; in no language yet.
//
// A plan knows the whole game: it has a hero and whoever stands against them,
// tells some things at length, some in a clause and some not at all, takes up
// what happened before, and leaves no thread without an end. Every sentence
// keeps the ids of the facts it states and of earlier ones it refers to.
#ifndef VG_TALE_PLAN_H
#define VG_TALE_PLAN_H

#include "tale/say.h"
#include "tale/sift.h"

#include "engine/table.h"

enum { VG_SENTENCE_FACTS = 10, VG_SENTENCE_REFS = 6 };

typedef struct vg_plan_line {
    const vg_words *words; // a pattern; NULL: what a person wrote about `entry`
    uint8_t frame;         // vg_frame_id
    uint8_t lead;          // a connective in front
    bool spoken;           // somebody speaks
    vg_cue cue;
    uint16_t chapter, paragraph; // chapters from 0
    int entry;
    uint8_t facts, refs;
    int fact[VG_SENTENCE_FACTS], ref[VG_SENTENCE_REFS];
} vg_plan_line;

typedef struct vg_plan_chapter {
    uint8_t game, task, kept; // kept: the picture it is remembered by
    bool ends, epilogue;      // ends: it came to its end
    bool broken;              // a story nobody ended
    vg_plan_line title;       // words NULL: none
} vg_plan_chapter;

typedef struct vg_plan {
    const vg_saga *saga;
    vg_fact *fact; // as given, but for those who turn out to be somebody: they are, from the first
    vg_plan_line *sentence;
    int count, room;
    vg_plan_chapter *chapter;
    int chapters, chapter_room;
    vg_plan_line title;
    uint8_t hero, foe;
    bool failed; // without memory
} vg_plan;

// Plans all games of the facts. `by_people[i]` says that fact i belongs to an entry a person told.
// NULL without memory. Owned.
vg_plan *vg_plan_new(const vg_saga *saga, const vg_fact *fact, const uint8_t *by_people, int count,
                     uint64_t seed);
void vg_plan_free(vg_plan *plan); // NULL is fine

// One or two sentences about the facts `first` to `end`, by somebody who knows no more than what
// happened until then. By line of the saga, `used` says which were used in the chapter that runs
// and are not used again, `worn` how often each was in the game. False: nothing to say.
bool vg_plan_live(const vg_saga *saga, const vg_fact *fact, int first, int end, uint64_t seed,
                  uint8_t *used, uint8_t *worn, vg_text out[VG_LANG_COUNT]);

// Appends sentence `i`, finished. `refer` is kept by the caller from sentence to sentence; a new
// paragraph begins with refer->subject 0, a new chapter with all of it 0.
vg_said vg_plan_say(const vg_plan *plan, const vg_plan_line *sentence, vg_lang lang,
                    vg_refer *refer, vg_text *out);

#endif
