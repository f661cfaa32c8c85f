/* check_particle_accuracy.c: energy of slow orbits and of pendulums on rods, over long times.
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
    tcase_add_test(tc, other_links_alone_keep_their_energy);
    suite_add_tcase(suite, tc);
    return suite;
}
