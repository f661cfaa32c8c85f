/* check_games_sandbox.c: the sandbox: what each key of the source's projects does, its scenes and its switches. */
#include "games/sandbox/stage.h"

#include <fixstep/trig.h>

/* --- making and selecting ------------------------------------------------------------------- */

START_TEST(keys_make_bodies)
{
    static const fs_geometry2_kind shapes[4] = { FS_GEOMETRY2_POLYGON, FS_GEOMETRY2_CIRCLE, FS_GEOMETRY2_POLYGON,
                                                 FS_GEOMETRY2_CAPSULE };
    struct stage s = empty_stage(1);
    uint32_t corners = 0;
    for (unsigned i = 0; i < 32; i++) {
        uint32_t row = make_at(&s, 0, SANDBOX_MAKE_RECTANGLE + i % 4, fs_pos2_make(M(15), M(8)));
        fs_geometry2 shape;
        ck_assert(fs_kit_body2_geometry(&s.w, row, &shape));
        ck_assert_uint_eq(shape.kind, shapes[i % 4]);
        ck_assert_uint_eq(s.v.thing.kind[row], SANDBOX_RECTANGLE + i % 4);
        ck_assert(s.v.thing.mass[row] >= 1 && s.v.thing.mass[row] <= 30);
        ck_assert(s.v.thing.friction[row] <= 100 && s.v.thing.restitution[row] <= 100);
        ck_assert_int_eq(fs_wide_from_scaled(s.v.body2.mass[row]), fs_wide_from_int(s.v.thing.mass[row]));
        /* Radii of 10 to 30 pixels, sides of 10 to 40. */
        ck_assert(s.v.body2.extent[row] >= FS_REL_ONE / 4 && s.v.body2.extent[row] <= FS_REL_ONE * 2);
        corners |= i % 4 == 2 ? 1u << shape.count : 0;
        press_key(&s, 0, 0, SANDBOX_REMOVE);
    }
    ck_assert_uint_eq(s.v.player.made[0], 32);
    ck_assert_uint_eq(corners, 1u << 5 | 1u << 6 | 1u << 7);
    ck_assert_uint_eq(s.v.stage.bodies[0], 4);
    match_end(&s.m);
}
END_TEST

/* At the position of the selected body, else anywhere in the upper half. */
START_TEST(new_bodies_appear_at_the_selection)
{
    struct stage s = empty_stage(1);
    uint32_t first = make_at(&s, 0, SANDBOX_MAKE_CIRCLE, fs_pos2_make(M(17), M(9)));
    s.v.stage.movement[0] = 0;
    s.v.stage.correction[0] = 0;
    press_key(&s, 0, 0, SANDBOX_MAKE_CAPSULE);
    ck_assert_uint_eq(selected(&s, 0), first);
    ck_assert(fs_pos2_eq(s.v.body2.pos[first + 1], s.v.body2.pos[first]));
    press_key(&s, 0, 0, SANDBOX_REMOVE);
    ck_assert_uint_eq(selected(&s, 0), UINT32_MAX);
    press_key(&s, 0, 0, SANDBOX_MAKE_RECTANGLE);
    ck_assert_int_gt(s.v.body2.pos[first].y, 0);
    ck_assert_int_le(fs_abs64(s.v.body2.pos[first].x), M(16));
    match_end(&s.m);
}
END_TEST

START_TEST(a_full_stage_takes_no_more)
{
    struct stage s = stage_start(1, "scene=0 bodies=8 gravity=0");
    for (int i = 0; i < 12; i++)
        press_key(&s, 0, 0, SANDBOX_MAKE_CIRCLE);
    ck_assert_uint_eq(s.v.stage.bodies[0], 8);
    ck_assert_uint_eq(s.v.player.made[0], 8);
    match_end(&s.m);
}
END_TEST

