// jemalloc: the program links it, and it takes the place of the C library's malloc(3) in the whole process.
#pragma once
#include <jemalloc/jemalloc.h>
