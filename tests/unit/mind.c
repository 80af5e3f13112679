// mind.c: FantasyMind where scenarios do not reach: the data of an edition, the
// count of a row against a plain one, and every way to name the pairs of a challenge.
#include "unit.h"

#include "games/mind/colours.h"
#include "numbers.h"
#include "lab/sim.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

static void the_edition_is_sound(void **unused)
{
    (void)unused;
    const mind_edition *e = &mind_editions[0];
    assert_null(mind_edition_check(e));
    // FM-H1: the values, and every colour on five or six characters.
    int values[7] = {0}, on[MIND_COLOURS + 1] = {0}, gifts = 0;
    for (int i = 1; i <= MIND_CHARACTERS; i++) {
        values[e->character[i].value]++;
        for (int k = 0; k < 4; k++) on[e->character[i].shows[k]]++;
    }
    assert_memory_equal(values, ((int[7]){0, 2, 2, 1, 1, 2, 2}), sizeof values);
    assert_int_equal(on[0], 0);
    for (int c = 1; c <= MIND_COLOURS; c++) assert_in_range(on[c], 5, 6);
    // FM-H2: three coffers of each colour and three blank, twelve gifts.
    for (int c = 0; c <= MIND_COLOURS; c++) {
        assert_int_equal(e->coffer[c].plain + e->coffer[c].gift, 3);
        gifts += e->coffer[c].gift;
    }
    assert_int_equal(gifts, 12);
}

static void unsound_editions_are_refused(void **unused)
{
    (void)unused;
    mind_edition e = mind_editions[0];
    e.coffer[0].gift = 1; // FM-45
    e.coffer[0].plain = 2;
    assert_non_null(strstr(mind_edition_check(&e), "FM-45"));
    e = mind_editions[0];
    e.coffer[3].plain++;
    assert_non_null(strstr(mind_edition_check(&e), "24 coffers"));
    e = mind_editions[0];
    e.character[4].value = 7;
    assert_non_null(strstr(mind_edition_check(&e), "face of the die"));
    e = mind_editions[0];
    memcpy(e.character[4].shows, e.character[2].shows, 4);
    assert_non_null(strstr(mind_edition_check(&e), "same stones"));
    e = mind_editions[0];
    e.character[4].slug = "gnome";
    assert_non_null(strstr(mind_edition_check(&e), "one name"));
    e = mind_editions[0];
    memset(e.character[4].shows, 0, 4);
    assert_non_null(strstr(mind_edition_check(&e), "no stone"));
}

// Colours must be told apart by letter and by shape (FM-H3).
static void stones_differ_in_every_way(void **unused)
{
    (void)unused;
    for (int a = 1; a <= MIND_COLOURS; a++) {
        for (int b = 1; b < a; b++) {
            assert_int_not_equal(mind_stones[a].letter, mind_stones[b].letter);
            assert_string_not_equal(mind_stones[a].shape, mind_stones[b].shape);
            assert_string_not_equal(mind_stones[a].light, mind_stones[b].light);
            assert_string_not_equal(mind_stones[a].dark, mind_stones[b].dark);
        }
    }
}

// Coffer names are written out as a table: they must follow the stones'.
static void coffers_are_named_after_stones(void **unused)
{
    (void)unused;
    for (int k = 1; k < MIND_KINDS; k++) {
        char name[32];
        vg_text text = VG_TEXT(name);
        vg_text_printf(&text, "%s%s", mind_stones[mind_colour_of(k)].slug,
                       mind_has_gift(k) ? "+" : "");
        assert_string_equal(mind_coffer_slugs[k], name);
    }
}

// One to one, the slow way: strike out a coffer for each stone.
static int struck(const uint8_t *stone, int stones, const uint8_t *card, int cards)
{
    uint8_t left[MIND_COFFERS];
    memcpy(left, card, (size_t)cards);
    int n = 0;
    for (int i = 0; i < stones; i++) {
        for (int j = 0; j < cards; j++) {
            if (!stone[i] || left[j] == 0 || mind_colour_of(left[j]) != stone[i]) continue;
            left[j] = 0;
            n++;
            break;
        }
    }
    return n;
}

