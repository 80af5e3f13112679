// sandbox.c: after the start the server needs sockets it already has, the files beside its
// database, and little else; what would only serve an intruder is refused by the kernel.
//
// For calls a list of what is forbidden rather than of what is allowed: libraries change
// which calls they use from release to release, and a server that dies of an
// update protects nobody. systemd's unit narrows things down further. For files a list of folders
// (Landlock), where the kernel has it.
#include "server/sandbox.h"

#include "base/system.h"

#include <errno.h>
#include <fcntl.h>
#include <libpq-fe.h>
#include <linux/landlock.h>
#include <sched.h>
#include <seccomp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef __has_feature // clang's way of saying what gcc says by a macro
#if __has_feature(address_sanitizer)
#define __SANITIZE_ADDRESS__ 1
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
enum { WATCHED = 1 }; // the leak check of a test build has to trace its own threads and read files
#else
enum { WATCHED = 0 };
#endif

// ---- files -----------------------------------------------------------------------

enum { THREAD_FLAG = 0x00010000, FAST_OPEN = 0x20000000 }; // CLONE_THREAD, MSG_FASTOPEN

static bool cannot(int number, vg_lang lang, vg_text *why)
{
    vg_text_printf(why,
                   lang == VG_IT ? "la gabbia non si può chiudere (%s); --no-sandbox ne fa a meno"
                                 : "the sandbox cannot be set up (%s); --no-sandbox does without",
                   vg_system_text(number, lang));
    return false;
}

static bool allow_reading(int rules, const char *place, bool folder)
{
    struct landlock_path_beneath_attr beneath = {
        .allowed_access = LANDLOCK_ACCESS_FS_READ_FILE | (folder ? LANDLOCK_ACCESS_FS_READ_DIR : 0),
        .parent_fd = open(place, O_RDONLY | O_CLOEXEC)};
    if (beneath.parent_fd < 0) return true; // what is not there is not
    bool ok = syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &beneath, 0) == 0;
    close(beneath.parent_fd);
    return ok;
}

// The files named in an address, or in the environment.
static bool allow_named(int rules, PQconninfoOption *options)
{
    static const char *const names[] = {"passfile", "sslcert", "sslkey", "sslrootcert", "sslcrl"};
    bool ok = true;
    for (const PQconninfoOption *o = options; o && o->keyword; o++)
        for (size_t i = 0; ok && o->val && i < sizeof names / sizeof names[0]; i++)
            if (strcmp(o->keyword, names[i]) == 0) ok = allow_reading(rules, o->val, false);
    PQconninfoFree(options);
    return ok;
}

// What libssl and the resolver read when a connection is made, and libpq besides.
static bool allow_calling(int rules, const char *database)
{
    char home[1024] = "", pass[1024] = "";
    const char *at = getenv("HOME");
    if (at) snprintf(home, sizeof home, "%s/.postgresql", at);
    if (at) snprintf(pass, sizeof pass, "%s/.pgpass", at);
    static const char *const places[] = {"/etc", "/usr", "/lib", "/lib64", "/run"};
    bool ok = true;
    for (size_t i = 0; ok && i < sizeof places / sizeof places[0]; i++)
        ok = allow_reading(rules, places[i], true);
    if (!ok || !*database) return ok;
    return allow_reading(rules, pass, false) && allow_reading(rules, home, true) &&
           allow_named(rules, PQconninfoParse(database, NULL)) &&
           allow_named(rules, PQconndefaults());
}

bool server_cage(const char *const folders[], int count, const char *database, vg_lang lang,
                 vg_text *why)
{
    // All that can be done with files as of the first version; what later kernels add stays open.
    uint64_t all = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1;
    uint64_t ours = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE |
                    LANDLOCK_ACCESS_FS_READ_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE |
                    LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK;
    struct landlock_ruleset_attr attr = {.handled_access_fs = all};
    if (WATCHED) return true;
    int rules = (int)syscall(SYS_landlock_create_ruleset, &attr, sizeof attr, 0);
    if (rules < 0) return true; // a kernel without it
    bool ok = !database || allow_calling(rules, database);
    if (!ok) cannot(errno, lang, why);
    for (int i = 0; ok && i < count; i++) {
        struct landlock_path_beneath_attr beneath = {.allowed_access = ours};
        beneath.parent_fd = open(folders[i], O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        ok = beneath.parent_fd >= 0 &&
             syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &beneath, 0) == 0;
        if (!ok) vg_text_printf(why, "%s: %s", folders[i], vg_system_text(errno, lang));
        if (beneath.parent_fd >= 0) close(beneath.parent_fd);
    }
    if (ok && (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
               syscall(SYS_landlock_restrict_self, rules, 0) != 0)) {
        ok = cannot(errno, lang, why);
    }
    close(rules);
    return ok;
}

