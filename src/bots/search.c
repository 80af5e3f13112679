// search.c: information-set tree search with a value for every seat.
//
// The moves at the root are raced: in every resampled world each move still in
// the race is simulated once, each turn with the same luck, and at equal parts
// of the budget the worse half drops out (sequential halving). What a move gains
// over standing still in the same world is what counts, so the luck of the world
// cancels out. What greedy thinks of a move counts like a few tries: where the
// search sees no difference it plays like greedy.
//
// Below the root grows a tree. A node is a decision of some seat, reached by a
// chain of observations of the searching seat; its edges are moves. Moves differ
// from world to world, so an edge counts how often it was available, and the
// choice weighs tries against that (Cowling, Powley and Whitehouse's ISMCTS).
// An edge keeps only the value of the seat that chooses. A move's first look,
// the evaluation right after it, counts like some tries: all seats play sensibly
// from the start. Outside the tree seats play by a few first looks.
//
// A simulation ends where a turn begins, after the same number of turns for
// every move. Judging in the middle of turns was tried and lost to greedy: an
// evaluation errs differently at each stage of a turn, and the search seeks out
// the errors. So did random play to the end of the game.
#include "bots/search.h"

#include "base/clock.h"
#include "bots/greedy.h"
#include "bots/judge.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define EXPLORE        0.03f // weight of what was tried little, where gains are small
#define ROOT_TRIES     3     // what greedy thinks of a move counts like so many tries of it
#define EDGE_TRIES     8     // ... and what a first look says below the root
#define LOOKS          4     // moves other seats look at, outside the tree
#define MAX_PATH       64    // decisions walked in the tree
#define MAX_DECISIONS  96    // ... and in a simulation, in and outside it
#define MAX_THREADS    8
#define EDGES_PER_NODE 12 // when they run out the tree stops growing

typedef struct edge {
    vg_move move;   // plain
    uint32_t next;  // next edge of the same node, 0: none
    uint32_t child; // first node under it, 0: none
    uint32_t visits, available;
    float sum;   // gains of the node's seat
    float prior; // the gain at first look
} edge;

typedef struct node {
    uint64_t seen;        // hash of what was observed since the parent's move
    uint32_t sibling;     // next node under the same edge, 0: none
    uint32_t edges, last; // first and last edge, 0: none yet
    uint32_t visits;
    float sum, top; // gains of its seat; the best first look
} node;

// A move at the root.
typedef struct runner {
    vg_move move; // 0: wait
    uint32_t child;
    uint32_t visits;
    double sum;
    double prior; // what greedy thinks it gains
    bool out;     // of the race
} runner;

typedef struct job {
    node *nodes; // [0] is unused
    edge *edges; // [0] is unused
    uint32_t node_count, edge_count, node_room, edge_room;

    const vg_search_plan *plan;
    const vg_game *game;
    const vg_eye *eye;
    const void *view;
    int seat, seats, turns;
    float explore;       // weight of what was tried little
    double start, until; // by vg_clock; until 0: no limit
    uint64_t simulations, limit;
    vg_rng rng;               // worlds, and what the search itself decides by chance
    vg_rng luck;              // what chance decides in the world at hand
    uint64_t deal;            // what the luck of that world grows from
    const void *world;        // at hand, before the move
    float base[VG_MAX_SEATS]; // what it is worth to each seat that was asked about: a bit in based
    unsigned based;
    vg_events ev;
    int count;
    runner race[VG_MAX_LEGAL + 1];
} job;

// Threads that help are started when they are first wanted and wait from then on.
struct vg_search {
    int threads;
    int helpers; // started; helper h does job[h + 1]
    pthread_t thread[MAX_THREADS];
    pthread_mutex_t lock; // of what follows
    pthread_cond_t work, done;
    bool stop;
    vg_eye eye;
    uint8_t asked, busy; // a bit a helper: it has a job; it has not finished it
    job job[MAX_THREADS];
};

