// The mutex of the module `Locking`.
#pragma once
#include <pthread.h>

struct martlet_mutex {
    pthread_mutex_t mutex;
};

static inline int martlet_mutex_init(struct martlet_mutex *it) { return pthread_mutex_init(&it->mutex, NULL); }
static inline int martlet_mutex_destroy(struct martlet_mutex *it) { return pthread_mutex_destroy(&it->mutex); }
static inline int martlet_mutex_lock(struct martlet_mutex *it) { return pthread_mutex_lock(&it->mutex); }
static inline int martlet_mutex_unlock(struct martlet_mutex *it) { return pthread_mutex_unlock(&it->mutex); }
