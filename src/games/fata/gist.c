// gist.c: what cards and treasures of F.A.T.A. come to, for who learns from positions as numbers.
//
// Of every seat its cards, what its treasures are worth as far as the viewer knows or can guess, by
// how much it is ahead of the best of the others or behind and how much of the round is left,
// together, what its rows promise, and who could empty its hand; of the viewer's also what its own
// hand is good for and how near it is to catching its rival, or to being caught.
#include "base/counts.h"
#include "engine/gist.h"
#include "games/fata/fata.h"

enum {
    CARDS = 9,  // 0 to 8 or more
    OWN = 6,    // 0 to 5 treasures of one's colour
    MAGIC = 12, // type and subject of a trimagic
    SUMS = 5,   // 0 to 4 stars
    PARTS = 6,  // of a round: vg_late
    LEADS = 21, // -10 to 10 points
    WEAK = 4,   // 0 to 3 cards
    THREAT = 4, // no row, or one of 1 to 3 visions
    LEFT = 12,  // of the pile, by twos
    TOP = 16,   // points: more count the same
    FEW = 4,    // turns until the Queen loses patience
    TALLY = 13, // of what a hand holds
    S = FATA_SEATS,
    AT_ME = 0,            // [seat] the viewer's
    AT_CARDS = AT_ME + S, // [seat, round, cards] of the hand, those set aside with it
    AT_WORTH = AT_CARDS + S * 2 * CARDS,          // [seat] points so far, an unknown treasure one
    AT_LEAD = AT_WORTH + S,                       // [seat, round, part, lead]
    AT_UNKNOWN = AT_LEAD + S * 2 * PARTS * LEADS, // [seat] treasures
    AT_ROBBABLE = AT_UNKNOWN + S,                 // [seat] treasures face down
    AT_SUM = AT_ROBBABLE + S,             // [seat, stars] that will show on the next turn too
    AT_ONE = AT_SUM + S * SUMS,           // [seat, type] rows of one
    AT_TWO = AT_ONE + S * 4,              // [seat, magic] rows of two
    AT_THREE = AT_TWO + S * MAGIC,        // [seat, magic] its power
    AT_WARD = AT_THREE + S * MAGIC,       // [seat]
    AT_AWAY = AT_WARD + S,                // [seat, turns] until its own
    AT_SHOWN = AT_AWAY + S * S,           // [seat] its character lies face up
    AT_OWN = AT_SHOWN + S,                // [seat, treasures] of its colour
    AT_WISH = AT_OWN + S * OWN,           // [seat, treasures] of its colour in the middle
    AT_TAKES = AT_WISH + S * 4,           // [seat] will take a treasure in this turn
    AT_HIT = AT_TAKES + S,                // [seat, cards, threat] others could take its last cards
    AT_PREY = AT_HIT + S * WEAK * THREAT, // [cards, threat] of the viewer's rival, if it is known
    AT_HUNTED =
        AT_PREY + S * WEAK * THREAT, // [cards, threat] of the viewer, if its hunter is known
    AT_HAND = AT_HUNTED + S * WEAK * THREAT,     // [type, subject, number, centre] visions in hand
    AT_CHARM = AT_HAND + S * TALLY,              // [charm] in hand
    AT_ASKED = AT_CHARM + S * FATA_CHARM_KINDS,  // [seat, phase]
    AT_MARKET = AT_ASKED + S * FATA_PHASE_COUNT, // [value] the best
    AT_LEFT = AT_MARKET + 5,                     // [round, left]
    AT_STAGE = AT_LEFT + 2 * LEFT,
    AT_PLAYED = AT_STAGE + 4, // visions this turn
    AT_IMPATIENT = AT_PLAYED + 4,
};

