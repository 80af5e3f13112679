// move.c: movement step by step, the interruptions it meets (conflicts and traps), and rescue.
//
// A step pushes ENTER; entering pushes CONTEST, which asks one character after
// another whether it interrupts. A conflict lost or a trap that holds unwinds
// the stack down to the activation.
#include "games/winter/rules.h"

// ---- walking ----

// WT-46, WT-126: who bears the mission being resolved, and who started it, stay where they are.
static bool pinned(const winter_state *s, int c)
{
    int mission = winter_running(s);
    return mission && (s->token[mission] == WINTER_ON + c || s->part[winter_seat_of(s, c)] == c);
}

static bool can_walk(const winter_state *s, vg_frame act)
{
    return !(act.b & WINTER_ACT_HALTED) && !winter_lies(s, act.a) && !pinned(s, act.a);
}

int winter_act_moves(const winter_state *s, vg_frame f, vg_move out[])
{
    int c = f.a, n = 0;
    if (can_walk(s, f)) {
        uint32_t next = winter_next(s, s->where[c]);
        bool paid = f.b & WINTER_ACT_STEPS;
        if (paid || !winter_none(&s->hand[f.seat]))
            for (uint32_t left = next; left; left &= left - 1)
                out[n++] = VG_MOVE(WINTER_MOVE_STEP, vg_lowest(left), 0, 0);
        if (!paid && winter_able(s, c, WINTER_STRIDE) && !(f.b & WINTER_ACT_GLIDED)) // WT-91
            for (uint32_t left = next; left; left &= left - 1)
                out[n++] = VG_MOVE(WINTER_MOVE_GLIDE, vg_lowest(left), 0, 0);
        if (winter_able(s, c, WINTER_PASSAGE) && !(f.b & WINTER_ACT_MOVED) && // WT-92
            s->where[c] != winter_ed(s)->passage[c])
            out[n++] = VG_MOVE(WINTER_MOVE_PASSAGE, 0, 0, 0);
    }
    if (!winter_lies(s, c) && !(f.b & WINTER_ACT_GUEST)) n += winter_action_moves(s, c, out + n);
    out[n++] = VG_MOVE(WINTER_MOVE_END, 0, 0, 0);
    return n;
}

void winter_step(winter_state *s, int to, bool free)
{
    vg_frame *f = vg_top(&s->stack);
    int c = f->a, seat = f->seat, from = s->where[c], lover = winter_lover(s, c);
    bool pay = !free && !(f->b & WINTER_ACT_STEPS);
    f->b |= WINTER_ACT_MOVED;
    if (free) f->b |= WINTER_ACT_GLIDED;
    if (free || pay) f->b = (uint8_t)((f->b & ~WINTER_ACT_STEPS) | 2);
    vg_push(&s->stack, WINTER_PHASE_ENTER, seat, c, to);
    if (lover && s->where[lover] == from && !pinned(s, lover)) // WT-72, WT-108
        vg_push(&s->stack, WINTER_PHASE_FOLLOW, winter_seat_of(s, lover), lover, to);
    if (pay) vg_push(&s->stack, WINTER_PHASE_SPEND, seat, 1, WINTER_SPEND_MOVE);
}

// WT-27, WT-92: not a movement, so nobody may interrupt it.
void winter_passage(winter_state *s, vg_events *ev)
{
    vg_frame *f = vg_top(&s->stack);
    int c = f->a, to = winter_ed(s)->passage[c], level = (f->b & WINTER_ACT_GUEST) != 0;
    s->where[c] = (uint8_t)to;
    s->walked[level] |= (uint8_t)(1u << (to - 1)); // WT-111
    f->b |= WINTER_ACT_MOVED;
    vg_emit(ev, WINTER_EVENT_PASSAGE, f->seat, c, to, 0, 0);
}

