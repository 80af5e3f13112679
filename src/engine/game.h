// game.h: what a game is to the rest of Veglia.
//
// A game is one const struct of functions over one plain state struct. A state
// has no pointers, no padding and no heap: `=` copies it, memcmp compares it.
// The rules are pure: no clock, no input or output, no random number. When a
// die is rolled or a card drawn, the actor is VG_CHANCE and the outcome is a
// move like any other.
//
// What a seat knows is a state too: vg_game_view gives the same struct with
// everything the seat may not know set to zero. legal(), ask(), prompt(),
// evaluate() and all texts must work on views; apply(), chance() and check()
// are only called on whole states (true ones, or views filled by resample()).
#ifndef VG_ENGINE_GAME_H
#define VG_ENGINE_GAME_H

#include "base/json.h"
#include "base/lang.h"
#include "base/rng.h"
#include "base/text.h"
#include "engine/fields.h"
#include "engine/rows.h"
#include "engine/tale.h"

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define VG_MAX_SEATS     8
#define VG_MAX_LEGAL     256 // most moves any game offers at once; conformance checks it
#define VG_MAX_STATE     4096
#define VG_MAX_OPTIONS   24
#define VG_MAX_EVENTS    128 // most events one move causes; conformance checks it
#define VG_MAX_SCORE     160 // most lines of a score sheet
#define VG_MAX_MOVE_TEXT 96

// Who can be asked, besides seats 0..seats-1.
enum {
    VG_CHANCE = -1, // the dice and the shuffled deck
    VG_NOBODY = -2, // the game is over
    VG_WATCHER = -3 // a spectator: knows what everybody knows
};

// ---- errors: someone else's input ----------------------------------------

#define VG_ERRORS(X)                                                                               \
    X(SETUP, "così non si può preparare il gioco", "the game cannot be set up that way")           \
    X(SYNTAX, "questa riga non si capisce", "that line cannot be read")                            \
    X(ILLEGAL, "questa mossa ora non è permessa", "that move is not allowed now")                  \
    X(NOT_YOU, "ora tocca a un altro posto", "another seat has to decide first")                   \
    X(OVER, "la partita è finita", "the game is over")                                             \
    X(UNDO, "qui non si può tornare indietro", "this cannot be taken back")                        \
    X(LIMIT, "è troppo lungo o sono troppi", "that is too long or too many")                       \
    X(RECORD, "questo verbale non è valido", "this record is not valid")                           \
    X(VERSION, "questo verbale segue altre regole", "this record follows another rules version")   \
    X(SYSTEM, "il computer non ce l'ha fatta", "the machine could not do it")

typedef enum vg_err {
    VG_OK = 0,
#define X(name, it, en) VG_ERR_##name,
    VG_ERRORS(X)
#undef X
} vg_err;

const char *vg_err_text(vg_err err, vg_lang lang); // never NULL; "" for VG_OK

// ---- moves ----------------------------------------------------------------

// One micro-decision, packed so that moves compare, sort, hash and cross the
// WebAssembly border as plain integers. `kind` is never 0.
//
//    31      24 23      16 15       8 7        0
//   |    c     |    b     |    a     |   kind   |
//
// The numbers are private to one build: anything stored or sent is text.
typedef uint32_t vg_move;

#define VG_MOVE(kind, a, b, c)                                                                     \
    ((vg_move)(uint8_t)(kind) | (vg_move)(uint8_t)(a) << 8 | (vg_move)(uint8_t)(b) << 16 |         \
     (vg_move)(uint8_t)(c) << 24)
static inline uint8_t vg_move_kind(vg_move m) { return (uint8_t)m; }
static inline uint8_t vg_move_a(vg_move m) { return (uint8_t)(m >> 8); }
static inline uint8_t vg_move_b(vg_move m) { return (uint8_t)(m >> 16); }
static inline uint8_t vg_move_c(vg_move m) { return (uint8_t)(m >> 24); }

// ---- the open question ----------------------------------------------------

