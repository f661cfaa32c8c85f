/* check_sleep2.c: 2D islands fall asleep and wake as a whole. */
#define FS__WORLD2_INTERNAL /* the columns are written */

#include <fixstep/event2.h>
#include <fixstep/joint2.h>

#include "physics2d/world2_fixture.h"

enum { BOXES = 6 };

/* Boxes of 1 m in a pile on the ground, at rest. */
static void add_pile(struct fixture2 *t, fs_body2 *box)
{
    fixture2_add_ground(t);
    for (int i = 0; i < BOXES; i++)
        box[i] = fixture2_add_box(t, 0, FS_POS_ONE / 2 + i * FS_POS_ONE, FS_REL_ONE / 2, FS_REL_ONE / 2);
}

static bool is_asleep(struct fixture2 *t, fs_body2 body)
{
    return (t->w.body.flags[fixture2_row(t, body)] & FS_BODY2_ASLEEP) != 0;
}

static int count_asleep(struct fixture2 *t, const fs_body2 *box)
{
    int n = 0;
    for (int i = 0; i < BOXES; i++)
        n += is_asleep(t, box[i]);
    return n;
}

/* All fall asleep in one tick, each with an event, after at least the time of rest. */
static int step_until_asleep(struct fixture2 *t, const fs_body2 *box)
{
    for (int i = 1; i <= 600; i++) {
        fixture2_step(t, 1);
        int n = count_asleep(t, box);
        ck_assert(n == 0 || n == BOXES);
        ck_assert_uint_eq(fixture2_count_events(t, FS_EVENT2_SLEEP), (uint32_t)n);
        if (n == BOXES)
            return i;
    }
    return 0;
}

START_TEST(a_pile_falls_asleep_as_a_whole_and_stays_so)
{
    struct fixture2 t = fixture2_start(60);
    fs_body2 box[BOXES];
    add_pile(&t, box);
    int when = step_until_asleep(&t, box);
    ck_assert_int_ge(when, 30);
    ck_assert_int_le(when, 240);
    *t.w.world.tick = 0;
    uint64_t root = fs_state_hash(t.state);
    for (int i = 0; i < 50; i++) {
        fs_world2_step(&t.w);
        ck_assert_uint_eq(fs_state_hash(t.state), root);
        ck_assert_uint_eq(t.w.event_count, 0);
    }
    fixture2_end(&t);
}
END_TEST

START_TEST(a_hit_wakes_the_whole_pile)
{
    struct fixture2 t = fixture2_start(60);
    fs_body2 box[BOXES];
    add_pile(&t, box);
    ck_assert_int_gt(step_until_asleep(&t, box), 0);
    fs_body2 ball = fixture2_add_disc(&t, 0, BOXES + 2, FS_REL_ONE / 4);
    for (int i = 0; i < 120 && count_asleep(&t, box) != 0; i++) {
        fixture2_step(&t, 1);
        int n = count_asleep(&t, box);
        ck_assert(n == 0 || n == BOXES);
        ck_assert_uint_eq(fixture2_count_events(&t, FS_EVENT2_WAKE), n == 0 ? BOXES : 0);
    }
    ck_assert_int_eq(count_asleep(&t, box), 0);
    (void)ball;
    fixture2_end(&t);
}
END_TEST

/* A disc under a constant force flies between two sleeping discs, which it strikes in one tick: from many distances, because
 * a pair that would nearly touch at the end of a tick has rows of the solver before it touches, and the force makes it
 * touch. A sleeping disc that such a row took for immovable would take momentum away. */
START_TEST(sleeping_bodies_take_their_share_of_an_impact)
{
    for (int k = 0; k < 40; k++) {
        struct fixture2 t = fixture2_start(60);
        fixture2_set_gravity(&t, 0);
        fs_material2_def m = fs_default_material2_def();
        m.restitution = FS_UNIT_ONE / 2;
        ck_assert_int_eq(fs_material2_set(&t.w, 0, &m), FS_OK);
        const fs_geometry2 disc = fixture2_disc_geometry(FS_REL_ONE / 10),
                           pin = fixture2_disc_geometry(FS_REL_ONE / 16);
        fs_body2 ball = fixture2_add_body(&t, FS_BODY2_DYNAMIC, 0, FS_POS_ONE + k * FS_POS_ONE / 400, &disc);
        for (int side = -1; side <= 1; side += 2)
            ck_assert_int_eq(
                fs_body2_sleep(&t.w, fixture2_add_body(&t, FS_BODY2_DYNAMIC, side * FS_POS_ONE / 8, 0, &pin)), FS_OK);
        ck_assert_int_eq(fs_body2_set_velocity(&t.w, ball, fs_vel2_make(0, -6 * FS_VEL_ONE), 0), FS_OK);
        const fs_wide force = -FS_WIDE_ONE / 2;
        fs_wide before = fs_world2_momentum(&t.w).y + force * 20 / 60;
        for (int tick = 0; tick < 20; tick++) {
            ck_assert_int_eq(fs_body2_apply_force(&t.w, ball, fs_wide2_make(0, force)), FS_OK);
            fixture2_step(&t, 1);
        }
        fs_wide after = fs_world2_momentum(&t.w).y;
        ck_assert(t.w.body.vel[fixture2_row(&t, ball) + 1].y < 0);
        ck_assert_msg(fs_absdiff64(after, before) < fs_uabs64(before) / 100000, "%d: %.6f N s became %.6f", k,
                      (double)before / (double)FS_WIDE_ONE, (double)after / (double)FS_WIDE_ONE);
        fixture2_end(&t);
    }
}
END_TEST

