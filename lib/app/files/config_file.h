/* config_file.h: a program's options in an INI file.
 *
 * Every option of the command line is a key of the same name and meaning, from the same table, in the program's section
 * or the option's own. A flag is yes or no, an option that may be repeated is a key that may be repeated. The command line
 * is parsed after the file and wins. An error names file and line.
 */
#ifndef FS_APP_CONFIG_FILE_H
#define FS_APP_CONFIG_FILE_H

#include <stdio.h>

#include "app/options.h"

/* Most lines of a file, and bytes of a line without its end. */
enum { APP_CONFIG_LINES = 10000, APP_CONFIG_LINE_BYTES = 197 };

typedef struct app_kept_text {
    char *text;      /* owned */
    unsigned line;   /* of the file; 0: from elsewhere */
    const char *key; /* whose value it is; NULL: none of a file */
} app_kept_text;

/* Texts that values point to. */
typedef struct app_text_list {
    app_kept_text *items; /* `count` of them, owned */
    size_t count;
} app_text_list;

/* Reads the file into `out` (preset with defaults) and sets arguments->given of its keys. Texts of values are added to
 * `texts`, which the caller frees after the last use of `out`. False with a sentence, such as "server.ini: line 3: port:
 * '0x50' is not a number from 0 to 65535"; `out` is unspecified then. */
bool app_config_read(const app_program *program, const char *path, void *out, app_arguments *arguments,
                     app_text_list *texts, char why[APP_ERROR_BYTES]);
/* As app_config_read(), but passes over each line that cannot be used and reads on. False with the sentence of the first such
 * line; `out` and arguments->given then have the values of all other lines. */
bool app_config_read_usable(const app_program *program, const char *path, void *out, app_arguments *arguments,
                            app_text_list *texts, char why[APP_ERROR_BYTES]);
/* Keeps a copy until the list is freed; NULL when out of memory. */
const char *app_text_list_add(app_text_list *texts, const char *text);
void app_text_list_free(app_text_list *texts);
/* The line of the file that gave the text; 0 when it came from elsewhere. */
unsigned app_config_line(const app_text_list *texts, const char *value);
/* The line of the first value of a key of the file; 0 when it has none. */
unsigned app_config_key_line(const app_text_list *texts, const char *key);
/* For values that are refused after the file was read: puts "PATH: line N: " before the sentence when `value` is a text of the
 * file, and nothing when it came from elsewhere. */
void app_config_place(const app_text_list *texts, const char *path, const char *value, char why[APP_ERROR_BYTES]);
/* Prints a commented file that app_config_read() reads as the same values: every key with its help and its value in `values`. A
 * key that `arguments` does not name is a comment; without a text in `values` that shows the placeholder. False with a
 * sentence, and nothing printed, when a value is none of a file: one with a line break, with blanks at an end, with " ;", or too
 * long. */
bool app_config_write(const app_program *program, const void *values, const app_arguments *arguments, FILE *file,
                      char why[APP_ERROR_BYTES]);

#endif
