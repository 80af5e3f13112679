// holds.c: the facts of a tale held against the events of the record they came from.
#include "holds.h"

// Each game names its own tables with these.
#include "games/fata/fata.h"
#undef VG_DEF
#undef VG_ID
#undef VG_FN
#include "games/fate/fate.h"
#undef VG_DEF
#undef VG_ID
#undef VG_FN
#include "games/mind/mind.h"
#undef VG_DEF
#undef VG_ID
#undef VG_FN
#include "games/quest/quest.h"
#undef VG_DEF
#undef VG_ID
#undef VG_FN
#include "games/winter/winter.h"

#include <string.h>

static bool event_at(vg_table *table, int entry, int kind, int a, int b)
{
    vg_log_entry e;
    vg_table_log(table, entry, &e);
    for (int i = 0; i < e.event_count; i++) {
        const vg_event *x = vg_table_event(table, e.event_first + i);
        if (x->kind == kind && (a < 0 || x->arg[0] == a) && (b < 0 || x->arg[1] == b)) return true;
    }
    return false;
}

static bool winter_holds(vg_table *table, const vg_fact *f)
{
    int horror = WINTER_CHAR_COUNT, e = f->entry;
    int who = f->who == horror ? 0 : f->who, whom = f->whom == horror ? 0 : f->whom;
    switch (f->kind) {
    case VG_FACT_CAST: return event_at(table, e, WINTER_EVENT_POSED, who, f->to);
    case VG_FACT_TASK: {
        int at = f->to ? f->to : WINTER_ON + whom;
        return event_at(table, e, WINTER_EVENT_SET, f->task, at) ||
               event_at(table, e, WINTER_EVENT_GENERATED, f->task, at);
    }
    case VG_FACT_WALK: return event_at(table, e, WINTER_EVENT_MOVED, who, f->from);
    case VG_FACT_CLASH: return event_at(table, e, WINTER_EVENT_ATTACKED, who, whom);
    case VG_FACT_SNARE: return event_at(table, e, WINTER_EVENT_TRAPPED, who, whom);
    case VG_FACT_FALL: return event_at(table, e, WINTER_EVENT_BEATEN, whom, who);
    case VG_FACT_SLIP: return event_at(table, e, WINTER_EVENT_HELD, who, whom);
    case VG_FACT_BANISH: return event_at(table, e, WINTER_EVENT_PLACED, whom, f->to);
    case VG_FACT_SPRUNG:
        return event_at(table, e, WINTER_EVENT_SPRUNG, who, -1) &&
               event_at(table, e, WINTER_EVENT_BACK, who, -1) == (f->sign > 0);
    case VG_FACT_RESCUE: return event_at(table, e, WINTER_EVENT_RESCUED, whom, who);
    case VG_FACT_RISE:
        return event_at(table, e, WINTER_EVENT_RESCUED, who, who) ||
               event_at(table, e, WINTER_EVENT_RESTORED, who, -1);
    case VG_FACT_QUEST: return event_at(table, e, WINTER_EVENT_RESOLVING, f->task, f->to);
    case VG_FACT_HELP:
    case VG_FACT_FINALE:
        return !f->thing || event_at(table, e, WINTER_EVENT_PLAYED, (f->thing + 1) / 2, -1);
    case VG_FACT_HIDDEN: return event_at(table, e, WINTER_EVENT_SPENT, (f->thing + 1) / 2, -1);
    case VG_FACT_DECIDED: return event_at(table, e, WINTER_EVENT_CONCLUDED, f->task, -1);
    case VG_FACT_KEEP: return event_at(table, e, WINTER_EVENT_REMEMBERED, (f->thing + 1) / 2, -1);
    default: return true;
    }
}

// ---- the others: who did it, by the seat the event is about ----

// An event of this kind about `seat` (-1: anybody) with these arguments (-1: any).
static bool event_of(vg_table *table, int entry, int kind, int seat, int a, int b)
{
    vg_log_entry e;
    vg_table_log(table, entry, &e);
    for (int i = 0; i < e.event_count; i++) {
        const vg_event *x = vg_table_event(table, e.event_first + i);
        if (x->kind == kind && (seat < 0 || x->seat == seat) && (a < 0 || x->arg[0] == a) &&
            (b < 0 || x->arg[1] == b))
            return true;
    }
    return false;
}