START_TEST(losing_a_support_wakes)
{
    struct fixture2 t = fixture2_start(60);
    fs_body2 box[BOXES];
    add_pile(&t, box);
    ck_assert_int_gt(step_until_asleep(&t, box), 0);
    ck_assert_int_eq(fs_body2_destroy(&t.w, box[0]), FS_OK);
    fixture2_step(&t, 1);
    for (int i = 1; i < BOXES; i++)
        ck_assert(!is_asleep(&t, box[i]));
    fixture2_step(&t, 30);
    ck_assert_int_lt(t.w.body.pos[fixture2_row(&t, box[1])].y, FS_POS_ONE * 5 / 4);
    fixture2_end(&t);
}
END_TEST

START_TEST(moving_the_ground_wakes)
{
    struct fixture2 t = fixture2_start(60);
    fs_body2 box[BOXES];
    add_pile(&t, box);
    ck_assert_int_gt(step_until_asleep(&t, box), 0);
    fs_body2 ground = fs_body2_at(&t.w, 0);
    ck_assert_int_eq(fs_body2_set_pose(&t.w, ground, fs_pos2_make(0, -9 * FS_POS_ONE), fs_rot2_identity()), FS_OK);
    fixture2_step(&t, 60);
    ck_assert_int_lt(t.w.body.pos[fixture2_row(&t, box[0])].y, 0);
    fixture2_end(&t);
}
END_TEST

/* A box hangs from a static body, sleeps, and follows it. */
START_TEST(moving_an_anchor_wakes)
{
    struct fixture2 t = fixture2_start(60);
    const fs_geometry2 geometry = fixture2_disc_geometry(FS_REL_ONE / 8);
    fs_body2 anchor = fixture2_add_body(&t, FS_BODY2_STATIC, 0, 5 * FS_POS_ONE, &geometry),
             box = fixture2_add_box(&t, 0, 4 * FS_POS_ONE, FS_REL_ONE / 4, FS_REL_ONE / 4);
    fs_joint2_def def = fs_default_joint2_def(_i == 0 ? FS_JOINT2_REVOLUTE : FS_JOINT2_WELD);
    def.body_a = anchor;
    def.body_b = box;
    ck_assert_int_eq(fs_joint2_def_set_anchors(&t.w, &def, fs_pos2_make(0, 5 * FS_POS_ONE),
                                               fs_pos2_make(0, 5 * FS_POS_ONE), fs_unit2_make(FS_UNIT_ONE, 0)),
                     FS_OK);
    ck_assert_int_eq(fs_joint2_create(&t.w, &def, NULL), FS_OK);
    fixture2_step(&t, 600);
    ck_assert(is_asleep(&t, box));
    ck_assert_int_eq(fs_body2_set_pose(&t.w, anchor, fs_pos2_make(0, 6 * FS_POS_ONE), fs_rot2_identity()), FS_OK);
    fixture2_step(&t, 200);
    ck_assert_int_gt(t.w.body.pos[fixture2_row(&t, box)].y, FS_POS_ONE * 49 / 10);
    fixture2_end(&t);
}
END_TEST

/* A static box that is put into a sleeping one pushes it out. */
START_TEST(what_is_put_into_a_sleeping_body_pushes_it)
{
    struct fixture2 t = fixture2_start(60);
    const fs_geometry2 geometry = fixture2_box_geometry(FS_REL_ONE / 2, FS_REL_ONE / 2);
    fixture2_add_ground(&t);
    fs_body2 box = fixture2_add_box(&t, 0, FS_POS_ONE / 2, FS_REL_ONE / 2, FS_REL_ONE / 2), other = { { 0, 0 } };
    if (_i == 0)
        other = fixture2_add_body(&t, FS_BODY2_STATIC, -9 * FS_POS_ONE, FS_POS_ONE / 2, &geometry);
    fixture2_step(&t, 300);
    ck_assert(is_asleep(&t, box));
    if (_i == 0)
        ck_assert_int_eq(
            fs_body2_set_pose(&t.w, other, fs_pos2_make(FS_POS_ONE * 3 / 5, FS_POS_ONE / 2), fs_rot2_identity()),
            FS_OK);
    else
        fixture2_add_body(&t, FS_BODY2_STATIC, FS_POS_ONE * 3 / 5, FS_POS_ONE / 2, &geometry);
    fixture2_step(&t, 120);
    ck_assert_int_lt(t.w.body.pos[fixture2_row(&t, box)].x, -FS_POS_ONE * 38 / 100);
    fixture2_end(&t);
}
END_TEST

