/* check_reference_rows2.c: worked examples of the sources for rigid bodies in 2D: impacts, friction, combined
 * materials, overlap, torque, frames. Known misprints of the sources (friction times 1 + e, a disc of m r^2 / 12)
 * would fail here.
 */
#define FS__WORLD2_INTERNAL /* the columns are written */

#include <math.h>

#include <fixstep/trig.h>

#include "physics2d/geometry/manifold.h"
#include "physics2d/world2_fixture.h"

enum { HZ = 60 };

static double metres(fs_pos v)
{
    return (double)v / (double)FS_POS_ONE;
}
static double speed(fs_vel v)
{
    return (double)v / FS_VEL_ONE;
}
static fs_pos pos(double v)
{
    return (fs_pos)llround(v * (double)FS_POS_ONE);
}
static fs_vel vel(double v)
{
    return (fs_vel)lround(v * FS_VEL_ONE);
}
static fs_rel rel(double v)
{
    return (fs_rel)lround(v * FS_REL_ONE);
}

static void check_near(double got, double want, double tolerance)
{
    if (!(fabs(got - want) <= tolerance))
        ck_abort_msg("%.9f is not %.9f", got, want);
}

/* Without gravity and sleep. */
static struct fixture2 open_world(void)
{
    struct fixture2 t = fixture2_start(HZ);
    fixture2_set_gravity(&t, 0);
    *t.w.rules.flags &= (uint16_t)~FS_WORLD2_SLEEP;
    return t;
}

static fs_material2_def material(double restitution, double stick, double slip)
{
    fs_material2_def m = fs_default_material2_def();
    m.restitution = (fs_unit)lround(restitution * FS_UNIT_ONE);
    m.static_friction = (fix16_t)lround(stick * FS_FIX16_ONE);
    m.dynamic_friction = (fix16_t)lround(slip * FS_FIX16_ONE);
    return m;
}

static void surface(struct fixture2 *t, double restitution, double stick, double slip)
{
    fs_material2_def m = material(restitution, stick, slip);
    ck_assert_int_eq(fs_material2_set(&t->w, 0, &m), FS_OK);
}

static uint32_t body(struct fixture2 *t, fs_body2_type type, double x, double y, const fs_geometry2 *shape)
{
    return fixture2_row(t, fixture2_add_body(t, type, pos(x), pos(y), shape));
}

static void set_velocity(struct fixture2 *t, uint32_t row, double x, double y, double spin)
{
    fs_vel2 v = fs_vel2_make(vel(x), vel(y));
    ck_assert_int_eq(fs_body2_set_velocity(&t->w, fs_body2_at(&t->w, row), v, vel(spin)), FS_OK);
}

static void set_mass(struct fixture2 *t, uint32_t row, fs_scaled mass, fs_scaled inertia)
{
    fs_mass_data2 m = { mass, inertia, { 0, 0 } };
    ck_assert_int_eq(fs_body2_set_mass(&t->w, fs_body2_at(&t->w, row), m), FS_OK);
}

/* ---- one hit ------------------------------------------------------------------------------------------------- */

/* A plank of 3 m x 1 m and 2 kg, I = 5/3, falls with 4 m/s onto a peg under its right corner, e = 1/2. */
static void corner_hit(bool fixed, double *vy, double *spin, double *at_corner)
{
    struct fixture2 t = open_world();
    fs_geometry2 plank = fixture2_box_geometry(rel(1.5), rel(0.5)), peg = fixture2_disc_geometry(rel(1));
    surface(&t, 0.5, 0, 0);
    body(&t, FS_BODY2_STATIC, 1.5, -1.5, &peg);
    uint32_t row = body(&t, FS_BODY2_DYNAMIC, 0, 0, &plank);
    set_mass(&t, row, fs_scaled_make(2, 0), fs_scaled_from_wide(fs_wide_from_ratio(5, 3)));
    if (fixed)
        ck_assert_int_eq(fs_body2_set_flags(&t.w, fs_body2_at(&t.w, row), FS_BODY2_FIXED_ROTATION, 0), FS_OK);
    set_velocity(&t, row, 0, -4, 0);
    fixture2_step(&t, 1);
    *vy = speed(t.w.body.vel[row].y);
    *spin = speed(t.w.body.angular_velocity[row]);
    *at_corner = *vy + 1.5 * *spin;
    fixture2_end(&t);
}

