/* geometry_math.h: small exact operations on shapes that the files of this folder share.
 *
 * Dot products of a Q1.30 direction and a Q5.26 offset are Q56 in 64 bits: offsets stay below 2^31.5, directions
 * below 2^30.1, so nothing overflows.
 */
#ifndef FS_PHYSICS2D_GEOMETRY_GEOMETRY_MATH_H
#define FS_PHYSICS2D_GEOMETRY_GEOMETRY_MATH_H

#include <fixstep/geometry2.h>

/* n.(p - q) of a direction and two points, Q56, exact. */
static inline int64_t fs__geometry2_dot_difference(fs_unit2 n, fs_rel2 p, fs_rel2 q)
{
    return (int64_t)n.x * ((int64_t)p.x - q.x) + (int64_t)n.y * ((int64_t)p.y - q.y);
}

/* (v + w) / 2, rounded down. */
static inline int64_t fs__geometry2_mean(int64_t v, int64_t w)
{
    return fs_asr64(v, 1) + fs_asr64(w, 1) + (v & w & 1);
}

/* How far p is in front of the line through q and r with the normal n, Q56. Both ends count alike: they change places
 * in a mirrored shape, and n is rounded. */
static inline int64_t fs__geometry2_line_distance(fs_unit2 n, fs_rel2 p, fs_rel2 q, fs_rel2 r)
{
    return fs__geometry2_mean(fs__geometry2_dot_difference(n, p, q), fs__geometry2_dot_difference(n, p, r));
}

/* A Q56 product as Q5.26. */
static inline fs_rel fs__geometry2_rel_from_q56(int64_t q56)
{
    return fs_sat32(fs_round_shift64_sym(q56, FS_UNIT_FRAC));
}

/* p + n * d. */
static inline fs_rel2 fs__geometry2_offset_point(fs_rel2 p, fs_unit2 n, fs_rel d)
{
    return fs_rel2_add(p, fs_rel2_make(fs_mul32_sym(n.x, d, FS_UNIT_FRAC), fs_mul32_sym(n.y, d, FS_UNIT_FRAC)));
}

/* x_a = q x + p, rounded once. */
static inline fs_rel2 fs__geometry2_transform_point(fs_frame2 f, fs_rel2 x)
{
    return fs_rel2_add(fs_rot2_rel(f.q, x), f.p);
}

/* The whole shape in another frame. */
static inline fs_geometry2 fs__geometry2_transform(const fs_geometry2 *s, fs_frame2 f)
{
    fs_geometry2 r = *s;
    FS_ASSERT(s->count <= FS_GEOMETRY2_MAX_CORNERS);
    for (unsigned i = 0; i < s->count; i++) {
        r.corner[i] = fs__geometry2_transform_point(f, s->corner[i]);
        r.normal[i] = fs_rot2_unit(f.q, s->normal[i]);
    }
    return r;
}

/* The shape in a frame with the same axes and the origin at `centre`. */
static inline fs_geometry2 fs__geometry2_about(const fs_geometry2 *s, fs_rel2 centre)
{
    fs_geometry2 r = *s;
    for (unsigned i = 0; i < s->count; i++)
        r.corner[i] = fs_rel2_sub(s->corner[i], centre);
    return r;
}

/* The distance of the cores (radii not counted) of two shapes in one frame. */
fs_distance2 fs__geometry2_core_distance(const fs_geometry2 *a, const fs_geometry2 *b);

#endif
