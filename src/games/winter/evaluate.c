// evaluate.c: how well a seat stands.
//
// Everything is weighed as points of the epilogue, Spring minus Winter: cards
// and memories that are there, the mission or fight under way at what it will
// probably bring, and how near each character is to work it could do. A faction
// wants the sum on its side, the Writer wants it within reach of zero.
//
// The weights were found by letting each faction play with other ones against
// the old (docs/bots.md): those stayed that won more often for whoever used them.
// Where a turn begins the search has a better judge: outlook.c.
#include "games/winter/rules.h"

#include "base/counts.h"

#include <math.h>
#include <string.h>

// In points of the epilogue, where a memory counts three and a card one; `done` is how much of the
// track is filled, 0..1.
#define CARD0        0.35f  // a card in hand...
#define CARD1        0.63f  // ... and more by `done`
#define CARD_FINAL   0.95f  // ... in the last mission
#define OVER         0.1f   // of that, for a card above the hand limit...
#define OVER_LATE    0.4f   // ... when one memory is missing: in the epilogue all count
#define READY        0.5f   // a ready character
#define LYING        1.0f   // an incapacitated one
#define DEAD         0.5f   // a tale that left the town, who may come back
#define LASTING0     0.05f  // of an objective's memory, which may be covered (WT-82)...
#define LASTING1     0.45f  // ... and more by `done`
#define AMBITION     0.4f   // of a secret objective that is near
#define POWERS       0.3f   // of a power, whose mission has its memory besides
#define MEMORY       4.2f   // one in prospect and what comes of it; the last is worth its points
#define COMES        0.9f   // how likely one who walks to a mission gets there...
#define COMES_TALE   0.45f  // ... a tale where a soldier stands...
#define COMES_TRAP   0.25f  // ... and a soldier where a tale does
#define WILLING      0.5f   // ... if he has yet to set out
#define STANDS       0.9f   // what his cards are worth against those of the starter...
#define HELP         0.7f   // ... and of friends who come
#define RISK_TALE    2.3f   // what a tale fears who may be attacked, and...
#define RISK_SOLDIER 0.6f   // ... a soldier who may be trapped
#define SCALE0       0.165f // how much a point says about who wins...
#define SCALE1       0.065f // ... and more by `done`

typedef struct scene {
    const winter_state *s;
    int cards[WINTER_SEATS];              // in hand, less what is owed
    float purse[1 + WINTER_SEATS];        // ... and three to draw, by owner
    uint8_t where[WINTER_CHAR_COUNT + 1]; // steps under way are taken
    uint16_t lying;                       // rescues under way are done
    unsigned standing;                    // others who are in town
    vg_frame act;                         // the innermost activation; phase 0: none
    int mission, stage, cursor, active;   // the mission under way; 0: none
    float done;                           // how much of the track is filled, 0..1
    bool late, last;                      // one memory is missing; its mission is under way
    float card;                           // what a card in hand is worth
    float lasting;                        // how much of an objective's memory will be left
    uint8_t crowd[2][WINTER_SPACE_COUNT]; // standing characters of each side in each space
} scene;

static float sign(int side) { return side == WINTER_SPRING ? 1.0f : -1.0f; }

// -1 to 1, like a hyperbolic tangent but faster, and never quite flat.
static float squash(float x) { return x / sqrtf(1 + x * x); }

