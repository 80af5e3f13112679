// cards.c: the classic edition, from cards.def, and what a designer makes of it (lab.c).
#include "games/fate/fate.h"

// 90 cards: 65 legends, 12 jokers, 13 interruptions (FS-01).
fate_edition fate_editions[2] = {{
    .card =
        {
            [FATE_UNKNOWN] = {.slug = "?",
                              .title = VG_WORDS("una carta", "a card"),
                              .text = VG_WORDS("", "")},
#define CARD(id, ...) [FATE_##id] = {__VA_ARGS__},
#include "games/fate/cards.def"
#undef CARD
        },
    .sides = {0, 1, 1, 1, 1, 1, 1},
    .new_colour = FATE_GOLD,
}};
