// plan_stories.c: a game of stories told side by side: a chapter for each, and who tells it.
//
// Two tales run through each other. In a story somebody wants something, goes through what the
// cards show and comes to an end; around it those who tell it take the thread from one another,
// pay with each other's dust and pull stitches. Stories come in the order they ended; those nobody
// ended come after them.
#include "tale/plan_parts.h"

#include <stdlib.h>
#include <string.h>

enum {
    MAX_STORIES = 64,
    SCRAP = 3,   // steps of a story that was hardly begun
    BROKEN = 2,  // so many that nobody ended have a chapter of their own
    LONG = 8,    // steps that are told: of one that ended,
    CUT = 4,     // of one that did not, and
    GLIMPSE = 2, // of one among others
    FIRST = 6,
    LAST = 7,
    EPILOGUE_WRONGS = 3
};

typedef struct story {
    int begun, ended, until; // ids of facts; ended -1: never; until: no fact of it comes later
    int steps;
    bool scrap; // one among others in the chapter of those nobody ended
    bool told;
} story;

static const vg_fact *fact_at(const vg_composer *c, int i) { return &c->fact[i]; }

static vg_cue cue_at(const vg_composer *c, int i)
{
    vg_cue cue = vg_cue_of(fact_at(c, i));
    cue.things = 0;
    return cue;
}

// ---- one fact ----------------------------------------------------------------

// A card told of the one the story is about: a deed of theirs.
static void step(vg_composer *c, int i, int sign)
{
    const vg_fact *f = fact_at(c, i);
    vg_cue cue = {.who = f->whom, .task = f->task};
    if (!f->whom || !f->thing) return;
    int told = c->thing_told[f->thing] & 3;
    // The same picture a third time adds nothing, unless all ends with it.
    if (told == 3 && sign != LAST) return;
    vg_add_thing(c, &cue, f->thing);
    // What opens and closes stories says so; a picture that comes back is used in another way.
    if (told)
        cue.deed[0] = told == 1;
    else if (f->sign == 1 || f->sign == 5)
        cue.deed[0] = sign == LAST;
    c->thing_told[f->thing] = (uint8_t)(told | 1 << cue.deed[0]);
    bool middle = sign != FIRST && sign != LAST;
    vg_plan_line *s = NULL;
    if (!middle || vg_chance(c, 60)) s = vg_compose(c, VG_FRAME_STEP, f->task, sign, &cue, i);
    if (!s && middle) s = vg_compose(c, VG_FRAME_ONWARD, f->task, VG_ANY, &cue, i);
    if (!s) vg_compose(c, VG_FRAME_STEP, f->task, sign, &cue, i);
}

// Two cards told one after the other, in one sentence; false: they do not go together.
static bool two_steps(vg_composer *c, int one, int two)
{
    const vg_fact *f = fact_at(c, one), *g = fact_at(c, two);
    vg_cue cue = {.who = f->whom, .task = f->task};
    if (!f->whom || !f->thing || !g->thing || f->thing == g->thing || c->thing_told[f->thing] ||
        c->thing_told[g->thing] || f->sign == 1 || f->sign == 5 || g->sign == 1 || g->sign == 5)
        return false;
    vg_add_thing(c, &cue, f->thing);
    vg_add_thing(c, &cue, g->thing);
    // The first must be short enough for another to come after it.
    const char *deed = c->saga->thing[f->thing].deed[cue.deed[0]].in[VG_IT];
    vg_plan_line *s =
        strpbrk(deed, ":;") ? NULL : vg_compose(c, VG_FRAME_MORE, f->task, VG_ANY, &cue, one);
    c->thing_told[f->thing] = (uint8_t)(s ? 1 << cue.deed[0] : 0);
    c->thing_told[g->thing] = (uint8_t)(s ? 1 << cue.deed[1] : 0);
    vg_hold(s, two);
    return s != NULL;
}

// `brief`: what they want is left out.
static void begin(vg_composer *c, int i, bool brief)
{
    vg_cue cue = cue_at(c, i);
    vg_compose(c, VG_FRAME_BEGUN, fact_at(c, i)->task, VG_ANY, &cue, i);
    if (!c->live && !brief) {
        vg_cue is = {.who = fact_at(c, i)->whom};
        vg_compose(c, VG_FRAME_WHO_IS, is.who, VG_ANY, &is, i);
    }
    step(c, i, FIRST);
}

