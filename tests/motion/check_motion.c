/* check_motion.c: impacts, walls and deceleration against their closed forms.
 *
 * Values come from the formulas named in fixstep/motion.h, evaluated by hand; one
 * step of a velocity is 2^-21 m/s. Doubles only measure here.
 */
#include <fixstep/motion.h>

#include <math.h>
#include <stdlib.h>
#include <fixstep/random.h>
#include <fixstep/trig.h>

#include "support/check_main.h"

static fs_vel vel_ratio(int64_t num, int64_t den)
{
    return fs_vel_from_ratio(num, den);
}

static fs_vel2 random_vel(fs_rng *rng)
{
    fs_vel x = fs_rng_range(rng, -20 * FS_VEL_ONE, 20 * FS_VEL_ONE);
    fs_vel y = fs_rng_range(rng, -20 * FS_VEL_ONE, 20 * FS_VEL_ONE);
    return fs_vel2_make(x, y);
}

static fs_unit2 random_axis(fs_rng *rng)
{
    uint32_t turn = fs_rng_u32(rng);
    return fs_unit2_make(fs_cos(turn), fs_sin(turn));
}

static fs_mass_weights share_of(int a, int b)
{
    return fs_mass_weights_make(a * FS_WIDE_ONE, b * FS_WIDE_ONE);
}

/* --- impact ------------------------------------------------------------------- */

/* mA = 2, mB = 3, vA = 4, vB = -2 along the axis; results in tenths. */
static const struct {
    int e_percent, va, vb;
} listed[] = { { 100, -32, 28 }, { 50, -14, 16 }, { 0, 4, 4 } };

START_TEST(impact_gives_the_listed_velocities)
{
    fs_vel t = vel_ratio(7, 3);
    fs_vel2 va = fs_vel2_make(4 * FS_VEL_ONE, t), vb = fs_vel2_make(-2 * FS_VEL_ONE, -t);
    fs_unit e = fs_unit_from_ratio(listed[_i].e_percent, 100);
    ck_assert(fs_impact_resolve2(&va, &vb, fs_unit2_make(FS_UNIT_ONE, 0), share_of(2, 3), e));
    ck_assert_int_le(abs(va.x - vel_ratio(listed[_i].va, 10)), 1);
    ck_assert_int_le(abs(vb.x - vel_ratio(listed[_i].vb, 10)), 1);
    /* The momentum of 2 is conserved, and tangential components keep their bits. */
    ck_assert_int_le(llabs(2LL * va.x + 3LL * vb.x - 2LL * FS_VEL_ONE), 2);
    ck_assert_int_eq(va.y, t);
    ck_assert_int_eq(vb.y, -t);
}
END_TEST

START_TEST(equal_masses_at_45_degrees_part_at_a_right_angle)
{
    fs_unit2 n = fs_impact_axis(fs_rel2_make(FS_REL_ONE, FS_REL_ONE));
    fs_vel2 va = fs_vel2_make(FS_VEL_ONE, 0), vb = fs_vel2_zero();
    ck_assert(fs_impact_resolve2(&va, &vb, n, share_of(5, 5), FS_UNIT_ONE));
    ck_assert_int_le(abs(va.x - FS_VEL_ONE / 2), 1);
    ck_assert_int_le(abs(va.y + FS_VEL_ONE / 2), 1);
    ck_assert_int_le(abs(vb.x - FS_VEL_ONE / 2), 1);
    ck_assert_int_le(abs(vb.y - FS_VEL_ONE / 2), 1);
    ck_assert(llabs(fs_vel2_dot(va, vb)) <= 2LL * FS_VEL_ONE);
}
END_TEST

/* Along any axis: B gains the momentum that A loses (equal masses: to the bit), e is the
 * ratio of separating and approaching speed, and tangential components are unchanged. */
