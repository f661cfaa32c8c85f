/* check_interpolate.c: the picture between those of two ticks. */
#include <fixstep/view.h>

#include <math.h>
#include <string.h>

#include "view/draw_fixture.h"

typedef struct fixture {
    fs_draw_list *from, *to, *out;
} fixture;

/* A view of 100 m by 100 m. */
static fixture new_fixture(void)
{
    fixture f = { new_draw(), new_draw(), new_draw() };
    fs_draw_set_camera_2d(f.from, 0, 0, M(100), M(100), 0);
    fs_draw_set_camera_2d(f.to, 0, 0, M(100), M(100), 0);
    return f;
}

static void destroy(fixture *f)
{
    fs_draw_destroy(f->from);
    fs_draw_destroy(f->to);
    fs_draw_destroy(f->out);
}

/* The first point of an item of the interpolated list. */
static fs_draw_point point_at(const fixture *f, double part, size_t item)
{
    size_t count;
    ck_assert_int_eq(fs_draw_interpolate(f->from, f->to, part, f->out), FS_OK);
    const fs_draw_item *items = fs_draw_items(f->out, &count);
    ck_assert_uint_lt(item, count);
    return fs_draw_points(f->out)[items[item].first];
}

START_TEST(the_ends_are_the_two_ticks)
{
    fixture f = new_fixture();
    fs_draw_circle(f.from, P(1, 2, 0), M(1), 7, FS_DRAW_FILLED);
    fs_draw_circle(f.to, P(3, -2, 0), M(2), 7, FS_DRAW_FILLED);
    fs_draw_point before = point_at(&f, 0, 0), after = point_at(&f, 1, 0), half = point_at(&f, 0.5, 0);
    ck_assert(before.x == M(1) && before.y == M(2));
    ck_assert(after.x == M(3) && after.y == M(-2));
    ck_assert(half.x == M(2) && half.y == 0);
    size_t count;
    ck_assert_int_eq(fs_draw_items(f.out, &count)[0].size, M(1.5));
    /* Outside of 0..1 there is no guess. */
    ck_assert(point_at(&f, 1.5, 0).x == M(3) && point_at(&f, -1, 0).x == M(1));
    destroy(&f);
}
END_TEST

START_TEST(steady_motion_is_monotone)
{
    fixture f = new_fixture();
    fs_draw_circle(f.from, P(0, 0, 0), M(1), 7, 0);
    fs_draw_circle(f.to, P(5, 0, 0), M(1), 7, 0);
    for (int i = 1; i <= 64; i++)
        ck_assert_int_gt(point_at(&f, i / 64.0, 0).x, point_at(&f, (i - 1) / 64.0, 0).x);
    destroy(&f);
}
END_TEST

/* A bar whose corners are 4 m from its middle; the first one is at `angle` + 2.84. */
static void add_bar(fs_draw_list *list, double angle, double x)
{
    static const double corners[4] = { 2.84159265358979, -0.3, 0.3, 3.44159265358979 };
    fs_draw_point p[4];
    for (int i = 0; i < 4; i++)
        p[i] = (fs_draw_point){ M(x + 4 * cos(angle + corners[i])), M(4 * sin(angle + corners[i])), 0 };
    fs_draw_polygon(list, p, 4, 9, FS_DRAW_FILLED);
}

/* A bar that turns keeps its corners at 4 m from its middle and goes the short way. */
START_TEST(outlines_turn_as_rigid_bodies_the_short_way)
{
    static const double turns[] = { 1.2, -1.2, 3.0, -3.0 };
    for (size_t t = 0; t < 4; t++) {
        fixture f = new_fixture();
        add_bar(f.from, 3.0, 0);
        add_bar(f.to, 3.0 + turns[t], 2);
        for (int i = 0; i <= 8; i++) {
            double part = i / 8.0, want = 3.0 + part * turns[t] + 2.84159265358979;
            fs_draw_point p = point_at(&f, part, 0);
            ck_assert(fabs(p.x / 65536.0 - (2 * part + 4 * cos(want))) < 1e-3);
            ck_assert(fabs(p.y / 65536.0 - 4 * sin(want)) < 1e-3);
        }
        destroy(&f);
    }
}
END_TEST

START_TEST(jumps_are_not_drawn_halfway)
{
    fixture f = new_fixture();
    fs_draw_circle(f.from, P(-20, 0, 0), M(1), 7, 0);
    fs_draw_circle(f.to, P(20, 0, 0), M(1), 7, 0);
    ck_assert(point_at(&f, 0.25, 0).x == M(20));
    destroy(&f);
}
END_TEST

