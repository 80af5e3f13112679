// fata.h: F.A.T.A., 3 to 5 seats: secret lineages, two rows of visions each,
// treasures, and a Queen who ends the round wherever it stands.
//
// The rules in numbers are in RULES.md; the code cites them. Game cards
// (visions and charms) are kinds 1..61, kept as counts by kind; treasures are
// ids 1..25, kept as sets of bits. The deck and the treasure pile have no
// order: an unseen card is drawn by chance when somebody needs it. So there is
// no slot anywhere whose position could betray a card.
//
// What each seat knows beyond what it sees is a field of its own (`may`,
// `may_treasure`): for every card out of sight, the places where it can be as
// far as this seat could remember. know.c keeps it; nothing else writes it. How
// treasures came where they are is kept besides (`moved`): past.c.
#ifndef VG_GAMES_FATA_H
#define VG_GAMES_FATA_H

#include "base/hidden.h"
#include "engine/game.h"
#include "engine/pieces.h"
#include "engine/stack.h"

#define VG_DEF   "games/fata/fata.def"
#define VG_ID(x) FATA_##x
#define VG_FN(x) fata_##x
#include "engine/names.h"

enum {
    FATA_SEATS = 5,
    FATA_VISIONS = 52,    // kinds 1..52, one copy each
    FATA_CHARM_KINDS = 9, // kinds 53..61, two copies each
    FATA_CHARM_COPIES = 2,
    FATA_CARDS = 62,     // kinds and the unused 0
    FATA_COPIES = 70,    // 52 + 2 * 9
    FATA_TREASURES = 25, // ids 1..25
    FATA_QUEEN = 26,     // what a reveal can also show
    FATA_LINEAGES = 5,   // 1..5
    FATA_MARKET = 3,     // treasures face up
    FATA_BOTTOM = 4,     // treasures shuffled with the Queen at the bottom of the pile
    FATA_START_HAND = 4,
    FATA_HAND_LIMIT = 5,
    FATA_STARS = 3,    // sum that earns a treasure
    FATA_PATIENCE = 6, // turns each without a treasure before the Queen comes: FA-60
    FATA_PAST = 64,    // treasures' moves of a round that are kept; random play makes 48
    FATA_NO_SEAT = 0xff
};

typedef enum fata_type { FATA_T_DRAW, FATA_T_TAKE, FATA_T_ROB, FATA_T_DROP } fata_type;
typedef enum fata_subject { FATA_S_SIDE, FATA_S_ANY, FATA_S_TWO } fata_subject;
typedef enum fata_centre { FATA_C_NONE, FATA_C_STONE, FATA_C_SCISSORS, FATA_C_SCROLL } fata_centre;

typedef enum fata_charm {
    FATA_CHARM_BEFORE = FATA_VISIONS,
#define CHARM(id, ...) FATA_##id,
#include "games/fata/cards.def"
#undef CHARM
} fata_charm;

typedef enum fata_lineage {
    FATA_NO_LINEAGE,
#define LINEAGE(id, ...) FATA_##id,
#include "games/fata/cards.def"
#undef LINEAGE
} fata_lineage;

// ---- the edition -----------------------------------------------------------

// What visions are made of.
typedef struct fata_part {
    const char *slug;
    vg_words name;
} fata_part;
extern const fata_part fata_types[4], fata_subjects[3], fata_centres[4];

typedef struct fata_card {
    const char *slug; // "rob-any-2-stone", "glass-eye"
    vg_words name, text;
    uint8_t type, subject, number, centre; // visions; number 0: a charm
} fata_card;

typedef struct fata_treasure {
    const char *slug; // "red-3", "red-minus1"
    vg_words name;
    uint8_t lineage;
    int8_t value;
} fata_treasure;

typedef struct fata_people {
    const char *slug, *name; // "red", "Flambeaux"
    vg_words colour;
} fata_people;

typedef struct fata_character {
    uint8_t seats, lineage, rival;
    const char *name;
} fata_character;

typedef struct fata_edition {
    fata_card card[FATA_CARDS];                 // by kind
    fata_treasure treasure[FATA_TREASURES + 2]; // by id; the last is the Queen
    fata_people lineage[FATA_LINEAGES + 1];     // by lineage
    fata_character character[12];               // 3 + 4 + 5
} fata_edition;

