// room_parts.h: what room.c and room_do.c share.
#ifndef VG_SERVER_ROOM_PARTS_H
#define VG_SERVER_ROOM_PARTS_H

#include "server/room.h"

static inline const char *room_pick(vg_lang lang, const char *it, const char *en)
{
    return lang == VG_IT ? it : en;
}

void room_put_maybe(vg_json *j, const char *key, int n); // null below 0
uint64_t room_id_hash(const char *id);
room_book room_book_of(int verb);
// Gives the table the names of those who sit there.
void room_name_chairs(room *r);
// The word in the entry of a deal, or of a void one, that says what follows: the header of the
// record as it is from then on, and a blank line. Tables of form 1 have other words: "bots", if the
// seats of bots are salted "bot:greedy", or none. The word at the end of the entry that begins
// play.
#define ROOM_DEAL_FRAMED "frame"
#define ROOM_DEAL_SALTED "bots"
#define ROOM_DEALT       "dealt"
#define ROOM_BOT_SALT    (ROOM_BOT_SPEC + 4)
void room_bot_salt(const room *r, int seat, char out[ROOM_BOT_SALT]);
// Has the seat a part in the next deal's chance, or in this one's?
bool room_salted(const room *r, int seat);
// Takes one entry's first line (changed by reading) into the room; `kept` as in room.keep. False if
// it makes no sense: then something may have changed.
bool room_fold(room *r, char *line, uint32_t kept, int64_t at);

#endif
