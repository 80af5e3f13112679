// plan_parts.h: what the files of the planner share. Nobody else includes it.
#ifndef VG_TALE_PLAN_PARTS_H
#define VG_TALE_PLAN_PARTS_H

#include "tale/plan.h"

typedef struct vg_composer {
    vg_plan *plan;
    const vg_saga *saga;
    const vg_fact *fact;
    const uint8_t *by_people;
    int first, end; // of the game
    uint64_t seed, dice;
    uint8_t *used, *worn; // by line: in this chapter; in the whole book
    uint8_t *referred;    // by fact: taken up already
    uint8_t *bond_used, *quote_used;
    uint8_t thing_told[256]; // how often each picture was used
    vg_unit unit[VG_MAX_UNITS];
    int units;
    uint8_t unit_told[VG_MAX_UNITS];
    int weight[32];     // of each person
    uint8_t main[4];    // hero, foe, two others
    uint32_t described; // persons of whom it was said what they want
    uint16_t chapter, paragraph;
    int since_that, since_quote, quotes; // sentences since the last; quotes in this chapter
    bool helping;                        // in the midst of what each puts into a task
    bool live, lead_last, cadence;       // cadence: the last sentence went ", e ..."
    uint8_t last_side;                   // 1 + side of whom the last sentence was about
    uint8_t starter, quest_task;
} vg_composer;

enum { VG_LEAD_NONE, VG_LEAD_BUT, VG_LEAD_THEN, VG_LEAD_MEANWHILE, VG_LEAD_SO, VG_LEADS };

uint64_t vg_roll(vg_composer *c);
// Adds a sentence of this frame if there is a line that fits. NULL: none did. `at` is the fact it
// is about.
vg_plan_line *vg_compose(vg_composer *c, vg_frame_id frame, int task, int sign, const vg_cue *cue,
                         int at);
void vg_break(vg_composer *c); // a new paragraph
void vg_ref(vg_plan_line *s, int fact);
void vg_hold(vg_plan_line *s, int fact);
int vg_cast_of(const vg_composer *c, int person); // the fact that brought the person in, or -1
// Of the persons of `seat` and `side`, the one of most weight; 0: there is none.
int vg_speaker(vg_composer *c, int seat, int side);
void vg_compose_end(vg_composer *c, int first); // the epilogue, from fact `first` on
// Threads between persons: those that closed and those that never did; the heaviest, `most` of
// them.
void vg_tie_up(vg_composer *c, int most);
void vg_compose_stories(vg_composer *c); // a game of stories told side by side: plan_stories.c
void vg_compose_contest(vg_composer *c); // a game on a page: plan_contest.c
// One fact of these as it happens; false: it is of another kind.
bool vg_story_scene(vg_composer *c, int i);
bool vg_new_chapter(vg_composer *c, int game);
// A title that is not part of the text.
vg_plan_line vg_title(vg_composer *c, vg_frame_id frame, int task, int sign, const vg_cue *cue);
void vg_add_thing(vg_composer *c, vg_cue *cue, int thing);
void vg_put_people(vg_composer *c, int at); // the words of a person about this fact's entry

// ---- plan_line.c ----
uint64_t vg_mix(uint64_t h, uint64_t x);
bool vg_chance(vg_composer *c, int of100);
bool vg_is_main(const vg_composer *c, int person);
const vg_line *vg_choose(vg_composer *c, vg_frame_id frame, int task, int sign, const vg_cue *cue);
void vg_wear(vg_composer *c, const vg_line *line); // it was used
bool vg_echoes(const char *one, const char *two);  // have two patterns a word in common?
// Beside what happens: words somebody says about a fact of this kind; what there was between two
// before; what somebody wants; something that will happen to the hero.
void vg_speak(vg_composer *c, int person, int kind, int role, int at);
void vg_tell_bond(vg_composer *c, int one, int two, int at);
void vg_describe(vg_composer *c, int person, int at);
void vg_foretell(vg_composer *c, int hero);

#endif
