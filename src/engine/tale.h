// tale.h: what a game gives to whoever tells its tale: facts, words and the map.
//
// A *fact* is something that happened, in numbers: who, whom, where, with which
// picture. A game with a saga gives the facts of every move, from what everybody
// may know, and the words they are told with, in both languages; what is worth
// telling, in which order and how, is not its business (src/tale).
#ifndef VG_ENGINE_TALE_H
#define VG_ENGINE_TALE_H

#include "base/lang.h"

#include <stdbool.h>
#include <stdint.h>

// How a name agrees: "è arrivato", "è arrivata", "sono arrivati".
typedef enum vg_gender { VG_HE, VG_SHE, VG_THEY } vg_gender;

// A person, place or thing as it stands in a sentence, article included, lower case unless proper:
// "il Lupo" / "the Wolf". Absent when in[0] is NULL.
typedef struct vg_name {
    vg_words words;
    uint8_t gender; // vg_gender; matters for persons
} vg_name;

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
    X(CLOSE)   /* the book is closed: sign */                                                      \
    /* stories told in turn, side by side: whom is the one it is about, to is where it is told */  \
    X(BEGUN)  /* who begins a story of kind task: thing */                                         \
    X(TOLD)   /* who goes on with it: thing, sign: its value; with: who told before */             \
    X(ENDING) /* who brings it to its end; with: who began it [margin: how many told it] */        \
    X(UNDONE) /* who takes the last picture of it away: thing */                                   \
    X(SPEND)  /* who pays with what belongs to with */                                             \
    X(STIR)   /* who interrupts: sign: how; margin 1: in another's turn */                         \
    X(STILL)  /* who silences what whom had interrupted with: sign */                              \
    X(BLAME)  /* who takes something from whom */                                                  \
    X(BOON)   /* who is given something, and nobody sees what */                                   \
    X(WORN)   /* who shows what they have: thing */                                                \
    /* contests */                                                                                 \
    X(GAIN)   /* who gets thing, or ends task well: margin: points */                              \
    X(ALMS)   /* who gives thing to whom, wanted or not: sign 1: it is worth less than nothing */  \
    X(CROSS)  /* who puts something in the way of task of whom [thing] */                          \
    X(FOIL)   /* who ruins task of whom: sign 1: with the last card that was wanting */            \
    X(OUTRUN) /* who has done task before whom could */                                            \
    X(ROB)    /* who takes thing from whom: sign */                                                \
    X(BEAT)   /* who beats whom: sign, margin [thing] */                                           \
    X(EVEN)   /* who and whom end even */                                                          \
    X(LEAD)   /* who is ahead now [whom: was until then], margin: by how much */                   \
    X(TIDE)   /* a part of the game is over: sign */                                               \
    X(OUT)    /* who has to leave the game [with: whose doing it was] */                           \
    X(LACK)   /* who has not finished task, margin: what it costs */                               \
    X(UNMASK) /* whom turns out to be who, of task */                                              \
    X(PRIZE)  /* who has won: whom came second, margin; sign 0 clearly, 1 barely, 2 together,      \
                 3 in spite of their points */

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

// A list being filled (facts.c); what does not fit is forgotten.
typedef struct vg_facts {
    vg_fact *out;
    int count, seat;
    vg_fact beyond;
} vg_facts;
vg_fact *vg_fact_add(vg_facts *list, vg_fact_kind kind); // zeroed but for kind and seat
vg_fact *vg_fact_pair(vg_facts *list, vg_fact_kind kind, int who, int whom, int to);

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
    X(THAT)     /* a relative clause about an earlier fact; see vg_line.kind, .role */             \
    /* stories: of the tellers, then of the one it is about */                                     \
    X(BEGUN)                                                                                       \
    X(TAKES)  /* another takes the thread up; sign 1: again */                                     \
    X(STEP)   /* a deed in the story; sign: its value, 6: the first, 7: the last, 8: beside it */  \
    X(ONWARD) /* a deed in the middle of it, whatever its value */                                 \
    X(ENDING) /* who ended it, whose it was; sign 0: their own, 1: somebody else's */              \
    X(BROKEN) /* a story nobody ended */                                                           \
    X(UNDONE)                                                                                      \
    X(SPEND)                                                                                       \
    X(STIR)                                                                                        \
    X(STILL)                                                                                       \
    X(BLAME)                                                                                       \
    X(BOON)                                                                                        \
    X(WORN)                                                                                        \
    /* contests */                                                                                 \
    X(RIVALS) /* the others, when it begins */                                                     \
    X(BEGAN)  /* who sets out on a task */                                                         \
    X(GAIN)                                                                                        \
    X(ALMS)                                                                                        \
    X(CROSS)                                                                                       \
    X(FOIL)                                                                                        \
    X(OUTRUN)                                                                                      \
    X(ROB)                                                                                         \
    X(BEAT)                                                                                        \
    X(EVEN)                                                                                        \
    X(LEAD)                                                                                        \
    X(TIDE)                                                                                        \
    X(OUT)                                                                                         \
    X(LACK)                                                                                        \
    X(UNMASK)                                                                                      \
    X(TURN)   /* looking back: where it was decided; sign: vg_fact_kind */                         \
    X(BEHIND) /* who came from behind */                                                           \
    X(PRIZE)

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
    X(WALLS, 2)  /* who set a trap for whom that did not hold */                                   \
    X(WRONG, 3)  /* who was crossed by whom */                                                     \
    X(THREAD, 2) /* who began a story */                                                           \
    X(HEIGHT, 2) /* who was ahead */

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
    uint8_t of; // the kind of story (task) they may be the one of; 0: none
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

// How a game makes a book.
typedef enum vg_saga_form {
    VG_FORM_ROAD,    // one chapter after another, two sides
    VG_FORM_STORIES, // stories told side by side, a chapter each
    VG_FORM_CONTEST  // a page; nothing is told while it is played
} vg_saga_form;

typedef struct vg_saga {
    uint8_t form;                       // vg_saga_form
    int persons, places, tasks, things; // how many there are; numbers run from 1
    vg_words side[2];                   // "Le Fiabe", "I Soldati"
    const vg_persona *person;
    const vg_locale *place;
    const vg_name *task;
    const vg_words *(*title)(int thing);
    const char *(*drawn)(int thing); // by what name it has a picture; NULL: none has, or this one
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
