// rules.h: what the rule files of Winter Tales share. Nobody else includes it.
//
// Each file owns some phases: it lists the moves of a phase (..._legal), carries
// one out (..._apply), and may settle frames that ask nothing. winter.c hands
// the work around.
#ifndef VG_GAMES_WINTER_RULES_H
#define VG_GAMES_WINTER_RULES_H

#include "games/winter/winter.h"

// ---- lists of moves ----
typedef struct winter_list {
    vg_move *out;
    int count;
} winter_list;
static inline void winter_put(winter_list *l, int kind, int a, int b, int c)
{
    l->out[l->count++] = VG_MOVE(kind, a, b, c);
}

// ---- sets of cards ----
static inline bool winter_has(const winter_cards *set, int card)
{
    return set->word[(card - 1) >> 5] >> ((card - 1) & 31) & 1;
}
static inline void winter_add(winter_cards *set, int card)
{
    set->word[(card - 1) >> 5] |= 1u << ((card - 1) & 31);
}
static inline void winter_drop(winter_cards *set, int card)
{
    set->word[(card - 1) >> 5] &= ~(1u << ((card - 1) & 31));
}
static inline int winter_count(const winter_cards *set)
{
    return vg_bits(set->word[0]) + vg_bits(set->word[1]) + vg_bits(set->word[2]);
}
static inline bool winter_none(const winter_cards *set)
{
    return !(set->word[0] | set->word[1] | set->word[2]);
}
// Card number `n` of the set, from 0, in order. Requires: there are more than `n`.
static inline int winter_nth(const winter_cards *set, int n)
{
    int i = 0;
    for (int here; n >= (here = vg_bits(set->word[i])); i++) n -= here;
    uint32_t left = set->word[i];
    while (n--) left &= left - 1;
    return 32 * i + vg_lowest(left) + 1;
}
// Adds all of `from` to `to` and empties it.
static inline void winter_pour(winter_cards *to, winter_cards *from)
{
    for (int i = 0; i < 3; i++) to->word[i] |= from->word[i];
    *from = (winter_cards){{0}};
}
// Which deck this card, if it is in a hand, was drawn from: 0 for the one that lies there, 1 for
// the one before of which somebody still holds a card, and so on. A deck is renewed when it is
// empty, out of discards that all have seen: so everybody can tell.
static inline int winter_era(const winter_state *s, int card)
{
    int era = 0;
    while (era < WINTER_ERAS - 1 && !winter_has(&s->mixed[era], card)) era++;
    return era;
}
// One move of `kind` for every card of the set.
static inline void winter_put_cards(winter_list *l, int kind, const winter_cards *set)
{
    for (int i = 0; i < 3; i++)
        for (uint32_t left = set->word[i]; left; left &= left - 1)
            winter_put(l, kind, 32 * i + vg_lowest(left) + 1, 0, 0);
}

