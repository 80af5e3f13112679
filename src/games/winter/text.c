// text.c: Winter Tales as moves: notation, labels, and what is being asked.
#include "games/winter/words.h"

#include <stdio.h>
#include <string.h>

const vg_words winter_side_names[3] = {VG_WORDS("Primavera", "Spring"),
                                       VG_WORDS("Inverno", "Winter"),
                                       VG_WORDS("Scrittore", "Writer")};
const vg_words winter_side_called[3] = {VG_WORDS("la Primavera", "Spring"),
                                        VG_WORDS("l'Inverno", "Winter"),
                                        VG_WORDS("lo Scrittore", "the Writer")};
const vg_words winter_colour_names[4] = {
    VG_WORDS("vuota", "empty"), VG_WORDS("Primavera", "Spring"), VG_WORDS("Inverno", "Winter"),
    VG_WORDS("neutrale", "neutral")};
const char *const winter_side_slugs[3] = {"spring", "winter", "writer"};
const char *const winter_colour_slugs[4] = {"-", "spring", "winter", "neutral"};

const char *winter_card_slug(int card)
{
    if (card == WINTER_FREE) return "free";
    if (card == WINTER_RELIC) return "artefact";
    return winter_narration[card].slug;
}

void winter_card_name(const winter_state *s, int card, int side, vg_lang lang, vg_text *out)
{
    (void)s;
    if (card == WINTER_FREE) {
        vg_text_add(out, lang == VG_IT ? "senza carta, grazie all'Abilità"
                                       : "without a card, by the ability");
        return;
    }
    if (card == WINTER_RELIC) {
        vg_text_add(out, lang == VG_IT ? "il Grande Artefatto" : "the Great Artefact");
        return;
    }
    const winter_card_def *c = &winter_narration[card];
    if (side != WINTER_BOTH_FACES || card == 0) {
        vg_text_printf(out, lang == VG_IT ? "«%s»" : "“%s”",
                       c->face[side == WINTER_BOTH_FACES ? 0 : side].in[lang]);
        return;
    }
    vg_text_printf(out, lang == VG_IT ? "«%s / %s»" : "“%s / %s”", c->face[0].in[lang],
                   c->face[1].in[lang]);
}

const char *winter_number(int character) { return character == WINTER_GATTO_VOLPE ? "2" : "1"; }

void winter_capital(char *sentence)
{
    for (char *at = sentence; *at; at++) {
        bool begins = at == sentence || (at >= sentence + 2 && at[-2] == '.' && at[-1] == ' ');
        if (begins && *at >= 'a' && *at <= 'z') *at = (char)(*at - 'a' + 'A');
    }
}

// ---- notation ----

