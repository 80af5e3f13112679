// lab.c: what the lab counts by and may change in Winter Tales. Its narration cards all count
// alike, whatever they show: nothing to count by.
#include "games/winter/rules.h"

int winter_traits(const void *state, int seat, vg_trait out[VG_MAX_TRAITS])
{
    const winter_state *s = state;
    int n = 0;
    winter_side side = winter_faction(s, seat);
    out[n++] = (vg_trait){"faction", winter_side_slugs[side], &winter_side_names[side]};
    for (int c = 1; c < WINTER_CHAR_COUNT; c++)
        if (winter_seat_of(s, c) == seat)
            out[n++] = (vg_trait){"character", winter_chars[c].slug, &winter_chars[c].name};
    for (int i = 0; i < WINTER_SLOTS && side != WINTER_WRITER; i++) {
        const winter_memory *m = &s->memory[i];
        int colour = side == WINTER_SPRING ? WINTER_FOR_SPRING : WINTER_FOR_WINTER;
        if (m->mission && m->colour == colour)
            out[n++] = (vg_trait){"mission", winter_missions[m->mission].slug,
                                  &winter_missions[m->mission].name};
    }
    for (int k = 0; k < 2; k++) {
        int goal = s->goal_open[seat][k];
        if (s->goal_stage[seat][k] == 3)
            out[n++] =
                (vg_trait){"objective", winter_goals[goal].slug, &winter_ed(s)->goal_name[goal]};
    }
    return n;
}

// ---- what can be changed ---------------------------------------------------------

static const vg_words *check_goals(const winter_edition *e)
{
    static const vg_words few =
        VG_WORDS("una fazione ha meno di quattro obiettivi: a sette posti ne servono quattro",
                 "a faction has fewer than four objectives: seven seats need four");
    static const vg_words none = VG_WORDS("un Attacco o un Collegamento non ha i suoi luoghi",
                                          "a Raid or a Link lacks its places");
    static const vg_words same =
        VG_WORDS("un Collegamento unisce un luogo a sé stesso", "a Link joins a place with itself");
    static const vg_words idle =
        VG_WORDS("solo Attacchi e Collegamenti hanno luoghi", "only Raids and Links have places");
    static const vg_words icons = VG_WORDS("nessuno dei primi cinque riquadri prende un obiettivo",
                                           "none of the first five slots takes an objective");
    int copies[2] = {0, 0}, icon = 0;
    for (int g = 1; g < WINTER_GOAL_COUNT; g++) {
        int has = (e->place[g][0] != 0) + (e->place[g][1] != 0), due = winter_goal_places(g);
        copies[winter_goals[g].side] += e->copies[g];
        if (has < due) return &none;
        if (has > due) return &idle;
        if (due == 2 && e->place[g][0] == e->place[g][1]) return &same;
    }
    for (int i = 0; i < 5; i++) icon |= e->icon[i];
    if (!icon) return &icons;
    return copies[0] < 4 || copies[1] < 4 ? &few : NULL;
}

static const vg_words *check_edition(const void *edition)
{
    static const vg_words torn = VG_WORDS("non da ogni casella si arriva a ogni altra",
                                          "not every space can be reached from every other");
    static const vg_words far = VG_WORDS("due luoghi distano più di cinque carte",
                                         "two places are more than five cards apart");
    static const vg_words passage =
        VG_WORDS("chi ha il Passaggio segreto deve sapere dove porta, e nessun altro",
                 "who has the secret passage must know where it leads, and nobody else");
    static const vg_words opening =
        VG_WORDS("una fazione non ha una Missione per cominciare oltre all'Artefatto",
                 "a faction has no mission to open with beside the Artefact");
    const winter_edition *e = edition;
    for (int x = 1; x < WINTER_SPACE_COUNT; x++)
        for (int y = 1; y < WINTER_SPACE_COUNT; y++) {
            if (x != y && !e->steps[x][y]) return &torn;
            if (e->steps[x][y] > 10) return &far;
        }
    for (int c = 1; c < WINTER_CHAR_COUNT; c++)
        if ((e->ability[c] == WINTER_PASSAGE) != (e->passage[c] != 0)) return &passage;
    int missions[2] = {0, 0};
    for (int t = 1; t < WINTER_MISSION_COUNT; t++)
        if (t != WINTER_RELIC_S && t != WINTER_RELIC_W)
            missions[winter_missions[t].side] += e->in_play[t];
    if (!missions[0] || !missions[1]) return &opening;
    return check_goals(e);
}

