// bots.c: bots are functions of view, budget and seed: what is hidden from a
// seat, and what its bot did before, changes nothing. Every game is tried.
#include "unit.h"

#include "bots/bot.h"
#include "bots/greedy.h"
#include "bots/search.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

enum { POSITIONS = 6, APART = 23 }; // positions a game, decisions between them

static const char *const specs[] = {"level:1", "greedy", "search:40", "master:40"};
enum { SPECS = sizeof specs / sizeof specs[0] };

static vg_mind *wake(const char *spec)
{
    vg_bot bot;
    assert_int_equal(vg_bot_parse(spec, VG_EN, &bot, NULL), VG_OK);
    vg_mind *mind = vg_mind_new(&bot);
    assert_non_null(mind);
    return mind;
}

static vg_move choose(vg_mind *mind, const vg_game *game, const void *state, int seat,
                      uint64_t seed)
{
    _Alignas(16) unsigned char view[VG_MAX_STATE], before[VG_MAX_STATE];
    vg_move list[VG_MAX_LEGAL];
    vg_rng rng;
    vg_rng_seed(&rng, seed, 0);
    vg_game_view(game, state, seat, view);
    memcpy(before, view, game->state_size);
    int count = game->legal(view, seat, list);
    assert_true(count > 0);
    vg_move m = vg_mind_choose(mind, game, view, seat, list, count, &rng);
    assert_memory_equal(view, before, game->state_size);
    if (m == 0) { // only who is not asked may rather wait
        assert_int_not_equal(game->ask(state).actor, seat);
        return 0;
    }
    for (int i = 0; i < count; i++)
        if (list[i] == m) return m;
    fail_msg("%s: a bot played what is not in its list", game->id);
    return 0;
}

// Plays at random until a seat has a choice of several moves, `decisions` of them later; false if
// the game ended.
static bool walk(const vg_game *game, void *state, int decisions, vg_rng *rng)
{
    vg_move list[VG_MAX_LEGAL];
    for (;;) {
        int actor = game->ask(state).actor;
        if (actor == VG_NOBODY) return false;
        if (actor == VG_CHANCE) {
            game->apply(state, VG_CHANCE, game->chance(state, rng), NULL);
            continue;
        }
        int count = game->legal(state, actor, list);
        if (count > 1 && decisions-- <= 0) return true;
        game->apply(state, actor, list[vg_rng_below(rng, (uint32_t)count)], NULL);
    }
}

static void deal(const vg_game *game, int seats, void *state)
{
    vg_setup how;
    vg_setup_normal(game, seats, &how);
    how.first = -1;
    assert_int_equal(game->setup(state, &how, VG_EN, NULL), VG_OK);
}

static void what_is_hidden_changes_nothing(void **unused)
{
    (void)unused;
    _Alignas(16) unsigned char truth[VG_MAX_STATE], other[VG_MAX_STATE];
    for (int g = 0; vg_games[g]; g++) {
        const vg_game *game = vg_games[g];
        vg_mind *used[SPECS];
        vg_rng rng;
        int worlds_apart = 0;
        bool secrets = false;
        for (int i = 0; i < game->field_count; i++) secrets |= game->fields[i].who == VG_OWNER;
        vg_rng_seed(&rng, 7, 0);
        for (int b = 0; b < SPECS; b++) used[b] = wake(specs[b]);
        deal(game, game->min_seats, truth);
        for (int n = 0; n < POSITIONS; n++) {
            if (!walk(game, truth, n ? APART : 0, &rng)) break;
            int seat = game->ask(truth).actor;
            vg_game_view(game, truth, seat, other);
            game->resample(other, seat, &rng);
            worlds_apart += memcmp(truth, other, game->state_size) != 0;
            for (int b = 0; b < SPECS; b++) {
                // `used` has thought about other positions before; the fresh one has not.
                vg_mind *fresh = wake(specs[b]);
                vg_move m = choose(used[b], game, truth, seat, (uint64_t)n);
                assert_int_equal(m, choose(fresh, game, other, seat, (uint64_t)n));
                vg_mind_free(fresh);
            }
        }
        for (int b = 0; b < SPECS; b++) vg_mind_free(used[b]);
        if (secrets) assert_true(worlds_apart > 0); // or nothing was shown
    }
}

