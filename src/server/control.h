// control.h: the operator's socket.
#ifndef VG_SERVER_CONTROL_H
#define VG_SERVER_CONTROL_H

#include "server/conn.h"

bool control_handle(conn *c); // false: it is not an order
void control_begin(server *s);

#endif
