// evaluate.c: how a position of Candles looks to a seat.
#include "games/template/template.h"

float template_evaluate(const void *view, int seat)
{
    const template_state *s = view;
    float mine = 0, best = 0;
    for (int p = 0; p < s->seats; p++) {
        float sum = 0;
        for (int k = 1; k <= TEMPLATE_KINDS; k++) sum += (float)(k * s->row[p][k]);
        if (p == seat)
            mine = sum;
        else if (sum > best)
            best = sum;
    }
    return 0.5f + (mine - best) / 80; // no row is longer than 42
}
