// stack.h: unfinished business of a game, newest last.
//
// Rules that interrupt rules push a frame and return; the game's settle() loop
// works on the top frame until somebody must decide. A game embeds a vg_stack
// in its state (it is plain data), sized by VG_STACK_DEPTH, asserted.
#ifndef VG_ENGINE_STACK_H
#define VG_ENGINE_STACK_H

#include <assert.h>
#include <stdint.h>

#define VG_STACK_DEPTH 15

typedef struct vg_frame {
    uint8_t phase; // the game's own enum
    uint8_t seat;  // whose business
    uint8_t a, b;  // the game's: how often still, which card, which place
} vg_frame;

typedef struct vg_stack {
    vg_frame frame[VG_STACK_DEPTH]; // slots past count are zero
    uint8_t count;
    uint8_t spare[3];
} vg_stack;

static inline vg_frame *vg_top(vg_stack *s)
{
    assert(s->count > 0);
    return &s->frame[s->count - 1];
}

static inline void vg_push(vg_stack *s, int phase, int seat, int a, int b)
{
    assert(s->count < VG_STACK_DEPTH);
    s->frame[s->count++] = (vg_frame){(uint8_t)phase, (uint8_t)seat, (uint8_t)a, (uint8_t)b};
}

static inline vg_frame vg_pop(vg_stack *s)
{
    vg_frame f = *vg_top(s);
    s->frame[--s->count] = (vg_frame){0};
    return f;
}

#endif
