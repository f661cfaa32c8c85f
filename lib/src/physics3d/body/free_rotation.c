/* free_rotation.c: the free rotation of a tick; see free_rotation.h.
 *
 * All in the principal frame: L_i = I_i w_i, and L is constant in the world, so a rotation p of the body changes the
 * components of L by p^T L - L. Velocities are scaled by a power of two so that the largest component has 60 bits.
 * Changes are added instead of new values computed: the rounding of I_i (1 / I_i) then cannot accumulate.
 * Method: explicit midpoint rule; then the body is turned by the smallest rotation that restores the energy. A rotation
 * theta of L changes 2E by 2 theta.(L x w), so theta = -d(2E) (L x w) / (2 |L x w|^2).
 */
#include <fixstep/trig.h>

#include "physics3d/body/free_rotation.h"

enum {
    RATIO_FRAC = 60,          /* I / I_max */
    INVERSE_FRAC = 40,        /* I_max / I */
    MAX_RATIO_BITS = 20,      /* of I_max / I */
    ANGLE_FRAC = 60,          /* half angles and quaternions of steps */
    GUARD_BITS = 10,          /* of sums of products of quaternions */
    SCALED_BITS = 60,         /* of the largest component of a velocity */
    ROOM_BITS = 8,            /* for a velocity about a thin axis that grows by the root of the ratio of the moments */
    MAX_SCALE = 30,           /* slower bodies have fewer bits */
    ENERGY_SHIFT = 64,        /* products of two scaled velocities */
    MIN_GYROSCOPIC_BITS = 33, /* |L x w| below this is a rotation about a principal axis, whose energy cannot change */
    MAX_STEPS = 1024,
    MAX_NEWTON = 24,
    ENERGY_BITS = 20, /* of the excess that is left */
    MAX_CORRECTIONS = 4
};
#define MAX_CORRECTION ((int64_t)1 << (ANGLE_FRAC - 6)) /* rad */
#define MAX_SCALED ((int64_t)1 << 61)
#define ONE_Q60 ((int64_t)1 << ANGLE_FRAC)
#define SMALL_EXCESS ((uint64_t)1 << 14)     /* of 2E, which has up to 57 bits */
#define ONE_OVER_TWO_PI ((int64_t)683565276) /* Q32 */

/* A vector of three, in the principal frame. */
struct vector {
    int64_t c[3];
};

struct moments {
    int64_t inertia[3]; /* I / I_max, Q60 */
    int64_t inverse[3]; /* I_max / I, Q40 */
};

static int64_t mul_q60(int64_t a, int64_t b)
{
    return fs_mul64(a, b, ANGLE_FRAC);
}

static struct vector cross(struct vector a, struct vector b, unsigned shift)
{
    struct vector r;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        r.c[i] = fs_mul64(a.c[j], b.c[k], shift) - fs_mul64(a.c[k], b.c[j], shift);
    }
    return r;
}

static struct vector add(struct vector a, struct vector b)
{
    for (int i = 0; i < 3; i++)
        a.c[i] += b.c[i];
    return a;
}

static uint64_t largest_of(const int64_t v[3])
{
    return fs_max_u64(fs_max_u64(fs_uabs64(v[0]), fs_uabs64(v[1])), fs_uabs64(v[2]));
}

/* ---- moments --------------------------------------------------------------------------------------------- */

bool fs__inertia3_is_anisotropic(const fs_scaled inv[3])
{
    if (inv[0].m == 0 || inv[1].m == 0 || inv[2].m == 0)
        return false;
    return fs_scaled_cmp(inv[0], inv[1]) != 0 || fs_scaled_cmp(inv[1], inv[2]) != 0;
}

static struct moments moments_of(const fs_scaled inv[3])
{
    struct moments m;
    fs_scaled least = inv[0];
    for (int i = 1; i < 3; i++)
        least = fs_scaled_cmp(inv[i], least) < 0 ? inv[i] : least;
    for (int i = 0; i < 3; i++) {
        m.inertia[i] = fs_max64(fs_scaled_to_q(fs_scaled_div(least, inv[i]), RATIO_FRAC), ONE_Q60 >> MAX_RATIO_BITS);
        m.inverse[i] = fs_min64(fs_scaled_to_q(fs_scaled_div(inv[i], least), INVERSE_FRAC),
                                (int64_t)1 << (INVERSE_FRAC + MAX_RATIO_BITS));
    }
    return m;
}

