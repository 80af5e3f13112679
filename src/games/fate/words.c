// words.c: what the things of Fate e Leggende are called, in notation and in words.
#include "games/fate/fate.h"

// ---- slugs and names -------------------------------------------------------------

const char *const fate_colour_slug[FATE_COLOURS] = {"none", "gold", "blue", "violet"};
static const vg_words colours[FATE_COLOURS] = {
    VG_WORDS("senza colore", "no colour"),
    VG_WORDS("oro", "gold"),
    VG_WORDS("blu", "blue"),
    VG_WORDS("viola", "violet"),
};
const vg_words fate_story_colour[FATE_COLOURS] = {
    VG_WORDS("senza colore", "colourless"),
    VG_WORDS("d'oro", "gold"),
    VG_WORDS("blu", "blue"),
    VG_WORDS("viola", "violet"),
};
const fate_object_def fate_objects[FATE_OBJECTS] = {
    {"shoes-pink", VG_WORDS("le scarpette rosa", "the pink shoes")},
    {"shoes-green", VG_WORDS("le scarpette verdi", "the green shoes")},
    {"shoes-azure", VG_WORDS("le scarpette azzurre", "the azure shoes")},
    {"shoes-yellow", VG_WORDS("le scarpette gialle", "the yellow shoes")},
    {"shoes-white", VG_WORDS("le scarpette bianche", "the white shoes")},
    {"wand-pink", VG_WORDS("la bacchetta rosa", "the pink wand")},
    {"wand-green", VG_WORDS("la bacchetta verde", "the green wand")},
    {"wand-azure", VG_WORDS("la bacchetta azzurra", "the azure wand")},
    {"wand-yellow", VG_WORDS("la bacchetta gialla", "the yellow wand")},
    {"wand-white", VG_WORDS("la bacchetta bianca", "the white wand")},
    {"wings-pink", VG_WORDS("le ali rosa", "the pink wings")},
    {"wings-green", VG_WORDS("le ali verdi", "the green wings")},
    {"wings-azure", VG_WORDS("le ali azzurre", "the azure wings")},
    {"wings-yellow", VG_WORDS("le ali gialle", "the yellow wings")},
    {"wings-white", VG_WORDS("le ali bianche", "the white wings")},
    {"hat-pink", VG_WORDS("il cappello rosa", "the pink hat")},
    {"hat-green", VG_WORDS("il cappello verde", "the green hat")},
    {"hat-azure", VG_WORDS("il cappello azzurro", "the azure hat")},
    {"hat-yellow", VG_WORDS("il cappello giallo", "the yellow hat")},
    {"hat-white", VG_WORDS("il cappello bianco", "the white hat")},
};
const char *const fate_ending_slug[FATE_ENDING_COUNT] = {"none",   "four", "empty",
                                                         "accord", "lock", "cap"};
static const vg_words endings[FATE_ENDING_COUNT] = {
    [FATE_GOING_ON] = VG_WORDS("", ""),
    [FATE_END_FOUR] = VG_WORDS("Una fata ha i quattro oggetti: si contano i punti",
                               "A fairy has the four objects: the points are counted"),
    [FATE_END_EMPTY] = VG_WORDS("Gli oggetti sono finiti: si contano i punti",
                                "There are no objects left: the points are counted"),
    [FATE_END_ACCORD] = VG_WORDS("Si finisce di comune accordo: si contano i punti",
                                 "The game ends by common accord: the points are counted"),
    [FATE_END_LOCK] = VG_WORDS("Nessuno può più narrare: si contano i punti",
                               "Nobody can tell any more: the points are counted"),
    [FATE_END_CAP] = VG_WORDS("È passato l'ultimo giro: si contano i punti",
                              "The last round is over: the points are counted"),
};
static const vg_words extras[] = {VG_WORDS("Non pagarla", "Do not pay it"),
                                  VG_WORDS("Paga la quota suppletiva", "Pay the supplement")};
