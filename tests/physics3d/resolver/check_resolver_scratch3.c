/* check_resolver_scratch3.c: the worst-first resolver keeps nothing in scratch: a heap with more than a thousand touching contacts
 * goes on alike when its scratch is overwritten between ticks.
 */
#include "physics3d/world3_fixture.h"

#include "physics3d/world/world.h"

enum { SIDE = 9, LAYERS = 6, TICKS = 8, HZ = 60 };

/* Cubes of 0.5 m side by side, and a ball that flies into them. */
static struct fixture3 make_block(void)
{
    const fs_world3_limits limits = { .bodies = 512, .shapes = 512, .contacts = 4096, .materials = 2, .hulls = 1 };
    fs_world3_def def = fs_default_world3_def(HZ);
    struct fixture3 t = fixture3_start_with(HZ, &limits, &def);
    ck_assert_int_eq(fs_world3_set_solver(&t.w, FS_SOLVER3_WORST_FIRST), FS_OK);
    fixture3_floor(&t, fs_pos3_zero());
    for (int i = 0; i < SIDE * SIDE * LAYERS; i++)
        fixture3_box(&t, FS_BODY3_DYNAMIC,
                     pos3_of(i % SIDE * 0.5, 0.25 + i / (SIDE * SIDE) * 0.5, i / SIDE % SIDE * 0.5), 0.25, 0.25, 0.25);
    fs_body3 ball = fixture3_ball(&t, pos3_of(-1.5, 1.6, 2), 0.5);
    ck_assert_int_eq(fs_body3_set_velocity(&t.w, ball, fs_vel3_make(20 * FS_VEL_ONE, 0, FS_VEL_ONE), fs_vel3_zero()),
                     FS_OK);
    return t;
}

static uint32_t count_touching(const struct fs_world3 *w)
{
    uint32_t touching = 0;
    for (uint32_t c = 0; c < *w->contact.rows; c++)
        touching += (w->contact.gen[c] & 1u) != 0 && (w->contact.flags[c] & FS__CONTACT3_TOUCHING) != 0;
    return touching;
}

START_TEST(nothing_is_kept_in_scratch)
{
    struct fixture3 kept = make_block(), dropped = make_block();
    uint32_t most = 0;
    for (uint32_t tick = 0; tick < TICKS; tick++) {
        fixture3_drop_scratch(&dropped, tick + 1);
        fixture3_step(&kept, 1);
        fixture3_step(&dropped, 1);
        ck_assert_msg(fs_state_hash(dropped.state) == fs_state_hash(kept.state), "tick %u differs without scratch",
                      tick);
        most = fs_max_u32(most, count_touching(&kept.w));
    }
    ck_assert_uint_ge(most, 1000);
    ck_assert_int_eq(fs_world3_solver(&dropped.w), FS_SOLVER3_WORST_FIRST);
    fixture3_end(&kept);
    fixture3_end(&dropped);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("resolver_scratch3");
    TCase *tc = tcase_create("resolver_scratch3");
    suite_add_tcase(suite, tc);
    tcase_set_timeout(tc, 120);
    tcase_add_test(tc, nothing_is_kept_in_scratch);
    return suite;
}