START_TEST(sleepless_and_carried_bodies_keep_islands_awake)
{
    struct fixture2 t = fixture2_start(60);
    fs_body2 box[BOXES];
    add_pile(&t, box);
    ck_assert_int_eq(fs_body2_set_flags(&t.w, box[3], FS_BODY2_SLEEPLESS, 0), FS_OK);
    fixture2_step(&t, 300);
    ck_assert_int_eq(count_asleep(&t, box), 0);
    ck_assert_int_eq(fs_body2_set_flags(&t.w, box[3], 0, FS_BODY2_SLEEPLESS), FS_OK);
    ck_assert_int_gt(step_until_asleep(&t, box), 0);
    fs_geometry2 plank = fixture2_box_geometry(FS_REL_ONE * 2, FS_REL_ONE / 4);
    fs_body2 lift = fixture2_add_body(&t, FS_BODY2_KINEMATIC, 8 * FS_POS_ONE, 0, &plank);
    fs_body2 load = fixture2_add_box(&t, 8 * FS_POS_ONE, FS_POS_ONE * 3 / 4, FS_REL_ONE / 2, FS_REL_ONE / 2);
    ck_assert_int_eq(fs_body2_set_velocity(&t.w, lift, fs_vel2_make(0, FS_VEL_ONE / 100), 0), FS_OK);
    fixture2_step(&t, 300);
    ck_assert(!is_asleep(&t, load));
    ck_assert_int_eq(count_asleep(&t, box), BOXES);
    ck_assert_int_eq(fs_body2_set_velocity(&t.w, lift, fs_vel2_zero(), 0), FS_OK);
    fixture2_step(&t, 200);
    ck_assert(is_asleep(&t, load));
    fixture2_end(&t);
}
END_TEST

START_TEST(nothing_sleeps_with_sleep_off)
{
    struct fixture2 t = fixture2_start(60);
    fs_body2 box[BOXES];
    add_pile(&t, box);
    ck_assert_int_gt(step_until_asleep(&t, box), 0);
    *t.w.rules.flags &= (uint16_t)~FS_WORLD2_SLEEP;
    fixture2_step(&t, 200);
    ck_assert_int_eq(count_asleep(&t, box), 0);
    fixture2_end(&t);
}
END_TEST

/* Nothing moves, in whatever order the level is made: as a_level_starts_asleep of check_waking3. */
START_TEST(a_level_starts_asleep)
{
    struct fixture2 t = fixture2_start(60);
    fs_body2 box[BOXES];
    fs_body2_def def = fs_default_body2_def();
    def.flags = (_i & 1) != 0 ? FS_BODY2_ASLEEP : 0;
    if ((_i & 2) == 0)
        fixture2_add_ground(&t);
    for (int i = 0; i < BOXES; i++) {
        def.pos = fs_pos2_make(0, FS_POS_ONE / 2 + i * FS_POS_ONE);
        ck_assert_int_eq(fs_body2_create(&t.w, &def, &box[i]), FS_OK);
        ck_assert_int_eq(fs_shape2_create_box(&t.w, box[i], NULL, FS_POS_ONE / 2, FS_POS_ONE / 2, NULL), FS_OK);
        if (def.flags == 0)
            ck_assert_int_eq(fs_body2_sleep(&t.w, box[i]), FS_OK);
    }
    if ((_i & 2) != 0)
        fixture2_add_ground(&t);
    fixture2_step(&t, 600);
    ck_assert_int_eq(count_asleep(&t, box), BOXES);
    for (int i = 0; i < BOXES; i++) {
        def.pos = fs_pos2_make(0, FS_POS_ONE / 2 + i * FS_POS_ONE);
        ck_assert(fs_pos2_eq(fs_body2_position(&t.w, box[i]), def.pos));
    }
    fixture2_end(&t);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("sleep2");
    TCase *tc = tcase_create("sleep2");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, a_pile_falls_asleep_as_a_whole_and_stays_so);
    tcase_add_test(tc, a_hit_wakes_the_whole_pile);
    tcase_add_test(tc, sleeping_bodies_take_their_share_of_an_impact);
    tcase_add_test(tc, losing_a_support_wakes);
    tcase_add_test(tc, moving_the_ground_wakes);
    tcase_add_loop_test(tc, moving_an_anchor_wakes, 0, 2);
    tcase_add_loop_test(tc, what_is_put_into_a_sleeping_body_pushes_it, 0, 2);
    tcase_add_test(tc, sleepless_and_carried_bodies_keep_islands_awake);
    tcase_add_test(tc, nothing_sleeps_with_sleep_off);
    tcase_add_loop_test(tc, a_level_starts_asleep, 0, 4);
    suite_add_tcase(suite, tc);
    return suite;
}