static void look(const winter_state *s, scene *x)
{
    x->s = s;
    x->lying = s->lying;
    x->act = (vg_frame){0};
    x->mission = x->stage = x->cursor = x->active = 0;
    memcpy(x->where, s->where, sizeof s->where);
    x->where[WINTER_CHAR_COUNT] = 0;
    memset(x->crowd, 0, sizeof x->crowd);
    for (int p = 0; p < s->seats; p++) x->cards[p] = winter_count(&s->hand[p]);
    for (int i = 0; i < s->stack.count; i++) {
        vg_frame f = s->stack.frame[i];
        if (f.phase == WINTER_PHASE_SPEND) x->cards[f.seat] -= f.a;
        if (f.phase == WINTER_PHASE_ENTER) {
            x->where[f.a] = f.b;
            x->act.b--;
        }
        if (f.phase == WINTER_PHASE_RISE) x->lying &= (uint16_t) ~(1u << f.a);
        if (f.phase == WINTER_PHASE_ACT) x->act = f;
        if (f.phase == WINTER_PHASE_MISSION) {
            x->mission = f.a;
            x->stage = f.b & 15;
            x->cursor = f.b >> 4;
            x->active = f.seat;
        }
    }
    x->purse[0] = 0;
    for (int p = 0; p < s->seats; p++) x->purse[p + 1] = (float)(x->cards[p] + 3);
    x->standing = (unsigned)vg_kinds_in(x->where, WINTER_CHAR_COUNT + 1) & ~(unsigned)x->lying;
    for (int c = 1; c < WINTER_CHAR_COUNT; c++)
        if (!(x->lying >> c & 1)) x->crowd[winter_side_of(c)][x->where[c]]++;
    int filled = 0;
    for (int i = 0; i < WINTER_SLOTS; i++) filled += s->memory[i].colour != 0;
    x->done = (float)filled / (float)winter_memories(s);
    x->lasting = LASTING0 + LASTING1 * x->done;
    // In the epilogue a card is worth one point; until then hands fill up again.
    x->late = filled == winter_memories(s) - 1;
    x->last = x->late && x->mission;
    x->card = x->last ? CARD_FINAL : CARD0 + CARD1 * x->done;
}

// ---- what is there ----

static float memories(const scene *x)
{
    const winter_state *s = x->s;
    float sum = (float)-winter_lead(s);
    for (int i = 0; i < WINTER_SLOTS; i++) {
        float worth = s->memory[i].goal ? 3 * x->lasting : 3;
        if (s->memory[i].colour == WINTER_FOR_SPRING) sum += worth;
        if (s->memory[i].colour == WINTER_FOR_WINTER) sum -= worth;
    }
    vg_frame top = s->stack.frame[s->stack.count - 1];
    if (top.phase == WINTER_PHASE_GOALSLOT) sum += 2.8f * x->lasting * sign(top.a);
    return sum;
}

static float hands(const scene *x)
{
    float sum = 0;
    for (int p = 0; p < x->s->seats; p++) {
        winter_side side = winter_faction(x->s, p);
        if (side == WINTER_WRITER) continue;
        int n = x->cards[p], kept = n < WINTER_HAND_LIMIT ? n : WINTER_HAND_LIMIT;
        float over = x->last ? 1 : x->late ? OVER_LATE : OVER; // WT-59: the epilogue trims nobody
        sum += sign((int)side) * x->card * ((float)kept + over * (float)(n - kept));
    }
    return sum;
}

// Tales in this set of characters less soldiers.
static int surplus(unsigned set)
{
    enum { TALES = (1 << (WINTER_TALES + 1)) - 1 };
    return vg_bits(set & TALES) - vg_bits(set & ~(unsigned)TALES);
}

static float people(const scene *x)
{
    return READY * (float)surplus(x->s->ready) - LYING * (float)surplus(x->lying) -
           DEAD * (float)vg_bits(x->s->dead);
}

float winter_power_points(const winter_state *s)
{
    float sum = 0;
    if (s->hope) sum += s->hope_used ? 0.5f : 0.8f;
    if (s->love[0]) sum += 0.5f;
    if (s->refuge) sum += 0.9f;
    if (s->relic) sum += 0.7f * sign(winter_side_of(s->relic));
    if (s->horror_on) sum -= 0.7f;
    if (s->speech) sum -= 0.7f;
    return sum;
}

// ---- what could be done ----

