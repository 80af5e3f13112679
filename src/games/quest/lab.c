// lab.c: what the lab counts by and may change in Quest for Legend.
#include "games/quest/quest.h"

int quest_traits(const void *state, int seat, vg_trait out[VG_MAX_TRAITS])
{
    const quest_state *s = state;
    int n = 0;
    const quest_hero *hero = quest_hero_of(s, seat);
    out[n++] = (vg_trait){"hero", hero->slug, &hero->name};
    for (int m = 0; m < QUEST_MISSIONS; m++) {
        const quest_mission *mission = &quest_cards(s)->mission[m];
        if (s->won[m] == seat + 1)
            out[n++] = (vg_trait){"completed", mission->slug, &mission->name};
        if (s->beaten[m] == seat + 1)
            out[n++] = (vg_trait){"superseded", mission->slug, &mission->name};
    }
    return n;
}

static const vg_words *check_edition(const void *edition)
{
    static const vg_words size = VG_WORDS("le copie delle quattro risorse sono più di 44",
                                          "the copies of the four resources are more than 44");
    static const vg_words none = VG_WORDS("nessuna missione è in gioco", "no mission is in play");
    static const vg_words few = VG_WORDS("una missione chiede troppo poche risorse",
                                         "a mission asks for too few resources");
    static const vg_words itself =
        VG_WORDS("un eroe dà una risorsa per sé stessa", "a hero gives a resource for itself");
    const quest_edition *e = edition;
    int cards = QUEST_MISSIONS * QUEST_TWINS, missions = 0;
    for (int r = 0; r < QUEST_RESOURCES; r++) cards += e->resource[r].copies;
    if (cards > QUEST_CARDS) return &size;
    for (int m = 0; m < QUEST_MISSIONS; m++) missions += e->mission[m].in_play;
    if (!missions) return &none;
    for (int m = 0; m < QUEST_MISSIONS; m++) {
        int need = 0, special = 0;
        for (int r = 0; r < QUEST_RESOURCES; r++) need += e->mission[m].need[r];
        for (int h = 0; h < QUEST_HEROES; h++) special |= e->hero[h].special == m;
        // QL-09: for its hero it takes one less, and a mission that takes nothing is none.
        if (need < 1 + special) return &few;
    }
    for (int h = 0; h < QUEST_HEROES; h++)
        if (e->hero[h].pair[0] == e->hero[h].pair_for || e->hero[h].pair[1] == e->hero[h].pair_for)
            return &itself;
    return NULL;
}

static const char *const resource_slugs[QUEST_RESOURCES] = {
#define RESOURCE(id, slug, ...) [QUEST_##id] = slug,
#define MISSION(...)
#define HERO(...)
#include "games/quest/cards.def"
#undef RESOURCE
#undef MISSION
};
static const char *const mission_slugs[QUEST_MISSIONS] = {
#define RESOURCE(...)
#define MISSION(id, slug, ...) [QUEST_##id - QUEST_RESOURCES] = slug,
#include "games/quest/cards.def"
#undef RESOURCE
#undef MISSION
#undef HERO
};

// A hero's gift: the mission that takes one resource less, and which two resources stand for one.
#define GIFT(slug_, it, en, number, words)                                                         \
    {                                                                                              \
        .group = "hero", .field = (slug_), .name = VG_WORDS(it, en), .count = QUEST_HEROES,        \
        .stride = sizeof(quest_hero), .slug = offsetof(quest_edition, hero[0].slug),               \
        .offset = offsetof(quest_edition, hero[0].number),                                         \
        .max = (uint8_t)(sizeof(words) / sizeof((words)[0]) - 1), .values = (words)                \
    }

#define NEED(slug, it, en, r) VG_TUNABLE(quest_edition, mission, 0, slug, it, en, need[r], 0, 4)
static const vg_tunable tunables[] = {
    VG_TUNABLE(quest_edition, resource, 0, "copies", "copie", "copies", copies, 0, 44),
    VG_TUNABLE(quest_edition, mission, 0, "points", "punti", "points", points, 0, 20),
    VG_TUNABLE(quest_edition, mission, 0, "in-play", "in gioco", "in play", in_play, 0, 1),
    NEED("boats", "barche", "boats", QUEST_BOAT),
    NEED("favours", "favori", "favours", QUEST_FAVOUR),
    NEED("crew", "compagni", "crew", QUEST_CREW),
    NEED("equipment", "equipaggiamento", "equipment", QUEST_EQUIPMENT),
    GIFT("special", "missione facile", "easy mission", special, mission_slugs),
    GIFT("first", "dà", "gives", pair[0], resource_slugs),
    GIFT("second", "e", "and", pair[1], resource_slugs),
    GIFT("stands-for", "per", "for", pair_for, resource_slugs),
};
#undef NEED
#undef GIFT

static const vg_fixed fixed[] = {
    {"mission", "copies",
     VG_WORDS("di ogni missione ci sono due gemelle, nelle regole stesse",
              "every mission is there twice by the rules themselves")},
    {"mission", NULL,
     VG_WORDS("la partita finisce con la decima missione: non se ne aggiungono; si cambiano punti "
              "e risorse di quelle che ci sono",
              "the game ends with the tenth mission: none can be added; change points and "
              "resources of those there are")},
};

vg_tuning quest_tuning = {
    .edition = &quest_editions[QUEST_EDITION_COUNT],
    .normal = &quest_editions[0],
    .size = sizeof(quest_edition),
    .row = tunables,
    .row_count = sizeof tunables / sizeof tunables[0],
    .check = check_edition,
    .fixed = fixed,
    .fixed_count = sizeof fixed / sizeof fixed[0],
};
