// tale.c: the facts of Quest for Legend as somebody who tells them needs them, and their words.
//
// Persons are the heroes, tasks the missions. Who leads is counted on what is completed and
// superseded: what is still open may come to anything.
#include "games/quest/quest.h"

static int hero(const quest_state *s, int seat) { return s->hero[seat]; } // 1..4; 0: not yet

static void lead(const quest_state *s, vg_facts *l)
{
    vg_score score = {0};
    uint8_t person[QUEST_SEATS];
    for (int p = 0; p < s->seats; p++) {
        person[p] = (uint8_t)hero(s, p);
        for (int m = 0; m < QUEST_MISSIONS; m++) {
            int points = quest_cards(s)->mission[m].points;
            if (s->won[m] == p + 1) score.points[p] = (int16_t)(score.points[p] + points);
            if (s->beaten[m] == p + 1) score.points[p] = (int16_t)(score.points[p] - points);
        }
    }
    vg_fact_lead(l, &score, s->seats, person);
}

static void ended(const quest_state *s, vg_facts *l)
{
    vg_score score = {0};
    uint8_t person[QUEST_SEATS];
    for (int at = 0; at < QUEST_SLOTS; at++) {
        if (!s->slot[at].owner) continue;
        vg_fact *f = vg_fact_pair(l, VG_FACT_LACK, hero(s, s->slot[at].owner - 1), 0, 0);
        f->task = (uint8_t)(at / 2 + 1);
        f->margin = quest_cards(s)->mission[at / 2].points;
    }
    for (int p = 0; p < s->seats; p++) person[p] = (uint8_t)hero(s, p);
    quest_score(s, &score);
    vg_fact_prize(l, &score, s->seats, person);
}

// A card under a mission: a help to one's own, a cross to another's.
static void put(const quest_state *s, int seat, int resource, int owned, vg_facts *l)
{
    int owner = owned % QUEST_SEATS, mission = owned / QUEST_SEATS;
    bool help = quest_allies(s, seat, owner);
    vg_fact *f = vg_fact_pair(l, help ? VG_FACT_HELP : VG_FACT_CROSS, hero(s, seat),
                              help ? 0 : hero(s, owner), 0);
    f->task = (uint8_t)(mission + 1);
    f->thing = (uint8_t)(resource + 1);
}

int quest_facts(const void *view, int seat, const vg_event *event, int count,
                vg_fact out[VG_MAX_FACTS])
{
    const quest_state *s = view;
    vg_facts l = {.out = out, .seat = seat};
    vg_fact *f;
    for (int i = 0; i < count; i++) {
        const vg_event *e = &event[i];
        switch (e->kind) {
        case QUEST_EVENT_HERO:
            vg_fact_pair(&l, VG_FACT_CAST, e->arg[0] + 1, 0, 0)->seat = e->seat;
            break;
        case QUEST_EVENT_STARTED:
            vg_fact_pair(&l, VG_FACT_TASK, hero(s, e->seat), 0, 0)->task = (uint8_t)(e->arg[0] + 1);
            break;
        case QUEST_EVENT_PUT: put(s, e->seat, e->arg[0], e->arg[1], &l); break;
        case QUEST_EVENT_PAIR: put(s, e->seat, e->arg[1], e->arg[2], &l); break;
        case QUEST_EVENT_COMPLETED:
            f = vg_fact_pair(&l, VG_FACT_GAIN, hero(s, e->seat), 0, 0);
            f->task = (uint8_t)(e->arg[0] + 1);
            f->margin = (uint8_t)e->arg[1];
            lead(s, &l);
            break;
        case QUEST_EVENT_ABORTED:
            f = vg_fact_pair(&l, VG_FACT_FOIL, hero(s, e->seat), hero(s, e->arg[0] % QUEST_SEATS),
                             0);
            f->task = (uint8_t)(e->arg[0] / QUEST_SEATS + 1);
            f->margin = quest_cards(s)->mission[f->task - 1].points;
            break;
        case QUEST_EVENT_SUPERSEDED: // by whoever has just completed it
            f = vg_fact_pair(&l, VG_FACT_OUTRUN, hero(s, s->won[e->arg[0]] - 1), hero(s, e->seat),
                             0);
            f->task = (uint8_t)(e->arg[0] + 1);
            f->margin = (uint8_t)e->arg[1];
            lead(s, &l);
            break;
        case QUEST_EVENT_SECOND: vg_fact_add(&l, VG_FACT_TIDE); break;
        case QUEST_EVENT_LAST: vg_fact_add(&l, VG_FACT_TIDE)->sign = 1; break;
        case QUEST_EVENT_OVER: ended(s, &l); break;
        default: break; // nothing in it asks to be told
        }
    }
    return l.count;
}

