// plan.c: from facts to sentences-to-be: chapters, scenes, summaries and silence.
#include "tale/plan_parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// ---- scenes --------------------------------------------------------------------------

// Did a person tell of this fact? Then nothing else does, and no block goes over it.
static bool by_person(const vg_composer *c, int i) { return c->by_people && c->by_people[i]; }

// Until which fact does a block go that begins at `i` and ends with one of two kinds?
static int block_end(const vg_composer *c, int i, int one, int two)
{
    int k = i + 1;
    while (k < c->end && !by_person(c, k) && c->fact[k].kind != one && c->fact[k].kind != two &&
           c->fact[k].kind != VG_FACT_CHAPTER && c->fact[k].kind != VG_FACT_WAKE &&
           c->fact[k].kind != VG_FACT_JOIN)
        k++;
    bool ends =
        k < c->end && !by_person(c, k) && (c->fact[k].kind == one || c->fact[k].kind == two);
    return ends ? k : k - 1;
}

static vg_cue cue_of(const vg_fact *f)
{
    return (vg_cue){.who = f->who,
                    .whom = f->whom,
                    .with = f->with,
                    .from = f->from,
                    .to = f->to,
                    .task = f->task};
}

// The deeds of one side in a fight, told together: two at most.
static void deeds(vg_composer *c, int first, int last, int kind, int who, int whom,
                  vg_frame_id frame)
{
    vg_cue cue = {.who = (uint8_t)who, .whom = (uint8_t)whom};
    int held[VG_DEEDS], count = 0;
    for (int k = first; k <= last && count < 2; k++) {
        const vg_fact *f = &c->fact[k];
        if (f->kind != kind || f->who != who || !f->thing) continue;
        vg_add_thing(c, &cue, f->thing);
        held[count++] = k;
    }
    if (!count) return;
    cue.to = c->fact[first].to;
    vg_plan_line *s = vg_compose(c, frame, 0, count - 1, &cue, held[0]);
    for (int k = 1; k < count; k++) vg_hold(s, held[k]);
}

static int trap(vg_composer *c, int i)
{
    const vg_fact *f = &c->fact[i];
    int last = block_end(c, i, VG_FACT_SPRUNG, VG_FACT_SPRUNG), hidden = last + 1;
    vg_cue cue = cue_of(f);
    vg_add_thing(c, &cue, f->thing);
    vg_tell_bond(c, f->who, f->whom, i);
    vg_plan_line *s = vg_compose(c, VG_FRAME_SNARE, 0, VG_ANY, &cue, i);
    if (!s) s = NULL;
    while (hidden < c->end && c->fact[hidden].kind == VG_FACT_HIDDEN && !by_person(c, hidden))
        hidden++;
    // What else was in it comes out before it is known who won: the reader knows no rules.
    if (hidden > last + 1) {
        vg_cue more = {.who = f->who, .whom = f->whom, .to = f->to};
        for (int k = last + 1; k < hidden && k < last + 3; k++)
            vg_add_thing(c, &more, c->fact[k].thing);
        s = vg_compose(c, VG_FRAME_HIDDEN, 0, more.things - 1, &more, last + 1);
        if (more.things > 1) vg_hold(s, last + 2);
    }
    vg_speak(c, f->who, VG_FACT_SNARE, 0, i);
    deeds(c, i, last, VG_FACT_BLOW, f->whom, f->who, VG_FRAME_ANSWER);
    if (c->fact[last].kind == VG_FACT_SPRUNG) {
        const vg_fact *end = &c->fact[last];
        vg_cue done = cue_of(end);
        vg_compose(c, VG_FRAME_SPRUNG, 0, end->sign, &done, last);
        vg_speak(c, end->who, VG_FACT_SPRUNG, end->sign ? 1 : 0, last);
    }
    return hidden - 1 > last ? hidden - 1 : last;
}

static int fight(vg_composer *c, int i)
{
    const vg_fact *f = &c->fact[i];
    int last = block_end(c, i, VG_FACT_FALL, VG_FACT_SLIP);
    vg_cue cue = cue_of(f);
    vg_add_thing(c, &cue, f->thing);
    vg_tell_bond(c, f->who, f->whom, i);
    vg_compose(c, VG_FRAME_CLASH, 0, VG_ANY, &cue, i);
    vg_speak(c, f->who, VG_FACT_CLASH, 0, i);
    // Whoever wins has the last word in it.
    const vg_fact *end = &c->fact[last];
    bool held = end->kind == VG_FACT_SLIP;
    int before = held ? f->who : f->whom, after = held ? f->whom : f->who;
    deeds(c, i + 1, last, VG_FACT_BLOW, before, after, VG_FRAME_BLOW);
    deeds(c, i + 1, last, VG_FACT_BLOW, after, before, VG_FRAME_BLOW);
    if (end->kind == VG_FACT_FALL || end->kind == VG_FACT_SLIP) {
        vg_cue done = cue_of(end);
        if (!done.to) done.to = f->to;
        vg_compose(c, end->kind == VG_FACT_FALL ? VG_FRAME_FALL : VG_FRAME_SLIP, 0, VG_ANY, &done,
                   last);
        vg_speak(c, end->kind == VG_FACT_FALL ? end->whom : end->who, end->kind,
                 end->kind == VG_FACT_FALL, last);
    }
    return last;
}

