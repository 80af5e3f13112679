// quest.c: the rules of Quest for Legend.
//
// A turn is four phases in a fixed order: put, start, draw, discard. Putting
// and starting are chains of small moves closed by `done`; drawing is chance's.
// A seat is spared a phase only where everybody can see that it has nothing to
// do there: a question skipped because of a hidden hand would betray it.
#include "games/quest/quest.h"

#include <string.h>

vg_err quest_setup(void *state, const vg_setup *how, vg_lang lang, vg_text *why)
{
    quest_state *s = state;
    if (how->option[QUEST_OPT_PAIRS] && how->seats != 4) {
        vg_text_add(why, lang == VG_IT ? "a coppie si gioca solo in quattro (QL-20)"
                                       : "pairs need exactly four seats (QL-20)");
        return VG_ERR_SETUP;
    }
    memset(s, 0, sizeof *s);
    s->seats = how->seats;
    s->edition = how->edition;
    s->pairs = (uint8_t)how->option[QUEST_OPT_PAIRS];
    s->partner_help = s->pairs && how->option[QUEST_OPT_PARTNER_HELP];
    s->tie_break = (uint8_t)how->option[QUEST_OPT_TIE_BREAK];
    s->one_deck = how->option[QUEST_OPT_DECKS] == 1;
    s->decks = 1;
    for (int r = 0; r < QUEST_RESOURCES; r++) s->deck[r] = quest_cards(s)->resource[r].copies;
    for (int m = 0; m < QUEST_MISSIONS; m++)
        s->deck[QUEST_RESOURCES + m] = (uint8_t)quest_copies(s, m);
    s->deck_count = (uint8_t)vg_sum(s->deck, QUEST_KINDS);
    if (s->deck_count <= QUEST_HAND * s->seats) {
        vg_text_add(why, lang == VG_IT ? "il mazzo non basta per cinque carte a testa (QS-08)"
                                       : "the deck is too small for five cards each (QS-08)");
        return VG_ERR_SETUP;
    }
    if (how->first < 0) { // QL-26
        s->first = 0xff;
        s->phase = QUEST_PHASE_FIRST;
    } else {
        s->first = s->turn = (uint8_t)how->first;
        s->phase = QUEST_PHASE_HERO;
    }
    return VG_OK;
}

// ---- what may be done --------------------------------------------------------

// The resource a pair in this hand could stand for, as a bit; 0 if the hand has no such pair.
static unsigned pair_bit(const quest_hero *hero, const uint8_t *hand)
{
    int a = hero->pair[0], b = hero->pair[1];
    return (unsigned)((hand[a] > (a == b)) & (hand[b] > 0)) << hero->pair_for;
}

// The missions on the table that `hero` could close without another card, as bits (QL-09, QL-31).
static uint32_t closable(const quest_state *s, const quest_hero *hero)
{
    int at = hero->special * QUEST_TWINS;
    return (uint32_t)((s->slot[at].left <= 1) | (s->slot[at + 1].left <= 1) << 1) << at;
}

// The missions on the table under which `seat` may put cards, as bits.
static uint32_t within_reach(const quest_state *s, int seat)
{
    uint32_t reach = s->table;
    for (uint32_t left = s->pairs ? reach : 0; left; left &= left - 1)
        if (!quest_may_touch(s, seat, s->slot[vg_lowest(left)].owner - 1)) reach &= ~(left & -left);
    return reach;
}

