// words.c: Quest for Legend for people: labels, prompts, sentences, the table.
#include "games/quest/quest.h"

#include <stdio.h>
#include <string.h>

static const char *kind_name(const quest_edition *e, int kind, vg_lang lang)
{
    return quest_kind_name(e, kind)->in[lang];
}

void quest_say_kind(const quest_edition *e, int kind, vg_lang lang, vg_text *out)
{
    vg_text_printf(out,
                   kind < QUEST_RESOURCES ? "%s"
                   : lang == VG_IT        ? "«%s»"
                                          : "“%s”",
                   kind_name(e, kind, lang));
}

// "«Uccisione di Medusa» di Anna", "la tua missione «Uccisione di Medusa»", and for an actor who is
// not the reader "la propria missione «Uccisione di Medusa»".
static void mission_of(const quest_state *s, int mission, int owner, int actor,
                       const vg_voice *voice, vg_text *out)
{
    const char *name = quest_cards(s)->mission[mission].name.in[voice->lang];
    if (owner == voice->reader)
        vg_text_printf(out, voice->lang == VG_IT ? "la tua missione «%s»" : "your “%s”", name);
    else if (owner == actor)
        vg_text_printf(out, voice->lang == VG_IT ? "la propria missione «%s»" : "their own “%s”",
                       name);
    else if (voice->lang == VG_IT)
        vg_text_printf(out, "«%s» di %s", name, vg_voice_name(voice, owner));
    else
        vg_text_printf(out, "%s's “%s”", vg_voice_name(voice, owner), name);
}

// ---- moves ---------------------------------------------------------------------

void quest_pair_words(const quest_edition *e, int hero, vg_lang lang, vg_text *out)
{
    const quest_hero *h = &e->hero[hero];
    const char *one = kind_name(e, h->pair[0], lang), *two = kind_name(e, h->pair[1], lang);
    if (h->pair[0] == h->pair[1])
        vg_text_printf(out, lang == VG_IT ? "due carte %s" : "two cards of %s", one);
    else
        vg_text_printf(out, lang == VG_IT ? "%s e %s" : "%s and %s", one, two);
}

const char *quest_number(int kind) { return kind == QUEST_CREW ? "2" : "1"; }

// The two cards of a hero's pair, and what they stand for: {0} for {1}.
static void pair_for_words(const quest_edition *e, int hero, vg_lang lang, const char *pattern,
                           vg_text *out)
{
    char pair[96];
    vg_text two = VG_TEXT(pair);
    quest_pair_words(e, hero, lang, &two);
    const char *const args[] = {pair, kind_name(e, e->hero[hero].pair_for, lang)};
    vg_text_fill(out, pattern, args, 2);
}

void quest_gift_text(const quest_edition *e, int hero, vg_lang lang, vg_text *out)
{
    const quest_hero *h = &e->hero[hero];
    vg_text_printf(out,
                   lang == VG_IT ? "«%s» gli costa una risorsa in meno; "
                                 : "“%s” costs him one resource less; ",
                   e->mission[h->special].name.in[lang]);
    pair_for_words(e, hero, lang,
                   lang == VG_IT ? "{0} insieme valgono {1}" : "{0} together count as {1}", out);
}

