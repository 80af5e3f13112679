// days.h: the deal of the day: visitors' games of it, and the day's list.
//
// Nothing is believed: a record that is sent is played again, chance and bots included
// (bots/day.h), on a thread of its own. What holds becomes an entry of a book in the store, one
// line each; a book is kept like a table, under a number no table has, and of several servers each
// writes in a book of its own. A list is read from the books whenever it is asked for.
#ifndef VG_SERVER_DAYS_H
#define VG_SERVER_DAYS_H

#include "server/core.h"

// The last 2^40 of the numbers there are (1 to 2^63-1) are books', not tables'.
#define DAYS_NUMBERS ((UINT64_C(1) << 63) - (UINT64_C(1) << 40))

// "/api/days/GAME", with "?date=2026-11-17" or today's.
void days_get(conn *c, http_part game);
// {"name":..., "record":...}
void days_post(conn *c, http_part game);
void days_durable(server *s);    // after hall_durable: lines of books are on disk, or are not
bool days_busy(const server *s); // something is on its way to disk
void days_close(server *s);      // nobody will come back with it

#endif