/* j = 3.243243, so vy' = -2.378378, w' = 2.918919, and the corner leaves with e * 4 m/s. */
START_TEST(a_corner_hit_turns)
{
    double vy, spin, corner;
    corner_hit(false, &vy, &spin, &corner);
    check_near(vy, -2.378378, 2e-4);
    check_near(spin, 2.918919, 2e-4);
    check_near(corner, 2, 2e-4);
}
END_TEST

/* With a fixed rotation the whole body rebounds. */
START_TEST(a_fixed_rotation_does_not_turn)
{
    double vy, spin, corner;
    corner_hit(true, &vy, &spin, &corner);
    check_near(vy, 2, 1e-5);
    check_near(spin, 0, 0);
}
END_TEST

/* A disc that meets the ground with (3, -4) m/s. */
static void disc_hit(struct fixture2 *t, double spin, bool fixed, fs_vel2 *v, fs_vel *turn)
{
    fs_geometry2 disc = fixture2_disc_geometry(rel(0.5));
    fixture2_add_ground(t);
    uint32_t row = body(t, FS_BODY2_DYNAMIC, 0, 0.5, &disc);
    if (fixed)
        ck_assert_int_eq(fs_body2_set_flags(&t->w, fs_body2_at(&t->w, row), FS_BODY2_FIXED_ROTATION, 0), FS_OK);
    set_velocity(t, row, 3, -4, spin);
    fixture2_step(t, 1);
    *v = t->w.body.vel[row];
    *turn = t->w.body.angular_velocity[row];
}

/* jn = 4: it slides with 3 - 4 * 0.4 = 1.4 when 3 exceeds 4 * 0.6, and stops when it does not exceed 4 * 0.8. */
START_TEST(friction_has_two_numbers)
{
    const double stick[] = { 0.6, 0.8 }, left[] = { 1.4, 0 };
    for (int i = 0; i < 2; i++) {
        struct fixture2 t = open_world();
        fs_vel2 v;
        fs_vel turn;
        surface(&t, 0, stick[i], 0.4);
        disc_hit(&t, 0, true, &v, &turn);
        check_near(speed(v.x), left[i], 5e-5); /* 0.4 is 26214 / 65536 */
        check_near(speed(v.y), 0, 1e-5);
        fixture2_end(&t);
    }
}
END_TEST

/* Friction 0.3 on 0.4, combined by every rule; the remaining speed shows the result. */
START_TEST(friction_combine_rules)
{
    const double mixed[FS_COMBINE2_COUNT] = {
        [FS_COMBINE2_GEOMETRIC] = 0.34641016, [FS_COMBINE2_MIN] = 0.3,      [FS_COMBINE2_MAX] = 0.4,
        [FS_COMBINE2_AVERAGE] = 0.35,         [FS_COMBINE2_PRODUCT] = 0.12, [FS_COMBINE2_ROOT_SUM] = 0.5,
    };
    for (int rule = 0; rule < FS_COMBINE2_COUNT; rule++) {
        struct fixture2 t = open_world();
        fs_material2_def other = material(0, 0.4, 0.4);
        uint16_t number;
        fs_vel2 v;
        fs_vel turn;
        *t.w.rules.friction_combine = (uint8_t)rule;
        surface(&t, 0, 0.3, 0.3);
        ck_assert_int_eq(fs_material2_add(&t.w, &other, &number), FS_OK);
        fs_geometry2 floor = fixture2_box_geometry(rel(15), rel(1));
        body(&t, FS_BODY2_STATIC, 0, -1, &floor);
        ck_assert_int_eq(fs_shape2_set_material(&t.w, fs_shape2_at(&t.w, 0), number), FS_OK);
        fs_geometry2 disc = fixture2_disc_geometry(rel(0.5));
        uint32_t row = body(&t, FS_BODY2_DYNAMIC, 0, 0.5, &disc);
        ck_assert_int_eq(fs_body2_set_flags(&t.w, fs_body2_at(&t.w, row), FS_BODY2_FIXED_ROTATION, 0), FS_OK);
        set_velocity(&t, row, 3, -4, 0);
        fixture2_step(&t, 1);
        v = t.w.body.vel[row];
        turn = t.w.body.angular_velocity[row];
        check_near(speed(v.x), 3 - 4 * mixed[rule], 2e-4);
        ck_assert_int_eq(turn, 0);
        fixture2_end(&t);
    }
}
END_TEST