START_TEST(selection_goes_around)
{
    struct stage s = empty_stage(3);
    ck_assert_uint_eq(selected(&s, 0), 0);
    ck_assert_uint_eq(selected(&s, 2), 2);
    press_key(&s, 0, FS_KEY_UP, 0);
    ck_assert_uint_eq(selected(&s, 0), 3);
    /* Held it selects once; struck again, once more. */
    match_press(&s.m, 0, FS_KEY_DOWN, 0);
    match_steps(&s.m, 10);
    ck_assert_uint_eq(selected(&s, 0), 0);
    press_key(&s, 0, 0, 0);
    press_key(&s, 0, FS_KEY_DOWN, 0);
    ck_assert_uint_eq(selected(&s, 0), 1);
    press_key(&s, 0, 0, SANDBOX_DIGIT + 3);
    ck_assert_uint_eq(selected(&s, 0), 3);
    press_key(&s, 0, 0, SANDBOX_DIGIT + 4);
    ck_assert_uint_eq(selected(&s, 0), 3);
    /* What another one removes is nobody's selection any more, nor is what takes its row. */
    press_key(&s, 1, 0, SANDBOX_DIGIT + 3);
    press_key(&s, 1, 0, SANDBOX_REMOVE);
    ck_assert_uint_eq(selected(&s, 0), UINT32_MAX);
    press_key(&s, 1, 0, SANDBOX_MAKE_CIRCLE);
    ck_assert_uint_eq(selected(&s, 0), UINT32_MAX);
    press_key(&s, 0, FS_KEY_DOWN, 0);
    ck_assert_uint_ne(selected(&s, 0), UINT32_MAX);
    match_end(&s.m);
}
END_TEST

START_TEST(walls_are_not_selected)
{
    struct stage s = stage_start(1, "scene=1 gravity=0");
    for (int i = 0; i < 5; i++) {
        press_key(&s, 0, FS_KEY_DOWN, 0);
        match_step(&s.m);
        ck_assert_uint_eq(s.v.thing.kind[selected(&s, 0)], SANDBOX_RECTANGLE);
    }
    match_end(&s.m);
}
END_TEST

/* --- keys on a body --------------------------------------------------------------------------- */

/* Half a metre by W A S D: there and back to the bit; the arrow that a view then shows as held selects nothing. */
START_TEST(letters_move_and_are_no_arrows)
{
    static const struct {
        uint8_t command, back, arrow;
        int x, y;
    } moves[4] = { { SANDBOX_UP, SANDBOX_DOWN, FS_KEY_UP, 0, 1 },
                   { SANDBOX_DOWN, SANDBOX_UP, FS_KEY_DOWN, 0, -1 },
                   { SANDBOX_LEFT, SANDBOX_RIGHT, FS_KEY_LEFT, -1, 0 },
                   { SANDBOX_RIGHT, SANDBOX_LEFT, FS_KEY_RIGHT, 1, 0 } };
    struct stage s = empty_stage(1);
    uint32_t row = make_at(&s, 0, SANDBOX_MAKE_CIRCLE, fs_pos2_make(M(15), M(8)));
    for (int i = 0; i < 4; i++) {
        fs_pos2 from = s.v.body2.pos[row];
        press_key(&s, 0, 0, moves[i].command);
        ck_assert_int_eq(s.v.body2.pos[row].x - from.x, moves[i].x * CM(50));
        ck_assert_int_eq(s.v.body2.pos[row].y - from.y, moves[i].y * CM(50));
        match_press(&s.m, 0, moves[i].arrow, 0);
        match_steps(&s.m, 20);
        ck_assert_uint_eq(selected(&s, 0), row);
        ck_assert(fs_vel2_is_zero(s.v.body2.vel[row]));
        press_key(&s, 0, 0, moves[i].back);
        ck_assert(fs_pos2_eq(s.v.body2.pos[row], from));
        press_key(&s, 0, 0, 0);
    }
    /* The arrow itself does what it is for. */
    match_press(&s.m, 0, FS_KEY_RIGHT, 0);
    match_steps(&s.m, 30);
    ck_assert_int_gt(s.v.body2.vel[row].x, 9 * FS_VEL_ONE);
    match_end(&s.m);
}
END_TEST

START_TEST(keys_turn)
{
    struct stage s = empty_stage(1);
    uint32_t row = make_at(&s, 0, SANDBOX_MAKE_RECTANGLE, fs_pos2_make(M(15), M(8)));
    for (int i = 0; i < 5; i++)
        press_key(&s, 0, 0, SANDBOX_TURN_LEFT);
    int32_t angle = fs_radians_from_turn(fs_turn_from_rot2(s.v.body2.rot[row]));
    ck_assert_int_le(abs(angle - FS_FIX16_ONE / 2), 20);
    for (int i = 0; i < 5; i++)
        press_key(&s, 0, 0, SANDBOX_TURN_RIGHT);
    ck_assert_int_le(fs_abs32(s.v.body2.rot[row].s), 64);
    /* A circle is the same however it is turned, and its centre stays. */
    ck_assert(fs_pos2_eq(s.v.body2.pos[row], fs_pos2_make(M(15), M(8))));
    match_end(&s.m);
}
END_TEST

