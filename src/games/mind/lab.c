// lab.c: what the lab counts by and may change in FantasyMind.
#include "games/mind/mind.h"

int mind_traits(const void *state, int seat, vg_trait out[VG_MAX_TRAITS])
{
    const mind_state *s = state;
    const mind_character_def *c = mind_character_of(s, seat);
    static const vg_words parity[2] = {VG_WORDS("pari", "even"), VG_WORDS("dispari", "odd")};
    static const char *const slugs[2] = {"even", "odd"};
    out[0] = (vg_trait){"character", c->slug, &c->name};
    out[1] = (vg_trait){"parity", slugs[c->value & 1], &parity[c->value & 1]};
    return 2;
}

bool mind_marks(const void *state, const vg_event *e, vg_trait *out)
{
    (void)state;
    if (e->kind == MIND_EV_DREW) {
        *out = (vg_trait){"drawn", mind_coffer_slugs[e->arg[0]], NULL};
        return true;
    }
    if (e->kind == MIND_EV_DEALT) {
        *out = (vg_trait){"first-stone", mind_stones[e->arg[0]].slug, &mind_stones[e->arg[0]].one};
        return true;
    }
    return false;
}

static const char *check_edition(const void *edition) { return mind_edition_check(edition); }

static const char *const colours[MIND_COLOURS + 1] = {
    "blank", "ruby", "carnelian", "topaz", "malachite", "lapis", "amethyst", "opal",
};
#define COFFER(name, number)                                                                       \
    {                                                                                              \
        .group = "coffer", .field = (name), .count = MIND_COLOURS + 1,                             \
        .stride = sizeof(((mind_edition *)0)->coffer[0]),                                          \
        .offset = offsetof(mind_edition, coffer[0].number), .min = 0, .max = MIND_COFFERS,         \
        .slugs = colours                                                                           \
    }
static const vg_tunable tunables[] = {
    VG_TUNABLE(mind_edition, character, 1, "value", value, 1, 6),
    COFFER("plain", plain),
    COFFER("gift", gift),
};
#undef COFFER

vg_tuning mind_tuning = {
    .edition = &mind_editions[MIND_EDITIONS],
    .normal = &mind_editions[0],
    .size = sizeof(mind_edition),
    .row = tunables,
    .row_count = sizeof tunables / sizeof tunables[0],
    .check = check_edition,
};
