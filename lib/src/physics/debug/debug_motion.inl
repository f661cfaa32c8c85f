/* debug_motion.inl: the motion of bodies: velocities, and outlines of bodies that sleep.
 *
 * Template: included once by debug_motion.c of physics2d and of physics3d.
 */

/* An arrow of 1 m for each 4 m/s, at most 4 m long. */
enum { ARROW_SHARE = 4, ARROW_MAX_M = 4 };

static fs_relN arrow_of(fs_velN velocity)
{
    const fs_vel most = ARROW_MAX_M * ARROW_SHARE * FS_VEL_ONE;
    return fs__debugN_rel_from_vel(fs__velN_clamp(velocity, most), ARROW_SHARE);
}

static void draw_velocity(const struct fs_worldN *w, fs_draw_list *draw, uint32_t body)
{
    fs_posN from = w->body.pos[body];
    fs_posN tip = fs_posN_add_rel(from, arrow_of(w->body.vel[body]));
    fs_draw_segment(draw, fs__debugN_point(from), fs__debugN_point(tip), 0x5FFF9F);
    fs_draw_circle(draw, fs__debugN_point(tip), FS_FIX16_ONE / 40, 0x5FFF9F, FS_DRAW_FILLED);
}

void fs__debugN_draw_velocities(const struct fs_worldN *w, fs_draw_list *draw)
{
    for (uint32_t i = 0; i < *w->body.rows; i++)
        if (fs__worldN_row_live(w->body.gen, i) && !fs_velN_is_zero(w->body.vel[i]))
            draw_velocity(w, draw, i);
}

void fs__debugN_draw_sleeping(const struct fs_worldN *w, fs_draw_list *draw)
{
    for (uint32_t i = 0; i < *w->shape.rows; i++) {
        uint32_t body = w->shape.body[i];
        if (!fs__worldN_row_live(w->shape.gen, i) || (w->body.flags[body] & FS_BODYN_ASLEEP) == 0)
            continue;
        fs__debugN_draw_row_outline(w, i, draw, FS_DRAWN_ASLEEP);
    }
}