static struct vector momentum_of(const struct moments *m, struct vector w)
{
    struct vector l;
    for (int i = 0; i < 3; i++)
        l.c[i] = fs_mul64(w.c[i], m->inertia[i], RATIO_FRAC);
    return l;
}

/* The change of the angular velocity that belongs to a change of L. A thin body that begins to turn about its axis may
 * exceed the format: it is limited to twice the largest scaled velocity. */
static struct vector velocity_change(const struct moments *m, struct vector w, struct vector change)
{
    struct vector r;
    for (int i = 0; i < 3; i++) {
        int64_t sum = fs_sat64_add(w.c[i], fs_mul64(change.c[i], m->inverse[i], INVERSE_FRAC));
        r.c[i] = fs_clamp64(sum, -MAX_SCALED, MAX_SCALED) - w.c[i];
    }
    return r;
}

/* ---- rotations ------------------------------------------------------------------------------------------- */

/* A rotation: vector part and real part of a quaternion, Q60. */
struct turn {
    struct vector v;
    int64_t real;
};

/* From the half angle t (Q60, up to 1/2 rad about each axis): sine and cosine by their series, error 2^-35 at 1/2, below 2^-50 up to
 * 1/16. */
static struct turn turn_of(struct vector t)
{
    int64_t q = mul_q60(t.c[0], t.c[0]) + mul_q60(t.c[1], t.c[1]) + mul_q60(t.c[2], t.c[2]);
    int64_t s = ONE_Q60 / 120 - fs_div64_round(q, 5040), c = ONE_Q60 / 24 - fs_div64_round(q, 720);
    s = ONE_Q60 - mul_q60(q, ONE_Q60 / 6 - mul_q60(q, s));
    c = ONE_Q60 - mul_q60(q, ONE_Q60 / 2 - mul_q60(q, c));
    struct turn p = { .real = c };
    for (int i = 0; i < 3; i++)
        p.v.c[i] = mul_q60(s, t.c[i]);
    return p;
}

/* p^T L - L = 2 v x (v x L) - 2 real (v x L). */
static struct vector momentum_change(const struct turn *p, struct vector l)
{
    struct vector once = cross(p->v, l, ANGLE_FRAC), twice = cross(p->v, once, ANGLE_FRAC), r;
    for (int i = 0; i < 3; i++)
        r.c[i] = 2 * (twice.c[i] - mul_q60(p->real, once.c[i]));
    return r;
}

/* One component of a product of quaternions: p (Q60) times q (Q30), Q30. */
static fs_unit sum_products(const int64_t p[4], const int64_t q[4])
{
    int64_t sum = 0;
    for (int i = 0; i < 4; i++)
        sum += fs_mul64(p[i], q[i], ANGLE_FRAC - GUARD_BITS);
    return fs_sat32(fs_round_shift64_sym(sum, GUARD_BITS));
}

/* The product of a step and a rotation: the step p has 60 bits, because equal steps round alike. side: 1 for p q, -1
 * for q p. */
static fs_quat multiply(const struct turn *p, fs_quat q, int side)
{
    int64_t s = side, x = p->v.c[0], y = p->v.c[1], z = p->v.c[2];
    const int64_t factor[4] = { x, y, z, p->real };
    fs_unit vx = sum_products(factor, (const int64_t[]){ q.w, s * q.z, -s * q.y, q.x });
    fs_unit vy = sum_products(factor, (const int64_t[]){ -s * q.z, q.w, s * q.x, q.y });
    fs_unit vz = sum_products(factor, (const int64_t[]){ s * q.y, -s * q.x, q.w, q.z });
    fs_unit real = sum_products(factor, (const int64_t[]){ -(int64_t)q.x, -(int64_t)q.y, -(int64_t)q.z, q.w });
    return fs_quat_normalise(fs_quat_make(vx, vy, vz, real));
}

