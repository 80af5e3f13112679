// why.c: why a move of Winter Tales is not allowed, with the rule that says so.
#include "games/winter/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum reason {
    NO_REASON,
    NOT_HELD,
    MUST_ACTIVATE,
    NOT_READY,
    NOT_YOURS,
    MUST_TRIM,
    LIES,
    MOVEMENT_OVER,
    BEARER_STAYS,
    NO_CARD_TO_MOVE,
    NOT_NEXT,
    NO_FREE_MOVE,
    NO_PASSAGE,
    GUEST_ACTS,
    WRONG_TOKEN,
    TOKEN_ELSEWHERE,
    TOKEN_USED,
    PLACE_TAKEN,
    RESCUE_CLOSED,
    RESCUE_POOR,
    RESCUE_FAR,
    RESCUE_STANDS,
    BID_TOO_HIGH,
    OTHER_FACTION,
    TAKEN,
    WRONG_START,
    SLOT_TAKEN,
    SLOT_NO_ICON,
    WRITER_HALF,
    WRITER_SIDE,
    JUDGE_ONCE,
    SPY_MUST,
    NAME_FIRST,
    HORROR_WAITS,
    MEMORY_NOT_WON,
    REASON_COUNT
} reason;

static const vg_words words[REASON_COUNT] = {
    [NO_REASON] = VG_WORDS("", ""),
    [NOT_HELD] =
        VG_WORDS("non hai in mano questa carta (WS-24)", "you do not hold this card (WS-24)"),
    [MUST_ACTIVATE] = VG_WORDS("hai un Personaggio pronto: devi attivarlo (WT-14)",
                               "you have a ready character and must activate one (WT-14)"),
    [NOT_READY] = VG_WORDS("questo Personaggio è già stato attivato (WT-14)",
                           "this character has been activated already (WT-14)"),
    [NOT_YOURS] =
        VG_WORDS("questo Personaggio non è tuo (WS-16)", "this character is not yours (WS-16)"),
    [MUST_TRIM] = VG_WORDS("hai più di sette carte: devi scartare (WT-16)",
                           "you hold more than seven cards and must discard (WT-16)"),
    [LIES] = VG_WORDS("chi è a terra non si muove e non agisce (WS-43)",
                      "whoever is down neither moves nor acts (WS-43)"),
    [MOVEMENT_OVER] = VG_WORDS("ha perso un Conflitto: il suo movimento è finito (WT-32)",
                               "a conflict was lost: the movement is over (WT-32)"),
    [BEARER_STAYS] = VG_WORDS("porta la Missione in corso: non può muoversi (WT-46)",
                              "whoever bears the mission being resolved stays (WT-46)"),
    [NO_CARD_TO_MOVE] = VG_WORDS("per muoverti ti serve una carta da scartare (WS-18)",
                                 "moving takes a card to discard (WS-18)"),
    [NOT_NEXT] = VG_WORDS("questa casella non è accanto a quella dove sei (WS-05)",
                          "that space is not next to this one (WS-05)"),
    [NO_FREE_MOVE] = VG_WORDS("non ha un movimento gratuito da usare ora (WT-91)",
                              "there is no free movement to use now (WT-91)"),
    [NO_PASSAGE] =
        VG_WORDS("il passaggio segreto si usa prima di muoversi, se lo si ha (WT-92)",
                 "a secret passage is used before moving, by those who have one (WT-92)"),
    [GUEST_ACTS] = VG_WORDS("fuori dal tuo turno puoi solo partecipare alla Missione (WS-20)",
                            "out of turn you can only take part in the mission (WS-20)"),
    [WRONG_TOKEN] = VG_WORDS("questa Missione è dell'altra fazione (WT-42)",
                             "this mission is the other faction's (WT-42)"),
    [TOKEN_ELSEWHERE] = VG_WORDS("la Missione non è in questa casella (WT-42)",
                                 "the mission is not in this space (WT-42)"),
    [TOKEN_USED] = VG_WORDS("questa Missione è in gioco o è già stata affrontata (WT-44)",
                            "this mission is in play or has been faced already (WT-44)"),
    [PLACE_TAKEN] = VG_WORDS("lì non si può mettere: un Luogo tiene una sola Missione (WT-09)",
                             "it cannot go there: a place takes one mission (WT-09)"),
    [RESCUE_CLOSED] =
        VG_WORDS("ora non si può fare un Salvataggio (WT-40)", "a rescue is not open now (WT-40)"),
    [RESCUE_POOR] =
        VG_WORDS("un Salvataggio costa due carte (WT-39)", "a rescue costs two cards (WT-39)"),
    [RESCUE_FAR] =
        VG_WORDS("salva solo chi è in piedi, della stessa fazione e nella stessa casella "
                 "(WT-39)",
                 "only somebody standing, of the same faction and in the same space, can rescue "
                 "(WT-39)"),
    [RESCUE_STANDS] =
        VG_WORDS("questo Personaggio non è a terra (WT-39)", "this character is not down (WT-39)"),
    [BID_TOO_HIGH] = VG_WORDS("non hai tante carte da impegnare (WT-35)",
                              "you do not have so many cards to commit (WT-35)"),
    [OTHER_FACTION] = VG_WORDS("non è della tua fazione, o ne hai già abbastanza (WT-03)",
                               "it is not of your faction, or you have enough (WT-03)"),
    [TAKEN] = VG_WORDS("l'ha già scelto qualcuno (WT-03)", "somebody has taken it (WT-03)"),
    [WRONG_START] =
        VG_WORDS("le Fiabe cominciano in un Luogo, i Soldati su una Piazza, dove non c'è "
                 "nessuno (WT-04)",
                 "Fables start in a place, Soldiers on a square, where nobody stands "
                 "(WT-04)"),
    [SLOT_TAKEN] = VG_WORDS("questo riquadro non è libero o non c'è (WT-53)",
                            "that slot is not free, or not there (WT-53)"),
    [SLOT_NO_ICON] = VG_WORDS("gli Obiettivi vanno in un riquadro libero con il simbolo (WT-81)",
                              "objectives go in a free slot with an icon (WT-81)"),
    [WRITER_HALF] = VG_WORDS("lo Scrittore gioca al più metà delle sue carte (WT-62)",
                             "the Writer plays at most half of their cards (WT-62)"),
    [WRITER_SIDE] = VG_WORDS("lo Scrittore gioca per una fazione sola (WT-62)",
                             "the Writer plays for one faction only (WT-62)"),
    [JUDGE_ONCE] = VG_WORDS("un altro racconto si chiede una volta sola (WT-55)",
                            "another telling is asked for once (WT-55)"),
    [SPY_MUST] = VG_WORDS("la Spia va rivelata (WT-84)", "the Spy must be shown (WT-84)"),
    [NAME_FIRST] = VG_WORDS("hai più Personaggi lì: di' prima con chi (WT-130)",
                            "you have several characters there: say first with whom (WT-130)"),
    [HORROR_WAITS] = VG_WORDS("il Gelido Orrore si usa senza Soldati pronti, una volta nel turno "
                              "(WT-106)",
                              "the Icy Horror is used with no Soldiers ready, once in the turn "
                              "(WT-106)"),
    [MEMORY_NOT_WON] = VG_WORDS("il Ricordo è una carta della fazione che ha vinto (WT-102)",
                                "the memory is a card of the side that won (WT-102)"),
};

