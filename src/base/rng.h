// rng.h: where chance comes from. The written specification is docs/randomness.md.
//
// One type, two sources. Simulation uses xoshiro256**, seeded per game from
// (seed, game number), so that any number of threads gives the same games.
// Live tables use a ChaCha20 stream keyed by a committed secret: number k of
// the table's chance moves reads the stream with nonce k from its start, so a
// roll can be recomputed without replaying the ones before it.
#ifndef VG_BASE_RNG_H
#define VG_BASE_RNG_H

#include "base/counts.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#define VG_CHACHA_KEY 32

typedef struct vg_chacha {
    uint32_t input[16];
    uint32_t block[16];
    uint32_t used; // words of `block` already given, 0..16
} vg_chacha;

typedef struct vg_rng {
    uint64_t s[4];     // xoshiro256** state; never all zero
    vg_chacha *stream; // NULL: xoshiro. Otherwise borrowed, and `s` is unused
} vg_rng;

// Game number `counter` of a run seeded with `seed`: an independent stream for each pair.
void vg_rng_seed(vg_rng *rng, uint64_t seed, uint64_t counter);

// Chance move number `nonce` of the table whose key this is.
void vg_chacha_init(vg_chacha *c, const uint8_t key[VG_CHACHA_KEY], uint64_t nonce);
uint32_t vg_chacha_next(vg_chacha *c);
// The block function alone (RFC 8439, 2.3), for its test vectors.
void vg_chacha_block(const uint32_t input[16], uint32_t out[16]);

static inline uint64_t vg_rotl64(uint64_t x, int n) { return x << n | x >> (64 - n); }

// 32 uniform bits.
static inline uint32_t vg_rng_next(vg_rng *r)
{
    if (r->stream) return vg_chacha_next(r->stream);
    uint64_t *s = r->s, result = vg_rotl64(s[1] * 5, 7) * 9, t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = vg_rotl64(s[3], 45);
    return (uint32_t)(result >> 32);
}

// A uniform number in [0, n), n > 0: the one bounded draw, exact by rejection.
// The high half of word * n is the number; a word whose low half falls among
// the first 2^32 mod n values is drawn again.
static inline uint32_t vg_rng_below(vg_rng *r, uint32_t n)
{
    uint64_t product = (uint64_t)vg_rng_next(r) * n;
    if ((uint32_t)product < n) {
        uint32_t floor = -n % n;
        while ((uint32_t)product < floor) product = (uint64_t)vg_rng_next(r) * n;
    }
    return (uint32_t)(product >> 32);
}

// Draws one of `kinds` kinds from a multiset of `total` items, more than 0 and less than 128,
// uniformly over the items. `count[k]` is how many of kind k it holds. The multiset is not changed.
static inline int vg_rng_pick(vg_rng *r, const uint8_t *count, int kinds, uint32_t total)
{
    assert(total < 128);
    uint32_t at = vg_rng_below(r, total);
    uint64_t sums = 0, passed = 0; // so many sums are not above it, byte by byte
    for (int k = 0; k < kinds; k += 8) {
        sums = vg_sums_of(vg_eight(count + k, kinds - k < 8 ? kinds - k : 8)) +
               VG_EACH_BYTE(sums >> 56);
        passed += vg_not_above(sums, at);
    }
    return (int)(vg_sums_of(passed) >> 56);
}

#endif