void winter_pay(winter_state *s, int card, vg_events *ev)
{
    vg_frame *f = vg_top(&s->stack);
    int seat = f->seat;
    winter_throw(s, seat, card);
    f->a--;
    vg_emit(ev, WINTER_EVENT_SPENT, seat, card, f->b, 0, 0);
    if (f->b == WINTER_SPEND_MOVE && s->option[WINTER_OPT_TELL_MOVES]) // WT-131
        vg_push(&s->stack, WINTER_PHASE_TELL_MOVE, seat, card, winter_mover(s));
}

void winter_follow(winter_state *s, bool along, vg_events *ev)
{
    vg_frame f = vg_pop(&s->stack);
    s->follow = along ? f.a : 0;
    vg_emit(ev, WINTER_EVENT_FOLLOWED, f.seat, f.a, !along, 0, 0);
}

// Those who may interrupt a character that enters `space`, as bits of their own side.
static int contenders(const winter_state *s, int c, int space)
{
    int side = winter_side_of(c), bits = 0, lover = winter_lover(s, c);
    if (side == WINTER_WINTER && !winter_is_place(space)) return 0; // WT-26: traps in places only
    if (lover && s->where[lover] != space) lover = 0;
    for (int i = 0; i < WINTER_TALES; i++) {
        int d = 1 + i + (side == WINTER_SPRING ? WINTER_TALES : 0);
        bool same = s->owner[d] == s->owner[c] || (lover && s->owner[d] == s->owner[lover]);
        if (s->where[d] == space && !winter_lies(s, d) && !same) bits |= 1 << i; // WT-25
    }
    return bits;
}

void winter_enter(winter_state *s, vg_events *ev)
{
    vg_frame f = vg_pop(&s->stack);
    vg_frame *act = vg_top(&s->stack);
    int c = f.a, to = f.b, from = s->where[c], level = (act->b & WINTER_ACT_GUEST) != 0;
    s->where[c] = (uint8_t)to;
    act->b--; // one space less of the movement
    if (winter_is_place(to)) s->walked[level] |= (uint8_t)(1u << (to - 1));
    vg_emit(ev, WINTER_EVENT_MOVED, f.seat, c, from, to, 0);
    int along = s->follow;
    if (along) {
        s->where[along] = (uint8_t)to;
        s->follow = 0;
        vg_emit(ev, WINTER_EVENT_MOVED, winter_seat_of(s, along), along, from, to, 0);
    }
    vg_push(&s->stack, WINTER_PHASE_CONTEST, f.seat, contenders(s, c, to), from);
    if (winter_side_of(c) == WINTER_SPRING) {
        if (along) winter_goal_entered(s, along, to); // WT-108: two entries
        winter_goal_entered(s, c, to);
    }
}

// ---- interruptions ----

int winter_mover(const winter_state *s)
{
    for (int i = s->stack.count - 1; i >= 0; i--)
        if (s->stack.frame[i].phase == WINTER_PHASE_ACT) return s->stack.frame[i].a;
    return 0;
}

// What a CONTEST keeps in `b`: where the mover came from, and above it whom the seat that is asked
// has named (1 + the bit of the character; 0: nobody yet).
enum { FROM = 31, NAMED = 5 };

int winter_contenders(const winter_state *s, vg_frame f, uint8_t out[WINTER_TALES])
{
    int base = winter_side_of(winter_mover(s)) == WINTER_SPRING ? WINTER_TALES : 0, count = 0;
    if (f.b >> NAMED) {
        out[0] = (uint8_t)(base + (f.b >> NAMED));
        return 1;
    }
    for (int i = 1; i < s->seats && !count; i++) // WT-28, WT-29: clockwise from the mover
        for (int bits = f.a; bits; bits &= bits - 1) {
            int c = 1 + base + vg_lowest((uint32_t)bits);
            if (winter_seat_of(s, c) == winter_after(s, f.seat, i)) out[count++] = (uint8_t)c;
        }
    return count;
}

int winter_contender_seat(const winter_state *s, vg_frame f)
{
    uint8_t who[WINTER_TALES] = {0};
    winter_contenders(s, f, who);
    return winter_seat_of(s, who[0]);
}

static bool bears_relic(const winter_state *s, int c) { return c && s->relic == c; }