// Does something come of this walk before the next one stirs?
static bool leads_on(const vg_composer *c, int i)
{
    for (int k = i + 1; k < c->end; k++) {
        switch (c->fact[k].kind) {
        case VG_FACT_QUEST:
        case VG_FACT_TASK:
        case VG_FACT_CLASH:
        case VG_FACT_SNARE:
        case VG_FACT_AIM:
        case VG_FACT_RESCUE: return true;
        case VG_FACT_HELP:
        case VG_FACT_PART:
            if (c->fact[k].who == c->fact[i].who) return true;
            break;
        case VG_FACT_WAKE:
        case VG_FACT_CHAPTER: return false;
        default: break;
        }
    }
    return false;
}

// Does whoever comes after this have a hand in the task, or meet somebody on the way?
static bool has_a_hand(const vg_composer *c, int i)
{
    int who = c->fact[i].who;
    for (int k = i + 1; k < c->end && c->fact[k].kind != VG_FACT_CHAPTER; k++) {
        const vg_fact *f = &c->fact[k];
        bool deed = f->kind == VG_FACT_HELP || f->kind == VG_FACT_CLASH || f->kind == VG_FACT_SNARE;
        if (deed && (f->who == who || f->whom == who)) return true;
    }
    return false;
}

// A whole walk is one sentence, or none.
static int walk(vg_composer *c, int i, bool guest)
{
    const vg_fact *f = &c->fact[i];
    int last = i;
    vg_cue cue = cue_of(f);
    while (last + 1 < c->end && c->fact[last + 1].kind == VG_FACT_WALK &&
           c->fact[last + 1].who == f->who && !by_person(c, last + 1))
        last++;
    cue.to = c->fact[last].to;
    if (cue.from == cue.to) return last; // to and fro: nothing to tell
    int begun = i; // the task they come for; who does not get there comes for nothing
    while (guest && begun >= c->first && c->fact[begun].kind != VG_FACT_QUEST) begun--;
    bool there = guest && begun >= c->first && c->fact[begun].to == cue.to;
    bool matters = leads_on(c, last) || there || vg_is_main(c, f->who) || c->live;
    if (!matters) return last;
    for (int k = i; k <= last; k++) vg_add_thing(c, &cue, c->fact[k].thing);
    cue.whom = 0;
    int task = guest ? c->quest_task : 0;
    vg_frame_id frame = cue.things ? VG_FRAME_GO : VG_FRAME_WENT;
    if (there && !c->live && !has_a_hand(c, last)) {
        frame = VG_FRAME_WENT; // and stays out of it
    } else if (guest && cue.things && (c->live || there)) {
        bool same = c->starter && c->saga->person[c->starter].side == c->saga->person[f->who].side;
        frame = same ? VG_FRAME_BACKED : VG_FRAME_ROUSE;
        cue.whom = c->starter;
    }
    if (cue.with) frame = VG_FRAME_WENT;
    vg_plan_line *s = vg_compose(c, frame, task, VG_ANY, &cue, i);
    for (int k = i + 1; k <= last; k++)
        if (k == last || c->fact[k].thing) vg_hold(s, k);
    for (int k = i; cue.whom && k >= c->first; k--)
        if (c->fact[k].kind == VG_FACT_QUEST) {
            vg_hold(s, k);
            break;
        }
    if (vg_is_main(c, f->who) || (guest && vg_chance(c, 30))) vg_describe(c, f->who, i);
    return last;
}

