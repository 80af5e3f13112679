// plan_end.c: the epilogue: the last deeds, who won, and an end for every thread.
#include "tale/plan_parts.h"

#include <string.h>

// Sentences an epilogue may have, so that closing all threads does not become a list.
enum { LONGEST = 24, LAST_DEEDS = 7, FAREWELL = 5 };

int vg_speaker(vg_composer *c, int seat, int side)
{
    int best = 0, most = -1;
    for (int i = c->first; i < c->end; i++) {
        const vg_fact *f = &c->fact[i];
        if (f->kind != VG_FACT_CAST || f->seat != seat || c->saga->person[f->who].side != side)
            continue;
        int w = c->live ? (int)(vg_roll(c) % 64) : c->weight[f->who];
        if (w > most) most = w, best = f->who;
    }
    return best;
}

static vg_cue cue_of_unit(const vg_composer *c, const vg_unit *u)
{
    return (vg_cue){
        .who = u->who, .whom = u->whom, .to = u->place, .task = c->fact[u->opened].task};
}

// The cards of one seat in the ending are deeds of its foremost person: three at most.
static int last_deeds(vg_composer *c, int i)
{
    const vg_fact *f = &c->fact[i];
    int last = i, person = vg_speaker(c, f->seat, f->sign);
    vg_cue cue = {.who = (uint8_t)person};
    int held[VG_DEEDS], count = 0;
    for (int k = i; k < c->end; k++) {
        const vg_fact *x = &c->fact[k];
        if (x->kind != VG_FACT_FINALE || x->seat != f->seat || x->sign != f->sign ||
            c->by_people[k])
            break;
        last = k;
        if (count == VG_DEEDS || !x->thing) continue;
        vg_add_thing(c, &cue, x->thing);
        held[count++] = k;
    }
    if (!count || !person) return last;
    vg_plan_line *s = vg_compose(c, VG_FRAME_FINAL, 0, f->sign, &cue, held[0]);
    vg_hold(s, vg_cast_of(c, person));
    for (int k = 1; k < count; k++) vg_hold(s, held[k]);
    return last;
}

static int length(const vg_composer *c)
{
    int n = 0;
    for (int i = 0; i < c->plan->count; i++) {
        const vg_plan_line *s = &c->plan->sentence[i];
        if (s->chapter != c->chapter || !s->words) continue;
        for (const char *at = s->words->in[VG_IT]; *at; at++) n += *at == '.' && strchr(" ", at[1]);
    }
    return n;
}

// Every task that never came to anything is laid to rest.
static void lay_to_rest(vg_composer *c)
{
    vg_break(c);
    for (int u = 0; u < c->units; u++) {
        const vg_unit *x = &c->unit[u];
        if (x->kind != VG_UNIT_TASK || x->closed >= 0) continue;
        const vg_fact *f = &c->fact[x->opened];
        vg_cue cue = {
            .who = f->whom ? f->whom : f->who, .whom = f->who, .to = f->to, .task = f->task};
        vg_plan_line *s = vg_compose(c, VG_FRAME_REST, f->task, VG_ANY, &cue, x->opened);
        vg_ref(s, x->opened);
    }
}

void vg_tie_up(vg_composer *c, int most)
{
    for (int n = 0; n < most && length(c) < LONGEST - FAREWELL - 4; n++) {
        int best = -1, top = 0;
        for (int u = 0; u < c->units; u++) {
            const vg_unit *x = &c->unit[u];
            if (x->kind == VG_UNIT_TASK || c->unit_told[u] || !x->who || x->who == x->whom)
                continue;
            if (x->kind == VG_UNIT_THREAD) continue; // a chapter has told it
            int w =
                c->weight[x->who] + (x->whom ? c->weight[x->whom] : 0) + (x->closed >= 0 ? 10 : 0);
            if (w > top) top = w, best = u;
        }
        if (best < 0) return;
        const vg_unit *x = &c->unit[best];
        vg_cue cue = cue_of_unit(c, x);
        vg_plan_line *s = vg_compose(c, x->closed >= 0 ? VG_FRAME_MADE : VG_FRAME_LEFT, 0, x->kind,
                                     &cue, x->opened);
        vg_ref(s, x->opened);
        if (x->closed >= 0) vg_ref(s, x->closed);
        // One ending for what began with the same fact, or with the same person.
        for (int u = 0; u < c->units; u++)
            if (c->unit[u].opened == x->opened || (c->unit[u].who == x->who && n > 1) ||
                (c->saga->form != VG_FORM_ROAD && c->unit[u].who == x->who))
                c->unit_told[u] = 1;
        c->unit_told[best] = 1;
    }
}

