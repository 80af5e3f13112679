// gist.h: small things for games that work out what their pieces come to (vg_game.gist).
#ifndef VG_ENGINE_GIST_H
#define VG_ENGINE_GIST_H

#include "engine/game.h"

static inline int vg_between(int n, int low, int high)
{
    return n < low ? low : n > high ? high : n;
}

// Lights a place so often; not at all if that is never.
static inline void vg_light(vg_lit **out, int place, int count)
{
    **out = (vg_lit){(uint16_t)place, (int16_t)count};
    *out += count != 0;
}

// Lights one of `steps` places by how far up `value` is; the last one too if it is further.
static inline void vg_light_step(vg_lit **out, int place, int value, int steps)
{
    *(*out)++ = (vg_lit){(uint16_t)(place + vg_between(value, 0, steps - 1)), 1};
}

// Which of `steps` parts of a game this is, by how much of it is left: the last ones are shorter.
static inline int vg_late(int left, int steps)
{
    static const uint8_t part[32] = {0, 1, 2, 2, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 5,
                                     6, 6, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7};
    return vg_between(part[vg_between(left, 0, 31)], 0, steps - 1);
}

#endif