/* A spark dies, another is born: the others keep their partners although their places in the list move. */
START_TEST(partners_survive_births_and_deaths)
{
    fixture f = new_fixture();
    for (int i = 0; i < 6; i++)
        fs_draw_circle(f.from, P(4 * i, 0, 0), M(1), 7, 0);
    fs_draw_circle(f.to, P(-30, -30, 0), M(1), 7, 0);
    for (int i = 0; i < 6; i++)
        if (i != 2)
            fs_draw_circle(f.to, P(4 * i, 1, 0), M(1), 7, 0);
    ck_assert(point_at(&f, 0.5, 0).x == M(-30));
    for (int i = 0; i < 5; i++) {
        fs_draw_point p = point_at(&f, 0.5, 1 + (size_t)i);
        ck_assert_int_eq(p.x, M(4 * (i < 2 ? i : i + 1)));
        ck_assert_int_eq(p.y, M(0.5));
    }
    destroy(&f);
}
END_TEST

START_TEST(texts_and_status_lines_are_of_the_newer_tick)
{
    fixture f = new_fixture();
    fs_draw_hud(f.from, 1, "old");
    fs_draw_hud(f.to, 1, "new");
    fs_draw_text(f.from, P(0, 0, 0), M(1), 2, "3");
    fs_draw_text(f.to, P(2, 0, 0), M(1), 2, "4");
    size_t count;
    ck_assert_int_eq(fs_draw_interpolate(f.from, f.to, 0.5, f.out), FS_OK);
    const fs_draw_item *items = fs_draw_items(f.out, &count);
    ck_assert_uint_eq(count, 2);
    ck_assert(memcmp(fs_draw_chars(f.out) + items[0].text, "new", 3) == 0);
    ck_assert(fs_draw_chars(f.out)[items[1].text] == '4');
    ck_assert(fs_draw_points(f.out)[items[1].first].x == M(2));
    destroy(&f);
}
END_TEST

START_TEST(the_camera_glides_and_jumps)
{
    fixture f = new_fixture();
    fs_draw_set_camera_2d(f.to, M(4), 0, M(100), M(100), 5);
    ck_assert_int_eq(fs_draw_interpolate(f.from, f.to, 0.5, f.out), FS_OK);
    ck_assert_int_eq(fs_draw_camera(f.out)->centre.x, M(2));
    ck_assert_uint_eq(fs_draw_camera(f.out)->background, 5);
    fs_draw_set_camera_2d(f.to, M(40), 0, M(100), M(100), 5);
    ck_assert_int_eq(fs_draw_interpolate(f.from, f.to, 0.5, f.out), FS_OK);
    ck_assert_int_eq(fs_draw_camera(f.out)->centre.x, M(40));
    destroy(&f);
}
END_TEST

/* Every item of the newer list is there, whatever the numbers are. */
START_TEST(any_two_lists_can_be_mixed)
{
    fixture f = new_fixture();
    uint32_t state = 4711;
    for (int i = 0; i < 300; i++) {
        random_draw_list(f.from, &state);
        random_draw_list(f.to, &state);
        size_t wanted, count;
        fs_draw_items(f.to, &wanted);
        ck_assert_int_eq(fs_draw_interpolate(f.from, f.to, 0.3, f.out), FS_OK);
        fs_draw_items(f.out, &count);
        ck_assert_uint_eq(count, wanted);
    }
    destroy(&f);
}
END_TEST

/* A body that was shown 2 m beside its right place, one that was right, and one that is new. */
START_TEST(a_difference_is_carried_on)
{
    fixture f = new_fixture();
    fs_draw_list *now = new_draw();
    fs_draw_set_camera_2d(f.from, M(2), 0, M(100), M(100), 0);
    fs_draw_set_camera_2d(now, M(1), 0, M(100), M(100), 0);
    fs_draw_circle(f.from, P(12, 0, 0), M(1), 7, 0);
    fs_draw_circle(f.from, P(-20, 0, 0), M(1), 8, 0);
    fs_draw_circle(f.to, P(10, 0, 0), M(1), 7, 0);
    fs_draw_circle(f.to, P(-20, 0, 0), M(1), 8, 0);
    fs_draw_circle(now, P(11, 1, 0), M(1), 7, 0);
    fs_draw_circle(now, P(-19, 0, 0), M(1), 8, 0);
    fs_draw_circle(now, P(3, 3, 0), M(1), 9, 0);
    ck_assert_int_eq(fs_draw_correct(f.from, f.to, now, 0.5, f.out), FS_OK);
    size_t count;
    const fs_draw_item *items = fs_draw_items(f.out, &count);
    const fs_draw_point *points = fs_draw_points(f.out);
    ck_assert_uint_eq(count, 3);
    ck_assert(points[items[0].first].x == M(12) && points[items[0].first].y == M(1));
    ck_assert(points[items[1].first].x == M(-19) && points[items[2].first].x == M(3));
    ck_assert_int_eq(fs_draw_camera(f.out)->centre.x, M(2));
    ck_assert_int_eq(fs_draw_correct(f.from, f.to, now, 0, f.out), FS_OK);
    ck_assert_int_eq(fs_draw_points(f.out)[0].x, M(11));
    fs_draw_destroy(now);
    destroy(&f);
}
END_TEST