static const char *const verbs[WINTER_MOVE_COUNT] = {
    [WINTER_MOVE_START] = "start",       [WINTER_MOVE_GOAL] = "objective",
    [WINTER_MOVE_TAKE] = "take",         [WINTER_MOVE_POSE] = "pose",
    [WINTER_MOVE_OPEN] = "open",         [WINTER_MOVE_SET] = "set",
    [WINTER_MOVE_TELL] = "tell",         [WINTER_MOVE_DRAW] = "draw",
    [WINTER_MOVE_ACTIVATE] = "activate", [WINTER_MOVE_STEP] = "step",
    [WINTER_MOVE_GLIDE] = "glide",       [WINTER_MOVE_PASSAGE] = "passage",
    [WINTER_MOVE_GENERATE] = "generate", [WINTER_MOVE_RESOLVE] = "resolve",
    [WINTER_MOVE_END] = "end",           [WINTER_MOVE_SPEND] = "spend",
    [WINTER_MOVE_ATTACK] = "attack",     [WINTER_MOVE_TRAP] = "trap",
    [WINTER_MOVE_PASS] = "pass",         [WINTER_MOVE_PLAY] = "play",
    [WINTER_MOVE_PLACE] = "place",       [WINTER_MOVE_BID] = "bid",
    [WINTER_MOVE_DONE] = "done",         [WINTER_MOVE_JOIN] = "join",
    [WINTER_MOVE_WITH] = "with",         [WINTER_MOVE_REMEMBER] = "remember",
    [WINTER_MOVE_SLOT] = "slot",         [WINTER_MOVE_ACCEPT] = "accept",
    [WINTER_MOVE_RETELL] = "retell",     [WINTER_MOVE_REFUSE] = "refuse",
    [WINTER_MOVE_MARK] = "mark",         [WINTER_MOVE_HAND] = "hand",
    [WINTER_MOVE_CLOSE] = "close",       [WINTER_MOVE_RESCUE] = "rescue",
    [WINTER_MOVE_FOLLOW] = "follow",     [WINTER_MOVE_HOPE] = "hope",
    [WINTER_MOVE_HORROR] = "horror",     [WINTER_MOVE_SPEECH] = "speech",
    [WINTER_MOVE_GIVE] = "give",         [WINTER_MOVE_RESTORE] = "restore",
    [WINTER_MOVE_NAME] = "name",         [WINTER_MOVE_STRIKE] = "strike",
    [WINTER_MOVE_SWAP] = "swap",         [WINTER_MOVE_SHOW] = "show",
    [WINTER_MOVE_DECLARE] = "declare",
};

static void target_text(int where, vg_text *out)
{
    if (where < WINTER_ON)
        vg_text_printf(out, " %s", winter_spaces[where].slug);
    else
        vg_text_printf(out, " on %s", winter_chars[where - WINTER_ON].slug);
}

void winter_move_text(const void *state, vg_move m, vg_text *out)
{
    (void)state;
    int a = vg_move_a(m), b = vg_move_b(m), c = vg_move_c(m);
    vg_text_add(out, verbs[vg_move_kind(m)]);
    switch ((winter_move)vg_move_kind(m)) {
    case WINTER_MOVE_START:
    case WINTER_MOVE_BID:
    case WINTER_MOVE_SLOT:
    case WINTER_MOVE_MARK:
    case WINTER_MOVE_HAND: vg_text_printf(out, " %d", a); return;
    case WINTER_MOVE_GOAL: vg_text_printf(out, " %s", winter_goals[a].slug); return;
    case WINTER_MOVE_TAKE:
    case WINTER_MOVE_ACTIVATE:
    case WINTER_MOVE_JOIN:
    case WINTER_MOVE_WITH:
    case WINTER_MOVE_SPEECH:
    case WINTER_MOVE_GIVE:
    case WINTER_MOVE_NAME: vg_text_printf(out, " %s", winter_chars[a].slug); return;
    case WINTER_MOVE_POSE:
    case WINTER_MOVE_STEP:
    case WINTER_MOVE_GLIDE:
    case WINTER_MOVE_PLACE: vg_text_printf(out, " %s", winter_spaces[a].slug); return;
    case WINTER_MOVE_OPEN:
    case WINTER_MOVE_RESOLVE:
    case WINTER_MOVE_STRIKE: vg_text_printf(out, " %s", winter_missions[a].slug); return;
    case WINTER_MOVE_SET: target_text(a, out); return;
    case WINTER_MOVE_GENERATE:
        vg_text_printf(out, " %s", winter_missions[a].slug);
        target_text(b, out);
        if (c) vg_text_printf(out, " aim %s", winter_missions[c].slug);
        return;
    case WINTER_MOVE_DRAW:
    case WINTER_MOVE_SPEND:
    case WINTER_MOVE_ATTACK:
    case WINTER_MOVE_TRAP:
    case WINTER_MOVE_REMEMBER: vg_text_printf(out, " %s", winter_card_slug(a)); return;
    case WINTER_MOVE_PLAY:
        vg_text_printf(out, " %s", winter_card_slug(a));
        if (b) vg_text_printf(out, " %s", winter_side_slugs[b - 1]);
        return;
    case WINTER_MOVE_RESCUE:
        vg_text_printf(out, " %s by %s", winter_chars[a].slug, winter_chars[b].slug);
        return;
    case WINTER_MOVE_HORROR:
        vg_text_printf(out, " %s %s", winter_spaces[a].slug, winter_chars[b].slug);
        return;
    case WINTER_MOVE_RESTORE:
        vg_text_printf(out, " %s %s", winter_chars[a].slug, winter_spaces[b].slug);
        return;
    case WINTER_MOVE_SHOW:
    case WINTER_MOVE_DECLARE: vg_text_printf(out, " %s", winter_side_slugs[a]); return;
    case WINTER_MOVE_TELL:
    case WINTER_MOVE_PASSAGE:
    case WINTER_MOVE_END:
    case WINTER_MOVE_PASS:
    case WINTER_MOVE_DONE:
    case WINTER_MOVE_ACCEPT:
    case WINTER_MOVE_RETELL:
    case WINTER_MOVE_REFUSE:
    case WINTER_MOVE_CLOSE:
    case WINTER_MOVE_FOLLOW:
    case WINTER_MOVE_HOPE:
    case WINTER_MOVE_SWAP:
    case WINTER_MOVE_COUNT: return;
    }
}