const vg_gist fata_gists[] = {
    {"me", S, 1, 1},
    {"cards", S * 2 * CARDS, 1, 1},
    {"worth", S, TOP, 1},
    {"lead", S * 2 * PARTS *LEADS, 1, 1},
    {"unknown", S, 8, 1},
    {"robbable", S, 8, 1},
    {"sum", S *SUMS, 1, 1},
    {"one", S * 4, 1, 2},
    {"two", S *MAGIC, 1, 2},
    {"three", S *MAGIC, 2, 2},
    {"ward", S, 1, 1},
    {"away", S *S, 1, 1},
    {"shown", S, 1, 1},
    {"own", S *OWN, 1, 1},
    {"wish", S * 4, 1, 1},
    {"takes", S, 1, 1},
    {"hit", S *WEAK *THREAT, 1, 1},
    {"prey", S *WEAK *THREAT, 1, 1},
    {"hunted", S *WEAK *THREAT, 1, 1},
    {"hand", S *TALLY, 4, 1},
    {"charm", S *FATA_CHARM_KINDS, 1, FATA_CHARM_COPIES},
    {"asked", S *FATA_PHASE_COUNT, 1, 1},
    {"market", 5, 1, 1},
    {"left", 2 * LEFT, 1, 1},
    {"stage", 4, 1, 1},
    {"played", 4, 1, 1},
    {"impatient", FEW, 1, 1},
};
static_assert(sizeof fata_gists / sizeof fata_gists[0] == FATA_GIST_COUNT, "all of them");