/* A picture made of others has the newest one's colours and names of players, and a copy has them too. */
START_TEST(colours_and_names_of_players_are_kept)
{
    fixture f = new_fixture();
    fs_draw_list *now = new_draw(), *copy = new_draw();
    fs_draw_set_colour(f.from, 3, 0x111111);
    fs_draw_set_colour(f.to, 3, 0x222222);
    fs_draw_set_colour(now, 3, 0x333333);
    fs_draw_set_name(f.from, 3, "before");
    fs_draw_set_name(f.to, 3, "after");
    fs_draw_set_name(now, 3, "now");
    char name[FS_DRAW_NAME_BYTES];
    ck_assert_int_eq(fs_draw_interpolate(f.from, f.to, 0.5, f.out), FS_OK);
    ck_assert_uint_eq(fs_draw_get_colour(f.out, 3), 0x222222);
    fs_draw_get_name(f.out, 3, name, sizeof name);
    ck_assert_str_eq(name, "after");
    ck_assert_uint_eq(fs_draw_get_colour(f.out, 4), fs_draw_player_colour(4));
    ck_assert_int_eq(fs_draw_correct(f.from, f.to, now, 0.5, f.out), FS_OK);
    ck_assert_int_eq(fs_draw_copy(copy, f.out), FS_OK);
    ck_assert_uint_eq(fs_draw_get_colour(copy, 3), 0x333333);
    fs_draw_get_name(copy, 3, name, sizeof name);
    ck_assert_str_eq(name, "now");
    fs_draw_destroy(now);
    fs_draw_destroy(copy);
    destroy(&f);
}
END_TEST

/* What jumps between the shown and the right picture is shown where it is. */
START_TEST(a_jump_is_not_carried_on)
{
    fixture f = new_fixture();
    fs_draw_list *now = new_draw();
    fs_draw_set_camera_2d(now, 0, 0, M(100), M(100), 0);
    fs_draw_circle(f.from, P(40, 0, 0), M(1), 7, 0);
    fs_draw_circle(f.to, P(10, 0, 0), M(1), 7, 0);
    fs_draw_circle(now, P(11, 0, 0), M(1), 7, 0);
    ck_assert_int_eq(fs_draw_correct(f.from, f.to, now, 1, f.out), FS_OK);
    ck_assert_int_eq(fs_draw_points(f.out)[0].x, M(11));
    fs_draw_destroy(now);
    destroy(&f);
}
END_TEST

/* Every item of the newest list is there, whatever the numbers are; a copy has all items, points and letters. */
START_TEST(any_three_lists_can_be_corrected)
{
    fixture f = new_fixture();
    fs_draw_list *now = new_draw(), *copy = new_draw();
    uint32_t state = 4712;
    for (int i = 0; i < 300; i++) {
        random_draw_list(f.from, &state);
        random_draw_list(f.to, &state);
        random_draw_list(now, &state);
        size_t wanted, count, copied;
        fs_draw_items(now, &wanted);
        ck_assert_int_eq(fs_draw_correct(f.from, f.to, now, 0.8, f.out), FS_OK);
        const fs_draw_item *items = fs_draw_items(f.out, &count);
        ck_assert_uint_eq(count, wanted);
        ck_assert_int_eq(fs_draw_copy(copy, f.out), FS_OK);
        ck_assert_mem_eq(fs_draw_items(copy, &copied), items, count * sizeof *items);
        ck_assert_uint_eq(copied, count);
        ck_assert_mem_eq(fs_draw_camera(copy), fs_draw_camera(f.out), sizeof(fs_camera));
        ck_assert_mem_eq(&fs_draw_points(copy)[items[count - 1].first], &fs_draw_points(f.out)[items[count - 1].first],
                         items[count - 1].count * sizeof(fs_draw_point));
    }
    fs_draw_destroy(now);
    fs_draw_destroy(copy);
    destroy(&f);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *s = suite_create("interpolate");
    TCase *t = tcase_create("interpolate");
    tcase_add_test(t, the_ends_are_the_two_ticks);
    tcase_add_test(t, steady_motion_is_monotone);
    tcase_add_test(t, outlines_turn_as_rigid_bodies_the_short_way);
    tcase_add_test(t, jumps_are_not_drawn_halfway);
    tcase_add_test(t, partners_survive_births_and_deaths);
    tcase_add_test(t, texts_and_status_lines_are_of_the_newer_tick);
    tcase_add_test(t, the_camera_glides_and_jumps);
    tcase_add_test(t, any_two_lists_can_be_mixed);
    tcase_add_test(t, a_difference_is_carried_on);
    tcase_add_test(t, colours_and_names_of_players_are_kept);
    tcase_add_test(t, a_jump_is_not_carried_on);
    tcase_add_test(t, any_three_lists_can_be_corrected);
    suite_add_tcase(s, t);
    return s;
}
