/* options.c: getopt_long() driven by the table, with its own error sentences. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "app/options.h"

#include <getopt.h>
#include <inttypes.h>
#include <string.h>
#include <fixstep/result.h>

enum { FIRST_LONG = 256, VAL_HELP = 1000, VAL_VERSION };

unsigned app_hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return (unsigned)(c - '0');
    if (c >= 'a' && c <= 'f')
        return (unsigned)(c - 'a' + 10);
    if (c >= 'A' && c <= 'F')
        return (unsigned)(c - 'A' + 10);
    return 16;
}

bool app_parse_number(const char *text, uint64_t low, uint64_t high, uint64_t *out)
{
    FS_ASSERT(text != NULL && out != NULL);
    unsigned base = 10;
    /* Seeds and hashes are printed in hex. */
    if (text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
        base = 16;
        text += 2;
    }
    uint64_t value = 0;
    if (*text == '\0')
        return false;
    for (; *text != '\0'; text++) {
        unsigned digit = app_hex_digit(*text);
        if (digit >= base || value > (UINT64_MAX - digit) / base)
            return false;
        value = value * base + digit;
    }
    if (value < low || value > high)
        return false;
    *out = value;
    return true;
}

/* Index of `text` among "one|two|three", or -1. */
static int choice_index(const char *words, const char *text)
{
    size_t size = strlen(text);
    for (int index = 0;; index++) {
        size_t word = strcspn(words, "|");
        if (word == size && memcmp(words, text, size) == 0)
            return index;
        if (words[word] == '\0')
            return -1;
        words += word + 1;
    }
}

static bool store_number(const app_option *option, const char *text, void *member, char why[APP_ERROR_BYTES])
{
    bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    if ((!hex || option->hex) && app_parse_number(text, option->low, option->high, member))
        return true;
    snprintf(why, APP_ERROR_BYTES, "--%s: '%.40s' is not a number from %" PRIu64 " to %" PRIu64, option->name, text,
             option->low, option->high);
    return false;
}

static bool store_choice(const app_option *option, const char *text, void *member, char why[APP_ERROR_BYTES])
{
    int index = choice_index(option->value, text);
    if (index < 0) {
        snprintf(why, APP_ERROR_BYTES, "--%s: '%.40s' is none of %s", option->name, text, option->value);
        return false;
    }
    *(unsigned *)member = (unsigned)index;
    return true;
}

static bool store_list(const app_option *option, const char *text, app_list *list, char why[APP_ERROR_BYTES])
{
    if (list->count == APP_MAX_LIST) {
        snprintf(why, APP_ERROR_BYTES, "--%s: at most %d values", option->name, APP_MAX_LIST);
        return false;
    }
    list->items[list->count++] = text;
    return true;
}

static bool store_text(const app_option *option, const char *text, void *member, char why[APP_ERROR_BYTES])
{
    if (text[0] == '\0') {
        snprintf(why, APP_ERROR_BYTES, "--%s: the value is empty", option->name);
        return false;
    }
    if (option->high > 0 && strlen(text) > option->high) {
        snprintf(why, APP_ERROR_BYTES, "--%s: the text has %zu bytes, %" PRIu64 " are the most", option->name,
                 strlen(text), option->high);
        return false;
    }
    *(const char **)member = text;
    return true;
}

static bool store_flag(const app_option *option, const char *text, bool *flag, char why[APP_ERROR_BYTES])
{
    int index = choice_index("yes|no|true|false|on|off|1|0", text);
    if (index < 0) {
        snprintf(why, APP_ERROR_BYTES, "--%s: '%.40s' is neither yes nor no", option->name, text);
        return false;
    }
    *flag = index % 2 == 0;
    return true;
}

bool app_option_store(const app_option *option, const char *text, void *out, char why[APP_ERROR_BYTES])
{
    void *member = (char *)out + option->offset;
    switch (option->kind) {
    case APP_FLAG: return store_flag(option, text, member, why);
    case APP_TEXT: return store_text(option, text, member, why);
    case APP_NUMBER: return store_number(option, text, member, why);
    case APP_CHOICE: return store_choice(option, text, member, why);
    case APP_LIST: return store_list(option, text, member, why);
    }
    return false;
}

/* The tables of getopt_long(); `letters` gets the short options, ":" first so that
 * a missing value and an unknown option give different results. */
static void fill_getopt(const app_program *program, struct option *longs, char *letters)
{
    *letters++ = ':';
    *letters++ = 'h';
    for (size_t i = 0; i < program->count; i++) {
        const app_option *o = &program->options[i];
        int takes = o->kind == APP_FLAG ? no_argument : o->implied != NULL ? optional_argument : required_argument;
        longs[i] = (struct option){ o->name, takes, NULL, FIRST_LONG + (int)i };
        if (o->letter != 0) {
            *letters++ = o->letter;
            for (int colons = 0; colons < takes; colons++) /* two colons: the value is optional */
                *letters++ = ':';
        }
    }
    longs[program->count] = (struct option){ "help", no_argument, NULL, VAL_HELP };
    longs[program->count + 1] = (struct option){ "version", no_argument, NULL, VAL_VERSION };
    longs[program->count + 2] = (struct option){ NULL, 0, NULL, 0 };
    *letters = '\0';
}

/* Index in the table of a result of getopt_long(); -1 when it is no option of the table. */
static int option_index(const app_program *program, int found)
{
    if (found >= FIRST_LONG && found < FIRST_LONG + (int)program->count)
        return found - FIRST_LONG;
    for (size_t i = 0; found > 0 && found < FIRST_LONG && i < program->count; i++)
        if (program->options[i].letter == found)
            return (int)i;
    return -1;
}

