/* check_particle_simd.c: all particle kernels give the bits of one definition.
 *
 * The reference is written here anew in 128-bit integers, from the formulas in kernel.h
 * and not from the code under test.
 */
#include "particles/kernel/kernel.h"

#include <string.h>

#include "support/check_main.h"
#include "num/num_util.h"
#include "num/random_vectors.h"

enum { ROWS = 61, ROUNDS = 3000 };

static fs_pos3 ref_drift(fs_pos3 p, fs_vel3 v, uint32_t hz, uint32_t *saturations)
{
    fs_pos *pos[3] = { &p.x, &p.y, &p.z };
    const fs_vel vel[3] = { v.x, v.y, v.z };
    for (int k = 0; k < 3; k++) {
        i128 sum = (i128)*pos[k] + (hz == 0 ? 0 : ref_div_sym((i128)vel[k] * 2048, hz));
        *pos[k] = ref_sat64(sum);
        *saturations += sum != *pos[k];
    }
    return p;
}

static fs_vel ref_axis(fs_vel v, fs_vel gain, const struct fs__velocity_kernel_params *k)
{
    i128 bound = (i128)512 << 21, w = v > bound ? bound : (v < -bound ? -bound : v);
    w += gain;
    i128 kept = ref_floor_div((w < 0 ? -w : w) * k->damping_factor + k->dither, (i128)1 << 30);
    kept = kept > INT32_MAX ? INT32_MAX : kept;
    return (fs_vel)(w < 0 ? -kept : kept);
}

static u128 square(fs_vel v)
{
    return (u128)((i128)v * v);
}

static u128 length_sq(fs_vel3 v)
{
    return square(v.x) + square(v.y) + square(v.z);
}

/* What must hold of a limited velocity, whatever the way to compute it: not longer than
 * max, shorter by at most two steps an axis, and along the same direction. */
static void check_limited(fs_vel3 full, fs_vel3 got, fs_vel max)
{
    if (length_sq(full) <= square(max)) {
        HOLDS(fs_vel3_eq(full, got));
        return;
    }
    HOLDS(length_sq(got) <= square(max));
    HOLDS(fs_sign32(got.x) * fs_sign32(full.x) >= 0 && fs_sign32(got.y) * fs_sign32(full.y) >= 0);
    fs_vel3 more = fs_vel3_make(got.x + 2 * fs_sign32(full.x), got.y + 2 * fs_sign32(full.y),
                                got.z + 2 * fs_sign32(full.z));
    HOLDS(length_sq(more) + 8 * (u128)max >= square(max) || max < 8);
}

static void random_rows(test_rng *r, fs_pos3 *pos, fs_vel3 *vel, bool wild)
{
    for (int i = 0; i < ROWS; i++) {
        int tame = (int)(test_bits(r) % 31);
        pos[i] = test_pos3(r, 0);
        vel[i] = test_vel3(r, 0);
        if (wild)
            continue;
        pos[i] = fs_pos3_make(pos[i].x / 1024, pos[i].y / 1024, pos[i].z / 1024);
        vel[i] = fs_vel3_make(vel[i].x >> tame, vel[i].y >> tame, vel[i].z >> tame);
    }
}

static const uint32_t rates[] = { 60,  1,   2,   7,    20,   30,   50,   64, 100,       119,
                                  120, 127, 128, 1000, 4095, 4096, 7680, 0,  UINT32_MAX };

START_TEST(drift_is_the_rounded_quotient)
{
    const struct fs__particle_kernel *kernel = fs__particle_kernel((unsigned)_i);
    if (kernel == NULL)
        return; /* this processor has no such kernel */
    test_rng r = { 1 };
    fs_pos3 pos[ROWS], got[ROWS];
    fs_vel3 vel[ROWS];
    for (int round = 0; round < ROUNDS; round++) {
        uint32_t hz = rates[round % (int)(sizeof rates / sizeof rates[0])],
                 count = (uint32_t)(test_bits(&r) % (ROWS + 1));
        random_rows(&r, pos, vel, round % 3 == 0);
        memcpy(got, pos, sizeof pos);
        struct fs__position_kernel_params drift = fs__position_kernel_params_make(hz);
        uint32_t saturations = 0, expected = 0;
        kernel->integrate_positions(got, vel, count, &drift, &saturations);
        for (uint32_t i = 0; i < ROWS; i++) {
            fs_pos3 ref = i < count ? ref_drift(pos[i], vel[i], hz, &expected) : pos[i];
            if (!fs_pos3_eq(ref, got[i]))
                ck_abort_msg("%s differs in row %u at %u Hz", kernel->name, i, hz);
        }
        SAME(saturations, expected);
    }
}
END_TEST

