/* check_sailboat.c: the race of catamarans: how a boat floats, points of sail, rudder, foils, buoys and skippers, and what
 * every game keeps. The forces are tested in check_force3.c and check_force3_vehicles.c. */
#include "games/sailboat/sailboat.h"

#include <math.h>
#include <fixstep/trig.h>

#include "games/builtin.h"
#include "games/play_checks.h"

enum { UP = 1, DOWN = 2, LEFT = 4, RIGHT = 8, TRIM = 16 };

/* --- properties of every game ---------------------------------------------------------------- */

static void check_race(const struct match *m)
{
    struct sailboat_view v;
    sailboat_peek(m->state, &v);
    for (uint32_t slot = 0; slot < *v.boat.rows; slot++) {
        ck_assert_uint_lt(v.boat.next[slot], *v.mark.rows);
        ck_assert_uint_le(v.boat.laps[slot] * *v.mark.rows, v.boat.passed[slot]);
        ck_assert_uint_le(v.boat.sheet[slot], SAILBOAT_FULL_SHEET);
    }
}

static const struct game_checks checks = {
    .game = &fs_game_sailboat,
    .players = "boat",
    .fields = 11,
    .check = check_race,
    .ticks = 450,
    .bytes = 450,
    .pictures = 60,
    .bots = 600,
    .choices = 0,
    .items = 100,
    .refused = { 20, 20 },
};

static const struct scene scenes[] = {
    { &checks, 8, "" },
    { &checks, 3, "hz=20 gust=50 marks=8 radius=40 wait=1 wind=150 foils=1" },
    { &checks, 1, "hz=120 gust=0 marks=4 radius=300 wait=100 wind=20" },
};

/* --- one boat ---------------------------------------------------------------------------------- */

struct sea {
    struct match m;
    struct sailboat_view v;
    fs_world3 w;
};

static struct sea sea_start(uint32_t players, const char *settings)
{
    struct sea s = { .m = match_start(&fs_game_sailboat, players, settings) };
    match_steps(&s.m, 1);
    sailboat_bind(s.m.state, &s.v);
    fs_world3_bind(s.m.state, sailboat_T_physics3, NULL, &s.w);
    fs_force3_bind(s.m.state, sailboat_T_force3, &s.w);
    return s;
}

static double metres(fs_pos p)
{
    return (double)p / (double)FS_POS_ONE;
}

static double speed(fs_vel v)
{
    return (double)v / FS_VEL_ONE;
}

/* Velocity in the frame of the boat. */
static fs_vel3 own_velocity(const struct sea *s, uint32_t slot)
{
    uint32_t row = fs__sailboat_row(&s->v, slot);
    return fs_quat_inv_vel(s->w.body.rot[row], s->w.body.vel[row]);
}

/* Puts the boat into the middle, its bow `off` degrees from where the wind comes from. */
static void point_boat(struct sea *s, int off)
{
    fs_body3 boat = fs_body3_at(&s->w, fs__sailboat_row(&s->v, 0));
    uint32_t heading = fs__sailboat_upwind(&s->w) + FS_TURN_DEG(off);
    fs_quat rot = fs_quat_from_axis_turn(fs_unit3_make(0, FS_UNIT_ONE, 0), 0u - heading);
    ck_assert_int_eq(fs_body3_set_pose(&s->w, boat, fs_pos3_make(0, FS_POS_ONE / 10, 0), rot), FS_OK);
    ck_assert_int_eq(fs_body3_set_velocity(&s->w, boat, fs_vel3_zero(), fs_vel3_zero()), FS_OK);
}

/* Floats of 1 m^3 in all and 0.8 m high carry 300 kg where y = 0.4 (1 - 2 m / (V rho)). */
START_TEST(a_boat_floats_at_its_waterline)
{
    struct sea s = sea_start(1, "gust=0 wind=20");
    uint32_t row = fs__sailboat_row(&s.v, 0);
    match_steps(&s.m, 600);
    double mass = 2 * 120 * (M_PI * 0.09 * 4 + 4 * M_PI / 3 * 0.027);
    double expected = 0.4 * (1 - 2 * mass / 1025);
    ck_assert_msg(fabs(metres(s.w.body.pos[row].y) - expected) < 0.02, "%.3f m, not %.3f m",
                  metres(s.w.body.pos[row].y), expected);
    match_end(&s.m);
}
END_TEST

/* From the bow to the stern: head to wind the boat drifts astern, on all other points it sails ahead, fastest with the
 * wind abeam or behind; it stays upright. */
