// describe.c: what the moves of Candles are made of.
#include "games/template/template.h"

static void length(int i, vg_text *out) { vg_text_printf(out, "%d", i + 1); }
static int copies(int i) { return (void)i, CANDLE_COPIES; }

static const vg_set sets[] = {
    {.name = "SEAT", .what = "a seat, from 0"},
    {.name = "LENGTH", .what = "a candle", .count = CANDLE_KINDS, .slug = length, .copies = copies},
    {.name = "PLACE", .what = "a place in the middle, from 0"},
};

static const char *const forms[] = {
    [CANDLE_START] = "start SEAT", [CANDLE_DRAW] = "draw LENGTH", [CANDLE_PLAY] = "play LENGTH",
    [CANDLE_PEEK] = "peek PLACE",  [CANDLE_SNUFF] = "snuff",      [CANDLE_PASS] = "pass",
};

static const vg_chance_row draws[] = {
    {CANDLE_FIRST, "seats", "starts"},
    {CANDLE_HIDE, "candles left", "the next place in the middle"},
    {CANDLE_DEAL, "candles left", "the hand of the seat dealt to, or of who just played"},
};

// What the numbers of an event are.
static const char *const args[CANDLE_EVENT_COUNT] = {
    [CANDLE_EV_START] = "",
    [CANDLE_EV_HID] = "0: place",
    [CANDLE_EV_DREW] = "0: length, 0 if hidden",
    [CANDLE_EV_PLAYED] = "0: length",
    [CANDLE_EV_PEEKED] = "0: place, 1: length, 0 if hidden",
    [CANDLE_EV_SNUFFED] = "0: whose",
};

const vg_notation candle_notation = {
    .sets = sets,
    .forms = forms,
    .draws = draws,
    .args = args,
    .set_count = sizeof sets / sizeof sets[0],
    .form_count = sizeof forms / sizeof forms[0],
    .draw_count = sizeof draws / sizeof draws[0],
};
