/* check_energy3.c: without inputs the energy of no heap in space grows.
 *
 * A compressed heap rises again, so the energy is kinetic, potential and that of the contact springs (springs3.h). It is
 * compared with the smallest value so far, which is stricter than with the start.
 *
 * FIXSTEP_LONG in the environment: 10,000 ticks of each pile.
 */
#include <math.h>

#include "physics3d/world3_fixture.h"
#include "physics3d/energy/springs3.h"
#include "support/figures.h"

enum { COLUMNS = 4, MAX_BODIES = 256 };

/* Bodies of 0.25 to 0.5 m fall into a shaft of 5 m and land on each other. `rise`: J at most, of 0.5 to 4 kJ; measured over
 * 10,000 ticks of these seeds: 0.003, 0.000, 0.006, 0.010, 0.006 and 0.011 J; over 600 ticks of seeds 1 to 8: 0.000, 0.051,
 * 0.006, 0.007, 0.013 and 9.7 J (of one seed, the next 0.03: boxes are jammed 58 mm deep, edge on edge). With one point where
 * the side of a cylinder is nearly parallel to an edge it is 0.15 J of the fifth; with one point where two edges of facing
 * boxes are closest, and without the points that a blow on another one brings near, it is 41, 1.5, 11, 0.3, 29 and 6.7 J:
 * corners of tumbling boxes overlap for a tick. */
static const struct pile {
    uint32_t hz, bodies, kinds; /* kinds of shapes, of: ball, box, capsule, cylinder */
    uint32_t seeds, ticks;
    double rise;
} piles[] = {
    { 60, 96, 2, 4, 120, 0.1 },  { 120, 96, 2, 2, 240, 0.5 }, { 60, 96, 3, 5, 120, 0.2 },
    { 120, 96, 3, 2, 240, 0.5 }, { 60, 96, 4, 3, 120, 0.1 },  { 60, 240, 3, 2, 140, 0.1 },
};
enum { PILES = sizeof piles / sizeof piles[0] };

static double joules(const struct fs_world3 *w)
{
    return (double)fs_world3_energy(w) / (double)FS_WIDE_ONE + contact_spring_energy3(w);
}

static fs_result add_shape(struct fixture3 *t, fs_body3 body, uint32_t kind, double half)
{
    switch (kind) {
    case 0: return fs_shape3_create_sphere(&t->w, body, NULL, fs_pos3_zero(), pos_of(half), NULL);
    case 1: return fs_shape3_create_box(&t->w, body, NULL, pos3_of(half, half, half), NULL);
    case 2:
        return fs_shape3_create_capsule(&t->w, body, NULL, pos3_of(-half / 2, 0, 0), pos3_of(half / 2, 0, 0),
                                        pos_of(half / 2), NULL);
    default:
        return fs_shape3_create_cylinder(&t->w, body, NULL, pos_of(half), pos_of(half), fs_pos3_zero(),
                                         fs_quat_identity(), NULL);
    }
}

static struct fixture3 make_pile(const struct pile *p, uint64_t seed)
{
    const fs_world3_limits limits = { .bodies = MAX_BODIES, .shapes = MAX_BODIES, .joints = 1, .materials = 1 };
    fs_world3_def def = fs_default_world3_def(p->hz);
    fs_rng rng = fs_rng_seed(seed, 1);
    def.flags &= ~(uint32_t)FS_WORLD3_SLEEP;
    struct fixture3 t = fixture3_start_with(p->hz, &limits, &def);
    fixture3_floor(&t, fs_pos3_zero());
    for (int side = -1; side <= 1; side += 2) {
        fixture3_box(&t, FS_BODY3_STATIC, pos3_of(side * 3.5, 20, 0), 1, 21, 4);
        fixture3_box(&t, FS_BODY3_STATIC, pos3_of(0, 20, side * 3.5), 4, 21, 1);
    }
    for (uint32_t k = 0; k < p->bodies; k++) {
        uint32_t kind = fs_rng_below(&rng, p->kinds), column = k % COLUMNS, row = k / COLUMNS % COLUMNS;
        double half = 0.25 + fs_rng_below(&rng, 32) / 128.0;
        double x = (column - 1.5) * 1.2 + (fs_rng_below(&rng, 17) - 8.0) / 64;
        double z = (row - 1.5) * 1.2 + (fs_rng_below(&rng, 17) - 8.0) / 64;
        fs_body3 body = fixture3_body(&t, FS_BODY3_DYNAMIC, pos3_of(x, 1 + k / (COLUMNS * COLUMNS) * 1.25, z));
        ck_assert_int_eq(add_shape(&t, body, kind, half), FS_OK);
    }
    return t;
}

static double rise_of_pile(const struct pile *p, uint64_t seed, uint32_t ticks)
{
    struct fixture3 t = make_pile(p, seed);
    double least = joules(&t.w), rise = 0;
    for (uint32_t tick = 0; tick < ticks; tick++) {
        fixture3_step(&t, 1);
        double now = joules(&t.w);
        rise = fmax(rise, now - least);
        least = fmin(least, now);
    }
    fixture3_end(&t);
    return rise;
}

START_TEST(piles_gain_no_energy)
{
    const struct pile *p = &piles[_i];
    uint32_t ticks = getenv("FIXSTEP_LONG") != NULL ? 10000 : p->ticks;
    double worst = 0;
    for (uint64_t seed = 1; seed <= p->seeds; seed++)
        worst = fmax(worst, rise_of_pile(p, seed, ticks));
    print_figure("piles of %u at %u Hz, %u kinds of shapes, %u seeds, %u ticks: energy rises by %.2g J at most",
                 p->bodies, p->hz, p->kinds, p->seeds, ticks, worst);
    ck_assert_msg(worst <= p->rise, "grew by %.3g J", worst);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("energy3");
    TCase *tc = tcase_create("energy3");
    tcase_set_timeout(tc, 600);
    tcase_add_loop_test(tc, piles_gain_no_energy, 0, PILES);
    suite_add_tcase(suite, tc);
    return suite;
}
