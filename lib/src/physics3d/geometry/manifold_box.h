/* manifold_box.h: two boxes in one frame, for the narrow phase of boxes. */
#ifndef FS_PHYSICS3D_GEOMETRY_MANIFOLD_BOX_H
#define FS_PHYSICS3D_GEOMETRY_MANIFOLD_BOX_H

#include "physics3d/geometry/manifold_convex.h"

/* A box in the own frame of another one, the reference. */
struct fs__boxes3 {
    int64_t r[3][3]; /* r[i][j]: component of axis j of the incident box along axis i of the reference, Q1.30 */
    int64_t t[3];    /* centre of the incident box, Q5.26 */
    int64_t h[2][3]; /* half sizes of the reference and of the incident box */
};

/* The face of the incident box that leans least against `face` of the reference box, clipped against it: the same points
 * and ids as fs__clip3_face() gives, but for roundings. Points are in the own frame of the reference box. */
void fs__manifold3_clip_boxes(const struct fs__boxes3 *s, unsigned face, fs_rel margin, struct fs__candidates3 *out);

/* The points of two lines (p along e, q along f, units) that are nearest to each other, within the half lengths. */
void fs__manifold3_nearest_on_lines(struct fs__vec3 *p, struct fs__vec3 e, int64_t half_e, struct fs__vec3 *q,
                                    struct fs__vec3 f, int64_t half_f);

#endif
