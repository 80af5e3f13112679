// mind.h: FantasyMind. Seven kinds of stones, rows of coffers that everybody
// builds, a die that says what the turn is about. 3 to 8 seats.
//
// Nothing on the table is secret (FM-29): a view is the whole state. The only
// thing nobody knows is the order of the covered pile, and the state does not
// hold it: the pile is a multiset, drawn from by chance, above the cards that a
// 6 sent to the bottom, which lie there face known and in a known order.
//
// Rows run from the top (0) down, cards in a row from left to right. All rows
// lie one after another in `card`; `length` says how many belong to each. The
// order inside a row is only for the eye: every count is by colour (FM-07).
#ifndef VG_GAMES_MIND_H
#define VG_GAMES_MIND_H

#include "engine/game.h"
#include "engine/stack.h"

enum {
    MIND_SEATS = 8,
    MIND_ROWS = 6,        // at most (MS-06)
    MIND_COLOURS = 7,     // FM-02
    MIND_COPIES = 4,      // stones of each colour in the box
    MIND_DEAL_STONES = 3, // to each seat
    MIND_COFFERS = 24,
    MIND_CHARACTERS = 10,
    MIND_PAIRS = 4,
    MIND_KINDS = 16 // kinds of coffers, slot 0 unused
};

// A stone is a colour 1..7; 0 is none. A coffer is a kind: 1..7 show that colour, 8 is blank,
// 9..15 show colour 1..7 and carry the gift mark. A blank with the mark cannot even be written.
typedef enum mind_colour {
    MIND_NO_COLOUR,
#define STONE(id, ...) MIND_##id,
#include "games/mind/cards.def"
#undef STONE
    MIND_COLOUR_END
} mind_colour;
static_assert(MIND_COLOUR_END == MIND_COLOURS + 1, "seven colours");

enum { MIND_BLANK = 8 };
static inline int mind_colour_of(int kind) { return kind & 7; }
static inline bool mind_has_gift(int kind) { return kind > MIND_BLANK; }

typedef enum mind_phase {
    MIND_OVER,
    MIND_FIRST,  // chance: who starts
    MIND_DEAL,   // chance: a stone to `seat`; a: how many were dealt before
    MIND_CHOOSE, // seat: a character; a: how many were chosen before
    MIND_ASSIGN, // chance: a character for `seat`; a: the same
    MIND_OPEN,   // chance: the first coffer
    MIND_ROLL,   // chance: the die; a: 1 for the second roll, which binds
    MIND_AGAIN,  // seat: keep the roll, or roll again
    MIND_DRAW,   // chance: the top coffer; a: the phase that places it
    MIND_NEW,    // seat: a new row above or below; a: the coffer
    MIND_BESIDE, // seat: a row and an end; a: the coffer
    MIND_PAY,    // seat: a stone to the bank; a: how many still
    MIND_FOE,    // seat: whom to challenge; a: parity
    MIND_ROW,    // seat: the row of the newest pair; a: parity
    MIND_PAIR,   // seat: one more pair, or no more; a: parity
    MIND_FIGHT,  // nobody: the announced pairs are settled one by one
    MIND_SOURCE, // seat: who must give a stone; a: parity, b: the stones he needs
    MIND_GIVE,   // seat: which stone to give; a: to whom
    MIND_LIFT,   // seat: which coffer to move
    MIND_SET,    // seat: where to; a: its row, b: its place in `card`
    MIND_RETURN, // seat: which coffer goes under the pile
    MIND_PARITY, // chance: the die, for odd or even only
    MIND_PHASE_COUNT
} mind_phase;

typedef enum mind_move {
    MIND_M_START = 1, // a: seat
    MIND_M_DEAL,      // a: colour
    MIND_M_CHARACTER, // a: character
    MIND_M_DRAW,      // a: coffer kind
    MIND_M_ROLL,      // a: face
    MIND_M_KEEP,
    MIND_M_AGAIN,
    MIND_M_ABOVE,
    MIND_M_BELOW,
    MIND_M_BESIDE, // a: row, b: 1 at the right end
    MIND_M_PAY,    // a: colour
    MIND_M_FOE,    // a: seat
    MIND_M_ROW,    // a: row
    MIND_M_PAIR,   // a < b: seats
    MIND_M_DONE,
    MIND_M_FROM,   // a: seat
    MIND_M_GIVE,   // a: colour
    MIND_M_LIFT,   // a: row, b: coffer kind
    MIND_M_SET,    // a: row, b: 1 at the right end
    MIND_M_RETURN, // a: row, b: coffer kind
    MIND_MOVE_COUNT
} mind_move;

