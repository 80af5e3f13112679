// fate.h: Fate e Leggende: fairies walk a ring of hidden cards and tell stories paid in star dust.
//
// The rules are in RULES.md; the numbers cited in the code (FS-, FeL-) are its numbers. Read in
// this order: this header, fate.def (what there is), fate.c (the turn), wood.c, stories.c (legends,
// jokers, dust), interruptions.c.
#ifndef VG_GAMES_FATE_H
#define VG_GAMES_FATE_H

#include "base/hidden.h"
#include "engine/game.h"
#include "engine/pieces.h"

#define VG_DEF   "games/fate/fate.def"
#define VG_ID(x) FATE_##x
#define VG_FN(x) fate_##x
#include "engine/names.h"

enum {
    FATE_SEATS = 4,
    FATE_RING = 16,     // path cards at four seats
    FATE_HAND = 8,      // at most 3 + the draw + two from the hat = 6
    FATE_LAID = 77,     // every legend and joker on the table at once
    FATE_OBJECTS = 20,  // four kinds in five colours
    FATE_KINDS = 80,    // room for card counts; index 0 is "unknown" or "none"
    FATE_COPIES = 92,   // at most 90 cards (lab.c)
    FATE_SHUFFLES = 16, // that cards out of sight can come from
    FATE_SPIED = 12,    // cards gone into another's hand that a seat remembers
    FATE_ALIKE = 8,     // cards of several copies that are followed
    FATE_LIMITS = 16,   // of these together
    FATE_HAND_LIMIT = 3,
    FATE_TURNINGS = 24, // objects turned by choice in one turn, at most (FeL-62)
    FATE_NONE = 0xff
};

typedef enum fate_colour { FATE_NO_COLOUR, FATE_GOLD, FATE_BLUE, FATE_VIOLET } fate_colour;
enum { FATE_COLOURS = 4 }; // of stories, FATE_NO_COLOUR included

typedef enum fate_object { FATE_SHOES, FATE_WAND, FATE_WINGS, FATE_HAT } fate_object;
typedef enum fate_tint { FATE_PINK, FATE_GREEN, FATE_AZURE, FATE_YELLOW, FATE_WHITE } fate_tint;
enum { FATE_TINTS = 5 };
static inline int fate_object_kind(int object) { return object / FATE_TINTS; }
static inline int fate_object_tint(int object) { return object % FATE_TINTS; }

// What an interruption card does (FeL-61).
typedef enum fate_effect {
    FATE_LEGEND,      // not an interruption: a legend or a joker
    FATE_WHITE_NIGHT, // white objects count 3
    FATE_SECOND_TALE, // one more legend this turn
    FATE_FICKLE_WIND, // the seat on turn rolls again; in anyone's turn
    FATE_UNRAVEL,     // takes the last card off a story
    FATE_SHORTCUT,    // to any path card instead of rolling
    FATE_OFFERING,    // lays one to three dust by a story
    FATE_HUSH,        // cancels an interruption; in anyone's turn
    FATE_FIREFLIES,   // looks at two path cards, may exchange them
    FATE_SHAPE_SHIFT, // gives a last joker with dust another value
    FATE_EFFECT_COUNT
} fate_effect;

typedef enum fate_card {
    FATE_UNKNOWN, // a card this viewer may not see; also the empty slot
#define CARD(id, ...) FATE_##id,
#include "games/fate/cards.def"
#undef CARD
    FATE_CARD_COUNT
} fate_card;
static_assert((int)FATE_CARD_COUNT <= (int)FATE_KINDS, "counts by card have room");

typedef struct fate_card_def {
    const char *slug; // "g1-labyrinth": colour, value, name
    uint8_t bars;     // bit 1 << fate_colour for each colour on its bar; 0: an interruption
    uint8_t value;    // 1..5; 0: a joker or an interruption
    uint8_t effect;   // fate_effect
    uint8_t copies;
    vg_words title, text;
} fate_card_def;

