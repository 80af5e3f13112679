// view.c: who may know what in Winter Tales, and how to guess the rest.
//
// A guess keeps to all that the log tells whoever remembers it: how many cards
// each hand has, from which renewal of the deck they came, and who
// showed no Spy when one would have had to be shown.
#include "games/winter/rules.h"

#define ROW(name, who) VG_FIELD(winter_state, name, who)
const vg_field winter_fields[] = {
    ROW(stack, VG_ALL),
    VG_FIELD_OWNED(winter_state, hand),
    ROW(deck, VG_NOBODY_KNOWS),
    ROW(discard, VG_ALL),
    ROW(laid, VG_ALL),
    ROW(mixed, VG_ALL),
    VG_FIELD_OWNED(winter_state, bid),
    VG_FIELD_OWNED(winter_state, goal),
    VG_FIELD_OWNED(winter_state, goal_pile),
    ROW(goal_away, VG_ALL),
    ROW(thrown, VG_ALL),
    ROW(goal_open, VG_ALL),
    ROW(goal_stage, VG_ALL),
    ROW(spied, VG_ALL),
    ROW(no_spy, VG_ALL),
    ROW(held, VG_ALL),
    ROW(old, VG_ALL),
    ROW(deck_left, VG_ALL),
    ROW(where, VG_ALL),
    ROW(owner, VG_ALL),
    ROW(token, VG_ALL),
    ROW(aim, VG_ALL),
    ROW(memory, VG_ALL),
    ROW(fresh, VG_ALL),
    ROW(laid_by, VG_ALL),
    ROW(part, VG_ALL),
    ROW(fight, VG_ALL),
    ROW(walked, VG_ALL),
    ROW(follow, VG_ALL),
    ROW(joined, VG_ALL),
    ROW(relic_used, VG_ALL),
    ROW(bookmark, VG_ALL),
    ROW(hope, VG_ALL),
    ROW(hope_used, VG_ALL),
    ROW(love, VG_ALL),
    ROW(refuge, VG_ALL),
    ROW(relic, VG_ALL),
    ROW(relic_slot, VG_ALL),
    ROW(horror, VG_ALL),
    ROW(horror_on, VG_ALL),
    ROW(speech, VG_ALL),
    ROW(seats, VG_ALL),
    ROW(first, VG_ALL),
    ROW(edition, VG_ALL),
    ROW(turn, VG_ALL),
    ROW(chapter, VG_ALL),
    ROW(initiator, VG_ALL),
    ROW(told, VG_ALL),
    ROW(winner, VG_ALL),
    ROW(option, VG_ALL),
    ROW(bearer, VG_ALL),
    ROW(relic_passed, VG_ALL),
    ROW(spare, VG_NOBODY_KNOWS),
    ROW(ready, VG_ALL),
    ROW(lying, VG_ALL),
    ROW(dead, VG_ALL),
};
#undef ROW
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
    return vg_rng_pick(rng, left, (uint32_t)total);
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

// Has a bidder hidden his cards already? While he is still asked he has not.
static void guess_bids(winter_state *s, int seat, vg_rng *rng)
{
    bool answering = false, asked[WINTER_SEATS] = {false};
    for (int i = 0; i < s->stack.count; i++) {
        vg_frame f = s->stack.frame[i];
        answering |= f.phase == WINTER_PHASE_ANSWER;
        if (f.phase == WINTER_PHASE_BID) asked[f.seat] = true;
    }
    int bidders[2] = {winter_seat_of(s, s->fight.tale),
                      s->fight.lover ? winter_seat_of(s, s->fight.lover) : -1};
    for (int i = 0; answering && i < 2; i++) {
        int p = bidders[i];
        if (p < 0 || p == seat || p == s->fight.seat || asked[p]) continue;
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

void winter_resample(void *view, int seat, vg_rng *rng)
{
    winter_state *s = view;
    pool of[WINTER_ERAS];
    for (int e = 0; e < WINTER_ERAS; e++) of[e].count = 0;
    for (int c = 1; c <= WINTER_CARDS; c++) {
        bool seen = winter_has(&s->discard, c) || winter_has(&s->laid[0], c) ||
                    winter_has(&s->laid[1], c) || s->fresh.card == c ||
                    (seat >= 0 && winter_has(&s->hand[seat], c));
        for (int i = 0; i < WINTER_SLOTS; i++) seen |= s->memory[i].card == c;
        pool *its = &of[winter_era(s, c)];
        if (!seen) its->card[its->count++] = (uint8_t)c;
    }
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
