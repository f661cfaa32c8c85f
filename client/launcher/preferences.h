/* preferences.h: what the launcher remembers: a name, a game, keys, addresses, folders of recordings, whether matches are recorded
 * and the full screen. The window of a match reads keys and full screen.
 *
 * Kept in fixstep/client.ini below XDG_CONFIG_HOME or ~/.config.
 */
#ifndef FS_CLIENT_PREFERENCES_H
#define FS_CLIENT_PREFERENCES_H

#include <stdbool.h>
#include <fixstep/sim.h>

#include "app/options.h"
#include "keys/key_names.h"

enum { PREFERENCES_ADDRESSES = 6, PREFERENCES_ADDRESS_BYTES = 80 };
enum { PREFERENCES_FOLDERS = 4, PREFERENCES_FOLDER_BYTES = 256 };

typedef struct preferences {
    char name[FS_MAX_NAME]; /* "": the server picks one */
    char game[FS_MAX_NAME];
    bool full_screen; /* the window of the last match or of the launcher was so */
    bool records;     /* matches that the launcher starts are recorded */
    uint32_t predict; /* ticks that a match on a server is simulated ahead; 0: plain lockstep */
    key_names keys;
    char addresses[PREFERENCES_ADDRESSES][PREFERENCES_ADDRESS_BYTES]; /* the newest first; "": none */
    char folders[PREFERENCES_FOLDERS][PREFERENCES_FOLDER_BYTES];      /* of recordings, likewise */
} preferences;

/* Reads the file; without one `p` has defaults. False with the sentence of the first line that cannot be used; `p` then has the
 * values of all other lines. */
bool preferences_load(preferences *p, char why[APP_ERROR_BYTES]);
/* Writes the file and its folder. False with a sentence, and the file as it was, also when it has a line that cannot be
 * used: a new file would lack that line. */
bool preferences_save(const preferences *p, char why[APP_ERROR_BYTES]);
/* Keeps whether windows fill the screen, and what else the file has. False with a sentence. */
bool preferences_keep_full_screen(bool full_screen, char why[APP_ERROR_BYTES]);
/* Puts an address at the front, and takes out an equal one. */
void preferences_add_address(preferences *p, const char *address);
/* The same with a folder of recordings. */
void preferences_add_folder(preferences *p, const char *folder);

#endif
