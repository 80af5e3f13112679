// evaluate.c: how well a seat stands in Fate e Leggende.
#include "games/fate/fate.h"

#include "base/counts.h"

#include <math.h>
#include <string.h>

static const float object_worth = 2.2f; // points an object brings on average

static int highest(uint32_t bits) { return 31 - __builtin_clz(bits); }

// The values (bits) that cards of each colour in the hand can have.
static void read_hand(const fate_state *s, int seat, uint8_t hand[FATE_COLOURS])
{
    memset(hand, 0, FATE_COLOURS);
    for (int i = 0; i < s->hand_count[seat]; i++) {
        const fate_card_def *d = fate_def(s, s->hand[seat][i]);
        uint32_t values = d->value ? 1u << d->value : FATE_ALL_VALUES;
        for (uint32_t left = d->bars; left; left &= left - 1)
            hand[vg_lowest(left)] |= (uint8_t)values;
    }
}

// What telling at that price brings, in points: own dust spent is a part of the next object.
static float spent(const fate_state *s, int seat, int cost)
{
    int own = cost < s->dust[seat] ? cost : s->dust[seat];
    return object_worth * (float)own / (float)s->purse;
}

static float reward(int colour)
{
    return colour == FATE_GOLD ? 2.0f : colour == FATE_BLUE ? object_worth : 1.0f;
}

// The most that telling a card brings where it can be told so; `hand` has the values (bits) that
// cards of each colour can have. Of those that do the same the highest is the dearest.
static float best_so(const fate_state *s, int seat, int path, const fate_way *w,
                     const uint8_t hand[FATE_COLOURS])
{
    uint32_t fits = w->values & hand[vg_lowest(w->bars)];
    if (!fits) return 0;
    int length = s->story_length[path];
    uint32_t told = fate_story_values(s, path, w->after ? length - 1 : length);
    if (w->after) told |= 1u << fate_as_value(w->after);
    uint32_t lacks = FATE_ALL_VALUES & ~told, ends = lacks & (lacks - 1) ? 0 : fits;
    if (lacks) ends &= lacks;
    float on = 0, end = 0;
    if (fits & ~ends) on = spent(s, seat, highest(fits & ~ends));
    if (ends) end = reward(s->story_colour[path]) + spent(s, seat, highest(ends) + length + 1);
    return on > end ? on : end;
}

// ... at one of these path cards (bits).
static float best_tell(const fate_state *s, int seat, uint32_t paths)
{
    uint8_t hand[FATE_COLOURS];
    float best = 0;
    read_hand(s, seat, hand);
    for (; paths; paths &= paths - 1) {
        fate_way way[FATE_WAYS];
        int path = vg_lowest(paths), ways = fate_ways(s, path, way);
        for (int i = 0; i < ways; i++) {
            float gain = best_so(s, seat, path, &way[i], hand);
            if (gain > best) best = gain;
        }
    }
    return best;
}

// Where the seat can go with this die (bits).
static uint32_t reach(const fate_state *s, int seat, int die)
{
    vg_move list[VG_MAX_LEGAL];
    uint32_t paths = 0;
    int n = fate_movements(s, seat, die, list);
    for (int k = 0; k < n; k++) {
        int stride = vg_move_a(list[k]), total = fate_stride_total(stride);
        paths |= 1u << fate_step(s, s->at[seat], fate_stride_back(stride) ? -total : total);
    }
    return paths;
}

// What the seat on turn may still hope for in this turn.
static float prospects(const fate_state *s, int seat)
{
    if (!s->tells || s->turn != seat) return 0;
    for (int i = s->stack.count - 1; i >= 0; i--) {
        vg_frame f = s->stack.frame[i];
        if (f.phase == FATE_PHASE_LOOK || f.phase == FATE_PHASE_SWAP || f.phase == FATE_PHASE_TELL)
            return 0.9f * best_tell(s, seat, 1u << s->at[seat]);
        if (f.phase == FATE_PHASE_TURN || f.phase == FATE_PHASE_ROLL) return 0.35f;
        if (f.phase != FATE_PHASE_MOVE) continue;
        if (i != s->stack.count - 1) return 0.35f; // a window stands before it
        return 0.85f * best_tell(s, seat, reach(s, seat, f.a));
    }
    return 0;
}

// The open stories, as far as the standing cares. Four bits for each value of each colour, one for
// each of the stories of that colour, which are three at most.
typedef struct stories {
    int repeats;         // cards whose value their story had already
    uint64_t fit, whole; // such a card goes on with it; and then it has all values
} stories;
static int bits_of(int colour, int value) { return 20 * (colour - FATE_GOLD) + 4 * (value - 1); }

