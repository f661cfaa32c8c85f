/* check_labels.c: texts of a picture that would cover each other are moved apart. */
#include "view/text/labels.h"

#include <math.h>
#include <string.h>

#include "view/draw_fixture.h"

enum { WIDTH = 400, HEIGHT = 200 };

static fs_draw_list *draw;
static fs__scene scene;

static void begin(void)
{
    draw = new_draw();
    scene = (fs__scene){ 0 };
    fs_draw_set_camera_2d(draw, 0, 0, M(40), M(20), 0);
}

static void end(void)
{
    fs__scene_free(&scene);
    fs_draw_destroy(draw);
}

static void separate(double across, double down)
{
    ck_assert_int_eq(fs__scene_layout(&scene, draw, WIDTH, HEIGHT), FS_OK);
    fs__labels_place(&scene, draw, (fs__letter){ across, down },
                     (fs__labels_room){ .picture = { WIDTH, HEIGHT }, .taken = NULL, .count = 0 });
}

/* A name stands for the player of a slot, others are texts of the game. */
static void put_name(uint32_t slot, double x, double y)
{
    char name[FS_DRAW_NAME_BYTES];
    fs_draw_get_name(draw, slot, name, sizeof name);
    fs_draw_text(draw, P(x, y, 0), M(1), 0xffffff, name);
}

static bool meet(const fs__scene_item *a, const fs__scene_item *b)
{
    double shared = fmin(a->at.y, b->at.y) - fmax(a->at.y - a->size, b->at.y - b->size);
    return a->at.x < b->at.x + 5.8 * b->count && b->at.x < a->at.x + 5.8 * a->count && shared > 0.2 * a->size + 1e-6;
}

/* The text that was put so many items after the first one. */
static const fs__scene_item *text_of(uint32_t order)
{
    for (size_t i = 0; i < scene.item_count; i++)
        if (scene.items[i].order == order)
            return &scene.items[i];
    ck_abort_msg("there is no item %u", order);
    return NULL;
}

/* Twelve names at one place: each is beside the others, and within the picture. */
START_TEST(a_crowd_of_names_is_spread)
{
    static const double places[][2] = { { 0, 0 }, { -20, 9.9 }, { 19, -9.9 }, { -3, 9.5 }, { 19.5, 9.5 } };
    for (size_t place = 0; place < sizeof places / sizeof places[0]; place++) {
        begin();
        for (uint32_t slot = 0; slot < 12; slot++)
            put_name(slot, places[place][0], places[place][1]);
        separate(0, 0);
        for (size_t i = 0; i < scene.item_count; i++) {
            ck_assert(scene.items[i].at.x >= -1e-6 && scene.items[i].at.y >= 10 - 1e-6 &&
                      scene.items[i].at.y <= HEIGHT + 1e-6);
            for (size_t k = 0; k < i; k++)
                ck_assert_msg(!meet(&scene.items[i], &scene.items[k]), "place %zu: %zu meets %zu", place, i, k);
        }
        end();
    }
}
END_TEST

/* A panel at the upper left, 100 by 60 units: names at its borders go out of it, a text of the game stays; a name deep in a large
 * panel stays with its hidden body. */
START_TEST(names_give_way_to_panels)
{
    const fs__area small = { 5, 5, 105, 65 }, large = { 5, 5, 395, 195 };
    begin();
    put_name(0, -10, 6);
    put_name(1, -18, 4);
    put_name(2, -11, 9);
    fs_draw_text(draw, P(-12, 5, 0), M(1), 0xffffff, "20 m");
    ck_assert_int_eq(fs__scene_layout(&scene, draw, WIDTH, HEIGHT), FS_OK);
    fs__labels_place(&scene, draw, (fs__letter){ 0, 0 },
                     (fs__labels_room){ .picture = { WIDTH, HEIGHT }, .taken = &small, .count = 1 });
    for (uint32_t i = 0; i < 3; i++) {
        const fs__scene_item *s = text_of(i);
        ck_assert_msg(s->at.x >= 105 - 1e-6 || s->at.y - 10 >= 65 - 1e-6, "name %u is at %g, %g", i, s->at.x, s->at.y);
    }
    ck_assert(fabs(text_of(3)->at.x - 80) < 1e-6 && fabs(text_of(3)->at.y - 50) < 1e-6);
    end();
    begin();
    put_name(0, 0, 0);
    ck_assert_int_eq(fs__scene_layout(&scene, draw, WIDTH, HEIGHT), FS_OK);
    fs__labels_place(&scene, draw, (fs__letter){ 0, 0 },
                     (fs__labels_room){ .picture = { WIDTH, HEIGHT }, .taken = &large, .count = 1 });
    ck_assert(fabs(scene.items[0].at.x - 200) < 1e-6 && fabs(scene.items[0].at.y - 100) < 1e-6);
    end();
}
END_TEST

