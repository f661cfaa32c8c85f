/* check_motion_models.c: impacts, energy and centre of mass, walls, gravity and the frame timer against their
 * closed forms and the numbers of the sources.
 *
 * Where a source prints a wrong formula the test names it and shows that its value is
 * not ours. Doubles only measure here.
 */
#include <fixstep/force.h>
#include <fixstep/motion.h>

#include <math.h>
#include <stdlib.h>
#include <fixstep/random.h>
#include <fixstep/trig.h>

#include "support/check_main.h"
#include "particles/particle_fixture.h"

static fs_vel vel_ratio(int64_t num, int64_t den)
{
    return fs_vel_from_ratio(num, den);
}
static fs_pos2 pos2_of(double x, double y)
{
    return fs_pos2_make(wide_of(x), wide_of(y));
}

/* --- impacts ---------------------------------------------------------------------------- */

/* mA = 2, mB = 3, vA = 4, vB = -2. The printed table says vB' = 2.4 and both to +x; its
 * general formula for vB' loses momentum for e other than 1. */
START_TEST(pair_on_a_line)
{
    static const struct {
        int e, va, vb;
    } expected[] = { { 100, -32, 28 }, { 50, -14, 16 }, { 0, 4, 4 } };
    fs_mass_weights share = fs_mass_weights_make(2 * FS_WIDE_ONE, 3 * FS_WIDE_ONE);
    for (int swapped = 0; swapped < 2; swapped++) {
        fs_vel va = 4 * FS_VEL_ONE, vb = -2 * FS_VEL_ONE;
        if (swapped)
            va = -va, vb = -vb;
        fs_impact_resolve1(&va, &vb, share, fs_unit_from_ratio(expected[_i].e, 100));
        int sign = swapped ? -1 : 1;
        ck_assert_int_le(abs(va - sign * vel_ratio(expected[_i].va, 10)), 1);
        ck_assert_int_le(abs(vb - sign * vel_ratio(expected[_i].vb, 10)), 1);
        ck_assert_int_le(llabs(2LL * va + 3LL * vb - sign * 2LL * FS_VEL_ONE), 3);
        fs_wide energy = fs_kinetic_energy2(fs_vel2_make(va, 0), 2 * FS_WIDE_ONE) +
                         fs_kinetic_energy2(fs_vel2_make(vb, 0), 3 * FS_WIDE_ONE);
        if (expected[_i].e == 100)
            NEAR(of_wide(energy), 22, 1e-6);
        else
            ck_assert(energy < 22 * FS_WIDE_ONE);
    }
}
END_TEST

/* e is the ratio of separating and approaching speed, also above 1, in 3D as in 2D. */
START_TEST(impact_in_space)
{
    fs_rng rng = fs_rng_seed(21, 0);
    for (int i = 0; i < 2000; i++) {
        fs_unit e = fs_rng_range(&rng, 0, FS_UNIT_MAX);
        fs_vel3 a = fs_vel3_make(fs_rng_range(&rng, -FS_VEL_ONE, FS_VEL_ONE) * 20, FS_VEL_ONE, -FS_VEL_ONE);
        fs_vel3 b = fs_vel3_make(-a.y, a.x, fs_rng_range(&rng, -FS_VEL_ONE, FS_VEL_ONE));
        fs_unit3 n;
        HOLDS(fs_vel3_normalise(fs_vel3_sub(b, fs_vel3_make(a.y, 3, a.x)), &n));
        fs_vel3 va = a, vb = b;
        fs_mass_weights share = fs_mass_weights_make(3, 5);
        bool hit = fs_impact_resolve3(&va, &vb, n, share, e);
        double closing = (double)fs_vel3_dot_unit3(fs_vel3_sub(a, b), n);
        HOLDS(hit == (fs_vel3_dot_unit3(a, n) > fs_vel3_dot_unit3(b, n)));
        if (!hit) {
            HOLDS(fs_vel3_eq(va, a) && fs_vel3_eq(vb, b));
            continue;
        }
        double parting = -(double)fs_vel3_dot_unit3(fs_vel3_sub(va, vb), n);
        HOLDS(fabs(parting - closing * e / FS_UNIT_ONE) <= 5.0 * FS_UNIT_ONE);
        HOLDS(llabs(3LL * va.x + 5LL * vb.x - 3LL * a.x - 5LL * b.x) <= 8);
    }
    fs_vel3 va = fs_vel3_make(FS_VEL_ONE, 77, -5), vb = fs_vel3_zero();
    HOLDS(fs_impact_resolve3(&va, &vb, fs_unit3_make(FS_UNIT_ONE, 0, 0), fs_mass_weights_make(1, 1), FS_UNIT_ONE));
    ck_assert(va.x == 0 && va.y == 77 && va.z == -5 && vb.x == FS_VEL_ONE && vb.y == 0);
}
END_TEST