typedef enum mind_event {
    MIND_EV_START = 1,
    MIND_EV_DEALT,      // arg 0: colour
    MIND_EV_CHARACTER,  // arg 0: character
    MIND_EV_ONE_PARITY, // arg 0: 1 all odd, 0 all even
    MIND_EV_OPENED,     // arg 0: coffer
    MIND_EV_ROLLED,     // arg 0: face, arg 1: 1 for the second roll
    MIND_EV_KEPT,       // arg 0: face
    MIND_EV_DREW,       // arg 0: coffer
    MIND_EV_NEW_ROW,    // arg 0: coffer, arg 1: row
    MIND_EV_BESIDE,     // arg 0: coffer, arg 1: row, arg 2: 1 at the right end
    MIND_EV_GIFT,       // arg 0: colour
    MIND_EV_NO_GIFT,    // arg 0: colour
    MIND_EV_PAID,       // arg 0: colour
    MIND_EV_PAIRED,     // arg 0: foe, arg 1: row
    MIND_EV_WON,        // arg 0: foe, arg 1, 2: strengths, arg 3: row
    MIND_EV_TIED,       // arg 0: foe, arg 1: both strengths, arg 3: row
    MIND_EV_ASKED,      // arg 0: who must give
    MIND_EV_GAVE,       // arg 0: to whom, arg 1: colour
    MIND_EV_MOVED,      // arg 0: coffer, arg 1: from row, arg 2: to row, arg 3: 1 at the right end
    MIND_EV_RETURNED,   // arg 0: coffer, arg 1: row
    MIND_EV_PARITY,     // arg 0: face
    MIND_EV_NOTHING,    // arg 0: mind_nothing
    MIND_EV_OVER,
    MIND_EVENT_COUNT
} mind_event;

// Why a roll has no effect.
typedef enum mind_nothing {
    MIND_NO_FOE,    // FM-13
    MIND_NO_SOURCE, // FM-19, FM-23
    MIND_ONE_ROW,   // FM-21
    MIND_FEW_CARDS  // FM-24
} mind_nothing;

typedef enum mind_score_kind {
    MIND_SC_MATCH = 1, // arg 0: row, arg 1: colour; points: coffers that match the character
    MIND_SC_NONE,      // no coffer of any row matches
    MIND_SC_STONES     // arg 0: row << 4 | colour, arg 1: own stones that count in the tie
} mind_score_kind;

// Plain data, no padding. Slots past a count are zero.
typedef struct mind_state {
    vg_stack stack;
    uint8_t card[MIND_COFFERS];    // coffers on the table, row after row
    uint8_t bottom[MIND_COFFERS];  // under the pile, next to be drawn first (FM-22)
    uint8_t pile[MIND_KINDS];      // the covered pile above them, by kind
    uint8_t stones[MIND_SEATS][8]; // by colour, slot 0 unused
    uint8_t bank[8];               // the same
    uint8_t character[MIND_SEATS]; // 1..10; 0 while not chosen
    uint8_t pair[MIND_PAIRS][2];   // announced and not yet settled; [0] of the first rolled the die
    uint8_t pair_row[MIND_PAIRS];  // row + 1; 0 while not chosen
    uint8_t length[MIND_ROWS];     // coffers in each row; never 0 before row_count
    uint8_t row_count, card_count, pile_count, bottom_count, pair_count;
    uint8_t seats, first, turn; // first: 0xff while chance has not decided
    uint8_t edition;
    uint8_t face;                 // the die as it lies; 0 before the roll
    uint8_t challenger_wins_ties; // FM-17
    uint8_t random_characters;    // FM-30
    uint8_t spare[2];
} mind_state;

static_assert(sizeof(mind_state) == 240, "no padding, whole words");

// ---- editions: the pieces as data (cards.c) ---------------------------------

typedef struct mind_stone_def {
    const char *slug;
    vg_words one, many, a; // "rubino", "rubini", "un rubino"
    char letter;           // the same in both languages, and no two alike
    const char *shape;     // so that nobody needs to see the colour
    vg_words shape_name, colour_name;
    const char *light, *dark; // the colour on paper and by firelight
} mind_stone_def;

typedef struct mind_character_def {
    const char *slug;
    vg_words name, the, text; // "Strega", "la Strega", what it is like
    uint8_t value;            // 1..6: the roll it may repeat; odd or even
    uint8_t shows[4];         // colours depicted; a colour may be repeated, 0: fewer than four
} mind_character_def;

