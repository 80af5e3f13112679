// view.c: who may know what in FantasyMind.
//
// Everything is known to everybody. What is in the covered pile follows from
// what lies on the table, and its order is not in the state at all, so there is
// nothing to blank and nothing to guess.
#include "games/mind/mind.h"

#define ROW(name) VG_FIELD(mind_state, name, VG_ALL)
const vg_field mind_fields[] = {
    ROW(stack),
    ROW(card),
    ROW(bottom),
    ROW(pile),
    ROW(stones),
    ROW(bank),
    ROW(character),
    ROW(pair),
    ROW(pair_row),
    ROW(length),
    ROW(row_count),
    ROW(card_count),
    ROW(pile_count),
    ROW(bottom_count),
    ROW(pair_count),
    ROW(seats),
    ROW(first),
    ROW(turn),
    ROW(edition),
    ROW(face),
    ROW(challenger_wins_ties),
    ROW(random_characters),
    ROW(spare),
};
#undef ROW
static_assert(sizeof mind_fields / sizeof mind_fields[0] == MIND_FIELDS, "MIND_FIELDS in mind.h");

void mind_resample(void *view, int seat, vg_rng *rng) { (void)view, (void)seat, (void)rng; }
