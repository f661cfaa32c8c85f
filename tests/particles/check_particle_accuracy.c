/* check_particle_accuracy.c: energy of slow orbits, of pendulums on rods and of chains, over long times.
 *
 * FIXSTEP_FIGURES in the environment prints what is measured, FIXSTEP_LONG adds wide orbits. With symplectic Euler the
 * velocity of a tick is that of the middle of the tick or substep before; it is brought to the time of the position before
 * the energy is taken.
 */
#include "support/check_main.h"
#include "support/figures.h"
#include "particles/link_fixture.h"

enum { HZ = 60 };

struct point {
    double x, y, z;
};

/* A velocity with the part below its step, m/s. */
static struct point velocity_of(const struct link_fixture *r, uint32_t i)
{
    fs_vel3 v = r->p.vel[i];
    fs_unit3 rest = r->p.velocity_residual[i];
    return (struct point){ ldexp(ldexp(rest.x, -30) + v.x, -21), ldexp(ldexp(rest.y, -30) + v.y, -21),
                           ldexp(ldexp(rest.z, -30) + v.z, -21) };
}

/* --- orbits ----------------------------------------------------------------------------------------- */

struct orbit {
    double radius, energy; /* m, J/kg */
};

/* The orbit of a particle in the plane z = 0 about the origin. `kick`: the time from its velocity to its position, s. */
static struct orbit orbit_of(const struct link_fixture *r, double mu, double kick)
{
    struct point v = velocity_of(r, 0);
    double x = of_wide(r->p.pos[0].x), y = of_wide(r->p.pos[0].y), radius = hypot(x, y), pull = -mu / pow(radius, 3);
    v.x += pull * x * kick;
    v.y += pull * y * kick;
    return (struct orbit){ radius, (v.x * v.x + v.y * v.y) / 2 - mu / radius };
}

/* The largest change of the energy of an orbit over `turns`, as a share of the energy; compared where it is farthest out.
 * `speed` is that of a circle of the same energy. */
static double orbit_change(fs_integrator integrator, double radius, double eccentricity, double speed, int turns)
{
    struct link_fixture r;
    open_link_fixture(&r, fs_wide3_zero(), FS_LINK_SOLVER_XPBD, 1);
    double mu = speed * speed * radius, far = radius * (1 + eccentricity), kick = 0, worst = 0;
    add_particle(&r, 1, pos3_of(far, 0, 0), vel3_of(0, speed * sqrt((1 - eccentricity) / (1 + eccentricity)), 0));
    add_force(&r, fs_force_gravity_well(0, fs_pos3_zero(), wide_of(mu), wide_of(radius / 100)));
    *r.p.integrator = (uint8_t)integrator;
    if (integrator == FS_INTEGRATOR_SYMPLECTIC_EULER)
        kick = 0.5 / HZ;
    struct orbit start = { 0 }, last = { 0 }, now = { 0 };
    for (int turn = 0, seen = 0; turn <= turns; seen++) {
        struct orbit next;
        step_tick(&r);
        next = orbit_of(&r, mu, kick);
        if (seen > 4 && now.radius >= last.radius && now.radius > next.radius) {
            if (turn++ == 0)
                start = now;
            worst = fmax(worst, fabs(now.energy / start.energy - 1));
        }
        last = now;
        now = next;
    }
    close_link_fixture(&r);
    return worst;
}

