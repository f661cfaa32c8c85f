/* check_particle_system.c: the tick of a particle system: laws it keeps, its order, its memory, bad input.
 *
 * Numbers such as 8.2 name the rows of the feature tables in lib/doc/COVERAGE.md.
 */
#include "support/check_main.h"
#include "particles/link_fixture.h"
#include "num/random_vectors.h"

/* All solvers, as a loop's _i. */
static const struct {
    fs_link_solver solver;
    uint32_t substeps;
} solvers[] = { { FS_LINK_SOLVER_XPBD, 8 }, { FS_LINK_SOLVER_WORST_FIRST, 8 }, { FS_LINK_SOLVER_DIRECT, 8 } };

/* --- conservation and symmetry ------------------------------------------------------------------------ */

/* As long as the ends are apart, or with some play. */
static void net_link(struct link_fixture *r, uint32_t i, uint32_t j)
{
    fs_pos length = fs_pos3_dist(r->p.pos[i], r->p.pos[j]);
    add_link(r, j % 3 ? fs_link_rod(i, j, length) : fs_link_range(i, j, length / 2, length / 2 * 3));
}

/* A net of unequal masses, turning and crumpling freely. */
static void make_net(struct link_fixture *r, int way, bool mirrored, bool equal)
{
    test_rng rng = { 21 };
    open_link_fixture(r, fs_wide3_zero(), solvers[way].solver, 4);
    for (int i = 0; i < 25; i++) {
        double x = (double)(test_bits(&rng) % 1000) / 250 - 2, v = (double)(test_bits(&rng) % 1000) / 100 - 5;
        double mass = equal ? 1 : 1 + (double)(test_bits(&rng) % 30);
        uint32_t a = add_particle(r, mass, pos3_of(0, i % 5, i / 5), vel3_of(v, 0.5 * (i % 3), 1));
        r->p.pos[a].x = mirrored ? -wide_of(x) : wide_of(x);
        if (mirrored)
            r->p.vel[a].x = -r->p.vel[a].x;
    }
    for (uint32_t i = 0; i < 25; i++)
        for (uint32_t j = i + 1; j < 25; j++)
            if (test_bits(&rng) % 6 == 0)
                net_link(r, i, j);
}

START_TEST(mirrored_rigs_stay_mirrored)
{
    struct link_fixture r, m;
    make_net(&r, _i, false, false);
    make_net(&m, _i, true, false);
    step_ticks(&r, 100);
    step_ticks(&m, 100);
    for (uint32_t i = 0; i < r.p.count; i++) {
        SAME(m.p.pos[i].x, -r.p.pos[i].x);
        SAME(m.p.pos[i].y, r.p.pos[i].y);
        SAME(m.p.vel[i].x, -r.p.vel[i].x);
        SAME(m.p.vel[i].z, r.p.vel[i].z);
    }
    close_link_fixture(&r);
    close_link_fixture(&m);
}
END_TEST

/* The substep solvers move equal ends oppositely to the bit, so positions keep their sum exactly but for the
 * integration of each particle (half a step of 2^-32 m per substep and particle). In velocities every particle rounds
 * once per substep, by up to 2^-22 m/s: 10,000 independent roundings add up to 100 half steps, 29 rms. Measured: 23
 * steps. The worst-first resolver is exact. */
START_TEST(momentum_of_equal_masses)
{
    struct link_fixture r;
    make_net(&r, _i, false, true);
    int64_t before = 0, after = 0;
    for (uint32_t i = 0; i < r.p.count; i++)
        before += r.p.vel[i].x;
    step_ticks(&r, 100);
    for (uint32_t i = 0; i < r.p.count; i++)
        after += r.p.vel[i].x;
    int64_t allowed = solvers[_i].solver == FS_LINK_SOLVER_WORST_FIRST ? 0 : 60;
    HOLDS(fs_abs64(after - before) <= allowed);
    close_link_fixture(&r);
}
END_TEST