// Everybody at the table may know who is asked what: ask() of a view equals ask() of the state.
typedef struct vg_ask {
    int8_t actor;   // the seat that must decide; VG_CHANCE; VG_NOBODY: the game is over
    uint8_t kind;   // index into vg_game.asks
    uint16_t also;  // opportunity: seats that may move though they are not asked (bit per seat);
                    // such a seat may find its list of moves empty
    uint8_t window; // 1: an out-of-turn window; `pass` is legal and may be answered ahead
    uint8_t vote;   // 1: whether the game ends, which the actor judges by what it alone knows
} vg_ask;

typedef struct vg_ask_def {
    const char *name; // slug: "put", "discard"; NULL for a phase that asks nobody anything
    const char *rule; // where RULES.md speaks of it: "QL-02"
} vg_ask_def;

// ---- events: what happened, for people ------------------------------------

#define VG_TO_WATCHERS (1u << 15)
#define VG_TO_ALL      0xffffu
#define VG_TO(seat)    ((uint16_t)(1u << (seat)))

typedef struct vg_event {
    uint8_t kind;   // index into vg_game.events; never 0
    int8_t seat;    // whom it is about; VG_CHANCE or VG_NOBODY where nobody
    uint8_t veiled; // 1: this is what others see of an event whose full form went to a few
    uint8_t spare;
    uint16_t to; // who may have it: a bit per seat, and VG_TO_WATCHERS
    uint16_t spare2;
    int16_t arg[4];
} vg_event;

typedef struct vg_events {
    int count;
    bool learned;  // somebody came to know what he did not: nothing before this can be taken back
    bool overflow; // a bug: more than VG_MAX_EVENTS
    vg_event event[VG_MAX_EVENTS];
} vg_events;

typedef struct vg_args {
    int a, b, c, d;
} vg_args;
void vg_event_add(vg_events *ev, int kind, int seat, vg_args args);
void vg_event_add_to(vg_events *ev, uint16_t see, int kind, int seat, vg_args full, vg_args veiled);
void vg_event_add_only(vg_events *ev, uint16_t see, int kind, int seat, vg_args full);
void vg_event_add_veiled(vg_events *ev, const vg_rows *rows, uint16_t see, int kind, int seat,
                         vg_args full);

// All of these do nothing when `ev` is NULL: the rules never ask why they run, and games that
// nobody listens to pay for the question alone.
// Everyone sees this event.
static inline void vg_emit(vg_events *ev, int kind, int seat, int a, int b, int c, int d)
{
    if (ev) vg_event_add(ev, kind, seat, (vg_args){a, b, c, d});
}
// `see` (bits) get the event with all its arguments; everyone else gets it with `veiled`.
static inline void vg_emit_to(vg_events *ev, uint16_t see, int kind, int seat, vg_args full,
                              vg_args veiled)
{
    if (ev) vg_event_add_to(ev, see, kind, seat, full, veiled);
}
// Only `see` hear of it at all.
static inline void vg_emit_only(vg_events *ev, uint16_t see, int kind, int seat, vg_args full)
{
    if (ev) vg_event_add_only(ev, see, kind, seat, full);
}
// `see` get the event whole; to everyone else the arguments its row veils are VG_VEILED.
static inline void vg_emit_veiled(vg_events *ev, const vg_rows *rows, uint16_t see, int kind,
                                  int seat, vg_args full)
{
    if (ev) vg_event_add_veiled(ev, rows, see, kind, seat, full);
}
// Call it whenever a move shows anyone something he did not choose and could not foresee (a peek, a
// reveal of somebody else's card, the answer to a hidden bid). Chance moves count by themselves.
// Putting down one's own card does not: what one gives away one may take back.
static inline void vg_learned(vg_events *ev)
{
    if (ev) ev->learned = true;
}

// ---- setup, options, editions --------------------------------------------

typedef struct vg_option {
    const char *key; // "pairs": [a-z][a-z-]*
    int16_t min, max, normal;
    const char *const *names; // a name for each value from min to max; NULL: it is a number
    vg_words what;            // one sentence: what it changes
    const char *rule;         // the ruling it comes from, or ""
} vg_option;

// A variant with a name of its own: some options set together. It is written like an option
// ("long-winter=yes"), but a setup keeps only the options: it is played where they are all as it
// says.
typedef struct vg_preset {
    const char *key;         // like an option's, and none of them
    vg_words name;           // "Inverno lungo"
    vg_words what;           // what it is good for, a sentence or two
    const char *rule;        // where RULES.md speaks of it
    const char *const *sets; // "key=value" of the options it sets; NULL ends them
} vg_preset;

