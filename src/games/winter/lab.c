// lab.c: what the lab counts by in Winter Tales. Its pieces are no edition yet: nothing to tune.
// Its cards all count alike, whatever they show: nothing to count by.
#include "games/winter/words.h"

int winter_traits(const void *state, int seat, vg_trait out[VG_MAX_TRAITS])
{
    const winter_state *s = state;
    int n = 0;
    winter_side side = winter_faction(s, seat);
    out[n++] = (vg_trait){"faction", winter_side_slugs[side], &winter_side_names[side]};
    for (int c = 1; c < WINTER_CHAR_COUNT; c++)
        if (winter_seat_of(s, c) == seat)
            out[n++] = (vg_trait){"character", winter_chars[c].slug, &winter_chars[c].name};
    return n;
}
