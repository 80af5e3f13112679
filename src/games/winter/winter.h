// winter.h: Winter Tales, 3 to 7 seats: the state and the words of its rules.
//
// Spring's tales and Winter's soldiers move over one town, start missions, stop
// each other, and leave memories that weigh in the epilogue. At odd counts a
// Writer holds characters of both and wins on a tie. Three modules (powers,
// objectives, abilities) can be switched on. RULES.md numbers every rule.
//
// Hidden here: hands, even how many cards they hold (WT-11), the deck, trap
// bids and objectives. Everything else, the stack of open questions included,
// is public, so every question must follow from public facts.
#ifndef VG_GAMES_WINTER_H
#define VG_GAMES_WINTER_H

#include "engine/game.h"
#include "engine/stack.h"

#define VG_DEF   "games/winter/winter.def"
#define VG_ID(x) WINTER_##x
#define VG_FN(x) winter_##x
#include "engine/names.h"

enum {
    WINTER_SEATS = 7,
    WINTER_CARDS = 93, // narration cards 1..93; 0 is none
    WINTER_FREE = 94,  // "played" without a card: the first round of a brawler (WT-90)
    WINTER_RELIC = 95, // the Artefact's memory played as a card (WT-74)
    WINTER_ERAS = 12,  // decks, one after another, that cards in hands are known to come from
    WINTER_SLOTS = 7,
    WINTER_HAND_LIMIT = 7,
    WINTER_HAND_TABLE = 7, // of winter-hand and winter-lead: as many as the table wants (WT-135)
    WINTER_LEAD_TABLE = 4,
    WINTER_MAX_CHAPTERS = 255 // what the state can count; a table may set less
};

typedef enum winter_side { WINTER_SPRING, WINTER_WINTER, WINTER_WRITER } winter_side;

typedef enum winter_char {
    WINTER_NOONE,
#define CHARACTER(id, ...) WINTER_##id,
#include "games/winter/cards.def"
#undef CHARACTER
    WINTER_CHAR_COUNT // 15; tales are 1..7, soldiers 8..14
} winter_char;
#define WINTER_TALES 7

typedef enum winter_space {
    WINTER_NOWHERE,
#define SPACE(id, ...) WINTER_##id,
#include "games/winter/cards.def"
#undef SPACE
    WINTER_SPACE_COUNT // 19; places are 1..8, squares 9..18
} winter_space;
#define WINTER_PLACES 8

typedef enum winter_mission {
    WINTER_NO_MISSION,
#define MISSION(id, ...) WINTER_##id,
#include "games/winter/cards.def"
#undef MISSION
    WINTER_MISSION_COUNT // 9; Spring's are 1..4, Winter's 5..8
} winter_mission;

typedef enum winter_goal {
    WINTER_NO_GOAL,
#define GOAL(id, ...) WINTER_##id,
#include "games/winter/cards.def"
#undef GOAL
    WINTER_GOAL_COUNT // 12
} winter_goal;

typedef enum winter_ability {
    WINTER_AIM,     // swap an objective
    WINTER_BRAWL,   // first conflict round without a card
    WINTER_PLOT,    // +1 in missions
    WINTER_STRIDE,  // one free movement
    WINTER_SNARE,   // +1 in traps
    WINTER_PASSAGE, // to one place before moving
    WINTER_LORE,    // draws four
    WINTER_ABILITY_COUNT
} winter_ability;

// Where a mission token is: a place 1..8, WINTER_ON + character, or one of these.
enum { WINTER_POOL = 0, WINTER_ON = 16, WINTER_DONE = 64, WINTER_OUT = 65 };

// A memory's colour. Odd one out: an empty slot is 0.
enum { WINTER_EMPTY, WINTER_FOR_SPRING, WINTER_FOR_WINTER, WINTER_NEUTRAL };

typedef enum winter_option {
    WINTER_OPT_MEMORIES,
    WINTER_OPT_POWERS,
    WINTER_OPT_GOALS,
    WINTER_OPT_ABILITIES,
    WINTER_OPT_CHAPTERS,
    WINTER_OPT_ONE_CONFLICT,
    WINTER_OPT_COUNTS,
    WINTER_OPT_EPILOGUE_MARK,
    WINTER_OPT_JUDGE,
    WINTER_OPT_AUTO_FAIL,
    WINTER_OPT_HORROR_WAITS,
    WINTER_OPT_TELL_MOVES,
    WINTER_OPT_STAY_READY,
    WINTER_OPT_WINTER_HAND,
    WINTER_OPT_TRAP_TIE,
    WINTER_OPT_WINTER_FIRST,
    WINTER_OPT_WINTER_LEAD,
    WINTER_OPT_COUNT
} winter_option;
enum { WINTER_JUDGE_NOBODY, WINTER_JUDGE_VOTE, WINTER_JUDGE_SEAT }; // SEAT + n: seat n