/* A disc that does not slip after the hit keeps 2/3 of its speed and rolls. */
START_TEST(a_hit_without_slip_keeps_two_thirds)
{
    struct fixture2 t = open_world();
    fs_vel2 v;
    fs_vel turn;
    surface(&t, 0, 1, 1);
    disc_hit(&t, 0, false, &v, &turn);
    check_near(speed(v.x), 2, 1e-4);
    check_near(speed(turn), -4, 1e-3);
    fixture2_end(&t);
}
END_TEST

/* Topspin makes it faster, backspin slower; the vertical velocities are bit-identical. */
START_TEST(spin_changes_the_speed_and_not_the_height)
{
    const double spin[] = { 30, 0, -30 };
    fs_vel2 v[3];
    for (int i = 0; i < 3; i++) {
        struct fixture2 t = open_world();
        fs_vel turn;
        surface(&t, 0.5, 0.3, 0.3);
        disc_hit(&t, spin[i], false, &v[i], &turn);
        fixture2_end(&t);
    }
    ck_assert_int_eq(v[0].y, v[1].y);
    ck_assert_int_eq(v[1].y, v[2].y);
    check_near(speed(v[0].y), 2, 1e-4);
    ck_assert_int_lt(v[0].x, v[1].x);
    ck_assert_int_lt(v[1].x, v[2].x);
    ck_assert_int_gt(v[2].x, vel(3));
}
END_TEST

/* ---- two bodies ----------------------------------------------------------------------------------------------- */

/* Elastic and head-on, 1000 kg at 3 m/s on 1 kg: (m - n) v / (m + n) and 2 m v / (m + n). */
START_TEST(heavy_on_light)
{
    struct fixture2 t = open_world();
    fs_geometry2 disc = fixture2_disc_geometry(rel(0.5));
    surface(&t, 1, 0, 0);
    uint32_t heavy = body(&t, FS_BODY2_DYNAMIC, 0, 0, &disc), light = body(&t, FS_BODY2_DYNAMIC, 1.01, 0, &disc);
    set_mass(&t, heavy, fs_scaled_make(1000, 0), fs_scaled_make(100, 0));
    set_mass(&t, light, fs_scaled_make(1, 0), fs_scaled_make(1, -3));
    set_velocity(&t, heavy, 3, 0, 0);
    fixture2_step(&t, 4);
    check_near(speed(t.w.body.vel[heavy].x), 3 * 999.0 / 1001, 1e-4);
    check_near(speed(t.w.body.vel[light].x), 6 * 1000.0 / 1001, 1e-3);
    fixture2_end(&t);
}
END_TEST

static double angular_momentum(const struct fixture2 *t)
{
    double sum = 0;
    for (uint32_t i = 0; i < *t->w.body.rows; i++) {
        double m = metres(fs_wide_from_scaled(t->w.body.mass[i])),
               j = metres(fs_wide_from_scaled(t->w.body.inertia[i]));
        double x = metres(t->w.body.pos[i].x), y = metres(t->w.body.pos[i].y);
        sum += j * speed(t->w.body.angular_velocity[i]) +
               m * (x * speed(t->w.body.vel[i].y) - y * speed(t->w.body.vel[i].x));
    }
    return sum;
}

/* About any fixed point, here the origin. The arms are those of the tick's start, so a hit that turns bodies by a
 * few degrees in the tick costs a little of it. */
