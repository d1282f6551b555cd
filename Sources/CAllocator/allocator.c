// dladdr(3) and RTLD_DEFAULT.
#define _GNU_SOURCE
#include "CAllocator.h"

#include <dlfcn.h>
#include <gnu/libc-version.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

// The object, program or library, that has the symbol; its base is NULL where none has.
static Dl_info object_of(const char *symbol) {
    Dl_info object = {0};
    void *address = dlsym(RTLD_DEFAULT, symbol);
    if (address != NULL) dladdr(address, &object);
    return object;
}

static bool is_glibc(void) { return object_of("malloc").dli_fbase == object_of("gnu_get_libc_version").dli_fbase; }

#ifdef MARTLET_JEMALLOC

#include <jemalloc/jemalloc.h>

// jemalloc reads it when it starts, before MALLOC_CONF. docs/decisions/068 has the reasons and the numbers.
const char *malloc_conf = "background_thread:true,max_background_threads:1,narenas_ratio:2,dirty_decay_ms:1000,"
    "tcache_max:4096,lg_tcache_nslots_mul:-2";

static bool is_jemalloc(void) { return object_of("malloc").dli_fbase == object_of("mallctl").dli_fbase; }

static int64_t count(const char *name) {
    size_t value = 0, size = sizeof value;
    return mallctl(name, &value, &size, NULL, 0) == 0 ? (int64_t)value : 0;
}

bool martlet_allocator_memory(struct martlet_allocator_memory *memory) {
    uint64_t epoch = 1;
    // Its counts are those of the last such call.
    if (!is_jemalloc() || mallctl("epoch", NULL, NULL, &epoch, sizeof epoch) != 0) return false;
    memory->allocated = count("stats.allocated");
    memory->active = count("stats.active");
    memory->resident = count("stats.resident");
    memory->retained = count("stats.retained");
    return true;
}

static const char *jemalloc_version(void) {
    const char *version = "";
    size_t size = sizeof version;
    mallctl("version", &version, &size, NULL, 0);
    return version;
}

#else

static bool is_jemalloc(void) { return false; }
bool martlet_allocator_memory(struct martlet_allocator_memory *memory) { return false; }
static const char *jemalloc_version(void) { return ""; }

#endif

const char *martlet_allocator_name(void) {
    if (is_jemalloc()) return "jemalloc";
    if (is_glibc()) return "glibc";
    const char *file = object_of("malloc").dli_fname;
    const char *slash = file == NULL ? NULL : strrchr(file, '/');
    return slash != NULL ? slash + 1 : file != NULL ? file : "unknown";
}

const char *martlet_allocator_version(void) {
    return is_jemalloc() ? jemalloc_version() : is_glibc() ? gnu_get_libc_version() : "";
}

void martlet_limit_arenas(int count) {
    if (is_glibc()) mallopt(M_ARENA_MAX, count);
}
