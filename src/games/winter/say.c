// say.c: what happened in Winter Tales, one sentence for each event and each line of the score.
#include "games/winter/words.h"

#include <stdio.h>

// {0} is the seat; {1}.. are the event's arguments, made into words as `shape` says: a letter each.
//   c character   s space ("at")   n narration card, both faces   p card, the face of side arg b
//   w its Winter face   v its Spring face   m mission   g objective   i number   f faction
//   o colour   a another seat   l faction with its article   h who gets a power, or where it is
//   - nothing
// {5?..|..} agrees with the first character, for the Cat and the Fox are two; {6}: "pronto",
// agreeing.
typedef struct telling {
    const char *shape;
    vg_saying saying;
} telling;

#define T(shape, it_they, it_you, en_they, en_you)                                                 \
    {                                                                                              \
        shape, VG_SAYING(it_they, it_you, en_they, en_you)                                         \
    }

static const telling tellings[WINTER_EVENT_COUNT] = {
    [WINTER_EVENT_START] =
        T("", "{0} è il primo giocatore della Primavera", "Sei il primo giocatore della Primavera",
          "{0} is the first player of Spring", "You are the first player of Spring"),
    [WINTER_EVENT_GOAL] =
        T("gf", "{0} pesca un Obiettivo della fazione {2}", "Peschi l'Obiettivo «{1}»",
          "{0} draws an objective of {2}", "You draw the objective “{1}”"),
    [WINTER_EVENT_TOOK] =
        T("c", "{0} sceglie {1}", "Scegli {1}", "{0} chooses {1}", "You choose {1}"),
    [WINTER_EVENT_POSED] =
        T("cs", "{1} {5?comincia|cominciano} {2}", "{1} {5?comincia|cominciano} {2}",
          "{1} {5?starts|start} at {2}", "{1} {5?starts|start} at {2}"),
    [WINTER_EVENT_OPENED] = T(
        "m", "Esce la Missione «{1}»: la mette {0}", "Esce la Missione «{1}»: la metti tu",
        "The mission “{1}” comes out: {0} places it", "The mission “{1}” comes out: you place it"),
    [WINTER_EVENT_SET] = T("msc", "{0} mette «{1}» {2}", "Metti «{1}» {2}", "{0} places “{1}” {2}",
                           "You place “{1}” {2}"),
    [WINTER_EVENT_INTRO] = T("", "{0} apre il racconto", "Apri il racconto", "{0} opens the tale",
                             "You open the tale"),
    [WINTER_EVENT_DREW] =
        T("n", "{0} pesca una carta", "Peschi {1}", "{0} draws a card", "You draw {1}"),
    [WINTER_EVENT_EMPTY] = T("", "Il mazzo è finito", "", "The deck is empty", ""),
    [WINTER_EVENT_SHUFFLED] =
        T("", "Gli scarti tornano nel mazzo", "", "The discards go back into the deck", ""),
    [WINTER_EVENT_SHORT] = T("", "Non ci sono più carte per {0}", "Non ci sono più carte per te",
                             "There are no cards left for {0}", "There are no cards left for you"),
    [WINTER_EVENT_CHAPTER] = T("i", "Comincia il Capitolo {1}", "", "Chapter {1} begins", ""),
    [WINTER_EVENT_ACTIVATED] = T("cs", "{0} attiva {1} {2}", "Attivi {1} {2}",
                                 "{0} activates {1} at {2}", "You activate {1} at {2}"),
    [WINTER_EVENT_SKIPPED] =
        T("", "{0} salta il turno", "Salti il turno", "{0} skips the turn", "You skip the turn"),
    [WINTER_EVENT_SPENT] =
        T("n", "{0} scarta {1}", "Scarti {1}", "{0} discards {1}", "You discard {1}"),
    [WINTER_EVENT_TOLD_MOVE] =
        T("nc", "{0} racconta il movimento a partire da {1}",
          "Racconti il movimento a partire da {1}", "{0} tells the movement, starting from {1}",
          "You tell the movement, starting from {1}"),
    [WINTER_EVENT_MOVED] = T("c-s", "{1} {5?va|vanno} {3}", "{1} {5?va|vanno} {3}",
                             "{1} {5?goes|go} to {3}", "{1} {5?goes|go} to {3}"),
    [WINTER_EVENT_PASSAGE] = T("cs", "{1} {5?arriva|arrivano} {2} per un passaggio segreto",
                               "{1} {5?arriva|arrivano} {2} per un passaggio segreto",
                               "{1} {5?comes|come} to {2} by a secret passage",
                               "{1} {5?comes|come} to {2} by a secret passage"),
    [WINTER_EVENT_ENDED] =
        T("c", "{0} termina l'attivazione con {1}", "Termini l'attivazione con {1}",
          "{0} ends the activation of {1}", "You end the activation of {1}"),
    [WINTER_EVENT_ATTACKED] = T(
        "ccw", "Conflitto: {1} contro {2}. {0} gioca {3}", "Conflitto: {1} contro {2}. Giochi {3}",
        "Conflict: {1} against {2}. {0} plays {3}", "Conflict: {1} against {2}. You play {3}"),
    [WINTER_EVENT_PLAYED] =
        T("pf", "{0} gioca {1} per la fazione {2}", "Giochi {1} per la fazione {2}",
          "{0} plays {1} for {2}", "You play {1} for {2}"),
    [WINTER_EVENT_YIELDED] =
        T("", "{0} non risponde", "Non rispondi", "{0} does not answer", "You do not answer"),
    [WINTER_EVENT_BEATEN] = T("c", "{0} vince il Conflitto: {1} {5?si ferma|si fermano}",
                              "Vinci il Conflitto: {1} {5?si ferma|si fermano}",
                              "{0} wins the conflict: {1} {5?is|are} stopped",
                              "You win the conflict: {1} {5?is|are} stopped"),
    [WINTER_EVENT_HELD] =
        T("c", "{0} vince il Conflitto: {1} {5?prosegue|proseguono}",
          "Vinci il Conflitto: {1} {5?prosegue|proseguono}",
          "{0} wins the conflict: {1} {5?goes|go} on", "You win the conflict: {1} {5?goes|go} on"),
    [WINTER_EVENT_SHELTERED] =
        T("cs", "{1} {5?trova|trovano} riparo {2}", "{1} {5?trova|trovano} riparo {2}",
          "{1} {5?finds|find} shelter at {2}", "{1} {5?finds|find} shelter at {2}"),
    [WINTER_EVENT_PLACED] =
        T("cs", "{0} manda {1} {2}, a terra", "Mandi {1} {2}, a terra",
          "{0} sends {1} to {2}: {1} {5?is|are} down", "You send {1} to {2}: {1} {5?is|are} down"),
    [WINTER_EVENT_TRAPPED] = T("ccv", "Trabocchetto: {1} attende {2}. {0} mostra {3}",
                               "Trabocchetto: {1} attende {2}. Mostri {3}",
                               "Trap: {1} lies in wait for {2}. {0} shows {3}",
                               "Trap: {1} lies in wait for {2}. You show {3}"),
    [WINTER_EVENT_BID] =
        T("i", "{0} nasconde le sue carte", "Impegni in segreto {1} {1?carta|carte}",
          "{0} commits cards in secret", "You commit {1} {1?card|cards} in secret"),
    [WINTER_EVENT_SPRUNG] = T("ciic", "Trabocchetto contro {1}: Primavera {2}, Inverno {3}",
                              "Trabocchetto contro {1}: Primavera {2}, Inverno {3}",
                              "The trap springs on {1}: Spring {2}, Winter {3}",
                              "The trap springs on {1}: Spring {2}, Winter {3}"),
    [WINTER_EVENT_BACK] = T("cs", "{1} {5?torna|tornano} {2}", "{1} {5?torna|tornano} {2}",
                            "{1} {5?goes|go} back to {2}", "{1} {5?goes|go} back to {2}"),
    [WINTER_EVENT_RESCUED] =
        T("cc", "{0} salva {1}", "Salvi {1}", "{0} rescues {1}", "You rescue {1}"),
    [WINTER_EVENT_GENERATED] =
        T("msc", "{0} genera la Missione «{1}» {2}", "Generi la Missione «{1}» {2}",
          "{0} generates the mission “{1}” {2}", "You generate the mission “{1}” {2}"),
    [WINTER_EVENT_RESOLVING] =
        T("msc", "{0} avvia la Missione «{1}» {2} con {3}", "Avvii la Missione «{1}» {2} con {3}",
          "{0} starts the mission “{1}” at {2} with {3}",
          "You start the mission “{1}” at {2} with {3}"),
    [WINTER_EVENT_JUDGED] = T("j", "Il racconto di {0} {1}", "Il tuo racconto {1}",
                              "{0}'s telling {1}", "Your telling {1}"),
    [WINTER_EVENT_RETOLD] = T("", "{0} racconta di nuovo", "Racconti di nuovo",
                              "{0} tells it again", "You tell it again"),
    [WINTER_EVENT_STAYED_OUT] =
        T("", "{0} resta fuori", "Resti fuori", "{0} stays out", "You stay out"),
    [WINTER_EVENT_PART] = T("c", "{0} partecipa con {1}", "Partecipi con {1}",
                            "{0} takes part with {1}", "You take part with {1}"),
    [WINTER_EVENT_RESULT] = T("miio", "Missione «{1}»: Primavera {2}, Inverno {3}. Ricordo: {4}",
                              "Missione «{1}»: Primavera {2}, Inverno {3}. Ricordo: {4}",
                              "Mission “{1}”: Spring {2}, Winter {3}. Memory: {4}",
                              "Mission “{1}”: Spring {2}, Winter {3}. Memory: {4}"),
    [WINTER_EVENT_CONCLUDED] = T("m", "{0} porta a compimento «{1}»", "Porti a compimento «{1}»",
                                 "{0} brings “{1}” to its end", "You bring “{1}” to its end"),
    [WINTER_EVENT_REMEMBERED] =
        T("ko", "{0} ricorda {1}", "Ricordi {1}", "{0} remembers {1}", "You remember {1}"),
    [WINTER_EVENT_MEMORY] =
        T("iom", "{0} mette il Ricordo ({2}) nel riquadro {1}",
          "Metti il Ricordo ({2}) nel riquadro {1}", "{0} puts the memory ({2}) in slot {1}",
          "You put the memory ({2}) in slot {1}"),
    [WINTER_EVENT_OVER] = T("", "{0} ha più di sette carte", "Hai più di sette carte",
                            "{0} has more than seven cards", "You have more than seven cards"),
    [WINTER_EVENT_TRIMMED] =
        T("n", "{0} scarta {1}", "Scarti {1}", "{0} discards {1}", "You discard {1}"),
    [WINTER_EVENT_EPILOGUE] =
        T("", "Comincia l'Epilogo: lo avvia {0}", "Comincia l'Epilogo: lo avvii tu",
          "The epilogue begins: {0} opens it", "The epilogue begins: you open it"),
    [WINTER_EVENT_FINALE_DONE] = T("", "{0} ha detto la sua", "Hai detto la tua",
                                   "{0} has had a say", "You have had your say"),
    [WINTER_EVENT_MARKED] =
        T("i", "{0} sposta il Segnalibro sul Ricordo {1}", "Sposti il Segnalibro sul Ricordo {1}",
          "{0} moves the bookmark to memory {1}", "You move the bookmark to memory {1}"),
    [WINTER_EVENT_WON] = T("lii", "Epilogo: Primavera {2}, Inverno {3}. Vince {1}", "",
                           "Epilogue: Spring {2}, Winter {3}. Won by {1}", ""),
    [WINTER_EVENT_HANDED] = T("a", "{0} lascia il finale a{1+d} {1}", "Lasci il finale a{1+d} {1}",
                              "{0} hands the ending to {1}", "You hand the ending to {1}"),
    [WINTER_EVENT_CLOSED] = T("", "{0} chiude la storia", "Chiudi la storia",
                              "{0} closes the story", "You close the story"),
    [WINTER_EVENT_POWER] = T("mh", "Nasce il Potere «{1}»{2}", "Nasce il Potere «{1}»{2}",
                             "The power “{1}” arises{2}", "The power “{1}” arises{2}"),
    [WINTER_EVENT_HOPE] =
        T("c", "La Nuova Speranza: {1} {5?torna|tornano} {6}",
          "La Nuova Speranza: {1} {5?torna|tornano} {6}",
          "The New Hope: {1} {5?is|are} ready again", "The New Hope: {1} {5?is|are} ready again"),
    [WINTER_EVENT_FOLLOWED] = T("cy", "{1} {2}", "{1} {2}", "{1} {2}", "{1} {2}"),
    [WINTER_EVENT_HORROR] =
        T("sc", "{0} manda il Gelido Orrore {1} contro {2}",
          "Mandi il Gelido Orrore {1} contro {2}", "{0} sends the Icy Horror to {1} against {2}",
          "You send the Icy Horror to {1} against {2}"),
    [WINTER_EVENT_SPEECH] =
        T("c", "{0} fa Propaganda: {1} non {5?agirà|agiranno} in questo Capitolo",
          "Fai Propaganda: {1} non {5?agirà|agiranno} in questo Capitolo",
          "{0} spreads propaganda: {1} will not act in this chapter",
          "You spread propaganda: {1} will not act in this chapter"),
    [WINTER_EVENT_GIVEN] = T("cc", "Il Grande Artefatto passa: ora lo {5?porta|portano} {1}",
                             "Il Grande Artefatto passa: ora lo {5?porta|portano} {1}",
                             "The Great Artefact is handed on: {1} {5?bears|bear} it now",
                             "The Great Artefact is handed on: {1} {5?bears|bear} it now"),
    [WINTER_EVENT_STRUCK] =
        T("m", "La Rappresaglia distrugge il Potere «{1}»",
          "La tua Rappresaglia distrugge il Potere «{1}»", "The reprisal destroys the power “{1}”",
          "Your reprisal destroys the power “{1}”"),
    [WINTER_EVENT_KILLED] = T("c", "La Rappresaglia elimina {1}", "La tua Rappresaglia elimina {1}",
                              "The reprisal removes {1}", "Your reprisal removes {1}"),
    [WINTER_EVENT_RESTORED] = T("cs", "{0} riporta {1} {2}", "Riporti {1} {2}",
                                "{0} brings {1} back to {2}", "You bring {1} back to {2}"),
    [WINTER_EVENT_SWAPPED] = T("gf", "{0} cambia Obiettivo ({2})", "Lasci l'Obiettivo «{1}»",
                               "{0} swaps an objective ({2})", "You leave the objective “{1}”"),
    [WINTER_EVENT_SHOWN] = T("g", "{0} rivela l'Obiettivo «{1}»", "Riveli l'Obiettivo «{1}»",
                             "{0} shows the objective “{1}”", "You show the objective “{1}”"),
    [WINTER_EVENT_NO_SPY] = T("", "{0} non ha una Spia da rivelare", "Non hai una Spia da rivelare",
                              "{0} has no Spy to show", "You have no Spy to show"),
    [WINTER_EVENT_SCORED] = T(
        "gi", "{0} compie «{1}»: Ricordo nel riquadro {2}", "Compi «{1}»: Ricordo nel riquadro {2}",
        "{0} meets “{1}”: a memory in slot {2}", "You meet “{1}”: a memory in slot {2}"),
};