/* Shapes that come later in the list, such as layers of the physics, cover no name; another text of the game stays below them. */
START_TEST(names_are_painted_last)
{
    begin();
    put_name(0, 0, 0);
    fs_draw_text(draw, P(5, 5, 0), M(1), 0xffffff, "20 m");
    fs_draw_box(draw, P(-9, -9, 0), P(9, 9, 0), 0xffffff, FS_DRAW_FILLED);
    put_name(1, 0, 5);
    fs_draw_circle(draw, P(0, 0, 0), M(3), 0xff0000, FS_DRAW_FILLED);
    separate(0, 0);
    ck_assert_uint_eq(scene.item_count, 5);
    ck_assert_int_eq(scene.items[0].kind, FS_DRAW_TEXT);
    ck_assert_uint_eq(scene.items[0].order, 1);
    ck_assert_int_ne(scene.items[1].kind, FS_DRAW_TEXT);
    ck_assert_int_ne(scene.items[2].kind, FS_DRAW_TEXT);
    ck_assert_uint_eq(scene.items[3].order, 0);
    ck_assert_uint_eq(scene.items[4].order, 3);
    end();
}
END_TEST

static double wide_of(const void *context, double size, const char *text, size_t length)
{
    (void)context;
    (void)text;
    return size * (double)length;
}

/* Letters that are wider than usual ones: the border cuts no name, as the view measures it. */
START_TEST(names_of_wide_letters_keep_within_the_borders)
{
    begin();
    for (uint32_t slot = 0; slot < 3; slot++)
        put_name(slot, 19, 5 - 5 * (double)slot);
    ck_assert_int_eq(fs__scene_layout(&scene, draw, WIDTH, HEIGHT), FS_OK);
    fs__labels_place(&scene, draw, (fs__letter){ 0, 0 },
                     (fs__labels_room){ .picture = { WIDTH, HEIGHT }, .font = { wide_of, NULL } });
    for (size_t i = 0; i < scene.item_count; i++)
        ck_assert_double_le(scene.items[i].at.x + scene.items[i].size * scene.items[i].count, WIDTH + 1e-6);
    end();
}
END_TEST

START_TEST(names_that_meet_stand_above_each_other)
{
    begin();
    for (int i = 0; i < 4; i++)
        fs_draw_text(draw, P(0.5 * i, 0, 0), M(1), 0xffffff, "player");
    separate(0, 0);
    ck_assert_uint_eq(scene.item_count, 4);
    for (int i = 0; i < 4; i++) {
        ck_assert(fabs(scene.items[i].at.x - (200 + 5 * i)) < 1e-9);
        ck_assert_msg(fabs(scene.items[i].at.y - (100 - 10 * i)) < 1e-9, "label %d is at %g", i, scene.items[i].at.y);
    }
    end();
}
END_TEST

START_TEST(texts_that_are_apart_stay)
{
    begin();
    fs_draw_text(draw, P(0, 0, 0), M(1), 0xffffff, "left");
    fs_draw_text(draw, P(4, 0, 0), M(1), 0xffffff, "right");
    fs_draw_text(draw, P(0, -1, 0), M(1), 0xffffff, "below");
    fs_draw_text(draw, P(0, 3, 0), M(2), 0xffffff, "above");
    /* There is no room above these. */
    fs_draw_text(draw, P(-15, 9, 0), M(1), 0xffffff, "first");
    fs_draw_text(draw, P(-15, 9, 0), M(1), 0xffffff, "second");
    static const double wanted[6] = { 100, 100, 110, 70, 10, 10 };
    separate(0, 0);
    for (int i = 0; i < 6; i++)
        ck_assert(fabs(scene.items[i].at.y - wanted[i]) < 1e-9);
    end();
}
END_TEST

