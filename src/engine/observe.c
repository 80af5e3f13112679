// observe.c: positions and moves as numbers, from the tables of fields and rows.
#include "engine/observe.h"

#include <string.h>

enum { ARG_BITS = 16 }; // of a frame's a and b

// Three walks over the same table: how wide, what values, what name. Each asks these for what an
// axis or a cell walks through, so they agree.
typedef struct walk {
    const vg_game *game;
    const uint8_t *state;
    int seats, viewer;
    float *out; // the next place
} walk;

// What an axis or a cell walks through: the first of so many members.
typedef struct range {
    int first, count;
    bool seats;
} range;

static inline const vg_set *set_of(const walk *w, int set) { return &w->game->rows->set[set]; }

static inline range range_of(const walk *w, int set, int low, int count)
{
    if (!set) return (range){low, count, false};
    const vg_set *s = set_of(w, set);
    return (range){s->from, s->seats ? w->seats : s->count, s->seats};
}
static inline range members(const walk *w, const vg_cell *c)
{
    return range_of(w, c->set, c->low, c->count);
}
// To its owner a field is only his own.
static inline range places(const walk *w, const vg_field *f, int axis)
{
    range r = range_of(w, f->axis[axis].set, 0, f->axis[axis].count);
    if (axis == 0 && f->who == VG_OWNER) r.count = 1;
    return r;
}

// Place of a seat as the viewer counts, and back.
static inline int turned(const walk *w, int seat)
{
    return seat - w->viewer + (seat < w->viewer ? w->seats : 0);
}
static inline int seat_at(const walk *w, int place)
{
    return place + w->viewer - (place + w->viewer < w->seats ? 0 : w->seats);
}

static float copies(const walk *w, int set, int member)
{
    const vg_set *s = set_of(w, set);
    int n = s->copies ? s->copies(member) : 1;
    return n > 1 ? (float)n : 1;
}

// ---- how wide ------------------------------------------------------------------

static int fields_width(const walk *w, const vg_field *field, int count);

static int cell_width(const walk *w, const vg_cell *c)
{
    switch ((vg_is)c->is) {
    case VG_IS_UNSAID:
    case VG_IS_PLUMBING: return 0;
    case VG_IS_NUMBER: return 1;
    case VG_IS_MEMBER:
    case VG_IS_BITS:
    case VG_IS_PILE:
    case VG_IS_LIST: return members(w, c).count;
    case VG_IS_PARTS: return fields_width(w, c->part, c->part_count);
    case VG_IS_STACK: return ARG_BITS + w->game->rows->phase_count;
    }
    return 0;
}

static int field_width(const walk *w, const vg_field *f)
{
    if (f->who == VG_NOBODY_KNOWS) return 0;
    int n = cell_width(w, &f->cell) * (f->last ? 2 : 1);
    for (int i = 0; i < f->axes; i++) n *= places(w, f, i).count;
    return n;
}

static int fields_width(const walk *w, const vg_field *field, int count)
{
    int n = 0;
    for (int i = 0; i < count; i++) n += field_width(w, &field[i]);
    return n;
}

static int question_width(const walk *w)
{
    return w->game->rows->phase_count + w->seats + 2 + w->seats;
}

int vg_observed_count(const vg_game *game, int seats)
{
    walk w = {.game = game, .seats = seats};
    return question_width(&w) + fields_width(&w, game->fields, game->field_count);
}

// ---- what values ----------------------------------------------------------------

static void fill_field(walk *w, const vg_field *f, const uint8_t *base);

static uint32_t read(const uint8_t *at, int size)
{
    uint16_t two;
    uint32_t four;
    if (size == 1) return *at;
    if (size == 2) {
        memcpy(&two, at, sizeof two);
        return two;
    }
    memcpy(&four, at, sizeof four);
    return four;
}

// One more of a member, or so much of it; w->out is where they begin.
static inline void light(const walk *w, range r, int member, float by)
{
    int i = member - r.first;
    if (i < 0 || i >= r.count) return;
    w->out[r.seats ? turned(w, i) : i] += by;
}

static void fill_bits(const walk *w, const vg_cell *c, range r, const uint8_t *at, int size)
{
    int word = size % 4 == 0 ? 4 : size % 2 == 0 ? 2 : 1;
    for (int i = 0; i < size; i += word)
        for (uint32_t bits = read(at + i, word); bits; bits &= bits - 1)
            light(w, r, i * 8 + __builtin_ctz(bits) - c->plus, 1);
}

