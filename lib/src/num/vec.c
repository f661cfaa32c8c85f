/* vec.c: the parts of the vector operations that need roots, divisions or 128-bit sums.
 *
 * Every result is rounded once.
 */
#include "num/sqrt.h"

#include <fixstep/vec.h>

uint32_t fs__length32(uint64_t length_sq)
{
    return (uint32_t)fs_min_u64(fs_isqrt64_round(length_sq), UINT32_MAX);
}

uint64_t fs__length64(fs_u128 length_sq)
{
    return fs_isqrt128_round(length_sq);
}

bool fs__normalise2(int64_t x, int64_t y, fs_unit out[2])
{
    int64_t v[2] = { x, y };
    return fs__normalise(v, 2, out);
}

/* The same as fs__normalise() of a vector whose largest component has 31 bits, or is zero. */
static bool unit_of(int64_t x, int64_t y, int64_t z, fs_unit out[3])
{
    uint64_t sum = (uint64_t)(x * x) + (uint64_t)(y * y) + (uint64_t)(z * z);
    if (sum == 0) {
        out[0] = out[1] = out[2] = 0;
        return false;
    }
    unsigned half = (unsigned)(64 - fs_bit_width64(sum)) / 2;
    int64_t f = (int64_t)fs__rsqrt_norm(sum << (2 * half));
    out[0] = (fs_unit)fs_round_shift64_sym(x * f, 33 - half);
    out[1] = (fs_unit)fs_round_shift64_sym(y * f, 33 - half);
    out[2] = (fs_unit)fs_round_shift64_sym(z * f, 33 - half);
    return true;
}

bool fs__normalise3(int64_t x, int64_t y, int64_t z, fs_unit out[3])
{
    uint64_t all = fs_uabs64(x) | fs_uabs64(y) | fs_uabs64(z);
    int shift = fs_bit_width64(all) - 31;
    if (shift <= 0) {
        const int64_t factor = (int64_t)1 << -shift;
        return unit_of(x * factor, y * factor, z * factor, out);
    }
    const int64_t most = INT32_MAX;
    return unit_of(fs_clamp64(fs_round_shift64_sym(x, (unsigned)shift), -most, most),
                   fs_clamp64(fs_round_shift64_sym(y, (unsigned)shift), -most, most),
                   fs_clamp64(fs_round_shift64_sym(z, (unsigned)shift), -most, most), out);
}

/* ---- Q32.32 products -------------------------------------------------------------------------------- */

/* Adds with saturation: of three products only the last sum can exceed 128 bits. */
static fs_i128 add_saturating(fs_i128 a, fs_i128 b)
{
    fs_i128 sum = fs_i128_add(a, b);
    if ((a.hi < 0) != (b.hi < 0) || (sum.hi < 0) == (a.hi < 0))
        return sum;
    return a.hi < 0 ? fs_i128_make(INT64_MIN, 0) : fs_i128_make(INT64_MAX, UINT64_MAX);
}

fs_wide fs_wide2_dot(fs_wide2 a, fs_wide2 b)
{
    fs_i128 sum = add_saturating(fs_i128_mul(a.x, b.x), fs_i128_mul(a.y, b.y));
    return fs_i128_round_shift_sym(sum, FS_WIDE_FRAC);
}

fs_wide fs_wide3_dot(fs_wide3 a, fs_wide3 b)
{
    fs_i128 sum = add_saturating(fs_i128_mul(a.x, b.x), fs_i128_mul(a.y, b.y));
    return fs_i128_round_shift_sym(add_saturating(sum, fs_i128_mul(a.z, b.z)), FS_WIDE_FRAC);
}

/* A difference of two products always fits: the lowest product is -2^126 + 2^63. */
static fs_wide cross(fs_wide ax, fs_wide ay, fs_wide bx, fs_wide by)
{
    return fs_i128_round_shift_sym(fs_i128_sub(fs_i128_mul(ax, by), fs_i128_mul(ay, bx)), FS_WIDE_FRAC);
}

fs_wide fs_wide2_cross(fs_wide2 a, fs_wide2 b)
{
    return cross(a.x, a.y, b.x, b.y);
}

fs_wide3 fs_wide3_cross(fs_wide3 a, fs_wide3 b)
{
    return fs_wide3_make(cross(a.y, a.z, b.y, b.z), cross(a.z, a.x, b.z, b.x), cross(a.x, a.y, b.x, b.y));
}

/* ---- distances -------------------------------------------------------------------------------------- */

/* The sign of dx^2 + dy^2 + dz^2 - r^2. A difference above |r| on one axis decides the sign; otherwise all are at most
 * 2^63 and three squares fit in 128 bits. */
static int dist_sq_cmp(uint64_t dx, uint64_t dy, uint64_t dz, uint64_t r)
{
    if (dx > r || dy > r || dz > r)
        return 1;
    fs_u128 sum = fs_u128_add(fs_u128_mul(dx, dx), fs_u128_mul(dy, dy));
    return fs_u128_cmp(fs_u128_add(sum, fs_u128_mul(dz, dz)), fs_u128_mul(r, r));
}

int fs_pos2_dist_sq_cmp(fs_pos2 a, fs_pos2 b, fs_pos r)
{
    return dist_sq_cmp(fs_absdiff64(a.x, b.x), fs_absdiff64(a.y, b.y), 0, fs_uabs64(r));
}

int fs_pos3_dist_sq_cmp(fs_pos3 a, fs_pos3 b, fs_pos r)
{
    return dist_sq_cmp(fs_absdiff64(a.x, b.x), fs_absdiff64(a.y, b.y), fs_absdiff64(a.z, b.z), fs_uabs64(r));
}

/* A difference of 2^63 or more on one axis is beyond the largest distance already. */
static fs_pos dist(uint64_t dx, uint64_t dy, uint64_t dz)
{
    if ((dx | dy | dz) >> 63)
        return FS_POS_MAX;
    fs_u128 sum = fs_u128_add(fs_u128_mul(dx, dx), fs_u128_mul(dy, dy));
    return fs_sat64_from_mag(fs_isqrt128_round(fs_u128_add(sum, fs_u128_mul(dz, dz))), false);
}

fs_pos fs_pos2_dist(fs_pos2 a, fs_pos2 b)
{
    return dist(fs_absdiff64(a.x, b.x), fs_absdiff64(a.y, b.y), 0);
}

fs_pos fs_pos3_dist(fs_pos3 a, fs_pos3 b)
{
    return dist(fs_absdiff64(a.x, b.x), fs_absdiff64(a.y, b.y), fs_absdiff64(a.z, b.z));
}
