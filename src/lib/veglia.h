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
// then nothing has changed. Texts are of any length: as much as fits is written, always ended by a
// zero byte, and the function gives how long the whole is. Pointers may be NULL only where it says
// so. A handle serves one thread at a time; different handles are independent.
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
enum { VEGLIA_MAX_SEATS = 8, VEGLIA_MAX_ACTIONS = 257 }; // most seats; most actions at once

typedef struct veglia_game veglia_game;   // a game: static
typedef struct veglia_state veglia_state; // a whole position, with a generator of its own
typedef struct veglia_view veglia_view;   // what a seat, or a watcher, knows
typedef struct veglia_bot veglia_bot;     // a player that sees views only
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
int veglia_actions(const veglia_game *game);    // actions are below this; the last is to wait
int veglia_numbers(const veglia_game *game);    // length of an observation
size_t veglia_describe(const veglia_game *game, char *out, size_t room); // options, as JSON
size_t veglia_number_name(const veglia_game *game, int number, char *out, size_t room);
// Changes numbers of the game, a line each: "quest.mission.medusa.points=5" (docs/lab.md), for
// setups with "edition=custom". A process has one such edition of a game: NULL or "" takes it away.
// Refused while a handle of that edition is there. 1: done.
int veglia_tune(const veglia_game *game, const char *lines, char *why, size_t room);

// ---- whole positions ---------------------------------------------------------------

// Before the first deal. `setup` is words: "seats=3 edition=NAME first=1 OPTION=VALUE..."; all may
// be left out, and NULL is "". `seed` feeds veglia_roll. NULL: see `why`. Owned: veglia_free.
veglia_state *veglia_new(const veglia_game *game, const char *setup, uint64_t seed, char *why,
                         size_t room);
veglia_state *veglia_clone(const veglia_state *state); // NULL: no memory
void veglia_free(veglia_state *state);                 // NULL is fine
// From here on chance is that of game `number` of `veglia sim --seed SEED`, counted from 0.
void veglia_seed(veglia_state *state, uint64_t seed, uint64_t number);

const veglia_game *veglia_game_of(const veglia_state *state);
int veglia_seats(const veglia_state *state);
int veglia_actor(const veglia_state *state);     // a seat, VEGLIA_CHANCE or VEGLIA_OVER
unsigned veglia_also(const veglia_state *state); // seats that may act though another is asked: bits
// 1: the same position, whatever led there, and whatever the generators will give.
int veglia_same(const veglia_state *a, const veglia_state *b);
uint64_t veglia_hash(const veglia_state *state); // of the position: equal where veglia_same is 1

// What `seat`, or VEGLIA_CHANCE, may do; gives how many. Nobody has to wait in so many words.
int veglia_legal(const veglia_state *state, int seat, int32_t action[VEGLIA_MAX_ACTIONS]);
// The outcomes of chance with their probabilities, which add up to 1; gives how many.
int veglia_chance(const veglia_state *state, int32_t action[VEGLIA_MAX_ACTIONS],
                  double odds[VEGLIA_MAX_ACTIONS]);
int veglia_apply(veglia_state *state, int seat, int32_t action, char *why, size_t room); // 1: done
// The same in notation, as in records: "put boat medusa@1". A refusal names the very rule.
int veglia_play(veglia_state *state, int seat, const char *notation, char *why, size_t room);
// Lets chance play by the state's generator until somebody is asked; gives who: veglia_actor.
int veglia_roll(veglia_state *state);

// Each seat's share of the win, as `veglia sim` counts it, and points and ranks (1 is best): final
// once it is over; before that those of the standing.
void veglia_returns(const veglia_state *state, double share[VEGLIA_MAX_SEATS]);
void veglia_score(const veglia_state *state, int points[VEGLIA_MAX_SEATS],
                  int rank[VEGLIA_MAX_SEATS]);

// The notation of an action that is allowed now, and the action of a notation; -1: it is none now.
size_t veglia_notation(const veglia_state *state, int seat, int32_t action, char *out, size_t room);
int32_t veglia_action(const veglia_state *state, int seat, const char *notation);

// A state as bytes, its generator included, and back: only for the same release of Veglia on the
// same kind of machine, and to be trusted as the program is. Gives how many there are, and writes
// them if there is room.
size_t veglia_save(const veglia_state *state, void *out, size_t room);
veglia_state *veglia_load(const void *bytes, size_t count, char *why, size_t room);

// Records (docs/record.md) last longer. From veglia_keep on, before the first move, the state
// remembers its moves (1: done), and veglia_record writes them; 0 if it does not remember them.
int veglia_keep(veglia_state *state);
size_t veglia_record(const veglia_state *state, char *out, size_t room);
// The position after so many moves, chance included, of the last game of a record; -1: all. It
// remembers them.
veglia_state *veglia_replay(const char *record, size_t length, int moves, char *why, size_t room);

