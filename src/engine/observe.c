// observe.c: positions and moves as numbers, from the tables of fields and rows.
#include "engine/observe.h"

#include <stdlib.h>
#include <string.h>

enum { ARG_BITS = 16 }; // of a frame's a and b

// Four walks over the same table: how wide, how much is one, what steps, what name. Each asks these
// for what an axis or a cell walks through, so they agree.
typedef struct walk {
    const vg_game *game;
    int seats, viewer; // of the position, when steps are made
    int place;         // the next
    struct vg_sight *sight;
    int count, room; // steps made; -1: there is no memory
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
    return (range){s->from, s->seats ? w->game->max_seats : s->count, s->seats};
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

static int copies(const walk *w, int set, int member)
{
    const vg_set *s = set_of(w, set);
    int n = s->copies ? s->copies(member) : 1;
    return n > 1 ? n : 1;
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

// Where the parts of the question begin.
typedef struct question {
    int asked, actor, also, seats, end;
} question;

static question question_of(const vg_game *game)
{
    question q = {0};
    q.actor = q.asked + game->rows->phase_count;
    q.also = q.actor + game->max_seats + 2;
    q.seats = q.also + game->max_seats;
    q.end = q.seats + game->max_seats - game->min_seats + 1;
    return q;
}

int vg_observed_question(const vg_game *game) { return question_of(game).end; }

int vg_observed_fields(const vg_game *game)
{
    walk w = {.game = game};
    return question_of(game).end + fields_width(&w, game->fields, game->field_count);
}

int vg_observed_count(const vg_game *game)
{
    int count = vg_observed_fields(game);
    for (int i = 0; i < game->gist_count; i++) count += game->gists[i].places;
    return count;
}

int vg_observed_seat(const vg_game *game, int i, int *viewers)
{
    question q = question_of(game);
    int from = vg_observed_fields(game), own = 1;
    *viewers = i;
    if (i >= from) {
        const vg_gist *h = game->gists;
        for (; i >= from + h->places; h++) from += h->places;
        if (h >= game->gists + game->gist_each) return -1;
        own = h->places / game->max_seats;
    } else if (i >= q.also && i < q.seats) {
        from = q.also;
    } else if (i >= q.actor && i < q.also - 2) {
        from = q.actor;
    } else {
        return -1;
    }
    *viewers = from + (i - from) % own;
    return (i - from) / own;
}

// ---- how much is one ---------------------------------------------------------------

static uint16_t *fields_whole(const walk *w, const vg_field *field, int count, uint16_t *out);

static uint16_t *cell_whole(const walk *w, const vg_cell *c, uint16_t *out)
{
    range r = members(w, c);
    for (int i = 0, n = cell_width(w, c); i < n && c->is != VG_IS_PARTS; i++) {
        bool below = c->is == VG_IS_STACK && i >= ARG_BITS;
        bool piles = c->is == VG_IS_PILE || c->is == VG_IS_LIST;
        *out++ = (uint16_t)(c->is == VG_IS_NUMBER ? c->max
                            : piles               ? copies(w, c->set, r.first + i)
                            : below               ? VG_STACK_DEPTH
                                                  : 1);
    }
    return c->is == VG_IS_PARTS ? fields_whole(w, c->part, c->part_count, out) : out;
}

static uint16_t *fields_whole(const walk *w, const vg_field *field, int count, uint16_t *out)
{
    for (const vg_field *f = field; f < field + count; f++)
        for (const uint16_t *end = out + field_width(w, f); out < end;)
            out = cell_whole(w, &f->cell, out);
    return out;
}

void vg_observed_whole(const vg_game *game, uint16_t *out)
{
    walk w = {.game = game};
    for (int i = 0; i < question_of(game).end; i++) *out++ = 1;
    out = fields_whole(&w, game->fields, game->field_count, out);
    for (const vg_gist *h = game->gists; h < game->gists + game->gist_count; h++)
        for (int i = 0; i < h->places; i++) *out++ = h->whole;
}

// ---- what steps ------------------------------------------------------------------

// A field table is walked once for each viewer and becomes a list of steps: where to look, and
// which places what is found there lights.
typedef enum step_kind {
    STEP_NUMBER, // the value
    STEP_SIGNED,
    STEP_MEMBER, // one place
    STEP_BITS,   // a place for each bit
    STEP_PILE,   // `size` bytes: a place for each
    STEP_LIST,   // `size` bytes: a place for each
    STEP_STACK,
    STEP_ZERO, // where `size` bytes are all zero, `skip` steps are passed over
    STEP_MASK, // ... where the viewer is not in the mask, which is in the state itself
    STEP_CUT,  // so many lists one after another: the `skip` next steps on each element
    STEP_LAST, // ... and on the last of each once more, in places after
} step_kind;

typedef struct step {
    uint8_t kind;
    uint8_t turns;  // members are seats: they count from the viewer
    uint16_t at;    // offset
    uint16_t size;  // bytes
    uint16_t place; // of member `first`
    int16_t first;  // the value, or bit, of the first member
    uint16_t count; // members; lists
    uint16_t skip;
    uint16_t lengths; // offset of the lists' lengths
} step;

// Where the numbers of each kind of move begin, and how many values each argument has.
typedef struct numbering {
    int32_t at[256];
    int of[256][VG_MAX_ARGS - 1];
} numbering;
static int32_t begin(const vg_game *game, numbering *out);

struct vg_sight {
    const vg_game *game;
    int seats, places;
    int gists; // where they begin
    numbering moves;
    question ask;
    int begin[VG_MAX_SEATS + 2]; // steps of each viewer, the watcher last, and where they end
    step *steps;
    uint16_t *whole; // vg_observed_whole
};

static step *add(walk *w, step_kind kind, int at, int size)
{
    static step none;
    if (w->count >= 0 && w->count == w->room) {
        int room = w->room ? 2 * w->room : 512;
        step *more = realloc(w->sight->steps, (size_t)room * sizeof *more);
        if (more)
            w->sight->steps = more, w->room = room;
        else
            w->count = -1;
    }
    if (w->count < 0) return &none;
    step *s = &w->sight->steps[w->count++];
    *s = (step){.kind = (uint8_t)kind,
                .at = (uint16_t)at,
                .size = (uint16_t)size,
                .place = (uint16_t)w->place};
    return s;
}

// The step made as number `number` passes over all that were made since, if it can.
static void passes(walk *w, int number, step_kind kind)
{
    if (w->count < 0) return;
    step *s = &w->sight->steps[number];
    assert(s->kind == kind);
    s->skip = (uint16_t)(w->count - number - 1);
}

static void plan_field(walk *w, const vg_field *f, int base);

static void plan_cell(walk *w, const vg_cell *c, int at, int size)
{
    range r = members(w, c);
    step *s;
    switch ((vg_is)c->is) {
    case VG_IS_UNSAID:
    case VG_IS_PLUMBING: return;
    case VG_IS_NUMBER:
        add(w, c->sign ? STEP_SIGNED : STEP_NUMBER, at, size);
        w->place++;
        return;
    case VG_IS_MEMBER:
    case VG_IS_BITS:
        s = add(w, c->is == VG_IS_BITS ? STEP_BITS : STEP_MEMBER, at, size);
        s->first = (int16_t)(r.first + c->plus);
        break;
    case VG_IS_PILE: s = add(w, STEP_PILE, at + r.first, r.count); break;
    case VG_IS_LIST:
        s = add(w, STEP_LIST, at, size);
        s->first = (int16_t)r.first;
        break;
    case VG_IS_PARTS:
        for (int i = 0; i < c->part_count; i++) plan_field(w, &c->part[i], at);
        return;
    case VG_IS_STACK:
        add(w, STEP_STACK, at, size);
        w->place += ARG_BITS + w->game->rows->phase_count;
        return;
    default: return;
    }
    s->turns = r.seats;
    s->count = (uint16_t)(r.seats ? w->seats : r.count);
    w->place += r.count;
}

// Do zeroes light nothing here?
static bool dark(const walk *w, const vg_cell *c)
{
    bool all = c->is != VG_IS_MEMBER || members(w, c).first + c->plus > 0;
    for (int i = 0; i < c->part_count; i++) all = all && dark(w, &c->part[i].cell);
    return all;
}

// All cells from this axis on, of one place on the axes before it.
static void plan_axis(walk *w, const vg_field *f, int axis, int at)
{
    if (axis == f->axes) {
        plan_cell(w, &f->cell, at, f->cell_size);
        return;
    }
    range r = places(w, f, axis);
    int width = cell_width(w, &f->cell), whole = w->count;
    if (axis + 1 == f->axes && f->cell.is == VG_IS_NUMBER && !f->cell.sign && f->cell_size == 1 &&
        f->step[axis] == 1 && (r.seats || !r.first) && r.count > 1 &&
        f->who != VG_KNOWN) { // as good as a pile
        step *s = add(w, STEP_PILE, at, r.seats ? w->seats : r.count);
        s->turns = r.seats;
        s->count = s->size;
        w->place += r.count;
        return;
    }
    for (int i = axis + 1; i < f->axes; i++) width *= places(w, f, i).count;
    bool empty = r.count > 2 && !r.seats && dark(w, &f->cell) && f->cell.is != VG_IS_STACK;
    if (empty) add(w, STEP_ZERO, at, (r.first + r.count) * f->step[axis]);
    for (int k = 0; k < r.count; k++) {
        if (r.seats && k >= w->seats) { // nobody sits there
            w->place += width;
            continue;
        }
        int one = at + (r.seats ? (k + w->viewer) % w->seats : r.first + k) * f->step[axis];
        // Most arrays and structs are empty most of the time.
        bool sparse = f->step[axis] > 1 && f->cell.is != VG_IS_STACK && dark(w, &f->cell);
        int number = w->count;
        if (sparse) add(w, STEP_ZERO, one, axis + 1 < f->axes ? f->step[axis] : f->cell_size);
        plan_axis(w, f, axis + 1, one);
        if (sparse) passes(w, number, STEP_ZERO);
    }
    if (empty) passes(w, whole, STEP_ZERO);
}

static void plan_known(walk *w, const vg_field *f, bool watcher)
{
    range r = places(w, f, 0);
    int width = field_width(w, f) / r.count;
    for (int i = r.first; i < r.first + r.count; i++) {
        if (watcher) {
            w->place += width;
            continue;
        }
        int number = w->count;
        add(w, STEP_MASK, f->mask + i, 1);
        plan_axis(w, f, 1, f->offset + i * f->step[0]);
        passes(w, number, STEP_MASK);
    }
}

static void plan_cut(walk *w, const vg_field *f)
{
    int lists = places(w, f, 0).count, width = cell_width(w, &f->cell), number = w->count;
    step_kind kind = f->last ? STEP_LAST : STEP_CUT;
    step *s = add(w, kind, f->offset, f->step[0]);
    s->count = (uint16_t)lists;
    s->lengths = f->lengths;
    s->first = (int16_t)width;
    int from = w->place;
    w->place = 0; // what follows counts from where each list has its places
    plan_cell(w, &f->cell, 0, f->cell_size);
    passes(w, number, kind);
    w->place = from + lists * width * (f->last ? 2 : 1);
}

static void plan_field(walk *w, const vg_field *f, int base)
{
    if (f->cell.is == VG_IS_PLUMBING || f->who == VG_NOBODY_KNOWS) return;
    if (f->cut)
        plan_cut(w, f);
    else
        plan_axis(w, f, 0, base + f->offset);
}

static void plan(walk *w, bool watcher)
{
    w->place = w->sight->ask.end;
    for (int i = 0; i < w->game->field_count; i++) {
        const vg_field *f = &w->game->fields[i];
        if (f->who == VG_KNOWN)
            plan_known(w, f, watcher);
        else if (f->who == VG_OWNER && watcher)
            w->place += field_width(w, f);
        else
            plan_field(w, f, 0);
    }
}

vg_sight *vg_sight_new(const vg_game *game, int seats)
{
    vg_sight *sight = calloc(1, sizeof *sight);
    if (!sight) return NULL;
    *sight = (vg_sight){
        .game = game, .seats = seats, .ask = question_of(game), .gists = vg_observed_fields(game)};
    sight->places = vg_observed_count(game);
    begin(game, &sight->moves);
    walk w = {.game = game, .seats = seats, .sight = sight};
    for (int p = 0; p <= seats && w.count >= 0; p++) {
        sight->begin[p] = w.count;
        w.viewer = p % seats; // a watcher sits on seat 0
        plan(&w, p == seats);
        sight->begin[p + 1] = w.count;
    }
    sight->whole = malloc((size_t)vg_observed_count(game) * sizeof *sight->whole);
    if (w.count >= 0 && sight->whole) {
        vg_observed_whole(game, sight->whole);
        return sight;
    }
    vg_sight_free(sight);
    return NULL;
}

void vg_sight_free(vg_sight *sight)
{
    if (!sight) return;
    free(sight->steps);
    free(sight->whole);
    free(sight);
}

const vg_game *vg_sight_game(const vg_sight *sight) { return sight->game; }
int vg_sight_seats(const vg_sight *sight) { return sight->seats; }

// ---- what values ----------------------------------------------------------------

typedef struct look {
    const vg_sight *sight;
    const uint8_t *state;
    int viewer; // on whose seat
    vg_lit *out;
} look;

static inline uint32_t read(const uint8_t *at, int size)
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

static inline bool zero(const uint8_t *at, int size)
{
    uint64_t any = 0, word;
    for (; size >= 8; size -= 8, at += 8) {
        memcpy(&word, at, sizeof word);
        any |= word;
    }
    for (int i = 0; i < size; i++) any |= at[i];
    return !any;
}

static inline void see(look *l, int place, int count)
{
    *l->out++ = (vg_lit){(uint16_t)place, (int16_t)count};
}

// Member i of those of a step.
static inline void light(look *l, const step *s, int shift, int i, int count)
{
    if (i < 0 || i >= s->count) return;
    if (s->turns) i += i < l->viewer ? s->count - l->viewer : -l->viewer;
    see(l, shift + s->place + i, count);
}

static inline void look_bits(look *l, const step *s, const uint8_t *at, int shift)
{
    int word = s->size % 4 == 0 ? 4 : s->size % 2 == 0 ? 2 : 1;
    for (int i = 0; i < s->size; i += word)
        for (uint32_t bits = read(at + i, word); bits; bits &= bits - 1)
            light(l, s, shift, i * 8 + __builtin_ctz(bits) - s->first, 1);
}

static void look_stack(look *l, const step *s, const vg_stack *stack, int shift)
{
    if (!stack->count) return;
    const vg_frame *top = &stack->frame[stack->count - 1];
    for (unsigned bits = top->a | (unsigned)top->b << 8; bits; bits &= bits - 1)
        see(l, shift + s->place + __builtin_ctz(bits), 1);
    for (int i = 0; i < stack->count - 1; i++)
        see(l, shift + s->place + ARG_BITS + stack->frame[i].phase, 1);
}

static void follow(look *l, const step *s, const step *end, const uint8_t *base, int shift);

static void look_lists(look *l, const step *s, int shift)
{
    const uint8_t *length = l->state + s->lengths, *at = l->state + s->at;
    int width = s->first, place = shift + s->place;
    for (int i = 0; i < s->count; i++) {
        for (int k = 0; k < length[i]; k++, at += s->size)
            follow(l, s + 1, s + 1 + s->skip, at, place);
        place += width;
        if (s->kind != STEP_LAST) continue;
        if (length[i]) follow(l, s + 1, s + 1 + s->skip, at - s->size, place);
        place += width;
    }
}

// Carries out steps on what begins at `base`; their places count from `shift` on.
static void follow(look *l, const step *s, const step *end, const uint8_t *base, int shift)
{
    for (; s < end; s++) {
        const uint8_t *at = base + s->at;
        switch ((step_kind)s->kind) {
        case STEP_ZERO:
            if (zero(at, s->size)) s += s->skip;
            break;
        case STEP_MASK:
            if (!(l->state[s->at] >> l->viewer & 1)) s += s->skip;
            break;
        case STEP_NUMBER: {
            uint32_t value = read(at, s->size);
            if (value) see(l, shift + s->place, (int)value);
            break;
        }
        case STEP_SIGNED:
            if (*at) see(l, shift + s->place, (int8_t)*at);
            break;
        case STEP_MEMBER: light(l, s, shift, (int)read(at, s->size) - s->first, 1); break;
        case STEP_BITS: look_bits(l, s, at, shift); break;
        case STEP_PILE:
            for (int i = 0; i < s->size; i++)
                if (at[i]) light(l, s, shift, i, at[i]);
            break;
        case STEP_LIST:
            for (int i = 0; i < s->size; i++)
                if (at[i]) light(l, s, shift, at[i] - s->first, 1);
            break;
        case STEP_STACK: look_stack(l, s, (const vg_stack *)(const void *)at, shift); break;
        case STEP_CUT:
        case STEP_LAST:
            look_lists(l, s, shift);
            s += s->skip;
            break;
        }
    }
}

// How far a seat is from the viewer's, round the table.
static int seen_from(const look *l, int seat)
{
    return seat < l->viewer ? seat - l->viewer + l->sight->seats : seat - l->viewer;
}

static void look_question(look *l)
{
    const vg_sight *sight = l->sight;
    const question *q = &sight->ask;
    int seats = sight->seats, widest = sight->game->max_seats;
    vg_ask ask = sight->game->ask(l->state);
    see(l, q->asked + ask.kind, 1);
    int actor = ask.actor >= 0 ? seen_from(l, ask.actor) : widest + (ask.actor == VG_NOBODY);
    see(l, q->actor + actor, 1);
    for (unsigned also = ask.also; also; also &= also - 1)
        see(l, q->also + seen_from(l, __builtin_ctz(also)), 1);
    see(l, q->seats + seats - sight->game->min_seats, 1);
}

static void look_gist(look *l)
{
    const vg_sight *sight = l->sight;
    if (!sight->game->gist) return;
    vg_lit *gist = l->out;
    l->out += sight->game->gist(l->state, l->viewer, gist);
    // Each as one number, so that several can be moved at once; places never wrap.
    vg_lit by = {(uint16_t)sight->gists, 0};
    uint32_t shift, lit;
    memcpy(&shift, &by, sizeof shift);
    for (; gist < l->out; gist++) {
        memcpy(&lit, gist, sizeof lit);
        lit += shift;
        memcpy(gist, &lit, sizeof lit);
    }
}

int vg_look_gist(const vg_sight *sight, const void *state, int viewer, vg_lit *out)
{
    look l = {sight, state, viewer, out};
    look_question(&l);
    look_gist(&l);
    return (int)(l.out - out);
}

int vg_look(const vg_sight *sight, const void *state, int viewer, vg_lit out[VG_MAX_OBSERVED])
{
    int list = viewer < 0 ? sight->seats : viewer;
    look l = {sight, state, viewer < 0 ? 0 : viewer, out};
    look_question(&l);
    follow(&l, sight->steps + sight->begin[list], sight->steps + sight->begin[list + 1], state, 0);
    if (viewer >= 0) look_gist(&l);
    assert(l.out - out <= VG_MAX_OBSERVED);
    return (int)(l.out - out);
}

void vg_observe(const vg_sight *sight, const void *state, int viewer, float *out)
{
    vg_lit seen[VG_MAX_OBSERVED];
    int count = vg_look(sight, state, viewer, seen);
    memset(out, 0, (size_t)sight->places * sizeof *out);
    for (int i = 0; i < count; i++)
        out[seen[i].place] += (float)seen[i].count / (float)sight->whole[seen[i].place];
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

float vg_observed_name(const vg_game *game, int i, vg_text *out)
{
    walk w = {.game = game};
    question q = question_of(game);
    if (i < q.actor) {
        const char *name = game->asks[i].name;
        vg_text_printf(out, "asked %s", name ? name : "work");
        if (!name) vg_text_printf(out, " %d", i);
    } else if (i < q.also - 2) {
        vg_text_printf(out, "actor +%d", i - q.actor);
    } else if (i < q.also) {
        vg_text_add(out, i == q.also - 2 ? "actor chance" : "actor nobody");
    } else if (i < q.seats) {
        vg_text_printf(out, "also +%d", i - q.also);
    } else if (i < q.end) {
        vg_text_printf(out, "seats %d", i - q.seats + game->min_seats);
    }
    if (i < q.end) return 1;
    int fields = vg_observed_fields(game);
    if (i >= fields) {
        const vg_gist *h = game->gists;
        for (i -= fields; i >= h->places; h++) i -= h->places;
        vg_text_printf(out, "gist %s %d", h->name, i);
        return h->often;
    }
    i -= q.end;
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

// Gives where the numbers of all end.
static int32_t begin(const vg_game *game, numbering *out)
{
    int32_t next = 0;
    for (int kind = 1; kind < game->rows->move_count; kind++) {
        int32_t size = 1;
        out->at[kind] = next;
        for (int k = 0; k < VG_MAX_ARGS - 1; k++) {
            out->of[kind][k] = choices(game, kind, k);
            size *= out->of[kind][k];
        }
        next += size;
    }
    return next;
}

int vg_moves_bound(const vg_game *game)
{
    numbering n;
    return begin(game, &n);
}

static void number(const vg_game *game, const numbering *by, int seats, int seat,
                   const vg_move *list, int count, int32_t *out)
{
    for (int i = 0; i < count; i++) {
        int kind = vg_move_kind(list[i]);
        int arg[] = {vg_move_a(list[i]), vg_move_b(list[i]), vg_move_c(list[i])};
        int32_t number = 0;
        for (int k = 0; k < VG_MAX_ARGS - 1 && number >= 0; k++) {
            int n = by->of[kind][k];
            if (n == 1) continue;
            int which = choice(game, seats, seat, game->rows->move[kind].set[k], arg[k], n);
            number = which < 0 ? -1 : number * n + which;
        }
        out[i] = number < 0 ? -1 : by->at[kind] + number;
    }
}

void vg_moves_number(const vg_game *game, int seats, int seat, const vg_move *list, int count,
                     int32_t *out)
{
    numbering by;
    begin(game, &by);
    number(game, &by, seats, seat, list, count, out);
}

void vg_sight_number(const vg_sight *sight, int seat, const vg_move *list, int count, int32_t *out)
{
    number(sight->game, &sight->moves, sight->seats, seat, list, count, out);
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

void vg_observed_describe(const vg_game *game, vg_json *out)
{
    vg_json_open(out, '{');
    vg_json_put_string(out, "game", game->id);
    vg_json_put_int(out, "rules_version", game->rules_version);
    vg_json_put_int(out, "moves_bound", vg_moves_bound(game));
    vg_json_put_open(out, "places", '[');
    for (int i = 0, count = vg_observed_count(game); i < count; i++) {
        char buffer[128];
        vg_text name = VG_TEXT(buffer);
        float bound = vg_observed_name(game, i, &name);
        vg_json_open(out, '{');
        vg_json_put_string(out, "name", buffer);
        vg_json_put_int(out, "bound", (int)bound);
        vg_json_close(out, '}');
    }
    vg_json_close(out, ']');
    vg_json_close(out, '}');
}
