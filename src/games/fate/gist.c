// gist.c: what stories, dust and objects of Fate e Leggende come to, for who learns from positions
// as numbers.
//
// Of every seat its points and objects as far as the viewer knows them, and its dust, for a purse
// spent in full is an object; of the viewer what its cards could tell where it stands, by how many
// faces of the die it could get to where they can be told, and what that would bring; how far it is
// ahead of the best of the others, by how near somebody is to the end.
#include "engine/gist.h"
#include "games/fate/fate.h"

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
    AT_UP = AT_HAS + FATE_SEATS * 4,              // [kind] the viewer's, face up
    AT_DUST = AT_UP + 4,                          // [seat, dust] in hand
    AT_PURSE = AT_DUST + FATE_SEATS * DUST,       // [seat] the same as a count
    AT_OWN = AT_PURSE + FATE_SEATS,               // [seat] objects of its own colour
    AT_WHITES = AT_OWN + FATE_SEATS,              // [seat]
    AT_COLOURS = AT_WHITES + FATE_SEATS,          // [seat] different ones among its objects
    AT_FOURTH = AT_COLOURS + FATE_SEATS, // [seat] lacks one kind: sixteenths that an object is it
    AT_THREAT = AT_FOURTH + FATE_SEATS,  // [seat] faces that lead to a story that lacks one value
    AT_CARDS = AT_THREAT + FATE_SEATS,   // [seat] cards in hand
    AT_TURN = AT_CARDS + FATE_SEATS,     // [seat]
    AT_LEAD = AT_TURN + FATE_SEATS,      // [part, lead]
    AT_NOW = AT_LEAD + PARTS * LEADS,    // were it over: lost, level, won; while they vote
    AT_HERE = AT_NOW + 6, // where the viewer stands its cards can: open, go on, complete, spend all
    AT_GO_ON = AT_HERE + 4,                  // [value] it can go on with
    AT_ENDS = AT_GO_ON + TOLD,               // [colour] of the story it can complete here
    AT_REACH = AT_ENDS + FATE_COLOURS,       // [tell, complete, spend all][faces] that lead there
    AT_BRINGS = AT_REACH + 3 * FACES,        // [stage] gain still to come, see read_gain
    AT_GAIN = AT_BRINGS + STAGES,            // [stage, step] the same by steps
    AT_FIT = AT_GAIN + STAGES * GAINS,       // cards that go on with some story
    AT_FINISH = AT_FIT + 1,                  // ... that complete one
    AT_BEST = AT_FINISH + 1,                 // most that a card brings anywhere
    AT_OPEN = AT_BEST + 1,                   // [colour] stories
    AT_RIPE = AT_OPEN + FATE_COLOURS,        // [colour] stories that lack one value
    AT_REPEATS = AT_RIPE + FATE_COLOURS,     // cards whose value their story had already
    AT_COLOUR = AT_REPEATS + 1,              // [colour] cards in hand
    AT_VALUE = AT_COLOUR + FATE_COLOURS,     // [value] in hand, 0: jokers
    AT_EFFECT = AT_VALUE + TOLD,             // [effect] in hand
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
    {"up", 4, 1, 1},
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
    {"now", 6, 1, 1},
    {"here", 4, 1, 1},
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
    int own = vg_bits(objects & fate_of_tint(p));
    int points = 2 * s->gold[p] - s->marks[p] + 2 * s->object_count[p] + 2 * own;
    points += (s->white ? 1 : -1) * vg_bits(objects & fate_of_tint(FATE_WHITE));
    if (own == 4) points += 5;
    if (vg_bits(objects) >= 4 && fate_ladder(objects)) points += 3;
    return points;
}

// A story as far as cards of a hand care.
typedef struct story {
    uint8_t bar, last, values, length;
} story;

