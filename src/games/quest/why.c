// why.c: why a move of Quest for Legend is not allowed, with the rule that says so.
#include "games/quest/quest.h"

#include <stdio.h>
#include <string.h>

typedef enum reason {
    NO_REASON,
    NOT_YOUR_TURN,
    PUT_TOO_LATE,
    PUT_JUST_STARTED,
    PUT_WHILE_DISCARDING,
    PUT_NOT_RESOURCE,
    NO_SUCH_MISSION,
    ALREADY_COMPLETED,
    PARTNERS_MISSION,
    NOT_IN_HAND,
    NOT_NEEDED,
    NOTHING_FITS,
    NOWHERE_NEEDED,
    PAIR_NOT_NEEDED,
    PAIR_NOT_HELD,
    DECLARE_NOT_SPECIAL,
    DECLARE_TOO_MUCH,
    START_TOO_EARLY,
    START_LAST_ROUND,
    START_NOT_MISSION,
    START_USELESS,
    DISCARD_NOT_NOW,
    DRAW_BY_ITSELF,
    MUST_DISCARD,
    REASON_COUNT
} reason;

// {0} is the card, {1} the mission, {2} the hero's pair and {3} what it stands for; {4} agrees with
// {3} and {5} with {0}.
static const vg_words words[REASON_COUNT] = {
    [NO_REASON] = VG_WORDS("", ""),
    [NOT_YOUR_TURN] = VG_WORDS("non è il tuo turno (QS-09)", "it is not your turn (QS-09)"),
    [PUT_TOO_LATE] = VG_WORDS(
        "la prima fase è passata: le risorse si mettono prima di iniziare missioni (QS-09)",
        "phase 1 is over: resources are put before missions are started (QS-09)"),
    [PUT_JUST_STARTED] = VG_WORDS(
        "una tua missione riceve carte solo nella prima fase, da un tuo turno successivo a "
        "quello in cui l'hai iniziata (QL-04)",
        "a mission of yours takes cards in phase 1 only, from your next turn on after "
        "you start it (QL-04)"),
    [PUT_WHILE_DISCARDING] = VG_WORDS("ora devi solo scartare fino a cinque carte (QS-18)",
                                      "now you can only discard down to five cards (QS-18)"),
    [PUT_NOT_RESOURCE] =
        VG_WORDS("sotto una missione si mettono solo risorse: imbarcazione (boat), appoggio divino "
                 "(favour), compagni (crew), equipaggiamento (equipment) (QS-07)",
                 "only resources go under a mission: boat, favour, crew, equipment (QS-07)"),
    [NO_SUCH_MISSION] = VG_WORDS("sul tavolo non c'è questa missione (QS-07)",
                                 "there is no such mission on the table (QS-07)"),
    [ALREADY_COMPLETED] = VG_WORDS("«{1}» è già stata completata: la gemella non conta più (QL-06)",
                                   "“{1}” is already completed: its twin is useless (QL-06)"),
    [PARTNERS_MISSION] =
        VG_WORDS("è una missione del tuo compagno: non puoi metterci carte (QL-20)",
                 "that is your partner's mission: you may not put cards there (QL-20)"),
    [NOT_IN_HAND] = VG_WORDS("non hai in mano {0} (QS-09)", "you do not hold {0} (QS-09)"),
    [NOT_NEEDED] =
        VG_WORDS("a «{1}» non {5?manca|mancano} {0} (QL-02)", "“{1}” does not need {0} (QL-02)"),
    [NOTHING_FITS] = VG_WORDS("non hai in mano nulla che manchi a «{1}» (QL-02)",
                              "you hold nothing that “{1}” still needs (QL-02)"),
    [NOWHERE_NEEDED] = VG_WORDS("a nessuna missione sul tavolo {5?manca|mancano} {0} (QL-02)",
                                "no mission on the table still needs {0} (QL-02)"),
    [PAIR_NOT_NEEDED] =
        VG_WORDS("{2} insieme valgono {3}, e a «{1}» non {4?manca|mancano} {3} (QL-12)",
                 "{2} together count as {3}, and “{1}” does not need {3} (QL-12)"),
    [PAIR_NOT_HELD] =
        VG_WORDS("per lo scambio ti servono in mano {2}: il tuo eroe usa questa coppia (QL-12)",
                 "the exchange needs {2} in hand: that is your hero's pair (QL-12)"),
    [DECLARE_NOT_SPECIAL] = VG_WORDS("«{1}» non è la missione del tuo eroe: niente sconto (QL-09)",
                                     "“{1}” is not your hero's own mission: no discount (QL-09)"),
    [DECLARE_TOO_MUCH] =
        VG_WORDS("lo sconto vale una sola risorsa, e a «{1}» ne mancano di più (QL-09)",
                 "the discount is one resource only, and “{1}” still needs more (QL-09)"),
    [START_TOO_EARLY] =
        VG_WORDS("prima chiudi la fase delle risorse con \"done\", poi inizi missioni (QS-09)",
                 "first close the phase of resources with \"done\", then start missions (QS-09)"),
    [START_LAST_ROUND] = VG_WORDS("nell'ultimo turno non si iniziano missioni (QL-15)",
                                  "no mission is started in the last turn (QL-15)"),
    [START_NOT_MISSION] = VG_WORDS("si inizia solo una carta missione (QS-16)",
                                   "only a mission can be started (QS-16)"),
    [START_USELESS] = VG_WORDS("«{1}» è già stata completata: non si può più iniziare (QL-06)",
                               "“{1}” is already completed: it can no longer be started (QL-06)"),
    [DISCARD_NOT_NOW] =
        VG_WORDS("si scarta solo in fondo al turno, quando hai più di cinque carte (QL-08)",
                 "one discards only at the end of a turn, above five cards (QL-08)"),
    [DRAW_BY_ITSELF] =
        VG_WORDS("si pesca una sola carta, da sé, quando hai chiuso le prime due fasi (QL-01)",
                 "one card is drawn, by itself, once you close the first two phases (QL-01)"),
    [MUST_DISCARD] = VG_WORDS("hai più di cinque carte: devi scartare (QS-18)",
                              "you hold more than five cards: you must discard (QS-18)"),
};