static void fill_stack(const walk *w, const vg_stack *s)
{
    if (!s->count) return;
    const vg_frame *top = &s->frame[s->count - 1];
    for (int i = 0; i < 8; i++) {
        w->out[i] = (float)(top->a >> i & 1);
        w->out[8 + i] = (float)(top->b >> i & 1);
    }
    for (int i = 0; i < s->count - 1; i++)
        w->out[ARG_BITS + s->frame[i].phase] += 1.0f / VG_STACK_DEPTH;
}

static void fill_cell(walk *w, const vg_cell *c, const uint8_t *at, int size)
{
    range r;
    switch ((vg_is)c->is) {
    case VG_IS_UNSAID:
    case VG_IS_PLUMBING: return;
    case VG_IS_NUMBER:
        *w->out++ += (c->sign ? (float)(int8_t)*at : (float)read(at, size)) / (float)c->max;
        return;
    case VG_IS_MEMBER:
        r = members(w, c);
        light(w, r, (int)read(at, size) - c->plus, 1);
        break;
    case VG_IS_BITS:
        r = members(w, c);
        fill_bits(w, c, r, at, size);
        break;
    case VG_IS_PILE:
        r = members(w, c);
        for (int i = r.first; i < r.first + r.count; i++)
            if (at[i]) light(w, r, i, (float)at[i] / copies(w, c->set, i));
        break;
    case VG_IS_LIST:
        r = members(w, c);
        for (int i = 0; i < size; i++)
            if (at[i]) light(w, r, at[i], 1 / copies(w, c->set, at[i]));
        break;
    case VG_IS_PARTS:
        for (int i = 0; i < c->part_count; i++) fill_field(w, &c->part[i], at);
        return;
    case VG_IS_STACK:
        fill_stack(w, (const vg_stack *)(const void *)at);
        w->out += ARG_BITS + w->game->rows->phase_count;
        return;
    default: return;
    }
    w->out += r.count;
}

// Do zeroes light nothing here?
static bool dark(const walk *w, const vg_cell *c)
{
    bool all = c->is != VG_IS_MEMBER || members(w, c).first + c->plus > 0;
    for (int i = 0; i < c->part_count; i++) all = all && dark(w, &c->part[i].cell);
    return all;
}

static bool zero(const uint8_t *at, int size)
{
    int any = 0;
    for (int i = 0; i < size; i++) any |= at[i];
    return !any;
}

// All cells from this axis on, of one place on the axes before it.
static void fill_axis(walk *w, const vg_field *f, int axis, const uint8_t *at)
{
    if (axis == f->axes) {
        fill_cell(w, &f->cell, at, f->cell_size);
        return;
    }
    range r = places(w, f, axis);
    // Most structs of an array are empty most of the time.
    int skip = f->cell.is == VG_IS_PARTS && axis + 1 == f->axes && dark(w, &f->cell)
                   ? cell_width(w, &f->cell)
                   : 0;
    for (int k = 0; k < r.count; k++) {
        const uint8_t *one = at + (r.seats ? seat_at(w, k) : r.first + k) * f->step[axis];
        if (skip && zero(one, f->cell_size))
            w->out += skip;
        else
            fill_axis(w, f, axis + 1, one);
    }
}

static void fill_known(walk *w, const vg_field *f, const uint8_t *at, int viewer)
{
    range r = places(w, f, 0);
    int width = field_width(w, f) / r.count;
    for (int i = r.first; i < r.first + r.count; i++) {
        if (viewer >= 0 && w->state[f->mask + i] >> viewer & 1)
            fill_axis(w, f, 1, at + i * f->step[0]);
        else
            w->out += width;
    }
}

static void fill_cut(walk *w, const vg_field *f, const uint8_t *at)
{
    int lists = places(w, f, 0).count, width = cell_width(w, &f->cell);
    const uint8_t *length = w->state + f->lengths;
    for (int i = 0; i < lists; i++) {
        float *sum = w->out;
        for (int k = 0; k < length[i]; k++) {
            w->out = sum;
            fill_cell(w, &f->cell, at + k * f->step[0], f->cell_size);
        }
        at += length[i] * f->step[0];
        w->out = sum + width;
        if (!f->last) continue;
        if (length[i]) fill_cell(w, &f->cell, at - f->step[0], f->cell_size);
        w->out = sum + 2 * width;
    }
}

