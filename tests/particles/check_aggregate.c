/* check_aggregate.c: builders of aggregates, and the behaviour of their results.
 *
 * Numbers such as 8.5 name the rows of the feature tables in lib/doc/COVERAGE.md.
 */
#include <stdio.h>

#include "support/check_main.h"
#include "particles/link_fixture.h"

static void open_small(struct link_fixture *r, double g, uint32_t substeps)
{
    open_link_fixture(r, wide3_of(0, -g, 0), FS_LINK_SOLVER_XPBD, substeps);
}

#define BUILD(r, name, def)                                                  \
    do {                                                                     \
        fs_build_cursor build_at = place_cursor(r, fs_##name##_counts(def)); \
        SAME(fs_##name##_build(&build_at, def), FS_OK);                      \
        SAME(build_at.particle, *(r)->v.particle.rows);                      \
        SAME(build_at.link, *(r)->v.link.rows);                              \
    } while (0)

static double y_of(const struct link_fixture *r, uint32_t i)
{
    return of_wide(r->p.pos[i].y);
}

/* --- builders ----------------------------------------------------------------------------- */

/* Every aggregate is built at rest: the error of a link is at most the rounding of its length. */
static void check_at_rest(const struct link_fixture *r)
{
    for (uint32_t row = 0; row < r->links.count; row++) {
        SAME(r->links.status[row], FS_LINK_ON);
        HOLDS(fs_abs64(fs_link_error(&r->links, row, &r->p)) <= 8);
    }
}

START_TEST(builders_fill_exactly_what_they_need)
{
    struct link_fixture r;
    open_small(&r, 10, 4);
    fs_rope_def rope = fs_default_rope_def();
    rope.pin_to = true;
    rope.tethers = true;
    fs_bridge_def bridge = fs_default_bridge_def();
    fs_cloth_def cloth = fs_default_cloth_def();
    cloth.bend = cloth.tethers = true;
    cloth.pin = FS_CLOTH_PIN_CORNERS;
    fs_crate_def crate = fs_default_crate_def();
    fs_wheel_def wheel = fs_default_wheel_def();
    fs_blob_def blob = fs_default_blob_def();
    BUILD(&r, rope, &rope);
    SAME(*r.v.link.rows, 10 + 18);
    BUILD(&r, bridge, &bridge);
    SAME(*r.v.link.rows, 28 + 6 + 10 + 12);
    BUILD(&r, cloth, &cloth);
    SAME(*r.v.link.rows, 56 + 180 + 162 + 160 + 2 * 98);
    BUILD(&r, crate, &crate);
    SAME(*r.v.link.rows, 754 + 22);
    BUILD(&r, wheel, &wheel);
    SAME(*r.v.link.rows, 776 + 24);
    BUILD(&r, blob, &blob);
    SAME(*r.v.link.rows, 800 + 2 * 78);
    SAME(*r.v.particle.rows, 11 + 12 + 100 + 8 + 13 + 13);
    check_at_rest(&r);
    close_link_fixture(&r);
}
END_TEST

START_TEST(builders_refuse_what_they_cannot_build)
{
    struct link_fixture r;
    open_small(&r, 10, 4);
    fs_rope_def rope = fs_default_rope_def();
    fs_build_cursor at = place_cursor(&r, (fs_build_counts){ 11, 9 });
    uint64_t root = fs_state_hash(r.state);
    SAME(fs_rope_build(&at, &rope), FS_E_CAPACITY);
    rope.segments = 0;
    SAME(fs_rope_build(&at, &rope), FS_E_ARGUMENT);
    rope = fs_default_rope_def();
    rope.length = FS_POS_ONE;
    SAME(fs_rope_build(&at, &rope), FS_E_ARGUMENT);
    rope = fs_default_rope_def();
    rope.particle.mass = 0;
    SAME(fs_rope_build(&at, &rope), FS_E_ARGUMENT);
    rope.particle.mass = -FS_WIDE_ONE;
    SAME(fs_rope_build(&at, &rope), FS_E_ARGUMENT);
    rope = fs_default_rope_def();
    rope.particle.damping = FS_UNIT_ONE + 1;
    SAME(fs_rope_build(&at, &rope), FS_E_ARGUMENT);
    fs_crate_def crate = fs_default_crate_def();
    crate.half = 0;
    SAME(fs_crate_build(&at, &crate), FS_E_ARGUMENT);
    fs_wheel_def wheel = fs_default_wheel_def();
    wheel.spokes = 2;
    SAME(fs_wheel_build(&at, &wheel), FS_E_ARGUMENT);
    fs_blob_def blob = fs_default_blob_def();
    blob.rim = 257;
    SAME(fs_blob_build(&at, &blob), FS_E_ARGUMENT);
    fs_bridge_def bridge = fs_default_bridge_def();
    bridge.planks = 1;
    SAME(fs_bridge_build(&at, &bridge), FS_E_ARGUMENT);
    fs_cloth_def cloth = fs_default_cloth_def();
    cloth.columns = cloth.rows = 4096;
    SAME(fs_cloth_build(&at, &cloth), FS_E_ARGUMENT);
    at.link = UINT32_MAX;
    rope = fs_default_rope_def();
    SAME(fs_rope_build(&at, &rope), FS_E_CAPACITY);
    HOLDS(fs_state_hash(r.state) == root);
    close_link_fixture(&r);
}
END_TEST

/* --- bridge and platform --------------------------------------------------------------------- */

/* 8.4: compliant cables, a load in the middle: the deck sags there most, and alike
 * on both sides. */
START_TEST(row_8_4_sag)
{
    struct link_fixture r;
    open_small(&r, 10, 20);
    fs_bridge_def def = fs_default_bridge_def();
    def.planks = 7;
    def.particle.damping = FS_UNIT_ONE / 10;
    BUILD(&r, bridge, &def);
    for (uint32_t row = 7 + 12; row < r.links.count; row++)
        r.links.compliance[row] = wide_of(0.002);
    SAME(fs_particle_set_mass(&r.p, 6, wide_of(50)), FS_OK);
    SAME(fs_particle_set_mass(&r.p, 7, wide_of(50)), FS_OK);
    step_ticks(&r, 1200);
    for (uint32_t plank = 0; plank < 3; plank++) {
        double sag = -y_of(&r, 2 * plank);
        HOLDS(sag > 0 && sag < -y_of(&r, 2 * plank + 2));
        NEAR(-y_of(&r, 12 - 2 * plank), sag, 5e-4 * sag);
        NEAR(-y_of(&r, 2 * plank + 1), sag, 5e-4 * sag);
    }
    close_link_fixture(&r);
}
END_TEST

enum { WALK_PLANKS = 12, WALKER = 2 * WALK_PLANKS };

static void detect_walk(void *context, const struct fs_particles *p, struct fs_contacts *out, fs_arena arena)
{
    (void)context;
    (void)arena;
    fs_detector_def how = fs_default_detector_def();
    how.radius = wide_of(0.8);
    for (uint32_t k = 0; k < WALK_PLANKS; k++)
        fs_detect_plank(out, p, &how, WALKER, 2 * k, 2 * k + 1);
}

/* 8.4: a heavy ball is pushed over planks half a metre apart and does not fall through. Over
 * a gap it sinks to 0.76; 200 N on flanks of asin(0.25/0.8) take 66 N to get out again. */
START_TEST(row_8_4_ball_crosses)
{
    struct link_fixture r;
    open_small(&r, 10, 10);
    r.detect = detect_walk;
    fs_bridge_def def = fs_default_bridge_def();
    def.planks = WALK_PLANKS;
    def.along.x = FS_POS_ONE / 2;
    BUILD(&r, bridge, &def);
    uint32_t ball = add_particle(&r, 20, pos3_of(0.2, 1, 0.9), vel3_of(0, 0, 0));
    add_force(&r, fs_force_constant(ball, wide3_of(90, 0, 0)));
    double lowest = 9;
    int tick = 0;
    for (; tick < 600 && of_wide(r.p.pos[ball].x) < 5.4; tick++) {
        step_tick(&r);
        lowest = fmin(lowest, y_of(&r, ball));
    }
    HOLDS(tick < 600);
    HOLDS(lowest > 0.7);
    close_link_fixture(&r);
}
END_TEST

/* 8.5: a platform on a fixed pivot, steadied by a weight below: it tips to the loaded side,
 * and the other way when the load changes sides. */
START_TEST(row_8_5_platform)
{
    struct link_fixture r;
    open_small(&r, 10, 10);
    uint32_t pivot = add_particle(&r, 0, pos3_of(0, 0, 0), vel3_of(0, 0, 0));
    uint32_t left = add_particle(&r, 1, pos3_of(-2, 0, 0), vel3_of(0, 0, 0));
    uint32_t right = add_particle(&r, 3, pos3_of(2, 0, 0), vel3_of(0, 0, 0));
    uint32_t keel = add_particle(&r, 2, pos3_of(0, -2, 0), vel3_of(0, 0, 0));
    const uint32_t rods[][2] = { { pivot, left }, { pivot, right }, { pivot, keel }, { left, keel }, { right, keel } };
    for (int k = 0; k < 5; k++)
        add_link(&r, fs_link_rod(rods[k][0], rods[k][1], fs_pos3_dist(r.p.pos[rods[k][0]], r.p.pos[rods[k][1]])));
    for (uint32_t i = left; i <= keel; i++)
        SAME(fs_particle_set_damping(&r.p, i, FS_UNIT_ONE / 10), FS_OK);
    step_ticks(&r, 600);
    /* Moments: 4 cos a = 4 sin a. */
    NEAR(atan2(y_of(&r, left), 2), atan2(sqrt(2), 2), 6e-5);
    HOLDS(y_of(&r, right) < -1);
    SAME(fs_particle_set_mass(&r.p, left, wide_of(3)), FS_OK);
    SAME(fs_particle_set_mass(&r.p, right, wide_of(1)), FS_OK);
    step_ticks(&r, 600);
    HOLDS(y_of(&r, left) < -1 && y_of(&r, right) > 1);
    SAME(r.p.pos[left].z, 0);
    close_link_fixture(&r);
}
END_TEST

/* --- blob ---------------------------------------------------------------------------------------- */

static void squeeze_blob(struct link_fixture *r)
{
    for (uint32_t i = 0; i < r->p.count; i++) {
        r->p.pos[i].x = fs_div64_round(r->p.pos[i].x * 5, 4);
        r->p.pos[i].y = fs_div64_round(r->p.pos[i].y * 3, 4);
    }
}

/* 8.6: pressed flat, it becomes round again. */
START_TEST(row_8_6_blob_returns_to_its_shape)
{
    struct link_fixture r;
    open_small(&r, 0, 10);
    fs_blob_def def = fs_default_blob_def();
    def.particle.damping = FS_UNIT_ONE / 10;
    BUILD(&r, blob, &def);
    squeeze_blob(&r);
    HOLDS(fs_abs64(fs_link_error(&r.links, 0, &r.p)) > FS_POS_ONE / 10);
    step_ticks(&r, 900);
    for (uint32_t row = 0; row < r.links.count; row++)
        NEAR(of_wide(fs_link_error(&r.links, row, &r.p)), 0, 2e-8);
    SAME(*r.v.particle_system.torn, 0);
    close_link_fixture(&r);
}
END_TEST

static uint64_t tear_and_join(uint32_t *torn, uint32_t *held)
{
    struct link_fixture r;
    open_small(&r, 0, 10);
    fs_blob_def def = fs_default_blob_def();
    def.particle.damping = FS_UNIT_ONE / 10;
    def.limit = 0;
    def.compliance = wide_of(0.02);
    def.tear_ratio = wide_of(1.8);
    def.rejoin_ratio = wide_of(1.2);
    BUILD(&r, blob, &def);
    r.p.vel[1] = vel3_of(100, 0, 0);
    step_ticks(&r, 60);
    *torn = *r.v.particle_system.torn;
    r.p.pos[1] = pos3_of(1, 0.01, 0);
    r.p.vel[1] = vel3_of(0, 0, 0);
    step_ticks(&r, 600);
    *held = 0;
    for (uint32_t row = 0; row < r.links.count; row++)
        *held += r.links.status[row] == FS_LINK_ON;
    uint64_t root = fs_state_hash(r.state);
    close_link_fixture(&r);
    return root;
}

/* 8.6: a torn-off particle is linked again when it comes near; two runs are equal. */
START_TEST(row_8_6_blob_tears_and_joins)
{
    uint32_t torn, held;
    uint64_t first = tear_and_join(&torn, &held);
    HOLDS(torn > 0);
    SAME(held, 78);
    HOLDS(tear_and_join(&torn, &held) == first);
}
END_TEST

/* --- crate ------------------------------------------------------------------------------------------- */

static void detect_floor(void *context, const struct fs_particles *p, struct fs_contacts *out, fs_arena arena)
{
    (void)context;
    (void)arena;
    fs_detector_def how = fs_default_detector_def();
    how.margin = FS_POS_ONE / 200;
    fs_detect_ground(out, p, &how, 0);
}

static double worst_corner(const struct link_fixture *r, double width)
{
    double worst = 0;
    for (uint32_t i = 0; i < 8; i++)
        for (uint32_t j = 0; j < i; j++) {
            double bits = (double)__builtin_popcount(i ^ j);
            double length = of_wide(fs_pos3_dist(r->p.pos[i], r->p.pos[j]));
            worst = fmax(worst, fabs(length - width * sqrt(bits)));
        }
    return worst;
}

/* 8.7: thrown onto the floor; with edges alone it folds, with a diagonal in each face (18
 * rods, the minimum for rigidity) and with those through the middle it keeps its shape. */
START_TEST(row_8_7_crate)
{
    struct link_fixture r;
    open_small(&r, 10, 20);
    r.detect = detect_floor;
    fs_crate_def def = fs_default_crate_def();
    def.braces = (uint32_t)_i;
    def.centre = pos3_of(0, 2, 0);
    def.particle.vel = vel3_of(3, 0, 1);
    BUILD(&r, crate, &def);
    SAME(r.links.count, _i == 0 ? 12 : (_i == 1 ? 18 : 22));
    r.p.vel[3] = vel3_of(3, -4, 2);
    step_ticks(&r, 600);
    double worst = worst_corner(&r, 1);
    HOLDS(_i == 0 ? worst > 0.5 : worst < 0.01);
    for (uint32_t i = 0; i < 8; i++)
        HOLDS(y_of(&r, i) > -1e-3 && y_of(&r, i) < 2);
    close_link_fixture(&r);
}
END_TEST

/* --- shots at a crate --------------------------------------------------------------------------------- */

static void detect_range(void *context, const struct fs_particles *p, struct fs_contacts *out, fs_arena arena)
{
    (void)context;
    fs_detector_def how = fs_default_detector_def();
    how.surface = (fs_surface){ 2 * FS_WIDE_ONE, 2 * FS_WIDE_ONE };
    fs_detect_ground(out, p, &how, 0);
    how.radius = wide_of(0.05);
    SAME(fs_detect_pairs(out, p, &how, arena), FS_OK);
}

/* The height of the lower edge that is shot at, two seconds after two slugs hit the upper one. */
static double edge_after(double mass, double speed)
{
    struct link_fixture r;
    open_small(&r, 10, 20);
    r.detect = detect_range;
    fs_crate_def def = fs_default_crate_def();
    def.centre = pos3_of(0, 0.5, 0);
    BUILD(&r, crate, &def);
    for (int side = -1; side <= 1; side += 2)
        add_particle(&r, mass / 2, pos3_of(-0.7, 0.99, 0.5 * side), vel3_of(speed, 0, 0));
    step_ticks(&r, 120);
    double edge = y_of(&r, 0);
    close_link_fixture(&r);
    return edge;
}

/* 4.9: 8 kg on an edge length of 1 m tip when they turn with more than m g (sqrt(2) - 1)/2 =
 * 16.6 J. An impulse J at the upper edge turns them with J/8 (I = 8 kg m^2) and J^2/16 J: the
 * laser bolt of 0.1 kg and 100 m/s gives 6 J, the pistol's 2 kg and 35 m/s 245 J (with I = 10). */
START_TEST(row_4_9_heavy_slugs_topple)
{
    NEAR(edge_after(0.1, 100), 0, 1e-12);
    HOLDS(edge_after(2, 35) > 0.9);
}
END_TEST

/* --- wheel ------------------------------------------------------------------------------------------------ */

/* Angular velocity from the momentum about the hub and I = n m r^2. */
static double wheel_spin(const struct link_fixture *r)
{
    double sum = 0, inertia = 0;
    for (uint32_t i = 1; i < r->p.count; i++) {
        double x = of_wide(r->p.pos[i].x), y = of_wide(r->p.pos[i].y);
        sum += x * of_vel(r->p.vel[i].y) - y * of_vel(r->p.vel[i].x);
        inertia += x * x + y * y;
    }
    return sum / inertia;
}

/* 8.9: forces along the rim turn it with torque / I; only some driven parts do not bend it. */
START_TEST(row_8_9_wheel)
{
    struct link_fixture r;
    open_small(&r, 0, 40);
    fs_wheel_def def = fs_default_wheel_def();
    def.radius = 2 * FS_POS_ONE;
    def.particle.damping = FS_UNIT_ONE;
    BUILD(&r, wheel, &def);
    for (uint32_t k = 1; k <= 12; k += 3)
        add_force(&r, fs_force_constant(k, fs_wide3_zero()));
    for (int tick = 0; tick < 60; tick++) {
        for (uint32_t f = 0; f < 4; f++) {
            fs_pos3 at = r.p.pos[1 + 3 * f];
            r.forces.vec[f] = fs_wide3_make(-at.y / 2, at.x / 2, 0); /* 1 N along the rim */
        }
        step_tick(&r);
    }
    NEAR(wheel_spin(&r), 4 * 2.0 / (12 * 4), 8e-5);
    HOLDS(measure_stretch(&r, NULL) < 1e-3);
    SAME(r.p.pos[0].x, 0);
    close_link_fixture(&r);
}
END_TEST

/* --- trebuchet -------------------------------------------------------------------------------------------- */

/* A beam on a fixed axle: 1 m to the counterweight, 4 m to the stone, which is let go when
 * the long arm stands 30 degrees before upright. Returns how far the stone is thrown. */
static double throw_with(double counterweight)
{
    struct link_fixture r;
    open_small(&r, 10, 10);
    uint32_t axle = add_particle(&r, 0, pos3_of(0, 3, 0), vel3_of(0, 0, 0));
    uint32_t weight = add_particle(&r, counterweight, pos3_of(0.8, 3.6, 0), vel3_of(0, 0, 0));
    uint32_t tip = add_particle(&r, 1, pos3_of(-3.2, 0.6, 0), vel3_of(0, 0, 0));
    uint32_t brace = add_particle(&r, 1, pos3_of(-0.6, 3.8, 0), vel3_of(0, 0, 0));
    uint32_t stone = add_particle(&r, 1, pos3_of(-3.2, 0.6, 0), vel3_of(0, 0, 0));
    const uint32_t rods[][2] = { { axle, weight },  { axle, tip },  { axle, brace },
                                 { weight, brace }, { tip, brace }, { tip, stone } };
    for (int k = 0; k < 6; k++)
        add_link(&r, fs_link_rod(rods[k][0], rods[k][1], fs_pos3_dist(r.p.pos[rods[k][0]], r.p.pos[rods[k][1]])));
    double range = 0;
    for (int tick = 0; tick < 1200 && y_of(&r, stone) >= 0; tick++) {
        step_tick(&r);
        double x = of_wide(r.p.pos[tip].x), y = y_of(&r, tip) - 3;
        if (y > 0 && -x < y / sqrt(3))
            SAME(fs_links_detach_particle(&r.links, stone) <= 1, 1);
        range = of_wide(r.p.pos[stone].x);
    }
    close_link_fixture(&r);
    return range;
}

/* 8.9: the range grows with the counterweight. */
START_TEST(row_8_9_trebuchet)
{
    double last = 0;
    for (double weight = 30; weight <= 240; weight *= 2) {
        double range = throw_with(weight);
        HOLDS(range > last + 1);
        last = range;
    }
}
END_TEST

/* --- stiff sets -------------------------------------------------------------------------------------------- */

static double stretch_after(struct link_fixture *r, uint32_t ticks)
{
    double worst = 0;
    for (uint32_t i = 0; i < ticks; i++) {
        step_tick(r);
        worst = fmax(worst, measure_stretch(r, NULL));
    }
    close_link_fixture(r);
    return worst;
}

static double rope_stretch(fs_link_solver solver, uint32_t substeps, bool tethers)
{
    struct link_fixture r;
    open_link_fixture(&r, wide3_of(0, -10, 0), solver, substeps);
    fs_rope_def def = fs_default_rope_def();
    def.segments = 1000;
    def.to = pos3_of(100, 0, 0);
    def.length = wide_of(105);
    def.pin_to = true;
    def.tethers = tethers;
    BUILD(&r, rope, &def);
    return stretch_after(&r, 150);
}

/* A bridge of 1,000 links between two banks, let go: substeps against the resolver, at
 * the same number of substeps. */
START_TEST(long_bridge_small_steps_win)
{
    double worst_first = rope_stretch(FS_LINK_SOLVER_WORST_FIRST, 10, false),
           substeps = rope_stretch(FS_LINK_SOLVER_XPBD, 10, false);
    double more = rope_stretch(FS_LINK_SOLVER_XPBD, 50, false), tied = rope_stretch(FS_LINK_SOLVER_XPBD, 20, true);
    printf("1,000 links, stretch: resolver %.1f %%, 10 substeps %.1f %%, 50: %.2f %%, 20 with tethers %.2f %%\n",
           worst_first * 100, substeps * 100, more * 100, tied * 100);
    HOLDS(substeps < worst_first / 2);
    HOLDS(more < 0.06 && more < substeps / 5);
    HOLDS(tied < 0.12);
}
END_TEST

static double cloth_stretch(fs_link_solver solver, uint32_t substeps, bool tethers)
{
    struct link_fixture r;
    open_link_fixture(&r, wide3_of(0, -10, 0), solver, substeps);
    fs_cloth_def def = fs_default_cloth_def();
    def.columns = def.rows = 30;
    def.tethers = tethers;
    BUILD(&r, cloth, &def);
    return stretch_after(&r, 60);
}

START_TEST(cloth_small_steps_win)
{
    double worst_first = cloth_stretch(FS_LINK_SOLVER_WORST_FIRST, 1, false),
           substeps = cloth_stretch(FS_LINK_SOLVER_XPBD, 10, false);
    double tied = cloth_stretch(FS_LINK_SOLVER_XPBD, 5, true);
    printf("cloth 30 x 30, stretch: resolver %.1f %%, 10 substeps %.2f %%, 5 with tethers %.3f %%\n", worst_first * 100,
           substeps * 100, tied * 100);
    HOLDS(substeps < worst_first / 5 && substeps < 0.02);
    HOLDS(tied < 0.001);
}
END_TEST

/* A cloth mirrored at x = 0 (its columns keep their numbers) stays mirrored, to the bit. */
START_TEST(mirrored_cloth_stays_mirrored)
{
    struct link_fixture r[2];
    for (int k = 0; k < 2; k++) {
        open_small(&r[k], 10, 5);
        fs_cloth_def def = fs_default_cloth_def();
        def.pin = FS_CLOTH_PIN_CORNERS;
        if (k == 1)
            def.across.x = -def.across.x;
        BUILD(&r[k], cloth, &def);
        add_force(&r[k], fs_force_constant(55, wide3_of(k ? -0.3 : 0.3, 0, 0.2)));
        step_ticks(&r[k], 200);
    }
    for (uint32_t i = 0; i < 100; i++) {
        SAME(r[1].p.pos[i].x, -r[0].p.pos[i].x);
        SAME(r[1].p.pos[i].y, r[0].p.pos[i].y);
        SAME(r[1].p.vel[i].z, r[0].p.vel[i].z);
    }
    HOLDS(r[0].p.pos[55].z != 0);
    close_link_fixture(&r[0]);
    close_link_fixture(&r[1]);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *s = suite_create("aggregate");
    TCase *build = tcase_create("build");
    tcase_add_test(build, builders_fill_exactly_what_they_need);
    tcase_add_test(build, builders_refuse_what_they_cannot_build);
    suite_add_tcase(s, build);
    TCase *shapes = tcase_create("shapes");
    tcase_add_test(shapes, row_8_4_sag);
    tcase_add_test(shapes, row_8_4_ball_crosses);
    tcase_add_test(shapes, row_8_5_platform);
    tcase_add_test(shapes, row_8_6_blob_returns_to_its_shape);
    tcase_add_test(shapes, row_8_6_blob_tears_and_joins);
    tcase_add_loop_test(shapes, row_8_7_crate, 0, 3);
    tcase_add_test(shapes, row_4_9_heavy_slugs_topple);
    tcase_add_test(shapes, row_8_9_wheel);
    tcase_add_test(shapes, row_8_9_trebuchet);
    suite_add_tcase(s, shapes);
    TCase *stiff = tcase_create("stiff");
    tcase_set_timeout(stiff, 120);
    tcase_add_test(stiff, long_bridge_small_steps_win);
    tcase_add_test(stiff, cloth_small_steps_win);
    tcase_add_test(stiff, mirrored_cloth_stays_mirrored);
    suite_add_tcase(s, stiff);
    return s;
}
