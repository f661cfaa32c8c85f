/* exact2.h: products of differences of positions, exact in 128 bits, for the decisions of
 * segment.h. The products must never be rounded. */
#ifndef FS_MOTION_EXACT2_H
#define FS_MOTION_EXACT2_H

#include <fixstep/vec.h>

static inline fs_i128 fs__exact_cross2(fs_pos2 a, fs_pos2 b)
{
    return fs_i128_sub(fs_i128_mul(a.x, b.y), fs_i128_mul(a.y, b.x));
}

static inline fs_i128 fs__exact_dot2(fs_pos2 a, fs_pos2 b)
{
    return fs_i128_add(fs_i128_mul(a.x, b.x), fs_i128_mul(a.y, b.y));
}

/* The corner after corner i of a closed outline. */
static inline fs_pos2 fs__next_corner(const fs_pos2 *corner, uint32_t count, uint32_t i)
{
    return corner[i + 1 < count ? i + 1 : 0];
}

/* floor(n / d 2^62) for 0 <= n <= d < 2^127, d > 0. */
int64_t fs__fraction62(fs_u128 n, fs_u128 d);

/* p + d t, t a fraction of 62 bits; rounded symmetrically. */
static inline fs_pos2 fs__point_at_fraction62(fs_pos2 p, fs_pos2 d, int64_t t)
{
    return fs_pos2_add(p, fs_pos2_make(fs_mul64(d.x, t, 62), fs_mul64(d.y, t, 62)));
}

#endif
