// sim.h: many games between bots, counted.
//
// Game number i of a run takes its chance from vg_rng_seed(seed, i) and each
// player's bot has a stream of its own, and everything counted is an integer:
// so the result is the same for any number of threads, any split into shards
// and any interruption. Random bots run on the state itself; every other bot
// is given its seat's view and nothing else.
#ifndef VG_LAB_SIM_H
#define VG_LAB_SIM_H

#include "bots/bot.h"
#include "lab/tally.h"

#include <stdatomic.h>

#define VG_SIM_MAX_THREADS 256
#define VG_SIM_WIN         VG_WIN

// The luck of a seat is told apart by kind, what chance gave and what bots' own lots did, and by
// when it came: by quarters of doublings of the number of turns played. Each part is 0 on average.
enum { VG_LUCK_DRAWS, VG_LUCK_LOTS, VG_LUCK_KINDS };
enum { VG_LUCK_WHENS = 32, VG_LUCK_PARTS = VG_LUCK_KINDS * VG_LUCK_WHENS };

// One move of a finished game.
typedef struct vg_sim_step {
    vg_move move;
    int8_t seat; // VG_CHANCE for chance
} vg_sim_step;

// A game as it ended. Borrowed for the time of the call.
typedef struct vg_sim_game {
    uint64_t number; // 0-based
    const void *state;
    const vg_score *score;
    const vg_sim_step *step; // step_count of them, chance included
    int step_count;
    bool stuck;                   // it did not end: `score` is only the standing
    uint8_t lost;                 // bit per seat: its external bot lost the seat in this game
    uint8_t player[VG_MAX_SEATS]; // who sat where, by index into plan.bot
    // By part (kind, then when) and seat: what luck gave of the win; NULL unless wanted.
    double (*luck)[VG_MAX_SEATS];
} vg_sim_game;

typedef struct vg_sim_plan {
    const vg_game *game;
    vg_setup setup;
    vg_bot bot[VG_MAX_SEATS]; // one a player: who sits where at first
    // A program that plays for this player (docs/bot-protocol.md), or NULL: `bot` does. Should it
    // fail, greedy takes the seat.
    const char *command[VG_MAX_SEATS];
    uint32_t budget; // milliseconds a program may think about one move
    uint64_t games, seed;
    uint64_t from, to; // which of the games to play; to 0: all from `from` on
    int threads;       // 1..VG_SIM_MAX_THREADS
    bool check;        // run the game's check() after every move (slow)
    bool rotate;       // the players change seats from game to game: vg_sim_seat
    bool duplicate;    // with rotate: the games of one round share their chance
    bool measure;      // fill the part of the tally that is marked so
    bool luck;         // weigh what luck gives (review/equity.h); not with measure
    bool swap; // with measure: play every game again with one drawn card replaced by another
    const char *swap_card; // with swap: by this one, or this one by another; NULL: any
    // Raised by anyone, also from a signal: no new games are begun. NULL is fine.
    atomic_bool *stop;
    // Now and then, from the calling thread. NULL is fine.
    void (*progress)(void *with, uint64_t done, uint64_t games);
    // Once a game, one call at a time but in no order, from any thread. NULL is fine.
    void (*each)(void *with, const vg_sim_game *game);
    // When an external bot loses its seat; as `each`. NULL is fine.
    void (*lost)(void *with, uint64_t number, int seat, int player, const char *why);
    void *with;
} vg_sim_plan;

typedef struct vg_sim_result {
    uint64_t games;               // played
    uint64_t decisions;           // by seats
    uint64_t moves;               // chance included
    uint64_t draws;               // games won by several seats together
    uint64_t wins[VG_MAX_SEATS];  // alone
    uint64_t share[VG_MAX_SEATS]; // in VG_SIM_WIN-ths of a win, shared wins in equal parts
    int64_t score[VG_MAX_SEATS];  // sum of points
    uint32_t length_min, length_p95, length_max; // decisions in a game
    uint64_t stuck;        // games that did not end within max_length, or broke a rule
    uint64_t stuck_number; // the first of them, by number
    double seconds;
} vg_sim_result;

// The random numbers of stream `lane` of game `number`: a player's, by number, or one of the lab's
// own. Whatever the seed, none of them tells anything about another, nor about the game's chance.
void vg_sim_lane(vg_rng *rng, uint64_t seed, int lane, uint64_t number);

// Who sits where in game `number` of a plan that rotates. A round is one order of the players round
// the table and, from three seats on, its mirror image, each turned to every seat: in a round
// everybody has every seat as often, and everybody sits before and behind everybody else as often.
// Rounds go through all (seats-1)! orders before one comes again, in an order drawn by `seed`.
void vg_sim_seat(int seats, uint64_t seed, uint64_t number, uint8_t player[VG_MAX_SEATS]);
uint64_t vg_sim_round(int seats); // games in a round

// Games that belong together: shards and interruptions never part them.
uint64_t vg_sim_unit(const vg_sim_plan *plan);

// Plays games from..to, adds them to `tally`, and gives in `*reached` the number after the last one
// played: `to`, or less if it was stopped. On error says why and nothing was played: the setup is
// refused, or memory or threads cannot be had.
VG_MUST_USE vg_err vg_sim_play(const vg_sim_plan *plan, vg_lang lang, vg_tally *tally,
                               uint64_t *reached, vg_text *why);

// Plays them all, and gives the plain figures.
VG_MUST_USE vg_err vg_sim_run(const vg_sim_plan *plan, vg_lang lang, vg_sim_result *out,
                              vg_text *why);

#endif
