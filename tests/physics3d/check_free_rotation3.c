/* check_free_rotation3.c: the rotation of a body on which nothing acts, against closed forms.
 *
 * Energy and angular momentum are computed in double precision from orientation and angular velocity.
 */
#include "physics3d/geometry3_fixture.h"
#include "physics3d/body/free_rotation.h"

struct top {
    double moment[3];
    fs_scaled inverse[3];
    fs_quat principal, rot;
    int64_t w[3];
};

static double velocity(const struct top *t, int i)
{
    return ldexp((double)t->w[i], -FS__FINE_VEL_FRAC);
}

static struct top make_top(double x, double y, double z, double wx, double wy, double wz)
{
    const double w[3] = { wx, wy, wz };
    struct top t = { .moment = { x, y, z }, .principal = fs_quat_identity(), .rot = fs_quat_identity() };
    for (int i = 0; i < 3; i++) {
        t.inverse[i] = fs_scaled_inverse(scaled_from(t.moment[i]));
        t.w[i] = (int64_t)ldexp(w[i], FS__FINE_VEL_FRAC);
    }
    return t;
}

static void advance(struct top *t, uint32_t hz, int ticks)
{
    for (int i = 0; i < ticks; i++)
        fs__free_rotation3_advance(t->inverse, t->principal, hz, &t->rot, t->w);
}

/* The angular velocity in the principal frame. */
static vec3d local_velocity(const struct top *t)
{
    fs_mat3 m = fs_mat3_from_quat(fs_quat_mul(t->rot, t->principal));
    vec3d w = { velocity(t, 0), velocity(t, 1), velocity(t, 2) };
    vec3d x = { U(m.x.x), U(m.y.x), U(m.z.x) }, y = { U(m.x.y), U(m.y.y), U(m.z.y) },
          z = { U(m.x.z), U(m.y.z), U(m.z.z) };
    return (vec3d){ dot3d(x, w), dot3d(y, w), dot3d(z, w) };
}

static vec3d momentum(const struct top *t)
{
    fs_mat3 m = fs_mat3_from_quat(fs_quat_mul(t->rot, t->principal));
    vec3d w = local_velocity(t), l = { t->moment[0] * w.x, t->moment[1] * w.y, t->moment[2] * w.z };
    return (vec3d){ dot3d(vec3d_of_unit(m.x), l), dot3d(vec3d_of_unit(m.y), l), dot3d(vec3d_of_unit(m.z), l) };
}

static double energy(const struct top *t)
{
    vec3d w = local_velocity(t);
    return (t->moment[0] * w.x * w.x + t->moment[1] * w.y * w.y + t->moment[2] * w.z * w.z) / 2;
}

struct drift {
    double energy, momentum; /* largest relative change */
};

static struct drift drift_of(struct top *t, uint32_t hz, int ticks)
{
    struct drift d = { 0, 0 };
    double e = energy(t);
    vec3d l = momentum(t);
    for (int i = 0; i < ticks; i++) {
        advance(t, hz, 1);
        d.energy = fmax(d.energy, fabs(energy(t) / e - 1));
        d.momentum = fmax(d.momentum, length3d(sub3d(momentum(t), l)) / length3d(l));
    }
    return d;
}

static void check_drift(struct top t, uint32_t hz, int ticks, double max_energy, double max_momentum)
{
    struct drift d = drift_of(&t, hz, ticks);
    if (d.energy > max_energy || d.momentum > max_momentum)
        ck_abort_msg("energy drifts by %g, momentum by %g; moments %g %g %g, velocities %g %g %g", d.energy, d.momentum,
                     t.moment[0], t.moment[1], t.moment[2], velocity(&t, 0), velocity(&t, 1), velocity(&t, 2));
}

/* The accuracy table: 1e-4 and 1e-6. Dzhanibekov's body: it starts about the middle axis and flips. */
START_TEST(energy_and_momentum_stay)
{
    check_drift(make_top(1, 2, 3, 0.01, 5, 0.01), 60, 10000, 1e-5, 5e-7);
    check_drift(make_top(1, 2, 3, 3, 2, 4), 60, 10000, 1e-5, 5e-7);
    check_drift(make_top(1e-6, 3e-6, 3.5e-6, 0.5, 20, 0.1), 60, 10000, 1e-5, 5e-7);
    check_drift(make_top(4e6, 5e6, 8.9e6, 0.001, 0.02, 0.003), 60, 10000, 1e-5, 5e-7);
    check_drift(make_top(0.02, 1, 1.01, 10, 2, 1), 60, 10000, 1e-5, 5e-7);
}
END_TEST