extern fata_edition fata_editions[]; // the second can be written: fata_tuning

// ---- the state -------------------------------------------------------------

// Places a game card can be out of sight, as bits: hands 0..4, then
enum { FATA_AT_ASIDE = 1 << 5, FATA_AT_DECK = 1 << 6 };
// No shuffle: cards taken into a hand before everybody's eyes.
enum { FATA_FROM_TABLE = 1 << 15 };
// and a treasure: face down before seats 0..4, then
enum { FATA_AT_POOL = 1 << 5 };

// Plain data, no padding. Copy it with `=`, compare it with memcmp.
typedef struct fata_state {
    // How many cards of each shuffle a hand can hold at most, as everybody can tell; and how many
    // visions, as far as each seat knows who has seen hands; owner only.
    vg_bound most[FATA_SEATS], visions[FATA_SEATS][FATA_SEATS];
    vg_stack stack;
    uint32_t down[FATA_SEATS]; // treasures face down before each seat; owner
    uint32_t up[FATA_SEATS];   // treasures face up before each seat; public
    uint32_t pile;             // treasures still to come, in no order; public, the order is not
    uint32_t pool;             // treasures of the fallen being shared out; nobody

    // From which shuffles (bits, base/hidden.h) each copy out of sight may come, 0: in sight; and
    // the cards in each hand and those set aside, ascending. All public: whoever watches can tell.
    uint16_t from[72], hand_from[FATA_SEATS][32], aside_from[8];
    uint16_t may_from[FATA_SEATS][FATA_CHARM_KINDS][2]; // of each copy of a charm, as `may`; owner
    // Copies of each charm by the shuffle they came with: those out of sight, and those shown and
    // owed; and what is owed: charms each seat has shown from nobody knows which shuffle. Public.
    uint16_t once[FATA_CHARM_KINDS], twice[FATA_CHARM_KINDS];
    uint16_t shuffle;          // bit of the shuffle the deck comes from
    uint16_t moved[FATA_PAST]; // how treasures came where they are in this round: past.c; public

    uint8_t hand[FATA_SEATS][64]; // copies of each kind; owner
    uint8_t deck[64], aside[64];  // copies of each kind; nobody
    uint8_t discard[64];          // copies of each kind; public

    uint8_t may[FATA_SEATS][72];          // places of each copy as far as the seat knows; owner
    uint8_t may_treasure[FATA_SEATS][32]; // places of each treasure, by id; owner
    uint8_t which[FATA_PAST];             // the treasure moved, to those who saw it;
    uint8_t saw[FATA_PAST];               // they are public; 0: `moved` says which
    uint8_t row[FATA_SEATS][2][3];        // visions in order; public
    uint8_t market[FATA_MARKET];          // treasures face up, ascending once full; 0: empty
    uint8_t lineage[FATA_SEATS];          // the character; owner
    uint8_t latest[FATA_SEATS];           // kind drawn last straight into the hand; owner
    uint8_t shown[FATA_SEATS];            // the same once face up, else 0; public
    uint8_t never[FATA_SEATS]; // lineages (bits) this seat has shown not to be; public: FA-62
    uint8_t ward[FATA_SEATS];  // 1: a Veil of Dew lies before the seat
    int8_t points[FATA_SEATS]; // of the first round

    uint8_t hand_count[FATA_SEATS], down_count[FATA_SEATS];
    uint8_t deck_count, aside_count, pool_count;

    uint8_t out;    // seats (bits) eliminated
    uint8_t hit;    // seats (bits) that lost a card to the trimagic being cast
    uint8_t round;  // 1 or 2
    uint8_t turn;   // whose turn
    uint8_t stage;  // of the turn: 0 charm, 1 steal, 2 play may come next
    uint8_t played; // visions this turn
    uint8_t limit;  // visions allowed this turn
    uint8_t stars;  // extra stars this turn
    uint8_t gained; // 1: since the turn's player last decided he got a treasure, or round 2 began
    uint8_t idle;   // turns in a row without a treasure from the middle: FA-60
    uint8_t winner; // by elimination; FATA_NO_SEAT: nobody, points decide

    uint8_t seats, first, edition;
    uint8_t charm;    // kind played this turn, its effect not over; 0: none; public
    uint8_t named;    // seat + 1 that the last pick or look named, 0: it stopped; everyone saw it
    uint8_t zero_ok;  // option trimagic-zero
    uint8_t memory;   // option memory-aid
    uint8_t patience; // option patience: turns each; 0: the Queen waits for ever
    uint8_t taken;    // 1: a treasure was taken from the middle this turn: FA-60
    uint8_t owed[FATA_SEATS][FATA_CHARM_KINDS];
    uint8_t vague;               // 1: there were more shuffles than can be kept apart
    uint8_t back[FATA_SEATS][2]; // visions taken back into the hand, there for all to know; 0: none
    uint8_t moved_count;         // FATA_PAST + 1: there were more
    uint8_t spare[5];
} fata_state;