// ---- calls -----------------------------------------------------------------------

static const char *const forbidden[] = {
    "execve",
    "execveat",
    "fork",
    "vfork",
    "ptrace",
    "process_vm_readv",
    "process_vm_writev",
    "kexec_load",
    "kexec_file_load",
    "init_module",
    "finit_module",
    "delete_module",
    "mount",
    "umount2",
    "pivot_root",
    "chroot",
    "move_mount",
    "open_tree",
    "fsopen",
    "fsmount",
    "mount_setattr",
    "setns",
    "unshare",
    "bpf",
    "perf_event_open",
    "userfaultfd",
    "keyctl",
    "add_key",
    "request_key",
    "personality",
    "reboot",
    "swapon",
    "swapoff",
    "sethostname",
    "setdomainname",
    "iopl",
    "ioperm",
    "quotactl",
    "acct",
    "settimeofday",
    "clock_settime",
    "adjtimex",
    "clock_adjtime",
    "setuid",
    "setgid",
    "setreuid",
    "setregid",
    "setresuid",
    "setresgid",
    "setgroups",
    "capset",
    "open_by_handle_at",
    "name_to_handle_at",
    "pidfd_open",
    "pidfd_getfd",
    "pidfd_send_signal",
    "memfd_create",
    "memfd_secret",
    "mknod",
    "mknodat",
    "symlink",
    "symlinkat",
    "link",
    "linkat",
    // What it listens to is open.
    "bind",
    "listen",
};
// And it calls nobody, but for a database and servers elsewhere.
static const char *const calling[] = {"socket", "socketpair", "connect"};

static int add(scmp_filter_ctx filter, uint32_t action, const char *name, int count,
               struct scmp_arg_cmp arg)
{
    int call = seccomp_syscall_resolve_name(name);
    if (call == __NR_SCMP_ERROR) return 0;
    int rc = seccomp_rule_add_array(filter, action, call, (unsigned)count, &arg);
    return rc == -EDOM ? 0 : rc; // not a call of this machine
}

static bool load(scmp_filter_ctx filter, int rc, vg_lang lang, vg_text *why)
{
    if (rc == 0) seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1);
    if (rc == 0) rc = seccomp_load(filter);
    seccomp_release(filter);
    return rc == 0 || cannot(-rc, lang, why);
}

bool server_no_rings(vg_lang lang, vg_text *why)
{
    static const char *const calls[] = {"io_uring_setup", "io_uring_enter", "io_uring_register"};
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    int rc = filter ? 0 : -ENOMEM;
    for (size_t i = 0; rc == 0 && !WATCHED && i < sizeof calls / sizeof calls[0]; i++)
        rc = add(filter, SCMP_ACT_ERRNO(ENOSYS), calls[i], 0, (struct scmp_arg_cmp){0});
    return load(filter, rc, lang, why);
}

bool server_sandbox(bool calls, vg_lang lang, vg_text *why)
{
    const struct scmp_arg_cmp none = {0};
    const uint32_t no = SCMP_ACT_ERRNO(EPERM);
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    int rc = filter ? 0 : -ENOMEM;
    for (size_t i = 0; rc == 0 && i < sizeof forbidden / sizeof forbidden[0] && (!WATCHED || i < 1);
         i++)
        rc = add(filter, no, forbidden[i], 0, none);
    for (size_t i = 0; rc == 0 && i < sizeof calling / sizeof calling[0] && !WATCHED && !calls; i++)
        rc = add(filter, no, calling[i], 0, none);
    // Threads may still begin, processes not. What clone3 is asked for cannot be seen here: as if
    // the kernel did not have it, so that libraries ask clone.
    if (rc == 0 && !WATCHED)
        rc = add(filter, no, "clone", 1, SCMP_A0(SCMP_CMP_MASKED_EQ, THREAD_FLAG, 0));
    if (rc == 0 && !WATCHED) rc = add(filter, SCMP_ACT_ERRNO(ENOSYS), "clone3", 0, none);
    static const char *const sending[] = {"sendto", "sendmsg", "sendmmsg"};
    for (unsigned i = 0; rc == 0 && i < 3; i++) {
        struct scmp_arg_cmp fast =
            SCMP_CMP(i == 1 ? 2 : 3, SCMP_CMP_MASKED_EQ, FAST_OPEN, FAST_OPEN);
        rc = add(filter, no, sending[i], 1, fast);
    }
    return load(filter, rc, lang, why);
}
