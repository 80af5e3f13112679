// gist.c: what people, missions and cards of Winter Tales come to, for who learns from positions as
// numbers.
//
// What each side has on the board (outlook.c), how the epilogue would end, by how many memories are
// missing, and what is under way: a mission, a walk, a conflict, a trap. A thing that is good for
// Spring is bad for Winter and may be either for the Writer, so each of the three has places of its
// own: who learns need not find that out.
#include "engine/gist.h"
#include "games/winter/rules.h"

enum {
    ROLES = 3,  // Spring, Winter, the Writer: whom the viewer plays for
    PARTS = 6,  // the epilogue; one memory missing, two... five or more
    LEADS = 31, // -15 to 15 points of the epilogue
    CARDS = 13, // 0 to 12 or more
    MANY = 8,   // 0 to 7
    EDGES = 13, // -6 to 6 cards
    PRICES = 5, // 0 to 4 or more cards for a walk
    STAGES = WINTER_ST_END + 1,
    BIDS = 6,
    FEW = 4,        // things on the board: this is whole...
    ALL_CARDS = 24, // ... and of cards
    // Of each role:
    AT_LEAD = 0,                             // [part, lead] of Spring if it were told now
    AT_FACT = AT_LEAD + PARTS * LEADS,       // [side, fact]
    AT_PEOPLE = AT_FACT + 2 * WINTER_FACTS,  // [side, ready ones]
    AT_DOWN = AT_PEOPLE + 2 * MANY,          // [side, lying ones]
    AT_HAND = AT_DOWN + 2 * MANY,            // [cards] the viewer's
    AT_WRITER = AT_HAND + CARDS,             // [cards] the Writer's
    AT_STAGE = AT_WRITER + CARDS,            // [side, stage] of the mission under way
    AT_AHEAD = AT_STAGE + 2 * STAGES,        // [side, lead] there, of its side
    AT_HOLDS = AT_AHEAD + 2 * EDGES,         // [side, cards] of who started it
    AT_THERE = AT_HOLDS + 2 * CARDS,         // [side, friends, foes] cards of those who are there
    AT_COMING = AT_THERE + 4,                // ... of those who could still come
    AT_FINAL = AT_COMING + 4,                // [side] it is the last one
    AT_WALK = AT_FINAL + 2,                  // [side of who walks, price] to its nearest mission
    AT_CONFLICT = AT_WALK + 2 * PRICES,      // [who is to answer, edge] of the soldier
    AT_TRAP = AT_CONFLICT + 2 * EDGES,       // [answers, edge] what the viewer knows of it
    AT_CONTEST = AT_TRAP + BIDS + EDGES,     // [side of who walks, edge]
    AT_FRESH = AT_CONTEST + 2 * EDGES,       // [colour] a memory that waits
    AT_TURN = AT_FRESH + 4,                  // the viewer's, a friend's, a foe's, the Writer's
    AT_MINE = AT_TURN + 4,                   // [phase] the viewer is asked
    AT_POWER = AT_MINE + WINTER_PHASE_COUNT, // [power]
    AT_FIRST = AT_POWER + 8,                 // [faction] who started the last mission
    AT_GOAL = AT_FIRST + 3,                  // [stage] the viewer's objectives
    AT_CARDS = AT_GOAL + 4,                  // [side] in hands
    PER_ROLE = AT_CARDS + 2,
};

