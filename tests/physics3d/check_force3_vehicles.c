/* check_force3_vehicles.c: planes and boats made of generators: climb, sail, turn; equal bits from a game's tables with
 * dropped scratch, from a snapshot and far from the origin. */
#define FS__WORLD3_INTERNAL
#include <fixstep/debug3.h>
#include <fixstep/trig.h>

#include "physics3d/force3_fixture.h"

enum { HZ = 60 };

#define GAME3_TABLES(T, P, g) FS_FORCE3_TABLES(T, P, g) FS_WORLD3_TABLES(T, P, g)
FS_SCHEMA(game3, GAME3_TABLES)

static fs_quat about_y(double degrees)
{
    return fs_quat_from_axis_turn(fs_unit3_make(0, FS_UNIT_ONE, 0), (uint32_t)llround(degrees / 360 * 0x1p32));
}

/* ---- a plane that climbs ---------------------------------------------------------------------------------------- */

/* A wing with lift c_l v and drag c_d v, whose thrust T is along the flight: in steady flight along the x axis of the body
 * at a pitch of p, T = c_d v + m g sin p and c_l v = m g cos p, so that tan p = (T - c_d v) / (c_l v). */
START_TEST(the_angle_of_climb_follows_thrust)
{
    const double lift = 5, drag = 0.5, mass = 10, pitch = 20 * M_PI / 180;
    fs_world3 *w = scene3_world(-10);
    fs_body3 body = add_ball(w, mass, 0, 0, 0);
    ck_assert_int_eq(fs_body3_set_flags(w, body, FS_BODY3_FIXED_ROTATION, 0), FS_OK);
    fs_quat up = fs_quat_from_axis_turn(fs_unit3_make(0, 0, FS_UNIT_ONE), FS_TURN_DEG(20));
    ck_assert_int_eq(fs_body3_set_pose(w, body, fs_pos3_zero(), up), FS_OK);
    double speed = mass * 10 * cos(pitch) / lift;
    fs_force3_def def = make(FS_FORCE3_THRUST, body);
    def.k = WIDE3D(drag * speed + mass * 10 * sin(pitch));
    def.control = 127;
    add(w, &def);
    def = make(FS_FORCE3_AERO, body);
    def.aero = add_tensor(w, (fs_aero3){ wide3(-drag, 0, 0), wide3(lift, -8, 0), wide3(0, 0, -1) });
    add(w, &def);
    scene3_throw(w, body, 12, 0, 0);
    scene3_run(w, 400 * HZ);
    scene3_vector v = scene3_velocity(w, body);
    NEAR3(atan2(v.y, v.x), pitch, 1e-3);
    NEAR3(hypot(v.x, v.y), speed, 1e-2);
    fs_world3_destroy(w);
}
END_TEST

/* ---- a catamaran -------------------------------------------------------------------------------------------------- */

struct boat {
    fs_body3 hull;
    fs_force3 sail, rudder;
};

/* The bow is +x. Four floats; hulls that glide along x and resist across; a rudder at the stern; a sail, a thin wing that
 * resists across its own x axis. */
static struct boat launch_boat(fs_world3 *w, fs_fluid3_def wind, fs_pos3 at)
{
    struct boat b = { .hull = add_ball(w, 300, METRES3D(at.x), METRES3D(at.y), METRES3D(at.z)) };
    fs_force3_def def = make_float(w, b.hull, 0.25, 0.4, 150);
    uint16_t water = def.fluid, air;
    for (int i = 0; i < 4; i++) {
        def.anchor_a = fs_rel3_make(REL3D(i & 1 ? 2.5 : -2.5), 0, REL3D(i & 2 ? 1.5 : -1.5));
        add(w, &def);
    }
    def = make(FS_FORCE3_AERO, b.hull);
    def.fluid = water;
    def.length = WIDE3D(0.5);
    def.aero = add_tensor(w, (fs_aero3){ wide3(-10, 0, 0), wide3(0, -10, 0), wide3(0, 0, -1200) });
    add(w, &def);
    fs_aero3_control fin = { .neutral = { wide3(-2, 0, 0), fs_wide3_zero(), wide3(0, 0, -100) } };
    fin.min = fin.max = fin.neutral;
    fin.min.z.x = WIDE3D(-40);
    fin.max.z.x = WIDE3D(40);
    ck_assert_int_eq(fs_aero3_add(w, &fin, &def.aero), FS_OK);
    def.anchor_a = fs_rel3_make(REL3D(-3), 0, 0);
    b.rudder = add(w, &def);
    ck_assert_int_eq(fs_fluid3_add(w, &wind, &air), FS_OK);
    def = make(FS_FORCE3_AERO, b.hull);
    def.fluid = air;
    def.anchor_a = fs_rel3_make(0, REL3D(1), 0);
    def.aero = add_tensor(w, (fs_aero3){ wide3(-0.5, 0, 0), wide3(0, -0.5, 0), wide3(0, 0, -40) });
    b.sail = add(w, &def);
    return b;
}

