// words.c: what the things of F.A.T.A. are called, in notation and in words.
#include "games/fata/fata.h"

// What things are called is the same in all editions; what treasures are worth is not.
static const fata_edition *classic(void) { return &fata_editions[0]; }

// ---- slugs and names -----------------------------------------------------------

static const char *lineage_slug(int i) { return classic()->lineage[i].slug; }
static const char *treasure_slug(int i) { return classic()->treasure[i].slug; }
static int treasure_box(const void *state, int i)
{
    const fata_state *s = state;
    return fata_treasures_in_play(fata_ed(s), s->seats) >> i & 1;
}
static int card_box(const void *state, int i)
{
    const fata_state *s = state;
    return fata_copies(i) - (i == FATA_DEW_VEIL ? vg_sum(s->ward, FATA_SEATS) : 0);
}
static const char *card_slug(int i) { return classic()->card[i].slug; }
static const char *row_slug(int i) { return i ? "b" : "a"; }
static const char *type_slug(int i) { return fata_types[i].slug; }
static const char *subject_slug(int i) { return fata_subjects[i].slug; }
static const char *face_slug(int i) { return i ? "up" : "down"; }
static const char *cause_slug(int i) { return i ? "impatience" : "pile"; }
static const vg_words *treasure_name(int i) { return &classic()->treasure[i].name; }
static const vg_words *card_name(int i) { return &classic()->card[i].name; }
static const vg_words *type_name(int i) { return &fata_types[i].name; }
static const vg_words *subject_name(int i) { return &fata_subjects[i].name; }
static const vg_words *cause_name(int i)
{
    static const vg_words words[] = {VG_WORDS("", ""),
                                     VG_WORDS(", stanca di aspettare", ", tired of waiting")};
    return &words[i];
}

// With how many seats it is in play.
static void lineage_note(int i, vg_text *out)
{
    for (int seats = 3, any = 0; seats <= FATA_SEATS; seats++)
        if (fata_lineages_in_play(classic(), seats) >> i & 1)
            vg_text_printf(out, "%s%d", any++ ? " " : "", seats);
}

static void spell_set(uint32_t set, vg_text *out)
{
    for (bool any = false; set; set &= set - 1, any = true)
        vg_text_printf(out, "%s%s", any ? "+" : "", treasure_slug(vg_lowest(set)));
}

static void first_spell(const void *state, int i, vg_text *out)
{
    (void)state;
    spell_set(fata_set_of(i, 0), out);
}

static void more_spell(const void *state, int i, vg_text *out)
{
    (void)state;
    spell_set(fata_set_of(0, i), out);
}

// ---- words ---------------------------------------------------------------------

// A title stands in quotes; "a card" and the Queen do not.
static void put_name(vg_text *out, const char *name, bool title, vg_lang lang)
{
    vg_text_printf(out, !title ? "%s" : lang == VG_IT ? "«%s»" : "“%s”", name);
}

void fata_say_card(vg_text *out, const fata_edition *ed, int kind, vg_lang lang)
{
    const fata_card *c = &ed->card[kind];
    put_name(out, c->name.in[lang], kind != 0, lang);
    if (c->number) vg_text_printf(out, " (%s)", c->text.in[lang]);
}

static void say_value(vg_text *out, const fata_edition *ed, const fata_treasure *t, vg_lang lang)
{
    vg_text_printf(out, "%s ", ed->lineage[t->lineage].colour.in[lang]);
    vg_text_number(out, t->value);
}

void fata_say_treasure(vg_text *out, const fata_edition *ed, int id, vg_lang lang)
{
    const fata_treasure *t = &ed->treasure[id];
    put_name(out, t->name.in[lang], t->lineage != 0, lang);
    if (!t->lineage) return;
    vg_text_add(out, " (");
    say_value(out, ed, t, lang);
    vg_text_char(out, ')');
}

void fata_say_set(vg_text *out, const fata_edition *ed, uint32_t set, vg_lang lang)
{
    if (!set) vg_text_add(out, lang == VG_IT ? "niente" : "nothing");
    for (bool any = false; set; set &= set - 1, any = true) {
        if (any) vg_text_add(out, ", ");
        say_value(out, ed, &ed->treasure[vg_lowest(set)], lang);
    }
}

// Number 0 of an edition is what is said of one that is not seen.
static int seen(int i) { return i == VG_VEILED ? 0 : i; }

static void card_words(const vg_sentence *t, int i, vg_text *out)
{
    fata_say_card(out, fata_ed(t->view), seen(i), t->voice->lang);
}

static void card_text(const vg_sentence *t, int i, vg_text *out)
{
    vg_text_add(out, fata_ed(t->view)->card[i].text.in[t->voice->lang]);
}

static void treasure_words(const vg_sentence *t, int i, vg_text *out)
{
    fata_say_treasure(out, fata_ed(t->view), seen(i), t->voice->lang);
}

