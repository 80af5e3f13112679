// sha256.c: the compression function and its padding, as FIPS 180-4 gives them.
#include "base/sha256.h"

#include <string.h>

static const uint32_t k[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t rotr(uint32_t x, int n) { return x >> n | x << (32 - n); }

// One round; the value called `a` in the standard is v[a], `b` the next, and so on in a ring.
static inline void round_of(uint32_t v[8], int a, uint32_t word)
{
    uint32_t e = v[(a + 4) % 8], *h = &v[(a + 7) % 8];
    uint32_t s1 = rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25);
    uint32_t t1 = *h + s1 + ((e & v[(a + 5) % 8]) ^ (~e & v[(a + 6) % 8])) + word;
    uint32_t x = v[a], y = v[(a + 1) % 8], z = v[(a + 2) % 8];
    v[(a + 3) % 8] += t1;
    *h = t1 + (rotr(x, 2) ^ rotr(x, 13) ^ rotr(x, 22)) + ((x & y) ^ (x & z) ^ (y & z));
}

static void compress(uint32_t h[8], const uint8_t b[64])
{
    uint32_t w[64];
    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)b[4 * i] << 24 | (uint32_t)b[4 * i + 1] << 16 |
               (uint32_t)b[4 * i + 2] << 8 | b[4 * i + 3];
    for (int i = 16; i < 64; i++) {
        uint32_t s0 = rotr(w[i - 15], 7) ^ rotr(w[i - 15], 18) ^ w[i - 15] >> 3;
        uint32_t s1 = rotr(w[i - 2], 17) ^ rotr(w[i - 2], 19) ^ w[i - 2] >> 10;
        w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    uint32_t v[8];
    memcpy(v, h, sizeof v);
    // The names turn round instead of the values: after eight rounds each is where it began.
    for (int i = 0; i < 64; i += 8) {
        round_of(v, 0, k[i] + w[i]);
        round_of(v, 7, k[i + 1] + w[i + 1]);
        round_of(v, 6, k[i + 2] + w[i + 2]);
        round_of(v, 5, k[i + 3] + w[i + 3]);
        round_of(v, 4, k[i + 4] + w[i + 4]);
        round_of(v, 3, k[i + 5] + w[i + 5]);
        round_of(v, 2, k[i + 6] + w[i + 6]);
        round_of(v, 1, k[i + 7] + w[i + 7]);
    }
    for (int i = 0; i < 8; i++) h[i] += v[i];
}

void vg_sha256_init(vg_sha256 *sha)
{
    static const uint32_t start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    memset(sha, 0, sizeof *sha);
    memcpy(sha->h, start, sizeof start);
}

void vg_sha256_feed(vg_sha256 *sha, const void *data, size_t n)
{
    const uint8_t *p = data;
    while (n > 0) {
        size_t used = sha->length % 64, take = 64 - used < n ? 64 - used : n;
        memcpy(sha->block + used, p, take);
        sha->length += take;
        p += take;
        n -= take;
        if (used + take == 64) compress(sha->h, sha->block);
    }
}

void vg_sha256_done(vg_sha256 *sha, uint8_t out[VG_SHA256_BYTES])
{
    uint64_t bits = sha->length * 8;
    uint8_t tail[8];
    for (int i = 0; i < 8; i++) tail[i] = (uint8_t)(bits >> (56 - 8 * i));
    static const uint8_t padding[64] = {0x80};
    size_t used = sha->length % 64;
    vg_sha256_feed(sha, padding, used < 56 ? 56 - used : 120 - used);
    vg_sha256_feed(sha, tail, 8);
    for (int i = 0; i < 32; i++) out[i] = (uint8_t)(sha->h[i / 4] >> (24 - 8 * (i % 4)));
}

void vg_hex(const uint8_t *bytes, size_t n, char *out)
{
    static const char digit[] = "0123456789abcdef";
    for (size_t i = 0; i < n; i++) {
        out[2 * i] = digit[bytes[i] >> 4];
        out[2 * i + 1] = digit[bytes[i] & 15];
    }
    out[2 * n] = '\0';
}

static int digit_value(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

int vg_unhex(const char *hex, uint8_t *out, size_t n)
{
    if (strlen(hex) != 2 * n) return -1;
    for (size_t i = 0; i < 2 * n; i++)
        if (digit_value(hex[i]) < 0) return -1;
    for (size_t i = 0; i < n; i++)
        out[i] = (uint8_t)(digit_value(hex[2 * i]) * 16 + digit_value(hex[2 * i + 1]));
    return 0;
}
