// measure.c: turns, choices, events, standings and traits of one game at a time.
#include "lab/measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

vg_measure *vg_measure_new(const vg_game *game, vg_tally *tally)
{
    vg_measure *m = calloc(1, sizeof *m);
    if (!m) return NULL;
    size_t longest = game->max_length;
    m->tally = tally;
    m->longest = game->max_length;
    m->draw = calloc(longest + 1, sizeof m->draw[0]);
    m->take = calloc(longest + 1, sizeof m->take[0]);
    m->rank = calloc(longest + 1, sizeof m->rank[0]);
    m->had = calloc((size_t)VG_TALLY_TRAITS * VG_MAX_SEATS, sizeof m->had[0]);
    m->had_by = calloc(VG_TALLY_TRAITS, sizeof m->had_by[0]);
    if (m->draw && m->take && m->rank && m->had && m->had_by) return m;
    vg_measure_free(m);
    return NULL;
}

void vg_measure_free(vg_measure *m)
{
    if (!m) return;
    free(m->draw);
    free(m->take);
    free(m->rank);
    free(m->had);
    free(m->had_by);
    free(m);
}

void vg_measure_begin(vg_measure *m, uint64_t number, int lot)
{
    m->number = number;
    m->lot = lot;
    m->draw_count = m->take_count = m->turns = m->had_count = 0;
    m->seat = VG_NOBODY;
    memset(m->event_times, 0, sizeof m->event_times);
    memset(m->had_by, 0, VG_TALLY_TRAITS * sizeof m->had_by[0]);
}

static void end_turn(vg_measure *m, const vg_game *game, const void *state, int seats)
{
    vg_score now = {0};
    game->score(state, &now);
    memcpy(m->rank[m->turns++], now.rank, (size_t)seats);
}

void vg_measure_decision(vg_measure *m, const vg_game *game, const void *state, int seats,
                         vg_ask ask, int seat, int count)
{
    vg_tally *t = m->tally;
    if (seat != m->seat) {
        if (m->seat != VG_NOBODY) end_turn(m, game, state, seats);
        m->seat = seat;
        t->pace[VG_PACE_turns][m->lot]++;
    }
    t->pace[VG_PACE_choices][m->lot] += (uint64_t)count;
    t->pace[VG_PACE_forced][m->lot] += count == 1;
    t->ask[ask.kind].n[m->lot]++;
    t->ask[ask.kind].choices[m->lot] += (uint64_t)count;
}

int vg_measure_place(vg_tally *tally, const vg_trait *x)
{
    return vg_tally_find(tally, x->group, x->slug, x->name ? x->name->in[VG_IT] : x->slug,
                         x->name ? x->name->in[VG_EN] : x->slug);
}

int vg_measure_drawn(vg_tally *tally, const vg_game *game, const vg_events *events, int *seat)
{
    for (int i = 0; i < events->count; i++) {
        const vg_event *e = &events->event[i];
        vg_trait x = {0};
        if (e->veiled || e->seat < 0 || !vg_event_mark(game, e, &x)) continue;
        if (strcmp(x.group, "drawn") != 0) continue;
        *seat = e->seat;
        return vg_measure_place(tally, &x);
    }
    return -1;
}

static void mark(vg_measure *m, int trait, int seat)
{
    m->tally->trait[trait].times++;
    if (m->had_by[trait] >> seat & 1) return;
    m->had_by[trait] = (uint16_t)(m->had_by[trait] | 1u << seat);
    m->had[m->had_count].trait = trait;
    m->had[m->had_count++].seat = seat;
}

void vg_measure_applied(vg_measure *m, const vg_game *game, int seat, int number)
{
    vg_tally *t = m->tally;
    for (int i = 0; i < m->events.count; i++) {
        const vg_event *e = &m->events.event[i];
        if (e->veiled) continue; // the same event, as others see it
        t->event[e->kind].times[m->lot]++;
        t->event[e->kind].games[m->lot] += !m->event_times[e->kind]++;
        vg_trait x = {0};
        if (e->seat < 0 || !vg_event_mark(game, e, &x)) continue;
        int trait = vg_measure_place(t, &x);
        mark(m, trait, e->seat);
        // Playing a card is no such taking: what is on offer is what one happens to hold.
        if (seat == e->seat && strcmp(x.group, "played") != 0 && m->take_count < m->longest)
            m->take[m->take_count++] = (vg_draw){number, trait, (int8_t)seat};
    }
    int who = 0;
    int drawn = seat == VG_CHANCE ? vg_measure_drawn(t, game, &m->events, &who) : -1;
    if (drawn >= 0)
        m->draw[m->draw_count++] = (vg_draw){.move = number, .trait = drawn, .seat = (int8_t)who};
    m->events.count = 0;
}

// The seat alone in front at the end of a turn, or -1.
static int leader(const uint8_t rank[VG_MAX_SEATS], int seats)
{
    int found = -1;
    for (int p = 0; p < seats; p++) {
        if (rank[p] != 1) continue;
        if (found >= 0) return -1;
        found = p;
    }
    return found;
}

static bool is_last(const uint8_t rank[VG_MAX_SEATS], int seats, int seat)
{
    for (int p = 0; p < seats; p++)
        if (rank[p] > rank[seat]) return false;
    return rank[seat] > 1;
}

static void count(vg_measure *m, vg_pace what, uint64_t n) { m->tally->pace[what][m->lot] += n; }

