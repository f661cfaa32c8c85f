/* debug_solid.c: shapes as solids of a draw list. Only pictures depend on it. */
#include <fixstep/frame.h>

#include "physics3d/debug/debug.h"

static fs_draw_point at(fs_pose3 pose, fs_rel x, fs_rel y, fs_rel z)
{
    return fs__debug3_point(fs__debug3_to_world(pose, fs_rel3_make(x, y, z)));
}

/* The faces of a hull as fans, triangle by triangle. */
static void draw_hull(const fs_hull3 *hull, fs_pose3 pose, fs_draw_list *draw, fs_draw_material material)
{
    fs_draw_point corner[3 * FS_HULL3_MAX_FACES];
    size_t count = 0;
    for (unsigned f = 0; f < hull->face_count; f++)
        for (unsigned e = hull->first_edge[f] + 1u; e + 1u < hull->first_edge[f + 1]; e++) {
            FS_ASSERT(count + 3 <= sizeof corner / sizeof corner[0]);
            const unsigned edge[3] = { hull->first_edge[f], e, e + 1u };
            for (unsigned i = 0; i < 3; i++) {
                fs_rel3 p = hull->corner[hull->origin[edge[i]]];
                corner[count++] = at(pose, p.x, p.y, p.z);
            }
        }
    fs_draw_mesh(draw, corner, count, material);
}

void fs_geometry3_draw_solid(const fs_geometry3 *g, fs_pose3 pose, fs_draw_list *draw, fs_draw_material material)
{
    const fs_pose3 own = { .pos = fs__debug3_to_world(pose, g->centre),
                           .rot = fs_quat_normalise(fs_quat_mul(pose.rot, g->rot)) };
    fs_rel3 h = g->half;
    switch (g->kind) {
    case FS_GEOMETRY3_SPHERE: fs_draw_sphere(draw, at(own, 0, 0, 0), fs_fix16_from_rel(g->radius), material); break;
    case FS_GEOMETRY3_CAPSULE:
        fs_draw_capsule(draw, at(own, -h.x, -h.y, -h.z), at(own, h.x, h.y, h.z), fs_fix16_from_rel(g->radius),
                        material);
        break;
    case FS_GEOMETRY3_BOX:
        fs_draw_block(draw, at(own, 0, 0, 0), at(own, h.x, 0, 0), at(own, 0, h.y, 0), at(own, 0, 0, h.z), material);
        break;
    case FS_GEOMETRY3_CYLINDER:
        fs_draw_cylinder(draw, at(own, 0, -h.y, 0), at(own, 0, h.y, 0), fs_fix16_from_rel(h.x), material);
        break;
    case FS_GEOMETRY3_CONE:
        fs_draw_cone(draw, at(own, 0, -h.y, 0), at(own, 0, h.y, 0), fs_fix16_from_rel(h.x), material);
        break;
    case FS_GEOMETRY3_HULL: draw_hull(g->hull, own, draw, material); break;
    default: break;
    }
}

void fs_world3_draw_solid(const struct fs_world3 *w, fs_draw_list *draw, uint32_t row, fs_draw_material material)
{
    if (row < *w->shape.rows && fs__world3_row_live(w->shape.gen, row))
        fs__debug3_draw_row_solid(w, row, draw, material);
}