static const vg_words faces[] = {VG_WORDS("coperto", "face down"), VG_WORDS("scoperto", "face up")};
static const vg_words votes[] = {VG_WORDS("No, continuiamo", "No, let us go on"),
                                 VG_WORDS("D'accordo, finiamo qui", "Agreed, let us end here")};
static const vg_words opinions[] = {VG_WORDS("contro", "against"),
                                    VG_WORDS("d'accordo", "in favour")};

static const char *card_slug(int i) { return fate_cards[i].slug; }
static const vg_words *card_title(int i) { return &fate_cards[i].title; }
static int as_rank(int as) { return fate_as_value(as) + 6 * fate_as_colour(as); }
static int aim_rank(int aim) { return aim ? aim - FATE_AIMED + 1 : 0; }
static int card_copies(int i) { return fate_cards[i].copies; }
static int card_box(const void *state, int i) { return fate_copies(state, i); }
static int object_box(const void *state, int i) { return (void)state, (void)i, 1; }
static const char *object_slug(int i) { return fate_objects[i].slug; }
static const vg_words *object_name(int i) { return &fate_objects[i].name; }
static const char *colour_slug(int i) { return fate_colour_slug[i]; }
static const vg_words *colour_name(int i) { return &colours[i]; }
static const char *extra_slug(int i) { return i ? "extra" : "no-extra"; }
static const vg_words *extra_name(int i) { return &extras[i]; }
static const char *face_slug(int i) { return i ? "up" : "down"; }
static const vg_words *face_name(int i) { return &faces[i]; }
static const char *vote_slug(int i) { return i ? "agree" : "refuse"; }
static const vg_words *vote_name(int i) { return &votes[i]; }
static const char *ending_slug(int i) { return fate_ending_slug[i]; }
static const vg_words *ending_name(int i) { return &endings[i]; }

// ---- what is put together ----------------------------------------------------------

static void put(const vg_sentence *t, vg_text *out, const char *it, const char *en)
{
    vg_text_add(out, t->voice->lang == VG_IT ? it : en);
}

static void title_words(const vg_sentence *t, int i, vg_text *out)
{
    vg_lang lang = t->voice->lang;
    vg_text_printf(out, lang == VG_IT ? "«%s»" : "“%s”", fate_cards[i].title.in[lang]);
}

// "«La porta del labirinto» (oro 1)", "«Il cantastorie» (jolly oro/blu/viola)", "«Notte bianca»".
void fate_card_name(const fate_state *s, int card, vg_lang lang, vg_text *out)
{
    const fate_card_def *d = fate_def(s, card);
    vg_text_printf(out, lang == VG_IT ? "«%s»" : "“%s”", d->title.in[lang]);
    if (!d->bars) return;
    vg_text_add(out, d->value ? " (" : lang == VG_IT ? " (jolly " : " (joker ");
    for (int c = FATE_GOLD, later = 0; c <= FATE_VIOLET; c++)
        if (d->bars >> c & 1) vg_text_printf(out, "%s%s", later++ ? "/" : "", colours[c].in[lang]);
    if (d->value) vg_text_printf(out, " %d", d->value);
    vg_text_char(out, ')');
}

static void card_words(const vg_sentence *t, int i, vg_text *out)
{
    fate_card_name(t->view, i == VG_VEILED ? FATE_UNKNOWN : i, t->voice->lang, out);
}

static void chapter_words(const vg_sentence *t, int i, vg_text *out)
{
    vg_lang lang = t->voice->lang;
    vg_text_printf(out, "%s. %s", fate_cards[i].title.in[lang], fate_cards[i].text.in[lang]);
}

static void story_words(const vg_sentence *t, int i, vg_text *out)
{
    vg_text_add(out, fate_story_colour[i].in[t->voice->lang]);
}

static void object_words(const vg_sentence *t, int i, vg_text *out)
{
    if (i != VG_VEILED) vg_text_add(out, fate_objects[i].name.in[t->voice->lang]);
}

static void laid_words(const vg_sentence *t, int i, vg_text *out)
{
    vg_text_add(out, faces[i != VG_VEILED].in[t->voice->lang]);
    if (i != VG_VEILED) vg_text_add(out, ": ");
    object_words(t, i, out);
}

