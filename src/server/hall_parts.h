// hall_parts.h: what hall.c and hall_tell.c share.
#ifndef VG_SERVER_HALL_PARTS_H
#define VG_SERVER_HALL_PARTS_H

#include "server/parts.h"

// ---- answers to one connection ----
void tell_no(conn *c, const char *id, const char *code, const char *why);
void tell_ok(conn *c, const char *id, uint32_t seq, bool again);
void tell_notice(conn *c, const char *code, const char *it, const char *en);
// Answers who asked what to do: every move and what the bot thinks of it.
void tell_hint(spot *sp, const thought *q);
// Answers who wants to know why something cannot be done, or how the table stood before.
void tell_look(spot *sp, conn *c, const room_command *command);

// Tells everyone at the table what changed, unless something is still on its way to disk.
void tell_all(spot *sp);

room_clock spot_clock(const spot *sp);
int spot_watchers(const spot *sp);

#endif
