/* check_rot.c: rotations in two and three dimensions against long double, and their invariants over many
 * steps: length one, the exact angle, mirror symmetry; symmetric matrices and their inverses. */
#include <math.h>

#include <fixstep/rot.h>
#include <fixstep/trig.h>

#include "num/num_util.h"

#include "support/check_main.h"

#define COUNT 20000

static long double real(fs_unit v)
{
    return v / 1073741824.0L;
}

static fs_quat any_quat(test_rng *r)
{
    fs_unit x = (int32_t)test_bits(r);
    fs_unit y = (int32_t)test_bits(r);
    fs_unit z = (int32_t)test_bits(r);
    fs_unit w = (int32_t)test_bits(r);
    return fs_quat_normalise(fs_quat_make(x, y, z, w));
}

/* One draw per statement: C does not fix the order in which arguments are evaluated. */
static fs_quat raw_quat(test_rng *r)
{
    fs_quat q;
    q.x = test_i32(r);
    q.y = test_i32(r);
    q.z = test_i32(r);
    q.w = test_i32(r);
    return q;
}

static fs_rel3 any_rel3(test_rng *r)
{
    fs_quat q = raw_quat(r);
    return fs_rel3_make(q.x / 4, q.y / 4, q.z / 4);
}

static long double length4(fs_quat q)
{
    return sqrtl(real(q.x) * real(q.x) + real(q.y) * real(q.y) + real(q.z) * real(q.z) + real(q.w) * real(q.w));
}

static void near(long double got, long double exact, long double tolerance)
{
    HOLDS(fabsl(got - exact) <= tolerance);
}

static void same_quat(fs_quat a, fs_quat b, int64_t steps)
{
    HOLDS(fs_absdiff64(a.x, b.x) <= (uint64_t)steps && fs_absdiff64(a.y, b.y) <= (uint64_t)steps);
    HOLDS(fs_absdiff64(a.z, b.z) <= (uint64_t)steps && fs_absdiff64(a.w, b.w) <= (uint64_t)steps);
}

/* ---- 2D ------------------------------------------------------------------------------------------------------ */

START_TEST(plane_rotations)
{
    fs_rel2 v = fs_rel2_make(FS_REL_ONE, 0);
    fs_rot2 quarter = fs_rot2_from_turn(FS_TURN_QUARTER), eighth = fs_rot2_from_turn(FS_TURN_QUARTER / 2);
    HOLDS(fs_rel2_eq(fs_rot2_rel(quarter, v), fs_rel2_make(0, FS_REL_ONE)));
    HOLDS(fs_rel2_eq(fs_rot2_inv_rel(quarter, v), fs_rel2_make(0, -FS_REL_ONE)));
    HOLDS(fs_absdiff64(fs_rot2_mul(eighth, eighth).s, FS_UNIT_ONE) <= 2);
    HOLDS(fs_absdiff64(fs_rot2_mul(eighth, fs_rot2_conj(eighth)).s, 0) <= 1);
    for (uint32_t k = 0; k < 1000; k++) {
        uint32_t turn = k * 4294967u;
        HOLDS(fs_turn_signed(fs_turn_from_rot2(fs_rot2_from_turn(turn)) - turn) <= 2);
        HOLDS(fs_turn_signed(fs_turn_from_rot2(fs_rot2_from_turn(turn)) - turn) >= -2);
    }
}
END_TEST

START_TEST(plane_normalisation)
{
    test_rng r = { 71 };
    for (int i = 0; i < COUNT; i++) {
        fs_quat raw = raw_quat(&r);
        fs_rot2 q = fs_rot2_make(raw.x, raw.y);
        if (i % 2)
            q = fs_rot2_from_turn((uint32_t)test_bits(&r));
        if (i % 4 == 1)
            q.c += (int32_t)test_bits(&r) >> 12;
        long double c = real(q.c), s = real(q.s), length = sqrtl(c * c + s * s);
        fs_rot2 n = fs_rot2_normalise(q);
        if (length == 0)
            continue;
        near(real(n.c), c / length, 1.3e-9L);
        near(real(n.s), s / length, 1.3e-9L);
    }
    SAME(fs_rot2_normalise(fs_rot2_make(0, 0)).c, FS_UNIT_ONE);
    SAME(fs_rot2_normalise(fs_rot2_make(INT32_MIN, INT32_MIN)).c, -759250125);
}
END_TEST