// ---- labels ----

// {0}, {1}, {2}: what label_args makes of the move.
static const vg_words labels[WINTER_MOVE_COUNT] = {
    [WINTER_MOVE_START] = VG_WORDS("Comincia {0}", "{0} starts"),
    [WINTER_MOVE_GOAL] = VG_WORDS("Obiettivo: {0}", "Objective: {0}"),
    [WINTER_MOVE_TAKE] = VG_WORDS("Scegli {0}", "Choose {0}"),
    [WINTER_MOVE_POSE] = VG_WORDS("Comincia {0}", "Start at {0}"),
    [WINTER_MOVE_OPEN] = VG_WORDS("Esce {0}", "{0} comes out"),
    [WINTER_MOVE_SET] = VG_WORDS("Mettila {0}", "Place it {0}"),
    [WINTER_MOVE_TELL] = VG_WORDS("Racconta", "Tell it"),
    [WINTER_MOVE_DRAW] = VG_WORDS("Pesca {0}", "Draw {0}"),
    [WINTER_MOVE_ACTIVATE] = VG_WORDS("Attiva {0}", "Activate {0}"),
    [WINTER_MOVE_STEP] = VG_WORDS("Vai {0}", "Go to {0}"),
    [WINTER_MOVE_GLIDE] = VG_WORDS("Vai {0} senza carta", "Go to {0} without a card"),
    [WINTER_MOVE_PASSAGE] = VG_WORDS("Prendi il passaggio segreto", "Take the secret passage"),
    [WINTER_MOVE_GENERATE] =
        VG_WORDS("Genera la Missione «{0}» {1}{2}", "Generate the mission “{0}” {1}{2}"),
    [WINTER_MOVE_RESOLVE] = VG_WORDS("Avvia la Missione «{0}»", "Start the mission “{0}”"),
    [WINTER_MOVE_END] = VG_WORDS("Termina l'attivazione", "End the activation"),
    [WINTER_MOVE_SPEND] = VG_WORDS("Scarta {0}", "Discard {0}"),
    [WINTER_MOVE_ATTACK] = VG_WORDS("Avvia un Conflitto: {0}", "Start a conflict: {0}"),
    [WINTER_MOVE_TRAP] = VG_WORDS("Prepara un Trabocchetto: {0}", "Set a trap: {0}"),
    [WINTER_MOVE_PASS] = VG_WORDS("Lascia stare", "Let it be"),
    [WINTER_MOVE_PLAY] = VG_WORDS("Gioca {0}{1}", "Play {0}{1}"),
    [WINTER_MOVE_PLACE] = VG_WORDS("Manda {1} {0}", "Send {1} to {0}"),
    [WINTER_MOVE_BID] = VG_WORDS("Impegna {0} {0?carta|carte}", "Commit {0} {0?card|cards}"),
    [WINTER_MOVE_DONE] = VG_WORDS("Basta così", "That is all"),
    [WINTER_MOVE_JOIN] = VG_WORDS("Attiva {0} per la Missione", "Activate {0} for the mission"),
    [WINTER_MOVE_WITH] = VG_WORDS("Partecipa con {0}", "Take part with {0}"),
    [WINTER_MOVE_REMEMBER] = VG_WORDS("Ricorda {0}", "Remember {0}"),
    [WINTER_MOVE_SLOT] = VG_WORDS("Riquadro {0} dei Ricordi", "Memory slot {0}"),
    [WINTER_MOVE_ACCEPT] = VG_WORDS("Il racconto va bene", "The telling is fine"),
    [WINTER_MOVE_RETELL] = VG_WORDS("Chiedi un altro racconto", "Ask for another telling"),
    [WINTER_MOVE_REFUSE] = VG_WORDS("Rifiuta il racconto", "Refuse the telling"),
    [WINTER_MOVE_MARK] = VG_WORDS("Segnalibro sul Ricordo {0}", "Bookmark on memory {0}"),
    [WINTER_MOVE_HAND] = VG_WORDS("Lascia il finale a{0+d} {0}", "Hand the ending to {0}"),
    [WINTER_MOVE_CLOSE] = VG_WORDS("Chiudi la storia", "Close the story"),
    [WINTER_MOVE_RESCUE] = VG_WORDS("Salva {0}{1}", "Rescue {0}{1}"),
    [WINTER_MOVE_FOLLOW] = VG_WORDS("Vai con l'altro", "Go along"),
    [WINTER_MOVE_HOPE] = VG_WORDS("Usa la Nuova Speranza", "Use the New Hope"),
    [WINTER_MOVE_HORROR] =
        VG_WORDS("Il Gelido Orrore va {0} contro {1}", "The Icy Horror goes to {0} against {1}"),
    [WINTER_MOVE_SPEECH] = VG_WORDS("Propaganda contro {0}", "Propaganda against {0}"),
    [WINTER_MOVE_GIVE] =
        VG_WORDS("Consegna il Grande Artefatto: {0}", "Hand the Great Artefact to {0}"),
    [WINTER_MOVE_RESTORE] = VG_WORDS("Riporta {0} {1}", "Bring {0} back to {1}"),
    [WINTER_MOVE_NAME] = VG_WORDS("Scegli {0}", "Choose {0}"),
    [WINTER_MOVE_STRIKE] = VG_WORDS("Distruggi il Potere «{0}»", "Destroy the power “{0}”"),
    [WINTER_MOVE_SWAP] = VG_WORDS("Cambia Obiettivo", "Swap the objective"),
    [WINTER_MOVE_SHOW] = VG_WORDS("Rivela il tuo Obiettivo", "Show your objective"),
    [WINTER_MOVE_DECLARE] =
        VG_WORDS("Dichiara il tuo Obiettivo ({0})", "Declare your objective ({0})"),
};

