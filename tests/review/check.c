// check.c: what reviews must hold, over many games. Run by `make soak-review`; docs/review.md has
// what came out.
//
//     review_check identity GAME GAMES           luck + own play + others = result - start
//     review_check losses   GAME GAMES BOT [N]   what the choices of a bot cost, from game N on
//     review_check planted  GAME GAMES           worst moves planted in greedy's games are found
//     review_check blind    GAME GAMES           what a seat may not know changes nothing
//     review_check arena    GAME GAMES A,B SEATS ten arenas: less luck, the same share
//
// With "broken" as the last word each check is made wrong on purpose and has to notice: the game
// ends half way, the move planted is the best one, the seat is shown a whole world, the luck is the
// winner's.
#include "bots/bot.h"
#include "engine/odds.h"
#include "lab/arena.h"
#include "review/review.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAX_MOVES = 8192, MAX_LOSSES = 400000 };

typedef struct played {
    vg_review_plan plan;
    vg_review_move move[MAX_MOVES];
    int planted; // the move that was planted; -1: none
    double cost; // ... by the search that planted it
    _Alignas(16) unsigned char end[VG_MAX_STATE];
} played;

static played one;
static bool broken;

static int seats_of(const vg_game *game)
{
    int seats = strcmp(game->id, "quest") == 0 || strcmp(game->id, "fate") == 0 ? 3 : 4;
    return seats < game->min_seats   ? game->min_seats
           : seats > game->max_seats ? game->max_seats
                                     : seats;
}

static vg_bot bot_of(const char *spec)
{
    char buffer[256];
    vg_text why = VG_TEXT(buffer);
    vg_bot bot;
    if (vg_bot_parse(spec, VG_EN, &bot, &why) != VG_OK) {
        fprintf(stderr, "%s\n", buffer);
        exit(2);
    }
    return bot;
}

static vg_mind *mind_of(const char *spec)
{
    vg_bot bot = bot_of(spec);
    return vg_mind_new(&bot);
}

// The worst of the moves by search, or 0 where none is worse than the best by `least`.
static vg_move worst_move(vg_search *search, const vg_game *game, const void *view, int seat,
                          double least, vg_rng *rng, double *cost)
{
    vg_move list[VG_MAX_LEGAL];
    vg_search_info info;
    int count = game->legal(view, seat, list), worst = -1, best = -1;
    const vg_search_plan plan = {
        .simulations = 2000, .threads = 1, .turns = 3, .round = true, .worlds = 4};
    vg_search_choose(search, &plan, game, view, seat, list, count, rng, &info);
    for (int i = 0; i < count; i++) {
        if (!info.visits[i]) continue;
        if (worst < 0 || info.value[i] < info.value[worst]) worst = i;
        if (best < 0 || info.value[i] > info.value[best]) best = i;
    }
    if (worst < 0) return 0;
    if (broken && info.value[best] - info.value[worst] >= least) return list[best];
    *cost = (double)(info.value[best] - info.value[worst]);
    return *cost >= least ? list[worst] : 0;
}

// Game `number` between bots of one kind. `plant`: from this decision on, the first at which a move
// can be found that bad is played so; negative: none.
static void play(const vg_game *game, vg_mind *mind, uint64_t number, int plant, vg_search *search)
{
    vg_text none = {0};
    vg_rng chance, bot;
    vg_move list[VG_MAX_LEGAL];
    _Alignas(16) unsigned char view[VG_MAX_STATE];
    one.plan = (vg_review_plan){.game = game, .move = one.move};
    vg_setup_normal(game, seats_of(game), &one.plan.setup);
    if (game->setup(one.end, &one.plan.setup, VG_EN, &none) != VG_OK) exit(2);
    vg_rng_seed(&chance, 2601, number);
    vg_rng_seed(&bot, 2602, number);
    one.planted = -1;
    int decisions = 0;
    for (;;) {
        vg_ask ask = game->ask(one.end);
        int seat = ask.actor;
        vg_move m = 0;
        if (seat == VG_NOBODY) return;
        if (seat == VG_CHANCE) {
            m = game->chance(one.end, &chance);
        } else {
            uint16_t others = vg_out_of_turn(ask);
            for (int p; !m && (p = vg_take_seat(&others, 0)) >= 0;) {
                int count = game->legal(one.end, p, list);
                if (count == 0) continue;
                vg_game_view(game, one.end, p, view);
                m = vg_mind_choose(mind, game, view, p, list, count, &bot);
                if (m) seat = p;
            }
            vg_game_view(game, one.end, seat, view);
            if (!m && plant >= 0 && one.planted < 0 && decisions >= plant) {
                m = worst_move(search, game, view, seat, vg_threshold(game, VG_BLUNDER), &bot,
                               &one.cost);
                if (m) one.planted = one.plan.move_count;
            }
            decisions++;
            if (!m) {
                int count = game->legal(view, seat, list);
                m = vg_mind_choose(mind, game, view, seat, list, count, &bot);
            }
        }
        if (one.plan.move_count == MAX_MOVES) exit(2);
        one.move[one.plan.move_count] =
            (vg_review_move){.move = m, .seat = (int8_t)seat, .entry = one.plan.move_count};
        one.plan.move_count++;
        game->apply(one.end, seat, m, NULL);
    }
}