// Those of one side who could start a mission or be in its way: seven and an empty place, looked at
// four at a time.
typedef float four __attribute__((vector_size(4 * sizeof(float))));
typedef int32_t mask __attribute__((vector_size(4 * sizeof(int32_t))));
static four four_at(float n) { return (four){n, n, n, n}; }
static four choose(mask which, four a, four b)
{
    return (four)((which & (mask)a) | (~which & (mask)b));
}
static four larger(four a, four b) // written as compilers know it: one instruction
{
    for (int i = 0; i < 4; i++) a[i] = a[i] > b[i] ? a[i] : b[i];
    return a;
}
static four lesser(four a, four b)
{
    for (int i = 0; i < 4; i++) a[i] = a[i] < b[i] ? a[i] : b[i];
    return a;
}

enum { PLACES = 8 };
static_assert(WINTER_TALES < PLACES, "room for a side");

typedef struct walkers {
    const uint8_t *at;      // the space of each
    uint8_t unpaid[PLACES]; // HALF's place for no steps
    mask space[2];          // as `at`
    four purse[2];          // cards to walk with; 0 if he may not go a step more
    four weight[2];         // the sooner he can act the more; 0: nobody
} walkers;

// winter_price of so many steps, from NO_STEPS on; before it are those paid for.
enum { NO_STEPS = 8 };
static const float half[NO_STEPS + WINTER_SPACE_COUNT] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 3,
                                                          3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9};

static void find_walkers(const scene *x, int side, walkers *w)
{
    static const mask bit[2] = {{1, 2, 4, 8}, {16, 32, 64, 128}};
    int first = side == WINTER_SPRING ? 1 : WINTER_TALES + 1;
    int standing = (int)(x->standing & winter_people(side)) >> first, ready = x->s->ready >> first;
    const uint8_t *at = x->where + first, *of = x->s->owner + first;
    const float *purse = x->purse;
    w->at = at;
    w->space[0] = (mask){at[0], at[1], at[2], at[3]};
    w->space[1] = (mask){at[4], at[5], at[6], 0};
    w->purse[0] = (four){purse[of[0]], purse[of[1]], purse[of[2]], purse[of[3]]};
    w->purse[1] = (four){purse[of[4]], purse[of[5]], purse[of[6]], 0};
    for (int i = 0; i < 2; i++)
        w->weight[i] = (four)(((standing & bit[i]) != 0) &
                              (mask)choose((ready & bit[i]) != 0, four_at(0.43f), four_at(0.25f)));
    memset(w->unpaid, NO_STEPS, sizeof w->unpaid);
    int acts = x->act.a - first; // who has drawn his cards, and may have paid for steps
    if (!x->act.phase || x->act.b & WINTER_ACT_GUEST || acts < 0 || !(standing >> acts & 1)) return;
    int cards = x->cards[of[acts] - 1], him = 1 << acts;
    if (x->act.b & WINTER_ACT_HALTED && cards > 0) cards = 0;
    w->unpaid[acts] = (uint8_t)(NO_STEPS - (x->act.b & WINTER_ACT_STEPS));
    for (int i = 0; i < 2; i++) {
        mask his = (him & bit[i]) != 0;
        w->purse[i] = choose(his, four_at((float)cards), w->purse[i]);
        w->weight[i] = choose(his, four_at(1), w->weight[i]);
    }
}

