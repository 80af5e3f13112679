// winter.c: Winter Tales put together: setup, opportunities, verbs that mean something else in
// each phase, soundness. The rules themselves are in turn.c, move.c, mission.c, epilogue.c,
// powers.c and goals.c; winter.def says which function of theirs is whose.
#include "games/winter/rules.h"

#include <string.h>

// ---- setup ----

static const char *const no_yes[] = {"no", "yes"};
static const char *const judges[] = {"nobody", "vote", "0", "1", "2", "3", "4", "5", "6"};

static const char *const trap_ties[] = {"back", "pass"};
static const char *const winter_hands[] = {"3", "4", "5", "6", "table"};
static const char *const winter_leads[] = {"0", "1", "2", "3", "table"};

static const vg_option options[WINTER_OPT_COUNT] = {
    [WINTER_OPT_MEMORIES] = {"memories", 3, 7, 3, NULL,
                             VG_WORDS("quanti Ricordi portano all'Epilogo (con il modulo Obiettivi "
                                      "3 e 4 valgono 5)",
                                      "how many memories lead to the epilogue (with the module "
                                      "Objectives 3 and 4 mean 5)"),
                             "WT-67"},
    [WINTER_OPT_POWERS] = {"powers", 0, 1, 0, no_yes,
                           VG_WORDS("modulo Poteri: le Missioni riuscite lasciano un Potere",
                                    "module Powers: missions won leave a power"),
                           "WT-70"},
    [WINTER_OPT_GOALS] =
        {"objectives", 0, 1, 0, no_yes,
         VG_WORDS("modulo Obiettivi: ognuno ha un Obiettivo segreto; si giocano almeno "
                  "5 Ricordi, anche se ne scegli meno",
                  "module Objectives: everyone has a secret objective; at least 5 memories "
                  "are played, even if you choose fewer"),
         "WT-81"},
    [WINTER_OPT_ABILITIES] = {"abilities", 0, 1, 0, no_yes,
                              VG_WORDS("modulo Abilità: ogni Personaggio ha la sua",
                                       "module Abilities: every character has one"),
                              "WT-90"},
    [WINTER_OPT_CHAPTERS] = {"chapters", 0, 20, 0, NULL,
                             VG_WORDS("dopo quanti Capitoli si passa comunque all'Epilogo (0: mai, "
                                      "come nel regolamento)",
                                      "after how many chapters the epilogue comes anyway (0: "
                                      "never, as in the sheet)"),
                             "WT-68"},
    [WINTER_OPT_ONE_CONFLICT] = {"one-conflict", 0, 1, 0, no_yes,
                                 VG_WORDS("un solo Conflitto per ogni ingresso",
                                          "one conflict for each entry"),
                                 "WT-28"},
    [WINTER_OPT_COUNTS] = {"show-counts", 0, 1, 0, no_yes,
                           VG_WORDS("si vede quante carte ha ognuno",
                                    "everyone sees how many cards each holds"),
                           "WT-11"},
    [WINTER_OPT_EPILOGUE_MARK] = {"bookmark-epilogue", 0, 1, 0, no_yes,
                                  VG_WORDS("nell'Epilogo chi narra sposta il Segnalibro",
                                           "in the epilogue each teller moves the bookmark"),
                                  "WT-66"},
    [WINTER_OPT_JUDGE] = {"judge", 0, 8, 0, judges,
                          VG_WORDS("il Giudice Narrativo: nessuno, il voto degli altri, o un posto",
                                   "the narrative judge: nobody, a vote of the others, or a seat"),
                          "WT-55"},
    [WINTER_OPT_AUTO_FAIL] = {"auto-fail", 0, 1, 0, no_yes,
                              VG_WORDS("un racconto rifiutato due volte fa fallire la Missione",
                                       "a telling refused twice fails the mission"),
                              "WT-55"},
    [WINTER_OPT_HORROR_WAITS] = {"horror-waits", 0, 1, 0, no_yes,
                                 VG_WORDS("il Gelido Orrore si usa solo senza alcun Personaggio "
                                          "pronto, nemmeno una Fiaba",
                                          "the Icy Horror is used only with no character ready, "
                                          "not even a Fable"),
                                 "WT-106"},
    [WINTER_OPT_TELL_MOVES] = {"tell-moves", 0, 1, 0, no_yes,
                               VG_WORDS("Movimento Narrativo: ogni movimento si racconta a partire "
                                        "dalla carta scartata",
                                        "narrated movement: every movement is told from the card "
                                        "discarded for it"),
                               "WT-131"},
    [WINTER_OPT_STAY_READY] = {"stay-ready", 0, 1, 0, no_yes,
                               VG_WORDS(
                                   "un Soldato attivato per una Missione della Primavera resta "
                                   "pronto",
                                   "a Soldier activated for a mission of Spring stays ready"),
                               "WT-132"},
    [WINTER_OPT_WINTER_HAND] = {"winter-hand", 3, WINTER_HAND_TABLE, 4, winter_hands,
                                VG_WORDS("con quante carte comincia ogni giocatore dell'Inverno; "
                                         "table: quattro, ma fino a cinque posti con tutti i "
                                         "moduli cinque, da sei in su senza moduli cinque e con "
                                         "tutti tre",
                                         "how many cards each Winter player starts with; table: "
                                         "four, but up to five seats with all modules five, from "
                                         "six seats on five without modules and three with all"),
                                "WT-136"},
    [WINTER_OPT_TRAP_TIE] = {"trap-tie", 0, 1, 0, trap_ties,
                             VG_WORDS("se un Trabocchetto finisce pari il Soldato torna indietro, "
                                      "o passa",
                                      "when a trap is drawn the Soldier goes back, or passes"),
                             "WT-133"},
    [WINTER_OPT_WINTER_FIRST] = {"winter-first", 0, 1, 0, no_yes,
                                 VG_WORDS("il primo turno è dell'Inverno",
                                          "the first turn is Winter's"),
                                 "WT-134"},
    [WINTER_OPT_WINTER_LEAD] = {"winter-lead", 0, WINTER_LEAD_TABLE, 0, winter_leads,
                                VG_WORDS("quanti punti in più ha l'Inverno nell'Epilogo; table: "
                                         "uno da sei posti in su senza moduli, se no nessuno",
                                         "how many points more Winter has in the epilogue; table: "
                                         "one with six seats and more and no modules, otherwise "
                                         "none"),
                                "WT-137"},
};