static vg_review *review(uint16_t seats, vg_effort effort)
{
    one.plan.seats = seats;
    one.plan.effort = effort;
    vg_review *r = vg_review_new(&one.plan);
    while (r && vg_review_work(r)) {
    }
    return r;
}

// ---- identity -------------------------------------------------------------------

// The sums item by item, put together here and not by the review.
static double off_by(const vg_review *r)
{
    const vg_game *game = one.plan.game;
    int seats = one.plan.setup.seats;
    double won[VG_MAX_SEATS], start[VG_MAX_SEATS], worst = 0;
    vg_score score = {0};
    game->score(one.end, &score);
    vg_equity_won(game, &score, seats, won);
    vg_review_start(r, start);
    for (int p = 0; p < seats; p++) {
        vg_sheet s = vg_review_sheet(r, p);
        double parts = s.luck + s.skill + s.others;
        worst = fmax(worst, fabs(parts - (won[p] - start[p])));
        worst = fmax(worst, fabs(s.result - won[p]));
    }
    return worst;
}

// Luck where chance is asked once: what came less the expectation, with the odds taken here.
static double off_odds(const vg_review *r)
{
    const vg_game *game = one.plan.game;
    int seats = one.plan.setup.seats;
    _Alignas(16) unsigned char state[VG_MAX_STATE], after[VG_MAX_STATE];
    vg_text none = {0};
    vg_equity e;
    double worst = 0;
    if (game->setup(state, &one.plan.setup, VG_EN, &none) != VG_OK) exit(2);
    vg_equity_open(&e, game, seats, NULL);
    e.tries = vg_judge_plans[one.plan.effort].tries;
    for (int i = 0, looked = 0; i < vg_review_items(r) && looked < 3; i++) {
        const vg_item *item = vg_review_item(r, i);
        double sum[VG_MAX_SEATS] = {0}, odds[VG_MAX_LEGAL], value[VG_MAX_SEATS];
        vg_move list[VG_MAX_LEGAL];
        bool look = i > 0 && item->seat == VG_CHANCE && item->count == 1;
        int count = look ? game->legal(state, VG_CHANCE, list) : 0;
        if (look) vg_odds(game, state, list, count, odds);
        for (int k = 0; look && k < count; k++) {
            memcpy(after, state, sizeof after);
            game->apply(after, VG_CHANCE, list[k], NULL);
            look = game->ask(after).actor != VG_CHANCE;
            vg_equity_at(&e, after, value);
            for (int p = 0; p < seats; p++) sum[p] += odds[k] * value[p];
        }
        for (int k = 0; k < item->count; k++)
            game->apply(state, item->seat, one.move[item->first + k].move, NULL);
        if (!look) continue;
        looked++;
        for (int p = 0; p < seats; p++) {
            double luck = item->value[p] - vg_review_item(r, i - 1)->value[p];
            vg_equity_at(&e, state, value);
            worst = fmax(worst, fabs(luck - (value[p] - sum[p])));
        }
    }
    vg_equity_close(&e);
    return worst;
}

static int identity(const vg_game *game, int games)
{
    vg_mind *mind = mind_of("greedy");
    double worst = 0, luck = 0, luck2 = 0;
    for (int n = 0; n < games; n++) {
        play(game, mind, (uint64_t)n, -1, NULL);
        if (broken) one.plan.move_count /= 2;
        vg_review *r = review(0, VG_EFFORT_QUICK);
        worst = fmax(worst, fmax(off_by(r), off_odds(r)));
        double l = vg_review_sheet(r, 0).luck;
        luck += l;
        luck2 += l * l;
        vg_review_free(r);
    }
    double mean = luck / games, error = sqrt((luck2 / games - mean * mean) / games);
    printf("identity %s: %d games, off by %.1e at most; luck of seat 1 %+.4f ± %.4f\n", game->id,
           games, worst, mean, error);
    vg_mind_free(mind);
    return worst < 1e-9 ? 0 : 1;
}

