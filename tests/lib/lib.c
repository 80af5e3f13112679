// lib.c: the library from outside: this file knows veglia.h alone, and is linked with the shared
// library.
#include "lib/veglia.h"

#include <assert.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static uint64_t seed = 1;
static unsigned draw(unsigned below)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(seed >> 33) % below;
}

static veglia_state *fresh(const veglia_game *game, int seats)
{
    char setup[32], why[200] = "";
    snprintf(setup, sizeof setup, "seats=%d", seats);
    veglia_state *s = veglia_new(game, setup, 7, why, sizeof why);
    if (!s) fail_msg("%s", why);
    return s;
}

// ---- every game, every number of seats -----------------------------------------------------

static void same_bytes(const veglia_state *a, const veglia_state *b)
{
    static char one[8192], two[8192];
    size_t n = veglia_save(a, one, sizeof one);
    assert_int_equal(n, veglia_save(b, two, sizeof two));
    assert_memory_equal(one, two, n);
}

static void check_chance(const veglia_state *s)
{
    int32_t action[VEGLIA_MAX_ACTIONS], same[VEGLIA_MAX_ACTIONS];
    double odds[VEGLIA_MAX_ACTIONS], sum = 0;
    int count = veglia_chance(s, action, odds);
    assert_true(count > 0);
    assert_int_equal(count, veglia_legal(s, VEGLIA_CHANCE, same));
    for (int i = 0; i < count; i++) {
        assert_int_equal(action[i], same[i]);
        assert_true(odds[i] > 0);
        sum += odds[i];
    }
    assert_true(fabs(sum - 1) < 1e-9);
}

static void check_bytes(const veglia_state *s)
{
    static char bytes[8192];
    char why[200] = "";
    size_t n = veglia_save(s, NULL, 0);
    assert_true(n <= sizeof bytes);
    assert_int_equal(veglia_save(s, bytes, n), n);
    veglia_state *again = veglia_load(bytes, n, why, sizeof why), *twin = veglia_clone(s);
    if (!again) fail_msg("%s", why);
    assert_true(veglia_same(s, again) && veglia_same(s, twin));
    assert_true(veglia_hash(s) == veglia_hash(again));
    same_bytes(s, again);
    assert_int_equal(veglia_roll(again), veglia_roll(twin));
    same_bytes(again, twin);
    veglia_free(again);
    veglia_free(twin);
    for (int i = 0; i < 20; i++) { // one byte is another
        size_t at = draw((unsigned)n);
        char other = (char)(1 + draw(255));
        bytes[at] ^= other;
        assert_null(veglia_load(bytes, n, why, sizeof why));
        bytes[at] ^= other;
    }
    assert_null(veglia_load(bytes, draw((unsigned)n), why, sizeof why));
}

// All that can be had from a view, in one text.
static size_t all_of(const veglia_view *v, char *out, size_t room)
{
    static float numbers[8192];
    int32_t action[VEGLIA_MAX_ACTIONS];
    size_t n = 0;
    for (int it = 0; it < 2; it++) {
        n += veglia_show(v, it, out + n, room - n);
        n += veglia_json(v, it, out + n, room - n);
        n += veglia_prompt(v, it, out + n, room - n);
    }
    int count = veglia_view_legal(v, action);
    for (int i = 0; i < count; i++) n += veglia_label(v, action[i], 1, out + n, room - n);
    veglia_bot *bot = veglia_bot_new("greedy", 5, NULL, 0);
    int32_t said[] = {count, veglia_view_actor(v), (int32_t)veglia_view_also(v),
                      veglia_view_viewer(v), veglia_bot_choose(bot, v)};
    veglia_bot_free(bot);
    veglia_observe(v, numbers);
    size_t places = sizeof numbers / sizeof numbers[0];
    assert_true(n + sizeof said + sizeof action + sizeof numbers < room);
    memcpy(out + n, said, sizeof said), n += sizeof said;
    memcpy(out + n, action, (size_t)count * sizeof *action), n += (size_t)count * sizeof *action;
    memcpy(out + n, numbers, places * sizeof *numbers), n += places * sizeof *numbers;
    return n;
}

