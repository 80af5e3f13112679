// show.c: the table of Candles, as lines and as JSON for front ends.
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

void template_print(const void *view, const vg_voice *voice, vg_json *out)
{
    const template_state *s = view;
    vg_json_open(out, '{');
    vg_json_put_int(out, "deck", s->deck_count);
    vg_json_put_open(out, "seats", '[');
    for (int p = 0; p < s->seats; p++) {
        vg_json_open(out, '{');
        vg_json_put_int(out, "hand_count", s->hand_count[p]);
        if (p == voice->reader)
            vg_pile_json(&template_rows, TEMPLATE_SET_LENGTH, "hand", s->hand[p], out);
        vg_pile_json(&template_rows, TEMPLATE_SET_LENGTH, "row", s->row[p], out);
        vg_json_close(out, '}');
    }
    vg_json_close(out, ']');
    vg_json_put_open(out, "middle", '[');
    for (int i = 0; i < TEMPLATE_MIDDLE; i++) vg_json_int(out, s->middle[i]);
    vg_json_close(out, ']');
    vg_json_close(out, '}');
}

void template_catalog(int edition, vg_lang lang, vg_json *out)
{
    (void)edition, (void)lang;
    vg_json_open(out, '{');
    vg_json_put_int(out, "candles", TEMPLATE_KINDS * TEMPLATE_COPIES);
    vg_json_close(out, '}');
}
