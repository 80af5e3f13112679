// lab.c: what the lab counts by and may change in FantasyMind.
#include "games/mind/mind.h"

int mind_traits(const void *state, int seat, vg_trait out[VG_MAX_TRAITS])
{
    const mind_state *s = state;
    const mind_character_def *c = mind_character_of(s, seat);
    int odd = c->value & 1;
    out[0] = (vg_trait){"character", c->slug, &c->name};
    out[1] = (vg_trait){"parity", mind_parity_slugs[odd], &mind_parity_words[odd]};
    return 2;
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
    COFFER("plain", "copie", "copies", plain),
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