// Gives where a card of one more value completes a story (bits).
static uint32_t read_stories(const fate_state *s, story out[FATE_RING], vg_lit **lit)
{
    uint32_t lacking = 0;
    int open[FATE_COLOURS] = {0}, ripe[FATE_COLOURS] = {0}, repeats = 0;
    for (int path = 0, start = 0; path < s->ring_count; start += s->story_length[path++]) {
        story *t = &out[path];
        *t = (story){.length = s->story_length[path]};
        int colour = s->story_colour[path];
        if (!colour) continue;
        t->bar = (uint8_t)(1u << colour);
        for (int i = start; i < start + t->length; i++) {
            t->last = s->told[i].value;
            repeats += t->values >> t->last & 1;
            t->values |= (uint8_t)(1u << t->last);
        }
        open[colour]++;
        uint32_t lacks = FATE_ALL_VALUES & ~(uint32_t)t->values;
        bool one = !(lacks & (lacks - 1));
        ripe[colour] += one;
        lacking |= (uint32_t)one << path;
    }
    for (int c = 1; c < FATE_COLOURS; c++) {
        vg_light(lit, AT_OPEN + c, open[c]);
        vg_light(lit, AT_RIPE + c, ripe[c]);
    }
    vg_light(lit, AT_REPEATS, repeats < TOP ? repeats : TOP);
    return lacking;
}

// How far a seat can go with a die of 0, in both directions: bit 3 is staying put.
static uint32_t strides(uint32_t objects)
{
    uint32_t far = 1u << 3;
    if (objects & fate_of_kind(FATE_SHOES)) far |= far << 1 | far >> 1;
    if (objects & fate_of_kind(FATE_WINGS)) far |= far << 2 | far >> 2;
    return far;
}
enum { FAR = 10 }; // no stride is longer than 9, and no ring shorter than 10

// Path cards (bits) as they lie from one of them: bit n: n steps from it, either way.
static uint32_t around(uint32_t paths, int ring, int from)
{
    uint32_t back = 0, twice = paths | paths << ring;
    for (uint32_t left = paths; left; left &= left - 1) back |= 1u << (ring - 1 - vg_lowest(left));
    back |= back << ring;
    return (twice >> from | back >> (ring - 1 - from)) & ((1u << FAR) - 1);
}

// By how many faces of the die strides lead there.
static int faces_to(uint32_t far, uint32_t there)
{
    int faces = 0;
    for (int die = 1; die <= 6; die++) faces += (far << die >> 3 & there) != 0;
    return faces;
}

// What cards can do at a path card.
enum { OPENS = 1, GOES_ON = 2, COMPLETES = 4, SPENDS = 8 };

// The best there is to do at a path card.
typedef struct chance {
    uint8_t can;      // OPENS...
    uint8_t gain;     // most a legend brings there
    uint8_t with;     // values a story can go on with (bits)
    uint8_t fit, end; // cards that go on with it, that complete it (bits)
} chance;

// Telling costs so much there and completes a story of this colour, FATE_NO_COLOUR: none.
static void weigh(const fate_state *s, int dust, int cost, int colour, chance *out)
{
    static const uint8_t reward[FATE_COLOURS] = {0, 18, 20, 10};
    int spent = cost < dust ? cost : dust;
    int gain = spent * (DUST - 1) / (s->purse ? s->purse : 1) + reward[colour];
    if (cost >= dust) out->can |= SPENDS;
    if (gain > out->gain) out->gain = (uint8_t)(gain < GAIN ? gain : GAIN);
}

static void open_with(const fate_state *s, const fate_card_def *d, int dust, chance *out)
{
    bool opens = !d->value || d->value == 1 || d->value == 5;
    if (!opens) return;
    out->can |= OPENS;
    weigh(s, dust, d->value ? d->value : 5, FATE_NO_COLOUR, out);
}