// How near the nearest of them is to a mission at `at`, and the one after him; 0 where nobody is.
static void nearest(const scene *x, const walkers *w, int side, int at, float *best, float *second)
{
    const uint8_t *steps = winter_distances(x->s, at);
    float step = x->card + 0.1f;
    // Company is in the way or helps.
    float here = 0.43f - 0.35f * (float)x->crowd[!side][at];
    four friends = four_at(0.1f * (float)x->crowd[side][at]), near[2];
    for (int i = 0; i < 2; i++) {
        const uint8_t *from = w->at + 4 * i, *unpaid = w->unpaid + 4 * i;
        four need = {half[unpaid[0] + steps[from[0]]], half[unpaid[1] + steps[from[1]]],
                     half[unpaid[2] + steps[from[2]]], half[unpaid[3] + steps[from[3]]]};
        near[i] = here - step * need + (four)((w->space[i] != at) & (mask)friends);
        near[i] = choose(need > w->purse[i], four_at(0.1f), near[i]) * w->weight[i];
    }
    four a = larger(near[0], near[1]), b = lesser(near[0], near[1]), first, next;
    first = (four){a[2], a[3], a[0], a[1]};
    next = larger(lesser(a, first), larger(b, (four){b[2], b[3], b[0], b[1]}));
    first = larger(a, first);
    float f0 = first[0], f1 = first[1], top = f0 > f1 ? f0 : f1, low = f0 > f1 ? f1 : f0;
    low = next[0] > low ? next[0] : low;
    low = next[1] > low ? next[1] : low;
    *best = top > 0 ? top : 0;
    *second = low > 0 ? low : 0;
}

// Every mission on the board: who could start it soonest, and who could be in the way.
static float prospects(const scene *x)
{
    float sum = 0;
    walkers w[2];
    bool counted = false;
    for (int t = 1; t < WINTER_MISSION_COUNT; t++) {
        int at = t == x->mission ? 0 : winter_mission_space(x->s, t);
        int side = winter_missions[t].side;
        if (!at) continue;
        for (int k = 0; k < 2 && !counted; k++) find_walkers(x, k, &w[k]);
        counted = true;
        float best, second, others, none;
        nearest(x, &w[side], side, at, &best, &second);
        nearest(x, &w[!side], !side, at, &others, &none);
        sum += sign(side) * (best + 0.3f * second - 0.25f * others);
    }
    return sum;
}

// ---- what a secret objective is worth ----

// How near `seat` is to meeting its objective: about a memory when it is met.
static float ambition(const scene *x, int seat, int side)
{
    const winter_state *s = x->s;
    int goal = s->goal[seat][side], stage = s->goal_stage[seat][side];
    const uint8_t *place = winter_ed(s)->place[goal];
    if (!goal || (stage != 1 && stage != 2) || !winter_goal_slot_free(s)) return 0;
    for (int i = 0; i < s->stack.count; i++) { // being met just now
        vg_frame f = s->stack.frame[i];
        if (f.phase == WINTER_PHASE_RAID && f.seat == seat) return 2.8f;
        if (f.phase == WINTER_PHASE_CLAIM && f.seat == seat && (f.a & 15) == side &&
            winter_goal_fits(s, f, seat) && f.b != WINTER_OCC_SPY)
            return 2.8f;
    }
    if (!place[0]) return stage == 2 ? 1.2f : 0.5f; // chance will tell
    float best = 0;
    const uint8_t *one = winter_distances(s, place[0]);
    const uint8_t *two = winter_distances(s, place[1] ? place[1] : place[0]);
    for (int c = 1; c < WINTER_CHAR_COUNT; c++) {
        if (winter_seat_of(s, c) != seat || winter_side_of(c) != side || !x->where[c]) continue;
        if (x->lying >> c & 1) continue;
        bool acting = x->act.phase && x->act.a == c && !(x->act.b & WINTER_ACT_HALTED);
        int walked = acting ? s->walked[(x->act.b & WINTER_ACT_GUEST) != 0] : 0;
        int paid = acting ? x->act.b & WINTER_ACT_STEPS : 0, at = x->where[c];
        int steps = one[at] < two[at] ? one[at] : two[at]; // to the nearer end, then across
        steps += place[1] ? one[place[1]] : 0;
        if (place[1] && walked >> (place[0] - 1) & 1) steps = two[at];
        if (place[1] && walked >> (place[1] - 1) & 1 && one[at] < steps) steps = one[at];
        float weight = acting ? 1.0f : winter_is_ready(s, c) ? 0.5f : 0.3f;
        float near = weight * (2.2f - (x->card + 0.1f) * (float)winter_price(steps, paid));
        if (near > best) best = near;
    }
    return best;
}

