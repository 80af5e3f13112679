// bucket.h: what anybody may do in a while: a bucket that drains by itself.
#ifndef VG_SERVER_BUCKET_H
#define VG_SERVER_BUCKET_H

#include <stdbool.h>
#include <stdint.h>

// What was spent, and when that was. All zero is empty.
typedef struct bucket {
    float spent;
    uint32_t at; // milliseconds, going round
} bucket;
// Takes `cost` if it fits into `most`; if not nothing is spent.
bool bucket_take(bucket *b, uint64_t now, double per_second, double most, double cost);

#endif
