// session.h: people and bots at one table, played line by line.
//
// Everything a person reads comes from the table's views and events for the
// seat that reads, so the screen can show no more than that seat may know.
#ifndef VG_CLI_SESSION_H
#define VG_CLI_SESSION_H

#include "cli/cli.h"
#include "cli/line.h"
#include "engine/table.h"
#include "tale/tale.h"

typedef struct cli_session {
    const cli *c;
    vg_table *table;
    uint16_t people;          // a bit for each seat a person plays; none: everyone watches
    vg_bot bot[VG_MAX_SEATS]; // of the other seats
    uint64_t bot_seed;
    const char *path; // where it is saved
    bool own_path;    // which we chose: its folders are made when it is
    bool resumed;     // it was saved before
    bool silent;      // no tales

    // The session's own.
    vg_mind *mind[VG_MAX_SEATS];
    vg_teller *teller;               // NULL: this game tells no tale, or none is wanted
    int told[VG_MAX_SEATS + 1];      // log entries each seat (last: the watchers) has heard of
    uint16_t looked;                 // seats that have seen the table in this session
    uint64_t declined[VG_MAX_SEATS]; // the opportunity a seat let go: see opportunity(); 0: none
    int game_shown;                  // number of the game whose table was announced
    int at;                          // the seat at the keyboard, or VG_NOBODY
    cli_line line;                   // what was typed last, and before
} cli_session;

// Plays until the match is over or somebody leaves, and saves. Gives the exit status. The table
// stays the caller's.
int cli_session_run(cli_session *s);

// What happened from log entry `entry` on, as sentences that `viewer` may have, a line each: that
// entry alone, or the whole run of chance it opens, where sentences that repeat are told once.
// Gives the entry after.
int cli_tell(vg_table *table, int entry, int viewer, vg_lang lang, int width, vg_text *out);
// Loads the record named by operand `operand`. NULL after complaining; CLI_WRONG is due.
vg_table *cli_load(const cli *c, int operand);
// Complains that no record was named.
void cli_lacks_record(const cli *c);
// Turns to the edition the record was played with, should a designer have changed numbers. False
// after complaining.
bool cli_tune_record(const cli *c, const char *path, const char *record);
// The sheet for `reader` (a seat, or a watcher): every seat by rank, and every line that made its
// points.
void cli_score_sheet(vg_table *table, int reader, vg_lang lang, int width, vg_text *out);
void cli_match_sheet(vg_table *table, int reader, vg_lang lang, vg_text *out);

#endif
