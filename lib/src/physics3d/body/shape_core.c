/* shape_core.c: the inner part of a shape, which may not pass through an obstacle; see contact/continuous.c. */
#include <string.h>

#include "physics3d/body/body.h"

static fs_rel smallest(fs_rel3 v)
{
    return fs_min32(v.x, fs_min32(v.y, v.z));
}

/* From the centre of the bounding box of a cone to its side: r half / slant, with slant = sqrt(r^2 + (2 half)^2). */
static fs_rel cone_thickness(fs_rel radius, fs_rel half_height)
{
    fs_rel slant = fs_rel3_length(fs_rel3_make(radius / 2, half_height, 0)) * 2;
    return fs_min32(half_height, (fs_rel)((int64_t)radius * half_height / fs_max32(slant, 1)));
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

fs_rel fs__geometry3_thickness(const fs_geometry3 *g)
{
    fs_rel3 middle;
    switch (g->kind) {
    case FS_GEOMETRY3_SPHERE:
    case FS_GEOMETRY3_CAPSULE: return g->radius;
    case FS_GEOMETRY3_CONE: return cone_thickness(g->half.x, g->half.y);
    case FS_GEOMETRY3_HULL: return hull_thickness(g->hull, &middle);
    default: return smallest(g->half);
    }
}

/* A ball around a point of the shape's own frame. */
static void set_ball(fs_geometry3 *core, const fs_geometry3 *g, fs_rel3 own, fs_rel radius)
{
    memset(core, 0, sizeof *core);
    core->kind = FS_GEOMETRY3_SPHERE;
    core->centre = fs_rel3_add(g->centre, fs_quat_rel(g->rot, own));
    core->rot = fs_quat_identity();
    core->radius = radius;
}

/* Corners and cones cannot be moved inward in place: a ball stands for them. */
fs_geometry3 fs__geometry3_shrink(const fs_geometry3 *g, fs_rel off)
{
    fs_geometry3 less = *g;
    fs_rel3 middle = fs_rel3_zero();
    fs_rel thickness = g->kind == FS_GEOMETRY3_HULL ? hull_thickness(g->hull, &middle) : fs__geometry3_thickness(g);
    off = fs_min32(off, thickness / 2);
    switch (g->kind) {
    case FS_GEOMETRY3_SPHERE:
    case FS_GEOMETRY3_CAPSULE: less.radius -= off; break;
    case FS_GEOMETRY3_CONE:
    case FS_GEOMETRY3_HULL: set_ball(&less, g, middle, thickness - off); break;
    default: less.half = fs_rel3_make(g->half.x - off, g->half.y - off, g->half.z - off); break;
    }
    return less;
}

fs_geometry3 fs__geometry3_core(const fs_geometry3 *g)
{
    return fs__geometry3_shrink(g, FS_REL_MAX);
}

fs_geometry3 fs__geometry3_inner_ball(const fs_geometry3 *g)
{
    fs_geometry3 ball;
    fs_rel3 middle = fs_rel3_zero();
    fs_rel thickness = g->kind == FS_GEOMETRY3_HULL ? hull_thickness(g->hull, &middle) : fs__geometry3_thickness(g);
    set_ball(&ball, g, middle, fs_max32(thickness / 4, 1));
    return ball;
}