// What greedy remembers of the first world holds in the others: four worlds together are judged as
// one after another, and the same luck is left.
static void worlds_together_are_worlds_one_by_one(void **unused)
{
    enum { WORLDS = 4, TRIED = 40 };
    (void)unused;
    _Alignas(16) unsigned char state[VG_MAX_STATE], view[VG_MAX_STATE];
    vg_move list[VG_MAX_LEGAL];
    for (int g = 0; vg_games[g]; g++) {
        const vg_game *game = vg_games[g];
        vg_eye eye = {0};
        vg_rng rng;
        vg_rng_seed(&rng, 11, (uint64_t)g);
        deal(game, game->min_seats, state);
        vg_eye_open(&eye, game, game->seats_of(state), NULL);
        for (int n = 0; n < TRIED && walk(game, state, 3, &rng); n++) {
            double all[VG_MAX_LEGAL + 1], one[VG_MAX_LEGAL + 1], sum[VG_MAX_LEGAL + 1] = {0};
            int seat = game->ask(state).actor;
            vg_game_view(game, state, seat, view);
            int count = vg_thin(game, list, game->legal(view, seat, list));
            vg_rng luck = rng, same = rng;
            vg_greedy_values(&eye, view, seat, list, count, true, WORLDS, all, &luck);
            for (int w = 0; w < WORLDS; w++) {
                vg_greedy_values(&eye, view, seat, list, count, true, 1, one, &same);
                for (int i = 0; i <= count; i++) sum[i] += one[i] / WORLDS;
            }
            assert_memory_equal(all, sum, ((size_t)count + 1) * sizeof sum[0]);
            assert_memory_equal(&luck, &same, sizeof same);
        }
        vg_eye_close(&eye);
    }
}

static void opportunities_are_weighed(void **unused)
{
    (void)unused;
    _Alignas(16) unsigned char state[VG_MAX_STATE];
    vg_move list[VG_MAX_LEGAL];
    int met = 0;
    for (int g = 0; vg_games[g]; g++) {
        const vg_game *game = vg_games[g];
        vg_mind *mind = wake("search:20");
        vg_rng rng;
        vg_rng_seed(&rng, 3, 0);
        deal(game, game->min_seats, state);
        for (int n = 0; n < 300 && met < 8 && walk(game, state, n > 0, &rng); n++) {
            vg_ask ask = game->ask(state);
            for (int p = 0; p < game->min_seats; p++) {
                if (!(ask.also >> p & 1) || p == ask.actor || !game->legal(state, p, list))
                    continue;
                choose(mind, game, state, p, (uint64_t)n); // a move of the list, or 0
                met++;
            }
        }
        vg_mind_free(mind);
    }
    assert_true(met > 0);
}

static void search_keeps_to_its_budget(void **unused)
{
    (void)unused;
    const vg_game *game = vg_game_find("quest");
    _Alignas(16) unsigned char state[VG_MAX_STATE], view[VG_MAX_STATE];
    vg_move list[VG_MAX_LEGAL];
    vg_search_info info;
    vg_rng rng;
    vg_rng_seed(&rng, 5, 0);
    deal(game, 3, state);
    assert_true(walk(game, state, 30, &rng));
    int seat = game->ask(state).actor, count = game->legal(state, seat, list);
    vg_game_view(game, state, seat, view);
    vg_search *search = vg_search_new(4096, 3);
    assert_non_null(search);

    vg_search_plan plan = {.simulations = 200, .threads = 1};
    vg_search_choose(search, &plan, game, view, seat, list, count, &rng, &info);
    assert_in_range(info.simulations, 200, 200 + VG_MAX_LEGAL); // a world is not left half tried
    uint64_t visits = 0;
    for (int i = 0; i < count; i++) visits += info.visits[i];
    assert_int_equal(visits, info.simulations);

    plan = (vg_search_plan){.simulations = 900, .threads = 3};
    vg_move m = vg_search_choose(search, &plan, game, view, seat, list, count, &rng, &info);
    assert_in_range(info.simulations, 900, 900 + 3 * VG_MAX_LEGAL);
    assert_int_not_equal(m, 0);

    // Helpers stay for the next choice, and who of them is quicker changes nothing.
    vg_search *other = vg_search_new(4096, 3);
    assert_non_null(other);
    vg_search_info again;
    for (int i = 0; i < 6; i++) {
        vg_rng_seed(&rng, 5, 1);
        vg_search_choose(i % 2 ? search : other, &plan, game, view, seat, list, count, &rng,
                         i ? &again : &info);
        for (int k = 0; i && k < count; k++) {
            assert_int_equal(again.visits[k], info.visits[k]);
            assert_true(again.value[k] == info.value[k]);
        }
    }
    vg_search_free(other);

    plan = (vg_search_plan){.millis = 20, .threads = 2};
    vg_search_choose(search, &plan, game, view, seat, list, count, &rng, &info);
    assert_true(info.seconds >= 0.02 && info.seconds < 5); // the machine may be busy
    assert_true(info.simulations > 0);
    vg_search_free(search);
}

