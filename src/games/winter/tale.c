// tale.c: what is there to tell in a move of Winter Tales, and the map of the town.
//
// Everything comes from public events and a watcher's view. A chapter of the
// tale ends when a mission leaves its memory.
#include "games/winter/words.h"

// ---- names as they stand in a sentence ----

#define M VG_HE
#define F VG_SHE
#define P VG_THEY

typedef struct persona {
    uint8_t gender;
    vg_words want[5];
} persona;

static const persona personae[WINTER_CHAR_COUNT] = {
#define WANTS(id, gender, it1, it2, it3, it4, it5, en1, en2, en3, en4, en5)                        \
    [WINTER_##id] = {gender,                                                                       \
                     {VG_WORDS(it1, en1), VG_WORDS(it2, en2), VG_WORDS(it3, en3),                  \
                      VG_WORDS(it4, en4), VG_WORDS(it5, en5)}},
#include "games/winter/tale.def"
#undef WANTS
};
#undef M
#undef F
#undef P

static const vg_words images[WINTER_CARDS + 1][2][2] = {
#define IMAGE(id, its, its2, itw, itw2, ens, ens2, enw, enw2)                                      \
    [id] = {{VG_WORDS(its, ens), VG_WORDS(its2, ens2)}, {VG_WORDS(itw, enw), VG_WORDS(itw2, enw2)}},
#include "games/winter/tale.def"
#undef IMAGE
};

// With their articles, and where they stand on the map.
typedef struct spot {
    vg_words name;
    int16_t x, y;
} spot;

static const spot spots[WINTER_SPACE_COUNT] = {
    [WINTER_MERCATO] = {VG_WORDS("il Mercato delle meraviglie", "the Market of Wonders"), 835, 820},
    [WINTER_PRIGIONI] = {VG_WORDS("le Prigioni dell'Inverno", "the Winter Prisons"), 610, 190},
    [WINTER_CIMITERO] = {VG_WORDS("il Cimitero dei ricordi", "the Graveyard of Memories"), 330,
                         900},
    [WINTER_MANICOMIO] = {VG_WORDS("il Manicomio del Cappellaio", "the Hatter's Asylum"), 165, 190},
    [WINTER_PARCO] = {VG_WORDS("il Parco delle querce", "the Park of Oaks"), 120, 800},
    [WINTER_CASA] = {VG_WORDS("la Casa di Dorothy", "Dorothy's House"), 570, 770},
    [WINTER_FABBRICA] = {VG_WORDS("la Fabbrica degli incubi", "the Factory of Nightmares"), 405,
                         72},
    [WINTER_TEATRO] = {VG_WORDS("il Teatro delle marionette", "the Puppet Theatre"), 835, 130},
    [WINTER_P_GRANDE] = {VG_WORDS("la Piazza Grande", "the Great Square"), 670, 490},
    [WINTER_P_MANICOMIO_FABBRICA] =
        {VG_WORDS("la piazza fra il Manicomio, la Fabbrica e le Prigioni",
                  "the square between the Asylum, the Factory and the Prisons"),
         390, 245},
    [WINTER_P_PRIGIONI_FABBRICA] = {VG_WORDS("la piazza fra le Prigioni e la Fabbrica",
                                             "the square between the Prisons and the Factory"),
                                    428, 165},
    [WINTER_P_MANICOMIO_PARCO] = {VG_WORDS("la piazza fra il Manicomio e il Parco",
                                           "the square between the Asylum and the Park"),
                                  50, 500},
    [WINTER_P_PARCO_CIMITERO] = {VG_WORDS(
                                     "la piazza fra il Parco, il Cimitero e la Casa",
                                     "the square between the Park, the Graveyard and the House"),
                                 320, 740},
    [WINTER_P_TEATRO_PRIGIONI] = {VG_WORDS(
                                      "la piazza fra il Teatro, le Prigioni e il Mercato",
                                      "the square between the Theatre, the Prisons and the Market"),
                                  870, 330},
    [WINTER_P_TEATRO_MERCATO] = {VG_WORDS("la piazza fra il Teatro e il Mercato",
                                          "the square between the Theatre and the Market"),
                                 980, 470},
    [WINTER_P_CASA_CIMITERO] = {VG_WORDS("la piazza fra la Casa e il Cimitero",
                                         "the square between the House and the Graveyard"),
                                410, 790},
    [WINTER_P_CASA_MERCATO] = {VG_WORDS("la piazza fra la Casa e il Mercato",
                                        "the square between the House and the Market"),
                               700, 775},
    [WINTER_P_STATUA] = {VG_WORDS("la piazza della statua", "the square of the statue"), 335, 480},
};

