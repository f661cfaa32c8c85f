/* check_tree_impacts2.c: bodies on joints rebound with the mass of all that the joints hold, and get no energy from that. */
#define FS__WORLD2_INTERNAL /* columns are written */
#include <fixstep/random.h>

#include "physics2d/joint/tumbling2.h"

/* A box with half extents hx and hy (m), of a mass (kg) where it moves. */
static fs_body2 add_box(struct assembly2 *a, fs_body2_type type, double x, double y, double hx, double hy, double mass,
                        fs_shape2_def surface)
{
    fs_body2_def def = fs_default_body2_def();
    fs_body2 body;
    def.type = type;
    def.pos = AT(x, y);
    ck_assert_int_eq(fs_body2_create(&a->t.w, &def, &body), FS_OK);
    if (type == FS_BODY2_DYNAMIC) {
        surface.density = (fs_wide)llround(mass / (4 * hx * hy) * 0x1p32);
        surface.group = -1;
        a->body[a->bodies++] = body;
    }
    ck_assert_int_eq(fs_shape2_create_box(&a->t.w, body, &surface, POS(hx), POS(hy), NULL), FS_OK);
    return body;
}

static fs_shape2_def surface_of(double friction, double restitution)
{
    fs_shape2_def d = fs_default_shape2_def();
    d.static_friction = d.dynamic_friction = FIX(friction);
    d.restitution = (fs_unit)llround(restitution * 0x1p30);
    return d;
}

static void set_velocity(struct assembly2 *a, fs_body2 b, double x, double y, double w)
{
    ck_assert_int_eq(fs_body2_set_velocity(&a->t.w, b, fs_vel2_make(VEL(x), VEL(y)), VEL(w)), FS_OK);
}

/* ---- a welded body rebounds as a single one ------------------------------------------------------------------------- */

enum { MAX_LINKS = 10 };
#define FALL 0.9

/* Height of the centre of mass at the top of the first rebound, and the turning after it, of a row of welded boxes that falls flat. */
static double top_of_rebound(int links, double restitution, double friction, double *turning)
{
    struct assembly2 a = start_assembly(10);
    const fs_shape2_def surface = surface_of(friction, restitution);
    double top = 0;
    add_box(&a, FS_BODY2_STATIC, 0, -1, 15, 1, 0, surface);
    for (int i = 0; i < links; i++) {
        add_box(&a, FS_BODY2_DYNAMIC, 0.4 * i, FALL + 0.1, 0.2, 0.1, 80, surface);
        if (i > 0)
            joint_at(&a.t, FS_JOINT2_WELD, a.body[i - 1], a.body[i], 0.4 * i - 0.2, FALL + 0.1);
    }
    for (int tick = 0; tick < 54; tick++) {
        double height = 0;
        fixture2_step(&a.t, 1);
        for (int i = 0; i < links; i++)
            height += (pos_y(&a.t, a.body[i]) - 0.1) / links;
        top = vel_y(&a.t, a.body[0]) > 0.1 ? fmax(top, height) : top;
    }
    *turning = fabs(spin(&a.t, a.body[0]));
    fixture2_end(&a.t);
    return top;
}

/* Rows of 2 to 5, which the substeps solve in lanes or colours, and of 10, which they solve as a tree. */
START_TEST(rows_of_welded_boxes_rebound_flat)
{
    static const int links[5] = { 2, 3, 4, 5, MAX_LINKS };
    static const double friction[2] = { 0, 0.5 }, restitution[2] = { 0.8, 0.5 };
    for (int n = 0; n < 5; n++)
        for (int k = 0; k < 4; k++) {
            double e = restitution[k % 2], wanted = e * e * FALL, turning;
            double top = top_of_rebound(links[n], e, friction[k / 2], &turning);
            ck_assert_msg(fabs(top / wanted - 1) < (links[n] > 5 ? 0.015 : 0.01),
                          "%d links, e %g, friction %g: %.4f m of %.4f m", links[n], e, friction[k / 2], top, wanted);
            ck_assert_msg(turning < 0.1, "%d links, e %g: turns with %.4f rad/s", links[n], e, turning);
        }
}
END_TEST

/* ---- a door strikes a post ------------------------------------------------------------------------------------------- */

#define SPIN 2.0

/* The angular velocity with which a door of 1 m of welded links on a hinge leaves a post in the middle of its way. */
static double spin_after_post(int links, double restitution)
{
    struct assembly2 a = start_assembly(0);
    const fs_shape2_def surface = surface_of(0, restitution);
    fs_body2 last = mass_at(&a.t, 0, 0, 0, 0);
    add_box(&a, FS_BODY2_STATIC, 0.5, -1, 0.05, 0.5, 0, surface);
    const double length = 1.0 / links;
    for (int i = 0; i < links; i++) {
        const double at = length * (i + 0.5);
        fs_body2 link = add_box(&a, FS_BODY2_DYNAMIC, at, 0, length / 2, 0.05, 8 * length, surface);
        joint_at(&a.t, i == 0 ? FS_JOINT2_REVOLUTE : FS_JOINT2_WELD, last, link, length * i, 0);
        set_velocity(&a, link, 0, -SPIN * at, -SPIN);
        last = link;
    }
    fixture2_step(&a.t, 60);
    const double after = spin(&a.t, last);
    fixture2_end(&a.t);
    return after;
}

