// view.c: who may know what in Quest for Legend, and how to guess the rest.
#include "games/quest/quest.h"

#include <string.h>

static const vg_field slot_parts[] = {
    VG_PART(quest_slot, owner, VG_AFTER_0(SEAT)),
    VG_PART(quest_slot, left, VG_UP_TO(8)),
    VG_PART(quest_slot, open, VG_PLUMBING),
    VG_PART_ROW(quest_slot, missing, VG_BY(RESOURCE), VG_UP_TO(8)),
    VG_PART(quest_slot, laid, VG_PILE(RESOURCE)),
};

const vg_field quest_fields[] = {
    VG_ONE(table, VG_ALL, VG_PLUMBING), // the slots say it
    VG_ONE(done, VG_ALL, VG_PLUMBING),  // `won` says it
    VG_ONE(phase, VG_ALL, VG_PLUMBING), // the question says it
    VG_ONE(turn, VG_ALL, VG_A(SEAT)),
    VG_ONE(shown, VG_ALL, VG_PLUMBING), // for guesses
    VG_ONE(shown_count, VG_ALL, VG_PLUMBING),
    VG_ROW(slot, VG_ALL, VG_BY(SLOT), VG_PARTS(slot_parts)),
    VG_ROW(hand, VG_OWNER, VG_BY(SEAT), VG_PILE(CARD)),
    VG_ONE(deck, VG_NOBODY_KNOWS, VG_PILE(CARD)),
    VG_ONE(discard, VG_ALL, VG_PILE(CARD)),
    VG_ONE(second, VG_ALL, VG_TALLY(CARD)),
    VG_ROW(drew, VG_OWNER, VG_BY(SEAT), VG_TALLY(CARD)),
    VG_ONE(aside, VG_ALL, VG_PILE(RESOURCE)),
    VG_ROW(won, VG_ALL, VG_BY(MISSION), VG_AFTER_0(SEAT)),
    VG_ROW(beaten, VG_ALL, VG_BY(MISSION), VG_AFTER_0(SEAT)),
    VG_ROW(hand_count, VG_ALL, VG_BY(SEAT), VG_UP_TO(QUEST_HAND + 1)),
    VG_ROW(drew_count, VG_ALL, VG_BY(SEAT), VG_UP_TO(QUEST_CARDS)),
    VG_ROW(hero, VG_ALL, VG_BY(SEAT), VG_AFTER_0(HERO)),
    VG_ONE(deck_count, VG_ALL, VG_UP_TO(QUEST_CARDS)),
    VG_ONE(decks, VG_ALL, VG_UP_TO(2)),
    VG_ONE(ending, VG_ALL, VG_FLAG),
    VG_ONE(last_left, VG_ALL, VG_UP_TO(QUEST_SEATS)),
    VG_ONE(dealt, VG_ALL, VG_UP_TO(24)),
    VG_ONE(seats, VG_ALL, VG_PLUMBING),
    VG_ONE(edition, VG_ALL, VG_PLUMBING),
    VG_ONE(first, VG_ALL, VG_A(SEAT)),
    VG_ONE(pairs, VG_ALL, VG_FLAG),
    VG_ONE(partner_help, VG_ALL, VG_FLAG),
    VG_ONE(tie_break, VG_ALL, VG_UP_TO(2)),
    VG_ONE(one_deck, VG_ALL, VG_FLAG),
    VG_ONE(spare, VG_NOBODY_KNOWS, VG_PLUMBING),
};
static_assert(sizeof quest_fields / sizeof quest_fields[0] == QUEST_FIELD_COUNT, "all fields");

typedef struct pool {
    uint8_t count[QUEST_KINDS];
    uint32_t total;
} pool;

static int pick(pool *from, vg_rng *rng)
{
    int k = vg_rng_pick(rng, from->count, QUEST_KINDS, from->total--);
    from->count[k]--;
    return k;
}

// All cards less those this seat can place: the other hands and the deck.
static pool hidden(const quest_state *s, int seat)
{
    pool out = {0};
    for (int k = 0; k < QUEST_KINDS; k++) {
        int m = k - QUEST_RESOURCES, n = -s->discard[k];
        if (seat >= 0) n -= s->hand[seat][k];
        if (m < 0) {
            n += quest_cards(s)->resource[k].copies - s->aside[k];
            for (int at = 0; at < QUEST_SLOTS; at++) n -= s->slot[at].laid[k];
        } else {
            n += quest_copies(s, m) - (s->won[m] != 0) - (s->beaten[m] != 0);
            for (int c = 0; c < QUEST_TWINS; c++) n -= s->slot[m * QUEST_TWINS + c].owner != 0;
        }
        out.count[k] = (uint8_t)n;
        out.total += (uint32_t)n;
    }
    return out;
}

