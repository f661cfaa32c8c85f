/* options.h: a program's command line from one table.
 *
 * The same table is parsed, checked and printed by --help, so an option cannot
 * be accepted and undocumented. Values are strict: a number is digits (0x and hex
 * digits too where the table says so) inside its bounds, a choice is one of its
 * words. The parser neither exits nor prints an error; the caller does both.
 */
#ifndef FS_APP_OPTIONS_H
#define FS_APP_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum {
    APP_MAX_OPTIONS = 64, /* of one program */
    APP_MAX_LIST = 64,    /* values of one repeated option */
    APP_ERROR_BYTES = 320 /* bytes of an error sentence with its 0 */
};

typedef enum app_kind {
    APP_FLAG,   /* bool */
    APP_TEXT,   /* const char *, NULL when not given */
    APP_NUMBER, /* uint64_t within low..high */
    APP_CHOICE, /* unsigned, index of the word in `value` ("text|json") */
    APP_LIST    /* app_list, the option may be repeated */
} app_kind;

typedef struct app_list {
    const char *items[APP_MAX_LIST];
    size_t count;
} app_list;

typedef struct app_option {
    const char *name; /* without the dashes */
    char letter;      /* 0 for none */
    app_kind kind;
    size_t offset;       /* of the member in the program's own struct */
    const char *value;   /* placeholder in --help; the words of a choice */
    uint64_t low, high;  /* of a number; `high` of a text: its most bytes, 0 for any */
    bool hex;            /* the number may be 0x and hex digits */
    const char *implied; /* value of the option without one: --NAME[=VALUE]; NULL: it needs one */
    unsigned modes;      /* bits of the program's modes that the option belongs to; 0 = all */
    const char *help;    /* one sentence, may contain line breaks */
    const char *section; /* of a configuration file; NULL: the program's own */
    bool command_line;   /* an option of the command line alone, no key of a configuration file */
} app_option;

/* A program's whole command line. --help and --version are added by the parser. */
typedef struct app_program {
    const char *name;
    const char *usage; /* one or more lines after the program's name */
    const char *about; /* purpose and exit status */
    const app_option *options;
    size_t count;
    const char *section; /* of its keys in a configuration file; NULL: the program has none */
} app_program;

typedef enum app_parsed { APP_RUN, APP_HELP, APP_VERSION, APP_USAGE_ERROR } app_parsed;

typedef struct app_arguments {
    bool given[APP_MAX_OPTIONS]; /* by index in the table */
    char **positional;           /* in argv, not owned */
    int positional_count;
} app_arguments;

/* Fills `out` (the struct the table's offsets refer to, preset with defaults).
 * `argv` may be reordered; texts point into it. The first value of a list replaces what the list had before.
 * APP_USAGE_ERROR: `why` has the sentence. */
app_parsed app_parse(const app_program *program, int argc, char **argv, void *out, app_arguments *arguments,
                     char why[APP_ERROR_BYTES]);
/* Whether a flag is among the words before "--", as --NAME, a beginning of it, or -LETTER (0: it has none). For an error in the
 * words themselves, which is told in the form that the flag asks for. */
bool app_flag_among(int argc, char **argv, const char *name, char letter);
/* Whether the words before "--" give the option NAME of the program, or a beginning of it that is no other's, the value `text`,
 * and no other value after it. For the same use. */
bool app_value_among(const app_program *program, int argc, char **argv, const char *name, const char *text);
/* Stores the text of one value in the option's member of `out`; false with a sentence that begins with "--NAME: ". A flag
 * takes yes, no, true, false, on, off, 1 and 0. */
bool app_option_store(const app_option *option, const char *text, void *out, char why[APP_ERROR_BYTES]);
/* Whether the option was on the command line; `name` must be in the table. */
bool app_option_given(const app_program *program, const app_arguments *arguments, const char *name);
/* Name of the first given option that does not belong to `mode`; NULL if there is none. */
const char *app_option_outside_mode(const app_program *program, const app_arguments *arguments, unsigned mode);
void app_print_help(const app_program *program, FILE *file);
/* Value of a hex digit; 16 for any other character. */
unsigned app_hex_digit(char c);
/* Whole text as a number: digits, or 0x and hex digits, at most `high`. */
bool app_parse_number(const char *text, uint64_t low, uint64_t high, uint64_t *out);

#endif
