// quest_holds.c: see holds.h.
#include "holds.h"

#include "games/quest/quest.h"

bool quest_holds(vg_table *table, const vg_fact *f)
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