/* The larger error of the two components after one step, which turns by 2*atan(w/(2*hz)). */
static long double plane_step_error(fs_rot2 q, fs_vel w, uint32_t hz)
{
    long double angle = atan2l(real(q.s), real(q.c)) + 2 * atanl(w / 2097152.0L / (2 * hz));
    fs_rot2 n = fs_rot2_integrate(q, w, hz);
    return fmaxl(fabsl(real(n.c) - cosl(angle)), fabsl(real(n.s) - sinl(angle)));
}

START_TEST(plane_integration)
{
    test_rng r = { 72 };
    long double slow = 0, fast = 0;
    for (int i = 0; i < COUNT; i++) {
        fs_rot2 q = fs_rot2_from_turn((uint32_t)test_bits(&r));
        fs_vel w = test_i32(&r);
        uint32_t hz = (uint32_t)(test_bits(&r) % 500) + 1;
        long double error = plane_step_error(q, w, hz);
        if (fs_uabs32(w) / FS_VEL_ONE < hz)
            slow = fmaxl(slow, error);
        else
            fast = fmaxl(fast, error);
        fs_rot2 n = fs_rot2_integrate(q, w, hz);
        fs_rot2 mirror = fs_rot2_integrate(fs_rot2_conj(q), fs_sat32_neg(w), hz);
        if (w != INT32_MIN)
            HOLDS(mirror.c == n.c && mirror.s == -n.s);
    }
    HOLDS(slow <= 2.5e-9L && slow > 1e-9L); /* measured over 6 million steps: 2.0e-9 */
    HOLDS(fast <= 2e-8L && fast > 1e-8L);
    fs_rot2 same = fs_rot2_integrate(fs_rot2_make(3, 4), FS_VEL_ONE, 0);
    HOLDS(same.c == 3 && same.s == 4);
}
END_TEST

/* The speeds with the largest error: half tangents just above a power of two, of which the product keeps the fewest
 * bits. Measured over 30 million such steps: 1.8e-8. */
START_TEST(plane_integration_at_the_worst_speeds)
{
    test_rng r = { 79 };
    long double worst = 0;
    for (int i = 0; i < COUNT; i++) {
        fs_rot2 q = fs_rot2_from_turn((uint32_t)test_bits(&r));
        uint32_t hz = (uint32_t)(test_bits(&r) % 300) + 1;
        uint64_t power = (uint64_t)1 << (21 + test_bits(&r) % 10);
        uint64_t above = power * hz >> (3 + test_bits(&r) % 9);
        uint64_t w = power * hz + above * (test_bits(&r) % 1000) / 1000;
        if (w <= INT32_MAX)
            worst = fmaxl(worst, plane_step_error(q, (fs_vel)w, hz));
    }
    HOLDS(worst <= 2e-8L && worst > 1.5e-8L);
}
END_TEST

/* ---- quaternions ------------------------------------------------------------------------------------------------ */

START_TEST(quaternion_normalisation)
{
    test_rng r = { 73 };
    for (int i = 0; i < COUNT; i++) {
        fs_quat q = raw_quat(&r);
        if (i % 2)
            q = any_quat(&r);
        if (i % 4 == 1)
            q.z = fs_sat32_add(q.z, (int32_t)test_bits(&r) >> 12);
        long double length = length4(q);
        fs_quat n = fs_quat_normalise(q);
        if (length == 0)
            continue;
        near(real(n.x), real(q.x) / length, 1.3e-9L);
        near(real(n.w), real(q.w) / length, 1.3e-9L);
        near(length4(n), 1, 1.3e-9L);
    }
    same_quat(fs_quat_normalise(fs_quat_make(0, 0, 0, 0)), fs_quat_identity(), 0);
    same_quat(fs_quat_normalise(fs_quat_make(1, 0, 0, 0)), fs_quat_make(FS_UNIT_ONE, 0, 0, 0), 0);
    fs_quat corner = fs_quat_make(INT32_MIN, INT32_MIN, INT32_MIN, INT32_MIN);
    SAME(fs_quat_normalise(corner).y, -FS_UNIT_ONE / 2);
}
END_TEST