static_assert(sizeof(fata_state) % 8 == 0, "whole words");
static_assert(sizeof(fata_state) <= 2496, "bots copy this millions of times");

enum { FATA_OPTION_ZERO, FATA_OPTION_PATIENCE, FATA_OPTION_MEMORY, FATA_OPTION_COUNT };

extern const vg_game fata_game;

// ---- cards.c
static inline const fata_edition *fata_ed(const fata_state *s)
{
    return &fata_editions[s->edition];
}
static inline const char *fata_card_slug(const fata_state *s, int kind)
{
    return fata_ed(s)->card[kind].slug;
}
static inline bool fata_is_charm(int kind) { return kind > FATA_VISIONS; }
static inline int fata_copies(int kind) { return kind > FATA_VISIONS ? FATA_CHARM_COPIES : 1; }
// Treasures of a lineage, five ids in a row (a test shows it); none of lineage 0.
static inline uint32_t fata_of_colour(int lineage) { return 31u << 5 * lineage >> 4 & ~1u; }
const fata_character *fata_character_of(const fata_edition *ed, int seats, int lineage);
int fata_hunter_of(const fata_edition *ed, int seats, int lineage); // whose rival this lineage is
uint32_t fata_treasures_in_play(const fata_edition *ed, int seats); // bits by id
int fata_lineages_in_play(const fata_edition *ed, int seats);       // bits by lineage

// ---- know.c: what each seat can remember
void fata_know_start(fata_state *s);                     // every card in the deck
void fata_know_drawn(fata_state *s, int kind, int seat); // deck to hand; the owner sees it
void fata_know_set_aside(fata_state *s);                 // deck to aside; nobody sees it
void fata_know_merged(fata_state *s, int seat, const uint8_t cards[64]); // aside to hand
void fata_know_left(fata_state *s, int kind, int seat);     // hand to where everyone sees it
void fata_know_returned(fata_state *s, int kind, int seat); // from the table into a hand
void fata_know_looked(fata_state *s, int seat, int whose);  // `seat` has seen the whole hand
void fata_know_reshuffled(fata_state *s); // the discards are about to become the deck
void fata_know_treasure(fata_state *s, int id,
                        int places); // everyone saw where it went; 0: face up
// One treasure goes unseen from a place to another; `see` (bits) see which.
void fata_know_mixed(fata_state *s, int id, int from, int to, int see);
// Two seats exchange one treasure each; only they see which. Counts are still as before.
void fata_know_traded(fata_state *s, int p, int given, int q, int received);
void fata_know_pooled(fata_state *s, int seat);  // all before `seat`, face down, will be shared out
void fata_know_deduce(fata_state *s);            // once the counts of treasures are right
void fata_know_not_own(fata_state *s, int seat); // no face-down treasure of `seat` is of its colour
// Knowledge of one who sees the table now and remembers nothing.
void fata_know_nothing(fata_state *s, int seat);
void fata_know_no_shuffles(fata_state *s); // and of what was shuffled when
// In a world imagined by `seat`: the others remember the treasures he remembers, and no hands.
void fata_know_imagined(fata_state *s, int seat);
// Places where copy `i` of `kind` can be, as far as `seat` knows; 0: in sight.
int fata_may(const fata_state *s, int seat, int kind, int i);
// Where everybody knows `kind` to be, for it was taken back there; else `all`.
int fata_back(const fata_state *s, int kind, int all);
// From which shuffles copy `i` of `kind` out of sight may come, as far as `seat` can tell.
int fata_from(const fata_state *s, int seat, int kind, int i);
// Copies of `kind` that `seat` knows to be in the hand of `whose`.
int fata_known_copies(const fata_state *s, int seat, int kind, int whose);
// Treasures that `seat` knows to lie face down before `whose`.
uint32_t fata_known_treasures(const fata_state *s, int seat, int whose);
// Can all charms shown and held have come out of the decks so?
bool fata_know_fits(const fata_state *s);
void fata_forget(void *state); // nothing is kept from now on but what treasures can be where
const char *fata_know_check(const fata_state *s); // knowledge that excludes the truth, or NULL