int winter_contest_moves(const winter_state *s, vg_frame f, int seat, vg_move out[])
{
    uint8_t who[WINTER_TALES];
    int count = winter_contenders(s, f, who), c = who[0], n = 0;
    out[n++] = VG_MOVE(WINTER_MOVE_PASS, 0, 0, 0);
    if (count > 1) { // WT-130: whose is the choice, he names the first
        for (int i = 0; i < count; i++) out[n++] = VG_MOVE(WINTER_MOVE_WITH, who[i], 0, 0);
        return n;
    }
    bool trap = winter_side_of(c) == WINTER_SPRING; // WT-30
    n += winter_card_moves(&s->hand[seat], trap ? WINTER_MOVE_TRAP : WINTER_MOVE_ATTACK, out + n);
    if (trap) return n;
    if (winter_able(s, c, WINTER_BRAWL))
        out[n++] = VG_MOVE(WINTER_MOVE_ATTACK, WINTER_FREE, 0, 0); // WT-104
    if (bears_relic(s, c)) out[n++] = VG_MOVE(WINTER_MOVE_ATTACK, WINTER_RELIC, 0, 0);
    return n;
}

// The companion that stands by a tale in conflicts and traps, or 0.
static int helper(const winter_state *s, int tale)
{
    int lover = winter_lover(s, tale);
    return lover && s->where[lover] == s->where[tale] ? lover : 0;
}

void winter_clash(winter_state *s, int seat, int soldier, int tale, int card, vg_events *ev)
{
    s->fight = (winter_fight){
        .soldier = (uint8_t)soldier,
        .tale = (uint8_t)tale,
        .lover = (uint8_t)helper(s, tale),
        .seat = (uint8_t)seat,
        .relic = card == WINTER_RELIC,
        .rounds = 1,
    };
    if (card && card <= WINTER_CARDS) winter_throw(s, seat, card); // WT-34
    vg_push(&s->stack, WINTER_PHASE_CONFLICT, seat, WINTER_ROUND_TALE, 0);
    vg_emit(ev, WINTER_EVENT_ATTACKED, seat, soldier, tale, card, s->where[tale]);
}

static void set_trap(winter_state *s, int seat, int tale, int soldier, int card, vg_events *ev)
{
    int lover = helper(s, tale), other = lover ? winter_seat_of(s, lover) : seat;
    s->fight = (winter_fight){
        .soldier = (uint8_t)soldier,
        .tale = (uint8_t)tale,
        .lover = (uint8_t)lover,
        .seat = (uint8_t)winter_seat_of(s, soldier),
    };
    winter_throw(s, seat, card); // WT-35: lost whatever happens
    vg_push(&s->stack, WINTER_PHASE_ANSWER, s->fight.seat, 0, 0);
    if (other != seat && other != s->fight.seat) vg_push(&s->stack, WINTER_PHASE_BID, other, 0, 0);
    vg_push(&s->stack, WINTER_PHASE_BID, seat, 0, 0);
    vg_emit(ev, WINTER_EVENT_TRAPPED, seat, tale, soldier, card, s->where[tale]);
}

void winter_contend_with(winter_state *s, int c)
{
    vg_top(&s->stack)->b |= (uint8_t)((1 + (c - 1) % WINTER_TALES) << NAMED);
}

int winter_contend(winter_state *s)
{
    vg_frame *f = vg_top(&s->stack);
    uint8_t who[WINTER_TALES];
    int count = winter_contenders(s, *f, who);
    for (int i = 0; i < count; i++) // WT-33: not twice on one entry
        f->a &= (uint8_t) ~(1 << ((who[i] - 1) % WINTER_TALES));
    f->b &= FROM;
    return who[0];
}

void winter_trap(winter_state *s, int seat, int card, vg_events *ev)
{
    int c = winter_contend(s);
    vg_top(&s->stack)->a = 0; // one trap for each entry
    set_trap(s, seat, c, winter_mover(s), card, ev);
}

