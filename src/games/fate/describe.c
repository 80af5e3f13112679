// describe.c: what the moves of Fate e Leggende are made of.
#include "games/fate/fate.h"

static void card(int i, vg_text *out) { vg_text_add(out, fate_cards[i + 1].slug); }
static int card_copies(int i) { return fate_cards[i + 1].copies; }
static void object(int i, vg_text *out) { fate_object_slug(out, i); }
static void colour(int i, vg_text *out) { vg_text_add(out, fate_colour_slug[i + 1]); }

static const vg_old_set sets[] = {
    {.name = "SEAT", .what = "a seat, from 0"},
    {.name = "CARD",
     .what =
         "a card of the deck: a legend begins with its colour (`g`, `b`, `v`) and value, a joker "
         "with `j-` and its colours, the rest are interruptions",
     .count = FATE_NEW - 1,
     .slug = card,
     .copies = card_copies},
    {.name = "OBJECT",
     .what = "a fairy object: kind and colour",
     .count = FATE_OBJECTS,
     .slug = object},
    {.name = "COLOUR", .what = "of a story", .count = FATE_COLOURS - 1, .slug = colour},
    {.name = "PATH", .what = "a card of the wood, from 0 clockwise"},
    {.name = "VALUE", .what = "1 to 5: the value a joker is given"},
    {.name = "DIE", .what = "1 to 6"},
    {.name = "STEPS", .what = "how far"},
    {.name = "DUST", .what = "how much"},
};

static const char *const forms[] = {
    [FATE_DO_START] = "start SEAT",
    [FATE_DO_DRAW] = "draw CARD",
    [FATE_DO_DIE] = "die DIE",
    [FATE_DO_OBJECT] = "object OBJECT",
    [FATE_DO_ROLL] = "roll",
    [FATE_DO_HAT] = "hat | hat OBJECT",
    [FATE_DO_MOVE] =
        "move 0 | move cw STEPS | move ccw STEPS | move 0 OBJECT | move cw STEPS OBJECT | "
        "move ccw STEPS OBJECT | move 0 OBJECT OBJECT | move cw STEPS OBJECT OBJECT | "
        "move ccw STEPS OBJECT OBJECT",
    [FATE_DO_LOOK] = "look PATH | look PATH OBJECT",
    [FATE_DO_SKIP] = "skip",
    [FATE_DO_SWAP] = "swap CARD",
    [FATE_DO_KEEP] = "keep",
    [FATE_DO_TELL] =
        "tell CARD | tell CARD VALUE | tell CARD COLOUR VALUE | tell CARD after VALUE | "
        "tell CARD VALUE after VALUE | tell CARD after COLOUR VALUE | "
        "tell CARD VALUE after COLOUR VALUE",
    [FATE_DO_DONE] = "done",
    [FATE_DO_EXTRA] = "extra | no-extra",
    [FATE_DO_TAKE] = "take DUST from SEAT",
    [FATE_DO_BLAME] = "blame SEAT",
    [FATE_DO_LAY] = "lay up | lay down",
    [FATE_DO_DISCARD] = "discard CARD",
    [FATE_DO_SHOW] = "show OBJECT",
    [FATE_DO_COVER] = "cover OBJECT",
    [FATE_DO_PLAY] = "play CARD | play CARD PATH | play offering PATH DUST | "
                     "play shape-shift PATH VALUE",
    [FATE_DO_PASS] = "pass",
    [FATE_DO_PROPOSE] = "propose",
    [FATE_DO_VOTE] = "agree | refuse",
    [FATE_DO_PICK] = "pick PATH",
    [FATE_DO_EXCHANGE] = "exchange",
    [FATE_DO_LEAVE] = "leave",
};

static const vg_chance_row draws[] = {
    {FATE_FIRST, "seats", "starts"},
    {FATE_FOREST, "cards in the deck", "the next card of the wood, face down, from 0"},
    {FATE_DEAL, "cards in the deck", "the hand of the seat dealt to or on turn"},
    {FATE_ROLL, "6: the die is the number plus 1", "the seat on turn"},
    {FATE_GIFT, "objects left", "the seat that earned it"},
};

// What the numbers of an event are.
static const char *const args[FATE_EVENT_COUNT] = {
    [FATE_EV_START] = "",
    [FATE_EV_FOREST] = "0: path",
    [FATE_EV_DREW] = "0: card, 0 if hidden",
    [FATE_EV_SHUFFLED] = "0: how many",
    [FATE_EV_ROLLED] = "0: die",
    [FATE_EV_HAT] = "",
    [FATE_EV_MOVED] = "0: steps, 1: 1 anticlockwise, 2: path",
    [FATE_EV_LOOKED] = "0: path, 1: card, 0 if hidden",
    [FATE_EV_SWAPPED] = "0: path, 1: card given, 2: card taken, 0 if hidden",
    [FATE_EV_BEGAN] = "0: path, 1: card, 2: value, 3: colour",
    [FATE_EV_TOLD] = "0: path, 1: card, 2: value, 3: colour",
    [FATE_EV_DECLARED] = "0: path, 1: value, 2: colour",
    [FATE_EV_PAID] = "0: whose dust, 1: how much, 2: path",
    [FATE_EV_WAIVED] = "0: how much",
    [FATE_EV_COMPLETED] = "0: path, 1: colour, 2: cards",
    [FATE_EV_CHAPTER] = "0: number from 1, 1: card, 2: value, 3: path",
    [FATE_EV_GOLD] = "",
    [FATE_EV_BLAMED] = "0: whom",
    [FATE_EV_GIFT] = "0: object + 1, 0 if hidden",
    [FATE_EV_NO_GIFT] = "",
    [FATE_EV_SET] = "0: object + 1 if face up, 0 if face down",
    [FATE_EV_SHOWN] = "0: object",
    [FATE_EV_COVERED] = "0: object",
    [FATE_EV_RECALLED] = "0: how much",
    [FATE_EV_WITHERED] = "0: path",
    [FATE_EV_PLAYED] = "0: card, 1: path + 16 * amount or value, 2: 1 if it has an aim",
    [FATE_EV_CANCELLED] = "0: card",
    [FATE_EV_UNRAVELED] = "0: path, 1: card",
    [FATE_EV_EXCHANGED] = "0: path, 1: path",
    [FATE_EV_LEFT] = "0: path, 1: path",
    [FATE_EV_DISCARDED] = "0: card",
    [FATE_EV_PROPOSED] = "",
    [FATE_EV_VOTED] = "0: 1 yes",
    [FATE_EV_ENDED] = "0: 1 four kinds, 2 no object left, 3 accord, 4 no card left, 5 last round",
};

const vg_notation fate_notation = {
    .sets = sets,
    .forms = forms,
    .draws = draws,
    .args = args,
    .set_count = sizeof sets / sizeof sets[0],
    .form_count = sizeof forms / sizeof forms[0],
    .draw_count = sizeof draws / sizeof draws[0],
};
