/* completion.h: shell completion from the table of options. */
#ifndef FS_APP_COMPLETION_H
#define FS_APP_COMPLETION_H

#include "app/options.h"

typedef enum app_shell { APP_BASH, APP_ZSH } app_shell;

/* Prints a script that completes the program's options, the words of choices, and file names for options whose value is a
 * FILE, DIR or PATH. `words` (may be NULL) are further first arguments, separated by blanks; `after` (may be NULL) what may
 * follow a first argument that is the only one of `words`. */
void app_print_completion(const app_program *program, app_shell shell, const char *words, const char *after,
                          FILE *file);

#endif
