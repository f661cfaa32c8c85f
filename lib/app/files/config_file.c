/* config_file.c: an INI file through libinih, checked key by key. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "app/files/config_file.h"
#include "app/files/open_file.h"

#include <errno.h>
#include <ini.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* Of all lines that are passed over. */
enum { PASSED_BYTES = 1 << 20 };

/* One file while it is read. The first error counts, and ends the reading unless `passes_over`. */
typedef struct reading {
    const app_program *program;
    bool passes_over; /* a line with an error is left out, and the next one is read */
    void *out;
    app_arguments *arguments;
    app_text_list *texts;
    FILE *file;
    unsigned line, error_line;
    unsigned passed; /* bytes of lines that were passed over */
    bool seen[APP_MAX_OPTIONS];
    char error[APP_ERROR_BYTES];
} reading;

static void __attribute__((format(printf, 2, 3))) set_error(reading *r, const char *format, ...)
{
    if (r->error[0] != '\0')
        return;
    va_list values;
    va_start(values, format);
    vsnprintf(r->error, sizeof r->error, format, values);
    va_end(values);
    r->error_line = r->line;
}

static bool is_over(const reading *r)
{
    return r->error[0] != '\0' && !r->passes_over;
}

/* --- lines ------------------------------------------------------------------------- */

/* Copies a line with its end into `text`; false with an error when it is none of a text file. Blanks before it are left
 * out: to inih an indented line goes on with the one before. */
static bool copy_line(reading *r, char *text, int size, int *used)
{
    int length = 0, c = 0;
    while (c != '\n' && (c = getc(r->file)) != EOF) {
        if (c == '\0') {
            set_error(r, "a zero byte: this is no text file");
            return false;
        }
        if (*used + 2 > size || (c != '\n' && ++length > APP_CONFIG_LINE_BYTES)) {
            set_error(r, "the line is longer than %d bytes", APP_CONFIG_LINE_BYTES);
            return false;
        }
        if (*used > 0 || (c != ' ' && c != '\t'))
            text[(*used)++] = (char)c;
    }
    return true;
}

/* Reads up to the end of the line; of an endless file at most PASSED_BYTES. An empty line stands for it, so that inih counts
 * it too. */
static void pass_over_line(reading *r, char *text, int *used)
{
    int c = 0;
    for (; r->passed < PASSED_BYTES && c != EOF && c != '\n'; r->passed++)
        c = getc(r->file);
    text[0] = '\n';
    *used = r->passed < PASSED_BYTES ? 1 : 0;
}

/* An ini_reader: one line with its end. NULL at the end of the file and after an error that ends the reading. */
static char *read_line(char *text, int size, void *context)
{
    reading *r = context;
    int used = 0;
    if (is_over(r))
        return NULL;
    r->line++;
    if (r->line > APP_CONFIG_LINES) {
        set_error(r, "more than %d lines", APP_CONFIG_LINES);
        return NULL;
    }
    if (!copy_line(r, text, size, &used) && !is_over(r))
        pass_over_line(r, text, &used);
    if (ferror(r->file))
        set_error(r, "%s", strerror(errno));
    text[used] = '\0';
    return is_over(r) || ferror(r->file) || used == 0 ? NULL : text;
}

/* --- keys -------------------------------------------------------------------------- */

static const char *section_of(const app_program *program, const app_option *option)
{
    return option->section != NULL ? option->section : program->section;
}

static bool is_section(const app_program *program, const char *name)
{
    for (size_t i = 0; i < program->count; i++)
        if (strcmp(section_of(program, &program->options[i]), name) == 0)
            return true;
    return false;
}

/* Index of the key in the table; the count of options when it is none. */
static size_t find_key(const app_program *program, const char *key)
{
    size_t i = 0;
    while (i < program->count && (program->options[i].command_line || strcmp(program->options[i].name, key) != 0))
        i++;
    return i;
}

/* Whether the key may stand here: its section, and whether it is there already. */
static bool check_key(reading *r, const char *section, const char *key, size_t index)
{
    if (!is_section(r->program, section)) {
        set_error(r, "unknown section [%.40s]", section);
        return false;
    }
    if (index == r->program->count) {
        set_error(r, "unknown key '%.40s'", key);
        return false;
    }
    const app_option *option = &r->program->options[index];
    if (strcmp(section, section_of(r->program, option)) != 0) {
        set_error(r, "key '%s' belongs to section [%s]", key, section_of(r->program, option));
        return false;
    }
    if (r->seen[index] && option->kind != APP_LIST) {
        set_error(r, "key '%s' is set twice", key);
        return false;
    }
    return true;
}

