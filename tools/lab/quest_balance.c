// quest_balance.c: how often each hero and each place in the order of play wins
// Quest for Legend between greedy bots. The figures in its RULES.md come from here:
//
//     ninja -C build tools/lab/quest_balance && build/tools/lab/quest_balance SEATS GAMES SEED
#include "bots/bot.h"
#include "games/quest/quest.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct tally {
    double games, wins, points; // a shared win counts in parts
} tally;

static void count(tally *t, double win, double points)
{
    t->games++;
    t->wins += win;
    t->points += points;
}

// The share of wins against a fair one, with its 95 % interval.
static void report(const char *name, const tally *t, int seats)
{
    double share = t->wins / t->games, wide = 1.96 * sqrt(share * (1 - share) / t->games);
    printf("  %-10s %7.0f games  %.3f of a fair share (%.3f to %.3f)  %+.2f points\n", name,
           t->games, share * seats, (share - wide) * seats, (share + wide) * seats,
           t->points / t->games);
}

static void play(quest_state *s, int seats, vg_mind *mind, vg_rng *rng)
{
    const vg_game *game = &quest_game;
    char said[200];
    vg_text why = VG_TEXT(said);
    vg_setup how;
    vg_setup_normal(game, seats, &how);
    if (game->setup(s, &how, VG_EN, &why) != VG_OK) exit(1);
    for (vg_ask ask; (ask = game->ask(s)).actor != VG_NOBODY;) {
        if (ask.actor == VG_CHANCE) {
            game->apply(s, VG_CHANCE, game->chance(s, rng), NULL);
            continue;
        }
        quest_state view;
        vg_move list[VG_MAX_LEGAL];
        vg_game_view(game, s, ask.actor, &view);
        int n = game->legal(&view, ask.actor, list);
        game->apply(s, ask.actor, vg_mind_choose(mind, game, &view, ask.actor, list, n, rng), NULL);
    }
}

int main(int argc, char **argv)
{
    int seats = argc == 4 ? atoi(argv[1]) : 0;
    vg_mind *mind = vg_mind_new(&(vg_bot){.kind = VG_BOT_GREEDY});
    if (seats < 2 || seats > QUEST_SEATS || !mind) {
        fprintf(stderr, "usage: quest_balance SEATS GAMES SEED\n");
        return 2;
    }
    uint64_t games = strtoull(argv[2], NULL, 10), seed = strtoull(argv[3], NULL, 10);
    tally hero[QUEST_HEROES] = {0}, place[QUEST_SEATS] = {0};
    for (uint64_t g = 0; g < games; g++) {
        quest_state s;
        vg_score score = {0};
        vg_rng rng;
        vg_rng_seed(&rng, seed, g);
        play(&s, seats, mind, &rng);
        quest_game.score(&s, &score);
        int winners = 0;
        for (int p = 0; p < seats; p++) winners += score.rank[p] == 1;
        for (int p = 0; p < seats; p++) {
            double win = score.rank[p] == 1 ? 1.0 / winners : 0;
            count(&hero[s.hero[p] - 1], win, score.points[p]);
            count(&place[(p - s.first + seats) % seats], win, score.points[p]);
        }
    }
    printf("%d seats, %s games, seed %s\n", seats, argv[2], argv[3]);
    for (int h = 0; h < QUEST_HEROES; h++) report(quest_editions[0].hero[h].slug, &hero[h], seats);
    for (int p = 0; p < seats; p++) {
        char name[16];
        snprintf(name, sizeof name, "place %d", p + 1);
        report(name, &place[p], seats);
    }
    vg_mind_free(mind);
    return 0;
}