// An edition may print other copies of each card and another die. Names, bars, values and effects
// are the same in all but for the new legend, which is in none of ours.
typedef struct fate_edition {
    fate_card_def card[FATE_CARD_COUNT];
    uint8_t sides[7];   // of the die, by what they show; slot 0 unused
    uint8_t new_colour; // fate_colour of FATE_NEW
} fate_edition;
extern fate_edition fate_editions[2]; // the second can be written: fate_tuning
static const fate_card_def *const fate_cards = fate_editions[0].card; // as printed

static inline bool fate_is_joker(int card)
{
    return fate_cards[card].bars && !fate_cards[card].value;
}

// A declared value and colour in one byte; 0: nothing to declare.
static inline int fate_as(int value, int colour) { return value | colour << 4; }
static inline int fate_as_value(int as) { return as & 15; }
static inline int fate_as_colour(int as) { return as >> 4; }
// A movement: how far, and whether anticlockwise.
static inline int fate_stride(int total, int back) { return total | back << 4; }
static inline int fate_stride_total(int stride) { return stride & 15; }
static inline bool fate_stride_back(int stride) { return stride >> 4; }
// What an interruption aims at: a path card, and an amount or a value. 0: it has no aim.
enum { FATE_AIMED = 128 };
static inline int fate_aim(int path, int number) { return FATE_AIMED | path | number << 4; }
static inline int fate_aim_path(int aim) { return aim & 15; }
static inline int fate_aim_number(int aim) { return aim >> 4 & 7; }

typedef enum fate_ending {
    FATE_GOING_ON,
    FATE_END_FOUR,   // someone has the four kinds
    FATE_END_EMPTY,  // no object is left
    FATE_END_ACCORD, // everybody agreed
    FATE_END_LOCK,   // no card to draw, and a round without a legend
    FATE_END_CAP,    // the table's last round
    FATE_ENDING_COUNT
} fate_ending;

enum fate_swapped { FATE_SWAPPED = 1, FATE_EXCHANGED = 2 };

// A card of a story, with the dust beside it.
typedef struct fate_told {
    uint8_t card;
    uint8_t value;            // as declared; 0: a lone joker that lost its dust (FeL-16)
    uint8_t dust[FATE_SEATS]; // by owner
} fate_told;

// Places where a card can be, as bits: hands, the deck, path cards.
enum { FATE_AT_DECK = FATE_SEATS, FATE_AT_WOOD };

// Copies of a card that an observer does not see: where they can be, how many at most in each hand
// and in the deck, and how many there are (four bits each).
typedef struct fate_alike {
    uint32_t at, most;
} fate_alike;
static inline int fate_most(fate_alike a, int place) { return (int)(a.most >> 4 * place & 15); }
enum { FATE_AT_ALL = FATE_AT_DECK + 1 };
// Places as bits; and what was in two of them, exchanged.
static inline uint32_t fate_bit(int place) { return 1u << place; }
static inline uint32_t fate_exchanged(uint32_t at, int a, int b)
{
    return (at & ~(fate_bit(a) | fate_bit(b))) | (at >> a & 1) << b | (at >> b & 1) << a;
}
// At most so many copies of fate_state.twin[k] are in these places together (alike.c).
static inline uint32_t fate_limit(int k, uint32_t at, int most)
{
    return at | (uint32_t)k << 24 | (uint32_t)most << 28;
}
static inline uint32_t fate_limit_at(uint32_t limit) { return limit & 0xffffff; }
static inline int fate_limit_of(uint32_t limit) { return (int)(limit >> 24 & 15); }
static inline int fate_limit_most(uint32_t limit) { return (int)(limit >> 28); }

