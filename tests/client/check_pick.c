/* check_pick.c: the body of a world that a line of sight meets. */
#include "inspect/pick.h"

#include <fixstep/games.h>
#include <fixstep/sim.h>

#include "inspect/inspect.h"
#include "physics2d/world2_fixture.h"
#include "physics3d/world3_fixture.h"

static fs_draw_ray look_from(double x, double y, double z, double to_x, double to_y, double to_z)
{
    double way[3] = { to_x - x, to_y - y, to_z - z };
    double length = sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
    return (fs_draw_ray){ .origin = { x, y, z },
                          .direction = { way[0] / length, way[1] / length, way[2] / length },
                          .reach = 0.01 };
}

static fs_draw_ray look_down(double x, double y)
{
    return (fs_draw_ray){ .origin = { x, y, 0 }, .direction = { 0, 0, -1 }, .reach = 0.05 };
}

/* Looks at the corner of a large box that stands before a small one: the line passes nearer to the middle of the small one. */
START_TEST(in_space_the_first_body_is_met)
{
    struct fixture3 t = fixture3_start(60);
    fs_body3 behind = fixture3_box(&t, FS_BODY3_DYNAMIC, pos3_of(1.8, 1.8, -3), 0.2, 0.2, 0.2);
    fs_body3 front = fixture3_box(&t, FS_BODY3_DYNAMIC, pos3_of(0, 0, 0), 2, 2, 0.5);
    fs_draw_ray corner = look_from(1.8, 1.8, 10, 1.8, 1.8, 0), beside = look_from(2.5, 2.5, 10, 2.5, 2.5, 0);
    picked_body body = pick_body(t.state, &corner);
    ck_assert(body.met && !body.fixed && body.table == fixture3_T_body3 && body.row == fixture3_row(&t, front));
    fs_draw_ray back = look_from(1.8, 1.8, -10, 1.8, 1.8, 0);
    body = pick_body(t.state, &back);
    ck_assert(body.met && body.row == fixture3_row(&t, behind));
    ck_assert(!pick_body(t.state, &beside).met);
    fixture3_end(&t);
}
END_TEST

/* A wall that no game draws stands before the ball; the eye stands in a second one, and in a body of its own. */
START_TEST(in_space_bodies_that_move_come_first)
{
    struct fixture3 t = fixture3_start(60);
    fixture3_box(&t, FS_BODY3_STATIC, pos3_of(0, 0, 4), 5, 5, 0.5);
    fixture3_box(&t, FS_BODY3_STATIC, pos3_of(0, 0, 10), 5, 5, 0.5);
    fixture3_ball(&t, pos3_of(0, 0, 10), 0.4);
    fs_body3 floor = fixture3_floor(&t, pos3_of(0, -2, 0)), ball = fixture3_ball(&t, pos3_of(0, 0, 0), 1);
    fs_draw_ray at_ball = look_from(0, 0, 10, 0.9, 0, 0), at_floor = look_from(20, 10, 10, 20, -2, 0);
    picked_body body = pick_body(t.state, &at_ball);
    ck_assert(body.met && !body.fixed && body.row == fixture3_row(&t, ball));
    body = pick_body(t.state, &at_floor);
    ck_assert(body.met && body.fixed && body.row == fixture3_row(&t, floor));
    fixture3_end(&t);
}
END_TEST

/* Far bodies are met as well as near ones, and no number of a line of sight does harm. */
START_TEST(in_space_any_distance_and_any_line)
{
    static const double extremes[] = { 0, 1e300, -1e300, 32768, -32768, 1e-300 };
    struct fixture3 t = fixture3_start(60);
    fs_body3 far = fixture3_ball(&t, pos3_of(30000, -30000, 20000), 3);
    fs_draw_ray sight = look_from(-30000, 30000, -20000, 30000, -30000, 20000);
    picked_body body = pick_body(t.state, &sight);
    ck_assert(body.met && body.row == fixture3_row(&t, far));
    for (size_t i = 0; i < 6; i++)
        for (size_t j = 0; j < 6; j++) {
            fs_draw_ray wild = { .origin = { extremes[i], extremes[j], 1 }, .reach = 1 };
            wild.direction[i % 3] = extremes[j];
            pick_body(t.state, &wild);
        }
    fixture3_end(&t);
}
END_TEST

