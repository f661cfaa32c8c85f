/* debug_motion.c: the motion of bodies: velocities, and outlines of bodies that sleep. */
#include "physics2d/debug/debug.h"

/* An arrow of 1 m for each 4 m/s, at most 4 m long. */
enum { ARROW_SHARE = 4, ARROW_MAX_M = 4 };

static fs_rel2 arrow_of(fs_vel2 velocity)
{
    const fs_vel most = ARROW_MAX_M * ARROW_SHARE * FS_VEL_ONE;
    fs_vel x = fs_clamp32(velocity.x, -most, most), y = fs_clamp32(velocity.y, -most, most);
    return fs_rel2_make(fs_rel_from_vel(x / ARROW_SHARE), fs_rel_from_vel(y / ARROW_SHARE));
}

static void draw_velocity(const struct fs_world2 *w, fs_draw_list *draw, uint32_t body)
{
    fs_pos2 from = w->body.pos[body];
    fs_pos2 tip = fs_pos2_add_rel(from, arrow_of(w->body.vel[body]));
    fs_draw_segment(draw, fs__debug2_point(from), fs__debug2_point(tip), 0x5FFF9F);
    fs_draw_circle(draw, fs__debug2_point(tip), FS_FIX16_ONE / 40, 0x5FFF9F, FS_DRAW_FILLED);
}

void fs__debug2_draw_velocities(const struct fs_world2 *w, fs_draw_list *draw)
{
    for (uint32_t i = 0; i < *w->body.rows; i++)
        if (fs__world2_row_live(w->body.gen, i) && (w->body.vel[i].x != 0 || w->body.vel[i].y != 0))
            draw_velocity(w, draw, i);
}

void fs__debug2_draw_sleeping(const struct fs_world2 *w, fs_draw_list *draw)
{
    for (uint32_t i = 0; i < *w->shape.rows; i++) {
        uint32_t body = w->shape.body[i];
        if (!fs__world2_row_live(w->shape.gen, i) || (w->body.flags[body] & FS_BODY2_ASLEEP) == 0)
            continue;
        fs_geometry2 geometry;
        fs_shape2_geometry(w, i, &geometry);
        fs__debug2_draw_outline(&geometry, fs__body2_origin_pose(w, body), draw, FS_DRAW2_ASLEEP);
    }
}
