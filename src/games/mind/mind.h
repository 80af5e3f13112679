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
#include "engine/pieces.h"

#define VG_DEF   "games/mind/mind.def"
#define VG_ID(x) MIND_##x
#define VG_FN(x) mind_##x
#include "engine/names.h"

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

// Why a roll has no effect.
typedef enum mind_nothing {
    MIND_NO_FOE,    // FM-13
    MIND_NO_SOURCE, // FM-19, FM-23
    MIND_ONE_ROW,   // FM-21
    MIND_FEW_CARDS, // FM-24
    MIND_REASONS
} mind_nothing;

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

vg_err mind_setup(void *state, const vg_setup *how, vg_lang lang, vg_text *why);
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
// The coffer that is being placed lies in the frame that asks where; 0: none.
static inline int mind_in_hand(const mind_state *s)
{
    vg_frame f = s->stack.frame[s->stack.count - 1];
    return f.phase == MIND_PHASE_NEW || f.phase == MIND_PHASE_BESIDE ? f.a : 0;
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
// The best row of a seat: most matches, then most matching stones, then the topmost (FM-27).
mind_standing mind_best(const mind_state *s, int seat);

// ---- what seats know (view.c) -------------------------------------------------

extern const vg_field mind_fields[];
enum { MIND_FIELDS = 23 };
void mind_resample(void *view, int seat, vg_rng *rng);
extern const vg_gist mind_gists[]; // gist.c
enum { MIND_GIST_COUNT = 20, MIND_GIST_EACH = 16 };
int mind_gist(const void *view, int viewer, vg_lit *out);

// ---- how a position looks (evaluate.c) -----------------------------------------

float mind_evaluate(const void *view, int seat);
void mind_outlook(const void *state, float value[VG_MAX_SEATS]); // the same for all seats

// ---- the lines of scenarios (notation.c) ---------------------------------------

void mind_dump(const void *state, vg_text *out);
vg_err mind_edit(void *state, const char *line, vg_text *why);

// ---- words (words.c) and refusals (why.c) --------------------------------------

extern const char *const mind_parity_slugs[2]; // even, odd
extern const vg_words mind_parity_words[2];
void mind_say_stones(int colour, int n, vg_lang lang, vg_text *out); // "2 rubini"
// Some stones of a colour: a member of the set HEAP.
static inline int mind_heap(int colour, int n) { return n << 3 | colour; }
vg_why mind_why(const void *view, int seat, const vg_tried *tried);

// ---- the table as lines, and for front ends (show.c) ---------------------------

void mind_show(const void *view, const vg_voice *voice, vg_text *out);
void mind_print(const void *view, const vg_voice *voice, vg_json *out);
void mind_catalog(int edition, vg_lang lang, vg_json *out);

// ---- for the lab (lab.c) -----------------------------------------------------

int mind_traits(const void *state, int seat, vg_trait out[VG_MAX_TRAITS]);
extern vg_tuning mind_tuning;

// ---- the tale (tale.c) ----
int mind_facts(const void *view, int seat, const vg_event *event, int count,
               vg_fact out[VG_MAX_FACTS]);
extern const vg_saga mind_saga;

#endif
