// text.c: FantasyMind in words: notation, labels, questions, what happened, the
// score sheet and why a move is refused. Rows are numbered from 1 at the top, in
// the notation too, so that what is typed is what is seen.
#include "games/mind/mind.h"

#include <stdio.h>
#include <string.h>

// ---- notation ------------------------------------------------------------------

void mind_move_text(const void *state, vg_move m, vg_text *out)
{
    const mind_state *s = state;
    int a = vg_move_a(m), b = vg_move_b(m);
    const char *end = b ? "right" : "left";
    switch ((mind_move)vg_move_kind(m)) {
    case MIND_M_START: vg_text_printf(out, "start %d", a); return;
    case MIND_M_DEAL: vg_text_printf(out, "deal %s", mind_stones[a].slug); return;
    case MIND_M_CHARACTER:
        vg_text_printf(out, "choose %s", mind_edition_of(s)->character[a].slug);
        return;
    case MIND_M_DRAW: vg_text_printf(out, "draw %s", mind_coffer_slugs[a]); return;
    case MIND_M_ROLL: vg_text_printf(out, "roll %d", a); return;
    case MIND_M_KEEP: vg_text_add(out, "keep"); return;
    case MIND_M_AGAIN: vg_text_add(out, "again"); return;
    case MIND_M_ABOVE: vg_text_add(out, "above"); return;
    case MIND_M_BELOW: vg_text_add(out, "below"); return;
    case MIND_M_BESIDE: vg_text_printf(out, "beside %d %s", a + 1, end); return;
    case MIND_M_PAY: vg_text_printf(out, "pay %s", mind_stones[a].slug); return;
    case MIND_M_FOE: vg_text_printf(out, "foe %d", a); return;
    case MIND_M_ROW: vg_text_printf(out, "row %d", a + 1); return;
    case MIND_M_PAIR: vg_text_printf(out, "pair %d %d", a, b); return;
    case MIND_M_DONE: vg_text_add(out, "done"); return;
    case MIND_M_FROM: vg_text_printf(out, "from %d", a); return;
    case MIND_M_GIVE: vg_text_printf(out, "give %s", mind_stones[a].slug); return;
    case MIND_M_LIFT: vg_text_printf(out, "lift %d %s", a + 1, mind_coffer_slugs[b]); return;
    case MIND_M_SET: vg_text_printf(out, "set %d %s", a + 1, end); return;
    case MIND_M_RETURN: vg_text_printf(out, "return %d %s", a + 1, mind_coffer_slugs[b]); return;
    case MIND_MOVE_COUNT: break;
    }
    assert(false);
}

// ---- words for pieces ------------------------------------------------------------

// "lo scrigno di rubini con dono"
static void coffer_words(int kind, vg_lang lang, vg_text *out)
{
    bool it = lang == VG_IT;
    if (kind == MIND_BLANK) {
        vg_text_add(out, it ? "lo scrigno vuoto" : "the empty coffer");
        return;
    }
    const char *many = mind_stones[mind_colour_of(kind)].many.in[lang];
    vg_text_printf(out, it ? "lo scrigno di %s" : "the coffer of %s", many);
    if (mind_has_gift(kind)) vg_text_add(out, it ? " con dono" : " with a gift");
}

static const vg_words ends[2] = {VG_WORDS("a sinistra", "on the left"),
                                 VG_WORDS("a destra", "on the right")};

// "il 3", "l'1".
static void the_number(int n, vg_lang lang, vg_text *out)
{
    vg_text_printf(out, lang == VG_EN ? "the %d" : n == 1 ? "l'%d" : "il %d", n);
}

// "te", or the name.
static const char *whom(const vg_voice *voice, int seat)
{
    if (seat == voice->reader) return voice->lang == VG_IT ? "te" : "you";
    return vg_voice_name(voice, seat);
}

// "contro di te", "contro Ada".
static void against(const vg_voice *voice, int seat, vg_text *out)
{
    vg_text_printf(out,
                   voice->lang == VG_EN    ? "against %s"
                   : seat == voice->reader ? "contro di %s"
                                           : "contro %s",
                   whom(voice, seat));
}

// ---- labels ------------------------------------------------------------------------