// ---- losses ---------------------------------------------------------------------

static double loss[MAX_LOSSES];

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static int losses(const vg_game *game, int games, const char *bot, int from)
{
    vg_mind *mind = mind_of(bot);
    int count = 0, marked[VG_VERDICTS] = {0};
    for (int n = from; n < from + games; n++) {
        play(game, mind, (uint64_t)n, -1, NULL);
        vg_review *r = review((uint16_t)((1u << one.plan.setup.seats) - 1), VG_EFFORT_NORMAL);
        for (int i = 0; i < vg_review_choices(r) && count < MAX_LOSSES; i++) {
            const vg_choice *c = vg_review_choice(r, i);
            marked[c->verdict]++;
            loss[count++] = c->loss < 2 * c->error ? 0 : c->loss;
        }
        vg_review_free(r);
    }
    qsort(loss, (size_t)count, sizeof loss[0], by_size);
    printf(
        "losses %s %s: %d choices, marked %.2f %% imprecise, %.2f %% mistakes, %.2f %% blunders;",
        game->id, bot, count, 100.0 * marked[VG_IMPRECISE] / count,
        100.0 * marked[VG_MISTAKE] / count, 100.0 * marked[VG_BLUNDER] / count);
    static const double at[] = {0.80, 0.85, 0.9, 0.93, 0.95, 0.97, 0.98, 0.985, 0.99, 0.995, 0.999};
    for (size_t i = 0; i < sizeof at / sizeof at[0]; i++)
        printf(" %g:%.4f", at[i] * 100, loss[(int)(at[i] * (count - 1))]);
    printf("\n");
    vg_mind_free(mind);
    return strcmp(bot, "master") == 0 && marked[VG_BLUNDER] > 0.02 * count;
}

// ---- planted --------------------------------------------------------------------

static int planted(const vg_game *game, int games)
{
    vg_mind *mind = mind_of("greedy");
    vg_search *search = vg_search_new(2016, 1);
    vg_rng rng;
    vg_rng_seed(&rng, 2603, 0);
    int found = 0, grave = 0, tried = 0;
    for (int n = 0; n < games; n++) {
        play(game, mind, (uint64_t)n, -1, NULL);
        int decisions = 0;
        for (int i = 0; i < one.plan.move_count; i++) decisions += one.move[i].seat >= 0;
        play(game, mind, (uint64_t)n, (int)vg_rng_below(&rng, (uint32_t)decisions), search);
        if (one.planted < 0) continue; // nothing was that bad from there on
        int seat = one.move[one.planted].seat;
        tried++;
        // Only the choice in question is looked at.
        _Alignas(16) unsigned char state[VG_MAX_STATE], view[VG_MAX_STATE];
        vg_text none = {0};
        if (game->setup(state, &one.plan.setup, VG_EN, &none) != VG_OK) exit(2);
        for (int i = 0; i < one.planted; i++)
            game->apply(state, one.move[i].seat, one.move[i].move, NULL);
        vg_game_view(game, state, seat, view);
        vg_choice c = {0};
        vg_judge_choice(search, &vg_judge_plans[VG_EFFORT_NORMAL], game, view, seat,
                        one.move[one.planted].move, &c);
        found += c.verdict != VG_SOUND;
        grave += c.verdict == VG_BLUNDER;
    }
    printf("planted %s: %d games, marked in %.1f %%, as a blunder in %.1f %%\n", game->id, tried,
           100.0 * found / tried, 100.0 * grave / tried);
    vg_search_free(search);
    vg_mind_free(mind);
    return found < 0.9 * tried;
}

// ---- blind ----------------------------------------------------------------------

static int blind(const vg_game *game, int games)
{
    vg_mind *mind = mind_of("greedy");
    const vg_judge_plan *quick = &vg_judge_plans[VG_EFFORT_QUICK];
    vg_search *search = vg_search_new(quick->simulations + 16, 1);
    int compared = 0, differ = 0;
    for (int n = 0; n < games; n++) {
        _Alignas(16) unsigned char state[VG_MAX_STATE], other[VG_MAX_STATE], view[VG_MAX_STATE];
        vg_text none = {0};
        vg_rng rng;
        vg_rng_seed(&rng, 2604, (uint64_t)n);
        play(game, mind, (uint64_t)n, -1, NULL);
        if (game->setup(state, &one.plan.setup, VG_EN, &none) != VG_OK) exit(2);
        for (int i = 0; i < one.plan.move_count; i++) {
            int seat = one.move[i].seat;
            if (seat >= 0 && vg_rng_below(&rng, 16) == 0) {
                vg_choice a, b; // every byte is compared
                memset(&a, 0, sizeof a);
                memset(&b, 0, sizeof b);
                vg_game_view(game, state, seat, view);
                bool chose = vg_judge_choice(search, quick, game, view, seat, one.move[i].move, &a);
                memcpy(other, view, sizeof other);
                game->resample(other, seat, &rng); // another world, the same to the seat
                vg_game_view(game, other, seat, view);
                if (broken) memcpy(view, other, sizeof view);
                bool again = vg_judge_choice(search, quick, game, view, seat, one.move[i].move, &b);
                compared++;
                differ += chose != again || memcmp(&a, &b, sizeof a) != 0;
            }
            game->apply(state, seat, one.move[i].move, NULL);
        }
    }
    printf("blind %s: %d choices in two worlds each, %d differ\n", game->id, compared, differ);
    vg_search_free(search);
    vg_mind_free(mind);
    return differ || !compared;
}

