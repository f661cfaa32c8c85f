/* check_free_hinges2.c: hinges in no tree keep the angular momentum of what spins freely: short chains, with and without limits,
 * and nets with more loops than a tree may have. FIXSTEP_FIGURES prints what is measured.
 */
#define FS__WORLD2_INTERNAL /* the columns are written */

#include "physics2d/joint_fixture.h"
#include "support/figures.h"

enum { HZ = 60, SECONDS = 10, MAX_BODIES = 25 };

struct parts {
    fs_body2 body[MAX_BODIES];
    int count;
};

static double mass_of(struct fixture2 *t, fs_body2 b)
{
    const uint32_t row = fixture2_row(t, b);
    return ldexp(t->w.body.mass[row].m, t->w.body.mass[row].e);
}

static double inertia_of(struct fixture2 *t, fs_body2 b)
{
    const uint32_t row = fixture2_row(t, b);
    return ldexp(t->w.body.inertia[row].m, t->w.body.inertia[row].e);
}

/* About the origin, where the centre of mass stays. */
static double angular_momentum(struct fixture2 *t, const struct parts *p)
{
    double sum = 0;
    for (int i = 0; i < p->count; i++) {
        const fs_body2 b = p->body[i];
        sum += inertia_of(t, b) * spin(t, b) + mass_of(t, b) * (pos_x(t, b) * vel_y(t, b) - pos_y(t, b) * vel_x(t, b));
    }
    return sum;
}

static void spin_up(struct fixture2 *t, const struct parts *p, double w)
{
    for (int i = 0; i < p->count; i++) {
        const fs_vel2 v = fs_vel2_make(VEL(-w * pos_y(t, p->body[i])), VEL(w * pos_x(t, p->body[i])));
        ck_assert_int_eq(fs_body2_set_velocity(&t->w, p->body[i], v, VEL(w)), FS_OK);
    }
}

static void hinge(struct fixture2 *t, fs_body2 a, fs_body2 b, double x, double y, bool limit)
{
    fs_joint2_def def = joint_def(t, FS_JOINT2_REVOLUTE, a, b, x, y, x, y);
    def.flags = limit ? FS_JOINT2_LIMIT : 0;
    def.lower_limit = REL(-3);
    def.upper_limit = REL(3);
    joint_make(t, &def);
}

static void check_spin(struct fixture2 *t, const struct parts *p, double w, const char *what)
{
    spin_up(t, p, w);
    const double momentum = angular_momentum(t, p), energy = wide(fs_world2_kinetic_energy(&t->w));
    double most = 0;
    for (int tick = 0; tick < SECONDS * HZ; tick++) {
        fixture2_step(t, 1);
        most = fmax(most, wide(fs_world2_kinetic_energy(&t->w)));
    }
    const double kept = angular_momentum(t, p) / momentum, left = wide(fs_world2_kinetic_energy(&t->w)) / energy;
    print_figure("%s of %d at %g rad/s: %.6f of the momentum, %.4f of the energy", what, p->count, w, kept, left);
    near(kept, 1, 1e-5, "momentum");
    ck_assert_msg(left >= 0.9 && most <= energy * 1.0001, "energy %.4f, at most %.6f", left, most / energy);
}

/* Each body was pushed at its own anchor, and the gap between the anchors turned the pair: 7 links of 10 rad/s kept 0.84 of their
 * angular momentum in 10 s, two of 40 rad/s 0.41. */
START_TEST(chains_keep_their_angular_momentum)
{
    static const double speeds[] = { 1, 10, 20 };
    const int links = 2 + _i % 6;
    const bool limit = _i / 18 == 1;
    struct fixture2 t = joint_world(0);
    struct parts p = { .count = links };
    for (int i = 0; i < links; i++) {
        const double x = i - (links - 1) * 0.5;
        p.body[i] = mass_at(&t, x, 0, 1, 1.25 / 12);
        if (i > 0)
            hinge(&t, p.body[i - 1], p.body[i], x - 0.5, 0, limit);
    }
    check_spin(&t, &p, speeds[_i / 6 % 3], limit ? "chain with limits" : "chain");
    fixture2_end(&t);
}
END_TEST

START_TEST(nets_keep_their_angular_momentum)
{
    const double speeds[] = { 1, 5, 10 };
    enum { SIDE = 5 };
    struct fixture2 t = joint_world(0);
    struct parts p = { .count = SIDE * SIDE };
    for (int i = 0; i < p.count; i++) {
        const double x = i % SIDE - (SIDE - 1) * 0.5, y = i / SIDE - (SIDE - 1) * 0.5;
        p.body[i] = mass_at(&t, x, y, 1, 0.1);
        if (i % SIDE > 0)
            hinge(&t, p.body[i - 1], p.body[i], x - 0.5, y, false);
        if (i >= SIDE)
            hinge(&t, p.body[i - SIDE], p.body[i], x, y - 0.5, false);
    }
    check_spin(&t, &p, speeds[_i], "net");
    fixture2_end(&t);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("free_hinges2");
    TCase *tc = tcase_create("free_hinges2");
    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, chains_keep_their_angular_momentum, 0, 36);
    tcase_add_loop_test(tc, nets_keep_their_angular_momentum, 0, 3);
    suite_add_tcase(suite, tc);
    return suite;
}
