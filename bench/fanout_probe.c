// The yardstick for messages, and for handshakes: the least that a gateway can do which sends each frame by itself. One
// thread, one level-triggered epoll, no store, no limits. It answers session.open and message.send as martlet-load asks
// them. A message to a user goes to that user, any other as one prepared frame to all others, by one send each.
// usage: fanout_probe PORT [CERTIFICATE KEY]
#include "server.h"

#include <errno.h>
#include <openssl/ssl.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

enum { MAX_DESCRIPTORS = 1 << 17, PLACES = 1 << 18, INPUT_BYTES = 1 << 16, TEXT_BYTES = 1 << 14, NAME_BYTES = 64 };

struct bytes {
    uint8_t *start;
    size_t count;
};

// By descriptor.
static struct connection {
    SSL *tls;            // NULL in plain
    struct bytes held;   // an unfinished head or frame
    struct bytes unsent; // what the socket did not take
    enum { UPGRADING, OPENING, OPEN } state;
    int place; // among the members, when open
    char name[NAME_BYTES];
    unsigned long long last_seq; // of what it has sent to a user, who is the same each time
} connections[MAX_DESCRIPTORS];

// The descriptors of those whose session is open.
static int members[MAX_DESCRIPTORS], member_count;

// The descriptors of all who have opened a session, by their names; 0: nobody. Who has ended has another name there.
static int named[PLACES];

static int epoll;
static SSL_CTX *context;
static uint8_t input[2 * INPUT_BYTES];
static unsigned long long last_seq;

static void keep(struct bytes *kept, const uint8_t *start, size_t count) {
    uint8_t *before = kept->start;
    kept->start = NULL;
    kept->count = count;
    if (count) {
        kept->start = malloc(count);
        if (!kept->start) die("malloc");
        memcpy(kept->start, start, count);
    }
    free(before);
}

static void watch(int descriptor, uint32_t events, int operation) {
    struct epoll_event event = {.events = events, .data.fd = descriptor};
    if (epoll_ctl(epoll, operation, descriptor, &event) < 0) die("epoll_ctl");
}

static void end(int descriptor) {
    struct connection *connection = &connections[descriptor];
    if (connection->state == OPEN) {
        int last = members[--member_count];
        members[connection->place] = last;
        connections[last].place = connection->place;
    }
    keep(&connection->held, NULL, 0);
    keep(&connection->unsent, NULL, 0);
    if (connection->tls) SSL_free(connection->tls);
    *connection = (struct connection){0};
    close(descriptor);
}

// How many bytes the connection takes now, -1 when it is broken.
static ssize_t put(int descriptor, const uint8_t *start, size_t count) {
    SSL *tls = connections[descriptor].tls;
    if (tls) {
        int sent = SSL_write(tls, start, count);
        if (sent > 0) return sent;
        return SSL_get_error(tls, sent) == SSL_ERROR_WANT_WRITE ? 0 : -1;
    }
    ssize_t sent = send(descriptor, start, count, MSG_NOSIGNAL);
    return sent < 0 && errno == EAGAIN ? 0 : sent;
}

// How many bytes have come, 0 when nothing has, -1 when it is over.
static ssize_t get(int descriptor, uint8_t *start, size_t count) {
    SSL *tls = connections[descriptor].tls;
    if (tls) {
        int got = SSL_read(tls, start, count);
        if (got > 0) return got;
        return SSL_get_error(tls, got) == SSL_ERROR_WANT_READ ? 0 : -1;
    }
    ssize_t got = recv(descriptor, start, count, 0);
    if (got < 0 && errno == EAGAIN) return 0;
    return got > 0 ? got : -1;
}

// False: the connection has ended.
static bool send_bytes(int descriptor, const uint8_t *start, size_t count) {
    struct connection *connection = &connections[descriptor];
    struct bytes *unsent = &connection->unsent;
    if (unsent->count) {
        unsent->start = realloc(unsent->start, unsent->count + count);
        if (!unsent->start) die("realloc");
        memcpy(unsent->start + unsent->count, start, count);
        unsent->count += count;
        return true;
    }
    ssize_t sent = put(descriptor, start, count);
    if (sent < 0) return end(descriptor), false;
    if ((size_t)sent == count) return true;
    keep(unsent, start + sent, count - sent);
    watch(descriptor, EPOLLIN | EPOLLOUT, EPOLL_CTL_MOD);
    return true;
}

