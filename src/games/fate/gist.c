// gist.c: what stories, dust and objects of Fate e Leggende come to, for who learns from positions
// as numbers.
//
// Of every seat its points and objects as far as the viewer knows them, and how much of its dust is
// spent, for a purse spent in full is an object; of the viewer what its cards could tell where it
// stands, and by how many faces of the die it could get to where they can be told; how far it is
// ahead of the best of the others, by how near somebody is to the end.
#include "engine/gist.h"
#include "games/fate/fate.h"

enum {
    TOP = 16,                                     // points: more count the same
    OBJECTS = 7,                                  // 0 to 6 or more
    KINDS = 5,                                    // 0 to 4
    DUST = 9,                                     // in hand: eighths of the purse
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
    AT_CARDS = AT_DUST + FATE_SEATS * DUST,       // [seat] cards in hand
    AT_TURN = AT_CARDS + FATE_SEATS,              // [seat]
    AT_LEAD = AT_TURN + FATE_SEATS,               // [part, lead]
    AT_NOW = AT_LEAD + PARTS * LEADS,             // were it over: lost, level, won; while they vote
    AT_HERE = AT_NOW + 6, // where the viewer stands its cards can: open, go on, complete, spend all
    AT_GO_ON = AT_HERE + 4,                  // [value] it can go on with
    AT_ENDS = AT_GO_ON + TOLD,               // [colour] of the story it can complete here
    AT_REACH = AT_ENDS + FATE_COLOURS,       // [tell, complete, spend all][faces] that lead there
    AT_OPEN = AT_REACH + 3 * FACES,          // [colour] stories
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
    {"cards", FATE_SEATS, FATE_HAND, 1},
    {"turn", FATE_SEATS, 1, 1},
    {"lead", PARTS *LEADS, 1, 1},
    {"now", 6, 1, 1},
    {"here", 4, 1, 1},
    {"go on", TOLD, 1, 1},
    {"ends", FATE_COLOURS, 1, 1},
    {"reach", 3 * FACES, 1, 1},
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

static void read_stories(const fate_state *s, story out[FATE_RING], vg_lit **lit)
{
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
        ripe[colour] += vg_bits((uint32_t)(FATE_ALL_VALUES & ~t->values)) == 1;
    }
    for (int c = 1; c < FATE_COLOURS; c++) {
        vg_light(lit, AT_OPEN + c, open[c]);
        vg_light(lit, AT_RIPE + c, ripe[c]);
    }
    vg_light(lit, AT_REPEATS, repeats < TOP ? repeats : TOP);
}

// What cards can do at a path card.
enum { OPENS = 1, GOES_ON = 2, COMPLETES = 4, SPENDS = 8 };

// What a card can do there; `with` gets the values it can go on with (bits).
static int use(const fate_state *s, const story *t, const fate_card_def *d, int dust,
               uint32_t *with)
{
    if (!t->length) {
        bool opens = !d->value || d->value == 1 || d->value == 5;
        int cost = d->value ? d->value : 5;
        return opens ? OPENS | (cost >= dust ? SPENDS : 0) : 0;
    }
    if (t->bar ? !(d->bars & t->bar) : !d->bars) return 0;
    uint32_t fits = t->bar ? 7u << t->last >> 1 & FATE_ALL_VALUES : FATE_ALL_VALUES;
    if (d->value) fits &= 1u << d->value;
    int can = 0;
    *with |= fits;
    for (; fits; fits &= fits - 1) {
        int value = vg_lowest(fits);
        bool ends = (t->values | 1u << value) == FATE_ALL_VALUES;
        int cost = value + (ends && !s->optional ? t->length + 1 : 0);
        can |= (ends ? COMPLETES : GOES_ON) | (cost >= dust ? SPENDS : 0);
    }
    return can;
}

static void see_hand(const fate_state *s, int viewer, const story *story_at, vg_lit **out)
{
    const fate_card_def *card[FATE_HAND];
    int tellable = 0, colour[FATE_COLOURS] = {0}, value[TOLD] = {0};
    for (int i = 0; i < s->hand_count[viewer]; i++) {
        const fate_card_def *d = fate_def(s, s->hand[viewer][i]);
        if (!d->bars) {
            vg_light(out, AT_EFFECT + d->effect, 1);
            continue;
        }
        card[tellable++] = d;
        value[d->value]++;
        for (int c = 1; c < FATE_COLOURS; c++) colour[c] += d->bars >> c & 1;
    }
    for (int c = 1; c < FATE_COLOURS; c++)
        vg_light(out, AT_COLOUR + c, vg_between(colour[c], 0, 4));
    for (int v = 0; v < TOLD; v++) vg_light(out, AT_VALUE + v, vg_between(value[v], 0, 4));
    int at = s->at[viewer], faces[3] = {0};
    uint8_t can[FATE_RING] = {0};
    uint32_t with = 0;
    for (int path = 0; path < s->ring_count; path++)
        for (int i = 0; i < tellable; i++) {
            uint32_t here = 0;
            can[path] |= (uint8_t)use(s, &story_at[path], card[i], s->dust[viewer], &here);
            if (path == at) with |= here;
        }
    for (int die = 1; die <= 6; die++) {
        int there = can[fate_step(s, at, die)] | can[fate_step(s, at, -die)];
        faces[0] += (there & (OPENS | GOES_ON | COMPLETES)) != 0;
        faces[1] += (there & COMPLETES) != 0;
        faces[2] += (there & SPENDS) != 0;
    }
    for (int i = 0; i < 3; i++) vg_light(out, AT_REACH + i * FACES + faces[i], 1);
    for (int i = 0; i < 4; i++) vg_light(out, AT_HERE + i, can[at] >> i & 1);
    for (int v = 1; v < TOLD; v++) vg_light(out, AT_GO_ON + v, (int)(with >> v & 1));
    if (can[at] & COMPLETES) vg_light(out, AT_ENDS + s->story_colour[at], 1);
}

int fate_gist(const void *view, int viewer, vg_lit *out)
{
    const fate_state *s = view;
    vg_lit *at = out;
    if (s->first == FATE_NONE) return 0;
    int mine = 0, best = -100, nearest = 0;
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
        vg_light_step(&at, AT_DUST + i * DUST, s->dust[p] * (DUST - 1) / (s->purse ? s->purse : 1),
                      DUST);
        vg_light(&at, AT_CARDS + i, s->hand_count[p]);
        vg_light(&at, AT_TURN + i, p == s->turn);
    }
    story story_at[FATE_RING];
    read_stories(s, story_at, &at);
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