// ---- past.c: how treasures came where they are in this round
enum { FATA_POOL = FATA_SEATS, FATA_MIDDLE, FATA_PLACES }; // beside the seats
void fata_past_begin(fata_state *s);                       // nobody has any
// One went from a place to another; `see` (bits) saw which, all seats: everybody did.
void fata_past_moved(fata_state *s, int id, int from, int to, int see);
void fata_past_traded(fata_state *s, int p, int given, int q, int received); // before they are laid
void fata_past_pooled(fata_state *s, int seat);   // all before `seat` will be shared out
void fata_past_revealed(fata_state *s, int seat); // and turned up its colour
void fata_past_open(fata_state *s);               // everybody knows where each is, and why not
// Puts what a view does not show of treasures where it can have come. False: nothing was found.
bool fata_past_imagine(fata_state *s, int seat, vg_rng *rng);
const char *fata_past_check(const fata_state *s); // a past that led elsewhere, or NULL

// Functions that are told neither seat nor frame take the frame they are about off the stack.

// ---- treasures.c: the middle, what lies before a seat, the Queen, the score
void fata_refill(fata_state *s, int place);
void fata_turned_up(fata_state *s, int id, vg_events *ev);
void fata_take(fata_state *s, int id, int to, vg_events *ev); // from the middle, for `to`
void fata_rob(fata_state *s, int id, vg_events *ev);
void fata_trade(fata_state *s, int given, int received, vg_events *ev);
void fata_share(fata_state *s, int id, vg_events *ev);
void fata_reveal(fata_state *s, int seat, vg_events *ev);
void fata_queen(fata_state *s, bool impatient, vg_events *ev);
void fata_finish(fata_state *s, vg_events *ev); // nothing is asked any more
static inline int fata_face_value(const fata_state *s, uint32_t set)
{
    const fata_treasure *treasure = fata_ed(s)->treasure;
    int sum = 0;
    for (; set; set &= set - 1) sum += treasure[vg_lowest(set)].value;
    return sum;
}
static inline int fata_own_points(int count) { return count * (count + 1) / 2; } // 1, 3, 6, 10, 15
void fata_score(const void *state, vg_score *out);
// A set of treasures as events tell it: red to green, then blue and yellow.
static inline int fata_first_of(uint32_t set) { return (int)(set >> 1 & 0x7fff); }
static inline int fata_more_of(uint32_t set) { return (int)(set >> 16); }
static inline uint32_t fata_set_of(int first, int more)
{
    return (uint32_t)first << 1 | (uint32_t)more << 16;
}