// The printed game is the default. The figures are in RULES.md and docs/balance.
static const vg_preset presets[] = {
    {"long-winter", VG_WORDS("Inverno lungo", "Long Winter"),
     VG_WORDS("Con le regole stampate e bot forti la Primavera vince circa quattro partite su "
              "cinque; con questa variante le fazioni sono quasi pari. Con bot deboli vince quasi "
              "sempre l'Inverno",
              "By the printed rules strong bots let Spring win about four games in five; with this "
              "variant the factions are nearly even. With weak bots Winter nearly always wins"),
     "WT-135",
     (const char *const[]){"stay-ready=yes", "winter-hand=table", "winter-lead=table", NULL}},
};

static vg_err setup(void *state, const vg_setup *how, vg_lang lang, vg_text *why)
{
    winter_state *s = state;
    memset(s, 0, sizeof *s);
    s->seats = how->seats;
    s->edition = how->edition;
    for (int i = 0; i < WINTER_OPT_COUNT; i++) s->option[i] = (uint8_t)how->option[i];
    int judge = s->option[WINTER_OPT_JUDGE] - WINTER_JUDGE_SEAT;
    if (judge >= s->seats) {
        vg_text_printf(why,
                       lang == VG_IT ? "il posto %d non c'è: non può fare da giudice"
                                     : "there is no seat %d to be the judge",
                       judge);
        return VG_ERR_SETUP;
    }
    int missions = 0; // there is one Artefact (WT-07), and every mission leaves a memory
    for (int t = 1; t < WINTER_MISSION_COUNT; t++) {
        bool in_play = winter_ed(s)->in_play[t];
        if (!in_play) s->token[t] = WINTER_OUT;
        missions += in_play && !(t == WINTER_RELIC_W && winter_ed(s)->in_play[WINTER_RELIC_S]);
    }
    if (missions < winter_memories(s)) {
        vg_text_printf(why,
                       lang == VG_IT ? "%d Missioni non bastano per %d Ricordi"
                                     : "%d missions are too few for %d memories",
                       missions, winter_memories(s));
        return VG_ERR_SETUP;
    }
    for (int c = 1; c <= WINTER_CARDS; c++) winter_add(&s->deck, c);
    s->first = 0xff;
    if (how->first < 0)
        vg_push(&s->stack, WINTER_PHASE_FIRST, 0, 0, 0);
    else
        winter_begin(s, how->first, NULL);
    winter_tally(s);
    return VG_OK;
}

