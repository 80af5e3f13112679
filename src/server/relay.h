// relay.h: connections whose table another server has.
#ifndef VG_SERVER_RELAY_H
#define VG_SERVER_RELAY_H

#include "server/conn.h"

// Carries a request (CONN_WAITING), and all that follows it, to the server at `peer`. If that does
// not answer, the request is tried again here until the table is somebody's who does.
void relay_begin(conn *c, const char *peer);
void relay_heard(conn *c, const char *data, size_t length); // CONN_RELAY: on its way there
bool relay_full(const conn *c);                             // what it said before has not left yet
void relay_caught_up(conn *c);                              // it has read what came from there
void relay_end(conn *c);                                    // it is gone
void relay_tick(server *s);                                 // lets go of servers that are dead

#endif
