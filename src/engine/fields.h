// fields.h: what a state is made of, one row a field: who may know it, and what it holds.
//
//     VG_ONE(turn, VG_ALL, VG_A(SEAT)),                         // whose turn
//     VG_ROW(hand, VG_OWNER, VG_BY(SEAT), VG_PILE(CARD)),       // of each seat, so many of each
//                                                               // card
//     VG_ROW_KNOWN(ring, ring_known, VG_TIMES(16), VG_A(CARD)), // to those in the mask of each
//     VG_ONE(spare, VG_NOBODY_KNOWS, VG_PLUMBING),
//
// The rows cover every byte of the state; a law holds them to it, and every value to its row. From
// `who` come views (vg_game_view), from both the observation of a learner (observe.h), and from the
// cells that hold pieces the check that none is lost (vg_check). Sets are those of <id>.def;
// names.h must have been read.
#ifndef VG_ENGINE_FIELDS_H
#define VG_ENGINE_FIELDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef enum vg_who {
    VG_ALL,          // everyone, spectators too
    VG_OWNER,        // an array with one element per seat: each seat its own element
    VG_NOBODY_KNOWS, // blank in every view
    VG_KNOWN // an array; element i is known to the seats in element i of a uint8_t mask array
} vg_who;

// What one cell of a field is. Bytes, unless it says more.
typedef enum vg_is {
    VG_IS_UNSAID,   // a law refuses it
    VG_IS_PLUMBING, // what follows from the rest, or serves only guesses and the order of things
    VG_IS_NUMBER,   // -max to max if signed, else 0 to max
    VG_IS_MEMBER,   // one member of a set; any other value is none
    VG_IS_BITS,     // some members of a set
    VG_IS_PILE,     // so many of each member of a set, by index
    VG_IS_LIST,     // members of a set in no order, a byte each; 0 is none
    VG_IS_PARTS,    // a struct
    VG_IS_STACK     // vg_stack
} vg_is;

typedef struct vg_field vg_field;

typedef struct vg_cell {
    uint8_t is;    // vg_is
    uint8_t set;   // 0: members have no set, they are low..low + count - 1
    uint8_t low;   // the first member without a set
    uint8_t count; // members without a set
    int8_t plus;   // what a member's value, or its bit, is more than the member
    bool pieces;   // these are the pieces of the box themselves, not what is remembered of them
    bool sign;
    uint16_t max;
    const vg_field *part; // part_count of them, their offsets in the struct
    uint8_t part_count;
} vg_cell;

typedef struct vg_axis {
    uint8_t set, count; // members of the set, at their index; set 0: so many places
} vg_axis;

enum { VG_MAX_AXES = 3 };

struct vg_field {
    const char *name;
    uint16_t offset, size;
    uint16_t stride; // bytes of one element of the outermost axis; without axes 0
    uint8_t who;     // vg_who
    uint16_t mask;   // VG_KNOWN: offset of the masks, one byte per element
    vg_cell cell;
    uint16_t cell_size;
    uint8_t axes;
    vg_axis axis[VG_MAX_AXES];
    uint16_t step[VG_MAX_AXES]; // bytes from one element of each axis to the next
    // Lists lying one after another: the one axis is that of the lists, of lengths[i] cells each.
    bool cut, last; // last: the end of a list matters, otherwise it is in no order
    uint16_t lengths;
};

// One bit of a cell of bits, which are kept in words of four, two or one byte.
static inline bool vg_field_bit(const uint8_t *at, int size, int bit)
{
    uint32_t four;
    uint16_t two;
    if (size % 2) return at[bit / 8] >> bit % 8 & 1;
    if (size % 4) {
        memcpy(&two, at + bit / 16 * 2, sizeof two);
        return two >> bit % 16 & 1;
    }
    memcpy(&four, at + bit / 32 * 4, sizeof four);
    return four >> bit % 32 & 1;
}

