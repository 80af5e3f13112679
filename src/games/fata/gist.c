// gist.c: what cards and treasures of F.A.T.A. come to, for who learns from positions as numbers.
//
// Of every seat its cards, what its treasures are worth as far as the viewer knows or can guess, by
// how much it is ahead of the best of the others or behind and how much of the round is left,
// together, what its rows promise, and who could empty its hand; of the viewer's also what its own
// hand is good for and how near it is to catching its rival, or to being caught.
#include "engine/gist.h"
#include "games/fata/fata.h"

#include <string.h>

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

// What the viewer knows to lie face down before each seat.
static void know_treasures(const fata_state *s, int viewer, uint32_t down[FATA_SEATS])
{
    static const uint8_t seat_of[32] = {[1] = 1, [2] = 2, [4] = 3, [8] = 4, [16] = 5};
    for (int id = 1; id <= FATA_TREASURES; id++) {
        int at = s->may_treasure[viewer][id], seat = at < 32 ? seat_of[at] : 0;
        if (seat) down[seat - 1] |= 1u << id;
    }
    down[viewer] = s->down[viewer];
    for (int p = 0; p < s->seats; p++) down[p] &= ~s->up[p];
}

static void see_rows(const fata_state *s, int p, int i, vg_lit **out)
{
    const fata_card *card = fata_ed(s)->card;
    int sum = 0;
    for (int r = 0; r < 2; r++) {
        const uint8_t *at = s->row[p][r];
        if (!at[0]) continue;
        int type = card[at[0]].type, magic = type * 3 + card[at[1]].subject;
        if (at[2])
            vg_light(out, AT_THREE + i * MAGIC + magic, card[at[2]].number);
        else
            vg_light(out, at[1] ? AT_TWO + i * MAGIC + magic : AT_ONE + i * 4 + type, 1);
        if (!at[2]) sum += card[at[1] ? at[1] : at[0]].number;
    }
    vg_light_step(out, AT_SUM + i * SUMS, sum, SUMS);
}

static void see_hand(const fata_state *s, int viewer, vg_lit **out)
{
    const fata_card *card = fata_ed(s)->card;
    const uint8_t *hand = s->hand[viewer];
    int of[TALLY] = {0};
    for (int from = 0; from < FATA_CARDS; from += 8) { // most kinds are not there: eight at a time
        uint64_t eight;
        memcpy(&eight, hand + from, sizeof eight);
        for (int k = from; eight && k < from + 8; k++) {
            if (!hand[k]) continue;
            if (fata_is_charm(k)) {
                vg_light(out, AT_CHARM + k - FATA_VISIONS - 1, hand[k]);
                continue;
            }
            of[card[k].type]++;
            of[4 + card[k].subject]++;
            of[7 + card[k].number - 1]++;
            of[9 + card[k].centre]++;
        }
    }
    for (int i = 0; i < TALLY; i++) vg_light(out, AT_HAND + i, of[i] < 4 ? of[i] : 4);
}

// How near `by` is to taking cards off the hand of `from`: visions in a row that does it.
static int threat(const fata_state *s, int by, int from)
{
    const fata_card *card = fata_ed(s)->card;
    int most = 0;
    for (int r = 0; r < 2; r++) {
        const uint8_t *at = s->row[by][r];
        int n = fata_row_length(s, by, r);
        if (n <= most || card[at[0]].type != FATA_T_DROP) continue;
        bool near = fata_next_seat(s, by) == from || fata_before_seat(s, by) == from;
        if (n == 1 || card[at[1]].subject != FATA_S_SIDE || near) most = n;
    }
    return most;
}

// What a seat has, as the viewer sees it.
typedef struct holding {
    int cards, unknown, own, worth;
    int colour; // 0: not known
} holding;

// Points more than their face that treasures of a colour bring to who shows himself.
static int own_gain(const fata_state *s, uint32_t treasures, int colour, int *own)
{
    int face = 0;
    *own = 0;
    for (uint32_t left = treasures; left; left &= left - 1) {
        const fata_treasure *t = &fata_ed(s)->treasure[vg_lowest(left)];
        if (t->lineage != colour) continue;
        ++*own;
        face += t->value;
    }
    return fata_own_points(*own) - face;
}

static holding hold(const fata_state *s, int viewer, int p, uint32_t down, int others)
{
    holding is = {.cards = s->hand_count[p] + (p == s->turn ? s->aside_count : 0),
                  .colour = p == viewer ? s->lineage[p] : s->shown[p]};
    uint32_t known = down | s->up[p];
    int unknown = s->down_count[p] - vg_bits(down);
    is.unknown = unknown > 0 ? unknown : 0;
    is.worth = s->points[p] + is.unknown + fata_face_value(s, known);
    if (is.colour) {
        int gain = own_gain(s, known, is.colour, &is.own);
        if (s->round == 2 && (s->shown[p] || gain > 0)) is.worth += gain;
    } else if (s->round == 2) { // one of those he can be, by the mean of them
        int may = others & ~s->never[p], sum = 0, of = vg_bits((uint32_t)may), own;
        for (uint32_t left = (uint32_t)may; left; left &= left - 1) {
            int gain = own_gain(s, known, vg_lowest(left), &own);
            sum += gain > 0 ? gain : 0;
        }
        if (of) is.worth += (2 * sum + of) / (2 * of);
    }
    return is;
}