fs_quat fs__rotate_by_vector3(fs_quat rot, fs_wide3 angle)
{
    uint64_t largest = fs_max_u64(fs_max_u64(fs_uabs64(angle.x), fs_uabs64(angle.y)), fs_uabs64(angle.z));
    fs_unit3 axis;
    if (largest == 0)
        return rot;
    if (largest <= (uint64_t)FS_WIDE_ONE / 8) {
        const int64_t half = (int64_t)1 << (ANGLE_FRAC - FS_WIDE_FRAC - 1);
        struct turn p = turn_of((struct vector){ { angle.x * half, angle.y * half, angle.z * half } });
        return multiply(&p, rot, 1);
    }
    (void)fs_wide3_normalise(angle, &axis);
    uint32_t turn = (uint32_t)(uint64_t)fs_mul64(fs_wide3_length(angle), ONE_OVER_TWO_PI, FS_WIDE_FRAC);
    return fs_quat_normalise(fs_quat_mul(fs_quat_from_axis_turn(axis, turn), rot));
}

/* ---- steps ----------------------------------------------------------------------------------------------- */

/* A free body: angular velocity and momentum in the principal frame, scaled; principal frame in the world. */
struct top {
    struct moments m;
    struct vector w, l;
    fs_quat q;
    int64_t slice; /* half angle (Q60) = w (scaled) * multiplier / slice */
    int64_t multiplier;
};

/* Fewer steps than the velocity needs turn the body less far: turn_of() takes no more than 1/2 rad about each axis. */
static struct vector half_angle(const struct top *b, struct vector w, int64_t part)
{
    struct vector t;
    for (int i = 0; i < 3; i++)
        t.c[i] = fs_clamp64(fs_muldiv64(w.c[i], b->multiplier, b->slice * part), -ONE_Q60 / 2, ONE_Q60 / 2);
    return t;
}

/* The change of 2E: (w' - w).(L' + L), which is w'.L' - w.L because I is symmetric. */
static int64_t energy_change(struct vector change, struct vector l, struct vector new_l)
{
    int64_t sum = 0;
    for (int i = 0; i < 3; i++)
        sum += fs_mul64(change.c[i], l.c[i] + new_l.c[i], ENERGY_SHIFT);
    return sum;
}

/* The half angle by which the body turns against L so that 2E becomes smaller by `excess`, to first order. */
static struct vector correction_of(const struct top *b, int64_t excess)
{
    struct vector g = cross(b->l, b->w, ENERGY_SHIFT);
    fs_wide3 wide = fs_wide3_make(g.c[0], g.c[1], g.c[2]);
    fs_wide length = fs_wide3_length(wide);
    fs_unit3 axis;
    if (length < (int64_t)1 << MIN_GYROSCOPIC_BITS || !fs_wide3_normalise(wide, &axis))
        return (struct vector){ { 0, 0, 0 } };
    int64_t half = fs_clamp64(fs_muldiv64(excess, ONE_Q60 / 4, length), -MAX_CORRECTION, MAX_CORRECTION);
    return (struct vector){ { fs_mul64(axis.x, half, FS_UNIT_FRAC), fs_mul64(axis.y, half, FS_UNIT_FRAC),
                              fs_mul64(axis.z, half, FS_UNIT_FRAC) } };
}

/* Rotates the body by p. Returns the change of 2E. */
static int64_t turn_body(struct top *b, const struct turn *p)
{
    struct vector change_l = momentum_change(p, b->l), change = velocity_change(&b->m, b->w, change_l);
    struct vector new_l = add(b->l, change_l);
    int64_t gained = energy_change(change, b->l, new_l);
    b->w = add(b->w, change);
    b->l = new_l;
    b->q = multiply(p, b->q, -1);
    return gained;
}

/* A correction is of first order: what a thin body keeps of the excess is all of one sign, and adds up in thousands of steps. */
static void restore_energy(struct top *b, int64_t excess)
{
    for (int i = 0; i < MAX_CORRECTIONS && fs_uabs64(excess) > SMALL_EXCESS; i++) {
        struct turn p = turn_of(correction_of(b, excess));
        excess += turn_body(b, &p);
    }
}

static void advance_step(struct top *b)
{
    struct turn half = turn_of(half_angle(b, b->w, 2));
    struct vector middle = add(b->w, velocity_change(&b->m, b->w, momentum_change(&half, b->l)));
    struct turn p = turn_of(half_angle(b, middle, 1));
    int64_t gained = turn_body(b, &p);
    restore_energy(b, gained);
}

/* ---- the tick -------------------------------------------------------------------------------------------- */