static int put_moves(const quest_state *s, int seat, vg_move out[])
{
    const quest_hero *hero = quest_hero_of(s, seat);
    const uint8_t *hand = s->hand[seat];
    unsigned held = (unsigned)vg_kinds_in(hand, QUEST_RESOURCES), pair = pair_bit(hero, hand);
    uint32_t close = closable(s, hero);
    vg_move *next = out; // what does not fit is written over: no branch could foresee it
    for (uint32_t left = within_reach(s, seat); left; left &= left - 1) {
        int at = vg_lowest(left);
        quest_slot q = s->slot[at];
        next += vg_list_set(next, q.open & held, QUEST_RESOURCES, // QL-02
                            VG_MOVE(QUEST_MOVE_PUT, 0, at, 0));
        *next = VG_MOVE(QUEST_MOVE_PAIR, at, 0, 0);
        next += (q.open & pair) != 0;
        *next = VG_MOVE(QUEST_MOVE_DECLARE, at, 0, 0);
        next += close >> at & 1;
    }
    *next++ = VG_MOVE(QUEST_MOVE_DONE, 0, 0, 0);
    return (int)(next - out);
}

static int start_moves(const quest_state *s, int seat, vg_move out[])
{
    uint64_t held = vg_kinds_in(s->hand[seat] + QUEST_RESOURCES, QUEST_MISSIONS);
    int n = vg_list_set(out, held & ~(uint64_t)s->done, QUEST_MISSIONS, // QL-06
                        VG_MOVE(QUEST_MOVE_START, 0, 0, 0));
    out[n++] = VG_MOVE(QUEST_MOVE_DONE, 0, 0, 0);
    return n;
}

static int kinds_in(const uint8_t *count, int move, vg_move out[])
{
    return vg_list_set(out, vg_kinds_in(count, QUEST_KINDS), QUEST_KINDS, VG_MOVE(move, 0, 0, 0));
}

// Bit h: hero h is not dealt yet.
static unsigned free_heroes(const quest_state *s)
{
    unsigned left = (1u << QUEST_HEROES) - 1;
    for (int p = 0; p < s->dealt; p++) left &= ~(1u << (s->hero[p] - 1));
    return left;
}

static int hero_moves(const quest_state *s, vg_move out[])
{
    int n = 0;
    for (unsigned left = free_heroes(s); left; left &= left - 1)
        out[n++] = VG_MOVE(QUEST_MOVE_HERO, s->dealt, vg_lowest(left), 0);
    return n;
}

static int first_moves(const quest_state *s, vg_move out[])
{
    for (int p = 0; p < s->seats; p++) out[p] = VG_MOVE(QUEST_MOVE_FIRST, p, 0, 0);
    return s->seats;
}

static vg_move draw_any(const quest_state *s, vg_rng *rng)
{
    return VG_MOVE(QUEST_MOVE_DRAW, vg_rng_pick(rng, s->deck, QUEST_KINDS, s->deck_count), 0, 0);
}

// ---- turns -------------------------------------------------------------------

bool quest_can_put(const quest_state *s, int seat)
{
    uint32_t reach = within_reach(s, seat);
    return (s->hand_count[seat] ? reach : reach & closable(s, quest_hero_of(s, seat))) != 0;
}

static void after_put(quest_state *s)
{
    s->phase = s->hand_count[s->turn] ? QUEST_PHASE_START : QUEST_PHASE_DRAW; // QL-23
}

static void begin_turn(quest_state *s)
{
    if (quest_can_put(s, s->turn))
        s->phase = QUEST_PHASE_PUT;
    else
        after_put(s);
}

static void over(quest_state *s, vg_events *ev)
{
    s->phase = QUEST_PHASE_OVER;
    vg_emit(ev, QUEST_EVENT_OVER, VG_NOBODY, 0, 0, 0, 0);
}

static void end_turn(quest_state *s, vg_events *ev)
{
    do {
        if (s->ending && s->last_left-- == 0) {
            s->last_left = 0;
            over(s, ev);
            return;
        }
        s->turn = (uint8_t)(s->turn + 1 == s->seats ? 0 : s->turn + 1);
    } while (s->ending && !quest_can_put(s, s->turn)); // QL-15: a last turn is phase 1 only
    if (s->ending)
        s->phase = QUEST_PHASE_PUT;
    else
        begin_turn(s);
}

