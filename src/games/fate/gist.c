// gist.c: what stories, dust and objects of Fate e Leggende come to, for who learns from positions
// as numbers.
//
// Of every seat its points and objects as far as the viewer knows them, and its dust, for a purse
// spent in full is an object; of the viewer what its cards could tell where it stands, by how many
// faces of the die it could get to where they can be told, and what that would bring; how far it is
// ahead of the best of the others, by how near somebody is to the end.
#include "base/counts.h"
#include "engine/gist.h"
#include "games/fate/fate.h"

#include <string.h>

// When the viewer will tell next: in a later turn, after a roll to come, by a roll it knows, here.
enum { LATER, TO_ROLL, ROLLED, HERE, STAGES };

enum {
    TOP = 16,                                     // points: more count the same
    OBJECTS = 7,                                  // 0 to 6 or more
    KINDS = 5,                                    // 0 to 4
    DUST = 21,                                    // in hand: twentieths of the purse
    GAIN = 40,                                    // what a legend brings: 20 are a purse spent
    GAINS = 10,                                   // steps of it
    PARTS = 6,                                    // of a game: most objects somebody has
    LEADS = 21,                                   // -10 to 10 points
    FACES = 7,                                    // 0 to 6 of the die
    LATE = 8,                                     // rounds, or cards by fours
    TOLD = 6,                                     // values 1 to 5
    AT_POINTS = 0,                                // [seat]
    AT_AHEAD = AT_POINTS + FATE_SEATS,            // [seat]
    AT_OBJECTS = AT_AHEAD + FATE_SEATS,           // [seat, objects]
    AT_KINDS = AT_OBJECTS + FATE_SEATS * OBJECTS, // [seat, kinds] known
    AT_HIDDEN = AT_KINDS + FATE_SEATS * KINDS,    // [seat] objects the viewer has not seen
    AT_HAS = AT_HIDDEN + FATE_SEATS,              // [seat, kind]
    AT_DUST = AT_HAS + FATE_SEATS * 4,            // [seat, dust] in hand
    AT_PURSE = AT_DUST + FATE_SEATS * DUST,       // [seat] the same as a count
    AT_OWN = AT_PURSE + FATE_SEATS,               // [seat] objects of its own colour
    AT_WHITES = AT_OWN + FATE_SEATS,              // [seat]
    AT_COLOURS = AT_WHITES + FATE_SEATS,          // [seat] different ones among its objects
    AT_FOURTH = AT_COLOURS + FATE_SEATS, // [seat] lacks one kind: sixteenths that an object is it
    AT_THREAT = AT_FOURTH + FATE_SEATS,  // [seat] faces that lead to a story that lacks one value
    AT_CARDS = AT_THREAT + FATE_SEATS,   // [seat] cards in hand
    AT_TURN = AT_CARDS + FATE_SEATS,     // [seat]
    AT_LEAD = AT_TURN + FATE_SEATS,      // [part, lead]
    AT_NOW = AT_LEAD + PARTS * LEADS,    // while they vote, were it over: lost, level, won
    AT_HERE = AT_NOW + 3,                // where the viewer stands its cards can tell, spend all
    AT_GO_ON = AT_HERE + 2,              // [value] it can go on with
    AT_ENDS = AT_GO_ON + TOLD,           // [colour] of the story it can complete here
    AT_REACH = AT_ENDS + FATE_COLOURS,   // [tell, complete, spend all][faces] that lead there
    AT_BRINGS = AT_REACH + 3 * FACES,    // [stage] gain still to come
    AT_GAIN = AT_BRINGS + STAGES,        // [stage, step] the same by steps
    AT_FIT = AT_GAIN + STAGES * GAINS,   // cards that go on with some story
    AT_FINISH = AT_FIT + 1,              // ... that complete one
    AT_BEST = AT_FINISH + 1,             // most that a card brings anywhere
    AT_OPEN = AT_BEST + 1,               // [colour] stories
    AT_RIPE = AT_OPEN + FATE_COLOURS,    // [colour] stories that lack one value
    AT_REPEATS = AT_RIPE + FATE_COLOURS, // cards whose value their story had already
    AT_COLOUR = AT_REPEATS + 1,          // [colour] cards in hand
    AT_VALUE = AT_COLOUR + FATE_COLOURS, // [value] in hand, 0: jokers
    AT_EFFECT = AT_VALUE + TOLD,         // [effect] in hand
    AT_DECK = AT_EFFECT + FATE_EFFECT_COUNT, // cards left
    AT_ROUNDS = AT_DECK + LATE,              // left
    AT_STOCK = AT_ROUNDS + LATE,             // objects left
    AT_MINE = AT_STOCK + LATE,               // [phase] the viewer is asked
    AT_TELLS = AT_MINE + FATE_PHASE_COUNT,   // it may still tell in this turn
    AT_WHITE = AT_TELLS + 1,
    AT_FRESH = AT_WHITE + 1, // an object is due: the viewer, another
};

