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

enum {
    WINTER_SEATS = 7,
    WINTER_CARDS = 93, // narration cards 1..93; 0 is none
    WINTER_FREE = 94,  // "played" without a card: the first round of a brawler (WT-90)
    WINTER_RELIC = 95, // the Artefact's memory played as a card (WT-74)
    WINTER_ERAS = 12,  // decks, one after another, that cards in hands are known to come from
    WINTER_SLOTS = 7,
    WINTER_NEUTRALS = 3,
    WINTER_HAND_LIMIT = 7,
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
    WINTER_OPT_COUNT
} winter_option;
enum { WINTER_JUDGE_NOBODY, WINTER_JUDGE_VOTE, WINTER_JUDGE_SEAT }; // SEAT + n: seat n

// The open questions. Frames without a question are worked off by settle().
typedef enum winter_phase {
    WINTER_PHASE_OVER,
    WINTER_PHASE_FIRST, // chance: who is the first Spring player
    WINTER_PHASE_GOAL,  // chance: `seat` draws an objective; a: side
    WINTER_PHASE_DRAFT, // seat: picks a character; a: picks still to come after this one
    WINTER_PHASE_POSE,  // seat: where it starts; a: character
    WINTER_PHASE_OPEN,  // chance: the opening mission of side a
    WINTER_PHASE_SET,   // seat: where the opening mission a goes
    WINTER_PHASE_INTRO, // seat: opens the tale
    WINTER_PHASE_DEAL,  // chance: `seat` draws a cards
    WINTER_PHASE_TURN,  // seat: activates a character (or a power, or is skipped); a: Horror used
    WINTER_PHASE_ACT,   // seat: goes on with the activation of a; b: WINTER_ACT_ flags
    WINTER_PHASE_SPEND, // seat: discards a more cards; b: winter_spend
    WINTER_PHASE_TELL_MOVE, // seat: tells its movement from card a; b: character
    WINTER_PHASE_ENTER,     // (no question) character a enters space b
    WINTER_PHASE_FOLLOW,    // seat: does the companion a come along to b?
    WINTER_PHASE_CONTEST,  // somebody may interrupt; a: bits of characters not yet asked, b: move.c
    WINTER_PHASE_CONFLICT, // a round of the conflict in s->fight; a: winter_round
    WINTER_PHASE_RELOCATE, // seat: puts the beaten tale a somewhere
    WINTER_PHASE_BID,      // seat: hides how many cards go into the trap
    WINTER_PHASE_ANSWER,   // seat: the soldier's cards against the trap
    WINTER_PHASE_RISE,     // (no question) character a stands up again; b: the rescuer
    WINTER_PHASE_MISSION,  // (no question) mission a goes on at stage b
    WINTER_PHASE_JUDGE,  // seat: accepts the telling or asks for another; a: seats asked, b: round
    WINTER_PHASE_RETELL, // seat: tells once more
    WINTER_PHASE_JOIN,   // seat: may activate a character for the mission
    WINTER_PHASE_LEAD,   // seat: the starter's cards
    WINTER_PHASE_PART,   // seat: takes part with a present character, or not
    WINTER_PHASE_LAY,    // seat: its cards for the mission
    WINTER_PHASE_LAST,   // seat: the starter's last card
    WINTER_PHASE_CONCLUDE, // seat: ends the tale of the mission
    WINTER_PHASE_REVEAL,   // chance: the top card becomes the memory
    WINTER_PHASE_REMEMBER, // seat: picks the memory among the cards of the winners; a: side
    WINTER_PHASE_SLOT,     // seat: picks the slot of the memory in s->fresh
    WINTER_PHASE_TRIM,     // seat: discards down to seven; b: 1 when known to be above
    WINTER_PHASE_EPILOGUE, // (no question) the next teller
    WINTER_PHASE_FINALE,   // seat: its cards for the epilogue
    WINTER_PHASE_MARK,     // seat: moves the bookmark
    WINTER_PHASE_CLOSE,    // seat: closes the book; a: 1 when it was handed over
    WINTER_PHASE_NAME,   // seat: names who gets power a; b: bits of tales, or 0 for WT-74's choice
    WINTER_PHASE_STRIKE, // seat: which power of tale a is destroyed
    WINTER_PHASE_RETURN, // (no question) tale a comes back to place b
    WINTER_PHASE_RAID,   // (no question) the raid objective of `seat` is paid for
    WINTER_PHASE_CLAIM,  // seat: declares an objective or not; a: side, b: winter_occasion
    WINTER_PHASE_GOALSLOT, // seat: where its objective a (side) becomes a memory
    WINTER_PHASE_COUNT
} winter_phase;

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