START_TEST(momentum_of_unequal_masses)
{
    struct link_fixture r;
    make_net(&r, _i, false, false);
    double before = 0, after = 0, mass = 0;
    for (uint32_t i = 0; i < r.p.count; i++) {
        before += of_wide(fs_particle_momentum(&r.p, i).x);
        mass += of_wide(r.p.mass[i]);
    }
    step_ticks(&r, 100);
    for (uint32_t i = 0; i < r.p.count; i++)
        after += of_wide(fs_particle_momentum(&r.p, i).x);
    /* 400 roundings of half a velocity step each add up like 20 of them. */
    NEAR(after, before, mass * 20 * 2.4e-7);
    close_link_fixture(&r);
}
END_TEST

/* --- the tick ------------------------------------------------------------------------------------------------ */

/* 8.2: forces are evaluated in each tick; one that is off has no effect. 7.4: a force F
 * for n ticks is the impulse n F h. */
START_TEST(row_8_2_forces_do_not_persist)
{
    struct link_fixture r;
    open_link_fixture(&r, fs_wide3_zero(), solvers[_i].solver, solvers[_i].substeps);
    uint32_t a = add_particle(&r, 2, pos3_of(0, 0, 0), vel3_of(0, 0, 0));
    uint32_t push = add_force(&r, fs_force_constant(a, wide3_of(6, 0, 0)));
    step_ticks(&r, 10);
    NEAR(of_vel(r.p.vel[a].x), 6.0 / 2 * 10 / 60, 1e-12);
    r.forces.on[push] = 0;
    fs_vel v = r.p.vel[a].x;
    step_ticks(&r, 10);
    SAME(r.p.vel[a].x, v);
    close_link_fixture(&r);
}
END_TEST

/* 8.1: the same scene built twice has the same root, tick after tick; substeps are state. */
START_TEST(row_8_1_same_scene_same_root)
{
    struct link_fixture r, again;
    make_net(&r, _i, false, false);
    make_net(&again, _i, false, false);
    for (int tick = 0; tick < 50; tick++) {
        step_tick(&r);
        step_tick(&again);
        HOLDS(fs_state_hash(r.state) == fs_state_hash(again.state));
    }
    *again.particle_system.substeps = 5;
    HOLDS(fs_state_hash(r.state) != fs_state_hash(again.state));
    close_link_fixture(&r);
    close_link_fixture(&again);
}
END_TEST

/* Damping acts once per tick, however many substeps: 0.5 per second halves a speed. */
START_TEST(damping_does_not_depend_on_substeps)
{
    for (uint32_t substeps = 1; substeps <= 10; substeps += 9) {
        struct link_fixture r;
        open_link_fixture(&r, fs_wide3_zero(), FS_LINK_SOLVER_XPBD, substeps);
        uint32_t a = add_particle(&r, 1, pos3_of(0, 0, 0), vel3_of(8, 0, 0));
        SAME(fs_particle_set_damping(&r.p, a, FS_UNIT_ONE / 2), FS_OK);
        step_ticks(&r, 60);
        NEAR(of_vel(r.p.vel[a].x), 4, 2e-6);
        close_link_fixture(&r);
    }
}
END_TEST

static void detect_many(void *context, const struct fs_particles *p, struct fs_contacts *out, fs_arena arena)
{
    fs_detector_def how = fs_default_detector_def();
    (void)context;
    how.radius = FS_POS_ONE;
    how.margin = FS_POS_ONE;
    fs_detect_ground(out, p, &how, 0);
    SAME(fs_detect_pairs(out, p, &how, arena), FS_OK);
}

