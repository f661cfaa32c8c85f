/* debug.c: a 3D world as a list of things to draw; see debug3.h. Never changes the world. */
#include "physics3d/debug/debug.h"

void fs_world3_bind_readonly(const fs_state *state, unsigned first_table, struct fs_world3 *w)
{
    fs_world3_bind((fs_state *)(uintptr_t)state, first_table, NULL, w);
}

/* ---- shapes ------------------------------------------------------------------------------------------------ */

static uint32_t colour_of(const struct fs_world3 *w, uint32_t shape)
{
    uint32_t body = w->shape.body[shape];
    uint16_t flags = w->body.flags[body];
    if ((w->shape.flags[shape] & FS_SHAPE3_SENSOR) != 0)
        return FS_DRAW3_SENSOR;
    if ((flags & FS_BODY3_DISABLED) != 0)
        return FS_DRAW3_DISABLED;
    if (w->body.type[body] == FS_BODY3_STATIC)
        return FS_DRAW3_STATIC;
    if (w->body.type[body] == FS_BODY3_KINEMATIC)
        return FS_DRAW3_KINEMATIC;
    if ((flags & FS_BODY3_ASLEEP) != 0)
        return FS_DRAW3_ASLEEP;
    return (flags & FS_BODY3_BULLET) != 0 ? FS_DRAW3_BULLET : FS_DRAW3_DYNAMIC;
}

/* Half as bright. */
static uint32_t darken(uint32_t colour)
{
    return colour >> 1 & 0x7F7F7F;
}

void fs_world3_draw_shape(const struct fs_world3 *w, fs_draw_list *draw, uint32_t row, uint32_t fill, uint32_t outline)
{
    struct fs__debug3_shape shape;
    if (row >= *w->shape.rows || !fs__world3_row_live(w->shape.gen, row))
        return;
    fs__debug3_load_shape(w, row, &shape);
    fs_geometry3_draw(&shape.geometry, shape.pose, draw, fill, outline);
}

static void draw_shapes(const struct fs_world3 *w, fs_draw_list *draw)
{
    for (uint32_t i = 0; i < *w->shape.rows; i++)
        if (fs__world3_row_live(w->shape.gen, i)) {
            uint32_t colour = colour_of(w, i);
            fs_world3_draw_shape(w, draw, i, darken(colour), colour);
        }
}

static void draw_boxes(const struct fs_world3 *w, fs_draw_list *draw)
{
    for (uint32_t i = 0; i < *w->shape.rows; i++)
        if (fs__world3_row_live(w->shape.gen, i)) {
            uint32_t colour = (w->shape.flags[i] & FS_SHAPE3_MOVED) != 0 ? 0xBF5F5F : 0x5F3F3F;
            fs_draw_box(draw, fs__debug3_point(w->shape.fat_low[i]), fs__debug3_point(w->shape.fat_high[i]), colour, 0);
        }
}

/* ---- bodies ------------------------------------------------------------------------------------------------ */

static void draw_axis(const struct fs_world3 *w, fs_draw_list *draw, uint32_t body, fs_rel3 axis, uint32_t colour)
{
    fs_pos3 tip = fs_pos3_add_rel(w->body.pos[body], fs_quat_rel(w->body.rot[body], axis));
    fs_draw_segment(draw, fs__debug3_point(w->body.pos[body]), fs__debug3_point(tip), colour);
}

static void draw_centres(const struct fs_world3 *w, fs_draw_list *draw)
{
    for (uint32_t i = 0; i < *w->body.rows; i++) {
        if (!fs__world3_row_live(w->body.gen, i))
            continue;
        fs_rel size = fs_clamp32(w->body.extent[i] / 4, FS_REL_ONE / 64, FS_REL_ONE);
        draw_axis(w, draw, i, fs_rel3_make(size, 0, 0), 0xFF5F5F);
        draw_axis(w, draw, i, fs_rel3_make(0, size, 0), 0x5FFF5F);
        draw_axis(w, draw, i, fs_rel3_make(0, 0, size), 0x5F5FFF);
    }
}

/* ---- joints ------------------------------------------------------------------------------------------------ */