static app_parsed describe_error(const app_program *program, int found, char **argv, char why[APP_ERROR_BYTES])
{
    int index = option_index(program, optopt);
    if (found == ':')
        snprintf(why, APP_ERROR_BYTES, "option '%.40s' needs a value", argv[optind - 1]);
    else if (optopt == VAL_HELP || optopt == VAL_VERSION || index >= 0)
        snprintf(why, APP_ERROR_BYTES, "option '%.40s' takes no value", argv[optind - 1]);
    else if (optopt != 0)
        snprintf(why, APP_ERROR_BYTES, "unknown option '-%c'", optopt);
    else
        snprintf(why, APP_ERROR_BYTES, "unknown or ambiguous option '%.40s'", argv[optind - 1]);
    return APP_USAGE_ERROR;
}

/* The text of the value that getopt_long() has found. */
static const char *value_of(const app_option *option)
{
    if (option->kind == APP_FLAG)
        return "yes";
    return optarg != NULL ? optarg : option->implied;
}

app_parsed app_parse(const app_program *program, int argc, char **argv, void *out, app_arguments *arguments,
                     char why[APP_ERROR_BYTES])
{
    struct option longs[APP_MAX_OPTIONS + 3];
    char letters[2 * APP_MAX_OPTIONS + 3];
    FS_ASSERT(program->count <= APP_MAX_OPTIONS);
    fill_getopt(program, longs, letters);
    *arguments = (app_arguments){ 0 };
    why[0] = '\0';
    opterr = 0;
    optind = 0; /* GNU: start over, also in a second call */
    for (;;) {
        int found = getopt_long(argc, argv, letters, longs, NULL);
        if (found == -1)
            break;
        if (found == VAL_HELP || found == 'h')
            return APP_HELP;
        if (found == VAL_VERSION)
            return APP_VERSION;
        int index = option_index(program, found);
        if (index < 0)
            return describe_error(program, found, argv, why);
        const app_option *option = &program->options[index];
        if (option->kind == APP_LIST && !arguments->given[index])
            ((app_list *)((char *)out + option->offset))->count = 0;
        if (!app_option_store(option, value_of(option), out, why))
            return APP_USAGE_ERROR;
        arguments->given[index] = true;
    }
    arguments->positional = argv + optind;
    arguments->positional_count = argc - optind;
    return APP_RUN;
}

bool app_flag_among(int argc, char **argv, const char *name, char letter)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        const char *word = argv[i];
        bool is_long = word[0] == '-' && word[1] == '-';
        if (is_long ? strncmp(name, word + 2, strlen(word + 2)) == 0
                    : letter != 0 && word[0] == '-' && word[1] == letter)
            return true;
    }
    return false;
}

/* Whether a word's first `size` bytes name this option: the whole name, or a beginning that no other option has. */
static bool names_option(const app_program *program, const char *word, size_t size, const char *name)
{
    unsigned others = 0;
    for (size_t i = 0; i < program->count; i++)
        others += strcmp(program->options[i].name, name) != 0 && strncmp(program->options[i].name, word, size) == 0;
    return size > 0 && strncmp(name, word, size) == 0 && (name[size] == '\0' || others == 0);
}

bool app_value_among(const app_program *program, int argc, char **argv, const char *name, const char *text)
{
    bool is_so = false;
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        const char *word = argv[i] + 2;
        size_t size = strncmp(argv[i], "--", 2) == 0 ? strcspn(word, "=") : 0;
        if (!names_option(program, word, size, name))
            continue;
        const char *value = word[size] == '=' ? word + size + 1 : argv[i + 1]; /* NULL behind the last word */
        is_so = value != NULL && strcmp(value, text) == 0;
    }
    return is_so;
}

bool app_option_given(const app_program *program, const app_arguments *arguments, const char *name)
{
    size_t i = 0;
    while (i < program->count && strcmp(program->options[i].name, name) != 0)
        i++;
    FS_ASSERT(i < program->count);
    return arguments->given[i];
}

const char *app_option_outside_mode(const app_program *program, const app_arguments *arguments, unsigned mode)
{
    for (size_t i = 0; i < program->count; i++) {
        unsigned modes = program->options[i].modes;
        if (arguments->given[i] && modes != 0 && (modes & mode) == 0)
            return program->options[i].name;
    }
    return NULL;
}

static void print_entry(FILE *file, char letter, const char *name, const char *value, bool implied, const char *help)
{
    enum { COLUMN = 30 };
    char head[64];
    int width = letter != 0 ? snprintf(head, sizeof head, "  -%c, --%s", letter, name)
                            : snprintf(head, sizeof head, "      --%s", name);
    if (value != NULL)
        width += snprintf(head + width, sizeof head - (size_t)width, implied ? "[=%s]" : " %s", value);
    fprintf(file, "%s", head);
    if (width >= COLUMN) {
        fputc('\n', file);
        width = 0;
    }
    fprintf(file, "%*s", COLUMN - width, "");
    for (; *help != '\0'; help++) {
        fputc(*help, file);
        if (*help == '\n')
            fprintf(file, "%*s", COLUMN, "");
    }
    fputc('\n', file);
}

void app_print_help(const app_program *program, FILE *file)
{
    fprintf(file, "Usage: %s\n%s\n\n", program->usage, program->about);
    for (size_t i = 0; i < program->count; i++) {
        const app_option *o = &program->options[i];
        print_entry(file, o->letter, o->name, o->kind == APP_FLAG ? NULL : o->value, o->implied != NULL, o->help);
    }
    print_entry(file, 'h', "help", NULL, false, "print this text and exit");
    print_entry(file, 0, "version", NULL, false, "print the version and exit");
}
