// lab.c: what the lab counts by and may change in Fate e Leggende.
#include "games/fate/fate.h"

// The rules count 90 cards at most, of which 77 can lie in stories; a forest, full hands and a few
// turns need 50.
static const vg_words *check_edition(const void *edition)
{
    static const vg_words many =
        VG_WORDS("ci sono più di 90 carte", "there are more than 90 cards");
    static const vg_words tales =
        VG_WORDS("ci sono più di 77 leggende e jolly", "there are more than 77 legends and jokers");
    static const vg_words few =
        VG_WORDS("ci sono meno di 50 carte", "there are fewer than 50 cards");
    static const vg_words sides =
        VG_WORDS("il dado non ha sei facce in tutto", "the die does not have six sides in all");
    const fate_edition *e = edition;
    const fate_card_def *card = e->card;
    int all = 0, told = 0;
    for (int c = 1; c < FATE_CARD_COUNT; c++) {
        all += card[c].copies;
        if (card[c].bars) told += card[c].copies;
    }
    int die = 0;
    for (int f = 1; f <= 6; f++) die += e->sides[f];
    if (all > 90) return &many;
    if (told > FATE_LAID) return &tales;
    if (all < 50) return &few;
    return die != 6 ? &sides : NULL;
}

// The new legend is of one colour, as all legends.
static void derive(void *edition)
{
    fate_edition *e = edition;
    e->card[FATE_NEW].bars = (uint8_t)(1u << e->new_colour);
}

static const char *const faces[] = {"1", "2", "3", "4", "5", "6"};
static const char *const colours[] = {"gold", "blue", "violet"};
static const vg_tunable tunables[] = {
    VG_TUNABLE(fate_edition, card, 1, "copies", "copie", "copies", copies, 0, 8),
    {.group = "card",
     .field = "value",
     .name = VG_WORDS("valore", "value"),
     .count = 1,
     .slug = offsetof(fate_edition, card[FATE_NEW].slug),
     .offset = offsetof(fate_edition, card[FATE_NEW].value),
     .min = 1,
     .max = 5},
    {.group = "card",
     .field = "colour",
     .name = VG_WORDS("colore", "colour"),
     .count = 1,
     .slug = offsetof(fate_edition, card[FATE_NEW].slug),
     .offset = offsetof(fate_edition, new_colour),
     .min = FATE_GOLD,
     .max = FATE_VIOLET,
     .values = colours},
    {.group = "die",
     .field = "sides",
     .name = VG_WORDS("facce", "sides"),
     .count = 6,
     .stride = 1,
     .offset = offsetof(fate_edition, sides[1]),
     .max = 6,
     .slugs = faces},
};

static const vg_fixed fixed[] = {
    {"card", "value",
     VG_WORDS("il valore di una leggenda è nel suo nome: togline le copie e aggiungi new-legend",
              "the value of a legend is in its name: take its copies away and add new-legend")},
    {"card", "colour",
     VG_WORDS("il colore di una leggenda è nel suo nome: togline le copie e aggiungi new-legend",
              "the colour of a legend is in its name: take its copies away and add new-legend")},
    {"card", NULL,
     VG_WORDS("si aggiunge una leggenda sola, new-legend, in più copie; jolly e interruzioni hanno "
              "il loro effetto nelle regole",
              "one legend can be added, new-legend, in several copies; jokers and interruptions "
              "have their effect in the rules")},
};

vg_tuning fate_tuning = {
    .edition = &fate_editions[1],
    .normal = &fate_editions[0],
    .size = sizeof(fate_edition),
    .row = tunables,
    .row_count = sizeof tunables / sizeof tunables[0],
    .check = check_edition,
    .derive = derive,
    .fixed = fixed,
    .fixed_count = sizeof fixed / sizeof fixed[0],
};
