// room_parts.h: what room.c and room_do.c share.
#ifndef VG_SERVER_ROOM_PARTS_H
#define VG_SERVER_ROOM_PARTS_H

#include "server/room.h"

static inline const char *room_pick(vg_lang lang, const char *it, const char *en)
{
    return lang == VG_IT ? it : en;
}

uint64_t room_id_hash(const char *id);
room_book room_book_of(int verb);
// Gives the table the names of those who sit there.
void room_name_chairs(room *r);
// The word in a deal's entry that says what follows: the whole header of the record and a blank
// line. Tables of form 1 have other words: "bots", if the seats of bots are salted "bot:greedy", or
// none.
#define ROOM_DEAL_FRAMED "frame"
#define ROOM_DEAL_SALTED "bots"
#define ROOM_BOT_SALT    (ROOM_BOT_SPEC + 4)
void room_bot_salt(const room *r, int seat, char out[ROOM_BOT_SALT]);
#define ROOM_SALT 64 // characters
bool room_salt(room *r, int seat, const char *salt);
// Takes one entry's first line (changed by reading) into the room; `kept` as in room.keep. False if
// it makes no sense: then something may have changed.
bool room_fold(room *r, char *line, uint32_t kept, int64_t at);

#endif
