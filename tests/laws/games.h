// games.h: the games the tests know: the registered ones and the template.
#ifndef VG_TESTS_GAMES_H
#define VG_TESTS_GAMES_H

#include "engine/game.h"

#include <string.h>

extern const vg_game template_game;

// Number `i`, the template first; NULL past the last.
static inline const vg_game *test_game(int i) { return i == 0 ? &template_game : vg_games[i - 1]; }

// The game called `id`, or NULL.
static inline const vg_game *test_game_find(const char *id)
{
    return strcmp(id, template_game.id) == 0 ? &template_game : vg_game_find(id);
}

#endif
