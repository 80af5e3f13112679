// show.c: the table of Candles as lines. Front ends that draw a board want `print` too:
// games/quest/show.c.
#include "games/template/template.h"

static void list(vg_text *out, const uint8_t *count)
{
    for (int k = 1; k <= TEMPLATE_KINDS; k++)
        for (int n = 0; n < count[k]; n++) vg_text_printf(out, " %d", k);
}

void template_show(const void *view, const vg_voice *voice, vg_text *out)
{
    const template_state *s = view;
    for (int p = 0; p < s->seats; p++) {
        vg_text_printf(out, "%s:", vg_voice_name(voice, p));
        list(out, s->row[p]);
        if (p == voice->reader) {
            vg_text_add(out, voice->lang == VG_IT ? "; in mano:" : "; in hand:");
            list(out, s->hand[p]);
        }
        vg_text_char(out, '\n');
    }
}
