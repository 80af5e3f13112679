// colours.h: how many there are of each colour, all seven at once.
#ifndef VG_GAMES_MIND_COLOURS_H
#define VG_GAMES_MIND_COLOURS_H

#include "games/mind/mind.h"

#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

// How many of each colour, a byte each, reckoned with at once.
typedef uint64_t mind_colours;

static inline mind_colours mind_colours_of(const uint8_t n[8])
{
    mind_colours all;
    memcpy(&all, n, sizeof all);
    return all;
}

// One of a colour; nothing for blanks.
static inline mind_colours mind_one(int colour)
{
    static const uint8_t n[8][8] = {{0},       {[1] = 1}, {[2] = 1}, {[3] = 1},
                                    {[4] = 1}, {[5] = 1}, {[6] = 1}, {[7] = 1}};
    return mind_colours_of(n[colour]);
}

// Of each colour the lesser number; all of them are below 128.
static inline mind_colours mind_both(mind_colours a, mind_colours b)
{
    const mind_colours high = 0x8080808080808080u;
    mind_colours beyond = (a | high) - b, more = beyond & high; // where a has as many as b or more
    return a - (beyond & (more - (more >> 7)));
}

static inline int mind_total(mind_colours n) { return (int)(n * 0x0101010101010101u >> 56); }

static inline int mind_of_colour(mind_colours n, int colour)
{
    return ((const uint8_t *)&n)[colour];
}

// What the character of a seat shows.
static inline mind_colours mind_depicted(const mind_state *s, int seat)
{
    const uint8_t *shows = mind_character_of(s, seat)->shows;
    return mind_one(shows[0]) + mind_one(shows[1]) + mind_one(shows[2]) + mind_one(shows[3]);
}

// Coffers of each colour in a row.
static inline mind_colours mind_count_row(const mind_state *s, int row)
{
    mind_colours count = 0;
    const uint8_t *card = &s->card[mind_row_start(s, row)];
    for (int i = 0; i < s->length[row]; i++) count += mind_one(mind_colour_of(card[i]));
    return count;
}

// How many of the coffers of a row match the character of a seat, one to one (FM-26).
static inline int mind_matches(const mind_state *s, int seat, mind_colours row)
{
    return mind_total(mind_both(mind_depicted(s, seat), row));
}

// How many of the stones of a seat match coffers of a row, one to one (FM-16).
static inline int mind_strength(const mind_state *s, int seat, mind_colours row)
{
    return mind_total(mind_both(mind_colours_of(s->stones[seat]), row));
}

// Coffers of each colour, row by row: counted once and read for every seat.
static inline void mind_count_rows(const mind_state *s, mind_colours row[MIND_ROWS])
{
    mind_colours before[MIND_COFFERS + 1]; // in all rows, before each coffer
    before[0] = 0;
    for (int i = 0; i < s->card_count; i++)
        before[i + 1] = before[i] + mind_one(mind_colour_of(s->card[i]));
    for (int r = 0, from = 0; r < s->row_count; from += s->length[r++])
        row[r] = before[from + s->length[r]] - before[from];
}

// Four times the matches of one set with a row, and those of another: on the best row of so many,
// and on the next best. After the last there is to be an empty one.
static inline void mind_best_two(mind_colours fours, mind_colours ones, const mind_colours *row,
                                 int rows, int *best, int *second)
{
#ifdef __SSE2__ // two rows at a time, without a branch
    __m128i four = _mm_set1_epi64x((long long)fours), one = _mm_set1_epi64x((long long)ones);
    __m128i none = _mm_setzero_si128(), top = none, next = none, other;
    for (int r = 0; r < rows; r += 2) {
        __m128i two = _mm_loadu_si128((const void *)(row + r));
        __m128i many = _mm_sad_epu8(_mm_min_epu8(four, two), none);
        __m128i worth = _mm_sad_epu8(_mm_min_epu8(one, two), none);
        worth = _mm_add_epi16(worth, _mm_slli_epi16(many, 2));
        next = _mm_max_epi16(next, _mm_min_epi16(worth, top));
        top = _mm_max_epi16(top, worth);
    }
    other = _mm_unpackhi_epi64(top, top);
    next = _mm_max_epi16(next, _mm_unpackhi_epi64(next, next));
    *second = _mm_cvtsi128_si32(_mm_max_epi16(next, _mm_min_epi16(top, other)));
    *best = _mm_cvtsi128_si32(_mm_max_epi16(top, other));
#else
    *best = *second = 0;
    for (int r = 0; r < rows; r++) {
        int worth = mind_total(4 * mind_both(fours, row[r]) + mind_both(ones, row[r]));
        int lesser = worth < *best ? worth : *best;
        if (lesser > *second) *second = lesser;
        if (worth > *best) *best = worth;
    }
#endif
}

#endif
