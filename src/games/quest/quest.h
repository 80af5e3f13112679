// quest.h: Quest for Legend: the state, the words of the rules, the cards.
//
// Two to four heroes start missions, feed them resource cards, and spoil those
// of the others. Everything is kept by kind of card, never card by card: hands,
// deck and discards are counts, and a mission on the table sits in the slot of
// its kind. RULES.md numbers the rules; the code cites the numbers.
#ifndef VG_GAMES_QUEST_H
#define VG_GAMES_QUEST_H

#include "engine/game.h"
#include "engine/pieces.h"

#define VG_DEF   "games/quest/quest.def"
#define VG_ID(x) QUEST_##x
#define VG_FN(x) quest_##x
#include "engine/names.h"

enum {
    QUEST_SEATS = 4,
    QUEST_RESOURCES = 4,
    QUEST_MISSIONS = 10,
    QUEST_HEROES = 4,
    QUEST_HAND = 5,                   // cards dealt, and kept at the end of a turn
    QUEST_TWINS = 2,                  // copies of each mission
    QUEST_SLOTS = QUEST_MISSIONS * 2, // slot = mission * 2 + copy
    QUEST_CARDS = 64
};

// Kinds of card in the deck: the four resources, then the ten missions.
typedef enum quest_kind {
#define RESOURCE(id, ...) QUEST_##id,
#define MISSION(id, ...)  QUEST_##id,
#define HERO(id, ...)
#include "games/quest/cards.def"
    QUEST_KINDS
#undef RESOURCE
#undef MISSION
#undef HERO
} quest_kind;
static_assert(QUEST_KINDS == QUEST_RESOURCES + QUEST_MISSIONS, "the cards of the sheet");

typedef enum quest_hero_id {
#define RESOURCE(id, ...)
#define MISSION(id, ...)
#define HERO(id, ...) QUEST_##id,
#include "games/quest/cards.def"
#undef RESOURCE
#undef MISSION
#undef HERO
} quest_hero_id;

typedef struct quest_resource {
    const char *slug;
    char letter; // in the code of a mission: I A C E
    uint8_t copies;
    vg_words name, text;
} quest_resource;

typedef struct quest_mission {
    const char *slug;
    uint8_t need[QUEST_RESOURCES];
    uint8_t points;
    uint8_t in_play; // 0: both copies stay in the box
    vg_words name, text;
} quest_mission;

typedef struct quest_hero {
    const char *slug;
    uint8_t special;  // mission (0..9) that takes one resource less: QL-09
    uint8_t pair[2];  // these two resources (perhaps the same)...
    uint8_t pair_for; // ...stand for this one: QL-12
    vg_words name, text;
} quest_hero;

// All cards of one edition. States name it by index: the rules know no card by name.
typedef struct quest_edition {
    quest_resource resource[QUEST_RESOURCES];
    quest_mission mission[QUEST_MISSIONS];
    quest_hero hero[QUEST_HEROES];
} quest_edition;
extern quest_edition quest_editions[]; // the last can be written: quest_tuning
extern const char *const quest_edition_slugs[];
enum { QUEST_EDITION_COUNT = 1 };

// Options, by index.
enum {
    QUEST_OPT_PAIRS,
    QUEST_OPT_PARTNER_HELP,
    QUEST_OPT_TIE_BREAK,
    QUEST_OPT_DECKS,
    QUEST_OPTION_COUNT
};

// A mission on the table; all zero where there is none.
typedef struct quest_slot {
    uint8_t owner;                    // seat + 1
    uint8_t left;                     // resources still missing: the sum of missing[]
    uint8_t open;                     // bit r: missing[r] > 0
    uint8_t missing[QUEST_RESOURCES]; // by resource
    uint8_t laid[QUEST_RESOURCES];    // real cards under it, both cards of a pair included
} quest_slot;

// Plain data, no padding. Copy it with `=`, compare it with memcmp.
typedef struct quest_state {
    uint32_t table; // bit s: slot s holds a mission
    uint16_t done;  // bit m: mission m is completed
    uint8_t phase;  // quest_phase
    uint8_t turn;   // whose turn
    // What left hands since the second deck was shuffled, in order: quest_shown (QL-32).
    uint16_t shown[QUEST_CARDS];
    // A lone copy sits in copy 0; two copies are in order of owner, those of one owner in the order
    // they were started.
    quest_slot slot[QUEST_SLOTS];
    uint8_t hand[QUEST_SEATS][QUEST_KINDS]; // owner only
    uint8_t deck[QUEST_KINDS];              // nobody knows
    uint8_t discard[QUEST_KINDS];           // face up: QL-22
    uint8_t second[QUEST_KINDS];            // the second deck as it was shuffled: QL-32
    uint8_t drew[QUEST_SEATS][QUEST_KINDS]; // what each seat drew of it; owner only
    uint8_t aside[QUEST_RESOURCES];         // under completed and superseded missions
    uint8_t won[QUEST_MISSIONS];            // seat + 1 that completed it, or 0
    uint8_t beaten[QUEST_MISSIONS];         // seat + 1 whose copy was superseded, or 0
    uint8_t hand_count[QUEST_SEATS];
    uint8_t drew_count[QUEST_SEATS];
    uint8_t shown_count;
    uint8_t hero[QUEST_SEATS]; // hero + 1; 0 before it is dealt
    uint8_t deck_count;
    uint8_t decks;     // 1: the first deck, 2: the second
    uint8_t ending;    // 1 once the last card is drawn: only last turns follow
    uint8_t last_left; // last turns still to begin
    uint8_t dealt;     // heroes, then cards, dealt so far
    uint8_t seats, edition;
    uint8_t first;                          // 0xff while chance has not decided
    uint8_t pairs, partner_help, tie_break; // options
    uint8_t one_deck;                       // the first is the last: QL-39
    uint8_t spare;
} quest_state;
static_assert(sizeof(quest_state) == 560, "no padding");
static_assert(sizeof(quest_state) % 8 == 0, "whole words");