/* 1 m/s and 0.1 rad/s, exactly; nothing for what does not move. */
START_TEST(keys_change_velocities)
{
    static const struct {
        uint8_t command;
        int x, y, turn;
    } changes[6] = { { SANDBOX_SPEED_UP, 0, 1, 0 },
                     { SANDBOX_SPEED_DOWN, 0, -1, 0 },
                     { SANDBOX_SPEED_LEFT, -1, 0, 0 },
                     { SANDBOX_SPEED_RIGHT, 1, 0, 0 },
                     { SANDBOX_ANGULAR_VELOCITY_LEFT, 0, 0, 1 },
                     { SANDBOX_ANGULAR_VELOCITY_RIGHT, 0, 0, -1 } };
    struct stage s = empty_stage(1);
    uint32_t row = make_at(&s, 0, SANDBOX_MAKE_RECTANGLE, fs_pos2_make(M(15), M(8)));
    for (int i = 0; i < 6; i++) {
        fs_vel2 vel = s.v.body2.vel[row];
        fs_vel spin = s.v.body2.angular_velocity[row];
        press_key(&s, 0, 0, changes[i].command);
        ck_assert_int_eq(s.v.body2.vel[row].x - vel.x, changes[i].x * FS_VEL_ONE);
        ck_assert_int_eq(s.v.body2.vel[row].y - vel.y, changes[i].y * FS_VEL_ONE);
        ck_assert_int_eq(s.v.body2.angular_velocity[row] - spin, fs_vel_from_ratio(changes[i].turn, 10));
    }
    press_key(&s, 0, 0, SANDBOX_DIGIT);
    press_key(&s, 0, 0, SANDBOX_SPEED_UP);
    ck_assert(fs_vel2_is_zero(s.v.body2.vel[0]));
    match_end(&s.m);
}
END_TEST

/* To nothing, which stands still, and back to the same bits. */
START_TEST(keys_change_the_mass)
{
    struct stage s = stage_start(1, "scene=2 start=0");
    uint32_t row = make_at(&s, 0, SANDBOX_MAKE_RECTANGLE, fs_pos2_make(M(15), M(8)));
    uint32_t kg = s.v.thing.mass[row];
    fs_scaled inv_mass = s.v.body2.inv_mass[row], inv_inertia = s.v.body2.inv_inertia[row];
    press_key(&s, 0, 0, SANDBOX_MASS_UP);
    ck_assert_uint_eq(s.v.thing.mass[row], kg + 1);
    ck_assert_int_lt(fs_scaled_cmp(s.v.body2.inv_mass[row], inv_mass), 0);
    ck_assert_int_lt(fs_scaled_cmp(s.v.body2.inv_inertia[row], inv_inertia), 0);
    for (uint32_t i = 0; i < kg + 4; i++)
        press_key(&s, 0, 0, SANDBOX_MASS_DOWN);
    ck_assert_uint_eq(s.v.thing.mass[row], 0);
    ck_assert_uint_eq(s.v.body2.type[row], FS_BODY2_STATIC);
    fs_pos2 at = s.v.body2.pos[row];
    match_steps(&s.m, 30);
    ck_assert(fs_pos2_eq(s.v.body2.pos[row], at));
    ck_assert(fs_vel2_is_zero(s.v.body2.vel[row]));
    for (uint32_t i = 0; i < kg; i++)
        press_key(&s, 0, 0, SANDBOX_MASS_UP);
    ck_assert_int_eq(fs_scaled_cmp(s.v.body2.inv_mass[row], inv_mass), 0);
    ck_assert_int_eq(fs_scaled_cmp(s.v.body2.inv_inertia[row], inv_inertia), 0);
    ck_assert_int_lt(s.v.body2.pos[row].y, at.y);
    match_end(&s.m);
}
END_TEST

