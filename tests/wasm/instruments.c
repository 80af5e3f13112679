// instruments.c: what the tests of the browser ask of a module, beside what a page does.
#include "twin.h"
#include "walk.h"
#include "wasm/answer.h"

// "hash moves" of vg_walk: what the native `walk` program prints for the same arguments.
void EXPORT(walk)(const char *id, uint32_t seed, int games);
void vg_wasm_walk(const char *id, uint32_t seed, int games)
{
    vg_text *out = wasm_fresh();
    const vg_game *game = vg_game_find(id);
    uint64_t moves = 0, hash = game ? vg_walk(game, seed, games, &moves) : 0;
    vg_text_printf(out, "%016llx %llu", (unsigned long long)hash, (unsigned long long)moves);
}

// What the native `walk` program prints last.
void EXPORT(judged)(const char *id);
void vg_wasm_judged(const char *id)
{
    const vg_game *game = vg_game_find(id);
    vg_text_printf(wasm_fresh(), "%016llx", (unsigned long long)(game ? vg_walk_judged(game) : 1));
}

// Puts another world behind `viewer`'s eyes (twin.h): what a page shows it must stay the same.
void EXPORT(twin)(vg_table *table, int viewer, uint32_t seed);
void vg_wasm_twin(vg_table *table, int viewer, uint32_t seed)
{
    vg_json j = vg_json_to(wasm_fresh());
    vg_twin(table, viewer, seed, &j);
}
