// plan_contest.c: a game that is a contest, on a page: who led, who crossed whom, where it turned.
//
// Of all that happened a dozen things are told, the weightiest, in their order; the rest is
// silence. What was decided at the last moment, taken from somebody or paid back weighs most.
#include "tale/plan_parts.h"

enum { TOLD = 12, MOST_FACTS = 4096, LACKS = 2 };

static const vg_fact *fact_at(const vg_composer *c, int i) { return &c->fact[i]; }

static int frame_of(int kind)
{
    switch (kind) {
    case VG_FACT_TASK: return VG_FRAME_BEGAN;
    case VG_FACT_GAIN: return VG_FRAME_GAIN;
    case VG_FACT_ALMS: return VG_FRAME_ALMS;
    case VG_FACT_CROSS: return VG_FRAME_CROSS;
    case VG_FACT_FOIL: return VG_FRAME_FOIL;
    case VG_FACT_OUTRUN: return VG_FRAME_OUTRUN;
    case VG_FACT_ROB: return VG_FRAME_ROB;
    case VG_FACT_BEAT: return VG_FRAME_BEAT;
    case VG_FACT_EVEN: return VG_FRAME_EVEN;
    case VG_FACT_LEAD: return VG_FRAME_LEAD;
    case VG_FACT_TIDE: return VG_FRAME_TIDE;
    case VG_FACT_OUT: return VG_FRAME_OUT;
    case VG_FACT_UNMASK: return VG_FRAME_UNMASK;
    default: return VG_FRAME_NONE;
    }
}

static int weight_of(const vg_composer *c, int i)
{
    const vg_fact *f = fact_at(c, i);
    int w = 0;
    switch (f->kind) {
    case VG_FACT_OUT: return 60;
    case VG_FACT_TIDE: return 50;
    case VG_FACT_OUTRUN: w = 16; break;
    case VG_FACT_FOIL: w = 12 + 6 * f->sign; break;
    case VG_FACT_ROB: w = 10 + 2 * f->sign; break;
    case VG_FACT_LEAD: w = f->whom ? 10 : 6; break;
    case VG_FACT_GAIN: w = 5 + 2 * f->margin; break;
    case VG_FACT_ALMS: w = 4 + 8 * f->sign; break;
    case VG_FACT_BEAT: w = 6 + 2 * f->margin; break;
    case VG_FACT_UNMASK: w = 7; break;
    case VG_FACT_CROSS:
    case VG_FACT_EVEN: w = 3; break;
    default: return 0;
    }
    for (int u = 0; u < c->units; u++) { // a wrong that is paid back, or the paying back
        if (c->unit[u].kind != VG_UNIT_WRONG || c->unit[u].closed < 0) continue;
        if (c->unit[u].opened == i || c->unit[u].closed == i) {
            w += 5;
            break;
        }
    }
    return w + 2 * vg_is_main(c, f->who) + 2 * vg_is_main(c, f->whom);
}

static bool alike(const vg_fact *one, const vg_fact *two)
{
    return one->kind == two->kind && one->who == two->who && one->whom == two->whom;
}

// Marks what is told.
static void choose(const vg_composer *c, uint8_t chosen[MOST_FACTS])
{
    for (int n = 0; n < TOLD; n++) {
        int best = -1, top = 0;
        for (int i = c->first; i < c->end && i - c->first < MOST_FACTS; i++) {
            int w = chosen[i - c->first] || c->by_people[i] ? 0 : weight_of(c, i);
            if (!w) continue;
            for (int k = c->first; k < c->end && k - c->first < MOST_FACTS; k++) {
                const vg_fact *x = fact_at(c, k);
                if (!chosen[k - c->first] || x->kind != fact_at(c, i)->kind) continue;
                w -= x->kind == VG_FACT_TIDE ? 0 : 3;
                if (alike(x, fact_at(c, i))) w -= 4;
            }
            if (w > top) top = w, best = i;
        }
        if (best < 0) return;
        chosen[best - c->first] = 1;
    }
}

// The fact that set this task for this person, or -1.
static int set_for(const vg_composer *c, int task, int person, int before)
{
    for (int k = before - 1; k >= c->first && task; k--)
        if (fact_at(c, k)->kind == VG_FACT_TASK && fact_at(c, k)->task == task &&
            fact_at(c, k)->who == person)
            return k;
    return -1;
}

// The wrong that this pays back: the fact that opened it, or -1.
static int paid_back(const vg_composer *c, int i)
{
    for (int u = 0; u < c->units; u++)
        if (c->unit[u].kind == VG_UNIT_WRONG && c->unit[u].closed == i) return c->unit[u].opened;
    return -1;
}

static void tell(vg_composer *c, int i)
{
    const vg_fact *f = fact_at(c, i);
    vg_cue cue = vg_cue_of(f);
    cue.number = f->margin;
    int debt = paid_back(c, i);
    if (f->kind == VG_FACT_TIDE) vg_break(c);
    vg_plan_line *s = vg_compose(c, (vg_frame_id)frame_of(f->kind), f->task, f->sign, &cue, i);
    if (!s) return;
    vg_ref(s, set_for(c, f->task, f->whom ? f->whom : f->who, i));
    if (f->kind == VG_FACT_LEAD)
        for (int k = i - 1; k >= c->first && f->whom; k--)
            if (fact_at(c, k)->kind == VG_FACT_LEAD) {
                vg_ref(s, k);
                break;
            }
    if (debt >= 0) {
        vg_cue back = {.who = f->who, .whom = f->whom};
        const vg_fact *old = fact_at(c, debt);
        vg_plan_line *more = vg_compose(c, VG_FRAME_MADE, old->task, VG_UNIT_WRONG, &back, i);
        vg_ref(more, debt);
    }
    if (f->kind == VG_FACT_FOIL || f->kind == VG_FACT_ROB)
        vg_speak(c, vg_chance(c, 50) ? f->whom : f->who, f->kind, 0, i);
    if (f->kind == VG_FACT_GAIN || f->kind == VG_FACT_BEAT) vg_speak(c, f->who, f->kind, 0, i);
}

