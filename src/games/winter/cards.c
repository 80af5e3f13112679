// cards.c: the pieces of Winter Tales as tables, from cards.def and narration.def.
#include "games/winter/winter.h"

#include <stdio.h>
#include <string.h>

const winter_char_def winter_chars[WINTER_CHAR_COUNT] = {
    [WINTER_NOONE] = {.slug = "-", .name = VG_WORDS("nessuno", "nobody")},
#define CHARACTER(id, slug, it, en, ability, passage) [WINTER_##id] = {slug, VG_WORDS(it, en)},
#include "games/winter/cards.def"
#undef CHARACTER
};

const winter_space_def winter_spaces[WINTER_SPACE_COUNT] = {
    [WINTER_NOWHERE] = {"-", VG_WORDS("fuori", "away"), VG_WORDS("fuori", "away")},
#define SPACE(id, slug, it, it_at, en, joins)                                                      \
    [WINTER_##id] = {slug, VG_WORDS(it, en), VG_WORDS(it_at, en)},
#include "games/winter/cards.def"
#undef SPACE
};

const winter_mission_def winter_missions[WINTER_MISSION_COUNT] = {
    [WINTER_NO_MISSION] = {"-", VG_WORDS("nessuna", "none"), 0, 0},
#define MISSION(id, slug, it, en, on_tale)                                                         \
    [WINTER_##id] = {slug, VG_WORDS(it, en), WINTER_##id >= WINTER_RELIC_W, on_tale},
#include "games/winter/cards.def"
#undef MISSION
};

const winter_goal_def winter_goals[WINTER_GOAL_COUNT] = {
    [WINTER_NO_GOAL] = {"-", 0},
#define GOAL(id, slug, it, en, side, copies, one, two) [WINTER_##id] = {slug, WINTER_##side},
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

// ---- the printed edition, and the one that can be written -------------------------

#define AT(place)   1u << WINTER_##place
#define BIT(set, n) ((set) >> (n)&1)
winter_edition winter_editions[WINTER_EDITION_COUNT + 1] = {{
    .road =
        {
#define SPACE(id, slug, it, it_at, en, joins)                                                      \
    [WINTER_##id] = {0,                                                                            \
                     BIT(joins, 1),                                                                \
                     BIT(joins, 2),                                                                \
                     BIT(joins, 3),                                                                \
                     BIT(joins, 4),                                                                \
                     BIT(joins, 5),                                                                \
                     BIT(joins, 6),                                                                \
                     BIT(joins, 7),                                                                \
                     BIT(joins, 8),                                                                \
                     BIT(joins, 9),                                                                \
                     BIT(joins, 10),                                                               \
                     BIT(joins, 11),                                                               \
                     BIT(joins, 12),                                                               \
                     BIT(joins, 13),                                                               \
                     BIT(joins, 14),                                                               \
                     BIT(joins, 15),                                                               \
                     BIT(joins, 16),                                                               \
                     BIT(joins, 17),                                                               \
                     BIT(joins, 18)},
#include "games/winter/cards.def"
#undef SPACE
        },
#define CHARACTER(id, slug, it, en, ability_, passage) [WINTER_##id] = WINTER_##ability_,
    .ability =
        {
#include "games/winter/cards.def"
        },
#undef CHARACTER
#define CHARACTER(id, slug, it, en, ability, passage_) [WINTER_##id] = WINTER_##passage_,
    .passage =
        {
#include "games/winter/cards.def"
        },
#undef CHARACTER
#define MISSION(id, ...) [WINTER_##id] = 1,
    .in_play =
        {
#include "games/winter/cards.def"
        },
#undef MISSION
#define GOAL(id, slug, it, en, side, copies_, one, two) [WINTER_##id] = copies_,
    .copies =
        {
#include "games/winter/cards.def"
        },
#undef GOAL
#define GOAL(id, slug, it, en, side, copies, one, two) [WINTER_##id] = {WINTER_##one, WINTER_##two},
    .place =
        {
#include "games/winter/cards.def"
        },
#undef GOAL
    .icon = {1, 0, 1, 0, 1}, // WT-H4
#define GOAL(id, slug, it, en, side, copies, one, two) [WINTER_##id] = VG_WORDS(it, en),
    .goal_name =
        {
            [WINTER_NO_GOAL] = VG_WORDS("nessuno", "none"),
#include "games/winter/cards.def"
        },
#undef GOAL
#define SPACE(id, slug, it, it_at, en, joins_) [WINTER_##id] = joins_,
    .joins =
        {
#include "games/winter/cards.def"
        },
#undef SPACE
    // The unit test derives joins, steps and near from the roads again.
    .steps =
        {
#define STEPS(id, ...) [WINTER_##id] = {0, __VA_ARGS__},
#include "games/winter/cards.def"
#undef STEPS
        },
#define WITHIN(n, a, b, c, d, e, f, g, h, i, j, k, l, m, o, p, q, r, s)                            \
    (a <= n) << 1 | (b <= n) << 2 | (c <= n) << 3 | (d <= n) << 4 | (e <= n) << 5 |                \
        (f <= n) << 6 | (g <= n) << 7 | (h <= n) << 8 | (i <= n) << 9 | (j <= n) << 10 |           \
        (k <= n) << 11 | (l <= n) << 12 | (m <= n) << 13 | (o <= n) << 14 | (p <= n) << 15 |       \
        (q <= n) << 16 | (r <= n) << 17 | (s <= n) << 18
    .near =
        {
#define STEPS(id, ...)                                                                             \
    [WINTER_##id] = {WITHIN(0, __VA_ARGS__), WITHIN(2, __VA_ARGS__), WITHIN(4, __VA_ARGS__)},
#include "games/winter/cards.def"
#undef STEPS
        },
#undef WITHIN
}};
#undef AT
#undef BIT

int winter_goal_places(int goal)
{
    const uint8_t *place = winter_editions[0].place[goal];
    return (place[0] != 0) + (place[1] != 0);
}

// "Collegamento (Teatro, Cimitero)" once its places are others.
static void name_goal(winter_edition *e, int goal)
{
    const winter_edition *printed = &winter_editions[0];
    e->goal_name[goal] = printed->goal_name[goal];
    if (memcmp(e->place[goal], printed->place[goal], sizeof e->place[goal]) == 0) return;
    for (int lang = 0; lang < VG_LANG_COUNT; lang++) {
        const char *name = printed->goal_name[goal].in[lang];
        snprintf(e->words[goal][lang], sizeof e->words[goal][lang], "%.*s(%s%s%s)",
                 (int)strcspn(name, "("), name, winter_spaces[e->place[goal][0]].name.in[lang],
                 e->place[goal][1] ? ", " : "",
                 e->place[goal][1] ? winter_spaces[e->place[goal][1]].name.in[lang] : "");
        e->goal_name[goal].in[lang] = e->words[goal][lang];
    }
}

// Roads are written for the places; the squares see them from the other side.
void winter_derive(void *edition)
{
    winter_edition *e = edition;
    for (int g = 1; g < WINTER_GOAL_COUNT; g++) name_goal(e, g);
    for (int x = 1; x < WINTER_SPACE_COUNT; x++) e->joins[x] = 0;
    for (int x = 1; x <= WINTER_PLACES; x++)
        for (int y = WINTER_PLACES + 1; y < WINTER_SPACE_COUNT; y++) {
            e->road[y][x] = e->road[x][y];
            e->joins[x] |= (uint32_t)e->road[x][y] << y;
            e->joins[y] |= (uint32_t)e->road[x][y] << x;
        }
    for (int from = 1; from < WINTER_SPACE_COUNT; from++) {
        uint32_t edge = 1u << from, reached = 0;
        for (int x = 1; x < WINTER_SPACE_COUNT; x++) e->steps[from][x] = 0;
        for (int n = 0; edge; n++) {
            uint32_t wider = 0;
            for (int x = 1; x < WINTER_SPACE_COUNT; x++) {
                if (!(edge >> x & 1)) continue;
                e->steps[from][x] = (uint8_t)n;
                wider |= e->joins[x];
            }
            reached |= edge;
            edge = wider & ~reached;
        }
        for (int n = 0; n < WINTER_NEAR; n++) {
            e->near[from][n] = 0;
            for (int x = 1; x < WINTER_SPACE_COUNT; x++)
                e->near[from][n] |= (uint32_t)(e->steps[from][x] <= 2 * n) << x;
        }
    }
}
