// text.c: F.A.T.A. in words: notation, labels, prompts, what happened, why not.
#include "games/fata/fata.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *treasure_slug(const fata_state *s, int id)
{
    return fata_ed(s)->treasure[id].slug;
}

const char *fata_card_slug(const fata_state *s, int kind) { return fata_ed(s)->card[kind].slug; }

// ---- notation ------------------------------------------------------------------

void fata_move_text(const void *state, vg_move m, vg_text *out)
{
    const fata_state *s = state;
    int a = vg_move_a(m), b = vg_move_b(m);
    switch ((fata_move)vg_move_kind(m)) {
    case FATA_M_START: vg_text_printf(out, "start %d", a); return;
    case FATA_M_LINEAGE: vg_text_printf(out, "lineage %s", fata_ed(s)->lineage[a].slug); return;
    case FATA_M_SHOW: vg_text_printf(out, "show %s", treasure_slug(s, a)); return;
    case FATA_M_DRAW: vg_text_printf(out, "draw %s", fata_card_slug(s, a)); return;
    case FATA_M_TRADE:
        vg_text_printf(out, "trade %s %s", treasure_slug(s, a), treasure_slug(s, b));
        return;
    case FATA_M_ROB: vg_text_printf(out, "rob %s", treasure_slug(s, a)); return;
    case FATA_M_LOSE: vg_text_printf(out, "lose %s", fata_card_slug(s, a)); return;
    case FATA_M_SHARE: vg_text_printf(out, "share %s", treasure_slug(s, a)); return;
    case FATA_M_CHARM: vg_text_printf(out, "charm %s", fata_card_slug(s, a)); return;
    case FATA_M_EXCHANGE: vg_text_add(out, "exchange"); return;
    case FATA_M_STEAL: vg_text_printf(out, "steal %s %c", fata_card_slug(s, a), 'a' + b); return;
    case FATA_M_PLAY: vg_text_printf(out, "play %s %c", fata_card_slug(s, a), 'a' + b); return;
    case FATA_M_END: vg_text_add(out, "end"); return;
    case FATA_M_REVEAL: vg_text_add(out, "reveal"); return;
    case FATA_M_ON: vg_text_printf(out, "on %d", a); return;
    case FATA_M_CARD: vg_text_printf(out, "on %s", fata_card_slug(s, a)); return;
    case FATA_M_SWAP:
        vg_text_printf(out, "swap %s %s", fata_card_slug(s, a), fata_card_slug(s, b));
        return;
    case FATA_M_KEEP: vg_text_printf(out, "take %s", treasure_slug(s, a)); return;
    case FATA_M_GIVE: vg_text_printf(out, "give %s %d", treasure_slug(s, a), b); return;
    case FATA_M_ROW: vg_text_printf(out, "row %c", 'a' + a); return;
    case FATA_M_STOP: vg_text_add(out, "stop"); return;
    case FATA_M_DISCARD: vg_text_printf(out, "discard %s", fata_card_slug(s, a)); return;
    }
}

// ---- words for things ------------------------------------------------------------

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

void fata_say_treasure(vg_text *out, const fata_edition *ed, int id, vg_lang lang)
{
    const fata_treasure *t = &ed->treasure[id];
    put_name(out, t->name.in[lang], t->lineage != 0, lang);
    if (t->lineage)
        vg_text_printf(out, " (%s %s%d)", ed->lineage[t->lineage].colour.in[lang],
                       t->value < 0 ? "−" : "", abs(t->value));
}

void fata_say_set(vg_text *out, const fata_edition *ed, uint32_t set, vg_lang lang)
{
    bool any = false;
    for (; set; set &= set - 1, any = true) {
        const fata_treasure *t = &ed->treasure[vg_lowest(set)];
        vg_text_printf(out, "%s%s %s%d", any ? ", " : "", ed->lineage[t->lineage].colour.in[lang],
                       t->value < 0 ? "−" : "", abs(t->value));
    }
    if (!any) vg_text_add(out, lang == VG_IT ? "niente" : "nothing");
}

// A seat as the object of a sentence.
static const char *whom(const vg_voice *voice, int seat)
{
    if (seat == voice->reader) return voice->lang == VG_IT ? "te" : "you";
    return vg_voice_name(voice, seat);
}