struct table_of_balls {
    fs_pos2 pos[8];
    fs_vel2 vel[8];
    fs_pos radius[8];
    fs_wide mass[8];
    struct fs_balls2 balls;
};

static void init_balls(struct table_of_balls *t, uint32_t count)
{
    for (uint32_t i = 0; i < 8; i++) {
        t->pos[i] = pos2_of(3.0 * i, 0);
        t->vel[i] = fs_vel2_zero();
        t->radius[i] = FS_POS_ONE;
        t->mass[i] = FS_WIDE_ONE;
    }
    t->balls = (struct fs_balls2){ count, t->pos, t->vel, t->radius, t->mass };
}

START_TEST(balls_meet_when_they_touch)
{
    struct table_of_balls t;
    fs_ball_hit2 hit;
    init_balls(&t, 2);
    t.pos[1] = pos2_of(2, 0);
    t.vel[0].x = FS_VEL_ONE;
    ck_assert_uint_eq(fs_balls_collide2(&t.balls, FS_UNIT_ONE, &hit, 1), 1);
    ck_assert(hit.a == 0 && hit.b == 1 && hit.n.x == FS_UNIT_ONE && hit.n.y == 0);
    ck_assert(t.vel[0].x == 0 && t.vel[1].x == FS_VEL_ONE);
    /* They still touch but separate. */
    ck_assert_uint_eq(fs_balls_collide2(&t.balls, FS_UNIT_ONE, NULL, 0), 0);
    t.vel[0].x = 3 * FS_VEL_ONE;
    t.pos[1].x += 1;
    ck_assert_uint_eq(fs_balls_collide2(&t.balls, FS_UNIT_ONE, NULL, 0), 0);
    /* Coincident centres separate along x. */
    t.pos[1] = t.pos[0];
    ck_assert_uint_eq(fs_balls_collide2(&t.balls, FS_UNIT_ONE, NULL, 0), 1);
    ck_assert(t.vel[0].x == FS_VEL_ONE && t.vel[1].x == 3 * FS_VEL_ONE);
}
END_TEST

/* A pass visits pairs in the order (a, b): in one pass an impulse crosses a row of touching balls from
 * ball 0 on, but not in the opposite direction. */
START_TEST(balls_in_canonical_order)
{
    struct table_of_balls t;
    init_balls(&t, 5);
    for (uint32_t i = 0; i < 5; i++)
        t.pos[i] = pos2_of(2.0 * i, 0);
    t.vel[0].x = FS_VEL_ONE;
    ck_assert_uint_eq(fs_balls_collide2(&t.balls, FS_UNIT_ONE, NULL, 0), 4);
    ck_assert_int_eq(t.vel[4].x, FS_VEL_ONE);
    t.vel[4].x = -FS_VEL_ONE;
    ck_assert_uint_eq(fs_balls_collide2(&t.balls, FS_UNIT_ONE, NULL, 0), 1);
    ck_assert_int_eq(t.vel[3].x, -FS_VEL_ONE);
}
END_TEST

/* Four balls in a box for many ticks: for e below 1 the energy falls, at 1 only rounding changes it,
 * above 1 it grows. */
