// tale.h: what a game gives to whoever tells its tale: facts, words and the map.
//
// A *fact* is something that happened, in numbers: who, whom, where, with which
// picture. A game with a saga gives the facts of every move, from what everybody
// may know, and the words they are told with, in both languages; what is worth
// telling, in which order and how, is not its business (src/tale).
//
// A *beat* is the older form, a fact with its names in it, told move by move.
#ifndef VG_ENGINE_TALE_H
#define VG_ENGINE_TALE_H

#include "base/lang.h"

#include <stdbool.h>
#include <stdint.h>

// What kind of thing happens, in a game told move by move.
#define VG_BEATS(X)                                                                                \
    X(WAKE)   /* who stirs */                                                                      \
    X(BEGIN)  /* a legend begins: card */                                                          \
    X(GO_ON)  /* a legend goes on: card */                                                         \
    X(TURN)   /* a legend turns dark: card */                                                      \
    X(FINISH) /* a legend is complete: card */                                                     \
    X(UNTOLD) /* the last picture of a legend is taken away again */

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
    uint8_t spot_from, spot; // on the board, from 1; 0: nowhere. A mover went from one to the other
    uint8_t chapter;         // 1: with this move a chapter ends
    uint8_t story;           // tales that run side by side: which one, from 1; 0: there is only one
    uint8_t image_count;
    vg_name who, whom, where; // acting, acted upon, and where
    vg_name card;             // the picture
    const vg_words *image;    // whole sentences, any of which says what the picture shows
} vg_beat;

// ---- facts -----------------------------------------------------------------

// Beside each: what it comes with, optional things in brackets.
#define VG_FACTS(X)                                                                                \
    X(OPEN)    /* the tale is opened */                                                            \
    X(CAST)    /* who enters the tale, to: where. seat: whose */                                   \
    X(TASK)    /* task is set: to, or whom it hangs on [who: set it] */                            \
    X(WAKE)    /* who stirs, to: where */                                                          \
    X(JOIN)    /* who stirs for the task of somebody else, to: where */                            \
    X(WALK)    /* who goes from, to [thing] [with: comes along] */                                 \
    X(SECRET)  /* who comes to, by a way nobody sees */                                            \
    X(CLASH)   /* who falls upon whom, to: where [thing] */                                        \
    X(BLOW)    /* who goes on fighting whom: [thing] */                                            \
    X(FALL)    /* who has beaten whom, to: where */                                                \
    X(SLIP)    /* who got away from whom */                                                        \
    X(BANISH)  /* whom is carried off, to */                                                       \
    X(SHELTER) /* who is taken in, to */                                                           \
    X(SNARE)   /* who lies in wait for whom, to: where [thing] */                                  \
    X(HIDDEN)  /* what was in the trap: thing */                                                   \
    X(SPRUNG) /* who was trapped by whom: sign 0 got through, 1 thrown back, 2 brought down; to */ \
    X(RESCUE) /* who helps whom to rise */                                                         \
    X(RISE)   /* who rises alone */                                                                \
    X(QUEST)  /* who begins task, to: where [whom: it hangs on] */                                 \
    X(PART)   /* who takes part */                                                                 \
    X(HELP)   /* who lends a hand to task: [thing] */                                              \
    X(TALLY)  /* how task stands: sign, margin */                                                  \
    X(DECIDED) /* task ends: sign 0 well, 1 ill, 2 undecided */                                    \
    X(KEEP)    /* what is remembered of task: thing */                                             \
    X(CHAPTER) /* here a chapter ends [task] */                                                    \
    X(GIFT)    /* a power is born of task: [who] [whom] [to] */                                    \
    X(LOSS)    /* who is lost, or the power of task */                                             \
    X(AIM)     /* a secret purpose (sign) is met [who] */                                          \
    X(HUSH)    /* who keeps whom from acting */                                                    \
    X(RALLY)   /* who finds new strength */                                                        \
    X(FINALE)  /* a picture for the ending: thing */                                               \
    X(VERDICT) /* how all ends: sign, margin */                                                    \
    X(CLOSE)   /* the book is closed: sign */

typedef enum vg_fact_kind {
    VG_FACT_NONE,
#define X(name) VG_FACT_##name,
    VG_FACTS(X)
#undef X
        VG_FACT_COUNT
} vg_fact_kind;

// Persons, places, tasks and things are the game's own numbers, from 1; 0: none. A fact's id is its
// place in the list of all of them.
typedef struct vg_fact {
    uint8_t kind; // vg_fact_kind
    int8_t seat;  // whose move it was
    uint8_t who, whom, with, from, to, task, thing;
    uint8_t sign, margin;
    uint8_t game; // of the match, from 1
    int entry;    // of the table's log
} vg_fact;
enum { VG_MAX_FACTS = 24 }; // of one move

// ---- words -----------------------------------------------------------------