static struct fs__velocity_kernel_params random_kick(test_rng *r, int round)
{
    static const fs_unit keeps[] = { FS_UNIT_ONE, 0, 1, FS_UNIT_ONE - 1, FS_UNIT_ONE / 2, 1073562000 };
    struct fs__velocity_kernel_params k;
    unsigned tame = round % 4 == 0 ? 0u : 10u;
    k.delta_velocity = test_vel3(r, tame);
    k.damping_factor = round % 2 ? keeps[test_bits(r) % 6] : (fs_unit)(test_bits(r) % (FS_UNIT_ONE + 1));
    k.dither = round % 3 ? fs__damping_dither((uint32_t)test_bits(r)) : (round % 2 ? FS_UNIT_ONE - 1 : 0);
    k.max = round % 5 == 0 ? (fs_vel)(test_bits(r) % (512u << 21)) + 1 : 500 * FS_VEL_ONE;
    return k;
}

START_TEST(kick_is_the_rounded_product)
{
    const struct fs__particle_kernel *kernel = fs__particle_kernel((unsigned)_i);
    if (kernel == NULL)
        return;
    test_rng r = { 2 };
    fs_pos3 pos[ROWS];
    fs_vel3 vel[ROWS], got[ROWS], scalar[ROWS];
    for (int round = 0; round < ROUNDS; round++) {
        struct fs__velocity_kernel_params kick = random_kick(&r, round);
        uint32_t count = (uint32_t)(test_bits(&r) % (ROWS + 1)), limited = 0, scalar_limited = 0;
        random_rows(&r, pos, vel, round % 3 == 0);
        memcpy(got, vel, sizeof vel);
        memcpy(scalar, vel, sizeof vel);
        kernel->integrate_velocities(got, count, &kick, &limited);
        fs__integrate_velocities_scalar(scalar, count, &kick, &scalar_limited);
        HOLDS(memcmp(got, scalar, sizeof got) == 0);
        SAME(limited, scalar_limited);
        for (uint32_t i = 0; i < count; i++)
            check_limited(fs_vel3_make(ref_axis(vel[i].x, kick.delta_velocity.x, &kick),
                                       ref_axis(vel[i].y, kick.delta_velocity.y, &kick),
                                       ref_axis(vel[i].z, kick.delta_velocity.z, &kick)),
                          got[i], kick.max);
        for (uint32_t i = count; i < ROWS; i++)
            HOLDS(fs_vel3_eq(got[i], vel[i]));
    }
}
END_TEST

/* Axes of 256 m/s and more, most velocities below the limit, some at it and beyond the clamp:
 * the closer look lets nothing pass that the definition shortens. */
START_TEST(kick_near_the_limit)
{
    const struct fs__particle_kernel *kernel = fs__particle_kernel((unsigned)_i);
    if (kernel == NULL)
        return;
    test_rng r = { 9 };
    fs_vel3 got[ROWS], scalar[ROWS];
    uint32_t all = 0;
    for (int round = 0; round < ROUNDS; round++) {
        struct fs__velocity_kernel_params kick = { .damping_factor = round % 3 ? 1073562000 : FS_UNIT_ONE,
                                                   .dither = fs__damping_dither((uint32_t)round) };
        kick.delta_velocity.y = -350000;
        kick.max = round % 7 == 0 ? 512 * FS_VEL_ONE : 500 * FS_VEL_ONE;
        for (int i = 0; i < ROWS; i++) {
            fs_vel *v = &scalar[i].x;
            for (int k = 0; k < 3; k++)
                v[k] = (fs_vel)(test_bits(&r) % (2 * 285u * FS_VEL_ONE)) - 285 * FS_VEL_ONE;
            unsigned odd = (unsigned)(test_bits(&r) % 40), axis = (unsigned)(test_bits(&r) % 3);
            if (odd < 2)
                v[axis] = odd ? test_i32(&r) : INT32_MIN;
            if (odd == 2)
                scalar[i] = fs_vel3_make(0, 0, kick.max - (fs_vel)(test_bits(&r) % 99999) + 500);
        }
        memcpy(got, scalar, sizeof got);
        uint32_t limited = 0, scalar_limited = 0;
        kernel->integrate_velocities(got, ROWS, &kick, &limited);
        fs__integrate_velocities_scalar(scalar, ROWS, &kick, &scalar_limited);
        HOLDS(memcmp(got, scalar, sizeof got) == 0);
        SAME(limited, scalar_limited);
        all += limited;
    }
    HOLDS(all > 0);
}
END_TEST

