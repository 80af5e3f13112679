// aim.h: what a designer wants of a game, as one number to make small.
//
// An aim is met at 0. "places" wants every place in the order of play to win as often, "hero" (any
// group of traits) every hero; how far off they are is the root of the mean square, in percentage
// points. "decisions=200" (any figure of figures.h) wants that figure; how far off it is counts in
// percentage points where it is a share, otherwise in percent of what is wanted. Several aims add
// up.
#ifndef VG_LAB_AIM_H
#define VG_LAB_AIM_H

#include "lab/figures.h"

#define VG_MAX_AIMS 8

typedef struct vg_aim {
    char name[32];
    bool even; // no figure but shares that should be equal
    double wanted;
} vg_aim;

// Reads "places" or "decisions=200". False: it is written otherwise.
bool vg_aim_read(const char *text, vg_aim *out);
// Can this run tell it? Otherwise `choices` gets what there is: "places, hero, decisions=N...".
bool vg_aim_told(const vg_aim *aim, const vg_tally *t, const vg_game *game, int seats,
                 vg_text *choices);
// How far all of them are off.
double vg_aim_off(const vg_aim *aims, int count, const vg_tally *t, const vg_game *game, int seats);
// How that changes from one run to another over the same chance, with its interval.
vg_estimate vg_aim_change(const vg_aim *aims, int count, const vg_tally *after,
                          const vg_tally *before, const vg_game *game, int seats);
// What an aim looks at, for people: "33.9 33.1 33.0".
void vg_aim_show(const vg_aim *aim, const vg_tally *t, const vg_game *game, int seats, vg_lang lang,
                 vg_text *out);

#endif
