// view.c: who may know what in Candles, and how to guess the rest.
#include "games/template/template.h"

#include <string.h>

const vg_field template_fields[] = {
    VG_ONE(stack, VG_ALL, VG_STACK),
    VG_ROW(hand, VG_OWNER, VG_BY(SEAT), VG_PILE(LENGTH)),
    VG_ROW(row, VG_ALL, VG_BY(SEAT), VG_PILE(LENGTH)),
    VG_ONE(deck, VG_NOBODY_KNOWS, VG_PILE(LENGTH)),
    VG_ONE(gone, VG_ALL, VG_PILE(LENGTH)),
    VG_ROW_KNOWN(middle, middle_seen, VG_TIMES(TEMPLATE_MIDDLE), VG_PIECE(LENGTH)),
    VG_ROW(middle_seen, VG_ALL, VG_TIMES(TEMPLATE_MIDDLE), VG_BITS(SEAT)),
    VG_ROW(hand_count, VG_ALL, VG_BY(SEAT), VG_UP_TO(TEMPLATE_CANDLES)),
    VG_ONE(deck_count, VG_ALL, VG_UP_TO(TEMPLATE_CANDLES)),
    VG_ONE(seats, VG_ALL, VG_PLUMBING),
    VG_ONE(first, VG_ALL, VG_A(SEAT)),
    VG_ONE(turn, VG_ALL, VG_A(SEAT)),
};
static_assert(sizeof template_fields / sizeof template_fields[0] == 12,
              "field_count in template.c");

void template_resample(void *view, int seat, vg_rng *rng)
{
    template_state *s = view;
    // What this seat cannot place: all candles less those it sees.
    uint8_t pool[8] = {0};
    uint32_t left = 0;
    for (int k = 1; k <= TEMPLATE_KINDS; k++) {
        int n = TEMPLATE_COPIES - s->gone[k];
        for (int p = 0; p < s->seats; p++) n -= s->row[p][k] + s->hand[p][k];
        for (int i = 0; i < TEMPLATE_MIDDLE; i++) n -= s->middle[i] == k;
        pool[k] = (uint8_t)n;
        left += (uint32_t)n;
    }
    // Places of the middle that are already filled: during the deal some are not.
    int to_hide = 0;
    for (int i = 0; i < s->stack.count; i++)
        to_hide += s->stack.frame[i].phase == TEMPLATE_PHASE_HIDE;
    for (int i = 0; i < TEMPLATE_MIDDLE - to_hide; i++) {
        if (s->middle[i]) continue;
        s->middle[i] = (uint8_t)vg_rng_pick(rng, pool, 8, left--);
        pool[s->middle[i]]--;
    }
    for (int p = 0; p < s->seats; p++) {
        for (int n = 0; p != seat && n < s->hand_count[p]; n++) {
            int k = vg_rng_pick(rng, pool, 8, left--);
            pool[k]--;
            s->hand[p][k]++;
        }
    }
    memcpy(s->deck, pool, sizeof pool);
}
