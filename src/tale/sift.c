// sift.c: goes through the facts once with the patterns of units.def.
#include "tale/sift.h"

#include <stddef.h>

typedef enum role { NO, WHO, WHOM, FROM, TO } role;

typedef struct pattern {
    uint8_t unit, kind, signs, who, whom, place;
} pattern;

static const pattern opens[] = {
#define OPENS(id, kind, signs, who, whom, place)                                                   \
    {VG_UNIT_##id, VG_FACT_##kind, signs, who, whom, place},
#include "tale/units.def"
#undef OPENS
};
static const pattern closes[] = {
#define CLOSES(id, kind, signs, who, whom, place)                                                  \
    {VG_UNIT_##id, VG_FACT_##kind, signs, who, whom, place},
#include "tale/units.def"
#undef CLOSES
};

static int part(const vg_fact *f, int which)
{
    switch (which) {
    case WHO: return f->who;
    case WHOM: return f->whom;
    case FROM: return f->from;
    case TO: return f->to;
    default: return 0;
    }
}

static bool fits(const pattern *p, const vg_saga *saga, const vg_fact *f)
{
    int sign = f->sign;
    if (p->kind != f->kind) return false;
    if (f->kind == VG_FACT_DECIDED && f->who && sign < 2) sign = sign != saga->person[f->who].side;
    return sign > 7 || p->signs >> sign & 1;
}

static bool ends(const pattern *p, const vg_fact *f, const vg_unit *u)
{
    return u->kind == p->unit && (p->who == NO || part(f, p->who) == u->who) &&
           (p->whom == NO || part(f, p->whom) == u->whom) &&
           (p->place == NO || part(f, p->place) == u->place);
}

int vg_sift(const vg_saga *saga, const vg_fact *fact, int first, int end, vg_unit out[VG_MAX_UNITS])
{
    int count = 0;
    uint8_t starter = 0;
    for (int i = first; i < end; i++) {
        const vg_fact *f = &fact[i];
        if (f->kind == VG_FACT_QUEST) starter = f->who;
        for (size_t k = 0; k < sizeof closes / sizeof closes[0]; k++)
            for (int u = 0; fits(&closes[k], saga, f) && u < count; u++)
                if (out[u].closed < 0 && ends(&closes[k], f, &out[u])) out[u].closed = i;
        for (int u = 0; u < count; u++) {
            if (out[u].closed >= 0) continue;
            // A task ends with its own result; a debt is paid at the other's side too.
            if (out[u].kind == VG_UNIT_TASK && f->kind == VG_FACT_DECIDED && f->task == out[u].task)
                out[u].closed = i;
            if (out[u].kind == VG_UNIT_DEBT && f->kind == VG_FACT_HELP && f->who == out[u].who &&
                starter == out[u].whom && starter)
                out[u].closed = i;
        }
        for (size_t k = 0; k < sizeof opens / sizeof opens[0]; k++) {
            if (!fits(&opens[k], saga, f) || count == VG_MAX_UNITS) continue;
            out[count++] = (vg_unit){.kind = opens[k].unit,
                                     .who = (uint8_t)part(f, opens[k].who),
                                     .whom = (uint8_t)part(f, opens[k].whom),
                                     .place = (uint8_t)part(f, opens[k].place),
                                     .task = f->task,
                                     .opened = i,
                                     .closed = -1};
        }
    }
    return count;
}