// ---- who knows, of what shape ---------------------------------------------------

#define VG_OF(name) (((VG_FN(state) *)0)->name)
#define VG_HEAD(name_, who_)                                                                       \
    .name = #name_, .offset = (uint16_t)offsetof(VG_FN(state), name_),                             \
    .size = (uint16_t)sizeof VG_OF(name_), .who = (who_)

#define VG_ONE(name, who, cell_)                                                                   \
    {                                                                                              \
        VG_HEAD(name, who), .cell_size = (uint16_t)sizeof VG_OF(name), .cell = cell_               \
    }
#define VG_ROW(name, who, one, cell_)                                                              \
    {                                                                                              \
        VG_HEAD(name, who), VG_AXIS_1(VG_OF(name), one), .cell = cell_                             \
    }
#define VG_ROW_KNOWN(name, masks, one, cell_)                                                      \
    {                                                                                              \
        VG_HEAD(name, VG_KNOWN), VG_AXIS_1(VG_OF(name), one),                                      \
            .mask = (uint16_t)offsetof(VG_FN(state), masks), .cell = cell_                         \
    }
#define VG_GRID(name, who, one, two, cell_)                                                        \
    {                                                                                              \
        VG_HEAD(name, who), VG_AXIS_2(VG_OF(name), one, two), .cell = cell_                        \
    }
#define VG_CUBE(name, who, one, two, three, cell_)                                                 \
    {                                                                                              \
        VG_HEAD(name, who), VG_AXIS_3(VG_OF(name), one, two, three), .cell = cell_                 \
    }
// Lists one after another: in no order, and such that the last of each is told apart.
#define VG_CUT(name, who, one, lengths_, cell_)                                                    \
    {                                                                                              \
        VG_HEAD(name, who), VG_AXIS_1(VG_OF(name), one),                                           \
            .cut = true, .lengths = (uint16_t)offsetof(VG_FN(state), lengths_), .cell = cell_      \
    }
#define VG_CUT_LAST(name, who, one, lengths_, cell_)                                               \
    {                                                                                              \
        VG_HEAD(name, who), VG_AXIS_1(VG_OF(name), one),                                           \
            .cut = true, .last = true, .lengths = (uint16_t)offsetof(VG_FN(state), lengths_),      \
            .cell = cell_                                                                          \
    }
// Members of a struct.
#define VG_PART(type, name_, cell_)                                                                \
    {                                                                                              \
        .name = #name_, .offset = (uint16_t)offsetof(type, name_),                                 \
        .size = (uint16_t)sizeof((type *)0)->name_,                                                \
        .cell_size = (uint16_t)sizeof((type *)0)->name_, .cell = cell_                             \
    }
#define VG_PART_ROW(type, name_, one, cell_)                                                       \
    {                                                                                              \
        .name = #name_, .offset = (uint16_t)offsetof(type, name_),                                 \
        .size = (uint16_t)sizeof((type *)0)->name_, VG_AXIS_1(((type *)0)->name_, one),            \
        .cell = cell_                                                                              \
    }

#define VG_AXIS_1(at, one)                                                                         \
    .axes = 1, .axis = {one}, .stride = (uint16_t)sizeof at[0], .step = {(uint16_t)sizeof at[0]},  \
    .cell_size = (uint16_t)sizeof at[0]
#define VG_AXIS_2(at, one, two)                                                                    \
    .axes = 2, .axis = {one, two}, .stride = (uint16_t)sizeof at[0],                               \
    .step = {(uint16_t)sizeof at[0], (uint16_t)sizeof at[0][0]},                                   \
    .cell_size = (uint16_t)sizeof at[0][0]
#define VG_AXIS_3(at, one, two, three)                                                             \
    .axes = 3, .axis = {one, two, three}, .stride = (uint16_t)sizeof at[0],                        \
    .step = {(uint16_t)sizeof at[0], (uint16_t)sizeof at[0][0], (uint16_t)sizeof at[0][0][0]},     \
    .cell_size = (uint16_t)sizeof at[0][0][0]

