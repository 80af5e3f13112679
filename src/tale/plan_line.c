// plan_line.c: which line says a thing: fresh ones first, with what happened before taken up in it.
#include "tale/plan_parts.h"

#include <stdlib.h>
#include <string.h>

// ---- chance, lists ---------------------------------------------------------

uint64_t vg_mix(uint64_t h, uint64_t x)
{
    h = (h ^ x) * 0x9e3779b97f4a7c15u;
    return h ^ h >> 29;
}

uint64_t vg_roll(vg_composer *c)
{
    c->dice += 0x9e3779b97f4a7c15u; // SplitMix64
    uint64_t z = c->dice ^ c->seed;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (z ^ z >> 31) >> 11;
}

bool vg_chance(vg_composer *c, int of100) { return vg_roll(c) % 100 < (unsigned)of100; }

static vg_plan_line *push(vg_composer *c)
{
    vg_plan *p = c->plan;
    if (p->count == p->room) {
        int more = p->room ? 2 * p->room : 64;
        vg_plan_line *bigger = realloc(p->sentence, (size_t)more * sizeof *bigger);
        if (!bigger) {
            p->failed = true;
            return NULL;
        }
        p->sentence = bigger;
        p->room = more;
    }
    vg_plan_line *s = &p->sentence[p->count++];
    *s = (vg_plan_line){.chapter = c->chapter, .paragraph = c->paragraph, .entry = -1};
    return s;
}

void vg_break(vg_composer *c)
{
    const vg_plan *p = c->plan;
    if (p->count && p->sentence[p->count - 1].chapter == c->chapter &&
        p->sentence[p->count - 1].paragraph == c->paragraph)
        c->paragraph++;
}

void vg_ref(vg_plan_line *s, int fact)
{
    if (s && fact >= 0 && s->refs < VG_SENTENCE_REFS) s->ref[s->refs++] = fact;
}

void vg_hold(vg_plan_line *s, int fact)
{
    if (s && fact >= 0 && s->facts < VG_SENTENCE_FACTS) s->fact[s->facts++] = fact;
}

int vg_cast_of(const vg_composer *c, int person)
{
    for (int i = c->first; i < c->end; i++)
        if (c->fact[i].kind == VG_FACT_CAST && c->fact[i].who == person) return i;
    return -1;
}

void vg_add_thing(vg_composer *c, vg_cue *cue, int thing)
{
    if (!thing || cue->things == VG_DEEDS) return;
    // A picture that comes back is used in another way.
    int nth =
        c->thing_told[thing] ? c->thing_told[thing] : (int)(vg_mix(c->seed, (uint64_t)thing) % 2);
    cue->deed[cue->things] = (uint8_t)(nth % 2);
    cue->thing[cue->things++] = (uint8_t)thing;
    c->thing_told[thing] = (uint8_t)(nth + 1);
}

// ---- choosing a line -------------------------------------------------------------

// ", e ..." at the end of everything soon tires.
static bool has_cadence(const char *pattern)
{
    return pattern && (strstr(pattern, ", e ") || strstr(pattern, ", ed "));
}

static bool has_colon(const vg_saga *saga, const vg_cue *cue)
{
    for (int k = 0; k < cue->things; k++) {
        const char *deed = saga->thing[cue->thing[k]].deed[cue->deed[k]].in[VG_IT];
        if (deed && strchr(deed, ':')) return true;
    }
    return false;
}

// The next word of a pattern, or of a verb in it; past holes. NULL: there is none.
static const char *next_word(const char *at, size_t *length)
{
    while (*at && !(*at >= 'a' && *at <= 'z')) at += *at == '{' ? strcspn(at, "}") : 1;
    *length = 0;
    while ((at[*length] >= 'a' && at[*length] <= 'z') || (at[*length] & 0x80)) ++*length;
    return *length ? at : NULL;
}

