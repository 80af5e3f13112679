// equity.c: positions judged with all cards open, and expectations over chance.
//
// A run of chance moves (a deal) counts as one: what its middle is worth nobody can tell without
// the rest of it. If it has few ends they are all reckoned with their odds; otherwise some are
// drawn, from numbers that depend on the state alone.
#include "review/equity.h"

#include "bots/greedy.h"
#include "engine/odds.h"

#include <string.h>

enum { TRIES = 8, TURNS = 2, ENDS = 160, MAX_DECISIONS = 48 };

void vg_equity_open(vg_equity *e, const vg_game *game, int seats, const vg_net *net)
{
    *e = (vg_equity){.tries = TRIES, .turns = TURNS, .ends = ENDS};
    vg_eye_open(&e->eye, game, seats, net);
}

void vg_equity_close(vg_equity *e) { vg_eye_close(&e->eye); }

void vg_equity_won(const vg_game *game, const vg_score *score, int seats,
                   double value[VG_MAX_SEATS])
{
    int winners = 0;
    for (int p = 0; p < seats; p++) winners += score->rank[p] == 1;
    for (int p = 0; p < seats; p++)
        value[p] = score->rank[p] != 1 ? 0 : game->factions ? 1 : 1 / (double)winners;
}

// What the eye sees in a position, as chances: where one wins alone they add up to 1.
static void judge(const vg_equity *e, const void *state, double value[VG_MAX_SEATS])
{
    const vg_game *game = e->eye.game;
    int seats = e->eye.seats;
    if (game->ask(state).actor == VG_NOBODY) {
        vg_score score = {0};
        game->score(state, &score);
        vg_equity_won(game, &score, seats, value);
        return;
    }
    float seen[VG_MAX_SEATS] = {0};
    vg_judge(&e->eye, state, (1u << seats) - 1, seen);
    double sum = 0;
    for (int p = 0; p < seats; p++) sum += (double)seen[p];
    for (int p = 0; p < seats; p++)
        value[p] = game->factions ? (double)seen[p] : sum > 0 ? (double)seen[p] / sum : 1.0 / seats;
}

// Plays on to where the last of the turns ends.
static void play_turns(const vg_equity *e, void *state, vg_rng *rng)
{
    const vg_game *game = e->eye.game;
    const unsigned char *turn_at = (const unsigned char *)state + game->turn_at;
    unsigned char turn = *turn_at;
    int turns = 0, left = MAX_DECISIONS * e->turns;
    vg_rng look = *rng; // not what will come: nobody knows that
    if (e->chains) vg_rng_seed(&look, vg_rng_next(rng), 0);
    while (left > 0) {
        if (*turn_at != turn) {
            turn = *turn_at;
            if (++turns == e->turns) return;
            // Anew, so that two positions that have become the same go on alike.
            if (e->chains) vg_rng_seed(&look, vg_rng_next(rng), 0);
        }
        vg_ask ask = game->ask(state);
        if (ask.actor == VG_NOBODY || (game->settled && game->settled(state))) return;
        if (ask.actor == VG_CHANCE) {
            game->apply(state, VG_CHANCE, game->chance(state, rng), NULL);
            continue;
        }
        left--;
        vg_move m = e->chains ? vg_greedy_look(&e->eye, state, ask.actor, e->off[ask.actor], &look)
                              : vg_best_look(&e->eye, state, ask.actor, 0, rng);
        game->apply(state, ask.actor, m, NULL);
    }
}

// Adds what try `i` comes to from here; the same luck in every position.
static void add_try(const vg_equity *e, const void *state, int i, double by,
                    double sum[VG_MAX_SEATS])
{
    const vg_game *game = e->eye.game;
    _Alignas(16) unsigned char world[VG_MAX_STATE];
    double value[VG_MAX_SEATS];
    vg_rng rng;
    vg_rng_seed(&rng, 0x657175697479u, (uint64_t)i);
    memcpy(world, state, game->state_size);
    if (game->forget) game->forget(world);
    play_turns(e, world, &rng);
    vg_roll_on(game, world, &rng);
    judge(e, world, value);
    for (int p = 0; p < e->eye.seats; p++) sum[p] += by * value[p];
}

// What a position is worth in which chance is not asked.
static void settled_at(const vg_equity *e, const void *state, double value[VG_MAX_SEATS])
{
    if (e->tries == 0 || e->eye.game->ask(state).actor == VG_NOBODY) {
        judge(e, state, value);
        return;
    }
    memset(value, 0, VG_MAX_SEATS * sizeof *value);
    for (int i = 0; i < e->tries; i++) add_try(e, state, i, 1, value);
    for (int p = 0; p < e->eye.seats; p++) value[p] /= e->tries;
}

