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

// Nobody else is there to wait for.
typedef int vg_no_lock;
#define pthread_mutex_t                           vg_no_lock
#define pthread_cond_t                            vg_no_lock
#define pthread_mutex_init(lock, how)             ((void)(lock))
#define pthread_mutex_destroy(lock)               ((void)(lock))
#define pthread_mutex_lock(lock)                  ((void)(lock))
#define pthread_mutex_unlock(lock)                ((void)(lock))
#define pthread_cond_init(cond, how)              ((void)(cond))
#define pthread_cond_destroy(cond)                ((void)(cond))
#define pthread_cond_wait(cond, lock)             ((void)(cond))
#define pthread_cond_signal(cond)                 ((void)(cond))
#define pthread_cond_timedwait(cond, lock, until) ((void)(cond), (void)(until))
#define pthread_cond_broadcast(cond)              ((void)(cond))

#endif