enum {
    WINTER_ACT_STEPS = 3,  // spaces left of the movement paid for
    WINTER_ACT_HALTED = 4, // no more movement in this activation
    WINTER_ACT_MOVED = 8,  // a movement was begun: too late for the passage
    WINTER_ACT_GLIDED = 16,
    WINTER_ACT_SWAPPED = 32,
    WINTER_ACT_GUEST = 64, // off-turn, for somebody else's mission
};

typedef enum winter_spend {
    WINTER_SPEND_MOVE,
    WINTER_SPEND_RESCUE,
    WINTER_SPEND_TRAP,
    WINTER_SPEND_RETURN,
    WINTER_SPEND_RAID,
    WINTER_SPEND_COUNT
} winter_spend;

enum { WINTER_ROUND_TALE, WINTER_ROUND_LOVER, WINTER_ROUND_SOLDIER };

typedef enum winter_stage {
    WINTER_ST_JUDGE,
    WINTER_ST_JOIN,
    WINTER_ST_LEAD,
    WINTER_ST_PART,
    WINTER_ST_LAST,
    WINTER_ST_COUNT,
    WINTER_ST_MEMORY,
    WINTER_ST_POWER,
    WINTER_ST_END
} winter_stage;

typedef enum winter_occasion {
    WINTER_OCC_BOUNTY,
    WINTER_OCC_STAND,
    WINTER_OCC_AID,
    WINTER_OCC_SPY,
    WINTER_OCC_LINK,
    WINTER_OCC_COUNT
} winter_occasion;

// A set of narration cards: card c is bit (c - 1) % 32 of word (c - 1) / 32.
typedef struct winter_cards {
    uint32_t word[3];
} winter_cards;

// Objectives a seat swapped away unseen: Spring's, Winter's, and Winter's that were no Spy.
enum { WINTER_THROWN_SPRING, WINTER_THROWN_WINTER, WINTER_THROWN_NO_SPY, WINTER_THROWN };

typedef struct winter_memory {
    uint8_t colour;  // WINTER_EMPTY ...
    uint8_t card;    // narration card; 0: neutral, an objective, or none
    uint8_t mission; // the mission it comes from; 0: an objective
    uint8_t goal;    // the objective it comes from; 0: a mission
} winter_memory;

// A running conflict or trap. All zero when there is none.
typedef struct winter_fight {
    uint8_t soldier; // 0 in a conflict: the Icy Horror
    uint8_t tale;
    uint8_t lover;  // the companion that stands in it too, or 0
    uint8_t seat;   // who plays for Winter
    uint8_t answer; // trap: cards laid by the soldier
    uint8_t relic;  // the Artefact was played
    uint8_t rounds; // conflict: rounds played, free ones included
    uint8_t spare;
} winter_fight;