// Adds all ends of the run of chance that begins here. False: there are more than `*left`.
static bool add_ends(const vg_equity *e, const void *state, double odds, int *left,
                     double sum[VG_MAX_SEATS])
{
    const vg_game *game = e->eye.game;
    if (game->ask(state).actor != VG_CHANCE) {
        double value[VG_MAX_SEATS];
        if (--*left < 0) return false;
        settled_at(e, state, value);
        for (int p = 0; p < e->eye.seats; p++) sum[p] += odds * value[p];
        return true;
    }
    _Alignas(16) unsigned char after[VG_MAX_STATE];
    vg_move list[VG_MAX_LEGAL];
    double likely[VG_MAX_LEGAL];
    int count = game->legal(state, VG_CHANCE, list);
    if (count > *left) return false;
    vg_odds(game, state, list, count, likely);
    for (int i = 0; i < count; i++) {
        if (likely[i] <= 0) continue;
        memcpy(after, state, game->state_size);
        game->apply(after, VG_CHANCE, list[i], NULL);
        if (!add_ends(e, after, odds * likely[i], left, sum)) return false;
    }
    return true;
}

// How many ends the run of chance has, as far as it goes the same way from all outcomes; no more
// than one above `most` are told.
static int count_ends(const vg_game *game, const void *state, int most)
{
    _Alignas(16) unsigned char after[VG_MAX_STATE];
    memcpy(after, state, game->state_size);
    int ends = 1;
    while (ends <= most && game->ask(after).actor == VG_CHANCE) {
        vg_move list[VG_MAX_LEGAL];
        ends *= game->legal(after, VG_CHANCE, list);
        game->apply(after, VG_CHANCE, list[0], NULL);
    }
    return ends;
}

void vg_equity_at(const vg_equity *e, const void *state, double value[VG_MAX_SEATS])
{
    const vg_game *game = e->eye.game;
    if (game->ask(state).actor != VG_CHANCE) {
        settled_at(e, state, value);
        return;
    }
    memset(value, 0, VG_MAX_SEATS * sizeof *value);
    int left = e->ends;
    if (count_ends(game, state, e->ends) <= e->ends && add_ends(e, state, 1, &left, value)) return;
    memset(value, 0, VG_MAX_SEATS * sizeof *value);
    _Alignas(16) unsigned char after[VG_MAX_STATE];
    vg_rng rng;
    vg_rng_seed(&rng, vg_game_hash(game, state) ^ e->seed, 0);
    for (int i = 0; i < e->ends; i++) {
        double one[VG_MAX_SEATS];
        memcpy(after, state, game->state_size);
        do game->apply(after, VG_CHANCE, game->chance(after, &rng), NULL);
        while (game->ask(after).actor == VG_CHANCE);
        settled_at(e, after, one);
        for (int p = 0; p < e->eye.seats; p++) value[p] += one[p] / e->ends;
    }
}

// Adds what try `i` says of what came against what might have.
static void add_luck(const vg_equity *e, const void *came, const void *other, int i,
                     double value[VG_MAX_SEATS])
{
    if (memcmp(came, other, e->eye.game->state_size) == 0) return;
    add_try(e, came, i, 1.0 / e->tries, value);
    add_try(e, other, i, -1.0 / e->tries, value);
}

void vg_equity_drawn(const vg_equity *e, const void *before, const void *after,
                     double value[VG_MAX_SEATS])
{
    const vg_game *game = e->eye.game;
    _Alignas(16) unsigned char other[VG_MAX_STATE];
    vg_rng rng;
    vg_rng_seed(&rng, vg_game_hash(game, before) ^ e->seed, 0);
    memset(value, 0, VG_MAX_SEATS * sizeof *value);
    for (int i = 0; i < e->tries; i++) {
        memcpy(other, before, game->state_size);
        vg_roll_on(game, other, &rng);
        add_luck(e, after, other, i, value);
    }
}

void vg_equity_moved(const vg_equity *e, const void *state, int seat, vg_move m,
                     const vg_move *other, int count, double value[VG_MAX_SEATS])
{
    const vg_game *game = e->eye.game;
    _Alignas(16) unsigned char came[VG_MAX_STATE], might[VG_MAX_STATE];
    memcpy(came, state, game->state_size);
    game->apply(came, seat, m, NULL);
    memset(value, 0, VG_MAX_SEATS * sizeof *value);
    for (int i = 0; i < e->tries; i++) {
        if (vg_same(game, m, other[i % count])) continue;
        memcpy(might, state, game->state_size);
        game->apply(might, seat, other[i % count], NULL);
        add_luck(e, came, might, i, value);
    }
}
