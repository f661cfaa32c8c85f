/* check_contact.c: contacts of particles: what one contact does, and rest.
 *
 * Numbers such as 7.6 name the rows of the feature tables in lib/doc/COVERAGE.md.
 * Expectations are closed forms or exact fractions; doubles only measure.
 */
#include "support/check_main.h"
#include "particles/link_fixture.h"
#include "particles/contact/contact_internal.h"
#include "num/random_vectors.h"

static const fs_unit3 UP = { 0, FS_UNIT_ONE, 0 };

static fs_contact make_contact(uint32_t a, uint32_t b, fs_unit3 normal, double depth, double c)
{
    return (fs_contact){ .a = a, .b = b, .normal = normal, .depth = wide_of(depth), .restitution = unit_of(c) };
}

static void open_plain(struct link_fixture *r)
{
    open_link_fixture(r, fs_wide3_zero(), FS_LINK_SOLVER_WORST_FIRST, 1);
}

static fs_contact_report resolve_contacts(struct link_fixture *r, fs_contact *at, uint32_t count)
{
    struct fs_contacts contacts = { .at = at, .count = count, .capacity = count };
    fs_contact_report report;
    SAME(fs_contacts_resolve(&contacts, &r->p, NULL, (fs_contact_limits){ 0, 0 }, r->arena, &report), FS_OK);
    return report;
}

/* --- one contact ---------------------------------------------------------------------- */

START_TEST(row_7_1_closing_speed)
{
    struct link_fixture r;
    open_plain(&r);
    uint32_t a = add_particle(&r, 1, pos3_of(0, 0, 0), vel3_of(3, -4, 1));
    uint32_t b = add_particle(&r, 1, pos3_of(0, 0, 0), vel3_of(5, 1, 0));
    fs_contact alone = make_contact(a, FS_CONTACT_STATIC, UP, 0, 0), both = make_contact(a, b, UP, 0, 0);
    SAME(fs__contact_closing_speed(&r.p, &alone), -4 * ((int64_t)1 << FS__FINE_FRAC));
    SAME(fs__contact_closing_speed(&r.p, &both), -5 * ((int64_t)1 << FS__FINE_FRAC));
    both.normal = fs_unit3_neg(both.normal);
    SAME(fs__contact_closing_speed(&r.p, &both), 5 * ((int64_t)1 << FS__FINE_FRAC));
    /* Receding and tangential contacts change nothing. */
    fs_contact along_x = make_contact(a, FS_CONTACT_STATIC, fs_unit3_make(FS_UNIT_ONE, 0, 0), 0, 1);
    fs_contact list[] = { both, along_x };
    SAME(resolve_contacts(&r, list, 2).velocity_iterations, 0);
    close_link_fixture(&r);
}
END_TEST

/* Equal masses exchange their velocities to the bit; the impulse is m times the change (7.4). */
START_TEST(row_7_6_equal_masses_swap)
{
    struct link_fixture r;
    open_plain(&r);
    uint32_t a = add_particle(&r, 3, pos3_of(0, 1, 0), vel3_of(1, -4.7, 2));
    uint32_t b = add_particle(&r, 3, pos3_of(0, 0, 0), vel3_of(-1, 0.3, 5));
    fs_vel va = r.p.vel[a].y, vb = r.p.vel[b].y;
    fs_contact c = make_contact(a, b, UP, 0, 1);
    resolve_contacts(&r, &c, 1);
    SAME(r.p.vel[a].y, vb);
    SAME(r.p.vel[b].y, va);
    SAME(r.p.vel[a].x, FS_VEL_ONE);
    close_link_fixture(&r);
}
END_TEST

/* Balls of 9:1 dropped 1 m at 10 m/s^2; the lower one bounces with 0.5, then the two meet
 * with 0.75: the upper one leaves with 1.3625 sqrt(20). */
START_TEST(row_7_6_two_ball_drop)
{
    struct link_fixture r;
    open_plain(&r);
    double v = sqrt(20);
    uint32_t low = add_particle(&r, 9, pos3_of(0, 0, 0), vel3_of(0, -v, 0));
    uint32_t top = add_particle(&r, 1, pos3_of(0, 1, 0), vel3_of(0, -v, 0));
    fs_contact ground = make_contact(low, FS_CONTACT_STATIC, UP, 0, 0.5), pair = make_contact(top, low, UP, 0, 0.75);
    resolve_contacts(&r, &ground, 1);
    NEAR(of_vel(r.p.vel[low].y), v / 2, 1e-6);
    resolve_contacts(&r, &pair, 1);
    NEAR(of_vel(r.p.vel[top].y), 1.3625 * v, 9e-7);
    NEAR(9 * of_vel(r.p.vel[low].y) + of_vel(r.p.vel[top].y), 9 * v / 2 - v, 10 * 4.8e-7);
    close_link_fixture(&r);
}
END_TEST

