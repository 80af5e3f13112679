// cage.c: what the server may not do once it runs, tried out in a process of its own.
#include "server/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

static int failed;

static void refused(const char *what, long result)
{
    int why = errno;
    if (result < 0 && (why == EPERM || why == EACCES || why == ENOSYS)) return;
    printf("%s: %ld, %s\n", what, result, strerror(why));
    failed++;
}

static void allowed(const char *what, long result)
{
    if (result >= 0) return;
    printf("%s: %s\n", what, strerror(errno));
    failed++;
}

static void *thread(void *arg)
{
    *(int *)arg = 1;
    return NULL;
}

// usage: cage FOLDER
int main(int argc, char **argv)
{
    const char *folder = argc > 1 ? argv[1] : ".";
    char why_text[256], name[1100], link[1100];
    vg_text why = VG_TEXT(why_text);
    const char *const folders[] = {folder};
    int pair[2], listener = socket(AF_INET, SOCK_STREAM, 0);
    allowed("socketpair before", socketpair(AF_UNIX, SOCK_STREAM, 0, pair));
    if (!server_cage(folders, 1, NULL, VG_EN, &why) || !server_no_rings(VG_EN, &why) ||
        !server_sandbox(false, VG_EN, &why)) {
        printf("%s\n", why_text);
        return 1;
    }
    // What it needs.
    snprintf(name, sizeof name, "%s/veglia.db", folder);
    snprintf(link, sizeof link, "%s/other", folder);
    int fd = open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
    allowed("a file of ours", fd);
    allowed("writing it", write(fd, "x", 1));
    int began = 0;
    pthread_t t;
    if (pthread_create(&t, NULL, thread, &began) == 0) pthread_join(t, NULL);
    allowed("a thread", began ? 0 : -1);
    allowed("sending", send(pair[0], "x", 1, MSG_NOSIGNAL));
    // What would only serve an intruder. A child that does begin must not go on.
    refused("another file", open("/etc/passwd", O_RDONLY));
    refused("another folder", open("/", O_RDONLY | O_DIRECTORY));
    refused("a file elsewhere", open("/tmp/veglia-cage-elsewhere", O_RDWR | O_CREAT, 0600));
    refused("a link", symlink("/etc/passwd", link));
    pid_t child = fork();
    if (child == 0) _exit(0);
    refused("a process", child);
    child = (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    if (child == 0) _exit(0);
    refused("clone", child);
    refused("clone3", syscall(SYS_clone3, NULL, 0));
    refused("a program", execl("/bin/true", "true", (char *)NULL));
    refused("a socket", socket(AF_INET, SOCK_STREAM, 0));
    refused("a datagram socket", socket(AF_INET, SOCK_DGRAM, 0));
    refused("a pair", socketpair(AF_UNIX, SOCK_STREAM, 0, pair));
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(9)};
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    refused("connect", connect(listener, (struct sockaddr *)&to, sizeof to));
    refused("fast open", sendto(listener, "x", 1, 0x20000000 /* MSG_FASTOPEN */,
                                (struct sockaddr *)&to, sizeof to));
    refused("bind", bind(listener, (struct sockaddr *)&to, sizeof to));
    refused("listen", listen(listener, 1));
    refused("io_uring", syscall(SYS_io_uring_setup, 1, NULL));
    refused("ptrace", syscall(SYS_ptrace, 0, 0, 0, 0));
    allowed("taking it away", unlink(name));
    printf(failed ? "%d things the cage should not let through\n" : "the cage holds\n", failed);
    return failed > 0;
}
