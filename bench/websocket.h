// What the probes share: just enough of RFC 6455 to echo, and to load what echoes.
#pragma once
#define _GNU_SOURCE
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WS_CONTINUATION = 0, WS_TEXT = 1, WS_BINARY = 2, WS_CLOSE = 8, WS_PING = 9, WS_PONG = 10, WS_FINAL = 0x80 };

// The longest header: two bytes, eight of length, four of mask.
enum { WS_HEADER_MAX = 14 };

static inline void die(const char *what) {
    perror(what);
    exit(1);
}

// RFC 6455 §5.3, eight bytes at a time.
static inline void ws_mask(uint8_t *bytes, size_t count, const uint8_t key[4]) {
    uint64_t wide;
    memcpy(&wide, key, 4);
    memcpy((uint8_t *)&wide + 4, key, 4);
    size_t done = 0;
    for (; done + 8 <= count; done += 8) {
        uint64_t word;
        memcpy(&word, bytes + done, 8);
        word ^= wide;
        memcpy(bytes + done, &word, 8);
    }
    for (; done < count; done++) bytes[done] ^= key[done & 3];
}

struct ws_header {
    uint8_t first; // FIN, reserved bits and opcode, as on the wire
    bool masked;
    uint8_t key[4];
    uint64_t length;
    size_t size; // of the header itself
};

// False while `count` bytes do not hold the whole header.
static inline bool ws_read_header(const uint8_t *bytes, size_t count, struct ws_header *header) {
    if (count < 2) return false;
    header->first = bytes[0];
    header->masked = bytes[1] & 0x80;
    header->length = bytes[1] & 0x7f;
    size_t extended = header->length == 126 ? 2 : header->length == 127 ? 8 : 0;
    header->size = 2 + extended + (header->masked ? 4 : 0);
    if (count < header->size) return false;
    if (extended) {
        header->length = 0;
        for (size_t i = 0; i < extended; i++) header->length = header->length << 8 | bytes[2 + i];
    }
    if (header->masked) memcpy(header->key, bytes + 2 + extended, 4);
    return true;
}

// Writes a header, with the mask's key when there is one, and returns its size.
static inline size_t ws_write_header(uint8_t *out, uint8_t first, uint64_t length, const uint8_t *key) {
    size_t extended = length < 126 ? 0 : length < 65536 ? 2 : 8;
    out[0] = first;
    out[1] = (key ? 0x80 : 0) | (extended == 0 ? length : extended == 2 ? 126 : 127);
    for (size_t i = 0; i < extended; i++) out[2 + i] = length >> (8 * (extended - 1 - i));
    if (key) memcpy(out + 2 + extended, key, 4);
    return 2 + extended + (key ? 4 : 0);
}

static const char ws_upgrade_request[] =
    "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

// The answer to that key, from RFC 6455 §1.3.
static const char ws_expected_accept[] = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=";