// ---- words ----

enum { OF_ERCOLE = 1, OF_ULISSE, OF_PERSEO, OF_GIASONE };
enum {
    OF_SPHINX = 1, // as cards.def has them
    OF_LION,
    OF_HIND,
    OF_SIRENS,
    OF_CYCLOPS,
    OF_MINOTAUR,
    OF_FLEECE,
    OF_MEDUSA,
    OF_HYDRA,
    OF_TARTARUS
};

#define PERSON(it, en)                                                                             \
    {                                                                                              \
        {VG_WORDS(it, en), VG_HE}, {VG_WORDS(it, en), VG_HE}, 0, 0                                 \
    }
static const vg_persona persons[] = {
    {.side = 0},
    PERSON("Ercole", "Hercules"),
    PERSON("Ulisse", "Ulysses"),
    PERSON("Perseo", "Perseus"),
    PERSON("Giasone", "Jason"),
};
#undef PERSON

static const vg_name tasks[QUEST_MISSIONS + 1] = {
    [OF_SPHINX] = {.words = VG_WORDS("l'enigma della Sfinge", "the riddle of the Sphinx")},
    [OF_LION] = {.words = VG_WORDS("il leone di Nemea", "the Nemean lion")},
    [OF_HIND] = {.words = VG_WORDS("la cerva di Cerinea", "the Ceryneian hind")},
    [OF_SIRENS] = {.words = VG_WORDS("il canto delle Sirene", "the song of the Sirens")},
    [OF_CYCLOPS] = {.words = VG_WORDS("l'isola del Ciclope", "the isle of the Cyclops")},
    [OF_MINOTAUR] = {.words =
                         VG_WORDS("il labirinto del Minotauro", "the labyrinth of the Minotaur")},
    [OF_FLEECE] = {.words = VG_WORDS("il Vello d'Oro", "the Golden Fleece")},
    [OF_MEDUSA] = {.words = VG_WORDS("la testa di Medusa", "Medusa's head")},
    [OF_HYDRA] = {.words = VG_WORDS("l'Idra di Lerna", "the Hydra of Lerna")},
    [OF_TARTARUS] = {.words = VG_WORDS("la discesa nel Tartaro", "the descent into Tartarus")},
};

static const vg_words *title(int thing)
{
    static const vg_words names[QUEST_RESOURCES + 1] = {
        VG_WORDS("", ""),
        VG_WORDS("la nave", "the ship"),
        VG_WORDS("il favore degli dèi", "the favour of the gods"),
        VG_WORDS("i compagni", "the companions"),
        VG_WORDS("le armi", "the arms"),
    };
    return &names[thing];
}

static const vg_picture pictures[QUEST_RESOURCES + 1];

#include "engine/tale_lines.h"
static const vg_line lines[] = {
#include "games/quest/tale_lines.def"
};
#define SAYS(who, kind, role, it, en) {OF_##who, VG_FACT_##kind, role, VG_WORDS(it, en)},
static const vg_quote quotes[] = {
#include "games/quest/tale_says.def"
};

const vg_saga quest_saga = {
    .form = VG_FORM_CONTEST,
    .persons = QUEST_HEROES,
    .tasks = QUEST_MISSIONS,
    .things = QUEST_RESOURCES,
    .person = persons,
    .task = tasks,
    .title = title,
    .thing = pictures,
    .line = lines,
    .quote = quotes,
    .lines = sizeof lines / sizeof lines[0],
    .quotes = sizeof quotes / sizeof quotes[0],
};