/* The radius is the larger half axis. */
START_TEST(slow_orbits_keep_their_energy)
{
    static const struct {
        fs_integrator integrator;
        double radius, eccentricity, speed;
        bool wide;
    } orbits[] = {
        { FS_INTEGRATOR_VELOCITY_VERLET, 1, 0.6, 0.5, false },   { FS_INTEGRATOR_SYMPLECTIC_EULER, 1, 0.6, 0.5, false },
        { FS_INTEGRATOR_VELOCITY_VERLET, 0.5, 0.6, 0.5, false }, { FS_INTEGRATOR_VELOCITY_VERLET, 4, 0.6, 0.5, true },
        { FS_INTEGRATOR_VELOCITY_VERLET, 2, 0, 0.5, true },      { FS_INTEGRATOR_VELOCITY_VERLET, 10, 0.6, 0.5, true },
        { FS_INTEGRATOR_SYMPLECTIC_EULER, 10, 0.6, 0.5, true },
    };
    for (unsigned k = 0; k < sizeof orbits / sizeof orbits[0]; k++) {
        if (orbits[k].wide && getenv("FIXSTEP_LONG") == NULL)
            continue;
        double change = orbit_change(orbits[k].integrator, orbits[k].radius, orbits[k].eccentricity, orbits[k].speed,
                                     1000);
        print_figure("orbit, integrator %d, half axis %g m, e = %g, %g m/s: energy changes by %.2g in 1,000 turns",
                     (int)orbits[k].integrator, orbits[k].radius, orbits[k].eccentricity, orbits[k].speed, change);
        ck_assert_double_le(change, 1e-6);
    }
}
END_TEST

/* --- pendulums ---------------------------------------------------------------------------------------- */

static double energy_of(const struct link_fixture *r, double gravity, double kick)
{
    double sum = 0;
    for (uint32_t i = 0; i < r->p.count; i++) {
        struct point v = velocity_of(r, i);
        v.y -= gravity * kick;
        sum += of_wide(r->p.mass[i]) * ((v.x * v.x + v.y * v.y + v.z * v.z) / 2 + gravity * of_wide(r->p.pos[i].y));
    }
    return sum;
}

/* The largest loss and gain of the energy, as shares of m g L, in two minutes. */
struct drift {
    double loss, gain;
};

static struct drift measure_drift(struct link_fixture *r, double gravity, uint32_t substeps, double scale)
{
    double kick = 0.5 / (HZ * substeps), start = 0;
    struct drift worst = { 0, 0 };
    for (int tick = 0; tick < 120 * HZ; tick++) {
        step_tick(r);
        double energy = energy_of(r, gravity, kick) / scale;
        if (tick == 0)
            start = energy;
        worst.loss = fmax(worst.loss, start - energy);
        worst.gain = fmax(worst.gain, energy - start);
    }
    return worst;
}

static struct drift pendulum_drift(fs_link_solver solver, uint32_t substeps, double length, double angle)
{
    struct link_fixture r;
    open_link_fixture(&r, wide3_of(0, -10, 0), solver, substeps);
    uint32_t bob = add_particle(&r, 1, pos3_of(length * sin(angle), -length * cos(angle), 0), vel3_of(0, 0, 0));
    add_link(&r, fs_link_anchored_rod(bob, fs_pos3_zero(), wide_of(length)));
    struct drift worst = measure_drift(&r, 10, substeps, 10 * length);
    close_link_fixture(&r);
    return worst;
}

START_TEST(pendulums_keep_their_energy)
{
    static const struct {
        fs_link_solver solver;
        uint32_t substeps;
        double length, degrees;
    } cases[] = {
        { FS_LINK_SOLVER_DIRECT, 10, 1, 10 },  { FS_LINK_SOLVER_DIRECT, 10, 1, 90 },
        { FS_LINK_SOLVER_DIRECT, 10, 1, 120 }, { FS_LINK_SOLVER_DIRECT, 10, 1, 170 },
        { FS_LINK_SOLVER_DIRECT, 10, 4, 120 }, { FS_LINK_SOLVER_DIRECT, 10, 0.25, 120 },
        { FS_LINK_SOLVER_XPBD, 10, 1, 120 },   { FS_LINK_SOLVER_DIRECT, 4, 1, 120 },
    };
    for (unsigned k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        struct drift worst = pendulum_drift(cases[k].solver, cases[k].substeps, cases[k].length,
                                            cases[k].degrees * acos(-1) / 180);
        print_figure(
            "rod of %g m, let go at %g degrees, solver %d, %u substeps: energy falls by %.2g, rises by %.2g of m g L",
            cases[k].length, cases[k].degrees, (int)cases[k].solver, cases[k].substeps, worst.loss, worst.gain);
        ck_assert_double_le(fmax(worst.loss, worst.gain), 1e-3);
    }
}
END_TEST

