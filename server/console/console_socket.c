/* console_socket.c: a few local connections, each with a line that is being read and bytes that are being written. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "console_socket.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "app/files/new_file.h"
#include "app/log.h"

enum {
    CLIENTS = 8,
    MAX_WAITING = 1 << 20,                      /* bytes of replies that a client does not read */
    LINES_PER_POLL = 16,                        /* of a client: the match comes first */
    READS_PER_POLL = 16,                        /* of a request that is too long */
    REQUEST_BYTES = 6 * CONSOLE_LINE_BYTES + 64 /* a command in JSON, each byte of which may be written as \u00xx */
};

typedef struct client {
    int file; /* -1: free */
    char line[REQUEST_BYTES];
    size_t used;
    bool skips;     /* the rest of a line that was too long */
    uint64_t heard; /* order of the newest bytes of all clients */
    char *waiting;  /* replies, owned */
    size_t waiting_size;
} client;

struct console_socket {
    int file;
    char path[sizeof((struct sockaddr_un *)0)->sun_path];
    dev_t device;
    ino_t inode;
    client clients[CLIENTS];
    uint64_t heard; /* clients and reads so far */
};

/* --- listening ---------------------------------------------------------------------- */

/* Whether a server answers at the address. */
static bool is_answered(const struct sockaddr_un *address)
{
    int file = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    bool answered = file >= 0 && connect(file, (const struct sockaddr *)address, sizeof *address) == 0;
    answered = answered || (file >= 0 && errno == EAGAIN);
    if (file >= 0)
        close(file);
    return answered;
}

/* Removes a socket that a server has left; false with a sentence when something else is there. */
static bool clear_path(const struct sockaddr_un *address, char why[APP_ERROR_BYTES])
{
    struct stat status;
    if (lstat(address->sun_path, &status) != 0)
        return true;
    if (!S_ISSOCK(status.st_mode))
        snprintf(why, APP_ERROR_BYTES, "--console %.150s: the path exists and is no socket", address->sun_path);
    else if (is_answered(address))
        snprintf(why, APP_ERROR_BYTES, "--console %.150s: another server answers there", address->sun_path);
    else if (unlink(address->sun_path) == 0 || errno == ENOENT)
        return true;
    else
        snprintf(why, APP_ERROR_BYTES, "--console %.150s: the socket of an earlier server stays: %s", address->sun_path,
                 strerror(errno));
    return false;
}

static bool bind_path(console_socket *s, const struct sockaddr_un *address)
{
    struct stat status;
    mode_t mask = umask(0177);
    bool bound = bind(s->file, (const struct sockaddr *)address, sizeof *address) == 0;
    umask(mask);
    if (!bound || listen(s->file, CLIENTS) != 0 || lstat(s->path, &status) != 0)
        return false;
    s->device = status.st_dev;
    s->inode = status.st_ino;
    return true;
}

/* False with a sentence. */
static bool open_locked(console_socket **out, const struct sockaddr_un *address, char why[APP_ERROR_BYTES])
{
    const char *path = address->sun_path;
    if (!clear_path(address, why))
        return false;
    console_socket *s = calloc(1, sizeof *s);
    if (s == NULL) {
        snprintf(why, APP_ERROR_BYTES, "out of memory");
        return false;
    }
    memcpy(s->path, path, strlen(path) + 1);
    for (unsigned i = 0; i < CLIENTS; i++)
        s->clients[i].file = -1;
    s->file = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (s->file < 0 || !bind_path(s, address)) {
        snprintf(why, APP_ERROR_BYTES, "--console %.150s: %s", path, strerror(errno));
        if (s->file >= 0)
            close(s->file);
        free(s);
        return false;
    }
    *out = s;
    return true;
}

bool console_socket_open(console_socket **out, const char *path, char why[APP_ERROR_BYTES])
{
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    *out = NULL;
    if (path == NULL)
        return true;
    if (strlen(path) >= sizeof address.sun_path) {
        snprintf(why, APP_ERROR_BYTES, "--console: a path of a socket has at most %zu bytes",
                 sizeof address.sun_path - 1);
        return false;
    }
    memcpy(address.sun_path, path, strlen(path) + 1);
    int lock = app_new_file_lock(path); /* -1: two servers that start together may both find a socket that was left */
    bool opened = open_locked(out, &address, why);
    if (lock >= 0)
        close(lock);
    return opened;
}

/* --- clients --------------------------------------------------------------------------- */

static void close_client(client *c)
{
    close(c->file);
    free(c->waiting);
    *c = (client){ .file = -1 };
}

/* A free place, or that of the client that was silent for longest: idle connections keep no operator out. */
static client *choose_place(console_socket *s)
{
    client *place = s->clients;
    for (unsigned i = 0; i < CLIENTS; i++) {
        client *c = &s->clients[i];
        if (c->file < 0)
            return c;
        if (c->heard < place->heard)
            place = c;
    }
    close_client(place);
    return place;
}

static void accept_clients(console_socket *s)
{
    int file;
    for (unsigned n = 0; n < CLIENTS; n++) { /* each is served before it may have to give way */
        if ((file = accept4(s->file, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK)) < 0)
            return;
        client *place = choose_place(s);
        place->file = file;
        place->heard = ++s->heard;
    }
}

