// fata_holds.c: see holds.h.
#include "holds.h"

#include "games/fata/fata.h"

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

bool fata_holds(vg_table *table, const vg_fact *f)
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
