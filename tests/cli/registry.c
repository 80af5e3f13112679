// registry.c: the games of the program under test. It stands in for
// src/games/registry.c, which the linker then leaves in its library.
//
// Candles, and Candles with a bell: while somebody is to play, every other seat
// may ring once a game. It shows how people and bots take opportunities. And
// Candles that claims to be shorter than it is: some games of it are stuck.
#include "games/template/template.h"

#include <string.h>

enum { RING = 200 };

// Who has rung is kept where Candles keeps nothing.
static uint8_t *rung(candle_state *s) { return &s->gone[0]; }

static vg_ask bell_ask(const void *state)
{
    const candle_state *s = state;
    vg_ask ask = candle_ask(s);
    if (ask.kind == CANDLE_TURN)
        ask.also = (uint16_t)(((1u << s->seats) - 1) & ~(1u << ask.actor) & ~(unsigned)s->gone[0]);
    return ask;
}

static int bell_legal(const void *state, int seat, vg_move out[VG_MAX_LEGAL])
{
    vg_ask ask = bell_ask(state);
    if (seat >= 0 && ask.also >> seat & 1) {
        out[0] = VG_MOVE(RING, 0, 0, 0);
        return 1;
    }
    return candle_legal(state, seat, out);
}

static void bell_apply(void *state, int seat, vg_move m, vg_events *ev)
{
    if (vg_move_kind(m) == RING)
        *rung(state) |= (uint8_t)(1u << seat);
    else
        candle_apply(state, seat, m, ev);
}

static void bell_text(const void *state, vg_move m, vg_text *out)
{
    if (vg_move_kind(m) == RING)
        vg_text_add(out, "ring");
    else
        candle_move_text(state, m, out);
}

static void bell_label(const void *view, vg_move m, const vg_voice *voice, vg_text *out)
{
    if (vg_move_kind(m) == RING)
        vg_text_add(out, "Ring the bell");
    else
        candle_move_label(view, m, voice, out);
}

static vg_game bell_game, short_game;

__attribute__((constructor)) static void make_games(void)
{
    bell_game = template_game;
    bell_game.id = "bell";
    bell_game.ask = bell_ask;
    bell_game.legal = bell_legal;
    bell_game.apply = bell_apply;
    bell_game.move_text = bell_text;
    bell_game.move_label = bell_label;
    short_game = template_game;
    short_game.id = "short";
    short_game.max_length = 34;
}

const vg_game *const vg_games[] = {&template_game, &bell_game, &short_game, NULL};
