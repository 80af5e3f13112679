// cards.c: the pieces of Winter Tales as tables, from cards.def and narration.def.
#include "games/winter/winter.h"

const winter_char_def winter_chars[WINTER_CHAR_COUNT] = {
    [WINTER_NOONE] = {.slug = "-", .name = VG_WORDS("nessuno", "nobody")},
#define CHARACTER(id, slug, it, en, ability, passage)                                              \
    [WINTER_##id] = {slug, VG_WORDS(it, en), WINTER_##ability, WINTER_##passage},
#include "games/winter/cards.def"
#undef CHARACTER
};

const winter_space_def winter_spaces[WINTER_SPACE_COUNT] = {
    [WINTER_NOWHERE] = {"-", VG_WORDS("fuori", "away"), VG_WORDS("fuori", "away"), 0},
#define AT(place) 1u << WINTER_##place
#define SPACE(id, slug, it, it_at, en, joins)                                                      \
    [WINTER_##id] = {slug, VG_WORDS(it, en), VG_WORDS(it_at, en), joins},
#include "games/winter/cards.def"
#undef SPACE
#undef AT
};

const winter_mission_def winter_missions[WINTER_MISSION_COUNT] = {
    [WINTER_NO_MISSION] = {"-", VG_WORDS("nessuna", "none"), 0, 0},
#define MISSION(id, slug, it, en, on_tale)                                                         \
    [WINTER_##id] = {slug, VG_WORDS(it, en), WINTER_##id >= WINTER_RELIC_W, on_tale},
#include "games/winter/cards.def"
#undef MISSION
};

const winter_goal_def winter_goals[WINTER_GOAL_COUNT] = {
    [WINTER_NO_GOAL] = {"-", VG_WORDS("nessuno", "none"), 0, 0, {0, 0}},
#define GOAL(id, slug, it, en, side, copies, one, two)                                             \
    [WINTER_##id] = {slug, VG_WORDS(it, en), WINTER_##side, copies, {WINTER_##one, WINTER_##two}},
#include "games/winter/cards.def"
#undef GOAL
};

const winter_card_def winter_narration[WINTER_CARDS + 1] = {
    [0] = {"-", {VG_WORDS("una carta", "a card"), VG_WORDS("una carta", "a card")}},
#define NARRATION(id, slug, it_spring, it_winter, en_spring, en_winter)                            \
    [id] = {slug, {VG_WORDS(it_spring, en_spring), VG_WORDS(it_winter, en_winter)}},
#include "games/winter/narration.def"
#undef NARRATION
};

// The table of the sheet: [seats] = {for each player of a faction, for the Writer of each faction}.
const uint8_t winter_quota[WINTER_SEATS + 1][2] = {
    [3] = {4, 2}, [4] = {3, 0}, [5] = {2, 1}, [6] = {2, 0}, [7] = {2, 1},
};

uint32_t winter_next(int space)
{
    if (space > WINTER_PLACES) return winter_spaces[space].joins;
    uint32_t next = 0;
    for (int q = WINTER_PLACES + 1; q < WINTER_SPACE_COUNT; q++)
        if (winter_spaces[q].joins >> space & 1) next |= 1u << q;
    return next;
}

void winter_distances(int from, uint8_t steps[WINTER_SPACE_COUNT])
{
    uint32_t edge = 1u << from, reached = 0;
    for (uint8_t n = 0; edge; n++) {
        uint32_t wider = 0;
        for (uint32_t left = edge; left; left &= left - 1) {
            steps[vg_lowest(left)] = n;
            wider |= winter_next(vg_lowest(left));
        }
        reached |= edge;
        edge = wider & ~reached;
    }
}

int winter_distance(int from, int to)
{
    uint8_t steps[WINTER_SPACE_COUNT];
    winter_distances(from, steps);
    return steps[to];
}
