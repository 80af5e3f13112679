// laws.h: one random game being watched for broken laws. docs/testing.md states
// the laws; position.c checks those of one position, worlds.c compares worlds
// that a seat cannot tell apart, laws.c plays.
#ifndef VG_TESTS_LAWS_H
#define VG_TESTS_LAWS_H

#include "engine/game.h"

enum { LAWS_GUARD = 64, LAWS_WORDS = (VG_MAX_STATE + LAWS_GUARD) / 8, LAWS_MOVE_WORDS = 128 };

// Room for any state, with guard bytes behind it that nobody may touch.
typedef struct world {
    uint64_t at[LAWS_WORDS];
} world;

// What random play reached, by kind. Filled for one game over all its trials.
typedef struct coverage {
    uint64_t ask[256], event[256];
    uint64_t word[LAWS_MOVE_WORDS]; // first words of the notation, in order of appearance
    char name[LAWS_MOVE_WORDS][VG_MAX_MOVE_TEXT];
    int words;
} coverage;

typedef struct trial {
    const vg_game *game;
    vg_setup how;
    int seats;
    int number; // of the game within its run: with the seed it fixes everything
    uint64_t seed;
    int moves;     // played so far
    vg_rng dice;   // for the play itself
    vg_rng doubts; // for the checks: they never disturb the play
    bool failed;
    bool thorough; // this position has its texts checked too
    world state;
    world fresh; // as setup left it: all that event_text may look at
    coverage *seen;
} trial;

// Reports a broken law; only the first of a trial is shown.
void broken(trial *t, const char *format, ...) VG_PRINTF(2, 3);
// The name of the first field in which two states differ.
const char *difference(const vg_game *game, const world *a, const world *b);
static inline bool same_world(const trial *t, const world *a, const world *b)
{
    return __builtin_memcmp(a->at, b->at, t->game->state_size) == 0;
}
bool same_ask(vg_ask a, vg_ask b);
// Applies on a copy: `after` becomes `before` with `m` played. `ev` is reset first.
void step(const trial *t, const world *before, int seat, vg_move m, world *after, vg_events *ev);

// One move of the log: who, what, and the hash of the state before it.
typedef struct entry {
    int seat;
    bool learned;
    char text[VG_MAX_MOVE_TEXT];
    uint64_t before;
} entry;

// table.c: the log once more, through a table.
void check_table(trial *t, const entry *log, int count);

// position.c
void check_game(trial *t);     // once: field table, constants
void check_position(trial *t); // everything about t->state alone
void check_events(trial *t, const vg_events *ev);
void check_score(trial *t);

// numbers.c: what fields are said to hold, and positions and moves as numbers.
void check_types(trial *t);   // once
void check_numbers(trial *t); // of t->state
void check_numbered(trial *t, int seat, const vg_move *list, int count);
void check_odds(trial *t, const vg_move *list, int count);

// spy.c: adds to `seen` what the scenarios below `dir` reach in this game.
void spy_on_scenarios(const vg_game *game, const char *dir, coverage *seen);

// worlds.c: `m` is what `seat` is about to play in t->state.
void check_worlds(trial *t, int seat, vg_move m);

#endif
