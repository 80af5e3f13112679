// notation.c: Candles as the lines that scenarios read and write.
#include "games/template/template.h"

#include <stdio.h>
#include <string.h>

void template_dump(const void *state, vg_text *out)
{
    const template_state *s = state;
    for (int p = 0; p < s->seats; p++) {
        vg_text_printf(out, "hand %d:", p);
        vg_pile_text(&template_rows, TEMPLATE_SET_LENGTH, s->hand[p], out);
        vg_text_printf(out, "row %d:", p);
        vg_pile_text(&template_rows, TEMPLATE_SET_LENGTH, s->row[p], out);
    }
    vg_text_add(out, "middle:");
    for (int i = 0; i < TEMPLATE_MIDDLE; i++) vg_text_printf(out, " %d", s->middle[i]);
    vg_text_printf(out, "\nturn: %d\n", s->turn);
}

// "hand 1: 6 2": what the seat held goes back to the deck, these come out of it.
vg_err template_edit(void *state, const char *line, vg_text *why)
{
    template_state s = *(template_state *)state;
    int p = 0, used = 0;
    if (sscanf(line, "hand %d:%n", &p, &used) != 1 || !used || p < 0 || p >= s.seats) {
        vg_text_add(why, "only \"hand SEAT: LENGTHS\" can be given");
        return VG_ERR_SYNTAX;
    }
    uint8_t want[8] = {0};
    if (!vg_pile_read(&template_rows, TEMPLATE_SET_LENGTH, line + used, want, why))
        return VG_ERR_SYNTAX;
    for (int k = 1; k <= TEMPLATE_KINDS; k++) {
        if (want[k] > s.deck[k] + s.hand[p][k]) {
            vg_text_printf(why, "no candle of %d is left in the deck", k);
            return VG_ERR_SYNTAX;
        }
        s.deck[k] = (uint8_t)(s.deck[k] + s.hand[p][k] - want[k]);
    }
    memcpy(s.hand[p], want, sizeof want);
    s.deck_count = (uint8_t)vg_sum(s.deck, sizeof s.deck);
    s.hand_count[p] = (uint8_t)vg_sum(want, sizeof want);
    *(template_state *)state = s;
    return VG_OK;
}
