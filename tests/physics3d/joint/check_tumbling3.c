/* check_tumbling3.c: bodies on joints that tumble alone keep their energy and their angular momentum, and stay together.
 *
 * FIXSTEP_LONG in the environment: 10,000 ticks of 1/60 s, in 4 substeps. FIXSTEP_FIGURES prints what is measured.
 */
#define FS__WORLD3_INTERNAL /* columns are read */

#include <math.h>
#include <stdlib.h>

#include "physics3d/joint3_scene.h"
#include "support/figures.h"

enum { MAX_BODIES = 6 };

/* ---- scenes --------------------------------------------------------------------------------------------------------- */

struct assembly {
    fs_world3 *w;
    int bodies;
    fs_body3 body[MAX_BODIES];
};

static void add_box(struct assembly *a, double x, double y, double half_x, double half_y, double half_z)
{
    const scene3_vector at = { x, y, 0 }, half = { half_x, half_y, half_z };
    a->body[a->bodies++] = scene3_box(a->w, FS_BODY3_DYNAMIC, NULL, at, half);
}

static void tie(struct assembly *a, fs_joint3_kind kind, int i, int j, double x, double y)
{
    fs_joint3_def d = joint3_between(a->w, kind, a->body[i], a->body[j], (scene3_vector){ x, y, 0 },
                                     joint3_axis(1, 0, 0));
    ck_assert_int_eq(fs_joint3_create(a->w, &d, NULL), FS_OK);
}

static void add_pair(struct assembly *a, fs_joint3_kind kind)
{
    add_box(a, 0, 0, 0.3, 0.2, 0.1);
    add_box(a, 0.5, 0.1, 0.2, 0.25, 0.15);
    tie(a, kind, 0, 1, 0.3, 0.05);
}

static void add_fixed_pair(struct assembly *a)
{
    add_pair(a, FS_JOINT3_FIXED);
}

static void add_ball_pair(struct assembly *a)
{
    add_pair(a, FS_JOINT3_BALL);
}

static void add_twins(struct assembly *a)
{
    add_box(a, 0, 0, 0.3, 0.2, 0.1);
    add_box(a, 0.6, 0, 0.3, 0.2, 0.1);
    tie(a, FS_JOINT3_FIXED, 0, 1, 0.3, 0);
}

static void add_row(struct assembly *a, int bodies, fs_joint3_kind last)
{
    for (int i = 0; i < bodies; i++)
        add_box(a, 0.5 * i, i % 2 * 0.1, 0.25, 0.1, 0.1 + 0.05 * i);
    for (int i = 0; i + 1 < bodies; i++)
        tie(a, i + 2 == bodies ? last : FS_JOINT3_FIXED, i, i + 1, 0.5 * i + 0.25, 0.05);
}

static void add_four(struct assembly *a)
{
    add_row(a, 4, FS_JOINT3_FIXED);
}

static void add_hinged_row(struct assembly *a)
{
    add_row(a, 3, FS_JOINT3_HINGE);
}

static void spin(const struct assembly *a, double rate)
{
    const double wx = 0.6 * rate, wy = 0.5 * rate, wz = 0.62 * rate;
    for (int i = 0; i < a->bodies; i++) {
        scene3_vector at = scene3_position(a->w, a->body[i]);
        fs_vel3 v = fs_vel3_make(VEL3D(wy * at.z - wz * at.y), VEL3D(wz * at.x - wx * at.z),
                                 VEL3D(wx * at.y - wy * at.x));
        ck_assert_int_eq(fs_body3_set_velocity(a->w, a->body[i], v, fs_vel3_make(VEL3D(wx), VEL3D(wy), VEL3D(wz))),
                         FS_OK);
    }
}

/* ---- measures ------------------------------------------------------------------------------------------------------- */

static double scaled_value(fs_scaled s)
{
    return ldexp(s.m, s.e);
}

static scene3_vector exact(fs_vel3 v, fs_unit3 rest)
{
    return (scene3_vector){ ldexp(v.x, -21) + ldexp(rest.x, -51), ldexp(v.y, -21) + ldexp(rest.y, -51),
                            ldexp(v.z, -21) + ldexp(rest.z, -51) };
}

