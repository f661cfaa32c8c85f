/* view.h: draw lists as pictures and as text, and pictures between two ticks.
 *
 * All views use one layout: the camera's extent is shown whole and undistorted,
 * status lines are at the top. No function changes a list or a state. Lists are
 * untrusted: a view fails only for lack of memory.
 */
#ifndef FIXSTEP_VIEW_H
#define FIXSTEP_VIEW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <fixstep/draw.h>
#include <fixstep/result.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- pictures ------------------------------------------------------------------ */

enum { FS_PICTURE_MAX = 8192 }; /* pixels of a side */

/* Writes the list as a picture of width by height pixels (1..FS_PICTURE_MAX)
 * into a file, which is created or overwritten; the path ends in .png, .svg or .ppm, in
 * any case. On an error `why` (any size, may be NULL with 0) gets a sentence: E_ARGUMENT for a size or an ending that is not allowed,
 * E_IO when the file cannot be written (a partly written one is removed),
 * E_MEMORY, E_UNSUPPORTED in a build without cairo. */
FS_API fs_result fs_picture_write(const fs_draw_list *draw, const char *path, uint32_t width, uint32_t height,
                                  char *why, size_t why_size);

/* --- motion between ticks ---------------------------------------------------------- */

/* Replaces `out` by the picture between those of two ticks in succession: at a `part` of 0 the previous
 * one, at 1 the current one (other values are brought into 0..1). Points move on straight lines; outlines in 2D turn as
 * rigid bodies, the short way. Items that are in one list only, and items that jump farther than an eighth of the view,
 * are shown as in the current list. `out` is another list than both. E_MEMORY leaves `out` unchanged. */
FS_API fs_result fs_draw_interpolate(const fs_draw_list *previous, const fs_draw_list *current, double part,
                                     fs_draw_list *out);

/* Replaces `out` by the current picture, moved by a `share` (0..1) of the difference between two pictures of one tick before
 * it: the one that was shown and the right one. So a correction can be spread over some pictures: items without a
 * difference keep their places. Items that are not in all three lists are shown as in the current one, and so are those that
 * jump. `out` is another list than the others. E_MEMORY leaves `out` unchanged. */
FS_API fs_result fs_draw_correct(const fs_draw_list *shown, const fs_draw_list *right, const fs_draw_list *current,
                                 double share, fs_draw_list *out);

/* --- picking ----------------------------------------------------------------------- */

/* A line of sight in world metres: it begins at `origin` and goes along `direction` (length 1). In 2D it goes straight
 * into the picture, along -z. */
typedef struct fs_draw_ray {
    double origin[3], direction[3];
    double reach; /* 2D: metres of a hundredth of the picture's width; 3D: the same for 1 m of distance */
} fs_draw_ray;

/* The line of sight through a point of a picture of width by height units, which must be above 0; x to the right and y
 * down from the upper left corner. */
FS_API fs_draw_ray fs_draw_sight(const fs_camera *camera, double width, double height, double x, double y);

/* --- text ------------------------------------------------------------------------ */

enum { FS_CELL_GRID_MAX = 1024 }; /* columns, and rows */

/* One cell of a terminal; colours 0xRRGGBB. */
typedef struct fs_cell {
    uint32_t character; /* a Unicode character of one column, or of two: then that of the next cell is 0 */
    uint32_t fg, bg;
} fs_cell;

/* A grid of cells; a cell counts as twice as high as wide. Faces are drawn with
 * quarter blocks, lines with Braille dots (2 by 4 in a cell), texts and status
 * lines as characters. Status lines have rows of their own at the top, at most
 * half of all. Opaque; the caller owns it. */
typedef struct fs_cell_grid fs_cell_grid;

/* An empty (black) grid of 1..FS_CELL_GRID_MAX columns and rows. E_ARGUMENT,
 * E_MEMORY. */
FS_API fs_result fs_cell_grid_create(uint32_t columns, uint32_t rows, fs_cell_grid **out);
/* NULL is allowed. */
FS_API void fs_cell_grid_destroy(fs_cell_grid *cells);
/* Replaces the contents by the picture of a list. E_MEMORY leaves them unchanged. */
FS_API fs_result fs_cell_grid_render(fs_cell_grid *cells, const fs_draw_list *draw);
/* Size in cells, as given to fs_cell_grid_create(). */
FS_API uint32_t fs_cell_grid_columns(const fs_cell_grid *cells);
FS_API uint32_t fs_cell_grid_rows(const fs_cell_grid *cells);
/* The cells, row after row from the upper left; valid until the grid is
 * rendered or destroyed. */
FS_API const fs_cell *fs_cell_grid_cells(const fs_cell_grid *cells);

/* The grid as UTF-8 with a newline after each row. Plain text shows the
 * brightness of faces with four shades and leaves out blanks at the end of a
 * row; with `colour` there are ANSI sequences for 24-bit
 * colours, switched off before each newline. Writes at most `size` bytes with
 * the final 0 (whole characters only) and returns the bytes of the whole text
 * without the 0, as snprintf does; `out` may be NULL with 0. */
FS_API size_t fs_cell_grid_text(const fs_cell_grid *cells, bool colour, char *out, size_t size);

#ifdef __cplusplus
}
#endif
#endif