// ---- turn.c: the steps of a turn but the trimagic
void fata_draw(fata_state *s, int seat, int count, int aside); // pushes a question to chance
// What the next card is drawn from: the deck, or the discards once it is empty; and its size.
static inline const uint8_t *fata_stock(const fata_state *s)
{
    return s->deck_count ? s->deck : s->discard;
}
static inline int fata_stock_count(const fata_state *s)
{
    return s->deck_count ? s->deck_count : vg_sum(s->discard, FATA_CARDS);
}
void fata_drawn(fata_state *s, int kind, vg_events *ev);
void fata_leave_hand(fata_state *s, int seat, int kind); // to where everyone sees it
void fata_lose(fata_state *s, int seat, int kind);       // to the discards
void fata_merge(fata_state *s, int seat, vg_events *ev); // the cards set aside join the hand
void fata_begin_turn(fata_state *s, int seat, vg_events *ev);
void fata_next_turn(fata_state *s, vg_events *ev);
static inline int fata_row_length(const fata_state *s, int seat, int row)
{
    const uint8_t *vision = s->row[seat][row];
    return (vision[0] != 0) + (vision[1] != 0) + (vision[2] != 0);
}
static inline int fata_last_vision(const fata_state *s, int seat, int row) // kind, or 0
{
    const uint8_t *vision = s->row[seat][row];
    return vision[2] ? vision[2] : vision[1] ? vision[1] : vision[0];
}
int fata_sum(const fata_state *s, int seat);    // stars the rows show
bool fata_star_step_ahead(const fata_state *s); // is step A of this turn still to come?
int fata_turn_moves(const fata_state *s, int seat, vg_move *out);
int fata_take_moves(const fata_state *s, int seat, uint32_t targets, vg_move *out);
void fata_exchange(fata_state *s, int seat, vg_events *ev);
void fata_steal(fata_state *s, int seat, int kind, int row, int victim, vg_events *ev);
void fata_play(fata_state *s, int seat, int kind, int row, vg_events *ev);
void fata_step_c(fata_state *s, vg_events *ev);
static inline bool fata_in_play(const fata_state *s, int seat) { return !(s->out >> seat & 1); }
static inline uint32_t fata_all_in_play(const fata_state *s) // seats, as bits
{
    return ~(uint32_t)s->out & ((1u << s->seats) - 1);
}
int fata_next_seat(const fata_state *s, int seat);   // clockwise, in play
int fata_before_seat(const fata_state *s, int seat); // counter-clockwise, in play

// ---- charms.c
bool fata_charm_playable(const fata_state *s, int seat, int kind);
int fata_charm_targets(const fata_state *s, int seat, int kind, vg_move *out);
void fata_charm_play(fata_state *s, int seat, int kind, vg_events *ev);
void fata_charm_target(fata_state *s, vg_frame f, int a, int b, vg_events *ev);
void fata_charm_end(fata_state *s);

// ---- trimagic.c
void fata_step_b(fata_state *s, vg_events *ev);
int fata_order_moves(const fata_state *s, int seat, vg_move *out);
void fata_cast(fata_state *s, int seat, int row, vg_events *ev);
int fata_cast_moves(const fata_state *s, vg_frame f, vg_move *out);
// `target` is named, and with it a treasure of the middle where the trimagic takes one.
void fata_cast_pick(fata_state *s, vg_frame f, int target, int treasure, vg_events *ev);
void fata_cast_end(fata_state *s, vg_events *ev);
void fata_fall(fata_state *s);

// ---- fata.c
const char *fata_check(const void *state);

// ---- view.c, gist.c
#define FATA_FIELD_COUNT 61
extern const vg_field fata_fields[FATA_FIELD_COUNT];
void fata_resample(void *view, int seat, vg_rng *rng);
extern const vg_gist fata_gists[]; // gist.c
enum { FATA_GIST_COUNT = 27, FATA_GIST_EACH = 22 };
int fata_gist(const void *view, int viewer, vg_lit *out);

// ---- words.c: a title stands in quotes
void fata_say_card(vg_text *out, const fata_edition *ed, int kind, vg_lang lang);
void fata_say_treasure(vg_text *out, const fata_edition *ed, int id, vg_lang lang);
void fata_say_set(vg_text *out, const fata_edition *ed, uint32_t set, vg_lang lang);

// ---- why.c, show.c, notation.c, lab.c
vg_why fata_why(const void *view, int seat, const vg_tried *tried);
void fata_show(const void *view, const vg_voice *voice, vg_text *out);
void fata_print(const void *view, const vg_voice *voice, vg_json *out);
void fata_catalog(int edition, vg_lang lang, vg_json *out);
void fata_dump(const void *state, vg_text *out);
vg_err fata_edit(void *state, const char *line, vg_text *why);
int fata_traits(const void *state, int seat, vg_trait out[VG_MAX_TRAITS]);
extern vg_tuning fata_tuning;

// ---- the tale (tale.c) ----
int fata_facts(const void *view, int seat, const vg_event *event, int count,
               vg_fact out[VG_MAX_FACTS]);
extern const vg_saga fata_saga;

#endif
