// possible_fate.c: Fate e Leggende. Of every legend, and of most interruptions, there is one copy
// and the discards are open, so it is known with which shuffle it went into the deck. Everything
// heard is gone through once: what each seat drew from which deck, showed, took out of the wood;
// when each card of the wood was laid there; and which cards the witness knew that others took. A
// world may hold no such card where by all this it cannot have got. (Which card a rival left in the
// wood nobody sees, so a hand and the places its owner exchanged are judged by how much they can
// hold of a deck at most. Cards of which there are several alike get the benefit of the doubt.)
#include "possible.h"

#include "games/fate/fate.h"

#include <string.h>

enum { DECKS = 2048 };

typedef struct past {
    const witness *w;
    int shuffles;
    uint8_t discard[FATE_KINDS];
    int gen[FATE_KINDS];     // the shuffle a legend comes from
    int laid[FATE_RING];     // how many shuffles there had been when this path card was laid
    bool first[FATE_RING];   // it has lain there from the start
    uint8_t sees[FATE_RING]; // what the witness knows to lie there
    struct spied {
        uint32_t hands, ring;
        bool known;
    } spied[FATE_KINDS];
    int drew[FATE_SEATS][DECKS];  // from each deck
    int shown[FATE_SEATS][DECKS]; // legends of each deck
    int took[FATE_SEATS][DECKS];  // from the wood, by how many shuffles there had been
    int late[FATE_SEATS], hand[FATE_SEATS];
    int turn;
} past;

static bool single(int card) { return fate_cards[card].copies == 1; }

static void discard(past *t, int card) { t->discard[card]++; }

static void show(past *t, int seat, int card)
{
    if (--t->hand[seat] == 0)
        for (int c = 1; c < FATE_CARD_COUNT; c++) t->spied[c].hands &= ~(1u << seat);
    if (!single(card)) return;
    t->shown[seat][t->gen[card]]++;
    t->spied[card].known = false;
}

static void shuffle(past *t)
{
    t->shuffles++;
    for (int c = 1; c < FATE_CARD_COUNT; c++)
        if (t->discard[c]) t->gen[c] = t->shuffles;
    memset(t->discard, 0, sizeof t->discard);
}

static void look(past *t, int path, int card)
{
    t->sees[path] = (uint8_t)card;
    for (int c = 1; c < FATE_CARD_COUNT; c++)
        if (c != card) t->spied[c].ring &= ~(1u << path);
    t->spied[card].known = false;
}

static void swap(past *t, const vg_event *e)
{
    int path = e->arg[0], seat = e->seat, known = t->sees[path];
    t->took[seat][t->shuffles]++;
    t->laid[path] = t->shuffles;
    t->first[path] = false;
    if (seat == t->w->seat) {
        t->sees[path] = (uint8_t)e->arg[1];
        return;
    }
    for (int c = 1; c < FATE_CARD_COUNT; c++) {
        struct spied *s = &t->spied[c];
        bool there = s->ring >> path & 1, held = s->hands >> seat & 1;
        if (held && t->hand[seat] == 1) s->hands &= ~(1u << seat); // it was all there was to give
        if (there) s->hands |= 1u << seat;
        s->ring = (s->ring & ~(1u << path)) | (uint32_t)held << path;
    }
    t->sees[path] = 0;
    if (known) t->spied[known] = (struct spied){.hands = 1u << seat, .known = true};
}

static void exchange(past *t, int a, int b)
{
    int laid = t->laid[a];
    bool first = t->first[a];
    uint8_t sees = t->sees[a];
    t->laid[a] = t->laid[b], t->laid[b] = laid;
    t->first[a] = t->first[b], t->first[b] = first;
    t->sees[a] = t->sees[b], t->sees[b] = sees;
    for (int c = 1; c < FATE_CARD_COUNT; c++) {
        uint32_t ring = t->spied[c].ring;
        t->spied[c].ring =
            (ring & ~(1u << a | 1u << b)) | (ring >> a & 1) << b | (ring >> b & 1) << a;
    }
}

