// The mutex and the condition of the module `Locking`.
#pragma once
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <time.h>

struct martlet_mutex {
    pthread_mutex_t mutex;
};

static inline int martlet_mutex_init(struct martlet_mutex *it) { return pthread_mutex_init(&it->mutex, NULL); }
static inline int martlet_mutex_destroy(struct martlet_mutex *it) { return pthread_mutex_destroy(&it->mutex); }
static inline int martlet_mutex_lock(struct martlet_mutex *it) { return pthread_mutex_lock(&it->mutex); }
static inline int martlet_mutex_unlock(struct martlet_mutex *it) { return pthread_mutex_unlock(&it->mutex); }

struct martlet_condition {
    pthread_cond_t condition;
};

// Deadlines of a condition are in the monotonic clock.
static inline int martlet_condition_init(struct martlet_condition *it) {
    pthread_condattr_t attributes;
    int failure = pthread_condattr_init(&attributes);
    if (failure == 0) failure = pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    if (failure == 0) failure = pthread_cond_init(&it->condition, &attributes);
    return failure;
}
static inline int martlet_condition_destroy(struct martlet_condition *it) {
    return pthread_cond_destroy(&it->condition);
}
// Without a waiter these stay in user space.
static inline int martlet_condition_signal(struct martlet_condition *it) { return pthread_cond_signal(&it->condition); }
static inline int martlet_condition_broadcast(struct martlet_condition *it) {
    return pthread_cond_broadcast(&it->condition);
}
static inline int martlet_condition_wait(struct martlet_condition *it, struct martlet_mutex *mutex) {
    return pthread_cond_wait(&it->condition, &mutex->mutex);
}
// -1 once the deadline, in nanoseconds, has passed.
static inline int martlet_condition_wait_until(
    struct martlet_condition *it, struct martlet_mutex *mutex, int64_t deadline) {
    struct timespec time = {.tv_sec = deadline / 1000000000, .tv_nsec = deadline % 1000000000};
    int failure = pthread_cond_timedwait(&it->condition, &mutex->mutex, &time);
    return failure == ETIMEDOUT ? -1 : failure;
}