const vg_gist fate_gists[] = {
    {"points", FATE_SEATS, TOP, 1},
    {"ahead", FATE_SEATS, TOP, 1},
    {"objects", FATE_SEATS *OBJECTS, 1, 1},
    {"kinds", FATE_SEATS *KINDS, 1, 1},
    {"hidden", FATE_SEATS, 4, 1},
    {"has", FATE_SEATS * 4, 1, 1},
    {"dust", FATE_SEATS *DUST, 1, 1},
    {"purse", FATE_SEATS, DUST - 1, 1},
    {"own", FATE_SEATS, 4, 1},
    {"whites", FATE_SEATS, 4, 1},
    {"colours", FATE_SEATS, FATE_TINTS, 1},
    {"fourth", FATE_SEATS, 16, 1},
    {"threat", FATE_SEATS, 6, 1},
    {"cards", FATE_SEATS, FATE_HAND, 1},
    {"turn", FATE_SEATS, 1, 1},
    {"lead", PARTS *LEADS, 1, 1},
    {"now", 3, 1, 1},
    {"here", 2, 1, 1},
    {"go on", TOLD, 1, 1},
    {"ends", FATE_COLOURS, 1, 1},
    {"reach", 3 * FACES, 1, 1},
    {"brings", STAGES, GAIN, 1},
    {"gain", STAGES *GAINS, 1, 1},
    {"fit", 1, 4, 1},
    {"finish", 1, 4, 1},
    {"best", 1, GAIN, 1},
    {"open", FATE_COLOURS, 3, 1},
    {"ripe", FATE_COLOURS, 3, 1},
    {"repeats", 1, TOP, 1},
    {"colour", FATE_COLOURS, 4, 1},
    {"value", TOLD, 4, 1},
    {"effect", FATE_EFFECT_COUNT, 1, 4},
    {"deck", LATE, 1, 1},
    {"rounds", LATE, 1, 1},
    {"stock", LATE, 1, 1},
    {"mine", FATE_PHASE_COUNT, 1, 1},
    {"tells", 1, 2, 1},
    {"white", 1, 1, 1},
    {"fresh", 2, 1, 1},
};
static_assert(sizeof fate_gists / sizeof fate_gists[0] == FATE_GIST_COUNT, "all of them");

// How many of up to seven bits are set.
static int count_bits(uint64_t bits) { return (int)(vg_sums_of(vg_each_bit(bits)) >> 56); }

// What the viewer knows a seat to own.
static uint32_t known(const fate_state *s, int viewer, int p)
{
    return p == viewer ? fate_owned(s, p) : s->object_shown[p];
}

static int points_of(const fate_state *s, int p, uint32_t objects)
{
    int own = fate_count(objects, p);
    int points = 2 * s->gold[p] - s->marks[p] + 2 * s->object_count[p] + 2 * own;
    points += (s->white ? 1 : -1) * fate_count(objects, FATE_WHITE);
    return points + (own == 4 ? 5 : 0) + (fate_ladder(objects) ? 3 : 0);
}

// ---- how far the die leads ---------------------------------------------------------------

enum { FAR = 10, BELOW = 3 }; // no stride is longer than 9, and no ring shorter than 10

// Two sets of path cards at once, 32 bits each, as they lie from the first on and from the last one
// back.
typedef struct paths {
    uint64_t there, back;
} paths;
static uint64_t pair(uint64_t first, uint64_t second) { return first | second << 32; }