void quest_move_label(const void *view, vg_move m, const vg_voice *voice, vg_text *out)
{
    static const vg_words words[] = {
        [QUEST_M_FIRST] = VG_WORDS("Comincia {0}", "{0} starts"),
        [QUEST_M_HERO] = VG_WORDS("{0} riceve {1}", "{0} gets {1}"),
        [QUEST_M_DRAW] = VG_WORDS("Pesca {1}", "Draw {1}"),
        [QUEST_M_PUT] = VG_WORDS("Metti {1} sotto {2}", "Put {1} under {2}"),
        [QUEST_M_PAIR] = VG_WORDS("Metti {1} sotto {2}", "Put {1} under {2}"),
        [QUEST_M_DECLARE] =
            VG_WORDS("Chiudi {2} senza altre carte", "Close {2} without another card"),
        [QUEST_M_START] = VG_WORDS("Inizia «{1}»", "Start “{1}”"),
        [QUEST_M_DISCARD] = VG_WORDS("Scarta {1}", "Discard {1}"),
        [QUEST_M_DONE] = VG_WORDS("Basta così", "That is all"),
    };
    const quest_state *s = view;
    const quest_edition *e = quest_cards(s);
    vg_lang lang = voice->lang;
    int a = vg_move_a(m), b = vg_move_b(m), kind = vg_move_kind(m), slot = -1;
    const char *who = "", *what = "";
    char pair[160];
    switch ((quest_move)kind) {
    case QUEST_M_FIRST: who = vg_voice_name(voice, a); break;
    case QUEST_M_HERO:
        who = vg_voice_name(voice, a);
        what = e->hero[b].name.in[lang];
        break;
    case QUEST_M_DRAW:
    case QUEST_M_DISCARD: {
        vg_text t = VG_TEXT(pair);
        quest_say_kind(e, a, lang, &t);
        what = pair;
        break;
    }
    case QUEST_M_PUT:
        what = kind_name(e, a, lang);
        slot = b;
        break;
    case QUEST_M_PAIR: {
        vg_text t = VG_TEXT(pair);
        pair_for_words(e, s->hero[s->turn] - 1, lang,
                       lang == VG_IT ? "{0} (valgono {1})" : "{0} (as {1})", &t);
        what = pair;
        slot = a;
        break;
    }
    case QUEST_M_DECLARE: slot = a; break;
    case QUEST_M_START: what = e->mission[a].name.in[lang]; break;
    case QUEST_M_DONE: break;
    }
    char mission[160];
    vg_text t = VG_TEXT(mission);
    if (slot >= 0) {
        mission_of(s, slot >> 1, s->slot[slot].owner - 1, s->turn, voice, &t);
        if ((slot & 1) && s->slot[slot - 1].owner == s->slot[slot].owner)
            vg_text_add(&t, lang == VG_IT ? " (la seconda)" : " (the second)");
    }
    const char *const args[] = {who, what, mission};
    vg_text_fill(out, words[kind].in[lang], args, 3);
}

void quest_prompt(const void *view, const vg_voice *voice, vg_text *out)
{
    static const vg_saying says[QUEST_PHASE_COUNT] = {
        [QUEST_OVER] = VG_SAYING("La partita è finita", "", "The game is over", ""),
        [QUEST_FIRST] = VG_SAYING("Si sceglie chi comincia", "", "Choosing who starts", ""),
        [QUEST_HERO] =
            VG_SAYING("Si distribuiscono i personaggi", "", "The heroes are being dealt", ""),
        [QUEST_DEAL] = VG_SAYING("Si distribuiscono le carte", "", "The cards are being dealt", ""),
        [QUEST_PUT] = VG_SAYING("{0} può mettere risorse sotto le missioni",
                                "Metti risorse sotto le missioni: le tue per completarle, quelle "
                                "degli avversari per disturbarle",
                                "{0} may put resources under missions",
                                "Put resources under missions: yours to complete them, your "
                                "rivals' to disturb them"),
        [QUEST_START] =
            VG_SAYING("{0} può iniziare missioni", "Inizia una o più missioni, se vuoi",
                      "{0} may start missions", "Start one or more missions, if you like"),
        [QUEST_DRAW] = VG_SAYING("{0} pesca", "Peschi", "{0} draws", "You draw"),
        [QUEST_DISCARD] =
            VG_SAYING("{0} deve scartare", "Hai più di cinque carte: scartane una",
                      "{0} must discard", "You hold more than five cards: discard one"),
    };
    const quest_state *s = view;
    bool turn = s->phase >= QUEST_PUT;
    if (turn && s->ending && s->phase == QUEST_PUT)
        vg_text_add(out, voice->lang == VG_IT ? "Ultimo turno. " : "Last turn. ");
    vg_voice_say(voice, out, &says[s->phase], turn ? s->turn : VG_NOBODY, NULL, 0);
}

// ---- events and scores -----------------------------------------------------------