void winter_attack(winter_state *s, int seat, int card, vg_events *ev)
{
    int c = winter_contend(s);
    if (s->option[WINTER_OPT_ONE_CONFLICT]) vg_top(&s->stack)->a = 0; // WT-28
    winter_clash(s, seat, c, winter_mover(s), card, ev);
}

bool winter_contest_stands(winter_state *s)
{
    if (vg_top(&s->stack)->a) return true;
    vg_pop(&s->stack);
    winter_goal_linked(s);
    return false;
}

// ---- conflicts ----

int winter_fighter_seat(const winter_state *s, vg_frame f)
{
    if (f.a == WINTER_ROUND_TALE) return winter_seat_of(s, s->fight.tale);
    if (f.a == WINTER_ROUND_LOVER) return winter_seat_of(s, s->fight.lover);
    return s->fight.seat;
}

// Does `seat` lead one of the two for whom `what` holds?
static bool leads(const winter_state *s, int seat, bool (*what)(const winter_state *, int))
{
    const winter_fight *x = &s->fight;
    return (winter_seat_of(s, x->tale) == seat && what(s, x->tale)) ||
           (x->lover && winter_seat_of(s, x->lover) == seat && what(s, x->lover));
}

static bool brawls(const winter_state *s, int c) { return winter_able(s, c, WINTER_BRAWL); }

int winter_conflict_moves(const winter_state *s, vg_frame f, int seat, vg_move out[])
{
    const winter_fight *x = &s->fight;
    bool spring = f.a != WINTER_ROUND_SOLDIER;
    int n = 0;
    out[n++] = VG_MOVE(WINTER_MOVE_PASS, 0, 0, 0);
    n += winter_card_moves(&s->hand[seat], WINTER_MOVE_PLAY, out + n);
    if (spring && x->rounds == 1 && leads(s, seat, brawls)) // WT-90
        out[n++] = VG_MOVE(WINTER_MOVE_PLAY, WINTER_FREE, 0, 0);
    bool relic = spring ? leads(s, seat, bears_relic) : bears_relic(s, x->soldier);
    if (relic && !x->relic) out[n++] = VG_MOVE(WINTER_MOVE_PLAY, WINTER_RELIC, 0, 0); // WT-74
    return n;
}

// The tale is beaten: she lies down and the winner places her, or she finds the refuge.
static void tale_loses(winter_state *s, vg_events *ev)
{
    winter_fight x = s->fight;
    if (x.lover && pinned(s, x.lover)) x.lover = 0; // WT-126
    bool stood = !winter_lies(s, x.tale) || (x.lover && !winter_lies(s, x.lover));
    s->fight = (winter_fight){0};
    vg_pop(&s->stack);
    vg_emit(ev, WINTER_EVENT_BEATEN, x.seat, x.tale, x.soldier, s->where[x.tale], 0);
    if (x.soldier) { // met on her way: the movement is over
        vg_pop(&s->stack);
        vg_frame *act = vg_top(&s->stack);
        act->b = (uint8_t)((act->b & ~WINTER_ACT_STEPS) | WINTER_ACT_HALTED);
    }
    if (s->refuge) { // WT-73
        s->where[x.tale] = s->refuge;
        if (x.lover) {
            s->where[x.lover] = s->refuge;
            vg_emit(ev, WINTER_EVENT_SHELTERED, winter_seat_of(s, x.lover), x.lover, s->refuge, 0,
                    0);
        }
        vg_emit(ev, WINTER_EVENT_SHELTERED, winter_seat_of(s, x.tale), x.tale, s->refuge, 0, 0);
        return;
    }
    s->lying |= (uint16_t)(1u << x.tale);
    if (x.lover) s->lying |= (uint16_t)(1u << x.lover);
    if (stood) winter_goal_ask(s, x.seat, WINTER_WINTER, WINTER_OCC_BOUNTY); // WT-127
    vg_push(&s->stack, WINTER_PHASE_RELOCATE, x.seat, x.tale, x.lover);
}

