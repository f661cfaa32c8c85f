/* check_loops3.c: loops of joints keep their energy and their angular momentum, and stay together.
 *
 * FIXSTEP_LONG in the environment: 10,000 ticks of 1/60 s, in 4 substeps. FIXSTEP_FIGURES prints what is measured.
 */
#define FS__WORLD3_INTERNAL /* columns are read */

#include <fixstep/state.h>
#include <math.h>
#include <stdlib.h>

#include "physics3d/joint/tumbling3.h"
#include "support/counted_tasks.h"
#include "support/figures.h"

#define GRAVITY 10.0

/* ---- scenes --------------------------------------------------------------------------------------------------------- */

enum { CUBE = 0 };
static const double length = 0.3; /* of a link, m */

static void join(struct assembly *a, fs_joint3_kind kind, fs_body3 one, fs_body3 other, scene3_vector at, double angle)
{
    fs_joint3_def d = joint3_between(a->w, kind, one, other, at, joint3_axis(cos(angle), 0, sin(angle)));
    ck_assert_int_eq(fs_joint3_create(a->w, &d, NULL), FS_OK);
}

/* A link of a ring, from corner to corner; every second one has the mass `heavy`. Where a ring folds its links pass through each
 * other. */
static void add_link(struct assembly *a, double angle, double radius, double mass)
{
    const scene3_vector half = { length / 2, 0.06, 0.04 }, at = { radius * cos(angle), 0, radius * sin(angle) };
    fs_quat turned = fs_quat_from_axis_turn(
        joint3_axis(0, -1, 0), (uint32_t)llround(ldexp(fmod(angle + M_PI / 2, 2 * M_PI) / (2 * M_PI), 32)));
    fs_body3 link = add_link_box(a, at, half, mass);
    ck_assert_int_eq(fs_body3_set_pose(a->w, link, scene3_pos(at.x, 0, at.z), turned), FS_OK);
}

/* Rods join the middles of neighbours and of those once removed, so that the ring keeps its shape. */
static void join_by_rods(struct assembly *a, int links)
{
    for (int i = 0; i < links; i++) {
        const scene3_vector p = scene3_position(a->w, a->body[i]), q = scene3_position(a->w, a->body[(i + 1) % links]);
        fs_joint3_def d = fs_default_joint3_def(FS_JOINT3_DISTANCE);
        d.body_a = a->body[i];
        d.body_b = a->body[(i + 1) % links];
        d.length = REL3D(scene3_length((scene3_vector){ p.x - q.x, p.y - q.y, p.z - q.z }));
        ck_assert_int_eq(fs_joint3_create(a->w, &d, NULL), FS_OK);
    }
}

/* A closed ring of links in the plane y = 0. Axes of hinges point outward. */
static void add_ring(struct assembly *a, fs_joint3_kind kind, int links, double heavy)
{
    const double radius = length / 2 / tan(M_PI / links), corner = radius / cos(M_PI / links);
    for (int i = 0; i < links; i++)
        add_link(a, 2 * M_PI * i / links, radius, i % 2 == 0 ? 1 : heavy);
    if (kind == FS_JOINT3_DISTANCE) {
        join_by_rods(a, links);
        return;
    }
    for (int i = 0; i < links; i++) {
        double angle = 2 * M_PI * (i + 0.5) / links;
        join(a, kind, a->body[i], a->body[(i + 1) % links],
             (scene3_vector){ corner * cos(angle), 0, corner * sin(angle) }, angle);
    }
}

/* Boxes at the corners of a cube, on balls or fixed joints along its edges: five loops. */
static void add_cube(struct assembly *a, fs_joint3_kind kind)
{
    for (int i = 0; i < 8; i++) {
        const scene3_vector at = { 0.5 * (i & 1) - 0.25, 0.5 * (i >> 1 & 1) - 0.25, 0.5 * (i >> 2) - 0.25 };
        fs_shape3_def shape = fs_default_shape3_def();
        shape.group = -1;
        a->body[a->bodies++] = scene3_box(a->w, FS_BODY3_DYNAMIC, &shape, at, (scene3_vector){ 0.1, 0.08, 0.06 });
    }
    for (int i = 0; i < 8; i++)
        for (int axis = 1; axis <= 4; axis *= 2) {
            if ((i & axis) == 0)
                join(a, kind, a->body[i], a->body[i | axis], middle_of(a, i, i | axis), 0);
        }
}

/* ---- tests ------------------------------------------------------------------------------------------------------------ */

