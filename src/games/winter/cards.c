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

// Steps from each space to every other, reckoned from the roads; the unit test does it again.
static const uint8_t steps[WINTER_SPACE_COUNT][WINTER_SPACE_COUNT] = {
    [WINTER_MERCATO] = {0, 0, 2, 4, 2, 2, 2, 4, 2, 1, 3, 3, 3, 3, 1, 1, 3, 1, 1},
    [WINTER_PRIGIONI] = {0, 2, 0, 4, 2, 2, 2, 2, 2, 1, 1, 1, 3, 3, 1, 3, 3, 3, 1},
    [WINTER_CIMITERO] = {0, 4, 4, 0, 4, 2, 2, 6, 4, 3, 5, 5, 3, 1, 5, 5, 1, 3, 3},
    [WINTER_MANICOMIO] = {0, 2, 2, 4, 0, 2, 2, 2, 2, 1, 1, 3, 1, 3, 3, 3, 3, 3, 1},
    [WINTER_PARCO] = {0, 2, 2, 2, 2, 0, 2, 4, 2, 1, 3, 3, 1, 1, 3, 3, 3, 3, 1},
    [WINTER_CASA] = {0, 2, 2, 2, 2, 2, 0, 4, 2, 1, 3, 3, 3, 1, 3, 3, 1, 1, 1},
    [WINTER_FABBRICA] = {0, 4, 2, 6, 2, 4, 4, 0, 4, 3, 1, 1, 3, 5, 3, 5, 5, 5, 3},
    [WINTER_TEATRO] = {0, 2, 2, 4, 2, 2, 2, 4, 0, 1, 3, 3, 3, 3, 1, 1, 3, 3, 1},
    [WINTER_P_GRANDE] = {0, 1, 1, 3, 1, 1, 1, 3, 1, 0, 2, 2, 2, 2, 2, 2, 2, 2, 2},
    [WINTER_P_MANICOMIO_FABBRICA] = {0, 3, 1, 5, 1, 3, 3, 1, 3, 2, 0, 2, 2, 4, 2, 4, 4, 4, 2},
    [WINTER_P_PRIGIONI_FABBRICA] = {0, 3, 1, 5, 3, 3, 3, 1, 3, 2, 2, 0, 4, 4, 2, 4, 4, 4, 2},
    [WINTER_P_MANICOMIO_PARCO] = {0, 3, 3, 3, 1, 1, 3, 3, 3, 2, 2, 4, 0, 2, 4, 4, 4, 4, 2},
    [WINTER_P_PARCO_CIMITERO] = {0, 3, 3, 1, 3, 1, 1, 5, 3, 2, 4, 4, 2, 0, 4, 4, 2, 2, 2},
    [WINTER_P_TEATRO_PRIGIONI] = {0, 1, 1, 5, 3, 3, 3, 3, 1, 2, 2, 2, 4, 4, 0, 2, 4, 2, 2},
    [WINTER_P_TEATRO_MERCATO] = {0, 1, 3, 5, 3, 3, 3, 5, 1, 2, 4, 4, 4, 4, 2, 0, 4, 2, 2},
    [WINTER_P_CASA_CIMITERO] = {0, 3, 3, 1, 3, 3, 1, 5, 3, 2, 4, 4, 4, 2, 4, 4, 0, 2, 2},
    [WINTER_P_CASA_MERCATO] = {0, 1, 3, 3, 3, 3, 1, 5, 3, 2, 4, 4, 4, 2, 2, 2, 2, 0, 2},
    [WINTER_P_STATUA] = {0, 1, 1, 3, 1, 1, 1, 3, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 0},
};

uint32_t winter_next(int space) { return winter_spaces[space].joins; }

int winter_distance(int from, int to) { return steps[from][to]; }

const uint8_t *winter_distances(int from) { return steps[from]; }
