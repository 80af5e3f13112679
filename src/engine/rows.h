// rows.h: what a game is made of, said once.
//
// A game lists its sets, moves, events, phases, score lines and refusals as rows of <id>.def
// (docs/add-a-game.md says how a row is written). Three headers read that file: engine/names.h
// makes the enums, engine/tables.h the tables below, engine/play.h the dispatch of ask, legal and
// apply. From the tables rows.c makes notation and what parses it, labels, sentences, prompts,
// refusals, the arguments of events as JSON, and what the lab and the bots ask of moves and events.
//
// In every pattern (vg_text_fill) {0} is the seat it is about and {1}.. are the row's arguments.
#ifndef VG_ENGINE_ROWS_H
#define VG_ENGINE_ROWS_H

#include "base/json.h"
#include "base/lang.h"
#include "base/text.h"
#include "engine/stack.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct vg_game vg_game;
typedef struct vg_voice vg_voice;

// An argument that this reader may not know.
#define VG_VEILED (-1)

enum { VG_MAX_ARGS = 4 };

// One sentence on its way to a reader.
typedef struct vg_sentence {
    const vg_game *game;
    const void *view; // of the reader; for events it gives edition and seats only
    const vg_voice *voice;
    int seat;             // whom it is about: {0}; below 0: nobody
    const char *pattern;  // in the reader's language
    const uint8_t *set;   // of each argument; 0 after the last
    int arg[VG_MAX_ARGS]; // members of those sets: {1}..
} vg_sentence;

// What an odd row has in place of its pattern: it may change the sentence, and vg_tell writes it.
typedef void vg_odd(vg_sentence *t, vg_text *out);
void vg_tell(const vg_sentence *t, vg_text *out);
// Another pattern for it.
void vg_tell_words(vg_sentence *t, const vg_words *words);
void vg_tell_saying(vg_sentence *t, const vg_saying *saying);

// A kind of thing that moves, events, fields and sentences speak of: SET(id, what, .count = ...).
typedef struct vg_set {
    const char *name; // "CARD": the id
    const char *what; // in English
    uint8_t like;     // another way of speaking of that set, from which the rest comes; 0: none
    uint8_t from;     // the first member: 0, or 1 where 0 stands for none
    uint8_t count;    // members, in the order in which a draw walks through them; 0: a number
    bool at_table;    // which there are depends on the state: no list of them can be given
    bool decoration;  // the rules never look at which member it is
    bool seats;       // the seats of the table: as many as there are, told from the viewer's on
    // For the numbering of moves (observe.h), where an argument is not one of `count` members: it
    // is below this; or `rank` gives it a number that is.
    uint16_t below;
    int (*rank)(int i);

    // A member in notation; NULL: its number. Or, where it is put together, `spell` writes it
    // (nothing: there is no such member now, or a move leaves the word out).
    const char *(*slug)(int i);
    void (*spell)(const void *state, int i, vg_text *out);
    // A member for people: its name, or `words` writes it; neither: its number. Who may be told
    // less (VG_VEILED) needs `words`.
    const vg_words *(*name_of)(int i);
    void (*words)(const vg_sentence *t, int i, vg_text *out);
    bool (*many)(int i); // {1?va|vanno} agrees with it; NULL: one, and a number with itself

    int (*copies)(int i); // in the box; NULL: one of each
    // How many the fields that hold pieces (fields.h) have of it in this state, all together:
    // vg_check. NULL: they do not hold all there are.
    int (*box)(const void *state, int i);
    void (*note)(int i, vg_text *out); // what else a follower of the cards must know; NULL: nothing
    const char *noted;                 // what the note says, in English
} vg_set;

// MOVE(id, form, arguments, apply, label)
typedef struct vg_move_row {
    const char *form; // "put {1} {2}": with slugs it is the notation, with names of sets its form
    uint8_t set[VG_MAX_ARGS];
    vg_words label;
} vg_move_row;

// EVENT(id, slug, arguments, veils, sentences)
typedef struct vg_event_row {
    uint8_t set[VG_MAX_ARGS];
    uint8_t veils; // VG_VEIL(n): arguments that vg_emit_veiled shows to a few only
    vg_saying say;
} vg_event_row;
#define VG_VEIL(n) (1u << ((n)-1))

// OVER, CHANCE, ASK, WINDOW and WORK
typedef enum vg_asked { VG_ASKS_NOBODY, VG_ENDS, VG_ASKS_CHANCE, VG_ASKS_SEAT } vg_asked;
typedef struct vg_phase_row {
    uint8_t asked;            // vg_asked
    uint8_t set[VG_MAX_ARGS]; // of the frame's a and b
    vg_saying prompt;
    const char *of, *to; // chance, in English: what n counts, and where it goes
} vg_phase_row;

// SCORE(id, arguments, words)
typedef struct vg_score_row {
    uint8_t set[VG_MAX_ARGS];
    vg_words words;
} vg_score_row;

// WHY(id, rule, arguments, words): a reason why a move is refused, without the rule at its end.
typedef struct vg_why_row {
    const char *rule;
    uint8_t set[VG_MAX_ARGS];
    vg_words words;
} vg_why_row;
typedef struct vg_why {
    int row; // 0: none
    int arg[VG_MAX_ARGS - 1];
} vg_why;

// What somebody tried to do, word by word.
typedef struct vg_tried {
    int kind, count;                      // of move, by its verb (0: no such verb); words after it
    char word[VG_MAX_ARGS][32], verb[32]; // cut where they are too long to mean anything
} vg_tried;

// ODD_TEXT(move, function, ways): a move whose notation is not always of one form; `ways` are its
// forms, "set SPACE | set on CHARACTER". No function: written by its form, described by its ways.
typedef struct vg_odd_text {
    void (*write)(const void *state, const int arg[VG_MAX_ARGS], vg_text *out);
    const char *ways;
} vg_odd_text;

// MARK(event, group, n): argument n was "drawn" or "played" by the seat.
typedef struct vg_mark {
    const char *group;
    uint8_t arg; // from 1; 0: no mark
} vg_mark;

// NEWS(event): players care whether it happens, so it may say why a move is good
// (bots/contrast.h). NEWS_AS(event, sentences): ... and what these do not say makes no difference.
typedef struct vg_news {
    bool is;
    vg_saying say; // NULLs: the event's own sentences
} vg_news;

typedef struct vg_rows {
    const vg_set *set; // [0] is none, as in all of these but phase
    const vg_move_row *move;
    const vg_event_row *event;
    const vg_phase_row *phase;
    const vg_score_row *score;
    const vg_why_row *why_row;
    const vg_mark *mark; // by event
    const vg_news *news; // by event
    // NEWS_LINE(line, sentences): so is whether a line of the score sheet is there. By line; NULLs:
    // it is not.
    const vg_saying *news_line;
    // ODD_LABEL, ODD_EVENT, ODD_PROMPT: by row, NULL where nothing is odd.
    const vg_odd_text *odd_text;
    vg_odd *const *odd_label, *const *odd_event, *const *odd_prompt;
    uint8_t set_count, move_count, event_count, phase_count;
    bool (*decorated)(void); // is any set a decoration?
    // VAIN(move): nothing is gained in play by it (turning one's own card to and fro), so bots
    // never make it where there is another. A bit a kind.
    uint64_t vain;
    // The frame of the open question.
    vg_frame (*top)(const void *state);
    bool capital; // prompts and events begin with a capital, also where they begin with "posto 1"
} vg_rows;

#endif