// "la Strega, valore 5, dispari: corniola, malachite, lapislazzuli, ametista"
static void character_words(const mind_character_def *c, vg_lang lang, vg_text *out)
{
    bool it = lang == VG_IT;
    vg_text_printf(out, it ? "%s, valore %d, %s:" : "%s, value %d, %s:", c->the.in[lang], c->value,
                   c->value & 1 ? (it ? "dispari" : "odd") : (it ? "pari" : "even"));
    for (int k = 0; k < 4; k++)
        if (c->shows[k])
            vg_text_printf(out, "%s %s", k ? "," : "", mind_stones[c->shows[k]].one.in[lang]);
}

// "3 a 1": how the newest pair would fare on a row.
static void say_strengths(const mind_state *s, int row, vg_lang lang, vg_text *out)
{
    uint8_t count[8];
    const uint8_t *pair = s->pair[s->pair_count - 1];
    mind_count_row(s, row, count);
    vg_text_printf(out, lang == VG_IT ? "%d a %d" : "%d to %d", mind_strength(s, pair[0], count),
                   mind_strength(s, pair[1], count));
}

void mind_move_label(const void *view, vg_move m, const vg_voice *voice, vg_text *out)
{
    static const vg_words words[MIND_MOVE_COUNT] = {
        [MIND_M_START] = VG_WORDS("Comincia {0}", "{0} starts"),
        [MIND_M_DEAL] = VG_WORDS("Distribuisci {0}", "Deal {0}"),
        [MIND_M_CHARACTER] = VG_WORDS("Prendi {0}", "Take {0}"),
        [MIND_M_DRAW] = VG_WORDS("Scopri {0}", "Turn up {0}"),
        [MIND_M_ROLL] = VG_WORDS("Il dado dà {0}", "The die shows {0}"),
        [MIND_M_KEEP] = VG_WORDS("Tieni {0}", "Keep {0}"),
        [MIND_M_AGAIN] = VG_WORDS("Tira di nuovo il dado", "Roll again"),
        [MIND_M_ABOVE] = VG_WORDS("Nuova riga sopra le altre", "New row above the others"),
        [MIND_M_BELOW] = VG_WORDS("Nuova riga sotto le altre", "New row below the others"),
        [MIND_M_BESIDE] = VG_WORDS("Riga {0}, {1}", "Row {0}, {1}"),
        [MIND_M_PAY] = VG_WORDS("Consegna {0} al banco", "Pay {0} to the bank"),
        [MIND_M_FOE] = VG_WORDS("Sfida {0}", "Challenge {0}"),
        [MIND_M_ROW] = VG_WORDS("Sulla riga {0}: {1}", "On row {0}: {1}"),
        [MIND_M_PAIR] = VG_WORDS("Si sfidano {0} e {1}", "{0} and {1} fight"),
        [MIND_M_DONE] = VG_WORDS("Basta coppie, si combatte", "No more pairs, let them fight"),
        [MIND_M_FROM] = VG_WORDS("Chiedi una pietra a{0+d} {0}", "Ask {0} for a stone"),
        [MIND_M_GIVE] = VG_WORDS("Cedi {0}", "Give {0}"),
        [MIND_M_LIFT] = VG_WORDS("Dalla riga {0}: {1}", "From row {0}: {1}"),
        [MIND_M_SET] = VG_WORDS("Nella riga {0}, {1}", "Into row {0}, {1}"),
        [MIND_M_RETURN] = VG_WORDS("Dalla riga {0}: {1}", "From row {0}: {1}"),
    };
    const mind_state *s = view;
    int kind = vg_move_kind(m), a = vg_move_a(m), b = vg_move_b(m);
    char first[160], second[160];
    vg_text x = VG_TEXT(first), y = VG_TEXT(second);
    switch ((mind_move)kind) {
    case MIND_M_START:
    case MIND_M_FOE:
    case MIND_M_FROM: vg_text_add(&x, vg_voice_name(voice, a)); break;
    case MIND_M_PAIR:
        vg_text_add(&x, vg_voice_name(voice, a));
        vg_text_add(&y, vg_voice_name(voice, b));
        break;
    case MIND_M_DEAL:
    case MIND_M_PAY:
    case MIND_M_GIVE: vg_text_add(&x, mind_stones[a].a.in[voice->lang]); break;
    case MIND_M_CHARACTER:
        character_words(&mind_edition_of(s)->character[a], voice->lang, &x);
        break;
    case MIND_M_DRAW: coffer_words(a, voice->lang, &x); break;
    case MIND_M_ROLL: vg_text_int(&x, a); break;
    case MIND_M_KEEP: the_number(s->face, voice->lang, &x); break;
    case MIND_M_BESIDE:
    case MIND_M_SET:
        vg_text_int(&x, a + 1);
        vg_text_add(&y, ends[b].in[voice->lang]);
        break;
    case MIND_M_ROW: // with what the two would show there
        vg_text_int(&x, a + 1);
        say_strengths(s, a, voice->lang, &y);
        break;
    case MIND_M_LIFT:
    case MIND_M_RETURN:
        vg_text_int(&x, a + 1);
        coffer_words(b, voice->lang, &y);
        break;
    case MIND_M_AGAIN:
    case MIND_M_ABOVE:
    case MIND_M_BELOW:
    case MIND_M_DONE:
    case MIND_MOVE_COUNT: break;
    }
    const char *const args[] = {first, second};
    vg_text_fill(out, words[kind].in[voice->lang], args, 2);
}

