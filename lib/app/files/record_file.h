/* record_file.h: the file of a recording, which replaces no other before there is something to keep.
 *
 * The bytes go to a new file FILE.part (FILE.part2, ... when that exists) in the folder of FILE. Moving it into place is
 * one step that never loses a file: an earlier FILE that is not empty is kept as FILE.1, or as the first of FILE.2,
 * FILE.3, ... that is free, so the highest number is the newest. "-" is standard output. Pipes and devices are written
 * directly.
 */
#ifndef FS_APP_RECORD_FILE_H
#define FS_APP_RECORD_FILE_H

#include <stdbool.h>
#include <fixstep/replay.h>

#include "app/files/new_file.h"
#include "app/options.h"

typedef struct app_record_file {
    const char *path;   /* as given, borrowed */
    app_new_file place; /* the name until the move; zeroed when written directly */
    fs_write_fn *write; /* NULL: not open */
    void *sink;         /* context of `write` */
} app_record_file;

/* Opens FILE.part; false with a sentence, and nothing is left behind then. */
bool app_record_file_open(app_record_file *file, const char *path, char why[APP_ERROR_BYTES]);
/* Moves the file into place. False with a sentence; the earlier FILE is there all the same then. *kept is the new name of
 * the earlier file, to be freed by the caller, or NULL. */
bool app_record_file_publish(app_record_file *file, char **kept, char why[APP_ERROR_BYTES]);
/* Gives a file the first name of TARGET.1, TARGET.2, ... that is free; its own name may stay. False with errno; *kept is the new
 * name, to be freed by the caller. */
bool app_record_file_keep(const char *file, const char *target, char **kept);
/* Closes the file, and removes FILE.part when it was never moved. Does nothing when the file is not open. */
void app_record_file_close(app_record_file *file);

#endif