void quest_event_text(const void *view, const vg_event *e, const vg_voice *voice, vg_text *out)
{
    // {1} is the card or hero, {2} the mission with its owner, {3} the mission alone, {4} a number.
    static const vg_saying says[QUEST_EVENT_COUNT] = {
        [QUEST_EV_FIRST] = VG_SAYING("Comincia {0}", "Cominci tu", "{0} starts", "You start"),
        [QUEST_EV_HERO] = VG_SAYING("{0} è {1}", "Sei {1}", "{0} is {1}", "You are {1}"),
        [QUEST_EV_DEALT] =
            VG_SAYING("{0} riceve {1}", "Ricevi {1}", "{0} is dealt {1}", "You are dealt {1}"),
        [QUEST_EV_PUT] = VG_SAYING("{0} mette {1} sotto {2}", "Metti {1} sotto {2}",
                                   "{0} puts {1} under {2}", "You put {1} under {2}"),
        [QUEST_EV_PAIR] = VG_SAYING("{0} mette {1} sotto {2}", "Metti {1} sotto {2}",
                                    "{0} puts {1} under {2}", "You put {1} under {2}"),
        [QUEST_EV_DECLARED] = VG_SAYING("{0} chiude {2} con il dono del suo eroe, senza carte",
                                        "Chiudi {2} con il dono del tuo eroe, senza carte",
                                        "{0} closes {2} by the hero's gift, without a card",
                                        "You close {2} by your hero's gift, without a card"),
        [QUEST_EV_COMPLETED] = VG_SAYING("«{3}» è completata: {4} {4?punto|punti} a{0+d} {0}",
                                         "«{3}» è completata: {4} {4?punto|punti} per te",
                                         "“{3}” is completed: {4} {4?point|points} to {0}",
                                         "“{3}” is completed: {4} {4?point|points} to you"),
        [QUEST_EV_ABORTED] =
            VG_SAYING("{0} fa abortire {2}", "Fai abortire {2}", "{0} aborts {2}", "You abort {2}"),
        [QUEST_EV_SUPERSEDED] =
            VG_SAYING("La missione «{3}» di {0} è superata: {4} {4?punto|punti} in meno",
                      "La tua missione «{3}» è superata: {4} {4?punto|punti} in meno",
                      "{0}'s “{3}” is superseded: {4} {4?point|points} less",
                      "Your “{3}” is superseded: {4} {4?point|points} less"),
        [QUEST_EV_STARTED] =
            VG_SAYING("{0} inizia «{3}»", "Inizi «{3}»", "{0} starts “{3}”", "You start “{3}”"),
        [QUEST_EV_DREW] = VG_SAYING("{0} pesca {1}", "Peschi {1}", "{0} draws {1}", "You draw {1}"),
        [QUEST_EV_DISCARDED] =
            VG_SAYING("{0} scarta {1}", "Scarti {1}", "{0} discards {1}", "You discard {1}"),
        [QUEST_EV_SECOND] = VG_SAYING(
            "Il mazzo è finito: gli scarti si rimescolano nel secondo mazzo, {4} {4?carta|carte}",
            "", "The deck has run out: the discards become the second deck, {4} {4?card|cards}",
            ""),
        [QUEST_EV_LAST] = VG_SAYING("Le carte sono finite: ancora un ultimo turno per tutti", "",
                                    "The cards have run out: one last turn for everyone", ""),
        [QUEST_EV_ALL_DONE] = VG_SAYING("Tutte e dieci le missioni sono completate", "",
                                        "All ten missions are completed", ""),
        [QUEST_EV_OVER] = VG_SAYING("La partita è finita", "", "The game is over", ""),
    };
    const quest_state *s = view;
    const quest_edition *cards = quest_cards(s);
    vg_lang lang = voice->lang;
    const char *what = "", *alone = "";
    char pair[160], mission[160] = "", number[8];
    int count = e->arg[0];
    switch ((quest_event)e->kind) {
    case QUEST_EV_HERO: what = cards->hero[e->arg[0]].name.in[lang]; break;
    case QUEST_EV_DEALT:
    case QUEST_EV_DREW:
    case QUEST_EV_DISCARDED: {
        vg_text t = VG_TEXT(pair);
        int kind = e->kind == QUEST_EV_DISCARDED ? e->arg[0] : e->arg[0] - 1;
        if (kind < 0) vg_text_add(&t, lang == VG_IT ? "una carta" : "a card");
        if (kind >= 0) quest_say_kind(cards, kind, lang, &t);
        what = pair;
        break;
    }
    case QUEST_EV_PUT: what = kind_name(cards, e->arg[0], lang); break;
    case QUEST_EV_PAIR: {
        vg_text t = VG_TEXT(pair);
        pair_for_words(cards, e->arg[0], lang,
                       lang == VG_IT ? "{0}, che valgono {1}," : "{0}, counting as {1},", &t);
        what = pair;
        break;
    }
    case QUEST_EV_DECLARED:
    case QUEST_EV_ABORTED:
    case QUEST_EV_STARTED: break;
    case QUEST_EV_COMPLETED:
    case QUEST_EV_SUPERSEDED: count = e->arg[3]; break;
    case QUEST_EV_FIRST:
    case QUEST_EV_SECOND:
    case QUEST_EV_LAST:
    case QUEST_EV_ALL_DONE:
    case QUEST_EV_OVER:
    case QUEST_EVENT_COUNT: break;
    }
    if (e->kind >= QUEST_EV_PUT && e->kind <= QUEST_EV_STARTED) {
        vg_text t = VG_TEXT(mission);
        mission_of(s, e->arg[1], e->arg[2], e->seat, voice, &t);
        alone = cards->mission[e->arg[1]].name.in[lang];
    }
    snprintf(number, sizeof number, "%d", count);
    const char *const args[] = {what, mission, alone, number};
    vg_voice_say(voice, out, &says[e->kind], e->seat, args, 4);
}