// Adds a path card to those of the two sets it belongs to.
static void add_path(paths *to, uint64_t sets, int path, int ring)
{
    to->there |= sets << path;
    to->back |= sets << (ring - 1 - path);
}

// The sets as they lie around a path card: bit n + BELOW: n steps from it, either way.
static uint64_t around(paths of, int ring, int from)
{
    uint64_t there = of.there | of.there << ring, back = of.back | of.back << ring;
    uint64_t far = pair((1u << FAR) - 1, (1u << FAR) - 1);
    return ((there >> from | back >> (ring - 1 - from)) & far) << BELOW;
}

// By which faces of the die a seat with these objects gets to what lies around it: bits from 0 on.
static uint64_t faces_to(uint32_t objects, uint64_t there)
{
    // on the way it may be below zero
    if (objects & fate_of_kind(FATE_SHOES)) there |= there << 1 | there >> 1;
    if (objects & fate_of_kind(FATE_WINGS)) there |= there << 2 | there >> 2;
    return there >> (BELOW + 1) & pair(63, 63);
}

// ---- what the hand is good for -----------------------------------------------------------

// Values (bits) by the colour of a story, a byte each; FATE_NO_COLOUR: of a lone joker's, which any
// legend goes on with.
typedef uint32_t values;
static uint32_t values_in(values of, int colour) { return of >> 8 * colour & 255; }
static int highest(uint32_t of) { return 31 - __builtin_clz(of); }

// A byte 1 for each colour, and for none.
static values in_colours(uint32_t bars) { return (bars | 1) * 0x00204081u & 0x01010101u; }

static void light_byte(vg_lit **out, int place, uint64_t bytes, int i)
{
    int n = (int)(bytes >> 8 * i & 255);
    vg_light(out, place, n < 4 ? n : 4);
}

// The legends of the viewer: the values each can have, and any of them.
typedef struct hand {
    int count;
    values card[FATE_HAND], any;
} hand;

static void read_hand(const fate_state *s, int viewer, hand *h, vg_lit **out)
{
    uint32_t colour = 0; // so many, a byte each
    uint64_t value = 0;
    h->count = 0;
    h->any = 0;
    const fate_card_def *cards = fate_def(s, 0);
    for (int i = 0; i < s->hand_count[viewer]; i++) {
        const fate_card_def *d = cards + s->hand[viewer][i];
        if (!d->bars) {
            vg_light(out, AT_EFFECT + d->effect, 1);
            continue;
        }
        uint32_t in = in_colours(d->bars);
        h->any |= h->card[h->count++] = in * (d->value ? 1u << d->value : FATE_ALL_VALUES);
        colour += in;
        value += UINT64_C(1) << 8 * d->value;
    }
    for (int c = 1; c < FATE_COLOURS; c++) light_byte(out, AT_COLOUR + c, colour, c);
    for (int v = 0; v < TOLD; v++) light_byte(out, AT_VALUE + v, value, v);
}

// What they can do.
typedef struct chances {
    paths tells_ends, spends_ripe; // where something can be told, completed, all dust be spent;
                                   // where a story lacks one value
    values fits, completes;        // that go on with a story, that complete one
    uint32_t here;                 // values they can have where the viewer stands
    int best;                      // most that a legend brings anywhere
    uint8_t gain[2 * FATE_RING];   // ... that it brings there; twice round
} chances;

// The dust of the viewer: how much, and twentieths of a purse that one is.
typedef struct purse {
    int dust, grain;
} purse;
static int spent(purse of, int cost) { return (cost < of.dust ? cost : of.dust) * of.grain; }

// Where there are no stories they are begun with 5 if that can be, else with 1.
static void see_beginnings(const hand *h, purse p, uint32_t colours, uint32_t where, int ring,
                           chances *out)
{
    uint32_t as = 0;
    for (; colours; colours &= colours - 1) as |= values_in(h->any, vg_lowest(colours));
    as &= 1u << 5 | 1u << 1;
    if (!as || !where) return;
    int cost = highest(as), gain = spent(p, cost);
    for (; where; where &= where - 1) {
        int path = vg_lowest(where);
        add_path(&out->tells_ends, pair(1, 0), path, ring);
        add_path(&out->spends_ripe, pair(cost >= p.dust, 0), path, ring);
        out->gain[path] = out->gain[path + ring] = (uint8_t)gain;
    }
    if (gain > out->best) out->best = gain;
}

