// words.c: what the things of Winter Tales are called, in notation and in words.
#include "games/winter/rules.h"

const vg_words winter_side_names[3] = {VG_WORDS("Primavera", "Spring"),
                                       VG_WORDS("Inverno", "Winter"),
                                       VG_WORDS("Scrittore", "Writer")};
const vg_words winter_colour_names[4] = {
    VG_WORDS("vuota", "empty"), VG_WORDS("Primavera", "Spring"), VG_WORDS("Inverno", "Winter"),
    VG_WORDS("neutrale", "neutral")};
const char *const winter_side_slugs[3] = {"spring", "winter", "writer"};
const char *const winter_colour_slugs[4] = {"-", "spring", "winter", "neutral"};

// As they stand in a sentence.
static const vg_words factions[3] = {VG_WORDS("la Primavera", "Spring"),
                                     VG_WORDS("l'Inverno", "Winter"),
                                     VG_WORDS("lo Scrittore", "the Writer")};
static const vg_words horror = VG_WORDS("il Gelido Orrore", "the Icy Horror");
static const vg_words verdicts[3] = {
    VG_WORDS("va bene", "is accepted"), VG_WORDS("va rifatto", "is asked for again"),
    VG_WORDS("è rifiutato: la Missione fallisce", "is refused: the mission fails")};
static const vg_words company[2] = {VG_WORDS("va con l'altro", "goes along"),
                                    VG_WORDS("resta", "stays")};

// ---- slugs, names, copies and notes ----

static const char *side_slug(int i) { return winter_side_slugs[i]; }
static const char *char_slug(int i) { return winter_chars[i].slug; }
static const char *foe_slug(int i) { return i ? winter_chars[i].slug : "horror"; }
static const char *space_slug(int i) { return winter_spaces[i].slug; }
static const char *mission_slug(int i) { return winter_missions[i].slug; }
static const char *goal_slug(int i) { return winter_goals[i].slug; }
static const char *colour_slug(int i) { return winter_colour_slugs[i]; }
static const char *when_slug(int i) { return i ? "guest" : "turn"; }
static const char *posture_slug(int i) { return i ? "down" : "standing"; }
static const char *company_slug(int i) { return i ? "stays" : "along"; }
static const char *cause_slug(int i) { return i ? "chapters" : "memories"; }
static const char *verdict_slug(int i)
{
    return i == 0 ? "accepted" : i == 1 ? "again" : "refused";
}
static const char *cost_slug(int i)
{
    static const char *const slugs[WINTER_SPEND_COUNT] = {
        [WINTER_SPEND_MOVE] = "movement", [WINTER_SPEND_RESCUE] = "rescue",
        [WINTER_SPEND_TRAP] = "trap",     [WINTER_SPEND_RETURN] = "return",
        [WINTER_SPEND_RAID] = "raid",
    };
    return slugs[i];
}
const char *winter_card_slug(int card)
{
    return card == WINTER_FREE    ? "free"
           : card == WINTER_RELIC ? "artefact"
                                  : winter_narration[card].slug;
}

static const vg_words *side_name(int i) { return &winter_side_names[i]; }
static const vg_words *faction_called(int i) { return &factions[i]; }
static const vg_words *char_name(int i) { return &winter_chars[i].name; }
static const vg_words *foe_name(int i) { return i ? char_name(i) : &horror; }
static const vg_words *space_at(int i) { return &winter_spaces[i].at; }
static const vg_words *mission_name(int i) { return &winter_missions[i].name; }
static const vg_words *colour_name(int i) { return &winter_colour_names[i]; }
static const vg_words *verdict_name(int i) { return &verdicts[i]; }
static const vg_words *company_name(int i) { return &company[i]; }
static bool char_many(int i) { return i == WINTER_GATTO_VOLPE; }
static int goal_copies(int i) { return winter_editions[0].copies[i]; }
static void char_note(int i, vg_text *out) { vg_text_add(out, side_slug(winter_side_of(i))); }
static void mission_note(int i, vg_text *out)
{
    vg_text_add(out, side_slug(winter_missions[i].side));
}
static void goal_note(int i, vg_text *out) { vg_text_add(out, side_slug(winter_goals[i].side)); }

// A place, or WINTER_ON + character.
static void target_spell(const void *state, int i, vg_text *out)
{
    (void)state;
    if (i >= WINTER_ON) vg_text_add(out, "on ");
    vg_text_add(out, i < WINTER_ON ? space_slug(i) : char_slug(i - WINTER_ON));
}

static void for_spell(const void *state, int i, vg_text *out) // 1 + side, or 0
{
    (void)state;
    if (i) vg_text_printf(out, " %s", side_slug(i - 1));
}

static void aim_spell(const void *state, int i, vg_text *out)
{
    (void)state;
    if (i) vg_text_printf(out, " aim %s", mission_slug(i));
}

// ---- words ----

static void quote(vg_lang lang, const char *what, vg_text *out)
{
    vg_text_printf(out, lang == VG_IT ? "«%s»" : "“%s”", what);
}

