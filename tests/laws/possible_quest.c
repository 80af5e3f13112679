// possible_quest.c: Quest for Legend. Until the deck is shuffled a second time every hand is
// possible that leaves no card over. From then on (QL-14, QL-22) the deck is known: each card a
// rival drew from it was shown later or is in that hand in this world, and what the rivals drew is
// all that is missing from the deck. Whether the draws can be told apart so is a flow problem.
#include "possible.h"

#include "games/quest/quest.h"

#include <string.h>

enum { CARDS = 128, SLOTS = 64, NODES = 2 + SLOTS + CARDS + QUEST_KINDS };
enum { SOURCE, SINK, SLOT, CARD = SLOT + SLOTS, KIND = CARD + CARDS };

typedef struct story {
    int hero[QUEST_SEATS];
    bool second;
    int drawn[QUEST_SEATS];
    struct card {
        int kind, seat, drawn; // drawn: by this seat from the second deck before it was shown
    } card[CARDS];
    int count;
    int own[QUEST_KINDS]; // drawn from the second deck by the witness
} story;

static void show(story *t, const witness *w, int seat, int kind)
{
    if (t->second && seat != w->seat)
        t->card[t->count++] = (struct card){kind, seat, t->drawn[seat]};
}

static void retell(story *t, const witness *w, const quest_edition *cards)
{
    for (int i = 0; i < w->count; i++) {
        const vg_event *e = &w->heard[i];
        switch ((quest_event)e->kind) {
        case QUEST_EVENT_HERO: t->hero[e->seat] = e->arg[0]; break;
        case QUEST_EVENT_SECOND: t->second = true; break;
        case QUEST_EVENT_DREW:
            if (!t->second) break;
            t->drawn[e->seat]++;
            if (e->seat == w->seat) t->own[e->arg[0]]++;
            break;
        case QUEST_EVENT_PUT: show(t, w, e->seat, e->arg[0]); break;
        case QUEST_EVENT_PAIR:
            for (int k = 0; k < 2; k++) show(t, w, e->seat, cards->hero[e->arg[0]].pair[k]);
            break;
        case QUEST_EVENT_STARTED: show(t, w, e->seat, QUEST_RESOURCES + e->arg[0]); break;
        case QUEST_EVENT_DISCARDED: show(t, w, e->seat, e->arg[0]); break;
        case QUEST_EVENT_NONE:
        case QUEST_EVENT_FIRST:
        case QUEST_EVENT_DEALT:
        case QUEST_EVENT_DECLARED:
        case QUEST_EVENT_COMPLETED:
        case QUEST_EVENT_ABORTED:
        case QUEST_EVENT_SUPERSEDED:
        case QUEST_EVENT_LAST:
        case QUEST_EVENT_ALL_DONE:
        case QUEST_EVENT_OVER:
        case QUEST_EVENT_COUNT: break;
        }
    }
}

static int8_t room[NODES][NODES];

// One more unit from `at` to the sink.
static bool push(int at, bool *seen)
{
    if (at == SINK) return true;
    seen[at] = true;
    for (int to = 0; to < NODES; to++) {
        if (!room[at][to] || seen[to] || !push(to, seen)) continue;
        room[at][to]--;
        room[to][at]++;
        return true;
    }
    return false;
}

const char *possible_quest(const witness *w, const void *world)
{
    const quest_state *s = world;
    static story t;
    t = (story){.count = 0};
    retell(&t, w, quest_cards(s));
    if (!t.second) return NULL;
    for (int p = 0; p < s->seats; p++)
        for (int k = 0; k < QUEST_KINDS && p != w->seat; k++)
            for (int n = 0; n < s->hand[p][k]; n++)
                t.card[t.count++] = (struct card){k, p, t.drawn[p]};
    // Every draw of a rival goes to one of his cards, shown after it; of each kind as many as the
    // deck has lost.
    memset(room, 0, sizeof room);
    int draws = 0;
    for (int p = 0; p < s->seats; p++)
        for (int d = 1; d <= t.drawn[p] && p != w->seat; d++) {
            room[SOURCE][SLOT + draws] = 1;
            for (int c = 0; c < t.count; c++)
                if (t.card[c].seat == p && t.card[c].drawn >= d) room[SLOT + draws][CARD + c] = 1;
            draws++;
        }
    for (int c = 0; c < t.count; c++) room[CARD + c][KIND + t.card[c].kind] = 1;
    for (int k = 0; k < QUEST_KINDS; k++) {
        int lost = s->second[k] - t.own[k] - s->deck[k];
        if (lost < 0) return "the second deck has more of a kind than was shuffled";
        room[KIND + k][SINK] = (int8_t)lost;
    }
    int flow = 0;
    for (bool seen[NODES] = {false}; push(SOURCE, seen); memset(seen, 0, sizeof seen)) flow++;
    return flow == draws ? NULL : "hands do not come out of the second deck";
}
