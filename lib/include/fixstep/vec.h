/* vec.h: vectors of every format, in two and three dimensions.
 *
 * Sums of products are formed exactly and rounded once, symmetrically; every result saturates.
 * Operations that all formats share are generated from one list:
 *
 *   fs_<format><2|3>_make, _zero, _add, _sub, _neg, _eq, _is_zero, _min, _max    component by component
 *   fs_<format><2|3>_scale(v, s)            v * s with s in Q1.30
 *   fs_<format><2|3>_scale_wide(v, s)       v * s with s in Q32.32
 *   fs_<format><2|3>_length(v)              nearest, saturated to the format of the components
 *   fs_<format><2|3>_normalise(v, &out)     unit vector; false and the zero vector for v == 0
 *   fs_<format>2_perp(v)                    (-y, x): a quarter turn counter-clockwise
 *
 * with format in pos, wide (64 bits), rel, unit, vel, alpha (32 bits).
 * This file must never hold rotations (rot.h) or anything that depends on a shape.
 */
#ifndef FIXSTEP_VEC_H
#define FIXSTEP_VEC_H

#include <fixstep/num.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An unrounded product of two vectors: the fraction bits are the sum of those of the factors. */
typedef struct {
    int64_t x, y, z;
} fs_raw3;

/* Square roots and divisions behind _length and _normalise; see the list above. */
FS_API uint32_t fs__length32(uint64_t length_sq);
FS_API uint64_t fs__length64(fs_u128 length_sq);
FS_API bool fs__normalise2(int64_t x, int64_t y, fs_unit out[2]);
FS_API bool fs__normalise3(int64_t x, int64_t y, int64_t z, fs_unit out[3]);

/* ---- operations of all formats ----------------------------------------------------------------------- */

#define FS__VEC2_LINEAR(name, scalar, bits)                                                   \
    typedef struct {                                                                          \
        scalar x, y;                                                                          \
    } fs_##name##2;                                                                           \
    static inline fs_##name##2 fs_##name##2_make(scalar x, scalar y)                          \
    {                                                                                         \
        fs_##name##2 r;                                                                       \
        r.x = x;                                                                              \
        r.y = y;                                                                              \
        return r;                                                                             \
    }                                                                                         \
    static inline fs_##name##2 fs_##name##2_zero(void)                                        \
    {                                                                                         \
        return fs_##name##2_make(0, 0);                                                       \
    }                                                                                         \
    static inline fs_##name##2 fs_##name##2_add(fs_##name##2 a, fs_##name##2 b)               \
    {                                                                                         \
        return fs_##name##2_make(fs_sat##bits##_add(a.x, b.x), fs_sat##bits##_add(a.y, b.y)); \
    }                                                                                         \
    static inline fs_##name##2 fs_##name##2_sub(fs_##name##2 a, fs_##name##2 b)               \
    {                                                                                         \
        return fs_##name##2_make(fs_sat##bits##_sub(a.x, b.x), fs_sat##bits##_sub(a.y, b.y)); \
    }                                                                                         \
    static inline fs_##name##2 fs_##name##2_neg(fs_##name##2 a)                               \
    {                                                                                         \
        return fs_##name##2_make(fs_sat##bits##_neg(a.x), fs_sat##bits##_neg(a.y));           \
    }                                                                                         \
    static inline fs_##name##2 fs_##name##2_perp(fs_##name##2 a)                              \
    {                                                                                         \
        return fs_##name##2_make(fs_sat##bits##_neg(a.y), a.x);                               \
    }                                                                                         \
    static inline fs_##name##2 fs_##name##2_min(fs_##name##2 a, fs_##name##2 b)               \
    {                                                                                         \
        return fs_##name##2_make(fs_min##bits(a.x, b.x), fs_min##bits(a.y, b.y));             \
    }                                                                                         \
    static inline fs_##name##2 fs_##name##2_max(fs_##name##2 a, fs_##name##2 b)               \
    {                                                                                         \
        return fs_##name##2_make(fs_max##bits(a.x, b.x), fs_max##bits(a.y, b.y));             \
    }                                                                                         \
    static inline bool fs_##name##2_eq(fs_##name##2 a, fs_##name##2 b)                        \
    {                                                                                         \
        return a.x == b.x && a.y == b.y;                                                      \
    }                                                                                         \
    static inline bool fs_##name##2_is_zero(fs_##name##2 a)                                   \
    {                                                                                         \
        return a.x == 0 && a.y == 0;                                                          \
    }                                                                                         \
    static inline fs_##name##2 fs_##name##2_scale(fs_##name##2 v, fs_unit s)                  \
    {                                                                                         \
        return fs_##name##2_make(fs__scale##bits(v.x, s), fs__scale##bits(v.y, s));           \
    }                                                                                         \
    static inline fs_##name##2 fs_##name##2_scale_wide(fs_##name##2 v, fs_wide s)             \
    {                                                                                         \
        return fs_##name##2_make(fs__scale_wide##bits(v.x, s), fs__scale_wide##bits(v.y, s)); \
    }