// Where only one move is of use there is nothing to think about, but it is the one that is advised:
// hints once took the first of the list, and that was to propose the end of the game.
static void what_is_vain_is_not_advised(void **unused)
{
    (void)unused;
    const vg_game *game = vg_game_find("fate");
    _Alignas(16) unsigned char state[VG_MAX_STATE], view[VG_MAX_STATE];
    vg_move list[VG_MAX_LEGAL];
    vg_search_info info;
    vg_rng rng;
    vg_rng_seed(&rng, 6, 0);
    deal(game, 2, state);
    vg_search *search = vg_search_new(64, 1);
    assert_non_null(search);
    int found = 0;
    for (int n = 0; n < 400 && walk(game, state, n > 0, &rng); n++) {
        int seat = game->ask(state).actor, count = game->legal(state, seat, list), useful = -1;
        for (int i = 0; i < count; i++)
            if (vg_plain_move(game, list[i])) useful = useful == -1 ? i : -2;
        if (count < 2 || useful < 0) continue;
        found++;
        vg_game_view(game, state, seat, view);
        vg_search_plan plan = {.simulations = 20, .threads = 1};
        vg_search_choose(search, &plan, game, view, seat, list, count, &rng, &info);
        for (int i = 0; i < count; i++) assert_int_equal(info.visits[i] > 0, i == useful);
    }
    assert_true(found > 3);
    vg_search_free(search);
}

// Thinks about `view` with this horizon, always with the same luck.
static void think(vg_search *search, const vg_game *game, const void *view, int turns, bool round,
                  vg_search_info *info)
{
    vg_move list[VG_MAX_LEGAL];
    vg_rng rng;
    vg_rng_seed(&rng, 4, 0);
    int seat = game->ask(view).actor;
    vg_search_plan plan = {
        .simulations = 60, .threads = 1, .turns = (uint8_t)turns, .round = round};
    vg_search_choose(search, &plan, game, view, seat, list, game->legal(view, seat, list), &rng,
                     info);
}

// To the end of one's own next turn: one turn more than there are seats, but where the game says
// that one turn is a long way.
static void a_round_is_as_long_as_the_table(void **unused)
{
    (void)unused;
    _Alignas(16) unsigned char state[VG_MAX_STATE], view[VG_MAX_STATE];
    vg_search_info with, without, round;
    vg_search *search = vg_search_new(256, 1);
    assert_non_null(search);
    for (int g = 0; vg_games[g]; g++) {
        const vg_game *game = vg_games[g];
        int seats = 4, further = 0;
        vg_rng rng;
        vg_rng_seed(&rng, 8, 0);
        deal(game, seats, state);
        for (int n = 0; n < POSITIONS && walk(game, state, n ? APART : 0, &rng); n++) {
            vg_game_view(game, state, game->ask(state).actor, view);
            think(search, game, view, 3, true, &with);
            think(search, game, view, 3, false, &without);
            think(search, game, view, seats + 1, false, &round);
            const vg_search_info *same = game->nearer ? &without : &round;
            assert_memory_equal(with.value, same->value, sizeof with.value);
            // NOLINTNEXTLINE(bugprone-suspicious-memory-comparison): bit by bit is meant
            further += memcmp(with.value, without.value, sizeof with.value) != 0;
            think(search, game, view, seats + 2, true, &with); // further than a round
            think(search, game, view, seats + 2, false, &without);
            assert_memory_equal(with.value, without.value, sizeof with.value);
        }
        assert_true(game->nearer ? further == 0 : further > 0);
    }
    vg_search_free(search);
}

// Do these moves lead to the same position in every one of some worlds?
static bool twins(const vg_game *game, const void *view, int seat, vg_move a, vg_move b)
{
    _Alignas(16) unsigned char one[VG_MAX_STATE], other[VG_MAX_STATE];
    vg_rng rng;
    vg_rng_seed(&rng, 9, 0);
    for (int w = 0; w < 8; w++) {
        memcpy(one, view, game->state_size);
        game->resample(one, seat, &rng);
        memcpy(other, one, game->state_size);
        game->apply(one, seat, a, NULL);
        game->apply(other, seat, b, NULL);
        if (memcmp(one, other, game->state_size) != 0) return false;
    }
    return true;
}

