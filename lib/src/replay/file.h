/* file.h: reads files up to a limit of bytes, and no more of them than is worth reading. */
#ifndef FS_REPLAY_FILE_H
#define FS_REPLAY_FILE_H

#include <fixstep/replay.h>

/* Whether the rest of a file is worth reading after its first `size` bytes. Called with ever more of the same bytes. */
typedef bool fs__more_fn(void *context, const uint8_t *bytes, size_t size);

typedef struct fs__file_content {
    uint8_t *bytes; /* from malloc, owned by the caller; NULL unless FS_OK */
    size_t size;    /* of `bytes` */
    uint64_t whole; /* bytes of the file: more than `size` when its rest was not worth reading */
} fs__file_content;

/* Reads the file by path, "-" for the standard input, until its end or until `more` returns false, so that an endless or
 * huge file of another kind costs one block of memory. E_MEMORY, E_IO (errno has the reason), E_CAPACITY above `limit`
 * bytes: each with a sentence in `error`. */
fs_result fs__file_read_path(const char *path, size_t limit, fs__more_fn *more, void *context,
                             fs__file_content *content, char *error, size_t error_size);

#endif