static void send_unsent(int descriptor) {
    struct bytes *unsent = &connections[descriptor].unsent;
    ssize_t sent = put(descriptor, unsent->start, unsent->count);
    if (sent < 0) return end(descriptor);
    keep(unsent, unsent->start + sent, unsent->count - sent);
    if (!unsent->count) watch(descriptor, EPOLLIN, EPOLL_CTL_MOD);
}

// A string's value behind `name`, without regard for escapes; empty if it is not there.
static struct bytes string_after(const char *name, const uint8_t *text, size_t count) {
    uint8_t *start = memmem(text, count, name, strlen(name));
    if (!start) return (struct bytes){0};
    start += strlen(name);
    uint8_t *stop = memchr(start, '"', text + count - start);
    return stop ? (struct bytes){start, stop - start} : (struct bytes){0};
}

static bool reply(int descriptor, const char *format, ...) {
    uint8_t frame[WS_HEADER_MAX + 512];
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    int count = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    size_t header = ws_write_header(frame, WS_FINAL | WS_TEXT, count, NULL);
    memcpy(frame + header, text, count);
    return send_bytes(descriptor, frame, header + count);
}

// Where the session of that name is, or could be.
static int *place_of(struct bytes name) {
    uint32_t hash = 2166136261;
    for (size_t i = 0; i < name.count; i++) hash = (hash ^ name.start[i]) * 16777619;
    for (;; hash++) {
        int *place = &named[hash % PLACES];
        const char *known = connections[*place].name;
        if (!*place || (strlen(known) == name.count && !memcmp(known, name.start, name.count))) return place;
    }
}

// The frame has as many bytes as Martlet's for the same message.
static bool deliver(int sender, long long id, const uint8_t *text, size_t count) {
    struct bytes number = string_after("\"clientMsgId\":\"", text, count);
    struct bytes receiver = string_after("\"conversationID\":\"c2c_", text, count);
    uint8_t *body = memmem(text, count, "\"body\":", 7);
    if (!number.start || !body || count > TEXT_BYTES) return end(sender), false;
    body += 7;
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    long long milliseconds = time.tv_sec * 1000LL + time.tv_nsec / 1000000;
    unsigned long long seq = receiver.start ? ++connections[sender].last_seq : ++last_seq;

    static uint8_t frame[WS_HEADER_MAX + TEXT_BYTES + 512];
    static char event[TEXT_BYTES + 512];
    char conversation[NAME_BYTES + 4] = "group_1";
    if (receiver.start) snprintf(conversation, sizeof conversation, "c2c_%s", connections[sender].name);
    int length = snprintf(
        event, sizeof event,
        "{\"event\":\"message.new\",\"data\":{\"msgId\":\"%016llu\",\"clientMsgId\":\"%.*s\","
        "\"conversationID\":\"%s\",\"sessionType\":%d,\"seq\":%llu,\"from\":\"%s\",\"type\":0,\"body\":%.*s,"
        "\"time\":%lld}}",
        seq, (int)number.count, number.start, conversation, receiver.start ? 0 : 1, seq, connections[sender].name,
        (int)(text + count - 2 - body), body, milliseconds);
    size_t header = ws_write_header(frame, WS_FINAL | WS_TEXT, length, NULL);
    memcpy(frame + header, event, length);
    if (receiver.start) {
        int to = *place_of(receiver);
        if (to) send_bytes(to, frame, header + length);
        snprintf(conversation, sizeof conversation, "c2c_%.*s", (int)receiver.count, receiver.start);
    }
    // From the back: who ends is replaced by one who has it already.
    for (int i = member_count - 1; i >= 0 && !receiver.start; i--) {
        if (members[i] != sender) send_bytes(members[i], frame, header + length);
    }
    return reply(
        sender,
        "{\"id\":%lld,\"ok\":{\"msgId\":\"%016llu\",\"conversationID\":\"%s\",\"seq\":%llu,\"time\":%lld}}",
        id, seq, conversation, seq, milliseconds);
}

static bool open_session(int descriptor, long long id, const uint8_t *text, size_t count) {
    struct connection *connection = &connections[descriptor];
    struct bytes name = string_after("\"user\":\"", text, count);
    if (connection->state == OPEN || !name.start || name.count >= NAME_BYTES) return end(descriptor), false;
    memcpy(connection->name, name.start, name.count);
    *place_of(name) = descriptor;
    connection->state = OPEN;
    connection->place = member_count;
    members[member_count++] = descriptor;
    return reply(descriptor, "{\"id\":%lld,\"ok\":{\"user\":\"%s\"}}", id, connection->name);
}

