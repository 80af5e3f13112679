// tale_words.c: the words of Winter's tale, from the .def files beside it.
#include "games/winter/tale.h"

#define M VG_HE
#define F VG_SHE
#define P VG_THEY

static const vg_persona persons[WINTER_TALE_PERSONS + 1] = {
#define PERSON(id, gender, side, it, it_brief, en, en_brief)                                       \
    [WINTER_##id] = {{VG_WORDS(it, en), gender}, {VG_WORDS(it_brief, en_brief), gender}, side, 0},
#include "games/winter/tale_people.def"
#undef PERSON
};

static const vg_locale places[WINTER_SPACE_COUNT] = {
#define PLACE(id, gender, it, it_brief, en, en_brief)                                              \
    [WINTER_##id] = {{VG_WORDS(it, en), gender},                                                   \
                     {VG_WORDS(it_brief, en_brief), gender},                                       \
                     WINTER_##id > WINTER_PLACES},
#include "games/winter/tale_people.def"
#undef PLACE
};

// Missions as one speaks of them: titles without the faction in brackets.
static const vg_name tasks[WINTER_MISSION_COUNT] = {
    [WINTER_HOPE] = {.words = VG_WORDS("La Nuova Speranza", "The New Hope")},
    [WINTER_LOVE] = {.words =
                         VG_WORDS("L'Amore che scioglie la neve", "The Love That Melts the Snow")},
    [WINTER_REFUGE] = {.words = VG_WORDS("Il Rifugio Segreto", "The Secret Refuge")},
    [WINTER_RELIC_S] = {.words = VG_WORDS("Il Grande Artefatto", "The Great Artefact")},
    [WINTER_RELIC_W] = {.words = VG_WORDS("Il Grande Artefatto", "The Great Artefact")},
    [WINTER_HORROR] = {.words = VG_WORDS("Il Gelido Orrore", "The Icy Horror")},
    [WINTER_SPEECH] = {.words = VG_WORDS("Propaganda Invernale", "Winter Propaganda")},
    [WINTER_REPRISAL] = {.words = VG_WORDS("Rappresaglia Armata", "Armed Reprisal")},
};

static const vg_words titles[2 * WINTER_CARDS + 1] = {
#define NARRATION(id, slug, it_spring, it_winter, en_spring, en_winter)                            \
    [2 * (id)-1] = VG_WORDS(it_spring, en_spring), [2 * (id)] = VG_WORDS(it_winter, en_winter),
#include "games/winter/narration.def"
#undef NARRATION
};

static const vg_words *title(int thing) { return &titles[thing]; }

static const char *drawn(int thing)
{
    static const char *const names[2 * WINTER_CARDS + 1] = {
#define NARRATION(id, slug, ...) [2 * (id)-1] = slug ".spring", [2 * (id)] = slug ".winter",
#include "games/winter/narration.def"
#undef NARRATION
    };
    return names[thing];
}

static const vg_picture pictures[2 * WINTER_CARDS + 1] = {
#define PICTURE(id, side, it1, en1, it2, en2)                                                      \
    [2 * (id)-1 + (side)] = {{VG_WORDS(it1, en1), VG_WORDS(it2, en2)}},
#define S WINTER_SPRING
#define W WINTER_WINTER
#include "games/winter/tale_pictures.def"
#include "games/winter/tale_pictures_more.def"
#undef S
#undef W
#undef PICTURE
};

static const vg_line lines[] = {
#define LINE(frame, it, en) {VG_FRAME_##frame, 0, VG_ANY, 0, 0, VG_WORDS(it, en)},
#define LINE_OF(frame, task, sign, it, en)                                                         \
    {VG_FRAME_##frame, WINTER_##task, sign, 0, 0, VG_WORDS(it, en)},
#define LINE_IF(frame, sign, it, en) {VG_FRAME_##frame, 0, sign, 0, 0, VG_WORDS(it, en)},
#define LINE_UNIT(frame, unit, it, en)                                                             \
    {VG_FRAME_##frame, 0, VG_UNIT_##unit, 0, 0, VG_WORDS(it, en)},
#define LINE_GOAL(goal, it, en) {VG_FRAME_AIM, WINTER_##goal, VG_ANY, 0, 0, VG_WORDS(it, en)},
#define THAT(kind, role, sign, it, en)                                                             \
    {VG_FRAME_THAT, 0, sign, VG_FACT_##kind, role, VG_WORDS(it, en)},
#define THAT_OF(kind, role, task, sign, it, en)                                                    \
    {VG_FRAME_THAT, WINTER_##task, sign, VG_FACT_##kind, role, VG_WORDS(it, en)},
#define FORETOLD(kind, role, sign, it, en)                                                         \
    {VG_FRAME_FORETOLD, 0, sign, VG_FACT_##kind, role, VG_WORDS(it, en)},
#include "games/winter/tale_lines.def"
#include "games/winter/tale_missions.def"
#undef LINE
#undef LINE_OF
#undef LINE_IF
#undef LINE_UNIT
#undef LINE_GOAL
#undef THAT
#undef THAT_OF
#undef FORETOLD
};

static const vg_bond bonds[] = {
#define BOND(who, whom, it, en) {WINTER_##who, WINTER_##whom, VG_WORDS(it, en)},
#include "games/winter/tale_people.def"
#undef BOND
};

static const vg_quote quotes[] = {
#define SAYS(who, kind, role, it, en) {WINTER_##who, VG_FACT_##kind, role, VG_WORDS(it, en)},
#include "games/winter/tale_people.def"
#undef SAYS
};

const vg_saga winter_saga = {
    .persons = WINTER_TALE_PERSONS,
    .places = WINTER_SPACE_COUNT - 1,
    .tasks = WINTER_MISSION_COUNT - 1,
    .things = 2 * WINTER_CARDS,
    .side = {VG_WORDS("Le Fiabe", "The Fables"),
             VG_WORDS("I Soldati dell'Inverno", "The Soldiers of Winter")},
    .person = persons,
    .place = places,
    .task = tasks,
    .title = title,
    .drawn = drawn,
    .thing = pictures,
    .line = lines,
    .bond = bonds,
    .quote = quotes,
    .lines = sizeof lines / sizeof lines[0],
    .bonds = sizeof bonds / sizeof bonds[0],
    .quotes = sizeof quotes / sizeof quotes[0],
};

int winter_gender(int character) { return persons[character].name.gender; }