START_TEST(doors_rebound_from_a_post)
{
    static const double restitution[3] = { 0.3, 0.7, 1 };
    for (int links = 1; links <= 4; links++)
        for (int k = 0; k < 3; k++) {
            double got = spin_after_post(links, restitution[k]), wanted = SPIN * restitution[k];
            ck_assert_msg(fabs(got - wanted) < 1e-3, "%d links, e %g: %.5f rad/s of %.5f", links, restitution[k], got,
                          wanted);
        }
}
END_TEST

/* ---- a kinematic plate strikes a row ---------------------------------------------------------------------------------- */

#define STROKE 4.0

START_TEST(rows_rebound_from_a_plate_that_moves)
{
    static const double restitution[3] = { 0.3, 0.7, 1 };
    for (int k = 0; k < 3; k++) {
        struct assembly2 a = start_assembly(0);
        const fs_shape2_def surface = surface_of(0.5, restitution[k]);
        const fs_body2 plate = add_box(&a, FS_BODY2_KINEMATIC, 0.8, -1, 2, 0.2, 0, surface);
        double speed = 0;
        set_velocity(&a, plate, 0, STROKE, 0);
        for (int i = 0; i < 5; i++) {
            add_box(&a, FS_BODY2_DYNAMIC, 0.4 * i, 0, 0.2, 0.1, 80, surface);
            if (i > 0)
                joint_at(&a.t, FS_JOINT2_WELD, a.body[i - 1], a.body[i], 0.4 * i - 0.2, 0);
        }
        fixture2_step(&a.t, 30);
        for (int i = 0; i < 5; i++)
            speed += vel_y(&a.t, a.body[i]) / 5;
        ck_assert_msg(fabs(speed / ((1 + restitution[k]) * STROKE) - 1) < 0.02, "e %g: %.4f m/s of %.4f",
                      restitution[k], speed, (1 + restitution[k]) * STROKE);
        fixture2_end(&a.t);
    }
}
END_TEST

/* ---- energy ----------------------------------------------------------------------------------------------------------- */

enum { SCENES = 24, SECONDS = 3 };

static double uniform(fs_rng *rng, double low, double high)
{
    return low + (high - low) * fs_rng_below(rng, 1 << 20) * 0x1p-20;
}

static void throw_bodies(struct assembly2 *a, fs_rng *rng)
{
    const double w = uniform(rng, -8, 8), y = uniform(rng, -12, 2), x = uniform(rng, -8, 8);
    for (int i = 0; i < a->bodies; i++)
        set_velocity(a, a->body[i], x - w * (pos_y(&a->t, a->body[i]) - 1.5), y + w * pos_x(&a->t, a->body[i]), w);
}

/* A chain of every other link as heavy as `heavy` others, thrown between posts. */
static struct assembly2 throw_chain(fs_rng *rng, double heavy, double restitution)
{
    struct assembly2 a = start_assembly(10);
    const int links = 3 + (int)fs_rng_below(rng, MAX_LINKS - 2);
    const fs_joint2_kind kind = fs_rng_below(rng, 2) == 0 ? FS_JOINT2_WELD : FS_JOINT2_REVOLUTE;
    const fs_shape2_def surface = surface_of(uniform(rng, 0, 1), restitution);
    add_box(&a, FS_BODY2_STATIC, 0, -1, 15, 1, 0, surface);
    for (int i = 0; i < 2; i++)
        add_box(&a, FS_BODY2_STATIC, 3 * i - 1.5, 0.5, 0.2, 0.5, 0, surface);
    for (int i = 0; i < links; i++) {
        const double y = 1 + 0.62 * i;
        add_box(&a, FS_BODY2_DYNAMIC, 0, y, 0.1, 0.3, i % 2 == 0 ? 1 : heavy, surface);
        if (i > 0)
            joint_at(&a.t, kind, a.body[i - 1], a.body[i], 0, y - 0.31);
    }
    throw_bodies(&a, rng);
    return a;
}

/* By tick over the start, and over the least since, as shares of the start. */
START_TEST(chains_that_rebound_gain_nothing)
{
    static const double heavy[3] = { 1, 10, 100 }, restitution[2] = { 0.6, 1 };
    for (uint64_t seed = 1; seed <= SCENES; seed++) {
        fs_rng rng = fs_rng_seed(seed, (uint64_t)_i);
        struct assembly2 a = throw_chain(&rng, heavy[_i % 3], restitution[_i / 3]);
        const double start = wide(fs_world2_energy(&a.t.w));
        double least = start, over_start = 0, over_least = 0;
        for (int tick = 0; tick < SECONDS * ASSEMBLY2_HZ; tick++) {
            fixture2_step(&a.t, 1);
            const double now = wide(fs_world2_energy(&a.t.w));
            least = fmin(least, now);
            over_start = fmax(over_start, now / start - 1);
            over_least = fmax(over_least, (now - least) / start);
        }
        ck_assert_msg(over_start <= 1e-4, "1:%g, e %g, seed %d: %.3g over the start", heavy[_i % 3],
                      restitution[_i / 3], (int)seed, over_start);
        ck_assert_msg(over_least <= 0.06, "1:%g, e %g, seed %d: %.3g over the least", heavy[_i % 3],
                      restitution[_i / 3], (int)seed, over_least);
        fixture2_end(&a.t);
    }
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("tree_impacts2");
    TCase *tc = tcase_create("tree_impacts2");
    tcase_set_timeout(tc, 120);
    tcase_add_test(tc, rows_of_welded_boxes_rebound_flat);
    tcase_add_test(tc, doors_rebound_from_a_post);
    tcase_add_test(tc, rows_rebound_from_a_plate_that_moves);
    tcase_add_loop_test(tc, chains_that_rebound_gain_nothing, 0, 6);
    suite_add_tcase(suite, tc);
    return suite;
}