START_TEST(impact_along_any_axis)
{
    fs_rng rng = fs_rng_seed(1, 0);
    for (int i = 0; i < 20000; i++) {
        fs_vel2 a = random_vel(&rng), b = random_vel(&rng);
        fs_unit2 n = random_axis(&rng);
        fs_unit e = (fs_unit)fs_rng_below(&rng, FS_UNIT_MAX);
        fs_vel2 va = a, vb = b;
        int64_t closing = fs_vel2_dot_unit2(fs_vel2_sub(a, b), n);
        bool hit = fs_impact_resolve2(&va, &vb, n, share_of(1, 1), e);
        ck_assert_int_eq(hit, closing > 0);
        if (!hit)
            continue;
        ck_assert(fs_vel2_eq(fs_vel2_add(va, vb), fs_vel2_add(a, b)));
        double parting = -(double)fs_vel2_dot_unit2(fs_vel2_sub(va, vb), n);
        double expected = (double)e / FS_UNIT_ONE * (double)closing;
        ck_assert_double_le(fabs(parting - expected), 3.0 * FS_UNIT_ONE);
        fs_unit2 t = fs_unit2_perp(n);
        int64_t slid = fs_vel2_dot_unit2(fs_vel2_sub(va, a), t);
        ck_assert(llabs(slid) <= 2LL * FS_UNIT_ONE);
    }
}
END_TEST

START_TEST(grazing_and_receding_change_nothing)
{
    fs_vel2 a = fs_vel2_make(3 * FS_VEL_ONE, 0), b = fs_vel2_make(-FS_VEL_ONE, 0);
    fs_vel2 va = a, vb = b;
    ck_assert(!fs_impact_resolve2(&va, &vb, fs_unit2_make(0, FS_UNIT_ONE), share_of(1, 2), FS_UNIT_ONE));
    ck_assert(fs_vel2_eq(va, a) && fs_vel2_eq(vb, b));
    ck_assert(!fs_impact_resolve2(&va, &vb, fs_unit2_make(-FS_UNIT_ONE, 0), share_of(1, 2), FS_UNIT_ONE));
    ck_assert(fs_vel2_eq(va, a) && fs_vel2_eq(vb, b));
    /* The smallest approaching speed collides. */
    a = fs_vel2_make(1, 0);
    b = fs_vel2_zero();
    ck_assert(fs_impact_resolve2(&a, &b, fs_unit2_make(FS_UNIT_ONE, 0), share_of(1, 1), FS_UNIT_ONE));
}
END_TEST

START_TEST(shares)
{
    fs_mass_weights s = share_of(2, 3);
    ck_assert_int_eq(s.a, fs_unit_from_ratio(3, 5));
    ck_assert_int_eq(s.b, fs_unit_from_ratio(2, 5));
    s = share_of(0, 3);
    ck_assert(s.a == 0 && s.b == FS_UNIT_ONE);
    s = share_of(3, 0);
    ck_assert(s.a == FS_UNIT_ONE && s.b == 0);
    s = share_of(0, 0);
    ck_assert(s.a == 0 && s.b == 0);
    /* Ratios of billions, and sums beyond 64 bits. */
    s = fs_mass_weights_make(FS_WIDE_MAX, 1);
    ck_assert(s.a == 0 && s.b == FS_UNIT_ONE);
    s = fs_mass_weights_make(FS_WIDE_MAX, FS_WIDE_MAX);
    ck_assert(s.a == FS_UNIT_ONE / 2 && s.b == FS_UNIT_ONE / 2);
    fs_rng rng = fs_rng_seed(2, 0);
    for (int i = 0; i < 10000; i++) {
        fs_wide a = fs_rng_range64(&rng, 1, FS_WIDE_MAX), b = fs_rng_range64(&rng, 1, FS_WIDE_MAX);
        fs_mass_weights ab = fs_mass_weights_make(a, b), ba = fs_mass_weights_make(b, a);
        ck_assert(ab.a == ba.b && ab.b == ba.a);
        ck_assert_int_le(abs(ab.a + ab.b - FS_UNIT_ONE), 1);
    }
}
END_TEST

START_TEST(coincident_centres_have_a_defined_axis)
{
    fs_unit2 n = fs_impact_axis(fs_rel2_zero());
    ck_assert(n.x == FS_UNIT_ONE && n.y == 0);
    n = fs_impact_axis(fs_rel2_make(0, -1));
    ck_assert(n.x == 0 && n.y == -FS_UNIT_ONE);
}
END_TEST

/* Two equal balls that hit each other along changing axes, e = 1: only rounding may change the
 * energy. The bound is three times the measured change. */
