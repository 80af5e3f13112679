// net.c: the net a page brings with a game, for its bots, hints, reviews and lab.
#include "bots/net.h"
#include "wasm/answer.h"

int EXPORT(net)(const char *id, const uint8_t *bytes, size_t n, vg_lang lang);
int vg_wasm_net(const char *id, const uint8_t *bytes, size_t n, vg_lang lang)
{
    vg_text *why = wasm_fresh();
    const vg_game *game = vg_game_find(id);
    return game ? (int)vg_net_bring(game, bytes, n, lang, why) : VG_ERR_SETUP;
}
