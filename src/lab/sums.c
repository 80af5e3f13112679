// sums.c: from sums to figures with intervals.
#include "lab/sums.h"

#include <math.h>

#define Z95       1.959963984540054
#define FEW_LOTS  7  // lots that bear the error
#define FEW_FOLDS 12 // times something happened, and times it did not

void vg_sums_add(vg_sums *s, int lot, int64_t share, int64_t points)
{
    s->lot[lot].n++;
    s->lot[lot].share += share;
    s->lot[lot].points += points;
}

void vg_sums_join(vg_sums *sum, const vg_sums *one)
{
    for (int i = 0; i < VG_LOTS; i++) {
        sum->lot[i].n += one->lot[i].n;
        sum->lot[i].share += one->lot[i].share;
        sum->lot[i].points += one->lot[i].points;
    }
}

uint64_t vg_sums_n(const vg_sums *s)
{
    int64_t n = 0;
    for (int i = 0; i < VG_LOTS; i++) n += s->lot[i].n;
    return (uint64_t)n;
}

vg_ratio vg_sums_of_share(const vg_sums *s)
{
    vg_ratio r;
    for (int i = 0; i < VG_LOTS; i++) {
        r.y[i] = (double)s->lot[i].share / VG_WIN;
        r.n[i] = (double)s->lot[i].n;
    }
    return r;
}

vg_ratio vg_sums_of_points(const vg_sums *s)
{
    vg_ratio r;
    for (int i = 0; i < VG_LOTS; i++) {
        r.y[i] = (double)s->lot[i].points;
        r.n[i] = (double)s->lot[i].n;
    }
    return r;
}

// Cornish and Fisher's expansion: good to three digits from four degrees of freedom on.
double vg_student(double z, int freedom)
{
    double v = freedom < 1 ? 1 : freedom, z3 = z * z * z, z5 = z3 * z * z, z7 = z5 * z * z;
    return z + (z3 + z) / (4 * v) + (5 * z5 + 16 * z3 + 3 * z) / (96 * v * v) +
           (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * v * v * v);
}

// The figure, and by lot how far its part of it is off: what the errors are made of.
static vg_estimate weigh(const vg_ratio *r, double off[VG_LOTS])
{
    double y = 0, n = 0;
    int lots = 0;
    for (int i = 0; i < VG_LOTS; i++) {
        y += r->y[i];
        n += r->n[i];
        lots += r->n[i] > 0;
    }
    vg_estimate e = {.value = n > 0 ? y / n : 0, .n = (uint64_t)n, .freedom = lots - 1};
    double stretch = lots > 1 ? sqrt((double)lots / (lots - 1)) : 0;
    for (int i = 0; i < VG_LOTS; i++)
        off[i] = n > 0 ? (r->y[i] - e.value * r->n[i]) / n * stretch : 0;
    e.few = e.n < VG_FEW;
    return e;
}

// The error. Where it rests on a few lots only (rare things, or what hardly ever makes a
// difference) nobody can say how large it is.
static void measure(vg_estimate *e, const double off[VG_LOTS])
{
    double sum2 = 0, sum4 = 0;
    for (int i = 0; i < VG_LOTS; i++) {
        double x = off[i] * off[i];
        sum2 += x;
        sum4 += x * x;
    }
    e->error = sqrt(sum2);
    if (sum4 > 0 && sum2 * sum2 < FEW_LOTS * sum4) e->few = true;
}

static void span(vg_estimate *e)
{
    double half = vg_student(Z95, e->freedom) * e->error;
    e->low = e->value - half;
    e->high = e->value + half;
}

vg_estimate vg_ratio_mean(const vg_ratio *r)
{
    double off[VG_LOTS];
    vg_estimate e = weigh(r, off);
    measure(&e, off);
    span(&e);
    return e;
}

static void wilson(double p, double n, double z, double *low, double *high)
{
    double zz = z * z, middle = (p + zz / (2 * n)) / (1 + zz / n);
    double width = z / (1 + zz / n) * sqrt(p * (1 - p) / n + zz / (4 * n * n));
    *low = fmax(0, middle - width);
    *high = fmin(1, middle + width);
}