// A sentence begins with a capital, also where it begins with "posto 1".
static void capital(vg_text *out, size_t start)
{
    if (out->len > start && out->at[start] >= 'a' && out->at[start] <= 'z')
        out->at[start] = (char)(out->at[start] - 'a' + 'A');
}

// What is somebody's: "carte di Ada", "tue carte".
static void say_theirs(vg_text *out, const vg_voice *voice, int seat, const char *it,
                       const char *en)
{
    if (seat == voice->reader)
        vg_text_printf(out, voice->lang == VG_IT ? "tue %s" : "your %s",
                       voice->lang == VG_IT ? it : en);
    else
        vg_text_printf(out, voice->lang == VG_IT ? "%s di %s" : "the %s of %s",
                       voice->lang == VG_IT ? it : en, vg_voice_name(voice, seat));
}

// The words for up to four arguments. `spec` says what each is: k card, t treasure, s seat, n
// number, l lineage, r row, y type, u subject, - nothing; H a seat's cards, R its rows, O a seat
// after "su".
typedef struct args {
    char buffer[4][96];
    const char *at[4];
} args;

static void say_args(args *x, const fata_edition *ed, const char *spec, const int value[4],
                     const vg_voice *voice)
{
    for (int i = 0; i < 4; i++) {
        vg_text t = VG_TEXT(x->buffer[i]);
        int v = value[i];
        switch (spec[i]) {
        case 'k': fata_say_card(&t, ed, v, voice->lang); break;
        case 't': fata_say_treasure(&t, ed, v, voice->lang); break;
        case 's': vg_text_add(&t, whom(voice, v)); break;
        case 'H': say_theirs(&t, voice, v, "carte", "cards"); break;
        case 'R': say_theirs(&t, voice, v, "file", "rows"); break;
        case 'O':
            vg_text_printf(&t, v == voice->reader && voice->lang == VG_IT ? "di %s" : "%s",
                           whom(voice, v));
            break;
        case 'n': vg_text_int(&t, v); break;
        case 'l':
            vg_text_printf(&t, "%s (%s)", ed->lineage[v].name,
                           ed->lineage[v].colour.in[voice->lang]);
            break;
        case 'r': vg_text_char(&t, (char)('A' + v)); break;
        case 'y': vg_text_add(&t, fata_type_words[v].in[voice->lang]); break;
        case 'u': vg_text_add(&t, fata_subject_words[v].in[voice->lang]); break;
        case '-': break;
        }
        x->at[i] = x->buffer[i];
    }
}

// ---- moves for people --------------------------------------------------------------

typedef struct label {
    const char *spec;
    vg_words words;
} label;

static const label labels[] = {
    [FATA_M_START] = {"s---", VG_WORDS("Comincia {0}", "{0} starts")},
    [FATA_M_LINEAGE] = {"l---", VG_WORDS("Stirpe: {0}", "Lineage: {0}")},
    [FATA_M_SHOW] = {"t---", VG_WORDS("Si scopre {0}", "{0} is turned up")},
    [FATA_M_DRAW] = {"k---", VG_WORDS("Si pesca {0}", "Draw {0}")},
    [FATA_M_TRADE] = {"tt--", VG_WORDS("Si scambiano {0} e {1}", "Exchange {0} and {1}")},
    [FATA_M_ROB] = {"t---", VG_WORDS("Si ruba {0}", "Rob {0}")},
    [FATA_M_LOSE] = {"k---", VG_WORDS("Si scarta {0}", "Discard {0}")},
    [FATA_M_SHARE] = {"t---", VG_WORDS("Si distribuisce {0}", "Share out {0}")},
    [FATA_M_CHARM] = {"k---", VG_WORDS("Gioca l'ammaliamento {0}", "Play the charm {0}")},
    [FATA_M_EXCHANGE] = {"----", VG_WORDS("Cambia la mano: scarta tutto e pesca una carta in meno",
                                          "Exchange your hand: discard all, draw one card fewer")},
    [FATA_M_STEAL] = {"krs-", VG_WORDS("Ruba {0} a{2+d} {2}, nella fila {1}",
                                       "Steal {0} from {2}, into row {1}")},
    [FATA_M_PLAY] = {"kr--", VG_WORDS("Gioca {0} nella fila {1}", "Play {0} into row {1}")},
    [FATA_M_END] = {"----", VG_WORDS("Basta così", "That is all")},
    [FATA_M_REVEAL] = {"----", VG_WORDS("Rivela il tuo personaggio", "Reveal your character")},
    [FATA_M_ON] = {"s---", VG_WORDS("Scegli {0}", "Choose {0}")},
    [FATA_M_CARD] = {"k---", VG_WORDS("Scegli {0}", "Choose {0}")},
    [FATA_M_SWAP] = {"kk--", VG_WORDS("Scambia {0} con {1}", "Exchange {0} and {1}")},
    [FATA_M_KEEP] = {"t---", VG_WORDS("Prendi {0} per te", "Take {0} for yourself")},
    [FATA_M_GIVE] = {"ts--", VG_WORDS("Prendi {0} per {1}", "Take {0} for {1}")},
    [FATA_M_ROW] = {"r---", VG_WORDS("Prima la fila {0}", "Row {0} first")},
    [FATA_M_STOP] = {"----", VG_WORDS("Fermati qui", "Stop here")},
    [FATA_M_DISCARD] = {"k---", VG_WORDS("Scarta {0}", "Discard {0}")},
};