// What the `i`th card can do for a story.
static void go_on_with(const fate_state *s, const story *t, int colour, int i,
                       const fate_card_def *d, int dust, chance *out)
{
    if (t->bar ? !(d->bars & t->bar) : !d->bars) return;
    uint32_t fits = t->bar ? 7u << t->last >> 1 & FATE_ALL_VALUES : FATE_ALL_VALUES;
    if (d->value) fits &= 1u << d->value;
    if (!fits) return;
    out->with |= (uint8_t)fits;
    out->fit |= (uint8_t)(1u << i);
    for (; fits; fits &= fits - 1) {
        int value = vg_lowest(fits);
        bool ends = (t->values | 1u << value) == FATE_ALL_VALUES;
        out->can |= ends ? COMPLETES : GOES_ON;
        if (ends) out->end |= (uint8_t)(1u << i);
        weigh(s, dust, value + (ends && !s->optional ? t->length + 1 : 0), ends ? colour : 0, out);
    }
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

// What there is to do by each face of the die, and what it brings at the viewer's stage.
static void see_reach(const fate_state *s, int viewer, const chance *of, vg_lit **out)
{
    static const uint8_t wanted[3] = {OPENS | GOES_ON | COMPLETES, COMPLETES, SPENDS};
    int ring = s->ring_count, at = s->at[viewer], die = 0, brings = 0;
    int stage = stage_of(s, viewer, &die);
    uint32_t far = strides(fate_owned(s, viewer));
    for (int i = 0; i < 3; i++) {
        uint32_t there = 0;
        for (int path = 0; path < ring; path++)
            there |= (uint32_t)((of[path].can & wanted[i]) != 0) << path;
        vg_light(out, AT_REACH + i * FACES + faces_to(far, around(there, ring, at)), 1);
    }
    if (stage == HERE) {
        brings = of[at].gain;
    } else {
        uint8_t gain[FAR];
        for (int n = 0, up = at, down = at; n < FAR; n++) {
            gain[n] = of[up].gain > of[down].gain ? of[up].gain : of[down].gain;
            up = up + 1 < ring ? up + 1 : 0;
            down = down ? down - 1 : ring - 1;
        }
        for (int face = 1; face <= 6; face++) {
            int most = 0;
            if (stage == ROLLED && face != die) continue;
            for (uint32_t to = far << face >> 3; to; to &= to - 1)
                if (gain[vg_lowest(to)] > most) most = gain[vg_lowest(to)];
            brings += most;
        }
        if (stage != ROLLED) brings /= 6;
    }
    vg_light(out, AT_BRINGS + stage, brings);
    vg_light_step(out, AT_GAIN + stage * GAINS, (brings + 2) / 3, GAINS);
}

static void see_hand(const fate_state *s, int viewer, const story *story_at, vg_lit **out)
{
    const fate_card_def *card[FATE_HAND];
    int tellable = 0, colour[FATE_COLOURS] = {0}, value[TOLD] = {0}, dust = s->dust[viewer];
    chance of[FATE_RING] = {{0}}, opening = {0};
    for (int i = 0; i < s->hand_count[viewer]; i++) {
        const fate_card_def *d = fate_def(s, s->hand[viewer][i]);
        if (!d->bars) {
            vg_light(out, AT_EFFECT + d->effect, 1);
            continue;
        }
        card[tellable++] = d;
        value[d->value]++;
        for (int c = 1; c < FATE_COLOURS; c++) colour[c] += d->bars >> c & 1;
        open_with(s, d, dust, &opening);
    }
    for (int c = 1; c < FATE_COLOURS; c++)
        vg_light(out, AT_COLOUR + c, vg_between(colour[c], 0, 4));
    for (int v = 0; v < TOLD; v++) vg_light(out, AT_VALUE + v, vg_between(value[v], 0, 4));
    uint32_t fit = 0, end = 0;
    int best = 0;
    for (int path = 0; path < s->ring_count; path++) {
        chance *c = &of[path];
        if (!story_at[path].length) *c = opening;
        for (int i = 0; story_at[path].length && i < tellable; i++)
            go_on_with(s, &story_at[path], s->story_colour[path], i, card[i], dust, c);
        fit |= c->fit;
        end |= c->end;
        if (c->gain > best) best = c->gain;
    }
    const chance *here = &of[s->at[viewer]];
    for (int i = 0; i < 4; i++) vg_light(out, AT_HERE + i, here->can >> i & 1);
    for (int v = 1; v < TOLD; v++) vg_light(out, AT_GO_ON + v, here->with >> v & 1);
    if (here->end) vg_light(out, AT_ENDS + s->story_colour[s->at[viewer]], 1);
    vg_light(out, AT_FIT, vg_between(vg_bits(fit), 0, 4));
    vg_light(out, AT_FINISH, vg_between(vg_bits(end), 0, 4));
    vg_light(out, AT_BEST, best);
    see_reach(s, viewer, of, out);
}

// How likely an object is of the kind a seat still lacks, in sixteenths; 0: it lacks none, or more.
static int fourth(uint32_t objects, uint32_t unseen)
{
    int lacks = -1, count = vg_bits(unseen);
    for (int k = FATE_SHOES; k <= FATE_HAT; k++) {
        if (objects & fate_of_kind(k)) continue;
        if (lacks >= 0) return 0;
        lacks = k;
    }
    return lacks < 0 || !count ? 0 : 16 * vg_bits(unseen & fate_of_kind(lacks)) / count;
}

int fate_gist(const void *view, int viewer, vg_lit *out)
{
    const fate_state *s = view;
    vg_lit *at = out;
    if (s->first == FATE_NONE) return 0;
    int mine = 0, best = -100, nearest = 0;
    uint32_t unseen = (1u << FATE_OBJECTS) - 1;
    story story_at[FATE_RING];
    uint32_t lacking = read_stories(s, story_at, &at);
    for (int p = 0; p < s->seats; p++) unseen &= ~known(s, viewer, p);
    for (int i = 0; i < s->seats; i++) {
        int p = viewer + i < s->seats ? viewer + i : viewer + i - s->seats;
        uint32_t objects = known(s, viewer, p);
        int points = points_of(s, p, objects), kinds = 0;
        for (int k = FATE_SHOES; k <= FATE_HAT; k++) {
            bool has = objects & fate_of_kind(k);
            kinds += has;
            vg_light(&at, AT_HAS + i * 4 + k, has);
            if (!i) vg_light(&at, AT_UP + k, (s->object_up[p] & fate_of_kind(k)) != 0);
        }
        if (!i) mine = points;
        if (i && points > best) best = points;
        if (s->object_count[p] > nearest) nearest = s->object_count[p];
        vg_light(&at, AT_POINTS + i, vg_between(points, -TOP, TOP));
        if (i) vg_light(&at, AT_AHEAD + i, vg_between(mine - points, -TOP, TOP));
        vg_light_step(&at, AT_OBJECTS + i * OBJECTS, s->object_count[p], OBJECTS);
        vg_light(&at, AT_KINDS + i * KINDS + kinds, 1);
        vg_light(&at, AT_HIDDEN + i, vg_between(s->object_count[p] - vg_bits(objects), 0, 4));
        int dust = s->dust[p] * (DUST - 1) / (s->purse ? s->purse : 1);
        vg_light_step(&at, AT_DUST + i * DUST, dust, DUST);
        vg_light(&at, AT_PURSE + i, dust);
        vg_light(&at, AT_OWN + i, fate_count(objects, p));
        vg_light(&at, AT_WHITES + i, fate_count(objects, FATE_WHITE));
        uint32_t tints = (objects | objects >> 5 | objects >> 10 | objects >> 15) & 31;
        vg_light(&at, AT_COLOURS + i, vg_bits(tints));
        vg_light(&at, AT_FOURTH + i, fourth(objects, unseen));
        vg_light(&at, AT_THREAT + i,
                 faces_to(strides(objects), around(lacking, s->ring_count, s->at[p])));
        vg_light(&at, AT_CARDS + i, s->hand_count[p]);
        vg_light(&at, AT_TURN + i, p == s->turn);
    }
    see_hand(s, viewer, story_at, &at);
    int asked = fate_asked(s), now = mine > best ? 2 : mine == best;
    vg_light_step(&at, AT_LEAD + vg_between(nearest, 0, PARTS - 1) * LEADS, mine - best + LEADS / 2,
                  LEADS);
    vg_light(&at, AT_NOW + (asked == FATE_PHASE_VOTE ? 3 : 0) + now, 1);
    vg_light_step(&at, AT_DECK, (s->deck_count + s->discard_count) / 4, LATE);
    vg_light_step(&at, AT_ROUNDS, s->cap - s->round, LATE);
    vg_light_step(&at, AT_STOCK, s->object_deck_count, LATE);
    vg_frame f = s->stack.frame[s->stack.count - 1];
    if (f.seat == viewer) vg_light(&at, AT_MINE + f.phase, 1);
    if (s->turn == viewer) vg_light(&at, AT_TELLS, s->tells < 2 ? s->tells : 2);
    vg_light(&at, AT_WHITE, s->white);
    if (asked == FATE_PHASE_GIFT) vg_light(&at, AT_FRESH + (f.seat != viewer), 1);
    return (int)(at - out);
}