static int help(vg_composer *c, int i)
{
    const vg_fact *f = &c->fact[i];
    int last = i, held[8], count = 0;
    vg_cue cue = cue_of(f);
    for (int k = i; k < c->end; k++) {
        if (by_person(c, k)) break;
        if (c->fact[k].kind == VG_FACT_PART) continue;
        if (c->fact[k].kind != VG_FACT_HELP || c->fact[k].who != f->who) break;
        last = k;
        if (!c->fact[k].thing || count == 8) continue;
        held[count++] = k;
    }
    if (!count) return last;
    if (!c->helping) vg_break(c);
    c->helping = true;
    bool own = f->who == c->starter;
    bool same = c->starter && c->saga->person[c->starter].side == c->saga->person[f->who].side;
    int sign = own ? 0 : same ? 1 : 2;
    if (!own) vg_tell_bond(c, f->who, c->starter, i);
    // Of many pictures those that will be remembered come first; two are told, seldom three.
    for (int pass = 0; pass < 2; pass++)
        for (int k = 0; k < count && cue.things < (count > 2 ? 3 : 2); k++) {
            bool kept = false;
            for (int m = held[k]; m < c->end && c->fact[m].kind != VG_FACT_CHAPTER; m++)
                kept |=
                    c->fact[m].kind == VG_FACT_KEEP && c->fact[m].thing == c->fact[held[k]].thing;
            bool have = false;
            for (int m = 0; m < cue.things; m++) have |= cue.thing[m] == c->fact[held[k]].thing;
            if (!have && kept == (pass == 0)) vg_add_thing(c, &cue, c->fact[held[k]].thing);
        }
    cue.whom = own ? 0 : c->starter;
    int begun = i;
    while (begun >= c->first && c->fact[begun].kind != VG_FACT_QUEST) begun--;
    cue.to = begun >= c->first ? c->fact[begun].to : 0;
    vg_plan_line *s = vg_compose(c, cue.things > 1 ? VG_FRAME_MORE : VG_FRAME_HELP, c->quest_task,
                                 sign, &cue, held[0]);
    for (int k = 1; k < count; k++) vg_hold(s, held[k]);
    if (begun >= c->first) vg_hold(s, begun);
    vg_speak(c, f->who, VG_FACT_HELP, 0, i);
    if (!own && (vg_is_main(c, f->who) || vg_chance(c, 30))) vg_describe(c, f->who, i);
    return last;
}

// The fact that set this task, or -1.
static int set_by(const vg_composer *c, int task, int before)
{
    for (int k = before - 1; k >= c->first; k--)
        if (c->fact[k].kind == VG_FACT_TASK && c->fact[k].task == task) return k;
    return -1;
}

static void quest(vg_composer *c, int i)
{
    const vg_fact *f = &c->fact[i];
    vg_cue cue = cue_of(f);
    int plan = set_by(c, f->task, i);
    if (plan >= 0 && c->fact[plan].who != f->who) cue.with = c->fact[plan].who;
    if (cue.whom == cue.who) cue.whom = 0;
    c->starter = f->who;
    c->quest_task = f->task;
    vg_break(c);
    vg_plan_line *s = vg_compose(c, VG_FRAME_QUEST, f->task, VG_ANY, &cue, i);
    // Whom it hangs on was fixed when it was set: the sentence takes that up.
    if (plan >= 0) vg_ref(s, plan);
    if (vg_is_main(c, f->who) || vg_chance(c, 60)) vg_describe(c, f->who, i);
    vg_speak(c, f->who, VG_FACT_QUEST, 0, i);
}

// The other one of the starter's side who took part: in a love, the beloved.
static int partner(const vg_composer *c, int i)
{
    for (int k = i - 1; k >= c->first && c->fact[k].kind != VG_FACT_QUEST; k--)
        if (c->fact[k].kind == VG_FACT_HELP && c->fact[k].who != c->fact[i].who && c->fact[i].who &&
            c->fact[k].who &&
            c->saga->person[c->fact[k].who].side == c->saga->person[c->fact[i].who].side)
            return c->fact[k].who;
    return 0;
}

static int rival(const vg_composer *c, int i)
{
    for (int k = i - 1; k >= c->first && c->fact[k].kind != VG_FACT_QUEST; k--)
        if (c->fact[k].kind == VG_FACT_HELP && c->fact[i].who && c->fact[k].who &&
            c->saga->person[c->fact[k].who].side != c->saga->person[c->fact[i].who].side)
            return c->fact[k].who;
    return 0;
}

static void decided(vg_composer *c, int i)
{
    const vg_fact *f = &c->fact[i];
    vg_cue cue = cue_of(f);
    int plan = set_by(c, f->task, i), lover = partner(c, i), foe = rival(c, i);
    // It hangs on somebody, or somebody stood against it.
    cue.whom = (uint8_t)(!f->whom ? foe : f->whom != f->who ? f->whom : lover);
    vg_break(c);
    vg_plan_line *s = vg_compose(c, VG_FRAME_DECIDED, f->task, f->sign, &cue, i);
    for (int k = i - 1; s && k >= c->first && c->fact[k].kind != VG_FACT_QUEST; k--)
        if (c->fact[k].kind == VG_FACT_HELP && (c->fact[k].who == lover || c->fact[k].who == foe))
            vg_hold(s, k);
    vg_ref(s, plan);
    bool won = f->who && f->sign == c->saga->person[f->who].side;
    if (f->sign < 2) vg_speak(c, won ? f->who : foe, VG_FACT_DECIDED, 0, i);
}

// ---- the chapters ------------------------------------------------------------------------

