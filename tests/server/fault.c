// fault.c: a disk and a clock that misbehave on demand, for tests/server/storage.py.
//
// Loaded before libc (LD_PRELOAD). The file named by VEGLIA_FAULT says what is wrong at the moment:
// "ENOSPC", "EROFS" or "EIO" (writing and syncing fail), "clock SECONDS" (the wall clock is off by
// so much), or nothing.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

ssize_t pwrite64(int fd, const void *data, size_t n, off64_t at);
int __clock_gettime64(clockid_t id, struct timespec *t);

static void wrong(char out[64])
{
    const char *path = getenv("VEGLIA_FAULT");
    int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    ssize_t n = fd >= 0 ? read(fd, out, 63) : 0;
    if (fd >= 0) close(fd);
    out[n > 0 ? n : 0] = '\0';
}

// The error writing should give now; 0: none.
static int broken(void)
{
    char what[64];
    int saved = errno;
    wrong(what);
    errno = saved;
    if (strcmp(what, "ENOSPC") == 0) return ENOSPC;
    if (strcmp(what, "EROFS") == 0) return EROFS;
    if (strcmp(what, "EIO") == 0) return EIO;
    return 0;
}

#define NEXT(name, type)                                                                           \
    ((type)(size_t)dlsym(RTLD_NEXT, name)) // NOLINT(performance-no-int-to-ptr): dlsym's way

ssize_t pwrite64(int fd, const void *data, size_t n, off64_t at)
{
    typedef ssize_t real(int, const void *, size_t, off64_t);
    int err = broken();
    if (err == 0) return NEXT("pwrite64", real *)(fd, data, n, at);
    errno = err;
    return -1;
}

static int sync_with(const char *name, int fd)
{
    typedef int real(int);
    int err = broken();
    if (err == 0) return NEXT(name, real *)(fd);
    errno = err;
    return -1;
}

int fdatasync(int fd) { return sync_with("fdatasync", fd); }
int fsync(int fd) { return sync_with("fsync", fd); }

int clock_gettime(clockid_t id, struct timespec *t)
{
    typedef int real(clockid_t, struct timespec *);
    int rc = NEXT("clock_gettime", real *)(id, t);
    char what[64];
    if (id != CLOCK_REALTIME || rc != 0) return rc;
    wrong(what);
    if (strncmp(what, "clock ", 6) == 0) t->tv_sec += atol(what + 6);
    return 0;
}