// Who won, by the rules' own count; -1 while nobody has.
static bool won(vg_table *table, int seat)
{
    vg_score score = {0};
    if (!vg_table_over(table)) return false;
    vg_table_score(table, &score);
    return seat >= 0 && score.rank[seat] == 1;
}

static bool fate_holds(vg_table *table, const vg_fact *f)
{
    int e = f->entry, who = f->who - 1, whom = f->whom - 1, path = f->to - 1, card = f->thing;
    if (card >= FATE_TALE_JOKER) card = FATE_J_GBV + (card - FATE_TALE_JOKER) / 2;
    switch (f->kind) {
    case VG_FACT_CAST: return who < vg_table_setup(table)->seats;
    case VG_FACT_BEGUN: return event_of(table, e, FATE_EVENT_BEGAN, who, path, card);
    case VG_FACT_TOLD: return event_of(table, e, FATE_EVENT_TOLD, who, path, card);
    case VG_FACT_ENDING: return event_of(table, e, FATE_EVENT_COMPLETED, who, path, -1);
    case VG_FACT_UNDONE: return event_of(table, e, FATE_EVENT_UNRAVELED, -1, path, card);
    case VG_FACT_SPEND: return event_of(table, e, FATE_EVENT_PAID, who, f->with - 1, -1);
    case VG_FACT_STIR: return event_of(table, e, FATE_EVENT_PLAYED, who, -1, -1);
    case VG_FACT_STILL: return event_of(table, e, FATE_EVENT_CANCELLED, whom, -1, -1);
    case VG_FACT_BLAME: return event_of(table, e, FATE_EVENT_BLAMED, who, whom, -1);
    case VG_FACT_BOON: return event_of(table, e, FATE_EVENT_GIFT, who, -1, -1);
    case VG_FACT_PRIZE: return won(table, who);
    case VG_FACT_WORN: {
        const fate_state *s = vg_table_state(table);
        return fate_owned(s, who) >> (f->thing - FATE_TALE_OBJECT) & 1;
    }
    case VG_FACT_WALK: return event_of(table, e, FATE_EVENT_MOVED, who, -1, path);
    default: return false;
    }
}

// The seat that plays a hero, a character; -1: none.
static int seat_of(const uint8_t *person, int seats, int who)
{
    for (int p = 0; p < seats; p++)
        if (person[p] == who) return p;
    return -1;
}

static bool quest_holds(vg_table *table, const vg_fact *f)
{
    const quest_state *s = vg_table_state(table);
    int e = f->entry, task = f->task - 1, who = seat_of(s->hero, s->seats, f->who),
        whom = seat_of(s->hero, s->seats, f->whom);
    switch (f->kind) {
    case VG_FACT_CAST: return who >= 0;
    case VG_FACT_TASK: return event_of(table, e, QUEST_EVENT_STARTED, who, task, -1);
    case VG_FACT_HELP:
    case VG_FACT_CROSS:
        return event_of(table, e, QUEST_EVENT_PUT, who, f->thing - 1, -1) ||
               event_of(table, e, QUEST_EVENT_PAIR, who, -1, f->thing - 1);
    case VG_FACT_GAIN: return event_of(table, e, QUEST_EVENT_COMPLETED, who, task, f->margin);
    case VG_FACT_FOIL:
        return event_of(table, e, QUEST_EVENT_ABORTED, who, quest_owned(task, whom), -1);
    case VG_FACT_OUTRUN:
        return event_of(table, e, QUEST_EVENT_SUPERSEDED, whom, task, f->margin) &&
               event_of(table, e, QUEST_EVENT_COMPLETED, who, task, -1);
    case VG_FACT_TIDE:
        return event_of(table, e, f->sign ? QUEST_EVENT_LAST : QUEST_EVENT_SECOND, -1, -1, -1);
    case VG_FACT_LACK: {
        bool open = false;
        for (int i = 0; i < 2; i++) open |= s->slot[2 * task + i].owner == who + 1;
        return open;
    }
    case VG_FACT_LEAD: return event_of(table, e, QUEST_EVENT_COMPLETED, -1, -1, -1);
    case VG_FACT_PRIZE: return won(table, who);
    default: return false;
    }
}