/* Sends what waits; false when the client is gone. */
static bool send_waiting(client *c)
{
    while (c->waiting_size > 0) {
        ssize_t n = send(c->file, c->waiting, c->waiting_size, MSG_NOSIGNAL);
        if (n < 0)
            return errno == EAGAIN || errno == EINTR;
        c->waiting_size -= (size_t)n;
        memmove(c->waiting, c->waiting + n, c->waiting_size);
    }
    return true;
}

/* Appends a line to what waits; false when the client does not read, or memory is out. */
static bool queue_line(client *c, const char *text)
{
    size_t size = strlen(text);
    if (c->waiting_size + size + 1 > MAX_WAITING)
        return false;
    char *grown = realloc(c->waiting, c->waiting_size + size + 1);
    if (grown == NULL)
        return false;
    memcpy(grown + c->waiting_size, text, size);
    grown[c->waiting_size + size] = '\n';
    c->waiting = grown;
    c->waiting_size += size + 1;
    return true;
}

static bool answer(client *c, const console_reply *reply)
{
    json_t *value = json_pack("{s:b, s:s}", "ok", reply->good, "text", reply->text != NULL ? reply->text : "");
    if (value != NULL && reply->data != NULL)
        json_object_set(value, "data", reply->data);
    char *text = value != NULL ? json_dumps(value, JSON_COMPACT) : NULL;
    bool queued = text != NULL && queue_line(c, text);
    free(text);
    json_decref(value);
    return queued;
}

/* One line of a client; false when the connection is to be closed. */
static bool take_line(client *c, size_t size, const console_handler *handler)
{
    json_error_t error;
    json_t *request = json_loadb(c->line, size, 0, &error);
    const char *command = json_string_value(json_object_get(request, "command"));
    console_reply reply = { 0 };
    if (command != NULL)
        handler->run(handler->context, command, &reply);
    else
        reply.text = strdup("a request is one line such as {\"command\": \"status\"}\n");
    bool queued = answer(c, &reply);
    console_reply_free(&reply);
    json_decref(request);
    return queued;
}

/* Runs the whole lines that are there; false when the connection is to be closed. */
static bool take_lines(client *c, const console_handler *handler)
{
    char *end;
    for (unsigned n = 0; n < LINES_PER_POLL && (end = memchr(c->line, '\n', c->used)) != NULL; n++) {
        size_t size = (size_t)(end - c->line);
        if (!take_line(c, size, handler))
            return false;
        c->used -= size + 1;
        memmove(c->line, end + 1, c->used);
    }
    return true;
}

/* Answers a line that is too long and drops what there is of it; false when the connection is to be closed. */
static bool refuse_line(client *c)
{
    char text[64];
    snprintf(text, sizeof text, "a request has at most %d bytes\n", REQUEST_BYTES - 1);
    console_reply reply = { .text = text };
    c->skips = true;
    c->used = 0;
    return answer(c, &reply);
}

/* Drops bytes up to the end of a line that was too long. */
static void skip_rest(client *c)
{
    const char *end = c->skips ? memchr(c->line, '\n', c->used) : NULL;
    if (!c->skips)
        return;
    size_t dropped = end != NULL ? (size_t)(end + 1 - c->line) : c->used;
    c->used -= dropped;
    memmove(c->line, c->line + dropped, c->used);
    c->skips = end == NULL;
}

/* Reads what fits, and more only of a line that is skipped. False when the connection is to be closed; *ended: no more will
 * come. */
static bool read_lines(client *c, bool *ended)
{
    bool goes_on = true;
    *ended = false;
    for (unsigned i = 0; i < READS_PER_POLL && goes_on && c->used < sizeof c->line && (i == 0 || c->skips); i++) {
        ssize_t n = recv(c->file, c->line + c->used, sizeof c->line - c->used, 0);
        *ended = n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR);
        if (n <= 0)
            break;
        c->used += (size_t)n;
        skip_rest(c);
        if (c->used == sizeof c->line && memchr(c->line, '\n', c->used) == NULL)
            goes_on = refuse_line(c);
    }
    return goes_on;
}

static void poll_client(console_socket *s, client *c, const console_handler *handler)
{
    bool ended;
    size_t before = c->used;
    bool goes_on = read_lines(c, &ended);
    if (c->used != before)
        c->heard = ++s->heard;
    goes_on = goes_on && take_lines(c, handler) && send_waiting(c);
    if (!goes_on || (ended && c->waiting_size == 0 && memchr(c->line, '\n', c->used) == NULL))
        close_client(c);
}

void console_socket_poll(console_socket *s, const console_handler *handler)
{
    if (s == NULL)
        return;
    accept_clients(s);
    for (unsigned i = 0; i < CLIENTS; i++)
        if (s->clients[i].file >= 0)
            poll_client(s, &s->clients[i], handler);
}

void console_socket_close(console_socket *s)
{
    struct stat status;
    if (s == NULL)
        return;
    for (unsigned i = 0; i < CLIENTS; i++)
        if (s->clients[i].file >= 0) {
            send_waiting(&s->clients[i]);
            close_client(&s->clients[i]);
        }
    close(s->file);
    /* Another server may have taken the path since. */
    if (lstat(s->path, &status) == 0 && status.st_dev == s->device && status.st_ino == s->inode)
        unlink(s->path);
    free(s);
}
