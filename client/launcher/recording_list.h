/* recording_list.h: the list of recordings that the launcher shows: those of the present folder and of the folder of kept matches,
 * or those of one other folder. Row 0 chooses such a folder. */
#ifndef FS_CLIENT_RECORDING_LIST_H
#define FS_CLIENT_RECORDING_LIST_H

#include "app/files/user_file.h"
#include "launcher/preferences.h"
#include "launcher/recording_files.h"
#include "menu_info.h"

/* Zeroed: the usual folders, none read. */
typedef struct recording_list {
    recording_files files;
    char folder[PREFERENCES_FOLDER_BYTES]; /* shown alone; "": the usual ones */
    size_t described;                      /* the row that menu_info.more tells of; SIZE_MAX: none */
} recording_list;

/* Reads the folders again. */
void recording_list_find(recording_list *list);
void recording_list_free(recording_list *list);
/* Row 0 and one for each recording. */
size_t recording_list_count(const recording_list *list);
/* NULL for row 0 and beyond the last one. */
const recording_file *recording_list_get(const recording_list *list, size_t row);
/* The row of a recording; the first recording, or row 0 without one, when it is not there. */
size_t recording_list_row_of(const recording_list *list, const char *path);
/* Fills the rows of a menu with those from `first` on. */
void recording_list_fill(const recording_list *list, size_t first, menu_info *menu);
/* Writes a sentence about a row below the menu, once for as long as it is the selected one. */
void recording_list_describe(recording_list *list, size_t row, menu_info *menu);

/* The folder of kept matches, FIXSTEP below XDG_DATA_HOME; false without a home. */
bool recording_folder_path(char path[APP_PATH_BYTES]);
/* The path of a new recording there, named after the time and `title`, and its folder. False with a sentence. */
bool recording_folder_name(char path[APP_PATH_BYTES], const char *title, char why[APP_ERROR_BYTES]);
/* Makes a path of what somebody has typed: a leading ~ stands for HOME, and a whole path behind another one, as in ~//tmp,
 * alone. False with a sentence when that is no folder that can be read. */
bool recording_folder_take(const char *typed, char path[PREFERENCES_FOLDER_BYTES], char why[APP_ERROR_BYTES]);

#endif
