// words.c: what the things of Candles are called, and why a move is not allowed.
#include "games/template/template.h"

static int copies(int i) { return (void)i, TEMPLATE_COPIES; }
static int box(const void *state, int i) { return (void)state, copies(i); }

vg_why template_why(const void *view, int seat, const vg_tried *tried)
{
    const template_state *s = view;
    int kind = vg_set_find(&template_rows, TEMPLATE_SET_LENGTH, s, tried->word[0]);
    if (tried->kind == TEMPLATE_MOVE_PLAY && kind > 0 && !s->hand[seat][kind])
        return (vg_why){TEMPLATE_WHY_NOT_HELD, {kind}};
    return (vg_why){TEMPLATE_WHY_NONE, {0}};
}

#include "engine/tables.h"
