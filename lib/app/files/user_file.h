/* user_file.h: where the programs keep files of the user, and how the folders come to be. */
#ifndef FS_APP_USER_FILE_H
#define FS_APP_USER_FILE_H

#include <stdbool.h>

#include "app/options.h"

enum { APP_PATH_BYTES = 4096 };

/* Writes FOLDER/fixstep/NAME: FOLDER is the value of the environment variable, else HOME/`fallback`. False when neither names
 * an absolute path, or the path is too long. */
bool app_user_path(char path[APP_PATH_BYTES], const char *variable, const char *fallback, const char *name);
/* Makes the folders above the file that do not exist, for the user alone. False with a sentence. */
bool app_user_make_folders(const char *path, char why[APP_ERROR_BYTES]);

#endif
