// rng.c: seeding, and the ChaCha20 block function of RFC 8439.
#include "base/rng.h"

#include <string.h>

// splitmix64: turns any 64-bit number into a well-mixed one.
static uint64_t splitmix(uint64_t *x)
{
    uint64_t z = *x += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

void vg_rng_seed(vg_rng *rng, uint64_t seed, uint64_t counter)
{
    uint64_t a = seed, b = counter ^ 0x6a09e667f3bcc908u;
    for (int i = 0; i < 4; i++) rng->s[i] = splitmix(&a) ^ vg_rotl64(splitmix(&b), 23);
    if (!(rng->s[0] | rng->s[1] | rng->s[2] | rng->s[3])) rng->s[0] = 1;
    rng->stream = 0;
}

static uint32_t rotl(uint32_t x, int n) { return x << n | x >> (32 - n); }

static void quarter(uint32_t *a, uint32_t *b, uint32_t *c, uint32_t *d)
{
    *a += *b, *d = rotl(*d ^ *a, 16);
    *c += *d, *b = rotl(*b ^ *c, 12);
    *a += *b, *d = rotl(*d ^ *a, 8);
    *c += *d, *b = rotl(*b ^ *c, 7);
}

void vg_chacha_block(const uint32_t input[16], uint32_t out[16])
{
    uint32_t x[16];
    memcpy(x, input, sizeof x);
    for (int i = 0; i < 10; i++) {
        for (int j = 0; j < 4; j++) quarter(x + j, x + 4 + j, x + 8 + j, x + 12 + j);
        for (int j = 0; j < 4; j++)
            quarter(x + j, x + 4 + (j + 1) % 4, x + 8 + (j + 2) % 4, x + 12 + (j + 3) % 4);
    }
    for (int i = 0; i < 16; i++) out[i] = x[i] + input[i];
}

void vg_chacha_init(vg_chacha *c, const uint8_t key[VG_CHACHA_KEY], uint64_t nonce)
{
    static const uint32_t sigma[4] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
    memset(c, 0, sizeof *c);
    memcpy(c->input, sigma, sizeof sigma);
    for (int i = 0; i < 8; i++)
        c->input[4 + i] = (uint32_t)key[4 * i] | (uint32_t)key[4 * i + 1] << 8 |
                          (uint32_t)key[4 * i + 2] << 16 | (uint32_t)key[4 * i + 3] << 24;
    c->input[14] = (uint32_t)nonce; // words 13..15 are the nonce, the first of them 0
    c->input[15] = (uint32_t)(nonce >> 32);
    c->used = 16;
}

uint32_t vg_chacha_next(vg_chacha *c)
{
    if (c->used == 16) {
        vg_chacha_block(c->input, c->block);
        c->input[12]++;
        c->used = 0;
    }
    return c->block[c->used++];
}
