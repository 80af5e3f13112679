// counts.h: piles kept as counts by kind, a byte each, looked at eight at a time.
#ifndef VG_BASE_COUNTS_H
#define VG_BASE_COUNTS_H

#include <stdint.h>
#include <string.h>

#define VG_EACH_BYTE(x) ((uint64_t)(x)*UINT64_C(0x0101010101010101))

// So many counts, at most eight, as one word; the first is the lowest byte. Read in the sizes that
// processors read: a word put together in memory would have to wait until it is there.
static inline uint64_t vg_eight(const uint8_t *count, int kinds)
{
    uint64_t eight = 0;
    for (int size = 8, at = 0; size > 0; size /= 2) {
        uint64_t some = 0;
        if (!(kinds & size)) continue;
        memcpy(&some, count + at, (size_t)size);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
        some = __builtin_bswap64(some);
#endif
        eight |= some << 8 * at;
        at += size;
    }
    return eight;
}

// Which of eight counts are not 0, as bits.
static inline uint64_t vg_some_of(uint64_t eight)
{
    uint64_t some = (((eight & VG_EACH_BYTE(0x7f)) + VG_EACH_BYTE(0x7f)) | eight) >> 7;
    // The product brings the lowest bits of the bytes together in the highest one.
    return (some & VG_EACH_BYTE(1)) * UINT64_C(0x0102040810204080) >> 56;
}

// Eight bits as bytes, 255 for a 1.
static inline uint64_t vg_bytes_of(uint64_t bits)
{
    // Each byte keeps its own bit, which adding moves to the top of it.
    uint64_t own = (bits * VG_EACH_BYTE(1) & UINT64_C(0x8040201008040201)) + VG_EACH_BYTE(127);
    return (own >> 7 & VG_EACH_BYTE(1)) * 255;
}

// Up to seven bits as bytes, 1 for a 1.
static inline uint64_t vg_each_bit(uint64_t bits)
{
    return bits * UINT64_C(0x0002040810204081) & VG_EACH_BYTE(1);
}

// Set bits of each byte. (Counted in place: where the compiler may not count on an instruction it
// would call a function.)
static inline uint64_t vg_byte_bits(uint64_t mask)
{
    mask -= mask >> 1 & VG_EACH_BYTE(0x55);
    mask = (mask & VG_EACH_BYTE(0x33)) + (mask >> 2 & VG_EACH_BYTE(0x33));
    return (mask + (mask >> 4)) & VG_EACH_BYTE(0x0f);
}
// ... and of the whole mask.
static inline int vg_bits_64(uint64_t mask)
{
    return (int)(vg_byte_bits(mask) * VG_EACH_BYTE(1) >> 56);
}

// Byte i is the sum of the first i + 1 of eight counts, if all together are less than 256.
static inline uint64_t vg_sums_of(uint64_t eight) { return eight * VG_EACH_BYTE(1); }

// The sum of the first n counts, less than 256; what is read are whole words of them.
static inline int vg_sum_of_first(const uint8_t *count, int n)
{
    int sum = 0;
    for (; n >= 8; n -= 8, count += 8) sum += (int)(vg_sums_of(vg_eight(count, 8)) >> 56);
    return n ? sum + (int)(vg_sums_of(vg_eight(count, 8) << (64 - 8 * n)) >> 56) : sum;
}

// 1 in each byte of eight sums that is not more than `at`; all are less than 128.
static inline uint64_t vg_not_above(uint64_t sums, uint32_t at)
{
    return (VG_EACH_BYTE(at + 128) - sums) >> 7 & VG_EACH_BYTE(1);
}

// The first of eight sums that is more than `at`; both are less than 128.
static inline int vg_first_above(uint64_t sums, uint32_t at)
{
    uint64_t above = (sums | VG_EACH_BYTE(128)) - VG_EACH_BYTE(at + 1);
    return __builtin_ctzll(above & VG_EACH_BYTE(128)) / 8;
}

// Of which kinds there is at least one, as bits; at most 64 kinds.
static inline uint64_t vg_kinds_in(const uint8_t *count, int kinds)
{
    uint64_t set = 0;
    int k = 0;
    for (; k + 8 <= kinds; k += 8) set |= vg_some_of(vg_eight(count + k, 8)) << k;
    if (kinds % 8) set |= vg_some_of(vg_eight(count + k, kinds % 8)) << k;
    return set;
}
static inline int vg_first_kind(uint64_t set) { return __builtin_ctzll(set); }

#endif