static const char *const char_slugs[] = {
#define CHARACTER(id, slug, ...) slug,
#include "games/winter/cards.def"
#undef CHARACTER
};
static const char *const space_slugs[] = {
    "none",
#define SPACE(id, slug, ...) slug,
#include "games/winter/cards.def"
#undef SPACE
};
static const char *const mission_slugs[] = {
#define MISSION(id, slug, ...) slug,
#include "games/winter/cards.def"
#undef MISSION
};
static const char *const goal_slugs[] = {
#define GOAL(id, slug, ...) slug,
#include "games/winter/cards.def"
#undef GOAL
};
static const char *const slot_slugs[] = {"1", "2", "3", "4", "5", "6", "7"};
static const char *const ability_slugs[WINTER_ABILITY_COUNT] = {
    [WINTER_AIM] = "aim",       [WINTER_BRAWL] = "brawl", [WINTER_PLOT] = "plot",
    [WINTER_STRIDE] = "stride", [WINTER_SNARE] = "snare", [WINTER_PASSAGE] = "passage",
    [WINTER_LORE] = "lore",
};

// Numbers of `count` pieces called `names`, the first at `first` and `step` bytes apart.
#define PIECE(group_, field_, it, en, names, count_, first, step, most, words)                     \
    {                                                                                              \
        .group = (group_), .field = (field_), .name = VG_WORDS(it, en), .count = (count_),         \
        .stride = (step), .offset = (uint16_t)offsetof(winter_edition, first), .max = (most),      \
        .slugs = (names), .values = (words)                                                        \
    }
#define ROAD(id, slug, it, en)                                                                     \
    PIECE("place", slug, "strada per " it, "road to " en, space_slugs + 1, WINTER_PLACES,          \
          road[1][WINTER_P_##id], WINTER_SPACE_COUNT, 1, NULL)
static const vg_tunable tunables[] = {
    ROAD(GRANDE, "grande", "la Piazza Grande", "the Great Square"),
    ROAD(MANICOMIO_FABBRICA, "manicomio-fabbrica", "la piazza fra Manicomio e Fabbrica",
         "the square between Asylum and Factory"),
    ROAD(PRIGIONI_FABBRICA, "prigioni-fabbrica", "la piazza fra Prigioni e Fabbrica",
         "the square between Prisons and Factory"),
    ROAD(MANICOMIO_PARCO, "manicomio-parco", "la piazza fra Manicomio e Parco",
         "the square between Asylum and Park"),
    ROAD(PARCO_CIMITERO, "parco-cimitero", "la piazza fra Parco e Cimitero",
         "the square between Park and Graveyard"),
    ROAD(TEATRO_PRIGIONI, "teatro-prigioni", "la piazza fra Teatro e Prigioni",
         "the square between Theatre and Prisons"),
    ROAD(TEATRO_MERCATO, "teatro-mercato", "la piazza fra Teatro e Mercato",
         "the square between Theatre and Market"),
    ROAD(CASA_CIMITERO, "casa-cimitero", "la piazza fra Casa e Cimitero",
         "the square between House and Graveyard"),
    ROAD(CASA_MERCATO, "casa-mercato", "la piazza fra Casa e Mercato",
         "the square between House and Market"),
    ROAD(STATUA, "statua", "la Piazza della statua", "the square of the statue"),
    PIECE("character", "ability", "abilità", "ability", char_slugs, WINTER_CHAR_COUNT - 1,
          ability[1], 1, WINTER_ABILITY_COUNT - 1, ability_slugs),
    PIECE("character", "passage", "passaggio segreto", "secret passage", char_slugs,
          WINTER_CHAR_COUNT - 1, passage[1], 1, WINTER_PLACES, space_slugs),
    PIECE("mission", "in-play", "in gioco", "in play", mission_slugs, WINTER_MISSION_COUNT - 1,
          in_play[1], 1, 1, NULL),
    PIECE("objective", "copies", "copie", "copies", goal_slugs, WINTER_GOAL_COUNT - 1, copies[1], 1,
          4, NULL),
    PIECE("objective", "place", "luogo", "place", goal_slugs, WINTER_GOAL_COUNT - 1, place[1][0], 2,
          WINTER_PLACES, space_slugs),
    PIECE("objective", "second-place", "secondo luogo", "second place", goal_slugs,
          WINTER_GOAL_COUNT - 1, place[1][1], 2, WINTER_PLACES, space_slugs),
    PIECE("slot", "objective", "prende un obiettivo", "takes an objective", slot_slugs,
          WINTER_SLOTS, icon[0], 1, 1, NULL),
};
#undef PIECE
#undef ROAD

static const vg_fixed fixed[] = {
    {"mission", NULL,
     VG_WORDS("una Missione ha il suo potere nelle regole: si può solo lasciarla nella scatola "
              "(in-play=0), non cambiarla né aggiungerne",
              "a mission has its power in the rules: it can only be left in the box (in-play=0), "
              "not changed, and none can be added")},
    {"card", NULL,
     VG_WORDS("le carte Narrazione contano tutte uguale, una copia ognuna",
              "narration cards all count alike, one copy of each")},
};

vg_tuning winter_tuning = {
    .edition = &winter_editions[WINTER_EDITION_COUNT],
    .normal = &winter_editions[0],
    .size = sizeof(winter_edition),
    .row = tunables,
    .row_count = sizeof tunables / sizeof tunables[0],
    .check = check_edition,
    .derive = winter_derive,
    .fixed = fixed,
    .fixed_count = sizeof fixed / sizeof fixed[0],
};
