// possible_fate.c: Fate e Leggende. Everything heard is gone through once, and every card is
// followed through it, with all its copies: where they can be, all of them together, as a set of
// what can be the case. What a case becomes by an event follows from what was seen of it and from
// how many cards lay in each place. A world may have no card as in no case; no hand with more cards
// of a deck than it drew from it and took out of the wood; and nobody with four kinds while the
// game goes on.
//
// Each card is judged for itself, and hands by decks: two cards, each of which can be where it is
// but not both (of two in one hand only one can have been taken from a place) are not seen.
#include "possible.h"

#include "games/fate/fate.h"

#include <stdio.h>
#include <string.h>

enum { DECKS = 2048 };

static bool single(int card) { return fate_cards[card].copies == 1; }

// Where the copies of one card can be, all of them together, as a set of what can be the case: a
// case has the place of each copy, ascending. It follows the card through everything heard.
enum { HAND, DECK = FATE_SEATS, SIGHT, WOOD, PLACES = WOOD + FATE_RING };
enum { CASES = PLACES * PLACES * PLACES };

typedef struct cases {
    int count;
    uint16_t list[CASES];
    bool has[CASES];
} cases;

typedef struct trail {
    uint64_t mark; // of what was heard so far, to tell games apart
    int count, deck, hand[FATE_SEATS], discard[FATE_KINDS];
    cases now[FATE_KINDS];
    // Of cards of one copy: the shuffle they come from, and what became of each deck's.
    int shuffles, gen[FATE_KINDS];
    int drew[FATE_SEATS][DECKS];  // any cards
    int shown[FATE_SEATS][DECKS]; // these cards
    int took[FATE_SEATS][DECKS];  // from the wood, by how many shuffles there had been
    int late[FATE_SEATS], turn;   // objects since the last checkpoint was over
} trail;

typedef struct spread {
    int copies;
    uint8_t at[PLACES]; // how many copies are where
} spread;

static int encode(const spread *c)
{
    int code = 0;
    for (int place = PLACES - 1; place >= 0; place--)
        for (int i = 0; i < c->at[place]; i++) code = code * PLACES + place;
    return code;
}

static spread decode(int code, int copies)
{
    spread c = {.copies = copies};
    for (int i = 0; i < copies; i++, code /= PLACES) c.at[code % PLACES]++;
    return c;
}

static void add_case(cases *to, const spread *c)
{
    int code = encode(c);
    if (to->has[code]) return;
    to->has[code] = true;
    to->list[to->count++] = (uint16_t)code;
}

// The card goes from a place to another, if that can be.
static void go(cases *to, spread c, int from, int place)
{
    if (!c.at[from]) return;
    c.at[from]--;
    c.at[place]++;
    add_case(to, &c);
}

// What is said of a card: 0 if nothing.
static int said(int arg) { return arg > 0 ? arg : 0; }

// One of the `size` cards of a place goes to another: `known` is which, 0 if nobody says.
static void leave(cases *to, const spread *c, int card, int known, int from, int size, int place)
{
    if (!known || known == card) go(to, *c, from, place);
    if (known != card && c->at[from] < size) add_case(to, c);
}

static void exchange_cards(cases *to, const spread *c, int card, const vg_event *e, int size)
{
    int hand = e->seat, path = WOOD + e->arg[0], given = said(e->arg[1]), taken = said(e->arg[2]);
    bool there = c->at[path];
    if (taken && there != (taken == card)) return;
    for (int gives = 0; gives < 2; gives++) {
        if (given && gives != (given == card)) continue;
        if (gives ? c->at[hand] == 0 : c->at[hand] == size) continue;
        spread then = *c;
        then.at[hand] = (uint8_t)(c->at[hand] - gives + there);
        then.at[path] = (uint8_t)gives;
        add_case(to, &then);
    }
}