// ---- the second deck (QL-32) ----------------------------------------------------------

// Everybody saw the discards that became the second deck. So every card that left a rival's hand
// since, and every card still in it, either was held when the deck was shuffled (it is *old*) or
// was drawn from that deck. Which of the two is not always seen, but not everything goes: each
// rival held so many then and has drawn so many since, and of each kind so many were in the deck. A
// guess says of every card shown since whether it was old, so that all these numbers come out
// right; then it deals what is left of the old cards, and of the second deck, to the hands.
typedef struct past {
    int count;
    uint8_t kind[QUEST_CARDS], seat[QUEST_CARDS], drawn[QUEST_CARDS]; // as quest_shown
    bool old[QUEST_CARDS];
    int most[2][QUEST_KINDS]; // hidden then from the one who guesses: [0] second deck, [1] old
    int held[QUEST_SEATS];    // cards in hand when the deck was shuffled
} past;

static void read_past(const quest_state *s, int seat, const pool *unseen, past *x)
{
    *x = (past){.count = 0};
    for (int p = 0; p < s->seats; p++) x->held[p] = s->hand_count[p] - s->drew_count[p];
    for (int k = 0; k < QUEST_KINDS; k++) {
        x->most[0][k] = s->second[k] - (seat >= 0 ? s->drew[seat][k] : 0);
        x->most[1][k] = unseen->count[k] - x->most[0][k];
    }
    for (int i = 0; i < s->shown_count; i++) {
        int p = quest_shown_seat(s->shown[i]), k = quest_shown_kind(s->shown[i]);
        x->held[p]++;
        if (p == seat) continue; // its own it can tell apart
        x->most[1][k]++;
        x->kind[x->count] = (uint8_t)k;
        x->seat[x->count] = (uint8_t)p;
        x->drawn[x->count++] = (uint8_t)quest_shown_drawn(s->shown[i]);
    }
}

// Guesses card by card, in the order they were shown; false if that ends in a contradiction.
static bool guess_past(past *x, vg_rng *rng)
{
    int left[2][QUEST_KINDS], room[QUEST_SEATS], fresh[QUEST_SEATS] = {0};
    memcpy(left, x->most, sizeof left);
    memcpy(room, x->held, sizeof room);
    for (int i = 0; i < x->count; i++) {
        int p = x->seat[i], k = x->kind[i], drawn = x->drawn[i] - fresh[p];
        int old = left[1][k] * room[p], new = left[0][k] * drawn;
        if (old + new == 0) return false;
        x->old[i] = (int)vg_rng_below(rng, (uint32_t)(old + new)) < old;
        left[x->old[i]][k]--;
        if (x->old[i])
            room[p]--;
        else
            fresh[p]++;
    }
    return true;
}

// The same without luck: a flow of old cards from the kinds through what was shown to the seats.
// Each kind has a least and a most number of old cards, and so has every beginning of what a seat
// has shown: of its first n cards, when it had drawn d by then, at least n - d were old.
enum { SOURCE, SINK, OUT, IN, KIND, SHOWN = KIND + QUEST_KINDS, NODES = SHOWN + QUEST_CARDS };
typedef struct edge {
    uint8_t from, to;
    int16_t room, back; // what can still be added and taken away
} edge;
typedef struct flow {
    int count;
    edge edge[2 * QUEST_CARDS + 4 * NODES];
} flow;

// An edge for `low` to `high`: what must flow goes round by SOURCE and SINK.
static void join(flow *f, int from, int to, int low, int high)
{
    f->edge[f->count++] = (edge){(uint8_t)from, (uint8_t)to, (int16_t)(high - low), 0};
    if (low <= 0) return;
    f->edge[f->count++] = (edge){SOURCE, (uint8_t)to, (int16_t)low, 0};
    f->edge[f->count++] = (edge){(uint8_t)from, SINK, (int16_t)low, 0};
}

