/* check_continuous_matrix2.c: continuous collision of many bullets at once: one state hash with every kernel, on 1, 2 and 4
 * threads.
 *
 * A chamber of thin walls holds a heap of boxes, fixed and turning blades, and 80 discs, rods and boxes that fly about
 * at up to 480 m/s, half of them bullets: 8 m a tick in a chamber of 26 m. With 270 tiles more there are more immovable
 * shapes than are tested one by one (continuous.inl), so fast bodies ask the broad phase.
 */
#define FS__WORLD2_INTERNAL /* the columns are written */

#include <fixstep/trig.h>

#include "num/num_util.h"
#include "physics2d/solver/contact_block.h"
#include "support/parallel_tasks.h"
#include "physics2d/world2_fixture.h"

enum { BULLETS = 80, COLUMNS = 20, HEIGHT = 16, TICKS = 32, SHARED = 10, HALF = 13, TILES = 270 };

static fs_pos centimetres(int v)
{
    return v * FS_POS_ONE / 100;
}
static fs_rel rel_centimetres(int centimetres)
{
    return (fs_rel)((int64_t)centimetres * FS_REL_ONE / 100);
}

/* ---- the chamber --------------------------------------------------------------------------------------------- */

/* 13 m to each side, walls of 4 cm that overlap in the corners. */
static void add_chamber(struct fixture2 *t)
{
    fs_geometry2 lying = fixture2_box_geometry(rel_centimetres(100 * HALF + 20), rel_centimetres(2));
    fs_geometry2 standing = fixture2_box_geometry(rel_centimetres(2), rel_centimetres(100 * HALF + 20));
    for (int side = -1; side <= 1; side += 2) {
        fixture2_add_body(t, FS_BODY2_STATIC, 0, side * centimetres(100 * HALF), &lying);
        fixture2_add_body(t, FS_BODY2_STATIC, side * centimetres(100 * HALF), 0, &standing);
    }
}

static void add_blades(struct fixture2 *t)
{
    fs_geometry2 blade = fixture2_box_geometry(rel_centimetres(200), rel_centimetres(1));
    for (int i = 0; i < 6; i++) {
        fs_body2_type type = i % 2 == 0 ? FS_BODY2_STATIC : FS_BODY2_KINEMATIC;
        fs_body2 body = fixture2_add_body(t, type, centimetres(350 * i - 875), centimetres(700), &blade);
        ck_assert_int_eq(fs_body2_set_pose(&t->w, body, fs_pos2_make(centimetres(350 * i - 875), centimetres(700)),
                                           fs_rot2_from_turn((uint32_t)i * 0x17000000u)),
                         FS_OK);
        if (type == FS_BODY2_KINEMATIC)
            ck_assert_int_eq(fs_body2_set_velocity(&t->w, body, fs_vel2_zero(), 20 * FS_VEL_ONE), FS_OK);
    }
}

/* Rows of tiles at both sides of the chamber. */
static void add_tiles(struct fixture2 *t)
{
    fs_geometry2 tile = fixture2_box_geometry(rel_centimetres(20), rel_centimetres(1));
    for (int i = 0; i < TILES; i++)
        fixture2_add_body(t, FS_BODY2_STATIC, (i % 2 * 2 - 1) * centimetres(1000 - 60 * (i / 2 % 5)),
                          centimetres(90 * (i / 10) - 1200), &tile);
}

static void add_heap(struct fixture2 *t)
{
    for (int row = 0; row < HEIGHT; row++)
        for (int column = 0; column < COLUMNS; column++)
            fixture2_add_box(t, centimetres(60 * column - 585 + row % 2 * 30), centimetres(50 * row - 100 * HALF + 28),
                             rel_centimetres(25), rel_centimetres(25));
}

static fs_geometry2 bullet_shape(int i)
{
    fs_geometry2 rod;
    fs_rel2 end = fs_rel2_make(rel_centimetres(20), 0);
    ck_assert_int_eq(fs_geometry2_capsule(fs_rel2_neg(end), end, rel_centimetres(3), &rod), FS_OK);
    return i % 3 == 0   ? fixture2_disc_geometry(rel_centimetres(5))
           : i % 3 == 1 ? fixture2_box_geometry(rel_centimetres(10), rel_centimetres(4))
                        : rod;
}

static void add_bullets(struct fixture2 *t)
{
    test_rng r = { 99 };
    for (int i = 0; i < BULLETS; i++) {
        fs_geometry2 shape = bullet_shape(i);
        fs_pos x = centimetres(130 * (i % 18) - 1105), y = centimetres(100 * (i / 18));
        fs_body2 body = fixture2_add_body(t, FS_BODY2_DYNAMIC, x, y, &shape);
        fs_rot2 way = fs_rot2_from_turn((uint32_t)test_bits(&r));
        int64_t speed = (20 + (int64_t)(test_bits(&r) % 460)) * FS_VEL_ONE;
        fs_vel2 v = fs_vel2_make((fs_vel)fs_mul64(speed, way.c, 30), (fs_vel)fs_mul64(speed, way.s, 30));
        ck_assert_int_eq(fs_body2_set_velocity(&t->w, body, v, (fs_vel)(i % 60 * FS_VEL_ONE)), FS_OK);
        ck_assert_int_eq(fs_body2_set_flags(&t->w, body, i % 2 == 0 ? FS_BODY2_BULLET : 0, 0), FS_OK);
    }
}