// Missions as one speaks of them: titles without the faction in brackets.
static const vg_words missions[WINTER_MISSION_COUNT] = {
    [WINTER_HOPE] = VG_WORDS("La Nuova Speranza", "The New Hope"),
    [WINTER_LOVE] = VG_WORDS("L'Amore che scioglie la neve", "The Love That Melts the Snow"),
    [WINTER_REFUGE] = VG_WORDS("Il Rifugio Segreto", "The Secret Refuge"),
    [WINTER_RELIC_S] = VG_WORDS("Il Grande Artefatto", "The Great Artefact"),
    [WINTER_RELIC_W] = VG_WORDS("Il Grande Artefatto", "The Great Artefact"),
    [WINTER_HORROR] = VG_WORDS("Il Gelido Orrore", "The Icy Horror"),
    [WINTER_SPEECH] = VG_WORDS("Propaganda Invernale", "Winter Propaganda"),
    [WINTER_REPRISAL] = VG_WORDS("Rappresaglia Armata", "Armed Reprisal"),
};

// How each mission begins, then how it ended for Spring, for Winter, for nobody.
static const vg_words errands[WINTER_MISSION_COUNT][4] = {
#define ERRAND(id, it0, en0, it1, en1, it2, en2, it3, en3)                                         \
    [WINTER_##                                                                                     \
        id] = {VG_WORDS(it0, en0), VG_WORDS(it1, en1), VG_WORDS(it2, en2), VG_WORDS(it3, en3)},
#include "games/winter/tale.def"
#undef ERRAND
};

// What became known when an objective was met.
static const vg_words aims[WINTER_GOAL_COUNT] = {
#define AIMED(id, it, en) [WINTER_##id] = VG_WORDS(it, en),
#include "games/winter/tale.def"
#undef AIMED
};

// The opening, then the ending for each winner.
static const vg_words sparks[4] = {
#define SPARK(it, en) VG_WORDS(it, en),
#include "games/winter/tale.def"
#undef SPARK
};

int winter_gender(int character) { return personae[character].gender; }

static vg_name person(int c)
{
    static const vg_words horror = VG_WORDS("il Gelido Orrore", "the Icy Horror");
    if (!c) return (vg_name){.words = horror};
    return (vg_name){winter_chars[c].name, personae[c].gender};
}

static vg_name space(int x)
{
    if (!x) return (vg_name){0};
    return (vg_name){spots[x].name, x == WINTER_PRIGIONI ? VG_THEY : VG_HE};
}
static vg_name mission(int m) { return m ? (vg_name){.words = missions[m]} : (vg_name){0}; }

static void show(vg_beat *out, const vg_words *image, int count)
{
    out->image = image;
    out->image_count = (uint8_t)count;
}

static void picture(vg_beat *out, int card, int side)
{
    out->side = (uint8_t)side;
    if (card < 1 || card > WINTER_CARDS) return; // a free round, the Artefact
    out->card.words = winter_narration[card].face[side];
    show(out, images[card][side], 2);
}

// What was told for the memory with the bookmark (WT-55).
static void bookmark(const winter_state *s, vg_beat *out)
{
    const winter_memory *x = s->bookmark ? &s->memory[s->bookmark - 1] : NULL;
    if (!x || !x->card) return;
    out->link.words = winter_narration[x->card].face[x->colour == WINTER_FOR_WINTER];
}

static int sign_of(int colour)
{
    return colour == WINTER_FOR_SPRING ? 0 : colour == WINTER_FOR_WINTER ? 1 : 2;
}

// ---- the beats ----

static void wake(const winter_state *s, const vg_event *e, vg_beat *out)
{
    int c = e->arg[0], running = winter_running(s), near = 99;
    out->kind = VG_BEAT_WAKE;
    out->who = person(c);
    out->where = space(e->arg[1]);
    out->spot = (uint8_t)e->arg[1];
    out->want = personae[c].want;
    out->want_count = 5;
    if (e->arg[2] && running) {
        out->kind = VG_BEAT_JOIN;
        out->what = mission(running);
        if (winter_mission_space(s, running) != e->arg[1])
            out->to = space(winter_mission_space(s, running));
        return;
    }
    for (int m = 1; m < WINTER_MISSION_COUNT; m++) { // the nearest task of its own side
        int at = winter_mission_space(s, m);
        if (winter_missions[m].side != winter_side_of(c) || !at || at == e->arg[1]) continue;
        int far = winter_distances(s, e->arg[1])[at];
        if (far >= near) continue;
        near = far;
        out->what = mission(m);
        out->to = space(at);
    }
}

