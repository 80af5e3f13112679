// tally.h: what is counted over many games.
//
// Whole numbers only, and every one a sum: two tallies of the same run join
// into the tally of both, in any order, exactly. That is why threads, shards
// and interrupted runs all give the same result to the last byte. Means and
// intervals are made from the sums when they are shown.
#ifndef VG_LAB_TALLY_H
#define VG_LAB_TALLY_H

#include "base/json_read.h"
#include "engine/game.h"

#define VG_WIN           840 // one win in whole units: divisible by any number of winners, 1..8
#define VG_TALLY_KINDS   256 // kinds of ask and of event fit a byte
#define VG_TALLY_POINTS  1024
#define VG_TALLY_LOWEST  (-256) // points below or above are counted in the outermost bins
#define VG_TALLY_TRAITS  1024   // a power of two; at most half are used (asserted)
#define VG_TALLY_DECILES 10
#define VG_TALLY_WHY     96
#define VG_TALLY_NAME    64

// Sums over observations of a share of the win (in VG_WIN-ths) and of points.
typedef struct vg_sums {
    uint64_t n;
    int64_t share, share2; // sum, sum of squares
    int64_t points, points2;
} vg_sums;

void vg_sums_add(vg_sums *s, int64_t share, int64_t points);
double vg_sums_share(const vg_sums *s);  // mean, 0..1 (of one game)
double vg_sums_points(const vg_sums *s); // mean
// Half the 95 % interval of either mean, from the spread of the observations.
double vg_sums_share_half(const vg_sums *s);
double vg_sums_points_half(const vg_sums *s);

// One trait: ("hero", "jason").
typedef struct vg_tally_trait {
    char group[24], slug[40]; // group "" is a free place
    char name[VG_LANG_COUNT][VG_TALLY_NAME];
    uint64_t times; // how often it was marked; for lasting traits as `with.n`
    vg_sums with;   // seats that had it, one observation a seat and game
    vg_sums swap;   // with it minus with the card drawn in its place, same deal otherwise
} vg_tally_trait;

typedef struct vg_tally {
    int longest; // max_length of the game: `length` has one more
    uint64_t games, decisions, moves, draws;
    uint64_t wins[VG_MAX_SEATS]; // alone
    vg_sums seat[VG_MAX_SEATS];
    vg_sums place[VG_MAX_SEATS]; // by place in the order of play, 0: who starts
    vg_sums
        player[VG_MAX_SEATS]; // by entry of --bots; one observation a deal if deals are replayed
    uint64_t stuck, stuck_number; // games that did not end; the first of them
    char stuck_why[VG_TALLY_WHY];
    uint64_t lost[VG_MAX_SEATS]; // by player: games in which an external bot lost its seat
    uint64_t *length;            // games by number of decisions, 0..longest
    // Only if measured:
    uint64_t turns;                   // runs of decisions by the same seat
    uint64_t choices, forced;         // moves to choose from, in all; decisions with one move only
    uint64_t points[VG_TALLY_POINTS]; // seats by final points
    struct {
        uint64_t n, choices;
    } ask[VG_TALLY_KINDS]; // decisions by what was asked
    struct {
        uint64_t times, games;
    } event[VG_TALLY_KINDS];
    uint64_t decided;             // games with one winner; the rest is about these
    uint64_t lead_changes;        // from one lone leader to another, at the ends of turns
    uint64_t half_led, half_last; // the winner led (perhaps with others), was last, at half time
    uint64_t early, early_kept;   // somebody led alone after a quarter; and led to the end
    uint64_t settled[VG_TALLY_DECILES];    // when the winner took the lead for good
    vg_tally_trait trait[VG_TALLY_TRAITS]; // by hash
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

// The number of decisions that `percent` of the games do not pass; 0: of the shortest.
uint32_t vg_tally_length(const vg_tally *t, int percent);

// Remembers a game that went wrong, the first by number.
void vg_tally_stuck(vg_tally *t, uint64_t number, const char *why);

// Writes the members `counts`, and reads that object back into an empty tally; false if it does not
// hold what it should.
void vg_tally_write(const vg_tally *t, const vg_game *game, int seats, bool measured, vg_json *j);
bool vg_tally_read(vg_tally *t, const vg_game *game, const vg_json_doc *doc, int at);

// 95 % interval (Wilson's) of a share of `games` games; 0..1 when there were none.
void vg_sim_interval(double share, uint64_t games, double *low, double *high);

#endif
