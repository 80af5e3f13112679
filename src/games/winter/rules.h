// rules.h: what the files of Winter Tales share. Nobody else includes it.
//
// Each file lists the moves of some phases (..._moves give how many), carries
// moves out, and may settle frames that ask nothing: winter.def names its
// functions.
#ifndef VG_GAMES_WINTER_RULES_H
#define VG_GAMES_WINTER_RULES_H

#include "base/counts.h"
#include "games/winter/winter.h"

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
    // Of three cards at the same place in their words one bit says that they are odd, and one that
    // they are two at least; the bits of the one and, twice, of the other are counted at once.
    uint32_t a = set->word[0], b = set->word[1], c = set->word[2];
    uint64_t bits = (a ^ b ^ c) | (uint64_t)((a & b) | ((a ^ b) & c)) << 32;
    return (int)(vg_byte_bits(bits) * UINT64_C(0x0101010102020202) >> 56);
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
// One move of `kind` for every card of the set; gives how many.
static inline int winter_card_moves(const winter_cards *set, int kind, vg_move out[])
{
    int n = 0;
    for (int i = 0; i < 3; i++)
        for (uint32_t left = set->word[i]; left; left &= left - 1)
            out[n++] = VG_MOVE(kind, 32 * i + vg_lowest(left) + 1, 0, 0);
    return n;
}

