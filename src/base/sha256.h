// sha256.h: SHA-256 (FIPS 180-4), for commitments and key derivation.
//
// Our own, because the very same bytes must come out of the browser build.
#ifndef VG_BASE_SHA256_H
#define VG_BASE_SHA256_H

#include <stddef.h>
#include <stdint.h>

#define VG_SHA256_BYTES 32

typedef struct vg_sha256 {
    uint32_t h[8];
    uint8_t block[64];
    uint64_t length; // bytes fed so far
} vg_sha256;

void vg_sha256_init(vg_sha256 *sha);
void vg_sha256_feed(vg_sha256 *sha, const void *data, size_t n);
void vg_sha256_done(vg_sha256 *sha, uint8_t out[VG_SHA256_BYTES]);

// Lower-case hexadecimal of `n` bytes; `out` holds 2n+1 characters.
void vg_hex(const uint8_t *bytes, size_t n, char *out);
// Reads exactly 2n hexadecimal digits followed by a NUL. Returns 0, or -1 with `out` untouched.
int vg_unhex(const char *hex, uint8_t *out, size_t n);

#endif