/* The force of the sail along the boat's axis in wind from `from` degrees off the bow, with the best of the sail's angles. */
static double best_drive(double from)
{
    double best = -1e9;
    for (int trim = -90; trim <= 90; trim += 5) {
        const fs_aero3 sail = { wide3(-0.5, 0, 0), wide3(0, -0.5, 0), wide3(0, 0, -40) };
        double x = 8 * cos(from * M_PI / 180), z = 8 * sin(from * M_PI / 180);
        /* The boat at rest moves against the air from ahead with the wind's opposite. */
        fs_wide3 f = fs_aero3_force(&sail, about_y(trim), fs_vel3_make(VEL3D(x), 0, VEL3D(z)));
        best = fmax(best, NEWTONS3D(f.x));
    }
    return best;
}

/* The polar: run, broad and beam reach and close-hauled drive forward, head to wind does not; a sail that is a plate drives
 * D v sin^2 at best, with half of the angle on each side. */
START_TEST(a_sail_has_its_polar)
{
    ck_assert(best_drive(180) > 300);
    ck_assert(best_drive(135) > 250 && best_drive(90) > 140 && best_drive(45) > 30);
    ck_assert(best_drive(90) < best_drive(135) && best_drive(45) < best_drive(90));
    ck_assert(best_drive(0) < 0);
    NEAR3(best_drive(90), 0.5 * (40 - 0.5) * 8, 2);
}
END_TEST

static double heading(const fs_world3 *w, fs_body3 body)
{
    fs_vel3 bow = fs_quat_vel(fs_body3_rotation(w, body), fs_vel3_make(FS_VEL_ONE, 0, 0));
    return atan2(-(double)bow.z, (double)bow.x) * 180 / M_PI;
}

/* Wind abeam drives the boat ahead with less leeway than way; it stays upright, and its rudder turns it either way. */
START_TEST(a_catamaran_sails_and_turns)
{
    double turned[2];
    for (int i = 0; i < 2; i++) {
        fs_world3 *w = scene3_world(-10);
        fs_fluid3_def wind = fs_default_fluid3_def();
        wind.velocity = wide3(0, 0, 8);
        struct boat b = launch_boat(w, wind, fs_pos3_zero());
        ck_assert_int_eq(fs_force3_set_rotation(w, b.sail, about_y(45)), FS_OK);
        scene3_run(w, 10 * HZ);
        ck_assert(scene3_position(w, b.hull).x > 5);
        fs_vel3 v = fs_quat_inv_vel(fs_body3_rotation(w, b.hull), fs_body3_velocity(w, b.hull));
        ck_assert_msg(SPEED3D(v.x) > 0.5 && abs(v.z) < v.x / 4, "%g m/s ahead, %g across", SPEED3D(v.x), SPEED3D(v.z));
        double before = heading(w, b.hull);
        ck_assert_int_eq(fs_force3_set_control(w, b.rudder, i == 0 ? 127 : -127), FS_OK);
        scene3_run(w, 3 * HZ);
        turned[i] = heading(w, b.hull) - before;
        fs_quat q = fs_body3_rotation(w, b.hull);
        ck_assert(abs(q.x) < FS_UNIT_ONE / 4 && abs(q.z) < FS_UNIT_ONE / 4);
        fs_world3_destroy(w);
    }
    ck_assert_msg(turned[0] > 3 && turned[1] < -3, "%g %g", turned[0], turned[1]);
}
END_TEST

/* ---- a game's tables ------------------------------------------------------------------------------------------------ */

struct game {
    fs_state *state;
    fs_scratch scratch;
    fs_world3 w;
};

static const fs_world3_limits game_limits = { .bodies = 16, .shapes = 16, .joints = 1, .materials = 4, .hulls = 1 };

static void bind_game(struct game *g, int fill)
{
    memset(g->scratch.bytes, fill, g->scratch.size);
    fs_world3_bind(g->state, game3_T_physics3, &g->scratch, &g->w);
    fs_force3_bind(g->state, game3_T_force3, &g->w);
}

static struct game open_game(void)
{
    struct game g = { .state = NULL };
    uint32_t rows[game3_T_COUNT] = { 1 };
    fs_world3_capacities(&game_limits, rows + game3_T_physics3);
    fs_force3_capacities(12, 4, 3, rows + game3_T_force3);
    ck_assert_int_eq(fs_state_create(&game3_schema, rows, &g.state), FS_OK);
    g.scratch.size = fs_world3_scratch_size(&game_limits);
    g.scratch.bytes = malloc(g.scratch.size);
    ck_assert(g.scratch.bytes != NULL);
    bind_game(&g, 0);
    *g.w.world.hz = HZ;
    ck_assert_int_eq(fs_world3_init(&g.w, NULL), FS_OK);
    return g;
}

