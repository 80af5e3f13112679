// view.c: who may know what in Winter Tales, and how to guess the rest.
//
// Hands are hidden down to their size, so a guess deals unknown cards to hands
// and deck in unknown shares. It keeps to what anybody can see: cards a seat
// still owes, hands known to be above the limit, an empty deck, open counts.
#include "games/winter/rules.h"

#define ROW(name, who) VG_FIELD(winter_state, name, who)
const vg_field winter_fields[] = {
    ROW(stack, VG_ALL),
    VG_FIELD_OWNED(winter_state, hand),
    ROW(deck, VG_NOBODY_KNOWS),
    ROW(discard, VG_ALL),
    ROW(laid, VG_ALL),
    VG_FIELD_OWNED(winter_state, bid),
    VG_FIELD_OWNED(winter_state, goal),
    VG_FIELD_OWNED(winter_state, goal_pile),
    ROW(goal_open, VG_ALL),
    ROW(goal_stage, VG_ALL),
    ROW(spied, VG_ALL),
    ROW(shown, VG_ALL),
    ROW(shown_deck, VG_ALL),
    ROW(deck_empty, VG_ALL),
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

// The fewest cards `seat` can hold by what everybody sees.
static int at_least(const winter_state *s, int seat)
{
    int owed = 0, over = 0;
    for (int i = 0; i < s->stack.count; i++) {
        vg_frame f = s->stack.frame[i];
        if (f.seat != seat) continue;
        if (f.phase == WINTER_P_SPEND) owed += f.a;
        if (f.phase == WINTER_P_TRIM && f.b) over = WINTER_HAND_LIMIT + 1;
    }
    return owed > over ? owed : over;
}

// How large hands are: of about a hundred hands of 0 to 14 cards in games of searching bots, how
// many have each size, in the first chapter and later, by how many characters the seat has
// activated.
static const uint8_t usual[2][4][15] = {
    {{0, 0, 0, 0, 1},
     {2, 9, 2, 3, 5, 5, 28, 45, 1},
     {3, 3, 4, 7, 12, 9, 11, 37, 4, 4, 6},
     {2, 1, 3, 9, 8, 11, 14, 37, 4, 6, 5}},
    {{0, 0, 0, 1, 1, 3, 4, 11, 14, 10, 12, 44},
     {1, 1, 1, 1, 2, 3, 4, 35, 5, 6, 9, 8, 8, 8, 8},
     {1, 2, 2, 3, 3, 4, 6, 40, 8, 12, 16, 3},
     {1, 2, 2, 3, 3, 4, 6, 35, 10, 16, 18}},
};

static int usual_size(const winter_state *s, int seat, vg_rng *rng)
{
    if (s->told >> seat & 1) return 0; // has played what he would in the epilogue
    int used = 0, total = 0;
    for (int c = 1; c < WINTER_CHAR_COUNT; c++)
        used += winter_seat_of(s, c) == seat && !winter_is_ready(s, c) && !(s->dead >> c & 1);
    if (s->chapter <= 1 && used == 0 && winter_faction(s, seat) == WINTER_WRITER)
        return s->seats / 2; // WT-10
    const uint8_t *weight = usual[s->chapter > 1][used < 3 ? used : 3];
    for (int n = 0; n < 15; n++) total += weight[n];
    return vg_rng_pick(rng, weight, (uint32_t)total);
}

// A size for each hand this seat cannot see; what is left goes to the deck.
static void guess_sizes(const winter_state *s, int seat, int unknown, int size[], vg_rng *rng)
{
    int others = 0, needed = !s->deck_empty, last = 0;
    for (int p = 0; p < s->seats; p++) {
        if (p == seat) continue;
        size[p] = s->option[WINTER_OPT_COUNTS] ? s->shown[p] : at_least(s, p);
        needed += size[p];
        others++;
        last = p;
    }
    if (s->option[WINTER_OPT_COUNTS]) return;
    int spare = unknown - needed;
    for (int p = 0; p < s->seats && spare > 0; p++) {
        if (p == seat) continue;
        int more = usual_size(s, p, rng) - size[p];
        if (more < 0) more = 0;
        if (more > spare) more = spare;
        size[p] += more;
        spare -= more;
    }
    // With an empty deck every card is in somebody's hand.
    for (; s->deck_empty && others && spare > 0; spare--) {
        int p = (int)vg_rng_below(rng, s->seats);
        size[p == seat ? last : p]++;
    }
}

static void guess_goals(winter_state *s, int seat, vg_rng *rng)
{
    for (int side = 0; side < 2; side++) // the open ones first: they leave fewer to guess from
        for (int p = 0; p < s->seats; p++)
            if (p != seat && s->goal_stage[p][side] == 2) s->goal[p][side] = s->goal_open[p][side];
    for (int side = 0; side < 2; side++)
        for (int p = 0; p < s->seats; p++) {
            if (p == seat || s->goal_stage[p][side] != 1) continue;
            uint8_t left[WINTER_GOAL_COUNT];
            int total = winter_goal_left(s, left, side);
            s->goal[p][side] = (uint8_t)vg_rng_pick(rng, left, (uint32_t)total);
        }
}

// Has a bidder hidden his cards already? While he is still asked he has not.
static void guess_bids(winter_state *s, int seat, vg_rng *rng)
{
    bool answering = false, asked[WINTER_SEATS] = {false};
    for (int i = 0; i < s->stack.count; i++) {
        vg_frame f = s->stack.frame[i];
        answering |= f.phase == WINTER_P_ANSWER;
        if (f.phase == WINTER_P_BID) asked[f.seat] = true;
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

void winter_resample(void *view, int seat, vg_rng *rng)
{
    winter_state *s = view;
    uint8_t pool[WINTER_CARDS];
    int left = 0, size[WINTER_SEATS] = {0};
    for (int c = 1; c <= WINTER_CARDS; c++) {
        bool seen = winter_has(&s->discard, c) || winter_has(&s->laid[0], c) ||
                    winter_has(&s->laid[1], c) || s->fresh.card == c ||
                    (seat >= 0 && winter_has(&s->hand[seat], c));
        for (int i = 0; i < WINTER_SLOTS; i++) seen |= s->memory[i].card == c;
        if (!seen) pool[left++] = (uint8_t)c;
    }
    guess_sizes(s, seat, left, size, rng);
    for (int p = 0; p < s->seats; p++)
        for (int n = 0; n < size[p]; n++) {
            int at = (int)vg_rng_below(rng, (uint32_t)left);
            winter_add(&s->hand[p], pool[at]);
            pool[at] = pool[--left];
        }
    while (left) winter_add(&s->deck, pool[--left]);
    if (s->option[WINTER_OPT_GOALS]) guess_goals(s, seat, rng);
    guess_bids(s, seat, rng);
}