// What happens between the chapters' turning points, one fact at a time. Gives the last one told.
static int scene(vg_composer *c, int i, bool *guest)
{
    const vg_fact *f = &c->fact[i];
    vg_cue cue = cue_of(f);
    vg_plan_line *s;
    if (f->kind != VG_FACT_HELP && f->kind != VG_FACT_PART) c->helping = false;
    switch (f->kind) {
    case VG_FACT_WAKE:
    case VG_FACT_JOIN:
        *guest = f->kind == VG_FACT_JOIN;
        vg_break(c);
        return i;
    case VG_FACT_WALK: return walk(c, i, *guest);
    case VG_FACT_SECRET: vg_compose(c, VG_FRAME_SECRETLY, 0, VG_ANY, &cue, i); return i;
    case VG_FACT_SNARE: return trap(c, i);
    case VG_FACT_CLASH: return fight(c, i);
    case VG_FACT_TASK:
        // Whoever thinks of it may be the one it hangs on: there are lines of sign 1 for that.
        vg_compose(c, f->who ? VG_FRAME_PLAN : VG_FRAME_SETUP, f->task,
                   f->who && f->who == f->whom ? 1 : VG_ANY, &cue, i);
        if (f->who && vg_is_main(c, f->who)) vg_describe(c, f->who, i);
        vg_speak(c, f->who, VG_FACT_TASK, 0, i);
        return i;
    case VG_FACT_BLOW: // alone, where the fight itself was told by somebody else
    case VG_FACT_HIDDEN: {
        bool soldier = f->who && c->saga->person[f->who].side == 1;
        vg_add_thing(c, &cue, f->thing);
        vg_compose(c,
                   f->kind == VG_FACT_HIDDEN ? VG_FRAME_HIDDEN
                   : soldier && f->sign      ? VG_FRAME_ANSWER
                                             : VG_FRAME_BLOW,
                   0, 0, &cue, i);
        return i;
    }
    case VG_FACT_SPRUNG: vg_compose(c, VG_FRAME_SPRUNG, 0, f->sign, &cue, i); return i;
    case VG_FACT_FALL: vg_compose(c, VG_FRAME_FALL, 0, VG_ANY, &cue, i); return i;
    case VG_FACT_SLIP: vg_compose(c, VG_FRAME_SLIP, 0, VG_ANY, &cue, i); return i;
    case VG_FACT_FINALE:
        cue.who = (uint8_t)vg_speaker(c, f->seat, f->sign);
        vg_add_thing(c, &cue, f->thing);
        if (cue.who)
            vg_hold(vg_compose(c, VG_FRAME_FINAL, 0, f->sign, &cue, i), vg_cast_of(c, cue.who));
        return i;
    case VG_FACT_CLOSE: // somebody of each side, for the last word
        for (int k = c->first; k < c->end; k++) {
            const vg_fact *x = &c->fact[k];
            if (x->kind != VG_FACT_CAST || vg_roll(c) % 3) continue;
            *(c->saga->person[x->who].side ? &cue.whom : &cue.who) = x->who;
        }
        vg_compose(c, VG_FRAME_ENDED, 0, f->sign, &cue, i);
        return i;
    case VG_FACT_QUEST: quest(c, i); return i;
    case VG_FACT_HELP: return help(c, i);
    case VG_FACT_DECIDED: decided(c, i); return i;
    case VG_FACT_KEEP: {
        vg_add_thing(c, &cue, f->thing);
        bool used =
            cue.who != 0; // a card drawn from the deck is nobody's: whoever began remembers it
        if (!used) cue.who = c->starter;
        s = vg_compose(c, VG_FRAME_KEEP, 0, used ? 0 : 1, &cue, i);
        for (int k = i; !used && s && k >= c->first; k--)
            if (c->fact[k].kind == VG_FACT_QUEST) {
                vg_hold(s, k);
                break;
            }
        for (int k = i - 1; s && k >= c->first; k--)
            if (c->fact[k].kind == VG_FACT_HELP && c->fact[k].thing == f->thing) {
                vg_ref(s, k);
                break;
            }
        return i;
    }
    case VG_FACT_BANISH: vg_compose(c, VG_FRAME_BANISH, 0, VG_ANY, &cue, i); return i;
    case VG_FACT_SHELTER: vg_compose(c, VG_FRAME_SHELTER, 0, VG_ANY, &cue, i); return i;
    case VG_FACT_RESCUE:
        vg_tell_bond(c, f->who, f->whom, i);
        vg_compose(c, VG_FRAME_RESCUE, 0, VG_ANY, &cue, i);
        vg_speak(c, f->whom, VG_FACT_RESCUE, 1, i);
        return i;
    case VG_FACT_RISE: vg_compose(c, VG_FRAME_RISE, 0, VG_ANY, &cue, i); return i;
    case VG_FACT_GIFT: vg_compose(c, VG_FRAME_GIFT, f->task, VG_ANY, &cue, i); return i;
    case VG_FACT_LOSS: vg_compose(c, VG_FRAME_LOSS, 0, f->who ? 0 : 1, &cue, i); return i;
    case VG_FACT_AIM: vg_compose(c, VG_FRAME_AIM, f->sign, VG_ANY, &cue, i); return i;
    case VG_FACT_HUSH: vg_compose(c, VG_FRAME_HUSH, 0, VG_ANY, &cue, i); return i;
    case VG_FACT_RALLY: vg_compose(c, VG_FRAME_RALLY, 0, VG_ANY, &cue, i); return i;
    case VG_FACT_OPEN:
        if (c->live) vg_compose(c, VG_FRAME_TOWN, 0, VG_ANY, &cue, i);
        return i;
    default: // it is told with others, or not at all
        vg_story_scene(c, i);
        return i;
    }
}

