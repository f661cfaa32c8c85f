/* check_toi.c: continuous collision of balls: exact times, rows of balls, no tunnelling.
 *
 * Numbers such as 7.13 name the rows of the feature tables in lib/doc/COVERAGE.md.
 */
#include <fixstep/toi.h>

#include "support/check_main.h"
#include "particles/link_fixture.h"
#include "num/random_vectors.h"

static uint32_t move(struct link_fixture *r, const fs_toi_def *def)
{
    fs_toi_report report;
    bind_link_fixture(r);
    SAME(fs_toi_step(&r->p, def, r->arena, &report), FS_OK);
    HOLDS(!report.truncated);
    *r->v.world.tick += 1;
    return report.impacts;
}

static fs_toi_def balls_of(double radius, double restitution)
{
    fs_toi_def def = fs_default_toi_def();
    def.radius = wide_of(radius);
    def.restitution = def.wall_restitution = unit_of(restitution);
    return def;
}

static double energy_of(const struct link_fixture *r)
{
    double sum = 0;
    for (uint32_t i = 0; i < r->p.count; i++)
        sum += of_wide(fs_particle_kinetic_energy(&r->p, i));
    return sum;
}

static double deepest(const struct link_fixture *r, double radius)
{
    double worst = -1;
    for (uint32_t i = 0; i < r->p.count; i++)
        for (uint32_t j = 0; j < i; j++)
            worst = fmax(worst, 2 * radius - of_wide(fs_pos3_dist(r->p.pos[i], r->p.pos[j])));
    return worst;
}

/* --- two balls -------------------------------------------------------------------------- */

/* 7.13: the time of impact is the smaller root of |d + w t|^2 = 4 r^2. Equal elastic balls
 * exchange their speeds along the line of centres, so each goes on from where they touch. */
START_TEST(row_7_13_two_balls)
{
    test_rng rng = { 5 };
    int met = 0;
    struct link_fixture r;
    open_link_fixture(&r, fs_wide3_zero(), FS_LINK_SOLVER_WORST_FIRST, 1);
    add_particle(&r, 1, fs_pos3_zero(), fs_vel3_zero());
    add_particle(&r, 1, fs_pos3_zero(), fs_vel3_zero());
    for (int round = 0; round < 3000; round++) {
        double d[3], w[3], a = 0, b = 0, c = -4 * 0.25 * 0.25;
        for (int k = 0; k < 3; k++) {
            d[k] = ((double)(test_bits(&rng) % 4001) - 2000) / 2000;
            w[k] = ((double)(test_bits(&rng) % 4001) - 2000) / 100 - 40 * d[k];
            a += w[k] * w[k], b += d[k] * w[k], c += d[k] * d[k];
        }
        double root = b * b - a * c, t = root < 0 || b >= 0 || c <= 0 ? 9 : (-b - sqrt(root)) / a, along = 0;
        if (c <= 0 || fabs(t - 1.0 / 60) < 1e-6 || fabs(root) < 1e-2)
            continue;
        r.p.pos[0] = pos3_of(d[0], d[1], d[2]);
        r.p.vel[0] = vel3_of(w[0], w[1], w[2]);
        r.p.pos[1] = fs_pos3_zero();
        r.p.vel[1] = fs_vel3_zero();
        fs_toi_def def = balls_of(0.25, 1);
        bool meets = t < 1.0 / 60;
        SAME(move(&r, &def), meets);
        for (int k = 0; k < 3; k++)
            along += w[k] * (d[k] + w[k] * t) / 0.5;
        const fs_pos *at = &r.p.pos[1].x;
        for (int k = 0; k < 3 && meets; k++)
            NEAR(of_wide(at[k]), along * (d[k] + w[k] * t) / 0.5 * (1.0 / 60 - t), 3e-8);
        met += meets;
    }
    HOLDS(met > 300);
    close_link_fixture(&r);
}
END_TEST