// Another takes up the thread; again, if she has told of it before.
static void take_up(vg_composer *c, int i)
{
    const vg_fact *f = fact_at(c, i);
    vg_cue cue = {.who = f->who, .whom = f->with, .to = f->to, .from = f->from};
    int before = -1, again = 0;
    for (int k = i - 1; k >= c->first; k--) {
        const vg_fact *x = fact_at(c, k);
        if (x->to != f->to || (x->kind != VG_FACT_BEGUN && x->kind != VG_FACT_TOLD)) continue;
        if (before < 0) before = k;
        again |= x->who == f->who;
        if (x->kind == VG_FACT_BEGUN) break;
    }
    vg_break(c);
    vg_plan_line *s = vg_compose(c, VG_FRAME_TAKES, f->task, again, &cue, i);
    vg_ref(s, before);
    if (vg_chance(c, 50)) vg_speak(c, f->who, VG_FACT_TOLD, 0, i);
}

static void finish(vg_composer *c, int i)
{
    const vg_fact *f = fact_at(c, i);
    vg_cue cue = {.who = f->who, .whom = f->with, .to = f->to, .number = f->margin};
    int begun = i;
    while (begun > c->first &&
           !(fact_at(c, begun)->kind == VG_FACT_BEGUN && fact_at(c, begun)->to == f->to))
        begun--;
    if (cue.whom == cue.who) cue.whom = 0;
    if (!c->live) {
        vg_cue fate = {.who = f->whom};
        vg_plan_line *s = vg_compose(c, VG_FRAME_FATE, fate.who, VG_ANY, &fate, i);
        vg_ref(s, begun);
    }
    vg_break(c);
    vg_plan_line *s = vg_compose(c, VG_FRAME_ENDING, f->task, f->with != f->who, &cue, i);
    vg_ref(s, begun);
    vg_speak(c, f->who, VG_FACT_ENDING, 0, i);
}

// The fact that brought in what is taken away here, or -1.
static int told_at(const vg_composer *c, int i)
{
    for (int k = i - 1; k >= c->first; k--)
        if (fact_at(c, k)->thing == fact_at(c, i)->thing && fact_at(c, k)->to == fact_at(c, i)->to)
            return k;
    return -1;
}

// Did somebody silence this interruption before it came to anything?
static bool stilled(const vg_composer *c, int i)
{
    for (int k = i + 1; k < c->end && k < i + 6; k++)
        if (fact_at(c, k)->kind == VG_FACT_STILL && fact_at(c, k)->whom == fact_at(c, i)->who)
            return true;
    return false;
}

bool vg_story_scene(vg_composer *c, int i)
{
    const vg_fact *f = fact_at(c, i);
    vg_cue cue = cue_at(c, i);
    switch (f->kind) {
    case VG_FACT_BEGUN: begin(c, i, true); return true;
    case VG_FACT_TOLD: step(c, i, f->sign); return true;
    case VG_FACT_ENDING: finish(c, i); return true;
    case VG_FACT_UNDONE:
        vg_add_thing(c, &cue, f->thing);
        vg_ref(vg_compose(c, VG_FRAME_UNDONE, 0, VG_ANY, &cue, i), told_at(c, i));
        vg_speak(c, f->who, VG_FACT_UNDONE, 0, i);
        return true;
    case VG_FACT_SPEND:
        cue.whom = f->with;
        vg_compose(c, VG_FRAME_SPEND, 0, VG_ANY, &cue, i);
        return true;
    case VG_FACT_STIR: // what comes of it is not known yet at the table
        if (!c->live && !stilled(c, i)) vg_compose(c, VG_FRAME_STIR, 0, f->sign, &cue, i);
        return true;
    case VG_FACT_STILL:
        vg_compose(c, VG_FRAME_STILL, 0, VG_ANY, &cue, i);
        vg_speak(c, f->who, VG_FACT_STILL, 0, i);
        return true;
    case VG_FACT_BLAME:
        vg_compose(c, VG_FRAME_BLAME, 0, VG_ANY, &cue, i);
        vg_speak(c, f->whom, VG_FACT_BLAME, 1, i);
        return true;
    case VG_FACT_BOON: vg_compose(c, VG_FRAME_BOON, 0, VG_ANY, &cue, i); return true;
    case VG_FACT_WORN:
        cue.things = 1;
        vg_compose(c, VG_FRAME_WORN, 0, VG_ANY, &cue, i);
        return true;
    case VG_FACT_PRIZE: vg_compose(c, VG_FRAME_PRIZE, f->task, f->sign, &cue, i); return true;
    default: return false;
    }
}