static void moved(const winter_state *s, const vg_event *e, vg_beat *out)
{
    int c = e->arg[0], from = e->arg[1], to = e->arg[2];
    if (out->kind == VG_BEAT_LEAVE || out->kind == VG_BEAT_REACH) { // the companion (WT-72)
        out->whom = person(c);
        return;
    }
    out->who = person(c);
    out->spot_from = (uint8_t)from;
    out->spot = (uint8_t)to;
    out->side = (uint8_t)winter_side_of(c);
    if (winter_is_place(to)) {
        out->kind = VG_BEAT_REACH;
        out->to = space(to);
        for (int m = 1; m < WINTER_MISSION_COUNT; m++)
            if (winter_mission_space(s, m) == to && winter_missions[m].side == winter_side_of(c))
                out->what = mission(m);
    } else {
        out->kind = VG_BEAT_LEAVE;
        out->from = space(from);
    }
}

static void played(const winter_state *s, const vg_event *e, vg_beat *out)
{
    const winter_fight *x = &s->fight;
    int running = winter_running(s);
    picture(out, e->arg[0], e->arg[1]);
    if (e->arg[2]) out->who = person(e->arg[2]);
    if (x->tale) {
        out->kind = VG_BEAT_PARRY;
        if (e->arg[1] == WINTER_WINTER) out->who = person(x->soldier);
        out->whom = person(e->arg[1] == WINTER_WINTER ? x->tale : x->soldier);
    } else if (s->told) {
        out->kind = VG_BEAT_FINALE;
        out->who = (vg_name){0};
    } else if (running) {
        out->kind = VG_BEAT_HELP;
        out->what = mission(running);
    }
}

static void fight(const winter_state *s, const vg_event *e, vg_beat *out)
{
    switch (e->kind) {
    case WINTER_E_ATTACKED:
    case WINTER_E_TRAPPED:
        out->kind = e->kind == WINTER_E_ATTACKED ? VG_BEAT_CLASH : VG_BEAT_SNARE;
        out->who = person(e->arg[0]);
        out->whom = person(e->arg[1]);
        out->where = space(e->arg[3]);
        out->spot = (uint8_t)e->arg[3];
        picture(out, e->arg[2], e->kind == WINTER_E_ATTACKED ? WINTER_WINTER : WINTER_SPRING);
        return;
    case WINTER_E_BEATEN:
        out->kind = VG_BEAT_FALL;
        out->who = person(e->arg[1]);
        out->whom = person(e->arg[0]);
        out->where = space(e->arg[2]);
        return;
    case WINTER_E_SHELTERED: out->to = space(e->arg[1]); return;
    case WINTER_E_HELD:
        out->kind = VG_BEAT_SLIP;
        out->who = person(e->arg[0]);
        out->whom = person(e->arg[1]);
        out->where = space(s->where[e->arg[0]]);
        return;
    case WINTER_E_PLACED:
        out->kind = VG_BEAT_BANISH;
        out->whom = person(e->arg[0]);
        out->to = space(e->arg[1]);
        out->spot = (uint8_t)e->arg[1];
        return;
    case WINTER_E_SPRUNG:
        out->kind = VG_BEAT_SPRUNG;
        out->who = person(e->arg[0]);
        out->whom = person(e->arg[3]);
        return;
    case WINTER_E_BACK:
        out->sign = (uint8_t)(1 + e->arg[2]);
        out->to = space(e->arg[1]);
        return;
    case WINTER_E_RESCUED:
        out->kind = e->arg[0] == e->arg[1] ? VG_BEAT_RISE : VG_BEAT_RESCUE;
        out->who = person(e->arg[1]);
        out->whom = person(e->arg[0]);
        out->where = space(s->where[e->arg[0]]);
        return;
    default: return;
    }
}

// A new power (WT-70).
static void power(const vg_event *e, vg_beat *out)
{
    out->kind = VG_BEAT_GIFT;
    out->what = mission(e->arg[0]);
    if (e->arg[1]) out->who = person(e->arg[1]);
    if (e->arg[3]) out->whom = person(e->arg[3]);
    out->where = space(e->arg[2]);
}

static void mission_beat(const winter_state *s, const vg_event *e, vg_beat *out)
{
    switch (e->kind) {
    case WINTER_E_GENERATED:
        out->kind = VG_BEAT_TASK;
        out->what = mission(e->arg[0]);
        out->to = space(e->arg[1]);
        out->side = winter_missions[e->arg[0]].side;
        if (e->arg[2]) out->whom = person(e->arg[2]);
        return;
    case WINTER_E_RESOLVING:
        out->kind = VG_BEAT_QUEST;
        out->what = mission(e->arg[0]);
        out->where = space(e->arg[1]);
        out->who = person(e->arg[2]);
        out->spot = (uint8_t)e->arg[1];
        show(out, &errands[e->arg[0]][0], 1);
        bookmark(s, out);
        return;
    case WINTER_E_CONCLUDED:
        out->kind = VG_BEAT_DECIDED;
        out->what = mission(e->arg[0]);
        out->sign = (uint8_t)sign_of(e->arg[1]);
        show(out, &errands[e->arg[0]][1 + out->sign], 1);
        return;
    case WINTER_E_REMEMBERED:
        out->kind = VG_BEAT_KEEP;
        out->what = mission(e->arg[2]);
        picture(out, e->arg[0], e->arg[1] == WINTER_FOR_WINTER);
        show(out, NULL, 0); // it was told when it was laid
        return;
    case WINTER_E_MEMORY:
        out->chapter = 1;
        out->title = missions[e->arg[2]];
        return;
    default: return;
    }
}