// Another world that looks the same to the viewer gives the viewer the same of everything; and what
// happens to the state afterwards does not reach the view.
static void check_view(const veglia_state *s, int viewer)
{
    static char one[1 << 18], two[1 << 18];
    int32_t mine[VEGLIA_MAX_ACTIONS], seen[VEGLIA_MAX_ACTIONS];
    veglia_state *twin = veglia_clone(s);
    veglia_view *v = veglia_view_of(twin, viewer);
    size_t n = all_of(v, one, sizeof one);
    for (int i = 0; i < 2; i++) {
        veglia_state *other = veglia_guess(v, draw(1u << 30));
        veglia_view *w = veglia_view_of(other, viewer);
        assert_true(veglia_view_same(v, w) && veglia_view_hash(v) == veglia_view_hash(w));
        assert_int_equal(all_of(w, two, sizeof two), n);
        assert_memory_equal(one, two, n);
        assert_false(veglia_keep(other));
        veglia_view_free(w);
        veglia_free(other);
    }
    int count = viewer < 0 ? 0 : veglia_legal(s, viewer, mine);
    assert_int_equal(veglia_view_legal(v, seen), count);
    assert_memory_equal(mine, seen, (size_t)count * sizeof *mine);
    if (veglia_actor(twin) >= 0 && veglia_legal(twin, veglia_actor(twin), mine) > 0)
        veglia_apply(twin, veglia_actor(twin), mine[0], NULL, 0);
    veglia_free(twin);
    assert_int_equal(all_of(v, two, sizeof two), n);
    assert_memory_equal(one, two, n);
    veglia_view_free(v);
}

static void check_record(const veglia_state *s)
{
    char why[200] = "";
    size_t n = veglia_record(s, NULL, 0);
    char *text = malloc(n + 1);
    assert_int_equal(veglia_record(s, text, n + 1), n);
    veglia_state *again = veglia_replay(text, n, -1, why, sizeof why);
    if (!again) fail_msg("%s", why);
    assert_true(veglia_same(s, again));
    veglia_free(again);
    again = veglia_replay(text, n, 3, why, sizeof why);
    veglia_state *begun = veglia_clone(again);
    assert_int_equal(veglia_record(again, text, n + 1), veglia_record(begun, NULL, 0));
    veglia_free(again);
    veglia_free(begun);
    assert_null(veglia_replay(text, n / 2, -1, why, sizeof why));
    assert_true(*why);
    free(text);
}

static void play_one(const veglia_game *game, int seats, int every)
{
    int32_t action[VEGLIA_MAX_ACTIONS];
    char text[200], why[400];
    veglia_state *s = fresh(game, seats);
    veglia_seed(s, 1, draw(1000));
    assert_true(veglia_keep(s));
    int moves = 0;
    for (int actor; (actor = veglia_actor(s)) != VEGLIA_OVER; moves++) {
        assert_true(moves < veglia_max_length(game));
        bool asked = moves % every == 0;
        if (actor == VEGLIA_CHANCE) {
            if (asked) check_chance(s);
            int count = veglia_legal(s, VEGLIA_CHANCE, action);
            assert_int_equal(veglia_apply(s, actor, action[draw((unsigned)count)], why, sizeof why),
                             1);
            continue;
        }
        unsigned also = veglia_also(s);
        for (int p = 0; also && p < seats; p++)
            if (also >> p & 1 && veglia_legal(s, p, action) > 0 && draw(2)) actor = p;
        int count = veglia_legal(s, actor, action);
        assert_true(count > 0);
        int32_t mine = action[draw((unsigned)count)];
        assert_true(mine >= 0 && mine < veglia_actions(game) - 1);
        if (asked) {
            check_bytes(s);
            for (int p = 0; p < seats; p++) check_view(s, p);
            check_view(s, VEGLIA_WATCHER);
            veglia_state *before = veglia_clone(s);
            assert_int_equal(veglia_apply(s, actor, veglia_actions(game) - 1, why, 400), 0);
            assert_int_equal(veglia_apply(s, actor, -1, why, sizeof why), 0);
            assert_int_equal(veglia_apply(s, seats, mine, why, sizeof why), 0);
            assert_int_equal(veglia_apply(s, VEGLIA_CHANCE, 0, why, sizeof why), 0);
            assert_int_equal(veglia_play(s, actor, "no such move", why, sizeof why), 0);
            same_bytes(s, before);
            veglia_free(before);
            veglia_notation(s, actor, mine, text, sizeof text);
            assert_int_equal(veglia_action(s, actor, text), mine);
            assert_int_equal(veglia_play(s, actor, text, why, sizeof why), 1);
        } else {
            assert_int_equal(veglia_apply(s, actor, mine, why, sizeof why), 1);
        }
    }
    double share[VEGLIA_MAX_SEATS], sum = 0;
    int points[VEGLIA_MAX_SEATS], rank[VEGLIA_MAX_SEATS];
    veglia_returns(s, share);
    veglia_score(s, points, rank);
    for (int p = 0; p < seats; p++) {
        assert_true((share[p] > 0) == (rank[p] == 1));
        sum += share[p];
    }
    assert_true(fabs(sum - 1) < 1e-9);
    assert_int_equal(veglia_apply(s, 0, 0, why, sizeof why), 0);
    assert_string_equal(why, "the game is over");
    check_record(s);
    veglia_free(s);
}