// ---- a story -------------------------------------------------------------------

static int find_stories(const vg_composer *c, story out[MAX_STORIES])
{
    int count = 0;
    for (int i = c->first; i < c->end && count < MAX_STORIES; i++) {
        if (fact_at(c, i)->kind != VG_FACT_BEGUN) continue;
        story s = {.begun = i, .ended = -1, .until = c->end, .steps = 1};
        for (int k = i + 1; k < s.until; k++) {
            const vg_fact *f = fact_at(c, k);
            if (f->to != fact_at(c, i)->to) continue;
            if (f->kind == VG_FACT_BEGUN) s.until = k;
            if (f->kind == VG_FACT_TOLD) s.steps++;
            if (f->kind == VG_FACT_ENDING) s.ended = k, s.until = k + 1;
        }
        out[count++] = s;
    }
    return count;
}

// What comes of an ending, or of an interruption without a place, is told with the story beside
// which it happened.
static bool belongs(const vg_composer *c, const story *s, int i)
{
    const vg_fact *f = fact_at(c, i);
    int place = fact_at(c, s->begun)->to;
    switch (f->kind) {
    case VG_FACT_TOLD:
    case VG_FACT_ENDING:
    case VG_FACT_UNDONE:
    case VG_FACT_SPEND: return i < s->until && f->to == place;
    case VG_FACT_BLAME:
    case VG_FACT_BOON: // of whoever ended it, before anybody tells again
        if (s->ended < 0 || i < s->ended || f->who != fact_at(c, s->ended)->who) return false;
        for (int k = s->ended + 1; k < i; k++)
            if (fact_at(c, k)->kind == VG_FACT_TOLD || fact_at(c, k)->kind == VG_FACT_BEGUN ||
                fact_at(c, k)->kind == f->kind)
                return false;
        return true;
    case VG_FACT_STIR:
    case VG_FACT_STILL: // of whoever is about to tell of it
        if (f->to) return i < s->until && f->to == place;
        for (int k = i + 1; k < c->end && k < i + 8; k++)
            if (fact_at(c, k)->kind == VG_FACT_TOLD || fact_at(c, k)->kind == VG_FACT_BEGUN)
                return fact_at(c, k)->to == place && k < s->until &&
                       (f->margin || f->kind == VG_FACT_STILL || fact_at(c, k)->who == f->who);
        return false;
    default: return false;
    }
}

static bool is_person(const vg_composer *c, int i) { return c->by_people[i]; }

// Words of people about moves that are in no story stand where the last story before them is told.
static bool beside(const vg_composer *c, const story *s, int i)
{
    if (!is_person(c, i)) return false;
    for (int k = i; k >= c->first; k--) {
        int kind = fact_at(c, k)->kind;
        if (kind == VG_FACT_BEGUN || kind == VG_FACT_TOLD || kind == VG_FACT_ENDING)
            return k == s->begun || (k > s->begun && belongs(c, s, k));
    }
    return false;
}

// Which of its steps are told: the first, the last, and of the others things and perils first.
static void choose_steps(const vg_composer *c, const story *s, int last, uint8_t *told)
{
    int room = s->ended >= 0 ? LONG : s->scrap ? GLIMPSE : CUT;
    for (int pass = 0; pass < 3; pass++)
        for (int i = s->begun + 1; i < s->until && room > 0; i++) {
            const vg_fact *f = fact_at(c, i);
            if (f->kind != VG_FACT_TOLD || !belongs(c, s, i) || told[i - c->first]) continue;
            int rank = i == last || f->sign == 3 || f->sign == 4 ? 0 : f->sign == 2 ? 1 : 2;
            if (rank != pass) continue;
            told[i - c->first] = 1;
            room--;
        }
    // A picture that is taken away was seen before.
    for (int i = s->begun + 1; i < s->until; i++)
        if (fact_at(c, i)->kind == VG_FACT_UNDONE && belongs(c, s, i))
            for (int k = i - 1; k > s->begun; k--)
                if (fact_at(c, k)->kind == VG_FACT_TOLD && belongs(c, s, k)) {
                    told[k - c->first] = 1;
                    break;
                }
}