/* v rotated by q, or by its inverse for side -1: error 2^-57. The products of the components of q are exact in Q60 and
 * give the matrix times |q|^2, whose difference from 1 (below 2^-28) is divided out to first order. */
static struct vector rotate_vector(fs_quat q, int side, struct vector v)
{
    int64_t x = q.x, y = q.y, z = q.z, w = (int64_t)q.w * side, xx = x * x, yy = y * y, zz = z * z, ww = w * w;
    const int64_t m[3][3] = { { ww + xx - yy - zz, 2 * (x * y - w * z), 2 * (x * z + w * y) },
                              { 2 * (x * y + w * z), ww - xx + yy - zz, 2 * (y * z - w * x) },
                              { 2 * (x * z - w * y), 2 * (y * z + w * x), ww - xx - yy + zz } };
    int64_t excess = ww + xx + yy + zz - ONE_Q60;
    struct vector r;
    for (int i = 0; i < 3; i++) {
        int64_t sum = mul_q60(v.c[0], m[i][0]) + mul_q60(v.c[1], m[i][1]) + mul_q60(v.c[2], m[i][2]);
        r.c[i] = sum - mul_q60(sum, excess);
    }
    return r;
}

/* Steps of at most 1/8 rad in a tick; `sum` is the sum of the components' magnitudes, Q51. The error of a step's spin about a
 * thin axis grows with the cube of the step and with the ratio of the moments: from a ratio of 512 on steps are halved for
 * every factor of 8. */
static uint32_t steps_of(const struct moments *m, uint64_t sum, uint32_t hz)
{
    int bits = fs_bit_width64(largest_of(m->inverse)) - INVERSE_FRAC - 1, halvings = bits < 9 ? 0 : (bits - 6) / 3;
    uint64_t eighths = ((sum >> (FS__FINE_VEL_FRAC - 3)) / hz + 1) << halvings;
    return (uint32_t)fs_min_u64(eighths, MAX_STEPS);
}

static void set_slice(struct top *b, uint32_t parts, int scale)
{
    /* half angle = w / 2^(51 + scale) / (2 parts), in Q60. */
    int up = ANGLE_FRAC - FS__FINE_VEL_FRAC - 1 - scale;
    b->multiplier = up > 0 ? (int64_t)1 << up : 1;
    b->slice = up > 0 ? parts : (int64_t)parts << -up;
}

static int64_t shift_left(int64_t v, int shift)
{
    return shift >= 0 ? v * ((int64_t)1 << shift) : fs_round_shift64_sym(v, (unsigned)-shift);
}

/* The angular velocity that has the angular momentum l (world) at the orientation q, to which roundings have turned the body. */
static void keep_momentum(struct top *b, fs_quat q, struct vector l)
{
    struct vector change = rotate_vector(q, -1, l);
    for (int i = 0; i < 3; i++)
        change.c[i] -= b->l.c[i];
    b->w = add(b->w, velocity_change(&b->m, b->w, change));
    b->q = q;
}

static uint64_t sum_of(const int64_t w[3])
{
    return fs_uabs64(w[0]) + fs_uabs64(w[1]) + fs_uabs64(w[2]);
}

uint32_t fs__free_rotation3_steps(const fs_scaled inv_inertia[3], uint32_t hz, const int64_t w[3])
{
    const struct moments m = moments_of(inv_inertia);
    return steps_of(&m, sum_of(w), hz);
}

void fs__free_rotation3_advance(const fs_scaled inv_inertia[3], fs_quat principal, uint32_t hz, fs_quat *rot,
                                int64_t w[3])
{
    fs__free_rotation3_advance_in(inv_inertia, principal, hz, 0, rot, w);
}

