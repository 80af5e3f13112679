// possible_fata.c: the game cards of F.A.T.A. All that was heard is gone through backwards: a card
// shown goes back into its hand, a card drawn unseen back into the deck, and where the discards
// were shuffled the deck must be just those. Of a vision there is one copy, so it is known from
// which shuffle it comes, and it can only have been drawn since. Charms, two of each, are judged
// after that, all together: there must be a way to share out those shown and held. (When in its
// turn at a deck a seat drew a charm gets the benefit of the doubt.) Treasures likewise go back the
// way they came: all saw who took which, so whatever was robbed, traded or shared out unseen, there
// must be a choice by which each ends where it was taken from the middle.
#include "possible.h"

#include "games/fata/fata.h"

#include <string.h>

enum { HANDS = FATA_SEATS + 1, ASIDE = FATA_SEATS };

typedef struct past {
    const witness *w;
    bool hand[HANDS][FATA_VISIONS + 1]; // visions
    int charms[HANDS];
    int back;                  // charms that went back into the present deck
    int shuffles;              // up to the present event
    int gen[FATA_VISIONS + 1]; // the shuffle each vision comes from at the present event
    bool *merged;              // events by which a seat sees what was set aside for it
} past;

static int came_from(const witness *w, int kind, int shuffles)
{
    for (int g = shuffles; g > 0; g--)
        if (((const fata_state *)w->shuffled[g - 1])->discard[kind]) return g;
    return 0;
}

static bool is_vision(int kind) { return kind <= FATA_VISIONS; }

// Was this vision seen in this hand before event `i`, since it was shuffled? Then it was not drawn
// unseen after that.
static bool seen_before(const past *t, int i, int seat, int kind)
{
    int shuffles = t->shuffles;
    for (i--; i >= 0 && shuffles >= t->gen[kind]; i--) {
        const vg_event *e = &t->w->heard[i];
        if (e->kind == FATA_EVENT_RESHUFFLED && shuffles-- == t->gen[kind]) return false;
        if (e->kind == FATA_EVENT_SAW && e->arg[0] == seat && e->arg[1] == kind) return true;
        if (e->seat != seat || e->arg[0] != kind) continue;
        if (e->kind == FATA_EVENT_BACK || (e->kind == FATA_EVENT_DREW && !t->merged[i]))
            return true;
    }
    return false;
}

// A card of this hand goes back into the deck.
static const char *undraw(past *t, int i, int hand, int kind)
{
    if (kind != VG_VEILED) {
        if (!is_vision(kind)) {
            t->charms[hand]--;
            t->back++;
        } else if (!t->hand[hand][kind] || t->gen[kind] != t->shuffles) {
            return "a vision was drawn that was not in the deck";
        } else {
            t->hand[hand][kind] = false;
        }
        return NULL;
    }
    for (int k = 1; k <= FATA_VISIONS; k++)
        if (t->hand[hand][k] && t->gen[k] == t->shuffles && !seen_before(t, i, hand, k)) {
            t->hand[hand][k] = false;
            return NULL;
        }
    if (!t->charms[hand]) return "a hand has too little of a deck it drew from";
    t->charms[hand]--;
    t->back++;
    return NULL;
}

static const char *unshuffle(past *t)
{
    const fata_state *then = t->w->shuffled[t->shuffles - 1];
    int charms = 0;
    for (int k = FATA_VISIONS + 1; k < FATA_CARDS; k++) charms += then->discard[k];
    if (charms != t->back) return "charms do not come out of a deck as they went in";
    for (int h = 0; h < HANDS; h++)
        for (int k = 1; k <= FATA_VISIONS; k++)
            if (t->hand[h][k] && t->gen[k] == t->shuffles)
                return "a hand has more of a deck than it drew from it";
    t->back = 0;
    t->shuffles--;
    for (int k = 1; k <= FATA_VISIONS; k++) t->gen[k] = came_from(t->w, k, t->shuffles);
    return NULL;
}