START_TEST(points_of_sail_drive)
{
    static const struct {
        int off;
        double least, most;
    } points[] = { { 0, -3, 0 }, { 48, 3, 6 }, { 90, 5, 7 }, { 135, 5, 7 }, { 180, 5, 7 } };
    struct sea s = sea_start(1, "gust=0 radius=300");
    for (unsigned i = 0; i < sizeof points / sizeof points[0]; i++) {
        point_boat(&s, points[i].off);
        match_press(&s.m, 0, TRIM, 0);
        match_steps(&s.m, 600);
        fs_vel3 v = own_velocity(&s, 0);
        ck_assert_msg(speed(v.x) > points[i].least && speed(v.x) < points[i].most, "%d degrees: %.2f m/s",
                      points[i].off, speed(v.x));
        ck_assert_double_lt(fabs(speed(v.z)), 1);
    }
    match_end(&s.m);
}
END_TEST

/* The rudder turns the boat to its own side, by more than 20 degrees in 1.5 s. */
START_TEST(keys_steer_and_trim)
{
    for (int side = 0; side < 2; side++) {
        struct sea s = sea_start(1, "gust=0 radius=300");
        uint32_t row = fs__sailboat_row(&s.v, 0);
        point_boat(&s, 90);
        match_press(&s.m, 0, TRIM, 0);
        match_steps(&s.m, 300);
        uint32_t before = fs__sailboat_heading(&s.w, row);
        match_press(&s.m, 0, TRIM | (side ? RIGHT : LEFT), 0);
        match_steps(&s.m, 90);
        int32_t turned = fs_turn_signed(fs__sailboat_heading(&s.w, row) - before);
        ck_assert((side ? turned : -turned) > (int32_t)FS_TURN_DEG(20));
        match_end(&s.m);
    }
}
END_TEST

/* With the sheet right out the sail lies in the wind and does not pull; hauled in it does. */
START_TEST(an_eased_sheet_luffs)
{
    struct sea s = sea_start(1, "gust=0 radius=300");
    point_boat(&s, 80);
    match_press(&s.m, 0, DOWN, 0);
    match_steps(&s.m, 240);
    ck_assert_uint_eq(s.v.boat.sheet[0], SAILBOAT_FULL_SHEET);
    ck_assert_double_lt(speed(own_velocity(&s, 0).x), 1.2);
    match_press(&s.m, 0, UP, 0);
    match_steps(&s.m, 60);
    match_press(&s.m, 0, 0, 0);
    match_steps(&s.m, 240);
    ck_assert_double_gt(speed(own_velocity(&s, 0).x), 2);
    match_end(&s.m);
}
END_TEST

/* The luff follows the apparent wind; half of it is the best sheet. */
START_TEST(the_boom_lies_downwind)
{
    const fs_vel one = FS_VEL_ONE;
    ck_assert_int_eq(fs__sailboat_luff(fs_vel3_make(-one, 0, 0)), 0);
    ck_assert_int_eq(fs__sailboat_luff(fs_vel3_make(0, 0, one)), (int32_t)FS_TURN_QUARTER);
    ck_assert_int_eq(fs__sailboat_luff(fs_vel3_make(0, 0, -one)), -(int32_t)FS_TURN_QUARTER);
    ck_assert_int_eq(fs__sailboat_luff(fs_vel3_make(-one, 0, one)), (int32_t)FS_TURN_DEG(45));
}
END_TEST

/* Foils lift the hulls by more than 20 cm, never out of the water, and make the boat faster. */
START_TEST(foils_lift_the_hulls)
{
    double height[2], fast[2];
    for (int foils = 0; foils < 2; foils++) {
        struct sea s = sea_start(1, foils ? "gust=0 radius=300 foils=1 wind=100" : "gust=0 radius=300 wind=100");
        point_boat(&s, 120);
        match_press(&s.m, 0, TRIM, 0);
        match_steps(&s.m, 900);
        height[foils] = metres(s.w.body.pos[fs__sailboat_row(&s.v, 0)].y);
        fast[foils] = speed(own_velocity(&s, 0).x);
        match_end(&s.m);
    }
    ck_assert_msg(height[1] > height[0] + 0.2 && height[1] < 0.9, "%.2f m, %.2f m", height[0], height[1]);
    ck_assert_double_gt(fast[1], fast[0] * 1.1);
}
END_TEST

/* --- the race ------------------------------------------------------------------------------------- */

