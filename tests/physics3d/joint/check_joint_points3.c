/* check_joint_points3.c: ball joints in loops, whose rows are made in lanes: all kernels and numbers of workers give the same
 * bits, such a joint behaves as one whose rows are made one by one, and so do joints in no lane: with the ground, of small
 * bodies, and more at one body than there are colours.
 */
#include "physics3d/joint3_scene.h"
#include "support/counted_tasks.h"

enum { SIDE = 12 };

struct net {
    fs_world3 *w;
    fs_body3 body[SIDE][SIDE];
};

/* What differs between nets. */
struct net_kind {
    double size, mass, every_third; /* length of a mesh, m; kg; mass of every third body as a multiple */
    double spin;                    /* of every fifth body, rad/s */
    double flatness;                /* half height of a box over its half width */
};

/* A joint with limits that are never reached has its rows made one by one. */
static void tie(fs_world3 *w, fs_body3 a, fs_body3 b, scene3_vector at, bool alone)
{
    fs_joint3_def d = joint3_between(w, FS_JOINT3_BALL, a, b, at, joint3_axis(0.6, 0, 0.8));
    d.flags = alone ? FS_JOINT3_LIMIT : 0;
    d.lower_limit = REL3D(-3);
    d.upper_limit = d.swing_limit = REL3D(3);
    joint3_add(w, &d);
}

static fs_body3 add_knot(struct net *n, const struct net_kind *kind, int x, int z)
{
    double half = 0.3 * kind->size;
    const scene3_vector at = { x * kind->size, 0, z * kind->size }, size = { half, half * kind->flatness, half };
    bool fixed = (x == 0 || x == SIDE - 1) && z == 0;
    fs_shape3_def shape = fs_default_shape3_def();
    double mass = kind->mass * ((x + z) % 3 == 0 ? kind->every_third : 1);
    shape.density = (fs_wide)llround(mass / (8 * size.x * size.y * size.z) * 0x1p32);
    fs_body3 body = scene3_box(n->w, fixed ? FS_BODY3_STATIC : FS_BODY3_DYNAMIC, &shape, at, size);
    if ((x * 7 + z) % 5 == 0 && !fixed) {
        fs_vel3 spin = fs_vel3_make(VEL3D(kind->spin), VEL3D(0.5 * kind->spin), 0);
        ck_assert_int_eq(fs_body3_set_velocity(n->w, body, fs_vel3_zero(), spin), FS_OK);
    }
    return body;
}

/* A level net in the air that two corners hold. */
static struct net make_net(const struct net_kind *kind, bool alone)
{
    struct net n = { .w = scene3_world(-10 * kind->size) };
    for (int x = 0; x < SIDE; x++)
        for (int z = 0; z < SIDE; z++) {
            n.body[x][z] = add_knot(&n, kind, x, z);
            const scene3_vector left = { (x - 0.5) * kind->size, 0, z * kind->size },
                                back = { x * kind->size, 0, (z - 0.5) * kind->size };
            if (x > 0)
                tie(n.w, n.body[x - 1][z], n.body[x][z], left, alone);
            if (z > 0)
                tie(n.w, n.body[x][z - 1], n.body[x][z], back, alone);
        }
    return n;
}

/* ---- the same bits -------------------------------------------------------------------------------------------------- */

static uint64_t net_hash(uint32_t kernel, uint32_t workers)
{
    static const struct net_kind kind = { 1, 10, 4, 9, 0.5 };
    struct counted_tasks tasks;
    struct net n = make_net(&kind, false);
    ck_assert_int_eq(fs_world3_set_kernel(n.w, kernel), FS_OK);
    counted_tasks_start(&tasks, workers);
    fs_world3_set_tasks(n.w, workers > 1 ? &tasks.tasks : NULL);
    scene3_run(n.w, 90);
    uint64_t hash = fs_state_hash(fs_world3_state(n.w));
    fs_world3_destroy(n.w);
    counted_tasks_stop(&tasks, 100);
    return hash;
}

START_TEST(kernels_and_workers_agree)
{
    scene3_assert_same_everywhere(net_hash);
}
END_TEST

/* ---- as rows made one by one ---------------------------------------------------------------------------------------- */

/* Joint 0 holds the fixed corner. */
static double gap_of_net(const struct net *n)
{
    double worst = 0;
    for (uint32_t row = 0; row < *n->w->joint.rows; row++)
        worst = fmax(worst, fabs(METRES_OF_REL3D(fs_joint3_translation(n->w, row))));
    return worst;
}

static double force_of_joint(const fs_world3 *w, uint32_t row)
{
    fs_wide3 f = w->joint.force[row];
    return sqrt(pow(METRES3D(f.x), 2) + pow(METRES3D(f.y), 2) + pow(METRES3D(f.z), 2));
}