/* A plank whose middle is far away is met at its end; a ball before it is on top; ground only where nothing else is. */
START_TEST(in_2d_the_shape_at_the_point_is_met)
{
    struct fixture2 t = fixture2_start(60);
    fs_body2 ground = fixture2_add_ground(&t);
    fs_body2 plank = fixture2_add_box(&t, 0, 5 * FS_POS_ONE, 4 * FS_REL_ONE, FS_REL_ONE / 4);
    fs_body2 ball = fixture2_add_disc(&t, 2, 5, FS_REL_ONE / 2);
    fs_draw_ray end = look_down(-3.9, 5.1), top = look_down(2, 5), low = look_down(0, -0.5), sky = look_down(0, 9);
    picked_body body = pick_body(t.state, &end);
    ck_assert(body.met && !body.fixed && body.table == fixture2_T_body2 && body.row == fixture2_row(&t, plank));
    ck_assert_uint_eq(pick_body(t.state, &top).row, fixture2_row(&t, ball));
    body = pick_body(t.state, &low);
    ck_assert(body.met && body.fixed && body.row == fixture2_row(&t, ground));
    ck_assert(!pick_body(t.state, &sky).met);
    fixture2_end(&t);
}
END_TEST

/* What moves and is hit goes before the nearest position, that before the ground. */
START_TEST(a_small_body_beside_the_line_goes_before_the_ground)
{
    struct fixture3 t = fixture3_start(60);
    fs_body3 floor = fixture3_floor(&t, pos3_of(0, 0, 0)), ball = fixture3_ball(&t, pos3_of(10, 0.1, 10), 0.1);
    fs_draw_ray beside = look_from(10, 10, 10.01, 10.15, 0, 10.01), away = look_from(10, 10, 10, 13, 0, 10);
    inspected_row row = inspect_pick(t.state, &beside);
    ck_assert(row.chosen && row.row == fixture3_row(&t, ball));
    row = inspect_pick(t.state, &away);
    ck_assert(row.chosen && row.row == fixture3_row(&t, floor));
    fixture3_end(&t);
}
END_TEST

/* The bodies of a game in space: the line from the camera through the middle of a body meets it or one before it. */
START_TEST(bodies_of_a_game_are_met_through_its_camera)
{
    const fs_game *game = fs_game_list_find(fs_builtin_games(), "pyramid3d");
    fs_config config = fs_default_config(game);
    fs_sim *sim;
    fs_draw_list *list;
    unsigned own = 0, before = 0;
    ck_assert(fs_sim_create(game, &config, &sim) == FS_OK && fs_draw_create(&list) == FS_OK);
    const fs_state *state = fs_sim_state(sim);
    fs_value_ref ref;
    ck_assert_int_eq(fs_value_find(fs_state_schema(state), "body3", "pos", &ref), FS_OK);
    game->draw(state, &config, 0, list);
    fs_draw_point eye = fs_draw_camera(list)->eye;
    for (ref.row = 0; ref.row < fs_state_rows(state, ref.table); ref.row++) {
        int64_t at[3];
        for (ref.component = 0; ref.component < 3; ref.component++)
            ck_assert_int_eq(fs_value_get(state, ref, &at[ref.component]), FS_OK);
        fs_draw_ray sight = look_from(eye.x / 65536.0, eye.y / 65536.0, eye.z / 65536.0, metres(at[0]), metres(at[1]),
                                      metres(at[2]));
        picked_body body = pick_body(state, &sight);
        own += body.met && !body.fixed && body.row == ref.row;
        before += body.met && !body.fixed && body.row != ref.row;
    }
    /* The steps of the pyramid are seen from three sides. */
    ck_assert_msg(own > 50 && before > 50, "%u are met, %u are hidden", own, before);
    fs_draw_destroy(list);
    fs_sim_destroy(sim);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *s = suite_create("pick");
    TCase *t = tcase_create("pick");
    tcase_add_test(t, in_space_the_first_body_is_met);
    tcase_add_test(t, in_space_bodies_that_move_come_first);
    tcase_add_test(t, in_space_any_distance_and_any_line);
    tcase_add_test(t, in_2d_the_shape_at_the_point_is_met);
    tcase_add_test(t, a_small_body_beside_the_line_goes_before_the_ground);
    tcase_add_test(t, bodies_of_a_game_are_met_through_its_camera);
    suite_add_tcase(s, t);
    return s;
}