typedef enum winter_move {
    WINTER_MOVE_START = 1, // a: seat
    WINTER_MOVE_GOAL,      // a: objective drawn
    WINTER_MOVE_TAKE,      // a: character
    WINTER_MOVE_POSE,      // a: space
    WINTER_MOVE_OPEN,      // a: mission
    WINTER_MOVE_SET,       // a: place or WINTER_ON + character
    WINTER_MOVE_TELL,
    WINTER_MOVE_DRAW,     // a: card
    WINTER_MOVE_ACTIVATE, // a: character
    WINTER_MOVE_STEP,     // a: space
    WINTER_MOVE_GLIDE,    // a: space; the free movement
    WINTER_MOVE_PASSAGE,
    WINTER_MOVE_GENERATE, // a: mission, b: where, c: power aimed at
    WINTER_MOVE_RESOLVE,  // a: mission
    WINTER_MOVE_END,
    WINTER_MOVE_SPEND,  // a: card
    WINTER_MOVE_ATTACK, // a: card
    WINTER_MOVE_TRAP,   // a: card
    WINTER_MOVE_PASS,
    WINTER_MOVE_PLAY,  // a: card, b: 1 + side for the Writer in the epilogue
    WINTER_MOVE_PLACE, // a: space
    WINTER_MOVE_BID,   // a: number
    WINTER_MOVE_DONE,
    WINTER_MOVE_JOIN,     // a: character
    WINTER_MOVE_WITH,     // a: character
    WINTER_MOVE_REMEMBER, // a: card
    WINTER_MOVE_SLOT,     // a: slot 1..7
    WINTER_MOVE_ACCEPT,
    WINTER_MOVE_RETELL,
    WINTER_MOVE_REFUSE,
    WINTER_MOVE_MARK, // a: slot 1..7
    WINTER_MOVE_HAND, // a: seat
    WINTER_MOVE_CLOSE,
    WINTER_MOVE_RESCUE, // a: character, b: rescuer
    WINTER_MOVE_FOLLOW,
    WINTER_MOVE_HOPE,
    WINTER_MOVE_HORROR,  // a: place, b: tale
    WINTER_MOVE_SPEECH,  // a: tale
    WINTER_MOVE_GIVE,    // a: character
    WINTER_MOVE_RESTORE, // a: tale, b: place
    WINTER_MOVE_NAME,    // a: character
    WINTER_MOVE_STRIKE,  // a: power (a mission)
    WINTER_MOVE_SWAP,
    WINTER_MOVE_SHOW,    // a: side; Collegamento's reveal
    WINTER_MOVE_DECLARE, // a: side
    WINTER_MOVE_COUNT
} winter_move;