START_TEST(fast_rotations_stay)
{
    check_drift(make_top(1, 2, 3, 10, 400, 10), 60, 300, 1e-5, 1e-6);
    check_drift(make_top(1, 2, 2.5, 511, 511, 511), 60, 300, 1e-5, 1e-6);
    check_drift(make_top(1, 2, 2.5, 511, 511, 511), 10, 100, 1e-5, 1e-6);
}
END_TEST

/* Random bodies, also needles and plates, with a principal frame of their own. */
START_TEST(random_bodies_stay)
{
    test_rng r = { 7 };
    for (int i = 0; i < 200; i++) {
        double a = pow(10, uniform(&r, -2, 0)), b = uniform(&r, 0.1, 1), c = uniform(&r, fabs(a - b), a + b);
        double s = pow(10, uniform(&r, -6, 6)), v = pow(10, uniform(&r, -2, 1.5));
        double x = uniform(&r, -v, v), y = uniform(&r, -v, v), z = uniform(&r, -v, v);
        struct top t = make_top(a * s, b * s, c * s, x, y, z);
        t.rot = fs_quat_from_axis_turn(fs_unit3_make(FS_UNIT_ONE, 0, 0), (uint32_t)test_bits(&r));
        t.principal = fs_quat_from_axis_turn(fs_unit3_make(0, FS_UNIT_ONE, 0), (uint32_t)test_bits(&r));
        double thin = fmin(a, fmin(b, c));
        check_drift(t, 60, 100, 1e-4, 1e-7 / sqrt(thin));
    }
}
END_TEST

/* The middle axis turns over again and again; the other two do not. */
START_TEST(middle_axis_flips)
{
    int flips[3] = { 0, 0, 0 };
    for (int axis = 0; axis < 3; axis++) {
        struct top t = make_top(1, 2, 3, axis == 0 ? 5 : 0.01, axis == 1 ? 5 : 0.01, axis == 2 ? 5 : 0.01);
        double sign = 1;
        for (int i = 0; i < 3600; i++) {
            advance(&t, 60, 1);
            vec3d w = local_velocity(&t);
            double now = axis == 0 ? w.x : axis == 1 ? w.y : w.z;
            flips[axis] += now * sign < 0;
            sign = now < 0 ? -1 : 1;
        }
    }
    ck_assert_int_eq(flips[0], 0);
    ck_assert_int_eq(flips[2], 0);
    ck_assert_int_ge(flips[1], 10);
}
END_TEST

/* A symmetric top: L is fixed, the axis precesses about it with L / I1, and the angular velocity about the axis stays. */
START_TEST(symmetric_top_precesses)
{
    struct top t = make_top(2, 1, 2, 0, 6, 1.5);
    vec3d l = momentum(&t);
    double rate = length3d(l) / 2, bound = 3e-3;
    vec3d n = scale3d(l, 1 / length3d(l)), axis = { 0, 1, 0 };
    for (int tick = 1; tick <= 600; tick++) {
        advance(&t, 60, 1);
        double angle = rate * tick / 60, c = cos(angle), s = sin(angle);
        vec3d want = add3d(add3d(scale3d(axis, c), scale3d(cross3d(n, axis), s)), scale3d(n, dot3d(n, axis) * (1 - c)));
        fs_mat3 m = fs_mat3_from_quat(t.rot);
        vec3d got = { U(m.x.y), U(m.y.y), U(m.z.y) };
        double off = length3d(sub3d(got, want));
        if (off > bound)
            ck_abort_msg("tick %d: the axis is %g off", tick, off);
        ck_assert_double_eq_tol(local_velocity(&t).y, 6, 1e-6);
    }
}
END_TEST

/* A sphere keeps its angular velocity to the bit and turns by the exact angle. */
START_TEST(sphere_turns_evenly)
{
    struct top t = make_top(0.4, 0.4, 0.4, 0, 0, 2);
    int64_t before = t.w[2];
    advance(&t, 60, 6000);
    ck_assert_int_eq(t.w[2], before);
    double angle = fmod(200.0, 2 * M_PI), got = 2 * atan2(U(t.rot.z), U(t.rot.w));
    double off = remainder(got - angle, 2 * M_PI);
    if (fabs(off) > 1e-6)
        ck_abort_msg("the angle is %g off", off);
}
END_TEST