static void all_games_from_outside(void **unused)
{
    (void)unused;
    const veglia_game *game;
    for (int i = 0; (game = veglia_game_at(i)); i++)
        for (int seats = veglia_min_seats(game); seats <= veglia_max_seats(game); seats++)
            play_one(game, seats, 131);
    assert_true(veglia_game_named("quest") != NULL);
    assert_null(veglia_game_named("chess"));
}

// ---- refusals -----------------------------------------------------------------------------

static void refused(const veglia_game *game, const char *setup, const char *words)
{
    char why[300] = "";
    assert_null(veglia_new(game, setup, 1, why, sizeof why));
    if (!strstr(why, words)) fail_msg("\"%s\" does not say \"%s\"", why, words);
    assert_null(veglia_new(game, setup, 1, NULL, 0));
}

static void setups_are_refused_with_a_reason(void **unused)
{
    (void)unused;
    const veglia_game *quest = veglia_game_named("quest");
    refused(quest, "seats=9", "2 to 4 seats");
    refused(quest, "seats=3x", "2 to 4 seats");
    refused(quest, "seats=3 first=3", "from 0 to 2");
    refused(quest, "edition=other", "no edition");
    refused(quest, "edition=custom", "no edition");
    refused(quest, "colour=red", "colour");
    char much[2000];
    memset(much, 'x', sizeof much);
    much[sizeof much - 1] = '\0';
    refused(quest, much, "that long");
    veglia_state *s = veglia_new(quest, " first=1  seats=4 pairs=yes ", 1, NULL, 0);
    assert_int_equal(veglia_seats(s), 4);
    assert_ptr_equal(veglia_game_of(s), quest);
    assert_null(veglia_view_of(s, 4));
    assert_null(veglia_view_of(s, VEGLIA_CHANCE));
    veglia_free(s);
    char why[400] = "";
    assert_null(veglia_bot_new("genius", 1, why, sizeof why));
    assert_true(strstr(why, "greedy") != NULL);
}

// The sentence names the rule that stands in the way (QL: RULES.md of Quest for Legend).
static void refusals_cite_the_rule(void **unused)
{
    (void)unused;
    veglia_state *s = fresh(veglia_game_named("quest"), 2);
    char why[300], little[8];
    int seat = veglia_roll(s);
    assert_int_equal(veglia_play(s, seat, "discard boat", why, sizeof why), 0);
    assert_true(strstr(why, "(Q") != NULL);
    assert_int_equal(veglia_apply(s, seat, 0, why, sizeof why), 0);
    assert_true(strstr(why, "not allowed now (Q") != NULL);
    assert_int_equal(veglia_apply(s, 1 - seat, 0, why, sizeof why), 0);
    assert_true(strstr(why, "another seat") != NULL);
    assert_int_equal(veglia_apply(s, 1 - seat, 0, little, sizeof little), 0);
    assert_int_equal(strlen(little), sizeof little - 1);
    veglia_free(s);
}

// ---- changed editions -----------------------------------------------------------------------

