/* check_tree_impacts3.c: bodies on joints rebound with the mass of all that the joints hold, and get no energy from that. */
#define FS__WORLD3_INTERNAL /* columns are read */

#include <math.h>

#include <fixstep/random.h>

#include "physics3d/joint/tumbling3.h"
#include "physics3d/world3_fixture.h"

static fs_world3 *open_world(uint32_t hz, uint32_t substeps, double gravity)
{
    fs_world3_def def = fs_default_world3_def(hz);
    fs_world3 *w;
    def.substeps = substeps;
    def.flags &= ~(uint32_t)FS_WORLD3_SLEEP;
    def.gravity = fs_wide3_make(0, (fs_wide)llround(-gravity * 0x1p32), 0);
    ck_assert_int_eq(fs_world3_create(NULL, &def, &w), FS_OK);
    return w;
}

static void join(fs_world3 *w, fs_joint3_kind kind, fs_body3 a, fs_body3 b, scene3_vector at, fs_unit3 axis)
{
    fs_joint3_def d = joint3_between(w, kind, a, b, at, axis);
    ck_assert_int_eq(fs_joint3_create(w, &d, NULL), FS_OK);
}

/* ---- a welded body rebounds as a single one ------------------------------------------------------------------------- */

enum { MAX_LINKS = 5 };
#define FALL 0.9

/* Height of the centre of mass at the top of the first rebound, and the turning after it, of a row of welded boxes that falls flat. */
static double top_of_rebound(int links, double restitution, double friction, double *turning)
{
    fs_world3 *w = open_world(60, 4, 10);
    fs_shape3_def shape = scene3_surface(w, friction, restitution);
    fs_body3 body[MAX_LINKS];
    double top = 0;
    scene3_ground(w, &shape);
    shape.group = -1;
    for (int i = 0; i < links; i++) {
        body[i] = scene3_box(w, FS_BODY3_DYNAMIC, &shape, (scene3_vector){ 0.4 * i, FALL + 0.1, 0 },
                             (scene3_vector){ 0.2, 0.1, 0.1 });
        if (i > 0)
            join(w, FS_JOINT3_FIXED, body[i - 1], body[i], (scene3_vector){ 0.4 * i - 0.2, FALL + 0.1, 0 },
                 joint3_axis(0, 0, 1));
    }
    for (int tick = 0; tick < 54; tick++) {
        double height = 0;
        fs_world3_step(w);
        for (int i = 0; i < links; i++)
            height += scene3_position(w, body[i]).y / links - 0.1 / links;
        top = scene3_velocity(w, body[0]).y > 0.1 ? fmax(top, height) : top;
    }
    *turning = scene3_length(scene3_angular_velocity(w, body[0]));
    fs_world3_destroy(w);
    return top;
}

START_TEST(rows_of_welded_boxes_rebound_flat)
{
    static const double friction[2] = { 0, 0.5 }, restitution[2] = { 0.8, 0.5 };
    for (int links = 2; links <= MAX_LINKS; links++)
        for (int k = 0; k < 4; k++) {
            double e = restitution[k % 2], wanted = e * e * FALL, turning;
            double top = top_of_rebound(links, e, friction[k / 2], &turning);
            ck_assert_msg(fabs(top / wanted - 1) < 0.01, "%d links, e %g, friction %g: %.4f m of %.4f m", links, e,
                          friction[k / 2], top, wanted);
            ck_assert_msg(turning < 0.1, "%d links, e %g: turns with %.4f rad/s", links, e, turning);
        }
}
END_TEST

/* ---- a door strikes a post ------------------------------------------------------------------------------------------- */

#define SPIN 2.0