START_TEST(angular_momentum_is_kept)
{
    struct fixture2 t = open_world();
    fs_geometry2 box = fixture2_box_geometry(rel(0.5), rel(0.5));
    surface(&t, 0.5, 0.5, 0.5);
    uint32_t a = body(&t, FS_BODY2_DYNAMIC, -2, 0.4, &box), b = body(&t, FS_BODY2_DYNAMIC, 0, 0, &box);
    set_velocity(&t, a, 4, 0, 1);
    double before = angular_momentum(&t);
    fixture2_step(&t, HZ);
    ck_assert_double_gt(fabs(speed(t.w.body.angular_velocity[b])), 0.1);
    check_near(angular_momentum(&t), before, 0.01);
    fixture2_end(&t);
}
END_TEST

static struct fixture2 overlapping(uint32_t flags_off, uint32_t *heavy, uint32_t *light)
{
    struct fixture2 t = open_world();
    fs_geometry2 disc = fixture2_disc_geometry(rel(0.5));
    *t.w.rules.flags &= (uint16_t)~flags_off;
    *heavy = body(&t, FS_BODY2_DYNAMIC, 0, 0, &disc);
    *light = body(&t, FS_BODY2_DYNAMIC, 0.8, 0, &disc);
    set_mass(&t, *heavy, fs_scaled_make(3, 0), fs_scaled_make(1, 0));
    set_mass(&t, *light, fs_scaled_make(1, 0), fs_scaled_make(1, 0));
    return t;
}

/* 0.2 m of overlap: pushed apart to within 0.01 m; the centre of mass stays, the heavy disc moves a third. */
START_TEST(overlap_is_pushed_apart)
{
    uint32_t heavy, light;
    struct fixture2 t = overlapping(0, &heavy, &light);
    fixture2_step(&t, HZ);
    double x = metres(t.w.body.pos[heavy].x), y = metres(t.w.body.pos[light].x);
    ck_assert_double_gt(y - x, 0.99);
    ck_assert_double_lt(y - x, 1.001);
    check_near((3 * x + y) / 4, 0.2, 2e-5);
    check_near(-3 * x, y - 0.8, 1e-4);
    check_near(speed(t.w.body.vel[light].x), 0, 1e-3);
    fixture2_end(&t);
}
END_TEST

/* Without correction overlap stays, and bodies that separate keep their velocity exactly. */
START_TEST(correction_can_be_off)
{
    uint32_t heavy, light;
    struct fixture2 t = overlapping(FS_WORLD2_CORRECTION, &heavy, &light);
    fixture2_step(&t, HZ);
    ck_assert_int_eq(t.w.body.pos[light].x, pos(0.8));
    set_velocity(&t, light, 0.5, 0.25, 0);
    surface(&t, 0, 0, 0);
    fixture2_step(&t, HZ / 4);
    ck_assert_int_eq(t.w.body.vel[light].x, vel(0.5));
    ck_assert_int_eq(t.w.body.vel[light].y, vel(0.25));
    ck_assert_int_eq(t.w.body.vel[heavy].x, 0);
    fixture2_end(&t);
}
END_TEST

START_TEST(immovable_bodies_make_no_contact)
{
    struct fixture2 t = open_world();
    fs_geometry2 box = fixture2_box_geometry(rel(1), rel(1));
    body(&t, FS_BODY2_STATIC, 0, 0, &box);
    body(&t, FS_BODY2_STATIC, 0.5, 0.5, &box);
    body(&t, FS_BODY2_KINEMATIC, 0.25, 0.75, &box);
    fixture2_step(&t, 10);
    ck_assert_uint_eq(*t.w.contact.rows, 0);
    fixture2_end(&t);
}
END_TEST

/* ---- one body ------------------------------------------------------------------------------------------------- */

/* 9.8 m/s^2 for a second: 4.98167 m in steps of 1/60, g h^2 n (n + 1) / 2 with substeps. */
START_TEST(fall_of_a_second)
{
    for (int substeps = 1; substeps <= 4; substeps *= 2) {
        struct fixture2 t = open_world();
        fs_geometry2 disc = fixture2_disc_geometry(rel(0.5));
        *t.w.rules.gravity = fs_wide2_make(0, fs_wide_from_ratio(-98, 10));
        *t.w.rules.substeps = (uint8_t)substeps;
        uint32_t row = body(&t, FS_BODY2_DYNAMIC, 0, 0, &disc);
        fixture2_step(&t, HZ);
        double h = 1.0 / (HZ * substeps), n = HZ * substeps, fallen = -metres(t.w.body.pos[row].y);
        check_near(fallen, 9.8 * h * h * n * (n + 1) / 2, 1e-6);
        if (substeps == 1)
            check_near(fallen, 4.98167, 5e-6);
        fixture2_end(&t);
    }
}
END_TEST

