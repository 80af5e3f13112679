// review.c: a game played again, judged item by item.
#include "review/review.h"

#include "bots/greedy.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPPORTUNITY_WORLDS = 4 };
#define WORTH_A_LOOK 0.02 // what greedy must see in an opportunity that was let pass
#define TURNING      0.05 // a change of the chances worth a name

struct vg_review {
    vg_review_plan plan;
    vg_review_move *move;
    vg_equity equity;
    vg_search *search;
    vg_item *item;
    vg_choice *choice;
    int items, choices, choice_room;
    int next; // move to be judged next
    bool over;
    int missed_turn[VG_MAX_SEATS]; // in which turn an opportunity let pass was looked at already
    int turn, turns;
    double start[VG_MAX_SEATS], now[VG_MAX_SEATS];
    _Alignas(16) unsigned char state[VG_MAX_STATE];
};

static bool begin_state(const vg_review_plan *plan, void *state)
{
    vg_text none = {0};
    return plan->game->setup(state, &plan->setup, VG_EN, &none) == VG_OK;
}

vg_review *vg_review_new(const vg_review_plan *plan)
{
    vg_review *r = calloc(1, sizeof *r);
    if (!r) return NULL;
    size_t n = (size_t)plan->move_count + 1;
    const vg_judge_plan *how = &vg_judge_plans[plan->effort];
    r->plan = *plan;
    r->move = calloc(n, sizeof *r->move);
    r->item = calloc(n, sizeof *r->item);
    r->search = vg_search_new(how->simulations + 16, 1);
    if (!r->move || !r->item || !r->search || !begin_state(plan, r->state)) {
        vg_review_free(r);
        return NULL;
    }
    memcpy(r->move, plan->move, (size_t)plan->move_count * sizeof *r->move);
    r->plan.move = r->move;
    vg_equity_open(&r->equity, plan->game, plan->setup.seats, NULL);
    r->equity.tries = how->tries;
    for (int p = 0; p < VG_MAX_SEATS; p++) r->missed_turn[p] = -1;
    r->turn = -1;
    return r;
}

void vg_review_free(vg_review *r)
{
    if (!r) return;
    vg_equity_close(&r->equity);
    vg_search_free(r->search);
    free(r->move);
    free(r->item);
    free(r->choice);
    free(r);
}

vg_review *vg_review_of(const vg_table *table, int number, uint16_t seats, vg_effort effort,
                        vg_lang lang, vg_text *why)
{
    static const vg_words none = VG_WORDS("la partita %d non c'è: il verbale ne ha %d",
                                          "there is no game %d: the record has %d");
    static const vg_words empty = VG_WORDS("in questa partita nessuno ha ancora deciso niente",
                                           "nobody has decided anything in this game yet");
    vg_review_plan plan = {.game = vg_table_game(table),
                           .setup = vg_table_plan_of(table)->setup,
                           .seats = seats,
                           .effort = effort};
    int count = vg_table_log_count(table), last = vg_table_game_number(table), decided = 0;
    if (number < 1 || number > last) {
        vg_text_printf(why, none.in[lang], number, last);
        return NULL;
    }
    vg_review_move *moves = calloc((size_t)count + 1, sizeof *moves);
    if (!moves) {
        vg_text_add(why, vg_err_text(VG_ERR_SYSTEM, lang));
        return NULL;
    }
    plan.move = moves;
    for (int p = 0; p < plan.setup.seats; p++) {
        const char *name = vg_table_seat_name(table, p);
        if (name) snprintf(plan.name[p], sizeof plan.name[p], "%s", name);
    }
    // Who starts a later game of a match follows from who started the one before.
    _Alignas(16) unsigned char state[VG_MAX_STATE];
    bool good = begin_state(&plan, state);
    for (int i = 0, game = 1; good && i < count; i++) {
        vg_log_entry e;
        vg_table_log(table, i, &e);
        if (e.game > number) break;
        if (e.game > game) {
            game = e.game;
            plan.setup.first = (int8_t)((plan.game->first(state) + 1) % plan.setup.seats);
            good = begin_state(&plan, state);
        }
        plan.game->apply(state, e.seat, e.move, NULL);
        if (e.game < number) continue;
        moves[plan.move_count++] = (vg_review_move){.move = e.move, .seat = e.seat, .entry = i};
        decided += e.seat >= 0;
    }
    vg_review *r = good && decided ? vg_review_new(&plan) : NULL;
    if (!r) vg_text_add(why, decided ? vg_err_text(VG_ERR_SYSTEM, lang) : empty.in[lang]);
    free(moves);
    return r;
}

