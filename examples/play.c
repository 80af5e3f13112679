// play.c: a game of Veglia from a program of yours: greedy against chance.
//
//     cc play.c $(pkg-config --cflags --libs veglia) -o play && ./play quest 3 100
//
// Seat 0 is played by a bot that is given what seat 0 knows and nothing else; the others play any
// of their moves. It prints how often each seat won, and the last game's final position as seat 0
// sees it.
#include <veglia.h>

#include <stdio.h>
#include <stdlib.h>

// Any of the actions of a seat.
static int32_t any(const veglia_state *state, int seat)
{
    int32_t action[VEGLIA_MAX_ACTIONS];
    return action[rand() % veglia_legal(state, seat, action)];
}

// What the bot does, knowing what the seat knows.
static int32_t best(veglia_bot *bot, const veglia_state *state, int seat)
{
    veglia_view *view = veglia_view_of(state, seat);
    int32_t action = veglia_bot_choose(bot, view);
    veglia_view_free(view);
    return action;
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "quest";
    int seats = argc > 2 ? atoi(argv[2]) : 3, games = argc > 3 ? atoi(argv[3]) : 100;
    char setup[32], why[200];
    const veglia_game *game = veglia_game_named(name);
    veglia_bot *bot = veglia_bot_new("greedy", 1, why, sizeof why);
    double won[VEGLIA_MAX_SEATS] = {0}, share[VEGLIA_MAX_SEATS];
    if (!game || !bot) {
        fprintf(stderr, "there is no game \"%s\"\n", name);
        return 2;
    }
    snprintf(setup, sizeof setup, "seats=%d", seats);
    for (int i = 0; i < games; i++) {
        veglia_state *state = veglia_new(game, setup, 0, why, sizeof why);
        if (!state) {
            fprintf(stderr, "%s\n", why);
            return 2;
        }
        veglia_seed(state, 1, (uint64_t)i); // game i of a run with seed 1
        for (int seat; (seat = veglia_roll(state)) >= 0;) {
            int32_t action = seat == 0 ? best(bot, state, seat) : any(state, seat);
            if (!veglia_apply(state, seat, action, why, sizeof why)) {
                fprintf(stderr, "%s\n", why);
                return 1;
            }
        }
        veglia_returns(state, share);
        for (int p = 0; p < seats; p++) won[p] += share[p];
        if (i == games - 1) {
            static char text[1 << 16];
            veglia_view *view = veglia_view_of(state, 0);
            veglia_show(view, 0, text, sizeof text);
            printf("%s\n", text);
            veglia_view_free(view);
        }
        veglia_free(state);
    }
    for (int p = 0; p < seats; p++)
        printf("seat %d won %.1f %% of %d games\n", p, 100 * won[p] / games, games);
    veglia_bot_free(bot);
    return 0;
}