void fata_move_label(const void *view, vg_move m, const vg_voice *voice, vg_text *out)
{
    const fata_state *s = view;
    static const label one_card = {"----", VG_WORDS("Cambia la mano: scarta la tua unica carta e "
                                                    "pescane un'altra",
                                                    "Exchange your hand: discard your only card, "
                                                    "draw another")};
    const label *l = &labels[vg_move_kind(m)];
    if (vg_move_kind(m) == FATA_M_EXCHANGE && s->hand_count[s->turn] == 1) l = &one_card; // TS-12
    int value[4] = {vg_move_a(m), vg_move_b(m), vg_move_c(m), 0};
    args x;
    say_args(&x, fata_ed(s), l->spec, value, voice);
    vg_text_fill(out, l->words.in[voice->lang], x.at, 4);
    // What a charm does belongs beside the button that plays it.
    if (vg_move_kind(m) == FATA_M_CHARM)
        vg_text_printf(out, ": %s", fata_ed(s)->card[value[0]].text.in[voice->lang]);
}

// ---- the question ------------------------------------------------------------------

// What is asked of whoever works a trimagic: which card, and whose.
static const vg_saying cast_says[4] = {
    [FATA_T_DRAW] = VG_SAYING("sceglie chi pesca una carta", "chi pesca una carta?",
                              "choosing who draws a card", "who draws a card?"),
    [FATA_T_TAKE] = VG_SAYING("sceglie un tesoro, e per chi", "quale tesoro, e a chi?",
                              "choosing a treasure, and for whom", "which treasure, and for whom?"),
    [FATA_T_ROB] =
        VG_SAYING("sceglie a chi rubare un tesoro", "a chi rubi un tesoro?",
                  "choosing whom to rob of a treasure", "from whom do you rob a treasure?"),
    [FATA_T_DROP] = VG_SAYING("sceglie chi scarta una carta a caso", "chi scarta una carta a caso?",
                              "choosing who loses a card at random", "who loses a card at random?"),
};

static void prompt_cast(const fata_state *s, vg_frame f, const vg_voice *voice, vg_text *out)
{
    static const vg_saying head = VG_SAYING(
        "Trimagia di {0} ({1}, {2}, {3} {3?stella|stelle}), {4?ne resta|ne restano} {4}: ",
        "Trimagia ({1}, {2}, {3} {3?stella|stelle}), {4?ne resta|ne restano} {4}: ",
        "Trimagic of {0} ({1}, {2}, {3} {3?star|stars}), {4} left: ",
        "Trimagic ({1}, {2}, {3} {3?star|stars}), {4} left: ");
    const fata_card *card = fata_ed(s)->card;
    const uint8_t *row = s->row[f.seat][f.a];
    int type = card[row[0]].type;
    args x;
    say_args(&x, fata_ed(s), "yunn",
             (int[4]){type, card[row[1]].subject, card[row[2]].number, f.b >> 4}, voice);
    vg_voice_say(voice, out, &head, f.seat, x.at, 4);
    vg_voice_say(voice, out, &cast_says[type], f.seat, NULL, 0);
}

