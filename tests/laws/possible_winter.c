// possible_winter.c: Winter Tales. Draws and payments are all heard, and a deck is renewed when it
// is empty, out of cards everybody saw: so each card in a hand is known to come from one deck, and
// how many of each deck a hand holds. Who hid cards for a trap is heard, too. Of objectives it is
// known who would have had to show a Spy and showed none, and what was swapped away in the open.
#include "possible.h"

#include "games/winter/rules.h"

#include <string.h>

enum { DECKS = 1024 };
enum { HIDDEN, PILE, LAID, KEPT };

typedef struct story {
    int deck;                       // how often it was renewed
    int born[WINTER_CARDS + 1];     // the deck each card came into last
    int at[WINTER_CARDS + 1];       // HIDDEN: in the deck or a hand
    int drawn[WINTER_SEATS][DECKS]; // cards of each deck still in hand
    bool fighting;                  // where a card that is played goes
    bool bid[WINTER_SEATS];         // hid cards for the trap, or none
    int own_bid;                    // how many the witness hid
    bool has[WINTER_SEATS][2];      // an objective, secret or not
    int open[WINTER_SEATS][2];      // the one that was shown
    bool no_spy[WINTER_SEATS];      // the secret one in hand is none
    int away[WINTER_GOAL_COUNT];    // swapped away in the open...
    int thrown[WINTER_SEATS][2];    // ... and unseen
    int honest[WINTER_SEATS];       // of Winter's, those that were no Spy
} story;

static void leaves(story *t, int seat, int card, int to)
{
    if (!card || card > WINTER_CARDS) return; // an ability, or the Artefact
    t->drawn[seat][t->born[card]]--;
    t->at[card] = to;
}

static void renewed(story *t)
{
    t->deck++;
    for (int c = 1; c <= WINTER_CARDS; c++) {
        if (t->at[c] != PILE) continue;
        t->born[c] = t->deck;
        t->at[c] = HIDDEN;
    }
}

static void swapped(story *t, int seat, int side)
{
    int left = 7, shown = t->open[seat][side]; // seven of each side (WT-113)
    if (shown) {
        t->away[shown]++;
    } else {
        t->thrown[seat][side]++;
        if (side == WINTER_WINTER) t->honest[seat] += t->no_spy[seat];
    }
    t->has[seat][side] = false;
    t->open[seat][side] = 0;
    if (side == WINTER_WINTER) t->no_spy[seat] = false;
    for (int p = 0; p < WINTER_SEATS; p++) left -= t->thrown[p][side] + t->has[p][side];
    for (int g = 1; g < WINTER_GOAL_COUNT; g++)
        if (winter_goals[g].side == side) left -= t->away[g];
    if (left) return;
    for (int g = 1; g < WINTER_GOAL_COUNT; g++)
        if (winter_goals[g].side == side) t->away[g] = 0;
    for (int p = 0; p < WINTER_SEATS; p++) {
        t->thrown[p][side] = 0;
        if (side == WINTER_WINTER) t->honest[p] = 0;
    }
}

static void hears(story *t, const vg_event *e)
{
    int seat = e->seat;
    switch (e->kind) {
    case WINTER_EVENT_DREW: t->drawn[seat][t->deck]++; break;
    case WINTER_EVENT_SPENT:
    case WINTER_EVENT_TRIMMED: leaves(t, seat, e->arg[0], PILE); break;
    case WINTER_EVENT_ATTACKED:
    case WINTER_EVENT_TRAPPED:
        leaves(t, seat, e->arg[2], PILE);
        t->fighting = true;
        break;
    case WINTER_EVENT_BID:
        t->bid[seat] = true;
        if (e->arg[0] != VG_VEILED) t->own_bid = e->arg[0];
        break;
    case WINTER_EVENT_BEATEN:
    case WINTER_EVENT_HELD: t->fighting = false; break;
    case WINTER_EVENT_SPRUNG:
        t->fighting = false;
        memset(t->bid, 0, sizeof t->bid);
        t->own_bid = 0;
        break;
    case WINTER_EVENT_PLAYED: leaves(t, seat, e->arg[0], t->fighting ? PILE : LAID); break;
    case WINTER_EVENT_REMEMBERED: t->at[e->arg[0]] = KEPT; break;
    case WINTER_EVENT_MEMORY: // the rest of the mission's cards
        for (int c = 1; c <= WINTER_CARDS; c++)
            if (t->at[c] == LAID) t->at[c] = PILE;
        break;
    case WINTER_EVENT_SHUFFLED: renewed(t); break;
    case WINTER_EVENT_GOAL: t->has[seat][e->arg[1]] = true; break;
    case WINTER_EVENT_SHOWN:
        t->open[seat][winter_goals[e->arg[0]].side] = e->arg[0];
        if (winter_goals[e->arg[0]].side == WINTER_WINTER) t->no_spy[seat] = false;
        break;
    case WINTER_EVENT_NO_SPY: t->no_spy[seat] = true; break;
    case WINTER_EVENT_SWAPPED: swapped(t, seat, e->arg[1]); break;
    default: break;
    }
}

const char *possible_winter(const witness *w, const void *world)
{
    const winter_state *s = world;
    static story t;
    memset(&t, 0, sizeof t);
    for (int i = 0; i < w->count; i++) hears(&t, &w->heard[i]);
    for (int p = 0; p < s->seats; p++) {
        static int drawn[DECKS];
        int pile[2] = {0, 0};
        memset(drawn, 0, sizeof drawn);
        for (int c = 1; c <= WINTER_CARDS; c++)
            if (winter_has(&s->hand[p], c)) drawn[t.born[c]]++;
        if (memcmp(drawn, t.drawn[p], sizeof drawn) != 0) return "a hand was not drawn so";
        if (s->bid[p] && !t.bid[p]) return "cards are hidden that nobody hid";
        if (p == w->seat && s->bid[p] != t.own_bid) return "one's own hidden cards are others";
        if (p == w->seat) continue;
        if (t.no_spy[p] && s->goal[p][WINTER_WINTER] == WINTER_SPY) return "a Spy was not shown";
        for (int side = 0; side < 2; side++)
            if ((s->goal[p][side] || s->goal_stage[p][side] == 3) != t.has[p][side])
                return "an objective nobody drew, or none that was drawn";
        for (int g = 1; g < WINTER_GOAL_COUNT; g++)
            pile[winter_goals[g].side] += s->goal_pile[p][g];
        if (memcmp(pile, t.thrown[p], sizeof pile) != 0) return "objectives swapped away are lost";
        if (s->goal_pile[p][WINTER_SPY] > pile[WINTER_WINTER] - t.honest[p])
            return "a Spy was swapped away and had not been shown";
    }
    for (int c = 1; c <= WINTER_CARDS; c++)
        if (winter_has(&s->deck, c) && t.born[c] != t.deck) return "an old card is in the deck";
    return winter_check(s);
}