// ---- missions ----------------------------------------------------------------

int quest_lay_mission(quest_state *s, int owner, int mission)
{
    int at = mission * QUEST_TWINS;
    if (s->slot[at].owner) {
        if (s->slot[at].owner - 1 > owner) // the twins lie in order of owner
            s->slot[at + 1] = s->slot[at];
        else
            at++;
        s->table |= 1u << (mission * QUEST_TWINS + 1);
    }
    s->table |= 1u << (mission * QUEST_TWINS);
    quest_slot q = {.owner = (uint8_t)(owner + 1)};
    for (int r = 0; r < QUEST_RESOURCES; r++) {
        uint8_t need = quest_cards(s)->mission[mission].need[r];
        q.missing[r] = need;
        q.left = (uint8_t)(q.left + need);
        q.open = (uint8_t)(q.open | (need != 0) << r);
    }
    s->slot[at] = q;
    return at;
}

// Takes the mission off the table; what lay under it goes to `pile` (by resource).
static void clear_slot(quest_state *s, int at, uint8_t *pile)
{
    for (int r = 0; r < QUEST_RESOURCES; r++) pile[r] = (uint8_t)(pile[r] + s->slot[at].laid[r]);
    int base = at & ~1;
    if (at == base) s->slot[base] = s->slot[base + 1]; // a lone copy sits in copy 0
    s->slot[base + 1] = (quest_slot){0};
    s->table &= ~(1u << (base + (s->slot[base].owner != 0)));
}

// The last need of a mission is filled: by its owner's side it is completed, else aborted (QL-03).
static void finish(quest_state *s, int seat, int at, vg_events *ev)
{
    int mission = at >> 1, owner = s->slot[at].owner - 1;
    int points = quest_cards(s)->mission[mission].points;
    if (!quest_allies(s, seat, owner)) { // QL-05
        clear_slot(s, at, s->discard);
        s->discard[QUEST_RESOURCES + mission]++;
        vg_emit(ev, QUEST_EVENT_ABORTED, seat, quest_owned(mission, owner), 0, 0, 0);
        return;
    }
    clear_slot(s, at, s->aside);
    s->won[mission] = (uint8_t)(owner + 1);
    s->done = (uint16_t)(s->done | 1u << mission);
    vg_emit(ev, QUEST_EVENT_COMPLETED, owner, mission, points, 0, 0);
    int twin = mission * QUEST_TWINS;
    if (s->slot[twin].owner) { // QL-06
        s->beaten[mission] = s->slot[twin].owner;
        clear_slot(s, twin, s->aside);
        vg_emit(ev, QUEST_EVENT_SUPERSEDED, s->beaten[mission] - 1, mission, points, 0, 0);
    }
    if (s->done == quest_all(s)) { // QL-16
        vg_emit(ev, QUEST_EVENT_ALL_DONE, VG_NOBODY, 0, 0, 0, 0);
        over(s, ev);
    }
}

// One need of `resource` is met; the hero's own mission wants one card less (QL-09, QL-11, QL-31).
static void fill(quest_state *s, int seat, int at, int resource, vg_events *ev)
{
    quest_slot *q = &s->slot[at];
    int more = --q->missing[resource] > 0, own = at >> 1 == quest_hero_of(s, seat)->special;
    q->open = (uint8_t)((q->open & ~(1u << resource)) | (unsigned)more << resource);
    if (--q->left <= own) finish(s, seat, at, ev);
}

// A card leaves a hand before everybody's eyes.
static void leave(quest_state *s, int seat, int kind)
{
    s->hand[seat][kind]--;
    s->hand_count[seat]--;
    if (s->decks == 2) s->shown[s->shown_count++] = quest_shown(kind, seat, s->drew_count[seat]);
}

static void lay(quest_state *s, int seat, int at, int resource)
{
    leave(s, seat, resource);
    s->slot[at].laid[resource]++;
}

