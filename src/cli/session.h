// session.h: people and bots at one table of this program: the desk's driver.
//
// It decides who is asked next, lets bots think without holding anybody up, and
// saves. What a person reads comes from the table's views and events for the
// seat that reads, so no face can show more than that seat may know.
#ifndef VG_CLI_SESSION_H
#define VG_CLI_SESSION_H

#include "bots/day.h"
#include "cli/desk.h"
#include "engine/table.h"
#include "tale/tale.h"

typedef struct cli_session {
    const cli *c;
    vg_table *table;
    uint16_t people;          // a bit for each seat a person plays; none: everyone watches
    vg_bot bot[VG_MAX_SEATS]; // of the other seats
    const char *path;         // where it is saved
    bool own_path;            // which we chose: its folders are made when it is
    bool resumed;             // it was saved before
    bool silent;              // no tales
    bool brief;
    bool full_screen;
    vg_text intro;              // what is said before the first question
    int told[VG_MAX_SEATS + 1]; // log entries each seat (last: the watchers) has heard of

    // The session's own.
    desk d;
    vg_mind *mind[VG_MAX_SEATS];
    struct thinker *thinker;         // NULL: nobody thinks
    int wake[2];                     // a pipe: a thought is ready
    vg_teller *teller;               // NULL: this game tells no tale, or none is wanted
    uint64_t declined[VG_MAX_SEATS]; // the opportunity a seat let go: see opportunity(); 0: none
    uint16_t waited;                 // bots that rather waited than stepped in...
    int waited_at;                   // ...when the log was this long
    int at;                          // the seat at the keyboard, or VG_NOBODY
    int heard;                       // entries that are on the desk
    int asked_at;                    // log entries when a person was last asked
    bool unsaved;                    // saving by itself failed: not tried again
} cli_session;

// Plays until the match is over or somebody leaves, and saves. Gives the exit status. The table
// stays the caller's.
int cli_session_run(cli_session *s);

// Fills the desk with a table of ours for `viewer`: what there is to do, the lines, rules, cards.
void desk_take_table(desk *d, vg_table *table, int viewer);
void desk_take_book(desk *d, const vg_table *table); // rules and cards

// Shows a record move by move, full screen, with the eyes of `viewer`. Gives the exit status.
int cli_watch(const cli *c, vg_table *whole, int viewer);

// Loads the record named by operand `operand`. NULL after complaining; CLI_WRONG is due. One of
// other rules is copied to `other` instead; where that is NULL it is complained of, too.
vg_table *cli_load(const cli *c, int operand, vg_text *other);
// Complains that no record was named.
void cli_lacks_record(const cli *c);
// Turns to the edition the record was played with, should a designer have changed numbers. False
// after complaining.
bool cli_tune_record(const cli *c, const char *path, const char *record);

#endif
