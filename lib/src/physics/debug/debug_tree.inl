/* debug_tree.inl: the inner boxes of an AABB tree built from the present fat AABBs.
 *
 * Template: included once by debug_tree.c of physics2d and of physics3d.
 */

static void draw_inner(const struct fs__broadphaseN *b, fs_draw_list *draw)
{
    fs_aabbN box;
    for (uint32_t i = 0; fs__broadphaseN_node_aabb(b, i, &box); i++)
        fs_draw_box(draw, fs__debugN_point(box.low), fs__debugN_point(box.high), 0x3F5F6F, 0);
}

void fs__debugN_draw_tree(const struct fs_worldN *w, fs_draw_list *draw)
{
    uint32_t rows = *w->shape.rows;
    size_t size = fs__broadphaseN_size(FS__BROADPHASE_TREE, rows) + FS_ARENA_ALIGN;
    uint8_t *bytes = calloc(1, size);
    if (bytes == NULL)
        return;
    void *memory = bytes + (-(uintptr_t)bytes & (FS_ARENA_ALIGN - 1));
    struct fs__broadphaseN_aabb_columns boxes = { w->shape.fat_low, w->shape.fat_high, w->shape.gen, rows, NULL };
    struct fs__broadphaseN *b = fs__broadphaseN_open(FS__BROADPHASE_TREE, memory, rows);
    fs__broadphaseN_update(b, &boxes);
    draw_inner(b, draw);
    free(bytes);
}
