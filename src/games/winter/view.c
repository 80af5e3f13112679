// view.c: who may know what in Winter Tales, and how to guess the rest.
//
// A guess keeps to all that the log tells whoever remembers it: how many cards
// each hand has, from which renewal of the deck they came, and who
// showed no Spy when one would have had to be shown.
#include "games/winter/rules.h"

static const vg_field memory_parts[] = {
    VG_PART(winter_memory, colour, VG_A(COLOUR)),
    VG_PART(winter_memory, card, VG_PIECE(CARD)),
    VG_PART(winter_memory, mission, VG_A(MISSION)),
    VG_PART(winter_memory, goal, VG_A(OBJECTIVE)),
};
static const vg_field fight_parts[] = {
    VG_PART(winter_fight, soldier, VG_A(CHARACTER)),
    VG_PART(winter_fight, tale, VG_A(CHARACTER)),
    VG_PART(winter_fight, lover, VG_A(CHARACTER)),
    VG_PART(winter_fight, seat, VG_A(SEAT)),
    VG_PART(winter_fight, answer, VG_UP_TO(WINTER_CARDS)),
    VG_PART(winter_fight, relic, VG_FLAG),
    VG_PART(winter_fight, rounds, VG_UP_TO(WINTER_CARDS)),
    VG_PART(winter_fight, spare, VG_PLUMBING),
};

const vg_field winter_fields[] = {
    VG_ONE(stack, VG_ALL, VG_STACK),
    VG_ROW(hand, VG_OWNER, VG_BY(SEAT), VG_HEAP_AT_0(CARD)),
    VG_ONE(deck, VG_NOBODY_KNOWS, VG_HEAP_AT_0(CARD)),
    VG_ONE(discard, VG_ALL, VG_HEAP_AT_0(CARD)),
    VG_ROW(laid, VG_ALL, VG_BY(SIDE), VG_HEAP_AT_0(CARD)),
    VG_ONE(mixed, VG_ALL, VG_PLUMBING), // for guesses
    VG_ROW(bid, VG_OWNER, VG_BY(SEAT), VG_UP_TO(WINTER_CARDS)),
    VG_GRID(goal, VG_OWNER, VG_BY(SEAT), VG_BY(SIDE), VG_PIECE(OBJECTIVE)),
    VG_ROW(goal_pile, VG_OWNER, VG_BY(SEAT), VG_PILE(OBJECTIVE)),
    VG_ONE(goal_away, VG_ALL, VG_PILE(OBJECTIVE)),
    VG_GRID(thrown, VG_ALL, VG_BY(SEAT), VG_TIMES(WINTER_THROWN), VG_UP_TO(16)),
    VG_GRID(goal_open, VG_ALL, VG_BY(SEAT), VG_BY(SIDE), VG_A(OBJECTIVE)),
    VG_GRID(goal_stage, VG_ALL, VG_BY(SEAT), VG_BY(SIDE), VG_ONE_OF(1, 3)),
    VG_ROW(spied, VG_ALL, VG_BY(SEAT), VG_A(CHARACTER)),
    VG_ONE(no_spy, VG_ALL, VG_BITS(SEAT)),
    VG_ROW(held, VG_ALL, VG_BY(SEAT), VG_UP_TO(WINTER_CARDS)),
    VG_ONE(old, VG_ALL, VG_PLUMBING), // for guesses
    VG_ONE(deck_left, VG_ALL, VG_UP_TO(WINTER_CARDS)),
    VG_ROW(where, VG_ALL, VG_BY(CHARACTER), VG_A(SPACE)),
    VG_ROW(owner, VG_ALL, VG_BY(CHARACTER), VG_AFTER_0(SEAT)),
    VG_ROW(token, VG_ALL, VG_BY(MISSION), VG_ONE_OF(1, WINTER_OUT)),
    VG_ONE(aim, VG_ALL, VG_A(MISSION)),
    VG_ROW(memory, VG_ALL, VG_TIMES(WINTER_SLOTS), VG_PARTS(memory_parts)),
    VG_ONE(fresh, VG_ALL, VG_PARTS(memory_parts)),
    VG_ROW(laid_by, VG_ALL, VG_BY(SEAT), VG_UP_TO(WINTER_CARDS + 1)),
    VG_ROW(part, VG_ALL, VG_BY(SEAT), VG_A(CHARACTER)),
    VG_ONE(fight, VG_ALL, VG_PARTS(fight_parts)),
    VG_ROW(walked, VG_ALL, VG_TIMES(2), VG_FLAGS(WINTER_PLACES)),
    VG_ONE(follow, VG_ALL, VG_A(CHARACTER)),
    VG_ONE(joined, VG_ALL, VG_BITS(SEAT)),
    VG_ONE(relic_used, VG_ALL, VG_FLAG),
    VG_ONE(bookmark, VG_ALL, VG_ONE_OF(1, WINTER_SLOTS)),
    VG_ONE(hope, VG_ALL, VG_A(CHARACTER)),
    VG_ONE(hope_used, VG_ALL, VG_FLAG),
    VG_ONE(love, VG_ALL, VG_NAMES(CHARACTER)),
    VG_ONE(refuge, VG_ALL, VG_A(SPACE)),
    VG_ONE(relic, VG_ALL, VG_A(CHARACTER)),
    VG_ONE(relic_slot, VG_ALL, VG_ONE_OF(1, WINTER_SLOTS)),
    VG_ONE(horror, VG_ALL, VG_A(SPACE)),
    VG_ONE(horror_on, VG_ALL, VG_FLAG),
    VG_ONE(speech, VG_ALL, VG_FLAG),
    VG_ONE(seats, VG_ALL, VG_PLUMBING),
    VG_ONE(first, VG_ALL, VG_A(SEAT)),
    VG_ONE(edition, VG_ALL, VG_PLUMBING),
    VG_ONE(turn, VG_ALL, VG_A(SEAT)),
    VG_ONE(chapter, VG_ALL, VG_UP_TO(WINTER_MAX_CHAPTERS)),
    VG_ONE(initiator, VG_ALL, VG_A(SEAT)),
    VG_ONE(told, VG_ALL, VG_BITS(SEAT)),
    VG_ONE(winner, VG_ALL, VG_AFTER_0(FACTION)),
    VG_ROW(option, VG_ALL, VG_TIMES(WINTER_OPT_COUNT), VG_UP_TO(255)),
    VG_ONE(bearer, VG_ALL, VG_A(CHARACTER)),
    VG_ONE(relic_passed, VG_ALL, VG_FLAG),
    VG_ONE(spare, VG_NOBODY_KNOWS, VG_PLUMBING),
    VG_ONE(ready, VG_ALL, VG_BITS(CHARACTER)),
    VG_ONE(lying, VG_ALL, VG_BITS(CHARACTER)),
    VG_ONE(dead, VG_ALL, VG_BITS(CHARACTER)),
};
static_assert(sizeof winter_fields / sizeof winter_fields[0] == WINTER_FIELD_COUNT, "all fields");

