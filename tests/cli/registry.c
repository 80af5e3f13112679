// registry.c: the games of the program under test. It stands in for
// src/games/registry.c, which the linker then leaves in its library.
//
// Candles, and Candles with a bell: while somebody is to play, every other seat
// may ring once a game. It shows how people and bots take opportunities. And
// Candles that claims to be shorter than it is: some games of it are stuck.
#include "games/template/template.h"

#include <string.h>

enum { RING = TEMPLATE_MOVE_COUNT };

// Who has rung is kept where Candles keeps nothing.
static uint8_t *rung(template_state *s) { return &s->gone[0]; }

static vg_ask bell_ask(const void *state)
{
    const template_state *s = state;
    vg_ask ask = template_ask(s);
    if (ask.kind == TEMPLATE_PHASE_TURN)
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
    return template_legal(state, seat, out);
}

static void bell_apply(void *state, int seat, vg_move m, vg_events *ev)
{
    if (vg_move_kind(m) == RING)
        *rung(state) |= (uint8_t)(1u << seat);
    else
        template_apply(state, seat, m, ev);
}

// The rows of Candles, and one more move.
static vg_rows bell_rows;
static vg_move_row bell_moves[RING + 1];
static vg_odd_text bell_odd_text[RING + 1];
static vg_odd *bell_odd_label[RING + 1];

static void add_ring(void)
{
    bell_rows = template_rows;
    memcpy(bell_moves, template_rows.move, RING * sizeof bell_moves[0]);
    bell_moves[RING] =
        (vg_move_row){.form = "ring", .label = VG_WORDS("Suona la campana", "Ring the bell")};
    bell_rows.move = bell_moves;
    bell_rows.move_count = RING + 1;
    bell_rows.odd_text = bell_odd_text;
    bell_rows.odd_label = bell_odd_label;
}

static vg_game bell_game, short_game;

__attribute__((constructor)) static void make_games(void)
{
    add_ring();
    bell_game = template_game;
    bell_game.id = "bell";
    bell_game.ask = bell_ask;
    bell_game.legal = bell_legal;
    bell_game.apply = bell_apply;
    bell_game.rows = &bell_rows;
    short_game = template_game;
    short_game.id = "short";
    short_game.max_length = 34;
}

const vg_game *const vg_games[] = {&template_game, &bell_game, &short_game, NULL};
