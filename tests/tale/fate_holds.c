// fate_holds.c: see holds.h.
#include "holds.h"

#include "games/fate/fate.h"

bool fate_holds(vg_table *table, const vg_fact *f)
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