void quest_score_text(const void *view, const vg_score_line *line, const vg_voice *voice,
                      vg_text *out)
{
    static const vg_words words[] = {
        [QUEST_SC_COMPLETED] = VG_WORDS("«{0}» completata", "“{0}” completed"),
        [QUEST_SC_UNFINISHED] = VG_WORDS("«{0}» non finita", "“{0}” unfinished"),
        [QUEST_SC_SUPERSEDED] = VG_WORDS("«{0}» superata", "“{0}” superseded"),
        [QUEST_SC_PARTNER] = VG_WORDS("i punti di {1}, in coppia", "points of {1}, the partner"),
        [QUEST_SC_NEGATIVES] =
            VG_WORDS("{2} {2?missione negativa|missioni negative} per lo spareggio",
                     "{2} negative {2?mission|missions}, for the tie-break"),
    };
    const quest_state *s = view;
    int arg = line->arg[0];
    bool mission = line->kind <= QUEST_SC_SUPERSEDED;
    char number[8];
    snprintf(number, sizeof number, "%d", arg);
    const char *const args[] = {mission ? quest_cards(s)->mission[arg].name.in[voice->lang] : "",
                                line->kind == QUEST_SC_PARTNER ? vg_voice_name(voice, arg) : "",
                                number};
    vg_text_fill(out, words[line->kind].in[voice->lang], args, 3);
}

// ---- the table ---------------------------------------------------------------------

static void put_line(vg_text *out, const char *line) { vg_text_printf(out, "%s\n", line); }

static void add_cards(const quest_edition *e, const uint8_t *count, int kinds, vg_lang lang,
                      vg_text *out)
{
    bool any = false;
    for (int k = 0; k < kinds; k++) {
        if (!count[k]) continue;
        if (any) vg_text_add(out, ", ");
        vg_text_add(out, kind_name(e, k, lang));
        if (count[k] > 1) vg_text_printf(out, " ×%d", count[k]);
        any = true;
    }
    if (!any) vg_text_add(out, lang == VG_IT ? "niente" : "nothing");
}

static void show_deck(const quest_state *s, vg_lang lang, vg_text *out)
{
    char line[1024];
    vg_text t = VG_TEXT(line);
    if (s->ending)
        vg_text_add(&t, lang == VG_IT ? "Mazzo: finito, ultimo turno" : "Deck: run out, last turn");
    else if (lang == VG_IT)
        vg_text_printf(&t, "%s mazzo: %d cart%s", s->decks == 1 ? "Primo" : "Secondo",
                       s->deck_count, s->deck_count == 1 ? "a" : "e");
    else
        vg_text_printf(&t, "%s deck: %d card%s", s->decks == 1 ? "First" : "Second", s->deck_count,
                       s->deck_count == 1 ? "" : "s");
    vg_text_add(&t, lang == VG_IT ? ". Scarti: " : ". Discards: ");
    add_cards(quest_cards(s), s->discard, QUEST_KINDS, lang, &t);
    put_line(out, line);
}