static int owned(const quest_state *s, int at)
{
    return quest_owned(at >> 1, s->slot[at].owner - 1);
}

static void put(quest_state *s, int seat, int at, int resource, vg_events *ev)
{
    lay(s, seat, at, resource);
    vg_emit(ev, QUEST_EVENT_PUT, seat, resource, owned(s, at), 0, 0);
    fill(s, seat, at, resource, ev);
}

static void put_pair(quest_state *s, int seat, int at, vg_events *ev) // QL-12
{
    const quest_hero *hero = quest_hero_of(s, seat);
    lay(s, seat, at, hero->pair[0]);
    lay(s, seat, at, hero->pair[1]);
    vg_emit(ev, QUEST_EVENT_PAIR, seat, s->hero[seat] - 1, hero->pair_for, owned(s, at), 0);
    fill(s, seat, at, hero->pair_for, ev);
}

static void declare(quest_state *s, int seat, int at, vg_events *ev)
{
    vg_emit(ev, QUEST_EVENT_DECLARED, seat, owned(s, at), 0, 0, 0);
    finish(s, seat, at, ev);
}

static void start(quest_state *s, int seat, int mission, vg_events *ev)
{
    leave(s, seat, QUEST_RESOURCES + mission);
    quest_lay_mission(s, seat, mission);
    vg_emit(ev, QUEST_EVENT_STARTED, seat, mission, 0, 0, 0);
}

// ---- drawing -----------------------------------------------------------------

static void take(quest_state *s, int seat, int kind)
{
    s->deck[kind]--;
    s->deck_count--;
    s->hand[seat][kind]++;
    s->hand_count[seat]++;
}

// The deck is used up: the discards become the second one (QL-14), or the last round comes (QL-15,
// QL-39).
static void deck_ended(quest_state *s, vg_events *ev)
{
    int discards = vg_sum(s->discard, QUEST_KINDS);
    if (s->decks == 1 && discards && !s->one_deck) {
        memcpy(s->deck, s->discard, sizeof s->deck);
        memcpy(s->second, s->discard, sizeof s->second);
        memset(s->discard, 0, sizeof s->discard);
        s->deck_count = (uint8_t)discards;
        s->decks = 2;
        vg_emit(ev, QUEST_EVENT_SECOND, VG_NOBODY, discards, 0, 0, 0);
    } else {
        s->ending = 1;
        s->last_left = s->seats;
        vg_emit(ev, QUEST_EVENT_LAST, VG_NOBODY, 0, 0, 0, 0);
    }
}

static void deal(quest_state *s, int kind, vg_events *ev)
{
    int seat = (s->first + s->dealt) % s->seats;
    take(s, seat, kind);
    vg_emit_veiled(ev, &quest_rows, VG_TO(seat), QUEST_EVENT_DEALT, seat, (vg_args){.a = kind});
    if (++s->dealt == QUEST_HAND * s->seats) {
        s->dealt = 0;
        begin_turn(s);
    }
}

static void draw(quest_state *s, int kind, vg_events *ev)
{
    int seat = s->turn;
    if (s->phase == QUEST_PHASE_DEAL) {
        deal(s, kind, ev);
        return;
    }
    take(s, seat, kind);
    if (s->decks == 2) { // QL-32
        s->drew[seat][kind]++;
        s->drew_count[seat]++;
    }
    vg_emit_veiled(ev, &quest_rows, VG_TO(seat), QUEST_EVENT_DREW, seat, (vg_args){.a = kind});
    if (s->deck_count == 0) deck_ended(s, ev);
    if (s->hand_count[seat] > QUEST_HAND)
        s->phase = QUEST_PHASE_DISCARD;
    else
        end_turn(s, ev);
}

static void first(quest_state *s, int seat, vg_events *ev)
{
    s->first = s->turn = (uint8_t)seat;
    s->phase = QUEST_PHASE_HERO;
    vg_emit(ev, QUEST_EVENT_FIRST, seat, 0, 0, 0, 0);
}

