// fate_balance.c: how games of Fate e Leggende end, and whether a place in the order of play is
// too good. Bots play with every number of seats; shares are printed with 95 % intervals.
//
//     fate_balance [GAMES] [SEATS] [BOT] [OPTION=VALUE]...   300 games, every number, greedy
//
// Fails if a game sticks or loses a card or dust, if a greedy place wins more than LIMIT times its
// fair share, if greedy games end by lock or cap too often, or if an interruption is never played.
#include "games/fate/fate.h"
#include "lab/sim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LIMIT 1.15 // of a fair share: the lower end of the interval may not pass it

typedef struct counts {
    uint64_t ending[FATE_ENDING_COUNT], story[FATE_COLOURS], played[FATE_CARD_COUNT];
    uint64_t place[FATE_SEATS], by_round[256]; // wins by place in VG_SIM_WIN-ths
    uint64_t objects, waived, withered, declared, points, broken, four_wins;
    int most_moves;
} counts;

static vg_setup setup;

static void count_events(counts *c, const vg_events *ev)
{
    for (int i = 0; i < ev->count; i++) {
        const vg_event *e = &ev->event[i];
        if (e->veiled) continue;
        if (e->kind == FATE_EVENT_PLAYED) c->played[e->arg[0]]++;
        if (e->kind == FATE_EVENT_COMPLETED) c->story[e->arg[1]]++;
        c->objects += e->kind == FATE_EVENT_GIFT;
        c->waived += e->kind == FATE_EVENT_WAIVED;
        c->withered += e->kind == FATE_EVENT_WITHERED;
        c->declared += e->kind == FATE_EVENT_DECLARED;
    }
}

static void count_game(void *with, const vg_sim_game *g)
{
    counts *c = with;
    const fate_state *s = g->state;
    int winners = 0;
    for (int p = 0; p < s->seats; p++) winners += g->score->rank[p] == 1;
    for (int p = 0; p < s->seats; p++) {
        c->points += (uint64_t)(g->score->points[p] + 100);
        if (g->score->rank[p] != 1) continue;
        c->place[(p - s->first + s->seats) % s->seats] += VG_SIM_WIN / (uint64_t)winners;
        c->four_wins += fate_four_kinds(s->object[p]);
    }
    c->ending[s->ending]++;
    c->by_round[s->round]++;
    c->broken += vg_check(&fate_game, s) != NULL;
    if (g->step_count > c->most_moves) c->most_moves = g->step_count;
    fate_state again;
    static vg_events ev;
    if (fate_game.setup(&again, &setup, VG_EN, NULL) != VG_OK) abort();
    for (int i = 0; i < g->step_count; i++) {
        ev.count = 0;
        fate_apply(&again, g->step[i].seat, g->step[i].move, &ev);
        count_events(c, &ev);
    }
}

static int rounds_at(const counts *c, double part, uint64_t games)
{
    uint64_t seen = 0;
    for (int r = 0; r < 256; r++)
        if ((double)(seen += c->by_round[r]) >= part * (double)games) return r;
    return 255;
}

static void print_share(const char *name, uint64_t count, uint64_t games)
{
    double low, high, share = (double)count / (double)games;
    vg_sim_interval(share, games, &low, &high);
    printf("  %s %.3f %% (%.3f to %.3f)", name, 100 * share, 100 * low, 100 * high);
}

static bool report(const counts *c, int seats, uint64_t games, bool greedy)
{
    static const char *const endings[FATE_ENDING_COUNT] = {"",       "four", "empty",
                                                           "accord", "lock", "cap"};
    bool bad = c->broken > 0;
    double n = (double)games;
    printf("   endings:");
    for (int e = 1; e < FATE_ENDING_COUNT; e++) print_share(endings[e], c->ending[e], games);
    if (greedy && (c->ending[FATE_END_LOCK] + c->ending[FATE_END_CAP]) * 1000 >= games + 2000)
        bad = true;
    printf("\n   places:");
    for (int i = 0; i < seats; i++) {
        double low, high, share = (double)c->place[i] / VG_SIM_WIN / n;
        vg_sim_interval(share, games, &low, &high);
        printf("  %d: %.3f (%.3f to %.3f) of a fair share", i + 1, share * seats, low * seats,
               high * seats);
        if (greedy && low * seats > LIMIT) bad = true;
    }
    printf("\n   a game: stories gold %.2f blue %.2f violet %.2f, objects %.2f, points a seat %.2f,"
           " waived %.3f, withered %.2f, declared %.2f; the winner has four kinds in %.1f %%\n",
           (double)c->story[FATE_GOLD] / n, (double)c->story[FATE_BLUE] / n,
           (double)c->story[FATE_VIOLET] / n, (double)c->objects / n,
           (double)c->points / n / seats - 100, (double)c->waived / n, (double)c->withered / n,
           (double)c->declared / n, 100 * (double)c->four_wins / n);
    printf("   interruptions a game:");
    for (int i = 1; i < FATE_CARD_COUNT; i++) {
        if (!fate_cards[i].effect) continue;
        printf(" %s %.3f", fate_cards[i].slug, (double)c->played[i] / n);
        if (!c->played[i] && games >= 300) bad = true;
    }
    printf("\n");
    return bad;
}

static bool play(int seats, uint64_t games, const char *bots, char **options, int count)
{
    static counts c;
    c = (counts){0};
    char buffer[200];
    vg_text why = VG_TEXT(buffer);
    vg_sim_plan plan = {.game = &fate_game,
                        .games = games,
                        .seed = 1,
                        .threads = 1,
                        .each = count_game,
                        .with = &c};
    vg_setup_normal(&fate_game, seats, &plan.setup);
    for (int i = 0; i < count; i++) {
        if (vg_setup_option(&fate_game, &plan.setup, options[i], VG_EN, &why) == VG_OK) continue;
        fprintf(stderr, "%s\n", buffer);
        exit(2);
    }
    setup = plan.setup;
    for (int p = 0; p < seats; p++)
        if (vg_bot_parse(bots, VG_EN, &plan.bot[p], NULL) != VG_OK) abort();
    vg_sim_result result;
    if (vg_sim_run(&plan, VG_EN, &result, NULL) != VG_OK) abort();
    double sum = 0;
    for (int r = 0; r < 256; r++) sum += (double)r * (double)c.by_round[r];
    printf("%d seats, %llu games of %s: mean %.1f rounds, median %d, p99 %d, at most %d moves; "
           "%llu shared wins, %llu stuck, %llu unsound\n",
           seats, (unsigned long long)games, bots, sum / (double)games, rounds_at(&c, 0.5, games),
           rounds_at(&c, 0.99, games), c.most_moves, (unsigned long long)result.draws,
           (unsigned long long)result.stuck, (unsigned long long)c.broken);
    bool bad = report(&c, seats, games, strcmp(bots, "random") != 0);
    return bad || result.stuck > 0;
}

int main(int argc, char **argv)
{
    uint64_t games = argc > 1 ? strtoull(argv[1], NULL, 10) : 300;
    int only = argc > 2 ? atoi(argv[2]) : 0;
    const char *bots = argc > 3 ? argv[3] : "greedy";
    bool bad = false;
    for (int seats = 2; seats <= FATE_SEATS; seats++)
        if (!only || only == seats)
            bad |= play(seats, games, bots, argv + 4, argc > 4 ? argc - 4 : 0);
    return bad;
}
