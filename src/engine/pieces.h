// pieces.h: piles of pieces kept as counts by kind, whose kinds are the members of a set.
//
// count[i] is how many of member i there are; where a set begins at 1, count[0] is not used.
#ifndef VG_ENGINE_PIECES_H
#define VG_ENGINE_PIECES_H

#include "engine/game.h"

static inline int vg_sum(const uint8_t *count, int n)
{
    int total = 0;
    for (int i = 0; i < n; i++) total += count[i];
    return total;
}

// " boat boat crew" and a line break: the end of a line of dump()...
void vg_pile_text(const vg_rows *rows, int set, const uint8_t *count, vg_text *out);
// ...and such a list read back, also as "boat*2 crew", into counts, which come zeroed. False, with
// a word on why: something in it is no member, or there are too many.
bool vg_pile_read(const vg_rows *rows, int set, const char *text, uint8_t *count, vg_text *why);
// "key":["boat","boat","crew"]
void vg_pile_json(const vg_rows *rows, int set, const char *key, const uint8_t *count,
                  vg_json *out);
// For people: "Imbarcazione ×2, Idra di Lerna", or "niente".
void vg_pile_words(const vg_rows *rows, int set, const uint8_t *count, vg_lang lang, vg_text *out);

// Where the cards of a game are, for edit(): counts by kind, hand after hand in `hand`.
typedef struct vg_cards {
    uint8_t *deck, *deck_count, *discard, *hand;
    int kinds, seats, stride; // from one hand to the next
} vg_cards;
// Takes a card of `kind` out of the deck, else out of the discards, else out of a hand other than
// `keep`, which gets another card of the deck for it. False if it is nowhere to be had.
bool vg_cards_fetch(const vg_cards *from, int kind, int keep);

#endif