// The things that were remembered, by whoever used them.
static void remains(vg_composer *c)
{
    vg_cue cue = {0};
    int held[VG_DEEDS], count = 0;
    for (int i = c->first; i < c->end && count < VG_DEEDS; i++) {
        const vg_fact *f = &c->fact[i];
        if (f->kind != VG_FACT_KEEP || !f->thing) continue;
        cue.thing[count] = f->thing;
        held[count++] = i;
        cue.things = (uint8_t)count;
        if (!cue.who)
            cue.who = f->who;
        else if (!cue.whom && f->who != cue.who)
            cue.whom = f->who;
    }
    if (!count) return;
    vg_plan_line *s = vg_compose(c, VG_FRAME_REMAINS, 0, count - 1, &cue, held[0]);
    for (int k = 0; k < count; k++) {
        if (k) vg_hold(s, held[k]);
        vg_ref(s, held[k]);
    }
}

void vg_compose_end(vg_composer *c, int first)
{
    int sign = 2, verdict = -1;
    for (int i = first; i < c->end; i++)
        if (c->fact[i].kind == VG_FACT_VERDICT ||
            (c->fact[i].kind == VG_FACT_CLOSE && verdict < 0)) {
            sign = c->fact[i].sign;
            verdict = i;
        }
    vg_cue cue = {.who = c->main[0], .whom = c->main[1]};
    vg_plan_line *s = vg_compose(c, VG_FRAME_LAST, 0, sign, &cue, vg_cast_of(c, c->main[0]));
    vg_hold(s, vg_cast_of(c, c->main[1]));
    bool closed = false;
    int deeds = 0;
    for (int i = first; i < c->end; i++) {
        if (c->by_people[i] && c->fact[i].kind == VG_FACT_CLOSE) {
            closed = true; // the last words are theirs
            continue;
        }
        if (c->by_people[i])
            vg_put_people(c, i);
        else if (c->fact[i].kind == VG_FACT_FINALE && deeds++ < LAST_DEEDS)
            i = last_deeds(c, i);
    }
    if (verdict >= 0) {
        vg_break(c);
        s = vg_compose(c, VG_FRAME_ENDED, 0, sign, &cue, verdict);
        vg_hold(s, vg_cast_of(c, c->main[0]));
        vg_hold(s, vg_cast_of(c, c->main[1]));
    }
    lay_to_rest(c);
    vg_tie_up(c, 5);
    vg_break(c);
    for (int k = 3; k >= 0; k--) { // the hero last; the two others only if there is room
        if (!c->main[k] || verdict < 0 || (k > 1 && length(c) > LONGEST - FAREWELL - 2)) continue;
        vg_cue fate = {.who = c->main[k]};
        vg_compose(c, VG_FRAME_FATE, c->main[k], sign, &fate, vg_cast_of(c, c->main[k]));
    }
    remains(c);
    vg_break(c);
    for (int i = first; i < c->end; i++)
        if (c->by_people[i] && c->fact[i].kind == VG_FACT_CLOSE) vg_put_people(c, i);
    if (closed) return;
    s = vg_compose(c, VG_FRAME_CLOSING, 0, sign, &cue, verdict);
    vg_hold(s, vg_cast_of(c, c->main[0]));
    vg_hold(s, vg_cast_of(c, c->main[1]));
}