// What an observer remembers (FeL-65): where cards can be that are out of its sight.
typedef struct fate_memory {
    uint32_t on;                   // 0: all of it is hidden from the reader
    uint32_t where[FATE_SHUFFLES]; // those not seen since this shuffle
    uint32_t spied[FATE_SPIED];    // those it knew in the wood and that another took: card << 24
    fate_alike alike[FATE_ALIKE];  // those of several copies: fate_state.twin
    uint32_t limit[FATE_LIMITS];   // fate_limit; 0: none
} fate_memory;

// Plain data, no padding. Path cards are 0..ring_count-1, clockwise. Sets of objects are bit masks.
typedef struct fate_state {
    vg_bound most[FATE_SEATS]; // cards of each shuffle a hand can hold at most; all can tell
    vg_stack stack;
    uint32_t object[FATE_SEATS];       // what the seat owns; owner only
    uint32_t object_shown[FATE_SEATS]; // those everyone has seen (FeL-59)
    uint32_t object_up[FATE_SEATS];    // those lying face up now
    uint32_t object_deck;              // undrawn
    fate_memory memory[FATE_SEATS];    // owner only
    fate_memory watched;               // of somebody who only watches
    // From which shuffles (bits, base/hidden.h) each copy out of sight may come, 0: in sight; and
    // the cards of each hand, ascending, and of the wood. Whoever watches can tell.
    uint16_t from[FATE_COPIES], hand_from[FATE_SEATS][FATE_HAND], ring_from[FATE_RING];
    uint16_t shuffle;                    // bit of the shuffle the deck comes from
    fate_told told[FATE_LAID];           // all stories, by path card, each in the order told
    uint8_t hand[FATE_SEATS][FATE_HAND]; // ascending, 0 past the count; owner only
    uint8_t deck[FATE_KINDS];            // undrawn copies of each card
    uint8_t discard[FATE_KINDS];         // open
    uint8_t ring[FATE_RING];             // the hidden card; known by mask
    uint8_t ring_known[FATE_RING];       // which seats know it; public
    uint8_t story_length[FATE_RING];
    uint8_t story_colour[FATE_RING];      // FATE_NO_COLOUR: no story, or a lone bare joker
    uint8_t aside[FATE_RING][FATE_SEATS]; // dust by the path card, on no card (FeL-24, FeL-53)
    uint8_t fresh[FATE_SEATS];            // object + 1 just drawn, not yet set down; owner only
    uint8_t hand_count[FATE_SEATS];
    uint8_t object_count[FATE_SEATS];
    uint8_t dust[FATE_SEATS];  // in hand
    uint8_t at[FATE_SEATS];    // path card
    uint8_t gold[FATE_SEATS];  // gold stories completed
    uint8_t marks[FATE_SEATS]; // violet points received
    uint8_t deck_count, discard_count, object_deck_count, told_count;
    uint8_t seats, first, turn, ring_count; // first: FATE_NONE while chance has not decided
    uint8_t round;                          // from 1
    uint8_t tells;                          // legends still allowed this turn
    uint8_t hat;                            // 1: this turn was spent in the hat
    uint8_t stride;     // the movement of this turn: total, and 16 for anticlockwise
    uint8_t swapped;    // acts on the wood in this turn, all public: fate_swapped bits
    uint8_t told_round; // 1: a legend was told in this round
    uint8_t white;      // 1: white objects count 3
    uint8_t turnings;   // objects turned by choice in this turn (FeL-62)
    uint8_t recalled;   // 1: the seat on turn took its dust back at this turn's checkpoint (FS-26)
    uint8_t proposed[FATE_SEATS]; // the round in which the seat last proposed to end; 0: never
    uint8_t ending;               // fate_ending
    uint8_t edition;
    // options
    uint8_t purse;            // dust each seat has in all
    uint8_t optional;         // 1: the supplement may be declined
    uint8_t equals;           // 1: at most two equal values in a row
    uint8_t strict;           // 1: the value must be payable in full
    uint8_t cap;              // last round
    uint8_t accord;           // first round in which to propose; 0: never
    uint8_t pause;            // rounds from one proposal of a seat to its next
    uint8_t late[FATE_SEATS]; // objects got since the last checkpoint was over
    uint8_t twin[FATE_ALIKE]; // the first cards of several copies, ascending
    uint8_t spare[2];
} fate_state;