// The face with which a card would be played now.
static int face_of(const winter_state *s, vg_move m)
{
    vg_frame f = s->stack.frame[s->stack.count - 1];
    if (vg_move_kind(m) == WINTER_MOVE_TRAP) return WINTER_SPRING;
    if (vg_move_kind(m) == WINTER_MOVE_ATTACK) return WINTER_WINTER;
    if (vg_move_kind(m) == WINTER_MOVE_REMEMBER) return f.a & 1;
    if (vg_move_kind(m) != WINTER_MOVE_PLAY) return WINTER_BOTH_FACES;
    if (vg_move_b(m)) return vg_move_b(m) - 1;
    if (f.phase == WINTER_PHASE_CONFLICT)
        return f.a == WINTER_ROUND_SOLDIER ? WINTER_WINTER : WINTER_SPRING;
    if (f.phase == WINTER_PHASE_ANSWER) return WINTER_WINTER;
    if (f.phase == WINTER_PHASE_FINALE) return winter_faction(s, f.seat) == WINTER_WINTER;
    return f.seat < s->seats && s->part[f.seat] ? winter_side_of(s->part[f.seat])
                                                : WINTER_BOTH_FACES;
}

static const char *place_or_fable(int where, vg_lang lang, char *room, size_t size)
{
    if (where < WINTER_ON)
        snprintf(room, size, lang == VG_IT ? "%s" : "at %s", winter_spaces[where].at.in[lang]);
    else
        snprintf(room, size, lang == VG_IT ? "con %s" : "on %s",
                 winter_chars[where - WINTER_ON].name.in[lang]);
    return room;
}