static void opinion_words(const vg_sentence *t, int i, vg_text *out)
{
    vg_text_add(out, opinions[i].in[t->voice->lang]);
}

// " delle tue", " di Ada"; nothing if it is the payer's own.
static void whose_words(const vg_sentence *t, int i, vg_text *out)
{
    if (i == t->seat) return;
    if (i == t->voice->reader)
        put(t, out, " delle tue", " of yours");
    else
        vg_text_printf(out, t->voice->lang == VG_IT ? " di %s" : " of %s's",
                       vg_voice_name(t->voice, i));
}

static void charged_words(const vg_sentence *t, int i, vg_text *out)
{
    if (i == t->voice->reader) put(t, out, " a te", " to you");
}

static void reveal_spell(const void *state, int i, vg_text *out)
{
    (void)state;
    if (i) vg_text_add(out, fate_objects[i - 1].slug);
}

// "; scopri le scarpette bianche"
static void reveal_words(const vg_sentence *t, int i, vg_text *out)
{
    if (!i) return;
    put(t, out, "; scopri ", "; you show ");
    object_words(t, i - 1, out);
}

static void stride_spell(const void *state, int i, vg_text *out)
{
    (void)state;
    if (i) vg_text_add(out, fate_stride_back(i) ? "ccw " : "cw ");
    vg_text_int(out, fate_stride_total(i));
}

static void stride_words(const vg_sentence *t, int i, vg_text *out)
{
    (void)t;
    vg_text_int(out, fate_stride_total(i));
}

// "3 in senso orario, alla carta 5 (storia d'oro, ultimo valore 2)"
static void way_words(const vg_sentence *t, int i, vg_text *out)
{
    const fate_state *s = t->view;
    bool it = t->voice->lang == VG_IT;
    int total = fate_stride_total(i), back = fate_stride_back(i);
    int to = fate_step(s, s->at[fate_top(s).seat], back ? -total : total);
    if (!total)
        put(t, out, "Resta dove sei", "Stay where you are");
    else
        vg_text_printf(out,
                       it     ? back ? "%d in senso antiorario, alla carta %d"
                                     : "%d in senso orario, alla carta %d"
                       : back ? "%d anticlockwise, to card %d"
                              : "%d clockwise, to card %d",
                       total, to);
    if (!s->story_length[to]) return;
    vg_text_printf(out, it ? " (storia %s" : " (%s story",
                   fate_story_colour[s->story_colour[to]].in[t->voice->lang]);
    int last = s->told[fate_last(s, to)].value;
    if (last) vg_text_printf(out, it ? ", ultimo valore %d" : ", last value %d", last);
    vg_text_char(out, ')');
}

static void looked_words(const vg_sentence *t, int i, vg_text *out)
{
    const fate_state *s = t->view;
    vg_text_int(out, i);
    if (i != s->at[fate_top(s).seat]) put(t, out, " con la bacchetta", " with the wand");
}

// "gold 1", "3"
static void as_spell(const void *state, int i, vg_text *out)
{
    (void)state;
    if (fate_as_colour(i)) vg_text_printf(out, "%s ", fate_colour_slug[fate_as_colour(i)]);
    if (i) vg_text_int(out, fate_as_value(i));
}

static void after_spell(const void *state, int i, vg_text *out)
{
    if (i) vg_text_add(out, "after ");
    as_spell(state, i, out);
}

static void declared(const vg_sentence *t, int i, vg_text *out)
{
    int colour = fate_as_colour(i);
    if (colour) vg_text_printf(out, "%s ", colours[colour].in[t->voice->lang]);
    vg_text_int(out, fate_as_value(i));
}

static void as_words(const vg_sentence *t, int i, vg_text *out)
{
    if (!i) return;
    put(t, out, " come ", " as ");
    declared(t, i, out);
}

static void after_words(const vg_sentence *t, int i, vg_text *out)
{
    if (!i) return;
    put(t, out, "; il jolly prima vale ", "; the joker before it is ");
    declared(t, i, out);
}

