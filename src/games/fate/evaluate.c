// evaluate.c: how well a seat stands in Fate e Leggende.
#include "games/fate/fate.h"

#include <math.h>
#include <string.h>

static const float object_worth = 2.2f; // points an object brings on average

// What telling `m` at `path` brings, in points: own dust spent is a part of the next object.
// `values` are those of the story there, without its last card and with it.
static float tell_gain(const fate_state *s, int seat, int path, const uint32_t values[2], vg_move m)
{
    int as = vg_move_b(m);
    int value = as ? fate_as_value(as) : fate_def(s, vg_move_a(m))->value, cost = value;
    float gain = 0;
    uint32_t all = 1u << value | values[vg_move_c(m) == 0];
    if (vg_move_c(m)) all |= 1u << fate_as_value(vg_move_c(m));
    if (all == FATE_ALL_VALUES) {
        cost += s->story_length[path] + 1;
        int colour = s->story_colour[path];
        gain += colour == FATE_GOLD ? 2.0f : colour == FATE_BLUE ? object_worth : 1.0f;
    }
    int own = cost < s->dust[seat] ? cost : s->dust[seat];
    return gain + object_worth * (float)own / (float)s->purse;
}

static float best_tell(const fate_state *s, int seat, int path)
{
    vg_move list[VG_MAX_LEGAL];
    int n = fate_tells_at(s, seat, path, list, 0), length = s->story_length[path];
    if (!n) return 0;
    uint32_t values[2] = {length ? fate_story_values(s, path, length - 1) : 0,
                          fate_story_values(s, path, length)};
    float best = 0;
    for (int i = 0; i < n; i++) {
        float gain = tell_gain(s, seat, path, values, list[i]);
        if (gain > best) best = gain;
    }
    return best;
}

// What the seat on turn may still hope for in this turn.
static float prospects(const fate_state *s, int seat)
{
    if (!s->tells || s->turn != seat) return 0;
    for (int i = s->stack.count - 1; i >= 0; i--) {
        vg_frame f = s->stack.frame[i];
        if (f.phase == FATE_PHASE_LOOK || f.phase == FATE_PHASE_SWAP || f.phase == FATE_PHASE_TELL)
            return 0.9f * best_tell(s, seat, s->at[seat]);
        if (f.phase == FATE_PHASE_TURN || f.phase == FATE_PHASE_ROLL) return 0.35f;
        if (f.phase != FATE_PHASE_MOVE) continue;
        vg_move list[VG_MAX_LEGAL];
        float best = 0;
        int n = fate_legal(s, seat, list);
        if (i != s->stack.count - 1) n = 0; // a window stands before it
        for (int k = 0; k < n; k++) {
            if (vg_move_kind(list[k]) != FATE_MOVE_MOVE) continue;
            int stride = vg_move_a(list[k]), total = fate_stride_total(stride);
            int there = fate_step(s, s->at[seat], fate_stride_back(stride) ? -total : total);
            float gain = best_tell(s, seat, there);
            if (gain > best) best = gain;
        }
        return n ? 0.85f * best : 0.35f;
    }
    return 0;
}

// The open stories, as far as the standing cares.
typedef struct stories {
    int count, repeats; // repeats: cards whose value their story had already
    struct open {
        uint32_t values;
        uint8_t bar, last;
    } open[FATE_RING];
} stories;

static void read_stories(const fate_state *s, stories *out)
{
    out->count = out->repeats = 0;
    for (int path = 0, start = 0; path < s->ring_count; start += s->story_length[path++]) {
        if (!s->story_colour[path]) continue;
        uint32_t values = 0;
        int end = start + s->story_length[path];
        for (int i = start; i < end; i++) values |= 1u << s->told[i].value;
        out->repeats += s->story_length[path] - vg_bits(values);
        out->open[out->count++] = (struct open){
            .values = values,
            .bar = (uint8_t)(1u << s->story_colour[path]),
            .last = end > start ? s->told[end - 1].value : 0,
        };
    }
}