typedef struct vg_setup {
    uint8_t seats;
    uint8_t edition;                // index into vg_game.editions
    int8_t first;                   // who starts; -1: chance decides (the game's first chance move)
    int16_t option[VG_MAX_OPTIONS]; // by index into vg_game.options; see vg_setup_normal
} vg_setup;

// A number that every card of a kind has, and that a designer may change without touching the
// rules: on a line "quest.mission.medusa.points=5" it is GAME.group.slug.field.
typedef struct vg_tunable {
    const char *group, *field; // "mission", "points"
    vg_words name;             // of the field: "punti", "points"
    uint16_t count, stride;    // how many cards; bytes from one to the next
    uint16_t slug;             // offset of the first card's slug (const char *) in the edition
    uint16_t offset;           // of the first card's number: one byte, signed where min < 0
    int8_t min;
    uint8_t max;
    const char *const *slugs; // where the edition holds none; NULL otherwise
    // What the values min..max are called, if they are no numbers but cards; NULL otherwise.
    const char *const *values;
} vg_tunable;

#define VG_TUNABLE(type, kind, first, field_name, it, en, number, low, high)                       \
    {                                                                                              \
        .group = #kind, .field = (field_name), .name = VG_WORDS(it, en),                           \
        .count = (uint16_t)(sizeof(((type *)0)->kind) / sizeof(((type *)0)->kind[0]) - (first)),   \
        .stride = (uint16_t)sizeof(((type *)0)->kind[0]),                                          \
        .slug = (uint16_t)offsetof(type, kind[first].slug),                                        \
        .offset = (uint16_t)offsetof(type, kind[first].number), .min = (low), .max = (high)        \
    }

// What no edition can change, and why not: whoever tries is told.
typedef struct vg_fixed {
    const char *group, *field; // NULL: any
    vg_words why;
} vg_fixed;

// The one edition of a game that can be written. It has the number after the last listed one and
// editions[] names it past edition_count, so nobody meets it who did not tune it.
typedef struct vg_tuning {
    void *edition;         // what the state reaches under that number
    const void *normal;    // edition 0, which it starts from
    size_t size;           // bytes of either
    const vg_tunable *row; // row_count of them
    uint16_t row_count;
    bool used; // it holds an edition: vg_setup_check lets it pass
    // What is wrong with the edition as a whole, or NULL. NULL is fine.
    const vg_words *(*check)(const void *edition);
    // Makes what follows from the numbers, after each change. NULL is fine.
    void (*derive)(void *edition);
    const vg_fixed *fixed; // fixed_count of them
    uint16_t fixed_count;
} vg_tuning;

// ---- what the lab counts by --------------------------------------------------

#define VG_MAX_TRAITS 32 // most traits of one seat; asserted

// Something a seat had or did: ("hero", "jason"), ("drawn", "medusa"). Strings are static.
typedef struct vg_trait {
    const char *group, *slug;
    const vg_words *name; // of the slug; NULL: the slug will do
} vg_trait;

// ---- score ----------------------------------------------------------------

typedef struct vg_score_line {
    int8_t seat;
    uint8_t kind;   // the game's own enum: why
    int16_t points; // what it adds; 0 for lines that only explain (a tie-break)
    int16_t arg[2]; // card, row, count...: for score_text
} vg_score_line;

typedef struct vg_score {
    int16_t points[VG_MAX_SEATS];
    uint8_t rank[VG_MAX_SEATS]; // 1 is best; equal ranks share; 0 past the seats
    uint16_t line_count;
    vg_score_line line[VG_MAX_SCORE]; // for each seat they add up to points[seat]
} vg_score;

void vg_score_add(vg_score *score, int seat, int kind, int points, int arg0, int arg1);

// ---- speaking -------------------------------------------------------------

// To whom and in which language a text is written.
struct vg_voice {
    vg_lang lang;
    int reader;                     // the seat that reads ("you"), or VG_WATCHER
    const char *name[VG_MAX_SEATS]; // names of the seats; NULL: it gave none
    int width;                      // columns there are for a drawing (drawing.h); 0: lines only
};