// ---- people and places ----
static inline int winter_side_of(int c) { return c > WINTER_TALES ? WINTER_WINTER : WINTER_SPRING; }
static inline int winter_seat_of(const winter_state *s, int c) { return s->owner[c] - 1; }
static inline bool winter_lies(const winter_state *s, int c) { return s->lying >> c & 1; }
static inline bool winter_is_ready(const winter_state *s, int c) { return s->ready >> c & 1; }
static inline bool winter_is_place(int space) { return space >= 1 && space <= WINTER_PLACES; }
static inline int winter_after(const winter_state *s, int seat, int steps)
{
    return (seat + steps) % s->seats;
}
static inline bool winter_able(const winter_state *s, int c, winter_ability ability)
{
    return c && s->option[WINTER_OPT_ABILITIES] && winter_ed(s)->ability[c] == ability;
}
static inline winter_side winter_faction(const winter_state *s, int seat)
{
    int place = (seat + s->seats - s->first) % s->seats;
    if (s->seats % 2 && place == s->seats - 1) return WINTER_WRITER;
    return place % 2 ? WINTER_WINTER : WINTER_SPRING;
}
static inline bool winter_has_writer(const winter_state *s) { return s->seats % 2; }
static inline int winter_writer(const winter_state *s)
{
    return winter_after(s, s->first, s->seats - 1);
}
static inline int winter_memories(const winter_state *s) // WT-81: objectives need five slots
{
    int n = s->option[WINTER_OPT_MEMORIES];
    return s->option[WINTER_OPT_GOALS] && n < 5 ? 5 : n;
}
static inline bool winter_has_ready(const winter_state *s, int seat)
{
    for (int c = 1; c < WINTER_CHAR_COUNT; c++)
        if (winter_is_ready(s, c) && winter_seat_of(s, c) == seat) return true;
    return false;
}
// Cards for `steps` spaces, `paid` of which are paid for.
static inline int winter_price(int steps, int paid)
{
    return steps > paid ? (steps - paid + 1) / 2 : 0;
}
// In the epilogue: may `seat` still lay cards?
static inline bool winter_to_tell(const winter_state *s, int seat)
{
    vg_frame top = s->stack.frame[s->stack.count - 1];
    return !(s->told >> seat & 1) || (top.phase == WINTER_PHASE_FINALE && top.seat == seat);
}
// The companion of a bound tale (module Poteri), or 0.
static inline int winter_lover(const winter_state *s, int c)
{
    return !c ? 0 : s->love[0] == c ? s->love[1] : s->love[1] == c ? s->love[0] : 0;
}

// ---- winter.c ----
vg_ask winter_ask(const void *state);
const char *winter_check(const void *state);
// Starts the tally of hands and deck anew, as if the deck had never been renewed.
void winter_tally(winter_state *s);
// The discards are about to become the deck.
void winter_renewed(winter_state *s);
// The card leaves `seat`'s hand: everybody sees which it is.
void winter_leave(winter_state *s, int seat, int card);
// The card leaves `seat`'s hand for the discards.
void winter_throw(winter_state *s, int seat, int card);
// The topmost activation, or NULL.
vg_frame *winter_acting(winter_state *s);
// Is the top question one at which anybody may seize an opportunity (WT-40, WT-105)?
bool winter_is_open(const winter_state *s);

// ---- turn.c: preparing, turns, chapters ----
void winter_begin(winter_state *s, int first, vg_events *ev);
void winter_turn_legal(const winter_state *s, vg_frame f, int seat, winter_list *l);
void winter_turn_apply(winter_state *s, int seat, vg_move m, vg_events *ev);
void winter_next_turn(winter_state *s, vg_events *ev);
int winter_chance_moves(const winter_state *s, vg_frame f, winter_list *l);
void winter_chance_apply(winter_state *s, vg_move m, vg_events *ev);
// Makes the deck fit to draw from: shuffles the discards in if need be (WT-18). False: no card
// left.
bool winter_refill(winter_state *s, vg_events *ev);
// Turns `c` over and lets its seat draw; what follows goes on the stack first.
void winter_activate(winter_state *s, int seat, int c, int flags, vg_events *ev);

// ---- move.c: movement, conflicts, traps, rescue ----
void winter_move_legal(const winter_state *s, vg_frame f, int seat, winter_list *l);
void winter_move_apply(winter_state *s, int seat, vg_move m, vg_events *ev);
void winter_enter(winter_state *s, vg_events *ev); // settles ENTER
void winter_rise(winter_state *s, vg_events *ev);  // settles RISE
// Those of one seat whom this CONTEST asks next: the one named, or all it has there (WT-130).
int winter_contenders(const winter_state *s, vg_frame f, uint8_t out[WINTER_TALES]);
bool winter_can_walk(const winter_state *s, vg_frame act);
void winter_rescue_legal(const winter_state *s, int seat, bool rich, winter_list *l);
// A conflict begins: `soldier` (0: the Horror) of `seat` against `tale`; `card` is the first round.
void winter_clash(winter_state *s, int seat, int soldier, int tale, int card, vg_events *ev);
// Who answers in this CONFLICT round.
int winter_fighter_seat(const winter_state *s, vg_frame f);

