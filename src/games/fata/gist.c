// gist.c: what cards and treasures of F.A.T.A. come to, for who learns from positions as numbers.
//
// Of every seat its cards, what its treasures are worth as far as the viewer knows them, what its
// rows promise; of the viewer what its hand is good for, and how far it is ahead of the best of the
// others, by how much of the round is left.
#include "engine/gist.h"
#include "games/fata/fata.h"

#include <string.h>

enum {
    CARDS = 9,                                // 0 to 8 or more
    OWN = 6,                                  // 0 to 5 treasures of one's colour
    MAGIC = 12,                               // type and subject of a trimagic
    SUMS = 5,                                 // 0 to 4 stars
    PARTS = 6,                                // of a round: vg_late
    LEADS = 21,                               // -10 to 10 points
    WEAK = 4,                                 // 0 to 3 cards
    LEFT = 12,                                // of the pile, by twos
    TOP = 16,                                 // points: more count the same
    FEW = 4,                                  // turns until the Queen loses patience
    AT_IN = 0,                                // [seat] in play
    AT_CARDS = AT_IN + FATA_SEATS,            // [seat, cards] of the hand, those set aside with it
    AT_WORTH = AT_CARDS + FATA_SEATS * CARDS, // [seat] points so far, an unknown treasure one
    AT_AHEAD = AT_WORTH + FATA_SEATS,         // [seat] of whom the viewer is so far ahead
    AT_UNKNOWN = AT_AHEAD + FATA_SEATS,       // [seat] treasures
    AT_ROBBABLE = AT_UNKNOWN + FATA_SEATS,    // [seat] treasures face down
    AT_SUM = AT_ROBBABLE + FATA_SEATS,        // [seat, stars] that will show on the next turn too
    AT_ONE = AT_SUM + FATA_SEATS * SUMS,      // [seat, type] rows of one
    AT_TWO = AT_ONE + FATA_SEATS * 4,         // [seat, magic] rows of two
    AT_THREE = AT_TWO + FATA_SEATS * MAGIC,   // [seat, magic] its power
    AT_WARD = AT_THREE + FATA_SEATS * MAGIC,
    AT_TURN = AT_WARD + FATA_SEATS,
    AT_SHOWN = AT_TURN + FATA_SEATS,         // [seat] its character lies face up
    AT_OWN = AT_SHOWN + FATA_SEATS,          // [seat, treasures] of its colour
    AT_TAKES = AT_OWN + FATA_SEATS * OWN,    // [seat] will take a treasure in this turn
    AT_PREY = AT_TAKES + FATA_SEATS,         // [cards] of the viewer's rival, if it is known
    AT_HUNTED = AT_PREY + WEAK,              // [cards] of the viewer, if its hunter is known
    AT_LEAD = AT_HUNTED + WEAK,              // [round, part, lead]
    AT_HAND = AT_LEAD + 2 * PARTS * LEADS,   // [type, subject, number, centre] visions in hand
    AT_CHARM = AT_HAND + 13,                 // [charm] in hand
    AT_MARKET = AT_CHARM + FATA_CHARM_KINDS, // [value] the best; [colour] the viewer's in it
    AT_LEFT = AT_MARKET + 5 + 4,             // [round, left]
    AT_STAGE = AT_LEFT + 2 * LEFT,           // [viewer's turn or not][stage]
    AT_PLAYED = AT_STAGE + 8,                // visions this turn
    AT_MINE = AT_PLAYED + 4,                 // [phase] the viewer is asked
    AT_IMPATIENT = AT_MINE + FATA_PHASE_COUNT,
};

const vg_gist fata_gists[] = {
    {"in", FATA_SEATS, 1, 1},
    {"cards", FATA_SEATS *CARDS, 1, 1},
    {"worth", FATA_SEATS, TOP, 1},
    {"ahead", FATA_SEATS, TOP, 1},
    {"unknown", FATA_SEATS, 8, 1},
    {"robbable", FATA_SEATS, 8, 1},
    {"sum", FATA_SEATS *SUMS, 1, 1},
    {"one", FATA_SEATS * 4, 1, 2},
    {"two", FATA_SEATS *MAGIC, 1, 2},
    {"three", FATA_SEATS *MAGIC, 2, 2},
    {"ward", FATA_SEATS, 1, 1},
    {"turn", FATA_SEATS, 1, 1},
    {"shown", FATA_SEATS, 1, 1},
    {"own", FATA_SEATS *OWN, 1, 1},
    {"takes", FATA_SEATS, 1, 1},
    {"prey", WEAK, 1, 1},
    {"hunted", WEAK, 1, 1},
    {"lead", 2 * PARTS *LEADS, 1, 1},
    {"hand", 13, 4, 1},
    {"charm", FATA_CHARM_KINDS, 1, FATA_CHARM_COPIES},
    {"market", 5 + 4, 1, 1},
    {"left", 2 * LEFT, 1, 1},
    {"stage", 8, 1, 1},
    {"played", 4, 1, 1},
    {"mine", FATA_PHASE_COUNT, 1, 1},
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
    int of[13] = {0};
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
    for (int i = 0; i < 13; i++) vg_light(out, AT_HAND + i, of[i] < 4 ? of[i] : 4);
}