// How the tale begins: whose it is, what is to be done, who stands in the way.
static void opening(vg_composer *c, int first, int end)
{
    int hero = c->main[0], foe = c->main[1], cast = vg_cast_of(c, hero), there = vg_cast_of(c, foe);
    vg_cue cue = {.who = (uint8_t)hero, .whom = (uint8_t)foe};
    if (cast >= 0) cue.to = c->fact[cast].to;
    vg_plan_line *s = NULL;
    if (hero) s = vg_compose(c, VG_FRAME_OPENING, 0, VG_ANY, &cue, cast);
    if (foe) vg_hold(s, there);
    if (hero) vg_describe(c, hero, cast);
    if (hero) vg_foretell(c, hero);
    vg_break(c);
    for (int i = first; i < end; i++) {
        const vg_fact *f = &c->fact[i];
        if (f->kind != VG_FACT_TASK || f->who) continue;
        if (c->by_people[i]) continue; // told in its place
        vg_cue task = cue_of(f);
        vg_compose(c, VG_FRAME_SETUP, f->task, VG_ANY, &task, i);
    }
    if (foe) {
        vg_break(c);
        vg_cue stands = {.who = (uint8_t)foe, .whom = (uint8_t)hero};
        if (there >= 0) stands.to = c->fact[there].to;
        s = vg_compose(c, VG_FRAME_STANDS, 0, VG_ANY, &stands, there);
        if (hero) vg_hold(s, cast);
        vg_describe(c, foe, there);
        vg_tell_bond(c, hero, foe, there);
        vg_speak(c, foe, VG_FACT_TASK, 0, there);
    }
    vg_break(c);
}

// What a chapter leaves open, said as it ends: the most pressing thing.
static void hook(vg_composer *c, int end)
{
    int best = -1, most = 0;
    for (int u = 0; u < c->units; u++) {
        const vg_unit *x = &c->unit[u];
        bool open = x->opened < end && (x->closed < 0 || x->closed > end);
        if (!open || x->kind != VG_UNIT_TASK) continue;
        int worth = 1 + 8 * vg_is_main(c, x->whom) + 4 * (x->closed > end) - 6 * c->unit_told[u] +
                    (int)(vg_roll(c) % 4);
        if (worth > most) most = worth, best = u;
    }
    if (best < 0) return;
    const vg_fact *f = &c->fact[c->unit[best].opened];
    vg_cue cue = cue_of(f);
    vg_break(c);
    vg_plan_line *s = vg_compose(c, VG_FRAME_HOOK, f->task, VG_ANY, &cue, c->unit[best].opened);
    if (!s) return;
    vg_ref(s, c->unit[best].opened);
    c->unit_told[best]++;
}

// ---- the cast ------------------------------------------------------------------------------

static int weight_of(const vg_fact *f, bool whom)
{
    switch (f->kind) {
    case VG_FACT_TASK: return whom ? 6 : 1;
    case VG_FACT_QUEST: return whom ? 3 : 5;
    case VG_FACT_SPRUNG:
    case VG_FACT_FALL:
    case VG_FACT_RESCUE:
    case VG_FACT_LOSS: return 5;
    case VG_FACT_SNARE:
    case VG_FACT_CLASH:
    case VG_FACT_SLIP:
    case VG_FACT_KEEP: return 3;
    case VG_FACT_HELP:
    case VG_FACT_WALK:
    case VG_FACT_BLOW:
    case VG_FACT_RISE:
    case VG_FACT_TOLD: return 1;
    case VG_FACT_BEGUN: return whom ? 0 : 2;
    case VG_FACT_ENDING:
    case VG_FACT_GAIN: return 3;
    case VG_FACT_FOIL:
    case VG_FACT_OUTRUN:
    case VG_FACT_ROB:
    case VG_FACT_UNDONE:
    case VG_FACT_BLAME:
    case VG_FACT_BEAT:
    case VG_FACT_LEAD: return 2;
    default: return 0;
    }
}

// Who has won, or 0.
static int winner(const vg_composer *c)
{
    for (int i = c->end - 1; i >= c->first; i--)
        if (c->fact[i].kind == VG_FACT_PRIZE) return c->fact[i].who;
    return 0;
}