// ---- the question ----------------------------------------------------------------

void mind_prompt(const void *view, const vg_voice *voice, vg_text *out)
{
    // {0} a name, {1} and {2} what the frame holds.
    static const vg_saying asks[MIND_PHASE_COUNT] = {
        [MIND_OVER] = VG_SAYING("La partita è finita", "", "The game is over", ""),
        [MIND_FIRST] = VG_SAYING("Si sorteggia chi comincia", "", "Chance says who starts", ""),
        [MIND_DEAL] = VG_SAYING("Si distribuiscono le pietre", "", "The stones are dealt", ""),
        [MIND_CHOOSE] = VG_SAYING("{0} sceglie un personaggio", "Scegli il tuo personaggio",
                                  "{0} chooses a character", "Choose your character"),
        [MIND_ASSIGN] =
            VG_SAYING("I personaggi toccano in sorte", "", "Chance deals the characters", ""),
        [MIND_OPEN] =
            VG_SAYING("Si scopre il primo scrigno", "", "The first coffer is turned up", ""),
        [MIND_ROLL] =
            VG_SAYING("{0} tira il dado", "Tiri il dado", "{0} rolls the die", "You roll the die"),
        [MIND_AGAIN] =
            VG_SAYING("{0} decide se tenere {1}",
                      "È uscito {2}, il valore della tua carta: lo tieni o tiri di nuovo il dado?",
                      "{0} decides whether to keep {1}",
                      "You rolled {2}, the value on your card: keep it or roll again?"),
        [MIND_DRAW] = VG_SAYING("{0} scopre uno scrigno", "Scopri uno scrigno",
                                "{0} turns up a coffer", "You turn up a coffer"),
        [MIND_NEW] = VG_SAYING("{0} apre una nuova riga con {1}",
                               "Hai scoperto {1}: apri una nuova riga sopra o sotto le altre",
                               "{0} starts a new row with {1}",
                               "You have {1}: start a new row above or below the others"),
        [MIND_BESIDE] = VG_SAYING("{0} posa {1}", "Hai scoperto {1}: in quale riga lo posi?",
                                  "{0} places {1}", "You have {1}: which row does it join?"),
        [MIND_PAY] =
            VG_SAYING("{0} consegna {2?una pietra|due pietre} al banco",
                      "Scegli una pietra da consegnare al banco ({2?ne manca una|ne mancano due})",
                      "{0} pays {2?one stone|two stones} to the bank",
                      "Choose a stone to pay to the bank ({2} to go)"),
        [MIND_FOE] = VG_SAYING("{0} sceglie chi sfidare", "Scegli chi sfidi", "{0} chooses a rival",
                               "Choose whom you challenge"),
        [MIND_ROW] = VG_SAYING("{0} sceglie la riga per {1}", "Su quale riga si sfidano {1}?",
                               "{0} chooses the row for {1}", "On which row do {1} fight?"),
        [MIND_PAIR] =
            VG_SAYING("{0} decide se far sfidare altri", "Vuoi un'altra coppia?",
                      "{0} decides whether others fight too", "Do you want another pair?"),
        [MIND_FIGHT] = VG_SAYING("Si combatte", "", "They fight", ""),
        [MIND_SOURCE] =
            VG_SAYING("{0} sceglie a chi chiedere una pietra", "Scegli chi deve cederti una pietra",
                      "{0} chooses who gives a stone", "Choose who must give you a stone"),
        [MIND_GIVE] =
            VG_SAYING("{0} sceglie la pietra da cedere", "Scegli la pietra da cedere ({1})",
                      "{0} chooses a stone to give", "Choose the stone you give ({1})"),
        [MIND_LIFT] = VG_SAYING(
            "{0} sceglie uno scrigno da spostare", "Scegli lo scrigno da spostare in un'altra riga",
            "{0} chooses a coffer to move", "Choose the coffer to move to another row"),
        [MIND_SET] = VG_SAYING("{0} sposta {1}", "In quale riga metti {1}?", "{0} moves {1}",
                               "Into which row does {1} go?"),
        [MIND_RETURN] = VG_SAYING("{0} sceglie uno scrigno da rimettere in fondo al mazzo",
                                  "Scegli lo scrigno da rimettere in fondo al mazzo",
                                  "{0} chooses a coffer to put under the pile",
                                  "Choose the coffer to put under the pile"),
        [MIND_PARITY] = VG_SAYING(
            "{0} tira ancora, per il pari o dispari", "Tiri ancora, per il pari o dispari",
            "{0} rolls again, for odd or even", "You roll again, for odd or even"),
    };
    const mind_state *s = view;
    vg_frame f = s->stack.frame[s->stack.count - 1];
    char words[160], number[8];
    vg_text x = VG_TEXT(words);
    int n = f.phase == MIND_AGAIN ? s->face : f.a;
    snprintf(number, sizeof number, "%d", n);
    if (f.phase == MIND_NEW || f.phase == MIND_BESIDE) coffer_words(f.a, voice->lang, &x);
    if (f.phase == MIND_SET) coffer_words(s->card[f.b], voice->lang, &x);
    if (f.phase == MIND_AGAIN) the_number(n, voice->lang, &x);
    if (f.phase == MIND_GIVE) {
        const char *const to[] = {vg_voice_name(voice, f.a)};
        vg_text_fill(&x, voice->lang == VG_IT ? "va a{0+d} {0}" : "it goes to {0}", to, 1);
    }
    if (f.phase == MIND_ROW)
        vg_text_printf(&x, voice->lang == VG_IT ? "%s e %s" : "%s and %s",
                       vg_voice_name(voice, s->pair[s->pair_count - 1][0]),
                       vg_voice_name(voice, s->pair[s->pair_count - 1][1]));
    const char *const args[] = {words, number};
    bool about = mind_ask(s).actor >= 0 || f.phase == MIND_ROLL || f.phase == MIND_DRAW ||
                 f.phase == MIND_PARITY;
    vg_voice_say(voice, out, &asks[f.phase], about ? f.seat : VG_NOBODY, args, 2);
}

