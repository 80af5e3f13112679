// powers.c: the module Poteri. A mission won by its own faction leaves a power behind.
#include "games/winter/rules.h"

static bool is_relic(int mission) { return mission == WINTER_RELIC_S || mission == WINTER_RELIC_W; }

// The powers that a tale can hold.
static const uint8_t held_ones[] = {WINTER_HOPE, WINTER_LOVE, WINTER_RELIC_S};

static bool holds_power(const winter_state *s, int tale, int power)
{
    if (power == WINTER_HOPE) return s->hope == tale;
    if (power == WINTER_LOVE) return winter_lover(s, tale) != 0;
    return power == WINTER_RELIC_S && s->relic == tale;
}

// ---- powers arise (WT-70 to WT-79) ----

static void name(winter_state *s, int power, int c, vg_events *ev)
{
    if (power == WINTER_HOPE) s->hope = (uint8_t)c;
    if (power == WINTER_LOVE) {
        s->love[0] = s->bearer;
        s->love[1] = (uint8_t)c;
    }
    if (is_relic(power)) {
        s->relic = (uint8_t)c;
        s->relic_slot = s->bookmark;
    }
    vg_emit(ev, WINTER_EVENT_POWER, winter_seat_of(s, c), power, c, 0,
            power == WINTER_LOVE ? s->bearer : 0);
}

// Asks `seat` which of the characters in `bits` (of one side) gets the power; a lone one just does.
static void ask_name(winter_state *s, int seat, int power, int bits, vg_events *ev)
{
    if (vg_bits((uint32_t)bits) == 1 && !is_relic(power))
        name(s, power, 1 + vg_lowest((uint32_t)bits), ev);
    else if (bits)
        vg_push(&s->stack, WINTER_PHASE_NAME, seat, power, bits);
}

static int tales_at(const winter_state *s, int space) // space 0: anywhere in town
{
    int bits = 0;
    for (int c = 1; c <= WINTER_TALES; c++)
        if (s->where[c] && (!space || s->where[c] == space)) bits |= 1 << (c - 1);
    return bits;
}

static void strike(winter_state *s, int seat, int power, int tale, vg_events *ev)
{
    vg_emit(ev, WINTER_EVENT_STRUCK, seat, power, tale, 0, 0);
    if (power == WINTER_HOPE) s->hope = s->hope_used = 0;
    if (power == WINTER_LOVE) s->love[0] = s->love[1] = 0;
    if (power == WINTER_REFUGE) s->refuge = 0;
    if (is_relic(power)) s->relic = s->relic_slot = 0;
    for (int i = 0; i < WINTER_SLOTS; i++) { // WT-77: its memory turns Winter
        winter_memory *x = &s->memory[i];
        if (x->mission && (x->mission == power || (is_relic(power) && is_relic(x->mission))))
            x->colour = WINTER_FOR_WINTER;
    }
}

static void kill(winter_state *s, int seat, int tale, vg_events *ev)
{
    vg_emit(ev, WINTER_EVENT_KILLED, seat, tale, s->where[tale], 0, 0);
    s->where[tale] = WINTER_NOWHERE;
    s->dead |= (uint16_t)(1u << tale);
    s->ready &= (uint16_t) ~(1u << tale);
    s->lying &= (uint16_t) ~(1u << tale);
    if (s->token[WINTER_LOVE] == WINTER_ON + tale) s->token[WINTER_LOVE] = WINTER_POOL;
}

static void reprisal(winter_state *s, int seat, vg_events *ev)
{
    int aim = s->aim, tale = s->bearer;
    s->aim = 0;
    if (aim) {
        strike(s, seat, aim, tale, ev);
        return;
    }
    int count = 0, one = 0;
    for (int i = 0; i < 3; i++)
        if (holds_power(s, tale, held_ones[i])) {
            count++;
            one = held_ones[i];
        }
    if (count > 1) // WT-107: the starter names the one
        vg_push(&s->stack, WINTER_PHASE_STRIKE, seat, tale, 0);
    else if (count)
        strike(s, seat, one, tale, ev);
    else
        kill(s, seat, tale, ev);
}

