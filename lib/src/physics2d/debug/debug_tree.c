/* debug_tree.c: the inner boxes of an AABB tree built from the present fat AABBs. */
#include <stdlib.h>

#include "physics2d/debug/debug.h"

static void draw_inner(const struct fs__broadphase2 *b, fs_draw_list *draw)
{
    fs_aabb2 box;
    for (uint32_t i = 0; fs__broadphase2_node_aabb(b, i, &box); i++)
        fs_draw_box(draw, fs__debug2_point(box.low), fs__debug2_point(box.high), 0x3F5F6F, 0);
}

void fs__debug2_draw_tree(const struct fs_world2 *w, fs_draw_list *draw)
{
    uint32_t rows = *w->shape.rows;
    size_t size = fs__broadphase2_size(FS__BROADPHASE_TREE, rows) + FS_ARENA_ALIGN;
    uint8_t *bytes = calloc(1, size);
    if (bytes == NULL)
        return;
    void *memory = bytes + (-(uintptr_t)bytes & (FS_ARENA_ALIGN - 1));
    struct fs__broadphase2_aabb_columns boxes = { w->shape.fat_low, w->shape.fat_high, w->shape.gen, rows };
    struct fs__broadphase2 *b = fs__broadphase2_open(FS__BROADPHASE_TREE, memory, rows);
    fs__broadphase2_update(b, &boxes);
    draw_inner(b, draw);
    free(bytes);
}