void winter_move_label(const void *view, vg_move m, const vg_voice *voice, vg_text *out)
{
    const winter_state *s = view;
    vg_lang lang = voice->lang;
    int a = vg_move_a(m), b = vg_move_b(m), c = vg_move_c(m);
    char one[192] = "", two[96] = "", three[96] = "";
    const char *args[3] = {one, two, three};
    vg_text card = VG_TEXT(one);
    switch ((winter_move)vg_move_kind(m)) {
    case WINTER_MOVE_START:
    case WINTER_MOVE_HAND: args[0] = vg_voice_name(voice, a); break;
    case WINTER_MOVE_BID:
    case WINTER_MOVE_SLOT:
    case WINTER_MOVE_MARK: snprintf(one, sizeof one, "%d", a); break;
    case WINTER_MOVE_GOAL: args[0] = winter_ed(s)->goal_name[a].in[lang]; break;
    case WINTER_MOVE_TAKE:
    case WINTER_MOVE_ACTIVATE:
    case WINTER_MOVE_JOIN:
    case WINTER_MOVE_WITH:
    case WINTER_MOVE_SPEECH:
    case WINTER_MOVE_GIVE:
    case WINTER_MOVE_NAME: args[0] = winter_chars[a].name.in[lang]; break;
    case WINTER_MOVE_POSE:
    case WINTER_MOVE_STEP:
    case WINTER_MOVE_GLIDE: args[0] = winter_spaces[a].at.in[lang]; break;
    case WINTER_MOVE_PLACE:
        args[0] = winter_spaces[a].at.in[lang];
        args[1] = winter_chars[s->stack.frame[s->stack.count - 1].a].name.in[lang];
        break;
    case WINTER_MOVE_OPEN:
    case WINTER_MOVE_RESOLVE:
    case WINTER_MOVE_STRIKE: args[0] = winter_missions[a].name.in[lang]; break;
    case WINTER_MOVE_SET: args[0] = place_or_fable(a, lang, one, sizeof one); break;
    case WINTER_MOVE_GENERATE:
        args[0] = winter_missions[a].name.in[lang];
        args[1] = place_or_fable(b, lang, two, sizeof two);
        if (c)
            snprintf(three, sizeof three, lang == VG_IT ? " contro «%s»" : " against “%s”",
                     winter_missions[c].name.in[lang]);
        break;
    case WINTER_MOVE_DRAW:
    case WINTER_MOVE_SPEND:
    case WINTER_MOVE_ATTACK:
    case WINTER_MOVE_TRAP:
    case WINTER_MOVE_REMEMBER: winter_card_name(s, a, face_of(s, m), lang, &card); break;
    case WINTER_MOVE_PLAY:
        winter_card_name(s, a, face_of(s, m), lang, &card);
        if (b)
            snprintf(two, sizeof two, lang == VG_IT ? " per %s" : " for %s",
                     winter_side_called[b - 1].in[lang]);
        break;
    case WINTER_MOVE_RESCUE:
        args[0] = winter_chars[a].name.in[lang];
        if (a == b)
            args[1] = lang == VG_IT ? " con le sue forze" : " unaided";
        else
            snprintf(two, sizeof two, lang == VG_IT ? ": interviene %s" : ": %s steps in",
                     winter_chars[b].name.in[lang]);
        break;
    case WINTER_MOVE_HORROR:
        args[0] = winter_spaces[a].at.in[lang];
        args[1] = winter_chars[b].name.in[lang];
        break;
    case WINTER_MOVE_RESTORE:
        args[0] = winter_chars[a].name.in[lang];
        args[1] = winter_spaces[b].at.in[lang];
        break;
    case WINTER_MOVE_DECLARE:
        if (voice->reader >= 0 && voice->reader < s->seats)
            args[0] = winter_ed(s)->goal_name[s->goal[voice->reader][a]].in[lang];
        break;
    case WINTER_MOVE_TELL:
    case WINTER_MOVE_PASSAGE:
    case WINTER_MOVE_END:
    case WINTER_MOVE_PASS:
    case WINTER_MOVE_DONE:
    case WINTER_MOVE_ACCEPT:
    case WINTER_MOVE_RETELL:
    case WINTER_MOVE_REFUSE:
    case WINTER_MOVE_CLOSE:
    case WINTER_MOVE_FOLLOW:
    case WINTER_MOVE_HOPE:
    case WINTER_MOVE_SWAP:
    case WINTER_MOVE_SHOW:
    case WINTER_MOVE_COUNT: break;
    }
    static const vg_words stop = VG_WORDS("Con {0}", "With {0}"); // WT-130: no mission is meant
    bool contest = s->stack.frame[s->stack.count - 1].phase == WINTER_PHASE_CONTEST;
    bool with = vg_move_kind(m) == WINTER_MOVE_WITH && contest;
    vg_text_fill(out, (with ? &stop : &labels[vg_move_kind(m)])->in[lang], args, 3);
}