// What a line is for. Lines are sentences, unless it says otherwise.
#define VG_FRAMES(X)                                                                               \
    X(TITLE)                                                                                       \
    X(HEAD)    /* of a chapter: a title */                                                         \
    X(OPENING) /* the first sentence: who is the hero */                                           \
    X(TOWN)    /* a word about where it all happens */                                             \
    X(SETUP)   /* a task that is there when the tale begins */                                     \
    X(STANDS)  /* where somebody is when it begins */                                              \
    X(PLAN)    /* who sets a task */                                                               \
    X(GO)      /* a walk with a deed */                                                            \
    X(WENT)    /* a walk without */                                                                \
    X(ROUSE)   /* who comes from afar for a task of the other side, with a deed */                 \
    X(BACKED)  /* the same for one's own side */                                                   \
    X(SECRETLY)                                                                                    \
    X(SNARE)                                                                                       \
    X(HIDDEN)                                                                                      \
    X(ANSWER) /* who fights back against a trap */                                                 \
    X(SPRUNG)                                                                                      \
    X(CLASH)                                                                                       \
    X(BLOW)                                                                                        \
    X(FALL)                                                                                        \
    X(SLIP)                                                                                        \
    X(BANISH)                                                                                      \
    X(SHELTER)                                                                                     \
    X(RESCUE)                                                                                      \
    X(RISE)                                                                                        \
    X(QUEST)                                                                                       \
    X(HELP) /* sign 0: the starter; 1: the same side; 2: the other side */                         \
    X(MORE) /* two deeds of one person; sign as above */                                           \
    X(DECIDED)                                                                                     \
    X(KEEP)                                                                                        \
    X(GIFT)                                                                                        \
    X(LOSS)                                                                                        \
    X(AIM)                                                                                         \
    X(HUSH)                                                                                        \
    X(RALLY)                                                                                       \
    X(HOOK)     /* a task still open where a chapter ends */                                       \
    X(REST)     /* a task never begun: what became of it */                                        \
    X(MADE)     /* what came of a thread (sign: the unit) that has closed */                       \
    X(LEFT)     /* ... that never closed */                                                        \
    X(LAST)     /* the last evening begins */                                                      \
    X(FINAL)    /* a deed in the ending; sign 0 Spring's, 1 Winter's */                            \
    X(ENDED)    /* who won: sign */                                                                \
    X(FATE)     /* what became of who: sign */                                                     \
    X(REMAINS)  /* the things that were remembered */                                              \
    X(CLOSING)  /* the last sentence */                                                            \
    X(WHO_IS)   /* what a person wants, fears, is */                                               \
    X(SAID)     /* around spoken words: {quote} */                                                 \
    X(FORETOLD) /* what will happen to somebody, said before its time; as THAT */                  \
    X(THAT)     /* a relative clause about an earlier fact; see vg_line.kind, .role */

typedef enum vg_frame_id {
    VG_FRAME_NONE,
#define X(name) VG_FRAME_##name,
    VG_FRAMES(X)
#undef X
        VG_FRAME_COUNT
} vg_frame_id;

// Threads of a story that are sifted out of the facts (src/tale/units.def), and how much each makes
// of its persons.
#define VG_UNITS(X)                                                                                \
    X(TASK, 1)   /* something is to be done */                                                     \
    X(GRUDGE, 3) /* who was beaten by whom */                                                      \
    X(SHAME, 3)  /* who was trapped by whom */                                                     \
    X(DOOR, 2)   /* who was thrown back from a place, and knows the way now */                     \
    X(SNOW, 3)   /* who is down in the snow */                                                     \
    X(DEBT, 3)   /* who was helped up by whom */                                                   \
    X(EXILE, 2)  /* who was carried off to a place */                                              \
    X(DEFEAT, 2) /* who began something that failed */                                             \
    X(NARROW, 1) /* who got away from whom */                                                      \
    X(WALLS, 2)  /* who set a trap for whom that did not hold */

typedef enum vg_unit_kind {
#define X(name, weight) VG_UNIT_##name,
    VG_UNITS(X)
#undef X
        VG_UNIT_COUNT
} vg_unit_kind;

enum { VG_ANY = 255 };
// One way of saying something. src/tale/say.h tells what may stand in a pattern.
typedef struct vg_line {
    uint8_t frame; // vg_frame_id
    uint8_t task;  // of which task, or of which person; 0: of any
    uint8_t sign;  // VG_ANY: however it went
    uint8_t kind;  // THAT: about a fact of this kind...
    uint8_t role;  // ... whose person in this role is spoken of: 0 who, 1 whom
    vg_words words;
} vg_line;

typedef struct vg_persona {
    vg_name name, brief; // "la Piccola Fiammiferaia", then "la Fiammiferaia"
    uint8_t side;
} vg_persona;

typedef struct vg_locale {
    vg_name name, brief;
    uint8_t minor; // not worth a sentence of its own
} vg_locale;

// Two things somebody may do with a picture, a clause each without its subject.
typedef struct vg_picture {
    vg_words deed[2];
} vg_picture;

// What there is between two persons since before the tale: a sentence.
typedef struct vg_bond {
    uint8_t who, whom;
    vg_words words;
} vg_bond;

// What a person says: when a thing of this kind happens to be done by (0) or to (1) them.
typedef struct vg_quote {
    uint8_t who, kind, role;
    vg_words words;
} vg_quote;

typedef struct vg_saga {
    int persons, places, tasks, things; // how many there are; numbers run from 1
    vg_words side[2];                   // "Le Fiabe", "I Soldati"
    const vg_persona *person;
    const vg_locale *place;
    const vg_name *task;
    const vg_words *title; // of each thing
    const vg_picture *thing;
    const vg_line *line;
    const vg_bond *bond;
    const vg_quote *quote;
    int lines, bonds, quotes;
} vg_saga;

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
