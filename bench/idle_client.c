// Opens N WebSocket connections, one after the other, and holds them without a word.
// usage: idle_client PORT N plain|tls PATH [TOKENS]
// TOKENS is a file with a line for each connection, which then opens a session with it.
// Prints "holding N", waits for a line on standard input, has every connection answer a ping, prints "alive N".
#include "websocket.h"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

static struct connection {
    int descriptor;
    SSL *tls; // NULL in plain
} *connections;

static void fail(const char *what, int number) {
    fprintf(stderr, "connection %d: %s: %m\n", number, what);
    ERR_print_errors_fp(stderr);
    exit(1);
}

static void send_all(int number, const void *bytes, size_t count) {
    struct connection *connection = &connections[number];
    ssize_t sent = connection->tls ? SSL_write(connection->tls, bytes, count) : write(connection->descriptor, bytes, count);
    if (sent != (ssize_t)count) fail("send", number);
}

static size_t receive(int number, void *bytes, size_t count) {
    struct connection *connection = &connections[number];
    ssize_t got = connection->tls ? SSL_read(connection->tls, bytes, count) : read(connection->descriptor, bytes, count);
    if (got <= 0) fail("receive", number);
    return got;
}

// Every listener's port has 28,000 callers per address; a few addresses leave room, and spread a limit per address.
static void dial(int number, int port) {
    int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), on = 1;
    struct sockaddr_in from = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK + 1 + number % 64)};
    struct sockaddr_in to = {
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct timeval patience = {.tv_sec = 10};
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(descriptor, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof on);
    if (bind(descriptor, (struct sockaddr *)&from, sizeof from) < 0) fail("bind", number);
    if (connect(descriptor, (struct sockaddr *)&to, sizeof to) < 0) fail("connect", number);
    connections[number].descriptor = descriptor;
}

static void secure(int number, SSL_CTX *context) {
    SSL *tls = SSL_new(context);
    if (!tls || !SSL_set_fd(tls, connections[number].descriptor)) fail("TLS", number);
    connections[number].tls = tls;
    if (SSL_connect(tls) != 1) fail("TLS handshake", number);
}

static void upgrade(int number, int port, const char *path) {
    char head[4096];
    size_t count = snprintf(head, sizeof head, ws_upgrade_request, path, port);
    send_all(number, head, count);
    memset(head, 0, sizeof head);
    for (count = 0; !strstr(head, "\r\n\r\n");) count += receive(number, head + count, sizeof head - 1 - count);
    if (!strstr(head, " 101 ") || !strstr(head, ws_expected_accept)) {
        fprintf(stderr, "connection %d is not upgraded: %s\n", number, head);
        exit(1);
    }
}

// Both are shorter than 65,536 bytes, and masked with a key of zeros.
static void send_frame(int number, uint8_t first, const void *payload, size_t count) {
    uint8_t frame[WS_HEADER_MAX + 8192], key[4] = {0};
    size_t size = ws_write_header(frame, first, count, key);
    memcpy(frame + size, payload, count);
    send_all(number, frame, size + count);
}

// Reads frames until one has the opcode, and copies its payload as text.
static void await_frame(int number, uint8_t opcode, char *text, size_t capacity) {
    uint8_t input[16384];
    struct ws_header header;
    for (size_t count = 0;;) {
        count += receive(number, input + count, sizeof input - count);
        while (ws_read_header(input, count, &header) && count >= header.size + header.length) {
            if ((header.first & 0x0f) == opcode && header.length < capacity) {
                memcpy(text, input + header.size, header.length);
                text[header.length] = 0;
                return;
            }
            if ((header.first & 0x0f) == WS_CLOSE) {
                fprintf(stderr, "connection %d was closed: %.*s\n", number, (int)header.length, input + header.size);
                exit(1);
            }
            count -= header.size + header.length;
            memmove(input, input + header.size + header.length, count);
        }
    }
}

static void open_session(int number, const char *token) {
    char request[8192], reply[8192];
    int count = snprintf(
        request, sizeof request,
        "{\"id\":1,\"op\":\"session.open\",\"data\":{\"token\":\"%s\",\"device\":\"d\",\"platform\":\"web\"}}", token);
    send_frame(number, WS_FINAL | WS_TEXT, request, count);
    await_frame(number, WS_TEXT, reply, sizeof reply);
    if (strstr(reply, "\"ok\"")) return;
    fprintf(stderr, "connection %d has no session: %s\n", number, reply);
    exit(1);
}

static SSL_CTX *tls_context(void) {
    SSL_CTX *context = SSL_CTX_new(TLS_client_method());
    if (!context) fail("TLS", 0);
    // The certificate is the benchmark's own; what is measured is the server's memory.
    SSL_CTX_set_verify(context, SSL_VERIFY_NONE, NULL);
    SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    return context;
}

int main(int argc, char **argv) {
    if (argc != 5 && argc != 6) return fprintf(stderr, "usage: idle_client PORT N plain|tls PATH [TOKENS]\n"), 64;
    int port = atoi(argv[1]), count = atoi(argv[2]);
    SSL_CTX *context = strcmp(argv[3], "tls") == 0 ? tls_context() : NULL;
    FILE *tokens = argc == 6 ? fopen(argv[5], "r") : NULL;
    if (argc == 6 && !tokens) die(argv[5]);
    connections = calloc(count, sizeof *connections);

    for (int number = 0; number < count; number++) {
        dial(number, port);
        if (context) secure(number, context);
        upgrade(number, port, argv[4]);
        if (!tokens) continue;
        char token[4096];
        if (!fgets(token, sizeof token, tokens)) fail("no token left", number);
        token[strcspn(token, "\n")] = 0;
        open_session(number, token);
    }
    printf("holding %d\n", count);
    fflush(stdout);

    if (getchar() == EOF) return 0;
    for (int number = 0; number < count; number++) send_frame(number, WS_FINAL | WS_PING, "ping", 4);
    for (int number = 0; number < count; number++) {
        char answer[128];
        await_frame(number, WS_PONG, answer, sizeof answer);
        if (strcmp(answer, "ping") != 0) return fprintf(stderr, "connection %d: pong with %s\n", number, answer), 1;
    }
    printf("alive %d\n", count);
}
