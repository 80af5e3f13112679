// search.c: information-set tree search with a value for every seat.
//
// A node is a decision of some seat, reached by a chain of observations of the
// searching seat. Its edges are moves; under an edge hang the nodes that can
// follow, told apart by a hash of the events the searching seat saw on the way
// (its own draw splits the tree, another's hidden draw does not). Moves differ
// from world to world, so an edge counts how often it was available, and the
// choice weighs tries against that (Cowling, Powley and Whitehouse's ISMCTS
// with per-seat values). An edge keeps only the value of the seat that chooses.
#include "bots/search.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define NORMAL_EXPLORE 0.35f
#define MAX_PATH       64 // decisions walked in one simulation
#define CLOCK_EVERY    64 // simulations between looks at the clock
#define MAX_THREADS    8

typedef struct edge {
    vg_move move;
    uint32_t next;  // next edge of the same node, 0: none
    uint32_t child; // first node under it, 0: none
    uint32_t visits, available;
    float sum; // values for the node's seat
} edge;

typedef struct node {
    uint64_t seen;    // hash of what was observed since the parent's move
    uint32_t sibling; // next node under the same edge, 0: none
    uint32_t edges;   // first edge, 0: none yet
} node;

typedef struct tree {
    node *nodes; // [0] is unused, [1] the root
    edge *edges; // [0] is unused
    uint32_t node_count, edge_count, node_room, edge_room;
} tree;

struct vg_search {
    tree tree[MAX_THREADS];
    int threads;
};

vg_search *vg_search_new(uint32_t nodes, int threads)
{
    assert(threads >= 1 && threads <= MAX_THREADS && nodes >= 16);
    vg_search *search = calloc(1, sizeof *search);
    if (!search) return NULL;
    search->threads = threads;
    for (int t = 0; t < threads; t++) {
        tree *x = &search->tree[t];
        x->node_room = nodes;
        x->edge_room = nodes; // a simulation adds at most one of each
        x->nodes = malloc(x->node_room * sizeof *x->nodes);
        x->edges = malloc(x->edge_room * sizeof *x->edges);
        if (!x->nodes || !x->edges) {
            vg_search_free(search);
            return NULL;
        }
    }
    return search;
}

void vg_search_free(vg_search *search)
{
    if (!search) return;
    for (int t = 0; t < search->threads; t++) {
        free(search->tree[t].nodes);
        free(search->tree[t].edges);
    }
    free(search);
}

int vg_seats_of(const vg_game *game, const void *state)
{
    vg_score score = {0};
    game->score(state, &score);
    int seats = 0;
    while (seats < VG_MAX_SEATS && score.rank[seats]) seats++;
    return seats;
}

void vg_judge(const vg_game *game, const void *state, int seats, float value[VG_MAX_SEATS])
{
    if (game->ask(state).actor != VG_NOBODY) {
        for (int p = 0; p < seats; p++) value[p] = game->evaluate(state, p);
        return;
    }
    vg_score score = {0};
    game->score(state, &score);
    int winners = 0;
    for (int p = 0; p < seats; p++) winners += score.rank[p] == 1;
    for (int p = 0; p < seats; p++) {
        if (score.rank[p] == 1)
            value[p] = winners == seats ? 0.5f : winners == 1 ? 1.0f : 0.95f;
        else // losing by less is a little better: play does not fall apart when all is lost
            value[p] = 0.05f * (float)(seats - score.rank[p]) / (float)seats;
    }
}

// ---- one tree ---------------------------------------------------------------

typedef struct job {
    tree *tree;
    const vg_search_plan *plan;
    const vg_game *game;
    const void *view;
    const vg_move *list; // the root's moves, equals already merged
    int count;
    int seat, seats;
    double until; // on the clock below; 0: no limit
    uint64_t simulations, limit;
    float explore;
    vg_rng rng;
} job;

static double clock_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

// Folds the events that `seat` may have into a hash.
static uint64_t observe(uint64_t hash, const vg_events *ev, int seat)
{
    for (int i = 0; i < ev->count; i++) {
        const vg_event *e = &ev->event[i];
        if (!(e->to >> seat & 1)) continue;
        uint64_t args;
        memcpy(&args, e->arg, sizeof args);
        hash = (hash ^ e->kind ^ (uint64_t)(uint8_t)e->seat << 8) * 0x9e3779b97f4a7c15u;
        hash = (hash ^ args ^ hash >> 29) * 0xbf58476d1ce4e5b9u;
    }
    return hash;
}