/* On the line of the buoy and in the direction of the course, at any distance and speed; not inside, not backwards. */
START_TEST(buoys_are_rounded_outside_and_one_way)
{
    struct sea s = sea_start(1, "marks=5");
    for (uint32_t mark = 0; mark < 5; mark++) {
        ck_assert(fs__sailboat_passes(&s.v, mark, fs__sailboat_point(&s.v, mark, 1, -1),
                                      fs__sailboat_point(&s.v, mark, 1, 1)));
        ck_assert(fs__sailboat_passes(&s.v, mark, fs__sailboat_point(&s.v, mark, 90, -100),
                                      fs__sailboat_point(&s.v, mark, 10, 300)));
        ck_assert(!fs__sailboat_passes(&s.v, mark, fs__sailboat_point(&s.v, mark, -1, -1),
                                       fs__sailboat_point(&s.v, mark, -1, 1)));
        ck_assert(!fs__sailboat_passes(&s.v, mark, fs__sailboat_point(&s.v, mark, 1, 1),
                                       fs__sailboat_point(&s.v, mark, 1, -1)));
        ck_assert(!fs__sailboat_passes(&s.v, mark, fs__sailboat_point(&s.v, mark, 1, 1),
                                       fs__sailboat_point(&s.v, mark, 1, 2)));
    }
    match_end(&s.m);
}
END_TEST

/* A boat that is turned over or carried away is lost and starts again before the buoy that it has to round. */
START_TEST(a_lost_boat_starts_again)
{
    struct sea s = sea_start(1, "wait=10 gust=0");
    fs_body3 boat = fs_body3_at(&s.w, fs__sailboat_row(&s.v, 0));
    fs_quat over = fs_quat_from_axis_turn(fs_unit3_make(FS_UNIT_ONE, 0, 0), FS_TURN_DEG(100));
    ck_assert_int_eq(fs_body3_set_pose(&s.w, boat, fs_pos3_zero(), over), FS_OK);
    match_step(&s.m);
    ck_assert_uint_eq(s.v.boat.losses[0], 1);
    ck_assert_uint_eq(s.v.boat.state[0], SAILBOAT_WAITING);
    match_steps(&s.m, 61);
    ck_assert_uint_eq(s.v.boat.state[0], SAILBOAT_SAILING);
    ck_assert(fs_pos3_dist_sq_cmp(fs_body3_position(&s.w, boat), s.v.mark.at[0], 30 * FS_POS_ONE) < 0);
    ck_assert_int_eq(fs_body3_set_pose(&s.w, boat, fs_pos3_make(400 * FS_POS_ONE, 0, 0), fs_quat_identity()), FS_OK);
    match_step(&s.m);
    ck_assert_uint_eq(s.v.boat.losses[0], 2);
    match_end(&s.m);
}
END_TEST

/* A skipper rounds seven buoys in five minutes, beats included, without a loss, on other courses and with foils too. */
START_TEST(skippers_sail_the_course)
{
    static const char *const settings[] = { "seed=1", "seed=2 gust=25 wind=100", "seed=3 marks=5 wind=60",
                                            "seed=4 foils=1 wind=100" };
    struct match m = match_start(&fs_game_sailboat, 2, settings[_i]);
    struct sailboat_view v;
    match_bots(&m, "skipper random", 18000);
    sailboat_bind(m.state, &v);
    ck_assert_msg(v.boat.laps[0] >= 1 && v.boat.passed[0] >= 7 && v.boat.losses[0] == 0 && v.boat.best_ticks[0] > 0,
                  "%u laps, %u losses, %u buoys", v.boat.laps[0], v.boat.losses[0], v.boat.passed[0]);
    match_end(&m);
}
END_TEST

START_TEST(the_script_sails)
{
    struct match m = play_script(&fs_game_sailboat, 2, "", 700);
    struct sailboat_view v;
    sailboat_bind(m.state, &v);
    ck_assert_uint_eq(v.boat.passed[0], 1);
    ck_assert_uint_eq(v.boat.state[1], SAILBOAT_SAILING);
    match_end(&m);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("sailboat");
    TCase *tc = tcase_create("sailboat");
    tcase_set_timeout(tc, 120);
    add_play_checks(tc, scenes, sizeof scenes / sizeof scenes[0]);
    tcase_add_test(tc, a_boat_floats_at_its_waterline);
    tcase_add_test(tc, points_of_sail_drive);
    tcase_add_test(tc, keys_steer_and_trim);
    tcase_add_test(tc, an_eased_sheet_luffs);
    tcase_add_test(tc, the_boom_lies_downwind);
    tcase_add_test(tc, foils_lift_the_hulls);
    tcase_add_test(tc, buoys_are_rounded_outside_and_one_way);
    tcase_add_test(tc, a_lost_boat_starts_again);
    tcase_add_loop_test(tc, skippers_sail_the_course, 0, 4);
    tcase_add_test(tc, the_script_sails);
    suite_add_tcase(suite, tc);
    return suite;
}
