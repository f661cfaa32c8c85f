/* launcher_state.h: what the files of the launcher share. */
#ifndef FS_CLIENT_LAUNCHER_STATE_H
#define FS_CLIENT_LAUNCHER_STATE_H

#include <fixstep/net.h>

#include "app/files/password_file.h"
#include "launcher/entry.h"
#include "launcher/preferences.h"
#include "launcher/preview.h"
#include "launcher/recording_list.h"
#include "window/window.h"

typedef enum launcher_page {
    PAGE_MAIN,
    PAGE_PLAY,
    PAGE_HOST,
    PAGE_JOIN,
    PAGE_WATCH,
    PAGE_NAME,
    PAGE_KEYS,
    PAGE_FOLDER,
    PAGE_PASSWORD,
    PAGE_LETTERS /* of the entry of the page before, for those without a keyboard */
} launcher_page;

/* The first rows of a page with an entry. */
enum { ROW_ENTRY, ROW_PASTE, ROW_LETTERS, ENTRY_ROWS };
enum { ROW_PASSWORD = ENTRY_ROWS };                                                  /* of PAGE_JOIN */
enum { ROW_DONE, ROW_ERASE, ROW_LAYER, LETTER_ROWS = ROW_LAYER + ENTRY_LAYERS - 1 }; /* of PAGE_LETTERS */

enum { FOLDERS = PREFERENCES_FOLDERS + ENTRY_ROWS + 2 }; /* the present one and that of kept matches too */

typedef struct launcher {
    window *window;
    preferences preferences;
    preview preview;
    launcher_page page, lettered; /* `lettered`: to which PAGE_LETTERS goes back */
    menu_info menu;
    entry entry;                             /* of the row that takes characters */
    unsigned layer;                          /* of PAGE_LETTERS */
    char address[PREFERENCES_ADDRESS_BYTES]; /* typed last on PAGE_JOIN */
    char password[APP_PASSWORD_BYTES];       /* "": none; it is shown to no other server than `guarded` */
    char guarded[PREFERENCES_ADDRESS_BYTES]; /* that server; "": the next one joined */
    recording_list recordings;
    char watched[APP_PATH_BYTES];                     /* the recording chosen last */
    char folders[FOLDERS][PREFERENCES_FOLDER_BYTES];  /* of the rows with folders */
    char hosts[MENU_ROWS][PREFERENCES_ADDRESS_BYTES]; /* of the rows with addresses */
    bool locked[MENU_ROWS];                           /* of these, the servers that ask for a password */
    fs_finder *finder;                                /* of servers on the local networks; NULL: nobody asks */
    bool asks_key;                                    /* the next key struck is meant for the selected row */
    bool leave, failed;
} launcher;

#endif