void fata_prompt(const void *view, const vg_voice *voice, vg_text *out)
{
    static const vg_saying stage[3] = {
        VG_SAYING("{0} può giocare un ammaliamento o cambiare la mano, rubare una visione, giocare "
                  "visioni",
                  "Puoi giocare un ammaliamento o cambiare la mano, rubare una visione, giocare "
                  "visioni",
                  "{0} may play a charm or exchange the hand, steal a vision, play visions",
                  "You may play a charm or exchange your hand, steal a vision, play visions"),
        VG_SAYING("{0} può rubare una visione, giocare visioni",
                  "Puoi rubare una visione, giocare visioni",
                  "{0} may steal a vision, play visions", "You may steal a vision, play visions"),
        VG_SAYING("{0} può giocare visioni", "Puoi giocare visioni", "{0} may play visions",
                  "You may play visions"),
    };
    static const vg_saying count =
        VG_SAYING(" (visioni giocate: {1} di {2})", " (visioni giocate: {1} di {2})",
                  " (visions played: {1} of {2})", " (visions played: {1} of {2})");
    static const vg_saying target =
        VG_SAYING("{0} sceglie su chi o su che cosa agisce {1}", "{1}: {2}",
                  "{0} chooses whom or what {1} touches", "{1}: {2}");
    static const vg_saying take =
        VG_SAYING("Le file di {0} mostrano 3 stelle o più: prende un tesoro, per sé o per un altro",
                  "Le tue file mostrano 3 stelle o più: prendi un tesoro, per te o per un altro",
                  "The rows of {0} show 3 stars or more: a treasure to take, to keep or to give",
                  "Your rows show 3 stars or more: take a treasure, for yourself or another");
    static const vg_saying order =
        VG_SAYING("{0} ha due file complete e sceglie quale trimagia viene per prima",
                  "Due file complete: quale trimagia per prima?",
                  "{0} has two complete rows and chooses which comes first",
                  "Two complete rows: which first?");
    static const vg_saying last =
        VG_SAYING("Prima di finire il turno {0} può rivelare il personaggio",
                  "Prima di finire il turno puoi rivelare il personaggio",
                  "{0} may reveal the character before the turn ends",
                  "Before the turn ends you may reveal your character");
    static const vg_saying trim = VG_SAYING("{0} ha più di cinque carte e ne scarta una",
                                            "Hai più di cinque carte: scartane una",
                                            "{0} holds more than five cards and discards one",
                                            "You hold more than five cards: discard one");
    static const vg_saying over = VG_SAYING("La partita è finita", "", "The game is over", "");
    static const vg_saying chance = VG_SAYING("Decide il caso", "", "Chance decides", "");
    const fata_state *s = view;
    vg_frame f = s->stack.frame[s->stack.count - 1];
    const fata_card *charm = &fata_ed(s)->card[f.phase == FATA_TARGET ? f.a : 0];
    const char *const names[] = {charm->name.in[voice->lang], charm->text.in[voice->lang]};
    size_t start = out->len;
    args x;
    switch ((fata_phase)f.phase) {
    case FATA_OVER: vg_voice_say(voice, out, &over, VG_NOBODY, NULL, 0); break;
    case FATA_TURN:
        say_args(&x, fata_ed(s), "nn--", (int[4]){s->played, s->limit, 0, 0}, voice);
        vg_voice_say(voice, out, &stage[s->stage], f.seat, NULL, 0);
        vg_voice_say(voice, out, &count, f.seat, x.at, 2);
        break;
    case FATA_TARGET: vg_voice_say(voice, out, &target, f.seat, names, 2); break;
    case FATA_TAKE: vg_voice_say(voice, out, &take, f.seat, NULL, 0); break;
    case FATA_ORDER: vg_voice_say(voice, out, &order, f.seat, NULL, 0); break;
    case FATA_CAST: prompt_cast(s, f, voice, out); break;
    case FATA_LAST: vg_voice_say(voice, out, &last, f.seat, NULL, 0); break;
    case FATA_TRIM: vg_voice_say(voice, out, &trim, f.seat, NULL, 0); break;
    case FATA_FIRST:
    case FATA_LINEAGE:
    case FATA_REVEAL:
    case FATA_DEAL:
    case FATA_TRADE:
    case FATA_ROB:
    case FATA_LOSE:
    case FATA_SHARE:
    case FATA_CHARM_END:
    case FATA_STEP_A:
    case FATA_STEP_B:
    case FATA_CAST_END:
    case FATA_FALL:
    case FATA_STEP_C:
    case FATA_NEXT:
    case FATA_PHASE_COUNT: vg_voice_say(voice, out, &chance, VG_NOBODY, NULL, 0); break;
    }
    capital(out, start);
}

