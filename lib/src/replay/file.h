/* file.h: reads whole files up to a limit of bytes. */
#ifndef FS_REPLAY_FILE_H
#define FS_REPLAY_FILE_H

#include <fixstep/replay.h>
#include <stdio.h>

/* All bytes up to the end of `file`, allocated with malloc (the caller frees them whatever the result). E_MEMORY, E_IO
 * (errno has the reason), E_CAPACITY above `limit` bytes. */
fs_result fs__file_read_all(FILE *file, size_t limit, uint8_t **bytes, size_t *size);
/* The same by path, "-" for the standard input; a sentence in `error`. *bytes is NULL unless FS_OK. */
fs_result fs__file_read_path(const char *path, size_t limit, uint8_t **bytes, size_t *size, char *error,
                             size_t error_size);

#endif
