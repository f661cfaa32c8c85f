/* paths.h: whether two paths of a command line name one file. */
#ifndef FS_APP_PATHS_H
#define FS_APP_PATHS_H

#include <stdbool.h>

/* True when writing to both would mix their bytes: "-" twice, or two names of one regular file or pipe. "-" is standard
 * output. A file that does not exist yet is compared by its folder and name. Devices such as /dev/null may be shared;
 * either path may be NULL, which is no file. */
bool app_paths_same(const char *left, const char *right);

#endif
