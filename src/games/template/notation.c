// notation.c: Candles as the lines that scenarios read and write.
#include "games/template/template.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void list(vg_text *out, const uint8_t *count)
{
    for (int k = 1; k <= TEMPLATE_KINDS; k++)
        for (int n = 0; n < count[k]; n++) vg_text_printf(out, " %d", k);
}

void template_dump(const void *state, vg_text *out)
{
    const template_state *s = state;
    for (int p = 0; p < s->seats; p++) {
        vg_text_printf(out, "hand %d:", p);
        list(out, s->hand[p]);
        vg_text_printf(out, "\nrow %d:", p);
        list(out, s->row[p]);
        vg_text_char(out, '\n');
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
    for (int k = 1; k <= TEMPLATE_KINDS; k++) {
        s.deck[k] = (uint8_t)(s.deck[k] + s.hand[p][k]);
        s.deck_count = (uint8_t)(s.deck_count + s.hand[p][k]);
    }
    memset(s.hand[p], 0, sizeof s.hand[p]);
    s.hand_count[p] = 0;
    for (const char *at = line + used; *at;) {
        char *end;
        long k = strtol(at, &end, 10);
        if (end == at) break;
        at = end;
        if (k < 1 || k > TEMPLATE_KINDS || !s.deck[k]) {
            vg_text_printf(why, "no candle of %ld is left in the deck", k);
            return VG_ERR_SYNTAX;
        }
        s.deck[k]--;
        s.deck_count--;
        s.hand[p][k]++;
        s.hand_count[p]++;
    }
    *(template_state *)state = s;
    return VG_OK;
}
