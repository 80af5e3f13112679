// tally.h: what is counted over many games.
//
// Whole numbers only, and every one a sum (lot by lot: sums.h): two tallies of the same run join
// into the tally of both, in any order, exactly. That is why threads, shards
// and interrupted runs all give the same result to the last byte. Means and
// intervals are made from the sums when they are shown.
#ifndef VG_LAB_TALLY_H
#define VG_LAB_TALLY_H

#include "base/json_read.h"
#include "engine/game.h"
#include "lab/sums.h"

#define VG_TALLY_KINDS   256 // kinds of ask and of event fit a byte
#define VG_TALLY_POINTS  1024
#define VG_TALLY_LOWEST  (-256) // points below or above are counted in the outermost bins
#define VG_TALLY_TRAITS  1024   // a power of two; at most half are used (asserted)
#define VG_TALLY_DECILES 10
#define VG_TALLY_WHY     96
#define VG_TALLY_NAME    96
#define VG_EXAMPLES      8

// What is counted of every game beside its result, lot by lot. Only the first three are counted in
// runs that are not measured.
#define VG_PACES(X)                                                                                \
    X(games)                                                                                       \
    X(decisions)                                                                                   \
    X(shared)       /* games won by several */                                                     \
    X(turns)        /* runs of decisions by the same seat */                                       \
    X(choices)      /* moves to choose from, in all */                                             \
    X(forced)       /* decisions with one move only */                                             \
    X(decided)      /* games with one winner; see below */                                         \
    X(lead_changes) /* from one lone leader to another, at the ends of turns */                    \
    X(half_led)     /* games in which one seat (or faction) led alone at half time */              \
    X(half_won)     /* what it won of those, in VG_WIN-ths */                                      \
    X(half_last)    /* of those decided: the winner was last at half time */                       \
    X(early)        /* of those decided: somebody led alone after a quarter */                     \
    X(early_kept)   /* ...and led to the end */

typedef enum vg_pace {
#define X(name) VG_PACE_##name,
    VG_PACES(X)
#undef X
        VG_PACE_COUNT
} vg_pace;

// Games to read, behind one bar of a chart, each with a value that makes it typical or not: the
// points of the seat concerned, or how often something happened in it. Numbers + 1; 0: none.
typedef struct vg_examples {
    // The first game of every eighth part of the lots, then the lowest value and the highest.
    uint64_t game[VG_EXAMPLES + 2];
    int32_t value[VG_EXAMPLES + 2];
} vg_examples;
enum { VG_EXAMPLE_LEAST = VG_EXAMPLES, VG_EXAMPLE_MOST };
void vg_examples_add(vg_examples *x, int lot, uint64_t number, int value);
// Of the firsts the one nearest to `mean`: number + 1; 0: there is none.
uint64_t vg_examples_typical(const vg_examples *x, double mean);

// One trait: ("hero", "jason").
typedef struct vg_tally_trait {
    char group[24], slug[40]; // group "" is a free place
    char name[VG_LANG_COUNT][VG_TALLY_NAME];
    uint64_t times;           // how often it was marked; for lasting traits as `with.n`
    vg_sums with;             // seats that had it, one observation a seat and game
    vg_sums swap;             // with it minus with the card drawn in its place, same deal otherwise
    vg_examples games, swaps; // by points; by share of the win gained
} vg_tally_trait;

typedef struct vg_tally {
    int longest; // max_length of the game: `length` has one more
    uint64_t games, decisions, moves, draws;
    uint64_t wins[VG_MAX_SEATS]; // alone
    vg_sums seat[VG_MAX_SEATS];
    vg_sums place[VG_MAX_SEATS];    // by place in the order of play, 0: who starts
    vg_sums player[VG_MAX_SEATS];   // by entry of --bots
    vg_sums adjusted[VG_MAX_SEATS]; // the same less what chance gave; nothing unless it was weighed
    vg_examples place_games[VG_MAX_SEATS], player_games[VG_MAX_SEATS]; // by points
    uint64_t stuck, stuck_number; // games that did not end; the first of them
    char stuck_why[VG_TALLY_WHY];
    uint64_t lost[VG_MAX_SEATS]; // by player: games in which an external bot lost its seat
    uint64_t *length;            // games by number of decisions, 0..longest
    uint64_t *length_game;       // the first of those games: its number + 1; 0: none
    uint64_t pace[VG_PACE_COUNT][VG_LOTS];
    // Only if measured:
    uint64_t points[VG_TALLY_POINTS];      // seats by final points
    uint64_t points_game[VG_TALLY_POINTS]; // as length_game
    struct {
        uint64_t n[VG_LOTS], choices[VG_LOTS];
    } ask[VG_TALLY_KINDS]; // decisions by what was asked
    struct {
        uint64_t times[VG_LOTS], games[VG_LOTS];
        vg_examples seen; // by times
    } event[VG_TALLY_KINDS];
    uint64_t settled[VG_TALLY_DECILES];      // when the winner took the lead for good
    uint64_t settled_game[VG_TALLY_DECILES]; // as length_game
    vg_tally_trait trait[VG_TALLY_TRAITS];   // by hash
    int trait_count;
} vg_tally;

// NULL if there is no memory. Owned: vg_tally_free.
vg_tally *vg_tally_new(int longest);
void vg_tally_free(vg_tally *t); // NULL is fine
// Adds `one` to `sum`; both of the same game. `one` may come from anywhere.
void vg_tally_join(vg_tally *sum, const vg_tally *one);

// The place of a trait, made if need be.
int vg_tally_find(vg_tally *t, const char *group, const char *slug, const char *it, const char *en);
// Traits in order of group and slug into `out`, VG_TALLY_TRAITS long; gives their count.
int vg_tally_sorted(const vg_tally *t, const vg_tally_trait **out);

// What a pair wins beyond its two parts alone: more than nothing where they help each other.
vg_estimate vg_tally_beyond(const vg_tally *t, const vg_game *game, const vg_tally_trait *pair,
                            int seats);

// Of a trait, the share of wins of the seats that had it. A faction wins as one: of it, the share
// of games it won.
vg_estimate vg_tally_share(const vg_tally *t, const vg_game *game, const vg_tally_trait *x);
// What that would be if all were even; 0: nobody can say (factions of unequal size).
double vg_tally_fair(const vg_game *game, const vg_tally_trait *x, int seats);

// The number of decisions that `percent` of the games do not pass; 0: of the shortest.
uint32_t vg_tally_length(const vg_tally *t, int percent);

// The sum over all lots.
uint64_t vg_tally_sum(const uint64_t lots[VG_LOTS]);
// A figure: the sum of `y` over the sum of `n`, with y counted in `unit`s.
vg_ratio vg_tally_ratio(const uint64_t y[VG_LOTS], const uint64_t n[VG_LOTS], double unit);

// Remembers `number` if it is the first game there.
void vg_tally_first(uint64_t *first, uint64_t number);

// Remembers a game that went wrong, the first by number.
void vg_tally_stuck(vg_tally *t, uint64_t number, const char *why);

// Writes the members `counts`, and reads that object back into an empty tally; false if it does not
// hold what it should.
void vg_tally_write(const vg_tally *t, const vg_game *game, int seats, bool measured, vg_json *j);
bool vg_tally_read(vg_tally *t, const vg_game *game, const vg_json_doc *doc, int at);

#endif