// How a vision in hand counts in each tally, a byte each: types and subjects in one word, numbers
// and centres in another.
enum { KINDS = 7, MARKS = TALLY - KINDS };
#define ONE(n) (UINT64_C(1) << 8 * (n))
static const struct {
    uint64_t kinds, marks;
} counted[FATA_VISIONS + 1] = {
    {0, 0},
#define VISION(t, s, n, c, it, en)                                                                 \
    {ONE(FATA_T_##t) | ONE(4 + FATA_S_##s), ONE(n - 1) | ONE(2 + FATA_C_##c)},
#include "games/fata/cards.def"
#undef VISION
};
#undef ONE

static void light_tallies(vg_lit **at, int first, int count, uint64_t tallies)
{
    for (int i = 0; i < count; i++) {
        int n = (int)(tallies >> 8 * i & 255);
        vg_light(at, first + i, n < 4 ? n : 4);
    }
}

static void see_hand(const fata_state *s, int viewer, vg_lit **at)
{
    const uint8_t *hand = s->hand[viewer];
    uint64_t held = vg_kinds_in(hand, 64), visions = (2ull << FATA_VISIONS) - 1, kinds = 0,
             marks = 0;
    for (uint64_t left = held & visions; left; left &= left - 1) {
        kinds += counted[vg_first_kind(left)].kinds;
        marks += counted[vg_first_kind(left)].marks;
    }
    light_tallies(at, AT_HAND, KINDS, kinds);
    light_tallies(at, AT_HAND + KINDS, MARKS, marks);
    for (uint64_t left = held & ~visions; left; left &= left - 1) {
        int k = vg_first_kind(left);
        vg_light(at, AT_CHARM + k - FATA_VISIONS - 1, hand[k]);
    }
}

// A seat in play. What of it hangs on the others is told when all were looked at.
typedef struct seen {
    int seat, i;        // which, and how many seats from the viewer's on
    int cards, has;     // ... with points
    int drops[2];       // visions in a row that takes cards off hands: off any, off a neighbour's
    vg_lit *lead, *hit; // to be told; NULL: it has cards enough
} seen;

static void see_rows(const fata_state *s, seen *is, vg_lit **at)
{
    const fata_card *card = fata_ed(s)->card;
    int sum = 0;
    is->drops[0] = is->drops[1] = 0;
    for (int r = 0; r < 2; r++) {
        const uint8_t *row = s->row[is->seat][r];
        int n = fata_row_length(s, is->seat, r);
        if (!n) continue;
        int type = card[row[0]].type, subject = card[row[1]].subject;
        int magic = is->i * MAGIC + type * 3 + subject, number = card[row[n - 1]].number;
        if (n == 3)
            vg_light(at, AT_THREE + magic, number);
        else
            vg_light(at, n == 2 ? AT_TWO + magic : AT_ONE + is->i * 4 + type, 1);
        sum += n == 3 ? 0 : number;
        if (type != FATA_T_DROP) continue;
        if (n > is->drops[1]) is->drops[1] = n;
        if (n > is->drops[0] && (n == 1 || subject != FATA_S_SIDE)) is->drops[0] = n;
    }
    vg_light(at, AT_SUM + is->i * SUMS + sum, 1);
}

// Points more than their face that treasures of a colour bring to who shows himself.
static int own_gain(const fata_state *s, uint32_t treasures, int colour)
{
    uint32_t own = treasures & fata_of_colour(colour);
    return own ? fata_own_points(vg_bits(own)) - fata_face_value(s, own) : 0;
}

// What treasures before `p`, those the viewer knows and the others, come to.
static int treasure_worth(const fata_state *s, int p, uint32_t known, int unknown, int colour,
                          int others)
{
    int worth = unknown + fata_face_value(s, known);
    if (s->round == 1) return worth;
    if (colour) {
        int gain = own_gain(s, known, colour);
        return s->shown[p] || gain > 0 ? worth + gain : worth;
    }
    // One of those he can be, by the mean of them.
    int sum = 0, of = vg_bits((uint32_t)(others & ~s->never[p]));
    for (uint32_t left = (uint32_t)(others & ~s->never[p]); left; left &= left - 1) {
        int gain = own_gain(s, known, vg_lowest(left));
        sum += gain > 0 ? gain : 0;
    }
    return of ? worth + (2 * sum + of) / (2 * of) : worth;
}

static void see_treasures(const fata_state *s, seen *is, int others, int viewer, vg_lit **at)
{
    int p = is->seat, i = is->i, count = s->down_count[p], unknown = 0;
    int colour = i ? s->shown[p] : s->lineage[p];
    uint32_t known = s->up[p];
    if (!i) {
        known |= s->down[p];
    } else if (count) {
        uint32_t down = fata_known_treasures(s, viewer, p);
        unknown = count - vg_bits(down);
        known |= down;
    }
    int worth = s->points[p] + treasure_worth(s, p, known, unknown, colour, others);
    is->has = is->cards + worth;
    vg_light(at, AT_WORTH + i, vg_between(worth, -TOP, TOP));
    if (unknown) vg_light(at, AT_UNKNOWN + i, unknown < 8 ? unknown : 8);
    if (count) vg_light(at, AT_ROBBABLE + i, count < 8 ? count : 8);
    if (!colour) return;
    uint32_t own = fata_of_colour(colour);
    uint32_t middle = 1u << s->market[0] | 1u << s->market[1] | 1u << s->market[2];
    vg_light(at, AT_OWN + i * OWN + vg_bits(known & own), 1);
    vg_light(at, AT_WISH + i * 4 + vg_bits(middle & own), 1);
}

static void see_seat(const fata_state *s, seen *is, int others, int viewer, vg_lit **at)
{
    int p = is->seat, i = is->i, late = s->round == 2, away = p - s->turn;
    is->cards = s->hand_count[p] + (away ? 0 : s->aside_count);
    is->lead = (*at)++;
    is->hit = is->cards < WEAK ? (*at)++ : NULL;
    vg_light_step(at, AT_CARDS + (i * 2 + late) * CARDS, is->cards, CARDS);
    see_treasures(s, is, others, viewer, at);
    see_rows(s, is, at);
    vg_light(at, AT_AWAY + i * S + (away < 0 ? away + s->seats : away), 1);
    if (s->ward[p]) vg_light(at, AT_WARD + i, 1);
    if (s->shown[p]) vg_light(at, AT_SHOWN + i, 1);
    if (!away && fata_star_step_ahead(s))
        vg_light(at, AT_TAKES + i, fata_sum(s, p) + s->stars >= FATA_STARS);
    vg_frame f = s->stack.frame[s->stack.count - 1];
    if (f.seat == p) vg_light(at, AT_ASKED + i * FATA_PHASE_COUNT + f.phase, 1);
}

// How near one of those in play, who sit in a circle, is to taking cards off the hand of another:
// visions in a row that does it.
static int threat(const seen *all, int count, int by, int from)
{
    int apart = by < from ? from - by : by - from;
    return all[by].drops[apart == 1 || apart == count - 1];
}

static void compare(const seen *all, int count, int part)
{
    int best = -100, next = -100, top = 0, drops = 0;
    for (int k = 0; k < count; k++) {
        int has = all[k].has, second = has < best ? has : best;
        next = second > next ? second : next;
        top = has > best ? k : top;
        best = has > best ? has : best;
        drops |= all[k].drops[1];
    }
    for (int k = 0; k < count; k++) {
        const seen *is = &all[k];
        vg_lit *at = is->lead;
        int lead = is->has - (k == top ? next : best), most = 0;
        vg_light_step(&at, AT_LEAD + (is->i * 2 * PARTS + part) * LEADS, lead + LEADS / 2, LEADS);
        if (!(at = is->hit)) continue;
        for (int by = 0; drops && by < count; by++) {
            int near = by == k ? 0 : threat(all, count, by, k);
            most = near > most ? near : most;
        }
        vg_light(&at, AT_HIT + (is->i * WEAK + is->cards) * THREAT + most, 1);
    }
}

// Of the second round: how near the viewer is to catching his rival, or to being caught.
static void see_prey(const fata_state *s, const seen *all, int count, vg_lit **at)
{
    int own = s->hand_count[all[0].seat], mine = s->lineage[all[0].seat];
    const fata_character *me = fata_character_of(fata_ed(s), s->seats, mine);
    for (int k = 1; k < count; k++) {
        int shown = s->shown[all[k].seat], cards = all[k].cards;
        if (!shown) continue;
        if (shown == me->rival && cards < WEAK)
            vg_light(at, AT_PREY + cards * THREAT + threat(all, count, 0, k), 1);
        if (fata_character_of(fata_ed(s), s->seats, shown)->rival == mine && own < WEAK)
            vg_light(at, AT_HUNTED + own * THREAT + threat(all, count, k, 0), 1);
    }
}

static void see_table(const fata_state *s, int pile, vg_lit **at)
{
    int best = -1, late = s->round == 2;
    for (int i = 0; i < FATA_MARKET; i++) {
        int value = fata_ed(s)->treasure[s->market[i]].value;
        if (s->market[i] && value > best) best = value;
    }
    vg_light_step(at, AT_MARKET, best + 1, 5);
    vg_light_step(at, AT_LEFT + late * LEFT, pile / 2, LEFT);
    vg_light_step(at, AT_STAGE, s->stage, 4);
    vg_light_step(at, AT_PLAYED, s->played, 4);
    int patient = s->patience ? s->patience * (s->seats - vg_bits(s->out)) - s->idle : FEW;
    if (patient < FEW) vg_light_step(at, AT_IMPATIENT, patient, FEW);
}

// Lineages that a seat which has not shown itself can be, as bits.
static int hidden_lineages(const fata_state *s, int viewer)
{
    int others = fata_lineages_in_play(fata_ed(s), s->seats) & ~(1 << s->lineage[viewer]);
    for (int p = 0; p < s->seats; p++) others &= ~(1 << s->shown[p]);
    return others;
}

int fata_gist(const void *view, int viewer, vg_lit *out)
{
    const fata_state *s = view;
    vg_lit *at = out;
    seen all[FATA_SEATS];
    if (s->first == FATA_NO_SEAT || !s->lineage[viewer]) return 0;
    int late = s->round == 2, pile = vg_bits(s->pile), count = 0;
    int others = late ? hidden_lineages(s, viewer) : 0;
    see_table(s, pile, &at);
    for (int i = 0, p = viewer; i < s->seats; i++, p = p + 1 < s->seats ? p + 1 : 0) {
        if (!fata_in_play(s, p)) continue;
        all[count] = (seen){.seat = p, .i = i};
        see_seat(s, &all[count++], others, viewer, &at);
        if (i) continue;
        vg_light(&at, AT_ME, 1);
        see_hand(s, viewer, &at);
    }
    compare(all, count, late * PARTS + vg_late(pile, PARTS));
    if (late && fata_in_play(s, viewer)) see_prey(s, all, count, &at);
    return (int)(at - out);
}
