// tale.h: what a game gives to whoever tells its tale: the facts of a move, and the map.
//
// A move that asks to be told is a *beat*: somebody does something somewhere,
// with a picture in hand. The game fills in the facts, in both languages, from
// what everybody may know; how they are told is not its business (src/tale).
#ifndef VG_ENGINE_TALE_H
#define VG_ENGINE_TALE_H

#include "base/lang.h"

#include <stdbool.h>
#include <stdint.h>

// What kind of thing happens. Beside each: the facts it comes with, optional ones in brackets.
#define VG_BEATS(X)                                                                                \
    X(OPEN)    /* the tale begins: [where] [what] */                                               \
    X(WAKE)    /* who stirs, where: [what, to: the task that calls] [want] */                      \
    X(JOIN)    /* who sets out for somebody else's task: where, what, to [want] */                 \
    X(LEAVE)   /* who leaves, from: [card] */                                                      \
    X(REACH)   /* who comes to: [card] [what: a task that waits there] */                          \
    X(BACK)    /* who is back where the way began: to. Found by the teller */                      \
    X(SECRET)  /* who comes to, by a way nobody sees */                                            \
    X(CLASH)   /* who falls upon whom, where: [card] */                                            \
    X(PARRY)   /* who goes on fighting: card [whom] */                                             \
    X(FALL)    /* who has beaten whom: [where] */                                                  \
    X(SLIP)    /* who got away from whom: [where] */                                               \
    X(BANISH)  /* whom is taken away, to */                                                        \
    X(SNARE)   /* who lies in wait for whom, where: [card] */                                      \
    X(SPRUNG)  /* who was trapped by whom: sign 0 got through, 1 thrown back, 2 brought down */    \
    X(RESCUE)  /* who helps whom to rise: [where] */                                               \
    X(RISE)    /* who rises alone: [where] */                                                      \
    X(TASK)    /* who gives rise to what: [to] [whom: it hangs on somebody] [card] */              \
    X(QUEST)   /* who begins what, where: [link] */                                                \
    X(HELP)    /* who lends a hand: card, what */                                                  \
    X(DECIDED) /* what ends: sign 0 well, 1 ill, 2 undecided: [where] [who] [whom] */              \
    X(KEEP)    /* what is remembered: card [what] */                                               \
    X(GIFT)    /* a power is born: what [who] [whom] [where] */                                    \
    X(LOSS)    /* who is lost, or what: [who] [what] */                                            \
    X(AIM)     /* a secret purpose is met: what */                                                 \
    X(HUSH)    /* who keeps whom from acting */                                                    \
    X(RALLY)   /* who finds new strength: [where] */                                               \
    X(FINALE)  /* a word for the ending: card */                                                   \
    X(CLOSE)   /* the end: sign 0 well, 1 ill, 2 undecided: [link] */                              \
    X(BEGIN)   /* a legend begins: card [where] */                                                 \
    X(GO_ON)   /* a legend goes on: card */                                                        \
    X(TURN)    /* a legend turns dark: card */                                                     \
    X(FINISH)  /* a legend is complete: card */                                                    \
    X(UNTOLD)  /* the last picture of a legend is taken away again */

typedef enum vg_beat_kind {
    VG_BEAT_NONE,
#define X(name) VG_BEAT_##name,
    VG_BEATS(X)
#undef X
        VG_BEAT_COUNT
} vg_beat_kind;

// How a name agrees: "è arrivato", "è arrivata", "sono arrivati".
typedef enum vg_gender { VG_HE, VG_SHE, VG_THEY } vg_gender;

// A person, place or thing as it stands in a sentence, article included, lower case unless proper:
// "il Lupo" / "the Wolf". Absent when in[0] is NULL.
typedef struct vg_name {
    vg_words words;
    uint8_t gender; // vg_gender; matters for persons
} vg_name;

typedef struct vg_beat {
    uint8_t kind;            // vg_beat_kind
    uint8_t side;            // whose picture it is: 0 the warm face, 1 the cold one
    uint8_t sign;            // how it went: see VG_BEATS
    uint8_t spot_from, spot; // on the board, from 1; 0: nowhere. A mover went from one to the other
    uint8_t chapter;         // 1: with this move a chapter ends; `title` names it
    uint8_t story;           // tales that run side by side: which one, from 1; 0: there is only one
    uint8_t image_count, want_count;
    vg_name who, whom; // acting, and acted upon
    vg_name from, to, where;
    vg_name what;          // the task, the power: a title
    vg_name card;          // the picture
    vg_name link;          // what the tale must not forget: the concept told before
    const vg_words *image; // whole sentences, any of which says what the picture shows
    const vg_words *want;  // sentences: what `who` is after
    vg_words title;        // of the chapter that ends, when it has one
} vg_beat;

// Where the tale happens, for a map.
#define VG_MAX_SPOTS 32
typedef struct vg_spot {
    vg_words name;
    int16_t x, y;   // 0..1000
    uint8_t minor;  // 1: a way between places: no name on the map
    uint32_t joins; // bits (1 << spot) of its neighbours, spots from 0
} vg_spot;
typedef struct vg_board {
    int count;
    vg_spot spot[VG_MAX_SPOTS];
} vg_board;

#endif
