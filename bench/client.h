// What the clients share: a connection, and what they measure.
#pragma once
#include "websocket.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static inline double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

// utime and stime, fields 14 and 15 of proc_pid_stat(5); the name in field 2 may hold spaces.
static inline double cpu_seconds(int pid) {
    char path[64], text[1024] = "";
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    FILE *file = fopen(path, "r");
    if (!file || !fgets(text, sizeof text, file)) die(path);
    fclose(file);
    unsigned long user = 0, system = 0;
    char *fields = strrchr(text, ')');
    if (!fields || sscanf(fields + 2, "%*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system) != 2) {
        errno = EINVAL;
        die(path);
    }
    return (double)(user + system) / sysconf(_SC_CLK_TCK);
}

static inline int connect_to(int port) {
    int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), on = 1;
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    if (connect(descriptor, (struct sockaddr *)&address, sizeof address) < 0) die("connect");
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return descriptor;
}
