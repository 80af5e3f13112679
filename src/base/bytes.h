// bytes.h: numbers as bytes in files, the least byte first, and a reader that never goes too far.
#ifndef VG_BASE_BYTES_H
#define VG_BASE_BYTES_H

#include "base/text.h"

#include <string.h>

static inline void vg_bytes_put(vg_text *out, uint64_t n, int bytes)
{
    for (int i = 0; i < bytes; i++) vg_text_char(out, (char)(uint8_t)(n >> 8 * i));
}

typedef struct vg_bytes {
    const uint8_t *at;
    size_t left;
    bool cut; // more was asked for than there is: from then on nothing is given
} vg_bytes;

static inline void vg_bytes_copy(vg_bytes *b, void *out, size_t n)
{
    b->cut = b->cut || b->left < n;
    if (b->cut) return;
    memcpy(out, b->at, n);
    b->at += n;
    b->left -= n;
}

// A number of so many bytes, at most 8; 0 where there are not as many.
static inline uint64_t vg_bytes_take(vg_bytes *b, int bytes)
{
    uint8_t of[8] = {0};
    uint64_t n = 0;
    vg_bytes_copy(b, of, (size_t)bytes);
    for (int i = 0; i < bytes; i++) n |= (uint64_t)of[i] << 8 * i;
    return n;
}

#endif