/* A constant torque of I turns by h^2 n (n + 1) / 2 rad; a force through the centre turns nothing. */
START_TEST(torque_turns)
{
    struct fixture2 t = open_world();
    fs_geometry2 box = fixture2_box_geometry(rel(1), rel(1)); /* 4 kg, 8/3 kg m^2 */
    uint32_t row = body(&t, FS_BODY2_DYNAMIC, 0, 0, &box);
    fs_body2 handle = fs_body2_at(&t.w, row);
    for (int i = 0; i < HZ; i++) {
        ck_assert_int_eq(fs_body2_apply_torque(&t.w, handle, fs_wide_from_ratio(8, 3)), FS_OK);
        fixture2_step(&t, 1);
    }
    double n = HZ * 4, h = 1 / n;
    check_near(speed(t.w.body.angular_velocity[row]), 1, 1e-5);
    check_near(atan2(t.w.body.rot[row].s, t.w.body.rot[row].c), h * h * n * (n + 1) / 2, 1e-5);
    fs_vel spin = t.w.body.angular_velocity[row];
    for (int i = 0; i < HZ; i++) {
        fs_wide2 force = fs_wide2_make(7 * FS_WIDE_ONE, -3 * FS_WIDE_ONE);
        ck_assert_int_eq(fs_body2_apply_force_at(&t.w, handle, force, t.w.body.pos[row]), FS_OK);
        fixture2_step(&t, 1);
    }
    ck_assert_int_eq(t.w.body.angular_velocity[row], spin);
    check_near(speed(t.w.body.vel[row].x), 7 / 4.0, 1e-5);
    fixture2_end(&t);
}
END_TEST

/* v + w x r: the rim of a disc, 2 m from the centre, at 3 rad/s. */
START_TEST(velocity_of_a_point)
{
    struct fixture2 t = open_world();
    fs_geometry2 disc = fixture2_disc_geometry(rel(2));
    uint32_t row = body(&t, FS_BODY2_DYNAMIC, 5, 1, &disc);
    set_velocity(&t, row, 1, -1, 3);
    fs_vel2 right = fs_body2_velocity_at(&t.w, row, fs_pos2_make(pos(7), pos(1)));
    fs_vel2 top = fs_body2_velocity_at(&t.w, row, fs_pos2_make(pos(5), pos(3)));
    check_near(speed(right.x), 1, 1e-6);
    check_near(speed(right.y), 5, 1e-6);
    check_near(speed(top.x), -5, 1e-6);
    check_near(speed(top.y), -1, 1e-6);
    fixture2_end(&t);
}
END_TEST

/* To the world and back, at any angle, within four steps of 2^-26 m; and its shape never changes by turning. */
START_TEST(frames_and_shapes_do_not_drift)
{
    struct fixture2 t = open_world();
    fs_geometry2 box = fixture2_box_geometry(rel(1.5), rel(0.5)), after;
    uint32_t row = body(&t, FS_BODY2_DYNAMIC, 1000.25, -3, &box);
    set_velocity(&t, row, 0, 0, 7);
    for (int i = 0; i < 20000; i++) {
        fixture2_step(&t, 1);
        fs_rel2 local = fs_rel2_make(rel(1.25) - i, rel(-0.4) + 3 * i);
        fs_rel2 back = fs_body2_to_local(&t.w, row, fs_body2_to_world(&t.w, row, local));
        ck_assert_int_le(fs_abs32(back.x - local.x), 4);
        ck_assert_int_le(fs_abs32(back.y - local.y), 4);
    }
    fs_rot2 q = t.w.body.rot[row];
    check_near(hypot(q.c, q.s) / FS_UNIT_ONE, 1, 1e-8);
    fs_shape2_geometry(&t.w, 0, &after);
    ck_assert_mem_eq(after.corner, box.corner, 4 * sizeof *box.corner);
    fixture2_end(&t);
}
END_TEST