static stories read_stories(const fate_state *s)
{
    static const uint32_t next[6] = {0, 0x00011, 0x00111, 0x01110, 0x11100, 0x11000};
    // A story has no gaps: these values lack one, and these none.
    static const uint32_t last[1 << 6] = {[0x1e] = 0x10000, [0x3c] = 0x00001, [0x3e] = 0x11111};
    const fate_told *told = s->told;
    stories st = {.repeats = 0};
    uint32_t open = 0; // so many, a byte a colour
    uint64_t tell = 0; // so many stories have a value, a byte each
    for (uint32_t left = (uint32_t)vg_kinds_in(s->story_length, FATE_RING); left;
         left &= left - 1) {
        int path = vg_lowest(left), colour = s->story_colour[path];
        uint32_t has = 0;
        for (const fate_told *end = told + s->story_length[path]; told < end; told++)
            has |= 1u << told->value;
        tell += vg_each_bit(has);
        if (!colour) continue; // a lone joker without dust
        int at = bits_of(colour, 1) + (int)(open >> 8 * colour & 3);
        open += 1u << 8 * colour;
        st.fit |= (uint64_t)next[told[-1].value] << at;
        st.whole |= (uint64_t)last[has] << at;
    }
    st.repeats = s->told_count - (int)(vg_sums_of(tell) >> 56);
    return st;
}

static float larger(float a, float b) { return a > b ? a : b; }
static float lesser(float a, float b) { return a < b ? a : b; }

// How useful the hand is for later turns: cards that fit an open story, openers, jokers.
static float hand_worth(const fate_state *s, int seat, const stories *st)
{
    static const float plain[6] = {0.3f,      0.02f + 0.05f, 0.02f * 2,
                                   0.02f * 3, 0.02f * 4,     0.02f * 5 + 0.05f}; // jokers first
    static const float fitting[4] = {0, 0.05f, 0, 0.3f}; // ... and the story is whole then
    // Only three cards are kept: what lies beyond the best three is worth little.
    float first = 0, second = 0, third = 0, beyond = 0;
    for (int i = 0; i < s->hand_count[seat]; i++) {
        const fate_card_def *d = fate_def(s, s->hand[seat][i]);
        float worth = plain[d->value];
        if (d->value) {
            int at = bits_of(vg_lowest(d->bars), d->value);
            unsigned fit = (unsigned)(st->fit >> at), whole = (unsigned)(st->whole >> at);
            for (int k = 0; k < 3; k++) worth += fitting[(fit >> k & 1) | (whole >> k & 1) << 1];
        } else if (!d->bars) {
            worth = d->effect == FATE_OFFERING || d->effect == FATE_SECOND_TALE ? 0.12f : 0.06f;
        }
        beyond += lesser(worth, third);
        third = larger(third, lesser(second, worth));
        second = larger(second, lesser(first, worth));
        first = larger(first, worth);
    }
    return first + second + third + 0.15f * beyond;
}

// How strong `seat` stands, in log odds. Weights fitted to 1,200 games of greedy bots with two
// seats, at the beginnings of turns; a purse spent in full is an object.
static float standing(const fate_state *s, int seat, int kinds, float point)
{
    uint32_t objects = fate_owned(s, seat), shown = s->object_shown[seat];
    int own = fate_count(objects, seat);
    int points = 2 * s->gold[seat] - s->marks[seat];
    points += 2 * s->object_count[seat]; // those unknown to the reader too
    points += 2 * own;
    points += (s->white ? 1 : -1) * fate_count(objects, FATE_WHITE);
    if (fate_ladder(objects)) points += 3;
    if (own == 4) points += 5;
    float spent = (float)(s->purse - s->dust[seat]) / (float)s->purse;
    float strong = point * (float)points + 0.54f * (float)s->object_count[seat] +
                   0.28f * (float)kinds + (0.6f + object_worth * point) * spent;
    if (!shown) return strong;
    return strong - 0.005f * (float)vg_bits(shown) - 0.002f * (float)fate_count(shown, seat);
}

static float final_standing(const fate_state *s, int seat)
{
    vg_score score;
    memset(&score, 0, sizeof score);
    fate_score(s, &score);
    int sharing = 0;
    for (int p = 0; p < s->seats; p++) sharing += score.rank[p] == 1;
    if (score.rank[seat] == 1) return 1 / (float)sharing;
    return 0.02f / (float)score.rank[seat];
}

float fate_evaluate(const void *view, int seat)
{
    const fate_state *s = view;
    if (fate_asked(s) == FATE_PHASE_OVER) return final_standing(s, seat);
    stories st = read_stories(s);
    float promise = prospects(s, seat) + hand_worth(s, seat, &st);
    // Repeated values lengthen stories without getting on; when few cards are left to draw they
    // lock the table (FeL-33), and with none left any card in the discards is welcome.
    int left = s->deck_count + s->discard_count, scarce = left < 30 ? 30 - left : 0;
    promise -= (0.05f + 0.1f * (float)scarce / 30) * (float)st.repeats;
    if (!left) promise -= 0.3f;
    promise -= 0.5f; // what the others may hold
    int kinds[FATE_SEATS], most = 0;
    for (int p = 0; p < s->seats; p++) {
        kinds[p] = fate_kinds(fate_owned(s, p));
        if (kinds[p] > most) most = kinds[p];
    }
    // A point tells more about who will win as somebody nears the four kinds, which end the game.
    float point = 0.085f + 0.06f * (float)most;
    float mine = standing(s, seat, kinds[seat], point) + 0.5f * promise, sum = 1;
    for (int p = 0; p < s->seats; p++)
        if (p != seat) sum += expf(standing(s, p, kinds[p], point) - mine);
    if (fate_asked(s) != FATE_PHASE_VOTE) return 1 / sum;
    // While a proposal to end stands, the end is as likely as not.
    return 0.5f * (1 / sum + final_standing(s, seat));
}
