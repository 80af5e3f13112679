// cards.c: the editions of Quest for Legend.
#include "games/quest/quest.h"

const char *const quest_edition_slugs[] = {"classic", "custom"};

quest_edition quest_editions[QUEST_EDITION_COUNT + 1] = {
    {
#define MISSION(...)
#define HERO(...)
#define RESOURCE(id, slug_, letter_, copies_, name_, text_)                                        \
    [QUEST_##                                                                                      \
        id] = {.slug = slug_, .letter = letter_, .copies = copies_, .name = name_, .text = text_},
        .resource =
            {
#include "games/quest/cards.def"
            },
#undef RESOURCE
#undef MISSION
#define RESOURCE(...)
#define MISSION(id, slug_, i, a, c, e, points_, name_, text_)                                      \
    [QUEST_##id - QUEST_RESOURCES] = {.slug = slug_,                                               \
                                      .need = {i, a, c, e},                                        \
                                      .points = points_,                                           \
                                      .in_play = 1,                                                \
                                      .name = name_,                                               \
                                      .text = text_},
        .mission =
            {
#include "games/quest/cards.def"
            },
#undef MISSION
#undef HERO
#define MISSION(...)
#define HERO(id, slug_, special_, pair0, pair1, for_, name_, text_)                                \
    [QUEST_##id] = {.slug = slug_,                                                                 \
                    .special = QUEST_##special_ - QUEST_RESOURCES,                                 \
                    .pair = {QUEST_##pair0, QUEST_##pair1},                                        \
                    .pair_for = QUEST_##for_,                                                      \
                    .name = name_,                                                                 \
                    .text = text_},
        .hero =
            {
#include "games/quest/cards.def"
            },
#undef RESOURCE
#undef MISSION
#undef HERO
    },
};
