// tale_words.c: the words of the tales of the wood, from the .def files beside it.
#include "games/fate/fate.h"

#define M VG_HE
#define F VG_SHE
#define P VG_THEY

// Persons: the fairies, then those stories are about, called after the card that begins them. Kinds
// of stories have names of the same form: a line is of one or the other.
enum {
    OF_NOBODY,
#define FAIRY(id, it, en)                                    OF_##id,
#define PERSON(id, gender, kind, it, it_brief, en, en_brief) OF_##id,
#include "games/fate/tale_people.def"
#undef FAIRY
#undef PERSON
    PERSONS
};
enum { OF_GOLD = FATE_GOLD, OF_BLUE = FATE_BLUE, OF_VIOLET = FATE_VIOLET };
static_assert(PERSONS - 1 == FATE_TALE_PERSONS, "fate.h says how many there are");

static const vg_persona persons[PERSONS] = {
#define FAIRY(id, it, en) [OF_##id] = {{VG_WORDS(it, en), F}, {VG_WORDS(it, en), F}, 0, 0},
#define PERSON(id, gender, kind, it, it_brief, en, en_brief)                                       \
    [OF_##id] = {{VG_WORDS(it, en), gender}, {VG_WORDS(it_brief, en_brief), gender}, 1, kind},
#include "games/fate/tale_people.def"
#undef FAIRY
#undef PERSON
};

static const uint8_t hero_of[FATE_CARD_COUNT] = {
#define PERSON(id, gender, kind, it, it_brief, en, en_brief) [FATE_##id] = OF_##id,
#include "games/fate/tale_people.def"
#undef PERSON
};

int fate_tale_hero(int card, int colour, int path)
{
    if (hero_of[card]) return hero_of[card];
    // Begun with a joker: somebody of its kind, by where it is told.
    int first = 1, count = 0;
    while (first < PERSONS && persons[first].of != colour) first++;
    while (first + count < PERSONS && persons[first + count].of == colour) count++;
    return count ? first + path % count : FATE_TALE_PERSONS;
}

static const vg_locale places[FATE_RING + 1] = {
    {{.gender = 0}, {.gender = 0}, 0},
#define PLACE(gender, it, it_brief, en, en_brief)                                                  \
    {{VG_WORDS(it, en), gender}, {VG_WORDS(it_brief, en_brief), gender}, 0},
#include "games/fate/tale_people.def"
#undef PLACE
};

static const vg_name kinds[FATE_COLOURS] = {
    [FATE_GOLD] = {.words = VG_WORDS("un mito", "a myth")},
    [FATE_BLUE] = {.words = VG_WORDS("una fiaba", "a folk tale")},
    [FATE_VIOLET] = {.words = VG_WORDS("una storia di città", "a story from town")},
};

// A joker is the same card wherever it shows something else.
static int card_of(int thing)
{
    return thing >= FATE_TALE_JOKER ? FATE_J_GBV + (thing - FATE_TALE_JOKER) / 2 : thing;
}

static const char *drawn(int thing)
{
    thing = card_of(thing);
    return thing < FATE_TALE_OBJECT ? fate_cards[thing].slug : NULL;
}

static const vg_words *title(int thing)
{
    thing = card_of(thing);
    return thing < FATE_TALE_OBJECT ? &fate_cards[thing].title
                                    : &fate_objects[thing - FATE_TALE_OBJECT].name;
}

static const vg_picture pictures[FATE_TALE_THINGS + 1] = {
#define PICTURE(id, it1, en1, it2, en2) [FATE_##id] = {{VG_WORDS(it1, en1), VG_WORDS(it2, en2)}},
#include "games/fate/tale_cards.def"
#undef PICTURE
#define AGAIN(id, n, it1, en1, it2, en2)                                                           \
    [FATE_TALE_JOKER + 2 * (FATE_##id - FATE_J_GBV) +                                              \
        (n)] = {{VG_WORDS(it1, en1), VG_WORDS(it2, en2)}},
#include "games/fate/tale_cards.def"
#undef AGAIN
};

#include "engine/tale_lines.h"
static const vg_line lines[] = {
#include "games/fate/tale_lines.def"
};

static const vg_quote quotes[] = {
#define SAYS(who, kind, role, it, en) {OF_##who, VG_FACT_##kind, role, VG_WORDS(it, en)},
#include "games/fate/tale_people.def"
#undef SAYS
};

const vg_saga fate_saga = {
    .form = VG_FORM_STORIES,
    .persons = FATE_TALE_PERSONS,
    .places = FATE_RING,
    .tasks = FATE_COLOURS - 1,
    .things = FATE_TALE_THINGS,
    .side = {VG_WORDS("Le fate", "The fairies"), VG_WORDS("Nelle storie", "In the stories")},
    .person = persons,
    .place = places,
    .task = kinds,
    .title = title,
    .drawn = drawn,
    .thing = pictures,
    .line = lines,
    .quote = quotes,
    .lines = sizeof lines / sizeof lines[0],
    .quotes = sizeof quotes / sizeof quotes[0],
};
