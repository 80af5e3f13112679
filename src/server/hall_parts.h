// hall_parts.h: what the files of the hall share; each says what it is about.
#ifndef VG_SERVER_HALL_PARTS_H
#define VG_SERVER_HALL_PARTS_H

#include "server/core.h"

enum {
    HALL_GRACE_MS = 30000, // at least this much of a clock is left after a restart
    HALL_LONG_PACE = 3600  // seconds: such clocks go on though nobody looks
};

// ---- hall.c: spots, durability, commands ----
spot *spot_new(server *s, uint64_t id);
spot *spot_find(server *s, uint64_t id); // NULL if it is not in memory
// The one way out of memory. Nothing of it may be on its way to or from the disk.
void spot_free(spot *sp);
// We were taken for dead since it became ours: true, and it is gone. Who looks comes back, here or
// elsewhere. (What is on its way to disk is waited for.)
bool spot_over(spot *sp);
// Another server has it: those who wait are carried there. Frees the spot.
void spot_elsewhere(spot *sp, const char *peer);
// What the room holds in memory is not on disk: forget it. Those who look come back and see what
// is. Frees the spot.
void spot_fail(spot *sp);
void spot_store(spot *sp, const vg_text *entry); // sends the newest entry of the room to disk
void spot_touch(spot *sp);                       // the table's message has to be sent again
void spot_dirty(spot *sp);                       // something has
// Waits at the table with a command, or (NULL) with its HTTP request; false if too many do.
bool spot_wait(spot *sp, conn *c, const char *text, size_t length);
void spot_serve(spot *sp); // goes on with those who wait
void spot_drop_waiting(spot *sp);
// What of the room has to be told again after `verb`.
void spot_note(spot *sp, int verb);
void spot_does(spot *sp, const room_command *command); // something the server itself does
void spot_welcome(spot *sp, int person); // a sign of life: the bot that stood in steps back
void ticket_drop(ticket *t);

// ---- hall_bots.c: bots, clocks, answers ahead ----
// Does whatever nobody has to be waited for, or sets the timer for when it is due.
void spot_advance(spot *sp);
void spot_question(spot *sp, int verb); // `verb` has changed what is asked, or who answers
void spot_tale(spot *sp);               // a bot's move is on disk: now it may be told
// A person would like to know what a bot would do. NULL, or the code of a refusal.
const char *spot_hint(spot *sp, const conn *c, const char *id);
room_clock spot_clock(const spot *sp);
// The open question has stood for `gone` milliseconds, as far as we know; but nobody loses by our
// absence, or by everybody's.
void spot_resume(spot *sp, int64_t gone);

// ---- hall_budget.c ----
// May this person (or, nameless, this connection) do that now? If not it has cost nothing.
bool spot_may(spot *sp, conn *c, const room_command *command);
bool spot_may_join(spot *sp, const conn *c);
void spot_joined(spot *sp, const conn *c, int person);
void spot_ban(spot *sp, int person); // where this person came from nobody comes from any more

// ---- hall_push.c: notices to who is asked and away ----
void spot_notices(spot *sp, uint64_t now);
// The question that stands open was asked before the table came into memory.
void spot_noticed(spot *sp);
// Does somebody who is away wait to be told? Then a game of days goes on though nobody looks.
bool spot_awaited(const spot *sp);
// May such a device be told? If not `c` has been.
bool spot_push_ok(conn *c, const room_command *command);

// ---- hall_load.c ----
bool spot_load(spot *sp); // false without memory: then nothing happened
// A room out of its entries, up to the end of `round` (0: all). Any thread. NULL: there is none.
room *hall_read(store *st, uint64_t id, int round, vg_text *why);

// ---- hall_list.c ----
void hall_put_listing(const room *r, vg_text *out); // its line in the list of tables

// ---- hall_tell.c: answers to one connection ----
void tell_no(conn *c, const char *id, const char *code, const char *why);
void tell_ok(conn *c, const char *id, bool again);
void tell_notice(conn *c, const char *code, const char *it, const char *en);
// Answers who asked what to do: every move and what the bot thinks of it.
void tell_hint(spot *sp, const thought *q);
// Answers who wants to know why something cannot be done, or how the table stood before.
void tell_look(spot *sp, conn *c, const room_command *command);
// Tells everyone at the table what changed, unless something is still on its way to disk.
void tell_all(spot *sp);
// Says goodbye to those the host has sent away.
void tell_gone(spot *sp);
int spot_watchers(const spot *sp);

#endif
