// sandbox.c: after the start the server needs sockets it already has, files it already knows, and
// little else; what would only serve an intruder is refused by the kernel.
//
// A list of what is forbidden rather than of what is allowed: libraries change
// which calls they use from release to release, and a server that dies of an
// update protects nobody. systemd's unit narrows things down further.
#include "server/parts.h"

#include "base/system.h"

#include <errno.h>
#include <seccomp.h>
#include <string.h>

#ifdef __has_feature // clang's way of saying what gcc says by a macro
#if __has_feature(address_sanitizer)
#define __SANITIZE_ADDRESS__ 1
#endif
#endif

bool server_sandbox(vg_lang lang, vg_text *why)
{
    static const char *const forbidden[] = {
        "execve",
        "execveat",
        "fork",
        "vfork",
        "ptrace",
        "process_vm_readv",
        "process_vm_writev",
        "kexec_load",
        "init_module",
        "finit_module",
        "delete_module",
        "mount",
        "umount2",
        "pivot_root",
        "chroot",
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
        "connect",
        "setuid",
        "setgid",
        "setreuid",
        "setregid",
        "setresuid",
        "setresgid",
        "open_by_handle_at",
    };
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    int rc = filter ? 0 : -ENOMEM;
    for (size_t i = 0; rc == 0 && i < sizeof forbidden / sizeof forbidden[0]; i++) {
        int call = seccomp_syscall_resolve_name(forbidden[i]);
        if (call != __NR_SCMP_ERROR) rc = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), call, 0);
        if (rc == -EDOM) rc = 0; // not a call of this machine
#ifdef __SANITIZE_ADDRESS__
        break; // the leak check of a test build has to trace its own threads
#endif
    }
    if (rc == 0) seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1);
    if (rc == 0) rc = seccomp_load(filter);
    seccomp_release(filter);
    if (rc == 0) return true;
    vg_text_printf(why,
                   lang == VG_IT ? "seccomp non si può usare (%s); --no-sandbox ne fa a meno"
                                 : "the sandbox cannot be set up (%s); --no-sandbox does without",
                   vg_system_text(-rc, lang));
    return false;
}