START_TEST(energy_follows_restitution)
{
    static const int percent[] = { 90, 100, 101 };
    struct table_of_balls t;
    init_balls(&t, 4);
    fs_rng rng = fs_rng_seed(7, 0);
    for (int i = 0; i < 4; i++)
        t.vel[i] = fs_vel2_make(fs_rng_range(&rng, -20 * FS_VEL_ONE, 20 * FS_VEL_ONE), 5 * FS_VEL_ONE);
    double before = 0, after = 0;
    uint32_t hits = 0;
    for (int i = 0; i < 4; i++)
        before += of_wide(fs_kinetic_energy2(t.vel[i], t.mass[i]));
    for (int tick = 0; tick < 60000; tick++) {
        for (int i = 0; i < 4; i++) {
            t.pos[i] = fs_pos2_advance(t.pos[i], t.vel[i], 60);
            fs_axis_bounce(&t.pos[i].x, &t.vel[i].x, -2 * FS_POS_ONE, 12 * FS_POS_ONE, FS_UNIT_ONE);
            fs_axis_bounce(&t.pos[i].y, &t.vel[i].y, -2 * FS_POS_ONE, 2 * FS_POS_ONE, FS_UNIT_ONE);
        }
        hits += fs_balls_collide2(&t.balls, fs_unit_from_ratio(percent[_i], 100), NULL, 0);
        if (_i == 2 && hits > 150)
            break;
    }
    for (int i = 0; i < 4; i++)
        after += of_wide(fs_kinetic_energy2(t.vel[i], t.mass[i]));
    ck_assert_uint_gt(hits, 20);
    if (_i == 0)
        ck_assert(after < 0.9 * before);
    else if (_i == 1)
        NEAR(after / before, 1, 1e-12);
    else
        ck_assert(after > 1.05 * before);
}
END_TEST

START_TEST(blast_keeps_the_momentum_of_a_ring)
{
    fs_scaled one = fs_scaled_from_wide(FS_WIDE_ONE);
    int64_t x = 0, y = 0, z = 0;
    for (int i = 0; i < 8; i++) {
        int sx = i & 1 ? 1 : -1, sy = i & 2 ? 1 : -1, sz = i & 4 ? 1 : -1;
        fs_vel3 v = fs_blast_delta_velocity(fs_pos3_zero(), pos3_of(1.5 * sx, 0.7 * sy, 2.1 * sz), 50 * FS_WIDE_ONE,
                                            4 * FS_WIDE_ONE, one);
        ck_assert(v.x * sx > 0 && v.y * sy > 0 && v.z * sz > 0);
        x += v.x;
        y += v.y;
        z += v.z;
    }
    ck_assert(x == 0 && y == 0 && z == 0);
    /* Half of the impulse at half of the radius, and of that half for twice the mass. */
    fs_vel3 v = fs_blast_delta_velocity(fs_pos3_zero(), pos3_of(0, 2, 0), 50 * FS_WIDE_ONE, 4 * FS_WIDE_ONE,
                                        fs_scaled_from_wide(FS_WIDE_ONE / 2));
    ck_assert(v.x == 0 && v.y == vel_ratio(25, 2) && v.z == 0);
    v = fs_blast_delta_velocity(fs_pos3_zero(), pos3_of(0, 4, 0), 50 * FS_WIDE_ONE, 4 * FS_WIDE_ONE, one);
    ck_assert(fs_vel3_is_zero(v));
    ck_assert(fs_vel3_is_zero(fs_blast_delta_velocity(fs_pos3_zero(), fs_pos3_zero(), FS_WIDE_ONE, FS_WIDE_ONE, one)));
    ck_assert(fs_vel3_is_zero(fs_blast_delta_velocity(fs_pos3_zero(), pos3_of(1, 0, 0), FS_WIDE_ONE, 0, one)));
}
END_TEST

START_TEST(energy_and_momentum)
{
    fs_vel3 v = vel3_of(3, 4, 0);
    ck_assert_int_eq(fs_kinetic_energy3(v, 2 * FS_WIDE_ONE), 25 * FS_WIDE_ONE);
    ck_assert_int_eq(fs_kinetic_energy2(fs_vel2_make(v.x, v.y), 2 * FS_WIDE_ONE), 25 * FS_WIDE_ONE);
    ck_assert_int_eq(fs_kinetic_energy3(v, -1), 0);
    ck_assert_int_eq(fs_kinetic_energy3(fs_vel3_make(FS_VEL_MIN, FS_VEL_MIN, FS_VEL_MIN), FS_WIDE_MAX), FS_WIDE_MAX);
    /* 3-4-5 triangles from 1/1024 to 200 times as fast, in both directions: exact. */
    static const fs_vel scales[] = { FS_VEL_ONE / 1024, FS_VEL_ONE / 8, FS_VEL_ONE, 7 * FS_VEL_ONE, 200 * FS_VEL_ONE };
    for (int i = 0; i < 10; i++) {
        fs_vel k = i % 2 ? -scales[i / 2] : scales[i / 2];
        fs_wide one = fs_wide_from_vel(k);
        v = fs_vel3_make(3 * k, 4 * k, 0);
        fs_wide3 p = fs_momentum3(v, 2 * FS_WIDE_ONE);
        ck_assert(p.x == 6 * one && p.y == 8 * one && p.z == 0);
        fs_wide2 flat = fs_momentum2(fs_vel2_make(v.x, v.y), 2 * FS_WIDE_ONE);
        ck_assert(flat.x == p.x && flat.y == p.y);
        ck_assert_int_eq(fs_kinetic_energy3(v, 2 * FS_WIDE_ONE), 25 * fs_wide_mul(one, one));
    }
}
END_TEST