// ---- opportunities ----

bool winter_is_open(const winter_state *s)
{
    int phase = s->stack.frame[s->stack.count - 1].phase;
    return phase == WINTER_PHASE_TURN || phase == WINTER_PHASE_ACT || phase == WINTER_PHASE_JOIN;
}

// Seats with an opportunity, by what everybody knows: whether they can pay is their secret.
static uint16_t opportunities(const winter_state *s)
{
    if (!winter_is_open(s)) return 0;
    uint16_t seats = winter_goal_chances(s) | winter_rescue_seats(s, 0);
    for (int p = 0; (s->hope || s->relic) && p < s->seats; p++) {
        vg_move moves[VG_MAX_LEGAL];
        if (winter_power_free_moves(s, p, moves)) seats |= (uint16_t)(1u << p);
    }
    return seats;
}

static int opportunity_moves(const winter_state *s, int seat, vg_move out[])
{
    if (!winter_is_open(s)) return 0;
    int n = winter_rescue_moves(s, seat, out);
    n += winter_power_free_moves(s, seat, out + n);
    return n + winter_goal_free_moves(s, seat, out + n);
}

// ---- cards ----

void winter_leave(winter_state *s, int seat, int card)
{
    winter_drop(&s->hand[seat], card);
    s->held[seat]--;
    int era = winter_era(s, card);
    if (era) s->old[seat][era - 1]--;
}

void winter_throw(winter_state *s, int seat, int card)
{
    winter_leave(s, seat, card);
    winter_add(&s->discard, card);
}

void winter_tally(winter_state *s)
{
    memset(s->mixed, 0, sizeof s->mixed);
    memset(s->old, 0, sizeof s->old);
    for (int c = 1; c <= WINTER_CARDS; c++) winter_add(&s->mixed[0], c);
    for (int p = 0; p < s->seats; p++) s->held[p] = (uint8_t)winter_count(&s->hand[p]);
    s->deck_left = (uint8_t)winter_count(&s->deck);
}

// Eras of which nobody holds a card any more are forgotten; should there be too many all the same,
// the oldest become one, which needs no set: its cards are in none.
void winter_renewed(winter_state *s)
{
    const int last = WINTER_ERAS - 1;
    winter_cards mixed[WINTER_ERAS] = {s->discard};
    uint8_t old[WINTER_SEATS][WINTER_ERAS] = {{0}};
    for (int e = 0, to = 1; e <= last; e++) {
        int sum = 0, count[WINTER_SEATS];
        if (e == last) to = last;
        for (int p = 0; p < s->seats; p++) {
            count[p] = e ? s->old[p][e - 1] : winter_count(&s->hand[p]);
            for (int i = 0; !e && i < last; i++) count[p] -= s->old[p][i];
            sum += count[p];
        }
        if (!sum) continue;
        for (int p = 0; p < s->seats; p++) old[p][to - 1] = (uint8_t)(old[p][to - 1] + count[p]);
        if (to < last) mixed[to++] = s->mixed[e];
    }
    memcpy(s->mixed, mixed, sizeof s->mixed);
    for (int p = 0; p < s->seats; p++) memcpy(s->old[p], old[p], sizeof s->old[p]);
}

static void tell_empty(const winter_state *s, int before, vg_events *ev)
{
    if (before && !s->deck_left) vg_emit(ev, WINTER_EVENT_EMPTY, VG_NOBODY, 0, 0, 0, 0);
}

// ---- one verb in several phases ----

static int list_one(int kind, vg_move out[])
{
    out[0] = VG_MOVE(kind, 0, 0, 0);
    return 1;
}

// To stay out, or to go along.
static int follow_moves(vg_move out[])
{
    return list_one(WINTER_MOVE_PASS, out) + list_one(WINTER_MOVE_FOLLOW, out + 1);
}

