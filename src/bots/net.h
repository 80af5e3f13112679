// net.h: a small network that says how good each seat's chances are.
//
// What a seat knows of a position (engine/observe.h) goes into one layer of hidden units, and from
// there come the chances of every seat, from the viewer's on; where seats win together those of the
// factions, the viewer's first. It never reads a state but through
// vg_look, so it cannot know more than the viewer does. It is reckoned in whole numbers of fixed
// width alone: the same bytes give the same chances with every compiler and on every machine.
//
// It looks at the question and the game's gists, or at everything where a game has none: fewer
// inputs are quicker to learn, to ask and to fetch. The first layer is sparse: only what is not
// zero is added up. A place of the observation is one input if it is there or not, and two if it
// has a count: whether there is any, and how many.
//
// Where a game's gists tell of each seat (vg_game.gist_each) every seat has units of its own, all
// with the same weights: what is said of it, and of nobody alone, goes into them, and what comes
// out is set against that of the others. So one net learns from all seats at once, and knows any
// number of them.
//
// A net is data: a file written by `veglia train` (lab/train.h). It names the game, the version of
// its rules, the observation it was taught with and the numbers of seats it knows; where one of
// them differs it is refused.
#ifndef VG_BOTS_NET_H
#define VG_BOTS_NET_H

#include "engine/observe.h"

enum { VG_NET_UNITS = 64 }; // most hidden units

// What inputs the places of a game's observation are.
typedef struct vg_inputs {
    int count;                       // of inputs
    bool gist;                       // of the question and gists alone
    bool each;                       // units for each seat
    uint8_t seat[VG_MAX_OBSERVED];   // ... whose, from the viewer on, from 1; 0: everybody's
    uint16_t like[VG_MAX_OBSERVED];  // place with the same inputs, the viewer's; or itself
    uint16_t first[VG_MAX_OBSERVED]; // input of each place; a count has the next one too
    uint16_t whole[VG_MAX_OBSERVED]; // vg_observed_whole; more than 1: a count
    uint32_t
        part[VG_MAX_OBSERVED]; // 2^32 / whole and a bit: to multiply by is to divide; 0: divide
    uint64_t hash;             // of all places, their names and counts
} vg_inputs;
vg_inputs *vg_inputs_new(const vg_game *game); // NULL: no memory. Owned: free

// What of them is not zero; gives how many places.
static inline int vg_inputs_look(const vg_inputs *in, const vg_sight *sight, const void *state,
                                 int viewer, vg_lit out[VG_MAX_OBSERVED])
{
    return in->gist ? vg_look_gist(sight, state, viewer, out) : vg_look(sight, state, viewer, out);
}

// How often a place that is no count is lit, as far as it matters: products stay below 2^15.
static inline int vg_input_times(int count) { return count > 16 ? 16 : count < -16 ? -16 : count; }
// How much of a count the second of its inputs is, in sixteenths: 64 where it is whole.
static inline int vg_share_of(int whole, uint32_t part, int count)
{
    int n = count < 0 ? -count : count;
    if (__builtin_expect(!part, 0)) return n >= whole ? (count < 0 ? -64 : 64) : count * 64 / whole;
    int share = (int)((uint64_t)part * (uint32_t)(n * 64) >> 32), sign = count >> 31;
    share = n >= whole ? 64 : share;
    return (share ^ sign) - sign;
}
static inline int vg_input_share(const vg_inputs *in, int place, int count)
{
    return vg_share_of(in->whole[place], in->part[place], count);
}

// How many there are to win a game of so many seats, and which of them a seat is to the viewer, who
// is the first.
static inline int vg_rivals(const vg_game *game, const void *state, int seats)
{
    if (!game->faction) return seats;
    int count = 0;
    for (int p = 0; p < seats; p++) {
        int f = game->faction(state, p);
        if (f >= count) count = f + 1;
    }
    return count;
}
static inline int vg_rival(const vg_game *game, const void *state, int seats, int viewer, int seat)
{
    if (!game->faction) return seat < viewer ? seat - viewer + seats : seat - viewer;
    int own = game->faction(state, viewer), f = game->faction(state, seat);
    return f == own ? 0 : f < own ? f + 1 : f;
}

// A network before it is rounded, row by row: the weights of each input to the units, those of
// every output from the units, and what each of both begins with.
typedef struct vg_net_weights {
    int inputs, units, outputs; // one output: the same for all seats
    const float *input;         // [inputs][units]
    const float *unit;          // [units]
    const float *output;        // [outputs][units]
    const float *bias;          // [outputs]
} vg_net_weights;

// Whom a net was made for, and how.
typedef struct vg_net_about {
    char game[16];
    uint16_t rules_version;
    uint64_t observation; // vg_inputs.hash
    uint8_t min_seats, max_seats;
    uint16_t units;
    uint32_t inputs;      // that are not zero
    uint64_t games, seed; // it was taught by
} vg_net_about;

typedef struct vg_net vg_net;

// Rounds the weights and appends the net as bytes; inputs of which nothing is left are not written.
void vg_net_write(const vg_net_about *about, const vg_net_weights *w, vg_text *out);

// Reads who a net is for, and nothing else; what follows it in the bytes begins at `*end`.
VG_MUST_USE vg_err vg_net_about_read(const void *bytes, size_t n, vg_lang lang, vg_net_about *out,
                                     size_t *end, vg_text *why);
// A net of these bytes that fits the game. NULL, and `why` says why not. Owned: vg_net_free.
vg_net *vg_net_read(const vg_game *game, const void *bytes, size_t n, vg_lang lang, vg_text *why);
void vg_net_free(vg_net *net); // NULL is fine
const vg_net_about *vg_net_is(const vg_net *net);
static inline bool vg_net_seats(const vg_net *net, int seats)
{
    return seats >= vg_net_is(net)->min_seats && seats <= vg_net_is(net)->max_seats;
}

// The nets in the program, by game, those of one after another; the last is empty. In a page there
// are none: it brings those of its game.
typedef struct vg_net_bytes {
    const char *game;
    const uint8_t *at;
    size_t size;
} vg_net_bytes;
extern const vg_net_bytes vg_nets[];

// The net by which bots judge this game with so many seats, the first that knows so many, made once
// and kept; NULL: there is none, or no memory.
const vg_net *vg_net_of(const vg_game *game, int seats);
const vg_net *vg_net_any(const vg_game *game); // ... the first, whatever numbers of seats it knows
// From now on the game has the nets of these bytes, one after another, if it has had none so far;
// they are borrowed during the call. On error `why` says why not.
VG_MUST_USE vg_err vg_net_bring(const vg_game *game, const void *bytes, size_t n, vg_lang lang,
                                vg_text *why);

// The chances of each seat, 0 to 1, as `viewer` (a seat) sees them. `sight` is of the net's game
// and a number of seats it knows. Any number of threads at a time.
void vg_net_chances(const vg_net *net, const vg_sight *sight, const void *state, int viewer,
                    float value[VG_MAX_SEATS]);
// ... of the viewer alone.
float vg_net_chance(const vg_net *net, const vg_sight *sight, const void *state, int viewer);

#endif