/* 7.2: the ends part with c times the closing speed, and momentum stays, whatever the
 * masses and the direction: half a step of velocity per mass and axis. */
START_TEST(row_7_2_any_masses_any_direction)
{
    struct link_fixture r;
    test_rng rng = { 5 };
    open_plain(&r);
    uint32_t a = add_particle(&r, 1, pos3_of(0, 0, 0), vel3_of(0, 0, 0)),
             b = add_particle(&r, 1, pos3_of(1, 0, 0), vel3_of(0, 0, 0));
    for (int i = 0; i < 5000; i++) {
        double m[2], speed[6];
        for (int k = 0; k < 2; k++)
            m[k] = exp2((double)(test_bits(&rng) % 2000) / 100 - 10);
        for (int k = 0; k < 6; k++)
            speed[k] = (double)(test_bits(&rng) % 200001) / 1000 - 100;
        SAME(fs_particle_set_mass(&r.p, a, wide_of(m[0])), FS_OK);
        SAME(fs_particle_set_mass(&r.p, b, wide_of(m[1])), FS_OK);
        fs_vel3 va = vel3_of(speed[0], speed[1], speed[2]), vb = vel3_of(speed[3], speed[4], speed[5]);
        r.p.vel[a] = va;
        r.p.vel[b] = vb;
        fs_unit3 n;
        HOLDS(fs_vel3_normalise(vb, &n));
        fs_contact c = make_contact(a, b, n, 0, 0.25);
        double before = (double)fs__contact_closing_speed(&r.p, &c);
        resolve_contacts(&r, &c, 1);
        double after = (double)fs__contact_closing_speed(&r.p, &c), one = exp2(FS__FINE_FRAC);
        NEAR(after / one, before < 0 ? -0.25 * before / one : before / one, 2e-6);
        double gain_a = of_vel(r.p.vel[a].x) - of_vel(va.x), gain_b = of_vel(r.p.vel[b].x) - of_vel(vb.x);
        double ma = of_wide(r.p.mass[a]), mb = of_wide(r.p.mass[b]);
        NEAR(ma * gain_a + mb * gain_b, 0, 2.4e-7 * (ma + mb) + 1e-9 * fabs(ma * gain_a));
    }
    close_link_fixture(&r);
}
END_TEST

/* 7.3: exchanging the ends and turning the normal gives the exchanged result. */
START_TEST(row_7_3_swapped_ends)
{
    struct link_fixture r;
    test_rng rng = { 6 };
    open_plain(&r);
    for (int k = 0; k < 4; k++)
        add_particle(&r, k % 2 == 0 ? 1.25 : 7, pos3_of(k, 0, 0), vel3_of(0, 0, 0));
    for (int i = 0; i < 2000; i++) {
        fs_vel3 v[2];
        for (int k = 0; k < 2; k++)
            v[k] = test_vel3(&rng, 2);
        fs_unit3 n;
        HOLDS(fs_vel3_normalise(fs_vel3_add(v[0], fs_vel3_make(1, 2, 3)), &n));
        fs_contact c = { .a = 0, .b = 1, .normal = n, .depth = 1000, .restitution = unit_of(0.5) };
        c.surface = (fs_surface){ wide_of(0.7), wide_of(0.4) };
        fs_contact swapped = c;
        swapped.a = 2;
        swapped.b = 3;
        swapped.normal = fs_unit3_neg(n);
        r.p.vel[0] = r.p.vel[3] = v[0];
        r.p.vel[1] = r.p.vel[2] = v[1];
        fs_particle_set_mass(&r.p, 2, r.p.mass[1]);
        fs_particle_set_mass(&r.p, 3, r.p.mass[0]);
        resolve_contacts(&r, &c, 1);
        resolve_contacts(&r, &swapped, 1);
        HOLDS(fs_vel3_eq(r.p.vel[0], r.p.vel[3]) && fs_vel3_eq(r.p.vel[1], r.p.vel[2]));
    }
    close_link_fixture(&r);
}
END_TEST