static void draw_line(fs_draw_list *draw, fs_pos3 from, fs_pos3 to, uint32_t colour)
{
    fs_draw_segment(draw, fs__debug3_point(from), fs__debug3_point(to), colour);
}

static void draw_joint(const struct fs_world3 *w, fs_draw_list *draw, uint32_t j)
{
    uint32_t a = w->joint.body_a[j], b = w->joint.body_b[j], colour = 0x5FDFDF;
    fs_pos3 at_a = fs__debug3_to_world(fs__body3_origin_pose(w, a), w->joint.anchor_a[j]);
    fs_pos3 at_b = fs__debug3_to_world(fs__body3_origin_pose(w, b), w->joint.anchor_b[j]);
    draw_line(draw, w->body.pos[a], at_a, darken(colour));
    draw_line(draw, w->body.pos[b], at_b, darken(colour));
    draw_line(draw, at_a, at_b, colour);
    fs_draw_circle(draw, fs__debug3_point(at_a), FS_FIX16_ONE / 32, colour, FS_DRAW_FILLED);
    fs_draw_circle(draw, fs__debug3_point(at_b), FS_FIX16_ONE / 32, colour, FS_DRAW_FILLED);
}

static void draw_joints(const struct fs_world3 *w, fs_draw_list *draw)
{
    for (uint32_t j = 0; j < *w->joint.rows; j++)
        if (fs__world3_row_live(w->joint.gen, j))
            draw_joint(w, draw, j);
}

/* ---- contacts ---------------------------------------------------------------------------------------------- */

/* The normal from the point, then the impulse: 1 m for each 4 m/s that the pair got in a substep, up to 2 m. */
static void draw_point(const struct fs_world3 *w, fs_draw_list *draw, uint32_t c, fs_rel3 arm, fs_vel impulse)
{
    fs_pos3 at = fs__contact3_point(w, c, arm);
    fs_unit3 n = w->contact.normal[c];
    fs_rel push = fs_min32(fs_rel_from_vel(impulse / 4), 2 * FS_REL_ONE);
    fs_rel3 normal = { fs_rel_from_unit(n.x / 8), fs_rel_from_unit(n.y / 8), fs_rel_from_unit(n.z / 8) };
    fs_rel3 pushed = { fs_mul32_sym(n.x, push, FS_UNIT_FRAC), fs_mul32_sym(n.y, push, FS_UNIT_FRAC),
                       fs_mul32_sym(n.z, push, FS_UNIT_FRAC) };
    draw_line(draw, at, fs_pos3_add_rel(at, normal), 0xDFDFDF);
    draw_line(draw, at, fs_pos3_add_rel(at, pushed), 0xFF4F4F);
    fs_draw_circle(draw, fs__debug3_point(at), FS_FIX16_ONE / 40, impulse > 0 ? 0xFF4F4F : 0x4F8FFF, FS_DRAW_FILLED);
}

static void draw_contacts(const struct fs_world3 *w, fs_draw_list *draw)
{
    for (uint32_t c = 0; c < *w->contact.rows; c++) {
        if (!fs__world3_row_live(w->contact.gen, c) || (w->contact.flags[c] & FS__CONTACT3_SENSOR) != 0)
            continue;
        size_t first = fs__contact3_first_point(c);
        for (unsigned i = 0; i < w->contact.count[c]; i++)
            draw_point(w, draw, c, w->point.arm[first + i], w->point.impulse[first + i].x);
    }
}

/* In the order of the bits of FS_DRAW3_. */
void fs_world3_draw(const struct fs_world3 *w, fs_draw_list *draw, uint32_t what)
{
    static void (*const draw_part[])(const struct fs_world3 *, fs_draw_list *) = { fs__debug3_draw_tree,
                                                                                   draw_boxes,
                                                                                   draw_shapes,
                                                                                   fs__debug3_draw_islands,
                                                                                   draw_joints,
                                                                                   draw_centres,
                                                                                   draw_contacts,
                                                                                   fs__debug3_draw_sleeping,
                                                                                   fs__debug3_draw_velocities };
    for (unsigned i = 0; i < sizeof draw_part / sizeof draw_part[0]; i++)
        if ((what >> i & 1u) != 0)
            draw_part[i](w, draw);
}
