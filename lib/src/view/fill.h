/* fill.h: the inside of a polygon as triangles.
 *
 * Any closed outline is allowed: concave, and crossing itself, where the even-odd
 * rule decides. Convex outlines become a fan. Others are cut at the x of every
 * corner and crossing into trapezoids; neighbours share their edges exactly, so that
 * no gap is visible between them.
 */
#ifndef FS_VIEW_FILL_H
#define FS_VIEW_FILL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "view/projection.h"

enum {
    FS__FILL_MAX_CORNERS = 1024, /* of an outline that is not convex; of longer ones every n-th corner counts */
    FS__FILL_MAX_CROSSED = 128   /* corners of an outline whose crossings are exact */
};

/* Scratch memory, kept from one polygon to the next. Zeroed: empty. */
typedef struct fs__fill {
    struct fs__fill_edge *edges;
    double *cuts;
    uint32_t *active;
    fs__screen_point *corners;
    size_t edge_capacity, cut_capacity, active_capacity, corner_capacity;
} fs__fill;

/* Room for the corners of an outline of `count` corners after clipping; NULL when out of memory. Lines that cross a
 * window often may yield more corners: those beyond *capacity do not fit. */
fs__screen_point *fs__fill_corners(fs__fill *fill, size_t count, size_t *capacity);

typedef void fs__fill_emit(void *context, fs__screen_point a, fs__screen_point b, fs__screen_point c);

/* Passes triangles to `emit`. False when out of memory, with nothing emitted. */
bool fs__fill_polygon(fs__fill *fill, const fs__screen_point *corners, size_t count, fs__fill_emit *emit,
                      void *context);
void fs__fill_free(fs__fill *fill);

#endif