// ---- the question ----

// To whoever is asked. {0}: the character or mission it is about; {1}: who moves, or who has won;
// {2}: as many as {0}.
static const vg_words prompts[WINTER_PHASE_COUNT] = {
    [WINTER_PHASE_OVER] = VG_WORDS("La storia è finita", "The story is over"),
    [WINTER_PHASE_DRAFT] = VG_WORDS("Scegli un Personaggio", "Choose a character"),
    [WINTER_PHASE_POSE] =
        VG_WORDS("Dove {2?comincia|cominciano} {0}?", "Where {2?does|do} {0} start?"),
    [WINTER_PHASE_SET] =
        VG_WORDS("Dove metti la Missione «{0}»?", "Where do you place the mission “{0}”?"),
    [WINTER_PHASE_INTRO] =
        VG_WORDS("Apri il racconto: chi, dove, perché", "Open the tale: who, where, why"),
    [WINTER_PHASE_TURN] =
        VG_WORDS("Attiva uno dei tuoi Personaggi pronti", "Activate one of your ready characters"),
    [WINTER_PHASE_ACT] =
        VG_WORDS("Muovi {0}, fai un'Azione, o termina", "Move {0}, take an action, or end"),
    [WINTER_PHASE_SPEND] = VG_WORDS("Scegli una carta da scartare", "Choose a card to discard"),
    [WINTER_PHASE_TELL_MOVE] =
        VG_WORDS("Racconta come {2?si muove|si muovono} {0}, a partire dalla carta",
                 "Tell how {0} {2?moves|move}, starting from the card"),
    [WINTER_PHASE_FOLLOW] = VG_WORDS("{0} {2?va|vanno} con l'altro?", "{2?Does|Do} {0} go along?"),
    [WINTER_PHASE_CONTEST] = VG_WORDS("Vuoi fermare {1} con {0}?", "Stop {1} with {0}?"),
    [WINTER_PHASE_CONFLICT] =
        VG_WORDS("Conflitto: gioca una carta o cedi", "Conflict: play a card or give way"),
    [WINTER_PHASE_RELOCATE] = VG_WORDS("Hai vinto il Conflitto: dove mandi {0}?",
                                       "You won the conflict: where do you send {0}?"),
    [WINTER_PHASE_BID] = VG_WORDS("Quante carte impegni in segreto nel Trabocchetto?",
                                  "How many cards do you hide in the trap?"),
    [WINTER_PHASE_ANSWER] = VG_WORDS("Rispondi al Trabocchetto: gioca carte, poi basta",
                                     "Answer the trap: play cards, then stop"),
    [WINTER_PHASE_JUDGE] =
        VG_WORDS("Il racconto riprende il Segnalibro?", "Does the telling take up the bookmark?"),
    [WINTER_PHASE_RETELL] = VG_WORDS("Racconta di nuovo, riprendendo il Segnalibro",
                                     "Tell it again, taking up the bookmark"),
    [WINTER_PHASE_JOIN] = VG_WORDS("Vuoi attivare un Personaggio per questa Missione?",
                                   "Activate a character for this mission?"),
    [WINTER_PHASE_LEAD] = VG_WORDS("Comincia la Missione: gioca quante carte vuoi",
                                   "Begin the mission: play as many cards as you like"),
    [WINTER_PHASE_PART] =
        VG_WORDS("Con chi partecipi alla Missione?", "With whom do you take part?"),
    [WINTER_PHASE_LAY] =
        VG_WORDS("Gioca le tue carte per la Missione", "Play your cards for the mission"),
    [WINTER_PHASE_LAST] = VG_WORDS("Vuoi giocare l'ultima carta?", "Play one last card?"),
    [WINTER_PHASE_CONCLUDE] =
        VG_WORDS("{1} vince la Missione «{0}»: porta a compimento il racconto",
                 "{1} wins the mission “{0}”: bring the tale to its end"),
    [WINTER_PHASE_REMEMBER] =
        VG_WORDS("Quale carta diventa il Ricordo?", "Which card becomes the memory?"),
    [WINTER_PHASE_SLOT] =
        VG_WORDS("In quale riquadro va il Ricordo?", "Which slot takes the memory?"),
    [WINTER_PHASE_TRIM] = VG_WORDS("Scarta fino a sette carte", "Discard down to seven cards"),
    [WINTER_PHASE_FINALE] =
        VG_WORDS("Epilogo: gioca quante carte vuoi", "Epilogue: play as many cards as you like"),
    [WINTER_PHASE_MARK] =
        VG_WORDS("Su quale Ricordo sposti il Segnalibro?", "Which memory gets the bookmark?"),
    [WINTER_PHASE_CLOSE] =
        VG_WORDS("Vince {1}: chiudi la storia", "{1} wins: bring the story to its close"),
    [WINTER_PHASE_NAME] = VG_WORDS("Chi riceve il Potere «{0}»?", "Who gets the power “{0}”?"),
    [WINTER_PHASE_STRIKE] = VG_WORDS("Quale Potere distruggi?", "Which power do you destroy?"),
    [WINTER_PHASE_CLAIM] = VG_WORDS("Il tuo Obiettivo è compiuto?", "Is your objective met?"),
    [WINTER_PHASE_GOALSLOT] =
        VG_WORDS("In quale riquadro va il tuo Obiettivo?", "Which slot takes your objective?"),
};

