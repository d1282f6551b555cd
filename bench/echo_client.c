// Loads an echo server and checks every echo: C connections keep W messages of N bytes under way each.
// usage: echo_client PORT SERVER_PID C W N SECONDS
// Prints one line of JSON: round trips, seconds, and the CPU seconds the server spent on them.
#include "client.h"

#include <sys/epoll.h>
#include <sys/random.h>

enum { MAX_READ = 1 << 16 };

static int window, message_bytes;
static size_t frame_size, header_size;
static uint8_t *masked_frame; // every message's frame, except for the number in its first eight bytes
static uint8_t *plain;        // the same message's payload
static uint8_t key[4];
static uint8_t *batch; // up to a window of frames on their way out

static struct connection {
    int descriptor;
    uint64_t sent, echoed;
    uint8_t *held; // the start of an echo whose rest has not come yet
    size_t held_count;
} *connections;

static void prepare_message(void) {
    frame_size = message_bytes + WS_HEADER_MAX;
    masked_frame = malloc(frame_size);
    plain = malloc(message_bytes);
    batch = malloc(frame_size * window);
    if (!masked_frame || !plain || !batch || getrandom(key, sizeof key, 0) != sizeof key) die("prepare");
    for (int i = 0; i < message_bytes; i++) plain[i] = 'a' + i % 26;
    header_size = ws_write_header(masked_frame, WS_FINAL | WS_BINARY, message_bytes, key);
    memcpy(masked_frame + header_size, plain, message_bytes);
    ws_mask(masked_frame + header_size, message_bytes, key);
    frame_size = header_size + message_bytes;
}

static void send_messages(struct connection *connection, int count) {
    for (int i = 0; i < count; i++) {
        uint8_t *frame = batch + frame_size * i;
        memcpy(frame, masked_frame, frame_size);
        uint64_t number = connection->sent++;
        memcpy(frame + header_size, &number, sizeof number);
        ws_mask(frame + header_size, sizeof number, key);
    }
    // A window that the kernel's buffers cannot hold would measure something else.
    if (write(connection->descriptor, batch, frame_size * count) != (ssize_t)(frame_size * count)) die("write");
}

static void check_echo(struct connection *connection, const struct ws_header *header, const uint8_t *payload) {
    uint64_t number;
    memcpy(&number, payload, sizeof number);
    if (header->first != (WS_FINAL | WS_BINARY) || header->masked || header->length != (uint64_t)message_bytes ||
        number != connection->echoed || memcmp(payload + 8, plain + 8, message_bytes - 8) != 0) {
        fprintf(stderr, "echo %llu is not what was sent\n", (unsigned long long)connection->echoed);
        exit(1);
    }
    connection->echoed++;
}

// Reads once, checks the echoes, and sends as many messages again; returns their number.
static int exchange(struct connection *connection) {
    static uint8_t input[2 * MAX_READ];
    size_t count = connection->held_count, taken = 0;
    memcpy(input, connection->held, count);
    ssize_t got = read(connection->descriptor, input + count, MAX_READ);
    if (got == 0) errno = ECONNRESET;
    if (got <= 0) die("read");
    count += got;

    int echoes = 0;
    struct ws_header header;
    while (ws_read_header(input + taken, count - taken, &header) && count - taken >= header.size + header.length) {
        check_echo(connection, &header, input + taken + header.size);
        taken += header.size + header.length;
        echoes++;
    }
    connection->held_count = count - taken;
    if (connection->held_count > frame_size) {
        fprintf(stderr, "the server sent a longer frame than it got\n");
        exit(1);
    }
    memcpy(connection->held, input + taken, connection->held_count);
    if (echoes) send_messages(connection, echoes);
    return echoes;
}

static int open_connection(int port) {
    int descriptor = connect_to(port);
    char head[4096] = "";
    size_t count = snprintf(head, sizeof head, ws_upgrade_request, "/", port);
    if (write(descriptor, head, count) != (ssize_t)count) die("write");
    memset(head, 0, sizeof head);
    for (count = 0; !strstr(head, "\r\n\r\n");) {
        ssize_t got = read(descriptor, head + count, sizeof head - 1 - count);
        if (got <= 0) die("no upgrade");
        count += got;
    }
    if (!strstr(head, " 101 ") || !strstr(head, ws_expected_accept)) {
        fprintf(stderr, "not upgraded: %s\n", head);
        exit(1);
    }
    return descriptor;
}

int main(int argc, char **argv) {
    if (argc != 7) return fprintf(stderr, "usage: echo_client PORT SERVER_PID C W N SECONDS\n"), 64;
    int port = atoi(argv[1]), pid = atoi(argv[2]), connection_count = atoi(argv[3]);
    window = atoi(argv[4]);
    message_bytes = atoi(argv[5]);
    double seconds = atof(argv[6]), warm_up = 0.5;
    if (message_bytes < 8 || message_bytes > MAX_READ / 2) return fprintf(stderr, "N is 8…%d\n", MAX_READ / 2), 64;
    prepare_message();

    int epoll = epoll_create1(EPOLL_CLOEXEC);
    connections = calloc(connection_count, sizeof *connections);
    for (int i = 0; i < connection_count; i++) {
        connections[i].descriptor = open_connection(port);
        connections[i].held = malloc(frame_size);
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = &connections[i]};
        if (epoll_ctl(epoll, EPOLL_CTL_ADD, connections[i].descriptor, &event) < 0) die("epoll_ctl");
    }
    for (int i = 0; i < connection_count; i++) send_messages(&connections[i], window);

    uint64_t round_trips = 0;
    double began = now() + warm_up, cpu_began = 0, time;
    bool measuring = false;
    while ((time = now()) < began + seconds) {
        if (!measuring && time >= began) {
            measuring = true;
            began = time;
            cpu_began = cpu_seconds(pid);
            round_trips = 0;
        }
        struct epoll_event events[256];
        int count = epoll_wait(epoll, events, 256, 1000);
        if (count == 0) return fprintf(stderr, "no echo for a second\n"), 1;
        if (count < 0) die("epoll_wait");
        for (int i = 0; i < count; i++) round_trips += exchange(events[i].data.ptr);
    }
    printf("{\"roundTrips\": %llu, \"seconds\": %.3f, \"serverCPUSeconds\": %.2f}\n", (unsigned long long)round_trips,
           time - began, cpu_seconds(pid) - cpu_began);
}
