// view.c: who may know what in FantasyMind.
//
// Everything is known to everybody. What is in the covered pile follows from
// what lies on the table, and its order is not in the state at all, so there is
// nothing to blank and nothing to guess.
#include "games/mind/mind.h"

const vg_field mind_fields[] = {
    VG_ONE(stack, VG_ALL, VG_STACK),
    VG_CUT(card, VG_ALL, VG_TIMES(MIND_ROWS), length, VG_PIECE(COFFER)),
    VG_ONE(bottom, VG_ALL, VG_LIST(COFFER)),
    VG_ONE(pile, VG_ALL, VG_PILE(COFFER)),
    VG_ROW(stones, VG_ALL, VG_BY(SEAT), VG_PILE(STONE)),
    VG_ONE(bank, VG_ALL, VG_PILE(STONE)),
    VG_ROW(character, VG_ALL, VG_BY(SEAT), VG_A(CHARACTER)),
    VG_GRID(pair, VG_ALL, VG_TIMES(MIND_PAIRS), VG_TIMES(2), VG_A(SEAT)),
    VG_ROW(pair_row, VG_ALL, VG_TIMES(MIND_PAIRS), VG_ONE_OF(1, MIND_ROWS)),
    VG_ROW(length, VG_ALL, VG_TIMES(MIND_ROWS), VG_UP_TO(MIND_COFFERS)),
    VG_ONE(row_count, VG_ALL, VG_UP_TO(MIND_ROWS)),
    VG_ONE(card_count, VG_ALL, VG_UP_TO(MIND_COFFERS)),
    VG_ONE(pile_count, VG_ALL, VG_UP_TO(MIND_COFFERS)),
    VG_ONE(bottom_count, VG_ALL, VG_UP_TO(MIND_COFFERS)),
    VG_ONE(pair_count, VG_ALL, VG_UP_TO(MIND_PAIRS)),
    VG_ONE(seats, VG_ALL, VG_PLUMBING),
    VG_ONE(first, VG_ALL, VG_A(SEAT)),
    VG_ONE(turn, VG_ALL, VG_A(SEAT)),
    VG_ONE(edition, VG_ALL, VG_PLUMBING),
    VG_ONE(face, VG_ALL, VG_ONE_OF(1, 6)),
    VG_ONE(challenger_wins_ties, VG_ALL, VG_FLAG),
    VG_ONE(random_characters, VG_ALL, VG_FLAG),
    VG_ONE(spare, VG_ALL, VG_PLUMBING),
};
static_assert(sizeof mind_fields / sizeof mind_fields[0] == MIND_FIELDS, "MIND_FIELDS in mind.h");

void mind_resample(void *view, int seat, vg_rng *rng) { (void)view, (void)seat, (void)rng; }
