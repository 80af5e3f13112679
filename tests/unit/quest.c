// quest.c: the cards of Quest for Legend against the sheet, its ranks, and the
// engine against a plain loop of the same game.
#include "unit.h"

#include "games/quest/quest.h"
#include "numbers.h"
#include "quest_bare.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

static const quest_edition *classic(void) { return &quest_editions[0]; }

static void the_box_has_68_cards(void **unused)
{
    (void)unused;
    int resources = 0;
    for (int r = 0; r < QUEST_RESOURCES; r++) resources += classic()->resource[r].copies;
    assert_int_equal(resources, 44);                                         // QS-04
    assert_int_equal(QUEST_MISSIONS * QUEST_TWINS, 20);                      // QS-04
    assert_int_equal(resources + QUEST_MISSIONS * QUEST_TWINS, QUEST_CARDS); // QS-04
    assert_int_equal(QUEST_CARDS + QUEST_HEROES, 68);                        // QS-02
    assert_string_equal(classic()->resource[QUEST_BOAT].name.in[VG_IT], "Imbarcazione");
    assert_int_equal(classic()->resource[QUEST_CREW].letter, 'C');
}

static const quest_mission *mission(quest_kind kind)
{
    return &classic()->mission[kind - QUEST_RESOURCES];
}

static void the_sheet_gives_these_missions(void **unused)
{
    (void)unused;
    static const uint8_t fleece[] = {1, 1, 2, 0}, medusa[] = {1, 1, 0, 2};
    assert_memory_equal(mission(QUEST_FLEECE)->need, fleece, 4);
    assert_memory_equal(mission(QUEST_MEDUSA)->need, medusa, 4);
    assert_int_equal(mission(QUEST_FLEECE)->points, 4);
    assert_int_equal(mission(QUEST_MEDUSA)->points, 4);
    assert_int_equal(mission(QUEST_TARTARUS)->points, 5);
    assert_int_equal(mission(QUEST_SPHINX)->points, 1);
}

static void a_mission_is_worth_its_resources(void **unused)
{
    (void)unused;
    for (int m = 0; m < QUEST_MISSIONS; m++) { // QL-H1
        int n = 0;
        for (int r = 0; r < QUEST_RESOURCES; r++) n += classic()->mission[m].need[r];
        assert_int_equal(n, classic()->mission[m].points);
    }
}

static void heroes_have_sound_gifts(void **unused)
{
    (void)unused;
    for (int h = 0; h < QUEST_HEROES; h++) {
        const quest_hero *hero = &classic()->hero[h];
        assert_true(classic()->mission[hero->special].points > 1); // QL-10
        assert_true(hero->pair_for != hero->pair[0] && hero->pair_for != hero->pair[1]);
        for (int o = 0; o < h; o++) assert_int_not_equal(hero->special, classic()->hero[o].special);
    }
    assert_string_equal(classic()->mission[classic()->hero[QUEST_PERSEUS].special].slug, "medusa");
    assert_string_equal(classic()->mission[classic()->hero[QUEST_JASON].special].slug, "fleece");
}

static void every_card_has_its_own_name_and_text(void **unused)
{
    (void)unused;
    const char *slug[QUEST_KINDS + QUEST_HEROES];
    const vg_words *name[QUEST_KINDS + QUEST_HEROES], *text[QUEST_KINDS + QUEST_HEROES];
    for (int k = 0; k < QUEST_KINDS; k++) {
        slug[k] = quest_kind_slug(classic(), k);
        name[k] = quest_kind_name(classic(), k);
        text[k] = k < QUEST_RESOURCES ? &classic()->resource[k].text
                                      : &classic()->mission[k - QUEST_RESOURCES].text;
    }
    for (int h = 0; h < QUEST_HEROES; h++) {
        slug[QUEST_KINDS + h] = classic()->hero[h].slug;
        name[QUEST_KINDS + h] = &classic()->hero[h].name;
        text[QUEST_KINDS + h] = &classic()->hero[h].text;
    }
    for (int i = 0; i < QUEST_KINDS + QUEST_HEROES; i++) {
        assert_int_equal(strspn(slug[i], "abcdefghijklmnopqrstuvwxyz-"), strlen(slug[i]));
        for (int j = 0; j < i; j++) {
            assert_string_not_equal(slug[i], slug[j]);
            for (int l = 0; l < VG_LANG_COUNT; l++) {
                assert_string_not_equal(name[i]->in[l], name[j]->in[l]);
                assert_string_not_equal(text[i]->in[l], text[j]->in[l]);
            }
        }
    }
}