static bool mind_holds(vg_table *table, const vg_fact *f)
{
    const mind_state *s = vg_table_state(table);
    int e = f->entry, who = seat_of(s->character, s->seats, f->who),
        whom = seat_of(s->character, s->seats, f->whom);
    switch (f->kind) {
    case VG_FACT_CAST: return event_of(table, e, MIND_EVENT_CHARACTER, who, f->who, -1);
    case VG_FACT_BEAT: return event_of(table, e, MIND_EVENT_WON, who, whom, -1);
    case VG_FACT_EVEN: return event_of(table, e, MIND_EVENT_TIED, who, whom, -1);
    case VG_FACT_ROB: return event_of(table, e, MIND_EVENT_GAVE, whom, who, f->thing);
    case VG_FACT_GAIN: return event_of(table, e, MIND_EVENT_GIFT, who, f->thing, -1);
    case VG_FACT_LEAD:
        return event_of(table, e, MIND_EVENT_NEW_ROW, -1, -1, -1) ||
               event_of(table, e, MIND_EVENT_BESIDE, -1, -1, -1) ||
               event_of(table, e, MIND_EVENT_MOVED, -1, -1, -1) ||
               event_of(table, e, MIND_EVENT_RETURNED, -1, -1, -1);
    case VG_FACT_PRIZE: return won(table, who);
    default: return false;
    }
}

// Whoever a character turned out to be.
static int fata_seat(const fata_state *s, int person)
{
    if (person > 12) return person - 13;
    for (int p = 0; p < s->seats; p++)
        if (fata_character_of(fata_ed(s), s->seats, s->lineage[p]) ==
            &fata_ed(s)->character[person - 1])
            return p;
    return -1;
}

static bool fata_holds(vg_table *table, const vg_fact *f)
{
    const fata_state *s = vg_table_state(table);
    int e = f->entry, who = f->who ? fata_seat(s, f->who) : -1,
        whom = f->whom ? fata_seat(s, f->whom) : -1;
    switch (f->kind) {
    case VG_FACT_CAST: return who >= 0;
    case VG_FACT_GAIN: return event_of(table, e, FATA_EVENT_TOOK, who, f->thing, -1);
    case VG_FACT_ALMS: return event_of(table, e, FATA_EVENT_GAVE, who, whom, f->thing);
    case VG_FACT_ROB: return event_of(table, e, FATA_EVENT_ROBBED, who, whom, -1);
    case VG_FACT_CROSS:
        return event_of(table, e, FATA_EVENT_STOLE, who, whom, f->thing - FATA_TREASURES);
    case VG_FACT_OUT: return event_of(table, e, FATA_EVENT_OUT, who, -1, -1);
    case VG_FACT_UNMASK:
        return who >= 0 && s->lineage[who] == f->task &&
               (vg_table_over(table) || event_of(table, e, FATA_EVENT_OUT, who, f->task, -1) ||
                event_of(table, e, FATA_EVENT_REVEALED, who, f->task, -1));
    case VG_FACT_TIDE: return event_of(table, e, FATA_EVENT_QUEEN, -1, 1, -1);
    case VG_FACT_LEAD: return event_of(table, e, FATA_EVENT_ROUND, who, -1, -1);
    case VG_FACT_PRIZE: return won(table, who);
    default: return false;
    }
}

bool holds(vg_table *table, const vg_fact *fact)
{
    static const struct {
        const char *id;
        bool (*holds)(vg_table *table, const vg_fact *fact);
    } games[] = {{"winter", winter_holds},
                 {"fate", fate_holds},
                 {"quest", quest_holds},
                 {"mind", mind_holds},
                 {"fata", fata_holds}};
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++)
        if (strcmp(vg_table_game(table)->id, games[i].id) == 0) return games[i].holds(table, fact);
    return false;
}