/* A copy that lives as long as the list; NULL when out of memory. */
const char *app_text_list_add(app_text_list *texts, const char *text)
{
    app_kept_text *grown = realloc(texts->items, (texts->count + 1) * sizeof *grown);
    if (grown == NULL)
        return NULL;
    texts->items = grown;
    char *copy = strdup(text);
    if (copy != NULL)
        texts->items[texts->count++] = (app_kept_text){ .text = copy };
    return copy;
}

/* An ini_handler. */
static int take_key(void *context, const char *section, const char *key, const char *value)
{
    reading *r = context;
    char why[APP_ERROR_BYTES];
    size_t index = find_key(r->program, key);
    if (is_over(r) || !check_key(r, section[0] != '\0' ? section : r->program->section, key, index))
        return 0;
    const char *text = app_text_list_add(r->texts, value);
    if (text == NULL) {
        set_error(r, "out of memory");
        return 0;
    }
    r->texts->items[r->texts->count - 1].line = r->line;
    r->texts->items[r->texts->count - 1].key = r->program->options[index].name;
    if (!app_option_store(&r->program->options[index], text, r->out, why)) {
        set_error(r, "%s", why + 2); /* without the dashes */
        return 0;
    }
    r->seen[index] = r->arguments->given[index] = true;
    return 1;
}

static bool read_file(reading r, const char *path, char why[APP_ERROR_BYTES])
{
    r.file = app_open_to_read(path);
    if (r.file == NULL) {
        snprintf(why, APP_ERROR_BYTES, "cannot read %.150s: %s", path, strerror(errno));
        return false;
    }
    int bad_line = ini_parse_stream(read_line, &r, take_key, &r);
    fclose(r.file);
    if (bad_line > 0 && (r.error[0] == '\0' || (unsigned)bad_line < r.error_line))
        snprintf(why, APP_ERROR_BYTES, "%.100s: line %d: neither KEY = VALUE nor [SECTION]", path, bad_line);
    else if (r.error[0] != '\0')
        snprintf(why, APP_ERROR_BYTES, "%.100s: line %u: %.190s", path, r.error_line, r.error);
    else
        return true;
    return false;
}

bool app_config_read(const app_program *program, const char *path, void *out, app_arguments *arguments,
                     app_text_list *texts, char why[APP_ERROR_BYTES])
{
    return read_file((reading){ .program = program, .out = out, .arguments = arguments, .texts = texts }, path, why);
}

bool app_config_read_usable(const app_program *program, const char *path, void *out, app_arguments *arguments,
                            app_text_list *texts, char why[APP_ERROR_BYTES])
{
    reading r = { .program = program, .passes_over = true, .out = out, .arguments = arguments, .texts = texts };
    return read_file(r, path, why);
}

void app_text_list_free(app_text_list *texts)
{
    for (size_t i = 0; i < texts->count; i++)
        free(texts->items[i].text);
    free(texts->items);
    *texts = (app_text_list){ 0 };
}

unsigned app_config_line(const app_text_list *texts, const char *value)
{
    for (size_t i = 0; i < texts->count; i++)
        if (texts->items[i].text == value)
            return texts->items[i].line;
    return 0;
}

unsigned app_config_key_line(const app_text_list *texts, const char *key)
{
    for (size_t i = 0; i < texts->count; i++)
        if (texts->items[i].key != NULL && strcmp(texts->items[i].key, key) == 0)
            return texts->items[i].line;
    return 0;
}

void app_config_place(const app_text_list *texts, const char *path, const char *value, char why[APP_ERROR_BYTES])
{
    char sentence[APP_ERROR_BYTES];
    unsigned line = app_config_line(texts, value);
    if (line == 0)
        return;
    snprintf(sentence, sizeof sentence, "%s", why);
    snprintf(why, APP_ERROR_BYTES, "%.100s: line %u: %.190s", path, line, sentence);
}

/* --- writing ------------------------------------------------------------------------ */

static void write_help(const app_option *option, FILE *file)
{
    fputs("\n# ", file);
    for (const char *c = option->help; *c != '\0'; c++) {
        fputc(*c, file);
        if (*c == '\n')
            fputs("# ", file);
    }
    if (option->kind == APP_NUMBER && option->high < UINT32_MAX - 1)
        fprintf(file, " [%" PRIu64 " to %" PRIu64 "]", option->low, option->high);
    fputc('\n', file);
}

