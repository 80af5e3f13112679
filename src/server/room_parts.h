// room_parts.h: what the files of the room share.
#ifndef VG_SERVER_ROOM_PARTS_H
#define VG_SERVER_ROOM_PARTS_H

#include "server/room.h"

static inline const char *room_pick(vg_lang lang, const char *it, const char *en)
{
    return lang == VG_IT ? it : en;
}

void room_put_maybe(vg_json *j, const char *key, int n); // null below 0
uint64_t room_id_hash(const char *id);
int room_book_of(int verb); // -1: it is not written down
void room_forget_pushes(room_person *who);
// Gives the table the names of those who sit there.
void room_name_chairs(room *r);
// The word in the entry of a deal, or of a void one, that says what follows: the header of the
// record as it is from then on, and a blank line. Tables of form 1 have other words: "bots", if the
// seats of bots are salted "bot:greedy", or none. The word at the end of the entry that begins
// play.
#define ROOM_DEAL_FRAMED "frame"
#define ROOM_DEAL_SALTED "bots"
#define ROOM_DEALT       "dealt"
// Has the seat a part in the next deal's chance, or in this one's?
bool room_salted(const room *r, int seat);
// A word, or a number (-1: none), cut off the front of a line.
char *room_cut_word(char **line);
long room_cut_number(char **line);
// The steps entries are made of.
void room_take(room *r, int seat, int person);
bool room_put_bot(room *r, int seat, const char *spec); // "-": nobody
bool room_add_person(room *r, long number, const char *name, const uint8_t hash[ROOM_HASH]);
bool room_keep(room *r, uint32_t kept); // one more entry: room.keep
// Takes one entry's first line (changed by reading) into the room; `kept` as in room.keep. False if
// it makes no sense: then something may have changed.
bool room_fold(room *r, char *line, uint32_t kept, int64_t at);

#endif