static void choose_cast(vg_composer *c)
{
    static const uint8_t units[] = {
#define X(name, weight) weight,
        VG_UNITS(X)
#undef X
    };
    int meets[32][32] = {{0}};
    assert(c->saga->persons < 32);
    for (int i = c->first; i < c->end; i++) {
        const vg_fact *f = &c->fact[i];
        if (f->who) c->weight[f->who] += weight_of(f, false);
        if (f->whom) c->weight[f->whom] += weight_of(f, true);
        if (f->who && f->whom) meets[f->who][f->whom]++, meets[f->whom][f->who]++;
    }
    for (int u = 0; u < c->units; u++) {
        const vg_unit *x = &c->unit[u];
        int w = units[x->kind] * (x->closed >= 0 ? 2 : 1);
        c->weight[x->who] += w;
        if (x->whom) c->weight[x->whom] += w;
    }
    c->weight[0] = 0;
    for (int slot = 0; slot < 4; slot++) {
        int best = 0, most = 0;
        for (int p = 1; p <= c->saga->persons; p++) {
            bool taken = false;
            for (int k = 0; k < slot; k++) taken |= c->main[k] == p;
            // Of two sides the hero is Spring's, whoever stands in the way Winter's; of many the
            // hero is who won.
            bool sides = c->saga->form == VG_FORM_ROAD;
            if (taken || (sides && slot < 2 && c->saga->person[p].side != slot) ||
                vg_cast_of(c, p) < 0)
                continue;
            int w = !sides + c->weight[p] + (slot == 1 ? 4 * meets[c->main[0]][p] : 0) +
                    (slot == 0 && p == winner(c) ? 1000 : 0);
            if (w > most) most = w, best = p;
        }
        c->main[slot] = (uint8_t)best;
    }
}

// ---- the whole ---------------------------------------------------------------------------------

bool vg_new_chapter(vg_composer *c, int game)
{
    vg_plan *p = c->plan;
    if (p->chapters == p->chapter_room) {
        int more = p->chapter_room ? 2 * p->chapter_room : 8;
        vg_plan_chapter *bigger = realloc(p->chapter, (size_t)more * sizeof *bigger);
        if (!bigger) {
            p->failed = true;
            return false;
        }
        p->chapter = bigger;
        p->chapter_room = more;
    }
    p->chapter[p->chapters++] = (vg_plan_chapter){.game = (uint8_t)game};
    c->chapter = (uint16_t)(p->chapters - 1);
    c->paragraph = 0;
    c->quotes = 0;
    c->last_side = 0;
    c->lead_last = false;
    memset(c->used, 0, (size_t)c->saga->lines);
    return true;
}

vg_plan_line vg_title(vg_composer *c, vg_frame_id frame, int task, int sign, const vg_cue *cue)
{
    vg_plan_line s = {.entry = -1};
    const vg_line *l = vg_choose(c, frame, task, sign, cue);
    if (!l) return s;
    vg_wear(c, l);
    s.words = &l->words;
    s.frame = (uint8_t)frame;
    s.cue = *cue;
    return s;
}

static void head(vg_composer *c, int first, int end)
{
    vg_plan_chapter *chapter = &c->plan->chapter[c->chapter];
    for (int i = first; i < end; i++) {
        const vg_fact *f = &c->fact[i];
        if (f->kind == VG_FACT_KEEP) chapter->kept = f->thing;
        if (f->kind == VG_FACT_CHAPTER) {
            chapter->ends = true;
            chapter->task = f->task;
        }
        if (f->kind != VG_FACT_DECIDED) continue;
        vg_cue cue = cue_of(f);
        if (!cue.whom) cue.whom = cue.who;
        chapter->title = vg_title(c, VG_FRAME_HEAD, f->task, f->sign, &cue);
    }
}

// Where the chapter that begins at `i` ends: after its last fact, and what comes of it.
static int chapter_end(const vg_composer *c, int i)
{
    while (i < c->end && c->fact[i].kind != VG_FACT_CHAPTER) i++;
    if (i < c->end) i++;
    while (i < c->end && (c->fact[i].kind == VG_FACT_GIFT || c->fact[i].kind == VG_FACT_LOSS)) i++;
    return i;
}

static bool is_ending(const vg_composer *c, int i)
{
    for (; i < c->end; i++) {
        if (c->fact[i].kind == VG_FACT_FINALE || c->fact[i].kind == VG_FACT_VERDICT ||
            c->fact[i].kind == VG_FACT_CLOSE)
            return true;
        if (c->fact[i].kind == VG_FACT_WAKE) return false;
    }
    return false;
}