// ---- the work ------------------------------------------------------------------

static vg_choice *new_choice(vg_review *r)
{
    if (r->choices == r->choice_room) {
        int room = r->choice_room ? r->choice_room * 2 : 64;
        vg_choice *more = realloc(r->choice, (size_t)room * sizeof *more);
        if (!more) return NULL;
        r->choice = more;
        r->choice_room = room;
    }
    return &r->choice[r->choices++];
}

// The chances of `seat` if it makes this move now, all cards open; 0: it waits.
static double open_value(const vg_review *r, int seat, vg_move m)
{
    const vg_game *game = r->plan.game;
    _Alignas(16) unsigned char after[VG_MAX_STATE];
    double value[VG_MAX_SEATS];
    memcpy(after, r->state, game->state_size);
    if (m) game->apply(after, seat, m, NULL);
    vg_equity_at(&r->equity, after, value);
    return value[seat];
}

// The same choice with all cards open.
static void judge_open(const vg_review *r, vg_choice *c)
{
    const vg_game *game = r->plan.game;
    vg_move list[VG_MAX_LEGAL];
    int count = vg_thin(game, list, game->legal(r->state, c->seat, list));
    double made = open_value(r, c->seat, c->made), top = made;
    c->open.best = c->made;
    for (int i = 0; i <= count; i++) {
        bool waits = i == count;
        if (waits && game->ask(r->state).actor == c->seat) break;
        vg_move m = waits ? 0 : list[i];
        if (vg_same(game, m, c->made)) continue;
        double v = open_value(r, c->seat, m);
        if (v <= top) continue;
        top = v;
        c->open.best = m;
    }
    c->open.made_value = made;
    c->open.best_value = top;
    c->open.loss = top - made;
    c->open.verdict = (uint8_t)vg_verdict_of(game, c->open.loss, 0);
}

// What `seat` chose, in the state as it is before it; gives the number of the choice, or -1.
static int judge_choice(vg_review *r, int seat, vg_move made, int at, bool missed)
{
    const vg_game *game = r->plan.game;
    _Alignas(16) unsigned char view[VG_MAX_STATE];
    vg_choice c;
    vg_game_view(game, r->state, seat, view);
    if (!vg_judge_choice(r->search, &vg_judge_plans[r->plan.effort], game, view, seat, made, &c))
        return -1;
    if (missed && c.verdict == VG_SOUND) return -1; // to wait was right: no choice to speak of
    judge_open(r, &c);
    c.missed = missed;
    c.item = r->items;
    c.entry = r->move[at].entry;
    vg_choice *kept = new_choice(r);
    if (!kept) return -1;
    *kept = c;
    return r->choices - 1;
}

// Seats that might have acted here and did not: looked at once a turn, where greedy sees something.
static void judge_missed(vg_review *r, vg_ask ask, int acts, int at)
{
    const vg_game *game = r->plan.game;
    uint16_t others = vg_out_of_turn(ask) & r->plan.seats;
    for (int p; (p = vg_take_seat(&others, 0)) >= 0;) {
        vg_move list[VG_MAX_LEGAL];
        double value[VG_MAX_LEGAL + 1];
        _Alignas(16) unsigned char view[VG_MAX_STATE];
        if (p == acts || r->missed_turn[p] == r->turns) continue;
        vg_game_view(game, r->state, p, view);
        int count = vg_thin(game, list, game->legal(view, p, list));
        if (count == 0) continue;
        vg_rng rng;
        vg_rng_seed(&rng, vg_game_hash(game, view), (uint64_t)p);
        vg_greedy_values(&r->equity.eye, view, p, list, count, true, OPPORTUNITY_WORLDS, value,
                         &rng);
        double top = 0;
        for (int i = 0; i < count; i++) top = fmax(top, value[i]);
        if (top < value[count] + WORTH_A_LOOK) continue;
        r->missed_turn[p] = r->turns;
        judge_choice(r, p, 0, at, true);
    }
}