// ---- what happened -------------------------------------------------------------------

typedef struct telling {
    const char *spec;
    vg_saying say;
} telling;

static const telling tellings[FATA_EVENT_COUNT] = {
    [FATA_EV_START] = {"----", VG_SAYING("Comincia {0}", "Cominci tu", "{0} starts", "You start")},
    [FATA_EV_LINEAGE] = {"l---",
                         VG_SAYING("{0} riceve il suo personaggio segreto",
                                   "La tua stirpe segreta: {1}", "{0} gets a secret character",
                                   "Your secret lineage: {1}")},
    [FATA_EV_SHOWN] = {"t---", VG_SAYING("Nel mezzo si scopre {1}", "",
                                         "{1} is turned up in the middle", "")},
    [FATA_EV_DREW] = {"k---",
                      VG_SAYING("{0} pesca {1}", "Peschi {1}", "{0} draws {1}", "You draw {1}")},
    [FATA_EV_ASIDE] = {"----", VG_SAYING("{0} mette da parte una carta coperta",
                                         "Metti da parte una carta coperta",
                                         "{0} sets a card aside face down",
                                         "You set a card aside face down")},
    [FATA_EV_RESHUFFLED] =
        {"n---", VG_SAYING("Il mazzo è finito: si rimescolano gli scarti, {1} {1?carta|carte}", "",
                           "The deck is empty: the discards are shuffled again, {1} "
                           "{1?card|cards}",
                           "")},
    [FATA_EV_TURN] = {"----",
                      VG_SAYING("Turno di {0}", "È il tuo turno", "{0}'s turn", "Your turn")},
    [FATA_EV_CHARM] = {"k---",
                       VG_SAYING("{0} gioca l'ammaliamento {1}", "Giochi l'ammaliamento {1}",
                                 "{0} plays the charm {1}", "You play the charm {1}")},
    [FATA_EV_ENDED] = {"k---", VG_SAYING("Finisce l'effetto di {1} davanti a{0+d} {0}",
                                         "Finisce l'effetto del tuo {1}", "{0}'s {1} ends",
                                         "Your {1} ends")},
    [FATA_EV_EXCHANGED] = {"n---",
                           VG_SAYING("{0} cambia la mano e scarta {1} {1?carta|carte}",
                                     "Cambi la mano e scarti {1} {1?carta|carte}",
                                     "{0} exchanges the hand, discarding {1} {1?card|cards}",
                                     "You exchange your hand, discarding {1} {1?card|cards}")},
    [FATA_EV_DISCARDED] = {"k---", VG_SAYING("{0} scarta {1}", "Scarti {1}", "{0} discards {1}",
                                             "You discard {1}")},
    [FATA_EV_PEEKED] = {"H---", VG_SAYING("{0} guarda tutte le {1}", "Guardi tutte le {1}",
                                          "{0} looks at all {1}", "You look at all {1}")},
    [FATA_EV_SAW] = {"sk--",
                     VG_SAYING("{0} vede in mano a{1+d} {1}: {2}", "In mano a{1+d} {1}: {2}",
                               "{0} sees, held by {1}: {2}", "Held by {1}: {2}")},
    [FATA_EV_DISPELLED] = {"Rk--",
                           VG_SAYING("{0} soffia via {2} dalle {1}", "Soffi via {2} dalle {1}",
                                     "{0} blows {2} off {1}", "You blow {2} off {1}")},
    [FATA_EV_SWAPPED] = {"sskk", VG_SAYING("{0} scambia {3}, da {1}, con {4}, da {2}",
                                           "Scambi {3}, da {1}, con {4}, da {2}",
                                           "{0} exchanges {3}, from {1}, and {4}, from {2}",
                                           "You exchange {3}, from {1}, and {4}, from {2}")},
    [FATA_EV_TRADED] = {"stt-", VG_SAYING("{0} dà {2} a{1+d} {1} e riceve {3}",
                                          "Dai {2} a{1+d} {1} e ricevi {3}",
                                          "{0} gives {2} to {1} and gets {3}",
                                          "You give {2} to {1} and get {3}")},
    [FATA_EV_BACK] = {"k---", VG_SAYING("{0} riprende in mano {1}", "Riprendi in mano {1}",
                                        "{0} takes {1} back into the hand",
                                        "You take {1} back into your hand")},
    [FATA_EV_STOLE] = {"skr-", VG_SAYING("{0} ruba {2} a{1+d} {1}, nella fila {3}",
                                         "Rubi {2} a{1+d} {1}, nella fila {3}",
                                         "{0} steals {2} from {1}, into row {3}",
                                         "You steal {2} from {1}, into row {3}")},
    [FATA_EV_PLAYED] = {"kr--",
                        VG_SAYING("{0} gioca {1} nella fila {2}", "Giochi {1} nella fila {2}",
                                  "{0} plays {1} into row {2}", "You play {1} into row {2}")},
    [FATA_EV_TOOK] = {"t---",
                      VG_SAYING("{0} prende {1}", "Prendi {1}", "{0} takes {1}", "You take {1}")},
    [FATA_EV_GAVE] = {"st--", VG_SAYING("{0} prende {2} per {1}", "Prendi {2} per {1}",
                                        "{0} takes {2} for {1}", "You take {2} for {1}")},
    [FATA_EV_CAST] = {"yun-", VG_SAYING("{0} compie una trimagia: {1}, {2}, {3} {3?stella|stelle}",
                                        "Compi una trimagia: {1}, {2}, {3} {3?stella|stelle}",
                                        "{0} works a trimagic: {1}, {2}, {3} {3?star|stars}",
                                        "You work a trimagic: {1}, {2}, {3} {3?star|stars}")},
    [FATA_EV_ROBBED] = {"st--", VG_SAYING("{0} ruba {2} a{1+d} {1}", "Rubi {2} a{1+d} {1}",
                                          "{0} robs {1} of {2}", "You rob {1} of {2}")},
    [FATA_EV_MISSED] = {"O---", VG_SAYING("La trimagia di {0} non ha effetto su {1}",
                                          "La tua trimagia non ha effetto su {1}",
                                          "{0}'s trimagic has no effect on {1}",
                                          "Your trimagic has no effect on {1}")},
    [FATA_EV_LOST] = {"k---",
                      VG_SAYING("{0} perde {1}", "Perdi {1}", "{0} loses {1}", "You lose {1}")},
    [FATA_EV_SPENT] = {"r---", VG_SAYING("{0} scarta la fila {1}", "Scarti la fila {1}",
                                         "{0} discards row {1}", "You discard row {1}")},
    [FATA_EV_REDRAWS] = {"----", VG_SAYING("{0} resta senza carte e ne ripesca una",
                                           "Resti senza carte e ne ripeschi una",
                                           "{0} is left without cards and draws one",
                                           "You are left without cards and draw one")},
    [FATA_EV_OUT] = {"l---", VG_SAYING("{0} resta senza carte ed esce dal gioco: era {1}",
                                       "Resti senza carte ed esci dal gioco: eri {1}",
                                       "{0} is left without cards and is out: they were {1}",
                                       "You are left without cards and are out: you were {1}")},
    [FATA_EV_SHARED] = {"t---", VG_SAYING("{0} riceve {1}, di chi è stato eliminato",
                                          "Ricevi {1}, di chi è stato eliminato",
                                          "{0} gets {1} from the eliminated player",
                                          "You get {1} from the eliminated player")},
    [FATA_EV_REVEALED] = {"l---", VG_SAYING("{0} si rivela: {1}. Scopre: {2}",
                                            "Ti riveli: {1}. Scopri: {2}",
                                            "{0} is revealed: {1}. Turned up: {2}",
                                            "You reveal yourself: {1}. Turned up: {2}")},
    [FATA_EV_MERGED] = {"n---",
                        VG_SAYING("{0} aggiunge alla mano {1} {1?carta messa|carte messe} da parte",
                                  "Aggiungi alla mano {1} {1?carta messa|carte messe} da parte",
                                  "{0} adds {1} set-aside {1?card|cards} to the hand",
                                  "You add {1} set-aside {1?card|cards} to your hand")},
    [FATA_EV_QUEEN] = {"n---", VG_SAYING("La Regina Incantatrice: finisce la smazzata {1}", "",
                                         "The Enchantress Queen: round {1} is over", "")},
    [FATA_EV_ROUND] = {"n---", VG_SAYING("{0} fa {1} {1?punto|punti} con: {2}",
                                         "Fai {1} {1?punto|punti} con: {2}",
                                         "{0} scores {1} with: {2}", "You score {1} with: {2}")},
    [FATA_EV_RIVAL] = {"s---", VG_SAYING("{0} vince: ha eliminato la stirpe rivale, {1}",
                                         "Vinci: hai eliminato la stirpe rivale, {1}",
                                         "{0} wins, having eliminated the rival lineage, {1}",
                                         "You win, having eliminated the rival lineage, {1}")},
    [FATA_EV_ALONE] = {"----",
                       VG_SAYING("{0} vince: nessun altro è in gioco",
                                 "Vinci: nessun altro è in gioco", "{0} wins: nobody else is left",
                                 "You win: nobody else is left")},
};