const vg_gist winter_gists[] = {
    {"lead", ROLES *PARTS *LEADS, 1, 1},
    {"fact", ROLES * 2 * WINTER_FACTS, FEW, 1},
    {"people", ROLES * 2 * MANY, 1, 1},
    {"down", ROLES * 2 * MANY, 1, 1},
    {"hand", ROLES *CARDS, 1, 1},
    {"writer", ROLES *CARDS, 1, 1},
    {"stage", ROLES * 2 * STAGES, 1, 1},
    {"ahead", ROLES * 2 * EDGES, 1, 1},
    {"holds", ROLES * 2 * CARDS, 1, 1},
    {"there", ROLES * 4, CARDS, 1},
    {"coming", ROLES * 4, CARDS, 1},
    {"final", ROLES * 2, 1, 1},
    {"walk", ROLES * 2 * PRICES, 1, 1},
    {"conflict", ROLES * 2 * EDGES, 1, 1},
    {"trap", ROLES *(BIDS + EDGES), 1, 1},
    {"contest", ROLES * 2 * EDGES, 1, 1},
    {"fresh", ROLES * 4, 1, 1},
    {"turn", ROLES * 4, 1, 1},
    {"mine", ROLES *WINTER_PHASE_COUNT, 1, 1},
    {"power", ROLES * 8, 1, 1},
    {"first", ROLES * 3, 1, 1},
    {"goal", ROLES * 4, 1, 2},
    {"cards", ROLES * 2, ALL_CARDS, 1},
};
static_assert(sizeof winter_gists / sizeof winter_gists[0] == WINTER_GIST_COUNT, "all of them");

// What a role lights: the places of each kind are those of Spring, then Winter's, the Writer's.
typedef struct lamp {
    vg_lit *at;
    int role;
} lamp;

// `from` and `to`: where the kind begins and ends among those of one role.
static void light(lamp *l, int from, int to, int place, int count)
{
    vg_light(&l->at, ROLES * from + l->role * (to - from) + place, count);
}
static void light_step(lamp *l, int from, int to, int place, int value, int steps)
{
    light(l, from, to, place + vg_between(value, 0, steps - 1), 1);
}

// The position with what is owed already paid.
typedef struct scene {
    const winter_state *s;
    int cards[WINTER_SEATS], mission, stage, cursor, active;
    vg_frame act; // the innermost activation; phase 0: none
    int waiting;  // who may contest the walk, bits
} scene;

static void look(scene *x)
{
    const winter_state *s = x->s;
    for (int p = 0; p < s->seats; p++) x->cards[p] = s->held[p];
    for (int i = 0; i < s->stack.count; i++) {
        vg_frame f = s->stack.frame[i];
        if (f.phase == WINTER_PHASE_SPEND) x->cards[f.seat] -= f.a;
        if (f.phase == WINTER_PHASE_ACT) x->act = f;
        if (f.phase == WINTER_PHASE_CONTEST) x->waiting = f.a;
        if (f.phase == WINTER_PHASE_MISSION) {
            x->mission = f.a;
            x->stage = f.b & 15;
            x->cursor = f.b >> 4;
            x->active = f.seat;
        }
    }
}

// How the epilogue would end, for Spring.
static int margin(const scene *x, bool epilogue)
{
    const winter_state *s = x->s;
    int total[2];
    winter_epilogue_totals(s, total);
    for (int i = 0; i < s->seats - winter_has_writer(s); i++) {
        int p = winter_after(s, s->first, i);
        if (!epilogue || winter_to_tell(s, p)) total[i % 2] += x->cards[p];
    }
    return total[0] - total[1];
}

