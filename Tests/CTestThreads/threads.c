// Tests run on a few threads of their own and not on Swift's pool, which has one for each core: most wait for sockets and
// processes. There are no more of them at once than a small machine bears.
//
// The runtime asks a hook where to run what no executor asks for. It is set before `main`, so no suite has to ask for these
// threads by a trait: the macro that takes traits has the compiler read the suite's whole text once more, in each of its runs.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#define SWIFT_CALL __attribute__((swiftcall))

// The runtime's object. The two words behind its head are for who runs it.
struct job {
    void *head[2];
    struct job *next;
};

typedef SWIFT_CALL void enqueue_function(struct job *);
extern SWIFT_CALL void (*swift_task_enqueueGlobal_hook)(struct job *, enqueue_function *);
// The executor is two words; none is 0 and 0.
extern SWIFT_CALL void swift_job_run(struct job *, uintptr_t, uintptr_t);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t has_come = PTHREAD_COND_INITIALIZER;
static struct job *first, **end = &first;

static SWIFT_CALL void enqueue(struct job *job, enqueue_function *original) {
    (void)original;
    job->next = NULL;
    pthread_mutex_lock(&lock);
    *end = job;
    end = &job->next;
    pthread_cond_signal(&has_come);
    pthread_mutex_unlock(&lock);
}

static void *run(void *unused) {
    (void)unused;
    while (1) {
        pthread_mutex_lock(&lock);
        while (first == NULL) pthread_cond_wait(&has_come, &lock);
        struct job *job = first;
        first = job->next;
        if (first == NULL) end = &first;
        pthread_mutex_unlock(&lock);
        swift_job_run(job, 0, 0);
    }
}

__attribute__((constructor)) static void begin(void) {
    // Fewer for tests that run many processes each.
    const char *wanted = getenv("TEST_THREADS");
    for (int count = wanted == NULL ? 8 : atoi(wanted); count > 0; count--) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, run, NULL) != 0) abort();
        pthread_detach(thread);
    }
    swift_task_enqueueGlobal_hook = enqueue;
}
