/* line_file.c: see line_file.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "app/files/line_file.h"
#include "app/files/open_file.h"

#include <errno.h>
#include <string.h>

bool app_lines_open(app_line_file *lines, const char *path, char why[APP_ERROR_BYTES])
{
    *lines = (app_line_file){ .file = app_open_to_read(path), .path = path };
    if (lines->file == NULL)
        snprintf(why, APP_ERROR_BYTES, "cannot read %.150s: %s", path, strerror(errno));
    return lines->file != NULL;
}

bool app_lines_refuse(app_line_file *lines, const char *reason, char why[APP_ERROR_BYTES])
{
    lines->broken = true;
    snprintf(why, APP_ERROR_BYTES, "%.120s: line %u: %.170s", lines->path, lines->number, reason);
    return false;
}

/* Reads a line with its end into `text`; false at the end of the file and after an error. */
static bool read_line(app_line_file *lines, char why[APP_ERROR_BYTES])
{
    size_t used = 0;
    int c = 0;
    lines->number++;
    while (c != '\n' && (c = getc(lines->file)) != EOF) {
        if (c == '\0')
            return app_lines_refuse(lines, "a zero byte: this is no text file", why);
        if (used + 1 == sizeof lines->text) /* one byte is the line end */
            return app_lines_refuse(lines, "it is too long: more than 510 bytes", why);
        lines->text[used++] = (char)c;
    }
    lines->text[used] = '\0';
    lines->broken = ferror(lines->file) != 0;
    if (lines->broken)
        snprintf(why, APP_ERROR_BYTES, "cannot read %.150s: %s", lines->path, strerror(errno));
    return used > 0 && !lines->broken;
}

char *app_line_entry(char *text)
{
    static const char blanks[] = " \t\r\n";
    text += strspn(text, blanks);
    size_t size = strlen(text);
    while (size > 0 && strchr(blanks, text[size - 1]) != NULL)
        size--;
    text[size] = '\0';
    return text[0] != '\0' && text[0] != '#' ? text : NULL;
}

char *app_lines_next(app_line_file *lines, char why[APP_ERROR_BYTES])
{
    while (!lines->broken && read_line(lines, why)) {
        char *entry = app_line_entry(lines->text);
        if (lines->number > APP_FILE_LINES)
            app_lines_refuse(lines, "the file is too long", why);
        else if (entry != NULL)
            return entry;
    }
    return NULL;
}

bool app_lines_close(app_line_file *lines)
{
    fclose(lines->file);
    return !lines->broken;
}
