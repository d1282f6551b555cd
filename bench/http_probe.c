// The yardstick: the least an HTTP server can do. One thread, one level-triggered epoll, one read and one write per
// wake-up; it finds the end of the head and the length of the body, and gives the same answer to all.
// usage: http_probe PORT BYTES [BODY]: the answer's body is BODY, or so many spaces
#include "server.h"

#include <errno.h>
#include <sys/epoll.h>
#include <unistd.h>

enum { MAX_DESCRIPTORS = 65536, MAX_HELD = 1 << 19, MAX_ANSWER = 1 << 12 };

// Indexed by descriptor: the start of a request whose rest has not come yet.
static struct connection {
    uint8_t *held;
    size_t count;
} connections[MAX_DESCRIPTORS];

static char answer[MAX_ANSWER];
static size_t answer_size;
static int epoll;

static void watch(int descriptor) {
    struct epoll_event event = {.events = EPOLLIN, .data.fd = descriptor};
    if (epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) < 0) die("epoll_ctl");
}

static void end(int descriptor) {
    free(connections[descriptor].held);
    connections[descriptor] = (struct connection){0};
    close(descriptor);
}

// The bytes of the first request, 0 while it is unfinished.
static size_t request_size(const uint8_t *in, size_t count) {
    static const char field[] = "\r\nContent-Length: ";
    const uint8_t *end_of_head = memmem(in, count, "\r\n\r\n", 4);
    if (!end_of_head) return 0;
    const uint8_t *length = memmem(in, end_of_head - in, field, sizeof field - 1);
    size_t size = end_of_head + 4 - in + (length ? strtoul((const char *)length + sizeof field - 1, NULL, 10) : 0);
    return size <= count ? size : 0;
}

static void receive(int descriptor) {
    static uint8_t input[2 * MAX_HELD];
    static char output[64 * MAX_ANSWER];
    struct connection *connection = &connections[descriptor];
    size_t count = connection->count, taken = 0, size, written = 0;
    if (count) memcpy(input, connection->held, count);
    ssize_t got = read(descriptor, input + count, MAX_HELD);
    if (got < 0 && errno == EAGAIN) return;
    if (got <= 0) return end(descriptor);
    count += got;
    while ((size = request_size(input + taken, count - taken)) && written + answer_size <= sizeof output) {
        memcpy(output + written, answer, answer_size);
        written += answer_size;
        taken += size;
    }
    if (count - taken > MAX_HELD) return end(descriptor);
    if (count > taken && !connection->held && !(connection->held = malloc(MAX_HELD))) die("malloc");
    if (count > taken) memcpy(connection->held, input + taken, count - taken);
    connection->count = count - taken;
    if (written && write(descriptor, output, written) != (ssize_t)written) end(descriptor);
}

int main(int argc, char **argv) {
    if (argc != 3 && argc != 4) return fprintf(stderr, "usage: http_probe PORT BYTES [BODY]\n"), 64;
    const char *text = argc == 4 ? argv[3] : "";
    int body = argc == 4 ? (int)strlen(text) : atoi(argv[2]), listener = listen_on(atoi(argv[1]));
    if (body < 0 || body > MAX_ANSWER / 2) return fprintf(stderr, "BYTES is 0…%d\n", MAX_ANSWER / 2), 64;
    answer_size = sprintf(
        answer, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%*s", body, body, text);
    epoll = epoll_create1(EPOLL_CLOEXEC);
    watch(listener);
    struct epoll_event events[256];
    for (;;) {
        int count = epoll_wait(epoll, events, 256, -1);
        if (count < 0 && errno != EINTR) die("epoll_wait");
        for (int i = 0; i < count; i++) {
            int descriptor = events[i].data.fd, accepted;
            if (descriptor != listener) {
                receive(descriptor);
                continue;
            }
            while ((accepted = accept_one(listener)) >= 0) {
                if (accepted < MAX_DESCRIPTORS) watch(accepted);
                else close(accepted);
            }
        }
    }
}