static const vg_words verdicts[3] = {
    VG_WORDS("va bene", "is accepted"), VG_WORDS("va rifatto", "is asked for again"),
    VG_WORDS("è rifiutato: la Missione fallisce", "is refused: the mission fails")};

// Who gets a new power, one or both, or the place where it is: "mcsc" of WINTER_EVENT_POWER.
static void holder(const vg_event *e, vg_lang lang, vg_text *out)
{
    const char *one = winter_chars[e->arg[1]].name.in[lang];
    if (e->arg[1] && e->arg[3])
        vg_text_printf(out, lang == VG_IT ? ": lo ricevono %s e %s" : ": it goes to %s and %s", one,
                       winter_chars[e->arg[3]].name.in[lang]);
    else if (e->arg[1])
        vg_text_printf(out,
                       lang == VG_EN                         ? ": it goes to %s"
                       : winter_gender(e->arg[1]) == VG_THEY ? ": lo ricevono %s"
                                                             : ": lo riceve %s",
                       one);
    else if (e->arg[2])
        vg_text_printf(out, lang == VG_IT ? " %s" : " at %s", winter_spaces[e->arg[2]].at.in[lang]);
}

static void word(const winter_state *s, char shape, const vg_event *e, int i, const vg_voice *voice,
                 vg_text *out)
{
    vg_lang lang = voice->lang;
    int n = e->arg[i];
    switch (shape) {
    case 'c':
        if (n || e->kind == WINTER_EVENT_ATTACKED)
            vg_text_add(out, n               ? winter_chars[n].name.in[lang]
                             : lang == VG_IT ? "il Gelido Orrore"
                                             : "the Icy Horror");
        return;
    case 's': { // a mission without a place hangs on the character that comes next
        bool put = e->kind == WINTER_EVENT_SET || e->kind == WINTER_EVENT_GENERATED;
        if (n)
            vg_text_printf(out, "%s%s", put && lang == VG_EN ? "at " : "",
                           winter_spaces[n].at.in[lang]);
        else if (put && e->arg[i + 1])
            vg_text_printf(out, lang == VG_IT ? "con %s" : "on %s",
                           winter_chars[e->arg[i + 1]].name.in[lang]);
        return;
    }
    case 'n': winter_card_name(s, n, WINTER_BOTH_FACES, lang, out); return;
    case 'p': winter_card_name(s, n, e->arg[1], lang, out); return;
    case 'w':
        if (n == 0)
            vg_text_add(out, lang == VG_IT ? "il suo Ricordo" : "its memory");
        else
            winter_card_name(s, n, WINTER_WINTER, lang, out);
        return;
    case 'v': winter_card_name(s, n, WINTER_SPRING, lang, out); return;
    case 'k': winter_card_name(s, n, e->arg[1] == WINTER_FOR_WINTER, lang, out); return;
    case 'm': vg_text_add(out, winter_missions[n].name.in[lang]); return;
    case 'g': vg_text_add(out, winter_ed(s)->goal_name[n].in[lang]); return;
    case 'i': vg_text_int(out, n); return;
    case 'f': vg_text_add(out, winter_side_names[n].in[lang]); return;
    case 'l': vg_text_add(out, winter_side_called[n].in[lang]); return;
    case 'h': holder(e, lang, out); return;
    case 'o': vg_text_add(out, winter_colour_names[n].in[lang]); return;
    case 'a':
        if (n == voice->reader)
            vg_text_add(out, lang == VG_IT ? "te" : "you");
        else
            vg_text_add(out, vg_voice_name(voice, n));
        return;
    case 'j': vg_text_add(out, verdicts[n].in[lang]); return;
    case 'y':
        vg_text_add(out, n ? (lang == VG_IT ? "resta" : "stays")
                           : (lang == VG_IT ? "va con l'altro" : "goes along"));
        return;
    default: return;
    }
}