// What becomes of one case by an event.
static void follow(const trail *t, cases *to, const spread *c, int card, const vg_event *e)
{
    spread then = *c;
    switch (e->kind) {
    case FATE_EVENT_FOREST: leave(to, c, card, 0, DECK, t->deck, WOOD + e->arg[0]); return;
    case FATE_EVENT_DREW: leave(to, c, card, said(e->arg[0]), DECK, t->deck, e->seat); return;
    case FATE_EVENT_SHUFFLED:
        then.at[SIGHT] = (uint8_t)(c->at[SIGHT] - t->discard[card]);
        then.at[DECK] = (uint8_t)(c->at[DECK] + t->discard[card]);
        add_case(to, &then);
        return;
    case FATE_EVENT_BEGAN:
    case FATE_EVENT_TOLD: leave(to, c, card, e->arg[1], e->seat, t->hand[e->seat], SIGHT); return;
    case FATE_EVENT_DISCARDED:
    case FATE_EVENT_PLAYED: leave(to, c, card, e->arg[0], e->seat, t->hand[e->seat], SIGHT); return;
    case FATE_EVENT_LOOKED:
        if (!said(e->arg[1]) || c->at[WOOD + e->arg[0]] == (e->arg[1] == card)) add_case(to, c);
        return;
    case FATE_EVENT_SWAPPED: exchange_cards(to, c, card, e, t->hand[e->seat]); return;
    case FATE_EVENT_EXCHANGED:
        then.at[WOOD + e->arg[0]] = c->at[WOOD + e->arg[1]];
        then.at[WOOD + e->arg[1]] = c->at[WOOD + e->arg[0]];
        add_case(to, &then);
        return;
    default: add_case(to, c); return;
    }
}

static bool moves_cards(int kind)
{
    switch (kind) {
    case FATE_EVENT_FOREST:
    case FATE_EVENT_DREW:
    case FATE_EVENT_SHUFFLED:
    case FATE_EVENT_BEGAN:
    case FATE_EVENT_TOLD:
    case FATE_EVENT_DISCARDED:
    case FATE_EVENT_PLAYED:
    case FATE_EVENT_LOOKED:
    case FATE_EVENT_SWAPPED:
    case FATE_EVENT_EXCHANGED: return true;
    default: return false;
    }
}

static void follow_all(trail *t, const vg_event *e)
{
    static cases next;
    for (int card = 1; card < FATE_CARD_COUNT; card++) {
        cases *now = &t->now[card];
        for (int i = 0; i < now->count; i++) {
            spread c = decode(now->list[i], fate_cards[card].copies);
            follow(t, &next, &c, card, e);
        }
        for (int i = 0; i < now->count; i++) now->has[now->list[i]] = false;
        now->count = next.count;
        for (int i = 0; i < next.count; i++) {
            now->has[next.list[i]] = true;
            now->list[i] = next.list[i];
            next.has[next.list[i]] = false;
        }
        next.count = 0;
    }
}

static void show(trail *t, int seat, int card)
{
    t->hand[seat]--;
    if (single(card)) t->shown[seat][t->gen[card]]++;
}

static void shuffle(trail *t, int count)
{
    t->deck += count;
    t->shuffles++;
    for (int c = 1; c < FATE_CARD_COUNT; c++)
        if (t->discard[c]) t->gen[c] = t->shuffles;
    memset(t->discard, 0, sizeof t->discard);
}

static void step(trail *t, const vg_event *e)
{
    if (moves_cards(e->kind)) follow_all(t, e);
    switch (e->kind) {
    case FATE_EVENT_FOREST: t->deck--; break;
    case FATE_EVENT_DREW:
        t->deck--;
        t->hand[e->seat]++;
        t->drew[e->seat][t->shuffles]++;
        if (e->seat != t->turn) memset(t->late, 0, sizeof t->late); // the checkpoint is over
        t->turn = e->seat;
        break;
    case FATE_EVENT_SHUFFLED: shuffle(t, e->arg[0]); break;
    case FATE_EVENT_SWAPPED: t->took[e->seat][t->shuffles]++; break;
    case FATE_EVENT_BEGAN:
    case FATE_EVENT_TOLD: show(t, e->seat, e->arg[1]); break;
    case FATE_EVENT_DISCARDED:
    case FATE_EVENT_PLAYED:
        show(t, e->seat, e->arg[0]);
        t->discard[e->arg[0]]++;
        break;
    case FATE_EVENT_UNRAVELED:
    case FATE_EVENT_CHAPTER: t->discard[e->arg[1]]++; break;
    case FATE_EVENT_GIFT: t->late[e->seat]++; break;
    default: break;
    }
}

