/* quat.h: the product of rotations, for the inner loops: inline, and without the care of fs_quat_mul() for quaternions far from unit
 * length. Those give any value, the same one everywhere. */
#ifndef FS_NUM_QUAT_H
#define FS_NUM_QUAT_H

#include <fixstep/rot.h>

/* a*b modulo 2^64; below 2^61 for components of unit quaternions. */
static inline uint64_t fs__quat_product(fs_unit a, fs_unit b)
{
    return (uint64_t)((int64_t)a * b);
}

/* A sum of four products, rounded symmetrically to Q1.30. */
static inline fs_unit fs__quat_rounded(uint64_t sum)
{
    const uint64_t half = (uint64_t)1 << (FS_UNIT_FRAC - 1);
    return fs_sat32(fs_asr64((int64_t)(sum + half - (sum >> 63)), FS_UNIT_FRAC));
}

/* a * b: equal to fs_quat_mul() for components of at most 1.25. */
static inline fs_quat fs__quat_mul_unit(fs_quat a, fs_quat b)
{
    return fs_quat_make(fs__quat_rounded(fs__quat_product(a.w, b.x) + fs__quat_product(a.x, b.w) +
                                         fs__quat_product(a.y, b.z) - fs__quat_product(a.z, b.y)),
                        fs__quat_rounded(fs__quat_product(a.w, b.y) + fs__quat_product(a.y, b.w) +
                                         fs__quat_product(a.z, b.x) - fs__quat_product(a.x, b.z)),
                        fs__quat_rounded(fs__quat_product(a.w, b.z) + fs__quat_product(a.z, b.w) +
                                         fs__quat_product(a.x, b.y) - fs__quat_product(a.y, b.x)),
                        fs__quat_rounded(fs__quat_product(a.w, b.w) - fs__quat_product(a.x, b.x) -
                                         fs__quat_product(a.y, b.y) - fs__quat_product(a.z, b.z)));
}

#endif