// The name of `seat`, borrowed from the voice. Who gave none is "Tu" / "You" to himself and to the
// others "posto 1" / "seat 1": people count seats from 1, so this is seat 0.
const char *vg_voice_name(const vg_voice *voice, int seat);

// ---- what learners are told ---------------------------------------------------

// A place of an observation that is not zero, before it is scaled (observe.h).
typedef struct vg_lit {
    uint16_t place;
    int16_t count;
} vg_lit;

// Places that a game works out itself: so many of a name, 0 to `whole` or -whole to whole, each lit
// `often` at once.
typedef struct vg_gist {
    const char *name;
    uint16_t places, whole;
    uint8_t often;
} vg_gist;

// ---- games left to lot ----------------------------------------------------

// Where each draw of a game comes from in which every seat plays any of its moves.
typedef struct vg_lots {
    vg_rng *chance, *seat[VG_MAX_SEATS];
    vg_rng *who; // who is heard first of several with an opportunity, and who lets it pass: one in
                 // two does
    uint32_t seats;
    int most;             // moves at most
    int moves, decisions; // so far: with chance and without
} vg_lots;

// ---- the game -------------------------------------------------------------

struct vg_game {
    const char *id;         // "quest": in URLs, records and on the command line
    const char *name;       // "Quest for Legend": a proper noun, the same in all languages
    vg_words tagline;       // one line for the list of games
    uint16_t rules_version; // raised whenever a record could replay differently
    uint8_t min_seats, max_seats;
    uint16_t minutes;    // about how long people need for a game
    uint16_t max_length; // upper bound on moves in one game, chance included
    size_t state_size;   // multiple of 8, at most VG_MAX_STATE
    uint16_t turn_at;    // offset of the byte that says whose turn it is; everybody sees it
    bool factions;       // seats win together, and each of them wholly
    uint8_t nearer;      // by how many turns bots look less far ahead: where one turn is a long way
    uint8_t sway;        // how far one answer may sway the chances, in hundredths; 0: 3, little

    const vg_option *options;    // option_count of them
    const vg_preset *presets;    // preset_count of them
    const char *const *editions; // slugs; [0] is the normal one
    const vg_ask_def *asks;      // by ask kind
    const char *const *events;   // slugs by event kind; [0] unused
    const vg_field *fields;      // fields.h; must cover every byte of the state
    const char *const *rules;    // by language: the rules in our words (Markdown)
    const vg_gist *gists;        // gist_count of them
    uint8_t option_count, preset_count, edition_count, ask_count, event_count, field_count;
    uint8_t gist_count;
    // The first so many are of each seat: as many places for every seat there can be, one after
    // another, the viewer's first. A net weighs those of all seats alike (bots/net.h).
    uint8_t gist_each;
    const vg_rows *rows; // what it is made of

    // Prepares the state before the first deal. `how` has passed vg_setup_check. On error says why
    // in English or Italian by voice in `why` and leaves the state unspecified.
    vg_err (*setup)(void *state, const vg_setup *how, vg_lang lang, vg_text *why);

    // How many play. Everybody sees it.
    int (*seats_of)(const void *state);

    // Who decides what now. Works on views, and gives the same answer on each.
    vg_ask (*ask)(const void *state);
    // The actor of that alone: who else may act is not looked for.
    int (*actor)(const void *state);

    // Lists what `seat` may do, in a fixed order without repeats; gives the count. Works on that
    // seat's view. For VG_CHANCE: every possible outcome (whole states only).
    int (*legal)(const void *state, int seat, vg_move out[VG_MAX_LEGAL]);

    // One outcome, when chance is asked, with its true probability.
    vg_move (*chance)(const void *state, vg_rng *rng);

    // Carries `m` out. Requires: m is in legal(state, seat). `ev` may be NULL.
    void (*apply)(void *state, int seat, vg_move m, vg_events *ev);

    // Plays on to the end, every seat any of its moves. False: it does not end. (NULL in pages.)
    bool (*at_random)(void *state, vg_lots *lots);

    // Where seats win together: the faction of a seat, from 0 on. NULL: each plays for itself.
    int (*faction)(const void *state, int seat);

    // The standing if the game ended here; final when ask says VG_NOBODY. `out` comes zeroed.
    void (*score)(const void *state, vg_score *out);

