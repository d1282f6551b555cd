// The calls that only _GNU_SOURCE declares.
#define _GNU_SOURCE
#include <fcntl.h>
#include "CLinux.h"
#include <linux/sockios.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/timex.h>
#include <sys/vfs.h>

int martlet_wake_descriptor(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }

int martlet_unacknowledged(int socket) {
    int count = 0;
    return ioctl(socket, SIOCOUTQ, &count) == 0 ? count : 0;
}

int martlet_accept(int listener, struct sockaddr_storage *peer) {
    socklen_t size = sizeof *peer;
    return accept4(listener, (struct sockaddr *)peer, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

int martlet_processors(void) {
    cpu_set_t allowed;
    return sched_getaffinity(0, sizeof allowed, &allowed) == 0 ? CPU_COUNT(&allowed) : 1;
}

int martlet_clock_is_synchronised(void) {
    struct timex clock = {.modes = 0};
    int state = adjtimex(&clock);
    return state < 0 ? -1 : state != TIME_ERROR && !(clock.status & STA_UNSYNC);
}

int64_t martlet_file_system(const char *path, int64_t *free_bytes) {
    struct statfs status;
    if (statfs(path, &status) != 0) return -1;
    *free_bytes = (int64_t)status.f_bavail * status.f_bsize;
    return (int64_t)(uint32_t)status.f_type;
}

int martlet_start_writing(int descriptor) { return sync_file_range(descriptor, 0, 0, SYNC_FILE_RANGE_WRITE); }