/* 8.3: contacts beyond the capacity are counted in the state, and the same ones are dropped. */
START_TEST(row_8_3_lost_contacts_are_counted)
{
    struct link_fixture r;
    open_link_fixture(&r, fs_wide3_zero(), FS_LINK_SOLVER_WORST_FIRST, 1);
    r.detect = detect_many;
    for (int i = 0; i < 10; i++)
        add_particle(&r, 1, pos3_of(3 * i, 0, 0), vel3_of(0, 0, 0));
    bind_link_fixture(&r);
    r.particle_system.contacts = 6;
    SAME(fs_particle_system_step(&r.particle_system, r.arena), FS_OK);
    SAME(*r.v.particle_system.dropped_contacts, 10 + 9 - 6);
    NEAR(of_wide(r.p.pos[5].y), 1, 1e-12);
    SAME(r.p.pos[6].y, 0);
    close_link_fixture(&r);
}
END_TEST

/* The stated size is enough, and with less nothing changes. */
START_TEST(rig_memory)
{
    struct link_fixture r;
    make_net(&r, _i, false, false);
    add_force(&r, fs_force_overcrowding(FS_WIDE_ONE, FS_WIDE_ONE));
    r.detect = detect_many;
    bind_link_fixture(&r);
    size_t size = fs_particle_system_scratch_size(r.p.count, r.links.count, r.particle_system.contacts);
    uint64_t root = fs_state_hash(r.state);
    SAME(fs_particle_system_step(&r.particle_system, fs_arena_make((uint8_t *)r.memory + 1, 20000)), FS_E_MEMORY);
    HOLDS(fs_state_hash(r.state) == root);
    SAME(fs_particle_system_step(&r.particle_system, fs_arena_make((uint8_t *)r.memory + 1, size)), FS_OK);
    close_link_fixture(&r);
}
END_TEST

START_TEST(rig_settings_are_checked)
{
    struct link_fixture r;
    open_link_fixture(&r, fs_wide3_zero(), FS_LINK_SOLVER_WORST_FIRST, 3);
    fs_particle_system_def def = fs_default_particle_system_def();
    def.substeps = 0;
    SAME(fs_particle_system_make(&r.particle_system, &def), FS_E_ARGUMENT);
    def.substeps = FS_PARTICLE_SYSTEM_SUBSTEPS_MAX + 1;
    SAME(fs_particle_system_make(&r.particle_system, &def), FS_E_ARGUMENT);
    def = fs_default_particle_system_def();
    def.solver = FS_LINK_SOLVER_COUNT;
    SAME(fs_particle_system_make(&r.particle_system, &def), FS_E_ARGUMENT);
    SAME(*r.v.particle_system.substeps, 3);
    close_link_fixture(&r);
}
END_TEST

/* --- bad input ----------------------------------------------------------------------------------------------- */

/* Zero lengths and coincident ends have their rule: apart along y, a upwards. */
START_TEST(coincident_ends)
{
    struct link_fixture r;
    open_link_fixture(&r, fs_wide3_zero(), solvers[_i].solver, 1);
    for (int i = 0; i < 4; i++)
        add_particle(&r, 1, pos3_of(i < 2 ? 1 : 2, 1, 1), vel3_of(0, 0, 0));
    add_link(&r, fs_link_rod(0, 1, FS_POS_ONE));
    add_link(&r, fs_link_rod(2, 3, 0));
    step_tick(&r);
    NEAR(of_wide(r.p.pos[0].y), 1.5, 1e-12);
    NEAR(of_wide(r.p.pos[1].y), 0.5, 1e-12);
    SAME(r.p.pos[2].y, FS_POS_ONE);
    SAME(r.p.pos[3].y, FS_POS_ONE);
    close_link_fixture(&r);
}
END_TEST

/* A pool's row that was freed and used again is another particle. */
#define POND_TABLES(T, P, g)                \
    T(g, physics, FS_PARTICLE_WORLD_FIELDS) \
    P(g, drop, FS_PARTICLE_FIELDS)          \
    T(g, link, FS_LINK_FIELDS)
FS_SCHEMA(pond, POND_TABLES)

