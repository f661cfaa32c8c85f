/* check_direct.c: chains of links that are solved as a whole.
 *
 * Numbers such as 7.14 name the rows of the feature tables in lib/doc/COVERAGE.md.
 */
#include <stdio.h>

#include "support/check_main.h"
#include "particles/link_fixture.h"

static void open_direct(struct link_fixture *r, double g, uint32_t substeps)
{
    open_link_fixture(r, wide3_of(0, -g, 0), FS_LINK_SOLVER_DIRECT, substeps);
}

/* A chain of rods from an immovable particle down; the last one of its own mass. */
static void hang_chain(struct link_fixture *r, uint32_t links, double step, double last_mass, double compliance)
{
    add_particle(r, 0, pos3_of(0, 0, 0), vel3_of(0, 0, 0));
    for (uint32_t i = 1; i <= links; i++) {
        add_particle(r, i == links ? last_mass : 1, pos3_of(0, -step * i, 0), vel3_of(0, 0, 0));
        fs_link rod = fs_link_rod(i - 1, i, wide_of(step));
        rod.compliance = wide_of(compliance);
        add_link(r, rod);
    }
}

/* Also damps the velocity that gravity added in the last of n substeps: the remainder of g = 10. */
static double damp(struct link_fixture *r, double share)
{
    for (uint32_t i = 0; i < r->p.count; i++)
        SAME(fs_particle_set_damping(&r->p, i, unit_of(share)), FS_OK);
    return 10 * (1 - (1 - pow(share, 1.0 / 60)) / *r->v.particle_system.substeps);
}

static void rope_between(struct link_fixture *r, uint32_t segments, double way, double length)
{
    fs_rope_def def = fs_default_rope_def();
    def.segments = segments;
    def.to = pos3_of(way, 0, 0);
    def.length = wide_of(length);
    def.pin_to = true;
    fs_build_cursor at = place_cursor(r, fs_rope_counts(&def));
    SAME(fs_rope_build(&at, &def), FS_OK);
}

static double fastest(const struct link_fixture *r)
{
    double most = 0;
    for (uint32_t i = 0; i < r->p.count; i++)
        most = fmax(most, sqrt((double)fs_vel3_length_sq(r->p.vel[i])) / 2097152.0);
    return most;
}

static double worst_error(const struct link_fixture *r)
{
    double worst = 0;
    for (uint32_t row = 0; row < r->links.count; row++)
        worst = fmax(worst, fabs(of_wide(fs_link_error(&r->links, row, &r->p))));
    return worst;
}

/* --- statics ------------------------------------------------------------------------------ */

/* A straight chain at rest stays at rest from the first tick on, and carries what hangs below
 * each link. Link by link it would first have to stretch. */
START_TEST(a_hanging_chain_is_at_rest_at_once)
{
    struct link_fixture r;
    open_direct(&r, 10, 10);
    hang_chain(&r, 300, 0.1, 1, 0);
    for (int tick = 0; tick < 60; tick++) {
        step_tick(&r);
        HOLDS(worst_error(&r) < 1e-6);
        HOLDS(fastest(&r) < 1e-4);
        for (uint32_t k = 0; k < 300; k += 23)
            NEAR(of_wide(r.links.tension[k]), (300 - k) * 10.0, 0.01);
    }
    NEAR(of_wide(r.p.pos[300].y), -30, 2e-6);
    close_link_fixture(&r);
}
END_TEST

/* Masses of 1 : 1,000 and 1 : 10,000 in one chain; the tension of the second is beyond what a
 * link can carry in one substep, so it takes several systems. */
START_TEST(a_heavy_weight_on_a_light_chain)
{
    struct link_fixture r;
    double weight = _i == 0 ? 1000 : 10000;
    open_direct(&r, 10, 10);
    hang_chain(&r, 100, 0.1, weight, 0);
    step_ticks(&r, 120);
    HOLDS(worst_error(&r) < 1e-5);
    NEAR(of_wide(r.links.tension[0]), (99 + weight) * 10, 0.005 * weight * 10);
    NEAR(of_wide(r.p.pos[100].y), -10, 3e-6);
    close_link_fixture(&r);
}
END_TEST