START_TEST(quaternion_algebra)
{
    test_rng r = { 74 };
    fs_quat i = fs_quat_make(FS_UNIT_ONE, 0, 0, 0), j = fs_quat_make(0, FS_UNIT_ONE, 0, 0);
    same_quat(fs_quat_mul(i, j), fs_quat_make(0, 0, FS_UNIT_ONE, 0), 0);
    same_quat(fs_quat_mul(j, i), fs_quat_make(0, 0, -FS_UNIT_ONE, 0), 0);
    for (int n = 0; n < COUNT; n++) {
        fs_quat a = any_quat(&r), b = any_quat(&r), c = any_quat(&r);
        fs_rel3 v = any_rel3(&r);
        same_quat(fs_quat_mul(a, fs_quat_conj(a)), fs_quat_identity(), 3);
        same_quat(fs_quat_mul(fs_quat_mul(a, b), c), fs_quat_mul(a, fs_quat_mul(b, c)), 4);
        fs_rel3 once = fs_quat_rel(fs_quat_mul(a, b), v), twice = fs_quat_rel(a, fs_quat_rel(b, v));
        HOLDS(fs_absdiff64(once.x, twice.x) <= 16 && fs_absdiff64(once.z, twice.z) <= 16);
        fs_rel3 back = fs_quat_inv_rel(a, fs_quat_rel(a, v));
        HOLDS(fs_absdiff64(back.x, v.x) <= 12 && fs_absdiff64(back.y, v.y) <= 12);
    }
}
END_TEST

START_TEST(axis_and_turn)
{
    fs_unit3 up = fs_unit3_make(0, 0, FS_UNIT_ONE);
    fs_rel3 v = fs_rel3_make(FS_REL_ONE, 0, 0);
    fs_rel3 turned = fs_quat_rel(fs_quat_from_axis_turn(up, FS_TURN_QUARTER), v);
    HOLDS(fs_absdiff64(turned.y, FS_REL_ONE) <= 1 && fs_absdiff64(turned.x, 0) <= 1);
    same_quat(fs_quat_from_axis_turn(up, 0), fs_quat_identity(), 0);
    fs_mat3 m = fs_mat3_from_quat(fs_quat_from_axis_turn(up, FS_TURN_QUARTER));
    HOLDS(fs_absdiff64(m.y.x, FS_UNIT_ONE) <= 2 && fs_absdiff64(m.x.y, -FS_UNIT_ONE) <= 2);
}
END_TEST

/* A constant angular velocity about a tilted axis: after n steps the angle is n*2*atan(|w|/(2*hz)), the length is one,
 * and the mirrored rotation stays the mirror image. */
START_TEST(quaternion_integration)
{
    fs_vel3 w = fs_vel3_make(3 * FS_VEL_ONE, -4 * FS_VEL_ONE, 12 * FS_VEL_ONE);
    fs_vel3 mirrored_w = fs_vel3_make(w.x, -w.y, -w.z); /* mirrored at x = 0 */
    fs_quat q = fs_quat_identity(), mirror = q;
    for (int i = 1; i <= 20000; i++) {
        q = fs_quat_integrate(q, w, 240);
        mirror = fs_quat_integrate(mirror, mirrored_w, 240);
        same_quat(mirror, fs_quat_make(q.x, -q.y, -q.z, q.w), 0);
        near(length4(q), 1, 1.5e-9L);
        if (i % 1000 != 0)
            continue;
        long double half = i * atanl(13.0L / 480);
        /* the tangent of a step is rounded to Q1.30, which adds up over steps of constant speed */
        near(fabsl(real(q.w)), fabsl(cosl(half)), i * 5e-10L);
        near(fabsl(real(q.z)), fabsl(sinl(half)) * 12 / 13, i * 5e-10L);
    }
}
END_TEST