START_TEST(centre_of_mass)
{
    fs_pos2 at[4] = { pos2_of(0, 1), pos2_of(4, 1), { 0, 0 }, { 0, 0 } }, centre;
    fs_wide mass[4] = { FS_WIDE_ONE, 3 * FS_WIDE_ONE, 0, 0 };
    ck_assert_int_eq(fs_centre_of_mass2(at, mass, 2, &centre), FS_OK);
    ck_assert(centre.x == 3 * FS_POS_ONE && centre.y == FS_POS_ONE);
    /* The printed sums run over n + 1 terms: here a point at (0, 0) without weight. */
    ck_assert_int_eq(fs_centre_of_mass2(at, mass, 3, &centre), FS_OK);
    ck_assert(centre.x == 3 * FS_POS_ONE && centre.y == FS_POS_ONE);
    fs_rng rng = fs_rng_seed(3, 0);
    for (int round = 0; round < 200; round++) {
        fs_pos3 points[5], moved[5], before, after;
        fs_wide weights[5];
        int64_t shift = fs_rng_range64(&rng, -1000 * FS_POS_ONE, 1000 * FS_POS_ONE);
        for (int i = 0; i < 5; i++) {
            points[i].x = fs_rng_range64(&rng, -9, 9);
            points[i].y = fs_rng_range64(&rng, -FS_POS_ONE, FS_POS_ONE);
            points[i].z = fs_rng_range64(&rng, -FS_POS_ONE, FS_POS_ONE);
            weights[i] = fs_rng_range64(&rng, 1, 6);
            moved[i] = fs_pos3_add(points[i], fs_pos3_make(shift, -shift, shift));
        }
        HOLDS(fs_centre_of_mass3(points, weights, 5, &before) == FS_OK);
        HOLDS(fs_centre_of_mass3(moved, weights, 5, &after) == FS_OK);
        HOLDS(after.x - before.x == shift && before.y - after.y == shift && after.z - before.z == shift);
    }
}
END_TEST

START_TEST(centre_of_mass_of_nothing)
{
    fs_pos2 at[2] = { pos2_of(1, 1), { FS_POS_MIN, FS_POS_MAX } }, centre;
    fs_wide zero[2] = { 0, 0 }, negative[2] = { 3, -1 }, huge[2] = { FS_WIDE_MAX, 1 }, all[2] = { 0, FS_WIDE_MAX };
    ck_assert_int_eq(fs_centre_of_mass2(at, zero, 2, &centre), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_centre_of_mass2(at, zero, 0, &centre), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_centre_of_mass2(at, negative, 2, &centre), FS_E_ARGUMENT);
    ck_assert_int_eq(fs_centre_of_mass2(at, huge, 2, &centre), FS_E_ARGUMENT);
    ck_assert(fs_pos2_is_zero(centre));
    ck_assert_int_eq(fs_centre_of_mass2(at, all, 2, &centre), FS_OK);
    ck_assert(centre.y == FS_POS_MAX);
}
END_TEST

/* --- walls ------------------------------------------------------------------------------ */