// A table of `seats` where seat p completed `won[p]`, whose copy of lost[p] was superseded, or 0.
static vg_score standing(int seats, const char *const won[], const char *const lost[],
                         int tie_break, int pairs)
{
    vg_setup how;
    char said[200];
    vg_text why = VG_TEXT(said);
    quest_state s;
    vg_rng rng;
    vg_rng_seed(&rng, 1, 1);
    vg_setup_normal(&quest_game, seats, &how);
    how.first = 0;
    how.option[QUEST_OPT_TIE_BREAK] = (int16_t)tie_break;
    how.option[QUEST_OPT_PAIRS] = (int16_t)pairs;
    assert_int_equal(quest_game.setup(&s, &how, VG_EN, &why), VG_OK);
    while (quest_game.ask(&s).actor == VG_CHANCE)
        quest_game.apply(&s, VG_CHANCE, quest_game.chance(&s, &rng), NULL);
    for (int i = 0; i < 2 * seats; i++) {
        char line[120];
        vg_text t = VG_TEXT(line);
        const char *cards = (i < seats ? won : lost)[i % seats];
        vg_text_printf(&t, "%s %d: %s", i < seats ? "completed" : "superseded", i % seats, cards);
        assert_int_equal(quest_game.edit(&s, line, &why), VG_OK);
    }
    vg_score score = {0};
    quest_game.score(&s, &score);
    return score;
}

static void ranks_share_and_break_ties(void **unused)
{
    (void)unused;
    const char *const won[] = {"medusa", "tartarus hydra", "fleece", "sphinx"};
    const char *const lost[] = {"", "tartarus", "", ""};
    vg_score s = standing(4, won, lost, 0, 0); // 4 4 4 1
    assert_int_equal(s.points[1], 4);
    assert_memory_equal(s.rank, ((uint8_t[]){1, 1, 1, 4, 0, 0, 0, 0}), 8);
    s = standing(4, won, lost, 1, 0);
    assert_memory_equal(s.rank, ((uint8_t[]){1, 3, 1, 4, 0, 0, 0, 0}), 8);
    s = standing(4, won, lost, 0, 1); // 8 against 5
    assert_int_equal(s.points[0], 8);
    assert_int_equal(s.points[3], 5);
    assert_memory_equal(s.rank, ((uint8_t[]){1, 3, 1, 3, 0, 0, 0, 0}), 8);
}

static void lines_add_up_to_points(void **unused)
{
    (void)unused;
    const char *const won[] = {"medusa", "tartarus hydra", "fleece", "sphinx"};
    const char *const lost[] = {"", "medusa", "tartarus", ""};
    vg_score s = standing(4, won, lost, 1, 1);
    int sum[4] = {0};
    for (int i = 0; i < s.line_count; i++) sum[s.line[i].seat] += s.line[i].points;
    for (int p = 0; p < 4; p++) assert_int_equal(sum[p], s.points[p]);
}

static void pairs_need_four(void **unused)
{
    (void)unused;
    vg_setup how;
    char said[200];
    vg_text why = VG_TEXT(said);
    quest_state s;
    vg_setup_normal(&quest_game, 3, &how);
    how.option[QUEST_OPT_PAIRS] = 1;
    assert_int_equal(quest_game.setup(&s, &how, VG_IT, &why), VG_ERR_SETUP);
    assert_non_null(strstr(said, "QL-20"));
}

