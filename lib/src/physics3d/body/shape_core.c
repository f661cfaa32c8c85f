/* shape_core.c: the inner part of a shape, which may not pass through an obstacle; see contact/continuous.c. */
#include <string.h>

#include "physics3d/body/body.h"

static fs_rel smallest(fs_rel3 v)
{
    return fs_min32(v.x, fs_min32(v.y, v.z));
}

/* The radius of the largest ball in a cone, which touches base and side: 2 r h / (r + slant) with a half height h and
 * slant = sqrt(r^2 + (2 h)^2). */
static fs_rel cone_thickness(fs_rel radius, fs_rel half_height)
{
    fs_rel half_slant = fs_rel3_length(fs_rel3_make(radius / 2, half_height, 0));
    return fs_max32((fs_rel)((int64_t)radius * half_height / (radius / 2 + (int64_t)half_slant)), 1);
}

/* From the mean of the corners to the nearest face. */
static fs_rel hull_thickness(const fs_hull3 *hull, fs_rel3 *middle)
{
    int64_t x = 0, y = 0, z = 0, thickness = FS_REL_MAX;
    for (unsigned i = 0; i < hull->corner_count; i++) {
        x += hull->corner[i].x;
        y += hull->corner[i].y;
        z += hull->corner[i].z;
    }
    *middle = fs_rel3_make((fs_rel)(x / hull->corner_count), (fs_rel)(y / hull->corner_count),
                           (fs_rel)(z / hull->corner_count));
    for (unsigned f = 0; f < hull->face_count; f++) {
        int64_t at = fs_round_shift64(fs_unit3_dot_rel3(hull->normal[f], *middle), FS_UNIT_FRAC);
        thickness = fs_min64(thickness, hull->offset[f] - at);
    }
    return (fs_rel)fs_clamp64(thickness, 1, FS_REL_MAX);
}

/* The inner point of a shape, in its own frame, and its distance from the nearest side (m). */
struct inside {
    fs_rel3 middle;
    fs_rel thickness;
};

static struct inside inside_of(const fs_geometry3 *g)
{
    struct inside in = { fs_rel3_zero(), g->radius };
    switch (g->kind) {
    case FS_GEOMETRY3_SPHERE:
    case FS_GEOMETRY3_CAPSULE: break;
    case FS_GEOMETRY3_CONE:
        in.thickness = cone_thickness(g->half.x, g->half.y);
        in.middle.y = in.thickness - g->half.y;
        break;
    case FS_GEOMETRY3_HULL: in.thickness = hull_thickness(g->hull, &in.middle); break;
    default: in.thickness = smallest(g->half); break;
    }
    return in;
}

fs_rel fs__geometry3_thickness(const fs_geometry3 *g)
{
    return inside_of(g).thickness;
}

/* Without a layer of depth `off`; the apex of a sharp cone sinks by no more than twice that. */
static void shrink_cone(fs_geometry3 *cone, fs_rel off, fs_rel thickness)
{
    fs_rel3 h = cone->half;
    fs_unit share = FS_UNIT_ONE - fs_unit_from_ratio(off, thickness);
    fs_rel lower = h.y - fs_mul32_sym(h.y, share, FS_UNIT_FRAC);
    fs_rel apex = fs_min32(2 * lower - off, 2 * off);
    cone->half.x = cone->half.z = fs_max32(fs_mul32_sym(h.x, share, FS_UNIT_FRAC), 1);
    cone->half.y = h.y - (off + apex) / 2;
    cone->centre = fs_rel3_add(cone->centre, fs_quat_rel(cone->rot, fs_rel3_make(0, (off - apex) / 2, 0)));
}

static fs_rel depth_of(const fs_hull3 *hull, unsigned face, fs_rel3 p)
{
    return hull->offset[face] - fs_sat32(fs_round_shift64(fs_unit3_dot_rel3(hull->normal[face], p), FS_UNIT_FRAC));
}

/* A corner moved inward against each face that it is less than `off` below. What is `off` deep lies on the inner side of
 * every face, so no step leads away from it; a sharp corner stays nearer to its place. */
static fs_rel3 sink_corner(const fs_hull3 *hull, fs_rel3 p, fs_rel off)
{
    enum { SWEEPS = 2 };
    for (unsigned k = 0; k < SWEEPS * hull->face_count; k++) {
        fs_unit3 n = hull->normal[k % hull->face_count];
        fs_rel missing = off - depth_of(hull, k % hull->face_count, p);
        if (missing > 0)
            p = fs_rel3_sub(p, fs_rel3_make(fs_mul32_sym(n.x, missing, FS_UNIT_FRAC),
                                            fs_mul32_sym(n.y, missing, FS_UNIT_FRAC),
                                            fs_mul32_sym(n.z, missing, FS_UNIT_FRAC)));
    }
    return p;
}

/* Only the corners and their number are of use: faces stay those of the whole hull. */
static void shrink_hull(const fs_hull3 *hull, fs_rel off, fs_hull3 *less)
{
    *less = *hull;
    for (unsigned i = 0; i < hull->corner_count; i++)
        less->corner[i] = sink_corner(hull, hull->corner[i], off);
}

fs_geometry3 fs__geometry3_shrink(const fs_geometry3 *g, fs_rel off, fs_hull3 *memory)
{
    fs_geometry3 less = *g;
    fs_rel thickness = fs__geometry3_thickness(g);
    off = fs_min32(off, thickness / 2);
    switch (g->kind) {
    case FS_GEOMETRY3_SPHERE:
    case FS_GEOMETRY3_CAPSULE: less.radius -= off; break;
    case FS_GEOMETRY3_CONE: shrink_cone(&less, off, thickness); break;
    case FS_GEOMETRY3_HULL:
        shrink_hull(g->hull, off, memory);
        less.hull = memory;
        break;
    default: less.half = fs_rel3_make(g->half.x - off, g->half.y - off, g->half.z - off); break;
    }
    return less;
}

fs_geometry3 fs__geometry3_core(const fs_geometry3 *g, fs_hull3 *memory)
{
    return fs__geometry3_shrink(g, FS_REL_MAX, memory);
}

fs_geometry3 fs__geometry3_inner_ball(const fs_geometry3 *g)
{
    const struct inside in = inside_of(g);
    fs_geometry3 ball = { .kind = FS_GEOMETRY3_SPHERE,
                          .rot = fs_quat_identity(),
                          .radius = fs_max32(in.thickness / 4, 1) };
    ball.centre = fs_rel3_add(g->centre, fs_quat_rel(g->rot, in.middle));
    return ball;
}