void winter_card_name(int card, int side, vg_lang lang, vg_text *out)
{
    const winter_card_def *c = &winter_narration[card > WINTER_CARDS ? 0 : card];
    if (card == WINTER_FREE)
        vg_text_add(out, lang == VG_IT ? "senza carta, grazie all'Abilità"
                                       : "without a card, by the ability");
    else if (card == WINTER_RELIC)
        vg_text_add(out, lang == VG_IT ? "il Grande Artefatto" : "the Great Artefact");
    else if (side != WINTER_BOTH_FACES)
        quote(lang, c->face[side].in[lang], out);
    else
        vg_text_printf(out, lang == VG_IT ? "«%s / %s»" : "“%s / %s”", c->face[0].in[lang],
                       c->face[1].in[lang]);
}

static void both_faces(const vg_sentence *t, int i, vg_text *out)
{
    if (i != VG_VEILED) winter_card_name(i, WINTER_BOTH_FACES, t->voice->lang, out);
}

static void spring_face(const vg_sentence *t, int i, vg_text *out)
{
    winter_card_name(i, WINTER_SPRING, t->voice->lang, out);
}

static void winter_face(const vg_sentence *t, int i, vg_text *out)
{
    if (i)
        winter_card_name(i, WINTER_WINTER, t->voice->lang, out);
    else
        vg_text_add(out, t->voice->lang == VG_IT ? "il suo Ricordo" : "its memory");
}

// The odd rows below say which face it is.
static int faced(int card, int side) { return card | side << 7; }
static void a_face(const vg_sentence *t, int i, vg_text *out)
{
    winter_card_name(i & 127, i >> 7, t->voice->lang, out);
}

static void goal_words(const vg_sentence *t, int i, vg_text *out)
{
    if (i != VG_VEILED) vg_text_add(out, winter_ed(t->view)->goal_name[i].in[t->voice->lang]);
}

static void goal_quoted(const vg_sentence *t, int i, vg_text *out)
{
    if (i != VG_VEILED)
        quote(t->voice->lang, winter_ed(t->view)->goal_name[i].in[t->voice->lang], out);
}

static void mission_quoted(const vg_sentence *t, int i, vg_text *out)
{
    quote(t->voice->lang, mission_name(i)->in[t->voice->lang], out);
}

static void target_words(const vg_sentence *t, int i, vg_text *out)
{
    vg_lang lang = t->voice->lang;
    if (i < WINTER_ON)
        vg_text_printf(out, lang == VG_IT ? "%s" : "at %s", space_at(i)->in[lang]);
    else
        vg_text_printf(out, lang == VG_IT ? "con %s" : "on %s", char_name(i - WINTER_ON)->in[lang]);
}

static void for_words(const vg_sentence *t, int i, vg_text *out)
{
    vg_lang lang = t->voice->lang;
    if (i) vg_text_printf(out, lang == VG_IT ? " per %s" : " for %s", factions[i - 1].in[lang]);
}

static void aim_words(const vg_sentence *t, int i, vg_text *out)
{
    if (!i) return;
    vg_text_add(out, t->voice->lang == VG_IT ? " contro " : " against ");
    mission_quoted(t, i, out);
}

// "Alice torna pronta"
static void ready_again(const vg_sentence *t, int i, vg_text *out)
{
    static const char *const ready[] = {"torna pronto", "torna pronta", "tornano pronti"};
    vg_text_printf(out, "%s %s", char_name(i)->in[t->voice->lang],
                   t->voice->lang == VG_IT ? ready[winter_gender(i)]
                   : char_many(i)          ? "are ready again"
                                           : "is ready again");
}

// ---- labels: what the table says and the move does not ----

// The face with which a card would be played now.
static int face_now(const winter_state *s, int for_side)
{
    vg_frame f = winter_top(s);
    if (for_side) return for_side - 1;
    if (f.phase == WINTER_PHASE_CONFLICT)
        return f.a == WINTER_ROUND_SOLDIER ? WINTER_WINTER : WINTER_SPRING;
    if (f.phase == WINTER_PHASE_ANSWER) return WINTER_WINTER;
    if (f.phase == WINTER_PHASE_FINALE) return winter_faction(s, f.seat) == WINTER_WINTER;
    return f.seat < s->seats && s->part[f.seat] ? winter_side_of(s->part[f.seat])
                                                : WINTER_BOTH_FACES;
}

static void play_label(vg_sentence *t, vg_text *out)
{
    t->arg[0] = faced(t->arg[0], face_now(t->view, t->arg[1]));
    vg_tell(t, out);
}

static void remember_label(vg_sentence *t, vg_text *out)
{
    t->arg[0] = faced(t->arg[0], winter_top(t->view).a & 1);
    vg_tell(t, out);
}

static void place_label(vg_sentence *t, vg_text *out)
{
    t->arg[1] = winter_top(t->view).a;
    vg_tell(t, out);
}

static void with_label(vg_sentence *t, vg_text *out)
{
    static const vg_words stop = VG_WORDS("Con {1}", "With {1}"); // WT-130: no mission is meant
    if (winter_top(t->view).phase == WINTER_PHASE_CONTEST) vg_tell_words(t, &stop);
    vg_tell(t, out);
}