void fata_event_text(const void *view, const vg_event *e, const vg_voice *voice, vg_text *out)
{
    const fata_state *s = view;
    const telling *t = &tellings[e->kind];
    int value[4] = {e->arg[0], e->arg[1], e->arg[2], e->arg[3]};
    args x;
    say_args(&x, fata_ed(s), t->spec, value, voice);
    char list[256];
    vg_text set = VG_TEXT(list);
    if (e->kind == FATA_EV_ROUND || e->kind == FATA_EV_REVEALED) {
        fata_say_set(&set, fata_ed(s), (uint32_t)value[1] << 1 | (uint32_t)value[2] << 14,
                     voice->lang);
        x.at[1] = list;
    }
    size_t start = out->len;
    vg_voice_say(voice, out, &t->say, e->seat, x.at, 4);
    capital(out, start);
    if (e->kind == FATA_EV_QUEEN && e->arg[1])
        vg_text_add(out, voice->lang == VG_IT ? ", stanca di aspettare" : ", tired of waiting");
}

void fata_score_text(const void *view, const vg_score_line *line, const vg_voice *voice,
                     vg_text *out)
{
    (void)view;
    static const vg_words words[FATA_LINE_COUNT] = {
        [FATA_SC_ROUND1] = VG_WORDS("prima smazzata", "first round"),
        [FATA_SC_OWN] = VG_WORDS("{0} {0?tesoro|tesori} del proprio colore, personaggio scoperto",
                                 "{0} {0?treasure|treasures} of one's colour, character revealed"),
        [FATA_SC_OTHER] =
            VG_WORDS("valore di {0} {0?tesoro|tesori}", "value of {0} {0?treasure|treasures}"),
        [FATA_SC_HAND] = VG_WORDS("{0} {0?carta|carte} in mano", "{0} {0?card|cards} in hand"),
        [FATA_SC_FIRST] = VG_WORDS("valore di {0} {0?tesoro|tesori} nella prima smazzata",
                                   "value of {0} {0?treasure|treasures} in the first round"),
        [FATA_SC_OUT] = VG_WORDS("fuori dal gioco: nessun punto", "out of the game: no points"),
        [FATA_SC_RIVAL] =
            VG_WORDS("ha eliminato la stirpe rivale: vince", "eliminated the rival lineage: wins"),
        [FATA_SC_ALONE] = VG_WORDS("è solo in gioco: vince", "alone in the game: wins"),
        [FATA_SC_TIE] =
            VG_WORDS("spareggio: {0} {0?tesoro|tesori} del proprio colore, valore {1}",
                     "tie-break: {0} {0?treasure|treasures} of one's colour, worth {1}"),
    };
    char a[8], b[8];
    snprintf(a, sizeof a, "%d", line->arg[0]);
    snprintf(b, sizeof b, "%d", line->arg[1]);
    const char *const at[] = {a, b};
    vg_text_fill(out, words[line->kind].in[voice->lang], at, 2);
}

