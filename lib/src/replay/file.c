/* file.c: files as sinks and sources of recordings.
 *
 * The only file of the module that does input and output. It must never interpret the bytes.
 */
#include "replay/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct sink {
    int descriptor;
} sink;

static bool write_all(void *context, const void *bytes, size_t size)
{
    const sink *file = (const sink *)context;
    const char *p = (const char *)bytes;
    while (size > 0) {
        ssize_t n = write(file->descriptor, p, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n == 0)
            errno = EIO;
        if (n <= 0)
            return false;
        p += n;
        size -= (size_t)n;
    }
    return true;
}

static fs_result io_error(const char *verb, const char *path, char *error, size_t error_size)
{
    snprintf(error, error_size, "cannot %s %s: %s", verb, path, strerror(errno));
    return FS_E_IO;
}

fs_result fs_recorder_open_file(const char *path, fs_write_fn **write, void **context, char *error, size_t error_size)
{
    sink *file = malloc(sizeof *file);
    if (file == NULL) {
        snprintf(error, error_size, "%s", fs_result_text(FS_E_MEMORY));
        return FS_E_MEMORY;
    }
    bool standard = strcmp(path, "-") == 0;
    file->descriptor = standard ? STDOUT_FILENO : open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file->descriptor < 0) {
        free(file);
        return io_error("write", path, error, error_size);
    }
    *write = write_all;
    *context = file;
    return FS_OK;
}

void fs_recorder_close_file(void *context)
{
    sink *file = (sink *)context;
    if (file == NULL)
        return;
    if (file->descriptor != STDOUT_FILENO)
        close(file->descriptor);
    free(file);
}

/* --- reading ------------------------------------------------------------------- */

/* Doubles the buffer, so that its size follows the bytes that were read. */
static bool grow_buffer(uint8_t **bytes, size_t *capacity)
{
    size_t doubled = *capacity == 0 ? (size_t)1 << 16 : *capacity * 2;
    uint8_t *p = realloc(*bytes, doubled);
    if (p == NULL)
        return false;
    *bytes = p;
    *capacity = doubled;
    return true;
}

fs_result fs__file_read_all(FILE *file, size_t limit, uint8_t **bytes, size_t *size)
{
    size_t capacity = 0, n;
    *bytes = NULL;
    *size = 0;
    do {
        if (*size == capacity && !grow_buffer(bytes, &capacity))
            return FS_E_MEMORY;
        n = fread(*bytes + *size, 1, capacity - *size, file);
        *size += n;
    } while (n > 0 && *size <= limit);
    if (ferror(file))
        return FS_E_IO;
    return *size > limit ? FS_E_CAPACITY : FS_OK;
}

fs_result fs__file_read_path(const char *path, size_t limit, uint8_t **bytes, size_t *size, char *error,
                             size_t error_size)
{
    bool standard = strcmp(path, "-") == 0;
    FILE *file = standard ? stdin : fopen(path, "rb");
    *bytes = NULL;
    if (file == NULL)
        return io_error("read", path, error, error_size);
    fs_result result = fs__file_read_all(file, limit, bytes, size);
    if (result == FS_E_IO)
        io_error("read", path, error, error_size);
    else if (result == FS_E_CAPACITY)
        snprintf(error, error_size, "%s is larger than %zu bytes", path, limit);
    else if (result != FS_OK)
        snprintf(error, error_size, "%s: %s", path, fs_result_text(result));
    if (!standard)
        fclose(file);
    if (result != FS_OK) {
        free(*bytes);
        *bytes = NULL;
    }
    return result;
}
