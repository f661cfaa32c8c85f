/* rot.h: rotations: cosine and sine in 2D, unit quaternions and Q1.30 matrices in 3D.
 *
 * All components are Q1.30. Conventions: right-handed; a positive angle turns x towards y; quaternions
 * are Hamilton's, w is the real part, and q*p applies p first. Rounding is symmetric throughout.
 * Rotations must never drift: every integration also normalises.
 */
#ifndef FIXSTEP_ROT_H
#define FIXSTEP_ROT_H

#include <fixstep/vec.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Cosine and sine of an angle. */
typedef struct {
    fs_unit c, s;
} fs_rot2;

typedef struct {
    fs_unit x, y, z, w;
} fs_quat;

/* Rows of a matrix, Q1.30: (m * v).x = dot(m.x, v). */
typedef struct {
    fs_unit3 x, y, z;
} fs_mat3;

/* Three principal values with one exponent: (x, y, z) * 2^e. */
typedef struct {
    int32_t x, y, z;
    int32_t e;
} fs_diag3;

/* A symmetric 3x3 matrix with one exponent: element = (xx, ...) * 2^e. */
typedef struct {
    int32_t xx, yy, zz, xy, xz, yz;
    int32_t e;
} fs_sym3;

/* ---- 2D ---------------------------------------------------------------------------------------------- */

static inline fs_rot2 fs_rot2_make(fs_unit c, fs_unit s)
{
    fs_rot2 r;
    r.c = c;
    r.s = s;
    return r;
}

static inline fs_rot2 fs_rot2_identity(void)
{
    return fs_rot2_make(FS_UNIT_ONE, 0);
}

/* The inverse rotation. */
static inline fs_rot2 fs_rot2_conj(fs_rot2 q)
{
    return fs_rot2_make(q.c, fs_sat32_neg(q.s));
}

/* (a*c + b*d) / 2^30 of Q1.30 factors, symmetric, saturated: the kernel of everything below. */
static inline int32_t fs__unit_dot2(int32_t a, int32_t c, int32_t b, int32_t d)
{
    return fs_sat32(fs_round_shift64_sym(fs_dot2_raw(a, b, c, d), FS_UNIT_FRAC));
}

static inline int32_t fs__unit_dot3(int32_t ax, int32_t ay, int32_t az, int32_t bx, int32_t by, int32_t bz)
{
    return fs_sat32(fs_round_shift64_sym(fs_dot3_raw(ax, ay, az, bx, by, bz), FS_UNIT_FRAC));
}

/* The rotation by the sum of both angles; not normalised. */
static inline fs_rot2 fs_rot2_mul(fs_rot2 a, fs_rot2 b)
{
    return fs_rot2_make(fs_sat32(fs_round_shift64_sym(fs_cross2_raw(a.c, a.s, b.s, b.c), FS_UNIT_FRAC)),
                        fs__unit_dot2(a.s, b.c, a.c, b.s));
}

/* v rotated by q, and by its inverse, for any 32-bit format:
 *   fs_rot2_<format>(q, v), fs_rot2_inv_<format>(q, v)           with fs_<format>2
 *   fs_mat3_<format>(m, v), fs_mat3_inv_<format>(m, v)           with fs_<format>3; inv is the transpose
 *   fs_quat_<format>(q, v), fs_quat_inv_<format>(q, v)           through the matrix: one rounding */
#define FS__ROTATE(name)                                                                                           \
    static inline fs_##name##2 fs_rot2_##name(fs_rot2 q, fs_##name##2 v)                                           \
    {                                                                                                              \
        return fs_##name##2_make(fs_sat32(fs_round_shift64_sym(fs_cross2_raw(q.c, q.s, v.y, v.x), FS_UNIT_FRAC)),  \
                                 fs__unit_dot2(q.s, v.x, q.c, v.y));                                               \
    }                                                                                                              \
    static inline fs_##name##2 fs_rot2_inv_##name(fs_rot2 q, fs_##name##2 v)                                       \
    {                                                                                                              \
        return fs_##name##2_make(fs__unit_dot2(q.c, v.x, q.s, v.y),                                                \
                                 fs_sat32(fs_round_shift64_sym(fs_cross2_raw(q.c, q.s, v.x, v.y), FS_UNIT_FRAC))); \
    }                                                                                                              \
    static inline fs_##name##3 fs_mat3_##name(fs_mat3 m, fs_##name##3 v)                                           \
    {                                                                                                              \
        return fs_##name##3_make(fs__unit_dot3(m.x.x, m.x.y, m.x.z, v.x, v.y, v.z),                                \
                                 fs__unit_dot3(m.y.x, m.y.y, m.y.z, v.x, v.y, v.z),                                \
                                 fs__unit_dot3(m.z.x, m.z.y, m.z.z, v.x, v.y, v.z));                               \
    }                                                                                                              \
    static inline fs_##name##3 fs_mat3_inv_##name(fs_mat3 m, fs_##name##3 v)                                       \
    {                                                                                                              \
        return fs_##name##3_make(fs__unit_dot3(m.x.x, m.y.x, m.z.x, v.x, v.y, v.z),                                \
                                 fs__unit_dot3(m.x.y, m.y.y, m.z.y, v.x, v.y, v.z),                                \
                                 fs__unit_dot3(m.x.z, m.y.z, m.z.z, v.x, v.y, v.z));                               \
    }                                                                                                              \
    static inline fs_##name##3 fs_quat_##name(fs_quat q, fs_##name##3 v)                                           \
    {                                                                                                              \
        return fs_mat3_##name(fs_mat3_from_quat(q), v);                                                            \
    }                                                                                                              \
    static inline fs_##name##3 fs_quat_inv_##name(fs_quat q, fs_##name##3 v)                                       \
    {                                                                                                              \
        return fs_mat3_inv_##name(fs_mat3_from_quat(q), v);                                                        \
    }