void fs__free_rotation3_advance_in(const fs_scaled inv_inertia[3], fs_quat principal, uint32_t hz, uint32_t steps,
                                   fs_quat *rot, int64_t w[3])
{
    uint64_t largest = largest_of(w);
    if (largest == 0 || hz == 0)
        return;
    if (!fs__inertia3_is_anisotropic(inv_inertia)) {
        fs_wide3 angle = fs_wide3_make(fs_muldiv64(w[0], 1, (int64_t)hz << 19), fs_muldiv64(w[1], 1, (int64_t)hz << 19),
                                       fs_muldiv64(w[2], 1, (int64_t)hz << 19));
        *rot = fs__rotate_by_vector3(*rot, angle);
        return;
    }
    int scale = fs_clamp32(SCALED_BITS - fs_bit_width64(largest), -1, MAX_SCALE);
    struct top b = { .m = moments_of(inv_inertia), .q = fs_quat_normalise(fs_quat_mul(*rot, principal)) };
    steps = steps == 0 ? steps_of(&b.m, sum_of(w), hz) : steps;
    for (int i = 0; i < 3; i++)
        b.w.c[i] = shift_left(w[i], scale);
    b.w = rotate_vector(b.q, -1, b.w);
    b.l = momentum_of(&b.m, b.w);
    const struct vector l = rotate_vector(b.q, 1, b.l);
    set_slice(&b, hz * steps, scale);
    for (uint32_t i = 0; i < steps; i++)
        advance_step(&b);
    *rot = fs_quat_normalise(fs_quat_mul(b.q, fs_quat_conj(principal)));
    keep_momentum(&b, fs_quat_normalise(fs_quat_mul(*rot, principal)), l);
    b.w = rotate_vector(b.q, 1, b.w);
    for (int i = 0; i < 3; i++)
        w[i] = shift_left(b.w.c[i], -scale);
}

/* ---- another pose ------------------------------------------------------------------------------------------ */

static int64_t sum_of_products(struct vector a, struct vector b)
{
    int64_t sum = 0;
    for (int i = 0; i < 3; i++)
        sum += fs_mul64(a.c[i], b.c[i], ENERGY_SHIFT);
    return sum;
}

/* Lowers 2E to `most` by steps along the shortest way in L: L_i / (1 + u / I_i), with u by Newton's method, which does not
 * pass the goal because 2E is convex in u. */
static struct vector limit_energy(const struct moments *m, struct vector w, int64_t most)
{
    for (int n = 0; n < MAX_NEWTON; n++) {
        int64_t excess = sum_of_products(w, momentum_of(m, w)) - most, square = sum_of_products(w, w);
        if (excess <= most >> ENERGY_BITS || square <= 0)
            break;
        int64_t u = fs_muldiv64(excess, ONE_Q60 / 2, square);
        for (int i = 0; i < 3; i++) {
            int64_t x = fs_clamp64(fs_mul64(u, m->inverse[i], INVERSE_FRAC), 0, MAX_SCALED);
            w.c[i] = fs_muldiv64(w.c[i], ONE_Q60, ONE_Q60 + x);
        }
    }
    return w;
}

/* Lowers components in the principal frame to 2^60 in Q51: that about the axis of least inertia, which has least of L. */
static struct vector limit_velocity(struct vector v, int scale)
{
    const int64_t most = shift_left(ONE_Q60, scale);
    for (int i = 0; i < 3; i++)
        v.c[i] = fs_clamp64(v.c[i], -most, most);
    return v;
}

void fs__free_rotation3_move(const fs_scaled inv_inertia[3], fs_quat principal, fs_quat from, fs_quat to, int64_t w[3])
{
    uint64_t largest = largest_of(w);
    if (largest == 0 || !fs__inertia3_is_anisotropic(inv_inertia))
        return;
    int scale = fs_clamp32(SCALED_BITS - ROOM_BITS - fs_bit_width64(largest), -1 - ROOM_BITS, MAX_SCALE);
    const struct moments m = moments_of(inv_inertia);
    fs_quat q = fs_quat_normalise(fs_quat_mul(from, principal)), p = fs_quat_normalise(fs_quat_mul(to, principal));
    struct vector v;
    for (int i = 0; i < 3; i++)
        v.c[i] = shift_left(w[i], scale);
    v = rotate_vector(q, -1, v);
    struct vector l = momentum_of(&m, v), moved = rotate_vector(p, -1, rotate_vector(q, 1, l));
    int64_t most = sum_of_products(v, l);
    for (int i = 0; i < 3; i++)
        moved.c[i] -= l.c[i];
    v = limit_energy(&m, add(v, velocity_change(&m, v, moved)), most);
    v = rotate_vector(p, 1, limit_velocity(v, fs_min32(scale, 0)));
    for (int i = 0; i < 3; i++)
        w[i] = shift_left(v.c[i], -scale);
}
