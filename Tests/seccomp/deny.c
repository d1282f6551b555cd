// Runs a program where the kernel refuses system calls, in the way of a container's seccomp filter:
//
//   deny ERROR PROGRAM [ARGUMENT…]   answers EPERM, ENOSYS or ENOMEM to what Docker's default profile denies
//   deny old PROGRAM [ARGUMENT…]     io_uring without the flags that came with Linux 5.18 and later: EINVAL
#define _GNU_SOURCE
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/io_uring.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

// docs.docker.com/engine/security/seccomp, "Significant syscalls blocked by the default profile", and what joined them
// there later: those that this architecture has.
static const int denied[] = {
    SYS_acct, SYS_add_key, SYS_bpf, SYS_clock_adjtime, SYS_clock_settime, SYS_delete_module, SYS_finit_module,
    SYS_fsconfig, SYS_fsmount, SYS_fsopen, SYS_fspick, SYS_get_mempolicy, SYS_init_module, SYS_io_uring_enter,
    SYS_io_uring_register, SYS_io_uring_setup, SYS_kcmp, SYS_kexec_file_load, SYS_kexec_load, SYS_keyctl,
    SYS_lookup_dcookie, SYS_mbind, SYS_mount, SYS_mount_setattr, SYS_move_mount, SYS_move_pages, SYS_nfsservctl,
    SYS_open_by_handle_at, SYS_open_tree, SYS_perf_event_open, SYS_personality, SYS_pivot_root, SYS_process_vm_readv,
    SYS_process_vm_writev, SYS_ptrace, SYS_quotactl, SYS_reboot, SYS_request_key, SYS_set_mempolicy, SYS_setns,
    SYS_settimeofday, SYS_swapoff, SYS_swapon, SYS_umount2, SYS_unshare, SYS_userfaultfd, SYS_vhangup,
#ifdef SYS_ioperm
    SYS_create_module, SYS_get_kernel_syms, SYS_ioperm, SYS_iopl, SYS_query_module, SYS_sysfs, SYS__sysctl, SYS_uselib,
    SYS_ustat,
#endif
};
enum { denied_count = sizeof denied / sizeof *denied };

static void fail(const char *what) {
    perror(what);
    exit(125);
}

static struct sock_filter statement(int code, unsigned value) { return (struct sock_filter)BPF_STMT(code, value); }
static struct sock_filter unless(unsigned number) {
    return (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1);
}

static int install(struct sock_filter *filter, int length, unsigned flags) {
    struct sock_fprog program = {.len = length, .filter = filter};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) fail("PR_SET_NO_NEW_PRIVS");
    int listener = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program);
    if (listener < 0) fail("seccomp");
    return listener;
}

static void deny(int error) {
    struct sock_filter filter[2 * denied_count + 4];
    int length = 0;
    filter[length++] = statement(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
    for (int index = 0; index < denied_count; index++) {
        filter[length++] = unless(denied[index]);
        filter[length++] = statement(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error);
    }
    // Docker answers this so that the C library falls back to clone, whose flags a filter can read.
    filter[length++] = unless(SYS_clone3);
    filter[length++] = statement(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS);
    filter[length++] = statement(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    install(filter, length, 0);
}

// The parameters of a ring are in the caller's memory, where a filter cannot look: this process does.
static void judge(int listener) {
    const unsigned known = IORING_SETUP_IOPOLL | IORING_SETUP_SQPOLL | IORING_SETUP_SQ_AFF | IORING_SETUP_CQSIZE |
                           IORING_SETUP_CLAMP | IORING_SETUP_ATTACH_WQ | IORING_SETUP_R_DISABLED;
    while (1) {
        struct seccomp_notif call;
        memset(&call, 0, sizeof call);
        if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &call) != 0) {
            if (errno == EINTR || errno == ENOENT) continue;
            fail("SECCOMP_IOCTL_NOTIF_RECV");
        }
        struct io_uring_params asked;
        struct iovec here = {&asked, sizeof asked}, there = {(void *)call.data.args[1], sizeof asked};
        if (process_vm_readv(call.pid, &here, 1, &there, 1, 0) != sizeof asked) fail("process_vm_readv");
        struct seccomp_notif_resp answer = {.id = call.id};
        if (asked.flags & ~known) {
            answer.error = -EINVAL;
        } else {
            answer.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
        }
        if (ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &answer) != 0 && errno != ENOENT) fail("SECCOMP_IOCTL_NOTIF_SEND");
    }
}

static void age(void) {
    struct sock_filter filter[] = {
        statement(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        unless(SYS_io_uring_setup),
        statement(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF),
        statement(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    // Where only descendants may be looked into (yama), let the judge do it nevertheless; elsewhere it is unknown.
    prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
    int listener = install(filter, sizeof filter / sizeof *filter, SECCOMP_FILTER_FLAG_NEW_LISTENER);
    pid_t program = getpid(), judging = fork();
    if (judging < 0) fail("fork");
    if (judging > 0) return;
    if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0) fail("PR_SET_PDEATHSIG");
    if (getppid() != program) exit(0);
    judge(listener);
}

int main(int count, char **arguments) {
    if (count < 3) {
        fprintf(stderr, "deny: deny EPERM|ENOSYS|ENOMEM|old PROGRAM [ARGUMENT...]\n");
        return 125;
    }
    const char *way = arguments[1];
    if (strcmp(way, "EPERM") == 0) {
        deny(EPERM);
    } else if (strcmp(way, "ENOSYS") == 0) {
        deny(ENOSYS);
    } else if (strcmp(way, "ENOMEM") == 0) {
        deny(ENOMEM);
    } else if (strcmp(way, "old") == 0) {
        age();
    } else {
        fprintf(stderr, "deny: no such answer: %s\n", way);
        return 125;
    }
    execvp(arguments[2], arguments + 2);
    fail(arguments[2]);
}