START_TEST(keys_change_the_surface)
{
    struct stage s = empty_stage(1);
    uint32_t row = make_at(&s, 0, SANDBOX_MAKE_RECTANGLE, fs_pos2_make(M(15), M(8)));
    s.v.thing.friction[row] = 50;
    s.v.thing.restitution[row] = 50;
    press_key(&s, 0, 0, SANDBOX_FRICTION_UP);
    press_key(&s, 0, 0, SANDBOX_RESTITUTION_DOWN);
    ck_assert_int_eq(s.v.material2.dynamic_friction[row + 1], fs_fix16_from_ratio(51, 100));
    ck_assert_int_eq(s.v.material2.restitution[row + 1], fs_unit_from_ratio(49, 100));
    press_key(&s, 0, 0, SANDBOX_FRICTION_DOWN);
    press_key(&s, 0, 0, SANDBOX_RESTITUTION_UP);
    ck_assert_uint_eq(s.v.thing.friction[row], 50);
    ck_assert_uint_eq(s.v.thing.restitution[row], 50);
    for (int i = 0; i < 60; i++)
        press_key(&s, 0, 0, SANDBOX_RESTITUTION_UP);
    ck_assert_uint_eq(s.v.thing.restitution[row], 100);
    for (int i = 0; i < 60; i++)
        press_key(&s, 0, 0, SANDBOX_FRICTION_DOWN);
    ck_assert_uint_eq(s.v.thing.friction[row], 0);
    match_end(&s.m);
}
END_TEST

/* A push gives every mass the same acceleration: v = 20 m/s^2 t. */
START_TEST(pushes_accelerate)
{
    struct stage s = empty_stage(1);
    uint32_t row = make_at(&s, 0, SANDBOX_MAKE_POLYGON, fs_pos2_make(M(10), M(8)));
    match_press(&s.m, 0, FS_KEY_LEFT | FS_KEY_FIRE, 0);
    match_steps(&s.m, 15);
    ck_assert_int_le(fs_abs32(s.v.body2.vel[row].x + 5 * FS_VEL_ONE), 64);
    ck_assert_int_le(fs_abs32(s.v.body2.vel[row].y - 5 * FS_VEL_ONE), 64);
    match_end(&s.m);
}
END_TEST

/* --- the stage ------------------------------------------------------------------------------------ */

/* Without movement everything stays to the bit and keeps its velocity. */
START_TEST(movement_can_be_off)
{
    struct stage s = stage_start(1, "scene=2 start=0");
    uint32_t row = make_at(&s, 0, SANDBOX_MAKE_CIRCLE, fs_pos2_make(M(17), M(9)));
    press_key(&s, 0, 0, SANDBOX_SPEED_LEFT);
    for (int correcting = 1; correcting >= 0; correcting--) {
        s.v.stage.correction[0] = (uint8_t)correcting;
        press_key(&s, 0, 0, SANDBOX_MOVEMENT);
        fs_pos2 at = s.v.body2.pos[row];
        fs_vel2 vel = s.v.body2.vel[row];
        match_steps(&s.m, 100);
        ck_assert(fs_pos2_eq(s.v.body2.pos[row], at));
        ck_assert(fs_vel2_eq(s.v.body2.vel[row], vel));
        press_key(&s, 0, 0, SANDBOX_MOVEMENT);
        ck_assert_int_lt(s.v.body2.pos[row].x, at.x);
        ck_assert_int_lt(s.v.body2.vel[row].y, vel.y);
    }
    match_end(&s.m);
}
END_TEST

/* What is made while nothing moves must fall when it does. */
START_TEST(nothing_hangs_in_the_air)
{
    struct stage s = stage_start(1, "scene=2 start=0");
    press_key(&s, 0, 0, SANDBOX_MOVEMENT);
    uint32_t row = make_at(&s, 0, SANDBOX_MAKE_CIRCLE, fs_pos2_make(M(17), M(9)));
    match_steps(&s.m, 120);
    press_key(&s, 0, 0, SANDBOX_MOVEMENT);
    match_steps(&s.m, 30);
    ck_assert_int_lt(s.v.body2.pos[row].y, M(8));
    match_end(&s.m);
}
END_TEST

static fs_pos deepest(const struct stage *s, uint32_t first, uint32_t count)
{
    fs_pos deep = 0;
    for (uint32_t a = first; a < first + count; a++)
        for (uint32_t b = a + 1; b < first + count; b++) {
            fs_pos reach = fs_pos_from_rel(s->v.body2.extent[a] + s->v.body2.extent[b]);
            deep = fs_max64(deep, reach - fs_pos2_dist(s->v.body2.pos[a], s->v.body2.pos[b]));
        }
    return deep;
}

/* The source's experiment: movement and correction off, fifteen circles made at one point, correction on: after a
 * little while none overlap. */