START_TEST(elastic_energy_does_not_drift)
{
    fs_rng rng = fs_rng_seed(3, 0);
    double worst = 0;
    for (int run = 0; run < 20; run++) {
        fs_vel2 va = random_vel(&rng), vb = random_vel(&rng);
        double before = (double)fs_vel2_dot(va, va) + (double)fs_vel2_dot(vb, vb);
        for (int hit = 0; hit < 10000;) {
            fs_unit2 n = random_axis(&rng);
            hit += fs_impact_resolve2(&va, &vb, n, share_of(1, 1), FS_UNIT_ONE);
        }
        double after = (double)fs_vel2_dot(va, va) + (double)fs_vel2_dot(vb, vb);
        worst = fmax(worst, fabs(after / before - 1));
    }
    ck_assert_double_le(worst, 1.5e-5);
}
END_TEST

/* x -> -x and the exchange of the two bodies give the mirrored bits. */
START_TEST(impact_mirrors)
{
    fs_rng rng = fs_rng_seed(4, 0);
    for (int i = 0; i < 20000; i++) {
        fs_vel2 va = random_vel(&rng), vb = random_vel(&rng);
        fs_unit2 n = random_axis(&rng);
        fs_unit e = (fs_unit)fs_rng_below(&rng, FS_UNIT_MAX);
        int mass = (int)fs_rng_below(&rng, 9);
        fs_vel2 ma = fs_vel2_make(-va.x, va.y), mb = fs_vel2_make(-vb.x, vb.y);
        fs_unit2 mn = fs_unit2_make(-n.x, n.y);
        fs_impact_resolve2(&va, &vb, n, share_of(mass, 3), e);
        /* Mirrored, with B as the first body: the axis has the opposite direction. */
        fs_impact_resolve2(&mb, &ma, fs_unit2_neg(mn), share_of(3, mass), e);
        ck_assert(ma.x == -va.x && ma.y == va.y && mb.x == -vb.x && mb.y == vb.y);
    }
}
END_TEST

/* --- walls ---------------------------------------------------------------------- */

START_TEST(a_ball_never_leaves_its_box)
{
    fs_pos2 pos = fs_pos2_zero();
    fs_vel2 vel = fs_vel2_make(vel_ratio(71, 10), vel_ratio(-53, 10));
    fs_vel2 start = vel;
    fs_pos edge = fs_pos_from_ratio(3, 2);
    int bounces = 0;
    for (int tick = 0; tick < 1000000; tick++) {
        pos = fs_pos2_advance(pos, vel, 60);
        bounces += fs_axis_bounce(&pos.x, &vel.x, -edge, edge, FS_UNIT_ONE);
        bounces += fs_axis_bounce(&pos.y, &vel.y, -edge, edge, FS_UNIT_ONE);
        if (fs_abs64(pos.x) > edge || fs_abs64(pos.y) > edge || abs(vel.x) != abs(start.x) ||
            abs(vel.y) != abs(start.y))
            ck_abort_msg("left the box or changed its speed in tick %d", tick);
    }
    /* 7.1 and 5.3 m/s for 16667 s over 3 m. */
    ck_assert_int_gt(bounces, 60000);
}
END_TEST

START_TEST(a_bounce_turns_only_what_moves_outward)
{
    fs_pos p = -5;
    fs_vel v = 7;
    ck_assert(!fs_axis_bounce(&p, &v, 0, 10, FS_UNIT_ONE));
    ck_assert(p == 0 && v == 7);
    p = 15;
    v = 8;
    ck_assert(fs_axis_bounce(&p, &v, 0, 10, FS_UNIT_ONE / 2));
    ck_assert(p == 10 && v == -4);
    p = 4;
    v = -100;
    ck_assert(!fs_axis_bounce(&p, &v, 0, 10, FS_UNIT_ONE));
    ck_assert(p == 4 && v == -100);
    p = FS_POS_MIN;
    v = FS_VEL_MIN;
    ck_assert(fs_axis_bounce(&p, &v, 0, 10, FS_UNIT_ONE));
    ck_assert(p == 0 && v == FS_VEL_MAX);
    p = 8;
    v = 3;
    fs_axis_bounce(&p, &v, 6, 2, 0);
    ck_assert(p == 6);
}
END_TEST

