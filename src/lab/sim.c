// sim.c: the loop that plays games, and the threads around it.
//
// Threads take games in small batches from one counter. Each adds up its own
// integers; the sums are joined at the end, so who played what does not matter.
// A batch that was begun is always finished: what has been played at any stop
// is everything before one number.
#include "lab/sim.h"

#include "base/clock.h"
#include "lab/external.h"
#include "lab/measure.h"
#include "review/equity.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BATCH 16
#define TRIES 3 // an external bot that fails more often is not started again
// Chance is weighed by so many tries of so many turns, or as many as bring everybody to move twice,
// and runs of it with more ends by so many draws (docs/review.md has what it brings and takes).
#define LUCK_TRIES 16
#define LUCK_TURNS 8 // fewer do not show what a card comes to, more are mostly noise
#define LUCK_ENDS  40
// Where luck is weighed closely: so many tries, each against another draw or lot; a bot is asked so
// many times more what it would do.
#define CLOSE_TRIES 192
#define CLOSE_ASKS  12
#define TAKES       4 // of what seats took in a game, so many are tried with something else

typedef struct sim_job {
    const vg_sim_plan *plan;
    vg_lang lang;
    uint64_t from, to, unit, batch;                 // batch: games taken at once, whole units
    _Alignas(16) unsigned char start[VG_MAX_STATE]; // the state before the first deal
    atomic_uint_fast64_t next, done;
    pthread_mutex_t lock; // for `each` and `lost`, and with `finished` for the end
    pthread_cond_t finished;
    int running;
    bool lots; // nobody thinks, watches or looks back: at_random()
} sim_job;

typedef struct worker {
    sim_job *job;
    vg_tally *tally;
    vg_measure *measure; // NULL unless wanted
    vg_sim_step *steps;  // of the game being played; NULL unless somebody wants them
    vg_rng chance, who, bot[VG_MAX_SEATS], swap, again; // again: other lots of a bot
    vg_mind *mind[VG_MAX_SEATS];        // by player; NULL for random ones, who need none
    vg_external *outside[VG_MAX_SEATS]; // by player; NULL for ours
    uint8_t failed[VG_MAX_SEATS];       // by player: times it lost its seat
    uint8_t sits[VG_MAX_SEATS];         // by seat: which player
    uint8_t lost;                       // by seat, as bits: lost in this game
    int swap_at;                        // move number whose outcome is to be another
    int swapped, swapped_seat;          // what came instead, and to whom; -1: nothing else could
    int like;                           // a trait of the group that what comes must be of
    const char *wanted;                 // the card that is to come instead; NULL: any
    vg_move taken;                      // a choice by lot: anything but this
    uint64_t number;
    int lot;                                  // of this game
    vg_equity equity;                         // where luck is weighed
    bool closely;                             // ... by many tries, and bots' own lots too
    double luck[VG_LUCK_PARTS][VG_MAX_SEATS]; // so far, in this game
    bool drawing;                             // chance is being asked
    int turns, turn;                          // so far; whose it is
    _Alignas(16) unsigned char state[VG_MAX_STATE], view[VG_MAX_STATE];
    _Alignas(16) unsigned char before[VG_MAX_STATE]; // where the run of chance began
} worker;

typedef enum manner { PLAIN, WEIGHED, MEASURED, SWAPPED } manner;

uint64_t vg_sim_unit(const vg_sim_plan *plan)
{
    return plan->rotate && plan->duplicate ? vg_sim_round(plan->setup.seats) : 1;
}

uint64_t vg_sim_round(int seats) { return (uint64_t)seats * (seats > 2 ? 2 : 1); }