// This argument and the next together.
static void treasures_words(const vg_sentence *t, int i, vg_text *out)
{
    (void)i;
    fata_say_set(out, fata_ed(t->view), fata_set_of(t->arg[1], t->arg[2]), t->voice->lang);
}

static void lineage_words(const vg_sentence *t, int i, vg_text *out)
{
    const fata_people *l = &classic()->lineage[seen(i)];
    vg_text_printf(out, "%s (%s)", l->name, l->colour.in[t->voice->lang]);
}

static void row_words(const vg_sentence *t, int i, vg_text *out)
{
    (void)t;
    vg_text_char(out, (char)('A' + i));
}

// What is somebody's: "carte di Ada", "tue carte".
static void theirs(const vg_sentence *t, int seat, const char *what, vg_text *out)
{
    bool it = t->voice->lang == VG_IT;
    if (seat == t->voice->reader)
        vg_text_printf(out, it ? "tue %s" : "your %s", what);
    else
        vg_text_printf(out, it ? "%s di %s" : "the %s of %s", what, vg_voice_name(t->voice, seat));
}

static void their_cards(const vg_sentence *t, int i, vg_text *out)
{
    theirs(t, i, t->voice->lang == VG_IT ? "carte" : "cards", out);
}

static void their_rows(const vg_sentence *t, int i, vg_text *out)
{
    theirs(t, i, t->voice->lang == VG_IT ? "file" : "rows", out);
}

static void on_whom(const vg_sentence *t, int i, vg_text *out)
{
    if (i == t->voice->reader && t->voice->lang == VG_IT) vg_text_add(out, "di ");
    vg_words_whom(t, i, out);
}

static void stage_words(const vg_sentence *t, int i, vg_text *out)
{
    bool it = t->voice->lang == VG_IT, you = t->seat == t->voice->reader;
    if (i == 0)
        vg_text_add(out, it    ? "giocare un ammaliamento o cambiare la mano, "
                         : you ? "play a charm or exchange your hand, "
                               : "play a charm or exchange the hand, ");
    if (i <= 1) vg_text_add(out, it ? "rubare una visione, " : "steal a vision, ");
    vg_text_add(out, it ? "giocare visioni" : "play visions");
}

// ---- what the table says and the move or the frame does not ----------------------

// What a charm does belongs beside the button that plays it, and above its targets.
static void with_effect(vg_sentence *t, vg_text *out)
{
    t->arg[1] = t->arg[0];
    vg_tell(t, out);
}

static void exchange_label(vg_sentence *t, vg_text *out)
{
    static const vg_words one_card =
        VG_WORDS("Cambia la mano: scarta la tua unica carta e pescane un'altra",
                 "Exchange your hand: discard your only card, draw another");
    const fata_state *s = t->view;
    if (s->hand_count[s->turn] == 1) vg_tell_words(t, &one_card); // TS-12
    vg_tell(t, out);
}

static void turn_prompt(vg_sentence *t, vg_text *out)
{
    static const uint8_t sets[VG_MAX_ARGS] = {FATA_SET_STAGE, FATA_SET_NUMBER, FATA_SET_NUMBER};
    const fata_state *s = t->view;
    t->set = sets;
    t->arg[0] = s->stage, t->arg[1] = s->played, t->arg[2] = s->limit;
    vg_tell(t, out);
}

// What is asked of whoever works a trimagic: which card, and whose.
static void cast_prompt(vg_sentence *t, vg_text *out)
{
    static const uint8_t sets[] = {FATA_SET_TYPE, FATA_SET_SUBJECT, FATA_SET_NUMBER,
                                   FATA_SET_NUMBER};
    static const vg_saying says[] = {
        [FATA_T_DRAW] = VG_SAYING("sceglie chi pesca una carta", "chi pesca una carta?",
                                  "choosing who draws a card", "who draws a card?"),
        [FATA_T_TAKE] =
            VG_SAYING("sceglie un tesoro, e per chi", "quale tesoro, e a chi?",
                      "choosing a treasure, and for whom", "which treasure, and for whom?"),
        [FATA_T_ROB] =
            VG_SAYING("sceglie a chi rubare un tesoro", "a chi rubi un tesoro?",
                      "choosing whom to rob of a treasure", "from whom do you rob a treasure?"),
        [FATA_T_DROP] =
            VG_SAYING("sceglie chi scarta una carta a caso", "chi scarta una carta a caso?",
                      "choosing who loses a card at random", "who loses a card at random?"),
    };
    const fata_state *s = t->view;
    const fata_card *card = fata_ed(s)->card;
    const uint8_t *row = s->row[t->seat][t->arg[0]];
    t->set = sets;
    t->arg[3] = t->arg[1] >> 4;
    t->arg[0] = card[row[0]].type, t->arg[1] = card[row[1]].subject,
    t->arg[2] = card[row[2]].number;
    vg_tell(t, out);
    vg_tell_saying(t, &says[t->arg[0]]);
    vg_tell(t, out);
}

#define VG_CAPITAL
#include "engine/tables.h"
