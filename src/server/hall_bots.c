// hall_bots.c: whatever happens at a table without anybody doing it: bots, clocks, answers ahead.
//
// One question stands open at a time, and at most one bot of a table thinks about it. Its answer is
// held until a moment drawn when the question was first looked at, from what everybody knows: the
// wait the operator wants, and how long such bots usually take. So how long it takes tells nothing
// of a hand. At a table nobody looks at, no bot thinks; only long clocks go on, and bots of a game
// of days where somebody waits to be told of their turn.
#include "server/hall_parts.h"

#include <stdlib.h>
#include <string.h>

#define SERVER_MAX_HINTS 32 // being thought about

enum {
    AHEAD_FACTOR = 3, // bots leave people this much longer to seize an opportunity
    HINT_MS = 2000,   // docs/protocol.md
    HINT_COST = 1500, // thinkers.c
    SPREAD = 4,       // the moment of an answer is drawn from the wait and a fourth more
    SIMS_A_MS = 8     // games a bot tries in a millisecond, before it is known better
};

// Bots begin anew.
static void forget_answers(spot *sp)
{
    sp->question = ++sp->s->questions;
    sp->answer_at = 0;
    sp->offered = 0;
    sp->held = 0;
    if (sp->thought && thinkers_forget(sp->s->thinkers, sp->thought)) sp->thought = 0;
}

void spot_question(spot *sp, int verb)
{
    sp->dirty_state = true;
    switch (verb) {
    case ROOM_DO_UNDO: // what is taken back has taken time too
        sp->asked_at -= sp->room->popped;
        break;
    case ROOM_DO_SIT:
    case ROOM_DO_STAND:
    case ROOM_DO_KICK:
    case ROOM_DO_BOT:
        // The same question, and its clock goes on. If that ran out, coming and going changes
        // nothing: the bot's answer is awaited.
        sp->skipping = sp->expired && sp->room->absent != ROOM_WAIT;
        if (sp->skipping) return;
        forget_answers(sp);
        return;
    default: sp->asked_at = (int64_t)uv_now(&sp->s->loop); break;
    }
    sp->expired = sp->skipping = false;
    forget_answers(sp);
}

room_clock spot_clock(const spot *sp)
{
    const room *r = sp->room;
    room_clock clock = {0};
    int seat = r->pace > 0 ? room_waits_for(r) : -1;
    if (seat < 0) return clock;
    int64_t gone = (int64_t)uv_now(&sp->s->loop) - sp->asked_at;
    clock.runs = true;
    clock.seat = seat;
    clock.limit = (int64_t)r->pace * 1000;
    clock.left = gone < clock.limit ? clock.limit - gone : 0;
    return clock;
}

void spot_resume(spot *sp, int64_t gone)
{
    int64_t most = (int64_t)sp->room->pace * 1000 - HALL_GRACE_MS;
    if (gone > most) gone = most;
    if (gone < 0) gone = 0;
    sp->asked_at = (int64_t)uv_now(&sp->s->loop) - gone;
}

// Short clocks are for people who play now: without anybody they stand still.
static bool ticks(const spot *sp) { return sp->conns || sp->room->pace >= HALL_LONG_PACE; }

// ---- thinking ----------------------------------------------------------------------

static const vg_bot *bot_of(const room *r, int seat)
{
    static const vg_bot stand_in = {.kind = VG_BOT_GREEDY};
    return r->chair[seat].kind == ROOM_BOT ? &r->chair[seat].bot : &stand_in;
}

// Milliseconds the bot of a seat takes for a decision, whatever it holds.
static uint32_t usual(const spot *sp, int seat)
{
    const vg_bot *bot = bot_of(sp->room, seat);
    if (bot->kind != VG_BOT_SEARCH) return 0;
    if (bot->millis > 0) return bot->millis;
    uint32_t guess = bot->simulations / SIMS_A_MS;
    return sp->usual[seat] > guess ? sp->usual[seat] : guess;
}

// People who play first, then who is looked at, then the rest.
static uint32_t rank_of(const spot *sp)
{
    for (const conn *c = sp->conns; c; c = c->spot_next)
        if (c->person >= 0 && sp->room->people[c->person].seat >= 0) return 0;
    return sp->conns ? 1 : 2;
}

// The open question as `seat` sees it; NULL if there is nothing for it to decide.
static thought *thought_of(spot *sp, int seat)
{
    room *r = sp->room;
    thought *q = calloc(1, sizeof *q);
    if (!q) return NULL;
    q->count = vg_table_legal(r->table, seat, q->list);
    if (q->count == 0) {
        free(q);
        return NULL;
    }
    q->table = sp->id;
    q->number = ++sp->s->questions;
    q->question = sp->question;
    q->seat = seat;
    q->game = vg_table_game(r->table);
    server_random(&q->seed, sizeof q->seed);
    memcpy(q->view, vg_table_view(r->table, seat), q->game->state_size);
    return q;
}

static void ask_thinkers(spot *sp, thought *q)
{
    q->rank = rank_of(sp);
    q->after = sp->line;
    sp->s->count.thoughts++;
    thinkers_ask(sp->s->thinkers, q);
    sp->line = q->finish;
}