static void one_game(vg_composer *c)
{
    bool first = true, guest = false;
    c->units = vg_sift(c->saga, c->fact, c->first, c->end, c->unit);
    memset(c->unit_told, 0, sizeof c->unit_told);
    memset(c->weight, 0, sizeof c->weight);
    memset(c->main, 0, sizeof c->main);
    c->described = 0;
    choose_cast(c);
    if (c->saga->form == VG_FORM_STORIES) {
        vg_compose_stories(c);
        return;
    }
    if (c->saga->form == VG_FORM_CONTEST) {
        vg_compose_contest(c);
        return;
    }
    for (int i = c->first; i < c->end && !c->plan->failed;) {
        if (!vg_new_chapter(c, c->fact[i].game)) return;
        if (!first && is_ending(c, i)) {
            vg_plan_chapter *chapter = &c->plan->chapter[c->chapter];
            chapter->epilogue = chapter->ends = true;
            vg_compose_end(c, i);
            break;
        }
        int end = chapter_end(c, i);
        head(c, i, end);
        if (first) opening(c, i, end);
        for (int k = i; k < end; k++) {
            if (c->by_people[k]) {
                vg_put_people(c, k);
                // Who began what is known to those who come after.
                if (c->fact[k].kind == VG_FACT_QUEST) {
                    c->starter = c->fact[k].who;
                    c->quest_task = c->fact[k].task;
                }
                if (c->fact[k].thing) c->thing_told[c->fact[k].thing]++;
                continue;
            }
            if (first && c->fact[k].kind == VG_FACT_TASK && !c->fact[k].who) continue;
            k = scene(c, k, &guest);
        }
        if (end < c->end) hook(c, end - 1);
        first = false;
        i = end;
    }
}

// Did one of the two the book is named after have anything to do with it?
static bool of_the_main(const vg_composer *c, int thing)
{
    bool any = c->plan->saga->form != VG_FORM_ROAD; // in others it is the story's
    for (int i = c->first; i < c->end && !any; i++) {
        const vg_fact *f = &c->fact[i];
        any = f->thing == thing && f->who && (f->who == c->main[0] || f->who == c->main[1]);
    }
    return any;
}

static void name_book(vg_composer *c)
{
    int kept = 0;
    for (int i = 0; i < c->plan->chapters; i++) {
        int thing = c->plan->chapter[i].kept;
        if (thing && of_the_main(c, thing) && (!kept || vg_roll(c) % 2)) kept = thing;
    }
    if (!c->main[0]) return;
    vg_cue cue = {.who = c->main[0], .whom = c->main[1]};
    int cast = vg_cast_of(c, c->main[0]);
    if (cast >= 0) cue.to = c->fact[cast].to;
    vg_add_thing(c, &cue, kept);
    c->plan->title = vg_title(c, VG_FRAME_TITLE, 0, VG_ANY, &cue);
    c->plan->hero = c->main[0];
    c->plan->foe = c->main[1];
}

// Who turns out to be somebody was so from the first: the whole is known.
static void unmask(vg_fact *fact, int count)
{
    for (int i = 0; i < count; i++) {
        if (fact[i].kind != VG_FACT_UNMASK) continue;
        uint8_t mask = fact[i].whom, face = fact[i].who;
        for (int k = 0; k < count; k++) {
            vg_fact *f = &fact[k];
            if (f->game != fact[i].game) continue;
            if (f->who == mask) f->who = face;
            if (f->whom == mask) f->whom = face;
            if (f->with == mask) f->with = face;
        }
        fact[i].whom = 0;
    }
}

// A story that became one of another kind was so from the first, with another to be about.
static void settle_kinds(const vg_saga *saga, vg_fact *fact, int count)
{
    for (int i = 0; i < count; i++) {
        if (fact[i].kind != VG_FACT_BEGUN) continue;
        int until = i + 1, kind = fact[i].task, old = fact[i].whom, person = 0;
        for (; until < count && fact[until].game == fact[i].game; until++) {
            if (fact[until].to != fact[i].to) continue;
            if (fact[until].kind == VG_FACT_BEGUN) break;
            if (fact[until].kind == VG_FACT_TOLD) kind = fact[until].task;
        }
        if (kind == fact[i].task) continue;
        for (int p = 1; p <= saga->persons && !person; p++) {
            bool taken = saga->person[p].of != kind;
            for (int k = 0; k < count && !taken; k++)
                taken = fact[k].kind == VG_FACT_BEGUN && fact[k].game == fact[i].game &&
                        fact[k].whom == p;
            if (!taken) person = p;
        }
        for (int k = i; k < until; k++) {
            if (fact[k].to != fact[i].to || fact[k].whom != old) continue;
            if (person) fact[k].whom = (uint8_t)person;
            fact[k].task = (uint8_t)kind;
        }
    }
}

// Who is brought to where they fell was not brought anywhere.
static void stay_put(vg_fact *fact, int count)
{
    for (int i = 0; i < count; i++) {
        if (fact[i].kind != VG_FACT_BANISH) continue;
        int k = i - 1;
        while (k >= 0 && !(fact[k].kind == VG_FACT_FALL && fact[k].whom == fact[i].whom)) k--;
        if (k >= 0 && fact[k].game == fact[i].game && fact[k].to == fact[i].to)
            fact[i].kind = VG_FACT_NONE;
    }
}

static bool furnish(vg_composer *c, int facts)
{
    c->used = calloc((size_t)c->saga->lines + 1, 1);
    c->worn = calloc((size_t)c->saga->lines + 1, 1);
    c->referred = calloc((size_t)facts + 1, 1);
    c->bond_used = calloc((size_t)c->saga->bonds + 1, 1);
    c->quote_used = calloc((size_t)c->saga->quotes + 1, 1);
    return c->used && c->worn && c->referred && c->bond_used && c->quote_used;
}