// Words nobody hears twice.
static bool is_light(const char *word)
{
    static const char *const light[] = {"avev",  "nell",  "dall",  "dell",  "sull",
                                        "quel",  "quest", "which", "whose", "where",
                                        "there", "their", "would"};
    for (size_t i = 0; i < sizeof light / sizeof light[0]; i++)
        if (strncmp(word, light[i], strlen(light[i])) == 0) return true;
    return false;
}

// Do two patterns that are to stand in one sentence have a word of some weight in common? "Che
// aveva cominciato una storia, raccontò una storia."
bool vg_echoes(const char *one, const char *two)
{
    enum { STEM = 5 };
    size_t n, m;
    for (const char *a = one; (a = next_word(a, &n)) != NULL; a += n) {
        if (n < STEM || is_light(a)) continue;
        for (const char *b = two; (b = next_word(b, &m)) != NULL; b += m)
            if (m >= STEM && strncmp(a, b, STEM) == 0) return true;
    }
    return false;
}

// Does a picture say a word, by its deed or its title, that the line it is to stand in says too?
static bool picture_echoes(const vg_saga *saga, const vg_cue *cue, const char *pattern)
{
    bool deeds = strstr(pattern, "deed"), titles = strstr(pattern, "{card");
    for (int k = 0; k < cue->things; k++) {
        const char *deed = saga->thing[cue->thing[k]].deed[cue->deed[k]].in[VG_IT];
        if (deeds && deed && vg_echoes(deed, pattern)) return true;
        if (titles && vg_echoes(saga->title(cue->thing[k])->in[VG_IT], pattern)) return true;
    }
    return false;
}

// Does a pattern name this one of the cue's other persons?
static bool names(const char *pattern, const char *role)
{
    for (const char *at = pattern; (at = strchr(at, '{')) != NULL; at++) {
        vg_hole h = vg_read_hole(at);
        if (!h.forms && strcmp(h.fact, role) == 0) return true;
    }
    return false;
}

static bool takes_that(const char *pattern)
{
    return strstr(pattern, "{who,}") || strstr(pattern, "{Who,}");
}

const vg_line *vg_choose(vg_composer *c, vg_frame_id frame, int task, int sign, const vg_cue *cue)
{
    const vg_line *best = NULL;
    int most = -1, count = 0;
    for (int i = 0; i < c->saga->lines; i++) {
        const vg_line *l = &c->saga->line[i];
        if (l->frame != frame || c->used[i]) continue;
        if (l->task && l->task != task) continue;
        if (l->sign != VG_ANY && l->sign != sign) continue;
        if (!vg_can_say(c->saga, l->words.in[VG_IT], cue)) continue;
        // Not the same cadence twice running, unless there is nothing else and it must be said.
        bool tires = c->cadence && has_cadence(l->words.in[VG_IT]);
        if (tires && frame != VG_FRAME_REST && frame != VG_FRAME_DECIDED) continue;
        // A colon within what follows a colon is hard to read.
        bool colons = cue->things && strstr(l->words.in[VG_IT], "deed") &&
                      strchr(l->words.in[VG_IT], ':') && has_colon(c->saga, cue);
        bool echo = cue->things && picture_echoes(c->saga, cue, l->words.in[VG_IT]);
        // Fresh ones first, and those made for just this.
        int worth = 600 - 20 * (c->worn[i] < 9 ? c->worn[i] : 9) + (l->task ? 3 : 0) - 300 * tires -
                    150 * (colons + echo);
        if (worth > most) count = 0, most = worth;
        if (worth == most && vg_roll(c) % (unsigned)++count == 0) best = l;
    }
    return best;
}

// How well it serves to bring this fact to mind again; 0: not at all.
static int worth_recalling(int kind)
{
    switch (kind) {
    case VG_FACT_FALL:
    case VG_FACT_SPRUNG:
    case VG_FACT_RESCUE: return 6;
    case VG_FACT_SLIP:
    case VG_FACT_KEEP: return 5;
    case VG_FACT_DECIDED:
    case VG_FACT_BANISH:
    case VG_FACT_RISE: return 4;
    case VG_FACT_QUEST:
    case VG_FACT_TASK: return 3;
    case VG_FACT_HELP: return 2;
    case VG_FACT_FOIL:
    case VG_FACT_OUTRUN:
    case VG_FACT_ROB:
    case VG_FACT_UNDONE: return 6;
    case VG_FACT_ENDING:
    case VG_FACT_GAIN:
    case VG_FACT_BEAT:
    case VG_FACT_BLAME: return 4;
    case VG_FACT_BEGUN: return 3;
    default: return 1;
    }
}