float winter_ambitions(const winter_state *s, int side)
{
    float sum = 0;
    if (!s->option[WINTER_OPT_GOALS]) return 0;
    scene x;
    look(s, &x);
    for (int p = 0; p < s->seats; p++) sum += ambition(&x, p, side);
    return sum;
}

static float ambitions(const scene *x)
{
    float sum = 0;
    if (!x->s->option[WINTER_OPT_GOALS]) return 0;
    for (int p = 0; p < x->s->seats; p++)
        for (int side = 0; side < 2; side++) sum += sign(side) * x->lasting * ambition(x, p, side);
    return sum;
}

// ---- what is under way ----

// Somebody who may still lay cards in the mission: how many, and how likely it is that he comes.
typedef struct comer {
    float cards, chance;
} comer;

// The best that each seat may bring for each side; `asked`, as bits: those that have yet to say
// whether anybody sets out.
static void find_comers(const scene *x, unsigned asked, int space, comer best[2][WINTER_SEATS])
{
    const winter_state *s = x->s;
    const uint8_t *steps = winter_distances(s, space);
    for (unsigned left = x->standing; left; left &= left - 1) {
        int c = vg_lowest(left), seat = winter_seat_of(s, c), side = winter_side_of(c);
        if (seat < 0) continue;
        float arrives = !x->crowd[!side][space] ? COMES
                        : side == WINTER_SPRING ? COMES_TALE
                                                : COMES_TRAP;
        comer one = {(float)x->cards[seat], 0};
        if (x->where[c] == space) {
            one.chance = 1;
        } else if (x->act.a == c && (x->act.b & (WINTER_ACT_GUEST | WINTER_ACT_HALTED)) ==
                                        WINTER_ACT_GUEST) { // on the way
            one.cards -= (float)winter_price(steps[x->where[c]], x->act.b & WINTER_ACT_STEPS);
            one.chance = arrives;
        } else if (asked >> seat & 1 && winter_is_ready(s, c)) {
            one.cards += (float)(3 - winter_price(steps[x->where[c]], 0));
            one.chance = WILLING * arrives;
        }
        comer *of = &best[side][seat];
        if (one.cards > 0 && one.cards * one.chance > of->cards * of->chance) *of = one;
    }
}

static float unit(float v) { return v < 0 ? 0 : v > 1 ? 1 : v; }

// Cards are being laid, the starter is `lead` ahead with his last card counted: what that is worth
// to him, a memory being worth `prize`, if friends and foes who are there hold so many cards.
static float laying(const scene *x, float lead, float friends, float foes, float prize)
{
    float need = lead >= 0 ? lead + 1 : 0; // for the foes to win
    if (foes <= 0 && friends <= 0) return lead > 0 ? prize : lead < 0 ? -prize : 0;
    // They will if they can, and if it does not cost more than it brings.
    float can = unit((foes - need + 1.5f) / 2), want = unit((2 * prize - need * x->card) / prize);
    float lost = 0.95f * can * want * (1 - 0.6f * friends / (friends + foes));
    if (foes <= 0)
        lost = lead > 0 ? 0 : unit(0.5f - 0.3f * (friends + lead)); // friends may mend it
    return prize * (1 - 2 * lost) + lost * need * x->card;
}

