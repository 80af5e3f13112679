// mind_balance.c: is any character or place in the order of play too good? Greedy bots play
// FantasyMind with every number of seats; the shares are printed and none may pass the limit.
//
//     mind_balance [GAMES] [SEATS] [BOT]     1,000 games, every number of seats, greedy
#include "games/mind/mind.h"
#include "lab/sim.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define LIMIT 1.25 // of a fair share
#define TURNS 1000 // longer games count as this long

typedef struct tally {
    uint64_t games[16], wins[16]; // in VG_SIM_WIN-ths, by character or by place
} tally;

typedef struct counts {
    tally character, place;
    uint64_t by_turns[TURNS + 1];
    int most_moves;
} counts;

static void count_game(void *with, const vg_sim_game *g)
{
    counts *c = with;
    const mind_state *s = g->state;
    int winners = 0, turns = 0;
    for (int p = 0; p < s->seats; p++) winners += g->score->rank[p] == 1;
    for (int p = 0; p < s->seats; p++) {
        uint64_t won = g->score->rank[p] == 1 ? VG_SIM_WIN / (uint64_t)winners : 0;
        int place = (p - s->first + s->seats) % s->seats;
        c->character.games[s->character[p]]++;
        c->character.wins[s->character[p]] += won;
        c->place.games[place]++;
        c->place.wins[place] += won;
    }
    // A roll opens a turn unless it follows the choice to repeat one, or asks only for a parity.
    mind_state again;
    vg_setup how;
    vg_setup_normal(&mind_game, s->seats, &how);
    how.first = -1;
    if (mind_setup(&again, &how, VG_EN, NULL) != VG_OK) abort();
    for (int i = 0; i < g->step_count; i++) {
        vg_frame f = again.stack.frame[again.stack.count - 1];
        turns += f.phase == MIND_PHASE_ROLL && f.a == 0;
        mind_apply(&again, g->step[i].seat, g->step[i].move, NULL);
    }
    c->by_turns[turns < TURNS ? turns : TURNS]++;
    if (g->step_count > c->most_moves) c->most_moves = g->step_count;
}

// Prints one share with its 95 % interval as a multiple of the fair one; true if it is too high
// beyond doubt.
static bool report(const char *name, const tally *t, int i, int seats)
{
    double n = (double)t->games[i], share = (double)t->wins[i] / VG_SIM_WIN / n;
    double half = 1.96 * sqrt(share * (1 - share) / n);
    printf("    %-10s %.3f (%.3f to %.3f)\n", name, share * seats, (share - half) * seats,
           (share + half) * seats);
    return (share - half) * seats > LIMIT;
}

static int turns_at(const counts *c, double part, uint64_t games)
{
    uint64_t seen = 0;
    for (int t = 0; t <= TURNS; t++)
        if ((double)(seen += c->by_turns[t]) >= part * (double)games) return t;
    return TURNS;
}

static bool play(int seats, uint64_t games, const char *bots)
{
    static counts c;
    c = (counts){0};
    vg_sim_plan plan = {.game = &mind_game,
                        .games = games,
                        .seed = 1,
                        .threads = 1,
                        .each = count_game,
                        .with = &c};
    vg_setup_normal(&mind_game, seats, &plan.setup);
    for (int p = 0; p < seats; p++)
        if (vg_bot_parse(bots, VG_EN, &plan.bot[p], NULL) != VG_OK) abort();
    vg_sim_result result;
    if (vg_sim_run(&plan, VG_EN, &result, NULL) != VG_OK) abort();
    double sum = 0;
    for (int t = 0; t <= TURNS; t++) sum += (double)t * (double)c.by_turns[t];
    printf("%d seats, %llu games of %s: mean %.1f turns, median %d, p90 %d, at most %d moves; "
           "%llu shared wins, %llu stuck\n",
           seats, (unsigned long long)games, bots, sum / (double)games, turns_at(&c, 0.5, games),
           turns_at(&c, 0.9, games), c.most_moves, (unsigned long long)result.draws,
           (unsigned long long)result.stuck);
    bool bad = result.stuck > 0;
    for (int i = 1; i <= MIND_CHARACTERS; i++)
        bad |= report(mind_editions[0].character[i].slug, &c.character, i, seats);
    for (int i = 0; i < seats; i++) {
        char name[8];
        snprintf(name, sizeof name, "place %d", i + 1);
        bad |= report(name, &c.place, i, seats);
    }
    return bad;
}

int main(int argc, char **argv)
{
    uint64_t games = argc > 1 ? strtoull(argv[1], NULL, 10) : 1000;
    int only = argc > 2 ? atoi(argv[2]) : 0;
    const char *bots = argc > 3 ? argv[3] : "greedy";
    bool bad = false;
    for (int seats = 3; seats <= MIND_SEATS; seats++)
        if (!only || only == seats) bad |= play(seats, games, bots);
    return bad;
}
