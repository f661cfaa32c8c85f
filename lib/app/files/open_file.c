/* open_file.c: see open_file.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "app/files/open_file.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <sys/stat.h>
#include <unistd.h>

/* A stream of the descriptor, which waits from now on; NULL with errno, and the descriptor is closed. */
static FILE *make_stream(int file, const char *mode)
{
    FILE *stream = fcntl(file, F_SETFL, fcntl(file, F_GETFL) & ~O_NONBLOCK) == 0 ? fdopen(file, mode) : NULL;
    int reason = errno;
    if (stream == NULL)
        close(file);
    errno = reason;
    return stream;
}

/* Whether the descriptor is a pipe that nobody has written to or will. */
static bool is_deserted(int file)
{
    struct stat status;
    struct pollfd state = { .fd = file, .events = POLLIN };
    char byte;
    return fstat(file, &status) == 0 && S_ISFIFO(status.st_mode) && poll(&state, 1, 0) == 0 &&
           read(file, &byte, 1) == 0;
}

FILE *app_open_to_read(const char *path)
{
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (file >= 0 && is_deserted(file)) {
        close(file);
        errno = ENODATA;
        return NULL;
    }
    return file >= 0 ? make_stream(file, "r") : NULL;
}

FILE *app_open_to_write(const char *path)
{
    int how = O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_TRUNC;
    int file = open(path, how, 0666);
    return file >= 0 ? make_stream(file, "w") : NULL;
}

/* open() takes the lowest number that is free. */
void app_open_standard(void)
{
    for (int file = STDIN_FILENO; file <= STDERR_FILENO; file++)
        if (fcntl(file, F_GETFD) < 0 && open("/dev/null", O_RDWR) != file)
            return;
}