static uint64_t mark_of(const vg_event *heard, int count)
{
    uint64_t mark = 14695981039346656037u;
    for (int i = 0; i < count; i++) {
        const vg_event *e = &heard[i];
        mark = (mark ^ (uint64_t)(e->kind << 8 | e->seat)) * 1099511628211u;
        for (int k = 0; k < 4; k++) mark = (mark ^ (uint64_t)e->arg[k]) * 1099511628211u;
    }
    return mark;
}

// Goes on from where it was when it was last asked of this game.
static const trail *retell(const witness *w)
{
    static trail trails[FATE_SEATS + 1];
    trail *t = &trails[w->seat < 0 ? FATE_SEATS : w->seat];
    if (!t->count || t->count > w->count || mark_of(w->heard, t->count) != t->mark) {
        memset(t, 0, sizeof *t);
        t->turn = -1;
        for (int card = 1; card < FATE_CARD_COUNT; card++) {
            spread c = {.copies = fate_cards[card].copies};
            c.at[DECK] = fate_cards[card].copies;
            t->deck += fate_cards[card].copies;
            add_case(&t->now[card], &c);
        }
    }
    for (; t->count < w->count && t->shuffles < DECKS - 1; t->count++) step(t, &w->heard[t->count]);
    t->mark = mark_of(w->heard, t->count);
    return t;
}

static const char *judge_card(const trail *t, const fate_state *s, int card)
{
    spread c = {.copies = fate_cards[card].copies};
    c.at[DECK] = s->deck[card];
    for (int p = 0; p < s->seats; p++)
        for (int i = 0; i < s->hand_count[p]; i++)
            c.at[p] = (uint8_t)(c.at[p] + (s->hand[p][i] == card));
    for (int i = 0; i < s->ring_count; i++) c.at[WOOD + i] = s->ring[i] == card;
    int hidden = 0;
    for (int place = 0; place < PLACES; place++) hidden += c.at[place];
    c.at[SIGHT] = (uint8_t)(c.copies - hidden);
    if (t->now[card].has[encode(&c)]) return NULL;
    static char why[80];
    snprintf(why, sizeof why, "%s cannot have come there", fate_cards[card].slug);
    return why;
}

// How many cards of one copy, of deck `g`, a rival can hold at most.
static int most(const trail *t, int seat, int g)
{
    int n = t->drew[seat][g] - t->shown[seat][g];
    for (int later = g; later <= t->shuffles; later++) n += t->took[seat][later];
    return n;
}

static const char *judge_seat(const trail *t, const fate_state *s, int seat)
{
    int held[DECKS];
    memset(held, 0, sizeof held[0] * (size_t)(t->shuffles + 1));
    for (int i = 0; i < s->hand_count[seat]; i++)
        if (single(s->hand[seat][i])) held[t->gen[s->hand[seat][i]]]++;
    for (int g = 0; g <= t->shuffles; g++)
        if (held[g] > most(t, seat, g)) return "a hand holds more of a deck than it drew";
    if (!t->late[seat] && fate_four_kinds(s->object[seat]) && s->ending == FATE_GOING_ON)
        return "somebody had the four kinds and the game went on";
    return NULL;
}

const char *possible_fate(const witness *w, const void *world)
{
    const trail *t = retell(w);
    if (t->count < w->count) return NULL; // too long to tell
    const char *wrong = NULL;
    for (int card = 1; card < FATE_CARD_COUNT && !wrong; card++) wrong = judge_card(t, world, card);
    for (int p = 0; p < ((const fate_state *)world)->seats && !wrong; p++)
        if (p != w->seat) wrong = judge_seat(t, world, p);
    return wrong;
}