static_assert(sizeof(fate_state) % 8 == 0, "whole words");
static_assert(sizeof(fate_state) <= 2560, "bots copy this millions of times");

extern const vg_game fate_game;

static inline int fate_copies(const fate_state *s, int card)
{
    return fate_editions[s->edition].card[card].copies;
}
static inline const fate_card_def *fate_def(const fate_state *s, int card)
{
    return &fate_editions[s->edition].card[card];
}
// The phase of the open question.
static inline int fate_asked(const fate_state *s)
{
    return s->stack.frame[s->stack.count - 1].phase;
}
// What the reader of this state or view knows `seat` to own.
static inline uint32_t fate_owned(const fate_state *s, int seat)
{
    return s->object[seat] | s->object_shown[seat];
}
static inline uint32_t fate_of_kind(int kind) { return 31u << (kind * FATE_TINTS); }
static inline uint32_t fate_of_tint(int tint) { return 0x8421u << tint; }
// How many of one tint there are among them. Objects of a tint lie five bits apart: the product
// adds them up.
static inline int fate_count(uint32_t objects, int tint)
{
    return (int)((objects >> tint & 0x8421u) * 0x8421u >> 15 & 7);
}
// How many kinds there are among them.
static inline int fate_kinds(uint32_t objects)
{
    objects |= objects >> 1 | objects >> 2 | objects >> 3 | objects >> 4;
    return fate_count(objects, 0); // bits of a kind lie together
}
// FeL-38: any four of the five colours; the kinds need not differ.
static inline bool fate_ladder(uint32_t objects)
{
    unsigned colours = (objects | objects >> 5 | objects >> 10 | objects >> 15) & 31;
    return 0xe8808000u >> colours & 1; // bits 15, 23, 27, 29, 30 and 31
}
static inline bool fate_has(const fate_state *s, int seat, int kind)
{
    return fate_owned(s, seat) & fate_of_kind(kind);
}
static inline int fate_step(const fate_state *s, int path, int steps)
{
    int at = (path + steps) % s->ring_count;
    return at < 0 ? at + s->ring_count : at;
}

// ---- the turn (fate.c) ----
// A moment of its own turn in which the seat asked may play interruptions, turn objects and propose
// to end: whenever it is on turn and no act of its own is half done (FeL-63).
static inline bool fate_free_moment(int phase)
{
    return phase == FATE_PHASE_TURN || phase == FATE_PHASE_MOVE || phase == FATE_PHASE_LOOK ||
           phase == FATE_PHASE_TELL || phase == FATE_PHASE_DISCARD;
}
bool fate_may_propose(const fate_state *s, int seat);   // FeL-64
void fate_add_card(fate_state *s, int seat, int card);  // into the hand, in order
void fate_drop_card(fate_state *s, int seat, int card); // out of the hand
void fate_throw(fate_state *s, int seat, int card);     // from the hand onto the discards

// ---- what everybody can remember (know.c) ----
void fate_know_nothing(fate_state *s);                   // as if all was just shuffled and dealt
void fate_know_laid(fate_state *s, int path);            // a card was just laid in the wood
void fate_know_drawn(fate_state *s, int seat, int card); // has just come into the hand
void fate_know_shown(fate_state *s, int seat, int card); // about to leave the hand, for all to see
void fate_know_shuffled(fate_state *s);                  // the discards are about to be the deck
void fate_know_swapped(fate_state *s, int seat, int path); // about to be exchanged unseen
void fate_know_seen(fate_state *s, int seat, int path);    // `seat` has just seen this card
void fate_know_moved(fate_state *s, int a, int b);         // two path cards change places
int fate_copy(const fate_state *s, int card);              // index of its first copy in from[]
void fate_forget(void *state);                             // nothing is kept from now on
const char *fate_know_check(const fate_state *s);          // what excludes the truth, or NULL
// What `seat`, or a watcher, remembers.
const fate_memory *fate_memory_of(const fate_state *s, int seat);
// Where this card, out of sight, from this shuffle, can be for all that is remembered.
uint32_t fate_where(const fate_memory *m, int card, unsigned from);