    // Who started (or starts): 0-based; -1 while chance has not decided.
    int (*first)(const void *state);

    // Fills the blanks of `seat`'s view with a world consistent with what the seat knows, at
    // random. seat may be VG_WATCHER.
    void (*resample)(void *view, int seat, vg_rng *rng);

    // Nobody will guess from this state, or from a view of it, any more: what is kept for guesses
    // alone need not be kept up. Nothing else may depend on it. NULL: it is not worth it.
    void (*forget)(void *state);
    // From where to where most of it lies: worlds that have forgotten are copied without that.
    struct {
        size_t from, to;
    } kept;

    // How well `seat` stands, 0 (lost) to 1 (won), from its view; also called on whole states in
    // search. Bots ask it with numbers of seats for which there is no net (bots/net.h); NULL: there
    // is one for all.
    float (*evaluate)(const void *view, int seat);
    // Does it say the same of every world that `seat` may guess from this view, and where its own
    // moves lead in them as long as chance is not asked and nobody learns anything? NULL: it looks
    // at what was guessed of others.
    bool (*foreseen)(const void *view, int seat);

    // For who learns from positions as numbers: what the pieces come to (this card is all that
    // mission lacks), which he would have to find out otherwise. Lights places of `gists`, counted
    // from the first of them on, by what `viewer`, a seat, knows alone; gives how many. Works on
    // views and whole states, and gives the same. NULL is fine.
    int (*gist)(const void *view, int viewer, vg_lit *out);

    // For bots that look ahead; each may be NULL, and is called on whole states only. Is all
    // decided that matters, though moves are left? And the chances of all seats where a turn begins
    // or all is settled, if they can be told better there than evaluate(), fair at every stage,
    // does, or at less cost than by asking it for each seat. Not once the game is over.
    bool (*settled)(const void *state);
    void (*outlook)(const void *state, float value[VG_MAX_SEATS]);

    // Why what `seat` tried is not among its moves; a row of 0: the table's own sentence stands.
    // NULL is fine.
    vg_why (*why)(const void *view, int seat, const vg_tried *tried);

    // The table as lines a person reads, also by ear. Each is whole: the front end knows how wide
    // the screen is and folds them; what belongs under a line is indented by two spaces. With
    // voice->width a board may be drawn in the place of its lines.
    void (*show)(const void *view, const vg_voice *voice, vg_text *out);

    // The view as one JSON object, for front ends that draw it: vg_print. NULL is fine: they get
    // the lines of `show`.
    void (*print)(const void *view, const vg_voice *voice, vg_json *out);

    // Every card and piece of an edition as one JSON object: slug, name, text, numbers: vg_catalog.
    // NULL is fine: the sets of the rows are listed.
    void (*catalog)(int edition, vg_lang lang, vg_json *out);

    // The state as lines ("hand 0: boat boat medusa\n")...
    void (*dump)(const void *state, vg_text *out);
    // ...and one such line back in, for scenarios. The state stays sound (cards are fetched from
    // where they are) or is untouched and an error says why.
    vg_err (*edit)(void *state, const char *line, vg_text *why);

    // The broken invariant, or NULL: vg_check. Every card and piece that the sets do not account
    // for (vg_set.box) must be.
    const char *(*check)(const void *state);

    // For the lab; each may be NULL.
    // What `seat` was in a finished game; gives the count. Whole states only.
    int (*traits)(const void *state, int seat, vg_trait out[VG_MAX_TRAITS]);
    // The group of traits of which the lab counts pairs too; NULL: there are too many to tell
    // apart.
    const char *pairs;
    // The edition that can be written.
    vg_tuning *tuning;

    // For the tale of a game; both NULL where there is none. The facts of a move of `seat`: from a
    // watcher's view after it and the events of it that watchers may have, and so from nothing
    // hidden. Gives how many.
    int (*facts)(const void *view, int seat, const vg_event *event, int count,
                 vg_fact out[VG_MAX_FACTS]);
    const vg_saga *saga;
    // Where it happens. `out` comes zeroed.
    void (*board)(const void *view, vg_board *out);
};

// A copy to play on in, of a world that has forgotten what is kept for guesses.
static inline void vg_copy_world(const vg_game *game, void *to, const void *from)
{
    size_t skip = game->kept.to;
    if (skip) memcpy(to, from, game->kept.from);
    memcpy((char *)to + skip, (const char *)from + skip, game->state_size - skip);
}

