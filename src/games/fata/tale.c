// tale.c: the facts of F.A.T.A. as somebody who tells them needs them, and their words.
//
// Persons are the characters; until one is turned up it is a mask, by its seat, and a book, which
// knows the whole, gives the mask its face (VG_FACT_UNMASK). Things are treasures, then visions.
#include "games/fata/fata.h"

enum { MASK = 13, PERSONS = 17 }; // the mask of seat 0; twelve characters come before

static int mask(int seat) { return MASK + seat; }
static int vision(int kind) { return FATA_TREASURES + kind; }

static int character(const fata_state *s, int lineage)
{
    const fata_edition *ed = fata_ed(s);
    return (int)(fata_character_of(ed, s->seats, lineage) - ed->character) + 1;
}

static void unmask(const fata_state *s, int seat, int lineage, vg_facts *l)
{
    vg_fact *f = vg_fact_pair(l, VG_FACT_UNMASK, character(s, lineage), mask(seat), 0);
    f->task = (uint8_t)lineage;
    f->seat = (int8_t)seat;
}

static void points(const fata_state *s, vg_facts *l, bool end)
{
    vg_score score = {0};
    uint8_t person[FATA_SEATS];
    for (int p = 0; p < s->seats; p++) {
        person[p] = (uint8_t)mask(p);
        if (!end) score.points[p] = s->points[p];
    }
    if (end) fata_score(s, &score);
    if (!end)
        vg_fact_lead(l, &score, s->seats, person);
    else
        vg_fact_prize(l, &score, s->seats, person);
}

static void ended(const fata_state *s, vg_facts *l)
{
    for (int p = 0; p < s->seats; p++)
        if (!s->shown[p] && s->lineage[p]) unmask(s, p, s->lineage[p], l);
    points(s, l, true);
}

static void treasure(const fata_state *s, vg_fact_kind kind, int who, int whom, int id, vg_facts *l)
{
    vg_fact *f = vg_fact_pair(l, kind, mask(who), whom < 0 ? 0 : mask(whom), 0);
    if (id < 1 || id > FATA_TREASURES) return;
    int value = fata_ed(s)->treasure[id].value;
    f->thing = (uint8_t)id;
    f->margin = (uint8_t)(value > 0 ? value : 0);
    f->sign = kind == VG_FACT_GAIN ? value == 3 : kind == VG_FACT_ALMS ? value < 0 : 1;
}

int fata_facts(const void *view, int seat, const vg_event *event, int count,
               vg_fact out[VG_MAX_FACTS])
{
    const fata_state *s = view;
    vg_facts l = {.out = out, .seat = seat};
    bool over = false;
    for (int i = 0; i < count; i++) {
        const vg_event *e = &event[i];
        switch (e->kind) {
        case FATA_EVENT_START:
            for (int p = 0; p < s->seats; p++)
                vg_fact_pair(&l, VG_FACT_CAST, mask(p), 0, 0)->seat = VG_NOBODY;
            break;
        case FATA_EVENT_TOOK: treasure(s, VG_FACT_GAIN, e->seat, -1, e->arg[0], &l); break;
        case FATA_EVENT_GAVE: treasure(s, VG_FACT_ALMS, e->seat, e->arg[0], e->arg[1], &l); break;
        case FATA_EVENT_ROBBED:
            treasure(s, VG_FACT_ROB, e->seat, e->arg[0], e->veiled ? 0 : e->arg[1], &l);
            break;
        case FATA_EVENT_STOLE:
            vg_fact_pair(&l, VG_FACT_CROSS, mask(e->seat), mask(e->arg[0]), 0)->thing =
                (uint8_t)vision(e->arg[1]);
            break;
        case FATA_EVENT_OUT: {
            unmask(s, e->seat, e->arg[0], &l);
            vg_fact *f = vg_fact_pair(&l, VG_FACT_OUT, mask(e->seat), 0, 0);
            if (s->turn != e->seat) f->whom = (uint8_t)mask(s->turn);
            break;
        }
        case FATA_EVENT_REVEALED: unmask(s, e->seat, e->arg[0], &l); break;
        case FATA_EVENT_QUEEN:
            if (e->arg[0] == 1) {
                vg_fact_add(&l, VG_FACT_TIDE);
                points(s, &l, false);
            } else {
                over = true;
            }
            break;
        case FATA_EVENT_RIVAL:
        case FATA_EVENT_ALONE: over = true; break;
        default: break; // nothing in it asks to be told
        }
    }
    if (over) ended(s, &l);
    return l.count;
}

// ---- words ----

#define PERSON(it, en, gender)                                                                     \
    {                                                                                              \
        {VG_WORDS(it, en), gender}, {VG_WORDS(it, en), gender}, 0, 0                               \
    }
#define NAMED(name, gender) PERSON(name, name, gender)
static const vg_persona persons[PERSONS + 1] = {
    {.side = 0},
    NAMED("Ardea", VG_SHE), // as cards.def has them
    NAMED("Silvano", VG_HE),
    NAMED("Ondina", VG_SHE),
    NAMED("Brando", VG_HE),
    NAMED("Nottola", VG_SHE),
    NAMED("Muschia", VG_SHE),
    NAMED("Rivo", VG_HE),
    NAMED("Favilla", VG_SHE),
    NAMED("Alba", VG_SHE),
    NAMED("Corvino", VG_HE),
    NAMED("Ginepra", VG_SHE),
    NAMED("Marino", VG_HE),
    PERSON("l'incantatore del primo seggio", "the enchanter of the first seat", VG_HE),
    PERSON("l'incantatrice del secondo seggio", "the enchantress of the second seat", VG_SHE),
    PERSON("l'incantatore del terzo seggio", "the enchanter of the third seat", VG_HE),
    PERSON("l'incantatrice del quarto seggio", "the enchantress of the fourth seat", VG_SHE),
    PERSON("l'incantatore del quinto seggio", "the enchanter of the fifth seat", VG_HE),
};
#undef NAMED
#undef PERSON

static const vg_name tasks[FATA_LINEAGES + 1] = {
#define LINEAGE(id, slug, name, it, en) [FATA_##id] = {.words = VG_WORDS(name, name)},
#include "games/fata/cards.def"
#undef LINEAGE
};

static const vg_words *title(int thing)
{
    const fata_edition *ed = &fata_editions[0];
    return thing <= FATA_TREASURES ? &ed->treasure[thing].name
                                   : &ed->card[thing - FATA_TREASURES].name;
}

static const vg_picture pictures[FATA_TREASURES + FATA_CARDS];

#include "engine/tale_lines.h"
static const vg_line lines[] = {
#include "games/fata/tale_lines.def"
};

const vg_saga fata_saga = {
    .form = VG_FORM_CONTEST,
    .persons = PERSONS,
    .tasks = FATA_LINEAGES,
    .things = FATA_TREASURES + FATA_CARDS - 1,
    .person = persons,
    .task = tasks,
    .title = title,
    .thing = pictures,
    .line = lines,
    .lines = sizeof lines / sizeof lines[0],
};