/* The angular velocity with which a door of 1 m of welded links on a hinge leaves a post in the middle of its way. */
static double spin_after_post(int links, double restitution)
{
    fs_world3 *w = open_world(60, 4, 0);
    fs_shape3_def shape = scene3_surface(w, 0, restitution);
    fs_body3 last = scene3_body(w, FS_BODY3_STATIC, 0, 0, 0);
    const double length = 1.0 / links;
    double spin;
    scene3_box(w, FS_BODY3_STATIC, &shape, (scene3_vector){ 0.5, -1, 0 }, (scene3_vector){ 0.05, 0.5, 0.5 });
    shape.group = -1;
    for (int i = 0; i < links; i++) {
        const double at = length * (i + 0.5);
        fs_body3 link = scene3_box(w, FS_BODY3_DYNAMIC, &shape, (scene3_vector){ at, 0, 0 },
                                   (scene3_vector){ length / 2, 0.05, 0.05 });
        join(w, i == 0 ? FS_JOINT3_HINGE : FS_JOINT3_FIXED, last, link, (scene3_vector){ length * i, 0, 0 },
             joint3_axis(0, 0, 1));
        ck_assert_int_eq(
            fs_body3_set_velocity(w, link, fs_vel3_make(0, VEL3D(-SPIN * at), 0), fs_vel3_make(0, 0, VEL3D(-SPIN))),
            FS_OK);
        last = link;
    }
    scene3_run(w, 60);
    spin = scene3_angular_velocity(w, last).z;
    fs_world3_destroy(w);
    return spin;
}