// Does this game tell a tale while it is played?
static inline bool vg_game_tells(const vg_game *game)
{
    return game->saga && game->saga->form != VG_FORM_CONTEST;
}

// Who is ahead if anybody is, and who has won: facts (tale.h). `person` by seat.
void vg_fact_lead(vg_facts *list, const vg_score *score, int seats, const uint8_t person[]);
void vg_fact_prize(vg_facts *list, const vg_score *score, int seats, const uint8_t person[]);

// ---- what the engine does with any game ------------------------------------

// All games, by registry order; NULL-terminated.
extern const vg_game *const vg_games[];
const vg_game *vg_game_find(const char *id); // NULL if there is none

// What is wrong with a whole state, or NULL: pieces that are lost or doubled, then its own check().
const char *vg_check(const vg_game *game, const void *state);

// What `seat` (or VG_WATCHER) may know, into `out` (state_size bytes; not `state` itself).
void vg_game_view(const vg_game *game, const void *state, int seat, void *out);

// The legal move of `seat` whose notation is `text`, or 0. Extra spaces do not matter.
vg_move vg_game_parse(const vg_game *game, const void *state, int seat, const char *text);
// The same for who has listed them already.
vg_move vg_game_named(const vg_game *game, const void *state, const vg_move *list, int count,
                      const char *text);

// ---- what the engine makes of a game's rows (rows.c) ------------------------

// Notation: "put equipment medusa@1". Unique among the legal moves, [a-z0-9@.+-] words.
void vg_move_text(const vg_game *game, const void *state, vg_move m, vg_text *out);
// The same move for people: "Metti Equipaggiamento sotto Medusa". `view` is the reader's.
void vg_move_label(const vg_game *game, const void *view, vg_move m, const vg_voice *voice,
                   vg_text *out);
// What is being asked, in words, for the reader of `voice`.
void vg_prompt(const vg_game *game, const void *view, const vg_voice *voice, vg_text *out);
// One sentence for an event the reader may have. `view` gives edition and seats only.
void vg_event_text(const vg_game *game, const void *view, const vg_event *e, const vg_voice *voice,
                   vg_text *out);
// The same for one that is news (NEWS, NEWS_AS), and the event without what this sentence does not
// tell `reader`: the same words are the same fact. A line of the score sheet that is news
// (NEWS_LINE) counts as an event at the end; false: it is none.
void vg_news_text(const vg_game *game, const void *view, const vg_event *e, const vg_voice *voice,
                  vg_text *out);
bool vg_news_line(const vg_game *game, const vg_score_line *line, vg_event *out);
vg_event vg_news_of(const vg_game *game, const vg_event *e, int reader);
// "args":[...] of an event: slugs, numbers, and null for what the reader may not know or is not
// there.
void vg_event_args(const vg_game *game, const void *view, const vg_event *e, vg_json *out);
// The view, and an edition's cards and pieces, as one JSON object each.
void vg_print(const vg_game *game, const void *view, const vg_voice *voice, vg_json *out);
void vg_catalog(const vg_game *game, int edition, vg_lang lang, vg_json *out);
// One sentence for a line of the score sheet.
void vg_score_text(const vg_game *game, const void *view, const vg_score_line *line,
                   const vg_voice *voice, vg_text *out);
// Why `text` is not among the moves of `seat`, from its view: one sentence, and the rule it cites,
// if any. False, and nothing written: the game has no word on it.
bool vg_why_not(const vg_game *game, const void *view, int seat, const char *text,
                const vg_voice *voice, vg_text *out, vg_text *rule);
// For the lab: what an event with all its arguments says of its seat: a card "drawn" or "played".
// False: nothing.
bool vg_event_mark(const vg_game *game, const vg_event *e, vg_trait *out);
// For bots: without what only people tell apart (the picture on a card), so that those become equal
// which are the same to the rules. A plain move of 0 gains nothing in play: VAIN.
bool vg_game_plain(const vg_game *game); // is there anything to take out?
vg_move vg_plain_move(const vg_game *game, vg_move m);
void vg_plain_event(const vg_game *game, vg_event *e);

