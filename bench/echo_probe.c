// The yardstick: the least a WebSocket echo server can do. One thread, one level-triggered epoll, one read and one
// write per wake-up, no limits worth the name. usage: echo_probe PORT
#include "server.h"

#include <errno.h>
#include <sys/epoll.h>
#include <unistd.h>

enum { MAX_DESCRIPTORS = 65536, MAX_HELD = 1 << 20, MAX_READ = 1 << 16 };

struct bytes {
    uint8_t *start;
    size_t count;
};

// Indexed by descriptor. What is held or unsent has its own memory; most of the time neither is there.
static struct connection {
    struct bytes held;   // an unfinished head or frame
    struct bytes unsent; // what the socket did not take
    bool upgraded;
} connections[MAX_DESCRIPTORS];

// Every frame's echo is shorter than the frame, so output fits where input does.
static uint8_t input[MAX_HELD + MAX_READ], output[MAX_HELD + MAX_READ];

static int epoll;

static void keep(struct bytes *kept, const uint8_t *start, size_t count) {
    free(kept->start);
    kept->start = NULL;
    kept->count = count;
    if (count == 0) return;
    kept->start = malloc(count);
    if (!kept->start) die("malloc");
    memcpy(kept->start, start, count);
}

static void watch(int descriptor, uint32_t events, int operation) {
    struct epoll_event event = {.events = events, .data.fd = descriptor};
    if (epoll_ctl(epoll, operation, descriptor, &event) < 0) die("epoll_ctl");
}

static void end(int descriptor) {
    struct connection *connection = &connections[descriptor];
    keep(&connection->held, NULL, 0);
    keep(&connection->unsent, NULL, 0);
    connection->upgraded = false;
    close(descriptor);
}

// Echoes the whole frames at the front of `in` into `output`; returns how many bytes they were, -1 to drop the peer.
static ssize_t echo(uint8_t *in, size_t count, size_t *out_count, bool *closing) {
    size_t taken = 0;
    struct ws_header header;
    while (!*closing && ws_read_header(in + taken, count - taken, &header)) {
        if (!header.masked || header.length > MAX_HELD - WS_HEADER_MAX) return -1;
        if (count - taken < header.size + header.length) break;
        uint8_t *payload = in + taken + header.size, opcode = header.first & 0x0f, first = header.first;
        ws_mask(payload, header.length, header.key);
        taken += header.size + header.length;
        if (opcode == WS_PONG) continue;
        if (opcode == WS_PING) first = WS_FINAL | WS_PONG;
        if (opcode == WS_CLOSE) *closing = true;
        *out_count += ws_write_header(output + *out_count, first, header.length, NULL);
        memcpy(output + *out_count, payload, header.length);
        *out_count += header.length;
    }
    return taken;
}

static void send_output(int descriptor, const uint8_t *start, size_t count) {
    ssize_t sent = write(descriptor, start, count);
    if (sent < 0 && errno == EAGAIN) sent = 0;
    if (sent < 0) return end(descriptor);
    struct connection *connection = &connections[descriptor];
    bool waited = connection->unsent.count > 0, waits = (size_t)sent < count;
    // Reading stops until the peer has taken what it asked for.
    if (waited != waits) watch(descriptor, waits ? EPOLLOUT : EPOLLIN, EPOLL_CTL_MOD);
    if (!waited && !waits) return;
    uint8_t *before = connection->unsent.start;
    connection->unsent.start = NULL;
    keep(&connection->unsent, start + sent, count - sent);
    free(before);
}

static void receive(int descriptor) {
    struct connection *connection = &connections[descriptor];
    size_t count = connection->held.count, out_count = 0;
    if (count) memcpy(input, connection->held.start, count);
    ssize_t got = read(descriptor, input + count, MAX_READ);
    if (got < 0 && errno == EAGAIN) return;
    if (got <= 0) return end(descriptor);
    count += got;

    bool closing = false;
    ssize_t taken;
    if (connection->upgraded) {
        taken = echo(input, count, &out_count, &closing);
    } else {
        taken = answer_upgrade(input, count, output, &out_count);
        connection->upgraded = taken > 0;
    }
    if (taken < 0 || count - taken > MAX_HELD) return end(descriptor);
    if (count != (size_t)taken || connection->held.count) keep(&connection->held, input + taken, count - taken);
    if (out_count) send_output(descriptor, output, out_count);
    if (closing) end(descriptor);
}

static void accept_all(int listener) {
    int descriptor;
    while ((descriptor = accept_one(listener)) >= 0) {
        if (descriptor >= MAX_DESCRIPTORS) {
            close(descriptor);
            continue;
        }
        watch(descriptor, EPOLLIN, EPOLL_CTL_ADD);
    }
}

int main(int argc, char **argv) {
    if (argc != 2) return fprintf(stderr, "usage: echo_probe PORT\n"), 64;
    int listener = listen_on(atoi(argv[1]));
    epoll = epoll_create1(EPOLL_CLOEXEC);
    watch(listener, EPOLLIN, EPOLL_CTL_ADD);
    struct epoll_event events[256];
    for (;;) {
        int count = epoll_wait(epoll, events, 256, -1);
        if (count < 0 && errno != EINTR) die("epoll_wait");
        for (int i = 0; i < count; i++) {
            int descriptor = events[i].data.fd;
            struct bytes unsent = connections[descriptor].unsent;
            if (descriptor == listener) accept_all(listener);
            else if (unsent.count) send_output(descriptor, unsent.start, unsent.count);
            else receive(descriptor);
        }
    }
}