static void counts_agree_with_striking_out(void **unused)
{
    (void)unused;
    vg_rng rng;
    for (uint64_t game = 0; game < 200; game++) {
        mind_state s;
        vg_setup how;
        vg_rng_seed(&rng, 7, game);
        vg_setup_normal(&mind_game, 3 + (int)(game % 6), &how);
        assert_int_equal(mind_setup(&s, &how, VG_EN, NULL), VG_OK);
        for (vg_ask ask; (ask = mind_ask(&s)).actor != VG_NOBODY;) {
            vg_move list[VG_MAX_LEGAL];
            vg_move m = ask.actor == VG_CHANCE
                            ? mind_chance(&s, &rng)
                            : list[vg_rng_below(&rng, (uint32_t)mind_legal(&s, ask.actor, list))];
            mind_apply(&s, ask.actor, m, NULL);
        }
        for (int p = 0; p < s.seats; p++) {
            uint8_t own[MIND_COLOURS * MIND_COPIES];
            int stones = 0;
            for (int c = 1; c <= MIND_COLOURS; c++)
                for (int n = 0; n < s.stones[p][c]; n++) own[stones++] = (uint8_t)c;
            for (int r = 0; r < s.row_count; r++) {
                const uint8_t *card = &s.card[mind_row_start(&s, r)];
                mind_colours row = mind_count_row(&s, r);
                assert_int_equal(mind_strength(&s, p, row), struck(own, stones, card, s.length[r]));
                assert_int_equal(mind_matches(&s, p, row),
                                 struck(mind_character_of(&s, p)->shows, 4, card, s.length[r]));
            }
        }
    }
}

// ---- challenges ---------------------------------------------------------------------

#define MOST 4096

typedef struct announced {
    int count;
    uint64_t set[MOST];
} announced;

// A set of pairs with their rows as one number, whatever the order they were named in.
static uint64_t name_of(const mind_state *s)
{
    uint64_t name = 0;
    for (int i = 0; i < s->pair_count; i++) {
        uint64_t foe = (uint64_t)s->pair[i][1] << 3 | s->pair_row[i];
        name |= (foe + 1) << s->pair[i][0] * 7;
    }
    return name;
}

static void announce_all(const mind_state *s, announced *out)
{
    vg_move list[VG_MAX_LEGAL];
    int count = mind_legal(s, 0, list);
    assert_true(count > 0); // never stuck
    for (int i = 0; i < count; i++) {
        mind_state after = *s;
        mind_apply(&after, 0, list[i], NULL);
        int phase = mind_ask(&after).kind;
        if (phase == MIND_PHASE_ROW || phase == MIND_PHASE_PAIR) {
            announce_all(&after, out);
            continue;
        }
        // They have begun to fight. What was announced is what stood before the last move.
        mind_state before = *s;
        if (vg_move_kind(list[i]) == MIND_MOVE_ROW)
            before.pair_row[before.pair_count - 1] = (uint8_t)(vg_move_a(list[i]) + 1);
        assert_true(out->count < MOST);
        out->set[out->count++] = name_of(&before);
    }
}

