// template.h: a very small game to copy when starting a real one.
//
// "Candles", 2 to 4 seats. Twelve candles, two of each length 1..6; two go to
// each seat, three lie hidden in the middle. In turn a seat plays a candle from
// its hand, or looks at one in the middle; then it draws one. After a 6 is
// played every other seat may snuff it with a 6 of its own. When the deck is
// empty and hands are played out, the longest row of candles wins.
//
// It registers nothing, but it is built and put through every law, so it shows
// all the parts at their smallest: chance, hidden hands, knowledge of a hidden
// card by some seats, a reaction window.
#ifndef VG_GAMES_TEMPLATE_H
#define VG_GAMES_TEMPLATE_H

#include "engine/game.h"
#include "engine/pieces.h"

#define VG_DEF   "games/template/template.def"
#define VG_ID(x) TEMPLATE_##x
#define VG_FN(x) template_##x
#include "engine/names.h"

enum {
    TEMPLATE_SEATS = 4,
    TEMPLATE_KINDS = 6,
    TEMPLATE_COPIES = 2,
    TEMPLATE_CANDLES = TEMPLATE_KINDS * TEMPLATE_COPIES,
    TEMPLATE_MIDDLE = 3,
    TEMPLATE_HAND = 2
};

// Plain data, no padding. Candles are kinds 1..6; 0 is "not known" or "none".
// Multisets are counts by kind, index 0 unused.
typedef struct template_state {
    vg_stack stack;
    uint8_t hand[TEMPLATE_SEATS][8]; // copies of each kind; owner only
    uint8_t row[TEMPLATE_SEATS][8];  // played; public
    uint8_t deck[8];                 // undrawn; nobody knows
    uint8_t gone[8];                 // snuffed, and the 6s that snuffed; public
    uint8_t middle[4];               // kind hidden at each place; known by mask
    uint8_t middle_seen[4];          // which seats have looked; public
    uint8_t hand_count[TEMPLATE_SEATS];
    uint8_t deck_count;
    uint8_t seats, first; // first: 0xff while chance has not decided
    uint8_t turn;
} template_state;

static_assert(sizeof(template_state) % 8 == 0, "whole words");

extern const vg_game template_game;

// rules (template.c)
vg_err template_setup(void *state, const vg_setup *how, vg_lang lang, vg_text *why);
void template_score(const void *state, vg_score *out);
const char *template_check(const void *state);

// what seats know (view.c)
extern const vg_field template_fields[];
extern const int template_field_count;
void template_resample(void *view, int seat, vg_rng *rng);
float template_evaluate(const void *view, int seat);

// why a move is not allowed (words.c)
vg_why template_why(const void *view, int seat, const vg_tried *tried);

// the table as lines (show.c)
void template_show(const void *view, const vg_voice *voice, vg_text *out);

// the lines of scenarios (notation.c)
void template_dump(const void *state, vg_text *out);
vg_err template_edit(void *state, const char *line, vg_text *why);

#endif