// Finds an earlier fact about `who` that a relative clause in this line can take up.
static void recall(vg_composer *c, const vg_line *line, vg_cue *cue, int before, int *found)
{
    int best = 0;
    *found = -1;
    for (int k = before - 1; k >= c->first; k--) {
        const vg_fact *f = &c->fact[k];
        if (c->referred[k] || (f->who != cue->who && f->whom != cue->who)) continue;
        // The same place twice in a sentence reads badly.
        if (cue->to && (f->to == cue->to || f->from == cue->to)) continue;
        if (cue->from && (f->to == cue->from || f->from == cue->from)) continue;
        for (int i = 0; i < c->saga->lines; i++) {
            const vg_line *l = &c->saga->line[i];
            if (l->frame != VG_FRAME_THAT || l->kind != f->kind || c->used[i]) continue;
            if ((l->role ? f->whom : f->who) != cue->who) continue;
            if (l->task && l->task != f->task) continue;
            if (l->sign != VG_ANY && l->sign != f->sign) continue;
            vg_cue about = vg_cue_of(f);
            if (!vg_can_say(c->saga, l->words.in[VG_IT], &about)) continue;
            // A deed with clauses of its own would get lost in a clause.
            if (strstr(l->words.in[VG_IT], "deed") &&
                (strchr(c->saga->thing[f->thing].deed[0].in[VG_IT], ',') ||
                 strstr(c->saga->thing[f->thing].deed[0].in[VG_IT], " che ")))
                continue;
            int other = l->role ? f->who : f->whom;
            // Nobody has their name twice in a sentence, nor has a word of weight two places in it.
            bool again = false;
            for (int lang = 0; lang < VG_LANG_COUNT; lang++) {
                const char *said = line->words.in[lang], *that = l->words.in[lang];
                bool named = names(that, l->role ? "who" : "whom");
                again |= named && ((other == cue->whom && names(said, "whom")) ||
                                   (other == cue->with && names(said, "with")));
                again |= vg_echoes(that, said);
            }
            if (again) continue;
            int worth =
                10 * worth_recalling(f->kind) + (l->task ? 2 : 0) - 5 * c->worn[i] +
                (other && other != cue->who && (other == cue->whom || other == cue->with) ? 25
                                                                                          : 0) +
                (int)(vg_roll(c) % 8);
            if (worth <= best) continue;
            best = worth;
            *found = k;
            cue->that = l;
            cue->about = *f;
        }
    }
}

void vg_wear(vg_composer *c, const vg_line *l)
{
    int i = (int)(l - c->saga->line);
    c->used[i] = 1;
    if (c->worn[i] < 255) c->worn[i]++;
}

// Does a line of this frame say what somebody did then, so that "but" and "then" make sense?
static bool acts(vg_frame_id frame)
{
    switch ((int)frame) {
    case VG_FRAME_GO:
    case VG_FRAME_WENT:
    case VG_FRAME_ROUSE:
    case VG_FRAME_BACKED:
    case VG_FRAME_SNARE:
    case VG_FRAME_ANSWER:
    case VG_FRAME_CLASH:
    case VG_FRAME_BLOW:
    case VG_FRAME_HELP:
    case VG_FRAME_MORE:
    case VG_FRAME_GAIN:
    case VG_FRAME_ROB:
    case VG_FRAME_FOIL:
    case VG_FRAME_BEAT: return true;
    default: return false;
    }
}

// Whose side somebody is on, from 1; where each is for themselves, their own.
static int side_of(const vg_composer *c, int person)
{
    if (!person) return 0;
    return 1 + (c->saga->form == VG_FORM_CONTEST ? person : c->saga->person[person].side);
}