/* Soft links give way by tension times compliance: 0.001 m/N under 10 kg to 1 kg. */
START_TEST(soft_chains_stretch_as_springs)
{
    struct link_fixture r;
    open_direct(&r, 10, 20);
    hang_chain(&r, 10, 1, 1, 0.001);
    double g = damp(&r, 0.01);
    step_ticks(&r, 900);
    for (uint32_t k = 0; k < 10; k++) {
        NEAR(of_wide(fs_link_error(&r.links, k, &r.p)), (10 - k) * g * 0.001, 3e-5);
        NEAR(of_wide(r.links.tension[k]), (10 - k) * g, 0.02);
    }
    close_link_fixture(&r);
}
END_TEST

/* 100 cables of 0.105 m between banks 10 m apart: link k from the middle carries H across and
 * (k + 1/2) m g down, so its slope is their ratio, and H follows from their lengths across. */
static double half_rope(double across, double g, double *sag)
{
    double way = 0;
    *sag = 0;
    for (int k = 0; k < 50; k++) {
        double slope = atan((k + 0.5) * g / across);
        way += 0.105 * cos(slope);
        *sag += 0.105 * sin(slope);
    }
    return way;
}

START_TEST(row_7_14_catenary)
{
    struct link_fixture r;
    double low = 1, high = 2000, sag = 0;
    open_direct(&r, 10, 10);
    rope_between(&r, 100, 10, 10.5);
    double g = damp(&r, 0.02);
    for (int k = 0; k < 60; k++) {
        double middle = (low + high) / 2;
        *(half_rope(middle, g, &sag) < 5 ? &low : &high) = middle;
    }
    step_ticks(&r, 900);
    NEAR(-of_wide(r.p.pos[50].y), sag, 3e-5);
    NEAR(of_wide(r.links.tension[0]), hypot(low, 49.5 * g), 0.06);
    for (uint32_t i = 0; i <= 50; i++)
        NEAR(of_wide(r.p.pos[i].y), of_wide(r.p.pos[100 - i].y), 4e-7);
    HOLDS(worst_error(&r) < 1e-5);
    close_link_fixture(&r);
}
END_TEST

/* --- singular chains --------------------------------------------------------------------------- */

/* Rods that just reach from bank to bank: the system of a straight chain is singular. They
 * hold their line; stretched by 1 % all but the last link, which is solved last, share it. */
START_TEST(chains_as_long_as_their_way)
{
    struct link_fixture r;
    double over = 1 + 0.01 * _i;
    open_direct(&r, 10, 10);
    fs_rope_def def = fs_default_rope_def();
    def.segments = 50;
    def.pin_to = def.rods = true;
    fs_build_cursor at = place_cursor(&r, fs_rope_counts(&def));
    SAME(fs_rope_build(&at, &def), FS_OK);
    for (uint32_t i = 0; i <= 50; i++)
        r.p.pos[i].x = wide_of(0.2 * i * over);
    step_ticks(&r, 240);
    for (uint32_t k = 0; k < 49; k++)
        NEAR(of_wide(fs_link_error(&r.links, k, &r.p)), 0.002 * _i, 2e-4);
    HOLDS(fabs(of_wide(r.p.pos[25].y)) < 0.01);
    HOLDS(fastest(&r) < 0.01);
    close_link_fixture(&r);
}
END_TEST

/* Links of length zero, ends in one place and a chain folded onto itself: all lengths are
 * found again. */
START_TEST(degenerate_chains_recover)
{
    struct link_fixture r;
    open_direct(&r, 0, 10);
    for (uint32_t i = 0; i < 30; i++) {
        double x = _i == 0 ? 0 : (i % 2 ? 0.1 : 0);
        add_particle(&r, i % 7 == 3 ? 1000 : 1, pos3_of(x, 0, 0), vel3_of(0, 0, 0));
        if (i > 0)
            add_link(&r, fs_link_rod(i - 1, i, i % 5 == 4 ? 0 : wide_of(0.1)));
    }
    damp(&r, 0.1);
    step_ticks(&r, 120);
    HOLDS(worst_error(&r) < 5e-3);
    step_ticks(&r, 280);
    HOLDS(worst_error(&r) < 2e-5);
    close_link_fixture(&r);
}
END_TEST

/* --- slack ---------------------------------------------------------------------------------------- */