static int answer_moves(const winter_state *s, int seat, vg_move out[])
{
    int n = list_one(WINTER_MOVE_DONE, out);
    return n + winter_card_moves(&s->hand[seat], WINTER_MOVE_PLAY, out + n);
}

static void start(winter_state *s, int first, vg_events *ev)
{
    vg_pop(&s->stack);
    winter_begin(s, first, ev);
}

// A frame is over and somebody is told.
static void leave(winter_state *s, int event, vg_events *ev)
{
    vg_frame f = vg_pop(&s->stack);
    vg_emit(ev, event, f.seat, 0, 0, 0, 0);
}

static void tell(winter_state *s, vg_frame f, vg_events *ev)
{
    vg_pop(&s->stack);
    switch (f.phase) {
    case WINTER_PHASE_INTRO: vg_emit(ev, WINTER_EVENT_INTRO, f.seat, 0, 0, 0, 0); return;
    case WINTER_PHASE_RETELL: vg_emit(ev, WINTER_EVENT_RETOLD, f.seat, 0, 0, 0, 0); return;
    case WINTER_PHASE_TELL_MOVE:
        vg_emit(ev, WINTER_EVENT_TOLD_MOVE, f.seat, f.a, f.b, 0, 0);
        return;
    case WINTER_PHASE_CONCLUDE:
        vg_emit(ev, WINTER_EVENT_CONCLUDED, f.seat, f.a, s->fresh.colour, 0, 0);
        return;
    default: assert(false);
    }
}

static void pass(winter_state *s, vg_frame f, int seat, vg_events *ev)
{
    switch (f.phase) {
    case WINTER_PHASE_TURN: leave(s, WINTER_EVENT_SKIPPED, ev); return;
    case WINTER_PHASE_JOIN:
    case WINTER_PHASE_PART: leave(s, WINTER_EVENT_STAYED_OUT, ev); return;
    case WINTER_PHASE_FOLLOW: winter_follow(s, false, ev); return;
    case WINTER_PHASE_CONTEST: winter_contend(s); return;
    case WINTER_PHASE_CONFLICT: winter_yield(s, seat, ev); return;
    case WINTER_PHASE_NAME: vg_pop(&s->stack); return;
    case WINTER_PHASE_CLAIM: winter_no_claim(s, ev); return;
    default: assert(false);
    }
}

static void play(winter_state *s, vg_frame f, int seat, int card, int for_side, vg_events *ev)
{
    switch (f.phase) {
    case WINTER_PHASE_CONFLICT: winter_strike_back(s, seat, card, ev); return;
    case WINTER_PHASE_ANSWER: winter_answer(s, card, ev); return;
    case WINTER_PHASE_LEAD:
    case WINTER_PHASE_LAY:
    case WINTER_PHASE_LAST: winter_lay(s, seat, card, ev); return;
    case WINTER_PHASE_FINALE: winter_tell_finale(s, seat, card, for_side - 1, ev); return;
    default: assert(false);
    }
}

static void done(winter_state *s, vg_frame f, int seat, vg_events *ev)
{
    switch (f.phase) {
    case WINTER_PHASE_ANSWER: winter_spring_trap(s, ev); return;
    case WINTER_PHASE_LEAD:
    case WINTER_PHASE_LAY:
    case WINTER_PHASE_LAST: vg_pop(&s->stack); return;
    case WINTER_PHASE_TRIM: winter_trim(s, seat, 0, ev); return;
    case WINTER_PHASE_FINALE: winter_finale_done(s, ev); return;
    default: assert(false);
    }
}

static void spend(winter_state *s, vg_frame f, int seat, int card, vg_events *ev)
{
    if (f.phase == WINTER_PHASE_TRIM)
        winter_trim(s, seat, card, ev);
    else
        winter_pay(s, card, ev);
}

static void with(winter_state *s, vg_frame f, int seat, int c, vg_events *ev)
{
    if (f.phase == WINTER_PHASE_CONTEST)
        winter_contend_with(s, c);
    else
        winter_part(s, seat, c, ev);
}

