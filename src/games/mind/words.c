// words.c: what the things of FantasyMind are called, in notation and in words. Rows are numbered
// from 1 at the top, in the notation too, so that what is typed is what is seen.
#include "games/mind/colours.h"

// What things are called is the same in all editions; what characters are worth is not.
static const mind_edition *classic(void) { return &mind_editions[0]; }

// ---- slugs, names and copies -----------------------------------------------------

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
static const vg_words ends[] = {VG_WORDS("a sinistra", "on the left"),
                                VG_WORDS("a destra", "on the right")};
static const struct {
    const char *slug;
    vg_words words;
} reasons[MIND_REASONS] = {
    [MIND_NO_FOE] = {"no-foe", VG_WORDS("nessuno può essere sfidato", "nobody can be challenged")},
    [MIND_NO_SOURCE] = {"no-source",
                        VG_WORDS("nessuno dei chiamati ha abbastanza pietre da cederne una",
                                 "nobody the die calls has enough stones to give one")},
    [MIND_ONE_ROW] = {"one-row", VG_WORDS("una sola riga, e meno di due pietre",
                                          "one row, and fewer than two stones")},
    [MIND_FEW_CARDS] = {"few-coffers",
                        VG_WORDS("meno di cinque scrigni, e più di due pietre",
                                 "fewer than five coffers, and more than two stones")},
};
const char *const mind_parity_slugs[2] = {"even", "odd"};
const vg_words mind_parity_words[2] = {VG_WORDS("pari", "even"), VG_WORDS("dispari", "odd")};

static const char *stone_slug(int i) { return mind_stones[i].slug; }
static const char *coffer_slug(int i) { return mind_coffer_slugs[i]; }
static const char *character_slug(int i) { return classic()->character[i].slug; }
static const char *end_slug(int i) { return i ? "right" : "left"; }
static const char *parity_slug(int i) { return mind_parity_slugs[i]; }
static const char *roll_slug(int i) { return i ? "second" : "first"; }
static const char *reason_slug(int i) { return reasons[i].slug; }
static const vg_words *stone_name(int i) { return &mind_stones[i].one; }
static const vg_words *coffer_name(int i) { return &coffers[i]; }
static const vg_words *end_name(int i) { return &ends[i]; }
static const vg_words *parity_name(int i) { return &mind_parity_words[i]; }
static const vg_words *reason_name(int i) { return &reasons[i].words; }
static int stone_copies(int i) { return (void)i, MIND_COPIES; }
static int coffer_copies(int i) { return mind_copies(classic(), i); }
static int stone_box(const void *state, int i)
{
    const mind_state *s = state;
    return (void)i, MIND_COPIES - (s->seats <= 4 ? 2 : s->seats <= 6 ? 1 : 0);
}
static int coffer_box(const void *state, int i) // but for the one that is being placed
{
    return mind_copies(mind_edition_of(state), i) - (mind_in_hand(state) == i);
}

static void row_spell(const void *state, int i, vg_text *out)
{
    (void)state;
    vg_text_int(out, i + 1);
}

static void heap_spell(const void *state, int i, vg_text *out)
{
    (void)state;
    vg_text_printf(out, "%s*%d", stone_slug(i & 7), i >> 3);
}

// ---- words -------------------------------------------------------------------------

static void row_words(const vg_sentence *t, int i, vg_text *out) { row_spell(t->view, i, out); }

static void a_stone(const vg_sentence *t, int i, vg_text *out)
{
    vg_text_add(out, mind_stones[i].a.in[t->voice->lang]);
}

static void many_stones(const vg_sentence *t, int i, vg_text *out)
{
    vg_text_add(out, mind_stones[i].many.in[t->voice->lang]);
}

void mind_say_stones(int colour, int n, vg_lang lang, vg_text *out)
{
    const mind_stone_def *stone = &mind_stones[colour];
    vg_text_printf(out, "%d %s", n, (n == 1 ? stone->one : stone->many).in[lang]);
}

static void heap_words(const vg_sentence *t, int i, vg_text *out)
{
    mind_say_stones(i & 7, i >> 3, t->voice->lang, out);
}

// "lo scrigno di rubini con dono"
static void coffer_words(const vg_sentence *t, int i, vg_text *out)
{
    bool it = t->voice->lang == VG_IT;
    if (i == MIND_BLANK) {
        vg_text_add(out, it ? "lo scrigno vuoto" : "the empty coffer");
        return;
    }
    vg_text_add(out, it ? "lo scrigno di " : "the coffer of ");
    many_stones(t, mind_colour_of(i), out);
    if (mind_has_gift(i)) vg_text_add(out, it ? " con dono" : " with a gift");
}

// "la Strega, valore 5, dispari: corniola, malachite, lapislazzuli, ametista"
static void character_words(const vg_sentence *t, int i, vg_text *out)
{
    vg_lang lang = t->voice->lang;
    const mind_character_def *c = &mind_edition_of(t->view)->character[i];
    vg_text_printf(out, lang == VG_IT ? "%s, valore %d, %s:" : "%s, value %d, %s:", c->the.in[lang],
                   c->value, mind_parity_words[c->value & 1].in[lang]);
    for (int k = 0; k < 4; k++)
        if (c->shows[k])
            vg_text_printf(out, "%s %s", k ? "," : "", mind_stones[c->shows[k]].one.in[lang]);
}

// "il 3", "l'1"
static void the_number(const vg_sentence *t, int i, vg_text *out)
{
    vg_text_printf(out, t->voice->lang == VG_EN ? "the %d" : i == 1 ? "l'%d" : "il %d", i);
}

// "contro di te", "contro Ada"
static void against(const vg_sentence *t, int i, vg_text *out)
{
    bool it = t->voice->lang == VG_IT;
    vg_text_add(out, !it ? "against " : i == t->voice->reader ? "contro di " : "contro ");
    vg_words_whom(t, i, out);
}

// ---- what the table says and the move or the frame does not ------------------------

static void keep_label(vg_sentence *t, vg_text *out)
{
    t->arg[0] = ((const mind_state *)t->view)->face;
    vg_tell(t, out);
}

// How the newest pair would fare on the row.
static void row_label(vg_sentence *t, vg_text *out)
{
    const mind_state *s = t->view;
    mind_colours row = mind_count_row(s, t->arg[0]);
    for (int i = 0; i < 2; i++)
        t->arg[1 + i] = mind_strength(s, s->pair[s->pair_count - 1][i], row);
    vg_tell(t, out);
}

static void again_prompt(vg_sentence *t, vg_text *out)
{
    t->arg[0] = t->arg[1] = ((const mind_state *)t->view)->face;
    vg_tell(t, out);
}

static void row_prompt(vg_sentence *t, vg_text *out)
{
    const mind_state *s = t->view;
    for (int i = 0; i < 2; i++) t->arg[i] = s->pair[s->pair_count - 1][i];
    vg_tell(t, out);
}

static void set_prompt(vg_sentence *t, vg_text *out)
{
    t->arg[1] = ((const mind_state *)t->view)->card[t->arg[1]];
    vg_tell(t, out);
}

static void rolled_again(vg_sentence *t, vg_text *out)
{
    static const vg_saying again =
        VG_SAYING("{0} tira di nuovo il dado: {1}", "Tiri di nuovo il dado: {1}",
                  "{0} rolls again: {1}", "You roll again: {1}");
    if (t->arg[1]) vg_tell_saying(t, &again);
    vg_tell(t, out);
}

#include "engine/tables.h"