// ---- people and places ----
static inline int winter_side_of(int c) { return c > WINTER_TALES ? WINTER_WINTER : WINTER_SPRING; }
// All characters of a side, as bits.
static inline unsigned winter_people(int side)
{
    enum { TALES = (1 << (WINTER_TALES + 1)) - 2 };
    return side == WINTER_SPRING ? TALES : TALES << WINTER_TALES;
}
// Those at a space.
static inline unsigned winter_at(const winter_state *s, int space)
{
    uint64_t each = VG_EACH_BYTE(space), low = vg_eight(s->where, 8) ^ each,
             high = vg_eight(s->where + 8, WINTER_CHAR_COUNT - 8) ^ each;
    unsigned others = (unsigned)(vg_some_of(low) | vg_some_of(high) << 8);
    return ~others & (winter_people(WINTER_SPRING) | winter_people(WINTER_WINTER));
}
static inline int winter_seat_of(const winter_state *s, int c) { return s->owner[c] - 1; }
static inline bool winter_lies(const winter_state *s, int c) { return s->lying >> c & 1; }
static inline bool winter_is_ready(const winter_state *s, int c) { return s->ready >> c & 1; }
static inline bool winter_is_place(int space) { return space >= 1 && space <= WINTER_PLACES; }
static inline int winter_after(const winter_state *s, int seat, int steps)
{
    int after = seat + steps; // never more than once round
    return after < s->seats ? after : after - s->seats;
}
static inline bool winter_able(const winter_state *s, int c, winter_ability ability)
{
    return c && s->option[WINTER_OPT_ABILITIES] && winter_ed(s)->ability[c] == ability;
}
static inline winter_side winter_faction(const winter_state *s, int seat)
{
    int place = seat < s->first ? seat + s->seats - s->first : seat - s->first;
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

// What the Long Winter goes by (WT-135).
static inline bool winter_large(const winter_state *s) { return s->seats >= 6; }
static inline int winter_modules(const winter_state *s)
{
    return s->option[WINTER_OPT_POWERS] + s->option[WINTER_OPT_GOALS] +
           s->option[WINTER_OPT_ABILITIES];
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
// Where the token of a mission lies, or the tale is who bears it.
static inline int winter_mission_space(const winter_state *s, int mission)
{
    int at = s->token[mission];
    if (at > WINTER_ON && at < WINTER_ON + WINTER_CHAR_COUNT) return s->where[at - WINTER_ON];
    return winter_is_place(at) ? at : WINTER_NOWHERE;
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
const char *winter_check(const void *state);
// Starts the tally of hands and deck anew, as if the deck had never been renewed.
void winter_tally(winter_state *s);
// The discards are about to become the deck.
void winter_renewed(winter_state *s);
// The card leaves `seat`'s hand: everybody sees which it is.
void winter_leave(winter_state *s, int seat, int card);
// The card leaves `seat`'s hand for the discards.
void winter_throw(winter_state *s, int seat, int card);
// Is the top question one at which anybody may seize an opportunity (WT-40, WT-105)?
bool winter_is_open(const winter_state *s);

// ---- turn.c: preparing, turns, chapters ----
int winter_draft_moves(const winter_state *s, int seat, vg_move out[]);
int winter_pose_moves(const winter_state *s, int c, vg_move out[]);
int winter_first_moves(const winter_state *s, vg_move out[]);
int winter_open_moves(const winter_state *s, int side, vg_move out[]);
int winter_turn_moves(const winter_state *s, int seat, vg_move out[]);
int winter_trim_moves(const winter_state *s, int seat, vg_move out[]);
vg_move winter_any_card(const winter_state *s, vg_rng *rng);
void winter_begin(winter_state *s, int first, vg_events *ev);
void winter_take(winter_state *s, int seat, int c, vg_events *ev);
void winter_pose(winter_state *s, int space, vg_events *ev);
void winter_open(winter_state *s, int mission, vg_events *ev);
void winter_set_opening(winter_state *s, int where, vg_events *ev);
void winter_goal_drawn(winter_state *s, int goal, vg_events *ev);
void winter_draw(winter_state *s, int card, vg_events *ev);
void winter_take_turn(winter_state *s, int seat, int c, vg_events *ev);
void winter_trim(winter_state *s, int seat, int card, vg_events *ev); // card 0: within the limit
void winter_next_turn(winter_state *s, vg_events *ev);
bool winter_deal_stands(winter_state *s, vg_events *ev);
bool winter_trim_stands(winter_state *s, int by, vg_events *ev);
// Makes the deck fit to draw from: shuffles the discards in if need be (WT-18). False: no card
// left.
bool winter_refill(winter_state *s, vg_events *ev);
// Turns `c` over and lets its seat draw; what follows goes on the stack first.
void winter_activate(winter_state *s, int seat, int c, int flags, vg_events *ev);

// ---- move.c: movement, conflicts, traps, rescue ----
int winter_act_moves(const winter_state *s, vg_frame f, vg_move out[]);
int winter_contest_moves(const winter_state *s, vg_frame f, int seat, vg_move out[]);
int winter_conflict_moves(const winter_state *s, vg_frame f, int seat, vg_move out[]);
int winter_place_moves(vg_move out[]);
int winter_bid_moves(const winter_state *s, int seat, vg_move out[]);
int winter_rescue_moves(const winter_state *s, int seat, vg_move out[]); // those it can pay for
// Seats, as bits, that could rescue somebody at `space` (0: anywhere), whether or not they can pay.
uint16_t winter_rescue_seats(const winter_state *s, int space);
void winter_step(winter_state *s, int to, bool free);
void winter_passage(winter_state *s, vg_events *ev);
void winter_pay(winter_state *s, int card, vg_events *ev);
void winter_follow(winter_state *s, bool along, vg_events *ev);
void winter_enter(winter_state *s, vg_events *ev); // settles ENTER
// Those of one seat whom this CONTEST asks next: the one named, or all it has there (WT-130).
int winter_contenders(const winter_state *s, vg_frame f, uint8_t out[WINTER_TALES]);
int winter_contender_seat(const winter_state *s, vg_frame f);
void winter_contend_with(winter_state *s, int c);
int winter_contend(winter_state *s); // gives who it was that attacks, traps, or lets pass
bool winter_contest_stands(winter_state *s);
void winter_attack(winter_state *s, int seat, int card, vg_events *ev);
void winter_trap(winter_state *s, int seat, int card, vg_events *ev);
// The character whose movement is contested.
int winter_mover(const winter_state *s);
// A conflict begins: `soldier` (0: the Horror) of `seat` against `tale`; `card` is the first round.
void winter_clash(winter_state *s, int seat, int soldier, int tale, int card, vg_events *ev);
// Who answers in this CONFLICT round.
int winter_fighter_seat(const winter_state *s, vg_frame f);
void winter_strike_back(winter_state *s, int seat, int card, vg_events *ev);
void winter_yield(winter_state *s, int seat, vg_events *ev);
void winter_relocate(winter_state *s, int space, vg_events *ev);
void winter_bid(winter_state *s, int count, vg_events *ev);
void winter_answer(winter_state *s, int card, vg_events *ev);
void winter_spring_trap(winter_state *s, vg_events *ev);
void winter_rescue(winter_state *s, int seat, int c, int by);
void winter_rise(winter_state *s, vg_events *ev); // settles RISE

// ---- mission.c ----
// The mission being resolved, or 0.
int winter_running(const winter_state *s);
int winter_action_moves(const winter_state *s, int c, vg_move out[]);
int winter_target_moves(const winter_state *s, int mission, int kind, vg_move out[]);
int winter_judge_moves(vg_frame f, vg_move out[]);
int winter_join_moves(const winter_state *s, int seat, vg_move out[]);
int winter_part_moves(const winter_state *s, int seat, vg_move out[]);
int winter_lay_moves(const winter_state *s, int seat, vg_move out[]);
int winter_slot_moves(const winter_state *s, bool mission, vg_move out[]);
void winter_set_token(winter_state *s, int mission, int where);
void winter_generate(winter_state *s, int mission, int where, int aim, vg_events *ev);
void winter_resolve(winter_state *s, int mission, vg_events *ev);
void winter_judge(winter_state *s, bool accept, vg_events *ev);
void winter_join(winter_state *s, int seat, int c, vg_events *ev);
void winter_part(winter_state *s, int seat, int c, vg_events *ev);
void winter_lay(winter_state *s, int seat, int card, vg_events *ev);
void winter_remember(winter_state *s, int card, vg_events *ev);
void winter_put_memory(winter_state *s, int seat, int slot, vg_events *ev);
void winter_mission_settle(winter_state *s, vg_events *ev);
bool winter_track_full(const winter_state *s);
void winter_totals(const winter_state *s, int total[2]); // of the mission on the table

// ---- epilogue.c ----
int winter_finale_moves(const winter_state *s, int seat, vg_move out[]);
int winter_mark_moves(const winter_state *s, vg_move out[]);
int winter_close_moves(const winter_state *s, vg_frame f, vg_move out[]);
void winter_epilogue_start(winter_state *s, int initiator, int capped, vg_events *ev);
void winter_epilogue_settle(winter_state *s, vg_events *ev);
void winter_tell_finale(winter_state *s, int seat, int card, int side, vg_events *ev);
void winter_finale_done(winter_state *s, vg_events *ev);
void winter_mark(winter_state *s, int slot, vg_events *ev);
void winter_hand_over(winter_state *s, int to, vg_events *ev);
int winter_lead(const winter_state *s); // points Winter has before anybody lays a card
void winter_epilogue_totals(const winter_state *s, int total[2]);
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
// Those that everybody can tell, the others zero; gives how many memories are missing.
int winter_see_board(const winter_state *s, uint8_t fact[2][WINTER_FACTS]);

// ---- powers.c (module Poteri) ----
void winter_power_arise(winter_state *s, int seat, int mission, int colour, vg_events *ev);
// May `seat`, with nothing ready, do something instead of being skipped?
bool winter_power_instead(const winter_state *s, int seat);
int winter_power_turn_moves(const winter_state *s, int seat, vg_move out[]);
int winter_power_free_moves(const winter_state *s, int seat, vg_move out[]);
int winter_aim_moves(const winter_state *s, vg_move out[]);
int winter_name_moves(vg_frame f, vg_move out[]);
int winter_strike_moves(const winter_state *s, int tale, vg_move out[]);
void winter_use_hope(winter_state *s, int seat, vg_events *ev);
void winter_horror(winter_state *s, int seat, int place, int tale, vg_events *ev);
void winter_propaganda(winter_state *s, int tale, vg_events *ev);
void winter_give(winter_state *s, int seat, int c, vg_events *ev);
void winter_restore(winter_state *s, int seat, int tale, int place);
void winter_return(winter_state *s, vg_events *ev); // settles RETURN
void winter_name(winter_state *s, int c, vg_events *ev);
void winter_strike(winter_state *s, int power, vg_events *ev);

// ---- goals.c (module Obiettivi) ----
int winter_goal_draws(const winter_state *s, int side, vg_move out[]);
int winter_goal_free_moves(const winter_state *s, int seat, vg_move out[]);
int winter_claim_moves(const winter_state *s, vg_frame f, int seat, vg_move out[]);
vg_move winter_any_goal(const winter_state *s, int side, vg_rng *rng);
uint16_t winter_goal_chances(const winter_state *s); // seats with an opportunity, by public facts
bool winter_goal_slot_free(const winter_state *s);
// Does the objective of `seat` answer this CLAIM?
bool winter_goal_fits(const winter_state *s, vg_frame f, int seat);
// Asks `seat` whether it declares; nothing if it has no secret or shown objective of that side.
void winter_goal_ask(winter_state *s, int seat, int side, winter_occasion occasion);
void winter_goal_entered(winter_state *s, int tale, int space); // Spia
void winter_goal_linked(winter_state *s); // Collegamento, after the interruptions
bool winter_claim_stands(winter_state *s);
void winter_swap(winter_state *s, int seat, vg_events *ev);
void winter_show_goal(winter_state *s, int seat, int side, vg_events *ev);
void winter_declare(winter_state *s, int seat, int side, vg_events *ev);
void winter_no_claim(winter_state *s, vg_events *ev);
void winter_goal_slot(winter_state *s, int slot, vg_events *ev);
void winter_raid(winter_state *s, vg_events *ev); // settles RAID
int winter_goal_left(const winter_state *s, uint8_t left[WINTER_GOAL_COUNT], int side);

#endif