static void put_memory(winter_state *s, vg_frame f, int seat, int slot, vg_events *ev)
{
    if (f.phase == WINTER_PHASE_SLOT)
        winter_put_memory(s, seat, slot, ev);
    else
        winter_goal_slot(s, slot, ev);
}

static void end(winter_state *s, vg_events *ev)
{
    vg_frame f = vg_pop(&s->stack);
    vg_emit(ev, WINTER_EVENT_ENDED, f.seat, f.a, 0, 0, 0);
}

// Are there cards to pay still?
static bool spend_stands(winter_state *s, vg_frame f)
{
    if (!f.a) vg_pop(&s->stack);
    return f.a;
}

#define VG_STATE winter_state
#include "engine/play.h"

static int first(const void *state)
{
    const winter_state *s = state;
    return s->first == 0xff ? -1 : s->first;
}

// ---- soundness ----

static const char *check_cards(const winter_state *s)
{
    for (int c = 1; c <= WINTER_CARDS; c++) {
        int n = winter_has(&s->deck, c) + winter_has(&s->discard, c) + winter_has(&s->laid[0], c) +
                winter_has(&s->laid[1], c);
        for (int p = 0; p < WINTER_SEATS; p++) n += winter_has(&s->hand[p], c);
        bool kept = false;
        for (int i = 0; i < WINTER_SLOTS; i++) kept |= s->memory[i].card == c;
        n += kept || s->fresh.card == c;
        if (n != 1) return "a narration card was lost or doubled";
    }
    if (s->deck_left != winter_count(&s->deck)) return "the tally of the deck is wrong";
    for (int p = 0; p < WINTER_SEATS; p++) {
        int n = winter_count(&s->hand[p]);
        if (p >= s->seats && n) return "a seat that is not there holds cards";
        if (s->bid[p] > n) return "a bid is larger than the hand";
        if (s->held[p] != n) return "the tally of a hand is wrong";
        int old[WINTER_ERAS] = {0};
        for (int c = 1; c <= WINTER_CARDS; c++)
            if (winter_has(&s->hand[p], c)) old[winter_era(s, c)]++;
        for (int e = 1; e < WINTER_ERAS; e++)
            if (s->old[p][e - 1] != old[e]) return "the tally of old cards is wrong";
    }
    for (int i = 0; i < s->stack.count; i++) {
        vg_frame f = s->stack.frame[i];
        if (f.phase == WINTER_PHASE_SPEND && f.a > winter_count(&s->hand[f.seat]))
            return "a seat owes more cards than it has";
    }
    return NULL;
}

static const char *check_people(const winter_state *s)
{
    for (int c = 1; c < WINTER_CHAR_COUNT; c++) {
        if (s->where[c] >= WINTER_SPACE_COUNT) return "a character stands nowhere";
        if (s->where[c] && !s->owner[c]) return "a character in town is nobody's";
        bool gone = !s->where[c];
        if (gone && winter_lies(s, c)) return "a character lies nowhere";
        if ((s->dead >> c & 1) && (!gone || winter_is_ready(s, c) || c > WINTER_TALES))
            return "a dead tale acts";
    }
    for (int t = 1; t < WINTER_MISSION_COUNT; t++) {
        int at = s->token[t];
        if (at > WINTER_ON && at < WINTER_ON + WINTER_CHAR_COUNT && !s->where[at - WINTER_ON])
            return "a mission hangs on nobody";
        for (int u = t + 1; u < WINTER_MISSION_COUNT; u++)
            if (winter_is_place(at) && at == s->token[u]) return "two missions in one place";
    }
    int relics =
        (s->token[WINTER_RELIC_S] != WINTER_POOL && s->token[WINTER_RELIC_S] != WINTER_OUT) +
        (s->token[WINTER_RELIC_W] != WINTER_POOL && s->token[WINTER_RELIC_W] != WINTER_OUT);
    if (relics > 1) return "two Artefacts";
    if (s->refuge && s->refuge == s->horror) return "the Horror in the refuge";
    return NULL;
}

