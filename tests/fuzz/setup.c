// setup.c: fuzzes options and setups. What vg_table_new accepts can be dealt, played and saved.
#include "whole.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bytes b = {data, size};
    char text[100], buffer[600];
    vg_text why = VG_TEXT(buffer);
    vg_table_plan plan = {.game = vg_games[byte(&b) % game_count()], .dice = VG_DICE_SEED};
    vg_setup_normal(plan.game, byte(&b), &plan.setup);
    plan.setup.edition = (uint8_t)byte(&b);
    plan.setup.first = (int8_t)(byte(&b) - 2);
    plan.games = (uint8_t)byte(&b);
    plan.seed = (uint64_t)byte(&b);
    plan.lang = plan.seed & 1 ? VG_IT : VG_EN;
    int raw = byte(&b);
    if (raw & 1) // a value no text was checked for
        plan.setup.option[raw >> 1 & (VG_MAX_OPTIONS - 1)] = (int16_t)(byte(&b) << 8 | byte(&b));
    while (b.left > 0) {
        vg_setup before = plan.setup;
        vg_text_clear(&why);
        const char *assignment = line(&b, text, sizeof text - 1);
        if (vg_setup_option(plan.game, &plan.setup, assignment, plan.lang, &why) == VG_OK) continue;
        MUST(why.len > 0);
        MUST(memcmp(&before, &plan.setup, sizeof before) == 0);
    }
    vg_text_clear(&why);
    vg_table *t = vg_table_new(&plan, &why);
    MUST((t != NULL) == (why.len == 0));
    if (!t) return 0;
    play_on(t, plan.seed, 60);
    save_and_load(t);
    look(t, 0, VG_IT);
    MUST(vg_table_verify(t, VG_EN, NULL) == VG_OK);
    vg_table_free(t);
    return 0;
}