// Who plays or passes in this round of the conflict.
static int fighter(const winter_fight *x, int round)
{
    return round == WINTER_ROUND_SOLDIER ? x->soldier
           : round == WINTER_ROUND_LOVER ? x->lover
                                         : x->tale;
}

void winter_strike_back(winter_state *s, int seat, int card, vg_events *ev)
{
    vg_frame *f = vg_top(&s->stack);
    winter_fight *x = &s->fight;
    bool spring = f->a != WINTER_ROUND_SOLDIER;
    int who = fighter(x, f->a);
    if (card <= WINTER_CARDS) winter_throw(s, seat, card);
    if (card == WINTER_RELIC) x->relic = 1;
    x->rounds++;
    f->a = spring ? WINTER_ROUND_SOLDIER : WINTER_ROUND_TALE;
    vg_emit(ev, WINTER_EVENT_PLAYED, seat, card, spring ? WINTER_SPRING : WINTER_WINTER, who, 0);
}

void winter_yield(winter_state *s, int seat, vg_events *ev)
{
    vg_frame *f = vg_top(&s->stack);
    winter_fight x = s->fight;
    vg_emit(ev, WINTER_EVENT_YIELDED, seat, fighter(&x, f->a), 0, 0, 0);
    if (f->a == WINTER_ROUND_SOLDIER) { // WT-33
        vg_emit(ev, WINTER_EVENT_HELD, winter_seat_of(s, x.tale), x.tale, x.soldier, 0, 0);
        vg_pop(&s->stack);
        s->fight = (winter_fight){0};
    } else if (f->a == WINTER_ROUND_TALE && x.lover &&
               winter_seat_of(s, x.lover) != winter_seat_of(s, x.tale)) { // WT-72: both must pass
        f->a = WINTER_ROUND_LOVER;
    } else {
        tale_loses(s, ev);
    }
}

int winter_place_moves(vg_move out[])
{
    for (int x = 1; x < WINTER_SPACE_COUNT; x++) out[x - 1] = VG_MOVE(WINTER_MOVE_PLACE, x, 0, 0);
    return WINTER_SPACE_COUNT - 1;
}

void winter_relocate(winter_state *s, int space, vg_events *ev)
{
    vg_frame f = vg_pop(&s->stack);
    s->where[f.a] = (uint8_t)space;
    if (f.b) { // WT-108: together
        s->where[f.b] = (uint8_t)space;
        vg_emit(ev, WINTER_EVENT_PLACED, f.seat, f.b, space, 0, 0);
    }
    vg_emit(ev, WINTER_EVENT_PLACED, f.seat, f.a, space, 0, 0);
}

// ---- traps ----

// What the abilities add to the trap: Spring's side, then Winter's (WT-93).
static int snare_bonus(const winter_state *s, bool spring)
{
    const winter_fight *x = &s->fight;
    if (!spring) return winter_able(s, x->soldier, WINTER_SNARE);
    return winter_able(s, x->tale, WINTER_SNARE) + winter_able(s, x->lover, WINTER_SNARE);
}

int winter_bid_moves(const winter_state *s, int seat, vg_move out[])
{
    int most = winter_count(&s->hand[seat]);
    for (int n = 0; n <= most; n++) out[n] = VG_MOVE(WINTER_MOVE_BID, n, 0, 0);
    return most + 1;
}

void winter_bid(winter_state *s, int count, vg_events *ev)
{
    int seat = vg_pop(&s->stack).seat;
    s->bid[seat] = (uint8_t)count;
    vg_emit_veiled(ev, &winter_rows, VG_TO(seat), WINTER_EVENT_BID, seat, (vg_args){.a = count});
}

void winter_answer(winter_state *s, int card, vg_events *ev)
{
    int seat = vg_top(&s->stack)->seat;
    winter_throw(s, seat, card);
    s->fight.answer++;
    vg_emit(ev, WINTER_EVENT_PLAYED, seat, card, WINTER_WINTER, s->fight.soldier, 0);
}