static const char *about(const winter_state *s, vg_frame f, vg_lang lang)
{
    switch (f.phase) {
    case WINTER_PHASE_POSE:
    case WINTER_PHASE_ACT:
    case WINTER_PHASE_FOLLOW:
    case WINTER_PHASE_RELOCATE: return winter_chars[f.a].name.in[lang];
    case WINTER_PHASE_CONTEST: {
        uint8_t who[WINTER_TALES] = {0};
        winter_contenders(s, f, who);
        return winter_chars[who[0]].name.in[lang];
    }
    case WINTER_PHASE_TELL_MOVE: return winter_chars[f.b].name.in[lang];
    case WINTER_PHASE_SET:
    case WINTER_PHASE_CONCLUDE:
    case WINTER_PHASE_NAME: return winter_missions[f.a].name.in[lang];
    default: return "";
    }
}

// The character that moves, or the side that has won what is to be brought to its end.
static const char *mover_or_winner(const winter_state *s, vg_frame f, vg_lang lang)
{
    int entering = 0;
    if (f.phase == WINTER_PHASE_CLOSE) return winter_side_called[s->winner - 1].in[lang];
    if (f.phase == WINTER_PHASE_CONCLUDE && s->fresh.colour != WINTER_NEUTRAL)
        return winter_side_called[s->fresh.colour == WINTER_FOR_WINTER].in[lang];
    for (int i = 0; i < s->stack.count; i++)
        if (s->stack.frame[i].phase == WINTER_PHASE_ACT) entering = s->stack.frame[i].a;
    return winter_chars[entering].name.in[lang];
}