/* --- chains ------------------------------------------------------------------------------------------- */

enum rods_from { FROM_END, FROM_ANCHOR, FROM_IMMOVABLE };

/* Rods in a line at an angle from straight down, each turned on by `bend`, with masses of 1 and `mass` kg in turn. */
struct chain_case {
    uint32_t rods;
    double length, degrees, bend, mass;
    uint32_t substeps;
    enum rods_from from;
};

static void hang_chain(struct link_fixture *r, const struct chain_case *c)
{
    double x = 0, y = 0;
    uint32_t first = c->from == FROM_IMMOVABLE ? add_particle(r, 0, fs_pos3_zero(), vel3_of(0, 0, 0)) + 1 : 0;
    for (uint32_t i = 0; i < c->rods; i++) {
        double angle = (c->degrees + c->bend * i) * acos(-1) / 180;
        x += c->length * sin(angle);
        y -= c->length * cos(angle);
        add_particle(r, i % 2 == 0 ? 1 : c->mass, pos3_of(x, y, 0), vel3_of(0, 0, 0));
    }
    fs_pos length = wide_of(c->length);
    for (uint32_t i = c->rods; i-- > 1 && c->from == FROM_END;)
        add_link(r, fs_link_rod(i, i - 1, length));
    add_link(r, first == 1 ? fs_link_rod(0, 1, length) : fs_link_anchored_rod(0, fs_pos3_zero(), length));
    for (uint32_t i = 1; i < c->rods && c->from != FROM_END; i++)
        add_link(r, fs_link_rod(first + i - 1, first + i, length));
}

START_TEST(chains_keep_their_energy)
{
    static const struct chain_case cases[] = {
        { 2, 1, 120, 0, 1, 10, FROM_END },       { 2, 1, 120, 0, 1, 10, FROM_ANCHOR },
        { 2, 1, 120, 0, 1, 10, FROM_IMMOVABLE }, { 2, 1, 90, 20, 1, 10, FROM_END },
        { 2, 1, 170, -60, 5, 10, FROM_END },     { 2, 0.25, 120, 0, 1, 10, FROM_END },
        { 2, 4, 120, 0, 1, 10, FROM_END },       { 2, 1, 120, 0, 1, 4, FROM_END },
        { 3, 1, 120, 0, 1, 10, FROM_END },       { 3, 0.5, 120, 10, 0.5, 10, FROM_ANCHOR },
        { 5, 1, 120, 0, 1, 10, FROM_END },       { 10, 1, 90, 0, 1, 10, FROM_END },
        { 20, 0.1, 60, 0, 1, 10, FROM_END },     { 10, 0.5, 30, 5, 1, 10, FROM_IMMOVABLE },
    };
    for (unsigned k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        const struct chain_case *c = &cases[k];
        struct link_fixture r;
        open_link_fixture(&r, wide3_of(0, -10, 0), FS_LINK_SOLVER_DIRECT, c->substeps);
        hang_chain(&r, c);
        struct drift worst = measure_drift(&r, 10, c->substeps, 5 * c->length * (1 + c->mass));
        close_link_fixture(&r);
        print_figure(
            "chain of %u rods of %g m, %g kg, let go at %g + %g degrees, %u substeps, order %d: energy falls by "
            "%.2g, rises by %.2g of m g L",
            c->rods, c->length, c->mass, c->degrees, c->bend, c->substeps, (int)c->from, worst.loss, worst.gain);
        ck_assert_double_le(fmax(worst.loss, worst.gain), 1e-3);
    }
}
END_TEST

static double speed_of(const struct link_fixture *r, uint32_t i)
{
    struct point v = velocity_of(r, i);
    return sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
}

