/* debug_shape.c: shapes as polygons; round sides become flat ones of a twelfth of a turn. Only pictures depend on it. */
#include <fixstep/frame.h>
#include <fixstep/trig.h>

#include "physics3d/body/surface.h"
#include "physics3d/debug/debug.h"

enum { SIDES = 12 };

/* Where a shape is drawn, and how: edges alone where `filled` is false. */
struct brush {
    fs_draw_list *draw;
    fs_pose3 pose; /* of the shape's own frame */
    uint32_t fill, outline;
    bool filled;
};

static fs_draw_point at(const struct brush *b, fs_rel3 own)
{
    return fs__debug3_point(fs__debug3_to_world(b->pose, own));
}

static void draw_face(const struct brush *b, const fs_draw_point *point, size_t count)
{
    if (b->filled)
        fs_draw_polygon(b->draw, point, count, b->fill, FS_DRAW_FILLED);
    fs_draw_polygon(b->draw, point, count, b->outline, 0);
}

static void draw_ball(const struct brush *b, fs_rel3 centre, fs_rel radius)
{
    if (b->filled)
        fs_draw_circle(b->draw, at(b, centre), fs_fix16_from_rel(radius), b->fill, FS_DRAW_FILLED);
    fs_draw_circle(b->draw, at(b, centre), fs_fix16_from_rel(radius), b->outline, 0);
}

/* ---- kinds ---------------------------------------------------------------------------------------------------- */

static fs_rel3 corner_of(fs_rel3 half, unsigned bits)
{
    return fs_rel3_make(bits & 1u ? half.x : -half.x, bits & 2u ? half.y : -half.y, bits & 4u ? half.z : -half.z);
}

static void draw_box(const struct brush *b, fs_rel3 half)
{
    static const uint8_t face[6][4] = { { 0, 2, 6, 4 }, { 1, 5, 7, 3 }, { 0, 4, 5, 1 },
                                        { 2, 3, 7, 6 }, { 0, 1, 3, 2 }, { 4, 6, 7, 5 } };
    for (unsigned f = 0; f < 6; f++) {
        fs_draw_point point[4];
        for (unsigned i = 0; i < 4; i++)
            point[i] = at(b, corner_of(half, face[f][i]));
        draw_face(b, point, 4);
    }
}

/* A point of the ring around `centre` that is spanned by two vectors. */
static fs_rel3 ring_point(fs_rel3 centre, fs_rel3 u, fs_rel3 v, unsigned i)
{
    uint32_t turn = (uint32_t)(((uint64_t)i << 32) / SIDES);
    fs_unit c = fs_cos(turn), s = fs_sin(turn);
    return fs_rel3_add(centre, fs_rel3_add(fs_rel3_scale(u, c), fs_rel3_scale(v, s)));
}

/* A frustum between two rings with the same axes; the second one may be a point. */
static void draw_frustum(const struct brush *b, fs_rel3 low, fs_rel3 high, fs_rel3 u, fs_rel3 v, bool pointed)
{
    fs_draw_point bottom[SIDES], top[SIDES];
    for (unsigned i = 0; i < SIDES; i++) {
        bottom[i] = at(b, ring_point(low, u, v, i));
        top[i] = pointed ? at(b, high) : at(b, ring_point(high, u, v, i));
    }
    for (unsigned i = 0; i < SIDES; i++) {
        unsigned next = (i + 1) % SIDES;
        const fs_draw_point side[4] = { bottom[i], bottom[next], top[next], top[i] };
        draw_face(b, side, pointed ? 3 : 4);
    }
    draw_face(b, bottom, SIDES);
    if (!pointed)
        draw_face(b, top, SIDES);
}

static void draw_round(const struct brush *b, fs_rel3 half, bool pointed)
{
    draw_frustum(b, fs_rel3_make(0, -half.y, 0), fs_rel3_make(0, half.y, 0), fs_rel3_make(half.x, 0, 0),
                 fs_rel3_make(0, 0, half.x), pointed);
}

static void draw_capsule(const struct brush *b, fs_rel3 half, fs_rel radius)
{
    fs_frame3 frame;
    (void)fs_frame3_from_one(fs_wide3_make(half.x, half.y, half.z), &frame);
    fs_rel3 u = fs_rel3_make(fs_mul32_sym(frame.y.x, radius, FS_UNIT_FRAC),
                             fs_mul32_sym(frame.y.y, radius, FS_UNIT_FRAC),
                             fs_mul32_sym(frame.y.z, radius, FS_UNIT_FRAC));
    fs_rel3 v = fs_rel3_make(fs_mul32_sym(frame.z.x, radius, FS_UNIT_FRAC),
                             fs_mul32_sym(frame.z.y, radius, FS_UNIT_FRAC),
                             fs_mul32_sym(frame.z.z, radius, FS_UNIT_FRAC));
    draw_frustum(b, fs_rel3_neg(half), half, u, v, false);
    draw_ball(b, fs_rel3_neg(half), radius);
    draw_ball(b, half, radius);
}

static void draw_hull(const struct brush *b, const fs_hull3 *hull)
{
    for (unsigned f = 0; f < hull->face_count; f++) {
        fs_draw_point point[FS_HULL3_MAX_CORNERS];
        unsigned n = 0;
        for (unsigned e = hull->first_edge[f]; e < hull->first_edge[f + 1]; e++)
            point[n++] = at(b, hull->corner[hull->origin[e]]);
        draw_face(b, point, n);
    }
}

