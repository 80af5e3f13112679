// cards.c: the table of cards and the classic edition, both from cards.def.
#include "games/fate/fate.h"

const fate_card_def fate_cards[FATE_CARD_COUNT] = {
    [FATE_UNKNOWN] = {.slug = "?",
                      .title = VG_WORDS("una carta", "a card"),
                      .text = VG_WORDS("", "")},
#define CARD(id, ...) [FATE_##id] = {__VA_ARGS__},
#include "games/fate/cards.def"
#undef CARD
};

// 90 cards: 65 legends, 12 jokers, 13 interruptions (FS-01).
static const fate_edition classic = {.slug = "classic", .card = fate_cards};
// What a designer makes of it (lab.c).
fate_card_def fate_custom[FATE_CARD_COUNT];
static const fate_edition custom = {.slug = "custom", .card = fate_custom};
const fate_edition *const fate_editions[] = {&classic, &custom};
