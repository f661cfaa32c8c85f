/* geometry_math.h: small exact operations on shapes that the files of this room share.
 *
 * Dot products of a Q1.30 direction and a Q5.26 offset are Q56 in 64 bits: offsets stay below 2^31.5, directions
 * below 2^30.1, so nothing overflows.
 */
#ifndef FS_PHYS_TWO_CORE_H
#define FS_PHYS_TWO_CORE_H

#include <fixstep/shape2.h>

/* n.(p - q) of a direction and two points, Q56, exact. */
static inline int64_t fs__two_along(fs_unit2 n, fs_rel2 p, fs_rel2 q)
{
    return (int64_t)n.x * ((int64_t)p.x - q.x) + (int64_t)n.y * ((int64_t)p.y - q.y);
}

/* A Q56 product as Q5.26. */
static inline fs_rel fs__two_rel(int64_t q56)
{
    return fs_sat32(fs_rnd64_sym(q56, FS_UNIT_FRAC));
}

/* p + n * d. */
static inline fs_rel2 fs__two_push(fs_rel2 p, fs_unit2 n, fs_rel d)
{
    return fs_rel2_add(p, fs_rel2_make(fs_mul32_sym(n.x, d, FS_UNIT_FRAC), fs_mul32_sym(n.y, d, FS_UNIT_FRAC)));
}

/* x_a = q x + p, rounded once. */
static inline fs_rel2 fs__two_place(fs_frame2 f, fs_rel2 x)
{
    return fs_rel2_add(fs_rot2_rel(f.q, x), f.p);
}

/* The whole shape in another frame. */
static inline fs_shape2 fs__two_moved(const fs_shape2 *s, fs_frame2 f)
{
    fs_shape2 r = *s;
    for (unsigned i = 0; i < s->count; i++) {
        r.corner[i] = fs__two_place(f, s->corner[i]);
        r.normal[i] = fs_rot2_unit(f.q, s->normal[i]);
    }
    return r;
}

/* The gap between the cores (radii not counted) of two shapes in one frame. */
fs_gap2 fs__two_core_gap(const fs_shape2 *a, const fs_shape2 *b);

#endif
