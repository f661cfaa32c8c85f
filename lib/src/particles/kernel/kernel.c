/* kernel.c: the scalar kernel and the choice among all of them; see kernel.h.
 *
 * This file is the definition of what a kernel computes: the others are tested against
 * it. Except for the choice of a kernel it must never depend on the machine.
 */
#include "particles/kernel/kernel.h"

#include <fixstep/trig.h>

#if defined(__x86_64__) || defined(__i386__)
#define HAVE_X86_KERNELS 1
#else
#define HAVE_X86_KERNELS 0
#endif

enum { FAST_HZ = 1 << 12, STEP_BITS = FS_POS_FRAC - FS_VEL_FRAC };

static void count_event(uint32_t *counter)
{
    if (*counter < UINT32_MAX)
        *counter += 1u;
}

/* --- positions ---------------------------------------------------------------------------- */

/* See kernel_avx512.c. */
static void set_product52(struct fs__position_kernel_params *d, uint32_t hz)
{
    d->factor52 = (((uint64_t)1 << 51) + hz - 1) / hz;
    uint64_t half_up = 2 * (d->factor52 >> 1) + 1;
    d->addend52 = fs_u128_div_round(fs_u128_shl(fs_u128_make(0, half_up), 51), d->factor52);
}

struct fs__position_kernel_params fs__position_kernel_params_make(uint32_t hz)
{
    struct fs__position_kernel_params d = { .hz = hz, .fast = hz >= 1 && hz < FAST_HZ };
    if (!d.fast)
        return d;
    d.shift = (uint8_t)(33 + fs_bit_width64(hz));
    d.factor = (((uint64_t)1 << (d.shift + STEP_BITS)) + hz - 1) / hz;
    if (hz <= FS__PRODUCT52_MAX_HZ)
        set_product52(&d, hz);
    return d;
}

/* v 2^11 / hz to nearest. The factor is split at bit 31, so that both products fit; nested
 * floors are the floor of the whole. No branch depends on the sign, which is unpredictable. */
static int64_t fast_displacement(fs_vel v, const struct fs__position_kernel_params *d)
{
    int64_t low = v * (int64_t)(d->factor & INT32_MAX) + ((int64_t)1 << (d->shift - 1));
    int64_t high = v * (int64_t)(d->factor >> 31);
    return fs_asr64(high + fs_asr64(low, 31), d->shift - 31u);
}

static int64_t displacement(fs_vel v, const struct fs__position_kernel_params *d)
{
    if (d->fast)
        return fast_displacement(v, d);
    return fs_div64_round((int64_t)v * ((int64_t)1 << STEP_BITS), d->hz);
}

/* The sum overflows exactly when both terms have a sign that it lacks. */
static fs_pos advance_axis(fs_pos p, fs_vel v, const struct fs__position_kernel_params *d, uint32_t *saturations)
{
    int64_t change = displacement(v, d);
    int64_t sum = (int64_t)((uint64_t)p + (uint64_t)change);
    if (((p ^ sum) & (change ^ sum)) >= 0)
        return sum;
    count_event(saturations);
    return p < 0 ? FS_POS_MIN : FS_POS_MAX;
}

void fs__integrate_positions_scalar(fs_pos3 *pos, const fs_vel3 *vel, uint32_t n,
                                    const struct fs__position_kernel_params *d, uint32_t *saturations)
{
    for (uint32_t i = 0; i < n; i++) {
        pos[i].x = advance_axis(pos[i].x, vel[i].x, d, saturations);
        pos[i].y = advance_axis(pos[i].y, vel[i].y, d, saturations);
        pos[i].z = advance_axis(pos[i].z, vel[i].z, d, saturations);
    }
}

/* --- velocities ------------------------------------------------------------------------------ */

/* The magnitude is below 3 * 2^30; saturation to 32 bits affects only values that the speed limit reduces anyway. */
static fs_vel integrate_axis(fs_vel v, fs_vel increment, const struct fs__velocity_kernel_params *k)
{
    int64_t w = (int64_t)fs_clamp32(v, -FS__VELOCITY_AXIS_MAX, FS__VELOCITY_AXIS_MAX) + increment;
    int64_t sign = fs_asr64(w, 63);
    int64_t mag = ((w ^ sign) - sign) * k->damping_factor;
    mag = fs_min64((mag + k->dither) >> FS_UNIT_FRAC, INT32_MAX);
    return (fs_vel)((mag ^ sign) - sign);
}

/* Rounds towards zero and divides by no less than the length, so that the result is not
 * longer than max and the next tick does not shorten it again. */
fs_vel3 fs__limit_speed(fs_vel3 v, fs_vel max)
{
    int64_t length = (int64_t)fs_isqrt64(fs_vel3_length_sq(v)) + 1;
    return fs_vel3_make((fs_vel)((int64_t)v.x * max / length), (fs_vel)((int64_t)v.y * max / length),
                        (fs_vel)((int64_t)v.z * max / length));
}

uint32_t fs__speed_limit_mask(fs_vel max)
{
    int k = 0;
    while (k < 29 && 3 * ((int64_t)1 << (2 * k + 2)) <= (int64_t)max * max)
        k++;
    return ~(uint32_t)0 << k;
}

void fs__integrate_velocities_scalar(fs_vel3 *vel, uint32_t n, const struct fs__velocity_kernel_params *k,
                                     uint32_t *limited)
{
    uint32_t long_bits = fs__speed_limit_mask(k->max);
    uint64_t max_sq = (uint64_t)((int64_t)k->max * k->max);
    for (uint32_t i = 0; i < n; i++) {
        fs_vel3 v = fs_vel3_make(integrate_axis(vel[i].x, k->delta_velocity.x, k),
                                 integrate_axis(vel[i].y, k->delta_velocity.y, k),
                                 integrate_axis(vel[i].z, k->delta_velocity.z, k));
        bool maybe = ((fs_uabs32(v.x) | fs_uabs32(v.y) | fs_uabs32(v.z)) & long_bits) != 0;
        if (maybe && fs_vel3_length_sq(v) > max_sq) {
            v = fs__limit_speed(v, k->max);
            count_event(limited);
        }
        vel[i] = v;
    }
}

/* --- choice ----------------------------------------------------------------------------- */

static const struct fs__particle_kernel scalar = { "scalar", fs__integrate_positions_scalar,
                                                   fs__integrate_velocities_scalar };

const struct fs__particle_kernel *fs__particle_kernel(unsigned index)
{
#if HAVE_X86_KERNELS
    if (index == 1 && __builtin_cpu_supports("sse4.1"))
        return &fs__particle_kernel_sse41;
    if (index == 2 && __builtin_cpu_supports("avx2"))
        return &fs__particle_kernel_avx2;
    bool ifma = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512ifma");
    if (index == 3 && ifma && __builtin_cpu_supports("avx2"))
        return &fs__particle_kernel_ifma;
#endif
    return index == 0 ? &scalar : NULL;
}

const struct fs__particle_kernel *fs__particle_kernel_best(void)
{
    unsigned index = 0;
    while (fs__particle_kernel(index + 1) != NULL)
        index++;
    return fs__particle_kernel(index);
}