/* A slack chain of cables and ranges has no effect: its particles fall with the bits of free ones. */
START_TEST(slack_chains_do_nothing)
{
    struct link_fixture r, plain;
    open_direct(&r, 9.81, 7);
    open_link_fixture(&plain, wide3_of(0, -9.81, 0), FS_LINK_SOLVER_WORST_FIRST, 7);
    for (uint32_t i = 0; i < 20; i++) {
        add_particle(&r, 1, pos3_of(i, 0, 0), vel3_of(0.01 * i, 0, 0));
        add_particle(&plain, 1, pos3_of(i, 0, 0), vel3_of(0.01 * i, 0, 0));
        fs_link cable = fs_link_cable(i - 1, i, wide_of(1.2)),
                range = fs_link_range(i - 1, i, wide_of(0.5), wide_of(1.2));
        if (i > 0)
            add_link(&r, i % 2 ? cable : range);
    }
    step_ticks(&r, 200);
    step_ticks(&plain, 200);
    for (uint32_t i = 0; i < 20; i++)
        HOLDS(fs_pos3_eq(r.p.pos[i], plain.p.pos[i]) && fs_vel3_eq(r.p.vel[i], plain.p.vel[i]));
    close_link_fixture(&r);
    close_link_fixture(&plain);
}
END_TEST

/* Cables never push: under compression from both ends they have no effect. */
START_TEST(cables_never_push)
{
    struct link_fixture r;
    open_direct(&r, 0, 10);
    for (uint32_t i = 0; i < 10; i++) {
        add_particle(&r, 1, pos3_of(i, 0, 0), vel3_of(0, 0, 0));
        if (i > 0)
            add_link(&r, fs_link_cable(i - 1, i, FS_POS_ONE));
    }
    r.p.vel[0].x = FS_VEL_ONE;
    r.p.vel[9].x = -FS_VEL_ONE;
    step_ticks(&r, 30);
    SAME(r.p.vel[0].x, FS_VEL_ONE);
    SAME(r.p.vel[9].x, -FS_VEL_ONE);
    for (uint32_t i = 1; i < 9; i++)
        HOLDS(r.p.vel[i].x == 0 && fs_pos3_eq(r.p.pos[i], pos3_of(i, 0, 0)));
    close_link_fixture(&r);
}
END_TEST

/* --- motion ------------------------------------------------------------------------------------------ */

/* A chain of unequal masses that tumbles freely: momentum stays, and energy does not grow. */
START_TEST(free_chains_keep_their_momentum)
{
    struct link_fixture r;
    open_direct(&r, 0, 10);
    double momentum = 0, energy = 0, mass = 0;
    for (uint32_t i = 0; i < 40; i++) {
        double m = 1 + i % 5 * 3;
        add_particle(&r, m, pos3_of(0.2 * i, 0, 0), vel3_of(0, i % 3, 0.5 * (i % 4)));
        if (i > 0)
            add_link(&r, fs_link_rod(i - 1, i, wide_of(0.2)));
        mass += m;
        momentum += m * (i % 3);
        energy += m * ((i % 3) * (i % 3) + 0.25 * (i % 4) * (i % 4)) / 2;
    }
    for (int tick = 0; tick < 300; tick++) {
        double p = 0, e = 0;
        step_tick(&r);
        for (uint32_t i = 0; i < 40; i++) {
            p += of_wide(fs_particle_momentum(&r.p, i).y);
            e += of_wide(fs_particle_kinetic_energy(&r.p, i));
        }
        /* Half a velocity step a tick; each of the ten substeps rounds alone, so most of them cancel. */
        NEAR(p, momentum, mass * 2.4e-7 * (tick + 1));
        HOLDS(e < energy * 1.0001);
        energy = e;
        HOLDS(worst_error(&r) < 1e-3);
    }
    close_link_fixture(&r);
}
END_TEST

/* 1,000 links let go between two banks, at 10 substeps: below 1 %, where link by link it is
 * 26 %. */
START_TEST(a_thousand_links_hold)
{
    struct link_fixture r;
    double worst = 0;
    open_direct(&r, 10, 10);
    rope_between(&r, 1000, 100, 105);
    for (int tick = 0; tick < 150; tick++) {
        step_tick(&r);
        worst = fmax(worst, measure_stretch(&r, NULL));
    }
    printf("1,000 links, stretch: %.4f %%\n", worst * 100);
    HOLDS(worst < 0.01);
    close_link_fixture(&r);
}
END_TEST

