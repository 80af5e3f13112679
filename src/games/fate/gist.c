// gist.c: what stories, dust and objects of Fate e Leggende come to, for who learns from positions
// as numbers.
//
// Of every seat its points and objects as far as the viewer knows them, and its dust, for a purse
// spent in full is an object; of the viewer what its cards could tell where it stands, by how many
// faces of the die it could get to where they can be told, and what that would bring; how far it is
// ahead of the best of the others, by how near somebody is to the end.
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

// A story as far as cards of a hand care.
typedef struct story {
    uint8_t path, colour, bar, last, values, length;
    uint8_t lacks; // the value it lacks (a bit) if it is one
} story;
typedef struct stories {
    int count;
    story of[FATE_RING];
    uint32_t paths, ripe; // where there are any, where they lack one value (bits)
} stories;

static void read_stories(const fate_state *s, stories *out, vg_lit **lit)
{
    int open[FATE_COLOURS] = {0}, ripe[FATE_COLOURS] = {0}, repeats = 0;
    const fate_told *told = s->told;
    out->count = 0;
    out->paths = out->ripe = 0;
    for (int path = 0; path < s->ring_count; path++) {
        int length = s->story_length[path], colour = s->story_colour[path];
        if (!length) continue;
        story *t = &out->of[out->count++];
        *t = (story){.path = (uint8_t)path, .colour = (uint8_t)colour, .length = (uint8_t)length};
        out->paths |= 1u << path;
        const fate_told *end = told + length;
        if (!colour) told = end; // a lone joker without dust
        for (; told < end; told++) {
            t->last = told->value;
            repeats += t->values >> t->last & 1;
            t->values |= (uint8_t)(1u << t->last);
        }
        if (!colour) continue;
        uint32_t lacks = FATE_ALL_VALUES & ~(uint32_t)t->values;
        bool one = !(lacks & (lacks - 1));
        t->bar = (uint8_t)(1u << colour);
        t->lacks = one ? (uint8_t)lacks : 0;
        open[colour]++;
        ripe[colour] += one;
        out->ripe |= (uint32_t)one << path;
    }
    for (int c = 1; c < FATE_COLOURS; c++) {
        vg_light(lit, AT_OPEN + c, open[c]);
        vg_light(lit, AT_RIPE + c, ripe[c]);
    }
    vg_light(lit, AT_REPEATS, repeats < TOP ? repeats : TOP);
}

// ---- how far the die leads ---------------------------------------------------------------

enum { FAR = 10, BELOW = 3 }; // no stride is longer than 9, and no ring shorter than 10

// Path cards (bits) as they lie around one of them: bit n: n steps from it, either way.
static uint32_t around(uint32_t paths, int ring, int from)
{
    uint32_t back = paths;
    back = (back & 0x5555) << 1 | (back >> 1 & 0x5555);
    back = (back & 0x3333) << 2 | (back >> 2 & 0x3333);
    back = (back & 0x0f0f) << 4 | (back >> 4 & 0x0f0f);
    back = ((back & 0x00ff) << 8 | back >> 8) >> (16 - ring);
    paths |= paths << ring;
    back |= back << ring;
    return (paths >> from | back >> (ring - 1 - from)) & ((1u << FAR) - 1);
}

// By how many faces of the die a seat with these objects gets there.
static int faces_to(uint32_t objects, uint32_t there)
{
    there <<= BELOW; // on the way it may be below zero
    if (objects & fate_of_kind(FATE_SHOES)) there |= there << 1 | there >> 1;
    if (objects & fate_of_kind(FATE_WINGS)) there |= there << 2 | there >> 2;
    return vg_bits(there >> (BELOW + 1) & 63);
}

// ---- what the hand is good for -----------------------------------------------------------

// What the viewer's cards can do, by path card.
typedef struct chances {
    uint32_t tells, ends, spends; // where something can be told, completed, all dust be spent
    uint8_t gain[FATE_RING];      // most a legend brings there
} chances;

// Telling costs so much there.
static void weigh(chances *out, int path, int dust, int cost, int reward, int grain)
{
    int gain = (cost < dust ? cost : dust) * grain + reward;
    if (gain > GAIN) gain = GAIN;
    if (gain > out->gain[path]) out->gain[path] = (uint8_t)gain;
    out->tells |= 1u << path;
    out->spends |= (uint32_t)(cost >= dust) << path;
}

