/* line_file.h: small text files that people write, with an entry a line: bans, trusted keys, favourites, known servers.
 *
 * Blank lines and lines that begin with # are skipped. What is no such file is refused by name: a zero byte, a line of more than
 * APP_LINE_BYTES - 2 bytes, more than APP_FILE_LINES lines, a read error; so the memory and the time of a reading are
 * bounded for /dev/zero too.
 */
#ifndef FS_APP_LINE_FILE_H
#define FS_APP_LINE_FILE_H

#include <stdio.h>

#include "app/options.h"

enum { APP_LINE_BYTES = 512, APP_FILE_LINES = 65536 };

typedef struct app_line_file {
    FILE *file; /* owned until app_lines_close() */
    const char *path;
    unsigned number; /* of the line in `text`, from 1 */
    bool broken;     /* the reading ended with an error */
    char text[APP_LINE_BYTES];
} app_line_file;

/* The entry of a line without blanks and the line end around it, in place; NULL for a blank line and a comment. */
char *app_line_entry(char *text);
/* False with a sentence; errno says why. `path` must live as long as the file is read. */
bool app_lines_open(app_line_file *lines, const char *path, char why[APP_ERROR_BYTES]);
/* The next entry, without blanks at its ends; it may be changed, and holds until the next call. NULL at the end, and with
 * `broken` and a sentence after an error. */
char *app_lines_next(app_line_file *lines, char why[APP_ERROR_BYTES]);
/* Ends the reading: `broken` is set, and "PATH: line N: REASON" stands in `why`. `reason` may not be `why`. Returns false. */
bool app_lines_refuse(app_line_file *lines, const char *reason, char why[APP_ERROR_BYTES]);
/* Whether all was read without an error. */
bool app_lines_close(app_line_file *lines);

#endif
