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
#include "engine/stack.h"

enum { CANDLE_SEATS = 4, CANDLE_KINDS = 6, CANDLE_COPIES = 2, CANDLE_MIDDLE = 3, CANDLE_HAND = 2 };

typedef enum candle_phase {
    CANDLE_OVER,
    CANDLE_FIRST,  // chance: who starts
    CANDLE_HIDE,   // chance: a candle into the middle; a: place
    CANDLE_DEAL,   // chance: a candle to `seat`
    CANDLE_TURN,   // seat: play or peek
    CANDLE_WINDOW, // seat: pass or snuff; a: whose 6
    CANDLE_PHASE_COUNT
} candle_phase;

typedef enum candle_move {
    CANDLE_START = 1,
    CANDLE_DRAW,
    CANDLE_PLAY,
    CANDLE_PEEK,
    CANDLE_SNUFF,
    CANDLE_PASS
} candle_move;

typedef enum candle_event {
    CANDLE_EV_START = 1,
    CANDLE_EV_HID,
    CANDLE_EV_DREW,    // arg 0: kind, 0 when veiled
    CANDLE_EV_PLAYED,  // arg 0: kind
    CANDLE_EV_PEEKED,  // arg 0: place, arg 1: kind, 0 when veiled
    CANDLE_EV_SNUFFED, // arg 0: whose
    CANDLE_EVENT_COUNT
} candle_event;

// Plain data, no padding. Candles are kinds 1..6; 0 is "not known" or "none".
// Multisets are counts by kind, index 0 unused.
typedef struct candle_state {
    vg_stack stack;
    uint8_t hand[CANDLE_SEATS][8]; // copies of each kind; owner only
    uint8_t row[CANDLE_SEATS][8];  // played; public
    uint8_t deck[8];               // undrawn; nobody knows
    uint8_t gone[8];               // snuffed, and the 6s that snuffed; public
    uint8_t middle[4];             // kind hidden at each place; known by mask
    uint8_t middle_seen[4];        // which seats have looked; public
    uint8_t hand_count[CANDLE_SEATS];
    uint8_t deck_count;
    uint8_t seats, first; // first: 0xff while chance has not decided
    uint8_t turn;
} candle_state;

static_assert(sizeof(candle_state) % 8 == 0, "whole words");

extern const vg_game template_game;
extern const vg_notation candle_notation; // describe.c

// rules (template.c)
vg_err candle_setup(void *state, const vg_setup *how, vg_lang lang, vg_text *why);
vg_ask candle_ask(const void *state);
int candle_legal(const void *state, int seat, vg_move out[VG_MAX_LEGAL]);
vg_move candle_chance(const void *state, vg_rng *rng);
void candle_apply(void *state, int seat, vg_move m, vg_events *ev);
void candle_score(const void *state, vg_score *out);
const char *candle_check(const void *state);

// what seats know (view.c)
extern const vg_field candle_fields[];
extern const int candle_field_count;
void candle_resample(void *view, int seat, vg_rng *rng);
float candle_evaluate(const void *view, int seat);

// words (text.c)
void candle_move_text(const void *state, vg_move m, vg_text *out);
void candle_move_label(const void *view, vg_move m, const vg_voice *voice, vg_text *out);
void candle_prompt(const void *view, const vg_voice *voice, vg_text *out);
void candle_event_text(const void *view, const vg_event *e, const vg_voice *voice, vg_text *out);
void candle_score_text(const void *view, const vg_score_line *line, const vg_voice *voice,
                       vg_text *out);
void candle_why_not(const void *view, int seat, const char *text, const vg_voice *voice,
                    vg_text *out);
void candle_show(const void *view, const vg_voice *voice, vg_text *out);
void candle_print(const void *view, const vg_voice *voice, vg_json *out);
void candle_catalog(int edition, vg_lang lang, vg_json *out);
void candle_dump(const void *state, vg_text *out);
vg_err candle_edit(void *state, const char *line, vg_text *why);

#endif
