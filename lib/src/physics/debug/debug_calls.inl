/* debug_calls.inl: the parts of the picture of a world.
 *
 * Template: included by debug/debug.h of physics2d and of physics3d.
 */

static inline fs_posN fs__debugN_to_world(fs_poseN pose, fs_relN local)
{
    return fs_posN_add_rel(pose.pos, fs_rotN_rel(pose.rot, local));
}

/* debug_islands.inl: outlines of the shapes of every island. */
void fs__debugN_draw_islands(const struct fs_worldN *w, fs_draw_list *draw);
/* debug_motion.inl: a line from the centre of mass of every moving body; outlines of sleeping bodies. */
void fs__debugN_draw_velocities(const struct fs_worldN *w, fs_draw_list *draw);
void fs__debugN_draw_sleeping(const struct fs_worldN *w, fs_draw_list *draw);
/* debug_tree.inl: the inner boxes of the AABB tree. */
void fs__debugN_draw_tree(const struct fs_worldN *w, fs_draw_list *draw);
/* debug_shape.c: a shape of the world, as far as the numbers of a picture reach; only its outline or edges. */
void fs__debugN_draw_row(const struct fs_worldN *w, uint32_t row, fs_draw_list *draw, uint32_t fill, uint32_t outline);
void fs__debugN_draw_row_outline(const struct fs_worldN *w, uint32_t row, fs_draw_list *draw, uint32_t colour);