START_TEST(box_throws_out_through_the_nearest_face)
{
    fs_pos2 low = pos2_of(0, 0), high = pos2_of(4, 2), p = pos2_of(1, 0.5);
    fs_vel2 v = fs_vel2_make(3, 5);
    ck_assert(fs_box_bounce2(&p, &v, low, high, FS_UNIT_ONE));
    ck_assert(p.x == FS_POS_ONE && p.y == 0 && v.x == 3 && v.y == -5);
    /* On the face and moving away: no velocity is reversed. */
    ck_assert(!fs_box_bounce2(&p, &v, low, high, FS_UNIT_ONE));
    ck_assert(v.y == -5);
    p = pos2_of(3.75, 1);
    v = fs_vel2_make(-8, 1);
    ck_assert(fs_box_bounce2(&p, &v, low, high, FS_UNIT_ONE / 2));
    ck_assert(p.x == high.x && v.x == 4 && v.y == 1);
    /* In the corner: the tie goes to x. */
    p = low;
    v = fs_vel2_make(1, 1);
    ck_assert(fs_box_bounce2(&p, &v, low, high, FS_UNIT_ONE));
    ck_assert(v.x == -1 && v.y == 1);
    p = pos2_of(4.5, 1);
    ck_assert(!fs_box_bounce2(&p, &v, low, high, FS_UNIT_ONE));
    p = fs_pos2_make(FS_POS_MIN, 0);
    fs_box_bounce2(&p, &v, fs_pos2_make(FS_POS_MIN, FS_POS_MIN), fs_pos2_make(FS_POS_MAX, FS_POS_MAX), FS_UNIT_ONE);
    ck_assert(p.x == FS_POS_MIN);
}
END_TEST

START_TEST(plane_normals)
{
    fs_rng rng = fs_rng_seed(11, 0);
    for (int i = 0; i < 2000; i++) {
        fs_wide3 equation = { fs_rng_range64(&rng, -9 * FS_WIDE_ONE, 9 * FS_WIDE_ONE), 0, 0 };
        equation.y = (fs_wide)fs_rng_below(&rng, 100);
        equation.z = fs_rng_range64(&rng, 1, FS_WIDE_ONE);
        fs_unit3 n;
        HOLDS(fs_plane_normal3(equation, &n));
        double length = sqrt((double)n.x * n.x + (double)n.y * n.y + (double)n.z * n.z);
        HOLDS(fabs(length - FS_UNIT_ONE) <= 1.5);
    }
    fs_unit3 n;
    ck_assert(!fs_plane_normal3(fs_wide3_zero(), &n));
    ck_assert(fs_unit3_is_zero(n));
    ck_assert(fs_plane_normal3(fs_wide3_make(0, 0, -1), &n));
    fs_wide d = fs_plane_distance3(pos3_of(5, 6, -2), pos3_of(1, 1, 1), n);
    ck_assert_int_eq(d, 3 * FS_WIDE_ONE);
}
END_TEST

/* --- gravity -------------------------------------------------------------------------------- */

static fs_scaled scaled_of(int64_t m, int exponent10)
{
    fs_scaled r = fs_scaled_make(m, 0), ten = fs_scaled_make(10, 0);
    for (; exponent10 > 0; exponent10--)
        r = fs_scaled_mul(r, ten);
    for (; exponent10 < 0; exponent10++)
        r = fs_scaled_div(r, ten);
    return r;
}

static double of_scaled(fs_scaled s)
{
    return ldexp(s.m, s.e);
}

/* Two people of 70 kg a metre apart, and one on the Earth, in SI units. */
START_TEST(universal_gravitation)
{
    fs_scaled G = scaled_of(667, -13), person = scaled_of(70, 0), none = { 0, 0 };
    fs_scaled metre = scaled_of(1, 0);
    NEAR(of_scaled(fs_gravity_force(G, person, person, metre, none)), 3.2683e-7, 2e-15);
    fs_scaled earth = scaled_of(598, 22), radius = scaled_of(638, 4);
    double weight = of_scaled(fs_gravity_force(G, person, earth, radius, none));
    NEAR(weight, 686, 0.2);
    NEAR(weight / 4.45, 154, 0.5);
    NEAR(weight / of_scaled(fs_gravity_force(G, person, earth, fs_scaled_mul(radius, scaled_of(2, 0)), none)), 4,
         1e-12);
    /* A sphere attracts like a point mass only outside its surface; there is no division by zero. */
    NEAR(of_scaled(fs_gravity_force(G, person, earth, none, radius)), weight, 1e-12);
    ck_assert_int_eq(fs_gravity_force(G, person, earth, none, none).m, 0);
    ck_assert_int_eq(fs_gravity_force(G, person, earth, scaled_of(-1, 0), none).m, 0);
    /* A pea of a gram needs 10^9 m/s for the momentum of a train of 10^6 kg at 1 m/s: not
     * the 10^10 and 10^11 that are printed. This exceeds the range of velocities, so it saturates. */
    fs_scaled pea = fs_scaled_div(scaled_of(1, 6), scaled_of(1, -3));
    NEAR(of_scaled(pea), 1e9, 1);
    ck_assert_int_eq(fs_vel_from_scaled(pea), FS_VEL_MAX);
}
END_TEST

