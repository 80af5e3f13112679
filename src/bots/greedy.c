// greedy.c: trying each move in a few worlds, and going on with what looks best.
//
// What its own move does to what a seat knows is the same in every world it thinks possible, unless
// chance is asked, the game ends or somebody learns something by it: that is a law (tests/laws).
// Until then it is asked the same, may do the same and, judged by what it knows alone, stands as
// well in all of them. So the positions its moves lead to by themselves are judged in the first
// world, and remembered. (A game's own evaluation may look at what was guessed of others, and says
// so: then each world is another.)
#include "bots/greedy.h"

#include <string.h>

enum {
    CHAIN = 4,
    PLACES = 1024 // remembered; others are judged in each world
};

// A position that moves of the seat lead to.
typedef struct place {
    vg_move move;          // that leads there
    float worth;           // to the seat; below 0: not judged yet
    uint16_t first, count; // the places its moves lead to; no count: not listed yet
    int8_t actor;          // who is asked there
    uint8_t is;            // one of these
} place;
enum { NEW, SAME, OTHER }; // not seen yet; the same in every world; another in each

typedef struct foresight {
    const vg_eye *eye;
    int seat;
    vg_rng *rng;
    uint8_t fresh;     // what a place is at first: NEW, or OTHER where each world is another
    const void *world; // at hand, before the first move
    vg_events ev;
    int count;
    place place[PLACES];
} foresight;

static void swap(void **a, void **b)
{
    void *was = *a;
    *a = *b;
    *b = was;
}

// Where one is in a world: after the moves made there, and those that are still due.
typedef struct cursor {
    void *state;
    bool begun; // the state is one of the world at hand
    int due;
    vg_move move[CHAIN + 1];
} cursor;

static inline void *catch_up(const foresight *f, cursor *c)
{
    if (!c->begun) vg_copy_world(f->eye->game, c->state, f->world);
    for (int i = 0; i < c->due; i++) f->eye->game->apply(c->state, f->seat, c->move[i], NULL);
    c->begun = true;
    c->due = 0;
    return c->state;
}

// Makes the move to `x`, then lets chance play until a seat is asked or the game is over; gives who
// is.
static inline int go(foresight *f, place *x, void *state)
{
    const vg_game *game = f->eye->game;
    vg_events *ev = x->is == NEW ? &f->ev : NULL;
    if (ev) ev->count = ev->learned = 0;
    game->apply(state, f->seat, x->move, ev);
    if (ev) {
        x->actor = (int8_t)game->actor(state);
        x->is = x->actor < 0 || ev->learned ? OTHER : SAME;
    }
    return ev && x->actor >= 0 ? x->actor : vg_roll_on(game, state, f->rng);
}

static place *add_places(foresight *f, const vg_move *list, int count)
{
    place *first = f->place + f->count;
    for (int i = 0; i < count; i++)
        first[i] = (place){.move = list[i], .worth = -1, .is = f->fresh};
    f->count += count;
    return first;
}

// The places that moves lead to from `x`, where the cursor is: remembered ones, or else in `other`.
static place *places_from(foresight *f, place *x, cursor *c, place other[VG_MAX_LEGAL], int *count)
{
    const vg_game *game = f->eye->game;
    vg_move list[VG_MAX_LEGAL];
    *count = x->count;
    if (*count) return f->place + x->first;
    *count = vg_thin(game, list, game->legal(catch_up(f, c), f->seat, list));
    if (x->is == SAME && *count <= PLACES - f->count) {
        x->first = (uint16_t)f->count;
        x->count = (uint16_t)*count;
        return add_places(f, list, *count);
    }
    for (int i = 0; i < *count; i++) other[i] = (place){.move = list[i], .worth = -1, .is = OTHER};
    return other;
}

// Makes the move to `x`, or leaves it due where it is known what comes of it; gives who is asked.
static int step(foresight *f, cursor *c, place *x)
{
    if (x->is != SAME) return go(f, x, catch_up(f, c));
    c->move[c->due++] = x->move;
    return x->actor;
}