/* keeps: its energy does not fall either. Links that a joint pulls hard lose spin: see joint_direct_body.c. */
static const struct scene {
    fs_joint3_kind kind;
    int links; /* CUBE: no ring */
    double heavy, rate;
    bool keeps;
} scenes[] = {
    { FS_JOINT3_BALL, 4, 1, 5, true },        { FS_JOINT3_BALL, 6, 1, 1, true },
    { FS_JOINT3_BALL, 6, 1, 5, true },        { FS_JOINT3_BALL, 6, 1, 20, true },
    { FS_JOINT3_BALL, 12, 1, 5, true },       { FS_JOINT3_BALL, 24, 1, 5, true },
    { FS_JOINT3_BALL, 6, 100, 5, true },      { FS_JOINT3_BALL, 24, 100, 5, false },
    { FS_JOINT3_HINGE, 4, 1, 5, true },       { FS_JOINT3_HINGE, 6, 1, 5, true },
    { FS_JOINT3_HINGE, 6, 1, 20, true },      { FS_JOINT3_HINGE, 8, 1, 1, true },
    { FS_JOINT3_HINGE, 24, 1, 5, false },     { FS_JOINT3_HINGE, 6, 100, 5, false },
    { FS_JOINT3_FIXED, 4, 1, 5, true },       { FS_JOINT3_FIXED, 6, 1, 5, true },
    { FS_JOINT3_FIXED, 6, 1, 20, true },      { FS_JOINT3_FIXED, 24, 1, 5, true },
    { FS_JOINT3_FIXED, 6, 100, 20, false },   { FS_JOINT3_DISTANCE, 4, 1, 5, true },
    { FS_JOINT3_DISTANCE, 6, 1, 20, false },  { FS_JOINT3_DISTANCE, 24, 1, 5, true },
    { FS_JOINT3_DISTANCE, 8, 100, 2, false }, { FS_JOINT3_BALL, CUBE, 1, 5, true },
    { FS_JOINT3_FIXED, CUBE, 1, 20, true },
};
static const fs_joint3_kind kinds[] = { FS_JOINT3_BALL, FS_JOINT3_HINGE, FS_JOINT3_FIXED, FS_JOINT3_DISTANCE };
enum { SCENES = sizeof scenes / sizeof *scenes };

static const char *const kind_names[] = { [FS_JOINT3_BALL] = "ball joints",
                                          [FS_JOINT3_HINGE] = "hinges",
                                          [FS_JOINT3_FIXED] = "fixed joints",
                                          [FS_JOINT3_DISTANCE] = "rods" };

static const char *shape_name(const struct scene *scene)
{
    static char name[32];
    snprintf(name, sizeof name, scene->links == CUBE ? "cube" : "ring of %d", scene->links);
    return name;
}

static int tick_count(void)
{
    return getenv("FIXSTEP_LONG") != NULL ? 10000 : 1000;
}

/* A body that is faster than the joints let it be sets the links of the ring in motion. */
static void kick(const struct assembly *a, int i)
{
    fs_vel3 v = fs_body3_velocity(a->w, a->body[i]);
    v = fs_vel3_add(v, fs_vel3_make(VEL3D(0.3), VEL3D(0.2), VEL3D(-0.1)));
    ck_assert_int_eq(fs_body3_set_velocity(a->w, a->body[i], v, fs_body3_angular_velocity(a->w, a->body[i])), FS_OK);
}

START_TEST(rings_that_tumble_keep_their_motion)
{
    const struct scene *scene = &scenes[_i];
    struct assembly a = { .w = scene3_world(0) };
    if (scene->links == CUBE)
        add_cube(&a, scene->kind);
    else
        add_ring(&a, scene->kind, scene->links, scene->heavy);
    spin(&a, scene->rate);
    kick(&a, 1);
    scene3_run(a.w, 2); /* until all links have their share of the throw */
    const struct drift d = tumble(&a, tick_count());
    print_figure("%s on %s, 1:%g, %g rad/s: energy rises by %.2g and falls by %.2g of it, angular momentum "
                 "changes by %.2g, gap %.2g m",
                 shape_name(scene), kind_names[scene->kind], scene->heavy, scene->rate, d.rise, d.fall, d.turn, d.gap);
    ck_assert_msg(d.rise <= 2e-5, "scene %d: energy rises by %.2e", _i, d.rise);
    ck_assert_msg(!scene->keeps || d.fall <= 1e-5 * tick_count(), "scene %d: energy falls by %.2e", _i, d.fall);
    ck_assert_msg(!scene->keeps || d.turn <= 1e-8 * tick_count(), "scene %d: angular momentum changes by %.2e", _i,
                  d.turn);
    ck_assert_msg(d.gap <= length / 100, "scene %d: gap %.2e m", _i, d.gap);
    fs_world3_destroy(a.w);
}
END_TEST

/* ---- loops that hang -------------------------------------------------------------------------------------------------- */

