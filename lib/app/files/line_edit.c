/* line_edit.c: see line_edit.h. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "app/files/line_edit.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/files/line_file.h"
#include "app/files/new_file.h"
#include "app/files/open_file.h"

/* As many bytes as a file has that a reader takes. */
enum { MAX_BYTES = APP_FILE_LINES * APP_LINE_BYTES };

/* One line with its end, or the next part of a longer one. */
typedef struct piece {
    char text[APP_LINE_BYTES];
    size_t size;
    bool begins, ends; /* a line */
} piece;

/* False at the end of the file. A file ends its last line. */
static bool read_piece(FILE *in, piece *p)
{
    int c = 0;
    p->begins = p->ends;
    p->size = 0;
    while (p->size + 1 < sizeof p->text && c != '\n' && (c = getc(in)) != EOF)
        p->text[p->size++] = (char)c;
    p->text[p->size] = '\0';
    p->ends = c == '\n' || c == EOF;
    return p->size > 0;
}

/* Whether the piece is a whole line with the entry. */
static bool is_entry(const piece *p, const app_line_edit *edit)
{
    char text[APP_LINE_BYTES];
    if (!p->begins || !p->ends || memchr(p->text, '\0', p->size) != NULL)
        return false;
    memcpy(text, p->text, p->size + 1);
    const char *entry = app_line_entry(text);
    return entry != NULL && edit->is_same(edit->context, entry);
}

/* Copies the lines, the changed one in the place of the first that is the same. *changed: the copy differs. False with
 * errno. */
static bool copy_lines(FILE *in, FILE *out, const app_line_edit *edit, bool *changed)
{
    piece p = { .ends = true };
    bool placed = edit->line == NULL, open_end = false;
    size_t bytes = 0;
    *changed = false;
    while (bytes <= MAX_BYTES && read_piece(in, &p)) {
        bytes += p.size;
        if (!is_entry(&p, edit)) {
            fwrite(p.text, 1, p.size, out);
            open_end = p.text[p.size - 1] != '\n';
            continue;
        }
        if (!placed)
            fprintf(out, "%s\n", edit->line);
        placed = *changed = true;
        open_end = false;
    }
    if (!placed)
        fprintf(out, "%s%s\n", open_end ? "\n" : "", edit->line);
    *changed = *changed || !placed;
    if (bytes > MAX_BYTES)
        errno = EFBIG;
    return bytes <= MAX_BYTES && !ferror(in);
}

/* Writes the file under its new name; `in` is the earlier one, NULL when there is none. False with errno. */
static bool write_file(const char *name, FILE *in, const app_line_edit *edit, bool *changed)
{
    FILE *out = fopen(name, "we");
    if (out == NULL)
        return false;
    bool good = true;
    if (in != NULL)
        good = copy_lines(in, out, edit, changed);
    else {
        *changed = edit->line != NULL;
        fprintf(out, "%s\n%s\n", edit->header, *changed ? edit->line : "");
    }
    good = good && fflush(out) == 0;
    int reason = errno;
    good = fclose(out) == 0 && good;
    if (!good && reason != 0)
        errno = reason;
    return good;
}

/* The earlier file; NULL without one, and with *error set when it cannot be read. */
static FILE *open_earlier(const char *path, int *error)
{
    struct stat status;
    FILE *in = app_open_to_read(path);
    *error = in == NULL && errno != ENOENT ? errno : 0;
    if (in == NULL || fstat(fileno(in), &status) != 0 || S_ISREG(status.st_mode))
        return in;
    *error = S_ISDIR(status.st_mode) ? EISDIR : EINVAL; /* a device or a pipe is not replaced */
    fclose(in);
    return NULL;
}

/* False with errno. */
static bool replace_file(const char *path, const app_line_edit *edit)
{
    app_new_file file;
    int error;
    bool changed = false, good = false;
    FILE *in = open_earlier(path, &error);
    if (error == 0 && app_new_file_create(&file, path)) {
        errno = 0;
        good = write_file(file.part, in, edit, &changed) && (!changed || app_new_file_publish(&file));
        error = errno;
        app_new_file_free(&file);
    } else if (error == 0)
        error = errno;
    if (in != NULL)
        fclose(in);
    errno = error;
    return good;
}

bool app_lines_edit(const char *path, const app_line_edit *edit, char why[APP_ERROR_BYTES])
{
    int folder = app_new_file_lock(path); /* without it two programs could lose each other's change */
    bool good = replace_file(path, edit);
    if (!good)
        snprintf(why, APP_ERROR_BYTES, "cannot write %.150s: %s", path, strerror(errno));
    if (folder >= 0)
        close(folder);
    return good;
}
