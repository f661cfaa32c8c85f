/* debug_motion.c: the motion of bodies: velocities, and outlines of bodies that sleep. */
#include "physics3d/debug/debug.h"

/* An arrow of 1 m for each 4 m/s, at most 4 m long. */
enum { ARROW_SHARE = 4, ARROW_MAX_M = 4 };

static fs_rel3 arrow_of(fs_vel3 velocity)
{
    const fs_vel most = ARROW_MAX_M * ARROW_SHARE * FS_VEL_ONE;
    fs_vel3 v = fs__vel3_clamp(velocity, most);
    return fs_rel3_make(fs_rel_from_vel(v.x / ARROW_SHARE), fs_rel_from_vel(v.y / ARROW_SHARE),
                        fs_rel_from_vel(v.z / ARROW_SHARE));
}

static void draw_velocity(const struct fs_world3 *w, fs_draw_list *draw, uint32_t body)
{
    fs_pos3 from = w->body.pos[body];
    fs_pos3 tip = fs_pos3_add_rel(from, arrow_of(w->body.vel[body]));
    fs_draw_segment(draw, fs__debug3_point(from), fs__debug3_point(tip), 0x5FFF9F);
    fs_draw_circle(draw, fs__debug3_point(tip), FS_FIX16_ONE / 40, 0x5FFF9F, FS_DRAW_FILLED);
}

void fs__debug3_draw_velocities(const struct fs_world3 *w, fs_draw_list *draw)
{
    for (uint32_t i = 0; i < *w->body.rows; i++)
        if (fs__world3_row_live(w->body.gen, i) && !fs_vel3_is_zero(w->body.vel[i]))
            draw_velocity(w, draw, i);
}

void fs__debug3_draw_sleeping(const struct fs_world3 *w, fs_draw_list *draw)
{
    for (uint32_t i = 0; i < *w->shape.rows; i++) {
        uint32_t body = w->shape.body[i];
        if (!fs__world3_row_live(w->shape.gen, i) || (w->body.flags[body] & FS_BODY3_ASLEEP) == 0)
            continue;
        struct fs__debug3_shape shape;
        fs__debug3_load_shape(w, i, &shape);
        fs__debug3_draw_outline(&shape.geometry, shape.pose, draw, FS_DRAW3_ASLEEP);
    }
}
