// asked.c: what a table asks of a game, and how often.
#include "unit.h"

#include "candles.h"

// Listing is what most of a move costs.
static int listed;

static int counting_legal(const void *state, int seat, vg_move out[VG_MAX_LEGAL])
{
    listed++;
    return template_game.legal(state, seat, out);
}

static void a_move_is_looked_up_in_one_list(void **unused)
{
    (void)unused;
    vg_game counting = template_game;
    counting.legal = counting_legal;
    vg_table_plan plan = plan_of(VG_DICE_SEED, 2, 1);
    plan.game = &counting;
    vg_table *t = vg_table_new(&plan, NULL);
    assert_non_null(t);
    vg_table_start(t);
    for (int i = 0; i < 6; i++) {
        vg_move list[VG_MAX_LEGAL];
        int seat = vg_table_ask(t).actor;
        assert_true(vg_table_legal(t, seat, list) > 0);
        char move[VG_MAX_MOVE_TEXT];
        vg_text text = VG_TEXT(move);
        vg_move_text(&counting, vg_table_state(t), list[0], &text);
        listed = 0;
        assert_int_equal(vg_table_play(t, seat, move, VG_EN, NULL), VG_OK);
        assert_int_equal(listed, 1);
    }
    vg_table_free(t);
}

int unit_asked(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_move_is_looked_up_in_one_list),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