typedef struct request {
    char verb[12], first[24], second[24];
} request;

static bool is(const char *a, const char *b) { return strcmp(a, b) == 0; }

static reason why_step(const winter_state *s, vg_frame f, int seat, const request *r)
{
    int to = winter_find_space(r->first), mission = winter_running(s);
    if (winter_lies(s, f.a)) return LIES;
    if (f.b & WINTER_ACT_HALTED) return MOVEMENT_OVER;
    if (mission && s->token[mission] == WINTER_ON + f.a) return BEARER_STAYS;
    if (is(r->verb, "passage")) return NO_PASSAGE;
    if (to > 0 && !(winter_next(s, s->where[f.a]) >> to & 1)) return NOT_NEXT;
    if (is(r->verb, "glide")) return NO_FREE_MOVE;
    if (!(f.b & WINTER_ACT_STEPS) && winter_none(&s->hand[seat])) return NO_CARD_TO_MOVE;
    return NO_REASON;
}

static reason why_mission(const winter_state *s, vg_frame f, const request *r)
{
    int t = winter_find_mission(r->first);
    if (t < 0) return NO_REASON;
    if (f.b & WINTER_ACT_GUEST) return GUEST_ACTS;
    if (winter_lies(s, f.a)) return LIES;
    if (winter_missions[t].side != winter_side_of(f.a)) return WRONG_TOKEN;
    if (is(r->verb, "resolve")) return TOKEN_ELSEWHERE;
    return s->token[t] != WINTER_POOL ? TOKEN_USED : PLACE_TAKEN;
}