static void write_choice(const app_option *option, unsigned index, FILE *file)
{
    const char *word = option->value;
    for (; index > 0; index--)
        word = strchr(word, '|') + 1;
    fprintf(file, "%.*s", (int)strcspn(word, "|"), word);
}

static void write_value(const app_option *option, const void *member, FILE *file)
{
    const char *text = option->kind == APP_TEXT ? *(const char *const *)member : NULL;
    const app_list *list = member;
    switch (option->kind) {
    case APP_FLAG: fputs(*(const bool *)member ? "yes" : "no", file); break;
    case APP_TEXT: fputs(text != NULL ? text : option->value, file); break;
    case APP_NUMBER: fprintf(file, "%" PRIu64, *(const uint64_t *)member); break;
    case APP_CHOICE: write_choice(option, *(const unsigned *)member, file); break;
    case APP_LIST: fputs(list->count > 0 ? list->items[0] : option->value, file); break;
    }
    fputc('\n', file);
}

static void write_key(const app_option *option, const void *values, bool given, FILE *file)
{
    const void *member = (const char *)values + option->offset;
    write_help(option, file);
    const app_list *list = member;
    for (size_t i = 0; option->kind == APP_LIST && given && i < list->count; i++)
        fprintf(file, "%s = %s\n", option->name, list->items[i]);
    if (option->kind == APP_LIST && given)
        return;
    fprintf(file, "%s%s = ", given ? "" : "#", option->name);
    write_value(option, member, file);
}

static void write_section(const app_program *program, const char *section, const void *values,
                          const app_arguments *arguments, FILE *file)
{
    fprintf(file, "\n[%s]\n", section);
    for (size_t i = 0; i < program->count; i++) {
        const app_option *option = &program->options[i];
        if (!option->command_line && strcmp(section_of(program, option), section) == 0)
            write_key(option, values, arguments->given[i], file);
    }
}

/* What inih makes of a key with this value. */
typedef struct reading_back {
    const char *value;
    bool equal, other; /* the value came back, and something else */
} reading_back;

/* An ini_handler. */
static int take_back(void *context, const char *section, const char *key, const char *value)
{
    reading_back *r = context;
    (void)section, (void)key;
    bool equal = !r->equal && strcmp(value, r->value) == 0;
    r->other = r->other || !equal;
    r->equal = r->equal || equal;
    return 1;
}

/* The reader drops blanks at the ends and what follows " ;", and takes a line break for the end. */
static bool is_read_back(const app_option *option, const char *value)
{
    char line[APP_CONFIG_LINE_BYTES + 2];
    reading_back r = { .value = value };
    int n = snprintf(line, sizeof line, "%s = %s\n", option->name, value);
    return n < (int)sizeof line && ini_parse_string(line, take_back, &r) == 0 && r.equal && !r.other;
}

static bool check_values(const app_option *option, const void *values, char why[APP_ERROR_BYTES])
{
    const void *member = (const char *)values + option->offset;
    const char *text = option->kind == APP_TEXT ? *(const char *const *)member : NULL;
    const app_list *list = option->kind == APP_LIST ? member : NULL;
    bool good = text == NULL || is_read_back(option, text);
    for (size_t i = 0; list != NULL && i < list->count; i++)
        good = good && is_read_back(option, list->items[i]);
    if (!good)
        snprintf(why, APP_ERROR_BYTES,
                 "--%s: a configuration file cannot hold this value: a line has %d bytes at most, and a line break, "
                 "blanks at an end and ' ;' do not come back",
                 option->name, APP_CONFIG_LINE_BYTES);
    return good;
}

bool app_config_write(const app_program *program, const void *values, const app_arguments *arguments, FILE *file,
                      char why[APP_ERROR_BYTES])
{
    for (size_t i = 0; i < program->count; i++)
        if (arguments->given[i] && !program->options[i].command_line &&
            !check_values(&program->options[i], values, why))
            return false;
    fprintf(file, "# Configuration of %s. A key that is a comment shows its default, or an example.\n", program->name);
    write_section(program, program->section, values, arguments, file);
    for (size_t i = 0; i < program->count; i++) {
        const char *section = program->options[i].section;
        bool first = section != NULL;
        for (size_t j = 0; j < i && first; j++)
            first = program->options[j].section == NULL || strcmp(program->options[j].section, section) != 0;
        if (first)
            write_section(program, section, values, arguments, file);
    }
    return true;
}
