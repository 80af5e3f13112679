// veglia.h: Veglia's games for other programs (libveglia).
//
//     const veglia_game *quest = veglia_game_named("quest");
//     veglia_state *s = veglia_new(quest, "seats=3", 1, NULL, 0);
//     int32_t action[VEGLIA_MAX_ACTIONS];
//     for (int seat; (seat = veglia_roll(s)) >= 0;) {
//         int count = veglia_legal(s, seat, action);
//         veglia_apply(s, seat, action[rand() % count], NULL, 0);
//     }
//
// Handles are opaque and nothing about their layout is promised; what is declared here stays as it
// is while VEGLIA_API is the same. A state is a whole position and knows everything; a view is what
// one seat knows, made of a state and cut off from it: nothing hidden can be had from a view.
//
// Seats count from 0. Actions are numbers below veglia_actions(game); seats among their arguments
// count from who acts. Where a function takes `why` and `room` it writes there, if `why` is not
// NULL, one English sentence that says what is wrong and cites the rule if one stands in the way;
// then nothing has changed. A handle serves one thread at a time; different handles are
// independent. Only veglia_new, _clone, _load, _view_of, _guess and _batch_new make memory.
#ifndef VEGLIA_H
#define VEGLIA_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define VEGLIA_API 1

// Who can be asked, besides seats.
enum { VEGLIA_CHANCE = -1, VEGLIA_OVER = -2, VEGLIA_WATCHER = -3 };
enum { VEGLIA_MAX_SEATS = 8, VEGLIA_MAX_ACTIONS = 256 }; // most seats; most actions at once

typedef struct veglia_game veglia_game;   // a game: static
typedef struct veglia_state veglia_state; // a whole position, with a generator of its own
typedef struct veglia_view veglia_view;   // what a seat, or a watcher, knows
typedef struct veglia_batch veglia_batch; // many games stepped at once

int veglia_api(void);             // VEGLIA_API of the library that runs
const char *veglia_version(void); // of Veglia

// ---- games ------------------------------------------------------------------------

const veglia_game *veglia_game_at(int i);             // NULL past the last
const veglia_game *veglia_game_named(const char *id); // NULL: there is none
const char *veglia_game_id(const veglia_game *game);
const char *veglia_game_name(const veglia_game *game);
int veglia_min_seats(const veglia_game *game);
int veglia_max_seats(const veglia_game *game);
int veglia_rules_version(const veglia_game *game);
int veglia_max_length(const veglia_game *game); // most moves of a game, chance included
int veglia_actions(const veglia_game *game);    // actions are below this
int veglia_numbers(const veglia_game *game);    // length of an observation
// Texts of any length: as much as fits is written, always ended by a zero byte; gives how long the
// whole is.
size_t veglia_describe(const veglia_game *game, char *out, size_t room); // options, as JSON
size_t veglia_number_name(const veglia_game *game, int number, char *out, size_t room);

// ---- whole positions ---------------------------------------------------------------

// Before the first deal. `setup` is words: "seats=3 edition=NAME first=1 OPTION=VALUE..."; all may
// be left out. `seed` feeds veglia_roll. NULL: see `why`.
veglia_state *veglia_new(const veglia_game *game, const char *setup, uint64_t seed, char *why,
                         size_t room);
veglia_state *veglia_clone(const veglia_state *state);
// The same for a state that is there already, of the same game; 0: it is not.
int veglia_copy(veglia_state *to, const veglia_state *from);
void veglia_free(veglia_state *state); // NULL is fine
void veglia_seed(veglia_state *state, uint64_t seed);

const veglia_game *veglia_game_of(const veglia_state *state);
int veglia_seats(const veglia_state *state);
int veglia_actor(const veglia_state *state);     // a seat, VEGLIA_CHANCE or VEGLIA_OVER
unsigned veglia_also(const veglia_state *state); // seats that may act though another is asked: bits

