// mind_holds.c: see holds.h.
#include "holds.h"

#include "games/mind/mind.h"

bool mind_holds(vg_table *table, const vg_fact *f)
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
