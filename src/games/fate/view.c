// view.c: who may know what, how to guess the rest, and how well a seat stands.
//
// Public are the acts: who looked where, who exchanged where, what lies face up. The knowledge
// masks of the forest therefore are public and the cards are not. What else follows from what a
// seat has seen is kept by know.c, and guesses keep to it (FeL-65).
#include "games/fate/fate.h"

#include "base/hidden.h"

#include <math.h>
#include <string.h>

#define ROW(name, who) VG_FIELD(fate_state, name, who)
const vg_field fate_fields[] = {
    ROW(stack, VG_ALL),
    VG_FIELD_OWNED(fate_state, object),
    ROW(object_shown, VG_ALL),
    ROW(object_up, VG_ALL),
    ROW(object_deck, VG_NOBODY_KNOWS),
    VG_FIELD_OWNED(fate_state, spied),
    ROW(told, VG_ALL),
    VG_FIELD_OWNED(fate_state, hand),
    ROW(deck, VG_NOBODY_KNOWS),
    ROW(discard, VG_ALL),
    VG_FIELD_KNOWN(fate_state, ring, ring_known),
    ROW(ring_known, VG_ALL),
    ROW(story_length, VG_ALL),
    ROW(story_colour, VG_ALL),
    ROW(aside, VG_ALL),
    VG_FIELD_OWNED(fate_state, fresh),
    ROW(hand_count, VG_ALL),
    ROW(object_count, VG_ALL),
    ROW(dust, VG_ALL),
    ROW(at, VG_ALL),
    ROW(gold, VG_ALL),
    ROW(marks, VG_ALL),
    ROW(deck_count, VG_ALL),
    ROW(discard_count, VG_ALL),
    ROW(object_deck_count, VG_ALL),
    ROW(told_count, VG_ALL),
    ROW(seats, VG_ALL),
    ROW(first, VG_ALL),
    ROW(turn, VG_ALL),
    ROW(ring_count, VG_ALL),
    ROW(round, VG_ALL),
    ROW(tells, VG_ALL),
    ROW(hat, VG_ALL),
    ROW(stride, VG_ALL),
    ROW(swapped, VG_ALL),
    ROW(told_round, VG_ALL),
    ROW(white, VG_ALL),
    ROW(turnings, VG_ALL),
    ROW(recalled, VG_ALL),
    ROW(proposed, VG_ALL),
    ROW(ending, VG_ALL),
    ROW(edition, VG_ALL),
    ROW(purse, VG_ALL),
    ROW(optional, VG_ALL),
    ROW(equals, VG_ALL),
    ROW(strict, VG_ALL),
    ROW(cap, VG_ALL),
    ROW(accord, VG_ALL),
    ROW(pause, VG_ALL),
    ROW(from, VG_ALL),
    ROW(hand_from, VG_ALL),
    ROW(ring_from, VG_ALL),
    ROW(late, VG_ALL),
    ROW(shuffle, VG_ALL),
    ROW(most, VG_ALL),
    ROW(spare, VG_ALL),
};
#undef ROW
static_assert(sizeof fate_fields / sizeof fate_fields[0] == FATE_FIELD_COUNT, "FATE_FIELD_COUNT");

// ---- guessing -------------------------------------------------------------------

// Cards out of sight are dealt to rooms: the deck, each path card, each hand by the shuffle its
// cards come from.
enum { DECK = FATE_SEATS, WOOD }; // places; hands are 0..3, path cards WOOD..
static void open_rooms(const fate_state *s, int seat, vg_deal *d)
{
    for (int i = 0; i < s->ring_count; i++) // during the deal only some are filled
        if (s->ring_from[i] && !s->ring[i]) vg_deal_room(d, WOOD + i, s->ring_from[i], 1);
    for (int p = 0; p < s->seats; p++)
        for (int i = 0, n = 1; p != seat && i < s->hand_count[p]; i += n, n = 1) {
            while (i + n < s->hand_count[p] && s->hand_from[p][i + n] == s->hand_from[p][i]) n++;
            vg_deal_room(d, p, s->hand_from[p][i], n);
        }
    vg_deal_room(d, DECK, s->shuffle, s->deck_count);
    memcpy(d->most, s->most, sizeof s->most);
}