START_TEST(reflection_is_exact_for_axis_normals)
{
    fs_vel2 in = fs_vel2_make(4 * FS_VEL_ONE, -2 * FS_VEL_ONE);
    fs_vel2 out = fs_plane_reflect2(in, fs_unit2_make(0, FS_UNIT_ONE), FS_UNIT_ONE);
    ck_assert(out.x == 4 * FS_VEL_ONE && out.y == 2 * FS_VEL_ONE);
    out = fs_plane_reflect2(in, fs_unit2_make(0, FS_UNIT_ONE), 0);
    ck_assert(out.x == 4 * FS_VEL_ONE && out.y == 0);
    ck_assert(fs_vel2_eq(fs_plane_reflect2(in, fs_unit2_zero(), FS_UNIT_ONE), in));
    fs_vel3 deep = fs_plane_reflect3(fs_vel3_make(1, 2, -3), fs_unit3_make(0, 0, -FS_UNIT_ONE), FS_UNIT_ONE);
    ck_assert(deep.x == 1 && deep.y == 2 && deep.z == 3);
}
END_TEST

/* A million bounces from changing planes: only rounding changes the speed. The
 * bound is about three times the measured change. */
START_TEST(reflection_keeps_the_speed)
{
    fs_rng rng = fs_rng_seed(5, 0);
    fs_vel2 v = fs_vel2_make(4 * FS_VEL_ONE, -2 * FS_VEL_ONE);
    fs_vel3 w = fs_vel3_make(4 * FS_VEL_ONE, -2 * FS_VEL_ONE, FS_VEL_ONE);
    fs_vel before2 = fs_vel2_length(v), before3 = fs_vel3_length(w);
    for (int i = 0; i < 1000000; i++) {
        fs_unit2 n = random_axis(&rng);
        v = fs_plane_reflect2(v, n, FS_UNIT_ONE);
        fs_unit3 m;
        bool ok = fs_unit3_normalise(fs_unit3_make(n.x, n.y, (fs_unit)fs_rng_below(&rng, FS_UNIT_ONE)), &m);
        ck_assert(ok);
        w = fs_plane_reflect3(w, m, FS_UNIT_ONE);
    }
    ck_assert_int_le(abs(fs_vel2_length(v) - before2), 600);
    ck_assert_int_le(abs(fs_vel3_length(w) - before3), 600);
}
END_TEST

START_TEST(reflection_angles_are_equal)
{
    fs_rng rng = fs_rng_seed(6, 0);
    for (int i = 0; i < 20000; i++) {
        fs_vel2 in = random_vel(&rng);
        fs_unit2 n = random_axis(&rng);
        fs_vel2 out = fs_plane_reflect2(in, n, FS_UNIT_ONE);
        ck_assert(llabs(fs_vel2_dot_unit2(in, n) + fs_vel2_dot_unit2(out, n)) <= 2LL * FS_UNIT_ONE);
        fs_unit2 t = fs_unit2_perp(n);
        ck_assert(llabs(fs_vel2_dot_unit2(in, t) - fs_vel2_dot_unit2(out, t)) <= 2LL * FS_UNIT_ONE);
    }
}
END_TEST

/* --- deceleration ------------------------------------------------------------------ */

/* v = 16, one less each frame: 16 frames, distance 136; exact in the four
 * axis directions. */
START_TEST(friction_slide_of_136)
{
    static const int directions[][2] = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } };
    fs_vel2 v = fs_vel2_make(16 * directions[_i][0] * FS_VEL_ONE, 16 * directions[_i][1] * FS_VEL_ONE);
    fs_pos2 p = fs_pos2_zero();
    int frames = 0;
    while (!fs_vel2_is_zero(v) && frames < 100) {
        p = fs_pos2_advance(p, v, 1);
        v = fs_speed_reduce2(v, FS_VEL_ONE);
        frames++;
    }
    ck_assert_int_eq(frames, 16);
    ck_assert(p.x == 136 * directions[_i][0] * FS_POS_ONE && p.y == 136 * directions[_i][1] * FS_POS_ONE);
}
END_TEST

/* In any direction: no component changes its sign, the direction is constant, and the speed is
 * exactly zero after v/drop steps. */
