// text.c: what the game says to people: labels of moves, questions, what happened, the score.
#include "games/fate/fate.h"

#include <stdio.h>
#include <string.h>

const vg_words fate_colour_name[FATE_COLOURS] = {
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

static const vg_words object_names[FATE_OBJECTS] = {
    VG_WORDS("le scarpette rosa", "the pink shoes"),
    VG_WORDS("le scarpette verdi", "the green shoes"),
    VG_WORDS("le scarpette azzurre", "the azure shoes"),
    VG_WORDS("le scarpette gialle", "the yellow shoes"),
    VG_WORDS("le scarpette bianche", "the white shoes"),
    VG_WORDS("la bacchetta rosa", "the pink wand"),
    VG_WORDS("la bacchetta verde", "the green wand"),
    VG_WORDS("la bacchetta azzurra", "the azure wand"),
    VG_WORDS("la bacchetta gialla", "the yellow wand"),
    VG_WORDS("la bacchetta bianca", "the white wand"),
    VG_WORDS("le ali rosa", "the pink wings"),
    VG_WORDS("le ali verdi", "the green wings"),
    VG_WORDS("le ali azzurre", "the azure wings"),
    VG_WORDS("le ali gialle", "the yellow wings"),
    VG_WORDS("le ali bianche", "the white wings"),
    VG_WORDS("il cappello rosa", "the pink hat"),
    VG_WORDS("il cappello verde", "the green hat"),
    VG_WORDS("il cappello azzurro", "the azure hat"),
    VG_WORDS("il cappello giallo", "the yellow hat"),
    VG_WORDS("il cappello bianco", "the white hat"),
};

void fate_object_name(vg_text *out, int object, vg_lang lang)
{
    vg_text_add(out, object_names[object].in[lang]);
}

// A title as it stands in a sentence.
static void put_title(vg_text *out, int card, vg_lang lang)
{
    vg_text_printf(out, lang == VG_IT ? "«%s»" : "“%s”", fate_cards[card].title.in[lang]);
}

// "«La porta del labirinto» (oro 1)", "«Il cantastorie» (jolly oro/blu/viola)", "«Notte bianca»".
void fate_card_name(const fate_state *s, vg_text *out, int card, vg_lang lang)
{
    const fate_card_def *d = fate_def(s, card);
    put_title(out, card, lang);
    if (!d->bars) return;
    vg_text_add(out, d->value ? " (" : lang == VG_IT ? " (jolly " : " (joker ");
    bool later = false;
    for (int c = FATE_GOLD; c <= FATE_VIOLET; c++) {
        if (!(d->bars >> c & 1)) continue;
        if (later) vg_text_char(out, '/');
        vg_text_add(out, fate_colour_name[c].in[lang]);
        later = true;
    }
    if (d->value) vg_text_printf(out, " %d", d->value);
    vg_text_char(out, ')');
}

// Strings to fill a pattern with; they live as long as this does.
typedef struct words {
    char at[5][96];
    const char *all[5];
} words;

static void put_number(words *w, int i, int n) { snprintf(w->at[i], sizeof w->at[i], "%d", n); }

static void put_card(const fate_state *s, words *w, int i, int card, vg_lang lang)
{
    vg_text text = VG_TEXT(w->at[i]);
    fate_card_name(s, &text, card, lang);
}

static void put(words *w, int i, const char *s) { snprintf(w->at[i], sizeof w->at[i], "%s", s); }

static void start_words(words *w)
{
    for (int i = 0; i < 5; i++) {
        w->at[i][0] = 0;
        w->all[i] = w->at[i];
    }
}

// ---- labels ---------------------------------------------------------------------

// "come oro 1", "come 3"
static void declared(vg_text *out, int as, vg_lang lang)
{
    if (fate_as_colour(as))
        vg_text_printf(out, "%s ", fate_colour_name[fate_as_colour(as)].in[lang]);
    vg_text_int(out, fate_as_value(as));
}

static void tell_label(const fate_state *s, vg_move m, const vg_voice *voice, vg_text *out)
{
    bool it = voice->lang == VG_IT;
    int seat = fate_top(s).seat, opens = !s->story_length[s->at[seat]];
    vg_text_add(out, opens ? it ? "Inizia una storia con " : "Begin a story with "
                     : it  ? "Continua con "
                           : "Continue with ");
    fate_card_name(s, out, vg_move_a(m), voice->lang);
    if (vg_move_b(m)) {
        vg_text_add(out, it ? " come " : " as ");
        declared(out, vg_move_b(m), voice->lang);
    }
    if (vg_move_c(m)) {
        vg_text_add(out, it ? "; il jolly prima vale " : "; the joker before it is ");
        declared(out, vg_move_c(m), voice->lang);
    }
}

// Where it leads, and which story waits there.
static void move_label(const fate_state *s, int total, int back, const vg_voice *voice,
                       vg_text *out)
{
    bool it = voice->lang == VG_IT;
    int to = fate_step(s, s->at[fate_top(s).seat], back ? -total : total);
    if (total == 0)
        vg_text_add(out, it ? "Resta dove sei" : "Stay where you are");
    else
        vg_text_printf(out,
                       it     ? back ? "%d in senso antiorario, alla carta %d"
                                     : "%d in senso orario, alla carta %d"
                       : back ? "%d anticlockwise, to card %d"
                              : "%d clockwise, to card %d",
                       total, to);
    if (!s->story_length[to]) return;
    const fate_told *last = &s->told[fate_story_start(s, to) + s->story_length[to] - 1];
    vg_text_printf(out, it ? " (storia %s" : " (%s story",
                   fate_story_colour[s->story_colour[to]].in[voice->lang]);
    if (last->value)
        vg_text_printf(out, it ? ", ultimo valore %d" : ", last value %d", last->value);
    vg_text_char(out, ')');
}

// "; scopri le scarpette bianche": which of several covered objects a move turns up.
static void reveal_label(vg_text *out, int kind, int tint, vg_lang lang)
{
    if (!tint) return;
    vg_text_printf(out, lang == VG_IT ? "; scopri %s" : "; you show %s",
                   object_names[kind * FATE_TINTS + tint - 1].in[lang]);
}

static void play_label(vg_move m, const vg_voice *voice, vg_text *out)
{
    bool it = voice->lang == VG_IT;
    int card = vg_move_a(m), effect = fate_cards[card].effect, aim = vg_move_b(m);
    vg_text_add(out, it ? "Gioca " : "Play ");
    put_title(out, card, voice->lang);
    if (!vg_move_c(m)) return;
    if (effect == FATE_OFFERING)
        vg_text_printf(out, it ? ": %d alla storia della carta %d" : ": %d to the story at card %d",
                       fate_aim_number(aim), fate_aim_path(aim));
    else if (effect == FATE_SHAPE_SHIFT)
        vg_text_printf(out,
                       it ? ": il jolly della carta %d vale %d" : ": the joker at card %d is %d",
                       fate_aim_path(aim), fate_aim_number(aim));
    else if (effect == FATE_SHORTCUT)
        vg_text_printf(out, it ? ": vai alla carta %d" : ": go to card %d", fate_aim_path(aim));
    else
        vg_text_printf(out, it ? ": storia della carta %d" : ": story at card %d",
                       fate_aim_path(aim));
}

void fate_move_label(const void *view, vg_move m, const vg_voice *voice, vg_text *out)
{
    static const vg_words patterns[] = {
        [FATE_DO_START] = VG_WORDS("Comincia {2}", "{2} begins"),
        [FATE_DO_DRAW] = VG_WORDS("Pesca {0}", "Draw {0}"),
        [FATE_DO_DIE] = VG_WORDS("Il dado dà {1}", "The die shows {1}"),
        [FATE_DO_OBJECT] = VG_WORDS("Riceve {3}", "Receives {3}"),
        [FATE_DO_ROLL] = VG_WORDS("Tira il dado", "Roll the die"),
        [FATE_DO_HAT] = VG_WORDS("Rovista nel cappello: due carte, e niente altro in questo turno",
                                 "Rummage in the hat: two cards, and nothing else this turn"),
        [FATE_DO_SKIP] = VG_WORDS("Non guardare", "Do not look"),
        [FATE_DO_SWAP] = VG_WORDS("Lascia {0} e prendi quella", "Leave {0} and take that one"),
        [FATE_DO_KEEP] = VG_WORDS("Lasciala dov'è", "Leave it where it is"),
        [FATE_DO_DONE] = VG_WORDS("Finisci il turno", "End your turn"),
        [FATE_DO_BLAME] = VG_WORDS("Togli un punto a{2+d} {2}", "Take a point from {2}"),
        [FATE_DO_DISCARD] = VG_WORDS("Scarta {0}", "Discard {0}"),
        [FATE_DO_SHOW] = VG_WORDS("Scopri {3}", "Turn {3} face up"),
        [FATE_DO_COVER] = VG_WORDS("Copri {3}", "Turn {3} face down"),
        [FATE_DO_PASS] = VG_WORDS("Lascia correre", "Let it be"),
        [FATE_DO_PROPOSE] =
            VG_WORDS("Proponi di finire qui la partita", "Propose to end the game here"),
        [FATE_DO_PICK] = VG_WORDS("Guarda la carta {1}", "Look at card {1}"),
        [FATE_DO_EXCHANGE] = VG_WORDS("Scambiale di posto", "Exchange them"),
        [FATE_DO_LEAVE] = VG_WORDS("Lasciale dove sono", "Leave them where they are"),
    };
    const fate_state *s = view;
    bool it = voice->lang == VG_IT;
    int a = vg_move_a(m), b = vg_move_b(m), reveal = vg_move_c(m);
    fate_move kind = (fate_move)vg_move_kind(m);
    words w;
    start_words(&w);
    put_number(&w, 1, a);
    if (kind == FATE_DO_DRAW || kind == FATE_DO_SWAP || kind == FATE_DO_DISCARD)
        put_card(s, &w, 0, a, voice->lang);
    if (kind == FATE_DO_START || kind == FATE_DO_BLAME) put(&w, 2, vg_voice_name(voice, a));
    if (kind == FATE_DO_OBJECT || kind == FATE_DO_SHOW || kind == FATE_DO_COVER)
        put(&w, 3, object_names[a].in[voice->lang]);
    switch (kind) {
    case FATE_DO_MOVE:
        move_label(s, a, b, voice, out);
        reveal_label(out, FATE_SHOES, fate_reveal_one(reveal), voice->lang);
        reveal_label(out, FATE_WINGS, fate_reveal_wings(reveal), voice->lang);
        return;
    case FATE_DO_LOOK:
        vg_text_printf(out, it ? "Guarda la carta %d%s" : "Look at card %d%s", a,
                       a == s->at[fate_top(s).seat] ? ""
                       : it                         ? " con la bacchetta"
                                                    : " with the wand");
        reveal_label(out, FATE_WAND, reveal, voice->lang);
        return;
    case FATE_DO_TELL: tell_label(s, m, voice, out); return;
    case FATE_DO_EXTRA:
        vg_text_add(out, a    ? it ? "Paga la quota suppletiva" : "Pay the supplement"
                         : it ? "Non pagarla"
                              : "Do not pay it");
        return;
    case FATE_DO_TAKE:
        put(&w, 2, vg_voice_name(voice, b));
        if (b == voice->reader)
            vg_text_fill(out,
                         it ? "Spendi {1} {1?polvere tua|polveri tue}" : "Spend {1} of your dust",
                         w.all, 5);
        else
            vg_text_fill(out,
                         it ? "Spendi {1} {1?polvere|polveri} di {2}" : "Spend {1} of {2}'s dust",
                         w.all, 5);
        return;
    case FATE_DO_LAY:
        vg_text_add(out, a    ? it ? "Mettilo scoperto" : "Lay it face up"
                         : it ? "Mettilo coperto"
                              : "Lay it face down");
        return;
    case FATE_DO_PLAY: play_label(m, voice, out); return;
    case FATE_DO_VOTE:
        vg_text_add(out, a    ? it ? "D'accordo, finiamo qui" : "Agreed, let us end here"
                         : it ? "No, continuiamo"
                              : "No, let us go on");
        return;
    case FATE_DO_START:
    case FATE_DO_DRAW:
    case FATE_DO_DIE:
    case FATE_DO_OBJECT:
    case FATE_DO_ROLL:
    case FATE_DO_HAT:
    case FATE_DO_SKIP:
    case FATE_DO_SWAP:
    case FATE_DO_KEEP:
    case FATE_DO_DONE:
    case FATE_DO_BLAME:
    case FATE_DO_DISCARD:
    case FATE_DO_SHOW:
    case FATE_DO_COVER:
    case FATE_DO_PASS:
    case FATE_DO_PROPOSE:
    case FATE_DO_PICK:
    case FATE_DO_EXCHANGE:
    case FATE_DO_LEAVE: break;
    }
    vg_text_fill(out, patterns[kind].in[voice->lang], w.all, 5);
    if (kind == FATE_DO_HAT) reveal_label(out, FATE_HAT, reveal, voice->lang);
}

// ---- questions --------------------------------------------------------------------

void fate_prompt(const void *view, const vg_voice *voice, vg_text *out)
{
    static const vg_saying prompts[FATE_PHASE_COUNT] = {
        [FATE_OVER] = VG_SAYING("La partita è finita", "La partita è finita", "The game is over",
                                "The game is over"),
        [FATE_FIRST] =
            VG_SAYING("Si tira il dado per chi comincia", "Si tira il dado per chi comincia",
                      "The die says who begins", "The die says who begins"),
        [FATE_FOREST] =
            VG_SAYING("Si prepara il bosco delle fate", "Si prepara il bosco delle fate",
                      "The fairy wood is laid out", "The fairy wood is laid out"),
        [FATE_DEAL] = VG_SAYING("{0} pesca una carta", "Peschi una carta", "{0} draws a card",
                                "You draw a card"),
        [FATE_TURN] =
            VG_SAYING("Tocca a{0+d} {0}, che sta per tirare il dado", "Tocca a te: tira il dado",
                      "{0}'s turn, about to roll the die", "Your turn: roll the die"),
        [FATE_ROLL] =
            VG_SAYING("{0} tira il dado", "Tiri il dado", "{0} rolls the die", "You roll the die"),
        [FATE_WIND] = VG_SAYING("{0} può far tirare di nuovo il dado ({1})",
                                "Il dado dà {1}: fallo tirare di nuovo o lascia correre",
                                "{0} may have the die ({1}) rolled again",
                                "The die shows {1}: have it rolled again or let it be"),
        [FATE_MOVE] = VG_SAYING(
            "{0} ha tirato {1} e sceglie dove andare", "Hai tirato {1}: scegli dove andare",
            "{0} rolled {1} and chooses a way", "You rolled {1}: choose where to go"),
        [FATE_LOOK] =
            VG_SAYING("{0} può guardare una carta del bosco", "Puoi guardare una carta del bosco",
                      "{0} may look at a card of the wood", "You may look at a card of the wood"),
        [FATE_SWAP] = VG_SAYING(
            "{0} può scambiare la carta {1} del bosco", "La carta {1} è {2}: scambiala o lasciala",
            "{0} may exchange card {1} of the wood", "Card {1} is {2}: exchange it or leave it"),
        [FATE_TELL] =
            VG_SAYING("{0} può narrare, o finire il turno", "Narra, gioca o finisci il turno",
                      "{0} may tell, or end the turn", "Tell, play or end your turn"),
        [FATE_EXTRA] = VG_SAYING("{0} decide se pagare la quota suppletiva di {1}",
                                 "Paghi la quota suppletiva di {1} {1?polvere|polveri} di stelle?",
                                 "{0} decides whether to pay the supplement of {1}",
                                 "Do you pay the supplement of {1} star dust?"),
        [FATE_PAY] = VG_SAYING("{0} decide di chi spendere la polvere che manca ({1})",
                               "Manca polvere ({1}): quanta ne spendi di {3}?",
                               "{0} decides whose dust to spend ({1} missing)",
                               "Dust is missing ({1}): how much do you spend of {3}'s?"),
        [FATE_BLAME] =
            VG_SAYING("{0} sceglie a chi togliere un punto", "A chi togli un punto?",
                      "{0} chooses whom to take a point from", "From whom do you take a point?"),
        [FATE_GIFT] = VG_SAYING("{0} riceve un oggetto fatato", "Ricevi un oggetto fatato",
                                "{0} receives a fairy object", "You receive a fairy object"),
        [FATE_SET] = VG_SAYING("{0} mette giù un nuovo oggetto", "Metti {5} sul tavolo",
                               "{0} lays down a new object", "Lay {5} on the table"),
        [FATE_DISCARD] =
            VG_SAYING("{0} scarta fino a tre carte", "Scarta fino a tre carte",
                      "{0} discards down to three cards", "Discard down to three cards"),
        [FATE_VOTE] = VG_SAYING(
            "{4} propone di finire qui; risponde {0}", "{4} propone di finire qui: sei d'accordo?",
            "{4} proposes to end here; {0} answers", "{4} proposes to end here: do you agree?"),
        [FATE_HUSHING] = VG_SAYING(
            "{4} ha giocato {2}; {0} può annullare", "{4} ha giocato {2}: annulla o lascia correre",
            "{4} has played {2}; {0} may cancel it", "{4} has played {2}: cancel it or let it be"),
        [FATE_PICK] = VG_SAYING(
            "{0} sceglie una carta del bosco da guardare", "Scegli una carta del bosco da guardare",
            "{0} chooses a card of the wood to look at", "Choose a card of the wood to look at"),
        [FATE_EXCHANGE] =
            VG_SAYING("{0} può scambiare due carte del bosco", "Scambi queste due carte del bosco?",
                      "{0} may exchange two cards of the wood",
                      "Do you exchange these two cards of the wood?"),
    };
    const fate_state *s = view;
    vg_frame f = fate_top(s);
    words w;
    start_words(&w);
    put_number(&w, 0, f.a);
    if (f.phase == FATE_WIND) put_number(&w, 0, s->stack.frame[s->stack.count - 2].a);
    if (f.phase == FATE_SWAP) put_card(s, &w, 1, s->ring[f.a], voice->lang);
    if (f.phase == FATE_HUSHING)
        put_card(s, &w, 1, s->stack.frame[s->stack.count - 2].a, voice->lang);
    if (f.phase == FATE_PAY) put(&w, 2, vg_voice_name(voice, f.b));
    if (f.phase == FATE_VOTE || f.phase == FATE_HUSHING) put(&w, 3, vg_voice_name(voice, f.a));
    if (f.phase == FATE_SET && s->fresh[f.seat])
        put(&w, 4, object_names[s->fresh[f.seat] - 1].in[voice->lang]);
    static const vg_saying closing =
        VG_SAYING("{0} sta per finire il turno", "Gioca ancora o finisci il turno",
                  "{0} is about to end the turn", "Play on or end your turn");
    bool kept = f.phase == FATE_DISCARD && s->hand_count[f.seat] <= FATE_HAND_LIMIT;
    vg_voice_say(voice, out, kept ? &closing : &prompts[f.phase], f.seat, w.all, 5);
}

// ---- what happened ------------------------------------------------------------------

// {1} card, {2} number, {3} path, {4} other seat or second path, {5} object, colour or a clause
static const vg_saying sayings[FATE_EVENT_COUNT] = {
    [FATE_EV_START] = VG_SAYING("Comincia {0}", "Cominci tu", "{0} begins", "You begin"),
    [FATE_EV_FOREST] =
        VG_SAYING("Una carta coperta va nel bosco", "", "A face-down card goes into the wood", ""),
    [FATE_EV_DREW] =
        VG_SAYING("{0} pesca una carta", "Peschi {1}", "{0} draws a card", "You draw {1}"),
    [FATE_EV_SHUFFLED] =
        VG_SAYING("Si rimescolano i {2} scarti", "", "The {2} discards are shuffled", ""),
    [FATE_EV_ROLLED] = VG_SAYING("{0} tira {2}", "Tiri {2}", "{0} rolls {2}", "You roll {2}"),
    [FATE_EV_HAT] = VG_SAYING(
        "{0} passa il turno a rovistare nel cappello", "Passi il turno a rovistare nel cappello",
        "{0} spends the turn rummaging in the hat", "You spend the turn rummaging in the hat"),
    [FATE_EV_MOVED] = VG_SAYING(
        "{0} si muove di {2} e arriva alla carta {3}", "Ti muovi di {2} e arrivi alla carta {3}",
        "{0} moves {2} and arrives at card {3}", "You move {2} and arrive at card {3}"),
    [FATE_EV_LOOKED] = VG_SAYING("{0} guarda la carta {3}", "La carta {3} è {1}",
                                 "{0} looks at card {3}", "Card {3} is {1}"),
    [FATE_EV_SWAPPED] = VG_SAYING(
        "{0} scambia la carta {3} con una della mano", "Alla carta {3} lasci {1} e prendi {5}",
        "{0} exchanges card {3} with one in hand", "At card {3} you leave {1} and take {5}"),
    [FATE_EV_BEGAN] = VG_SAYING("{0} inizia alla carta {3} una storia {5} con {1}, valore {2}",
                                "Inizi alla carta {3} una storia {5} con {1}, valore {2}",
                                "{0} begins at card {3} a {5} story with {1}, value {2}",
                                "You begin at card {3} a {5} story with {1}, value {2}"),
    [FATE_EV_TOLD] = VG_SAYING("{0} continua la storia della carta {3} con {1}, valore {2}",
                               "Continui la storia della carta {3} con {1}, valore {2}",
                               "{0} continues the story at card {3} with {1}, value {2}",
                               "You continue the story at card {3} with {1}, value {2}"),
    [FATE_EV_DECLARED] = VG_SAYING("{0} dà al jolly della carta {3} il valore {2} ({5})",
                                   "Dai al jolly della carta {3} il valore {2} ({5})",
                                   "{0} gives the joker at card {3} the value {2} ({5})",
                                   "You give the joker at card {3} the value {2} ({5})"),
    [FATE_EV_PAID] = VG_SAYING("{0} spende {2} {2?polvere|polveri} di stelle{5}",
                               "Spendi {2} {2?polvere|polveri} di stelle{5}",
                               "{0} spends {2} star dust{5}", "You spend {2} star dust{5}"),
    [FATE_EV_WAIVED] = VG_SAYING("Nessuno ha altra polvere: {2} {2?condonata|condonate} a{0+d} {0}",
                                 "Nessuno ha altra polvere: {2} {2?condonata|condonate} a te",
                                 "Nobody has more dust: {2} waived for {0}",
                                 "Nobody has more dust: {2} waived for you"),
    [FATE_EV_COMPLETED] = VG_SAYING("{0} completa la storia {5} della carta {3}, di {2} carte",
                                    "Completi la storia {5} della carta {3}, di {2} carte",
                                    "{0} completes the {5} story at card {3}, of {2} cards",
                                    "You complete the {5} story at card {3}, of {2} cards"),
    [FATE_EV_CHAPTER] = VG_SAYING("{2}. {5}", "{2}. {5}", "{2}. {5}", "{2}. {5}"),
    [FATE_EV_GOLD] = VG_SAYING("Storia d'oro: 2 punti a{0+d} {0}", "Storia d'oro: 2 punti a te",
                               "Gold story: 2 points to {0}", "Gold story: 2 points to you"),
    [FATE_EV_BLAMED] = VG_SAYING("{0} toglie un punto a{4+d} {4}", "Togli un punto a{4+d} {4}",
                                 "{0} takes a point from {4}", "You take a point from {4}"),
    [FATE_EV_GIFT] = VG_SAYING("{0} riceve un oggetto fatato", "Ricevi {5}",
                               "{0} receives a fairy object", "You receive {5}"),
    [FATE_EV_NO_GIFT] =
        VG_SAYING("Non ci sono più oggetti per {0}", "Non ci sono più oggetti per te",
                  "There is no object left for {0}", "There is no object left for you"),
    [FATE_EV_SET] = VG_SAYING("{0} mette l'oggetto {5}", "Metti l'oggetto {5}",
                              "{0} lays the object {5}", "You lay the object {5}"),
    [FATE_EV_SHOWN] =
        VG_SAYING("{0} scopre {5}", "Scopri {5}", "{0} turns {5} face up", "You turn {5} face up"),
    [FATE_EV_COVERED] = VG_SAYING("{0} copre {5}", "Copri {5}", "{0} turns {5} face down",
                                  "You turn {5} face down"),
    [FATE_EV_RECALLED] = VG_SAYING("{0} ha finito la polvere e ne riprende {2} dal tavolo",
                                   "Hai finito la polvere e ne riprendi {2} dal tavolo",
                                   "{0} has run out of dust and takes {2} back from the table",
                                   "You have run out of dust and take {2} back from the table"),
    [FATE_EV_WITHERED] = VG_SAYING("Il jolly della carta {3} resta senza valore e senza colore", "",
                                   "The joker at card {3} is left without value and colour", ""),
    [FATE_EV_PLAYED] =
        VG_SAYING("{0} gioca {1}{5}", "Giochi {1}{5}", "{0} plays {1}{5}", "You play {1}{5}"),
    [FATE_EV_CANCELLED] =
        VG_SAYING("La carta {1} di {0} è annullata", "La tua carta {1} è annullata",
                  "{0}'s {1} is cancelled", "Your {1} is cancelled"),
    [FATE_EV_UNRAVELED] = VG_SAYING("Dalla storia della carta {3} si toglie {1}", "",
                                    "{1} is taken off the story at card {3}", ""),
    [FATE_EV_EXCHANGED] =
        VG_SAYING("{0} scambia le carte {3} e {4} del bosco", "Scambi le carte {3} e {4} del bosco",
                  "{0} exchanges cards {3} and {4} of the wood",
                  "You exchange cards {3} and {4} of the wood"),
    [FATE_EV_LEFT] =
        VG_SAYING("{0} lascia le carte {3} e {4} dove sono", "Lasci le carte {3} e {4} dove sono",
                  "{0} leaves cards {3} and {4} where they are",
                  "You leave cards {3} and {4} where they are"),
    [FATE_EV_DISCARDED] =
        VG_SAYING("{0} scarta {1}", "Scarti {1}", "{0} discards {1}", "You discard {1}"),
    [FATE_EV_PROPOSED] = VG_SAYING("{0} propone di finire qui", "Proponi di finire qui",
                                   "{0} proposes to end here", "You propose to end here"),
    [FATE_EV_VOTED] = VG_SAYING("{0} è {5}", "Sei {5}", "{0} is {5}", "You are {5}"),
    [FATE_EV_ENDED] = VG_SAYING("{5}", "", "{5}", ""),
};

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

// What fills {5}: it depends on the kind of event.
static void clause(const fate_state *s, const vg_event *e, const vg_voice *voice, vg_text *out)
{
    vg_lang lang = voice->lang;
    bool it = lang == VG_IT;
    switch ((fate_event)e->kind) {
    case FATE_EV_SWAPPED: fate_card_name(s, out, e->arg[2], lang); return;
    case FATE_EV_BEGAN:
    case FATE_EV_TOLD: vg_text_add(out, fate_story_colour[e->arg[3]].in[lang]); return;
    case FATE_EV_DECLARED: vg_text_add(out, fate_colour_name[e->arg[2]].in[lang]); return;
    case FATE_EV_COMPLETED: vg_text_add(out, fate_story_colour[e->arg[1]].in[lang]); return;
    case FATE_EV_CHAPTER:
        vg_text_printf(out, "%s. %s", fate_cards[e->arg[1]].title.in[lang],
                       fate_cards[e->arg[1]].text.in[lang]);
        return;
    case FATE_EV_PAID:
        if (e->arg[0] == e->seat) return;
        if (e->arg[0] == voice->reader)
            vg_text_add(out, it ? " delle tue" : " of yours");
        else
            vg_text_printf(out, it ? " di %s" : " of %s's", vg_voice_name(voice, e->arg[0]));
        return;
    case FATE_EV_GIFT:
        if (e->arg[0]) fate_object_name(out, e->arg[0] - 1, lang);
        return;
    case FATE_EV_SET:
        if (e->arg[0]) {
            vg_text_add(out, it ? "scoperto: " : "face up: ");
            fate_object_name(out, e->arg[0] - 1, lang);
        } else {
            vg_text_add(out, it ? "coperto" : "face down");
        }
        return;
    case FATE_EV_SHOWN:
    case FATE_EV_COVERED: fate_object_name(out, e->arg[0], lang); return;
    case FATE_EV_PLAYED: {
        if (!e->arg[2]) return;
        int effect = fate_cards[e->arg[0]].effect, path = fate_aim_path(e->arg[1]);
        vg_text_printf(out, it ? ", carta %d" : ", card %d", path);
        if (effect == FATE_OFFERING)
            vg_text_printf(out,
                           !it                              ? ", %d dust"
                           : fate_aim_number(e->arg[1]) > 1 ? ", %d polveri"
                                                            : ", %d polvere",
                           fate_aim_number(e->arg[1]));
        if (effect == FATE_SHAPE_SHIFT)
            vg_text_printf(out, it ? ", valore %d" : ", value %d", fate_aim_number(e->arg[1]));
        return;
    }
    case FATE_EV_VOTED:
        vg_text_add(out, e->arg[0] ? it ? "d'accordo" : "in favour" : it ? "contro" : "against");
        return;
    case FATE_EV_ENDED: vg_text_add(out, endings[e->arg[0]].in[lang]); return;
    case FATE_EV_START:
    case FATE_EV_FOREST:
    case FATE_EV_DREW:
    case FATE_EV_SHUFFLED:
    case FATE_EV_ROLLED:
    case FATE_EV_HAT:
    case FATE_EV_MOVED:
    case FATE_EV_LOOKED:
    case FATE_EV_WAIVED:
    case FATE_EV_GOLD:
    case FATE_EV_BLAMED:
    case FATE_EV_NO_GIFT:
    case FATE_EV_RECALLED:
    case FATE_EV_WITHERED:
    case FATE_EV_CANCELLED:
    case FATE_EV_UNRAVELED:
    case FATE_EV_EXCHANGED:
    case FATE_EV_LEFT:
    case FATE_EV_DISCARDED:
    case FATE_EV_PROPOSED:
    case FATE_EVENT_COUNT: return;
    }
}

// Where the card, the number and the path card are among the arguments of each event.
typedef struct places {
    int8_t card, number, path; // -1: none
} places;
#define AT(c, n, p)                                                                                \
    {                                                                                              \
        (c), (n), (p)                                                                              \
    }
static const places where[FATE_EVENT_COUNT] = {
    [FATE_EV_START] = AT(-1, -1, -1),    [FATE_EV_FOREST] = AT(-1, -1, 0),
    [FATE_EV_DREW] = AT(0, -1, -1),      [FATE_EV_SHUFFLED] = AT(-1, 0, -1),
    [FATE_EV_ROLLED] = AT(-1, 0, -1),    [FATE_EV_HAT] = AT(-1, -1, -1),
    [FATE_EV_MOVED] = AT(-1, 0, 2),      [FATE_EV_LOOKED] = AT(1, -1, 0),
    [FATE_EV_SWAPPED] = AT(1, -1, 0),    [FATE_EV_BEGAN] = AT(1, 2, 0),
    [FATE_EV_TOLD] = AT(1, 2, 0),        [FATE_EV_DECLARED] = AT(-1, 1, 0),
    [FATE_EV_PAID] = AT(-1, 1, 2),       [FATE_EV_WAIVED] = AT(-1, 0, -1),
    [FATE_EV_COMPLETED] = AT(-1, 2, 0),  [FATE_EV_CHAPTER] = AT(1, 0, 3),
    [FATE_EV_GOLD] = AT(-1, -1, -1),     [FATE_EV_BLAMED] = AT(-1, -1, -1),
    [FATE_EV_GIFT] = AT(-1, -1, -1),     [FATE_EV_NO_GIFT] = AT(-1, -1, -1),
    [FATE_EV_SET] = AT(-1, -1, -1),      [FATE_EV_SHOWN] = AT(-1, -1, -1),
    [FATE_EV_COVERED] = AT(-1, -1, -1),  [FATE_EV_RECALLED] = AT(-1, 0, -1),
    [FATE_EV_WITHERED] = AT(-1, -1, 0),  [FATE_EV_PLAYED] = AT(0, -1, -1),
    [FATE_EV_CANCELLED] = AT(0, -1, -1), [FATE_EV_UNRAVELED] = AT(1, -1, 0),
    [FATE_EV_EXCHANGED] = AT(-1, -1, 0), [FATE_EV_LEFT] = AT(-1, -1, 0),
    [FATE_EV_DISCARDED] = AT(0, -1, -1), [FATE_EV_PROPOSED] = AT(-1, -1, -1),
    [FATE_EV_VOTED] = AT(-1, -1, -1),    [FATE_EV_ENDED] = AT(-1, -1, -1),
};
#undef AT

void fate_event_text(const void *view, const vg_event *e, const vg_voice *voice, vg_text *out)
{
    const fate_state *s = view; // its edition
    places at = where[e->kind];
    words w;
    start_words(&w);
    if (at.card >= 0) put_card(s, &w, 0, e->arg[at.card], voice->lang);
    if (at.number >= 0) put_number(&w, 1, e->arg[at.number]);
    if (at.path >= 0) put_number(&w, 2, e->arg[at.path]);
    if (e->kind == FATE_EV_BLAMED && e->arg[0] == voice->reader)
        put(&w, 3, voice->lang == VG_IT ? "te" : "you");
    else if (e->kind == FATE_EV_BLAMED)
        put(&w, 3, vg_voice_name(voice, e->arg[0]));
    if (e->kind == FATE_EV_EXCHANGED || e->kind == FATE_EV_LEFT) put_number(&w, 3, e->arg[1]);
    char buffer[256];
    vg_text five = VG_TEXT(buffer);
    clause(s, e, voice, &five);
    w.all[4] = buffer;
    vg_voice_say(voice, out, &sayings[e->kind], e->seat, w.all, 5);
}

void fate_score_text(const void *view, const vg_score_line *line, const vg_voice *voice,
                     vg_text *out)
{
    static const vg_words patterns[] = {
        [FATE_LINE_GOLD] = VG_WORDS("storie d'oro completate: {0}", "gold stories completed: {0}"),
        [FATE_LINE_VIOLET] =
            VG_WORDS("storie viola addebitate{2}: {0}", "violet stories charged{2}: {0}"),
        [FATE_LINE_OWN] = VG_WORDS("{1}: del proprio colore", "{1}: of one's own colour"),
        [FATE_LINE_OTHER] = VG_WORDS("{1}: di un altro colore", "{1}: of another colour"),
        [FATE_LINE_WHITE] = VG_WORDS("{1}: oggetto bianco", "{1}: a white object"),
        [FATE_LINE_FOUR] =
            VG_WORDS("quattro oggetti del proprio colore", "four objects of one's own colour"),
        [FATE_LINE_LADDER] = VG_WORDS("scala daltonica: quattro oggetti di quattro colori",
                                      "colour-blind ladder: four objects of four colours"),
        [FATE_LINE_TIE] =
            VG_WORDS("a parità conta la polvere rimasta in mano: {0}, meno è meglio",
                     "level on points, dust left in hand counts: {0}, less is better"),
    };
    (void)view;
    words w;
    start_words(&w);
    put_number(&w, 0, line->arg[0]);
    if (line->kind == FATE_LINE_OWN || line->kind == FATE_LINE_OTHER ||
        line->kind == FATE_LINE_WHITE)
        put(&w, 1, object_names[line->arg[0]].in[voice->lang]);
    if (line->seat == voice->reader) put(&w, 2, voice->lang == VG_IT ? " a te" : " to you");
    vg_text_fill(out, patterns[line->kind].in[voice->lang], w.all, 5);
}

// ---- why not --------------------------------------------------------------------------

static bool holds(const fate_state *s, int seat, int card)
{
    return memchr(s->hand[seat], card, FATE_HAND) != NULL;
}

// Why a legend in hand cannot be told here and so.
static const vg_words *why_not_open(const fate_state *s, const fate_card_def *d)
{
    static const vg_words middle = VG_WORDS("una storia si apre con un 1, un 5 o un jolly (FS-17)",
                                            "a story opens with a 1, a 5 or a joker (FS-17)");
    static const vg_words full =
        VG_WORDS("di quel colore ci sono già tutte le storie permesse (FS-20)",
                 "all the stories allowed of that colour are open (FS-20)");
    static const vg_words joker = VG_WORDS(
        "di' colore e valore: 1 o 5, un colore della barra con una storia ancora libera (FeL-15)",
        "say colour and value: 1 or 5, a colour on its bar with a story still free (FeL-15)");
    if (!d->value) return &joker;
    if (d->value != 1 && d->value != 5) return &middle;
    return fate_slot_free(s, vg_lowest(d->bars)) ? NULL : &full;
}

static const vg_words *why_not_follow(const fate_state *s, int path, const fate_card_def *d)
{
    static const vg_words colour = VG_WORDS("questa storia è di un altro colore (FS-24)",
                                            "this story is of another colour (FS-24)");
    static const vg_words value =
        VG_WORDS("il valore deve essere quello dell'ultima carta, uno di più o uno di meno (FS-24)",
                 "the value must be the last card's, one more or one less (FS-24)");
    static const vg_words equal =
        VG_WORDS("a questo tavolo non più di due valori uguali di fila (FeL-33)",
                 "at this table no more than two equal values in a row (FeL-33)");
    static const vg_words lone = VG_WORDS(
        "il jolly senza polvere prende un colore della sua barra, libero, e vale 1 o 5 (FeL-16)",
        "the joker without dust takes a free colour of its bar, and 1 or 5 (FeL-16)");
    static const vg_words bare = VG_WORDS(
        "di' quanto vale il jolly senza polvere: deve seguire la carta prima, reggere la tua e "
        "non completare da solo la storia (FeL-18)",
        "say what the joker without dust counts: it must follow the card before, bear yours and "
        "not complete the story by itself (FeL-18)");
    if (s->story_colour[path] == FATE_NO_COLOUR) return &lone;
    if (!(d->bars >> s->story_colour[path] & 1)) return &colour;
    const fate_told *last = &s->told[fate_story_start(s, path) + s->story_length[path] - 1];
    if (fate_bare(last)) return &bare;
    if (s->equals && d->value == last->value) return &equal;
    return &value;
}

static const vg_words *why_not_tell(const fate_state *s, int seat, const char *text)
{
    static const vg_words interruption = VG_WORDS("è una carta interruzione: non si narra (FS-32)",
                                                  "it is an interruption: it is not told (FS-32)");
    static const vg_words missing =
        VG_WORDS("non hai in mano questa carta (FS-16)", "you do not hold this card (FS-16)");
    static const vg_words hat = VG_WORDS("il turno è andato nel cappello: niente leggende (FeL-32)",
                                         "the turn went into the hat: no legends (FeL-32)");
    static const vg_words once =
        VG_WORDS("una sola leggenda per turno (FeL-43)", "one legend a turn (FeL-43)");
    static const vg_words dust =
        VG_WORDS("a questo tavolo il valore si deve poter pagare tutto (FeL-05)",
                 "at this table the value must be payable in full (FeL-05)");
    int card = fate_card_find(text, strcspn(text, " "));
    if (!card) return NULL;
    const fate_card_def *d = fate_def(s, card);
    if (!holds(s, seat, card)) return &missing;
    if (!d->bars) return &interruption;
    if (!s->tells) return s->hat ? &hat : &once;
    int in_hand = 0, path = s->at[seat];
    for (int p = 0; p < s->seats; p++) in_hand += s->dust[p];
    if (s->strict && in_hand < (d->value ? d->value : 5)) return &dust;
    return s->story_length[path] ? why_not_follow(s, path, d) : why_not_open(s, d);
}

static const vg_words *why_not_play(const fate_state *s, int seat, const char *text)
{
    static const vg_words missing =
        VG_WORDS("non hai in mano questa carta (FS-32)", "you do not hold this card (FS-32)");
    static const vg_words legend =
        VG_WORDS("è una leggenda: si narra (FS-16)", "it is a legend: tell it (FS-16)");
    static const vg_words before = VG_WORDS("la scorciatoia si prende solo prima del dado (FeL-56)",
                                            "the shortcut is taken only before the roll (FeL-56)");
    static const vg_words hat = VG_WORDS("nel turno del cappello non si narra (FeL-56)",
                                         "no legend in a turn of the hat (FeL-56)");
    static const vg_words wind =
        VG_WORDS("si gioca appena tirato il dado (FeL-61)",
                 "it is played when the die has just been rolled (FeL-61)");
    static const vg_words hush = VG_WORDS("si gioca contro un'altra carta interruzione (FeL-55)",
                                          "it is played against another interruption (FeL-55)");
    static const vg_words shape =
        VG_WORDS("vuole un jolly con polvere in fondo a una storia, e non può "
                 "completarla (FeL-54)",
                 "it needs a joker with dust at the end of a story, and cannot "
                 "complete it (FeL-54)");
    static const vg_words story =
        VG_WORDS("lì non c'è una storia, o non hai tanta polvere (FeL-53)",
                 "there is no story there, or you have not so much dust (FeL-53)");
    static const vg_words theirs =
        VG_WORDS("si gioca nel proprio turno (FS-32)", "it is played in one's own turn (FS-32)");
    static const vg_words begun = VG_WORDS("prima finisci ciò che hai cominciato (FeL-63)",
                                           "first finish what you have begun (FeL-63)");
    static const vg_words late = VG_WORDS("dopo il controllo non si narra più (FeL-56)",
                                          "after the checkpoint nothing is told (FeL-56)");
    static const vg_words back =
        VG_WORDS("la polvere appena ripresa si spende dal prossimo turno (FS-26)",
                 "dust just taken back is spent from the next turn on (FS-26)");
    int card = fate_card_find(text, strcspn(text, " "));
    if (!card) return NULL;
    if (!holds(s, seat, card)) return &missing;
    bool moment = fate_free_moment(s), after = fate_top(s).phase == FATE_DISCARD;
    const vg_words *other = s->turn == seat ? &begun : &theirs;
    switch ((fate_effect)fate_cards[card].effect) {
    case FATE_LEGEND: return &legend;
    case FATE_SHORTCUT: return &before;
    case FATE_SECOND_TALE: return s->hat ? &hat : after ? &late : other;
    case FATE_FICKLE_WIND: return &wind;
    case FATE_HUSH: return &hush;
    case FATE_SHAPE_SHIFT: return moment ? &shape : other;
    case FATE_OFFERING:
        if (after && s->recalled) return &back; // fall through
    case FATE_UNRAVEL: return moment ? &story : other;
    case FATE_WHITE_NIGHT:
    case FATE_FIREFLIES: return other;
    case FATE_EFFECT_COUNT: break;
    }
    return NULL;
}

void fate_why_not(const void *view, int seat, const char *text, const vg_voice *voice, vg_text *out)
{
    // What stands in the way of a move that begins so, in the phase that asks for such moves.
    static const struct {
        const char *start;
        int phase;
        vg_words why;
    } plain[] = {
        {"move", FATE_MOVE,
         VG_WORDS(
             "ti muovi esattamente di quanto dice il dado, con scarpette 1 e con ali 2 in più o in "
             "meno (FS-10)",
             "you move exactly what the die says, 1 more or less with shoes and 2 with wings "
             "(FS-10)")},
        {"look", FATE_LOOK,
         VG_WORDS(
             "guardi la carta di arrivo; con la bacchetta una delle due accanto (FS-15)",
             "you look at the card of arrival; with the wand one of the two beside it (FS-15)")},
        {"swap", FATE_SWAP,
         VG_WORDS("dai una carta della tua mano (FS-15)", "you give a card of your hand (FS-15)")},
        {"swap", FATE_LOOK,
         VG_WORDS("prima si guarda, poi si scambia (FeL-60)",
                  "look first, then exchange (FeL-60)")},
        {"hat", FATE_TURN,
         VG_WORDS("non hai un cappello a punta (FS-38)", "you have no pointed hat (FS-38)")},
        {"hat", FATE_MOVE,
         VG_WORDS("nel cappello si rovista prima del dado (FS-38)",
                  "the hat comes before the roll (FS-38)")},
        {"propose", FATE_TELL,
         VG_WORDS("si propone dal giro e dopo la pausa che il tavolo ha scelto (FeL-64)",
                  "one may propose from the round and after the pause the table chose (FeL-64)")},
        {"take", FATE_PAY,
         VG_WORDS("spendi tanto quanto manca, e quanto gli altri possono dare (FeL-04)",
                  "you spend what is missing, and what the others can give (FeL-04)")},
        {"blame", FATE_BLAME,
         VG_WORDS("scegli un avversario (FeL-27)", "choose an opponent (FeL-27)")},
        {"discard", FATE_DISCARD,
         VG_WORDS("non hai in mano questa carta (FS-33)", "you do not hold this card (FS-33)")},
        {"done", FATE_DISCARD,
         VG_WORDS("scarta fino a tre carte (FS-33)", "discard down to three cards (FS-33)")},
        {"show", FATE_TELL,
         VG_WORDS("non è tuo e coperto, o in questo turno hai già girato troppi oggetti (FeL-62)",
                  "it is not yours and face down, or you have turned too many this turn (FeL-62)")},
        {"cover", FATE_TELL,
         VG_WORDS("non è tuo e scoperto, o in questo turno hai già girato troppi oggetti (FeL-62)",
                  "it is not yours and face up, or you have turned too many this turn (FeL-62)")},
    };
    const fate_state *s = view;
    size_t n = strcspn(text, " ");
    const char *rest = text + n + strspn(text + n, " ");
    int phase = fate_top(s).phase;
    const vg_words *why = NULL;
    // A card is pointed at: what stands in the way of doing with it what such a card is for.
    int card = phase == FATE_TELL ? fate_card_find(rest, strcspn(rest, " ")) : 0;
    if (card && holds(s, seat, card))
        why = fate_cards[card].bars ? why_not_tell(s, seat, rest) : why_not_play(s, seat, rest);
    if (!why && n == 4 && memcmp(text, "tell", 4) == 0 && phase == FATE_TELL)
        why = why_not_tell(s, seat, rest);
    if (!why && n == 4 && memcmp(text, "play", 4) == 0) why = why_not_play(s, seat, rest);
    for (size_t i = 0; i < sizeof plain / sizeof plain[0] && !why; i++)
        if (strlen(plain[i].start) == n && memcmp(plain[i].start, text, n) == 0 &&
            (plain[i].phase == phase || (plain[i].phase == FATE_TELL && fate_free_moment(s))))
            why = &plain[i].why;
    if (why) vg_text_add(out, why->in[voice->lang]);
}