#define FS__VEC3_LINEAR(name, scalar, bits)                                                                  \
    typedef struct {                                                                                         \
        scalar x, y, z;                                                                                      \
    } fs_##name##3;                                                                                          \
    static inline fs_##name##3 fs_##name##3_make(scalar x, scalar y, scalar z)                               \
    {                                                                                                        \
        fs_##name##3 r;                                                                                      \
        r.x = x;                                                                                             \
        r.y = y;                                                                                             \
        r.z = z;                                                                                             \
        return r;                                                                                            \
    }                                                                                                        \
    static inline fs_##name##3 fs_##name##3_zero(void)                                                       \
    {                                                                                                        \
        return fs_##name##3_make(0, 0, 0);                                                                   \
    }                                                                                                        \
    static inline fs_##name##3 fs_##name##3_add(fs_##name##3 a, fs_##name##3 b)                              \
    {                                                                                                        \
        return fs_##name##3_make(fs_sat##bits##_add(a.x, b.x), fs_sat##bits##_add(a.y, b.y),                 \
                                 fs_sat##bits##_add(a.z, b.z));                                              \
    }                                                                                                        \
    static inline fs_##name##3 fs_##name##3_sub(fs_##name##3 a, fs_##name##3 b)                              \
    {                                                                                                        \
        return fs_##name##3_make(fs_sat##bits##_sub(a.x, b.x), fs_sat##bits##_sub(a.y, b.y),                 \
                                 fs_sat##bits##_sub(a.z, b.z));                                              \
    }                                                                                                        \
    static inline fs_##name##3 fs_##name##3_neg(fs_##name##3 a)                                              \
    {                                                                                                        \
        return fs_##name##3_make(fs_sat##bits##_neg(a.x), fs_sat##bits##_neg(a.y), fs_sat##bits##_neg(a.z)); \
    }                                                                                                        \
    static inline fs_##name##3 fs_##name##3_min(fs_##name##3 a, fs_##name##3 b)                              \
    {                                                                                                        \
        return fs_##name##3_make(fs_min##bits(a.x, b.x), fs_min##bits(a.y, b.y), fs_min##bits(a.z, b.z));    \
    }                                                                                                        \
    static inline fs_##name##3 fs_##name##3_max(fs_##name##3 a, fs_##name##3 b)                              \
    {                                                                                                        \
        return fs_##name##3_make(fs_max##bits(a.x, b.x), fs_max##bits(a.y, b.y), fs_max##bits(a.z, b.z));    \
    }                                                                                                        \
    static inline bool fs_##name##3_eq(fs_##name##3 a, fs_##name##3 b)                                       \
    {                                                                                                        \
        return a.x == b.x && a.y == b.y && a.z == b.z;                                                       \
    }                                                                                                        \
    static inline bool fs_##name##3_is_zero(fs_##name##3 a)                                                  \
    {                                                                                                        \
        return a.x == 0 && a.y == 0 && a.z == 0;                                                             \
    }                                                                                                        \
    static inline fs_##name##3 fs_##name##3_scale(fs_##name##3 v, fs_unit s)                                 \
    {                                                                                                        \
        return fs_##name##3_make(fs__scale##bits(v.x, s), fs__scale##bits(v.y, s), fs__scale##bits(v.z, s)); \
    }                                                                                                        \
    static inline fs_##name##3 fs_##name##3_scale_wide(fs_##name##3 v, fs_wide s)                            \
    {                                                                                                        \
        return fs_##name##3_make(fs__scale_wide##bits(v.x, s), fs__scale_wide##bits(v.y, s),                 \
                                 fs__scale_wide##bits(v.z, s));                                              \
    }