vg_search *vg_search_new(uint32_t nodes, int threads)
{
    assert(threads >= 1 && threads <= MAX_THREADS && nodes >= 16);
    size_t each = nodes * (sizeof(node) + EDGES_PER_NODE * sizeof(edge));
    vg_search *search = calloc(1, sizeof *search + (size_t)threads * each);
    if (!search) return NULL;
    search->threads = threads;
    pthread_mutex_init(&search->lock, NULL);
    pthread_cond_init(&search->work, NULL);
    pthread_cond_init(&search->done, NULL);
    unsigned char *room = (unsigned char *)(search + 1);
    for (int t = 0; t < threads; t++) {
        job *j = &search->job[t];
        j->node_room = nodes;
        j->edge_room = nodes * EDGES_PER_NODE;
        j->nodes = (node *)(void *)room;
        j->edges = (edge *)(void *)(j->nodes + nodes);
        room += each;
    }
    return search;
}

void vg_search_free(vg_search *search)
{
    if (!search) return;
    pthread_mutex_lock(&search->lock);
    search->stop = true;
    pthread_cond_broadcast(&search->work);
    pthread_mutex_unlock(&search->lock);
    for (int h = 0; h < search->helpers; h++) pthread_join(search->thread[h], NULL);
    pthread_cond_destroy(&search->work);
    pthread_cond_destroy(&search->done);
    pthread_mutex_destroy(&search->lock);
    vg_eye_close(&search->eye);
    free(search);
}

// ---- the tree ---------------------------------------------------------------

// Folds the events that the searching seat may have into a hash.
static uint64_t observe(const job *j, uint64_t hash, const vg_events *ev)
{
    for (int i = 0; i < ev->count; i++) {
        vg_event e = ev->event[i];
        if (!(e.to >> j->seat & 1)) continue;
        vg_plain_event(j->game, &e);
        uint64_t args;
        memcpy(&args, e.arg, sizeof args);
        hash = (hash ^ e.kind ^ (uint64_t)(uint8_t)e.seat << 8) * 0x9e3779b97f4a7c15u;
        hash = (hash ^ args ^ hash >> 29) * 0xbf58476d1ce4e5b9u;
    }
    return hash;
}

// The node for what was seen in the list that starts at `*first`, made if there is room; 0 if there
// is none.
static uint32_t find_node(job *j, uint32_t *first, uint64_t seen, bool *made)
{
    *made = false;
    for (uint32_t n = *first; n; n = j->nodes[n].sibling)
        if (j->nodes[n].seen == seen) return n;
    if (j->node_count == j->node_room) return 0;
    uint32_t n = j->node_count++;
    j->nodes[n] = (node){.seen = seen, .sibling = *first, .top = -1e9f};
    *first = n;
    *made = true;
    return n;
}

// The edge of `m` at node `at`; 0 if there is none. Lists come in a fixed order, so it is mostly
// the one after `from`, the edge found before (0: start at the first).
static uint32_t find_edge(const job *j, uint32_t at, uint32_t from, vg_move m)
{
    uint32_t e = from ? j->edges[from].next : j->nodes[at].edges;
    for (; e; e = j->edges[e].next)
        if (j->edges[e].move == m) return e;
    if (!from) return 0;
    for (e = j->nodes[at].edges; e != j->edges[from].next; e = j->edges[e].next)
        if (j->edges[e].move == m) return e;
    return 0;
}

static uint32_t add_edge(job *j, uint32_t at, vg_move m, float prior)
{
    if (j->edge_count == j->edge_room) return 0;
    uint32_t e = j->edge_count++;
    j->edges[e] = (edge){.move = m, .prior = prior};
    if (j->nodes[at].last)
        j->edges[j->nodes[at].last].next = e;
    else
        j->nodes[at].edges = e;
    j->nodes[at].last = e;
    return e;
}

// What the world at hand is worth to `seat` before the move.
static float base(job *j, int seat)
{
    if (!(j->based >> seat & 1)) j->base[seat] = vg_worth(j->eye, j->world, seat);
    j->based |= 1u << seat;
    return j->base[seat];
}

// How `m` looks to `actor` at once: the evaluation of the position it leads to in this world.
// Chance is rolled first, or a draw would look like nothing.
static float first_look(job *j, const void *world, int actor, vg_move m)
{
    _Alignas(16) unsigned char after[VG_MAX_STATE];
    vg_copy_world(j->game, after, world);
    j->game->apply(after, actor, m, NULL);
    return vg_worth_asked(j->eye, after, vg_roll_on(j->game, after, &j->rng), actor);
}