// A word in front that says how this follows from what was said before.
static int lead_for(vg_composer *c, vg_frame_id frame, const vg_words *words, const vg_cue *cue,
                    bool fresh)
{
    const char *pattern = words->in[VG_IT];
    int side = side_of(c, cue->who), lead = VG_LEAD_NONE;
    if (c->lead_last || c->live || !acts(frame)) return VG_LEAD_NONE;
    for (int lang = 0; lang < VG_LANG_COUNT; lang++) // it comes before who does it
        if (strncmp(words->in[lang], "{who}", 5) != 0 && strncmp(words->in[lang], "{who,}", 6) != 0)
            return VG_LEAD_NONE;
    if (fresh)
        lead = c->plan->count && vg_chance(c, 30) ? VG_LEAD_MEANWHILE : VG_LEAD_NONE;
    else if (side && c->last_side && side != c->last_side)
        lead = vg_chance(c, 45) ? VG_LEAD_BUT : VG_LEAD_NONE;
    else if (side && !strstr(pattern, "poi") && !strstr(pattern, "} non ") && vg_chance(c, 25))
        lead = vg_chance(c, 50) ? VG_LEAD_THEN : VG_LEAD_SO;
    return lead;
}

vg_plan_line *vg_compose(vg_composer *c, vg_frame_id frame, int task, int sign, const vg_cue *given,
                         int at)
{
    vg_cue cue = *given;
    const vg_line *l = vg_choose(c, frame, task, sign, &cue);
    if (!l) return NULL;
    int about = -1;
    if (!c->live && cue.who && takes_that(l->words.in[VG_IT]) && c->since_that > 0 &&
        vg_chance(c, 85)) {
        // Not what was told a moment ago: from the scenes before.
        int before = at < 0 ? c->end : at;
        while (c->saga->form == VG_FORM_ROAD && before > c->first &&
               c->fact[before - 1].kind != VG_FACT_WAKE && c->fact[before - 1].kind != VG_FACT_JOIN)
            before--;
        recall(c, l, &cue, before, &about);
    }
    const vg_plan *p = c->plan;
    bool fresh = !p->count || p->sentence[p->count - 1].chapter != c->chapter ||
                 p->sentence[p->count - 1].paragraph != c->paragraph;
    int lead = lead_for(c, frame, &l->words, &cue, fresh);
    vg_plan_line *s = push(c);
    if (!s) return NULL;
    s->words = &l->words;
    s->frame = (uint8_t)frame;
    s->lead = (uint8_t)lead;
    s->cue = cue;
    vg_wear(c, l);
    if (at >= 0) vg_hold(s, at);
    c->since_that++;
    c->since_quote++;
    // Somebody speaks in it already: not another straight after.
    if (!cue.quote && strstr(l->words.in[VG_IT], "«") && c->since_quote > 2) c->since_quote = 2;
    if (about >= 0) {
        vg_wear(c, cue.that);
        c->referred[about] = 1;
        c->since_that = 0;
        vg_ref(s, about);
    }
    c->cadence =
        has_cadence(l->words.in[VG_IT]) || (cue.quote && has_cadence(cue.quote->in[VG_IT]));
    for (int k = 0; k < cue.things; k++)
        c->cadence |= has_cadence(c->saga->thing[cue.thing[k]].deed[cue.deed[k]].in[VG_IT]);
    c->lead_last = lead != VG_LEAD_NONE;
    c->last_side = (uint8_t)side_of(c, cue.who);
    return s;
}

void vg_put_people(vg_composer *c, int at)
{
    for (int i = 0; i < c->plan->count; i++)
        if (!c->plan->sentence[i].words && c->plan->sentence[i].entry == c->fact[at].entry) return;
    vg_break(c);
    vg_plan_line *s = push(c);
    if (!s) return;
    s->entry = c->fact[at].entry;
    vg_hold(s, at);
    c->paragraph++;
    c->last_side = 0;
    c->lead_last = false;
}

// ---- what is said beside what happens ---------------------------------------------