START_TEST(doors_rebound_from_a_post)
{
    static const double restitution[3] = { 0.3, 0.7, 1 };
    for (int links = 1; links <= 4; links++)
        for (int k = 0; k < 3; k++) {
            double spin = spin_after_post(links, restitution[k]), wanted = SPIN * restitution[k];
            ck_assert_msg(fabs(spin - wanted) < 1e-3, "%d links, e %g: %.5f rad/s of %.5f", links, restitution[k], spin,
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
        fs_world3 *w = open_world(60, 4, 0);
        fs_shape3_def shape = scene3_surface(w, 0.5, restitution[k]);
        fs_body3 body[MAX_LINKS], plate = scene3_box(w, FS_BODY3_KINEMATIC, &shape, (scene3_vector){ 0.8, -1, 0 },
                                                     (scene3_vector){ 2, 0.2, 2 });
        double speed = 0;
        scene3_throw(w, plate, 0, STROKE, 0);
        shape.group = -1;
        for (int i = 0; i < MAX_LINKS; i++)
            body[i] = scene3_box(w, FS_BODY3_DYNAMIC, &shape, (scene3_vector){ 0.4 * i, 0, 0 },
                                 (scene3_vector){ 0.2, 0.1, 0.1 });
        for (int i = 1; i < MAX_LINKS; i++)
            join(w, FS_JOINT3_FIXED, body[i - 1], body[i], (scene3_vector){ 0.4 * i - 0.2, 0, 0 },
                 joint3_axis(0, 0, 1));
        scene3_run(w, 30);
        for (int i = 0; i < MAX_LINKS; i++)
            speed += scene3_velocity(w, body[i]).y / MAX_LINKS;
        ck_assert_msg(fabs(speed / ((1 + restitution[k]) * STROKE) - 1) < 0.02, "e %g: %.4f m/s of %.4f",
                      restitution[k], speed, (1 + restitution[k]) * STROKE);
        fs_world3_destroy(w);
    }
}
END_TEST

/* ---- energy ----------------------------------------------------------------------------------------------------------- */

enum { SCENES = 24, MOST_LINKS = 10 };

static fs_unit3 random_axis(fs_rng *rng)
{
    const double x = fixture3_uniform(rng, -1, 1), y = fixture3_uniform(rng, -1, 1), z = fixture3_uniform(rng, 0.1, 1);
    const scene3_vector v = { x, y, z };
    const double length = scene3_length(v);
    return joint3_axis(v.x / length, v.y / length, v.z / length);
}

static void throw_bodies(const struct assembly *a, fs_rng *rng)
{
    spin(a, fixture3_uniform(rng, 0, 8));
    const double z = fixture3_uniform(rng, -8, 8), y = fixture3_uniform(rng, -12, 2), x = fixture3_uniform(rng, -8, 8);
    const fs_vel3 more = fs_vel3_make(VEL3D(x), VEL3D(y), VEL3D(z));
    for (int i = 0; i < a->bodies; i++)
        ck_assert_int_eq(fs_body3_set_velocity(a->w, a->body[i], fs_vel3_add(fs_body3_velocity(a->w, a->body[i]), more),
                                               fs_body3_angular_velocity(a->w, a->body[i])),
                         FS_OK);
}

/* A chain of every other link as heavy as `heavy` others, thrown between posts. */
static struct assembly throw_chain(fs_rng *rng, fs_joint3_kind kind, double heavy, double restitution)
{
    static const uint32_t hz[2] = { 60, 120 }, substeps[3] = { 4, 8, 16 };
    const uint32_t parts = substeps[fs_rng_below(rng, 3)];
    struct assembly a = { .w = open_world(hz[fs_rng_below(rng, 2)], parts, 10) };
    const int links = 3 + (int)fs_rng_below(rng, MOST_LINKS - 2);
    fs_shape3_def shape = scene3_surface(a.w, fixture3_uniform(rng, 0, 1), restitution);
    const scene3_vector half = { 0.1, 0.3, 0.1 };
    scene3_ground(a.w, &shape);
    for (int i = 0; i < 4; i++)
        scene3_box(a.w, FS_BODY3_STATIC, &shape, (scene3_vector){ 3 * (i % 2) - 1.5, 0.5, 3 * (i / 2) - 1.5 },
                   (scene3_vector){ 0.2, 0.5, 0.7 });
    shape.group = -1;
    for (int i = 0; i < links; i++) {
        const scene3_vector at = { 0, 1 + 0.62 * i, 0 };
        shape.density = (fs_wide)llround((i % 2 == 0 ? 1 : heavy) / (8 * half.x * half.y * half.z) * 0x1p32);
        a.body[a.bodies++] = scene3_box(a.w, FS_BODY3_DYNAMIC, &shape, at, half);
        if (i > 0)
            join(a.w, kind, a.body[i - 1], a.body[i], (scene3_vector){ 0, at.y - 0.31, 0 }, random_axis(rng));
    }
    throw_bodies(&a, rng);
    return a;
}

/* The largest rises over 3 s, over the start and over the least since, as shares of the start. */
struct rises {
    double over_start, over_least;
};

static struct rises run(fs_world3 *w)
{
    const double start = scene3_energy(w);
    double least = start;
    struct rises r = { 0, 0 };
    for (uint32_t tick = 0; tick < 3 * w->world.hz[0]; tick++) {
        fs_world3_step(w);
        const double now = scene3_energy(w);
        least = fmin(least, now);
        r.over_start = fmax(r.over_start, now / start - 1);
        r.over_least = fmax(r.over_least, (now - least) / start);
    }
    return r;
}

START_TEST(chains_that_rebound_gain_nothing)
{
    static const fs_joint3_kind kind[4] = { FS_JOINT3_BALL, FS_JOINT3_HINGE, FS_JOINT3_UNIVERSAL, FS_JOINT3_FIXED };
    static const double heavy[3] = { 1, 10, 100 }, restitution[2] = { 0.6, 1 };
    for (uint64_t seed = 1; seed <= SCENES; seed++) {
        fs_rng rng = fs_rng_seed(seed, (uint64_t)_i);
        struct assembly a = throw_chain(&rng, kind[seed % 4], heavy[_i % 3], restitution[_i / 3]);
        const struct rises r = run(a.w);
        ck_assert_msg(r.over_start <= 1e-4, "1:%g, e %g, seed %d: %.3g over the start", heavy[_i % 3],
                      restitution[_i / 3], (int)seed, r.over_start);
        ck_assert_msg(r.over_least <= 0.04, "1:%g, e %g, seed %d: %.3g over the least", heavy[_i % 3],
                      restitution[_i / 3], (int)seed, r.over_least);
        fs_world3_destroy(a.w);
    }
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("tree_impacts3");
    TCase *tc = tcase_create("tree_impacts3");
    tcase_set_timeout(tc, 120);
    tcase_add_test(tc, rows_of_welded_boxes_rebound_flat);
    tcase_add_test(tc, doors_rebound_from_a_post);
    tcase_add_test(tc, rows_rebound_from_a_plate_that_moves);
    tcase_add_loop_test(tc, chains_that_rebound_gain_nothing, 0, 6);
    suite_add_tcase(suite, tc);
    return suite;
}
