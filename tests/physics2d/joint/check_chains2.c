/* check_chains2.c: chains of light links that are tied to the ground and hold or stop heavy loads, by chance: they gain no energy,
 * nothing flies off, and what opened is closed again. FIXSTEP_FIGURES prints what is measured.
 */
#define FS__WORLD2_INTERNAL /* the columns are read */

#include <fixstep/trig.h>

#include "physics2d/joint/tumbling2.h"
#include "support/figures.h"

enum { CASES = 64, SECONDS = 5, MAX_LINKS = 24 };

/* A chain of links between the ground and a load, which is the last link; or the middle one, of a chain that is tied at both ends. */
struct chance {
    uint64_t random;
    int links, hz;
    double length, load;  /* of a link, m; kg, of a link 1 */
    bool both, folded;    /* tied at both ends; the load falls until the chain is taut */
    double speed, offset; /* velocities that do not fit the joints, m/s; errors at the start, m */
    struct fixture2 t;
    fs_body2 link[MAX_LINKS];
    double height; /* m g of this is the mechanical scale, with the kinetic energy of the start */
};

static double uniform(struct chance *c, double from, double to)
{
    c->random = c->random * 6364136223846793005u + 1442695040888963407u;
    return from + (to - from) * ldexp((double)(c->random >> 11), -53);
}

static double by_ratio(struct chance *c, double from, double to)
{
    return from * pow(to / from, uniform(c, 0, 1));
}

static bool heads(struct chance *c)
{
    return uniform(c, 0, 1) < 0.5;
}

static void choose(struct chance *c, int seed)
{
    static const int rates[] = { 30, 60, 120 };
    c->random = (uint64_t)seed * 7919 + 12345;
    for (int i = 0; i < 8; i++)
        uniform(c, 0, 1);
    c->hz = rates[(int)uniform(c, 0, 3)];
    c->links = 3 + (int)uniform(c, 0, MAX_LINKS - 2);
    c->length = by_ratio(c, 0.1, 2);
    c->load = by_ratio(c, 1, 2000);
    c->both = heads(c);
    c->folded = heads(c);
    c->speed = heads(c) ? by_ratio(c, 0.1, 5) : 0;
    c->offset = heads(c) ? 0.01 * c->length : 0;
    c->height = c->links * c->length;
}

static double mass_of_link(const struct chance *c, int i)
{
    return i == (c->both ? c->links / 2 : c->links - 1) ? c->load : 1;
}

/* Straight links, or a zigzag; of two ends the line between them slopes little. */
static void hang(struct chance *c)
{
    const fs_world2_limits limits = { .bodies = 64, .shapes = 1, .joints = 64, .materials = 1 };
    fs_world2_def def = fs_default_world2_def((uint32_t)c->hz);
    def.flags &= ~(uint32_t)FS_WORLD2_SLEEP;
    c->t = fixture2_start_with((uint32_t)c->hz, &limits, &def);
    *c->t.w.rules.gravity = fs_wide2_make(0, WIDE(-G));
    const double slope = uniform(c, c->both ? -0.3 : -M_PI / 2, 0.3), half = uniform(c, 0.1, 1.2);
    fs_body2 before = mass_at(&c->t, 0, 0, 0, 0);
    double x = 0, y = 0;
    for (int i = 0; i < c->links; i++) {
        const double dx = c->length * (c->folded ? sin(half) : cos(slope)),
                     dy = c->length * (c->folded ? cos(half) * (i % 2 == 0 ? 1 : -1) : sin(slope));
        const double mass = mass_of_link(c, i);
        c->link[i] = mass_at(&c->t, x + dx / 2, y + dy / 2, mass, mass * c->length * c->length / 12);
        joint_at(&c->t, FS_JOINT2_REVOLUTE, before, c->link[i], x, y);
        before = c->link[i];
        x += dx;
        y += dy;
    }
    if (c->both)
        joint_at(&c->t, FS_JOINT2_REVOLUTE, before, mass_at(&c->t, x, y, 0, 0), x, y);
}

