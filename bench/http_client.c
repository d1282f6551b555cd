// Loads an HTTP server and checks every answer's status: C connections keep W requests under way each.
// usage: http_client PORT SERVER_PID C W SECONDS FILE, which has a request for each connection, all of the same length
// Prints one line of JSON: requests, seconds, the CPU seconds the server spent on them, the bytes of an answer's body, and the
// requests with those that came before the measurement.
#include "client.h"

#include <sys/epoll.h>

enum { MAX_HELD = 1 << 14 };

static char *batches; // a window of requests for each connection
static size_t batch_size, request_size, body_size;

static struct connection {
    int descriptor;
    size_t count;
    char held[MAX_HELD + 1];
} *connections;

static void send_requests(struct connection *connection, int count) {
    size_t size = request_size * count;
    // A window that the kernel's buffers cannot hold would measure something else.
    const char *batch = batches + batch_size * (connection - connections);
    if (write(connection->descriptor, batch, size) != (ssize_t)size) die("write");
}

// The bytes of the first answer, 0 while it is unfinished.
static size_t answer_size(const char *in, size_t count) {
    static const char fine[] = "HTTP/1.1 200 ", field[] = "\r\nContent-Length: ";
    const char *end_of_head = memmem(in, count, "\r\n\r\n", 4);
    if (!end_of_head) return 0;
    const char *length = strcasestr(in, field);
    if (strncmp(in, fine, sizeof fine - 1) != 0 || !length || length > end_of_head) {
        fprintf(stderr, "not the answer that was expected: %.*s\n", (int)count, in);
        exit(1);
    }
    body_size = strtoul(length + sizeof field - 1, NULL, 10);
    size_t size = end_of_head + 4 - in + body_size;
    return size <= count ? size : 0;
}

// Reads once, checks the answers, and sends as many requests again; returns their number.
static int exchange(struct connection *connection) {
    ssize_t got = read(connection->descriptor, connection->held + connection->count, MAX_HELD - connection->count);
    if (got == 0) errno = ECONNRESET;
    if (got <= 0) die("read");
    connection->count += got;
    connection->held[connection->count] = 0;
    int answers = 0;
    size_t taken = 0, size;
    while ((size = answer_size(connection->held + taken, connection->count - taken))) {
        taken += size;
        answers++;
    }
    connection->count -= taken;
    memmove(connection->held, connection->held + taken, connection->count);
    if (answers) send_requests(connection, answers);
    return answers;
}

static void prepare_requests(const char *path, int connection_count, int window) {
    FILE *file = fopen(path, "r");
    if (!file || fseek(file, 0, SEEK_END) < 0) die(path);
    request_size = ftell(file) / connection_count;
    batch_size = request_size * window;
    batches = malloc(batch_size * connection_count);
    if (!request_size || !batches || fseek(file, 0, SEEK_SET) < 0) die(path);
    for (int i = 0; i < connection_count; i++) {
        char *batch = batches + batch_size * i;
        if (fread(batch, 1, request_size, file) != request_size) die(path);
        for (int copy = 1; copy < window; copy++) memcpy(batch + request_size * copy, batch, request_size);
    }
    fclose(file);
}

int main(int argc, char **argv) {
    if (argc != 7) return fprintf(stderr, "usage: http_client PORT SERVER_PID C W SECONDS FILE\n"), 64;
    int port = atoi(argv[1]), pid = atoi(argv[2]), connection_count = atoi(argv[3]), window = atoi(argv[4]);
    double seconds = atof(argv[5]), warm_up = 0.5;
    prepare_requests(argv[6], connection_count, window);

    int epoll = epoll_create1(EPOLL_CLOEXEC);
    connections = calloc(connection_count, sizeof *connections);
    for (int i = 0; i < connection_count; i++) {
        connections[i].descriptor = connect_to(port);
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = &connections[i]};
        if (epoll_ctl(epoll, EPOLL_CTL_ADD, connections[i].descriptor, &event) < 0) die("epoll_ctl");
        send_requests(&connections[i], window);
    }

    uint64_t requests = 0, early = 0;
    double began = now() + warm_up, cpu_began = 0, time;
    bool measuring = false;
    while ((time = now()) < began + seconds) {
        if (!measuring && time >= began) {
            measuring = true;
            began = time;
            cpu_began = cpu_seconds(pid);
            early = requests;
            requests = 0;
        }
        struct epoll_event events[256];
        // A server that is watched closely takes its time.
        int count = epoll_wait(epoll, events, 256, 30000);
        if (count == 0) return fprintf(stderr, "no answer for 30 seconds\n"), 1;
        if (count < 0) die("epoll_wait");
        for (int i = 0; i < count; i++) requests += exchange(events[i].data.ptr);
    }
    printf("{\"requests\": %llu, \"seconds\": %.3f, \"serverCPUSeconds\": %.2f, \"bodyBytes\": %zu, \"all\": %llu}\n",
           (unsigned long long)requests, time - began, cpu_seconds(pid) - cpu_began, body_size,
           (unsigned long long)(early + requests));
}