/* Velocities after an impact at 1 : 3 and e = 1/2: va' = -(1 + e) 3/4 + 1, vb' = (1 + e)/4. */
START_TEST(masses_share)
{
    struct link_fixture r;
    open_link_fixture(&r, fs_wide3_zero(), FS_LINK_SOLVER_WORST_FIRST, 1);
    add_particle(&r, 1, pos3_of(0, 0, 0), vel3_of(8, 0, 0));
    add_particle(&r, 3, pos3_of(0.25, 0, 0), vel3_of(0, 0, 0));
    add_particle(&r, 0, pos3_of(1, 0, 0), vel3_of(0, 0, 0));
    fs_toi_def def = balls_of(0.1, 0.5);
    SAME(move(&r, &def), 1);
    NEAR(of_vel(r.p.vel[0].x), 8 * (1 - 1.5 * 0.75), 1e-12);
    NEAR(of_vel(r.p.vel[1].x), 8 * 1.5 / 4, 1e-12);
    for (int tick = 0; tick < 30; tick++)
        move(&r, &def);
    NEAR(of_vel(r.p.vel[1].x), -1.5, 1e-6); /* from the immovable one */
    SAME(r.p.pos[2].x, FS_POS_ONE);
    close_link_fixture(&r);
}
END_TEST

/* A ball without impacts moves with the bits of any particle. */
START_TEST(free_balls_move_as_particles)
{
    struct link_fixture r;
    open_link_fixture(&r, fs_wide3_zero(), FS_LINK_SOLVER_WORST_FIRST, 1);
    add_particle(&r, 1, pos3_of(0, 0, 0), vel3_of(1.37, -2.11, 0.003));
    add_particle(&r, 1, pos3_of(9, 0, 0), vel3_of(-1, 0.7, 3.3));
    fs_pos3 at[2] = { r.p.pos[0], r.p.pos[1] };
    fs_toi_def def = balls_of(0.1, 1);
    for (int tick = 0; tick < 100; tick++) {
        SAME(move(&r, &def), 0);
        for (int i = 0; i < 2; i++) {
            at[i] = fs_pos3_advance(at[i], r.p.vel[i], 60);
            HOLDS(fs_pos3_eq(at[i], r.p.pos[i]));
        }
    }
    close_link_fixture(&r);
}
END_TEST

/* --- rows of balls ------------------------------------------------------------------------- */

/* 7.13: in a row of touching equal balls only the last one leaves, with the whole speed, to the bit; with a gap, a gap
 * of one step, and an overlap between them. */
START_TEST(row_7_13_newtons_cradle)
{
    struct link_fixture r;
    open_link_fixture(&r, fs_wide3_zero(), FS_LINK_SOLVER_WORST_FIRST, 1);
    add_particle(&r, 1, pos3_of(-1, 0, 0), vel3_of(6, 0, 0));
    for (uint32_t i = 1; i < 8; i++)
        add_particle(&r, 1, pos3_of(0.2 * i, 0, 0), vel3_of(0, 0, 0));
    r.p.pos[3].x += _i - 1;
    fs_toi_def def = balls_of(0.1, 1);
    uint32_t impacts = 0;
    for (int tick = 0; tick < 30; tick++)
        impacts += move(&r, &def);
    SAME(impacts, 7);
    for (uint32_t i = 0; i < 7; i++)
        SAME(r.p.vel[i].x, 0);
    SAME(r.p.vel[7].x, 6 * FS_VEL_ONE);
    /* 1 m to the first touch, then a row 1.2 m long in no time: the distance less the widths of 7 balls. */
    NEAR(of_wide(r.p.pos[7].x), 1.4 + (3.0 - 1.0), 7e-9);
    close_link_fixture(&r);
}
END_TEST

static void open_pool_table(struct link_fixture *r, double speed)
{
    open_link_fixture(r, fs_wide3_zero(), FS_LINK_SOLVER_WORST_FIRST, 1);
    add_particle(r, 0.17, pos3_of(-0.6, 0.0003, 0), vel3_of(speed, 0, 0));
    for (int row = 0; row < 5; row++)
        for (int k = 0; k <= row; k++)
            add_particle(r, 0.17, pos3_of(0.6 + row * 0.05, (k - row * 0.5) * 0.0573, 0), vel3_of(0, 0, 0));
}

/* 7.13: a break on a table of pool: energy is conserved, no ball leaves the table or
 * enters another, and twice the same. */
