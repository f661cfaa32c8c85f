/* line_edit.h: changes one entry of a file that people write too (line_file.h), and leaves every other byte of it. */
#ifndef FS_APP_LINE_EDIT_H
#define FS_APP_LINE_EDIT_H

#include <stdbool.h>

#include "app/options.h"

/* The change of one entry. */
typedef struct app_line_edit {
    /* Whether an entry of the file, without blanks at its ends, is the one that changes. */
    bool (*is_same)(void *context, const char *entry);
    void *context;
    const char *line; /* what it becomes, without a line end, appended when the file has no such entry; NULL: removed */
    const char *header; /* first line of a file that does not exist yet, without a line end */
} app_line_edit;

/* Writes the changed file in one step (new_file.h). Comments, lines that are no entries and lines that no reader takes stay as
 * they are. Without an entry to remove nothing is written. False with a sentence; the file is as before then. */
bool app_lines_edit(const char *path, const app_line_edit *edit, char why[APP_ERROR_BYTES]);

#endif