static void equal_moves_are_tried_once(void **unused)
{
    (void)unused;
    _Alignas(16) unsigned char state[VG_MAX_STATE], view[VG_MAX_STATE];
    vg_move list[VG_MAX_LEGAL];
    vg_search_info info;
    vg_search *search = vg_search_new(256, 1);
    assert_non_null(search);
    int met = 0;
    for (int g = 0; vg_games[g]; g++) {
        const vg_game *game = vg_games[g];
        vg_rng rng;
        vg_rng_seed(&rng, 11, 0);
        deal(game, game->min_seats, state);
        for (int n = 0; n < 200 && walk(game, state, n > 0, &rng); n++) {
            int seat = game->ask(state).actor, count = game->legal(state, seat, list);
            vg_game_view(game, state, seat, view);
            bool twin[VG_MAX_LEGAL] = {false}, any = false;
            for (int i = 0; i < count; i++)
                for (int k = 0; k < i && !twin[i]; k++)
                    any |= twin[i] = twins(game, view, seat, list[i], list[k]);
            if (!any) continue;
            vg_search_plan plan = {.simulations = 20, .threads = 1};
            vg_move m = vg_search_choose(search, &plan, game, view, seat, list, count, &rng, &info);
            for (int i = 0; i < count; i++) {
                if (!twin[i]) continue;
                assert_int_equal(info.visits[i], 0);
                assert_int_not_equal(m, list[i]);
            }
            met++;
        }
    }
    assert_true(met > 0);
    vg_search_free(search);
}

// Moves a game calls the same must be so to its rules: the same is asked after them, as many
// different moves answer it, and everybody stands as well.
static void moves_called_alike_are_alike(void **unused)
{
    (void)unused;
    _Alignas(16) unsigned char state[VG_MAX_STATE], one[VG_MAX_STATE], other[VG_MAX_STATE];
    vg_move list[VG_MAX_LEGAL], next[VG_MAX_LEGAL];
    int met = 0;
    for (int g = 0; vg_games[g]; g++) {
        const vg_game *game = vg_games[g];
        vg_rng rng;
        vg_eye eye = {0};
        vg_eye_open(&eye, game, 4, NULL);
        vg_rng_seed(&rng, 5, 0);
        deal(game, 4, state);
        for (int n = 0; n < 300 && walk(game, state, n > 0, &rng); n++) {
            int seat = game->ask(state).actor, count = game->legal(state, seat, list);
            for (int i = 1; i < count; i++) {
                if (!vg_same(game, list[i], list[i - 1])) continue;
                memcpy(one, state, game->state_size);
                memcpy(other, state, game->state_size);
                game->apply(one, seat, list[i - 1], NULL);
                game->apply(other, seat, list[i], NULL);
                vg_ask a = game->ask(one), b = game->ask(other);
                assert_memory_equal(&a, &b, sizeof a);
                if (a.actor >= 0)
                    assert_int_equal(vg_thin(game, next, game->legal(one, a.actor, next)),
                                     vg_thin(game, next, game->legal(other, a.actor, next)));
                for (int p = 0; p < 4; p++)
                    assert_true(vg_worth(&eye, one, p) == vg_worth(&eye, other, p));
                met++;
            }
            int kinds = vg_thin(game, list, count);
            for (int i = 0; i < kinds; i++)
                for (int k = 0; k < i; k++) assert_false(vg_same(game, list[i], list[k]));
        }
        vg_eye_close(&eye);
    }
    assert_true(met > 100);
}

// A faction wins together and each seat of it wholly; a tie elsewhere is a part of a win.
static void who_wins_together_wins_wholly(void **unused)
{
    (void)unused;
    _Alignas(16) unsigned char state[VG_MAX_STATE];
    float value[VG_MAX_SEATS];
    int factions = 0;
    for (int g = 0; vg_games[g]; g++) {
        const vg_game *game = vg_games[g];
        vg_rng rng;
        vg_rng_seed(&rng, 6, 0);
        deal(game, 4, state);
        walk(game, state, 100000, &rng);
        assert_int_equal(game->ask(state).actor, VG_NOBODY);
        vg_score score = {0};
        game->score(state, &score);
        vg_judge(&(vg_eye){.game = game, .seats = 4}, state, 15, value);
        float sum = 0;
        for (int p = 0; p < 4; p++) {
            if (score.rank[p] == 1) sum += value[p];
            assert_true(score.rank[p] == 1 || value[p] < 0.05f);
        }
        assert_true(sum == (game->factions ? 2 : 1));
        factions += game->factions;
    }
    assert_true(factions > 0);
}

