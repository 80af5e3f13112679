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

// By kind, as mind_coffer_slugs.
static const vg_words coffers[MIND_KINDS] = {
    VG_WORDS("?", "?"),
    VG_WORDS("scrigno di rubino", "ruby coffer"),
    VG_WORDS("scrigno di corniola", "carnelian coffer"),
    VG_WORDS("scrigno di topazio", "topaz coffer"),
    VG_WORDS("scrigno di malachite", "malachite coffer"),
    VG_WORDS("scrigno di lapislazzuli", "lapis coffer"),
    VG_WORDS("scrigno di ametista", "amethyst coffer"),
    VG_WORDS("scrigno di opale", "opal coffer"),
    VG_WORDS("scrigno senza colore", "blank coffer"),
    VG_WORDS("scrigno di rubino con dono", "ruby coffer with a gift"),
    VG_WORDS("scrigno di corniola con dono", "carnelian coffer with a gift"),
    VG_WORDS("scrigno di topazio con dono", "topaz coffer with a gift"),
    VG_WORDS("scrigno di malachite con dono", "malachite coffer with a gift"),
    VG_WORDS("scrigno di lapislazzuli con dono", "lapis coffer with a gift"),
    VG_WORDS("scrigno di ametista con dono", "amethyst coffer with a gift"),
    VG_WORDS("scrigno di opale con dono", "opal coffer with a gift"),
};

bool mind_marks(const void *state, const vg_event *e, vg_trait *out)
{
    (void)state;
    if (e->kind == MIND_EV_DREW) {
        *out = (vg_trait){"drawn", mind_coffer_slugs[e->arg[0]], &coffers[e->arg[0]]};
        return true;
    }
    if (e->kind == MIND_EV_DEALT) {
        *out = (vg_trait){"first-stone", mind_stones[e->arg[0]].slug, &mind_stones[e->arg[0]].one};
        return true;
    }
    return false;
}

static const vg_words *check_edition(const void *edition)
{
    static const vg_words size =
        VG_WORDS("gli scrigni non sono 24 in tutto (H2)", "there are not 24 coffers in all (H2)");
    static const vg_words blank = VG_WORDS("uno scrigno senza colore non può avere il dono",
                                           "a blank coffer cannot carry the gift mark");
    static const vg_words sides =
        VG_WORDS("il dado non ha sei facce in tutto", "the die does not have six sides in all");
    static const vg_words endless =
        VG_WORDS("con questo dado la pila cala più piano che con quello stampato: troppe partite "
                 "non finirebbero",
                 "with this die the pile shrinks slower than with the printed one: too many games "
                 "would not end");
    const mind_edition *e = edition;
    int in_all = 0, die = 0;
    for (int c = 0; c <= MIND_COLOURS; c++) in_all += e->coffer[c].plain + e->coffer[c].gift;
    for (int f = 1; f <= 6; f++) die += e->sides[f];
    if (in_all != MIND_COFFERS) return &size;
    if (e->coffer[MIND_NO_COLOUR].gift) return &blank;
    if (die != 6) return &sides;
    // A 1 places a coffer, a 2 two, a 6 gives one back: RULES.md, "How long a game is".
    return e->sides[1] + 2 * e->sides[2] < e->sides[6] + 2 ? &endless : NULL;
}

static const char *const colours[MIND_COLOURS + 1] = {
    "blank", "ruby", "carnelian", "topaz", "malachite", "lapis", "amethyst", "opal",
};
#define COFFER(slug, it, en, number)                                                               \
    {                                                                                              \
        .group = "coffer", .field = (slug), .name = VG_WORDS(it, en), .count = MIND_COLOURS + 1,   \
        .stride = sizeof(((mind_edition *)0)->coffer[0]),                                          \
        .offset = offsetof(mind_edition, coffer[0].number), .min = 0, .max = MIND_COFFERS,         \
        .slugs = colours                                                                           \
    }
static const char *const faces[] = {"1", "2", "3", "4", "5", "6"};
static const vg_tunable tunables[] = {
    VG_TUNABLE(mind_edition, character, 1, "value", "valore", "value", value, 1, 6),
    COFFER("plain", "senza dono", "plain", plain),
    COFFER("gift", "con dono", "with a gift", gift),
    {.group = "die",
     .field = "sides",
     .name = VG_WORDS("facce", "sides"),
     .count = 6,
     .stride = 1,
     .offset = offsetof(mind_edition, sides[1]),
     .max = 6,
     .slugs = faces},
};
#undef COFFER

static const vg_fixed fixed[] = {
    {"character", NULL,
     VG_WORDS("di un personaggio si cambia il valore; le pietre che mostra, e quanti sono, sono "
              "dell'edizione stampata (H1)",
              "of a character the value can be changed; the stones it shows, and how many there "
              "are, belong to the printed edition (H1)")},
    {"coffer", NULL,
     VG_WORDS("gli scrigni sono dei sette colori o senza: se ne cambia il numero (H2)",
              "coffers are of the seven colours or of none: change how many there are (H2)")},
};

vg_tuning mind_tuning = {
    .edition = &mind_editions[MIND_EDITIONS],
    .normal = &mind_editions[0],
    .size = sizeof(mind_edition),
    .row = tunables,
    .row_count = sizeof tunables / sizeof tunables[0],
    .check = check_edition,
    .fixed = fixed,
    .fixed_count = sizeof fixed / sizeof fixed[0],
};
