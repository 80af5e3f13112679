// registry.c: the games there are, from registry.def (one line a game).
#include "engine/game.h"

#ifdef VG_ONE_GAME // a module of the browser has one game only
extern const vg_game VG_ONE_GAME;
const vg_game *const vg_games[] = {&VG_ONE_GAME, NULL};
#else

#define GAME(id) extern const vg_game id##_game;
#include "games/registry.def"
#undef GAME

const vg_game *const vg_games[] = {
#define GAME(id) &id##_game,
#include "games/registry.def"
#undef GAME
    NULL,
};
#endif
