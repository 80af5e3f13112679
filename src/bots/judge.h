// judge.h: small things every bot needs.
#ifndef VG_BOTS_JUDGE_H
#define VG_BOTS_JUDGE_H

#include "bots/net.h"

// Does nobody know more than another? Then one look tells the chances of all.
bool vg_open_game(const vg_game *game);

// Who judges positions of a game: a net, or the game's own evaluation. Starts as zeroes.
typedef struct vg_eye {
    const vg_game *game;
    int seats;
    const vg_net *net; // borrowed; NULL: evaluate()
    vg_sight *sight;   // owned; only with a net
    bool open;         // vg_open_game
} vg_eye;
// From now on it judges this game with so many seats: by `net` if that knows so many, or else by
// the game's own net if that does, or else by evaluate().
void vg_eye_open(vg_eye *eye, const vg_game *game, int seats, const vg_net *net);
void vg_eye_close(vg_eye *eye); // as at the start

// How well `seat` stands, 0..1, by what it knows: of its view, or of a whole state.
float vg_worth(const vg_eye *eye, const void *state, int seat);
// The same for who knows already whom the state asks.
float vg_worth_asked(const vg_eye *eye, const void *state, int actor, int seat);

// What the end of a game, or the position it stopped in, is worth to each seat of `who` (bits),
// 0..1; others may be given too.
void vg_judge(const vg_eye *eye, const void *state, unsigned who, float value[VG_MAX_SEATS]);

// Lets chance play until a seat is asked or the game is over; gives who is.
int vg_roll_on(const vg_game *game, void *state, vg_rng *rng);

// The move of `seat` that looks best to it at once, of `looks` drawn by lot if there are more (0:
// of all); chance is rolled, the same for every move. 0: it has none. `state` is a whole one that
// has forgotten (vg_copy_world).
vg_move vg_best_look(const vg_eye *eye, const void *state, int seat, int looks, vg_rng *rng);

// Are two moves the same to the rules?
bool vg_same(const vg_game *game, vg_move a, vg_move b);
// Thins a list of moves, in place, to one of each that are the same to the rules, without those by
// which nothing is gained; gives the count.
int vg_thin(const vg_game *game, vg_move *list, int count);
// One of the moves in the list that are the same as `m` to the rules, `m` among them, evenly.
vg_move vg_any_like(const vg_game *game, const vg_move *list, int count, vg_move m, vg_rng *rng);

// A number around 0, most within 1: noise for levels that are not to play their best.
double vg_jitter(vg_rng *rng);

#endif