START_TEST(gravity_at_a_distance)
{
    fs_wide mu = 100000 * FS_WIDE_ONE;
    NEAR(of_wide(fs_gravity_acceleration(mu, 100 * FS_WIDE_ONE, 0)), 10, 1e-12);
    NEAR(of_wide(fs_gravity_acceleration(mu, 200 * FS_WIDE_ONE, 0)), 2.5, 1e-12);
    ck_assert_int_eq(fs_gravity_acceleration(mu, 0, 100 * FS_WIDE_ONE),
                     fs_gravity_acceleration(mu, 100 * FS_WIDE_ONE, 0));
    ck_assert_int_eq(fs_gravity_acceleration(mu, 0, 0), 0);
    ck_assert_int_eq(fs_gravity_acceleration(mu, FS_WIDE_MIN, -1), 0);
    ck_assert_int_eq(fs_gravity_acceleration(mu, 1, 0), FS_WIDE_MAX);
    ck_assert_int_eq(fs_gravity_acceleration(-mu, 1, 0), FS_WIDE_MIN);
}
END_TEST

/* GM = 1e5, r = 100: v 31.6228, T 19.8692; ten revolutions stay on the circle. */
START_TEST(circular_orbit)
{
    fs_wide mu = 100000 * FS_WIDE_ONE, r = 100 * FS_WIDE_ONE;
    NEAR(of_wide(fs_orbit_speed(mu, r)), 31.6228, 5e-5);
    NEAR(of_wide(fs_orbit_period_seconds(mu, r)), 19.8692, 5e-5);
    fs_pos2 p = fs_pos2_make(r, 0);
    fs_vel2 v = fs_vel2_make(0, fs_vel_from_wide(fs_orbit_speed(mu, r)));
    for (uint32_t tick = 0; tick < 60 * 199; tick++) {
        fs_unit2 n;
        HOLDS(fs_pos2_normalise(p, &n));
        fs_wide g = fs_gravity_acceleration(mu, fs_pos2_dist(p, fs_pos2_zero()), FS_WIDE_ONE);
        v.x = fs_sat32_sub(v.x, fs_velocity_increment_sym(fs_mul64(g, n.x, FS_UNIT_FRAC), 60, tick));
        v.y = fs_sat32_sub(v.y, fs_velocity_increment_sym(fs_mul64(g, n.y, FS_UNIT_FRAC), 60, tick));
        p = fs_pos2_advance(p, v, 60);
        NEAR(of_wide(fs_pos2_dist(p, fs_pos2_zero())), 100, 0.6);
    }
    ck_assert(fs_orbit_speed(0, r) == 0 && fs_orbit_speed(mu, 0) == 0 && fs_orbit_period_seconds(mu, -r) == 0);
}
END_TEST

/* --- forces on particles -------------------------------------------------------------------- */

/* Two bodies that attract each other get opposite forces to the bit, so the momentum drifts only
 * by the rounding of two divisions per tick. */
START_TEST(mutual_gravity_is_opposite)
{
    struct particle_fixture fixture = open_particle_fixture(60, 2, fs_wide3_zero(), FS_INTEGRATOR_SYMPLECTIC_EULER);
    fixture.p.pos[1] = pos3_of(10, 3, -2);
    fixture.p.vel[1] = vel3_of(0, 2, 0);
    fixture.p.vel[0] = vel3_of(0, -0.5, 0);
    ck_assert_int_eq(fs_particle_set_mass(&fixture.p, 0, wide_of(4)), FS_OK);
    add_force(&fixture, fs_force_mutual_gravity(0, 1, wide_of(20), wide_of(1)));
    fs_arena arena = fixture.arena;
    fs_force_sum *sums = fs_force_sums_alloc(&arena, 2);
    ck_assert_int_eq(fs_forces_apply(&fixture.forces, &fixture.p, sums, arena), FS_OK);
    ck_assert_int_eq(fs_i128_sign(fs_i128_add(sums[0].x, sums[1].x)), 0);
    ck_assert_int_eq(fs_i128_sign(fs_i128_add(sums[0].y, sums[1].y)), 0);
    ck_assert_int_eq(fs_i128_sign(fs_i128_add(sums[0].z, sums[1].z)), 0);
    ck_assert_int_ne(fs_i128_sign(sums[0].z), 0);
    for (int tick = 0; tick < 6000; tick++) {
        step_tick(&fixture);
        fs_vel3 a = fixture.p.vel[0], b = fixture.p.vel[1];
        HOLDS(llabs(4LL * a.x + b.x) <= 6000 && llabs(4LL * a.y + b.y) <= 6000 && llabs(4LL * a.z + b.z) <= 6000);
    }
    close_particle_fixture(&fixture);
}
END_TEST

