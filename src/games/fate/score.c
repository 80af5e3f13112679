// score.c: what everything counts at the end, and what must be true at any time.
#include "games/fate/fate.h"

#include <string.h>

bool fate_four_kinds(uint32_t objects)
{
    for (int k = FATE_SHOES; k <= FATE_HAT; k++)
        if (!(objects & fate_of_kind(k))) return false;
    return true;
}

static void score_objects(const fate_state *s, int p, vg_score *out)
{
    uint32_t objects = fate_owned(s, p);
    for (int o = 0; o < FATE_OBJECTS; o++) {
        if (!(objects >> o & 1)) continue;
        int tint = fate_object_tint(o);
        if (tint == p) // seats 0..3 are the pink, green, azure and yellow fairy
            vg_score_add(out, p, FATE_SCORE_OWN, 4, o, 0);
        else if (tint == FATE_WHITE)
            vg_score_add(out, p, s->white ? FATE_SCORE_NIGHT : FATE_SCORE_WHITE, s->white ? 3 : 1,
                         o, 0);
        else
            vg_score_add(out, p, FATE_SCORE_OTHER, 2, o, 0);
    }
    // FeL-39, FeL-40: each once, and the two sets may share a card.
    if (vg_bits(objects & fate_of_tint(p)) == 4) vg_score_add(out, p, FATE_SCORE_FOUR, 5, 0, 0);
    if (fate_ladder(objects)) vg_score_add(out, p, FATE_SCORE_LADDER, 3, 0, 0);
}

void fate_score(const void *state, vg_score *out)
{
    const fate_state *s = state;
    for (int p = 0; p < s->seats; p++) {
        if (s->gold[p]) vg_score_add(out, p, FATE_SCORE_GOLD, 2 * s->gold[p], s->gold[p], 0);
        if (s->marks[p]) vg_score_add(out, p, FATE_SCORE_VIOLET, -s->marks[p], s->marks[p], p);
        score_objects(s, p, out);
    }
    for (int p = 0; p < s->seats; p++) { // FeL-41
        bool tied = false;
        out->rank[p] = 1;
        for (int q = 0; q < s->seats; q++) {
            bool level = q != p && out->points[q] == out->points[p];
            tied |= level;
            if (out->points[q] > out->points[p] || (level && s->dust[q] < s->dust[p]))
                out->rank[p]++;
        }
        if (tied) vg_score_add(out, p, FATE_SCORE_TIE, 0, s->dust[p], 0);
    }
}

// ---- invariants -----------------------------------------------------------------

static const char *check_cards(const fate_state *s)
{
    int told = 0;
    if (vg_sum(s->deck, FATE_KINDS) != s->deck_count) return "the deck's count is wrong";
    if (vg_sum(s->discard, FATE_KINDS) != s->discard_count) return "the discards' count is wrong";
    for (int i = 0; i < FATE_RING; i++) {
        if (s->ring[i] >= FATE_CARD_COUNT) return "no such card in the forest";
        if (!s->ring[i] && s->ring_known[i]) return "a place without a card is known";
        told += s->story_length[i];
    }
    if (told != s->told_count) return "the stories' lengths are wrong";
    for (int i = 0; i < FATE_LAID; i++) {
        static const fate_told none;
        if (i >= told && memcmp(&s->told[i], &none, sizeof none) != 0)
            return "a told slot is not empty";
        if (i < told && !fate_cards[s->told[i].card].bars) return "a story holds no legend";
    }
    for (int p = 0; p < FATE_SEATS; p++)
        for (int i = 0; i < FATE_HAND; i++) {
            if ((s->hand[p][i] != 0) != (i < s->hand_count[p])) return "a hand's count is wrong";
            if (i && s->hand[p][i] && s->hand[p][i] < s->hand[p][i - 1])
                return "a hand is not sorted";
        }
    return NULL;
}

