// winter_holds.c: see holds.h.
#include "holds.h"

#include "games/winter/winter.h"

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

bool winter_holds(vg_table *table, const vg_fact *f)
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