START_TEST(lanes_behave_as_single_rows)
{
    static const struct net_kind all[] = { { 1, 10, 1, 0, 1 },      { 1, 10, 1, 12, 1 },    { 1, 0.01, 1, 0, 0.1 },
                                           { 2, 5000, 20, 5, 0.5 }, { 0.3, 1, 1, 20, 0.3 }, { 0.02, 0.001, 1, 0, 1 } };
    const struct net_kind *kind = &all[_i];
    struct net a = make_net(kind, false), b = make_net(kind, true);
    scene3_run(a.w, 30);
    scene3_run(b.w, 30);
    for (int x = 0; x < SIDE; x++)
        for (int z = 0; z < SIDE; z++) {
            scene3_vector p = scene3_position(a.w, a.body[x][z]), q = scene3_position(b.w, b.body[x][z]);
            NEAR3(p.x, q.x, 1e-3 * kind->size);
            NEAR3(p.y, q.y, 1e-3 * kind->size);
            NEAR3(p.z, q.z, 1e-3 * kind->size);
        }
    NEAR3(force_of_joint(a.w, 0), force_of_joint(b.w, 0), 0.02 * force_of_joint(b.w, 0));
    NEAR3(gap_of_net(&a), gap_of_net(&b), 0.02 * gap_of_net(&b) + 1e-6);
    fs_world3_destroy(a.w);
    fs_world3_destroy(b.w);
}
END_TEST

/* ---- joints in no lane ---------------------------------------------------------------------------------------------- */

enum { SPOKES = 30 };

/* A hub with more joints than there are colours; a rim makes loops of them. */
static fs_world3 *make_wheel(bool alone, fs_body3 spoke[SPOKES])
{
    fs_world3 *w = scene3_world(0);
    fs_body3 hub = scene3_ball(w, NULL, 0, 0, 0, 1);
    for (int i = 0; i < SPOKES; i++) {
        double angle = 2 * M_PI * i / SPOKES;
        scene3_vector at = { 2 * cos(angle), 0, 2 * sin(angle) };
        spoke[i] = scene3_ball(w, NULL, at.x, at.y, at.z, 0.15);
        tie(w, hub, spoke[i], (scene3_vector){ 1.8 * cos(angle), 0, 1.8 * sin(angle) }, alone);
        if (i > 0)
            tie(w, spoke[i - 1], spoke[i],
                (scene3_vector){ 2 * cos(angle - M_PI / SPOKES), 0, 2 * sin(angle - M_PI / SPOKES) }, alone);
    }
    ck_assert_int_eq(fs_body3_set_velocity(w, hub, fs_vel3_zero(), fs_vel3_make(0, VEL3D(2), VEL3D(0.1))), FS_OK);
    return w;
}

START_TEST(joints_without_a_colour_hold)
{
    fs_body3 spoke[SPOKES], other[SPOKES];
    fs_world3 *a = make_wheel(false, spoke), *b = make_wheel(true, other);
    scene3_run(a, 60);
    scene3_run(b, 60);
    for (uint32_t row = 0; row < *a->joint.rows; row++)
        NEAR3(METRES_OF_REL3D(fs_joint3_translation(a, row)), 0, 2e-3);
    for (int i = 0; i < SPOKES; i++) {
        scene3_vector p = scene3_position(a, spoke[i]), q = scene3_position(b, other[i]);
        NEAR3(p.x, q.x, 2e-3);
        NEAR3(p.y, q.y, 2e-3);
        NEAR3(p.z, q.z, 2e-3);
    }
    fs_world3_destroy(a);
    fs_world3_destroy(b);
}
END_TEST

/* Two immovable bodies with poses of their own are one solver body, whose joints alternate. */
START_TEST(joints_with_two_immovable_bodies_hold)
{
    fs_world3 *w = scene3_world(-10);
    const scene3_vector half = { 0.3, 0.1, 0.1 };
    fs_body3 wall[2], box[4];
    const fs_quat turned = fs_quat_from_axis_turn(joint3_axis(0, 1, 0), UINT32_C(1) << 30);
    for (int i = 0; i < 2; i++)
        wall[i] = scene3_body(w, FS_BODY3_STATIC, 3 * i, i, 0);
    ck_assert_int_eq(fs_body3_set_pose(w, wall[1], scene3_pos(3, 1, 0), turned), FS_OK);
    for (int i = 0; i < 4; i++)
        box[i] = scene3_box(w, FS_BODY3_DYNAMIC, NULL, (scene3_vector){ 0.6 + 0.6 * i, 0, 0 }, half);
    for (int i = 0; i < 3; i++)
        tie(w, box[i], box[i + 1], (scene3_vector){ 0.9 + 0.6 * i, 0, 0 }, false);
    for (int i = 0; i < 4; i++)
        tie(w, wall[i % 2], box[i], (scene3_vector){ 0.6 + 0.6 * i, 0, 0 }, false);
    scene3_run(w, 120);
    for (uint32_t row = 0; row < *w->joint.rows; row++)
        NEAR3(METRES_OF_REL3D(fs_joint3_translation(w, row)), 0, 2e-3);
    for (int i = 0; i < 4; i++)
        NEAR3(scene3_position(w, box[i]).x, 0.6 + 0.6 * i, 2e-3);
    fs_world3_destroy(w);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("joint_points3");
    TCase *tc = tcase_create("joint_points3");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, kernels_and_workers_agree);
    tcase_add_loop_test(tc, lanes_behave_as_single_rows, 0, 6);
    tcase_add_test(tc, joints_without_a_colour_hold);
    tcase_add_test(tc, joints_with_two_immovable_bodies_hold);
    suite_add_tcase(suite, tc);
    return suite;
}
