/* recording_files.h: the recordings of a folder, the newest first, with what can be told of each without playing it. */
#ifndef FS_CLIENT_RECORDING_FILES_H
#define FS_CLIENT_RECORDING_FILES_H

#include <stddef.h>
#include <stdint.h>
#include <time.h>

typedef struct recording_file {
    char *path;
    const char *name; /* the last part of `path` */
    struct timespec changed;
    uint64_t size; /* bytes */
} recording_file;

/* Zeroed: none. */
typedef struct recording_files {
    recording_file *files;
    size_t count;
} recording_files;

enum { RECORDING_FILES_MAX = 65536 };

/* Adds the regular files of a folder that end in .fsr, and sorts all by the time of their last change. What cannot be read, and
 * what exceeds RECORDING_FILES_MAX, is left out. */
void recording_files_add(recording_files *list, const char *folder);
void recording_files_free(recording_files *list);
/* A row of a list: "2026-11-26 18:57  pool  mine.fsr"; UTF-8. Reads the head of the file. */
void recording_files_write_row(const recording_file *file, char *text, size_t size);
/* A sentence: game, duration, players and the name. Reads the file, unless it is large. */
void recording_files_describe(const recording_file *file, char *text, size_t size);

#endif