// The only way a bot of a table comes to think: one at a time.
static void think_about(spot *sp, int seat)
{
    if (sp->thought || sp->held) return;
    thought *q = thought_of(sp, seat);
    if (!q) return;
    q->bot = *bot_of(sp->room, seat);
    q->cost = usual(sp, seat);
    sp->thought = q->number;
    ask_thinkers(sp, q);
}

// Thinking costs: one at a time for a seat.
const char *spot_hint(spot *sp, const conn *c, const char *id)
{
    server *s = sp->s;
    int seat = sp->room->people[c->person].seat;
    uint64_t now = uv_now(&s->loop);
    if (seat < 0) return "WHO";
    if (room_status_of(sp->room) != ROOM_PLAYING) return "WHEN";
    if (s->hints >= SERVER_MAX_HINTS || now < sp->hinted_at[seat]) return "BUSY";
    thought *q = thought_of(sp, seat);
    if (!q) return "WHEN";
    q->hint = calloc(1, sizeof *q->hint);
    if (!q->hint) {
        free(q);
        return "SYSTEM";
    }
    q->asker = c->number;
    q->cost = HINT_COST;
    memcpy(q->id, id, sizeof q->id);
    sp->hinted_at[seat] = UINT64_MAX; // until it is answered
    s->hints++;
    ask_thinkers(sp, q);
    return NULL;
}

static void take_hint(spot *sp, const thought *q)
{
    sp->hinted_at[q->seat] = uv_now(&sp->s->loop) + HINT_MS;
    if (!sp->dead) tell_hint(sp, q);
}

static void take_answer(spot *sp, const thought *q)
{
    if (sp->thought != q->number) return;
    sp->thought = 0;
    if (sp->dead) return;
    uint32_t before = sp->usual[q->seat] - sp->usual[q->seat] / 8;
    sp->usual[q->seat] = q->took > before ? q->took : before;
    if (q->question == sp->question && q->chosen && !sp->held) {
        sp->held = q->chosen;
        sp->held_seat = q->seat;
    }
    spot_advance(sp);
}

void hall_thought(server *s)
{
    for (thought *q = thinkers_collect(s->thinkers), *next; q; q = next) {
        next = q->next;
        spot *sp = spot_find(s, q->table); // it may have left meanwhile
        if (q->hint) s->hints--;
        if (sp && sp->room && q->hint)
            take_hint(sp, q);
        else if (sp && sp->room)
            take_answer(sp, q);
        thought_free(q);
    }
}

// ---- answering ---------------------------------------------------------------------

// Does a bot decide for `seat`, be it only this once?
static bool bot_decides(const spot *sp, int seat, int actor)
{
    return room_bot_plays(sp->room, seat) || (sp->skipping && seat == actor);
}

static void play_held(spot *sp)
{
    vg_text entry = vg_text_heap();
    vg_move m = sp->held;
    room *r = sp->room;
    int before = vg_table_log_count(r->table);
    sp->held = 0;
    r->elapsed = (int64_t)uv_now(&sp->s->loop) - sp->asked_at;
    bool still = bot_decides(sp, sp->held_seat, vg_table_ask(r->table).actor);
    vg_by by = room_bot_plays(r, sp->held_seat) ? VG_BY_BOT : VG_BY_CLOCK;
    if (still && room_bot_move(r, sp->held_seat, m, by, server_wall(), &entry)) {
        sp->s->count.moves++;
        if (r->chair[sp->held_seat].kind == ROOM_BOT) {
            sp->tale_seat = sp->held_seat;
            sp->tale_entry = before;
        }
        spot_note(sp, ROOM_DO_MOVE);
        spot_store(sp, &entry);
    }
    vg_text_release(&entry);
}

// What a bot has played is on disk: now it tells it, if the sheet asks for that. Both are shown
// together, when this is on disk too.
void spot_tale(spot *sp)
{
    int seat = sp->tale_seat;
    sp->tale_seat = -1;
    if (seat < 0) return;
    vg_text entry = vg_text_heap();
    if (room_bot_tells(sp->room, seat, sp->tale_entry, server_wall(), &entry)) {
        spot_note(sp, ROOM_DO_TELL);
        spot_store(sp, &entry);
    }
    vg_text_release(&entry);
}

// Is there a person who could seize an opportunity now?
static bool person_may(const room *r, uint16_t also)
{
    for (int p = 0; p < r->seats; p++)
        if (also >> p & 1 && !room_bot_plays(r, p)) return true;
    return false;
}

// Draws when the question is answered, if it is a bot's to answer.
static void draw_answer(spot *sp, vg_ask ask)
{
    const room *r = sp->room;
    uint64_t wait = (uint64_t)sp->s->options.bot_delay;
    uint16_t others = vg_out_of_turn(ask);
    if (person_may(r, others)) wait *= AHEAD_FACTOR;
    for (int p = 0; p < r->seats; p++) // they think one after another
        if ((p == ask.actor || others >> p & 1) && bot_decides(sp, p, ask.actor))
            wait += usual(sp, p);
    uint32_t lot;
    server_random(&lot, sizeof lot);
    uint64_t now = uv_now(&sp->s->loop);
    sp->step = wait / SPREAD;
    sp->answer_at = now + wait + (sp->step ? lot % sp->step : 0);
}