START_TEST(row_7_13_pool_break)
{
    uint64_t root[2];
    for (int again = 0; again < 2; again++) {
        struct link_fixture r;
        fs_toi_def def = balls_of(0.0286, 1);
        def.low = pos3_of(-1.27, -0.635, 0);
        def.high = pos3_of(1.27, 0.635, 0);
        open_pool_table(&r, 12);
        double before = energy_of(&r);
        uint32_t impacts = 0;
        for (int tick = 0; tick < 120; tick++) {
            impacts += move(&r, &def);
            NEAR(energy_of(&r), before, 3e-7 * before);
            HOLDS(deepest(&r, 0.0286) < 1e-7);
            for (uint32_t i = 0; i < 16; i++)
                HOLDS(fabs(of_wide(r.p.pos[i].x)) < 1.2415 && fabs(of_wide(r.p.pos[i].y)) < 0.6065 &&
                      r.p.pos[i].z == 0);
        }
        HOLDS(impacts > 40);
        root[again] = fs_state_hash(r.state);
        close_link_fixture(&r);
    }
    HOLDS(root[0] == root[1]);
}
END_TEST

/* The mirrored break is the mirror of the break, to the bit. */
START_TEST(mirrored_breaks_stay_mirrored)
{
    struct link_fixture r, m;
    fs_toi_def def = balls_of(0.0286, 0.9);
    def.low = pos3_of(-1.27, -0.635, 0);
    def.high = pos3_of(1.27, 0.635, 0);
    open_pool_table(&r, 12);
    open_pool_table(&m, 12);
    for (uint32_t i = 0; i < 16; i++)
        m.p.pos[i].y = -m.p.pos[i].y;
    for (int tick = 0; tick < 120; tick++)
        SAME(move(&r, &def), move(&m, &def));
    for (uint32_t i = 0; i < 16; i++) {
        SAME(m.p.pos[i].x, r.p.pos[i].x);
        SAME(m.p.pos[i].y, -r.p.pos[i].y);
        SAME(m.p.vel[i].y, -r.p.vel[i].y);
    }
    close_link_fixture(&r);
    close_link_fixture(&m);
}
END_TEST

/* --- walls and speed ----------------------------------------------------------------------------- */

/* A ball between two walls is where its path folded at them is; it loses cushion^n. */
START_TEST(walls_fold_the_path)
{
    struct link_fixture r;
    open_link_fixture(&r, fs_wide3_zero(), FS_LINK_SOLVER_WORST_FIRST, 1);
    add_particle(&r, 1, pos3_of(0.3, 0.5, 0), vel3_of(100, 0.25, 0));
    fs_toi_def def = balls_of(0.1, 1);
    def.high = pos3_of(1.1, 10, 0);
    def.low.x = wide_of(-0.1);
    for (int tick = 1; tick <= 200; tick++) {
        move(&r, &def);
        double x = fmod(0.3 + 100.0 * tick / 60, 2);
        NEAR(of_wide(r.p.pos[0].x), x <= 1 ? x : 2 - x, 1e-6);
        NEAR(of_wide(r.p.pos[0].y), 0.5 + 0.25 * tick / 60, 2e-8);
    }
    SAME(fs_abs32(r.p.vel[0].x), 100 * FS_VEL_ONE);
    close_link_fixture(&r);
}
END_TEST

/* 500 m/s and 5 mm: 833 diameters in a tick, and it hits; contacts would let it pass (7.20). */
START_TEST(nothing_tunnels)
{
    struct link_fixture r;
    open_link_fixture(&r, fs_wide3_zero(), FS_LINK_SOLVER_WORST_FIRST, 1);
    add_particle(&r, 1, pos3_of(0, 0, 0), vel3_of(500, 0, 0));
    add_particle(&r, 1, pos3_of(5, 0.0001, 0), vel3_of(0, 0, 0));
    fs_toi_def def = balls_of(0.005, 1);
    SAME(move(&r, &def), 1);
    HOLDS(of_vel(r.p.vel[1].x) > 499.9);
    close_link_fixture(&r);
}
END_TEST

