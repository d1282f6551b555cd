// Preloaded into a program, counts what it asks of malloc(3) and its kin, and writes the number to the file that
// COUNT_FILE names when the program ends. The program's own allocator does the work, linked or the C library's.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

static atomic_ullong allocations;

// COUNTED(RESULT, NAME, PARAMETERS, ARGUMENTS): counts, and calls the function of that name behind this one. It is looked up
// once; dlsym(3) allocates nothing when it finds it.
#define COUNTED(result, name, parameters, arguments)                           \
    result name parameters {                                                   \
        static result(*next) parameters;                                       \
        atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);      \
        if (!next) next = (result(*) parameters)dlsym(RTLD_NEXT, #name);       \
        return next arguments;                                                 \
    }

COUNTED(void *, malloc, (size_t size), (size))
COUNTED(void *, calloc, (size_t number, size_t size), (number, size))
COUNTED(void *, realloc, (void *block, size_t size), (block, size))
COUNTED(void *, memalign, (size_t alignment, size_t size), (alignment, size))
COUNTED(void *, aligned_alloc, (size_t alignment, size_t size), (alignment, size))
COUNTED(int, posix_memalign, (void **block, size_t alignment, size_t size), (block, alignment, size))

__attribute__((destructor)) static void report(void) {
    const char *path = getenv("COUNT_FILE");
    unsigned long long total = allocations;
    FILE *file = path ? fopen(path, "w") : NULL;
    if (!file) return;
    fprintf(file, "%llu\n", total);
    fclose(file);
}