// Plain data, no padding. Slots past a count and things not in play are zero.
typedef struct winter_state {
    vg_stack stack;
    winter_cards hand[WINTER_SEATS];     // owner only
    winter_cards deck;                   // nobody
    winter_cards discard;                // face up (WT-115)
    winter_cards laid[2];                // on the table for each side, in a mission or the epilogue
    winter_cards mixed[WINTER_ERAS - 1]; // what the deck was made of: this one, the one before...
    uint8_t bid[WINTER_SEATS];           // trap cards hidden; owner only
    uint8_t goal[WINTER_SEATS][2];       // objectives in hand by side; owner only
    uint8_t goal_pile[WINTER_SEATS][WINTER_GOAL_COUNT]; // swapped away unseen; owner only
    uint8_t goal_away[WINTER_GOAL_COUNT];               // swapped away after it was shown
    uint8_t thrown[WINTER_SEATS][WINTER_THROWN]; // what everybody knows of goal_pile: how many
    uint8_t goal_open[WINTER_SEATS][2];  // the objective once shown or scored; 0 while secret
    uint8_t goal_stage[WINTER_SEATS][2]; // 0 none, 1 secret, 2 shown, 3 scored
    uint8_t spied[WINTER_SEATS];         // Spia: the tale that entered first
    uint8_t no_spy;                      // seats that had to show a Spy and showed none (WT-84)
    // What the log tells whoever keeps a tally (WT-114). The table shows it to nobody, unless it
    // plays with open counts; guesses keep to it.
    uint8_t held[WINTER_SEATS];                 // cards in hand...
    uint8_t old[WINTER_SEATS][WINTER_ERAS - 1]; // ... and of these, drawn from the decks before
    uint8_t deck_left;                          // this one, the latest first (winter_era)
    uint8_t where[WINTER_CHAR_COUNT];           // space of each character; 0: not in town
    uint8_t owner[WINTER_CHAR_COUNT];           // 1 + seat; 0: nobody's
    uint8_t token[WINTER_MISSION_COUNT];        // where each mission token is
    uint8_t aim;                                // power the reprisal is aimed at (a mission), or 0
    winter_memory memory[WINTER_SLOTS];
    winter_memory fresh;           // a memory that waits for its slot
    uint8_t laid_by[WINTER_SEATS]; // cards laid by each seat, the Artefact included
    uint8_t part[WINTER_SEATS];    // with which character; in the epilogue 1 + side
    winter_fight fight;
    uint8_t walked[2];       // bits of places (1 << place - 1) in the activation; [1]: the guest's
    uint8_t follow;          // the companion that comes along on this step, or 0
    uint8_t joined;          // seats that activated for the running mission
    uint8_t relic_used;      // the Artefact was played in the running mission
    uint8_t bookmark;        // slot 1..7; 0: not yet on the track
    uint8_t hope, hope_used; // holder of New Hope; used in this chapter
    uint8_t love[2];         // the bound pair
    uint8_t refuge;          // place
    uint8_t relic, relic_slot;              // bearer of the Artefact; slot 1..7 of its memory
    uint8_t horror, horror_on;              // place of the Horror (0: off the board); Winter has it
    uint8_t speech;                         // Winter has Propaganda
    uint8_t seats, first, edition;          // first: 0xff while chance has not decided
    uint8_t turn, chapter, initiator, told; // told: seats that had their say in the epilogue
    uint8_t winner;                         // 1 + winter_side; 0 while the game runs
    uint8_t option[WINTER_OPT_COUNT];
    uint8_t bearer;       // the tale that bears the running mission, or 0
    uint8_t relic_passed; // the Artefact was handed on in this turn
    uint8_t spare[6];
    uint16_t ready, lying, dead; // bit per character
} winter_state;

static_assert(sizeof(winter_cards) == 12 && sizeof(winter_memory) == 4, "no padding");
static_assert(sizeof(winter_state) % 8 == 0 && sizeof(winter_state) <= 1024, "whole words");

// ---- the pieces (cards.c): what they are called is the same in every edition ----
typedef struct winter_char_def {
    const char *slug;
    vg_words name;
} winter_char_def;
typedef struct winter_space_def {
    const char *slug;
    vg_words name; // "Mercato delle meraviglie" / "the Market of Wonders"
    vg_words at;   // "al Mercato..." / the same: our sentences say "to {1}" or "at {1}"
} winter_space_def;
typedef struct winter_mission_def {
    const char *slug;
    vg_words name;
    uint8_t side, on_tale;
} winter_mission_def;
typedef struct winter_goal_def {
    const char *slug;
    uint8_t side;
} winter_goal_def;
typedef struct winter_card_def {
    const char *slug;
    vg_words face[2]; // the Spring face and the Winter face
} winter_card_def;
extern const winter_char_def winter_chars[WINTER_CHAR_COUNT];
extern const winter_space_def winter_spaces[WINTER_SPACE_COUNT];
extern const winter_mission_def winter_missions[WINTER_MISSION_COUNT];
extern const winter_goal_def winter_goals[WINTER_GOAL_COUNT];
extern const winter_card_def winter_narration[WINTER_CARDS + 1];
// Characters of each side for every Spring, Winter player, and for the Writer, by seats.
extern const uint8_t winter_quota[WINTER_SEATS + 1][2];