// What whoever led at half time won. A faction leads and wins as one; otherwise seats that lead
// together do not lead.
static void follow_half(vg_measure *m, const vg_game *game, int seats,
                        const int share[VG_MAX_SEATS])
{
    const uint8_t *rank = m->rank[m->turns / 2];
    int leaders = 0, won = 0;
    for (int p = 0; p < seats; p++) {
        if (rank[p] != 1) continue;
        leaders++;
        won += share[p];
    }
    if (leaders == seats || (leaders > 1 && !game->factions)) return;
    count(m, VG_PACE_half_led, 1);
    count(m, VG_PACE_half_won, (uint64_t)won);
}

// How the lead went. Only games with one winner tell: a comeback needs somebody to come back.
static void follow_lead(vg_measure *m, int seats, int winner)
{
    vg_tally *t = m->tally;
    count(m, VG_PACE_decided, 1);
    int last_lead = -1, settled = 0;
    for (int i = 0; i < m->turns; i++) {
        int now = leader(m->rank[i], seats);
        if (now >= 0) {
            count(m, VG_PACE_lead_changes, last_lead >= 0 && now != last_lead);
            last_lead = now;
        }
        if (m->rank[i][winner] != 1) settled = i + 1;
    }
    int half = m->turns / 2, quarter = m->turns / 4;
    count(m, VG_PACE_half_last, is_last(m->rank[half], seats, winner));
    int ahead = leader(m->rank[quarter], seats);
    count(m, VG_PACE_early, ahead >= 0);
    count(m, VG_PACE_early_kept, ahead == winner && settled <= quarter);
    int decile = m->turns ? settled * VG_TALLY_DECILES / m->turns : 0;
    if (decile >= VG_TALLY_DECILES) decile = VG_TALLY_DECILES - 1;
    t->settled[decile]++;
    vg_tally_first(&t->settled_game[decile], m->number);
}

// Which of the kinds of pairs this trait is, met now for the first time or before.
static int kind_of(vg_measure *m, int trait)
{
    int k = 0;
    while (k < m->pair_kinds && m->pair_kind[k] != trait) k++;
    if (k < m->pair_kinds) return k;
    assert(k < VG_PAIR_KINDS);
    m->pair_kind[m->pair_kinds++] = trait;
    return k;
}

static int pair_place(vg_measure *m, int one, int two)
{
    int a = kind_of(m, one), b = kind_of(m, two);
    if (m->pair[a][b]) return m->pair[a][b] - 1;
    const vg_tally_trait *x = &m->tally->trait[one], *y = &m->tally->trait[two];
    if (strcmp(x->slug, y->slug) > 0) {
        const vg_tally_trait *z = x;
        x = y;
        y = z;
    }
    char word[3][2 * VG_TALLY_NAME + 4];
    snprintf(word[0], sizeof word[0], "%s/%s", x->slug, y->slug);
    snprintf(word[1], sizeof word[1], "%s + %s", x->name[VG_IT], y->name[VG_IT]);
    snprintf(word[2], sizeof word[2], "%s + %s", x->name[VG_EN], y->name[VG_EN]);
    int place = vg_tally_find(m->tally, "pair", word[0], word[1], word[2]);
    m->pair[a][b] = m->pair[b][a] = (int16_t)(place + 1);
    return place;
}

static void mark_pairs(vg_measure *m, const vg_game *game)
{
    for (int i = 0, count = m->had_count; game->pairs && i < count; i++) {
        if (strcmp(m->tally->trait[m->had[i].trait].group, game->pairs) != 0) continue;
        for (int k = 0; k < i; k++)
            if (m->had[k].seat == m->had[i].seat &&
                strcmp(m->tally->trait[m->had[k].trait].group, game->pairs) == 0)
                mark(m, pair_place(m, m->had[k].trait, m->had[i].trait), m->had[i].seat);
    }
}

void vg_measure_end(vg_measure *m, const vg_game *game, const void *state, int seats,
                    const vg_score *score, const int share[VG_MAX_SEATS])
{
    vg_tally *t = m->tally;
    memcpy(m->rank[m->turns++], score->rank, (size_t)seats);
    int winner = leader(score->rank, seats);
    if (winner >= 0) follow_lead(m, seats, winner);
    follow_half(m, game, seats, share);
    for (int p = 0; p < seats; p++) {
        int bin = score->points[p] - VG_TALLY_LOWEST;
        if (bin < 0) bin = 0;
        if (bin >= VG_TALLY_POINTS) bin = VG_TALLY_POINTS - 1;
        t->points[bin]++;
        vg_tally_first(&t->points_game[bin], m->number);
        vg_trait x[VG_MAX_TRAITS];
        int count = game->traits ? game->traits(state, p, x) : 0;
        assert(count <= VG_MAX_TRAITS);
        for (int i = 0; i < count; i++) mark(m, vg_measure_place(t, &x[i]), p);
    }
    mark_pairs(m, game);
    for (int i = 0; i < m->had_count; i++) {
        int p = m->had[i].seat;
        vg_tally_trait *x = &t->trait[m->had[i].trait];
        vg_sums_add(&x->with, m->lot, share[p], score->points[p]);
        vg_examples_add(&x->games, m->lot, m->number, score->points[p]);
    }
    for (int k = 1; k < game->event_count; k++)
        if (m->event_times[k])
            vg_examples_add(&t->event[k].seen, m->lot, m->number, m->event_times[k]);
}
