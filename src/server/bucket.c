// bucket.c: what anybody may do in a while.
#include "server/bucket.h"

bool bucket_take(bucket *b, uint64_t now, double per_second, double most, double cost)
{
    double drained = (double)((uint32_t)now - b->at) * per_second / 1000;
    double spent = b->spent > drained ? b->spent - drained : 0;
    bool fits = spent + cost <= most;
    b->spent = (float)(fits ? spent + cost : spent);
    b->at = (uint32_t)now;
    return fits;
}