/* Small texts have the size of cells on a terminal, where they meet earlier. */
START_TEST(cells_are_larger_than_small_letters)
{
    begin();
    fs_draw_text(draw, P(0, 0, 0), M(0.1), 0xffffff, "player1");
    fs_draw_text(draw, P(1, 0.1, 0), M(0.1), 0xffffff, "player2");
    separate(0, 0);
    ck_assert(fabs(scene.items[1].at.y - 99) < 1e-2);
    separate(2, 4);
    ck_assert(fabs(scene.items[0].at.y - 100) < 1e-9 && fabs(scene.items[1].at.y - 96) < 1e-9);
    end();
}
END_TEST

/* The order of the list decides, not that of the distances; a crowd stays where it is. */
START_TEST(the_order_is_that_of_the_list)
{
    begin();
    fs_draw_set_camera_3d(draw, P(0, 0, 20), P(0, 0, 0), 125, 0);
    fs_draw_text(draw, P(0, 0, 0.5), M(1), 0xffffff, "near");
    fs_draw_text(draw, P(0, 0, 0), M(1), 0xffffff, "far");
    separate(0, 0);
    const fs__scene_item *far = &scene.items[0], *near = &scene.items[1];
    ck_assert(far->order == 1 && near->order == 0);
    ck_assert(fabs(near->at.y - HEIGHT / 2.0) < 1e-9 && far->at.y < near->at.y - 0.9 * near->size);
    end();
    begin();
    for (int i = 0; i < 300; i++)
        fs_draw_text(draw, P(0, 0, 0), M(1), 0xffffff, "crowd");
    separate(0, 0);
    unsigned moved = 0;
    for (int i = 0; i < 300; i++)
        moved += scene.items[i].at.y != 100;
    ck_assert_uint_eq(moved, 4);
    end();
}
END_TEST

START_TEST(any_list_can_be_separated)
{
    uint32_t random = 5;
    begin();
    for (int i = 0; i < 300; i++) {
        random_draw_list(draw, &random);
        separate(i % 3, i % 5);
        for (size_t k = 0; k < scene.item_count; k++)
            ck_assert(scene.items[k].kind != FS_DRAW_TEXT || isfinite(scene.items[k].at.y));
    }
    end();
}
END_TEST

