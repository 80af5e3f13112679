// registry.c: the games there are, from registry.def (one line a game).
#include "engine/game.h"

#define GAME(id) extern const vg_game id##_game;
#include "games/registry.def"
#undef GAME

const vg_game *const vg_games[] = {
#define GAME(id) &id##_game,
#include "games/registry.def"
#undef GAME
    NULL,
};