/* 7.7: shares by inverse mass, whole; the depth is then 0 within two steps. */
START_TEST(row_7_7_interpenetration)
{
    struct link_fixture r;
    open_plain(&r);
    uint32_t a = add_particle(&r, 1, pos3_of(0, 0.4, 0), vel3_of(0, 0, 0));
    uint32_t b = add_particle(&r, 3, pos3_of(0, 0, 0), vel3_of(0, 0, 0));
    fs_contact c = make_contact(a, b, UP, 0.6, 0);
    SAME(resolve_contacts(&r, &c, 1).position_iterations, 1);
    NEAR(of_wide(r.p.pos[a].y), 0.4 + 0.45, 3e-10);
    NEAR(of_wide(r.p.pos[b].y), -0.15, 1e-9);
    HOLDS(fs_abs64(c.depth) <= 2);
    fs_particle_set_immovable(&r.p, b);
    fs_contact all = make_contact(a, b, UP, 0.5, 0);
    resolve_contacts(&r, &all, 1);
    NEAR(of_wide(r.p.pos[a].y), 1.35, 3e-10);
    NEAR(of_wide(r.p.pos[b].y), -0.15, 1e-9);
    fs_particle_set_immovable(&r.p, a);
    fs_contact none = make_contact(a, b, UP, 0.5, 0);
    SAME(resolve_contacts(&r, &none, 1).position_iterations, 0);
    close_link_fixture(&r);
}
END_TEST

/* 7.5: what a record may hold, and the treatment of invalid records. */
START_TEST(row_7_5_records)
{
    fs_contact room[4];
    struct fs_contacts list = { .at = room, .capacity = 4 };
    fs_contact c = make_contact(FS_CONTACT_STATIC, 7, UP, 0.5, 0);
    c.restitution = FS_UNIT_MAX;
    c.surface.dynamic_friction = wide_of(0.5);
    fs_contact_add(&list, c);
    SAME(list.count, 1);
    SAME(room[0].a, 7);
    SAME(room[0].b, FS_CONTACT_STATIC);
    SAME(room[0].normal.y, -FS_UNIT_ONE);
    SAME(room[0].restitution, FS_UNIT_ONE);
    SAME(room[0].surface.dynamic_friction, 0);
    fs_contact_add(&list, make_contact(2, 2, UP, 0, 0));
    fs_contact_add(&list, make_contact(1, 2, fs_unit3_zero(), 0, 0));
    SAME(list.count, 1);
    SAME(list.dropped, 0);
}
END_TEST

/* 7.16: contacts beyond the capacity are counted, and the first ones are kept. */
START_TEST(row_7_16_overflow)
{
    fs_contact room[2];
    struct fs_contacts list = { .at = room, .capacity = 2 };
    for (uint32_t k = 0; k < 5; k++)
        fs_contact_add(&list, make_contact(k, 9, UP, 0, 0));
    SAME(list.count, 2);
    SAME(list.dropped, 3);
    SAME(room[1].a, 1);
}
END_TEST

/* --- resting ------------------------------------------------------------------------------ */

static fs_detector_def ground_how(double c)
{
    fs_detector_def how = fs_default_detector_def();
    how.restitution = unit_of(c);
    return how;
}

/* Particle i bounces with i / 10 from ground at 0. */
static void detect_ten(void *context, const struct fs_particles *p, struct fs_contacts *out, fs_arena arena)
{
    (void)context;
    (void)arena;
    for (uint32_t i = 0; i < p->count; i++) {
        fs_contact c = make_contact(i, FS_CONTACT_STATIC, UP, 0, i / 10.0);
        c.depth = -p->pos[i].y;
        if (c.depth >= -FS_POS_ONE / 100)
            fs_contact_add(out, c);
    }
}

/* 7.8: at 60 Hz the carry of 10 m/s^2 repeats after three ticks, so a state that does not
 * change in 3000 never will. All three integrators. */
START_TEST(row_7_8_resting_keeps_every_bit)
{
    struct link_fixture r;
    open_link_fixture(&r, wide3_of(0, -10, 0), FS_LINK_SOLVER_WORST_FIRST, 1);
    *r.p.integrator = (uint8_t)_i;
    r.detect = detect_ten;
    for (int i = 0; i <= 10; i++)
        add_particle(&r, 1, pos3_of(i, 0, 0), vel3_of(0, 0, 0));
    step_ticks(&r, 3);
    for (int tick = 0; tick < 3000; tick++) {
        step_tick(&r);
        for (uint32_t i = 0; i <= 10; i++)
            HOLDS(fs_abs64(r.p.pos[i].y) <= FS_CONTACT_SLOP && r.p.vel[i].y <= 0 && fs_abs32(r.p.vel[i].y) <= 1);
    }
    close_link_fixture(&r);
}
END_TEST