START_TEST(correction_pulls_a_heap_apart)
{
    struct stage s = empty_stage(1);
    press_key(&s, 0, 0, SANDBOX_MOVEMENT);
    press_key(&s, 0, 0, SANDBOX_CORRECTION);
    uint32_t first = make_at(&s, 0, SANDBOX_MAKE_CIRCLE, fs_pos2_make(M(14), M(5)));
    for (int i = 0; i < 14; i++)
        press_key(&s, 0, 0, SANDBOX_MAKE_CIRCLE);
    match_steps(&s.m, 60);
    ck_assert_int_gt(deepest(&s, first, 15), M(1));
    for (uint32_t row = first; row < first + 15; row++)
        ck_assert(fs_pos2_eq(s.v.body2.pos[row], fs_pos2_make(M(14), M(5))));
    press_key(&s, 0, 0, SANDBOX_CORRECTION);
    match_steps(&s.m, 360);
    ck_assert_int_le(deepest(&s, first, 15), CM(2));
    for (uint32_t row = first; row < first + 15; row++)
        ck_assert(fs_vel2_is_zero(s.v.body2.vel[row]));
    match_end(&s.m);
}
END_TEST

START_TEST(excite_gives_everything_a_velocity)
{
    struct stage s = stage_start(1, "gravity=0 start=20");
    fs_vel maximum = 0;
    s.v.stage.movement[0] = 0;
    press_key(&s, 0, 0, SANDBOX_EXCITE);
    for (uint32_t row = 4; row < 44; row++) {
        fs_vel2 vel = s.v.body2.vel[row];
        ck_assert(!fs_vel2_is_zero(vel) && fs_abs32(vel.x) <= 10 * FS_VEL_ONE && fs_abs32(vel.y) <= 10 * FS_VEL_ONE);
        maximum = fs_max32(maximum, fs_abs32(vel.x));
    }
    ck_assert_int_gt(maximum, 8 * FS_VEL_ONE);
    for (uint32_t row = 0; row < 4; row++)
        ck_assert(fs_vel2_is_zero(s.v.body2.vel[row]));
    match_end(&s.m);
}
END_TEST

START_TEST(reset_builds_the_scene_again)
{
    static const uint32_t bodies[SANDBOX_SCENES] = { 0, 1, 24 };
    char settings[20];
    snprintf(settings, sizeof settings, "scene=%d", _i);
    struct stage s = stage_start(1, settings);
    for (int i = 0; i < 40; i++)
        press_key(&s, 0, 0, SANDBOX_MAKE_RECTANGLE + (unsigned)i % 4);
    press_key(&s, 0, 0, SANDBOX_MOVEMENT);
    press_key(&s, 0, 0, SANDBOX_RESET);
    ck_assert_uint_eq(s.v.stage.bodies[0], bodies[_i]);
    ck_assert_uint_eq(s.v.stage.movement[0], 1);
    ck_assert(s.m.game->valid(s.m.state, &s.m.config));
    match_end(&s.m);
}
END_TEST

/* The platforms of the source: 20 pixels to a metre from the middle of 800 x 450, y upward. */
START_TEST(scenes_are_those_of_the_source)
{
    static const struct {
        int x, y;
        unsigned friction, restitution;
    } platforms[4] = { { 500, 125, 30, 0 }, { -1000, -875, 100, 50 }, { -1500, 125, 80, 20 }, { -1950, -675, 0, 100 } };
    struct stage s = empty_stage(1);
    for (uint32_t row = 0; row < 4; row++) {
        ck_assert_int_eq(s.v.body2.pos[row].x, CM(platforms[row].x));
        ck_assert_int_eq(s.v.body2.pos[row].y, CM(platforms[row].y));
        ck_assert_uint_eq(s.v.thing.friction[row], platforms[row].friction);
        ck_assert_uint_eq(s.v.thing.restitution[row], platforms[row].restitution);
        ck_assert_uint_eq(s.v.thing.mass[row], 0);
    }
    /* 2.8 rad clockwise. */
    fix16_t angle = fs_radians_from_turn(fs_turn_from_rot2(s.v.body2.rot[0]));
    ck_assert_int_le(abs(angle + fs_fix16_from_ratio(28, 10)), 8);
    match_end(&s.m);
}
END_TEST