// A look shows the whole hand: visions that were not seen were not there.
static const char *unlook(const past *t, int i, int whose)
{
    bool seen[FATA_CARDS] = {false};
    for (int j = i + 1; j < t->w->count && t->w->heard[j].kind == FATA_EVENT_SAW; j++)
        seen[t->w->heard[j].arg[1]] = true;
    for (int k = 1; k <= FATA_VISIONS; k++)
        if (t->hand[whose][k] != seen[k]) return "a hand was seen that was not so";
    return NULL;
}

// ---- charms ---------------------------------------------------------------------

// Of charms there are two each. Who drew how many cards of each deck, and which visions of it, is
// known, so it is known how many charms of it: can all charms shown and held be shared out so?
enum { DECKS = 64, KINDS = FATA_CHARM_KINDS };

typedef struct shares {
    int decks;
    int charms[HANDS][DECKS]; // charms got from each deck, not yet accounted for
    int copies[KINDS][DECKS]; // copies that went into each deck, likewise
    int had[HANDS][KINDS];    // charms shown or held, likewise
    long steps;
} shares;

// Shares out the charms from (kind, hand, deck) on.
static bool share(shares *t, int kind, int hand, int deck)
{
    if (t->steps++ > 200000) return true; // benefit of the doubt
    for (; kind < KINDS; kind++, hand = 0, deck = 0)
        for (; hand < HANDS; hand++, deck = 0) {
            if (!t->had[hand][kind]) continue;
            for (; deck < t->decks; deck++) {
                if (!t->copies[kind][deck] || !t->charms[hand][deck]) continue;
                t->copies[kind][deck]--, t->charms[hand][deck]--, t->had[hand][kind]--;
                bool can = share(t, kind, hand, deck);
                t->copies[kind][deck]++, t->charms[hand][deck]++, t->had[hand][kind]++;
                if (can) return true;
            }
            return false;
        }
    return true;
}

static const char *judge_charms(const witness *w, const fata_state *s, const bool *merged)
{
    static shares t;
    memset(&t, 0, sizeof t);
    int gen[FATA_VISIONS + 1] = {0};
    bool table[FATA_VISIONS + 1] = {false};
    for (int k = 0; k < KINDS; k++) t.copies[k][0] = FATA_CHARM_COPIES;
    for (int i = 0; i < w->count; i++) {
        const vg_event *e = &w->heard[i];
        int kind = e->arg[0];
        switch (e->kind) {
        case FATA_EVENT_DREW:
            if (!merged[i]) t.charms[e->seat][t.decks]++;
            break;
        case FATA_EVENT_ASIDE: t.charms[ASIDE][t.decks]++; break;
        case FATA_EVENT_MERGED:
            for (int g = 0; g <= t.decks; g++) {
                t.charms[e->seat][g] += t.charms[ASIDE][g];
                t.charms[ASIDE][g] = 0;
            }
            break;
        case FATA_EVENT_RESHUFFLED: {
            const fata_state *then = w->shuffled[t.decks++];
            if (t.decks == DECKS - 1) return NULL;
            for (int k = 1; k <= FATA_VISIONS; k++)
                if (then->discard[k]) gen[k] = t.decks;
            for (int k = 0; k < KINDS; k++)
                t.copies[k][t.decks] = then->discard[FATA_VISIONS + 1 + k];
            break;
        }
        case FATA_EVENT_BACK: table[kind] = true; break;
        case FATA_EVENT_CHARM:
        case FATA_EVENT_DISCARDED:
        case FATA_EVENT_LOST:
        case FATA_EVENT_PLAYED:
            if (!is_vision(kind)) {
                t.had[e->seat][kind - FATA_VISIONS - 1]++;
            } else {
                if (!table[kind]) t.charms[e->seat][gen[kind]]--;
                table[kind] = false;
            }
            break;
        default: break;
        }
    }
    for (int h = 0; h < HANDS; h++) {
        const uint8_t *hand = h == ASIDE ? s->aside : s->hand[h];
        for (int k = 1; k <= FATA_VISIONS; k++)
            if (hand[k] && !table[k]) t.charms[h][gen[k]]--;
        for (int k = 0; k < KINDS; k++) t.had[h][k] += hand[FATA_VISIONS + 1 + k];
    }
    for (int k = 0; k < KINDS; k++) t.copies[k][t.decks] -= s->deck[FATA_VISIONS + 1 + k];
    t.decks++;
    return share(&t, 0, 0, 0) ? NULL : "charms cannot have come out of the decks so";
}