static void see_market(const fata_state *s, int viewer, vg_lit **out)
{
    int best = -1, own = 0;
    for (int i = 0; i < FATA_MARKET; i++) {
        const fata_treasure *t = &fata_ed(s)->treasure[s->market[i]];
        if (!s->market[i]) continue;
        own += t->lineage == s->lineage[viewer];
        if (t->value > best) best = t->value;
    }
    vg_light_step(out, AT_MARKET, best + 1, 5);
    vg_light_step(out, AT_MARKET + 5, own, 4);
}

int fata_gist(const void *view, int viewer, vg_lit *out)
{
    const fata_state *s = view;
    vg_lit *at = out;
    uint32_t down[FATA_SEATS] = {0};
    int mine = 0, best = -100, late = s->round == 2;
    if (s->first == FATA_NO_SEAT || !s->lineage[viewer]) return 0;
    const fata_character *me = fata_character_of(fata_ed(s), s->seats, s->lineage[viewer]);
    know_treasures(s, viewer, down);
    for (int i = 0; i < s->seats; i++) {
        int p = viewer + i < s->seats ? viewer + i : viewer + i - s->seats;
        if (!fata_in_play(s, p)) continue;
        vg_light(&at, AT_IN + i, 1);
        int cards = s->hand_count[p] + (p == s->turn ? s->aside_count : 0);
        int unknown = s->down_count[p] - vg_bits(down[p]), own = 0, own_face = 0;
        int colour = i ? s->shown[p] : s->lineage[p];
        int worth = s->points[p] + (unknown > 0 ? unknown : 0);
        for (uint32_t left = down[p] | s->up[p]; left; left &= left - 1) {
            const fata_treasure *t = &fata_ed(s)->treasure[vg_lowest(left)];
            worth += t->value;
            own += t->lineage == colour;
            own_face += t->lineage == colour ? t->value : 0;
        }
        if (late && (s->shown[p] || (!i && fata_own_points(own) > own_face)))
            worth += fata_own_points(own) - own_face;
        vg_light_step(&at, AT_CARDS + i * CARDS, cards, CARDS);
        vg_light(&at, AT_WORTH + i, vg_between(worth, -TOP, TOP));
        if (i) vg_light(&at, AT_AHEAD + i, vg_between(mine - worth - cards, -TOP, TOP));
        vg_light(&at, AT_UNKNOWN + i, vg_between(unknown, 0, 8));
        vg_light(&at, AT_ROBBABLE + i, vg_between(s->down_count[p], 0, 8));
        see_rows(s, p, i, &at);
        vg_light(&at, AT_WARD + i, s->ward[p] != 0);
        vg_light(&at, AT_TURN + i, p == s->turn);
        vg_light(&at, AT_SHOWN + i, s->shown[p] != 0);
        if (colour) vg_light_step(&at, AT_OWN + i * OWN, own, OWN);
        if (p == s->turn && fata_star_step_ahead(s))
            vg_light(&at, AT_TAKES + i, fata_sum(s, p) + s->stars >= FATA_STARS);
        if (i && late && s->shown[p] == me->rival && cards < WEAK)
            vg_light(&at, AT_PREY + cards, 1);
        if (!i) mine = worth + cards;
        if (i && worth + cards > best) best = worth + cards;
        if (i && late && s->shown[p] && s->hand_count[viewer] < WEAK &&
            fata_character_of(fata_ed(s), s->seats, s->shown[p])->rival == s->lineage[viewer])
            vg_light(&at, AT_HUNTED + s->hand_count[viewer], 1);
    }
    int pile = vg_bits(s->pile), in_play = s->seats - vg_bits(s->out);
    vg_light_step(&at, AT_LEAD + (late * PARTS + vg_late(pile, PARTS)) * LEADS,
                  mine - best + LEADS / 2, LEADS);
    see_hand(s, viewer, &at);
    see_market(s, viewer, &at);
    vg_light_step(&at, AT_LEFT + late * LEFT, pile / 2, LEFT);
    vg_light_step(&at, AT_STAGE + (s->turn == viewer ? 4 : 0), s->stage, 4);
    vg_light_step(&at, AT_PLAYED, s->played, 4);
    vg_frame f = s->stack.frame[s->stack.count - 1];
    if (f.seat == viewer) vg_light(&at, AT_MINE + f.phase, 1);
    int patient = s->patience ? s->patience * in_play - s->idle : FEW;
    if (patient < FEW) vg_light_step(&at, AT_IMPATIENT, patient, FEW);
    return (int)(at - out);
}