// How useful the hand is for later turns: cards that fit an open story, openers, jokers.
static float hand_worth(const fate_state *s, int seat, const stories *st)
{
    // Only three cards are kept: what lies beyond the best three is worth little.
    float best[FATE_HAND_LIMIT] = {0}, beyond = 0;
    for (int i = 0; i < s->hand_count[seat]; i++) {
        const fate_card_def *d = fate_def(s, s->hand[seat][i]);
        float worth = 0;
        if (!d->bars) {
            worth = d->effect == FATE_OFFERING || d->effect == FATE_SECOND_TALE ? 0.12f : 0.06f;
        } else if (!d->value) {
            worth = 0.3f;
        } else {
            worth = 0.02f * (float)d->value;
            if (d->value == 1 || d->value == 5) worth += 0.05f;
            for (int k = 0; k < st->count; k++) {
                const struct open *o = &st->open[k];
                if (!(d->bars & o->bar)) continue;
                if (d->value + 1 < o->last || d->value > o->last + 1) continue;
                worth += (o->values | 1u << d->value) == FATE_ALL_VALUES ? 0.3f : 0.05f;
            }
        }
        for (int k = 0; k < FATE_HAND_LIMIT; k++) {
            if (worth <= best[k]) continue;
            float less = best[k];
            best[k] = worth;
            worth = less;
        }
        beyond += worth;
    }
    return best[0] + best[1] + best[2] + 0.15f * beyond;
}

// How much a point tells about who will win: more as somebody nears the four kinds, which end the
// game.
static float point_weight(const fate_state *s)
{
    int most = 0;
    for (int p = 0; p < s->seats; p++) {
        int kinds = fate_kinds(fate_owned(s, p));
        if (kinds > most) most = kinds;
    }
    return 0.085f + 0.06f * (float)most;
}

// How strong `seat` stands, in log odds. Weights fitted to 1,200 games of greedy bots with two
// seats, at the beginnings of turns; a purse spent in full is an object.
static float standing(const fate_state *s, int seat, float point)
{
    uint32_t objects = fate_owned(s, seat), shown = s->object_shown[seat];
    int own = fate_count(objects, seat), kinds = fate_kinds(objects);
    int points = 2 * s->gold[seat] - s->marks[seat];
    points += 2 * s->object_count[seat]; // those unknown to the reader too
    points += 2 * own;
    points += (s->white ? 1 : -1) * fate_count(objects, FATE_WHITE);
    if (fate_ladder(objects)) points += 3;
    if (own == 4) points += 5;
    float spent = (float)(s->purse - s->dust[seat]) / (float)s->purse;
    return point * (float)points + 0.54f * (float)s->object_count[seat] + 0.28f * (float)kinds +
           (0.6f + object_worth * point) * spent - 0.005f * (float)vg_bits(shown) -
           0.002f * (float)fate_count(shown, seat);
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
    stories st;
    read_stories(s, &st);
    float promise = prospects(s, seat) + hand_worth(s, seat, &st);
    // Repeated values lengthen stories without getting on; when few cards are left to draw they
    // lock the table (FeL-33), and with none left any card in the discards is welcome.
    int left = s->deck_count + s->discard_count, scarce = left < 30 ? 30 - left : 0;
    promise -= (0.05f + 0.1f * (float)scarce / 30) * (float)st.repeats;
    if (!left) promise -= 0.3f;
    promise -= 0.5f; // what the others may hold
    float point = point_weight(s), mine = standing(s, seat, point) + 0.5f * promise, sum = 1;
    for (int p = 0; p < s->seats; p++)
        if (p != seat) sum += expf(standing(s, p, point) - mine);
    if (fate_asked(s) != FATE_PHASE_VOTE) return 1 / sum;
    // While a proposal to end stands, the end is as likely as not.
    return 0.5f * (1 / sum + final_standing(s, seat));
}