static void deal_hero(quest_state *s, int seat, int hero, vg_events *ev)
{
    s->hero[seat] = (uint8_t)(hero + 1);
    vg_emit(ev, QUEST_EVENT_HERO, seat, hero, 0, 0, 0);
    if (++s->dealt == s->seats) {
        s->dealt = 0;
        s->phase = QUEST_PHASE_DEAL;
    }
}

static void discard(quest_state *s, int seat, int kind, vg_events *ev)
{
    leave(s, seat, kind);
    s->discard[kind]++;
    vg_emit(ev, QUEST_EVENT_DISCARDED, seat, kind, 0, 0, 0);
    end_turn(s, ev); // one card is drawn a turn, so one is too many at most
}

static void done(quest_state *s, vg_events *ev)
{
    if (s->ending)
        end_turn(s, ev);
    else if (s->phase == QUEST_PHASE_PUT)
        after_put(s);
    else
        s->phase = QUEST_PHASE_DRAW; // QL-01: exactly one card, compulsory
}

// A turn is a frame of its own; there is never anything under it.
#define VG_STATE  quest_state
#define VG_TOP(s) ((vg_frame){(s)->phase, (s)->turn, 0, 0})
#include "engine/play.h"

// ---- the end -----------------------------------------------------------------

// Adds the seat's own lines; gives how many missions count negative (QL-17).
static int own_lines(const quest_state *s, int seat, vg_score *out)
{
    int negatives = 0;
    for (int m = 0; m < QUEST_MISSIONS; m++) {
        int points = quest_cards(s)->mission[m].points;
        if (s->won[m] == seat + 1) vg_score_add(out, seat, QUEST_SCORE_COMPLETED, points, m, 0);
        for (int c = 0; c < QUEST_TWINS; c++) {
            if (s->slot[m * QUEST_TWINS + c].owner != seat + 1) continue;
            vg_score_add(out, seat, QUEST_SCORE_UNFINISHED, -points, m, 0);
            negatives++;
        }
        if (s->beaten[m] == seat + 1) {
            vg_score_add(out, seat, QUEST_SCORE_SUPERSEDED, -points, m, 0);
            negatives++;
        }
    }
    return negatives;
}

void quest_score(const void *state, vg_score *out)
{
    const quest_state *s = state;
    int negatives[QUEST_SEATS] = {0}, own[QUEST_SEATS] = {0}, bad[QUEST_SEATS] = {0};
    for (int p = 0; p < s->seats; p++) {
        negatives[p] = bad[p] = own_lines(s, p, out);
        own[p] = out->points[p];
    }
    for (int p = 0; s->pairs && p < s->seats; p++) { // QL-20: a pair adds its points up
        vg_score_add(out, p, QUEST_SCORE_PARTNER, own[p ^ 2], p ^ 2, 0);
        bad[p] = negatives[p] + negatives[p ^ 2]; // QL-36
    }
    for (int p = 0; s->tie_break && p < s->seats; p++)
        vg_score_add(out, p, QUEST_SCORE_NEGATIVES, 0, bad[p], 0);
    for (int p = 0; p < s->seats; p++) { // QL-18: equals share
        out->rank[p] = 1;
        for (int q = 0; q < s->seats; q++)
            if (out->points[q] > out->points[p] ||
                (s->tie_break && out->points[q] == out->points[p] && bad[q] < bad[p]))
                out->rank[p]++;
    }
}