static const vg_words before_the_end = VG_WORDS("Prima della fine", "Before the End");

bool winter_told(const void *view, int seat, const vg_event *event, int count, vg_beat *out)
{
    const winter_state *s = view;
    int spent = 0, walker = 0;
    (void)seat;
    for (int i = 0; i < count; i++) {
        const vg_event *e = &event[i];
        switch (e->kind) {
        case WINTER_E_INTRO:
            out->kind = VG_BEAT_OPEN;
            show(out, &sparks[0], 1);
            break;
        case WINTER_E_ACTIVATED: wake(s, e, out); break;
        case WINTER_E_SPENT: spent = e->arg[1] == WINTER_SPEND_MOVE ? e->arg[0] : 0; break;
        case WINTER_E_TOLD_MOVE: spent = e->arg[0]; break;
        case WINTER_E_MOVED:
            moved(s, e, out);
            if (!walker) walker = e->arg[0];
            break;
        case WINTER_E_PASSAGE:
            out->kind = VG_BEAT_SECRET;
            out->who = person(e->arg[0]);
            out->to = space(e->arg[1]);
            out->spot = (uint8_t)e->arg[1];
            break;
        case WINTER_E_PLAYED: played(s, e, out); break;
        case WINTER_E_ATTACKED:
        case WINTER_E_TRAPPED:
        case WINTER_E_BEATEN:
        case WINTER_E_SHELTERED:
        case WINTER_E_HELD:
        case WINTER_E_PLACED:
        case WINTER_E_SPRUNG:
        case WINTER_E_BACK:
        case WINTER_E_RESCUED: fight(s, e, out); break;
        case WINTER_E_GENERATED:
        case WINTER_E_RESOLVING:
        case WINTER_E_CONCLUDED:
        case WINTER_E_REMEMBERED:
        case WINTER_E_MEMORY: mission_beat(s, e, out); break;
        case WINTER_E_POWER: power(e, out); break;
        case WINTER_E_STRUCK:
        case WINTER_E_KILLED:
            out->kind = VG_BEAT_LOSS;
            if (e->kind == WINTER_E_KILLED) out->who = person(e->arg[0]);
            if (e->kind == WINTER_E_STRUCK) out->what = mission(e->arg[0]);
            break;
        case WINTER_E_RESTORED:
            out->kind = VG_BEAT_RISE;
            out->who = person(e->arg[0]);
            out->where = space(e->arg[1]);
            break;
        case WINTER_E_SCORED:
            out->kind = VG_BEAT_AIM;
            out->what.words = winter_ed(s)->goal_name[e->arg[0]];
            out->side = winter_goals[e->arg[0]].side;
            show(out, &aims[e->arg[0]], 1);
            break;
        case WINTER_E_SPEECH:
            out->kind = VG_BEAT_HUSH;
            out->who = person(e->arg[1]);
            out->whom = person(e->arg[0]);
            break;
        case WINTER_E_HOPE:
            out->kind = VG_BEAT_RALLY;
            out->who = person(e->arg[0]);
            out->where = space(s->where[e->arg[0]]);
            break;
        case WINTER_E_EPILOGUE: // by an objective, or after the last chapter of the table
            if (out->chapter) break;
            out->chapter = 1;
            out->title = before_the_end;
            break;
        case WINTER_E_CLOSED:
            out->kind = VG_BEAT_CLOSE;
            out->sign = (uint8_t)(s->winner ? s->winner - 1 : WINTER_WRITER);
            show(out, &sparks[1 + out->sign], 1);
            bookmark(s, out);
            break;
        default: break; // nothing in it asks to be told
        }
    }
    if (out->kind == VG_BEAT_LEAVE || out->kind == VG_BEAT_REACH) {
        // A card that moves a piece shows the face of its side.
        picture(out, spent, winter_side_of(walker));
    }
    return out->kind != VG_BEAT_NONE || out->chapter;
}

void winter_board(const void *view, vg_board *out)
{
    out->count = WINTER_SPACE_COUNT - 1;
    for (int x = 1; x < WINTER_SPACE_COUNT; x++)
        out->spot[x - 1] = (vg_spot){.name = spots[x].name,
                                     .x = spots[x].x,
                                     .y = spots[x].y,
                                     .minor = !winter_is_place(x),
                                     .joins = winter_next(view, x) >> 1};
}
