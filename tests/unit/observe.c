// observe.c: a position and moves as numbers, looked at by name.
#include "unit.h"

#include "candles.h"
#include "engine/odds.h"
#include "numbers.h"

#include <math.h>

static void one_sees_oneself_first(void **unused)
{
    (void)unused;
    vg_table *t = scripted(); // 0 holds 6 and 1, and is asked; 1 holds 6 and 2
    observe(&template_game, vg_table_view(t, 1), 2, 1);
    assert_number(&template_game, "asked turn", 1);
    assert_number(&template_game, "asked draw", 0);
    assert_number(&template_game, "actor +0", 0);
    assert_number(&template_game, "actor +1", 1);
    assert_number(&template_game, "turn +1", 1);
    assert_number(&template_game, "hand 6", 0.5f); // one of the two there are
    assert_number(&template_game, "hand 2", 0.5f);
    assert_number(&template_game, "hand 1", 0);
    assert_number(&template_game, "hand_count +1", 2 / 12.0f);
    observe(&template_game, vg_table_view(t, 0), 2, 0);
    assert_number(&template_game, "actor +0", 1);
    assert_number(&template_game, "hand 1", 0.5f);
    assert_number(&template_game, "middle 0 3", 0);
    assert_int_equal(vg_table_play(t, 0, "play 1", VG_EN, NULL), VG_OK);
    observe(&template_game, vg_table_view(t, 1), 2, 1);
    assert_number(&template_game, "row +1 1", 0.5f);
    assert_number(&template_game, "row +0 1", 0);
    vg_table_free(t);
}

static void a_watcher_sees_no_hand(void **unused)
{
    (void)unused;
    template_state s;
    fresh(&template_game, 2, &s);
    s.hand[0][6] = s.hand[1][2] = 1;
    s.middle[0] = 3;
    s.middle_seen[0] = 2;
    observe(&template_game, &s, 2, VG_WATCHER);
    for (int i = 0; i < vg_observed_count(&template_game); i++)
        assert_true(numbers[i] >= 0 && numbers[i] <= 1);
    assert_number(&template_game, "hand 6", 0);
    assert_number(&template_game, "middle 0 3", 0);
    observe(&template_game, &s, 2, 0);
    assert_number(&template_game, "hand 6", 0.5f);
    assert_number(&template_game, "middle 0 3", 0);
    observe(&template_game, &s, 2, 1);
    assert_number(&template_game, "hand 6", 0);
    assert_number(&template_game, "hand 2", 0.5f);
    assert_number(&template_game, "middle 0 3", 1);
    assert_number(&template_game, "middle_seen 0 +0", 1);
}

static void moves_have_numbers(void **unused)
{
    (void)unused;
    // start SEAT, draw LENGTH, play LENGTH, peek PLACE, snuff, pass
    assert_int_equal(vg_moves_bound(&template_game), 4 + 6 + 6 + 3 + 1 + 1);
    vg_move list[] = {VG_MOVE(TEMPLATE_MOVE_START, 1, 0, 0), VG_MOVE(TEMPLATE_MOVE_PLAY, 6, 0, 0),
                      VG_MOVE(TEMPLATE_MOVE_PEEK, 2, 0, 0), VG_MOVE(TEMPLATE_MOVE_PEEK, 3, 0, 0)};
    int32_t is[4];
    vg_moves_number(&template_game, 3, VG_CHANCE, list, 4, is);
    assert_int_equal(is[0], 1);
    assert_int_equal(is[1], 4 + 6 + 5);
    assert_int_equal(is[2], 4 + 6 + 6 + 2);
    assert_int_equal(is[3], -1); // there is no such place
    vg_moves_number(&template_game, 3, 2, list, 1, is);
    assert_int_equal(is[0], 2); // two seats after seat 2
    assert_int_equal(vg_moves_numbered(&template_game, 3, 2, list, 3, 15), list[1]);
    assert_int_equal(vg_moves_numbered(&template_game, 3, 2, list, 3, 14), 0);
}

// Drawn often enough, outcomes come as often as their odds say; and a pile's are known.
static void odds_are_those_of_the_draw(void **unused)
{
    (void)unused;
    template_state s;
    fresh(&template_game, 2, &s);
    vg_move list[VG_MAX_LEGAL];
    double odds[VG_MAX_LEGAL];
    vg_rng rng;
    vg_rng_seed(&rng, 5, 0);
    while (template_game.ask(&s).actor == VG_CHANCE) {
        int count = template_game.legal(&s, VG_CHANCE, list), came[VG_MAX_LEGAL] = {0}, left = 0;
        vg_odds(&template_game, &s, list, count, odds);
        for (int k = 1; k <= 6; k++) left += s.deck[k];
        for (int i = 0; i < count; i++)
            assert_true(fabs(odds[i] - (double)s.deck[vg_move_a(list[i])] / left) < 1e-6);
        for (int n = 0; n < 4000; n++) {
            vg_move m = template_game.chance(&s, &rng);
            for (int i = 0; i < count; i++) came[i] += list[i] == m;
        }
        for (int i = 0; i < count; i++) // five standard errors
            assert_true(fabs(came[i] / 4000.0 - odds[i]) < 5 * sqrt(odds[i] / 4000));
        template_game.apply(&s, VG_CHANCE, list[vg_rng_below(&rng, (uint32_t)count)], NULL);
    }
}

static void a_lost_piece_is_missed(void **unused)
{
    (void)unused;
    vg_table *t = scripted();
    template_state s;
    memcpy(&s, vg_table_state(t), sizeof s);
    assert_null(vg_check(&template_game, &s));
    uint8_t *const places[] = {&s.hand[1][6], &s.deck[5], &s.gone[2], &s.row[0][1]};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        ++*places[i];
        assert_non_null(vg_check(&template_game, &s));
        --*places[i];
    }
    s.hand[1][6]--, s.hand_count[1]--;
    assert_non_null(vg_check(&template_game, &s));
    s.hand[1][6]++, s.hand_count[1]++;
    s.middle[2] = 5; // it is a 4
    assert_non_null(vg_check(&template_game, &s));
    vg_table_free(t);
}

int unit_observe(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_sees_oneself_first),     cmocka_unit_test(a_watcher_sees_no_hand),
        cmocka_unit_test(odds_are_those_of_the_draw), cmocka_unit_test(moves_have_numbers),
        cmocka_unit_test(a_lost_piece_is_missed),
    };
    return cmocka_run_group_tests_name("observe", tests, NULL, NULL);
}
