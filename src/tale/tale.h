// tale.h: tells a game's tale, in both languages, from what really happens.
//
// A teller follows a table, gathers its facts and, where a game is told while it is
// played, has something to say about every move that asks for it, whoever made
// it: a bot says it as its narration; a person may say something else. What it says depends on the
// table's public commitment and on public facts alone, so it betrays nothing, and a tale told in
// Italian can be told again in English. It knows no more than the moment: a book is made from the
// whole (plan.h).
#ifndef VG_TALE_TALE_H
#define VG_TALE_TALE_H

#include "engine/table.h"
#include "engine/tale.h"

typedef struct vg_teller vg_teller;

typedef struct vg_telling {
    int entry;        // of the table's log
    int8_t seat;      // whose move it was; VG_CHANCE for chance, which tells nothing
    uint8_t game;     // of the match, from 1
    uint16_t chapter; // of the game, from 1; of its story where stories run side by side
    vg_fact about;    // who, whom, to and thing: the first there are
    bool stirs;       // whoever it is about comes into play with it
    bool ends;        // a chapter ends with it
    const char *text[VG_LANG_COUNT]; // "" when there is nothing to say. Borrowed
} vg_telling;

// A teller for `table` (borrowed, longer-lived). NULL without memory. Owned: vg_teller_free.
vg_teller *vg_teller_new(const vg_table *table);
void vg_teller_free(vg_teller *teller); // NULL is fine

// Takes in what has happened at the table; begins again if moves were taken back. False without
// memory. All tellings borrowed before are gone.
VG_MUST_USE bool vg_teller_follow(vg_teller *teller);
int vg_teller_count(const vg_teller *teller);
const vg_telling *vg_teller_at(const vg_teller *teller, int i); // borrowed
// What there is to tell about log entry `entry`, or NULL.
const vg_telling *vg_teller_find(const vg_teller *teller, int entry);
// The facts of all games so far; a fact's id is its place here. Borrowed.
const vg_fact *vg_teller_facts(const vg_teller *teller, int *count);
// A number from what everybody knows before the deal: what a tale chooses by.
uint64_t vg_teller_seed(const vg_teller *teller);
// Where it happens, as of what was followed. False: the game has no map.
bool vg_teller_board(const vg_teller *teller, vg_board *out);

// What a person might want to tell about a telling of this teller: who, where, why, and what do
// they want. Appends questions in `lang`.
void vg_tale_questions(const vg_teller *teller, const vg_telling *telling, vg_lang lang,
                       vg_text *out);

// Lets the bots (seats in `bots`) tell everything in the log from `first` on that nobody told.
// Gives VG_OK, or the table's error.
VG_MUST_USE vg_err vg_tale_narrate(vg_table *table, vg_teller *teller, uint16_t bots, int first,
                                   vg_lang lang);

// Is this seat a bot's? By its salt, which is part of the record.
bool vg_tale_is_bot(const vg_table *table, int seat);

#endif