static void fill_field(walk *w, const vg_field *f, const uint8_t *base)
{
    const uint8_t *at = base + f->offset;
    if (f->cell.is == VG_IS_PLUMBING || f->who == VG_NOBODY_KNOWS) return;
    if (f->cut)
        fill_cut(w, f, at);
    else
        fill_axis(w, f, 0, at);
}

static void fill_question(walk *w)
{
    vg_ask ask = w->game->ask(w->state);
    w->out[ask.kind] = 1;
    w->out += w->game->rows->phase_count;
    w->out[ask.actor >= 0 ? turned(w, ask.actor) : w->seats + (ask.actor == VG_NOBODY)] = 1;
    w->out += w->seats + 2;
    for (int p = 0; p < w->seats; p++) w->out[turned(w, p)] = (float)(ask.also >> p & 1);
    w->out += w->seats;
}

int vg_observe(const vg_game *game, const void *state, int seats, int viewer, float *out)
{
    walk w = {game, state, seats, viewer < 0 ? 0 : viewer, out};
    int count = vg_observed_count(game, seats);
    memset(out, 0, (size_t)count * sizeof *out);
    fill_question(&w);
    for (int i = 0; i < game->field_count; i++) {
        const vg_field *f = &game->fields[i];
        if (f->who == VG_KNOWN)
            fill_known(&w, f, w.state + f->offset, viewer);
        else if (f->who == VG_OWNER && viewer < 0)
            w.out += field_width(&w, f);
        else
            fill_field(&w, f, w.state);
    }
    assert(w.out == out + count);
    return count;
}

// ---- what name -----------------------------------------------------------------

static void name_member(const walk *w, int set, range r, int i, vg_text *out)
{
    if (r.seats)
        vg_text_printf(out, " +%d", i);
    else if (set && set_of(w, set)->slug)
        vg_text_printf(out, " %s", set_of(w, set)->slug(r.first + i));
    else
        vg_text_printf(out, " %d", r.first + i);
}

static float name_field(const walk *w, const vg_field *f, int i, vg_text *out);

static float name_cell(const walk *w, const vg_cell *c, int i, vg_text *out)
{
    if (c->is == VG_IS_PARTS) {
        const vg_field *f = c->part;
        for (; i >= field_width(w, f); f++) i -= field_width(w, f);
        vg_text_char(out, ' ');
        return name_field(w, f, i, out);
    }
    if (c->is == VG_IS_STACK && i < ARG_BITS)
        vg_text_printf(out, " %c bit %d", i < 8 ? 'a' : 'b', i % 8);
    else if (c->is == VG_IS_STACK && w->game->asks[i - ARG_BITS].name)
        vg_text_printf(out, " below %s", w->game->asks[i - ARG_BITS].name);
    else if (c->is == VG_IS_STACK)
        vg_text_printf(out, " below work %d", i - ARG_BITS);
    else if (c->is != VG_IS_NUMBER)
        name_member(w, c->set, members(w, c), i, out);
    return 1;
}

static float name_field(const walk *w, const vg_field *f, int i, vg_text *out)
{
    vg_text_add(out, f->name);
    int width = field_width(w, f);
    for (int axis = 0; axis < f->axes; axis++) {
        range r = places(w, f, axis);
        width /= r.count;
        if (axis || f->who != VG_OWNER) name_member(w, f->axis[axis].set, r, i / width, out);
        i %= width;
    }
    if (!f->cut) return name_cell(w, &f->cell, i, out);
    int one = cell_width(w, &f->cell);
    bool sum = i < one;
    vg_text_add(out, sum ? " all" : " last");
    float bound = name_cell(w, &f->cell, sum ? i : i - one, out);
    return sum ? bound * (float)(f->size / f->cell_size) : bound;
}

float vg_observed_name(const vg_game *game, int seats, int i, vg_text *out)
{
    walk w = {.game = game, .seats = seats};
    int phases = game->rows->phase_count, question = question_width(&w);
    if (i < phases) {
        const char *name = game->asks[i].name;
        vg_text_printf(out, "asked %s", name ? name : "work");
        if (!name) vg_text_printf(out, " %d", i);
    } else if (i < phases + seats) {
        vg_text_printf(out, "actor +%d", i - phases);
    } else if (i < phases + seats + 2) {
        vg_text_add(out, i == phases + seats ? "actor chance" : "actor nobody");
    } else if (i < question) {
        vg_text_printf(out, "also +%d", i - phases - seats - 2);
    }
    if (i < question) return 1;
    i -= question;
    const vg_field *f = game->fields;
    for (; i >= field_width(&w, f); f++) i -= field_width(&w, f);
    return name_field(&w, f, i, out);
}