// "4", "4 2"
static void aim_spell(const void *state, int i, vg_text *out)
{
    (void)state;
    if (i) vg_text_int(out, fate_aim_path(i));
    if (fate_aim_number(i)) vg_text_printf(out, " %d", fate_aim_number(i));
}

// Of the card that is the sentence's first argument: ", carta 4, 2 polveri".
static void aim_words(const vg_sentence *t, int i, vg_text *out)
{
    bool it = t->voice->lang == VG_IT;
    int number = fate_aim_number(i);
    if (i) vg_text_printf(out, it ? ", carta %d" : ", card %d", fate_aim_path(i));
    if (!number) return;
    if (fate_cards[t->arg[0]].effect == FATE_SHAPE_SHIFT)
        vg_text_printf(out, it ? ", valore %d" : ", value %d", number);
    else
        vg_text_printf(out,
                       !it          ? ", %d dust"
                       : number > 1 ? ", %d polveri"
                                    : ", %d polvere",
                       number);
}

static void target_words(const vg_sentence *t, int i, vg_text *out)
{
    bool it = t->voice->lang == VG_IT;
    int effect = fate_cards[t->arg[0]].effect, path = fate_aim_path(i), number = fate_aim_number(i);
    if (!i) return;
    if (effect == FATE_OFFERING)
        vg_text_printf(out, it ? ": %d alla storia della carta %d" : ": %d to the story at card %d",
                       number, path);
    else if (effect == FATE_SHAPE_SHIFT)
        vg_text_printf(out,
                       it ? ": il jolly della carta %d vale %d" : ": the joker at card %d is %d",
                       path, number);
    else if (effect == FATE_SHORTCUT)
        vg_text_printf(out, it ? ": vai alla carta %d" : ": go to card %d", path);
    else
        vg_text_printf(out, it ? ": storia della carta %d" : ": story at card %d", path);
}

// ---- what the table says and the move or the frame does not ------------------------

static void tell_label(vg_sentence *t, vg_text *out)
{
    static const vg_words begin =
        VG_WORDS("Inizia una storia con {1}{2}{3}", "Begin a story with {1}{2}{3}");
    const fate_state *s = t->view;
    if (!s->story_length[s->at[fate_top(s).seat]]) vg_tell_words(t, &begin);
    vg_tell(t, out);
}

static void take_label(vg_sentence *t, vg_text *out)
{
    static const vg_words own =
        VG_WORDS("Spendi {1} {1?polvere tua|polveri tue}", "Spend {1} of your dust");
    if (t->arg[1] == t->voice->reader) vg_tell_words(t, &own);
    vg_tell(t, out);
}

// What the frame below holds first.
static int below(const fate_state *s) { return s->stack.frame[s->stack.count - 2].a; }

static void wind_prompt(vg_sentence *t, vg_text *out)
{
    t->arg[0] = below(t->view);
    vg_tell(t, out);
}

static void hush_prompt(vg_sentence *t, vg_text *out)
{
    t->arg[1] = below(t->view);
    vg_tell(t, out);
}

static void swap_prompt(vg_sentence *t, vg_text *out)
{
    t->arg[1] = ((const fate_state *)t->view)->ring[t->arg[0]];
    vg_tell(t, out);
}

static void set_prompt(vg_sentence *t, vg_text *out)
{
    t->arg[0] = ((const fate_state *)t->view)->fresh[t->seat] - 1; // 0, less 1: veiled
    vg_tell(t, out);
}

static void discard_prompt(vg_sentence *t, vg_text *out)
{
    static const vg_saying closing =
        VG_SAYING("{0} sta per finire il turno", "Gioca ancora o finisci il turno",
                  "{0} is about to end the turn", "Play on or end your turn");
    const fate_state *s = t->view;
    if (s->hand_count[t->seat] <= FATE_HAND_LIMIT) vg_tell_saying(t, &closing);
    vg_tell(t, out);
}

#include "engine/tables.h"