// ---- arena ----------------------------------------------------------------------

// Ten arenas of two bots: raw and adjusted shares of the first, and how many times fewer games the
// adjusted one takes. The two may differ by chance: the error of their difference is taken from the
// ten themselves.
static int arenas(const vg_game *game, int games, char *bots, int seats)
{
    enum { MATCHES = 10 };
    char buffer[256], *second = strchr(bots, ',');
    vg_text why = VG_TEXT(buffer);
    double raw = 0, adjusted = 0, apart = 0, apart2 = 0, spread = 0, rest = 0;
    vg_arena_plan plan = {.game = game, .entries = 2, .threads = 1, .luck = true};
    if (!second) return 2;
    *second++ = '\0';
    plan.bot[0] = bot_of(bots);
    plan.bot[1] = bot_of(second);
    plan.games = (uint64_t)games;
    vg_setup_normal(game, seats, &plan.setup);
    for (int i = 0; i < MATCHES; i++) {
        vg_arena_result result;
        plan.seed = 2605 + (uint64_t)i;
        if (vg_arena_run(&plan, VG_EN, &result, &why) != VG_OK) {
            fprintf(stderr, "%s\n", buffer);
            return 2;
        }
        const vg_arena_entry *e = &result.entry[0];
        double d = e->adjusted - e->share + (broken ? 0.2 * (e->share > 0.5) : 0);
        raw += e->share / MATCHES;
        adjusted += e->adjusted / MATCHES;
        apart += d / MATCHES;
        apart2 += d * d / MATCHES;
        spread += pow(e->high - e->low, 2);
        rest += pow(e->adjusted_high - e->adjusted_low, 2);
        printf("  %.1f %% (%.1f to %.1f), less luck %.1f %% (%.1f to %.1f): %.2f times fewer\n",
               100 * e->share, 100 * e->low, 100 * e->high, 100 * e->adjusted,
               100 * e->adjusted_low, 100 * e->adjusted_high, e->fewer);
    }
    double error = sqrt(fmax(0, apart2 - apart * apart) / (MATCHES - 1));
    printf("arena %s, %d seats, %s against %s: %d times %d games, %.2f %% and less luck %.2f %%, "
           "apart %+.2f ± %.2f; %.2f times fewer games\n",
           game->id, seats, bots, second, MATCHES, games, 100 * raw, 100 * adjusted, 100 * apart,
           100 * error, spread / rest);
    return fabs(apart) > 3.2 * error; // 99 % of ten
}

int main(int argc, char **argv)
{
    const vg_game *game = argc > 2 ? vg_game_find(argv[2]) : NULL;
    broken = argc > 4 && strcmp(argv[argc - 1], "broken") == 0;
    int games = argc > 3 ? atoi(argv[3]) : 0;
    if (!game || games < 1) {
        fprintf(stderr, "review_check identity|losses|planted|blind GAME GAMES [BOT]\n");
        return 2;
    }
    clock_t began = clock();
    int wrong =
        strcmp(argv[1], "identity") == 0 ? identity(game, games)
        : strcmp(argv[1], "losses") == 0
            ? losses(game, games, argc > 4 ? argv[4] : "master", argc > 5 ? atoi(argv[5]) : 0)
        : strcmp(argv[1], "planted") == 0           ? planted(game, games)
        : strcmp(argv[1], "blind") == 0             ? blind(game, games)
        : strcmp(argv[1], "arena") == 0 && argc > 5 ? arenas(game, games, argv[4], atoi(argv[5]))
                                                    : 2;
    printf("  %.1f s of processor\n", (double)(clock() - began) / CLOCKS_PER_SEC);
    return broken ? !wrong : wrong;
}