void winter_power_arise(winter_state *s, int seat, int mission, int colour, vg_events *ev)
{
    int side = colour == WINTER_FOR_SPRING ? WINTER_SPRING : WINTER_WINTER;
    int space = s->where[s->part[seat]];
    if (colour == WINTER_NEUTRAL) return;
    if (is_relic(mission)) { // WT-74, WT-117: whoever wins it; the memory's chooser assigns it
        int bits = 0;
        for (int p = 0; p < s->seats; p++)
            if (s->part[p] && winter_side_of(s->part[p]) == side)
                bits |= 1 << ((s->part[p] - 1) % WINTER_TALES);
        ask_name(s, s->initiator, side == WINTER_SPRING ? WINTER_RELIC_S : WINTER_RELIC_W, bits,
                 ev);
        return;
    }
    if (winter_missions[mission].side != side) return; // WT-70
    int bearer = s->bearer, others;
    switch (mission) {
    case WINTER_HOPE: ask_name(s, seat, mission, tales_at(s, space), ev); return;
    case WINTER_LOVE: // WT-72
        others = tales_at(s, space) & ~(1 << (bearer - 1));
        if (!others) others = tales_at(s, 0) & ~(1 << (bearer - 1));
        ask_name(s, seat, mission, others, ev);
        return;
    case WINTER_REFUGE:
        s->refuge = (uint8_t)space;
        if (s->horror == space) s->horror = 0; // WT-109
        vg_emit(ev, WINTER_EVENT_POWER, seat, mission, 0, space, 0);
        return;
    case WINTER_HORROR:
        s->horror_on = 1;
        s->horror = (uint8_t)(space == s->refuge ? 0 : space); // WT-109
        vg_emit(ev, WINTER_EVENT_POWER, seat, mission, 0, s->horror, 0);
        return;
    case WINTER_SPEECH:
        s->speech = 1;
        vg_emit(ev, WINTER_EVENT_POWER, seat, mission, 0, 0, 0);
        return;
    case WINTER_REPRISAL: reprisal(s, seat, ev); return;
    default: assert(false);
    }
}

// ---- powers in use ----

// WT-75: a tale of another player, in a place other than the refuge; WT-122: nor beside one's own.
static bool horror_reaches(const winter_state *s, int seat, int tale)
{
    int at = s->where[tale], lover = winter_lover(s, tale);
    if (lover && s->where[lover] == at && winter_seat_of(s, lover) == seat) return false;
    return winter_is_place(at) && at != s->refuge && winter_seat_of(s, tale) != seat;
}

static bool can_horror(const winter_state *s, int seat)
{
    if (!s->horror_on || winter_faction(s, seat) == WINTER_SPRING) return false;
    for (int c = 1; c <= WINTER_TALES; c++)
        if (horror_reaches(s, seat, c)) return true;
    return false;
}

// WT-106: no soldier to activate; or nobody at all, if the table wants that.
static bool horror_free(const winter_state *s, int seat)
{
    for (int c = 1; c < WINTER_CHAR_COUNT; c++)
        if (winter_is_ready(s, c) && winter_seat_of(s, c) == seat &&
            (s->option[WINTER_OPT_HORROR_WAITS] || winter_side_of(c) == WINTER_WINTER))
            return false;
    return true;
}

static bool can_restore(const winter_state *s, int seat) // WT-78, by public facts
{
    return s->dead && winter_faction(s, seat) != WINTER_WINTER;
}

static bool can_hope(const winter_state *s, int seat) // WT-71
{
    return s->hope && !s->hope_used && winter_seat_of(s, s->hope) == seat &&
           !winter_is_ready(s, s->hope);
}

bool winter_power_instead(const winter_state *s, int seat)
{
    return can_horror(s, seat) || can_restore(s, seat) || can_hope(s, seat);
}

int winter_power_turn_moves(const winter_state *s, int seat, vg_move out[])
{
    int n = 0;
    if (!s->stack.frame[s->stack.count - 1].a && horror_free(s, seat) && can_horror(s, seat))
        for (int c = 1; c <= WINTER_TALES; c++)
            if (horror_reaches(s, seat, c))
                out[n++] = VG_MOVE(WINTER_MOVE_HORROR, s->where[c], c, 0);
    if (can_restore(s, seat) && winter_count(&s->hand[seat]) >= 3)
        for (int c = 1; c <= WINTER_TALES; c++)
            for (int x = 1; s->dead >> c & 1 && x <= WINTER_PLACES; x++)
                out[n++] = VG_MOVE(WINTER_MOVE_RESTORE, c, x, 0);
    return n;
}

// In the windows of one's own turn: New Hope, and the Artefact handed on (WT-117).
int winter_power_free_moves(const winter_state *s, int seat, vg_move out[])
{
    int n = 0, from = s->relic;
    if (s->turn != seat) return 0;
    if (can_hope(s, seat)) out[n++] = VG_MOVE(WINTER_MOVE_HOPE, 0, 0, 0);
    if (!from || s->relic_passed || winter_seat_of(s, from) != seat || winter_lies(s, from))
        return n; // WT-125: once in a turn
    for (int c = 1; c < WINTER_CHAR_COUNT; c++)
        if (c != from && s->where[c] == s->where[from] && winter_side_of(c) == winter_side_of(from))
            out[n++] = VG_MOVE(WINTER_MOVE_GIVE, c, 0, 0);
    return n;
}