// One card that left a hand: its kind, whose hand, and how many cards of the second deck that seat
// had drawn by then.
static inline uint16_t quest_shown(int kind, int seat, int drawn)
{
    return (uint16_t)(kind | seat << 4 | drawn << 6);
}
static inline int quest_shown_kind(int shown) { return shown & 15; }
static inline int quest_shown_seat(int shown) { return shown >> 4 & 3; }
static inline int quest_shown_drawn(int shown) { return shown >> 6; }

extern const vg_game quest_game;

static inline const quest_edition *quest_cards(const quest_state *s)
{
    return &quest_editions[s->edition];
}
// How many copies of a mission there are, and the missions of this edition as bits.
static inline int quest_copies(const quest_state *s, int mission)
{
    return quest_cards(s)->mission[mission].in_play ? QUEST_TWINS : 0;
}
static inline unsigned quest_all(const quest_state *s)
{
    unsigned all = 0;
    for (int m = 0; m < QUEST_MISSIONS; m++) all |= (unsigned)(quest_copies(s, m) != 0) << m;
    return all;
}
static inline const quest_hero *quest_hero_of(const quest_state *s, int seat)
{
    return &quest_cards(s)->hero[s->hero[seat] - 1];
}
// Do these two (different or not) play for the same points? QL-33: opposite seats.
static inline bool quest_allies(const quest_state *s, int a, int b)
{
    return a == b || (s->pairs && (a ^ b) == 2);
}
// May `seat` put cards under a mission of `owner`? QL-20: not under a partner's, but for the
// toggle.
static inline bool quest_may_touch(const quest_state *s, int seat, int owner)
{
    return seat == owner || !quest_allies(s, seat, owner) || s->partner_help;
}
// Does this state hold what the hand of `seat` is? Whole states do; a view only its own seat's.
static inline bool quest_knows_hand(const quest_state *s, int seat)
{
    return vg_sum(s->hand[seat], QUEST_KINDS) == s->hand_count[seat];
}
// A mission and whose it is: a member of the set OWNED.
static inline int quest_owned(int mission, int owner) { return mission * QUEST_SEATS + owner; }
// The name of any kind of card.
static inline const char *quest_kind_slug(const quest_edition *e, int kind)
{
    return kind < QUEST_RESOURCES ? e->resource[kind].slug
                                  : e->mission[kind - QUEST_RESOURCES].slug;
}
static inline const vg_words *quest_kind_name(const quest_edition *e, int kind)
{
    return kind < QUEST_RESOURCES ? &e->resource[kind].name
                                  : &e->mission[kind - QUEST_RESOURCES].name;
}

// rules (quest.c)
vg_err quest_setup(void *state, const vg_setup *how, vg_lang lang, vg_text *why);
void quest_score(const void *state, vg_score *out);
const char *quest_check(const void *state);
// Puts a mission of `owner` on the table with nothing under it; gives its slot. The card itself is
// the caller's business.
int quest_lay_mission(quest_state *s, int owner, int mission);
// Is `seat`, by what everybody can see, able to do anything in phase 1?
bool quest_can_put(const quest_state *s, int seat);

// what seats know (view.c)
extern const vg_field quest_fields[];
enum { QUEST_FIELD_COUNT = 31 };
void quest_resample(void *view, int seat, vg_rng *rng);
extern const vg_gist quest_gists[]; // gist.c
enum { QUEST_GIST_COUNT = 15 };
int quest_gist(const void *view, int viewer, vg_lit *out);

// the lines of scenarios (notation.c)
void quest_dump(const void *state, vg_text *out);
vg_err quest_edit(void *state, const char *line, vg_text *why);

// words for people (words.c)
void quest_say_kind(int kind, vg_lang lang, vg_text *out); // a mission stands in quotes
// One sentence: what a hero's two gifts are.
void quest_gift_text(const quest_edition *e, int hero, vg_lang lang, vg_text *out);

// why a move is not allowed (why.c)
vg_why quest_why(const void *view, int seat, const vg_tried *tried);

// for the lab (lab.c)
int quest_traits(const void *state, int seat, vg_trait out[VG_MAX_TRAITS]);
extern vg_tuning quest_tuning;

// the table as lines, and for front ends (show.c)
void quest_show(const void *view, const vg_voice *voice, vg_text *out);
void quest_print(const void *view, const vg_voice *voice, vg_json *out);
void quest_catalog(int edition, vg_lang lang, vg_json *out);

// ---- the tale (tale.c) ----
int quest_facts(const void *view, int seat, const vg_event *event, int count,
                vg_fact out[VG_MAX_FACTS]);
extern const vg_saga quest_saga;

#endif
