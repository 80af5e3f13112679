// thinkers.h: bots on threads of their own.
#ifndef VG_SERVER_THINKERS_H
#define VG_SERVER_THINKERS_H

#include "bots/advise.h"
#include "bots/bot.h"

typedef struct thought {
    struct thought *next;
    uint64_t table, number, question; // all by number: nothing here can be left dangling
    uint32_t rank;          // who goes first: lower. People's tables, then who is looked at
    uint32_t cost;          // milliseconds it will take, as far as is known
    uint64_t after, finish; // its place in the line: thinkers.c
    uint32_t took;          // filled in: milliseconds
    int seat, count;
    vg_search_info *hint; // filled in for a person who asked what to do; NULL: a bot decides. Owned
    uint64_t asker;       // conn.number, and its command:
    char id[41];
    const vg_game *game;
    vg_bot bot;
    uint64_t seed;
    vg_move list[VG_MAX_LEGAL], chosen;
    _Alignas(16) uint8_t view[VG_MAX_STATE];
} thought;
typedef struct thinkers thinkers;
thinkers *thinkers_new(int threads, void (*wake)(void *), void *arg);
void thinkers_free(thinkers *t); // drops what is queued; waits for who is thinking
void thinkers_ask(thinkers *t, thought *q);
// Takes a bot's question out of the line. False if it is not in it (any more).
bool thinkers_forget(thinkers *t, uint64_t number);
int thinkers_waiting(thinkers *t);      // questions nobody thinks about yet
thought *thinkers_collect(thinkers *t); // like store_collect; thought_free each
void thought_free(thought *q);

#endif