static uint64_t rooms_for(const vg_deal *d, int from, const fate_spied *seen)
{
    uint64_t fits = 0;
    for (int i = 0; i < d->rooms; i++) {
        int place = d->place[i];
        if (!(d->from[i] & from)) continue;
        if (seen && !(place < DECK    ? seen->hands >> place & 1
                      : place == DECK ? 0
                                      : seen->ring >> (place - WOOD) & 1))
            continue;
        fits |= 1ull << i;
    }
    return fits;
}

// Copies of one card out of sight, by the shuffles they may come from.
typedef struct copies {
    int count;
    uint16_t from[8];
} copies;

// One of those that have something in common with `from`, at random, leaves the others. 0: none
// has.
static unsigned pick_copy(copies *of, unsigned from, vg_rng *rng)
{
    int fits = 0, at = -1;
    for (int i = 0; i < of->count; i++) {
        if (!(of->from[i] & from)) continue;
        fits++;
        if (fits == 1 || vg_rng_below(rng, (uint32_t)fits) == 0) at = i;
    }
    if (at < 0) return 0;
    unsigned picked = of->from[at];
    of->from[at] = of->from[--of->count];
    return picked;
}

static unsigned shuffles_at(const vg_deal *d, const fate_spied *seen)
{
    unsigned all = 0;
    for (uint64_t left = rooms_for(d, 0xffff, seen); left; left &= left - 1)
        all |= d->from[__builtin_ctzll(left)];
    return all;
}

// From which shuffles each card of the own hand may come, so that all can have come at once: where
// there are several of a card, one possibility at random. False if there is none.
static bool place_own(const fate_state *s, int seat, uint16_t from[FATE_HAND], vg_rng *rng)
{
    int several = 0;
    for (int i = 0; i < s->hand_count[seat]; i++) several += fate_copies(s, s->hand[seat][i]) > 1;
    if (!several) return true; // nobody asks
    vg_deal d = {.count = 0};
    for (int i = 0; i < s->hand_count[seat]; i++) {
        int card = s->hand[seat][i];
        const uint16_t *copy = &s->from[fate_copy(s, card)];
        unsigned of = 0;
        uint64_t may = 0;
        for (int k = 0; k < fate_copies(s, card); k++) of |= copy[k];
        for (int k = 0; k < s->hand_count[seat]; k++)
            if (s->hand_from[seat][k] & of) may |= 1ull << k;
        vg_deal_add(&d, i, of, may);
        d.room[i] = 1;
    }
    if (!vg_deal_out(&d, rng)) return false;
    for (int i = 0; i < d.count; i++) from[d.what[i]] = s->hand_from[seat][d.at[i]];
    return true;
}

// Which of several copies are those that this seat sees, or saw another take, is in doubt: takes
// one possibility and adds the others to what is to be dealt. False if there is none.
static bool add_copies(const fate_state *s, int seat, int card, int seen, const uint16_t *own,
                       copies *of, vg_deal *d, vg_rng *rng)
{
    for (int i = 0; seen && i < s->ring_count; i++)
        if (s->ring[i] == card && !pick_copy(of, s->ring_from[i], rng)) return false;
    for (int i = 0; seen && seat >= 0 && i < s->hand_count[seat]; i++)
        if (s->hand[seat][i] == card && !pick_copy(of, own[i], rng)) return false;
    for (int i = 0; seat >= 0 && i < FATE_SPIED; i++) {
        const fate_spied *e = &s->spied[seat][i];
        if (e->card != card) continue;
        unsigned from = pick_copy(of, shuffles_at(d, e), rng);
        if (!from) return false;
        vg_deal_add(d, card, from, rooms_for(d, (int)from, e));
    }
    for (int i = 0; i < of->count; i++)
        vg_deal_add(d, card, of->from[i], rooms_for(d, of->from[i], NULL));
    return true;
}

