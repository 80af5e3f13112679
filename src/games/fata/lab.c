// lab.c: what the lab counts by and may change in F.A.T.A.
#include "games/fata/fata.h"

int fata_traits(const void *state, int seat, vg_trait out[VG_MAX_TRAITS])
{
    const fata_state *s = state;
    if (!s->lineage[seat]) return 0;
    const fata_people *people = &fata_ed(s)->lineage[s->lineage[seat]];
    out[0] = (vg_trait){"lineage", people->slug, &people->colour};
    return 1;
}

// Points of a round are kept in a signed byte: 26 treasures of at most 4 fit.
static const vg_tunable tunables[] = {{
    .group = "treasure",
    .field = "value",
    .name = VG_WORDS("valore", "value"),
    .count = FATA_TREASURES,
    .stride = sizeof(fata_treasure),
    .slug = offsetof(fata_edition, treasure[1].slug),
    .offset = offsetof(fata_edition, treasure[1].value),
    .min = -4,
    .max = 4,
}};

static const vg_fixed fixed[] = {
    {"card", NULL,
     VG_WORDS("visioni e ammaliamenti restano quelli stampati: quello che un posto ricorda delle "
              "mani altrui conta su una visione e due ammaliamenti per tipo",
              "visions and charms stay as printed: what a seat remembers of other hands relies on "
              "one of each vision and two of each charm")},
    {"treasure", NULL,
     VG_WORDS("di un tesoro si cambia il valore; ogni stirpe ne ha cinque",
              "of a treasure the value can be changed; each lineage has five")},
};

vg_tuning fata_tuning = {
    .edition = &fata_editions[1],
    .normal = &fata_editions[0],
    .size = sizeof(fata_edition),
    .row = tunables,
    .row_count = 1,
    .fixed = fixed,
    .fixed_count = sizeof fixed / sizeof fixed[0],
};