// Where stories are, what they lack and what the cards of the hand can do for them, all in one
// pass.
static void see_stories(const fate_state *s, int viewer, const hand *h, chances *out, vg_lit **lit)
{
    static const uint8_t reward[FATE_COLOURS] = {0, 18, 20, 10};
    static const uint8_t next[TOLD] = {FATE_ALL_VALUES, 3 << 1, 7 << 1, 7 << 2, 7 << 3, 3 << 4};
    // A story has no gaps: by its values the one it lacks, and 1, if it lacks no other.
    static const uint8_t lacking[1 << TOLD] = {
        [0x1e] = 1 << 5 | 1, [0x3c] = 1 << 1 | 1, [0x3e] = 1};
    const purse p = {s->dust[viewer], s->purse == 10 ? 2 : 1};
    const uint32_t where = (uint32_t)vg_kinds_in(s->story_length, FATE_RING);
    const int ring = s->ring_count, at = s->at[viewer], optional = s->optional;
    uint64_t open_ripe = 0, fits_completes = 0; // a byte a colour, of two numbers each
    uint64_t tell = 0;                          // so many stories have a value, a byte each
    const fate_told *told = s->told;
    chances of = {.best = 0};
    for (uint32_t left = where; left; left &= left - 1) {
        int path = vg_lowest(left), colour = s->story_colour[path], length = s->story_length[path];
        uint64_t has = 0;
        for (const fate_told *end = told + length; told < end; told++)
            has |= UINT64_C(1) << told->value;
        uint32_t fits = next[told[-1].value], one = lacking[has] & 1, lacks = lacking[has] & ~1u;
        tell += vg_each_bit(has);
        open_ripe += pair(1, one) << 8 * colour;
        fits_completes |= pair(fits, fits & lacks) << 8 * colour;
        fits &= values_in(h->any, colour);
        if (path == at) of.here = fits;
        uint32_t ends = fits & lacks, on = fits & ~lacks, spends = 0;
        int gain = 0;
        if (on) {
            gain = spent(p, highest(on));
            spends = highest(on) >= p.dust;
        }
        if (ends) {
            int cost = vg_lowest(lacks) + (optional ? 0 : length + 1);
            gain = spent(p, cost) + reward[colour]; // no other brings more
            spends |= cost >= p.dust;
        }
        add_path(&of.tells_ends, pair(fits != 0, ends != 0), path, ring);
        add_path(&of.spends_ripe, pair(spends, one), path, ring);
        of.gain[path] = of.gain[path + ring] = (uint8_t)gain;
        if (gain > of.best) of.best = gain;
    }
    uint32_t colours = fate_free_colours(s->seats, (uint32_t)open_ripe);
    see_beginnings(h, p, colours, ~where & ((1u << ring) - 1), ring, &of);
    for (int c = 1; c < FATE_COLOURS; c++) {
        vg_light(lit, AT_OPEN + c, (int)(open_ripe >> 8 * c & 255));
        vg_light(lit, AT_RIPE + c, (int)(open_ripe >> 8 * c >> 32 & 255));
    }
    int repeats = s->told_count - (int)(vg_sums_of(tell) >> 56);
    vg_light(lit, AT_REPEATS, repeats < TOP ? repeats : TOP);
    of.fits = (values)fits_completes;
    of.completes = (values)(fits_completes >> 32);
    *out = of;
}

// When the viewer tells next, and by which die if it is ROLLED.
static int stage_of(const fate_state *s, int viewer, int *die)
{
    if (!s->tells || s->turn != viewer) return LATER;
    for (int i = s->stack.count - 1; i >= 0; i--) {
        vg_frame f = s->stack.frame[i];
        *die = f.a;
        switch (f.phase) {
        case FATE_PHASE_LOOK:
        case FATE_PHASE_SWAP:
        case FATE_PHASE_TELL: return HERE;
        case FATE_PHASE_TURN:
        case FATE_PHASE_ROLL: return TO_ROLL;
        case FATE_PHASE_MOVE: return f.a >= 1 && f.a <= 6 ? ROLLED : TO_ROLL;
        default: break;
        }
    }
    return LATER;
}