// The engine and the plain loop are two writings of one game: on average they must agree.
static void the_plain_loop_plays_the_same_game(void **unused)
{
    (void)unused;
    enum { GAMES = 6000 };
    uint64_t bare_decisions;
    int64_t bare_points;
    quest_bare_run(GAMES, 11, &bare_decisions, &bare_points);
    double decisions = 0, squares = 0, points = 0, point_squares = 0;
    for (uint64_t g = 0; g < GAMES; g++) {
        vg_setup how;
        char said[200];
        vg_text why = VG_TEXT(said);
        quest_state s;
        vg_rng rng;
        vg_rng_seed(&rng, 12, g);
        vg_setup_normal(&quest_game, 4, &how);
        assert_int_equal(quest_game.setup(&s, &how, VG_EN, &why), VG_OK);
        int n = 0, sum = 0;
        for (vg_ask ask; (ask = quest_game.ask(&s)).actor != VG_NOBODY;) {
            vg_move list[VG_MAX_LEGAL];
            if (ask.actor == VG_CHANCE) {
                quest_game.apply(&s, VG_CHANCE, quest_game.chance(&s, &rng), NULL);
                continue;
            }
            int count = quest_game.legal(&s, ask.actor, list);
            quest_game.apply(&s, ask.actor, list[vg_rng_below(&rng, (uint32_t)count)], NULL);
            n++;
        }
        vg_score score = {0};
        quest_game.score(&s, &score);
        for (int p = 0; p < 4; p++) sum += score.points[p];
        decisions += n;
        squares += (double)n * n;
        points += sum;
        point_squares += (double)sum * sum;
    }
    // Two means of GAMES games each: four standard errors of their difference.
    const double n = GAMES;
    double mean = decisions / n, spread = sqrt((squares / n - mean * mean) * 2 / n);
    assert_true(fabs(mean - (double)bare_decisions / n) < 4 * spread);
    double points_mean = points / n;
    spread = sqrt((point_squares / n - points_mean * points_mean) * 2 / n);
    assert_true(fabs(points_mean - (double)bare_points / n) < 4 * spread);
}

static void missions_are_told_by_part(void **unused)
{
    (void)unused;
    quest_state s;
    fresh(&quest_game, 3, &s);
    s.slot[5] = (quest_slot){.owner = 3, .left = 4, .missing = {0, 0, 2, 2}, .laid = {1}};
    s.hero[0] = 2;
    observe(&quest_game, &s, 3, 1);
    assert_number(&quest_game, "slot 5 owner +1", 1);
    assert_number(&quest_game, "slot 5 owner +0", 0);
    assert_number(&quest_game, "slot 5 left", 0.5f);
    assert_number(&quest_game, "slot 5 missing crew", 0.25f);
    assert_number(&quest_game, "slot 5 laid boat",
                  1.0f / quest_editions[0].resource[QUEST_BOAT].copies);
    assert_number(&quest_game, "slot 4 owner +1", 0);
    char name[64];
    snprintf(name, sizeof name, "hero +2 %s", quest_editions[0].hero[1].slug);
    assert_number(&quest_game, name, 1);
    // What notation does not name is not told apart: pair SLOT.
    vg_move pair[] = {VG_MOVE(QUEST_MOVE_PAIR, 7, 0, 0), VG_MOVE(QUEST_MOVE_PAIR, 7, 1, 2)};
    int32_t is[2];
    vg_moves_number(&quest_game, 2, 0, pair, 2, is);
    assert_int_equal(is[0], is[1]);
}

int unit_quest(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(missions_are_told_by_part),
        cmocka_unit_test(the_box_has_68_cards),
        cmocka_unit_test(the_sheet_gives_these_missions),
        cmocka_unit_test(a_mission_is_worth_its_resources),
        cmocka_unit_test(heroes_have_sound_gifts),
        cmocka_unit_test(every_card_has_its_own_name_and_text),
        cmocka_unit_test(ranks_share_and_break_ties),
        cmocka_unit_test(lines_add_up_to_points),
        cmocka_unit_test(pairs_need_four),
        cmocka_unit_test(the_plain_loop_plays_the_same_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
