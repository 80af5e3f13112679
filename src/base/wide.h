// wide.h: loops that are worth a version for wider registers, chosen when the program starts. They
// reckon in whole numbers, or lane by lane in a fixed order: the result is the same.
#ifndef VG_BASE_WIDE_H
#define VG_BASE_WIDE_H

#if defined(__x86_64__) && defined(__gnu_linux__) && defined(__OPTIMIZE__) &&                      \
    !defined(__SANITIZE_ADDRESS__) && !defined(__clang__)
#define VG_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define VG_WIDE
#endif

#endif