static double dot(scene3_vector a, scene3_vector b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

struct motion {
    double energy;
    scene3_vector momentum; /* angular, about the origin */
};

static void add_spin(const fs_world3 *w, uint32_t row, struct motion *m)
{
    const fs_scaled inverse[3] = { w->body.inv_inertia_x[row], w->body.inv_inertia_y[row], w->body.inv_inertia_z[row] };
    const scene3_vector spin = exact(w->body.angular_velocity[row], w->body.angular_velocity_residual[row]);
    const fs_mat3 axes = fs_mat3_from_quat(fs_quat_mul(w->body.rot[row], w->body.principal[row]));
    const fs_unit part[3][3] = { { axes.x.x, axes.y.x, axes.z.x },
                                 { axes.x.y, axes.y.y, axes.z.y },
                                 { axes.x.z, axes.y.z, axes.z.z } };
    for (int i = 0; i < 3; i++) {
        const scene3_vector axis = { ldexp(part[i][0], -30), ldexp(part[i][1], -30), ldexp(part[i][2], -30) };
        double rate = dot(axis, spin), moment = 1 / scaled_value(inverse[i]);
        m->energy += moment * rate * rate / 2;
        m->momentum.x += moment * rate * axis.x;
        m->momentum.y += moment * rate * axis.y;
        m->momentum.z += moment * rate * axis.z;
    }
}

static struct motion motion_of(const struct assembly *a)
{
    struct motion m = { .energy = 0 };
    for (int i = 0; i < a->bodies; i++) {
        uint32_t row;
        ck_assert_int_eq(fs_body3_row(a->w, a->body[i], &row), FS_OK);
        double mass = 1 / scaled_value(a->w->body.inv_mass[row]);
        scene3_vector v = exact(a->w->body.vel[row], a->w->body.velocity_residual[row]);
        scene3_vector x = scene3_position(a->w, a->body[i]);
        m.energy += mass * dot(v, v) / 2;
        m.momentum.x += mass * (x.y * v.z - x.z * v.y);
        m.momentum.y += mass * (x.z * v.x - x.x * v.z);
        m.momentum.z += mass * (x.x * v.y - x.y * v.x);
        add_spin(a->w, row, &m);
    }
    return m;
}

static double gap_of(const fs_world3 *w)
{
    double most = 0;
    for (uint32_t row = 0; row < *w->joint.rows; row++)
        most = fmax(most, fabs(METRES_OF_REL3D(fs_joint3_translation(w, row))));
    return most;
}

/* ---- tests ------------------------------------------------------------------------------------------------------------ */

static const struct {
    const char *name;
    void (*add)(struct assembly *a);
    double rate;       /* rad/s */
    double rise, fall; /* of the energy, over that at the start */
} cases[] = {
    { "two boxes on a fixed joint", add_fixed_pair, 5, 1e-4, 1e-4 },
    { "two boxes on a fixed joint", add_fixed_pair, 20, 1e-5, 1e-5 },
    { "two boxes on a fixed joint", add_fixed_pair, 40, 1e-5, 1e-5 },
    { "two boxes on a fixed joint", add_fixed_pair, 60, 5e-5, 5e-5 },
    { "two boxes on a fixed joint", add_fixed_pair, 100, 5e-5, 5e-5 },
    { "two like boxes on a fixed joint", add_twins, 20, 1e-5, 1e-5 },
    { "two like boxes on a fixed joint", add_twins, 40, 1e-5, 1e-5 },
    { "two like boxes on a fixed joint", add_twins, 100, 5e-5, 5e-5 },
    { "four boxes on fixed joints", add_four, 10, 1e-5, 1e-5 },
    { "four boxes on fixed joints", add_four, 20, 1e-5, 1e-5 },
    { "three boxes on a fixed joint and a hinge", add_hinged_row, 20, 1e-5, 1e-5 },
    { "three boxes on a fixed joint and a hinge", add_hinged_row, 40, 1e-5, 1e-5 },
    { "two boxes on a ball joint", add_ball_pair, 20, 1e-5, 1e-5 },
    { "two boxes on a ball joint", add_ball_pair, 40, 1e-5, 1e-5 },
};
enum { CASES = sizeof cases / sizeof *cases };

START_TEST(what_tumbles_alone_keeps_its_motion)
{
    struct assembly a = { .w = scene3_world(0) };
    double rise = 0, fall = 0, turn = 0, gap = 0;
    int ticks = getenv("FIXSTEP_LONG") != NULL ? 10000 : 1500;
    cases[_i].add(&a);
    spin(&a, cases[_i].rate);
    const struct motion start = motion_of(&a);
    for (int tick = 0; tick < ticks; tick++) {
        fs_world3_step(a.w);
        struct motion m = motion_of(&a);
        const scene3_vector change = { m.momentum.x - start.momentum.x, m.momentum.y - start.momentum.y,
                                       m.momentum.z - start.momentum.z };
        rise = fmax(rise, m.energy / start.energy - 1);
        fall = fmax(fall, 1 - m.energy / start.energy);
        turn = fmax(turn, scene3_length(change) / scene3_length(start.momentum));
        gap = fmax(gap, gap_of(a.w));
    }
    print_figure(
        "%s, %g rad/s, %d ticks: energy rises by %.2g and falls by %.2g of it, angular momentum changes by %.2g, "
        "gap %.2g m",
        cases[_i].name, cases[_i].rate, ticks, rise, fall, turn, gap);
    ck_assert_msg(rise <= cases[_i].rise && fall <= cases[_i].fall, "%s, %g rad/s: energy rises by %.2e, falls by %.2e",
                  cases[_i].name, cases[_i].rate, rise, fall);
    ck_assert_msg(turn <= 2e-5, "%s, %g rad/s: angular momentum changes by %.2e", cases[_i].name, cases[_i].rate, turn);
    ck_assert_msg(gap <= 1e-5, "%s, %g rad/s: gap %.2e m", cases[_i].name, cases[_i].rate, gap);
    fs_world3_destroy(a.w);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("tumbling3");
    TCase *tc = tcase_create("tumbling3");
    tcase_set_timeout(tc, 300);
    tcase_add_loop_test(tc, what_tumbles_alone_keeps_its_motion, 0, CASES);
    suite_add_tcase(suite, tc);
    return suite;
}