void winter_event_text(const void *view, const vg_event *e, const vg_voice *voice, vg_text *out)
{
    const winter_state *s = view;
    static const telling kept = T("", "{0} tiene le sue carte", "Tieni le tue carte",
                                  "{0} keeps the cards", "You keep your cards");
    static const telling free_round = // WT-90
        T("p", "{0} gioca {1}", "Giochi {1}", "{0} plays {1}", "You play {1}");
    bool keeps = e->kind == WINTER_EVENT_TRIMMED && !e->arg[0];
    bool no_card = e->kind == WINTER_EVENT_PLAYED && e->arg[0] == WINTER_FREE;
    const telling *t = keeps ? &kept : no_card ? &free_round : &tellings[e->kind];
    static const char *const ready[] = {"pronto", "pronta", "pronti"};
    char room[4][192];
    const char *args[6];
    bool ended = false;
    for (int i = 0; i < 4; i++) {
        vg_text words = VG_TEXT(room[i]);
        ended = ended || !t->shape[i];
        if (!ended) word(s, t->shape[i], e, i, voice, &words);
        args[i] = room[i];
    }
    args[4] = winter_number(e->arg[0]);
    args[5] = ready[e->kind == WINTER_EVENT_HOPE ? winter_gender(e->arg[0]) : VG_HE];
    char line[640];
    vg_text whole = VG_TEXT(line);
    vg_voice_say(voice, &whole, &t->saying, e->seat, args, 6);
    // Arguments may be absent: no double space, none at the end.
    winter_capital(line);
    for (size_t i = 0; i < whole.len; i++)
        if (line[i] != ' ' || (i + 1 < whole.len && line[i + 1] != ' ')) vg_text_char(out, line[i]);
}

#undef T

void winter_score_text(const void *view, const vg_score_line *line, const vg_voice *voice,
                       vg_text *out)
{
    (void)view;
    vg_lang lang = voice->lang;
    if (line->kind == 3) {
        vg_text_printf(out, lang == VG_IT ? "vince %s" : "won by %s",
                       winter_side_called[line->arg[0]].in[lang]);
        return;
    }
    char memories[8], cards[8];
    snprintf(memories, sizeof memories, "%d", line->arg[0]);
    snprintf(cards, sizeof cards, "%d", line->arg[1]);
    const char *const args[] = {winter_side_names[line->kind - 1].in[lang], memories, cards};
    vg_text_fill(out,
                 lang == VG_IT ? "{0}: {1} {1?Ricordo|Ricordi}, {2} {2?carta|carte} nell'Epilogo"
                               : "{0}: {1} {1?memory|memories}, {2} {2?card|cards} in the epilogue",
                 args, 3);
}
