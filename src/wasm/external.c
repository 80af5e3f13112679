// external.c: what a page has in place of other people's programs: it can start none.
#include "lab/external.h"

vg_external *vg_external_new(const char *command, uint32_t budget_ms, vg_lang lang)
{
    (void)command, (void)budget_ms, (void)lang;
    return NULL;
}

// Nobody has one to call these with.
void vg_external_free(vg_external *x) { (void)x; }

bool vg_external_begin(vg_external *x, const vg_game *game, const vg_setup *setup, int seat,
                       vg_text *why)
{
    (void)x, (void)game, (void)setup, (void)seat, (void)why;
    return false;
}

vg_move vg_external_choose(vg_external *x, const vg_game *game, const void *view, int seat,
                           const vg_move *list, int count, bool may_wait, bool *wait, vg_text *why)
{
    (void)x, (void)game, (void)view, (void)seat, (void)list, (void)count, (void)may_wait;
    (void)wait, (void)why;
    return 0;
}

void vg_external_end(vg_external *x, const vg_score *score, int seats)
{
    (void)x, (void)score, (void)seats;
}