// ---- mission.c ----
int winter_mission_space(const winter_state *s, int mission);
// The mission being resolved, or 0.
int winter_running(const winter_state *s);
void winter_action_legal(const winter_state *s, int c, winter_list *l);
void winter_put_targets(const winter_state *s, int mission, int kind, winter_list *l);
void winter_set_token(winter_state *s, int mission, int where);
void winter_resolve(winter_state *s, int seat, int c, int mission, vg_events *ev);
void winter_mission_legal(const winter_state *s, vg_frame f, int seat, winter_list *l);
void winter_mission_apply(winter_state *s, int seat, vg_move m, vg_events *ev);
void winter_mission_settle(winter_state *s, vg_events *ev);
void winter_slot_legal(const winter_state *s, bool mission, winter_list *l);
bool winter_track_full(const winter_state *s);
void winter_totals(const winter_state *s, int total[2]); // of the mission on the table

// ---- epilogue.c ----
void winter_epilogue_start(winter_state *s, int initiator, int capped, vg_events *ev);
void winter_epilogue_legal(const winter_state *s, vg_frame f, int seat, winter_list *l);
void winter_epilogue_apply(winter_state *s, int seat, vg_move m, vg_events *ev);
void winter_epilogue_settle(winter_state *s, vg_events *ev);
void winter_epilogue_totals(const winter_state *s, int total[2]);
int winter_leader(const winter_state *s); // winter_side that would win now; -1: shared
void winter_score(const void *state, vg_score *out);

// ---- evaluate.c ----
float winter_power_points(const winter_state *s); // what the powers are worth to Spring
// How near a side's secret objectives are, about three each when they are met.
float winter_ambitions(const winter_state *s, int side);

// ---- outlook.c ----
enum { WINTER_LATE = 3 }; // what the facts weigh depends on the memories missing: three or more...
typedef enum winter_fact {
#define FACT(id, ...) WINTER_F_##id,
#include "games/winter/outlook.def"
#undef FACT
    WINTER_FACTS
} winter_fact;
// The facts of each side where a turn begins; gives 0 to WINTER_LATE - 1, the fewer missing the
// more.
int winter_see(const winter_state *s, float fact[2][WINTER_FACTS]);

// ---- powers.c (module Poteri) ----
void winter_power_arise(winter_state *s, int seat, int mission, int colour, vg_events *ev);
// May `seat`, with nothing ready, do something instead of being skipped?
bool winter_power_instead(const winter_state *s, int seat);
void winter_power_turn_legal(const winter_state *s, int seat, winter_list *l);
void winter_power_free_legal(const winter_state *s, int seat, winter_list *l);
void winter_power_aims(const winter_state *s, winter_list *l);
void winter_power_legal(const winter_state *s, vg_frame f, winter_list *l);
bool winter_power_apply(winter_state *s, int seat, vg_move m, vg_events *ev);
void winter_return(winter_state *s, vg_events *ev); // settles RETURN
bool winter_holds_power(const winter_state *s, int tale, int power);

// ---- goals.c (module Obiettivi) ----
uint16_t winter_goal_chances(const winter_state *s); // seats with an opportunity, by public facts
bool winter_goal_slot_free(const winter_state *s);
// Does the objective of `seat` answer this CLAIM?
bool winter_goal_fits(const winter_state *s, vg_frame f, int seat);
void winter_goal_free_legal(const winter_state *s, int seat, winter_list *l);
void winter_goal_legal(const winter_state *s, vg_frame f, int seat, winter_list *l);
bool winter_goal_apply(winter_state *s, int seat, vg_move m, vg_events *ev);
// Asks `seat` whether it declares; nothing if it has no secret or shown objective of that side.
void winter_goal_ask(winter_state *s, int seat, int side, winter_occasion occasion);
void winter_goal_entered(winter_state *s, int tale, int space, vg_events *ev); // Spia
void winter_goal_linked(winter_state *s, vg_events *ev); // Collegamento, after the interruptions
bool winter_claim_settled(winter_state *s);              // a CLAIM that needs no question
void winter_raid(winter_state *s, vg_events *ev);        // settles RAID
int winter_goal_left(const winter_state *s, uint8_t left[WINTER_GOAL_COUNT], int side);

#endif