// ---- what happened --------------------------------------------------------------------

static const vg_words reasons[] = {
    [MIND_NO_FOE] = VG_WORDS("nessuno può essere sfidato", "nobody can be challenged"),
    [MIND_NO_SOURCE] = VG_WORDS("nessuno dei chiamati ha abbastanza pietre da cederne una",
                                "nobody the die calls has enough stones to give one"),
    [MIND_ONE_ROW] =
        VG_WORDS("una sola riga, e meno di due pietre", "one row, and fewer than two stones"),
    [MIND_FEW_CARDS] = VG_WORDS("meno di cinque scrigni, e più di due pietre",
                                "fewer than five coffers, and more than two stones"),
};

void mind_event_text(const void *view, const vg_event *e, const vg_voice *voice, vg_text *out)
{
    // {1} the first thing, {2} the second, {3} and {4} numbers.
    static const vg_saying says[MIND_EVENT_COUNT] = {
        [MIND_EV_START] = VG_SAYING("Comincia {0}", "Cominci tu", "{0} starts", "You start"),
        [MIND_EV_DEALT] = VG_SAYING("{0} riceve {1}", "Ricevi {1}", "{0} gets {1}", "You get {1}"),
        [MIND_EV_CHARACTER] =
            VG_SAYING("{0} impersona {1}", "Impersoni {1}", "{0} plays {1}", "You play {1}"),
        [MIND_EV_ONE_PARITY] =
            VG_SAYING("Attenzione: tutti i personaggi sono {1}, e il {2} non chiamerà nessuno", "",
                      "Mind you: all characters are {1}, so a {2} will call nobody", ""),
        [MIND_EV_OPENED] = VG_SAYING("Il primo scrigno sul tavolo è {1}", "",
                                     "The first coffer on the table is {1}", ""),
        [MIND_EV_ROLLED] = VG_SAYING("{0} tira il dado: {3}", "Tiri il dado: {3}", "{0} rolls {3}",
                                     "You roll {3}"),
        [MIND_EV_KEPT] = VG_SAYING("{0} tiene {1}", "Tieni {1}", "{0} keeps {1}", "You keep {1}"),
        [MIND_EV_DREW] =
            VG_SAYING("{0} scopre {1}", "Scopri {1}", "{0} turns up {1}", "You turn up {1}"),
        [MIND_EV_NEW_ROW] =
            VG_SAYING("{0} apre con {1} la nuova riga {3}", "Apri con {1} la nuova riga {3}",
                      "{0} starts the new row {3} with {1}", "You start the new row {3} with {1}"),
        [MIND_EV_BESIDE] =
            VG_SAYING("{0} posa {1} nella riga {3}, {2}", "Posi {1} nella riga {3}, {2}",
                      "{0} places {1} in row {3}, {2}", "You place {1} in row {3}, {2}"),
        [MIND_EV_GIFT] = VG_SAYING(
            "{0} riceve in dono {1} dal banco", "Ricevi in dono {1} dal banco",
            "{0} gets {1} from the bank as a gift", "You get {1} from the bank as a gift"),
        [MIND_EV_NO_GIFT] = VG_SAYING(
            "Il banco non ha {1}: niente dono per {0}", "Il banco non ha {1}: niente dono",
            "The bank has no {1}: no gift for {0}", "The bank has no {1}: no gift"),
        [MIND_EV_PAID] = VG_SAYING("{0} consegna {1} al banco", "Consegni {1} al banco",
                                   "{0} pays {1} to the bank", "You pay {1} to the bank"),
        [MIND_EV_PAIRED] = VG_SAYING("{0} {1} sulla riga {3}", "Tu {1} sulla riga {3}",
                                     "{0} {1} on row {3}", "You {1} on row {3}"),
        [MIND_EV_WON] = VG_SAYING(
            "{0} vince {3} a {4} {1} sulla riga {2}", "Vinci {3} a {4} {1} sulla riga {2}",
            "{0} wins {3} to {4} {1} on row {2}", "You win {3} to {4} {1} on row {2}"),
        [MIND_EV_TIED] =
            VG_SAYING("{0} pareggia {3} a {3} con {1} sulla riga {2}: nessuno cede niente",
                      "Pareggi {3} a {3} con {1} sulla riga {2}: nessuno cede niente",
                      "{0} ties {3} to {3} with {1} on row {2}: nobody gives anything",
                      "You tie {3} to {3} with {1} on row {2}: nobody gives anything"),
        [MIND_EV_ASKED] =
            VG_SAYING("{0} chiede una pietra a{1+d} {1}", "Chiedi una pietra a{1+d} {1}",
                      "{0} asks {1} for a stone", "You ask {1} for a stone"),
        [MIND_EV_GAVE] = VG_SAYING("{0} cede {2} a{1+d} {1}", "Cedi {2} a{1+d} {1}",
                                   "{0} gives {1} {2}", "You give {1} {2}"),
        [MIND_EV_MOVED] = VG_SAYING("{0} sposta {1} dalla riga {3} alla riga {4}, {2}",
                                    "Sposti {1} dalla riga {3} alla riga {4}, {2}",
                                    "{0} moves {1} from row {3} to row {4}, {2}",
                                    "You move {1} from row {3} to row {4}, {2}"),
        [MIND_EV_RETURNED] = VG_SAYING("{0} rimette {1} della riga {3} in fondo al mazzo",
                                       "Rimetti {1} della riga {3} in fondo al mazzo",
                                       "{0} puts {1} of row {3} under the pile",
                                       "You put {1} of row {3} under the pile"),
        [MIND_EV_PARITY] = VG_SAYING("{0} tira ancora: {3}, {1}", "Tiri ancora: {3}, {1}",
                                     "{0} rolls again: {3}, {1}", "You roll again: {3}, {1}"),
        [MIND_EV_NOTHING] = VG_SAYING("Per {0} non succede niente: {1}", "Non succede niente: {1}",
                                      "Nothing happens for {0}: {1}", "Nothing happens: {1}"),
        [MIND_EV_OVER] = VG_SAYING("Gli scrigni sono finiti, e con loro la partita", "",
                                   "The coffers are used up, and so is the game", ""),
    };
    const mind_state *s = view;
    bool it = voice->lang == VG_IT;
    char first[160] = "", second[64] = "";
    vg_text x = VG_TEXT(first), y = VG_TEXT(second);
    int n3 = e->arg[0], n4 = 0; // the numbers {3} and {4}
    switch ((mind_event)e->kind) {
    case MIND_EV_DEALT:
    case MIND_EV_GIFT:
    case MIND_EV_PAID: vg_text_add(&x, mind_stones[e->arg[0]].a.in[voice->lang]); break;
    case MIND_EV_NO_GIFT: vg_text_add(&x, mind_stones[e->arg[0]].many.in[voice->lang]); break;
    case MIND_EV_CHARACTER:
        character_words(&mind_edition_of(s)->character[e->arg[0]], voice->lang, &x);
        break;
    case MIND_EV_ONE_PARITY:
        vg_text_add(&x, e->arg[0] ? (it ? "dispari" : "odd") : (it ? "pari" : "even"));
        vg_text_int(&y, e->arg[0] ? 4 : 3);
        break;
    case MIND_EV_OPENED:
    case MIND_EV_DREW: coffer_words(e->arg[0], voice->lang, &x); break;
    case MIND_EV_NEW_ROW:
    case MIND_EV_RETURNED:
        coffer_words(e->arg[0], voice->lang, &x);
        n3 = e->arg[1] + 1;
        break;
    case MIND_EV_BESIDE:
        coffer_words(e->arg[0], voice->lang, &x);
        vg_text_add(&y, ends[e->arg[2]].in[voice->lang]);
        n3 = e->arg[1] + 1;
        break;
    case MIND_EV_PAIRED:
        against(voice, e->arg[0], &x);
        n3 = e->arg[1] + 1;
        break;
    case MIND_EV_WON:
    case MIND_EV_TIED:
        if (e->kind == MIND_EV_WON)
            against(voice, e->arg[0], &x);
        else
            vg_text_add(&x, whom(voice, e->arg[0]));
        vg_text_int(&y, e->arg[3] + 1);
        n3 = e->arg[1];
        n4 = e->arg[2];
        break;
    case MIND_EV_ASKED: vg_text_add(&x, whom(voice, e->arg[0])); break;
    case MIND_EV_GAVE:
        vg_text_add(&x, whom(voice, e->arg[0]));
        vg_text_add(&y, mind_stones[e->arg[1]].a.in[voice->lang]);
        break;
    case MIND_EV_MOVED:
        coffer_words(e->arg[0], voice->lang, &x);
        vg_text_add(&y, ends[e->arg[3]].in[voice->lang]);
        n3 = e->arg[1] + 1;
        n4 = e->arg[2] + 1;
        break;
    case MIND_EV_PARITY:
        vg_text_add(&x, e->arg[0] & 1 ? (it ? "dispari" : "odd") : (it ? "pari" : "even"));
        break;
    case MIND_EV_NOTHING: vg_text_add(&x, reasons[e->arg[0]].in[voice->lang]); break;
    case MIND_EV_KEPT: the_number(e->arg[0], voice->lang, &x); break;
    case MIND_EV_START:
    case MIND_EV_ROLLED:
    case MIND_EV_OVER:
    case MIND_EVENT_COUNT: break;
    }
    static const vg_saying second_roll =
        VG_SAYING("{0} tira di nuovo il dado: {3}", "Tiri di nuovo il dado: {3}",
                  "{0} rolls again: {3}", "You roll again: {3}");
    bool again = e->kind == MIND_EV_ROLLED && e->arg[1];
    char third[8], fourth[8];
    snprintf(third, sizeof third, "%d", n3);
    snprintf(fourth, sizeof fourth, "%d", n4);
    const char *const args[] = {first, second, third, fourth};
    vg_voice_say(voice, out, again ? &second_roll : &says[e->kind], e->seat, args, 4);
}