static inline int32_t fs__scale32(int32_t v, fs_unit s)
{
    return fs_mul32_sym(v, s, FS_UNIT_FRAC);
}
static inline int64_t fs__scale64(int64_t v, fs_unit s)
{
    return fs_mul64(v, s, FS_UNIT_FRAC);
}
static inline int32_t fs__scale_wide32(int32_t v, fs_wide s)
{
    return fs_sat32(fs_wide_mul(v, s));
}
static inline int64_t fs__scale_wide64(int64_t v, fs_wide s)
{
    return fs_wide_mul(v, s);
}

FS__VEC2_LINEAR(pos, fs_pos, 64)
FS__VEC2_LINEAR(wide, fs_wide, 64)
FS__VEC2_LINEAR(rel, fs_rel, 32)
FS__VEC2_LINEAR(unit, fs_unit, 32)
FS__VEC2_LINEAR(vel, fs_vel, 32)
FS__VEC2_LINEAR(alpha, fs_alpha, 32)
FS__VEC3_LINEAR(pos, fs_pos, 64)
FS__VEC3_LINEAR(wide, fs_wide, 64)
FS__VEC3_LINEAR(rel, fs_rel, 32)
FS__VEC3_LINEAR(unit, fs_unit, 32)
FS__VEC3_LINEAR(vel, fs_vel, 32)
FS__VEC3_LINEAR(alpha, fs_alpha, 32)

/* ---- lengths and directions ------------------------------------------------------------------------ */

/* length_sq is exact and unrounded: twice the fraction bits of the components, unsigned because three
 * squares of int32 reach 3 * 2^62; 128 bits for the 64-bit formats. */
