// registry.c: the games of the program under test: Candles alone. It stands in for
// src/games/registry.c, which the linker then leaves in its library.
#include "games/template/template.h"

const vg_game *const vg_games[] = {&template_game, NULL};