// The edge to try at node `at`: the best by upper bound, and the move it stands for in this world.
// Moves not met before get their edge here. 0 when the tree is full and knows none of them.
static uint32_t choose_edge(job *j, uint32_t at, const void *world, int actor, const vg_move *list,
                            int count, vg_move *chosen)
{
    node *x = &j->nodes[at];
    // First looks are from before what follows: moved to where the values of this node lie.
    float shift = x->visits ? x->sum / (float)x->visits - x->top : 0, bound = -1e9f;
    uint32_t best = 0, e = 0;
    for (int i = 0; i < count; i++) {
        vg_move plain = vg_plain_move(j->game, list[i]);
        uint32_t found = find_edge(j, at, e, plain);
        if (!found) {
            float look = count == 1 ? 0 : first_look(j, world, actor, list[i]) - base(j, actor);
            found = add_edge(j, at, plain, look);
            if (!found) continue;
            if (look > x->top) x->top = look;
        }
        e = found;
        edge *y = &j->edges[e];
        float u = (y->sum + EDGE_TRIES * (y->prior + shift)) / (float)(y->visits + EDGE_TRIES);
        u += j->explore * sqrtf(logf((float)++y->available) / (float)(y->visits + 1));
        if (u > bound) {
            bound = u;
            best = e;
            *chosen = list[i];
        }
    }
    return best;
}

// ---- one simulation -----------------------------------------------------------

// A sensible move without a tree: the best at first look, for other seats the best of a few.
static vg_move quick_move(job *j, const void *world, int actor, vg_move *list, int count)
{
    if (count == 1) return list[0];
    int looks = count < LOOKS || actor == j->seat ? count : LOOKS;
    vg_move best = list[0];
    float top = -1;
    for (int i = 0; i < looks; i++) {
        if (looks < count) {
            int k = i + (int)vg_rng_below(&j->rng, (uint32_t)(count - i));
            vg_move m = list[k];
            list[k] = list[i];
            list[i] = m;
        }
        float v = first_look(j, world, actor, list[i]);
        if (v > top) {
            top = v;
            best = list[i];
        }
    }
    return best;
}

// A seat that has an opportunity and sees something in it; gives its move, or 0.
static vg_move taken_opportunity(job *j, const void *world, vg_ask ask, int *seat)
{
    vg_move list[VG_MAX_LEGAL];
    uint16_t others = vg_out_of_turn(ask);
    for (int p; (p = vg_take_seat(&others, 0)) >= 0;) {
        int count = vg_thin(j->game, list, j->game->legal(world, p, list));
        if (count == 0) continue;
        vg_move m = quick_move(j, world, p, list, count);
        if (first_look(j, world, p, m) <= vg_worth(j->eye, world, p)) continue;
        *seat = p;
        return m;
    }
    return 0;
}

static int turn_of(const job *j, const void *world)
{
    return ((const unsigned char *)world)[j->game->turn_at];
}

// The luck of a turn is the same after every move, as far as the game goes the same way.
static void turn_luck(job *j, int turn)
{
    vg_rng_seed(&j->luck, j->deal, (uint64_t)turn * 2);
    vg_rng_seed(&j->rng, j->deal, (uint64_t)turn * 2 + 1);
}