/* ---- rest ------------------------------------------------------------------------------------------------------ */

/* A block on a slope of 20 degrees, below the angle of friction (tan 0.364 < 0.6): how far it moves in 10^5 ticks
 * after it settled for 2 s. */
static double slope_creep(uint32_t flags_off)
{
    struct fixture2 t = fixture2_start(HZ);
    fs_geometry2 slope, block;
    fs_rot2 angle = fs_rot2_from_turn(FS_TURN_QUARTER / 9 * 2);
    *t.w.rules.flags &= (uint16_t)~flags_off;
    ck_assert_int_eq(fs_geometry2_box(rel(15), rel(0.5), fs_rel2_zero(), angle, &slope), FS_OK);
    ck_assert_int_eq(fs_geometry2_box(rel(0.5), rel(0.25), fs_rel2_zero(), angle, &block), FS_OK);
    body(&t, FS_BODY2_STATIC, 0, 0, &slope);
    double x = -0.75 * sin(20 * M_PI / 180), y = 0.75 * cos(20 * M_PI / 180);
    uint32_t row = body(&t, FS_BODY2_DYNAMIC, x, y, &block);
    fixture2_step(&t, 2 * HZ);
    fs_pos2 from = t.w.body.pos[row];
    check_near(metres(from.x), x, 0.005);
    fixture2_step(&t, 100000);
    fs_pos2 to = t.w.body.pos[row];
    fixture2_end(&t);
    return hypot(metres(to.x - from.x), metres(to.y - from.y));
}

/* Asleep it keeps its position exactly; awake it creeps 0.011 mm in 28 minutes (measured). */
START_TEST(a_block_on_a_slope_does_not_creep)
{
    check_near(slope_creep(0), 0, 0);
    check_near(slope_creep(FS_WORLD2_SLEEP), 0, 2e-5);
}
END_TEST

/* ---- separating axes --------------------------------------------------------------------------------------------- */

/* The source's classic test in floating point: the greatest gap between the shadows of two convex outlines along the
 * normals of both. */
static double greatest_gap(const fs_geometry2 *a, const fs_geometry2 *b, double x, double y, double angle)
{
    double ax[8], ay[8], bx[8], by[8], best = -1e9, c = cos(angle), s = sin(angle);
    for (int i = 0; i < a->count; i++) {
        ax[i] = (double)a->corner[i].x / FS_REL_ONE;
        ay[i] = (double)a->corner[i].y / FS_REL_ONE;
    }
    for (int i = 0; i < b->count; i++) {
        double u = (double)b->corner[i].x / FS_REL_ONE, v = (double)b->corner[i].y / FS_REL_ONE;
        bx[i] = x + c * u - s * v;
        by[i] = y + s * u + c * v;
    }
    for (int k = 0; k < a->count + b->count; k++) {
        int of_a = k < a->count, n = of_a ? a->count : b->count, i = of_a ? k : k - a->count, j = (i + 1) % n;
        double ex = of_a ? ax[j] - ax[i] : bx[j] - bx[i], ey = of_a ? ay[j] - ay[i] : by[j] - by[i], l = hypot(ex, ey);
        double nx = ey / l, ny = -ex / l, high = -1e9, low = 1e9;
        for (int m = 0; m < n; m++)
            high = fmax(high, of_a ? ax[m] * nx + ay[m] * ny : bx[m] * nx + by[m] * ny);
        for (int m = 0; m < (of_a ? b->count : a->count); m++)
            low = fmin(low, of_a ? bx[m] * nx + by[m] * ny : ax[m] * nx + ay[m] * ny);
        best = fmax(best, low - high);
    }
    return best;
}

/* The depth of a manifold is the least that any axis tells; a face keeps its role against one that is better by less
 * than 2 mm. */