// What a refused line was about, as far as it could be read.
typedef struct request {
    char verb[12], first[24], second[24];
    int card; // kind, or -1
    int slot; // on the table, or below 0 as quest_find_slot says
} request;

static reason wrong_phase(const quest_state *s, int seat, const request *r)
{
    if (s->phase == QUEST_DISCARD) return PUT_WHILE_DISCARDING;
    if (s->phase != QUEST_START) return NO_REASON;
    return r->slot >= 0 && s->slot[r->slot].owner == seat + 1 ? PUT_JUST_STARTED : PUT_TOO_LATE;
}

// What keeps `seat` from touching the mission it named at all.
static reason wrong_mission(const quest_state *s, int seat, const request *r)
{
    if (r->slot < -1 && s->done >> ((-2 - r->slot) / 4) & 1) return ALREADY_COMPLETED;
    if (r->slot < 0) return NO_SUCH_MISSION;
    if (!quest_may_touch(s, seat, s->slot[r->slot].owner - 1)) return PARTNERS_MISSION;
    return wrong_phase(s, seat, r);
}

static reason why_put(const quest_state *s, int seat, const request *r)
{
    if (!*r->second && r->slot >= 0) { // the mission alone
        reason no = wrong_mission(s, seat, r);
        return no ? no : NOTHING_FITS;
    }
    if (r->card < 0 || r->card >= QUEST_RESOURCES) return PUT_NOT_RESOURCE;
    if (!*r->second && s->phase == QUEST_PUT) // the card alone
        return s->hand[seat][r->card] ? NOWHERE_NEEDED : NOT_IN_HAND;
    reason no = wrong_mission(s, seat, r);
    if (no) return no;
    if (!s->hand[seat][r->card]) return NOT_IN_HAND;
    return s->slot[r->slot].missing[r->card] ? NO_REASON : NOT_NEEDED;
}