// False if it cannot be. `lost`: nothing is known but the numbers.
static bool deal_cards(const fate_state *s, int seat, bool lost, vg_deal *d, vg_rng *rng)
{
    int placed[FATE_KINDS] = {0}; // copies this seat sees and not everybody
    uint64_t spied[2] = {0};      // cards it saw another take
    for (int i = 0; i < s->ring_count; i++) placed[s->ring[i]]++;
    for (int i = 0; seat >= 0 && i < s->hand_count[seat]; i++) placed[s->hand[seat][i]]++;
    for (int i = 0; seat >= 0 && i < FATE_SPIED; i++)
        spied[s->spied[seat][i].card / 64] |= 1ull << s->spied[seat][i].card % 64;
    uint16_t own[FATE_HAND];
    memset(own, 0xff, sizeof own);
    if (seat >= 0 && !lost && !place_own(s, seat, own, rng)) return false;
    int last = -1;
    uint64_t fits = 0;
    for (int c = 1, at = 0; c < FATE_CARD_COUNT; at += fate_copies(s, c++)) {
        copies of = {.from = {0}};
        for (int i = 0; i < fate_copies(s, c); i++)
            if (s->from[at + i]) of.from[of.count++] = s->from[at + i];
        if (!lost && (placed[c] || spied[c / 64] >> c % 64 & 1)) {
            if (!add_copies(s, seat, c, placed[c], own, &of, d, rng)) return false;
            continue;
        }
        for (int i = 0; i < of.count - placed[c]; i++) {
            int from = lost ? 0xffff : of.from[i];
            if (from != last) fits = rooms_for(d, from, NULL);
            last = from;
            vg_deal_add(d, c, (unsigned)from, fits);
        }
    }
    d->bounded = lost ? 0 : s->seats;
    return vg_deal_out(d, rng);
}

enum { TRIES = 64 };

static void guess_cards(fate_state *s, int seat, vg_rng *rng)
{
    vg_deal empty = {.count = 0}, d;
    open_rooms(s, seat, &empty);
    bool right = false;
    for (int i = 0; i < TRIES && !right; i++) { // better a vague guess than none
        d = empty;
        right = deal_cards(s, seat, i == TRIES - 1, &d, rng);
    }
    assert(right);
    for (int p = 0; p < FATE_SEATS; p++)
        if (p != seat) s->hand_count[p] = 0;
    for (int i = 0; i < d.count; i++) {
        int place = d.place[d.at[i]], card = d.what[i];
        if (place < DECK)
            fate_add_card(s, place, card);
        else if (place == DECK)
            s->deck[card]++;
        else
            s->ring[place - WOOD] = (uint8_t)card;
    }
}

static uint32_t pick_bits(uint32_t from, int count, vg_rng *rng)
{
    uint32_t picked = 0;
    for (; count > 0; count--) {
        uint32_t rest = from & ~picked;
        for (uint32_t skip = vg_rng_below(rng, (uint32_t)vg_bits(rest)); skip; skip--)
            rest &= rest - 1;
        picked |= rest & -rest;
    }
    return picked;
}

// Whoever had four kinds at a checkpoint has ended the game: what a seat had then lacked one.
static bool may_own(const fate_state *s, int p, uint32_t objects)
{
    if (!fate_four_kinds(objects) || fate_top(s).phase == FATE_OVER) return true;
    for (int k = FATE_SHOES; k <= FATE_HAT; k++)
        if (vg_bits(objects & fate_of_kind(k)) <= s->late[p]) return true;
    return false;
}

static void guess_objects(fate_state *s, int seat, vg_rng *rng)
{
    uint32_t unseen = (1u << FATE_OBJECTS) - 1;
    for (int p = 0; p < s->seats; p++) unseen &= ~fate_owned(s, p);
    s->object_deck = unseen;
    for (int p = 0; p < s->seats; p++) {
        if (p == seat) continue;
        int hidden = s->object_count[p] - vg_bits(s->object_shown[p]);
        uint32_t guess = pick_bits(s->object_deck, hidden, rng);
        // At random, if that may be; else without one kind that was never seen here.
        for (int k = (int)vg_rng_below(rng, 4), n = 0;
             n < 4 && !may_own(s, p, s->object_shown[p] | guess); n++, k = (k + 1) % 4) {
            uint32_t rest = s->object_deck & ~fate_of_kind(k);
            if (s->object_shown[p] & fate_of_kind(k) || vg_bits(rest) < hidden) continue;
            guess = pick_bits(rest, hidden, rng);
        }
        s->object_deck &= ~guess;
        s->object[p] = s->object_shown[p] | guess;
    }
    vg_frame f = fate_top(s);
    if (f.phase == FATE_SET && f.seat != seat)
        s->fresh[f.seat] =
            (uint8_t)(1 +
                      vg_lowest(pick_bits(s->object[f.seat] & ~s->object_shown[f.seat], 1, rng)));
}

void fate_resample(void *view, int seat, vg_rng *rng)
{
    guess_cards(view, seat, rng);
    guess_objects(view, seat, rng);
}

