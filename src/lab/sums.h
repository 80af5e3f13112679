// sums.h: shares and means over many games, and how sure they are.
//
// Games are dealt out to VG_LOTS lots by their number, and everything is summed
// lot by lot. The lots are as good as independent repetitions of one small run,
// so their spread gives the error of any figure, whatever depends on what
// inside a game or a round of duplicate deals: several seats with one trait,
// shared wins, unequal numbers of observations. And two runs over the same
// chance have the same games in the same lots, which is what makes their
// difference a paired one.
#ifndef VG_LAB_SUMS_H
#define VG_LAB_SUMS_H

#include <stdbool.h>
#include <stdint.h>

#define VG_WIN  840 // one win in whole units: divisible by any number of winners, 1..8
#define VG_LOTS 64
#define VG_FEW  30 // fewer observations say nothing

// Observations of a share of the win (in VG_WIN-ths) and of points.
typedef struct vg_sums {
    struct {
        int64_t n, share, points;
    } lot[VG_LOTS];
} vg_sums;

void vg_sums_add(vg_sums *s, int lot, int64_t share, int64_t points);
void vg_sums_join(vg_sums *sum, const vg_sums *one);
uint64_t vg_sums_n(const vg_sums *s);

// A figure with its 95 % interval. Where it is `few` there is too little to say how sure it is:
// show the figure without the interval, or not at all.
typedef struct vg_estimate {
    double value, low, high;
    double error; // standard error
    int freedom;  // degrees of freedom of the error
    uint64_t n;   // observations
    bool few;
} vg_estimate;

// The sum of y over the sum of n, lot by lot: every figure of the lab is one.
typedef struct vg_ratio {
    double y[VG_LOTS], n[VG_LOTS];
} vg_ratio;

vg_ratio vg_sums_of_share(const vg_sums *s);
vg_ratio vg_sums_of_points(const vg_sums *s);

vg_estimate vg_ratio_share(const vg_ratio *r); // between 0 and 1
vg_estimate vg_ratio_mean(const vg_ratio *r);  // of any size
// The change from `before` to `after`, both of any size. Runs over the same chance are compared
// game by game; of others the errors add up by themselves.
vg_estimate vg_ratio_change(const vg_ratio *after, const vg_ratio *before);

// How far `both` lies beyond `one` and `two` added up: both - one - two + base.
vg_estimate vg_ratio_beyond(const vg_ratio *both, const vg_ratio *one, const vg_ratio *two,
                            const vg_ratio *base);

vg_estimate vg_sums_share(const vg_sums *s);
vg_estimate vg_sums_points(const vg_sums *s);
vg_estimate vg_sums_gain(const vg_sums *s); // share as a difference, which may be negative

// What one more of `value` brings, where things of these values were exchanged one for the other:
// the slope of the gain over the value. Its n are the exchanges.
vg_estimate vg_sums_slope(const vg_sums *const *gain, const double *value, int count);

// How likely a figure this far from `from` is by chance alone, 0..1.
double vg_estimate_chance(const vg_estimate *e, double from);
// Is it off `from` even though it is the most striking of `among` figures (Bonferroni)?
bool vg_estimate_off(const vg_estimate *e, double from, int among);
// About how many observations would bring half the interval down to `half`; 0: nobody can say.
double vg_estimate_needs(const vg_estimate *e, double half);

// The quantile of Student's distribution where the normal one has `z`.
double vg_student(double z, int freedom);

// 95 % interval (Wilson's) of a share of `games` independent games; 0..1 when there were none.
void vg_sim_interval(double share, uint64_t games, double *low, double *high);

#endif