// Plays from `start` with `r`'s move first, and adds what came of it to the tree and to `r`.
static void simulate(job *j, const void *start, runner *r)
{
    _Alignas(16) unsigned char world[VG_MAX_STATE];
    vg_move list[VG_MAX_LEGAL];
    struct {
        uint32_t edge, node;
        int actor;
    } path[MAX_PATH];
    const vg_game *game = j->game;
    int length = 0, turns = 0, turn = turn_of(j, start);
    uint64_t seen = 0;             // since the last decision
    uint32_t *below = &r->child;   // where the node of the next decision hangs; NULL: outside
    bool asked_now = r->move == 0; // no opportunity is looked for in the first position again
    vg_events *ev = &j->ev;

    vg_copy_world(game, world, start);
    if (r->move) {
        ev->count = 0;
        game->apply(world, j->seat, r->move, ev);
        seen = observe(j, 0, ev);
    }
    for (int decisions = 0; decisions < MAX_DECISIONS;) {
        if (turn_of(j, world) != turn) {
            turn = turn_of(j, world);
            if (++turns >= j->turns) break;
            turn_luck(j, turns);
        }
        if (game->settled && game->settled(world)) break;
        vg_ask ask = game->ask(world);
        int actor = ask.actor;
        vg_move m = 0;
        if (actor == VG_NOBODY) break;
        if (actor == VG_CHANCE) {
            m = game->chance(world, &j->luck);
        } else {
            decisions++;
            if (ask.also && !asked_now) m = taken_opportunity(j, world, ask, &actor);
            asked_now = false;
        }
        if (!m) {
            int count = vg_thin(game, list, game->legal(world, actor, list));
            bool made = true;
            // A node stands for many worlds, and its voter would not know its own cards: that the
            // others agree just where they win would never be seen.
            if (ask.vote && actor != j->seat) below = NULL;
            uint32_t at = below ? find_node(j, below, seen, &made) : 0, e = 0;
            if (!made && length < MAX_PATH) e = choose_edge(j, at, world, actor, list, count, &m);
            if (e) {
                path[length].edge = e;
                path[length].node = at;
                path[length++].actor = actor;
                below = &j->edges[e].child;
                seen = 0;
            } else {
                m = quick_move(j, world, actor, list, count);
                below = NULL;
            }
        }
        if (below) {
            ev->count = 0;
            game->apply(world, actor, m, ev);
            seen = observe(j, seen, ev);
        } else {
            game->apply(world, actor, m, NULL);
        }
    }
    float value[VG_MAX_SEATS];
    unsigned who = 1u << j->seat;
    for (int i = 0; i < length; i++) who |= 1u << path[i].actor;
    vg_judge(j->eye, world, who, value);
    for (int i = 0; i < length; i++) {
        edge *e = &j->edges[path[i].edge];
        node *n = &j->nodes[path[i].node];
        float gain = value[path[i].actor] - base(j, path[i].actor);
        e->visits++;
        e->sum += gain;
        n->visits++;
        n->sum += gain;
    }
    r->visits++;
    r->sum += (double)(value[j->seat] - base(j, j->seat));
}

// ---- the race -------------------------------------------------------------------

static double mean(const runner *r)
{
    return (r->sum + ROOT_TRIES * r->prior) / (r->visits + ROOT_TRIES);
}

// Drops the worst until `keep` are left.
static void drop_out(job *j, int keep)
{
    for (;;) {
        int in = 0, worst = -1;
        for (int i = 0; i < j->count; i++) {
            if (j->race[i].out) continue;
            in++;
            if (worst < 0 || mean(&j->race[i]) < mean(&j->race[worst])) worst = i;
        }
        if (in <= keep) return;
        j->race[worst].out = true;
    }
}

// How much of the budget is used up, 0..1.
static double progress(const job *j)
{
    double used = (double)j->simulations / (double)j->limit;
    if (j->until <= 0) return used;
    double time = (vg_clock() - j->start) / (j->until - j->start);
    return time > used ? time : used;
}

static void run(job *j)
{
    int rounds = 1, round = 0, keep = j->count;
    while (1 << rounds < j->count) rounds++;
    _Alignas(16) unsigned char world[VG_MAX_STATE];
    j->node_count = j->edge_count = 1;
    for (double used = 0; used < 1; used = progress(j)) {
        while (round + 1 < rounds && used * rounds >= round + 1) {
            round++;
            keep = (keep + 1) / 2;
            drop_out(j, keep);
        }
        memcpy(world, j->view, j->game->state_size);
        j->game->resample(world, j->seat, &j->rng);
        if (j->game->forget) j->game->forget(world);
        j->world = world;
        j->based = 0;
        vg_rng next = j->rng;
        j->deal = (uint64_t)vg_rng_next(&next) << 32 | vg_rng_next(&next);
        for (int i = 0; i < j->count; i++) {
            if (j->race[i].out) continue;
            turn_luck(j, 0);
            simulate(j, world, &j->race[i]);
            j->simulations++;
        }
        j->rng = next;
    }
}

