// Tells ThreadSanitizer what Swift's Mutex does where it cannot see it. Preloaded by scripts/test --tsan.
//
// A Mutex that nobody contends for is taken and given back by atomics in our own, instrumented code. The rest is in
// libswiftSynchronization, which is not instrumented, and in the kernel: without help the sanitizer sees two threads
// in one critical section, and nothing between them.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

// Weak: processes without the sanitizer run with this library too.
extern void __tsan_acquire(void *address) __attribute__((weak));
extern void __tsan_release(void *address) __attribute__((weak));

#define SWIFT __attribute__((swiftcall)) void
#define SELF __attribute__((swift_context)) void *handle

// Synchronization._MutexHandle._lockSlow(_: UInt32) and ._unlockSlow()
#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

typedef SWIFT lock_method(uint32_t thread, SELF);
typedef SWIFT unlock_method(SELF);

SWIFT lock_slow(uint32_t thread, SELF) __asm__(LOCK_SLOW);
SWIFT unlock_slow(SELF) __asm__(UNLOCK_SLOW);

SWIFT lock_slow(uint32_t thread, SELF) {
    ((lock_method *)dlsym(RTLD_NEXT, LOCK_SLOW))(thread, handle);
    if (__tsan_acquire) __tsan_acquire(handle);
}

SWIFT unlock_slow(SELF) {
    if (__tsan_release) __tsan_release(handle);
    ((unlock_method *)dlsym(RTLD_NEXT, UNLOCK_SLOW))(handle);
}
