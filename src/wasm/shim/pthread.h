// pthread.h: what the browser build has in place of threads: none can be started.
//
// Whoever starts threads in Veglia does the work itself when it cannot start
// one, so this is all the browser build needs to know. One worker, one instance.
#ifndef VG_WASM_PTHREAD_H
#define VG_WASM_PTHREAD_H

#include <errno.h>

typedef int vg_no_thread;
#define pthread_t vg_no_thread

static inline int pthread_create(pthread_t *thread, const void *attributes, void *(*run)(void *),
                                 void *arg)
{
    (void)thread, (void)attributes, (void)run, (void)arg;
    return EAGAIN;
}
static inline int pthread_join(pthread_t thread, void **result)
{
    (void)thread, (void)result;
    return EINVAL;
}

#endif