/* A ring hung by a ball joint, or by two, from level. */
static const struct hung {
    fs_joint3_kind kind;
    int links, anchors;
    double heavy, gap; /* m */
} hung[] = {
    { FS_JOINT3_BALL, 6, 1, 1, 1e-3 },   { FS_JOINT3_BALL, 24, 1, 1, 1e-3 },   { FS_JOINT3_BALL, 6, 1, 100, 1e-3 },
    { FS_JOINT3_HINGE, 6, 1, 1, 3e-3 },  { FS_JOINT3_HINGE, 12, 1, 10, 3e-3 }, { FS_JOINT3_FIXED, 6, 1, 1, 1e-5 },
    { FS_JOINT3_FIXED, 24, 1, 1, 1e-5 }, { FS_JOINT3_BALL, 6, 2, 1, 3e-3 },    { FS_JOINT3_BALL, 24, 2, 1, 8e-3 },
    { FS_JOINT3_FIXED, 6, 2, 1, 1e-5 },  { FS_JOINT3_HINGE, 8, 2, 1, 3e-3 },
};
enum { HUNG = sizeof hung / sizeof *hung };

/* Velocities stand half a substep before positions: m v.g h / 2 is the kinetic energy that is missing. */
static double energy_of(const struct assembly *a)
{
    double energy = METRES3D(fs_world3_energy(a->w));
    for (int i = 0; i < a->bodies; i++) {
        uint32_t row;
        ck_assert_int_eq(fs_body3_row(a->w, a->body[i], &row), FS_OK);
        energy -= scene3_velocity(a->w, a->body[i]).y / scaled_value(a->w->body.inv_mass[row]) * GRAVITY / 480;
    }
    return energy;
}

START_TEST(rings_that_hang_gain_nothing)
{
    const struct hung *h = &hung[_i];
    struct assembly a = { .w = scene3_world(-GRAVITY) };
    double rise = 0, gap = 0, mass = 0;
    add_ring(&a, h->kind, h->links, h->heavy);
    fs_body3 ground = scene3_body(a.w, FS_BODY3_STATIC, 0, 2, 0);
    for (int i = 0; i < h->anchors; i++)
        join(&a, FS_JOINT3_BALL, ground, a.body[i * h->links / 2], scene3_position(a.w, a.body[i * h->links / 2]), 0);
    for (int i = 0; i < a.bodies; i++)
        mass += i % 2 == 0 ? 1 : h->heavy;
    const double start = energy_of(&a);
    for (int tick = 0; tick < tick_count(); tick++) {
        fs_world3_step(a.w);
        rise = fmax(rise, energy_of(&a) - start);
        gap = fmax(gap, gap_of(a.w));
    }
    rise /= mass * GRAVITY;
    print_figure(
        "ring of %d on %s, 1:%g, hung at %d points: energy rises by %.2g m of height, ends at %.3g m, gap %.2g m",
        h->links, kind_names[h->kind], h->heavy, h->anchors, rise, (energy_of(&a) - start) / mass / GRAVITY, gap);
    ck_assert_msg(rise <= 1e-6, "ring %d: energy rises by %.2e m of height", _i, rise);
    ck_assert_msg(gap <= h->gap, "ring %d: gap %.2e m", _i, gap);
    fs_world3_destroy(a.w);
}
END_TEST

/* ---- equal everywhere ----------------------------------------------------------------------------------------------- */

/* Rings, cubes and pairs on two joints fall. */
static uint64_t loops_hash(uint32_t kernel, uint32_t workers)
{
    struct counted_tasks tasks;
    struct assembly a = { .w = scene3_world(-GRAVITY) };
    ck_assert_int_eq(fs_world3_set_kernel(a.w, kernel), FS_OK);
    counted_tasks_start(&tasks, workers);
    fs_world3_set_tasks(a.w, workers > 1 ? &tasks.tasks : NULL);
    scene3_ground(a.w, NULL);
    for (int n = 0; n < 4; n++) {
        a.bodies = 0;
        add_ring(&a, kinds[n], 4 + 2 * n, 1 + n);
        add_cube(&a, kinds[(n + 1) % 3]);
        for (int i = 0; i < 2; i++)
            add_link(&a, 0, 2 + i, 1);
        for (int i = 0; i < 2; i++)
            join(&a, FS_JOINT3_BALL, a.body[a.bodies - 2], a.body[a.bodies - 1], (scene3_vector){ 2.5, 0, 0.1 * i }, 0);
        spin(&a, 5);
    }
    scene3_run(a.w, 120);
    uint64_t hash = fs_state_hash(fs_world3_state(a.w));
    fs_world3_destroy(a.w);
    counted_tasks_stop(&tasks, 100);
    return hash;
}

START_TEST(kernels_and_workers_agree)
{
    scene3_assert_same_everywhere(loops_hash);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("loops3");
    TCase *tc = tcase_create("loops3");
    tcase_set_timeout(tc, 600);
    tcase_add_loop_test(tc, rings_that_tumble_keep_their_motion, 0, SCENES);
    tcase_add_loop_test(tc, rings_that_hang_gain_nothing, 0, HUNG);
    tcase_add_test(tc, kernels_and_workers_agree);
    suite_add_tcase(suite, tc);
    return suite;
}
