// tale.h: what the files of Winter's tale share: its persons beyond the fourteen, its words.
#ifndef VG_GAMES_WINTER_TALE_H
#define VG_GAMES_WINTER_TALE_H

#include "games/winter/rules.h"

enum { WINTER_TALE_HORROR = WINTER_CHAR_COUNT, WINTER_TALE_PERSONS = WINTER_CHAR_COUNT };

#endif