// ---- copies that cannot be told apart (alike.c) ----
// `deck` and `size`: how many cards there were before; `it`: of which twin the card is, -1: none.
void fate_alike_begin(fate_memory *m, int k, uint32_t at, int all, const int size[FATE_AT_ALL]);
void fate_alike_shuffled(fate_memory *m, int k, int more);
void fate_alike_laid(fate_memory *m, int path, int deck);
void fate_alike_drawn(fate_memory *m, int seat, int deck);
void fate_alike_seen(fate_memory *m, int place, int size, int it);
void fate_alike_moved(fate_memory *m, int a, int b);
void fate_alike_swapped(fate_memory *m, int seat, int size, int path, int it);

// ---- walking, looking, objects (wood.c) ----
// What `seat` may turn, which ways it may go with this die, where it may look; each gives the new
// or the only count.
int fate_turnings(const fate_state *s, int seat, vg_move out[], int n);
int fate_movements(const fate_state *s, int seat, int die, vg_move out[]);
int fate_lookings(const fate_state *s, int seat, vg_move out[]);
void fate_turn_up(fate_state *s, int seat, int object, vg_events *ev);
// The objects of this kind that using it can turn up, as object + 1, those of least worth first;
// gives the count. Where the owner has no choice it is one, and out[0] is 0.
int fate_reveals(const fate_state *s, int seat, int kind, uint8_t out[FATE_TINTS]);
// Turns this object + 1 of `seat` face up; 0: one of this kind already up, else one already seen,
// else the only one.
void fate_use(fate_state *s, int seat, int kind, int object, vg_events *ev);
// What is done in the wood, for the frame on top of the stack.
void fate_walk(fate_state *s, int seat, int stride, int shoes, int wings, vg_events *ev);
void fate_look(fate_state *s, int seat, int path, int wand, vg_events *ev);
void fate_swap(fate_state *s, int seat, int card, vg_events *ev);
void fate_pick(fate_state *s, int seat, int path, vg_events *ev);
void fate_exchange(fate_state *s, int seat, vg_events *ev);
void fate_leave(fate_state *s, int seat, vg_events *ev);

// ---- stories, jokers and dust (stories.c) ----
int fate_story_start(const fate_state *s, int path);  // index into told[]
int fate_last(const fate_state *s, int path);         // the same of the last card of the story
uint32_t fate_open_stories(const fate_state *s);      // of each colour, a byte each
uint32_t fate_free_colours(int seats, uint32_t open); // in which one more may be begun (bits)
uint32_t fate_story_values(const fate_state *s, int path, int count); // bit per value, first cards
bool fate_bare(const fate_told *t);                                   // a joker without dust
#define FATE_ALL_VALUES 0x3eu
// A way to tell at a path card: what is declared, and the cards that can be told so: one of these
// colours on its bar (bits), and one of these values (bits) printed or declared.
typedef struct fate_way {
    int colour; // a joker is told as, where it begins a story
    int after;  // fate_as that the bare joker before it is declared as; 0: there is none
    uint32_t bars, values;
} fate_way;
enum { FATE_WAYS = 6 };
int fate_ways(const fate_state *s, int path, fate_way out[FATE_WAYS]); // gives how many
// What `seat` may tell where it stands; appends to out[n..] and gives the new count.
int fate_tells(const fate_state *s, int seat, vg_move out[], int n);
int fate_tells_at(const fate_state *s, int seat, int path, vg_move out[], int n); // from there
// `as` and `after`: fate_as of the card, and of the bare joker before it.
void fate_tell(fate_state *s, int seat, int card, int as, int after, vg_events *ev);
void fate_finish(fate_state *s, vg_events *ev);             // works a FATE_PHASE_FINISH frame off
void fate_take_off(fate_state *s, int path, vg_events *ev); // the last card; its dust stays
void fate_wither(fate_state *s, int path, vg_events *ev);   // if a lone bare joker is all there is
void fate_recall(fate_state *s, int seat, vg_events *ev);
// Settles a FATE_PHASE_PAY frame: true if a question stands open, false if it is paid and popped.
bool fate_pay_settle(fate_state *s, vg_events *ev);
int fate_payments(const fate_state *s, vg_move out[]);
void fate_take(fate_state *s, int amount, vg_events *ev); // of whom the frame asks about