// The most of each number and those so far from it.
static void spread(uint8_t gain[BELOW + FAR + BELOW], int by)
{
    uint8_t was[BELOW + FAR + BELOW];
    memcpy(was, gain, sizeof was);
    for (int n = by; n < BELOW + FAR + BELOW - by; n++) {
        uint8_t a = was[n - by], b = was[n + by], most = a > b ? a : b;
        if (most > gain[n]) gain[n] = most;
    }
}

// What each face of the die brings, from where the viewer stands.
static void brings_by_face(const fate_state *s, int viewer, const chances *of, uint8_t out[7])
{
    const uint8_t *up = of->gain + s->at[viewer], *down = up + s->ring_count;
    uint8_t gain[BELOW + FAR + BELOW] = {0};
    uint32_t objects = fate_owned(s, viewer);
    for (int n = 0; n < FAR; n++) gain[BELOW + n] = up[n] > down[-n] ? up[n] : down[-n];
    if (objects & fate_of_kind(FATE_SHOES)) spread(gain, 1);
    if (objects & fate_of_kind(FATE_WINGS)) spread(gain, 2);
    memcpy(out, gain + BELOW, 7);
}

static void see_reach(const fate_state *s, int viewer, const chances *of, vg_lit **out)
{
    int ring = s->ring_count, at = s->at[viewer], die = 0, brings = 0;
    int stage = stage_of(s, viewer, &die);
    uint32_t objects = fate_owned(s, viewer);
    uint64_t tells_ends = faces_to(objects, around(of->tells_ends, ring, at));
    uint64_t spends = faces_to(objects, around(of->spends_ripe, ring, at)) & 63;
    vg_light(out, AT_REACH + count_bits(tells_ends & 63), 1);
    vg_light(out, AT_REACH + FACES + count_bits(tells_ends >> 32), 1);
    vg_light(out, AT_REACH + 2 * FACES + count_bits(spends), 1);
    if (stage == HERE) {
        brings = of->gain[at];
    } else {
        uint8_t face[7];
        brings_by_face(s, viewer, of, face);
        for (int i = 1; i <= 6; i++) brings += face[i];
        brings = stage == ROLLED ? face[die] : brings / 6;
    }
    vg_light(out, AT_BRINGS + stage, brings);
    vg_light_step(out, AT_GAIN + stage * GAINS, (brings + 2) / 3, GAINS);
}

// Lights what the hand is good for; gives where stories lack one value, the second of two sets.
static paths see_hand(const fate_state *s, int viewer, vg_lit **out)
{
    int at = s->at[viewer], fit = 0, finish = 0;
    hand h;
    chances of;
    read_hand(s, viewer, &h, out);
    see_stories(s, viewer, &h, &of, out);
    for (int i = 0; i < h.count; i++) {
        fit += (h.card[i] & of.fits) != 0;
        finish += (h.card[i] & of.completes) != 0;
    }
    uint64_t tells_ends = of.tells_ends.there >> at, spends = of.spends_ripe.there >> at;
    for (int v = 1; v < TOLD; v++) vg_light(out, AT_GO_ON + v, (int)(of.here >> v & 1));
    vg_light(out, AT_HERE, (int)(tells_ends & 1));
    vg_light(out, AT_HERE + 1, (int)(spends & 1));
    vg_light(out, AT_ENDS + s->story_colour[at], (int)(tells_ends >> 32 & 1));
    vg_light(out, AT_FIT, fit < 4 ? fit : 4);
    vg_light(out, AT_FINISH, finish < 4 ? finish : 4);
    vg_light(out, AT_BEST, of.best);
    see_reach(s, viewer, &of, out);
    return of.spends_ripe;
}

// How likely an object is of the kind a seat still lacks, in sixteenths; 0: it lacks none, or more.
static int fourth(uint32_t objects, uint32_t unseen)
{
    if (fate_kinds(objects) != 3 || !unseen) return 0;
    for (int k = FATE_SHOES; k <= FATE_HAT; k++)
        if (!(objects & fate_of_kind(k)))
            return 16 * vg_bits(unseen & fate_of_kind(k)) / vg_bits(unseen);
    return 0;
}