static void rescue_label(vg_sentence *t, vg_text *out)
{
    static const vg_words alone = VG_WORDS("Salva {1} con le sue forze", "Rescue {1} unaided");
    if (t->arg[0] == t->arg[1]) vg_tell_words(t, &alone);
    vg_tell(t, out);
}

static void declare_label(vg_sentence *t, vg_text *out)
{
    const winter_state *s = t->view;
    int reader = t->voice->reader;
    t->arg[1] = reader >= 0 && reader < s->seats ? s->goal[reader][t->arg[0]] : VG_VEILED;
    vg_tell(t, out);
}

// ---- prompts ----

static bool asked(const vg_sentence *t) { return t->seat == t->voice->reader; }

static void open_prompt(vg_sentence *t, vg_text *out)
{
    int reader = t->voice->reader;
    vg_tell(t, out);
    if (!asked(t) && reader >= 0 && winter_ask(t->view).also >> reader & 1)
        vg_text_add(out, t->voice->lang == VG_IT ? ". Puoi cogliere un'opportunità"
                                                 : ". You may seize an opportunity");
}

static void act_prompt(vg_sentence *t, vg_text *out)
{
    static const vg_words guest =
        VG_WORDS("Muovi {1} verso la Missione, o termina", "Move {1} to the mission, or end");
    if (asked(t) && winter_top(t->view).b & WINTER_ACT_GUEST) vg_tell_words(t, &guest); // WT-45
    open_prompt(t, out);
}

static void join_prompt(vg_sentence *t, vg_text *out)
{
    static const vg_words help = VG_WORDS("Prima della Missione vuoi fare un Salvataggio?",
                                          "Do you rescue somebody before the mission?");
    if (asked(t) && !winter_has_ready(t->view, t->seat)) vg_tell_words(t, &help); // WT-105
    open_prompt(t, out);
}

static void contest_prompt(vg_sentence *t, vg_text *out)
{
    static const vg_words which = VG_WORDS("Con chi vuoi fermare {2}?", "Stop {2} with whom?");
    uint8_t who[WINTER_TALES] = {0};
    bool several = winter_contenders(t->view, winter_top(t->view), who) > 1;
    t->arg[0] = who[0];
    t->arg[1] = winter_mover(t->view);
    if (asked(t) && several) vg_tell_words(t, &which);
    vg_tell(t, out);
}

static void conclude_prompt(vg_sentence *t, vg_text *out)
{
    static const vg_words even =
        VG_WORDS("La Missione {1} finisce pari: porta a compimento il racconto",
                 "The mission {1} is a draw: bring the tale to its end"); // WT-50
    int colour = ((const winter_state *)t->view)->fresh.colour;
    t->arg[1] = colour == WINTER_FOR_WINTER;
    if (asked(t) && colour == WINTER_NEUTRAL) vg_tell_words(t, &even);
    vg_tell(t, out);
}

static void close_prompt(vg_sentence *t, vg_text *out)
{
    t->arg[0] = ((const winter_state *)t->view)->winner - 1;
    vg_tell(t, out);
}

// ---- events ----

static void played(vg_sentence *t, vg_text *out)
{
    static const vg_saying free_round = // WT-90
        VG_SAYING("{0} gioca {1}", "Giochi {1}", "{0} plays {1}", "You play {1}");
    if (t->arg[0] == WINTER_FREE) vg_tell_saying(t, &free_round);
    t->arg[0] = faced(t->arg[0], t->arg[1]);
    vg_tell(t, out);
}

static void remembered(vg_sentence *t, vg_text *out)
{
    t->arg[0] = faced(t->arg[0], t->arg[1] == WINTER_FOR_WINTER);
    vg_tell(t, out);
}

static void trimmed(vg_sentence *t, vg_text *out)
{
    static const vg_saying kept = VG_SAYING("{0} tiene le sue carte", "Tieni le tue carte",
                                            "{0} keeps the cards", "You keep your cards");
    if (!t->arg[0]) vg_tell_saying(t, &kept);
    vg_tell(t, out);
}

// Who gets a new power, one or both, or the place where it is.
static void power(vg_sentence *t, vg_text *out)
{
    static const vg_words both = VG_WORDS("Nasce il Potere {1}: lo ricevono {2} e {4}",
                                          "The power {1} arises: it goes to {2} and {4}");
    static const vg_words one = VG_WORDS("Nasce il Potere {1}: lo {2?riceve|ricevono} {2}",
                                         "The power {1} arises: it goes to {2}");
    static const vg_words place =
        VG_WORDS("Nasce il Potere {1} {3}", "The power {1} arises at {3}");
    if (t->arg[1])
        vg_tell_words(t, t->arg[3] ? &both : &one);
    else if (t->arg[2])
        vg_tell_words(t, &place);
    vg_tell(t, out);
}

// Whoever is not asked reads only whose turn it is.
#define WAIT_IT "Tocca a{0+d} {0}"
#define WAIT_EN "Waiting for {0}"
#define VG_CAPITAL
#include "engine/tables.h"