// Wilson's interval for as many independent observations as the spread of the lots amounts to: more
// than there were where wins are shared, fewer where the observations hang together.
vg_estimate vg_ratio_share(const vg_ratio *r)
{
    double off[VG_LOTS];
    vg_estimate e = weigh(r, off);
    measure(&e, off);
    if (e.n == 0) {
        e.high = 1;
        return e;
    }
    double worth = (double)e.n, p = e.value;
    if (p > 0 && p < 1) {
        e.low = e.high = p; // the same in every lot: it cannot be otherwise
        if (e.error <= 0) return e;
        worth = p * (1 - p) / (e.error * e.error);
    }
    wilson(p, worth, e.freedom > 0 ? vg_student(Z95, e.freedom) : Z95, &e.low, &e.high);
    return e;
}

vg_estimate vg_ratio_change(const vg_ratio *after, const vg_ratio *before)
{
    double off[VG_LOTS], was[VG_LOTS];
    vg_estimate e = weigh(after, off), b = weigh(before, was);
    for (int i = 0; i < VG_LOTS; i++) off[i] -= was[i];
    e.value -= b.value;
    measure(&e, off);
    if (b.n < e.n) e.n = b.n;
    if (b.freedom < e.freedom) e.freedom = b.freedom;
    e.few = e.few || b.few;
    span(&e);
    return e;
}

vg_estimate vg_ratio_beyond(const vg_ratio *both, const vg_ratio *one, const vg_ratio *two,
                            const vg_ratio *base)
{
    double off[VG_LOTS], first[VG_LOTS], second[VG_LOTS], common[VG_LOTS];
    vg_estimate e = weigh(both, off), a = weigh(one, first), b = weigh(two, second),
                c = weigh(base, common);
    for (int i = 0; i < VG_LOTS; i++) off[i] -= first[i] + second[i] - common[i];
    e.value += c.value - a.value - b.value;
    measure(&e, off);
    span(&e);
    return e;
}

vg_estimate vg_sums_share(const vg_sums *s)
{
    vg_ratio r = vg_sums_of_share(s);
    return vg_ratio_share(&r);
}

vg_estimate vg_sums_points(const vg_sums *s)
{
    vg_ratio r = vg_sums_of_points(s);
    return vg_ratio_mean(&r);
}

// Most swaps change nothing: it takes some that do before their spread says anything.
vg_estimate vg_sums_gain(const vg_sums *s)
{
    vg_ratio r = vg_sums_of_share(s);
    vg_estimate e = vg_ratio_mean(&r);
    double changed = 0;
    for (int i = 0; i < VG_LOTS; i++) changed += fabs(r.y[i]);
    e.few = e.few || changed < FEW_FOLDS;
    return e;
}

vg_estimate vg_sums_slope(const vg_sums *const *gain, const double *value, int count)
{
    vg_ratio r = {0};
    double n = 0, mean = 0;
    for (int i = 0; i < count; i++) {
        n += (double)vg_sums_n(gain[i]);
        mean += value[i] * (double)vg_sums_n(gain[i]);
    }
    mean /= n > 0 ? n : 1;
    for (int i = 0; i < count; i++) {
        vg_ratio one = vg_sums_of_share(gain[i]);
        double from = value[i] - mean;
        for (int l = 0; l < VG_LOTS; l++) {
            r.y[l] += from * one.y[l];
            r.n[l] += from * from * one.n[l];
        }
    }
    vg_estimate e = vg_ratio_mean(&r);
    e.n = (uint64_t)(n / 2); // each exchange stands with both
    e.few = e.few || e.n < VG_FEW;
    return e;
}

double vg_estimate_chance(const vg_estimate *e, double from)
{
    if (e->few || e->freedom < 1) return 1;
    if (e->error <= 0) return e->value == from ? 1 : 0;
    // Student's tail by way of the normal one (Wallace): good to a few percent of itself.
    double t = fabs(e->value - from) / e->error, v = e->freedom;
    double z = (8 * v + 1) / (8 * v + 3) * sqrt(v * log1p(t * t / v));
    return erfc(z / sqrt(2));
}

bool vg_estimate_off(const vg_estimate *e, double from, int among)
{
    return vg_estimate_chance(e, from) * (among > 1 ? among : 1) < 0.05;
}

double vg_estimate_needs(const vg_estimate *e, double half)
{
    if (e->few || e->error <= 0 || half <= 0) return 0;
    double times = Z95 * e->error / half;
    return (double)e->n * times * times;
}

void vg_sim_interval(double share, uint64_t games, double *low, double *high)
{
    *low = 0;
    *high = 1;
    if (games > 0) wilson(share, (double)games, Z95, low, high);
}
