/* open_file.h: files that are opened without waiting for the other end of a named pipe. */
#ifndef FS_APP_OPEN_FILE_H
#define FS_APP_OPEN_FILE_H

#include <stdio.h>

/* As fopen(path, "re"). NULL with errno ENODATA for a pipe that nobody writes to. */
FILE *app_open_to_read(const char *path);
/* As fopen(path, "we"). NULL with errno ENXIO for a pipe that nobody reads. */
FILE *app_open_to_write(const char *path);

/* Gives a program whose standard input, output or error is closed /dev/null for it, so that no file that is opened later takes
 * its number and the log. To be called first. */
void app_open_standard(void);

#endif