// With a foe chosen, four called seats and k rows of two are left for further pairs: one set
// without them; 6 with one pair on any of k rows; 3 with two pairs on two of k rows. FM-49: the two
// pairs of such a set are named in either order, and nothing else is named twice.
static void pairs_are_named_in_any_order(void **unused)
{
    (void)unused;
    static const char *const lines[] = {
        "characters: gnome sprite mermaid oracle dragon giant thief knight",
        "stones 0: ruby ruby",
        "stones 1: ruby ruby",
        "stones 2: topaz topaz",
        "stones 3: lapis lapis",
        "stones 4: opal opal",
        "stones 5: topaz topaz",
        "stones 6: lapis lapis",
        "stones 7: opal opal",
        "row 1: ruby ruby+",
        "row 2: lapis lapis+",
        "row 3: malachite malachite+",
        "row 4: blank",
    };
    mind_state s;
    vg_setup how;
    vg_rng rng;
    vg_rng_seed(&rng, 1, 1);
    vg_setup_normal(&mind_game, 8, &how);
    how.first = 0;
    assert_int_equal(mind_setup(&s, &how, VG_EN, NULL), VG_OK);
    while (mind_ask(&s).actor == VG_CHANCE) mind_apply(&s, VG_CHANCE, mind_chance(&s, &rng), NULL);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        assert_int_equal(mind_edit(&s, lines[i], NULL), VG_OK);
    mind_apply(&s, VG_CHANCE, vg_game_parse(&mind_game, &s, VG_CHANCE, "roll 4"), NULL);
    static announced all;
    announce_all(&s, &all);
    int sets = 0;
    for (int a = 0; a < all.count; a++) {
        int before = 0;
        for (int b = 0; b < a; b++) before += all.set[a] == all.set[b];
        assert_true(before < 2);
        sets += before == 0;
    }
    // 5 foes, 3 rows for the own pair, then 2 rows: 1 + 6 * 2 + 3 * 2 = 19.
    assert_int_equal(sets, 5 * 3 * 19);
    assert_int_equal(all.count, 5 * 3 * (19 + 3 * 2));
}

// Greedy looks one move ahead through evaluate(): a winning position must beat a losing one.
static void evaluation_knows_who_is_ahead(void **unused)
{
    (void)unused;
    mind_state s;
    vg_setup how;
    vg_rng rng;
    vg_rng_seed(&rng, 1, 1);
    vg_setup_normal(&mind_game, 3, &how);
    how.first = 0;
    assert_int_equal(mind_setup(&s, &how, VG_EN, NULL), VG_OK);
    while (mind_ask(&s).actor == VG_CHANCE) mind_apply(&s, VG_CHANCE, mind_chance(&s, &rng), NULL);
    assert_int_equal(mind_edit(&s, "characters: oracle gnome witch", NULL), VG_OK);
    assert_int_equal(mind_edit(&s, "row 1: ruby topaz malachite lapis", NULL), VG_OK);
    assert_true(mind_evaluate(&s, 0) > mind_evaluate(&s, 1));
    assert_true(mind_evaluate(&s, 0) > mind_evaluate(&s, 2));
}

// A fair share of four seats is a quarter; measured over 400 games it was 0.80.
static void greedy_beats_random(void **unused)
{
    (void)unused;
    vg_sim_plan plan = {.game = &mind_game, .games = 100, .seed = 1, .threads = 1};
    vg_sim_result result;
    vg_setup_normal(&mind_game, 4, &plan.setup);
    for (int p = 0; p < 4; p++)
        assert_int_equal(vg_bot_parse(p ? "random" : "greedy", VG_EN, &plan.bot[p], NULL), VG_OK);
    assert_int_equal(vg_sim_run(&plan, VG_EN, &result, NULL), VG_OK);
    assert_int_equal(result.stuck, 0);
    assert_true(result.share[0] > 60 * VG_SIM_WIN);
}

static void rows_are_told_one_by_one(void **unused)
{
    (void)unused;
    mind_state s;
    fresh(&mind_game, 3, &s);
    memcpy(s.card, (uint8_t[]){1, 8, 8, 2}, 4);
    s.length[0] = 1;
    s.length[1] = 3;
    observe(&mind_game, &s, 3, 0);
    assert_number(&mind_game, "card 0 all ruby", 1);
    assert_number(&mind_game, "card 0 all blank", 0);
    assert_number(&mind_game, "card 1 all blank", 2);
    assert_number(&mind_game, "card 1 all ruby", 0);
}

int unit_mind(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_told_one_by_one),
        cmocka_unit_test(the_edition_is_sound),
        cmocka_unit_test(unsound_editions_are_refused),
        cmocka_unit_test(stones_differ_in_every_way),
        cmocka_unit_test(coffers_are_named_after_stones),
        cmocka_unit_test(counts_agree_with_striking_out),
        cmocka_unit_test(pairs_are_named_in_any_order),
        cmocka_unit_test(evaluation_knows_who_is_ahead),
        cmocka_unit_test(greedy_beats_random),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