static void draw_geometry(const fs_geometry3 *g, fs_pose3 pose, struct brush *b)
{
    b->pose.pos = fs__debug3_to_world(pose, g->centre);
    b->pose.rot = fs_quat_normalise(fs_quat_mul(pose.rot, g->rot));
    switch (g->kind) {
    case FS_GEOMETRY3_SPHERE: draw_ball(b, fs_rel3_zero(), g->radius); break;
    case FS_GEOMETRY3_CAPSULE: draw_capsule(b, g->half, g->radius); break;
    case FS_GEOMETRY3_BOX: draw_box(b, g->half); break;
    case FS_GEOMETRY3_CYLINDER: draw_round(b, g->half, false); break;
    case FS_GEOMETRY3_CONE: draw_round(b, g->half, true); break;
    case FS_GEOMETRY3_HULL: draw_hull(b, g->hull); break;
    default: break;
    }
}

void fs_geometry3_draw(const fs_geometry3 *g, fs_pose3 pose, fs_draw_list *draw, uint32_t fill, uint32_t outline)
{
    struct brush b = { .draw = draw, .fill = fill, .outline = outline, .filled = true };
    draw_geometry(g, pose, &b);
}

static void draw_outline(const fs_geometry3 *g, fs_pose3 pose, fs_draw_list *draw, uint32_t colour)
{
    struct brush b = { .draw = draw, .outline = colour };
    draw_geometry(g, pose, &b);
}

/* ---- shapes of the world -------------------------------------------------------------------------------------- */

static void place_triangle(const struct fs__triangle3 *t, fs_pose3 pose, fs_draw_point point[3])
{
    for (unsigned k = 0; k < 3; k++)
        point[k] = fs__debug3_point(fs_pos3_add(pose.pos, fs__window3_from_ground(pose, t->corner[k])));
}

static void draw_surface(const struct fs_world3 *w, uint32_t shape, const struct brush *b)
{
    struct fs__surface3 s;
    struct fs__triangle3 t;
    fs_pose3 pose = fs__body3_origin_pose(w, w->shape.body[shape]);
    fs__surface3_of(w, shape, &s);
    for (struct fs__ground3_cursor cursor = { .row = 0 }; s.source.next(s.source.ground, s.box, &cursor, &t);) {
        fs_draw_point point[3];
        place_triangle(&t, pose, point);
        draw_face(b, point, 3);
    }
}

static void draw_surface_solid(const struct fs_world3 *w, uint32_t shape, fs_draw_list *draw, fs_draw_material material)
{
    enum { PART = 64 };
    fs_draw_point point[3 * PART];
    struct fs__surface3 s;
    struct fs__triangle3 t;
    uint32_t count = 0;
    fs_pose3 pose = fs__body3_origin_pose(w, w->shape.body[shape]);
    fs__surface3_of(w, shape, &s);
    for (struct fs__ground3_cursor cursor = { .row = 0 }; s.source.next(s.source.ground, s.box, &cursor, &t);) {
        place_triangle(&t, pose, point + 3 * (size_t)count++);
        if (count < PART)
            continue;
        fs_draw_mesh(draw, point, 3 * (size_t)count, material);
        count = 0;
    }
    fs_draw_mesh(draw, point, 3 * (size_t)count, material);
}

/* A shape as a value, and its frame. Of a large box the part whose numbers a picture can hold. */
struct shape {
    fs_geometry3 geometry; /* kind 0: nothing to draw */
    fs_pose3 pose;
    fs_hull3 hull;
};

static void load_shape(const struct fs_world3 *w, uint32_t row, struct shape *out)
{
    const fs_wide most = (fs_wide)FS_REL_MAX << (FS_WIDE_FRAC - FS_REL_FRAC);
    out->pose = fs__body3_origin_pose(w, w->shape.body[row]);
    if (!fs__shape3_is_large(w, row)) {
        fs__shape3_load_geometry(w, row, &out->geometry, &out->hull);
        return;
    }
    fs_wide3 half = w->shape.half[row];
    out->pose.pos = fs__shape3_large_centre(w, row);
    out->geometry = (fs_geometry3){ .kind = FS_GEOMETRY3_BOX,
                                    .rot = w->shape.rot[row],
                                    .half = { fs_rel_from_pos(fs_min64(half.x, most)),
                                              fs_rel_from_pos(fs_min64(half.y, most)),
                                              fs_rel_from_pos(fs_min64(half.z, most)) } };
}

void fs__debug3_draw_row(const struct fs_world3 *w, uint32_t row, fs_draw_list *draw, uint32_t fill, uint32_t outline)
{
    struct shape shape;
    const struct brush b = { .draw = draw, .fill = fill, .outline = outline, .filled = true };
    if (fs__shape3_is_surface(w, row)) {
        draw_surface(w, row, &b);
        return;
    }
    load_shape(w, row, &shape);
    fs_geometry3_draw(&shape.geometry, shape.pose, draw, fill, outline);
}

void fs__debug3_draw_row_outline(const struct fs_world3 *w, uint32_t row, fs_draw_list *draw, uint32_t colour)
{
    struct shape shape;
    const struct brush b = { .draw = draw, .outline = colour };
    if (fs__shape3_is_surface(w, row)) {
        draw_surface(w, row, &b);
        return;
    }
    load_shape(w, row, &shape);
    draw_outline(&shape.geometry, shape.pose, draw, colour);
}

void fs__debug3_draw_row_solid(const struct fs_world3 *w, uint32_t row, fs_draw_list *draw, fs_draw_material material)
{
    struct shape shape;
    if (fs__shape3_is_surface(w, row)) {
        draw_surface_solid(w, row, draw, material);
        return;
    }
    load_shape(w, row, &shape);
    fs_geometry3_draw_solid(&shape.geometry, shape.pose, draw, material);
}
