// lab.c: the parts of the lab that a command cannot show: reading JSON, sums, damaged files.
#include "unit.h"

#include "games/template/template.h"
#include "base/json_read.h"
#include "lab/simfile.h"
#include "lab/sim.h"
#include "lab/words.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static bool reads(const char *text)
{
    vg_json_doc doc;
    bool good = vg_json_read(&doc, text, strlen(text));
    vg_json_release(&doc);
    return good;
}

static void json_is_read_as_rfc_8259_says(void **unused)
{
    (void)unused;
    static const char *const good[] = {
        "0", "-0", "1.5e+3", "\"\"", "\"\\u00e8\\n\"", "[]", "{}", " [1 , {\"a\":null}] ", "true",
    };
    static const char *const bad[] = {
        "",      " ",     "01",      "1.",    "-",          "+1",     ".5",      "1e",
        "[1,]",  "[1 2]", "{\"a\"}", "{a:1}", "{\"a\":1,}", "\"\n\"", "\"\\x\"", "\"\\u12g4\"",
        "\"abc", "nul",   "tru e",   "[",     "{\"a\":",    "1 1",    "]",       "\"\\",
    };
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) assert_true(reads(good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (reads(bad[i])) fail_msg("read: %s", bad[i]);
    char deep[2 * VG_JSON_DEPTH + 8] = "";
    for (int i = 0; i < VG_JSON_DEPTH + 1; i++) strcat(deep, "[");
    for (int i = 0; i < VG_JSON_DEPTH + 1; i++) strcat(deep, "]");
    assert_false(reads(deep));
}

static void json_values_come_out_as_they_are(void **unused)
{
    (void)unused;
    const char *text =
        "{\"a\":[1,-2,18446744073709551615],\"b\":\"x\\\"\\u00e8\\ud83d\\ude00\",\"c\":"
        "{\"a\":2.50},\"d\":true}";
    vg_json_doc doc;
    assert_true(vg_json_read(&doc, text, strlen(text)));
    int a = vg_json_find(&doc, 0, "a");
    int64_t n = 7;
    uint64_t u = 7;
    assert_int_equal(vg_json_count(&doc, a), 3);
    assert_true(vg_json_get_int(&doc, vg_json_item(&doc, a, 1), &n) && n == -2);
    assert_false(vg_json_get_uint(&doc, vg_json_item(&doc, a, 1), &u));
    assert_false(vg_json_get_int(&doc, vg_json_item(&doc, a, 2), &n));
    assert_true(vg_json_get_uint(&doc, vg_json_item(&doc, a, 2), &u) && u == UINT64_MAX);
    assert_int_equal(vg_json_item(&doc, a, 3), -1);
    int c = vg_json_find(&doc, 0, "c");
    assert_true(fabs(vg_json_get_number(&doc, vg_json_find(&doc, c, "a"), 0) - 2.5) < 1e-12);
    assert_false(vg_json_get_int(&doc, vg_json_find(&doc, c, "a"), &n));
    char word[32], copy[128];
    vg_text out = VG_TEXT(word);
    assert_true(vg_json_get_string(&doc, vg_json_find(&doc, 0, "b"), &out));
    assert_string_equal(word, "x\"\u00e8\U0001F600");
    assert_true(vg_json_get_bool(&doc, vg_json_find(&doc, 0, "d")));
    assert_int_equal(vg_json_find(&doc, 0, "e"), -1);
    vg_text again = VG_TEXT(copy);
    vg_json j = vg_json_to(&again);
    vg_json_copy(&doc, 0, &j);
    assert_string_equal(copy,
                        "{\"a\":[1,-2,18446744073709551615],\"b\":\"x\\\"\u00e8\U0001F600\",\"c\":{"
                        "\"a\":2.50},\"d\":true}");
    vg_json_release(&doc);
}

static void sums_are_means_and_spreads(void **unused)
{
    (void)unused;
    vg_sums s = {0};
    for (int i = 0; i < 1280; i++) vg_sums_add(&s, i % VG_LOTS, i % 5 ? 0 : VG_WIN, i % 2);
    vg_estimate share = vg_sums_share(&s), points = vg_sums_points(&s);
    assert_true(fabs(share.value - 0.2) < 1e-12);
    assert_true(fabs(points.value - 0.5) < 1e-12);
    assert_int_equal(share.n, 1280);
    assert_true(fabs(vg_student(1.959963984540054, 10) - 2.2281) < 2e-3); // from a table
    assert_true(fabs(vg_student(1.959963984540054, 63) - 1.9983) < 1e-3);
    double low, high;
    vg_sim_interval(0.25, 100, &low, &high); // Wilson's, from a table
    assert_true(fabs(low - 0.1754521) < 1e-6 && fabs(high - 0.3430446) < 1e-6);
    // The same games counted twice are no surer; two equal runs differ by nothing.
    vg_sums odd = {0}, twice;
    for (int i = 0; i < 640; i++) vg_sums_add(&odd, i % VG_LOTS, i * i % 7 == 2 ? VG_WIN : 0, i);
    twice = odd;
    vg_sums_join(&twice, &odd);
    assert_true(fabs(vg_sums_share(&twice).error - vg_sums_share(&odd).error) < 1e-12);
    vg_ratio a = vg_sums_of_share(&odd);
    vg_estimate none = vg_ratio_change(&a, &a);
    assert_true(none.value == 0 && none.error == 0);
    // Three observations say nothing.
    vg_sums three = {0};
    for (int i = 0; i < 3; i++) vg_sums_add(&three, i, VG_WIN, 1);
    assert_true(vg_sums_share(&three).few && vg_sums_gain(&three).few);
}

// Of a faction that wins more often, two who merely belong to it do not help each other.
static void pairs_of_a_faction_are_measured_by_it(void **unused)
{
    (void)unused;
    const vg_game *game = vg_game_find("winter");
    vg_tally *t = vg_tally_new(game->max_length);
    assert_non_null(t);
    static const char *const slugs[] = {"a", "b", "c"}, *const pairs[] = {"a/b", "a/c", "b/c"};
    for (int i = 0; i < 6400; i++) {
        int lot = i % VG_LOTS, out = i / VG_LOTS % 3; // who of the three is not with this seat
        bool won = i * 7 % 20 < 9;                    // 45 %, where 25 % is fair
        t->pace[VG_PACE_games][lot]++;
        for (int k = 0; k < 3; k++)
            if (k != out)
                vg_sums_add(&t->trait[vg_tally_find(t, game->pairs, slugs[k], "", "")].with, lot,
                            won ? VG_WIN : 0, 0);
        vg_sums_add(&t->trait[vg_tally_find(t, "pair", pairs[2 - out], "", "")].with, lot,
                    won ? VG_WIN : 0, 0);
    }
    for (int k = 0; k < 3; k++) {
        const vg_tally_trait *x = &t->trait[vg_tally_find(t, "pair", pairs[k], "", "")];
        vg_estimate e = vg_tally_beyond(t, game, x, 4);
        assert_false(e.few);
        assert_true(fabs(e.value) < 0.03);
        assert_true(e.low <= 0 && e.high >= 0);
    }
    vg_tally_free(t);
}

// In a round everybody has every seat as often, and everybody sits at every distance behind
// everybody else as often; in (seats-1)! rounds every seating comes up twice (once with two seats).
static void seats_are_dealt_evenly(void **unused)
{
    (void)unused;
    for (int seats = 2; seats <= 6; seats++) {
        int round = (int)vg_sim_round(seats), orders = 1;
        for (int i = 2; i < seats; i++) orders *= i;
        static int met[VG_MAX_SEATS][VG_MAX_SEATS][VG_MAX_SEATS];
        memset(met, 0, sizeof met);
        for (int r = 0; r < 2 * orders; r++) {
            int sat[VG_MAX_SEATS][VG_MAX_SEATS] = {{0}}, gap[VG_MAX_SEATS][VG_MAX_SEATS] = {{0}};
            for (int g = 0; g < round; g++) {
                uint8_t player[VG_MAX_SEATS];
                vg_sim_seat(seats, 7, (uint64_t)(r * round + g), player);
                for (int p = 0; p < seats; p++) {
                    sat[player[p]][p]++;
                    for (int q = 0; q < seats; q++) {
                        int behind = (q - p + seats) % seats;
                        gap[player[p]][player[q]] += behind;
                        met[player[p]][player[q]][behind]++;
                    }
                }
            }
            for (int i = 0; i < seats; i++)
                for (int k = 0; k < seats; k++) {
                    assert_int_equal(sat[i][k], round / seats);
                    if (i != k) assert_int_equal(gap[i][k], gap[k][i]);
                }
        }
        for (int i = 0; i < seats; i++)
            for (int k = 0; k < seats; k++)
                for (int d = 1; i != k && d < seats; d++)
                    assert_int_equal(met[i][k][d], 2 * orders * round / (seats - 1));
    }
}

// How far the first numbers of two streams of the same games are from independent: chi squared over
// eight by eight boxes, 63 if they are. Lane -1 is the game's chance.
static double hang_together(uint64_t seed, int one, int two)
{
    enum { GAMES = 6400 };
    int box[64] = {0};
    double sum = 0, fair = GAMES / 64.0;
    for (uint64_t number = 0; number < GAMES; number++) {
        vg_rng a, b;
        vg_rng_seed(&a, seed, number);
        if (one >= 0) vg_sim_lane(&a, seed, one, number);
        vg_sim_lane(&b, seed, two, number);
        box[vg_rng_below(&a, 8) * 8 + vg_rng_below(&b, 8)]++;
    }
    for (int i = 0; i < 64; i++) sum += (box[i] - fair) * (box[i] - fair) / fair;
    return sum;
}

static void chance_and_choices_are_independent(void **unused)
{
    (void)unused;
    for (uint64_t seed = 1; seed <= 3; seed++)
        for (int one = -1; one < 3; one++)
            for (int two = one + 1; two <= VG_MAX_SEATS + 1; two++)
                if (hang_together(seed, one, two) > 130) // one in 10 million
                    fail_msg("lanes %d and %d of seed %d", one, two, (int)seed);
}

static void everything_has_words(void **unused)
{
    (void)unused;
    for (int g = 0; vg_games[g]; g++) {
        const vg_game *game = vg_games[g];
        if (game == &template_game) continue; // nobody measures it
        for (int k = 1; k < game->event_count; k++)
            if (game->events[k] && !vg_event_word(game, game->events[k]))
                fail_msg("words.def has no EVENT(%s, \"%s\")", game->id, game->events[k]);
        for (int k = 0; game->tuning && k < game->tuning->row_count; k++)
            for (int l = 0; l < VG_LANG_COUNT; l++)
                assert_non_null(game->tuning->row[k].name.in[l]);
    }
}

static vg_text a_run(void)
{
    vg_sim_plan plan = {.game = vg_game_find("quest"), .games = 20, .seed = 3, .threads = 1};
    vg_setup_normal(plan.game, 2, &plan.setup);
    plan.measure = plan.swap = true;
    vg_simfile f = {.about = vg_text_heap(), .game = plan.game, .seats = 2, .games = 20, .unit = 1};
    vg_text_add(&f.about, "{\"game\":\"quest\",\"rules_version\":1,\"seats\":2,\"measured\":true,"
                          "\"games\":20,\"seed\":3}");
    f.measured = true;
    f.tally = vg_tally_new(plan.game->max_length);
    char buffer[256];
    vg_text why = VG_TEXT(buffer), out = vg_text_heap();
    assert_int_equal(vg_sim_play(&plan, VG_EN, f.tally, &f.to, &why), VG_OK);
    vg_simfile_write(&f, &out);
    vg_simfile_release(&f);
    return out;
}

static void a_file_read_and_written_is_the_same(void **unused)
{
    (void)unused;
    vg_text text = a_run(), again = vg_text_heap();
    char buffer[256];
    vg_text why = VG_TEXT(buffer);
    vg_simfile f;
    assert_true(vg_simfile_read(&f, text.at, text.len, VG_EN, &why));
    vg_simfile_write(&f, &again);
    assert_string_equal(again.at, text.at);
    vg_simfile_release(&f);
    vg_text_release(&text);
    vg_text_release(&again);
}

// Cut anywhere or with bytes changed, a file is refused or read, and nothing worse.
static void damaged_files_do_no_harm(void **unused)
{
    (void)unused;
    vg_text text = a_run();
    char *copy = malloc(text.len + 1);
    vg_rng rng;
    vg_rng_seed(&rng, 9, 0);
    int refused = 0;
    for (int i = 0; i < 3000; i++) {
        char buffer[256];
        vg_text why = VG_TEXT(buffer);
        size_t n = text.len;
        memcpy(copy, text.at, n);
        if (i % 3 == 0) n = vg_rng_below(&rng, (uint32_t)n);
        for (uint32_t k = i % 3 ? vg_rng_below(&rng, 4) + 1 : 0; k > 0; k--)
            copy[vg_rng_below(&rng, (uint32_t)n)] =
                "0123456789-{}[],:\"\\xeu"[vg_rng_below(&rng, 22)];
        vg_simfile f;
        if (vg_simfile_read(&f, copy, n, VG_EN, &why)) {
            vg_text out = vg_text_heap();
            vg_simfile_write(&f, &out);
            vg_simfile_csv(&f, &out);
            vg_text_release(&out);
        } else {
            refused++;
            assert_true(why.len > 0);
        }
        vg_simfile_release(&f);
    }
    assert_true(refused > 1000);
    free(copy);
    vg_text_release(&text);
}

int unit_lab(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(json_is_read_as_rfc_8259_says),
        cmocka_unit_test(json_values_come_out_as_they_are),
        cmocka_unit_test(sums_are_means_and_spreads),
        cmocka_unit_test(pairs_of_a_faction_are_measured_by_it),
        cmocka_unit_test(seats_are_dealt_evenly),
        cmocka_unit_test(chance_and_choices_are_independent),
        cmocka_unit_test(everything_has_words),
        cmocka_unit_test(a_file_read_and_written_is_the_same),
        cmocka_unit_test(damaged_files_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