/* A rotation about a principal axis stays there. */
START_TEST(principal_axes_are_steady)
{
    for (int axis = 0; axis < 3; axis++) {
        struct top t = make_top(1, 2, 3, axis == 0 ? 7 : 0, axis == 1 ? 7 : 0, axis == 2 ? 7 : 0);
        advance(&t, 60, 60);
        for (int i = 0; i < 3; i++)
            ck_assert_double_eq_tol(velocity(&t, i), i == axis ? 7 : 0, 1e-6);
    }
}
END_TEST

/* No moment about an axis, the largest numbers, no rotation: nothing overflows (UBSan) and rotations stay rotations. */
START_TEST(extremes)
{
    const double moments[4][3] = { { 1e-12, 1, 1 }, { 1e-30, 1e-30, 1e30 }, { 1, 1, 0 }, { 1e38, 1e38, 1e38 } };
    for (int i = 0; i < 4; i++)
        for (int v = 0; v < 8; v++) {
            struct top t = make_top(moments[i][0], moments[i][1], moments[i][2], 0, 0, 0);
            for (int k = 0; k < 3; k++)
                t.w[k] = (v >> k & 1) != 0 ? ((int64_t)1 << 61) - 1 : -((int64_t)1 << 61) + 1;
            advance(&t, i == 0 ? 1 : 60, 3);
            double length = sqrt(U(t.rot.x) * U(t.rot.x) + U(t.rot.y) * U(t.rot.y) + U(t.rot.z) * U(t.rot.z) +
                                 U(t.rot.w) * U(t.rot.w));
            ck_assert_double_eq_tol(length, 1, 1e-8);
        }
    struct top still = make_top(1, 2, 3, 0, 0, 0);
    advance(&still, 60, 10);
    ck_assert_int_eq(still.rot.w, FS_UNIT_ONE);
}
END_TEST

/* A rod that spins end over end at the speed limit and is put along its angular momentum has the energy for many times that
 * speed: what leaves the format is for the caller to limit, and stays below 2^61 (Q51). */
START_TEST(other_poses_have_no_more_energy)
{
    test_rng r = { 11 };
    int faster = 0;
    for (int i = 0; i < 500; i++) {
        struct top t = make_top(pow(10, uniform(&r, -4, 0)), 1, uniform(&r, 0.9, 1.1), uniform(&r, -511, 511),
                                uniform(&r, -511, 511), uniform(&r, -511, 511));
        t.rot = fs_quat_from_axis_turn(fs_unit3_make(FS_UNIT_ONE, 0, 0), (uint32_t)test_bits(&r));
        fs_quat to = fs_quat_mul(fs_quat_from_axis_turn(fs_unit3_make(0, FS_UNIT_ONE, 0), (uint32_t)test_bits(&r)),
                                 t.rot);
        double before = energy(&t), fastest = 0;
        fs__free_rotation3_move(t.inverse, t.principal, t.rot, to, t.w);
        t.rot = to;
        if (energy(&t) > before * (1 + 1e-5))
            ck_abort_msg("body %d: %g J after %g J", i, energy(&t), before);
        for (int k = 0; k < 3; k++)
            fastest = fmax(fastest, fabs(velocity(&t, k)));
        ck_assert_double_le(fastest, 1024);
        faster += fastest > 512;
    }
    ck_assert_int_gt(faster, 0);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *s = suite_create("free_rotation3");
    TCase *t = tcase_create("free_rotation3");
    tcase_set_timeout(t, 60);
    tcase_add_test(t, energy_and_momentum_stay);
    tcase_add_test(t, fast_rotations_stay);
    tcase_add_test(t, random_bodies_stay);
    tcase_add_test(t, middle_axis_flips);
    tcase_add_test(t, symmetric_top_precesses);
    tcase_add_test(t, sphere_turns_evenly);
    tcase_add_test(t, principal_axes_are_steady);
    tcase_add_test(t, extremes);
    tcase_add_test(t, other_poses_have_no_more_energy);
    suite_add_tcase(s, t);
    return s;
}