/* What a chain loses when its cables snap taut is lost, and an anchor that a game moves does work. */
START_TEST(impacts_and_anchors_do_work_on_chains)
{
    struct link_fixture r;
    open_link_fixture(&r, wide3_of(0, -10, 0), FS_LINK_SOLVER_DIRECT, 10);
    add_particle(&r, 1, pos3_of(0.1, -1.4, 0), vel3_of(0, 0, 0));
    add_particle(&r, 1, pos3_of(0.05, -0.7, 0), vel3_of(0, 0, 0));
    add_link(&r, fs_link_cable(0, 1, FS_POS_ONE));
    add_link(&r, fs_link_anchored_cable(1, fs_pos3_zero(), FS_POS_ONE));
    for (int tick = 0; tick < 22; tick++) { /* both fall 0.6 m to 0.672 m: the upper cable is taut after 0.3 m */
        step_tick(&r);
        if (tick == 13)
            ck_assert_double_gt(speed_of(&r, 0), 2);
    }
    print_figure("two cables that snapped taut: %.3g and %.3g m/s afterwards", speed_of(&r, 0), speed_of(&r, 1));
    ck_assert_double_lt(speed_of(&r, 1), 0.5);
    step_ticks(&r, 20);
    ck_assert_double_lt(speed_of(&r, 0), 0.8);
    for (int tick = 0; tick < 300; tick++) {
        r.links.anchor[1].y += FS_POS_ONE / 300;
        step_tick(&r);
    }
    ck_assert_double_le(hypot(of_wide(r.p.pos[1].x), of_wide(r.p.pos[1].y) - 1), 1.001);
    ck_assert_double_gt(of_wide(r.p.pos[0].y), -1.05);
    close_link_fixture(&r);
}
END_TEST

/* A cable that is taut all the time is a rod; a dumbbell under gravity keeps the energy of its rotation as well. */
START_TEST(other_links_alone_keep_their_energy)
{
    struct link_fixture r;
    open_link_fixture(&r, wide3_of(0, -10, 0), FS_LINK_SOLVER_DIRECT, 10);
    add_particle(&r, 1, pos3_of(0, -1, 0), vel3_of(7.5, 0, 0));
    add_link(&r, fs_link_anchored_cable(0, fs_pos3_zero(), FS_POS_ONE));
    struct drift cable = measure_drift(&r, 10, 10, 10);
    close_link_fixture(&r);
    open_link_fixture(&r, fs_wide3_zero(), FS_LINK_SOLVER_DIRECT, 10);
    add_particle(&r, 1, pos3_of(0, 0, 0), vel3_of(0, -3, 1));
    add_particle(&r, 5, pos3_of(1, 0, 0), vel3_of(0, 3, 0));
    add_link(&r, fs_link_rod(0, 1, FS_POS_ONE));
    struct drift dumbbell = measure_drift(&r, 0, 10, 27.5);
    close_link_fixture(&r);
    print_figure("cable of 1 m, turning over at 7.5 m/s: energy falls by %.2g, rises by %.2g of m g L", cable.loss,
                 cable.gain);
    print_figure("dumbbell of 1 and 5 kg at 6 m/s: energy falls by %.2g, rises by %.2g", dumbbell.loss, dumbbell.gain);
    ck_assert_double_le(fmax(cable.loss, cable.gain), 1e-3);
    ck_assert_double_le(fmax(dumbbell.loss, dumbbell.gain), 1e-4);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("particle_accuracy");
    TCase *tc = tcase_create("particle_accuracy");
    tcase_set_timeout(tc, 600);
    tcase_add_test(tc, slow_orbits_keep_their_energy);
    tcase_add_test(tc, pendulums_keep_their_energy);
    tcase_add_test(tc, chains_keep_their_energy);
    tcase_add_test(tc, impacts_and_anchors_do_work_on_chains);
    tcase_add_test(tc, other_links_alone_keep_their_energy);
    suite_add_tcase(suite, tc);
    return suite;
}