void mind_score_text(const void *view, const vg_score_line *line, const vg_voice *voice,
                     vg_text *out)
{
    (void)view;
    bool it = voice->lang == VG_IT;
    switch ((mind_score_kind)line->kind) {
    case MIND_SC_MATCH:
        vg_text_printf(out, it ? "riga %d: %s" : "row %d: %s", line->arg[0] + 1,
                       mind_stones[line->arg[1]].one.in[voice->lang]);
        return;
    case MIND_SC_NONE:
        vg_text_add(out, it ? "nessuna riga ha le pietre del personaggio"
                            : "no row has the character's stones");
        return;
    case MIND_SC_STONES: {
        const mind_stone_def *stone = &mind_stones[line->arg[0] & 15];
        int row = (line->arg[0] >> 4) + 1, n = line->arg[1];
        const char *name = (n == 1 ? stone->one : stone->many).in[voice->lang];
        vg_text_printf(out,
                       it ? "spareggio, pietre sulla riga %d: %d %s"
                          : "tie-break, stones on row %d: %d %s",
                       row, n, name);
        return;
    }
    }
    assert(false);
}

// ---- why not -------------------------------------------------------------------------

typedef struct reply {
    const mind_state *s;
    int seat;
    vg_frame f;
    bool it;
    vg_text *out;
} reply;

