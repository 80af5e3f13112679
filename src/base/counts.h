// counts.h: piles kept as counts by kind, a byte each, looked at eight at a time.
#ifndef VG_BASE_COUNTS_H
#define VG_BASE_COUNTS_H

#include <stdint.h>
#include <string.h>

#define VG_EACH_BYTE(x) ((uint64_t)(x)*UINT64_C(0x0101010101010101))

// The first eight of `kinds` counts, or all of them; the first is the lowest byte.
static inline uint64_t vg_eight(const uint8_t *count, int kinds)
{
    uint64_t eight = 0;
    memcpy(&eight, count, kinds < 8 ? (size_t)kinds : 8);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    eight = __builtin_bswap64(eight);
#endif
    return eight;
}

// Byte i is the sum of the first i + 1 of eight counts; all together they are less than 256.
static inline uint64_t vg_sums_of(uint64_t eight) { return eight * VG_EACH_BYTE(1); }

// Of which kinds there is at least one, as bits; at most 64 kinds.
static inline uint64_t vg_kinds_in(const uint8_t *count, int kinds)
{
    uint64_t set = 0;
    for (int k = 0; k < kinds; k += 8) {
        uint64_t eight = vg_eight(count + k, kinds - k);
        uint64_t some = (((eight & VG_EACH_BYTE(0x7f)) + VG_EACH_BYTE(0x7f)) | eight) >> 7;
        // The product brings the lowest bits of the bytes together in the highest byte.
        set |= (some & VG_EACH_BYTE(1)) * UINT64_C(0x0102040810204080) >> 56 << k;
    }
    return set;
}
static inline int vg_first_kind(uint64_t set) { return __builtin_ctzll(set); }

#endif
