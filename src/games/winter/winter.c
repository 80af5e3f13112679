// winter.c: Winter Tales put together: setup, who is asked, and the loop that
// works off whatever needs no decision. The rules themselves are in turn.c,
// move.c, mission.c, epilogue.c, powers.c and goals.c.
#include "games/winter/rules.h"

#include <string.h>

// ---- setup ----

static const char *const no_yes[] = {"no", "yes"};
static const char *const judges[] = {"nobody", "vote", "0", "1", "2", "3", "4", "5", "6"};

static const char *const trap_ties[] = {"back", "pass"};

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
    [WINTER_OPT_WINTER_HAND] = {"winter-hand", 4, 6, 4, NULL,
                                VG_WORDS("con quante carte comincia ogni giocatore dell'Inverno",
                                         "how many cards each Winter player starts with"),
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
};

// The printed game is the default. The figures are in RULES.md and docs/balance.
static const vg_preset presets[] = {
    {"long-winter", VG_WORDS("Inverno lungo", "Long Winter"),
     VG_WORDS("Con le regole stampate e bot forti la Primavera vince circa quattro partite su "
              "cinque; con questa variante le fazioni sono quasi pari. Con bot deboli vince quasi "
              "sempre l'Inverno",
              "By the printed rules strong bots let Spring win about four games in five; with this "
              "variant the factions are nearly even. With weak bots Winter nearly always wins"),
     "WT-135", (const char *const[]){"stay-ready=yes", NULL}},
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

// ---- who is asked ----

bool winter_is_open(const winter_state *s)
{
    int phase = s->stack.frame[s->stack.count - 1].phase;
    return phase == WINTER_PHASE_TURN || phase == WINTER_PHASE_ACT || phase == WINTER_PHASE_JOIN;
}

// Seats with an opportunity, by what everybody knows: whether they can pay is their secret.
static uint16_t chances(const winter_state *s)
{
    if (!winter_is_open(s)) return 0;
    uint16_t seats = winter_goal_chances(s);
    if (!s->lying && !s->hope && !s->relic) return seats;
    for (int p = 0; p < s->seats; p++) {
        vg_move moves[VG_MAX_LEGAL];
        winter_list l = {moves, 0};
        if (s->lying) winter_rescue_legal(s, p, false, &l);
        winter_power_free_legal(s, p, &l);
        if (l.count) seats |= (uint16_t)(1u << p);
    }
    return seats;
}

vg_ask winter_ask(const void *state)
{
    const winter_state *s = state;
    vg_frame f = s->stack.frame[s->stack.count - 1];
    vg_ask ask = {.actor = (int8_t)f.seat, .kind = f.phase};
    switch ((winter_phase)f.phase) {
    case WINTER_PHASE_OVER: ask.actor = VG_NOBODY; break;
    case WINTER_PHASE_FIRST:
    case WINTER_PHASE_GOAL:
    case WINTER_PHASE_OPEN:
    case WINTER_PHASE_DEAL:
    case WINTER_PHASE_REVEAL: ask.actor = VG_CHANCE; break;
    case WINTER_PHASE_CONTEST: {
        uint8_t who[WINTER_TALES] = {0};
        winter_contenders(s, f, who);
        ask.actor = (int8_t)winter_seat_of(s, who[0]);
        ask.window = 1;
        break;
    }
    case WINTER_PHASE_CONFLICT: ask.actor = (int8_t)winter_fighter_seat(s, f); break;
    case WINTER_PHASE_JOIN:
    case WINTER_PHASE_PART:
    case WINTER_PHASE_FOLLOW: ask.window = 1; break;
    case WINTER_PHASE_CLAIM: ask.window = f.b != WINTER_OCC_SPY; break; // a spy cannot pass (WT-84)
    case WINTER_PHASE_DRAFT:
    case WINTER_PHASE_POSE:
    case WINTER_PHASE_SET:
    case WINTER_PHASE_INTRO:
    case WINTER_PHASE_TURN:
    case WINTER_PHASE_ACT:
    case WINTER_PHASE_SPEND:
    case WINTER_PHASE_TELL_MOVE:
    case WINTER_PHASE_ENTER:
    case WINTER_PHASE_RELOCATE:
    case WINTER_PHASE_BID:
    case WINTER_PHASE_ANSWER:
    case WINTER_PHASE_RISE:
    case WINTER_PHASE_MISSION:
    case WINTER_PHASE_JUDGE:
    case WINTER_PHASE_RETELL:
    case WINTER_PHASE_LEAD:
    case WINTER_PHASE_LAY:
    case WINTER_PHASE_LAST:
    case WINTER_PHASE_CONCLUDE:
    case WINTER_PHASE_REMEMBER:
    case WINTER_PHASE_SLOT:
    case WINTER_PHASE_TRIM:
    case WINTER_PHASE_EPILOGUE:
    case WINTER_PHASE_FINALE:
    case WINTER_PHASE_MARK:
    case WINTER_PHASE_CLOSE:
    case WINTER_PHASE_NAME:
    case WINTER_PHASE_STRIKE:
    case WINTER_PHASE_RETURN:
    case WINTER_PHASE_RAID:
    case WINTER_PHASE_GOALSLOT: break;
    case WINTER_PHASE_COUNT: assert(false);
    }
    if (ask.actor >= 0) ask.also = (uint16_t)(chances(s) & ~(1u << ask.actor));
    return ask;
}

// ---- what may be done ----

// The moves of the seat that is asked; opportunities come after.
static void asked_legal(const winter_state *s, vg_frame f, int seat, winter_list *l)
{
    switch ((winter_phase)f.phase) {
    case WINTER_PHASE_DRAFT:
    case WINTER_PHASE_POSE:
    case WINTER_PHASE_SET:
    case WINTER_PHASE_INTRO:
    case WINTER_PHASE_TURN:
    case WINTER_PHASE_TRIM: winter_turn_legal(s, f, seat, l); return;
    case WINTER_PHASE_ACT:
    case WINTER_PHASE_SPEND:
    case WINTER_PHASE_TELL_MOVE:
    case WINTER_PHASE_FOLLOW:
    case WINTER_PHASE_CONTEST:
    case WINTER_PHASE_CONFLICT:
    case WINTER_PHASE_RELOCATE:
    case WINTER_PHASE_BID:
    case WINTER_PHASE_ANSWER: winter_move_legal(s, f, seat, l); return;
    case WINTER_PHASE_JUDGE:
    case WINTER_PHASE_RETELL:
    case WINTER_PHASE_JOIN:
    case WINTER_PHASE_LEAD:
    case WINTER_PHASE_PART:
    case WINTER_PHASE_LAY:
    case WINTER_PHASE_LAST:
    case WINTER_PHASE_CONCLUDE:
    case WINTER_PHASE_REMEMBER:
    case WINTER_PHASE_SLOT: winter_mission_legal(s, f, seat, l); return;
    case WINTER_PHASE_FINALE:
    case WINTER_PHASE_MARK:
    case WINTER_PHASE_CLOSE: winter_epilogue_legal(s, f, seat, l); return;
    case WINTER_PHASE_NAME:
    case WINTER_PHASE_STRIKE: winter_power_legal(s, f, l); return;
    case WINTER_PHASE_CLAIM:
    case WINTER_PHASE_GOALSLOT: winter_goal_legal(s, f, seat, l); return;
    case WINTER_PHASE_OVER:
    case WINTER_PHASE_FIRST:
    case WINTER_PHASE_GOAL:
    case WINTER_PHASE_OPEN:
    case WINTER_PHASE_DEAL:
    case WINTER_PHASE_REVEAL:
    case WINTER_PHASE_ENTER:
    case WINTER_PHASE_RISE:
    case WINTER_PHASE_MISSION:
    case WINTER_PHASE_EPILOGUE:
    case WINTER_PHASE_RETURN:
    case WINTER_PHASE_RAID:
    case WINTER_PHASE_COUNT: return;
    }
}

static int legal(const void *state, int seat, vg_move out[VG_MAX_LEGAL])
{
    const winter_state *s = state;
    vg_frame f = s->stack.frame[s->stack.count - 1];
    vg_ask ask = winter_ask(s);
    winter_list l = {out, 0};
    if (seat == VG_CHANCE) return ask.actor == VG_CHANCE ? winter_chance_moves(s, f, &l) : 0;
    if (seat < 0 || ask.actor < 0) return 0;
    if (ask.actor == seat) asked_legal(s, f, seat, &l);
    if (winter_is_open(s)) {
        winter_rescue_legal(s, seat, true, &l);
        winter_power_free_legal(s, seat, &l);
        winter_goal_free_legal(s, seat, &l);
    }
    return l.count;
}

static vg_move chance(const void *state, vg_rng *rng)
{
    const winter_state *s = state;
    vg_frame f = s->stack.frame[s->stack.count - 1];
    if (f.phase == WINTER_PHASE_GOAL) { // copies weigh
        uint8_t left[WINTER_GOAL_COUNT];
        int total = winter_goal_left(s, left, f.a);
        return VG_MOVE(WINTER_MOVE_GOAL, vg_rng_pick(rng, left, (uint32_t)total), 0, 0);
    }
    if (f.phase == WINTER_PHASE_DEAL || f.phase == WINTER_PHASE_REVEAL) {
        uint32_t at = vg_rng_below(rng, (uint32_t)winter_count(&s->deck));
        return VG_MOVE(WINTER_MOVE_DRAW, winter_nth(&s->deck, (int)at), 0, 0);
    }
    vg_move moves[VG_MAX_LEGAL];
    winter_list l = {moves, 0};
    winter_chance_moves(s, f, &l);
    return moves[vg_rng_below(rng, (uint32_t)l.count)];
}

// ---- what happens ----

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

// Works off what needs no decision. `by` made the last move: a hand limit that does not bind its
// own owner passes in silence, but nobody else's move may tell that a hand is small (WT-11).
static void settle(winter_state *s, int by, vg_events *ev)
{
    for (;;) {
        if (s->stack.count == 0) {
            winter_next_turn(s, ev);
            continue;
        }
        vg_frame *f = vg_top(&s->stack);
        switch ((winter_phase)f->phase) {
        case WINTER_PHASE_DEAL:
            if (f->a && winter_refill(s, ev)) return;
            if (f->a) vg_emit(ev, WINTER_EVENT_SHORT, f->seat, 0, 0, 0, 0); // WT-18
            vg_pop(&s->stack);
            continue;
        case WINTER_PHASE_SPEND:
            if (f->a) return;
            vg_pop(&s->stack);
            continue;
        case WINTER_PHASE_ENTER: winter_enter(s, ev); continue;
        case WINTER_PHASE_CONTEST:
            if (f->a) return;
            vg_pop(&s->stack);
            winter_goal_linked(s, ev);
            continue;
        case WINTER_PHASE_RISE: winter_rise(s, ev); continue;
        case WINTER_PHASE_MISSION: winter_mission_settle(s, ev); continue;
        case WINTER_PHASE_TRIM:
            if (f->seat != by || f->b) return;
            if (winter_count(&s->hand[by]) > WINTER_HAND_LIMIT) {
                f->b = 1;
                vg_emit(ev, WINTER_EVENT_OVER, by, 0, 0, 0, 0);
                return;
            }
            vg_pop(&s->stack);
            continue;
        case WINTER_PHASE_EPILOGUE: winter_epilogue_settle(s, ev); continue;
        case WINTER_PHASE_RETURN: winter_return(s, ev); continue;
        case WINTER_PHASE_RAID: winter_raid(s, ev); continue;
        case WINTER_PHASE_CLAIM:
            if (winter_claim_settled(s)) continue;
            return;
        case WINTER_PHASE_OVER:
        case WINTER_PHASE_FIRST:
        case WINTER_PHASE_GOAL:
        case WINTER_PHASE_DRAFT:
        case WINTER_PHASE_POSE:
        case WINTER_PHASE_OPEN:
        case WINTER_PHASE_SET:
        case WINTER_PHASE_INTRO:
        case WINTER_PHASE_TURN:
        case WINTER_PHASE_ACT:
        case WINTER_PHASE_TELL_MOVE:
        case WINTER_PHASE_FOLLOW:
        case WINTER_PHASE_CONFLICT:
        case WINTER_PHASE_RELOCATE:
        case WINTER_PHASE_BID:
        case WINTER_PHASE_ANSWER:
        case WINTER_PHASE_JUDGE:
        case WINTER_PHASE_RETELL:
        case WINTER_PHASE_JOIN:
        case WINTER_PHASE_LEAD:
        case WINTER_PHASE_PART:
        case WINTER_PHASE_LAY:
        case WINTER_PHASE_LAST:
        case WINTER_PHASE_CONCLUDE:
        case WINTER_PHASE_REVEAL:
        case WINTER_PHASE_REMEMBER:
        case WINTER_PHASE_SLOT:
        case WINTER_PHASE_FINALE:
        case WINTER_PHASE_MARK:
        case WINTER_PHASE_CLOSE:
        case WINTER_PHASE_NAME:
        case WINTER_PHASE_STRIKE:
        case WINTER_PHASE_GOALSLOT:
        case WINTER_PHASE_COUNT: return;
        }
    }
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

static void asked_apply(winter_state *s, int seat, vg_move m, vg_events *ev)
{
    switch (vg_top(&s->stack)->phase) {
    case WINTER_PHASE_DRAFT:
    case WINTER_PHASE_POSE:
    case WINTER_PHASE_SET:
    case WINTER_PHASE_INTRO:
    case WINTER_PHASE_TURN:
    case WINTER_PHASE_TRIM: winter_turn_apply(s, seat, m, ev); return;
    case WINTER_PHASE_FINALE:
    case WINTER_PHASE_MARK:
    case WINTER_PHASE_CLOSE: winter_epilogue_apply(s, seat, m, ev); return;
    case WINTER_PHASE_JUDGE:
    case WINTER_PHASE_RETELL:
    case WINTER_PHASE_JOIN:
    case WINTER_PHASE_LEAD:
    case WINTER_PHASE_PART:
    case WINTER_PHASE_LAY:
    case WINTER_PHASE_LAST:
    case WINTER_PHASE_CONCLUDE:
    case WINTER_PHASE_REMEMBER:
    case WINTER_PHASE_SLOT: winter_mission_apply(s, seat, m, ev); return;
    default: winter_move_apply(s, seat, m, ev); return;
    }
}

static void apply(void *state, int seat, vg_move m, vg_events *ev)
{
    winter_state *s = state;
    int deck = s->deck_left;
    if (seat == VG_CHANCE) {
        winter_chance_apply(s, m, ev);
    } else if (vg_move_kind(m) == WINTER_MOVE_RESCUE) {
        vg_push(&s->stack, WINTER_PHASE_RISE, seat, vg_move_a(m), vg_move_b(m));
        vg_push(&s->stack, WINTER_PHASE_SPEND, seat, 2, WINTER_SPEND_RESCUE);
    } else if (!winter_power_apply(s, seat, m, ev) && !winter_goal_apply(s, seat, m, ev)) {
        asked_apply(s, seat, m, ev);
    }
    settle(s, seat, ev);
    if (deck && !s->deck_left) vg_emit(ev, WINTER_EVENT_EMPTY, VG_NOBODY, 0, 0, 0, 0);
}

static int first(const void *state)
{
    const winter_state *s = state;
    return s->first == 0xff ? -1 : s->first;
}

// ---- what only people tell apart ----

// The rules count cards and never look at them.
static int plain_card(int card) { return card && card <= WINTER_CARDS ? 1 : card; }

static vg_move plain_move(vg_move m)
{
    switch (vg_move_kind(m)) {
    case WINTER_MOVE_DRAW:
    case WINTER_MOVE_SPEND:
    case WINTER_MOVE_ATTACK:
    case WINTER_MOVE_TRAP:
    case WINTER_MOVE_PLAY:
    case WINTER_MOVE_REMEMBER:
        return VG_MOVE(vg_move_kind(m), plain_card(vg_move_a(m)), vg_move_b(m), vg_move_c(m));
    default: return m;
    }
}

static void plain_event(vg_event *e)
{
    int at = -1; // which argument is a card
    switch (e->kind) {
    case WINTER_EVENT_DREW:
    case WINTER_EVENT_SPENT:
    case WINTER_EVENT_PLAYED:
    case WINTER_EVENT_REMEMBERED:
    case WINTER_EVENT_TRIMMED: at = 0; break;
    case WINTER_EVENT_ATTACKED:
    case WINTER_EVENT_TRAPPED: at = 2; break;
    case WINTER_EVENT_MEMORY: at = 3; break;
    default: return;
    }
    e->arg[at] = (int16_t)plain_card(e->arg[at]);
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

// Phases without a row ask nobody: settle() works through them.
static const vg_ask_def asks[WINTER_PHASE_COUNT] = {
    [WINTER_PHASE_OVER] = {"over", "WT-63"},
    [WINTER_PHASE_FIRST] = {"first", "WT-02"},
    [WINTER_PHASE_GOAL] = {"objective", "WT-80"},
    [WINTER_PHASE_DRAFT] = {"draft", "WT-03"},
    [WINTER_PHASE_POSE] = {"pose", "WT-04"},
    [WINTER_PHASE_OPEN] = {"open", "WT-05"},
    [WINTER_PHASE_SET] = {"set", "WT-05"},
    [WINTER_PHASE_INTRO] = {"intro", "WT-06"},
    [WINTER_PHASE_DEAL] = {"draw", "WT-10"},
    [WINTER_PHASE_TURN] = {"turn", "WT-14"},
    [WINTER_PHASE_ACT] = {"act", "WT-19"},
    [WINTER_PHASE_SPEND] = {"spend", "WT-21"},
    [WINTER_PHASE_TELL_MOVE] = {"tell-move", "WT-131"},
    [WINTER_PHASE_FOLLOW] = {"follow", "WT-108"},
    [WINTER_PHASE_CONTEST] = {"contest", "WT-26"},
    [WINTER_PHASE_CONFLICT] = {"conflict", "WT-31"},
    [WINTER_PHASE_RELOCATE] = {"place", "WT-32"},
    [WINTER_PHASE_BID] = {"bid", "WT-35"},
    [WINTER_PHASE_ANSWER] = {"answer", "WT-36"},
    [WINTER_PHASE_JUDGE] = {"judge", "WT-55"},
    [WINTER_PHASE_RETELL] = {"retell", "WT-55"},
    [WINTER_PHASE_JOIN] = {"join", "WT-45"},
    [WINTER_PHASE_LEAD] = {"lead", "WT-49"},
    [WINTER_PHASE_PART] = {"part", "WT-47"},
    [WINTER_PHASE_LAY] = {"lay", "WT-47"},
    [WINTER_PHASE_LAST] = {"last", "WT-49"},
    [WINTER_PHASE_CONCLUDE] = {"conclude", "WT-50"},
    [WINTER_PHASE_REVEAL] = {"reveal", "WT-52"},
    [WINTER_PHASE_REMEMBER] = {"remember", "WT-51"},
    [WINTER_PHASE_SLOT] = {"slot", "WT-53"},
    [WINTER_PHASE_TRIM] = {"trim", "WT-16"},
    [WINTER_PHASE_FINALE] = {"finale", "WT-62"},
    [WINTER_PHASE_MARK] = {"mark", "WT-66"},
    [WINTER_PHASE_CLOSE] = {"close", "WT-63"},
    [WINTER_PHASE_NAME] = {"name", "WT-71"},
    [WINTER_PHASE_STRIKE] = {"strike", "WT-107"},
    [WINTER_PHASE_CLAIM] = {"claim", "WT-110"},
    [WINTER_PHASE_GOALSLOT] = {"goal-slot", "WT-81"},
};

static const char *const events[WINTER_EVENT_COUNT] = {
    [WINTER_EVENT_START] = "start",
    [WINTER_EVENT_GOAL] = "objective",
    [WINTER_EVENT_TOOK] = "took",
    [WINTER_EVENT_POSED] = "posed",
    [WINTER_EVENT_OPENED] = "opened",
    [WINTER_EVENT_SET] = "set",
    [WINTER_EVENT_INTRO] = "intro",
    [WINTER_EVENT_DREW] = "drew",
    [WINTER_EVENT_EMPTY] = "empty",
    [WINTER_EVENT_OVER] = "over-limit",
    [WINTER_EVENT_SHUFFLED] = "shuffled",
    [WINTER_EVENT_SHORT] = "short",
    [WINTER_EVENT_CHAPTER] = "chapter",
    [WINTER_EVENT_ACTIVATED] = "activated",
    [WINTER_EVENT_SKIPPED] = "skipped",
    [WINTER_EVENT_SPENT] = "spent",
    [WINTER_EVENT_TOLD_MOVE] = "told-move",
    [WINTER_EVENT_MOVED] = "moved",
    [WINTER_EVENT_PASSAGE] = "passage",
    [WINTER_EVENT_ENDED] = "ended",
    [WINTER_EVENT_ATTACKED] = "attacked",
    [WINTER_EVENT_PLAYED] = "played",
    [WINTER_EVENT_YIELDED] = "yielded",
    [WINTER_EVENT_BEATEN] = "beaten",
    [WINTER_EVENT_HELD] = "held",
    [WINTER_EVENT_SHELTERED] = "sheltered",
    [WINTER_EVENT_PLACED] = "placed",
    [WINTER_EVENT_TRAPPED] = "trapped",
    [WINTER_EVENT_BID] = "bid",
    [WINTER_EVENT_SPRUNG] = "sprung",
    [WINTER_EVENT_BACK] = "back",
    [WINTER_EVENT_RESCUED] = "rescued",
    [WINTER_EVENT_GENERATED] = "generated",
    [WINTER_EVENT_RESOLVING] = "resolving",
    [WINTER_EVENT_JUDGED] = "judged",
    [WINTER_EVENT_RETOLD] = "retold",
    [WINTER_EVENT_STAYED_OUT] = "stayed-out",
    [WINTER_EVENT_PART] = "part",
    [WINTER_EVENT_RESULT] = "result",
    [WINTER_EVENT_CONCLUDED] = "concluded",
    [WINTER_EVENT_REMEMBERED] = "remembered",
    [WINTER_EVENT_MEMORY] = "memory",
    [WINTER_EVENT_TRIMMED] = "trimmed",
    [WINTER_EVENT_EPILOGUE] = "epilogue",
    [WINTER_EVENT_FINALE_DONE] = "finale-done",
    [WINTER_EVENT_MARKED] = "marked",
    [WINTER_EVENT_WON] = "won",
    [WINTER_EVENT_HANDED] = "handed",
    [WINTER_EVENT_CLOSED] = "closed",
    [WINTER_EVENT_POWER] = "power",
    [WINTER_EVENT_HOPE] = "hope",
    [WINTER_EVENT_FOLLOWED] = "followed",
    [WINTER_EVENT_HORROR] = "horror",
    [WINTER_EVENT_SPEECH] = "speech",
    [WINTER_EVENT_GIVEN] = "given",
    [WINTER_EVENT_STRUCK] = "struck",
    [WINTER_EVENT_KILLED] = "killed",
    [WINTER_EVENT_RESTORED] = "restored",
    [WINTER_EVENT_SWAPPED] = "swapped",
    [WINTER_EVENT_NO_SPY] = "no-spy",
    [WINTER_EVENT_SHOWN] = "shown",
    [WINTER_EVENT_SCORED] = "scored",
};

static const char *const editions[] = {"veglia", "custom"};
extern const char *const winter_rules[];

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
    .asks = asks,
    .ask_count = WINTER_PHASE_COUNT,
    .events = events,
    .event_count = WINTER_EVENT_COUNT,
    .fields = winter_fields,
    .field_count = WINTER_FIELD_COUNT,
    .rules = winter_rules,
    .notation = &winter_notation,
    .setup = setup,
    .ask = winter_ask,
    .legal = legal,
    .chance = chance,
    .apply = apply,
    .score = winter_score,
    .first = first,
    .resample = winter_resample,
    .evaluate = winter_evaluate,
    .settled = winter_settled,
    .outlook = winter_outlook,
    .plain_move = plain_move,
    .plain_event = plain_event,
    .move_text = winter_move_text,
    .move_label = winter_move_label,
    .prompt = winter_prompt,
    .event_text = winter_event_text,
    .score_text = winter_score_text,
    .why_not = winter_why_not,
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