static void see_prey(const fata_state *s, int viewer, int p, const holding *is, vg_lit **at)
{
    const fata_character *me = fata_character_of(fata_ed(s), s->seats, s->lineage[viewer]);
    int own = s->hand_count[viewer];
    if (p == viewer || s->round != 2 || !s->shown[p]) return;
    if (s->shown[p] == me->rival && is->cards < WEAK)
        vg_light(at, AT_PREY + is->cards * THREAT + threat(s, viewer, p), 1);
    if (fata_character_of(fata_ed(s), s->seats, s->shown[p])->rival == s->lineage[viewer] &&
        own < WEAK)
        vg_light(at, AT_HUNTED + own * THREAT + threat(s, p, viewer), 1);
}

static void see_seat(const fata_state *s, int p, int i, const holding *is, vg_lit **at)
{
    int late = s->round == 2, away = p < s->turn ? p + s->seats - s->turn : p - s->turn;
    vg_light_step(at, AT_CARDS + (i * 2 + late) * CARDS, is->cards, CARDS);
    vg_light(at, AT_WORTH + i, vg_between(is->worth, -TOP, TOP));
    vg_light(at, AT_UNKNOWN + i, vg_between(is->unknown, 0, 8));
    vg_light(at, AT_ROBBABLE + i, vg_between(s->down_count[p], 0, 8));
    see_rows(s, p, i, at);
    vg_light(at, AT_WARD + i, s->ward[p] != 0);
    vg_light(at, AT_AWAY + i * S + away, 1);
    vg_light(at, AT_SHOWN + i, s->shown[p] != 0);
    if (is->colour) {
        int wish = 0;
        for (int k = 0; k < FATA_MARKET; k++)
            wish += s->market[k] && fata_ed(s)->treasure[s->market[k]].lineage == is->colour;
        vg_light_step(at, AT_OWN + i * OWN, is->own, OWN);
        vg_light_step(at, AT_WISH + i * 4, wish, 4);
    }
    if (p == s->turn && fata_star_step_ahead(s))
        vg_light(at, AT_TAKES + i, fata_sum(s, p) + s->stars >= FATA_STARS);
    if (is->cards < WEAK) {
        int most = 0;
        for (int q = 0; q < s->seats; q++) {
            int by = q == p || !fata_in_play(s, q) ? 0 : threat(s, q, p);
            if (by > most) most = by;
        }
        vg_light(at, AT_HIT + (i * WEAK + is->cards) * THREAT + most, 1);
    }
    vg_frame f = s->stack.frame[s->stack.count - 1];
    if (f.seat == p) vg_light(at, AT_ASKED + i * FATA_PHASE_COUNT + f.phase, 1);
}

static void see_table(const fata_state *s, int pile, vg_lit **at)
{
    int best = -1, late = s->round == 2, in_play = s->seats - vg_bits(s->out);
    for (int i = 0; i < FATA_MARKET; i++) {
        int value = fata_ed(s)->treasure[s->market[i]].value;
        if (s->market[i] && value > best) best = value;
    }
    vg_light_step(at, AT_MARKET, best + 1, 5);
    vg_light_step(at, AT_LEFT + late * LEFT, pile / 2, LEFT);
    vg_light_step(at, AT_STAGE, s->stage, 4);
    vg_light_step(at, AT_PLAYED, s->played, 4);
    int patient = s->patience ? s->patience * in_play - s->idle : FEW;
    if (patient < FEW) vg_light_step(at, AT_IMPATIENT, patient, FEW);
}

int fata_gist(const void *view, int viewer, vg_lit *out)
{
    const fata_state *s = view;
    vg_lit *at = out;
    uint32_t down[FATA_SEATS] = {0};
    holding is[FATA_SEATS];
    int best = -100, next = -100, top = 0, pile = vg_bits(s->pile);
    if (s->first == FATA_NO_SEAT || !s->lineage[viewer]) return 0;
    know_treasures(s, viewer, down);
    int others = fata_lineages_in_play(fata_ed(s), s->seats) & ~(1 << s->lineage[viewer]);
    for (int p = 0; p < s->seats; p++) others &= ~(1 << s->shown[p]);
    for (int p = 0; p < s->seats; p++) {
        if (!fata_in_play(s, p)) continue;
        is[p] = hold(s, viewer, p, down[p], others);
        int has = is[p].worth + is[p].cards;
        if (has > best) {
            next = best;
            best = has;
            top = p;
        } else if (has > next) {
            next = has;
        }
    }
    see_table(s, pile, &at);
    for (int i = 0; i < s->seats; i++) {
        int p = viewer + i < s->seats ? viewer + i : viewer + i - s->seats;
        if (!fata_in_play(s, p)) continue;
        int lead = is[p].worth + is[p].cards - (p == top ? next : best);
        vg_light_step(&at,
                      AT_LEAD + ((i * 2 + (s->round == 2)) * PARTS + vg_late(pile, PARTS)) * LEADS,
                      lead + LEADS / 2, LEADS);
        see_seat(s, p, i, &is[p], &at);
        if (i) continue;
        vg_light(&at, AT_ME, 1);
        see_hand(s, viewer, &at);
        for (int q = 0; q < s->seats; q++)
            if (fata_in_play(s, q)) see_prey(s, viewer, q, &is[q], &at);
    }
    return (int)(at - out);
}