static void numbers_change_for_those_who_ask(void **unused)
{
    (void)unused;
    const veglia_game *quest = veglia_game_named("quest");
    static char bytes[8192];
    char why[300] = "";
    assert_int_equal(veglia_tune(quest, "quest.mission.medusa.points=9\n", why, sizeof why), 1);
    assert_int_equal(veglia_tune(quest, "quest.mission.medusa.points=999", why, sizeof why), 0);
    assert_int_equal(veglia_tune(quest, "nonsense", why, sizeof why), 0);
    // Refused lines leave those that were.
    veglia_state *s = veglia_new(quest, "edition=custom", 1, why, sizeof why);
    assert_non_null(s);
    assert_int_equal(veglia_tune(quest, NULL, why, sizeof why), 0);
    assert_true(strstr(why, "being played") != NULL);
    size_t n = veglia_save(s, bytes, sizeof bytes);
    veglia_view *v = veglia_view_of(s, 0);
    veglia_free(s);
    assert_int_equal(veglia_tune(quest, NULL, why, sizeof why), 0); // the view is there still
    veglia_view_free(v);
    assert_int_equal(veglia_tune(quest, " quest.mission.medusa.points=8 # eight", why, 300), 1);
    assert_null(veglia_load(bytes, n, why, sizeof why));
    assert_true(strstr(why, "another way") != NULL);
    assert_int_equal(veglia_tune(quest, NULL, why, sizeof why), 1);
    assert_null(veglia_load(bytes, n, why, sizeof why));
    assert_true(strstr(why, "not there") != NULL);
    refused(quest, "edition=custom", "no edition");
}

// ---- batches -----------------------------------------------------------------------------

enum { GAMES = 12, SEATS = 3, STEPS = 300 };

typedef struct arrays {
    int8_t seat[GAMES];
    uint8_t ended[GAMES], refused[GAMES], *mask;
    int32_t legal[GAMES][VEGLIA_MAX_ACTIONS], count[GAMES], points[GAMES][SEATS], length[GAMES];
    float reward[GAMES][SEATS], *observation;
    uint64_t number[GAMES];
} arrays;

static veglia_batch *bound(const veglia_game *game, int threads, arrays *a)
{
    veglia_batch *b = veglia_batch_new(game, "seats=3", GAMES, 11, threads, NULL, 0);
    assert_non_null(b);
    memset(a, 0, sizeof *a);
    a->mask = malloc((size_t)GAMES * (size_t)veglia_actions(game));
    a->observation = calloc((size_t)GAMES * (size_t)veglia_numbers(game), sizeof(float));
    void *at[] = {a->seat,   a->observation, a->mask,   a->legal,  a->count,  a->ended,
                  a->reward, a->points,      a->length, a->number, a->refused};
    assert_int_equal(sizeof at / sizeof at[0], VEGLIA_ARRAYS);
    for (int i = 0; i < VEGLIA_ARRAYS; i++) assert_int_equal(veglia_batch_bind(b, i, at[i]), 1);
    assert_int_equal(veglia_batch_bind(b, VEGLIA_ARRAYS, NULL), 0);
    return b;
}

static void unbind(veglia_batch *b, arrays *a)
{
    veglia_batch_free(b);
    free(a->mask);
    free(a->observation);
}

static void arrays_equal(const arrays *a, const arrays *b, const veglia_game *game)
{
    arrays one = *a, two = *b;
    for (int i = 0; i < GAMES; i++)
        for (int k = one.count[i]; k < VEGLIA_MAX_ACTIONS; k++)
            one.legal[i][k] = two.legal[i][k] = 0; // what stands there from before means nothing
    one.mask = two.mask = NULL;
    one.observation = two.observation = NULL;
    assert_memory_equal(&one, &two, sizeof one);
    assert_memory_equal(a->mask, b->mask, (size_t)GAMES * (size_t)veglia_actions(game));
    assert_memory_equal(a->observation, b->observation,
                        (size_t)GAMES * (size_t)veglia_numbers(game) * sizeof(float));
}

