/* console_client.c: one request to a console's socket, and its reply. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "console_client.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

enum { MAX_REPLY = 4 << 20 };

/* A connected socket, or -1 with errno set. */
static int connect_socket(const char *path, unsigned timeout_ms)
{
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    struct timeval limit = { .tv_sec = timeout_ms / 1000, .tv_usec = timeout_ms % 1000 * 1000 };
    if (strlen(path) >= sizeof address.sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memcpy(address.sun_path, path, strlen(path) + 1);
    int file = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (file < 0)
        return -1;
    setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    setsockopt(file, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    if (connect(file, (const struct sockaddr *)&address, sizeof address) == 0)
        return file;
    int reason = errno;
    close(file);
    errno = reason;
    return -1;
}

/* The line as a request with its end, malloced; NULL when it is no UTF-8. */
static char *make_request(const char *line)
{
    json_t *request = json_pack("{s:s}", "command", line);
    char *text = request != NULL ? json_dumps(request, JSON_COMPACT | JSON_ENSURE_ASCII) : NULL;
    json_decref(request);
    size_t size = text != NULL ? strlen(text) : 0;
    char *whole = text != NULL ? realloc(text, size + 2) : NULL;
    if (whole == NULL) {
        free(text);
        return NULL;
    }
    memcpy(whole + size, "\n", 2);
    return whole;
}

/* Reads one line, malloced and without its end; NULL when none comes. */
static char *read_reply(int file)
{
    char *reply = NULL;
    size_t used = 0;
    for (ssize_t n = 1; n > 0 && used < MAX_REPLY;) {
        char *grown = realloc(reply, used + 4096 + 1);
        if (grown == NULL)
            break;
        reply = grown;
        n = read(file, reply + used, 4096);
        used += n > 0 ? (size_t)n : 0;
        reply[used] = '\0';
        if (n > 0 && reply[used - 1] == '\n') {
            reply[used - 1] = '\0';
            return reply;
        }
    }
    free(reply);
    return NULL;
}

static char *exchange(int file, const char *request)
{
    size_t size = strlen(request);
    return send(file, request, size, MSG_NOSIGNAL) == (ssize_t)size ? read_reply(file) : NULL;
}

char *console_client_ask(const char *path, const char *line, unsigned timeout_ms, char why[APP_ERROR_BYTES])
{
    char *request = make_request(line), *reply = NULL;
    int file = request != NULL ? connect_socket(path, timeout_ms) : -1;
    if (request == NULL)
        snprintf(why, APP_ERROR_BYTES, "the command is no UTF-8");
    else if (file < 0)
        snprintf(why, APP_ERROR_BYTES, "no server answers at %.150s: %s", path, strerror(errno));
    else if ((reply = exchange(file, request)) == NULL)
        snprintf(why, APP_ERROR_BYTES, "the server at %.150s gave no answer", path);
    if (file >= 0)
        close(file);
    free(request);
    return reply;
}