// ---- the edition: the board, who can do what, the missions and objectives there are ----
enum { WINTER_NEAR = 3 }; // cards for a walk that are told apart: none, one, two
typedef struct winter_edition {
    uint8_t road[WINTER_SPACE_COUNT][WINTER_SPACE_COUNT]; // 1: these two are next to each other
    uint8_t ability[WINTER_CHAR_COUNT];                   // winter_ability
    uint8_t passage[WINTER_CHAR_COUNT];                   // where the passage leads
    uint8_t in_play[WINTER_MISSION_COUNT];                // 0: the token stays in the box
    uint8_t copies[WINTER_GOAL_COUNT];
    uint8_t place[WINTER_GOAL_COUNT][2]; // of raids and links
    uint8_t icon[WINTER_SLOTS];          // 1: an objective may become this memory
    // What follows from these: winter_derive.
    vg_words goal_name[WINTER_GOAL_COUNT]; // names the places
    char words[WINTER_GOAL_COUNT][VG_LANG_COUNT][96];
    uint32_t joins[WINTER_SPACE_COUNT]; // bits (1 << space) of the spaces around it
    uint8_t steps[WINTER_SPACE_COUNT][WINTER_SPACE_COUNT];
    uint32_t near[WINTER_SPACE_COUNT][WINTER_NEAR]; // spaces, as bits, at most so many cards away
} winter_edition;
enum { WINTER_EDITION_COUNT = 1 };
extern winter_edition winter_editions[]; // the last can be written: winter_tuning
extern vg_tuning winter_tuning;          // lab.c
void winter_derive(void *edition);
static inline const winter_edition *winter_ed(const winter_state *s)
{
    return &winter_editions[s->edition];
}
// Raids have one place, links two, other objectives none.
int winter_goal_places(int goal);
// Bits (1 << space) of the spaces next to `space`.
static inline uint32_t winter_next(const winter_state *s, int space)
{
    return winter_ed(s)->joins[space];
}
// Steps from one space to each.
static inline const uint8_t *winter_distances(const winter_state *s, int from)
{
    return winter_ed(s)->steps[from];
}

// Spaces, as bits, at most 0, 1, 2 cards away.
static inline const uint32_t *winter_near(const winter_state *s, int from)
{
    return winter_ed(s)->near[from];
}

extern const vg_game winter_game;

// ---- what seats know (view.c), how well they stand (evaluate.c) ----
enum { WINTER_FIELD_COUNT = 56 };
extern const vg_field winter_fields[];
void winter_resample(void *view, int seat, vg_rng *rng);
float winter_evaluate(const void *view, int seat);
bool winter_foreseen(const void *view, int seat);
extern const vg_gist winter_gists[]; // gist.c
enum { WINTER_GIST_COUNT = 23 };
int winter_gist(const void *view, int viewer, vg_lit *out);
// ---- who will probably win, once a turn is over (outlook.c) ----
bool winter_settled(const void *state);
void winter_outlook(const void *state, float value[VG_MAX_SEATS]);

// ---- words (words.c), refusals (why.c), the table (show.c), its lines (notation.c) ----
// "the key / the broken key", one face for a side, or the free round and the Artefact.
void winter_card_name(int card, int side, vg_lang lang, vg_text *out);
enum { WINTER_BOTH_FACES = 2 };
const char *winter_card_slug(int card); // also "free" and "artefact"
extern const vg_words winter_side_names[3];
extern const vg_words winter_colour_names[4];
extern const char *const winter_side_slugs[3];
extern const char *const winter_colour_slugs[4];
int winter_gender(int character); // vg_gender, for adjectives (tale_words.c)
vg_why winter_why(const void *view, int seat, const vg_tried *tried);
void winter_show(const void *view, const vg_voice *voice, vg_text *out);
void winter_print(const void *view, const vg_voice *voice, vg_json *out);
void winter_catalog(int edition, vg_lang lang, vg_json *out);
void winter_dump(const void *state, vg_text *out);
vg_err winter_edit(void *state, const char *line, vg_text *why);
// ---- for the lab (lab.c) ----
int winter_traits(const void *state, int seat, vg_trait out[VG_MAX_TRAITS]);

// ---- the tale (tale.c, tale_words.c) ----
int winter_facts(const void *view, int seat, const vg_event *event, int count,
                 vg_fact out[VG_MAX_FACTS]);
extern const vg_saga winter_saga; // tale_words.c
void winter_board(const void *view, vg_board *out);

#endif