// What the arrays say of place i is what its position says.
static void check_place(const veglia_batch *b, const arrays *a, int i)
{
    static float numbers[8192];
    int32_t action[VEGLIA_MAX_ACTIONS];
    veglia_state *s = veglia_batch_state(b, i);
    const veglia_game *game = veglia_game_of(s);
    int actor = a->seat[i], count = veglia_legal(s, actor, action);
    bool waits = actor != veglia_actor(s);
    assert_true(!waits || veglia_also(s) >> actor & 1);
    if (waits) action[count++] = veglia_actions(game) - 1;
    assert_int_equal(a->count[i], count);
    assert_memory_equal(a->legal[i], action, (size_t)count * sizeof *action);
    const uint8_t *mask = a->mask + (size_t)i * (size_t)veglia_actions(game);
    int set = 0;
    for (int k = 0; k < veglia_actions(game); k++) set += mask[k];
    assert_int_equal(set, count);
    for (int k = 0; k < count; k++) assert_int_equal(mask[action[k]], 1);
    veglia_view *v = veglia_view_of(s, actor);
    veglia_observe(v, numbers);
    size_t n = (size_t)veglia_numbers(game);
    assert_memory_equal(a->observation + (size_t)i * n, numbers, n * sizeof(float));
    veglia_view_free(v);
    veglia_free(s);
}

static void batches_are_games(void **unused)
{
    (void)unused;
    const veglia_game *game;
    int waited = 0;
    for (int g = 0; (game = veglia_game_at(g)); g++) {
        static arrays one, three;
        int32_t action[GAMES];
        veglia_batch *a = bound(game, 1, &one), *b = bound(game, 3, &three);
        for (int s = 0; s < STEPS; s++) {
            if (s % 16 == 0) arrays_equal(&one, &three, game);
            if (s % 4 == 0) check_place(a, &one, s / 4 % GAMES);
            for (int i = 0; i < GAMES; i++) {
                action[i] = one.legal[i][draw((unsigned)one.count[i])];
                waited += action[i] == veglia_actions(game) - 1;
                float sum = 0;
                for (int p = 0; p < SEATS; p++) sum += one.reward[i][p];
                assert_true(fabsf(sum - (float)one.ended[i]) < 1e-5f);
                assert_true((one.length[i] > 0) == one.ended[i]);
            }
            bool lot = s % 5 == 4; // at times left to lot
            if (lot) veglia_batch_random(a, 1), veglia_batch_random(b, 1);
            if (!lot) {
                assert_int_equal(veglia_batch_step(a, action), 0);
                assert_int_equal(veglia_batch_step(b, action), 0);
            }
        }
        veglia_batch_random(a, 2000);
        for (int i = 0; i < GAMES; i++) assert_int_equal(one.number[i] % GAMES, i);
        assert_true(one.number[0] >= GAMES);
        // What is refused changes nothing but that it was.
        veglia_state *before = veglia_batch_state(a, 1), *after;
        memcpy(action, one.legal, sizeof action[0]);
        for (int i = 0; i < GAMES; i++) action[i] = i == 1 ? -5 : one.legal[i][0];
        assert_int_equal(veglia_batch_step(a, action), 1);
        after = veglia_batch_state(a, 1);
        assert_true(veglia_same(before, after));
        assert_int_equal(one.refused[1], 1);
        assert_int_equal(one.refused[0], 0);
        check_place(a, &one, 1);
        veglia_free(before);
        veglia_free(after);
        // A place begun anew is that game again.
        assert_int_equal(veglia_batch_reset(a, 2, 11, 5), 1);
        assert_int_equal(veglia_batch_reset(b, 5, 11, 5), 1);
        before = veglia_batch_state(a, 2), after = veglia_batch_state(b, 5);
        assert_true(veglia_same(before, after));
        check_place(a, &one, 2);
        assert_int_equal(veglia_batch_reset(a, GAMES, 1, 0), 0);
        assert_null(veglia_batch_state(a, GAMES));
        veglia_free(before);
        veglia_free(after);
        unbind(a, &one);
        unbind(b, &three);
    }
    assert_true(waited > 0); // there were opportunities
    assert_null(veglia_batch_new(veglia_game_at(0), "", 0, 1, 1, NULL, 0));
    assert_null(veglia_batch_new(veglia_game_at(0), "seats=77", 1, 1, 1, NULL, 0));
}

int main(void)
{
    assert(veglia_api() == VEGLIA_API);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_games_from_outside),
        cmocka_unit_test(setups_are_refused_with_a_reason),
        cmocka_unit_test(refusals_cite_the_rule),
        cmocka_unit_test(numbers_change_for_those_who_ask),
        cmocka_unit_test(batches_are_games),
    };
    return cmocka_run_group_tests_name("lib", tests, NULL, NULL);
}