static reason why_pair(const quest_state *s, int seat, const request *r)
{
    reason no = wrong_mission(s, seat, r);
    if (no) return no;
    if (!s->slot[r->slot].missing[quest_hero_of(s, seat)->pair_for]) return PAIR_NOT_NEEDED;
    return PAIR_NOT_HELD;
}

static reason why_declare(const quest_state *s, int seat, const request *r)
{
    reason no = wrong_mission(s, seat, r);
    if (no) return no;
    return r->slot >> 1 != quest_hero_of(s, seat)->special ? DECLARE_NOT_SPECIAL : DECLARE_TOO_MUCH;
}

static reason why_start(const quest_state *s, int seat, const request *r)
{
    if (r->card < QUEST_RESOURCES) return START_NOT_MISSION;
    if (s->ending) return START_LAST_ROUND;
    if (s->phase == QUEST_DISCARD) return PUT_WHILE_DISCARDING;
    if (!s->hand[seat][r->card]) return NOT_IN_HAND;
    if (s->done >> (r->card - QUEST_RESOURCES) & 1) return START_USELESS;
    return s->phase == QUEST_PUT ? START_TOO_EARLY : NO_REASON;
}

static reason find_reason(const quest_state *s, int seat, const request *r)
{
    if (s->phase < QUEST_PUT) return NO_REASON;
    if (seat != s->turn) return NOT_YOUR_TURN;
    if (!strcmp(r->verb, "put")) return why_put(s, seat, r);
    if (!strcmp(r->verb, "pair")) return why_pair(s, seat, r);
    if (!strcmp(r->verb, "declare")) return why_declare(s, seat, r);
    if (!strcmp(r->verb, "start")) return why_start(s, seat, r);
    if (!strcmp(r->verb, "draw")) return DRAW_BY_ITSELF;
    if (!strcmp(r->verb, "done") && s->phase == QUEST_DISCARD) return MUST_DISCARD;
    if (!strcmp(r->verb, "discard") && r->card >= 0) {
        if (s->phase != QUEST_DISCARD) return DISCARD_NOT_NOW;
        if (!s->hand[seat][r->card]) return NOT_IN_HAND;
    }
    return NO_REASON;
}

void quest_why_not(const void *view, int seat, const char *text, const vg_voice *voice,
                   vg_text *out)
{
    const quest_state *s = view;
    const quest_edition *e = quest_cards(s);
    request r = {.card = -1, .slot = -1};
    if (seat < 0 || seat >= s->seats || !s->hero[seat] ||
        sscanf(text, "%11s %23s %23s", r.verb, r.first, r.second) < 1)
        return;
    const char *mission = !strcmp(r.verb, "put") && *r.second ? r.second : r.first;
    r.card = quest_find_kind(e, r.first, strlen(r.first));
    r.slot = quest_find_slot(s, mission, strlen(mission));
    reason no = find_reason(s, seat, &r);
    const quest_hero *hero = quest_hero_of(s, seat);
    vg_lang lang = voice->lang;
    int named = r.slot >= 0                 ? r.slot >> 1
                : r.slot < -1               ? (-2 - r.slot) / 4
                : r.card >= QUEST_RESOURCES ? r.card - QUEST_RESOURCES
                                            : -1;
    char pair[96], card[96];
    vg_text two = VG_TEXT(pair), one = VG_TEXT(card);
    if (r.card >= 0) quest_say_kind(e, r.card, lang, &one);
    quest_pair_words(e, s->hero[seat] - 1, lang, &two);
    const char *const args[] = {
        card,
        named >= 0 ? e->mission[named].name.in[lang] : "",
        pair,
        e->resource[hero->pair_for].name.in[lang],
        quest_number(hero->pair_for),
        quest_number(r.card),
    };
    vg_text_fill(out, words[no].in[lang], args, 6);
}