// The moment an answer may be given that is there only now.
static uint64_t next_moment(const spot *sp, uint64_t now)
{
    if (now <= sp->answer_at || sp->step == 0) return sp->answer_at;
    uint64_t late = now - sp->answer_at;
    return sp->answer_at + (late + sp->step - 1) / sp->step * sp->step;
}

static bool can_pass(const room *r, int seat)
{
    return vg_game_parse(vg_table_game(r->table), vg_table_state(r->table), seat, "pass") != 0;
}

static void pass_for(spot *sp, int seat, vg_by by)
{
    spot_does(sp,
              &(room_command){
                  .verb = ROOM_DO_MOVE, .seat = seat, .at = -1, .by = (uint8_t)by, .text = "pass"});
}

static void run_out(spot *sp, int actor)
{
    sp->expired = true;
    switch ((room_absent)sp->room->absent) {
    case ROOM_WAIT:
    case ROOM_ABSENT_COUNT: return;
    case ROOM_SKIP:
        if (can_pass(sp->room, actor))
            pass_for(sp, actor, VG_BY_CLOCK);
        else
            sp->skipping = true;
        return;
    case ROOM_STAND_IN:
        sp->room->chair[actor].stand_in = true;
        spot_touch(sp);
        return;
    }
}

// Lets bots think that have something to decide: first who may seize an opportunity, then who is
// asked.
static void let_think(spot *sp, vg_ask ask)
{
    room *r = sp->room;
    bool looked = sp->conns || spot_awaited(sp);
    uint16_t others = (uint16_t)(vg_out_of_turn(ask) & ~sp->offered);
    for (int p; looked && !sp->thought && !sp->held && (p = vg_take_seat(&others, 0)) >= 0;) {
        if (!room_bot_plays(r, p)) continue;
        sp->offered = (uint16_t)(sp->offered | 1u << p);
        think_about(sp, p);
    }
    if (ask.actor < 0 || !bot_decides(sp, ask.actor, ask.actor)) return;
    if (looked || sp->skipping) think_about(sp, ask.actor);
}

static void timer_fired(uv_timer_t *timer) { spot_advance(timer->data); }

static void sooner(uint64_t *due, uint64_t then)
{
    if (then < *due) *due = then;
}

// Whoever has not revealed when the time is up is named, and the deal is void.
static void wait_for_salts(spot *sp)
{
    uint64_t now = uv_now(&sp->s->loop);
    if (sp->reveal_by == 0) sp->reveal_by = now + (uint64_t)sp->s->options.reveal * 1000;
    if (now < sp->reveal_by) {
        uv_timer_start(&sp->timer, timer_fired, sp->reveal_by - now, 0);
        return;
    }
    sp->reveal_by = 0;
    spot_does(sp, &(room_command){.verb = ROOM_DO_VOID, .seat = -1});
}

void spot_advance(spot *sp)
{
    room *r = sp->room;
    if (!r || sp->in_flight || sp->loading || sp->dead || sp->s->stopping) return;
    if (r->dealing && room_status_of(r) == ROOM_OPEN) {
        wait_for_salts(sp);
        return;
    }
    sp->reveal_by = 0;
    if (room_status_of(r) != ROOM_PLAYING) {
        sp->held = 0;
        uv_timer_stop(&sp->timer);
        return;
    }
    uint64_t now = uv_now(&sp->s->loop), due = UINT64_MAX;
    vg_ask ask = vg_table_ask(r->table);
    int actor = ask.actor;
    if (actor >= 0 && !ask.window && r->chair[actor].ahead) {
        r->chair[actor].ahead = false; // it is this seat's turn
        spot_touch(sp);
    }
    room_clock clock = spot_clock(sp);
    if (clock.runs && !sp->expired && clock.left == 0 && ticks(sp)) {
        run_out(sp, actor);
        sp->answer_at = 0;
        if (sp->in_flight) return;
    }
    if (sp->answer_at == 0 && (sp->conns || sp->skipping || spot_awaited(sp))) draw_answer(sp, ask);
    let_think(sp, ask);
    bool ahead = actor >= 0 && ask.window && r->chair[actor].ahead && !room_bot_plays(r, actor);
    if ((sp->held || ahead) && sp->answer_at == 0) draw_answer(sp, ask);
    uint64_t moment = next_moment(sp, now);
    if ((sp->held || ahead) && now >= moment) {
        if (sp->held)
            play_held(sp);
        else
            pass_for(sp, actor, VG_BY_AHEAD);
        return;
    }
    if (sp->held || ahead) sooner(&due, moment);
    if (clock.runs && !sp->expired && ticks(sp)) sooner(&due, now + (uint64_t)clock.left);
    if (due == UINT64_MAX)
        uv_timer_stop(&sp->timer);
    else
        uv_timer_start(&sp->timer, timer_fired, due > now ? due - now : 1, 0);
}
