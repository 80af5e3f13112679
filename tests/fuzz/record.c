// record.c: fuzzes vg_table_load. Whatever loads can be looked at, saved, verified and played on.
#include "whole.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char buffer[600];
    vg_text why = VG_TEXT(buffer);
    vg_err err = VG_OK;
    vg_table *t = vg_table_load((const char *)data, size, size & 1 ? VG_IT : VG_EN, &err, &why);
    MUST((t != NULL) == (err == VG_OK));
    MUST((t != NULL) == (why.len == 0)); // a refusal says why
    vg_proof proof;
    vg_text_clear(&why);
    vg_luck luck = vg_record_check((const char *)data, size, NULL, VG_EN, &proof, &why);
    MUST((luck <= VG_LUCK_TRUSTED) == (why.len == 0));
    MUST(t || luck >= VG_LUCK_FALSE);
    MUST(!t || luck != VG_LUCK_WRONG); // what loads can be checked
    vg_text_clear(&why);
    if (!t) return 0;
    save_and_load(t);
    look_round(t);
    (void)!vg_table_verify(t, VG_IT, &why);
    play_on(t, size, 40);
    save_and_load(t);
    look(t, 0, VG_EN);
    vg_table_free(t);
    return 0;
}