START_TEST(what_falls_away_is_gone)
{
    struct stage s = stage_start(1, "start=0");
    make_at(&s, 0, SANDBOX_MAKE_CIRCLE, fs_pos2_make(M(19), M(9)));
    match_steps(&s.m, 60 * 6);
    ck_assert_uint_eq(s.v.stage.bodies[0], 4);
    ck_assert_uint_eq(s.v.stage.removed[0], 1);
    ck_assert_uint_eq(selected(&s, 0), UINT32_MAX);
    match_end(&s.m);
}
END_TEST

/* Bodies between four walls stay there and come to rest. */
static unsigned count_boxes(const struct stage *s, int64_t show, uint32_t colour)
{
    fs_draw_list *draw;
    fs_config config = s->m.config;
    size_t items;
    unsigned count = 0;
    config.options[SANDBOX_OPT_SHOW] = show;
    ck_assert_int_eq(fs_draw_create(&draw), FS_OK);
    fs_game_sandbox.draw(s->m.state, &config, 0, draw);
    const fs_draw_item *item = fs_draw_items(draw, &items);
    for (size_t i = 0; i < items; i++)
        count += item[i].colour == colour;
    fs_draw_destroy(draw);
    return count;
}

/* The picture of the source's projects of chapter 3: overlapping bounds are green although the circles do not touch. */
START_TEST(bounds_and_contacts_are_shown_on_demand)
{
    enum { BOUNDS = 0x3C5878, OVERLAP = 0x40C040 };
    struct stage s = empty_stage(1);
    uint32_t alone = count_boxes(&s, 1, BOUNDS);
    make_at(&s, 0, SANDBOX_CIRCLE, fs_pos2_make(M(-8), M(8)));
    ck_assert_uint_eq(count_boxes(&s, 0, BOUNDS), 0);
    ck_assert_uint_eq(count_boxes(&s, 1, BOUNDS), alone + 1);
    uint32_t green = count_boxes(&s, 1, OVERLAP);
    make_at(&s, 0, SANDBOX_CIRCLE, fs_pos2_make(M(-8) + CM(50), M(8) + CM(50)));
    ck_assert_uint_eq(count_boxes(&s, 1, OVERLAP), green + 2);
    ck_assert_uint_eq(count_boxes(&s, 2, OVERLAP), 0);
    match_end(&s.m);
}
END_TEST

START_TEST(walls_hold_and_heaps_rest)
{
    struct stage s = stage_start(1, "scene=0 seed=5");
    uint32_t asleep = 0;
    for (int i = 0; i < 30; i++) {
        press_key(&s, 0, 0, SANDBOX_MAKE_RECTANGLE + (unsigned)i % 4);
        match_steps(&s.m, 20);
    }
    match_steps(&s.m, 60 * 25);
    for (uint32_t row = SANDBOX_WALL_BODIES; row < SANDBOX_WALL_BODIES + 30; row++) {
        fs_pos2 at = s.v.body2.pos[row];
        ck_assert(fs_abs64(at.x) < M(20) && at.y > -CM(1125) && at.y < CM(1125));
        asleep += (s.v.body2.flags[row] & FS_BODY2_ASLEEP) != 0;
    }
    ck_assert_uint_ge(asleep, 25);
    match_end(&s.m);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("games_sandbox");
    TCase *tc = tcase_create("games_sandbox");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, keys_make_bodies);
    tcase_add_test(tc, new_bodies_appear_at_the_selection);
    tcase_add_test(tc, a_full_stage_takes_no_more);
    tcase_add_test(tc, selection_goes_around);
    tcase_add_test(tc, walls_are_not_selected);
    tcase_add_test(tc, letters_move_and_are_no_arrows);
    tcase_add_test(tc, keys_turn);
    tcase_add_test(tc, keys_change_velocities);
    tcase_add_test(tc, keys_change_the_mass);
    tcase_add_test(tc, keys_change_the_surface);
    tcase_add_test(tc, pushes_accelerate);
    tcase_add_test(tc, movement_can_be_off);
    tcase_add_test(tc, nothing_hangs_in_the_air);
    tcase_add_test(tc, correction_pulls_a_heap_apart);
    tcase_add_test(tc, excite_gives_everything_a_velocity);
    tcase_add_loop_test(tc, reset_builds_the_scene_again, 0, SANDBOX_SCENES);
    tcase_add_test(tc, scenes_are_those_of_the_source);
    tcase_add_test(tc, what_falls_away_is_gone);
    tcase_add_test(tc, bounds_and_contacts_are_shown_on_demand);
    tcase_add_test(tc, walls_hold_and_heaps_rest);
    suite_add_tcase(suite, tc);
    return suite;
}