void winter_prompt(const void *view, const vg_voice *voice, vg_text *out)
{
    const winter_state *s = view;
    vg_frame f = s->stack.frame[s->stack.count - 1];
    vg_ask ask = winter_ask(s);
    vg_lang lang = voice->lang;
    if (ask.actor == VG_CHANCE) {
        vg_text_add(out, lang == VG_IT ? "Si pesca" : "Cards are drawn");
        return;
    }
    if (ask.actor >= 0 && ask.actor != voice->reader) {
        bool may = voice->reader >= 0 && ask.also >> voice->reader & 1;
        const char *const args[] = {vg_voice_name(voice, ask.actor)};
        vg_text_fill(out, lang == VG_IT ? "Tocca a{0+d} {0}" : "Waiting for {0}", args, 1);
        if (may)
            vg_text_add(out, lang == VG_IT ? ". Puoi cogliere un'opportunità"
                                           : ". You may seize an opportunity");
        return;
    }
    const char *const args[] = {about(s, f, lang), mover_or_winner(s, f, lang),
                                winter_number(f.phase == WINTER_PHASE_TELL_MOVE ? f.b : f.a)};
    char line[192];
    vg_text whole = VG_TEXT(line);
    const vg_words *question = &prompts[f.phase];
    static const vg_words help = VG_WORDS("Prima della Missione vuoi fare un Salvataggio?",
                                          "Do you rescue somebody before the mission?");
    if (f.phase == WINTER_PHASE_JOIN && !winter_has_ready(s, f.seat)) question = &help; // WT-105
    static const vg_words guest =
        VG_WORDS("Muovi {0} verso la Missione, o termina", "Move {0} to the mission, or end");
    if (f.phase == WINTER_PHASE_ACT && f.b & WINTER_ACT_GUEST) question = &guest; // WT-45
    static const vg_words even =
        VG_WORDS("La Missione «{0}» finisce pari: porta a compimento il racconto",
                 "The mission “{0}” is a draw: bring the tale to its end");
    if (f.phase == WINTER_PHASE_CONCLUDE && s->fresh.colour == WINTER_NEUTRAL)
        question = &even; // WT-50
    static const vg_words which = VG_WORDS("Con chi vuoi fermare {1}?", "Stop {1} with whom?");
    uint8_t who[WINTER_TALES];
    if (f.phase == WINTER_PHASE_CONTEST && winter_contenders(s, f, who) > 1) question = &which;
    vg_text_fill(&whole, question->in[lang], args, 3);
    winter_capital(line);
    vg_text_add(out, line);
}
