/* password_file.h: the first line of a file as a password, so that it stands on no command line. */
#ifndef FS_APP_PASSWORD_FILE_H
#define FS_APP_PASSWORD_FILE_H

#include "app/options.h"

enum { APP_PASSWORD_BYTES = 256 }; /* with its 0 */

/* Reads the line without its end; false with a sentence for a file that cannot be read, an empty line or a longer one. */
bool app_password_read(char password[APP_PASSWORD_BYTES], const char *path, char why[APP_ERROR_BYTES]);

#endif
