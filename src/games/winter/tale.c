// tale.c: the facts of Winter Tales as somebody who tells them needs them, and the map of the town.
//
// Everything comes from public events and a watcher's view. A chapter of the
// tale ends when a mission leaves its memory. The words are in tale_words.c.
#include "games/winter/tale.h"

// ---- facts ----

// A picture and its face as one number.
static int picture(int card, int side)
{
    return card < 1 || card > WINTER_CARDS
               ? 0
               : 2 * card - 1 + side; // not the free round, the Artefact
}
static int who_fights(int soldier) { return soldier ? soldier : WINTER_TALE_HORROR; }
static int sign_of(int colour)
{
    return colour == WINTER_FOR_SPRING ? 0 : colour == WINTER_FOR_WINTER ? 1 : 2;
}

static void add_task(vg_facts *l, vg_fact_kind kind, int mission, int place, int whom, int sign)
{
    vg_fact *f = vg_fact_add(l, kind);
    f->task = (uint8_t)mission;
    f->to = (uint8_t)place;
    f->whom = (uint8_t)whom;
    f->sign = (uint8_t)sign;
}

static void played(const winter_state *s, const vg_event *e, vg_facts *l)
{
    const winter_fight *x = &s->fight;
    int running = winter_running(s), side = e->arg[1];
    vg_fact *f = vg_fact_add(l, x->tale ? VG_FACT_BLOW : s->told ? VG_FACT_FINALE : VG_FACT_HELP);
    f->thing = (uint8_t)picture(e->arg[0], side);
    f->who = (uint8_t)e->arg[2];
    if (x->tale) {
        if (side == WINTER_WINTER) f->who = (uint8_t)who_fights(x->soldier);
        f->whom = (uint8_t)(side == WINTER_WINTER ? x->tale : who_fights(x->soldier));
        f->sign = x->rounds == 0; // an answer to a trap
    } else if (s->told) {
        f->who = 0;
        f->sign = (uint8_t)side;
    } else {
        f->task = (uint8_t)running;
    }
}

static void fought(const winter_state *s, const vg_event *e, vg_facts *l)
{
    vg_fact *f;
    switch (e->kind) {
    case WINTER_EVENT_ATTACKED:
    case WINTER_EVENT_TRAPPED: {
        bool attack = e->kind == WINTER_EVENT_ATTACKED;
        f = vg_fact_add(l, attack ? VG_FACT_CLASH : VG_FACT_SNARE);
        f->who = (uint8_t)(attack ? who_fights(e->arg[0]) : e->arg[0]);
        f->whom = (uint8_t)e->arg[1];
        f->thing = (uint8_t)picture(e->arg[2], attack ? WINTER_WINTER : WINTER_SPRING);
        f->to = (uint8_t)e->arg[3];
        return;
    }
    case WINTER_EVENT_BEATEN:
        vg_fact_pair(l, VG_FACT_FALL, who_fights(e->arg[1]), e->arg[0], e->arg[2]);
        return;
    case WINTER_EVENT_HELD:
        vg_fact_pair(l, VG_FACT_SLIP, e->arg[0], who_fights(e->arg[1]), s->where[e->arg[0]]);
        return;
    case WINTER_EVENT_SHELTERED: vg_fact_pair(l, VG_FACT_SHELTER, e->arg[0], 0, e->arg[1]); return;
    case WINTER_EVENT_PLACED: vg_fact_pair(l, VG_FACT_BANISH, 0, e->arg[0], e->arg[1]); return;
    case WINTER_EVENT_SPRUNG:
        vg_fact_pair(l, VG_FACT_SPRUNG, e->arg[0], e->arg[3], s->where[e->arg[3]]);
        l->out[l->count - 1].from = s->where[e->arg[3]];
        l->out[l->count - 1].margin =
            (uint8_t)(e->arg[1] > e->arg[2] ? e->arg[1] - e->arg[2] : e->arg[2] - e->arg[1]);
        return;
    case WINTER_EVENT_BACK: // of the trap just sprung
        for (int k = 0; k < l->count; k++) {
            if (l->out[k].kind != VG_FACT_SPRUNG) continue;
            l->out[k].sign = (uint8_t)(1 + e->arg[2]);
            l->out[k].to = (uint8_t)e->arg[1];
        }
        return;
    case WINTER_EVENT_RESCUED:
        if (e->arg[0] == e->arg[1])
            vg_fact_pair(l, VG_FACT_RISE, e->arg[0], 0, s->where[e->arg[0]]);
        else
            vg_fact_pair(l, VG_FACT_RESCUE, e->arg[1], e->arg[0], s->where[e->arg[0]]);
        return;
    default: return;
    }
}