// ---- helpers --------------------------------------------------------------------

static void *help(void *argument)
{
    vg_search *search = argument;
    pthread_mutex_lock(&search->lock);
    int number = search->helpers++;
    uint8_t me = (uint8_t)(1u << number);
    pthread_cond_signal(&search->done); // it is there
    for (;;) {
        while (!(search->asked & me) && !search->stop)
            pthread_cond_wait(&search->work, &search->lock);
        if (search->stop) break;
        search->asked &= (uint8_t)~me;
        pthread_mutex_unlock(&search->lock);
        run(&search->job[number + 1]);
        pthread_mutex_lock(&search->lock);
        search->busy &= (uint8_t)~me;
        pthread_cond_signal(&search->done);
    }
    pthread_mutex_unlock(&search->lock);
    return NULL;
}

// Runs the first `count` jobs, side by side as far as threads can be had.
static void run_all(vg_search *search, int count)
{
    pthread_mutex_lock(&search->lock);
    while (search->helpers < count - 1) {
        int before = search->helpers;
        if (pthread_create(&search->thread[before], NULL, help, search) != 0) break;
        while (search->helpers == before) pthread_cond_wait(&search->done, &search->lock);
    }
    int helped = search->helpers < count - 1 ? search->helpers : count - 1;
    search->asked = search->busy = (uint8_t)((1u << helped) - 1);
    if (helped) pthread_cond_broadcast(&search->work);
    pthread_mutex_unlock(&search->lock);
    run(&search->job[0]);
    for (int t = helped + 1; t < count; t++) run(&search->job[t]);
    pthread_mutex_lock(&search->lock);
    while (search->busy) pthread_cond_wait(&search->done, &search->lock);
    pthread_mutex_unlock(&search->lock);
}

// Enters one of each group of moves that lead to the same position in every world tried: they would
// share one value, and trying each costs the others their tries.
static void line_up(job *j, vg_eye *eye, const vg_move *all, int count, bool may_wait)
{
    enum { WORLDS = 2 };
    vg_move list[VG_MAX_LEGAL];
    memcpy(list, all, (size_t)count * sizeof all[0]);
    count = vg_thin(j->game, list, count);
    j->seats = j->game->seats_of(j->view);
    vg_eye_open(eye, j->game, j->seats, j->plan->net);
    j->eye = eye;
    uint64_t hash[VG_MAX_LEGAL] = {0};
    _Alignas(16) unsigned char world[VG_MAX_STATE], after[VG_MAX_STATE];
    for (int w = 0; w < WORLDS; w++) {
        memcpy(world, j->view, j->game->state_size);
        j->game->resample(world, j->seat, &j->rng);
        for (int i = 0; i < count; i++) {
            memcpy(after, world, j->game->state_size);
            j->game->apply(after, j->seat, list[i], NULL);
            hash[i] = hash[i] * 31 + vg_game_hash(j->game, after);
        }
    }
    j->count = 0;
    int worlds = j->plan->worlds ? j->plan->worlds : 1;
    vg_move distinct[VG_MAX_LEGAL];
    double prior[VG_MAX_LEGAL + 1];
    for (int i = 0; i < count; i++) {
        int twin = 0;
        while (twin < i && hash[twin] != hash[i]) twin++;
        if (twin == i) distinct[j->count++] = list[i];
    }
    vg_greedy_values(eye, j->view, j->seat, distinct, j->count, true, worlds, prior, &j->rng);
    for (int i = 0; i < j->count; i++)
        j->race[i] = (runner){.move = distinct[i], .prior = prior[i] - prior[j->count]};
    if (may_wait) j->race[j->count++] = (runner){0};
}

