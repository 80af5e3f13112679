// clock.h: how long things take. Nothing that is played depends on it, but budgets in time.
#ifndef VG_BASE_CLOCK_H
#define VG_BASE_CLOCK_H

#include <time.h>

// Seconds since some moment, never backwards.
static inline double vg_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

#endif
