// zlib, and functions for its initialising macros.
#pragma once
#include <zlib.h>

static inline int martlet_deflate_init(z_stream *stream, int level, int window_bits, int memory_level) {
    return deflateInit2(stream, level, Z_DEFLATED, window_bits, memory_level, Z_DEFAULT_STRATEGY);
}

static inline int martlet_inflate_init(z_stream *stream, int window_bits) {
    return inflateInit2(stream, window_bits);
}
