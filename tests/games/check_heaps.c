/* check_heaps.c: what players do to the heaps of boxes: pyramid and rain. The scenes themselves are tested in
 * physics2d/check_pile2.c. */
#include "games/builtin.h"
#include "games/heaps/pile.h"
#include "games/play.h"

/* Mean distance of the boxes from x = 0 after a second of the key x, with the crosshair at the foot of the pyramid. */
static double spread_after(const char *settings)
{
    struct match m = match_start(&fs_game_pyramid, 1, settings);
    struct pile_view v;
    pile_bind(m.state, &v);
    v.crosshair.at[0] = fs_pos2_make(0, FS_POS_ONE / 2);
    match_press(&m, 0, FS_KEY_ALT, 0);
    match_steps(&m, 60);
    double sum = 0;
    uint32_t count = 0;
    for (uint32_t row = 0; row < *v.body2.rows; row++)
        if (v.body2.type[row] == FS_BODY2_DYNAMIC) {
            sum += (double)fs_abs64(v.body2.pos[row].x) / (double)FS_POS_ONE;
            count++;
        }
    match_end(&m);
    ck_assert_uint_gt(count, 0);
    return sum / count;
}

/* A small pyramid, nearly all of it within reach of the crosshair at its foot. */
START_TEST(bodies_are_blown_away_or_pulled)
{
    double away = spread_after("base=5"), together = spread_after("base=5 pull=1");
    ck_assert_msg(together < away, "%.3f m pulled, %.3f m blown away", together, away);
}
END_TEST

START_TEST(balls_are_dropped_and_taken_again)
{
    struct match m = match_start(&fs_game_rain, 2, "bodies=10");
    struct pile_view v;
    pile_bind(m.state, &v);
    uint32_t before = *v.body2.rows;
    match_press(&m, 0, FS_KEY_FIRE, 0);
    match_steps(&m, 60 * 5);
    pile_bind(m.state, &v);
    ck_assert_uint_gt(v.crosshair.thrown[0], PILE_BALLS_PER_PLAYER);
    ck_assert_uint_eq(v.crosshair.thrown[1], 0);
    ck_assert_uint_eq(*v.body2.rows, before + PILE_BALLS_PER_PLAYER);
    match_end(&m);
}
END_TEST

/* However far a crosshair has gone, it is in the picture with room for its name. */
START_TEST(the_picture_shows_every_crosshair)
{
    static const int places[][2] = { { 0, 20 }, { 0, 44 }, { 0, 256 }, { 100, 0 }, { -100, 256 }, { 41, 50 } };
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        struct match m = match_start(&fs_game_pyramid, 2, "base=5");
        struct pile_view v;
        fs_draw_list *draw;
        ck_assert_int_eq(fs_draw_create(&draw), FS_OK);
        pile_bind(m.state, &v);
        v.crosshair.at[1] = fs_pos2_make(places[i][0] * FS_POS_ONE, places[i][1] * FS_POS_ONE);
        fs_game_pyramid.draw(m.state, &m.config, 0, draw);
        const fs_camera *c = fs_draw_camera(draw);
        int64_t half = c->width / 2 - 2 * FS_FIX16_ONE, top = (int64_t)c->centre.y + c->height / 2 - 2 * FS_FIX16_ONE;
        ck_assert_msg(abs(places[i][0]) * FS_FIX16_ONE <= half && places[i][1] * FS_FIX16_ONE <= top,
                      "(%d, %d) m is outside", places[i][0], places[i][1]);
        ck_assert_int_eq(c->centre.y - c->height / 2, -2 * FS_FIX16_ONE);
        fs_draw_destroy(draw);
        match_end(&m);
    }
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("heaps");
    TCase *tc = tcase_create("heaps");
    tcase_add_test(tc, bodies_are_blown_away_or_pulled);
    tcase_add_test(tc, balls_are_dropped_and_taken_again);
    tcase_add_test(tc, the_picture_shows_every_crosshair);
    suite_add_tcase(suite, tc);
    return suite;
}