/* v and p negated give the negated result, in every row and every kernel. */
START_TEST(kernels_mirror)
{
    const struct fs__particle_kernel *kernel = fs__particle_kernel((unsigned)_i);
    if (kernel == NULL)
        return;
    test_rng r = { 3 };
    fs_pos3 pos[ROWS], mpos[ROWS];
    fs_vel3 vel[ROWS], mvel[ROWS];
    for (int round = 0; round < 500; round++) {
        struct fs__velocity_kernel_params kick = random_kick(&r, round), mkick = kick;
        struct fs__position_kernel_params drift = fs__position_kernel_params_make(round % 2 ? 60 : 1 + round % 120u);
        uint32_t a = 0, b = 0;
        random_rows(&r, pos, vel, false);
        mkick.delta_velocity = fs_vel3_neg(kick.delta_velocity);
        for (int i = 0; i < ROWS; i++) {
            mpos[i] = fs_pos3_neg(pos[i]);
            mvel[i] = fs_vel3_neg(vel[i]);
        }
        if (kick.delta_velocity.x == FS_VEL_MIN || kick.delta_velocity.y == FS_VEL_MIN ||
            kick.delta_velocity.z == FS_VEL_MIN)
            continue; /* has no opposite */
        kernel->integrate_velocities(vel, ROWS, &kick, &a);
        kernel->integrate_velocities(mvel, ROWS, &mkick, &b);
        kernel->integrate_positions(pos, vel, ROWS, &drift, &a);
        kernel->integrate_positions(mpos, mvel, ROWS, &drift, &b);
        SAME(a, b);
        for (int i = 0; i < ROWS; i++)
            HOLDS(fs_pos3_eq(mpos[i], fs_pos3_neg(pos[i])) && fs_vel3_eq(mvel[i], fs_vel3_neg(vel[i])));
    }
}
END_TEST

START_TEST(drift_moves_as_fs_pos_advance)
{
    test_rng r = { 4 };
    for (int round = 0; round < 20000; round++) {
        uint32_t hz = (uint32_t)(test_bits(&r) % 200), ignored = 0;
        fs_pos3 p = test_pos3(&r, 0), q = p;
        fs_vel3 v = test_vel3(&r, 0);
        struct fs__position_kernel_params drift = fs__position_kernel_params_make(hz);
        fs__integrate_positions_scalar(&q, &v, 1, &drift, &ignored);
        HOLDS(fs_pos3_eq(q, fs_pos3_advance(p, v, hz)));
    }
}
END_TEST

START_TEST(the_best_kernel_exists)
{
    const struct fs__particle_kernel *best = fs__particle_kernel_best();
    ck_assert(best != NULL && best->integrate_positions != NULL && best->integrate_velocities != NULL);
    ck_assert(fs__particle_kernel(99) == NULL);
#if defined(__AVX2__)
    ck_assert_str_ne(best->name, "scalar");
#endif
}
END_TEST

Suite *fs_test_suite(void)
{
    Suite *suite = suite_create("particle kernels");
    TCase *tc = tcase_create("kernels");
    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, drift_is_the_rounded_quotient, 0, 4);
    tcase_add_loop_test(tc, kick_is_the_rounded_product, 0, 4);
    tcase_add_loop_test(tc, kick_near_the_limit, 0, 4);
    tcase_add_loop_test(tc, kernels_mirror, 0, 4);
    tcase_add_test(tc, drift_moves_as_fs_pos_advance);
    tcase_add_test(tc, the_best_kernel_exists);
    suite_add_tcase(suite, tc);
    return suite;
}