START_TEST(fast_rotations)
{
    test_rng r = { 75 };
    for (int i = 0; i < COUNT; i++) {
        fs_quat q = any_quat(&r);
        fs_vel w = test_i32(&r);
        uint32_t hz = (uint32_t)(test_bits(&r) % 500) + 1;
        fs_quat n = fs_quat_integrate(q, fs_vel3_make(0, 0, w), hz);
        long double half = atanl(w / 2097152.0L / (2 * hz)), c = cosl(half), s = sinl(half);
        near(real(n.w), real(q.w) * c - real(q.z) * s, 6e-9L);
        near(real(n.x), real(q.x) * c - real(q.y) * s, 6e-9L);
    }
    same_quat(fs_quat_integrate(fs_quat_identity(), fs_vel3_make(1, 2, 3), 0), fs_quat_identity(), 0);
}
END_TEST

/* ---- matrices ------------------------------------------------------------------------------------------------------ */

START_TEST(matrices_and_quaternions)
{
    test_rng r = { 76 };
    for (int i = 0; i < COUNT; i++) {
        fs_quat q = any_quat(&r), p = any_quat(&r);
        fs_mat3 m = fs_mat3_from_quat(q);
        fs_mat3 unit = fs_mat3_mul(m, fs_mat3_transpose(m));
        HOLDS(fs_absdiff64(unit.x.x, FS_UNIT_ONE) <= 8 && fs_absdiff64(unit.y.z, 0) <= 8);
        if (q.w < 0)
            q = fs_quat_make(-q.x, -q.y, -q.z, -q.w);
        if (q.w > 100)
            same_quat(fs_quat_from_mat3(m), q, 4);
        fs_mat3 both = fs_mat3_mul(m, fs_mat3_from_quat(p));
        HOLDS(fs_absdiff64(both.z.x, fs_mat3_from_quat(fs_quat_mul(q, p)).z.x) <= 16);
    }
    same_quat(fs_quat_from_mat3(fs_mat3_identity()), fs_quat_identity(), 0);
}
END_TEST

static long double element(int32_t v, int32_t e)
{
    return ldexpl((long double)v, e);
}

static long double dot3(long double ax, long double ay, long double az, long double bx, long double by, long double bz)
{
    return ax * bx + ay * by + az * bz;
}

/* Row i times D times row k of a rotation. */
static long double rotated_element(fs_unit3 i, fs_unit3 k, const long double d[3])
{
    return dot3(real(i.x) * d[0], real(i.y) * d[1], real(i.z) * d[2], real(k.x), real(k.y), real(k.z));
}

START_TEST(rotated_inertia)
{
    test_rng r = { 77 };
    for (int i = 0; i < COUNT; i++) {
        fs_mat3 m = fs_mat3_from_quat(any_quat(&r));
        fs_scaled d[3];
        for (int k = 0; k < 3; k++)
            d[k] = fs_scaled_make((int64_t)(test_bits(&r) >> 34) + 1, -20 - (int)(i % 40));
        fs_diag3 diag = fs_diag3_from_scaled(d[0], d[1], d[2]);
        fs_sym3 s = fs_sym3_rotate_diag(m, diag);
        long double v[3];
        for (int k = 0; k < 3; k++)
            v[k] = ldexpl(d[k].m, d[k].e);
        long double tolerance = fmaxl(v[0], fmaxl(v[1], v[2])) * 3 / 1073741824.0L;
        near(element(s.xx, s.e), rotated_element(m.x, m.x, v), tolerance);
        near(element(s.yz, s.e), rotated_element(m.y, m.z, v), tolerance);
    }
}
END_TEST

/* A times its inverse is one, for bodies of any size: the exponents span 2^-60 to 2^60. */
START_TEST(inertia_inverse)
{
    test_rng r = { 78 };
    for (int i = 0; i < COUNT; i++) {
        fs_mat3 m = fs_mat3_from_quat(any_quat(&r));
        int32_t e = (int32_t)(test_bits(&r) % 120) - 60;
        fs_diag3 d = { 0, 0, 1 << 30, e };
        d.x = (int32_t)(test_bits(&r) >> 34) | 1 << 27;
        d.y = (int32_t)(test_bits(&r) >> 34) | 1 << 27;
        fs_sym3 a = fs_sym3_rotate_diag(m, d), b;
        HOLDS(fs_sym3_inverse(a, &b));
        long double x = element(a.xx, a.e), y = element(a.xy, a.e), z = element(a.xz, a.e);
        long double xx = dot3(x, y, z, element(b.xx, b.e), element(b.xy, b.e), element(b.xz, b.e));
        long double xy = dot3(x, y, z, element(b.xy, b.e), element(b.yy, b.e), element(b.yz, b.e));
        near(xx, 1, 5e-8L);
        near(xy, 0, 5e-8L);
    }
}
END_TEST