static void say(const reply *r, const char *it, const char *en)
{
    vg_text_add(r->out, r->it ? it : en);
}

static void no_such_row(const reply *r, int row, int fewest)
{
    const mind_state *s = r->s;
    if (row < 1 || row > s->row_count)
        say(r, "questa riga non c'è sul tavolo", "there is no such row on the table");
    else if (s->length[row - 1] < fewest)
        say(r, "la riga deve avere almeno due scrigni (FM-15)",
            "the row must have at least two coffers (FM-15)");
    else
        say(r, "un'altra coppia si sfida già su questa riga (FM-15)",
            "another pair already fights on this row (FM-15)");
}

// Why `p` cannot be challenged, paired or made to give: `enough` stones and the parity in f.a.
static void wrong_seat(const reply *r, int p, int enough)
{
    const mind_state *s = r->s;
    bool source = r->f.phase == MIND_SOURCE;
    if (p < 0 || p >= s->seats)
        say(r, "questo posto non c'è", "there is no such seat");
    else if (p == r->seat)
        say(r, "non puoi scegliere te stesso (FM-14, FM-19)",
            "you cannot choose yourself (FM-14, FM-19)");
    else if (mind_parity(s, p) != r->f.a)
        say(r,
            source ? "il dado chiama solo l'altra parità (FM-19)"
                   : "il dado chiama solo l'altra parità (FM-13)",
            source ? "the die calls only the other parity (FM-19)"
                   : "the die calls only the other parity (FM-13)");
    else if (mind_stone_count(s, p) < enough)
        vg_text_printf(r->out,
                       r->it ? "deve avere almeno %d pietre (%s)"
                             : "at least %d stones are needed (%s)",
                       enough, source ? (enough == 3 ? "FM-23" : "FM-19") : "FM-13");
    else
        say(r, "è già in una coppia, o viene prima dell'ultima annunciata (FM-14)",
            "already in a pair, or before the last one announced (FM-14)");
}