static const char *check_goals(const winter_state *s)
{
    for (int side = 0; side < 2; side++) {
        uint8_t left[WINTER_GOAL_COUNT];
        winter_goal_left(s, left, side);
        for (int g = 1; g < WINTER_GOAL_COUNT; g++)
            if (left[g] > winter_ed(s)->copies[g]) return "an objective was doubled";
        for (int p = 0; p < WINTER_SEATS; p++) {
            int goal = s->goal[p][side], stage = s->goal_stage[p][side];
            if ((goal != 0) != (stage == 1 || stage == 2)) return "an objective is lost";
            if (stage == 2 && s->goal_open[p][side] != goal) return "an objective shows another";
        }
    }
    for (int p = 0; p < WINTER_SEATS; p++) {
        int thrown[2] = {0, 0};
        for (int g = 1; g < WINTER_GOAL_COUNT; g++)
            thrown[winter_goals[g].side] += s->goal_pile[p][g];
        if (thrown[WINTER_SPRING] != s->thrown[p][WINTER_THROWN_SPRING] ||
            thrown[WINTER_WINTER] !=
                s->thrown[p][WINTER_THROWN_WINTER] + s->thrown[p][WINTER_THROWN_NO_SPY] ||
            s->goal_pile[p][WINTER_SPY] > s->thrown[p][WINTER_THROWN_WINTER])
            return "the tally of swapped objectives is wrong";
        if (s->no_spy >> p & 1 &&
            (s->goal_stage[p][WINTER_WINTER] != 1 || s->goal[p][WINTER_WINTER] == WINTER_SPY))
            return "a Spy was not shown";
    }
    return NULL;
}

const char *winter_check(const void *state)
{
    const winter_state *s = state;
    if (s->stack.count == 0) return "no question is open";
    const char *wrong = check_cards(s);
    if (!wrong) wrong = check_people(s);
    if (!wrong) wrong = check_goals(s);
    for (int i = 0; !wrong && i < WINTER_SLOTS; i++)
        if (i >= winter_memories(s) && s->memory[i].colour) wrong = "a memory behind the epilogue";
    if (!wrong && s->bookmark && !s->memory[s->bookmark - 1].colour) wrong = "a lost bookmark";
    return wrong;
}

// ---- the game ----

static const char *const editions[] = {"veglia", "custom"};
extern const char *const winter_rules[];

static int winter_side_played(const void *state, int seat)
{
    return (int)winter_faction(state, seat);
}

const vg_game winter_game = {
    .id = "winter",
    .name = "Winter Tales",
    .tagline = VG_WORDS("Fiabe e Soldati si contendono il finale di una storia raccontata insieme",
                        "Fables and Soldiers contend for the end of a story told together"),
    .rules_version = 3,
    .min_seats = 3,
    .max_seats = WINTER_SEATS,
    .minutes = 90,
    // A chapter draws at most 14 x 4 + 28 cards, and one more activation by New Hope; a card buys
    // at most two steps, each asking fewer than ten others. Twenty chapters stay below this for
    // sure; where nothing forces an end (WT-68) so do the 255 the state can count, unless every one
    // of them is spent walking.
    .max_length = 60000,
    .state_size = sizeof(winter_state),
    .turn_at = offsetof(winter_state, turn),
    .factions = true,
    .nearer = 2, // a turn with its mission asks everybody several times
    .sway = 10,  // ... and who comes decides it
    .options = options,
    .option_count = WINTER_OPT_COUNT,
    .presets = presets,
    .preset_count = sizeof presets / sizeof presets[0],
    .editions = editions,
    .edition_count = WINTER_EDITION_COUNT,
    VG_ROWS,
    .fields = winter_fields,
    .field_count = WINTER_FIELD_COUNT,
    .gists = winter_gists,
    .gist_count = WINTER_GIST_COUNT,
    .gist = winter_gist,
    .rules = winter_rules,
    .setup = setup,
    .score = winter_score,
    .first = first,
    .faction = winter_side_played,
    .resample = winter_resample,
    .evaluate = winter_evaluate,
    .foreseen = winter_foreseen,
    .settled = winter_settled,
    .outlook = winter_outlook,
    .why = winter_why,
    .show = winter_show,
    .print = winter_print,
    .catalog = winter_catalog,
    .dump = winter_dump,
    .edit = winter_edit,
    .check = winter_check,
    .traits = winter_traits,
    .pairs = "character",
    .tuning = &winter_tuning,
    .facts = winter_facts,
    .saga = &winter_saga,
    .board = winter_board,
};
