/* debug_tree.c: the inner boxes of the search tree, as a step would build it anew from the boxes of now. */
#include <stdlib.h>

#include "physics2d/debug/debug.h"

static void draw_inner(const struct fs__broad *b, fs_draw *draw)
{
    fs_box2 box;
    for (uint32_t i = 0; fs__broad_inner(b, i, &box); i++)
        fs_draw_box(draw, fs__two_point(box.low), fs__two_point(box.high), 0x3F5F6F, 0);
}

void fs__two_draw_tree(const struct fs_world2 *w, fs_draw *draw)
{
    uint32_t rows = *w->shape.rows;
    size_t size = fs__broad_size(FS__BROAD_TREE, rows) + FS_ARENA_ALIGN;
    uint8_t *bytes = calloc(1, size);
    if (bytes == NULL)
        return;
    void *memory = bytes + (-(uintptr_t)bytes & (FS_ARENA_ALIGN - 1));
    struct fs__boxes boxes = { w->shape.low, w->shape.high, w->shape.gen, rows };
    struct fs__broad *b = fs__broad_open(FS__BROAD_TREE, memory, rows);
    fs__broad_update(b, &boxes);
    draw_inner(b, draw);
    free(bytes);
}