// ---- treasures --------------------------------------------------------------------

enum { MIDDLE = -1, POOL = FATA_SEATS, DOUBT = 100000 };

typedef struct hoards {
    const witness *w;
    const fata_edition *ed;
    int at[FATA_TREASURES + 1];         // who has each treasure, or MIDDLE or POOL
    const uint8_t (*shown)[FATA_SEATS]; // at each event the colours that lie open
    int given;                          // in a bargain, for the treasure received
    long steps;
} hoards;

static bool back(hoards *t, int i);
static bool before(hoards *t, int i) { return back(t, i - 1); }

// Before event `i`, treasure `id` (VG_VEILED: one not seen, and so of no colour that lies open with
// either) went from one to another; was it so?
static bool moved(hoards *t, int i, int id, int from, int to, bool (*then)(hoards *t, int i))
{
    int given = t->given;
    bool seen = id != VG_VEILED;
    for (int one = seen ? id : 1; one <= (seen ? id : FATA_TREASURES); one++) {
        int colour = t->ed->treasure[one].lineage;
        if (t->at[one] != to || one == t->given) continue;
        if (!seen && from < FATA_SEATS && t->shown[i][from] == colour) continue;
        if (!seen && t->shown[i][to] == colour) continue;
        t->at[one] = from;
        t->given = then == before ? 0 : one;
        if (then(t, i)) return true;
        t->given = given;
        t->at[one] = to;
    }
    return false;
}

static bool received(hoards *t, int i)
{
    const vg_event *e = &t->w->heard[i];
    return moved(t, i, e->arg[2], e->arg[0], e->seat, before);
}

// Of those who fall at once it is not asked whose each treasure was.
static bool fell(hoards *t, int i)
{
    int seat = t->w->heard[i].seat, pooled = 0;
    for (int id = 1; id <= FATA_TREASURES; id++) pooled += t->at[id] == POOL;
    if (pooled && i > 0 && t->w->heard[i - 1].kind == FATA_EVENT_OUT) return true;
    int kept[FATA_TREASURES + 1];
    memcpy(kept, t->at, sizeof kept);
    for (int id = 1; id <= FATA_TREASURES; id++)
        if (t->at[id] == POOL) t->at[id] = seat;
    if (before(t, i)) return true;
    memcpy(t->at, kept, sizeof kept);
    return false;
}

static bool turned_up(const hoards *t, const vg_event *e)
{
    for (int id = 1; id <= FATA_TREASURES; id++) {
        bool up = fata_set_of(e->arg[1], e->arg[2]) >> id & 1;
        if (up != (t->at[id] == e->seat && t->ed->treasure[id].lineage == e->arg[0])) return false;
    }
    return true;
}

// Is all that was heard up to event `i` so if afterwards everything is where `at` says?
static bool back(hoards *t, int i)
{
    if (t->steps++ > DOUBT) return true;
    for (; i >= 0; i--) {
        const vg_event *e = &t->w->heard[i];
        switch (e->kind) {
        case FATA_EVENT_TOOK: return moved(t, i, e->arg[0], MIDDLE, e->seat, before);
        case FATA_EVENT_GAVE: return moved(t, i, e->arg[1], MIDDLE, e->arg[0], before);
        case FATA_EVENT_ROBBED: return moved(t, i, e->arg[1], e->arg[0], e->seat, before);
        case FATA_EVENT_TRADED: return moved(t, i, e->arg[1], e->seat, e->arg[0], received);
        case FATA_EVENT_SHARED: return moved(t, i, e->arg[0], POOL, e->seat, before);
        case FATA_EVENT_OUT: return fell(t, i);
        case FATA_EVENT_REVEALED:
            if (!turned_up(t, e)) return false;
            break;
        case FATA_EVENT_QUEEN: i = 0; break; // she ended the first round: nobody had anything
        default: break;
        }
    }
    for (int id = 1; id <= FATA_TREASURES; id++)
        if (t->at[id] != MIDDLE) return false;
    return true;
}

