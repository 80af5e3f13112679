// registry.c: all games and the template, in the registry's place.
#include "engine/game.h"

extern const vg_game template_game;
#define GAME(id) extern const vg_game id##_game;
#include "games/registry.def"
#undef GAME

const vg_game *const vg_games[] = {
    &template_game,
#define GAME(id) &id##_game,
#include "games/registry.def"
#undef GAME
    NULL,
};
