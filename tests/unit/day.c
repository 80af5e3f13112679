// day.c: the deal of the day: one game for everyone, and what a forger would send.
#include "unit.h"

#include "bots/day.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DAY = 20261117 };

static vg_table *table_of_day(const vg_game *game, uint32_t day, const char *name)
{
    vg_table_plan plan;
    vg_day_plan(game, day, VG_EN, &plan);
    vg_table *t = vg_table_new(&plan, NULL);
    assert_non_null(t);
    assert_int_equal(vg_table_name(t, VG_DAY_SEAT, name), VG_OK);
    for (int p = 1; p < plan.setup.seats; p++)
        assert_int_equal(vg_table_bot(t, p, vg_day_bot), VG_OK);
    vg_table_start(t);
    return t;
}

// Plays to the end: the person by lot, the bots as they do, but for the move number `forged` of
// theirs that could have been another. True if it came to that.
static bool play(vg_table *t, uint64_t seed, int forged)
{
    const vg_game *game = vg_table_game(t);
    vg_bot bot;
    vg_rng lot;
    vg_text quiet = {0};
    assert_int_equal(vg_bot_parse(vg_day_bot, VG_EN, &bot, &quiet), VG_OK);
    vg_mind *mind = vg_mind_new(&bot);
    vg_rng_seed(&lot, seed, 0);
    while (!vg_table_over(t)) {
        vg_ask ask = vg_table_ask(t);
        vg_move list[VG_MAX_LEGAL], m = 0;
        int seat = ask.actor, count = 0;
        for (int p = 0; p <= VG_MAX_SEATS && !m; p++) { // who may step in comes first
            if (p < VG_MAX_SEATS && (!(ask.also >> p & 1) || p == VG_DAY_SEAT)) continue;
            seat = p < VG_MAX_SEATS ? p : ask.actor;
            count = vg_table_legal(t, seat, list);
            if (count == 0) continue;
            vg_rng luck;
            vg_bot_luck(t, seat, vg_table_log_count(t), &luck);
            m = seat == VG_DAY_SEAT
                    ? list[vg_rng_below(&lot, (uint32_t)count)]
                    : vg_mind_choose(mind, game, vg_table_view(t, seat), seat, list, count, &luck);
        }
        if (seat != VG_DAY_SEAT && count > 1 && forged-- == 0) m = list[0] == m ? list[1] : list[0];
        assert_int_equal(vg_table_move(t, seat, m), VG_OK);
    }
    vg_mind_free(mind);
    return forged < 0;
}

static vg_err check(const vg_table *t, vg_day_result *out, const char *said)
{
    char buffer[512];
    vg_text why = VG_TEXT(buffer);
    vg_err err = vg_day_check(t, VG_EN, out, &why);
    if (said && !strstr(buffer, said)) print_error("said: %s\nnot: %s\n", buffer, said);
    if (said) assert_non_null(strstr(buffer, said));
    return err;
}

static char *text_of(const vg_table *t)
{
    vg_text out = vg_text_heap();
    vg_table_record(t, true, &out);
    return out.at;
}

static void dates_are_read_and_written(void **unused)
{
    (void)unused;
    static const char *const bad[] = {"",           "2026-11-7",   "2026-02-29", "2025-12-31",
                                      "2200-01-01", "2026-13-01",  "2026-00-10", "2026-11-31",
                                      "2026-11-00", "2026-11-177", "20261117",   "2026/11/17"};
    uint32_t day = 7;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(vg_day_read(bad[i], &day));
        assert_int_equal(day, 7);
    }
    assert_true(vg_day_read("2028-02-29", &day));
    assert_int_equal(day, 20280229);
    char buffer[16];
    vg_text text = VG_TEXT(buffer);
    vg_day_text(day, &text);
    assert_string_equal(buffer, "2028-02-29");
}

static void everybody_has_the_same_game(void **unused)
{
    (void)unused;
    for (const vg_game *const *game = vg_games; *game; game++) {
        vg_table *a = table_of_day(*game, DAY, "Anna"), *b = table_of_day(*game, DAY, "Ugo");
        vg_table *c = table_of_day(*game, DAY + 1, "Anna");
        vg_day_result result;
        (void)play(a, 5, -1);
        (void)play(b, 5, -1);
        (void)play(c, 5, -1);
        assert_int_equal(vg_day_of(a), DAY);
        assert_int_equal(check(a, &result, NULL), VG_OK);
        assert_true(result.decisions > 0);
        assert_int_equal(vg_table_log_count(a), vg_table_log_count(b));
        bool other = vg_table_log_count(a) != vg_table_log_count(c);
        for (int i = 0; i < vg_table_log_count(a); i++) {
            vg_log_entry x, y, z;
            vg_table_log(a, i, &x);
            vg_table_log(b, i, &y);
            assert_int_equal(x.seat, y.seat);
            assert_int_equal(x.move, y.move);
            if (other) continue;
            vg_table_log(c, i, &z);
            other = x.move != z.move;
        }
        assert_true(other); // another day is another deal
        char *record = text_of(a);
        vg_table *again = vg_table_load(record, strlen(record), VG_EN, NULL, NULL);
        assert_non_null(again);
        assert_int_equal(check(again, &result, NULL), VG_OK);
        char *twice = text_of(again);
        assert_string_equal(record, twice);
        free(twice);
        free(record);
        vg_table_free(again);
        vg_table_free(a);
        vg_table_free(b);
        vg_table_free(c);
    }
}