static void of_missions(const winter_state *s, const vg_event *e, vg_facts *l)
{
    vg_fact *f;
    switch (e->kind) {
    case WINTER_EVENT_SET:
    case WINTER_EVENT_GENERATED: {
        int at = e->arg[1];
        add_task(l, VG_FACT_TASK, e->arg[0], at < WINTER_ON ? at : 0,
                 at < WINTER_ON ? 0 : at - WINTER_ON, e->kind == WINTER_EVENT_GENERATED);
        return;
    }
    case WINTER_EVENT_RESOLVING:
        add_task(l, VG_FACT_QUEST, e->arg[0], e->arg[1], s->bearer, 0);
        l->out[l->count - 1].who = (uint8_t)e->arg[2];
        return;
    case WINTER_EVENT_PART: vg_fact_pair(l, VG_FACT_PART, e->arg[0], 0, 0); return;
    case WINTER_EVENT_RESULT:
        f = vg_fact_add(l, VG_FACT_TALLY);
        f->task = (uint8_t)e->arg[0];
        f->sign = (uint8_t)sign_of(e->arg[3]);
        f->margin =
            (uint8_t)(e->arg[1] > e->arg[2] ? e->arg[1] - e->arg[2] : e->arg[2] - e->arg[1]);
        return;
    case WINTER_EVENT_CONCLUDED:
        add_task(l, VG_FACT_DECIDED, e->arg[0], 0, 0, sign_of(e->arg[1]));
        return;
    case WINTER_EVENT_REMEMBERED:
        add_task(l, VG_FACT_KEEP, e->arg[2], 0, 0, sign_of(e->arg[1]));
        l->out[l->count - 1].thing = (uint8_t)picture(
            e->arg[0], e->arg[1] == WINTER_FOR_WINTER ? WINTER_WINTER : WINTER_SPRING);
        return;
    case WINTER_EVENT_MEMORY: add_task(l, VG_FACT_CHAPTER, e->arg[2], 0, 0, 0); return;
    case WINTER_EVENT_POWER:
        add_task(l, VG_FACT_GIFT, e->arg[0], e->arg[2], e->arg[3], 0);
        l->out[l->count - 1].who = (uint8_t)e->arg[1];
        return;
    case WINTER_EVENT_STRUCK: add_task(l, VG_FACT_LOSS, e->arg[0], 0, e->arg[1], 0); return;
    default: return;
    }
}