// What chance is asked in a phase; false if it is not chance that is asked there.
typedef struct vg_chance_row {
    uint8_t ask;         // index into vg_game.asks
    const char *of, *to; // in English: what n counts, and where it goes
} vg_chance_row;
bool vg_chance_asked(const vg_game *game, int ask, vg_chance_row *out);
// The arguments of an event, in English: "RESOURCE, OWNED".
void vg_event_form(const vg_game *game, int kind, vg_text *out);
// All of a game's tables as one JSON object (describe.c).
void vg_game_describe(const vg_game *game, vg_json *out);
// The forms of a kind of move, ways joined by " | ": "put RESOURCE SLOT".
void vg_form(const vg_game *game, int kind, vg_text *out);
// -1 if `text` does not have the form of moves of this kind. Otherwise a number that grows with the
// way and the members named, so that it orders the outcomes of chance.
int64_t vg_form_rank(const vg_game *game, int kind, const char *text);

// Members of sets. The set that another is only a way of speaking of, or itself.
const vg_set *vg_set_base(const vg_rows *rows, int set);
void vg_set_spell(const vg_rows *rows, int set, const void *state, int i, vg_text *out);
int vg_set_find(const vg_rows *rows, int set, const void *state, const char *word); // -1: none
// For sets of seats: the name; and "te" / "you" for the reader.
void vg_words_seat(const vg_sentence *t, int seat, vg_text *out);
void vg_words_whom(const vg_sentence *t, int seat, vg_text *out);

// May nothing up to the move that led to `state` and caused `ev` be taken back? Somebody learned
// something, the game is over, or chance is asked: the roll follows at once, and whoever could take
// back after it would choose among rolls. (Another seat acting is a barrier too: the caller's.)
bool vg_game_barrier(const vg_game *game, const void *state, const vg_events *ev);

// Fills `how` with the game's normal options for `seats`.
void vg_setup_normal(const vg_game *game, int seats, vg_setup *how);
// With how many a game is played if nobody says: three, or as near to it as the game allows.
int vg_seats_normal(const vg_game *game);
// Sets one option from "key=value", or those of a preset: "no" makes them normal again. On error
// untouched, and `why` names the choices.
VG_MUST_USE vg_err vg_setup_option(const vg_game *game, vg_setup *how, const char *assignment,
                                   vg_lang lang, vg_text *why);
// Seats, edition, first and options within bounds?
VG_MUST_USE vg_err vg_setup_check(const vg_game *game, const vg_setup *how, vg_lang lang,
                                  vg_text *why);
// A value of an option as it is written in "key=value". `buffer` may hold it.
const char *vg_option_word(const vg_option *o, int value, char buffer[16]);
// Are all options as this preset of the game wants them?
bool vg_preset_holds(const vg_game *game, const vg_preset *preset, const vg_setup *how);
// How a table is set: "options":{"pairs":"no","chapters":12}.
void vg_setup_put(const vg_game *game, const vg_setup *how, vg_json *out);
// The edition with this slug, or -1.
int vg_edition_find(const vg_game *game, const char *slug);
// What one must know to choose and set up a game, as one JSON object, in both languages.
void vg_game_put(const vg_game *game, vg_json *out);

// Writes "quest.mission.medusa.points=5" into the game's writable edition, which is first filled
// from the normal one if it is not in use. On error it is untouched and `why` says what is wrong.
// Whether the whole is sound only tuning->check can say, after the last line. Not for several
// threads: tune, then play.
VG_MUST_USE vg_err vg_game_tune(const vg_game *game, const char *assignment, vg_lang lang,
                                vg_text *why);