// A forger can write a record whose chain and chance are whole: only the bots give it away.
static void a_bot_that_was_kinder_is_found(void **unused)
{
    (void)unused;
    for (const vg_game *const *game = vg_games; *game; game++)
        for (int forged = 0; forged < 12; forged += 3) {
            vg_table *t = table_of_day(*game, DAY, "Anna");
            vg_day_result result;
            bool came = play(t, 9, forged);
            assert_true(came || strcmp((*game)->id, "template") == 0); // Candles is soon over
            assert_int_equal(vg_table_verify(t, VG_EN, NULL), VG_OK);
            assert_int_equal(check(t, &result, came ? "does not play" : ""),
                             came ? VG_ERR_RECORD : VG_OK);
            vg_table_free(t);
        }
}

static void what_is_not_of_the_day_is_refused(void **unused)
{
    (void)unused;
    const vg_game *game = vg_game_find("quest");
    vg_table_plan plan;
    vg_day_result result;
    vg_table *t = table_of_day(game, DAY, "Anna");
    assert_int_equal(check(t, &result, "not finished"), VG_ERR_RECORD);
    vg_table_free(t);
    for (int i = 0; i < 5; i++) {
        vg_day_plan(game, DAY, VG_EN, &plan);
        if (i == 0) plan.seed = 20261131; // no day
        if (i == 1) plan.shared = false;
        if (i == 2) plan.setup.first = 0;
        if (i == 3) plan.setup.seats = 2;
        t = vg_table_new(&plan, NULL);
        for (int p = 1; p < plan.setup.seats; p++)
            assert_int_equal(vg_table_bot(t, p, i == 4 ? "random" : vg_day_bot), VG_OK);
        assert_int_equal(vg_day_of(t), 0);
        assert_int_equal(check(t, &result, "not the deal of a day"), VG_ERR_RECORD);
        vg_table_free(t);
    }
}

static void nobody_adds_a_salt_to_shared_luck(void **unused)
{
    (void)unused;
    vg_table_plan plan;
    uint8_t salt[VG_SALT] = {1};
    vg_day_plan(vg_game_find("quest"), DAY, VG_EN, &plan);
    vg_table *t = vg_table_new(&plan, NULL);
    assert_int_equal(vg_table_salt(t, 0, salt), VG_ERR_ILLEGAL);
    assert_int_equal(vg_table_hashed(t), 0);
    vg_table_free(t);
    char buffer[256];
    vg_text why = VG_TEXT(buffer);
    static const char salted[] =
        "veglia record 2\ngame quest\nrules 1\nseats 2\nseed 1\nshared\n"
        "hash 0 "
        "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\n";
    static const char early[] = "veglia record 2\ngame quest\nrules 1\nseats 2\nshared\n";
    assert_null(vg_table_load(salted, sizeof salted - 1, VG_EN, NULL, &why));
    assert_non_null(strstr(buffer, "line 7: where luck is shared"));
    vg_text_clear(&why);
    assert_null(vg_table_load(early, sizeof early - 1, VG_EN, NULL, &why));
    assert_non_null(strstr(buffer, "line 5: something is missing before"));
}

static void what_is_shown_around_says_nothing_of_the_cards(void **unused)
{
    (void)unused;
    vg_table *t = table_of_day(vg_game_find("quest"), DAY, "Anna");
    vg_day_result result;
    char it[160], en[160];
    vg_text italian = VG_TEXT(it), english = VG_TEXT(en);
    (void)play(t, 5, -1);
    assert_int_equal(check(t, &result, NULL), VG_OK);
    result.rank[0] = 1;
    result.points[0] = 1;
    vg_day_share(t, &result, VG_IT, &italian);
    vg_day_share(t, &result, VG_EN, &english);
    assert_string_equal(it, "Veglia, la mano del 2026-11-17. Quest for Legend: 1º su 3, 1 punto");
    assert_string_equal(en, "Veglia, the deal of 2026-11-17. Quest for Legend: 1st of 3, 1 point");
    result.choices = 40; // reviewed
    result.sound = 37;
    vg_text_clear(&italian);
    vg_text_clear(&english);
    vg_day_share(t, &result, VG_IT, &italian);
    vg_day_share(t, &result, VG_EN, &english);
    assert_non_null(strstr(it, ": 1º su 3, 1 punto, precisione 93 %"));
    assert_non_null(strstr(en, ": 1st of 3, 1 point, accuracy 93 %"));
    vg_table_free(t);
}

int unit_day(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dates_are_read_and_written),
        cmocka_unit_test(everybody_has_the_same_game),
        cmocka_unit_test(a_bot_that_was_kinder_is_found),
        cmocka_unit_test(what_is_not_of_the_day_is_refused),
        cmocka_unit_test(nobody_adds_a_salt_to_shared_luck),
        cmocka_unit_test(what_is_shown_around_says_nothing_of_the_cards),
    };
    return cmocka_run_group_tests_name("day", tests, NULL, NULL);
}