/* Gravity on a ball that bounces with 0.8: it comes to rest on the floor and stays above. */
START_TEST(resting_is_no_endless_loop)
{
    struct link_fixture r;
    open_link_fixture(&r, fs_wide3_zero(), FS_LINK_SOLVER_WORST_FIRST, 1);
    add_particle(&r, 1, pos3_of(0, 1, 0), vel3_of(0, 0, 0));
    add_particle(&r, 1, pos3_of(0, 1.5, 0), vel3_of(0, 0, 0));
    fs_toi_def def = balls_of(0.1, 0.8);
    def.high.y = wide_of(100);
    for (int tick = 0; tick < 2000; tick++) {
        for (int i = 0; i < 2; i++)
            r.p.vel[i].y -= vel_of(10.0 / 60);
        move(&r, &def);
        HOLDS(of_wide(r.p.pos[0].y) > 0.1 - 1e-4 && of_wide(r.p.pos[1].y) > of_wide(r.p.pos[0].y) + 0.2 - 1e-4);
    }
    NEAR(of_wide(r.p.pos[0].y), 0.1, 0.003);
    NEAR(of_wide(r.p.pos[1].y), 0.3, 0.004);
    close_link_fixture(&r);
}
END_TEST

/* --- limits ------------------------------------------------------------------------------------------ */

START_TEST(limits_and_bad_values)
{
    struct link_fixture r;
    fs_toi_report report;
    open_link_fixture(&r, fs_wide3_zero(), FS_LINK_SOLVER_WORST_FIRST, 1);
    add_particle(&r, 1, pos3_of(0, 0, 0), vel3_of(400, 0, 0));
    bind_link_fixture(&r);
    fs_toi_def def = balls_of(0.1, 1), bad = def;
    def.low.x = wide_of(-0.101);
    def.high.x = wide_of(0.101);
    def.impacts = 20;
    SAME(fs_toi_step(&r.p, &def, r.arena, &report), FS_OK);
    HOLDS(report.truncated && report.impacts == 20);
    uint64_t root = fs_state_hash(r.state);
    bad.radius = 0;
    SAME(fs_toi_step(&r.p, &bad, r.arena, NULL), FS_E_ARGUMENT);
    bad = def;
    bad.wall_restitution = FS_UNIT_ONE + 1;
    SAME(fs_toi_step(&r.p, &bad, r.arena, NULL), FS_E_ARGUMENT);
    SAME(fs_toi_step(&r.p, &def, fs_arena_make(r.memory, 8), NULL), FS_E_MEMORY);
    HOLDS(fs_state_hash(r.state) == root);
    SAME(fs_toi_step(&r.p, &def, fs_arena_make(r.memory, fs_toi_scratch_size(1)), NULL), FS_OK);
    close_link_fixture(&r);
}
END_TEST

/* Positions, velocities and masses of any value. */
START_TEST(garbage_is_safe)
{
    test_rng rng = { 77 };
    for (int round = 0; round < 60; round++) {
        struct link_fixture r;
        open_link_fixture(&r, fs_wide3_zero(), FS_LINK_SOLVER_WORST_FIRST, 1);
        fs_pos3 v = test_pos3(&rng, 0);
        fs_toi_def def = { v.x, fs_pos3_make(v.y, 0, 0), fs_pos3_make(v.z, 1, 0), FS_UNIT_ONE, FS_UNIT_ONE / 2, 100 };
        for (int i = 0; i < 8; i++) {
            fs_pos3 at = test_pos3(&rng, 0);
            add_particle(&r, 1, fs_pos3_make(at.x, at.y >> (round % 40), 0), vel3_of(0, 0, 0));
            r.p.vel[i] = test_vel3(&rng, 0);
            r.p.inv_mass[i] = test_scaled(&rng);
        }
        bind_link_fixture(&r);
        HOLDS(fs_toi_step(&r.p, &def, r.arena, NULL) == (def.radius > 0 ? FS_OK : FS_E_ARGUMENT));
        close_link_fixture(&r);
    }
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *s = suite_create("toi");
    TCase *c = tcase_create("balls");
    tcase_add_test(c, row_7_13_two_balls);
    tcase_add_test(c, masses_share);
    tcase_add_test(c, free_balls_move_as_particles);
    tcase_add_loop_test(c, row_7_13_newtons_cradle, 0, 3);
    tcase_add_test(c, row_7_13_pool_break);
    tcase_add_test(c, mirrored_breaks_stay_mirrored);
    tcase_add_test(c, walls_fold_the_path);
    tcase_add_test(c, nothing_tunnels);
    tcase_add_test(c, resting_is_no_endless_loop);
    tcase_add_test(c, limits_and_bad_values);
    tcase_add_test(c, garbage_is_safe);
    suite_add_tcase(s, c);
    return s;
}