static float mission(const scene *x)
{
    const winter_state *s = x->s;
    if (!x->mission) return 0;
    if (x->stage >= WINTER_ST_MEMORY) { // decided, and on the track once it has its slot
        if (x->stage > WINTER_ST_POWER) return 0;
        for (int i = 0; i < WINTER_SLOTS; i++)
            if (s->memory[i].mission == x->mission) return 0;
        return s->fresh.colour == WINTER_FOR_SPRING   ? 3
               : s->fresh.colour == WINTER_FOR_WINTER ? -3
                                                      : 0;
    }
    int total[2], space = winter_mission_space(s, x->mission);
    int hold = x->cards[x->active] > 0 ? x->cards[x->active] : 0; // unknown in a view, and owing
    winter_totals(s, total);
    int side = winter_missions[x->mission].side;
    vg_frame top = s->stack.frame[s->stack.count - 1];
    float prize = x->last ? 3 : MEMORY, lead = (float)(total[side] - total[!side]);
    if (x->stage > WINTER_ST_LAST) { // his last card at most
        if (top.phase == WINTER_PHASE_LAST && hold > 0 && lead <= 0) lead++;
        return sign(side) * (lead > 0 ? prize : lead < 0 ? -prize : 0);
    }
    int laying_now =
        top.phase == WINTER_PHASE_PART || top.phase == WINTER_PHASE_LAY ? top.seat : -1;
    float friends = 0, here = 0, calm = 1;
    comer comes[2][WINTER_SEATS] = {{{0, 0}}}, foe[WINTER_SEATS];
    unsigned asked = 0;
    for (int i = x->cursor > 1 ? x->cursor : 1; x->stage <= WINTER_ST_JOIN && i < s->seats; i++)
        asked |= 1u << winter_after(s, x->active, i);
    find_comers(x, asked, space, comes);
    int foes = 0;
    for (int i = 1; i < s->seats; i++) {
        int seat = winter_after(s, x->active, i);
        if (x->stage == WINTER_ST_PART && i < x->cursor && seat != laying_now) continue;
        friends += comes[side][seat].cards * comes[side][seat].chance;
        comer other = comes[!side][seat];
        if (other.chance >= 1) here += other.cards;
        foe[foes] = other;
        foes += other.chance > 0;
    }
    if (x->stage == WINTER_ST_PART)
        return sign(side) * laying(x, lead + (hold > 0 ? 1 : 0), friends, here, prize);
    // Nobody has laid a card: the starter wins by one, unless somebody comes who holds as much.
    for (int i = 0; i < foes; i++)
        calm *= 1 - STANDS * foe[i].chance * foe[i].cards /
                        (foe[i].cards + (float)hold + HELP * friends + 1);
    return sign(side) * (prize * (2 * calm - 1) - x->card);
}

// Outcome of a trap with these totals, for Spring.
static float trap_value(const winter_state *s, int spring, int winter)
{
    float even = s->option[WINTER_OPT_TRAP_TIE] ? 0 : 0.64f;
    return spring > winter ? 2.5f : spring == winter ? even : 0;
}

// The one who has just entered a space may be interrupted there: the more likely to be stopped,
// the more cards the others hold against his. A conflict costs a tale more than a trap a soldier,
// who may be let pass and is not carried off.
static float risk(const scene *x)
{
    const winter_state *s = x->s;
    int waiting = 0; // also while an objective is asked first
    for (int i = 0; i < s->stack.count; i++)
        if (s->stack.frame[i].phase == WINTER_PHASE_CONTEST) waiting = s->stack.frame[i].a;
    if (!waiting) return 0; // and perhaps nobody is moving at all
    int mine = x->cards[winter_seat_of(s, x->act.a)];
    if (mine < 0) mine = 0; // unknown in a view, and owing
    bool tale = winter_side_of(x->act.a) == WINTER_SPRING;
    float worst = 0;
    for (; waiting; waiting &= waiting - 1) {
        int c = 1 + vg_lowest((uint32_t)waiting) + (tale ? WINTER_TALES : 0);
        int theirs = x->cards[winter_seat_of(s, c)];
        float chance = theirs > 0 ? (float)(theirs + 1) / (float)(theirs + mine + 1) : 0;
        if (chance > worst) worst = chance;
    }
    return tale ? -RISK_TALE * worst : RISK_SOLDIER * worst;
}