/* The velocity of a particle to the right with the part that is below a step of its format (Q51). */
static int64_t exact_vel(const struct fs_particles *p, uint32_t row)
{
    return (int64_t)p->vel[row].x * FS_UNIT_ONE + p->velocity_residual[row].x;
}

/* Twice the mass, half of the acceleration; the order of the forces does not change a bit. */
START_TEST(forces_add_up_in_any_order)
{
    static const double push[4][3] = { { 3, 0.1, -7 }, { -1e-4, 5, 2 }, { 100, -33.3, 1 }, { 0.7, 0.7, 0.7 } };
    uint64_t hash[2];
    for (int order = 0; order < 2; order++) {
        struct particle_fixture fixture = open_particle_fixture(60, 2, fs_wide3_zero(), FS_INTEGRATOR_SYMPLECTIC_EULER);
        ck_assert_int_eq(fs_particle_set_mass(&fixture.p, 1, wide_of(2)), FS_OK);
        for (int i = 0; i < 8; i++) {
            const double *f = push[(order ? 7 - i : i) / 2];
            add_force(&fixture, fs_force_constant((order ? 7 - i : i) % 2, wide3_of(f[0], f[1], f[2])));
        }
        step_ticks(&fixture, 60);
        hash[order] = fs_table_hash(fixture.state, particle_fixture_T_particle);
        NEAR(of_vel(fixture.p.vel[0].x), 103.6999, 9e-7);
        /* Both increments of a tick are rounded. */
        ck_assert_int_le(llabs(exact_vel(&fixture.p, 0) - 2 * exact_vel(&fixture.p, 1)), 60 * 2);
        close_particle_fixture(&fixture);
    }
    ck_assert_uint_eq(hash[0], hash[1]);
}
END_TEST

/* Linear drag: v_n = v0 (1 - k / (m hz))^n. */
START_TEST(drag_slows)
{
    struct particle_fixture fixture = open_particle_fixture(60, 1, fs_wide3_zero(), FS_INTEGRATOR_SYMPLECTIC_EULER);
    fixture.p.vel[0] = vel3_of(30, 0, 0);
    add_force(&fixture, fs_force_drag(0, wide_of(0.6), 0));
    step_ticks(&fixture, 120);
    NEAR(of_vel(fixture.p.vel[0].x), 30 * pow(1 - 0.01, 120), 8e-7);
    close_particle_fixture(&fixture);
}
END_TEST

/* --- frame timer ------------------------------------------------------------------------------------ */

/* The distance in px that 30 px/s give in one second of `hz` frames, whose times are whole milliseconds. */
static int64_t distance_in_frames(unsigned hz)
{
    fs_frame_timer timer = { 0, 0, false };
    int64_t distance = 0;
    fs_frame_timer_elapsed(&timer, 0);
    for (unsigned frame = 1; frame <= hz; frame++)
        distance += fs_frame_timer_advance(&timer, 30, 1000, fs_frame_timer_elapsed(&timer, frame * 1000u / hz));
    return distance;
}

/* 800 px at 50 px/s take 16 s with frames of any length; 30 px/s give 30 px in 1000 ms, at 10 and at 30 frames
 * per second alike (one px per frame would give 10 and 30), and 9 hundredths of a px in 3 ms. */
