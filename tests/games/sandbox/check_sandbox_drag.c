/* check_sandbox_drag.c: bodies of the sandbox that follow the pointer of a player. */
#include "games/sandbox/stage.h"

static void drag_to(struct stage *s, uint32_t slot, fix16_t x, fix16_t y)
{
    const fs_keys keys = { .drags = true, .pointer = { x, y, 0 } };
    fs_game_sandbox.keys(&keys, match_input(&s->m, slot));
    fs_game_sandbox.sanitise(match_input(&s->m, slot));
}

START_TEST(a_body_follows_the_pointer)
{
    static const int hz[] = { FS_MIN_HZ, 60, FS_MAX_HZ };
    for (unsigned i = 0; i < 3; i++) {
        char settings[80];
        snprintf(settings, sizeof settings, "scene=2 start=0 drag=1 hz=%d", hz[i]);
        struct stage s = stage_start(1, settings);
        uint32_t row = make_at(&s, 0, SANDBOX_MAKE_CIRCLE, fs_pos2_make(M(15), M(8)));
        s.v.player.body[0] = s.v.player.generation[0] = 0;
        for (int tick = 0; tick < 3 * hz[i]; tick++) {
            /* It is taken where it is, then the pointer goes away with it. */
            drag_to(&s, 0, tick < 2 ? fix16_from_int(15) : fix16_from_int(12), fix16_from_int(8));
            match_step(&s.m);
            ck_assert_uint_eq(selected(&s, 0), row);
        }
        /* To the middle of a cell of the pointer, which is at most 0.1 m away; gravity does not pull it down. */
        ck_assert_msg(fs_abs64(s.w.body.pos[row].x - M(12)) < CM(12) && fs_abs64(s.w.body.pos[row].y - M(8)) < CM(12),
                      "%d Hz", hz[i]);
        ck_assert(fs_abs32(s.w.body.vel[row].x) < FS_VEL_ONE / 100);
        match_press(&s.m, 0, 0, 0);
        match_steps(&s.m, hz[i] / 2);
        ck_assert(s.w.body.pos[row].y < M(7));
        ck_assert_uint_eq(selected(&s, 0), row);
        match_end(&s.m);
    }
}
END_TEST

/* The pointer passes over another body: what was taken first stays taken. On an empty place nothing is taken. */
START_TEST(a_drag_keeps_what_it_took)
{
    struct stage s = stage_start(1, "scene=2 start=0 gravity=0 drag=1");
    uint32_t first = make_at(&s, 0, SANDBOX_MAKE_CIRCLE, fs_pos2_make(M(15), M(8)));
    uint32_t second = make_at(&s, 0, SANDBOX_MAKE_CIRCLE, fs_pos2_make(M(10), M(8)));
    drag_to(&s, 0, fix16_from_int(15), fix16_from_int(8));
    match_step(&s.m);
    ck_assert_uint_eq(selected(&s, 0), first);
    drag_to(&s, 0, fix16_from_int(10), fix16_from_int(8));
    match_step(&s.m);
    ck_assert_uint_eq(selected(&s, 0), first);
    match_press(&s.m, 0, 0, 0);
    match_step(&s.m);
    drag_to(&s, 0, fix16_from_int(10), fix16_from_int(8));
    match_step(&s.m);
    ck_assert_uint_eq(selected(&s, 0), second);
    match_press(&s.m, 0, 0, 0);
    match_step(&s.m);
    drag_to(&s, 0, fix16_from_int(-15), fix16_from_int(9));
    match_step(&s.m);
    ck_assert_uint_eq(selected(&s, 0), UINT32_MAX);
    match_end(&s.m);
}
END_TEST

/* Without the option a drag is no key, no command and no drag. */
START_TEST(a_drag_needs_the_option)
{
    struct stage s = empty_stage(1);
    uint32_t row = make_at(&s, 0, SANDBOX_MAKE_CIRCLE, fs_pos2_make(M(15), M(8)));
    for (int tick = 0; tick < 60; tick++) {
        drag_to(&s, 0, fix16_from_int(-19), fix16_from_int(8));
        match_step(&s.m);
    }
    ck_assert_int_eq(s.w.body.pos[row].x, M(15));
    match_end(&s.m);
}
END_TEST

/* Every pair of bytes is legal after sanitising once, and the borders of the stage are cells of their own. */
START_TEST(pointers_beyond_the_stage_end_at_its_border)
{
    uint8_t low[2], high[2];
    fs__sandbox_drag_encode((fs_draw_point){ INT32_MIN, INT32_MIN, 0 }, low);
    fs__sandbox_drag_encode((fs_draw_point){ INT32_MAX, INT32_MAX, 0 }, high);
    ck_assert(low[0] == 0 && low[1] == SANDBOX_DRAG && high[0] == 255 && high[1] == 255);
    for (unsigned i = 0; i < 65536; i++) {
        uint8_t once[2] = { (uint8_t)i, (uint8_t)(i >> 8) }, twice[2];
        fs_game_sandbox.sanitise(once);
        memcpy(twice, once, sizeof twice);
        fs_game_sandbox.sanitise(twice);
        ck_assert_mem_eq(once, twice, sizeof once);
    }
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *s = suite_create("sandbox_drag");
    TCase *t = tcase_create("sandbox_drag");
    tcase_add_test(t, a_body_follows_the_pointer);
    tcase_add_test(t, a_drag_keeps_what_it_took);
    tcase_add_test(t, a_drag_needs_the_option);
    tcase_add_test(t, pointers_beyond_the_stage_end_at_its_border);
    suite_add_tcase(s, t);
    return s;
}