// The node under `e` for what was seen, made if there is room; 0 if there is none.
static uint32_t child_of(tree *x, edge *e, uint64_t seen, bool *made)
{
    *made = false;
    for (uint32_t n = e->child; n; n = x->nodes[n].sibling)
        if (x->nodes[n].seen == seen) return n;
    if (x->node_count == x->node_room) return 0;
    uint32_t n = x->node_count++;
    x->nodes[n] = (node){.seen = seen, .sibling = e->child};
    e->child = n;
    *made = true;
    return n;
}

static uint32_t add_edge(tree *x, uint32_t at, vg_move m)
{
    if (x->edge_count == x->edge_room) return 0;
    uint32_t i = x->edge_count++;
    x->edges[i] = (edge){.move = m, .next = x->nodes[at].edges};
    x->nodes[at].edges = i;
    return i;
}

// The edge to try at node `at`: an untried legal move if there is one, else the best by upper
// bound. 0 when the tree is full and knows none of the legal moves.
static uint32_t choose_edge(job *j, uint32_t at, const vg_move *list, int count)
{
    tree *x = j->tree;
    uint32_t known[VG_MAX_LEGAL], untried[VG_MAX_LEGAL];
    int known_count = 0, untried_count = 0;
    for (int i = 0; i < count; i++) {
        uint32_t e = x->nodes[at].edges;
        while (e && x->edges[e].move != list[i]) e = x->edges[e].next;
        if (e) {
            x->edges[e].available++;
            known[known_count++] = e;
        } else {
            untried[untried_count++] = list[i];
        }
    }
    if (untried_count) {
        uint32_t e = add_edge(x, at, untried[vg_rng_below(&j->rng, (uint32_t)untried_count)]);
        if (e) {
            x->edges[e].available = 1;
            return e;
        }
    }
    uint32_t best = 0;
    float bound = -1;
    for (int i = 0; i < known_count; i++) {
        const edge *e = &x->edges[known[i]];
        float tries = (float)e->visits;
        float u = e->sum / tries + j->explore * sqrtf(logf((float)e->available) / tries);
        if (u > bound) {
            bound = u;
            best = known[i];
        }
    }
    return best;
}

// Applies `m` and chance after it; gives what the searching seat saw of it.
static uint64_t advance(job *j, void *world, int actor, vg_move m, vg_events *ev)
{
    ev->count = 0;
    j->game->apply(world, actor, m, ev);
    uint64_t seen = observe(0, ev, j->seat);
    while (j->game->ask(world).actor == VG_CHANCE) {
        ev->count = 0;
        j->game->apply(world, VG_CHANCE, j->game->chance(world, &j->rng), ev);
        seen = observe(seen, ev, j->seat);
    }
    return seen;
}

static void simulate(job *j)
{
    _Alignas(16) unsigned char world[VG_MAX_STATE];
    vg_events ev;
    vg_move list[VG_MAX_LEGAL];
    struct {
        uint32_t edge;
        int8_t actor;
    } path[MAX_PATH];
    int length = 0;

    memcpy(world, j->view, j->game->state_size);
    j->game->resample(world, j->seat, &j->rng);
    uint32_t at = 1;
    bool made = false;
    while (at && !made && length < MAX_PATH) {
        // At the root the seat may hold an opportunity while another is asked: it is still its
        // choice.
        int actor = length == 0 ? j->seat : j->game->ask(world).actor;
        if (actor < 0) break;
        const vg_move *moves = j->list;
        int count = j->count;
        if (length > 0) {
            count = j->game->legal(world, actor, list);
            moves = list;
        }
        uint32_t e = choose_edge(j, at, moves, count);
        if (!e) break;
        path[length].edge = e;
        path[length++].actor = (int8_t)actor;
        uint64_t seen = advance(j, world, actor, j->tree->edges[e].move, &ev);
        at = child_of(j->tree, &j->tree->edges[e], seen, &made);
    }
    float value[VG_MAX_SEATS];
    vg_judge(j->game, world, j->seats, value);
    for (int i = 0; i < length; i++) {
        edge *e = &j->tree->edges[path[i].edge];
        e->visits++;
        e->sum += value[path[i].actor];
    }
}

static void *grow(void *argument)
{
    job *j = argument;
    j->tree->node_count = 2;
    j->tree->edge_count = 1;
    j->tree->nodes[1] = (node){0};
    while (j->simulations < j->limit) {
        simulate(j);
        j->simulations++;
        if (j->until > 0 && j->simulations % CLOCK_EVERY == 0 && clock_now() > j->until) break;
    }
    return NULL;
}

// ---- the root -----------------------------------------------------------------

