/* new_file.h: a new file that takes the place of an earlier one in one step, so that whoever reads finds the old bytes or
 * the new ones, and a program that fails leaves the old file.
 */
#ifndef FS_APP_NEW_FILE_H
#define FS_APP_NEW_FILE_H

#include <stdbool.h>

typedef struct app_new_file {
    char *target; /* the path as given, or the file that it is a link to; owned */
    char *part;   /* the name until the move, NULL after it; owned */
    int lock;     /* descriptor that locks the part while this program has it, plus 1; 0: none */
} app_new_file;

/* Creates PATH.part (PATH.part2, ... when that exists) as an empty file, in the folder of the file that PATH means and with
 * the permissions of that file, if there is one. False with errno; nothing is left behind then. */
bool app_new_file_create(app_new_file *file, const char *path);
/* Moves it into place. False with errno; the earlier file is there all the same then. */
bool app_new_file_publish(app_new_file *file);
/* Removes the file unless it was moved. Does nothing for a zeroed struct. */
void app_new_file_free(app_new_file *file);
/* The path of the i-th part, from 1, that TARGET may have, malloced; NULL past the last one or without memory. */
char *app_new_file_part(const char *target, unsigned i);
/* Takes a part whose program has ended without removing it. Returns a descriptor that locks it against others who want it, which
 * the caller closes once the part is moved or removed; -1 when there is no such part. */
int app_new_file_take_left(const char *part);
/* The name that is replaced when a file is written to PATH, malloced: the file behind a symbolic link, else the path as it is.
 * NULL with errno. */
char *app_new_file_target(const char *path);
/* Locks the folder of a file, so that programs that replace it take turns. Returns the open folder, which the caller
 * closes; -1 when it cannot be locked within 100 ms. */
int app_new_file_lock(const char *target);

#endif
