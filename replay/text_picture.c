/* text_picture.c: a picture made of characters, as the terminal view shows it. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "text_picture.h"

#include <errno.h>
#include <fixstep/view.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool ends_in(const char *path, const char *ending)
{
    size_t n = strlen(path), m = strlen(ending);
    return n > m && strcmp(path + n - m, ending) == 0;
}

bool text_picture_named(const char *path)
{
    return ends_in(path, ".txt") || ends_in(path, ".ansi");
}

bool picture_format_known(const char *path)
{
    return text_picture_named(path) || ends_in(path, ".png") || ends_in(path, ".svg");
}

/* The whole text, malloced; NULL when out of memory. */
static char *make_text(const fs_draw_list *draw, uint32_t columns, uint32_t rows, bool colour)
{
    fs_cell_grid *cells = NULL;
    char *text = NULL;
    if (fs_cell_grid_create(columns, rows, &cells) == FS_OK && fs_cell_grid_render(cells, draw) == FS_OK) {
        size_t size = fs_cell_grid_text(cells, colour, NULL, 0) + 1;
        text = malloc(size);
        if (text != NULL)
            fs_cell_grid_text(cells, colour, text, size);
    }
    fs_cell_grid_destroy(cells);
    return text;
}

bool text_picture_write(const fs_draw_list *draw, const char *path, uint32_t columns, uint32_t rows,
                        char why[APP_ERROR_BYTES])
{
    char *text = make_text(draw, columns, rows, ends_in(path, ".ansi"));
    if (text == NULL) {
        snprintf(why, APP_ERROR_BYTES, "%s", fs_result_text(FS_E_MEMORY));
        return false;
    }
    FILE *file = fopen(path, "w");
    bool good = file != NULL && fputs(text, file) != EOF;
    /* A full disk may be reported only when the buffer is written out. */
    if (file != NULL && fclose(file) != 0)
        good = false;
    if (!good)
        snprintf(why, APP_ERROR_BYTES, "cannot write %.150s: %s", path, strerror(errno));
    free(text);
    return good;
}