// Keeps one of each group of moves that lead to the same position in every world tried: they would
// share one value, and trying each costs the others their tries.
static int merge_equals(job *j, const vg_move *list, int count, vg_move *out)
{
    enum { WORLDS = 2 };
    uint64_t hash[VG_MAX_LEGAL];
    _Alignas(16) unsigned char world[VG_MAX_STATE], after[VG_MAX_STATE];
    memset(hash, 0, sizeof hash);
    for (int w = 0; w < WORLDS; w++) {
        memcpy(world, j->view, j->game->state_size);
        j->game->resample(world, j->seat, &j->rng);
        for (int i = 0; i < count; i++) {
            memcpy(after, world, j->game->state_size);
            j->game->apply(after, j->seat, list[i], NULL);
            hash[i] = hash[i] * 31 + vg_game_hash(j->game, after);
        }
    }
    int kept = 0;
    for (int i = 0; i < count; i++) {
        int twin = 0;
        while (twin < i && hash[twin] != hash[i]) twin++;
        if (twin == i) out[kept++] = list[i];
    }
    return kept;
}

// Adds the visits and values of a finished tree's root to the sheet, by place in the list.
static void add_up(const job *j, const vg_move *list, int count, uint32_t *visits, double *sum)
{
    for (uint32_t e = j->tree->nodes[1].edges; e; e = j->tree->edges[e].next)
        for (int i = 0; i < count; i++)
            if (list[i] == j->tree->edges[e].move) {
                visits[i] += j->tree->edges[e].visits;
                sum[i] += (double)j->tree->edges[e].sum;
            }
}

vg_move vg_search_choose(vg_search *search, const vg_search_plan *plan, const vg_game *game,
                         const void *view, int seat, const vg_move *list, int count, vg_rng *rng,
                         vg_search_info *info)
{
    assert(plan->simulations || plan->millis);
    if (info) *info = (vg_search_info){0};
    if (count == 1) return list[0];
    double start = clock_now();
    int threads = plan->threads < 1                 ? 1
                  : plan->threads > search->threads ? search->threads
                                                    : plan->threads;
    job jobs[MAX_THREADS];
    vg_move merged[VG_MAX_LEGAL];
    for (int t = 0; t < threads; t++) {
        uint64_t share = plan->simulations / (uint32_t)threads;
        if ((uint32_t)t < plan->simulations % (uint32_t)threads) share++;
        jobs[t] = (job){
            .tree = &search->tree[t],
            .plan = plan,
            .game = game,
            .view = view,
            .list = merged,
            .seat = seat,
            .until = plan->millis ? start + plan->millis * 1e-3 : 0,
            .limit = plan->simulations ? share : UINT64_MAX,
            .explore = plan->explore > 0 ? plan->explore : NORMAL_EXPLORE,
        };
        vg_rng_seed(&jobs[t].rng, (uint64_t)vg_rng_next(rng) << 32 | vg_rng_next(rng), (uint64_t)t);
    }
    _Alignas(16) unsigned char world[VG_MAX_STATE];
    memcpy(world, view, game->state_size);
    game->resample(world, seat, &jobs[0].rng);
    int seats = vg_seats_of(game, world);
    int kept = merge_equals(&jobs[0], list, count, merged);
    if (kept == 1) return merged[0];

    pthread_t thread[MAX_THREADS];
    bool started[MAX_THREADS] = {false};
    for (int t = threads - 1; t >= 0; t--) {
        jobs[t].count = kept;
        jobs[t].seats = seats;
        started[t] = t > 0 && pthread_create(&thread[t], NULL, grow, &jobs[t]) == 0;
        if (!started[t]) grow(&jobs[t]); // the last one here, and any that could not be started
    }
    uint32_t visits[VG_MAX_LEGAL] = {0};
    double sum[VG_MAX_LEGAL] = {0};
    for (int t = 0; t < threads; t++) {
        if (started[t]) pthread_join(thread[t], NULL);
        add_up(&jobs[t], list, count, visits, sum);
    }
    int best = 0;
    for (int i = 1; i < count; i++)
        if (visits[i] > visits[best] || (visits[i] == visits[best] && sum[i] > sum[best])) best = i;
    if (info) {
        for (int t = 0; t < threads; t++) info->simulations += jobs[t].simulations;
        info->seconds = clock_now() - start;
        memcpy(info->visits, visits, sizeof visits);
        for (int i = 0; i < count; i++)
            info->value[i] = visits[i] ? (float)(sum[i] / visits[i]) : 0;
    }
    return list[best];
}
