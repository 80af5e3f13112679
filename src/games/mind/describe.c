// describe.c: what the moves of FantasyMind are made of.
#include "games/mind/mind.h"

static void stone(int i, vg_text *out) { vg_text_add(out, mind_stones[i + 1].slug); }
static int stone_copies(int i) { return (void)i, MIND_COPIES; }
static void coffer(int i, vg_text *out) { vg_text_add(out, mind_coffer_slugs[i + 1]); }
static int coffer_copies(int i) { return mind_copies(&mind_editions[0], i + 1); }
static void character(int i, vg_text *out)
{
    vg_text_add(out, mind_editions[0].character[i + 1].slug);
}

static const vg_old_set sets[] = {
    {.name = "SEAT", .what = "a seat, from 0"},
    {.name = "STONE",
     .what = "a stone",
     .count = MIND_COLOURS,
     .slug = stone,
     .copies = stone_copies},
    {.name = "COFFER",
     .what = "a coffer; `+`: with the gift mark",
     .count = MIND_KINDS - 1,
     .slug = coffer,
     .copies = coffer_copies},
    {.name = "CHARACTER", .what = "a character", .count = MIND_CHARACTERS, .slug = character},
    {.name = "ROW", .what = "a row of coffers, from 1 at the top"},
    {.name = "DIE", .what = "1 to 6"},
};

static const char *const forms[] = {
    [MIND_M_START] = "start SEAT",
    [MIND_M_DEAL] = "deal STONE",
    [MIND_M_CHARACTER] = "choose CHARACTER",
    [MIND_M_DRAW] = "draw COFFER",
    [MIND_M_ROLL] = "roll DIE",
    [MIND_M_KEEP] = "keep",
    [MIND_M_AGAIN] = "again",
    [MIND_M_ABOVE] = "above",
    [MIND_M_BELOW] = "below",
    [MIND_M_BESIDE] = "beside ROW left | beside ROW right",
    [MIND_M_PAY] = "pay STONE",
    [MIND_M_FOE] = "foe SEAT",
    [MIND_M_ROW] = "row ROW",
    [MIND_M_PAIR] = "pair SEAT SEAT",
    [MIND_M_DONE] = "done",
    [MIND_M_FROM] = "from SEAT",
    [MIND_M_GIVE] = "give STONE",
    [MIND_M_LIFT] = "lift ROW COFFER",
    [MIND_M_SET] = "set ROW left | set ROW right",
    [MIND_M_RETURN] = "return ROW COFFER",
};

static const vg_chance_row draws[] = {
    {MIND_FIRST, "seats", "starts"},
    {MIND_DEAL, "stones in the bank", "a seat, three each from who starts"},
    {MIND_ASSIGN, "characters not dealt yet",
     "a seat, from who starts; only with characters=random"},
    {MIND_OPEN, "coffers in the pile", "the table, the first row"},
    {MIND_ROLL, "6: the die is the number plus 1", "the seat on turn"},
    {MIND_DRAW, "coffers in the pile, or 1 when only the bottom is left", "the seat on turn"},
    {MIND_PARITY, "6: the die is the number plus 1", "the seat on turn, for odd or even"},
};

// What the numbers of an event are.
static const char *const args[MIND_EVENT_COUNT] = {
    [MIND_EV_START] = "",
    [MIND_EV_DEALT] = "0: colour",
    [MIND_EV_CHARACTER] = "0: character",
    [MIND_EV_ONE_PARITY] = "0: 1 all odd, 0 all even",
    [MIND_EV_OPENED] = "0: coffer",
    [MIND_EV_ROLLED] = "0: face, 1: 1 for the second roll",
    [MIND_EV_KEPT] = "0: face",
    [MIND_EV_DREW] = "0: coffer",
    [MIND_EV_NEW_ROW] = "0: coffer, 1: row",
    [MIND_EV_BESIDE] = "0: coffer, 1: row, 2: 1 at the right end",
    [MIND_EV_GIFT] = "0: colour",
    [MIND_EV_NO_GIFT] = "0: colour",
    [MIND_EV_PAID] = "0: colour",
    [MIND_EV_PAIRED] = "0: foe, 1: row",
    [MIND_EV_WON] = "0: foe, 1: own strength, 2: theirs, 3: row",
    [MIND_EV_TIED] = "0: foe, 1: both strengths, 3: row",
    [MIND_EV_ASKED] = "0: who must give",
    [MIND_EV_GAVE] = "0: to whom, 1: colour",
    [MIND_EV_MOVED] = "0: coffer, 1: from row, 2: to row, 3: 1 at the right end",
    [MIND_EV_RETURNED] = "0: coffer, 1: row",
    [MIND_EV_PARITY] = "0: face",
    [MIND_EV_NOTHING] = "0: 0 no foe, 1 nobody to give, 2 one row only, 3 too few coffers",
    [MIND_EV_OVER] = "",
};

const vg_notation mind_notation = {
    .sets = sets,
    .forms = forms,
    .draws = draws,
    .args = args,
    .set_count = sizeof sets / sizeof sets[0],
    .form_count = sizeof forms / sizeof forms[0],
    .draw_count = sizeof draws / sizeof draws[0],
};