static void clear(vg_composer *c)
{
    free(c->used);
    free(c->worn);
    free(c->referred);
    free(c->bond_used);
    free(c->quote_used);
}

// What happened has its part in what is chosen: games with the same secret differ too.
static uint64_t seed_of(const vg_fact *fact, int count, uint64_t seed)
{
    for (int i = 0; i < count; i++) {
        const vg_fact *f = &fact[i];
        seed = vg_mix(seed, (uint64_t)f->kind | (uint64_t)f->who << 8 | (uint64_t)f->whom << 16 |
                                (uint64_t)f->to << 24 | (uint64_t)f->thing << 32 |
                                (uint64_t)f->sign << 40);
    }
    return seed;
}

vg_plan *vg_plan_new(const vg_saga *saga, const vg_fact *fact, const uint8_t *by_people, int count,
                     uint64_t seed)
{
    vg_plan *plan = calloc(1, sizeof *plan);
    vg_composer *c = calloc(1, sizeof *c);
    bool good = plan && c && (plan->fact = calloc((size_t)count + 1, sizeof *fact));
    if (good) {
        if (count) memcpy(plan->fact, fact, (size_t)count * sizeof *fact);
        unmask(plan->fact, count);
        settle_kinds(saga, plan->fact, count);
        stay_put(plan->fact, count);
        *c = (vg_composer){.plan = plan,
                           .saga = saga,
                           .fact = plan->fact,
                           .by_people = by_people,
                           .seed = seed_of(plan->fact, count, seed),
                           .since_quote = 9,
                           .since_that = 9};
        plan->saga = saga;
        good = furnish(c, count);
    }
    for (int i = 0; good && i < count; i = c->end) {
        c->first = c->end = i;
        while (c->end < count && fact[c->end].game == fact[i].game) c->end++;
        one_game(c);
        if (i == 0) name_book(c);
    }
    if (good) good = !plan->failed;
    if (c) clear(c);
    free(c);
    if (good) return plan;
    vg_plan_free(plan);
    return NULL;
}

void vg_plan_free(vg_plan *plan)
{
    if (!plan) return;
    free(plan->fact);
    free(plan->sentence);
    free(plan->chapter);
    free(plan);
}

vg_said vg_plan_say(const vg_plan *plan, const vg_plan_line *s, vg_lang lang, vg_refer *refer,
                    vg_text *out)
{
    static const vg_words leads[VG_LEADS] = {
        [VG_LEAD_NONE] = VG_WORDS("", ""),
        [VG_LEAD_BUT] = VG_WORDS("ma ", "but "),
        [VG_LEAD_THEN] = VG_WORDS("poi ", "then "),
        [VG_LEAD_MEANWHILE] = VG_WORDS("intanto ", "meanwhile "),
        [VG_LEAD_SO] = VG_WORDS("allora ", "at that, "),
    };
    size_t from = out->len;
    vg_text_add(out, leads[s->lead].in[lang]);
    vg_said said = vg_say(plan->saga, lang, s->words->in[lang], &s->cue, refer, out);
    vg_finish(out, from, lang);
    return said;
}

bool vg_plan_live(const vg_saga *saga, const vg_fact *fact, int first, int end, uint64_t seed,
                  uint8_t *used, uint8_t *worn, vg_text out[VG_LANG_COUNT])
{
    vg_plan plan = {.saga = saga};
    vg_composer *c = calloc(1, sizeof *c);
    bool guest = false, some = false;
    if (!c) return false;
    *c = (vg_composer){.plan = &plan,
                       .saga = saga,
                       .fact = fact,
                       .end = end,
                       .live = true,
                       .seed = vg_mix(seed, (uint64_t)first),
                       .used = used,
                       .worn = worn};
    for (int k = first - 1; k >= 0 && fact[k].kind != VG_FACT_CHAPTER; k--) {
        if (fact[k].kind != VG_FACT_QUEST) continue;
        c->starter = fact[k].who;
        c->quest_task = fact[k].task;
        break;
    }
    for (int k = first - 1; k >= 0; k--)
        if (fact[k].kind == VG_FACT_WAKE || fact[k].kind == VG_FACT_JOIN) {
            guest = fact[k].kind == VG_FACT_JOIN;
            break;
        }
    for (int k = first; k < end; k++) k = scene(c, k, &guest);
    vg_refer refer[VG_LANG_COUNT] = {{0}};
    for (int i = 0; i < plan.count && i < 2; i++)
        for (int lang = 0; lang < VG_LANG_COUNT; lang++) {
            if (out[lang].len) vg_text_char(&out[lang], ' ');
            vg_plan_say(&plan, &plan.sentence[i], (vg_lang)lang, &refer[lang], &out[lang]);
            some = true;
        }
    free(c);
    free(plan.sentence);
    return some;
}