/* Velocities that do not fit the joints, and errors of their places. */
static void disturb(struct chance *c)
{
    for (int i = 0; i < c->links; i++) {
        const uint32_t row = fixture2_row(&c->t, c->link[i]);
        const double vx = uniform(c, -c->speed, c->speed), vy = uniform(c, -c->speed, c->speed),
                     w = uniform(c, -c->speed, c->speed) / c->length;
        ck_assert_int_eq(fs_body2_set_velocity(&c->t.w, c->link[i], fs_vel2_make(VEL(vx), VEL(vy)), VEL(w)), FS_OK);
        c->t.w.body.pos[row].x += POS(uniform(c, -c->offset, c->offset));
        c->t.w.body.pos[row].y += POS(uniform(c, -c->offset, c->offset));
    }
}

/* Velocities stand half a substep before positions: see tumbling2.h. */
static double energy_of(struct chance *c, bool kinetic)
{
    const double lead = G / (2.0 * c->hz * *c->t.w.rules.substeps);
    double sum = 0;
    for (int i = 0; i < c->links; i++) {
        const double vx = vel_x(&c->t, c->link[i]), vy = vel_y(&c->t, c->link[i]), w = spin(&c->t, c->link[i]);
        const double mass = mass_of_link(c, i);
        sum += mass * (vx * vx + vy * vy + c->length * c->length / 12 * w * w) / 2;
        if (!kinetic)
            sum += mass * (G * pos_y(&c->t, c->link[i]) - vy * lead);
    }
    return sum;
}

static double gap_of_chain(const struct chance *c)
{
    double most = 0;
    for (uint32_t row = 0; row < *c->t.w.joint.rows; row++)
        most = fmax(most, rel(fs_joint2_translation(&c->t.w, row)));
    return most;
}

static double reach_of_chain(struct chance *c)
{
    double most = 0;
    for (int i = 0; i < c->links; i++)
        most = fmax(most, hypot(pos_x(&c->t, c->link[i]), pos_y(&c->t, c->link[i])));
    return most;
}

START_TEST(chains_with_loads_gain_nothing)
{
    struct chance c = { .links = 0 };
    choose(&c, _i);
    hang(&c);
    disturb(&c);
    double mass = 0, rise = 0, gap = 0, reach = 0;
    for (int i = 0; i < c.links; i++)
        mass += mass_of_link(&c, i);
    const double start = energy_of(&c, false), scale = energy_of(&c, true) + mass * G * c.height;
    for (int tick = 0; tick < SECONDS * c.hz; tick++) {
        fixture2_step(&c.t, 1);
        rise = fmax(rise, (energy_of(&c, false) - start) / scale);
        gap = fmax(gap, gap_of_chain(&c));
        reach = fmax(reach, reach_of_chain(&c));
    }
    print_figure(
        "chain %d: %d links of %.2f m, load of %.0f kg%s%s, %d Hz, %.1f m/s, %.3f m: energy rises by %.2g, gap %.2g of "
        "a link, at last %.2g, reach %.2f",
        _i, c.links, c.length, c.load, c.both ? ", two ends" : "", c.folded ? ", falls" : "", c.hz, c.speed, c.offset,
        rise, gap / c.length, gap_of_chain(&c) / c.length, reach / c.height);
    ck_assert_msg(rise <= 0.01, "energy rises by %.3g", rise);
    ck_assert_msg(reach <= 1.25 * c.height, "a link is %.2f m away", reach);
    ck_assert_msg(gap_of_chain(&c) <= 0.01 * c.length, "gap %.3g m", gap_of_chain(&c));
    fixture2_end(&c.t);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("chains2");
    TCase *tc = tcase_create("chains2");
    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, chains_with_loads_gain_nothing, 0, CASES);
    suite_add_tcase(suite, tc);
    return suite;
}
