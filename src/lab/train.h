// train.h: a network that learns a game by playing against itself.
//
// TD(lambda): all seats play the move after which the net sees their chances best; every position
// of a game, as each seat sees it, is then moved towards what the next one was thought to be worth,
// and the last towards who won. Every second game explores. What is kept for play is the mean of
// the weights over the last steps, which is stronger than any of them.
//
// Where it is told to play against a bot, that one has all seats but one, or all factions but one,
// each in turn, and the net learns from what it sees itself: what comes of it is near to the best
// answer to that bot, and by how much it wins says how well the bot can be read.
//
// One thread: the same game, seats and seed give the same bytes, also when it was interrupted and
// went on from what it had written.
#ifndef VG_LAB_TRAIN_H
#define VG_LAB_TRAIN_H

#include "bots/bot.h"

enum { VG_SCHOOL_STEP = 64, VG_SCHOOL_POINTS = 64 }; // most games a step, most points of a curve

typedef struct vg_school_plan {
    const vg_game *game;
    int min_seats, max_seats; // games go through them in turn
    int units;                // hidden ones, a multiple of 8 up to VG_NET_UNITS
    int step;                 // games from which it learns at once: fewer where games are long
    uint64_t games, seed;     // how many in all: what is learned from each shrinks towards the end
    double lambda; // how much of what came after the next position counts: more in longer games
    const vg_bot *against; // borrowed; NULL: itself
    uint32_t vary;         // options of the game, bits: in every game any value, by lot
} vg_school_plan;

// A point of the learning curve.
typedef struct vg_school_point {
    uint64_t games;
    double loss;             // log loss of what it thought of its games since the last point
    double ahead, low, high; // how often it beat the bot it is measured by, as greedy; 95 %
} vg_school_point;

typedef struct vg_school vg_school;

// NULL: no memory. Owned: vg_school_free.
vg_school *vg_school_new(const vg_school_plan *plan);
// Goes on from what vg_school_write wrote, against `against` from now on (NULL: itself). NULL, and
// `why` says why not.
vg_school *vg_school_read(const vg_game *game, const vg_bot *against, const void *bytes, size_t n,
                          vg_lang lang, vg_text *why);
void vg_school_free(vg_school *school); // NULL is fine
const vg_school_plan *vg_school_is(const vg_school *school);
const char *vg_school_rival(const vg_school *school); // whom the curve measures it by
// More games than were planned: the rest is learned as if so many had been planned from the start.
void vg_school_extend(vg_school *school, uint64_t games);

// Plays and learns from the next `step` games; gives how many there have been.
uint64_t vg_school_step(vg_school *school);
uint64_t vg_school_done(const vg_school *school);

// The net as it stands, and with all that is needed to go on.
void vg_school_net(const vg_school *school, vg_text *out);
void vg_school_write(const vg_school *school, vg_text *out);

// Plays at most so many games against `greedy`, or whom it learns against, and adds a point to the
// curve; 0: only the loss.
VG_MUST_USE vg_err vg_school_measure(vg_school *school, uint64_t games, vg_lang lang, vg_text *why);
int vg_school_curve(const vg_school *school, const vg_school_point **out);

// The curve as a drawing of its own, and as one JSON object.
void vg_school_svg(const vg_school *school, vg_lang lang, vg_text *out);
void vg_school_json(const vg_school *school, vg_json *out);

#endif
