/* sdk_call.c: see sdk_call.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "sdk_call.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include <fixstep/utf8.h>

enum { STATUS_AT = 9, STATUS_END = 12 }; /* "HTTP/1.1 200" */

static bool is_unfinished(void)
{
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINPROGRESS || errno == EINTR;
}

static sdk_call_state fail_call(sdk_call *c, const char *reason, char why[APP_ERROR_BYTES])
{
    snprintf(why, APP_ERROR_BYTES, "%s", reason);
    sdk_call_end(c);
    return SDK_CALL_FAILED;
}

bool sdk_call_begin(sdk_call *c, uint16_t port, const char *path, uint64_t now_us, char why[APP_ERROR_BYTES])
{
    struct sockaddr_in to = { .sin_family = AF_INET,
                              .sin_port = htons(port),
                              .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    *c = (sdk_call){ .open = true, .until_us = now_us + SDK_CALL_LIMIT_US };
    c->request_size = (size_t)snprintf(
        c->request, sizeof c->request,
        "POST /%.32s HTTP/1.1\r\nHost: 127.0.0.1:%u\r\nContent-Type: application/json\r\n"
        "Content-Length: 2\r\nConnection: close\r\n\r\n{}",
        path, (unsigned)port);
    c->file = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    bool good = c->file >= 0 && (connect(c->file, (const struct sockaddr *)&to, sizeof to) == 0 || is_unfinished());
    if (!good)
        fail_call(c, strerror(errno), why);
    return good;
}

/* False after an error other than that the system is not ready. */
static bool send_rest(sdk_call *c)
{
    while (c->sent < c->request_size) {
        ssize_t n = send(c->file, c->request + c->sent, c->request_size - c->sent, MSG_NOSIGNAL);
        if (n < 0)
            return is_unfinished();
        c->sent += (size_t)n;
    }
    return true;
}

/* The beginning of the answer is enough: the rest is not read. */
static bool receive_status(sdk_call *c)
{
    while (c->got < STATUS_END) {
        ssize_t n = recv(c->file, c->answer + c->got, STATUS_END - c->got, 0);
        if (n == 0)
            errno = ECONNRESET;
        if (n <= 0)
            return n < 0 && is_unfinished();
        c->got += (size_t)n;
    }
    return true;
}

sdk_call_state sdk_call_poll(sdk_call *c, uint64_t now_us, char why[APP_ERROR_BYTES])
{
    if (!c->open)
        return SDK_CALL_NONE;
    if (!send_rest(c) || (c->sent == c->request_size && !receive_status(c)))
        return fail_call(c, strerror(errno), why);
    if (c->got < STATUS_END)
        return now_us < c->until_us ? SDK_CALL_RUNS : fail_call(c, "no answer", why);
    if (strncmp(c->answer, "HTTP/1.", 7) == 0 && c->answer[STATUS_AT] == '2') {
        sdk_call_end(c);
        return SDK_CALL_DONE;
    }
    char reason[64];
    snprintf(reason, sizeof reason, "the answer is '%.12s'", c->answer);
    fs_utf8_clean(reason);
    return fail_call(c, reason, why);
}

void sdk_call_end(sdk_call *c)
{
    if (c->open && c->file >= 0)
        close(c->file);
    *c = (sdk_call){ 0 };
}