static uint64_t mix(uint64_t seed, uint64_t with)
{
    uint64_t z = seed + 0x9e3779b97f4a7c15u * (with + 1);
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

// vg_rng_seed puts the bits of seed and number together one by one, and xoshiro is linear in them:
// two streams of the same number and of two seeds differ by the same bits in every game of a run,
// and one tells much about the other. So the number goes into the seed as well.
void vg_sim_lane(vg_rng *rng, uint64_t seed, int lane, uint64_t number)
{
    vg_rng_seed(rng, mix(mix(seed, (uint64_t)lane), number), number);
}

static uint64_t common(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

void vg_sim_seat(int seats, uint64_t seed, uint64_t number, uint8_t player[VG_MAX_SEATS])
{
    uint64_t orders = 1, round = number / vg_sim_round(seats);
    for (int i = 2; i < seats; i++) orders *= (uint64_t)i;
    // Each lot of (seats-1)! rounds has every order once: a step through them that meets all.
    vg_rng rng;
    vg_sim_lane(&rng, seed, VG_MAX_SEATS + 2, round / orders);
    uint64_t start = vg_rng_below(&rng, (uint32_t)orders), step = 1;
    do step = 1 + vg_rng_below(&rng, (uint32_t)orders);
    while (common(step, orders) != 1);
    uint64_t code = (start + round % orders * step) % orders;
    uint8_t order[VG_MAX_SEATS] = {0}; // player 0 first, the others as the digits of `code` say
    for (int i = 1; i < seats; i++) {
        int at = i - (int)(code % (uint64_t)i); // 1..i
        code /= (uint64_t)i;
        memmove(&order[at + 1], &order[at], (size_t)(i - at));
        order[at] = (uint8_t)i;
    }
    int turn = (int)(number % (uint64_t)seats), s = seats;
    bool mirrored = number / (uint64_t)seats % 2 && seats > 2;
    for (int p = 0; p < s; p++) player[p] = order[(mirrored ? 2 * s - p - turn : p + turn) % s];
}

// The program at `seat` is out of this game; greedy goes on for it.
static void lose_seat(worker *w, int seat, const char *why)
{
    const vg_sim_plan *plan = w->job->plan;
    int player = w->sits[seat];
    w->lost = (uint8_t)(w->lost | 1u << seat);
    w->failed[player]++;
    w->tally->lost[player]++;
    if (!plan->lost) return;
    pthread_mutex_lock(&w->job->lock);
    plan->lost(plan->with, w->number, seat, player, why);
    pthread_mutex_unlock(&w->job->lock);
}

static vg_move choose_outside(worker *w, const vg_game *game, int seat, const vg_move *list,
                              int count, bool may_wait, bool *answered)
{
    char buffer[256];
    vg_text why = VG_TEXT(buffer);
    bool wait = false;
    vg_move m = vg_external_choose(w->outside[w->sits[seat]], game, w->view, seat, list, count,
                                   may_wait, &wait, &why);
    *answered = m || wait;
    if (!*answered) lose_seat(w, seat, buffer);
    return m;
}

static __attribute__((noinline)) vg_move choose_by_view(worker *w, const vg_game *game, int seat,
                                                        const vg_move *list, int count,
                                                        bool may_wait)
{
    int player = w->sits[seat];
    vg_game_view(game, w->state, seat, w->view);
    if (w->outside[player] && !(w->lost >> seat & 1)) {
        bool answered;
        vg_move m = choose_outside(w, game, seat, list, count, may_wait, &answered);
        if (answered) return m;
    }
    return vg_mind_choose(w->mind[player], game, w->view, seat, list, count, &w->bot[player]);
}

// What the bot of `seat` does with these moves; 0: it would rather wait (an opportunity).
static inline vg_move choose(worker *w, const vg_game *game, int seat, const vg_move *list,
                             int count, bool may_wait)
{
    int player = w->sits[seat];
    if (w->mind[player]) return choose_by_view(w, game, seat, list, count, may_wait);
    return list[vg_rng_below(&w->bot[player], (uint32_t)count)];
}

// Who moves now, and what, out of how many. Seats with an opportunity are heard before the seat
// that is asked, in an order drawn for this move, since nothing tells who would be quicker; a
// random bot takes one opportunity in two, or it would never let one pass.
static inline vg_move next_move(worker *w, const vg_game *game, vg_ask ask, int *seat, int *count)
{
    vg_move list[VG_MAX_LEGAL];
    int seats = w->job->plan->setup.seats;
    int from = ask.also ? (int)vg_rng_below(&w->who, (uint32_t)seats) : 0;
    uint16_t others = vg_out_of_turn(ask);
    for (int p; (p = vg_take_seat(&others, from)) >= 0;) {
        *count = game->legal(w->state, p, list);
        if (*count == 0 || (!w->mind[w->sits[p]] && vg_rng_below(&w->who, 2) == 0)) continue;
        vg_move m = choose(w, game, p, list, *count, true);
        if (!m) continue;
        *seat = p;
        return m;
    }
    *seat = ask.actor;
    *count = game->legal(w->state, ask.actor, list);
    return *count ? choose(w, game, ask.actor, list, *count, false) : 0;
}

// Another outcome than `m` for the chance move that is asked, or `m` if there seems to be none.
static vg_move another(worker *w, const vg_game *game, vg_move m)
{
    for (int i = 0; i < 64; i++) {
        vg_move other = game->chance(w->state, &w->swap);
        if (other != m) return other;
    }
    return m;
}

// What move `m` of `seat` marks: the trait of the group of `like`, or -1.
static int marked_by(worker *w, const vg_game *game, int seat, vg_move m, int like)
{
    vg_events *ev = &w->measure->events;
    const char *group = w->tally->trait[like].group;
    int found = -1;
    ev->count = 0;
    memcpy(w->view, w->state, game->state_size);
    game->apply(w->view, seat, m, ev);
    for (int i = 0; i < ev->count && found < 0; i++) {
        vg_trait x = {0};
        const vg_event *e = &ev->event[i];
        if (e->veiled || e->seat < 0 || !vg_event_mark(game, e, &x)) continue;
        if (strcmp(x.group, group) == 0) found = vg_measure_place(w->tally, &x);
    }
    ev->count = 0;
    return found;
}

// The outcome that brings the wanted card where `m` would have brought another; `m`: none does.
static vg_move bringing(worker *w, const vg_game *game, vg_move m)
{
    vg_move list[VG_MAX_LEGAL];
    int count = game->legal(w->state, VG_CHANCE, list);
    for (int i = 0; i < count; i++) {
        int trait = marked_by(w, game, VG_CHANCE, list[i], w->like);
        if (trait >= 0 && strcmp(w->tally->trait[trait].slug, w->wanted) == 0) return list[i];
    }
    return m;
}

// One of the moves of `seat` that bring something of the group of trait `like`, by lot; not
// `other`. 0: there is none.
static vg_move by_lot(worker *w, const vg_game *game, int seat, int like, vg_move other)
{
    vg_move list[VG_MAX_LEGAL], fit[VG_MAX_LEGAL];
    int count = game->legal(w->state, seat, list), fits = 0;
    for (int i = 0; i < count; i++) {
        int trait = list[i] == other ? -1 : marked_by(w, game, seat, list[i], like);
        if (trait < 0) continue;
        if (w->wanted && strcmp(w->tally->trait[trait].slug, w->wanted) != 0) continue;
        fit[fits++] = list[i];
    }
    return fits ? fit[vg_rng_below(&w->swap, (uint32_t)fits)] : 0;
}

static void seat_players(worker *w, uint64_t number)
{
    const vg_sim_plan *plan = w->job->plan;
    int seats = plan->setup.seats;
    for (int p = 0; p < seats; p++) w->sits[p] = (uint8_t)p;
    if (plan->rotate) vg_sim_seat(seats, plan->seed, number, w->sits);
    uint64_t deal = number / vg_sim_unit(plan);
    vg_rng_seed(&w->chance, plan->seed, deal);
    for (int p = 0; p < seats; p++) vg_sim_lane(&w->bot[p], plan->seed, p, number);
    vg_sim_lane(&w->who, plan->seed, VG_MAX_SEATS, number);
    memcpy(w->state, w->job->start, plan->game->state_size);
}

static void begin_outside(worker *w)
{
    const vg_sim_plan *plan = w->job->plan;
    w->lost = 0;
    for (int p = 0; p < plan->setup.seats; p++) {
        int player = w->sits[p];
        if (!w->outside[player]) continue;
        char buffer[256];
        vg_text why = VG_TEXT(buffer);
        if (w->failed[player] >= TRIES)
            lose_seat(w, p,
                      w->job->lang == VG_IT ? "ha fallito troppe volte e non gli si chiede più"
                                            : "it has failed too often and is not asked again");
        else if (!vg_external_begin(w->outside[player], plan->game, &plan->setup, p, &why))
            lose_seat(w, p, buffer);
    }
}

// When it is after so many turns: four for each time they double, from 8.
static int luck_when(int turns)
{
    int doubled = 0;
    for (; turns > 7; turns >>= 1) doubled++;
    int when = doubled ? 4 * doubled + (turns & 3) - 3 : 0;
    return when < VG_LUCK_WHENS ? when : VG_LUCK_WHENS - 1;
}

// Where seats win together a seat's share of the win is about a half of them: never by who won,
// which would not be fair.
static void add_luck(worker *w, int kind, double by, const double value[VG_MAX_SEATS])
{
    const vg_sim_plan *plan = w->job->plan;
    if (plan->game->factions) by *= 2.0 / plan->setup.seats;
    double *luck = w->luck[kind * VG_LUCK_WHENS + luck_when(w->turns)];
    for (int p = 0; p < plan->setup.seats; p++) luck[p] += by * value[p];
}

// Where a run of chance begins, what is to be expected of it; where it ends, what came. The
// difference is 0 on average whoever plays and however well positions are judged.
static void weigh_chance(worker *w, bool asked)
{
    if (asked == w->drawing) return;
    double value[VG_MAX_SEATS];
    w->drawing = asked;
    if (!w->closely) {
        vg_equity_at(&w->equity, w->state, value);
        add_luck(w, VG_LUCK_DRAWS, asked ? -1 : 1, value);
    } else if (asked) {
        memcpy(w->before, w->state, w->job->plan->game->state_size);
    } else {
        vg_equity_drawn(&w->equity, w->before, w->state, value);
        add_luck(w, VG_LUCK_DRAWS, 1, value);
    }
}

// A bot's own lots are luck too: what it does against what it does with other lots. Not of bots
// that think, who would have to think again each time, nor of programs.
static void weigh_lots(worker *w, const vg_game *game, vg_ask ask, int seat, vg_move m)
{
    int player = w->sits[seat];
    double value[VG_MAX_SEATS];
    vg_move list[VG_MAX_LEGAL], other[CLOSE_ASKS];
    if (!w->closely || ask.also) return;
    if (w->outside[player] || w->job->plan->bot[player].kind == VG_BOT_SEARCH) return;
    int count = game->legal(w->state, seat, list);
    if (count == 1) return;
    vg_rng own = w->bot[player];
    w->bot[player] = w->again;
    for (int i = 0; i < CLOSE_ASKS; i++) other[i] = choose(w, game, seat, list, count, false);
    w->again = w->bot[player];
    w->bot[player] = own;
    vg_equity_moved(&w->equity, w->state, seat, m, other, CLOSE_ASKS, value);
    add_luck(w, VG_LUCK_LOTS, 1, value);
}

// After a move: a turn more? What chance does in between is of the turn before.
static void count_turn(worker *w, bool asked)
{
    int turn = w->state[w->job->plan->game->turn_at];
    if (asked || turn == w->turn) return;
    w->turn = turn;
    w->turns++;
}

// Plays one game to its end; gives what went wrong, or NULL. Compiled once for each manner, so
// that plain games pay nothing for the others.
static inline __attribute__((always_inline)) const char *play(worker *w, const manner how,
                                                              int *moves, int *decisions)
{
    const vg_sim_plan *plan = w->job->plan;
    const vg_game *game = plan->game;
    bool looked = how == MEASURED || how == SWAPPED;
    vg_measure *measure = looked ? w->measure : NULL;
    vg_events *events = looked ? &measure->events : NULL;
    for (*moves = *decisions = 0;; ++*moves) {
        vg_ask ask = game->ask(w->state);
        if (how == WEIGHED) weigh_chance(w, ask.actor == VG_CHANCE);
        if (how == WEIGHED) count_turn(w, ask.actor == VG_CHANCE);
        if (ask.actor == VG_NOBODY) return NULL;
        if (*moves == game->max_length) return "the game is longer than max_length";
        vg_move m;
        int seat = VG_CHANCE;
        if (ask.actor == VG_CHANCE) {
            m = game->chance(w->state, &w->chance);
            if (how == SWAPPED && *moves == w->swap_at)
                m = w->wanted ? bringing(w, game, m) : another(w, game, m);
        } else {
            int count;
            m = next_move(w, game, ask, &seat, &count);
            if (m == 0) return "a seat is asked and has no move";
            if (how == SWAPPED && *moves == w->swap_at) {
                m = by_lot(w, game, seat, w->like, w->taken);
                if (!m) return "nothing else to take";
                w->taken = m;
                w->swapped = marked_by(w, game, seat, m, w->like);
                w->swapped_seat = seat;
            }
            ++*decisions;
            if (how == WEIGHED) weigh_lots(w, game, ask, seat, m);
            if (how == MEASURED)
                vg_measure_decision(measure, game, w->state, plan->setup.seats, ask, seat, count);
        }
        if ((how == PLAIN || how == WEIGHED) && w->steps)
            w->steps[*moves] = (vg_sim_step){.move = m, .seat = (int8_t)seat};
        if (how == MEASURED && w->steps)
            w->steps[*moves] = (vg_sim_step){.move = m, .seat = (int8_t)seat};
        if (how == SWAPPED) events->count = 0;
        game->apply(w->state, seat, m, events);
        if (how == MEASURED) vg_measure_applied(measure, game, seat, *moves);
        if (how == SWAPPED && *moves == w->swap_at && seat == VG_CHANCE)
            w->swapped = vg_measure_drawn(w->tally, game, events, &w->swapped_seat);
        if (plan->check) {
            const char *broken = vg_check(game, w->state);
            if (broken) {
                ++*moves;
                return broken;
            }
        }
    }
}

// The same where all is left to lot.
static const char *play_lots(worker *w, int *moves, int *decisions)
{
    const vg_game *game = w->job->plan->game;
    vg_lots lots = {.chance = &w->chance,
                    .who = &w->who,
                    .seats = w->job->plan->setup.seats,
                    .most = game->max_length};
    for (int p = 0; p < w->job->plan->setup.seats; p++) lots.seat[p] = &w->bot[w->sits[p]];
    bool ends = game->at_random(w->state, &lots);
    *moves = lots.moves;
    *decisions = lots.decisions;
    return ends ? NULL : "the game does not end";
}

static void shares(const vg_score *score, int seats, int share[VG_MAX_SEATS], int *winners)
{
    *winners = 0;
    for (int p = 0; p < seats; p++) *winners += score->rank[p] == 1;
    for (int p = 0; p < seats; p++) share[p] = score->rank[p] == 1 ? VG_WIN / *winners : 0;
}

static double luck_of(const worker *w, int seat)
{
    double sum = 0;
    for (int part = 0; part < VG_LUCK_PARTS; part++) sum += w->luck[part][seat];
    return sum;
}

static void count_result(worker *w, const vg_score *score, int share[VG_MAX_SEATS])
{
    vg_tally *t = w->tally;
    const vg_sim_plan *plan = w->job->plan;
    int seats = plan->setup.seats, winners, first = plan->game->first(w->state);
    shares(score, seats, share, &winners);
    t->draws += winners > 1;
    t->pace[VG_PACE_shared][w->lot] += winners > 1;
    for (int p = 0; p < seats; p++) {
        t->wins[p] += score->rank[p] == 1 && winners == 1;
        vg_sums_add(&t->seat[p], w->lot, share[p], score->points[p]);
        vg_sums_add(&t->player[w->sits[p]], w->lot, share[p], score->points[p]);
        if (plan->luck)
            vg_sums_add(&t->adjusted[w->sits[p]], w->lot,
                        share[p] - llround(luck_of(w, p) * VG_WIN), score->points[p]);
        vg_examples_add(&t->player_games[w->sits[p]], w->lot, w->number, score->points[p]);
        if (first < 0) continue;
        int place = (p - first + seats) % seats;
        vg_sums_add(&t->place[place], w->lot, share[p], score->points[p]);
        vg_examples_add(&t->place_games[place], w->lot, w->number, score->points[p]);
    }
}

// Where one card was asked for, every other was only held against that one, which does not say
// what it is worth against any.
static void credit_one(worker *w, int trait, int share, int points)
{
    vg_tally_trait *x = &w->tally->trait[trait];
    const char *asked = w->job->plan->swap_card;
    if (asked && strcmp(x->slug, asked) != 0) return;
    vg_sums_add(&x->swap, w->lot, share, points);
    vg_examples_add(&x->swaps, w->lot, w->number, share);
}

static void credit(worker *w, int trait, int other, int share, int points)
{
    credit_one(w, trait, share, points);
    credit_one(w, other, -share, -points);
}

// The game again, all chance and all bots the same but for what comes at move `swap_at`: what the
// seat concerned gets of the win and of points. False if nothing else could come.
static bool play_again(worker *w, int *share, int *points)
{
    const vg_sim_plan *plan = w->job->plan;
    int moves, decisions, winners, got[VG_MAX_SEATS];
    w->swapped = -1;
    seat_players(w, w->number);
    const char *wrong = play(w, SWAPPED, &moves, &decisions);
    w->measure->events.count = 0;
    if (wrong || w->swapped < 0) return false;
    vg_score score = {0};
    plan->game->score(w->state, &score);
    shares(&score, plan->setup.seats, got, &winners);
    *share = got[w->swapped_seat];
    *points = score.points[w->swapped_seat];
    return true;
}

// What a drawn card was worth to the seat that drew it, against another that could have come.
static void swap_drawn(worker *w, const vg_score *score, const int share[VG_MAX_SEATS])
{
    const vg_measure *m = w->measure;
    vg_draw drawn = m->draw[vg_rng_below(&w->swap, (uint32_t)m->draw_count)];
    w->wanted = w->job->plan->swap_card;
    if (w->wanted && strcmp(w->tally->trait[drawn.trait].slug, w->wanted) == 0) w->wanted = NULL;
    w->like = drawn.trait;
    w->swap_at = drawn.move;
    int other, points, p = drawn.seat;
    if (!play_again(w, &other, &points) || w->swapped == drawn.trait || w->swapped_seat != p)
        return;
    credit(w, drawn.trait, w->swapped, share[p] - other, score->points[p] - points);
}

// What taking something is worth against something else on offer. What the bot chose would look
// good because the bot chose it: both are drawn by lot, and the game is played with either.
static void swap_taken(worker *w)
{
    const vg_measure *m = w->measure;
    vg_draw taken = m->take[vg_rng_below(&w->swap, (uint32_t)m->take_count)];
    int share[2], points[2], trait[2];
    w->swap_at = taken.move;
    w->like = taken.trait;
    w->taken = 0;
    for (int i = 0; i < 2; i++) {
        w->wanted = i == 0 ? w->job->plan->swap_card : NULL;
        if (!play_again(w, &share[i], &points[i])) return;
        trait[i] = w->swapped;
    }
    if (trait[0] != trait[1])
        credit(w, trait[0], trait[1], share[0] - share[1], points[0] - points[1]);
}

static void play_swapped(worker *w, const vg_score *score, const int share[VG_MAX_SEATS])
{
    const vg_measure *m = w->measure;
    const vg_sim_plan *plan = w->job->plan;
    vg_sim_lane(&w->swap, plan->seed, VG_MAX_SEATS + 1, w->number);
    // One game for what is drawn and one for what is taken, in every lot: half the lots would say
    // half as well how far the figures stray.
    bool odd = (w->number / VG_LOTS + w->number) % 2;
    bool take = m->take_count && (odd || !m->draw_count);
    for (int i = 0; take && i < TAKES; i++) swap_taken(w);
    if (!take && m->draw_count) swap_drawn(w, score, share);
}

static void play_and_count(worker *w, uint64_t number)
{
    const vg_sim_plan *plan = w->job->plan;
    vg_tally *t = w->tally;
    int moves, decisions, share[VG_MAX_SEATS] = {0};
    w->number = number;
    w->lot = (int)(number / w->job->unit % VG_LOTS);
    seat_players(w, number);
    begin_outside(w);
    if (w->measure) vg_measure_begin(w->measure, number, w->lot);
    memset(w->luck, 0, sizeof w->luck);
    w->drawing = false;
    w->turns = 0;
    w->turn = -1;
    w->equity.seed = mix(mix(plan->seed, VG_MAX_SEATS + 2), number);
    if (plan->luck) vg_sim_lane(&w->again, plan->seed, VG_MAX_SEATS + 3, number);
    for (int p = 0; p < plan->setup.seats && plan->luck; p++)
        w->equity.off[p] = vg_bot_noise(&plan->bot[w->sits[p]], plan->game);
    const char *wrong = w->measure     ? play(w, MEASURED, &moves, &decisions)
                        : plan->luck   ? play(w, WEIGHED, &moves, &decisions)
                        : w->job->lots ? play_lots(w, &moves, &decisions)
                                       : play(w, PLAIN, &moves, &decisions);
    t->games++;
    t->moves += (uint64_t)moves;
    t->decisions += (uint64_t)decisions;
    t->length[decisions]++;
    vg_tally_first(&t->length_game[decisions], number);
    t->pace[VG_PACE_games][w->lot]++;
    t->pace[VG_PACE_decisions][w->lot] += (uint64_t)decisions;
    vg_score score = {0};
    plan->game->score(w->state, &score);
    if (!wrong) {
        count_result(w, &score, share);
        if (w->measure)
            vg_measure_end(w->measure, plan->game, w->state, plan->setup.seats, &score, share);
    } else {
        vg_tally_stuck(t, number, wrong);
    }
    for (int p = 0; p < plan->setup.seats; p++)
        if (w->outside[w->sits[p]])
            vg_external_end(w->outside[w->sits[p]], &score, plan->setup.seats);
    if (plan->each) {
        vg_sim_game ended = {.number = number,
                             .state = w->state,
                             .score = &score,
                             .step = w->steps,
                             .step_count = moves,
                             .stuck = wrong != NULL,
                             .lost = w->lost,
                             .luck = plan->luck ? w->luck : NULL};
        memcpy(ended.player, w->sits, sizeof ended.player);
        pthread_mutex_lock(&w->job->lock);
        plan->each(plan->with, &ended);
        pthread_mutex_unlock(&w->job->lock);
    }
    if (!wrong && plan->swap) play_swapped(w, &score, share);
}

static bool stopped(const sim_job *job) { return job->plan->stop && atomic_load(job->plan->stop); }

static void *work(void *at)
{
    worker *w = at;
    sim_job *job = w->job;
    while (!stopped(job)) {
        uint64_t from = job->from + atomic_fetch_add(&job->next, job->batch);
        if (from >= job->to) break;
        uint64_t to = job->to - from < job->batch ? job->to : from + job->batch;
        for (uint64_t i = from; i < to; i++) play_and_count(w, i);
        atomic_fetch_add(&job->done, to - from);
    }
    pthread_mutex_lock(&job->lock);
    job->running--;
    pthread_cond_signal(&job->finished);
    pthread_mutex_unlock(&job->lock);
    return NULL;
}

// Waits for the workers, telling how far they are five times a second.
static void watch(sim_job *job)
{
    pthread_mutex_lock(&job->lock);
    while (job->running > 0) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 200 * 1000 * 1000;
        if (until.tv_nsec >= 1000 * 1000 * 1000) {
            until.tv_nsec -= 1000 * 1000 * 1000;
            until.tv_sec++;
        }
        pthread_cond_timedwait(&job->finished, &job->lock, &until);
        if (!job->plan->progress) continue;
        pthread_mutex_unlock(&job->lock);
        job->plan->progress(job->plan->with, atomic_load(&job->done), job->to - job->from);
        pthread_mutex_lock(&job->lock);
    }
    pthread_mutex_unlock(&job->lock);
}

static void worker_free(worker *w)
{
    if (!w) return;
    for (int p = 0; p < VG_MAX_SEATS; p++) {
        vg_mind_free(w->mind[p]);
        vg_external_free(w->outside[p]);
    }
    vg_equity_close(&w->equity);
    vg_measure_free(w->measure);
    vg_tally_free(w->tally);
    free(w->steps);
    free(w);
}

static bool wake(worker *w, int player)
{
    const vg_sim_plan *plan = w->job->plan;
    vg_bot bot = plan->bot[player];
    if (plan->command[player]) {
        w->outside[player] = vg_external_new(plan->command[player], plan->budget, w->job->lang);
        if (!w->outside[player]) return false;
        bot = (vg_bot){.kind = VG_BOT_GREEDY};
    }
    if (bot.kind == VG_BOT_RANDOM) return true;
    w->mind[player] = vg_mind_new(&bot);
    return w->mind[player] != NULL;
}

static worker *worker_new(sim_job *job)
{
    const vg_sim_plan *plan = job->plan;
    size_t longest = plan->game->max_length;
    int seats = plan->setup.seats;
    worker *w = calloc(1, sizeof *w);
    if (!w) return NULL;
    w->job = job;
    w->tally = vg_tally_new((int)longest);
    if (plan->luck) {
        vg_equity *e = &w->equity;
        vg_equity_open(e, plan->game, plan->setup.seats, NULL);
        // Between two. With more seats it would take ten seconds a game.
        w->closely = e->chains = e->eye.net && seats == 2;
        e->tries = w->closely ? CLOSE_TRIES : LUCK_TRIES;
        e->turns = plan->game->nearer ? 2 : 2 * seats > LUCK_TURNS ? 2 * seats : LUCK_TURNS;
        e->ends = LUCK_ENDS;
    }
    bool good = w->tally != NULL;
    if (good && plan->measure) good = (w->measure = vg_measure_new(plan->game, w->tally)) != NULL;
    if (good && plan->each) good = (w->steps = calloc(longest + 1, sizeof w->steps[0])) != NULL;
    for (int p = 0; good && p < plan->setup.seats; p++) good = wake(w, p);
    if (good) return w;
    worker_free(w);
    return NULL;
}

vg_err vg_sim_play(const vg_sim_plan *plan, vg_lang lang, vg_tally *tally, uint64_t *reached,
                   vg_text *why)
{
    assert(plan->threads >= 1 && plan->threads <= VG_SIM_MAX_THREADS);
    assert(!plan->swap || plan->measure);
    assert(!plan->luck || !plan->measure);
    sim_job job = {
        .plan = plan, .lang = lang, .from = plan->from, .to = plan->to ? plan->to : plan->games};
    job.unit = vg_sim_unit(plan);
    job.batch = job.unit >= BATCH ? job.unit : BATCH / job.unit * job.unit;
    assert(job.from % job.unit == 0 && job.to % job.unit == 0);
    *reached = job.from;
    vg_err err = vg_setup_check(plan->game, &plan->setup, lang, why);
    if (!err) err = plan->game->setup(job.start, &plan->setup, lang, why);
    if (err) return err;
    job.lots = !plan->measure && !plan->luck && !plan->each && !plan->check;
    for (int p = 0; p < plan->setup.seats; p++)
        job.lots &= plan->bot[p].kind == VG_BOT_RANDOM && !plan->command[p];
    if (job.lots && plan->game->forget) plan->game->forget(job.start);

    worker *workers[VG_SIM_MAX_THREADS];
    pthread_t threads[VG_SIM_MAX_THREADS];
    pthread_mutex_init(&job.lock, NULL);
    pthread_cond_init(&job.finished, NULL);
    int count = 0;
    bool own = false;
    while (count < plan->threads) {
        worker *w = worker_new(&job);
        if (!w) break;
        pthread_mutex_lock(&job.lock);
        job.running++;
        pthread_mutex_unlock(&job.lock);
        workers[count] = w;
        if (pthread_create(&threads[count], NULL, work, w) != 0) {
            // Fewer threads than wished for give the same games; where none can be started (in a
            // page) the caller's own plays them.
            own = count == 0;
            if (own) {
                (void)work(w);
                count++;
                break;
            }
            pthread_mutex_lock(&job.lock);
            job.running--;
            pthread_mutex_unlock(&job.lock);
            worker_free(w);
            break;
        }
        count++;
    }
    watch(&job);
    for (int i = 0; i < count && !own; i++) pthread_join(threads[i], NULL);
    for (int i = 0; i < count; i++) vg_tally_join(tally, workers[i]->tally);
    for (int i = 0; i < count; i++) worker_free(workers[i]);
    pthread_cond_destroy(&job.finished);
    pthread_mutex_destroy(&job.lock);
    uint64_t end = job.from + atomic_load(&job.next);
    *reached = end < job.to ? end : job.to;
    if (count > 0) return VG_OK;
    vg_text_add(why, vg_err_text(VG_ERR_SYSTEM, lang));
    return VG_ERR_SYSTEM;
}

vg_err vg_sim_run(const vg_sim_plan *plan, vg_lang lang, vg_sim_result *out, vg_text *why)
{
    *out = (vg_sim_result){0};
    vg_tally *t = vg_tally_new(plan->game->max_length);
    if (!t) return VG_ERR_SYSTEM;
    double started = vg_clock();
    uint64_t reached;
    vg_err err = vg_sim_play(plan, lang, t, &reached, why);
    out->seconds = vg_clock() - started;
    out->games = t->games;
    out->decisions = t->decisions;
    out->moves = t->moves;
    out->draws = t->draws;
    for (int p = 0; p < plan->setup.seats; p++) {
        out->wins[p] = t->wins[p];
        for (int i = 0; i < VG_LOTS; i++) {
            out->share[p] += (uint64_t)t->seat[p].lot[i].share;
            out->score[p] += t->seat[p].lot[i].points;
        }
    }
    out->length_min = vg_tally_length(t, 0);
    out->length_p95 = vg_tally_length(t, 95);
    out->length_max = vg_tally_length(t, 100);
    out->stuck = t->stuck;
    out->stuck_number = t->stuck_number;
    vg_tally_free(t);
    return err;
}