// Appends the numbers of the card `slug` as people read them: "punti 4, barche 1"; those that are 0
// only if all are, a single copy and switches never. Nothing if it has none. `tuned`: of the
// writable edition.
void vg_game_numbers(const vg_game *game, const char *slug, bool tuned, vg_lang lang, vg_text *out);
// Number `i`, from 0, of those an edition may change. False: there are no more.
typedef struct vg_number {
    const vg_tunable *row;
    const char *slug; // of the card
    int normal;       // as printed
} vg_number;
bool vg_game_number(const vg_game *game, int i, vg_number *out);
// Appends "quest.mission.medusa.points".
void vg_number_path(const vg_game *game, const vg_number *number, vg_text *out);
// What "quest.mission.medusa.points=5" changes. False if it is no such line.
typedef struct vg_change {
    const char *group, *slug;        // of the card
    const vg_words *name;            // of the number
    int was, now;                    // in the normal edition, and now
    const char *was_word, *now_word; // where the values are cards and no numbers; NULL otherwise
} vg_change;
bool vg_game_change(const vg_game *game, const char *assignment, vg_change *out);
// The numbers of the writable edition that differ from the normal one, a line each, in one order:
// "quest.mission.medusa.points=5\n". Records bind them.
void vg_game_changes(const vg_game *game, vg_text *out);
// Forgets what was tuned.
void vg_game_untune(const vg_game *game);

// A 64-bit hash of a state, the same on every platform with the same byte order.
uint64_t vg_game_hash(const vg_game *game, const void *state);

// Set bits of a small mask, for hands and targets kept as bit sets.
// (Counted in place: where the compiler may not count on an instruction it would call a function.)
static inline int vg_bits(uint32_t mask)
{
    mask -= mask >> 1 & 0x55555555u;
    mask = (mask & 0x33333333u) + (mask >> 2 & 0x33333333u);
    mask = (mask + (mask >> 4)) & 0x0f0f0f0fu;
    return (int)(mask * 0x01010101u >> 24);
}
static inline int vg_lowest(uint32_t mask) { return __builtin_ctz(mask); }

// Lists the move `first` once for each number in a set of less than `most` (bits), which is added
// to its argument a, or to one of those after it; gives the count. Four at a time and without a
// branch, for what fits is often luck: up to three places after the last are written too.
static inline int vg_list_set_after(vg_move *out, uint64_t set, int most, vg_move first, int after)
{
#define VG_FOUR(n, a, b, c, d)                                                                     \
    {                                                                                              \
        {VG_MOVE(0, a, 0, 0), VG_MOVE(0, b, 0, 0), VG_MOVE(0, c, 0, 0), VG_MOVE(0, d, 0, 0)}, n    \
    }
    static const struct {
        _Alignas(32) vg_move more[4]; // none lies across two lines of the cache
        int64_t count;
    } fours[16] = {VG_FOUR(0, 0, 0, 0, 0), VG_FOUR(1, 0, 0, 0, 0), VG_FOUR(1, 1, 0, 0, 0),
                   VG_FOUR(2, 0, 1, 0, 0), VG_FOUR(1, 2, 0, 0, 0), VG_FOUR(2, 0, 2, 0, 0),
                   VG_FOUR(2, 1, 2, 0, 0), VG_FOUR(3, 0, 1, 2, 0), VG_FOUR(1, 3, 0, 0, 0),
                   VG_FOUR(2, 0, 3, 0, 0), VG_FOUR(2, 1, 3, 0, 0), VG_FOUR(3, 0, 1, 3, 0),
                   VG_FOUR(2, 2, 3, 0, 0), VG_FOUR(3, 0, 2, 3, 0), VG_FOUR(3, 1, 2, 3, 0),
                   VG_FOUR(4, 0, 1, 2, 3)};
#undef VG_FOUR
    vg_move *at = out;
    for (int i = 0; i < most; i += 4, set >>= 4, first += VG_MOVE(0, 4, 0, 0) << 8 * after) {
        for (int k = 0; k < 4; k++) at[k] = first + (fours[set & 15].more[k] << 8 * after);
        at += fours[set & 15].count;
    }
    return (int)(at - out);
}
static inline int vg_list_set(vg_move *out, uint64_t set, int most, vg_move first)
{
    return vg_list_set_after(out, set, most, first, 0);
}

// The seats that may act now though another is asked.
static inline uint16_t vg_out_of_turn(vg_ask ask)
{
    return (uint16_t)(ask.actor >= 0 ? ask.also & ~(1u << ask.actor) : ask.also);
}

// Takes the next seat out of these, from `from` on and round the table; -1: none is left.
static inline int vg_take_seat(uint16_t *seats, int from)
{
    if (!*seats) return -1;
    uint32_t on = (uint32_t)*seats >> from << from;
    int seat = vg_lowest(on ? on : *seats);
    *seats = (uint16_t)(*seats & ~(1u << seat));
    return seat;
}

#endif