static float fight(const scene *x)
{
    const winter_state *s = x->s;
    const winter_fight *f = &s->fight;
    vg_frame top = s->stack.frame[s->stack.count - 1];
    if (!f->tale) return risk(x);
    int tale_cards = x->cards[winter_seat_of(s, f->tale)], soldier_cards = x->cards[f->seat];
    if (f->lover && winter_seat_of(s, f->lover) != winter_seat_of(s, f->tale))
        tale_cards += x->cards[winter_seat_of(s, f->lover)];
    if (top.phase == WINTER_PHASE_CONFLICT) {
        bool soldier_leads = top.a != WINTER_ROUND_SOLDIER;
        float lead = (float)(soldier_leads ? soldier_cards : tale_cards) + 1.5f;
        float other = (float)(soldier_leads ? tale_cards : soldier_cards);
        float holds = lead / (lead + other);
        return -1.9f * (soldier_leads ? holds : 1 - holds);
    }
    int bonus = winter_able(s, f->tale, WINTER_SNARE) + winter_able(s, f->lover, WINTER_SNARE) -
                winter_able(s, f->soldier, WINTER_SNARE);
    int hidden = 0;
    for (int p = 0; p < s->seats; p++) hidden += s->bid[p];
    if (top.phase == WINTER_PHASE_BID) hidden = tale_cards < 2 ? tale_cards : 2;
    float spent = -x->card * (float)hidden;
    if (f->answer) return trap_value(s, hidden + bonus, f->answer) + spent;
    // The answer is still to come: nothing, or enough for a small trap.
    static const float likely[] = {0.3f, 0.15f, 0.25f, 0.3f};
    float sum = spent;
    for (int a = 0; a < 4; a++)
        sum += likely[a] * trap_value(s, hidden + bonus, a <= soldier_cards ? a : soldier_cards);
    return sum;
}

// A telling refused for good decides a mission without a card: bots never want that.
static bool refused(const scene *x)
{
    if (x->mission == 0 || x->stage != WINTER_ST_MEMORY || x->s->fresh.colour == WINTER_NEUTRAL)
        return false;
    int total[2];
    winter_totals(x->s, total);
    return total[0] == total[1];
}

// ---- the whole ----

static float margin(const scene *x)
{
    const winter_state *s = x->s;
    if (s->told || s->stack.frame[0].phase == WINTER_PHASE_EPILOGUE) {
        int total[2];
        winter_epilogue_totals(s, total);
        float sum = (float)(total[0] - total[1]);
        for (int p = 0; p < s->seats; p++) { // those who have not spoken will
            winter_side side = winter_faction(s, p);
            if (winter_to_tell(s, p) && side != WINTER_WRITER)
                sum += 0.95f * sign((int)side) * (float)x->cards[p];
        }
        return sum;
    }
    return memories(x) + hands(x) + people(x) + POWERS * winter_power_points(x->s) + prospects(x) +
           AMBITION * ambitions(x) + mission(x) + fight(x);
}

float winter_evaluate(const void *view, int seat)
{
    const winter_state *s = view;
    if (s->first == 0xff) return 0.5f;
    winter_side side = winter_faction(s, seat);
    if (s->winner) return (int)side == s->winner - 1 ? 1 : 0;
    scene x;
    look(s, &x);
    float sum = margin(&x);
    if (refused(&x)) return 0;
    if (s->stack.frame[s->stack.count - 1].phase == WINTER_PHASE_RETELL) return 0.01f;
    if (side == WINTER_WRITER) { // what he can still shift, and a little for the cards themselves
        float gap = fabsf(sum) - 0.4f * (float)x.cards[seat];
        return 0.9f / (1 + (gap > 0 ? gap : 0) / 3) +
               0.005f * (float)(x.cards[seat] < 10 ? x.cards[seat] : 10);
    }
    return 0.5f + 0.5f * squash(sign((int)side) * sum * (SCALE0 + SCALE1 * x.done));
}