// ---- why not -------------------------------------------------------------------------

static const vg_words reasons[] = {
    VG_WORDS("non hai questa carta in mano (TS-09)", "you do not hold that card (TS-09)"),
    VG_WORDS("in una fila stanno tre visioni al massimo (FA-14)",
             "a row holds three visions at most (FA-14)"),
    VG_WORDS("ammaliamento e cambio della mano vengono prima, e uno solo a turno (FA-37)",
             "charm and exchange come first, and only one a turn (FA-37)"),
    VG_WORDS("si ruba prima di giocare visioni, una volta a turno (FA-12, FA-13)",
             "stealing comes before playing visions, once a turn (FA-12, FA-13)"),
    VG_WORDS("quella visione è protetta da un Velo di rugiada (FA-52)",
             "that vision is guarded by a Veil of Dew (FA-52)"),
    VG_WORDS("ti serve in fondo a una fila un simbolo che batte il suo, e un posto con lo stesso "
             "orientamento (FA-10, FA-11)",
             "you need a beating symbol last in a row, and a place of the same orientation (FA-10, "
             "FA-11)"),
    VG_WORDS("questo ammaliamento ora non ha su che cosa agire (FA-61)",
             "this charm has nothing to act on now (FA-61)"),
    VG_WORDS("ci si rivela solo nella seconda smazzata (FA-32)",
             "you can reveal yourself only in the second round (FA-32)"),
    VG_WORDS("il tuo personaggio è già scoperto (FA-32)",
             "your character is face up already (FA-32)"),
    VG_WORDS("una trimagia va eseguita (FA-16)", "a trimagic must be worked (FA-16)"),
    VG_WORDS("il tesoro va preso (FA-07)", "the treasure must be taken (FA-07)"),
    VG_WORDS("due file vuote sono uguali: comincia dalla fila a (FA-64)",
             "two empty rows are the same: begin with row a (FA-64)"),
    VG_WORDS("un ammaliamento non va nelle file: si gioca per primo, con \"charm\" (FA-37)",
             "a charm does not go into a row: it is played first, with \"charm\" (FA-37)"),
};

