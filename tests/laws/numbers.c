// numbers.c: the laws of positions and moves as numbers (engine/observe.h).
#include "laws.h"

#include "engine/observe.h"
#include "engine/odds.h"

#include <math.h>
#include <string.h>

// ---- what fields are said to hold -------------------------------------------------

// Bytes that members, as indices, need; -1: the set does not say how many there are.
static int room(const trial *t, int set, int count)
{
    if (!set) return count ? count : -1;
    const vg_set *s = &t->game->rows->set[set];
    if (s->like) return -1; // fields are of the set itself
    if (s->seats) return t->game->max_seats;
    return s->count ? s->from + s->count : -1;
}

static void check_type(trial *t, const vg_field *f);

static bool sound_cell(trial *t, const vg_cell *c, int size)
{
    bool word = size == 1 || size == 2 || size == 4;
    int members = room(t, c->set, c->low + c->count), covered = 0;
    switch ((vg_is)c->is) {
    case VG_IS_UNSAID: return false;
    case VG_IS_PLUMBING: return true;
    case VG_IS_NUMBER: return c->max && (c->sign ? size == 1 : word);
    case VG_IS_MEMBER: return members > 0 && word && (!c->pieces || size == 1);
    case VG_IS_BITS: return members > 0 && members + c->plus <= 8 * size;
    case VG_IS_PILE: return members > 0 && members <= size;
    case VG_IS_LIST: return c->set && t->game->rows->set[c->set].from == 1;
    case VG_IS_STACK: return size == sizeof(vg_stack);
    case VG_IS_PARTS:
        for (int i = 0; i < c->part_count; i++) {
            check_type(t, &c->part[i]);
            covered += c->part[i].offset == covered ? c->part[i].size : 0;
        }
        return covered == size;
    }
    return false;
}

static void check_type(trial *t, const vg_field *f)
{
    int within = f->size;
    for (int i = 0; i < f->axes; i++) {
        int members = room(t, f->axis[i].set, f->axis[i].count);
        if (members < 0 || (!f->cut && members * f->step[i] > within))
            broken(t, "field %s is smaller than it is said to be", f->name);
        within = f->step[i];
    }
    if (!sound_cell(t, &f->cell, f->cell_size))
        broken(t, "field %s cannot hold what it is said to", f->name);
    if (f->who == VG_OWNER && !t->game->rows->set[f->axis[0].set].seats)
        broken(t, "field %s has owners and is not by seat", f->name);
}

void check_types(trial *t)
{
    for (int i = 0; i < t->game->field_count; i++) check_type(t, &t->game->fields[i]);
}

// ---- positions ---------------------------------------------------------------------

// How large each number can be, by its name, for the game it was made for last.
static const float *bounds(trial *t, int count)
{
    static float bound[VG_MAX_OBSERVED];
    static const vg_game *game;
    if (game == t->game) return bound;
    game = t->game;
    char name[2][128] = {"", ""};
    for (int i = 0; i < count; i++) {
        vg_text text = VG_TEXT(name[i % 2]);
        bound[i] = vg_observed_name(game, i, &text);
        if (!text.len || text.len + 1 >= sizeof name[0] || !strcmp(name[0], name[1]))
            broken(t, "number %d of %s has no name of its own", i, name[i % 2]);
    }
    return bound;
}

static void check_vector(trial *t, int viewer, const float *x, int count)
{
    const float *bound = bounds(t, count);
    for (int i = 0; i < count; i++) {
        if (isfinite(x[i]) && fabsf(x[i]) <= bound[i] * 1.0001f) continue;
        char buffer[128];
        vg_text name = VG_TEXT(buffer);
        vg_observed_name(t->game, i, &name);
        broken(t, "\"%s\" is %f to %d, and its bound %f", buffer, (double)x[i], viewer,
               (double)bound[i]);
        return;
    }
}

// Are these bytes told exactly: could no two of them give the same numbers?
static bool exact(const vg_field *f)
{
    bool parts = true;
    for (int i = 0; i < f->cell.part_count; i++) parts = parts && exact(&f->cell.part[i]);
    return parts && !f->cut && f->cell.is != VG_IS_PLUMBING && f->cell.is != VG_IS_LIST &&
           f->cell.is != VG_IS_STACK;
}