static void show_owned(const quest_state *s, const uint8_t *owner, int seat, const char *title,
                       vg_lang lang, vg_text *out)
{
    char line[1024];
    vg_text t = VG_TEXT(line);
    vg_text_add(&t, title);
    bool any = false;
    for (int m = 0; m < QUEST_MISSIONS; m++) {
        if (owner[m] != seat + 1) continue;
        vg_text_printf(&t, "%s %s (%d)", any ? "," : "", quest_cards(s)->mission[m].name.in[lang],
                       quest_cards(s)->mission[m].points);
        any = true;
    }
    if (any) put_line(out, line);
}

static void show_seat(const quest_state *s, int seat, const vg_score *score, const vg_voice *voice,
                      vg_text *out)
{
    const quest_edition *e = quest_cards(s);
    vg_lang lang = voice->lang;
    char line[1024];
    vg_text t = VG_TEXT(line);
    bool it = lang == VG_IT;
    vg_text_add(&t, vg_voice_name(voice, seat));
    if (seat == voice->reader && voice->name[seat]) vg_text_add(&t, it ? " (tu)" : " (you)");
    if (s->hero[seat]) vg_text_printf(&t, ", %s", quest_hero_of(s, seat)->name.in[lang]);
    int n = s->hand_count[seat], points = score->points[seat];
    if (it)
        vg_text_printf(&t, ": %d cart%s, %d punt%s", n, n == 1 ? "a" : "e", points,
                       points == 1 || points == -1 ? "o" : "i");
    else
        vg_text_printf(&t, ": %d card%s, %d point%s", n, n == 1 ? "" : "s", points,
                       points == 1 || points == -1 ? "" : "s");
    if (s->pairs) vg_text_add(&t, it ? " in coppia" : " as a pair");
    if (seat == s->turn && s->phase >= QUEST_PUT) vg_text_add(&t, it ? ", di turno" : ", to play");
    put_line(out, line);
    show_owned(s, s->won, seat, it ? "  completate:" : "  completed:", lang, out);
    show_owned(s, s->beaten, seat, it ? "  superate:" : "  superseded:", lang, out);
    for (uint32_t table = s->table; table; table &= table - 1) {
        int at = vg_lowest(table);
        const quest_slot *q = &s->slot[at];
        if (q->owner != seat + 1) continue;
        vg_text_clear(&t);
        vg_text_printf(&t, "  %s (%d): %s ", e->mission[at >> 1].name.in[lang],
                       e->mission[at >> 1].points,
                       !it            ? "still needs"
                       : q->left == 1 ? "manca"
                                      : "mancano");
        add_cards(e, q->missing, QUEST_RESOURCES, lang, &t);
        vg_text_add(&t, it ? "; sotto: " : "; laid: ");
        add_cards(e, q->laid, QUEST_RESOURCES, lang, &t);
        put_line(out, line);
    }
    if (seat == voice->reader || !quest_knows_hand(s, seat) || n == 0) return;
    vg_text_clear(&t); // a whole state: a replay shows every hand
    vg_text_add(&t, it ? "  in mano: " : "  in hand: ");
    add_cards(e, s->hand[seat], QUEST_KINDS, lang, &t);
    put_line(out, line);
}

void quest_show(const void *view, const vg_voice *voice, vg_text *out)
{
    const quest_state *s = view;
    vg_score score = {0};
    quest_score(s, &score);
    show_deck(s, voice->lang, out);
    for (int p = 0; p < s->seats; p++) show_seat(s, p, &score, voice, out);
    int reader = voice->reader;
    if (reader < 0 || reader >= s->seats) return;
    char line[1024];
    vg_text t = VG_TEXT(line);
    if (s->hero[reader]) {
        vg_text_printf(&t, "%s: ", quest_hero_of(s, reader)->name.in[voice->lang]);
        quest_gift_text(quest_cards(s), s->hero[reader] - 1, voice->lang, &t);
        put_line(out, line);
        vg_text_clear(&t);
    }
    vg_text_add(&t, voice->lang == VG_IT ? "In mano: " : "In hand: ");
    add_cards(quest_cards(s), s->hand[reader], QUEST_KINDS, voice->lang, &t);
    put_line(out, line);
}
