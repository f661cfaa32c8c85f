/* recording_list.c: see recording_list.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "launcher/recording_list.h"

#include <dirent.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <fixstep/utf8.h>

/* --- folders ----------------------------------------------------------------------------- */

bool recording_folder_path(char path[APP_PATH_BYTES])
{
    return app_user_path(path, "XDG_DATA_HOME", ".local/share", "recordings");
}

bool recording_folder_name(char path[APP_PATH_BYTES], const char *title, char why[APP_ERROR_BYTES])
{
    char stamp[32] = "", name[96];
    struct tm local;
    time_t now = time(NULL);
    if (localtime_r(&now, &local) != NULL)
        strftime(stamp, sizeof stamp, "%Y-%m-%d-%H%M%S-", &local);
    snprintf(name, sizeof name, "recordings/%s%.40s.fsr", stamp, title);
    if (app_user_path(path, "XDG_DATA_HOME", ".local/share", name))
        return app_user_make_folders(path, why);
    snprintf(why, APP_ERROR_BYTES, "neither XDG_DATA_HOME nor HOME names a folder");
    return false;
}

bool recording_folder_take(const char *typed, char path[PREFERENCES_FOLDER_BYTES], char why[APP_ERROR_BYTES])
{
    for (const char *again = strstr(typed, "//"); again != NULL; again = strstr(typed, "//"))
        typed = again + 1; /* a whole path was typed behind the one that stood there */
    const char *home = typed[0] == '~' && (typed[1] == '/' || typed[1] == '\0') ? getenv("HOME") : NULL;
    int length = snprintf(path, PREFERENCES_FOLDER_BYTES, "%s%s", home != NULL ? home : "", typed + (home != NULL));
    DIR *open = length < PREFERENCES_FOLDER_BYTES ? opendir(path) : NULL;
    if (length >= PREFERENCES_FOLDER_BYTES)
        errno = ENAMETOOLONG;
    if (open == NULL)
        snprintf(why, APP_ERROR_BYTES, "%.200s: %.80s", path, strerror(errno));
    else
        closedir(open);
    return open != NULL;
}

/* Whether two paths lead to one folder. */
static bool is_same_folder(const char *a, const char *b)
{
    struct stat of_a, of_b;
    return stat(a, &of_a) == 0 && stat(b, &of_b) == 0 && of_a.st_dev == of_b.st_dev && of_a.st_ino == of_b.st_ino;
}

/* --- the list ------------------------------------------------------------------------------ */

void recording_list_find(recording_list *list)
{
    char kept[APP_PATH_BYTES];
    recording_files_free(&list->files);
    list->described = SIZE_MAX;
    recording_files_add(&list->files, list->folder[0] != '\0' ? list->folder : ".");
    if (list->folder[0] == '\0' && recording_folder_path(kept) && !is_same_folder(".", kept))
        recording_files_add(&list->files, kept);
}

void recording_list_free(recording_list *list)
{
    recording_files_free(&list->files);
}

size_t recording_list_count(const recording_list *list)
{
    return list->files.count + 1;
}

const recording_file *recording_list_get(const recording_list *list, size_t row)
{
    return row > 0 && row <= list->files.count ? &list->files.files[row - 1] : NULL;
}

size_t recording_list_row_of(const recording_list *list, const char *path)
{
    for (size_t i = 0; i < list->files.count; i++)
        if (strcmp(list->files.files[i].path, path) == 0)
            return i + 1;
    return list->files.count > 0;
}

/* --- texts ---------------------------------------------------------------------------------- */

static void write_row(const recording_list *list, size_t row, char text[MENU_TEXT])
{
    const recording_file *file = recording_list_get(list, row);
    if (file != NULL)
        recording_files_write_row(file, text, MENU_TEXT);
    else
        snprintf(text, MENU_TEXT, "another folder ...");
}

void recording_list_fill(const recording_list *list, size_t first, menu_info *menu)
{
    menu->count = 0;
    menu->first = (unsigned)first;
    menu->total = (unsigned)recording_list_count(list);
    for (size_t i = first; i < menu->total && menu->count < MENU_ROWS; i++)
        write_row(list, i, menu->rows[menu->count++]);
}

/* What row 0 is about: the folders whose recordings are listed. */
static void describe_folders(const recording_list *list, char *text, size_t size)
{
    char kept[APP_PATH_BYTES];
    const char *none = list->files.count == 0 ? "there is no recording (.fsr) in " : "recordings of ";
    if (list->folder[0] != '\0')
        snprintf(text, size, "%s%.200s", none, list->folder);
    else if (recording_folder_path(kept))
        snprintf(text, size, "%sthis folder and %.180s", none, kept);
    else
        snprintf(text, size, "%sthis folder", none);
    fs_utf8_clean(text);
}

void recording_list_describe(recording_list *list, size_t row, menu_info *menu)
{
    const recording_file *file = recording_list_get(list, row);
    if (row == list->described)
        return;
    list->described = row;
    if (file != NULL)
        recording_files_describe(file, menu->more, sizeof menu->more);
    else
        describe_folders(list, menu->more, sizeof menu->more);
}