/* A deck of 200 planks that hangs by its ends: both sides are chains, planks and load are not. */
static double deck_stretch(fs_link_solver solver)
{
    struct link_fixture r;
    open_link_fixture(&r, wide3_of(0, -10, 0), solver, 10);
    fs_bridge_def def = fs_default_bridge_def();
    def.planks = 200;
    def.hang = fs_pos3_zero();
    def.pin_ends = true;
    fs_build_cursor at = place_cursor(&r, fs_bridge_counts(&def));
    SAME(fs_bridge_build(&at, &def), FS_OK);
    for (uint32_t i = 0; i < 400; i++)
        r.p.pos[i].x = fs_muldiv64(r.p.pos[i].x, 96, 100);
    SAME(fs_particle_set_mass(&r.p, 200, wide_of(50)), FS_OK);
    damp(&r, 0.1);
    step_ticks(&r, 250);
    double worst = measure_stretch(&r, NULL);
    close_link_fixture(&r);
    return worst;
}

START_TEST(long_decks_hold)
{
    double direct = deck_stretch(FS_LINK_SOLVER_DIRECT), small = deck_stretch(FS_LINK_SOLVER_XPBD);
    printf("deck of 200 planks, stretch: link by link %.3f %%, direct %.4f %%\n", small * 100, direct * 100);
    HOLDS(direct < 0.001 && direct < small / 10);
}
END_TEST

/* Rows that are no chains give the bits of FS_LINK_SOLVER_XPBD: a cloth; the spokes of a wheel. */
START_TEST(without_chains_nothing_changes)
{
    struct link_fixture r[2];
    for (int k = 0; k < 2; k++) {
        open_link_fixture(&r[k], wide3_of(0, -10, 0), k ? FS_LINK_SOLVER_DIRECT : FS_LINK_SOLVER_XPBD, 5);
        fs_cloth_def def = fs_default_cloth_def();
        def.pin = FS_CLOTH_PIN_CORNERS;
        fs_build_cursor at = place_cursor(&r[k], fs_cloth_counts(&def));
        SAME(fs_cloth_build(&at, &def), FS_OK);
        step_ticks(&r[k], 60);
    }
    for (uint32_t i = 0; i < r[0].p.count; i++)
        HOLDS(fs_pos3_eq(r[0].p.pos[i], r[1].p.pos[i]) && fs_vel3_eq(r[0].p.vel[i], r[1].p.vel[i]));
    close_link_fixture(&r[0]);
    close_link_fixture(&r[1]);
}
END_TEST

/* A ring of rods: the last row comes back to where the chain began and is no part of it; a
 * chain that ends at an anchor. */
START_TEST(rings_and_anchors)
{
    struct link_fixture r;
    open_direct(&r, 0, 10);
    for (uint32_t i = 0; i < 24; i++) {
        double turn = i * 6.283185307 / 24;
        add_particle(&r, 1, pos3_of(cos(turn), sin(turn), 0), vel3_of(-sin(turn) * 3, cos(turn) * 3, i % 2));
    }
    for (uint32_t i = 0; i < 24; i++)
        add_link(&r, fs_link_rod(i, (i + 1) % 24, wide_of(2 * sin(3.14159265 / 24))));
    add_link(&r, fs_link_anchored_cable(0, pos3_of(2, 0, 0), FS_POS_ONE));
    step_ticks(&r, 300);
    HOLDS(worst_error(&r) < 0.003);
    close_link_fixture(&r);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *s = suite_create("direct");
    TCase *rest = tcase_create("at rest");
    tcase_add_test(rest, a_hanging_chain_is_at_rest_at_once);
    tcase_add_loop_test(rest, a_heavy_weight_on_a_light_chain, 0, 2);
    tcase_add_test(rest, soft_chains_stretch_as_springs);
    tcase_add_test(rest, row_7_14_catenary);
    tcase_add_loop_test(rest, chains_as_long_as_their_way, 0, 2);
    tcase_add_loop_test(rest, degenerate_chains_recover, 0, 2);
    suite_add_tcase(s, rest);
    TCase *motion = tcase_create("in motion");
    tcase_add_test(motion, slack_chains_do_nothing);
    tcase_add_test(motion, cables_never_push);
    tcase_add_test(motion, free_chains_keep_their_momentum);
    tcase_add_test(motion, a_thousand_links_hold);
    tcase_add_test(motion, long_decks_hold);
    tcase_add_test(motion, without_chains_nothing_changes);
    tcase_add_test(motion, rings_and_anchors);
    suite_add_tcase(s, motion);
    return s;
}
