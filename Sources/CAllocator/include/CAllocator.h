// The allocator of this process, by what runs in it and not by what it was built for.
#pragma once
#include <stdbool.h>
#include <stdint.h>

// "jemalloc" or "glibc", else the name of the file that has malloc(3).
const char *martlet_allocator_name(void);
// Empty where it is not known.
const char *martlet_allocator_version(void);

struct martlet_allocator_memory {
    int64_t allocated, active, resident, retained;
};
// What jemalloc counts, as it is now; false: another allocator runs.
bool martlet_allocator_memory(struct martlet_allocator_memory *memory);

// The parts of glibc's memory that threads share. jemalloc has its number from the start.
void martlet_limit_arenas(int count);
