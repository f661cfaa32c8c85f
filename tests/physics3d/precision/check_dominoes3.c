/* check_dominoes3.c: waves in rows of dominoes in space have the speed of those in the plane, at every size.
 *
 * FIXSTEP_FIGURES in the environment prints the speeds.
 */
#define FS__WORLD3_INTERNAL /* the columns are read */

#include "physics3d/world3_fixture.h"
#include "support/figures.h"

enum { DOMINOES = 200, FIRST_TIMED = 100, LAST_TIMED = 190, LEAN_PERCENT = 20 };

/* Dominoes of height h (m), thickness h / 10 and width `wide` h, with gaps of h / 2 and friction 0.4, along x or z. */
static struct fixture3 open_row(double h, double wide, uint32_t hz, bool along_z, uint32_t row[DOMINOES])
{
    const fs_world3_limits limits = { .bodies = 224, .shapes = 224, .joints = 1, .materials = 1, .hulls = 1 };
    fs_world3_def def = fs_default_world3_def(hz);
    double pitch = 0.6 * h, spin = 1.4 * sqrt(10 / h);
    def.flags &= ~(uint32_t)FS_WORLD3_SLEEP;
    struct fixture3 t = fixture3_start_with(hz, &limits, &def);
    t.w.material.static_friction[0] = t.w.material.dynamic_friction[0] = (fix16_t)lround(0.4 * FS_FIX16_ONE);
    for (int i = 0; i * 90 < DOMINOES * pitch + 2 * h; i++) {
        double at = 40 + 90 * i;
        fixture3_box(&t, FS_BODY3_STATIC, pos3_of(along_z ? 0 : at, -1, along_z ? at : 0), 45, 1, 45);
    }
    for (int i = 0; i < DOMINOES; i++) {
        fs_body3 body = fixture3_box(&t, FS_BODY3_DYNAMIC,
                                     pos3_of(along_z ? 0 : i * pitch, h / 2, along_z ? i * pitch : 0),
                                     along_z ? wide * h / 2 : h / 20, h / 2, along_z ? h / 20 : wide * h / 2);
        row[i] = fixture3_row(&t, body);
        fs_vel v = (fs_vel)lround(spin * h / 2 * FS_VEL_ONE), w = (fs_vel)lround(spin * FS_VEL_ONE);
        if (i == 0)
            ck_assert_int_eq(fs_body3_set_velocity(&t.w, body, fs_vel3_make(along_z ? 0 : v, 0, along_z ? v : 0),
                                                   fs_vel3_make(along_z ? w : 0, 0, along_z ? 0 : -w)),
                             FS_OK);
    }
    return t;
}

/* Sine of the lean forwards. */
static double lean_of(const struct fixture3 *t, uint32_t row, bool along_z)
{
    fs_mat3 m = fs_mat3_from_quat(t->w.body.rot[row]);
    return (along_z ? m.z.y : m.x.y) * 0x1p-30;
}

/* The speed of the wave over sqrt(g h). */
static double domino_speed(double h, double wide, uint32_t hz, bool along_z)
{
    uint32_t row[DOMINOES];
    double pitch = 0.6 * h, time[DOMINOES] = { 0 };
    struct fixture3 t = open_row(h, wide, hz, along_z, row);
    for (int tick = 1; tick < 60 * (int)hz && time[LAST_TIMED] == 0; tick++) {
        fixture3_step(&t, 1);
        for (int i = 0; i < DOMINOES; i++)
            if (time[i] == 0 && lean_of(&t, row[i], along_z) > LEAN_PERCENT / 100.0)
                time[i] = (double)tick / hz;
    }
    fixture3_end(&t);
    if (time[LAST_TIMED] == 0)
        return 0;
    return (LAST_TIMED - FIRST_TIMED) * pitch / (time[LAST_TIMED] - time[FIRST_TIMED]) / sqrt(10 * h);
}

/* 1.10 is right (as in the plane). `off`: share at most. Measured: 1.073, 1.134, 1.137, 1.115, 1.118, 1.120, 1.106, 1.102
 * and 1.115. */
START_TEST(dominoes_fall_in_time)
{
    static const struct {
        double height, wide;
        uint32_t hz;
        bool along_z;
        double off;
    } rows[] = { { 0.02, 0.5, 60, false, 0.03 },  { 0.05, 0.5, 60, false, 0.035 }, { 0.1, 0.5, 60, false, 0.035 },
                 { 0.5, 0.5, 60, false, 0.03 },   { 0.5, 0.5, 60, true, 0.03 },    { 1, 0.5, 60, false, 0.03 },
                 { 0.02, 0.5, 120, false, 0.02 }, { 0.05, 0.5, 120, false, 0.02 }, { 0.5, 1, 60, false, 0.03 } };
    double speed = domino_speed(rows[_i].height, rows[_i].wide, rows[_i].hz, rows[_i].along_z);
    print_figure("dominoes in space of %g m, %g as wide, along %c, at %u Hz: %.4f sqrt(g h)", rows[_i].height,
                 rows[_i].wide, rows[_i].along_z ? 'z' : 'x', rows[_i].hz, speed);
    ck_assert_msg(fabs(speed / 1.10 - 1) <= rows[_i].off, "height %g m at %u Hz: %.4f", rows[_i].height, rows[_i].hz,
                  speed);
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("dominoes3");
    TCase *tc = tcase_create("dominoes3");
    tcase_set_timeout(tc, 120);
    tcase_add_loop_test(tc, dominoes_fall_in_time, 0, 9);
    suite_add_tcase(suite, tc);
    return suite;
}