// The sentence that explains it, or -1.
static int reason(const fata_state *s, int seat, const char *verb, const char *what)
{
    vg_frame f = s->stack.frame[s->stack.count - 1];
    int k = fata_find_card(s, what);
    if (strcmp(verb, "reveal") == 0) return s->round == 1 ? 7 : 8;
    if (strcmp(verb, "stop") == 0 && f.phase == FATA_CAST) return 9;
    if (strcmp(verb, "end") == 0 && f.phase == FATA_TAKE) return 10;
    if (f.phase != FATA_TURN) return -1;
    if (strcmp(verb, "exchange") == 0) return s->stage ? 2 : -1;
    if (!k) return -1;
    bool charm = !fata_ed(s)->card[k].number;
    if (charm && s->hand[seat][k] && strcmp(verb, "play") == 0)
        return s->stage ? 2 : fata_charm_playable(s, seat, k) ? 12 : 6;
    if (strcmp(verb, "charm") == 0) return s->stage ? 2 : !s->hand[seat][k] ? 0 : 6;
    if (strcmp(verb, "play") == 0)
        return !s->hand[seat][k] ? 0 : s->row[seat][0][0] || s->row[seat][1][0] ? 1 : 11;
    if (strcmp(verb, "steal") != 0) return -1;
    if (s->stage > 1) return 3;
    for (int p = 0; p < s->seats; p++)
        for (int i = 0; i < 6; i++)
            if (s->row[p][i / 3][i % 3] == k && s->ward[p]) return 4;
    return 5;
}

void fata_why_not(const void *view, int seat, const char *text, const vg_voice *voice, vg_text *out)
{
    char verb[16] = "", what[40] = "";
    if (sscanf(text, "%15s %39s", verb, what) < 1) return;
    int why = reason(view, seat, verb, what);
    if (why >= 0) vg_text_add(out, reasons[why].in[voice->lang]);
}
