/* triangle_capsule.c: the contact manifold of a triangle of the ground and a capsule.
 *
 * The segment of the capsule over the face is one manifold, the segment against each side as two capsules another; the
 * nearest of them is the contact. The face is preferred as in manifold_convex.c, so that a capsule which hangs over a side
 * rests on the face. Of a segment that went through the plane the face knows how deep it is.
 */
#include <string.h>

#include "physics3d/geometry/manifold_convex.h"
#include "physics3d/ground/triangle.h"

enum { SIDE_ID_SHIFT = 24 };

static fs_rel least_separation(const struct fs__manifold3 *m)
{
    fs_rel least = FS_REL_MAX;
    for (unsigned i = 0; i < m->count; i++)
        least = fs_min32(least, m->separation[i]);
    return least;
}

/* A side as a capsule without a radius. */
static fs_geometry3 side_geometry(const struct fs__triangle3_part *part, unsigned k)
{
    fs_rel3 from = part->hull.corner[k], to = part->hull.corner[k == 2 ? 0 : k + 1];
    fs_geometry3 g = { .kind = FS_GEOMETRY3_CAPSULE, .rot = fs_quat_identity() };
    g.centre = fs_rel3_make((fs_rel)fs_asr64((int64_t)from.x + to.x, 1), (fs_rel)fs_asr64((int64_t)from.y + to.y, 1),
                            (fs_rel)fs_asr64((int64_t)from.z + to.z, 1));
    g.half = fs_rel3_sub(to, g.centre);
    return g;
}

/* The nearest of the sides; the lowest wins a tie. */
static void collide_sides(const struct fs__triangle3_part *part, const struct fs__ground3_probe *probe,
                          struct fs__manifold3 *m)
{
    for (unsigned k = 0; k < 3; k++) {
        const fs_geometry3 side = side_geometry(part, k);
        struct fs__manifold3 one;
        memset(&one, 0, sizeof one);
        fs__manifold3_capsules(&side, probe->geometry, &probe->window.b, probe->margin, 0, &one);
        if (least_separation(&one) >= least_separation(m))
            continue;
        *m = one;
        for (unsigned i = 0; i < m->count; i++)
            m->id[i] |= (uint32_t)(k + 1) << SIDE_ID_SHIFT;
    }
}

void fs__triangle3_collide_capsule(const struct fs__triangle3_part *part, const struct fs__ground3_probe *probe,
                                   const struct fs__core3 *b, struct fs__manifold3 *m)
{
    struct fs__manifold3 face;
    fs_rel bias = fs__manifold3_bias(&part->geometry, b->geometry);
    memset(m, 0, sizeof *m);
    fs__triangle3_collide_face(part, b, probe->margin, &face);
    collide_sides(part, probe, m);
    if (face.count > 0 && least_separation(&face) <= fs_sat32_add(least_separation(m), bias))
        *m = face;
}