// The changes of teller that are told: the first, the one that brings the end, and of many one
// between them. Gives how many there are; `at` gets those three, -1 where there is none.
static void choose_takes(const vg_composer *c, const story *s, const uint8_t *told, int at[3])
{
    int teller = fact_at(c, s->begun)->who, count = 0, all[256];
    for (int i = s->begun + 1; i < s->until; i++) {
        const vg_fact *f = fact_at(c, i);
        if (f->kind != VG_FACT_TOLD || !belongs(c, s, i)) continue;
        if (f->who != teller && told[i - c->first] && count < 256) all[count++] = i;
        teller = f->who;
    }
    at[0] = count ? all[0] : -1;
    at[1] = count > 1 && s->ended >= 0 ? all[count - 1] : -1;
    at[2] = count > 3 && s->ended >= 0 ? all[count / 2] : -1;
}

// The step told after `i`, if nothing comes between; 0: none.
static int next_step(const vg_composer *c, const story *s, int i, const uint8_t *told)
{
    for (int k = i + 1; k < s->until; k++) {
        if (is_person(c, k)) return 0;
        if (!belongs(c, s, k)) continue;
        if (fact_at(c, k)->kind != VG_FACT_TOLD) return 0;
        if (told[k - c->first]) return k;
    }
    return 0;
}

static void tell(vg_composer *c, const story *s)
{
    int last = -1, takes[3], since = 0;
    bool stirred = false, spent = false;
    uint8_t *told = calloc((size_t)(c->end - c->first) + 1, 1);
    if (!told) {
        c->plan->failed = true;
        return;
    }
    for (int i = s->begun; i < s->until && s->ended >= 0; i++)
        if (fact_at(c, i)->kind == VG_FACT_TOLD && belongs(c, s, i)) last = i;
    choose_steps(c, s, last, told);
    choose_takes(c, s, told, takes);
    memset(c->thing_told, 0, sizeof c->thing_told);
    if (is_person(c, s->begun))
        vg_put_people(c, s->begun);
    else
        begin(c, s->begun, s->scrap);
    for (int i = s->begun + 1; i < c->end; i++) {
        const vg_fact *f = fact_at(c, i);
        bool mine = belongs(c, s, i);
        if (is_person(c, i) && (mine || beside(c, s, i))) {
            vg_put_people(c, i);
            since = 0;
            continue;
        }
        if (!mine) continue;
        switch (f->kind) {
        case VG_FACT_TOLD:
            if (!told[i - c->first]) break;
            if (i == takes[0] || i == takes[1] || i == takes[2]) {
                take_up(c, i);
                since = 0;
            } else if (++since > 2) {
                vg_break(c);
                since = 0;
            }
            if (i != last && vg_chance(c, 75)) {
                int next = next_step(c, s, i, told);
                bool free = next > 0 && next != last && next != takes[0] && next != takes[1] &&
                            next != takes[2];
                if (free && two_steps(c, i, next)) {
                    told[next - c->first] = 0;
                    break;
                }
            }
            step(c, i, i == last ? LAST : f->sign);
            break;
        case VG_FACT_STIR: // one in a story is enough
            if (!stirred) vg_story_scene(c, i);
            stirred = true;
            break;
        case VG_FACT_SPEND:
            if (!spent) vg_story_scene(c, i);
            spent = true;
            break;
        default:
            if (f->kind == VG_FACT_UNDONE) vg_break(c);
            vg_story_scene(c, i);
            break;
        }
    }
    free(told);
    if (s->ended >= 0) return;
    vg_break(c);
    const vg_fact *f = fact_at(c, s->begun);
    vg_cue cue = {.who = f->whom, .whom = f->who, .to = f->to};
    vg_plan_line *line = vg_compose(c, VG_FRAME_BROKEN, f->task, VG_ANY, &cue, s->begun);
    vg_ref(line, s->begun);
}

