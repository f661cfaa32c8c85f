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
#include <sys/stat.h>
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

/* Does not wait for a reader of a pipe: without one there is ENXIO. */
static int open_to_write(const char *path)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK, 0666);
    if (file >= 0)
        fcntl(file, F_SETFL, fcntl(file, F_GETFL) & ~O_NONBLOCK);
    return file;
}

fs_result fs_recorder_open_file(const char *path, fs_write_fn **write, void **context, char *error, size_t error_size)
{
    sink *file = malloc(sizeof *file);
    if (file == NULL) {
        snprintf(error, error_size, "%s", fs_result_text(FS_E_MEMORY));
        return FS_E_MEMORY;
    }
    bool standard = strcmp(path, "-") == 0;
    file->descriptor = standard ? STDOUT_FILENO : open_to_write(path);
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

/* Doubles the buffer, so that its size follows the bytes that were read, up to one byte above the limit. */
static bool grow_buffer(uint8_t **bytes, size_t *capacity, size_t limit)
{
    size_t grown = *capacity == 0 ? (size_t)1 << 16 : *capacity * 2;
    if (grown > limit + 1)
        grown = limit + 1;
    uint8_t *p = realloc(*bytes, grown);
    if (p == NULL)
        return false;
    *bytes = p;
    *capacity = grown;
    return true;
}

/* Bytes of a regular file; 0 of any other. */
static uint64_t regular_size(FILE *file)
{
    struct stat status;
    bool regular = fstat(fileno(file), &status) == 0 && S_ISREG(status.st_mode);
    return regular ? (uint64_t)status.st_size : 0;
}

static fs_result read_content(FILE *file, size_t limit, fs__more_fn *more, void *context, fs__file_content *content)
{
    size_t capacity = 0, n;
    uint64_t known = regular_size(file);
    do {
        if (content->size == capacity && !grow_buffer(&content->bytes, &capacity, limit))
            return FS_E_MEMORY;
        n = fread(content->bytes + content->size, 1, capacity - content->size, file);
        content->size += n;
        content->whole = known > content->size ? known : content->size;
        if (ferror(file))
            return FS_E_IO;
        if (!more(context, content->bytes, content->size))
            return FS_OK;
        if (content->whole > limit)
            return FS_E_CAPACITY;
    } while (n > 0);
    content->whole = content->size;
    return FS_OK;
}

fs_result fs__file_read_path(const char *path, size_t limit, fs__more_fn *more, void *context,
                             fs__file_content *content, char *error, size_t error_size)
{
    bool standard = strcmp(path, "-") == 0;
    FILE *file = standard ? stdin : fopen(path, "rb");
    *content = (fs__file_content){ 0 };
    if (file == NULL)
        return io_error("read", path, error, error_size);
    fs_result result = read_content(file, limit, more, context, content);
    if (result == FS_E_IO)
        io_error("read", path, error, error_size);
    else if (result == FS_E_CAPACITY)
        snprintf(error, error_size, "%s is larger than %zu bytes", path, limit);
    else if (result != FS_OK)
        snprintf(error, error_size, "%s: %s", path, fs_result_text(result));
    if (!standard)
        fclose(file);
    if (result != FS_OK) {
        free(content->bytes);
        content->bytes = NULL;
    }
    return result;
}