bool vg_review_work(vg_review *r)
{
    const vg_game *game = r->plan.game;
    if (r->next == 0) {
        vg_equity_at(&r->equity, r->state, r->now);
        memcpy(r->start, r->now, sizeof r->start);
    }
    if (r->next == r->plan.move_count) {
        r->over = game->ask(r->state).actor == VG_NOBODY;
        return false;
    }
    const vg_review_move *m = &r->move[r->next];
    vg_item *item = &r->item[r->items];
    *item = (vg_item){.first = r->next, .seat = m->seat, .choice = -1};
    int turn = r->state[game->turn_at];
    if (turn != r->turn) {
        r->turn = turn;
        r->turns++;
    }
    if (m->seat == VG_CHANCE) {
        while (r->next < r->plan.move_count && r->move[r->next].seat == VG_CHANCE)
            game->apply(r->state, VG_CHANCE, r->move[r->next++].move, NULL);
    } else {
        vg_ask ask = game->ask(r->state);
        if (ask.also) judge_missed(r, ask, m->seat, r->next);
        if (r->plan.seats >> m->seat & 1)
            item->choice = judge_choice(r, m->seat, m->move, r->next, false);
        game->apply(r->state, m->seat, m->move, NULL);
        r->next++;
    }
    item->count = r->next - item->first;
    vg_equity_at(&r->equity, r->state, item->value);
    memcpy(r->now, item->value, sizeof r->now);
    r->items++;
    if (r->next == r->plan.move_count) r->over = game->ask(r->state).actor == VG_NOBODY;
    return r->next < r->plan.move_count;
}

void vg_review_progress(const vg_review *r, uint64_t *done, uint64_t *total)
{
    *done = (uint64_t)r->next;
    *total = (uint64_t)r->plan.move_count;
}

// ---- what came out ---------------------------------------------------------------

const vg_review_plan *vg_review_is(const vg_review *r) { return &r->plan; }
bool vg_review_over(const vg_review *r) { return r->over; }
int vg_review_items(const vg_review *r) { return r->items; }
const vg_item *vg_review_item(const vg_review *r, int item) { return &r->item[item]; }
int vg_review_choices(const vg_review *r) { return r->choices; }
const vg_choice *vg_review_choice(const vg_review *r, int choice) { return &r->choice[choice]; }
void vg_review_start(const vg_review *r, double value[VG_MAX_SEATS])
{
    memcpy(value, r->start, sizeof r->start);
}

static double change_at(const vg_review *r, int item, int seat)
{
    return r->item[item].value[seat] - (item ? r->item[item - 1].value : r->start)[seat];
}

vg_sheet vg_review_sheet(const vg_review *r, int seat)
{
    vg_sheet s = {.start = r->start[seat], .result = r->now[seat]};
    for (int i = 0; i < r->items; i++) {
        double change = change_at(r, i, seat);
        if (r->item[i].seat == VG_CHANCE)
            s.luck += change;
        else if (r->item[i].seat == seat)
            s.skill += change;
        else
            s.others += change;
    }
    for (int i = 0; i < r->choices; i++) {
        const vg_choice *c = &r->choice[i];
        if (c->seat != seat) continue;
        s.choices++;
        s.verdicts[c->verdict]++;
        s.open_verdicts[c->open.verdict]++;
        s.loss += c->verdict == VG_SOUND ? 0 : c->loss;
        s.open_loss += c->open.loss;
    }
    return s;
}

int vg_review_turning(const vg_review *r, int seat, int out[VG_MAX_TURNING])
{
    int count = 0;
    for (int i = 0; i < r->items; i++) {
        double size = fabs(change_at(r, i, seat));
        if (size < TURNING) continue;
        int at = count < VG_MAX_TURNING ? count++ : VG_MAX_TURNING;
        while (at > 0 && fabs(change_at(r, out[at - 1], seat)) < size) {
            if (at < VG_MAX_TURNING) out[at] = out[at - 1];
            at--;
        }
        if (at < VG_MAX_TURNING) out[at] = i;
    }
    return count;
}