void winter_spring_trap(winter_state *s, vg_events *ev)
{
    winter_fight x = s->fight;
    int hidden = 0, back = 0;
    for (int p = 0; p < s->seats; p++) hidden += s->bid[p];
    int spring = hidden + snare_bonus(s, true), winter = x.answer + snare_bonus(s, false);
    vg_learned(ev);
    vg_emit(ev, WINTER_EVENT_SPRUNG, winter_seat_of(s, x.tale), x.soldier, spring, winter, x.tale);
    vg_pop(&s->stack);
    s->fight = (winter_fight){0};
    // WT-36, WT-37: back where he came from; the activation is over
    if (spring > winter || (spring == winter && !s->option[WINTER_OPT_TRAP_TIE])) { // WT-133
        back = vg_pop(&s->stack).b & FROM;
        vg_pop(&s->stack);
        s->where[x.soldier] = (uint8_t)back;
        if (spring > winter) s->lying |= (uint16_t)(1u << x.soldier);
        vg_emit(ev, WINTER_EVENT_BACK, x.seat, x.soldier, back, spring > winter, 0);
        int one = winter_seat_of(s, x.tale), two = x.lover ? winter_seat_of(s, x.lover) : one;
        if (spring > winter && two != one) winter_goal_ask(s, two, WINTER_SPRING, WINTER_OCC_STAND);
        if (spring > winter) winter_goal_ask(s, one, WINTER_SPRING, WINTER_OCC_STAND);
    }
    for (int p = 0; p < s->seats; p++) {
        if (s->bid[p]) vg_push(&s->stack, WINTER_PHASE_SPEND, p, s->bid[p], WINTER_SPEND_TRAP);
        s->bid[p] = 0;
    }
}

// ---- rescue (WT-39, WT-40) ----

// Who could raise `c`, as bits: itself, and those of its side who stand where it lies.
static uint32_t rescuers(const winter_state *s, int c)
{
    uint32_t there = 0;
    int from = winter_side_of(c) == WINTER_SPRING ? 1 : WINTER_TALES + 1;
    for (int by = from; by < from + WINTER_TALES; by++)
        there |= (uint32_t)(s->where[by] == s->where[c]) << by;
    return s->where[c] ? (there & ~(uint32_t)s->lying) | 1u << c : 0;
}

int winter_rescue_moves(const winter_state *s, int seat, vg_move out[])
{
    int n = 0;
    if (!s->lying || winter_count(&s->hand[seat]) < 2) return 0;
    for (uint32_t lying = s->lying; lying; lying &= lying - 1)
        for (uint32_t by = rescuers(s, vg_lowest(lying)); by; by &= by - 1)
            if (winter_seat_of(s, vg_lowest(by)) == seat)
                out[n++] = VG_MOVE(WINTER_MOVE_RESCUE, vg_lowest(lying), vg_lowest(by), 0);
    return n;
}

uint16_t winter_rescue_seats(const winter_state *s, int space)
{
    uint32_t by = 0;
    uint16_t seats = 0;
    for (uint32_t lying = s->lying; lying; lying &= lying - 1)
        if (!space || s->where[vg_lowest(lying)] == space) by |= rescuers(s, vg_lowest(lying));
    for (; by; by &= by - 1)
        seats |= (uint16_t)(1u << s->owner[vg_lowest(by)] >> 1); // owner 0 is nobody
    return seats;
}

void winter_rescue(winter_state *s, int seat, int c, int by)
{
    vg_push(&s->stack, WINTER_PHASE_RISE, seat, c, by);
    vg_push(&s->stack, WINTER_PHASE_SPEND, seat, 2, WINTER_SPEND_RESCUE);
}

void winter_rise(winter_state *s, vg_events *ev)
{
    vg_frame f = vg_pop(&s->stack);
    s->lying &= (uint16_t) ~(1u << f.a);
    vg_emit(ev, WINTER_EVENT_RESCUED, f.seat, f.a, f.b, 0, 0);
    if (winter_side_of(f.a) == WINTER_SPRING)
        winter_goal_ask(s, f.seat, WINTER_SPRING, WINTER_OCC_AID);
}
