/* identity_file.h: the file with the secret seed of the lasting key of a server or a player (identity.h).
 *
 * One line of 64 hexadecimal digits, readable by its owner alone. A file that others may read is refused.
 */
#ifndef FS_APP_IDENTITY_FILE_H
#define FS_APP_IDENTITY_FILE_H

#include <fixstep/identity.h>

#include "app/files/user_file.h"
#include "app/options.h"

/* The file of a server that is given none: identity in STATE_DIRECTORY (systemd), else in fixstep below XDG_STATE_HOME or
 * ~/.local/state. False when the environment names no folder. */
bool app_identity_path(char path[APP_PATH_BYTES]);
/* The file of a player who is given none: key in fixstep below XDG_CONFIG_HOME or ~/.config. False likewise. */
bool app_player_key_path(char path[APP_PATH_BYTES]);
/* Reads the seed; a file that does not exist is made, with its folders and mode 0600, in one step that never replaces another.
 * False with a sentence that names the file. */
bool app_identity_read(uint8_t seed[FS_KEY_BYTES], const char *path, char why[APP_ERROR_BYTES]);

#endif