START_TEST(manifolds_agree_with_separating_axes)
{
    fs_rng rng = fs_rng_seed(5, 1);
    unsigned touching = 0;
    for (int round = 0; round < 20000; round++) {
        fs_rel side[4];
        for (int i = 0; i < 4; i++)
            side[i] = FS_REL_ONE / 4 + (fs_rel)(fs_rng_u32(&rng) % FS_REL_ONE);
        fs_geometry2 a = fixture2_box_geometry(side[0], side[1]), b = fixture2_box_geometry(side[2], side[3]);
        uint32_t turn = fs_rng_u32(&rng);
        fs_rel x = (fs_rel)(fs_rng_u32(&rng) >> 4) - 2 * FS_REL_ONE,
               y = (fs_rel)(fs_rng_u32(&rng) >> 4) - 2 * FS_REL_ONE;
        fs_frame2 frame = { fs_rel2_make(x, y), fs_rot2_from_turn(turn) };
        double gap = greatest_gap(&a, &b, (double)x / FS_REL_ONE, (double)y / FS_REL_ONE,
                                  turn * (2 * M_PI / 4294967296.0));
        struct fs__manifold2 m;
        fs__manifold2_collide(&fs__polygon2_scalar, &a, &b, frame, 0, FS__MANIFOLD2_REFERENCE_NONE, &m);
        if (gap > 1e-6)
            ck_assert_uint_eq(m.count, 0);
        if (gap > -0.002)
            continue;
        ck_assert_uint_gt(m.count, 0);
        fs_rel least = m.count == 2 ? fs_min32(m.separation[0], m.separation[1]) : m.separation[0];
        check_near((double)least / FS_REL_ONE, gap, 0.002);
        touching++;
    }
    ck_assert_uint_gt(touching, 5000);
}
END_TEST

/* 4 m x 0.2 m: 2.0024984 m to the corner, rounded up. Its box at 45 degrees is 2.97 m wide: a ball in the corner of
 * that box is a pair for the broad phase and touches nothing. */
START_TEST(bounds_propose_and_shapes_decide)
{
    struct fixture2 t = open_world();
    fs_geometry2 rod = fixture2_box_geometry(rel(2), rel(0.1)), ball = fixture2_disc_geometry(rel(0.125));
    check_near((double)fs_geometry2_extent(&rod, fs_rel2_zero()) / FS_REL_ONE, 2.0024984, 1e-7);
    ck_assert_double_ge((double)fs_geometry2_extent(&rod, fs_rel2_zero()) / FS_REL_ONE,
                        hypot(2, (double)rel(0.1) / FS_REL_ONE));
    uint32_t row = body(&t, FS_BODY2_DYNAMIC, 0, 0, &rod);
    fs_rot2 eighth = fs_rot2_from_turn(FS_TURN_QUARTER / 2);
    ck_assert_int_eq(fs_body2_set_pose(&t.w, fs_body2_at(&t.w, row), fs_pos2_zero(), eighth), FS_OK);
    body(&t, FS_BODY2_DYNAMIC, 1.25, -1.25, &ball);
    fixture2_step(&t, 1);
    ck_assert_uint_eq(*t.w.contact.rows, 1);
    ck_assert_uint_eq(t.w.contact.count[0], 0);
    fixture2_end(&t);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("two_rows");
    TCase *tc = tcase_create("rows");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, a_corner_hit_turns);
    tcase_add_test(tc, a_fixed_rotation_does_not_turn);
    tcase_add_test(tc, friction_has_two_numbers);
    tcase_add_test(tc, friction_combine_rules);
    tcase_add_test(tc, a_hit_without_slip_keeps_two_thirds);
    tcase_add_test(tc, spin_changes_the_speed_and_not_the_height);
    tcase_add_test(tc, heavy_on_light);
    tcase_add_test(tc, angular_momentum_is_kept);
    tcase_add_test(tc, overlap_is_pushed_apart);
    tcase_add_test(tc, correction_can_be_off);
    tcase_add_test(tc, immovable_bodies_make_no_contact);
    tcase_add_test(tc, fall_of_a_second);
    tcase_add_test(tc, torque_turns);
    tcase_add_test(tc, velocity_of_a_point);
    tcase_add_test(tc, frames_and_shapes_do_not_drift);
    tcase_add_test(tc, a_block_on_a_slope_does_not_creep);
    tcase_add_test(tc, manifolds_agree_with_separating_axes);
    tcase_add_test(tc, bounds_propose_and_shapes_decide);
    suite_add_tcase(suite, tc);
    return suite;
}
