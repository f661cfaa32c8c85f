/* check_rocking3.c: what rocks on round ground in space keeps its energy.
 *
 * The normal turns as the body rolls. One that holds for a tick from its start on gives energy; see physics/contact/mean_time.h.
 */
#define FS__WORLD3_INTERNAL /* masses and energies are read, the material is written */

#include "physics3d/world3_fixture.h"
#include "support/rocking.h"

static double mass_of(const struct fixture3 *t, fs_body3 body)
{
    fs_scaled m = t->w.body.mass[fixture3_row(t, body)];
    return ldexp((double)m.m, m.e);
}

/* A turn about an axis of the world, x or z. */
static fs_quat turn_about(bool z, double angle)
{
    fs_unit s = (fs_unit)llround(sin(angle / 2) * FS_UNIT_ONE), c = (fs_unit)llround(cos(angle / 2) * FS_UNIT_ONE);
    return fs_quat_make(z ? 0 : s, 0, z ? s : 0, c);
}

static fs_body3 add_body(struct fixture3 *t, fs_body3_type type, fs_pos3 at, fs_quat rot)
{
    fs_body3_def def = fs_default_body3_def();
    fs_body3 body;
    def.type = type;
    def.pos = at;
    def.rot = rot;
    ck_assert_int_eq(fs_body3_create(&t->w, &def, &body), FS_OK);
    return body;
}

static double energy_of(const struct fixture3 *t)
{
    return (double)fs_world3_energy(&t->w) / (double)FS_WIDE_ONE;
}

/* On a log along z. */
static fs_body3 add_rocker(struct fixture3 *t, const struct rocking *r)
{
    fs_body3 log = add_body(t, FS_BODY3_STATIC, fs_pos3_zero(), turn_about(false, M_PI / 2));
    ck_assert_int_eq(fs_shape3_create_cylinder(&t->w, log, NULL, pos_of(ROCKING_RADIUS), pos_of(2), fs_pos3_zero(),
                                               fs_quat_identity(), NULL),
                     FS_OK);
    fs_body3 rocker = add_body(t, FS_BODY3_DYNAMIC, pos3_of(r->x, r->y, 0), turn_about(true, -r->swing));
    if (r->shape == ROCKING_PLANK)
        ck_assert_int_eq(fs_shape3_create_box(&t->w, rocker, NULL, pos3_of(1, r->thickness, 0.5), NULL), FS_OK);
    else
        ck_assert_int_eq(fs_shape3_create_capsule(&t->w, rocker, NULL, pos3_of(-0.7, 0, 0), pos3_of(0.7, 0, 0),
                                                  pos_of(r->thickness), NULL),
                         FS_OK);
    return rocker;
}

/* Shares of the energy above the place of rest. Measured after 8 s: a plank 0.94 to 0.98, a capsule 0.96 (0.89 from 0.35 rad), at 30 Hz
 * 0.91 to 0.96 and 0.91 to 0.94 (0.80); with normals of the start of the tick 1.8 to 1.9 and 2.8, with those of its middle 0.75 to
 * 0.79 and 0.68. */
START_TEST(rockers_keep_their_energy)
{
    struct rocking r = rocking_case(_i);
    struct fixture3 t = fixture3_start((uint32_t)r.hz);
    t.w.material.static_friction[0] = t.w.material.dynamic_friction[0] = 2 * FS_FIX16_ONE;
    ck_assert_int_eq(fs_world3_set_flags(&t.w, FS_WORLD3_SLEEP, 0), FS_OK);
    fs_body3 rocker = add_rocker(&t, &r);
    rocking_start(&r, mass_of(&t, rocker), energy_of(&t));
    for (int tick = 0; tick < ROCKING_SECONDS * r.hz; tick++) {
        fixture3_step(&t, 1);
        rocking_note(&r, tick, energy_of(&t));
    }
    rocking_check(&r);
    fixture3_end(&t);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("rocking3");
    TCase *tc = tcase_create("rocking3");
    tcase_add_loop_test(tc, rockers_keep_their_energy, 0, ROCKING_CASES);
    suite_add_tcase(suite, tc);
    return suite;
}
