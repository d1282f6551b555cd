// liburing asks for features of its own, which would give types another shape than Glibc's module has: features are settled
// by what is included first.
#pragma once
#include <sys/types.h>
#include <liburing.h>