static bool augment(flow *f)
{
    int16_t by[NODES];
    uint8_t queue[NODES];
    int head = 0, tail = 0;
    for (int n = 0; n < NODES; n++) by[n] = -1;
    by[SOURCE] = 0;
    queue[tail++] = SOURCE;
    while (head < tail && by[SINK] < 0) {
        int at = queue[head++];
        for (int e = 0; e < f->count; e++) {
            const edge *g = &f->edge[e];
            if (g->from == at && g->room && by[g->to] < 0) {
                by[g->to] = (int16_t)e;
                queue[tail++] = g->to;
            } else if (g->to == at && g->back && by[g->from] < 0) {
                by[g->from] = (int16_t)e;
                queue[tail++] = g->from;
            }
        }
    }
    if (by[SINK] < 0) return false;
    for (int at = SINK; at != SOURCE;) {
        edge *g = &f->edge[by[at]];
        bool on = g->to == at;
        g->room = (int16_t)(g->room + (on ? -1 : 1));
        g->back = (int16_t)(g->back + (on ? 1 : -1));
        at = on ? g->from : g->to;
    }
    return true;
}

static void work_out_past(past *x)
{
    flow f = {.count = 0};
    int total[QUEST_KINDS] = {0}, shown[QUEST_SEATS] = {0}, last[QUEST_SEATS];
    for (int i = 0; i < x->count; i++) total[x->kind[i]]++;
    for (int i = 0; i < x->count; i++) // these first: edge i is card i
        f.edge[f.count++] = (edge){(uint8_t)(KIND + x->kind[i]), (uint8_t)(SHOWN + i), 1, 0};
    for (int k = 0; k < QUEST_KINDS; k++)
        join(&f, OUT, KIND + k, total[k] > x->most[0][k] ? total[k] - x->most[0][k] : 0,
             total[k] < x->most[1][k] ? total[k] : x->most[1][k]);
    for (int i = 0; i < x->count; i++) {
        int p = x->seat[i], low;
        if (shown[p]++) {
            low = shown[p] - 1 - x->drawn[last[p]];
            join(&f, SHOWN + last[p], SHOWN + i, low > 0 ? low : 0, x->held[p]);
        }
        last[p] = i;
    }
    for (int p = 0; p < QUEST_SEATS; p++) {
        if (!shown[p]) continue;
        int low = shown[p] - x->drawn[last[p]];
        join(&f, SHOWN + last[p], IN, low > 0 ? low : 0, x->held[p]);
    }
    join(&f, IN, OUT, 0, QUEST_CARDS);
    while (augment(&f)) {
    }
    for (int i = 0; i < x->count; i++) x->old[i] = f.edge[i].back > 0;
}

static void guess_second(quest_state *s, int seat, const pool *unseen, vg_rng *rng)
{
    past x;
    read_past(s, seat, unseen, &x);
    bool right = false;
    for (int attempt = 0; attempt < 4 && !right; attempt++) right = guess_past(&x, rng);
    if (!right) work_out_past(&x);
    pool left[2] = {{.total = 0}, {.total = 0}};
    int drawn[QUEST_SEATS], held[QUEST_SEATS];
    for (int p = 0; p < s->seats; p++) {
        drawn[p] = s->drew_count[p];
        held[p] = x.held[p];
    }
    for (int i = 0; i < x.count; i++) {
        int p = x.seat[i], k = x.kind[i];
        x.most[x.old[i]][k]--;
        if (x.old[i]) {
            held[p]--;
        } else {
            drawn[p]--;
            s->drew[p][k]++;
        }
    }
    for (int o = 0; o < 2; o++)
        for (int k = 0; k < QUEST_KINDS; k++) {
            assert(x.most[o][k] >= 0);
            left[o].count[k] = (uint8_t)x.most[o][k];
            left[o].total += left[o].count[k];
        }
    for (int p = 0; p < s->seats; p++) {
        if (p == seat) continue;
        for (; held[p] > 0; held[p]--) s->hand[p][pick(&left[1], rng)]++;
        for (; drawn[p] > 0; drawn[p]--) {
            int k = pick(&left[0], rng);
            s->hand[p][k]++;
            s->drew[p][k]++;
        }
    }
    memcpy(s->deck, left[0].count, sizeof s->deck);
}

void quest_resample(void *view, int seat, vg_rng *rng)
{
    quest_state *s = view;
    pool unseen = hidden(s, seat);
    if (s->decks == 2) {
        guess_second(s, seat, &unseen, rng);
        return;
    }
    for (int p = 0; p < s->seats; p++)
        for (int i = 0; p != seat && i < s->hand_count[p]; i++) s->hand[p][pick(&unseen, rng)]++;
    memcpy(s->deck, unseen.count, sizeof s->deck);
}