typedef struct mind_edition {
    const char *slug;
    mind_character_def character[MIND_CHARACTERS + 1]; // slot 0 unused
    struct {
        uint8_t plain, gift;    // coffers without and with the mark
    } coffer[MIND_COLOURS + 1]; // by colour; slot 0: blank
    uint8_t sides[7];           // of the die, by what they show; slot 0 unused
} mind_edition;

extern const mind_stone_def mind_stones[MIND_COLOURS + 1];
extern mind_edition mind_editions[];                    // the last can be written: mind_tuning
extern const char *const mind_coffer_slugs[MIND_KINDS]; // "ruby", "ruby+", "blank"
enum { MIND_EDITIONS = 1 };

// What is wrong with the data of an edition, or NULL (H1, H2, FM-45).
const char *mind_edition_check(const mind_edition *e);
// Copies of a coffer kind in an edition.
static inline int mind_copies(const mind_edition *e, int kind)
{
    return mind_has_gift(kind) ? e->coffer[kind & 7].gift : e->coffer[kind & 7].plain;
}

// ---- rules (mind.c) ----------------------------------------------------------

extern const vg_game mind_game;
extern const vg_notation mind_notation; // describe.c

vg_err mind_setup(void *state, const vg_setup *how, vg_lang lang, vg_text *why);
vg_ask mind_ask(const void *state);
int mind_legal(const void *state, int seat, vg_move out[VG_MAX_LEGAL]);
vg_move mind_chance(const void *state, vg_rng *rng);
void mind_apply(void *state, int seat, vg_move m, vg_events *ev);
void mind_score(const void *state, vg_score *out);
const char *mind_check(const void *state);

static inline const mind_edition *mind_edition_of(const mind_state *s)
{
    return &mind_editions[s->edition];
}
static inline const mind_character_def *mind_character_of(const mind_state *s, int seat)
{
    return &mind_edition_of(s)->character[s->character[seat]];
}
static inline int mind_parity(const mind_state *s, int seat)
{
    return mind_character_of(s, seat)->value & 1;
}
// Where row `r` begins in `card`; also one past the last row.
int mind_row_start(const mind_state *s, int r);
// How many stones `seat` has.
int mind_stone_count(const mind_state *s, int seat);
// Seats other than `seat`, of this parity, with at least `least` stones (bit per seat).
uint32_t mind_others(const mind_state *s, int seat, int parity, int least);
// Rows the newest pair may fight on (bit per row).
uint32_t mind_free_rows(const mind_state *s);

// How well a seat does on a row: coffers that match its character, and its own stones that match
// coffers, one to one (FM-16, FM-26).
typedef struct mind_standing {
    uint8_t row, match, stones;
} mind_standing;
// Coffers of each colour in a row; slot 0 counts the blanks.
void mind_count_row(const mind_state *s, int row, uint8_t count[8]);
int mind_matches(const mind_state *s, int seat, const uint8_t count[8]);
int mind_match(const mind_state *s, int seat, const uint8_t count[8], int colour);
int mind_strength(const mind_state *s, int seat, const uint8_t count[8]);
// The best row of a seat: most matches, then most matching stones, then the topmost (FM-27).
mind_standing mind_best(const mind_state *s, int seat);

// ---- what seats know (view.c) -------------------------------------------------

extern const vg_field mind_fields[];
enum { MIND_FIELDS = 23 };
void mind_resample(void *view, int seat, vg_rng *rng);
float mind_evaluate(const void *view, int seat);

// ---- words (text.c) and scenario lines (lines.c) --------------------------------

void mind_move_text(const void *state, vg_move m, vg_text *out);
void mind_move_label(const void *view, vg_move m, const vg_voice *voice, vg_text *out);
void mind_prompt(const void *view, const vg_voice *voice, vg_text *out);
void mind_event_text(const void *view, const vg_event *e, const vg_voice *voice, vg_text *out);
void mind_score_text(const void *view, const vg_score_line *line, const vg_voice *voice,
                     vg_text *out);
void mind_why_not(const void *view, int seat, const char *text, const vg_voice *voice,
                  vg_text *out);
void mind_show(const void *view, const vg_voice *voice, vg_text *out);
void mind_print(const void *view, const vg_voice *voice, vg_json *out);
void mind_catalog(int edition, vg_lang lang, vg_json *out);

// ---- for the lab (lab.c) -----------------------------------------------------

int mind_traits(const void *state, int seat, vg_trait out[VG_MAX_TRAITS]);
bool mind_marks(const void *state, const vg_event *e, vg_trait *out);
extern vg_tuning mind_tuning;
void mind_dump(const void *state, vg_text *out);
vg_err mind_edit(void *state, const char *line, vg_text *why);

#endif
