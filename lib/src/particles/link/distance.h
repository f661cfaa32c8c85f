/* distance.h: length and direction of an offset with one reciprocal square root.
 *
 * The inner loop of every link and contact, so it is inline and has no division. For exact comparisons use
 * fs_pos3_dist_sq_cmp().
 */
#ifndef FS_PARTICLES_LINK_DISTANCE_H
#define FS_PARTICLES_LINK_DISTANCE_H

#include <fixstep/vec.h>

#include "base/inline.h"
#include "num/sqrt.h"

struct fs__distance {
    fs_pos length;      /* within 1 step or 2^-31 of itself, whichever is more */
    fs_unit3 direction; /* unit length within 2^-29; +y for an offset of length 0 */
};

/* |v| y / 2^n rounded to nearest, with the sign of v. Both factors together have at most
 * 64 bits, because |v| <= 2^31 and y <= 2^32 - or one less when the product counts. */
static inline fs_unit fs__direction_axis(int64_t v, uint64_t y, unsigned n)
{
    uint64_t mag = (fs_uabs64(v) * y + ((uint64_t)1 << n) / 2) >> n;
    return v < 0 ? -(fs_unit)mag : (fs_unit)mag;
}

/* Components are first scaled to at most 31 bits by a common power of two; the normalisation of the squared length keeps
 * the precision of short offsets. */
FS__ALWAYS_INLINE struct fs__distance fs__distance_of(fs_pos3 d)
{
    struct fs__distance span = { 0, { 0, FS_UNIT_ONE, 0 } };
    uint64_t any = fs_uabs64(d.x) | fs_uabs64(d.y) | fs_uabs64(d.z);
    if (any == 0)
        return span;
    unsigned cut = (unsigned)fs_max32(fs_bit_width64(any) - 31, 0);
    int64_t x = fs_round_shift64_sym(d.x, cut), y = fs_round_shift64_sym(d.y, cut), z = fs_round_shift64_sym(d.z, cut);
    uint64_t square = (uint64_t)(x * x) + (uint64_t)(y * y) + (uint64_t)(z * z);
    unsigned half = (unsigned)(64 - fs_bit_width64(square)) / 2;
    uint64_t norm = square << (2 * half);
    uint64_t inverse = fs__rsqrt_norm(norm);
    uint64_t root = fs_u128_mul(norm, inverse << 31).hi; /* of norm, with 30 fraction bits */
    uint64_t length = (root + ((uint64_t)1 << (29 + half))) >> (30 + half);
    span.length = fs_sat64_from_mag(length > (uint64_t)INT64_MAX >> cut ? UINT64_MAX : length << cut, false);
    span.direction.x = fs__direction_axis(x, inverse, 33 - half);
    span.direction.y = fs__direction_axis(y, inverse, 33 - half);
    span.direction.z = fs__direction_axis(z, inverse, 33 - half);
    return span;
}

#endif
