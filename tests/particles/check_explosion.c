/* check_explosion.c: explosions act on particles by the law of explosion.h. */
#include "particles/particle_fixture.h"

#include <string.h>

#include "support/check_main.h"

static struct particle_fixture open_without_gravity(uint32_t hz, uint32_t particles)
{
    return open_particle_fixture(hz, particles, fs_wide3_zero(), FS_INTEGRATOR_SYMPLECTIC_EULER);
}

/* B17.9-17.12: the explosion of bodies on particles: a ring keeps the momentum at exactly 0, is drawn in, thrown out, and
 * what is above rises in the chimney. An immovable particle stays. */
START_TEST(explosion_of_particles)
{
    struct particle_fixture fixture = open_without_gravity(60, 6);
    static const double at[6][3] = { { 3, 0, 4 }, { -3, 0, 4 }, { 3, 0, -4 }, { -3, 0, -4 }, { 0, 5, 0 }, { 0, 4, 0 } };
    uint8_t on;
    uint32_t start, seed;
    fs_pos3 centre;
    fs_wide n[13];
    struct fs_explosions blasts = { 1,     &on,   &start, &seed, &centre, n,     n + 1,  n + 2,  n + 3,
                                    n + 4, n + 5, n + 6,  n + 7, n + 8,   n + 9, n + 10, n + 11, n + 12 };
    fs_explosion e = fs_explosion_make(fs_pos3_zero(), 0, wide_of(320), wide_of(16));
    ck_assert_int_eq(fs_explosion_set(&blasts, 0, &e), FS_OK);
    for (uint32_t i = 0; i < 6; i++)
        fixture.p.pos[i] = pos3_of(at[i][0], at[i][1], at[i][2]);
    ck_assert_int_eq(fs_particle_set_immovable(&fixture.p, 5), FS_OK);
    const uint32_t ticks[3] = { 0, 24, 60 };
    for (int phase = 0; phase < 3; phase++) {
        fs_force_sum sums[6];
        memset(sums, 0, sizeof sums);
        fixture.p.tick = ticks[phase];
        fs_explosions_apply(&blasts, &fixture.p, sums);
        fs_wide east = fs_i128_sat64(sums[0].x), up = fs_i128_sat64(sums[4].y);
        ck_assert(fs_i128_sat64(fs_i128_add(sums[0].x, sums[1].x)) == 0 && fs_i128_sat64(sums[5].y) == 0);
        ck_assert(phase == 0 ? east < 0 : phase == 1 ? east > 0 : east == 0);
        ck_assert(phase == 0 ? up < 0 : up > 0);
    }
    close_particle_fixture(&fixture);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("explosion");
    TCase *tc = tcase_create("explosion");
    tcase_add_test(tc, explosion_of_particles);
    suite_add_tcase(suite, tc);
    return suite;
}
