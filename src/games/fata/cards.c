// cards.c: the cards of F.A.T.A. as tables, made from cards.def. One edition:
// the sheet gives numbers of cards but not the cards, so these are ours (H1 to
// H4 in RULES.md say what is known and what was filled in).
#include "games/fata/fata.h"

// The words a vision's slug and text are put together from.
#define STR(x)        #x
#define SLUG_DRAW     "draw-"
#define SLUG_TAKE     "take-"
#define SLUG_ROB      "rob-"
#define SLUG_DROP     "drop-"
#define SLUG_SIDE     "side-"
#define SLUG_ANY      "any-"
#define SLUG_TWO      "two-"
#define SLUG_NONE     ""
#define SLUG_STONE    "-stone"
#define SLUG_SCISSORS "-scissors"
#define SLUG_SCROLL   "-scroll"
#define IT_DRAW       "pesca"
#define IT_TAKE       "prendi"
#define IT_ROB        "ruba"
#define IT_DROP       "scarta"
#define IT_SIDE       "un vicino"
#define IT_ANY        "chiunque"
#define IT_TWO        "uno o due"
#define IT_NONE       "centro vuoto"
#define IT_STONE      "pietra"
#define IT_SCISSORS   "forbici"
#define IT_SCROLL     "pergamena"
#define IT_1          "1 stella"
#define IT_2          "2 stelle"
#define EN_1          "1 star"
#define EN_2          "2 stars"
#define EN_DRAW       "draw"
#define EN_TAKE       "take"
#define EN_ROB        "rob"
#define EN_DROP       "discard"
#define EN_SIDE       "a neighbour"
#define EN_ANY        "anyone"
#define EN_TWO        "one or two"
#define EN_NONE       "empty centre"
#define EN_STONE      "stone"
#define EN_SCISSORS   "scissors"
#define EN_SCROLL     "scroll"

const fata_part fata_types[] = {
    [FATA_T_DRAW] = {"draw", VG_WORDS(IT_DRAW, EN_DRAW)},
    [FATA_T_TAKE] = {"take", VG_WORDS(IT_TAKE, EN_TAKE)},
    [FATA_T_ROB] = {"rob", VG_WORDS(IT_ROB, EN_ROB)},
    [FATA_T_DROP] = {"drop", VG_WORDS(IT_DROP, EN_DROP)},
};
const fata_part fata_subjects[] = {
    [FATA_S_SIDE] = {"side", VG_WORDS(IT_SIDE, EN_SIDE)},
    [FATA_S_ANY] = {"any", VG_WORDS(IT_ANY, EN_ANY)},
    [FATA_S_TWO] = {"two", VG_WORDS(IT_TWO, EN_TWO)},
};
const fata_part fata_centres[] = {
    [FATA_C_NONE] = {"none", VG_WORDS(IT_NONE, EN_NONE)},
    [FATA_C_STONE] = {"stone", VG_WORDS(IT_STONE, EN_STONE)},
    [FATA_C_SCISSORS] = {"scissors", VG_WORDS(IT_SCISSORS, EN_SCISSORS)},
    [FATA_C_SCROLL] = {"scroll", VG_WORDS(IT_SCROLL, EN_SCROLL)},
};

// Ids from the order of the rows; two twin visions would not compile.
enum {
    VISION_NONE,
#define VISION(t, s, n, c, it, en) VISION_##t##_##s##_##n##_##c,
#include "games/fata/cards.def"
#undef VISION
    VISION_END
};
static_assert(VISION_END == FATA_VISIONS + 1, "52 visions");

fata_edition fata_editions[2] = {{
    .card =
        {
            {.slug = "?", .name = VG_WORDS("una carta", "a card"), .text = VG_WORDS("", "")},
#define VISION(t, s, n, c, it, en)                                                                 \
    {.slug = SLUG_##t SLUG_##s STR(n) SLUG_##c,                                                    \
     .name = VG_WORDS(it, en),                                                                     \
     .text = VG_WORDS(IT_##t ", " IT_##s ", " IT_##n ", " IT_##c,                                  \
                      EN_##t ", " EN_##s ", " EN_##n ", " EN_##c),                                 \
     .type = FATA_T_##t,                                                                           \
     .subject = FATA_S_##s,                                                                        \
     .number = n,                                                                                  \
     .centre = FATA_C_##c},
#include "games/fata/cards.def"
#undef VISION
#define CHARM(id, s, it, en, it_text, en_text)                                                     \
    {.slug = s, .name = VG_WORDS(it, en), .text = VG_WORDS(it_text, en_text)},
#include "games/fata/cards.def"
#undef CHARM
        },
    .treasure =
        {
            {.slug = "?", .name = VG_WORDS("un tesoro coperto", "a face-down treasure")},
#define TREASURE(lin, val, s, it, en)                                                              \
    {.slug = s, .name = VG_WORDS(it, en), .lineage = FATA_##lin, .value = val},
#include "games/fata/cards.def"
#undef TREASURE
            {.slug = "queen", .name = VG_WORDS("la Regina Incantatrice", "the Enchantress Queen")},
        },
    .lineage =
        {
            {.slug = "?", .name = "?", .colour = VG_WORDS("?", "?")},
#define LINEAGE(id, s, n, it, en) {.slug = s, .name = n, .colour = VG_WORDS(it, en)},
#include "games/fata/cards.def"
#undef LINEAGE
        },
    .character =
        {
#define CHARACTER(n, lin, riv, who) {n, FATA_##lin, FATA_##riv, who},
#include "games/fata/cards.def"
#undef CHARACTER
        },
}};

const fata_character *fata_character_of(const fata_edition *ed, int seats, int lineage)
{
    for (int i = 0; i < 12; i++)
        if (ed->character[i].seats == seats && ed->character[i].lineage == lineage)
            return &ed->character[i];
    return NULL;
}

int fata_hunter_of(const fata_edition *ed, int seats, int lineage)
{
    for (int i = 0; i < 12; i++)
        if (ed->character[i].seats == seats && ed->character[i].rival == lineage)
            return ed->character[i].lineage;
    return 0;
}

int fata_lineages_in_play(const fata_edition *ed, int seats)
{
    int set = 0;
    for (int i = 0; i < 12; i++)
        if (ed->character[i].seats == seats) set |= 1 << ed->character[i].lineage;
    return set;
}

uint32_t fata_treasures_in_play(const fata_edition *ed, int seats)
{
    int lineages = fata_lineages_in_play(ed, seats);
    uint32_t set = 0;
    for (int id = 1; id <= FATA_TREASURES; id++)
        if (lineages >> ed->treasure[id].lineage & 1) set |= 1u << id;
    return set;
}