// What the world at hand is worth to the seat after the move to `x`, once it has gone on with its
// own chain of decisions as well as it can see. Only what is compared is judged: not a position in
// the middle of the chain, and none where there is but one move.
static double chain_value(foresight *f, place *x)
{
    const vg_game *game = f->eye->game;
    _Alignas(16) unsigned char room[3][VG_MAX_STATE];
    void *spare = room[1], *best = room[2];
    place other[VG_MAX_LEGAL];
    cursor c = {.state = room[0]};
    double top = -1;
    int actor = step(f, &c, x);
    for (int depth = CHAIN; depth > 0 && actor == f->seat; depth--) {
        int count;
        place *to = places_from(f, x, &c, other, &count);
        x = to;
        top = -1;
        if (count == 1) {
            actor = step(f, &c, x);
            continue;
        }
        for (int i = 0; i < count; i++) {
            double v = (double)to[i].worth;
            int asked = to[i].actor;
            void **at = to == other && i + 1 == count ? &c.state : &spare; // the last needs no copy
            if (to[i].is != SAME) {
                catch_up(f, &c);
                if (at == &spare) vg_copy_world(game, spare, c.state);
                asked = go(f, &to[i], *at);
                v = (double)(to[i].worth = vg_worth_asked(f->eye, *at, asked, f->seat));
            }
            if (v <= top) continue;
            top = v;
            actor = asked;
            x = &to[i];
            if (x->is == OTHER) swap(at, &best);
        }
        if (x->is == OTHER)
            swap(&c.state, &best);
        else
            step(f, &c, x);
    }
    if (top >= 0) return top;
    if (x->is != SAME || x->worth < 0)
        x->worth = vg_worth_asked(f->eye, catch_up(f, &c), actor, f->seat);
    return (double)x->worth;
}

void vg_greedy_values(const vg_eye *eye, const void *view, int seat, const vg_move *list, int count,
                      bool waits, int worlds, double value[VG_MAX_LEGAL + 1], vg_rng *rng)
{
    const vg_game *game = eye->game;
    _Alignas(16) unsigned char world[VG_MAX_STATE];
    foresight f;
    f.eye = eye;
    f.seat = seat;
    f.rng = rng;
    f.world = world;
    f.count = 0;
    bool foreseen = eye->net || eye->open || (game->foreseen && game->foreseen(view, seat));
    f.fresh = foreseen ? NEW : OTHER;
    place *first = add_places(&f, list, count);
    float wait = 0;
    for (int i = 0; i <= count; i++) value[i] = 0;
    for (int w = 0; w < worlds; w++) {
        memcpy(world, view, game->state_size);
        game->resample(world, seat, rng);
        if (game->forget) game->forget(world);
        if (waits && (w == 0 || f.fresh == OTHER)) wait = vg_worth(eye, world, seat);
        value[count] += (double)wait / worlds;
        for (int i = 0; i < count; i++) value[i] += chain_value(&f, &first[i]) / worlds;
    }
}

// In one world nothing is met twice, so nothing is remembered.
vg_move vg_greedy_look(const vg_eye *eye, const void *state, int seat, float noise, vg_rng *rng)
{
    const vg_game *game = eye->game;
    vg_move list[VG_MAX_LEGAL], best = 0;
    int count = vg_thin(game, list, game->legal(state, seat, list));
    if (count == 1) return list[0];
    foresight f;
    f.eye = eye;
    f.seat = seat;
    f.world = state;
    f.count = 0;
    f.fresh = OTHER;
    double top = -1e9;
    vg_rng chance = *rng;
    for (int i = 0; i < count; i++) {
        place x = {.move = list[i], .worth = -1, .is = OTHER};
        vg_rng luck = chance;
        f.rng = &luck;
        double v = chain_value(&f, &x);
        if (noise > 0) v += (double)noise * vg_jitter(rng);
        if (v <= top) continue;
        top = v;
        best = list[i];
    }
    vg_rng_next(rng);
    return best;
}