/* A letter is 10 units high and 5.8 wide; the picture has 400 by 200. */
START_TEST(what_a_border_cuts_is_moved_inside)
{
    static const struct {
        double x, y; /* metres from the middle */
        const char *text;
        double wanted_x, wanted_y; /* left end of the base line */
    } cases[] = {
        { 19, 0, "right", 400 - 29, 100 },
        { -21, 1, "left", 0, 90 },
        { 0, 9.5, "top", 200, 10 },
        { 0, -10.5, "bottom", 200, 200 },
        { -20.5, 9.9, "corner", 0, 10 },
        /* Wholly outside, and too wide for the picture. */
        { 20.1, 3, "out", 401, 70 },
        { -30, 3, "out", -100, 70 },
        { 0, -12, "under", 200, 220 },
        { -21, -3, "a text that is far wider than the picture, in letters of ten units and so on, and so on", -10,
          130 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        begin();
        fs_draw_text(draw, P(cases[i].x, cases[i].y, 0), M(1), 0xffffff, cases[i].text);
        separate(0, 0);
        const fs__scene_item *item = &scene.items[0];
        ck_assert_msg(scene.item_count == 1 && fabs(item->at.x - cases[i].wanted_x) < 1e-3 &&
                          fabs(item->at.y - cases[i].wanted_y) < 1e-3,
                      "case %zu is at %g, %g", i, item->at.x, item->at.y);
        end();
    }
}
END_TEST

/* Green counts more than red, and red more than blue; white is the whole of it, and FS__DARK lies between both ends. */
START_TEST(colours_are_as_bright_as_the_eye_sees_them)
{
    ck_assert_uint_eq(fs__brightness(0xffffff), 255);
    ck_assert_uint_eq(fs__brightness(0x000000), 0);
    ck_assert_uint_eq(fs__brightness(0x00ff00), 153);
    ck_assert_uint_eq(fs__brightness(0xff0000), 76);
    ck_assert_uint_eq(fs__brightness(0x0000ff), 25);
    ck_assert_uint_eq(fs__brightness(0xff00ff00), 153);
}
END_TEST

/* Letters of each colour are dark enough for a light panel, and bright enough for a dark one; those that are stay. */
START_TEST(status_lines_can_be_read_on_their_panel)
{
    for (uint32_t c = 0; c < 0x1000000; c += 4099) {
        ck_assert_msg(fs__brightness(fs__readable(c, true)) <= 92, "%06x", c);
        ck_assert_msg(fs__brightness(fs__readable(c, false)) >= 116, "%06x is %06x", c, fs__readable(c, false));
        ck_assert(fs__readable(c, false) <= 0xffffff);
    }
    ck_assert_uint_eq(fs__readable(0x202020, true), 0x202020);
    ck_assert_uint_eq(fs__readable(0x4c9be8, false), 0x4c9be8);
}
END_TEST

/* A game may put a sign beside a name; a number in a text of the game is none. */
START_TEST(names_with_signs_are_names)
{
    const fs__area panel = { 5, 5, 105, 65 };
    begin();
    fs_draw_set_name(draw, 0, "ann");
    fs_draw_text(draw, P(-11, 5, 0), M(1), 0xffffff, "<ann");
    fs_draw_text(draw, P(-15, 5, 0), M(1), 0xffffff, "12 m");
    ck_assert_int_eq(fs__scene_layout(&scene, draw, WIDTH, HEIGHT), FS_OK);
    fs__labels_place(&scene, draw, (fs__letter){ 0, 0 },
                     (fs__labels_room){ .picture = { WIDTH, HEIGHT }, .taken = &panel, .count = 1 });
    ck_assert(text_of(0)->at.x >= 105 - 1e-6 || text_of(0)->at.y >= 75 - 1e-6);
    ck_assert(fabs(text_of(1)->at.x - 50) < 1e-6);
    end();
}
END_TEST

/* Without names the numbers of slots stand for players. Where slots have names a number is that of a ball, which stays on it. */
START_TEST(numbers_are_names_where_no_slot_has_another)
{
    const fs__area panel = { 5, 5, 105, 65 };
    for (int named = 0; named < 2; named++) {
        begin();
        if (named)
            fs_draw_set_name(draw, 0, "ann");
        fs_draw_text(draw, P(-11, 5, 0), M(1), 0xffffff, "7");
        ck_assert_int_eq(fs__scene_layout(&scene, draw, WIDTH, HEIGHT), FS_OK);
        fs__labels_place(&scene, draw, (fs__letter){ 0, 0 },
                         (fs__labels_room){ .picture = { WIDTH, HEIGHT }, .taken = &panel, .count = 1 });
        ck_assert((fabs(text_of(0)->at.x - 90) < 1e-6 && fabs(text_of(0)->at.y - 50) < 1e-6) == named);
        end();
    }
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *s = suite_create("labels");
    TCase *t = tcase_create("labels");
    tcase_add_test(t, names_that_meet_stand_above_each_other);
    tcase_add_test(t, texts_that_are_apart_stay);
    tcase_add_test(t, a_crowd_of_names_is_spread);
    tcase_add_test(t, names_give_way_to_panels);
    tcase_add_test(t, names_are_painted_last);
    tcase_add_test(t, names_of_wide_letters_keep_within_the_borders);
    tcase_add_test(t, names_with_signs_are_names);
    tcase_add_test(t, numbers_are_names_where_no_slot_has_another);
    tcase_add_test(t, status_lines_can_be_read_on_their_panel);
    tcase_add_test(t, cells_are_larger_than_small_letters);
    tcase_add_test(t, the_order_is_that_of_the_list);
    tcase_add_test(t, what_a_border_cuts_is_moved_inside);
    tcase_add_test(t, any_list_can_be_separated);
    tcase_add_test(t, colours_are_as_bright_as_the_eye_sees_them);
    suite_add_tcase(s, t);
    return s;
}
