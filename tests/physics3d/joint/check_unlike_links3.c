/* check_unlike_links3.c: trees of links of very different masses get no energy from their joints.
 *
 * The impulses of such joints balance each other and are far larger than what moves the links. Where some are missing, because a
 * limit lets go or links have turned, light links get velocities beyond their format, from which no solution leads back.
 */
#define FS__WORLD3_INTERNAL /* columns are read */

#include <math.h>

#include <fixstep/random.h>

#include "physics3d/joint/tumbling3.h"

enum { LINKS = 8, TREES = 24, TREE_TICKS = 150, CHAINS = 24, CHAIN_TICKS = 240, SUBSTEPS = 2 };
static const scene3_vector half = { 0.1, 0.3, 0.1 };

static double uniform(fs_rng *rng, double low, double high)
{
    return low + (high - low) * fs_rng_below(rng, 1 << 20) * 0x1p-20;
}

static fs_unit3 random_axis(fs_rng *rng)
{
    const scene3_vector v = { uniform(rng, -1, 1), uniform(rng, -1, 1), uniform(rng, 0.1, 1) };
    const double length = scene3_length(v);
    return joint3_axis(v.x / length, v.y / length, v.z / length);
}

static void hinge(struct assembly *a, int i, int j, fs_unit3 axis, bool limited)
{
    fs_joint3_def d = joint3_between(a->w, FS_JOINT3_HINGE, a->body[i], a->body[j], middle_of(a, i, j), axis);
    if (limited) {
        d.flags |= FS_JOINT3_LIMIT;
        d.lower_limit = REL3D(-1.2);
        d.upper_limit = REL3D(1);
    }
    ck_assert_int_eq(fs_joint3_create(a->w, &d, NULL), FS_OK);
}

/* ---- limits that let go --------------------------------------------------------------------------------------------- */

static void add_tree(struct assembly *a, fs_rng *rng, double heavy)
{
    for (int i = 0; i < LINKS; i++) {
        const int parent = (i - 1) / 2;
        scene3_vector at = { 0, 0, 0 };
        if (i > 0) {
            at = scene3_position(a->w, a->body[parent]);
            at.x += i % 2 == 1 ? 0.42 : -0.42;
            at.y += 0.48;
            at.z += uniform(rng, -0.1, 0.1);
        }
        add_link_box(a, at, half, exp(uniform(rng, 0, log(heavy))));
        if (i > 0)
            hinge(a, parent, i, random_axis(rng), true);
    }
}

START_TEST(trees_with_limits_gain_nothing)
{
    static const double heavy[3] = { 10, 100, 1000 };
    for (uint64_t seed = 1; seed <= TREES; seed++) {
        struct assembly a = { .w = scene3_world(0) };
        fs_rng rng = fs_rng_seed(seed, 1);
        add_tree(&a, &rng, heavy[_i]);
        spin(&a, 5 * (double)(1 + seed % 4));
        const struct drift d = tumble(&a, TREE_TICKS);
        ck_assert_msg(d.rise <= 1e-5, "1:%g, seed %d: energy rises by %.3g of it", heavy[_i], (int)seed, d.rise);
        ck_assert_msg(d.gap <= 0.02, "1:%g, seed %d: gap %.3g m", heavy[_i], (int)seed, d.gap);
        fs_world3_destroy(a.w);
    }
}
END_TEST

/* ---- chains that strike the ground --------------------------------------------------------------------------------- */

static fs_world3 *open_world(uint32_t hz)
{
    fs_world3_def def = fs_default_world3_def(hz);
    fs_world3 *w;
    def.substeps = SUBSTEPS;
    ck_assert_int_eq(fs_world3_create(NULL, &def, &w), FS_OK);
    scene3_ground(w, NULL);
    return w;
}

static void throw_chain(struct assembly *a, fs_rng *rng)
{
    for (int i = 0; i < LINKS; i++) {
        add_link_box(a, (scene3_vector){ 0, 1 + 0.62 * i, 0 }, half, i % 2 == 0 ? 1 : 1000);
        if (i > 0)
            hinge(a, i - 1, i, random_axis(rng), false);
    }
    spin(a, uniform(rng, 2, 8));
    for (int i = 0; i < LINKS; i++) {
        const fs_vel3 v = fs_body3_velocity(a->w, a->body[i]);
        ck_assert_int_eq(fs_body3_set_velocity(a->w, a->body[i], fs_vel3_add(v, fs_vel3_make(VEL3D(6), VEL3D(-8), 0)),
                                               fs_body3_angular_velocity(a->w, a->body[i])),
                         FS_OK);
    }
}

START_TEST(chains_that_strike_the_ground_gain_nothing)
{
    static const uint32_t hz[3] = { 30, 60, 120 };
    for (uint64_t seed = 1; seed <= CHAINS; seed++) {
        struct assembly a = { .w = open_world(hz[_i]) };
        fs_rng rng = fs_rng_seed(seed, 2);
        throw_chain(&a, &rng);
        const double start = scene3_energy(a.w);
        for (int tick = 0; tick < CHAIN_TICKS; tick++) {
            fs_world3_step(a.w);
            ck_assert_msg(scene3_energy(a.w) <= 1.001 * start, "%d Hz, seed %d, tick %d: %.4g J of %.4g J", (int)hz[_i],
                          (int)seed, tick, scene3_energy(a.w), start);
        }
        fs_world3_destroy(a.w);
    }
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("unlike_links3");
    TCase *tc = tcase_create("unlike_links3");
    tcase_set_timeout(tc, 120);
    tcase_add_loop_test(tc, trees_with_limits_gain_nothing, 0, 3);
    tcase_add_loop_test(tc, chains_that_strike_the_ground_gain_nothing, 0, 3);
    suite_add_tcase(suite, tc);
    return suite;
}