static void see_mission(lamp *l, const scene *x, bool final)
{
    const winter_state *s = x->s;
    if (!x->mission) return;
    int side = winter_missions[x->mission].side, space = winter_mission_space(s, x->mission);
    int total[2], there[2] = {0, 0}, coming[2] = {0, 0};
    winter_totals(s, total);
    light_step(l, AT_STAGE, AT_AHEAD, side * STAGES, x->stage, STAGES);
    light_step(l, AT_AHEAD, AT_HOLDS, side * EDGES, total[side] - total[!side] + EDGES / 2, EDGES);
    light_step(l, AT_HOLDS, AT_THERE, side * CARDS, x->cards[x->active], CARDS);
    light(l, AT_FINAL, AT_WALK, side, final);
    if (!space || x->stage > WINTER_ST_LAST) return;
    unsigned said = 1u << x->active, asked = 0; // seats, as bits: who lays no more, who may set out
    for (int i = 1; i < s->seats; i++) {
        unsigned seat = 1u << winter_after(s, x->active, i);
        if (x->stage == WINTER_ST_PART && i < x->cursor) said |= seat;
        if (x->stage <= WINTER_ST_JOIN && i >= x->cursor) asked |= seat;
    }
    unsigned stand = ~(unsigned)s->lying, here = winter_at(s, space) & stand;
    unsigned lays[2] = {0, 0}; // seats, as bits, with somebody there
    for (unsigned left = here; left; left &= left - 1) {
        int c = vg_lowest(left), seat = winter_seat_of(s, c), of = winter_side_of(c) != side;
        if (x->cards[seat] <= 0 || (said | lays[of]) >> seat & 1) continue;
        lays[of] |= 1u << seat;
        there[of] += x->cards[seat];
    }
    unsigned guest = x->act.phase && x->act.b & WINTER_ACT_GUEST ? 1u << x->act.a : 0;
    int most[2][WINTER_SEATS] = {{0}}; // cards of each seat that could come
    const uint8_t *steps = winter_distances(s, space);
    for (unsigned left = ((asked ? s->ready : 0) | guest) & stand & ~here; left; left &= left - 1) {
        int c = vg_lowest(left), seat = winter_seat_of(s, c), of = winter_side_of(c) != side;
        bool walks = guest >> c & 1;
        if (!s->where[c] || seat == x->active || !(walks || asked >> seat & 1)) continue;
        int price = winter_price(steps[s->where[c]], walks ? x->act.b & WINTER_ACT_STEPS : 0);
        int more = x->cards[seat] + (walks ? 0 : 3) - price - most[of][seat];
        if (more <= 0 || lays[of] >> seat & 1) continue;
        most[of][seat] += more;
        coming[of] += more;
    }
    for (int of = 0; of < 2; of++) {
        light(l, AT_THERE, AT_COMING, side * 2 + of, vg_between(there[of], 0, CARDS));
        light(l, AT_COMING, AT_FINAL, side * 2 + of, vg_between(coming[of], 0, CARDS));
    }
}

// Somebody walks: how far from a mission of its side, and whom it has to fear.
static void see_walk(lamp *l, const scene *x)
{
    const winter_state *s = x->s;
    int c = x->act.a, nearest = PRICES;
    if (!x->act.phase || !s->where[c]) return;
    int side = winter_side_of(c), paid = x->act.b & WINTER_ACT_STEPS;
    const uint8_t *steps = winter_distances(s, s->where[c]);
    for (uint64_t left = vg_kinds_in(s->token, WINTER_MISSION_COUNT); left; left &= left - 1) {
        int t = vg_first_kind(left), at = t == x->mission ? 0 : winter_mission_space(s, t);
        if (!at || winter_missions[t].side != side) continue;
        bool halted = x->act.b & WINTER_ACT_HALTED && steps[at];
        int price = halted ? PRICES : winter_price(steps[at], paid);
        if (price < nearest) nearest = price;
    }
    light_step(l, AT_WALK, AT_CONFLICT, side * PRICES, nearest, PRICES);
    if (!x->waiting) return;
    int most = 0;
    for (int left = x->waiting; left; left &= left - 1) {
        int foe = 1 + vg_lowest((uint32_t)left) + (side == WINTER_SPRING ? WINTER_TALES : 0);
        int cards = foe < WINTER_CHAR_COUNT && s->owner[foe] ? x->cards[winter_seat_of(s, foe)] : 0;
        if (cards > most) most = cards;
    }
    int own = s->owner[c] ? x->cards[winter_seat_of(s, c)] : 0;
    light_step(l, AT_CONTEST, AT_FRESH, side * EDGES, own - most + EDGES / 2, EDGES);
}

static void see_fight(lamp *l, const scene *x, int viewer)
{
    const winter_state *s = x->s;
    const winter_fight *f = &s->fight;
    vg_frame top = s->stack.frame[s->stack.count - 1];
    if (!f->tale) return;
    int tale = s->owner[f->tale] ? x->cards[winter_seat_of(s, f->tale)] : 0;
    if (f->lover && s->owner[f->lover] && s->owner[f->lover] != s->owner[f->tale])
        tale += x->cards[winter_seat_of(s, f->lover)];
    int edge = x->cards[f->seat] - tale;
    if (top.phase == WINTER_PHASE_CONFLICT) {
        light_step(l, AT_CONFLICT, AT_TRAP, top.a == WINTER_ROUND_SOLDIER ? EDGES : 0,
                   edge + EDGES / 2, EDGES);
        return;
    }
    light_step(l, AT_TRAP, AT_CONTEST, 0, f->answer, BIDS);
    if (s->bid[viewer])
        light_step(l, AT_TRAP, AT_CONTEST, BIDS, s->bid[viewer] - f->answer + EDGES / 2, EDGES);
}