// Whoever sees a difference is given one.
static void check_difference(trial *t, const world *a, const world *b, const float *x,
                             const float *y)
{
    if (memcmp(x, y, (size_t)vg_observed_count(t->game) * sizeof *x) != 0) return;
    for (int i = 0; i < t->game->field_count; i++) {
        const vg_field *f = &t->game->fields[i];
        if (exact(f) && memcmp((const uint8_t *)a->at + f->offset,
                               (const uint8_t *)b->at + f->offset, f->size) != 0)
            broken(t, "positions that differ in %s are the same numbers", f->name);
    }
}

// For the game and seats it was made for last.
static const vg_sight *sight_of(const trial *t)
{
    static vg_sight *sight;
    static const vg_game *game;
    static int seats;
    if (game == t->game && seats == t->seats) return sight;
    vg_sight_free(sight);
    game = t->game;
    seats = t->seats;
    return sight = vg_sight_new(game, seats);
}

// What the watcher, or one of the seats, is given.
static void check_viewer(trial *t, int viewer, const world *view, float *seen, int count)
{
    static float whole[VG_MAX_OBSERVED], guess[VG_MAX_OBSERVED];
    const vg_game *g = t->game;
    size_t size = (size_t)count * sizeof *seen;
    world other = *view;
    g->resample(other.at, viewer, &t->doubts);
    const vg_sight *sight = sight_of(t);
    vg_observe(sight, t->state.at, viewer, whole);
    vg_observe(sight, view->at, viewer, seen);
    vg_observe(sight, other.at, viewer, guess);
    if (memcmp(whole, seen, size) != 0 || memcmp(seen, guess, size) != 0)
        broken(t, "the numbers of %d depend on what it cannot know", viewer);
    check_vector(t, viewer, seen, count);
}

void check_numbers(trial *t)
{
    static float last[VG_MAX_OBSERVED], now[VG_MAX_OBSERVED];
    static world before;
    world view;
    int count = vg_observed_count(t->game);
    if (count > VG_MAX_OBSERVED) {
        broken(t, "a position is %d numbers", count);
        return;
    }
    int seat = (int)vg_rng_below(&t->doubts, (uint32_t)t->seats);
    vg_game_view(t->game, t->state.at, seat, view.at);
    check_viewer(t, seat, &view, now, count);
    vg_game_view(t->game, t->state.at, VG_WATCHER, view.at);
    check_viewer(t, VG_WATCHER, &view, now, count);
    if (t->moves) check_difference(t, &before, &view, last, now);
    before = view;
    memcpy(last, now, (size_t)count * sizeof *now);
}

// ---- moves ---------------------------------------------------------------------------

void check_numbered(trial *t, int seat, const vg_move *list, int count)
{
    int32_t number[VG_MAX_LEGAL];
    vg_moves_number(t->game, t->seats, seat, list, count, number);
    for (int i = 0; i < count; i++) {
        char buffer[VG_MAX_MOVE_TEXT];
        vg_text text = VG_TEXT(buffer);
        vg_move_text(t->game, t->state.at, list[i], &text);
        if (number[i] < 0 || number[i] >= vg_moves_bound(t->game))
            broken(t, "\"%s\" has no number", buffer);
        for (int k = 0; k < i; k++)
            if (number[i] == number[k]) broken(t, "\"%s\" has the number of another move", buffer);
    }
    if (!count) return;
    int i = (int)vg_rng_below(&t->doubts, (uint32_t)count);
    if (vg_moves_numbered(t->game, t->seats, seat, list, count, number[i]) != list[i])
        broken(t, "the number of a move does not lead back to it");
}

// ---- chance --------------------------------------------------------------------------

// Every outcome is possible, and one of them comes.
void check_odds(trial *t, const vg_move *list, int count)
{
    double odds[VG_MAX_LEGAL], sum = 0;
    if (vg_rng_below(&t->doubts, 16)) return; // it takes its time
    vg_odds(t->game, t->state.at, list, count, odds);
    for (int i = 0; i < count; i++) {
        char buffer[VG_MAX_MOVE_TEXT];
        vg_text text = VG_TEXT(buffer);
        vg_move_text(t->game, t->state.at, list[i], &text);
        if (!(odds[i] > 1e-6)) broken(t, "\"%s\" never comes", buffer);
        sum += odds[i];
    }
    if (fabs(sum - 1) > 1e-9) broken(t, "the odds of chance add up to %f", sum);
}
