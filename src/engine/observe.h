// observe.h: a position as numbers, for whoever learns from games.
//
// The vector of a viewer has one length for a game, and each place of it one meaning, whatever the
// number of seats: where nobody sits there are zeroes. First comes the question: its kind, who is
// asked (the viewer first, then the seats in turn order, chance, nobody), who else may move, how
// many play. Then the fields of the game's table (fields.h) in order: a number is scaled by its
// maximum, a member of a set lights one place, a set of members one place each, a pile has the
// share of the copies of each; a list in no order is a pile; lists one after another are added up,
// each by itself, and where it matters their last comes after the sum. Of what each seat knows of
// itself there is only the viewer's; what nobody knows is not in it, nor is plumbing. Last come the
// game's gists: what it works out of all that for a seat, and not for watchers. All numbers
// lie between -bound and bound, and bound is 1 but for what is added up.
//
// It looks through the table's `who`, so it gives the same for a whole state as for a view of it.
#ifndef VG_ENGINE_OBSERVE_H
#define VG_ENGINE_OBSERVE_H

#include "engine/game.h"

enum { VG_MAX_OBSERVED = 8192 }; // most numbers any game has; a law checks it

int vg_observed_count(const vg_game *game);
// The name of place i, "hand medusa", "hand_count +1" (the next seat), and how large it can be.
float vg_observed_name(const vg_game *game, int i, vg_text *out);

// What count is the number 1 in each place: the maximum of a number, the copies of a card.
void vg_observed_whole(const vg_game *game, uint16_t *out);

// How to look at positions of a game with so many seats: made once, then any thread may look.
typedef struct vg_sight vg_sight;
vg_sight *vg_sight_new(const vg_game *game, int seats); // NULL: no memory. Owned: vg_sight_free
void vg_sight_free(vg_sight *sight);                    // NULL is fine
const vg_game *vg_sight_game(const vg_sight *sight);
int vg_sight_seats(const vg_sight *sight);

// What `viewer` (a seat, or VG_WATCHER, who sits on seat 0) knows: all places that are not zero and
// their counts (vg_observed_whole), in no order; what a place is given twice adds up. Gives how
// many.
int vg_look(const vg_sight *sight, const void *state, int viewer, vg_lit out[VG_MAX_OBSERVED]);
// The question and the gists alone, for who finds enough in them.
int vg_look_gist(const vg_sight *sight, const void *state, int viewer, vg_lit *out);
int vg_observed_question(const vg_game *game); // how many places the question has: the first
int vg_observed_fields(const vg_game *game);   // ... and the fields with it: gists come after
// Whom place i of the question or the gists is about, counted from the viewer on, and which place
// says the same of the viewer; -1: nobody alone.
int vg_observed_seat(const vg_game *game, int i, int *viewers);
// The same as the whole vector.
void vg_observe(const vg_sight *sight, const void *state, int viewer, float *out);

// Moves have fixed numbers below vg_moves_bound, by kind and the arguments that notation names;
// seats among them count from the mover. Of the moves of one list no two share one.
int vg_moves_bound(const vg_game *game);
// The number of each; -1 is a bug: an argument outside its set.
void vg_moves_number(const vg_game *game, int seats, int seat, const vg_move *list, int count,
                     int32_t *out);
// The same by what a sight keeps: for who does it often.
void vg_sight_number(const vg_sight *sight, int seat, const vg_move *list, int count, int32_t *out);
// The move of the list with this number; 0: none.
vg_move vg_moves_numbered(const vg_game *game, int seats, int seat, const vg_move *list, int count,
                          int32_t number);

// The bound of moves, and the names of places with their bounds, as one JSON object.
void vg_observed_describe(const vg_game *game, vg_json *out);

#endif
