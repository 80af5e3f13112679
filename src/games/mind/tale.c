// tale.c: the facts of FantasyMind as somebody who tells them needs them, and their words.
//
// Persons are the characters, things the stones. Everything lies open, so who leads is what the
// rules would say if the game ended now.
#include "games/mind/mind.h"

static int person(const mind_state *s, int seat) { return s->character[seat]; }

static void standing(const mind_state *s, vg_facts *l, bool over)
{
    vg_score score = {0};
    uint8_t who[MIND_SEATS];
    for (int p = 0; p < s->seats; p++) {
        who[p] = (uint8_t)person(s, p);
        if (!who[p]) return; // not all are there yet
    }
    mind_score(s, &score);
    if (over)
        vg_fact_prize(l, &score, s->seats, who);
    else
        vg_fact_lead(l, &score, s->seats, who);
}

int mind_facts(const void *view, int seat, const vg_event *event, int count,
               vg_fact out[VG_MAX_FACTS])
{
    const mind_state *s = view;
    vg_facts l = {.out = out, .seat = seat};
    vg_fact *f;
    bool rows = false;
    for (int i = 0; i < count; i++) {
        const vg_event *e = &event[i];
        switch (e->kind) {
        case MIND_EVENT_CHARACTER:
            vg_fact_pair(&l, VG_FACT_CAST, e->arg[0], 0, 0)->seat = e->seat;
            break;
        case MIND_EVENT_WON:
            f = vg_fact_pair(&l, VG_FACT_BEAT, person(s, e->seat), person(s, e->arg[0]), 0);
            f->margin = (uint8_t)(e->arg[1] - e->arg[2]);
            f->sign = e->arg[1] - e->arg[2] > 1;
            break;
        case MIND_EVENT_TIED:
            vg_fact_pair(&l, VG_FACT_EVEN, person(s, e->seat), person(s, e->arg[0]), 0);
            break;
        case MIND_EVENT_GAVE: // to whoever beat them, or asked
            f = vg_fact_pair(&l, VG_FACT_ROB, person(s, e->arg[0]), person(s, e->seat), 0);
            f->thing = (uint8_t)e->arg[1];
            break;
        case MIND_EVENT_GIFT:
            f = vg_fact_pair(&l, VG_FACT_GAIN, person(s, e->seat), 0, 0);
            f->thing = (uint8_t)e->arg[0];
            break;
        case MIND_EVENT_NEW_ROW:
        case MIND_EVENT_BESIDE:
        case MIND_EVENT_MOVED:
        case MIND_EVENT_RETURNED: rows = true; break;
        case MIND_EVENT_OVER: standing(s, &l, true); return l.count;
        default: break; // nothing in it asks to be told
        }
    }
    if (rows) standing(s, &l, false);
    return l.count;
}

// ---- words ----

enum {
    OF_GNOMO = 1, // as cards.def has them
    OF_LADRA,
    OF_FOLLETTO,
    OF_SIRENA,
    OF_CAVALIERE,
    OF_ORACOLO,
    OF_STREGA,
    OF_ALCHIMISTA,
    OF_DRAGO,
    OF_GIGANTE
};

#define PERSON(it, en, gender)                                                                     \
    {                                                                                              \
        {VG_WORDS(it, en), gender}, {VG_WORDS(it, en), gender}, 0, 0                               \
    }
static const vg_persona persons[MIND_CHARACTERS + 1] = {
    {.side = 0},
    PERSON("lo Gnomo", "the Gnome", VG_HE),
    PERSON("la Ladra", "the Thief", VG_SHE),
    PERSON("il Folletto", "the Sprite", VG_HE),
    PERSON("la Sirena", "the Mermaid", VG_SHE),
    PERSON("il Cavaliere", "the Knight", VG_HE),
    PERSON("l'Oracolo", "the Oracle", VG_HE),
    PERSON("la Strega", "the Witch", VG_SHE),
    PERSON("l'Alchimista", "the Alchemist", VG_HE),
    PERSON("il Drago", "the Dragon", VG_HE),
    PERSON("il Gigante", "the Giant", VG_HE),
};
#undef PERSON

static const vg_words *title(int thing) { return &mind_stones[thing].a; }

static const vg_picture pictures[MIND_COLOURS + 1];

#include "engine/tale_lines.h"
static const vg_line lines[] = {
#include "games/mind/tale_lines.def"
};

const vg_saga mind_saga = {
    .form = VG_FORM_CONTEST,
    .persons = MIND_CHARACTERS,
    .things = MIND_COLOURS,
    .person = persons,
    .title = title,
    .thing = pictures,
    .line = lines,
    .lines = sizeof lines / sizeof lines[0],
};