static void close_game(struct game *g)
{
    free(g->scratch.bytes);
    fs_state_destroy(g->state);
}

static fs_fluid3_def gusts(void)
{
    fs_fluid3_def wind = fs_default_fluid3_def();
    wind.velocity = wide3(0, 0, 8);
    wind.variation = wide3(3, 0, 3);
    wind.period = WIDE3D(1);
    return wind;
}

static void step_game(struct game *g, int ticks, bool drop_scratch)
{
    for (int i = 0; i < ticks; i++) {
        if (drop_scratch)
            bind_game(g, i & 0xFF);
        fs_world3_step(&g->w);
        *g->w.world.tick += 1;
    }
}

/* A full table is named; tables that are not bound are no error, and a readonly view checks them. */
START_TEST(tables_of_a_game_step_alike)
{
    struct game g = open_game(), h = open_game();
    fs_world3 view;
    struct boat b = launch_boat(&g.w, gusts(), fs_pos3_zero());
    struct boat c = launch_boat(&h.w, gusts(), fs_pos3_zero());
    (void)fs_force3_set_rotation(&g.w, b.sail, about_y(45));
    (void)fs_force3_set_rotation(&h.w, c.sail, about_y(45));
    step_game(&g, 300, false);
    step_game(&h, 300, true);
    ck_assert_uint_eq(fs_state_hash(g.state), fs_state_hash(h.state));
    ck_assert(scene3_length(scene3_velocity(&g.w, b.hull)) > 0.2);
    fs_world3_bind_readonly(g.state, game3_T_physics3, &view);
    fs_force3_bind_readonly(g.state, game3_T_force3, &view);
    ck_assert(fs_world3_valid(&view));
    g.w.force.kind[0] = 0;
    ck_assert(!fs_world3_valid(&view));
    g.w.force.kind[0] = FS_FORCE3_BUOYANCY;
    fs_force3_def def = make(FS_FORCE3_GRAVITY, b.hull);
    fs_result result = FS_OK;
    for (int i = 0; i < 12 && result == FS_OK; i++)
        result = fs_force3_create(&g.w, &def, NULL);
    ck_assert_int_eq(result, FS_E_CAPACITY);
    ck_assert_str_eq(fs_world3_error(&g.w), "table force3 is full (12 rows)");
    fs_world3_bind(h.state, game3_T_physics3, &h.scratch, &h.w);
    ck_assert_int_eq(fs_force3_create(&h.w, &def, NULL), FS_E_CAPACITY);
    fs_world3_step(&h.w);
    close_game(&g);
    close_game(&h);
}
END_TEST

/* A state that is encoded and decoded goes on with the same bits. */
START_TEST(a_snapshot_goes_on_alike)
{
    struct game g = open_game(), h = open_game();
    struct boat b = launch_boat(&g.w, gusts(), fs_pos3_zero());
    (void)fs_force3_set_rotation(&g.w, b.sail, about_y(45));
    step_game(&g, 150, false);
    ck_assert_int_eq(fs_state_copy(h.state, g.state), FS_OK);
    bind_game(&h, 0x5A);
    step_game(&g, 150, false);
    step_game(&h, 150, false);
    ck_assert_uint_eq(fs_state_hash(g.state), fs_state_hash(h.state));
    close_game(&g);
    close_game(&h);
}
END_TEST

/* At 1,000 km from the origin the boat sails the same way. */
START_TEST(a_boat_sails_alike_far_away)
{
    struct game g = open_game(), h = open_game();
    const fs_pos3 far = scene3_pos(1e6, 0, -1e6);
    struct boat b = launch_boat(&g.w, gusts(), fs_pos3_zero()), c = launch_boat(&h.w, gusts(), far);
    step_game(&g, 300, false);
    step_game(&h, 300, false);
    fs_pos3 p = fs_body3_position(&g.w, b.hull), q = fs_pos3_sub(fs_body3_position(&h.w, c.hull), far);
    ck_assert(fs_pos3_eq(p, q));
    ck_assert(fs_vel3_eq(fs_body3_velocity(&g.w, b.hull), fs_body3_velocity(&h.w, c.hull)));
    close_game(&g);
    close_game(&h);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("force3_vehicles");
    TCase *tc = tcase_create("force3_vehicles");
    tcase_set_timeout(tc, 60);
    tcase_add_test(tc, the_angle_of_climb_follows_thrust);
    tcase_add_test(tc, a_sail_has_its_polar);
    tcase_add_test(tc, a_catamaran_sails_and_turns);
    tcase_add_test(tc, tables_of_a_game_step_alike);
    tcase_add_test(tc, a_snapshot_goes_on_alike);
    tcase_add_test(tc, a_boat_sails_alike_far_away);
    suite_add_tcase(suite, tc);
    return suite;
}