// What its name comes from: a thing somebody found in it, or what it ended or began with.
static int emblem(const vg_composer *c, const story *s)
{
    int best = s->begun, worth = -1;
    for (int i = s->begun; i < s->until; i++) {
        const vg_fact *f = fact_at(c, i);
        if (i != s->begun && (f->kind != VG_FACT_TOLD || !belongs(c, s, i))) continue;
        int w = f->sign == 3 ? 4 : f->sign == 4 ? 3 : 1;
        if (w > worth) worth = w, best = i;
    }
    return fact_at(c, best)->thing;
}

static void head(vg_composer *c, const story *s)
{
    vg_plan_chapter *chapter = &c->plan->chapter[c->chapter];
    const vg_fact *f = fact_at(c, s->begun);
    vg_cue cue = {.who = f->whom, .whom = f->who, .to = f->to, .things = 1};
    cue.thing[0] = (uint8_t)emblem(c, s);
    chapter->title = vg_title(c, VG_FRAME_HEAD, f->task, VG_ANY, &cue);
    chapter->ends = s->ended >= 0;
    chapter->broken = s->ended < 0;
    if (s->ended >= 0)
        for (int i = s->begun; i < s->ended; i++)
            if (fact_at(c, i)->kind == VG_FACT_TOLD && belongs(c, s, i))
                chapter->kept = fact_at(c, i)->thing;
}

// While this one was told another had begun: the reader turns the page.
static void hook(vg_composer *c, const story *now, const story *next)
{
    if (now->ended < 0 || next->begun > now->ended) return;
    const vg_fact *f = fact_at(c, next->begun);
    vg_cue cue = {.who = f->who, .whom = f->whom, .to = f->to, .task = f->task};
    vg_break(c);
    vg_plan_line *s = vg_compose(c, VG_FRAME_HOOK, f->task, VG_ANY, &cue, next->begun);
    vg_ref(s, next->begun);
}

// ---- the whole -------------------------------------------------------------------

static void opening(vg_composer *c)
{
    int hero = c->main[0], cast = vg_cast_of(c, hero);
    vg_cue cue = {.who = (uint8_t)hero, .whom = c->main[1]};
    if (!hero) return;
    cue.to = fact_at(c, cast)->to;
    vg_hold(vg_compose(c, VG_FRAME_OPENING, 0, VG_ANY, &cue, cast), vg_cast_of(c, cue.whom));
    vg_describe(c, hero, cast);
    if (c->main[1]) vg_describe(c, c->main[1], vg_cast_of(c, c->main[1]));
    vg_foretell(c, hero);
    vg_break(c);
}

// What each has in the end, shown or not.
static void belongings(vg_composer *c, int from)
{
    for (int k = 0; k < 4; k++) {
        vg_cue cue = {.who = c->main[k]};
        int held[VG_DEEDS], count = 0;
        for (int i = from; cue.who && i < c->end; i++) {
            const vg_fact *f = fact_at(c, i);
            if (f->kind != VG_FACT_WORN || f->who != cue.who || count == VG_DEEDS) continue;
            cue.thing[count] = f->thing;
            held[count++] = i;
            cue.number = f->margin;
        }
        if (!count) continue;
        cue.things = (uint8_t)count;
        // Sign 3: these are not all.
        int sign = cue.number > count ? 3 : count - 1;
        vg_plan_line *s = vg_compose(c, VG_FRAME_WORN, 0, sign, &cue, held[0]);
        for (int n = 1; n < count; n++) vg_hold(s, held[n]);
    }
}