static struct fixture2 make_scene(void)
{
    const fs_world2_limits limits = { .bodies = 800, .shapes = 800, .contacts = 6000, .joints = 1, .materials = 2 };
    fs_world2_def def = fs_default_world2_def(60);
    struct fixture2 t = fixture2_start_with(60, &limits, &def);
    fs_material2_def lively = fs_default_material2_def();
    lively.restitution = FS_UNIT_ONE / 10 * 7;
    ck_assert_int_eq(fs_material2_set(&t.w, 0, &lively), FS_OK);
    add_chamber(&t);
    add_blades(&t);
    add_heap(&t);
    add_bullets(&t);
    return t;
}

static uint32_t count_outside(const struct fixture2 *t)
{
    uint32_t count = 0;
    for (uint32_t row = 0; row < *t->w.body.rows; row++) {
        fs_pos2 p = t->w.body.pos[row];
        count += fs_abs64(p.x) > centimetres(100 * HALF + 2) || fs_abs64(p.y) > centimetres(100 * HALF + 2);
    }
    return count;
}

/* ---- tests ----------------------------------------------------------------------------------------------------- */

/* Without continuous collision some bullets leave. */
START_TEST(bullets_stay_in_the_chamber)
{
    for (int on = 0; on < 2; on++) {
        struct fixture2 t = make_scene();
        if (!on)
            *t.w.rules.flags = (uint16_t)(*t.w.rules.flags & ~(unsigned)FS_WORLD2_CONTINUOUS);
        fixture2_step(&t, TICKS);
        if (on)
            ck_assert_uint_eq(count_outside(&t), 0);
        else
            ck_assert_uint_ge(count_outside(&t), BULLETS / 2);
        fixture2_end(&t);
    }
}
END_TEST

static uint64_t hash_after_run(uint32_t kernel, struct parallel_tasks *share, bool again)
{
    struct fixture2 t = make_scene();
    t.w.kernel = kernel;
    t.w.tasks = share != NULL ? &share->tasks : NULL;
    for (int tick = 0; tick < TICKS; tick++) {
        if (again) {
            memset(t.scratch.bytes, tick, t.scratch.size);
            t.scratch.tasks = t.w.tasks;
            fs_world2_bind(t.state, fixture2_T_physics2, &t.scratch, &t.w);
            t.w.kernel = kernel;
        }
        fixture2_step(&t, 1);
    }
    uint64_t root = fs_state_hash(t.state);
    fixture2_end(&t);
    return root;
}

START_TEST(kernels_and_threads_change_nothing)
{
    static const uint32_t workers[] = { 1, 2, 4 };
    uint64_t expected = hash_after_run(1, NULL, false);
    for (unsigned kernel = 0; fs__solver2_kernel(kernel) != NULL; kernel++)
        for (int i = 0; i < 3; i++) {
            struct parallel_tasks share;
            parallel_start(&share, workers[i]);
            uint64_t root = hash_after_run(kernel + 1, &share, false);
            ck_assert_msg(root == expected, "%s on %u threads differs", fs__solver2_kernel(kernel)->name, workers[i]);
            ck_assert_uint_ge(share.jobs, workers[i] > 1 ? SHARED : 0);
            parallel_stop(&share);
        }
    ck_assert_uint_eq(hash_after_run(0, NULL, true), expected);
}
END_TEST

/* Without bullets. */
static uint64_t hash_with_tiles(struct parallel_tasks *share)
{
    struct fixture2 t = make_scene();
    add_tiles(&t);
    for (uint32_t row = 0; row < *t.w.body.rows; row++)
        t.w.body.flags[row] &= (uint16_t)~FS_BODY2_BULLET;
    t.w.tasks = share != NULL ? &share->tasks : NULL;
    fixture2_step(&t, TICKS / 4);
    ck_assert_uint_eq(count_outside(&t), 0);
    uint64_t root = fs_state_hash(t.state);
    fixture2_end(&t);
    return root;
}

START_TEST(threads_change_nothing_with_many_obstacles)
{
    struct parallel_tasks share;
    parallel_start(&share, 4);
    ck_assert_uint_eq(hash_with_tiles(&share), hash_with_tiles(NULL));
    ck_assert_uint_ge(share.jobs, SHARED);
    parallel_stop(&share);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("impact_matrix2");
    TCase *tc = tcase_create("impact");
    tcase_set_timeout(tc, 300);
    tcase_add_test(tc, bullets_stay_in_the_chamber);
    tcase_add_test(tc, kernels_and_threads_change_nothing);
    tcase_add_test(tc, threads_change_nothing_with_many_obstacles);
    suite_add_tcase(suite, tc);
    return suite;
}