START_TEST(distance_is_independent_of_frame_rate)
{
    static const unsigned delays[] = { 1, 3, 7, 16, 33, 100, 251, 1000 };
    for (unsigned k = 0; k < sizeof delays / sizeof *delays; k++) {
        fs_frame_timer timer = { 0, 0, false };
        ck_assert_uint_eq(fs_frame_timer_elapsed(&timer, 500), 0);
        int64_t there = 0, back = 0;
        fs_frame_timer other = { 0, 0, false };
        for (uint64_t now = 0; now < 16000;) {
            now = fs_min_u64(now + delays[k], 16000);
            uint64_t elapsed = fs_frame_timer_elapsed(&timer, 500 + now);
            there += fs_frame_timer_advance(&timer, 50, 1000, elapsed);
            back += fs_frame_timer_advance(&other, -50, 1000, elapsed);
        }
        ck_assert_int_eq(there, 800);
        ck_assert_int_eq(back, -800);
    }
    fs_frame_timer timer = { 0, 0, false };
    ck_assert_int_eq(fs_frame_timer_advance(&timer, 30, 1000, 1000), 30);
    ck_assert_int_eq(fs_frame_timer_advance(&timer, 3000, 1000, 3), 9);
    for (unsigned hz = 10; hz <= 30; hz += 20)
        ck_assert_int_eq(distance_in_frames(hz), 30);
}
END_TEST

/* The sum of the elapsed times is the whole time. The source's printed loop reads the clock after drawing and loses
 * the time that drawing took. */
START_TEST(frame_timer_loses_no_time)
{
    fs_frame_timer timer = { 0, 0, false };
    fs_rng rng = fs_rng_seed(9, 0);
    uint64_t now = 1000000, sum = fs_frame_timer_elapsed(&timer, now);
    for (int i = 0; i < 5000; i++) {
        now += fs_rng_below(&rng, 40);
        sum += fs_frame_timer_elapsed(&timer, now);
    }
    ck_assert_uint_eq(sum, now - 1000000);
    /* A clock that is set back counts as no elapsed time, then counting continues. */
    ck_assert_uint_eq(fs_frame_timer_elapsed(&timer, now - 50), 0);
    ck_assert_uint_eq(fs_frame_timer_elapsed(&timer, now), 50);
    ck_assert_int_eq(fs_frame_timer_advance(&timer, 5, 0, 10), 0);
    ck_assert_int_eq(fs_frame_timer_advance(&timer, INT64_MIN, 1, UINT64_MAX), INT64_MIN);
    ck_assert_int_eq(fs_frame_timer_advance(&timer, INT64_MAX, INT64_MAX, 7), 7);
}
END_TEST

/* A body without forces keeps its velocity. */
START_TEST(inertia)
{
    struct particle_fixture fixture = open_particle_fixture(60, 1, fs_wide3_zero(), FS_INTEGRATOR_SYMPLECTIC_EULER);
    fs_vel3 v = vel3_of(0.1, -7.3, 1e-6);
    fixture.p.vel[0] = v;
    step_ticks(&fixture, 100000);
    ck_assert(fs_vel3_eq(fixture.p.vel[0], v));
    close_particle_fixture(&fixture);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("motion_models");
    TCase *tc = tcase_create("motion_models");
    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, pair_on_a_line, 0, 3);
    tcase_add_test(tc, impact_in_space);
    tcase_add_test(tc, balls_meet_when_they_touch);
    tcase_add_test(tc, balls_in_canonical_order);
    tcase_add_loop_test(tc, energy_follows_restitution, 0, 3);
    tcase_add_test(tc, blast_keeps_the_momentum_of_a_ring);
    tcase_add_test(tc, energy_and_momentum);
    tcase_add_test(tc, centre_of_mass);
    tcase_add_test(tc, centre_of_mass_of_nothing);
    tcase_add_test(tc, box_throws_out_through_the_nearest_face);
    tcase_add_test(tc, plane_normals);
    tcase_add_test(tc, inertia);
    tcase_add_test(tc, universal_gravitation);
    tcase_add_test(tc, gravity_at_a_distance);
    tcase_add_test(tc, circular_orbit);
    tcase_add_test(tc, mutual_gravity_is_opposite);
    tcase_add_test(tc, forces_add_up_in_any_order);
    tcase_add_test(tc, drag_slows);
    tcase_add_test(tc, distance_is_independent_of_frame_rate);
    tcase_add_test(tc, frame_timer_loses_no_time);
    suite_add_tcase(suite, tc);
    return suite;
}