// The best of those that were in the race to the end, or nearly.
static int best_runner(const runner *race, int count, float noise, vg_rng *rng)
{
    uint32_t most = 0;
    int best = -1;
    double top = 0;
    for (int i = 0; i < count; i++)
        if (race[i].visits > most) most = race[i].visits;
    for (int i = 0; i < count; i++) {
        if (noise <= 0 && race[i].visits < most - most / 4) continue;
        double v = mean(&race[i]) + (noise > 0 ? (double)noise * vg_jitter(rng) : 0);
        if (best >= 0 && v <= top) continue;
        best = i;
        top = v;
    }
    return best;
}

static void tell(const vg_search *search, const runner *race, int threads, const vg_move *list,
                 int count, vg_search_info *info)
{
    const job *first = &search->job[0];
    for (int t = 0; t < threads; t++) info->simulations += search->job[t].simulations;
    info->seconds = vg_clock() - first->start;
    float stands = vg_worth(first->eye, first->view, first->seat); // the race counts gains over it
    for (int i = 0; i < first->count; i++) {
        float value = stands + (float)mean(&race[i]);
        value = value < 0 ? 0 : value > 1 ? 1 : value;
        if (!race[i].move) info->wait = value;
        for (int k = 0; k < count; k++)
            if (race[i].move && vg_same(first->game, list[k], race[i].move)) {
                info->visits[k] = race[i].visits;
                info->value[k] = value;
            }
    }
}

// How many turns a simulation plays. To the end of the seat's next turn is one more than there are
// seats, but not where one turn is a long way.
static int horizon(const vg_search_plan *plan, const vg_game *game, int seats)
{
    int turns = plan->turns ? plan->turns : 3;
    if (game->nearer) return turns > game->nearer ? turns - game->nearer : 1;
    return plan->round && turns <= seats ? seats + 1 : turns;
}

vg_move vg_search_choose(vg_search *search, const vg_search_plan *plan, const vg_game *game,
                         const void *view, int seat, const vg_move *list, int count, vg_rng *rng,
                         vg_search_info *info)
{
    assert(plan->simulations || plan->millis);
    if (info) *info = (vg_search_info){0};
    bool may_wait = game->ask(view).actor != seat;
    if (count == 1 && !may_wait) return list[0];
    double start = vg_clock();
    int threads = plan->threads < 1                 ? 1
                  : plan->threads > search->threads ? search->threads
                                                    : plan->threads;
    for (int t = 0; t < threads; t++) {
        job *j = &search->job[t];
        uint64_t share = plan->simulations / (uint32_t)threads;
        if ((uint32_t)t < plan->simulations % (uint32_t)threads) share++;
        j->plan = plan;
        j->game = game;
        j->view = view;
        j->seat = seat;
        j->start = start;
        j->until = plan->millis ? start + plan->millis * 1e-3 : 0;
        j->simulations = 0;
        j->limit = !plan->simulations ? UINT64_MAX : share ? share : 1;
        vg_rng_seed(&j->rng, (uint64_t)vg_rng_next(rng) << 32 | vg_rng_next(rng), (uint64_t)t);
        if (t == 0) {
            line_up(j, &search->eye, list, count, may_wait);
            if (j->count == 1) { // the others are vain: no need to think, but something to say
                j->race[0].visits = 1;
                if (info) tell(search, j->race, 1, list, count, info);
                return vg_any_like(game, list, count, j->race[0].move, rng);
            }
        } else {
            j->seats = search->job[0].seats;
            j->eye = &search->eye;
            j->count = search->job[0].count;
            memcpy(j->race, search->job[0].race, (size_t)j->count * sizeof j->race[0]);
        }
        j->turns = horizon(plan, game, j->seats);
        j->explore = game->sway ? 0.01f * (float)game->sway : EXPLORE;
    }
    run_all(search, threads);
    runner race[VG_MAX_LEGAL + 1];
    int entered = search->job[0].count;
    memcpy(race, search->job[0].race, (size_t)entered * sizeof race[0]);
    for (int t = 1; t < threads; t++) {
        for (int i = 0; i < entered; i++) {
            race[i].visits += search->job[t].race[i].visits;
            race[i].sum += search->job[t].race[i].sum;
        }
    }
    if (info) tell(search, race, threads, list, count, info);
    vg_move best = race[best_runner(race, entered, plan->noise, rng)].move;
    return vg_any_like(game, list, count, best, rng);
}
