/* notify.c: datagrams to the socket of a service manager. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "notify.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "app/options.h"

static bool orphaned;

/* The pipe to a supervisor; -1: there is none. */
static int supervisor_pipe(void)
{
    const char *text = getenv(NOTIFY_PIPE);
    struct stat status;
    uint64_t file;
    bool good = text != NULL && app_parse_number(text, STDERR_FILENO + 1, INT32_MAX, &file);
    return good && fstat((int)file, &status) == 0 && S_ISFIFO(status.st_mode) ? (int)file : -1;
}

static void send_to_supervisor(int pipe, const char *lines)
{
    ssize_t n = dprintf(pipe, "%s\n", lines);
    orphaned |= n < 0 && errno == EPIPE;
}

bool notify_orphaned(void)
{
    return orphaned;
}

static void send_to_socket(const char *lines)
{
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    const char *path = getenv("NOTIFY_SOCKET");
    size_t size = path != NULL ? strlen(path) : 0;
    if (size == 0 || size >= sizeof address.sun_path)
        return;
    memcpy(address.sun_path, path, size);
    if (path[0] == '@')
        address.sun_path[0] = '\0'; /* a name outside the file system */
    int file = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (file < 0)
        return;
    sendto(file, lines, strlen(lines), MSG_NOSIGNAL, (const struct sockaddr *)&address,
           (socklen_t)(offsetof(struct sockaddr_un, sun_path) + size));
    close(file);
}

void notify_send(const char *lines)
{
    int pipe = supervisor_pipe();
    if (pipe >= 0)
        send_to_supervisor(pipe, lines);
    else
        send_to_socket(lines);
}

/* Microseconds between two signs of life; 0: none are wanted of this process. */
static uint64_t watchdog_interval_us(void)
{
    const char *usec = getenv("WATCHDOG_USEC"), *pid = getenv("WATCHDOG_PID");
    uint64_t interval = 0, wanted = 0;
    if (usec == NULL || !app_parse_number(usec, 1, UINT64_MAX, &interval))
        return 0;
    if (pid != NULL && (!app_parse_number(pid, 1, INT32_MAX, &wanted) || (pid_t)wanted != getpid()))
        return 0;
    return interval / 2;
}

void notify_alive(uint64_t now_us)
{
    static uint64_t interval_us = UINT64_MAX, next_us;
    if (interval_us == UINT64_MAX)
        interval_us = watchdog_interval_us();
    if (interval_us == 0 || now_us < next_us)
        return;
    next_us = now_us + interval_us;
    notify_send("WATCHDOG=1");
}