// WT-107: the reprisal aimed at a power of Spring lies on its holder, or in the refuge.
int winter_aim_moves(const winter_state *s, vg_move out[])
{
    const int kind = WINTER_MOVE_GENERATE, mission = WINTER_REPRISAL;
    int n = 0;
    if (!s->option[WINTER_OPT_POWERS]) return 0;
    if (s->hope) out[n++] = VG_MOVE(kind, mission, WINTER_ON + s->hope, WINTER_HOPE);
    for (int i = 0; i < 2; i++)
        if (s->love[i]) out[n++] = VG_MOVE(kind, mission, WINTER_ON + s->love[i], WINTER_LOVE);
    bool taken = false;
    for (int t = 1; t < WINTER_MISSION_COUNT; t++) taken |= s->refuge && s->token[t] == s->refuge;
    if (s->refuge && !taken) out[n++] = VG_MOVE(kind, mission, s->refuge, WINTER_REFUGE);
    if (s->relic && winter_side_of(s->relic) == WINTER_SPRING)
        out[n++] = VG_MOVE(kind, mission, WINTER_ON + s->relic, WINTER_RELIC_S);
    return n;
}

int winter_name_moves(vg_frame f, vg_move out[])
{
    int base = f.a == WINTER_RELIC_W ? WINTER_TALES : 0, n = 0;
    for (int bits = f.b; bits; bits &= bits - 1)
        out[n++] = VG_MOVE(WINTER_MOVE_NAME, 1 + base + vg_lowest((uint32_t)bits), 0, 0);
    if (is_relic(f.a)) out[n++] = VG_MOVE(WINTER_MOVE_PASS, 0, 0, 0); // "may assign"
    return n;
}

int winter_strike_moves(const winter_state *s, int tale, vg_move out[])
{
    int n = 0;
    for (int i = 0; i < 3; i++)
        if (holds_power(s, tale, held_ones[i]))
            out[n++] = VG_MOVE(WINTER_MOVE_STRIKE, held_ones[i], 0, 0);
    return n;
}

void winter_use_hope(winter_state *s, int seat, vg_events *ev)
{
    s->ready |= (uint16_t)(1u << s->hope);
    s->hope_used = 1;
    vg_emit(ev, WINTER_EVENT_HOPE, seat, s->hope, 0, 0, 0);
}

void winter_give(winter_state *s, int seat, int c, vg_events *ev)
{
    vg_emit(ev, WINTER_EVENT_GIVEN, seat, c, s->relic, 0, 0);
    if (s->aim == WINTER_RELIC_S && s->token[WINTER_REPRISAL] == WINTER_ON + s->relic)
        s->token[WINTER_REPRISAL] = (uint8_t)(WINTER_ON + c);
    s->relic = (uint8_t)c;
    s->relic_passed = 1;
}

void winter_horror(winter_state *s, int seat, int place, int tale, vg_events *ev)
{
    if (winter_has_ready(s, seat)) // WT-106: a tale of his, whom he must activate all the same
        vg_top(&s->stack)->a = 1;
    else
        vg_pop(&s->stack);
    s->horror = (uint8_t)place;
    vg_emit(ev, WINTER_EVENT_HORROR, seat, place, tale, 0, 0);
    winter_clash(s, seat, 0, tale, 0, ev);
}

void winter_propaganda(winter_state *s, int tale, vg_events *ev)
{
    vg_frame act = vg_pop(&s->stack);
    s->ready &= (uint16_t) ~(1u << tale);
    vg_emit(ev, WINTER_EVENT_SPEECH, act.seat, tale, act.a, 0, 0);
}

void winter_restore(winter_state *s, int seat, int tale, int place)
{
    vg_pop(&s->stack);
    vg_push(&s->stack, WINTER_PHASE_RETURN, seat, tale, place);
    vg_push(&s->stack, WINTER_PHASE_SPEND, seat, 3, WINTER_SPEND_RETURN);
}

void winter_name(winter_state *s, int c, vg_events *ev) { name(s, vg_pop(&s->stack).a, c, ev); }

void winter_strike(winter_state *s, int power, vg_events *ev)
{
    vg_frame f = vg_pop(&s->stack);
    strike(s, f.seat, power, f.a, ev);
}

void winter_return(winter_state *s, vg_events *ev)
{
    vg_frame f = vg_pop(&s->stack);
    s->dead &= (uint16_t) ~(1u << f.a);
    s->where[f.a] = f.b; // on the activated side: ready again with the next chapter
    vg_emit(ev, WINTER_EVENT_RESTORED, f.seat, f.a, f.b, 0, 0);
}
