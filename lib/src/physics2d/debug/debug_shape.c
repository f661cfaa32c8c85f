/* debug_shape.c: a shape as a polygon: round corners become short edges.
 *
 * Only pictures depend on it, so steps of a sixteenth of a turn are enough.
 */
#include "physics2d/debug/debug.h"

enum { MAX_STEPS = 9, MAX_POINTS = FS_GEOMETRY2_MAX_CORNERS * (MAX_STEPS + 1) };

struct outline {
    fs_draw_point at[MAX_POINTS];
    uint32_t count;
};

static int64_t cross(fs_unit2 a, fs_unit2 b)
{
    return (int64_t)a.x * b.y - (int64_t)a.y * b.x;
}

static void add_corner(struct outline *o, const fs_geometry2 *s, fs_pose2 pose, unsigned corner, fs_unit2 out)
{
    fs_rel2 r = { fs_mul32_sym(out.x, s->radius, FS_UNIT_FRAC), fs_mul32_sym(out.y, s->radius, FS_UNIT_FRAC) };
    if (o->count < MAX_POINTS)
        o->at[o->count++] = fs__debug2_point(fs__debug2_to_world(pose, fs_rel2_add(s->corner[corner], r)));
}

/* Points on the arc from the normal of the edge before a corner to that of the edge after it. */
static void round_corner(struct outline *o, const fs_geometry2 *s, fs_pose2 pose, unsigned corner)
{
    const fs_rot2 step = { 992008094, 410903207 }; /* cos and sin of pi/8 */
    fs_unit2 out = s->normal[(corner + s->count - 1u) % s->count], last = s->normal[corner];
    for (int i = 0; i < MAX_STEPS; i++) {
        add_corner(o, s, pose, corner, out);
        out = fs_rot2_unit(step, out);
        if (cross(out, last) <= 0)
            break;
    }
    add_corner(o, s, pose, corner, last);
}

static void make_outline(struct outline *o, const fs_geometry2 *s, fs_pose2 pose)
{
    o->count = 0;
    for (unsigned i = 0; i < s->count; i++) {
        if (s->radius > 0)
            round_corner(o, s, pose, i);
        else
            add_corner(o, s, pose, i, fs_unit2_zero());
    }
}

static void draw_circle(const fs_geometry2 *s, fs_pose2 pose, fs_draw_list *draw, uint32_t colour, uint32_t flags)
{
    fs_draw_circle(draw, fs__debug2_point(fs__debug2_to_world(pose, s->corner[0])), fs_fix16_from_rel(s->radius),
                   colour, flags);
}

static void draw_outline(const fs_geometry2 *s, fs_pose2 pose, fs_draw_list *draw, uint32_t colour)
{
    struct outline o;
    if (s->count == 1) {
        draw_circle(s, pose, draw, colour, 0);
        return;
    }
    make_outline(&o, s, pose);
    fs_draw_polygon(draw, o.at, o.count, colour, 0);
}

/* A spoke from the centre along the body's x axis. */
static void draw_spoke(const fs_geometry2 *s, fs_pose2 pose, fs_draw_list *draw, uint32_t colour)
{
    fs_rel2 rim = fs_rel2_make(fs_sat32_add(s->corner[0].x, s->radius), s->corner[0].y);
    fs_draw_segment(draw, fs__debug2_point(fs__debug2_to_world(pose, s->corner[0])),
                    fs__debug2_point(fs__debug2_to_world(pose, rim)), colour);
}

void fs_geometry2_draw(const fs_geometry2 *s, fs_pose2 pose, fs_draw_list *draw, uint32_t fill, uint32_t outline)
{
    struct outline o;
    if (s->count == 1) {
        draw_circle(s, pose, draw, fill, FS_DRAW_FILLED);
        draw_spoke(s, pose, draw, outline);
    } else if (s->count > 2 || s->radius > 0) {
        make_outline(&o, s, pose);
        fs_draw_polygon(draw, o.at, o.count, fill, FS_DRAW_FILLED);
    }
    draw_outline(s, pose, draw, outline);
}

/* Points of a picture are within 2^15 m of the origin, so the part within 2^14 m of it is drawn. */
static void draw_large(const struct fs_world2 *w, uint32_t row, fs_draw_list *draw, uint32_t fill, uint32_t outline)
{
    fs_pose2 pose = fs__body2_origin_pose(w, w->shape.body[row]);
    fs_pos2 to_origin = { fs_sat64_neg(pose.pos.x), fs_sat64_neg(pose.pos.y) }, corner[FS__LARGE2_MAX_CUT];
    fs_draw_point at[FS__LARGE2_MAX_CUT];
    struct fs__large2 large;
    fs__shape2_load_large(w, row, &large);
    unsigned count = fs__large2_cut_core(&large, fs__rot2_inv_pos(pose.rot, to_origin), FS_POS_ONE << 14, corner);
    for (unsigned i = 0; i < count; i++)
        at[i] = fs__debug2_point(fs__shape2_shifted(pose.pos, fs__rot2_pos(pose.rot, corner[i])));
    if (count > 2)
        fs_draw_polygon(draw, at, count, fill, FS_DRAW_FILLED);
    if (count > 1)
        fs_draw_polygon(draw, at, count, outline, 0);
}

void fs__debug2_draw_row(const struct fs_world2 *w, uint32_t row, fs_draw_list *draw, uint32_t fill, uint32_t outline)
{
    fs_geometry2 shape;
    if (fs__shape2_is_large(w, row)) {
        draw_large(w, row, draw, fill, outline);
        return;
    }
    fs_shape2_geometry(w, row, &shape);
    fs_geometry2_draw(&shape, fs__body2_origin_pose(w, w->shape.body[row]), draw, fill, outline);
}

void fs__debug2_draw_row_outline(const struct fs_world2 *w, uint32_t row, fs_draw_list *draw, uint32_t colour)
{
    fs_geometry2 shape;
    fs_shape2_geometry(w, row, &shape);
    draw_outline(&shape, fs__body2_origin_pose(w, w->shape.body[row]), draw, colour);
}
