// numbers.h: what a viewer is given as numbers (engine/observe.h), looked at by name.
#ifndef VG_TESTS_NUMBERS_H
#define VG_TESTS_NUMBERS_H

#include "engine/observe.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

static float numbers[VG_MAX_OBSERVED];

// What `viewer` is given.
static inline void observe(const vg_game *game, const void *state, int seats, int viewer)
{
    vg_sight *sight = vg_sight_new(game, seats);
    vg_observe(sight, state, viewer, numbers);
    vg_sight_free(sight);
}

// The number of this name in what was observed last.
static inline float number(const vg_game *game, const char *name)
{
    for (int i = 0; i < vg_observed_count(game); i++) {
        char buffer[128];
        vg_text text = VG_TEXT(buffer);
        vg_observed_name(game, i, &text);
        if (strcmp(buffer, name) == 0) return numbers[i];
    }
    fail_msg("there is no number \"%s\"", name);
    return 0;
}

static inline void assert_number(const vg_game *game, const char *name, float want)
{
    float is = number(game, name);
    if (is < want - 1e-6f || is > want + 1e-6f)
        fail_msg("\"%s\" is %f, not %f", name, (double)is, (double)want);
}

static inline void fresh(const vg_game *game, int seats, void *state)
{
    vg_setup how;
    vg_setup_normal(game, seats, &how);
    how.first = 0;
    assert_int_equal(game->setup(state, &how, VG_EN, NULL), VG_OK);
}

#endif