#define FS__VEC_LENGTH32(name, scalar)                                                                           \
    static inline uint64_t fs_##name##2_length_sq(fs_##name##2 v)                                                \
    {                                                                                                            \
        return (uint64_t)((int64_t)v.x * v.x) + (uint64_t)((int64_t)v.y * v.y);                                  \
    }                                                                                                            \
    static inline uint64_t fs_##name##3_length_sq(fs_##name##3 v)                                                \
    {                                                                                                            \
        return (uint64_t)((int64_t)v.x * v.x) + (uint64_t)((int64_t)v.y * v.y) + (uint64_t)((int64_t)v.z * v.z); \
    }                                                                                                            \
    static inline scalar fs_##name##2_length(fs_##name##2 v)                                                     \
    {                                                                                                            \
        return fs_sat32((int64_t)fs__length32(fs_##name##2_length_sq(v)));                                       \
    }                                                                                                            \
    static inline scalar fs_##name##3_length(fs_##name##3 v)                                                     \
    {                                                                                                            \
        return fs_sat32((int64_t)fs__length32(fs_##name##3_length_sq(v)));                                       \
    }

#define FS__VEC_LENGTH64(name, scalar)                                                                                \
    static inline fs_u128 fs_##name##2_length_sq(fs_##name##2 v)                                                      \
    {                                                                                                                 \
        return fs_u128_add(fs_u128_mul(fs_uabs64(v.x), fs_uabs64(v.x)), fs_u128_mul(fs_uabs64(v.y), fs_uabs64(v.y))); \
    }                                                                                                                 \
    static inline fs_u128 fs_##name##3_length_sq(fs_##name##3 v)                                                      \
    {                                                                                                                 \
        return fs_u128_add(fs_##name##2_length_sq(fs_##name##2_make(v.x, v.y)),                                       \
                           fs_u128_mul(fs_uabs64(v.z), fs_uabs64(v.z)));                                              \
    }                                                                                                                 \
    static inline scalar fs_##name##2_length(fs_##name##2 v)                                                          \
    {                                                                                                                 \
        return fs_sat64_from_mag(fs__length64(fs_##name##2_length_sq(v)), false);                                     \
    }                                                                                                                 \
    static inline scalar fs_##name##3_length(fs_##name##3 v)                                                          \
    {                                                                                                                 \
        return fs_sat64_from_mag(fs__length64(fs_##name##3_length_sq(v)), false);                                     \
    }

/* v / |v| for any v down to a single raw bit: each component within 0.75 steps of Q1.30, and within 1.25
 * where the components need more than 31 bits and are cut to 31 bits of the largest first. */
#define FS__VEC_NORMALISE(name)                                               \
    static inline bool fs_##name##2_normalise(fs_##name##2 v, fs_unit2 * out) \
    {                                                                         \
        fs_unit u[2];                                                         \
        bool ok = fs__normalise2(v.x, v.y, u);                                \
        *out = fs_unit2_make(u[0], u[1]);                                     \
        return ok;                                                            \
    }                                                                         \
    static inline bool fs_##name##3_normalise(fs_##name##3 v, fs_unit3 * out) \
    {                                                                         \
        fs_unit u[3];                                                         \
        bool ok = fs__normalise3(v.x, v.y, v.z, u);                           \
        *out = fs_unit3_make(u[0], u[1], u[2]);                               \
        return ok;                                                            \
    }

FS__VEC_LENGTH64(pos, fs_pos)
FS__VEC_LENGTH64(wide, fs_wide)
FS__VEC_LENGTH32(rel, fs_rel)
FS__VEC_LENGTH32(unit, fs_unit)
FS__VEC_LENGTH32(vel, fs_vel)
FS__VEC_LENGTH32(alpha, fs_alpha)
FS__VEC_NORMALISE(pos)
FS__VEC_NORMALISE(wide)
FS__VEC_NORMALISE(rel)
FS__VEC_NORMALISE(unit)
FS__VEC_NORMALISE(vel)
FS__VEC_NORMALISE(alpha)

/* ---- products --------------------------------------------------------------------------------------- */

/* The unrounded dot product of int32 components, in the sum of the fraction bits of both factors. Exact
 * unless a partial sum leaves int64 (products near 2^62: vectors longer than 2^31.5 raw), where it
 * saturates. */
static inline int64_t fs_dot2_raw(int32_t ax, int32_t ay, int32_t bx, int32_t by)
{
    return fs_sat64_add((int64_t)ax * bx, (int64_t)ay * by);
}

static inline int64_t fs_dot3_raw(int32_t ax, int32_t ay, int32_t az, int32_t bx, int32_t by, int32_t bz)
{
    return fs_sat64_add(fs_sat64_add((int64_t)ax * bx, (int64_t)ay * by), (int64_t)az * bz);
}

/* Unrounded cross products of int32 components: always exact, because the negative extreme of a product
 * is -2^62 + 2^31 and a difference of two therefore stays below 2^63. */
static inline int64_t fs_cross2_raw(int32_t ax, int32_t ay, int32_t bx, int32_t by)
{
    return (int64_t)ax * by - (int64_t)ay * bx;
}

/* The products of two formats:
 *   fs_<a><d>_dot_<b><d>        raw, in the sum of the fraction bits
 *   fs_<a><d>_cross_<b><d>_raw  raw
 *   fs_<a>3_cross_<b>3          rounded symmetrically, in the format of a, saturated; b_frac is removed
 */
#define FS__VEC_PRODUCT(a_name, b_name, b_frac)                                                       \
    static inline int64_t fs_##a_name##2_dot_##b_name##2(fs_##a_name##2 a, fs_##b_name##2 b)          \
    {                                                                                                 \
        return fs_dot2_raw(a.x, a.y, b.x, b.y);                                                       \
    }                                                                                                 \
    static inline int64_t fs_##a_name##3_dot_##b_name##3(fs_##a_name##3 a, fs_##b_name##3 b)          \
    {                                                                                                 \
        return fs_dot3_raw(a.x, a.y, a.z, b.x, b.y, b.z);                                             \
    }                                                                                                 \
    static inline int64_t fs_##a_name##2_cross_##b_name##2_raw(fs_##a_name##2 a, fs_##b_name##2 b)    \
    {                                                                                                 \
        return fs_cross2_raw(a.x, a.y, b.x, b.y);                                                     \
    }                                                                                                 \
    static inline fs_raw3 fs_##a_name##3_cross_##b_name##3_raw(fs_##a_name##3 a, fs_##b_name##3 b)    \
    {                                                                                                 \
        fs_raw3 r;                                                                                    \
        r.x = fs_cross2_raw(a.y, a.z, b.y, b.z);                                                      \
        r.y = fs_cross2_raw(a.z, a.x, b.z, b.x);                                                      \
        r.z = fs_cross2_raw(a.x, a.y, b.x, b.y);                                                      \
        return r;                                                                                     \
    }                                                                                                 \
    static inline fs_##a_name##3 fs_##a_name##3_cross_##b_name##3(fs_##a_name##3 a, fs_##b_name##3 b) \
    {                                                                                                 \
        fs_raw3 r = fs_##a_name##3_cross_##b_name##3_raw(a, b);                                       \
        return fs_##a_name##3_make(fs_sat32(fs_round_shift64_sym(r.x, b_frac)),                       \
                                   fs_sat32(fs_round_shift64_sym(r.y, b_frac)),                       \
                                   fs_sat32(fs_round_shift64_sym(r.z, b_frac)));                      \
    }

FS__VEC_PRODUCT(rel, rel, FS_REL_FRAC)
FS__VEC_PRODUCT(rel, unit, FS_UNIT_FRAC)
FS__VEC_PRODUCT(unit, rel, FS_REL_FRAC)
FS__VEC_PRODUCT(unit, unit, FS_UNIT_FRAC)
FS__VEC_PRODUCT(vel, vel, FS_VEL_FRAC)
FS__VEC_PRODUCT(vel, rel, FS_REL_FRAC)
FS__VEC_PRODUCT(rel, vel, FS_VEL_FRAC)
FS__VEC_PRODUCT(vel, unit, FS_UNIT_FRAC)
FS__VEC_PRODUCT(unit, vel, FS_VEL_FRAC)

/* The products of a format with itself have short names. */
static inline int64_t fs_rel2_dot(fs_rel2 a, fs_rel2 b)
{
    return fs_rel2_dot_rel2(a, b);
}
static inline int64_t fs_rel3_dot(fs_rel3 a, fs_rel3 b)
{
    return fs_rel3_dot_rel3(a, b);
}
static inline int64_t fs_rel2_cross(fs_rel2 a, fs_rel2 b)
{
    return fs_rel2_cross_rel2_raw(a, b);
}
static inline fs_rel3 fs_rel3_cross(fs_rel3 a, fs_rel3 b)
{
    return fs_rel3_cross_rel3(a, b);
}
static inline int64_t fs_unit2_dot(fs_unit2 a, fs_unit2 b)
{
    return fs_unit2_dot_unit2(a, b);
}
static inline int64_t fs_unit3_dot(fs_unit3 a, fs_unit3 b)
{
    return fs_unit3_dot_unit3(a, b);
}
static inline int64_t fs_unit2_cross(fs_unit2 a, fs_unit2 b)
{
    return fs_unit2_cross_unit2_raw(a, b);
}
static inline fs_unit3 fs_unit3_cross(fs_unit3 a, fs_unit3 b)
{
    return fs_unit3_cross_unit3(a, b);
}
static inline int64_t fs_vel2_dot(fs_vel2 a, fs_vel2 b)
{
    return fs_vel2_dot_vel2(a, b);
}
static inline int64_t fs_vel3_dot(fs_vel3 a, fs_vel3 b)
{
    return fs_vel3_dot_vel3(a, b);
}

/* The velocity of a point at lever r (m) of a body that rotates with w rad/s: w x r, symmetric. */
static inline fs_vel2 fs_vel2_from_angular_velocity(fs_vel w, fs_rel2 r)
{
    return fs_vel2_make(fs_sat32_neg(fs_mul32_sym(w, r.y, FS_REL_FRAC)), fs_mul32_sym(w, r.x, FS_REL_FRAC));
}

static inline fs_vel3 fs_vel3_from_angular_velocity(fs_vel3 w, fs_rel3 r)
{
    return fs_vel3_cross_rel3(w, r);
}

/* Dot and cross products of Q32.32 vectors: exact sums in 128 bits, one symmetric rounding, saturated. */
FS_API fs_wide fs_wide2_dot(fs_wide2 a, fs_wide2 b);
FS_API fs_wide fs_wide3_dot(fs_wide3 a, fs_wide3 b);
FS_API fs_wide fs_wide2_cross(fs_wide2 a, fs_wide2 b);
FS_API fs_wide3 fs_wide3_cross(fs_wide3 a, fs_wide3 b);

/* ---- positions -------------------------------------------------------------------------------------- */

/* a - b as a relative position: symmetric, saturated to +-32 m. */
static inline fs_rel fs_pos_sub_rel(fs_pos a, fs_pos b)
{
    return fs_sat32(fs_round_shift64_sym(fs_sat64_sub(a, b), FS_POS_FRAC - FS_REL_FRAC));
}

static inline fs_rel2 fs_pos2_sub_rel(fs_pos2 a, fs_pos2 b)
{
    return fs_rel2_make(fs_pos_sub_rel(a.x, b.x), fs_pos_sub_rel(a.y, b.y));
}

static inline fs_rel3 fs_pos3_sub_rel(fs_pos3 a, fs_pos3 b)
{
    return fs_rel3_make(fs_pos_sub_rel(a.x, b.x), fs_pos_sub_rel(a.y, b.y), fs_pos_sub_rel(a.z, b.z));
}

/* p + r, exact unless it saturates. */
static inline fs_pos fs_pos_add_rel(fs_pos p, fs_rel r)
{
    return fs_sat64_add(p, (int64_t)r * ((int64_t)1 << (FS_POS_FRAC - FS_REL_FRAC)));
}

static inline fs_pos2 fs_pos2_add_rel(fs_pos2 p, fs_rel2 r)
{
    return fs_pos2_make(fs_pos_add_rel(p.x, r.x), fs_pos_add_rel(p.y, r.y));
}

static inline fs_pos3 fs_pos3_add_rel(fs_pos3 p, fs_rel3 r)
{
    return fs_pos3_make(fs_pos_add_rel(p.x, r.x), fs_pos_add_rel(p.y, r.y), fs_pos_add_rel(p.z, r.z));
}

/* p + v / hz: one step of 1/hz seconds, symmetric. hz is steps per second (substeps included), at least
 * 1; with hz == 0 nothing moves. */
static inline fs_pos fs_pos_advance(fs_pos p, fs_vel v, uint32_t hz)
{
    return fs_sat64_add(p, fs_div64_round((int64_t)v * ((int64_t)1 << (FS_POS_FRAC - FS_VEL_FRAC)), hz));
}

static inline fs_pos2 fs_pos2_advance(fs_pos2 p, fs_vel2 v, uint32_t hz)
{
    return fs_pos2_make(fs_pos_advance(p.x, v.x, hz), fs_pos_advance(p.y, v.y, hz));
}

static inline fs_pos3 fs_pos3_advance(fs_pos3 p, fs_vel3 v, uint32_t hz)
{
    return fs_pos3_make(fs_pos_advance(p.x, v.x, hz), fs_pos_advance(p.y, v.y, hz), fs_pos_advance(p.z, v.z, hz));
}

/* The sign of |a-b|^2 - r^2, exactly, for any positions (r may be negative: its square counts). */
FS_API int fs_pos2_dist_sq_cmp(fs_pos2 a, fs_pos2 b, fs_pos r);
FS_API int fs_pos3_dist_sq_cmp(fs_pos3 a, fs_pos3 b, fs_pos r);

/* |a-b|, nearest, saturated. */
FS_API fs_pos fs_pos2_dist(fs_pos2 a, fs_pos2 b);
FS_API fs_pos fs_pos3_dist(fs_pos3 a, fs_pos3 b);

#ifdef __cplusplus
}
#endif

#include <fixstep/rot.h>

#endif