// One of the objectives that are left, or of those that are no Spy.
static int guess_goal(const winter_state *s, int side, bool no_spy, vg_rng *rng)
{
    uint8_t left[WINTER_GOAL_COUNT];
    int total = winter_goal_left(s, left, side);
    if (no_spy) {
        total -= left[WINTER_SPY];
        left[WINTER_SPY] = 0;
    }
    return vg_rng_pick(rng, left, WINTER_GOAL_COUNT, (uint32_t)total);
}

static void guess_thrown(winter_state *s, int p, int kind, vg_rng *rng)
{
    int side = kind == WINTER_THROWN_SPRING ? WINTER_SPRING : WINTER_WINTER;
    for (int n = s->thrown[p][kind]; n; n--)
        s->goal_pile[p][guess_goal(s, side, kind == WINTER_THROWN_NO_SPY, rng)]++;
}

// The open ones first: they leave fewer to guess from. Then what cannot be a Spy, or the others
// might leave nothing else.
static void guess_goals(winter_state *s, int seat, vg_rng *rng)
{
    for (int side = 0; side < 2; side++)
        for (int p = 0; p < s->seats; p++)
            if (p != seat && s->goal_stage[p][side] == 2) s->goal[p][side] = s->goal_open[p][side];
    for (int step = 0; step < 2; step++) {
        bool no_spy = step == 0;
        for (int p = 0; p < s->seats; p++) {
            if (p == seat) continue;
            for (int side = 0; side < 2; side++) {
                bool bound = side == WINTER_WINTER && s->no_spy >> p & 1;
                if (s->goal_stage[p][side] == 1 && bound == no_spy)
                    s->goal[p][side] = (uint8_t)guess_goal(s, side, no_spy, rng);
            }
            if (no_spy) {
                guess_thrown(s, p, WINTER_THROWN_NO_SPY, rng);
            } else {
                guess_thrown(s, p, WINTER_THROWN_SPRING, rng);
                guess_thrown(s, p, WINTER_THROWN_WINTER, rng);
            }
        }
    }
}