#define VG_BY(set_)                                                                                \
    {                                                                                              \
        .set = VG_ID(SET_##set_)                                                                   \
    }
#define VG_TIMES(count_)                                                                           \
    {                                                                                              \
        .count = (count_)                                                                          \
    }

// ---- what a cell is ----------------------------------------------------------------

#define VG_PLUMBING                                                                                \
    {                                                                                              \
        .is = VG_IS_PLUMBING                                                                       \
    }
#define VG_UP_TO(max_)                                                                             \
    {                                                                                              \
        .is = VG_IS_NUMBER, .max = (max_)                                                          \
    }
#define VG_SIGNED(max_)                                                                            \
    {                                                                                              \
        .is = VG_IS_NUMBER, .max = (max_), .sign = true                                            \
    }
#define VG_FLAG VG_UP_TO(1)
#define VG_A(set_)                                                                                 \
    {                                                                                              \
        .is = VG_IS_MEMBER, .set = VG_ID(SET_##set_)                                               \
    }
#define VG_AFTER_0(set_)                                                                           \
    {                                                                                              \
        .is = VG_IS_MEMBER, .set = VG_ID(SET_##set_), .plus = 1                                    \
    } // 0: none
#define VG_ONE_OF(low_, high)                                                                      \
    {                                                                                              \
        .is = VG_IS_MEMBER, .low = (low_), .count = (high) - (low_) + 1                            \
    }
#define VG_BITS(set_)                                                                              \
    {                                                                                              \
        .is = VG_IS_BITS, .set = VG_ID(SET_##set_)                                                 \
    } // bit i: i
#define VG_BITS_AT_0(set_)                                                                         \
    {                                                                                              \
        .is = VG_IS_BITS, .set = VG_ID(SET_##set_), .plus = -1                                     \
    } // bit i: i + 1
#define VG_FLAGS(count_)                                                                           \
    {                                                                                              \
        .is = VG_IS_BITS, .count = (count_)                                                        \
    }
#define VG_PARTS(table)                                                                            \
    {                                                                                              \
        .is = VG_IS_PARTS, .part = (table), .part_count = sizeof(table) / sizeof(table)[0]         \
    }
#define VG_STACK                                                                                   \
    {                                                                                              \
        .is = VG_IS_STACK                                                                          \
    }

// Pieces of the box: many, some of which there is one each, some in a row of places, one.
#define VG_PILE(set_)                                                                              \
    {                                                                                              \
        .is = VG_IS_PILE, .set = VG_ID(SET_##set_), .pieces = true                                 \
    }
#define VG_HEAP(set_)                                                                              \
    {                                                                                              \
        .is = VG_IS_BITS, .set = VG_ID(SET_##set_), .pieces = true                                 \
    }
#define VG_HEAP_AT_0(set_)                                                                         \
    {                                                                                              \
        .is = VG_IS_BITS, .set = VG_ID(SET_##set_), .plus = -1, .pieces = true                     \
    }
#define VG_LIST(set_)                                                                              \
    {                                                                                              \
        .is = VG_IS_LIST, .set = VG_ID(SET_##set_), .pieces = true                                 \
    }
#define VG_PIECE(set_)                                                                             \
    {                                                                                              \
        .is = VG_IS_MEMBER, .set = VG_ID(SET_##set_), .pieces = true                               \
    }
// What is remembered of them: counts, and a list.
#define VG_TALLY(set_)                                                                             \
    {                                                                                              \
        .is = VG_IS_PILE, .set = VG_ID(SET_##set_)                                                 \
    }
#define VG_NAMES(set_)                                                                             \
    {                                                                                              \
        .is = VG_IS_LIST, .set = VG_ID(SET_##set_)                                                 \
    }

#endif
