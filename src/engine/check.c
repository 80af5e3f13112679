// check.c: is a state sound? First whether the fields hold what is in the box, then the game's own.
#include "engine/pieces.h"

typedef struct count {
    const vg_game *game;
    const uint8_t *state;
    int set; // which is counted
    int held[256];
} count;

static void count_field(count *c, const vg_field *f, const uint8_t *base);

static void count_cell(count *c, const vg_cell *cell, const uint8_t *at, int size)
{
    for (int i = 0; i < cell->part_count; i++) count_field(c, &cell->part[i], at);
    if (!cell->pieces || cell->set != c->set) return;
    for (int i = 0; i < size; i++) {
        if (cell->is == VG_IS_PILE)
            c->held[i] += at[i];
        else if (cell->is != VG_IS_BITS)
            c->held[at[i]]++;
    }
    for (int i = 0; cell->is == VG_IS_BITS && i < 8 * size; i++)
        c->held[i - cell->plus] += vg_field_bit(at, size, i);
}

static int places(const count *c, vg_axis axis)
{
    const vg_set *s = &c->game->rows->set[axis.set];
    return !axis.set ? axis.count : s->seats ? c->game->max_seats : s->from + s->count;
}

static void count_axis(count *c, const vg_field *f, int axis, const uint8_t *at)
{
    if (axis == f->axes || axis == VG_MAX_AXES) {
        count_cell(c, &f->cell, at, f->cell_size);
        return;
    }
    int n = places(c, f->axis[axis]);
    if (f->cut) n = vg_sum(c->state + f->lengths, n);
    if (n > f->size / f->step[0] && axis == 0) n = f->size / f->step[0]; // the state may be broken
    for (int i = 0; i < n; i++) count_axis(c, f, axis + 1, at + i * f->step[axis]);
}

static void count_field(count *c, const vg_field *f, const uint8_t *base)
{
    if (f->cell.set == c->set || f->cell.part_count) count_axis(c, f, 0, base + f->offset);
}

const char *vg_check(const vg_game *game, const void *state)
{
    for (int set = 1; set < game->rows->set_count; set++) {
        const vg_set *s = &game->rows->set[set];
        if (!s->box) continue;
        count c = {.game = game, .state = state, .set = set};
        for (int i = 0; i < game->field_count; i++) count_field(&c, &game->fields[i], state);
        for (int i = s->from; i < s->from + s->count; i++)
            if (c.held[i] != s->box(state, i)) return "a piece was lost or doubled";
    }
    return game->check(state);
}