// ---- moves ---------------------------------------------------------------------

// How many values the notation of a kind tells apart in its argument k; 1: it does not name it.
static int choices(const vg_game *game, int kind, int k)
{
    const vg_rows *rows = game->rows;
    const vg_move_row *row = &rows->move[kind];
    const char place[] = {'{', (char)('1' + k), '}', '\0'};
    if (!row->set[k] || (!rows->odd_text[kind].write && !strstr(row->form, place))) return 1;
    const vg_set *own = &rows->set[row->set[k]], *base = vg_set_base(rows, row->set[k]);
    if (own->below) return own->below;
    if (base->below) return base->below;
    return base->seats ? game->max_seats : base->count;
}

// Which of them this is; -1: none.
static int choice(const vg_game *game, int seats, int seat, int set, int value, int of)
{
    const vg_set *own = &game->rows->set[set], *base = vg_set_base(game->rows, set);
    if (base->seats && seat >= 0)
        value = value < seats ? (value - seat + seats) % seats : -1;
    else if (base->rank)
        value = base->rank(value);
    else if (!own->below && !base->below)
        value -= base->from;
    return value >= 0 && value < of ? value : -1;
}

// Where the numbers of each kind begin; gives where those of all end.
static int32_t begin(const vg_game *game, int32_t at[256], int (*of)[VG_MAX_ARGS - 1])
{
    int32_t next = 0;
    for (int kind = 1; kind < game->rows->move_count; kind++) {
        int32_t size = 1;
        at[kind] = next;
        for (int k = 0; k < VG_MAX_ARGS - 1; k++) {
            of[kind][k] = choices(game, kind, k);
            size *= of[kind][k];
        }
        next += size;
    }
    return next;
}

int vg_moves_bound(const vg_game *game)
{
    int32_t at[256];
    int of[256][VG_MAX_ARGS - 1];
    return begin(game, at, of);
}

void vg_moves_number(const vg_game *game, int seats, int seat, const vg_move *list, int count,
                     int32_t *out)
{
    int32_t at[256];
    int of[256][VG_MAX_ARGS - 1];
    begin(game, at, of);
    for (int i = 0; i < count; i++) {
        int kind = vg_move_kind(list[i]);
        int arg[] = {vg_move_a(list[i]), vg_move_b(list[i]), vg_move_c(list[i])};
        int32_t number = 0;
        for (int k = 0; k < VG_MAX_ARGS - 1 && number >= 0; k++) {
            int n = of[kind][k];
            if (n == 1) continue;
            int which = choice(game, seats, seat, game->rows->move[kind].set[k], arg[k], n);
            number = which < 0 ? -1 : number * n + which;
        }
        out[i] = number < 0 ? -1 : at[kind] + number;
    }
}

vg_move vg_moves_numbered(const vg_game *game, int seats, int seat, const vg_move *list, int count,
                          int32_t number)
{
    int32_t all[VG_MAX_LEGAL];
    vg_moves_number(game, seats, seat, list, count, all);
    for (int i = 0; i < count; i++)
        if (all[i] == number) return list[i];
    return 0;
}

// ---- for programs ----------------------------------------------------------------

void vg_observed_describe(const vg_game *game, int seats, vg_json *out)
{
    vg_json_open(out, '{');
    vg_json_put_string(out, "game", game->id);
    vg_json_put_int(out, "rules_version", game->rules_version);
    vg_json_put_int(out, "moves_bound", vg_moves_bound(game));
    vg_json_put_open(out, "lengths", '{');
    for (int n = game->min_seats; n <= game->max_seats; n++) {
        char key[] = {(char)('0' + n), '\0'};
        vg_json_put_int(out, key, vg_observed_count(game, n));
    }
    vg_json_close(out, '}');
    vg_json_put_int(out, "seats", seats);
    vg_json_put_open(out, "places", '[');
    for (int i = 0; i < vg_observed_count(game, seats); i++) {
        char buffer[128];
        vg_text name = VG_TEXT(buffer);
        float bound = vg_observed_name(game, seats, i, &name);
        vg_json_open(out, '{');
        vg_json_put_string(out, "name", buffer);
        vg_json_put_int(out, "bound", (int)bound);
        vg_json_close(out, '}');
    }
    vg_json_close(out, ']');
    vg_json_close(out, '}');
}