// ---- interruptions (interruptions.c) ----
int fate_interruptions(const fate_state *s, int seat, vg_move out[], int n);
void fate_play(fate_state *s, int seat, int card, int aim, vg_events *ev);
void fate_resolve(fate_state *s, vg_events *ev);
// Might this seat hold a card of this effect, for all that everybody knows?
bool fate_might_hold(const fate_state *s, int seat, int effect);

// ---- score and invariants (score.c) ----
void fate_score(const void *state, vg_score *out);
const char *fate_check(const void *state);
bool fate_four_kinds(uint32_t objects);

// ---- for the lab (lab.c) ----
extern vg_tuning fate_tuning;

// ---- what seats know (view.c) ----
extern const vg_field fate_fields[];
#define FATE_FIELD_COUNT 58
void fate_resample(void *view, int seat, vg_rng *rng);

// ---- how well a seat stands (evaluate.c, gist.c) ----
float fate_evaluate(const void *view, int seat);
extern const vg_gist fate_gists[]; // gist.c
enum { FATE_GIST_COUNT = 39 };
int fate_gist(const void *view, int viewer, vg_lit *out);

// ---- what things are called (words.c) ----
typedef struct fate_object_def {
    const char *slug;
    vg_words name; // "le scarpette rosa"
} fate_object_def;
extern const fate_object_def fate_objects[FATE_OBJECTS];
extern const char *const fate_colour_slug[FATE_COLOURS], *const fate_ending_slug[FATE_ENDING_COUNT];
extern const vg_words fate_story_colour[FATE_COLOURS]; // "storia d'oro"
// "«Le vele nere» (oro 1)"
void fate_card_name(const fate_state *s, int card, vg_lang lang, vg_text *out);

// ---- why a move is not allowed (why.c) ----
vg_why fate_why(const void *view, int seat, const vg_tried *tried);

// ---- the table as lines, and for front ends (show.c) ----
void fate_show(const void *view, const vg_voice *voice, vg_text *out);
void fate_print(const void *view, const vg_voice *voice, vg_json *out);
void fate_catalog(int edition, vg_lang lang, vg_json *out);

// ---- the lines of scenarios (notation.c) ----
void fate_dump(const void *state, vg_text *out);
vg_err fate_edit(void *state, const char *line, vg_text *why);

// ---- the tale and its map (tale.c, tale_words.c) ----
int fate_facts(const void *view, int seat, const vg_event *event, int count,
               vg_fact out[VG_MAX_FACTS]);
extern const vg_saga fate_saga; // tale_words.c
// Things are cards, then objects, then what jokers show elsewhere: two more each.
enum {
    FATE_TALE_PERSONS = 30,
    FATE_TALE_OBJECT = FATE_CARD_COUNT,
    FATE_TALE_JOKER = FATE_TALE_OBJECT + FATE_OBJECTS,
    FATE_TALE_THINGS = FATE_TALE_JOKER + 2 * 4 - 1
};
int fate_tale_hero(int card, int colour, int path); // whom a story is about that begins so
void fate_board(const void *view, vg_board *out);

#endif