// What `seat`, or VEGLIA_CHANCE, may do; gives how many.
int veglia_legal(const veglia_state *state, int seat, int32_t action[VEGLIA_MAX_ACTIONS]);
// The outcomes of chance with their probabilities, which add up to 1; gives how many.
int veglia_chance(const veglia_state *state, int32_t action[VEGLIA_MAX_ACTIONS],
                  double odds[VEGLIA_MAX_ACTIONS]);
int veglia_apply(veglia_state *state, int seat, int32_t action, char *why, size_t room); // 1: done
// Lets chance play by the state's generator until somebody is asked; gives who: veglia_actor.
int veglia_roll(veglia_state *state);

// Once it is over: each seat's share of the win, and points and ranks (1 is best).
void veglia_returns(const veglia_state *state, double share[VEGLIA_MAX_SEATS]);
void veglia_score(const veglia_state *state, int points[VEGLIA_MAX_SEATS],
                  int rank[VEGLIA_MAX_SEATS]);

// Notation, as in records: "put boat medusa@1". The action of a text, -1 if it is none now.
size_t veglia_notation(const veglia_state *state, int seat, int32_t action, char *out, size_t room);
int32_t veglia_action(const veglia_state *state, int seat, const char *notation);

// A state as bytes, and back: only for the same release of Veglia, and to be trusted as the program
// is. Gives how many there are, and writes them if there is room.
size_t veglia_save(const veglia_state *state, void *out, size_t room);
veglia_state *veglia_load(const void *bytes, size_t count, char *why, size_t room);

// ---- what one seat knows -------------------------------------------------------------

veglia_view *veglia_view_of(const veglia_state *state, int viewer); // a seat, or VEGLIA_WATCHER
void veglia_view_free(veglia_view *view);
int veglia_view_actor(const veglia_view *view);
int veglia_view_legal(const veglia_view *view, int32_t action[VEGLIA_MAX_ACTIONS]); // the viewer's
// Numbers between -bound and bound, veglia_numbers of them: docs/views.md.
void veglia_observe(const veglia_view *view, float *out);
size_t veglia_show(const veglia_view *view, int italian, char *out, size_t room); // lines to read
size_t veglia_json(const veglia_view *view, int italian, char *out, size_t room); // for programs
// The action in words: "Put Boat under Medusa".
size_t veglia_label(const veglia_view *view, int32_t action, int italian, char *out, size_t room);
// A whole position that fits all the viewer knows, by lot.
veglia_state *veglia_guess(const veglia_view *view, uint64_t seed);

// ---- many games at once ----------------------------------------------------------------

// `count` games side by side; chance plays by itself, and what is over begins anew. Game i takes
// its chance from (seed, i), so results are the same with any number of threads.
veglia_batch *veglia_batch_new(const veglia_game *game, const char *setup, int count, uint64_t seed,
                               int threads, char *why, size_t room);
void veglia_batch_free(veglia_batch *batch);
// The caller's arrays, written at every step; each may be NULL. For game i: who is asked; what that
// seat observes (count × veglia_numbers); 1 for each action it may take (count × veglia_actions);
// whether a game ended in this step, and then the shares of the win (count × seats).
typedef struct veglia_arrays {
    int8_t *actor;
    float *observation;
    uint8_t *mask;
    uint8_t *ended;
    float *reward;
} veglia_arrays;
void veglia_batch_look(veglia_batch *batch, const veglia_arrays *out);
// Plays one action in each game. Gives how many were refused: those games stand as they were.
int veglia_batch_step(veglia_batch *batch, const int32_t *action, const veglia_arrays *out);
// The same with each action drawn evenly among those allowed, by the game's own generator.
void veglia_batch_random(veglia_batch *batch, const veglia_arrays *out);
uint64_t veglia_batch_ended(const veglia_batch *batch); // games that ended so far

#ifdef __cplusplus
}
#endif

#endif