typedef enum winter_event {
    WINTER_EVENT_START = 1, // seat: first Spring player
    WINTER_EVENT_GOAL,      // drew objective a (0 veiled); b: side
    WINTER_EVENT_TOOK,      // a: character
    WINTER_EVENT_POSED,     // a: character, b: space
    WINTER_EVENT_OPENED,    // a: mission drawn for the opening
    WINTER_EVENT_SET,       // a: mission, b: place, c: character
    WINTER_EVENT_INTRO,
    WINTER_EVENT_DREW,  // a: card (0 veiled)
    WINTER_EVENT_EMPTY, // the deck
    WINTER_EVENT_SHUFFLED,
    WINTER_EVENT_SHORT,     // no card left to draw
    WINTER_EVENT_CHAPTER,   // a: number
    WINTER_EVENT_ACTIVATED, // a: character, b: space, c: 1 off-turn
    WINTER_EVENT_SKIPPED,
    WINTER_EVENT_SPENT,     // a: card, b: winter_spend
    WINTER_EVENT_TOLD_MOVE, // a: card, b: character
    WINTER_EVENT_MOVED,     // a: character, b: from, c: to
    WINTER_EVENT_PASSAGE,   // a: character, b: to
    WINTER_EVENT_ENDED,     // a: character
    WINTER_EVENT_ATTACKED,  // a: soldier (0: the Horror), b: tale, c: card, d: space
    WINTER_EVENT_PLAYED,    // a: card, b: side, c: character
    WINTER_EVENT_YIELDED,   // a: character
    WINTER_EVENT_BEATEN,    // a: tale, b: soldier, c: space
    WINTER_EVENT_HELD,      // a: tale, b: soldier: the tale goes on
    WINTER_EVENT_SHELTERED, // a: tale, b: place
    WINTER_EVENT_PLACED,    // a: tale, b: space
    WINTER_EVENT_TRAPPED,   // a: tale, b: soldier, c: card, d: space
    WINTER_EVENT_BID,       // a: number (0 veiled)
    WINTER_EVENT_SPRUNG,    // a: soldier, b: Spring's total, c: Winter's total, d: tale
    WINTER_EVENT_BACK,      // a: soldier, b: space, c: 1 lying
    WINTER_EVENT_RESCUED,   // a: character, b: rescuer
    WINTER_EVENT_GENERATED, // a: mission, b: place, c: character, d: power aimed at
    WINTER_EVENT_RESOLVING, // a: mission, b: space, c: character
    WINTER_EVENT_JUDGED,    // a: 0 accepted, 1 another telling, 2 refused
    WINTER_EVENT_RETOLD,
    WINTER_EVENT_STAYED_OUT,
    WINTER_EVENT_PART,       // a: character, b: side
    WINTER_EVENT_RESULT,     // a: mission, b: Spring's total, c: Winter's total, d: colour
    WINTER_EVENT_CONCLUDED,  // a: mission
    WINTER_EVENT_REMEMBERED, // a: card, b: colour, c: mission
    WINTER_EVENT_MEMORY,     // a: slot, b: colour, c: mission, d: card
    WINTER_EVENT_OVER,       // above the hand limit
    WINTER_EVENT_TRIMMED,    // a: card, or 0: within the limit
    WINTER_EVENT_EPILOGUE,   // seat: the initiator; a: 1 by the cap on chapters
    WINTER_EVENT_FINALE_DONE,
    WINTER_EVENT_MARKED, // a: slot
    WINTER_EVENT_WON,    // a: winter_side, b: Spring's total, c: Winter's total
    WINTER_EVENT_HANDED, // a: seat
    WINTER_EVENT_CLOSED,
    WINTER_EVENT_POWER,    // a: mission, b: character, c: place, d: second character
    WINTER_EVENT_HOPE,     // a: tale
    WINTER_EVENT_FOLLOWED, // a: tale, b: 1 stays behind
    WINTER_EVENT_HORROR,   // a: place, b: tale
    WINTER_EVENT_SPEECH,   // a: tale, b: soldier
    WINTER_EVENT_GIVEN,    // a: to, b: from
    WINTER_EVENT_STRUCK,   // a: power (a mission), b: tale
    WINTER_EVENT_KILLED,   // a: tale
    WINTER_EVENT_RESTORED, // a: tale, b: place
    WINTER_EVENT_SWAPPED,  // a: old (0 veiled), b: side
    WINTER_EVENT_SHOWN,    // a: objective
    WINTER_EVENT_NO_SPY,   // had to show a Spy and has none
    WINTER_EVENT_SCORED,   // a: objective, b: slot
    WINTER_EVENT_COUNT
} winter_event;

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
    uint8_t spare[7];
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

extern const vg_game winter_game;
extern const vg_notation winter_notation; // describe.c

// ---- what seats know (view.c), how well they stand (evaluate.c) ----
enum { WINTER_FIELD_COUNT = 56 };
extern const vg_field winter_fields[];
void winter_resample(void *view, int seat, vg_rng *rng);
float winter_evaluate(const void *view, int seat);
// ---- who will probably win, once a turn is over (outlook.c) ----
bool winter_settled(const void *state);
void winter_outlook(const void *state, float value[VG_MAX_SEATS]);

// ---- words (text.c, say.c, show.c, lines.c) ----
void winter_move_text(const void *state, vg_move m, vg_text *out);
void winter_move_label(const void *view, vg_move m, const vg_voice *voice, vg_text *out);
void winter_prompt(const void *view, const vg_voice *voice, vg_text *out);
void winter_why_not(const void *view, int seat, const char *text, const vg_voice *voice,
                    vg_text *out);
void winter_event_text(const void *view, const vg_event *e, const vg_voice *voice, vg_text *out);
void winter_score_text(const void *view, const vg_score_line *line, const vg_voice *voice,
                       vg_text *out);
void winter_show(const void *view, const vg_voice *voice, vg_text *out);
void winter_print(const void *view, const vg_voice *voice, vg_json *out);
void winter_catalog(int edition, vg_lang lang, vg_json *out);
// ---- for the lab (lab.c) ----
int winter_traits(const void *state, int seat, vg_trait out[VG_MAX_TRAITS]);
void winter_dump(const void *state, vg_text *out);
vg_err winter_edit(void *state, const char *line, vg_text *why);

// ---- the tale (tale.c, tale_words.c) ----
int winter_facts(const void *view, int seat, const vg_event *event, int count,
                 vg_fact out[VG_MAX_FACTS]);
extern const vg_saga winter_saga; // tale_words.c
void winter_board(const void *view, vg_board *out);

#endif