static bool handle(int descriptor, uint8_t opcode, const uint8_t *text, size_t count) {
    if (opcode == WS_CLOSE) return end(descriptor), false;
    uint8_t *number = memmem(text, count, "\"id\":", 5);
    if (opcode != WS_TEXT || !number) return true;
    long long id = strtoll((char *)number + 5, NULL, 10);
    if (memmem(text, count, "\"session.open\"", 14)) return open_session(descriptor, id, text, count);
    if (memmem(text, count, "\"message.send\"", 14)) return deliver(descriptor, id, text, count);
    return reply(descriptor, "{\"id\":%lld,\"ok\":{}}", id);
}

// Takes whole frames from the front of the input; returns how many bytes they were, -1 when the connection has ended.
static ssize_t handle_frames(int descriptor, size_t count) {
    size_t taken = 0;
    struct ws_header header;
    while (ws_read_header(input + taken, count - taken, &header)) {
        if (!header.masked || header.length > TEXT_BYTES) return end(descriptor), -1;
        if (count - taken < header.size + header.length) break;
        uint8_t *payload = input + taken + header.size;
        ws_mask(payload, header.length, header.key);
        taken += header.size + header.length;
        if (!handle(descriptor, header.first & 0x0f, payload, header.length)) return -1;
    }
    return taken;
}

// Nobody speaks before the answer, so nothing comes behind the head.
static ssize_t upgrade(int descriptor, size_t count) {
    uint8_t answer[512];
    size_t answer_count = 0;
    ssize_t taken = answer_upgrade(input, count, answer, &answer_count);
    if (taken < 0) return end(descriptor), -1;
    if (taken > 0 && !send_bytes(descriptor, answer, answer_count)) return -1;
    if (taken > 0) connections[descriptor].state = OPENING;
    return taken;
}

// False: nothing more has come, or the connection has ended.
static bool receive(int descriptor) {
    struct connection *connection = &connections[descriptor];
    size_t count = connection->held.count;
    if (count) memcpy(input, connection->held.start, count);
    ssize_t got = get(descriptor, input + count, INPUT_BYTES);
    if (got < 0) end(descriptor);
    if (got <= 0) return false;
    count += got;
    bool upgrades = connection->state == UPGRADING;
    ssize_t taken = upgrades ? upgrade(descriptor, count) : handle_frames(descriptor, count);
    if (taken < 0) return false;
    if (count - taken > INPUT_BYTES) return end(descriptor), false;
    if (count != (size_t)taken || connection->held.count) keep(&connection->held, input + taken, count - taken);
    return true;
}

static void accept_all(int listener) {
    int descriptor;
    while ((descriptor = accept_one(listener)) >= 0) {
        if (descriptor >= MAX_DESCRIPTORS) {
            close(descriptor);
            continue;
        }
        if (context) {
            SSL *tls = connections[descriptor].tls = SSL_new(context);
            if (!tls || !SSL_set_fd(tls, descriptor)) die("TLS");
            SSL_set_accept_state(tls);
        }
        watch(descriptor, EPOLLIN, EPOLL_CTL_ADD);
    }
}

static void prepare_tls(const char *certificate, const char *key) {
    context = SSL_CTX_new(TLS_server_method());
    if (!context || SSL_CTX_use_certificate_chain_file(context, certificate) != 1 ||
        SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) != 1)
        die("certificate");
    SSL_CTX_set_min_proto_version(context, TLS1_3_VERSION);
    SSL_CTX_set_num_tickets(context, 0);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_mode(
        context, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
}

int main(int argc, char **argv) {
    if (argc != 2 && argc != 4) return fprintf(stderr, "usage: fanout_probe PORT [CERTIFICATE KEY]\n"), 64;
    if (argc == 4) prepare_tls(argv[2], argv[3]);
    signal(SIGPIPE, SIG_IGN);
    int listener = listen_on(atoi(argv[1]));
    epoll = epoll_create1(EPOLL_CLOEXEC);
    watch(listener, EPOLLIN, EPOLL_CTL_ADD);
    struct epoll_event events[256];
    for (;;) {
        int count = epoll_wait(epoll, events, 256, -1);
        if (count < 0 && errno != EINTR) die("epoll_wait");
        for (int i = 0; i < count; i++) {
            int descriptor = events[i].data.fd;
            if (descriptor == listener) {
                accept_all(listener);
                continue;
            }
            if (connections[descriptor].unsent.count) send_unsent(descriptor);
            // TLS may hold more than epoll knows of; in plain what is left wakes it again.
            if (events[i].events & ~EPOLLOUT) while (receive(descriptor) && connections[descriptor].tls) {}
        }
    }
}