static const char *check_dust(const fate_state *s)
{
    for (int p = 0; p < FATE_SEATS; p++) {
        int sum = s->dust[p];
        for (int i = 0; i < FATE_LAID; i++) sum += s->told[i].dust[p];
        for (int i = 0; i < FATE_RING; i++) sum += s->aside[i][p];
        if (sum != (p < s->seats ? s->purse : 0)) return "dust was lost or doubled";
    }
    return NULL;
}

// FeL-10: a story opens at 1 or 5 and moves by at most one, so its values are an interval from its
// opening; while it is open one is missing. The exception is the card just told that completes it.
static const char *check_story(const fate_state *s, int path)
{
    int length = s->story_length[path], colour = s->story_colour[path];
    const fate_told *story = &s->told[fate_story_start(s, path)];
    if (length == 0) return colour ? "a colour without a story" : NULL;
    if (colour == FATE_NO_COLOUR) {
        if (length != 1 || !fate_bare(story)) return "a story has no colour";
        return story->value ? "a lone bare joker has a value" : NULL;
    }
    uint32_t values = 0;
    for (int i = 0; i < length; i++) {
        const fate_card_def *d = fate_def(s, story[i].card);
        if (!(d->bars >> colour & 1)) return "a card of another colour in a story";
        if (d->value && d->value != story[i].value) return "a legend with another value";
        if (story[i].value < 1 || story[i].value > 5) return "a value out of bounds";
        int step = i ? story[i].value - story[i - 1].value : 0;
        if (step < -1 || step > 1) return "a story jumps";
        values |= 1u << story[i].value;
    }
    if (story->value != 1 && story->value != 5) return "a story opens in the middle";
    bool closing = false; // its end waits for payment
    for (int i = 0; i < s->stack.count; i++)
        closing |=
            s->stack.frame[i].phase == FATE_PHASE_FINISH && s->at[s->stack.frame[i].seat] == path;
    if ((values == FATE_ALL_VALUES) != closing)
        return "a complete story is open, or an open one closes";
    if (closing && story[length - 1].value != (story->value == 1 ? 5 : 1))
        return "a story closes at the wrong end";
    return NULL;
}

static const char *check_limits(const fate_state *s)
{
    int open[FATE_COLOURS] = {0}, threes = 0;
    for (int i = 0; i < FATE_RING; i++) open[s->story_colour[i]]++;
    for (int c = FATE_GOLD; c <= FATE_VIOLET; c++) {
        if (open[c] > (s->seats == 2 ? 2 : 3)) return "too many stories of a colour";
        threes += open[c] == 3;
    }
    return s->seats == 3 && threes > 1 ? "two colours with three stories" : NULL;
}

static const char *check_objects(const fate_state *s)
{
    if (vg_bits(s->object_deck) != s->object_deck_count) return "the object deck's count is wrong";
    for (int p = 0; p < FATE_SEATS; p++) {
        if (vg_bits(s->object[p]) != s->object_count[p]) return "a seat's objects are miscounted";
        if (s->object_shown[p] & ~s->object[p]) return "a seat shows what it does not own";
        if (s->object_up[p] & ~s->object_shown[p]) return "an object is up but was not seen";
        if (s->fresh[p] && !(s->object[p] >> (s->fresh[p] - 1) & 1))
            return "a new object is not owned";
    }
    return NULL;
}

const char *fate_check(const void *state)
{
    const fate_state *s = state;
    const char *wrong = NULL;
    if (s->stack.count == 0) return "no question is open";
    if (!wrong) wrong = check_cards(s);
    if (!wrong) wrong = fate_know_check(s);
    if (!wrong) wrong = check_dust(s);
    if (!wrong) wrong = check_objects(s);
    if (!wrong) wrong = check_limits(s);
    for (int i = 0; i < s->ring_count && !wrong; i++) wrong = check_story(s, i);
    for (int p = 0; p < s->seats && !wrong; p++)
        if (s->at[p] >= s->ring_count) wrong = "a fairy is off the path";
    return wrong;
}