START_TEST(friction_keeps_the_direction)
{
    fs_rng rng = fs_rng_seed(7, 0);
    for (int i = 0; i < 300; i++) {
        fs_vel2 v = random_vel(&rng), v0 = v;
        fs_vel drop = fs_rng_range(&rng, 20000, 200000);
        int steps = 0, expected = (fs_vel2_length(v0) + drop - 1) / drop;
        while (!fs_vel2_is_zero(v)) {
            v = fs_speed_reduce2(v, drop);
            steps++;
            ck_assert(fs_sign32(v.x) == 0 || fs_sign32(v.x) == fs_sign32(v0.x));
            ck_assert(fs_sign32(v.y) == 0 || fs_sign32(v.y) == fs_sign32(v0.y));
            /* Distance from the line of v0: each step rounds by less than one raw step. */
            ck_assert(llabs(fs_vel2_cross_vel2_raw(v, v0)) <= (int64_t)steps * fs_vel2_length(v0));
        }
        ck_assert_int_le(abs(steps - expected), 1);
    }
}
END_TEST

START_TEST(deceleration_at_its_limits)
{
    fs_vel2 v = fs_vel2_make(3, -4);
    ck_assert(fs_vel2_eq(fs_speed_reduce2(v, 0), v));
    ck_assert(fs_vel2_eq(fs_speed_reduce2(v, -7), v));
    ck_assert(fs_vel2_is_zero(fs_speed_reduce2(v, 5)));
    ck_assert(!fs_vel2_is_zero(fs_speed_reduce2(v, 4)));
    ck_assert(fs_vel2_is_zero(fs_speed_reduce2(fs_vel2_zero(), 1)));
    fs_vel2 extreme = fs_vel2_make(FS_VEL_MIN, FS_VEL_MIN);
    fs_vel2 slower = fs_speed_reduce2(extreme, FS_VEL_MAX);
    ck_assert(slower.x < 0 && slower.x > FS_VEL_MIN && slower.x == slower.y);
    /* It also ends from speeds of a few raw steps. */
    for (fs_vel x = -9; x <= 9; x++) {
        for (fs_vel y = -9; y <= 9; y++) {
            v = fs_vel2_make(x, y);
            for (int i = 0; i < 20; i++)
                v = fs_speed_reduce2(v, 1);
            ck_assert(fs_vel2_is_zero(v));
        }
    }
}
END_TEST

START_TEST(speed_limit)
{
    fs_rng rng = fs_rng_seed(8, 0);
    for (int i = 0; i < 20000; i++) {
        fs_vel2 v = random_vel(&rng);
        fs_vel limit = fs_rng_range(&rng, 0, 20 * FS_VEL_ONE);
        fs_vel2 w = fs_speed_limit2(v, limit);
        if (fs_vel2_length(v) < limit)
            ck_assert(fs_vel2_eq(w, v));
        ck_assert_int_le(fs_vel2_length(w), limit + 1);
        fs_vel2 mirrored = fs_speed_limit2(fs_vel2_make(-v.x, v.y), limit);
        ck_assert(mirrored.x == -w.x && mirrored.y == w.y);
    }
    ck_assert(fs_vel2_is_zero(fs_speed_limit2(fs_vel2_make(FS_VEL_MIN, FS_VEL_MAX), 0)));
    ck_assert(fs_vel2_is_zero(fs_speed_limit2(fs_vel2_make(1, 1), -5)));
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("motion");
    TCase *tc = tcase_create("motion");
    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, impact_gives_the_listed_velocities, 0, 3);
    tcase_add_test(tc, equal_masses_at_45_degrees_part_at_a_right_angle);
    tcase_add_test(tc, impact_along_any_axis);
    tcase_add_test(tc, grazing_and_receding_change_nothing);
    tcase_add_test(tc, shares);
    tcase_add_test(tc, coincident_centres_have_a_defined_axis);
    tcase_add_test(tc, elastic_energy_does_not_drift);
    tcase_add_test(tc, impact_mirrors);
    tcase_add_test(tc, a_ball_never_leaves_its_box);
    tcase_add_test(tc, a_bounce_turns_only_what_moves_outward);
    tcase_add_test(tc, reflection_is_exact_for_axis_normals);
    tcase_add_test(tc, reflection_keeps_the_speed);
    tcase_add_test(tc, reflection_angles_are_equal);
    tcase_add_loop_test(tc, friction_slide_of_136, 0, 4);
    tcase_add_test(tc, friction_keeps_the_direction);
    tcase_add_test(tc, deceleration_at_its_limits);
    tcase_add_test(tc, speed_limit);
    suite_add_tcase(suite, tc);
    return suite;
}