static void epilogue(vg_composer *c, int prize)
{
    vg_plan_chapter *chapter = &c->plan->chapter[c->chapter];
    const vg_fact *f = fact_at(c, prize);
    chapter->epilogue = chapter->ends = true;
    vg_cue cue = {.who = c->main[0], .whom = c->main[1]}, won = cue_at(c, prize);
    vg_plan_line *s = vg_compose(c, VG_FRAME_LAST, 0, f->task, &cue, vg_cast_of(c, c->main[0]));
    vg_hold(s, vg_cast_of(c, c->main[1]));
    vg_hold(s, prize);
    int shown = prize;
    while (shown > c->first && fact_at(c, shown - 1)->entry == f->entry) shown--;
    belongings(c, shown);
    vg_break(c);
    won.number = f->margin;
    vg_compose(c, VG_FRAME_PRIZE, 0, f->sign, &won, prize);
    vg_speak(c, f->who, VG_FACT_PRIZE, 0, prize);
    vg_break(c);
    vg_tie_up(c, EPILOGUE_WRONGS);
    vg_break(c);
    for (int k = 3; k >= 0; k--) {
        if (!c->main[k]) continue;
        vg_cue fate = {.who = c->main[k]};
        vg_compose(c, VG_FRAME_FATE, c->main[k], c->main[k] == f->who, &fate,
                   vg_cast_of(c, c->main[k]));
    }
    vg_break(c);
    s = vg_compose(c, VG_FRAME_CLOSING, 0, VG_ANY, &cue, vg_cast_of(c, c->main[0]));
    vg_hold(s, vg_cast_of(c, c->main[1]));
}

// The next to tell: by when they ended, then those that never did as they began; the least last.
static int next_story(const story *all, int count)
{
    int best = -1;
    long least = 0;
    for (int i = 0; i < count; i++) {
        long when = all[i].ended >= 0 ? all[i].ended
                    : !all[i].scrap   ? 1000000L + all[i].begun
                                      : 2000000L + all[i].begun;
        if (all[i].told || (best >= 0 && when >= least)) continue;
        best = i;
        least = when;
    }
    return best;
}

// Of those nobody ended only the furthest have a chapter each; a reader has enough of stories that
// stop, so the rest share one.
static void find_scraps(story *all, int count)
{
    for (int i = 0; i < count; i++) {
        int further = 0;
        for (int k = 0; k < count; k++)
            further += all[k].ended < 0 &&
                       (all[k].steps > all[i].steps || (all[k].steps == all[i].steps && k < i));
        all[i].scrap = all[i].ended < 0 && (all[i].steps <= SCRAP || further >= BROKEN);
    }
}

void vg_compose_stories(vg_composer *c)
{
    story all[MAX_STORIES];
    int count = find_stories(c, all), prize = -1, now, game = fact_at(c, c->first)->game;
    bool first = true, scraps = false;
    find_scraps(all, count);
    for (int i = c->first; i < c->end; i++)
        if (fact_at(c, i)->kind == VG_FACT_PRIZE) prize = i;
    while ((now = next_story(all, count)) >= 0 && !c->plan->failed) {
        story *s = &all[now];
        if (!s->scrap || !scraps) {
            if (!vg_new_chapter(c, game)) return;
            head(c, s);
        }
        if (s->scrap && scraps &&
            c->plan->chapter[c->chapter].broken) { // the name is no longer of one
            vg_plan_chapter *chapter = &c->plan->chapter[c->chapter];
            vg_cue none = {0};
            chapter->title = vg_title(c, VG_FRAME_HEAD, 0, LAST, &none);
            chapter->broken = false;
            chapter->ends = true;
        }
        scraps |= s->scrap;
        vg_break(c);
        if (first) {
            opening(c);
            for (int i = c->first; i < s->begun; i++) // before any story
                if (is_person(c, i) && fact_at(c, i)->kind != VG_FACT_BEGUN) {
                    bool none = true;
                    for (int k = 0; k < count; k++) none &= !beside(c, &all[k], i);
                    if (none) vg_put_people(c, i);
                }
        }
        first = false;
        tell(c, s);
        s->told = true;
        now = next_story(all, count);
        if (now >= 0) hook(c, s, &all[now]);
    }
    if (first) { // nobody told anything
        if (!vg_new_chapter(c, game)) return;
        opening(c);
    }
    if (prize >= 0 && vg_new_chapter(c, game)) epilogue(c, prize);
    for (int i = c->first; i < c->end; i++) // whatever else people wrote
        if (is_person(c, i)) vg_put_people(c, i);
}