void vg_speak(vg_composer *c, int person, int kind, int role, int at)
{
    if (!person || c->live || c->since_quote < 3 || c->quotes >= 4) return;
    int fit = -1, count = 0;
    for (int i = 0; i < c->saga->quotes; i++) {
        const vg_quote *q = &c->saga->quote[i];
        if (c->cadence && has_cadence(q->words.in[VG_IT])) continue;
        if (q->who == person && q->kind == kind && q->role == role && !c->quote_used[i] &&
            vg_roll(c) % (unsigned)++count == 0)
            fit = i;
    }
    if (fit < 0) return;
    vg_cue cue = {.who = (uint8_t)person, .quote = &c->saga->quote[fit].words};
    vg_plan_line *s = vg_compose(c, VG_FRAME_SAID, 0, VG_ANY, &cue, at);
    if (!s) return;
    s->spoken = true;
    vg_hold(s, vg_cast_of(c, person));
    c->quote_used[fit] = 1;
    c->since_quote = 0;
    c->quotes++;
}

// What there was between the two before all this.
void vg_tell_bond(vg_composer *c, int one, int two, int at)
{
    if (c->live || !one || !two) return;
    for (int i = 0; i < c->saga->bonds; i++) {
        const vg_bond *b = &c->saga->bond[i];
        bool these = (b->who == one && b->whom == two) || (b->who == two && b->whom == one);
        if (!these || c->bond_used[i] || (c->cadence && has_cadence(b->words.in[VG_IT]))) continue;
        vg_plan_line *s = push(c);
        if (!s) return;
        s->words = &b->words;
        s->cue = (vg_cue){.who = b->who, .whom = b->whom};
        vg_hold(s, at);
        vg_hold(s, vg_cast_of(c, b->who));
        vg_hold(s, vg_cast_of(c, b->whom));
        c->bond_used[i] = 1;
        c->cadence = has_cadence(b->words.in[VG_IT]);
        c->lead_last = false;
        c->since_that++;
        c->since_quote++;
        return;
    }
}

bool vg_is_main(const vg_composer *c, int person)
{
    for (int i = 0; i < 4; i++)
        if (person && c->main[i] == person) return true;
    return false;
}

// What a person of some weight wants, once in the book.
void vg_describe(vg_composer *c, int person, int at)
{
    if (c->live || !person || c->described >> person & 1) return;
    vg_cue cue = {.who = (uint8_t)person};
    if (vg_compose(c, VG_FRAME_WHO_IS, person, VG_ANY, &cue, at)) c->described |= 1u << person;
}

// Something that will happen to the hero, before its time; not always.
void vg_foretell(vg_composer *c, int hero)
{
    int best = 0, found = -1;
    const vg_line *line = NULL;
    if (!vg_chance(c, 60)) return;
    for (int k = c->first; k < c->end; k++)
        for (int i = 0; i < c->saga->lines; i++) {
            const vg_fact *f = &c->fact[k];
            const vg_line *l = &c->saga->line[i];
            if (l->frame != VG_FRAME_FORETOLD || l->kind != f->kind) continue;
            if ((l->role ? f->whom : f->who) != hero) continue;
            if (l->sign != VG_ANY && l->sign != f->sign) continue;
            vg_cue cue = {.who = f->who, .whom = f->whom, .from = f->from, .to = f->to};
            if (!vg_can_say(c->saga, l->words.in[VG_IT], &cue)) continue;
            int worth = 10 * worth_recalling(f->kind) + (int)(vg_roll(c) % 10);
            if (worth > best) best = worth, found = k, line = l;
        }
    vg_plan_line *s = found < 0 ? NULL : push(c);
    if (!s) return;
    const vg_fact *f = &c->fact[found];
    s->words = &line->words;
    s->frame = VG_FRAME_FORETOLD;
    s->cue = (vg_cue){.who = f->who, .whom = f->whom, .from = f->from, .to = f->to};
    vg_ref(s, found);
    vg_wear(c, line);
    c->cadence = has_cadence(line->words.in[VG_IT]);
}