static const char *check_slot(const quest_state *s, int at)
{
    const quest_slot *q = &s->slot[at];
    if (!q->owner != !(s->table >> at & 1)) return "the mask of the table is wrong";
    if (!q->owner) {
        static const quest_slot empty;
        return memcmp(q, &empty, sizeof empty) ? "an empty slot is not blank" : NULL;
    }
    const quest_mission *m = &quest_cards(s)->mission[at >> 1];
    if (q->owner > s->seats) return "a mission belongs to nobody";
    if (s->done >> (at >> 1) & 1) return "a completed mission's twin is still open";
    if (q->left != vg_sum(q->missing, QUEST_RESOURCES)) return "a mission's needs do not add up";
    if (q->left == 0) return "a filled mission is still open";
    for (int r = 0; r < QUEST_RESOURCES; r++) {
        if (q->missing[r] > m->need[r]) return "a mission lacks more than it needs";
        if ((q->open >> r & 1) != (q->missing[r] != 0)) return "a mission's open mask is wrong";
    }
    int met = vg_sum(m->need, QUEST_RESOURCES) - q->left, laid = vg_sum(q->laid, QUEST_RESOURCES);
    if (laid < met || laid > 2 * met) return "the cards under a mission do not fit its needs";
    return NULL;
}

// Every card is in exactly one place, as often as the edition has it.
static const char *check_cards(const quest_state *s)
{
    for (int k = 0; k < QUEST_KINDS; k++) {
        int m = k - QUEST_RESOURCES, n = s->deck[k] + s->discard[k];
        for (int p = 0; p < s->seats; p++) n += s->hand[p][k];
        if (m < 0) {
            n += s->aside[k];
            for (int at = 0; at < QUEST_SLOTS; at++) n += s->slot[at].laid[k];
            if (n != quest_cards(s)->resource[k].copies) return "a resource was lost or doubled";
        } else {
            n += (s->won[m] != 0) + (s->beaten[m] != 0);
            for (int c = 0; c < QUEST_TWINS; c++) n += s->slot[m * QUEST_TWINS + c].owner != 0;
            if (n != quest_copies(s, m)) return "a mission was lost or doubled";
        }
    }
    return NULL;
}

static const char *check_second(const quest_state *s)
{
    for (int k = 0; k < QUEST_KINDS; k++) {
        int drew = 0;
        for (int p = 0; p < s->seats; p++) drew += s->drew[p][k];
        if (s->decks == 1 && s->second[k] + drew) return "the second deck is remembered too early";
        if (s->decks == 2 && s->deck[k] + drew != s->second[k])
            return "what is remembered of the second deck is wrong";
    }
    for (int i = 0; i < QUEST_CARDS; i++)
        if (s->shown[i] && i >= s->shown_count) return "a card was shown past the last";
    if (s->decks == 1 && s->shown_count) return "what was shown is remembered too early";
    for (int p = 0; p < s->seats; p++)
        if (s->drew_count[p] != vg_sum(s->drew[p], QUEST_KINDS))
            return "the count of second draws is wrong";
    return NULL;
}

const char *quest_check(const void *state)
{
    const quest_state *s = state;
    if (s->phase >= QUEST_PHASE_COUNT || s->turn >= s->seats) return "no such phase or seat";
    const char *wrong = check_cards(s);
    if (!wrong) wrong = check_second(s);
    for (int at = 0; !wrong && at < QUEST_SLOTS; at++) wrong = check_slot(s, at);
    if (wrong) return wrong;
    if (s->deck_count != vg_sum(s->deck, QUEST_KINDS)) return "the deck's count is wrong";
    for (int m = 0; m < QUEST_MISSIONS; m++) {
        const quest_slot *twin = &s->slot[m * QUEST_TWINS];
        if (twin[1].owner && twin[0].owner > twin[1].owner) return "twins are out of order";
        if (twin[1].owner && !twin[0].owner) return "a lone mission sits in the second place";
        if ((s->done >> m & 1) != (s->won[m] != 0)) return "the mask of completed ones is wrong";
        if (s->beaten[m] && !s->won[m]) return "a mission is superseded by none";
    }
    for (int p = 0; p < QUEST_SEATS; p++) {
        int hand = vg_sum(s->hand[p], QUEST_KINDS);
        if (hand != s->hand_count[p]) return "a hand's count is wrong";
        if (hand > QUEST_HAND + (p == s->turn && s->phase == QUEST_PHASE_DISCARD))
            return "a full hand";
        if (p >= s->seats && hand + s->hero[p]) return "somebody without a seat plays";
        for (int o = 0; o < p; o++)
            if (s->hero[p] && s->hero[p] == s->hero[o]) return "a hero is doubled";
    }
    if (s->done == quest_all(s) && s->phase != QUEST_PHASE_OVER)
        return "all missions are completed and the game goes on";
    if (s->deck_count == 0 && !s->ending) return "the deck is empty and nobody noticed";
    if (s->ending && s->deck_count) return "the last round came too early";
    return NULL;
}

