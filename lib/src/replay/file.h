/* file.h: reads whole files whose size is bounded by a limit, not by what they say. */
#ifndef FS_REPLAY_FILE_H
#define FS_REPLAY_FILE_H

#include <fixstep/replay.h>
#include <stdio.h>

/* Everything up to the end of `file`, allocated with malloc (the caller frees it
 * whatever the result). E_MEMORY, E_IO (errno says why), E_CAPACITY above `limit`. */
fs_result fs__file_read_all(FILE *file, size_t limit, uint8_t **bytes, size_t *size);
/* The same by path, "-" being the standard input; a sentence in `why`. NULL bytes
 * unless FS_OK. */
fs_result fs__file_read_path(const char *path, size_t limit, uint8_t **bytes, size_t *size, char *why, size_t why_size);

#endif