static void retell(past *t)
{
    for (int i = 0; i < FATE_RING; i++) t->first[i] = true;
    t->turn = -1;
    for (int i = 0; i < t->w->count; i++) {
        const vg_event *e = &t->w->heard[i];
        switch ((fate_event)e->kind) {
        case FATE_EVENT_DREW:
            t->drew[e->seat][t->shuffles]++;
            t->hand[e->seat]++;
            if (e->seat != t->turn) memset(t->late, 0, sizeof t->late); // the checkpoint is over
            t->turn = e->seat;
            break;
        case FATE_EVENT_SHUFFLED: shuffle(t); break;
        case FATE_EVENT_LOOKED:
            if (e->arg[1] > 0) look(t, e->arg[0], e->arg[1]);
            break;
        case FATE_EVENT_SWAPPED: swap(t, e); break;
        case FATE_EVENT_EXCHANGED: exchange(t, e->arg[0], e->arg[1]); break;
        case FATE_EVENT_BEGAN:
        case FATE_EVENT_TOLD: show(t, e->seat, e->arg[1]); break;
        case FATE_EVENT_DISCARDED:
        case FATE_EVENT_PLAYED:
            show(t, e->seat, e->arg[0]);
            discard(t, e->arg[0]);
            break;
        case FATE_EVENT_UNRAVELED:
        case FATE_EVENT_CHAPTER: discard(t, e->arg[1]); break;
        case FATE_EVENT_GIFT: t->late[e->seat]++; break;
        case FATE_EVENT_NONE:
        case FATE_EVENT_START:
        case FATE_EVENT_FOREST:
        case FATE_EVENT_ROLLED:
        case FATE_EVENT_HAT:
        case FATE_EVENT_MOVED:
        case FATE_EVENT_DECLARED:
        case FATE_EVENT_PAID:
        case FATE_EVENT_WAIVED:
        case FATE_EVENT_COMPLETED:
        case FATE_EVENT_GOLD:
        case FATE_EVENT_BLAMED:
        case FATE_EVENT_NO_GIFT:
        case FATE_EVENT_SET:
        case FATE_EVENT_SHOWN:
        case FATE_EVENT_COVERED:
        case FATE_EVENT_RECALLED:
        case FATE_EVENT_WITHERED:
        case FATE_EVENT_CANCELLED:
        case FATE_EVENT_LEFT:
        case FATE_EVENT_PROPOSED:
        case FATE_EVENT_VOTED:
        case FATE_EVENT_ENDED:
        case FATE_EVENT_COUNT: break;
        }
    }
}

// How many legends of deck `g` a rival can hold at most.
static int most(const past *t, int seat, int g)
{
    int n = t->drew[seat][g] - t->shown[seat][g];
    for (int later = g; later <= t->shuffles; later++) n += t->took[seat][later];
    return n;
}

static const char *judge(const past *t, const fate_state *s)
{
    int held[FATE_SEATS][DECKS];
    for (int p = 0; p < s->seats; p++)
        memset(held[p], 0, sizeof held[p][0] * (size_t)(t->shuffles + 1));
    uint32_t hands[FATE_KINDS] = {0}, ring[FATE_KINDS] = {0};
    for (int p = 0; p < s->seats; p++)
        for (int i = 0; i < s->hand_count[p]; i++) {
            hands[s->hand[p][i]] |= 1u << p;
            if (single(s->hand[p][i])) held[p][t->gen[s->hand[p][i]]]++;
        }
    for (int i = 0; i < s->ring_count; i++) {
        int card = s->ring[i];
        ring[card] |= 1u << i;
        if (!card || !single(card)) continue;
        if (t->first[i] && t->gen[card]) return "a card of the wood was seen since it was laid";
        if (t->gen[card] > t->laid[i]) return "a card of the wood was shuffled since it was laid";
    }
    for (int c = 1; c < FATE_CARD_COUNT; c++) {
        if (!single(c)) continue;
        if (s->deck[c] && t->gen[c] != t->shuffles) return "a legend is back in the deck too early";
        if (t->spied[c].known && !(hands[c] & t->spied[c].hands) && !(ring[c] & t->spied[c].ring))
            return "a card somebody was seen to take is elsewhere";
    }
    for (int p = 0; p < s->seats; p++) {
        if (p == t->w->seat) continue;
        for (int g = 0; g <= t->shuffles; g++)
            if (held[p][g] > most(t, p, g)) return "a hand holds more of a deck than it drew";
        if (!t->late[p] && fate_four_kinds(s->object[p]) && s->ending == FATE_GOING_ON)
            return "somebody had the four kinds and the game went on";
    }
    return NULL;
}

const char *possible_fate(const witness *w, const void *world)
{
    static past t;
    t = (past){.w = w};
    retell(&t);
    return t.shuffles < DECKS ? judge(&t, world) : NULL;
}