START_TEST(links_to_vanished_particles_do_nothing)
{
    static const uint32_t capacities[pond_T_COUNT] = { 1, 1, 4, 2 };
    fs_state *state;
    struct pond_view v;
    fs_handle drop[2];
    SAME(fs_state_create(&pond_schema, capacities, &state), FS_OK);
    SAME(fs_rows_resize(state, pond_T_physics, 1), FS_OK);
    SAME(fs_rows_resize(state, pond_T_link, 1), FS_OK);
    SAME(fs_pool_create(state, pond_T_drop, &drop[0]), FS_OK);
    SAME(fs_pool_create(state, pond_T_drop, &drop[1]), FS_OK);
    pond_bind(state, &v);
    *v.world.hz = 60;
    struct fs_particles p = FS_PARTICLES_POOL(v, drop, physics);
    struct fs_links links = FS_LINKS(v, link);
    fs_particle_def def = fs_default_particle_def();
    SAME(fs_particle_make(&p, 0, &def), FS_OK);
    def.pos.x = 3 * FS_POS_ONE;
    SAME(fs_particle_make(&p, 1, &def), FS_OK);
    fs_link rod = fs_link_rod(0, 1, FS_POS_ONE);
    SAME(fs_link_make(&links, 0, &rod, &p), FS_OK);
    NEAR(of_wide(fs_link_error(&links, 0, &p)), 2, 1e-12);
    SAME(fs_pool_destroy(state, pond_T_drop, drop[1]), FS_OK);
    SAME(fs_link_error(&links, 0, &p), 0);
    SAME(fs_link_make(&links, 0, &rod, &p), FS_E_STALE);
    SAME(fs_pool_create(state, pond_T_drop, &drop[1]), FS_OK);
    SAME(fs_link_error(&links, 0, &p), 0);
    fs_state_destroy(state);
}
END_TEST

/* Columns with anything in them: no fault with any solver. */
START_TEST(garbage_is_safe)
{
    test_rng rng = { 31 };
    for (int round = 0; round < 60; round++) {
        struct link_fixture r;
        open_link_fixture(&r, test_wide3(&rng, 0), solvers[_i].solver, 3);
        for (int i = 0; i < 12; i++) {
            add_particle(&r, 1, test_pos3(&rng, 0), vel3_of(1, 2, 3));
            r.p.inv_mass[i] = test_scaled(&rng);
        }
        add_rows(&r, (fs_build_counts){ 0, 40 });
        for (uint32_t row = 0; row < 40; row++)
            for (uint16_t field = 0; field < 15; field++) {
                fs_value_ref place = { link_fixture_T_link, field, row, 0 };
                SAME(fs_value_set(r.state, place, field < 6 ? (int64_t)(test_bits(&rng) % 13) : test_i64(&rng)), FS_OK);
            }
        for (int tick = 0; tick < 4; tick++) {
            *r.v.world.hz = tick == 3 ? (uint32_t)test_bits(&rng) : 60;
            step_tick(&r);
        }
        close_link_fixture(&r);
    }
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *s = suite_create("rig");
    TCase *laws = tcase_create("laws");
    tcase_add_loop_test(laws, mirrored_rigs_stay_mirrored, 0, 3);
    tcase_add_loop_test(laws, momentum_of_equal_masses, 0, 3);
    tcase_add_loop_test(laws, momentum_of_unequal_masses, 0, 3);
    suite_add_tcase(s, laws);
    TCase *tick = tcase_create("tick");
    tcase_add_loop_test(tick, row_8_2_forces_do_not_persist, 0, 3);
    tcase_add_loop_test(tick, row_8_1_same_scene_same_root, 0, 3);
    tcase_add_test(tick, damping_does_not_depend_on_substeps);
    tcase_add_test(tick, row_8_3_lost_contacts_are_counted);
    tcase_add_loop_test(tick, rig_memory, 0, 3);
    tcase_add_test(tick, rig_settings_are_checked);
    suite_add_tcase(s, tick);
    TCase *bad = tcase_create("bad input");
    tcase_add_loop_test(bad, coincident_ends, 0, 3);
    tcase_add_test(bad, links_to_vanished_particles_do_nothing);
    tcase_add_loop_test(bad, garbage_is_safe, 0, 3);
    suite_add_tcase(s, bad);
    return s;
}