static const char *judge_treasures(const witness *w, const fata_state *s)
{
    static uint8_t shown[1 << 18][FATA_SEATS];
    uint8_t now[FATA_SEATS] = {0};
    bool second = false;
    for (int i = 0; i < w->count; i++) {
        const vg_event *e = &w->heard[i];
        memcpy(shown[i], now, sizeof now);
        if (e->kind == FATA_EVENT_REVEALED) now[e->seat] = (uint8_t)e->arg[0];
        if (e->kind != FATA_EVENT_QUEEN) continue;
        if (second) return NULL; // the game is over and everything lies open
        second = s->round == 2;
    }
    hoards t = {.w = w, .ed = fata_ed(s), .shown = (const uint8_t(*)[FATA_SEATS])shown};
    for (int id = 0; id <= FATA_TREASURES; id++) {
        t.at[id] = s->pool >> id & 1 ? POOL : MIDDLE;
        for (int p = 0; p < s->seats; p++)
            if ((s->down[p] | s->up[p]) >> id & 1) t.at[id] = p;
    }
    return back(&t, w->count - 1) ? NULL : "treasures cannot have come where they are";
}

const char *possible_fata(const witness *w, const void *world)
{
    const fata_state *s = world;
    static past t;
    static bool merged[1 << 18];
    t = (past){.w = w, .merged = merged};
    for (int i = 0, left = 0; i < w->count; i++) {
        const vg_event *e = &w->heard[i];
        t.shuffles += e->kind == FATA_EVENT_RESHUFFLED;
        if (e->kind == FATA_EVENT_MERGED && e->seat == w->seat) left = e->arg[0];
        merged[i] = left && e->kind == FATA_EVENT_DREW && e->seat == w->seat;
        if (merged[i]) left--;
    }
    for (int k = 1; k < FATA_CARDS; k++) {
        if (!is_vision(k)) {
            for (int p = 0; p < s->seats; p++) t.charms[p] += s->hand[p][k];
            t.charms[ASIDE] += s->aside[k];
            t.back += s->deck[k];
            continue;
        }
        t.gen[k] = came_from(w, k, t.shuffles);
        for (int p = 0; p < s->seats; p++) t.hand[p][k] = s->hand[p][k];
        t.hand[ASIDE][k] = s->aside[k];
        if (s->deck[k] && t.gen[k] != t.shuffles) return "a vision is back in the deck too early";
    }
    bool aside = true; // cards set aside have not yet joined a hand; before, they count as in it
    const char *wrong = NULL;
    for (int i = w->count - 1; i >= 0 && !wrong; i--) {
        const vg_event *e = &w->heard[i];
        int kind = e->arg[0];
        switch (e->kind) {
        case FATA_EVENT_DREW:
            if (!merged[i]) wrong = undraw(&t, i, e->seat, kind);
            break;
        case FATA_EVENT_ASIDE: wrong = undraw(&t, i, aside ? ASIDE : e->seat, VG_VEILED); break;
        case FATA_EVENT_MERGED: aside = false; break;
        case FATA_EVENT_RESHUFFLED: wrong = unshuffle(&t); break;
        case FATA_EVENT_CHARM:
        case FATA_EVENT_DISCARDED:
        case FATA_EVENT_LOST:
        case FATA_EVENT_PLAYED:
            if (is_vision(kind))
                t.hand[e->seat][kind] = true;
            else
                t.charms[e->seat]++;
            break;
        case FATA_EVENT_BACK:
            if (!t.hand[e->seat][kind]) wrong = "a vision taken back is not in the hand";
            t.hand[e->seat][kind] = false;
            break;
        case FATA_EVENT_PEEKED:
            if (e->seat == w->seat) wrong = unlook(&t, i, e->arg[0]);
            break;
        default: break;
        }
    }
    if (!wrong) wrong = judge_treasures(w, s);
    return wrong ? wrong : judge_charms(w, s, merged);
}