START_TEST(inverse_refuses_matrices_that_are_not_positive)
{
    fs_sym3 inverse;
    HOLDS(!fs_sym3_inverse(fs_sym3_from_wide(0, 0, 0, 0, 0, 0), &inverse));
    SAME(inverse.xx, 0);
    HOLDS(!fs_sym3_inverse(fs_sym3_from_wide(FS_WIDE_ONE, FS_WIDE_ONE, -FS_WIDE_ONE, 0, 0, 0), &inverse));
    HOLDS(!fs_sym3_inverse(fs_sym3_from_wide(1, 1, 1, 1, 1, 1), &inverse));
    fs_wide low = INT64_MIN;
    HOLDS(!fs_sym3_inverse(fs_sym3_from_wide(low, low, low, low, low, low), &inverse));
    HOLDS(fs_sym3_inverse(fs_sym3_from_wide(2 * FS_WIDE_ONE, FS_WIDE_ONE, FS_WIDE_ONE / 2, 0, 0, 0), &inverse));
    near(element(inverse.xx, inverse.e), 0.5L, 0);
    near(element(inverse.yy, inverse.e), 1, 0);
    near(element(inverse.zz, inverse.e), 2, 0);
}
END_TEST

#ifdef __SIZEOF_INT128__
START_TEST(matrix_times_vector)
{
    test_rng r = { 79 };
    for (int i = 0; i < COUNT; i++) {
        int64_t v[6];
        for (int k = 0; k < 6; k++)
            v[k] = test_i64(&r);
        fs_sym3 a = fs_sym3_from_wide(v[0], v[1], v[2], v[3], v[4], v[5]);
        int32_t x = test_i32(&r) / 2, y = test_i32(&r) / 2, z = test_i32(&r) / 2;
        fs_raw3 got = fs_sym3_apply(a, x, y, z, 4);
        i128 sum = (i128)a.xy * x + (i128)a.yy * y + (i128)a.yz * z;
        int shift = a.e + 4;
        i128 exact = shift >= 0 ? (shift > 60 ? 0 : sum * ((i128)1 << shift)) : ref_div_sym(sum, (i128)1 << -shift);
        SAME(got.y, ref_sat64(exact));
    }
    SAME(fs_sym3_apply(fs_sym3_from_wide(FS_WIDE_MAX, 1, 1, 0, 0, 0), INT32_MAX, 0, 0, 1000).x, INT64_MAX);
    SAME(fs_sym3_apply(fs_sym3_from_wide(FS_WIDE_MAX, 1, 1, 0, 0, 0), INT32_MAX, 0, 0, -1000).x, 0);
}
END_TEST
#endif

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("rot");
    TCase *tc = tcase_create("rot");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, plane_rotations);
    tcase_add_test(tc, plane_normalisation);
    tcase_add_test(tc, plane_integration);
    tcase_add_test(tc, plane_integration_at_the_worst_speeds);
    tcase_add_test(tc, quaternion_normalisation);
    tcase_add_test(tc, quaternion_algebra);
    tcase_add_test(tc, axis_and_turn);
    tcase_add_test(tc, quaternion_integration);
    tcase_add_test(tc, fast_rotations);
    tcase_add_test(tc, matrices_and_quaternions);
    tcase_add_test(tc, rotated_inertia);
    tcase_add_test(tc, inertia_inverse);
    tcase_add_test(tc, inverse_refuses_matrices_that_are_not_positive);
#ifdef __SIZEOF_INT128__
    tcase_add_test(tc, matrix_times_vector);
#endif
    suite_add_tcase(suite, tc);
    return suite;
}