/* 7.8, 7.9: found late, two ticks of gravity meet the ground and one of them is thrown back
 * with c; found early, by the margin, nothing is. */
START_TEST(row_7_9_early_detection)
{
    for (int early = 0; early < 2; early++) {
        struct link_fixture r;
        open_link_fixture(&r, wide3_of(0, -10, 0), FS_LINK_SOLVER_WORST_FIRST, 1);
        *r.p.integrator = FS_INTEGRATOR_EXPLICIT_EULER;
        uint32_t a = add_particle(&r, 1, pos3_of(0, 1e-6, 0), vel3_of(0, 0, 0));
        fs_detector_def how = ground_how(0.5);
        how.margin = early ? FS_POS_ONE / 100 : 0;
        for (int tick = 0; tick < 2; tick++) {
            fs_contact room[1];
            struct fs_contacts list = { .at = room, .capacity = 1 };
            fs_particles_integrate(&r.p, NULL);
            fs_detect_ground(&list, &r.p, &how, 0);
            SAME(list.count, early || tick == 1);
            resolve_contacts(&r, room, list.count);
            r.p.tick++;
        }
        NEAR(of_vel(r.p.vel[a].y), early ? 0 : 0.5 * 10 / 60, 4e-7);
        close_link_fixture(&r);
    }
}
END_TEST

static void detect_bounce(void *context, const struct fs_particles *p, struct fs_contacts *out, fs_arena arena)
{
    (void)arena;
    fs_detector_def how = ground_how(*(const double *)context);
    fs_detect_ground(out, p, &how, 0);
}

/* 7.2: a drop from 5 m returns to c^2 5 m. A substep of 1/3840 s costs at most 3.9 mm of it (measured, at c = 1). */
START_TEST(row_7_2_rebound_height)
{
    static double ratio[] = { 1, 0.8, 0.5, 0.25 };
    struct link_fixture r;
    open_link_fixture(&r, wide3_of(0, -10, 0), FS_LINK_SOLVER_WORST_FIRST, 64);
    r.detect = detect_bounce;
    r.context = &ratio[_i];
    uint32_t a = add_particle(&r, 2, pos3_of(0, 5, 0), vel3_of(0, 0, 0));
    double top = 0;
    bool bounced = false;
    for (int tick = 0; tick < 120; tick++) {
        step_tick(&r);
        bounced = bounced || r.p.vel[a].y > 0;
        top = bounced ? fmax(top, of_wide(r.p.pos[a].y)) : 0;
    }
    HOLDS(bounced);
    NEAR(top, ratio[_i] * ratio[_i] * 5, 0.004);
    close_link_fixture(&r);
}
END_TEST

/* 7.2: c = 1 never gains energy. */
START_TEST(row_7_2_elastic_does_not_grow)
{
    static double one = 1;
    struct link_fixture r;
    open_link_fixture(&r, wide3_of(0, -10, 0), FS_LINK_SOLVER_WORST_FIRST, 4);
    r.detect = detect_bounce;
    r.context = &one;
    uint32_t a = add_particle(&r, 1, pos3_of(0, 1, 0), vel3_of(0, 0, 0));
    for (int tick = 0; tick < 10000; tick++) {
        step_tick(&r);
        double v = of_vel(r.p.vel[a].y);
        HOLDS(v * v / 20 + of_wide(r.p.pos[a].y) <= 1.02);
    }
    close_link_fixture(&r);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *s = suite_create("contact");
    TCase *one = tcase_create("one");
    tcase_add_test(one, row_7_1_closing_speed);
    tcase_add_test(one, row_7_6_equal_masses_swap);
    tcase_add_test(one, row_7_6_two_ball_drop);
    tcase_add_test(one, row_7_2_any_masses_any_direction);
    tcase_add_test(one, row_7_3_swapped_ends);
    tcase_add_test(one, row_7_7_interpenetration);
    tcase_add_test(one, row_7_5_records);
    tcase_add_test(one, row_7_16_overflow);
    suite_add_tcase(s, one);
    TCase *rest = tcase_create("rest");
    tcase_add_loop_test(rest, row_7_8_resting_keeps_every_bit, 0, FS_INTEGRATOR_COUNT);
    tcase_add_test(rest, row_7_9_early_detection);
    tcase_add_loop_test(rest, row_7_2_rebound_height, 0, 4);
    tcase_add_test(rest, row_7_2_elastic_does_not_grow);
    suite_add_tcase(s, rest);
    return s;
}
