// Preloaded into a program, counts what it asks of malloc(3) and its kin, and writes the number to the file that
// COUNT_FILE names when the program ends. For glibc.
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);

static atomic_ullong allocations;

static void count(void) { atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed); }

void *malloc(size_t size) { return count(), __libc_malloc(size); }
void *calloc(size_t number, size_t size) { return count(), __libc_calloc(number, size); }
void *realloc(void *block, size_t size) { return count(), __libc_realloc(block, size); }
void *memalign(size_t alignment, size_t size) { return count(), __libc_memalign(alignment, size); }
void *aligned_alloc(size_t alignment, size_t size) { return count(), __libc_memalign(alignment, size); }

int posix_memalign(void **block, size_t alignment, size_t size) {
    count();
    *block = __libc_memalign(alignment, size);
    return *block ? 0 : 12;
}

__attribute__((destructor)) static void report(void) {
    const char *path = getenv("COUNT_FILE");
    unsigned long long total = allocations;
    FILE *file = path ? fopen(path, "w") : NULL;
    if (!file) return;
    fprintf(file, "%llu\n", total);
    fclose(file);
}