// ---- standing -------------------------------------------------------------------

static const float object_worth = 2.2f; // points an object brings on average

// What telling `m` brings, in points: own dust spent is a part of the next object.
static float tell_gain(const fate_state *s, int seat, vg_move m)
{
    int path = s->at[seat], length = s->story_length[path], as = vg_move_b(m);
    int value = as ? fate_as_value(as) : fate_def(s, vg_move_a(m))->value, cost = value;
    float gain = 0;
    uint32_t values = 1u << value;
    if (vg_move_c(m)) values |= 1u << fate_as_value(vg_move_c(m));
    values |= fate_story_values(s, path, vg_move_c(m) ? length - 1 : length);
    if (values == FATE_ALL_VALUES) {
        cost += length + 1;
        int colour = s->story_colour[path];
        gain += colour == FATE_GOLD ? 2.0f : colour == FATE_BLUE ? object_worth : 1.0f;
    }
    int own = cost < s->dust[seat] ? cost : s->dust[seat];
    return gain + object_worth * (float)own / (float)s->purse;
}

static float best_tell(const fate_state *s, int seat)
{
    vg_move list[VG_MAX_LEGAL];
    int n = fate_tells(s, seat, list, 0);
    float best = 0;
    for (int i = 0; i < n; i++) {
        float gain = tell_gain(s, seat, list[i]);
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
        if (f.phase == FATE_LOOK || f.phase == FATE_SWAP || f.phase == FATE_TELL)
            return 0.9f * best_tell(s, seat);
        if (f.phase == FATE_TURN || f.phase == FATE_ROLL) return 0.35f;
        if (f.phase != FATE_MOVE) continue;
        fate_state there = *s;
        vg_move list[VG_MAX_LEGAL];
        float best = 0;
        int n = fate_legal(&there, seat, list);
        if (i != s->stack.count - 1) n = 0; // a window stands before it
        for (int k = 0; k < n; k++) {
            if (vg_move_kind(list[k]) != FATE_DO_MOVE) continue;
            int total = vg_move_a(list[k]);
            there.at[seat] =
                (uint8_t)fate_step(s, s->at[seat], vg_move_b(list[k]) ? -total : total);
            float gain = best_tell(&there, seat);
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
        struct open *o = &out->open[out->count++];
        *o = (struct open){.bar = (uint8_t)(1u << s->story_colour[path])};
        for (int i = start; i < start + s->story_length[path]; i++) {
            o->last = s->told[i].value;
            out->repeats += (o->values >> o->last & 1) != 0;
            o->values |= 1u << o->last;
        }
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
        int kinds = 0;
        for (int k = FATE_SHOES; k <= FATE_HAT; k++) kinds += fate_has(s, p, k);
        if (kinds > most) most = kinds;
    }
    return 0.085f + 0.06f * (float)most;
}

// How strong `seat` stands, in log odds. Weights fitted to 1,200 games of greedy bots with two
// seats, at the beginnings of turns; a purse spent in full is an object.
static float standing(const fate_state *s, int seat, float point)
{
    uint32_t objects = fate_owned(s, seat);
    int points = 2 * s->gold[seat] - s->marks[seat], kinds = 0;
    points += 2 * s->object_count[seat]; // those unknown to the reader too
    points += 2 * vg_bits(objects & fate_of_tint(seat));
    points += (s->white ? 1 : -1) * vg_bits(objects & fate_of_tint(FATE_WHITE));
    if (fate_ladder(objects)) points += 3;
    if ((objects & fate_of_tint(seat)) == fate_of_tint(seat)) points += 5;
    for (int k = FATE_SHOES; k <= FATE_HAT; k++) kinds += (objects & fate_of_kind(k)) != 0;
    float spent = (float)(s->purse - s->dust[seat]) / (float)s->purse;
    return point * (float)points + 0.54f * (float)s->object_count[seat] + 0.28f * (float)kinds +
           (0.6f + object_worth * point) * spent - 0.005f * (float)vg_bits(s->object_shown[seat]) -
           0.002f * (float)vg_bits(s->object_shown[seat] & fate_of_tint(seat));
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
    if (fate_top(s).phase == FATE_OVER) return final_standing(s, seat);
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
    if (fate_top(s).phase != FATE_VOTE) return 1 / sum;
    // While a proposal to end stands, the end is as likely as not.
    return 0.5f * (1 / sum + final_standing(s, seat));
}