// What a card can do for a story: the values it can have there (bits).
static uint32_t go_on_with(const fate_state *s, const story *t, const fate_card_def *d, int dust,
                           int grain, chances *out)
{
    static const uint8_t reward[FATE_COLOURS] = {0, 18, 20, 10};
    if (t->bar && !(d->bars & t->bar)) return 0;
    uint32_t fits = t->bar ? 7u << t->last >> 1 & FATE_ALL_VALUES : FATE_ALL_VALUES;
    if (d->value) fits &= 1u << d->value;
    uint32_t on = fits & ~(uint32_t)t->lacks;
    if (on) weigh(out, t->path, dust, 31 - __builtin_clz(on), 0, grain);
    if (fits & t->lacks) {
        int cost = vg_lowest(t->lacks) + (s->optional ? 0 : t->length + 1);
        weigh(out, t->path, dust, cost, reward[t->colour], grain);
        out->ends |= 1u << t->path;
    }
    return fits;
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
    int ring = s->ring_count, up = s->at[viewer], down = up;
    uint8_t gain[BELOW + FAR + BELOW] = {0};
    uint32_t objects = fate_owned(s, viewer);
    for (int n = 0; n < FAR; n++) {
        gain[BELOW + n] = of->gain[up] > of->gain[down] ? of->gain[up] : of->gain[down];
        up = up + 1 < ring ? up + 1 : 0;
        down = down ? down - 1 : ring - 1;
    }
    if (objects & fate_of_kind(FATE_SHOES)) spread(gain, 1);
    if (objects & fate_of_kind(FATE_WINGS)) spread(gain, 2);
    memcpy(out, gain + BELOW, 7);
}

static void see_reach(const fate_state *s, int viewer, const chances *of, vg_lit **out)
{
    int ring = s->ring_count, at = s->at[viewer], die = 0, brings = 0;
    int stage = stage_of(s, viewer, &die);
    uint32_t objects = fate_owned(s, viewer);
    const uint32_t there[3] = {of->tells, of->ends, of->spends};
    for (int i = 0; i < 3; i++)
        vg_light(out, AT_REACH + i * FACES + faces_to(objects, around(there[i], ring, at)), 1);
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

static bool any_free(const fate_state *s, uint32_t colours)
{
    for (; colours; colours &= colours - 1)
        if (fate_slot_free(s, vg_lowest(colours))) return true;
    return false;
}

static void see_hand(const fate_state *s, int viewer, const stories *st, vg_lit **out)
{
    int colour[FATE_COLOURS] = {0}, value[TOLD] = {0}, dust = s->dust[viewer], at = s->at[viewer];
    int grain = s->purse == 10 ? 2 : 1, fit = 0, finish = 0, best = 0;
    uint32_t with = 0, opener[2] = {0}; // colours a story can be begun in for 5, for 1
    chances of = {0};
    for (int i = 0; i < s->hand_count[viewer]; i++) {
        const fate_card_def *d = fate_def(s, s->hand[viewer][i]);
        if (!d->bars) {
            vg_light(out, AT_EFFECT + d->effect, 1);
            continue;
        }
        value[d->value]++;
        for (int c = 1; c < FATE_COLOURS; c++) colour[c] += d->bars >> c & 1;
        opener[0] |= !d->value || d->value == 5 ? d->bars : 0;
        opener[1] |= d->value == 1 ? d->bars : 0;
        bool fits = false, ends = false;
        for (int k = 0; k < st->count; k++) {
            const story *t = &st->of[k];
            uint32_t as = go_on_with(s, t, d, dust, grain, &of);
            fits = fits || as;
            ends = ends || as & t->lacks;
            if (t->path == at) with |= as;
        }
        fit += fits;
        finish += ends;
    }
    int opens = any_free(s, opener[0]) ? 5 : any_free(s, opener[1]) ? 1 : 0;
    if (opens)
        for (int path = 0; path < s->ring_count; path++)
            if (!(st->paths >> path & 1)) weigh(&of, path, dust, opens, 0, grain);
    for (int path = 0; path < s->ring_count; path++)
        if (of.gain[path] > best) best = of.gain[path];
    for (int c = 1; c < FATE_COLOURS; c++)
        vg_light(out, AT_COLOUR + c, vg_between(colour[c], 0, 4));
    for (int v = 0; v < TOLD; v++) vg_light(out, AT_VALUE + v, vg_between(value[v], 0, 4));
    for (int v = 1; v < TOLD; v++) vg_light(out, AT_GO_ON + v, (int)(with >> v & 1));
    vg_light(out, AT_HERE, (int)(of.tells >> at & 1));
    vg_light(out, AT_HERE + 1, (int)(of.spends >> at & 1));
    if (of.ends >> at & 1) vg_light(out, AT_ENDS + s->story_colour[at], 1);
    vg_light(out, AT_FIT, vg_between(fit, 0, 4));
    vg_light(out, AT_FINISH, vg_between(finish, 0, 4));
    vg_light(out, AT_BEST, best);
    see_reach(s, viewer, &of, out);
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
    vg_light(at, AT_COLOURS + i, vg_bits(tints));
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
    stories st;
    read_stories(s, &st, &at);
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
        vg_light(&at, AT_THREAT + i, faces_to(has[p], around(st.ripe, s->ring_count, s->at[p])));
    }
    see_hand(s, viewer, &st, &at);
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