// Lights one of `steps` places by how little of something is left; none where there is plenty.
static void light_scarce(vg_lit **out, int place, int left, int steps)
{
    if (left < steps) vg_light(out, place + vg_between(left, 0, steps - 1), 1);
}

static void see_seat(const fate_state *s, int i, int p, uint32_t objects, vg_lit **at)
{
    int grain = s->purse == 10 ? 2 : 1;
    for (int k = FATE_SHOES; k <= FATE_HAT; k++)
        vg_light(at, AT_HAS + i * 4 + k, (objects & fate_of_kind(k)) != 0);
    vg_light_step(at, AT_OBJECTS + i * OBJECTS, s->object_count[p], OBJECTS);
    vg_light(at, AT_KINDS + i * KINDS + fate_kinds(objects), 1);
    vg_light_step(at, AT_DUST + i * DUST, s->dust[p] * grain, DUST);
    vg_light(at, AT_PURSE + i, s->dust[p] * grain);
    vg_light(at, AT_OWN + i, fate_count(objects, p));
    vg_light(at, AT_WHITES + i, fate_count(objects, FATE_WHITE));
    uint32_t tints = (objects | objects >> 5 | objects >> 10 | objects >> 15) & 31;
    vg_light(at, AT_COLOURS + i, count_bits(tints));
    vg_light(at, AT_CARDS + i, s->hand_count[p]);
    vg_light(at, AT_TURN + i, p == s->turn);
}

int fate_gist(const void *view, int viewer, vg_lit *out)
{
    const fate_state *s = view;
    vg_lit *at = out;
    if (s->first == FATE_NONE) return 0;
    int mine = 0, best = -100, nearest = 0;
    uint32_t unseen = (1u << FATE_OBJECTS) - 1, has[FATE_SEATS];
    paths ripe = see_hand(s, viewer, &at);
    for (int p = 0; p < s->seats; p++) unseen &= ~(has[p] = known(s, viewer, p));
    for (int i = 0; i < s->seats; i++) {
        int p = viewer + i < s->seats ? viewer + i : viewer + i - s->seats;
        int points = points_of(s, p, has[p]);
        see_seat(s, i, p, has[p], &at);
        if (!i) mine = points;
        if (i && points > best) best = points;
        if (s->object_count[p] > nearest) nearest = s->object_count[p];
        vg_light(&at, AT_POINTS + i, vg_between(points, -TOP, TOP));
        if (i) vg_light(&at, AT_AHEAD + i, vg_between(mine - points, -TOP, TOP));
        if (i) vg_light(&at, AT_HIDDEN + i, vg_between(s->object_count[p] - vg_bits(has[p]), 0, 4));
        vg_light(&at, AT_FOURTH + i, fourth(has[p], unseen));
        uint64_t threat = faces_to(has[p], around(ripe, s->ring_count, s->at[p]));
        vg_light(&at, AT_THREAT + i, count_bits(threat >> 32));
    }
    int asked = fate_asked(s), now = mine > best ? 2 : mine == best;
    vg_light_step(&at, AT_LEAD + vg_between(nearest, 0, PARTS - 1) * LEADS, mine - best + LEADS / 2,
                  LEADS);
    if (asked == FATE_PHASE_VOTE) vg_light(&at, AT_NOW + now, 1);
    light_scarce(&at, AT_DECK, (s->deck_count + s->discard_count) / 4, LATE);
    light_scarce(&at, AT_ROUNDS, s->cap - s->round, LATE);
    light_scarce(&at, AT_STOCK, s->object_deck_count, LATE);
    vg_frame f = s->stack.frame[s->stack.count - 1];
    if (f.seat == viewer) vg_light(&at, AT_MINE + f.phase, 1);
    if (s->turn == viewer) vg_light(&at, AT_TELLS, s->tells < 2 ? s->tells : 2);
    vg_light(&at, AT_WHITE, s->white);
    if (asked == FATE_PHASE_GIFT) vg_light(&at, AT_FRESH + (f.seat != viewer), 1);
    return (int)(at - out);
}
