// candles.h: tables of the template game, for the tests of the table.
#ifndef VG_TESTS_CANDLES_H
#define VG_TESTS_CANDLES_H

#include "engine/table.h"
#include "games/template/template.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static inline vg_table_plan plan_of(vg_dice dice, int seats, int games)
{
    vg_table_plan plan = {.game = &template_game, .games = (uint8_t)games, .dice = dice, .seed = 7};
    vg_setup_normal(&template_game, seats, &plan.setup);
    for (int i = 0; i < VG_SECRET; i++) plan.secret[i] = (uint8_t)i;
    return plan;
}

static inline vg_table *table_of(vg_dice dice, int seats, int games)
{
    vg_table_plan plan = plan_of(dice, seats, games);
    vg_table *t = vg_table_new(&plan, NULL);
    assert_non_null(t);
    return t;
}

// Plays at random to the end of this game.
static inline void finish(vg_table *t, uint64_t seed)
{
    vg_rng rng;
    vg_rng_seed(&rng, seed, 0);
    vg_table_start(t);
    while (!vg_table_over(t)) {
        vg_move list[VG_MAX_LEGAL];
        int seat = vg_table_ask(t).actor, count = vg_table_legal(t, seat, list);
        assert_true(count > 0);
        assert_int_equal(vg_table_move(t, seat, list[vg_rng_below(&rng, (uint32_t)count)]), VG_OK);
    }
}

// A scripted table of two where seat 0 starts and holds 6 and 1, seat 1 holds 6 and 2.
static inline vg_table *scripted(void)
{
    vg_table_plan plan = plan_of(VG_DICE_SCRIPT, 2, 1);
    plan.setup.first = 0;
    vg_table *t = vg_table_new(&plan, NULL);
    static const char *const deal[] = {"draw 3", "draw 3", "draw 4", "draw 6",
                                       "draw 6", "draw 1", "draw 2"};
    for (size_t i = 0; i < sizeof deal / sizeof deal[0]; i++)
        assert_int_equal(vg_table_play(t, VG_CHANCE, deal[i], VG_EN, NULL), VG_OK);
    return t;
}

static inline char *record_of(const vg_table *t, bool with_secret)
{
    vg_text out = vg_text_heap();
    vg_table_record(t, with_secret, &out);
    assert_false(out.cut);
    return out.at;
}

static inline vg_table *load(const char *record)
{
    char buffer[512];
    vg_text why = VG_TEXT(buffer);
    vg_table *t = vg_table_load(record, strlen(record), VG_EN, NULL, &why);
    if (!t) print_error("%s\n", buffer);
    assert_non_null(t);
    return t;
}

// `text` with its first `from` replaced by `to`. Owned.
static inline char *replaced(const char *text, const char *from, const char *to)
{
    const char *at = strstr(text, from);
    assert_non_null(at);
    vg_text out = vg_text_heap();
    vg_text_bytes(&out, text, (size_t)(at - text));
    vg_text_add(&out, to);
    vg_text_add(&out, at + strlen(from));
    return out.at;
}

static inline void assert_load_fails(const char *record, vg_err wanted, const char *said)
{
    char buffer[512];
    vg_text why = VG_TEXT(buffer);
    vg_err err = VG_OK;
    vg_table *t = vg_table_load(record, strlen(record), VG_EN, &err, &why);
    assert_null(t);
    if (!strstr(buffer, said)) print_error("said: %s\nnot: %s\n", buffer, said);
    assert_non_null(strstr(buffer, said));
    assert_int_equal(err, wanted);
}

// Hash and salt of a seat: the bytes from `first` on.
static inline void salt_seat(vg_table *t, int seat, uint8_t first)
{
    uint8_t salt[VG_SALT];
    for (int i = 0; i < VG_SALT; i++) salt[i] = (uint8_t)(first + i);
    assert_int_equal(vg_table_salt(t, seat, salt), VG_OK);
}

#endif