static void opening(vg_composer *c)
{
    int hero = c->main[0], foe = c->main[1];
    vg_cue cue = {.who = (uint8_t)hero, .whom = (uint8_t)foe};
    if (!hero) return;
    vg_hold(vg_compose(c, VG_FRAME_OPENING, 0, VG_ANY, &cue, vg_cast_of(c, hero)),
            vg_cast_of(c, foe));
    vg_describe(c, hero, vg_cast_of(c, hero));
    if (foe) vg_describe(c, foe, vg_cast_of(c, foe));
    vg_cue others = {.who = c->main[2], .whom = c->main[3]};
    if (others.who) {
        int two = others.whom != 0;
        vg_plan_line *s =
            vg_compose(c, VG_FRAME_RIVALS, 0, two, &others, vg_cast_of(c, others.who));
        vg_hold(s, vg_cast_of(c, others.whom));
    }
    vg_break(c);
}

// Looking back from the end: when the winner came to the front, and from where.
static void turn(vg_composer *c, int prize)
{
    int winner = fact_at(c, prize)->who, taken = -1, others = 0;
    for (int i = c->first; i < prize; i++) {
        const vg_fact *f = fact_at(c, i);
        if (f->kind != VG_FACT_LEAD) continue;
        if (f->who == winner)
            taken = i;
        else
            others++;
    }
    if (taken < 0 || !others) return;
    const vg_fact *f = fact_at(c, taken);
    vg_cue cue = {.who = f->who, .whom = f->whom};
    bool late = taken - c->first > (prize - c->first) * 4 / 5;
    vg_break(c);
    vg_plan_line *s = vg_compose(c, late ? VG_FRAME_BEHIND : VG_FRAME_TURN, 0, VG_ANY, &cue, taken);
    vg_ref(s, taken);
}

static void close_it(vg_composer *c, int prize)
{
    const vg_fact *f = fact_at(c, prize);
    vg_cue cue = vg_cue_of(f);
    int lacks = 0;
    vg_break(c);
    for (int i = c->first; i < c->end && lacks < LACKS; i++) {
        const vg_fact *x = fact_at(c, i);
        if (x->kind != VG_FACT_LACK) continue;
        vg_cue lack = vg_cue_of(x);
        lack.number = x->margin;
        vg_plan_line *s = vg_compose(c, VG_FRAME_LACK, x->task, VG_ANY, &lack, i);
        vg_ref(s, set_for(c, x->task, x->who, i));
        lacks += s != NULL;
    }
    turn(c, prize);
    cue.number = f->margin;
    vg_compose(c, VG_FRAME_PRIZE, f->task, f->sign, &cue, prize);
    vg_speak(c, f->who, VG_FACT_PRIZE, 0, prize);
    int height = -1; // who had been ahead and has nothing of it
    for (int i = c->first; i < prize; i++)
        if (fact_at(c, i)->kind == VG_FACT_LEAD && fact_at(c, i)->who != f->who) height = i;
    if (height >= 0) {
        vg_cue was = {.who = fact_at(c, height)->who, .whom = f->who};
        vg_plan_line *s = vg_compose(c, VG_FRAME_LEFT, 0, VG_UNIT_HEIGHT, &was, prize);
        vg_hold(s, height);
        vg_ref(s, height);
    }
    vg_break(c);
    vg_cue last = {.who = f->who, .whom = c->main[1] == f->who ? 0 : c->main[1]};
    vg_plan_line *s = vg_compose(c, VG_FRAME_CLOSING, 0, VG_ANY, &last, prize);
    vg_hold(s, vg_cast_of(c, last.whom));
}

void vg_compose_contest(vg_composer *c)
{
    uint8_t chosen[MOST_FACTS] = {0};
    int prize = -1;
    if (!vg_new_chapter(c, fact_at(c, c->first)->game)) return;
    for (int i = c->first; i < c->end; i++)
        if (fact_at(c, i)->kind == VG_FACT_PRIZE) prize = i;
    vg_plan_chapter *chapter = &c->plan->chapter[c->chapter];
    vg_cue cue = {.who = c->main[0], .whom = c->main[1]};
    if (prize >= 0) chapter->title = vg_title(c, VG_FRAME_HEAD, 0, VG_ANY, &cue);
    chapter->ends = prize >= 0;
    choose(c, chosen);
    opening(c);
    int since = 0;
    for (int i = c->first; i < c->end; i++) {
        if (c->by_people[i]) {
            vg_put_people(c, i);
            continue;
        }
        if (i - c->first >= MOST_FACTS || !chosen[i - c->first]) continue;
        int kind = fact_at(c, i)->kind;
        if (kind == VG_FACT_TIDE) since = 0;
        if (since++ > 3 && kind != VG_FACT_LEAD) {
            vg_break(c);
            since = 1;
        }
        tell(c, i);
    }
    if (prize >= 0) close_it(c, prize);
}