/* The rotation matrix of a unit quaternion, each element rounded once. */
FS_API fs_mat3 fs_mat3_from_quat(fs_quat q);

FS__ROTATE(rel)
FS__ROTATE(unit)
FS__ROTATE(vel)
FS__ROTATE(alpha)

/* The rotation by an angle in turns (2^32 is one turn). */
FS_API fs_rot2 fs_rot2_from_turn(uint32_t turn);

/* The angle of q in turns. */
FS_API uint32_t fs_turn_from_rot2(fs_rot2 q);

/* q scaled to unit length, each component within 1 step, for any input; the identity for (0, 0). Within
 * 2^-11 of unit length, as after a step of integration, this needs neither root nor division. */
FS_API fs_rot2 fs_rot2_normalise(fs_rot2 q);

/* q rotated by w rad/s for 1/hz seconds, normalised. The half angle is applied as a tangent (Cayley), so a
 * step is a true rotation; its angle is 2*atan(w/(2*hz)), short by (w/hz)^3/12. Error of each component, for q
 * of unit length: at most 2e-8 at any speed (largest measured 1.8e-8, where w/(2*hz) is just above a power
 * of two), at most 2.5e-9 below one radian per step (measured 2.0e-9). hz == 0: q unchanged. */
FS_API fs_rot2 fs_rot2_integrate(fs_rot2 q, fs_vel w, uint32_t hz);

/* ---- quaternions --------------------------------------------------------------------------------------- */

static inline fs_quat fs_quat_make(fs_unit x, fs_unit y, fs_unit z, fs_unit w)
{
    fs_quat q;
    q.x = x;
    q.y = y;
    q.z = z;
    q.w = w;
    return q;
}

static inline fs_quat fs_quat_identity(void)
{
    return fs_quat_make(0, 0, 0, FS_UNIT_ONE);
}

/* The inverse of a unit quaternion. */
static inline fs_quat fs_quat_conj(fs_quat q)
{
    return fs_quat_make(fs_sat32_neg(q.x), fs_sat32_neg(q.y), fs_sat32_neg(q.z), q.w);
}

/* a*b: b applied first, then a. Each component is rounded once; not normalised. */
FS_API fs_quat fs_quat_mul(fs_quat a, fs_quat b);

/* q scaled to unit length: as fs_rot2_normalise. */
FS_API fs_quat fs_quat_normalise(fs_quat q);

/* The rotation by `turn` (2^32 is one turn) about a unit axis. */
FS_API fs_quat fs_quat_from_axis_turn(fs_unit3 axis, uint32_t turn);

/* q rotated by the world angular velocity w rad/s for 1/hz seconds, normalised. Cayley form as in
 * fs_rot2_integrate: the angle is 2*atan(|w|/(2*hz)). hz == 0: q unchanged. */
FS_API fs_quat fs_quat_integrate(fs_quat q, fs_vel3 w, uint32_t hz);

/* ---- matrices -------------------------------------------------------------------------------------------- */

static inline fs_mat3 fs_mat3_identity(void)
{
    fs_mat3 m;
    m.x = fs_unit3_make(FS_UNIT_ONE, 0, 0);
    m.y = fs_unit3_make(0, FS_UNIT_ONE, 0);
    m.z = fs_unit3_make(0, 0, FS_UNIT_ONE);
    return m;
}

static inline fs_mat3 fs_mat3_transpose(fs_mat3 m)
{
    fs_mat3 t;
    t.x = fs_unit3_make(m.x.x, m.y.x, m.z.x);
    t.y = fs_unit3_make(m.x.y, m.y.y, m.z.y);
    t.z = fs_unit3_make(m.x.z, m.y.z, m.z.z);
    return t;
}

/* a*b: b applied first. */
FS_API fs_mat3 fs_mat3_mul(fs_mat3 a, fs_mat3 b);

/* The quaternion of a rotation matrix (Shepperd's choice of the largest component, ties to w, x, y, z in
 * this order), normalised, with w >= 0. */
FS_API fs_quat fs_quat_from_mat3(fs_mat3 m);

/* Principal values with a common exponent, the largest with 31 bits: make them once per body. */
FS_API fs_diag3 fs_diag3_from_scaled(fs_scaled x, fs_scaled y, fs_scaled z);

/* R * diag(d) * R^T: the world inertia, or its inverse, of a body with principal values d. Each element is
 * within 3 * 2^-31 of the largest principal value; no division, no 128-bit product. */
FS_API fs_sym3 fs_sym3_rotate_diag(fs_mat3 r, fs_diag3 d);

/* From Q32.32 elements, which keep their top 31 bits relative to the largest. */
FS_API fs_sym3 fs_sym3_from_wide(fs_wide xx, fs_wide yy, fs_wide zz, fs_wide xy, fs_wide xz, fs_wide yz);

/* The inverse of a positive definite matrix (every inertia is one), each element within 2 steps of the
 * exact inverse of a, the largest with 30 or 31 bits. False and the zero matrix when a is not positive
 * definite. */
FS_API bool fs_sym3_inverse(fs_sym3 a, fs_sym3 *out);

/* a * v for v in any 32-bit format, in a format with v's fraction bits plus `more` (may be
 * negative): exact sums, one symmetric rounding, each component saturated to int64. */
FS_API fs_raw3 fs_sym3_apply(fs_sym3 a, int32_t x, int32_t y, int32_t z, int more);

#ifdef __cplusplus
}
#endif

#endif