static reason why_rescue(const winter_state *s, int seat, const request *r)
{
    int c = winter_find_char(r->first);
    if (c < 0) return NO_REASON;
    if (!winter_is_open(s)) return RESCUE_CLOSED;
    if (!winter_lies(s, c)) return RESCUE_STANDS;
    return winter_count(&s->hand[seat]) < 2 ? RESCUE_POOR : RESCUE_FAR;
}

static reason why_finale(const winter_state *s, int seat, const request *r)
{
    int side = is(r->second, "winter") ? WINTER_WINTER : WINTER_SPRING;
    if (winter_faction(s, seat) != WINTER_WRITER) return NO_REASON;
    return s->part[seat] && s->part[seat] != 1 + side ? WRITER_SIDE : WRITER_HALF;
}

static reason why_setup(const winter_state *s, vg_frame f, const request *r)
{
    int c = winter_find_char(r->first);
    if (f.phase == WINTER_PHASE_DRAFT && c > 0) return s->owner[c] ? TAKEN : OTHER_FACTION;
    if (f.phase == WINTER_PHASE_POSE && winter_find_space(r->first) > 0) return WRONG_START;
    if (f.phase == WINTER_PHASE_SET) return PLACE_TAKEN;
    return NO_REASON;
}

static reason find_reason(const winter_state *s, vg_frame f, int seat, const request *r)
{
    if (is(r->verb, "rescue")) return why_rescue(s, seat, r);
    if (winter_ask(s).actor != seat) return NO_REASON; // the table says whose turn it is
    int card = winter_find_card(r->first), c = winter_find_char(r->first);
    bool played =
        is(r->verb, "play") || is(r->verb, "spend") || is(r->verb, "attack") || is(r->verb, "trap");
    if (played && card > 0 && !winter_has(&s->hand[seat], card)) return NOT_HELD;
    switch (f.phase) {
    case WINTER_PHASE_DRAFT:
    case WINTER_PHASE_POSE:
    case WINTER_PHASE_SET: return why_setup(s, f, r);
    case WINTER_PHASE_TURN:
        if (is(r->verb, "pass")) return MUST_ACTIVATE;
        if (is(r->verb, "horror") && s->horror_on) return HORROR_WAITS;
        if (!is(r->verb, "activate") || c < 0) return NO_REASON;
        return winter_seat_of(s, c) == seat ? NOT_READY : NOT_YOURS;
    case WINTER_PHASE_JOIN:
        if (!is(r->verb, "join") || c < 0) return NO_REASON;
        return winter_seat_of(s, c) == seat ? NOT_READY : NOT_YOURS;
    case WINTER_PHASE_ACT:
        if (is(r->verb, "step") || is(r->verb, "glide") || is(r->verb, "passage"))
            return why_step(s, f, seat, r);
        if (is(r->verb, "generate") || is(r->verb, "resolve")) return why_mission(s, f, r);
        return NO_REASON;
    case WINTER_PHASE_CONTEST: {
        uint8_t who[WINTER_TALES];
        bool stops = is(r->verb, "attack") || is(r->verb, "trap");
        return stops && winter_contenders(s, f, who) > 1 ? NAME_FIRST : NO_REASON;
    }
    case WINTER_PHASE_TRIM: return is(r->verb, "done") ? MUST_TRIM : NO_REASON;
    case WINTER_PHASE_BID:
        return is(r->verb, "bid") && atoi(r->first) > 0 ? BID_TOO_HIGH : NO_REASON;
    case WINTER_PHASE_SLOT: return is(r->verb, "slot") ? SLOT_TAKEN : NO_REASON;
    case WINTER_PHASE_GOALSLOT: return is(r->verb, "slot") ? SLOT_NO_ICON : NO_REASON;
    case WINTER_PHASE_JUDGE: return is(r->verb, "retell") ? JUDGE_ONCE : NO_REASON;
    case WINTER_PHASE_CLAIM: return is(r->verb, "pass") ? SPY_MUST : NO_REASON;
    case WINTER_PHASE_REMEMBER: return card > 0 ? MEMORY_NOT_WON : NO_REASON;
    case WINTER_PHASE_FINALE: return is(r->verb, "play") ? why_finale(s, seat, r) : NO_REASON;
    default: return NO_REASON;
    }
}

void winter_why_not(const void *view, int seat, const char *text, const vg_voice *voice,
                    vg_text *out)
{
    const winter_state *s = view;
    request r = {.verb = ""};
    if (seat < 0 || seat >= s->seats || s->first == 0xff) return;
    if (sscanf(text, "%11s %23s %23s", r.verb, r.first, r.second) < 1) return;
    vg_frame f = s->stack.frame[s->stack.count - 1];
    vg_text_add(out, words[find_reason(s, f, seat, &r)].in[voice->lang]);
}