static void names_are_read_and_written(void **unused)
{
    (void)unused;
    static const char *const good[] = {"search:2000", "search:500ms", "search:1000", "master:100"};
    static const char *const bad[] = {
        "",         "bogus",       "greedy:3",  "search:",    "search:0",
        "search:x", "search:12kg", "search:-4", "gentle:5ms", "level:0",
        "level:9",  "level:11",    "level:",    "level",      "level:7:50"};
    char buffer[256];
    vg_bot bot;
    for (const vg_bot_name *b = vg_bot_names; b->name; b++) {
        vg_text out = vg_text_over(buffer, sizeof buffer);
        assert_int_equal(vg_bot_parse(b->name, VG_IT, &bot, NULL), VG_OK);
        vg_bot_spec(&bot, &out);
        assert_string_equal(buffer, b->name);
        assert_true(b->what.in[VG_IT][0] && b->what.in[VG_EN][0]);
    }
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        vg_text out = vg_text_over(buffer, sizeof buffer);
        assert_int_equal(vg_bot_parse(good[i], VG_IT, &bot, NULL), VG_OK);
        vg_bot_spec(&bot, &out);
        assert_string_equal(buffer, good[i]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        vg_text why = vg_text_over(buffer, sizeof buffer);
        vg_bot before = bot;
        assert_int_equal(vg_bot_parse(bad[i], VG_IT, &bot, &why), VG_ERR_SETUP);
        assert_memory_equal(&bot, &before, sizeof bot);
        assert_non_null(strstr(buffer, "greedy")); // it names the choices
    }
}

// The former names are steps of the ladder, and a lower step is wrong more often.
static void steps_go_up(void **unused)
{
    (void)unused;
    _Alignas(16) unsigned char state[VG_MAX_STATE], view[VG_MAX_STATE];
    vg_bot old, bot[VG_LEVELS];
    assert_int_equal(vg_bot_parse("gentle", VG_EN, &old, NULL), VG_OK);
    assert_int_equal(old.level, 1);
    assert_int_equal(vg_bot_parse("easy", VG_EN, &old, NULL), VG_OK);
    assert_int_equal(old.level, 3);
    const vg_game *game = vg_game_find("quest");
    int same[VG_LEVELS] = {0};
    vg_rng rng;
    vg_rng_seed(&rng, 8, 0);
    deal(game, 3, state);
    vg_mind *best = vg_mind_new(&(vg_bot){.kind = VG_BOT_GREEDY});
    for (int n = 0; n < 60 && walk(game, state, n > 0, &rng); n++) {
        vg_move list[VG_MAX_LEGAL];
        int seat = game->ask(state).actor, count = game->legal(state, seat, list);
        vg_game_view(game, state, seat, view);
        vg_rng own = rng;
        vg_move m = vg_mind_choose(best, game, view, seat, list, count, &own);
        for (int i = 0; i < 6; i += 5) {
            bot[i] = (vg_bot){.kind = VG_BOT_GREEDY, .level = (uint8_t)(i + 1)};
            vg_mind *mind = vg_mind_new(&bot[i]);
            own = rng;
            same[i] += vg_mind_choose(mind, game, view, seat, list, count, &own) == m;
            vg_mind_free(mind);
        }
    }
    vg_mind_free(best);
    assert_true(same[5] > same[0] + 5);
}

int unit_bots(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_hidden_changes_nothing),
        cmocka_unit_test(worlds_together_are_worlds_one_by_one),
        cmocka_unit_test(opportunities_are_weighed),
        cmocka_unit_test(search_keeps_to_its_budget),
        cmocka_unit_test(what_is_vain_is_not_advised),
        cmocka_unit_test(a_round_is_as_long_as_the_table),
        cmocka_unit_test(equal_moves_are_tried_once),
        cmocka_unit_test(moves_called_alike_are_alike),
        cmocka_unit_test(who_wins_together_wins_wholly),
        cmocka_unit_test(names_are_read_and_written),
        cmocka_unit_test(steps_go_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
