// online.h: a table of a server as a desk (docs/protocol.md).
#ifndef VG_CLI_ONLINE_H
#define VG_CLI_ONLINE_H

#include "cli/desk.h"
#include "cli/net.h"

typedef struct online_plan {
    net_place place;     // with the table's id
    const char *token;   // of our person; "" watches
    const char *returns; // the command that comes back here
    int sit;             // the seat to take when it is free, from 0; -1: none
    bool full_screen, brief;
} online_plan;

// Plays at the table until the person leaves. Gives the exit status.
int online_run(const cli *c, const online_plan *plan);

#endif