// ---- what one seat knows -------------------------------------------------------------

// Of a seat, or of VEGLIA_WATCHER. NULL: there is no such seat, or no memory.
veglia_view *veglia_view_of(const veglia_state *state, int viewer);
void veglia_view_free(veglia_view *view); // NULL is fine
int veglia_view_viewer(const veglia_view *view);
int veglia_view_actor(const veglia_view *view);
unsigned veglia_view_also(const veglia_view *view);
int veglia_view_legal(const veglia_view *view, int32_t action[VEGLIA_MAX_ACTIONS]); // the viewer's
// Numbers between -bound and bound, veglia_numbers of them: docs/views.md.
void veglia_observe(const veglia_view *view, float *out);
size_t veglia_show(const veglia_view *view, int italian, char *out, size_t room);   // lines to read
size_t veglia_json(const veglia_view *view, int italian, char *out, size_t room);   // for programs
size_t veglia_prompt(const veglia_view *view, int italian, char *out, size_t room); // what is asked
// The action in words: "Put Boat under Medusa".
size_t veglia_label(const veglia_view *view, int32_t action, int italian, char *out, size_t room);
// 1: the viewer cannot tell these apart.
int veglia_view_same(const veglia_view *a, const veglia_view *b);
uint64_t veglia_view_hash(const veglia_view *view);
// A whole position that fits all the viewer knows, by lot. NULL: no memory.
veglia_state *veglia_guess(const veglia_view *view, uint64_t seed);

// A bot by name: "random", "greedy", "search:500", "master" (docs/bots.md). NULL: see `why`.
veglia_bot *veglia_bot_new(const char *spec, uint64_t seed, char *why, size_t room);
void veglia_bot_free(veglia_bot *bot); // NULL is fine
// What it does as the viewer; -1: there is nothing to do. Out of turn it may answer to wait.
int32_t veglia_bot_choose(veglia_bot *bot, const veglia_view *view);

// ---- many games at once ----------------------------------------------------------------

// `count` games side by side; chance plays by itself, and what is over begins anew. Place i plays
// the games i, i + count, i + 2 count... of `veglia sim --seed SEED`, whatever the threads. Seats
// with an opportunity are asked before the one whose decision it is, in an order drawn for the
// moment; the action veglia_actions(game) - 1 lets it pass. NULL: see `why`.
veglia_batch *veglia_batch_new(const veglia_game *game, const char *setup, int count, uint64_t seed,
                               int threads, char *why, size_t room);
void veglia_batch_free(veglia_batch *batch); // NULL is fine
// Arrays of the caller that every step writes, borrowed until the next bind or the end; NULL: none.
// They are for reading alone.
enum veglia_array {
    VEGLIA_SEAT,        // int8_t[count]: who acts
    VEGLIA_OBSERVATION, // float[count][veglia_numbers]: what that seat knows
    VEGLIA_MASK,        // uint8_t[count][veglia_actions]: 1 for each action it may take
    VEGLIA_LEGAL,       // int32_t[count][VEGLIA_MAX_ACTIONS]: those actions
    VEGLIA_LEGAL_COUNT, // int32_t[count]: how many they are
    VEGLIA_ENDED,       // uint8_t[count]: 1 if a game ended in this step
    VEGLIA_REWARD,      // float[count][seats]: then the shares of the win, otherwise 0
    VEGLIA_POINTS,      // int32_t[count][seats]: then the points, otherwise 0
    VEGLIA_LENGTH,      // int32_t[count]: then its decisions, otherwise 0
    VEGLIA_NUMBER,      // uint64_t[count]: the number of the game that goes on
    VEGLIA_REFUSED,     // uint8_t[count]: 1 if the action was refused: that game stands as it was
    VEGLIA_ARRAYS
};
// Writes the array at once, too. 0: there is no such array.
int veglia_batch_bind(veglia_batch *batch, int array, void *at);
// Plays one action in each game. Gives how many were refused.
int veglia_batch_step(veglia_batch *batch, const int32_t *action);
// So many steps with each action drawn as the random bots of `veglia sim` draw it.
void veglia_batch_random(veglia_batch *batch, int steps);
// Place i begins anew with game `number` of this seed. 0: there is no such place.
int veglia_batch_reset(veglia_batch *batch, int i, uint64_t seed, uint64_t number);
// The position of place i. NULL: there is no such place, or no memory.
veglia_state *veglia_batch_state(const veglia_batch *batch, int i);

#ifdef __cplusplus
}
#endif

#endif
