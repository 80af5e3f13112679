// view.c: what one seat knows, and bots that know no more, behind veglia.h.
//
// A view is made by vg_game_view and never sees the state again.
#include "bots/bot.h"
#include "lib/parts.h"

#include <stdlib.h>
#include <string.h>

struct veglia_view {
    const vg_game *game;
    vg_setup setup;
    int viewer;
    const vg_sight *sight;
    _Alignas(16) unsigned char at[VG_MAX_STATE];
};

struct veglia_bot {
    vg_mind *mind;
    vg_rng rng;
};

LIB_PUBLIC veglia_view *veglia_view_of(const veglia_state *state, int viewer)
{
    if (viewer != VG_WATCHER && (viewer < 0 || viewer >= state->setup.seats)) return NULL;
    const vg_sight *sight = lib_sight(state->game, state->setup.seats);
    veglia_view *v = sight ? calloc(1, sizeof *v) : NULL;
    if (!v) return NULL;
    v->game = state->game;
    v->setup = state->setup;
    v->viewer = viewer;
    v->sight = sight;
    vg_game_view(v->game, state->at, viewer, v->at);
    lib_hold(v->game, &v->setup, 1);
    return v;
}

LIB_PUBLIC void veglia_view_free(veglia_view *view)
{
    if (view) lib_hold(view->game, &view->setup, -1);
    free(view);
}

LIB_PUBLIC int veglia_view_viewer(const veglia_view *view) { return view->viewer; }
LIB_PUBLIC int veglia_view_actor(const veglia_view *view)
{
    return view->game->ask(view->at).actor;
}
LIB_PUBLIC unsigned veglia_view_also(const veglia_view *view)
{
    return vg_out_of_turn(view->game->ask(view->at));
}

static int list_of(const veglia_view *v, vg_move list[VG_MAX_LEGAL], int32_t *action)
{
    if (v->viewer < 0 || v->game->ask(v->at).actor < 0) return 0;
    int count = v->game->legal(v->at, v->viewer, list);
    vg_sight_number(v->sight, v->viewer, list, count, action);
    return count;
}

LIB_PUBLIC int veglia_view_legal(const veglia_view *view, int32_t action[VEGLIA_MAX_ACTIONS])
{
    vg_move list[VG_MAX_LEGAL];
    return list_of(view, list, action);
}

LIB_PUBLIC void veglia_observe(const veglia_view *view, float *out)
{
    vg_observe(view->sight, view->at, view->viewer, out);
}

static vg_voice voice_of(const veglia_view *v, int italian)
{
    return (vg_voice){.lang = italian ? VG_IT : VG_EN, .reader = v->viewer};
}

LIB_PUBLIC size_t veglia_show(const veglia_view *view, int italian, char *out, size_t room)
{
    vg_text text = vg_text_heap();
    vg_voice voice = voice_of(view, italian);
    view->game->show(view->at, &voice, &text);
    return lib_give(&text, out, room);
}

LIB_PUBLIC size_t veglia_json(const veglia_view *view, int italian, char *out, size_t room)
{
    vg_text text = vg_text_heap();
    vg_json j = vg_json_to(&text);
    vg_voice voice = voice_of(view, italian);
    vg_print(view->game, view->at, &voice, &j);
    return lib_give(&text, out, room);
}

LIB_PUBLIC size_t veglia_prompt(const veglia_view *view, int italian, char *out, size_t room)
{
    vg_text text = vg_text_heap();
    vg_voice voice = voice_of(view, italian);
    vg_prompt(view->game, view->at, &voice, &text);
    return lib_give(&text, out, room);
}

LIB_PUBLIC size_t veglia_label(const veglia_view *view, int32_t action, int italian, char *out,
                               size_t room)
{
    vg_move list[VG_MAX_LEGAL];
    int32_t numbers[VG_MAX_LEGAL];
    vg_text text = vg_text_heap();
    vg_voice voice = voice_of(view, italian);
    int count = list_of(view, list, numbers);
    for (int i = 0; i < count; i++)
        if (numbers[i] == action) vg_move_label(view->game, view->at, list[i], &voice, &text);
    return lib_give(&text, out, room);
}

LIB_PUBLIC int veglia_view_same(const veglia_view *a, const veglia_view *b)
{
    return a->game == b->game && a->viewer == b->viewer &&
           memcmp(a->at, b->at, a->game->state_size) == 0;
}

LIB_PUBLIC uint64_t veglia_view_hash(const veglia_view *view)
{
    return vg_game_hash(view->game, view->at);
}

LIB_PUBLIC veglia_state *veglia_guess(const veglia_view *view, uint64_t seed)
{
    veglia_state *s = lib_new(view->game, &view->setup);
    if (!s) return NULL;
    vg_rng_seed(&s->rng, seed, 0);
    memcpy(s->at, view->at, view->game->state_size);
    s->game->resample(s->at, view->viewer, &s->rng);
    s->moves = 1; // its moves are not known: too late to remember them
    return s;
}

// ---- bots ------------------------------------------------------------------------------

LIB_PUBLIC veglia_bot *veglia_bot_new(const char *spec, uint64_t seed, char *why, size_t room)
{
    vg_bot how;
    vg_text text = vg_text_heap();
    vg_err err = vg_bot_parse(spec, VG_EN, &how, &text);
    veglia_bot *bot = err == VG_OK ? calloc(1, sizeof *bot) : NULL;
    if (bot) bot->mind = vg_mind_new(&how);
    bool good = bot && bot->mind;
    if (err == VG_OK && !good) vg_text_add(&text, vg_err_text(VG_ERR_SYSTEM, VG_EN));
    lib_give(&text, why, good ? 0 : room);
    if (good) {
        vg_rng_seed(&bot->rng, seed, 0);
        return bot;
    }
    free(bot);
    return NULL;
}

LIB_PUBLIC void veglia_bot_free(veglia_bot *bot)
{
    if (bot) vg_mind_free(bot->mind);
    free(bot);
}

LIB_PUBLIC int32_t veglia_bot_choose(veglia_bot *bot, const veglia_view *view)
{
    vg_move list[VG_MAX_LEGAL];
    int32_t numbers[VG_MAX_LEGAL];
    int count = list_of(view, list, numbers);
    if (!count) return -1;
    vg_move m =
        vg_mind_choose(bot->mind, view->game, view->at, view->viewer, list, count, &bot->rng);
    for (int i = 0; i < count; i++)
        if (list[i] == m) return numbers[i];
    return vg_moves_bound(view->game);
}
