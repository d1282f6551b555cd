// What the probes that serve share: a listener, and the answer to an upgrade.
#pragma once
#include "websocket.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/evp.h>
#include <openssl/sha.h>
#include <sys/socket.h>

static inline int listen_on(int port) {
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0), on = 1;
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind(listener, (struct sockaddr *)&address, sizeof address) < 0) die("bind");
    if (listen(listener, 4096) < 0) die("listen");
    return listener;
}

// The next caller, or -1.
static inline int accept_one(int listener) {
    int descriptor = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC), on = 1;
    if (descriptor >= 0) setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return descriptor;
}

// Takes the head from the front of `in` and writes the answer to `out`; 0 while it is unfinished, -1 when it is bad.
static inline ssize_t answer_upgrade(uint8_t *in, size_t count, uint8_t *out, size_t *out_count) {
    uint8_t *end_of_head = memmem(in, count, "\r\n\r\n", 4);
    if (!end_of_head) return 0;
    static const char field[] = "\r\nSec-WebSocket-Key: ", magic[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    uint8_t *key = memmem(in, end_of_head - in, field, sizeof field - 1);
    if (!key || (key += sizeof field - 1) + 24 > end_of_head) return -1;

    uint8_t keyed[24 + sizeof magic - 1], digest[SHA_DIGEST_LENGTH], accept[32];
    memcpy(keyed, key, 24);
    memcpy(keyed + 24, magic, sizeof magic - 1);
    SHA1(keyed, sizeof keyed, digest);
    EVP_EncodeBlock(accept, digest, sizeof digest);
    *out_count = sprintf(
        (char *)out,
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Accept: %s\r\n\r\n",
        accept);
    return end_of_head + 4 - in;
}
