/* mass.h: numbers that the files on mass share. */
#ifndef FS_PHYSICS3D_GEOMETRY_MASS_H
#define FS_PHYSICS3D_GEOMETRY_MASS_H

#include "physics3d/geometry/geometry_math.h"

/* v * 2^e, from the top 62 bits of v. */
static inline fs_scaled fs__scaled_from_i128(fs_i128 v, int e)
{
    fs_u128 mag = fs_i128_uabs(v);
    int over = fs_u128_bit_width(mag) - 62;
    unsigned shift = over > 0 ? (unsigned)over : 0;
    int64_t m = (int64_t)fs_u128_shr(mag, shift).lo;
    return fs_scaled_make(v.hi < 0 ? -m : m, e + (int)shift);
}

static inline fs_scaled fs__scaled_neg(fs_scaled v)
{
    v.m = -v.m;
    return v;
}

/* A tensor with one exponent: element [i][j] * 2^e, the largest element below 2^61; e is 0 for the zero tensor. */
struct fs__tensor3 {
    int64_t m[3][3];
    int32_t e;
};

struct fs__tensor3 fs__tensor3_from_inertia(fs_inertia3 i);

/* Whether a body can have this inertia, rounding aside. A moment of 0 means that the body does not turn about that axis, so
 * the inequality of the others is then not asked for. */
typedef enum fs__inertia3_fault {
    FS__INERTIA3_SOUND,
    FS__INERTIA3_NOT_POSITIVE, /* a principal moment is below 0 */
    FS__INERTIA3_NOT_A_BODY    /* one is larger than the sum of the other two */
} fs__inertia3_fault;
fs__inertia3_fault fs__inertia3_check(fs_inertia3 inertia);

/* Mass data of a valid hull in its own frame, density above 0. */
fs_mass_data3 fs__hull3_mass(const fs_hull3 *hull, fs_scaled density);

#endif
