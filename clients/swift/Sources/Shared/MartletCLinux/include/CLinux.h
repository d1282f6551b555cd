// The parts of the kernel's interface that Glibc's Swift module leaves out. Defines no feature macro and includes nothing that
// Glibc's module also has in another shape.
#pragma once
#include <errno.h>
#include <getopt.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <time.h>

#include "lock.h"

// `errno` is a macro over a thread-local; reading it must follow the call at once.
static inline int martlet_errno(void) { return errno; }

// epoll_event is packed with a union inside; Swift sees the user data as one 64-bit word.
static inline int martlet_epoll_ctl(int epoll, int operation, int descriptor, uint32_t events, uint64_t data) {
    struct epoll_event event;
    event.events = events;
    event.data.u64 = data;
    return epoll_ctl(epoll, operation, descriptor, &event);
}

static inline uint64_t martlet_epoll_data(const struct epoll_event *event) { return event->data.u64; }
static inline uint32_t martlet_epoll_events(const struct epoll_event *event) { return event->events; }

static inline int64_t martlet_monotonic_nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static inline int64_t martlet_wall_microseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

// An eventfd for waking a shard: non-blocking, closed on exec.
int martlet_wake_descriptor(void);
// How many bytes the kernel holds that the peer has not acknowledged (tcp(7), SIOCOUTQ).
int martlet_unacknowledged(int socket);
// accept4(2): a non-blocking descriptor that is closed on exec.
int martlet_accept(int listener, struct sockaddr_storage *peer);
// The processors that this process may run on.
int martlet_processors(void);

// Whether something keeps the system's clock: 1, 0, or -1 where that cannot be asked (adjtimex(2)).
int martlet_clock_is_synchronised(void);

// The number of the file system that has the path, and its free bytes (statfs(2)); -1 where it cannot be read.
int64_t martlet_file_system(const char *path, int64_t *free_bytes);

// Has the disk begin with what of the file it has not; waits for nothing (sync_file_range(2)).
int martlet_start_writing(int descriptor);
