/* completion.h: shell completion from the table of options. */
#ifndef FS_APP_COMPLETION_H
#define FS_APP_COMPLETION_H

#include "app/options.h"

typedef enum app_shell { APP_BASH, APP_ZSH } app_shell;

/* A first argument that is a word, and what may follow it, separated by blanks; NULL: the options of the program. */
typedef struct app_subcommand {
    const char *name, *after;
} app_subcommand;

/* Prints a script that completes the program's options, the words of choices, file names for options whose value is a FILE,
 * DIR or PATH, and `count` subcommands. */
void app_print_completion(const app_program *program, app_shell shell, const app_subcommand *subcommands, size_t count,
                          FILE *file);

#endif
