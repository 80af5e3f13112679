// facts.c: what the games share in making facts: the list, who leads, who has won.
#include "engine/game.h"

vg_fact *vg_fact_add(vg_facts *l, vg_fact_kind kind)
{
    vg_fact *f = l->count < VG_MAX_FACTS ? &l->out[l->count++] : &l->beyond;
    *f = (vg_fact){.kind = (uint8_t)kind, .seat = (int8_t)l->seat};
    return f;
}

vg_fact *vg_fact_pair(vg_facts *l, vg_fact_kind kind, int who, int whom, int to)
{
    vg_fact *f = vg_fact_add(l, kind);
    f->who = (uint8_t)who;
    f->whom = (uint8_t)whom;
    f->to = (uint8_t)to;
    return f;
}

// By how much somebody is ahead of the best of the others; `second` gets who that is.
static int ahead(const vg_score *score, int seats, int seat, int *second)
{
    int best = -1;
    for (int p = 0; p < seats; p++)
        if (p != seat &&
            (best < 0 || score->points[p] > score->points[best] ||
             (score->points[p] == score->points[best] && score->rank[p] < score->rank[best])))
            best = p;
    *second = best;
    return score->points[seat] - score->points[best];
}

static void put_margin(vg_fact *f, int margin)
{
    f->margin = (uint8_t)(margin < 0 ? 0 : margin > 255 ? 255 : margin);
}

void vg_fact_lead(vg_facts *l, const vg_score *score, int seats, const uint8_t person[])
{
    int second;
    for (int p = 0; p < seats; p++) {
        int margin = ahead(score, seats, p, &second);
        if (margin <= 0) continue;
        put_margin(vg_fact_pair(l, VG_FACT_LEAD, person[p], 0, 0), margin);
        return;
    }
}

void vg_fact_prize(vg_facts *l, const vg_score *score, int seats, const uint8_t person[])
{
    for (int p = 0; p < seats; p++) {
        int second, margin;
        if (score->rank[p] != 1) continue;
        margin = ahead(score, seats, p, &second);
        vg_fact *f = vg_fact_pair(l, VG_FACT_PRIZE, person[p], person[second], 0);
        put_margin(f, margin);
        // 3: not for their points.
        f->sign = score->rank[second] == 1 ? 2 : margin < 0 ? 3 : margin <= 1;
        return;
    }
}