static void see_people(lamp *l, int side, const uint8_t fact[WINTER_FACTS])
{
    int lying_ready = fact[WINTER_F_LYING_READY];
    light_step(l, AT_PEOPLE, AT_DOWN, side * MANY, fact[WINTER_F_READY] + lying_ready, MANY);
    light_step(l, AT_DOWN, AT_HAND, side * MANY, fact[WINTER_F_LYING] + lying_ready, MANY);
}

static void see_powers(lamp *l, const winter_state *s)
{
    const bool power[8] = {s->hope != 0,
                           s->hope_used != 0,
                           s->love[0] != 0,
                           s->refuge != 0,
                           s->relic && winter_side_of(s->relic) == WINTER_SPRING,
                           s->relic && winter_side_of(s->relic) == WINTER_WINTER,
                           s->horror_on != 0,
                           s->speech != 0};
    for (int i = 0; i < 8; i++) light(l, AT_POWER, AT_FIRST, i, power[i]);
}

static int turn_of(const winter_state *s, int viewer)
{
    winter_side whose = winter_faction(s, s->turn);
    if (s->turn == viewer) return 0;
    return whose == WINTER_WRITER ? 3 : whose == winter_faction(s, viewer) ? 1 : 2;
}

int winter_gist(const void *view, int viewer, vg_lit *out)
{
    const winter_state *s = view;
    if (s->first == 0xff) return 0;
    lamp l = {out, (int)winter_faction(s, viewer)};
    scene x = {.s = s};
    uint8_t fact[2][WINTER_FACTS];
    bool epilogue = s->told || s->stack.frame[0].phase == WINTER_PHASE_EPILOGUE;
    look(&x);
    int missing = winter_see_board(s, fact),
        part = epilogue ? 0 : vg_between(missing, 1, PARTS - 1);
    light_step(&l, AT_LEAD, AT_FACT, part * LEADS, margin(&x, epilogue) + LEADS / 2, LEADS);
    for (int side = 0; side < 2; side++) {
        for (uint64_t left = vg_kinds_in(fact[side], WINTER_FACTS); left; left &= left - 1) {
            int i = vg_first_kind(left), count = fact[side][i] < FEW ? fact[side][i] : FEW;
            light(&l, AT_FACT, AT_PEOPLE, side * WINTER_FACTS + i, count);
        }
        light(&l, AT_CARDS, PER_ROLE, side,
              vg_between(fact[side][WINTER_F_CARDS] + fact[side][WINTER_F_OVER], 0, ALL_CARDS));
        see_people(&l, side, fact[side]);
    }
    light_step(&l, AT_HAND, AT_WRITER, 0, x.cards[viewer], CARDS);
    if (winter_has_writer(s))
        light_step(&l, AT_WRITER, AT_STAGE, 0, x.cards[winter_writer(s)], CARDS);
    see_mission(&l, &x, missing == 1);
    see_walk(&l, &x);
    see_fight(&l, &x, viewer);
    light(&l, AT_FRESH, AT_TURN, s->fresh.colour, 1);
    light(&l, AT_TURN, AT_MINE, turn_of(s, viewer), 1);
    vg_frame top = s->stack.frame[s->stack.count - 1];
    if (top.seat == viewer) light(&l, AT_MINE, AT_POWER, top.phase, 1);
    if (s->option[WINTER_OPT_POWERS]) see_powers(&l, s);
    if (s->initiator < s->seats)
        light(&l, AT_FIRST, AT_GOAL, (int)winter_faction(s, s->initiator), 1);
    for (int side = 0; s->option[WINTER_OPT_GOALS] && side < 2; side++)
        light(&l, AT_GOAL, AT_CARDS, s->goal_stage[viewer][side] & 3,
              s->goal_stage[viewer][side] != 0);
    return (int)(l.at - out);
}