int winter_facts(const void *view, int seat, const vg_event *event, int count,
                 vg_fact out[VG_MAX_FACTS])
{
    const winter_state *s = view;
    vg_facts l = {.out = out, .seat = seat};
    int spent = 0, walker = -1;
    bool chapter = false;
    for (int i = 0; i < count; i++) {
        const vg_event *e = &event[i];
        switch (e->kind) {
        case WINTER_EVENT_INTRO: vg_fact_add(&l, VG_FACT_OPEN); break;
        case WINTER_EVENT_POSED: vg_fact_pair(&l, VG_FACT_CAST, e->arg[0], 0, e->arg[1]); break;
        case WINTER_EVENT_ACTIVATED:
            vg_fact_pair(&l, e->arg[2] ? VG_FACT_JOIN : VG_FACT_WAKE, e->arg[0], 0, e->arg[1]);
            break;
        case WINTER_EVENT_SPENT:
            if (e->arg[1] == WINTER_SPEND_MOVE) spent = e->arg[0];
            if (e->arg[1] == WINTER_SPEND_TRAP)
                vg_fact_add(&l, VG_FACT_HIDDEN)->thing = (uint8_t)picture(e->arg[0], WINTER_SPRING);
            break;
        case WINTER_EVENT_TOLD_MOVE: spent = e->arg[0]; break;
        case WINTER_EVENT_MOVED:
            if (walker >= 0 && walker < l.count) { // the companion (WT-72)
                l.out[walker].with = (uint8_t)e->arg[0];
                break;
            }
            walker = l.count;
            vg_fact_pair(&l, VG_FACT_WALK, e->arg[0], 0, e->arg[2]);
            l.out[l.count - 1].from = (uint8_t)e->arg[1];
            break;
        case WINTER_EVENT_PASSAGE: vg_fact_pair(&l, VG_FACT_SECRET, e->arg[0], 0, e->arg[1]); break;
        case WINTER_EVENT_PLAYED: played(s, e, &l); break;
        case WINTER_EVENT_KILLED: vg_fact_pair(&l, VG_FACT_LOSS, e->arg[0], 0, 0); break;
        case WINTER_EVENT_RESTORED: vg_fact_pair(&l, VG_FACT_RISE, e->arg[0], 0, e->arg[1]); break;
        case WINTER_EVENT_SCORED: vg_fact_add(&l, VG_FACT_AIM)->sign = (uint8_t)e->arg[0]; break;
        case WINTER_EVENT_SPEECH: vg_fact_pair(&l, VG_FACT_HUSH, e->arg[1], e->arg[0], 0); break;
        case WINTER_EVENT_HOPE:
            vg_fact_pair(&l, VG_FACT_RALLY, e->arg[0], 0, s->where[e->arg[0]]);
            break;
        case WINTER_EVENT_EPILOGUE: // by an objective, or after the last chapter of the table
            if (!chapter) vg_fact_add(&l, VG_FACT_CHAPTER);
            break;
        case WINTER_EVENT_WON: vg_fact_add(&l, VG_FACT_VERDICT)->sign = (uint8_t)e->arg[0]; break;
        case WINTER_EVENT_CLOSED:
            vg_fact_add(&l, VG_FACT_CLOSE)->sign =
                (uint8_t)(s->winner ? s->winner - 1 : WINTER_WRITER);
            break;
        default:
            fought(s, e, &l);
            of_missions(s, e, &l);
            chapter |= e->kind == WINTER_EVENT_MEMORY;
            break;
        }
    }
    // A card that moves a piece shows the face of its side.
    if (walker >= 0 && spent)
        out[walker].thing = (uint8_t)picture(spent, winter_side_of(out[walker].who));
    return l.count;
}

// ---- the map ----

static const int16_t spots[WINTER_SPACE_COUNT][2] = {
    [WINTER_MERCATO] = {835, 820},
    [WINTER_PRIGIONI] = {610, 190},
    [WINTER_CIMITERO] = {330, 900},
    [WINTER_MANICOMIO] = {165, 190},
    [WINTER_PARCO] = {120, 800},
    [WINTER_CASA] = {570, 770},
    [WINTER_FABBRICA] = {405, 72},
    [WINTER_TEATRO] = {835, 130},
    [WINTER_P_GRANDE] = {670, 490},
    [WINTER_P_MANICOMIO_FABBRICA] = {390, 245},
    [WINTER_P_PRIGIONI_FABBRICA] = {428, 165},
    [WINTER_P_MANICOMIO_PARCO] = {50, 500},
    [WINTER_P_PARCO_CIMITERO] = {320, 740},
    [WINTER_P_TEATRO_PRIGIONI] = {870, 330},
    [WINTER_P_TEATRO_MERCATO] = {980, 470},
    [WINTER_P_CASA_CIMITERO] = {410, 790},
    [WINTER_P_CASA_MERCATO] = {700, 775},
    [WINTER_P_STATUA] = {335, 480},
};

void winter_board(const void *view, vg_board *out)
{
    out->count = WINTER_SPACE_COUNT - 1;
    for (int x = 1; x < WINTER_SPACE_COUNT; x++)
        out->spot[x - 1] = (vg_spot){.name = winter_saga.place[x].name.words,
                                     .x = spots[x][0],
                                     .y = spots[x][1],
                                     .minor = !winter_is_place(x),
                                     .joins = winter_next(view, x) >> 1};
}