static int quest_first(const void *state)
{
    const quest_state *s = state;
    return s->first == 0xff ? -1 : s->first;
}

static const char *const yes_no[] = {"no", "yes"};
static const char *const ties[] = {"shared", "fewer-negative"};
static const vg_option options[QUEST_OPTION_COUNT] = {
    [QUEST_OPT_PAIRS] = {"pairs", 0, 1, 0, yes_no,
                         VG_WORDS("In quattro si gioca due contro due, con chi siede di fronte",
                                  "Four seats play two against two, with the one opposite"),
                         "QL-20"},
    [QUEST_OPT_PARTNER_HELP] =
        {"partner-help", 0, 1, 0, yes_no,
         VG_WORDS("A coppie si possono mettere carte anche sotto le missioni del compagno",
                  "In pairs, cards may also go under the partner's missions"),
         "QL-35"},
    [QUEST_OPT_TIE_BREAK] =
        {"tie-break", 0, 1, 0, ties,
         VG_WORDS("A pari punti: vittoria condivisa, o a chi ha meno missioni negative",
                  "Equal points: shared win, or to whoever has fewer negative missions"),
         "QL-18"},
    [QUEST_OPT_DECKS] =
        {"decks", 1, 2, 2, NULL,
         VG_WORDS("Quante volte si gioca il mazzo: con 1 la partita dura la metà",
                  "How often the deck is played through: 1 makes a game of half the length"),
         "QL-39"},
};

extern const char *const quest_rules[];

const vg_game quest_game = {
    .id = "quest",
    .name = "Quest for Legend",
    .tagline = VG_WORDS("Quattro eroi, dieci imprese, e gli altri che te le rovinano",
                        "Four heroes, ten great deeds, and rivals who spoil them"),
    .rules_version = 1,
    .min_seats = 2,
    .max_seats = QUEST_SEATS,
    .minutes = 40,
    // Both decks together deal and draw at most 64 + 64 cards, and each leaves a hand by at most
    // one move; 40 starts allow 40 declarations; 112 turns close two phases each; first and heroes.
    .max_length = 128 + 128 + 40 + 224 + 5,
    .state_size = sizeof(quest_state),
    .turn_at = offsetof(quest_state, turn),
    .options = options,
    .option_count = QUEST_OPTION_COUNT,
    .editions = quest_edition_slugs,
    .edition_count = QUEST_EDITION_COUNT,
    VG_ROWS,
    .fields = quest_fields,
    .field_count = QUEST_FIELD_COUNT,
    .rules = quest_rules,
    .setup = quest_setup,
    .score = quest_score,
    .first = quest_first,
    .resample = quest_resample,
    .gists = quest_gists,
    .gist_count = QUEST_GIST_COUNT,
    .gist = quest_gist,
    .why = quest_why,
    .show = quest_show,
    .print = quest_print,
    .catalog = quest_catalog,
    .dump = quest_dump,
    .edit = quest_edit,
    .check = quest_check,
    .traits = quest_traits,
    .pairs = "drawn",
    .tuning = &quest_tuning,
    .facts = quest_facts,
    .saga = &quest_saga,
};