// Has this seat hidden cards in a trap? While it is still asked it has not.
static bool has_bid(const winter_state *s, int p)
{
    bool answering = false;
    for (int i = 0; i < s->stack.count; i++) {
        vg_frame f = s->stack.frame[i];
        answering |= f.phase == WINTER_PHASE_ANSWER;
        if (f.phase == WINTER_PHASE_BID && f.seat == p) return false;
    }
    return answering && p != s->fight.seat;
}

// Those who bid for the tale and her companion; -1: nobody, or the seat itself.
static int other_bidder(const winter_state *s, int which, int seat)
{
    int c = which ? s->fight.lover : s->fight.tale, p = c ? winter_seat_of(s, c) : -1;
    return p >= 0 && p != seat && has_bid(s, p) ? p : -1;
}

static void guess_bids(winter_state *s, int seat, vg_rng *rng)
{
    for (int i = 0; i < 2; i++) {
        int p = other_bidder(s, i, seat);
        if (p < 0) continue;
        int most = winter_count(&s->hand[p]); // small traps are as likely as large ones
        s->bid[p] = (uint8_t)vg_rng_below(rng, (uint32_t)(most < 3 ? most : 3) + 1);
    }
}

// Unknown cards that were drawn in one era, or are still in the deck.
typedef struct pool {
    uint8_t card[WINTER_CARDS];
    int count;
} pool;

static void guess_cards(winter_cards *hand, int count, pool *from, vg_rng *rng)
{
    while (count--) {
        int at = (int)vg_rng_below(rng, (uint32_t)from->count);
        winter_add(hand, from->card[at]);
        from->card[at] = from->card[--from->count];
    }
}

// Every card that `seat` does not see, by its winter_era, ascending.
static void fill_pools(const winter_state *s, int seat, pool of[WINTER_ERAS])
{
    winter_cards seen = s->discard;
    if (s->fresh.card) winter_add(&seen, s->fresh.card);
    for (int i = 0; i < WINTER_SLOTS; i++)
        if (s->memory[i].card) winter_add(&seen, s->memory[i].card);
    for (int e = 0; e < WINTER_ERAS; e++) of[e].count = 0;
    for (int i = 0; i < 3; i++) {
        uint32_t left = ~(seen.word[i] | s->laid[0].word[i] | s->laid[1].word[i]);
        if (seat >= 0) left &= ~s->hand[seat].word[i];
        if (i == 2) left &= (1u << (WINTER_CARDS - 64)) - 1;
        for (int e = 0; e < WINTER_ERAS; e++) {
            uint32_t its = e < WINTER_ERAS - 1 ? left & s->mixed[e].word[i] : left;
            left &= ~its;
            for (; its; its &= its - 1)
                of[e].card[of[e].count++] = (uint8_t)(32 * i + vg_lowest(its) + 1);
        }
    }
}

void winter_resample(void *view, int seat, vg_rng *rng)
{
    winter_state *s = view;
    pool of[WINTER_ERAS];
    fill_pools(s, seat, of);
    for (int p = 0; p < s->seats; p++) {
        int recent = s->held[p];
        if (p == seat) continue;
        for (int e = 1; e < WINTER_ERAS; e++) {
            guess_cards(&s->hand[p], s->old[p][e - 1], &of[e], rng);
            recent -= s->old[p][e - 1];
        }
        guess_cards(&s->hand[p], recent, &of[0], rng);
    }
    while (of[0].count) winter_add(&s->deck, of[0].card[--of[0].count]);
    if (s->option[WINTER_OPT_GOALS]) guess_goals(s, seat, rng);
    guess_bids(s, seat, rng);
}

// How many cards a seat holds is never guessed, and which they are the evaluation does not ask.
bool winter_foreseen(const void *view, int seat)
{
    const winter_state *s = view;
    return !s->option[WINTER_OPT_GOALS] && other_bidder(s, 0, seat) < 0 &&
           other_bidder(s, 1, seat) < 0;
}