static int wrong_of_pair(const reply *r, int p, int q)
{
    uint32_t may = mind_others(r->s, r->seat, r->f.a, 2);
    if (p < 0 || p >= r->s->seats || !(may >> p & 1)) return p;
    if (q < 0 || q >= r->s->seats || !(may >> q & 1)) return q;
    return p;
}

static void no_such_stone(const reply *r, const char *word)
{
    for (int c = 1; c <= MIND_COLOURS; c++) {
        if (strcmp(word, mind_stones[c].slug) != 0) continue;
        vg_text_printf(r->out, r->it ? "non hai %s (%s)" : "you have no %s (%s)",
                       mind_stones[c].many.in[r->it ? VG_IT : VG_EN],
                       r->f.phase == MIND_PAY ? "FM-05" : "FM-18");
        return;
    }
    say(r, "questa pietra non esiste", "there is no such stone");
}

void mind_why_not(const void *view, int seat, const char *text, const vg_voice *voice, vg_text *out)
{
    const mind_state *s = view;
    reply r = {s, seat, s->stack.frame[s->stack.count - 1], voice->lang == VG_IT, out};
    char verb[16] = "", word[32] = "";
    int a = -1, b = -1;
    if (sscanf(text, "%15s", verb) != 1) return;
    switch ((mind_phase)r.f.phase) {
    case MIND_CHOOSE:
        if (strcmp(verb, "choose") == 0)
            say(&r, "questo personaggio non c'è o è già preso (FM-44)",
                "there is no such character, or it is taken (FM-44)");
        return;
    case MIND_NEW:
        if (strcmp(verb, "beside") == 0)
            say(&r, "con meno di sei righe lo scrigno ne apre una nuova (FM-06)",
                "with fewer than six rows the coffer starts a new one (FM-06)");
        return;
    case MIND_BESIDE:
        if (strcmp(verb, "above") == 0 || strcmp(verb, "below") == 0)
            say(&r, "lo scrigno va a un'estremità di una riga che c'è già (FM-06, FM-07)",
                "the coffer goes to an end of a row that is there (FM-06, FM-07)");
        else if (sscanf(text, "beside %d %31s", &a, word) >= 1 && (a < 1 || a > s->row_count))
            no_such_row(&r, a, 0);
        else if (strcmp(verb, "beside") == 0)
            say(&r, "solo a sinistra o a destra, mai in mezzo (FM-07)",
                "only left or right, never in between (FM-07)");
        return;
    case MIND_PAY:
        if (sscanf(text, "pay %31s", word) == 1) no_such_stone(&r, word);
        return;
    case MIND_GIVE:
        if (sscanf(text, "give %31s", word) == 1) no_such_stone(&r, word);
        return;
    case MIND_FOE:
        if (sscanf(text, "foe %d", &a) == 1) wrong_seat(&r, a, 2);
        return;
    case MIND_ROW:
        if (sscanf(text, "row %d", &a) == 1) no_such_row(&r, a, 2);
        return;
    case MIND_PAIR:
        if (sscanf(text, "pair %d %d", &a, &b) == 2) wrong_seat(&r, wrong_of_pair(&r, a, b), 2);
        return;
    case MIND_SOURCE:
        if (sscanf(text, "from %d", &a) == 1) wrong_seat(&r, a, r.f.b);
        return;
    case MIND_LIFT:
        if (strcmp(verb, "lift") == 0)
            say(&r, "in quella riga non c'è questo scrigno (FM-20)",
                "that row has no such coffer (FM-20)");
        return;
    case MIND_RETURN:
        if (strcmp(verb, "return") == 0)
            say(&r, "in quella riga non c'è questo scrigno (FM-22)",
                "that row has no such coffer (FM-22)");
        return;
    case MIND_SET:
        if (sscanf(text, "set %d", &a) == 1 && a == r.f.a + 1)
            say(&r, "lo scrigno deve cambiare riga (FM-20)",
                "the coffer must go to another row (FM-20)");
        else if (a >= 0 && (a < 1 || a > s->row_count))
            no_such_row(&r, a, 0);
        return;
    case MIND_OVER:
    case MIND_FIRST:
    case MIND_DEAL:
    case MIND_ASSIGN:
    case MIND_OPEN:
    case MIND_ROLL:
    case MIND_AGAIN:
    case MIND_DRAW:
    case MIND_FIGHT:
    case MIND_PARITY:
    case MIND_PHASE_COUNT: return;
    }
}
